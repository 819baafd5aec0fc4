"""What is worked out for people: incomes, prices, what each wish takes, and suggestions where a
choice is due. All of it follows from what the observer sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.civ_card_game.cards import (
    CARD,
    FIRST_GOODS,
    FIRST_UNIT,
    LETTERS,
    NAMES,
    RESOURCES,
    Card,
    is_building,
    is_wonder,
)
from microciv.games.civ_card_game.effects import DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.foregone import decided
from microciv.games.civ_card_game.means import ANY, added, filled
from microciv.games.civ_card_game.menus import sites
from microciv.games.civ_card_game.moves import BLOCKS, PASS, Named, Number, Resource, Standing
from microciv.games.civ_card_game.prices import plot_price, population_price
from microciv.games.civ_card_game.realms import POPULATION_FOR_TWO_PLACES, Realm
from microciv.games.civ_card_game.sight import card_price, is_collecting, realm_seen, yields
from microciv.games.civ_card_game.solver import (
    NO_ROUNDS,
    NO_YIELD,
    NOW,
    NOW_WITH,
    SHORT,
    Plan,
    Situation,
    all_plans,
    best_growth,
    pay_plot,
    shares,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.observation import CivCardGameObservation

LOSING: Final = ("yield", "raze", "breach", "repel", "receive", "vacate", "surrender")
"""Phases in which the legal moves are sorted, the least loss first."""


def notes(game: CivCardGame, seen: CivCardGameObservation) -> dict[str, object]:
    """By name. For everybody: `income` and `rivals` by seat, `decided`, `sources_of` cards in
    sight. For who plays: `prices`, `sites`, `wishes`, `blockers`, and what is suggested where it
    is asked: `splits`, `payment`, `cheapest_block`, `discards`, `losses`.
    """
    if not seen.table or not all([shown.plots for shown in seen.table]):
        return {"sources_of": sources_of(game, seen)}
    realms = [realm_seen(game, seen, seat) for seat in range(len(seen.table))]
    worked_out: dict[str, object] = {
        "income": [income_note(game, realm) for realm in realms],
        "rivals": [land_prices(game, realm) for realm in realms],
        "decided": decided(game, seen),
        "sources_of": sources_of(game, seen),
    }
    if seen.seat >= len(seen.table) or seen.phase == "over":
        return worked_out
    situation = Situation(game, seen)
    plans = all_plans(situation)
    worked_out["prices"] = own_prices(situation)
    worked_out["sites"] = {
        NAMES[card]: [plot + 1 for plot in sites(game, situation.realm, card)]
        for card in structures_in(situation)
    }
    worked_out["wishes"] = [plan_note(plan) for plan in plans]
    worked_out["blockers"] = blockers(game, seen)
    if situation.sealing or seen.stage == "pay":
        paid = paid_for_plot(situation, plans)
        worked_out["payment"] = {name: list(paid) for name in seen.market_plots if any(paid)}
    if is_collecting(seen):
        worked_out["splits"] = splits_for(situation, plans)
    if seen.seat in seen.asked:
        if seen.phase == "block":
            worked_out["cheapest_block"] = cheapest_block(game, seen)
        elif seen.phase in ("cull", "discard"):
            worked_out["discards"] = worst_of_hand(situation, plans, seen.left)
        elif seen.phase in LOSING:
            worked_out["losses"] = losses(game, seen)
    return worked_out


# --- what everybody may know


def income_note(game: CivCardGame, realm: Realm) -> dict[str, object]:
    """What the next Collect gives: for certain by resource, and by choice."""
    fixed, due = yields(game, realm)
    return {"fixed": fixed, "free": sum([population for _kinds, population in due])}


def land_prices(game: CivCardGame, realm: Realm) -> dict[str, object]:
    """What more population, plot by plot, and one more plot cost."""
    plots = range(len(realm.plots))
    return {
        "population": [population_price(game, realm, plot) for plot in plots],
        "plot": plot_price(game, realm),
    }


def sources_of(game: CivCardGame, seen: CivCardGameObservation) -> dict[str, str]:
    """How far the rules vouch for each card in sight: named, name-only, reconstructed, patched."""
    names = [*seen.revealed, *seen.market_plots, *seen.market_techs]
    for shown in seen.table:
        names += [*shown.techs, *shown.known]
        for plot in shown.plots:
            names += [plot.card, *plot.structures]
    names += [NAMES[card] for card, copies in enumerate(seen.discard) if copies]
    names += [unit.card for unit in seen.units]
    return {name: game.box.rows[CARD[name]].source for name in dict.fromkeys(names)}


# --- what the observer may buy


def own_prices(situation: Situation) -> dict[str, object]:
    """Of everything in the market and in the own hand."""
    prices = land_prices(situation.game, situation.realm)
    techs = [CARD[name] for name in situation.seen.market_techs]
    prices["techs"] = {NAMES[card]: situation.price(card) for card in techs}
    structures = structures_in(situation)
    prices["structures"] = {NAMES[card]: situation.price(card) for card in structures}
    return prices


def structures_in(situation: Situation) -> list[Card]:
    """The different structures of the hand."""
    return [card for card in dict.fromkeys(situation.hand) if card < FIRST_UNIT]


def plan_note(plan: Plan) -> dict[str, object]:
    """A plan as plain data."""
    return {
        "wish": plan.wish,
        "on": list(plan.plots),
        "verdict": plan.verdict,
        "turns": plan.turns,
        "steps": list(plan.steps),
        "price": plan.price,
        "kind": plan.kind,
        "short": list(plan.short),
        "why": plan.why,
    }


def default_splits(game: CivCardGame, seen: CivCardGameObservation) -> list[int]:
    """What to say to the splits that are still due: what the cheapest wish that can be bought
    needs; if none can, as much as helps the nearest one.
    """
    if not is_collecting(seen):
        return []
    situation = Situation(game, seen)
    return splits_for(situation, all_plans(situation))


def splits_for(situation: Situation, plans: list[Plan]) -> list[int]:
    """The same from plans that are there already."""
    return shares(situation.means.due, best_bonus(situation, plans))


def best_bonus(situation: Situation, plans: list[Plan]) -> list[int]:
    """By resource, what population with a choice should give."""
    means = situation.means
    chosen = nearest(plans)
    low = [0, 0, 0]
    kind = ANY if chosen is None or not chosen.kind else LETTERS.index(chosen.kind)
    price = 0 if chosen is None else chosen.price
    if chosen is not None and chosen.verdict in (NOW, NOW_WITH):
        payment = situation.answer(kind, price, chosen.why)[2]
        assert payment is not None
        return payment.given
    if kind != ANY:
        low[kind] = min(means.caps[kind], max(0, price - means.stock[kind]))
    wanted = situation.wanted(kind, price)
    return filled(low, means.caps, means.free, means.stock, wanted)


def nearest(plans: list[Plan]) -> Plan | None:
    """What can be had first, of equal ones the cheapest; without goods and bank before with."""
    found = [plan for plan in plans if plan.verdict != SHORT]
    if not found:
        return None
    return min(found, key=lambda plan: (plan.turns, plan.verdict == NOW_WITH, plan.price))


def payment(
    game: CivCardGame, seen: CivCardGameObservation, plot_name: str
) -> tuple[int, int, int]:
    """What to pay for a plot of the market: food, hammers, coins, the least useful first; what has
    been said of it stays. Nothing, if there is not enough. Splits are as `default_splits` says.
    """
    if plot_name not in seen.market_plots:
        return 0, 0, 0
    situation = Situation(game, seen)
    return paid_for_plot(situation, all_plans(situation) if is_collecting(seen) else [])


def paid_for_plot(situation: Situation, plans: list[Plan]) -> tuple[int, int, int]:
    """The same for any plot: they all cost as much."""
    game, seen = situation.game, situation.seen
    realm = realm_seen(game, seen, seen.seat)
    price = plot_price(game, realm)
    stock = realm.stock
    said = 0
    if seen.stage == "collect":
        stock = added(situation.means.stock, best_bonus(situation, plans))
    elif seen.stage == "pay" and seen.legal[0].text.startswith("hammers"):
        said = price - seen.left
        stock = [0, *stock[1:]]
        price = seen.left
    if sum(stock) < price:
        return 0, 0, 0
    food, hammers, coins = pay_plot(stock, price, situation.wanted(ANY, price))
    return food + said, hammers, coins


# --- what to throw away


def discards(game: CivCardGame, seen: CivCardGameObservation, n: int) -> list[str]:
    """As many cards of the hand, what cannot be used soon first: never one that the nearest wish
    needs while there are others.
    """
    situation = Situation(game, seen)
    return worst_of_hand(situation, all_plans(situation), n)


WORTH_OF_A_WONDER: Final = 16
WORTH_OF_A_BUILDING: Final = 12
EACH_TURN_AWAY: Final = 2
WITHOUT_A_PLACE: Final = 7
WORTH_OF_GOODS: Final = 7
WORTH_OF_A_UNIT: Final = 2
EACH_DAMAGE: Final = 3
A_BUILDING_MORE: Final = 4  # of which there is one already counts so much less
NEEDED: Final = 100


def worst_of_hand(situation: Situation, plans: list[Plan], n: int) -> list[str]:
    """The same from plans that are there already."""
    ranked: list[tuple[int, int]] = []
    by_wish = {plan.wish: plan for plan in plans}
    chosen = nearest(plans)
    hand = situation.hand[:]
    for move in situation.seen.answer:  # what has been said goes anyway
        if isinstance(move, Named) and move.card in hand:
            hand.remove(move.card)
    for place, card in enumerate(hand):
        copies = hand[:place].count(card)  # of which this is one more
        if card < FIRST_UNIT:
            plan = by_wish.get(f"build {NAMES[card]}")
            worth = worth_of_structure(card, plan)
            if plan is not None and plan is chosen and not copies:
                worth += NEEDED
        elif card >= FIRST_GOODS:
            worth = WORTH_OF_GOODS + sum(situation.game.box.yields[card])
            copies = 0  # goods do not tire
        else:
            worth = worth_of_unit(situation.game, card)
        ranked.append((worth - copies * (A_BUILDING_MORE if is_building(card) else 1), place))
    ranked.sort()
    return [NAMES[hand[place]] for _worth, place in ranked[:n]]


def worth_of_structure(card: Card, plan: Plan | None) -> int:
    """How soon can it be built?"""
    worth = WORTH_OF_A_WONDER if is_wonder(card) else WORTH_OF_A_BUILDING
    if plan is None or plan.why in (NO_YIELD, NO_ROUNDS):
        return 0
    if plan.verdict == SHORT:  # for want of a place, which can still come
        return worth - WITHOUT_A_PLACE
    return max(1, worth - EACH_TURN_AWAY * plan.turns)


def worth_of_unit(game: CivCardGame, card: Card) -> int:
    """How much it can do in attack and defence."""
    box = game.box
    stopped = len([other for other in range(FIRST_UNIT, FIRST_GOODS) if card in box.stops[other]])
    harm = EACH_DAMAGE * len(box.damage[card]) + box.breach[card] if box.attacks[card] else 0
    return WORTH_OF_A_UNIT + harm + stopped


# --- attack and defence


def blockers(game: CivCardGame, seen: CivCardGameObservation) -> dict[str, list[dict[str, object]]]:
    """For each unit of the own hand that attacks: what can stop it, how many copies there are, and
    how many of them the observer sees where no other hand is.
    """
    box = game.box
    found: dict[str, list[dict[str, object]]] = {}
    for name in dict.fromkeys(seen.hand):
        card = CARD[name]
        if FIRST_UNIT <= card < FIRST_GOODS and box.attacks[card]:
            found[name] = [
                {"card": NAMES[stop], "copies": box.copies[stop], "seen": placed(seen, stop)}
                for stop in box.stops[card]
            ]
    return found


def placed(seen: CivCardGameObservation, card: Card) -> int:
    """How many copies lie open or in the own hand."""
    in_combat = [name for unit in seen.units for name in (unit.card, unit.blocker)]
    return seen.discard[card] + [*seen.hand, *in_combat].count(NAMES[card])


def cheapest_block(game: CivCardGame, seen: CivCardGameObservation) -> list[str]:
    """The steps that are still due of a block: as much damage stopped as can be, at the least
    expense.
    """
    hand = [CARD[name] for name in seen.hand]
    for move in seen.answer:
        if isinstance(move, Named):
            hand.remove(move.card)
    if PASS in seen.legal and len(seen.legal) == 1:
        return [PASS.text]
    attackers = [
        CARD[unit.card]
        for place, unit in enumerate(seen.units)
        if unit.target == seen.seat and place >= seen.facing
    ]
    harm = [harm_of(game, seen, card) for card in attackers]
    return best_block(game, attackers, harm, tuple(hand), {})[1]


Blocks = tuple[int, list[str]]
OF_HARM: Final = 100
"""What one resource's worth of damage stopped counts against the blocker that is spent."""


