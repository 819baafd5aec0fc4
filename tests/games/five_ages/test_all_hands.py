"""A.3: all 2,598,960 hands of five cards, against an evaluator of other people."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from treys import Card, Evaluator  # type: ignore[import-untyped]

from microciv.games.five_ages.cards import NAMES, RANKS, SUITS
from microciv.games.five_ages.rules.poker import HANDS, poker

pytestmark = pytest.mark.heavy

PLAIN = poker(ace_low=True, wild=False)
BITS = [1 << card for card in range(52)]
THEIRS = [Card.new(name[0] + name[1].lower()) for name in NAMES[:52]]
CLASSES = 7462  # hands that differ
FREQUENCIES = {
    "straight_flush": 40,  # four of them royal
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}


@cache
def strengths() -> dict[int, int]:
    """Our strength by their rank, 1 for the best, from one hand of each class."""
    rank_of = Evaluator()._five
    found = {}
    for ranks in combinations_with_replacement(range(len(RANKS)), 5):
        if ranks[0] == ranks[-1]:
            continue
        mixed = [4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        mixed[-1] += len({*ranks}) == 5  # another suit
        for cards in (mixed, [4 * rank for rank in ranks]):
            if len({*cards}) == 5:
                theirs = rank_of([THEIRS[card] for card in cards])
                found[theirs] = PLAIN.strength(sum(BITS[card] for card in cards))
    return found


def test_every_class_of_hands_is_as_strong_as_others_say():
    """5A-44, A.3: 7462 different hands, in the same order."""
    found = strengths()
    assert list(range(1, CLASSES + 1)) == sorted(found)
    assert all(found[rank] > found[rank + 1] for rank, _ in pairwise(range(1, CLASSES + 1)))


@pytest.mark.parametrize("top", range(len(RANKS)), ids=[f"highest {rank}" for rank in RANKS])
def test_every_hand_is_as_strong_as_others_say(top: int):
    """5A-44, A.3: all hands with this highest rank."""
    expected, rank_of, strength = strengths(), Evaluator()._five, PLAIN.strength
    hands = 0
    for number in range(1, len(SUITS) + 1):
        for tops in combinations(range(4 * top, 4 * top + 4), number):
            own, theirs = sum(BITS[card] for card in tops), [THEIRS[card] for card in tops]
            for cards in combinations(range(4 * top), 5 - number):
                civ = own
                for card in cards:
                    civ |= BITS[card]
                hands += 1
                rank = rank_of(theirs + [THEIRS[card] for card in cards])
                if strength(civ) != expected[rank]:
                    raise AssertionError([NAMES[card] for card in tops + cards])
    assert hands == count_of(top)


def count_of(top: int) -> int:
    """How many hands have this highest rank."""
    return choose(4 * top + 4) - choose(4 * top)


def choose(cards: int) -> int:
    """How many hands of five there are."""
    return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120


def test_every_kind_of_hand_is_as_frequent_as_is_known():
    """A.3: over all hands."""
    count: Counter[int] = Counter()
    strength = PLAIN.strength
    for one, two, three, four, five in combinations(BITS, 5):
        count[strength(one | two | three | four | five)] += 1
    found: Counter[str] = Counter()
    for value, times in count.items():
        found[HANDS[PLAIN.hand(value)]] += times
    assert (CLASSES, FREQUENCIES) == (len(count), found)
    assert 4 == count[max(count)]
    assert choose(52) == count.total()
