"""Trading as bounded offers (CB-24 to CB-30, f): in each pass everybody may make one proposal, to
one player or to all; it is accepted, declined, or met by one counter-offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.events import Task
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat, goes_on
from microciv.games.civ_builder.cards import KINDS
from microciv.games.civ_builder.events import (
    CHOSE_NOBODY,
    COUNTERED,
    DECLINED,
    ENDED,
    GAVE,
    NOBODY_WILLING,
    PROPOSED,
    PROPOSED_ALL,
    SHUT_OUT,
)
from microciv.games.civ_builder.moves import (
    ACCEPT,
    ANY,
    COUNTER,
    DECLINE,
    DONE,
    FOR,
    GIVES,
    OFFERS,
    PASS,
    WANTS,
    WITHS,
    Named,
    seat_of,
)
from microciv.games.civ_builder.rules.phases import (
    ANSWER,
    CHOOSE,
    OFFER,
    OFFER_TASK,
    PASS_TASK,
    PASSED_TASK,
    REPLY,
    TRADED_TASK,
)
from microciv.games.civ_builder.rules.privileges import look_again
from microciv.hidden.bags import NONE, ONE, Bag, Kind, holds, kinds_in, merged, moves_in, size
from microciv.hidden.memory import HOLD, SWAP

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.rules.state import CivBuilderState

PHASES: Final[tuple[int, ...]] = (OFFER, ANSWER, REPLY, CHOOSE)
TASKS: Final[tuple[int, ...]] = (PASS_TASK, OFFER_TASK, PASSED_TASK, TRADED_TASK)

# Why trade has ended:
NO_OFFERS: Final = 1  # in a whole pass
ALL_PASSES: Final = 2
ALL_WAIT: Final = 3
NO_TICKS: Final = 4
NO_TRADERS: Final = 5


@final
@mypyc_attr(acyclic=True)
class Deal:
    """An offer: `seat` gives some cards to `other`, or to any one who is willing, for others."""

    def __init__(self, seat: Seat, other: Seat, given: Bag, wanted: Bag) -> None:
        self.seat = seat
        self.other = other
        self.given = given
        self.wanted = wanted


NO_DEAL: Final = Deal(NOBODY, NOBODY, NONE, NONE)


# --- the phase


def begin_trade(state: CivBuilderState) -> None:
    """Open the phase, if the table trades by offers (BA-13)."""
    state.trading = True
    look_again(state)
    state.schedule([Task(PASS_TASK, -1, 1), Task(TRADED_TASK)])


def end_trade(state: CivBuilderState) -> None:
    """No exchanges from here on (CB-30)."""
    state.trading = False
    state.pass_number = 0
    state.proposed = False
    look_again(state)


def begin_pass(state: CivBuilderState, number: int) -> None:
    """In order, everybody may make one proposal."""
    state.pass_number = number
    state.proposed = False
    state.schedule([*[Task(OFFER_TASK, seat) for seat in state.order], Task(PASSED_TASK)])


def end_pass(state: CivBuilderState) -> None:
    """A pass in which everybody passes ends the phase."""
    if not state.proposed:
        state.tell(ENDED, NO_OFFERS)
    elif state.pass_number == state.game.passes:
        state.tell(ENDED, ALL_PASSES)
    else:
        state.schedule([Task(PASS_TASK, -1, state.pass_number + 1)])


# --- proposing


def partners(state: CivBuilderState, seat: Seat) -> list[Seat]:
    """With whom the seat could trade, as far as everybody can see."""
    hands = state.hands
    gifts = state.game.gifts and not state.game.equal
    if hands[seat] == NONE and not gifts:
        return []
    all_but_empty = hands[seat] == NONE or not gifts
    return [
        other
        for other, hand in enumerate(hands)
        if other != seat and not (all_but_empty and hand == NONE)
    ]


def ask_offer(state: CivBuilderState, seat: Seat) -> None:
    if partners(state, seat):
        state.ask_one(OFFER, seat)
    else:
        state.tell(SHUT_OUT, seat)


def legal_offers(state: CivBuilderState, seat: Seat) -> list[Move]:
    """A partner or pass, then the terms (BD-03 to BD-05)."""
    steps = state.answers[seat]
    if steps:
        return legal_terms(state, seat, seat_of(steps[0]), steps)
    others = partners(state, seat)
    moves = [OFFERS[other] for other in others]
    if len(others) > 1:
        moves.append(OFFERS[ANY])
    moves.append(PASS)
    return moves


@final
@mypyc_attr(acyclic=True)
class Terms:
    """The terms of an offer as far as its steps go (CB-25). The first step is for whom it is."""

    def __init__(self, game: CivBuilderGame, hand: Bag, most_held: int, hands: list[Bag]) -> None:
        self.game = game
        self.most_held = most_held
        """How many cards somebody has whom it is for."""
        self.hands = hands
        """And which cards, if the proposer sees them: it asks for what is there. Else empty."""
        self.most = min(game.most_offered, size(hand))
        """How many cards can be given."""
        if game.equal:
            self.most = min(self.most, most_held)
        self.steps: tuple[Move, ...] = ()
        """Those that have been taken in."""
        self.seat = NOBODY
        self.asked_in = NOBODY
        """The decision set, if they are a seat's that is asked now."""
        self.given: Bag = NONE
        self.wanted: Bag = NONE
        self.giving = True
        self.done = False
        self.wantable: list[Kind] = NO_KINDS
        """Of which kinds another card may be wanted, when nothing more is given."""
        self.said_for = False

    def take_in(self, steps: tuple[Move, ...]) -> None:
        for index in range(len(self.steps), len(steps)):
            step = steps[index]
            if step is FOR:
                self.said_for = True
            elif step is DONE:
                self.done = True
            elif isinstance(step, Named):
                if step.verb == "give":
                    self.given += ONE[step.kind]
                else:
                    self.wanted += ONE[step.kind]
        self.steps = steps
        self.giving = not self.said_for and size(self.given) < self.most
        if not self.giving and not self.done:
            self.wantable = self.wantable_now()
            self.done = not self.wantable

    def are_of(self, seat: Seat, asked_in: int) -> bool:
        """Are they those of this seat, in this decision set?"""
        return self.seat == seat and self.asked_in == asked_in

    def may_stop_giving(self) -> bool:
        """Is what is given enough? A gift asks for nothing, or gives nothing."""
        if self.given != NONE:
            return True
        return self.game.gifts and not self.game.equal and self.most_held > 0

    def wantable_now(self) -> list[Kind]:
        """Of which kinds another card may be wanted, as far as the proposer can see."""
        given, wanted = size(self.given), size(self.wanted)
        if wanted == self.game.most_offered or (self.game.equal and wanted == given):
            return NO_KINDS
        if not self.hands:
            return ALL_KINDS if wanted < self.most_held else NO_KINDS
        least = given if self.game.equal else 0
        there = NONE
        for hand in self.hands:
            if size(hand) >= least and holds(hand, self.wanted):
                there = merged(there, hand - self.wanted)
        return kinds_in(there)

    def may_be_done(self) -> bool:
        return may_be_offered(self.game, size(self.given), size(self.wanted))


