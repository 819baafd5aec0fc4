"""What one seat may know (CC-117, CI-17), and nothing else.

A seat in the middle of its turn sees the table as its sealed steps leave it; all others see it as
it was, until the answer is whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.core.state import Observation
from microciv.games.civ_card_game.moves import SEATS
from microciv.games.civ_card_game.rules import combat, purchases
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.menus import BOUGHT_NAMES
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    COLLECTING,
    GROWING,
    PAYING,
    PHASES,
    PLACING,
    ROBBING,
    STAGES,
    STRIKES,
    TURN,
    WAIVING,
)
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.hidden.memory import Past, Told

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.rules.state import CivCardGameState

OF_A_CARD: Final = (PLACING, PAYING, GROWING, ROBBING)


@final
@dataclass(frozen=True)
class PlotSeen:
    """A plot and what is on it."""

    card: str  # its name
    population: int  # how many cards
    structures: tuple[str, ...]  # in the order they were built
    places: int  # structures that it may hold now; more may stand there (CC-49)


@final
@dataclass(frozen=True)
class SeatSeen:
    """One seat as the observer sees it."""

    plots: tuple[PlotSeen, ...]  # in the order of their numbers, the first is 1
    stock: tuple[int, int, int]  # food, hammers, coins
    techs: tuple[str, ...]  # in the order they were bought
    powers: tuple[str, ...]  # cards whose theft is still to be used
    culture: int  # how much it has
    happiness: int  # how much it has
    points: int  # victory points
    population: int  # on all its plots
    wonders: int  # how many it has built
    acquired: int  # all population it ever got
    rate: int  # what the bank wants for one resource
    hand: int  # how many cards
    known: tuple[str, ...]  # those of them that the observer knows; its own: all


@final
@dataclass(frozen=True)
class UnitSeen:
    """A unit in the combat area."""

    card: str  # its name
    target: Seat  # who is attacked
    blocker: str  # "" if there is none, or not yet
    state: str  # attacking, blocked, unblocked; declared: only by the observer, not yet open


@final
@dataclass(frozen=True)
class Before:
    """What the others see of the observer while its answer has steps."""

    realm: SeatSeen  # the observer's row of the table
    supply: int  # as in the observation, as are all that follow
    bought: tuple[str, ...]  # what may not be bought again in this turn
    loose: tuple[int, int, int]  # of the stock, what will be lost unless it is spent
    demolished: bool  # has a structure been taken down in this turn?
    highest_culture: tuple[Seat, ...]  # who has Highest Culture
    highest_happiness: tuple[Seat, ...]  # who has Highest Happiness


@final
@dataclass(frozen=True)
class CivCardGameObservation(Observation):
    """All that one seat may know. Plots have numbers from 1, as in moves; 0 is none."""

    round: int  # from 1; 0 while the table is set
    first: Seat  # who goes first in every round
    turn: Seat  # whose turn it is; NOBODY while the table is set
    stage: str  # of the observer's own turn: collect, buy, place, pay, grow, rob, declare, use
    plot: int  # own plot that the question is about
    card: str  # card that the question is about; the unit that strikes
    left: int  # how much is still to be split, paid, robbed, grown, given or discarded
    due: int  # how many cards or resources a discard or a surrender is about, in all
    collecting: bool  # does the turn's first answer begin with what population gives?
    revealed: tuple[str, ...]  # plots to draft
    market_plots: tuple[str, ...]  # plots on sale
    market_techs: tuple[str, ...]  # technologies on sale
    fresh_plots: int  # how many plots, the last ones, may not be bought in this turn
    fresh_techs: int  # how many technologies, the last ones, may not be bought in this turn
    faded: tuple[str, ...]  # technologies that were removed (CA-46)
    plot_deck: int  # how many plots are left
    tech_deck: int  # how many technologies are left
    deck: int  # how many cards are left to draw
    discard: tuple[int, ...]  # how many of each kind of the play deck, in the order of the set
    supply: int  # population cards; below 0 where there is no limit
    bought: tuple[str, ...]  # what may not be bought again in this turn: tech, population, plot
    loose: tuple[int, int, int]  # of the stock, what will be lost unless it is spent (CA-13)
    demolished: bool  # has a structure been taken down in this turn (CA-45)?
    units: tuple[UnitSeen, ...]  # in the combat area, in the order of declaration
    facing: int  # the unit, by its place, that the observer may block; NOBODY else
    striking: int  # the unit whose damage is being done; NOBODY else
    instruction: int  # how many of its instructions have been carried out
    vacating: int  # own plot of the target that has too many structures
    sent_back: int  # how many units this defender has yet to send back
    pending: tuple[str, ...]  # thefts to be used now or never (CA-26)
    highest_culture: tuple[Seat, ...]  # who has Highest Culture (CC-62)
    highest_happiness: tuple[Seat, ...]  # who has Highest Happiness (CC-63)
    drought: int  # rounds since a technology was bought
    tech_sold: bool  # was a technology bought in this round?
    ending: bool  # is the last technology sold, and the match about to end?
    table: tuple[SeatSeen, ...]  # in seat order
    before: Before | None  # while the observer's answer has steps
    past: Past  # of hidden cards, for those who deal again

    @property
    def hand(self) -> tuple[str, ...]:
        """The observer's own cards; in a turn as its sealed steps leave them."""
        return self.table[self.seat].known if self.seat < len(self.table) else ()


KINDS_SEEN: Final[dict[str, Any]] = {
    "table": SeatSeen,
    "plots": PlotSeen,
    "units": UnitSeen,
    "before": Before,
    "realm": SeatSeen,
    "past": Past,
    "facts": Told,
}
"""Classes within an observation, by field."""


