"""The addresses that people have given: one that is confirmed, and perhaps another that is not yet;
and the browsers that are told by push, one for each device. Operations as in `sql`.
"""

from __future__ import annotations

from typing import Final

from microciv.server.store.people_sql import add_code, take_code
from microciv.server.store.rows import Operation

CONFIRMS: Final = "confirm an address"
"""The kind of the codes that do."""


def ask(person: str, address: str, hashed: str, until: int) -> Operation[None]:
    """Somebody says that this is theirs; it counts when they say the words that are sent there, and
    words that were sent elsewhere are good no more.
    """
    # One after the other: of two at once neither would know the words of the other.
    yield "UPDATE people SET name = name WHERE id = ?", (person,)
    yield from add_code(hashed, CONFIRMS, person, until)
    yield "DELETE FROM addresses WHERE person = ? AND confirmed = 0", (person,)
    yield (
        (
            "INSERT INTO addresses (address, person, confirmed, wanted, mailed)"
            " SELECT CAST(? AS TEXT), id, 0, 1, 0 FROM people WHERE id = ?"
        ),
        (address, person),
    )


def confirm(person: str, hashed: str, moment: int) -> Operation[str | None]:
    """It is theirs, as they say the words that were sent to it, and takes the place of another one.
    If it is confirmed as somebody else's already, who that is, and nothing changes; None: these
    are no such words.
    """
    code = yield from take_code(hashed, CONFIRMS, moment, person)
    rows = yield "SELECT address FROM addresses WHERE person = ? AND confirmed = 0", (person,)
    if code is None or not rows:
        return None
    others = yield (
        "SELECT person FROM addresses WHERE address = ? AND confirmed = 1 AND person <> ?",
        (rows[0][0], person),
    )
    if others:
        return str(others[0][0])
    yield "DELETE FROM addresses WHERE person = ? AND confirmed = 1", (person,)
    yield "UPDATE addresses SET confirmed = 1 WHERE person = ?", (person,)
    return person


def whose(address: str) -> Operation[str | None]:
    """Whose confirmed address this is."""
    rows = yield "SELECT person FROM addresses WHERE address = ? AND confirmed = 1", (address,)
    return str(rows[0][0]) if rows else None


def forget(person: str) -> Operation[None]:
    yield "DELETE FROM addresses WHERE person = ?", (person,)


def turn_on(person: str) -> Operation[None]:
    """Mails about turns are wanted again."""
    yield "UPDATE addresses SET wanted = 1 WHERE person = ?", (person,)


def set_push(
    person: str, key: str, endpoint: str, public: str, auth: str, moment: int
) -> Operation[None]:
    """Tell the device with this key, at this endpoint alone."""
    yield "DELETE FROM pushes WHERE key_id = ? OR endpoint = ?", (key, endpoint)
    yield (
        (
            "INSERT INTO pushes (endpoint, person, key_id, public, auth, made)"
            " VALUES (?, ?, ?, ?, ?, ?)"
        ),
        (endpoint, person, key, public, auth, moment),
    )


def forget_push(key: str) -> Operation[None]:
    """Tell the device with this key no more."""
    yield "DELETE FROM pushes WHERE key_id = ?", (key,)
