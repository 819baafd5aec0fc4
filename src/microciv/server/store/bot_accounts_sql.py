"""What is stored of bot accounts: each is somebody (`people_sql`) who has an owner, and whose key
is a token. Operations as in `sql`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from microciv.server.store.people_sql import alter, tables_of
from microciv.server.store.rows import Operation, Rows


def add_bot(
    bot: tuple[str, str, str], owner: str, key: tuple[str, str], moment: int, most: int
) -> Operation[bool]:
    """A new account: its id, name and looks, whose it is, and the id and hash of its token; False:
    its owner has as many as anybody may have.

    :raises Conflict: if another looks like that.
    """
    id_, name, looks = bot
    rows = yield "SELECT COUNT(*) FROM people WHERE owner = ?", (owner,)
    if rows[0][0] >= most:
        return False
    yield (
        "INSERT INTO people (id, made, name, owner, looks) VALUES (?, ?, ?, ?, ?)",
        (id_, moment, name, owner, looks),
    )
    yield (
        "INSERT INTO keys (id, person, hash, label, made, seen) VALUES (?, ?, ?, '', ?, 0)",
        (key[0], id_, key[1], moment),
    )
    return True


def bots_of(owner: str) -> Operation[Rows]:
    """Id, name, and when they were made and their tokens made and used last, of an owner's."""
    return (
        yield (
            (
                "SELECT people.id, name, people.made, keys.made, seen FROM people"
                " JOIN keys ON person = people.id WHERE owner = ? ORDER BY people.made, name"
            ),
            (owner,),
        )
    )


def invited_as(looks: str) -> Operation[Rows]:
    """Id and name of the account that looks like that, the name of its owner, and the hash of its
    token.
    """
    return (
        yield (
            (
                "SELECT bots.id, bots.name, owners.name, hash FROM people bots"
                " JOIN people owners ON owners.id = bots.owner JOIN keys ON person = bots.id"
                " WHERE bots.looks = ?"
            ),
            (looks,),
        )
    )


def of_token(hashed: str) -> Operation[Rows]:
    """Id, key and name of the account that has this token, the day when that was used last, and
    what its owner is called.
    """
    return (
        yield (
            (
                "SELECT bots.id, keys.id, bots.name, seen, owners.name FROM keys"
                " JOIN people bots ON bots.id = person JOIN people owners ON owners.id = bots.owner"
                " WHERE hash = ?"
            ),
            (hashed,),
        )
    )


def note_used(key: str, day: int) -> Operation[None]:
    yield "UPDATE keys SET seen = ? WHERE id = ? AND seen < ?", (day, key, day)


def renew_token(
    bot: str, hashed: str, moment: int, body: Callable[[str, bytes], bytes]
) -> Operation[list[str]]:
    """An account has another token; `body` puts it in the place of the former one at a stored
    table, by its key. The tables where that was otherwise.
    """
    rows = yield "SELECT id FROM keys WHERE person = ?", (bot,)
    key: str = rows[0][0]
    changed = yield from alter((yield from tables_of(bot)), partial(body, key))
    yield "UPDATE keys SET hash = ?, made = ?, seen = 0 WHERE id = ?", (hashed, moment, key)
    return changed


def tables_for(bot: str, most: int) -> Operation[Rows]:
    """Ids and versions of the tables where an account plays, may play or has played; the last
    changed first.
    """
    return (
        yield (
            (
                "SELECT id, version FROM visits JOIN tables ON id = table_id WHERE person = ?"
                " AND state <> 'finished' ORDER BY changed DESC, id LIMIT ?"
            ),
            (bot, most),
        )
    )
