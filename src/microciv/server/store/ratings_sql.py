"""What is stored of ratings. Operations as in `sql`; all that is about a person goes with them
(`people_sql`).
"""

from __future__ import annotations

from typing import NamedTuple

from microciv.server.ratings import NEWCOMER, Standing, rate
from microciv.server.store.rows import Operation, Rated, Rows


class Rung(NamedTuple):
    """Somebody on a ladder."""

    person: str
    name: str
    owner: str  # of a bot account
    standing: Standing


def rate_match(rated: Rated, moment: int) -> Operation[None]:
    """A match that is over, and noted for those who have played it, changes their ratings; where
    somebody has two of the bot accounts, nobody's.
    """
    before: dict[str, Standing] = {}
    people = sorted({seat.person for seat in rated.seats if seat.person})
    marks = ", ".join(["?"] * len(people)) or "NULL"
    owners = yield (
        f"SELECT owner FROM people WHERE owner IS NOT NULL AND id IN ({marks})",  # noqa: S608  # of words of ours
        people,
    )
    if len({*owners}) < len(owners):
        return
    # Always in this order: of two matches that end at once, one waits for the other.
    for person in people:
        rows = yield (
            (
                "INSERT INTO ratings"
                " (person, game, seats, points, spread, matches, provisional, name, rated)"
                " SELECT id, ?, ?, ?, ?, 1, 1, '', ? FROM people WHERE id = ?"
                " ON CONFLICT (person, game, seats) DO UPDATE SET matches = ratings.matches + 1"
                " RETURNING points, spread, matches"
            ),
            (rated.game, rated.of, NEWCOMER.points, NEWCOMER.spread, moment, person),
        )
        for row in rows:  # none of whom has been erased
            before[person] = Standing(*row)
    standings = [before.get(seat.person, seat.standing) for seat in rated.seats]
    after = rate(standings, [seat.rank for seat in rated.seats])
    for seat, former, now in zip(rated.seats, standings, after, strict=True):
        if seat.person not in before:
            continue
        yield (
            (
                "UPDATE ratings SET points = ?, spread = ?, provisional = ?, name = ?, owner = ?,"
                " rated = ? WHERE person = ? AND game = ? AND seats = ?"
            ),
            (
                *(now.points, now.spread, int(now.provisional), seat.name, seat.owner, moment),
                *(seat.person, rated.game, rated.of),
            ),
        )
        yield (
            (
                "UPDATE played SET rating_before = ?, rating = ?, spread = ?"
                " WHERE table_id = ? AND number = ? AND seat = ?"
            ),
            (former.points, now.points, now.spread, rated.table, rated.number, seat.seat),
        )


def merge_ratings(guest: str, into: str) -> Operation[None]:
    """Of two ratings of one person the one from more matches stays."""
    columns = "game, seats, points, spread, matches, provisional, name, rated"
    yield (
        (
            f"INSERT INTO ratings (person, {columns})"  # noqa: S608  # of words of ours
            f" SELECT people.id, {columns.replace('name', 'ratings.name')} FROM ratings, people"
            " WHERE person = ? AND people.id = ?"
            " ON CONFLICT (person, game, seats) DO UPDATE SET points = excluded.points,"
            " spread = excluded.spread, matches = excluded.matches,"
            " provisional = excluded.provisional, name = excluded.name, rated = excluded.rated"
            " WHERE excluded.matches > ratings.matches"
        ),
        (guest, into),
    )


def changes(table: str, number: int) -> Operation[Rows]:
    """By seat, the ratings of those who have played a match: before, after, and its spread."""
    return (
        yield (
            (
                "SELECT seat, rating_before, rating, spread FROM played WHERE table_id = ?"
                " AND number = ? AND rating IS NOT NULL ORDER BY seat"
            ),
            (table, number),
        )
    )


class Among(NamedTuple):
    """Whose ratings are looked at: people's, or those of bot accounts; of a group's members alone,
    if one is named.
    """

    bots: bool = False
    group: str = ""

    def where(self) -> tuple[str, tuple[str, ...]]:
        """The same in SQL, with its values."""
        owned = "owner > ''" if self.bots else "owner = ''"
        if not self.group:
            return owned, ()
        members = "SELECT person FROM members WHERE group_id = ?"
        return f"{owned} AND person IN ({members})", (self.group,)  # of words of ours


def ladders(among: Among) -> Operation[list[tuple[str, int, int]]]:
    """The games and numbers of seats that anybody has a rating for, and how many have."""
    of_these, values = among.where()
    rows = yield (
        (
            f"SELECT game, seats, COUNT(*) FROM ratings WHERE {of_these}"  # noqa: S608  # of words of ours
            " GROUP BY game, seats ORDER BY game, seats"
        ),
        values,
    )
    return [(game, seats, count) for game, seats, count in rows]


def ladder(game: str, seats: int, first: int, most: int, among: Among) -> Operation[list[Rung]]:
    """Some of a ladder from the `first` on: the strongest first, those after all whose rating is
    provisional.
    """
    of_these, values = among.where()
    rows = yield (
        (
            "SELECT person, name, owner, points, spread, matches FROM ratings"  # noqa: S608  # of words of ours
            f" WHERE game = ? AND seats = ? AND {of_these}"
            " ORDER BY provisional, points DESC, person LIMIT ? OFFSET ?"
        ),
        (game, seats, *values, most, first),
    )
    return [
        Rung(person, name, owner, Standing(*standing)) for person, name, owner, *standing in rows
    ]


def settled_above(game: str, seats: int, points: float, among: Among) -> Operation[int]:
    """How many have more points there, not provisionally."""
    of_these, values = among.where()
    rows = yield (
        (
            "SELECT COUNT(*) FROM ratings WHERE game = ? AND seats = ? AND provisional = 0"  # noqa: S608  # of words of ours
            f" AND points > ? AND {of_these}"
        ),
        (game, seats, points, *values),
    )
    return int(rows[0][0])


def ratings_of(person: str) -> Operation[list[tuple[str, int, Standing]]]:
    """All ratings of somebody, by game and number of seats."""
    rows = yield (
        (
            "SELECT game, seats, points, spread, matches FROM ratings WHERE person = ?"
            " ORDER BY game, seats"
        ),
        (person,),
    )
    return [(game, seats, Standing(*standing)) for game, seats, *standing in rows]
