"""What the tables of our games are put together from: a frame, lines with titles, players."""

from __future__ import annotations

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from microciv.cli.looks.reading import begun, small
from microciv.cli.scene import Scene
from microciv.speech import t

DOT = " · "
NONE = "–"
GAP = 2  # blanks between two columns
MARGIN = 4  # of a rule beside its title


def framed(scene: Scene, head: Text, *parts: RenderableType) -> RenderableType:
    """In a panel where there is room, else below a rule."""
    if not scene.is_wide:
        return Group(ruled(scene, head), *parts)
    return Panel(
        Group(*parts),
        title=head,
        title_align="left",
        box=ROUNDED,
        border_style="yellow",
        padding=(0, 1),
    )


def ruled(scene: Scene, head: Text) -> RenderableType:
    """The head in a rule, or below one if it is too long for it."""
    if len(head) + MARGIN > scene.width:
        return Group(Rule(style="dim"), head)
    return Rule(head, style="dim", align="left")


def titled(style: str = "dim", indent: int = 0, width: int | None = None) -> Table:
    """Lines that have a title each, in a column of this style."""
    grid = Table.grid(padding=(0, GAP, 0, indent))
    grid.add_column(style=style, no_wrap=True, min_width=width)
    grid.add_column()
    return grid


def player(scene: Scene, seat: int) -> Text:
    """The name, the reader's in bold, and a bot's level if there is room."""
    level = scene.levels[seat]
    shown = f" {level}" if level and scene.is_wide else ""
    return Text.assemble((scene.names[seat], "bold" if seat == scene.seat else ""), (shown, "dim"))


def round_told(scene: Scene, rounds: int) -> str:
    """Which round it is, and of how many, if that is limited; the last one says so."""
    word, now = small(scene.texts.label("round")), scene.seen["round"]
    if now == rounds:
        return t("Last {round}", round=word)
    return nth_told(begun(word), now, rounds) if rounds else f"{begun(word)} {now}"


def nth_told(word: str, now: object, last: object) -> str:
    """Which of how many it is: tick 2 of 3."""
    return t("{step} {now} of {last}", step=word, now=now, last=last)
