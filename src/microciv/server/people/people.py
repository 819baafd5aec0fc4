"""Who somebody is: a person has keys, one in each browser, and may have passkeys
(docs/decisions/0014-who-somebody-is.md). What is here works on a store; nobody else is told of it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, final

import msgspec

from microciv.server import refusals
from microciv.server.names import check_name
from microciv.server.people.code_words import WORDS
from microciv.server.people.erasing import PLAYER, in_body, in_names, in_replay, person_in_body
from microciv.server.store import groups_sql, people_sql, sql
from microciv.server.store.rows import Unfit
from microciv.server.store.store import Store
from microciv.server.table import seating
from microciv.server.table.tables import Person, Table, Who, read_table
from microciv.server.wire.messages import Refused
from microciv.server.wire.people import Company
from microciv.speech import t

CODE_WORDS: Final = 6
CODE_SECONDS: Final = 600
DEVICE: Final = "device"
"""The kind of a code that lets another device in."""
MAILED: Final = "mailed"
"""One that does so too, and was sent to somebody's address."""
LONGEST_KEY: Final = 100


BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)
"""What is looked for in what a browser says of itself, in this order."""


class Visitor(NamedTuple):
    """Who asks: somebody known by a key, and what the key is known by from now on, if it is new."""

    who: Who
    fresh: str | None = None


def device_of(agent: str) -> str:
    """A browser in plain words, as it is kept: "Firefox on Windows"."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if not browser:
        return f"A browser on {system}" if system else "A program"
    return f"{browser} on {system}" if system else browser


def said_device(label: str) -> str:
    """The same in the language that is spoken."""
    browser, _, system = label.partition(" on ")
    if label == "A program":
        return t("A program")
    if not system:
        return label
    if browser == "A browser":
        return t("A browser on {system}", system=system)
    return t("{browser} on {system}", browser=browser, system=system)


def hash_key(key: str) -> str:
    """What is kept of a key or a code: enough to know it again."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def said_words(text: str) -> str:
    """The words of a code, however somebody has written them."""
    return " ".join(text.lower().replace("-", " ").split())


def new_id() -> str:
    return secrets.token_hex(8)


@final
class People:
    """What the people of a site ask for themselves."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- keys

    async def known(self, key: str | None, name: str = "") -> Who | None:
        """Whose key this is; that they are here today, and what they are called, is noted."""
        if not key or len(key) > LONGEST_KEY:
            return None
        rows = await self._store.one(
            "SELECT keys.id, person, seen, name FROM keys JOIN people ON people.id = person"
            " WHERE hash = ? AND owner IS NULL",
            hash_key(key),
        )
        if not rows:
            return None
        id_, person, seen, before = rows[0]
        if seen < people_sql.today() or name not in ("", before):
            await self._store.run(people_sql.note_seen(person, id_, name))
        return Who(person, id_)

    async def visitor(
        self, key: str | None, origin: str | None, agent: str, name: str
    ) -> Visitor | None:
        """Who comes to a table under this name. A browser, which tells its origin, gets a key if it
        has none; a program asks for one if it wants to be known.
        """
        try:
            name = check_name(name, []) if name else ""
        except Refused:  # the table refuses it
            return None
        who = await self.known(key, name)
        if who is not None:
            return Visitor(who)
        return None if origin is None else await self.begin(name, device_of(agent))

    async def begin(self, name: str, label: str, key: str | None = None) -> Visitor:
        """Somebody new, with a first key; none is given: one that nobody can guess."""
        who, key = Who(new_id(), new_id()), key or secrets.token_urlsafe(32)
        await self._store.run(
            people_sql.add_person(who.person, name, (who.key, hash_key(key), label))
        )
        return Visitor(who, key)

    async def become(self, person: str, guest: Who | None, label: str) -> Visitor:
        """This device is that person's from now on, under a new key. A guest's history goes with
        it; an account that was signed in here is signed out.
        """
        key = secrets.token_urlsafe(32)
        if guest is not None and guest.person == person:
            await self._store.run(people_sql.renew(guest.key, hash_key(key)))
            return Visitor(guest, key)
        if guest is not None and await self._store.run(people_sql.is_account(guest.person)):
            await self.sign_out(guest.person, [guest.key])
            guest = None
        if guest is None:
            who = Who(person, new_id())
            await self._store.run(people_sql.add_key(person, who.key, hash_key(key), label))
            return Visitor(who, key)
        changed = await self._store.run(
            people_sql.merge(guest.person, person, partial(_moved, guest.person, person))
        )
        await self._store.run(people_sql.renew(guest.key, hash_key(key)))
        await self._store.wake(changed)
        return Visitor(Who(person, guest.key), key)

    async def sign_out(self, person: str, keys: list[str]) -> None:
        """These devices are nobody's any more: neither keys nor tokens of theirs open anything."""
        changed = await self._store.run(
            people_sql.sign_out(person, keys, partial(_ended, frozenset(keys)))
        )
        await self._store.wake(changed)

    # --- codes

    async def new_code(self, person: str, kind: str = DEVICE, seconds: int = CODE_SECONDS) -> str:
        """Six words that are good once, within this time; they let another device in, unless they
        are of another kind.
        """
        words = new_words()
        await self.keep_code(hash_key(words), kind, person, seconds)
        return words

    async def use_code(self, words: str) -> str:
        """Whose device a code lets in; it is good no more.

        :raises Refused: "bad_code"
        """
        hashed = hash_key(said_words(words))
        for kind in (DEVICE, MAILED):
            person = await self.take_code(hashed, kind)
            if person is not None:
                return person
        raise Refused("bad_code", refusals.bad_code())

    async def keep_code(self, hashed: str, kind: str, person: str | None, seconds: int) -> None:
        """Accept this code once, within this time."""
        await self._store.run(people_sql.add_code(hashed, kind, person, sql.now() + seconds))

    async def take_code(self, hashed: str, kind: str, person: str | None = None) -> str | None:
        """Whose code this was; "" of one that is nobody's, None if there is none, or none of this
        person.
        """
        return await self._store.run(people_sql.take_code(hashed, kind, sql.now(), person))


