"""Step 3, Expand: the blind auction for the current Wonder (B.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import NOBODY, Move, Seat
from microciv.games.five_x.cards import EXPAND, NAPOLEON, is_leader
from microciv.games.five_x.events import BID as BID_OPENED
from microciv.games.five_x.events import LOST, NO_BIDS, SHUT_OUT, TIED, WON
from microciv.games.five_x.moves import BIDS, Bid
from microciv.games.five_x.rules.phases import BID

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


def expand(state: FiveXState) -> None:
    """All Expand players who hold their minimum must bid (5X-43); the others are shut out, even
    if alone (5X-42), and nobody bids if there is nobody else (5X-55).
    """
    bidders: list[Seat] = []
    for seat in state.players_of(EXPAND):
        minimum = state.game.sheet.least_bid[state.played[seat]]
        if state.resources[seat] >= minimum:
            bidders.append(seat)
        else:
            state.tell(SHUT_OUT, seat, minimum)
            return_unless_leader(state, seat)
    if bidders:
        state.ask(BID, bidders)
    else:
        state.tell(NO_BIDS, state.current())


def legal_bids(state: FiveXState, seat: Seat) -> list[Move]:
    """Whole numbers from the minimum to all that the seat holds (5X-41, 5X-43)."""
    return BIDS[state.game.sheet.least_bid[state.played[seat]] - 1 : state.resources[seat]]


def reveal_bids(state: FiveXState, bidders: list[Seat]) -> None:
    """The highest unique bid pays and builds (5X-46, 47); all others are losers (5X-48, 49)."""
    for seat in bidders:
        bid = state.answers[seat][0]
        assert isinstance(bid, Bid)
        state.bids[seat] = bid.amount
        state.tell(BID_OPENED, seat, bid.amount, state.played[seat])
    winner = highest_unique(state, bidders)
    if winner == NOBODY:
        state.tell(TIED, state.current())
    else:
        state.gain(winner, -state.bids[winner])
        state.give_wonder(winner, state.current())
        state.tell(WON, winner, state.current(), state.bids[winner])
    for seat in bidders:
        if seat != winner:
            price = min(state.bids[seat], state.game.sheet.loser_pays[state.played[seat]])
            state.gain(seat, -price)
            state.tell(LOST, seat, price)
            return_unless_leader(state, seat)


def highest_unique(state: FiveXState, bidders: list[Seat]) -> Seat:
    """Who bid the most that nobody else has equalled, NOBODY if every bid is shared (5X-46)."""
    winner, best = NOBODY, 0
    worth = [effective_bid(state, seat) for seat in bidders]
    for index, bid in enumerate(worth):
        if bid > best and count(worth, bid) == 1:
            winner, best = bidders[index], bid
    return winner


def effective_bid(state: FiveXState, seat: Seat) -> int:
    """What the bid counts, in halves: Napoleon's counts a half more (5X-45, 5X-80)."""
    worth = 2 * state.bids[seat]
    return worth + state.game.sheet.napoleon_adds if state.played[seat] == NAPOLEON else worth


def count(worth: list[int], bid: int) -> int:
    """How many bid as much; `list.count` compares objects, and takes longer."""
    found = 0
    for other in worth:
        if other == bid:
            found += 1
    return found


def return_unless_leader(state: FiveXState, seat: Seat) -> None:
    """A basic Expand that did not win comes back (5X-51, 53); a leader never does (5X-54), unless
    the table rules so.
    """
    if not is_leader(state.played[seat]) or state.game.expand_leader_returns:
        state.take_back(seat)
