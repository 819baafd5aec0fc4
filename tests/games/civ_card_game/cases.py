"""The options of the Card Game that the laws hold for, its golden records and its counts."""

from __future__ import annotations

import tomllib
from pathlib import Path

PATCHED_BOX: list[dict[str, object]] = [
    {"name": "Granary", "cost": 1, "effects": [["double_base", "F"], ["grow", 2], ["draw", 1]]},
    {"name": "Library", "effects": [["steal_card", 2], ["steal_resources", 2], ["vp", 2]]},
    {"name": "Great Wall", "effects": [["bounce", 2], ["income", "H", 3]]},
    {"name": "City Walls", "copies": 9, "cost": 0},
    {"name": "Engineering", "cost": 0, "effects": [["bounce", 1], ["grow", 1]]},
    {"name": "Mining", "effects": [["gain_per_plot", "F", 2], ["places", 2], ["bank_rate", 2]]},
    {"name": "Catapult", "copies": 9, "breach": 3, "blocks": ["Catapult"]},
    {"name": "Archers", "attacks": True, "damage": [["destroy_building", 2]]},
    {"name": "Chariot", "damage": [["destroy_building", 1], ["steal_population", 2]]},
    {"name": "Plains", "F": 0, "C": 4, "copies": 9},
    {"name": "Corn", "C": 5, "copies": 0},
]

OWN_BOX: list[dict[str, object]] = tomllib.loads(
    (Path(__file__).parents[3] / "docs" / "games" / "own-box.toml").read_text(encoding="utf-8")
)["cards"]
"""The example of the documentation: a whole box with names of its own."""

SWITCHES: list[dict[str, object]] = [
    {"dealer": "last_seat"},
    {"tie_status": "all"},
    {"tie_status": "incumbent"},
    {"happiness_wonders": False},
    {"end_trigger": "turn"},
    {"end_trigger": "round"},
    {"tiebreak_population": "acquired"},
    {"purchase_limit": "one_each", "max_rounds": 25},
    {"bank_mix": "any"},
    {"goods_change": "lose"},
    {"bonus_kinds": "current"},
    {"duplicates_on_plot": "allow"},
    {"overfull": "return"},
    {"min_price": 1},
    {"steal_timing": "on_purchase"},
    {"steal_timing": "each_turn"},
    {"steal_scope": "adjacent"},
    {"steal_kinds": "victim"},
    {"mining_scope": "hammer_plots"},
    {"peace_rounds": 5},
    {"catapult_bombards": True},
    {"bounce": "per_wall"},
    {"population_supply": 12},
    {"population_supply": 0},
    {"demolish": True},
    {"max_rounds": 3},
    {"drought_rounds": 1},
    {"fresh_market": "wait"},
    {"cards": PATCHED_BOX, "max_rounds": 12},
    {
        "cards": PATCHED_BOX,
        "max_rounds": 12,
        "steal_kinds": "victim",
        "overfull": "return",
        "bounce": "per_wall",
    },
    {
        "cards": PATCHED_BOX,
        "max_rounds": 12,
        "steal_timing": "on_purchase",
        "bonus_kinds": "current",
    },
    {"cards": OWN_BOX},
    {"cards": OWN_BOX, "overfull": "return", "bounce": "per_wall", "bank_mix": "any"},
]

CASES: list[dict[str, object]] = [
    *[dict[str, object](seats=seats) for seats in (2, 3, 4)],
    *[{"seats": 2 + number % 3, **switch} for number, switch in enumerate(SWITCHES)],
]

RECORDS: dict[str, tuple[dict[str, object], int]] = {
    **{f"{seats}": ({"seats": seats}, 30 + seats) for seats in (2, 3, 4)},
    "house": (
        {
            "seats": 3,
            "dealer": "last_seat",
            "tie_status": "incumbent",
            "happiness_wonders": False,
            "end_trigger": "round",
            "tiebreak_population": "acquired",
            "bank_mix": "any",
            "goods_change": "lose",
            "bonus_kinds": "current",
            "duplicates_on_plot": "allow",
            "overfull": "return",
            "min_price": 1,
            "steal_timing": "each_turn",
            "steal_kinds": "victim",
            "catapult_bombards": True,
            "bounce": "per_wall",
            "demolish": True,
            "fresh_market": "wait",
        },
        5,
    ),
    "strict": (
        {
            "seats": 4,
            "tie_status": "all",
            "end_trigger": "turn",
            "purchase_limit": "one_each",
            "steal_timing": "on_purchase",
            "steal_scope": "adjacent",
            "mining_scope": "hammer_plots",
            "peace_rounds": 3,
            "population_supply": 20,
            "max_rounds": 12,
            "drought_rounds": 2,
        },
        6,
    ),
    "patched": (
        {
            "seats": 2,
            "cards": [
                {"name": "Granary", "cost": 1, "effects": [["double_base", "F"], ["grow", 2]]},
                {"name": "Library", "effects": [["steal_card", 2], ["vp", 2]]},
                {"name": "Catapult", "copies": 9, "breach": 3},
                {"name": "Archers", "attacks": True, "damage": [["destroy_building", 2]]},
                {"name": "Plains", "F": 0, "C": 4, "copies": 9},
            ],
        },
        7,
    ),
}
"""Options and seed."""

DEPTHS: list[tuple[dict[str, object], int, int]] = [
    ({"seats": 2}, 1, 7),
    ({"seats": 3}, 2, 8),
    ({"seats": 4, "dealer": "last_seat"}, 3, 8),
]
"""Options, seed, and depth in answers."""
