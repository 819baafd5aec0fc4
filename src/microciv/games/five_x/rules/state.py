"""What lies on the table in 5X: small questions, verbs that tell, and where the chapters meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from microciv.core.cards import EMPTY, Card, CardSet, holds, plus
from microciv.core.events import Task
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat
from microciv.core.state import NO_SEATS, Observation, State
from microciv.core.zones import Zones
from microciv.games.five_x.cards import ACTION, BASICS, NO_CARD
from microciv.games.five_x.events import RETURNED
from microciv.games.five_x.rules import (
    auction,
    cleanup,
    excavation,
    exploration,
    scoring,
    selection,
    setup,
    steps,
)
from microciv.games.five_x.rules.phases import (
    BID,
    DIDO,
    DIDO_STEP,
    DIG,
    EXCAVATE_STEP,
    EXPAND_STEP,
    EXPLOIT_STEP,
    EXPLORE_STEP,
    EXTERMINATE_STEP,
    PASS,
    SELECT,
)

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame


@final
class FiveXState(State):
    def __init__(self, game: FiveXGame, zones: Zones) -> None:
        super().__init__(game.seats)
        self.game = game
        self.zones = zones
        """Hands and piles by seat, then the leaders set aside. Basics are one card to it: each
        player has a copy, and where all lie is public (5X-90)."""
        self.round = 1
        self.resources: list[int] = []
        self.played: list[Card] = []
        """By seat, this round's card once revealed, until clean-up."""
        self.previous: list[Card] = []
        """By seat, last round's card: it settles who selects when (5X-20)."""
        self.bids: list[int] = []
        """By seat, this round's bid once revealed; 0 if there is none."""
        self.passed: list[Card] = []
        """By seat, the leader given to the left neighbour (5X-11)."""
        self.owner: list[int] = []
        """By Wonder, the seat that built it, IN_STACK or REMOVED."""
        self.built: CardSet = EMPTY
        """The Wonders built this round, whose bonuses are still to come (5X-70)."""

    # --- questions

    def hand_of(self, seat: Seat) -> CardSet:
        """The cards in hand: the zones of the hands come first."""
        return self.zones.piles[seat]

    def pile_of(self, seat: Seat) -> CardSet:
        """The cards in the seat's own pile, face up: zones after the hands."""
        return self.zones.piles[self.seats + seat]

    def leaders_at(self, seat: Seat) -> CardSet:
        """The leaders in the seat's hand and pile and in play before it."""
        card = self.played[seat]
        at_seat = self.hand_of(seat) | self.pile_of(seat)
        return (at_seat if card == NO_CARD else plus(at_seat, card)) & self.game.leaders

    def players_of(self, action: Card) -> list[Seat]:
        """Whose card counts as this action (5X-17). Do not change the list."""
        players = NO_SEATS
        for seat, card in enumerate(self.played):
            if ACTION[card] == action:
                if players:
                    players.append(seat)
                else:
                    players = [seat]
        return players

    def has_returned(self, seat: Seat) -> bool:
        return holds(self.zones.piles[seat], self.played[seat])

    def is_last_round(self) -> bool:
        """Is this the seventh round, or the sixth of the variant (5X-14, 5X-115)?"""
        return self.round == self.game.rounds

    def current(self) -> int:
        """The Wonder on offer: each round uses one up (5X-14)."""
        return self.round - 1

    # --- verbs

    def gain(self, seat: Seat, amount: int) -> None:
        """Take from the supply, which has no end (5X-102), or pay to it (5X-103)."""
        resources = self.resources
        resources[seat] = resources[seat] + amount

    def take_back(self, seat: Seat) -> None:
        """The card just played goes back to its player's hand."""
        card = self.played[seat]
        self.zones.put(card, seat, EVERYBODY)
        self.tell(RETURNED, seat, card)

    def give_wonder(self, seat: Seat, wonder: int) -> None:
        """The Wonder is built permanently (5X-120); its bonus comes at clean-up (5X-70)."""
        self.owner[wonder] = seat
        self.built = plus(self.built, wonder)

    # --- what the core asks of a game

    def legal(self, seat: Seat) -> list[Move]:
        phase = self.phase
        if phase == SELECT:
            return self.game.plays.of(self.zones.piles[seat])  # any card in hand (5X-26)
        if phase == BID:
            return auction.legal_bids(self, seat)
        if phase == DIG:
            return excavation.legal_digs(self, seat)
        if phase == DIDO:
            return exploration.didos_choice(self)
        return setup.legal_passes(self, seat)

    def advance(self) -> None:
        asked = self.asked
        if self.phase == PASS:
            setup.pass_leaders(self)
        elif self.phase == SELECT:
            selection.reveal(self, asked)
        elif self.phase == BID:
            auction.reveal_bids(self, asked)
        elif self.phase == DIDO:
            exploration.settle_dido(self, asked[0])
        else:
            excavation.dig(self, asked)
        self.proceed()

    def perform(self, task: Task) -> None:
        """One step of the round, in the order of the numbers on the cards (5X-15)."""
        step = task.kind
        if step == EXPLOIT_STEP:
            steps.exploit(self)
        elif step == EXTERMINATE_STEP:
            steps.exterminate(self)
        elif step == EXPAND_STEP:
            auction.expand(self)
        elif step == EXPLORE_STEP:
            exploration.explore(self)
        elif step == DIDO_STEP:
            exploration.ask_dido(self)
        elif step == EXCAVATE_STEP:
            excavation.excavate(self)
        else:
            cleanup.clean_up(self)

    def observe(self, seat: Seat) -> Observation:
        return self.game.observe(self, seat)

    def knows(self, seat: Seat, card: Card) -> bool:
        return self.zones.known[card] & SEAT_BIT[seat] != 0

    def zone_of(self, card: Card) -> int:
        """Where a leader lies; basics lie in many zones."""
        for zone, pile in enumerate(self.zones.piles):
            if card >= BASICS and holds(pile, card):
                return zone
        return NOBODY

    def scores(self) -> list[int]:
        """Victory points so far, in halves (5X-106)."""
        return [scoring.halves_of(self, seat) for seat in range(self.seats)]

    def places(self) -> list[int]:
        return scoring.places(self)

    def position(self) -> dict[str, object]:
        return self.game.lay_out(self)

    def clone(self) -> FiveXState:
        copy = FiveXState(self.game, self.zones.clone())
        self.copy_core(copy)
        copy.round = self.round
        copy.resources = self.resources[:]
        copy.played = self.played[:]
        copy.previous = self.previous
        copy.bids = self.bids[:]
        copy.passed = self.passed[:]
        copy.owner = self.owner[:]
        copy.built = self.built
        return copy
