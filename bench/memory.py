"""How much memory a match takes: many of them alive at once, divided by their number."""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bench import peers
from bench.ours import TABLES, in_midgame
from microciv.core.match import Match
from microciv.games import open_game

MANY: Final = 2_000
FEW: Final = 50  # of those that take long to make
ENOUGH: Final = 2**25  # bytes that are no noise in what the process grows by
MOST: Final = 100_000
STATUS: Final = Path("/proc/self/statm")


def measures() -> dict[str, dict[str, float]]:
    """By name and way of counting, bytes: "traced" are those that Python hands out, "resident" what
    the process has grown by, which is all there is to see of C++.
    """
    found: dict[str, dict[str, float]] = {}
    for name, seats in TABLES:
        game = open_game(name, {"seats": seats})
        state = in_midgame(game)
        state.hush()
        found[f"{name} {seats}: a clone in search"] = both(state.clone)
        found[f"{name} {seats}: a match half played"] = {
            "traced": traced(lambda game=game: half_played(game), FEW)  # type: ignore[misc]
        }
    pyspiel = peers.installed("pyspiel")
    if pyspiel is not None:
        for label, text in peers.openspiel_games().items():
            middle = peers.openspiel_midgame(pyspiel.load_game(text))
            found[f"OpenSpiel {label}: a clone"] = both(middle.clone)
    return found


def both(make: Callable[[], object]) -> dict[str, float]:
    """Bytes of one of them, counted both ways."""
    one = traced(make, MANY)
    many = min(MOST, max(MANY, int(ENOUGH / one)))
    return {"traced": one, "resident": resident(make, many)}


def traced(make: Callable[[], object], many: int) -> float:
    """Bytes that Python's allocator hands out for one, the shared ones apart."""
    make()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    alive = [make() for _ in range(many)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(alive)


def resident(make: Callable[[], object], many: int) -> float:
    """Bytes that the process grows by for one; 0 where the system does not say."""
    if not STATUS.exists():
        return 0.0
    make()
    gc.collect()
    before = _pages()
    alive = [make() for _ in range(many)]
    grown = (_pages() - before) * os.sysconf("SC_PAGE_SIZE")
    return max(0.0, grown / len(alive))


def _pages() -> int:
    return int(STATUS.read_text().split()[1])


def half_played(game: Any) -> Match:  # noqa: ANN401
    """A match with its log, its record and its events."""
    match = Match(game, 3)
    for _ in range(6 * game.seats):
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    return match
