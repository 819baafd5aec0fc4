"""The card set (a.2 to a.7): every number of the game is here, none in the rules.

No list of the printed cards is known. This one is a reconstruction; each row says by `source` how
far the rules vouch for it: `named` (name and effect), `name-only`, or `reconstructed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

Card: TypeAlias = int  # a kind of card, by its index in the table's box (`boxes`)
Effect: TypeAlias = tuple[Any, ...]  # a name of the vocabulary (`effects`) and its parameters

FOOD: Final = 0
HAMMERS: Final = 1
COINS: Final = 2
RESOURCES: Final = 3
USUAL_RATE: Final = 3  # of the bank, as printed (CC-30)
CROWD: Final = 3  # population for two places, as printed (CC-47)
OF_POPULATION: Final = 0
OF_TECH: Final = 1
OF_WONDER: Final = 2
ONE_EACH: Final[list[int]] = [1, 1, 1]  # victory points of these three, as printed (CC-111)
MOST_ON_PLOT: Final = 240  # population
LETTERS: Final[list[str]] = ["F", "H", "C"]
KIND_BIT: Final[list[int]] = [2**kind for kind in range(RESOURCES)]

NAMED: Final = "named"
NAME_ONLY: Final = "name-only"
RECONSTRUCTED: Final = "reconstructed"
PATCHED: Final = "patched"

NO_EFFECTS: Final[tuple[Effect, ...]] = ()
NO_NAMES: Final[tuple[str, ...]] = ()


@final
@dataclass(frozen=True)
class Row:
    """One kind of card as it is printed."""

    id: str
    name: str
    type: str  # plot, tech, building, wonder, unit, goods
    cost: int  # coins of a technology, hammers of a structure; else 0
    copies: int
    effects: tuple[Effect, ...]
    F: int  # printed on a plot, given by goods; else 0
    H: int
    C: int
    attacks: bool  # of units
    blocks: tuple[str, ...]
    damage: tuple[Effect, ...]
    breach: int  # City Walls that it takes away
    source: str


def building(id: str, name: str, copies: int, cost: int, source: str, *effects: Effect) -> Row:  # noqa: A002
    """A row of a.4."""
    return _card(id, name, "building", cost, copies, effects, source)


def wonder(id: str, name: str, cost: int, source: str, *effects: Effect) -> Row:  # noqa: A002
    """A row of a.5."""
    return _card(id, name, "wonder", cost, 1, effects, source)


def tech(id: str, name: str, cost: int, source: str, *effects: Effect) -> Row:  # noqa: A002
    """A row of a.3."""
    return _card(id, name, "tech", cost, 1, effects, source)


def unit(
    id: str,  # noqa: A002
    name: str,
    copies: int,
    *,
    attacks: bool,
    blocks: tuple[str, ...] = NO_NAMES,
    damage: tuple[Effect, ...] = NO_EFFECTS,
    breach: int = 0,
) -> Row:
    """A row of a.6."""
    return Row(
        *(id, name, "unit", 0, copies, NO_EFFECTS, 0, 0, 0, attacks, blocks, damage, breach, NAMED)
    )


def goods(id: str, name: str, copies: int, *amounts: int) -> Row:  # noqa: A002
    """A row of a.7."""
    return _yielding(id, name, "goods", copies, amounts)


def plot(id: str, name: str, copies: int, *amounts: int) -> Row:  # noqa: A002
    """A row of a.2."""
    return _yielding(id, name, "plot", copies, amounts)


def _card(
    id: str,  # noqa: A002
    name: str,
    type: str,  # noqa: A002
    cost: int,
    copies: int,
    effects: tuple[Effect, ...],
    source: str,
) -> Row:
    return Row(
        id, name, type, cost, copies, effects, 0, 0, 0, False, NO_NAMES, NO_EFFECTS, 0, source
    )


def _yielding(id: str, name: str, type: str, copies: int, amounts: tuple[int, ...]) -> Row:  # noqa: A002
    food, hammers, coins = amounts
    return Row(
        *(id, name, type, 0, copies, NO_EFFECTS, food, hammers, coins, False, NO_NAMES),
        *(NO_EFFECTS, 0, RECONSTRUCTED),
    )


BUILDINGS: Final[list[Row]] = [
    building("B01", "Granary", 4, 7, NAMED, ("double_base", "F")),
    building("B02", "Forge", 4, 8, NAME_ONLY, ("double_base", "H")),
    building("B03", "Market", 4, 8, RECONSTRUCTED, ("double_base", "C")),
    building("B04", "Library", 3, 6, NAMED, ("culture", 1), ("discount", "tech", 1)),
    building("B05", "Monastery", 3, 5, NAMED, ("culture", 2)),
    building("B06", "Temple", 3, 5, RECONSTRUCTED, ("culture", 1), ("happiness", 1)),
    building("B07", "Colosseum", 3, 6, RECONSTRUCTED, ("happiness", 2)),
    building("B08", "Theatre", 3, 6, RECONSTRUCTED, ("culture", 2), ("happiness", 1)),
    building("B09", "Aqueduct", 3, 7, RECONSTRUCTED, ("discount", "population", 1)),
    building("B10", "City Walls", 4, 5, NAMED, ("bounce", 1), ("wall",)),
]

WONDERS: Final[list[Row]] = [
    wonder("W01", "Stonehenge", 11, RECONSTRUCTED, ("culture", 2)),
    wonder("W02", "Great Wall", 12, NAMED, ("bounce", 1), ("culture", 1)),
    wonder("W03", "Oracle", 12, RECONSTRUCTED, ("culture", 1), ("draw", 3)),
    wonder("W04", "Temple of Artemis", 13, RECONSTRUCTED, ("happiness", 2)),
    wonder("W05", "Parthenon", 13, RECONSTRUCTED, ("culture", 3)),
    wonder("W06", "Great Lighthouse", 14, RECONSTRUCTED, ("income", "C", 2)),
    wonder("W07", "Pyramids", 14, NAME_ONLY, ("income", "H", 2)),
    wonder("W08", "Colossus", 15, RECONSTRUCTED, ("income_per_plot", "C", 1)),
    wonder("W09", "Hanging Gardens", 15, RECONSTRUCTED, ("grow", 1), ("happiness", 1)),
    wonder("W10", "Great Library", 15, RECONSTRUCTED, ("culture", 2), ("discount", "tech", 1)),
    wonder("W11", "Notre Dame", 16, RECONSTRUCTED, ("culture", 1), ("happiness", 3)),
    wonder("W12", "Sistine Chapel", 16, RECONSTRUCTED, ("culture", 4)),
]

UNITS: Final[list[Row]] = [
    unit(
        *("U01", "Archers", 6),
        attacks=False,
        blocks=("Spearmen", "Axemen", "Swordsmen", "Catapult"),
    ),
    unit(
        *("U02", "Spearmen", 6),
        attacks=True,
        blocks=("Chariot",),
        damage=(("steal_population", 1),),
    ),
    unit(
        *("U03", "Axemen", 6),
        attacks=True,
        blocks=("Spearmen", "Axemen", "Swordsmen"),
        damage=(("destroy_building", 1),),
    ),
    unit("U04", "Chariot", 5, attacks=True, damage=(("steal_population", 1),)),
    unit(
        *("U05", "Swordsmen", 5),
        attacks=True,
        damage=(("steal_population", 1), ("destroy_building", 1)),
    ),
    unit("U06", "Catapult", 3, attacks=True, breach=1),
]

GOODS: Final[list[Row]] = [
    goods("R01", "Corn", 6, 2, 0, 0),
    goods("R02", "Copper", 6, 0, 2, 0),
    goods("R03", "Furs", 6, 0, 0, 2),
    goods("R04", "Cattle", 3, 3, 0, 0),
    goods("R05", "Iron", 3, 0, 3, 0),
    goods("R06", "Gold", 3, 0, 0, 3),
]

TECHNOLOGIES: Final[list[Row]] = [
    tech("T01", "Agriculture", 9, RECONSTRUCTED, ("gain_per_plot", "F", 1)),
    tech("T02", "Mining", 9, NAMED, ("gain_per_plot", "H", 1)),
    tech("T03", "Pottery", 9, RECONSTRUCTED, ("gain_per_plot", "C", 1)),
    tech("T04", "Mysticism", 9, RECONSTRUCTED, ("culture", 1)),
    tech("T05", "Writing", 10, NAMED, ("steal_card", 1)),
    tech("T06", "Animal Husbandry", 11, RECONSTRUCTED, ("income", "F", 1)),
    tech("T07", "Bronze Working", 11, RECONSTRUCTED, ("income", "H", 1)),
    tech("T08", "Alphabet", 11, RECONSTRUCTED, ("income", "C", 1)),
    tech("T09", "Masonry", 11, RECONSTRUCTED, ("discount", "wonder", 2)),
    tech("T10", "Priesthood", 11, RECONSTRUCTED, ("culture", 1), ("happiness", 1)),
    tech("T11", "Code of Laws", 11, NAMED, ("steal_resources", 3)),
    tech("T12", "Sailing", 12, RECONSTRUCTED, ("discount", "plot", 4)),
    tech("T13", "Mathematics", 12, RECONSTRUCTED, ("discount", "tech", 1)),
    tech("T14", "Currency", 12, RECONSTRUCTED, ("bank_rate", 2)),
    tech("T15", "Monarchy", 12, RECONSTRUCTED, ("happiness", 2)),
    tech("T16", "Drama", 12, RECONSTRUCTED, ("culture", 2)),
    tech("T17", "Construction", 12, RECONSTRUCTED, ("discount", "building", 2)),
    tech("T18", "Calendar", 13, RECONSTRUCTED, ("discount", "population", 1)),
    tech("T19", "Philosophy", 13, RECONSTRUCTED, ("culture", 1), ("draw", 3)),
    tech("T20", "Engineering", 15, NAMED, ("places", 2)),
    tech("T21", "Metal Casting", 14, RECONSTRUCTED, ("income", "H", 2)),
    tech("T22", "Civil Service", 14, RECONSTRUCTED, ("income", "F", 2)),
    tech("T23", "Astronomy", 14, NAMED, ("extra_draw", 1)),
    tech("T24", "Music", 14, RECONSTRUCTED, ("culture", 3)),
]

PLOTS: Final[list[Row]] = [
    plot("P01", "Grassland", 4, 2, 0, 0),
    plot("P02", "Flood Plain", 2, 3, 0, 0),
    plot("P03", "Forest", 4, 0, 2, 0),
    plot("P04", "Quarry Hill", 2, 0, 3, 0),
    plot("P05", "River Bank", 4, 0, 0, 2),
    plot("P06", "Gem Field", 2, 0, 0, 3),
    plot("P07", "Plains", 4, 1, 1, 0),
    plot("P08", "Pasture", 1, 2, 1, 0),
    plot("P09", "Wooded Plain", 1, 1, 2, 0),
    plot("P10", "Coast", 4, 1, 0, 1),
    plot("P11", "Fishing Bay", 1, 2, 0, 1),
    plot("P12", "Oasis", 1, 1, 0, 2),
    plot("P13", "Hill Country", 4, 0, 1, 1),
    plot("P14", "Marble Hill", 1, 0, 2, 1),
    plot("P15", "Gold Hill", 1, 0, 1, 2),
]

# The play deck comes first: its kinds are those of hands, discard pile and structures.
PRINTED: Final[list[Row]] = [*BUILDINGS, *WONDERS, *UNITS, *GOODS, *TECHNOLOGIES, *PLOTS]


# Hands are lists in the order of the set. These three are loops because compiled code has no
# quicker way: it knows the type of a card, `list.remove` and `in` do not.


def put_in(hand: list[Card], card: Card) -> None:
    index = len(hand)
    while index and hand[index - 1] > card:
        index -= 1
    hand.insert(index, card)


def take_out(hand: list[Card], card: Card) -> None:
    """One card less; it must be there."""
    index = 0
    while hand[index] != card:
        index += 1
    hand.pop(index)


def holds(hand: list[Card], card: Card) -> bool:
    for held in hand:  # noqa: SIM110
        if held == card:
            return True
    return False
