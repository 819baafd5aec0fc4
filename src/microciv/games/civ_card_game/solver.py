"""The goal solver: can this be bought now, and how; else in how many turns, or what is missing?

`solve` answers for one wish, `wishes` for all that the observer can have. It plans with what the
observation shows and nothing else; `means` has the arithmetic, and why it is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, final

from microciv.core.errors import IllegalMove
from microciv.games.civ_card_game.cards import (
    CARD,
    CARDS,
    COINS,
    FIRST_GOODS,
    FIRST_PLOT,
    FIRST_TECH,
    FIRST_UNIT,
    FOOD,
    HAMMERS,
    KINDS,
    LETTERS,
    NAMES,
    RESOURCES,
    Card,
)
from microciv.games.civ_card_game.means import (
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
from microciv.games.civ_card_game.menus import sites
from microciv.games.civ_card_game.moves import MOST_PLOTS, MOST_POPULATION
from microciv.games.civ_card_game.prices import plot_price, population_price
from microciv.games.civ_card_game.realms import POPULATION_FOR_TWO_PLACES, USUAL_RATE, Realm
from microciv.games.civ_card_game.sight import (
    NOTHING_DUE,
    Due,
    card_price,
    collection,
    collects_to_come,
    hand_seen,
    realm_seen,
    yields,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.observation import CivCardGameObservation

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
class Plan:
    """What has become of a wish."""

    wish: str  # buy Mining, build Library, populate 2, claim Forest
    plots: tuple[int, ...]  # own plots where it may go, from 1, the best one first
    verdict: str  # now, now-with, later, short
    turns: int  # own Collects from now on until it can be bought; 0: now; -1: never
    steps: tuple[str, ...]  # to be sealed in the present answer, one after the other
    price: int
    kind: str  # the resource it is paid in; "" for any
    short: tuple[
        int, int, int
    ]  # so many more of this resource alone would do: food, hammers, coins
    why: str  # "", place, twice, supply, bought, fresh, gone, yield, rounds


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
        self.hand = hand_seen(seen)
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
            card = CARD[seen.card]
            stock[HAMMERS] -= card_price(game, seen, self.seat, self.realm, card)
            self.hand.remove(card)
        elif seen.stage == "pay":
            paid = pay_plot(stock, plot_price(game, self.realm), [0, 0, 0])
            stock = [stock[kind] - paid[kind] for kind in range(RESOURCES)]
            self.realm.add_plot(CARD[seen.card])
        goods = [(card, game.box.yields[card]) for card in self.hand if FIRST_GOODS <= card < KINDS]
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
        self._price_everything()

    def _price_everything(self) -> None:
        realm, prices = self.realm, self.prices
        prices[FOOD] = [
            population_price(self.game, realm, plot) for plot in range(len(realm.plots))
        ]
        prices[HAMMERS] = [
            self.price(card)
            for card in set(self.hand)
            if card < FIRST_UNIT and sites(self.game, realm, card)
        ]
        prices[COINS] = [self.price(CARD[name]) for name in set(self.seen.market_techs)]
        for kind in range(RESOURCES):
            prices[kind].sort()

    def price(self, card: Card) -> int:
        """Of a technology or structure."""
        return card_price(self.game, self.seen, self.seat, self.realm, card)

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


def wishes(game: CivCardGame, seen: CivCardGameObservation) -> list[Plan]:
    """A plan for each thing that the observer can wish: the technologies of the market, the
    structures of its hand, one more population on each plot, the plots of the market.
    """
    return all_plans(Situation(game, seen))


def all_plans(situation: Situation) -> list[Plan]:
    """The same, where the situation is known already."""
    if not situation.realm.plots or situation.seen.phase == "over":
        return []
    found = [plan_card(situation, BUY, CARD[name]) for name in situation.seen.market_techs]
    structures = [card for card in dict.fromkeys(situation.hand) if card < FIRST_UNIT]
    found += [plan_structure(situation, card, -1) for card in structures]
    found += [plan_population(situation, plot) for plot in range(len(situation.realm.plots))]
    plots = dict.fromkeys([CARD[name] for name in situation.seen.market_plots])
    return found + [plan_card(situation, CLAIM, card) for card in plots]


def solve(game: CivCardGame, seen: CivCardGameObservation, wish: str, on: int = 0) -> Plan:
    """The plan for one wish: `buy Mining`, `build Library` (on an own plot, from 1, or on the best
    one), `populate 2`, `claim Forest`. What is no longer there to be had is `short`, why `gone`.

    :raises IllegalMove: if it is no wish at all.
    """
    verb, _space, name = wish.partition(" ")
    if seen.seat >= len(seen.table):
        raise IllegalMove("spectators buy nothing")
    situation = Situation(game, seen)
    if verb == POPULATE and name.isdecimal():
        plot = int(name[:4]) - 1
        if not 0 <= plot < len(situation.realm.plots):
            raise IllegalMove(f"there is no own plot {name[:4]}")
        return plan_population(situation, plot)
    card = CARD.get(name, NEVER)
    if verb == BUILD and 0 <= card < FIRST_UNIT:
        if not 0 <= on <= len(situation.realm.plots):
            raise IllegalMove(f"there is no own plot {on}")
        return plan_structure(situation, card, on - 1)
    first, after = WISHED.get(verb, (0, 0))
    if not first <= card < after:
        raise IllegalMove(f"{wish[:40]!r} is no wish; write buy Mining, build Library, populate 2")
    return plan_card(situation, verb, card)


BUY: Final = "buy"
BUILD: Final = "build"
POPULATE: Final = "populate"
CLAIM: Final = "claim"
WISHED: Final = {BUY: (FIRST_TECH, FIRST_PLOT), CLAIM: (FIRST_PLOT, CARDS)}


def plan_card(situation: Situation, verb: str, card: Card) -> Plan:
    """A technology or a plot of the market."""
    game, seen, realm = situation.game, situation.seen, situation.realm
    claims = verb == CLAIM
    market = seen.market_plots if claims else seen.market_techs
    fresh = seen.fresh_plots if claims else seen.fresh_techs
    price = plot_price(game, realm) if claims else situation.price(card)
    wish = f"{verb} {NAMES[card]}"
    if NAMES[card] not in market:
        return refused(wish, price, "" if claims else LETTERS[COINS], GONE)
    if claims and len(realm.plots) >= MOST_PLOTS:
        return refused(wish, price, "", NO_PLACE)
    wait = NO_REASON
    if ("plot" if claims else "tech") in seen.bought:
        wait = BOUGHT
    elif NAMES[card] not in market[: len(market) - fresh]:
        wait = FRESH
    return plan(situation, wish, (), ANY if claims else COINS, price, wait)


def plan_structure(situation: Situation, card: Card, plot: int) -> Plan:
    """A structure of the hand, on one plot or the best one (-1)."""
    game, realm = situation.game, situation.realm
    wish = f"{BUILD} {NAMES[card]}"
    price = situation.price(card)
    if card not in situation.hand:
        return refused(wish, price, LETTERS[HAMMERS], GONE)
    places = best_sites(game, realm, card)
    if plot >= 0 and plot in places:
        places = [plot]
    elif plot >= 0 or not places:
        plots = [plot] if plot >= 0 else list(range(len(realm.plots)))
        free = [at for at in plots if len(realm.structures[at]) < realm.places_of(at)]
        return refused(wish, price, LETTERS[HAMMERS], TWICE if free else NO_PLACE)
    return plan(situation, wish, tuple([at + 1 for at in places]), HAMMERS, price, NO_REASON)


def plan_population(situation: Situation, plot: int) -> Plan:
    """One more population on an own plot."""
    realm = situation.realm
    wish = f"{POPULATE} {plot + 1}"
    price = population_price(situation.game, realm, plot)
    if situation.seen.supply == 0 or realm.pops[plot] >= MOST_POPULATION:
        return refused(wish, price, LETTERS[FOOD], NO_SUPPLY)
    wait = BOUGHT if "population" in situation.seen.bought else NO_REASON
    return plan(situation, wish, (plot + 1,), FOOD, price, wait)


def refused(wish: str, price: int, kind: str, why: str) -> Plan:
    """It cannot be had, whatever one has."""
    return Plan(wish, (), SHORT, NEVER, (), price, kind, (0, 0, 0), why)


def plan(
    situation: Situation, wish: str, plots: tuple[int, ...], kind: int, price: int, wait: str
) -> Plan:
    """It can be had for its price."""
    verdict, turns, payment, short, why = situation.answer(kind, price, wait)
    steps: list[str] = []
    if payment is not None and situation.sealing:
        steps = preparing(situation.means, payment, kind)
        steps += purchasing(situation, payment, wish, plots)
    letter = "" if kind == ANY else LETTERS[kind]
    return Plan(wish, plots, verdict, turns, tuple(steps), price, letter, short, why)


# --- steps


def preparing(means: Means, payment: Payment, kind: int) -> list[str]:
    """Splits, goods and trades."""
    steps = [f"split {amount}" for amount in shares(means.due, payment.given)]
    for place, count in enumerate(payment.goods):
        steps += [f"play {NAMES[means.goods[place]]}"] * count
    if kind != ANY:
        steps += trades(payment.taken, LETTERS[kind], means.rate)
    return steps


def trades(taken: list[int], wanted: str, rate: int) -> list[str]:
    """What the bank takes, trade by trade: mixtures last."""
    steps: list[str] = []
    mixture = ""
    for kind, amount in enumerate(taken):
        steps += [f"bank {LETTERS[kind]} {wanted}"] * (amount // rate)
        mixture += LETTERS[kind] * (amount % rate)
    return [*steps, f"bank {mixture} {wanted}"] if mixture else steps


def purchasing(
    situation: Situation, payment: Payment, wish: str, plots: tuple[int, ...]
) -> list[str]:
    """The purchase itself, with what is asked about it."""
    game, realm = situation.game, situation.realm
    verb, _space, name = wish.partition(" ")
    steps = [wish]
    if verb == POPULATE:
        return steps
    card = CARD[name]
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


def paying(stock: list[int], paid: list[int]) -> list[str]:
    """The steps of a payment that are asked: food, then hammers, coins are the rest (CC-37)."""
    steps: list[str] = []
    due = sum(paid)
    for kind, verb in ((FOOD, "food"), (HAMMERS, "hammers")):
        low = max(0, due - sum(stock[kind + 1 :]))
        if low != min(due, stock[kind]):
            steps.append(f"{verb} {paid[kind]}")
        due -= paid[kind]
    return steps


def shares(due: list[Due], given: list[int]) -> list[int]:
    """The splits, plot by plot, that give these amounts in all."""
    left = given[:]
    caps = [0, 0, 0]
    for kinds, population in due:
        for kind in kinds:
            caps[kind] += population
    amounts: list[int] = []
    for kinds, population in due:
        rest = population
        for kind in kinds:
            caps[kind] -= population
        for place, kind in enumerate(kinds):
            others = kinds[place + 1 :]
            if not others or (place and not rest):
                left[kind] -= rest
                break
            # So much at most, that the other kinds get what the plots to come cannot give them.
            most = min([rest, left[kind], *[rest - left[o] + caps[o] for o in others]])
            amounts.append(most)
            left[kind] -= most
            rest -= most
    return amounts


def best_sites(game: CivCardGame, realm: Realm, card: Card) -> list[int]:
    """Where the structure may stand, best first: where it yields most, then where least could be
    doubled by another, then where a place is left beside it.
    """
    box = game.box
    found: list[tuple[int, int, int, int]] = []
    for plot in sites(game, realm, card):
        printed = box.yields[realm.plots[plot]]
        standing = realm.structures[plot]
        doubled = [kind for other in standing for kind in box.doubles[other]]
        gain = sum([printed[kind] for kind in box.doubles[card] if kind not in doubled])
        open_kinds = [printed[kind] for kind in range(RESOURCES) if kind not in doubled]
        places = realm.places_of(plot) - len(standing)
        found.append((-gain, max(open_kinds, default=0), -places, plot))
    found.sort()
    return [place[3] for place in found]


def best_growth(realm: Realm, pops: list[int]) -> int:
    """Where a free population does most: as a third one, for its place; else where the next one is
    dearest.
    """
    best = 0
    for plot, population in enumerate(pops):
        third = population == POPULATION_FOR_TWO_PLACES - 1 and realm.places < 2
        best_is_third = pops[best] == POPULATION_FOR_TWO_PLACES - 1 and realm.places < 2
        if (third, population) > (best_is_third, pops[best]):
            best = plot
    return best
