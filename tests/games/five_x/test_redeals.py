"""Re-deals: a world that a match could have come to, and that is a position like any other."""

from __future__ import annotations

import json

import pytest

from microciv import Match, Rng
from microciv.core.codec import plain
from microciv.games.five_x.cards import NAMES, NO_CARD
from microciv.games.five_x.rules.state import FiveXState
from tests.games.five_x.table import ALL15, ANYBODY, five_x, random_match

DEALS = range(40)


def redealt(match: Match, seat: int, seed: int) -> FiveXState:
    """A world that looks so from the seat."""
    state = match.game.redeal(match.observe(seat), Rng(seed))
    assert isinstance(state, FiveXState)
    return state


def given(match: Match, seat: int) -> list[set[str]]:
    """By giver, what may have been passed, as far as the seat's re-deals say."""
    found: list[set[str]] = [set() for _ in range(match.game.seats)]
    for seed in DEALS:
        for giver, leader in enumerate(redealt(match, seat, seed).passed):
            found[giver].add("" if leader == NO_CARD else NAMES[leader])
    return found


def check_position(match: Match, seat: int, seed: int) -> None:
    """Out into JSON and back: the same to every seat."""
    world = redealt(match, seat, seed)
    again = match.game.set_up(json.loads(json.dumps(plain(world.position()))))
    for other in (*range(match.game.seats), ANYBODY):
        assert world.observe(other) == again.observe(other)


@pytest.mark.parametrize("seats, seed", [(3, 1), (4, 2), (5, 3), (6, 4), (3, 5), (6, 6)])
def test_every_redeal_is_a_position(seats: int, seed: int):
    """INV-1 to INV-10, at every moment and at the end."""
    for number, match in enumerate(random_match(seed, seats, **ALL15)):
        for seat in (*range(seats), ANYBODY):
            check_position(match, seat, number)


BASICS = "exploit exterminate expand explore excavate"


@pytest.fixture
def carried() -> Match:
    """Seat 0 gave Qin to seat 1, from whose pile Caesar's player took him, and played him."""
    return five_x(
        [3] * 3,
        round=4,
        options=ALL15,
        hand={0: f"{BASICS} gandhi erik", 1: f"{BASICS} napoleon", 2: f"{BASICS} suleiman"},
        pile={2: "caesar qin"},
        passed={0: "qin", 1: "suleiman", 2: "erik"},
    )


@pytest.mark.parametrize("seat", [0, 1, 2, ANYBODY])
def test_a_leader_that_caesar_carried_on_was_passed_by_one_seat(carried: Match, seat: int):
    """5X-11, 5X-85: so the re-deal is a position."""
    for seed in DEALS:
        assert len(set(redealt(carried, seat, seed).passed)) == 3
        check_position(carried, seat, seed)


def test_a_carried_leader_began_where_one_is_missing(carried: Match):
    """5X-10, 5X-85: seat 1 has one leader, so Qin was the other; Caesar never leaves his player."""
    found = given(carried, ANYBODY)
    assert [0] == [giver for giver in range(3) if "qin" in found[giver]]
    assert [1] == [giver for giver in range(3) if "caesar" in found[giver]]


@pytest.mark.parametrize("passed", ["qin", "caesar", ""])
def test_a_position_that_no_match_comes_to_can_be_dealt_again(passed: str):
    """It is not checked whether a match could have led there: Qin passed, and nobody robbed."""
    match = five_x([3] * 3, round=4, options=ALL15, passed={0: passed}, pile={2: "caesar qin"})
    for seat in (0, 1, 2, ANYBODY):
        for seed in DEALS:
            check_position(match, seat, seed)
