"""What a seat that is out of time answers: a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import LEADER
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
)
from microciv.games.civ_builder.policy.play import CivBuilderPolicy

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

HARMLESS: Final = (DRAW, PASS, DECLINE, STOP, KEEP)


def absent(game: CivBuilderGame, seen: CivBuilderObservation) -> Move:
    """Draw; trade, accept and meld nothing; use an action only if that takes no choice. What it
    discards, and what it takes of the cards that it looks at, is what the policy would choose.
    """
    legal = seen.legal
    if seen.answer and seen.phase in ("offer", "answer", "market"):
        return of_half_an_offer(legal)
    for move in HARMLESS:
        if move in legal:
            return READY if move is PASS and READY in legal else move
    if seen.phase == "act":
        return USE if USE in legal and seen.action != "Gov" else last_word(legal)
    if seen.phase in ("discard", "study") or (seen.phase == "exchange" and DONE not in legal):
        return usual_answer(CivBuilderPolicy(game), seen, Rng(0), 1)[0]
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
