"""Tables with many Jokers, played quickly to their end: what is known of them then."""

from __future__ import annotations

import json
from typing import Any

import pytest

import microciv
from microciv import SPECTATOR, Rng
from microciv.core.plain import plain
from microciv.core.state import State
from microciv.games.five_ages.rules.state import FiveAgesState
from tests.games.five_ages.table import at, build, five_ages, lay, no_trade, seat_at
from tests.games.five_ages.test_jokers import answer_warlike, stack

TABLES: list[dict[str, object]] = [
    {"jokers": 4},
    {"jokers": 3},
    {"jokers": 4, "war_timing": "after_swaps"},
    {"jokers": 4, "joker_in_civ": "wild", "exchange_visibility": "hidden"},
    {"jokers": 2, "tie_break": "hand_cards"},
]


def played(seed: int) -> FiveAgesState:
    """A match in which Jokers come early and are fired, built and stolen."""
    options: dict[str, Any] = {"seats": 3 + seed % 5, **TABLES[seed % len(TABLES)]}
    state, rng = microciv.open_game("5-ages", **options).deal(seed), Rng(seed)
    assert isinstance(state, FiveAgesState)
    state.hush()
    stack(state, rng)
    while state.to_act:
        answer_warlike(state, state.to_act[0], rng)
    return state


def alike(state: State, other: State) -> bool:
    """Do they look the same from every seat?"""
    seats = [*range(state.seats), SPECTATOR]
    return all(plain(state.observe(seat)) == plain(other.observe(seat)) for seat in seats)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(50))
def test_the_end_is_the_same_dealt_again_and_set_up_again(seed: int):
    """A.1, 5A-39, 5A-43: which of the Jokers it is means nothing."""
    state = played(seed)
    game, rng = state.game, Rng(seed)
    for observer in (seed % state.seats, SPECTATOR):
        seen = state.observe(observer)
        dealt = game.redeal(seen, rng)
        assert plain(seen) == plain(dealt.observe(observer))
        for end in (state, dealt):
            assert alike(end, game.set_up(json.loads(json.dumps(plain(end.position())))))


@pytest.mark.parametrize("builds, left", [("build 2C", ("3C", "Jk")), ("build Jk", ("3C",))])
def test_a_stolen_joker_that_is_shown_is_no_longer_remembered_in_hand(
    builds: str, left: tuple[str, ...]
):
    """5A-39, 5A-43, 5A-74: thief and victim remember one Joker, whichever it is."""
    match = five_ages(
        3, round=5, hand={0: "2C 3C Jk"}, civ={1: "4C 4D 4H Jk"}, steals=[(3, 4)],
        options={"jokers": 3},
    )  # fmt: skip
    lay(match, "2C attack W")
    no_trade(match)
    build(match, {0: builds})
    assert ("over", left) == (at(match).phase, seat_at(match, 0, observer=1).known)
