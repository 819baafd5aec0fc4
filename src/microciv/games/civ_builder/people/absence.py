"""What a seat that is out of time answers: a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.civ_builder.cards import DISASTER, KIND, LEADER
from microciv.games.civ_builder.moves import (
    DECLINE,
    DONE,
    DRAW,
    FOR,
    KEEP,
    PASS,
    READY,
    SKIP,
    STOP,
    USE,
    WANTS,
    Named,
)

if TYPE_CHECKING:
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

HARMLESS: Final = (DRAW, PASS, DECLINE, STOP, KEEP)


def absent(seen: CivBuilderObservation) -> Move:
    """Draw, trade nothing, accept nothing, meld nothing, use an action only if that takes no
    choice, and part with what is least of use.
    """
    legal = seen.legal
    if seen.answer and seen.phase in ("offer", "answer", "market"):
        return of_half_an_offer(legal)
    for move in HARMLESS:
        if move in legal:
            return READY if move is PASS and READY in legal else move
    if seen.phase == "act":
        return USE if USE in legal and seen.action != "Gov" else last_word(legal)
    if seen.phase in ("discard", "exchange", "study"):
        return least_useful(seen, legal) if seen.phase == "discard" else most_useful(seen, legal)
    return last_word(legal)


def of_half_an_offer(legal: tuple[Move, ...]) -> Move:
    """It has to be made now: give no more, and want what nobody is likely to part with."""
    if FOR in legal:
        return FOR
    leader = WANTS[LEADER]
    return leader if leader in legal else legal[0]


def last_word(legal: tuple[Move, ...]) -> Move:
    """No more, if that can be said."""
    for move in (SKIP, DONE):
        if move in legal:
            return move
    return legal[0]


def least_useful(seen: CivBuilderObservation, legal: tuple[Move, ...]) -> Move:
    """A Disaster, else a card of which there are fewest."""
    hand = seen.hand
    worst = legal[0]
    for move in legal:
        assert isinstance(move, Named)
        if move.kind == DISASTER:
            return move
        assert isinstance(worst, Named)
        if hand.count(name_of(move)) < hand.count(name_of(worst)):
            worst = move
    return worst


def most_useful(seen: CivBuilderObservation, legal: tuple[Move, ...]) -> Move:
    """Done, if that can be said; else a card of which there are most in hand already."""
    if DONE in legal:
        return DONE
    best = legal[0]
    for move in legal:
        if seen.hand.count(name_of(move)) > seen.hand.count(name_of(best)):
            best = move
    return best


def name_of(move: Move) -> str:
    name = str(move.parts().get("card", ""))
    return name if name in KIND else ""
