"""What is measured of microciv: loops as a researcher would write them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from microciv.bots.playouts import play_out
from microciv.core.game import Game
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import open_game

SEEDS: Final = iter(range(1_000_000_000))
REPEATS: Final = 2_000
TABLES: Final = [
    *(("goofspiel", 4), ("goofspiel", 7), ("5x", 4), ("5x", 6), ("5-ages", 5), ("5-ages", 7)),
    *(("civ-builder", 4), ("civ-builder", 6), ("civ-card-game", 3), ("civ-card-game", 4)),
]


def python_loop(game: Game) -> int:
    """One match by a Python loop over the public state, random moves; decisions with a choice."""
    state = game.deal(next(SEEDS))
    draw, decisions = random.random, 0
    while state.owing:
        answers = []
        for seat in state.owing:
            moves = state.legal(seat)
            if len(moves) > 1:
                decisions += 1
            answers.append(moves[int(draw() * len(moves))])
        state.apply_all(answers)
    return decisions


def own_loop(game: Game) -> int:
    """One quiet match in our own loop, all decisions less the forced ones of Goofspiel's end."""
    state = game.deal(next(SEEDS))
    state.hush()
    played = play_out(state, RNG)
    return played - game.seats if game.name == "goofspiel" else played


RNG: Final = Rng(7)


def in_midgame(game: Game) -> State:
    """A state about half through a match."""
    state, rng = game.deal(3), Rng(1)
    for _ in range(6 * game.seats):
        moves = state.legal(state.owing[0])
        state.apply(state.owing[0], moves[rng.below(len(moves))])
    return state


def repeat(function: Callable[[], object]) -> Callable[[], int]:
    """The function many times over, counted."""

    def times() -> int:
        for _ in range(REPEATS):
            function()
        return REPEATS

    return times


def measures() -> dict[str, Callable[[], int]]:
    """By name, what does a piece of work and says how many units it was."""
    tasks: dict[str, Callable[[], int]] = {}
    for name, seats in TABLES:
        game = open_game(name, {"seats": seats})
        label = f"{name} {seats}"
        tasks[f"{label}: python loop"] = lambda game=game: python_loop(game)  # type: ignore[misc]
        tasks[f"{label}: own loop"] = lambda game=game: own_loop(game)  # type: ignore[misc]
        state = in_midgame(game)
        seen = state.observe(0)
        tasks[f"{label}: clone"] = repeat(state.clone)
        tasks[f"{label}: observe"] = repeat(lambda state=state: state.observe(0))  # type: ignore[misc]
        tasks[f"{label}: redeal"] = repeat(
            lambda game=game, seen=seen: game.redeal(seen, RNG)  # type: ignore[misc]
        )
    return tasks
