"""What bot accounts are made by, and what their programs ask: all by HTTP (docs/programs.md)."""

from __future__ import annotations

from typing import Any, final

from microciv.server import refusals
from microciv.server.api.bot_streams import BotStream, table_lines
from microciv.server.api.routes import Asked, Lines, Route
from microciv.server.api.table_stream import Cursor, RequestWatcher, TableStream, read_cursor
from microciv.server.fair_queue import Whose
from microciv.server.people.bot_accounts import Known
from microciv.server.rooms import actions
from microciv.server.rooms.rooms import Rooms
from microciv.server.wire.bots import (
    Accept,
    Answer,
    BotLine,
    BotToken,
    BotView,
    Decline,
    DeleteBot,
    NewBot,
    RenewBot,
)
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import Play, Refused


@final
class BotApi:
    """Every method is a route."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._accounts = rooms.accounts
        self._meters = rooms.services.meters

    def routes(self) -> list[Route]:
        mine, one, empty = "/api/me/bots", "/api/tables/{table}", dict[str, Any]
        return [
            Route("GET", mine, self.bots, list[BotView]),
            Route("POST", mine, self.new_bot, BotToken, NewBot, 201),
            Route("POST", mine + "/renew", self.renew_bot, BotToken, RenewBot),
            Route("POST", mine + "/delete", self.delete_bot, list[BotView], DeleteBot),
            Route("GET", "/api/bot/events", self.events, BotLine),
            Route("GET", one + "/events", self.table_events, BotLine),
            Route("POST", one + "/accept", self.accept, Seating, Accept),
            Route("POST", one + "/decline", self.decline, empty, Decline),
            Route("POST", one + "/answer", self.answer, empty, Answer),
        ]

    # --- for owners

    async def bots(self, asked: Asked) -> list[BotView]:
        """My bot accounts; whom nobody knows has none."""
        who = await self._rooms.people.known(asked.key)
        return [] if who is None else await self._mine(who.person)

    async def new_bot(self, asked: Asked) -> BotToken:
        """A bot account for a program of mine, with its token, which is told this once."""
        owner = await self._owner(asked)
        self._meters.codes.take(asked.visitor)
        token = await self._accounts.make(owner, asked.body.name)
        return BotToken(token=token, bots=await self._mine(owner))

    async def renew_bot(self, asked: Asked) -> BotToken:
        """Another token for an account of mine; the former one opens nothing any more."""
        owner = await self._owner(asked)
        token = await self._accounts.renew(owner, asked.body.bot)
        return BotToken(token=token, bots=await self._mine(owner))

    async def delete_bot(self, asked: Asked) -> list[BotView]:
        """An account of mine is no more: bots play its matches on."""
        owner = await self._owner(asked)
        await self._accounts.delete(owner, asked.body.bot)
        return await self._mine(owner)

    async def _mine(self, owner: str) -> list[BotView]:
        return [BotView(**one._asdict()) for one in await self._accounts.of(owner)]

    async def _owner(self, asked: Asked) -> str:
        who = await self._rooms.people.known(asked.key)
        if who is None:
            raise Refused("unknown_key", refusals.nobody_here())
        return who.person

    # --- for programs

    async def events(self, asked: Asked) -> Lines:
        """What happens at all tables of a bot account, a line of JSON at a time, with empty lines
        between; with `?after=` and the id of a line, what came after that.
        """
        bot, token = await self._bot(asked)
        stream = BotStream(self._rooms, bot, token, asked.visitor, asked.ask_lines)
        stream.follow(asked.query.get("after", ""))
        return stream.lines()

    async def table_events(self, asked: Asked) -> Lines:
        """What happens at one table of a bot account, as `events` tells it of all."""
        bot, token = await self._bot(asked)
        after, table = asked.query.get("after"), asked.parts["table"]
        cursor = read_cursor(after) if after else Cursor()
        stream = TableStream(token, Whose(asked.visitor, table), cursor)
        await stream.come(self._rooms)
        return table_lines(self._rooms, stream, f"{bot.who.person} {table}")

    async def accept(self, asked: Asked) -> Seating:
        """Take the seat that a host keeps for this bot account."""
        bot, token = await self._bot(asked)
        room = await self._rooms.room(asked.parts["table"])
        return await actions.accept(room, bot, token)

    async def decline(self, asked: Asked) -> object:
        """Do not take the seat that a host keeps for this bot account."""
        bot, _ = await self._bot(asked)
        await actions.decline(await self._rooms.room(asked.parts["table"]), bot)
        return {}

    async def answer(self, asked: Asked) -> object:
        """A bot account answers an open decision; it is stored when this returns."""
        wish, (_, token) = asked.body, await self._bot(asked)
        room = await self._rooms.room(asked.parts["table"])
        watcher = RequestWatcher(token, Whose(asked.visitor, room.id))
        await room.answer(watcher, Play(match=wish.match, decision=wish.decision, moves=wish.moves))
        return {}

    async def _bot(self, asked: Asked) -> tuple[Known, str]:
        """Who asks, and with which token.

        :raises Refused: "bad_token"
        """
        return await self._accounts.known(asked.token), asked.token or ""
