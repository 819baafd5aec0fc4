"""Bags: piles of indistinguishable copies, as integers with four bits for the count of each kind.

Bags are for decks of few kinds with many copies, such as 12 kinds with 9 copies each. There may be
64 kinds, and counts up to 15. A bag with only the first 15 kinds fits a word of 60 bits, for which
compiled code needs no big integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from microciv.core.moves import Move

Kind: TypeAlias = int  # 0 ... 63
Bag: TypeAlias = int

NONE: Final[Bag] = 0
KINDS: Final = 64
MOST: Final = 15  # copies of a kind
ONE: Final[list[Bag]] = [16**kind for kind in range(KINDS)]
"""By kind, the bag with a single copy of it."""

_SHIFT: Final[list[int]] = [4 * kind for kind in range(KINDS)]
_IN_WORD: Final = 15  # kinds in a word
_BITS: Final = 60  # of a word
_WORD: Final = 0x0FFFFFFFFFFFFFFF
_LOW: Final = 0x0F0F0F0F0F0F0F0F
_SPARE: Final = 0x1010101010101010


def bag_of(kinds: Iterable[Kind]) -> Bag:
    """The bag of these cards, given by their kinds."""
    bag = NONE
    for kind in kinds:
        bag += ONE[kind]
    return bag


def several(kind: Kind, copies: int) -> Bag:
    """The bag of this many copies, 0 to 15, of one kind."""
    return copies << _SHIFT[kind]


def count(bag: Bag, kind: Kind) -> int:
    """The number of copies of the kind in the bag, 0 to 15."""
    return (bag >> _SHIFT[kind]) & MOST


def size(bag: Bag) -> int:
    """The number of cards in the bag."""
    if bag > _WORD:
        return size(bag & _WORD) + size(bag >> _BITS)
    return ((bag & _LOW) + ((bag >> 4) & _LOW)) % 255


def kinds_in(bag: Bag) -> list[Kind]:
    """The kinds in the bag, in ascending order."""
    kinds: list[Kind] = []
    first = 0
    while bag:
        word, kind = bag & _WORD, first
        while word:
            if word & MOST:
                kinds.append(kind)
            word >>= 4
            kind += 1
        bag >>= _BITS
        first += _IN_WORD
    return kinds


def moves_in(bag: Bag, moves: list[Move]) -> list[Move]:
    """The moves of the kinds in the bag; `moves` has one for each kind. No list of the kinds is
    made first, since this is called by the million.
    """
    found: list[Move] = []
    first = 0
    while bag:
        word, kind = bag & _WORD, first
        while word:
            if word & MOST:
                found.append(moves[kind])
            word >>= 4
            kind += 1
        bag >>= _BITS
        first += _IN_WORD
    return found


def copies_in(bag: Bag) -> list[Kind]:
    """The kinds of all cards in the bag, in ascending order."""
    copies: list[Kind] = []
    for kind in kinds_in(bag):
        copies += [kind] * count(bag, kind)
    return copies


def holds(bag: Bag, part: Bag) -> bool:
    """Does the bag contain the whole part?"""
    if bag == part or part == NONE:
        return True
    if part > _WORD:
        if not holds(bag >> _BITS, part >> _BITS):
            return False
        part &= _WORD
    if bag > _WORD:
        bag &= _WORD
    even = ((bag & _LOW) + _SPARE) - (part & _LOW)
    if even & _SPARE != _SPARE:
        return False
    odd = (((bag >> 4) & _LOW) + _SPARE) - ((part >> 4) & _LOW)
    return odd & _SPARE == _SPARE


def less(bag: Bag, part: Bag) -> Bag:
    """The bag without those cards of the part that are in it."""
    if part == NONE or bag == NONE:
        return bag
    if bag > _WORD:
        rest = less(bag >> _BITS, part >> _BITS if part > _WORD else NONE)
        return (rest << _BITS) + less(bag & _WORD, part & _WORD)
    part &= _WORD
    odd = _left((bag >> 4) & _LOW, (part >> 4) & _LOW)
    return _left(bag & _LOW, part & _LOW) | odd << 4


def _left(bag: int, part: int) -> int:
    """`less` for every other kind of a word. The bits between these kinds must be 0; in the lowest
    of those bits, the subtraction records whether there were enough cards.
    """
    rest = bag + _SPARE - part
    enough = rest & _SPARE
    return rest & (enough - (enough >> 4))


def shared(one: Bag, other: Bag) -> Bag:
    """The largest bag that both contain."""
    return one - less(one, other)


def merged(one: Bag, other: Bag) -> Bag:
    """The smallest bag that contains both."""
    return one + less(other, one)


def thinned(bag: Bag, copies: int) -> Bag:
    """What is certainly left after this many unknown cards have gone."""
    rest = NONE
    for kind in kinds_in(bag):
        rest += several(kind, max(0, count(bag, kind) - copies))
    return rest


def at(bag: Bag, index: int) -> Kind:
    """The kind of the card with this index, if the cards are in ascending order."""
    if bag > _WORD:
        word = bag & _WORD
        first = size(word)
        if index >= first:
            return _IN_WORD + at(bag >> _BITS, index - first)
        bag = word
    kind = 0
    while index >= bag & MOST:
        index -= bag & MOST
        bag >>= 4
        kind += 1
    return kind
