"""A wish, looked for in all that a turn can come to, and the shortest way to it as it is typed."""

from __future__ import annotations

from typing import final

from microciv.games.civ_card_game.boxes import Box
from microciv.games.civ_card_game.cards import COINS, FOOD, HAMMERS, RESOURCES, Card
from microciv.games.civ_card_game.moves import MOST_PLOTS, MOST_POPULATION
from microciv.games.civ_card_game.rules.menus import sites
from microciv.games.civ_card_game.rules.prices import (
    plot_price,
    population_price,
    structure_price,
    tech_price,
)
from microciv.games.civ_card_game.solver.means import ANY, added
from microciv.games.civ_card_game.solver.steps import best_sites, paying, shares
from microciv.games.civ_card_game.solver.ways import NO_CARD, Deed, Moment, Purse, Ways, best


@final
class Goal:
    """A wish, as it is looked for in moments."""

    def __init__(self, verb: str, card: Card, plot: int) -> None:
        self.verb = verb
        self.card = card
        self.plot = plot
        """Of population, or where a structure must stand; -1: anywhere."""

    def text(self, box: Box) -> str:
        name = str(self.plot + 1) if self.verb == "populate" else box.names[self.card]
        return f"{self.verb} {name}"

    def deed(self, ways: Ways, moment: Moment) -> Deed | None:
        """The purchase, if but for its price nothing is in its way."""
        game, realm = ways.game, moment.realm
        kind, price, plots = COINS, 0, [-1]
        if moment.pending != NO_CARD:
            return None
        if self.verb == "buy":
            if self.card not in moment.techs:
                return None
            price = tech_price(game, realm, self.card, moment.happy)
        elif self.verb == "claim":
            if self.card not in moment.plots or len(realm.plots) >= MOST_PLOTS:
                return None
            kind, price = ANY, plot_price(game, realm)
        elif self.verb == "populate":
            full = realm.pops[self.plot] >= MOST_POPULATION
            if full or not moment.supply or moment.bought_population:
                return None
            kind, price = FOOD, population_price(game, realm, self.plot)
        else:
            plots = best_sites(game, realm, self.card) if self.card in moment.hand else []
            if self.plot >= 0:
                plots = [plot for plot in plots if plot == self.plot]
            if not plots:
                return None
            kind, price = HAMMERS, structure_price(game, realm, self.card, moment.happy)
        deed = Deed(self.text(game.box), kind, price, realm.rate)
        deed.steps = [deed.name]
        deed.closes = self.verb in ("buy", "claim")
        if self.verb == "build" and len(sites(game, realm, self.card)) > 1:
            deed.steps.append(f"on {plots[0] + 1}")
        return deed


def way_to(ways: Ways, goal: Goal) -> list[str]:
    """The steps of the present answer on the shortest way to a wish; none if there is no way."""
    number = 1
    while True:
        moments = ways.level(number)
        if not moments:
            return []
        for moment in moments:
            deed = goal.deed(ways, moment)
            if deed is not None:
                found = ways.run(deed, moment.purses)
                if found:
                    return written(ways, sparing(ways, deeds_of(found[0])))
        number += 1


def deeds_of(purse: Purse) -> list[Deed]:
    """All that led to it, in order."""
    found: list[Deed] = []
    at: Purse | None = purse
    while at is not None:
        if at.deed is not None:
            found.append(at.deed)
        at = at.before
    found.reverse()
    return found


def followed(ways: Ways, deeds: list[Deed], goods: list[int]) -> Purse | None:
    """The purse that these deeds leave, with these goods played: of all, the one that the bank got
    least for.
    """
    purses = [ways.purse(goods)]
    for deed in deeds:
        purses = best(ways.run(deed, purses))
    if not purses:
        return None
    chosen = purses[0]
    for purse in purses:
        if sum(purse.stock) > sum(chosen.stock):
            chosen = purse
    return chosen


def sparing(ways: Ways, deeds: list[Deed]) -> tuple[Purse, list[int]]:
    """The same deeds with as few goods as will do."""
    goods = ways.means.counts[:]
    found = followed(ways, deeds, goods)
    for index in range(len(goods)):
        while goods[index]:
            goods[index] -= 1
            less = followed(ways, deeds, goods)
            if less is None:
                goods[index] += 1
                break
            found = less
    assert found is not None
    return found, goods


def written(ways: Ways, way: tuple[Purse, list[int]]) -> list[str]:
    """The steps up to the first that ends the answer."""
    purse, goods = way
    given = purse.given[:]
    left = ways.means.free - sum(given)
    for kind in (COINS, HAMMERS, FOOD):
        said = min(left, ways.means.caps[kind] - given[kind])
        given[kind] += said
        left -= said
    steps = [f"split {amount}" for amount in shares(ways.means.due, given)]
    for index, count in enumerate(goods):
        steps += [f"play {ways.game.box.names[ways.means.goods[index]]}"] * count
    trail: list[Purse] = []
    at: Purse | None = purse
    while at is not None and at.deed is not None:
        trail.append(at)
        at = at.before
    trail.reverse()
    stock = added(ways.means.played(goods), given)
    for made in trail:
        deed = made.deed
        assert deed is not None
        steps += made.steps
        if deed.kind == ANY and not deed.steals:
            steps += paying(stock, made.paid)
        if deed.closes:
            return steps
        stock = spent(stock, made)
    return steps


def spent(stock: list[int], made: Purse) -> list[int]:
    """The stock after one more deed, all that population gives being there from the beginning."""
    before = made.before
    assert before is not None
    return [
        stock[kind]
        + (made.stock[kind] - before.stock[kind])
        - (made.given[kind] - before.given[kind])
        for kind in range(RESOURCES)
    ]
