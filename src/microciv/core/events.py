"""What happened, as typed numbers; who may know which of them; and tasks still to be done."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import SEAT_BIT, Seat

HIDDEN: Final = -1  # in the place of a part that the hearer may not know
CARD_PARTS: Final = ("card", "left", "right", "given", "wanted", "replaced")
"""Names of parts that are cards, in any game: redacted by who knows, read by name."""

Parts: TypeAlias = tuple[int, int, int]
Heard: TypeAlias = tuple[str, Parts]  # an event as one seat heard it: name of its kind, parts


@final
class EventKind:
    """The name of an event and what its parts are: EventKind("passed", ("giver", "card"))."""

    def __init__(self, name: str, parts: tuple[str, ...] = ()) -> None:
        self.name = name
        self.parts = parts


@final
@mypyc_attr(acyclic=True)  # spares the collector millions of them
class Event:
    """Something that happened; `hide` marks the parts (1, 2, 4) that only `audience` knows."""

    def __init__(self, kind: EventKind, a: int, b: int, c: int, audience: int, hide: int) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c
        self.audience = audience
        self.hide = hide

    def seen_by(self, seat: Seat) -> Parts:
        """The parts as this seat heard them: HIDDEN where it may not know."""
        if self.hide == 0 or self.audience & SEAT_BIT[seat]:
            return self.a, self.b, self.c
        return (
            HIDDEN if self.hide & 1 else self.a,
            HIDDEN if self.hide & 2 else self.b,
            HIDDEN if self.hide & 4 else self.c,
        )


@final
@mypyc_attr(acyclic=True)
class Task:
    """Something still to be done, in plain numbers that everybody knows."""

    def __init__(self, kind: int, seat: Seat = -1, item: int = -1) -> None:
        self.kind = kind
        self.seat = seat
        self.item = item
