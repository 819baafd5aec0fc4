"""The goal solver against trying everything, and on the positions of whole matches."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import microciv
from microciv.core.rng import Rng
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.solver.means import (
    ANY,
    NEVER,
    Income,
    Means,
    Payment,
    added,
    kept,
    long_enough,
    pay,
    payments,
    shortfall,
    turns_until,
    usefulness,
)
from microciv.games.civ_card_game.solver.solver import solve, wishes
from microciv.games.civ_card_game.solver.steps import shares, trades
from microciv.games.civ_card_game.views.sight import realm_seen, yields
from tests.games.civ_card_game.printed import CARD, FIRST_GOODS

pytestmark = pytest.mark.heavy

KINDS_OF_PLOTS = ([0, 1], [0, 2], [1, 2], [0, 1, 2])
NOTHING = [0, 0, 0]


# --- trying everything


def all_splits(due: list[tuple[list[int], int]]) -> list[list[int]]:
    """What population can give, plot by plot."""
    found: set[tuple[int, ...]] = {(0, 0, 0)}
    for kinds, population in due:
        ways = [
            amounts
            for amounts in product(range(population + 1), repeat=3)
            if sum(amounts) == population
            and not any(amounts[k] for k in range(3) if k not in kinds)
        ]
        found = {
            tuple(a + b for a, b in zip(one, way, strict=True)) for one in found for way in ways
        }
    return [list(amounts) for amounts in sorted(found)]


@cache
def all_ends(stock: tuple[int, ...], rate: int, mixed: bool) -> dict[tuple[int, ...], int]:
    """All stocks that trades with the bank lead to, chains included, with the fewest trades."""
    reached = {stock: 0}
    for given in payments(rate, mixed=mixed):
        if all(have >= give for have, give in zip(stock, given, strict=True)):
            for wanted in range(3):
                if not given[wanted]:
                    after = [have - give for have, give in zip(stock, given, strict=True)]
                    after[wanted] += 1
                    for end, number in all_ends(tuple(after), rate, mixed).items():
                        reached[end] = min(number + 1, reached.get(end, number + 1))
    return reached


@cache
def ends_of_plot(stock: tuple[int, ...], price: int) -> list[list[int]]:
    """What is left when this much is paid in any way."""
    return [
        [have - part for have, part in zip(stock, paid, strict=True)]
        for paid in product(*[range(have + 1) for have in stock])
        if sum(paid) == price
    ]


def best_by_trying(means: Means, kind: int, price: int, wanted: list[int]):
    """Lost to the bank, goods cards, what they give, usefulness of the rest: the best there is."""
    best = None
    for counts in product(*[range(count + 1) for count in means.counts]):
        stock = means.played(list(counts))
        for given in all_splits(means.due):
            start = tuple(added(stock, given))
            for end, number in all_ends(start, means.rate, means.mixed).items():
                rests = []
                if kind == ANY:
                    rests = ends_of_plot(end, price)
                elif end[kind] >= price:
                    rests = [[have - (price if k == kind else 0) for k, have in enumerate(end)]]
                for rest in rests:
                    lost = number * (means.rate - 1)
                    least = [-part for part in usefulness(rest, wanted)]
                    merit = (lost, sum(counts), means.amount(list(counts)), *least)
                    if best is None or merit < best:
                        best = merit
    return best


def merit_of(means: Means, payment: Payment, kind: int, price: int, wanted: list[int]):
    """The same of a payment, once it has been followed step by step."""
    stock = means.played(payment.goods)
    amounts = shares(means.due, payment.given)
    for kinds, population in means.due:
        rest = population
        for place, each in enumerate(kinds):
            if place == len(kinds) - 1 or (place and not rest):
                stock[each] += rest
                break
            amount = amounts.pop(0)
            assert 0 <= amount <= rest
            stock[each] += amount
            rest -= amount
    assert not amounts
    number = 0
    if kind == ANY:
        stock = [have - part for have, part in zip(stock, payment.taken, strict=True)]
        assert sum(payment.taken) == price
    else:
        for trade in trades(payment.taken, "FHC"[kind], means.rate):
            _bank, given, got = trade.split()
            assert got == "FHC"[kind]
            assert got not in given
            letters = given * means.rate if len(given) == 1 else given
            assert len(letters) == means.rate
            for letter in letters:
                stock["FHC".index(letter)] -= 1
            assert min(stock) >= 0
            stock[kind] += 1
            number += 1
        stock[kind] -= price
    assert min(stock) >= 0
    assert payment.rest == stock
    least = [-part for part in usefulness(stock, wanted)]
    lost = number * (means.rate - 1)
    return (lost, sum(payment.goods), means.amount(payment.goods), *least)


def some_means(rng: Rng, most: int = 4) -> Means:
    """A small random case."""
    stock = [rng.below(most + 1) for _kind in range(3)]
    due = [(KINDS_OF_PLOTS[rng.below(4)], 1 + rng.below(3)) for _plot in range(rng.below(3))]
    amounts = [[2, 0, 0], [0, 2, 0], [0, 0, 2], [3, 0, 0], [0, 3, 0], [1, 0, 1]]
    goods = []
    for _card in range(rng.below(4)):
        which = rng.below(len(amounts))
        goods.append((FIRST_GOODS + which, amounts[which]))
    means = Means(stock, due, sorted(goods), 2 + rng.below(2))
    means.mixed = rng.below(3) == 0
    return means


# --- one moment


@pytest.mark.parametrize("seed", range(8))
def test_no_way_to_pay_wastes_less(seed: int):
    """CC-20, CC-29 to CC-31, CC-37: the best route, as trying everything finds it."""
    rng = Rng(seed)
    for _case in range(50):
        means = some_means(rng)
        kind, price = rng.below(4), rng.below(11)
        wanted = [rng.below(6) for _kind in range(3)]
        best = best_by_trying(means, kind, price, wanted)
        payment = pay(means, kind, price, wanted)
        found = None if payment is None else merit_of(means, payment, kind, price, wanted)
        assert best == found, (means.stock, means.due, means.goods, kind, price, wanted)


def payable_by_trying(means: Means, kind: int, price: int) -> bool:
    return best_by_trying(means, kind, price, NOTHING) is not None


@pytest.mark.parametrize("seed", range(4))
def test_nothing_less_would_do(seed: int):
    """What is short of each resource is the least that is enough alone."""
    rng = Rng(seed)
    for _case in range(20):
        means = some_means(rng, 3)
        kind, price = rng.below(4), 4 + rng.below(8)
        for at, more in enumerate(shortfall(means, kind, price)):
            stock = means.stock[:]
            means.stock[at] += more
            assert payable_by_trying(means, kind, price)
            if more:
                means.stock[at] -= 1
                assert not payable_by_trying(means, kind, price)
            means.stock = stock


# --- turns


def first_by_trying(
    means: Means, income: Income, kind: int, price: int, most: int, loose: list[int] | None = None
) -> int:
    """After how many Collects it can be paid, if everything is tried in every turn; with goods that
    are lost if some are loose to begin with.
    """
    border = {(*means.stock, *(loose or NOTHING), *means.counts)}
    for turn in range(most + 1):
        after: set[tuple[int, ...]] = set()
        for key in border:
            stock = added(list(key[:3]), income.fixed) if turn else list(key[:3])
            for given in all_splits(income.due if turn else means.due):
                start = (*added(stock, given), *key[3:])
                after |= purchases_by_trying(means, start, lost=loose is not None)
        for key in after:
            if (sum(key[:3]) if kind == ANY else key[kind]) >= price:
                return turn
        ends = {(*[a - b for a, b in zip(key, key[3:6], strict=False)], *key[6:]) for key in after}
        border = {(*end[:3], 0, 0, 0, *end[3:]) for end in undominated(ends)}
    return NEVER


def purchases_by_trying(
    means: Means, start: tuple[int, ...], *, lost: bool
) -> set[tuple[int, ...]]:
    """Stock, what of it is loose, and goods: all that goods and the bank lead to in one turn."""
    reached = {start}
    border = [start]
    while border:
        key = border.pop()
        stock, loose, counts = list(key[:3]), list(key[3:6]), list(key[6:])
        following = []
        for given in payments(means.rate, mixed=means.mixed):
            for wanted in range(3):
                after = [have - give for have, give in zip(stock, given, strict=True)]
                if not given[wanted] and min(after) >= 0:
                    after[wanted] += 1
                    still = [max(0, a - b) for a, b in zip(loose, given, strict=True)]
                    following.append((*after, *still, *counts))
        for place, gives in enumerate(means.gives):
            if counts[place]:
                fewer = counts[:]
                fewer[place] -= 1
                more = added(loose, gives) if lost else loose
                following.append((*added(stock, gives), *more, *fewer))
        new = [key for key in following if key not in reached]
        reached |= set(new)
        border += new
    return reached


def undominated(stocks: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Without those that another one has everything of."""
    kept_ones: list[tuple[int, ...]] = []
    for key in sorted(stocks, reverse=True):
        if not any(all(a >= b for a, b in zip(other, key, strict=True)) for other in kept_ones):
            kept_ones.append(key)
    return set(kept_ones)


