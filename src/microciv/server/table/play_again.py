"""A match that is over is played once more: its deal, or on from one of its decisions.

What everybody could know of it is known: so such a table says what it is, and only its first match
is dealt like that.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from microciv.bots.levels import levels as levels_of
from microciv.core.codec import plain, read_record
from microciv.core.errors import MicrocivError
from microciv.core.match import Record
from microciv.core.rng import Rng, read_seed
from microciv.games import open_game
from microciv.server.store.rows import Outcome
from microciv.server.table.new_tables import new_table
from microciv.server.table.records import match_at, read
from microciv.server.table.tables import Given, Table, Who
from microciv.server.wire.messages import NewTable, Plain, Refused, SeatPlan
from microciv.server.wire.replays import Again, RecordAgain
from microciv.speech import t


def again(
    wish: Again,
    of: tuple[str, int],
    outcome: Outcome,
    id_: str,
    who: Who | None,
    levels: Sequence[str | None] = (),
) -> tuple[Table, str, int | None]:
    """A table for one person with bots, who play the match `of` (table and number) once more.
    `levels`: by seat, how strong bots are if no other level is wished for.

    :raises Refused: if there is no such seat or decision, or the game has changed since.
    """
    return _table(wish, of, _read(outcome), id_, who, levels)


def record_again(wish: RecordAgain, id_: str, who: Who | None) -> tuple[Table, str, int | None]:
    """The same of a record from anywhere, which is the match of no table.

    :raises Refused: if it is damaged or of other rules, or there is no such seat or decision.
    """
    _, record = read(wish.record)
    how = Again(seat=wish.seat, decision=wish.decision, level=wish.level, name=wish.name)
    return _table(how, ("", 0), record, id_, who)


def _table(
    wish: Again,
    of: tuple[str, int],
    record: Record,
    id_: str,
    who: Who | None,
    levels: Sequence[str | None] = (),
) -> tuple[Table, str, int | None]:
    options = {name: value for name, value in record.options.items() if name != "seats"}
    seats = record.options["seats"]
    if not isinstance(seats, int) or wish.seat >= seats:
        raise Refused("not_found", t("seat: expected one of {seats}, counted from 0", seats=seats))
    known = levels if len(levels) == seats else [None] * seats
    still = [level if level in levels_of(record.game) else None for level in known]
    bots = [SeatPlan(kind="bot", level=wish.level or level) for level in still]
    plan = NewTable(
        game=record.game,
        name=wish.name,
        seats=[SeatPlan(kind="you") if seat == wish.seat else bot for seat, bot in enumerate(bots)],
        options=options,
        late=False,
    )
    table, token, number = new_table(plan, id_, who)
    if wish.decision is None:
        seed, position = read_seed(record.seed, record.generator), record.position
    else:
        seed, position = secrets.randbits(128), _moment(record, wish.decision, wish.seat)
    given = Given(of[0], of[1], f"{seed:x}", wish.decision, position)
    return msgspec.structs.replace(table, given=given), token, number


def _read(outcome: Outcome) -> Record:
    try:
        record = read_record(msgspec.json.decode(outcome.record))
        game = open_game(record.game, {**record.options})
    except (MicrocivError, msgspec.DecodeError):
        raise Refused("stranded", _other_rules()) from None
    if game.rules != record.rules:
        raise Refused("stranded", _other_rules())
    return record


def _moment(record: Record, decision: int, seat: int) -> Plain:
    """The position as this decision was opened, with all that the seat did not know dealt anew.

    :raises Refused: if there was no such decision.
    """
    game = open_game(record.game, {**record.options})
    match = match_at(game, record, decision)
    state = game.redeal(match.observe(seat), Rng(secrets.randbits(128)))
    position = plain(state.position())
    assert isinstance(position, dict)
    return position


def _other_rules() -> str:
    return t("the game has changed since: this match can be watched, and not played on")
