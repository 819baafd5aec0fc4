"""What things are worth to a seat: in victory points, over the turns that it may still expect.

A resource is worth the more the earlier it comes, for what it buys yields again. All numbers here
were fitted to matches of this policy.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move, Seat
from microciv.core.policy import Restriction
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import (
    COINS,
    FOOD,
    HAMMERS,
    OF_POPULATION,
    OF_TECH,
    OF_WONDER,
    RESOURCES,
    Card,
)
from microciv.games.civ_card_game.effects import (
    BANK_RATE,
    BOUNCE,
    BUILDING,
    CULTURE,
    DISCOUNT,
    DRAW,
    EXTRA_DRAW,
    GAIN_PER_PLOT,
    GROW,
    HAPPINESS,
    INCOME,
    INCOME_PER_PLOT,
    PLACES,
    POPULATION,
    STEAL_CARD,
    STEAL_RESOURCES,
    SUMS,
    TECH,
    VP,
    WONDER,
)
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.games.civ_card_game.rules.state import CivCardGameState

# How long a match lasts.
LENGTHS: Final[list[float]] = [0.0, 0.0, 16.0, 14.0, 12.4]
"""Rounds, by the number of seats."""
SALES: Final[list[float]] = [0.0, 0.0, 2.2, 2.6, 3.0]
"""Technologies sold in a round, once they are sold at all; the same."""
FOOD_FIRST: Final[list[int]] = [FOOD, HAMMERS, COINS]
FOOD_LAST: Final[list[int]] = [HAMMERS, COINS, FOOD]

# What a resource is worth.
LAST: Final = 0.08  # in the last turn
GROWTH: Final = 1.04  # for each turn before
FARTHEST: Final = 15.0  # turns; earlier ones are as good
SKILL: Final = 0.5  # what technologies and wonders yield in each turn, in resources
COMMON_PRICE: Final = 12.0  # of a technology or a wonder
DEARER: Final = 2.0  # than the next population those after it are
LOWEST_WORTH: Final = 0.5
HIGHEST_WORTH: Final = 1.2
OTHER_INCOME: Final = 0.95
# What a turn brings, in resources.
CULTURE_YIELD: Final = 0.9  # one more card, and the choice
HAPPY_YIELD: Final = 1.3  # one off each technology and structure
CARD_YIELD: Final = 1.5  # a random card
TRADES: Final = 1.3  # with the bank
POPULATIONS: Final = 1.3  # bought
BUILDINGS: Final = 0.45
WONDERS: Final = 0.25
PLOTS: Final = 0.2
HIT: Final = 0.35  # how often a wall keeps harm away
PLACE: Final = 0.25  # what a free place is worth, in points
STATUS_SPREAD: Final = 1.2  # how far one must be ahead to be sure of a status
NEW_LAND: Final = 1.6  # how much more a plot is valued than what it yields
TECHS: Final = 1.3  # the same of a technology
LATER: Final = 0.95  # how much longer a match is taken to be than it usually is

FINE: Final = 1000
MOST_MOVES: Final = 10_000  # more than the game has


@final
@mypyc_attr(acyclic=True)
class Style:
    """What a seat values, and how gladly it attacks; for a turn its slips may shift that."""

    def __init__(
        self, name: str, land: float, structures: float, raids: float, guard: float
    ) -> None:
        self.name = name
        self.land = land
        """How much population and plots are valued."""
        self.structures = structures
        """The same of buildings and wonders."""
        self.raids = raids
        """The same of what an attack may bring."""
        self.guard = guard
        """How gladly units that can block are kept."""
        self.slip_size = 0.0
        """How far a slip can shift what a purchase is worth, as a share of it."""
        self.slip_seed = 0
        """What the slips follow from."""
        self.restriction: Restriction | None = None

    def copy(self) -> Style:
        """The same without slips and restriction."""
        return Style(self.name, self.land, self.structures, self.raids, self.guard)

    def legal(self, state: CivCardGameState, seat: Seat) -> list[Move]:
        """What it may play."""
        legal = state.legal(seat)
        return legal if self.restriction is None else self.restriction.left(state, seat, legal)

    def slip(self, move: Move) -> float:
        """How much more the purchase is worth to it than it reckons, as a factor: each has a slip
        of its own, which stays as long as the seed.
        """
        shift = Rng(self.slip_seed * MOST_MOVES + move.index).below(2 * FINE + 1) / FINE - 1.0
        return max(0.0, 1.0 + self.slip_size * shift)


USUAL: Final = Style("usual", 1.0, 1.05, 1.8, 1.3)
"""The best that was found: what it plays without a style."""
GROWER: Final = Style("grower", 1.15, 1.0, 1.0, 1.3)
BUILDER: Final = Style("builder", 0.86, 1.58, 0.6, 1.8)
RAIDER: Final = Style("raider", 1.0, 1.1, 3.2, 0.6)
STYLES: Final[list[Style]] = [GROWER, BUILDER, RAIDER]


def style_of(state: CivCardGameState, seat: Seat) -> Style:
    """A seat's style in this match: by the plots that were dealt first, and so that three or more
    have all three.
    """
    dealt = 0
    for realm in state.realms:
        if realm.plots:
            dealt += realm.plots[0]
    return STYLES[(seat + dealt) % len(STYLES)]


@final
@mypyc_attr(acyclic=True)
class Eye:
    """The table as one seat looks at it: how long it takes, what rivals have, what things bring."""

    def __init__(
        self, state: CivCardGameState, seat: Seat, realm: Realm, hand: list[Card], style: Style
    ) -> None:
        game = state.game
        self.game = game
        self.box = game.box
        self.state = state
        self.seat = seat
        self.realm = realm
        self.hand = hand
        self.style = style
        seats = state.seats
        self.seats = seats
        market = state.market
        self.techs_left = len(market.techs) + market.techs_left()
        self.length = LENGTHS[seats]
        left = turns_left(state, LATER)
        self.turns: float = left
        """How often it will collect again."""
        self.now: float = worth_at(left)
        """What a resource is worth, in points."""
        self.stream: float = worth_of_stream(left)
        """What one resource in every turn to come is worth."""
        least = 0
        if realm.pops:
            least = min(realm.pops)
        price = game.population_price + game.population_raise * least - realm.discount(POPULATION)
        food = (1.0 + self.stream) / max(1.0, price + DEARER)
        other = (1.0 + SKILL * self.stream) / COMMON_PRICE / food
        other = max(other, LOWEST_WORTH)
        other = min(other, HIGHEST_WORTH)
        self.other: float = other
        """What hammers and coins are worth, in food."""
        self.place: float = PLACE * min(1.0, left / 4.0)
        """What room for one more structure is worth."""
        self.rival_culture = 0
        self.rival_happiness = 0
        self.best_rival = 0
        """The most points of any other."""
        for rival in range(seats):
            if rival != seat:
                theirs = state.realms[rival]
                self.rival_culture = max(self.rival_culture, theirs.culture())
                self.rival_happiness = max(self.rival_happiness, theirs.happiness())
                self.best_rival = max(self.best_rival, theirs.points())

    def cheapest_first(self) -> list[int]:
        """The resources, what is worth least first."""
        return FOOD_LAST if self.other < 1.0 else FOOD_FIRST

    def spite(self, rival: Seat) -> float:
        """What a point less for a rival is worth."""
        if self.seats == 2:
            return 0.9
        return 0.45 if self.state.realms[rival].points() == self.best_rival else 0.2

    # --- parts

    def worth(self, kind: int) -> float:
        """What one of a resource is worth now, in food."""
        return 1.0 if kind == FOOD else self.other

    def income(self, kind: int, amount: float) -> float:
        """What this many in each turn are worth."""
        if kind == FOOD:
            return amount * self.stream
        return amount * OTHER_INCOME * self.stream

    def population(self, plot: Card) -> float:
        """What one more is worth on such a plot."""
        kinds = self.box.kinds[plot]
        best = 0.0
        for kind in kinds:
            best = max(best, self.income(kind, 1.0))
        own = float(self.box.points[OF_POPULATION])
        return own + best + 0.05 * self.stream * (len(kinds) - 1)

    def culture(self, own: int, more: int) -> float:
        rival = self.rival_culture
        least = self.game.culture_needed
        gain = status(own + more, rival, least) - status(own, rival, least)
        return (gain + 0.06 * more) * CULTURE_YIELD * self.stream

    def happiness(self, own: int, more: int) -> float:
        rival = self.rival_happiness
        least = self.game.happiness_needed
        gain = status(own + more, rival, least) - status(own, rival, least)
        return (gain + 0.06 * more) * HAPPY_YIELD * self.stream

    def discount(self, target: int, number: int) -> float:
        """What it is worth that everything of a sort costs less."""
        if target == POPULATION:
            return self.income(FOOD, number * POPULATIONS)
        if target == TECH:
            sales = self.techs_left / self.seats / max(1.0, self.turns)
            return self.income(COINS, number * min(1.2, sales))
        if target == BUILDING:
            return self.income(HAMMERS, number * BUILDINGS)
        return self.income(HAMMERS, number * (WONDERS if target == WONDER else PLOTS))

    # --- cards

    def effects(self, realm: Realm, card: Card) -> float:
        """What the card brings besides its own point and what it does to its plot."""
        worth = 0.0
        for code, number in self.box.effects[card]:
            worth += self.effect(realm, code, number)
        return worth

    def effect(self, realm: Realm, code: int, number: int) -> float:  # noqa: C901  # a case each
        if code == CULTURE:
            return self.culture(realm.culture(), number)
        if code == HAPPINESS:
            return self.happiness(realm.happiness(), number)
        if code == VP:
            return float(number)
        if code == EXTRA_DRAW:
            return number * CARD_YIELD * self.stream
        if code == BOUNCE:
            return 0.0 if realm.sums[BOUNCE] else HIT * (0.3 + 0.4 * self.stream)
        if code < INCOME:
            return self.discount(code - DISCOUNT, number)
        if code < INCOME_PER_PLOT:
            return self.income(code - INCOME, number)
        if code < SUMS:
            kind = code - INCOME_PER_PLOT
            return self.income(kind, number * self.printing(realm, kind))
        if code == BANK_RATE:
            return max(0, realm.rate - number) * TRADES * self.stream
        if code == PLACES:
            if number <= realm.places:
                return 0.0
            few = 0
            for population in realm.pops:
                if population < realm.crowd:
                    few += 1
            return self.place * few
        return self.once(realm, code, number)

    def once(self, realm: Realm, code: int, number: int) -> float:
        """What something is worth that happens once."""
        if GAIN_PER_PLOT <= code < GAIN_PER_PLOT + RESOURCES:
            kind = code - GAIN_PER_PLOT
            plots = len(realm.plots)
            if self.game.gains_where_printed:
                plots = self.printing(realm, kind)
            return number * plots * self.worth(kind) * self.now
        if code in (DRAW, STEAL_CARD):
            return number * CARD_YIELD * self.now
        if code == GROW:
            return number * (self.box.points[OF_POPULATION] + 0.9 * self.stream)
        if code == STEAL_RESOURCES:
            return number * self.now * 1.0
        return 0.0

    def printing(self, realm: Realm, kind: int) -> int:
        found = 0
        for card in realm.plots:
            if self.box.yields[card][kind]:
                found += 1
        return found

    def on_plot(self, realm: Realm, card: Card, plot: int) -> float:
        """What the structure does to the yield of a plot."""
        doubles = self.box.doubles[card]
        if not doubles:
            return 0.0
        worth = 0.0
        for kind in doubles:
            doubled = False
            for standing in realm.structures[plot]:
                for other in self.box.doubles[standing]:
                    if other == kind:
                        doubled = True
            if not doubled:
                worth += self.income(kind, self.box.yields[realm.plots[plot]][kind])
        return worth

    def tech(self, realm: Realm, card: Card) -> float:
        return (self.box.points[OF_TECH] + self.effects(realm, card)) * TECHS

    def structure(self, realm: Realm, card: Card) -> float:
        is_wonder = self.box.first_wonder <= card < self.box.first_unit
        own = self.box.points[OF_WONDER] if is_wonder else 0
        return (own + self.effects(realm, card)) * self.style.structures

    def plot(self, realm: Realm, card: Card) -> float:
        """What a plot is worth: what it yields, and the cheap population that it can hold."""
        box, worth = self.box, 0.0
        for kind in box.kinds[card]:
            worth += self.income(kind, box.yields[card][kind])
        cheap = 0.0
        if realm.pops:
            cheap = 2.0 * min(realm.pops)
        settled = min(3.0, 0.4 * self.turns)
        worth += settled * cheap * 0.6 * self.now + 0.04 * len(box.kinds[card]) * self.stream
        return (worth + self.place) * self.style.land * NEW_LAND

    def best_site(self, realm: Realm, card: Card) -> int:
        """The plot where the structure does most; below 0 if it may stand on none. What does
        nothing to its plot leaves the plots to others that do.
        """
        box = self.box
        best, most = -1, -1000.0
        doubles = len(box.doubles[card]) > 0
        for plot, standing in enumerate(realm.structures):
            free = realm.places_of(plot) - len(standing)
            if free <= 0:
                continue
            if not self.game.duplicates:
                twice = False
                for other in standing:
                    if other == card:
                        twice = True
                if twice:
                    continue
            liked = 0.001 * free
            if doubles:
                liked += self.on_plot(realm, card, plot)
            else:
                for kind in box.kinds[realm.plots[plot]]:
                    liked -= 0.01 * box.yields[realm.plots[plot]][kind]
            if liked > most:
                best, most = plot, liked
        return best


def turns_left(state: CivCardGameState, later: float = 1.0) -> float:
    """How many more turns of its own a seat may expect, after the present one."""
    game, market, seats = state.game, state.market, state.seats
    by_clock = LENGTHS[seats] * later - state.round
    by_sales = (len(market.techs) + market.techs_left()) / SALES[seats]
    left = by_clock
    if state.round:
        left = max(by_clock * 0.5 + by_sales * 0.5, by_sales * 0.8)
    if game.max_rounds > 0 and left > game.max_rounds - state.round:
        left = float(game.max_rounds - state.round)
    return max(0.0, left - 0.4)


def status(own: int, rival: int, threshold: int) -> float:
    """How likely a seat has a status while it has so much, and the best other so much."""
    if own < threshold:
        return 0.0
    gap = own - max(rival, threshold - 1) - 0.5
    return 1.0 / (1.0 + exp(-max(-20.0, min(20.0, gap / STATUS_SPREAD))))


def worth_at(turns: float) -> float:
    """What a resource is worth with this many turns to come."""
    late = min(1.0, 0.4 + 0.4 * turns)
    grown: float = GROWTH ** min(FARTHEST, turns)
    return LAST * grown * late


def worth_of_stream(turns: float) -> float:
    """What one resource in each of this many turns is worth."""
    grown: float = GROWTH ** min(FARTHEST, turns)
    return LAST * (grown - 1.0) / (GROWTH - 1.0)
