"""`serve`: the site. The server is loaded only when it is wanted."""

from __future__ import annotations

from typing import Annotated

import typer

from microciv.core.errors import MicrocivError


def serve(
    host: Annotated[
        str,
        typer.Option("--host", help="Address to listen at; 0.0.0.0 for everybody in the network."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; 0 for any that is free.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|URL",
            help="SQLite file or postgresql:// address; a file of your own if left out.",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the games in a browser.")
    ] = False,
) -> None:
    """Serve the games as a site, until Ctrl-C."""
    try:
        from microciv.server.serve import run_server
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    run_server(host=host, port=port, database=database, open_browser=open_browser)
