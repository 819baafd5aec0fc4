"""A chunk of a study: a few matches at one table, each played by every arm.

A chunk is a pure function of its plan: whoever plays it, wherever and when, gets the same bytes.
So it can be played anywhere, and what is lost is played again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, final

import polars as pl

from microciv import __version__
from microciv.core.moves import SPECTATOR
from microciv.study.happened import Counter, leads, shares
from microciv.study.matches import Lineup
from microciv.study.plan import Plan, Table

Schema: TypeAlias = dict[str, type[pl.DataType]]

REPEATED: Final = (
    17  # one match in this many is played again, with other random numbers for the bots
)
REPLAYED: Final = 47  # in one match in this many, the last choices are looked into
OTHER_CHANCE: Final = 2**63
# Primes, so that everybody has every seat in the matches that are looked into.

IN_BULK: Final = 250  # matches of a chunk, where all players are policies
SEARCHING: Final = 10
FIRST: Final = 8  # chunks at the beginning that may be smaller, by this factor at the most

OF_MATCH: Final[Schema] = {
    "table": pl.UInt16,  # its index in the plan
    "arm": pl.UInt16,
    "match": pl.UInt32,
}
OF_SEAT: Final[Schema] = {**OF_MATCH, "seat": pl.UInt8}
FRAMES: Final[dict[str, Schema]] = {
    "counts": {**OF_SEAT, "event": pl.String, "item": pl.String, "count": pl.UInt16},
    "seats": {
        **OF_SEAT,
        "player": pl.String,
        "points": pl.Float64,
        "place": pl.UInt8,
        "won": pl.Float64,  # a shared win in parts
    },
    "deeds": {**OF_SEAT, "deed": pl.String, "done": pl.UInt16, "suffered": pl.UInt16},
    "sources": {**OF_SEAT, "source": pl.String, "points": pl.Float64},
    "matches": {
        **OF_MATCH,
        "seed": pl.UInt64,
        "steps": pl.UInt32,
        "rounds": pl.UInt32,  # null where the game tells none
        "trace": pl.UInt32,  # equal where the same things happened, and the same came of it
        "choices": pl.UInt32,  # steps with two legal moves or more
        "menus": pl.UInt32,  # legal moves of those steps, all together
        "largest": pl.UInt32,  # of those menus
        "changes": pl.UInt16,  # of the lead
        "settled": pl.UInt16,  # the round at whose end the winner took the lead for good
        "margin": pl.Float64,  # the winner's points less those of the best of the others
        "again": pl.Float64,  # by seats, what it won times what it won in the repetition; in all
        "alone": pl.Float64,  # the same if the repetition had ended alike
        "kingmaker": pl.UInt8,  # 1 if who could not win any more decided who won
    },
}
"""What is kept, in the order in which it is written."""
SPAN: Final = "matches"  # the key of a file under which it says which matches it has


@final
@dataclass(frozen=True)
class Played:
    """A chunk's rows, as Parquet files, and its wins."""

    table: int
    number: int
    files: dict[str, bytes]
    wins: list[list[list[float]]]
    """By match and arm, what each seat won."""


