"""What a whole turn can do for a wish: thefts, and purchases that cheapen, give or make room first.

A `Moment` is what stands on the table after some deeds, in whatever order they were done; it has
all purses with which it can be reached, but for those that another one has more than. That is
exact, and there are few, because nothing is gained by doing things too soon:

- goods are played first: what they give can wait in the stock;
- what population gives is said as it is needed, one for one, and only then the bank is asked;
- the bank is asked for what is paid next: its rate only ever falls.

Cards that nobody has seen yet may make a turn better. After `MOST_LOOKED` purses there is no more
looking: what was not found may still be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.moves import SEAT_BIT, Seat
from microciv.games.civ_card_game.cards import COINS, FOOD, HAMMERS, LETTERS, RESOURCES, Card
from microciv.games.civ_card_game.effects import BUILDING, DISCOUNT, HAPPINESS, TECH, WONDER
from microciv.games.civ_card_game.moves import MOST_PLOTS
from microciv.games.civ_card_game.rules.menus import sites
from microciv.games.civ_card_game.rules.prices import (
    happiest,
    plot_price,
    population_price,
    structure_price,
    tech_price,
)
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.games.civ_card_game.solver.means import ANY, Means, added, others_of
from microciv.games.civ_card_game.solver.steps import best_sites, robbed, trades
from microciv.games.civ_card_game.views.sight import realm_seen

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

MOST_LOOKED: Final = 400
"""Purses, of one turn."""
NO_CARD: Final[Card] = -1
NO_GAINS: Final[list[int]] = [0] * RESOURCES
NO_STEPS: Final[list[str]] = []


@final
class Deed:
    """One thing that is done: what it costs, what it gives, how it is typed."""

    def __init__(self, name: str, kind: int, price: int, rate: int) -> None:
        self.name = name
        self.kind = kind
        """A resource, or ANY."""
        self.price = price
        self.rate = rate
        """Of the bank, as it is paid."""
        self.gains: list[int] = NO_GAINS
        self.steps: list[str] = []
        self.closes = False
        """Is the answer complete with it?"""
        self.steals = 0
        self.victim: Seat = -1
        self.theft: Card = NO_CARD


@final
class Purse:
    """What there is to spend after some deeds."""

    def __init__(
        self, stock: list[int], given: list[int], others: list[int], before: Purse | None
    ) -> None:
        self.stock = stock
        self.given = given
        """What of the pending Collect's choices has been said, by resource."""
        self.others = others
        """The stocks of all seats, one behind the other; replaced, never changed."""
        self.before = before
        self.deed: Deed | None = None
        """That led here."""
        self.steps: list[str] = NO_STEPS
        """Of it, with the trades that pay it."""
        self.paid: list[int] = NO_GAINS
        """Of a plot."""


@final
class Moment:
    """What stands on the table after some deeds."""

    def __init__(self, realm: Realm, hand: list[Card], happy: bool, supply: int) -> None:
        self.realm = realm
        self.hand = hand
        self.happy = happy
        self.supply = supply
        self.techs: list[Card] = []
        """Of the market, that may be bought."""
        self.plots: list[Card] = []
        self.demolished = False
        self.bought_population = False
        self.pending: Card = NO_CARD
        """A theft to be used now or never (CA-26)."""
        self.names: list[str] = []
        """Of the deeds, in order of the alphabet."""
        self.purses: list[Purse] = []

    def clone(self) -> Moment:
        """The same, to go on from; without purses."""
        copy = Moment(self.realm.clone(), self.hand[:], self.happy, self.supply)
        copy.techs, copy.plots = self.techs[:], self.plots[:]
        copy.demolished = self.demolished
        copy.bought_population = self.bought_population
        copy.pending = self.pending
        copy.names = self.names
        return copy


