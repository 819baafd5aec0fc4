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
from tests.games.cases import OURS

TESTS: Final = Path(__file__).parent.parent / "tests"
RECORDS: Final = TESTS / "records"
COUNTS: Final = TESTS / "counts"

MATCHES: Final[dict[str, tuple[str, dict[str, object], int]]] = {
    **{
        f"{game}-{name}": (game, options, seed)
        for game, found in OURS.items()
        for name, (options, seed) in found.RECORDS.items()
    },
    **{f"goofspiel-{seats}": ("goofspiel", {"seats": seats}, 6) for seats in (2, 4, 7)},
    **{f"forecast-{seats}": ("forecast", {"seats": seats}, 6) for seats in (2, 3, 4)},
}
"""By file, the game, its options and the seed: those of our games are in `tests/games`."""

DEPTHS: Final[dict[str, list[tuple[dict[str, object], int, int]]]] = {
    **{game: found.DEPTHS for game, found in OURS.items()},
    "goofspiel": [({"seats": 2}, 1, 4), ({"seats": 4}, 2, 4)],
    "forecast": [({"seats": 2}, 1, 5), ({"seats": 3, "hand": 4}, 2, 6)],
}
"""By game, options, seed, and depth in answers."""


def play_golden(name: str) -> dict[str, object]:
    """The match of this name, played with random moves, and what came of it."""
    game_name, options, seed = MATCHES[name]
    game = open_game(game_name, options)
    match, rng = Match(game, seed), Rng(seed)
    while match.to_act():
        seat = match.to_act()[0]
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
    if depth == 0 or not state.to_act:
        return 1
    seat = state.to_act[0]
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
