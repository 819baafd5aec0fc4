"""What people leave at a table by the day for decisions to come, and what is told of it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from microciv.server.wire.messages import Count, MoveText, MoveView, PartWord, Request, Struct

MOST_ORDERS: Final = 40
MOST_WISHES: Final = 30


class OrderWish(Request, frozen=True, kw_only=True):
    """What to answer for me to a question, once it is asked: step by step the first of the wishes
    that can be played then.
    """

    phase: PartWord  # the question
    round: Count = 0  # in which it applies; 0: in every one
    when: PartWord = ""  # under which condition, one of those in `OrdersView.terms`; empty: none
    wishes: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_WISHES)]


class LeaveOrders(Request, frozen=True, kw_only=True):
    """My orders from now on, in place of all before: the first that gives a whole answer gives it.
    None: all are withdrawn.
    """

    match: Count
    orders: Annotated[list[OrderWish], Meta(max_length=MOST_ORDERS)]


class OrderView(Struct, frozen=True, kw_only=True):
    """An order that stands."""

    phase: str  # the question
    round: int  # in which it applies; 0: in every one
    when: str  # under which condition; empty: none
    wishes: list[MoveView]


class UsedOrder(Struct, frozen=True, kw_only=True):
    """An answer that my orders gave."""

    decision: int
    phase: str  # the question
    round: int  # in which it was asked
    moves: list[MoveView]


class OrdersView(Struct, frozen=True, kw_only=True):
    """My orders at a table; nobody else is told of them."""

    match: int
    terms: dict[str, list[str]]  # by question, the conditions there are; none: no orders here
    orders: list[OrderView]
    used: list[UsedOrder]
