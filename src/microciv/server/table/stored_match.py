"""A match as the store has it: played again, or found to be stranded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from microciv.core.deal import Deal
from microciv.games import open_game
from microciv.lessons import Lesson
from microciv.server.store.rows import MatchRow, Unfit
from microciv.server.store.store import Store
from microciv.server.table.live_match import LiveMatch, resume


@final
@dataclass(frozen=True)
class Undealt:
    """A match that has begun, and whose people are asked for what the deal is made from."""

    row: MatchRow
    deal: Deal
    seed: None = None
    over: bool = False

    @property
    def number(self) -> int:
        return self.row.number


@final
@dataclass(frozen=True)
class Stranded:
    """A match that cannot be gone on with: what is known of it all the same."""

    number: int
    seed: int | None  # None: not even that can be read
    over: bool  # its record and replays were kept


Found: TypeAlias = LiveMatch | Undealt | Stranded
"""A match of a table, however far it is."""


async def reopen(
    store: Store, table: str, number: int, lesson: Lesson | None = None
) -> LiveMatch | Undealt:
    """A match as its log left it.

    :raises Unfit: if it cannot be gone on with.
    """
    row = await store.match(table, number)
    if row.seed is None and row.deal is not None:
        return Undealt(row, row.deal)
    entries = await store.entries(table, number)
    try:
        game = open_game(row.game, {**row.options, "seats": len(row.names)})
    except Exception as fault:  # noqa: BLE001  # a game or an option that is gone, or was damaged
        raise Unfit(f"its game cannot be opened ({type(fault).__name__})") from None
    return resume(game, row, entries, lesson)


async def strand(store: Store, table: str, number: int) -> Stranded:
    """What can be said of a match that cannot be gone on with."""
    over = await store.outcome(table, number) is not None
    try:
        seed = (await store.match(table, number)).seed
    except Unfit:
        seed = None
    return Stranded(number, seed, over)
