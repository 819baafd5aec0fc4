"""Studies on a device: small ones, a match at a time between whatever else is to be done."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from time import monotonic
from typing import Final, final

import msgspec

from microciv.core.errors import MicrocivError
from microciv.server.api.routes import Asked, Route
from microciv.server.wire.messages import Refused, encode
from microciv.server.wire.studies import (
    DesignAbout,
    MoreMatches,
    NewStudy,
    StopStudy,
    StudyEnded,
    StudyFindings,
    StudyLine,
    StudyPlan,
    StudyProgress,
    StudyStarted,
    design_about,
)
from microciv.speech import language, speaking, t
from microciv.study.plan import Plan, plan_of_change, written
from microciv.study.small import Small
from microciv.study.telling import pause_after, plain_answers

MATCHES: Final = 500
"""Of each arm at each table, at the most."""
MINUTES: Final = 10.0
PLAYERS: Final = ("random", "easy")
"""The players that are fast enough where Python is interpreted, not compiled."""


@final
class Studies:
    """What can be asked about studies here: there is one at a time."""

    def __init__(self) -> None:
        self._id = ""
        self._study: _Study | None = None

    def routes(self) -> list[Route]:
        """The same as a server has, but for the report."""
        one = "/api/studies/{study}"
        return [
            Route("GET", "/api/design", self.about, DesignAbout),
            Route("POST", "/api/studies", self.start, StudyStarted, NewStudy, 201),
            Route("GET", one, self.lines, StudyLine),
            Route("POST", one + "/more", self.go_on, dict, MoreMatches),
            Route("POST", one + "/stop", self.stop, dict, StopStudy),
        ]

    async def about(self, _: Asked) -> DesignAbout:
        """What may be asked for."""
        return design_about(MATCHES, MINUTES, PLAYERS)

    async def start(self, asked: Asked) -> StudyStarted:
        """Begin a study, in place of the one before."""
        wish: NewStudy = asked.body
        try:
            plan = plan_of_change(
                wish.game,
                wish.options,
                tuple(wish.seats),
                wish.players,
                _checked(wish.matches),
                seed=wish.seed,
            )
        except MicrocivError as error:
            raise Refused("bad_option", str(error)) from None
        self._forget()
        self._id, self._study = secrets.token_urlsafe(12), _Study(plan)
        return StudyStarted(study=self._id)

    async def lines(self, asked: Asked) -> AsyncIterator[bytes]:
        """What a study finds, for as long as somebody listens: it is played only then."""
        return self._of(asked).lines(language())

    async def go_on(self, asked: Asked) -> object:
        """Play more matches of a study that has ended."""
        self._of(asked).go_on(_checked(asked.body.matches))
        return {}

    async def stop(self, asked: Asked) -> object:
        """Play no more of it, or forget it."""
        study = self._of(asked)
        if asked.body.forget:
            self._forget()
        else:
            study.stop()
        return {}

    def _forget(self) -> None:
        if self._study is not None:
            self._study.forget()
        self._study = None

    def _of(self, asked: Asked) -> _Study:
        if self._study is None or asked.parts["study"] != self._id:
            raise Refused("not_found", t("this study is gone; run it again"))
        return self._study


def _checked(matches: int) -> int:
    if matches > MATCHES:
        raise Refused("bad_option", t("matches: expected {most} at most on a device", most=MATCHES))
    return matches


@final
class _Study:
    """A study that is played in slices, so that the page stays alive between them."""

    def __init__(self, plan: Plan) -> None:
        self._small = Small(plan)
        self._stopped = False
        self._forgotten = False
        self._more = asyncio.Event()

    def stop(self) -> None:
        self._stopped = True

    def forget(self) -> None:
        self._stopped = self._forgotten = True
        self._more.set()

    def go_on(self, matches: int) -> None:
        self._small.up_to(matches)
        self._more.set()

    async def lines(self, spoken: str) -> AsyncIterator[bytes]:
        """What is found, as lines of JSON in this language."""
        while not self._forgotten:
            self._more.clear()
            async for line in self._play(spoken):
                yield encode(line) + b"\n"
            await self._more.wait()

    async def _play(self, spoken: str) -> AsyncIterator[StudyLine]:
        self._stopped = False
        begun, due = monotonic(), 0.0
        yield _told(self._small.plan)
        why = StudyEnded(why="done")
        for _ in self._small.play():
            await asyncio.sleep(0)  # others have their turn
            now = monotonic()
            if self._stopped or now - begun > 60 * MINUTES:
                why = StudyEnded(why="stopped" if self._stopped else "late")
                break
            if now >= due:
                yield self._progress()
                yield self._findings(spoken)
                due = monotonic() + pause_after(monotonic() - now)
        yield self._progress()
        yield self._findings(spoken)
        yield _told(self._small.so_far())
        yield why

    def _progress(self) -> StudyLine:
        return StudyProgress(done=self._small.played / self._small.plan.matches)

    def _findings(self, spoken: str) -> StudyLine:
        plan = self._small.plan
        with speaking(spoken):
            answers = plain_answers(plan, self._small.answers())
        return msgspec.convert({"language": spoken, "answers": answers}, StudyFindings)


def _told(plan: Plan) -> StudyPlan:
    return StudyPlan(key=plan.key(), toml=written(plan))
