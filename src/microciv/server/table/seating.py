"""Who may sit, leave and decide at a table. Each change gives the table as it is afterwards, or
refuses.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from microciv.server import refusals
from microciv.server.table import rated_tables
from microciv.server.table.tables import (
    Chair,
    Invited,
    Latecomer,
    Person,
    Table,
    Who,
    check_level,
    hash_token,
    new_person,
)
from microciv.server.wire.messages import Refused, SeatChange, Sit
from microciv.speech import t

NO_TOKEN: Final = ""
"""In place of a token's hash: of no token."""


def check_known(table: Table, token: str | None) -> None:
    """Anybody may watch; but a token has to be one of this table.

    :raises Refused: "removed" or "bad_token".
    """
    if table.was_removed(token):
        raise Refused("removed", refusals.removed())
    known = table.person_of(token) is not None or table.was_here(token) or table.sharers(token)
    if token is not None and not known:
        raise Refused("bad_token", t("this token does not belong to this table (any more)"))


def is_known(table: Table, token: str | None) -> bool:
    """May the holder of this token watch, or sit here?"""
    try:
        check_known(table, token)
    except Refused:
        return False
    return True


def is_watched(table: Table, token: str | None, *, over: bool) -> bool:
    """May the holder of this token, or somebody with none, see the match?"""
    return table.watching != "off" or table.match == 0 or over or plays(table, token)


def plays(table: Table, token: str | None) -> bool:
    """Does the holder of this token do more than watch: sit here, or wait for a seat?"""
    return bool(table.chairs_of(token)) or table.late_of(token) is not None


def check_watched(table: Table, token: str | None, *, over: bool) -> None:
    """:raises Refused: "unwatched"."""
    if not is_watched(table, token, over=over):
        raise Refused("unwatched", refusals.unwatched())


def check_host(table: Table, token: str | None) -> None:
    """Only the host decides.

    :raises Refused: "bad_token" or "not_host".
    """
    if table.is_host(token):
        return
    if table.chair_of(token) is None:
        raise Refused("bad_token", t("this needs the token of the table's host"))
    raise Refused("not_host", t("only the host of the table can do that"))


def decides(table: Table, token: str | None, present: set[str]) -> bool:
    """The host decides; in a match, while the host is away, all people who sit here do."""
    if table.is_host(token):
        return True
    person = table.person_of(token)
    seated = bool(table.chairs_of(token)) and not (person is not None and person.owner)
    return table.match > 0 and seated and table.host.token not in present


def check_decides(table: Table, token: str | None, present: set[str]) -> None:
    """Only who decides about seats now may change one.

    :raises Refused: "bad_token" or "not_host".
    """
    if not decides(table, token, present):
        check_host(table, token)


def sit(table: Table, wish: Sit, token: str, who: Who | None = None) -> Table:
    """A person takes an open chair.

    :raises Refused: if there is none, or the one asked for is not open.
    """
    if table.match > 0:
        raise Refused("started", t("this match has begun; you can watch it"))
    number = wish.seat
    free = [number for number, chair in enumerate(table.chairs) if _is_free(chair)]
    if not free:
        raise Refused("taken", t("no seat is open at this table"))
    if number is not None and number not in free:
        raise Refused("taken", t("that seat is not open"))
    number = free[0] if number is None else number
    person = new_person(wish.name, table.taken_names(), token, who, program=wish.program)
    return with_chair(table, number, Chair("person", None, person))


def _is_free(chair: Chair) -> bool:
    return chair.kind == "open" and chair.invited is None


def accept(table: Table, who: Who, name: str, owner: str, token: str) -> Table:
    """A bot account takes the chair that is kept for it; the match begins if nobody else is waited
    for than its host.

    :raises Refused: if there is none.
    """
    number = _invited_at(table, who)
    account = new_person(name, _others(table, who), token, who, program=True)
    account = msgspec.structs.replace(account, owner=owner)
    table = with_chair(table, number, Chair("person", None, account))
    alone = len([one for one in table.seated if not one.owner]) <= 1
    return start(table, None) if not table.open() and (alone or table.fills) else table


def decline(table: Table, who: Who) -> Table:
    """A bot account does not want the chair that is kept for it.

    :raises Refused: if there is none.
    """
    return with_chair(table, _invited_at(table, who), Chair("open"))


