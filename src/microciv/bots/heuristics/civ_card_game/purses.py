"""What can be paid: from stock, goods in hand, bonuses still to be split, and at the bank."""

from __future__ import annotations

from typing import final

from microciv.bots.heuristics.civ_card_game.wishes import ANY, Wish
from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.games.civ_card_game.cards import FIRST_GOODS, RESOURCES
from microciv.games.civ_card_game.sight import collection, yields


@final
class Purse:
    """The resources of a seat in its turn."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.have: list[int] = outlook.realm.stock[:]
        """Stock and goods in hand."""
        self.kinds: list[list[int]] = []
        self.free: list[int] = []
        """Of each bonus that is still to be split: what it may give, and how many."""
        self.shares: list[list[int]] = []
        """What they have been promised to, by resource."""
        self.rate = outlook.realm.rate
        for card in outlook.hand:
            if card >= FIRST_GOODS:
                for kind, amount in enumerate(outlook.box.yields[card]):
                    self.have[kind] += amount
        self.usual: list[int] = usual_income(outlook)
        """What a Collect will bring, more or less."""
        self.needs: list[int] = [0] * RESOURCES
        """What it would like to keep of each, when any would do."""

    def collect(self) -> None:
        """Before the bonuses are split: they are there, and still free."""
        outlook = self.outlook
        income, due = collection(outlook.game, outlook.seen, outlook.realm)
        for kind, amount in enumerate(income):
            self.have[kind] += amount
        for kinds, population in due:
            self.kinds.append(kinds)
            self.free.append(population)
            self.shares.append([0] * RESOURCES)

    def copy(self) -> Purse:
        """To pay from, without consequences."""
        copy = Purse(self.outlook)
        copy.have = self.have[:]
        copy.kinds = self.kinds
        copy.free = self.free[:]
        copy.shares = [share[:] for share in self.shares]
        copy.rate = self.rate
        copy.needs = self.needs[:]
        return copy

    # --- questions

    def total(self) -> int:
        """All resources."""
        return sum(self.have) + sum(self.free)

    def flexible(self, kind: int) -> int:
        """Bonuses that may become this resource."""
        return sum([free for place, free in enumerate(self.free) if kind in self.kinds[place]])

    def cost(self, wish: Wish) -> float:
        """What the resources are worth that it takes, in food; -1 if it cannot be paid."""
        if wish.kind == ANY:
            if self.total() < wish.price:
                return -1.0
            paid = self.mixture(wish.price)
            cost = sum([paid[kind] * self.outlook.worths[kind] for kind in range(RESOURCES)])
            return cost + wish.price - sum(paid)
        kind = wish.kind
        cost = min(wish.price, self.have[kind] + self.flexible(kind)) * self.outlook.worths[kind]
        missing = max(0, wish.price - self.have[kind] - self.flexible(kind))
        given = self.given(kind, missing)
        cost += sum([given[other] * self.outlook.worths[other] for other in range(RESOURCES)])
        return cost if sum(given) == missing * self.rate else -1.0

    def given(self, kind: int, missing: int) -> list[int]:
        """What the bank takes for so many, or for as many as can be had."""
        others = [other for other in self.outlook.cheapest_first if other != kind]
        given = [0] * RESOURCES
        if self.outlook.game.mixed_bank:
            due = self.rate * min(missing, sum([self.have[o] for o in others]) // self.rate)
            for other in others:
                given[other] = min(due, self.have[other])
                due -= given[other]
            return given
        for other in others:
            trades = min(missing, self.have[other] // self.rate)
            given[other] = trades * self.rate
            missing -= trades
        return given

    def missing(self, wish: Wish) -> int:
        """How much of its resource there is too little."""
        if wish.kind == ANY:
            return max(0, wish.price - self.total())
        return max(0, wish.price - self.have[wish.kind] - self.flexible(wish.kind))

    def mixture(self, price: int) -> list[int]:
        """What to pay any resources with: first what is not needed, the cheapest first."""
        paid = [0] * RESOURCES
        due = price
        for keep in (True, False):
            for kind in self.outlook.cheapest_first:
                spare = self.have[kind] - paid[kind] - (self.needs[kind] if keep else 0)
                more = max(0, min(due, spare))
                paid[kind] += more
                due -= more
        return paid

    # --- paying

    def pay(self, wish: Wish) -> None:
        """Pay what can be paid."""
        if wish.kind == ANY:
            paid = self.mixture(wish.price)
            for kind in range(RESOURCES):
                self.have[kind] -= paid[kind]
            due = wish.price - sum(paid)
            for kind in self.outlook.cheapest_first:
                due -= self.promise(kind, due)
            return
        kind = wish.kind
        due = wish.price
        own = min(due, self.have[kind])
        self.have[kind] -= own
        due -= own
        due -= self.promise(kind, due)
        for other, amount in enumerate(self.given(kind, due)):
            self.have[other] -= amount

    def promise(self, kind: int, wanted: int) -> int:
        """Let free bonuses become this resource; returns how many."""
        given = 0
        for place, kinds in enumerate(self.kinds):
            if kind in kinds:
                some = min(self.free[place], wanted - given)
                self.free[place] -= some
                self.shares[place][kind] += some
                given += some
        return given


def usual_income(outlook: Outlook) -> list[int]:
    """What the next Collect brings: bonuses of a choice in equal parts."""
    income, due = yields(outlook.game, outlook.realm)
    for kinds, population in due:
        for place, kind in enumerate(kinds):
            income[kind] += (population + place) // len(kinds)
    return income


def goods_of(outlook: Outlook, kind: int) -> list[int]:
    """The goods in hand that give the resource, the smallest first."""
    cards = [
        card for card in outlook.hand if card >= FIRST_GOODS and outlook.box.yields[card][kind]
    ]
    return sorted(cards, key=lambda card: (outlook.box.yields[card][kind], card))
