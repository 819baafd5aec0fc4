"""Who comes when the match has begun takes a bot's seat from the next decision on, or waits for
the next match.
"""

from __future__ import annotations

from typing import Final

import msgspec

from microciv.core.moves import SPECTATOR
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.seating import with_chair
from microciv.server.table.tables import Chair, Latecomer, Table, Who, new_person
from microciv.server.wire.messages import Refused, Sit
from microciv.speech import t

MOST_LATE: Final = 20
"""People who wait for a seat."""


def come(
    table: Table, wish: Sit, token: str, decision: int | None, who: Who | None = None
) -> Table:
    """Who comes when the match has begun takes a bot's seat, once the decision `decision` is
    closed, or asks for one of the next match; after the end, which has no `decision`, only that.

    :raises Refused: if there is none, or the one asked for is not a bot's.
    """
    number = None
    if decision is not None and not wish.wait:
        free = table.free_seats()
        if not free:
            raise Refused(
                "started", t("this match has begun; you can watch it, or wait for the next")
            )
        if wish.seat is not None and wish.seat not in free:
            raise Refused("taken", t("that seat is not a bot's, or somebody else takes it"))
        number = free[0] if wish.seat is None else wish.seat
    if len(table.late) >= MOST_LATE:
        raise Refused("taken", t("too many people wait for a seat already"))
    person = new_person(wish.name, table.taken_names(), token, who, program=wish.program)
    late = [*table.late, Latecomer(person, number, 0 if decision is None else decision)]
    return msgspec.structs.replace(table, late=late)


def admit(table: Table, live: LiveMatch | None, present: set[str]) -> Table:
    """Who came late gets the seat once the decision has closed that was open then."""
    if live is None or live.number != table.match:
        return table
    return let_in(table, live.open_decision, _since(live), present)


def newly_seated(before: Table, after: Table | None) -> list[int]:
    """The numbers of the chairs that are a bot's no more."""
    return [
        number
        for number, chair in enumerate(before.chairs)
        if after is not None and chair.is_bots and not after.chairs[number].is_bots
    ]


def let_in(table: Table, decision: int | None, since: int, present: set[str]) -> Table:
    """A latecomer gets the seat once this decision is a later one; one who is away waits longer, so
    as to keep nobody waiting. When no decision is open any more, they wait for the next match.
    """
    waiting: list[Latecomer] = []
    for late in table.late:
        if late.chair is None or (decision is not None and decision <= late.decision):
            waiting.append(late)
        elif decision is not None and late.person.token not in present:
            waiting.append(msgspec.structs.replace(late, decision=decision))
        elif decision is not None and table.chairs[late.chair].is_bots:
            chair = Chair("person", None, late.person, came=since)
            table = with_chair(table, late.chair, chair)
        else:
            waiting.append(msgspec.structs.replace(late, chair=None))
    return msgspec.structs.replace(table, late=waiting)


def _since(live: LiveMatch) -> int:
    """The round from which somebody who comes in now plays; 0: the game counts no rounds."""
    counted = getattr(live.observe(SPECTATOR), "round", None)
    return counted if isinstance(counted, int) else 0
