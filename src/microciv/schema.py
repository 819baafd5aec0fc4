"""JSON Schemas of what a seat sees: a game's observations, moves and events.

A schema is made from the classes of observations, with the comments at the end of their fields and
of the declarations of events and moves. Compiled modules have no comments, so the schemas of our
own games are written into `schemas` beforehand, by `tools/export_types.py`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import types
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from microciv.core.events import EventKind
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR, Move
from microciv.games import open_game

Schema: TypeAlias = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
MOVE: Final = "Move"
EVENT: Final = "Event"
BY_TEXT: Final = ("legal", "answer")  # messages have these moves, with their parts, beside it
SIMPLE: Final[dict[object, str]] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
}
EVENTS: Final = ("EventKind",)
MOVES: Final = ("word", "Move")
"""The functions that declare a move without a class of its own."""


def schema_of(game: str) -> Schema:
    """The schema (draft 2020-12) of what a seat of this game sees, which is `seen` in every
    question. `$defs` has the classes in it, the game's moves (`Move`) and its events (`Event`).

    :raises BadOption: if there is no such game.
    """
    opened = open_game(game, {})
    written = files("microciv").joinpath("schemas", f"{game}.json")
    if type(opened).__module__.startswith("microciv.games.") and written.is_file():
        schema: Schema = json.loads(written.read_text(encoding="utf-8"))
        return schema
    return made_from(opened)


def made_from(game: Game) -> Schema:
    """The schema of a game, made from its classes; without comments if these are compiled."""
    kind = type(game.deal(0).observe(SPECTATOR))
    seen = object_of(kind)
    for name in BY_TEXT:
        seen["properties"][name]["items"] = {"type": "string"}
    if game.phases:
        seen["properties"]["phase"]["enum"] = list(game.phases)
    inner = {one.__name__: object_of(one) for one in inner_dataclasses(kind)}
    about = f"What one seat of {game.about.title} sees. {seen.pop('description')}"
    return {
        "$schema": DIALECT,
        "title": kind.__name__,
        "description": about,
        **seen,
        "$defs": {**inner, MOVE: _moves(game), EVENT: _events(game)},
    }


def object_of(kind: type[Any]) -> Schema:
    """The schema of a dataclass as it is sent: an object with exactly its fields."""
    hints, comments = get_type_hints(kind), _comments(kind)
    properties: Schema = {}
    for item in fields(kind):
        told = comments.get(item.name)
        properties[item.name] = {**({"description": told} if told else {}), **_of(hints[item.name])}
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def inner_dataclasses(kind: type[Any]) -> list[type[Any]]:
    """The dataclasses in its fields, at any depth, each after those in its own fields."""
    found: list[type[Any]] = []
    for hint in get_type_hints(kind).values():
        found += [inner for inner in dataclasses_in(hint) if inner not in found]
    return found


def dataclasses_in(hint: object) -> list[type[Any]]:
    """The dataclasses in a type, at any depth, each after those in its own fields."""
    if isinstance(hint, type) and is_dataclass(hint):
        return [*inner_dataclasses(hint), hint]
    return [inner for part in get_args(hint) for inner in dataclasses_in(part)]


def _of(hint: object) -> Schema:
    """The schema of a value of this type as it is sent."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(part) for part in parts]}
    if origin is tuple and (len(parts) != 2 or parts[1] is not Ellipsis):
        items = [_of(part) for part in parts]
        count = {"minItems": len(items), "maxItems": len(items)}
        return {"type": "array", "prefixItems": items, **count}
    if origin in (list, tuple):
        return {"type": "array", "items": _of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(parts[1])}
    if hint in SIMPLE:
        return {"type": SIMPLE[hint]}
    if not isinstance(hint, type) or hint is object:
        return {}
    if issubclass(hint, Move):
        return {"$ref": f"#/$defs/{MOVE}"}
    if is_dataclass(hint):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if hasattr(hint, "plain"):  # a row of numbers
        return {"type": "array", "items": {"type": "integer"}}
    return {"type": "array"} if issubclass(hint, list | tuple) else {}