@pytest.mark.parametrize("seed", range(6))
def test_no_way_is_quicker(seed: int):
    """Trading and splitting in every turn brings nothing sooner than the solver says."""
    rng = Rng(seed)
    for _case in range(8):
        means = some_means(rng, 2)
        due = [(KINDS_OF_PLOTS[rng.below(4)], 1) for _plot in range(rng.below(3))]
        income = Income([rng.below(2) for _kind in range(3)], due)
        kind, price = rng.below(4), 3 + rng.below(6)
        quickest = first_by_trying(means, income, kind, price, 3)
        assert quickest == turns_until(means, income, kind, price, 0, 3)


@pytest.mark.parametrize("seed", range(6))
def test_no_way_is_quicker_where_goods_are_lost(seed: int):
    """CA-13, goods_change=lose: what is loose is traded as well as it can be."""
    rng = Rng(100 + seed)
    for _case in range(12):
        means = some_means(rng, 3)
        means.due, means.free, means.caps = [], 0, [0, 0, 0]
        loose = [rng.below(amount + 1) for amount in means.stock]
        income = Income([rng.below(2) for _kind in range(3)], [])
        kind, price = rng.below(4), 3 + rng.below(5)
        quickest = first_by_trying(means, income, kind, price, 3, loose)
        if quickest == 0:
            continue
        found = [turns_until(end, income, kind, price, 1, 3) for end in kept(means, loose)]
        found = [turns for turns in found if turns != NEVER]
        assert quickest == min(found, default=NEVER), (means.stock, loose, means.goods, kind, price)


