"""What a rated table asks of its people, and what of its match counts (docs/ratings.md)."""

from __future__ import annotations

from typing import Final

import msgspec

from microciv.bots.strength import strengths
from microciv.server.ratings import CERTAIN, NEWCOMER, Standing
from microciv.server.store.rows import Rated, RatedSeat
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Chair, Table, Who
from microciv.server.wire.messages import Refused
from microciv.speech import t

LEAST: Final = 2


def check_table(table: Table, who: Who | None) -> None:
    """A new table that is to be rated has to be fair to all who will sit there.

    :raises Refused: saying what a rated table has.
    """
    if not table.rated:
        return
    if table.pace == "none":
        raise Refused("bad_option", t("rated: a rated table has a clock"))
    if table.hints == "on":
        raise Refused("bad_option", t("rated: a rated table has no hints"))
    if table.options:
        raise Refused(
            "bad_option", t("rated: a rated table plays the usual rules, without options")
        )
    if len([chair for chair in table.chairs if chair.kind in ("person", "open")]) < LEAST:
        raise Refused(
            "bad_option", t("rated: a rated match needs at least {least} people", least=LEAST)
        )
    _check_known(who, program=table.host.program)


def check_guest(table: Table, who: Who | None, *, program: bool) -> None:
    """Only who is somebody plays for a rating, and nobody against themselves.

    :raises Refused: saying why not.
    """
    if not table.rated:
        return
    _check_known(who, program=program)
    assert who is not None
    late = [one.person for one in table.late]
    if who.person in [one.id for one in [*table.seated, *late]]:
        raise Refused("taken", t("you sit at this rated table already, perhaps on another device"))


def _check_known(who: Who | None, *, program: bool) -> None:
    if program:
        raise Refused("bad_option", t("programs do not play at rated tables"))
    if who is None:
        raise Refused(
            "unknown_key",
            t("a rated table has to know you again: sit down in a browser, or with a key"),
        )


def begun(table: Table) -> Table:
    """The table as its match begins: whoever plays now plays for the rating, whatever comes.

    :raises Refused: if there are too few people.
    """
    if not table.rated:
        return table
    people = [chair.person for chair in table.chairs if chair.kind == "person"]
    tokens = [person.token for person in people if person is not None]
    if len(tokens) < LEAST:
        raise Refused(
            "seats",
            t("a rated match needs {least} people at least; the others may be bots", least=LEAST),
        )
    return msgspec.structs.replace(table, rates=tokens)


def rated_of(table: Table, live: LiveMatch) -> Rated | None:
    """Who has played a match for their rating, and how well: a place is what the game says, but
    whose seat a bot played at the end comes last. None: it counts for nobody.
    """
    known = strengths(table.game)
    chairs = [table.chairs[number] for number in table.playing]
    ids = [chair.person.id for chair in chairs if chair.person is not None and chair.person.id]
    if not table.rates or len({*ids}) < len(ids):  # they were two guests, and are one person now
        return None
    seats: list[RatedSeat] = []
    for seat, (chair, place) in enumerate(zip(chairs, live.match.places(), strict=True)):
        person = chair.person
        if person is not None and person.token in table.rates:
            rank = len(chairs) + 1 if _left(chair) else place
            seats.append(RatedSeat(seat, rank, person.id, person.name, NEWCOMER))
        elif chair.is_bots and chair.level in known:
            points, error = known[chair.level]
            seats.append(RatedSeat(seat, place, "", "", Standing(points, error / CERTAIN)))
    return Rated(table.id, live.number, table.game, len(chairs), tuple(seats))


def rated_bots(table: Table, live: LiveMatch) -> Rated | None:
    """How well bot accounts have played a match, beside each other and bots whose strength is
    known; for people it counts nothing. None: it counts for nobody.
    """
    known = strengths(table.game)
    chairs = [table.chairs[number] for number in table.playing]
    as_usual = not table.options and table.given is None and table.hinting() == "off"
    if not as_usual or not any([chair.person and chair.person.owner for chair in chairs]):
        return None
    seats: list[RatedSeat] = []
    for seat, (chair, place) in enumerate(zip(chairs, live.match.places(), strict=True)):
        person = chair.person
        if person is not None and person.owner:
            rank = len(chairs) + 1 if _left(chair) else place
            seats.append(RatedSeat(seat, rank, person.id, person.name, NEWCOMER, person.owner))
        elif chair.is_bots and chair.level in known:
            points, error = known[chair.level]
            seats.append(RatedSeat(seat, place, "", "", Standing(points, error / CERTAIN)))
    if len(seats) < LEAST:
        return None
    return Rated(table.id, live.number, table.game, len(chairs), tuple(seats))


def _left(chair: Chair) -> bool:
    return chair.gone or chair.kind == "bot"
