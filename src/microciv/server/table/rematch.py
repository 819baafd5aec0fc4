"""Another match of the same company: who wants it, where they sit, and what they have won so far.

Until it begins, the chairs are those of the match that is over: its result keeps its names.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import SystemRandom
from typing import Any

import msgspec

from microciv.server.table import rated_tables
from microciv.server.table.seating import check_host
from microciv.server.table.tables import (
    Chair,
    Latecomer,
    Person,
    Plans,
    Score,
    Table,
    check_level,
    open_for,
)
from microciv.server.wire.messages import NextMatch, Refused, Rematch, ScoreView, SeatChange
from microciv.speech import t

shuffle_chairs: Callable[[list[Chair]], None] = SystemRandom().shuffle


def answer(table: Table, token: str | None, wish: Rematch) -> Table:
    """A person says whether they want another match, and where they would sit; or all who share a
    device do, at once.

    :raises Refused: if it is not for them to say, or the chair is not to be had.
    """
    people, plans = table.speaks_for(token), table.plans
    if wish.shuffle is not None:
        check_host(table, token)
        plans = _with(plans, shuffle=wish.shuffle)
    wanted = {**plans.chairs}
    if wish.seat is not None:
        if len(people) > 1:
            raise Refused(
                "illegal", t("seat: several people share this device; they stay as they sit")
            )
        wanted.pop(people[0].token, None)
        if [wish.seat] != table.chairs_of(token):
            _check_free(table, wish.seat, [*wanted.values()])
            wanted[people[0].token] = wish.seat
    answers = {**plans.answers}
    if wish.agree is not None:
        answers |= {person.token: wish.agree for person in people}
    return _with_plans(table, _with(plans, answers=answers, chairs=wanted))


def _check_free(table: Table, number: int, wanted: list[int]) -> None:
    if number >= len(table.chairs):
        raise Refused("not_found", t("seat: expected 0 to {last}", last=len(table.chairs) - 1))
    chair = table.chairs[number]
    free = chair.is_bots or chair.gone
    if not free or number in wanted or number in table.plans.closed:
        raise Refused("taken", t("that seat is not a bot's, or somebody else wants it"))


def change_seat(table: Table, number: int, change: SeatChange, present: set[str]) -> Table:
    """Nobody plays this seat in the next match, or a bot does; unless its person wants to.

    :raises Refused: saying what can be done instead.
    """
    if number >= len(table.chairs) or table.chairs[number].kind == "closed":
        raise Refused("not_found", t("seat: expected one of {seats}", seats=table.playing))
    person, plans = table.chairs[number].person, table.plans
    if change.kind == "open":
        raise Refused("started", t("between matches a seat is a bot's or closed"))
    here = person is not None and not table.chairs[number].gone and person.token in present
    if here and person is not None and plans.answers.get(person.token) is not False:
        raise Refused("taken", t("that person is here, and has not said no"))
    closed = [other for other in plans.closed if other != number]
    if change.kind == "closed":
        closed.append(number)
        open_for(table.game, table.options, len(table.playing) - len(closed))
    return _with_plans(table, _with(plans, closed=closed))


def _chair_of(chairs: list[Chair], token: str) -> int | None:
    for at, chair in enumerate(chairs):
        if chair.person is not None and chair.person.token == token:
            return at
    return None


def is_agreed(table: Table, present: set[str]) -> bool:
    """Does somebody want another match, and has everybody answered who plays here and is present?
    Those who are away come back to it, and keep nobody.
    """
    answers = table.plans.answers
    people = [*(table.seated or [table.host]), *[late.person for late in table.late]]
    if not any([answers.get(person.token) and person.token in present for person in people]):
        return False
    return not _silent(table, present)


def _silent(table: Table, present: set[str]) -> list[Person]:
    """Those who are waited for: not while a bot plays for them, nor a bot account, which goes on
    unless it says no.
    """
    sitting = [chair.person for chair in table.chairs if chair.kind == "person"]
    return [
        person
        for person in [*sitting, *[late.person for late in table.late]]
        if person is not None and person.token in present
        if person.token not in table.plans.answers and not person.owner
    ]


def begin(table: Table, places: list[int] | None, present: set[str]) -> Table:
    """The next match; `places` are those of the last one, if it came to its end. Bots keep the
    chairs warm of those who did not want it, or are away.
    """
    plans = table.plans
    willing = {one.token: True for one in table.seated if one.owner} | plans.answers
    here = {token for token, wants in willing.items() if wants and token in present}

    def next_chair(number: int) -> Chair:
        chair = table.chairs[number]
        person = None if chair.gone else chair.person
        if person is not None and person.token in here:
            return Chair("person", None, person)
        if number in plans.closed:
            return Chair("closed")
        if chair.kind == "closed" or chair.is_bots:
            return chair
        # Who does not play at a rated table has nothing to lose there.
        return Chair("bot", check_level(table.game, chair.level), person, gone=table.rated)

    chairs = [next_chair(number) for number in range(len(table.chairs))]
    for token, number in plans.chairs.items():
        own = _chair_of(chairs, token)
        if own is not None and token in here and chairs[number].is_bots:
            chairs[own], chairs[number] = chairs[number], chairs[own]
    late: list[Latecomer] = []
    for one in table.late:
        free = [number for number, chair in enumerate(chairs) if chair.is_bots]
        wanted = plans.chairs.get(one.person.token, -1)
        if one.person.token not in here:
            late.append(one)
        elif free:
            chairs[wanted if wanted in free else free[0]] = Chair("person", None, one.person)
        elif not _add(table, chairs, one.person):
            late.append(one)
    if plans.shuffle:
        shuffle_chairs(chairs)
    next_one = msgspec.structs.replace(
        table,
        chairs=chairs,
        match=table.match + 1,
        score=scored(table, places),
        plans=Plans(shuffle=plans.shuffle),
        late=[one for one in late if plans.answers.get(one.person.token) is not False],
    )
    return rated_tables.begun(next_one)


def _add(table: Table, chairs: list[Chair], person: Person) -> bool:
    """One chair more for this person, if the game allows one more."""
    closed = [number for number, chair in enumerate(chairs) if chair.kind == "closed"]
    try:
        open_for(table.game, table.options, len(chairs) - len(closed) + 1)
    except Refused:
        return False
    if closed:
        chairs[closed[0]] = Chair("person", None, person)
    else:
        chairs.append(Chair("person", None, person))
    return True


def scored(table: Table, places: list[int] | None) -> dict[str, Score]:
    """What people have won at this table, with the match that is over, if it came to its end."""
    score = {**table.score}
    for seat, number in enumerate(table.playing):
        chair = table.chairs[number]
        if places is None or chair.person is None:
            continue
        before = score.get(chair.person.token, Score(chair.person.name, 0, 0))
        won = before.won + (places[seat] == 1 and (chair.stayed or not chair.gone))
        score[chair.person.token] = Score(chair.person.name, won, before.played + 1)
    return score


def next_match(table: Table, present: set[str]) -> NextMatch:
    """What is said of the next match, for everybody to see."""
    plans = table.plans
    people = [*table.seated, *[late.person for late in table.late], table.host]
    names = {person.token: person.name for person in people}

    def who(wants: bool) -> list[str]:
        return [names[one] for one, said in plans.answers.items() if said is wants and one in names]

    return NextMatch(
        wanted=who(True),
        unwanted=who(False),
        silent=[person.name for person in _silent(table, present)],
        seats={names[one]: number for one, number in plans.chairs.items() if one in names},
        closed=plans.closed,
        shuffle=plans.shuffle,
    )


def score_view(table: Table, places: list[int] | None) -> list[ScoreView]:
    """The score of the evening."""
    rows = sorted(scored(table, places).values(), key=lambda one: (-one.won, one.name))
    return [ScoreView(name=one.name, won=one.won, played=one.played) for one in rows]


def _with(plans: Plans, **changes: Any) -> Plans:  # noqa: ANN401  # any of its fields
    return msgspec.structs.replace(plans, **changes)


def _with_plans(table: Table, plans: Plans) -> Table:
    return msgspec.structs.replace(table, plans=plans)
