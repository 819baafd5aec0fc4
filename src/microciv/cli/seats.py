"""Seats at tables of sites that somebody at this machine has: their tokens, beside the saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from microciv.cli.saves import folder
from microciv.core.codec import digest
from microciv.core.deal import Witness, plain_witness, read_witness
from microciv.core.errors import MicrocivError
from microciv.files import read_json, write_json

if TYPE_CHECKING:
    from microciv.cli.site import Link

MOST_DEALS: Final = 4


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
    kept = group_of(link)
    group = {} if kept is None else {"group": kept}
    write_json(_path(link), {"table": str(link), "token": token, **group})


def deals_at(link: Link) -> dict[int, Witness]:
    """What was seen of the deals of this table, by match, from the seat that is kept here."""
    try:
        data = read_json(_path(link))
        kept = data.get("deals") if isinstance(data, dict) else None
        deals = kept if isinstance(kept, dict) else {}
        return {int(match): read_witness(seen) for match, seen in deals.items()}
    except (MicrocivError, ValueError):
        return {}


def keep_deals(link: Link, deals: dict[int, Witness]) -> None:
    """Keep what was seen of the last deals; without a seat nothing is kept."""
    if seat_at(link) is None:
        return
    last = sorted(deals)[-MOST_DEALS:]
    kept = {str(match): plain_witness(deals[match]) for match in last}
    write_json(_path(link), {**_kept(link), "deals": kept})


def looked_at(link: Link) -> tuple[int, int]:
    """How far this table was seen from the seat that is kept here: the match, and its events."""
    match _kept(link).get("looked"):
        case [int(match), int(heard)]:
            return match, heard
    return 0, 0


def keep_looked(link: Link, match: int, heard: int) -> None:
    """Keep how far it was seen; without a seat nothing is kept."""
    if seat_at(link) is not None:
        write_json(_path(link), {**_kept(link), "looked": [match, heard]})


def group_of(link: Link) -> str | None:
    """The link of the group that somebody at this machine came to this table from."""
    group = _kept(link).get("group")
    return group if isinstance(group, str) else None


def keep_group(link: Link, group: str) -> None:
    """What is played at this table leads back to its group."""
    write_json(_path(link), {**_kept(link), "group": group})


def _kept(link: Link) -> dict[str, object]:
    """The file of a seat; empty if there is none, or if it cannot be read."""
    try:
        data = read_json(_path(link))
    except MicrocivError:
        return {}
    return data if isinstance(data, dict) else {}


def forget(link: Link) -> None:
    _path(link).unlink(missing_ok=True)


def _path(link: Link) -> Path:
    return folder("seats") / f"{digest(str(link))}.json"
