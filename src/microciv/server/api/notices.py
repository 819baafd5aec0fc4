"""What people ask for who want to be told whose turn it is. An address signs in, too: whoever reads
the six words that are sent there is its person.
"""

from __future__ import annotations

import asyncio
import re
from email.message import EmailMessage
from typing import Final, final

from microciv.server import refusals
from microciv.server.api.people import PeopleApi
from microciv.server.api.routes import Asked, Keyed, Route
from microciv.server.limits import Buckets
from microciv.server.notices import texts, unsubscribe
from microciv.server.notices.channels import Failed, Gone
from microciv.server.notices.mail import Mailer
from microciv.server.notices.outbound import check_url
from microciv.server.people.people import MAILED, hash_key, new_words, said_words
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import addresses_sql, people_sql, sql, webhooks_sql
from microciv.server.table import seating
from microciv.server.table.tables import Who
from microciv.server.wire.messages import Refused
from microciv.server.wire.notices import (
    AskSignIn,
    ConfirmAddress,
    ForgetAddress,
    ForgetPush,
    HookView,
    NoticesAbout,
    SetAddress,
    SetHook,
    SetMails,
    SetPush,
)
from microciv.server.wire.people import Me
from microciv.speech import known, language, speaking, t

MAIL_SECONDS: Final = 15 * 60
TRIES: Final = 3
WAIT: Final = 20.0
"""Seconds until the server for mail is asked again."""
SHAPE: Final = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}")
"""Of an address."""


