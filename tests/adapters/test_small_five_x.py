"""The small 5X, on which OpenSpiel's own algorithms measure exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from microciv import BadOption  # noqa: E402  # after the skip
from microciv.adapters.openspiel import small_five_x  # noqa: E402


def all_states(state: Any) -> Iterator[Any]:
    """The state and all that can follow."""
    yield state
    for action in state.legal_actions():
        yield from all_states(state.child(action))


def test_cfr_comes_nearer_to_an_equilibrium():
    from open_spiel.python.algorithms import cfr, exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    game = small_five_x(rounds=1)
    solver = cfr.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, UniformRandomPolicy(game))
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 0.5
    assert after < before / 4


def test_sampling_comes_nearer_over_two_rounds():
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr
    from open_spiel.python.policy import UniformRandomPolicy

    np.random.seed(5)  # noqa: NPY002  # what the algorithm draws from
    game = small_five_x(resources=(1, 1, 1), hand=("exterminate", "expand"))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(150):
        solver.iteration()
    before = exploitability.nash_conv(game, UniformRandomPolicy(game))
    after = exploitability.nash_conv(game, solver.average_policy())
    assert after < before / 2


def test_a_seat_knows_what_it_may_do_and_forgets_nothing():
    """In the whole tree: one information set, one choice, and one past of the seat's own."""
    known: dict[tuple[int, str], tuple[object, object]] = {}

    def walk(state: Any, own: tuple[tuple[tuple[str, int], ...], ...]) -> int:
        if state.is_terminal():
            return 1
        seat = state.current_player()
        key = state.information_state_string()
        facts = (tuple(state.legal_actions()), own[seat])
        assert facts == known.setdefault((seat, key), facts)
        found = 1
        for action in state.legal_actions():
            after = list(own)
            after[seat] = (*own[seat], (key, action))
            found += walk(state.child(action), tuple(after))
        return found

    game = small_five_x(resources=(1, 1, 1), hand=("exterminate", "expand"))
    assert walk(game.new_initial_state(), ((), (), ())) > 5_000


def test_it_is_a_game_without_chance_and_the_win_is_shared():
    game = small_five_x(rounds=1)
    states = list(all_states(game.new_initial_state()))
    assert pyspiel.GameType.ChanceMode.DETERMINISTIC == game.get_type().chance_mode
    assert not any(state.is_chance_node() for state in states)
    assert {1.0} == {round(sum(state.returns()), 9) for state in states if state.is_terminal()}


@pytest.mark.parametrize(
    "wrong, complaint",
    [
        ({"hand": ("expand", "exploid")}, "hand: expected a list of different cards among exploit"),
        ({"hand": ("expand", "expand")}, "hand: expected a list of different cards among exploit"),
        ({"hand": (7,)}, "hand: expected a list of different cards among exploit"),
        ({"hand": "expand"}, "hand: expected .* among .*, explore, not 'expand'"),
        ({"rounds": 6}, "hand: with 6 of 6 rounds to play, expected at least 4 of exploit"),
        ({"rounds": 0}, "rounds: expected a whole number from 1 to 6, not 0"),
        ({"rounds": 7}, "rounds: expected a whole number from 1 to 6, not 7"),
        ({"rounds": "2"}, "rounds: expected a whole number from 1 to 6, not '2'"),
        ({"resources": (1, 1)}, r"resources: expected 3 whole numbers .*, not \(1, 1\)"),
        ({"resources": (1, 1, 1, 1)}, "resources: expected 3 whole numbers from 0 on"),
        ({"resources": (1, 1, -1)}, "resources: expected 3 whole numbers from 0 on"),
        ({"resources": (1, 1, 9_999)}, "resources: .* expected a whole number from 0 to"),
        ({"resources": 3}, "resources: expected 3 whole numbers from 0 on, one for each seat"),
        ({"seats": 4}, "resources: expected 4 whole numbers from 0 on, one for each seat"),
        ({"seats": 7}, "seats: 5X is for 3, 4, 5, 6 players, not 7"),
    ],
)
def test_what_it_does_not_take_is_refused_by_name(wrong: dict[str, Any], complaint: str):
    with pytest.raises(BadOption, match=f"^{complaint}"):
        small_five_x(**wrong)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6])
def test_it_has_up_to_six_rounds(rounds: int):
    hand = ("exploit", "exterminate", "expand", "explore")
    assert small_five_x(4, rounds, (1, 1, 1, 0), hand).num_players() == 4
