"""The same work in OpenSpiel and RLCard, where they are installed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

GOOFSPIEL = "goofspiel(imp_info=true,players={},num_cards=13)"


def openspiel_loop(game: Any) -> int:  # noqa: ANN401  # OpenSpiel has no types
    """One match by a Python loop, random moves; decisions with a choice."""
    state = game.new_initial_state()
    draw, decisions = random.random, 0
    while not state.is_terminal():
        player = state.current_player()
        if player == -1:  # chance
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        elif player == -2:  # everybody at once
            actions = []
            for seat in range(game.num_players()):
                legal = state.legal_actions(seat)
                decisions += len(legal) > 1
                actions.append(legal[int(draw() * len(legal))])
            state.apply_actions(actions)
        else:
            legal = state.legal_actions()
            decisions += len(legal) > 1
            state.apply_action(legal[int(draw() * len(legal))])
    return decisions


def openspiel_own_loop(pyspiel: Any, game: Any, seed: list[int]) -> int:  # noqa: ANN401
    """One match inside C++, uniform random bots. Goofspiel plays the last card by itself."""
    seats = game.num_players()
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(seats)]
    seed[0] += 1
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed[0])
    return 12 * int(seats)


def rlcard_loop(environment: Any) -> int:  # noqa: ANN401
    """One match by `env.step`, random moves."""
    state, _player = environment.reset()
    steps = 0
    while not environment.is_over():
        state, _player = environment.step(random.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def measures() -> dict[str, Callable[[], int]]:
    """By name, what does a piece of work and says how many units it was; nothing if absent."""
    tasks: dict[str, Callable[[], int]] = {}
    pyspiel = installed("pyspiel")
    if pyspiel is not None:
        for seats in (4, 7):
            game = pyspiel.load_game(GOOFSPIEL.format(seats))
            label = f"OpenSpiel goofspiel {seats}"
            tasks[f"{label}: python loop"] = lambda game=game: openspiel_loop(game)  # type: ignore[misc]
            tasks[f"{label}: own loop"] = lambda game=game, seed=[0]: (  # type: ignore[misc]
                openspiel_own_loop(pyspiel, game, seed)
            )
        hearts = pyspiel.load_game("hearts")
        tasks["OpenSpiel hearts: python loop"] = lambda: openspiel_loop(hearts)
    rlcard = installed("rlcard")
    if rlcard is not None:
        uno = rlcard.make("uno")
        tasks["RLCard uno: env.step"] = lambda: rlcard_loop(uno)
    return tasks


def installed(name: str) -> Any:  # noqa: ANN401
    """The module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
