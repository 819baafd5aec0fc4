"""The moves of Civilization: The Card Game: short steps, a table of all of them.

Cards go by their names, own plots by their numbers from 1, seats by letters. Whole answers in one
line, such as `attack W Chariot Axemen`, are read by `notation`.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, final

from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import (
    CARDS,
    COINS,
    FIRST_GOODS,
    FIRST_PLOT,
    FIRST_TECH,
    FIRST_UNIT,
    FIRST_WONDER,
    FOOD,
    HAMMERS,
    KINDS,
    LETTERS,
    NAMES,
    RESOURCES,
    Card,
)

SEATS: Final = "ABCD"
MOST_PLOTS: Final = 32
"""Of one owner: all that the box has for one of two players. A patched box may have more."""
MOST_POPULATION: Final = 120
"""On one plot, by purchase."""
MOST_PAID: Final = 200
"""Of one resource for a plot; no plot costs more."""
RATES: Final = (2, 3, 4, 5, 6)
"""What the bank may ask for one resource."""


@final
class Word(Move):
    """A move of one word."""

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.text}


@final
class Named(Move):
    """A verb and a card: `buy Mining`, `build Granary`, `block Spearmen`."""

    def __init__(self, verb: str, card: Card) -> None:
        super().__init__(f"{verb} {NAMES[card]}")
        self.verb = verb
        self.card = card

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.verb, "card": NAMES[self.card]}


@final
class Number(Move):
    """A verb and a number: `populate 2` (a plot, counted from 1), `split 3`, `food 5`."""

    def __init__(self, verb: str, number: int, part: str) -> None:
        super().__init__(f"{verb} {number}")
        self.verb = verb
        self.number = number
        self.part = part

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.verb, self.part: self.number}


@final
class Bank(Move):
    """`bank F H`: the rate in food for one hammer; `bank FFC H` where any may be mixed (CC-30)."""

    def __init__(self, given: str, wanted: int, amounts: tuple[int, int, int]) -> None:
        super().__init__(f"bank {given} {LETTERS[wanted]}")
        self.given = given
        self.amounts = amounts
        """Of each resource; nothing if it is the rate of one."""
        self.wanted = wanted

    def parts(self) -> dict[str, str | int]:
        return {"verb": "bank", "given": self.given, "wanted": LETTERS[self.wanted]}


@final
class Resource(Move):
    """A verb and a resource: `rob F`, `give C`."""

    def __init__(self, verb: str, kind: int) -> None:
        super().__init__(f"{verb} {LETTERS[kind]}")
        self.verb = verb
        self.kind = kind

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.verb, "kind": LETTERS[self.kind]}


@final
class Against(Move):
    """A verb, a seat and a card: `attack B Chariot`, `use B Writing`."""

    def __init__(self, verb: str, seat: Seat, card: Card) -> None:
        super().__init__(f"{verb} {SEATS[seat]} {NAMES[card]}")
        self.verb = verb
        self.seat = seat
        self.card = card

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.verb, "target": self.seat, "card": NAMES[self.card]}


@final
class Standing(Move):
    """A verb, an own plot and a structure on it: `raze 2 Granary`."""

    def __init__(self, verb: str, plot: int, card: Card) -> None:
        super().__init__(f"{verb} {plot + 1} {NAMES[card]}")
        self.verb = verb
        self.plot = plot
        self.card = card

    def parts(self) -> dict[str, str | int]:
        return {"verb": self.verb, "plot": self.plot + 1, "card": NAMES[self.card]}


def of_cards(verb: str, first: Card, after: Card) -> list[Move]:
    """By card, the move that names it; of others the first one, which is never asked for."""
    named: list[Move] = [Named(verb, card) for card in range(first, after)]
    return [named[0]] * first + named + [named[0]] * (CARDS - after)


def on_plots(verb: str) -> list[Move]:
    """By own plot."""
    return [Number(verb, plot + 1, "plot") for plot in range(MOST_PLOTS)]


def amounts(verb: str, most: int) -> list[Move]:
    """By amount."""
    return [Number(verb, amount, "amount") for amount in range(most + 1)]


def mixtures() -> list[Move]:
    """Every mixed payment for one resource of another kind."""
    mixed: list[Move] = []
    for rate in RATES:
        for kinds in combinations_with_replacement(range(RESOURCES), rate):
            present = set(kinds)
            if len(present) == 2:
                wanted = next(kind for kind in range(RESOURCES) if kind not in present)
                given = "".join([LETTERS[kind] for kind in kinds])
                counts = (kinds.count(FOOD), kinds.count(HAMMERS), kinds.count(COINS))
                mixed.append(Bank(given, wanted, counts))
    return mixed


TAKES: Final[list[Move]] = of_cards("take", FIRST_PLOT, CARDS)  # a plot of the draft
FOUNDS: Final[list[Move]] = on_plots("found")  # the free population of the set-up
CULLS: Final[list[Move]] = of_cards("discard", 0, KINDS)

SPLITS: Final[list[Move]] = amounts("split", 2 * MOST_POPULATION)
"""How many of a plot's bonus are of its first kind (CD-04)."""
PLAYS: Final[list[Move]] = of_cards("play", FIRST_GOODS, KINDS)
NO_BANK: Final = (0, 0, 0)
BANKS: Final[list[list[Move]]] = [
    [Bank(LETTERS[given], wanted, NO_BANK) for wanted in range(RESOURCES)]
    for given in range(RESOURCES)
]
MIXTURES: Final[list[Move]] = mixtures()
POPULATES: Final[list[Move]] = on_plots("populate")
CLAIMS: Final[list[Move]] = of_cards("claim", FIRST_PLOT, CARDS)
FOODS: Final[list[Move]] = amounts("food", MOST_PAID)
HAMMER_AMOUNTS: Final[list[Move]] = amounts("hammers", MOST_PAID)
BUYS: Final[list[Move]] = of_cards("buy", FIRST_TECH, FIRST_PLOT)
BUILDS: Final[list[Move]] = of_cards("build", 0, FIRST_UNIT)
ONS: Final[list[Move]] = on_plots("on")
GROWS: Final[list[Move]] = on_plots("grow")
USES: Final[list[list[Move]]] = [
    [Against("use", seat, card) for card in [*range(FIRST_UNIT), *range(FIRST_TECH, FIRST_PLOT)]]
    for seat in range(len(SEATS))
]
ROBS: Final[list[Move]] = [Resource("rob", kind) for kind in range(RESOURCES)]
GIVES: Final[list[Move]] = [Resource("give", kind) for kind in range(RESOURCES)]
WAIVE: Final[Move] = Word("waive")
DEMOLISHES: Final[list[list[Move]]] = [
    [Standing("demolish", plot, card) for card in range(FIRST_UNIT)] for plot in range(MOST_PLOTS)
]
DONE: Final[Move] = Word("done")  # with purchases
ATTACKS: Final[list[list[Move]]] = [
    [Against("attack", seat, card) for card in range(FIRST_UNIT, FIRST_GOODS)]
    for seat in range(len(SEATS))
]
PEACE: Final[Move] = Word("peace")  # no attack
FIGHT: Final[Move] = Word("fight")  # the declaration is whole

