"""What of a complaint is said by the catalogue, for the tests of any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from microciv import MicrocivError, speech
from microciv.speech import LANGUAGES, Catalogue, speaking

OTHERS: Final = [name for name in LANGUAGES if name != "en"]
SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")
PATHS: Final = re.compile(r"(?:(?:[\w.*-]|\[\d+\])+: |[A-Z][\w' .-]*: |[;,] )+")
"""Of fields and cards, before each complaint; and what stands between two of them."""


def marked(name: str) -> Catalogue:
    """The catalogue, with a mark at the beginning and at the end of each sentence."""
    return {
        english: {form: f"⟦{one}⟧" for form, one in words.items()}
        if isinstance(words, dict)
        else f"⟦{words}⟧"
        for english, words in speech.catalogue(name).items()
    }


@contextmanager
def marking(name: str) -> Iterator[None]:
    """What is said within is said in this language, marked; what it lacks is not."""
    words = marked(name)
    with speaking(name), patch.object(speech, "catalogue", lambda _name: words):
        yield


def unsaid(complaint: str) -> str:
    """What of a marked complaint is outside of all sentences, and no path of a field."""
    before = ""
    while complaint != before:
        before, complaint = complaint, SAID.sub("", complaint)
    return PATHS.sub("", f"{complaint} ").strip()


def left_in_english(name: str, read: Callable[[Any], object], bad: Iterable[Any]) -> list[str]:
    """The complaints about these that are not, or not all, said in this language."""
    found = []
    with marking(name):
        for one in bad:
            try:
                read(one)
            except (MicrocivError, ValueError) as error:
                if unsaid(str(error)):
                    found.append(str(error))
    return found
