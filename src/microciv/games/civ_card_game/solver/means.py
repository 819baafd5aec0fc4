"""What can be paid with what: stock, population that has a choice, goods cards and the bank.

All of it is exact, and quick because nothing is tried out plot by plot or trade by trade:

- *Splits.* Population that has a choice gives, all plots together, any amounts of food, hammers and
  coins that add up to its number, none of them more than the population that can give it. (Nobody
  can give less than two kinds, so nothing else is in the way.)
- *Trades.* A resource of the wanted kind is worth at least as much as one of another kind, and a
  trade through a third kind costs two rates instead of one. So all that can be of the wanted kind
  is made so, and only what is then missing comes from the bank, straight.
- *Turns.* What can be traded now can be traded later together with what comes until then. So a
  purchase some turns away asks the same question with as many incomes more, and more never harm.

Of all ways to pay, the one taken wastes least: it loses the fewest resources to the bank; then it
plays the fewest goods cards; of those, the ones that give least; and then what is left in stock is
as useful as it can be (`usefulness`). Fewest resources lost is also fewest trades, as each loses
the same.
"""

from __future__ import annotations

from typing import Final, final

from microciv.games.civ_card_game.cards import COINS, FOOD, HAMMERS, RESOURCES, Card
from microciv.games.civ_card_game.views.sight import Due

ANY: Final = 3
"""Instead of a resource: a plot is paid with all of them."""
IN_ORDER: Final = (COINS, HAMMERS, FOOD)
"""What is left is best kept in this order, needs being equal."""
NEVER: Final = -1
MOST_ENDS: Final = 400
"""Of a Purchase, that `kept` looks at."""


@final
class Means:
    """All that a seat can pay with at one moment."""

    def __init__(
        self, stock: list[int], due: list[Due], goods: list[tuple[Card, list[int]]], rate: int
    ) -> None:
        self.stock = stock
        self.rate = rate
        self.mixed = False
        """Does the bank take mixtures (CC-30)?"""
        self.due = due
        self.caps = [0, 0, 0]
        """By resource, how much the population that has a choice can give of it."""
        self.free = 0
        """And how much it gives in all."""
        for kinds, population in due:
            self.free += population
            for kind in kinds:
                self.caps[kind] += population
        self.goods: list[Card] = []
        """The different goods cards in hand."""
        self.counts: list[int] = []
        self.gives: list[list[int]] = []
        for card, amounts in goods:
            if card in self.goods:
                self.counts[self.goods.index(card)] += 1
            else:
                self.goods.append(card)
                self.counts.append(1)
                self.gives.append(amounts)

    def played(self, counts: list[int]) -> list[int]:
        """The stock after this many of each goods card."""
        stock = self.stock[:]
        for index, count in enumerate(counts):
            for kind in range(RESOURCES):
                stock[kind] += count * self.gives[index][kind]
        return stock

    def left_with(self, end: list[int]) -> Means:
        """The same with another stock and other goods: how many of each follow the stock."""
        other = Means(end[:RESOURCES], self.due, [], self.rate)
        other.mixed = self.mixed
        other.goods, other.gives, other.counts = self.goods, self.gives, end[RESOURCES:]
        return other

    def amount(self, counts: list[int]) -> int:
        """What this many of each goods card give in all."""
        return sum([count * sum(self.gives[index]) for index, count in enumerate(counts)])

    def missing(self, stock: list[int], kind: int, price: int) -> int:
        """How much of the kind it takes to pay, with this stock, the best splits and trades."""
        if kind == ANY:
            return price - sum(stock) - self.free
        need = price - stock[kind] - self.caps[kind]
        if need <= 0:
            return need
        one, other = others_of(kind)
        most = most_trades(
            stock[one], stock[other], self.free - self.caps[kind], self.rate, self.mixed
        )
        return max(0, need - most)


@final
class Payment:
    """One way to pay."""

    def __init__(
        self, goods: list[int], given: list[int], taken: list[int], rest: list[int]
    ) -> None:
        self.goods = goods
        """How many of each goods card are played."""
        self.given = given
        """By resource, what population with a choice gives."""
        self.taken = taken
        """By resource, what the bank takes; what a plot is paid with."""
        self.rest = rest
        """What is in stock afterwards."""


