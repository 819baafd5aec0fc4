"""`serve`: the site. The server is loaded only when it is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from microciv.core.errors import MicrocivError


def serve(
    host: Annotated[
        str,
        typer.Option("--host", help="Address to listen on; 0.0.0.0 for everybody on the network."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; 0 for any free one.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|URL",
            help="SQLite file or postgresql:// address; by default a file of your own.",
        ),
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="Trust X-Forwarded-For from this address or network; may be repeated.",
        ),
    ] = None,
    compiled: Annotated[
        Path | None,
        typer.Option(
            "--compiled",
            metavar="FOLDER",
            help="Let bots think with the compiled microciv in this folder, once it is there.",
        ),
    ] = None,
    design: Annotated[
        bool,
        typer.Option(
            "--design", help="Let visitors change a game and measure it; needs microciv[study]."
        ),
    ] = False,
    open_browser: Annotated[
        bool,
        typer.Option(
            "--open",
            help="Open the games in a browser: at a free port if this one is busy, or where they"
            " are served already.",
        ),
    ] = False,
) -> None:
    """Serve the games as a website, until Ctrl-C."""
    try:
        from microciv.server.serve import run_server
        from microciv.server.settings import Settings
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    settings = Settings(proxies=tuple(proxies or ()), design=design)
    run_server(
        *(host, port),
        database=database,
        open_browser=open_browser,
        settings=settings,
        compiled=compiled,
    )
