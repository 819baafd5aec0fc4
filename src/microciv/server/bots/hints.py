"""Advice in worker processes: for hints in a match and for reviews after it.

As with bots, a worker gets the game with its options and what one seat sees, packed; nothing else.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, final

import msgspec

from microciv.bots.advice import Adviser, Budget, Chance, Weighed
from microciv.bots.answers import Answer
from microciv.bots.suggesting import suggested
from microciv.bots.why import Why, plain_why
from microciv.core.codec import plain_move
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.state import Observation
from microciv.server.bots.workers import BotWorkers, Packed, game_of, pack, unpack, written
from microciv.server.fair_queue import Whose
from microciv.server.wire.messages import Hinted, HintOption, Plain
from microciv.server.wire.messages import Why as WhyView

AT_ONCE: Final = 2
"""Looks that a review has taken at a time."""


@dataclass(frozen=True)
class Look:
    """All that a worker gets to know."""

    game: str
    options: str  # as JSON
    seen: Packed
    moves: tuple[Any, ...]  # packed; what the seat played, if that is the question
    budget: tuple[int, float]
    seed: int


class Told(NamedTuple):
    """A `Weighed` on its way: moves by their indices in the game's table."""

    played: int
    best: int
    chance: Chance
    hope: Chance
    why: Why
    answers: tuple[tuple[int, ...], tuple[int, ...]] | None
    apart: float | None
    gain: Chance | None


# --- in the worker


def _adviser(look: Look) -> tuple[Adviser, Observation]:
    game = game_of(look.game, look.options)
    adviser = Adviser(game, Budget(*look.budget), look.seed, time.monotonic)
    return adviser, unpack(game, look.seen)


def hint(look: Look) -> tuple[list[HintOption], list[Plain]]:
    """What may be played now, the best first, and how the answer would go on."""
    adviser, seen = _adviser(look)
    advice = adviser.advise(seen)
    options = [
        HintOption(
            move=plain_move(option.move),
            chance=option.chance.value,
            error=option.chance.error,
            why=msgspec.convert(plain_why(option.why), WhyView),
        )
        for option in advice.options
    ]
    return options, [plain_move(move) for move in advice.follows]


def suggest(look: Look) -> list[Plain]:
    """What may well be added to the answer."""
    game = game_of(look.game, look.options)
    seen = unpack(game, look.seen)
    return [plain_move(move) for move in suggested(game, seen, time.monotonic)]


def weigh(look: Look) -> Told:
    """What was played beside the best."""
    adviser, seen = _adviser(look)
    return _told(adviser.weigh(seen, unpack(adviser.game, look.moves)))


def confirm(look: Look) -> Told:
    """What was found before, once more, and why; the packed moves are the two steps, and the two
    answers that they are of.
    """
    adviser, seen = _adviser(look)
    played, best, answer, better = unpack(adviser.game, look.moves)
    nothing = Chance(0.0, 0.0)
    weighed = Weighed(played, best, nothing, nothing, answers=(answer, better))
    return _told(adviser.confirm(seen, weighed))


def outlook(look: Look) -> Chance:
    """The chance to win from here on, or from a move of the seat's own."""
    adviser, seen = _adviser(look)
    moves: tuple[Move, ...] = unpack(adviser.game, look.moves)
    return adviser.outlook(seen, moves[0] if moves else None)


def _told(weighed: Weighed) -> Told:
    both = weighed.answers
    return Told(
        weighed.played.index,
        weighed.best.index,
        weighed.chance,
        weighed.hope,
        weighed.why,
        None if both is None else (_indices(both[0]), _indices(both[1])),
        weighed.apart,
        weighed.gain,
    )


def _indices(answer: Answer) -> tuple[int, ...]:
    """Moves by their indices in the game's table."""
    return tuple([move.index for move in answer])


# --- in the server


class NoAnswer(Exception):  # it is an outcome, not a fault
    """A worker died or took too long."""


@final
class Hints:
    """Advice from the bots' workers, where it waits its turn like the bots' own questions."""

    def __init__(self, bot_workers: BotWorkers, seed: int | None = None) -> None:
        self._workers = bot_workers
        self._seed = seed
        """For tests that look again; None: drawn anew each time."""

    async def hint(
        self,
        whose: Whose,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        budget: tuple[int, float],
    ) -> Hinted:
        """What is good for the seat that sees this; its match and set are filled in by the room.

        :raises NoAnswer: if there is none.
        """
        found = await self._workers.do(hint, self._look(game, options, seen, budget), whose)
        if found is None:
            raise NoAnswer
        choices, follows = found
        answer = [move.text for move in seen.answer]
        return Hinted(match=0, decision=0, answer=answer, options=choices, follows=follows, id=None)

    async def suggest(
        self, whose: Whose, game: Game, options: dict[str, Any], seen: Observation
    ) -> list[Plain]:
        """What may well be added to the answer of the seat that sees this; nothing, if a worker has
        died.
        """
        look = self._look(game, options, seen, (0, 0.0))
        return await self._workers.do(suggest, look, whose) or []

    async def weigh(
        self,
        whose: Whose,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        answer: Answer,
        budget: tuple[int, float],
    ) -> Weighed:
        """See `Adviser.weigh`.

        :raises NoAnswer: if there is none.
        """
        look = self._look(game, options, seen, budget, *answer)
        return self._weighed(game, await self._workers.do(weigh, look, whose))

    async def confirm(
        self,
        whose: Whose,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        weighed: Weighed,
        budget: tuple[int, float],
    ) -> Weighed:
        """See `Adviser.confirm`.

        :raises NoAnswer: if there is none.
        """
        if weighed.is_best():
            return weighed
        moves = (weighed.played, weighed.best, *weighed.both())
        look = self._look(game, options, seen, budget, *moves)
        return self._weighed(game, await self._workers.do(confirm, look, whose))

    async def outlook(
        self,
        whose: Whose,
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
        found = await self._workers.do(outlook, look, whose)
        if found is None:
            raise NoAnswer
        return found

    def _look(
        self,
        game: Game,
        options: dict[str, Any],
        seen: Observation,
        budget: tuple[int, float],
        *moves: Move | Answer,
    ) -> Look:
        seed = secrets.randbits(32) if self._seed is None else self._seed
        texts = written(game, options)
        return Look(game.name, texts, pack(seen), pack(moves), budget, seed)

    def _weighed(self, game: Game, told: Told | None) -> Weighed:
        if told is None:
            raise NoAnswer
        moves = game.moves.all
        answers = None
        if told.answers is not None:
            played, best = [tuple([moves[index] for index in one]) for one in told.answers]
            answers = played, best
        return Weighed(
            moves[told.played],
            moves[told.best],
            told.chance,
            told.hope,
            told.why,
            answers,
            told.apart,
            told.gain,
        )
