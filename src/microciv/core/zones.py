"""Where cards lie, and who knows it: what observations, re-deals and redaction are based on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mypy_extensions import mypyc_attr

from microciv.core.cards import EMPTY, Card, CardSet, cards_in, holds, minus, plus, size
from microciv.core.frozen import Frozen
from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.core.rng import Rng


@final
@dataclass(frozen=True)
class ZonesSeen(Frozen):
    """What one seat knows about where cards lie."""

    named: tuple[CardSet, ...]  # by zone, the cards that the seat knows to lie there
    hidden: tuple[int, ...]  # by zone, the number of other cards


@final
@mypyc_attr(acyclic=True)
class Zones:
    """Unordered piles by zone number, and for each card the seats that know where it lies. A card
    may lie in several zones if all of them are public (the Exploits of all players are one card).
    """

    def __init__(self, owners: list[int], cards: int) -> None:
        self.owners = owners
        """By zone, a mask of the seats that see the faces of its cards. Clones share the list."""
        self.piles: list[CardSet] = [EMPTY] * len(owners)
        self.known: list[int] = [EVERYBODY] * cards
        """By card, a mask of the seats that know where it lies."""

    def put(self, card: Card, zone: int, seen_by: int) -> None:
        """Put a card into a zone; `seen_by` is a mask of the seats that know it from now on."""
        self.piles[zone] = plus(self.piles[zone], card)
        self.show(card, seen_by)

    def show(self, card: Card, seen_by: int) -> None:
        """From now on these seats, a mask, know where the card lies, and nobody else does."""
        if self.known[card] != seen_by:  # a mask is a large number, and boxing it takes time
            self.known[card] = seen_by

    def take(self, card: Card, zone: int) -> None:
        """Take the card out of a zone; `known` keeps saying who knew where it was."""
        self.piles[zone] = minus(self.piles[zone], card)

    def move(self, card: Card, source: int, target: int, seen_by: int) -> None:
        """Move the card from one zone to another; `seen_by` as in `put`."""
        self.take(card, source)
        self.put(card, target, seen_by)

    def has(self, zone: int, card: Card) -> bool:
        """Does the card lie in the zone, whether or not anybody knows it?"""
        return holds(self.piles[zone], card)

    def named(self, zone: int, seat: Seat) -> CardSet:
        """The cards of the zone that the seat knows to lie there."""
        pile = self.piles[zone]
        for card in cards_in(pile):
            if not self.known[card] & SEAT_BIT[seat]:
                pile = minus(pile, card)
        return pile

    def observe(self, seat: Seat) -> ZonesSeen:
        """What the seat or a spectator knows about all zones, from which `zones_from` re-deals."""
        named = [self.named(zone, seat) for zone in range(len(self.piles))]
        hidden = [size(pile) - size(named[zone]) for zone, pile in enumerate(self.piles)]
        return ZonesSeen(tuple(named), tuple(hidden))

    def clone(self) -> Zones:
        """A copy to play on in; both share `owners`, which never change."""
        copy = Zones(self.owners, 0)
        copy.piles = self.piles[:]
        copy.known = self.known[:]
        return copy


def zones_from(
    seen: ZonesSeen, owners: list[int], cards: int, secret: CardSet, rng: Rng, named_by: int
) -> Zones:
    """Random zones that are consistent with `seen`. Those of the `secret` cards that it does not
    name are dealt at random to its hidden places, and are known to the owners of their zone. The
    cards that it names are known to the owners of their zone and to the seats in the mask
    `named_by`, usually `SEAT_BIT` of the observer.
    """
    zones = Zones(owners, cards)
    for zone, pile in enumerate(seen.named):
        zones.piles[zone] = pile
        secret &= ~pile
        if named_by != EVERYBODY:
            for card in cards_in(pile):
                zones.show(card, owners[zone] | named_by)
    unknown = cards_in(secret)
    rng.shuffle(unknown)
    for zone, count in enumerate(seen.hidden):
        for _ in range(count):
            zones.put(unknown.pop(), zone, owners[zone])
    return zones
