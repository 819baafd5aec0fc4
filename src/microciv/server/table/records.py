"""A record that somebody brings: what was seen of its match, and the positions in it.

Nothing is kept of it, and nothing is told that it does not say itself.
"""

from __future__ import annotations

import secrets
from typing import Any, cast

import msgspec

from microciv.core.codec import plain, plain_record, read_record
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match, Record, replay
from microciv.core.moves import SPECTATOR
from microciv.core.rng import read_seed
from microciv.games import about, open_game
from microciv.server.table.new_tables import new_table
from microciv.server.table.replays import play, replays
from microciv.server.table.tables import open_for
from microciv.server.table.views import table_view
from microciv.server.wire.messages import NewTable, Plain, Refused, SeatPlan, encode
from microciv.server.wire.replays import (
    AskPosition,
    PositionView,
    RecordReview,
    Replay,
    WatchedRecord,
    WatchRecord,
)
from microciv.speech import t


def watched(wish: WatchRecord) -> WatchedRecord:
    """What one seat, or a spectator, saw of the match of a record.

    :raises Refused: if it is damaged, or of other rules.
    """
    game, record = read(wish.record)
    seats = range(game.seats)
    seat = SPECTATOR if wish.seat is None else wish.seat
    if seat not in (*seats, SPECTATOR):
        raise Refused(
            "not_found", t("seat: expected one of {seats}, counted from 0", seats=game.seats)
        )
    names = [*wish.names[: game.seats]]
    names += [t("Seat {n}", n=number + 1) for number in seats[len(names) :]]
    try:
        told = replays(game, record, names, [seat])[str(seat)]
    except MicrocivError as error:
        raise Refused("malformed", f"record: {error}") from None
    options = {name: value for name, value in record.options.items() if name != "seats"}
    bots = [SeatPlan(kind="bot")] * game.seats
    table, _, _ = new_table(NewTable(game=game.name, seats=bots, options=options), "")
    seen = msgspec.json.decode(encode(told), type=Replay)
    return WatchedRecord(table=table_view(table, None, set(), None), replay=seen)


def finished(wish: RecordReview) -> bytes:
    """The record of a match that is over, as text that is the same for the same match.

    :raises Refused: if it is damaged or of other rules, or goes on.
    """
    game, record = read(wish.record)
    try:
        over = not replay(game, record).to_act()
    except MicrocivError as error:
        raise Refused("malformed", f"record: {error}") from None
    if not over:
        raise Refused("not_finished", t("the match of this record is not over: there is no review"))
    return encode(plain_record(record))


def position(wish: AskPosition) -> PositionView:
    """The position of a record's match as a decision opened: all of it, whoever may know it.

    :raises Refused: if the record is damaged or of other rules, or has no such decision.
    """
    game, record = read(wish.record)
    match = match_at(game, record, wish.decision)
    return PositionView(position=_plain_position(match))


def dealt(name: str, seats: int) -> PositionView:
    """The position of a game as it is dealt, some deal, to begin with.

    :raises Refused: if there is no such game, or not for this number of seats.
    """
    try:
        about(name)
    except MicrocivError as error:
        raise Refused("not_found", str(error)) from None
    game = open_for(name, {}, seats)
    return PositionView(position=_plain_position(Match(game, secrets.randbits(32))))


def read(data: Plain) -> tuple[Game, Record]:
    """A record that can be replayed here, and its game.

    :raises Refused: saying what is wrong with it.
    """
    try:
        record = read_record(data)
        game = open_game(record.game, {**record.options})
    except MicrocivError as error:
        raise Refused("malformed", f"record: {error}") from None
    if game.rules != record.rules:
        raise Refused(
            "stranded",
            t(
                "this match was played under version {former} of the rules of {game}, and"
                " this microciv has version {rules}: it would go otherwise",
                former=record.rules,
                game=game.name,
                rules=game.rules,
            ),
        )
    return game, record


def match_at(game: Game, record: Record, decision: int) -> Match:
    """The match of a record as this decision was opened.

    :raises Refused: if its moves do not replay, or there was no such decision.
    """
    try:
        match = Match(game, read_seed(record.seed, record.generator), record.position)
        for ply, (player, text) in enumerate(record.moves):
            if match.set_number() >= decision:
                break
            play(match, ply, player, text)
    except MicrocivError as error:
        raise Refused("malformed", f"record: {error}") from None
    if match.set_number() != decision or not match.to_act():
        raise Refused("not_found", t("decision: there is no such decision to play on from"))
    return match


def _plain_position(match: Match) -> Plain:
    return cast("dict[str, Any]", plain(match.position()))
