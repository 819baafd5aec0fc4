"""A box of cards: the printed set with a patch laid over it, row by row, ready for the rules."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Final, final

from microciv.core.bags import Bag, several
from microciv.core.codec import digest
from microciv.core.fields import shown
from microciv.core.plain import plain
from microciv.games.civ_card_game.cards import (
    CARDS,
    FIRST_GOODS,
    FIRST_PLOT,
    FIRST_TECH,
    FIRST_UNIT,
    KINDS,
    NAMES,
    NO_EFFECTS,
    PATCHED,
    PRINTED,
    Card,
    Row,
)
from microciv.games.civ_card_game.effects import (
    BANK_RATE,
    BOUNCE,
    DAMAGE,
    DESTROY_BUILDING,
    DOUBLE_BASE,
    DRAW,
    GAIN_PER_PLOT,
    GROW,
    PLACES,
    STEAL_CARD,
    STEAL_RESOURCES,
    SUMS,
    VOCABULARY,
    WALL,
    Form,
    coded,
    read_effect,
)

MOST_COST: Final = 99
MOST_COPIES: Final = 9
MOST_YIELD: Final = 20
MOST_BREACH: Final = 9
MOST_EFFECTS: Final = 6  # of one card
LONGEST_NAME: Final = 40
MOST_TOLD: Final = 10  # complaints about one patch
PLOTS_OF_A_SEAT: Final = 4  # after the drafts (CC-06)
OPENING_DRAWS: Final = (6, 7, 8, 9)  # in seat order (CC-09)

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "plot": ("copies", "F", "H", "C"),
    "goods": ("copies", "F", "H", "C"),
    "tech": ("cost", "copies", "effects"),
    "building": ("cost", "copies", "effects"),
    "wonder": ("cost", "copies", "effects"),
    "unit": ("copies", "attacks", "blocks", "damage", "breach"),
}
"""By type of card, what a patch may change."""
HIGHEST: Final[dict[str, int]] = {
    "cost": MOST_COST,
    "copies": MOST_COPIES,
    "F": MOST_YIELD,
    "H": MOST_YIELD,
    "C": MOST_YIELD,
    "breach": MOST_BREACH,
}


@final
@dataclass(frozen=True)
class Patch:
    """The rows of a table's cards that differ from the printed set, in its order.

    The fingerprint is that of the whole set they make: two tables with the same one play with the
    same cards. A record has both.
    """

    fingerprint: str  # "" of the printed set
    rows: tuple[Row, ...]


NO_PATCH: Final = Patch("", ())


@final
class Box:
    """The cards of a table. Lists are by card; effects are codes of `effects` with numbers."""

    def __init__(self, patch: Patch) -> None:
        changed = {row.name: row for row in patch.rows}
        self.rows: list[Row] = [changed.get(row.name, row) for row in PRINTED]
        self.copies: list[int] = [row.copies for row in self.rows]
        self.cost: list[int] = [row.cost for row in self.rows]
        self.least_structure = min(self.cost[:FIRST_UNIT])
        self.least_tech = min(self.cost[FIRST_TECH:FIRST_PLOT])
        self.yields: list[list[int]] = [[row.F, row.H, row.C] for row in self.rows]
        """What plots print, and goods give, by resource."""
        self.kinds: list[list[int]] = [
            [kind for kind, amount in enumerate(amounts) if amount] for amounts in self.yields
        ]
        """The resources that a plot prints."""
        self.effects: list[list[tuple[int, int]]] = [
            [coded(effect, VOCABULARY) for effect in row.effects] for row in self.rows
        ]
        self.sums: list[list[tuple[int, int]]] = [
            [effect for effect in effects if effect[0] < SUMS] for effects in self.effects
        ]
        """Of these the owner has the sum."""
        self.places: list[int] = [numbered(effects, PLACES) for effects in self.effects]
        self.bank_rate: list[int] = [numbered(effects, BANK_RATE) for effects in self.effects]
        self.bounces: list[int] = [numbered(effects, BOUNCE) for effects in self.effects]
        self.walls: list[bool] = [numbered(effects, WALL) > 0 for effects in self.effects]
        self.doubles: list[list[int]] = [
            [kind for kind in range(3) if numbered(effects, DOUBLE_BASE + kind)]
            for effects in self.effects
        ]
        """The resources of its plot that the structure doubles."""
        self.gains: list[list[int]] = [
            [numbered(effects, GAIN_PER_PLOT + kind) for kind in range(3)]
            for effects in self.effects
        ]
        """By resource, how much its purchase gives for each plot."""
        self.draws: list[int] = [numbered(effects, DRAW) for effects in self.effects]
        self.grows: list[int] = [numbered(effects, GROW) for effects in self.effects]
        self.card_thefts: list[int] = [numbered(effects, STEAL_CARD) for effects in self.effects]
        self.thefts: list[int] = [numbered(effects, STEAL_RESOURCES) for effects in self.effects]
        self.attacks: list[bool] = [row.attacks for row in self.rows]
        self.stops: list[list[Card]] = [
            [
                card
                for card in range(FIRST_UNIT, FIRST_GOODS)
                if attacker.name in self.rows[card].blocks
            ]
            for attacker in self.rows
        ]
        """Who can block it."""
        self.damage: list[list[int]] = [
            [
                code
                for effect in row.damage
                for code, number in [coded(effect, DAMAGE)]
                for _time in range(number)
            ]
            for row in self.rows
        ]
        """What an unblocked unit does, one instruction after the other."""
        self.breach: list[int] = [row.breach for row in self.rows]
        self.whole: Bag = sum([several(kind, self.copies[kind]) for kind in range(KINDS)])
        """All cards of the play deck."""

    def deck(self, first: Card, after: Card) -> list[Card]:
        """All copies of these cards, in the order of the tables."""
        return [card for card in range(first, after) for _copy in range(self.copies[card])]

    def bombard(self) -> None:
        """Units that breach walls, and do nothing else, destroy a building instead (CA-36)."""
        for card in range(FIRST_UNIT, FIRST_GOODS):
            if self.breach[card] and not self.damage[card]:
                self.damage[card] = [DESTROY_BUILDING]


def numbered(effects: list[tuple[int, int]], code: int) -> int:
    """The numbers of all effects with this code, added up; of places and rates there is one."""
    return sum([number for found, number in effects if found == code])


def fingerprint(rows: tuple[Row, ...]) -> str:
    """Digits that tell a set with these rows from any other; none for the printed one."""
    if not rows:
        return ""
    changed = {row.name: row for row in rows}
    return digest([plain(changed.get(row.name, row)) for row in PRINTED])


def read_patch(value: object) -> Patch:
    """A patch from a list of rows, or from an object with `rows` and the `fingerprint` that the
    set must have.

    A row names its card by `name` or `id` and gives any of the columns of its type.

    :raises ValueError: telling what is wrong with every row, and what was expected.
    """
    if isinstance(value, Patch):
        value = plain(value)
    expected = ""
    if isinstance(value, dict):
        for name in value:
            if name not in ("fingerprint", "rows"):
                raise ValueError(f"no field {shown(name)}; expected fingerprint, rows")
        given: object = value.get("fingerprint", "")
        if not isinstance(given, str):
            raise ValueError(f"fingerprint: expected digits, not {shown(given)}")  # noqa: TRY004
        expected = given
        value = value.get("rows", [])
    rows = _read_rows(value)
    patch = Patch(fingerprint(rows), rows)
    if expected and expected != patch.fingerprint:
        of = f"these rows make {patch.fingerprint}" if rows else "the printed set has none"
        raise ValueError(f"fingerprint: {of}, not {shown(expected)}")
    _check(Box(patch))
    return patch


def check_seats(box: Box, seats: int) -> None:
    """Refuse a box that cannot be dealt to so many.

    :raises ValueError: saying what was expected.
    """
    plots = sum(box.copies[FIRST_PLOT:CARDS])
    if plots < seats * PLOTS_OF_A_SEAT:
        raise ValueError(f"{seats} players draft {seats * PLOTS_OF_A_SEAT} plots, not {plots}")
    cards = sum(box.copies[:KINDS])
    opening = sum(OPENING_DRAWS[:seats])
    if cards < opening:
        raise ValueError(f"{seats} players are dealt {opening} cards of the play deck, not {cards}")


def _check(box: Box) -> None:
    if sum(box.copies[FIRST_TECH:FIRST_PLOT]) == 0:
        raise ValueError("a box needs at least one technology: the last one ends the match")
    for row in box.rows[FIRST_PLOT:CARDS]:
        if row.copies and row.F + row.H + row.C == 0:
            raise ValueError(f"{row.name}: a plot yields something")


def _read_rows(value: object) -> tuple[Row, ...]:
    """All rows that differ from the printed ones, in the order of the set."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"expected a list of rows, not {shown(value)}")  # noqa: TRY004
    if len(value) > CARDS:
        raise ValueError(f"expected at most {CARDS} rows, not {len(value)}")
    rows: dict[str, Row] = {}
    wrong: list[str] = []
    for place, item in enumerate(value):
        try:
            row = _read_row(plain(item) if isinstance(item, Row) else item)
            if row.name in rows:
                raise ValueError(f"{row.name} has two rows")
            rows[row.name] = row
        except ValueError as error:
            wrong.append(f"row {place + 1}: {error}" if len(value) > 1 else str(error))
    if wrong:
        raise ValueError(_told(wrong))
    return tuple([rows[row.name] for row in PRINTED if rows.get(row.name, row) != row])


