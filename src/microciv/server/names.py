"""What people are called, and other words of theirs: what can be shown, and told apart."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib import resources
from itertools import groupby
from typing import Final

import msgspec

from microciv.server.wire.messages import Refused
from microciv.speech import t

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4
"""Marks on a letter, as Unicode advises (UTS 39, 5.4): enough for Vietnamese, Hebrew and Burmese,
and not for letters that hang over the lines above and below.
"""
JOINERS: Final = "\u200c\u200d"
"""Nothing by themselves; some scripts and many emoji need them between letters."""
BLANKS: Final = "\u034f\u115f\u1160\u2800\u3164\uffa0\ufe0e\ufe0f "
"""Characters that show nothing, though Unicode counts them as printable."""
ISOLATES: Final = "\u200e"
"""Stands around letters that are written from right to left, in the table of look-alikes."""

# Bots are called by their city of birth.
CITIES: Final = (
    *("Uruk", "Memphis", "Knossos", "Harappa", "Tikal", "Thebes", "Nineveh", "Tyre", "Caral"),
    *("Anyang", "Meroe", "Susa", "Ugarit", "Mycenae", "Aksum"),
)


def check_name(name: str, taken: Iterable[str]) -> str:
    """A name as it will be shown. A namesake gets a number, and so does who would pass for one:
    whoever writes Sara in Cyrillic is not turned away, and is not taken for Capa.

    :raises Refused: if it is empty, too long or cannot be shown.
    """
    name = check_visible("name", name, LONGEST_NAME)
    known = set().union(*[_looks(other) for other in [*taken, *CITIES]])
    unique, number = name, 2
    while _looks(unique) & known:
        ending = f" {number}"
        unique, number = name[: LONGEST_NAME - len(ending)].rstrip() + ending, number + 1
    return unique


def check_visible(what: str, text: str, most: int) -> str:
    """Words that people wrote, as they will be shown: in one line.

    :raises Refused: if they are empty, too long or cannot be shown.
    """
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    plain_text = "".join([letter for letter in text if letter not in JOINERS])
    seen = [letter for letter in plain_text if letter not in BLANKS]
    if not seen or len(text) > most or not plain_text.isprintable():
        raise Refused(
            "malformed", t("{what}: expected 1 to {most} visible characters", what=what, most=most)
        )
    apart = unicodedata.normalize("NFD", "".join(seen))
    for marks, run in groupby(apart, lambda letter: unicodedata.category(letter) in ("Mn", "Me")):
        if marks and len([*run]) > MOST_MARKS:
            raise Refused(
                "malformed",
                t("{what}: expected at most {most} marks on a letter", what=what, most=MOST_MARKS),
            )
    return text


def likeness(name: str) -> str:
    """The same for all names that look alike in either case, and for some more: of these there is
    only one on a site.
    """
    return _skeleton(_bare(name).casefold()).casefold().replace("i", "l")


def _looks(name: str) -> set[str]:
    """What a name has in common with each that is not told apart from it at a glance, whatever the
    case: what looks like `l` is no look-alike of `i`, and yet `I` is one of both.
    """
    bare = _bare(name)
    return {_skeleton(bare).casefold(), _skeleton(bare.casefold()).casefold()}


def _bare(name: str) -> str:
    bare = unicodedata.normalize("NFKC", name)
    return "".join([letter for letter in bare if letter not in JOINERS and letter not in BLANKS])


def _skeleton(text: str) -> str:
    """The same for all that look the same (UTS 39, 4)."""
    for _ in range(2):  # some of what a letter looks like looks like something in turn
        text = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[int, str]:
    """What stands for each letter that looks like others. The table has both directions: who looks
    like several is the one that stands for them.
    """
    found = resources.files("confusable_homoglyphs") / "confusables.json"
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for letter, others in msgspec.json.decode(found.read_bytes()).items():
        alike[letter.strip(ISOLATES)] |= {other["c"].strip(ISOLATES) for other in others}
    prototypes = {}
    for letter, others in alike.items():
        other = min(others)
        if len(letter) == len(others) == 1 and (
            len(other) > 1 or len(alike[other]) > 1 or other < letter
        ):
            prototypes[ord(letter)] = other
    return prototypes
