"""Playing the match behind a row of a study again, with its record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import final

import polars as pl

from microciv import __version__
from microciv.core.errors import BadPlan, MicrocivError
from microciv.files import reason
from microciv.speech import t
from microciv.study.happened import Counter
from microciv.study.matches import Ended, Lineup, watched
from microciv.study.plan import Arm, Plan, Table
from microciv.study.running import STUDY


@final
@dataclass(frozen=True)
class Row:
    """A match of a study, identified by its table, arm and number."""

    plan: Plan
    arm: Arm
    table: Table
    match: int

    def play(self) -> Ended:
        """Play the match; the result has its record."""
        game = self.plan.open(self.arm, self.table)
        lineup = Lineup(game, self.table.seated(self.match))
        return lineup.play(self.plan.seed + self.match, recorded=True)


def kept_plan(path: Path) -> Plan:
    """The plan of the study in this folder, except the number of matches, which is not kept.

    :raises BadPlan: if there is no study, or this version would play other matches.
    """
    file = path / STUDY
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        arms = tuple([Arm(name, options) for name, options in kept["arms"]])
        tables = tuple([Table(seats, tuple(players)) for seats, *players in kept["tables"]])
        plan = Plan(kept["game"], arms, tables, seed=kept["seed"])
        made = kept["version"], kept["rules"]
        now = __version__, plan.asked()["rules"]
    except OSError as error:
        raise BadPlan(
            t("{path}: no study is kept here: {why}", path=path, why=reason(error))
        ) from None
    except MicrocivError as error:
        raise BadPlan(f"{file}: {error}") from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise BadPlan(t("{file}: this is not what a study keeps", file=file)) from None
    if made != now:
        raise BadPlan(
            t(
                "{path}: played by microciv {version} under rules {rules}; this is microciv {own}"
                " with rules {here}, and would play other matches",
                path=path,
                version=made[0],
                rules=made[1],
                own=now[0],
                here=now[1],
            )
        )
    return plan


def find_row(path: Path, text: str) -> tuple[Row, int]:
    """The row `TABLE/ARM/MATCH` of the study in this folder, and its trace. The arm is given by its
    index or its name.

    :raises BadPlan: if there is no such row; the message says which rows there are.
    """
    plan = kept_plan(path)
    names = [arm.name for arm in plan.arms]
    words = text.split("/")
    if len(words) == 3 and words[1] in names:
        words[1] = str(names.index(words[1]))
    if len(words) != 3 or not all(word.isdecimal() and len(word) < 9 for word in words):
        raise BadPlan(
            t(
                "expected a row as TABLE/ARM/MATCH, such as 0/{arm}/17, not {given}",
                arm=names[-1],
                given=repr(text),
            )
        )
    table, arm, match = [int(word) for word in words]
    try:
        rows = pl.scan_parquet(path / "matches" / "*.parquet")
        found = rows.filter(table=table, arm=arm, match=match).collect()
        counts = rows.filter(table=table, arm=arm).select(pl.len()).collect().item()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadPlan(
            t(
                "{path}: its rows cannot be read ({why}); the command that made them makes them"
                " again",
                path=path,
                why=error,
            )
        ) from None
    if not found.height:
        raise BadPlan(
            t(
                "{path}: no row {row}; it has {tables} tables from 0, the arms {arms}, and {count}"
                " matches of this arm at this table",
                path=path,
                row=text,
                tables=len(plan.tables),
                arms=", ".join(names),
                count=counts,
            )
        )
    return Row(plan, plan.arms[arm], plan.tables[table], match), int(found["trace"][0])


def play_again(path: Path, text: str) -> tuple[Row, Ended]:
    """Play the match of the row `TABLE/ARM/MATCH` again.

    :raises BadPlan: if there is no such row, or the match is not the same as before.
    """
    row, trace = find_row(path, text)
    played = row.play()
    assert played.record is not None
    end = watched(played.game, played.seed, played.record)
    if Counter(played.game).count(end).trace != trace:
        raise BadPlan(
            t(
                "{path}: the bots or the rules have changed since: this is another match",
                path=path,
            )
        )
    return row, played
