"""The texts of one game: titles, questions, captions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any, TypeAlias, final

from microciv.core.errors import MicrocivError
from microciv.core.options import About, Options, describe
from microciv.games import catalogue
from microciv.speech import language, t
from microciv.texts.points import points_text

Words: TypeAlias = dict[str, object]
Named: TypeAlias = Mapping[str, Mapping[str, str]]
"""What options call things: by part of an event or move, and by its value."""

PART = re.compile(r"\{(\w+)(?:([?:=])((?:[^{}|]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)|('s))?\}")
"""A hole of a template; `core.en.toml` says at its head what may stand in one."""
NUMBER = re.compile(r"\{#(\w+)(?:=([^{}|]*)\|([^{}|]*))?\}")
"""A number of the rule sheet, by the name of its option, or a word by whether it is 1; put in when
the words are read.
"""
HOLE = re.compile(r"\{(\w+)")
CLAUSES = re.compile(r" \([0-9A-Z]{2,3}-[A-Z]?\d[^()]*\)")
SEATS = frozenset({
    "seat", "other", "receiver", "target", "owner", "giver", "winner", "loser", "from", "to",
    "token",
})  # fmt: skip
"""Parts of an event that are seats, in any game."""

CARD = "card"
"""The part of events and moves that is called by `[cards]`, in any game."""
PLAIN = frozenset({"amount", CARD})
"""Parts that need no name before them where a game has no caption."""
CERTAINLY = 0.75
"""Less on average than so much of what is counted is said to be there perhaps."""
WORD = re.compile(r"[^\s:]+")
NOTHING_NAMED: Named = {}


class BadWords(MicrocivError):
    """A file of words that cannot be read."""


@final
class Reader(str):
    """What the reader is called among the names by seat, "You": nobody else is, by that name."""

    __slots__ = ()


@final
@dataclass(frozen=True)
class Section:
    """One section of a game's rules for people; the text is light Markdown without HTML."""

    name: str
    title: str
    text: str


