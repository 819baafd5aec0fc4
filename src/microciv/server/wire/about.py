"""What the server says of itself and of the games that it has."""

from __future__ import annotations

from typing import Any, Literal

from microciv.engine import Engine
from microciv.server.wire.messages import Plain, Struct


class Health(Struct, frozen=True, kw_only=True):
    """The server is well; where it is not, it is no answer or a refusal."""

    status: Literal["ok"] = "ok"


class ServerAbout(Struct, frozen=True, kw_only=True):
    """The server: its version, and the engine that bots, hints and reviews think with."""

    version: str
    engine: Engine
    design: bool  # may visitors run studies?


class OptionAbout(Struct, frozen=True, kw_only=True):
    """One option, ruling or number of a game, for the form in the lobby."""

    name: str
    kind: str
    help: str
    clause: str
    default: Any
    choices: list[str | int | bool]
    advanced: bool
    measured: str  # what it does, in a sentence or more; empty if nobody has measured
    least: float  # of a number, as are the next two
    most: float
    step: float


class VariantAbout(Struct, frozen=True, kw_only=True):
    """A named set of options."""

    name: str
    help: str
    options: Plain


class BoardAbout(Struct, frozen=True, kw_only=True):
    """Where the files of a package's board are; a changed file has another address."""

    script: str  # an ES module
    style: str | None


class GameTitle(Struct, frozen=True, kw_only=True):
    """A game of the catalogue, as a list of games has it."""

    name: str
    title: str
    summary: str
    seats: list[int]
    usual_seats: list[int]  # those that need no option
    minutes: int
    seconds: int  # for a decision, with a clock of normal pace
    seconds_of: dict[str, int]  # the same, of phases that differ
    levels: list[str]
    brought: bool  # an installed package brings it
    labels: dict[str, str]  # what it calls a `round` and its `points`
    board: BoardAbout | None  # of the package that brings the game, if it brings one
    puzzles: int  # how many there are
    lesson: bool  # does it have a first match that teaches it?


class GameAbout(GameTitle, frozen=True, kw_only=True):
    """A game of the catalogue, with what its tables may settle."""

    options: list[OptionAbout]
    variants: list[VariantAbout]
    measured: str  # how it was measured what options do