def _moves(game: Game) -> Schema:
    """The schema of moves: one for each verb, with the parts that its moves have."""
    parts: dict[str, dict[str, set[str]]] = {}
    always: dict[str, set[str]] = {}
    said: dict[str, str] = {}
    for move in game.moves.all:
        named = {name: SIMPLE[type(value)] for name, value in move.parts().items()}
        verb = str(move.parts().get("verb", ""))
        for name, kind in named.items():
            parts.setdefault(verb, {}).setdefault(name, set()).add(kind)
        always[verb] = always.get(verb, {*named}) & {*named}
        if type(move) is not Move and type(move).__doc__:
            said.setdefault(verb, " ".join((type(move).__doc__ or "").split()))
    said = {**declared(game, MOVES), **said}
    return {
        "description": "A move with its parts; an answer is its text.",
        "oneOf": [_move(verb, named, always[verb], said) for verb, named in parts.items()],
    }


def _move(verb: str, named: dict[str, set[str]], always: set[str], said: dict[str, str]) -> Schema:
    properties: Schema = {"text": {"type": "string"}}
    for name, kinds in named.items():
        properties[name] = {"type": sorted(kinds) if len(kinds) > 1 else min(kinds)}
    if verb:
        properties["verb"] = {"const": verb}
    return {
        **({"description": said[verb]} if verb in said else {}),
        "type": "object",
        "properties": properties,
        "required": ["text", *[name for name in named if name in always]],
        "additionalProperties": False,
    }


def _events(game: Game) -> Schema:
    """The schema of events: one for each kind, with its parts."""
    said = declared(game, EVENTS)
    return {
        "description": "An event as one seat heard it; a card that it may not know is null.",
        "oneOf": [_event(kind, said) for kind in game.events],
    }


def _event(kind: EventKind, said: dict[str, str]) -> Schema:
    properties: Schema = {"event": {"const": kind.name}}
    for part, is_seat, is_card in zip(kind.parts, kind.seats, kind.cards, strict=True):
        if is_seat:
            properties[part] = {"type": "integer", "description": "A seat."}
        else:
            of = ["string", "integer"]
            properties[part] = {"type": [*of, "null"] if is_card else of}
    return {
        **({"description": said[kind.name]} if kind.name in said else {}),
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _comments(kind: type[Any]) -> dict[str, str]:
    """The comments behind the fields of a class and its bases, as sentences."""
    return {name: sentence(comment) for name, comment in comments_of(kind).items()}


def comments_of(kind: type[Any]) -> dict[str, str]:
    """The comments behind the fields of a class and its bases; none from compiled sources."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        try:
            source = inspect.getsource(one)
        except (OSError, TypeError):  # compiled
            continue
        found.update(_behind_fields(source))
    return found


def declared(game: Game, makers: Iterable[str]) -> dict[str, str]:
    """The comments or docstrings of what these functions declare in the modules of the game's
    package, as in `HIT = EventKind("hit", seat=SEAT)  # an attack succeeds`, by their first
    argument (here "hit").
    """
    module = type(game).__module__
    package = module.rpartition(".")[0] or module
    found: dict[str, str] = {}
    for name, one in sorted(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            try:
                source = inspect.getsource(one)
            except (OSError, TypeError):  # compiled
                continue
            if any(f"{maker}(" in source for maker in makers):
                found.update(_beside_calls(source, makers))
    return found


def _beside_calls(source: str, makers: Iterable[str]) -> Iterator[tuple[str, str]]:
    lines, body = source.splitlines(), ast.parse(source).body
    for index, node in enumerate(body):
        match node:
            case (
                ast.Assign(value=ast.Call(ast.Name(maker), [ast.Constant(str(text)), *_]))
                | ast.AnnAssign(value=ast.Call(ast.Name(maker), [ast.Constant(str(text)), *_]))
            ) if maker in makers:
                comment = _behind(lines, node)
                match body[index + 1 : index + 2]:
                    case [ast.Expr(ast.Constant(str(below)))] if not comment:
                        yield text, " ".join(below.split())
                    case _ if comment:
                        yield text, sentence(comment)


def _behind_fields(source: str) -> Iterator[tuple[str, str]]:
    lines = source.splitlines()
    [definition] = ast.parse(source).body
    assert isinstance(definition, ast.ClassDef)
    for node in definition.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            comment = _behind(lines, node)
            if comment:
                yield node.target.id, comment


def _behind(lines: list[str], node: ast.stmt) -> str:
    """The comment behind a statement, without its full stop; "" if there is none."""
    _, _mark, comment = lines[(node.end_lineno or 0) - 1].partition("  # ")
    return "" if comment.startswith("noqa") else comment.rstrip(".")


def sentence(comment: str) -> str:
    """A comment as a sentence."""
    return f"{comment[0].upper()}{comment[1:]}{'' if comment.endswith('?') else '.'}"
