"""Bags against collections.Counter."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microciv.hidden import bags
from microciv.hidden.bags import KINDS, MOST, NONE, ONE, Bag

IN_WORD = 15  # kinds of bags that need no more than sixty bits


def piles(most: int) -> st.SearchStrategy[dict[int, int]]:
    """Piles in a word, piles of all kinds, and piles of none of the first kinds."""
    return st.one_of(
        [
            st.dictionaries(st.integers(low, high - 1), st.integers(0, most), max_size=high)
            for low, high in ((0, IN_WORD), (0, KINDS), (IN_WORD, KINDS))
        ]
    )


PILES = piles(MOST)
HALVES = piles(MOST // 2)


def bag(pile: dict[int, int]) -> Bag:
    """The bag of a pile that is counted otherwise."""
    return bags.bag_of(Counter(pile).elements())


def pile(found: Bag) -> Counter[int]:
    """And back."""
    return Counter({kind: bags.count(found, kind) for kind in range(KINDS)})


@given(PILES)
def test_a_bag_counts(cards: dict[int, int]):
    """Copies of a kind, all copies, kinds, copies one after the other."""
    counted, found = Counter(cards), bag(cards)
    assert [counted[kind] for kind in range(KINDS)] == [
        bags.count(found, kind) for kind in range(KINDS)
    ]
    assert counted.total() == bags.size(found)
    assert sorted(+counted) == bags.kinds_in(found)
    assert sorted(counted.elements()) == bags.copies_in(found)
    assert bags.bag_of(bags.copies_in(found)) == found


@given(PILES)
def test_places(cards: dict[int, int]):
    """The copy in a place, in ascending order."""
    found = bag(cards)
    assert bags.copies_in(found) == [bags.at(found, place) for place in range(bags.size(found))]


@given(PILES, PILES)
def test_parts(one: dict[int, int], other: dict[int, int]):
    """Is one in the other, what is left, what is shared, what holds both."""
    mine, theirs = Counter(one), Counter(other)
    assert (theirs <= mine) == bags.holds(bag(one), bag(other))
    assert +(mine - theirs) == +pile(bags.less(bag(one), bag(other)))
    assert +(mine & theirs) == +pile(bags.shared(bag(one), bag(other)))
    assert +(mine | theirs) == +pile(bags.merged(bag(one), bag(other)))


@given(HALVES, HALVES)
def test_sums(one: dict[int, int], other: dict[int, int]):
    """Bags are added and, where one holds the other, taken away as numbers."""
    both = bag(one) + bag(other)
    assert +(Counter(one) + Counter(other)) == +pile(both)
    assert bag(one) == both - bag(other)


@given(PILES, st.integers(0, 40))
def test_what_is_left_for_certain(cards: dict[int, int], gone: int):
    """Of each kind, all but as many as have gone."""
    least = Counter({kind: max(0, number - gone) for kind, number in cards.items()})
    assert +least == +pile(bags.thinned(bag(cards), gone))


@pytest.mark.parametrize("kind", range(KINDS))
def test_one_kind(kind: int):
    """From none to fifteen copies, next to full neighbours."""
    full = bags.bag_of([other for other in range(KINDS) for _ in range(MOST) if other != kind])
    for copies in range(MOST + 1):
        found = bags.several(kind, copies)
        assert ONE[kind] * copies == found
        assert (copies, copies) == (bags.count(found, kind), bags.size(found))
        assert copies == bags.count(full + found, kind)
        assert MOST * (KINDS - 1) + copies == bags.size(full + found)
        assert bags.holds(full + found, found)
        assert copies == MOST or not bags.holds(full + found, found + ONE[kind])
        assert full == bags.less(full + found, found)


def test_the_empty_bag():
    """In everything, and nothing in it."""
    assert (0, [], []) == (bags.size(NONE), bags.kinds_in(NONE), bags.copies_in(NONE))
    assert bags.holds(NONE, NONE)
    assert bags.holds(ONE[14], NONE)
    assert not bags.holds(NONE, ONE[14])
    assert (NONE, ONE[3]) == (bags.less(NONE, ONE[3]), bags.merged(NONE, ONE[3]))
    assert NONE == bags.thinned(ONE[3], 1) == bags.shared(ONE[3], NONE)


def test_the_largest_bags():
    """Fifteen of fifteen kinds: sixty bits. With forty kinds it is the largest of all."""
    for kinds in (IN_WORD, KINDS):
        full = bags.bag_of([kind for kind in range(kinds) for _ in range(MOST)])
        assert (4 * kinds, kinds * MOST) == (full.bit_length(), bags.size(full))
        assert (0, kinds - 1) == (bags.at(full, 0), bags.at(full, kinds * MOST - 1))
        assert list(range(kinds)) == bags.kinds_in(full)


def test_words_are_joined_without_a_seam():
    """The last kind of a word and the first one of the next."""
    both = ONE[14] * 15 + ONE[15]
    assert (16, [14, 15]) == (bags.size(both), bags.kinds_in(both))
    assert (14, 15) == (bags.at(both, 14), bags.at(both, 15))
    assert bags.holds(both, ONE[15])
    assert not bags.holds(ONE[14] * 15, ONE[15])
    assert not bags.holds(both, ONE[30])
    assert not bags.holds(ONE[15] * 2, ONE[14])
    assert ONE[14] * 15 == bags.less(both, ONE[15] * 3 + ONE[39])