@final
class Ways:
    """All moments that a turn can come to, level by level, one more deed at each."""

    def __init__(
        self,
        game: CivCardGame,
        seen: CivCardGameObservation,
        means: Means,
        realm: Realm,
        hand: list[Card],
    ) -> None:
        self.game = game
        self.seen = seen
        self.seat: Seat = seen.seat
        self.means = means
        seats = range(len(seen.table))
        self.realms: list[Realm] = [realm_seen(game, seen, seat) for seat in seats]
        self.looked = 0
        structures = [card for card in hand if card < game.box.first_unit]
        happy = self.seat in seen.highest_happiness
        root = Moment(realm.clone(), structures, happy, seen.supply)
        if "tech" not in seen.bought:
            root.techs = cards_named(game, seen.market_techs, seen.fresh_techs)
        if "plot" not in seen.bought:
            root.plots = cards_named(game, seen.market_plots, seen.fresh_plots)
        root.demolished = seen.demolished
        root.bought_population = "population" in seen.bought
        if seen.stage == "use":
            root.pending = game.box.card[seen.pending[0]]
        root.purses = [self.purse(means.counts)]
        self.levels: list[list[Moment]] = [[root]]

    def purse(self, goods: list[int]) -> Purse:
        """At the beginning, with this many of each goods card played."""
        others: list[int] = []
        for realm in self.realms:
            others += realm.stock
        return Purse(self.means.played(goods), [0, 0, 0], others, None)

    def is_cut(self) -> bool:
        """Was there too much to look at?"""
        return self.looked >= MOST_LOOKED

    def level(self, number: int) -> list[Moment]:
        """All moments with this many deeds; none if there are none, or too many."""
        while len(self.levels) <= number:
            found: dict[str, Moment] = {}
            for moment in self.levels[-1]:
                for deed, after in [] if self.is_cut() else self.deeds(moment):
                    purses = self.run(deed, moment.purses)
                    self.looked += 1 + len(purses)
                    if not purses:
                        continue
                    after.names = sorted([*moment.names, deed.name])
                    key = "; ".join(after.names)
                    if key in found:
                        found[key].purses = best(found[key].purses + purses)
                    else:
                        after.purses = best(purses)
                        found[key] = after
            self.levels.append(list(found.values()))
        return self.levels[number]

    # --- purses

    def run(self, deed: Deed, purses: list[Purse]) -> list[Purse]:
        """All that the deed makes of these purses."""
        found: list[Purse] = []
        for purse in purses:
            if deed.steals:
                found += self.robbing(deed, purse)
            elif deed.kind == ANY:
                found += self.claiming(deed, purse)
            else:
                found += self.paying(deed, purse)
        return found

    def paying(self, deed: Deed, purse: Purse) -> list[Purse]:
        """From the stock, then from what population gives, then from the bank."""
        kind, rate = deed.kind, deed.rate
        stock, given = purse.stock[:], purse.given[:]
        need = deed.price - stock[kind]
        if need > 0:
            said = min(need, self.means.caps[kind] - given[kind], self.means.free - sum(given))
            given[kind] += said
            stock[kind] += said
            need -= said
        if need <= 0:
            stock[kind] -= deed.price
            return [self.after(deed, purse, stock, given, NO_GAINS)]
        found: list[Purse] = []
        one, other = others_of(kind)
        to_bank = need * rate
        free = self.means.free - sum(given)
        for taken in range(0, to_bank + 1, 1 if self.means.mixed else rate):
            more = max(0, taken - stock[one])
            most = max(0, to_bank - taken - stock[other])
            if more + most > free or more > self.means.caps[one] - given[one]:
                continue
            if most > self.means.caps[other] - given[other]:
                continue
            left, said_now = stock[:], given[:]
            said_now[one] += more
            said_now[other] += most
            left[one] += more - taken
            left[other] += most - (to_bank - taken)
            left[kind] = 0
            bank = [0, 0, 0]
            bank[one], bank[other] = taken, to_bank - taken
            found.append(self.after(deed, purse, left, said_now, bank))
        return found

    def claiming(self, deed: Deed, purse: Purse) -> list[Purse]:
        """A plot is paid with anything; what population gives where the stock is not enough."""
        found: list[Purse] = []
        stock, free = purse.stock, self.means.free - sum(purse.given)
        short = max(0, deed.price - sum(stock))
        if short > free:
            return found
        due = deed.price - short
        for food in range(min(stock[FOOD], due) + 1):
            for hammers in range(min(stock[HAMMERS], due - food) + 1):
                coins = due - food - hammers
                if coins > stock[COINS]:
                    continue
                given = purse.given[:]
                rest = short
                for kind in range(RESOURCES):
                    said = min(rest, self.means.caps[kind] - given[kind])
                    given[kind] += said
                    rest -= said
                if rest:
                    continue
                paid = [food, hammers, coins]
                left = [stock[kind] - paid[kind] for kind in range(RESOURCES)]
                for kind in range(RESOURCES):
                    paid[kind] += given[kind] - purse.given[kind]
                made = self.after(deed, purse, left, given, NO_GAINS)
                made.paid = paid
                found.append(made)
        return found

    def robbing(self, deed: Deed, purse: Purse) -> list[Purse]:
        """Each choice that the theft has; where the victim chooses, what is no choice."""
        first = deed.victim * RESOURCES
        stock = purse.others[first : first + RESOURCES]
        due = min(deed.steals, sum(stock))
        found: list[Purse] = []
        for food in range(min(due, stock[FOOD]) + 1):
            for hammers in range(min(due - food, stock[HAMMERS]) + 1):
                coins = due - food - hammers
                if coins > stock[COINS]:
                    continue
                taken = [food, hammers, coins]
                others = purse.others[:]
                for kind in range(RESOURCES):
                    others[first + kind] -= taken[kind]
                made = Purse(added(purse.stock, taken), purse.given, others, purse)
                made.deed = deed
                made.steps = [*deed.steps, *robbed(stock, taken)]
                found.append(made)
        if self.game.victim_chooses:
            for made in found:
                made.steps = deed.steps
            return found if len(found) == 1 and due else []
        return found if due else []

    def after(
        self, deed: Deed, purse: Purse, stock: list[int], given: list[int], bank: list[int]
    ) -> Purse:
        """The purse that is left, with what the deed gives."""
        made = Purse(added(stock, deed.gains), given, purse.others, purse)
        made.deed = deed
        wanted = LETTERS[deed.kind] if deed.kind != ANY else ""
        made.steps = [*trades(bank, wanted, deed.rate), *deed.steps]
        return made

    # --- deeds

    def deeds(self, moment: Moment) -> list[tuple[Deed, Moment]]:
        """All that can be done for another purchase, and what stands then."""
        found: list[tuple[Deed, Moment]] = []
        game, realm = self.game, moment.realm
        if moment.pending != NO_CARD:
            return [*self.thefts(moment, moment.pending), self.waiving(moment)]
        for card in dict.fromkeys(realm.powers):
            found += self.thefts(moment, card)
        for card in dict.fromkeys(moment.techs):
            if self.helps(realm, card):
                price = tech_price(game, realm, card, moment.happy)
                found += self.bought(moment, card, COINS, price)
        for card in dict.fromkeys(moment.hand):
            if self.helps(realm, card):
                price = structure_price(game, realm, card, moment.happy)
                found += self.bought(moment, card, HAMMERS, price)
        if self.is_crowded(moment):
            found += self.making_room(moment)
        elif self.pays_to_claim(moment):
            found += self.claims(moment)
        return found

    def helps(self, realm: Realm, card: Card) -> bool:
        """Does it cheapen, give or make room for anything?"""
        box = self.game.box
        for code, _number in box.sums[card]:
            if code == HAPPINESS or DISCOUNT <= code < DISCOUNT + len(DISCOUNTS):
                return True
        if max(box.gains[card]) or box.thefts[card] or box.places[card] > realm.places:
            return True
        if box.bank_rate[card] and box.bank_rate[card] < realm.rate:
            return True
        return box.grows[card] > 0 and realm.places < 2

    def is_crowded(self, moment: Moment) -> bool:
        """Are there more structures in hand than places, or such as find none?"""
        realm, free = moment.realm, 0
        for plot, standing in enumerate(realm.structures):
            free += max(0, realm.places_of(plot) - len(standing))
        if free < len(moment.hand):
            return True
        hand = moment.hand
        return any([len(sites(self.game, realm, card)) < hand.count(card) for card in hand])

    def pays_to_claim(self, moment: Moment) -> bool:
        """Would one plot more give more than it costs?"""
        gains = self.game.box.gains
        most = sum([sum(gains[card]) for card in [*moment.techs, *moment.hand]])
        return most > plot_price(self.game, moment.realm)

    def thefts(self, moment: Moment, card: Card) -> list[tuple[Deed, Moment]]:
        """A theft against each seat that has something."""
        found: list[tuple[Deed, Moment]] = []
        for target in self.game.victims(self.seat):
            if self.game.box.thefts[card] and max(self.realms[target].stock):
                move = self.game.box.moves.use(target, card)
                deed = Deed(move.text, ANY, 0, 0)
                deed.steals, deed.victim, deed.theft = self.game.box.thefts[card], target, card
                deed.steps, deed.closes = [move.text], True
                after = moment.clone()
                after.realm.use_up(card)
                after.pending = NO_CARD
                found.append((deed, after))
        return found

    def waiving(self, moment: Moment) -> tuple[Deed, Moment]:
        """The theft of a purchase is not used."""
        deed = Deed("waive", FOOD, 0, moment.realm.rate)
        deed.steps, deed.closes = ["waive"], True
        after = moment.clone()
        after.realm.use_up(moment.pending)
        after.pending = NO_CARD
        return deed, after

    def bought(
        self, moment: Moment, card: Card, kind: int, price: int
    ) -> list[tuple[Deed, Moment]]:
        """A technology or structure, on each plot that differs, and what it does at once."""
        game, box = self.game, self.game.box
        is_tech = kind == COINS
        where = [-1] if is_tech else different(moment.realm, best_sites(game, moment.realm, card))
        asked = not is_tech and len(sites(game, moment.realm, card)) > 1
        found: list[tuple[Deed, Moment]] = []
        for plot in where:
            after = moment.clone()
            realm = after.realm
            text = f"{'buy' if is_tech else 'build'} {box.names[card]}"
            deed = Deed(f"{text} {plot + 1}", kind, price, moment.realm.rate)
            deed.steps = [text, f"on {plot + 1}"] if asked else [text]
            if is_tech:
                realm.learn(card)
                after.techs.remove(card)
                if game.one_each:
                    after.techs = []
            else:
                realm.put_up(card, plot)
                after.hand.remove(card)
            realm.count_in(box, card)
            deed.gains = self.gained(realm, card)
            after.happy = self.is_happy(realm)
            deed.closes = is_tech or box.draws[card] > 0
            if box.thefts[card] or box.card_thefts[card]:
                realm.store(card)
                if game.at_once:
                    after.pending, deed.closes = card, True
            if box.grows[card] and after.supply:
                found += self.grown(deed, after, box.grows[card])
            else:
                found.append((deed, after))
        return found

    def gained(self, realm: Realm, card: Card) -> list[int]:
        """What the purchase gives for each plot (CC-53)."""
        box, gains = self.game.box, [0, 0, 0]
        for kind, amount in enumerate(box.gains[card]):
            if amount:
                plots = realm.plots
                if self.game.gains_where_printed:
                    plots = [plot for plot in plots if box.yields[plot][kind]]
                gains[kind] = amount * len(plots)
        return gains

    def is_happy(self, realm: Realm) -> bool:
        """Has the seat Highest Happiness with this realm (CC-63)?"""
        realms = self.realms[:]
        realms[self.seat] = realm
        before = 0
        for seat in self.seen.highest_happiness:
            before |= SEAT_BIT[seat]
        return happiest(self.game, realms, before) & SEAT_BIT[self.seat] != 0

    def grown(self, deed: Deed, moment: Moment, left: int) -> list[tuple[Deed, Moment]]:
        """Free population on all plots that differ (CC-59)."""
        if not left or not moment.supply:
            return [(deed, moment)]
        found: list[tuple[Deed, Moment]] = []
        for plot in different(moment.realm, moment.realm.plots_with_room()):
            after = moment.clone()
            after.realm.settle(plot)
            after.supply -= 1 if after.supply > 0 else 0
            made = Deed(f"{deed.name} {plot + 1}", deed.kind, deed.price, deed.rate)
            made.gains, made.closes = deed.gains, deed.closes
            made.steps = [*deed.steps, f"grow {plot + 1}"]
            found += self.grown(made, after, left - 1)
        return found

    def making_room(self, moment: Moment) -> list[tuple[Deed, Moment]]:
        """A third population, one more plot, a structure taken down (CC-47, CA-45)."""
        found: list[tuple[Deed, Moment]] = []
        game, realm = self.game, moment.realm
        if realm.places < 2 and moment.supply and not moment.bought_population:
            few = [plot for plot, population in enumerate(realm.pops) if population < realm.crowd]
            for plot in different(realm, few):
                after = moment.clone()
                after.realm.settle(plot)
                after.supply -= 1 if after.supply > 0 else 0
                after.bought_population = game.one_each
                text = f"populate {plot + 1}"
                deed = Deed(text, FOOD, population_price(game, realm, plot), realm.rate)
                deed.steps = [text]
                found.append((deed, after))
        found += self.claims(moment)
        if game.demolish and not moment.demolished:
            for plot, card in dict.fromkeys(realm.standing()):
                after = moment.clone()
                after.realm.take_down(card, plot)
                after.realm.recount(game.box)
                after.happy = self.is_happy(after.realm)
                after.demolished = True
                deed = Deed(f"demolish {plot + 1} {game.box.names[card]}", FOOD, 0, realm.rate)
                deed.steps = [deed.name]
                found.append((deed, after))
        return found

    def claims(self, moment: Moment) -> list[tuple[Deed, Moment]]:
        """One of each plot of the market."""
        game, realm = self.game, moment.realm
        found: list[tuple[Deed, Moment]] = []
        for card in dict.fromkeys(moment.plots) if len(realm.plots) < MOST_PLOTS else []:
            after = moment.clone()
            after.realm.add_plot(card)
            after.plots.remove(card)
            if game.one_each:
                after.plots = []
            deed = Deed(f"claim {game.box.names[card]}", ANY, plot_price(game, realm), realm.rate)
            deed.steps, deed.closes = [deed.name], True
            found.append((deed, after))
        return found


