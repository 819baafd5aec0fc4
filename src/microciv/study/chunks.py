"""A chunk of a study: a few matches at one table, each played by every arm.

A chunk is a pure function of its plan: whoever plays it, wherever and when, gets the same bytes.
So it can be played anywhere, and what is lost is played again.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, final

import polars as pl

from microciv import __version__
from microciv.core.events import Event
from microciv.core.game import Game
from microciv.study.matches import Lineup
from microciv.study.plan import Plan, Table

Schema: TypeAlias = dict[str, type[pl.DataType]]
Counted: TypeAlias = tuple[int, str, str]  # seat, event, item

IN_BULK: Final = 250  # matches of a chunk, where all players are policies
SEARCHING: Final = 10

MATCHES: Final[Schema] = {
    "table": pl.UInt16,  # its place in the plan
    "arm": pl.UInt16,
    "match": pl.UInt32,
    "seed": pl.UInt64,
    "steps": pl.UInt32,
    "rounds": pl.UInt32,
    "trace": pl.UInt32,  # equal where the same things happened
}
SEATS: Final[Schema] = {
    "table": pl.UInt16,
    "arm": pl.UInt16,
    "match": pl.UInt32,
    "seat": pl.UInt8,
    "player": pl.String,
    "points": pl.Float64,
    "place": pl.UInt8,
    "won": pl.Float64,  # a shared win in parts
}
COUNTS: Final[Schema] = {
    "table": pl.UInt16,
    "arm": pl.UInt16,
    "match": pl.UInt32,
    "seat": pl.UInt8,
    "event": pl.String,
    "item": pl.String,
    "count": pl.UInt16,
}
FRAMES: Final[dict[str, Schema]] = {
    "counts": COUNTS,
    "seats": SEATS,
    "matches": MATCHES,
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
    """Matches of a chunk at this table."""
    return IN_BULK if table.in_bulk(plan.game) else SEARCHING


def chunk_count(plan: Plan, table: Table) -> int:
    """Chunks at this table, if none of them is saved."""
    return -(-plan.matches // chunk_size(plan, table))


def span(plan: Plan, place: int, number: int) -> range:
    """The matches of a chunk: the last one of a table may have fewer."""
    size = chunk_size(plan, plan.tables[place])
    return range(number * size, min((number + 1) * size, plan.matches))


def play_chunk(plan: Plan, place: int, number: int) -> Played:
    """Play the chunk of this number at this table of the plan.

    In every arm a match has the same deal and the same generators of the bots: what differs is
    the change (common random numbers).
    """
    table = plan.tables[place]
    matches = span(plan, place, number)
    rows: dict[str, list[tuple[object, ...]]] = {name: [] for name in FRAMES}
    wins: list[list[list[float]]] = [[] for _ in matches]
    for arm_place, arm in enumerate(plan.arms):
        game = plan.open(arm, table)
        counter = Counter(game)
        lineups: dict[int, Lineup] = {}
        for match in matches:
            turn = match % table.seats
            if turn not in lineups:
                lineups[turn] = Lineup(game, table.seated(match))
            seed = plan.seed + match
            ended, log = lineups[turn].play_heard(seed)
            at = (place, arm_place, match)
            first = ended.places.count(1)
            won = [1 / first if rank == 1 else 0.0 for rank in ended.places]
            wins[match - matches.start].append(won)
            counts, rounds, trace = counter.count(log)
            rows["matches"].append((*at, seed, ended.plies, rounds, trace))
            rows["seats"] += [
                (*at, seat, player, ended.scores[seat] / game.unit, ended.places[seat], won[seat])
                for seat, player in enumerate(lineups[turn].levels)
            ]
            rows["counts"] += [(*at, *key, count) for key, count in counts.items()]
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
    files = {name: parquet(rows[name], schema, about) for name, schema in FRAMES.items()}
    return Played(place, number, files, wins)


@final
class Counter:
    """Counts what happens to whom in matches of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[tuple[str, int, int, int], tuple[int, str] | None] = {}

    def count(self, log: Sequence[Event]) -> tuple[dict[Counted, int], int, int]:
        """How often each thing happened to each seat; the rounds; and a sum over all that happened,
        equal where the same happened.
        """
        counts: dict[Counted, int] = {}
        rounds = trace = 0
        for event in log:
            name = event.kind.name
            key = (name, event.a, event.b, event.c)
            trace = zlib.crc32(repr(key).encode(), trace)
            if name == "round":
                rounds += 1
            if key not in self.known:
                self.known[key] = self._of(event)
            found = self.known[key]
            if found is not None:
                counted = (found[0], name, found[1])
                counts[counted] = counts.get(counted, 0) + 1
        return counts, rounds, trace

    def _of(self, event: Event) -> tuple[int, str] | None:
        """The seat to which it happened, and the first of its parts that has a name: a card, a
        Wonder, an attribute. None if it is about no seat.
        """
        kind = event.kind
        if not kind.parts or kind.parts[0] != "seat":
            return None
        parts = zip(kind.parts, (event.a, event.b, event.c), strict=False)
        texts = [self.game.part_text(part, value) for part, value in parts]
        return event.a, next((text for text in texts if isinstance(text, str)), "")


def parquet(rows: list[tuple[object, ...]], schema: Schema, about: dict[str, str]) -> bytes:
    """The rows as a Parquet file."""
    file = io.BytesIO()
    pl.DataFrame(rows, schema=schema, orient="row").write_parquet(file, metadata=about)
    return file.getvalue()
