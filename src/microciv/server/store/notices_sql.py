"""When somebody is to be told something: planned with the deadline or the end of a match, in the
same transaction, so that neither is without the other. Operations as in `sql`.

A row of `notices` first waits, without a channel, for its time. Whoever is told then has a row for
each channel, which stays until it is sent, is no longer true, or has failed too often.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from microciv.server.store.rows import Operation

Kind: TypeAlias = Literal["turn", "half", "over"]
CLAIM: Final = 120_000
"""Milliseconds in which a notice is sent, or may be tried by another process."""
AT_A_TIME: Final = 100
COLUMNS: Final = (
    "id, table_id, number, set_number, kind, person, channel, target, due, tries"  # of `Notice`
)


class Notice(NamedTuple):
    """Something that somebody is to be told; times are in milliseconds since 1970."""

    id: str
    table: str
    match: int
    decision: int
    kind: Kind
    person: str | None
    """None: the webhook of the table."""
    channel: str
    """Empty: it is not decided yet whether and how."""
    target: str
    due: int
    tries: int = 0


class Asked(NamedTuple):
    """Who is asked in a decision, and when they are told of it, and again if still to act."""

    person: str | None
    turn: int
    half: int


def plan_turns(
    table: str, match: int, decision: int, asked: Iterable[Asked], *, fresh: bool
) -> Operation[None]:
    """Plan whom to tell of a decision; notices of former ones no longer hold. A decision that is
    not `fresh` has got a new deadline: then only the times of reminders still to come change.
    """
    if fresh:
        yield "DELETE FROM notices WHERE table_id = ?", (table,)
    for one in asked:
        if not fresh:
            yield (
                (
                    "UPDATE notices SET due = ? WHERE table_id = ? AND kind = 'half'"
                    " AND channel = '' AND COALESCE(person, '') = ?"
                ),
                (one.half, table, one.person or ""),
            )
            continue
        yield from add(_planned(table, match, decision, "turn", one.person, one.turn))
        if one.half > one.turn:
            yield from add(_planned(table, match, decision, "half", one.person, one.half))


def plan_over(table: str, match: int, people: Sequence[str], moment: int) -> Operation[None]:
    """Whom to tell that a match is over."""
    yield "DELETE FROM notices WHERE table_id = ?", (table,)
    for person in (None, *people):
        yield from add(_planned(table, match, 0, "over", person, moment))


def _planned(
    table: str, match: int, decision: int, kind: Kind, person: str | None, due: int
) -> Notice:
    return Notice(new_id(), table, match, decision, kind, person, "", "", due)


def new_id() -> str:
    return secrets.token_hex(8)


def add(notice: Notice) -> Operation[None]:
    """Keep a notice, if it is for a person who is known and of a table that exists, or for the
    webhook of a table that has one.
    """
    known = "people WHERE id = ? AND EXISTS (SELECT 1 FROM tables WHERE tables.id = ?)"
    who = known if notice.person is not None else "hooks WHERE table_id = ?"
    whose = (notice.table,) if notice.person is None else (notice.person, notice.table)
    yield (
        (
            f"INSERT INTO notices ({COLUMNS})"  # noqa: S608  # of words of ours
            " SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS INTEGER),"
            " CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),"
            f" CAST(? AS BIGINT), CAST(? AS INTEGER) FROM {who}"
        ),
        (*notice, *whose),
    )


def due(clock: str, going: int) -> Operation[tuple[int, list[Notice]]]:
    """The time now, and what may be told, the longest due first; `going` of them may be on their
    way, and are due until it is their turn.
    """
    now = yield f"SELECT {clock}", ()
    rows = yield (
        f"SELECT {COLUMNS} FROM notices WHERE due <= {clock} ORDER BY due, id LIMIT ?",  # noqa: S608  # of words of ours
        (AT_A_TIME + going,),
    )
    return now[0][0], [Notice(*row) for row in rows]


def drop(notice: Notice) -> Operation[None]:
    yield "DELETE FROM notices WHERE id = ?", (notice.id,)


def put_off(notice: Notice, due: int) -> Operation[None]:
    """Look at it again then."""
    yield "UPDATE notices SET due = ? WHERE id = ?", (due, notice.id)


def claim(clock: str, notice: Notice) -> Operation[bool]:
    """Is it ours to send? Then nobody else tries for as long as a claim holds."""
    rows = yield (
        (
            f"UPDATE notices SET due = {clock} + ?, tries = tries + 1"  # noqa: S608  # of words of ours
            f" WHERE id = ? AND due <= {clock} RETURNING id"
        ),
        (CLAIM, notice.id),
    )
    return bool(rows)


def retry(clock: str, notice: Notice, wait: int) -> Operation[None]:
    """It was not sent: try again after `wait` milliseconds."""
    yield (
        f"UPDATE notices SET due = {clock} + ? WHERE id = ?",  # noqa: S608  # of words of ours
        (wait, notice.id),
    )


def spread(notice: Notice, apart: int | None) -> Operation[None]:
    """Tell somebody on every channel that they have; no mail within `apart` milliseconds of the
    last one, or at all.
    """
    gone = yield "DELETE FROM notices WHERE id = ? RETURNING id", (notice.id,)
    if not gone:  # another process was quicker
        return
    if notice.person is None:
        rows = yield "SELECT 'hook', url, 0 FROM hooks WHERE table_id = ?", (notice.table,)
    else:
        rows = yield (
            (
                "SELECT 'push', endpoint, 0 FROM pushes WHERE person = ? UNION ALL"
                " SELECT 'mail', '', mailed + ? FROM addresses"
                " WHERE person = ? AND confirmed = 1 AND wanted = 1"
            ),
            (notice.person, apart or 0, notice.person),
        )
    for channel, target, earliest in rows:
        if channel == "mail" and apart is None:
            continue
        on = notice._replace(id=new_id(), channel=channel, target=target)
        yield from add(on._replace(due=max(notice.due, earliest)))


def claim_mail(
    clock: str, person: str, notices: Sequence[Notice], apart: int
) -> Operation[tuple[str, list[Notice]] | None]:
    """The address that these notices go to in one mail, and those that are ours to send; None: not
    now, as there was a mail within `apart` milliseconds, or nobody is there who wants one.
    """
    rows = yield (
        (
            f"UPDATE addresses SET mailed = {clock} WHERE person = ? AND confirmed = 1"  # noqa: S608  # of words of ours
            f" AND wanted = 1 AND mailed <= {clock} - ? RETURNING address"
        ),
        (person, apart),
    )
    if rows:
        ours: list[Notice] = []
        for notice in notices:
            ours += [notice] if (yield from claim(clock, notice)) else []
        return rows[0][0], ours
    last = yield (
        "SELECT mailed FROM addresses WHERE person = ? AND confirmed = 1 AND wanted = 1",
        (person,),
    )
    for notice in notices:
        yield from (put_off(notice, last[0][0] + apart) if last else drop(notice))
    return None


def unmailed(person: str) -> Operation[None]:
    """The last mail was not taken: another may be tried."""
    yield "UPDATE addresses SET mailed = 0 WHERE person = ? AND confirmed = 1", (person,)


def sleep(notice: Notice, morning: int) -> Operation[None]:
    """Put a notice off until the morning, and drop a reminder that would be due by then."""
    yield from put_off(notice, morning)
    if notice.kind == "turn":
        yield (
            "DELETE FROM notices WHERE table_id = ? AND person = ? AND kind = 'half' AND due <= ?",
            (notice.table, notice.person, morning),
        )


def forget(notice: Notice) -> Operation[None]:
    """What takes no notices any more gets none."""
    yield "DELETE FROM pushes WHERE endpoint = ?", (notice.target,)
    yield (
        "DELETE FROM hooks WHERE table_id = ? AND url = ?",
        (notice.table, notice.target),
    )