RAZES: Final[list[list[Move]]] = [
    [Standing("raze", plot, card) for card in range(FIRST_WONDER)] for plot in range(MOST_PLOTS)
]
REPELS: Final[list[Move]] = of_cards("repel", FIRST_UNIT, FIRST_GOODS)
BLOCKS: Final[list[Move]] = of_cards("block", FIRST_UNIT, FIRST_GOODS)
PASS: Final[Move] = Word("pass")  # no blocker for this attacker
YIELDS: Final[list[Move]] = on_plots("yield")
SETTLES: Final[list[Move]] = on_plots("settle")

MOVES: Final[list[Move]] = [
    *(DONE, PEACE, FIGHT, PASS, WAIVE),
    *TAKES[FIRST_PLOT:],
    *FOUNDS,
    *CULLS[:KINDS],
    *SPLITS,
    *PLAYS[FIRST_GOODS:KINDS],
    *[move for given, moves in enumerate(BANKS) for move in moves[:given] + moves[given + 1 :]],
    *MIXTURES,
    *POPULATES,
    *CLAIMS[FIRST_PLOT:],
    *FOODS,
    *HAMMER_AMOUNTS,
    *BUYS[FIRST_TECH:FIRST_PLOT],
    *BUILDS[:FIRST_UNIT],
    *ONS,
    *GROWS,
    *[move for moves in USES for move in moves],
    *ROBS,
    *GIVES,
    *[move for moves in DEMOLISHES for move in moves],
    *[move for moves in ATTACKS for move in moves],
    *[move for moves in RAZES for move in moves],
    *REPELS[FIRST_UNIT:FIRST_GOODS],
    *BLOCKS[FIRST_UNIT:FIRST_GOODS],
    *YIELDS,
    *SETTLES,
]


def use_of(seat: Seat, card: Card) -> Move:
    """The move that uses the stored power of a technology or structure against a seat."""
    return USES[seat][card if card < FIRST_UNIT else card - FIRST_TECH + FIRST_UNIT]


def card_of(move: Move) -> Card:
    """The card that the move names."""
    assert isinstance(move, Named)
    return move.card


def number_of(move: Move) -> int:
    """The number that the move names; own plots count from 1."""
    assert isinstance(move, Number)
    return move.number
