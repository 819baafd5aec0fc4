"""What may be bought in a turn, what it is worth, and how it is paid."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move
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
from microciv.games.civ_card_game.moves import MOST_PLOTS, MOST_POPULATION, Bank, Moves
from microciv.games.civ_card_game.policy.worth import Eye
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.menus import PLOT_BOUGHT, POPULATION_BOUGHT, TECH_BOUGHT
from microciv.games.civ_card_game.rules.prices import (
    plot_price,
    population_price,
    structure_price,
    tech_price,
)
from microciv.games.civ_card_game.rules.state import CivCardGameState

ANY: Final = 3  # kind of a price that any resources pay


@final
@mypyc_attr(acyclic=True)
class Wish:
    """Something that can be bought."""

    def __init__(self, move: Move, price: int, kind: int, worth: float) -> None:
        self.move = move
        self.price = price
        self.kind = kind
        self.worth = worth
        self.points = 0
        """Victory points that it brings at once."""
        self.is_tech = False
        self.score = 0.0
        """What it is worth, beside what it costs."""


def wishes_of(state: CivCardGameState, draft: Draft, eye: Eye) -> list[Wish]:
    """All that may be bought, if it can be paid."""
    game, realm, style = state.game, draft.realm, eye.style
    happy = draft.is_happy()
    found: list[Wish] = []
    add_structures(state, draft, eye, found)
    if draft.supply != 0 and not draft.bought & POPULATION_BOUGHT:
        for plot, population in enumerate(realm.pops):
            if population >= MOST_POPULATION:
                continue
            worth = eye.population(realm.plots[plot]) * style.land
            if population + 1 == realm.crowd and realm.places == 1:
                worth += eye.place
            wish = Wish(
                eye.box.moves.populates[plot], population_price(game, realm, plot), FOOD, worth
            )
            wish.points = eye.box.points[OF_POPULATION]
            found.append(wish)
    market = state.market
    if not draft.bought & TECH_BOUGHT:
        for index in range(len(market.techs) - market.fresh_techs):
            card = market.techs[index]
            price = tech_price(game, realm, card, happy)
            wish = Wish(eye.box.moves.buys[card], price, COINS, eye.tech(realm, card))
            wish.points = eye.box.points[OF_TECH]
            wish.is_tech = True
            found.append(wish)
    if not draft.bought & PLOT_BOUGHT and len(realm.plots) < MOST_PLOTS:
        price = plot_price(game, realm)
        for index in range(len(market.plots) - market.fresh_plots):
            card = market.plots[index]
            found.append(Wish(eye.box.moves.claims[card], price, ANY, eye.plot(realm, card)))
    if style.slip_size > 0.0:
        for wish in found:
            wish.worth *= style.slip(wish.move)
    limit = style.restriction
    if limit is not None:
        return [wish for wish in found if not limit.avoids(state, draft.seat, wish.move)]
    return found


def add_structures(state: CivCardGameState, draft: Draft, eye: Eye, found: list[Wish]) -> None:
    """Each kind of structure of the hand, where it does most."""
    game, realm, style = state.game, draft.realm, eye.style
    box = game.box
    free = 0
    for plot, standing in enumerate(realm.structures):
        free += max(0, realm.places_of(plot) - len(standing))
    if not free:
        return
    happy = draft.is_happy()
    scarce = eye.place * (2.0 if free < 2 else 1.0)
    last: Card = -1
    for card in draft.hand:
        if card >= box.first_unit:
            break
        if card == last:
            continue
        last = card
        plot = eye.best_site(realm, card)
        if plot < 0:
            continue
        worth = eye.structure(realm, card) - scarce
        worth += eye.on_plot(realm, card, plot) * style.structures
        price = structure_price(game, realm, card, happy)
        wish = Wish(box.moves.builds[card], price, HAMMERS, worth)
        wish.points = box.points[OF_WONDER] if card >= box.first_wonder else 0
        found.append(wish)


@final
@mypyc_attr(acyclic=True)
class Purse:
    """The resources of a turn: stock, goods in hand, bonuses still to be split, and the bank."""

    def __init__(self, eye: Eye, have: list[int], rate: int) -> None:
        self.eye = eye
        self.have: list[int] = have
        """Stock and goods in hand."""
        self.kinds: list[list[int]] = []
        self.free: list[int] = []
        """Of each bonus that is still to be split: what it may give, and how many."""
        self.shares: list[list[int]] = []
        """What they have been promised to, by resource."""
        self.rate = rate
        self.needs: list[int] = [0, 0, 0]
        """What it would like to keep of each, when any would do."""

    def copy(self) -> Purse:
        copy = Purse(self.eye, self.have[:], self.rate)
        copy.kinds = self.kinds
        copy.free = self.free[:]
        copy.shares = [share[:] for share in self.shares]
        copy.needs = self.needs
        return copy

    # --- questions

    def total(self) -> int:
        return self.have[0] + self.have[1] + self.have[2] + sum(self.free)

    def flexible(self, kind: int) -> int:
        """Bonuses that may become this resource."""
        found = 0
        for index, free in enumerate(self.free):
            if free:
                for other in self.kinds[index]:
                    if other == kind:
                        found += free
        return found

    def cost(self, wish: Wish) -> float:
        """What the resources are worth that it takes, in food; -1 if it cannot be paid."""
        eye, price = self.eye, wish.price
        if wish.kind == ANY:
            if self.total() < price:
                return -1.0
            paid = self.mixture(price)
            cost = paid[0] + (paid[1] + paid[2]) * eye.other
            return cost + price - (paid[0] + paid[1] + paid[2])
        kind = wish.kind
        own = self.have[kind] + self.flexible(kind)
        cost = min(price, own) * eye.worth(kind)
        missing = price - own
        if missing > 0:
            given = self.given(kind, missing)
            for other in range(RESOURCES):
                cost += given[other] * eye.worth(other)
            missing -= (given[0] + given[1] + given[2]) // self.rate
        return cost if missing <= 0 else -1.0

    def given(self, kind: int, missing: int) -> list[int]:
        """What the bank takes for this many, or for as many as can be had."""
        have, rate = self.have, self.rate
        given = [0, 0, 0]
        if self.eye.game.mixed_bank:
            due = min(missing, (have[0] + have[1] + have[2] - have[kind]) // rate) * rate
            for other in self.eye.cheapest_first():
                if other != kind:
                    given[other] = min(due, have[other])
                    due -= given[other]
            return given
        for other in self.eye.cheapest_first():
            if other != kind:
                trades = min(missing, have[other] // rate)
                given[other] = trades * rate
                missing -= trades
        return given

    def missing(self, wish: Wish) -> int:
        if wish.kind == ANY:
            return max(0, wish.price - self.total())
        return max(0, wish.price - self.have[wish.kind] - self.flexible(wish.kind))

    def mixture(self, price: int) -> list[int]:
        """What to pay any resources with: first what is not needed, the cheapest first."""
        paid = [0, 0, 0]
        due = price
        for turn in range(2):
            for kind in self.eye.cheapest_first():
                spare = self.have[kind] - paid[kind]
                if turn == 0:
                    spare -= self.needs[kind]
                more = min(due, spare)
                if more > 0:
                    paid[kind] += more
                    due -= more
        return paid

    # --- paying

    def pay(self, wish: Wish) -> None:
        if wish.kind == ANY:
            paid = self.mixture(wish.price)
            due = wish.price
            for kind in range(RESOURCES):
                self.have[kind] -= paid[kind]
                due -= paid[kind]
            for kind in self.eye.cheapest_first():
                due -= self.promise(kind, due)
            return
        kind = wish.kind
        due = wish.price
        own = min(due, self.have[kind])
        self.have[kind] -= own
        due -= own
        due -= self.promise(kind, due)
        if due > 0:
            given = self.given(kind, due)
            for other in range(RESOURCES):
                self.have[other] -= given[other]

    def promise(self, kind: int, wanted: int) -> int:
        """Let free bonuses become this resource; returns how many."""
        given = 0
        for index, kinds in enumerate(self.kinds):
            for other in kinds:
                if other == kind:
                    some = min(self.free[index], wanted - given)
                    self.free[index] -= some
                    self.shares[index][kind] += some
                    given += some
        return given


def purse_of(draft: Draft, eye: Eye) -> Purse:
    """What can be spent; bonuses that are still to be split, too."""
    purse = Purse(eye, draft.realm.stock[:], draft.realm.rate)
    have, box = purse.have, eye.box
    for card in draft.hand:
        if card >= eye.box.first_goods:
            yields = box.yields[card]
            for kind in range(RESOURCES):
                have[kind] += yields[kind]
    if draft.bonuses:
        for kind in range(RESOURCES):
            have[kind] += draft.income[kind]
        for _plot, kinds, count in draft.bonuses:
            purse.kinds.append(kinds)
            purse.free.append(count)
            purse.shares.append([0, 0, 0])
    return purse


def steps_to(draft: Draft, eye: Eye, wish: Wish) -> list[Move]:
    """The steps to a purchase: goods and the bank, if need be."""
    stock = draft.realm.stock[:]
    rate = draft.realm.rate
    hand = [card for card in draft.hand if card >= eye.box.first_goods]
    steps: list[Move] = []
    if wish.kind == ANY:
        while stock[0] + stock[1] + stock[2] < wish.price and hand:
            play(largest(eye, hand), hand, stock, eye, steps)
        steps.append(wish.move)
        return steps
    kind = wish.kind
    while stock[kind] < wish.price:
        card = goods_for(eye, hand, kind, wish.price - stock[kind])
        if card >= 0:
            play(card, hand, stock, eye, steps)
        elif not exchange(eye, hand, stock, kind, rate, steps):
            break
    steps.append(wish.move)
    return steps


def goods_for(eye: Eye, hand: list[Card], kind: int, missing: int) -> Card:
    """The smallest goods of the hand that give so much of the resource, else the largest; below 0
    if there are none.
    """
    best: Card = -1
    most = 0
    for card in hand:
        amount = eye.box.yields[card][kind]
        if amount:
            is_better = amount > most if most < missing else missing <= amount < most
            if best < 0 or is_better:
                best, most = card, amount
    return best


def exchange(
    eye: Eye, hand: list[Card], stock: list[int], kind: int, rate: int, steps: list[Move]
) -> bool:
    """One trade with the bank, or goods that will do for one; False if there is nothing to give."""
    first, second = [other for other in eye.cheapest_first() if other != kind]
    mixed = eye.game.mixed_bank and stock[first] + stock[second] >= rate
    for other in (first, second):
        if stock[other] >= rate and (other == first or not stock[first] or not mixed):
            steps.append(eye.box.moves.banks[other][kind])
            stock[other] -= rate
            stock[kind] += 1
            return True
        if mixed and other == first and stock[other]:
            rest = rate - stock[other]
            steps.append(mixture(eye.box.moves, kind, other, stock[other], second, rest))
            stock[other] = 0
            stock[second] -= rest
            stock[kind] += 1
            return True
        for card in hand:
            if eye.box.yields[card][other]:
                play(card, hand, stock, eye, steps)
                return True
    return False


def mixture(moves: Moves, wanted: int, first: int, some: int, second: int, rest: int) -> Move:
    """The trade of these amounts of two kinds for one of the wanted kind."""
    amounts = [0, 0, 0]
    amounts[first] = some
    amounts[second] = rest
    for move in moves.mixtures:
        assert isinstance(move, Bank)
        if (
            move.wanted == wanted
            and move.amounts[0] == amounts[0]
            and move.amounts[1] == amounts[1]
            and move.amounts[2] == amounts[2]
        ):
            return move
    return moves.banks[first][wanted]


def play(card: Card, hand: list[Card], stock: list[int], eye: Eye, steps: list[Move]) -> None:
    index = 0
    while hand[index] != card:
        index += 1
    hand.pop(index)
    yields = eye.box.yields[card]
    for kind in range(RESOURCES):
        stock[kind] += yields[kind]
    steps.append(eye.box.moves.plays[card])


def largest(eye: Eye, hand: list[Card]) -> Card:
    best, most = hand[0], -1
    for card in hand:
        yields = eye.box.yields[card]
        amount = yields[0] + yields[1] + yields[2]
        if amount > most:
            best, most = card, amount
    return best
