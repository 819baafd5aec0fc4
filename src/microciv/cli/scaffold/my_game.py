"""My Game: everybody holds a hidden hand and plays a card of it, sealed; the highest card takes a
point. When the hands are empty, the most points win.

Change it into your own: docs/adding-a-game.md goes through the parts one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, size
from microciv.core.events import CARD, SEAT, EventKind
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Menu, Move, Seat
from microciv.core.options import About, Options, option
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, shuffled
from microciv.core.state import Observation, State
from microciv.core.zones import Zones

CARDS: Final = 30  # a card is its number; people see it counted from 1
PLAY: Final = 1  # the one phase; 0 is "over" in every game


@final
@dataclass(frozen=True)
class MyOptions(Options):
    """What a table may settle."""

    hand: int = option(5, "How many cards is everybody dealt?", "rule 1", (3, 4, 5))


ABOUT: Final = About(
    name="my-game",
    title="My Game",
    summary="Hidden hands, sealed cards: the highest takes the point.",
    seats=(2, 3, 4, 5),
    minutes=5,
    options=MyOptions,
    game="my_game:MyGame",
)

# --- moves and events

DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # the seat knows which
PLAYED: Final = EventKind("played", seat=SEAT, card=CARD)  # a card is opened
TOOK: Final = EventKind("took", seat=SEAT)  # the trick


@final
class Play(Move):
    """`play 7`: the card of this value."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"play {card + 1}", verb="play", amount=card + 1)
        self.card = card


PLAYS: Final[list[Move]] = [Play(card) for card in range(CARDS)]


def values(cards: CardSet) -> tuple[int, ...]:
    """Cards as people count them."""
    return tuple([card + 1 for card in cards_in(cards)])


# --- what a seat may know


@final
@dataclass(frozen=True)
class MyObservation(Observation):
    """Everything but the other hands and the cards that were not dealt."""

    hand: tuple[int, ...]  # the observer's own
    left: int  # cards in every hand
    played: tuple[int, ...]
    points: tuple[int, ...]  # by seat


# --- the state: hands, then the cards played, then those that were not dealt


@final
class MyState(State):
    """A match at one moment."""

    def __init__(self, game: MyGame) -> None:
        super().__init__(game.seats)
        self.game = game
        self.zones = Zones(game.owners, CARDS)
        self.points: list[int] = [0] * game.seats

    def legal(self, seat: Seat) -> list[Move]:
        return self.game.plays.of(self.zones.piles[seat])

    def advance(self) -> None:
        """All cards are in: the highest takes the point."""
        winner, highest = NOBODY, -1
        for seat in range(self.seats):
            card = self.answers[seat][0].index
            self.zones.move(card, seat, self.game.table, EVERYBODY)
            self.tell(PLAYED, seat, card)
            if card > highest:
                winner, highest = seat, card
        self.points[winner] += 1
        self.tell(TOOK, winner)
        self.go_on()

    def go_on(self) -> None:
        """Everybody plays a card, as long as there is one."""
        if self.zones.piles[0]:
            self.ask(PLAY, self.game.everybody)
        else:
            self.finish()

    def observe(self, seat: Seat) -> MyObservation:
        piles = self.zones.piles
        return MyObservation(
            seat,
            self.game.phases[self.phase],
            *self.view(seat),
            hand=values(piles[seat]) if seat < self.seats else (),
            left=size(piles[0]),
            played=values(piles[self.game.table]),
            points=tuple(self.points),
        )

    def scores(self) -> list[int]:
        return self.points[:]

    def clone(self) -> MyState:
        copy = MyState(self.game)
        self.copy_core(copy)
        copy.zones = self.zones.clone()
        copy.points = self.points[:]
        return copy

    def position(self) -> dict[str, object]:
        piles = self.zones.piles
        table = [
            {"hand": list(values(piles[seat])), "points": self.points[seat]}
            for seat in range(self.seats)
        ]
        played = list(values(piles[self.game.table]))
        return self.game.document(self, {"table": table, "played": played})

    def knows(self, seat: Seat, card: Card) -> bool:
        return self.zones.known[card] & SEAT_BIT[seat] != 0

    def zone_of(self, card: Card) -> int:
        return next(zone for zone in range(self.seats + 2) if self.zones.has(zone, card))


# --- the game


