"""Others' programs: somebody makes an account for theirs, and gives it the token of that account.

What is here works on a store. An account is somebody with an owner; its token is the token of every
seat that it gets, so whatever a seat can ask for it can.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Final, NamedTuple, final

import msgspec

from microciv.server.names import check_name, likeness
from microciv.server.people import people
from microciv.server.people.people import LONGEST_KEY, hash_key, new_id
from microciv.server.store import bot_accounts_sql, people_sql, sql
from microciv.server.store.rows import Conflict, Unfit
from microciv.server.store.store import Store
from microciv.server.table.tables import Invited, Person, Who, read_table
from microciv.server.wire.messages import Refused
from microciv.speech import t

MOST: Final = 10
"""Accounts of one owner."""
MARK: Final = "mcb_"
"""What tokens begin with, so that whoever finds one knows what it is."""
NAMELESS: Final = "somebody"
"""What an owner is called who has not said a name yet."""


class BotAccount(NamedTuple):
    """An account as its owner sees it."""

    id: str
    name: str
    made: int
    renewed: int
    used: int  # the day when its token was used last; 0: it never was


class Known(NamedTuple):
    """An account that asks for something."""

    who: Who
    name: str
    owner: str


@final
class BotAccounts:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, owner: str, name: str) -> str:
        """A new account of this name; its token, which nobody is ever told again.

        :raises Refused: if the name is not to be had, or the owner has too many.
        """
        name, token = check_name(name, []), _new_token()
        bot = new_id(), name, likeness(name)
        key = new_id(), hash_key(token)
        try:
            made = await self._store.run(bot_accounts_sql.add_bot(bot, owner, key, sql.now(), MOST))
        except Conflict:
            raise Refused(
                "taken", t("name: a bot account is called like that; choose another")
            ) from None
        if not made:
            raise Refused(
                "illegal", t("you have {most} bot accounts already; delete one first", most=MOST)
            )
        return token

    async def of(self, owner: str) -> list[BotAccount]:
        """The accounts of somebody, in the order in which they were made."""
        rows = await self._store.run(bot_accounts_sql.bots_of(owner))
        return [BotAccount(*row) for row in rows]

    async def renew(self, owner: str, bot: str) -> str:
        """Another token; the former one opens nothing any more.

        :raises Refused: "not_found"
        """
        await self._check(owner, bot)
        token = _new_token()
        changed = await self._store.run(
            bot_accounts_sql.renew_token(
                bot, hash_key(token), sql.now(), partial(_renewed, bot, hash_key(token))
            )
        )
        await self._store.wake(changed)
        return token

    async def delete(self, owner: str, bot: str) -> None:
        """Bots play its matches on, and its name is told no more.

        :raises Refused: "not_found"
        """
        await self._check(owner, bot)
        await people.erase(self._store, bot)

    async def _check(self, owner: str, bot: str) -> None:
        if bot not in [one.id for one in await self.of(owner)]:
            raise Refused("not_found", t("bot: there is no such bot account of yours"))

    async def known(self, token: str | None) -> Known:
        """Whose token this is; that it is used today is noted.

        :raises Refused: "bad_token"
        """
        rows = (
            await self._store.run(bot_accounts_sql.of_token(hash_key(token)))
            if token and len(token) <= LONGEST_KEY
            else []
        )
        if not rows:
            raise Refused(
                "bad_token",
                t(
                    "this needs the token of a bot account;"
                    " that one does not belong to any (any more)"
                ),
            )
        id_, key, name, seen, owner = rows[0]
        if seen < people_sql.today():
            await self._store.run(bot_accounts_sql.note_used(key, people_sql.today()))
        return Known(Who(id_, key), name, owner or NAMELESS)

    async def invited(self, name: str) -> Invited:
        """The account of this name, as somebody who is asked to a table.

        :raises Refused: "not_found"
        """
        rows = await self._store.run(bot_accounts_sql.invited_as(likeness(name)))
        if not rows:
            raise Refused(
                "not_found", t("program: there is no bot account called {name!r}", name=name[:40])
            )
        id_, called, owner, hashed = rows[0]
        return Invited(called, id_, owner or NAMELESS, hashed)


def _new_token() -> str:
    return MARK + secrets.token_urlsafe(32)


def _renewed(bot: str, hashed: str, key: str, body: bytes) -> bytes:
    """A table where this account has another token from now on."""
    try:
        table = read_table(body)
    except Unfit:
        return body

    def renewed(person: Person) -> Person:
        if person.id != bot:
            return person
        return msgspec.structs.replace(person, tokens={hashed: key})

    after = table.with_persons(renewed)
    return body if after == table else msgspec.json.encode(after)
