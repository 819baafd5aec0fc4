"""The moves of Civilization: The Card Game: short steps, all that a box of cards can ever ask for.

Cards go by their names, own plots by their numbers from 1, seats by letters. Whole answers in one
line, such as `attack W Chariot Axemen`, are read by `notation`.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, final

from microciv.core.moves import Move, Seat, word
from microciv.games.civ_card_game.cards import (
    COINS,
    FOOD,
    HAMMERS,
    KIND_BIT,
    LETTERS,
    MOST_ON_PLOT,
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
"""What the bank may ask for one resource. It asks 2 or 3; the moves of the others keep the places
of those behind them.
"""


@final
class Named(Move):
    """A verb and a card: `buy Mining`, `build Granary`, `block Spearmen`."""

    def __init__(self, verb: str, card: Card, name: str) -> None:
        super().__init__(f"{verb} {name}", verb=verb, card=name)
        self.verb = verb
        self.card = card
        self.name = name


@final
class Number(Move):
    """A verb and a number: `populate 2` (a plot, counted from 1), `split 3`, `food 5`."""

    def __init__(self, verb: str, number: int, part: str) -> None:
        parts: dict[str, str | int] = {"verb": verb, part: number}
        super().__init__(f"{verb} {number}", **parts)
        self.verb = verb
        self.number = number


@final
class Bank(Move):
    """`bank F H`: the rate in food for one hammer; `bank FFC H` where any may be mixed (CC-30)."""

    def __init__(self, given: str, wanted: int, amounts: tuple[int, int, int]) -> None:
        letter = LETTERS[wanted]
        super().__init__(f"bank {given} {letter}", verb="bank", given=given, wanted=letter)
        self.given = given
        self.amounts = amounts
        """Of each resource; nothing if it is the rate of one."""
        self.wanted = wanted


@final
class Resource(Move):
    """A verb and a resource: `rob F`, `give C`."""

    def __init__(self, verb: str, kind: int) -> None:
        super().__init__(f"{verb} {LETTERS[kind]}", verb=verb, kind=LETTERS[kind])
        self.kind = kind


@final
class Against(Move):
    """A verb, a seat and a card: `attack B Chariot`, `use B Writing`."""

    def __init__(self, verb: str, seat: Seat, card: Card, name: str) -> None:
        super().__init__(f"{verb} {SEATS[seat]} {name}", verb=verb, target=seat, card=name)
        self.verb = verb
        self.seat = seat
        self.card = card
        self.name = name


@final
class Standing(Move):
    """A verb, one of the seat's plots and a structure on it: `raze 2 Granary`."""

    def __init__(self, verb: str, plot: int, card: Card, name: str) -> None:
        super().__init__(f"{verb} {plot + 1} {name}", verb=verb, plot=plot + 1, card=name)
        self.verb = verb
        self.plot = plot
        self.card = card
        self.name = name


# These five have the same index in every list, and are the same in all of them: the rules know them
# by identity.
DONE: Final[Move] = word("done")  # no more purchases
PEACE: Final[Move] = word("peace")  # attack nobody (CC-78)
FIGHT: Final[Move] = word("fight")  # no more units attack
PASS: Final[Move] = word("pass")  # do not block this attacker
WAIVE: Final[Move] = word("waive")  # do not use the theft of this card


def on_plots(verb: str) -> list[Move]:
    return [Number(verb, plot + 1, "plot") for plot in range(MOST_PLOTS)]


def amounts(verb: str, most: int) -> list[Move]:
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


NO_BANK: Final = (0, 0, 0)
NO_MOVE: Final[Move] = word("")
"""Where a list by card has no move: it is never asked for."""


