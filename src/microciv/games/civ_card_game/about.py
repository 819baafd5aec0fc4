"""What the lobby, `--help` and the docs say of the game, without loading its rules."""

from __future__ import annotations

from typing import Final

from microciv.core.options import About, Variant
from microciv.games.civ_card_game.options import CivCardGameOptions

ABOUT: Final = About(
    name="civ-card-game",
    title="Civilization: The Card Game",
    summary="Settle plots, grow, learn, build wonders and raid your neighbours; most points win.",
    seats=(2, 3, 4),
    minutes=20,
    seconds_of={"turn": 90},
    options=CivCardGameOptions,
    game="microciv.games.civ_card_game.game:CivCardGame",
    policies="microciv.games.civ_card_game.policy:POLICIES",
    restrictions="microciv.games.civ_card_game.policy.restrictions:RESTRICTIONS",
    searches="microciv.bots.heuristics.civ_card_game:LEVELS",
    look="microciv.cli.looks.civ_card_game:LOOK",
    encoding=2,
    variants=(
        Variant("standard", "All rules, with our rulings.", {}),
        Variant("peaceful", "No attack in the first five rounds.", {"peace_rounds": 5}),
        Variant("short", "Twelve rounds at most.", {"max_rounds": 12}),
    ),
)
