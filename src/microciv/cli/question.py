"""The question, its answers with numbers, and the line where the answer is typed."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.finding import numbers_of
from microciv.cli.looks import Look
from microciv.cli.scene import Scene
from microciv.core.moves import Move, amounts

ROOM = 12  # columns left for the answer
MANY = 12  # answers; more of them stand side by side


def show_answers(page: Console, scene: Scene, look: Look) -> None:
    """The stakes, then the legal answers with numbers; no list where amounts are asked."""
    stakes = look.stakes(scene)
    if stakes:
        page.print(Text(stakes))
    legal = scene.observation.legal
    if legal and not amounts(legal):
        menu = look.menu(scene)
        page.print(answers(scene, look) if menu is None else menu)


def answers(scene: Scene, look: Look) -> RenderableType:
    """Each legal answer: number, name, remark. Many to which there is nothing to remark fill the
    width, column by column.
    """
    legal = scene.observation.legal
    remarks = [look.remark(scene, move) for move in legal]
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    numbers = numbers_of(legal)
    width = len(str(max(numbers)))
    if len(legal) > MANY and not any(remarks):
        named = [
            Text.assemble((f"{number:>{width}}", "bold"), "  ", name_of(move, scene))
            for number, move in zip(numbers, legal, strict=True)
        ]
        return Columns(named, padding=(0, 2, 0, 0), column_first=True)
    grid.add_column(justify="right", style="bold", no_wrap=True, min_width=width)
    grid.add_column(no_wrap=True)
    grid.add_column(style="dim")  # the one column that gives way on a narrow terminal
    for number, move, said in zip(numbers, legal, remarks, strict=True):
        remark = Text(said, no_wrap=True, overflow="ellipsis")
        grid.add_row(str(number), name_of(move, scene), remark)
    return grid


def name_of(move: Move, scene: Scene) -> str:
    """The card, if all answers are cards of one kind; else the answer as a sentence."""
    legal = scene.observation.legal
    verbs = {str(other.parts().get("verb", "")) for other in legal}
    card = move.parts().get("card")
    return scene.texts.card(card) if card and len(verbs) == 1 else scene.label(move)


def last_line_of(page: Console, scene: Scene, look: Look) -> str:
    """The last line: the question and what may be typed. A long question stands a line higher."""
    numbers = numbers_of(scene.observation.legal)
    low, high = min(numbers), max(numbers)
    span = str(low) if low == high else f"{low}–{high}"
    if len(numbers) <= high - low:
        span = ", ".join([str(number) for number in numbers])
    ask = look.ask(scene)
    line_before = f"{ask} [{span}, ?] "
    if len(line_before) + ROOM > page.width:
        page.print(Text(ask, style="bold"))
        line_before = f"[{span}, ?] "
    return line_before
