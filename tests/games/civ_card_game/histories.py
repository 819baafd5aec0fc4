"""Every way in which the cards may lie for one observer, by playing out all histories that fit what
it has heard and seen.

A second reading of CC-117 for the tests: from events and from hands that lie open, not from what
the rules remember; slow, and only of which worlds there are, not how likely. It needs tables where
few cards are hidden: best where the observer holds all the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import factorial
from typing import Final, TypeAlias

from microciv import Match
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from tests.games.civ_card_game.printed import KINDS, NAMES
from tests.games.civ_card_game.table import Event, at, events, game_of

Cards: TypeAlias = tuple[str, ...]  # a hand in alphabetical order; a deck from its top
World: TypeAlias = tuple[tuple[Cards, ...], Cards]
"""The hands, and the deck; the observer's own hand, which it knows, is left out."""

TO_PILE: Final = ("discarded", "played")  # of a hand
TO_TABLE: Final = ("built", "attacked")
TO_HAND: Final = ("breached", "razed", "vacated")


class TooMany(Exception):
    """There are more worlds than can be played out."""


class Histories:
    """All worlds that fit what the observer has seen of a match so far."""

    def __init__(self, match: Match, observer: int, most: int = 4_000) -> None:
        self.match = match
        self.observer = observer
        self.most = most
        self.heard = len(match.heard(observer))
        self.renewed = False
        """Has the deck been shuffled since? Then only what is certain is remembered of before."""
        seen = at(match, observer)
        self.pile = Counter(dict(zip(NAMES[:KINDS], seen.discard, strict=True)))
        self.worlds = set(all_worlds(match, seen, most))

    def follow(self) -> None:
        """Take in what has been heard since."""
        news = events(self.match, self.observer, self.heard)
        self.heard += len(news)
        for event in news:
            self.worlds = set(self.bounded(self.after(event)))

    def bounded(self, worlds: Iterable[World]) -> Iterator[World]:
        """The worlds, if they are not too many."""
        for number, world in enumerate(worlds):
            if number > self.most:
                raise TooMany
            yield world

    # --- events

    def after(self, event: Event) -> Iterator[World]:
        """The worlds after the event."""
        name, card = str(event["event"]), event.get("card")
        seat = seat_of(event, "seat")
        if name in ("dealt", "drew"):
            return self.drawn(seat, card)
        if name in TO_PILE or name in TO_TABLE or name == "blocked":
            gone = [str(card)] if name in TO_PILE else []
            gone += [str(card), str(event["attacker"])] if name == "blocked" else []
            self.pile.update(gone)
            return self.lost(seat, str(card))
        if name in TO_HAND:
            return self.won(seat, str(card))
        if name == "repelled":
            return self.won(seat_of(event, "target"), str(card))
        if name == "stole_card":
            return self.stolen(seat, seat_of(event, "target"), card)
        if name == "shuffled":
            return self.shuffled()
        if name in ("retreated", "demolished"):
            self.pile.update([str(card)])
        return iter(list(self.worlds))

    def drawn(self, seat: int, card: object) -> Iterator[World]:
        """The top card."""
        for hands, deck in self.worlds:
            if card in (None, deck[0]):
                yield self.with_card(hands, seat, deck[0]), deck[1:]

    def lost(self, seat: int, card: str) -> Iterator[World]:
        """A card that leaves the hand, for all to see."""
        for hands, deck in self.worlds:
            if seat == self.observer or card in hands[seat]:
                yield self.without_card(hands, seat, card), deck

    def won(self, seat: int, card: str) -> Iterator[World]:
        """A card that lay open goes to the hand."""
        for hands, deck in self.worlds:
            yield self.with_card(hands, seat, card), deck

    def stolen(self, thief: int, victim: int, card: object) -> Iterator[World]:
        """A card of one hand to another: any, where it is not named."""
        for hands, deck in self.worlds:
            for taken in [str(card)] if victim == self.observer else set(hands[victim]):
                if card in (None, taken):
                    left = self.without_card(hands, victim, taken)
                    yield self.with_card(left, thief, taken), deck

    def with_card(self, hands: tuple[Cards, ...], seat: int, card: str) -> tuple[Cards, ...]:
        """The hands with one more card; the observer's own is left out."""
        if seat == self.observer:
            return hands
        return change(hands, seat, tuple(sorted([*hands[seat], card])))

    def without_card(self, hands: tuple[Cards, ...], seat: int, card: str) -> tuple[Cards, ...]:
        """The hands without a card of one of them."""
        if seat == self.observer:
            return hands
        left = list(hands[seat])
        left.remove(card)
        return change(hands, seat, tuple(left))

    def shuffled(self) -> Iterator[World]:
        """The discard pile is the deck, in any order."""
        pile, self.pile, self.renewed = +self.pile, Counter(), True
        if len(self.worlds) * how_many(pile) > self.most:
            raise TooMany
        below = list(orders(pile))
        return ((hands, deck + order) for hands, deck in self.worlds for order in below)


# --- all worlds to begin with


def all_worlds(match: Match, seen: CivCardGameObservation, most: int) -> Iterator[World]:
    """All ways to lay the cards that the observer does not see."""
    pool = Counter(dict(zip(NAMES[:KINDS], game_of(match).box.copies[:KINDS], strict=True)))
    pool -= Counter(dict(zip(NAMES[:KINDS], seen.discard, strict=True)))
    for other in seen.table:
        pool -= Counter(other.known)
        for plot in other.plots:
            pool -= Counter(plot.structures)
    for unit in seen.units:
        pool -= Counter([unit.card, *([unit.blocker] if unit.blocker else [])])
    found: list[tuple[tuple[Cards, ...], Counter[str]]] = [((), pool)]
    for seat, other in enumerate(seen.table):
        if seat == seen.seat:
            found = [((*hands, ()), left) for hands, left in found]
            continue
        found = [
            ((*hands, tuple(sorted([*other.known, *part]))), left - Counter(part))
            for hands, left in found
            for part in set(combinations(sorted(left.elements()), other.hand - len(other.known)))
        ]
        if len(found) > most:
            raise TooMany
    total = 0
    for hands, left in found:
        for order in orders(left):
            total += 1
            if total > most:
                raise TooMany
            yield hands, order


# --- small piles


def seat_of(event: Event, part: str) -> int:
    """A seat of an event."""
    value = event.get(part, 0)
    assert isinstance(value, int)
    return value


def change(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    """The hands with another of this seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def how_many(pool: Counter[str]) -> int:
    """The number of different orders of the pool."""
    number = factorial(pool.total())
    for copies in pool.values():
        number //= factorial(copies)
    return number


def orders(pool: Counter[str]) -> Iterator[Cards]:
    """All different orders of the pool."""
    left = +pool
    if not left:
        yield ()
    for card in sorted(left):
        for order in orders(left - Counter([card])):
            yield (card, *order)
