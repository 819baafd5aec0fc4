"""A chunk of a study: a few matches at one table, each played by every arm.

A chunk is a pure function of its plan and its number: it has the same bytes wherever and whenever
it is played. So any process can play it, and a lost one is played again.
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

# Primes, so that over the matches examined all players sit in all seats.
REPEATED: Final = (
    17  # one match in this many is played again, with other random numbers for the bots
)
REPLAYED: Final = 47  # one match in this many is examined for a kingmaker
OTHER_CHANCE: Final = 2**63

IN_BULK: Final = 250  # matches of a chunk, where all players are policies
SEARCHING: Final = 10
FIRST: Final = 8  # this many chunks, the first, may be smaller, by at most this factor

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
        "won": pl.Float64,  # 0 to 1: a shared win counts in equal parts
    },
    "deeds": {**OF_SEAT, "deed": pl.String, "done": pl.UInt16, "suffered": pl.UInt16},
    "sources": {**OF_SEAT, "source": pl.String, "points": pl.Float64},
    "matches": {
        **OF_MATCH,
        "seed": pl.UInt64,
        "steps": pl.UInt32,
        "rounds": pl.UInt32,  # null if the game has no event for a round
        "trace": pl.UInt32,  # equal for matches with the same events and the same result
        "choices": pl.UInt32,  # steps with two legal moves or more
        "menus": pl.UInt32,  # the number of legal moves, summed over those steps
        "largest": pl.UInt32,  # the highest number of legal moves in a step
        "changes": pl.UInt16,  # of the lead
        "settled": pl.UInt16,  # the round at whose end the winner took the lead for good
        "margin": pl.Float64,  # the winner's points less those of the best of the others
        "again": pl.Float64,  # sum over seats of `won` times `won` in the repetition
        "alone": pl.Float64,  # sum over seats of the mean square of the two
        "kingmaker": pl.UInt8,  # 1 if a seat that could no longer win decided who won
    },
}
"""The columns of the kept rows, in the order in which the files are written."""
SPAN: Final = "matches"  # the key in a file's metadata for the matches that it holds


@final
@dataclass(frozen=True)
class Played:
    """A chunk that has been played: its rows, as Parquet files by name, and its wins."""

    table: int
    number: int
    files: dict[str, bytes]
    wins: list[list[list[float]]]
    """By match, arm and seat, the share of the win, from 0 to 1."""


def chunk_size(plan: Plan, table: Table) -> int:
    """The number of matches in a chunk at this table: the more arms, the fewer, so that no chunk
    takes long.
    """
    size = SEARCHING
    if table.in_bulk(plan.game):
        size = min(IN_BULK, max(SEARCHING, 2 * IN_BULK // len(plan.arms)))
    return size if plan.first is None else min(size, FIRST * plan.first)


def chunk_count(plan: Plan, table: Table) -> int:
    """The number of chunks that all matches of the plan take at this table."""
    size = chunk_size(plan, table)
    small = min(size, plan.first or size)
    few = min(plan.matches, FIRST * small)
    return -(-few // small) + -(-(plan.matches - few) // size)


def span(plan: Plan, index: int, number: int) -> range:
    """The matches of chunk `number` at table `index`; a table's last chunk may have fewer."""
    size = chunk_size(plan, plan.tables[index])
    small = min(size, plan.first or size)
    start = small * min(number, FIRST) + size * max(0, number - FIRST)
    stop = start + (small if number < FIRST else size)
    return range(start, min(stop, plan.matches))


def kept_span(file: Path) -> range:
    """The matches that this file holds, from its metadata; none if the metadata lacks them."""
    first, _, last = pl.read_parquet_metadata(file).get(SPAN, "0--1").partition("-")
    return range(int(first), int(last) + 1)


def play_chunk(plan: Plan, index: int, number: int) -> Played:
    """Play chunk `number` at table `index` of the plan.

    A match has the same deal in every arm, and its bots draw the same random numbers, so only the
    change differs (common random numbers).
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
    """The columns `again`, `alone` and `kingmaker` of a match. They are measured only for some
    matches, always the same ones; None for all others.
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
    """Rows collected column by column, to be written to a file."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.values: list[list[object]] = [[] for _ in schema]

    def add(self, at: Sequence[object], *columns: Collection[object]) -> None:
        """Add rows that all begin with the values `at`, followed by these columns."""
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