def may_be_offered(game: CivBuilderGame, given: int, wanted: int) -> bool:
    """May an offer give and want this many cards (CB-25)?"""
    if game.equal and given != wanted:
        return False
    return (given > 0 and wanted > 0) or (game.gifts and given + wanted > 0)


NO_KINDS: Final[list[Kind]] = []
ALL_KINDS: Final[list[Kind]] = list(range(KINDS))


def terms_of(state: CivBuilderState, seat: Seat, other: Seat, steps: tuple[Move, ...]) -> Terms:
    """The terms that these steps of the seat's answer have come to; worked out step by step, as
    nothing that they depend on changes while the set is open.
    """
    terms = state.terms
    if terms is not None and terms.are_of(seat, state.sets):
        if terms.steps is steps:
            return terms
        if not goes_on(terms.steps, steps):
            terms = None  # some were taken back
    else:
        terms = None
    if terms is None:
        terms = state.terms = new_terms(state, seat, other)
        terms.seat, terms.asked_in = seat, state.sets
    terms.take_in(steps)
    return terms


def new_terms(state: CivBuilderState, seat: Seat, other: Seat) -> Terms:
    held = state.hands
    sees = state.viewers & SEAT_BIT[seat] != 0
    if other != ANY:
        hands = [held[other]] if sees else NO_HANDS
        return Terms(state.game, held[seat], size(held[other]), hands)
    hands = [hand for one, hand in enumerate(held) if one != seat]
    most_held = 0
    for hand in hands:
        most_held = max(most_held, size(hand))
    return Terms(state.game, held[seat], most_held, hands if sees else NO_HANDS)


