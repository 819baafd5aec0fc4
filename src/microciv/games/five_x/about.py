"""What the lobby, `--help` and the docs say of 5X, without loading its rules."""

from __future__ import annotations

from typing import Final

from microciv.core.options import About, Variant
from microciv.games.five_x.options import FiveXOptions

ABOUT: Final = About(
    name="5x",
    title="5X",
    summary="Choose one of five actions in secret, outguess the table, bid blind for Wonders.",
    seats=(3, 4, 5, 6),
    minutes=20,
    options=FiveXOptions,
    game="microciv.games.five_x.game:FiveXGame",
    policies="microciv.games.five_x.policy:POLICIES",
    restrictions="microciv.games.five_x.policy.restrictions:RESTRICTIONS",
    searches="microciv.bots.heuristics.five_x:LEVELS",
    look="microciv.cli.looks.five_x:LOOK",
    encoding=2,
    variants=(
        Variant("leaders", "Seven rounds with the Great Leaders.", {}),
        Variant("leaderless", "Six rounds without leaders, for 3 or 4.", {"leaders": False}),
    ),
)