def _invited_at(table: Table, who: Who) -> int:
    for number, chair in enumerate(table.chairs):
        if chair.invited is not None and chair.invited.id == who.person:
            return number
    if who.person in [one.id for one in table.seated]:
        raise Refused("taken", t("you play at this table already"))
    raise Refused("not_found", t("nobody asks you to this table (any more)"))


def _others(table: Table, who: Who) -> list[str]:
    invited = [one.name for one in table.invited() if one.id != who.person]
    return [*[one.name for one in table.persons()], *invited]


def invite(table: Table, number: int, invited: Invited) -> Table:
    """The host asks a bot account to play; it may have been removed before.

    :raises Refused: if it is here already.
    """
    if invited.id in table.ids():
        raise Refused("taken", t("program: a bot account plays one seat of a table"))
    table = with_chair(table, number, Chair("open", invited=invited))
    removed = [one for one in table.removed if one not in (invited.id, invited.token)]
    return msgspec.structs.replace(table, removed=removed)


def change_seat(
    table: Table,
    number: int,
    change: SeatChange,
    present: set[str],
    invited: Invited | None = None,
) -> Table:
    """The host opens or closes a seat, gives it to a bot or asks a bot account; in a match a bot
    gets it, while its person is away.

    :raises Refused: saying what can be done instead.
    """
    if number >= len(table.chairs):
        raise Refused("not_found", t("seat: expected 0 to {last}", last=len(table.chairs) - 1))
    chair = table.chairs[number]
    if invited is not None and table.match > 0:
        raise Refused("started", refusals.not_now())
    if table.match > 0:
        if change.kind != "bot" or chair.kind != "person" or chair.person is None:
            raise Refused("started", t("during a match, only a bot can take a person's seat"))
        if chair.person.token in present:
            raise Refused("taken", t("that person is here; a bot can play for those who are away"))
        level = check_level(table.game, change.level)
        return with_chair(table, number, _played(chair, level))
    if chair.person is not None and chair.person.token == table.host.token:
        raise Refused("taken", t("that is the host's own seat; leave it first"))
    if invited is not None:
        return invite(table, number, invited)
    level_or_none = check_level(table.game, change.level) if change.kind == "bot" else None
    return with_chair(table, number, Chair(change.kind, level_or_none))


def start(table: Table, fill: str | None) -> Table:
    """The match begins; open chairs become bots.

    :raises Refused: if it has begun, or the game is not for that number of seats.
    """
    if table.match > 0:
        raise Refused("started", t("this match has begun"))
    if table.open() and fill is None:
        raise Refused("seats", t("a seat is still open: close it, wait, or fill it with a bot"))
    chairs = [
        Chair("bot", check_level(table.game, fill)) if chair.kind == "open" else chair
        for chair in table.chairs
    ]
    begun = msgspec.structs.replace(table, chairs=chairs, match=1)
    begun.open_game()
    return rated_tables.begun(begun)


def leave(
    table: Table, token: str | None, *, resign: bool, over: bool, stranded: bool
) -> Table | None:
    """A person gives up the chair, or all who share a device do. It is open again in the lobby; in
    a match a bot plays on, and the person may come back unless they `resign` or it is `over`. None:
    nobody is left who waits for a match, or who could go on with a stranded one.

    :raises Refused: if the token is not of this table.
    """
    leaving, numbers = table.speaks_for(token), table.chairs_of(token)
    if not leaving:
        raise Refused("bad_token", t("this token does not belong to this table"))
    for late in table.late:
        if late.person in leaving:
            table = _forget(table, late)
    if numbers and table.match > 0 and not (resign or over):
        return stand_in(table, numbers)
    for number in numbers:
        stayed = over and not table.chairs[number].stands_in
        table = _vacate(table, number, stayed=stayed)
    if table.host not in leaving:
        return table
    heirs = _heirs(table)
    if not heirs:
        return None if table.match == 0 or stranded else table
    return msgspec.structs.replace(table, host=heirs[0])


def _heirs(table: Table) -> list[Person]:
    """Who may decide when the host is gone: no bot account."""
    return [one for one in table.seated if not one.owner]


