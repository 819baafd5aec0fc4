"""The options of 5 Ages that the laws hold for, its golden records and its counts."""

from __future__ import annotations

SWITCHES: list[dict[str, object]] = [
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

CASES: list[dict[str, object]] = [
    *[
        dict[str, object](seats=seats, jokers=jokers)
        for seats in (3, 4, 5, 6, 7)
        for jokers in (0, 2, 3, 4)
    ],
    *[{"seats": 3 + number % 5, **switch} for number, switch in enumerate(SWITCHES)],
]

RECORDS: dict[str, tuple[dict[str, object], int]] = {
    **{
        f"{seats}-{jokers}": ({"seats": seats, "jokers": jokers}, 10 + seats)
        for seats, jokers in ((3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (3, 2), (5, 3), (7, 4))
    },
    "house": (
        {
            "seats": 4,
            "jokers": 4,
            "trade_ticks": 2,
            "offers_visible": "pair",
            "exchange_visibility": "hidden",
            "war_timing": "after_swaps",
            "joker_in_civ": "wild",
            "ace_low": False,
            "tie_break": "hand_cards",
        },
        7,
    ),
    "forbidden": ({"seats": 3, "jokers": 4, "joker_in_civ": "forbidden"}, 8),
}
"""Options and seed."""

DEPTHS: list[tuple[dict[str, object], int, int]] = [
    ({"seats": 3}, 1, 6),
    ({"seats": 4, "jokers": 4}, 2, 6),
    ({"seats": 5, "trade_ticks": 1}, 3, 6),
]
"""Options, seed, and depth in answers."""
