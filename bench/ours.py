"""What is measured of microciv: loops as a researcher would write them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from microciv.bots import levels, make_bot
from microciv.bots.bulk.playouts import play_out
from microciv.core.game import Game
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games import open_game, policies
from microciv.study.chunks import play_chunk
from microciv.study.matches import Lineup
from microciv.study.plan import Arm, Plan, tables_of

Tasks: TypeAlias = dict[str, Callable[[], int]]
"""By name, what does a piece of work and says how many units it was."""

SEEDS: Final = iter(range(1_000_000_000))
REPEATS: Final = 500
ITERATIONS: Final = 20
CHUNK: Final = 100  # matches of a study
RNG: Final = Rng(7)

# Each game at a middle seat count, then at one more.
TABLES: Final = [
    *(("goofspiel", 4), ("goofspiel", 7), ("5x", 4), ("5x", 6), ("5-ages", 5), ("5-ages", 7)),
    *(("civ-builder", 4), ("civ-builder", 6), ("civ-card-game", 3), ("civ-card-game", 4)),
]


def python_loop(game: Game, *, quiet: bool = True) -> int:
    """One match by a Python loop over the public state, random moves; decisions with a choice."""
    state = game.deal(next(SEEDS))
    if quiet:
        state.hush()
    draw, decisions = random.random, 0
    while state.to_act:
        answers = []
        for moves in state.legal_all():
            if len(moves) > 1:
                decisions += 1
            answers.append(moves[int(draw() * len(moves))])
        state.apply_all(answers)
    return decisions


def own_loop(game: Game) -> int:
    """One quiet match in our own loop; decisions with a choice."""
    state = game.deal(next(SEEDS))
    state.hush()
    return play_out(state, RNG)


def whole_match(game: Game) -> int:
    """The same, counted as one match."""
    own_loop(game)
    return 1


def bulk_match(lineup: Lineup) -> int:
    """A match in bulk among policies."""
    lineup.play(next(SEEDS))
    return 1


def study_chunk(plan: Plan) -> int:
    """A chunk of a study, measured and written as Parquet; in matches."""
    return len(play_chunk(plan, 0, 0).wins)


def in_midgame(game: Game) -> State:
    """A state about half through a match, in which the first seat that is asked has a choice."""
    lengths = []
    for seed in range(5):
        state, rng = game.deal(seed), Rng(1)
        while state.to_act:
            play_one(state, rng)
        lengths.append(state.sets)
    state, rng = game.deal(3), Rng(1)
    return play_until(state, rng, sorted(lengths)[2] // 2)


def play_until(state: State, rng: Rng, sets: int) -> State:
    """On to the first choice from this decision set on."""
    while state.sets < sets or len(state.legal(state.to_act[0])) == 1:
        play_one(state, rng)
    return state


def play_one(state: State, rng: Rng) -> None:
    """A random step of the first seat to act."""
    moves = state.legal(state.to_act[0])
    state.apply(state.to_act[0], moves[rng.below(len(moves))])


def repeat(function: Callable[[], object]) -> Callable[[], int]:
    """The function many times over, counted."""

    def times() -> int:
        for _ in range(REPEATS):
            function()
        return REPEATS

    return times


def measures() -> Tasks:
    """All of them."""
    tasks: Tasks = {}
    for name, seats in TABLES:
        tasks.update(of_game(open_game(name, {"seats": seats}), f"{name} {seats}"))
    return tasks


def of_game(game: Game, label: str) -> Tasks:
    """What is measured of a game."""
    state = in_midgame(game)
    seen = state.observe(state.to_act[0])
    first = play_until(game.deal(3), Rng(1), 0)
    tasks: Tasks = {
        f"{label}: python loop": lambda: python_loop(game),
        f"{label}: python loop, with events": lambda: python_loop(game, quiet=False),
        f"{label}: own loop": lambda: own_loop(game),
        f"{label}: clone": repeat(state.clone),
        f"{label}: observe": repeat(lambda: state.observe(seen.seat)),
        f"{label}: redeal": repeat(lambda: game.redeal(seen, RNG)),
    }
    tasks[f"{label}: own loop, matches"] = lambda: whole_match(game)
    for level in policies(game.name):
        lineup = Lineup(game, [level] * game.seats)
        tasks[f"{label}: {level} in bulk, matches"] = partial(bulk_match, lineup)
    if "easy" in policies(game.name):
        tables = tables_of((game.seats,), (("easy",),))
        plan = Plan(game.name, (Arm("default", {}),), tables, CHUNK)
        tasks[f"{label}: easy in a study, matches"] = partial(study_chunk, plan)
    for where, at in (("start", first.observe(first.to_act[0])), ("middle", seen)):
        tasks.update(of_search(game, at, f"{label}: search from the {where}"))
    return tasks


def of_search(game: Game, seen: Observation, label: str) -> Tasks:
    """The search with a policy that knows nothing, which is the work that others' rollouts do; and
    with the policy of the strongest level, if that searches.
    """
    try:
        from microciv.bots.search import Search
        from microciv.bots.search.rules import Ucb
        from microciv.core.policy import Policy
    except ImportError:
        return {}

    def searching(policy: Any, what: str) -> Callable[[], int]:  # noqa: ANN401
        def search() -> int:
            found = Search(game, seen, policy, Ucb(0.7), next(SEEDS))
            found.run(ITERATIONS)
            return int(getattr(found, what))

        return search

    policy = Policy(game)
    tasks = {
        f"{label}: iterations": searching(policy, "iterations"),
        f"{label}: decisions": searching(policy, "decisions"),
    }
    strongest = make_bot(levels(game.name)[-1], game, seen.seat, 1)
    if hasattr(strongest, "policy"):
        tasks[f"{label}: iterations, guided"] = searching(strongest.policy, "iterations")
    return tasks
