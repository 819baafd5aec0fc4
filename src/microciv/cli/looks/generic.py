"""A look for any game, from the fields of its observation alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.looks.look import Captions, Look
from microciv.cli.looks.reading import begun, small
from microciv.cli.scene import Scene
from microciv.core.codec import plain
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.core.state import Observation
from microciv.speech import t
from microciv.texts import points_text

COMMON = frozenset({item.name for item in fields(Observation)})


def draw(scene: Scene) -> RenderableType:
    """Single values in one line, what each seat has in columns, the rest line by line."""
    by_seat = _fields_by_seat(scene)
    single: list[str] = []
    columns: dict[str, list[object]] = {}
    lists: list[Text] = []
    for name, value in scene.seen.items():
        if name in COMMON:
            continue
        title = scene.texts.label(name)
        if not isinstance(value, (list, dict)):
            single.append(f"{title} {_cell(value)}")
        elif isinstance(value, list) and name in by_seat:
            columns.update(_columns(scene, title, value))
        else:
            lists.append(Text.assemble((f"{begun(small(title))}  ", "bold"), _cell(value)))
    parts: list[RenderableType] = []
    if single:
        parts.append(Text(begun(small(" · ".join(single))), style="bold"))
    parts += [_seats(scene, columns), *lists]
    return Group(*parts)


def remark(scene: Scene, move: Move) -> str:
    """The effect of the move's card, if the game's words have one."""
    card = str(move.parts().get("card", ""))
    if scene.is_wide:
        return scene.texts.effect(card)
    return scene.texts.look("cards", card, "short") or scene.texts.effect(card)


def stakes(_scene: Scene) -> str:
    return ""


def _fields_by_seat(scene: Scene) -> set[str]:
    """Fields with an entry for each seat, at a deal as well as now: a hand changes its size."""
    fresh = plain(Match(scene.game, 0).observe(0))
    assert isinstance(fresh, dict)
    return {
        name
        for name, value in scene.seen.items()
        if _is_by_seat(value, scene) and _is_by_seat(fresh.get(name), scene)
    }


def _is_by_seat(value: object, scene: Scene) -> bool:
    return isinstance(value, list) and len(value) == scene.game.seats


def _columns(scene: Scene, title: str, value: list[object]) -> dict[str, list[object]]:
    """One column, or one for each field of what a seat has."""
    rows = [item for item in value if isinstance(item, dict)]
    if len(rows) < len(value):
        return {title: value}
    return {scene.texts.label(name): [row.get(name) for row in rows] for name in rows[0]}


def _seats(scene: Scene, columns: dict[str, list[object]]) -> Table:
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(t("player"))
    for title in columns:
        grid.add_column(title)
    for seat, name in enumerate(scene.names):
        style = "bold" if seat == scene.seat else ""
        level = scene.levels[seat]
        player = Text.assemble((name, style), (f" {level}", "dim") if level else "")
        grid.add_row(player, *[Text(_cell(values[seat])) for values in columns.values()])
    return grid


def _cell(value: object) -> str:
    if value is None or value in ("", []):
        return "–"
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, list):
        return " ".join([_cell(item) for item in value])
    if isinstance(value, dict):
        return ", ".join([f"{name} {_cell(item)}" for name, item in value.items()])
    return str(value)


def ask(scene: Scene) -> str:
    """The question; of an answer that is begun, what else belongs to it, if the words say that."""
    more = scene.observation.answer and scene.texts.look("phases", scene.phase, "more")
    return more or scene.texts.ask(scene.phase)


def results(scene: Scene, scores: Sequence[int]) -> list[str]:
    label = scene.texts.label("points")
    return [f"{points_text(score, scene.game.unit)} {label}" for score in scores]


def digest(captions: Captions, _names: Sequence[str]) -> Captions:
    return captions


LOOK = Look(draw, remark, stakes, ask, results, digest)
