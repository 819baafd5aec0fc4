"""What people ask of a table by HTTP: to sit down, leave, begin. Each is a change of its room, or
is refused and changes nothing.
"""

from __future__ import annotations

from microciv.server import refusals
from microciv.server.people.bot_accounts import BotAccounts, Known
from microciv.server.rooms.room import Room
from microciv.server.table import (
    agreements,
    late_joining,
    new_tables,
    rated_tables,
    rematch,
    seating,
    tables,
)
from microciv.server.table.tables import Table, Who
from microciv.server.wire.by_day import Agree, AskFor
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import (
    Leave,
    Refused,
    Rematch,
    Remove,
    SeatChange,
    Sit,
    Start,
)
from microciv.speech import t


async def sit(room: Room, known: str | None, wish: Sit, who: Who | None = None) -> Seating:
    """A person takes a seat; who is `known` here by a token has one, or has left it for good."""
    token = tables.new_token()

    def seat(table: Table) -> Table:
        if known is not None:
            seating.check_known(table, known)
            raise Refused("taken", t("you have, or had, a seat at this table"))
        if who is not None and who.person in table.removed:
            raise Refused("removed", refusals.removed())
        rated_tables.check_guest(table, who, program=wish.program)
        if table.match == 0:
            table = seating.sit(table, wish, token, who)
            # A table that starts by itself need not wait for its host.
            return table if table.open() or not table.fills else seating.start(table, None)
        if room.undealt is not None:
            raise Refused("started", t("the cards are being dealt; try again in a moment"))
        if room.live is None or table.lesson or _plays_deal(room, table):
            raise Refused("started", t("this match is not to be joined"))
        table = late_joining.come(table, wish, token, room.live.open_decision, who)
        return rematch.answer(table, token, Rematch()) if room.over else table

    await room.change(seat)
    return _seating(room, token)


async def give_token(room: Room, who: Who) -> Seating:
    """A token for a device of somebody who sits here already."""
    token = tables.new_token()
    await room.change(lambda table: seating.give_token(table, token, who))
    return _seating(room, token)


def _plays_deal(room: Room, table: Table) -> bool:
    """Is the host in the midst of a deal of the day? Who waits would see it before their own."""
    return bool(table.day) and table.match == 1 and not room.over


def _check_unrated(room: Room, table: Table) -> None:
    """:raises Refused: where it would cost somebody their place; the clock is for who is away."""
    if table.rated and table.match > 0 and not room.over:
        raise Refused(
            "illegal",
            t("nobody is removed from a rated match: that would cost them their place"),
        )


def _holder(table: Table, token: str | None) -> set[str]:
    """How the holder of a token is known at the table, with who shares the device."""
    return {person.token for person in table.there_with(token)}


def _seating(room: Room, token: str) -> Seating:
    number = room.table.chair_of(token)
    return Seating(table=room.id, token=token, seat=-1 if number is None else number)


async def change_seat(room: Room, token: str | None, number: int, wish: SeatChange) -> None:
    """The host's wish for the chair of this number; whether its person is here decides."""
    accounts = BotAccounts(room.services.store)
    invited = await accounts.invited(wish.program) if wish.program else None

    def change(table: Table) -> Table:
        seating.check_decides(table, token, room.present())
        _check_unrated(room, table)
        new_tables.check_programs([wish], allowed=table.programs)
        if room.over and invited is not None:
            raise Refused("started", refusals.not_now())
        if room.over:
            return rematch.change_seat(table, number, wish, room.present())
        return seating.change_seat(table, number, wish, room.present(), invited)

    await room.change(change)
    if invited is not None:
        room.services.open_streams.tell([invited.id])


async def accept(room: Room, bot: Known, token: str) -> Seating:
    """A bot account takes the seat that is kept for it."""
    await room.change(lambda table: seating.accept(table, bot.who, bot.name, bot.owner, token))
    room.services.open_streams.tell([bot.who.person])
    return _seating(room, token)


async def decline(room: Room, bot: Known) -> None:
    await room.change(lambda table: seating.decline(table, bot.who))


async def start(room: Room, token: str | None, wish: Start) -> None:

    def begin(table: Table) -> Table:
        if room.over:
            seating.check_decides(table, token, room.present())
            table = rematch.answer(table, token, Rematch())
            return rematch.begin(table, room.places(), room.present() | _holder(table, token))
        seating.check_host(table, token)
        return seating.start(table, wish.fill)

    await room.change(begin)


async def leave(room: Room, token: str | None, wish: Leave) -> None:
    """A person gives up a seat; a table that nobody is left at is dropped, unless bots can play
    its match on.
    """

    def go(table: Table) -> Table | None:
        stranded = room.stranded is not None
        left = seating.leave(table, token, resign=wish.resign, over=room.over, stranded=stranded)
        return None if left is None else agreements.settled(left)

    await room.change(go)


async def close(room: Room, token: str | None) -> None:
    """The host closes a table whose match cannot be continued."""

    def end(table: Table) -> None:
        seating.check_host(table, token)
        if room.stranded is None or room.stranded.over:
            raise Refused(
                "illegal", t("only a table whose match cannot be continued can be closed")
            )

    await room.change(end)


async def remove(room: Room, token: str | None, wish: Remove) -> None:

    def out(table: Table) -> Table:
        seating.check_host(table, token)
        _check_unrated(room, table)
        return seating.remove(table, wish.name)

    await room.change(out)


async def ask_for(room: Room, token: str | None, wanted: AskFor) -> None:
    """Somebody asks for another pace, or for a holiday."""
    await room.change(lambda table: agreements.ask(table, token, wanted))


async def agree(room: Room, token: str | None, wish: str, said: Agree) -> None:
    """Somebody agrees to what another asks for, or not."""
    await room.change(lambda table: agreements.answer(table, token, wish, agree=said.agree))


async def want_rematch(room: Room, token: str | None, wish: Rematch) -> Seating:
    """Somebody says whether they want another match; it begins, once, when all agree."""

    def answer(table: Table) -> Table:
        if not table.speaks_for(token):
            raise Refused("bad_token", t("only people at this table can ask for a rematch"))
        if wish.match is not None and table.match == wish.match + 1:
            return table
        if not room.over or wish.match not in (None, table.match):
            raise Refused("not_finished", t("the match is not finished"))
        table = rematch.answer(table, token, wish)
        present = room.present() | _holder(table, token)
        if rematch.is_agreed(table, present):
            return rematch.begin(table, room.places(), present)
        return table

    await room.change(answer)
    return _seating(room, token or "")
