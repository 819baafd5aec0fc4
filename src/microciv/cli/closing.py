"""The end of a match: places and points, and the seed whose hash was shown at the deal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from microciv.cli.looks import Look
from microciv.cli.scene import Scene
from microciv.core.lists import all_of
from microciv.core.match import Match
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.rng import seed_text
from microciv.speech import t
from microciv.texts import points_text
from microciv.trust import seed_hash


@final
@dataclass(frozen=True)
class Ending:
    """How a match ended, by seat."""

    places: Sequence[int]
    scores: Sequence[int]
    seed: int | None  # None: the deal is not from a seed
    agreed: bool = False  # the rest was played out

    def ranking(self) -> list[list[Seat]]:
        """The seats from first to last; those in one list share their place."""
        return [
            [seat for seat, place in enumerate(self.places) if place == rank]
            for rank in sorted(set(self.places))
        ]


def ending_of(match: Match) -> Ending:
    """The match may have been ended by agreement (`agreed`)."""
    seed = match.seed if match.start is None else None
    return Ending(match.places(), match.scores(), seed, match.agreed is not None)


def show_end(page: Console, scene: Scene, end: Ending, look: Look) -> None:
    """Who has won, everybody's place, and where the points came from."""
    ranking = end.ranking()
    results = look.results(scene, end.scores)
    page.print(Text(f"\n{winners(scene, ranking[0], results)}", style="bold"))
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(t("place"), justify="right")
    grid.add_column(t("player"))
    grid.add_column(t("result"))
    sources = scene.game.sources(scene.observation)
    for source in sources[0]:
        grid.add_column(scene.texts.source(source), justify="right")
    for seat in chain(*ranking):
        level = scene.levels[seat]
        player = Text.assemble(scene.names[seat], (f" {level}", "dim") if level else "")
        shares = [points_text(share, scene.game.unit) for share in sources[seat].values()]
        grid.add_row(str(end.places[seat]), player, results[seat], *shares)
    page.print(grid)
    if end.scores and len(ranking) > len(set(end.scores)):
        page.print(Text(scene.texts.look("labels", "tie_note")))
    if end.agreed:
        page.print(Text(scene.texts.phrase("played_out", {})))
    if end.seed is not None:
        page.print(Text(t("Seed {seed}", seed=f"0x{seed_text(end.seed)}"), style="dim"))
        page.print(Text(t("Seed hash {hash}", hash=seed_hash(end.seed)), style="dim"))


def show_next(page: Console, path: Path, seat: Seat, again: str = "") -> None:
    """Where the record is, and what can be done with it; a review of the reader's seat. The
    command for another match, if one is to be begun here.
    """
    file = shlex.quote(str(path))
    whose = "" if seat == SPECTATOR else f" --seat {seat + 1}"
    for line in (
        t("Record: {path}", path=path),
        t(
            "Your costliest decisions, luck and choice: {command}",
            command=f"microciv review {file}{whose}",
        ),
        t("Watch it again: {command}", command=f"microciv replay {file}"),
        *([t("Play again: {command}", command=again)] if again else []),
    ):
        page.print(Text(line, style="dim"), soft_wrap=True)


def winners(scene: Scene, first: list[int], results: list[str]) -> str:
    parts = {"seat": first[0], "result": results[first[0]]}
    if len(first) == 1:
        return scene.texts.phrase("won", parts, scene.names)
    names = all_of([scene.names[seat] for seat in first])
    return scene.texts.phrase("shared", {**parts, "all": names}, scene.names)
