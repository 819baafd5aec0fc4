"""The options of 5X that the laws hold for, its golden records and its counts."""

from __future__ import annotations

SWITCHES: list[dict[str, object]] = [
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

CASES: list[dict[str, object]] = [
    *[dict[str, object](seats=seats) for seats in (3, 4, 5, 6)],
    *[dict[str, object](seats=seats, leaders=False) for seats in (3, 4)],
    {"seats": 6, "leaders": False, "allow_variant_5_6": True},
    *[{"seats": 3 + number % 4, **switch} for number, switch in enumerate(SWITCHES)],
]

RECORDS: dict[str, tuple[dict[str, object], int]] = {
    **{f"{seats}-{seed}": ({"seats": seats}, seed) for seats in (3, 4, 5, 6) for seed in (1, 2)},
    **{f"leaderless-{seats}": ({"seats": seats, "leaders": False}, 3) for seats in (3, 4)},
    "all15": ({"seats": 3, "leader_pool": "all15"}, 4),
    "house": (
        {
            "seats": 4,
            "leader_pool": "all15",
            "montezuma_extra_target": "explore",
            "expand_leader_returns": True,
            "dido_income_first": False,
            "suleiman_may_take_current": True,
            "wonder_table": [{"letter": "C", "name": "the Library", "points": 3, "bonus": 1}],
        },
        5,
    ),
}
"""Options and seed."""

DEPTHS: list[tuple[dict[str, object], int, int]] = [
    ({"seats": 3}, 1, 7),
    ({"seats": 4}, 2, 6),
    ({"seats": 6}, 3, 7),
    ({"seats": 3, "leaders": False}, 0, 7),
    ({"seats": 4, "leaders": False}, 0, 5),
]
"""Options, seed, and depth in answers."""
