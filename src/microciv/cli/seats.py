"""Seats at tables of sites that somebody at this machine has: their tokens, beside the saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from microciv.cli.saves import folder
from microciv.core.codec import digest
from microciv.core.errors import MicrocivError
from microciv.files import read_json, write_json

if TYPE_CHECKING:
    from microciv.cli.site import Link


def seat_at(link: Link) -> str | None:
    """The token of the seat at this table, if there is one."""
    try:
        data = read_json(_path(link))
    except MicrocivError:
        return None
    token = data.get("token") if isinstance(data, dict) else None
    return token if isinstance(token, str) else None


def keep(link: Link, token: str) -> None:
    """Who joins this table again has the same seat."""
    write_json(_path(link), {"table": str(link), "token": token})


def forget(link: Link) -> None:
    _path(link).unlink(missing_ok=True)


def _path(link: Link) -> Path:
    return folder("seats") / f"{digest(str(link))}.json"
