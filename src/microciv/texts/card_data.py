"""The data of the cards (`Game.card_data`), told in the words of the game: `[tables]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from microciv.texts.effects import effect_words
from microciv.texts.points import points_text
from microciv.texts.words import Texts, bare

Row: TypeAlias = Mapping[str, object]


def told_row(texts: Texts, row: Row) -> dict[str, object]:
    """The row with `does`, what the card does in a sentence, where its data tell that."""
    does = effect_words(texts, row) if texts.entries("effects") else ""
    return {**row, "does": does} if does else {**row}


def row_of(data: Mapping[str, Sequence[Row]], card: str) -> tuple[str, Row]:
    """The group that has a card's data, and these; empty: none has."""
    for name, rows in data.items():
        for row in rows:
            if row.get("name") == card:
                return name, row
    return "", {}


def effect_at(texts: Texts, data: Mapping[str, Sequence[Row]], card: str) -> str:
    """What a card does at a table with these data; else what the words say of it."""
    return str(told_row(texts, row_of(data, card)[1]).get("does", "")) or texts.effect(card)


def data_title(texts: Texts, name: str) -> str:
    """What stands above the rows of a group."""
    return texts.look("tables", name, "title") or bare(name).capitalize()


def data_cells(texts: Texts, name: str, rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """The titles of the columns, and what stands in them row by row."""
    section = texts.entries("tables").get(name)
    found = section.get("columns") if isinstance(section, dict) else None
    columns = (
        {str(key): str(title) for key, title in found.items()} if isinstance(found, dict) else {}
    )
    if not columns and rows:
        columns = {key: bare(key) for key in rows[0]}
    cells = [[_cell(texts, key, row.get(key)) for key in columns] for row in rows]
    return list(columns.values()), cells


def _cell(texts: Texts, column: str, value: object) -> str:
    unit = texts.entries("units").get(column)
    if isinstance(unit, int) and isinstance(value, int):
        return points_text(value, unit)
    return str(value) if value else "–"