def chunk_size(plan: Plan, table: Table) -> int:
    """Matches of a chunk at this table: of many arms fewer, so that a chunk is never long."""
    size = SEARCHING
    if table.in_bulk(plan.game):
        size = min(IN_BULK, max(SEARCHING, 2 * IN_BULK // len(plan.arms)))
    return size if plan.first is None else min(size, FIRST * plan.first)


def chunk_count(plan: Plan, table: Table) -> int:
    """Chunks at this table, if none of them is saved."""
    size = chunk_size(plan, table)
    small = min(size, plan.first or size)
    few = min(plan.matches, FIRST * small)
    return -(-few // small) + -(-(plan.matches - few) // size)


def span(plan: Plan, index: int, number: int) -> range:
    """The matches of a chunk: the last one of a table may have fewer."""
    size = chunk_size(plan, plan.tables[index])
    small = min(size, plan.first or size)
    start = small * min(number, FIRST) + size * max(0, number - FIRST)
    stop = start + (small if number < FIRST else size)
    return range(start, min(stop, plan.matches))


def kept_span(file: Path) -> range:
    """The matches that this file of rows says it has: none, if it does not say so."""
    first, _, last = pl.read_parquet_metadata(file).get(SPAN, "0--1").partition("-")
    return range(int(first), int(last) + 1)


def play_chunk(plan: Plan, index: int, number: int) -> Played:
    """Play the chunk of this number at this table of the plan.

    In every arm a match has the same deal and the same generators of the bots: what differs is
    the change (common random numbers).
    """
    table = plan.tables[index]
    matches = span(plan, index, number)
    rows = {name: Columns(schema) for name, schema in FRAMES.items()}
    wins: list[list[list[float]]] = [[] for _ in matches]
    for arm_index, arm in enumerate(plan.arms):
        game = plan.open(arm, table)
        counter = Counter(game)
        lineups: dict[int, Lineup] = {}
        seats = range(table.seats)
        for match in matches:
            turn = match % table.seats
            if turn not in lineups:
                lineups[turn] = Lineup(game, table.seated(match))
            seed = plan.seed + match
            ended, state, watch = lineups[turn].play_watched(seed)
            at = (index, arm_index, match)
            won = shares(ended.places)
            wins[match - matches.start].append(won)
            happened = counter.count(state)
            looked = looked_into(plan, table, lineups[turn], match, won)
            rows["matches"].add(
                [*at, seed, ended.plies, happened.rounds, happened.trace],
                [watch.choices],
                [watch.menus],
                [watch.largest],
                *[[value] for value in (*leads(ended, watch.scores), *looked)],
            )
            points = [score / game.unit for score in ended.scores]
            rows["seats"].add(at, seats, lineups[turn].levels, points, ended.places, won)
            if happened.counts:
                keys = zip(*happened.counts, strict=True)
                rows["counts"].add(at, *keys, happened.counts.values())
            for deed, done in happened.done.items():
                rows["deeds"].add(at, seats, [deed] * len(seats), done, happened.suffered[deed])
            accounts = game.sources(state.observe(SPECTATOR)) if game.keeps_score() else []
            for seat, sources in enumerate(accounts):
                points = [value / game.unit for value in sources.values()]
                rows["sources"].add((*at, seat), sources, points)
    about = {
        "microciv": __version__,
        "rules": str(plan.open(plan.arms[0], table).rules),
        "plan": json.dumps(
            {
                "game": plan.game,
                "seed": plan.seed,
                "arms": {arm.name: arm.options for arm in plan.arms},
                "table": [table.seats, *table.players],
            },
            sort_keys=True,
        ),
        SPAN: f"{matches.start}-{matches.stop - 1}",
    }
    files = {name: columns.parquet(about) for name, columns in rows.items()}
    return Played(index, number, files, wins)


def looked_into(
    plan: Plan, table: Table, lineup: Lineup, match: int, won: list[float]
) -> tuple[float | None, float | None, int | None]:
    """What the same deal gives with other chance of the bots, and whether there was a kingmaker:
    of some matches, always the same ones.
    """
    seed = plan.seed + match
    again = alone = kingmaker = None
    if match % REPEATED == 0:
        other = shares(lineup.play(seed, bots=seed ^ OTHER_CHANCE).places)
        again = sum([one * two for one, two in zip(won, other, strict=True)])
        alone = sum([(one * one + two * two) / 2 for one, two in zip(won, other, strict=True)])
    if match % REPLAYED == 0 and table.in_bulk(plan.game):
        kingmaker = int(lineup.kingmaker(seed))
    return again, alone, kingmaker


@final
class Columns:
    """Rows to be kept, column by column."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.values: list[list[object]] = [[] for _ in schema]

    def add(self, at: Sequence[object], *columns: Collection[object]) -> None:
        """Rows that begin with the same values, and go on with these columns."""
        count = len(columns[0])
        for values, value in zip(self.values, at, strict=False):
            values.extend([value] * count)
        for values, column in zip(self.values[len(at) :], columns, strict=True):
            values.extend(column)

    def parquet(self, about: dict[str, str]) -> bytes:
        file = io.BytesIO()
        columns = dict(zip(self.schema, self.values, strict=True))
        pl.DataFrame(columns, schema=self.schema).write_parquet(file, metadata=about)
        return file.getvalue()