DISCOUNTS: Final = (TECH, BUILDING, WONDER, 3, 4)


def cards_named(game: CivCardGame, names: tuple[str, ...], fresh: int) -> list[Card]:
    """What of a market may be bought in this turn."""
    return game.box.cards_of(names[: len(names) - fresh])


def different(realm: Realm, plots: list[int]) -> list[int]:
    """Of plots that are equal for this purpose, the first."""
    seen: list[tuple[int, tuple[Card, ...]]] = []
    found: list[int] = []
    for plot in plots:
        like = (realm.pops[plot], tuple(sorted(realm.structures[plot])))
        if like not in seen:
            seen.append(like)
            found.append(plot)
    return found


def best(purses: list[Purse]) -> list[Purse]:
    """Drop each purse that another one matches in all resources, with no more choices made."""
    found: list[Purse] = []
    for purse in purses:
        if not any([is_as_good(other, purse) for other in found]):
            found = [other for other in found if not is_as_good(purse, other)]
            found.append(purse)
    return found


def is_as_good(one: Purse, other: Purse) -> bool:
    """Whatever can be done with the other, can it be done with this one?"""
    for kind in range(RESOURCES):
        if one.stock[kind] < other.stock[kind] or one.given[kind] > other.given[kind]:
            return False
    return one.others == other.others
