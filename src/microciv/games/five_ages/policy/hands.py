"""What a pile of cards may still become: a chance for every hand, fast enough for every playout.

A player keeps every card ever got but those given in trade, so what counts is the whole pile. Cards
that may come are counted by suit and by rank, all equally likely; hands are taken from the best
down, the chance of each being that its cards come and that no better hand was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final, final

from mypy_extensions import i64

from microciv.core.cards import CardSet
from microciv.core.moves import Seat
from microciv.games.five_ages.rules.poker import (
    ACE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    PRINTED,
    SIZE,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    Poker,
)

RANKS: Final = 13
BUCKETS: Final = 130  # a hand and the rank that leads it: how many hands it beats * 13 + rank
MOST: Final = 13  # cards that can serve one aim
TAKES: Final = [1, 2, 4, 3, 5, 5, 5, 4, 5, 5]  # cards, by hand
TROUBLE: Final = [1.0, 0.9, 0.81, 0.73, 0.66]
"""What a chance is worth, by the number of built cards that must be exchanged for it."""
POP: Final = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]  # bits of a nibble

Odds = list[list[float]]


def odds_of(share: float) -> Odds:
    """By number of cards out there, then by how many of them are wanted, up to five: how likely
    that many come, if each comes with this chance.
    """
    odds: Odds = [[1.0] + [0.0] * SIZE]
    for _card in range(MOST):
        last = odds[-1]
        come = [share * last[want - 1] + (1.0 - share) * last[want] for want in range(1, SIZE + 1)]
        odds.append([1.0, *come])
    return odds


def bucket_of(poker: Poker, strength: int) -> int:
    key = poker.keys[strength]
    return poker.beaten[key[0]] * RANKS + key[1] if len(key) > 1 else 0


@final
class Spread:
    """Counts one pile; made once and used for every pile in turn."""

    def __init__(
        self, ace_low: bool, size: int = SIZE, from_weakest: Sequence[int] = PRINTED
    ) -> None:
        """`size`: cards of a civilization; `from_weakest`: the hands, the weakest first."""
        self.lowest = -1 if ace_low else 0
        """The lowest rank that begins a straight; -1 is the low ace."""
        self.size = size
        self.from_weakest: list[int] = list(from_weakest)
        self.from_best: list[int] = [hand for hand in reversed(from_weakest) if TAKES[hand] <= size]
        """The hands that this many cards can make, without the weakest, which is what is left."""
        self.weakest = self.from_best.pop()
        self.first: list[int] = [
            self.from_weakest.index(hand) * RANKS for hand in range(len(TAKES))
        ]
        """By hand, the first of its buckets."""
        self.all: list[int] = [0] * RANKS
        self.built: list[int] = [0] * RANKS
        self.out: list[int] = [0] * RANKS
        self.held: list[int] = []
        self.odds: Odds = []
        self.jokers = 0
        self.civ = 0
        self.builds = 0
        self.left = 1.0
        self.buckets: list[float] = []

    def of(
        self, pile: CardSet, civ: CardSet, alive: CardSet, odds: Odds, builds: int, jokers: int
    ) -> list[float]:
        """By bucket, how likely the pile ends there. `civ` is the part of it that only exchanges
        bring out again, one in each of `builds` phases; `alive` may come; `jokers` of the pile
        stand for any card.
        """
        self.odds, self.builds, self.jokers = odds, builds, jokers
        self.left = 1.0
        self.buckets = [0.0] * BUCKETS
        suits = self._count(pile, civ, alive)
        for hand in self.from_best:
            if hand == FOUR:
                self._four()
            elif hand == FULL_HOUSE:
                self._full_house()
            elif hand == FLUSH:
                self._flush(suits)
            elif hand == STRAIGHT:
                self._straights()
            elif hand == THREE:
                self._three()
            elif hand == TWO_PAIR:
                self._two_pair()
            elif hand == PAIR:
                self._pair()
            elif hand == HIGH_CARD:
                self._high_card()
        self.buckets[self.first[self.weakest] + (self.held[0] if self.held else 0)] += self.left
        return self.buckets

    def _count(self, pile: CardSet, civ: CardSet, alive: CardSet) -> list[int]:
        """Count by rank; returns by suit: in the pile, built, alive, the highest rank."""
        cards: i64 = pile & 0xFFFFFFFFFFFFF
        inside: i64 = civ & 0xFFFFFFFFFFFFF
        live: i64 = alive & 0xFFFFFFFFFFFFF
        suits = [0] * 16
        held: list[int] = []
        built = 0
        for rank in range(RANKS):
            four = int(cards & 15)
            some = int(inside & 15)
            more = int(live & 15)
            self.all[rank] = POP[four]
            self.built[rank] = POP[some]
            self.out[rank] = POP[more]
            built += POP[some]
            if four:
                held.append(rank)
            for suit in range(4):
                if four & 1:
                    suits[4 * suit] += 1
                    suits[4 * suit + 3] = rank
                    suits[4 * suit + 1] += some & 1
                elif more & 1:
                    suits[4 * suit + 2] += 1
                four >>= 1
                some >>= 1
                more >>= 1
            cards >>= 4
            inside >>= 4
            live >>= 4
        held.reverse()
        self.held = held
        self.civ = built
        return suits

    def _add(self, hand: int, rank: int, chance: float) -> None:
        """One more hand that may be made."""
        self.buckets[self.first[hand] + rank] += self.left * chance
        self.left *= 1.0 - chance

    def _fits(self, inside: int, wanted: int) -> float:
        """How well a hand of this many cards can still be built, with `inside` of them built."""
        spare = self.civ - min(wanted, inside) - (self.size - wanted)
        return self._spares(spare)

    def _spares(self, spare: int) -> float:
        """How well this many built cards can still be exchanged."""
        if spare <= 0:
            return 1.0
        return TROUBLE[spare] if spare <= self.builds else 0.0

    def _of_rank(self, rank: int, wanted: int) -> float:
        """How likely it gets this many cards of a rank."""
        missing = wanted - self.all[rank] - self.jokers
        return self.odds[self.out[rank]][missing] if missing > 0 else 1.0

    def _four(self) -> None:
        for rank in self.held:
            chance = self._of_rank(rank, 4)
            if chance > 0.0:
                self._add(FOUR, rank, chance * self._fits(self.built[rank], 4))

    def _full_house(self) -> None:
        held = self.held
        for rank in held:
            three = self._of_rank(rank, 3)
            if three <= 0.0:
                continue
            for other in held:
                if other == rank or self.all[rank] + self.all[other] < 2:
                    continue
                missing = self.jokers - max(0, 3 - self.all[rank])
                pair = self.all[other] + max(0, missing)
                chance = three
                if pair < 2:
                    chance *= self.odds[self.out[other]][1]
                if chance > 0.0:
                    inside = min(self.built[rank], 3) + min(self.built[other], 2)
                    self._add(FULL_HOUSE, rank, chance * self._fits(inside, 5))

    def _flush(self, suits: list[int]) -> None:
        for suit in range(4):
            have, inside, out, top = suits[4 * suit : 4 * suit + 4]
            missing = max(0, SIZE - have - self.jokers)
            if missing <= 3 and out >= missing:
                chance = self.odds[out][missing]
                self._add(FLUSH, top, chance * self._fits(inside, SIZE))

    def _straights(self) -> None:
        top = ACE
        while top - 4 >= self.lowest:
            chance, jokers, inside, missing = 1.0, self.jokers, 0, 0
            for offset in range(SIZE):
                rank = top - offset if top >= offset else ACE
                if self.all[rank]:
                    if self.built[rank]:
                        inside += 1
                elif jokers:
                    jokers -= 1
                else:
                    missing += 1
                    chance *= self.odds[self.out[rank]][1]
                    if missing > 3:
                        break
            if missing <= 3 and chance > 0.0:
                self._add(STRAIGHT, top, chance * self._fits(inside, SIZE))
            top -= 1

    def _three(self) -> None:
        for rank in self.held:
            chance = self._of_rank(rank, 3)
            if chance > 0.0:
                self._add(THREE, rank, chance * self._fits(self.built[rank], 3))

    def _two_pair(self) -> None:
        held = self.held
        count = len(held)
        for index in range(count):
            rank = held[index]
            first = self._of_rank(rank, 2)
            if first <= 0.0:
                continue
            for second in range(index + 1, count):
                other = held[second]
                chance = first * self._of_rank(other, 2)
                if chance > 0.0:
                    inside = min(self.built[rank], 2) + min(self.built[other], 2)
                    self._add(TWO_PAIR, rank, chance * self._fits(inside, 4))

    def _pair(self) -> None:
        for rank in self.held:
            chance = self._of_rank(rank, 2)
            if chance > 0.0:
                self._add(PAIR, rank, chance * self._fits(self.built[rank], 2))

    def _high_card(self) -> None:
        """Cards that make nothing else are easy to find; what is built twice must go."""
        if self.held:
            twice = self.civ - len([1 for built in self.built if built])
            self._add(HIGH_CARD, self.held[0], self._spares(twice))


def win_chances(spreads: list[list[float]]) -> list[float]:
    """By seat, how likely its hand is the best, each ending as likely as its spread says and apart
    from the others; in one bucket each is the better half the time. They add up to 1.
    """
    below = [odds_below(spread) for spread in spreads]
    values: list[float] = []
    seats = len(spreads)
    for seat in range(seats):
        spread = spreads[seat]
        value = 0.0
        for bucket in range(BUCKETS):
            chance = spread[bucket]
            if chance > 0.0:
                for other in range(seats):
                    if other != seat:
                        chance *= below[other][bucket]
                value += chance
        values.append(value)
    whole = sum(values)
    return [value / whole for value in values] if whole > 0.0 else [1.0 / seats] * seats


def odds_below(spread: list[float]) -> list[float]:
    """By bucket, how likely who has this spread ends below it; in it, half the time."""
    sums: list[float] = []
    total = 0.0
    for chance in spread:
        sums.append(total + 0.5 * chance)
        total += chance
    return sums


def win_odds(spreads: list[list[float]], seat: Seat) -> list[float]:
    """By bucket, how likely the seat wins if it ends there."""
    odds = [1.0] * BUCKETS
    for other in range(len(spreads)):
        if other != seat:
            odds = list(map(mul, odds, odds_below(spreads[other])))
    return odds
