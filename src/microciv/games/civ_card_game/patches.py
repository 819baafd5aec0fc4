"""Patches of a box as documents have them: rows, read column by column and held against the set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Final

from microciv.core.fields import is_whole_number, no_whole_number, none_of, shown
from microciv.core.plain import plain
from microciv.games.civ_card_game.boxes import (
    EVERY_CARD,
    MOST_COST,
    NO_PRINTED_CARDS,
    PRINTED_ROWS,
    Box,
    Patch,
    patch_of,
    rows_of,
)
from microciv.games.civ_card_game.cards import NO_EFFECTS, NO_NAMES, PATCHED, PRINTED, UNITS, Row
from microciv.games.civ_card_game.effects import no_effect, read_effect
from microciv.games.civ_card_game.names import LONGEST_NAME, check_names, read_name
from microciv.hidden.bags import KINDS
from microciv.speech import t

MOST_COPIES: Final = 9
MOST_YIELD: Final = 20
MOST_BREACH: Final = 9
MOST_EFFECTS: Final = 6  # of one card
MOST_TOLD: Final = 10  # complaints about one patch
MOST_ROWS: Final = 250  # of one patch

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "plot": ("copies", "F", "H", "C"),
    "goods": ("copies", "F", "H", "C"),
    "tech": ("cost", "copies", "effects"),
    "building": ("cost", "copies", "effects"),
    "wonder": ("cost", "copies", "effects"),
    "unit": ("copies", "attacks", "blocks", "damage", "breach"),
}
"""By type of card, what a patch may change."""
INITIALS: Final[dict[str, str]] = {
    "building": "B",
    "wonder": "W",
    "unit": "U",
    "goods": "R",
    "tech": "T",
    "plot": "P",
}
"""By type, what an id begins with."""
ID: Final = re.compile(r"[A-Z][0-9]{1,3}")
OF_EFFECTS: Final = ("effects", "damage")
"""Read on every card, to say which effects it cannot have."""
OF_ATTACKS: Final = ("damage", "breach")
HIGHEST: Final[dict[str, int]] = {
    "cost": MOST_COST,
    "copies": MOST_COPIES,
    "F": MOST_YIELD,
    "H": MOST_YIELD,
    "C": MOST_YIELD,
    "breach": MOST_BREACH,
}


def read_patch(value: object) -> Patch:
    """A patch from a list of rows, or from an object with `rows` and the `fingerprint` that the
    set must have.

    A row names a printed card by `name` or `id` and gives any of the columns of its type, or has a
    `type` and is a card of its own. The row `*` with no copies takes out all printed cards that no
    other row names.

    :raises ValueError: telling what is wrong with every row, and what was expected.
    """
    if isinstance(value, Patch):
        value = plain(value)
    expected = ""
    if isinstance(value, dict):
        for name in value:
            if name not in ("fingerprint", "rows"):
                raise ValueError(
                    t("no field {given}; expected fingerprint, rows", given=shown(name))
                )
        given: object = value.get("fingerprint", "")
        if not isinstance(given, str):
            raise ValueError(  # noqa: TRY004
                t("fingerprint: expected digits, not {given}", given=shown(given))
            )
        expected = given
        value = value.get("rows", [])
    patch = patch_of(read_rows(value))
    if expected and expected != patch.fingerprint:
        told = shown(expected)
        raise ValueError(
            t(
                "fingerprint: these rows make {made}, not {given}",
                made=patch.fingerprint,
                given=told,
            )
            if patch.rows
            else t("fingerprint: the printed set has none, not {given}", given=told)
        )
    check(rows_of(patch))
    return patch


def check_seats(box: Box, seats: int, plots_each: int, hands: list[int]) -> None:
    """Refuse a box that cannot be dealt to this many seats, with hands of these sizes.

    :raises ValueError: saying what was expected.
    """
    plots = sum(box.copies[box.first_plot :])
    if plots < seats * plots_each:
        raise ValueError(
            t(
                "{seats} players draft {wanted} plots, not {found}",
                seats=seats,
                wanted=seats * plots_each,
                found=plots,
            )
        )
    cards = sum(box.copies[: box.first_tech])
    opening = sum(hands)
    if cards < opening:
        raise ValueError(
            t(
                "{seats} players are dealt {wanted} cards of the play deck, not {found}",
                seats=seats,
                wanted=opening,
                found=cards,
            )
        )


def check(rows: list[Row]) -> None:
    """Refuse a set that no match can be played with.

    :raises ValueError: saying what was expected.
    """
    if "tech" not in [row.type for row in rows]:
        raise ValueError(t("a box needs at least one technology: the last one ends the match"))
    kinds = len([row for row in rows if row.type not in ("tech", "plot")])
    if kinds > KINDS:
        raise ValueError(
            t("a play deck has up to {most} kinds of cards, not {found}", most=KINDS, found=kinds)
        )
    for row in rows:
        if row.type == "plot" and row.F + row.H + row.C == 0:
            raise ValueError(t("{card}: a plot yields something", card=row.name))
    check_names(rows)


def read_rows(value: object) -> list[Row]:
    """All rows, in the order in which they stand there."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(t("expected a list of rows, not {given}", given=shown(value)))  # noqa: TRY004
    if len(value) > MOST_ROWS:
        raise ValueError(
            t("expected at most {most} rows, not {found}", most=MOST_ROWS, found=len(value))
        )
    rows: dict[str, Row] = {}
    units = unit_names(value)
    wrong: list[str] = []
    for index, item in enumerate(value):
        try:
            row = read_row(plain(item) if isinstance(item, Row) else item, units)
            if row.name in rows:
                raise ValueError(t("{card} has two rows", card=row.name))
            if row.id and row.id in [other.id for other in rows.values()]:
                raise ValueError(f"{row.name}: id: {repeated(row.id)}")
            rows[row.name] = row
        except ValueError as error:
            many = len(value) > 1
            wrong.append(t("row {n}: {why}", n=index + 1, why=error) if many else str(error))
    if wrong:
        raise ValueError(_told(wrong))
    return numbered_rows(list(rows.values()))


