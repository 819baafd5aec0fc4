"""What a store takes and gives, and how operations on it are written."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from microciv.core.deal import Deal
from microciv.core.errors import MicrocivError
from microciv.server.ratings import Standing

T = TypeVar("T")
Rows: TypeAlias = list[tuple[Any, ...]]
Statement: TypeAlias = tuple[str, Sequence[object]]
Operation: TypeAlias = Generator[Statement, Rows, T]

AGREES: Final = "agrees"
"""The seat's person agrees that bots play the rest of the match out."""
WITHDRAWS: Final = "withdraws"
"""The seat's person does not agree any more."""
RETURNS: Final = "returns"
"""The seat's person, for whom the clock answered last, is there again."""
FINISHES: Final = "finishes"
"""All people agree: from here on bots play, in all seats."""
ORDER: Final = "order"
"""An answer that the seat's person has left beforehand."""
ASIDE: Final = frozenset({AGREES, WITHDRAWS, RETURNS, FINISHES})


class Conflict(Exception):  # it is an outcome, not a fault
    """Somebody else wrote first; nothing has been written."""


class StoreError(MicrocivError):
    """The database cannot be opened or used; the message is for the server's operator, and the
    reason for the log: the database's own, as far as it cannot quote what is stored.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class StoreInUse(StoreError):
    """Another process has the database open."""


class Unfit(Exception):  # no `MicrocivError`: its words are for the log, and never for a client
    """What is stored cannot be read or gone on with by this microciv; the words say where, and
    nothing of what is there.
    """


@dataclass(frozen=True)
class Listing:
    """By what strangers look for a table."""

    game: str
    seats: int
    pace: str
    rated: bool
    fills: int | None  # when bots take the seats that are open, in seconds since 1970


@dataclass(frozen=True)
class TableRow:
    """A table; `body` is `tables.Table` as JSON."""

    id: str
    version: int
    state: str  # lobby, playing or finished: for lists only
    open: int  # seats that wait for a player, if strangers may know
    body: bytes
    people: tuple[str, ...] = ()  # the ids of those who are at it, when it is written
    listing: Listing | None = None
    group: str = ""  # whose table it is; told when it is made
    given_up: bool = False  # nobody plays on the deal of the day that its match has


@dataclass(frozen=True)
class MatchRow:
    table: str
    number: int
    game: str
    options: dict[str, object]
    names: list[str]
    seed: int | None  # None: its people are still to reveal what the deal is made from
    rules: int | None = None  # version of the game; None: dealt before that was kept
    deal: Deal | None = None  # None: nobody had a part in the seed
    position: dict[str, object] | None = None  # where it began, if not at a deal


@dataclass(frozen=True)
class Entry:
    """From this entry on the seat's answer in this decision is `moves`; none: taken back.

    Those by AGREES, WITHDRAWS and FINISHES are no answers.
    """

    ply: int
    seat: int
    decision: int
    moves: tuple[str, ...]
    id: str | None = None
    by: str = "person"


@dataclass(frozen=True)
class Played:
    """That somebody has played a match; it outlives the table."""

    person: str
    table: str
    number: int
    seat: int
    variant: str  # the name of one, "" for the usual rules, or a digest of what is otherwise
    company: str  # JSON: by seat, name and level of all who played
    people: int  # how many of these are no bots
    seats: int
    place: int
    score: int  # in score units
    unit: int  # score units per point


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey that a browser has made."""

    id: str
    public: bytes
    signs: int


@dataclass(frozen=True)
class RatedSeat:
    """Who has played for a rating in a seat, or a bot whose strength is known."""

    seat: int
    rank: int  # as places are, but who left comes last
    person: str  # empty: nobody whose rating changes
    name: str
    standing: Standing  # of a bot; of a person unless there is a rating already
    owner: str = ""  # of a bot account, what its owner is called


@dataclass(frozen=True)
class Rated:
    """A match that counts for the ratings of those who have played it."""

    table: str
    number: int
    game: str
    of: int  # seats
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True)
class Outcome:
    """What is kept of a finished match, so that it can always be watched, and who has played it."""

    record: bytes
    replay: bytes
    played: tuple[Played, ...] = ()
    rated: Rated | None = None
    told: tuple[str, ...] | None = None  # who is told that it is over; None: nobody, and nothing
