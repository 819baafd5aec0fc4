"""What lies on the table: small questions, verbs that tell, where the chapters meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.events import EventKind, Task
from microciv.core.moves import NOBODY, SEAT_BIT, Move, Seat
from microciv.core.state import Observation, State, chapters
from microciv.games.civ_card_game.cards import Card, put_in
from microciv.games.civ_card_game.events import (
    CULTURE_LOST,
    DREW,
    EXHAUSTED,
    HAPPINESS_LOST,
    HIGHEST_CULTURE,
    HIGHEST_HAPPINESS,
    SHUFFLED,
)
from microciv.games.civ_card_game.rules import combat, ending, setup, turns
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.market import Market
from microciv.games.civ_card_game.rules.phases import NEXT_TASK, PHASES
from microciv.games.civ_card_game.rules.prices import happiest, most_cultured
from microciv.games.civ_card_game.rules.realms import Realm, bare_realm
from microciv.hidden.bags import NONE, Bag, bag_of, less, several
from microciv.hidden.memory import DRAW, Knowledge, Memory

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame

# Which chapter a phase or a task is of.
TURNS: Final = 0
COMBAT: Final = 1
SETUP: Final = 2  # all others

CHAPTERS: Final[list[int]] = chapters(len(PHASES), [list(turns.PHASES), list(combat.PHASES)])
CHAPTERS_OF_TASKS: Final[list[int]] = chapters(
    NEXT_TASK + 1, [list(turns.TASKS), list(combat.TASKS)]
)


@final
class CivCardGameState(State):
    def __init__(self, game: CivCardGame) -> None:
        super().__init__(game.seats)
        self.game = game
        self.rng = game.no_chance
        self.round = 0
        """From 1; 0 while the table is set."""
        self.first: Seat = 0
        """Who sits on the dealer's left, and goes first in every round (CC-12)."""
        self.turn: Seat = NOBODY
        self.market: Market = Market()
        self.deck: list[Card] = []
        """The play deck as it was shuffled, shared by clones; `drawn` of it have been drawn."""
        self.drawn = 0
        self.discard: list[int] = [0] * game.box.first_tech
        """How many of each kind."""
        self.revealed: list[Card] = []
        """Plots to draft; replaced, never changed."""
        self.realms: list[Realm] = [bare_realm(game.box) for _seat in range(game.seats)]
        self.hands: list[list[Card]] = [[] for _seat in range(game.seats)]
        """In the order of the set."""
        self.supply: int = game.population
        """Population cards; below 0 if there is no end of them."""
        self.cultured: int = 0
        """A mask of who has Highest Culture; follows from the realms but for ties (CA-01)."""
        self.happy: int = 0
        self.knowledge: Knowledge = Knowledge(game.seats, game.box.whole)
        # Of a turn:
        self.collecting: bool = False
        """Does the open answer begin with Collect?"""
        self.bought: int = 0
        self.loose: list[int] = [0, 0, 0]
        """Of the stock, what is lost if it is not spent (CA-13)."""
        self.demolished: bool = False
        self.pending: list[Card] = []
        """A theft to be used now or never (CA-26)."""
        self.draft: Draft | None = None
        """What the open answer comes to, as far as it was asked for."""
        self.due = 0
        """How many cards are to be discarded, or resources surrendered."""
        # Of a combat:
        self.units: list[combat.Unit] = []
        """Replaced, never changed."""
        self.striking = 0
        self.instruction = 0
        self.vacating = NOBODY
        self.sent_back = 0
        # Of the end:
        self.drought = 0
        self.tech_sold = False
        self.ending = False

    # --- questions

    def order(self) -> list[Seat]:
        """The seats of a round (CC-01)."""
        return [(self.first + index) % self.seats for index in range(self.seats)]

    def in_deck(self) -> int:
        """How many cards the play deck has; the number is public (CC-117)."""
        return len(self.deck) - self.drawn

    def views(self) -> list[Memory]:
        """What lies before everybody's eyes, by reader: its own hand."""
        hands = [bag_of(hand) for hand in self.hands]
        nothing = [NONE] * self.seats
        return [
            Memory([*nothing[:seat], hand, *nothing[seat + 1 :]], [], self.in_deck(), 0)
            for seat, hand in enumerate(hands)
        ] + [Memory(nothing, [], self.in_deck(), 0)]

    # --- verbs

    def take_in_hand(self, seat: Seat, card: Card) -> None:
        """The hand keeps its order."""
        put_in(self.hands[seat], card)

    def draw(self, seat: Seat, cards: int, kind: EventKind = DREW) -> None:
        """Cards from the deck, which is renewed if it must be (CC-107)."""
        while cards:
            if self.in_deck() == 0 and not self.reshuffle():
                self.tell(EXHAUSTED, seat, cards)
                return
            drawn = self.deck[self.drawn : self.drawn + cards]
            self.drawn += len(drawn)
            cards -= len(drawn)
            own = SEAT_BIT[seat]
            for card in drawn:
                self.take_in_hand(seat, card)
                self.whisper(own, kind, seat, card)
            self.knowledge.note_each(DRAW, seat, drawn, own)

    def reshuffle(self) -> bool:
        """The discard pile becomes the deck; False if there is none (CC-107)."""
        cards = [
            card for card in range(self.game.box.first_tech) for _copy in range(self.discard[card])
        ]
        if not cards:
            return False
        self.rng.shuffle(cards)
        self.deck = cards
        self.drawn = 0
        self.discard = [0] * self.game.box.first_tech
        self.knowledge.shuffled([len(hand) for hand in self.hands], cards, self.in_play())
        self.tell(SHUFFLED, len(cards))
        return True

    def discarded(self) -> Bag:
        return sum([several(card, number) for card, number in enumerate(self.discard) if number])

    def in_play(self) -> list[Card]:
        """The play deck's cards that lie open: structures, and units in combat."""
        cards = [card for realm in self.realms for _plot, card in realm.standing()]
        for unit in self.units:
            cards += [unit.card, unit.blocker] if unit.blocker >= 0 else [unit.card]
        return cards

    def open_cards(self) -> Bag:
        """All cards of the play deck that are neither in it nor in hands."""
        return self.discarded() + bag_of(self.in_play())

    def watch_statuses(self) -> None:
        """Culture or happiness may have changed: who has the highest (CC-62 to CC-64)?"""
        game, realms = self.game, self.realms
        self.give_statuses(
            most_cultured(game, realms, self.cultured), happiest(game, realms, self.happy)
        )

    def give_statuses(self, cultured: int, happy: int) -> None:
        """These seats have the statuses from now on."""
        if cultured != self.cultured:
            self.tell_change(self.cultured, cultured, HIGHEST_CULTURE, CULTURE_LOST)
            self.cultured = cultured
        if happy != self.happy:
            self.tell_change(self.happy, happy, HIGHEST_HAPPINESS, HAPPINESS_LOST)
            self.happy = happy

    def tell_change(self, before: int, now: int, won: EventKind, lost: EventKind) -> None:
        """Who no longer has a status, and who has it now."""
        for seat in range(self.seats):
            if before & ~now & SEAT_BIT[seat]:
                self.tell(lost, seat)
        for seat in range(self.seats):
            if now & ~before & SEAT_BIT[seat]:
                self.tell(won, seat)

    # --- what the core asks of a game

    def legal(self, seat: Seat) -> list[Move]:
        chapter = CHAPTERS[self.phase]
        if chapter == TURNS:
            return turns.legal(self, seat)
        return combat.legal(self, seat) if chapter == COMBAT else setup.legal(self, seat)

    def closes(self, seat: Seat, move: Move) -> bool:
        """Turns, blocks and discards take several steps."""
        chapter = CHAPTERS[self.phase]
        if chapter == TURNS:
            return turns.closes(self, seat)
        return combat.closes(self, seat) if chapter == COMBAT else setup.closes(self, seat)

    def advance(self) -> None:
        chapter, seat = CHAPTERS[self.phase], self.asked[0]
        if chapter == TURNS:
            turns.settle(self, seat)
        elif chapter == COMBAT:
            combat.settle(self, seat)
        else:
            setup.settle(self, seat)
        if not self.to_act:
            self.proceed()

    def perform(self, task: Task) -> None:
        chapter = CHAPTERS_OF_TASKS[task.kind]
        if chapter == TURNS:
            turns.perform(self, task)
        elif chapter == COMBAT:
            combat.perform(self, task)
        else:
            setup.perform(self, task)

    def observe(self, seat: Seat) -> Observation:
        return self.game.observe(self, seat)

    def knows(self, seat: Seat, card: Card) -> bool:
        """Does the seat know where such a card is? Plots and technologies are told face up."""
        if card >= self.game.box.first_tech or less(bag_of([card]), self.open_cards()) == 0:
            return True
        return self.knowledge.knows(seat, card)

    def scores(self) -> list[int]:
        """Victory points so far (CC-111)."""
        return [realm.points() for realm in self.realms]

    def places(self) -> list[int]:
        return ending.places(self)

    def position(self) -> dict[str, object]:
        return self.game.lay_out(self)

    def clone(self) -> CivCardGameState:
        copy = CivCardGameState(self.game)
        self.copy_core(copy)
        copy.rng = self.rng.clone()
        copy.round = self.round
        copy.first = self.first
        copy.turn = self.turn
        copy.market = self.market.clone()
        copy.deck = self.deck
        copy.drawn = self.drawn
        copy.discard = self.discard[:]
        copy.revealed = self.revealed
        copy.realms = [realm.clone() for realm in self.realms]
        copy.hands = [hand[:] for hand in self.hands]
        copy.supply = self.supply
        copy.cultured = self.cultured
        copy.happy = self.happy
        copy.knowledge = self.knowledge.clone()
        copy.collecting = self.collecting
        copy.bought = self.bought
        copy.loose = self.loose[:]
        copy.demolished = self.demolished
        copy.pending = self.pending
        copy.due = self.due
        copy.units = self.units
        copy.striking = self.striking
        copy.instruction = self.instruction
        copy.vacating = self.vacating
        copy.sent_back = self.sent_back
        copy.drought = self.drought
        copy.tech_sold = self.tech_sold
        copy.ending = self.ending
        return copy
