"""What learners are given as numbers: the same blocks always, of what a seat knows alone."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, open_game, set_up
from microciv.core.features import Block, Features
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.laws.play import decisions
from tests.laws.cases import CASES, Case

SEEDS = (1, 2)
SAMPLE = 7


def written(game: Game, seen: Observation) -> Features:
    features = Features()
    game.encode(seen, features)
    return features


def block(game: Game, seen: Observation, name: str) -> list[float]:
    """The numbers of one block."""
    features = written(game, seen)
    start = 0
    for found in features.blocks():
        if found.name == name:
            return features.values[start : start + found.size]
        start += found.size
    raise AssertionError(name)


@pytest.mark.heavy
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_observation_has_the_same_blocks_of_numbers_from_minus_one_to_one(case: Case):
    game = case.open()
    blocks: list[Block] = written(game, game.deal(0).observe(SPECTATOR)).blocks()
    assert len(blocks) == len({one.name for one in blocks})
    match, rng = Match(game, 3), Rng(3)
    for number, _ in enumerate(decisions(match, rng)):
        if number > 400:
            break
        if number % SAMPLE:
            continue
        for seat in (*range(game.seats), SPECTATOR):
            features = written(game, match.observe(seat))
            assert blocks == features.blocks()
            assert all(-1 <= value <= 1 for value in features.values)


@pytest.mark.parametrize("name", ["5-ages", "civ-builder", "civ-card-game"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_of_an_answer_can_be_seen(name: str, seed: int):
    """Else a policy could not tell where it is in its own answer."""
    game = open_game(name)
    match, rng = Match(game, seed), Rng(seed)
    steps = 0
    while match.owing() and steps < 60:
        seat = match.owing()[0]
        seen = match.observe(seat)
        number = match.set_number()
        before = written(game, seen).values
        match.play(seat, seen.legal[rng.below(len(seen.legal))].text)
        if seat in match.owing() and match.set_number() == number:
            steps += 1
            assert before != written(game, match.observe(seat)).values
    assert steps > 5


def test_the_observer_comes_first_and_knows_its_own_cards_by_name():
    position: dict[str, object] = {
        "game": "5x",
        "round": 3,
        "table": [
            {"resources": 6, "leaders": ["cleopatra"]},
            {"resources": 5, "leaders": ["tokugawa"]},
            {"resources": 4, "leaders": ["gandhi"]},
        ],
    }
    match = set_up(position)
    seen = match.observe(1)
    leaders = block(match.game, seen, "seat+0 known")
    assert 2 == sum(leaders)
    assert 1.0 == leaders[8]  # Tokugawa, the ninth of the fifteen
    assert 0 == sum(block(match.game, seen, "seat+1 known"))
    assert [0.5, 0.125] == block(match.game, seen, "seat+0 resources")
    assert [0.4, 0.1] == block(match.game, seen, "seat+1 resources")
    assert [0.6, 0.15] == block(match.game, seen, "seat+2 resources")


def test_who_knows_a_passed_leader_sees_it_in_the_other_hand():
    game = open_game("5x", seats=3)
    match = Match(game, 11)
    passed = [match.observe(seat).legal[0].text for seat in range(3)]
    for seat in range(3):
        match.play(seat, passed[seat])
    assert 1 == sum(block(game, match.observe(0), "seat+1 known"))
    assert 0 == sum(block(game, match.observe(0), "seat+2 known"))
    assert block(game, match.observe(0), "passed") == block(game, match.observe(1), "received")


def test_a_game_that_says_nothing_has_who_is_asked_what():
    game = open_game("goofspiel", seats=4)
    names = [one.name for one in written(game, game.deal(1).observe(2)).blocks()]
    assert ["phase", "asked", "seat", "steps"] == names
    assert [0, 0, 1, 0] == block(game, game.deal(1).observe(2), "seat")


def test_amounts_beyond_the_most_look_like_the_most():
    features = Features()
    features.part(7, 10)
    features.part(70, 10)
    features.part(-70, 10)
    features.names(("a", "a", "a", "z"), {"a": 0, "b": 1}, 2, 2)
    assert [0.7, 1.0, -1.0, 1.0, 0.0] == features.values
