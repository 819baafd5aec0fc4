"""What happened, as typed numbers; who may know which of them; and tasks still to be done."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import SEAT_BIT, Seat

HIDDEN: Final = -1  # instead of a part that the hearer may not know
NUMBER: Final = 0  # what a part of an event is
SEAT: Final = 1
CARD: Final = 2  # hidden from seats that may not know it, read by its name

Parts: TypeAlias = tuple[int, int, int]
Heard: TypeAlias = tuple[str, Parts]  # an event as one seat heard it: name of its kind, parts


@final
class EventKind:
    """The name of an event and what its parts are: EventKind("passed", giver=SEAT, card=CARD)."""

    def __init__(self, name: str, **parts: int) -> None:
        self.name = name
        self.parts = tuple(parts)
        self.seats = tuple([of == SEAT for of in parts.values()])
        """Of each part: is it a seat?"""
        self.cards = tuple([of == CARD for of in parts.values()])
        """Of each part: is it a card?"""
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
@mypyc_attr(acyclic=True)  # spares the collector millions of them
class Event:
    """Something that happened; the cards in it are known to `audience` alone."""

    def __init__(self, kind: EventKind, a: int, b: int, c: int, audience: int) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c
        self.audience = audience

    def seen_by(self, seat: Seat) -> Parts:
        """The parts as this seat heard them: HIDDEN where it may not know."""
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
    """Something still to be done, in plain numbers that everybody knows."""

    def __init__(self, kind: int, seat: Seat = -1, item: int = -1) -> None:
        self.kind = kind
        self.seat = seat
        self.item = item
