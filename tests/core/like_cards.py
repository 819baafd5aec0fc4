"""A table at which all that can happen to like cards happens, at random.

The cards are of kinds that fill more than one word, some lie open, and some of those come back.
"""

from __future__ import annotations

from microciv.core.moves import EVERYBODY, SEAT_BIT, SPECTATOR
from microciv.core.rng import Rng
from microciv.hidden.bags import NONE, ONE, Bag, bag_of, copies_in, size
from microciv.hidden.memory import (
    COME,
    DRAW,
    GIVE,
    HOLD,
    LOOK,
    LOSE,
    SEE,
    SWAP,
    TAKE,
    TO_BOTTOM,
    TO_TOP,
    Knowledge,
    Memory,
    row_of,
)

SEATS = 3
READERS = [*range(SEATS), SPECTATOR]
WHOLE = bag_of([2, 2, 17, 17, 33, 39])

Lie = tuple[tuple[Bag, ...], tuple[int, ...]]  # hands and deck


class Table:
    """What truly happens."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.hands = [NONE] * SEATS
        self.deck = copies_in(WHOLE)
        self.rng.shuffle(self.deck)
        self.open = NONE
        self.knowledge = Knowledge(SEATS, WHOLE)

    def lie(self) -> Lie:
        """How the cards lie."""
        return tuple(self.hands), tuple(self.deck)

    def views(self) -> list[Memory]:
        """What everybody sees: their own hand."""
        return [
            Memory(
                [hand if seat == place else NONE for seat, hand in enumerate(self.hands)],
                [],
                len(self.deck),
                0,
            )
            for place in range(SEATS + 1)
        ]

    def some(self, bag: Bag, most: int = 2) -> Bag:
        """Some cards of a pile, at least one."""
        cards = copies_in(bag)
        self.rng.shuffle(cards)
        return bag_of(cards[: 1 + self.rng.below(most)])

    def knowers(self, *sure: int) -> int:
        """These seats, and one at random, who may be a spectator."""
        bits = [SEAT_BIT[seat] for seat in {*sure, READERS[self.rng.below(SEATS + 1)]}]
        return sum(bits)

    def step(self) -> None:
        """Something happens, if it can."""
        seat, other = self.rng.below(SEATS), self.rng.below(SEATS)
        happens = [self.draw, self.lay, self.come, self.pass_on, self.see, self.look, self.renew]
        happens[self.rng.below(len(happens))](seat, other)

    def draw(self, seat: int, _other: int) -> None:
        """One or two cards from the deck."""
        cards = bag_of(self.deck[: 1 + self.rng.below(2)])
        self.deck = self.deck[size(cards) :]
        self.hands[seat] += cards
        self.knowledge.note(DRAW, seat, -1, cards, NONE, self.knowers(seat))

    def lay(self, seat: int, _other: int) -> None:
        """Cards are laid open."""
        if self.hands[seat]:
            cards = self.some(self.hands[seat])
            self.hands[seat] -= cards
            self.open += cards
            self.knowledge.note(LOSE, seat, -1, cards, NONE, EVERYBODY)

    def come(self, seat: int, _other: int) -> None:
        """Open cards are taken to the hand."""
        if self.open:
            cards = self.some(self.open)
            self.open -= cards
            self.hands[seat] += cards
            self.knowledge.note(COME, seat, -1, cards, NONE, EVERYBODY)

    def pass_on(self, seat: int, other: int) -> None:
        """Cards change hands, in one direction or both."""
        if seat == other or not self.hands[seat]:
            return
        out, back = self.some(self.hands[seat]), NONE
        if self.hands[other] and self.rng.below(2):
            back = self.some(self.hands[other])
        self.hands[seat] += back - out
        self.hands[other] += out - back
        kind = SWAP if back else GIVE
        self.knowledge.note(kind, seat, other, out, back, self.knowers(seat, other))

    def see(self, seat: int, other: int) -> None:
        """A hand is looked at, or some of its cards are shown."""
        if self.rng.below(2):
            self.knowledge.note(SEE, seat, -1, self.hands[seat], NONE, self.knowers(seat, other))
        elif self.hands[seat]:
            cards = self.some(self.hands[seat])
            self.knowledge.note(HOLD, seat, -1, cards, NONE, self.knowers(seat))

    def look(self, seat: int, _other: int) -> None:
        """Two cards of the deck are looked at, and one is taken."""
        if len(self.deck) < 2:
            return
        top, below = self.deck[:2], self.deck[2:]
        self.knowledge.note(LOOK, seat, 2, row_of(top), NONE, SEAT_BIT[seat])
        card = top.pop(self.rng.below(2))
        self.hands[seat] += ONE[card]
        rest = (TO_TOP, TO_BOTTOM)[self.rng.below(2)]
        self.deck = top + below if rest == TO_TOP else below + top
        self.knowledge.note(TAKE, seat, rest, ONE[card], 2, self.knowers(seat))

    def renew(self, _seat: int, _other: int) -> None:
        """Some of the open cards are shuffled, where the deck is low."""
        if len(self.deck) > 1 or not self.open:
            return
        shuffled = self.some(self.open, 4)
        self.open -= shuffled
        cards = copies_in(shuffled)
        self.rng.shuffle(cards)
        self.knowledge.shuffled([size(hand) for hand in self.hands], cards, copies_in(self.open))
        self.deck += cards
