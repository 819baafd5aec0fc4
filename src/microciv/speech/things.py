"""What things are called in the language that is spoken: cards in a game's reasons, and who has no
name.

Games stand below `microciv.texts`, so the words are read here as the data that they are:
`[cards]` and `[values]` of `5x.en.toml`, and of `5x.de.toml` on top of it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from microciv.speech import language, t

NAMELESS: Final = re.compile(r"^Traveller(?=( \d+)?($| \())")
"""What pages keep of who gave no name, in every language; a namesake has a number."""
APART: Final = "_"  # between the words of a name in code


def card_called(game: str, name: str) -> str:
    """A card by its title; one that a table has made for itself goes by its name."""
    return _titles(game, language()).get(name) or name.replace(APART, " ")


def value_called(game: str, part: str, value: str) -> str:
    """A value of a part of events and moves; as it is, if it has no words."""
    return _values(game, language()).get(f"{part}.{value}") or value


def person_called(name: str) -> str:
    """Somebody as the reader calls them."""
    return NAMELESS.sub(lambda _found: t("Traveller"), name)


@cache
def _titles(game: str, spoken: str) -> dict[str, str]:
    return {
        name: str(row["title"])
        for words in _words(game, spoken)
        for name, row in words.get("cards", {}).items()
        if "title" in row
    }


@cache
def _values(game: str, spoken: str) -> dict[str, str]:
    return {
        name: str(value)
        for words in _words(game, spoken)
        for name, value in words.get("values", {}).items()
    }


@cache
def _words(game: str, spoken: str) -> list[dict[str, dict[str, dict[str, object]]]]:
    """The English words, and those of this language, as far as there are any."""
    found = [
        files("microciv.texts") / f"{game}.{name}.toml" for name in dict.fromkeys(("en", spoken))
    ]
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in found if file.is_file()]
