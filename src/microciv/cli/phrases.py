"""What a guest says at a table: phrases of the game by number, or words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from microciv.cli.talk import quoted
from microciv.core.errors import MicrocivError
from microciv.server.wire.messages import Said, Say, Talking
from microciv.speech import t
from microciv.texts import Texts
from microciv.texts.words import SEATS

GAPS: Final = "…"


def phrases(texts: Texts, names: Sequence[str]) -> RenderableType:
    """All phrases with their numbers; where something is to be put in, what that may be."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    grid.add_column(style="dim")
    for number, phrase in enumerate(texts.entries("talk"), start=1):
        parts = texts.parts_of_talk(phrase)
        words = texts.said(phrase, dict.fromkeys(parts, GAPS), [])
        choices = "; ".join([", ".join(_choices(texts, part, names)) for part in parts])
        grid.add_row(f"say {number}", words, choices)
    return grid


def read_say(words: str, texts: Texts, names: Sequence[str], talk: Talking, match: int) -> Say:
    """What was typed behind `say`: a number and what is put in, or words where talk is free. The
    reader's own name is the first of "You".

    :raises MicrocivError: saying what can be said.
    """
    number, _, rest = words.partition(" ")
    known = list(texts.entries("talk"))
    if not number.isdecimal():
        if talk != "free":
            raise MicrocivError(t("only set phrases can be said at this table: `say` lists them"))
        return Say(match=match, text=words)
    if not 1 <= int(number) <= len(known):
        raise MicrocivError(
            t(
                "no phrase {number}; `say` lists them, 1 to {last}",
                number=number[:9],
                last=len(known),
            )
        )
    phrase = known[int(number) - 1]
    parts = texts.parts_of_talk(phrase)
    given = [word.strip() for word in rest.split(",")] if rest.strip() else []
    if len(given) != len(parts):
        wanted = "; ".join([", ".join(_choices(texts, part, names)) for part in parts])
        raise MicrocivError(
            t("say {number}: expected one of {choices}", number=number, choices=wanted)
            if wanted
            else t("say {number}: type no more than the number", number=number)
        )
    filled = {
        part: _chosen(texts, part, names, word) for part, word in zip(parts, given, strict=True)
    }
    return Say(match=match, phrase=phrase, parts=filled)


def heard(said: Said, texts: Texts | None, names: Sequence[str]) -> str:
    """A line of talk; empty if the phrase is not known here."""
    name = names[said.seat] if 0 <= said.seat < len(names) else said.name
    words = said.text
    if not words and texts is not None:
        words = texts.said(said.key, said.parts, names)
    return f"{name}: {quoted(words)}" if words else ""


def _choices(texts: Texts, part: str, names: Sequence[str]) -> dict[str, str | int]:
    """What may be put in, by what it is called."""
    return {
        names[value]
        if part in SEATS and isinstance(value, int)
        else texts.called(part, value) or str(value): value
        for value in texts.choices_of(part, len(names))
    }


def _chosen(texts: Texts, part: str, names: Sequence[str], word: str) -> str | int:
    choices = _choices(texts, part, names)
    wanted = word.casefold()
    found = [
        value
        for name, value in choices.items()
        if wanted in {name.casefold(), str(value).casefold()}
    ]
    found = found or [
        value for name, value in choices.items() if name.casefold().startswith(wanted)
    ]
    if not wanted or len(found) != 1:
        raise MicrocivError(
            t(
                "{words}: expected one of {choices}",
                words=repr(word[:30]),
                choices=", ".join(choices),
            )
        )
    return found[0]
