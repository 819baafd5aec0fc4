"""Orders: answers that a seat gives beforehand to questions that are still to come.

An order is data. What it answers follows only from what its seat sees: never from others' cards or
sealed answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.errors import IllegalMove
from microciv.core.frozen import Frozen
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation, State
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.core.game import Game

MOST_STEPS: Final = 64
"""The most steps in an answer given by an order; no answer of a person has more."""


@final
@dataclass(frozen=True)
class Order(Frozen):
    """What a seat answers to a question, once it is asked."""

    phase: str  # the question
    round: int  # in which it applies; 0 for every round
    when: str  # a condition on each wish, from `Game.order_terms`; "" for none
    wishes: tuple[str, ...]  # moves as text, the most wanted first


@final
@dataclass(frozen=True)
class LeftOrder(Frozen):
    """An order of a match that is over, and whether it was ever used."""

    seat: Seat
    order: Order
    used: bool


def check_order(game: Game, order: Order) -> None:
    """Refuse an order that could never answer anything.

    :raises IllegalMove: if the game has no such phase, condition or move; the message says what was
        expected.
    """
    terms = game.order_terms()
    if not terms:
        raise IllegalMove(t("{game} takes no orders", game=game.about.title))
    if order.phase not in terms:
        why = t(
            "expected one of {allowed}, not {given}",
            allowed=", ".join(terms),
            given=repr(order.phase),
        )
        raise IllegalMove(f"phase: {why}")
    known = terms[order.phase]
    if order.when and order.when not in known:
        given = repr(order.when)
        if known:
            why = t(
                "expected one of {allowed}, or none, not {given}",
                allowed=", ".join(known),
                given=given,
            )
        else:
            why = t("expected none, not {given}", given=given)
        raise IllegalMove(f"when: {why}")
    for wish in order.wishes:
        if game.moves.find(wish) is None:
            raise IllegalMove(f"wishes: {t('no such move: {given}', given=repr(wish))}")


def known_left(game: Game, left: tuple[LeftOrder, ...]) -> list[LeftOrder]:
    """The orders that are possible in this game. Others are dropped, as a record may come from
    anywhere.
    """
    known: list[LeftOrder] = []
    for one in left:
        try:
            check_order(game, one.order)
        except IllegalMove:
            continue
        if one.seat < game.seats:
            known.append(one)
    return known


def ordered(game: Game, state: State, seat: Seat, orders: list[Order]) -> list[Move]:
    """The steps of the complete answer given by the first of these orders that can give one; empty
    if none can. Answers are tried on a copy.
    """
    for order in orders:
        steps = carried_out(game, state, seat, order)
        if steps:
            return steps
    return []


def carried_out(game: Game, state: State, seat: Seat, order: Order) -> list[Move]:
    """The steps of the complete answer that the order gives; empty if it gives none. Each step is
    the first wish that is then legal and meets the condition.
    """
    seen = state.observe(seat)
    if order.phase != seen.phase or order.round not in (0, round_of(seen)):
        return []
    copy = state.clone()
    copy.hush()
    sets = copy.sets
    steps: list[Move] = []
    while len(steps) < MOST_STEPS:
        step = most_wanted(game, seen, order)
        if step is None:
            return []
        steps.append(step)
        copy.apply(seat, step)
        if copy.sets != sets or seat not in copy.to_act:
            return steps
        seen = copy.observe(seat)
    return []


def most_wanted(game: Game, seen: Observation, order: Order) -> Move | None:
    """The first wish that is legal now and meets the condition; None if there is none."""
    for wish in order.wishes:
        move = game.moves.find(wish)
        if move is not None and move in seen.legal:  # noqa: SIM102  # the condition comes last
            if not order.when or game.holds(seen, order, move):
                return move
    return None


def round_of(seen: Any) -> int:  # noqa: ANN401  # an observation of any game
    """The round in an observation; 0 in a game that does not count rounds."""
    return int(getattr(seen, "round", 0))
