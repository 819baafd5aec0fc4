"""What is suggested follows from what a seat sees, and is good."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from bench.following import TABLES, followed
from microciv.bots.advice import Adviser, Budget
from microciv.bots.suggesting import suggested
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games import open_game

pytestmark = pytest.mark.heavy

SUGGESTING: Final = ["civ-builder", "civ-card-game"]
STEPS: Final = 100


def game_of(name: str) -> Game:
    return open_game(name, {"seats": TABLES[name][-1]})


@cache
def followed_through(name: str) -> list[tuple[Observation, tuple[Move, ...], bool]]:
    """The first hundred steps of a match in which all take what is suggested: what is asked, what
    is suggested, and whether that is a whole answer. Suggestions take time: all tests share these.
    """
    match, found = Match(game_of(name), 3), []
    while match.to_act() and len(match.record().moves) < STEPS:
        seen, before = match.observe(match.to_act()[0]), match.set_number()
        steps = suggested(match.game, seen)
        for move in steps or seen.legal[:1]:
            match.play(seen.seat, move.text)
        whole = match.set_number() > before or seen.seat not in match.to_act()
        found.append((seen, steps, whole))
    return found


def choices(name: str, most: int) -> list[tuple[Observation, tuple[Move, ...]]]:
    """The first questions that leave a choice, and what is suggested."""
    asked = [(seen, steps) for seen, steps, _ in followed_through(name) if len(seen.legal) > 1]
    assert len(asked) >= most
    return asked[:most]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_suggested_is_a_whole_answer(name: str):
    """To its end; where only a search is good, nothing."""
    for _seen, steps, whole in followed_through(name):
        assert bool(steps) == (name in SUGGESTING)
        assert whole or not steps
    phases = {seen.phase for seen, _, _ in followed_through(name)}
    assert name not in SUGGESTING or len(phases) > 3


@pytest.mark.parametrize("name", SUGGESTING)
def test_what_a_seat_cannot_see_changes_nothing(name: str):
    """Whatever others hold and whatever is to come, the same is suggested: it does not flicker."""
    game = game_of(name)
    for seed, (seen, steps) in enumerate(choices(name, 10)):
        other = game.redeal(seen, Rng(seed)).observe(seen.seat)
        assert (seen, steps) == (other, suggested(game, other))


def test_nothing_is_suggested_to_who_is_not_asked():
    game = game_of("civ-card-game")
    match = Match(game, 1)
    waiting = next(seat for seat in range(game.seats) if seat not in match.to_act())
    assert () == suggested(game, match.observe(waiting))


@pytest.mark.parametrize("name", SUGGESTING)
def test_what_is_suggested_is_as_good_as_what_a_hint_says(name: str):
    """Another look, in other worlds, finds hardly anything better."""
    game = game_of(name)
    lost = [
        Adviser(game, Budget(100), seed).weigh(seen, steps).loss()
        for seed, (seen, steps) in enumerate(choices(name, 20))
    ]
    assert sum(lost) / len(lost) <= 0.02


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_who_follows_every_suggestion_beats_easy(name: str):
    """In a few matches; how often in the long run, `bench/following.py` says."""
    assert followed(name, TABLES[name][0], 10, first=100).share() >= 0.6