def observe(state: CivCardGameState, seat: Seat) -> CivCardGameObservation:
    """Written down from what the seat knows; nothing is taken away from the truth."""
    asked, answer, legal = state.view(seat)
    box = state.game.box
    draft = purchases.drafted(state, seat) if state.phase == TURN and seat in asked else None
    known = state.knowledge.recall(seat).hands
    table = [
        observe_seat(box, state.realms[other], len(state.hands[other]), box.names_in(known[other]))
        for other in range(state.seats)
    ]
    before = None
    supply, bought, loose, demolished = state.supply, state.bought, state.loose, state.demolished
    cultured, happy = state.cultured, state.happy
    if draft is not None and answer:
        before = Before(
            table[seat],
            supply,
            bought_names(bought),
            amounts(loose),
            demolished,
            seats_in(cultured),
            seats_in(happy),
        )
        cultured, happy = draft.cultured, draft.happy
        table[seat] = observe_seat(box, draft.realm, len(draft.hand), box.names_of(draft.hand))
        supply, bought, loose, demolished = (
            draft.supply,
            draft.bought,
            draft.loose,
            draft.demolished,
        )
    struck = state.striking if state.units and state.phase in STRIKES else NOBODY
    return CivCardGameObservation(
        seat,
        PHASES[state.phase],
        asked,
        answer,
        legal,
        state.round,
        state.first,
        state.turn,
        STAGES[draft.stage] if draft is not None else "",
        plot_asked(draft),
        card_asked(draft, struck, state),
        left(state, draft, seat),
        state.due,
        state.collecting,
        box.names_of(state.revealed),
        box.names_of(state.market.plots),
        box.names_of(state.market.techs),
        state.market.fresh_plots,
        state.market.fresh_techs,
        box.names_of(state.market.faded),
        state.market.plots_left(),
        state.market.techs_left(),
        state.in_deck(),
        tuple(state.discard),
        supply,
        bought_names(bought),
        amounts(loose),
        demolished,
        units_seen(state, draft),
        combat.front(state, seat)[0] if state.phase == BLOCK and seat in asked else NOBODY,
        struck,
        state.instruction,
        state.vacating + 1,
        state.sent_back,
        box.names_of(state.pending),
        seats_in(cultured),
        seats_in(happy),
        state.drought,
        state.tech_sold,
        state.ending,
        tuple(table),
        before,
        state.knowledge.past(seat),
    )


def observe_seat(box: Box, realm: Realm, hand: int, known: tuple[str, ...]) -> SeatSeen:
    plots = [
        PlotSeen(
            box.names[card],
            realm.pops[plot],
            box.names_of(list(realm.structures[plot])),
            realm.places_of(plot),
        )
        for plot, card in enumerate(realm.plots)
    ]
    return SeatSeen(
        tuple(plots),
        amounts(realm.stock),
        box.names_of(realm.techs),
        box.names_of(realm.powers),
        realm.culture(),
        realm.happiness(),
        realm.points(),
        realm.population(),
        realm.wonders,
        realm.acquired,
        realm.rate,
        hand,
        known,
    )


def amounts(stock: list[int]) -> tuple[int, int, int]:
    return stock[0], stock[1], stock[2]


def plot_asked(draft: Draft | None) -> int:
    return draft.bonuses[0][0] + 1 if draft is not None and draft.bonuses else 0


def card_asked(draft: Draft | None, struck: int, state: CivCardGameState) -> str:
    """What is placed, paid, used or growing; the unit that strikes."""
    box = state.game.box
    if draft is not None:
        if draft.stage == WAIVING:
            return box.names[state.pending[0]]
        return box.names[draft.card] if draft.stage in OF_A_CARD else ""
    return box.names[state.units[struck].card] if struck >= 0 else ""


def left(state: CivCardGameState, draft: Draft | None, seat: Seat) -> int:
    """How much of the question is open, for this seat."""
    if draft is None:
        return state.due - len(state.answers[seat]) if seat in state.asked else state.due
    stage = draft.stage
    if stage == COLLECTING:
        return draft.bonuses[0][2]
    if stage == PAYING:
        return draft.price - sum(draft.paid)
    if stage == ROBBING:
        return draft.to_rob - len(draft.robbed)
    return draft.to_grow if stage == GROWING else 0


def bought_names(mask: int) -> tuple[str, ...]:
    return tuple([name for bit, name in BOUGHT_NAMES if mask & bit])


def units_seen(state: CivCardGameState, draft: Draft | None) -> tuple[UnitSeen, ...]:
    """The combat area; who declares sees its own units as well, nobody else does (CC-70)."""
    box = state.game.box
    if draft is not None:
        declared = [
            UnitSeen(box.names[card], seat, "", "declared") for seat, card in draft.declared
        ]
        return tuple(declared)
    return tuple([unit_seen(box, unit) for unit in state.units])


def unit_seen(box: Box, unit: combat.Unit) -> UnitSeen:
    name = box.names[unit.card]
    if unit.blocker == combat.UNDECIDED:
        return UnitSeen(name, unit.target, "", "attacking")
    if unit.blocker == combat.UNSTOPPED:
        return UnitSeen(name, unit.target, "", "unblocked")
    return UnitSeen(name, unit.target, box.names[unit.blocker], "blocked")


def seats_in(mask: int) -> tuple[Seat, ...]:
    return tuple([seat for seat in range(len(SEATS)) if mask & SEAT_BIT[seat]])
