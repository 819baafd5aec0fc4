"""The order of poker hands (A.3), looked up by how often each rank occurs.

Five cards make a sum of powers of eight, one power a rank; the sum finds the hand's strength: its
number among all hands, counted from the weakest. A Joker is a blank, which adds nothing (5A-72), or
the card that serves best (5A-76).
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Final, final

from microciv.core.cards import CardSet, cards_in
from microciv.games.five_ages.cards import JOKER, RANK, RANKS, SUIT

HANDS: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",  # with wild Jokers only (5A-76)
)
PRINTED: Final = tuple(range(len(HANDS)))
"""By hand, the number that orders it (A.3)."""
HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
THREE: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR: Final = 7
STRAIGHT_FLUSH: Final = 8

SIZE: Final = 5  # cards of a hand
ACE: Final = len(RANKS) - 1
WHEEL: Final = [ACE, 3, 2, 1, 0]  # A-2-3-4-5
SAME: Final[dict[tuple[int, ...], int]] = {  # how often ranks occur: the hand
    (5,): 9,
    (4, 1): 7,
    (4,): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (3, 1): 3,
    (3,): 3,
    (2, 2, 1): 2,
    (2, 2): 2,
    (2, 1, 1, 1): 1,
    (2, 1, 1): 1,
    (2, 1): 1,
    (2,): 1,
}
WEIGHT: Final[list[int]] = [8**rank for rank in range(len(RANKS))]

Key = tuple[int, ...]  # the hand, then the ranks that decide inside it, the weightiest first


def key_of(ranks: list[int], suited: bool, ace_low: bool) -> Key:
    """What orders hands: of up to five cards, with blanks for the rest."""
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    deciding = [rank for _count, rank in groups]
    hand = SAME.get(tuple([count for count, _rank in groups]), HIGH_CARD)
    if len(deciding) == SIZE:
        wheel = ace_low and deciding == WHEEL
        if wheel or deciding[0] - deciding[-1] == SIZE - 1:
            top = deciding[1] if wheel else deciding[0]
            return STRAIGHT_FLUSH if suited else STRAIGHT, top
        if suited:
            return FLUSH, *deciding
    return hand, *deciding


def total(ranks: list[int]) -> int:
    """The sum that finds a hand."""
    weight = 0
    for rank in ranks:
        weight += WEIGHT[rank]
    return weight


@final
class Poker:
    """One way of ranking, worked out: is the ace low too, are Jokers wild, which hands are better
    than which?
    """

    def __init__(self, ace_low: bool, wild: bool, order: tuple[int, ...] = PRINTED) -> None:
        self.ace_low = ace_low
        self.wild = wild
        self.from_weakest: list[int] = sorted(
            range(len(HANDS)), key=lambda hand: (order[hand], hand)
        )
        """The hands, the weakest first; of equal numbers as printed."""
        beaten = [self.from_weakest.index(hand) for hand in range(len(HANDS))]
        self.beaten: list[int] = beaten
        """By hand, how many are weaker."""
        plain: dict[int, Key] = {}
        suited: dict[int, Key] = {}
        for size in range(1, SIZE + 1):
            for ranks in combinations_with_replacement(range(len(RANKS)), size):
                if size < SIZE or wild or ranks[0] != ranks[-1]:
                    plain[total(list(ranks))] = key_of(list(ranks), False, ace_low)
        for ranks in combinations(range(len(RANKS)), SIZE):
            suited[total(list(ranks))] = key_of(list(ranks), True, ace_low)
        keys = sorted(
            {*plain.values(), *suited.values()}, key=lambda key: (beaten[key[0]], *key[1:])
        )
        self.keys: list[Key] = [(HIGH_CARD,), *keys]
        """By strength, the key of the hand; 0 is no hand at all."""
        strengths = {key: strength for strength, key in enumerate(self.keys)}
        self._plain = {weight: strengths[key] for weight, key in plain.items()}
        self._suited = {weight: strengths[key] for weight, key in suited.items()}
        self._wild: dict[tuple[int, int, bool], int] = {}

    def strength(self, civ: CardSet) -> int:
        """The strength of up to five cards: the higher, the better; equal hands have equal ones."""
        weight, count, jokers = 0, 0, 0
        suit, suited = -1, True
        for card in cards_in(civ):
            if card >= JOKER:
                jokers += 1
                continue
            weight += WEIGHT[RANK[card]]
            count += 1
            suited = suited and suit in (-1, SUIT[card])
            suit = SUIT[card]
        if self.wild and jokers:
            return self._best(weight, jokers, suited)
        if count == SIZE and suited:
            return self._suited[weight]
        return self._plain[weight] if count else 0

    def hand(self, strength: int) -> int:
        """Which of the HANDS it is."""
        return self.keys[strength][0]

    def _best(self, weight: int, jokers: int, suited: bool) -> int:
        """The best that wild Jokers make of these cards; in a flush none repeats a card."""
        known = self._wild.get((weight, jokers, suited))
        if known is None:
            known = 0
            for ranks in combinations_with_replacement(range(len(RANKS)), jokers):
                whole = weight + total(list(ranks))
                known = max(known, self._plain.get(whole, 0))
                if suited:
                    known = max(known, self._suited.get(whole, 0))
            self._wild[(weight, jokers, suited)] = known
        return known


POKERS: Final[dict[tuple[bool, bool, tuple[int, ...]], Poker]] = {}
KEPT: Final = 8  # rankings; a search over numbers asks for many, one after the other


def poker(ace_low: bool, wild: bool, order: tuple[int, ...] = PRINTED) -> Poker:
    """This ranking, worked out once."""
    ranking = (ace_low, wild, order)
    found = POKERS.get(ranking)
    if found is None:
        if len(POKERS) >= KEPT:
            POKERS.clear()
        found = POKERS[ranking] = Poker(ace_low, wild, order)
    return found
