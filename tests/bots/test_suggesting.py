"""What is suggested follows from what a seat sees, and is good."""

from __future__ import annotations

import pytest

from bench.following import TABLES, followed
from microciv.bots.advice import Adviser
from microciv.bots.suggesting import Suggester
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.games import open_game

SUGGESTING = ["civ-builder", "civ-card-game"]


def game_of(name: str) -> Game:
    return open_game(name, {"seats": TABLES[name][-1]})


@pytest.mark.parametrize("name", TABLES)
def test_what_is_suggested_is_a_whole_answer(name: str):
    """To its end, step by step as well as at once; where only a search is good, nothing."""
    game = game_of(name)
    match, suggester = Match(game, 3), Suggester(game)
    phases = set()
    while match.owing() and len(match.record().moves) < 300:
        seen = match.observe(match.owing()[0])
        suggested = suggester.suggest(seen)
        assert bool(suggested) == (name in SUGGESTING)
        before = match.set_number()
        if len(seen.legal) == 1 or not suggested:
            match.play(seen.seat, seen.legal[0].text)
            continue
        phases.add(seen.phase)
        match.play(seen.seat, suggested[0].text)
        for place, step in enumerate(suggested[1:], start=1):
            again = suggester.suggest(match.observe(seen.seat))
            assert len(again) >= len(suggested) - place or step is again[0]
            match.play(seen.seat, step.text)
        assert match.set_number() > before or seen.seat not in match.owing()
    assert name not in SUGGESTING or len(phases) > 3


@pytest.mark.parametrize("name", SUGGESTING)
def test_what_a_seat_cannot_see_changes_nothing(name: str):
    """Whatever others hold and whatever is to come, the same is suggested: it does not flicker."""
    game = game_of(name)
    match, suggester, policy = Match(game, 5), Suggester(game), Adviser(game).policy
    looked = 0
    while match.owing() and looked < 40:
        seen = match.observe(match.owing()[0])
        if len(seen.legal) > 1:
            looked += 1
            found = [usual_answer(policy, seen, Rng(seed)) for seed in range(3)]
            assert found == [suggester.suggest(seen)] * 3
        match.answer(seen.seat, *[move.text for move in suggester.suggest(seen)])


def test_nothing_is_suggested_to_who_is_not_asked():
    game = game_of("civ-card-game")
    match = Match(game, 1)
    waiting = next(seat for seat in range(game.seats) if seat not in match.owing())
    assert () == Suggester(game).suggest(match.observe(waiting))


@pytest.mark.heavy
@pytest.mark.parametrize("name", TABLES)
def test_who_follows_every_suggestion_beats_easy(name: str):
    """More often than not by far; how often in the long run, `bench/following.py` says."""
    assert followed(name, TABLES[name][0], 10, first=100).share() >= 0.6