@final
class Texts:
    """What one game's things are called; every question has an answer."""

    def __init__(self, name: str, data: Words, sections: Sequence[Section] = ()) -> None:
        self.name = name
        self.data = data
        self.sections = tuple(sections)
        """The rules for people, in reading order."""

    def look(self, *path: str) -> str:
        """The text at this path of the file; empty if there is none."""
        found: object = self.data
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, str) else ""

    def entries(self, name: str) -> dict[str, object]:
        """What the file has under this key; empty if there is nothing."""
        found = self.data.get(name)
        return found if isinstance(found, dict) else {}

    def label(self, name: str) -> str:
        """A word of the screen."""
        return self.look("labels", name) or bare(name)

    def reader(self) -> Reader:
        """What stands among names for who reads them."""
        return Reader(self.label("you"))

    def counted(self, name: str, number: int) -> str:
        """A word of the screen about this many; about one it is `NAME_one`, if there is that."""
        one = self.look("labels", f"{name}_one") if number == 1 else ""
        return (one or self.label(name)).replace("{n}", str(number))

    def card(self, name: object) -> str:
        """A card's title; a card that may not be known has words of its own."""
        if name is None or name == "":
            return self.label("hidden_card")
        return self.look("cards", str(name), "title") or bare(str(name))

    def effect(self, name: str) -> str:
        """What a card does, in one sentence; empty if the file does not say."""
        return self.look("cards", name, "effect")

    def cards(self) -> list[str]:
        """The cards that the file describes, in its order."""
        return list(self.entries("cards"))

    def is_card(self, part: str) -> bool:
        """Is this part of events and moves called by `[cards]`? `[parts]` has a game's own."""
        return part == CARD or part in self.names("parts", "cards")

    def value(self, part: str, value: object) -> str:
        """What a value of a part is called; empty if it goes by itself."""
        return self.look("values", f"{part}.{value}")

    def called(self, part: str, value: object, named: Named = NOTHING_NAMED) -> str:
        """What a value of a part, no seat, is called; empty if it goes by itself."""
        words = named.get(part, {}).get(str(value)) or self.value(part, value)
        return words or (self.card(value) if self.is_card(part) else "")

    def phase(self, name: str) -> str:
        return self.look("phases", name, "title") or bare(name).capitalize()

    def ask(self, name: str) -> str:
        """The question of a phase."""
        return self.look("phases", name, "ask") or f"{self.phase(name)}?"

    def choice(self, option: str, value: object) -> str:
        if isinstance(value, bool):
            return t("on") if value else t("off")
        return self.look("options", option, "choices", str(value)) or bare(str(value))

    def help(self, table: str, name: str, english: str) -> str:
        """What an option or a variant is for, which stands in the code in English."""
        return self.look(table, name, "help") or english

    def source(self, name: str) -> str:
        """Where points come from."""
        return self.look("sources", name) or bare(name).capitalize()

    def names(self, *path: str) -> tuple[str, ...]:
        """The list of names at this path of the file; empty if there is none."""
        found: object = self.data
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return tuple([str(name) for name in found]) if isinstance(found, list) else ()

    def rung_of(self, event: str, card: object = None) -> str:
        """The rung that captions of this event stand on; empty if there is none. Of a card that
        comes back, for example, it is that of the card: `returned expand`.
        """
        for name, rung in self.entries("steps").items():
            events = rung.get("events", ()) if isinstance(rung, dict) else ()
            if event in events or f"{event} {card}" in events:
                return self.look("steps", name, "title")
        return ""

    def named(self, options: object) -> Named:
        """What this table's options call things: rows with a letter and a name, by the part of
        events and moves that has the letter.
        """
        return {
            part: {
                str(row.letter): f"{self.look('names', str(row.name)) or row.name} ({row.letter})"
                for row in getattr(options, str(option), ())
            }
            for part, option in self.entries("named").items()
        }

    def meant(self, typed: str) -> str:
        """What a person typed, in small letters, words that stand for others replaced."""
        words = {word: str(other) for word, other in self.entries("typed").items()}
        return WORD.sub(
            lambda match: words.get(match[0], match[0]), " ".join(typed.lower().split())
        )

    def move(self, move: Mapping[str, object], named: Named = NOTHING_NAMED) -> str:
        """The label of a move, from its parts as `core.codec.plain_move` gives them."""
        template = self.look("moves", str(move.get("verb", "")))
        if not template:
            return str(move.get("text", ""))
        return self._fill(template, move, [], named)

    def phrase(self, name: str, parts: Mapping[str, object], names: Sequence[str] = ()) -> str:
        """A sentence that is neither an event nor a move."""
        return self._fill(self.look("phrases", name), parts, names, NOTHING_NAMED)

    def said(self, key: str, parts: Mapping[str, object], names: Sequence[str]) -> str:
        """What a seat said, a person's phrase or a bot's reason; empty if there are no words."""
        template = self.look("talk", key) or self.look("reasons", key)
        return self._fill(template, parts, names, NOTHING_NAMED)

    def asset(self, name: str, parts: Mapping[str, object], amount: float) -> str:
        """So much more or less of what a chance to win is made of."""
        many = int(abs(amount) + 0.5)
        said = str(many) if abs(amount) >= CERTAINLY else self.look("phrases", "perhaps")
        told = {**parts, "amount": said, "more": amount > 0, "many": many > 1}
        return self._fill(self.look("assets", name), told, [], NOTHING_NAMED)

    def parts_of_talk(self, phrase: str) -> tuple[str, ...]:
        """What a phrase of people names: `choices_of` says what it may be."""
        return tuple(dict.fromkeys(HOLE.findall(self.look("talk", phrase))))

    def choices_of(self, part: str, seats: int) -> tuple[str | int, ...]:
        """The values of a part: seats by number, others as `[values]` has them."""
        if part in SEATS:
            return tuple(range(seats))
        begins = f"{part}."
        return tuple(
            [
                name.removeprefix(begins)
                for name in self.entries("values")
                if name.startswith(begins)
            ]
        )

    def caption(
        self, event: Mapping[str, object], names: Sequence[str], named: Named = NOTHING_NAMED
    ) -> str:
        """An event as a sentence.

        `event` is what `core.codec.plain_event` gives, `names` the players' names by seat (the
        reader's own is `reader()`).
        """
        kind = str(event.get("event", ""))
        template = self.look("events", kind)
        if template:
            return self._fill(template, event, names, named)
        parts = [
            f"{'' if part in PLAIN else f'{bare(part)} '}{self._part(part, value, names, named)}"
            for part, value in event.items()
            if part not in {"event", "seat"}
        ]
        words = " ".join([bare(kind), ", ".join(parts)]).strip()
        if "seat" in event:
            return f"{self._part('seat', event['seat'], names, named)}: {words}"
        return words[:1].upper() + words[1:]

    def section(self, name: str) -> Section | None:
        """The section of the rules that is meant by this name or its beginning."""
        wanted = name.strip().lower()
        for section in self.sections:
            if section.name == wanted or section.title.lower() == wanted:
                return section
        for section in self.sections:
            if wanted and (section.name.startswith(wanted) or wanted in section.title.lower()):
                return section
        return None

    def plain(self) -> Words:
        """All of it as plain data, the rules included: what a page needs."""
        rules = [{"name": s.name, "title": s.title, "text": s.text} for s in self.sections]
        return {**self.data, "name": self.name, "rules": rules}

    # --- its own

    def _fill(
        self,
        template: str,
        parts: Mapping[str, object],
        names: Sequence[str],
        named: Named,
        *,
        begins: bool = True,
    ) -> str:
        def put(match: re.Match[str]) -> str:
            part, mark, yes, no, owns = match.groups()
            first = begins and not match.start()
            text = "" if mark == "?" else self._part(part, parts.get(part), names, named)
            is_you = part in SEATS and isinstance(text, Reader)
            if mark:
                value = parts.get(part)
                holds = {"?": bool(value), ":": is_you, "=": value == 1}[mark]
                return self._fill(yes if holds else no, parts, names, named, begins=first)
            if owns:
                text = self.label("your") if is_you else f"{text}'s"
            # "You" begins a sentence; inside it is "you".
            return text[:1].lower() + text[1:] if is_you and not first else text

        return PART.sub(put, template)

    def _part(self, part: str, value: object, names: Sequence[str], named: Named) -> str:
        if self.is_card(part):  # in some games a resource may stand there: `[values]` names it
            return self.value(part, value) or self.card(value)
        if value is None:
            return "?"
        if part in SEATS and isinstance(value, int):
            if 0 <= value < len(names):
                return names[value]
            return self.label("nobody") if value < 0 else t("seat {seat}", seat=value + 1)
        words = named.get(part, {}).get(str(value)) or self.value(part, value)
        if words:
            return words
        unit = self.entries("units").get(part)
        if isinstance(unit, int) and isinstance(value, int):
            return points_text(value, unit)
        return value if isinstance(value, str) else str(value)


