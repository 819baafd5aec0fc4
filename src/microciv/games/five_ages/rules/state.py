"""What lies on the table in 5 Ages: small questions, verbs that tell, where the chapters meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.cards import EMPTY, Card, CardSet, holds, plus
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games.five_ages.cards import NO_CARD
from microciv.games.five_ages.moves import WITHDRAW, Offer
from microciv.games.five_ages.rules import building, rows, scoring, trade, war
from microciv.games.five_ages.rules.memory import Age
from microciv.games.five_ages.rules.phases import BUILD, ROW, TRADE

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame


NOTHING_RECALLED: Final[list[object]] = [None] * (SPECTATOR + 1)


@final
class FiveAgesState(State):
    def __init__(self, game: FiveAgesGame) -> None:
        super().__init__(game.seats)
        self.game = game
        self.round = 1
        self.token = 0
        """Who breaks exact ties of trade; it moves a seat each round (F.3)."""
        self.deck: list[Card] = []
        """All cards as they were shuffled, shared by clones; `drawn` of them have been drawn."""
        self.drawn = 0
        self.rng: Rng | None = None
        """What thefts are drawn with; None in peace."""
        self.hands: list[CardSet] = [EMPTY] * game.seats
        """By seat, the cards that others do not see, received and stolen ones included."""
        self.left: list[Card] = [NO_CARD] * game.seats
        """By seat, the card of the row on the left; NO_CARD when it has gone."""
        self.right: list[Card] = [NO_CARD] * game.seats
        self.civs: list[CardSet] = [EMPTY] * game.seats
        self.discard: CardSet = EMPTY
        """The Jokers fired (5A-61)."""
        self.ages: list[Age] = []
        """What everybody may remember, round by round."""
        self.memory: list[object] = NOTHING_RECALLED
        """By seat, what `views/observation` has made of `ages` since they last changed."""
        self.trails: list[object] = NOTHING_RECALLED
        """By seat, what it has made of those that are over; replaced, never changed."""
        # Of the trade phase:
        self.tick = 0
        self.lists: list[list[Offer]] = [trade.NO_OFFERS] * game.seats
        """By seat, the offers that stand, best first."""
        self.menus: list[list[Move]] = []
        """By seat, how its answer in this tick may begin while no offer of its own stands."""
        self.idle: list[int] = [0] * game.seats
        """By seat, how many ticks in a row it has passed."""
        self.quitters: list[bool] = [False] * game.seats
        """By seat, is it done with trading in this phase?"""

    # --- questions

    def in_deck(self) -> int:
        """How many cards the deck has; the number is public (5A-36)."""
        return len(self.deck) - self.drawn

    # --- verbs

    def this_age(self) -> Age:
        """The chronicle of this round, to add to: what was recalled is out of date."""
        self.memory = NOTHING_RECALLED
        return self.ages[-1]

    def draw(self, seat: Seat) -> Card:
        """The top card of the deck goes to a hand. The deck never runs out (A.2)."""
        card = self.deck[self.drawn]
        self.drawn += 1
        self.hands[seat] = plus(self.hands[seat], card)
        return card

    # --- what the core asks of a game

    def legal(self, seat: Seat) -> list[Move]:
        phase = self.phase
        if phase == TRADE:
            return trade.legal_offers(self, seat)
        if phase == ROW:
            return rows.rows_of(self.hands[seat])
        return building.legal_builds(self, seat)

    def closes(self, seat: Seat, move: Move) -> bool:
        """Lists and buildings take several steps."""
        phase = self.phase
        if phase == TRADE:
            return not isinstance(move, Offer) and move is not WITHDRAW
        if phase == BUILD:
            return building.closes(self, seat, move)
        return True

    def advance(self) -> None:
        asked = self.asked
        if self.phase == ROW:
            rows.reveal_rows(self)
            if self.game.war_first:
                war.wage_war(self)
            if not trade.next_tick(self):
                self.after_trade()
        elif self.phase == TRADE:
            if not trade.close_tick(self, asked):
                self.after_trade()
        else:
            building.build(self)
            self.end_round()

    def after_trade(self) -> None:
        """Rows are cleared, and everybody builds (5A-07)."""
        if not self.game.war_first:
            war.wage_war(self)
        trade.end_trade(self)
        building.begin_building(self)

    def end_round(self) -> None:
        """Everybody draws, but in the last round; after it all is shown (5A-32, 5A-43)."""
        if self.round == self.game.rounds:
            scoring.show(self)
            return
        building.refill(self)
        self.round += 1
        self.token = (self.token + 1) % self.seats
        rows.begin_round(self)

    def observe(self, seat: Seat) -> Observation:
        return self.game.observe(self, seat)

    def knows(self, seat: Seat, card: Card) -> bool:
        return self.game.knows(self, seat, card)

    def zone_of(self, card: Card) -> int:
        """The seat that has the card; `seats` for the deck, `seats` + 1 for discarded Jokers."""
        for seat in range(self.seats):
            if holds(self.hands[seat] | self.civs[seat], card):
                return seat
            if card in (self.left[seat], self.right[seat]):
                return seat
        return self.seats + 1 if holds(self.discard, card) else self.seats

    def scores(self) -> list[int]:
        """The strength of each civilization once all are shown; 0 before."""
        if self.to_act or self.round < self.game.rounds:
            return [0] * self.seats
        return [
            scoring.score_of(self.game, self.civs[seat], self.hands[seat])
            for seat in range(self.seats)
        ]

    def position(self) -> dict[str, object]:
        return self.game.lay_out(self)

    def clone(self) -> FiveAgesState:
        copy = FiveAgesState(self.game)
        self.copy_core(copy)
        copy.round = self.round
        copy.token = self.token
        copy.deck = self.deck
        copy.drawn = self.drawn
        copy.rng = None if self.rng is None else self.rng.clone()
        copy.hands = self.hands[:]
        copy.left = self.left[:]
        copy.right = self.right[:]
        copy.civs = self.civs[:]
        copy.discard = self.discard
        copy.ages = self.ages[:]
        if copy.ages and not copy.ages[-1].over:
            copy.ages[-1] = copy.ages[-1].clone()
        copy.memory = self.memory  # replaced, never changed
        copy.trails = self.trails
        copy.tick = self.tick
        copy.lists = self.lists[:]
        copy.menus = self.menus
        copy.idle = self.idle[:]
        copy.quitters = self.quitters[:]
        return copy