NO_HANDS: Final[list[Bag]] = []


def legal_terms(
    state: CivBuilderState, seat: Seat, other: Seat, steps: tuple[Move, ...]
) -> list[Move]:
    """What else is given, or wanted."""
    terms = terms_of(state, seat, other, steps)
    if terms.giving:
        moves = moves_in(state.hands[seat] - terms.given, GIVES)
        if terms.may_stop_giving():
            moves.append(FOR)
        return moves
    moves = [WANTS[kind] for kind in terms.wantable]
    if terms.may_be_done():
        moves.append(DONE)
    return moves


def closes_terms(state: CivBuilderState, seat: Seat, other: Seat) -> bool:
    return terms_of(state, seat, other, state.answers[seat]).done


def closes_offer(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    return move is PASS or closes_terms(state, seat, seat_of(state.answers[seat][0]))


def propose(state: CivBuilderState, seat: Seat) -> None:
    """Put the proposal to the partner, or to all who have cards."""
    steps = state.answers[seat]
    if steps[0] is PASS:
        return
    state.proposed = True
    other = seat_of(steps[0])
    terms = terms_of(state, seat, other, steps)
    state.deal = Deal(seat, other, terms.given, terms.wanted)
    if other == ANY:
        state.tell(PROPOSED_ALL, seat)
        state.note(HOLD, seat, -1, terms.given, 0, EVERYBODY)
        state.ask(ANSWER, partners(state, seat))
    else:
        state.tell(PROPOSED, seat, other)
        state.note(HOLD, seat, -1, terms.given, 0, SEAT_BIT[seat] | SEAT_BIT[other])
        state.ask_one(ANSWER, other)


# --- answering


def legal_answers(state: CivBuilderState, seat: Seat) -> list[Move]:
    """Accept, if all that is asked for is there (CB-28); decline; counter (BD-06)."""
    steps = state.answers[seat]
    deal = state.deal
    if steps and steps[0] is COUNTER:
        return legal_terms(state, seat, deal.seat, steps)
    moves: list[Move] = []
    if holds(state.hands[seat], deal.wanted):
        moves.append(ACCEPT)
    moves.append(DECLINE)
    if deal.other != ANY and seat in partners(state, deal.seat):
        moves.append(COUNTER)
    return moves


def closes_answer(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    """A counter-offer needs its terms."""
    if move is ACCEPT or move is DECLINE:
        return True
    return closes_terms(state, seat, state.deal.seat)


def answer(state: CivBuilderState, asked: list[Seat]) -> None:
    """Carry out, drop, or turn round the proposal."""
    deal = state.deal
    if deal.other == ANY:
        collect_the_willing(state, asked)
        return
    state.deal = NO_DEAL
    seat = deal.other
    steps = state.answers[seat]
    if steps[0] is ACCEPT:
        carry_out(state, deal)
    elif steps[0] is DECLINE:
        state.tell(DECLINED, seat, deal.seat)
    else:
        assert steps[0] is COUNTER
        terms = terms_of(state, seat, deal.seat, steps)
        state.deal = Deal(seat, deal.seat, terms.given, terms.wanted)
        state.tell(COUNTERED, seat, deal.seat)
        state.note(HOLD, seat, -1, terms.given, 0, SEAT_BIT[seat] | SEAT_BIT[deal.seat])
        state.ask_one(REPLY, deal.seat)


def collect_the_willing(state: CivBuilderState, asked: list[Seat]) -> None:
    """One is taken at once; among several the proposer chooses."""
    deal = state.deal
    state.deal = NO_DEAL
    willing = [seat for seat in asked if state.answers[seat][0] is ACCEPT]
    for seat in willing:  # who is willing holds what is wanted
        state.note(HOLD, seat, -1, deal.wanted, 0, SEAT_BIT[deal.seat])
    if not willing:
        state.tell(NOBODY_WILLING, deal.seat)
    elif len(willing) == 1:
        carry_out(state, Deal(deal.seat, willing[0], deal.given, deal.wanted), public=True)
    else:
        state.deal = deal
        state.willing = willing
        state.ask_one(CHOOSE, deal.seat)


def legal_choices(state: CivBuilderState) -> list[Move]:
    """One of the willing, or nobody after all."""
    return [*[WITHS[seat] for seat in state.willing], DECLINE]


def choose(state: CivBuilderState) -> None:
    deal = state.deal
    move = state.answers[deal.seat][0]
    state.deal = NO_DEAL
    state.willing = []
    if move is DECLINE:
        state.tell(CHOSE_NOBODY, deal.seat)
    else:
        carry_out(state, Deal(deal.seat, seat_of(move), deal.given, deal.wanted), public=True)


def legal_replies(state: CivBuilderState, seat: Seat) -> list[Move]:
    """To a counter-offer there is no other (BD-07)."""
    return [ACCEPT, DECLINE] if holds(state.hands[seat], state.deal.wanted) else [DECLINE]


def reply(state: CivBuilderState) -> None:
    deal = state.deal
    state.deal = NO_DEAL
    if state.answers[deal.other][0] is ACCEPT:
        carry_out(state, deal)
    else:
        state.tell(DECLINED, deal.other, deal.seat)


def carry_out(state: CivBuilderState, deal: Deal, public: bool = False) -> None:
    """The cards change hands at once, for good (CB-26). The two know them, and so does everybody
    whose the offer was; others their number.
    """
    seat, other = deal.seat, deal.other
    knows = EVERYBODY if public else SEAT_BIT[seat] | SEAT_BIT[other] | state.viewers
    state.hands[seat] += deal.wanted - deal.given
    state.hands[other] += deal.given - deal.wanted
    state.note(SWAP, seat, other, deal.given, deal.wanted, knows)
    state.whisper_cards(knows, GAVE, seat, other, deal.given)
    state.whisper_cards(knows, GAVE, other, seat, deal.wanted)


# --- the chapter


def legal(state: CivBuilderState, seat: Seat) -> list[Move]:
    phase = state.phase
    if phase == OFFER:
        return legal_offers(state, seat)
    if phase == ANSWER:
        return legal_answers(state, seat)
    return legal_replies(state, seat) if phase == REPLY else legal_choices(state)


def closes(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    if state.phase == OFFER:
        return closes_offer(state, seat, move)
    return state.phase != ANSWER or closes_answer(state, seat, move)


def settle(state: CivBuilderState, asked: list[Seat]) -> None:
    phase = state.phase
    if phase == OFFER:
        propose(state, asked[0])
    elif phase == ANSWER:
        answer(state, asked)
    elif phase == REPLY:
        reply(state)
    else:
        choose(state)


def perform(state: CivBuilderState, task: Task) -> None:
    """A pass of offers, one offer of it, or the end of either."""
    kind = task.kind
    if kind == OFFER_TASK:
        ask_offer(state, task.seat)
    elif kind == PASS_TASK:
        begin_pass(state, task.item)
    elif kind == PASSED_TASK:
        end_pass(state)
    else:
        end_trade(state)
