"""Thefts in a position: which are still to be used, and what one makes its victim owe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.fields import Fields, none_of
from microciv.core.lists import any_of
from microciv.core.moves import SEAT_BIT, Seat
from microciv.games.civ_card_game.boxes import Box
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.rules.phases import CULL, DISCARD, SURRENDER
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState

MOST_DUE: Final = 99  # cards to discard, resources to give up


def thefts_of(state: CivCardGameState, seat: Seat) -> list[Card]:
    """All that a seat has with a theft, used or not."""
    box = state.game.box
    owned = state.realms[seat].owned()
    return [card for card in owned if box.card_thefts[card] or box.thefts[card]]


def set_up_powers(state: CivCardGameState, seat: Seat, row: Fields) -> None:
    """Which thefts are still to be used (CI-13): by default all, but for the one that a victim is
    giving in to; where they work on purchase or never (CA-26) the one that waits.
    """
    box = state.game.box
    thefts, turn = thefts_of(state, seat), seat == state.turn
    usual = thefts[:]
    if state.game.at_once:
        usual = state.pending if turn else []
    elif turn and state.phase == SURRENDER:
        used = [card for card in thefts if box.thefts[card]][:1]
        usual = [card for card in thefts if card not in used] + used * (
            len([card for card in thefts if card in used]) - 1
        )
    state.realms[seat].powers = read_powers(box, row, thefts, usual)


def read_powers(box: Box, row: Fields, thefts: list[Card], usual: list[Card]) -> list[Card]:
    """Those of these thefts that the document names."""
    if not row.has("powers"):
        return usual
    powers: list[Card] = []
    left = thefts[:]
    for at, name in enumerate(row.listed("powers", "cards")):
        if name not in box.names_of(left):
            row.fail(f"powers[{at}]", none_of(", ".join(box.names_of(left)), name))
        powers.append(box.card[str(name)])
        left.remove(powers[-1])
    return powers


def set_up_due(state: CivCardGameState, turn: Fields) -> int:
    """How much a discard or a surrender is about: it follows, and may be said."""
    due = dues(state)
    value = turn.number("due", 0, MOST_DUE, due[0])
    if value not in due:
        turn.fail("due", another_due(state, any_of([str(n) for n in sorted(set(due))]), value))
    return value


def dues(state: CivCardGameState) -> list[int]:
    """What may be owed (CC-10, CC-56, CC-103); 0 if nobody can owe any."""
    if state.phase == CULL:
        return [state.game.settled.opening_discards]
    if state.phase == DISCARD:
        more = state.game.culture_draws if state.cultured & SEAT_BIT[state.turn] else 0
        return [state.game.cards_discarded + more]
    if state.phase != SURRENDER:
        return [0]
    due: list[int] = []
    unused = state.realms[state.turn].powers[:]
    for card in thefts_of(state, state.turn):
        if card in unused:
            unused.remove(card)
        elif state.game.box.thefts[card]:
            due.append(state.game.box.thefts[card])
    return due or [0]


def another_due(state: CivCardGameState, wanted: str, given: int) -> str:
    """What is said of something else than is owed."""
    if state.phase == CULL:
        return t(
            "expected {wanted}, not {given}: the opening discards (CC-10)",
            wanted=wanted,
            given=given,
        )
    if state.phase == DISCARD:
        return t(
            "expected {wanted}, not {given}: {usual}, and {more} for Highest Culture (CC-103)",
            wanted=wanted,
            given=given,
            usual=state.game.cards_discarded,
            more=state.game.culture_draws,
        )
    if state.phase == SURRENDER:
        return t(
            "expected {wanted}, not {given}: what the card steals (CC-56)",
            wanted=wanted,
            given=given,
        )
    return t(
        "expected {wanted}, not {given}: it is for discards and surrenders",
        wanted=wanted,
        given=given,
    )
