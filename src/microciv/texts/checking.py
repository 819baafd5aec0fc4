"""What is wrong with the words of a game, such as a caption of an event that it does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from microciv.core.game import Game
from microciv.core.options import describe
from microciv.speech import LANGUAGES, speaking
from microciv.texts.words import (
    HOLE,
    PART,
    SEATS,
    BadWords,
    Texts,
    lesson_words,
    study_words,
    texts_for,
)

COMMON: Final = ""  # the name of no game, which has the words common to all


def problems_of_words(game: Game) -> list[str]:
    """A sentence for each name in the files that the game does not know, language by language."""
    found: list[str] = []
    for language in LANGUAGES:
        with speaking(language):
            try:
                texts = texts_for(game.name, game.options)
                study_words(game.name)
                lesson_words(game.name)
            except BadWords as error:
                found.append(str(error))
            else:
                found += [*unknown_names(game, texts), *bad_templates(game, texts)]
    return list(dict.fromkeys(found))


def unknown_names(game: Game, texts: Texts) -> Iterator[str]:
    """Of events, moves, phases and options."""
    common = texts_for(COMMON)
    verbs = {str(move.parts().get("verb", "")) for move in game.moves.all}
    options = [option.name for option in describe(game.about.options)]
    for section, known in {
        "events": list(game.kinds),
        "moves": sorted(verbs),
        "phases": game.phases,
        "options": options,
        "variants": [variant.name for variant in game.about.variants],
    }.items():
        for name in texts.entries(section):
            if name not in known and name not in common.entries(section):
                yield no_such(f"[{section}] {name}", section[:-1], known)
    listed = {
        f"[ladder] {list_}": texts.names("ladder", list_) for list_ in texts.entries("ladder")
    }
    for rung in texts.entries("steps"):
        events = texts.names("steps", rung, "events")
        listed[f"[steps.{rung}] events"] = tuple([name.split()[0] for name in events])
    for where, events in listed.items():
        for name in events:
            if name not in game.kinds:
                yield no_such(f"{where}: {name}", "event", list(game.kinds))


def bad_templates(game: Game, texts: Texts) -> Iterator[str]:
    """Of events and moves: a part that there is not, or a brace that means nothing."""
    parts = {("events", kind.name): set(kind.parts) for kind in game.events}
    for move in game.moves.all:
        own = move.parts()
        parts.setdefault(("moves", str(own.get("verb", ""))), {"text"}).update(own)
    for (section, name), known in parts.items():
        template = texts.look(section, name)
        for part in dict.fromkeys(HOLE.findall(template)):
            if part not in known:
                yield no_such(f"[{section}] {name}: {{{part}}}", "part", sorted(known))
        left = PART.sub("", template)
        if "{" in left or "}" in left:
            yield f"[{section}] {name}: cannot be read: {template}"


def numbered_seats(game: Game) -> Iterator[str]:
    """Parts of events that are seats, and are told as numbers all the same."""
    for kind in game.events:
        for part, is_seat in zip(kind.parts, kind.seats, strict=True):
            if is_seat and part not in SEATS:
                known = ", ".join(sorted(SEATS))
                yield f"event {kind.name}: captions tell {part!r} as a number, and as seats {known}"


def no_such(what: str, kind: str, known: list[str]) -> str:
    """The complaint about a name that the game does not know."""
    there = f"there are {', '.join(known)}" if known else "there are none"
    return f"{what}: no such {kind}; {there}"
