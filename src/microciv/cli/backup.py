"""`backup` and `restore`: copies of a server's database."""

from __future__ import annotations

from typing import Annotated

import typer

from microciv.cli.printing import say
from microciv.core.errors import MicrocivError


def backup(
    database: Annotated[str, typer.Argument(metavar="DATABASE", help="The SQLite file.")],
    to: Annotated[str, typer.Argument(metavar="TO", help="The backup, a file to be made.")],
) -> None:
    """Copy a server's database while the server runs.

    The copy is a consistent snapshot: every answer that was acknowledged before is in it. It
    contains the seeds of matches in play: keep it as safe as the database.
    """
    try:
        from microciv.server.store.backup import back_up
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    say(f"{to}: {_counted(back_up(database, to))}")


def restore(
    backup: Annotated[str, typer.Argument(metavar="FROM", help="The backup.")],
    database: Annotated[str, typer.Argument(metavar="DATABASE", help="The SQLite file.")],
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Replace the database; it is kept beside it, as DATABASE.replaced."
        ),
    ] = False,
) -> None:
    """Make a backup the database of a server, while the server is stopped."""
    try:
        from microciv.server.store import backup as copies
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    say(f"{database}: {_counted(copies.restore(backup, database, replace=force))}")


def _counted(tables: int) -> str:
    return "1 table" if tables == 1 else f"{tables} tables"
