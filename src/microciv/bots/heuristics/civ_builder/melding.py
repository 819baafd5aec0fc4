"""What a hand can still become: the melds to make, in which order, and what to save.

The k-th meld of a turn needs k cards, so small ones come first, and among those the ones that bring
cards. A bag of kinds stands for the hand; cards that are drawn on the way, nobody knows which, are
a kind of their own.
"""

from __future__ import annotations

from typing import final

from microciv.bots.heuristics.civ_builder.guide_melds import (
    BRINGS,
    LARGEST,
    MADE,
    MOST_UNSEEN,
    OF_A_SET,
    OF_ACTION,
    OF_GAIN,
    SAVED,
    SAVED_DISASTER,
    SAVED_LEADER,
    SAVED_WILD,
    UNSEEN,
    Meld,
    add_melds,
)
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.core.bags import ONE, Bag, Kind, count, size
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    DISASTER,
    DUMP_POINTS,
    KINDS,
    LEADER,
    SEAFARING,
    TRADE,
)


@final
class Planner:
    """The worth of hands before the melds of a turn, by one outlook. Hands that come up again are
    remembered.
    """

    def __init__(self, outlook: Outlook, actions: list[float]) -> None:
        game = outlook.game
        self.outlook = outlook
        self.actions = actions
        """By attribute, what its special action is worth beyond the cards that it brings."""
        self.natural = game.natural
        self.most_wild = game.most_wild
        self.most_melds = game.max_melds or LARGEST
        self.gains: list[list[float]] = [
            [cards + outlook.gain(attribute, cards) for cards in range(LARGEST)]
            for attribute in range(ATTRIBUTES)
        ]
        self.brings = BRINGS
        self.saves: list[list[float]] = [self.saves_of(at) for at in range(ATTRIBUTES)]
        disaster = SAVED_WILD if outlook.disasters_wild else SAVED_DISASTER
        self.saves += [drawn_out(SAVED_LEADER), drawn_out([disaster])]
        self.sums: list[list[float]] = [
            [sum(saves[:copies]) for copies in range(LARGEST)] for saves in self.saves
        ]
        self.worth: dict[Bag, float] = {}
        self.kept: dict[Bag, float] = {}

    def recall(self, other: Planner) -> None:
        """Take over what another has worked out, of the same round's Trade phase: scores do not
        change in it.
        """
        if self.actions == other.actions:
            self.worth, self.kept = other.worth, other.kept

    def saves_of(self, attribute: Kind) -> list[float]:
        """What the first, second, third and any further copy is worth in the next round."""
        gain = self.gains[attribute][1] - 1
        base = SAVED + OF_GAIN * gain + OF_ACTION * self.actions[attribute]
        return drawn_out([base + more for more in OF_A_SET])

    # --- hands

    def value(self, hand: Bag, made: int) -> float:
        """What the hand is worth after so many melds of the turn."""
        key = hand + ONE[MADE] * made
        known = self.worth.get(key)
        if known is None:
            known = 0.0
            cards = size(hand)
            if made < self.most_melds and cards > made:
                known = self.melded(hand, made)
            if known == 0 or cards <= self.outlook.limit:  # else stopping would waste cards
                known = max(known, self.saved(hand))
            self.worth[key] = known
        return known

    def melded(self, hand: Bag, made: int) -> float:
        """The same, if there is at least one more meld; the hot part, so melds of natural cards
        alone are made of plain numbers.
        """
        most = 0.0
        need = made + 1
        leader = ONE[LEADER] if (hand >> 4 * LEADER) & 15 and made else 0
        for attribute in range(ATTRIBUTES):
            natural = (hand >> 4 * attribute) & 15
            if natural >= need:
                most = max(most, self.value_after(hand, made, attribute, need, 0))
                if natural > need:
                    most = max(most, self.value_after(hand, made, attribute, natural, 0))
            elif natural == made and leader:
                most = max(most, self.value_after(hand, made, attribute, made, leader))
        if self.has_wild(hand):
            for meld in self.melds(hand, made, 0):
                if meld.size > meld.natural:
                    most = max(most, self.value_of(meld, hand, made))
        return most

    def has_wild(self, hand: Bag) -> bool:
        """Are there wild Disasters or Seafaring cards, or a Leader that need not be saved?"""
        outlook = self.outlook
        if (outlook.last or not self.natural) and (hand >> 4 * LEADER) & 15:
            return True
        if outlook.disasters_wild and (hand >> 4 * DISASTER) & 15:
            return True
        return outlook.seas_wild and (hand >> 4 * SEAFARING) & 15 > 0

    def value_after(
        self, hand: Bag, made: int, attribute: Kind, natural: int, leader: Bag
    ) -> float:
        """What the hand is worth if natural cards are the next meld, perhaps with a Leader."""
        rest = hand - ONE[attribute] * natural - leader
        brought = self.brings[attribute]
        if brought and (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += ONE[UNSEEN] * brought
        worth = self.gains[attribute][natural + 1 if leader else natural]
        worth += self.actions[attribute]
        return worth + self.value(rest, made + 1)

    def value_of(self, meld: Meld, hand: Bag, made: int) -> float:
        """The same, if this meld is the next."""
        attribute = meld.attribute
        rest = hand - meld.bag
        brought = self.brings[attribute]
        if brought and (hand >> 4 * UNSEEN) & 15 <= MOST_UNSEEN:
            rest += ONE[UNSEEN] * brought
        worth = self.gains[attribute][min(meld.size, LARGEST - 1)] + self.actions[attribute]
        return worth + self.value(rest, made + 1)

    def best(self, hand: Bag, made: int, melded: Bag) -> Meld | None:
        """The next meld; None if it is better to stop."""
        best, most = None, self.saved(hand)
        for meld in self.melds(hand, made, melded):
            worth = self.value_of(meld, hand, made)
            if worth > most:
                best, most = meld, worth
        return best

    def largest(self, hand: Bag, made: int, attribute: Kind) -> Meld | None:
        """The largest meld of an attribute that somebody has begun to meld."""
        melds = [meld for meld in self.melds(hand, made, 0) if meld.attribute == attribute]
        return max(melds, key=lambda meld: meld.size) if melds else None

    def saved(self, hand: Bag) -> float:
        """What is worth keeping of the hand at the end of the round, or to throw it all away."""
        known = self.kept.get(hand)
        if known is None:
            known = self.kept[hand] = self.worth_kept(hand)
        return known

    def worth_kept(self, hand: Bag) -> float:
        """The same, reckoned anew."""
        worth = self.worth_next(hand)
        return max(worth, DUMP_POINTS) if hand and self.outlook.may_dump else worth

    def worth_next(self, hand: Bag) -> float:
        """What the cards that can be kept are worth in the next round."""
        unseen = (hand >> 4 * UNSEEN) & 15
        if self.outlook.last:
            return self.outlook.card * unseen
        if size(hand) <= self.outlook.limit:
            worth = self.outlook.card * unseen
            for kind in range(KINDS):
                worth += self.sums[kind][(hand >> 4 * kind) & 15]
            return worth
        values = [self.outlook.card] * unseen
        for kind in range(KINDS):
            copies = (hand >> 4 * kind) & 15
            if copies:
                values += self.saves[kind][:copies]
        values.sort(reverse=True)
        return sum(values[: self.outlook.limit])

    def loss_of(self, hand: Bag, kind: Kind) -> float:
        """What one card of the kind less is worth in the next round."""
        return self.saves[kind][count(hand, kind) - 1]

    # --- melds

    def melds(self, hand: Bag, made: int, melded: Bag) -> list[Meld]:
        """The melds worth a thought: the smallest and the largest of each attribute."""
        found: list[Meld] = []
        need = made + 1
        if need > self.most_melds or size(hand) < need:
            return found
        outlook = self.outlook
        leader = 1 if count(hand, LEADER) else 0
        disasters = min(count(hand, DISASTER), self.most_wild) if outlook.disasters_wild else 0
        seas = min(count(hand, SEAFARING), self.most_wild) if outlook.seas_wild else 0
        for attribute in range(ATTRIBUTES):
            natural = (hand >> 4 * attribute) & 15
            if natural < self.natural or (melded >> 4 * attribute) & 15:
                continue
            wild_seas = seas if attribute in (CONQUEST, TRADE) else 0
            if natural + leader + disasters + wild_seas >= need:
                add_melds(found, need, attribute, natural, wild_seas, disasters, leader)
                if outlook.last and leader and natural + disasters + 1 >= need:
                    found.append(Meld(attribute, natural, 0, disasters, 1))
        return found


def drawn_out(worths: list[float]) -> list[float]:
    """The last of them goes for all further copies."""
    return worths + [worths[-1]] * (LARGEST - len(worths))
