"""What one player has on the table, and the sums that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.games.civ_card_game.cards import (
    COINS,
    CROWD,
    FOOD,
    HAMMERS,
    KIND_BIT,
    MOST_ON_PLOT,
    OF_POPULATION,
    OF_TECH,
    OF_WONDER,
    ONE_EACH,
    RESOURCES,
    USUAL_RATE,
    Card,
)
from microciv.games.civ_card_game.effects import (
    CULTURE,
    DISCOUNT,
    HAPPINESS,
    INCOME,
    INCOME_PER_PLOT,
    SUMS,
    VP,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box

Structures = tuple[Card, ...]  # of one plot, in the order they were built
BARE: Final[Structures] = ()
# Where counting stops, so that every match can be written down.
MOST_STOCK: Final = 999_999
MOST_ACQUIRED: Final = 999_999
NO_SUMS: Final[list[int]] = [0] * SUMS
NO_PLOTS: Final[list[Card]] = []


@final
@mypyc_attr(acyclic=True)
class Realm:
    """The land, the technologies and the stock of one player."""

    def __init__(
        self,
        stock: list[int],
        plots: list[Card],
        pops: list[int],
        structures: list[Structures],
        techs: list[Card],
        powers: list[Card],
    ) -> None:
        self.stock = stock
        """Food, hammers, coins (CC-25)."""
        # These five are shared by clones and by rows (`encode_realm`): replaced, never changed.
        self.plots = plots
        self.pops = pops
        """By plot, its population."""
        self.structures = structures
        """By plot."""
        self.techs = techs
        self.powers = powers
        """What still has a theft to use (CC-54)."""
        self.acquired = 0
        """All population ever got (CA-07); it rises only with `pops`."""
        # What follows:
        self.sums = NO_SUMS
        """By code of a lasting effect; replaced, never changed."""
        self.places = 1
        self.rate = USUAL_RATE
        self.crowd = CROWD
        """Population with which a plot has two places (CC-47)."""
        self.wonders = 0
        self.worth: list[int] = ONE_EACH
        """Points of a population, a technology, a wonder (CC-111)."""

    def clone(self) -> Realm:
        copy = Realm(self.stock[:], self.plots, self.pops, self.structures, self.techs, self.powers)
        copy.acquired = self.acquired
        copy.sums = self.sums
        copy.places = self.places
        copy.rate = self.rate
        copy.crowd = self.crowd
        copy.wonders = self.wonders
        copy.worth = self.worth
        return copy

    # --- questions

    def population(self) -> int:
        population = 0
        for on_plot in self.pops:
            population += on_plot
        return population

    def points(self) -> int:
        """Victory points (CC-111)."""
        worth = self.worth
        points = worth[OF_POPULATION] * self.population() + worth[OF_TECH] * len(self.techs)
        return points + worth[OF_WONDER] * self.wonders + self.sums[VP]

    def culture(self) -> int:
        """CC-61."""
        return self.sums[CULTURE]

    def happiness(self) -> int:
        """CC-61."""
        return self.sums[HAPPINESS]

    def discount(self, target: int) -> int:
        """What is taken off every price of this sort (CC-46)."""
        return self.sums[DISCOUNT + target]

    def places_of(self, plot: int) -> int:
        """How many structures the plot may hold (CC-47)."""
        return 2 if self.pops[plot] >= self.crowd else self.places

    def standing(self) -> list[tuple[int, Card]]:
        return [(plot, card) for plot, standing in enumerate(self.structures) for card in standing]

    def owned(self) -> list[Card]:
        """All technologies and structures: what has effects."""
        return self.techs + [card for _plot, card in self.standing()]

    # --- verbs

    def recount(self, box: Box) -> None:
        """The sums, after a technology or a structure came or went (CC-46)."""
        self.sums = NO_SUMS
        self.places = 1
        self.rate = box.usual_rate
        self.crowd = box.crowd
        self.worth = box.points
        self.wonders = 0
        for card in self.techs:
            self.count_in(box, card)
        for standing in self.structures:
            for card in standing:
                self.count_in(box, card)

    def count_in(self, box: Box, card: Card) -> None:
        """The sums, with one technology or structure more."""
        if box.sums[card]:
            sums = self.sums[:]
            for code, number in box.sums[card]:
                sums[code] = sums[code] + number
            self.sums = sums
        self.places = max(self.places, box.places[card])
        if box.bank_rate[card] and box.bank_rate[card] < self.rate:
            self.rate = box.bank_rate[card]
        if card >= box.first_wonder and card < box.first_unit:
            self.wonders += 1

    def add_plot(self, card: Card) -> None:
        """Land comes without population and structures (CC-38)."""
        self.plots = [*self.plots, card]
        self.pops = [*self.pops, 0]
        self.structures = [*self.structures, BARE]

    def learn(self, card: Card) -> None:
        self.techs = [*self.techs, card]

    def store(self, card: Card) -> None:
        """A theft to be used in a later turn (CC-54)."""
        self.powers = [*self.powers, card]

    def use_up(self, card: Card) -> None:
        """A theft has been used, or will not be."""
        powers = self.powers[:]
        powers.remove(card)
        self.powers = powers

    def settle(self, plot: int) -> None:
        self.populate(plot, self.pops[plot] + 1)
        self.acquired = min(self.acquired + 1, MOST_ACQUIRED)

    def populate(self, plot: int, population: int) -> None:
        """As many live on the plot from now on."""
        pops = self.pops[:]
        pops[plot] = population
        self.pops = pops

    def plots_with_room(self) -> list[int]:
        """Those on which one more population can live."""
        return [plot for plot, population in enumerate(self.pops) if population < MOST_ON_PLOT]

    def count_no_further(self) -> None:
        """Nobody has more in stock than can be counted."""
        stock = self.stock
        for kind in range(RESOURCES):
            stock[kind] = min(stock[kind], MOST_STOCK)

    def put_up(self, card: Card, plot: int) -> None:
        """A structure stands on the plot from now on (CC-43)."""
        self.replace(plot, (*self.structures[plot], card))

    def take_down(self, card: Card, plot: int) -> None:
        """A structure leaves its plot, and with it a theft that was not used (CI-13)."""
        standing = list(self.structures[plot])
        standing.remove(card)
        self.replace(plot, tuple(standing))
        left = len([other for _plot, other in self.standing() if other == card])
        if self.powers.count(card) > left:
            self.use_up(card)

    def replace(self, plot: int, standing: Structures) -> None:
        """Something else stands on the plot from now on."""
        structures = self.structures[:]
        structures[plot] = standing
        self.structures = structures


def bare_realm(box: Box) -> Realm:
    realm = Realm([0, 0, 0], [], [], [], [], [])
    realm.recount(box)
    return realm


def fixed_income(realm: Realm, box: Box) -> list[int]:
    """What Collect gives whatever is chosen (CC-16 to CC-18, CC-24), less population bonuses."""
    sums = realm.sums
    food, hammers, coins = sums[INCOME], sums[INCOME + 1], sums[INCOME + 2]
    for card in realm.plots:
        printed = box.yields[card]
        food += printed[FOOD]
        hammers += printed[HAMMERS]
        coins += printed[COINS]
    income = [food, hammers, coins]
    for kind in range(RESOURCES):
        more = sums[INCOME_PER_PLOT + kind]
        for card in realm.plots if more else NO_PLOTS:
            if box.yields[card][kind]:
                income[kind] = income[kind] + more
    for plot, standing in enumerate(realm.structures):
        doubled = 0
        for structure in standing:
            for kind in box.doubles[structure]:
                if not doubled & KIND_BIT[kind]:  # once for each resource (CA-18)
                    doubled |= KIND_BIT[kind]
                    income[kind] = income[kind] + box.yields[realm.plots[plot]][kind]
    return income


def bonus_kinds(realm: Realm, box: Box, plot: int, current: bool) -> list[int]:
    """What population on the plot may give (CC-19, CC-23)."""
    printed = box.kinds[realm.plots[plot]]
    if not current:
        return printed
    kinds = printed[:]
    for structure in realm.structures[plot]:
        for code, _number in box.sums[structure]:
            if INCOME <= code < INCOME + RESOURCES and code - INCOME not in kinds:
                kinds.append(code - INCOME)
    kinds.sort()
    return kinds
