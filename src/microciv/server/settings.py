"""All settings of a server, with their defaults and what is expected of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from microciv.server.limits import Networks

YEAR = 365 * 24 * 3600
HOST_NAME = r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]"
"""A name, or an address as it stands in a URL."""


def _rising(values: tuple[float, float]) -> None:
    if values[0] > values[1]:
        raise ValueError


Switch: TypeAlias = Annotated[bool, Meta(description="true or false")]
Count: TypeAlias = Annotated[int, Meta(ge=1, description="an integer of at least 1")]
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=YEAR, description="a number above 0")]
Pause: TypeAlias = Annotated[float, Meta(ge=0, le=YEAR, description="a number of at least 0")]
Span: TypeAlias = Annotated[
    tuple[Pause, Pause],
    Meta(description="two numbers of at least 0, the least and the most"),
    _rising,
]
Rate: TypeAlias = Annotated[
    tuple[Seconds, Count], Meta(description="a number above 0 and an integer of at least 1")
]
Budget: TypeAlias = Annotated[
    tuple[Count, Seconds], Meta(description="an integer of at least 1 and a number above 0")
]
Addresses: TypeAlias = Annotated[
    tuple[str, ...],
    Meta(description="a list of addresses such as 127.0.0.1, or networks such as 10.0.0.0/8"),
    Networks,
]


@dataclass(frozen=True)
class Settings:
    """What a server is told. An operator may set what is `Annotated`, with what is expected of it
    (`configuration`); the rest is for tests, which play without pauses and with seeds of their own.
    """

    host: Annotated[str, Meta(min_length=1, description="an address of this machine")] = "127.0.0.1"
    """Address to listen on; `0.0.0.0` for everybody on the network."""
    port: Annotated[int, Meta(ge=0, le=65535, description="a number from 0 to 65535")] = 8000
    """Port to listen on; 0 for any free one."""
    database: Annotated[str | None, Meta(description="a file name or a postgresql:// address")] = (
        None
    )
    """SQLite file or `postgresql://` address; none: a file in your folder for application data."""
    pause: Span = (0.4, 0.9)
    """Shortest and longest pause, in seconds, before answers of bots and answers without a choice,
    so that people can follow.
    """
    habit: tuple[float, float] = (2.0, 6.0)
    """Seconds that an answer takes if a person's cards leave no choice: it must not show that."""
    moment: Pause = 1.5
    """Seconds in which a person who plays with bots alone can still change an answer."""
    address: Annotated[
        Annotated[str, Meta(pattern=rf"^http://({HOST_NAME})(:[0-9]{{1,5}})?/?$")] | None,
        Meta(description="an address such as http://10.0.0.5:8000"),
    ] = None
    """Where other processes that share the database reach this one, to pass on the requests of
    visitors whose tables it serves. None: at its port on the same machine.
    """
    beat: float = 1.0
    """Seconds between two signs of life of a process that shares its database."""
    lease: float = 5.0
    """Seconds without one after which other processes take its tables."""
    unused: float = 60.0
    """Seconds after which a table that nobody is at may be another process's."""
    second: float = 1.0
    """How long a second is for the clocks of tables: less in tests."""
    limit: float | None = None
    """Seconds for each decision of a table with a clock, for arenas; None: as the game says."""
    due: float = 10.0
    """Seconds between two looks for decisions of matches by the day that are due."""
    grace: float = 0.5
    """Seconds after a table's time is up in which answers that are under way still count."""
    rescue: float = 3.0
    """Seconds until what could not be stored is tried again."""
    away_after: Pause = 3.0
    """Seconds without a connection until a person is away: a reload takes less."""
    reveal: Seconds = 2.0
    """Seconds that people's pages have, when a match begins, to reveal their part of the deal."""
    greeting: Seconds = 10.0
    """Seconds that a connection may take to say hello."""
    tidy: float = 60 * 60.0
    """Seconds between two looks for tables that nobody comes back to."""
    finished: Count = 30
    """Days that a table is kept after its match is over and nobody has come back to it."""
    history: Count = 365
    """The same for a table where somebody with an account has played; at least `finished`."""
    codes: Rate = (0.1, 10)
    """Codes, passkeys and other proofs of identity per second from one address, and how many at
    once.
    """
    workers: Count = 2
    """Worker processes that one visitor's bots may use at once; there is always one more, for other
    visitors.
    """  # 0, for tests: a thread
    thinking: Seconds = 20.0
    """Seconds, from when a bot begins to think, after which the game answers for it."""
    hint: Budget = (3000, 1.5)
    """Iterations and seconds that a hint may take at most."""
    hints: Rate = (0.5, 6)
    """Hints per second that a person may ask for, and how many at once."""
    replays: Rate = (100, 6000)
    """Moves per second of records that are replayed for one address, and how many at once."""
    look: Budget = (1500, 0.8)
    """Iterations and seconds that a review may spend on one step of an answer at most."""
    review: Seconds = 7.0
    """Seconds that a whole review takes at most on two cores, however many decisions there are."""
    reviews: Count = 4
    """Reviews computed at a time, one per address and person. Others wait."""
    advice_seed: int | None = None
    """The seed of hints and reviews, for tests that look again; None: drawn anew each time."""
    design: Switch = False
    """May visitors run studies? They use all cores, at the lowest priority."""
    studies: Count = 2
    """Studies that may run at a time, one per address."""
    study: Budget = (20_000, 10.0)
    """Matches of each arm at each table, and minutes, that a study may take."""
    study_grace: float = 30.0
    """Seconds until a study that nobody listens to is removed."""
    messages: Rate = (20.0, 40)
    """Messages per second from one person, and how many at once."""
    reads: Rate = (5.0, 100)
    """HTTP requests per second from one person that change nothing, and how many at once."""
    requests: Rate = (1.0, 20)
    """HTTP requests per second from one person that change something or ask for a review, and how
    many at once.
    """
    connects: Rate = (2.0, 40)
    """New connections per second from one person, and how many at once."""
    phrases: Rate = (0.5, 30)
    """Phrases per second that a seat may say, and how many in one match."""
    words: Rate = (0.5, 4)
    """Lines of free talk per second that a person may say, and how many at once."""
    connections: Count = 200
    """Connections from one address, which a family or a class may share. The other limits of an
    address follow from this: for every 20 connections it may do as much as one person, so ten times
    as much by default. All visitors together may do as much as 50 addresses.
    """
    matches: Count = 10
    """Matches in play at a time per person, with three bots each on average; a match counts for the
    host of its table, or else for whoever came first.
    """
    places: Annotated[Count | None, Meta(description="an integer of at least 1")] = None
    """Connections in total; none: as many as the system has file descriptors for."""
    reach: Seconds = 2.0
    """Seconds that the database may take to answer before the server says that it is not ready."""
    whole: Seconds = 10.0
    """Seconds within which a request must be complete."""
    signs: tuple[float, float] = (4.0, 6.0)
    """Seconds between two signs of life asked of a socket, and until it is gone without one."""
    log_format: Annotated[Literal["text", "json"], Meta(description="text or json")] = "text"
    """The format of the log's lines."""
    metrics: Addresses = ("127.0.0.1", "::1")
    """Addresses that may read `/metrics`; for others, and through proxies, it does not exist."""
    proxies: Addresses = ()
    """Addresses of proxies in front of this server: their visitors are counted by X-Forwarded-For,
    which is believed from nobody else.
    """
    backlog: Count = 64
    """Messages that may wait for a slow connection before it is dropped."""
    audience: Count = 100
    """Connections to one table."""
    rooms: Count = 200
    """Tables that stay in memory without a connection."""
    hosts: Annotated[
        tuple[Annotated[str, Meta(pattern=f"^({HOST_NAME})$")], ...],
        Meta(description="a list of names or addresses without port, such as play.example"),
    ] = ()
    """Names and addresses of this server, without port, such as `play.example`; it answers to no
    others. None: it answers to any name. Then somebody else's page can point its own name at this
    server, and its visitors' browsers take the two for the same site (DNS rebinding).
    """
    origins: Annotated[
        tuple[str, ...], Meta(description="a list of web origins such as https://play.example")
    ] = ()
    """Web origins other than the server's own that may connect, such as `https://play.example`."""
    site: Annotated[
        Annotated[str, Meta(pattern=rf"^https?://({HOST_NAME})(:[0-9]{{1,5}})?$")] | None,
        Meta(description="an address such as https://play.example"),
    ] = None
    """The address at which people open this site; links in notices begin with it. It turns on
    notices of turns by the day, at least by push. None: there are no notices.
    """
    smtp: Annotated[
        Annotated[str, Meta(pattern=f"^({HOST_NAME})$")] | None,
        Meta(description="a name or an address"),
    ] = None
    """The mail server that sends this site's mail. None: the site sends and offers no mail."""
    smtp_port: Annotated[int, Meta(ge=1, le=65535, description="a number from 1 to 65535")] = 587
    """The port of the mail server."""
    smtp_tls: Annotated[
        Literal["starttls", "tls", "none"], Meta(description="starttls, tls or none")
    ] = "starttls"
    """How the connection to the mail server is encrypted: by STARTTLS, by TLS from the start, or
    not at all.
    """
    smtp_user: Annotated[str | None, Meta(description="a name")] = None
    """The user name for the mail server. None: the site sends mail without signing in."""
    smtp_password: Annotated[str | None, Meta(description="a password")] = None
    """The password for the mail server."""
    sender: Annotated[
        Annotated[str, Meta(pattern=r"^[^\s@<>,]+@[^\s@<>,]+$")] | None,
        Meta(description="an address such as civ@play.example"),
    ] = None
    """The sender's address of all mails; needed if `smtp` is set."""
    mails: Rate = (0.005, 5)
    """Mails with words to sign in per second, to one address and for one person, and how many at
    once.
    """
    webhooks: Switch = False
    """May hosts of tables by the day name an https address that is told whose turn it is? Then the
    server sends requests to addresses that visitors choose, but never into a private network.
    """
    told_after: float = 60.0
    """Seconds of a clock after which who is to play by the day is told so."""
    digest: float = 3600.0
    """Seconds between two mails about turns to one person."""
    loopback: bool = False
    """May notices go to this machine, without TLS?"""
    seed: Callable[[], int] | None = None
    """The seed of each match, for tests; None: it is made from what all who play have a part in."""
    bot_seed: Callable[[int, int, int], int] | None = None
    """A bot's seed by the deal's, the decision and the seat, for tests that play the same match
    again; None: drawn anew for each question."""
    table_id: Callable[[], str] | None = None
