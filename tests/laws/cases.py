"""Every game and option that the laws hold for, and what a match of each is played with."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from microciv.core.game import Game
from microciv.games import open_game

SEED = int(os.environ.get("MICROCIV_SEED", "0"))
"""Where random matches begin; tests/conftest.py says with which seed today."""
COMPILED = os.environ.get("MICROCIV_COMPILED") == "1"
LONG = os.environ.get("MICROCIV_LAWS") == "long"


def box_named(rows: object) -> str:
    """What ids call a set of cards."""
    return "own" if rows is OWN_BOX else "patched"


@dataclass(frozen=True)
class Case:
    """A game with its options."""

    game: str
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        values = [
            f"{name}={box_named(value) if name == 'cards' else value}"
            for name, value in self.options.items()
        ]
        return " ".join([self.game, *values])

    def open(self) -> Game:
        return open_game(self.game, self.options)


FIVE_X_SWITCHES: list[dict[str, object]] = [
    {"leader_pool": "by_count_plus_stars"},
    {"leader_pool": "all15"},
    {"leader_pool": "all15", "montezuma_extra_target": "explore"},
    {"starred_leaders": ["elizabeth", "montezuma", "tokugawa", "erik", "suleiman"]},
    {"wonder_table": [{"letter": "A", "points": 10, "bonus": 9}]},
    {"recommit_until_group_complete": False},
    {"leader_pool": "all15", "expand_leader_returns": True},
    {"leader_pool": "all15", "dido_income_first": False},
    {"leader_pool": "all15", "suleiman_may_take_current": True},
    {"auto_min_sole_bid": False},
    {"show_known_hands": False},
    {"tie_without_wonder": "leftover_resources_then_shared"},
]

FIVE_AGES_SWITCHES: list[dict[str, object]] = [
    {"trade_ticks": 1},
    {"trade_ticks": 2},
    {"trade_ticks": 6},
    {"offers_visible": "pair"},
    {"exchange_visibility": "hidden"},
    {"jokers": 4, "exchange_visibility": "hidden"},
    {"jokers": 4, "war_timing": "after_swaps"},
    {"jokers": 3, "joker_in_civ": "forbidden"},
    {"jokers": 4, "joker_in_civ": "wild"},
    {"ace_low": False},
    {"jokers": 2, "tie_break": "hand_cards"},
    {"show_memory": False},
    {"show_outlook": False},
]

CIV_BUILDER_SWITCHES: list[dict[str, object]] = [
    {"unique_civs": False},
    {"civ_pick": "random"},
    {"roll_first": True},
    {"privilege_ties": "none"},
    {"privilege_ties": "order"},
    {"privilege_time": "round_start"},
    {"trade_mode": "clock"},
    {"trade_mode": "off"},
    {"trade_passes": 4},
    {"offer_max_cards": 5},
    {"trade_gifts": True},
    {"trade_equal": True},
    {"trade_mode": "clock", "trade_gifts": True, "trade_equal": True},
    {"trade_view": "trade_phase"},
    {"natural_required": False},
    {"wild_limit": "one_each"},
    {"repeat_attribute": False},
    {"max_melds": 2},
    {"science_rest": "bottom"},
    {"science_rest": "shuffle"},
    {"empty_dump": True},
    {"final_tie": "initiative"},
    {"final_tie": "scores"},
    {"auto_gains": False},
    {"decline_unpayable": False},
    {"show_memory": False},
    {"show_planner": False},
]

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
    (Path(__file__).parents[2] / "docs" / "games" / "own-box.toml").read_text(encoding="utf-8")
)["cards"]
"""The example of the documentation: a whole box with names of its own."""

CIV_CARD_GAME_SWITCHES: list[dict[str, object]] = [
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

CASES: list[Case] = [
    *[Case("5x", {"seats": seats}) for seats in (3, 4, 5, 6)],
    *[Case("5x", {"seats": seats, "leaders": False}) for seats in (3, 4)],
    Case("5x", {"seats": 6, "leaders": False, "allow_variant_5_6": True}),
    *[
        Case("5x", {"seats": 3 + number % 4, **switch})
        for number, switch in enumerate(FIVE_X_SWITCHES)
    ],
    *[
        Case("5-ages", {"seats": seats, "jokers": jokers})
        for seats in (3, 4, 5, 6, 7)
        for jokers in (0, 2, 3, 4)
    ],
    *[
        Case("5-ages", {"seats": 3 + number % 5, **switch})
        for number, switch in enumerate(FIVE_AGES_SWITCHES)
    ],
    *[Case("civ-builder", {"seats": seats}) for seats in (2, 3, 4, 6)],
    Case("civ-builder", {"seats": 10, "allow_7_to_10": True}),
    *[
        Case("civ-builder", {"seats": 2 + number % 4, **switch})
        for number, switch in enumerate(CIV_BUILDER_SWITCHES)
    ],
    *[Case("civ-card-game", {"seats": seats}) for seats in (2, 3, 4)],
    *[
        Case("civ-card-game", {"seats": 2 + number % 3, **switch})
        for number, switch in enumerate(CIV_CARD_GAME_SWITCHES)
    ],
    *[Case("goofspiel", {"seats": seats}) for seats in (2, 4, 7)],
    *[Case("forecast", {"seats": seats}) for seats in (2, 3, 4)],
    *[Case("forecast", {"seats": 2 + hand % 3, "hand": hand}) for hand in (4, 5, 6)],
]


@contextmanager
def replayable(test: str, seed: int) -> Iterator[None]:
    """A failure says with which command it is had again."""
    try:
        yield
    except BaseException as failure:
        compiled = "PYTHONPATH=build/compiled MICROCIV_COMPILED=1 " if COMPILED else ""
        command = f"{compiled}MICROCIV_SEED={seed} MICROCIV_MATCHES=1 .venv/bin/python -m pytest"
        failure.add_note(f"Once more: {command} -n 0 '{test}'")
        raise
