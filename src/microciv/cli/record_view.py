"""A record as one seat saw it, decision set by decision set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import final

from microciv.cli.settings import read_seat
from microciv.core.errors import BadPosition, BadRecord, IllegalMove, MicrocivError
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.match import Record, replay
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.state import Observation
from microciv.files import named
from microciv.games import open_game


@final
@dataclass(frozen=True)
class Moment:
    """The table after a ply, and what the seat heard since the moment before."""

    ply: int
    seen: Observation
    heard: tuple[Heard, ...]
    ordered: tuple[Seat, ...] = ()  # whose orders have answered since


def game_of(record: Record) -> Game:
    return open_game(record.game, dict(record.options))


@contextmanager
def of_file(path: Path) -> Iterator[None]:
    """Whatever is wrong with a record is told with the name of its file.

    :raises BadRecord: in place of every other error.
    """
    try:
        yield
    except BadPosition as error:
        raise BadRecord(f"{named(path)}: position: {error}") from None
    except MicrocivError as error:
        raise BadRecord(f"{named(path)}: {error}") from None


def viewer_of(number: int | None, game: Game) -> Seat:
    """The seat that people call by this number; without one, the spectator's.

    :raises BadOption: if the game has no such seat.
    """
    return SPECTATOR if number is None else read_seat(number, game.seats)


def moments(game: Game, record: Record, seat: Seat) -> Iterator[Moment]:
    """Every moment at which something could be heard, the deal first.

    :raises BadRecord: if it is of other rules, or a move does not replay.
    """
    match = replay(game, record, 0)
    heard = tuple(match.heard(seat))
    count, since = len(heard), 0
    yield Moment(0, match.observe(seat), heard)
    for ply, (mover, text) in enumerate(record.moves, start=1):
        try:
            match.play(mover, text)
        except IllegalMove as error:
            raise BadRecord(f"moves[{ply - 1}]: {error}") from None
        news = tuple(match.heard(seat, count))
        if news or ply == len(record.moves):
            count += len(news)
            by_order = {record.moves[one][0] for one in record.ordered if since <= one < ply}
            since = ply
            yield Moment(ply, match.observe(seat), news, tuple(sorted(by_order)))
