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
"""In a path, any spot of a list: what one seat may have, another may have too."""
MOST_VALUES = 400  # that are kept of one field
MEMORIES = ("past", "generator")
NUDGES = (-3, -2, -1, 1, 2, 3)


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
class Spot:
    """A spot in a document: what it is in, its name or number there, and its path."""

    inside: Plain
    name: Plain
    path: Path

    def value(self) -> Plain:
        """What stands there."""
        return self.inside[self.name]

    def lay(self, value: Plain) -> None:
        """Put a copy of the value there instead."""
        self.inside[self.name] = copy.deepcopy(value)


def any_spot(document: Document, pick: Pick) -> Spot:
    """Any spot, those near the root more often."""
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
    """At any depth: keys of objects and indices of lists."""
    found: list[Spot] = []
    for name in list(value) if isinstance(value, dict) else range(len(value)):
        spot = Spot(value, name, (*path, str(name) if isinstance(value, dict) else EACH))
        found.append(spot)
        if isinstance(spot.value(), (dict, list)):
            found += spots_of(spot.value(), spot.path)
    return found


# --- changes


def another_value(document: Document, known: Known, pick: Pick) -> None:
    """What the field holds in another position."""
    spot = any_spot(document, pick)
    values = known.values.get(spot.path)
    if values:
        spot.lay(values[pick(len(values))])


def another_number(document: Document, _known: Known, pick: Pick) -> None:
    """A little more or less."""
    spot = any_spot(document, pick)
    if type(spot.value()) is int:
        spot.lay(spot.value() + NUDGES[pick(len(NUDGES))])


def left_out(document: Document, _known: Known, pick: Pick) -> None:
    """A field or an entry is not there."""
    spot = any_spot(document, pick)
    if spot.path != ("game",):
        del spot.inside[spot.name]


def put_in(document: Document, known: Known, pick: Pick) -> None:
    """A field that other positions have there, or an entry twice."""
    spot = any_spot(document, pick)
    if isinstance(spot.inside, list):
        spot.inside.insert(spot.name, copy.deepcopy(spot.value()))
        return
    names = known.fields[spot.path[:-1]]
    name = names[pick(len(names))]
    values = known.values[*spot.path[:-1], name]
    spot.inside[name] = copy.deepcopy(values[pick(len(values))])


def changed_over(document: Document, _known: Known, pick: Pick) -> None:
    """Two fields of one kind, such as the hands of two seats, are exchanged."""
    spot = any_spot(document, pick)
    others = [other for other in spots_of(document) if other.path == spot.path]
    other = others[pick(len(others))]
    mine, theirs = spot.value(), other.value()
    spot.lay(theirs)
    other.lay(mine)


def moved(document: Document, _known: Known, pick: Pick) -> None:
    """An entry of a list goes to another list of such entries."""
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
