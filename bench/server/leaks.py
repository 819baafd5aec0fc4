"""Does anything that is hidden come out under load? `python -m bench.server.leaks [--tables 20]`.

People at some tables answer at random, and somebody watches each; some answers are no moves, and a
stranger asks for what is hidden. Then each match is played again from its log, and whatever a seat
was shown has to be what its own observation says, and no more. No answer to the stranger and no
line of the log may have a move in it.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from bench.server.__main__ import ANSWERS
from bench.server.load import PEOPLE, Player, Table, connected, seated, served
from bench.server.script import arguments, end
from microciv.core.moves import SPECTATOR
from microciv.games import open_game
from microciv.server.store.rows import Entry
from microciv.server.store.store import open_store
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import read_table

SHOWN: Final = ("seen", "legal", "answer", "why", "scores", "sources", "notes", "absent")
HIDDEN: Final = ("", "/record", "/replay?seat=1", "/review?seat=1")
"""What may be asked of a table by whoever has its link; all but the first when a match is over."""
NO_MOVES: Final = ("nonsense", "explore everything", "pass 99")


async def watched(port: int, game: str, number: int) -> Table:
    """A table whose people, and a spectator, keep what they are shown."""
    table = await seated(port, game, number)
    eye = await connected(port, table.id)
    await eye.socket.send('{"type":"hello"}')
    await eye.until("update")
    for player in (*table.players, eye):
        player.noted = [player.update]
    table.players.append(eye)
    return table


async def plays(table: Table) -> None:
    """Answer at random, and sometimes with what is no move."""
    *people, eye = table.players
    watching = asyncio.create_task(hears(eye))
    playing = Table(table.id, people, 0)
    playing.rng = table.rng
    for player in people:
        for text in NO_MOVES:
            await player.say([text], player.update["match"], player.update["decision"])
    await playing.play(ANSWERS)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


async def hears(player: Player) -> None:
    while True:
        await player.hear()


async def pries(http: httpx.AsyncClient, tables: list[Table], told: list[bytes]) -> None:
    """A stranger asks for whatever might have something hidden in it."""
    paths = [f"/api/tables/{table.id}{path}" for table in tables for path in HIDDEN]
    told += [(await http.get(path)).content for path in ("/metrics", *paths)]


def as_told(live: LiveMatch, seat: int) -> dict[str, Any]:
    update: dict[str, Any] = msgspec.json.decode(live.sights.update(seat, 0))
    return update


def shown(update: dict[str, Any]) -> str:
    """What a seat was shown, but for its events."""
    return msgspec.json.encode([update[name] for name in SHOWN]).decode()


def may_know(
    live: LiveMatch, entries: list[Entry]
) -> tuple[dict[int, set[str]], dict[int, list[Any]]]:
    """All that each view may have been shown, at any time, and the events that it has heard."""
    views = [*range(PEOPLE), SPECTATOR]
    known: dict[int, set[str]] = {view: {shown(as_told(live, view))} for view in views}
    for entry in entries:
        live.replay(entry)
        for view in views:
            known[view].add(shown(as_told(live, view)))
    return known, {view: as_told(live, view)["events"] for view in views}


def wrongs(table: Table, live: LiveMatch, entries: list[Entry]) -> Iterator[str]:
    """What its people and its spectator were shown and could not know."""
    known, events = may_know(live, entries)
    for view, player in zip([*range(PEOPLE), SPECTATOR], table.players, strict=True):
        for update in player.noted or []:
            if shown(update) not in known[view]:
                yield f"{table.id}: view {view} saw too much in decision {update['decision']}"
            start = update["from"]
            if update["events"] != events[view][start : start + len(update["events"])]:
                yield f"{table.id}: view {view} heard too early in decision {update['decision']}"


def words_of(game: str) -> re.Pattern[str]:
    """Moves of several words, which nobody says of anything else."""
    texts = [move.text for move in open_game(game, {"seats": PEOPLE}).moves.all]
    several = sorted({re.escape(text) for text in texts if " " in text})
    return re.compile(r"\b(" + "|".join(several) + r")\b")


async def played(port: int, game: str, tables: int) -> tuple[list[Table], bytes]:
    """Tables whose matches are not over, and all that a stranger was told meanwhile."""
    told: list[bytes] = []
    made = [await watched(port, game, number) for number in range(tables)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        playing = asyncio.gather(*[plays(table) for table in made])
        while not playing.done():
            await pries(http, made, told)
        await playing
        await pries(http, made, told)
    for table in made:
        await table.close()
    return made, b"\n".join(told)


async def looked_through(database: str, made: list[Table]) -> list[str]:
    """What somebody was shown and could not know."""
    wrong: list[str] = []
    store = open_store(database)
    await store.open()
    for table in made:
        row = await store.table(table.id)
        assert row is not None
        entries = await store.entries(table.id, 1)
        game = read_table(row.body).open_game()
        wrong += wrongs(table, LiveMatch(game, await store.match(table.id, 1)), entries)
    await store.close()
    return wrong


def measure(game: str, tables: int) -> tuple[str, list[str]]:
    """Play; what came out, and what of that is hidden."""
    with tempfile.TemporaryDirectory() as folder:
        path, database = Path(folder, "log"), f"{folder}/leaks.sqlite3"
        with path.open("w") as errors, served("--database", database, errors=errors) as port:
            made, told = asyncio.run(played(port, game, tables))
        wrong = asyncio.run(looked_through(database, made))
        log = path.read_text()
    moves = words_of(game)
    for what, text in (("a stranger", told.decode()), ("the log", log)):
        wrong += [f"{what} was told {found[0]!r}" for found in moves.finditer(text)]
    updates = sum([len(player.noted or []) for table in made for player in table.players])
    summary = (
        f"{game}: {tables} tables, {updates:,} updates, {len(told):,} bytes to a stranger,"
        f" {log.count(chr(10)):,} lines of the log"
    )
    return summary, wrong


def main() -> None:
    """Measure, print, and fail if anything came out."""
    asked = arguments("bench.server.leaks", __doc__, game="5x", tables=20)
    end(*measure(asked.game, asked.tables))


if __name__ == "__main__":
    main()
