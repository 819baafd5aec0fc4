"""The flags that several commands of `study` have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.league import read_tables
from microciv.games import about
from microciv.speech import t
from microciv.study.plan import (
    LEAST_MATCHES,
    MOST_MATCHES,
    MOST_MINUTES,
    MOST_SEED,
    MOST_WIDTH,
    usual_seats,
)


def _folder(text: str) -> Path:
    """Nothing is no folder: a variable of the shell was empty."""
    if not text:
        raise typer.BadParameter(t("expected a folder, not ''"))
    return Path(text)


SizesOption = Annotated[
    str | None,
    typer.Option("--seats", metavar="N,N,…", help="Numbers of seats; by default 4."),
]
MatchesOption = Annotated[
    int | None,
    typer.Option(
        "--matches", min=LEAST_MATCHES, max=MOST_MATCHES, help="Matches of each arm, at most."
    ),
]
WidthOption = Annotated[
    float | None,
    typer.Option(
        "--width",
        min=0.01,
        max=MOST_WIDTH,
        help="Stop when every share of wins is known to this many percentage points.",
    ),
]
MinutesOption = Annotated[
    float | None,
    typer.Option("--minutes", min=0.01, max=MOST_MINUTES, help="Stop after this time."),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=MOST_SEED, help="Seed of the first deal; by default 0."),
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Play on the Ray cluster there (HOST:PORT, or auto)."
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--into",
        metavar="DIR",
        parser=_folder,
        help="Where everything is kept; by default a folder here.",
    ),
]


def read_sizes(game: str, seats: str | None) -> tuple[int, ...]:
    """The numbers of seats that --seats names; the usual one if it names none.

    :raises BadOption: saying which there are.
    """
    return usual_seats(about(game)) if seats is None else tuple(read_tables(game, seats))