@final
class NoticesApi:
    """What is had of notices; every method but the last ones is a route."""

    def __init__(self, rooms: Rooms, people: PeopleApi) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._settings = rooms.settings
        self._people = people
        self._sent = Buckets(*rooms.settings.mails)
        self._mailer = Mailer(rooms.settings)

    def routes(self) -> list[Route]:
        mine, hook = "/api/me/address", "/api/tables/{table}/hook"
        return [
            Route("GET", "/api/notices", self.about, NoticesAbout),
            Route("POST", "/api/me/push", self.set_push, Me, SetPush),
            Route("POST", "/api/me/push/forget", self.forget_push, Me, ForgetPush),
            Route("POST", mine, self.set_address, Me, SetAddress),
            Route("POST", mine + "/confirm", self.confirm_address, Me, ConfirmAddress),
            Route("POST", mine + "/forget", self.forget_address, Me, ForgetAddress),
            Route("POST", mine + "/mails", self.set_mails, Me, SetMails),
            Route("POST", "/api/sign-in/mail", self.ask_sign_in, dict[str, str], AskSignIn),
            Route("GET", hook, self.hook, HookView),
            Route("POST", hook, self.set_hook, HookView, SetHook),
        ]

    async def about(self, _: Asked) -> NoticesAbout:
        """By what ways this site tells people that it is their turn."""
        settings, push = self._settings, ""
        if settings.site is not None:
            from microciv.server.notices.push import private_key, public_text

            push = public_text(await private_key(self._store))
        return NoticesAbout(mail=settings.smtp is not None, push=push, webhooks=settings.webhooks)

    # --- push

    async def set_push(self, asked: Asked) -> Me:
        """Tell this device when it is my turn."""
        who, wish = await self._people.who(asked), asked.body
        if self._settings.site is None:
            raise Refused("not_found", t("this site sends no notices of turns"))
        from microciv.server.notices.push import check_keys

        check_url(wish.endpoint, loopback=self._settings.loopback)
        check_keys(wish.keys.p256dh, wish.keys.auth)
        keys = wish.keys.p256dh, wish.keys.auth
        await self._store.run(
            addresses_sql.set_push(who.person, who.key, wish.endpoint, *keys, sql.now())
        )
        await self._note_language(who)
        return await self._people.told(who)

    async def forget_push(self, asked: Asked) -> Me:
        """Tell this device no more."""
        who = await self._people.who(asked)
        await self._store.run(addresses_sql.forget_push(who.key))
        return await self._people.told(who)

    # --- mail

    async def set_address(self, asked: Asked) -> Me:
        """Send six words to an address of mine; it is kept once I say them."""
        who, address = await self._people.who(asked), self._address(asked.body.address)
        self._meter(asked, address, who.person)
        words = new_words()
        until = sql.now() + MAIL_SECONDS
        await self._store.run(addresses_sql.ask(who.person, address, hash_key(words), until))
        await self._note_language(who)
        self._mail(address, texts.confirming(words, self._settings.site or ""))
        return await self._people.told(who)

    async def confirm_address(self, asked: Asked) -> Keyed | Me:
        """The address that the words were sent to is mine, and signs in as me. If it is an
        account's already, this device is signed in there, and a guest's matches go along.
        """
        self._rooms.services.meters.codes.take(asked.visitor)
        who = await self._people.who(asked)
        hashed = hash_key(said_words(asked.body.words))
        owner = await self._store.run(addresses_sql.confirm(who.person, hashed, sql.now()))
        if owner is None:
            raise Refused("bad_code", refusals.bad_code())
        if owner == who.person:
            return await self._people.told(who)
        if await self._store.run(people_sql.is_account(who.person)):
            raise Refused("taken", t("address: another account has it; sign in with it instead"))
        return await self._people.become(asked, owner)

    async def forget_address(self, asked: Asked) -> Me:
        """Know no address of mine any more: no mails, and no signing in by them."""
        who = await self._people.who(asked)
        await self._store.run(addresses_sql.forget(who.person))
        return await self._people.told(who)

    async def set_mails(self, asked: Asked) -> Me:
        """Whether I want mails about turns."""
        who = await self._people.who(asked)
        change = addresses_sql.turn_on if asked.body.wanted else unsubscribe.turn_off
        await self._store.run(change(who.person))
        await self._note_language(who)
        return await self._people.told(who)

    async def ask_sign_in(self, asked: Asked) -> dict[str, str]:
        """Send six words that sign in, if this is somebody's address: who asks is not told that."""
        address = self._address(asked.body.address)
        self._meter(asked, address, asked.visitor)
        self._rooms.services.spawn(self._send_words(address))
        return {}

    async def _send_words(self, address: str) -> None:
        person = await self._store.run(addresses_sql.whose(address))
        if person is not None:
            words = await self._rooms.people.new_code(person, MAILED, MAIL_SECONDS)
            spoken = await self._store.run(people_sql.language_of(person, language()))
            with speaking(known([spoken])):
                mail = texts.signing_in(words, self._settings.site or "")
            self._mail(address, mail)

    async def _note_language(self, who: Who) -> None:
        await self._store.run(people_sql.note_language(who.person, language()))

    def _address(self, text: str) -> str:
        if self._settings.smtp is None:
            raise Refused("not_found", t("this site sends no mail"))
        return _read_address(text)

    def _meter(self, asked: Asked, address: str, who: str) -> None:
        self._rooms.services.meters.codes.take(asked.visitor)
        if not self._sent.take(f"to {address}") or not self._sent.take(f"by {who}"):
            raise Refused("too_fast", t("too many mails; wait a few minutes"))

    def _mail(self, address: str, mail: EmailMessage) -> None:
        """In the background: words are in nobody's memory but ours, so that after a crash somebody
        asks again.
        """

        async def send() -> None:
            for _ in range(TRIES):
                outcome = "sent"
                try:
                    await self._mailer.send(address, mail)
                except Gone:
                    outcome = "gone"
                except Failed:
                    outcome = "failed"
                self._rooms.services.metrics.notices.labels("mail", outcome).inc()
                if outcome != "failed":
                    break
                await asyncio.sleep(WAIT)

        self._rooms.services.spawn(send())

    # --- the webhook of a table

    async def hook(self, asked: Asked) -> HookView:
        """What address is told whose turn it is at this table; for its host."""
        room = await self._hosted(asked)
        return HookView(url=await self._store.run(webhooks_sql.url_of(room.id)))

    async def set_hook(self, asked: Asked) -> HookView:
        """The host names an address that is told whose turn it is, from the next decision on."""
        room, url = await self._hosted(asked), asked.body.url
        if url is not None:
            check_url(url, loopback=self._settings.loopback)
            if room.table.pace != "daily":
                raise Refused("illegal", t("a webhook is for a table by the day"))
        host = room.table.person_of(asked.token)
        await self._store.run(webhooks_sql.put(room.id, url, "" if host is None else host.id))
        return HookView(url=url)

    async def _hosted(self, asked: Asked) -> Room:
        if not self._settings.webhooks:
            raise Refused("not_found", t("this site has no webhooks"))
        room = await self._rooms.room(asked.parts["table"])
        seating.check_host(room.table, asked.token)
        return room


def _read_address(text: str) -> str:
    """An address as it is kept and compared.

    :raises Refused: "malformed", if it cannot be one.
    """
    address = text.strip().lower()
    if not SHAPE.fullmatch(address):
        raise Refused("malformed", t("address: expected one such as ann@example.org"))
    return address
