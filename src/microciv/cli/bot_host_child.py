"""A program that lines are exchanged with: started, spoken to, listened to, ended.

Threads carry the lines, so that neither a program that does not read nor one that does not write
can hold up its host; and what waits in between is bounded.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, Full, Queue
from typing import IO, Final, final

from microciv.core.errors import MicrocivError

LONGEST_LINE: Final = 64 * 1024  # bytes of one line of the program
MOST_LINES: Final = 100  # of them that wait to be read, and of ours that wait to be written
LOOK_UP: Final = 0.5  # seconds after which Ctrl-C is noticed that came just before a wait began
GRACE: Final = 2.0  # seconds to end in by itself, then once more when it is told to

Tell = Callable[[str], None]


class SeatLost(MicrocivError):
    """The program at a seat is gone, or past hope; the message says how it went."""


@final
class Child:
    """A program with pipes to its standard input, output and error, in a session of its own:
    Ctrl-C is its host's business. It is told that the host is gone by the end of its input.
    """

    def __init__(self, command: str, tell: Tell) -> None:
        """Start it.

        :raises SeatLost: if there is no such program.
        """
        self.words = words = words_of(command)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the command is its caller's own
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise SeatLost(f"cannot start {words[0]!r:.60}: {error.strerror}") from None
        self._tell = tell
        self._inbox: Queue[bytes] = Queue(MOST_LINES)
        self._outbox: Queue[bytes] = Queue(MOST_LINES)
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._write, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Give it a line to read, whenever it does.

        :raises SeatLost: if it has left very many unread.
        """
        try:
            self._outbox.put_nowait(line.encode() + b"\n")
        except Full:
            raise SeatLost(f"{self.words[0]} does not read what it is sent") from None

    def receive(self, seconds: float) -> bytes | None:
        """Its next line; None if there is none in time.

        :raises SeatLost: if there will be none: it has ended, or closed its output.
        """
        until = time.monotonic() + seconds
        line = None
        while line is None:
            left = max(0.0, until - time.monotonic())
            try:
                line = self._inbox.get(timeout=min(left, LOOK_UP))
            except Empty:
                if left <= LOOK_UP:
                    return None
        if not line:
            raise SeatLost(self._obituary())
        return line

    def end(self) -> None:
        """Close its input and wait; if it does not end by itself, see to it."""
        process = self._process
        with contextlib.suppress(Full):
            self._outbox.put_nowait(b"")
        for end in (None, process.terminate, process.kill):
            if end is not None:
                self._end_all(end)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
                break
        for thread in self._threads:
            while thread.is_alive() and not self._inbox.empty():
                self._inbox.get()
            thread.join(GRACE)

    def _end_all(self, end: Callable[[], None]) -> None:
        """A shell that was started may have started others: they are ended with it."""
        if sys.platform == "win32":
            end()
            return
        sign = signal.SIGTERM if end == self._process.terminate else signal.SIGKILL
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, sign)

    def _obituary(self) -> str:
        name = self.words[0]
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return f"{name} closed its output"
        self._threads[2].join(GRACE)  # its last words come first
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"{name} {how}"

    # --- the threads

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        for line in _lines(output):
            self._inbox.put(line)
        self._inbox.put(b"")

    def _write(self) -> None:
        target = self._process.stdin
        assert target is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended: the reader finds that out
            while line := self._outbox.get():
                target.write(line)
                target.flush()
        with contextlib.suppress(OSError):
            target.close()

    def _overhear(self) -> None:
        errors = self._process.stderr
        assert errors is not None
        for line in _lines(errors):
            self._tell(line.decode("utf-8", "replace").rstrip())


def words_of(command: str) -> list[str]:
    """A command as it is started.

    :raises SeatLost: if it is none.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise SeatLost(f"not a command: {command!r:.60}: {error}") from None
    if not words:
        raise SeatLost("expected the command of a program, not nothing")
    return words


def _lines(pipe: IO[bytes]) -> Iterator[bytes]:
    """Its lines as they come; a longer one in pieces."""
    with contextlib.suppress(OSError, ValueError), pipe:
        while line := pipe.readline(LONGEST_LINE):
            yield line