def bare(name: str) -> str:
    """A name of code as words."""
    return name.replace("_", " ")


def clauses_apart(words: str) -> tuple[str, str]:
    """A reason without the numbers of its clauses, which are for who asks; and these numbers."""
    numbers = [found.group()[2:-1] for found in CLAUSES.finditer(words)]
    return CLAUSES.sub("", words), ", ".join(numbers)


def texts_for(name: str, options: Options | None = None) -> Texts:
    """The texts of a game by its name in the language that is spoken, with the numbers of these
    options, by default as printed; a game without any gets the words common to all.
    """
    values = tuple([getattr(options, n, default) for n, default in _numbers(name)])
    return _texts_with(name, values, language())


@lru_cache(maxsize=64)
def _texts_with(name: str, values: tuple[float, ...], spoken: str) -> Texts:
    told = {
        number: points_text(int(2 * value), 2)
        for (number, _default), value in zip(_numbers(name), values, strict=True)
    }
    data = _filled(merged(_read("core", spoken), _read(name, spoken)), told)
    rows = _filled(_read(f"{name}.rules", spoken).get("sections", []), told)
    assert isinstance(data, dict)
    assert isinstance(rows, list)
    sections = [
        Section(str(row["name"]), str(row["title"]), str(row["text"]).strip()) for row in rows
    ]
    return Texts(name, data, sections)


