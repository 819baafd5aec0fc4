"""Settings of a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from microciv.trust import new_seed


@dataclass(frozen=True)
class Settings:
    """Limits and pauses. Tests play without pauses and with seeds of their own."""

    pause: tuple[float, float] = (0.4, 0.9)
    """Seconds that bots and obvious answers take at the least, so that people can follow."""
    habit: tuple[float, float] = (2.0, 6.0)
    """Seconds that an answer takes which a person's cards leave no choice in, as that is hidden."""
    moment: float = 1.5
    """Seconds in which who plays with bots alone can change an answer before they answer."""
    second: float = 1.0
    """How long a second is for the clocks of tables: less in tests."""
    grace: float = 0.5
    """Seconds after a table's time is up in which answers that are under way still count."""
    rescue: float = 3.0
    """Seconds until a process does what another one, which may be gone, ought to have done."""
    away_after: float = 3.0
    """Seconds without a connection until a person is away: a reload takes less."""
    greeting: float = 10.0
    """Seconds that a connection may take to say hello."""
    sweep: float = 10.0
    """Seconds between two looks for whatever no wake-up told."""
    tidy: float = 60 * 60.0
    """Seconds between two looks for tables that nobody comes back to."""
    workers: int = 2
    """Processes for bots; 0: a thread of this one, for tests."""
    thinking: float = 20.0
    """Seconds after which the game answers for a bot that is stuck."""
    hint: tuple[int, float] = (3000, 1.5)
    """Iterations and seconds that a hint may take."""
    hints: tuple[float, int] = (0.5, 6)
    """Hints a second that a connection may ask for, and how many at once."""
    look: tuple[int, float] = (1500, 0.8)
    """Iterations and seconds for one step of an answer in a review."""
    review: float = 7.0
    """Seconds that a whole review may take on two cores, however many decisions there were."""
    reviews: int = 4
    """Reviews that may be worked on at a time; each has a worker only for a look at a time."""
    advice_seed: int | None = None
    """The seed of hints and reviews, for tests that look again; None: drawn anew each time."""
    design: bool = False
    """May visitors run studies? They take all cores, after everybody else."""
    studies: int = 2
    """Studies that may run at a time; of one address, one."""
    study: tuple[int, float] = (20_000, 10.0)
    """Matches of each arm at each table, and minutes, that a study may take."""
    study_grace: float = 30.0
    """Seconds until a study that nobody listens to is removed."""
    messages: tuple[float, int] = (20.0, 40)
    """Messages a second from one connection, and how many at once."""
    requests: tuple[float, int] = (10.0, 120)
    """HTTP requests that change something, a second from one address, and how many at once."""
    phrases: tuple[float, int] = (0.5, 30)
    """Phrases a second that a seat may say, and how many in one match."""
    words: tuple[float, int] = (0.5, 4)
    """Lines of their own words a second that a person may say, and how many at once."""
    connections: int = 200
    """Connections from one address; a family or a class may share one."""
    places: int | None = None
    """Connections in all; None: as many as the system has descriptors for."""
    reach: float = 2.0
    """Seconds that the database has to answer before the server says that it is not ready."""
    whole: float = 10.0
    """Seconds until a request has to be complete."""
    signs: tuple[float, float] = (4.0, 6.0)
    """Seconds between two signs of life asked of a socket, and until it is gone without one."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies before this server: who comes through them is counted by what they say
    in X-Forwarded-For, which is believed of nobody else.
    """
    backlog: int = 64
    """Messages that may wait for a slow connection before it is dropped."""
    audience: int = 100
    """Connections to one table."""
    rooms: int = 200
    """Tables that stay in memory without a connection."""
    origins: tuple[str, ...] = ()
    """Web origins besides the server's own that may connect, such as `https://play.example`."""
    seed: Callable[[], int] = new_seed
    bot_seed: Callable[[int, int, int], int] | None = None
    """A bot's seed by the deal's, the decision set and the seat, for tests that play the same match
    again; None: drawn anew for each question."""
    table_id: Callable[[], str] | None = None
