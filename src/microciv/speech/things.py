"""What things are called in the language that is spoken: cards in a game's reasons, and who has no
name.

Games are in a layer below `microciv.texts`, so the titles are read here as the data that they are:
`[cards]` of `5x.en.toml`, and of `5x.de.toml` on top of it.
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


def person_called(name: str) -> str:
    """Somebody as the reader calls them."""
    return NAMELESS.sub(lambda _found: t("Traveller"), name)


@cache
def _titles(game: str, spoken: str) -> dict[str, str]:
    """In English, and on top of that in this language, as far as there are any."""
    languages = dict.fromkeys(("en", spoken))
    found = [files("microciv.texts") / f"{game}.{name}.toml" for name in languages]
    words = [tomllib.loads(one.read_text(encoding="utf-8")) for one in found if one.is_file()]
    return {
        name: str(row["title"])
        for cards in [one.get("cards", {}) for one in words]
        for name, row in cards.items()
        if "title" in row
    }