def _told(wrong: list[str]) -> str:
    """All complaints in one, as far as anybody reads them."""
    more = [f"and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else []
    return "; ".join(wrong[:MOST_TOLD] + more)


def _read_row(item: object) -> Row:
    """One row, with what is printed where it says nothing."""
    if not isinstance(item, dict):
        raise ValueError(f"expected a card with its columns, not {shown(item)}")  # noqa: TRY004
    named = item.get("name", item.get("id"))
    found = [row for row in PRINTED if named in (row.name, row.id)]
    if not found:
        text = named[:LONGEST_NAME] if isinstance(named, str) else ""
        near = get_close_matches(text, NAMES, 1)
        expected = near[0] if near else "a name or an id of the set"
        raise ValueError(f"no card {shown(named)}; expected {expected}")
    printed = found[0]
    if item.get("id", printed.id) != printed.id:
        raise ValueError(f"{printed.name} is {printed.id}, not {shown(item['id'])}")
    values: dict[str, object] = {}
    wrong: list[str] = []
    for column, given in item.items():
        try:
            if _is_read(printed, column, given):
                values[column] = _read_column(printed, column, given)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ValueError(f"{printed.name}: {', '.join(wrong)}")
    changed = replace(printed, **values)  # type: ignore[arg-type]  # each was read by its column
    return changed if changed == printed else replace(changed, source=PATCHED)


def _is_read(printed: Row, column: str, given: object) -> bool:
    """Is it a column of this type? Others may be there as they are printed: records have all.

    :raises ValueError: naming the columns.
    """
    columns = COLUMNS[printed.type]
    if column in columns:
        return True
    known = [item.name for item in fields(Row)]
    told = column in ("id", "name", "source")
    if not told and (column not in known or plain(getattr(printed, column)) != given):
        raise ValueError(
            f"no column {shown(column)} of type {printed.type}; expected {', '.join(columns)}"
        )
    return False


def _read_column(printed: Row, column: str, given: object) -> object:
    """What the column is changed to."""
    try:
        if column == "effects":
            return _read_effects(given, VOCABULARY)
        if column == "damage":
            return _read_effects(given, DAMAGE)
        if column == "blocks":
            return _read_blocks(given)
        if column == "attacks":
            return _read_switch(given)
        most = 1 if column == "copies" and printed.type == "tech" else HIGHEST[column]
        return _read_number(given, most)
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None


def _read_switch(given: object) -> bool:
    if not isinstance(given, bool):
        raise ValueError(f"expected true or false, not {shown(given)}")  # noqa: TRY004
    return given


def _read_number(given: object, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise ValueError(f"expected a whole number from 0 to {most}, not {shown(given)}")
    return given


def _read_effects(given: object, vocabulary: dict[str, Form]) -> tuple[tuple[object, ...], ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"expected a list of effects, not {shown(given)}")  # noqa: TRY004
    if len(given) > MOST_EFFECTS:
        raise ValueError(f"expected at most {MOST_EFFECTS} effects, not {len(given)}")
    for effect in given:
        parts = effect if isinstance(effect, (list, tuple)) else [NO_EFFECTS]
        if not all([isinstance(part, (str, int)) for part in parts]):
            raise ValueError(f'expected an effect such as ["culture", 1], not {shown(effect)}')
    effects = [read_effect(effect, vocabulary) for effect in given]
    for effect in effects:
        same = [other for other in effects if other[:-1] == effect[:-1] and len(effect) > 1]
        if len(same) > 1 or effects.count(effect) > 1:
            raise ValueError(f"{effect[0]} is there twice")
    return tuple(effects) if effects else NO_EFFECTS


def _read_blocks(given: object) -> tuple[str, ...]:
    units = NAMES[FIRST_UNIT:FIRST_GOODS]
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"expected a list of units, not {shown(given)}")  # noqa: TRY004
    for name in given:
        if name not in units:
            raise ValueError(f"expected some of {', '.join(units)}, not {shown(name)}")
    return tuple([name for name in units if name in given])
