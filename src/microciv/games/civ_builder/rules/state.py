"""What lies on the table in Civ Builder: questions, verbs that tell, where the chapters meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.events import EventKind, Task
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat
from microciv.core.state import Observation, State, chapters
from microciv.games.civ_builder.cards import ATTRIBUTES, TRADE
from microciv.games.civ_builder.events import DREW, RAN_OUT, SHUFFLED
from microciv.games.civ_builder.rules import ending, market, setup, trade, turns
from microciv.games.civ_builder.rules.phases import CLOSE_TASK, DISCARD, MARKET, PHASES, TRADE_TASK
from microciv.games.civ_builder.rules.privileges import look_again
from microciv.games.civ_builder.rules.sources import SOURCES
from microciv.hidden.bags import NONE, ONE, Bag, Kind, copies_in, count, size
from microciv.hidden.memory import DRAW, LOSE, NOTHING, Memory

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.rules.melds import Limits

# Which chapter a phase or a task is of.
TURNS: Final = 0
TRADING: Final = 1
MARKETING: Final = 2
SETUP: Final = 3
ENDING: Final = 4  # all others

CHAPTERS: Final[list[int]] = chapters(
    len(PHASES), [list(turns.PHASES), list(trade.PHASES), [MARKET], list(setup.PHASES)]
)
CHAPTERS_OF_TASKS: Final[list[int]] = chapters(
    CLOSE_TASK + 1, [list(turns.TASKS), list(trade.TASKS), [TRADE_TASK], list(setup.TASKS)]
)


@final
class CivBuilderState(State):
    def __init__(self, game: CivBuilderGame) -> None:
        super().__init__(game.seats)
        self.game = game
        self.rng = game.no_chance
        self.round = 0
        """1 to 12; 0 while the table is set."""
        self.order: list[Seat] = []
        """Of the round (CB-17); of the picks before it."""
        self.civs: list[int] = [NOBODY] * game.seats
        self.scores_in: list[int] = [0] * (game.seats * ATTRIBUTES)
        """By seat, and there by attribute."""
        self.start_scores = self.scores_in
        """What they were when the round began: never changed in place."""
        self.points: list[int] = [0] * game.seats
        """Victory points (CB-07)."""
        self.sources: list[int] = [0] * (game.seats * len(SOURCES))
        """By seat, and there by source: where they came from."""
        self.chart: list[tuple[int, ...]] = []
        """By round that is over, everybody's victory points after it."""
        self.hands: list[Bag] = [NONE] * game.seats
        self.deck: list[Kind] = []
        """The cards as they were shuffled, shared by clones; `drawn` of them have been drawn."""
        self.drawn = 0
        self.discard: Bag = NONE
        self.viewers = 0
        """A mask of the seats that see all hands (CB-31)."""
        # Of the Trade phase:
        self.trading = False
        self.pass_number = 0
        self.proposed = False
        """Has anybody made a proposal in this pass?"""
        self.deal = trade.NO_DEAL
        self.willing: list[Seat] = []
        self.terms: trade.Terms | None = None
        """Those that were worked out last."""
        self.market = market.SHUT
        # Of a turn:
        self.acting: Seat = NOBODY
        self.melds = 0
        self.melded: Bag = NONE
        """Attributes that may not be melded again in this turn."""
        self.limits: Limits | None = None
        """Those that were worked out last."""
        self.action: Kind = NOBODY
        """Of the last meld."""
        self.target: Seat = NOBODY
        """Whose hand is looked at."""
        self.looked = 0
        """How many cards of the deck are looked at."""
        self.knowledge = NOTHING
        """What is known of hidden cards."""

    # --- questions

    def score(self, seat: Seat, attribute: Kind) -> int:
        return self.scores_in[seat * ATTRIBUTES + attribute]

    def in_deck(self) -> int:
        """How many cards the deck has; the number is public (CB-10)."""
        return len(self.deck) - self.drawn

    def can_draw(self) -> bool:
        """Is there a card in deck or discard pile (CB-22)?"""
        return self.in_deck() > 0 or self.discard != NONE

    def recall(self, seat: Seat) -> Memory:
        """What the seat, or a spectator, knows of hidden cards."""
        return self.knowledge.recall(seat)

    # --- verbs

    def earn(self, seat: Seat, amount: int, source: int) -> None:
        """Victory points come or, by theft, go."""
        points, sources = self.points, self.sources
        points[seat] = points[seat] + amount
        index = seat * len(SOURCES) + source
        sources[index] = sources[index] + amount

    def raise_score(self, seat: Seat, attribute: Kind, amount: int) -> None:
        """A score changes, and with it perhaps who sees what."""
        scores, index = self.scores_in, seat * ATTRIBUTES + attribute
        scores[index] = scores[index] + amount
        if attribute == TRADE:
            look_again(self)

    def move_point(self, giver: Seat, taker: Seat, attribute: Kind) -> None:
        """A point of an attribute changes sides (CB-51)."""
        self.scores_in[giver * ATTRIBUTES + attribute] -= 1
        self.raise_score(taker, attribute, 1)

    def draw(self, seat: Seat, cards: int, kind: EventKind = DREW) -> None:
        """Cards from the deck, which is renewed as often as it must be (CB-21), or can (CB-22)."""
        while cards:
            if self.in_deck() == 0 and not self.reshuffle():
                self.tell(RAN_OUT, seat, cards)
                return
            drawn = self.deck[self.drawn : self.drawn + cards]
            self.drawn += len(drawn)
            cards -= len(drawn)
            bag = NONE
            knows = SEAT_BIT[seat] | self.viewers
            for card in drawn:
                bag += ONE[card]
                self.whisper(knows, kind, seat, card)
            self.hands[seat] += bag
            self.note(DRAW, seat, -1, bag, 0, knows)

    def reshuffle(self) -> bool:
        """Shuffle the discard pile, and lay it below what is left of the deck."""
        if self.discard == NONE:
            return False
        cards = copies_in(self.discard)
        self.rng.shuffle(cards)
        self.knowledge.shuffled([size(hand) for hand in self.hands], cards, [])
        self.deck = self.deck[self.drawn :] + cards
        self.drawn = 0
        self.discard = NONE
        self.tell(SHUFFLED, len(cards))
        return True

    def throw(self, seat: Seat, cards: Bag, kind: EventKind) -> None:
        """Cards of a hand go to the discard pile."""
        if cards == NONE:
            return
        self.hands[seat] -= cards
        self.discard += cards
        self.note(LOSE, seat, -1, cards, 0, EVERYBODY)
        if not self.quiet:
            for card in copies_in(cards):
                self.tell(kind, seat, card)

    def pass_cards(self, kind: int, giver: Seat, taker: Seat, cards: Bag, knows: int) -> None:
        """Cards of a hand go to another."""
        self.hands[giver] -= cards
        self.hands[taker] += cards
        self.note(kind, giver, taker, cards, 0, knows)

    def whisper_cards(self, knows: int, kind: EventKind, seat: Seat, other: Seat, bag: Bag) -> None:
        """An event for each card, whose kind only some hear."""
        if not self.quiet:
            for card in copies_in(bag):
                self.whisper(knows, kind, seat, other, card)

    def note(self, kind: int, seat: Seat, other: int, cards: Bag, back: Bag, knows: int) -> None:
        """Remember what happened to hidden cards."""
        self.knowledge.note(kind, seat, other, cards, back, knows)

    # --- what the core asks of a game

    def legal(self, seat: Seat) -> list[Move]:
        chapter = CHAPTERS[self.phase]
        if chapter == TURNS:
            return turns.legal(self, seat)
        if chapter == TRADING:
            return trade.legal(self, seat)
        if chapter == MARKETING:
            return market.legal_market(self, seat)
        return setup.legal(self) if chapter == SETUP else ending.legal(self, seat)

    def closes(self, seat: Seat, move: Move) -> bool:
        """Melds, offers and discards take several steps."""
        chapter = CHAPTERS[self.phase]
        if chapter == TURNS:
            return turns.closes(self, seat, move)
        if chapter == TRADING:
            return trade.closes(self, seat, move)
        if chapter == MARKETING:
            return market.closes_market(self, seat)
        return self.phase != DISCARD or ending.closes_discards(self, seat)

    def advance(self) -> None:
        chapter, asked = CHAPTERS[self.phase], self.asked
        if chapter == TURNS:
            turns.settle(self, asked[0])
        elif chapter == TRADING:
            trade.settle(self, asked)
        elif chapter == MARKETING:
            market.close_tick(self, asked)
        elif chapter == SETUP:
            setup.settle(self, asked[0])
        else:
            ending.settle(self, asked[0])
        self.proceed()

    def perform(self, task: Task) -> None:
        chapter = CHAPTERS_OF_TASKS[task.kind]
        if chapter == TURNS:
            turns.perform(self, task)
        elif chapter == MARKETING:
            market.begin_trade(self)
        elif chapter == TRADING:
            trade.perform(self, task)
        elif chapter == SETUP:
            setup.perform(self, task)
        else:
            ending.perform(self, task)

    def observe(self, seat: Seat) -> Observation:
        return self.game.observe(self, seat)

    def shown(self, seat: Seat) -> object:
        return self.game.shown(self, seat)

    def knows(self, seat: Seat, card: Kind) -> bool:
        """Does the seat know where such a card is? Of those shuffled last, that they were there."""
        return count(self.discard, card) > 0 or self.knowledge.knows(seat, card)

    def scores(self) -> list[int]:
        return self.points[:]

    def places(self) -> list[int]:
        return ending.places(self)

    def position(self) -> dict[str, object]:
        return self.game.lay_out(self)

    def clone(self) -> CivBuilderState:
        copy = CivBuilderState(self.game)
        self.copy_core(copy)
        copy.rng = self.rng.clone()
        copy.round = self.round
        copy.order = self.order
        copy.civs = self.civs[:]
        copy.scores_in = self.scores_in[:]
        copy.start_scores = self.start_scores
        copy.points = self.points[:]
        copy.sources = self.sources[:]
        copy.chart = self.chart
        copy.hands = self.hands[:]
        copy.deck = self.deck
        copy.drawn = self.drawn
        copy.discard = self.discard
        copy.viewers = self.viewers
        copy.trading = self.trading
        copy.pass_number = self.pass_number
        copy.proposed = self.proposed
        copy.deal = self.deal
        copy.willing = self.willing
        copy.market = self.market
        copy.acting = self.acting
        copy.melds = self.melds
        copy.melded = self.melded
        copy.action = self.action
        copy.target = self.target
        copy.looked = self.looked
        copy.knowledge = self.knowledge.clone()
        return copy
