"""Every way in which the cards may lie for one observer, by playing out all histories that fit what
it has heard and seen.

A second reading of CB-10 for the tests: from events and from hands that lie open, not from what the
rules remember; slow, and only of which worlds there are, not how likely. It needs tables where few
cards are hidden: best where the observer holds all the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, TypeAlias

from microciv import Match
from microciv.core.codec import plain_event
from microciv.games.civ_builder.cards import ATTRIBUTES, NAMES
from microciv.games.civ_builder.views.observation import CivBuilderObservation
from tests.games.civ_builder.table import Event, at, game_of

Cards: TypeAlias = tuple[str, ...]  # a hand in alphabetical order; a deck from its top
World: TypeAlias = tuple[tuple[Cards, ...], Cards]

RESTS: Final = ("top", "bottom", "shuffle")


class TooMany(Exception):
    """There are more worlds than can be played out."""


class Histories:
    """All worlds that fit what the observer has seen of a match so far."""

    def __init__(self, match: Match, observer: int, most: int = 30_000) -> None:
        self.match = match
        self.observer = observer
        self.most = most
        self.heard = len(match.heard(observer))
        self.looked = len(at(match, observer).looked)
        self.renewed = False
        """Has the deck been shuffled since? Then only what is certain is remembered of before."""
        seen = at(match, observer)
        self.pile = Counter(dict(zip(NAMES, seen.discard, strict=True)))
        self.worlds = set(all_worlds(seen, most))
        self.look(seen)

    def follow(self) -> None:
        """Take in what has been heard and seen since."""
        heard = self.match.heard(self.observer, self.heard)
        news = [plain_event(self.match.game, event) for event in heard]
        self.heard += len(news)
        while news:
            self.worlds = set(self.bounded(self.after(news)))
        self.look(at(self.match, self.observer))

    def bounded(self, worlds: Iterable[World]) -> Iterator[World]:
        """The worlds, if they are not too many."""
        for number, world in enumerate(worlds):
            if number > self.most:
                raise TooMany
            yield world

    def look(self, seen: CivBuilderObservation) -> None:
        """Hands and cards of the deck that lie open now, and offers that can be read."""
        for seat, other in enumerate(seen.table):
            looks = seen.phase == "exchange" and seen.acting == seen.seat and seen.target == seat
            sees_all = seen.seat < len(seen.table) and seen.table[seen.seat].sees_all
            if seat == seen.seat or sees_all or looks:
                hand = tuple(sorted(other.known))
                self.worlds = {world for world in self.worlds if world[0][seat] == hand}
        if seen.looked:
            looked = seen.looked
            self.worlds = {world for world in self.worlds if world[1][: len(looked)] == looked}
        for deal in seen.deals:
            if deal.open:
                self.hold(deal.seat, deal.given)
        if seen.deals and seen.deals[0].seat == seen.seat:
            for seat in seen.willing:
                self.hold(seat, seen.deals[0].wanted)

    def hold(self, seat: int, cards: Cards) -> None:
        """The seat has these cards."""
        self.worlds = {world for world in self.worlds if has(world[0][seat], cards)}

    def now(self) -> set[World]:
        """The worlds of this moment: who is asked for a meld can make one (CB-49); where somebody
        chooses among several, two were willing.
        """
        seen = at(self.match, self.observer)
        if seen.phase == "meld":
            return {
                world for world in self.worlds if can_meld(seen, world[0][seen.acting], self.match)
            }
        if seen.phase != "choose" or seen.deals[0].seat == self.observer:
            return self.worlds
        deal = seen.deals[0]
        others = [seat for seat in range(len(seen.table)) if seat not in (deal.seat, seen.seat)]
        least = 2 - len(seen.willing)
        return {
            world
            for world in self.worlds
            if sum([has(world[0][seat], deal.wanted) for seat in others]) >= least
        }

    # --- events

    def after(self, news: list[Event]) -> Iterator[World]:
        """The worlds after the next events that belong together, which are taken off the list."""
        name = str(news[0]["event"])
        group = [news.pop(0)]
        also = "wild" if name == "melded" else name
        while name != "shuffled" and news and news[0]["event"] == also:
            group.append(news.pop(0))
        if name == "gave":
            return self.swapped(group)
        if name in ("dealt", "drew"):
            return self.drawn(group)
        if name in ("took", "returned", "stole"):
            return self.passed(name, group)
        if name == "learned":
            return self.learned(group)
        if name == "melded":
            return self.melded(group)
        if name in ("discarded", "lost"):
            whose = "target" if name == "lost" else "seat"
            return self.lost([(number(event[whose]), str(event["card"])) for event in group])
        if name == "shuffled":
            return self.shuffled()
        if name == "studied":
            self.looked = number(group[-1]["cards"])
        return iter(list(self.worlds))

    def drawn(self, group: list[Event]) -> Iterator[World]:
        """Cards from the top."""
        for hands, deck in self.worlds:
            after, fits = list(hands), True
            for place, event in enumerate(group):
                seat, card = number(event["seat"]), event["card"]
                fits = fits and card in (None, deck[place])
                after[seat] = plus(after[seat], [deck[place]])
            if fits:
                yield tuple(after), deck[len(group) :]

    def passed(self, name: str, group: list[Event]) -> Iterator[World]:
        """Cards of one hand to another: any, where they are not named."""
        seat, target = number(group[0]["seat"]), number(group[0]["target"])
        giver, taker = (seat, target) if name == "returned" else (target, seat)
        for hands, deck in self.worlds:
            for cards in parts(hands[giver], [event["card"] for event in group]):
                yield moved(hands, giver, taker, cards), deck

    def swapped(self, group: list[Event]) -> Iterator[World]:
        """Cards that change hands at once: what is given back was there before."""
        one, other = number(group[0]["seat"]), number(group[0]["receiver"])
        out = [event["card"] for event in group if event["seat"] == one]
        back = [event["card"] for event in group if event["seat"] == other]
        for hands, deck in self.worlds:
            for given in parts(hands[one], out):
                for returned in parts(hands[other], back):
                    yield moved(moved(hands, one, other, given), other, one, returned), deck

    def learned(self, group: list[Event]) -> Iterator[World]:
        """Some of the cards looked at are taken; the rest goes where the table says."""
        seat, looked = number(group[0]["seat"]), self.looked
        named = [event["card"] for event in group]
        rest_goes = RESTS[game_of(self.match).science_rest]
        for hands, deck in self.worlds:
            top, below = deck[:looked], deck[looked:]
            for places in combinations(range(len(top)), len(group)):
                taken = sorted([top[place] for place in places])
                if None not in named and taken != sorted(map(str, named)):
                    continue
                rest = tuple([card for place, card in enumerate(top) if place not in places])
                after = change(hands, seat, plus(hands[seat], taken))
                if rest_goes == "top":
                    yield after, rest + below
                elif rest_goes == "bottom":
                    yield after, below + rest
                else:
                    for order in orders(Counter(rest + below)):
                        yield after, order

    def melded(self, group: list[Event]) -> Iterator[World]:
        """A meld, and how many of its cards were wild."""
        seat, attribute = number(group[0]["seat"]), str(group[0]["attribute"])
        wild = [
            str(event["kind"]) for event in group[1:] for _card in range(number(event["amount"]))
        ]
        natural = [attribute] * (number(group[0]["size"]) - len(wild))
        return self.lost([(seat, card) for card in [*natural, *wild]])

    def lost(self, cards: list[tuple[int, str]]) -> Iterator[World]:
        """Cards that go to the discard pile."""
        self.pile.update([card for _seat, card in cards])
        worlds = list(self.worlds)
        for seat, card in cards:
            worlds = [
                (change(hands, seat, minus(hands[seat], [card])), deck)
                for hands, deck in worlds
                if card in hands[seat]
            ]
        return iter(worlds)

    def shuffled(self) -> Iterator[World]:
        """The discard pile lies below the rest of the deck, in any order."""
        pile, self.pile, self.renewed = +self.pile, Counter(), True
        below = list(orders(pile))
        return ((hands, deck + order) for hands, deck in self.worlds for order in below)


# --- melds


def can_meld(seen: CivBuilderObservation, hand: Cards, match: Match) -> bool:
    """Is there a meld in the hand of whose turn it is (CB-33 to CB-42)?"""
    rules = game_of(match)
    wild = {"Lea": 1}
    if seen.acting in seen.tops[NAMES.index("Rel")]:
        wild["Dis"] = rules.most_wild
    sizes = []
    for attribute in NAMES[:ATTRIBUTES]:
        sorts = dict(wild)
        if attribute in ("Con", "Tra") and seen.acting in seen.tops[NAMES.index("Sea")]:
            sorts["Sea"] = rules.most_wild
        if hand.count(attribute) >= rules.natural and attribute not in seen.melded:
            more = [min(most, hand.count(card)) for card, most in sorts.items()]
            sizes.append(hand.count(attribute) + sum(more))
    return max(sizes, default=0) > seen.melds


# --- all worlds to begin with


def all_worlds(seen: CivBuilderObservation, most: int) -> Iterator[World]:
    """All ways to lay the cards that the observer does not see."""
    pool = Counter(dict.fromkeys(NAMES, 9))
    pool -= Counter(dict(zip(NAMES, seen.discard, strict=True)))
    for other in seen.table:
        pool -= Counter(other.known)
    pool -= Counter([card for card in seen.top if card])
    found: list[tuple[tuple[Cards, ...], Counter[str]]] = [((), pool)]
    for other in seen.table:
        found = [
            ((*hands, plus(other.known, part)), left - Counter(part))
            for hands, left in found
            for part in choices(left, other.hand - len(other.known))
        ]
        if len(found) > most:
            raise TooMany
    total = 0
    for hands, left in found:
        for order in orders(left):
            total += 1
            if total > most:
                raise TooMany
            unknown = list(order)
            deck = [card or unknown.pop(0) for card in seen.top]
            yield hands, (*deck, *unknown)


# --- small piles


def number(value: object) -> int:
    """A number of an event."""
    assert isinstance(value, int)
    return value


def plus(cards: Iterable[str], more: Iterable[str]) -> Cards:
    """A hand with more cards."""
    return tuple(sorted([*cards, *more]))


def minus(cards: Iterable[str], less: Iterable[str]) -> Cards:
    """A hand without cards that are in it."""
    left = list(cards)
    for card in less:
        left.remove(card)
    return tuple(left)


def has(cards: Cards, part: Iterable[str]) -> bool:
    """Is all of the part there?"""
    return not Counter(part) - Counter(cards)


def change(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    """The hands with another of this seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def moved(
    hands: tuple[Cards, ...], giver: int, taker: int, cards: Iterable[str]
) -> tuple[Cards, ...]:
    """The hands when cards have gone from one to another."""
    hands = change(hands, giver, minus(hands[giver], cards))
    return change(hands, taker, plus(hands[taker], cards))


def parts(hand: Cards, named: list[object]) -> set[Cards]:
    """The cards of a hand that may have gone: those that are named, or any of that number."""
    if None in named:
        return set(combinations(hand, len(named)))
    cards = tuple(sorted(map(str, named)))
    return {cards} if has(hand, cards) else set()


def choices(pool: Counter[str], size: int) -> set[Cards]:
    """All parts of the pool of this size."""
    return set(combinations(sorted(pool.elements()), size))


def orders(pool: Counter[str]) -> Iterator[Cards]:
    """All different orders of the pool."""
    left = +pool
    if not left:
        yield ()
    for card in sorted(left):
        for order in orders(left - Counter([card])):
            yield (card, *order)