@final
class MySecrets(Secrets):
    """The hands, and the cards that were not dealt."""

    def scramble(self, state: State, seat: Seat, rng: Rng) -> None:
        assert isinstance(state, MyState)
        zones = state.zones
        hidden = [
            (zone, card)
            for zone, pile in enumerate(zones.piles)
            for card in cards_in(pile)
            if not state.knows(seat, card)
        ]
        for zone, card in hidden:
            zones.take(card, zone)
        cards = shuffled([card for _zone, card in hidden], rng)
        for (zone, _card), card in zip(hidden, cards, strict=True):
            zones.put(card, zone, zones.owners[zone])


@final
class MyGame(Game):
    """The rules with their options settled."""

    def __init__(self, options: Options) -> None:
        assert isinstance(options, MyOptions)
        super().__init__(ABOUT, 1, options, PLAYS, [DEALT, PLAYED, TOOK], ["over", "play"])
        self.hand = options.hand
        self.everybody = list(range(self.seats))
        self.plays = Menu(PLAYS)
        self.table, self.rest = self.seats, self.seats + 1
        """The zones after the hands."""
        self.owners = [*[SEAT_BIT[seat] for seat in self.everybody], EVERYBODY, 0]

    def deal(self, seed: int) -> MyState:
        cards = shuffled(list(range(CARDS)), Rng(seed))
        state = MyState(self)
        self.lay(state, [[cards.pop() for _ in range(self.hand)] for _ in self.everybody], [])
        for seat in self.everybody:
            for card in cards_in(state.zones.piles[seat]):
                state.whisper(SEAT_BIT[seat], DEALT, seat, card)
        state.go_on()
        return state

    def lay(self, state: MyState, hands: list[list[Card]], played: list[Card]) -> None:
        """Lay these cards out; the others were not dealt."""
        piles = [*hands, played]
        gone = card_set([card for pile in piles for card in pile])
        piles.append(cards_in(card_set(list(range(CARDS))) & ~gone))
        for zone, pile in enumerate(piles):
            for card in pile:
                state.zones.put(card, zone, self.owners[zone])

    def redeal(self, seen: Observation, rng: Rng) -> MyState:
        """The cards that the observer has not seen, in any hands."""
        assert isinstance(seen, MyObservation)
        own = [value - 1 for value in seen.hand]
        played = [value - 1 for value in seen.played]
        unknown = shuffled([card for card in range(CARDS) if card not in own + played], rng)
        hands = [
            own if seat == seen.seat else [unknown.pop() for _ in range(seen.left)]
            for seat in self.everybody
        ]
        state = MyState(self)
        state.hush()
        self.lay(state, hands, played)
        state.points = list(seen.points)
        state.ask_again(self.phases.index(seen.phase), seen)
        return state

    def read_position(self, fields: Fields) -> MyState:
        """Hands of one size, the points so far, and the cards that took them."""
        state = MyState(self)
        hands: list[list[Card]] = []
        for row in fields.objects("table", self.seats):
            hand = [value - 1 for value in row.numbers("hand", 1, CARDS)]
            if len(hand) > self.hand or (hands and len(hand) != len(hands[0])):
                row.fail("hand", f"expected up to {self.hand} cards, the same number in every hand")
            state.points[len(hands)] = row.number("points", 0, self.hand)
            hands.append(hand)
            row.close()
        played = [value - 1 for value in fields.numbers("played", 1, CARDS)]
        turns = self.hand - len(hands[0])
        if len(played) != turns * self.seats or sum(state.points) != turns:
            fields.fail("played", f"expected {turns} turns: cards of every seat, a point each")
        cards = played + [card for hand in hands for card in hand]
        if len(set(cards)) != len(cards):
            fields.fail("played", "a card is in two places")
        self.lay(state, hands, played)
        state.go_on()
        return state

    def part_text(self, part: str, value: int) -> str | int:
        return value + 1 if part == "card" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, MyState)
        super().encode(state, seat, features)
        piles = state.zones.piles
        features.block("hand", "by card: is it in the observer's hand?")
        features.pile(piles[seat] if seat < self.seats else EMPTY, CARDS)
        features.block("played", "by card: has it been played?")
        features.pile(piles[self.table], CARDS)
        features.block("points", "by seat from the observer, of the cards of a hand")
        for other in features.order():
            features.part(state.points[other], self.hand)

    def secrets(self) -> MySecrets:
        return MySecrets()
