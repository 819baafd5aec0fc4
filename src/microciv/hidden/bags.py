"""Bags: piles in which copies are alike, one integer a bag, four bits a kind.

For decks of few kinds with many copies (12 kinds, 9 copies each): a bag says how many there are of
each. Counts go up to 15. There may be 64 kinds; with the first 15 alone a bag is a word of sixty
bits, and compiled code needs no big integers.
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
"""By kind, the bag of one copy."""

_SHIFT: Final[list[int]] = [4 * kind for kind in range(KINDS)]
_IN_WORD: Final = 15  # kinds
_BITS: Final = 60  # of a word
_WORD: Final = 0x0FFFFFFFFFFFFFFF
_LOW: Final = 0x0F0F0F0F0F0F0F0F
_SPARE: Final = 0x1010101010101010


def bag_of(kinds: Iterable[Kind]) -> Bag:
    """The bag of these kinds, each listed once for every copy."""
    bag = NONE
    for kind in kinds:
        bag += ONE[kind]
    return bag


def several(kind: Kind, copies: int) -> Bag:
    """The bag of this many copies of one kind, 0 to 15."""
    return copies << _SHIFT[kind]


def count(bag: Bag, kind: Kind) -> int:
    """How many copies of the kind are in the bag, 0 to 15."""
    return (bag >> _SHIFT[kind]) & MOST


def size(bag: Bag) -> int:
    """How many copies are in the bag, of all kinds together."""
    if bag > _WORD:
        return size(bag & _WORD) + size(bag >> _BITS)
    return ((bag & _LOW) + ((bag >> 4) & _LOW)) % 255


def kinds_in(bag: Bag) -> list[Kind]:
    """The kinds that are there, in ascending order."""
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
    """The moves, one a kind, that go with the kinds that are there: menus are made by the million,
    so without a list of the kinds in between.
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
    """Every copy by its kind, in ascending order."""
    copies: list[Kind] = []
    for kind in kinds_in(bag):
        copies += [kind] * count(bag, kind)
    return copies


def holds(bag: Bag, part: Bag) -> bool:
    """Is all of the part in the bag?"""
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
    """The bag without the part, as far as it is there."""
    if part == NONE or bag == NONE:
        return bag
    if bag > _WORD:
        rest = less(bag >> _BITS, part >> _BITS if part > _WORD else NONE)
        return (rest << _BITS) + less(bag & _WORD, part & _WORD)
    part &= _WORD
    odd = _left((bag >> 4) & _LOW, (part >> 4) & _LOW)
    return _left(bag & _LOW, part & _LOW) | odd << 4


def _left(bag: int, part: int) -> int:
    """`less` of every other kind in a word, whose neighbours are left empty: a bit above each says
    whether there is enough of it.
    """
    rest = bag + _SPARE - part
    enough = rest & _SPARE
    return rest & (enough - (enough >> 4))


def shared(one: Bag, other: Bag) -> Bag:
    """The largest bag that both hold."""
    return one - less(one, other)


def merged(one: Bag, other: Bag) -> Bag:
    """The least bag that holds both."""
    return one + less(other, one)


def thinned(bag: Bag, copies: int) -> Bag:
    """What is certainly left when this many unknown cards have gone."""
    rest = NONE
    for kind in kinds_in(bag):
        rest += several(kind, max(0, count(bag, kind) - copies))
    return rest


def at(bag: Bag, index: int) -> Kind:
    """The kind of the copy with this index, in ascending order."""
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
