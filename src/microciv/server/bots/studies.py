"""Studies for designers: a change of a game measured in many matches, in processes of its own.

`microciv.study.live` plays it at a low priority, in a temporary folder. It stays for as long as
somebody listens, and a moment longer: a page may be loaded again. Then nothing is left of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, final

import msgspec

from microciv.games import catalogue, players, policies
from microciv.server import refusals
from microciv.server.settings import Settings
from microciv.server.table.tables import open_for
from microciv.server.wire.messages import Refused, encode
from microciv.server.wire.studies import (
    DesignAbout,
    NewStudy,
    StudyBroken,
    StudyEnded,
    StudyFindings,
    StudyLine,
    design_about,
)
from microciv.speech import LANGUAGES, language, speaking, t

NEEDED: Final = ("polars", "altair", "vl_convert")
REPORT: Final = "report.html"

SPARE: Final = 300.0
"""Seconds that a process waits ready for a study."""
KEPT: Final = 8
"""Studies whose matches are kept, running or not."""
WRITING: Final = 120.0
"""Seconds that a report may take."""
QUIET: Final = 15.0
"""Seconds after which an empty line shows who is still there."""
LONGEST_LINE: Final = 4 * 2**20

_line: Final = msgspec.json.Decoder(StudyLine)


def is_installed() -> bool:
    """Is there all that studies need? It is looked for, and not loaded."""
    return all([find_spec(name) is not None for name in NEEDED])


@final
class Studies:
    """All studies of one process."""

    def __init__(self, settings: Settings, compiled: Callable[[], Path | None]) -> None:
        self._settings = settings
        self._compiled = compiled
        """Where to take a faster microciv from, now."""
        self._known: dict[str, Study] = {}
        self._processes: list[Process] = []
        self._playing: set[asyncio.Task[None]] = set()
        self._spare: tuple[Process, Path | None] | None = None
        self._tired: asyncio.TimerHandle | None = None
        self._one = asyncio.Lock()
        """One after the other: who asks meanwhile finds what the one before has left."""
        self.on: Final = settings.design and is_installed()

    async def about(self) -> DesignAbout:
        """What may be asked for. Somebody will soon, so a process gets ready.

        :raises Refused: if nothing may.
        """
        self._check()
        matches, minutes = self._settings.study
        async with self._one:
            if self._spare is None:
                self._spare = await self._process(), self._compiled()
                self._tired = asyncio.get_running_loop().call_later(SPARE, self._drop_spare)
        return design_about(matches, minutes)

    async def start(self, visitor: str, wish: NewStudy) -> str:
        """Begin a study; its id, which nobody guesses.

        :raises Refused: for what cannot be played, or if too many are being played.
        """
        self._check()
        self._check_wish(wish)
        async with self._one:
            self._make_room(visitor)
            process = await self._take_process()
            study = Study(self._settings, visitor, wish, self._forget)
            self._known[study.id] = study
            self._play(study, process, wish.matches)
        return study.id

    async def go_on(self, id_: str, visitor: str, matches: int) -> None:
        """Play more matches of a study that has ended.

        :raises Refused: if there is no such study, it still runs, or too many do.
        """
        study = self.of(id_)
        self._check_matches(matches)
        async with self._one:
            if study.running:
                raise Refused("started", t("this study is still running"))
            self._make_room(visitor)
            self._play(study, await self._take_process(), matches)

    async def report(self, id_: str) -> bytes:
        """What a study that has ended found, as a page of HTML that needs nothing else.

        :raises Refused: if there is no such study, it still runs, or has found nothing.
        """
        study = self.of(id_)
        async with self._one:
            if study.running:
                raise Refused("started", t("this study is still running"))
            return await study.report(await self._take_process())

    def of(self, id_: str) -> Study:
        """A study by its id.

        :raises Refused: if there is none.
        """
        self._check()
        if id_ not in self._known:
            raise Refused("not_found", t("this study is gone; run it again"))
        return self._known[id_]

    async def close(self) -> None:
        self._drop_spare()
        for study in [*self._known.values()]:
            study.forget()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for process in self._processes:
            if process.returncode is None:
                process.terminate()
            await process.wait()

    def _check(self) -> None:
        if not self.on:
            raise Refused(
                "not_found",
                refusals.design_missing() if self._settings.design else refusals.design_off(),
            )

    def _check_wish(self, wish: NewStudy) -> None:
        if wish.game not in catalogue():
            raise Refused(
                "bad_option", t("game: expected one of {names}", names=", ".join(catalogue()))
            )
        for seats in wish.seats:
            open_for(wish.game, wish.options, seats)
        for player in ",".join(wish.players).split(","):
            if player.strip() not in players(wish.game):
                raise Refused(
                    "bad_option",
                    t(
                        "players: expected {names}, or one under a restriction, not {player!r}",
                        names=", ".join(policies(wish.game)),
                        player=player.strip(),
                    ),
                )
        self._check_matches(wish.matches)

    def _check_matches(self, matches: int) -> None:
        most, _ = self._settings.study
        if matches > most:
            raise Refused(
                "bad_option",
                t(
                    "matches: expected {most:,} at most, not {matches:,}",
                    most=most,
                    matches=matches,
                ),
            )

    def _make_room(self, visitor: str) -> None:
        """Make sure that one more may run, and forget the oldest that are no longer looked at."""
        running = [study for study in self._known.values() if study.running]
        if any([study.visitor == visitor for study in running]):
            raise Refused(
                "started",
                t(
                    "a study from your address is running: stop it, or close its page and wait a"
                    " moment"
                ),
            )
        if len(running) >= self._settings.studies:
            raise Refused("too_fast", t("others are running studies; try again in a minute"))
        resting = [study for study in self._known.values() if not study.running]
        for study in resting[: max(0, len(self._known) - KEPT + 1)]:
            study.forget()

    def _play(self, study: Study, process: Process, matches: int) -> None:
        task = asyncio.create_task(study.play(process, matches))
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    def _forget(self, id_: str) -> None:
        self._known.pop(id_, None)

    async def _process(self) -> Process:
        compiled = self._compiled()
        paths = [os.fspath(compiled)] if compiled else []
        paths += [path for path in [os.environ.get("PYTHONPATH")] if path]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "microciv.study.live"),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # Ctrl-C is for the server, which then ends it
        )
        alive = [one for one in self._processes if one.returncode is None]
        self._processes = [*alive, process]
        return process

    async def _take_process(self) -> Process:
        """One that is ready, if its engine is still the best there is."""
        spare, self._spare = self._spare, None
        if self._tired is not None:
            self._tired.cancel()
        if spare is not None:
            process, compiled = spare
            if process.returncode is None and compiled == self._compiled():
                return process
            _end_input(process)
        return await self._process()

    def _drop_spare(self) -> None:
        if self._tired is not None:
            self._tired.cancel()
        if self._spare is not None:
            _end_input(self._spare[0])
            self._spare = None


@final
class Study:
    """A study as far as it is, for whoever listens."""

    def __init__(
        self, settings: Settings, visitor: str, wish: NewStudy, gone: Callable[[str], None]
    ) -> None:
        self.id: Final = secrets.token_urlsafe(12)
        self.visitor: Final = visitor
        self._wish = wish
        self._settings = settings
        self._gone = gone
        self._folder = tempfile.TemporaryDirectory(
            prefix="microciv-study-", ignore_cleanup_errors=True
        )
        self._process: Process | None = None
        self._matches = wish.matches
        self.running = True
        """Is it being played? A new one will be at once."""
        self._told: dict[tuple[type[StudyLine], str], StudyLine] = {}
        """The last line of each kind in each language: older ones say nothing more."""
        self._count = 0
        self._more = asyncio.Event()
        self._listeners = 0
        self._leaving: asyncio.TimerHandle | None = None
        self._forgotten = False
        self._wait_for_listeners()

    async def play(self, process: Process, matches: int) -> None:
        """Play up to this many matches; what was played before counts."""
        self._process = process
        self._matches = matches
        self._told = {}
        self.running = True
        ends = await self._hear(process)
        await process.wait()
        self.running = False
        for end in ends:
            self._tell(end)
        if self._forgotten:
            self._folder.cleanup()

    def _asked(self, *, report: bool) -> bytes:
        asked = {
            **msgspec.to_builtins(self._wish),
            "matches": self._matches,
            "minutes": self._settings.study[1],
            "folder": self._folder.name,
            "report": report,
            "language": language(),
        }
        return encode(asked) + b"\n"

    async def report(self, process: Process) -> bytes:
        """See `Studies.report`."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(self._asked(report=True))  # its input stays open: the end is a stop
            said = await asyncio.wait_for(process.stdout.read(), WRITING)
            for line in said.splitlines():
                problem = _line.decode(line)
                if isinstance(problem, StudyBroken) and problem.language == language():
                    raise Refused("over", problem.message)
            return (Path(self._folder.name) / REPORT).read_bytes()
        except (OSError, TimeoutError):
            raise Refused("unavailable", t("the report could not be written")) from None
        finally:
            _end_input(process)

    async def _hear(self, process: Process) -> list[StudyLine]:
        """Tell what it finds, up to the line that ends it; one in each language, if it breaks."""
        assert process.stdin is not None
        assert process.stdout is not None
        broken: list[StudyBroken] = []
        try:
            process.stdin.write(self._asked(report=False))
            await process.stdin.drain()
            async for text in process.stdout:
                line = _line.decode(text)
                if isinstance(line, StudyEnded):
                    return [line]
                if isinstance(line, StudyBroken):
                    broken.append(line)
                else:
                    self._tell(line)
        except (OSError, ValueError, msgspec.MsgspecError):  # it has died, or says nonsense
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        told = {one.language for one in broken}
        return [*broken, *[one for one in _broken_off() if one.language not in told]]

    def stop(self) -> None:
        """Play no more; what was found is told once more."""
        if self._process is not None:
            _end_input(self._process)

    def forget(self) -> None:
        """End it, and remove all of it."""
        self._forgotten = True
        self._gone(self.id)
        self._rest()
        self._more.set()
        if self.running and self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()  # what it wrote is removed when it has ended
        else:
            self._folder.cleanup()

    async def lines(self, spoken: str) -> AsyncIterator[bytes]:
        """What is found, as lines of JSON in this language, for as long as somebody listens."""
        self._listeners += 1
        self._rest()
        told: dict[type[StudyLine], StudyLine] = {}
        try:
            while not self._forgotten:
                more = self._more
                for (kind, words), line in [*self._told.items()]:  # more may be told meanwhile
                    if words in ("", spoken) and told.get(kind) is not line:
                        told[kind] = line
                        yield encode(line) + b"\n"
                try:
                    await asyncio.wait_for(more.wait(), QUIET)
                except TimeoutError:
                    yield b"\n"
        finally:
            self._listeners -= 1
            self._wait_for_listeners()

    def _rest(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _wait_for_listeners(self) -> None:
        if not self._listeners and not self._forgotten:
            loop = asyncio.get_running_loop()
            self._leaving = loop.call_later(self._settings.study_grace, self.forget)

    def _tell(self, line: StudyLine) -> None:
        kind = type(line), line.language if isinstance(line, (StudyFindings, StudyBroken)) else ""
        self._told.pop(kind, None)  # in the order in which they were told
        self._told[kind] = line
        self._more.set()
        self._more = asyncio.Event()


def _broken_off() -> list[StudyBroken]:
    """To each in their own language."""
    told: list[StudyBroken] = []
    for spoken in LANGUAGES:
        with speaking(spoken):
            words = t("the study broke off; run it again")
        told.append(StudyBroken(language=spoken, message=words))
    return told


def _end_input(process: Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