def best_block(
    game: CivCardGame,
    attackers: list[Card],
    harm: list[int],
    hand: tuple[Card, ...],
    memo: dict[tuple[int, tuple[Card, ...]], Blocks],
) -> Blocks:
    """What is gained by the best blocks of these attackers, and the steps."""
    if not attackers:
        return 0, []
    key = (len(attackers), hand)
    if key in memo:
        return memo[key]
    gained, steps = best_block(game, attackers[1:], harm[1:], hand, memo)
    options = [card for card in game.box.stops[attackers[0]] if card in hand]
    best = (gained, [PASS.text, *steps] if options else steps)
    if harm[0]:
        for card in options:
            at = hand.index(card)
            left = hand[:at] + hand[at + 1 :]
            gained, steps = best_block(game, attackers[1:], harm[1:], left, memo)
            gained += OF_HARM * harm[0] - worth_of_unit(game, card)
            if gained > best[0]:
                best = (gained, [BLOCKS[card].text, *steps])
    memo[key] = best
    return best


def harm_of(game: CivCardGame, seen: CivCardGameObservation, card: Card) -> int:
    """What an unblocked unit would do to the observer."""
    shown = seen.table[seen.seat]
    standing = [CARD[name] for plot in shown.plots for name in plot.structures]
    buildings = len([other for other in standing if is_building(other)])
    harm = 0
    for instruction in game.box.damage[card]:
        if instruction == STEAL_POPULATION and shown.population:
            harm += 3
        elif instruction == DESTROY_BUILDING and buildings:
            harm += 2
    return harm


