"""Trading all at once, against the clock (BA-13): in each tick everybody may post an offer, take
one that stands, or take one back. At a table a tick is over as soon as anybody does, and the phase
after a few minutes at most (CB-29); where nobody counts minutes, after a number of ticks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat
from microciv.games.civ_builder.events import (
    ENDED,
    POSTED,
    READY,
    SHUT_OUT,
    TOO_LATE,
    UNPOSTED,
    VOID,
    WITHDREW,
)
from microciv.games.civ_builder.moves import (
    ACCEPTS,
    ANY,
    MOST_OPEN,
    OFFERS,
    PASS,
    WITHDRAWS,
    Against,
    Standing,
    seat_of,
)
from microciv.games.civ_builder.moves import READY as SAY_READY
from microciv.games.civ_builder.rules import trade
from microciv.games.civ_builder.rules.phases import MARKET
from microciv.games.civ_builder.rules.privileges import look_again
from microciv.games.civ_builder.rules.trade import (
    ALL_WAIT,
    NO_TICKS,
    NO_TRADERS,
    Deal,
    carry_out,
    legal_terms,
    partners,
    terms_of,
)
from microciv.hidden.bags import NONE, Bag, holds
from microciv.hidden.memory import HOLD

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

BY_OFFERS: Final = 0
BY_CLOCK: Final = 1
NO_TRADE: Final = 2


@final
@mypyc_attr(acyclic=True)
class Market:
    """What stands in the market. Never changed once it is shared: a tick makes another."""

    def __init__(self, ticks: int, ready: list[bool], offers: list[list[Deal]]) -> None:
        self.ticks = ticks
        """The number of the tick that is being answered; 0 when the market is shut."""
        self.ready = ready
        """By seat, does it want no more trade in this phase?"""
        self.offers = offers
        """By seat, what it offers."""


SHUT: Final = Market(0, [], [])


def begin_trade(state: CivBuilderState) -> None:
    """Open the Trade phase as the table trades."""
    if state.game.trade_mode == BY_OFFERS:
        trade.begin_trade(state)
    elif state.game.trade_mode == BY_CLOCK:
        state.trading = True
        look_again(state)
        seats = range(state.seats)
        next_tick(state, Market(0, [False for _seat in seats], [[] for _seat in seats]))


def next_tick(state: CivBuilderState, market: Market) -> None:
    """Ask all who still trade; who cannot is left out."""
    state.market = Market(market.ticks + 1, market.ready, market.offers)
    asked = traders(state)
    if state.market.ticks == 1:
        for seat in state.order:
            if seat not in asked:
                state.tell(SHUT_OUT, seat)
    if len(asked) < 2:
        close_market(state, NO_TRADERS)
    elif state.market.ticks > state.game.most_ticks:
        close_market(state, NO_TICKS)
    else:
        state.ask(MARKET, asked)


def traders(state: CivBuilderState) -> list[Seat]:
    """Who is not ready, and has somebody to trade with."""
    ready = state.market.ready
    return [
        seat
        for seat in range(state.seats)
        if not ready[seat] and any([not ready[other] for other in partners(state, seat)])
    ]


def close_market(state: CivBuilderState, why: int) -> None:
    """Open offers are void."""
    state.market = SHUT
    state.tell(ENDED, why)
    trade.end_trade(state)


def is_for(deal: Deal, seat: Seat) -> bool:
    """May the seat take the offer, or at least read it?"""
    return seat in (deal.seat, deal.other) or deal.other == ANY


def legal_market(state: CivBuilderState, seat: Seat) -> list[Move]:
    """Wait, be ready, post, withdraw, accept; terms as in any offer."""
    steps = state.answers[seat]
    if steps and not closes_market(state, seat):
        return legal_terms(state, seat, seat_of(steps[0]), steps)
    moves: list[Move] = []
    for other, deals in enumerate(state.market.offers):
        for number, deal in enumerate(deals):
            if other != seat and is_for(deal, seat) and holds(state.hands[seat], deal.wanted):
                moves.append(ACCEPTS[other][number])
    own = len(state.market.offers[seat])
    if own < MOST_OPEN:
        others = [other for other in partners(state, seat) if not state.market.ready[other]]
        moves += [OFFERS[other] for other in others]
        if len(others) > 1:
            moves.append(OFFERS[ANY])
    moves += WITHDRAWS[:own]
    return [*moves, PASS, SAY_READY]


def closes_market(state: CivBuilderState, seat: Seat) -> bool:
    """Only offers have terms."""
    steps = state.answers[seat]
    if not isinstance(steps[0], Against):
        return True
    return trade.closes_terms(state, seat, seat_of(steps[0]))


def close_tick(state: CivBuilderState, asked: list[Seat]) -> None:
    """In order: what is accepted is carried out one by one, against the real hands; then offers
    are taken back and posted; those whose cards are gone are void.
    """
    in_order = [seat for seat in state.order if seat in asked]
    before = state.market
    after = Market(before.ticks, before.ready[:], [deals[:] for deals in before.offers])
    hands = state.hands[:]
    for seat in in_order:
        move = state.answers[seat][0]
        if isinstance(move, Standing) and move.seat != NOBODY:
            accept(state, after, seat, before.offers[move.seat][move.number])
    for seat in in_order:
        change(state, after, seat, before.offers[seat])
    drop_void(state, after)
    tell_what_stands(state, after, hands)
    if all([state.answers[seat][0] is PASS for seat in asked]):
        close_market(state, ALL_WAIT)
    else:
        next_tick(state, after)


def accept(state: CivBuilderState, market: Market, seat: Seat, deal: Deal) -> None:
    """The first who accepts has it, if all cards are still there."""
    stands = deal in market.offers[deal.seat] and holds(state.hands[deal.seat], deal.given)
    if stands and holds(state.hands[seat], deal.wanted):
        market.offers[deal.seat].remove(deal)
        taken = Deal(deal.seat, seat, deal.given, deal.wanted)
        carry_out(state, taken, public=deal.other == ANY)
    else:
        state.tell(TOO_LATE, seat, deal.seat)


def change(state: CivBuilderState, market: Market, seat: Seat, before: list[Deal]) -> None:
    """Take an offer back, post one, or be ready."""
    steps = state.answers[seat]
    move = steps[0]
    if isinstance(move, Standing) and move.seat == NOBODY:
        deal = before[move.number]
        if deal in market.offers[seat]:
            market.offers[seat].remove(deal)
            state.tell(WITHDREW, seat, move.number + 1)
    elif isinstance(move, Against):
        post(state, market, seat, steps)
    elif move is SAY_READY:
        market.ready[seat] = True
        market.offers[seat] = []
        state.tell(READY, seat)


def post(state: CivBuilderState, market: Market, seat: Seat, steps: tuple[Move, ...]) -> None:
    """The offer stands from now on, if its cards are still there."""
    other = seat_of(steps[0])
    terms = terms_of(state, seat, other, steps)
    if holds(state.hands[seat], terms.given):
        market.offers[seat].append(Deal(seat, other, terms.given, terms.wanted))
        state.tell(POSTED, seat, len(market.offers[seat]))
        show_given(state, market.offers[seat][-1])
    else:
        state.tell(UNPOSTED, seat)


def show_given(state: CivBuilderState, deal: Deal) -> None:
    """A seat that may read a standing offer knows that its cards are there (CB-28)."""
    audience = EVERYBODY if deal.other == ANY else SEAT_BIT[deal.seat] | SEAT_BIT[deal.other]
    state.note(HOLD, deal.seat, -1, deal.given, NONE, audience)


def tell_what_stands(state: CivBuilderState, market: Market, hands: list[Bag]) -> None:
    """An offer that a trade of its seat has not made void still has its cards."""
    for seat, deals in enumerate(market.offers):
        if state.hands[seat] != hands[seat]:
            for deal in deals:
                show_given(state, deal)


def drop_void(state: CivBuilderState, market: Market) -> None:
    """Offers whose cards are gone, or whose partner is ready, stand no longer."""
    for seat, deals in enumerate(market.offers):
        for number, deal in enumerate(deals[:]):
            gone = not holds(state.hands[seat], deal.given)
            if gone or (deal.other != ANY and market.ready[deal.other]):
                deals.remove(deal)
                state.tell(VOID, seat, number + 1)
