"""How all tables stand that a browser has a token of: asked in one request, told in lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from microciv.core.moves import SPECTATOR
from microciv.server.peers import Peer
from microciv.server.rooms import deadlines
from microciv.server.rooms.room import Room
from microciv.server.store import sql
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.stored_match import Found, Stranded
from microciv.server.table.tables import Table
from microciv.server.table.views import state_of
from microciv.server.wire.messages import Count, Request, Struct, Token


class HeldSeat(Request, frozen=True, kw_only=True):
    """A seat whose token the client has, and which finished match it knows the result of."""

    table: Annotated[str, Meta(max_length=40)]
    token: Token
    known: Count = 0


class HeldSeats(Request, frozen=True, kw_only=True):
    """How do my tables stand?"""

    seats: Annotated[list[HeldSeat], Meta(max_length=60)]


class OtherSeat(Struct, frozen=True, kw_only=True):
    """Who else plays at a table: a person, or a bot of a level."""

    name: str
    level: str | None


class HeldResult(Struct, frozen=True, kw_only=True):
    """How a match ended for a seat."""

    place: int
    score: int  # in score units
    unit: int  # score units per point


class HeldTable(Struct, frozen=True, kw_only=True):
    """A table in one line; no more than its seat may know."""

    table: str
    state: Literal["lobby", "playing", "finished", "stranded", "gone"]
    game: str = ""
    match: int = 0
    others: list[OtherSeat] = field(default_factory=list)
    open: int = 0  # seats that wait for a person
    round: int | None = None  # where the game counts them, as is the next
    rounds: int | None = None
    turn: bool = False  # an answer of this seat, or of one that shares its device, is wanted
    due: int | None = None  # seconds until this decision is due, by the day
    moved: int | None = None  # seconds since this decision was opened, or the match finished
    result: HeldResult | None = None  # of a finished match, unless it is known


AskHeld: TypeAlias = Callable[[Peer, list[HeldSeat]], Awaitable[list[HeldTable]]]
"""Asks a process about tables that it serves; it raises `Refused` if that does not say."""


async def how_it_stands(room: Room, token: str, changed: int) -> HeldTable:
    """How a table, which was changed then, stands for the holder of this token."""
    async with room.lock:
        await room.refresh()
        moved, live, due, store = changed, room.live, None, room.services.store
        if live is not None and not live.over:
            moved = await store.opened(room.id, live.number, live.decision) or changed
            if room.table.by_the_day:
                due = await store.run(
                    deadlines.left(store.clock, room.id, live.number, live.decision)
                )
        return held_table(room.table, room.match, token, sql.now() - moved, due)


def held_table(
    table: Table, match: Found | None, token: str, ago: int, due: int | None = None
) -> HeldTable:
    """A line of the list of one's own tables; a finished match whose result is known is None."""
    live = match if isinstance(match, LiveMatch) else None
    seat = table.seat_of(table.chair_of(token))
    mine = table.chairs_of(token)
    seen = None if live is None else live.observe(SPECTATOR if seat is None else seat)
    others = [
        OtherSeat(name=table.name_of(other) or "", level=table.chairs[other].level)
        for other in table.playing
        if other not in mine[:1] and table.chairs[other].kind != "open"
    ]
    return HeldTable(
        table=table.id,
        state="stranded" if isinstance(match, Stranded) else _held_state(table, match),
        game=table.game,
        match=table.match,
        others=others,
        open=table.open() if table.match == 0 else 0,
        round=getattr(seen, "round", None),
        rounds=getattr(seen, "rounds", None),
        turn=live is not None and _is_asked(table, live, mine),
        due=due,
        moved=max(0, ago),
        result=_result(live, seat),
    )


def _is_asked(table: Table, live: LiveMatch, numbers: list[int]) -> bool:
    seats = [table.seat_of(number) for number in numbers]
    return any([seat is not None and live.status(seat) == "thinking" for seat in seats])


def _held_state(table: Table, match: Found | None) -> Literal["lobby", "playing", "finished"]:
    known = table.match > 0 and match is None
    return "finished" if known else state_of(match)


def _result(live: LiveMatch | None, seat: int | None) -> HeldResult | None:
    if live is None or seat is None or not live.over:
        return None
    match = live.match
    return HeldResult(place=match.places()[seat], score=match.scores()[seat], unit=live.game.unit)