def unit_names(value: Sequence[object]) -> list[str]:
    """All units that a row may block: the printed ones, and those that these rows add."""
    names = [row.name for row in UNITS]
    for item in value:
        row = plain(item) if isinstance(item, Row) else item
        if isinstance(row, dict) and row.get("type") == "unit":
            name = row.get("name")
            if isinstance(name, str) and name not in names:
                names.append(name)
    return names


def numbered_rows(rows: list[Row]) -> list[Row]:
    """New cards that were not given an id get the next one of their type."""
    used = [row.id for row in [*PRINTED, *rows]]
    found: list[Row] = []
    for row in rows:
        number = 1
        while not row.id and f"{INITIALS[row.type]}{number:02}" in used:
            number += 1
        if not row.id:
            row = replace(row, id=f"{INITIALS[row.type]}{number:02}")  # noqa: PLW2901
            used.append(row.id)
        found.append(row)
    return found


def _told(wrong: list[str]) -> str:
    """All complaints in one, as far as anybody reads them."""
    more = len(wrong) - MOST_TOLD
    return "; ".join(wrong[:MOST_TOLD] + ([t("and {n} more", n=more)] if more > 0 else []))


def repeated(what: object) -> str:
    return t("{what} is there twice", what=what)


def read_row(item: object, units: list[str]) -> Row:
    """One row: of a printed card, with what is printed where it says nothing, or of a new one."""
    if not isinstance(item, dict):
        raise ValueError(  # noqa: TRY004
            t("expected a card with its columns, not {given}", given=shown(item))
        )
    named = item.get("name", item.get("id"))
    found = [row for row in PRINTED if named in (row.name, row.id)]
    if named == EVERY_CARD:
        whole = plain(NO_PRINTED_CARDS)
        if "copies" not in item or {**whole, **item} != whole:  # type: ignore[dict-item]
            raise ValueError(
                t("{card}: expected copies = 0, for all cards that no row names", card=EVERY_CARD)
            )
        return NO_PRINTED_CARDS
    if "type" in item and (not found or item["type"] != found[0].type):
        return read_columns(bare_row(item), item, units)
    if not found:
        text = named[:LONGEST_NAME] if isinstance(named, str) else ""
        near = get_close_matches(text, list(PRINTED_ROWS), 1)
        raise ValueError(
            t("no card {given}; expected {near}", given=shown(named), near=near[0])
            if near
            else t(
                "no card {given}; expected a name or an id of the set, or a new card with its type",
                given=shown(named),
            )
        )
    printed = found[0]
    if item.get("id", printed.id) != printed.id:
        raise ValueError(
            t(
                "{card} is {id}, not {given}",
                card=printed.name,
                id=printed.id,
                given=shown(item["id"]),
            )
        )
    changed = read_columns(printed, item, units)
    return changed if changed == printed else replace(changed, source=PATCHED)


