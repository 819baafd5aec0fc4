"""What a hand can still become, told from a state: the melds to make, in which order, what to save.

The further a turn goes, the more cards a meld needs. A plan takes the attributes one after the
other, those with few cards first, and remembers only the best way to have made each number of
melds. A hand that is too large pays a price for each card that it saves.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    DISASTER,
    EQUESTRIAN,
    KINDS,
    LEADER,
    RELIGION,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.policy.acts import Acts
from microciv.games.civ_builder.policy.styles import Style, favourites
from microciv.games.civ_builder.policy.worth import Ledger, index_of
from microciv.games.civ_builder.rules.phases import POINT
from microciv.games.civ_builder.rules.privileges import is_top
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import NONE, ONE, Bag, Kind, size

UNSEEN: Final[Kind] = 12  # cards that an action will bring
MADE: Final[Kind] = 13  # how many melds have been made, in the key of a hand
MOST_UNSEEN: Final = 12
LARGEST: Final = 16  # more copies, or cards in a meld, are as good
DISTINCT: Final = 4  # copies of a kind that are worth different things to save
NONE_YET: Final = -1.0
NEVER: Final = -1000000.0
NO_PLACE: Final = 1000000.0  # the price of saving a card when all are thrown away
NO_MORE: Final = 15  # melds
MOST_MELDS: Final = 14  # that a turn may be planned to have
WILD: Final[list[Kind]] = [SEAFARING, LEADER, DISASTER]

"""By attribute, the cards that its action brings."""

# In a measure of its own, where a card that nobody has seen has this worth:
UNKNOWN: Final = 1.6
# What a saved card is worth: itself, its part in a set, and a part of what a meld would bring.
SAVED: Final = 0.9
PLACE: Final = 0.9  # in a hand that is too large
OF_A_SET: Final[list[float]] = [0.0, 0.35, 0.6, 0.6]
OF_GAIN: Final = 0.45
OF_ACTION: Final = 0.2
SAVED_LEADER: Final[list[float]] = [2.3, 1.9, 1.4, 0.9]
SAVED_DISASTER: Final = 0.1
SAVED_WILD: Final = 1.5


@final
class Meld:
    """A meld that can be made: of what, and how many of each sort, as in `moves.MADE_OF`."""

    def __init__(
        self, attribute: Kind, natural: int, seas: int, disasters: int, leaders: int
    ) -> None:
        self.attribute = attribute
        self.natural = natural
        self.seas = seas
        self.disasters = disasters
        self.leaders = leaders
        self.size = natural + seas + disasters + leaders
        self.bag: Bag = (
            ONE[attribute] * natural
            + ONE[SEAFARING] * seas
            + ONE[DISASTER] * disasters
            + ONE[LEADER] * leaders
        )

    @property
    def parts(self) -> tuple[int, int, int, int]:
        return (self.natural, self.seas, self.disasters, self.leaders)


@final
class Plans:
    """By how many melds a turn has, the best way that was found to make them."""

    def __init__(self, hand: Bag, made: i64, limit: i64) -> None:
        self.made: i64 = made
        self.limit: i64 = limit
        self.most: i64 = made
        """The most melds that any plan has."""
        self.best = 0.0
        self.worths: list[float] = [NEVER] * (limit + 1)
        """What the melds bring more than to save their cards."""
        self.rests: list[Bag] = [NONE] * (limit + 1)
        """What they leave of the hand."""
        self.worths[made] = 0.0
        self.rests[made] = hand

    def learn(self, melds: i64, worth: float, rest: i64) -> None:
        if worth > self.worths[melds]:
            self.worths[melds] = worth
            self.rests[melds] = rest
            self.best = max(self.best, worth)
            self.most = max(self.most, melds)


@final
class Turn:
    """What hands are worth to one seat, as the table stands; hands that it does not see count only
    by their size.
    """

    def __init__(self, state: CivBuilderState, seat: Seat, ledger: Ledger, style: Style) -> None:
        game = state.game
        self.seat = seat
        self.round = state.round
        self.acting = state.acting
        self.stage = stage_of(state)
        self.acts = Acts(state, seat, ledger, style)
        sheet = self.acts.sheet
        self.first_meld = sheet.first_meld
        self.meld_grows = sheet.meld_grows
        self.leaders = sheet.leaders_in_meld
        self.raises = sheet.meld_raises
        self.points = sheet.meld_points
        self.natural = game.natural
        self.most_wild = game.most_wild
        self.most_melds = game.max_melds or MOST_MELDS
        self.last = state.round == self.acts.sheet.rounds
        self.card = self.acts.card
        self.measure = self.card / UNKNOWN
        """To the worth at the end."""
        self.limit = self.acts.sheet.limit(is_top(state, seat, CONQUEST))
        self.disasters_wild = is_top(state, seat, RELIGION)
        self.seas_wild = is_top(state, seat, SEAFARING)
        self.may_dump = is_top(state, seat, EQUESTRIAN)
        self.pays: list[float] = [self.acts.point] * ATTRIBUTES
        """By attribute, what a point of it is worth beyond the leads."""
        if style.devotion and not self.last:
            for attribute in favourites(state, seat):
                self.pays[attribute] += style.devotion * self.card
        self.singles: list[float] = [NONE_YET] * ATTRIBUTES
        """By attribute, what one card of it is worth in the next round, once asked."""
        self.worth: dict[Bag, float] = {}

    def is_of(self, state: CivBuilderState, seat: Seat, *, exactly: bool) -> bool:
        """Is it still the seat's turn, or no turn? Exactly: does everybody stand as then?"""
        if self.seat != seat or self.round != state.round or self.acting != state.acting:
            return False
        if self.stage != stage_of(state):
            return False
        if not exactly:
            return True
        acts = self.acts
        if acts.scores != state.scores_in or acts.points != state.points:
            return False
        for other in range(state.seats):  # noqa: SIM110  # faster compiled
            if acts.sizes[other] != size(state.hands[other]):
                return False
        return True

    # --- cards

    def gain(self, attribute: i64, cards: i64) -> float:
        """The points that a meld of this many brings, and what they will pay."""
        points: int = cards * self.points
        return self.pays[attribute] * points + self.ahead(attribute, cards * self.raises)

    def rise(self, attribute: i64, points: int) -> float:
        """What this many points of the attribute alone are worth."""
        return self.pays[attribute] * points + self.ahead(attribute, points)

    def ahead(self, attribute: i64, points: i64) -> float:
        """What it pays to have this many points of the attribute more."""
        gap, table = self.acts.gaps[attribute], self.acts.table
        return table[index_of(attribute, gap + points)] - table[index_of(attribute, gap)]

    def save(self, kind: i64, copy: i64) -> float:
        """What this copy of the kind is worth in the next round."""
        if self.last:
            return 0.0
        copy = min(copy, DISTINCT - 1)
        if kind == LEADER and self.leaders:
            return self.measure * SAVED_LEADER[copy]
        if kind == LEADER:
            return self.measure * SAVED_DISASTER
        if kind == DISASTER:
            return self.measure * (SAVED_WILD if self.disasters_wild else SAVED_DISASTER)
        single = self.singles[kind]
        if single == NONE_YET:
            single = OF_GAIN * (self.gain(kind, 1) - self.acts.point * self.points)
            single += OF_ACTION * self.acts.worth(kind) + SAVED * self.measure
            self.singles[kind] = single
        return single + self.measure * OF_A_SET[copy]

    def quick(self, hand: Bag, kind: Kind) -> float:
        """About what one more such card would add to the hand, before a meld of it."""
        copies = (hand >> 4 * kind) & 15
        worth = self.save(kind, copies)
        if kind < ATTRIBUTES:
            brings = 0.5 * self.acts.worth(kind) + self.card * self.acts.sheet.brings[kind]
            worth += brings * (0.4 if copies == 0 else 0.2)
        return worth

    # --- hands

    def value(self, hand: Bag, made: int) -> float:
        """What the hand is worth after this many melds of the turn."""
        key = hand + ONE[MADE] * made
        known = self.worth.get(key, NONE_YET)
        if known != NONE_YET:
            return known
        known = self.held(hand, made)
        if self.may_dump and hand:
            known = max(
                known,
                self.planned(hand, made, NO_PLACE)
                + self.acts.point * self.acts.sheet.equestrian_privilege,
            )
        self.worth[key] = known
        return known

    def value_of(self, meld: Meld, hand: Bag, made: int) -> float:
        """The same, if this meld is the next."""
        attribute = meld.attribute
        rest = hand - meld.bag
        if (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += ONE[UNSEEN] * self.acts.sheet.brings[attribute]
        worth = self.gain(attribute, meld.size) + self.acts.worth(attribute)
        return worth + self.value(rest, made + 1)

    def saved(self, hand: Bag) -> float:
        """What it is worth if there are no more melds."""
        return self.value(hand, NO_MORE)

    def held(self, hand: Bag, made: int) -> float:
        """What it is worth if what is left is not thrown away."""
        known = self.planned(hand, made, 0.0)
        if not self.last and size(hand) > self.limit:  # a place in the hand has its price
            price = PLACE * self.measure
            known = min(known, self.planned(hand, made, price) + price * self.limit)
        return known

    def planned(self, hand: i64, made: i64, price: float) -> float:
        """What the best melds of the hand bring, and the rest of it, if to save a card has this
        price.
        """
        unseen: int = (hand >> 4 * UNSEEN) & 15
        total = unseen * max(0.0, self.card - price)
        few_first: list[int] = []
        kind: i64
        for kind in range(KINDS):
            copies = (hand >> 4 * kind) & 15
            if copies:
                total += self.kept(kind, copies, price)
                if kind < ATTRIBUTES:
                    few_first.append(16 * copies + kind)
        limit: i64 = min(self.most_melds, size(hand))
        if made >= limit:
            return total
        few_first.sort()
        plans = Plans(hand, made, limit)
        wild = self.wild_in(hand)
        for entry in few_first:
            self.add_melds_of(plans, entry & 15, entry >> 4, wild, price)
        return total + plans.best

    def add_melds_of(self, plans: Plans, kind: i64, copies: i64, wild: i64, price: float) -> None:
        """Go on from each plan with melds of the attribute, one or several: of as few cards as will
        do, of all its own, or of all that could be in it.
        """
        action = self.acts.worth(kind) + max(0.0, self.card - price) * self.acts.sheet.brings[kind]
        ways: i64 = 3 if wild and (self.last or self.disasters_wild) else 2
        at: i64
        melds: i64
        way: i64
        first: i64 = self.first_meld
        grows: i64 = self.meld_grows
        for at in range(min(plans.most, (copies + wild - first) // grows), plans.made - 1, -1):
            before, worth = plans.rests[at], plans.worths[at]
            need: i64 = 0
            for melds in range(1, plans.limit - at + 1):
                need += first + grows * (at + melds - 1)
                if need > copies + wild:
                    break
                worth += action
                for way in range(ways):
                    cards = need if way == 0 else (copies if way == 1 else copies + wild)
                    if way and cards <= need:
                        continue
                    rest = self.spend(before, kind, cards)
                    if rest >= 0:
                        missed = self.missed(before, rest, kind, price)
                        plans.learn(at + melds, worth + self.gain(kind, cards) - missed, rest)

    def wild_in(self, hand: i64) -> i64:
        """How many cards of the hand could stand for others in one meld, at most."""
        most: i64 = self.most_wild
        wild: i64 = self.leaders if (hand >> 4 * LEADER) & 15 else 0
        if self.disasters_wild:
            wild += min(most, (hand >> 4 * DISASTER) & 15)
        if self.seas_wild:
            wild += min(most, (hand >> 4 * SEAFARING) & 15)
        return wild

    def missed(self, hand: i64, rest: i64, kind: i64, price: float) -> float:
        """What the cards would be worth in the next round of which a meld of the kind is made."""
        spent = hand - rest
        copies = (hand >> 4 * kind) & 15
        worth = self.kept(kind, copies, price)
        worth -= self.kept(kind, copies - ((spent >> 4 * kind) & 15), price)
        spent -= ((spent >> 4 * kind) & 15) << 4 * kind
        if spent:  # wild ones
            for other in WILD:
                gone = (spent >> 4 * other) & 15
                if gone:
                    copies = (hand >> 4 * other) & 15
                    worth += self.kept(other, copies, price)
                    worth -= self.kept(other, copies - gone, price)
        return worth

    def spend(self, hand: i64, kind: i64, cards: i64) -> i64:
        """What is left of the hand without this many cards for a meld of the attribute, wild ones
        only where there are no others; below 0 if it has not as many.
        """
        most: i64 = self.most_wild
        natural = min(cards, (hand >> 4 * kind) & 15)
        rest = hand - (natural << 4 * kind)
        lack = cards - natural
        if lack == 0:
            return rest
        if natural < self.natural:
            return -1
        if self.disasters_wild:
            disasters = min(lack, most, (rest >> 4 * DISASTER) & 15)
            rest -= disasters << 4 * DISASTER
            lack -= disasters
        if lack and self.leaders and (rest >> 4 * LEADER) & 15:
            rest -= ONE[LEADER]
            lack -= 1
        if lack and self.seas_wild and kind in (CONQUEST, TRADE):
            seas = min(lack, most, (rest >> 4 * SEAFARING) & 15)
            rest -= seas << 4 * SEAFARING
            lack -= seas
        return -1 if lack else rest

    def kept(self, kind: i64, copies: i64, price: float) -> float:
        """What this many are worth in the next round, less those that are not worth the price."""
        if self.last:
            return 0.0
        total = 0.0
        copy: i64
        for copy in range(copies):
            total += max(0.0, self.save(kind, copy) - price)
        return total

    # --- melds

    def melds(self, hand: Bag, made: int, melded: Bag) -> list[Meld]:
        """The melds worth a thought: the smallest and the largest of each attribute."""
        found: list[Meld] = []
        need = self.first_meld + self.meld_grows * made
        if made >= self.most_melds or size(hand) < need:
            return found
        leader = self.leaders if (hand >> 4 * LEADER) & 15 else 0
        disasters = seas = 0
        if self.disasters_wild:
            disasters = min((hand >> 4 * DISASTER) & 15, self.most_wild)
        if self.seas_wild:
            seas = min((hand >> 4 * SEAFARING) & 15, self.most_wild)
        for attribute in range(ATTRIBUTES):
            natural = (hand >> 4 * attribute) & 15
            if natural < self.natural or (melded >> 4 * attribute) & 15:
                continue
            wild_seas = seas if attribute in (CONQUEST, TRADE) else 0
            if natural + leader + disasters + wild_seas >= need:
                add_melds(found, need, attribute, natural, wild_seas, disasters, leader)
                if self.last and leader and natural + disasters + 1 >= need:
                    found.append(Meld(attribute, natural, 0, disasters, 1))
        return found

    def best(self, hand: Bag, made: int, melded: Bag) -> Meld | None:
        """The next meld; None if it is better to stop."""
        best: Meld | None = None
        most = self.saved(hand)
        for meld in self.melds(hand, made, melded):
            worth = self.value_of(meld, hand, made)
            if worth > most:
                best, most = meld, worth
        return best


def stage_of(state: CivBuilderState) -> int:
    """Before leads are counted in this round, while they are, and after."""
    if state.phase < POINT:
        return 0
    return 1 if state.phase == POINT else 2


def add_melds(
    found: list[Meld],
    need: int,
    attribute: Kind,
    natural: int,
    seas: int,
    disasters: int,
    leader: int,
) -> None:
    """Ways to make a meld of the attribute from all that could be in it: as few cards as will do,
    all of its own, and those with all Disasters. A Leader is saved unless it is needed.
    """
    disaster = one = sea = 0
    if natural >= need:
        found.append(Meld(attribute, need, 0, 0, 0))
        if natural > need:
            found.append(Meld(attribute, natural, 0, 0, 0))
    else:
        disaster = min(need - natural, disasters)
        one = min(need - natural - disaster, leader)
        sea = need - natural - disaster - one
        if sea <= seas:
            found.append(Meld(attribute, natural, sea, disaster, one))
    if disasters > disaster:
        found.append(Meld(attribute, natural, sea, disasters, one))
