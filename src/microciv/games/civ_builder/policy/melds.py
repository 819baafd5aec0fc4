"""What a hand can still become, told from a state: the melds to make, in which order, what to save.

The k-th meld of a turn needs k cards. A plan looks at every sequence of melds that take as few
cards of an attribute as will do, or all; hands that come up again are remembered, and so are turns
that begin alike.
"""

from __future__ import annotations

from typing import Final, final

from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    AGRICULTURE_CARDS,
    ATTRIBUTES,
    CONQUERORS_LIMIT,
    CONQUEST,
    DISASTER,
    DUMP_POINTS,
    ENGINEERING,
    ENGINEERING_CARDS,
    EQUESTRIAN,
    GOVERNMENT,
    GOVERNMENT_CARDS,
    HAND_LIMIT,
    KINDS,
    LEADER,
    RELIGION,
    RELIGION_CARDS,
    ROUNDS,
    SCIENCE,
    SCIENCE_TAKES,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.policy.acts import Acts
from microciv.games.civ_builder.policy.styles import Style, favourites
from microciv.games.civ_builder.policy.worth import GAPS, Ledger
from microciv.games.civ_builder.rules.phases import POINT
from microciv.games.civ_builder.rules.privileges import is_top
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import ONE, Bag, Kind, size

UNSEEN: Final[Kind] = 12  # cards that an action will bring
MADE: Final[Kind] = 13  # how many melds have been made, in the key of a hand
MOST_UNSEEN: Final = 12
LARGEST: Final = 16  # more copies, or cards in a meld, are as good
DISTINCT: Final = 4  # copies of a kind that are worth different things to save
NONE_YET: Final = -1.0
NO_KINDS: Final[list[Kind]] = []

BROUGHT: Final[dict[Kind, int]] = {
    SCIENCE: SCIENCE_TAKES,
    AGRICULTURE: AGRICULTURE_CARDS,
    RELIGION: RELIGION_CARDS,
    GOVERNMENT: GOVERNMENT_CARDS,
    ENGINEERING: ENGINEERING_CARDS,
}
BRINGS: Final[list[int]] = [BROUGHT.get(attribute, 0) for attribute in range(ATTRIBUTES)]
"""By attribute, the cards that its action brings."""

