"""Who is there, as connections and the clock tell, and whether a match waits for somebody."""

from __future__ import annotations

from microciv.server.live import Live
from microciv.server.tables import Table


def idle(table: Table | None, live: Live | None) -> set[str]:
    """The persons (their hashed tokens) for whom the clock has answered last, or a bot plays."""
    if table is None or live is None:
        return set()
    chairs = [table.chairs[place] for place in table.playing()]
    return {
        chair.person.token
        for seat, chair in enumerate(chairs)
        if chair.person is not None and (chair.kind == "bot" or live.missed(seat) > 0)
    }


def is_paused(table: Table | None, live: Live | None, present: set[str]) -> bool:
    """Do people sit here, of whom nobody is present?"""
    if table is None or live is None or live.over or live.agreed is not None:
        return False
    people = {person.token for person in table.seated()}
    coming = {late.person.token for late in table.late if late.place is not None}
    return bool(people) and not (people | coming) & present
