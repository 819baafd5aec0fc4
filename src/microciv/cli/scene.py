"""What a screen is made from: one seat's observation and words, never the match itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from microciv.cli.sitting import Sitting
from microciv.core.codec import plain, plain_event, plain_move
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.state import Observation
from microciv.texts import Texts, level_words, texts_for
from microciv.texts.words import SEATS

WIDE = 110
"""From this many columns on, tables stand in panels beside each other."""


@final
@dataclass(frozen=True)
class Scene:
    """One moment as one seat sees it, in plain data and words."""

    game: Game
    texts: Texts
    observation: Observation
    seen: dict[str, object]
    names: tuple[str, ...]  # by seat; the observer is "You"
    levels: tuple[str, ...]  # by seat; "" for a person
    width: int
    pinned: str = ""  # what the reader wants to keep in sight: see `Look.pin`

    @property
    def seat(self) -> int:
        return self.observation.seat

    @property
    def phase(self) -> str:
        return self.observation.phase

    @property
    def is_wide(self) -> bool:
        """Is there room for panels?"""
        return self.width >= WIDE

    @cached_property
    def notes(self) -> dict[str, object]:
        notes = plain(self.game.notes(self.observation))
        assert isinstance(notes, dict)
        return notes

    def label(self, move: Move) -> str:
        """A move as a sentence; seats in it by their names."""
        parts = {
            part: self.names[value]
            if part in SEATS and isinstance(value, int) and 0 <= value < len(self.names)
            else value
            for part, value in plain_move(move).items()
        }
        return self.texts.move(parts, self.texts.named(self.game.options))


def names_seen(sittings: Sequence[Sitting], seat: int, texts: Texts) -> tuple[str, ...]:
    """The players' names as a seat reads them: its own is "You"."""
    return tuple(
        [
            texts.reader() if other == seat else sitting.name
            for other, sitting in enumerate(sittings)
        ]
    )


def scene_of(
    game: Game, observation: Observation, sittings: Sequence[Sitting], width: int, pinned: str = ""
) -> Scene:
    """The scene for the seat that this observation belongs to."""
    texts = texts_for(game.name, game.options)
    seen = plain(observation)
    assert isinstance(seen, dict)
    return Scene(
        game,
        texts,
        observation,
        seen,
        names_seen(sittings, observation.seat, texts),
        tuple([level_words(sitting.level) for sitting in sittings]),
        width,
        pinned,
    )


def nameless(game: Game) -> list[Sitting]:
    """Seats of a record, which keeps no names."""
    texts = texts_for(game.name, game.options)
    return [
        Sitting("person", texts.label("seat").replace("{seat}", str(seat + 1)))
        for seat in range(game.seats)
    ]


def captions(
    game: Game, heard: Sequence[Heard], names: Sequence[str], texts: Texts
) -> list[tuple[dict[str, object], str]]:
    """Events as one seat heard them, each with its sentence."""
    named = texts.named(game.options)
    events = [plain_event(game, item) for item in heard]
    return [(event, texts.caption(event, names, named)) for event in events]
