"""`admin`: what an operator does about tables, seats, addresses and names."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from microciv.cli.printing import say, say_json
from microciv.cli.settings import JsonOption
from microciv.core.errors import MicrocivError

if TYPE_CHECKING:
    from microciv.server.store.store import Store
    from microciv.server.wire.messages import SeatView

T = TypeVar("T")

LONGEST = 10 * 365 * 24.0  # hours that an address can be blocked

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        help="The server's SQLite file or postgresql:// address; by default as `serve` has it.",
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="The server's settings, for the database."),
]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="Its id, as in its link.")]
AddressArgument = Annotated[
    str, typer.Argument(metavar="ADDRESS", help="An address, or a network as in 192.0.2.0/24.")
]
MostOption = Annotated[int, typer.Option("--limit", min=1, help="At most this many.")]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")]


def list_tables(
    state: Annotated[
        Literal["lobby", "playing", "finished"] | None,
        typer.Option("--state", help="Only those in this state."),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Only those of this game.")] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="Only those where somebody has this name.")
    ] = None,
    most: MostOption = 50,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the tables of a server, the latest changed first.

    A table changes with its seats and matches, not with answers.
    """
    from microciv.server import admin

    lines = _run(
        database,
        config,
        lambda store: admin.list_tables(store, state=state, game=game, name=name, most=most),
    )
    if as_json:
        say_json(_plain(lines))
        return
    rows = columns("table", "game", "state", "match", "people", "bots", "open", "changed")
    for line in lines:
        cells = [line.table, line.game, line.state, str(line.match), ", ".join(line.people)]
        cells += [str(line.bots), str(line.open), _moment(line.changed)]
        rows.add_row(*[Text(cell) for cell in cells])
    say(rows)