def others_of(kind: int) -> tuple[int, int]:
    """The two other resources, the one that is better kept first."""
    if kind == COINS:
        return HAMMERS, FOOD
    return COINS, FOOD if kind == HAMMERS else HAMMERS


def most_trades(one: int, other: int, free: int, rate: int, mixed: bool) -> int:
    """How many times the bank can be paid with these two kinds, if `free` more are of either."""
    if mixed:
        return (one + other + free) // rate
    best = one // rate + (other + free) // rate
    to_fill = -one % rate
    if to_fill <= free:
        best = max(best, (one + to_fill) // rate + (other + free - to_fill) // rate)
    return best


# --- the way that wastes least


def pay(means: Means, kind: int, price: int, wanted: list[int]) -> Payment | None:
    """The way to pay that wastes least, or None if there is none now."""
    best: Payment | None = None
    for counts in sparing(means, kind, price):
        found = settle(means, counts, kind, price, wanted)
        if best is None or usefulness(found.rest, wanted) > usefulness(best.rest, wanted):
            best = found
    return best


def usefulness(rest: list[int], wanted: list[int]) -> tuple[int, int, int]:
    """How useful a stock is: first what it lacks for the cheapest other wish of each resource, all
    together; then how many coins, then how many hammers there are.
    """
    gap = 0
    for kind in range(RESOURCES):
        gap += max(0, wanted[kind] - rest[kind])
    return -gap, rest[COINS], rest[HAMMERS]


def sparing(means: Means, kind: int, price: int) -> list[list[int]]:
    """The goods to play so that the bank gets least, then the fewest cards, then those that give
    least: how many of each, all such choices. None if it cannot be paid.
    """
    nothing = [0] * len(means.goods)
    if kind == ANY:
        return fewest(means, nothing, means.counts, kind, price, price)
    helping = [count if means.gives[index][kind] else 0 for index, count in enumerate(means.counts)]
    at_hand = means.stock[kind] + means.caps[kind]
    reach = means.played(helping)[kind] + means.caps[kind]
    if at_hand >= price:
        return [nothing]
    if reach >= price:  # without the bank
        return fewest(means, nothing, helping, kind, price, price)
    rest = [count - helping[index] for index, count in enumerate(means.counts)]
    return fewest(means, helping, rest, kind, price, reach)


def fewest(
    means: Means, forced: list[int], limits: list[int], kind: int, price: int, without_bank: int
) -> list[list[int]]:
    """The smallest choices of goods, besides forced ones, that pay; of equal ones the least.
    `without_bank`: so much of the price is not to be left to the bank.
    """
    if means.missing(means.played(added(forced, limits)), kind, price) > 0:
        return []
    for number in range(sum(limits) + 1):
        found: list[list[int]] = []
        least = -1
        for choice in choices(limits, number):
            counts = added(forced, choice)
            stock = means.played(counts)
            if kind != ANY and stock[kind] + means.caps[kind] < without_bank:
                continue
            if means.missing(stock, kind, price) > 0:
                continue
            amount = means.amount(choice)
            if least < 0 or amount < least:
                least = amount
                found = []
            if amount == least:
                found.append(counts)
        if found:
            return found
    return []


def added(one: list[int], other: list[int]) -> list[int]:
    """The sums, index by index."""
    return [amount + other[index] for index, amount in enumerate(one)]


def choices(limits: list[int], number: int) -> list[list[int]]:
    """All ways to choose this many things, no more of each than there are."""
    if not limits:
        return [[]]
    found: list[list[int]] = []
    after = sum(limits[1:])
    for count in range(max(0, number - after), min(limits[0], number) + 1):
        found += [[count, *rest] for rest in choices(limits[1:], number - count)]
    return found


def settle(means: Means, goods: list[int], kind: int, price: int, wanted: list[int]) -> Payment:
    """Pay with these goods, which are enough, and keep what is most useful."""
    stock = means.played(goods)
    if kind == ANY:
        return settle_plot(means, stock, goods, price, wanted)
    if stock[kind] + means.caps[kind] < price:
        return settle_trades(means, stock, goods, kind, price, wanted)
    stock[kind] -= price
    given = [0, 0, 0]
    given[kind] = max(0, -stock[kind])
    given = filled(given, means.caps, means.free, stock, wanted)
    return Payment(goods, given, [0, 0, 0], added(stock, given))


def filled(
    low: list[int], high: list[int], total: int, stock: list[int], wanted: list[int]
) -> list[int]:
    """The most useful amounts with this sum and these bounds, to be added to a stock."""
    amounts = low[:]
    left = total - sum(low)
    for kind in IN_ORDER:
        more = min(left, high[kind] - amounts[kind], wanted[kind] - stock[kind] - amounts[kind])
        if more > 0:
            amounts[kind] += more
            left -= more
    for kind in IN_ORDER:
        more = min(left, high[kind] - amounts[kind])
        amounts[kind] += more
        left -= more
    return amounts


def settle_plot(
    means: Means, stock: list[int], goods: list[int], price: int, wanted: list[int]
) -> Payment:
    """A plot is paid with anything: what is left may be any amounts between these bounds."""
    low = [max(0, amount - price) for amount in stock]
    high = added(stock, means.caps)
    rest = filled(low, high, sum(stock) + means.free - price, [0, 0, 0], wanted)
    given = [max(0, rest[kind] - stock[kind]) for kind in range(RESOURCES)]
    given = filled(given, means.caps, means.free, [0, 0, 0], [0, 0, 0])
    taken = [stock[kind] + given[kind] - rest[kind] for kind in range(RESOURCES)]
    return Payment(goods, given, taken, rest)


def settle_trades(
    means: Means, stock: list[int], goods: list[int], kind: int, price: int, wanted: list[int]
) -> Payment:
    """All of the kind goes, and the bank gives the rest: which of the other two does it get?"""
    one, other = others_of(kind)
    free = means.free - means.caps[kind]
    to_bank = (price - stock[kind] - means.caps[kind]) * means.rate
    total = stock[one] + stock[other] + free - to_bank  # is left of the two
    best: list[int] = []
    best_taken = 0
    rate = 1 if means.mixed else means.rate
    for taken in range(0, to_bank + 1, rate):  # from the one
        low = max(0, stock[one] - taken)
        high = min(total, stock[one] + free - taken)
        if low > high:
            continue
        for aim in (low, high, wanted[one], total - wanted[other]):
            rest = [0, 0, 0]
            rest[one] = min(max(aim, low), high)
            rest[other] = total - rest[one]
            if not best or usefulness(rest, wanted) > usefulness(best, wanted):
                best = rest
                best_taken = taken
    given = [0, 0, 0]
    given[kind] = means.caps[kind]
    given[one] = best[one] + best_taken - stock[one]
    given[other] = free - given[one]
    bank = [0, 0, 0]
    bank[one] = best_taken
    bank[other] = to_bank - best_taken
    return Payment(goods, given, bank, best)


# --- what is missing, and when


def shortfall(means: Means, kind: int, price: int) -> tuple[int, int, int]:
    """How many more of each resource alone would do."""
    stock = means.played(means.counts)
    short = max(0, means.missing(stock, kind, price))
    if short == 0 or kind == ANY:
        return short, short, short
    found = [short, short, short]
    for other in others_of(kind):
        low, high = 0, short * means.rate  # the bank gives what is short for this many
        while low + 1 < high:
            middle = (low + high) // 2
            more = stock[:]
            more[other] += middle
            if means.missing(more, kind, price) > 0:
                low = middle
            else:
                high = middle
        found[other] = high
    return found[FOOD], found[HAMMERS], found[COINS]


@final
class Income:
    """What comes with each Collect as things are."""

    def __init__(self, fixed: list[int], due: list[Due]) -> None:
        self.fixed = fixed
        self.due = due

    def after(self, means: Means, collects: int) -> Means:
        """The means this many Collects from now."""
        stock = [means.stock[kind] + collects * self.fixed[kind] for kind in range(RESOURCES)]
        later = means.left_with(stock + means.counts)
        for kinds, population in self.due:
            later.free += collects * population
            for kind in kinds:
                later.caps[kind] += collects * population
        return later


def turns_until(means: Means, income: Income, kind: int, price: int, least: int, most: int) -> int:
    """The fewest Collects, from the least to the most, after which it can be paid; else NEVER."""
    if not can_pay(income.after(means, most), kind, price):
        return NEVER
    low, high = least - 1, most
    while low + 1 < high:
        middle = (low + high) // 2
        if can_pay(income.after(means, middle), kind, price):
            high = middle
        else:
            low = middle
    return high


def can_pay(means: Means, kind: int, price: int) -> bool:
    """With all goods, the best splits and trades."""
    return means.missing(means.played(means.counts), kind, price) <= 0


def long_enough(means: Means, price: int) -> int:
    """How many Collects, whatever they bring, are enough for all that can ever be paid: each brings
    one resource, and of each kind at most one less than the bank's rate lies idle.
    """
    return means.rate * (price + 3)


# --- where goods are lost


def kept(means: Means, loose: list[int]) -> list[Means]:
    """What can be had at the end of Purchase, if some of the stock is lost then unless the bank
    takes it (CA-13): all that cannot be bettered. What the bank gives stays.

    Goods that are still in hand may be played to fill up what the bank wants. Of a Purchase with
    very many ends not all are looked at.
    """
    if not sum(loose):
        return [means]
    looked_at: dict[tuple[int, ...], bool] = {}
    ends: list[list[int]] = []
    border = [(means.stock[:], loose, means.counts[:])]
    while border and len(looked_at) < MOST_ENDS:
        stock, left, counts = border.pop()
        key = (*stock, *left, *counts)
        if key in looked_at:
            continue
        looked_at[key] = True
        end = [stock[kind] - left[kind] for kind in range(RESOURCES)] + counts
        if not any([is_as_good(other, end) for other in ends]):
            ends = [other for other in ends if not is_as_good(end, other)]
            ends.append(end)
        border += [(*trade, counts) for trade in trades_of_loose(means, stock, left)]
        for index, count in enumerate(counts):
            if count and fills_up(means, left, means.gives[index]):
                gives = means.gives[index]
                fewer = counts[:]
                fewer[index] -= 1
                border.append((added(stock, gives), added(left, gives), fewer))
    return [means.left_with(end) for end in ends]


def trades_of_loose(
    means: Means, stock: list[int], loose: list[int]
) -> list[tuple[list[int], list[int]]]:
    """Stock and what of it is loose, after each trade that takes something loose."""
    found: list[tuple[list[int], list[int]]] = []
    for given in payments(means.rate, mixed=means.mixed):
        after = [stock[kind] - given[kind] for kind in range(RESOURCES)]
        still = [max(0, loose[kind] - given[kind]) for kind in range(RESOURCES)]
        if min(after) >= 0 and sum(still) < sum(loose):
            for kind in range(RESOURCES):
                if not given[kind]:
                    more = after[:]
                    more[kind] += 1
                    found.append((more, still))
    return found


def fills_up(means: Means, loose: list[int], gives: list[int]) -> bool:
    """Can these goods help the bank to take something loose that it would not take alone?"""
    if means.mixed:
        return sum(loose) > 0
    return len([kind for kind in range(RESOURCES) if gives[kind] and loose[kind] % means.rate]) > 0


def is_as_good(end: list[int], other: list[int]) -> bool:
    """Has it at least as much of everything?"""
    return all([end[index] >= amount for index, amount in enumerate(other)])


def payments(rate: int, *, mixed: bool) -> list[list[int]]:
    """What the bank takes for one resource."""
    found: list[list[int]] = []
    for food in range(rate + 1):
        for hammers in range(rate - food + 1):
            amounts = [food, hammers, rate - food - hammers]
            kinds = len([amount for amount in amounts if amount])
            if kinds == 1 or (mixed and kinds == 2):
                found.append(amounts)
    return found
