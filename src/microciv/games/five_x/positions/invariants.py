"""What every position of 5X must obey (D): the last checks when one is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import plus, size
from microciv.core.fields import Fields
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Seat
from microciv.games.five_x.cards import ACTION, BASICS, EXCAVATE, EXPAND, LETTERS, NAMES, NO_CARD
from microciv.games.five_x.cards import DIDO as DIDO_CARD
from microciv.games.five_x.rules.auction import highest_unique
from microciv.games.five_x.rules.excavation import legal_digs
from microciv.games.five_x.rules.exploration import didos_seat
from microciv.games.five_x.rules.leaders import selection_group
from microciv.games.five_x.rules.phases import BID, DIDO, DIG, IN_STACK, OVER, PASS, PHASES, SELECT
from microciv.games.five_x.rules.selection import next_group
from microciv.games.five_x.rules.setup import LEADERS_EACH
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


def rounds_over(state: FiveXState, phase: int) -> int:
    """How many rounds are cleaned up."""
    return state.round if phase == OVER else state.round - 1


def check_phase(state: FiveXState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """The cards in play, the round and the bids must suit what is asked."""
    game = state.game
    if phase == PASS:
        if not game.pool or state.round != 1:
            fields.fail("phase", t("leaders are passed before round 1 only (5X-11)"))
        for seat, row in enumerate(rows):
            if size(state.hand_of(seat) & game.leaders) != LEADERS_EACH:
                row.fail("hand", t("expected {n} leaders to choose from (5X-10)", n=LEADERS_EACH))
    if phase == OVER and state.round != game.rounds:
        last = game.rounds
        fields.fail("round", t("the match is over after round {round} (5X-14)", round=last))
    for seat, row in enumerate(rows):
        played = state.played[seat]
        if played != NO_CARD and phase in (OVER, PASS):
            row.fail("played", t("no card is in play in phase '{phase}'", phase=PHASES[phase]))
        if played == NO_CARD and phase in (BID, DIDO, DIG):
            row.fail("played", t("expected the card of round {round}", round=state.round))
        check_passed(state, row, seat, phase)
    if phase == SELECT:
        check_groups(state, rows)
    if phase == DIG:
        check_auction(state, rows)


def check_hand(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """At most two leaders, and no fewer cards than the rounds leave (INV-6, INV-8)."""
    field = "hand" if row.has("hand") else "leaders"
    card, hand = state.played[seat], state.hand_of(seat)
    held = hand if card == NO_CARD else plus(hand, card)
    if size(held & state.game.leaders) > LEADERS_EACH:
        row.fail(field, t("at most {n} leaders are in a hand (5X-100)", n=LEADERS_EACH))
    over = rounds_over(state, phase)
    first = BASICS + (LEADERS_EACH if state.game.pool else 0)
    if size(held) < first - over:
        row.fail(
            field,
            t(
                "{n} cards, but at least {least} are left (5X-98)",
                n=size(held),
                least=first - over,
            ),
        )


def check_passed(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """A leader passed went to the left, and both know it while it stays there (5X-13)."""
    leader = state.passed[seat]
    if leader == NO_CARD:
        return
    left = (seat + 1) % state.seats
    if phase == PASS:
        row.fail("passed", t("nothing has been passed yet"))
    if leader in state.passed[:seat]:
        row.fail("passed", t("{card} was passed by another seat", card=NAMES[leader]))
    if state.zones.has(state.game.aside, leader):
        row.fail("passed", t("{card} is at no seat, so it was not dealt", card=NAMES[leader]))
    for other in range(state.seats):
        if state.zones.has(other, leader) and state.zones.known[leader] != EVERYBODY:
            if other != left:
                row.fail(
                    "passed",
                    t("{card} is not with the left neighbour (5X-11)", card=NAMES[leader]),
                )
            state.zones.known[leader] |= SEAT_BIT[seat]


def check_groups(state: FiveXState, rows: list[Fields]) -> None:
    """Groups are revealed whole, the earlier ones first (5X-21 to 23)."""
    waiting = next_group(state)
    if not waiting:
        rows[0].fail("played", t("all cards are revealed: expected phase bid, dido or dig"))
    group = selection_group(state.previous[waiting[0]])
    for seat, row in enumerate(rows):
        if state.played[seat] != NO_CARD and selection_group(state.previous[seat]) >= group:
            row.fail(
                "played", t("seat {seat} selects earlier or together (5X-20)", seat=waiting[0])
            )


def check_auction(state: FiveXState, rows: list[Fields]) -> None:
    """Who has built the current Wonder must have won it, or be Dido's player (5X-46, 82)."""
    builder = state.owner[state.current()]
    bidders = [seat for seat, bid in enumerate(state.bids) if bid]
    expanders = state.players_of(EXPAND)
    if bidders and highest_unique(state, bidders) != (NOBODY if builder == IN_STACK else builder):
        rows[bidders[0]].fail(
            "bid", t("these bids give the current Wonder to another seat (5X-46)")
        )
    dido = not expanders and state.played[builder] == DIDO_CARD
    if builder >= 0 and builder not in expanders and not dido:
        letter = LETTERS[state.current()]
        rows[builder].fail(
            "wonders", t("{letter} is won with Expand or built by Dido (5X-71)", letter=letter)
        )


def askable(state: FiveXState, fields: Fields, phase: int) -> list[Seat]:
    """Who is asked in this phase; somebody must be."""
    everybody = list(range(state.seats))
    asked: list[Seat] = everybody
    if phase == SELECT:
        asked = next_group(state)
    elif phase == BID:
        asked = [seat for seat in state.players_of(EXPAND) if can_bid(state, seat)]
    elif phase in (DIDO, DIG):
        asked = [seat for seat in everybody if may_answer(state, seat, phase)]
    if not asked:
        fields.fail(
            "phase", t("nobody has anything to choose in phase '{phase}'", phase=PHASES[phase])
        )
    return asked


def can_bid(state: FiveXState, seat: Seat) -> bool:
    """Does the seat hold its minimum (5X-42)?"""
    return state.resources[seat] >= state.game.sheet.least_bid[state.played[seat]]


def may_answer(state: FiveXState, seat: Seat, phase: int) -> bool:
    """Would the rules ask this seat in step 4 or 5?"""
    if phase == DIDO:
        return didos_seat(state) == seat
    return ACTION[state.played[seat]] == EXCAVATE and len(legal_digs(state, seat)) > 0
