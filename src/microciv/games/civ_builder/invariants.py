"""What every position of Civ Builder must obey (d): the last checks when one is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.bags import NONE, holds, size
from microciv.core.fields import Fields
from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    EQUESTRIAN,
    NAMES,
    ROUNDS,
    SCIENCE,
    SCIENCE_TAKES,
)
from microciv.games.civ_builder.ending import hand_limit
from microciv.games.civ_builder.market import BY_CLOCK, BY_OFFERS
from microciv.games.civ_builder.melds import may_go_on
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.phases import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DUMP,
    MARKET,
    MELD,
    OFFER,
    PHASES,
    PICK,
    REPLY,
    SIXTH,
    STUDY,
)
from microciv.games.civ_builder.privileges import is_top, tops
from microciv.games.civ_builder.trade import Deal, partners

if TYPE_CHECKING:
    from microciv.games.civ_builder.state import CivBuilderState


def is_points(value: object) -> bool:
    """Is it a number of victory points (BI-02)?"""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def tops_among(state: CivBuilderState, seats: list[Seat]) -> list[Seat]:
    """Which of these are top in Science."""
    scholars = tops(state, SCIENCE)
    return [seat for seat in seats if seat in scholars]


def check_end(state: CivBuilderState, fields: Fields, rows: list[Fields]) -> None:
    """After twelve rounds, no hand above its limit (BI-05, BI-15)."""
    if state.round != ROUNDS:
        fields.fail("round", f"the match is over after round {ROUNDS} (CB-09)")
    for seat, row in enumerate(rows):
        limit = hand_limit(state, seat)
        if size(state.hands[seat]) > limit:
            row.fail("hand", f"expected {limit} cards at most after the End phase (CB-79)")


def check_question(state: CivBuilderState, fields: Fields, phase: int, asked: list[Seat]) -> None:
    """Could the question be asked now?"""
    seat = asked[0] if asked else NOBODY
    if phase == PICK:
        check_picks(state, fields, seat)
    elif phase in (OFFER, ANSWER, REPLY, CHOOSE):
        check_offers(state, fields, phase, asked)
    elif phase == MARKET:
        if state.game.trade_mode != BY_CLOCK:
            fields.fail("phase", "this table has no market (CB-29)")
        if len(asked) < 2:
            fields.fail("trade.ready", "expected two seats at least that can trade")
    elif phase in (SIXTH, DUMP):
        check_privilege(state, fields, phase, seat)
    elif phase == MELD and not may_go_on(state, seat):
        fields.fail("asked", "this seat has no legal meld, so its turn is over (CB-49)")
    elif phase == STUDY and state.looked <= SCIENCE_TAKES:
        fields.fail("deck", "expected more than two cards to look at (CB-57)")
    elif phase == DISCARD and size(state.hands[seat]) <= hand_limit(state, seat):
        fields.fail("asked", "expected a seat with more cards than it may keep (CB-80)")


def check_privilege(state: CivBuilderState, fields: Fields, phase: int, seat: Seat) -> None:
    """A top who can use the privilege."""
    attribute, clause = (AGRICULTURE, "CB-19") if phase == SIXTH else (EQUESTRIAN, "CB-77")
    if not is_top(state, seat, attribute):
        fields.fail("asked", f"expected a top in {NAMES[attribute]} ({clause})")
    if phase == SIXTH and not state.can_draw():
        fields.fail("deck", "expected a card to draw (CB-22)")
    if phase == DUMP and state.hands[seat] == NONE and not state.game.empty_dump:
        fields.fail("asked", "expected a seat with cards to dump (CB-77)")


def check_picks(state: CivBuilderState, fields: Fields, seat: Seat) -> None:
    """Those before have picked, those from here on have not (CB-03); nothing is dealt yet."""
    place = state.order.index(seat)
    for at, other in enumerate(state.order):
        if (state.civs[other] >= 0) != (at < place):
            wanted = "one" if at < place else "none yet"
            fields.fail(f"table[{other}].civ", f"expected {wanted}: seat {seat} is picking")
        if state.hands[other] != NONE:
            fields.fail(f"table[{other}].hand", "no cards are dealt before the dice (CB-08)")


def check_offers(state: CivBuilderState, fields: Fields, phase: int, asked: list[Seat]) -> None:
    """A proposal that can be made, or one that can be answered."""
    if state.game.trade_mode != BY_OFFERS:
        fields.fail("phase", f"this table has no phase '{PHASES[phase]}' (CB-29)")
    deal = state.deal
    if phase == OFFER:
        if not partners(state, asked[0]):
            fields.fail("asked", "expected a seat that has somebody to trade with (CB-25)")
    elif phase == ANSWER:
        if deal.other != ANY and asked != [deal.other]:
            fields.fail("asked", f"expected seat {deal.other}, whom the offer is for")
    elif phase == REPLY:
        if deal.other == ANY or asked != [deal.other]:
            fields.fail("asked", "expected the seat that the counter-offer is for")
    else:
        if deal.other != ANY or asked != [deal.seat]:
            fields.fail("asked", "expected the seat that made an offer to all")
        if len(state.willing) < 2 or deal.seat in state.willing:
            fields.fail("trade.willing", "expected two other seats at least")
        for seat in state.willing:
            if not holds(state.hands[seat], deal.wanted):
                fields.fail("trade.willing", f"seat {seat} does not hold what is wanted (CB-28)")


def check_deal(state: CivBuilderState, fields: Fields, deal: Deal) -> None:
    """Both sides have cards, no more than the table allows, and the giver holds them (CB-25)."""
    if deal.seat == deal.other:
        fields.fail("target", "expected another seat")
    if deal.other != ANY and deal.other not in partners(state, deal.seat):
        fields.fail("target", "there is nothing to trade between these two (CB-25)")
    if not holds(state.hands[deal.seat], deal.given):
        fields.fail("given", f"seat {deal.seat} does not hold these cards (CB-28)")
    for name, bag in (("given", deal.given), ("wanted", deal.wanted)):
        if size(bag) > state.game.most_offered:
            fields.fail(name, f"expected {state.game.most_offered} cards at most (CB-25)")
        if bag == NONE and not state.game.gifts:
            fields.fail(name, "expected a card at least: there are no gifts (CB-25)")
    if deal.given == NONE and deal.wanted == NONE:
        fields.fail("given", "expected a card on one side at least")
    if state.game.equal and size(deal.given) != size(deal.wanted):
        fields.fail("wanted", "expected as many cards as are given (CB-25)")
