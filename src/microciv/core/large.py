"""Integers that may be longer than a word of the machine."""

from __future__ import annotations

import operator


def product(one: int, other: int) -> int:
    """`one * other`, which Ctrl-C may stop. In such a `*` Python looks for signals; compiled code
    takes what a signal raises there for a lack of memory, and ends the process.
    """
    whole: int = operator.mul(one, other)
    return whole
