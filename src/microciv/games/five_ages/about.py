"""What the lobby, `--help` and the docs say of 5 Ages, without loading its rules."""

from __future__ import annotations

from typing import Final

from microciv.core.options import About, Variant
from microciv.games.five_ages.options import FiveAgesOptions

ABOUT: Final = About(
    name="5-ages",
    title="5 Ages",
    summary="Trade face-up cards with your neighbours, build in secret; the best poker hand wins.",
    seats=(3, 4, 5, 6, 7),
    minutes=10,
    seconds_of={"trade": 25},  # a tick is short: it may be one of several (F.3)
    options=FiveAgesOptions,
    game="microciv.games.five_ages.game:FiveAgesGame",
    policies="microciv.games.five_ages.policy:POLICIES",
    restrictions="microciv.games.five_ages.policy.restrictions:RESTRICTIONS",
    searches="microciv.bots.heuristics.five_ages:LEVELS",
    advisers=("expert",),  # those below misjudge cards on purpose
    look="microciv.cli.looks.five_ages:LOOK",
    encoding=2,
    variants=(
        Variant("basic", "No Jokers: trade and build in peace.", {}),
        Variant("war-2", "War with 2 Jokers, for 3 or 4.", {"jokers": 2}),
        Variant("war-3", "War with 3 Jokers, for 5.", {"jokers": 3}),
        Variant("war-4", "War with 4 Jokers, for 6 or 7.", {"jokers": 4}),
    ),
)
