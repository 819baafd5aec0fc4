"""What things are worth to a seat: in victory points, over the turns that it may still expect.

A resource is worth the more the earlier it comes, for what it buys yields again. All numbers here
were fitted to matches of this bot.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from microciv.bots.heuristics.civ_card_game.guide_worth import (
    BUILDINGS,
    CARD_YIELD,
    COMMON_PRICE,
    CULTURE_YIELD,
    DEARER,
    FARTHEST,
    GROWTH,
    HAPPY_YIELD,
    HIGHEST_WORTH,
    HIT,
    LAST,
    LENGTHS,
    LOWEST_WORTH,
    PLACE,
    PLOTS,
    POPULATIONS,
    SALES,
    SKILL,
    STATUS_SPREAD,
    TRADES,
    WONDERS,
)
from microciv.bots.heuristics.civ_card_game.styles import Style
from microciv.core.moves import Seat
from microciv.games.civ_card_game.cards import (
    CARD,
    COINS,
    FIRST_UNIT,
    FIRST_WONDER,
    FOOD,
    HAMMERS,
    KINDS,
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
    PLOT,
    POPULATION,
    STEAL_CARD,
    STEAL_RESOURCES,
    SUMS,
    TECH,
    VP,
    WONDER,
)
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.moves import Named
from microciv.games.civ_card_game.observation import CivCardGameObservation
from microciv.games.civ_card_game.prices import (
    EACH_POPULATION,
    ENOUGH_CULTURE,
    ENOUGH_HAPPINESS,
    FIRST_POPULATION,
)
from microciv.games.civ_card_game.realms import POPULATION_FOR_TWO_PLACES, Realm
from microciv.games.civ_card_game.sight import realm_seen

INCOMES: Final[list[float]] = [
    1.0,
    0.95,
    0.95,
]  # how the resources compare, over the rest of a match

LEAVING: Final = ("cull", "discard", "block")  # answers whose cards are still shown in hand


NEW_LAND: Final = 1.45  # how much more a plot is valued than what it yields


@final
class Outlook:
    """The table in the eyes of one seat, at one moment of a match."""

    def __init__(self, game: CivCardGame, seen: CivCardGameObservation, style: Style) -> None:
        self.game = game
        self.box = game.box
        self.seen = seen
        self.style = style
        self.seat: Seat = seen.seat
        seats = len(seen.table)
        self.others: list[Seat] = [seat for seat in range(seats) if seat != self.seat]
        self.realm: Realm = realm_seen(game, seen, self.seat)
        self.hand: list[Card] = hand_left(seen)
        self.techs_left = len(seen.market_techs) + seen.tech_deck
        self.length = LENGTHS[seats]
        """How many rounds a match usually has."""
        self.turns = turns_left(game, seen, self.techs_left)
        """How often it will collect again."""
        self.now = worth_at(self.turns)
        """What a resource is worth, in points."""
        self.stream = worth_of_stream(self.turns)
        """What one resource in every turn to come is worth."""
        other = self.worth_of_others()
        self.worths: list[float] = [1.0, other, other]
        """By resource, what it is worth now, in food."""
        self.cheapest_first: list[int] = (
            [HAMMERS, COINS, FOOD] if other < 1.0 else [FOOD, HAMMERS, COINS]
        )
        self.place = PLACE * min(1.0, self.turns / 4)
        """What room for one more structure is worth."""
        self.rival_culture = max([seen.table[seat].culture for seat in self.others])
        self.rival_happiness = max([seen.table[seat].happiness for seat in self.others])
        points = [other.points for other in seen.table]
        best = max([points[seat] for seat in self.others])
        self.spite: list[float] = [
            (0.9 if seats == 2 else 0.45 if points[seat] == best else 0.2) for seat in range(seats)
        ]
        """By seat, what a point less for it is worth."""

    def worth_of_others(self) -> float:
        """What hammers and coins are worth, in food: early they buy less than food does, and late
        more, for population becomes dear.
        """
        least = min(self.realm.pops) if self.realm.pops else 0
        price = FIRST_POPULATION + EACH_POPULATION * least - self.realm.discount(POPULATION)
        food = (1.0 + self.stream) / max(1.0, price + DEARER)
        other = (1.0 + SKILL * self.stream) / COMMON_PRICE
        return max(LOWEST_WORTH, min(HIGHEST_WORTH, other / food))

    # --- parts

    def resources(self, kind: int, amount: float) -> float:
        """What so many are worth now."""
        return amount * self.worths[kind] * self.now

    def income(self, kind: int, amount: float) -> float:
        """What so many in each turn are worth."""
        return amount * INCOMES[kind] * self.stream

    def population(self, kinds: list[int]) -> float:
        """What one more is worth, on a plot that prints these."""
        yields = max([self.income(kind, 1) for kind in kinds]) + 0.05 * self.stream * (
            len(kinds) - 1
        )
        return 1.0 + yields

    def status(self, own: int, rival: int, threshold: int) -> float:
        """How likely a seat has a status while it has so much, and the best other so much."""
        if own < threshold:
            return 0.0
        gap = own - max(rival, threshold - 1) - 0.5
        return 1 / (1 + exp(-max(-20.0, min(20.0, gap / STATUS_SPREAD))))

    def culture(self, own: int, more: int) -> float:
        """What more culture is worth."""
        before = self.status(own, self.rival_culture, ENOUGH_CULTURE)
        after = self.status(own + more, self.rival_culture, ENOUGH_CULTURE)
        gain = after - before + 0.06 * more
        return gain * CULTURE_YIELD * self.stream

    def happiness(self, own: int, more: int) -> float:
        """What more happiness is worth."""
        before = self.status(own, self.rival_happiness, ENOUGH_HAPPINESS)
        after = self.status(own + more, self.rival_happiness, ENOUGH_HAPPINESS)
        gain = after - before + 0.06 * more
        return gain * HAPPY_YIELD * self.stream

    def discount(self, target: int, number: int) -> float:
        """What it is worth that everything of a sort costs less."""
        if target == POPULATION:
            return self.income(0, number * POPULATIONS)
        if target == TECH:
            sales = self.techs_left / len(self.seen.table)
            return self.income(2, number * min(1.2, sales / max(1.0, self.turns)))
        if target == BUILDING:
            return self.income(1, number * BUILDINGS)
        return self.income(1, number * (WONDERS if target == WONDER else PLOTS))

    def free_places(self, realm: Realm) -> int:
        """How many structures it could put up."""
        return sum(
            [
                max(0, realm.places_of(plot) - len(standing))
                for plot, standing in enumerate(realm.structures)
            ]
        )

    # --- cards

    def effects(self, realm: Realm, card: Card) -> float:
        """What the card brings besides its own point and what it does to its plot."""
        worth = 0.0
        for code, number in self.box.effects[card]:
            worth += self.effect(realm, code, number)
        return worth

    def effect(self, realm: Realm, code: int, number: int) -> float:
        """What one effect is worth."""
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
        if DISCOUNT <= code <= DISCOUNT + PLOT:
            return self.discount(code - DISCOUNT, number)
        if INCOME <= code < INCOME + RESOURCES:
            return self.income(code - INCOME, number)
        if INCOME_PER_PLOT <= code < SUMS:
            kind = code - INCOME_PER_PLOT
            return self.income(kind, number * self.printing(realm, kind))
        rule = code in (PLACES, BANK_RATE)
        return self.rule(realm, code, number) if rule else self.once(realm, code, number)

    def rule(self, realm: Realm, code: int, number: int) -> float:
        """What it is worth that something is allowed, or cheaper."""
        if code == BANK_RATE:
            return max(0, realm.rate - number) * TRADES * self.stream
        if number <= realm.places:
            return 0.0
        few = [1 for population in realm.pops if population < POPULATION_FOR_TWO_PLACES]
        return self.place * len(few)

    def once(self, realm: Realm, code: int, number: int) -> float:
        """What something is worth that happens once."""
        if GAIN_PER_PLOT <= code < GAIN_PER_PLOT + RESOURCES:
            kind = code - GAIN_PER_PLOT
            printing = self.game.gains_where_printed
            plots = self.printing(realm, kind) if printing else len(realm.plots)
            return self.resources(kind, number * plots)
        if code in (DRAW, STEAL_CARD):
            return number * CARD_YIELD * self.now
        if code == GROW:
            return number * (1.0 + 0.9 * self.stream)
        if code == STEAL_RESOURCES:
            return number * self.now * (0.7 + max([self.spite[seat] for seat in self.others]) / 2)
        return 0.0

    def printing(self, realm: Realm, kind: int) -> int:
        """How many plots print the resource."""
        return len([1 for card in realm.plots if self.box.yields[card][kind]])

    def on_plot(self, realm: Realm, card: Card, plot: int) -> float:
        """What the structure does to the yield of a plot."""
        worth = 0.0
        for kind in self.box.doubles[card]:
            doubled = [
                1 for standing in realm.structures[plot] if kind in self.box.doubles[standing]
            ]
            if not doubled:
                worth += self.income(kind, self.box.yields[realm.plots[plot]][kind])
        return worth

    def tech(self, realm: Realm, card: Card) -> float:
        """What a technology is worth."""
        return 1.0 + self.effects(realm, card)

    def structure(self, realm: Realm, card: Card) -> float:
        """What a structure is worth, wherever it stands."""
        own = 1.0 if FIRST_WONDER <= card < FIRST_UNIT else 0.0
        return (own + self.effects(realm, card)) * self.style.structures

    def plot(self, realm: Realm, card: Card) -> float:
        """What a plot is worth: what it yields, and the cheap population that it can hold."""
        worth = sum([self.income(kind, self.box.yields[card][kind]) for kind in range(RESOURCES)])
        cheap = max(0.0, min([2.0 * population for population in realm.pops] or [0.0]))
        settled = min(3.0, 0.4 * self.turns)
        worth += settled * cheap * 0.6 * self.now + 0.04 * len(self.box.kinds[card]) * self.stream
        return (worth + self.place) * self.style.land * NEW_LAND


def hand_left(seen: CivCardGameObservation) -> list[Card]:
    """The own cards, without those that the answer has discarded or blocks with."""
    hand = [CARD[name] for name in seen.hand]
    if seen.phase in LEAVING:
        for step in seen.answer:
            if isinstance(step, Named) and step.card in hand:
                hand.remove(step.card)
    return hand


# --- time


def turns_left(game: CivCardGame, seen: CivCardGameObservation, techs: int) -> float:
    """How many more turns of its own a seat may expect, after the present one."""
    seats = len(seen.table)
    by_clock = LENGTHS[seats] - seen.round
    by_sales = techs / SALES[seats]
    left = max(by_clock * 0.5 + by_sales * 0.5, by_sales * 0.8) if seen.round else by_clock
    if game.max_rounds > 0:
        left = min(left, game.max_rounds - seen.round)
    return max(0.0, left - 0.4)


def worth_at(turns: float) -> float:
    """What a resource is worth with so many turns to come."""
    late = min(1.0, 0.4 + 0.4 * turns)
    return float(LAST * GROWTH ** min(FARTHEST, turns) * late)


def worth_of_stream(turns: float) -> float:
    """What one resource in each of so many turns is worth."""
    return float(LAST * (GROWTH ** min(FARTHEST, turns) - 1) / (GROWTH - 1))


# --- hidden cards


@final
class Unseen:
    """How likely a card that the seat does not see is of some kinds."""

    def __init__(self, outlook: Outlook) -> None:
        seen, box = outlook.seen, outlook.box
        left = [box.copies[card] for card in range(KINDS)]
        for card in range(KINDS):
            left[card] -= seen.discard[card]
        for other in seen.table:
            for name in other.known:
                left[CARD[name]] -= 1
            for plot in other.plots:
                for name in plot.structures:
                    left[CARD[name]] -= 1
        for unit in seen.units:
            left[CARD[unit.card]] -= 1
            if unit.blocker:
                left[CARD[unit.blocker]] -= 1
        self.left = left
        self.total = max(1, sum([max(0, number) for number in left]))

    def share(self, cards: list[Card]) -> float:
        """Of these among all."""
        return sum([max(0, self.left[card]) for card in cards]) / self.total
