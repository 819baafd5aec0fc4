"""`client`: the file that a bot's author begins with."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib.resources import files
from typing import Annotated

import typer


class Language(StrEnum):
    """What a bot is written in."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"


ENDINGS = {Language.PYTHON: "py", Language.JAVASCRIPT: "mjs"}


def client(
    language: Annotated[Language, typer.Argument(help="What the bot is written in.")],
    example: Annotated[
        bool, typer.Option("--example", help="Print a bot that uses it, to be saved beside it.")
    ] = False,
) -> None:
    """Print a client for bots in one file: it speaks lines of JSON and sits down at tables.

    It needs nothing but Python 3.11, or a browser or Node 22. Save it as `microciv_client.py` or
    `microciv_client.mjs`; its first lines say how to use it.
    """
    name = f"{'example_bot' if example else 'microciv_client'}.{ENDINGS[language]}"
    sys.stdout.write(files("microciv").joinpath("clients", name).read_text(encoding="utf-8"))
