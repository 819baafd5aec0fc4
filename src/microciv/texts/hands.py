"""Poker hands as people say them, from the notes of a game (`Game.notes`) and its texts.

Templates stand in `[made]`, `[aims]` and `[beats]`: {0} is the name of the first rank or suit,
{0s} that of several such cards, {1} and {1s} the same of the second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from microciv.texts.words import Texts

LETTER: Final = re.compile(r"\{(\d)(s?)\}")


def hand_words(texts: Texts, hand: object, ranks: object) -> str:
    """A hand by its name and the ranks that decide inside it: "full house, kings over fours"."""
    letters = letters_of(ranks)
    name = str(hand) if letters else "nothing"
    return filled(texts, texts.look("made", name) or texts.value("hand", name), letters)


def aim_words(texts: Texts, aim: Mapping[str, object]) -> str:
    """A hand worth hoping for, and how far it is: "flush in spades: 2 of 5 with A♠"."""
    name = filled(texts, texts.look("aims", str(aim["hand"])), [str(aim["of"])])
    cards = " ".join([texts.card(card) for card in letters_of(aim["in_hand"])])
    return texts.phrase("aim", {**aim, "name": name, "cards": cards})


def beat_words(
    texts: Texts, beat: Mapping[str, object], hands: Sequence[Mapping[str, object]]
) -> str:
    """Why one seat's hand is before another's: "both: pair of kings; the queen beats the nine"."""
    better, worse = [
        hand_words(texts, hands[seat]["hand"], hands[seat]["ranks"])
        for seat in (beat["seat"], beat["other"])
        if isinstance(seat, int)
    ]
    by = str(beat["by"])
    if by == "rank" and better != worse:
        by = "hand"
    template = texts.look("beats", by).replace("{better}", better).replace("{worse}", worse)
    return filled(texts, template, letters_of(beat["ranks"]))


def filled(texts: Texts, template: str, letters: Sequence[str]) -> str:
    """The template with the names of ranks and suits."""

    def put(match: re.Match[str]) -> str:
        index = int(match[1])
        letter = letters[index] if index < len(letters) else ""
        if match[2]:
            return texts.value("ranks", letter)
        return texts.value("rank", letter) or texts.value("suit", letter)

    return LETTER.sub(put, template)


def letters_of(names: object) -> list[str]:
    """A list of plain data, as texts."""
    return [str(name) for name in names] if isinstance(names, (list, tuple)) else []
