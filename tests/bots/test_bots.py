"""Bots play every game from observations, reproducibly, and `easy` is no `random`."""

from __future__ import annotations

import pytest

from microciv.bots import levels, make_bot
from microciv.core.errors import BadOption
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.games import catalogue, open_game
from microciv.laws.play import length, random_move
from microciv.study.matches import Lineup
from tests.bots.hurry import SIMPLE, hurried, thinking
from tests.laws.cases import CASES, Case

pytestmark = pytest.mark.heavy


def play(case: Case, wishes: list[str], seed: int) -> Match:
    """A match of bots."""
    game = case.open()
    match = Match(game, seed)
    bots = [make_bot(level, game, seat, 100 * seed + seat) for seat, level in enumerate(wishes)]
    while match.to_act():
        for seat in match.to_act():
            match.play(seat, bots[seat].choose(match.observe(seat)).text)
    return match


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_level_plays_every_game_to_its_end(case: Case) -> None:
    """Only legal moves: the referee would refuse others; and it ranks every seat."""
    seats = case.open().seats
    for level in SIMPLE:
        if level in levels(case.game):
            match = play(case, [level] * seats, seed=1)
            assert "over" == match.observe(0).phase
            assert [*range(seats)] == sorted([one for place in match.ranking() for one in place])


@pytest.mark.parametrize("case", [case for case in CASES if thinking(case.game)], ids=str)
def test_who_thinks_finds_legal_moves_in_every_game(case: Case) -> None:
    """Asked now and then in a match of random moves, under all options; and asked again, with the
    same seed, it finds the same.
    """
    game = case.open()
    match, rng = Match(game, 3), Rng(3)
    names, every = thinking(case.game), 6 * length(game)
    while match.to_act():
        for seat in match.to_act():
            seen = match.observe(seat)
            if rng.below(every):
                match.play(seat, random_move(match, seat, rng).text)
                continue
            level = names[rng.below(len(names))]
            move = hurried(level, game, seat, 7).choose(seen)
            assert move is hurried(level, game, seat, 7).choose(seen)
            match.play(seat, move.text)


@pytest.mark.parametrize("game", catalogue())
def test_the_same_seed_plays_the_same_match(game: str) -> None:
    """A bot's only chance is its seed."""
    case = Case(game, {"seats": 4})
    for level in [level for level in levels(game) if level in SIMPLE]:
        once, again, other = [play(case, [level] * 4, seed).record() for seed in (1, 1, 2)]
        assert once == again
        assert once.moves != other.moves


@pytest.mark.parametrize("case", [case for case in CASES if "easy" in levels(case.game)], ids=str)
def test_a_choice_follows_from_the_observation_alone(case: Case) -> None:
    """In a re-dealt state that looks the same, the same bot does the same."""
    game = case.open()
    match, rng = Match(game, 5), Rng(5)
    every = length(game)
    bots = [make_bot("easy", game, seat, 7) for seat in range(game.seats)]
    while match.to_act():
        for seat in match.to_act():
            seen = match.observe(seat)
            if rng.below(every):
                match.play(seat, bots[seat].choose(seen).text)
                continue
            again = game.redeal(seen, rng).observe(seat)
            move = make_bot("easy", game, seat, 7).choose(seen)
            assert move is make_bot("easy", game, seat, 7).choose(again)
            match.play(seat, move.text)


@pytest.mark.parametrize("seats, leaders", [(3, True), (4, True), (6, True), (4, False)])
def test_easy_wins_much_more_than_its_share_against_random(seats: int, leaders: bool) -> None:
    """100 matches each, the seat going round; at random it would win a share of them."""
    case = Case("5x", {"seats": seats, "leaders": leaders})
    wins = 0.0
    for seed in range(100):
        own = seed % seats
        match = play(case, ["easy" if seat == own else "random" for seat in range(seats)], seed)
        first = match.ranking()[0]
        wins += (own in first) / len(first)
    assert wins > 1.75 * 100 / seats


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    """So that a wish can be corrected."""
    with pytest.raises(BadOption, match="no bot 'genius' for 5x; there are random, easy"):
        make_bot("genius", open_game("5x", {"seats": 3}), 0, 0)
    assert ["random", "medium", "hard", "expert"] == levels("goofspiel")


def test_a_game_without_a_policy_has_a_search_that_beats_chance() -> None:
    """Whoever adds a game gets opponents for nothing."""
    game = open_game("goofspiel", {"seats": 2})
    lineup = Lineup(game, ["hard", "random"])
    wins = [lineup.play(seed).places == [1, 2] for seed in range(20)]
    assert sum(wins) >= 14
