"""What is suggested follows from what a seat sees, and is good."""

from __future__ import annotations

import pytest

from bench.following import TABLES, followed
from microciv.bots.advice import Adviser, Budget
from microciv.bots.suggesting import suggested
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games import open_game

pytestmark = pytest.mark.heavy

SUGGESTING = ["civ-builder", "civ-card-game"]


def game_of(name: str) -> Game:
    return open_game(name, {"seats": TABLES[name][-1]})


@pytest.mark.parametrize("name", TABLES)
def test_what_is_suggested_is_a_whole_answer(name: str):
    """To its end; where only a search is good, nothing."""
    game = game_of(name)
    match = Match(game, 3)
    phases = set()
    while match.to_act() and len(match.record().moves) < 100:
        seen = match.observe(match.to_act()[0])
        steps = suggested(game, seen)
        assert bool(steps) == (name in SUGGESTING)
        before = match.set_number()
        if not steps:
            match.play(seen.seat, seen.legal[0].text)
            continue
        phases.add(seen.phase)
        for step in steps:
            match.play(seen.seat, step.text)
        assert match.set_number() > before or seen.seat not in match.to_act()
    assert name not in SUGGESTING or len(phases) > 3


@pytest.mark.parametrize("name", SUGGESTING)
def test_what_a_seat_cannot_see_changes_nothing(name: str):
    """Whatever others hold and whatever is to come, the same is suggested: it does not flicker."""
    game = game_of(name)
    match, looked = Match(game, 5), 0
    while looked < 10:
        seen = match.observe(match.to_act()[0])
        steps = suggested(game, seen)
        if len(seen.legal) > 1:
            looked += 1
            other = game.redeal(seen, Rng(looked)).observe(seen.seat)
            assert (seen, steps) == (other, suggested(game, other))
        match.answer(seen.seat, *[move.text for move in steps])


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
        Adviser(game, Budget(100), seed).weigh(seen, suggested(game, seen)).loss()
        for seed, seen in enumerate(questions(game, 20))
    ]
    assert sum(lost) / len(lost) <= 0.02


def questions(game: Game, most: int) -> list[Observation]:
    """With a choice, of a match in which all take what is suggested."""
    match, found = Match(game, 7), list[Observation]()
    while match.to_act() and len(found) < most:
        seen = match.observe(match.to_act()[0])
        if len(seen.legal) > 1:
            found.append(seen)
        match.answer(seen.seat, *[move.text for move in suggested(game, seen)])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_who_follows_every_suggestion_beats_easy(name: str):
    """In a few matches; how often in the long run, `bench/following.py` says."""
    assert followed(name, TABLES[name][0], 10, first=100).share() >= 0.6