# --- what to lose


def losses(game: CivCardGame, seen: CivCardGameObservation) -> list[str]:
    """The legal moves where something is lost, sent back or settled: the least loss first."""
    realm = realm_seen(game, seen, seen.seat)
    ranked = [(loss(game, seen, realm, move), at) for at, move in enumerate(seen.legal)]
    ranked.sort()
    return [seen.legal[at].text for _loss, at in ranked]


def loss(game: CivCardGame, seen: CivCardGameObservation, realm: Realm, move: Move) -> int:
    """How much this one takes away."""
    if isinstance(move, Number):
        plot = move.number - 1
        if seen.phase == "receive":
            return 0 if plot == best_growth(realm, realm.pops) else 1
        return loss_of_population(game, realm, plot)
    if isinstance(move, Standing):
        return loss_of_structure(game, seen, realm, move)
    if isinstance(move, Named):  # sent back: what would do most harm, and cannot be blocked
        hand = [CARD[name] for name in seen.hand]
        stopped = [card for card in game.box.stops[move.card] if card in hand]
        return -2 * harm_of(game, seen, move.card) + (1 if stopped else 0)
    assert isinstance(move, Resource)
    return least_useful(game, seen).index(move.kind)


def loss_of_population(game: CivCardGame, realm: Realm, plot: int) -> int:
    """What it costs to win it back, a place that goes, a choice that goes."""
    price = population_price(game, realm, plot)
    if realm.pops[plot] == POPULATION_FOR_TWO_PLACES and realm.places < 2:
        price += 4 if len(realm.structures[plot]) < 2 else 1
    return price + len(game.box.kinds[realm.plots[plot]])


def loss_of_structure(
    game: CivCardGame, seen: CivCardGameObservation, realm: Realm, move: Standing
) -> int:
    """What it costs to build it again, and what it yields."""
    printed = game.box.yields[realm.plots[move.plot]]
    doubled = sum([printed[kind] for kind in game.box.doubles[move.card]])
    overfull = len(realm.structures[move.plot]) > realm.places_of(move.plot)
    price = card_price(game, seen, seen.seat, realm, move.card)
    return price + 3 * doubled + (4 if overfull else 0)


def least_useful(game: CivCardGame, seen: CivCardGameObservation) -> list[int]:
    """The resources in the order in which they are best given away: what is furthest beyond the
    cheapest wish that it pays goes first.
    """
    situation = Situation(game, seen)
    stock = situation.realm.stock
    wanted = situation.wanted(ANY, 0)
    return sorted(range(RESOURCES), key=lambda kind: (wanted[kind] - stock[kind], kind))