@cache
def _numbers(name: str) -> tuple[tuple[str, float], ...]:
    """The numbers of a game's rule sheet, as printed."""
    if name not in catalogue():
        return ()
    infos = describe(catalogue()[name].options)
    return tuple([(info.name, info.default) for info in infos if info.kind == "number"])


def _filled(words: object, told: Mapping[str, str]) -> object:
    """The same words with their numbers filled in."""
    if isinstance(words, str):

        def put(match: re.Match[str]) -> str:
            number, one, more = match.groups()
            if number not in told:
                numbers = ", ".join(told) or "none"
                raise BadWords(f"{match[0]}: no such number of the rule sheet; there are {numbers}")
            return told[number] if one is None else one if told[number] == "1" else more

        return NUMBER.sub(put, words)
    if isinstance(words, dict):
        return {key: _filled(value, told) for key, value in words.items()}
    return [_filled(value, told) for value in words] if isinstance(words, list) else words


def summary_of(known: About) -> str:
    """What a game is, in one line, in the language that is spoken."""
    return texts_for(known.name).look("labels", "summary") or known.summary


def lesson_words(name: str) -> dict[str, Any]:
    """The lesson of a game as its file has it; empty where it has none."""
    return _read(f"{name}.lesson", language())


def study_words(name: str) -> Texts:
    """What studies say of a game, and of any game, in the language that is spoken."""
    return _study_words(name, language())


@lru_cache(maxsize=64)
def _study_words(name: str, spoken: str) -> Texts:
    return Texts(name, merged(_read("core.study", spoken), _read(f"{name}.study", spoken)))


def level_words(level: str) -> str:
    """What a level of bots is called in a sentence; those that are not ours go by themselves."""
    return {
        "random": t("random"),
        "easy": t("easy"),
        "medium": t("medium"),
        "hard": t("hard"),
        "expert": t("expert"),
    }.get(level, level)


def merged(under: Words, over: Words) -> Words:
    """Both tables in one; where both have a word, the second's stands."""
    both = dict(under)
    for key, value in over.items():
        below = both.get(key)
        both[key] = (
            merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
        )
    return both


def _said_over(english: Words, other: Words) -> Words:
    """The words of a file in another language; of rows each has its own by their name."""
    both = merged(english, other)
    for key, rows in english.items():
        if isinstance(rows, list) and key in other:
            told = {_id(row): row for row in _rows(other[key])}
            both[key] = [merged(row, told.get(_id(row), {})) for row in _rows(rows)]
    return both


def _rows(value: object) -> list[Words]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _id(row: Words) -> str:
    """By what a row of a list is known."""
    return str(row.get("id") or row.get("name"))


def _read(name: str, spoken: str) -> Words:
    """The words of a file in this language, in English what it lacks there; among ours, or beside
    the game that another package offers.
    """
    folders: list[Traversable] = [files("microciv.texts")]
    game = catalogue().get(name.partition(".")[0])
    package = _package_of(game.game.partition(":")[0]) if game is not None else ""
    if package:
        folders.append(files(package))
    words: Words = {}
    for each in dict.fromkeys(("en", spoken)):
        found = next((f for p in folders if (f := p / f"{name}.{each}.toml").is_file()), None)
        if found is not None:
            try:
                own = tomllib.loads(found.read_text(encoding="utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise BadWords(f"{found.name}: {error}") from None
            words = _said_over(words, own)
    return words


def _package_of(module: str) -> str:
    """The package whose files lie beside this module: itself, if it is one."""
    spec = find_spec(module)
    if spec is not None and spec.submodule_search_locations is not None:
        return module
    return module.rpartition(".")[0]
