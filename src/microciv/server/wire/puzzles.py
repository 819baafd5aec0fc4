"""What is asked and told of puzzles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from microciv.server.wire.messages import (
    HintOption,
    MoveView,
    Request,
    Struct,
    TableView,
    Update,
)


class PuzzleCard(Struct, frozen=True, kw_only=True):
    """A puzzle in the list of its game."""

    number: int  # from 1
    id: str  # identifies it, whatever its number
    seats: int
    phase: str


class GamePuzzles(Struct, frozen=True, kw_only=True):
    """The puzzles of a game."""

    game: str
    puzzles: list[PuzzleCard]


class PuzzleView(Struct, frozen=True, kw_only=True):
    """A puzzle: one decision of a match, as its seat saw it."""

    number: int
    id: str
    of: int  # puzzles of the game
    table: TableView  # with bots in the other seats
    update: Update


class AnswerPuzzle(Request, frozen=True, kw_only=True):
    """How I would answer: what stands sealed already, and at least one step more."""

    moves: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(min_length=1, max_length=100)]


class PuzzleJudged(Struct, frozen=True, kw_only=True):
    """How the answer compares with all others. Only its next step is weighed."""

    answer: list[MoveView]  # up to that step
    place: int  # of that step among all; 0: it is the best
    options: list[HintOption]  # all steps that there were, the best first
    easy: int  # the place of what an easy bot would have played
