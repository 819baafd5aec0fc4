"""What everybody holds and scores, as anybody at the table can work it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import EventKind, Heard
from microciv.core.moves import Seat
from microciv.games.five_x.cards import Wonder
from microciv.games.five_x.events import BONUS, BUILT, EXPLOITED, EXPLORED, GRANTED, HIT, LOST, WON

if TYPE_CHECKING:
    from microciv.games.five_x.views.observation import FiveXObservation

INCOMES: Final[list[EventKind]] = [EXPLOITED, EXPLORED, GRANTED, BONUS]
PAYMENTS: Final[list[EventKind]] = [WON, LOST, BUILT]


def changes(heard: Heard) -> list[tuple[Seat, int]]:
    name, parts = heard
    if name == HIT.name:
        attacker, target, supply = parts
        return [(attacker, 1), (target, supply - 1)]  # 5X-35
    for kind in INCOMES:
        if kind.name == name:
            return [(parts[0], amount_of(kind, heard))]
    for kind in PAYMENTS:
        if kind.name == name:
            return [(parts[0], -amount_of(kind, heard))]
    return []


def amount_of(kind: EventKind, heard: Heard) -> int:
    return heard[1][kind.parts.index("amount")]


def sources(seen: FiveXObservation, wonders: tuple[Wonder, ...]) -> list[dict[str, int]]:
    """Each seat's points by where they come from, in halves, from what anybody can see."""
    halves = {wonder.letter: wonder.halves for wonder in wonders}
    rows: list[dict[str, int]] = []
    for seat in seen.table:
        built = sum([halves[letter] for letter in seat.wonders])
        rows.append({"wonders": built, "resources": seat.halves - built})
    return rows
