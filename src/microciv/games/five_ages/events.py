"""What can happen in 5 Ages (F.5). Parts that are cards are redacted by who knows."""

from __future__ import annotations

from typing import Final

from microciv.core.events import EventKind

ROUND: Final = EventKind("round", ("round", "token"))  # a round begins; who breaks ties of trade
DEALT: Final = EventKind("dealt", ("seat", "card"))  # a first card (5A-04)
LAID: Final = EventKind("laid", ("seat", "left", "right"))  # a row is turned up (5A-11)
HIT: Final = EventKind("hit", ("seat", "target"))  # an attack succeeds (5A-56)
VOID: Final = EventKind("void", ("seat", "target", "reason"))  # it fails; reason: war.REASONS
STOLE: Final = EventKind("stole", ("seat", "target", "card"))  # at random (5A-57)
DREW: Final = EventKind("drew", ("seat", "card"))  # after a war (5A-58, 5A-60)
TICK: Final = EventKind("tick", ("tick",))  # the offers of a tick are opened
OFFERED: Final = EventKind("offered", ("seat", "given", "wanted"))  # an offer stands
OFFERED_BOTH: Final = EventKind("offered_both", ("seat", "target"))  # both cards for both
WITHDREW: Final = EventKind("withdrew", ("seat", "given", "wanted"))  # an offer is taken back
WITHDREW_BOTH: Final = EventKind("withdrew_both", ("seat", "target"))
QUIT: Final = EventKind("quit", ("seat",))  # done with this phase's trade
GAVE: Final = EventKind("gave", ("seat", "receiver", "card"))  # one half of a swap (5A-15)
RETURNED: Final = EventKind("returned", ("seat", "card"))  # untraded, back to hand (5A-21)
BUILT: Final = EventKind("built", ("seat", "card"))  # face-down (5A-25)
EXCHANGED: Final = EventKind("exchanged", ("seat", "card", "replaced"))  # 5A-26, 5A-40
REFILLED: Final = EventKind("refilled", ("seat", "card"))  # at the end of a round (5A-32)
SHOWN: Final = EventKind("shown", ("seat", "card"))  # of a civilization, at the end (5A-43)
LEFT_OVER: Final = EventKind("left_over", ("seat", "card"))  # of a hand, if hands break ties
RANKED: Final = EventKind("ranked", ("seat", "hand", "place"))  # hand: poker.HANDS (5A-44)

EVENTS: Final[list[EventKind]] = [
    *(ROUND, DEALT, LAID, HIT, VOID, STOLE, DREW, TICK, OFFERED, OFFERED_BOTH, WITHDREW),
    *(WITHDREW_BOTH, QUIT, GAVE, RETURNED, BUILT, EXCHANGED, REFILLED, SHOWN, LEFT_OVER, RANKED),
]
