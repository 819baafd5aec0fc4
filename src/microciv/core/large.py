"""Integers that may be longer than a word of the machine."""

from __future__ import annotations

import operator


def product(one: int, other: int) -> int:
    """`one * other`, safe with Ctrl-C. Python checks for signals in long multiplications, and
    compiled code would mistake a signal's exception for a lack of memory, and end the process.
    """
    whole: int = operator.mul(one, other)
    return whole
