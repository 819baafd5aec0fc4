"""Random position documents that no match has reached: those of matches, changed in plausible ways.

Every change uses values from positions of the same game. As a result, many of the documents are
accepted, and the others are refused because of the rules, not because of their form.
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

Plain: TypeAlias = Any  # plain data, as in JSON
Document: TypeAlias = dict[str, Plain]
Path: TypeAlias = tuple[str, ...]
Pick: TypeAlias = Callable[[int], int]
"""Picks a number from 0 up to but not including its argument."""

EACH = "*"
"""In a path, any index of a list: what one seat may have, another may have too."""
MOST_VALUES = 400  # values kept for each field, at most
MEMORIES = ("past", "generator")
NUDGES = (-3, -2, -1, 1, 2, 3)


def document_of(state: State) -> Document:
    """The position as a document, as a file would contain it."""
    document: Document = json.loads(json.dumps(plain(state.position())))
    return document


def reached(game: Game, seed: int) -> list[Document]:
    """Positions of a random match: at some decisions, each with a re-deal, and at the end."""
    match, rng = Match(game, seed), Rng(seed)
    found = []
    for _ in decisions(match, rng):
        if rng.below(sample(game)) == 0:
            found.append(document_of(match.state))
            found.append(document_of(game.redeal(match.observe(any_seat(game, rng)), rng)))
    return [*found, document_of(match.state)]


@final
class Known:
    """The values and the field names that occur in these documents, by path."""

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
class Spot:
    """A spot in a document: the object or list around it, its key or index there, and its path."""

    inside: Plain
    name: Plain
    path: Path

    def value(self) -> Plain:
        """The value at this spot."""
        return self.inside[self.name]

    def lay(self, value: Plain) -> None:
        """Replace the value at this spot by a copy of this one."""
        self.inside[self.name] = copy.deepcopy(value)


def any_spot(document: Document, pick: Pick) -> Spot:
    """A random spot; those near the root are more likely."""
    inside: Plain = document
    path: Path = ()
    while True:
        names = list(inside) if isinstance(inside, dict) else range(len(inside))
        name = names[pick(len(names))]
        path = (*path, str(name) if isinstance(inside, dict) else EACH)
        spot = Spot(inside, name, path)
        if not isinstance(spot.value(), (dict, list)) or not spot.value() or pick(4) == 0:
            return spot
        inside = spot.value()


def spots_of(value: Plain, path: Path = ()) -> list[Spot]:
    """All spots inside a value, at any depth."""
    found: list[Spot] = []
    for name in list(value) if isinstance(value, dict) else range(len(value)):
        spot = Spot(value, name, (*path, str(name) if isinstance(value, dict) else EACH))
        found.append(spot)
        if isinstance(spot.value(), (dict, list)):
            found += spots_of(spot.value(), spot.path)
    return found


# --- changes


def another_value(document: Document, known: Known, pick: Pick) -> None:
    """Give a field the value that it has in another position."""
    spot = any_spot(document, pick)
    values = known.values.get(spot.path)
    if values:
        spot.lay(values[pick(len(values))])


def another_number(document: Document, _known: Known, pick: Pick) -> None:
    """Make a number a little larger or smaller."""
    spot = any_spot(document, pick)
    if type(spot.value()) is int:
        spot.lay(spot.value() + NUDGES[pick(len(NUDGES))])


def left_out(document: Document, _known: Known, pick: Pick) -> None:
    """Remove a field of an object or an entry of a list."""
    spot = any_spot(document, pick)
    if spot.path != ("game",):
        del spot.inside[spot.name]


def put_in(document: Document, known: Known, pick: Pick) -> None:
    """Add a field that other positions have there, or repeat an entry of a list."""
    spot = any_spot(document, pick)
    if isinstance(spot.inside, list):
        spot.inside.insert(spot.name, copy.deepcopy(spot.value()))
        return
    names = known.fields[spot.path[:-1]]
    name = names[pick(len(names))]
    values = known.values[*spot.path[:-1], name]
    spot.inside[name] = copy.deepcopy(values[pick(len(values))])


def changed_over(document: Document, _known: Known, pick: Pick) -> None:
    """Exchange two fields of one kind, such as the hands of two seats."""
    spot = any_spot(document, pick)
    others = [other for other in spots_of(document) if other.path == spot.path]
    other = others[pick(len(others))]
    mine, theirs = spot.value(), other.value()
    spot.lay(theirs)
    other.lay(mine)


def moved(document: Document, _known: Known, pick: Pick) -> None:
    """Move an entry of a list to another list of such entries."""
    spot = any_spot(document, pick)
    if not isinstance(spot.inside, list):
        return
    value = spot.value()
    lists = [
        other.value()
        for other in spots_of(document)
        if isinstance(other.value(), list) and type(value) in map(type, other.value())
    ]
    del spot.inside[spot.name]
    goal = lists[pick(len(lists))]
    goal.insert(pick(len(goal) + 1), value)


def at_another_table(document: Document, known: Known, pick: Pick) -> None:
    """Change an option."""
    names = known.fields["options",]
    name = names[pick(len(names))]
    values = known.values["options", name]
    document.setdefault("options", {})[name] = copy.deepcopy(values[pick(len(values))])


def at_another_question(document: Document, known: Known, pick: Pick) -> None:
    """Ask another question: change the phase."""
    phases = known.values.get(("phase",), [])
    if phases:
        document["phase"] = phases[pick(len(phases))]


CHANGES: list[Callable[[Document, Known, Pick], None]] = [
    another_value, another_value, another_number, another_number, left_out, put_in, changed_over,
    moved, at_another_table, at_another_question,
]  # fmt: skip
MOST_CHANGES = 4


def changed(document: Document, known: Known, pick: Pick) -> Document:
    """A copy of the document with a few changes; every other time without its `MEMORIES`."""
    position = copy.deepcopy(document)
    if pick(2):
        for name in MEMORIES:
            position.pop(name, None)
    for _ in range(1 + pick(MOST_CHANGES)):
        if len(position) > 1:
            CHANGES[pick(len(CHANGES))](position, known, pick)
    return position
