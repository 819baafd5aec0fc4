"""What one seat may know (CB-10, BI-13), and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.core.state import Observation
from microciv.games.civ_builder.cards import ATTRIBUTES, CIVS, KINDS, NAMES, names_of
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.rules import market
from microciv.games.civ_builder.rules.phases import ACT, EXCHANGE, PHASES, POINT, POINT_TASK
from microciv.games.civ_builder.rules.privileges import tops
from microciv.games.civ_builder.rules.sources import SOURCES
from microciv.games.civ_builder.rules.trade import Deal
from microciv.hidden.bags import count, size
from microciv.hidden.memory import HIDDEN, Memory, Past, Told

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

UNKNOWN: Final = ""  # a card of the deck between known ones


@final
@dataclass(frozen=True)
class SeatSeen:
    """One seat as the observer sees it. Cards and attributes are named as in moves: "Cul"."""

    civ: str  # "" before it is picked
    scores: tuple[int, ...]  # by attribute
    points: int  # victory points
    sources: tuple[tuple[str, int], ...]  # where they came from
    hand: int  # how many cards
    known: tuple[str, ...]  # those of them that the observer knows; its own: all
    sees_all: bool  # looks at every hand (CB-31)


@final
@dataclass(frozen=True)
class DealSeen:
    """An offer that the observer may read, or of which it knows only whom it is between."""

    seat: Seat  # who offers
    target: Seat  # NOBODY if it is for anyone who is willing
    number: int  # in the market, from 1; 0 otherwise
    open: bool  # may the observer read it?
    given: tuple[str, ...]  # cards that the offering seat gives; none if they may not be read
    wanted: tuple[str, ...]  # cards that it wants for them


@final
@dataclass(frozen=True)
class CivBuilderObservation(Observation):
    """All that one seat may know."""

    round: int  # 1 to 12; 0 while civilizations are picked
    order: tuple[Seat, ...]  # of the round; of the picks before it
    acting: Seat  # whose turn it is in the Action phase; NOBODY else
    melds: int  # made in this turn
    melded: tuple[str, ...]  # attributes that may not be melded again in it
    action: str  # the attribute whose special action is to be settled; "" else
    target: Seat  # whose hand is looked at; NOBODY else
    looked: tuple[str, ...]  # cards of the deck that the observer looks at now
    trading: bool  # in the Trade phase
    pass_number: int  # of offers; 0 else
    proposed: bool  # has anybody made a proposal in this pass?
    ticks: int  # of the market; 0 else
    ready: tuple[bool, ...]  # by seat, in the market
    deals: tuple[DealSeen, ...]  # the proposal that is being answered; the offers of the market
    willing: tuple[Seat, ...]  # who would accept: the proposer sees all, each other itself
    scholars: tuple[Seat, ...]  # who may still add a point after this seat (CB-70)
    deck: int  # how many cards
    top: tuple[str, ...]  # its cards that the observer can name, from the top; "" between
    discard: tuple[int, ...]  # how many of each kind, in the order of the deck (a.1)
    tops: tuple[tuple[Seat, ...], ...]  # by attribute, who has its privilege now
    round_scores: tuple[int, ...]  # by seat and attribute, what they were as the round began
    chart: tuple[tuple[int, ...], ...]  # by round that is over, everybody's victory points
    table: tuple[SeatSeen, ...]  # in seat order
    past: Past  # of hidden cards, for those who deal again

    @property
    def hand(self) -> tuple[str, ...]:
        return self.table[self.seat].known if self.seat < len(self.table) else ()


KINDS_SEEN: Final[dict[str, Any]] = {
    "table": SeatSeen,
    "deals": DealSeen,
    "past": Past,
    "facts": Told,
}
"""Classes within an observation, by field."""


def observe(state: CivBuilderState, seat: Seat) -> CivBuilderObservation:
    """Written down from what the seat knows; nothing is taken away from the truth."""
    asked, answer, legal = state.view(seat)
    recalled = state.recall(seat)
    looks = state.looked if seat == state.acting else 0
    return CivBuilderObservation(
        seat,
        PHASES[state.phase],
        asked,
        answer,
        legal,
        state.round,
        tuple(state.order),
        state.acting,
        state.melds,
        names_of(state.melded),
        NAMES[state.action] if state.phase == ACT else "",
        state.target if state.phase == EXCHANGE else NOBODY,
        row_names(recalled.deck[:looks]),
        state.trading,
        state.pass_number,
        state.proposed,
        state.market.ticks,
        tuple(state.market.ready),
        deals_seen(state, seat),
        willing_seen(state, seat),
        scholars(state),
        state.in_deck(),
        row_names(recalled.deck),
        tuple([count(state.discard, kind) for kind in range(KINDS)]),
        tuple([tuple(tops(state, attribute)) for attribute in range(ATTRIBUTES)]),
        tuple(state.start_scores),
        tuple(state.chart),
        tuple([observe_seat(state, recalled, other) for other in range(state.seats)]),
        state.knowledge.past(seat),
    )


def shown(state: CivBuilderState, seat: Seat) -> object:
    """Cards that Science shows, hands that the seat may look at, and offers that it may read."""
    looked = state.deck[state.drawn : state.drawn + state.looked] if seat == state.acting else []
    hands = [
        (other, hand) for other, hand in enumerate(state.hands) if looks_at(state, seat, other)
    ]
    deals = [
        (deal.seat, deal.target, deal.given, deal.wanted)
        for deal in deals_seen(state, seat)
        if deal.open
    ]
    return (looked, hands, deals) if looked or hands or deals else None


def looks_at(state: CivBuilderState, seat: Seat, other: Seat) -> bool:
    """Does the seat see the other's hand, by its privilege or by its special action?"""
    exchanges = state.phase == EXCHANGE and state.acting == seat and state.target == other
    return exchanges or state.viewers & SEAT_BIT[seat] != 0