@final
class Moves:
    """All moves of a box, made once for its cards: lists by card, own plot, amount and so on."""

    def __init__(self, names: list[str], firsts: list[Card]) -> None:
        """`firsts` are the first wonder, unit, goods, technology and plot among the cards."""
        wonder, unit, goods, tech, plot = firsts
        end = len(names)
        self.names = names
        self.first_unit = unit
        self.first_tech = tech
        self.takes: list[Move] = self.of_cards("take", plot, end)  # a plot of the draft
        self.founds: list[Move] = on_plots("found")  # the free population of the set-up
        self.culls: list[Move] = self.of_cards("discard", 0, tech)
        self.splits: list[Move] = amounts("split", MOST_ON_PLOT)
        """How many of a plot's bonus are of its first kind (CD-04)."""
        self.plays: list[Move] = self.of_cards("play", goods, tech)
        self.banks: list[list[Move]] = [
            [Bank(LETTERS[given], wanted, NO_BANK) for wanted in range(RESOURCES)]
            for given in range(RESOURCES)
        ]
        self.trades: list[list[Move]] = trades(self.banks)
        """By mask of the resources of which there is enough to give."""
        self.mixtures: list[Move] = mixtures()
        self.populates: list[Move] = on_plots("populate")
        self.claims: list[Move] = self.of_cards("claim", plot, end)
        self.foods: list[Move] = amounts("food", MOST_PAID)
        self.hammers: list[Move] = amounts("hammers", MOST_PAID)
        self.buys: list[Move] = self.of_cards("buy", tech, plot)
        self.builds: list[Move] = self.of_cards("build", 0, unit)
        self.ons: list[Move] = on_plots("on")
        self.grows: list[Move] = on_plots("grow")
        self.uses: list[list[Move]] = self.against("use", [*range(unit), *range(tech, plot)])
        self.robs: list[Move] = [Resource("rob", kind) for kind in range(RESOURCES)]
        self.gives: list[Move] = [Resource("give", kind) for kind in range(RESOURCES)]
        self.demolishes: list[list[Move]] = self.standing("demolish", unit)
        self.attacks: list[list[Move]] = self.against("attack", list(range(unit, goods)))
        """By seat, then by card, counted from the first unit."""
        self.razes: list[list[Move]] = self.standing("raze", wonder)
        self.repels: list[Move] = self.of_cards("repel", unit, goods)
        self.blocks: list[Move] = self.of_cards("block", unit, goods)
        self.yields: list[Move] = on_plots("yield")
        self.settles: list[Move] = on_plots("settle")
        banks = [
            move for give, row in enumerate(self.banks) for move in row[:give] + row[give + 1 :]
        ]
        self.all: list[Move] = [
            *(DONE, PEACE, FIGHT, PASS, WAIVE),
            *self.takes[plot:],
            *self.founds,
            *self.culls[:tech],
            *self.splits,
            *self.plays[goods:tech],
            *banks,
            *self.mixtures,
            *self.populates,
            *self.claims[plot:],
            *self.foods,
            *self.hammers,
            *self.buys[tech:plot],
            *self.builds[:unit],
            *self.ons,
            *self.grows,
            *[move for moves in self.uses for move in moves],
            *self.robs,
            *self.gives,
            *[move for moves in self.demolishes for move in moves],
            *[move for moves in self.attacks for move in moves],
            *[move for moves in self.razes for move in moves],
            *self.repels[unit:goods],
            *self.blocks[unit:goods],
            *self.yields,
            *self.settles,
        ]

    def of_cards(self, verb: str, first: Card, after: Card) -> list[Move]:
        """By card, the move that names it; there are none but of these."""
        named: list[Move] = [Named(verb, card, self.names[card]) for card in range(first, after)]
        return [NO_MOVE] * first + named + [NO_MOVE] * (len(self.names) - after)

    def against(self, verb: str, cards: list[Card]) -> list[list[Move]]:
        """By seat, a move for each of these cards."""
        return [
            [Against(verb, seat, card, self.names[card]) for card in cards]
            for seat in range(len(SEATS))
        ]

    def standing(self, verb: str, after: Card) -> list[list[Move]]:
        """By plot of the seat, a move for each of the first cards."""
        return [
            [Standing(verb, plot, card, self.names[card]) for card in range(after)]
            for plot in range(MOST_PLOTS)
        ]

    def use(self, seat: Seat, card: Card) -> Move:
        """The move that uses the stored power of a technology or structure against a seat."""
        unit = self.first_unit
        return self.uses[seat][card if card < unit else card - self.first_tech + unit]

    def attack(self, seat: Seat, card: Card) -> Move:
        """The move that sends a unit against a seat."""
        return self.attacks[seat][card - self.first_unit]


def trades(banks: list[list[Move]]) -> list[list[Move]]:
    """What can be traded with enough of some resources, by a mask of them."""
    return [
        [
            banks[given][wanted]
            for given in range(RESOURCES)
            for wanted in range(RESOURCES)
            if enough & KIND_BIT[given] and wanted != given
        ]
        for enough in range(2**RESOURCES)
    ]


def card_of(move: Move) -> Card:
    assert isinstance(move, Named)
    return move.card


def name_of(move: Move) -> str:
    assert isinstance(move, Named)
    return move.name


def number_of(move: Move) -> int:
    """The number that the move names; own plots count from 1."""
    assert isinstance(move, Number)
    return move.number
