"""A box of cards: the printed set with a patch laid over it, row by row, ready for the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, final

from microciv.core.codec import digest
from microciv.core.fields import shown
from microciv.core.plain import plain
from microciv.games.civ_card_game.cards import (
    CROWD,
    NO_EFFECTS,
    NO_NAMES,
    ONE_EACH,
    PATCHED,
    PRINTED,
    UNITS,
    USUAL_RATE,
    Card,
    Row,
)
from microciv.games.civ_card_game.effects import (
    BANK_RATE,
    BOUNCE,
    DESTROY_BUILDING,
    DOUBLE_BASE,
    DRAW,
    GAIN_PER_PLOT,
    GROW,
    KINDS_OF_CARDS,
    PLACES,
    STEAL_CARD,
    STEAL_RESOURCES,
    SUMS,
    WALL,
    coded,
    read_effect,
)
from microciv.games.civ_card_game.moves import Moves
from microciv.games.civ_card_game.names import LONGEST_NAME, check_names, read_name
from microciv.hidden.bags import KINDS, Bag, copies_in, several
from microciv.speech import t

MOST_COST: Final = 99
MOST_COPIES: Final = 9
MOST_YIELD: Final = 20
MOST_BREACH: Final = 9
MOST_EFFECTS: Final = 6  # of one card
MOST_TOLD: Final = 10  # complaints about one patch
MOST_ROWS: Final = 250  # of one patch
MOST_MADE: Final = 64  # sets whose moves are remembered
DRAFTS: Final = 2  # of a plot each (CC-04, CC-05)

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "plot": ("copies", "F", "H", "C"),
    "goods": ("copies", "F", "H", "C"),
    "tech": ("cost", "copies", "effects"),
    "building": ("cost", "copies", "effects"),
    "wonder": ("cost", "copies", "effects"),
    "unit": ("copies", "attacks", "blocks", "damage", "breach"),
}
"""By type of card, what a patch may change."""
ORDER: Final[dict[str, int]] = {
    "building": 0,
    "wonder": 1,
    "unit": 2,
    "goods": 3,
    "tech": 4,
    "plot": 5,
}
"""By type, its place in a box."""
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
NO_ATTACK: Final = "a unit that does not attack has none; expected attacks = true with it"
HIGHEST: Final[dict[str, int]] = {
    "cost": MOST_COST,
    "copies": MOST_COPIES,
    "F": MOST_YIELD,
    "H": MOST_YIELD,
    "C": MOST_YIELD,
    "breach": MOST_BREACH,
}


PRINTED_ROWS: Final[dict[str, Row]] = {row.name: row for row in PRINTED}
EVERY_CARD: Final = "*"
NO_PRINTED_CARDS: Final = Row(
    *(EVERY_CARD, EVERY_CARD, "", 0, 0, NO_EFFECTS, 0, 0, 0, False, NO_NAMES, NO_EFFECTS, 0),
    PATCHED,
)
"""The row that takes all printed cards out that no other row names."""


@final
@dataclass(frozen=True)
class Patch:
    """The rows of a table's cards that differ from the printed set, in its order, then its own.

    The fingerprint is that of the complete set they make: two tables with the same one play with
    the same cards. A record has both.
    """

    fingerprint: str  # "" of the printed set
    rows: tuple[Row, ...]


NO_PATCH: Final = Patch("", ())


@final
class Box:
    """The cards of a table: first the play deck with its buildings, wonders, units and goods, then
    technologies, then plots. A card is its place among them. Lists are by card; effects are codes
    of `effects` with numbers.
    """

    def __init__(self, patch: Patch) -> None:
        self.rows: list[Row] = rows_of(patch)
        self.names: list[str] = [row.name for row in self.rows]
        self.card: dict[str, Card] = {name: card for card, name in enumerate(self.names)}
        """By name."""
        types = [row.type for row in self.rows]
        firsts = [
            len([kind for kind in types if ORDER[kind] < ORDER[first]])
            for first in ("wonder", "unit", "goods", "tech", "plot")
        ]
        self.first_wonder, self.first_unit, self.first_goods = firsts[0], firsts[1], firsts[2]
        # The first technology is how many kinds the play deck has, too.
        self.first_tech, self.first_plot = firsts[3], firsts[4]
        self.size = len(self.rows)
        self.structures: list[Card] = list(range(self.first_unit))
        self.units: list[Card] = list(range(self.first_unit, self.first_goods))
        self.goods: list[Card] = list(range(self.first_goods, self.first_tech))
        self.techs: list[Card] = list(range(self.first_tech, self.first_plot))
        self.plots: list[Card] = list(range(self.first_plot, self.size))
        self.moves: Moves = moves_of(tuple(self.names), tuple(firsts))
        # Of the bank where no card gives a better one (CC-30); of a plot with two places (CC-47);
        # of a population, a technology, a wonder (CC-111).
        self.usual_rate, self.crowd, self.points = USUAL_RATE, CROWD, ONE_EACH
        self.copies: list[int] = [row.copies for row in self.rows]
        self.cost: list[int] = [row.cost for row in self.rows]
        self.least_structure = min(self.cost[: self.first_unit], default=MOST_COST)
        self.least_tech = min(self.cost[self.first_tech : self.first_plot], default=MOST_COST)
        copies_of_techs = self.copies[self.first_tech : self.first_plot]
        self.most_of_a_tech = max(copies_of_techs, default=1)
        self.all_techs = sum(copies_of_techs)
        self.yields: list[list[int]] = [[row.F, row.H, row.C] for row in self.rows]
        """What plots print, and goods give, by resource."""
        self.kinds: list[list[int]] = [
            [kind for kind, amount in enumerate(amounts) if amount] for amounts in self.yields
        ]
        """The resources that a plot prints."""
        self.effects: list[list[tuple[int, int]]] = [
            [coded(effect) for effect in row.effects] for row in self.rows
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
                for card in range(self.first_unit, self.first_goods)
                if attacker.name in self.rows[card].blocks
            ]
            for attacker in self.rows
        ]
        """Who can block it."""
        self.damage: list[list[int]] = [
            [
                code
                for effect in row.damage
                for code, number in [coded(effect)]
                for _time in range(number)
            ]
            for row in self.rows
        ]
        """What an unblocked unit does, one instruction after the other."""
        self.breach: list[int] = [row.breach for row in self.rows]
        self.whole: Bag = sum([
            several(kind, self.copies[kind]) for kind in range(self.first_tech)
        ])  # fmt: skip
        """All cards of the play deck."""

    # --- sorts of cards: ranges, because hands and decks are looked through by the million

    def is_building(self, card: Card) -> bool:
        """A structure that can be destroyed."""
        return card < self.first_wonder

    def is_wonder(self, card: Card) -> bool:
        """A structure that is worth a point and stays."""
        return self.first_wonder <= card < self.first_unit

    def is_structure(self, card: Card) -> bool:
        """A building or a wonder: both take a place of a plot (CC-48)."""
        return card < self.first_unit

    def is_unit(self, card: Card) -> bool:
        return self.first_unit <= card < self.first_goods

    # --- names

    def names_of(self, cards: list[Card]) -> tuple[str, ...]:
        return tuple([self.names[card] for card in cards])

    def names_in(self, bag: Bag) -> tuple[str, ...]:
        """The cards of a bag by name, each copy."""
        return self.names_of(copies_in(bag))

    def cards_of(self, names: tuple[str, ...]) -> list[Card]:
        return [self.card[name] for name in names]

    # --- piles

    def deck(self, first: Card, after: Card) -> list[Card]:
        """All copies of these cards, in the order of the tables."""
        return [card for card in range(first, after) for _copy in range(self.copies[card])]

    def settle(self, usual_rate: int, crowd: int, points: list[int]) -> None:
        """Numbers that a table may change (CC-30, CC-47, CC-111)."""
        self.usual_rate, self.crowd, self.points = usual_rate, crowd, points

    def bombard(self) -> None:
        """Units that breach walls, and do nothing else, destroy a building instead (CA-36)."""
        for card in range(self.first_unit, self.first_goods):
            if self.breach[card] and not self.damage[card]:
                self.damage[card] = [DESTROY_BUILDING]


def numbered(effects: list[tuple[int, int]], code: int) -> int:
    """The numbers of all effects with this code, added up; of places and rates there is one."""
    return sum([number for found, number in effects if found == code])


# --- the set that a patch makes


def rows_of(patch: Patch) -> list[Row]:
    """All cards of which there are copies, type by type: the printed ones first."""
    whole = [row for row in whole_set(patch.rows) if row.copies]
    return sorted(whole, key=lambda row: ORDER[row.type])


def whole_set(rows: tuple[Row, ...]) -> list[Row]:
    """The printed cards as these rows leave them, then those that only the rows have."""
    given = {row.name: row for row in rows}
    left_out = EVERY_CARD in given
    whole: list[Row] = []
    for printed in PRINTED:
        row = given.get(printed.name)
        if row is not None and row.type == printed.type and row.copies:
            whole.append(row)
        elif row is None and not left_out:
            whole.append(printed)
        else:
            whole.append(replace(printed, copies=0, source=PATCHED))
    return whole + [row for row in rows if is_new(row)]


def is_new(row: Row) -> bool:
    """Is it a card that the printed set does not have?"""
    printed = PRINTED_ROWS.get(row.name)
    return row.name != EVERY_CARD and (printed is None or printed.type != row.type)


@lru_cache(maxsize=MOST_MADE)
def moves_of(names: tuple[str, ...], firsts: tuple[Card, ...]) -> Moves:
    """The moves of a set, made once: tables with the same names have the same ones."""
    return Moves(list(names), list(firsts))


def patch_of(rows: list[Row]) -> Patch:
    """The patch that these rows make: one set is always told in the same way, the shorter one."""
    whole = whole_set(tuple(rows))
    printed, new = whole[: len(PRINTED)], whole[len(PRINTED) :]
    kept = [row for row in printed if row.copies]
    replaced = [row.name for row in new]
    out = [row for row in printed if not row.copies and row.name not in replaced]
    same = [row for row in kept if row == PRINTED_ROWS[row.name]]
    if len(out) > len(same):
        told = [NO_PRINTED_CARDS, *kept, *new]
    else:
        told = [row for row in printed if row not in same and row.name not in replaced] + new
    mark = digest([plain(row) for row in whole]) if told else ""
    return Patch(mark, tuple(told))


# --- reading


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
                raise ValueError(f"no field {shown(name)}; expected fingerprint, rows")
        given: object = value.get("fingerprint", "")
        if not isinstance(given, str):
            raise ValueError(f"fingerprint: expected digits, not {shown(given)}")  # noqa: TRY004
        expected = given
        value = value.get("rows", [])
    patch = patch_of(read_rows(value))
    if expected and expected != patch.fingerprint:
        of = f"these rows make {patch.fingerprint}" if patch.rows else "the printed set has none"
        raise ValueError(f"fingerprint: {of}, not {shown(expected)}")
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
        raise ValueError("a box needs at least one technology: the last one ends the match")
    kinds = len([row for row in rows if row.type not in ("tech", "plot")])
    if kinds > KINDS:
        raise ValueError(f"a play deck has up to {KINDS} kinds of cards, not {kinds}")
    for row in rows:
        if row.type == "plot" and row.F + row.H + row.C == 0:
            raise ValueError(f"{row.name}: a plot yields something")
    check_names(rows)


def read_rows(value: object) -> list[Row]:
    """All rows, in the order in which they stand there."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"expected a list of rows, not {shown(value)}")  # noqa: TRY004
    if len(value) > MOST_ROWS:
        raise ValueError(f"expected at most {MOST_ROWS} rows, not {len(value)}")
    rows: dict[str, Row] = {}
    units = unit_names(value)
    wrong: list[str] = []
    for place, item in enumerate(value):
        try:
            row = read_row(plain(item) if isinstance(item, Row) else item, units)
            if row.name in rows:
                raise ValueError(f"{row.name} has two rows")
            if row.id and row.id in [other.id for other in rows.values()]:
                raise ValueError(f"{row.name}: id: {row.id} is there twice")
            rows[row.name] = row
        except ValueError as error:
            wrong.append(f"row {place + 1}: {error}" if len(value) > 1 else str(error))
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
    more = [f"and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else []
    return "; ".join(wrong[:MOST_TOLD] + more)


def read_row(item: object, units: list[str]) -> Row:
    """One row: of a printed card, with what is printed where it says nothing, or of a new one."""
    if not isinstance(item, dict):
        raise ValueError(f"expected a card with its columns, not {shown(item)}")  # noqa: TRY004
    named = item.get("name", item.get("id"))
    found = [row for row in PRINTED if named in (row.name, row.id)]
    if named == EVERY_CARD:
        whole = plain(NO_PRINTED_CARDS)
        if "copies" not in item or {**whole, **item} != whole:  # type: ignore[dict-item]
            raise ValueError(f"{EVERY_CARD}: expected copies = 0, for all cards that no row names")
        return NO_PRINTED_CARDS
    if "type" in item and (not found or item["type"] != found[0].type):
        return read_columns(bare_row(item), item, units)
    if not found:
        text = named[:LONGEST_NAME] if isinstance(named, str) else ""
        near = get_close_matches(text, list(PRINTED_ROWS), 1)
        expected = near[0] if near else "a name or an id of the set, or a new card with its type"
        raise ValueError(f"no card {shown(named)}; expected {expected}")
    printed = found[0]
    if item.get("id", printed.id) != printed.id:
        raise ValueError(f"{printed.name} is {printed.id}, not {shown(item['id'])}")
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
        raise ValueError(f"{name}: type: expected one of {', '.join(COLUMNS)}, not {shown(kind)}")
    if not isinstance(given, str) or (given and not ID.fullmatch(given)):
        raise ValueError(f"{name}: id: expected a letter and digits, not {shown(given)}")
    taken = [row.name for row in PRINTED if row.id == given]
    if taken:
        raise ValueError(f"{name}: id: {given} is {taken[0]}")
    if "cost" in COLUMNS[kind] and "cost" not in item:
        raise ValueError(f"{name}: cost: {KINDS_OF_CARDS[kind][0]} has one")
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
        wrong += [f"{name}: {NO_ATTACK}" for name in OF_ATTACKS if values.get(name)]
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
            f"no column {shown(column)} of type {row.type}; expected {', '.join(columns)}"
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
        raise ValueError(f"expected true or false, not {shown(given)}")  # noqa: TRY004
    return given


def _read_number(given: object, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise ValueError(f"expected a whole number from 0 to {most}, not {shown(given)}")
    return given


def _read_effects(given: object, column: str, kind: str) -> tuple[tuple[object, ...], ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"expected a list of effects, not {shown(given)}")  # noqa: TRY004
    if len(given) > MOST_EFFECTS:
        raise ValueError(f"expected at most {MOST_EFFECTS} effects, not {len(given)}")
    for effect in given:
        parts = effect if isinstance(effect, (list, tuple)) else [NO_EFFECTS]
        if not all([isinstance(part, (str, int)) for part in parts]):
            raise ValueError(f'expected an effect such as ["culture", 1], not {shown(effect)}')
    effects = [read_effect(effect, column, kind) for effect in given]
    for effect in effects:
        same = [other for other in effects if other[:-1] == effect[:-1] and len(effect) > 1]
        if len(same) > 1 or effects.count(effect) > 1:
            raise ValueError(f"{effect[0]} is there twice")
    return tuple(effects) if effects else NO_EFFECTS


def _read_blocks(given: object, units: list[str]) -> tuple[str, ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"expected a list of units, not {shown(given)}")  # noqa: TRY004
    for name in given:
        if name not in units:
            raise ValueError(f"expected some of {', '.join(units)}, not {shown(name)}")
    return tuple([name for name in units if name in given])
