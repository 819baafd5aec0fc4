"""What people ask for themselves by HTTP: who they are here, on which devices, what they played."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from microciv.server.wire.by_day import QuietHours
from microciv.server.wire.messages import Name, Plain, Request, Struct

DeviceId = Annotated[str, Meta(max_length=40)]


class BeKnown(Request, frozen=True, kw_only=True):
    """A key for a program, as a cookie; a browser gets one with its first seat."""

    name: Name = ""


class SignOut(Request, frozen=True, kw_only=True):
    """Sign devices out: one by its id, or all but this one."""

    device: DeviceId | None = None
    others: bool = False


class ForgetPasskey(Request, frozen=True, kw_only=True):
    """A passkey no longer opens anything here."""

    passkey: Annotated[str, Meta(max_length=2000)]


class Erase(Request, frozen=True, kw_only=True):
    """Erase me: it cannot be undone."""


class AskCode(Request, frozen=True, kw_only=True):
    """Six words that let another device in."""


class UseCode(Request, frozen=True, kw_only=True):
    """This device belongs to the person who was shown the code."""

    words: Annotated[str, Meta(max_length=100)]


class AskPasskey(Request, frozen=True, kw_only=True):
    """What the browser has to know to make or to use a passkey."""


class Credential(Request, frozen=True, kw_only=True):
    """What the browser has made of that, as `PublicKeyCredential.toJSON()` has it."""

    credential: Plain


class MyTable(Request, frozen=True, kw_only=True):
    """A token for this device, at a table where I sit already."""


class Device(Struct, frozen=True, kw_only=True):
    """A browser or program that has a key of somebody's."""

    id: str
    label: str
    made: int  # in seconds since 1970, like all these times
    seen: int  # the day
    here: bool


class Passkey(Struct, frozen=True, kw_only=True):
    """A passkey of somebody's."""

    id: str
    label: str
    made: int
    seen: int  # the day


class Me(Struct, frozen=True, kw_only=True):
    """Who I am here. Nobody else is told any of it."""

    known: bool  # this browser has a key
    account: bool = False  # there is a way to sign in
    name: str = ""  # what I was called last
    played: int = 0  # matches
    devices: list[Device] = field(default_factory=list)
    passkeys: list[Passkey] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)  # where I sit, by id
    quiet: QuietHours | None = None  # when nobody can expect me to play by the day
    address: str = ""  # where mails go, and by which I sign in
    unconfirmed: str = ""  # one that has still to be confirmed
    mails: bool = True  # about turns are wanted
    push: bool = False  # this device is told of turns


class DeviceCode(Struct, frozen=True, kw_only=True):
    """Six words, good once."""

    words: str
    seconds: int  # in which the words are valid


class PasskeyOptions(Struct, frozen=True, kw_only=True):
    """The options of WebAuthn, in the form of `parseCreationOptionsFromJSON` and the like."""

    options: Plain


class Company(Struct, frozen=True, kw_only=True):
    """Who has played in a seat: a person, a bot of a level, or a bot account."""

    name: str
    level: str | None = None
    owner: str = ""  # of a bot account


class PastMatch(Struct, frozen=True, kw_only=True):
    """A match that I have played to its end."""

    table: str
    match: int
    game: str
    variant: str  # of the game; "": the usual rules; else a digest of what was otherwise
    seat: int
    company: list[Company]  # by seat, mine too
    place: int
    score: int  # in score units
    unit: int
    begun: int | None  # null: nobody has noted it
    ended: int
    kept: bool  # its record and replay are still there
    rating: tuple[float, float] | None  # mine before and after; null: it was not rated


class History(Struct, frozen=True, kw_only=True):
    """Some of my matches, the last first."""

    matches: list[PastMatch]
    first: int  # the index of the first of them among all that were asked for
    total: int  # of those
    games: dict[str, int]  # how many there are of each game in all
    days: int  # in which records are kept at least, once a match is over
