"""The order of a round (CB-14 to CB-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import CULTURE, GOVERNMENT, RELIGION
from microciv.games.civ_builder.events import ORDERED, TIE_ROLL

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState


def find_order(state: CivBuilderState) -> None:
    """Descending Government; ties by Religion, Culture, dice. It stands for the round (CB-17)."""
    groups: dict[tuple[int, int, int], list[Seat]] = {}
    for seat in range(state.seats):
        key = (
            state.score(seat, GOVERNMENT),
            state.score(seat, RELIGION),
            state.score(seat, CULTURE),
        )
        groups.setdefault(key, []).append(seat)
    order: list[Seat] = []
    for key in sorted(groups, reverse=True):
        order += roll_off(state, groups[key])
    state.order = order
    for index, seat in enumerate(order):
        state.tell(ORDERED, seat, index + 1)


def roll_off(state: CivBuilderState, tied: list[Seat]) -> list[Seat]:
    """Those who are still equal roll, the highest first; equal rolls are rolled again (CB-16)."""
    if len(tied) == 1:
        return tied
    die = state.game.sheet.die
    rolls: list[list[Seat]] = [[] for _ in range(die + 1)]
    for seat in tied:
        pips = 1 + state.rng.below(die)
        state.tell(TIE_ROLL, seat, pips)
        rolls[pips].append(seat)
    order: list[Seat] = []
    for pips in range(die, 0, -1):
        if rolls[pips]:
            order += roll_off(state, rolls[pips])
    return order
