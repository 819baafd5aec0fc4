"""What is kept of a finished match, for everybody to read: its record and its replays."""

from __future__ import annotations

from msgspec import field

from microciv.server.messages import EventView, MoveView, Plain, SeenView, Struct


class RecordView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished match as text; it always replays to the same states."""

    game: str
    rules: int
    options: Plain
    seed: str
    moves: list[tuple[int, str]]
    position: Plain | None = None
    agreed: int | None = None  # the ply from which bots played out the rest, as all people agreed


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One decision of a finished match, as one seat saw it, and all answers to it."""

    set: int
    events: list[EventView]  # heard since the step before
    seen: SeenView
    legal: list[MoveView]
    answers: dict[str, list[MoveView]]  # by seat; empty in the last step
    sources: list[dict[str, int]] = field(
        default_factory=list
    )  # by seat, where its points come from
    notes: Plain = field(default_factory=dict)  # what the game computes for the seat, by name


class Replay(Struct, frozen=True, kw_only=True):
    """A finished match from one seat's view; the last step is the end."""

    game: str
    options: Plain
    seats: list[str]
    steps: list[ReplayStep]
    agreed: int | None = None  # the decision from which bots played out the rest
