"""King-making: does a seat that can no longer win decide which of the others wins?"""

from __future__ import annotations

from typing import Final, NamedTuple

from microciv.bots.bulk.playouts import bot_seed, next_step, play_policies
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import State

MOST: Final = 6
"""At most this many of a choice's legal moves are tried, evenly spaced in their list."""


class Moment(NamedTuple):
    """A match before a choice: its state, and its bots' generators by seat."""

    state: State
    rngs: list[Rng]


def decided(game: Game, seed: int, policies: list[Policy], seated: list[Policy]) -> bool:
    """Was there a kingmaker: a seat that wins with none of the moves tried at its last choice,
    while who wins depends on which of them it makes? After each move the same policies play on,
    with the same random numbers. `policies` are all policies, `seated` those by seat.
    """
    for seat, moment in last_choices(game, seed, policies, seated).items():
        legal = moment.state.legal(seat)
        tried = legal[:: -(-len(legal) // MOST)]
        winners = {after(moment, seat, move, policies, seated) for move in tried}
        if len(winners) > 1 and not any(seat in won for won in winners):
            return True
    return False


def last_choices(
    game: Game, seed: int, policies: list[Policy], seated: list[Policy]
) -> dict[Seat, Moment]:
    """By seat, the last moment of the match at which it had more than one legal move."""
    state = game.deal(seed)
    state.hush()
    for policy in policies:
        policy.begin(state)
    rngs = [Rng(bot_seed(seed, seat)) for seat in range(game.seats)]
    last: dict[Seat, Moment] = {}
    while state.to_act:
        choosing = [seat for seat in state.to_act if len(state.legal(seat)) > 1]
        if choosing:
            moment = Moment(state.clone(), [rng.clone() for rng in rngs])
            last.update(dict.fromkeys(choosing, moment))
        state.apply_all([next_step(seated[seat], state, seat, rngs[seat]) for seat in state.to_act])
    return last


def after(
    moment: Moment, seat: Seat, move: Move, policies: list[Policy], seated: list[Policy]
) -> tuple[Seat, ...]:
    """The seats that win if this seat makes this move."""
    state = moment.state.clone()
    rngs = [rng.clone() for rng in moment.rngs]
    for policy in policies:
        policy.begin(state)
    moves = [
        move if other == seat else next_step(seated[other], state, other, rngs[other])
        for other in state.to_act
    ]
    state.apply_all(moves)
    play_policies(state, seated, rngs)
    return tuple([other for other, place in enumerate(state.places()) if place == 1])
