"""Points and places (B.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.games.five_x.cards import LETTERS

if TYPE_CHECKING:
    from microciv.core.moves import Seat
    from microciv.games.five_x.rules.state import FiveXState


def halves_of(state: FiveXState, seat: Seat) -> int:
    """A point for every 3 resources and those of the Wonders, counted in halves (5X-106)."""
    halves = 2 * (state.resources[seat] // state.game.sheet.resources_a_point)
    for wonder, owner in enumerate(state.owner):
        if owner == seat:
            halves += state.game.wonders[wonder].halves
    return halves


def places(state: FiveXState) -> list[int]:
    """Most points first (5X-107); ties to the earliest Wonder (5X-108), so to one who has any
    (5X-109); what is then still equal shares its place (5X-110, 111).
    """
    keys = [sort_key(state, seat) for seat in range(state.seats)]
    in_order = sorted(keys)
    return [1 + in_order.index(key) for key in keys]


def sort_key(state: FiveXState, seat: Seat) -> tuple[int, int, int]:
    """Smaller is better: points, earliest letter, and by ruling what is left over (A-20)."""
    earliest = state.owner.index(seat) if seat in state.owner else len(LETTERS)
    leftover = 0
    if state.game.leftovers_count:
        leftover = state.resources[seat] % state.game.sheet.resources_a_point
    return -halves_of(state, seat), earliest, -leftover
