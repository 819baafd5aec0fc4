"""How a match at a table is dealt, so that nobody can choose the deal (docs/protocol.md).

The table has the secret of its next match and shows its seal. People send hashes of numbers of
their own (nonces). When the match begins the hashes are frozen and shown; then the nonces are
revealed, and the seed follows from all. Whose nonce is not there in time is dealt without.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final, final

import msgspec

from microciv.core.deal import Deal
from microciv.core.errors import BadPosition
from microciv.server.rooms.presence import by_the_day
from microciv.server.rooms.services import report
from microciv.server.rooms.watcher import Watcher
from microciv.server.settings import Settings
from microciv.server.store.rows import Conflict, MatchRow, StoreError
from microciv.server.table.stored_match import Undealt
from microciv.server.table.tables import Table
from microciv.server.wire.messages import Accepted, Promise, Refused, Reveal, encode
from microciv.speech import t
from microciv.trust import hash_of, new_secret, seed_of

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room

ATTEMPTS: Final = 6
"""How often it is tried again while other processes write first."""


def with_secret(table: Table, settings: Settings) -> Table:
    """The table with a fresh secret for its next match, for which nobody has sent a hash; without
    one where the seed is given: in a lesson, for the deal of another match, and in tests.
    """
    next_one = table.deals_again(table.match + 1)
    given = table.lesson or settings.seed is not None or next_one is not None
    return msgspec.structs.replace(table, secret="" if given else new_secret(), hashes={})


def with_hash(table: Table, person: str, hashed: str | None) -> Table:
    """The table with the hash of a nonce that this person (by hashed token) has for the next match;
    unchanged where it has no secret, or the client no nonce.
    """
    if hashed is None or not table.secret:
        return table
    return msgspec.structs.replace(table, hashes={**table.hashes, person: hashed})


def begun(table: Table, settings: Settings, here: set[str]) -> tuple[Table, MatchRow]:
    """The match that begins, and the table with the secret of the next one. It is dealt at once
    unless there are hashes of people who are `here` and play: then their nonces are asked for.

    :raises Refused: if its game cannot be played like that (any more).
    """
    row = MatchRow(
        table.id,
        table.match,
        table.game,
        table.options,
        table.names(),
        None,
        table.open_game().rules,
    )
    after = with_secret(table, settings)
    lesson = table.teaches()
    if lesson is not None:
        return after, replace(row, seed=lesson.seed)
    again = table.deals_again(table.match)
    if again is not None:
        if again.position is not None:
            _check_position(table, again.position)
        return after, replace(row, seed=int(again.seed, 16), position=again.position)
    if settings.seed is not None:
        return after, replace(row, seed=settings.seed())
    secret = table.secret or new_secret()  # of a table that a former version has stored
    hashes = tuple([_hash_at(table, number, here) for number in table.playing])
    nonces = (None,) * len(hashes)
    deal = Deal(table.id, table.match, hash_of(secret), secret, hashes, nonces)
    seed = None if any(hashes) else seed_of(deal)
    return after, replace(row, deal=deal, seed=seed)


def _check_position(table: Table, position: dict[str, object]) -> None:
    """:raises Refused: if chairs have been closed since it was set up."""
    try:
        table.open_game().set_up(position)
    except BadPosition as error:
        raise Refused("bad_option", f"position.{error}") from None


def _hash_at(table: Table, number: int, here: set[str]) -> str | None:
    chair = table.chairs[number]
    if chair.kind != "person" or chair.person is None or chair.person.token not in here:
        return None
    return table.hashes.get(chair.person.token)


@final
class Dealing:
    """Waits, in one room, for the nonces that a match is dealt from."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._for = 0

    def look(self) -> None:
        """Let the time run while somebody is there; with the lock held."""
        undealt = self._room.undealt
        number = 0 if undealt is None else undealt.number
        if self._task is not None and (self._for != number or self._task.done()):
            self._task.cancel()
            self._task = None
        attended = self._room.watchers or by_the_day(self._room.table)
        if self._task is None and number and attended:
            self._for = number
            self._task = self._room.services.spawn(self._wait(number))

    async def promise(self, watcher: Watcher, message: Promise) -> None:
        """Keep the hash of this person's nonce for the next match.

        :raises Refused: if that has begun, or the deal is not made from nonces.
        """
        await self._room.services.protect(self._promise(watcher, message))

    async def _promise(self, watcher: Watcher, message: Promise) -> None:
        room = self._room
        async with room.lock:
            await room.refresh()
            people = room.table.speaks_for(watcher.token)
            if not people:
                raise Refused(
                    "not_your_seat", t("you watch; only who plays has a part in the deal")
                )
            token = people[0].token  # one number for all who share a device

            def promised(table: Table) -> Table:
                if message.match != table.match + 1:
                    raise Refused("started", t("that match has begun: its hashes stand"))
                if not table.secret:
                    raise Refused("illegal", t("the deal of this table is not made from nonces"))
                return with_hash(table, token, message.hash)

            await room.save(promised)
            watcher.hear(encode(Accepted(id=message.id)))

    async def reveal(self, watcher: Watcher, message: Reveal) -> None:
        """Take a nonce; the last one deals.

        :raises Refused: if the match is dealt, or the nonce does not fit the seat's hash.
        """
        await self._room.services.protect(self._reveal(watcher, message))

    async def _reveal(self, watcher: Watcher, message: Reveal) -> None:
        room = self._room
        async with room.lock:
            for _ in range(ATTEMPTS):
                await room.refresh()
                numbers = room.table.chairs_of(watcher.token)[:1]
                seat = room.table.seat_of(numbers[0]) if numbers else None
                if seat is None:
                    raise Refused(
                        "not_your_seat", t("you watch this match; no seat of it is yours")
                    )
                if not _has(room.deal, message, seat):
                    if room.undealt is None or room.undealt.number != message.match:
                        raise Refused(
                            "started", t("the cards of that match are not to be dealt now")
                        )
                    if not await self._take(room.undealt, seat, message.nonce):
                        continue
                watcher.hear(encode(Accepted(id=message.id)))
                room.publish()
                return
        raise Refused("unavailable", t("the server is busy; try again"))

    async def _take(self, undealt: Undealt, seat: int, nonce: str) -> bool:
        deal = undealt.deal
        if deal.hashes[seat] != hash_of(nonce):
            raise Refused("illegal", t("nonce: expected the one whose hash stands for your seat"))
        nonces = (*deal.nonces[:seat], nonce, *deal.nonces[seat + 1 :])
        pairs = zip(deal.hashes, nonces, strict=True)
        whole = all([hashed is None or known is not None for hashed, known in pairs])
        return await self._store(undealt, replace(deal, nonces=nonces), whole=whole)

    async def _wait(self, number: int) -> None:
        settings, room = self._room.services.settings, self._room
        await asyncio.sleep(settings.reveal)
        while True:
            try:
                await room.services.protect(self._deal(number))
                return
            except StoreError as fault:
                report(fault)
                await asyncio.sleep(settings.rescue)

    async def _deal(self, number: int) -> None:
        """Deal without those whose nonces are not there."""
        room = self._room
        async with room.lock:
            for _ in range(ATTEMPTS):
                await room.refresh()
                undealt = room.undealt
                if undealt is None or undealt.number != number:
                    return
                if await self._store(undealt, undealt.deal, whole=True):
                    room.publish()
                    return

    async def _store(self, undealt: Undealt, deal: Deal, *, whole: bool) -> bool:
        """Store the nonces that are there, and the seed if that is all; False: others were first.

        With the lock held.
        """
        room, seed = self._room, seed_of(deal) if whole else None
        try:
            await room.services.store.deal(undealt.deal, deal, seed)
        except Conflict:
            room.doubt()
            return False
        except BaseException:
            room.doubt()
            raise
        room.take(replace(undealt.row, deal=deal, seed=seed))
        return True


def _has(deal: Deal | None, message: Reveal, seat: int) -> bool:
    """Is the nonce there already? The reply was lost, or another tab was first."""
    known = deal is not None and deal.match == message.match and deal.nonces[seat]
    return known == message.nonce
