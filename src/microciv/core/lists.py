"""Lists of names in a sentence, in the current language."""

from __future__ import annotations

from collections.abc import Sequence

from microciv.speech import t


def all_of(names: Sequence[str]) -> str:
    """`A, B and C`; "" for no names."""
    if len(names) < 2:
        return "".join(names)
    return t("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def one_of(names: Sequence[str]) -> str:
    """`A, B or C`; "" for no names."""
    if len(names) < 2:
        return "".join(names)
    return t("{names} or {last}", names=", ".join(names[:-1]), last=names[-1])


def in_turn(names: Sequence[str]) -> str:
    """`A, then B, then C`."""
    said = "".join(names[:1])
    for name in names[1:]:
        said = t("{names}, then {last}", names=said, last=name)
    return said


def each_of(names: Sequence[str]) -> str:
    """`A and B and C`, without commas: for a few names, or names that contain commas."""
    said = "".join(names[:1])
    for name in names[1:]:
        said = t("{names} and {last}", names=said, last=name)
    return said


def any_of(names: Sequence[str]) -> str:
    """`A or B or C`."""
    said = "".join(names[:1])
    for name in names[1:]:
        said = t("{names} or {last}", names=said, last=name)
    return said
