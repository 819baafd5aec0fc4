"""The log: a line for each event, as text or as JSON.

A fault is told by its kind and place, and never in its own words: they may quote what is hidden.
"""

from __future__ import annotations

import errno
import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, Literal, final

from microciv.server.store.rows import StoreError

log: Final = logging.getLogger("microciv.server")
request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""Of the request, or of the connection, that what is done now began with."""


def begin(form: Literal["text", "json"]) -> None:
    """Write the log of this process to standard error; of other modules only the warnings."""
    handler = logging.StreamHandler()
    handler.setFormatter(Line(form))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    log.setLevel(logging.INFO)


@final
class Line(logging.Formatter):
    """One event in one line, with the request that it belongs to, if any."""

    def __init__(self, form: Literal["text", "json"]) -> None:
        super().__init__()
        self._json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        event = " ".join(record.getMessage().split())
        if record.exc_info and record.exc_info[1] is not None:
            event += f": {in_short(record.exc_info[1])}"
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = {"time": moment, "level": record.levelname, "logger": record.name}
        request = request_id.get()
        if request is not None:
            parts["request"] = request
        if self._json:
            return json.dumps({**parts, "event": event})
        return f"{' '.join(parts.values())}: {event}"


def in_short(fault: BaseException) -> str:
    """The kind of a fault, its place in our code, and the reason of the database or the system."""
    trace, place = fault.__traceback__, "?"
    while trace is not None:
        code = trace.tb_frame.f_code
        _, ours, file = code.co_filename.rpartition("microciv")
        if ours or place == "?":
            place = f"{file}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next
    reason = ""
    if isinstance(fault, StoreError):
        reason = fault.reason
    elif isinstance(fault, OSError):
        reason = errno.errorcode.get(fault.errno or 0, "")
    kind = type(fault).__name__
    return f"{kind} at {place} ({' '.join(reason.split())})" if reason else f"{kind} at {place}"