def bare_row(item: dict[str, object]) -> Row:
    """A new card with nothing but name, type and, if it is given, id.

    :raises ValueError: saying what a card needs.
    """
    name, kind, given = item.get("name"), item["type"], item.get("id", "")
    read_name(name)
    assert isinstance(name, str)
    if not isinstance(kind, str) or kind not in COLUMNS:
        raise ValueError(f"{name}: type: {none_of(', '.join(COLUMNS), kind)}")
    if not isinstance(given, str) or (given and not ID.fullmatch(given)):
        raise ValueError(
            t(
                "{card}: id: expected a letter and digits, not {given}",
                card=name,
                given=shown(given),
            )
        )
    taken = [row.name for row in PRINTED if row.id == given]
    if taken:
        raise ValueError(t("{card}: id: {id} is {other}", card=name, id=given, other=taken[0]))
    if "cost" in COLUMNS[kind] and "cost" not in item:
        raise ValueError(f"{name}: cost: {t('missing')}")
    return Row(
        *(given, name, kind, 0, 1, NO_EFFECTS, 0, 0, 0, False, NO_NAMES, NO_EFFECTS, 0, PATCHED)
    )


def read_columns(row: Row, item: dict[str, object], units: list[str]) -> Row:
    """The row with the columns that are given.

    :raises ValueError: naming all that are wrong.
    """
    values: dict[str, object] = {}
    wrong: list[str] = []
    for column, given in item.items():
        try:
            if _is_read(row, column, given):
                values[column] = _read_column(row, column, given, units)
        except ValueError as error:
            wrong.append(str(error))
    attacks = values.get("attacks", row.attacks)
    if row.type == "unit" and not attacks:
        no_attack = t("a unit that does not attack has none; expected attacks = true with it")
        wrong += [f"{name}: {no_attack}" for name in OF_ATTACKS if values.get(name)]
        values = {**values, "damage": NO_EFFECTS, "breach": 0}
    if wrong:
        raise ValueError(f"{row.name}: {', '.join(wrong)}")
    return replace(row, **values)  # type: ignore[arg-type]  # each was read by its column


def _is_read(row: Row, column: str, given: object) -> bool:
    """Is it a column of this type? Others may be there as they are printed: records have all.

    :raises ValueError: naming the columns.
    """
    columns = COLUMNS[row.type]
    if column in columns or (column in OF_EFFECTS and given):
        return True
    known = [item.name for item in fields(Row)]
    told = column in ("id", "name", "source")
    if not told and (column not in known or plain(getattr(row, column)) != given):
        raise ValueError(
            t(
                "no column {given} of type {type}; expected {columns}",
                given=shown(column),
                type=row.type,
                columns=", ".join(columns),
            )
        )
    return False


def _read_column(row: Row, column: str, given: object, units: list[str]) -> object:
    try:
        if column in OF_EFFECTS:
            return _read_effects(given, column, row.type)
        if column == "blocks":
            return _read_blocks(given, units)
        if column == "attacks":
            return _read_switch(given)
        return _read_number(given, HIGHEST[column])
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None


def _read_switch(given: object) -> bool:
    if not isinstance(given, bool):
        raise ValueError(  # noqa: TRY004
            t("expected true or false, not {given}", given=shown(given))
        )
    return given


def _read_number(given: object, most: int) -> int:
    if not is_whole_number(given, 0, most):
        raise ValueError(no_whole_number(0, most, given))
    return given


def _read_effects(given: object, column: str, kind: str) -> tuple[tuple[object, ...], ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(  # noqa: TRY004
            t("expected a list of effects, not {given}", given=shown(given))
        )
    if len(given) > MOST_EFFECTS:
        raise ValueError(
            t("expected at most {most} effects, not {found}", most=MOST_EFFECTS, found=len(given))
        )
    for effect in given:
        parts = effect if isinstance(effect, (list, tuple)) else [NO_EFFECTS]
        if not all([isinstance(part, (str, int)) for part in parts]):
            raise ValueError(no_effect(effect))
    effects = [read_effect(effect, column, kind) for effect in given]
    for effect in effects:
        same = [other for other in effects if other[:-1] == effect[:-1] and len(effect) > 1]
        if len(same) > 1 or effects.count(effect) > 1:
            raise ValueError(repeated(effect[0]))
    return tuple(effects) if effects else NO_EFFECTS


def _read_blocks(given: object, units: list[str]) -> tuple[str, ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(  # noqa: TRY004
            t("expected a list of units, not {given}", given=shown(given))
        )
    for name in given:
        if name not in units:
            raise ValueError(
                t(
                    "expected some of {units}, not {given}",
                    units=", ".join(units),
                    given=shown(name),
                )
            )
    return tuple([name for name in units if name in given])
