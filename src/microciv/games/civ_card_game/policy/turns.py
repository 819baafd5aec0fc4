"""A whole turn, step by step: what to buy, how to split, what to pay with."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import FOOD
from microciv.games.civ_card_game.moves import DONE, Against, Number, Resource
from microciv.games.civ_card_game.policy.wishes import (
    ANY,
    Purse,
    Wish,
    purse_of,
    steps_to,
    wishes_of,
)
from microciv.games.civ_card_game.policy.worth import Eye, Style
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.phases import BUYING, COLLECTING, GROWING, PLACING
from microciv.games.civ_card_game.rules.realms import Realm, fixed_income
from microciv.games.civ_card_game.rules.state import CivCardGameState

MOST_PURCHASES: Final = 8  # that are looked ahead
LOST_AFTER: Final = 5.0  # rounds beyond the usual, after which who cannot win ends it
LEAST: Final = 0.4  # what a purchase must be worth, beside what is spent
LEAST_TRADED: Final = 0.9  # the same, if the bank takes its share
PATIENCE: Final = 0.8  # how good something is that can be bought in the next turn
LEAST_SOONER: Final = 1.5  # turns to come, below which thefts do not wait for a full purse
NO_MOVES: Final[list[Move]] = []


@final
@mypyc_attr(acyclic=True)
class Shopping:
    """What a seat may want in its turn, and how it compares."""

    def __init__(self, state: CivCardGameState, seat: Seat, draft: Draft, style: Style) -> None:
        self.state = state
        self.draft = draft
        self.eye = Eye(state, seat, draft.realm, draft.hand, style)
        self.purse: Purse = purse_of(draft, self.eye)
        self.wishes: list[Wish] = wishes_of(state, draft, self.eye)
        self._usual: list[int] = []
        self._hold_back()

    def usual(self) -> list[int]:
        """What a Collect brings, bonuses of a choice in equal parts."""
        if not self._usual:
            self._usual = usual_income(self.eye)
        return self._usual

    def _hold_back(self) -> None:
        """Note how much of each resource its best use needs: that much is kept if possible, since a
        plot can be paid with anything.
        """
        best = [0.0, 0.0, 0.0]
        needs = self.purse.needs
        for wish in self.wishes:
            kind = wish.kind
            if kind != ANY and wish.price > 0 and wish.worth > best[kind] * wish.price:
                best[kind] = wish.worth / wish.price
                needs[kind] = wish.price

    # --- what to buy

    def best(self) -> Wish | None:
        """What to buy next; nothing if nothing pays."""
        last = self.last_tech()
        if last is not None:
            return self.before_the_end(last)
        purse = self.purse
        self.rate()
        goal: Wish | None = None
        aim = LEAST
        for wish in self.wishes:
            if wish.score < 0.0 and -wish.score > aim:
                goal, aim = wish, -wish.score
        best: Wish | None = None
        most = LEAST
        for wish in self.wishes:
            score = wish.score
            if score > most:
                if score < LEAST_TRADED and purse.missing(wish) > 0:
                    continue
                if goal is None or score >= aim or not self.delays(wish, goal):
                    best, most = wish, score
        return best

    def rate(self) -> None:
        """Say of each wish what it is worth beside its cost: below 0 if it can be paid in the next
        turn only, 0 if not even then.
        """
        purse, now = self.purse, self.eye.now
        for wish in self.wishes:
            wish.score = 0.0
            if wish.worth <= 0.0:
                continue
            cost = purse.cost(wish)
            if cost >= 0.0:
                wish.score = wish.worth / (now * cost + 0.001)
            elif self.soon(wish):
                wish.score = -PATIENCE * wish.worth / (now * wish.price + 0.001)

    def soon(self, wish: Wish) -> bool:
        """Can it be paid in the next turn, without the bank?"""
        if self.eye.turns < 1.0:
            return False
        income = self.usual()
        more = income[0] + income[1] + income[2] if wish.kind == ANY else income[wish.kind]
        return self.purse.missing(wish) <= more

    def delays(self, wish: Wish, goal: Wish) -> bool:
        """Could the goal no longer be paid in the next turn?"""
        purse = self.purse.copy()
        purse.pay(wish)
        income = self.usual()
        more = income[0] + income[1] + income[2] if goal.kind == ANY else income[goal.kind]
        return purse.missing(goal) > more

    # --- the end

    def last_tech(self) -> Wish | None:
        """The technology that would end the match."""
        if self.eye.techs_left != 1:
            return None
        for wish in self.wishes:
            if wish.is_tech:
                return wish
        return None

    def before_the_end(self, last: Wish) -> Wish | None:
        """All that brings points, and then the last technology, if that wins; else the rest."""
        purse, best = self.purse, last
        if purse.cost(last) < 0.0 or not self.should_end(last):
            return self.anything_but_techs()
        for wish in self.wishes:
            if wish.points and not wish.is_tech and purse.cost(wish) >= 0.0:
                after = purse.copy()
                after.pay(wish)
                if after.cost(last) >= 0.0 and (best is last or wish.price < best.price):
                    best = wish
        return best

    def anything_but_techs(self) -> Wish | None:
        """The best that does not end the match."""
        self.rate()
        best: Wish | None = None
        most = LEAST
        for wish in self.wishes:
            if not wish.is_tech and wish.score > most:
                best, most = wish, wish.score
        return best

    def should_end(self, last: Wish) -> bool:
        """Would it win with the last technology, or is it late and lost?"""
        eye, state = self.eye, self.state
        points = eye.realm.points() + last.points + self.more_points(last)
        if points > eye.best_rival:
            return True
        if points == eye.best_rival:
            techs = 0
            for seat in range(eye.seats):
                rival = state.realms[seat]
                if seat != eye.seat and rival.points() == points:
                    techs = max(techs, len(rival.techs))
            return len(eye.realm.techs) + 1 > techs
        return state.round > eye.length + LOST_AFTER

    def more_points(self, last: Wish) -> int:
        """How many points it can buy and still pay the last technology, each wish once."""
        purse = self.purse.copy()
        taken: list[Wish] = [last]
        points = 0
        for _purchase in range(MOST_PURCHASES):
            best: Wish | None = None
            for wish in self.wishes:
                if not wish.points or wish.is_tech or is_among(wish, taken):
                    continue
                if (best is None or wish.price < best.price) and purse.cost(wish) >= 0.0:
                    after = purse.copy()
                    after.pay(wish)
                    if after.cost(last) >= 0.0:
                        best = wish
            if best is None:
                break
            purse.pay(best)
            taken.append(best)
            points += best.points
        return points

    # --- Collect

    def splits(self) -> list[Move]:
        """How much of each bonus is of its first kind: for what will be bought; the rest for what
        is wanted next. Of bonuses with three kinds the first answer only.
        """
        purse = self.purse
        taken: list[Wish] = []
        for _purchase in range(MOST_PURCHASES):
            if sum(purse.free) == 0:
                break
            best = self.best()
            if best is None or is_among(best, taken):
                break
            purse.pay(best)
            taken.append(best)
            self.wishes = [wish for wish in self.wishes if wish is not best]
        moves: list[Move] = []
        for index, kinds in enumerate(purse.kinds):
            share = purse.shares[index]
            free = purse.free[index]
            if free:
                wanted = self.wanted(kinds)
                share[wanted] += free
                purse.have[wanted] += free
            moves.append(self.eye.box.moves.splits[share[kinds[0]]])
            if len(kinds) > 2:
                break
        return moves

    def wanted(self, kinds: list[int]) -> int:
        """The resource of these that something good lacks."""
        best, most = kinds[0], -1.0
        for wish in self.wishes:
            if wish.worth <= 0.0 or wish.kind == ANY:
                continue
            for kind in kinds:
                if kind == wish.kind:
                    missing = wish.price - self.purse.have[kind]
                    if missing > 0:
                        score = wish.worth / wish.price / (2 + missing)
                        if score > most:
                            best, most = kind, score
        return best

    # --- for the search

    def ways(self, legal: list[Move], width: int) -> list[list[Move]]:
        """How to go on: first as usual; then the best few other purchases, and none."""
        state, draft, eye = self.state, self.draft, self.eye
        found: list[list[Move]] = []
        theft = of_thefts(eye, legal) if draft.realm.powers else NO_MOVES
        if theft:
            found.append(theft)
        best = self.best()
        found.append(ending(state, draft) if best is None else steps_to(draft, eye, best))
        self.rate()
        rest = [wish for wish in self.wishes if wish.score > 0.0]
        rest.sort(key=by_score)
        kept: list[Wish] = [] if best is None else [best]
        most = width + len(kept)
        for wish in rest:
            if len(kept) == most:
                break
            if not [1 for other in kept if is_like(wish, other)]:
                kept.append(wish)
                found.append(steps_to(draft, eye, wish))
        if best is not None:
            found.append(ending(state, draft))
        return found


def by_score(wish: Wish) -> float:
    return -wish.score


def is_like(one: Wish, other: Wish) -> bool:
    """Does it come to the same: people on a plot like another?"""
    alike = one.kind == other.kind and one.price == other.price and one.worth == other.worth
    return alike and (one.kind == ANY or one.points == other.points)


def is_among(wish: Wish, wishes: list[Wish]) -> bool:
    for other in wishes:  # noqa: SIM110  # quicker, compiled
        if other is wish:
            return True
    return False


def usual_income(eye: Eye) -> list[int]:
    """What the next Collect brings: bonuses of a choice in equal parts."""
    realm, box = eye.realm, eye.box
    income = fixed_income(realm, box)
    for plot, population in enumerate(realm.pops):
        if population:
            kinds = box.kinds[realm.plots[plot]]
            count = len(kinds)
            for index in range(count):
                income[kinds[index]] += (population + index) // count
    return income


# --- steps


def next_steps(state: CivCardGameState, seat: Seat, draft: Draft, style: Style) -> list[Move]:
    """The next step of the turn, and those that follow it without another thought."""
    stage = draft.stage
    if stage == BUYING:
        theft = best_theft(state, seat, draft, style)
        if theft:
            return theft
        shopping = Shopping(state, seat, draft, style)
        best = shopping.best()
        if best is not None:
            return steps_to(draft, shopping.eye, best)
        return ending(state, draft)
    if stage == COLLECTING:
        return Shopping(state, seat, draft, style).splits()
    if stage == PLACING:
        eye = Eye(state, seat, draft.realm, draft.hand, style)
        return [eye.box.moves.ons[eye.best_site(draft.realm, draft.card)]]
    if stage == GROWING:
        eye = Eye(state, seat, draft.realm, draft.hand, style)
        return [eye.box.moves.grows[best_settling(eye, draft.realm)]]
    return NO_MOVES


def ending(state: CivCardGameState, draft: Draft) -> list[Move]:
    """Goods are kept as stock, where they can be; and no more."""
    steps: list[Move] = []
    if not state.game.goods_lost:
        box = state.game.box
        steps = [box.moves.plays[card] for card in draft.hand if card >= box.first_goods]
    steps.append(DONE)
    return steps


def payment(state: CivCardGameState, seat: Seat, draft: Draft, style: Style) -> Move:
    """Of the next resource what it needs least; the stage is that of a payment."""
    shopping = Shopping(state, seat, draft, style)
    purse = shopping.purse
    purse.have = draft.realm.stock[:]
    kind = len(draft.paid)
    due = draft.price - sum(draft.paid)
    if kind > FOOD:
        purse.have[FOOD] = 0
    usual = purse.mixture(due)[kind]
    legal = state.legal(seat)
    best, nearest = legal[0], 1000
    for move in legal:
        assert isinstance(move, Number)
        away = abs(move.number - usual)
        if away < nearest:
            best, nearest = move, away
    return best


def best_theft(state: CivCardGameState, seat: Seat, draft: Draft, style: Style) -> list[Move]:
    """A theft that is worth while: of most resources, of the best player's cards."""
    realm = draft.realm
    if not realm.powers or state.game.at_once:
        return NO_MOVES
    eye = Eye(state, seat, realm, draft.hand, style)
    return of_thefts(eye, style.legal(state, seat))


