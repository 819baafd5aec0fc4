"""A box of cards: the printed set with a patch laid over it, row by row, ready for the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, final

from microciv.core.codec import digest
from microciv.core.plain import plain
from microciv.games.civ_card_game.cards import (
    CROWD,
    NO_EFFECTS,
    NO_NAMES,
    ONE_EACH,
    PATCHED,
    PRINTED,
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
    PLACES,
    STEAL_CARD,
    STEAL_RESOURCES,
    SUMS,
    WALL,
    coded,
)
from microciv.games.civ_card_game.moves import Moves
from microciv.hidden.bags import Bag, copies_in, several

MOST_COST: Final = 99
MOST_MADE: Final = 64  # sets whose moves are remembered
DRAFTS: Final = 2  # of a plot each (CC-04, CC-05)

ORDER: Final[dict[str, int]] = {
    "building": 0,
    "wonder": 1,
    "unit": 2,
    "goods": 3,
    "tech": 4,
    "plot": 5,
}
"""By type, its order in a box."""
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
    technologies, then plots. A card is its index among them. Lists are by card; effects are codes
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
        """All copies of these cards, in table order."""
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
