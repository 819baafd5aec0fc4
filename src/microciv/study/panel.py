"""What if somebody never …? For each restriction of a game, one restricted player sits among
unrestricted ones, and its wins are compared with a fair share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from microciv.bots import check_level
from microciv.core.errors import BadOption
from microciv.core.options import About
from microciv.games import restrictions
from microciv.names import player_words
from microciv.speech import number, t
from microciv.study.chance import false_discovery
from microciv.study.estimates import LEVEL, Answer, Finding
from microciv.study.plan import Table
from microciv.study.words import Told, change, estimate, seen
from microciv.texts import study_words


@final
@dataclass(frozen=True)
class Row:
    """The wins of one restricted player."""

    name: str  # of the restriction
    answer: Answer
    wins: Finding
    stands_out: bool  # among all rows of the panel, at a false discovery rate of 5 %


def tables_of(game: str, names: list[str], level: str, sizes: tuple[int, ...]) -> list[Table]:
    """For each restriction and number of seats, a table with one restricted player among
    unrestricted ones of the same level. Without `names`, all restrictions of the game.

    :raises BadOption: for an unknown restriction or level, or a level that cannot be restricted.
    """
    names = names or list(restrictions(game))
    if not names:
        raise BadOption(t("{game} declares no restrictions (`ABOUT.restrictions`)", game=game))
    for name in names:
        check_level(f"{level}:{name}", game)
    return [
        Table(seats, (f"{level}:{name}", *[level] * (seats - 1)))
        for seats in sizes
        for name in dict.fromkeys(names)
    ]


def rows_of(answers: list[Answer]) -> list[Row]:
    """The restricted player's wins at each table."""
    found = [
        (answer, next(one for one in answer.findings if one.subject == ("wins", player)))
        for answer in answers
        for player in answer.table.players[:1]
    ]
    adjusted = false_discovery([wins.p for _answer, wins in found])
    return [
        Row(wins.subject[1].partition(":")[2], answer, wins, bool(value < LEVEL))
        for (answer, wins), value in zip(found, adjusted, strict=True)
    ]


def told(answers: list[Answer], about: About) -> list[Told]:
    """The report for each number of seats: first the restrictions whose effect stands out, the
    costliest first; then those without a visible effect.
    """
    rows = rows_of(answers)
    return [
        _told([row for row in rows if row.answer.table.seats == seats], about)
        for seats in dict.fromkeys([row.answer.table.seats for row in rows])
    ]


def _told(rows: list[Row], about: About) -> Told:
    table = rows[0].answer.table
    words = study_words(about.name)
    clear = sorted(
        [row for row in rows if row.stands_out], key=lambda row: row.wins.difference.value
    )
    lines = [
        t(
            "{name}: {share} ({change} points). {about}",
            name=row.name,
            share=estimate(row.wins),
            change=change(row.wins),
            about=_about(row, about),
        )
        for row in clear
    ]
    if len(clear) > 1:
        lines.append(t("Where intervals overlap, nothing is said of the order."))
    lines += [_unseen(row, about) for row in rows if not row.stands_out]
    heading = t(
        "{game}: what if one of {seats} never …? The others are {players}; a fair share of wins is"
        " {share} %",
        game=about.title,
        seats=table.seats,
        players=player_words(table.players[1], words),
        share=number(100 / table.seats, 1),
    )
    return Told(heading, lines)


def _unseen(row: Row, about: About) -> str:
    parts = {
        "name": row.name,
        "share": estimate(row.wins),
        "count": number(row.answer.matches),
        "about": _about(row, about),
    }
    least = seen(row.answer, "wins")
    if not least:
        return t("{name}: {share}; no difference that {count} matches can see. {about}", **parts)
    return t(
        "{name}: {share}; no difference that {count} matches can see (they would see {seen}"
        " points). {about}",
        **parts,
        seen=least,
    )


def _about(row: Row, about: About) -> str:
    """A sentence about what the restricted player never does."""
    english = restrictions(about.name)[row.name].about
    return study_words(about.name).help("restrictions", row.name, english)
