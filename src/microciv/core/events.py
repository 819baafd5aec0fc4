"""Events, with typed parts that may be hidden from some seats; and tasks still to be done."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import SEAT_BIT, Seat

HIDDEN: Final = -1  # in place of a part that the hearer may not know
# The types of parts:
NUMBER: Final = 0
SEAT: Final = 1
CARD: Final = 2  # hidden from seats that may not know it; clients get its name

Parts: TypeAlias = tuple[int, int, int]
Heard: TypeAlias = tuple[str, Parts]  # an event as one seat heard it: its name and parts


@final
class EventKind:
    """A kind of event: its name, and the types of its parts, of which it has at most three, as in
    `EventKind("passed", giver=SEAT, card=CARD)`.
    """

    def __init__(self, name: str, **parts: int) -> None:
        self.name = name
        self.parts = tuple(parts)
        self.seats = tuple([of == SEAT for of in parts.values()])
        """For each part, is it a seat?"""
        self.cards = tuple([of == CARD for of in parts.values()])
        """For each part, is it a card?"""
        self.secret = sum([2**index for index, is_card in enumerate(self.cards) if is_card])
        """A mask of the parts (1, 2, 4) that are cards."""


def card_parts(kinds: list[EventKind]) -> set[str]:
    """The names of the parts of these events that are cards."""
    return {
        part
        for kind in kinds
        for part, is_card in zip(kind.parts, kind.cards, strict=True)
        if is_card
    }


@final
@mypyc_attr(acyclic=True)  # so the garbage collector need not look at millions of them
class Event:
    """Something that happened. Only the seats in the mask `audience` learn the cards in it."""

    def __init__(self, kind: EventKind, a: int, b: int, c: int, audience: int) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c
        self.audience = audience

    def seen_by(self, seat: Seat) -> Parts:
        """The parts as this seat heard them; HIDDEN in place of cards that it may not know."""
        secret = self.kind.secret
        if secret == 0 or self.audience & SEAT_BIT[seat]:
            return self.a, self.b, self.c
        return (
            HIDDEN if secret & 1 else self.a,
            HIDDEN if secret & 2 else self.b,
            HIDDEN if secret & 4 else self.c,
        )


@final
@mypyc_attr(acyclic=True)
class Task:
    """Something still to be done, in numbers that are public."""

    def __init__(self, kind: int, seat: Seat = -1, item: int = -1) -> None:
        self.kind = kind
        self.seat = seat
        self.item = item