def test_what_can_ever_be_paid_can_be_soon_enough():
    """`long_enough` is long enough."""
    rng = Rng(1)
    for _case in range(300):
        means = some_means(rng)
        income = Income([rng.below(2) for _kind in range(3)], [])
        kind, price = rng.below(4), rng.below(30)
        most = long_enough(means, price)
        at_last = turns_until(means, income, kind, price, 0, 40 * most)
        assert at_last == turns_until(means, income, kind, price, 0, most)


# --- goods that are lost


def test_loose_resources_go_to_the_bank_or_are_lost():
    """CA-13: three loose food are a coin in the next turn, two are nothing."""
    means = Means([3, 0, 0], [], [], 3)
    ends = [end.stock for end in kept(means, [3, 0, 0])]
    assert [[0, 0, 1], [0, 1, 0]] == sorted(ends)
    assert [[0, 0, 0]] == [end.stock for end in kept(Means([2, 0, 0], [], [], 3), [2, 0, 0])]
    assert [means] == kept(means, [0, 0, 0])
    corn = Means([2, 0, 0], [], [(FIRST_GOODS, [2, 0, 0])], 3)
    left = [(end.stock, end.counts) for end in kept(corn, [2, 0, 0])]
    assert ([0, 0, 1], [0]) in left  # two loose food want a third from the hand
    assert ([0, 0, 0], [1]) in left


# --- positions of whole matches

PATCH = (
    {"name": "Plains", "C": 1},  # three kinds
    {"name": "Forest", "F": 1},
    {"name": "Corn", "C": 1},
    {"name": "Copper", "H": 1, "F": 1},
    {"name": "Mining", "effects": [["places", 2]], "cost": 3},
    {"name": "Currency", "effects": [["bank_rate", 2]], "cost": 2},
    {"name": "Oracle", "effects": [["grow", 2]], "cost": 4},
    {"name": "Music", "effects": [["grow", 3]], "cost": 1},
)
TABLES = [
    {"seats": 2},
    {"seats": 3, "bank_mix": "any"},
    {"seats": 4, "bonus_kinds": "current", "duplicates_on_plot": "allow"},
    {"seats": 2, "goods_change": "lose", "tie_status": "incumbent"},
    {"seats": 3, "purchase_limit": "one_each", "fresh_market": "wait", "min_price": 1},
    {"seats": 2, "steal_timing": "on_purchase", "population_supply": 9, "max_rounds": 12},
    {"seats": 3, "cards": PATCH, "bonus_kinds": "current"},
    {"seats": 2, "cards": PATCH, "bank_mix": "any", "steal_kinds": "victim"},
]


def moments(options: dict[str, Any], seed: int, one_in: int):
    """Some states of a random match, each with somebody who is asked."""
    game = microciv.open_game("civ-card-game", **options)
    state, rng = game.deal(seed), Rng(seed)
    assert isinstance(state, CivCardGameState)
    while state.to_act:
        for seat in list(state.to_act):
            if state.round and rng.below(one_in) == 0:
                yield game, state.clone(), seat, rng
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])


def table_of(options: dict[str, Any]) -> str:
    return "-".join([str(options[name]) if name != "cards" else "patch" for name in options])


@pytest.mark.parametrize("options", TABLES, ids=table_of)
def test_verdicts_and_steps_hold_at_the_table(options):
    """What can be bought now is legal; steps can be sealed in order, and bring what was wished."""
    for game, state, seat, rng in moments(options, 5, 6):
        seen = state.observe(seat)
        routes = wishes(game, seen)
        buying = seen.phase == "turn" and seen.stage == "buy"
        for route in routes:
            assert (route.turns == 0) == (route.verdict in ("now", "now-with"))
            assert (route.turns == NEVER) == (route.verdict == "short")
            assert route == solve(game, seen, route.wish)
            if buying:
                legal = [move.text for move in seen.legal]
                assert (route.verdict == "now") == (route.wish in legal)
            if route.steps and rng.below(3) == 0:
                follow(game, state.clone(), seat, route)


