"""Positions that nobody has played to: documents reached by play, plausibly changed.

Every change takes what it puts in from positions of the same game, so that many of them are
accepted and the others are refused for a reason of the rules, not of the grammar.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, final

from microciv.core.codec import plain
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.laws.play import any_seat, decisions, sample

Plain: TypeAlias = Any  # what JSON has
Document: TypeAlias = dict[str, Plain]
Path: TypeAlias = tuple[str, ...]
Pick: TypeAlias = Callable[[int], int]
"""A number from 0 to below this one."""

EACH = "*"
"""In a path, any place of a list: what one seat may have, another may have too."""
MOST_VALUES = 400  # that are kept of one field
MEMORIES = ("past", "generator")
STEPS = (-3, -2, -1, 1, 2, 3)


def document_of(state: State) -> Document:
    """The position as a file has it."""
    document: Document = json.loads(json.dumps(plain(state.position())))
    return document


def reached(game: Game, seed: int) -> list[Document]:
    """Positions of a random match, one of every few decisions and the end, and as many re-deals."""
    match, rng = Match(game, seed), Rng(seed)
    found = []
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            found.append(document_of(match.state))
            found.append(document_of(game.redeal(match.observe(any_seat(game, rng)), rng)))
    return [*found, document_of(match.state)]


@final
class Known:
    """What the fields of these documents hold, by path."""

    def __init__(self, documents: list[Document]) -> None:
        self.values: dict[Path, list[Any]] = {}
        self.fields: dict[Path, list[str]] = {}
        self._told: set[str] = set()
        for document in documents:
            self._learn((), document)

    def _learn(self, path: Path, value: Plain) -> None:
        if isinstance(value, dict):
            names = self.fields.setdefault(path, [])
            names += [name for name in value if name not in names]
            for name, inner in value.items():
                self._learn((*path, name), inner)
        elif isinstance(value, list):
            for inner in value:
                self._learn((*path, EACH), inner)
        values = self.values.setdefault(path, [])
        told = json.dumps([path, value])
        if told not in self._told and len(values) < MOST_VALUES:
            self._told.add(told)
            values.append(value)


@final
@dataclass
class Place:
    """A place in a document: what it is in, its name or number there, and its path."""

    inside: Plain
    name: Plain
    path: Path

    def value(self) -> Plain:
        return self.inside[self.name]

    def lay(self, value: Plain) -> None:
        self.inside[self.name] = copy.deepcopy(value)


def any_place(document: Document, pick: Pick) -> Place:
    """Any place, those near the root more often."""
    inside: Plain = document
    path: Path = ()
    while True:
        names = list(inside) if isinstance(inside, dict) else range(len(inside))
        name = names[pick(len(names))]
        path = (*path, str(name) if isinstance(inside, dict) else EACH)
        place = Place(inside, name, path)
        if not isinstance(place.value(), (dict, list)) or not place.value() or pick(4) == 0:
            return place
        inside = place.value()


def places_of(value: Plain, path: Path = ()) -> list[Place]:
    """Every place in a document."""
    found: list[Place] = []
    for name in list(value) if isinstance(value, dict) else range(len(value)):
        place = Place(value, name, (*path, str(name) if isinstance(value, dict) else EACH))
        found.append(place)
        if isinstance(place.value(), (dict, list)):
            found += places_of(place.value(), place.path)
    return found


# --- changes


def another_value(document: Document, known: Known, pick: Pick) -> None:
    """What the field holds in another position."""
    place = any_place(document, pick)
    values = known.values.get(place.path)
    if values:
        place.lay(values[pick(len(values))])


def another_number(document: Document, _known: Known, pick: Pick) -> None:
    """A little more or less."""
    place = any_place(document, pick)
    if type(place.value()) is int:
        place.lay(place.value() + STEPS[pick(len(STEPS))])


def left_out(document: Document, _known: Known, pick: Pick) -> None:
    """A field or an entry is not there."""
    place = any_place(document, pick)
    if place.path != ("game",):
        del place.inside[place.name]


def put_in(document: Document, known: Known, pick: Pick) -> None:
    """A field that other positions have there, or an entry twice."""
    place = any_place(document, pick)
    if isinstance(place.inside, list):
        place.inside.insert(place.name, copy.deepcopy(place.value()))
        return
    names = known.fields[place.path[:-1]]
    name = names[pick(len(names))]
    values = known.values[*place.path[:-1], name]
    place.inside[name] = copy.deepcopy(values[pick(len(values))])


def changed_over(document: Document, _known: Known, pick: Pick) -> None:
    """Two fields of one kind, such as the hands of two seats, change places."""
    place = any_place(document, pick)
    others = [other for other in places_of(document) if other.path == place.path]
    other = others[pick(len(others))]
    mine, theirs = place.value(), other.value()
    place.lay(theirs)
    other.lay(mine)


def moved(document: Document, _known: Known, pick: Pick) -> None:
    """An entry of a list goes to another list of such entries."""
    place = any_place(document, pick)
    if not isinstance(place.inside, list):
        return
    value = place.value()
    lists = [
        other.value()
        for other in places_of(document)
        if isinstance(other.value(), list) and type(value) in map(type, other.value())
    ]
    del place.inside[place.name]
    goal = lists[pick(len(lists))]
    goal.insert(pick(len(goal) + 1), value)


def at_another_table(document: Document, known: Known, pick: Pick) -> None:
    """One option is another."""
    names = known.fields["options",]
    name = names[pick(len(names))]
    values = known.values["options", name]
    document.setdefault("options", {})[name] = copy.deepcopy(values[pick(len(values))])


def at_another_question(document: Document, known: Known, pick: Pick) -> None:
    """Something else is asked."""
    phases = known.values.get(("phase",), [])
    if phases:
        document["phase"] = phases[pick(len(phases))]


CHANGES: list[Callable[[Document, Known, Pick], None]] = [
    another_value, another_value, another_number, another_number, left_out, put_in, changed_over,
    moved, at_another_table, at_another_question,
]  # fmt: skip
MOST_CHANGES = 4


def changed(document: Document, known: Known, pick: Pick) -> Document:
    """The document with a few changes, as often as not of one that nobody remembers."""
    position = copy.deepcopy(document)
    if pick(2):
        for name in MEMORIES:
            position.pop(name, None)
    for _ in range(1 + pick(MOST_CHANGES)):
        if len(position) > 1:
            CHANGES[pick(len(CHANGES))](position, known, pick)
    return position
