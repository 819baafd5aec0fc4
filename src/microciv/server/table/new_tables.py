"""A table as its host wants it, before anybody else has come."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from microciv.core.codec import plain
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.options import changed
from microciv.games import about, catalogue, set_up
from microciv.lessons import lesson_of
from microciv.server.names import likeness
from microciv.server.store.sql import now
from microciv.server.table.tables import (
    Chair,
    Given,
    Invited,
    Person,
    Table,
    Who,
    check_level,
    new_person,
    new_token,
    open_for,
)
from microciv.server.wire.lobby import NewLesson
from microciv.server.wire.messages import NewTable, Plain, Refused, SeatChange, SeatPlan
from microciv.server.wire.pace import USUAL_HOURS
from microciv.speech import t


def new_table(
    wish: NewTable,
    id_: str,
    who: Who | None = None,
    invited: Mapping[str, Invited] = MappingProxyType({}),
) -> tuple[Table, str, int | None]:
    """A table as its host wants it, with the host's token and the number of their chair; `invited`
    has those whom the plans of its seats name.

    :raises Refused: for an unknown game, options that it does not take, too many chairs.
    """
    try:
        known = about(wish.game)
    except MicrocivError as error:
        raise Refused("bad_option", str(error)) from None
    if "seats" in wish.options:
        raise Refused("bad_option", t("seats: counted from the table's seats, not an option here"))
    mine = [number for number, plan in enumerate(wish.seats) if plan.kind == "you"]
    if len(mine) > 1:
        raise Refused("bad_option", t("seats: at most one of them is you"))
    if len(wish.seats) > max(known.seats):
        raise Refused(
            "bad_option",
            t("seats: {game} has at most {most}", game=known.title, most=max(known.seats)),
        )
    token = new_token()
    host = new_person(wish.name or "Host", [], token, who, program=wish.program)
    check_programs(wish.seats, allowed=wish.programs, rated=wish.rated)
    chairs = [_chair(plan, wish.game, host, invited) for plan in wish.seats]
    seats = len([chair for chair in chairs if chair.kind != "closed"])
    given = None
    if wish.position is None:
        game = open_for(wish.game, wish.options, seats)
    else:
        game = _game_of(wish.position, wish, seats)
        given = Given("", 0, f"{secrets.randbits(128):x}", None, wish.position)
    options = plain({**changed(game.options)})
    assert isinstance(options, dict)
    del options["seats"]
    if wish.quick and (wish.fill is None or not wish.listed or options or given):
        raise Refused("bad_option", t("quick: only a listed table of the usual rules, with fill"))
    table = Table(
        id_,
        wish.game,
        options,
        host,
        chairs,
        pace=wish.pace,
        hours=_hours(wish),
        talk=wish.talk or ("phrases" if wish.listed else "free"),
        hints=wish.hints,
        pauses=wish.pauses,
        listed=wish.listed,
        latecomers=wish.late and not wish.rated,
        rated=wish.rated,
        watching=wish.watching,
        programs=wish.programs,
        fills=0 if wish.fill is None else now() + wish.fill,
        group=wish.group,
        given=given,
    )
    return table, token, mine[0] if mine else None


def _hours(wish: NewTable) -> int:
    """:raises Refused: where a clock has no use for them."""
    if wish.pace == "daily":
        return wish.hours or USUAL_HOURS
    if wish.hours is not None:
        raise Refused("bad_option", t('hours: only where the pace is "daily"'))
    return 0


def _game_of(position: Plain, wish: NewTable, seats: int) -> Game:
    """The game of a position that its host wants to begin with.

    :raises Refused: saying what is wrong with it, or with the table.
    """
    if wish.rated:
        raise Refused(
            "bad_option", t("rated: who sets a position up knows the cards; leave one out")
        )
    if wish.options:
        raise Refused("bad_option", t("options: a position has its own; leave them out here"))
    if position.get("game") != wish.game:
        raise Refused("bad_option", t("position.game: expected {game!r}", game=wish.game))
    try:
        match = set_up(position)
    except MicrocivError as error:
        raise Refused("bad_option", f"position.{error}") from None
    if match.game.seats != seats:
        raise Refused(
            "bad_option",
            t("seats: the position has {has}, not {seats}", has=match.game.seats, seats=seats),
        )
    if not match.to_act():
        raise Refused("bad_option", t("position: the match is over there"))
    return match.game


def new_lesson(wish: NewLesson, id_: str, who: Who | None = None) -> tuple[Table, str, int | None]:
    """A table where one person learns the game.

    :raises Refused: for a game without a lesson.
    """
    lesson = lesson_of(wish.game) if wish.game in catalogue() else None
    if lesson is None:
        raise Refused("bad_option", t("game: no lesson for {game!r}", game=wish.game))
    bots = [SeatPlan(kind="bot", level=lesson.level)] * (lesson.seats - 1)
    plan = NewTable(
        game=wish.game,
        name=wish.name,
        seats=[SeatPlan(kind="you"), *bots],
        options={**lesson.options},
        talk="off",
        hints="off",
        late=False,
    )
    table, token, number = new_table(plan, id_, who)
    return msgspec.structs.replace(table, lesson=True), token, number


def check_programs(
    wishes: Sequence[SeatPlan | SeatChange], *, allowed: bool, rated: bool = False
) -> None:
    """Others' programs play where the host allows it, each in one seat.

    :raises Refused: saying what is in the way.
    """
    if allowed and rated:
        raise Refused("bad_option", t("programs: none play at rated tables"))
    named = [likeness(wish.program) for wish in wishes if wish.program]
    if named and not allowed:
        raise Refused("bad_option", t("program: this table does not allow others' programs"))
    if len({*named}) < len(named):
        raise Refused("taken", t("program: a bot account plays one seat of a table"))
    if any([wish.program and (wish.kind != "bot" or wish.level) for wish in wishes]):
        raise Refused("bad_option", t("program: only in place of a bot, and of its level"))


def _chair(plan: SeatPlan, game: str, host: Person, invited: Mapping[str, Invited]) -> Chair:
    if plan.kind == "you":
        return Chair("person", None, host)
    if plan.program:
        return Chair("open", invited=invited[plan.program])
    if plan.kind == "bot":
        return Chair("bot", check_level(game, plan.level))
    return Chair("open" if plan.kind == "here" else plan.kind)  # until they sit down (`sharing`)
