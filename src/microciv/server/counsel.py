"""Advice in worker processes: for hints in a match and for reviews after it.

As with bots, a worker gets the game with its options and what one seat sees, packed; nothing else.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import Any, NamedTuple, final

from microciv.bots.advice import Adviser, Budget, Chance, Telling, Weighed
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.state import Observation
from microciv.server.fillers import Fillers, Packed, PackedMove, game_of, pack, unpack, written
from microciv.server.wire import Hinted, HintOption


@dataclass(frozen=True)
class Look:
    """All that a worker gets to know."""

    game: str
    options: str  # as JSON
    seen: Packed
    moves: tuple[PackedMove, ...]  # what the seat played, if that is the question
    budget: tuple[int, float]
    seed: int
    quiet: frozenset[str] = frozenset()  # events that are no reasons


class Told(NamedTuple):
    """A `Weighed` on its way: moves by their places in the game's table."""

    played: int
    best: int
    chance: Chance
    hope: Chance
    telling: Telling | None
    why: tuple[str, dict[str, str | int]]


# --- in the worker


def _adviser(look: Look) -> tuple[Adviser, Observation]:
    game = game_of(look.game, look.options)
    adviser = Adviser(game, Budget(*look.budget), look.seed, time.monotonic)
    return adviser, unpack(game, look.seen)


def hint(look: Look) -> tuple[list[HintOption], list[str]]:
    """What may be played now, the best first, and how the answer would go on."""
    adviser, seen = _adviser(look)
    advice = adviser.advise(seen)
    options = [
        HintOption(
            move=option.move.text,
            share=option.share,
            chance=option.chance.value,
            error=option.chance.error,
        )
        for option in advice.options
    ]
    return options, [move.text for move in advice.follows]


def weigh(look: Look) -> Told:
    """What was played beside the best."""
    adviser, seen = _adviser(look)
    return _told(adviser.weigh(seen, unpack(adviser.game, look.moves[0])))


def explain(look: Look) -> Told:
    """The same two moves, played first, with what speaks for the other."""
    adviser, seen = _adviser(look)
    played, best = unpack(adviser.game, look.moves)
    nothing = Chance(0.0, 0.0)
    return _told(adviser.reasons(seen, Weighed(played, best, nothing, nothing), look.quiet))


def outlook(look: Look) -> Chance:
    """The chance to win from here on, or from a move of the seat's own."""
    adviser, seen = _adviser(look)
    moves: tuple[Move, ...] = unpack(adviser.game, look.moves)
    return adviser.outlook(seen, moves[0] if moves else None)


def _told(weighed: Weighed) -> Told:
    key, parts = weighed.why
    plain = {
        str(part): word if isinstance(word, int) else str(word) for part, word in parts.items()
    }
    return Told(
        weighed.played.index,
        weighed.best.index,
        weighed.chance,
        weighed.hope,
        weighed.telling,
        (str(key), plain),
    )


# --- in the server


class NoAnswer(Exception):  # it is an outcome, not a fault
    """A worker died or took too long."""


@final
class Counsel:
    """One look at a time for hints and one for reviews, so that bots still have a worker."""

    def __init__(self, fillers: Fillers, seed: int | None = None) -> None:
        self._fillers = fillers
        self._seed = seed
        """For tests that look again; None: drawn anew each time."""
        self._hinting = asyncio.Lock()
        self._reviewing = asyncio.Lock()

    async def hint(
        self, game: Game, options: dict[str, Any], seen: Observation, budget: tuple[int, float]
    ) -> Hinted:
        """What is good for the seat that sees this; its match and set are filled in by the room.

        :raises NoAnswer: if there is none.
        """
        async with self._hinting:
            found = await self._fillers.do(hint, game.name, self._look(game, options, seen, budget))
        if found is None:
            raise NoAnswer
        choices, follows = found
        answer = [move.text for move in seen.answer]
        return Hinted(match=0, set=0, answer=answer, options=choices, follows=follows, id=None)

    async def weigh(
        self,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        played: Move,
        budget: tuple[int, float],
    ) -> Weighed:
        """See `Adviser.weigh`.

        :raises NoAnswer: if there is none.
        """
        look = self._look(game, options, seen, budget, played)
        async with self._reviewing:
            return self._weighed(game, await self._fillers.do(weigh, game.name, look))

    async def explain(
        self,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        dear: Weighed,
        quiet: frozenset[str],
        budget: tuple[int, float],
    ) -> Weighed:
        """See `Adviser.reasons`.

        :raises NoAnswer: if there is none.
        """
        look = self._look(game, options, seen, budget, dear.played, dear.best, quiet=quiet)
        async with self._reviewing:
            found = self._weighed(game, await self._fillers.do(explain, game.name, look))
        return Weighed(dear.played, dear.best, dear.chance, dear.hope, found.telling, found.why)

    async def outlook(
        self,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        move: Move | None,
        budget: tuple[int, float],
    ) -> Chance:
        """See `Adviser.outlook`.

        :raises NoAnswer: if there is none.
        """
        moves = () if move is None else (move,)
        look = self._look(game, options, seen, budget, *moves)
        async with self._reviewing:
            found = await self._fillers.do(outlook, game.name, look)
        if found is None:
            raise NoAnswer
        return found

    def _look(
        self,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        budget: tuple[int, float],
        *moves: Move,
        quiet: frozenset[str] = frozenset(),
    ) -> Look:
        seed = secrets.randbits(32) if self._seed is None else self._seed
        texts = written(game, options)
        return Look(game.name, texts, pack(seen), pack(moves), budget, seed, quiet)

    def _weighed(self, game: Game, told: Told | None) -> Weighed:
        if told is None:
            raise NoAnswer
        moves = game.moves.all
        return Weighed(
            moves[told.played], moves[told.best], told.chance, told.hope, told.telling, told.why
        )
