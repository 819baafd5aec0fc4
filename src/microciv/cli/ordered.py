"""Orders in words: the questions that they answer, and those of a match that were never used."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from microciv.core.game import Game
from microciv.core.match import Record
from microciv.core.orders import known_left
from microciv.speech import t
from microciv.texts import Texts, texts_for


def never_used(game: Game, record: Record, names: Sequence[str]) -> RenderableType | None:
    """The orders of a record that never answered, whose they were, and in which round; None: there
    are none.
    """
    texts, grid = texts_for(game.name, game.options), columns()
    for left in known_left(game, record.left):
        if not left.used:
            order = left.order
            question = whole_question(texts, order.phase, order.round, order.when)
            wishes = game.wishes_line([*order.wishes])
            grid.add_row(str(names[left.seat]), f"{question}: {wishes}")
    if not grid.row_count:
        return None
    return Group(Text(t("Orders that were left and never used:"), style="bold"), grid)


def columns() -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(justify="right", style="bold", no_wrap=True)
    grid.add_column()
    return grid


def whole_question(texts: Texts, phase: str, round_: int, when: str) -> str:
    """The question of an order, in which round, and under which condition."""
    question = asked(texts, phase, round_)
    return f"{question} · {condition(texts, when)}" if when else question


def asked(texts: Texts, phase: str, round_: int) -> str:
    """The question, and in which round: "Bid · Round 3"."""
    if not round_:
        return title(texts, phase)
    return f"{title(texts, phase)} · {texts.label('round')} {round_}"


def title(texts: Texts, phase: str) -> str:
    return texts.look("phases", phase, "title")


def condition(texts: Texts, when: str) -> str:
    return texts.value("when", when)
