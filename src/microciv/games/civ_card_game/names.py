"""What cards may be called: names that can be typed, shown, and told apart in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from microciv.core.fields import shown
from microciv.games.civ_card_game.cards import Row
from microciv.games.civ_card_game.moves import SEATS
from microciv.speech import t

LONGEST_NAME: Final = 40  # letters of a card's name
MOST_WORDS: Final = 6
LEFT: Final = "W"  # the next seat clockwise
RIGHT: Final = "E"

ASIDE: Final = "'’.-"  # may stand in a word, behind its first letter
TAKEN: Final = ("none", "nothing", "pass")
"""What a line says where a card could stand."""


def read_name(value: object) -> None:
    """Refuse what could not be typed, or shown in one line of a terminal.

    :raises ValueError: saying what was expected.
    """
    wrong = why_no_name(value)
    if wrong:
        raise ValueError(f"name: {wrong}")


def why_no_name(value: object) -> str:
    """What is wrong with a name, and what was expected; "" if nothing is."""
    told = shown(value)
    if not isinstance(value, str) or not value:
        return t("expected the name of a card, not {given}", given=told)
    words = value.split(" ")
    if len(value) > LONGEST_NAME or len(words) > MOST_WORDS:
        return t(
            "expected up to {words} words and {letters} letters, not {given}",
            words=MOST_WORDS,
            letters=LONGEST_NAME,
            given=told,
        )
    for word in words:
        if len(word) < 2 or not all([is_letter(letter) for letter in word.translate(WITHOUT)]):
            return t(
                "expected words of two letters or more, with one space between them, not {given}",
                given=told,
            )
        if not word[0].isalpha():
            return t("expected words that begin with a letter, not {given}", given=told)
    if value.lower() in TAKEN:
        return t("{given} means no card in a line", given=told)
    return ""


WITHOUT: Final = str.maketrans("", "", ASIDE)


def is_letter(letter: str) -> bool:
    """Latin, Greek or Cyrillic: letters of one column, written from left to right."""
    return letter.isalpha() and (letter < "\u0530" or "\u1e00" <= letter < "\u2000")


def check_names(rows: Sequence[Row]) -> None:
    """Refuse names that lines cannot tell apart: two that sound the same, and one that could be
    another with something behind it, as Iron Cornfield where there are Iron and Corn.

    :raises ValueError: naming both.
    """
    sounds: dict[str, str] = {}
    for row in rows:
        sound = " ".join(heard(row.name))
        if sound in sounds:
            raise ValueError(
                t("{card}: name: it sounds like {other}", card=row.name, other=sounds[sound])
            )
        sounds[sound] = row.name
    deck = [row for row in rows if row.type not in ("tech", "plot")]
    check_followers(deck, [heard(row.name)[0] for row in deck] + ["on"])
    powers = [row for row in rows if row.type in ("tech", "building", "wonder")]
    check_followers(powers, [letter.lower() for letter in SEATS + LEFT + RIGHT])


def check_followers(rows: Sequence[Row], followers: list[str]) -> None:
    """The same for the names that stand in lines of one sort, and the words that may follow them.

    :raises ValueError: naming both.
    """
    for row in rows:
        name = heard(row.name)
        for other in rows:
            begun = heard(other.name)
            if len(begun) < len(name) and begins(begun, name):
                following = [word for word in followers if name[len(begun)].startswith(word)]
                if following:
                    raise ValueError(
                        t(
                            "{card}: name: in a line it could be {other} and '{word}' behind it",
                            card=row.name,
                            other=other.name,
                            word=following[0],
                        )
                    )


def heard(name: str) -> list[str]:
    """The words of a name, as they are compared."""
    return [plural(word) for word in name.lower().split()]


def plural(word: str) -> str:
    """One Axeman is a card called Axemen."""
    return f"{word[:-3]}men" if word.endswith("man") else word


def begins(typed: list[str], name: list[str]) -> bool:
    """Does each typed word begin the word at its index?"""
    if not all(typed) or not typed or len(typed) > len(name):
        return False
    return all([
        name[index].startswith(word) or plural(name[index]).startswith(plural(word))
        for index, word in enumerate(typed)
    ])  # fmt: skip
