"""What visitors use up, metered by person, by address and in all.

What a person may do is in the settings. An address may do more, as a family or a class may share
it, and all together more again: the limits of persons and addresses protect the others, the totals
protect the machine. Nobody has a fresh allowance by coming back.
"""

from __future__ import annotations

import asyncio
from typing import Final, final

from microciv.server.limits import Bucket, Buckets
from microciv.server.settings import Settings
from microciv.server.wire.messages import Refused
from microciv.speech import t

CONNECTIONS_EACH: Final = 20
"""An address that may have this many connections may do what one person may, and so on."""
ADDRESSES: Final = 50
"""All together may do what this many addresses may."""
LONGEST_TOKEN: Final = 64
"""Characters of a token that are kept: strangers may send any, and ours are shorter."""
PENALTY: Final = 1.0
"""Seconds that a refusal takes, so that a flood of them costs the flooder most."""


async def slow_down(refusal: Refused) -> None:
    """Wait before a refusal for speed is sent."""
    if refusal.code in ("too_fast", "unavailable"):
        await asyncio.sleep(PENALTY)


def sharing(connections: int) -> int:
    """How many persons an address may stand for that may have this many connections."""
    return max(1, connections // CONNECTIONS_EACH)


@final
class Meter:
    """How much of something a person, an address and all together may ask for."""

    def __init__(self, what: str, rate: float, size: int, sharing: int) -> None:
        every = sharing * ADDRESSES
        self._persons = Buckets(rate, size)
        self._addresses = Buckets(rate * sharing, size * sharing)
        self._all = Bucket(rate * every, size * every)
        self._what = what

    def take(self, address: str, token: str | None = None, amount: float = 1) -> None:
        """Somebody asks, for so much, and may be a person with a token.

        :raises Refused: "too_fast", or "unavailable" if it is others who ask for too much.
        """
        theirs = token is None or self._persons.take(token[:LONGEST_TOKEN], amount)
        if not theirs or not self._addresses.take(address, amount):
            raise Refused("too_fast", _too_many(self._what))
        if not self._all.take(amount):
            raise Refused("unavailable", _too_many_in_all(self._what))


@final
class Meters:
    """What is metered of all visitors of a process, but for their connections."""

    def __init__(self, settings: Settings) -> None:
        shared = sharing(settings.connections)
        self.reads = Meter("requests", *settings.reads, shared)
        self.requests = Meter("requests", *settings.requests, shared)
        self.messages = Meter("messages", *settings.messages, shared)
        self.codes = Meter("tries", *settings.codes, 1)
        self.hints = Meter("hints", *settings.hints, shared)
        self.replays = Meter("records", *settings.replays, 1)


def _too_many(what: str) -> str:
    match what:
        case "connections":
            return t("too many connections; wait a moment")
        case "messages":
            return t("too many messages; wait a moment")
        case "tries":
            return t("too many tries; wait a moment")
        case "hints":
            return t("too many hints; wait a moment")
        case "records":
            return t("too many records; wait a moment")
        case _:
            return t("too many requests; wait a moment")


def _too_many_in_all(what: str) -> str:
    match what:
        case "connections":
            return t("the server gets too many connections; wait a minute")
        case "messages":
            return t("the server gets too many messages; wait a minute")
        case "tries":
            return t("the server gets too many tries; wait a minute")
        case "hints":
            return t("the server gets too many hints; wait a minute")
        case "records":
            return t("the server gets too many records; wait a minute")
        case _:
            return t("the server gets too many requests; wait a minute")