def remove(table: Table, name: str) -> Table:
    """The host removes a person, whose token opens nothing here from now on.

    :raises Refused: if nobody has that name, or it is the host's.
    """
    person = _named(table, name)
    if person.token == table.host.token:
        raise Refused("taken", t("that is the host; leave the table instead"))
    return _cast_out(table, person)


def revoke(table: Table, name: str) -> Table | None:
    """The operator removes a person, the host too, whom another follows. None: nobody is left who
    waits for a match.

    :raises Refused: if nobody has that name.
    """
    person = table.host if table.host.name == name else _named(table, name)
    table = _cast_out(table, person)
    if person.token != table.host.token:
        return table
    heirs = _heirs(table)
    if not heirs and table.match == 0:
        return None
    return msgspec.structs.replace(table, host=heirs[0] if heirs else Person(name, NO_TOKEN))


def _named(table: Table, name: str) -> Person:
    for person in [*table.seated, *[late.person for late in table.late]]:
        if person.name == name:
            return person
    raise Refused("not_found", t("nobody at this table has that name"))


def _cast_out(table: Table, person: Person) -> Table:
    """Neither seat nor token are this person's any more."""
    for late in table.late:
        if late.person == person:
            table = _forget(table, late)
    for number, chair in enumerate(table.chairs):
        if chair.person == person and not chair.gone:
            table = _vacate(table, number)
    known = [person.token, *(person.tokens or {}), *([person.id] if person.id else [])]
    removed = dict.fromkeys([*table.removed, *known])
    return msgspec.structs.replace(table, removed=[*removed])


def give_token(table: Table, token: str, who: Who) -> Table:
    """Whoever sits here already, or has come late, or hosts, has a token on this device as well.

    :raises Refused: if that is nobody.
    """
    theirs = [*table.seated, *[late.person for late in table.late], table.host]
    found = next((one for one in theirs if one.id == who.person), None)
    if found is None or not who.person:
        raise Refused("not_found", t("you have no seat at this table"))

    def with_token(person: Person) -> Person:
        if person.token != found.token:
            return person
        tokens = {hashed: key for hashed, key in (person.tokens or {}).items() if key != who.key}
        return msgspec.structs.replace(person, tokens={**tokens, hash_token(token): who.key})

    return table.with_persons(with_token)


def end_tokens(table: Table, keys: Collection[str]) -> Table:
    """What these keys' devices have opens nothing here any more."""

    def without(person: Person) -> Person:
        if person.tokens is None:
            return person
        left = {hashed: key for hashed, key in person.tokens.items() if key not in keys}
        device = person.device if person.token in left else ""  # it came with the first of them
        return msgspec.structs.replace(person, tokens=left, device=device)

    return table.with_persons(without)


def stand_in(table: Table, numbers: list[int]) -> Table:
    """Bots keep these chairs warm; their persons get them back when they do something."""
    for number in numbers:
        chair = table.chairs[number]
        if chair.kind == "person":
            table = with_chair(table, number, _played(chair, check_level(table.game, None)))
    return table


def come_back(table: Table, number: int) -> Table:
    """The person whose chair a bot kept warm is here again."""
    chair = table.chairs[number]
    if chair.stands_in and not chair.gone:
        back = msgspec.structs.replace(chair, kind="person", level=None)
        return with_chair(table, number, back)
    return table


def _vacate(table: Table, number: int, *, stayed: bool = False) -> Table:
    """The person of this chair is gone for good; or only now that the match is over."""
    if table.match == 0:
        return with_chair(table, number, Chair("open"))
    person = table.chairs[number].person
    level = None if stayed else check_level(table.game, None)  # no bot has played
    return with_chair(table, number, Chair("bot", level, person, gone=True, stayed=stayed))


def _played(chair: Chair, level: str) -> Chair:
    """The chair of a person, kept warm by a bot."""
    return msgspec.structs.replace(chair, kind="bot", level=level)


def _forget(table: Table, late: Latecomer) -> Table:
    """Somebody waits for a seat no more."""
    return msgspec.structs.replace(table, late=[one for one in table.late if one != late])


def with_chair(table: Table, number: int, chair: Chair) -> Table:
    """The table with another chair of this number."""
    chairs = list(table.chairs)
    chairs[number] = chair
    return msgspec.structs.replace(table, chairs=chairs)