def follow(game, state, seat: int, route) -> None:
    """Seal the steps of a route, and look at what they bring."""
    before = state.observe(seat).table[seat]
    for step in route.steps:
        move = game.moves.parse(step)
        assert move in state.legal(seat), route
        state.apply(seat, move)
    if not state.to_act or route.wish not in route.steps:  # over, or the route goes on after it
        return
    after = state.observe(seat).table[seat]
    verb, _space, name = route.wish.partition(" ")
    if verb == "buy":
        assert name in after.techs[len(before.techs) :]
    elif verb == "claim":
        assert name == after.plots[len(before.plots)].card
        assert len(before.plots) + 1 == len(after.plots)
    elif verb == "populate":
        assert before.population + 1 == after.population
    else:
        plot = route.plots[0] - 1
        assert (*before.plots[plot].structures, name) == after.plots[plot].structures


MOST_TABLES = 150
WITHOUT_HELP = ("split", "play", "bank")
ENOUGH = 12


def cheapest_at_the_table(game, state, seat: int, wish: str):
    """Lost to the bank, goods, and what these give, trying every split, play and trade of the
    engine; None if that does not help, and NEVER if there is too much to try.
    """
    best = None
    tried = set()
    border = [(state, (0, 0, 0))]
    while border:
        table, merit = border.pop()
        seen = table.observe(seat)
        where = (seen.stage, seen.plot, seen.left, seen.answer[:1])
        key = (*where, seen.table[seat].stock, seen.hand, merit)
        if key in tried:
            continue
        tried.add(key)
        if len(tried) > MOST_TABLES:
            return NEVER
        rate = seen.table[seat].rate
        for move in table.legal(seat):
            verb, _space, rest = move.text.partition(" ")
            if move.text == wish:
                best = merit if best is None else min(best, merit)
            elif verb in ("split", "play", "bank"):
                lost, cards, amount = merit
                if verb == "bank":
                    lost += rate - 1
                elif verb == "play":
                    cards += 1
                    amount += sum(game.box.yields[CARD[rest]])
                after = table.clone()
                after.apply(seat, move)
                border.append((after, (lost, cards, amount)))
    return best


def merit_at_the_table(game, rate: int, steps: tuple[str, ...]) -> tuple[int, int, int]:
    """The same of a route."""
    goods = [step.removeprefix("play ") for step in steps if step.startswith("play ")]
    lost = len([step for step in steps if step.startswith("bank ")]) * (rate - 1)
    return lost, len(goods), sum([sum(game.box.yields[CARD[name]]) for name in goods])


@pytest.mark.parametrize("options", TABLES, ids=table_of)
def test_the_engine_knows_no_better_way(options):
    """Against all that the engine would allow in this turn."""
    compared = 0
    for game, state, seat, rng in moments(options, 11, 8):
        if compared > ENOUGH:
            break
        seen = state.observe(seat)
        if seen.phase != "turn" or seen.stage not in ("collect", "buy") or seen.round > 8:
            continue
        routes = wishes(game, seen)
        for _wish in range(3):
            route = routes[rng.below(len(routes))]
            best = cheapest_at_the_table(game, state, seat, route.wish)
            if best == NEVER:
                continue
            compared += 1
            if best is None:  # what else may come first: test_whole_turns
                helps = [step for step in route.steps if step.split(" ")[0] not in WITHOUT_HELP]
                assert route.verdict in ("later", "short") or helps
            else:
                assert best == merit_at_the_table(game, seen.table[seat].rate, route.steps), route
    assert compared > 5


@pytest.mark.parametrize("options", TABLES, ids=table_of)
def test_incomes_are_what_collect_brings(options):
    """CC-16 to CC-24: what comes for certain and by choice is what is in the stock afterwards."""
    for game, state, seat, rng in moments(options, 3, 4):
        seen = state.observe(seat)
        if seen.phase == "turn" and seen.stage == "collect" and not seen.answer:
            fixed, due = yields(game, realm_seen(game, seen, seat))
            before = seen.table[seat].stock
            while state.observe(seat).stage == "collect":
                legal = state.legal(seat)
                state.apply(seat, legal[rng.below(len(legal))])
            after = state.observe(seat).table[seat].stock
            more = [b - a for a, b in zip(before, after, strict=True)]
            assert sum(fixed) + sum([population for _kinds, population in due]) == sum(more)
            assert more in [added(fixed, given) for given in all_splits(due)]
