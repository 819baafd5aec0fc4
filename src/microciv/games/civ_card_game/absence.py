"""What a seat that is out of time answers: a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.civ_card_game.cards import PRINTED, is_goods, is_unit, is_wonder
from microciv.games.civ_card_game.moves import (
    DONE,
    FIGHT,
    PASS,
    PEACE,
    WAIVE,
    Named,
    Number,
    Standing,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.observation import CivCardGameObservation

LAST_WORDS: Final = (DONE, PEACE, FIGHT, PASS, WAIVE)
DEAR: Final = 100
WITH_OTHERS: Final = 10


def absent(seen: CivCardGameObservation) -> Move:
    """Buy nothing, attack nobody, block nothing; lose and discard what is of least use. What the
    seat has begun itself is brought to an end.
    """
    legal = seen.legal
    for move in LAST_WORDS:
        if move in legal:
            return move
    if seen.phase in ("cull", "discard"):
        return min(legal, key=lambda move: use_of_card(seen, move))
    if seen.phase == "yield":
        return min(legal, key=lambda move: population_on(seen, move))
    if seen.phase in ("breach", "raze", "vacate"):
        return min(legal, key=price_of)
    if seen.phase == "repel":
        return max(legal, key=harm_of)
    return legal[len(legal) // 2] if seen.stage == "collect" else legal[0]


def use_of_card(seen: CivCardGameObservation, move: Move) -> int:
    """Of a card of the hand, for a seat that will be back: blockers and goods are kept, then what
    is cheap to build; the second card of a name is worth less.
    """
    assert isinstance(move, Named)
    row = PRINTED[move.card]
    worth = DEAR - row.cost
    if is_unit(move.card):
        worth = DEAR * len(row.blocks) // 2
    elif is_goods(move.card):
        return DEAR + row.F + row.H + row.C
    elif is_wonder(move.card):
        worth += WITH_OTHERS  # a point
    return worth // 2 if seen.hand.count(row.name) > 1 else worth


def population_on(seen: CivCardGameObservation, move: Move) -> int:
    """On the plot that the move names: where there is least, it is bought back for least."""
    assert isinstance(move, Number)
    return seen.table[seen.seat].plots[move.number - 1].population


def price_of(move: Move) -> int:
    """Of the building that is lost."""
    assert isinstance(move, Standing)
    return PRINTED[move.card].cost


def harm_of(move: Move) -> int:
    """How many instructions the unit has."""
    assert isinstance(move, Named)
    return len(PRINTED[move.card].damage)
