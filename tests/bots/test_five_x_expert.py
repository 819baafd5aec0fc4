"""`expert` of 5X: what its network sees, and where it plays by it."""

from __future__ import annotations

import pytest

from microciv import open_game
from microciv.bots import make_bot
from microciv.bots.heuristics.five_x import learned, network
from microciv.bots.player import Player
from microciv.bots.searcher import Searcher
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, picked
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import about
from microciv.games.five_x.moves import MOVES as ALL_MOVES
from microciv.games.five_x.policy.inputs import seen_of
from microciv.games.five_x.policy.learned import MAY_CHANGE
from microciv.games.five_x.policy.network import MOVES, Network
from microciv.games.five_x.rules.state import FiveXState
from microciv.laws.blind import check_pick
from microciv.laws.telling import Broken

TABLES = [3, 4, 5, 6]


def decisions(game: Game, seed: int) -> list[tuple[State, Seat]]:
    """Copies of what it met in a match with itself, with more than one legal move."""
    policy, state, rng = learned(game), game.deal(seed), Rng(seed)
    met: list[tuple[State, Seat]] = []
    while state.to_act:
        seat = state.to_act[0]
        if len(state.legal(seat)) > 1:
            met.append((state.clone(), seat))
        state.apply(seat, picked(policy, state, seat, rng))
    return met


@pytest.mark.parametrize("seats", TABLES)
def test_it_uses_only_what_its_seat_knows(seats: int) -> None:
    """Law *blind*, at each of its decisions of a few matches."""
    game, rng, looks = open_game("5x", seats=seats), Rng(seats), 0
    for seed in range(4):
        for state, seat in decisions(game, seed):
            check_pick(game, learned, state, seat, rng)
            looks += 1
    assert looks > 100


def test_the_law_would_find_that_it_peeks() -> None:
    game = open_game("5x", seats=3)

    class Peeking(Policy):
        def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
            return learned(game).pick(state, (seat + 1) % 3, legal, rng)

    def look() -> None:
        for seed in range(9):
            for state, seat in decisions(game, seed):
                check_pick(game, Peeking, state, seat, Rng(seed))

    with pytest.raises(Broken, match="sees more than its seat"):
        look()


def test_of_a_rival_it_sees_what_lies_open_and_how_many_leaders_are_hidden() -> None:
    """A re-deal gives other leaders to the rivals, and it sees the same."""
    game, differ = open_game("5x", seats=4), 0
    for state, seat in decisions(game, 5):
        other = game.redeal(state.observe(seat), Rng(7))
        assert isinstance(state, FiveXState)
        assert isinstance(other, FiveXState)
        for rival in range(4):
            assert sorted(seen_of(state, rival, seat)) == sorted(seen_of(other, rival, seat))
            differ += state.hand_of(rival) != other.hand_of(rival)
    assert differ


@pytest.mark.parametrize("seats", TABLES)
def test_it_beats_easy_bots(seats: int) -> None:
    """Every second seat has one of each; it takes two thirds of the wins or more."""
    game, wins = open_game("5x", seats=seats), 0.0
    for seed in range(30):
        match = Match(game, seed)
        bots = [
            make_bot("expert" if (seat + seed) % 2 else "easy", game, seat, seed + seat)
            for seat in range(seats)
        ]
        while match.to_act():
            seat = match.to_act()[0]
            match.play(seat, bots[seat].choose(match.observe(seat)).text)
        first = [seat for seat, place in enumerate(match.places()) if place == 1]
        wins += sum((seat + seed) % 2 for seat in first) / len(first)
    assert wins / 30 > 2 / 3


def test_where_options_change_the_game_it_searches() -> None:
    """What it has learned holds for the printed numbers and rulings, and the leaders by count."""
    assert isinstance(make_bot("expert", open_game("5x", seats=5), 0, 0), Player)
    same = {
        "recommit_until_group_complete": False,
        "show_known_hands": False,
        "auto_min_sole_bid": False,
    }
    assert {*same, "seats"} == {*MAY_CHANGE}
    assert isinstance(make_bot("expert", open_game("5x", seats=4, **same), 0, 0), Player)
    for change in ({"leaders": False}, {"rounds": 6}, {"wonder_g": 5.0}, {"leader_pool": "all15"}):
        bot = make_bot("expert", open_game("5x", seats=4, **change), 0, 0)
        assert isinstance(bot, Searcher)
        assert bot.budget.iterations == 1_000
    assert about("5x").advisers[0] == "hard"  # so hints still come from a search


def test_a_bid_beyond_what_it_has_met_is_none_of_its_moves() -> None:
    """Riches never come in training: it bids at most 24, and the least that is legal if that is
    more.
    """
    game = open_game("5x", seats=3)
    bids = [move for move in ALL_MOVES if move.text.startswith("bid ")]
    assert bids[23].index == MOVES - 1
    state = next(state for state, _seat in decisions(game, 1) if game.phases[state.phase] == "bid")
    seat, policy = state.to_act[0], learned(game)
    for seed in range(50):
        assert policy.pick(state, seat, bids, Rng(seed)).index < MOVES
        assert policy.pick(state, seat, bids[100:], Rng(seed)) is bids[100]


def test_layers_of_another_size_are_refused() -> None:
    whole = network()
    with pytest.raises(ValueError, match="second: expected 8256 weights, not 8255"):
        Network(whole.rival, whole.first, whole.second[1:], whole.move)
