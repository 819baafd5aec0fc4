"""The generator is fixed for ever: these numbers must never change."""

from __future__ import annotations

import pytest

from microciv.core.rng import Rng


def reference(seed: int, count: int) -> list[int]:
    """sfc32 written down independently, with Python's whole numbers."""
    mask = 2**32 - 1
    a, b, c, counter = [(seed >> shift) & mask for shift in (0, 32, 64, 96)]
    words = []
    for _ in range(16 + count):
        total = (a + b + counter) & mask
        counter = (counter + 1) & mask
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & mask
        c = (((c << 21) | (c >> 11)) + total) & mask
        words.append(total)
    return words[16:]


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, 2**64 + 5, 2**128 - 1])
def test_words_are_those_of_sfc32(seed: int) -> None:
    """As an independent writing of the algorithm has them."""
    rng = Rng(seed)
    assert reference(seed, 1000) == [rng.word() for _ in range(1000)]


def test_the_stream_is_pinned() -> None:
    """Every deal ever recorded hangs on this."""
    rng = Rng(2026)
    assert [88, 45, 34, 70, 52, 1, 74, 86] == [rng.below(100) for _ in range(8)]


def test_below_is_fair_and_in_bounds() -> None:
    """Each number from 0 to bound - 1 about as often; 5 standard deviations."""
    rng = Rng(3)
    for bound in (1, 2, 3, 7, 52):
        counts = [0] * bound
        for _ in range(bound * 1000):
            counts[rng.below(bound)] += 1
        assert all(abs(count - 1000) < 160 for count in counts)


def test_a_shuffle_is_a_permutation_and_depends_on_the_seed() -> None:
    """All cards are there, in an order of their own."""
    decks = []
    for seed in range(20):
        deck = list(range(52))
        Rng(seed).shuffle(deck)
        assert list(range(52)) == sorted(deck)
        decks.append(tuple(deck))
    assert 20 == len(set(decks))


def test_a_clone_goes_on_alike() -> None:
    """And apart from the original."""
    rng = Rng(9)
    rng.word()
    copy = rng.clone()
    assert [rng.word() for _ in range(5)] == [copy.word() for _ in range(5)]


def test_a_negative_seed_is_refused() -> None:
    """Seeds count from 0."""
    with pytest.raises(ValueError, match="a seed is a number from 0, not -1"):
        Rng(-1)


def test_a_stream_is_resumed_from_its_words() -> None:
    """Four words are all there is to it: positions keep them."""
    rng = Rng(5)
    rng.word()
    other = Rng(0)
    other.resume(rng.words())
    assert [rng.below(52) for _ in range(20)] == [other.below(52) for _ in range(20)]
