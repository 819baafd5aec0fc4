"""Every game and option that the laws hold for, and what a match of each is played with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from microciv.core.game import Game
from microciv.games import open_game
from tests.games.cases import OURS
from tests.games.civ_card_game import cases as civ_card_game

SEED = int(os.environ.get("MICROCIV_SEED", "0"))
"""Where random matches begin; tests/conftest.py says with which seed today."""
COMPILED = os.environ.get("MICROCIV_COMPILED") == "1"
LONG = os.environ.get("MICROCIV_LAWS") == "long"


def box_named(rows: object) -> str:
    """What ids call a set of cards."""
    return "own" if rows is civ_card_game.OWN_BOX else "patched"


@dataclass(frozen=True)
class Case:
    """A game with its options."""

    game: str
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        values = [
            f"{name}={box_named(value) if name == 'cards' else value}"
            for name, value in self.options.items()
        ]
        return " ".join([self.game, *values])

    def open(self) -> Game:
        return open_game(self.game, self.options)


CASES: list[Case] = [
    *[Case(game, options) for game, found in OURS.items() for options in found.CASES],
    *[Case("goofspiel", {"seats": seats}) for seats in (2, 4, 7)],
    *[Case("forecast", {"seats": seats}) for seats in (2, 3, 4)],
    *[Case("forecast", {"seats": 2 + hand % 3, "hand": hand}) for hand in (4, 5, 6)],
]


@contextmanager
def replayable(test: str, seed: int) -> Iterator[None]:
    """A failure says with which command it is had again."""
    try:
        yield
    except BaseException as failure:
        compiled = "PYTHONPATH=build/compiled MICROCIV_COMPILED=1 " if COMPILED else ""
        command = f"{compiled}MICROCIV_SEED={seed} MICROCIV_MATCHES=1 .venv/bin/python -m pytest"
        failure.add_note(f"Once more: {command} -n 0 '{test}'")
        raise