def observe_seat(state: CivBuilderState, recalled: Memory, seat: Seat) -> SeatSeen:
    sources = state.sources[seat * len(SOURCES) : (seat + 1) * len(SOURCES)]
    return SeatSeen(
        CIVS[state.civs[seat]] if state.civs[seat] != NOBODY else "",
        tuple(state.scores_in[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES]),
        state.points[seat],
        tuple(zip(SOURCES, sources, strict=True)),
        size(state.hands[seat]),
        names_of(recalled.hands[seat]),
        state.viewers & SEAT_BIT[seat] != 0,
    )


def deals_seen(state: CivBuilderState, seat: Seat) -> tuple[DealSeen, ...]:
    """The proposal on the table, or all offers of the market."""
    if state.deal.seat != NOBODY:
        return (deal_seen(state.deal, seat, 0),)
    return tuple(
        [
            deal_seen(deal, seat, number + 1)
            for deals in state.market.offers
            for number, deal in enumerate(deals)
        ]
    )


def deal_seen(deal: Deal, seat: Seat, number: int) -> DealSeen:
    """The terms are between the two, unless they are for all."""
    target = NOBODY if deal.other == ANY else deal.other
    if not market.is_for(deal, seat):
        return DealSeen(deal.seat, target, number, False, (), ())
    return DealSeen(deal.seat, target, number, True, names_of(deal.given), names_of(deal.wanted))


def willing_seen(state: CivBuilderState, seat: Seat) -> tuple[Seat, ...]:
    """The proposer sees all; a seat that accepted knows about itself."""
    if seat == state.deal.seat:
        return tuple(state.willing)
    return (seat,) if seat in state.willing else ()


def scholars(state: CivBuilderState) -> tuple[Seat, ...]:
    """Who may still add a point, after the seat that is asked."""
    if state.phase != POINT:
        return ()
    return tuple([task.seat for task in state.scheduled() if task.kind == POINT_TASK])


def row_names(cards: list[int]) -> tuple[str, ...]:
    return tuple([NAMES[card] if card != HIDDEN else UNKNOWN for card in cards])
