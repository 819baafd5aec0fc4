"""Where cards lie and who knows it: the one fact behind observations, re-deals and redaction."""

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
    """What one seat knows of where cards lie: the cards it can name, and how many others."""

    named: tuple[CardSet, ...]  # by zone
    hidden: tuple[int, ...]  # by zone


@final
@mypyc_attr(acyclic=True)
class Zones:
    """Unordered piles by zone number. A card may lie in several zones if all of them are public
    (every player's Exploit is one card to us).
    """

    def __init__(self, owners: list[int], cards: int) -> None:
        self.owners = owners
        """By zone, a mask of the seats that see the faces there. Shared by clones."""
        self.piles: list[CardSet] = [EMPTY] * len(owners)
        self.known: list[int] = [EVERYBODY] * cards
        """By card, a mask of the seats that know where it lies."""

    def put(self, card: Card, zone: int, seen_by: int) -> None:
        """Lay a card down; `seen_by` masks the seats that know where it lies from now on."""
        self.piles[zone] = plus(self.piles[zone], card)
        self.show(card, seen_by)

    def show(self, card: Card, seen_by: int) -> None:
        """These seats know where the card lies from now on, and nobody else."""
        if self.known[card] != seen_by:  # a mask is a large number, and boxing it takes time
            self.known[card] = seen_by

    def take(self, card: Card, zone: int) -> None:
        """Take the card off a zone that it lies in; `known` still says who knew where."""
        self.piles[zone] = minus(self.piles[zone], card)

    def move(self, card: Card, source: int, target: int, seen_by: int) -> None:
        """Take the card from one zone and lay it down in another; `seen_by` as in `put`."""
        self.take(card, source)
        self.put(card, target, seen_by)

    def has(self, zone: int, card: Card) -> bool:
        """Does the card lie in the zone? Whoever knows it."""
        return holds(self.piles[zone], card)

    def named(self, zone: int, seat: Seat) -> CardSet:
        """The cards of the zone that the seat knows to lie there."""
        pile = self.piles[zone]
        for card in cards_in(pile):
            if not self.known[card] & SEAT_BIT[seat]:
                pile = minus(pile, card)
        return pile

    def observe(self, seat: Seat) -> ZonesSeen:
        """What the seat, or a spectator, knows of all zones: what `zones_from` deals again from."""
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
    """Zones that look like `seen`: the `secret` cards that it cannot name fill its hidden spots
    at random, each known to the owners of its zone. Those that it names are known to the owners,
    too, and to the seats of the mask `named_by`: `SEAT_BIT[seat]` of whoever saw it.
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