# In a measure of its own, where a card that nobody has seen has this worth:
UNKNOWN: Final = 1.6
# What a saved card is worth: itself, its part in a set, and a part of what a meld would bring.
SAVED: Final = 0.9
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
        """How many of each sort."""
        return (self.natural, self.seas, self.disasters, self.leaders)


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
        self.acts = Acts(state, seat, ledger, style.spite)
        self.actions: list[float] = self.acts.worths[:]
        """By attribute, what its action is worth beyond the cards that it brings."""
        for attribute in style.likes:
            self.actions[attribute] += style.love * self.acts.card
        self.natural = game.natural
        self.most_wild = game.most_wild
        self.most_melds = game.max_melds or LARGEST
        self.last = state.round == ROUNDS
        self.card = self.acts.card
        self.measure = self.card / UNKNOWN
        """To the worth at the end."""
        self.limit = CONQUERORS_LIMIT if is_top(state, seat, CONQUEST) else HAND_LIMIT
        self.disasters_wild = is_top(state, seat, RELIGION)
        self.seas_wild = is_top(state, seat, SEAFARING)
        self.may_dump = is_top(state, seat, EQUESTRIAN)
        self.gains: list[float] = []
        """By attribute and cards, the points that a meld brings and what they will pay."""
        table = self.acts.table
        own = favourites(state, seat) if style.devotion and not self.last else NO_KINDS
        for attribute in range(ATTRIBUTES):
            gap = self.acts.gaps[attribute]
            here = attribute * GAPS
            now = table[here + bounded(gap)]
            point = self.acts.point
            if attribute in own:
                point += style.devotion * self.card
            for cards in range(LARGEST):
                self.gains.append(point * cards + table[here + bounded(gap + cards)] - now)
        self.saves: list[float] = []
        """By kind and copy, what a card more is worth in the next round."""
        self.sums: list[float] = []
        """By kind and copies, what they are worth together."""
        for kind in range(KINDS):
            total = save = 0.0
            for copy in range(LARGEST):
                self.sums.append(total)
                if copy < DISTINCT:
                    save = self.save(kind, copy)
                self.saves.append(save)
                total += save
        self.worth: dict[Bag, float] = {}
        self.kept: dict[Bag, float] = {}

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

    def save(self, kind: Kind, copy: int) -> float:
        """What this copy of the kind is worth in the next round."""
        measure = self.measure
        if kind == LEADER:
            return measure * SAVED_LEADER[copy]
        if kind == DISASTER:
            return measure * (SAVED_WILD if self.disasters_wild else SAVED_DISASTER)
        gain = self.gains[kind * LARGEST + 1] - self.acts.point
        own = measure * (SAVED + OF_A_SET[copy])
        return own + OF_GAIN * gain + OF_ACTION * self.actions[kind]

    def quick(self, hand: Bag, kind: Kind) -> float:
        """About what one more such card would add to the hand, before a meld of it."""
        copies = (hand >> 4 * kind) & 15
        worth = self.saves[kind * LARGEST + copies]
        if kind < ATTRIBUTES:
            brings = 0.5 * self.actions[kind] + self.card * BRINGS[kind]
            worth += brings * (0.4 if copies == 0 else 0.2)
        return worth

    # --- hands

    def value(self, hand: Bag, made: int) -> float:
        """What the hand is worth after this many melds of the turn."""
        key = hand + ONE[MADE] * made
        known = self.worth.get(key, NONE_YET)
        if known != NONE_YET:
            return known
        known = 0.0
        cards = size(hand)
        if made < self.most_melds and cards > made:
            known = self.melded(hand, made)
        if known == 0.0 or cards <= self.limit:  # else stopping would waste cards
            known = max(known, self.saved(hand))
        self.worth[key] = known
        return known

    def melded(self, hand: Bag, made: int) -> float:
        """The same, if there is at least one more meld."""
        most = 0.0
        need = made + 1
        leader = ONE[LEADER] if (hand >> 4 * LEADER) & 15 and made else 0
        for attribute in range(ATTRIBUTES):
            natural = (hand >> 4 * attribute) & 15
            if natural >= need:
                most = max(most, self.after(hand, made, attribute, need, 0))
                if natural > need:
                    most = max(most, self.after(hand, made, attribute, natural, 0))
            elif natural == made and leader:
                most = max(most, self.after(hand, made, attribute, made, leader))
        if self.has_wild(hand):
            for meld in self.melds(hand, made, 0):
                if meld.size > meld.natural:
                    most = max(most, self.value_of(meld, hand, made))
        return most

    def has_wild(self, hand: Bag) -> bool:
        """Are there wild Disasters or Seafaring cards, or a Leader that need not be saved?"""
        if (self.last or not self.natural) and (hand >> 4 * LEADER) & 15:
            return True
        if self.disasters_wild and (hand >> 4 * DISASTER) & 15:
            return True
        return self.seas_wild and (hand >> 4 * SEAFARING) & 15 > 0

    def after(self, hand: Bag, made: int, attribute: Kind, natural: int, leader: Bag) -> float:
        """What the hand is worth if natural cards are the next meld, perhaps with a Leader."""
        rest = hand - ONE[attribute] * natural - leader
        brought = BRINGS[attribute]
        if brought and (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += ONE[UNSEEN] * brought
        worth = self.gains[attribute * LARGEST + natural + (1 if leader else 0)]
        return worth + self.actions[attribute] + self.value(rest, made + 1)

    def value_of(self, meld: Meld, hand: Bag, made: int) -> float:
        """The same, if this meld is the next."""
        attribute = meld.attribute
        rest = hand - meld.bag
        brought = BRINGS[attribute]
        if brought and (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += ONE[UNSEEN] * brought
        worth = self.gains[attribute * LARGEST + min(meld.size, LARGEST - 1)]
        return worth + self.actions[attribute] + self.value(rest, made + 1)

    def saved(self, hand: Bag) -> float:
        """What is worth keeping of the hand at the end of the round, or to throw it all away."""
        known = self.kept.get(hand, NONE_YET)
        if known == NONE_YET:
            known = self.next_round(hand)
            if self.may_dump and hand:
                known = max(known, self.acts.point * DUMP_POINTS)
            self.kept[hand] = known
        return known

    def next_round(self, hand: Bag) -> float:
        """What the cards that can be kept are worth in the next round."""
        unseen = (hand >> 4 * UNSEEN) & 15
        if self.last:
            return self.card * unseen
        worth = self.card * unseen
        over = size(hand) - self.limit
        if over <= 0:
            for kind in range(KINDS):
                worth += self.sums[kind * LARGEST + ((hand >> 4 * kind) & 15)]
            return worth
        values: list[float] = [self.card] * unseen
        for kind in range(KINDS):
            here = kind * LARGEST
            values += self.saves[here : here + ((hand >> 4 * kind) & 15)]
        values.sort()
        return sum(values[over:])

    # --- melds

    def melds(self, hand: Bag, made: int, melded: Bag) -> list[Meld]:
        """The melds worth a thought: the smallest and the largest of each attribute."""
        found: list[Meld] = []
        need = made + 1
        if need > self.most_melds or size(hand) < need:
            return found
        leader = 1 if (hand >> 4 * LEADER) & 15 else 0
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

    def best_of(self, hand: Bag, made: int, attribute: Kind) -> Meld | None:
        """The best meld of an attribute that has been begun."""
        best: Meld | None = None
        most = 0.0
        for meld in self.melds(hand, made, 0):
            if meld.attribute == attribute:
                worth = self.value_of(meld, hand, made)
                if best is None or worth > most:
                    best, most = meld, worth
        return best


def stage_of(state: CivBuilderState) -> int:
    """Before leads are counted in this round, while they are, and after."""
    if state.phase < POINT:
        return 0
    return 1 if state.phase == POINT else 2


def bounded(gap: int) -> int:
    """The place of a distance within an attribute's part of a table."""
    return 0 if gap < -20 else (GAPS - 1 if gap > 20 else gap + 20)


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
