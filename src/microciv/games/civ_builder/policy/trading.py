"""Offers to make and to accept: exchanges that improve the seat's melds and look fair to the other.

What others have and would agree to is reckoned from what the seat knows of their hands.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat
from microciv.games.civ_builder.cards import DISASTER, KINDS, LEADER, RELIGION
from microciv.games.civ_builder.moves import (
    ACCEPTS,
    ANY,
    DONE,
    FOR,
    GIVES,
    OFFERS,
    PASS,
    WANTS,
    WITHDRAWS,
    Against,
    Named,
)
from microciv.games.civ_builder.policy.melds import Turn
from microciv.games.civ_builder.policy.styles import Style
from microciv.games.civ_builder.rules.market import is_for
from microciv.games.civ_builder.rules.privileges import is_top
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.rules.trade import Deal
from microciv.hidden.bags import (
    NONE,
    ONE,
    Bag,
    Kind,
    bag_of,
    count,
    holds,
    kinds_in,
    less,
    several,
    size,
)
from microciv.hidden.memory import HOLD, SEE, SWAP

LEAST_HOPE: Final = 2.0  # margins that may be expected of an offer that is worth the trouble
# Outlines of the turn take their time, so a glance says what is worth one.
GIVEN: Final = 4  # kinds that it may give
WANTED: Final = 6  # kinds that it may want
LOOKS: Final = 8  # terms made of these that are held against partners
FULL_LOOKS: Final = 3  # terms
ASKED_OF_ALL: Final = 0.8  # all learn what is offered and wanted
WILLING: Final = 0.5  # to accept, so much of the margin is enough
POSTS_UNTIL: Final = 5
DOUBLED: Final = 3  # kinds that are wanted twice

# What cards seem to be worth to others, in the measure of `melds`.
ITS_LEADER: Final = 2.3
ITS_DISASTER: Final = 0.1
ITS_WILD: Final = 1.7
ITS_CARD: Final = 0.6
ITS_ACTION: Final = 0.35  # of what the special action would be worth
ITS_DRAW: Final = 0.4  # of each card that the action brings
IN_A_SET: Final = 0.4  # a card more of a kind that it has
SMALLEST_GAIN: Final = 0.8  # for which it would agree as likely as not
DOUBT: Final = 0.8
NOT_ASKED: Final = -1.0


@final
@mypyc_attr(acyclic=True)
class Terms:
    """What is given for what, to whom, and what may be expected of it."""

    def __init__(self, target: Seat, given: Bag, wanted: Bag, hope: float) -> None:
        self.target = target
        self.given = given
        self.wanted = wanted
        self.hope = hope


def put(best: list[Terms], terms: Terms, most: int) -> None:
    """Insert these terms among the best, the most hopeful first; at most `most` are kept."""
    index = len(best)
    while index and is_before(terms, best[index - 1]):
        index -= 1
    if index < most:
        best.insert(index, terms)
        if len(best) > most:
            best.pop()


def is_before(one: Terms, other: Terms) -> bool:
    """Of equal hope, in the order of the cards."""
    if one.hope != other.hope:
        return one.hope > other.hope
    if one.given != other.given:
        return one.given < other.given
    return one.wanted < other.wanted


NO_TERMS: Final = Terms(NOBODY, NONE, NONE, 0.0)


@final
class Asked:
    """What a seat remembers of its own offers in this Trade phase."""

    def __init__(self, state: CivBuilderState, seat: Seat) -> None:
        self.approaches = 0
        """How many there were, counter-offers included."""
        self.taken = 0
        """How many of them were accepted."""
        self.refused = 0
        """A mask of those who were asked, and no exchange came of it."""
        self.given: list[Bag] = []
        """What was offered to all: everybody has learned that it was there."""
        own, facts = SEAT_BIT[seat], state.knowledge.facts
        since = state.knowledge.base(seat).since
        first = len(facts)
        while first > since and facts[first - 1].kind in (HOLD, SWAP, SEE):
            first -= 1  # cards were drawn before
        seen: list[tuple[int, Bag]] = []
        for fact in facts[first:]:
            if fact.kind == SWAP:
                if fact.seat == seat:
                    self.taken += 1
                    self.refused &= ~SEAT_BIT[fact.other]
                elif fact.other == seat:
                    self.refused &= ~SEAT_BIT[fact.seat]
            elif fact.kind == HOLD and fact.seat == seat and fact.audience & own:
                given = fact.full().cards
                if (fact.audience, given) in seen:
                    continue  # it still stands in the market
                seen.append((fact.audience, given))
                self.approaches += 1
                if fact.audience == EVERYBODY:
                    self.given.append(given)
                else:
                    self.refused |= fact.audience & ~own


@final
class Trader:
    """One seat in one Trade phase, before the melds of its turn."""

    def __init__(
        self, state: CivBuilderState, seat: Seat, turn: Turn, style: Style, asked: Asked
    ) -> None:
        self.state = state
        self.seat = seat
        self.turn = turn
        self.style = style
        self.hand = state.hands[seat]
        self.now = turn.value(self.hand, 0)
        """What the hand is worth as it is."""
        self.margin = style.margin * turn.card
        """The least that it wants to gain."""
        self.measure = turn.acts.point if turn.last else turn.measure
        self.asked = asked
        memory = state.recall(seat)
        self.known = memory.hands
        self.sizes = [size(hand) for hand in state.hands]
        self.hidden = [self.sizes[other] - size(self.known[other]) for other in range(state.seats)]
        """By seat, how many of its cards this one does not know."""
        seen = state.discard + bag_of([kind for kind in memory.deck if kind >= 0])
        for hand in self.known:
            seen += hand
        copies = turn.acts.sheet.copies
        self.unseen = [copies - count(seen, kind) for kind in range(KINDS)]
        """By kind, how many copies lie where the seat does not know."""
        self.all_unseen = max(1, sum(self.unseen))
        self.prices: list[float] = [NOT_ASKED] * (state.seats * KINDS)
        """By seat, and there by kind, what such a card seems to be worth to it, once asked."""

    # --- what an exchange is worth

    def gain(self, given: Bag, wanted: Bag) -> float:
        return self.turn.value(self.hand - given + wanted, 0) - self.now

    def accepts(self, deal: Deal) -> float:
        """What it gains by accepting, less what it minds; not above 0 if it declines."""
        if not holds(self.hand, deal.wanted):
            return 0.0
        worth = self.gain(deal.wanted, deal.given)
        return worth - self.grudge(deal.seat, deal.wanted, deal.given) - WILLING * self.margin

    def grudge(self, seat: Seat, gets: Bag, gives: Bag) -> float:
        """What it costs that another gains by the exchange."""
        return self.turn.acts.spite[seat] * max(0.0, self.gain_of(seat, gets, gives))

    def gain_of(self, seat: i64, gets: i64, gives: i64) -> float:
        """What the exchange seems to be worth to another."""
        gain = 0.0
        kind: i64 = 0
        while gets or gives:
            change: int = (gets & 15) - (gives & 15)
            if change:
                gain += change * self.value_to(seat, kind)
            gets >>= 4
            gives >>= 4
            kind += 1
        return gain

    def value_to(self, seat: i64, kind: i64) -> float:
        """What such a card seems to be worth to another."""
        price = self.prices[seat * KINDS + kind]
        if price == NOT_ASKED:
            price = self.prices[seat * KINDS + kind] = self.price(seat, kind)
        return price

    def price(self, seat: Seat, kind: Kind) -> float:
        measure = self.measure
        if kind == LEADER:
            may_be_melded = self.turn.acts.sheet.leaders_in_meld
            return measure * (ITS_LEADER if may_be_melded else ITS_DISASTER)
        if kind == DISASTER:
            return measure * (ITS_WILD if is_top(self.state, seat, RELIGION) else ITS_DISASTER)
        copies = min(2, (self.known[seat] >> 4 * kind) & 15)
        worth = measure * (
            ITS_CARD + ITS_DRAW * self.turn.acts.sheet.brings[kind] + IN_A_SET * copies
        )
        return worth + ITS_ACTION * self.turn.acts.worth(kind)

    # --- what others have and would do

    def outlook(self, seat: Seat, given: Bag, wanted: Bag) -> tuple[float, float]:
        """How likely the seat can and will accept, and what it costs that it gains by it."""
        worth = self.gain_of(seat, given, wanted)
        grudge = self.turn.acts.spite[seat] * max(0.0, worth)
        chance = self.may_have(seat, wanted)
        if chance == 0.0:
            return 0.0, grudge
        gain = worth / self.measure - SMALLEST_GAIN
        return chance / (1.0 + exp(-gain / DOUBT)), grudge

    def may_have(self, seat: Seat, wanted: i64) -> float:
        """How likely the seat has all these cards."""
        known: i64 = self.known[seat]
        hidden: i64 = self.hidden[seat]
        chance = 1.0
        kind: i64 = 0
        while wanted:
            lack = (wanted & 15) - (known & 15)
            while lack > 0:
                none = 1.0
                other = 1.0 - min(1.0, self.unseen[kind] / self.all_unseen)
                for _card in range(hidden):
                    none *= other
                chance *= 1.0 - none
                hidden -= 1
                lack -= 1
            wanted >>= 4
            known >>= 4
            kind += 1
        return chance

    # --- offers of its own

    def may_approach(self) -> bool:
        return self.asked.approaches < self.style.approaches

    def may_ask(self, seat: Seat) -> bool:
        """Whoever has refused is not asked again; nor are all at once, after a refusal."""
        if seat == ANY:
            return self.asked.refused == 0
        return self.sizes[seat] > 0 and self.asked.refused & SEAT_BIT[seat] == 0

    def best_offer(self, targets: list[Seat]) -> Terms:
        """The most hopeful terms to one of these, or ANY; NO_TERMS if none is worth the trouble."""
        best = NO_TERMS
        open_to = 0
        for seat in targets:
            if self.may_ask(seat):
                open_to |= SEAT_BIT[seat]
        if open_to == 0:
            return best
        most = LEAST_HOPE * self.margin
        looks: list[Terms] = []
        for glance in self.candidates(most):
            look = self.most_hopeful(open_to, glance.given, glance.wanted, glance.hope)
            if look.hope > 0.0:
                put(looks, look, FULL_LOOKS)
        for look in looks:
            gain = self.gain(look.given, look.wanted)
            if gain > self.margin:
                terms = self.most_hopeful(open_to, look.given, look.wanted, gain)
                if terms.hope > most:
                    best, most = terms, terms.hope
        return best

    def most_hopeful(self, open_to: i64, given: Bag, wanted: Bag, gain: float) -> Terms:
        """These terms, to whoever in the mask they promise most from; NO_TERMS if they promise
        nothing from anybody.
        """
        target, most = NOBODY, 0.0
        to_all = (open_to >> ANY) & 1
        nobody, grudges = 1.0, 0.0
        seat: i64
        for seat in range(self.state.seats):
            asked = (open_to >> seat) & 1
            if seat == self.seat or not (asked or to_all):
                continue
            chance, grudge = self.outlook(seat, given, wanted)
            nobody *= 1.0 - chance
            grudges += grudge
            if asked and chance * (gain - grudge) > most:
                target, most = seat, chance * (gain - grudge)
        if to_all:
            hope = ASKED_OF_ALL * (1.0 - nobody) * (gain - grudges / (self.state.seats - 1))
            if hope > most:
                target, most = ANY, hope
        return Terms(target, given, wanted, most) if target != NOBODY else NO_TERMS

    def candidates(self, least: float) -> list[Terms]:
        """Terms that promise most for the seat's hand, to nobody yet, with what is gained by them
        as hope: one for one, two for one, two for two. No more is to be hoped for than is gained,
        so that is more than the `least`.
        """
        game, turn, hand = self.state.game, self.turn, self.hand
        glance: list[tuple[float, Kind]] = [
            (turn.quick(hand - ONE[kind], kind), kind)
            for kind in kinds_in(hand)
            if kind != DISASTER or turn.disasters_wild
        ]
        glance.sort()
        losses: list[tuple[float, Kind]] = [
            (-self.gain(ONE[kind], NONE), kind) for _worth, kind in glance[:GIVEN]
        ]
        losses.sort()
        glance = [
            (-turn.quick(hand, kind), kind)
            for kind in range(KINDS)
            if (kind != DISASTER or turn.disasters_wild) and self.exists(kind)
        ]
        glance.sort()
        gains: list[tuple[float, Bag]] = [
            (-self.gain(NONE, ONE[kind]), ONE[kind]) for _worth, kind in glance[:WANTED]
        ]
        gains.sort()
        found: list[Terms] = []
        self.add_terms(found, [(loss, ONE[kind]) for loss, kind in losses], gains, least)
        if game.most_offered > 1:
            pairs = pairs_of(losses, hand)
            if not game.equal:
                self.add_terms(found, pairs, gains, least)
            double = [(2.0 * gain, one << 1) for gain, one in gains[:DOUBLED]]
            self.add_terms(found, pairs[:GIVEN], double, least)
        return found

    def add_terms(
        self,
        found: list[Terms],
        gives: list[tuple[float, Bag]],
        wants: list[tuple[float, Bag]],
        least: float,
    ) -> None:
        """The best of those that seem to gain more than the least. Both lists have the best first:
        what is lost is above 0, what is gained below.
        """
        for loss, given in gives:
            if given in self.asked.given:
                continue
            for gain, wanted in wants:
                hope = -(gain + loss)
                if hope <= least or (len(found) == LOOKS and hope < found[-1].hope):
                    break
                if are_apart(given, wanted):
                    put(found, Terms(NOBODY, given, wanted, hope), LOOKS)

    def exists(self, kind: Kind) -> bool:
        """Can anybody else have such a card?"""
        if self.unseen[kind] > 0:
            return True
        for seat in range(self.state.seats):
            if seat != self.seat and (self.known[seat] >> 4 * kind) & 15:
                return True
        return False

    def counter(self, deal: Deal) -> Terms:
        """Other terms for who proposed these."""
        if not self.style.counters or not self.may_approach():
            return NO_TERMS
        terms = self.best_offer([deal.seat])
        same = terms.given == deal.wanted and terms.wanted == deal.given
        return NO_TERMS if same else terms

    # --- the market

    def best_standing(self, legal: list[Move]) -> Move | None:
        """To accept the offer of another that is worth most."""
        best: Move | None = None
        most = 0.0
        for seat, deals in enumerate(self.state.market.offers):
            if seat == self.seat:
                continue
            for number, deal in enumerate(deals):
                if is_for(deal, self.seat) and ACCEPTS[seat][number] in legal:
                    worth = self.accepts(deal)
                    if worth > most:
                        best, most = ACCEPTS[seat][number], worth
        return best

    def in_market(self, legal: list[Move]) -> tuple[Move, Terms]:
        """What to do in this tick: take the best offer, take back a bad one, post, or wait, for as
        long as anybody may still want to trade. The second is what is posted.
        """
        taken = self.best_standing(legal)
        if taken is not None:
            return taken, NO_TERMS
        own = self.state.market.offers[self.seat]
        for number, deal in enumerate(own):
            if self.gain(deal.given, deal.wanted) <= 0.0:
                return WITHDRAWS[number], NO_TERMS
        terms = self.post(legal, own)
        if terms.target != NOBODY:
            return OFFERS[terms.target], terms
        return PASS, NO_TERMS

    def post(self, legal: list[Move], own: list[Deal]) -> Terms:
        """A new offer: one to each at most, and none once an offer of its own was for nothing."""
        ticks, asked = self.state.market.ticks, self.asked
        if ticks > POSTS_UNTIL or ticks % 2 == 0 or not self.may_approach():
            return NO_TERMS
        if asked.approaches > asked.taken + len(own):
            return NO_TERMS
        for deal in own:
            if deal.other == ANY:
                return NO_TERMS
        terms = self.best_offer(
            [move.seat for move in legal if isinstance(move, Against) and move.verb == "offer"]
        )
        for deal in own:
            if deal.given == terms.given:
                return NO_TERMS
        return terms


def are_apart(one: i64, other: i64) -> bool:
    """Have the bags no kind in common?"""
    while one and other:
        if one & 15 and other & 15:
            return False
        one >>= 4
        other >>= 4
    return True


def pairs_of(losses: list[tuple[float, Kind]], hand: Bag) -> list[tuple[float, Bag]]:
    """Two cards to give, of those that are missed least."""
    found: list[tuple[float, Bag]] = []
    for index, (loss, kind) in enumerate(losses):
        if count(hand, kind) > 1:
            found.append((2.0 * loss, several(kind, 2)))
        found += [(loss + more, ONE[kind] + ONE[other]) for more, other in losses[index + 1 :]]
    found.sort()
    return found


def next_term(steps: tuple[Move, ...], legal: list[Move], terms: Terms) -> Move:
    """What else is given; `for`; what else is wanted; `done`. What somebody else has begun is
    brought to its end.
    """
    giving = FOR in legal or (isinstance(legal[0], Named) and legal[0].verb == "give")
    moves, left = (GIVES, terms.given) if giving else (WANTS, terms.wanted)
    for step in steps:
        if isinstance(step, Named) and moves[step.kind] is step:
            left = less(left, ONE[step.kind])
    for kind in kinds_in(left):
        if moves[kind] in legal:
            return moves[kind]
    end = FOR if giving else DONE
    return end if end in legal else legal[0]
