"""The words of codes that are read aloud or copied from another screen: 256 of them, eight bits
each. All are short and common, no two begin with the same four letters.
"""

from __future__ import annotations

from typing import Final

WORDS: Final = tuple(
    """
    acid acorn actor adult again agent album alive amber angle apple april arch arena armor
    arrow atlas attic aunt autumn award axis baby bacon badge baker ball bamboo banjo barn
    basket beach beetle bell bench berry bird bishop blanket bloom board boat bone book bottle
    bowl branch brave bread brick bridge brush bucket bulb butter buffalo cabin cactus camel
    canal candle canoe carbon castle cave cedar cellar chain chalk cherry chimney circle city
    clay cliff clock cloud clover coast coffee coin comet copper coral cotton cousin crane
    cricket crown curtain daisy dance desert desk diamond dinner doctor dolphin donkey door
    dragon drum duck eagle earth east echo elbow elephant engine evening fabric falcon farm
    feather fence fiddle field finger fire flag flute forest fork fossil fox frame frog fruit
    garden garlic ghost giant ginger glass glove gold goose grape grass guitar hammer harbor
    harp hawk hazel hedge helmet hill honey horse hotel house iron island ivory jacket jelly
    jewel jungle kettle king kitchen kite ladder lake lamp lantern lemon letter lily lion lizard
    magnet maple marble market meadow melon metal mirror monkey moon mouse museum music needle
    nest north novel nurse ocean olive onion orange orbit otter owl oxen oyster paint palace
    panda paper parrot pearl pencil pepper piano pigeon pilot pirate planet pocket pony potato
    prince pumpkin puzzle queen quiet rabbit radio rain ribbon river robin rocket roof rope
    salad salt sand school shadow sheep ship silver snow spider spoon spring star stone sugar
    summer swan table tiger tower train tulip tunnel valley violin window
    """.split()  # noqa: SIM905  # as a list it would be a page
)
