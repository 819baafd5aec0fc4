"""The kinds of decision that puzzles of a game are sought of, and how many of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final, final

from microciv.core.moves import Move
from microciv.core.state import Observation
from microciv.games.five_ages.moves import LEFT, Offer
from microciv.games.five_ages.views.observation import FiveAgesObservation

SAME: Final = 3
"""Puzzles of a kind with the very same best answer."""


@final
@dataclass(frozen=True)
class Kind:
    """What puzzles have in common: the best answer is of this phase and begins with this word."""

    name: str
    quota: int
    patterns: tuple[str, ...]
    """As `phase verb`, with `*`."""


KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "5x": (
        Kind("bids", 5, ("bid *",)),
        Kind("digs", 4, ("dig *",)),
        Kind("passes", 3, ("pass *",)),
        Kind("excavation", 4, ("select excavate",)),
        Kind("exploration", 4, ("select explore",)),
        Kind("steals", 4, ("select exterminate",)),
        Kind("expansion", 3, ("select expand",)),
        Kind("exploitation", 3, ("select exploit",)),
        Kind("leaders", 5, ("select *",)),
    ),
    "5-ages": (
        Kind("answers", 4, ("answer *",)),  # said of offers that somebody else has made: `phase_of`
        Kind("offers", 5, ("trade offer",)),
        Kind("silence", 3, ("trade *",)),
        Kind("war", 4, ("war *",)),  # a row with a Joker: `phase_of`
        Kind("rows", 5, ("row *",)),
        Kind("builds", 5, ("build build",)),
        Kind("exchanges", 5, ("build replace",)),
        Kind("done", 3, ("build done",)),
    ),
    "civ-builder": (
        Kind("melds", 4, ("meld meld", "meld stop")),
        Kind("what is added", 4, ("meld *",)),
        Kind("privileges", 5, ("act *",)),
        Kind("offers", 4, ("offer *", "market *")),
        Kind("answers", 4, ("answer *", "reply *", "choose *")),
        Kind("exchanges", 4, ("exchange *", "study *")),
        Kind("points", 2, ("point *",)),
        Kind("discards", 3, ("discard *", "dump *")),
        Kind("civilizations", 2, ("pick *",)),
    ),
    "civ-card-game": (
        Kind("purchases", 4, ("turn buy",)),
        Kind("buildings", 3, ("turn build",)),
        Kind("plots", 4, ("turn claim", "found *", "receive *")),
        Kind("drafts", 3, ("draft *",)),
        Kind("attacks", 4, ("turn attack", "turn on", "turn rob", "raze *")),
        Kind("peace and battle", 3, ("turn peace", "turn fight")),
        Kind("blocks", 3, ("block *",)),
        Kind("labour", 4, ("turn populate", "turn split", "yield *")),
        Kind("cards", 4, ("turn play", "turn use")),
        Kind("trade", 2, ("turn bank", "turn food", "turn hammers")),
        Kind("ends", 3, ("turn done",)),
        Kind("discards", 3, ("discard *", "cull *")),
    ),
}


def kind_of(game: str, phase: str, text: str) -> Kind | None:
    """The first kind that an answer is of; None: none that is sought."""
    told = f"{phase} {text.split(maxsplit=1)[0]}"
    for kind in KINDS[game]:
        if any([fnmatchcase(told, pattern) for pattern in kind.patterns]):
            return kind
    return None


def phase_of(seen: Observation, move: Move) -> str:
    """The phase of an answer; in 5 Ages that of a Joker is war, and of what somebody else has
    offered an answer.
    """
    if isinstance(seen, FiveAgesObservation):
        if "attack" in move.text or (seen.phase == "row" and "Jk" in seen.hand):
            return "war"
        if isinstance(move, Offer):
            apart = 1 if move.side == LEFT else -1
            other = seen.table[(seen.seat + apart) % len(seen.table)]
            if any([move.mirrors(offer) for offer in other.offers]):
                return "answer"
    return seen.phase


@final
class Wanted:
    """What is still sought, by what has been found."""

    def __init__(self, game: str, rows: list[dict[str, Any]]) -> None:
        self.game = game
        self._kinds: Counter[str] = Counter()
        self._same: Counter[tuple[str, str]] = Counter()
        for row in rows:
            self._add(*_best(row))

    def takes(self, row: dict[str, Any]) -> bool:
        """Is this puzzle wanted? Then it is found."""
        if not self.has(*_best(row)):
            return False
        self._add(*_best(row))
        return True

    def _add(self, phase: str, text: str) -> None:
        kind = kind_of(self.game, phase, text)
        if kind is not None:
            self._kinds[kind.name] += 1
            self._same[kind.name, text] += 1

    def has(self, phase: str, text: str) -> bool:
        """Is a puzzle with this best answer wanted?"""
        kind = kind_of(self.game, phase, text)
        if kind is None or self._same[kind.name, text] >= SAME:
            return False
        return self._kinds[kind.name] < kind.quota

    def left(self) -> dict[str, int]:
        """How many of each kind are missing."""
        missing = {kind.name: kind.quota - self._kinds[kind.name] for kind in KINDS[self.game]}
        return {name: count for name, count in missing.items() if count > 0}


def _best(row: dict[str, Any]) -> tuple[str, str]:
    """The phase and the text of the best answer of a puzzle."""
    return row.get("as", row["phase"]), row["answers"][0][0]
