"""A chunk of a study: a few matches at one table, each played by every arm.

A chunk is a pure function of its plan: whoever plays it, wherever and when, gets the same bytes.
So it can be played anywhere, and what is lost is played again.
"""

from __future__ import annotations

import io
import json
import zlib
from collections import Counter as Tally
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, final

import polars as pl

from microciv import __version__
from microciv.core.events import Event
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR
from microciv.study.matches import Ended, Lineup
from microciv.study.plan import Plan, Table

Schema: TypeAlias = dict[str, type[pl.DataType]]
Key: TypeAlias = tuple[str, int, int, int]  # an event: its name and parts
Counted: TypeAlias = tuple[int, str, str]  # seat, event, item

ROUND: Final = "round"  # the event that a round begins with
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
    "table": pl.UInt16,  # its place in the plan
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
        "rounds": pl.UInt32,
        "trace": pl.UInt32,  # equal where the same things happened
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
"""What is kept, in the order in which it is written: who finds the last one finds all."""


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


def span(plan: Plan, place: int, number: int) -> range:
    """The matches of a chunk: the last one of a table may have fewer."""
    size = chunk_size(plan, plan.tables[place])
    small = min(size, plan.first or size)
    start = small * min(number, FIRST) + size * max(0, number - FIRST)
    stop = start + (small if number < FIRST else size)
    return range(start, min(stop, plan.matches))


def play_chunk(plan: Plan, place: int, number: int) -> Played:
    """Play the chunk of this number at this table of the plan.

    In every arm a match has the same deal and the same generators of the bots: what differs is
    the change (common random numbers).
    """
    table = plan.tables[place]
    matches = span(plan, place, number)
    rows = {name: Columns(schema) for name, schema in FRAMES.items()}
    wins: list[list[list[float]]] = [[] for _ in matches]
    for arm_place, arm in enumerate(plan.arms):
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
            at = (place, arm_place, match)
            won = shares(ended.places)
            wins[match - matches.start].append(won)
            happened = counter.count(state.log)
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
            rows["counts"].add(at, *zip(*happened.counts, strict=True), happened.counts.values())
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
    }
    files = {name: columns.parquet(about) for name, columns in rows.items()}
    return Played(place, number, files, wins)


def shares(places: list[int]) -> list[float]:
    """By seat, its share in the victory: all, nothing, or an equal part."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def leads(ended: Ended, scores: list[list[int]]) -> tuple[int | None, int | None, float | None]:
    """How often the lead changed, the round at whose end a winner took it for good, and how far
    the winner was ahead in the end; nothing where scores only rank what is shown in the end.
    `scores` are those as each round began.
    """
    game = ended.game
    if not game.keeps_score():
        return None, None, None
    winners = {seat for seat, place in enumerate(ended.places) if place == 1}
    leading = [
        {seat for seat, score in enumerate(row) if score == best}
        for row, best in zip(scores[1:], map(max, scores[1:]), strict=True)
    ] + [winners]
    changes, settled = 0, len(leading)
    holding = leading[0]
    for leaders in leading:
        if holding.isdisjoint(leaders):
            changes += 1
            holding = leaders
        holding = holding & leaders
    for winner in winners:
        behind = [number for number, leaders in enumerate(leading) if winner not in leaders]
        settled = min(settled, behind[-1] + 2 if behind else 1)
    first = min(winners)
    others = ended.scores[:first] + ended.scores[first + 1 :]
    return changes, settled, (ended.scores[first] - max(others)) / game.unit


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


class Happened(NamedTuple):
    """What happened in a match."""

    counts: dict[Counted, int]
    rounds: int
    trace: int  # a sum over all of it, equal where the same happened
    done: dict[str, list[int]]  # by deed and seat, how often it did it
    suffered: dict[str, list[int]]


class Kept(NamedTuple):
    """What is kept of an event."""

    mark: bytes
    counted: Counted | None  # None if it is about no seat
    deeds: tuple[str, ...]
    target: int | None  # the seat to which it is done


@final
class Counter:
    """Counts what happens to whom in matches of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deeds = game.deeds()
        self.deeds_of = {
            kind.name: tuple([deed for deed, kinds in self.deeds.items() if kind in kinds])
            for kind in game.events
        }
        self.known: dict[Key, Kept] = {}

    def count(self, log: Sequence[Event]) -> Happened:
        """How often each thing happened to each seat."""
        known = self.known
        keys = [(event.kind.name, event.a, event.b, event.c) for event in log]
        counts: dict[Counted, int] = {}
        done = {deed: [0] * self.game.seats for deed in self.deeds}
        suffered = {deed: [0] * self.game.seats for deed in self.deeds}
        rounds = 0
        for key, times in Tally(keys).items():
            _mark, counted, deeds, target = known.get(key) or self._learn(key)
            if counted is not None:
                counts[counted] = counts.get(counted, 0) + times
            elif key[0] == ROUND:
                rounds += times
            for deed in deeds:
                done[deed][key[1]] += times
                if target is not None:
                    suffered[deed][target] += times
        trace = zlib.crc32(b"".join([known[key][0] for key in keys]))
        return Happened(counts, rounds, trace, done, suffered)

    def _learn(self, key: Key) -> Kept:
        """Counted is the seat to which it happened, with the first of the parts that has a name: a
        card, a Wonder, an attribute.
        """
        name, *values = key
        kind = self.game.kinds[name]
        counted = None
        if kind.parts and kind.parts[0] == "seat":
            counted = (values[0], name, self._item(kind.parts, values))
        target = values[1] if len(kind.parts) > 1 and kind.seats[1] else None
        kept = Kept(repr(key).encode(), counted, self.deeds_of[name], target)
        self.known[key] = kept
        return kept

    def _item(self, parts: Sequence[str], values: Sequence[int]) -> str:
        for part, value in zip(parts, values, strict=False):
            text = self.game.part_text(part, value)
            if isinstance(text, str):
                return text
        return ""


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
        """As a Parquet file."""
        file = io.BytesIO()
        columns = dict(zip(self.schema, self.values, strict=True))
        pl.DataFrame(columns, schema=self.schema).write_parquet(file, metadata=about)
        return file.getvalue()