def new_words() -> str:
    return " ".join([secrets.choice(WORDS) for _ in range(CODE_WORDS)])


def _moved(guest: str, into: str, body: bytes) -> bytes:
    """A table where a guest is another person from now on."""
    return _with_persons(
        body,
        lambda person: msgspec.structs.replace(person, id=into) if person.id == guest else person,
    )


def _with_persons(body: bytes, change: Callable[[Person], Person]) -> bytes:
    try:
        table = read_table(body)
    except Unfit:
        return body
    return _encoded(table, table.with_persons(change), body)


def _ended(keys: frozenset[str], body: bytes) -> bytes:
    """A table where these keys' tokens open nothing any more."""
    try:
        table = read_table(body)
    except Unfit:
        return body
    return _encoded(table, seating.end_tokens(table, keys), body)


def _encoded(before: Table, after: Table, body: bytes) -> bytes:
    return body if before == after else msgspec.json.encode(after)


# --- taken out of all that is stored; for the operator's command too


async def erase(store: Store, person: str) -> list[str]:
    """Take a person out of all that is stored, with their bot accounts: bots play on, and matches
    stay, of "a player"; at which tables that was.
    """
    owned = await store.run(sql.single("SELECT id FROM people WHERE owner = ?", person))
    told = [table for (bot,) in owned for table in await erase(store, bot)]
    played = await store.run(people_sql.companies(person))
    names: dict[str, set[str]] = {}
    for table, _, seat, company in played:
        names.setdefault(table, set()).add(_read_company(company)[seat].name)
    tables = await store.run(people_sql.tables_of(person))
    changed = [
        table for table in tables if await _erase_at(store, table, person, names.get(table, set()))
    ]
    for table, number, seat, _ in played:
        await store.run(people_sql.rename_in_companies(table, number, partial(_without_name, seat)))
    await store.run(groups_sql.replace_in_tournaments(person, new_id()))  # nobody's
    await store.run(sql.single("DELETE FROM people WHERE id = ?", person))
    await store.wake(changed)
    return sorted({*told, *changed})


async def _erase_at(store: Store, table: str, person: str, names: set[str]) -> bool:
    row = await store.table(table)
    if row is None:
        return False
    found, left = person_in_body(person, row.body)
    if left is None:  # nobody is left who waits for a match
        await store.run(sql.drop_table(table, None))
        return True
    names = names | found

    def body(stored: bytes) -> bytes:
        stored = person_in_body(person, stored)[1] or stored
        for name in sorted(names):
            stored = in_body(name, stored)
        return stored

    def called(stored: str) -> str:
        for name in sorted(names):
            stored = in_names(name, stored)
        return stored

    def replay(stored: bytes) -> bytes:
        for name in sorted(names):
            stored = in_replay(name, stored)
        return stored

    return await store.run(sql.rewrite(table, body, called, replay))


def _read_company(company: str) -> list[Company]:
    return msgspec.json.decode(company, type=list[Company])


def _without_name(seat: int, company: str) -> str:
    called = _read_company(company)
    called[seat] = msgspec.structs.replace(called[seat], name=PLAYER, owner="")
    return write_company(called)


def write_company(company: Iterable[Company]) -> str:
    """Who has played a match, as it is stored."""
    return msgspec.json.encode([*company]).decode()
