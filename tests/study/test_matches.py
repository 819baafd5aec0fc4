"""Matches in bulk are the matches that a referee would have seen."""

from __future__ import annotations

import pytest

from microciv.bots.bulk.playouts import play_policies
from microciv.core.game import Game
from microciv.core.match import replay
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import catalogue, open_game, policies
from microciv.study.matches import Lineup

LINEUPS = [(name, level) for name in catalogue() for level in policies(name)]


def lineup(name: str, level: str) -> Lineup:
    """Everybody plays alike."""
    game = open_game(name, {})
    return Lineup(game, [level] * game.seats)


@pytest.mark.parametrize("name, level", LINEUPS)
def test_a_record_of_bulk_play_replays_to_the_same_end(name: str, level: str) -> None:
    """By the referee, who finds every move legal."""
    played = lineup(name, level)
    one = played.play(7, recorded=True)
    assert played.in_bulk()
    assert one.record is not None
    again = replay(played.game, one.record)
    assert [] == again.to_act()
    assert (one.scores, one.places) == (again.scores(), again.places())
    assert one.plies == len(again.record().moves)
    assert one.record == again.record()


@pytest.mark.parametrize("name, level", LINEUPS)
def test_a_seed_is_a_match(name: str, level: str) -> None:
    """Whatever was played before it."""
    first, other = lineup(name, level), lineup(name, level)
    other.play(5)
    assert first.play(6) == other.play(6)._replace(game=first.game)


def test_a_level_that_searches_sits_at_a_table() -> None:
    """It gets observations; with it, so do all."""
    game = open_game("5x", {"seats": 3})
    mixed = Lineup(game, ["random", "medium", "random"])
    assert not mixed.in_bulk()
    played = mixed.play(3, recorded=True)
    assert played.record is not None
    assert played.places == replay(game, played.record).places()


class Peeking(Policy):
    """Says that it peeks, and is shown a re-deal."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.shown: list[State] = []

    def peeks(self, state: State, seat: Seat) -> bool:
        return True

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        self.shown.append(state)
        return legal[rng.below(len(legal))]


def test_a_policy_that_would_peek_never_sees_the_state() -> None:
    """It thinks in a world that is dealt for it."""
    game = open_game("5x", {"seats": 3})
    peeking, state = Peeking(game), game.deal(1)
    state.hush()
    play_policies(state, [peeking] * 3, [Rng(seat) for seat in range(3)])
    assert peeking.shown
    assert state not in peeking.shown
    assert [] == state.to_act