def show(
    table: TableArgument,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look at a table as a spectator sees it.

    No cards, no answers and no tokens are shown.
    """
    from microciv.server import admin

    look = _run(database, config, lambda store: admin.look(store, table))
    if as_json:
        say_json(_plain(look))
        return
    view = look.view
    match = f", match {view.match}" if view.match else ""
    say(Text(f"{view.table}: {view.title}, {view.state}{match}", style="bold"))
    rows = columns("seat", "name", "who", "status")
    for seat in view.seats:
        number = str(seat.seat + 1) if seat.seat >= 0 else ""
        rows.add_row(*[Text(cell) for cell in (number, seat.name or "", _who(seat), seat.status)])
    say(rows)
    if view.late:
        say(Text(f"Wait for a seat: {', '.join([late.name for late in view.late])}"))
    say(Text(f"Changed: {_moment(look.changed)}"))


def close(
    table: TableArgument,
    yes: YesOption = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Close a table: it is deleted with all its matches, and its people are told."""
    from microciv.server import admin

    _confirm(f"Close table {table} and forget its matches?", yes)
    _run(database, config, lambda store: admin.close(store, table))
    _done({"closed": table}, f"Table {table} is closed.", as_json)


def revoke(
    table: TableArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose seat it is.")],
    yes: YesOption = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take somebody's seat: a bot plays on, and their link no longer opens anything.

    If it was the host's, the next person becomes host. An empty waiting room is closed.
    """
    from microciv.server import admin

    _confirm(f"Take the seat of {name!r} at table {table}?", yes)
    _run(database, config, lambda store: admin.revoke(store, table, name))
    _done({"revoked": name, "table": table}, f"{name} has no seat there any more.", as_json)


def block(
    address: AddressArgument,
    hours: Annotated[
        float, typer.Option("--hours", min=0.01, max=LONGEST, help="For how long.")
    ] = 24.0,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let nobody connect from an address, and disconnect whoever is connected from it.

    For IPv6 the whole /64 network is blocked, since a single visitor usually has all of it.
    """
    from microciv.server import admin

    seconds = int(hours * 3600)
    network, until = _run(database, config, lambda store: admin.block(store, address, seconds))
    words = f"{network} is blocked until {_moment(until)}."
    _done({"blocked": network, "until": until}, words, as_json)


def unblock(
    address: AddressArgument,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let an address connect again."""
    from microciv.server import admin

    network = _run(database, config, lambda store: admin.unblock(store, address))
    _done({"unblocked": network}, f"{network} may connect again.", as_json)


def blocked(
    database: DatabaseOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """List the addresses that are blocked, and until when."""
    found = _run(database, config, lambda store: store.blocked())
    if as_json:
        say_json([{"network": network, "until": until} for network, until in found.items()])
        return
    rows = columns("network", "until")
    for network, until in found.items():
        rows.add_row(network, _moment(until))
    say(rows)


def list_people(
    name: Annotated[
        str | None, typer.Option("--name", help="Only those whose latest name is this.")
    ] = None,
    most: MostOption = 50,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the people that a server knows by their browsers' keys, the newest first.

    People who have only looked around are not known, nor are programs that did not ask for a key.
    """
    from microciv.server import admin

    lines = _run(database, config, lambda store: admin.list_people(store, name=name, most=most))
    if as_json:
        say_json(_plain(lines))
        return
    rows = columns("person", "name", "since", "devices", "passkeys", "matches")
    for line in lines:
        cells = [line.person, line.name, _moment(line.made)]
        cells += [str(line.devices), str(line.passkeys), str(line.matches)]
        rows.add_row(*[Text(cell) for cell in cells])
    say(rows)


def erase(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="As it is written at the tables.")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="Only at this table.")
    ] = None,
    person: Annotated[
        str | None,
        typer.Option("--person", metavar="ID", help="A person, as `people` lists them."),
    ] = None,
    yes: YesOption = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a name from tables, results and replays; it becomes "a player".

    Matches, seats and tokens stay. Anybody else with this name at another table is renamed as
    well, unless a --table is named. With --person a person is erased, whatever they were called,
    with devices, passkeys and history, and bots play on. Backups keep what they contain.
    """
    from microciv.server import admin

    if (name is None) == (person is None) or (person is not None and table is not None):
        raise typer.BadParameter("give either a NAME, perhaps with --table, or a --person")
    if person is not None:
        _confirm(f"Erase the person {person!r}? `microciv admin people` shows them.", yes)
        found = _run(database, config, lambda store: admin.erase_person(store, person))
        at = "1 table" if len(found) == 1 else f"{len(found)} tables"
        _done({"erased": person, "tables": found}, f"The person was erased at {at}.", as_json)
        return
    assert name is not None
    where = "at all tables" if table is None else f"at table {table}"
    _confirm(f"Erase the name {name!r} {where}? `microciv admin list --name` shows where.", yes)
    found = _run(database, config, lambda store: admin.erase(store, name, table))
    at = "1 table" if len(found) == 1 else f"{len(found)} tables"
    _done({"erased": name, "tables": found}, f"The name was erased at {at}.", as_json)


def _run(database: str | None, config: Path | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do this on the server's database."""
    try:
        from microciv.server.admin import visiting
        from microciv.server.configuration import Given, read_settings
        from microciv.server.serve import usual_database
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    flags = [] if database is None else [Given("--database", "database", database)]
    settings = read_settings(config, os.environ, flags)

    async def run() -> T:
        async with visiting(settings.database or usual_database()) as store:
            return await work(store)

    return asyncio.run(run())


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True, err=True)


def _done(data: dict[str, object], words: str, as_json: bool) -> None:
    if as_json:
        say_json(data)
    else:
        say(Text(words))


def _plain(value: object) -> Any:  # noqa: ANN401  # as JSON has it
    from msgspec import to_builtins

    return to_builtins(value)


def _who(seat: SeatView) -> str:
    words = "host" if seat.host else seat.kind
    return f"{words} ({seat.level})" if seat.level else words


def _moment(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%F %R} UTC"


def columns(*titles: str) -> Table:
    grid = Table(box=SIMPLE_HEAD, pad_edge=False, expand=False)
    for title in titles:
        grid.add_column(title, no_wrap=title in {"table", "game", "network"})
    return grid
