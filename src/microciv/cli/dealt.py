"""This terminal's part in the deals of a table (docs/protocol.md): it sends the hash of a number of
its own when it has seen the seal, the number when all hashes stand, and remembers both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, final

import msgspec

from microciv.cli import seats
from microciv.cli.site import Link
from microciv.core.deal import Witness
from microciv.core.match import Record
from microciv.server.wire.messages import Accepted, Promise, Refusal, Reveal, TableView
from microciv.trust import hash_of, new_secret

DEAL: Final = "deal-"
NOTHING: Final = Witness("", None, "", (), revealed=False)


@final
class Dealt:
    """What was seen of the deals of one table, by match; who has a seat finds it again."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._seen: dict[int, Witness] = seats.deals_at(link)
        self._sent: dict[str, Promise | Reveal] = {}
        """On this line, by the id of its receipt."""
        self._count = 0

    def begin(self) -> None:
        """There is a new line: what was sent on the one before may not have arrived."""
        self._sent = {}

    def hear(self, table: TableView) -> list[Promise | Reveal]:
        """What is to be sent now."""
        sent = self._look(table) + self._promise(table)
        known = [(type(one), one.match) for one in self._sent.values()]
        told = []
        for message in [one for one in sent if (type(one), one.match) not in known]:
            self._count += 1
            id_ = f"{DEAL}{self._count}"
            self._sent[id_] = msgspec.structs.replace(message, id=id_)
            told.append(self._sent[id_])
        return told

    def receipt(self, message: Accepted | Refusal) -> bool:
        """Was this the receipt of something that was sent from here?"""
        if message.id is None or not message.id.startswith(DEAL):
            return False
        sent = self._sent.get(message.id)
        if isinstance(message, Accepted) and isinstance(sent, Reveal):
            self._keep(sent.match, replace(self._of(sent.match), revealed=True))
        return True

    def witnessed(self, record: Record, match: int) -> Record:
        """The record with what was seen here of its deal."""
        seen = self._of(match)
        return replace(record, witness=seen) if record.deal is not None and seen.seal else record

    def _look(self, table: TableView) -> list[Promise | Reveal]:
        deal, seen = table.deal, self._of(table.match)
        if deal is None:
            return []
        hashes = tuple(deal.hashes)
        seen = replace(seen, seal=seen.seal or deal.seal)
        if deal.asked and not seen.hashes:
            seen = replace(seen, hashes=hashes, seat=table.you)
        self._keep(table.match, seen)
        if not (deal.asked and seen.nonce) or seen.revealed or table.you is None:
            return []
        # Where the seal or the hashes have become others, nothing is given.
        if (seen.seal, seen.hashes) != (deal.seal, hashes):
            return []
        if hashes[table.you] != hash_of(seen.nonce):
            return []
        return [Reveal(match=table.match, nonce=seen.nonce)]

    def _promise(self, table: TableView) -> list[Promise | Reveal]:
        coming = table.coming
        if coming is None or table.me is None:
            return []
        seen = self._of(coming.match)
        nonce, seal = seen.nonce or new_secret(), seen.seal or coming.seal
        self._keep(coming.match, replace(seen, nonce=nonce, seal=seal))
        if seal != coming.seal or coming.hash == hash_of(nonce):
            return []
        return [Promise(match=coming.match, hash=hash_of(nonce))]

    def _of(self, match: int) -> Witness:
        return self._seen.get(match, NOTHING)

    def _keep(self, match: int, seen: Witness) -> None:
        if self._of(match) != seen:
            self._seen[match] = seen
            seats.keep_deals(self._link, self._seen)
