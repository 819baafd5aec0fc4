"""The goal solver: can this be bought now, and how; else in how many turns, or what is missing?

`solve` answers for one wish, `wishes` for all that the observer can have. It looks at what the
observation shows and nothing else; `means` has the arithmetic, and why it is exact, and `ways` what
else a turn can do for a purchase. In how many turns is said as things are: what is bought until
then may make it sooner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias, final

from microciv.core.errors import IllegalMove
from microciv.games.civ_card_game.cards import (
    COINS,
    FOOD,
    HAMMERS,
    LETTERS,
    RESOURCES,
    USUAL_RATE,
    Card,
)
from microciv.games.civ_card_game.moves import MOST_PLOTS, MOST_POPULATION
from microciv.games.civ_card_game.rules.menus import sites
from microciv.games.civ_card_game.rules.prices import plot_price, population_price
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.games.civ_card_game.solver.goals import Goal, way_to
from microciv.games.civ_card_game.solver.means import (
    ANY,
    NEVER,
    Income,
    Means,
    Payment,
    added,
    can_pay,
    kept,
    long_enough,
    pay,
    settle_plot,
    shortfall,
    turns_until,
)
from microciv.games.civ_card_game.solver.steps import best_sites, paying, shares, trades
from microciv.games.civ_card_game.solver.ways import Ways
from microciv.games.civ_card_game.views.sight import (
    NOTHING_DUE,
    card_price,
    collection,
    collects_to_come,
    hand_seen,
    realm_seen,
    yields,
)
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

# Verdicts.
NOW: Final = "now"
NOW_WITH: Final = "now-with"
LATER: Final = "later"
SHORT: Final = "short"

# Why something cannot be bought, in this turn or at all.
NO_REASON: Final = ""
NO_PLACE: Final = "place"  # no plot has a free place, or no more plots can be owned
TWICE: Final = "twice"  # the free places are on plots that have one (CC-50)
NO_SUPPLY: Final = "supply"  # no population is left (CC-35)
BOUGHT: Final = "bought"  # one of each in a turn (CC-27)
FRESH: Final = "fresh"  # it has just come to the market (CC-42)
GONE: Final = "gone"  # it is not in the market, or not in the hand
NO_YIELD: Final = "yield"  # nothing comes in that would help
NO_ROUNDS: Final = "rounds"  # the match is over before


@final
@dataclass(frozen=True)
class Route:
    """How a wish can be met, and when."""

    wish: str  # buy Mining, build Library, populate 2, claim Forest
    plots: tuple[int, ...]  # own plots where it may go, from 1, the best one first
    verdict: str  # now, now-with, later, short
    turns: int  # own Collects from now on until it can be bought; 0: now; -1: never
    steps: tuple[str, ...]  # to be sealed in the present answer, one after the other
    price: int
    kind: str  # the resource it is paid in; "" for any
    short: tuple[
        int, int, int
    ]  # how many more of this resource alone would do: food, hammers, coins
    why: str  # "", place, twice, supply, bought, fresh, gone, yield, rounds
    exact: bool  # of this turn; else there was too much to look at, and there may be a way now


# --- the observer's situation


Answer: TypeAlias = tuple[str, int, Payment | None, tuple[int, int, int], str]
"""Verdict, turns, how to pay, what is short, and why."""


@final
class Situation:
    """What an observation says about what its seat can buy. While a purchase waits for its plot or
    its payment, its price counts as paid.
    """

    def __init__(self, game: CivCardGame, seen: CivCardGameObservation) -> None:
        self.game = game
        self.seen = seen
        self.seat = seen.seat
        self.realm = realm_seen(game, seen, self.seat)
        self.hand = hand_seen(game, seen)
        own_turn = seen.turn == self.seat
        self.open = own_turn and (
            (seen.phase == "turn" and seen.stage != "declare") or seen.phase == "surrender"
        )
        """Is its Purchase still to come or not yet over?"""
        self.sealing = seen.phase == "turn" and own_turn and seen.stage in ("collect", "buy")
        """Can a purchase begin with the next step?"""
        income, due = collection(game, seen, self.realm)
        stock = added(self.realm.stock, income)
        if seen.stage == "place":
            card = game.box.card[seen.card]
            stock[HAMMERS] -= card_price(game, seen, self.seat, self.realm, card)
            self.hand.remove(card)
        elif seen.stage == "pay":
            paid = pay_plot(stock, plot_price(game, self.realm), [0, 0, 0])
            stock = [stock[kind] - paid[kind] for kind in range(RESOURCES)]
            self.realm.add_plot(game.box.card[seen.card])
        goods = [
            (card, game.box.yields[card])
            for card in self.hand
            if game.box.first_goods <= card < game.box.first_tech
        ]
        self.means = Means(stock, due, goods, self.realm.rate)
        self.means.mixed = game.mixed_bank
        fixed, choice = yields(game, self.realm)
        self.income = Income(fixed, choice)
        self.collects = collects_to_come(game, seen, self.seat)
        self.kept: list[Means] = []
        """What can be kept for later turns: all of it, but for loose resources (CA-13)."""
        self.prices: list[list[int]] = [[], [], []]
        """By resource, the prices of all that can be wished, cheapest first."""
        self.answers: dict[tuple[int, int, str], Answer] = {}
        self._ways: Ways | None = None
        self._price_everything()

    def _price_everything(self) -> None:
        realm, prices = self.realm, self.prices
        prices[FOOD] = [
            population_price(self.game, realm, plot) for plot in range(len(realm.plots))
        ]
        prices[HAMMERS] = [
            self.price(card)
            for card in set(self.hand)
            if card < self.game.box.first_unit and sites(self.game, realm, card)
        ]
        prices[COINS] = [
            self.price(self.game.box.card[name]) for name in set(self.seen.market_techs)
        ]
        for kind in range(RESOURCES):
            prices[kind].sort()

    def price(self, card: Card) -> int:
        return card_price(self.game, self.seen, self.seat, self.realm, card)

    def ways(self) -> Ways:
        """What else the turn can do."""
        if self._ways is None:
            self._ways = Ways(self.game, self.seen, self.means, self.realm, self.hand)
        return self._ways

    def wanted(self, kind: int, price: int) -> list[int]:
        """By resource, the price of the cheapest other wish, if this much is spent on one."""
        found = [prices[0] if prices else 0 for prices in self.prices]
        if kind != ANY and price in self.prices[kind]:
            others = self.prices[kind][:]
            others.remove(price)
            found[kind] = others[0] if others else 0
        return found

    def answer(self, kind: int, price: int, wait: str) -> Answer:
        """Can this price be paid, and when? `wait`: why it cannot be bought in this turn."""
        key = (kind, price, wait)
        if key not in self.answers:
            self.answers[key] = self._answer(kind, price, wait)
        return self.answers[key]

    def _answer(self, kind: int, price: int, wait: str) -> Answer:
        if self.open and not wait:
            payment = pay(self.means, kind, price, self.wanted(kind, price))
            if payment is not None:
                banked = kind != ANY and sum(payment.taken) > 0
                verdict = NOW_WITH if banked or any(payment.goods) else NOW
                return verdict, 0, payment, (0, 0, 0), NO_REASON
        at_first = self.means if self.open else self.income.after(self.means, 1)
        short = shortfall(at_first, kind, price)
        enough = long_enough(self.means, price)
        most = enough if self.collects < 0 else min(self.collects, enough)
        turns = NEVER
        if not self.kept:
            self.kept = kept(self.means, list(self.seen.loose)) if self.open else [self.means]
        for means in self.kept:
            found = turns_until(means, self.income, kind, price, 1, most) if most else NEVER
            if found != NEVER and (turns == NEVER or found < turns):
                turns = found
        if turns != NEVER:
            return LATER, turns, None, short, wait
        ever = can_pay(self.income.after(self.means, enough), kind, price)
        return SHORT, NEVER, None, short, NO_ROUNDS if ever else NO_YIELD


def pay_plot(stock: list[int], price: int, wanted: list[int]) -> list[int]:
    """What a plot is paid with out of a stock: the least useful."""
    payment = settle_plot(Means(stock, NOTHING_DUE, [], USUAL_RATE), stock, [], price, wanted)
    return payment.taken


# --- wishes


def wishes(game: CivCardGame, seen: CivCardGameObservation) -> list[Route]:
    """A route for each thing that the observer can wish: the technologies of the market, the
    structures of its hand, one more population on each plot, the plots of the market.
    """
    return all_routes(Situation(game, seen))


def all_routes(situation: Situation) -> list[Route]:
    """The same, where the situation is known already."""
    if not situation.realm.plots or situation.seen.phase == "over":
        return []
    found = [
        route_to_card(situation, BUY, situation.game.box.card[name])
        for name in dict.fromkeys(situation.seen.market_techs)
    ]
    structures = [
        card for card in dict.fromkeys(situation.hand) if card < situation.game.box.first_unit
    ]
    found += [route_to_structure(situation, card, -1) for card in structures]
    found += [route_to_population(situation, plot) for plot in range(len(situation.realm.plots))]
    plots = dict.fromkeys([situation.game.box.card[name] for name in situation.seen.market_plots])
    return found + [route_to_card(situation, CLAIM, card) for card in plots]


def solve(game: CivCardGame, seen: CivCardGameObservation, wish: str, on: int = 0) -> Route:
    """The route for one wish: `buy Mining`, `build Library` (on a plot of the seat, from 1, or on
    the best one), `populate 2`, `claim Forest`. What is no longer there to be had is `short`, why
    `gone`.

    :raises IllegalMove: if it is no wish at all.
    """
    verb, _space, name = wish.partition(" ")
    if seen.seat >= len(seen.table):
        raise IllegalMove(t("spectators buy nothing"))
    situation = Situation(game, seen)
    if verb == POPULATE and name.isdecimal():
        plot = int(name[:4]) - 1
        if not 0 <= plot < len(situation.realm.plots):
            raise IllegalMove(t("there is no own plot {plot}", plot=name[:4]))
        return route_to_population(situation, plot)
    card = game.box.card.get(name, NEVER)
    if verb == BUILD and 0 <= card < game.box.first_unit:
        if not 0 <= on <= len(situation.realm.plots):
            raise IllegalMove(t("there is no own plot {on}", on=on))
        return route_to_structure(situation, card, on - 1)
    wished = {BUY: game.box.techs, CLAIM: game.box.plots}
    if card not in wished.get(verb, []):
        raise IllegalMove(
            t(
                "{typed} is not a wish; write buy Mining, build Library, populate 2",
                typed=repr(wish[:40]),
            )
        )
    return route_to_card(situation, verb, card)


BUY: Final = "buy"
BUILD: Final = "build"
POPULATE: Final = "populate"
CLAIM: Final = "claim"


def route_to_card(situation: Situation, verb: str, card: Card) -> Route:
    """A technology or a plot of the market."""
    game, seen, realm = situation.game, situation.seen, situation.realm
    claims = verb == CLAIM
    market = seen.market_plots if claims else seen.market_techs
    fresh = seen.fresh_plots if claims else seen.fresh_techs
    price = plot_price(game, realm) if claims else situation.price(card)
    wish = f"{verb} {game.box.names[card]}"
    if game.box.names[card] not in market:
        return refused(wish, price, "" if claims else LETTERS[COINS], GONE)
    if claims and len(realm.plots) >= MOST_PLOTS:
        return refused(wish, price, "", NO_PLACE)
    wait = NO_REASON
    if ("plot" if claims else "tech") in seen.bought:
        wait = BOUGHT
    elif game.box.names[card] not in market[: len(market) - fresh]:
        wait = FRESH
    goal = Goal(verb, card, -1)
    return route(situation, goal, (), ANY if claims else COINS, price, wait)


def route_to_structure(situation: Situation, card: Card, plot: int) -> Route:
    """A structure of the hand, on one plot or the best one (-1)."""
    game, realm = situation.game, situation.realm
    wish = f"{BUILD} {game.box.names[card]}"
    price = situation.price(card)
    if card not in situation.hand:
        return refused(wish, price, LETTERS[HAMMERS], GONE)
    best = best_sites(game, realm, card)
    if plot >= 0 and plot in best:
        best = [plot]
    elif plot >= 0 or not best:
        plots = [plot] if plot >= 0 else list(range(len(realm.plots)))
        free = [at for at in plots if len(realm.structures[at]) < realm.places_of(at)]
        alone = refused(wish, price, LETTERS[HAMMERS], TWICE if free else NO_PLACE)
        return with_others(situation, alone, Goal(BUILD, card, plot))
    numbers = tuple([at + 1 for at in best])
    return route(situation, Goal(BUILD, card, plot), numbers, HAMMERS, price, NO_REASON)


def route_to_population(situation: Situation, plot: int) -> Route:
    """One more population on a plot of the seat."""
    realm = situation.realm
    wish = f"{POPULATE} {plot + 1}"
    price = population_price(situation.game, realm, plot)
    if situation.seen.supply == 0 or realm.pops[plot] >= MOST_POPULATION:
        return refused(wish, price, LETTERS[FOOD], NO_SUPPLY)
    wait = BOUGHT if "population" in situation.seen.bought else NO_REASON
    return route(situation, Goal(POPULATE, NEVER, plot), (plot + 1,), FOOD, price, wait)


def refused(wish: str, price: int, kind: str, why: str) -> Route:
    """It cannot be had, whatever one has."""
    return Route(wish, (), SHORT, NEVER, (), price, kind, (0, 0, 0), why, True)


def route(
    situation: Situation, goal: Goal, plots: tuple[int, ...], kind: int, price: int, wait: str
) -> Route:
    """It can be had for its price."""
    wish = goal.text(situation.game.box)
    verdict, turns, payment, short, why = situation.answer(kind, price, wait)
    steps: list[str] = []
    if payment is not None and situation.sealing:
        steps = preparing(situation, payment, kind)
        steps += purchasing(situation, payment, wish, plots)
    letter = "" if kind == ANY else LETTERS[kind]
    found = Route(wish, plots, verdict, turns, tuple(steps), price, letter, short, why, True)
    return found if payment is not None or wait else with_others(situation, found, goal)


def with_others(situation: Situation, alone: Route, goal: Goal) -> Route:
    """The route, or a better one: thefts or other purchases come first in the same turn."""
    if not situation.sealing and situation.seen.stage != "use":
        return alone
    ways = situation.ways()
    steps = tuple(way_to(ways, goal))
    if steps:
        nothing = (0, 0, 0)
        return Route(
            *(alone.wish, alone.plots, NOW_WITH, 0, steps, alone.price, alone.kind, nothing),
            *(NO_REASON, True),
        )
    return replace(alone, exact=not ways.is_cut())


# --- steps


def preparing(situation: Situation, payment: Payment, kind: int) -> list[str]:
    """Splits, goods and trades."""
    means = situation.means
    steps = [f"split {amount}" for amount in shares(means.due, payment.given)]
    for index, count in enumerate(payment.goods):
        steps += [f"play {situation.game.box.names[means.goods[index]]}"] * count
    if kind != ANY:
        steps += trades(payment.taken, LETTERS[kind], means.rate)
    return steps


def purchasing(
    situation: Situation, payment: Payment, wish: str, plots: tuple[int, ...]
) -> list[str]:
    """The purchase itself, with what is asked about it."""
    game, realm = situation.game, situation.realm
    verb, _space, name = wish.partition(" ")
    steps = [wish]
    if verb == POPULATE:
        return steps
    card = game.box.card[name]
    if verb == CLAIM:
        stock = added(situation.means.played(payment.goods), payment.given)
        return steps + paying(stock, payment.taken)
    if verb == BUILD and len(sites(game, realm, card)) > 1:
        steps.append(f"on {plots[0]}")
    supply = situation.seen.supply
    grows = game.box.grows[card]
    if len(realm.plots) > 1:
        pops = realm.pops[:]
        for _one in range(grows if supply < 0 else min(grows, supply)):
            plot = best_growth(realm, pops)
            pops[plot] += 1
            steps.append(f"grow {plot + 1}")
    return steps


def best_growth(realm: Realm, pops: list[int]) -> int:
    """Where a free population does most: for a place; else where the next one costs most."""
    best = 0
    for plot, population in enumerate(pops):
        third = population == realm.crowd - 1 and realm.places < 2
        best_is_third = pops[best] == realm.crowd - 1 and realm.places < 2
        if (third, population) > (best_is_third, pops[best]):
            best = plot
    return best
