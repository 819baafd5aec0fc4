"""Reviews of finished matches: worked out while somebody waits for them, and kept for a while.

Like a replay, a review is of one seat and open to all once the match is finished. It is told line
by line as it grows; when the last who listens has gone, no more of it is worked out.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar, final

import msgspec

from microciv.bots.advice import weighs_answers
from microciv.bots.review import (
    Decision,
    Past,
    Reviewed,
    account,
    costliest,
    doubtful,
    looks_at,
    past_of,
    plain_costly,
    plain_decision,
)
from microciv.core.codec import plain, read_record
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.match import Record
from microciv.core.moves import Seat
from microciv.games import open_game
from microciv.server.bots.hints import AT_ONCE, Hints, NoAnswer
from microciv.server.bots.review_turns import ReviewTurns
from microciv.server.fair_queue import Whose
from microciv.server.settings import Settings
from microciv.server.wire.messages import Refused, encode
from microciv.server.wire.reviews import (
    CostlyDecision,
    ReviewAccount,
    ReviewBroken,
    ReviewedDecision,
    ReviewPlan,
    ReviewSum,
    ReviewWaits,
)
from microciv.speech import t
from microciv.texts import texts_for

KEPT: Final = 60
"""Reviews that are kept in memory."""

T = TypeVar("T")
Key: TypeAlias = tuple[str, int, Seat]  # table, match, seat


@final
class Reviews:
    """All reviews of one process."""

    def __init__(
        self, hints: Hints, settings: Settings, report: Callable[[BaseException], None]
    ) -> None:
        self._hints = hints
        self._settings = settings
        self._report = report
        self._turns = ReviewTurns(settings.reviews)
        self._known: OrderedDict[Key, Review] = OrderedDict()

    def of(self, key: Key, record: bytes) -> Review:
        """The review of a seat of a finished match, to be listened to.

        :raises Refused: if the match has no such seat.
        """
        known = self._known.get(key)
        if known is None or known.broken:
            game, played = _opened(record)
            if not 0 <= key[2] < game.seats:
                raise Refused("not_found", t("seat: expected 0 to {last}", last=game.seats - 1))
            known = Review(
                self._hints, self._turns, game, played, key, self._settings, self._report
            )
            self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known

    def close(self) -> None:
        """Stop all that are growing."""
        for one in self._known.values():
            one.stop()


def _opened(record: bytes) -> tuple[Game, Record]:
    """A finished match as its record has it.

    :raises Refused: if it was played under rules that are no more.
    """
    try:
        played = read_record(msgspec.json.decode(record))
        game = open_game(played.game, dict(played.options))
    except (MicrocivError, msgspec.DecodeError, UnicodeError):
        raise Refused("stranded", _other_rules()) from None
    if played.rules != game.rules:
        raise Refused("stranded", _other_rules())
    return game, played


@final
class Review:
    """One review, as far as it is."""

    def __init__(
        self,
        hints: Hints,
        turns: ReviewTurns,
        game: Game,
        record: Record,
        key: Key,
        settings: Settings,
        report: Callable[[BaseException], None],
    ) -> None:
        self._hints = hints
        self._turns = turns
        self._game = game
        self._record = record
        self._options: dict[str, Any] = dict(record.options)
        *_, self._seat = key
        self._budget = settings.look
        self._whole = settings.review
        self._report = report
        self._lines: list[bytes] = []
        self._before: int | None = None
        """How many reviews it waits for; None: it does not wait for its turn."""
        self._listeners = 0
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._done: list[Reviewed] = []
        self._doubtful: list[int] | None = None
        self._past: Past | None = None
        self._weighs_answers = False
        self._ended = False
        self.broken = False

    @property
    def growing(self) -> bool:
        return self._task is not None and not self._task.done()

    async def lines(self, whose: Whose) -> AsyncIterator[bytes]:
        """All of it, a line at a time, from the beginning; it grows while somebody listens, as the
        review of whoever asked when it did not.
        """
        self._listeners += 1
        at, before = 0, None
        try:
            while True:
                while at < len(self._lines):
                    yield self._lines[at] + b"\n"
                    at += 1
                if self._ended:
                    return
                if self._before != before:
                    before = self._before
                    if before is not None:
                        yield encode(ReviewWaits(before=before)) + b"\n"
                        continue
                if not self.growing:
                    self._task = asyncio.create_task(self._work(whose))
                await self._wait()
        finally:
            self._listeners -= 1
            if not self._listeners:
                self.stop()

    def stop(self) -> None:
        """Work no more on it, until somebody listens again: what there is is kept."""
        if self.growing and self._task is not None:
            self._task.cancel()
            self._before = None

    async def _wait(self) -> None:
        more, task = self._more, self._task
        assert task is not None
        waiting = asyncio.create_task(more.wait())
        try:
            await asyncio.wait([waiting, task], return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()

    def _tell(self, line: msgspec.Struct) -> None:
        self._lines.append(encode(line))
        self._wake()

    def _stand(self, before: int | None) -> None:
        self._before = before
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    # --- working it out

    async def _work(self, whose: Whose) -> None:
        """Goes on from where it was stopped, when it is its turn."""
        try:
            async with self._turns.turn(whose, self._stand):
                self._stand(None)
                await self._grow(whose)
        except Exception as fault:  # noqa: BLE001  # who listens is told, without its words
            if not isinstance(fault, NoAnswer):
                self._report(fault)
            self.broken = self._ended = True
            self._tell(ReviewBroken(message="the search gave no answer; try again"))

    async def _grow(self, whose: Whose) -> None:
        if self._past is None:
            texts = texts_for(self._game.name, self._game.options)
            chance = frozenset(texts.names("ladder", "chance"))
            self._past = await asyncio.to_thread(
                past_of, self._game, self._record, self._seat, chance
            )
            self._weighs_answers = await asyncio.to_thread(weighs_answers, self._game)
            self._tell(ReviewPlan(seat=self._seat, decisions=len(self._past.decisions)))
        past = self._past
        looks = looks_at(past, whole=self._weighs_answers)
        iterations, seconds = self._budget
        budget = iterations, min(seconds, AT_ONCE * self._whole / max(1.0, looks))
        wanted = past.decisions[len(self._done) :]
        async for one in in_order(
            [partial(self._reviewed, whose, each, budget) for each in wanted]
        ):
            self._done.append(one)
            self._tell(msgspec.convert(plain_decision(one), ReviewedDecision))
        if self._doubtful is None:
            self._doubtful = doubtful(self._done)
        indices = [index for index in self._doubtful if not self._done[index].confirmed]
        again = [partial(self._confirmed, whose, index, budget) for index in indices]
        async for index, one in in_order(again):
            self._done[index] = one
            self._tell(msgspec.convert(plain_decision(one), ReviewedDecision))
        costly = [
            msgspec.convert(plain_costly(one, self._done), CostlyDecision)
            for one in costliest(self._done)
        ]
        self._ended = True
        sums = msgspec.convert(plain(account(past, self._done)), ReviewAccount | None)
        self._tell(ReviewSum(costliest=costly, account=sums))

    async def _reviewed(
        self, whose: Whose, decision: Decision, budget: tuple[int, float]
    ) -> Reviewed:
        game, options, hints = self._game, self._options, self._hints
        whole = self._weighs_answers
        weighed = [
            await hints.weigh(whose, game, options, seen, answer, budget)
            for seen, answer in decision.questions(whole=whole)
        ]
        outlooks = [
            await hints.outlook(whose, game, options, seen, move, budget)
            for seen, move in decision.looks(whole=whole)
        ]
        return Reviewed(decision, tuple(weighed), tuple(outlooks))

    async def _confirmed(
        self, whose: Whose, index: int, budget: tuple[int, float]
    ) -> tuple[int, Reviewed]:
        one = self._done[index]
        questions = one.decision.questions(whole=self._weighs_answers)
        weighed = [
            await self._hints.confirm(whose, self._game, self._options, seen, step, budget)
            for (seen, _), step in zip(questions, one.weighed, strict=True)
        ]
        return index, replace(one, weighed=tuple(weighed), confirmed=True)


async def in_order(work: Sequence[Callable[[], Coroutine[Any, Any, T]]]) -> AsyncIterator[T]:
    """What comes of each, in their order; a few are begun at a time."""
    begun: deque[asyncio.Task[T]] = deque()
    try:
        for one in work:
            begun.append(asyncio.create_task(one()))
            if len(begun) > AT_ONCE:
                yield await begun.popleft()
        while begun:
            yield await begun.popleft()
    finally:
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)


def _other_rules() -> str:
    return t("the game has changed since: this match can be watched, and not reviewed")
