"""What may be wished for in a turn: its price, and what it is worth."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.core.moves import NOBODY, Move
from microciv.games.civ_card_game.cards import (
    CARD,
    COINS,
    FIRST_PLOT,
    FIRST_UNIT,
    FIRST_WONDER,
    FOOD,
    HAMMERS,
    Card,
)
from microciv.games.civ_card_game.moves import BUILDS, BUYS, CLAIMS, POPULATES
from microciv.games.civ_card_game.prices import (
    ENOUGH_HAPPINESS,
    plot_price,
    population_price,
    structure_price,
    tech_price,
)
from microciv.games.civ_card_game.realms import POPULATION_FOR_TWO_PLACES, Realm

ANY: Final = 3  # kind of a price that any resources pay


@final
class Wish:
    """Something that can be bought."""

    def __init__(self, move: Move, price: int, kind: int, worth: float) -> None:
        self.move = move
        self.price = price
        self.kind = kind
        self.worth = worth
        self.card: Card = NOBODY
        self.plot = NOBODY
        """Own plot that it is for."""
        self.points = 0
        """Victory points that it brings at once."""


@final
class Situation:
    """The own realm, hand and market, as the purchases so far would leave them."""

    def __init__(self, outlook: Outlook) -> None:
        seen = outlook.seen
        self.outlook = outlook
        self.game = outlook.game
        self.realm: Realm = outlook.realm
        self.hand = outlook.hand
        self.techs = [CARD[name] for name in seen.market_techs]
        self.techs = self.techs[: len(self.techs) - seen.fresh_techs]
        self.plots = [CARD[name] for name in seen.market_plots]
        self.plots = self.plots[: len(self.plots) - seen.fresh_plots]
        self.may_buy = "tech" not in seen.bought
        self.may_settle = "population" not in seen.bought and seen.supply != 0
        self.may_claim = "plot" not in seen.bought
        self.finishing = False
        """Is the last technology about to be bought, so that only points count?"""

    def copy(self) -> Situation:
        """To buy in, without consequences."""
        copy = Situation(self.outlook)
        copy.realm = self.realm.clone()
        copy.hand = self.hand[:]
        copy.techs = self.techs[:]
        copy.plots = self.plots[:]
        copy.may_buy = self.may_buy
        copy.may_settle = self.may_settle
        copy.may_claim = self.may_claim
        copy.finishing = self.finishing
        return copy

    def is_happy(self) -> bool:
        """Has it Highest Happiness now?"""
        seen, own = self.outlook.seen, self.realm.happiness()
        if own == self.outlook.realm.happiness():
            return self.outlook.seat in seen.highest_happiness
        return own >= ENOUGH_HAPPINESS and own > self.outlook.rival_happiness

    # --- wishes

    def wishes(self) -> list[Wish]:
        """All that may be bought, if it can be paid."""
        happy = self.is_happy()
        found = self.structures(happy)
        if self.may_settle:
            found += self.populations()
        if self.may_buy:
            found += [self.tech(card, happy) for card in self.techs]
        if self.may_claim and not self.finishing:
            price = plot_price(self.game, self.realm)
            for card in self.plots:
                worth = self.outlook.plot(self.realm, card)
                wish = Wish(CLAIMS[card], price, ANY, worth)
                wish.card = card
                found.append(wish)
        return found

    def tech(self, card: Card, happy: bool) -> Wish:
        """A technology."""
        price = tech_price(self.game, self.realm, card, happy)
        wish = Wish(BUYS[card], price, COINS, self.outlook.tech(self.realm, card))
        wish.card = card
        wish.points = 1
        return wish

    def populations(self) -> list[Wish]:
        """One more on each plot."""
        outlook, realm = self.outlook, self.realm
        found: list[Wish] = []
        for plot, population in enumerate(realm.pops):
            price = population_price(self.game, realm, plot)
            worth = outlook.population(outlook.box.kinds[realm.plots[plot]]) * outlook.style.land
            if population + 1 == POPULATION_FOR_TWO_PLACES and realm.places == 1:
                worth += outlook.place
            wish = Wish(POPULATES[plot], price, FOOD, worth)
            wish.plot = plot
            wish.points = 1
            found.append(wish)
        return found

    def structures(self, happy: bool) -> list[Wish]:
        """Each kind of structure of the hand, where it does most."""
        outlook, realm = self.outlook, self.realm
        found: list[Wish] = []
        free = outlook.free_places(realm)
        if not free:
            return found
        scarce = outlook.place * (2.0 if free < 2 else 1.0)
        for card in sorted(set(self.hand)):
            if card >= FIRST_UNIT:
                break
            plot, more = self.best_site(card)
            if plot == NOBODY:
                continue
            worth = outlook.structure(realm, card) + more * outlook.style.structures - scarce
            price = structure_price(self.game, realm, card, happy)
            wish = Wish(BUILDS[card], price, HAMMERS, worth)
            wish.card = card
            wish.plot = plot
            wish.points = 1 if card >= FIRST_WONDER else 0
            found.append(wish)
        return found

    def best_site(self, card: Card) -> tuple[int, float]:
        """The plot where the structure does most, and what it does there; NOBODY if it may stand on
        none. What does nothing to its plot leaves the plots to others that do.
        """
        realm = self.realm
        best, most, more = NOBODY, -1000.0, 0.0
        for plot, standing in enumerate(realm.structures):
            free = realm.places_of(plot) - len(standing)
            if free > 0 and (self.game.duplicates or card not in standing):
                worth = self.outlook.on_plot(realm, card, plot)
                liked = worth - 0.01 * sum(self.outlook.box.yields[realm.plots[plot]])
                if self.outlook.box.doubles[card]:
                    liked = worth
                liked += 0.001 * free
                if liked > most:
                    best, most, more = plot, liked, worth
        return best, more

    # --- purchases

    def take(self, wish: Wish) -> None:
        """Have it."""
        realm, card = self.realm, wish.card
        if wish.kind == FOOD:
            realm.settle(wish.plot)
            self.may_settle = not self.game.one_each
        elif wish.kind == ANY:
            realm.add_plot(card)
            self.plots.remove(card)
            self.may_claim = not self.game.one_each
        elif card < FIRST_UNIT:
            realm.put_up(card, wish.plot)
            self.hand.remove(card)
            realm.recount(self.game.box)
        else:
            realm.learn(card)
            self.techs.remove(card)
            realm.recount(self.game.box)
            self.may_buy = not self.game.one_each


def is_tech(wish: Wish) -> bool:
    """A technology."""
    return wish.card >= 0 and wish.kind == COINS and wish.card < FIRST_PLOT
