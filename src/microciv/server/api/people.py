"""What people ask for themselves. Who they are is told by the key of their browser; nobody else is
told any of it.
"""

from __future__ import annotations

import io
import zipfile
from asyncio import to_thread
from collections.abc import AsyncIterator
from typing import Any, Final, final

import msgspec

from microciv.server import refusals
from microciv.server.api.routes import Asked, Attached, Keyed, Route, Streamed
from microciv.server.names import check_name
from microciv.server.people import passkeys
from microciv.server.people.passkeys import Party
from microciv.server.people.people import (
    CODE_SECONDS,
    device_of,
    erase,
    hash_key,
    said_device,
)
from microciv.server.people.quiet_hours import check_quiet
from microciv.server.rooms import actions, deadlines
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import people_sql
from microciv.server.store.rows import PasskeyRow, Unfit
from microciv.server.store.sql import single
from microciv.server.table.tables import Table, Who, read_table
from microciv.server.wire.by_day import SetQuiet
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import Refused, encode
from microciv.server.wire.people import (
    AskCode,
    BeKnown,
    Company,
    Credential,
    Device,
    DeviceCode,
    Erase,
    ForgetPasskey,
    History,
    Me,
    MyTable,
    Passkey,
    PasskeyOptions,
    PastMatch,
    SignOut,
    UseCode,
)
from microciv.server.wire.people import (
    AskPasskey as Ask,
)
from microciv.speech import language, t

PAGE: Final = 25
"""Matches that are told at a time."""
MAKING: Final = "make a passkey"
USING: Final = "use a passkey"
"""Kinds of codes: the challenges of passkeys."""
OF_ME: Final = ("people", "keys", "passkeys", "addresses", "pushes")
"""What is looked at whenever a page is opened: few rows, however much somebody has played."""
EXPORT: Final = "microciv-me.json"
RECORDS: Final = "microciv-records.zip"


@final
class Written(io.RawIOBase):
    """A file that is sent as it is written: what was taken is gone, and nobody can go back."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401  # any buffer
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def take(self) -> bytes:
        """What has been written since the last time."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


