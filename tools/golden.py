"""Golden records and counts: write those that are missing (`python -m tools.golden`).

A file that is there is never overwritten: a record that replays otherwise means that the game's
`rules` must rise, and then its old records go and new ones are written.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from microciv.core.codec import plain_record, read_record
from microciv.core.match import Match, replay
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import open_game

TESTS: Final = Path(__file__).parent.parent / "tests"
RECORDS: Final = TESTS / "records"
COUNTS: Final = TESTS / "counts"

MATCHES: Final[dict[str, tuple[str, dict[str, object], int]]] = {
    **{
        f"5x-{seats}-{seed}": ("5x", {"seats": seats}, seed)
        for seats in (3, 4, 5, 6)
        for seed in (1, 2)
    },
    **{f"5x-leaderless-{seats}": ("5x", {"seats": seats, "leaders": False}, 3) for seats in (3, 4)},
    "5x-all15": ("5x", {"seats": 3, "leader_pool": "all15"}, 4),
    "5x-house": (
        "5x",
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
    **{
        f"5-ages-{seats}-{jokers}": ("5-ages", {"seats": seats, "jokers": jokers}, 10 + seats)
        for seats, jokers in ((3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (3, 2), (5, 3), (7, 4))
    },
    "5-ages-house": (
        "5-ages",
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
    "5-ages-forbidden": ("5-ages", {"seats": 3, "jokers": 4, "joker_in_civ": "forbidden"}, 8),
    **{
        f"civ-builder-{seats}": ("civ-builder", {"seats": seats}, 20 + seats)
        for seats in (2, 3, 4, 6)
    },
    "civ-builder-10": ("civ-builder", {"seats": 10, "allow_7_to_10": True, "trade_mode": "off"}, 1),
    "civ-builder-market": ("civ-builder", {"seats": 3, "trade_mode": "clock"}, 2),
    "civ-builder-house": (
        "civ-builder",
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
    "civ-builder-strict": (
        "civ-builder",
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
    **{
        f"civ-card-game-{seats}": ("civ-card-game", {"seats": seats}, 30 + seats)
        for seats in (2, 3, 4)
    },
    "civ-card-game-house": (
        "civ-card-game",
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
    "civ-card-game-strict": (
        "civ-card-game",
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
    "civ-card-game-patched": (
        "civ-card-game",
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
    **{f"goofspiel-{seats}": ("goofspiel", {"seats": seats}, 6) for seats in (2, 4, 7)},
    **{f"forecast-{seats}": ("forecast", {"seats": seats}, 6) for seats in (2, 3, 4)},
}

DEPTHS: Final[dict[str, list[tuple[dict[str, object], int, int]]]] = {
    # options, seed, depth in answers
    "5x": [
        ({"seats": 3}, 1, 7),
        ({"seats": 4}, 2, 6),
        ({"seats": 6}, 3, 7),
        ({"seats": 3, "leaders": False}, 0, 7),
        ({"seats": 4, "leaders": False}, 0, 5),
    ],
    "5-ages": [
        ({"seats": 3}, 1, 6),
        ({"seats": 4, "jokers": 4}, 2, 6),
        ({"seats": 5, "trade_ticks": 1}, 3, 6),
    ],
    "civ-builder": [
        ({"seats": 2}, 1, 6),
        ({"seats": 4, "trade_mode": "off", "civ_pick": "random"}, 2, 8),
        ({"seats": 3, "trade_mode": "clock", "civ_pick": "random"}, 3, 5),
    ],
    "civ-card-game": [
        ({"seats": 2}, 1, 7),
        ({"seats": 3}, 2, 8),
        ({"seats": 4, "dealer": "last_seat"}, 3, 8),
    ],
    "goofspiel": [({"seats": 2}, 1, 4), ({"seats": 4}, 2, 4)],
    "forecast": [({"seats": 2}, 1, 5), ({"seats": 3, "hand": 4}, 2, 6)],
}


def play_golden(name: str) -> dict[str, object]:
    """The match of this name, played with random moves, and what came of it."""
    game_name, options, seed = MATCHES[name]
    game = open_game(game_name, options)
    match, rng = Match(game, seed), Rng(seed)
    while match.owing():
        seat = match.owing()[0]
        legal = match.observe(seat).legal
        match.play(seat, legal[rng.below(len(legal))].text)
    return {"record": plain_record(match.record()), **outcome(match)}


def outcome(match: Match) -> dict[str, object]:
    """What a golden file says of a finished match."""
    heard = len(match.heard(0))
    return {"scores": match.scores(), "places": match.ranking(), "events": heard}


def replayed(data: dict[str, object]) -> dict[str, object]:
    """What a golden file would say now."""
    record = read_record(data["record"])
    match = replay(open_game(record.game, record.options), record)
    return {"record": plain_record(match.record()), **outcome(match)}


def lines_of_play(state: State, depth: int) -> int:
    """How many different sequences of answers there are, as perft counts chess moves."""
    if depth == 0 or not state.owing:
        return 1
    seat = state.owing[0]
    count = 0
    for move in state.legal(seat):
        after = state.clone()
        after.apply(seat, move)
        count += lines_of_play(after, depth - 1)
    return count


def counts(name: str) -> str:
    """The counts of a game, a line each."""
    lines = []
    for options, seed, depth in DEPTHS[name]:
        settled = " ".join([f"{option}={value}" for option, value in options.items()])
        for shorter in range(1, depth + 1):
            state = open_game(name, options).deal(seed)
            state.hush()
            lines.append(f"{settled} seed={seed} depth={shorter}: {lines_of_play(state, shorter)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write what is missing."""
    for name in MATCHES:
        file = RECORDS / f"{name}.json"
        if not file.exists():
            file.write_text(json.dumps(play_golden(name)) + "\n", encoding="utf-8")
    for name in DEPTHS:
        file = COUNTS / f"{name}.txt"
        if not file.exists():
            file.write_text(counts(name), encoding="utf-8")


if __name__ == "__main__":
    main()
