"""What a hand can still become, told from a state: the melds to make, in which order, what to save.

The further a turn goes, the more cards a meld needs. An outline takes the attributes one after the
other, those with few cards first, and remembers only the best way to have made each number of
melds. A hand that is too large pays a price for each card that it saves.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

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
from microciv.games.civ_builder.policy.worth import Ledger, Worth, index_of
from microciv.games.civ_builder.rules.phases import POINT
from microciv.games.civ_builder.rules.privileges import is_top
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import Bag, Kind, size

UNSEEN: Final[Kind] = 12  # cards that an action will bring
MADE: Final[Kind] = 13  # how many melds have been made, in the key of a hand
MOST_UNSEEN: Final = 12
# For any bag: nothing keeps trade from weighing terms that ask for more of a kind than is left.
OF_A_KIND: Final = 16  # numbers of copies, none among them
NATURAL: Final = 16**ATTRIBUTES - 1  # the part of a bag that is attributes
DISTINCT: Final = 4  # copies of a kind that are worth different things to save
NONE_YET: Final = -1.0
NEVER: Final = -1000000.0
MORE_THAN_ANY: Final = 1000000000.0  # hand is worth
NOT_ASKED: Final = Worth(NONE_YET)
NO_CARD: Final = Worth(0.0)
NOTHING: Final[list[Worth]] = []
DUMPED: Final = 1000000.0  # the price of saving a card when all are thrown away
NO_MORE: Final = 15  # melds
MOST_MELDS: Final = 14  # that the outline of a turn may have
A_LEADER: Final[i64] = 16**LEADER

# In a measure of its own, where a card that nobody has seen has this worth:
UNKNOWN: Final = 1.6
# What a saved card is worth: itself, its part in a set, and a part of what a meld would bring.
SAVED: Final = 0.9
CROWDED: Final = 0.9  # in a hand that is too large
OF_A_SET: Final[list[float]] = [0.0, 0.35, 0.6, 0.6]
OF_GAIN: Final = 0.45
OF_ACTION: Final = 0.2
SAVED_LEADER: Final[list[float]] = [2.3, 1.9, 1.4, 0.9]
SAVED_DISASTER: Final = 0.1
SAVED_WILD: Final = 1.5


@final
@mypyc_attr(acyclic=True)
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
        self.bag: Bag = (natural << 4 * attribute) + (seas << 4 * SEAFARING)
        self.bag += (disasters << 4 * DISASTER) + (leaders << 4 * LEADER)

    @property
    def parts(self) -> tuple[int, int, int, int]:
        return (self.natural, self.seas, self.disasters, self.leaders)


@final
@mypyc_attr(acyclic=True)
class Way:
    """The best way that was found to make this many melds of a turn."""

    def __init__(self) -> None:
        self.worth = NEVER
        """How much more the melds bring than saving their cards would."""
        self.rest: i64 = 0
        """What they leave of the hand."""


@final
class Outlines:
    """The best way to make melds in a turn, by how many. It is reused again and again: creating its
    objects anew would take longer than filling them in.
    """

    def __init__(self) -> None:
        self.ways: list[Way] = []
        self.made: i64 = 0
        self.limit: i64 = 0
        self.wild: i64 = 0
        """How many wild cards there are, if a meld with all of them is worth a thought."""
        self.most: i64 = 0
        """The most melds that any outline has."""
        self.best = 0.0

    def begin(self, hand: i64, made: i64, limit: i64) -> None:
        """Of this hand, after this many melds and up to the limit."""
        self.made = self.most = made
        self.limit = limit
        self.wild = 0
        self.best = 0.0
        while len(self.ways) <= made:
            self.ways.append(Way())
        way = self.ways[made]
        way.worth, way.rest = 0.0, hand

    def learn(self, melds: i64, worth: float, rest: i64) -> None:
        if melds > self.most:
            self.reach(melds)
        way = self.ways[melds]
        if worth > way.worth:
            way.worth, way.rest = worth, rest
            self.best = max(self.best, worth)

    def reach(self, melds: i64) -> None:
        """This many melds can be made."""
        while len(self.ways) <= melds:
            self.ways.append(Way())
        while self.most < melds:
            self.most += 1
            self.ways[self.most].worth = NEVER


@final
@mypyc_attr(acyclic=True)
class Prospect:
    """Of an attribute: what every meld of it brings, by its action with the cards that come; what
    a point of it pays; where its lead stands, and what that is worth.
    """

    def __init__(self, action: float, pays: float, gap: int, now: float) -> None:
        self.action = action
        self.pays = pays
        self.gap: i64 = gap
        self.now = now


UNSEEN_YET: Final = Prospect(0.0, 0.0, 0, 0.0)
NO_PROSPECTS: Final[list[Prospect]] = []


@final
class Saving:
    """What cards are worth in the next round, if to save one has this price."""

    def __init__(self, price: float, card: float) -> None:
        self.price = price
        self.unseen = max(0.0, card - price)
        """A card that an action will bring."""
        self.prospects: list[Prospect] = NO_PROSPECTS
        """By attribute, once asked."""
        self.kept: list[Worth] = NOTHING
        """By kind and number of copies, what they are worth, once asked."""

    def open(self) -> None:
        """Make its lists, before the first outline with it: most turns never use all savings."""
        self.prospects = [UNSEEN_YET] * ATTRIBUTES
        self.kept = [NOT_ASKED] * (OF_A_KIND * KINDS)


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
        self.first_meld: i64 = sheet.first_meld
        self.meld_grows: i64 = sheet.meld_grows
        self.leaders: i64 = sheet.leaders_in_meld
        self.raises = sheet.meld_raises
        self.points = sheet.meld_points
        self.natural: i64 = game.natural
        self.most_wild: i64 = game.most_wild
        self.most_melds: i64 = game.max_melds or MOST_MELDS
        self.last = state.round == self.acts.sheet.rounds
        self.card = self.acts.card
        self.measure = self.card / UNKNOWN
        """The factor from the measure of this module to worth at the end of the match."""
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
        self.roomy = Saving(0.0, self.card)
        self.crowded = Saving(CROWDED * self.measure, self.card)
        """For a hand that is too large."""
        self.thrown = Saving(DUMPED, self.card) if self.may_dump else self.roomy
        """For one that is thrown away."""
        self.outlines = Outlines()
        self.worth: dict[Bag, float] = {}

    def is_of(self, state: CivBuilderState, seat: Seat, *, exactly: bool) -> bool:
        """Was it made for this seat and turn? `exactly`: does everybody stand as they did then?"""
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
        gap: i64 = self.acts.gaps[attribute]
        curve = self.acts.curve
        now = curve[index_of(attribute, gap)].amount
        return curve[index_of(attribute, gap + points)].amount - now

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

    def quick(self, hand: i64, kind: i64) -> float:
        """About what one more such card would add to the hand, before a meld of it."""
        copies = (hand >> 4 * kind) & 15
        worth = self.save(kind, copies)
        if kind < ATTRIBUTES:
            brings = 0.5 * self.acts.worth(kind) + self.card * self.acts.sheet.brings[kind]
            worth += brings * (0.4 if copies == 0 else 0.2)
        return worth

    # --- hands

    def value(self, hand: i64, made: i64) -> float:
        """What the hand is worth after this many melds of the turn."""
        key = hand + (made << 4 * MADE)
        known = self.worth.get(key, NONE_YET)
        if known != NONE_YET:
            return known
        known = self.held(hand, made)
        if self.may_dump and hand:
            known = max(
                known,
                self.outlined(hand, made, self.thrown, MORE_THAN_ANY)
                + self.acts.point * self.acts.sheet.equestrian_privilege,
            )
        self.worth[key] = known
        return known

    def value_of(self, meld: Meld, hand: Bag, made: int) -> float:
        """The same, if this meld is the next."""
        attribute = meld.attribute
        rest = hand - meld.bag
        if (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += self.acts.sheet.brings[attribute] << 4 * UNSEEN
        worth = self.gain(attribute, meld.size) + self.acts.worth(attribute)
        return worth + self.value(rest, made + 1)

    def saved(self, hand: Bag) -> float:
        """What it is worth if there are no more melds."""
        return self.value(hand, NO_MORE)

    def held(self, hand: i64, made: i64) -> float:
        """What it is worth if what is left is not thrown away."""
        if self.last or size(hand) <= self.limit:
            return self.outlined(hand, made, self.roomy, MORE_THAN_ANY)
        crowded = self.crowded  # room in the hand has its price
        most = self.outlined(hand, made, crowded, MORE_THAN_ANY) + crowded.price * self.limit
        return min(self.outlined(hand, made, self.roomy, most), most)

    def outlined(self, hand: i64, made: i64, saving: Saving, enough: float) -> float:
        """What the best melds of the hand bring, and the rest of it; or less, if it is enough."""
        total = self.unmelded(hand, saving)
        kind: i64
        cards: i64 = size(hand)
        limit = min(self.most_melds, cards)
        if made >= limit or total >= enough:
            return total
        outlines, wild, seas = self.outlines, self.wild_in(hand), self.wild_seas_in(hand)
        outlines.begin(hand, made, limit)
        if self.last or self.disasters_wild:
            outlines.wild = wild + seas
        need = self.first_meld + self.meld_grows * made
        left = hand & NATURAL
        few: i64 = 1
        while left:
            for kind in range(ATTRIBUTES):
                if (left >> 4 * kind) & 15 == few:
                    left -= few << 4 * kind
                    most = few + wild
                    if kind in (CONQUEST, TRADE):
                        most += seas
                    if most >= need:
                        self.add_melds_of(outlines, kind, few, most, saving)
                        if total + outlines.best >= enough:
                            return total + outlines.best
            few += 1
        return total + outlines.best

    def unmelded(self, hand: i64, saving: Saving) -> float:
        """What it is worth to save all cards of the hand that are worth the price."""
        if not saving.kept:
            saving.open()
        kept = saving.kept
        unseen: int = (hand >> 4 * UNSEEN) & 15
        total = unseen * saving.unseen
        kind: i64
        for kind in range(KINDS):
            copies = (hand >> 4 * kind) & 15
            if copies:
                known = kept[OF_A_KIND * kind + copies]
                if known is NOT_ASKED:
                    known = self.keep(saving, kind, copies)
                total += known.amount
        return total

    def add_melds_of(
        self, outlines: Outlines, kind: i64, copies: i64, most: i64, saving: Saving
    ) -> None:
        """Go on from each outline with melds of the attribute, one or several: of as few cards as
        will do, of all its own, or of the most that could be in it.
        """
        sizes: i64 = 2
        if most > copies and most == copies + outlines.wild:
            sizes = 3
        at: i64
        melds: i64
        number: i64
        first, grows = self.first_meld, self.meld_grows
        prospect = saving.prospects[kind]
        if prospect is UNSEEN_YET:
            prospect = self.look_at(kind, saving)
        action, pays, gap, now = prospect.action, prospect.pays, prospect.gap, prospect.now
        kept, row, curve = saving.kept, OF_A_KIND * kind, self.acts.curve
        points: i64 = self.points
        raises: i64 = self.raises
        for at in range(min(outlines.most, (most - first) // grows), outlines.made - 1, -1):
            way = outlines.ways[at]
            before, worth = way.rest, way.worth
            if worth == NEVER:
                continue
            own = (before >> 4 * kind) & 15
            held = kept[row + own].amount
            need: i64 = 0
            for melds in range(1, outlines.limit - at + 1):
                need += first + grows * (at + melds - 1)
                if need > most:
                    break
                worth += action
                for number in range(sizes):
                    cards = need if number == 0 else (copies if number == 1 else most)
                    if number and cards <= need:
                        continue
                    if cards <= own:
                        rest = before - (cards << 4 * kind)
                        missed = held - kept[row + own - cards].amount
                    else:
                        rest = self.spend(before, kind, own, cards - own)
                        if rest < 0:
                            continue
                        missed = self.and_wild(held, before, rest, kind, kept)
                    paid: int = cards * points
                    ahead = curve[index_of(kind, gap + cards * raises)].amount - now
                    gain = pays * paid + ahead
                    outlines.learn(at + melds, worth + gain - missed, rest)

    def look_at(self, kind: i64, saving: Saving) -> Prospect:
        """What melds of the attribute bring."""
        gap = self.acts.gaps[kind]
        action = self.acts.worth(kind) + saving.unseen * self.acts.sheet.brings[kind]
        now = self.acts.curve[index_of(kind, gap)].amount
        prospect = saving.prospects[kind] = Prospect(action, self.pays[kind], gap, now)
        return prospect

    def wild_in(self, hand: i64) -> i64:
        """How many cards of the hand could stand for others in any meld, at most."""
        wild: i64 = self.leaders if (hand >> 4 * LEADER) & 15 else 0
        if self.disasters_wild:
            wild += min(self.most_wild, (hand >> 4 * DISASTER) & 15)
        return wild

    def wild_seas_in(self, hand: i64) -> i64:
        """How many could in melds of Conquest and Trade besides."""
        if not self.seas_wild:
            return 0
        return min(self.most_wild, (hand >> 4 * SEAFARING) & 15)

    def and_wild(self, missed: float, hand: i64, rest: i64, kind: i64, kept: list[Worth]) -> float:
        """What is missed, and what the wild cards of a meld of this kind would be worth besides."""
        if self.seas_wild and kind != SEAFARING:
            missed = and_of(missed, hand, rest, SEAFARING, kept)
        if self.leaders:
            missed = and_of(missed, hand, rest, LEADER, kept)
        if self.disasters_wild:
            missed = and_of(missed, hand, rest, DISASTER, kept)
        return missed

    def spend(self, hand: i64, kind: i64, natural: i64, lack: i64) -> i64:
        """What is left of the hand without all its cards of the attribute and this many wild ones;
        below 0 if they cannot be in a meld.
        """
        if natural < self.natural:
            return -1
        rest = hand - (natural << 4 * kind)
        if self.disasters_wild:
            disasters = self.at_most(lack, (rest >> 4 * DISASTER) & 15)
            rest -= disasters << 4 * DISASTER
            lack -= disasters
        if lack and self.leaders and (rest >> 4 * LEADER) & 15:
            rest -= A_LEADER
            lack -= 1
        if lack and self.seas_wild and kind in (CONQUEST, TRADE):
            seas = self.at_most(lack, (rest >> 4 * SEAFARING) & 15)
            rest -= seas << 4 * SEAFARING
            lack -= seas
        if lack:
            return -1
        return rest

    def at_most(self, lack: i64, wild: i64) -> i64:
        """How many wild cards of a sort go into a meld that lacks this many."""
        most = min(lack, self.most_wild)
        return min(most, wild)

    def keep(self, saving: Saving, kind: i64, copies: i64) -> Worth:
        """What this many are worth in the next round, less those that are not worth the price."""
        index = OF_A_KIND * kind + copies
        known = saving.kept[index]
        if known is NOT_ASKED:
            known = NO_CARD
            if copies:
                worth = self.keep(saving, kind, copies - 1).amount
                worth += max(0.0, self.save(kind, copies - 1) - saving.price)
                known = Worth(worth)
            saving.kept[index] = known
        return known

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
        return self.best_of(self.melds(hand, made, melded), hand, made, self.saved(hand))

    def best_of(self, melds: list[Meld], hand: Bag, made: int, least: float) -> Meld | None:
        """Which of these is worth most; None if none is worth more than the least."""
        best: Meld | None = None
        for meld in melds:
            worth = self.value_of(meld, hand, made)
            if worth > least:
                best, least = meld, worth
        return best


def stage_of(state: CivBuilderState) -> int:
    """Before leads are counted in this round, while they are, and after."""
    if state.phase < POINT:
        return 0
    return 1 if state.phase == POINT else 2


def and_of(missed: float, hand: i64, rest: i64, kind: i64, kept: list[Worth]) -> float:
    """What is missed, and what is of this kind in the hand and no longer in the rest."""
    copies, left = (hand >> 4 * kind) & 15, (rest >> 4 * kind) & 15
    if left != copies:
        missed += kept[OF_A_KIND * kind + copies].amount
        missed -= kept[OF_A_KIND * kind + left].amount
    return missed


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