@final
class PeopleApi:
    """What is had under `/api/me` and beside it; every method but the last ones is a route."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._people = rooms.people
        self._meters = rooms.services.meters

    def routes(self) -> list[Route]:
        mine = "/api/me"
        return [
            Route("POST", "/api/tables/{table}/mine", self.my_table, Seating, MyTable),
            Route("GET", mine, self.me, Me),
            Route("POST", mine, self.be_known, Me, BeKnown, 201),
            Route("GET", mine + "/matches", self.matches, History),
            Route("GET", mine + "/export", self.export, dict[str, Any]),
            Route("GET", mine + "/records", self.records, str),
            Route("POST", mine + "/erase", self.erase, Me, Erase),
            Route("POST", mine + "/quiet", self.quiet, Me, SetQuiet),
            Route("POST", mine + "/sign-out", self.sign_out, Me, SignOut),
            Route("POST", mine + "/code", self.code, DeviceCode, AskCode),
            Route("POST", mine + "/device", self.use_code, Me, UseCode),
            Route("POST", mine + "/passkeys/options", self.passkey_options, PasskeyOptions, Ask),
            Route("POST", mine + "/passkeys", self.new_passkey, Me, Credential, 201),
            Route("POST", mine + "/passkeys/forget", self.forget_passkey, Me, ForgetPasskey),
            Route("POST", "/api/sign-in/options", self.sign_in_options, PasskeyOptions, Ask),
            Route("POST", "/api/sign-in", self.sign_in, Me, Credential),
        ]

    async def me(self, asked: Asked) -> Keyed | Me:
        """Who I am here, as the key of this browser tells; the key is good for another 400 days."""
        who = await self._people.known(asked.key)
        if who is None:
            return Me(known=False)
        await self._follow_language(who)
        return Keyed(await self.told(who), asked.key or "")

    async def be_known(self, asked: Asked) -> Keyed | Me:
        """Get a key, as a cookie; whoever has one keeps it."""
        wish = asked.body
        name = check_name(wish.name, []) if wish.name else ""
        who = await self._people.known(asked.key, name)
        if who is not None:
            return await self.told(who)
        begun = await self._people.begin(name, device_of(asked.agent))
        return Keyed(await self.told(begun.who), begun.fresh or "")

    async def matches(self, asked: Asked) -> History:
        """What I have played: with `?first=25` from there on, `?game=` of one game, `?company=`
        with `people` or with `bots` alone. Whom nobody knows has played nothing.
        """
        query = asked.query
        first, kind = query.get("first", "0"), query.get("company")
        if not (first.isdecimal() and first.isascii() and len(first) < 8) or kind not in (
            None,
            "people",
            "bots",
        ):
            raise Refused(
                "malformed", t('expected a number as first, "people" or "bots" as company')
            )
        settings = self._rooms.settings
        who = await self._people.known(asked.key)
        if who is None:
            return History(matches=[], first=0, total=0, games={}, days=settings.finished)
        rows, total, games = await self._store.run(
            people_sql.history(who.person, query.get("game"), kind, int(first), PAGE)
        )
        account = await self._store.run(people_sql.is_account(who.person))
        days = max(settings.finished, settings.history) if account else settings.finished
        return History(
            matches=[_past(row) for row in rows],
            first=int(first),
            total=total,
            games={**dict(games)},
            days=days,
        )

    async def export(self, asked: Asked) -> Attached:
        """All that is stored of me, as one file."""
        who = await self.who(asked)
        told = await self._store.run(people_sql.everything(who.person))
        for played in told["played"]:
            played["company"] = msgspec.json.decode(str(played["company"]))
        return Attached(encode({"person": told}), EXPORT)

    async def records(self, asked: Asked) -> Streamed:
        """The records of all that I have played, as far as they are kept, as one archive."""
        who = await self.who(asked)
        self._meters.requests.take(asked.visitor, asked.token)
        return Streamed(self._archive(who.person), RECORDS, "application/zip")

    async def _archive(self, person: str) -> AsyncIterator[bytes]:
        written = Written()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, number, game, _ in await self._store.run(people_sql.matches_of(person)):
                kept = await self._store.outcome(table, number)
                if kept is not None:
                    name = f"{game}-{table}-{number}.json"
                    await to_thread(archive.writestr, name, kept.record)
                    yield written.take()
        yield written.take()

    async def erase(self, asked: Asked) -> Keyed:
        """Erase me: my name is gone everywhere, matches stay, bots play on."""
        who = await self.who(asked)
        await erase(self._store, who.person)
        return Keyed(Me(known=False), "")

    async def quiet(self, asked: Asked) -> Me:
        """My quiet hours: no deadline of mine is set into them, at any table by the day."""
        who, quiet = await self.who(asked), asked.body.quiet
        if quiet is not None:
            check_quiet(quiet)
        await self._store.run(deadlines.set_quiet_hours(who.person, quiet))
        return await self.told(who)

    # --- devices

    async def sign_out(self, asked: Asked) -> Keyed | Me:
        """Sign out this device, another, or all others: its key and the tokens of its seats end."""
        wish = asked.body
        who = await self.who(asked)
        keys = [device.id for device in (await self.told(who)).devices]
        if wish.others:
            keys.remove(who.key)
        elif wish.device in keys:
            keys = [wish.device]
        else:
            raise Refused("not_found", t("device: there is no such device of yours"))
        if who.key in keys and not await self._store.run(people_sql.is_account(who.person)):
            raise Refused(
                "illegal", t("nobody could come back: make a passkey first, or erase everything")
            )
        await self._people.sign_out(who.person, keys)
        if who.key in keys:
            return Keyed(Me(known=False), "")
        return await self.told(who)

    async def code(self, asked: Asked) -> DeviceCode:
        """Six words that let another device in, once, within ten minutes."""
        who = await self.who(asked)
        words = await self._people.new_code(who.person)
        return DeviceCode(words=words, seconds=CODE_SECONDS)

    async def use_code(self, asked: Asked) -> Keyed:
        """This device is that person's who was shown the words; what it has played goes along."""
        wish = asked.body
        self._meters.codes.take(asked.visitor)
        person = await self._people.use_code(wish.words)
        return await self.become(asked, person)

    async def my_table(self, asked: Asked) -> Seating:
        """A token for this device, at a table where I sit already."""
        who = await self.who(asked)
        room = await self._rooms.room(asked.parts["table"])
        return await actions.give_token(room, who)

    # --- passkeys

    async def passkey_options(self, asked: Asked) -> PasskeyOptions:
        """What the browser has to know to make a passkey."""
        party, who = _party(asked), await self.who(asked)
        me = await self.told(who)
        known = [passkey.id for passkey in me.passkeys]
        name = me.name or t("Traveller")
        options, challenge = await to_thread(passkeys.creation, party, who.person, name, known)
        await self._people.keep_code(hash_key(challenge), MAKING, who.person, passkeys.SECONDS)
        return PasskeyOptions(options=options)

    async def new_passkey(self, asked: Asked) -> Me:
        """Keep me: a passkey that the browser has made signs in as me from now on."""
        wish = asked.body
        party, who = _party(asked), await self.who(asked)
        challenge = await to_thread(passkeys.challenge_of, wish.credential)
        if await self._people.take_code(hash_key(challenge), MAKING) != who.person:
            raise Refused("bad_passkey", refusals.bad_passkey())
        made = await to_thread(passkeys.made, party, wish.credential, challenge)
        label = device_of(asked.agent)
        await self._store.run(people_sql.add_passkey(who.person, made, label))
        return await self.told(who)

    async def forget_passkey(self, asked: Asked) -> Me:
        """A passkey signs in no more."""
        wish = asked.body
        who = await self.who(asked)
        gone = await self._store.run(
            single(
                "DELETE FROM passkeys WHERE id = ? AND person = ? RETURNING id",
                *(wish.passkey, who.person),
            )
        )
        if not gone:
            raise Refused("not_found", t("passkey: there is no such passkey of yours"))
        return await self.told(who)

    async def sign_in_options(self, asked: Asked) -> PasskeyOptions:
        """What the browser has to know to sign in by a passkey."""
        self._meters.codes.take(asked.visitor)
        options, challenge = await to_thread(passkeys.request, _party(asked))
        await self._people.keep_code(hash_key(challenge), USING, None, passkeys.SECONDS)
        return PasskeyOptions(options=options)

    async def sign_in(self, asked: Asked) -> Keyed:
        """Sign in by a passkey; what this device has played as a guest goes along."""
        wish = asked.body
        self._meters.codes.take(asked.visitor)
        party = _party(asked)
        challenge = await to_thread(passkeys.challenge_of, wish.credential)
        if await self._people.take_code(hash_key(challenge), USING) is None:
            raise Refused("bad_passkey", refusals.bad_passkey())
        id_ = passkeys.id_of(wish.credential)
        rows = await self._store.one("SELECT person, public, signs FROM passkeys WHERE id = ?", id_)
        if not rows:
            raise Refused("bad_passkey", refusals.bad_passkey())
        person, public, signs = rows[0]
        known = PasskeyRow(id_, bytes(public), signs)
        signs = await to_thread(passkeys.signs, party, wish.credential, challenge, known)
        await self._store.run(people_sql.note_signed(id_, signs))
        return await self.become(asked, person)

    # --- for other routes too

    async def become(self, asked: Asked, person: str) -> Keyed:
        """This device is that person's from now on."""
        guest = await self._people.known(asked.key)
        label = device_of(asked.agent)
        visitor = await self._people.become(person, guest, label)
        return Keyed(await self.told(visitor.who), visitor.fresh or "")

    async def told(self, who: Who) -> Me:
        """What somebody is told of themselves."""
        told = await self._store.run(people_sql.stored_in(OF_ME, who.person))
        quiet = await self._store.run(deadlines.quiet_hours([who.person]))
        person = told["people"][0] if told["people"] else {"name": ""}
        devices = msgspec.convert(
            [{**_said(key), "here": key["id"] == who.key} for key in told["keys"]], list[Device]
        )
        made = msgspec.convert([_said(key) for key in told["passkeys"]], list[Passkey])
        address = {bool(one["confirmed"]): one for one in told["addresses"]}
        mine = address.get(True, {"address": "", "wanted": True})
        return Me(
            known=True,
            account=len(made) > 0 or True in address,
            name=str(person["name"]),
            played=await self._store.run(people_sql.played_by(who.person)),
            devices=sorted(devices, key=lambda one: (not one.here, -one.seen, -one.made)),
            passkeys=made,
            tables=await self._tables(who.person),
            quiet=next(iter(quiet), None),
            address=str(mine["address"]),
            unconfirmed=str(address[False]["address"]) if False in address else "",
            mails=bool(mine["wanted"]),
            push=who.key in [one["key_id"] for one in told["pushes"]],
        )

    async def _follow_language(self, who: Who) -> None:
        """Who is told of turns is told in the language that they read here last."""
        if await self._store.run(people_sql.is_told_otherwise(who.person, language())):
            await self._store.run(people_sql.note_language(who.person, language()))

    async def _tables(self, person: str) -> list[str]:
        """Where somebody sits now, and a match is on or awaited; what moved last comes first."""
        ids = await self._store.run(people_sql.open_tables_of(person))
        rows = await self._store.tables(ids)
        return [id_ for id_ in ids if id_ in rows and _sits(rows[id_][0].body, person)]

    async def who(self, asked: Asked) -> Who:
        """Who asks.

        :raises Refused: "unknown_key"
        """
        who = await self._people.known(asked.key)
        if who is None:
            raise Refused("unknown_key", refusals.nobody_here())
        return who


def _sits(body: bytes, person: str) -> bool:
    try:
        table: Table = read_table(body)
    except Unfit:
        return False
    late = [one.person for one in table.late]
    return person in [one.id for one in [*table.seated, *late, table.host]]


def _said(key: dict[str, Any]) -> dict[str, Any]:
    """A key with its device in the language that is spoken."""
    return {**key, "label": said_device(str(key["label"]))}


def _party(asked: Asked) -> Party:
    """The site as this browser has it; its origin has been checked.

    :raises Refused: "bad_origin", if it says none.
    """
    if asked.origin is None:
        raise Refused("bad_origin", t("passkeys are made and used by browsers"))
    return Party(asked.origin)


def _past(row: tuple[Any, ...]) -> PastMatch:
    table, match, seat, game, variant, company_, *result, begun, ended, before, after, kept = row
    place, score, unit = result
    return PastMatch(
        table=table,
        match=match,
        game=game,
        variant=variant,
        seat=seat,
        company=msgspec.json.decode(company_, type=list[Company]),
        place=place,
        score=score,
        unit=unit,
        begun=begun,
        ended=ended,
        kept=bool(kept),
        rating=None if after is None else (before, after),
    )
