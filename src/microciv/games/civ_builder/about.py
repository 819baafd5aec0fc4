"""What the lobby, `--help` and the docs say of Civ Builder, without loading its rules."""

from __future__ import annotations

from typing import Final

from microciv.core.options import About, Variant
from microciv.games.civ_builder.options import CivBuilderOptions

ABOUT: Final = About(
    name="civ-builder",
    title="Civ Builder",
    summary="Meld cards for ten attributes, use their powers, lead the race; trade with anybody.",
    seats=tuple(range(2, 11)),
    minutes=40,
    seconds=60,
    seconds_of=dict.fromkeys(("offer", "answer", "reply", "choose"), 40),
    options=CivBuilderOptions,
    game="microciv.games.civ_builder.game:CivBuilderGame",
    policies="microciv.games.civ_builder.policy:POLICIES",
    restrictions="microciv.games.civ_builder.policy.restrictions:RESTRICTIONS",
    searches="microciv.bots.heuristics.civ_builder:LEVELS",
    look="microciv.cli.looks.civ_builder:LOOK",
    encoding=3,
    variants=(
        Variant("classic", "As printed, with our rulings.", {}),
        Variant("no-trade", "No Trade phase: quicker, and easier to study.", {"trade_mode": "off"}),
        Variant(
            "open-market", "Everybody trades at once, against the clock.", {"trade_mode": "clock"}
        ),
    ),
)
