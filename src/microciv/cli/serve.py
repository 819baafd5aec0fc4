"""`serve`: the site. The server is loaded only when it is wanted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from microciv.core.errors import MicrocivError


def serve(
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            help="Address to listen on, by default 127.0.0.1; 0.0.0.0 for everybody on the"
            " network.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port, by default 8000; 0 for any free one."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|URL",
            help="SQLite file or postgresql:// address; by default a file in your data folder.",
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
    hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--host-name",
            metavar="NAME",
            help="Answer only to this name or address, as in play.example; may be repeated.",
        ),
    ] = None,
    design: Annotated[
        bool,
        typer.Option(
            "--design", help="Let visitors change a game and measure it; needs microciv[study]."
        ),
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="Take settings from this TOML file; `-` for standard input.",
        ),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Set anything that a file may set (docs/serving.md); may be repeated.",
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
    open_browser: Annotated[
        bool,
        typer.Option(
            "--open",
            help="Open the games in a browser: at a free port if this one is busy, or where they"
            " are served already.",
        ),
    ] = False,
) -> None:
    """Serve the games as a website, until Ctrl-C. Flags override the variables MICROCIV_SERVE_… in
    the environment, and those override the file.
    """
    try:
        from microciv.server.configuration import Given, read_settings
        from microciv.server.serve import run_server
    except ImportError as error:
        raise MicrocivError(f"the server cannot be loaded: {error}") from None
    flags = []
    for text in more or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"--set {text!r:.60}: expected NAME=VALUE")
        flags.append(Given(f"--set {name.strip()}", name.strip(), value.strip()))
    flags += [
        Given("--host", "host", host),
        Given("--port", "port", port),
        Given("--database", "database", database),
        Given("--proxy", "proxies", proxies or None),
        Given("--host-name", "hosts", hosts or None),
        Given("--design", "design", design or None),
    ]
    settings = read_settings(config, os.environ, [one for one in flags if one.value is not None])
    run_server(settings, open_browser=open_browser, compiled=compiled)
