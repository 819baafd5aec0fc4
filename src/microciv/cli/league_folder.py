"""The results of a league in a folder: what is played, and a line a match as it ends."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, final

import msgspec

from microciv.cli.bot_host_seat import Conduct
from microciv.cli.contest import Loss
from microciv.core.errors import BadRecord, MicrocivError
from microciv.files import reason, write_json
from microciv.speech import t
from microciv.study.league import Fixture

HEAD: Final = "league.json"
ROWS: Final = "matches.jsonl"


@final
@dataclass(frozen=True)
class Head:
    """`league.json`: what the matches beside it are played with."""

    game: str
    rules: int
    options: dict[str, Any]
    seconds: float
    bots: dict[str, str]  # what each is, by name: `bot:LEVEL`, `cmd:COMMAND`, `link:COMMAND`
    version: int = 2  # of the folder


@final
@dataclass(frozen=True)
class Row:
    """How a match ended; `lost` has the programs that broke down in it."""

    winners: list[int]  # the seats that share the first place; none if all programs were lost
    places: list[int]
    scores: list[int]
    plies: int
    conduct: dict[str, Conduct] = field(default_factory=dict)  # by seat, of programs
    lost: dict[str, Loss] = field(default_factory=dict)  # by seat


@final
class Line(msgspec.Struct, frozen=True):
    """A match as the file has it."""

    seed: int
    bots: tuple[str, ...]
    row: Row


@final
class LeagueFolder:
    """Results that are only ever added to, by one process at a time."""

    def __init__(self, path: Path, head: Head) -> None:
        """Read what is there.

        :raises BadRecord: if it is of another game, other options or other bots, or no league.
        :raises MicrocivError: if it cannot be written, or another league is at it.
        """
        self.path = path
        self.found: dict[Fixture, Row] = {}
        self._file: IO[bytes]
        try:
            path.mkdir(parents=True, exist_ok=True)
            head = self._agreed(head)
            self._file = (path / ROWS).open("ab")
        except OSError as error:
            why = reason(error)
            raise MicrocivError(t("{path}: cannot be written: {why}", path=path, why=why)) from None
        try:
            self._lock()
            self._read()
            write_json(path / HEAD, head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> LeagueFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, fixture: Fixture, row: Row) -> None:
        """A fixture that has been played is not written again."""
        if fixture in self.found:
            return
        line = msgspec.json.encode(Line(fixture.seed, fixture.bots, row))
        self._file.write(line + b"\n")
        self._file.flush()
        self.found[fixture] = row

    def _agreed(self, head: Head) -> Head:
        """What is said of both, if the folder is of the same league."""
        path = self.path / HEAD
        if not path.exists():
            if any(not _is_of_a_start(one) for one in self.path.iterdir()):
                raise BadRecord(
                    t("{path}: expected a folder of a league, or an empty one", path=self.path)
                )
            return head
        try:
            former = msgspec.json.decode(path.read_bytes(), type=Head)
        except msgspec.DecodeError as error:
            raise BadRecord(
                t("{path}: this is not a league: {why}", path=path, why=error)
            ) from None
        for name in ("version", "game", "rules", "options", "seconds"):
            before, now = getattr(former, name), getattr(head, name)
            if before != now:
                raise BadRecord(
                    t(
                        "{path}: its {name}: {before}, and not {now}; choose another folder"
                        " with --out",
                        path=self.path,
                        name=name,
                        before=f"{before!r:.80}",
                        now=f"{now!r:.80}",
                    )
                )
        for name, what in head.bots.items():
            if former.bots.get(name, what) != what:
                raise BadRecord(
                    t(
                        "{path}: {name} is {before} there, and not {now}; choose another name,"
                        " or another folder with --out",
                        path=self.path,
                        name=name,
                        before=f"{former.bots[name]!r:.80}",
                        now=f"{what!r:.80}",
                    )
                )
        return replace(head, bots={**former.bots, **head.bots})

    def _lock(self) -> None:
        if sys.platform == "win32":  # two leagues in one folder are not noticed there
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise MicrocivError(
                t("{path}: another league is writing into it", path=self.path)
            ) from None

    def _read(self) -> None:
        path = self.path / ROWS
        *lines, rest = path.read_bytes().split(b"\n")
        for number, text in enumerate(lines, start=1):
            try:
                line = msgspec.json.decode(text, type=Line)
            except msgspec.DecodeError as error:
                raise BadRecord(
                    t(
                        "{path}: line {number} is no result: {why}",
                        path=path,
                        number=number,
                        why=error,
                    )
                ) from None
            if not set(line.row.winners) <= set(range(len(line.bots))):
                raise BadRecord(
                    t(
                        "{path}: line {number}: no such winners: {winners}",
                        path=path,
                        number=number,
                        winners=line.row.winners,
                    )
                )
            self.found.setdefault(Fixture(line.bots, line.seed), line.row)
        if rest:  # it was killed while it wrote; that match is played again
            os.truncate(path, path.stat().st_size - len(rest))


def _is_of_a_start(path: Path) -> bool:
    """Is it there before the head is, where a league is stopped as it begins?"""
    return path.name.startswith(f".{HEAD}.") or (path.name == ROWS and not path.stat().st_size)
