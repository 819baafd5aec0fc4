"""The options of Civ Builder that the laws hold for, its golden records and its counts."""

from __future__ import annotations

SWITCHES: list[dict[str, object]] = [
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

CASES: list[dict[str, object]] = [
    *[dict[str, object](seats=seats) for seats in (2, 3, 4, 6)],
    {"seats": 10, "allow_7_to_10": True},
    *[{"seats": 2 + number % 4, **switch} for number, switch in enumerate(SWITCHES)],
]

RECORDS: dict[str, tuple[dict[str, object], int]] = {
    **{f"{seats}": ({"seats": seats}, 20 + seats) for seats in (2, 3, 4, 6)},
    "10": ({"seats": 10, "allow_7_to_10": True, "trade_mode": "off"}, 1),
    "market": ({"seats": 3, "trade_mode": "clock"}, 2),
    "house": (
        {
            "seats": 3,
            "unique_civs": False,
            "roll_first": True,
            "privilege_ties": "order",
            "privilege_time": "round_start",
            "trade_passes": 1,
            "offer_max_cards": 5,
            "trade_gifts": True,
            "trade_view": "trade_phase",
            "natural_required": False,
            "repeat_attribute": False,
            "max_melds": 3,
            "science_rest": "shuffle",
            "empty_dump": True,
            "final_tie": "scores",
        },
        3,
    ),
    "strict": (
        {
            "seats": 4,
            "civ_pick": "random",
            "privilege_ties": "none",
            "trade_equal": True,
            "wild_limit": "one_each",
            "science_rest": "bottom",
            "final_tie": "initiative",
        },
        4,
    ),
}
"""Options and seed."""

DEPTHS: list[tuple[dict[str, object], int, int]] = [
    ({"seats": 2}, 1, 6),
    ({"seats": 4, "trade_mode": "off", "civ_pick": "random"}, 2, 8),
    ({"seats": 3, "trade_mode": "clock", "civ_pick": "random"}, 3, 5),
]
"""Options, seed, and depth in answers."""
