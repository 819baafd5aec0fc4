"""The generator is fixed for ever: these numbers must never change."""

from __future__ import annotations

import copy
import hashlib
import pickle
import struct

import pytest

from microciv.core.rng import Rng, generator_of, keyed_seed, read_seed, seed_text


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


def test_a_generator_is_shown_with_its_words_unless_they_are_secret() -> None:
    rng = Rng(7)
    words = rng.words()
    assert f"<Rng: sfc32, words {words}>" == repr(rng)
    rng.word()
    assert repr(rng) != f"<Rng: sfc32, words {words}>"
    keyed = Rng(keyed_seed(bytes(range(32))))
    keyed.word()
    assert "<Rng: hmac-sha256, after 1 words>" == repr(keyed)


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


KEY = bytes(range(100, 132))


def keyed_reference(key: bytes, count: int) -> list[int]:
    """HMAC-SHA-256 of a counter written down independently (RFC 2104), eight words a block."""
    inner, outer = [bytes([byte ^ pad for byte in key.ljust(64, b"\0")]) for pad in (0x36, 0x5C)]
    words: list[int] = []
    for number in range(count // 8 + 1):
        first = hashlib.sha256(inner + struct.pack(">Q", number)).digest()
        words += struct.unpack(">8I", hashlib.sha256(outer + first).digest())
    return words[:count]


@pytest.mark.parametrize("key", [bytes(32), KEY, b"\xff" * 32])
def test_words_of_a_key_are_those_of_hmac(key: bytes) -> None:
    """As an independent writing of the algorithm has them."""
    rng = Rng(keyed_seed(key))
    assert keyed_reference(key, 1000) == [rng.word() for _ in range(1000)]


def test_the_stream_of_a_key_is_pinned() -> None:
    """Every deal of a table hangs on this."""
    rng = Rng(keyed_seed(KEY))
    assert [84, 95, 5, 37, 22, 91, 44, 48] == [rng.below(100) for _ in range(8)]


def test_a_keyed_stream_copies_and_resumes_in_the_midst_of_a_block() -> None:
    """And apart from the original; positions keep its ten words."""
    for drawn in (0, 1, 7, 8, 21):
        rng, resumed = Rng(keyed_seed(KEY)), Rng(1)
        for _ in range(drawn):
            rng.word()
        resumed.resume(rng.words())
        others = [rng.clone(), resumed, pickle.loads(pickle.dumps(rng)), copy.deepcopy(rng)]
        expected = [rng.word() for _ in range(20)]
        assert [expected] * 4 == [[other.word() for _ in range(20)] for other in others]


def test_a_resumed_stream_is_fast_again_with_four_words() -> None:
    """Whatever it was before."""
    rng = Rng(keyed_seed(KEY))
    rng.resume(Rng(5).words())
    assert [Rng(5).word()] == [rng.word()]


def test_a_keyed_shuffle_puts_each_card_everywhere() -> None:
    """Six cards, each in each place about as often; 5 standard deviations."""
    rng, counts = Rng(keyed_seed(KEY)), [[0] * 6 for _ in range(6)]
    for _ in range(6000):
        deck = list(range(6))
        rng.shuffle(deck)
        for place, card in enumerate(deck):
            counts[place][card] += 1
    assert all(abs(count - 1000) < 145 for row in counts for count in row)


def test_seeds_are_written_for_their_generator() -> None:
    """A key with all its digits; and both ways."""
    for seed, generator, text in (
        (0xAB, "sfc32", "ab"),
        (keyed_seed(bytes(31) + b"\xab"), "hmac-sha256", "ab".zfill(64)),
    ):
        assert (generator, text) == (generator_of(seed), seed_text(seed))
        assert seed == read_seed(text, generator)


def test_a_key_of_another_length_is_refused() -> None:
    """32 bytes, no more and no less."""
    with pytest.raises(ValueError, match="a key has 32 bytes, not 31"):
        keyed_seed(bytes(31))
