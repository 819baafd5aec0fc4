"""What a seat that is out of time answers: a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
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
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

LAST_WORDS: Final = (DONE, PEACE, FIGHT, PASS, WAIVE)
DEAR: Final = 100
WITH_OTHERS: Final = 10


def absent(game: CivCardGame, seen: CivCardGameObservation) -> Move:
    """Buy nothing, attack nobody, block nothing; lose and discard what is of least use. What the
    seat has begun itself is brought to an end.
    """
    legal, box = seen.legal, game.box
    for move in LAST_WORDS:
        if move in legal:
            return move
    if seen.phase in ("cull", "discard"):
        return min(legal, key=lambda move: use_of_card(box, seen, move))
    if seen.phase == "yield":
        return min(legal, key=lambda move: population_on(seen, move))
    if seen.phase in ("breach", "raze", "vacate"):
        return min(legal, key=lambda move: price_of(box, move))
    if seen.phase == "repel":
        return max(legal, key=lambda move: harm_of(box, move))
    return legal[len(legal) // 2] if seen.stage == "collect" else legal[0]


def use_of_card(box: Box, seen: CivCardGameObservation, move: Move) -> int:
    """Of a card of the hand, for a seat that will be back: blockers and goods are kept, then what
    is cheap to build; the second card of a name is worth less.
    """
    assert isinstance(move, Named)
    card = move.card
    worth = DEAR - box.cost[card]
    if box.is_unit(card):
        worth = DEAR * len(box.rows[card].blocks) // 2
    elif box.is_goods(card):
        return DEAR + sum(box.yields[card])
    elif box.is_wonder(card):
        worth += WITH_OTHERS  # a point
    copies = len([name for name in seen.hand if box.card[name] == card])
    return worth // 2 if copies > 1 else worth


def population_on(seen: CivCardGameObservation, move: Move) -> int:
    """On the plot that the move names: where there is least, it is bought back for least."""
    assert isinstance(move, Number)
    return seen.table[seen.seat].plots[move.number - 1].population


def price_of(box: Box, move: Move) -> int:
    """Of the building that is lost."""
    assert isinstance(move, Standing)
    return box.cost[move.card]


def harm_of(box: Box, move: Move) -> int:
    """How many instructions the unit has."""
    assert isinstance(move, Named)
    return len(box.damage[move.card])
