"""What the program says to people, in their language.

A sentence is known by its English, which stands in the code: `t("you hold {held}", held=3)`.
`de.toml` and the others here say it in another language; what one of them lacks is said in English.
What a game's cards, questions and events are called is in `microciv.texts`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "es": "Español"}
"""Those that the program speaks, as they call themselves."""

WRITTEN: Final = {"en": (",", ".", 4), "de": (".", ",", 4), "es": (".", ",", 5)}
"""What stands between thousands and before what is less than one; and from how many digits on
thousands are kept apart (CLDR).
"""

Catalogue: TypeAlias = dict[str, str | dict[str, str]]
"""By the English (that for many, if it is about a number): the words, or those for `one` and
`other`.
"""

_spoken: ContextVar[str] = ContextVar("spoken", default="en")


def language() -> str:
    """What is spoken here and now."""
    return _spoken.get()


def speak(name: str) -> None:
    """From here on this program speaks to one person, in this language of `LANGUAGES`."""
    _spoken.set(name)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """What is said within is said in this language of `LANGUAGES`."""
    before = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(before)


def known(wanted: Iterable[str]) -> str:
    """The first of these languages, or of their kin (`de` for `de-AT` and `de_DE.UTF-8`), that the
    program speaks; English if it speaks none of them.
    """
    for name in wanted:
        kin = name.replace("_", "-").partition("-")[0].strip().lower()
        if kin in LANGUAGES:
            return kin
    return "en"


def t(english: str, **parts: object) -> str:
    """A sentence, its `{holes}` filled with the parts. The English is a plain string, so that the
    check of the catalogues finds it.
    """
    said = catalogue(_spoken.get()).get(english, english)
    assert isinstance(said, str)
    return said.format(**parts) if parts else said


def tn(n: int, one: str, more: str, **parts: object) -> str:
    """A sentence about a number, which is `{n}`: "1 card", "3 cards". It is known by the words for
    many.
    """
    said = catalogue(_spoken.get()).get(more)
    if isinstance(said, dict):
        # All languages that are spoken here have these two, and choose them so.
        return said["one" if n == 1 else "other"].format(n=n, **parts)
    return (one if n == 1 else more).format(n=n, **parts)


def number(value: float, digits: int | None = 0) -> str:
    """A number as the language writes it: "12,345" and "1234.50", in German "12.345" and "1234,50";
    with as many digits behind the point as it has where they are None. What is below 0 has a minus.
    """
    if digits is None:
        told = f"{abs(value):.10g}"
    else:
        told = f"{abs(value):.{digits}f}"
    group, point, shortest = WRITTEN[_spoken.get()]
    whole, _, rest = told.partition(".")
    if digits == 0 and len(whole) >= shortest:
        whole = f"{int(whole):,}".replace(",", group)
    return f"{'−' if value < 0 else ''}{whole}{point if rest else ''}{rest}"


@cache
def catalogue(name: str) -> Catalogue:
    """What is said in this language, by its English; nothing for English."""
    file = files("microciv.speech") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
