"""What to buy in a turn, what for to save, and how to split what population gives."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_card_game.purses import Purse, goods_of
from microciv.bots.heuristics.civ_card_game.wishes import ANY, Situation, Wish, is_tech
from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.core.moves import NOBODY, SPECTATOR, Move
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import FIRST_GOODS, KINDS, RESOURCES
from microciv.games.civ_card_game.moves import BANKS, MIXTURES, PLAYS, Bank, Named
from microciv.games.civ_card_game.observation import CivCardGameObservation

LEAST: Final = 0.4  # what a purchase must be worth, beside what is spent
LEAST_TRADED: Final = 0.9  # the same, if the bank takes its share
PATIENCE: Final = 0.8  # how good something is that can be bought in the next turn
MOST_PURCHASES: Final = 12  # that are looked ahead
LOST_AFTER: Final = 5  # rounds beyond the usual, after which who cannot win ends it
FINE: Final = 1000
MOST_MOVES: Final = 10_000  # more than the game has
NO_WISH: Final[list[Wish]] = []


@final
class Shopper:
    """Chooses what to buy, one thing after the other."""

    def __init__(self, outlook: Outlook, whims: float = 0.0) -> None:
        self.outlook = outlook
        self.whims = whims
        """How far a whim can shift what a purchase is worth, as a share of it."""
        self.situation = Situation(outlook)
        self.purse = Purse(outlook)

    def best(self) -> list[Wish]:
        """What to buy next; nothing if nothing pays."""
        wishes = self.situation.wishes()
        if self.whims:
            self.follow_whims(wishes)
        self.hold_back(wishes)
        last = self.last_tech()
        if last:
            return self.before_the_end(wishes, last[0])
        begun = traded_for(self.outlook.seen)
        if begun != NOBODY:
            wishes = [wish for wish in wishes if wish.kind == begun] or wishes
            return self.choose_among(wishes)
        now: list[tuple[float, Wish]] = []
        later: list[tuple[float, Wish]] = []
        rate, purse = self.outlook.now, self.purse
        for wish in wishes:
            if wish.worth <= 0:
                continue
            cost = purse.cost(wish)
            if cost >= 0:
                score = wish.worth / (rate * cost + 0.001)
                if score >= LEAST_TRADED or purse.missing(wish) == 0:
                    now.append((score, wish))
            elif self.soon(wish):
                later.append((PATIENCE * wish.worth / (rate * wish.price), wish))
        return self.first(now, later)

    def follow_whims(self, wishes: list[Wish]) -> None:
        """Each wish has a whim of its own, which stays for the turn: a bot is made anew for every
        step, and must not change its mind in between.
        """
        outlook = self.outlook
        moment = outlook.seen.round * SPECTATOR + outlook.seat
        for wish in wishes:
            if wish.worth > 0:
                rng = Rng(moment * MOST_MOVES + wish.move.index)
                whim = rng.below(2 * FINE + 1) / FINE - 1  # from -1 to 1
                wish.worth *= max(0.0, 1 + self.whims * whim)

    def first(self, now: list[tuple[float, Wish]], later: list[tuple[float, Wish]]) -> list[Wish]:
        """The best that can be paid, unless it would delay something better."""
        goal: Wish | None = None
        aim = LEAST
        for score, wish in later:
            if score > aim:
                goal, aim = wish, score
        best: Wish | None = None
        most = LEAST
        for score, wish in now:
            if score > most and (goal is None or score >= aim or not self.delays(wish, goal)):
                best, most = wish, score
        return NO_WISH if best is None else [best]

    def soon(self, wish: Wish) -> bool:
        """Can it be paid in the next turn, without the bank?"""
        if self.outlook.turns < 1:
            return False
        income = self.purse.usual
        more = sum(income) if wish.kind == ANY else income[wish.kind]
        return self.purse.missing(wish) <= more

    def delays(self, wish: Wish, goal: Wish) -> bool:
        """Could the goal no longer be paid in the next turn?"""
        purse = self.purse.copy()
        purse.pay(wish)
        income = purse.usual
        more = sum(income) if goal.kind == ANY else income[goal.kind]
        return purse.missing(goal) > more

    def hold_back(self, wishes: list[Wish]) -> None:
        """Of each resource, what its best use needs: to be kept, if it can, when a plot is paid."""
        best = [0.0] * RESOURCES
        for wish in wishes:
            if wish.kind != ANY and wish.worth > best[wish.kind] * wish.price:
                best[wish.kind] = wish.worth / max(1, wish.price)
                self.purse.needs[wish.kind] = wish.price

    # --- the end

    def last_tech(self) -> list[Wish]:
        """The technology that would end the match."""
        outlook, situation = self.outlook, self.situation
        if outlook.techs_left != 1 or not situation.techs or not situation.may_buy:
            return NO_WISH
        return [situation.tech(situation.techs[0], situation.is_happy())]

    def before_the_end(self, wishes: list[Wish], last: Wish) -> list[Wish]:
        """All that brings points, and then the last technology, if that wins; else the rest."""
        others = [wish for wish in wishes if not is_tech(wish)]
        if self.purse.cost(last) < 0 or not self.should_end(last):
            return self.choose_among(others)
        best: list[Wish] = NO_WISH
        least = 0
        for wish in others:
            if wish.points:
                purse = self.purse.copy()
                if purse.cost(wish) >= 0:
                    purse.pay(wish)
                    if purse.cost(last) >= 0 and (not best or wish.price < least):
                        best, least = [wish], wish.price
        return best or [last]

    def choose_among(self, wishes: list[Wish]) -> list[Wish]:
        """The best of these."""
        now: list[tuple[float, Wish]] = []
        for wish in wishes:
            cost = self.purse.cost(wish)
            if cost >= 0 and wish.worth > 0:
                now.append((wish.worth / (self.outlook.now * cost + 0.001), wish))
        return self.first(now, [])

    def should_end(self, last: Wish) -> bool:
        """Would it win with the last technology, or is it late and lost?"""
        outlook, seen = self.outlook, self.outlook.seen
        own = seen.table[outlook.seat]
        points = own.points + 1 + self.more_points(last)
        best = max([seen.table[seat].points for seat in outlook.others])
        if points > best:
            return True
        if points == best:
            techs = max(
                [
                    len(seen.table[seat].techs)
                    for seat in outlook.others
                    if seen.table[seat].points == best
                ]
            )
            return len(own.techs) + 1 > techs
        return seen.round > outlook.length + LOST_AFTER

    def more_points(self, last: Wish) -> int:
        """How many points it can buy and still pay the last technology."""
        situation, purse = self.situation.copy(), self.purse.copy()
        situation.finishing = True
        points = 0
        for _purchase in range(MOST_PURCHASES):
            best: list[Wish] = NO_WISH
            least = 0
            for wish in situation.wishes():
                if wish.points and not is_tech(wish) and purse.cost(wish) >= 0:
                    trial = purse.copy()
                    trial.pay(wish)
                    if trial.cost(last) >= 0 and (not best or wish.price < least):
                        best, least = [wish], wish.price
            if not best:
                break
            purse.pay(best[0])
            situation.take(best[0])
            points += best[0].points
        return points

    # --- Collect

    def splits(self) -> list[int]:
        """How much of the first bonus that is to be split goes to each resource: to what will be
        bought with it; the rest to what is wanted next.
        """
        self.purse.collect()
        for _purchase in range(MOST_PURCHASES):
            best = self.best()
            if not best:
                break
            self.purse.pay(best[0])
            self.situation = self.situation.copy()
            self.situation.take(best[0])
            if not self.purse.free or not self.purse.free[0]:
                break
        share = self.purse.shares[0][:]
        share[self.wanted(self.purse.kinds[0])] += self.purse.free[0]
        return share

    def wanted(self, kinds: list[int]) -> int:
        """The resource of these that something good lacks."""
        best, most = kinds[0], -1.0
        for wish in self.situation.wishes():
            if wish.kind in kinds and wish.worth > 0:
                missing = wish.price - self.purse.have[wish.kind]
                if missing > 0 and wish.worth / wish.price / (2 + missing) > most:
                    best, most = wish.kind, wish.worth / wish.price / (2 + missing)
        return best


def traded_for(seen: CivCardGameObservation) -> int:
    """The resource that the bank has just been asked for, so that something is bought with it."""
    for step in reversed(seen.answer):
        if isinstance(step, Bank):
            return step.wanted
        if not isinstance(step, Named) or step.card < FIRST_GOODS or step.card >= KINDS:
            break
    return NOBODY


# --- steps


def step_to(outlook: Outlook, wish: Wish) -> list[Move]:
    """The next steps towards a purchase, the likeliest first: goods and the bank, if need be."""
    stock = outlook.realm.stock
    steps: list[Move] = []
    if wish.kind == ANY:
        if sum(stock) < wish.price:
            steps = [PLAYS[card] for card in goods_in(outlook)]
        return [*steps, wish.move]
    kind = wish.kind
    missing = wish.price - stock[kind]
    if missing > 0:
        goods = goods_of(outlook, kind)
        enough = [card for card in goods if outlook.box.yields[card][kind] >= missing]
        if goods:
            steps.append(PLAYS[enough[0] if enough else goods[-1]])
        steps += trades_for(outlook, kind)
    return [*steps, wish.move]


def trades_for(outlook: Outlook, kind: int) -> list[Move]:
    """The next trade with the bank, or goods to be given to it: the cheapest first."""
    stock, rate = outlook.realm.stock, outlook.realm.rate
    first, second = [other for other in outlook.cheapest_first if other != kind]
    mixed = outlook.game.mixed_bank and 0 < stock[first] < rate <= stock[first] + stock[second]
    steps: list[Move] = []
    if mixed:
        amounts = [0] * RESOURCES
        amounts[first], amounts[second] = stock[first], rate - stock[first]
        steps += [
            move
            for move in MIXTURES
            if isinstance(move, Bank) and move.wanted == kind and list(move.amounts) == amounts
        ]
    for other in (first, second):
        if stock[other] >= rate:
            steps.append(BANKS[other][kind])
        else:
            steps += [PLAYS[card] for card in goods_of(outlook, other)[-1:]]
    return steps


def goods_in(outlook: Outlook) -> list[int]:
    """All goods of the hand, the largest first."""
    cards = [card for card in outlook.hand if card >= FIRST_GOODS]
    return sorted(cards, key=lambda card: (-sum(outlook.box.yields[card]), card))
