"""When a deadline by the day may fall: not in the quiet hours of anybody who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from microciv.server.wire.by_day import QuietHours
from microciv.server.wire.messages import Refused
from microciv.speech import t

DAY: Final = 24 * 60
LONGEST: Final = 16 * 60
"""Minutes of a day that may be quiet."""
MOST: Final = timedelta(hours=24)
"""By how much a deadline moves at most, if somebody is always asleep."""

UNKNOWN: Final = (KeyError, ValueError, OSError)
"""What is raised for a zone that this machine does not know, or for a name that is not a zone's."""


@lru_cache(maxsize=600)
def _zone(name: str) -> ZoneInfo:
    """:raises KeyError, ValueError, OSError: if this machine does not know it."""
    return ZoneInfo(name)


def check_quiet(quiet: QuietHours) -> None:
    """:raises Refused: for hours that leave no day, or a zone that is not known."""
    try:
        _zone(quiet.zone)
    except UNKNOWN:
        raise Refused(
            "malformed",
            t(
                "zone: this server knows no {zone!r}; expected one such as Europe/Berlin",
                zone=quiet.zone,
            ),
        ) from None
    if not 0 < _length(quiet) <= LONGEST:
        hours = LONGEST // 60
        raise Refused(
            "malformed",
            t("quiet hours are some of the day, and {hours} hours at most", hours=hours),
        )


def _length(quiet: QuietHours) -> int:
    return (quiet.end - quiet.start) % DAY


def after_quiet(due: int, quiet: Sequence[QuietHours]) -> int:
    """The first moment from this one on in nobody's quiet hours; in milliseconds since 1970."""
    first = moment = datetime.fromtimestamp(due / 1000, UTC)
    moved = True
    while moved and moment - first < MOST:
        moved = False
        for one in quiet:
            end = _end(moment, one)
            if end > moment:
                moment, moved = end, True
    return round(min(moment, first + MOST).timestamp() * 1000)


def _end(moment: datetime, quiet: QuietHours) -> datetime:
    """When these quiet hours end, if the moment is in them; else the moment."""
    try:
        zone = _zone(quiet.zone)
    except UNKNOWN:  # one that another machine has known
        return moment
    local = moment.astimezone(zone)
    since = (local.hour * 60 + local.minute - quiet.start) % DAY
    if since >= _length(quiet):
        return moment
    end = local.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    if end <= local:
        end += timedelta(days=1)  # on the clock on the wall, however long the night is
    return end.astimezone(UTC)
