"""Offers to make and to accept: exchanges that improve the own melds and look fair to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.bots.heuristics.civ_builder.hearing import Hearing, offered_to_all
from microciv.bots.heuristics.civ_builder.melding import Planner
from microciv.bots.heuristics.civ_builder.partners import Partners
from microciv.core.bags import NONE, ONE, Bag, Kind, count, holds, kinds_in, shared, size
from microciv.core.moves import NOBODY, Move, Seat
from microciv.games.civ_builder.cards import DISASTER, KINDS, bag_from
from microciv.games.civ_builder.moves import (
    ACCEPTS,
    ANY,
    OFFERS,
    PASS,
    READY,
    WITHDRAWS,
    WITHS,
    seat_of,
)
from microciv.games.civ_builder.observation import DealSeen

LEAST_HOPE: Final = 2.0  # margins that may be expected of an offer that is worth the trouble
FULL_LOOKS: Final = 6  # how many terms are looked at in earnest
ASKED_OF_ALL: Final = 0.8  # all learn what is offered and wanted
WILLING: Final = 0.5  # to accept, so much of the margin is enough
PATIENCE: Final = 6  # ticks of the market in which it waits for others
POSTS_UNTIL: Final = 5


@final
@dataclass(frozen=True)
class Terms:
    """What is given for what, to whom, and what may be expected of it."""

    target: Seat
    given: Bag
    wanted: Bag
    hope: float


NO_TERMS: Final = Terms(NOBODY, NONE, NONE, 0.0)


@final
class Trader:
    """One seat in one Trade phase, before the melds of its turn."""

    def __init__(self, planner: Planner, hearing: Hearing) -> None:
        self.planner = planner
        self.hearing = hearing
        self.outlook = planner.outlook
        self.style = self.outlook.style
        self.partners = Partners(planner)
        self.hand = self.outlook.hand
        self.banned = offered_to_all(self.outlook)

    # --- what an exchange is worth

    def now(self) -> float:
        """What the hand is worth as it is."""
        return self.planner.value(self.hand, 0)

    def gain(self, given: Bag, wanted: Bag) -> float:
        """What the own hand gains."""
        return self.planner.value(self.hand - given + wanted, 0) - self.now()

    def accepts(self, deal: DealSeen) -> float:
        """What it gains by accepting, less what it minds; not above 0 if it declines."""
        given, gets = bag_from(deal.wanted), bag_from(deal.given)
        if not holds(self.hand, given):
            return 0.0
        worth = self.gain(given, gets) - self.partners.grudge(deal.seat, given, gets)
        return worth - WILLING * self.style.margin

    # --- offers of its own

    def may_approach(self) -> bool:
        """Has it offers left in this phase?"""
        return self.hearing.approaches < self.style.approaches

    def best_offer(self, targets: list[Seat]) -> Terms:
        """The most hopeful terms to one of these, or ANY; NO_TERMS if none is worth the trouble."""
        open_to = [seat for seat in targets if self.may_ask(seat)]
        if not open_to:
            return NO_TERMS
        best = NO_TERMS
        least = LEAST_HOPE * self.style.margin
        for given, wanted in self.candidates():
            gain = self.gain(given, wanted)
            if gain > self.style.margin:
                for seat in open_to:
                    hope = self.hope(seat, given, wanted, gain)
                    if hope > max(best.hope, least):
                        best = Terms(seat, given, wanted, hope)
        return best

    def may_ask(self, seat: Seat) -> bool:
        """Nobody is asked again who has refused; nor are all, then."""
        return not self.hearing.refused if seat == ANY else seat not in self.hearing.refused

    def hope(self, seat: Seat, given: Bag, wanted: Bag, gain: float) -> float:
        """What may be expected of the offer."""
        if seat != ANY:
            chance = self.chance(seat, given, wanted)
            return chance * (gain - self.partners.grudge(seat, given, wanted))
        nobody, grudge = 1.0, 0.0
        for other in self.outlook.others:
            nobody *= 1 - self.chance(other, given, wanted)
            grudge += self.partners.grudge(other, given, wanted)
        gain -= grudge / len(self.outlook.others)
        return ASKED_OF_ALL * (1 - nobody) * gain

    def chance(self, seat: Seat, given: Bag, wanted: Bag) -> float:
        """How likely the seat can and will accept."""
        if size(wanted) > self.partners.sizes[seat]:
            return 0.0
        has = self.partners.may_have(seat, wanted)
        return has * self.partners.would_agree(seat, given, wanted) if has else 0.0

    def candidates(self) -> list[tuple[Bag, Bag]]:
        """Terms that promise most for the own hand: one for one, two for one, two for two."""
        losses = self.losses()
        gains = self.gains()
        gives = [(loss, ONE[kind]) for kind, loss in losses]
        wants = [(gain, ONE[kind]) for kind, gain in gains]
        found = [(gain - loss, given, wanted) for loss, given in gives for gain, wanted in wants]
        game = self.outlook.game
        if game.most_offered > 1:
            pairs = pairs_of(losses, self.hand)
            if not game.equal:
                found += [
                    (gain - loss, given, wanted) for loss, given in pairs for gain, wanted in wants
                ]
            double = [(self.gain(NONE, 2 * wanted), 2 * wanted) for _gain, wanted in wants[:3]]
            found += [
                (gain - loss, given, wanted) for loss, given in pairs[:4] for gain, wanted in double
            ]
        fresh = [
            terms
            for terms in found
            if terms[0] > 0 and terms[1] not in self.banned and not shared(terms[1], terms[2])
        ]
        fresh.sort(key=lambda terms: (-terms[0], terms[1], terms[2]))
        return [(given, wanted) for _gain, given, wanted in fresh[:FULL_LOOKS]]

    def losses(self) -> list[tuple[Kind, float]]:
        """What each kind of card in hand would be missed, the least first."""
        found = [
            (kind, self.now() - self.planner.value(self.hand - ONE[kind], 0))
            for kind in kinds_in(self.hand)
            if kind != DISASTER or self.outlook.disasters_wild
        ]
        return sorted(found, key=lambda item: item[1])

    def gains(self) -> list[tuple[Kind, float]]:
        """What each kind would bring, the most first."""
        found = [
            (kind, self.gain(NONE, ONE[kind]))
            for kind in range(KINDS)
            if self.partners.exists(kind) and (kind != DISASTER or self.outlook.disasters_wild)
        ]
        return sorted(found, key=lambda item: -item[1])

    def counter(self, deal: DealSeen) -> Terms:
        """Other terms for who proposed these."""
        if not self.style.counters or not self.may_approach():
            return NO_TERMS
        terms = self.best_offer([deal.seat])
        same = terms.given == bag_from(deal.wanted) and terms.wanted == bag_from(deal.given)
        return NO_TERMS if same else terms

    def choice(self, willing: list[Seat]) -> Move:
        """Of the willing, the one who stands worst."""
        standing = self.outlook.standing
        return WITHS[min(willing, key=lambda seat: (standing[seat], seat))]

    # --- the market

    def in_market(self, legal: tuple[Move, ...]) -> tuple[Move, Terms]:
        """What to do in this tick: take the best offer, take back a bad one, post, wait, or be
        ready. The second is what is posted.
        """
        deal, worth = self.best_standing(legal)
        if worth > 0:
            return ACCEPTS[deal.seat][deal.number - 1], NO_TERMS
        own = [deal for deal in self.outlook.seen.deals if deal.seat == self.outlook.seat]
        for mine in own:
            if self.gain(bag_from(mine.given), bag_from(mine.wanted)) <= 0:
                return WITHDRAWS[mine.number - 1], NO_TERMS
        terms = self.post(legal, own)
        if terms.target != NOBODY:
            return OFFERS[terms.target], terms
        if self.outlook.seen.ticks <= PATIENCE:
            return PASS, NO_TERMS
        return READY, NO_TERMS

    def best_standing(self, legal: tuple[Move, ...]) -> tuple[DealSeen, float]:
        """The offer of another that is worth most."""
        best, most = DealSeen(NOBODY, NOBODY, 0, False, (), ()), 0.0
        for deal in self.outlook.seen.deals:
            if deal.open and deal.seat != self.outlook.seat:
                worth = self.accepts(deal)
                if worth > most and ACCEPTS[deal.seat][deal.number - 1] in legal:
                    best, most = deal, worth
        return best, most

    def post(self, legal: tuple[Move, ...], own: list[DealSeen]) -> Terms:
        """A new offer: one to each at most, and none once an offer of its own was for nothing."""
        seen = self.outlook.seen
        if seen.ticks > POSTS_UNTIL or seen.ticks % 2 == 0 or not self.may_approach():
            return NO_TERMS
        if self.hearing.dropped:
            return NO_TERMS
        asked = [ANY if deal.target == NOBODY else deal.target for deal in own]
        if ANY in asked:
            return NO_TERMS
        targets = [seat_of(move) for move in legal if move in OFFERS]
        fresh = [seat for seat in targets if seat not in asked and not (asked and seat == ANY)]
        given = [bag_from(deal.given) for deal in own]
        terms = self.best_offer(fresh)
        return NO_TERMS if terms.given in given else terms


def pairs_of(losses: list[tuple[Kind, float]], hand: Bag) -> list[tuple[float, Bag]]:
    """Two cards to give, of those that are missed least."""
    found: list[tuple[float, Bag]] = []
    for place, (kind, loss) in enumerate(losses[:4]):
        if count(hand, kind) > 1:
            found.append((2 * loss, 2 * ONE[kind]))
        found += [(loss + more, ONE[kind] + ONE[other]) for other, more in losses[place + 1 : 4]]
    return sorted(found)