def of_thefts(eye: Eye, legal: list[Move]) -> list[Move]:
    """The best theft of these moves, if it is worth while."""
    state, box = eye.state, eye.box
    best: Move | None = None
    most = 0.0
    for move in legal:
        if not isinstance(move, Against) or move.verb != "use":
            continue
        wanted = box.thefts[move.card]
        worth = 1.0 + eye.spite(move.seat)
        if wanted:
            there = min(wanted, sum(state.realms[move.seat].stock))
            if there < wanted and eye.turns > LEAST_SOONER:
                continue
            worth *= there
        else:
            worth *= 1.0 + 0.1 * len(state.hands[move.seat])
        if worth > most:
            best, most = move, worth
    return NO_MOVES if best is None else [best]


def best_robbery(eye: Eye, legal: list[Move]) -> Move:
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Resource)
        worth = eye.worth(move.kind)
        if worth > most:
            best, most = move, worth
    return best


def best_settling(eye: Eye, realm: Realm) -> int:
    """The plot for a free population: where it would be expensive."""
    best, most = 0, -1.0
    for plot in range(len(realm.plots)):
        worth = people(eye, realm, plot, realm.pops[plot])
        if worth > most:
            best, most = plot, worth
    return best


def people(eye: Eye, realm: Realm, plot: int, population: int) -> float:
    """What one more is worth on the plot beside this many, its price included."""
    worth = eye.population(realm.plots[plot]) + 1.4 * population * eye.now
    if population + 1 == realm.crowd and realm.places == 1:
        worth += eye.place
    return worth
