"""What is worked out for people: incomes, prices, what each wish takes, and suggestions where a
choice is due. All of it follows from what the observer sees.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.civ_card_game.cards import LETTERS, RESOURCES, Card
from microciv.games.civ_card_game.effects import DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.moves import Named, Number, Resource, Standing
from microciv.games.civ_card_game.people.foregone import decided
from microciv.games.civ_card_game.rules.drafts import Bonus, split_bonuses
from microciv.games.civ_card_game.rules.ending import merit
from microciv.games.civ_card_game.rules.menus import sites
from microciv.games.civ_card_game.rules.prices import plot_price, population_price
from microciv.games.civ_card_game.rules.realms import Realm, bonus_kinds
from microciv.games.civ_card_game.solver.means import ANY, added, filled
from microciv.games.civ_card_game.solver.solver import (
    NOW,
    NOW_WITH,
    SHORT,
    Route,
    Situation,
    all_routes,
    best_growth,
    pay_plot,
)
from microciv.games.civ_card_game.solver.steps import shares
from microciv.games.civ_card_game.views.sight import card_price, is_collecting, realm_seen, yields

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

LOSING: Final = ("yield", "raze", "breach", "repel", "receive", "vacate", "surrender")
"""Phases in which the legal moves are sorted, the least loss first."""


def notes(game: CivCardGame, seen: CivCardGameObservation) -> dict[str, object]:
    """By name. For everybody: `points` of a population, a technology and a wonder, `rounds`, in
    the last one that there may be, `income` and `rivals` by seat, `decided`, `last`, the technology
    whose purchase ends the match, when, and for a player at which place; `lands`, what plots and
    their population give: by seat, but players have their own alone. For who plays: `prices`,
    `sites`, `wishes`, `moves` that are steps of these, `blockers`, `targets` of an attack after the
    purchases, `bonuses`, where population has a choice, `deeds`, how many steps each thing has
    that was done in the answer so far, and where it is asked what goes by itself: `splits`,
    `payment`; `losses`, the least first; `attackers`, who comes and who can stop each.
    """
    if not seen.table or not all([shown.plots for shown in seen.table]):
        return {}
    realms = [realm_seen(game, seen, seat) for seat in range(len(seen.table))]
    worked_out: dict[str, object] = {
        "points": game.box.points,
        "income": [income_note(game, realm) for realm in realms],
        "rivals": [land_prices(game, realm) for realm in realms],
        "decided": decided(game, seen),
    }
    if seen.round == game.max_rounds:
        worked_out["rounds"] = game.max_rounds
    watching = seen.seat >= len(seen.table)
    worked_out["lands"] = {
        seat: land_note(game, realm)
        for seat, realm in enumerate(realms)
        if watching or seat == seen.seat
    }
    if seen.tech_deck == 0 and len(seen.market_techs) == 1 and seen.phase != "over":
        worked_out["last"] = last_note(game, seen, realms)
    if watching or seen.phase == "over":
        return worked_out
    situation = Situation(game, seen)
    routes = all_routes(situation)
    worked_out["prices"] = own_prices(situation)
    worked_out["sites"] = {
        game.box.names[card]: [plot + 1 for plot in sites(game, situation.realm, card)]
        for card in structures_in(situation)
    }
    bonuses: list[Bonus] = []
    if is_collecting(seen) or (seen.turn != seen.seat and seen.round):
        bonuses = split_bonuses(game, realms[seen.seat], [0] * RESOURCES)
    said = [move.number for move in seen.answer if isinstance(move, Number)] if bonuses else []
    worked_out["wishes"] = [route_note(game, route, bonuses, said) for route in routes]
    worked_out["moves"] = moves_in(game, seen, routes)
    worked_out["blockers"] = blockers(game, seen)
    peace = seen.round <= game.peace_rounds or not worked_out["blockers"]
    worked_out["targets"] = [] if peace else game.neighbours(seen.seat)
    splits = splits_for(situation, routes) if is_collecting(seen) else []
    worked_out["bonuses"] = [
        {"plot": plot + 1, "kinds": letters(kinds), "gives": gives}
        for (plot, kinds, _), gives in zip(bonuses, given(bonuses, [*said, *splits]), strict=True)
    ]
    worked_out["deeds"] = deeds(seen)
    # What comes and goes stands at the end: then a server need not tell the rest again.
    if is_collecting(seen):
        worked_out["splits"] = splits
    if situation.sealing or seen.stage == "pay":
        paid = paid_for_plot(situation, routes)
        worked_out["payment"] = {name: list(paid) for name in seen.market_plots if any(paid)}
    if seen.seat in seen.asked:
        if seen.phase == "block":
            worked_out["attackers"] = attackers(game, seen)
        elif seen.phase in LOSING:
            worked_out["losses"] = losses(game, seen)
    return worked_out


def last_note(
    game: CivCardGame, seen: CivCardGameObservation, realms: list[Realm]
) -> dict[str, object]:
    """The last technology, and what its purchase ends; for a player the place it would lead to, as
    things stand.
    """
    name = seen.market_techs[0]
    last: dict[str, object] = {"card": name, "when": game.settled.end_trigger}
    if seen.seat < len(realms):
        acquired = game.acquired_breaks_ties
        buyer = realms[seen.seat].clone()
        buyer.learn(*game.box.cards_of((name,)))
        buyer.recount(game.box)
        others = [merit(realm, acquired) for seat, realm in enumerate(realms) if seat != seen.seat]
        last["place"] = 1 + len([other for other in others if other > merit(buyer, acquired)])
    return last


# --- what was done so far

GOES_ON: Final = ("on", "food", "hammers", "grow", "rob", "attack", "fight", "peace")
"""Steps that only go on with the one before."""


def deeds(seen: CivCardGameObservation) -> list[int]:
    """The steps of the answer by what they do together: each is taken back as a whole."""
    found: list[int] = []
    before = ""
    for move in seen.answer:
        verb = move.text.partition(" ")[0]
        if found and (verb in GOES_ON or verb == before == "split"):
            found[-1] += 1
        else:
            found.append(1)
        before = verb
    return found


# --- what everybody may know


def income_note(game: CivCardGame, realm: Realm) -> dict[str, object]:
    """What the next Collect gives: for certain by resource, and by choice."""
    fixed, due = yields(game, realm)
    return {"fixed": fixed, "free": sum([population for _kinds, population in due])}


def land_note(game: CivCardGame, realm: Realm) -> list[dict[str, object]]:
    """By plot, what it gives before population (CC-17), and what population may give (CC-19)."""
    box = game.box
    found: list[dict[str, object]] = []
    for plot, card in enumerate(realm.plots):
        doubled = [kind for other in realm.structures[plot] for kind in box.doubles[other]]
        gives = [
            amount * (2 if kind in doubled else 1) for kind, amount in enumerate(box.yields[card])
        ]
        kinds = bonus_kinds(realm, box, plot, game.current_bonus)
        found.append({"gives": gives, "kinds": letters(kinds)})
    return found


def letters(kinds: list[int]) -> list[str]:
    return [LETTERS[kind] for kind in kinds]


def given(bonuses: list[Bonus], splits: list[int]) -> list[list[int]]:
    """What population with a choice gives of each kind, plot by plot, as these splits say; what
    they leave open is shared evenly.
    """
    left = splits[:]
    found: list[list[int]] = []
    for _plot, kinds, population in bonuses:
        amounts: list[int] = []
        rest = population
        for index in range(len(kinds) - 1):
            amount = 0
            if rest or not index:  # else it is not asked
                amount = left.pop(0) if left else -(-rest // (len(kinds) - index))
            amounts.append(amount)
            rest -= amount
        found.append([*amounts, rest])
    return found


def land_prices(game: CivCardGame, realm: Realm) -> dict[str, object]:
    """What more population, plot by plot, and one more plot cost."""
    plots = range(len(realm.plots))
    return {
        "population": [population_price(game, realm, plot) for plot in plots],
        "plot": plot_price(game, realm),
    }


# --- what the observer may buy


def own_prices(situation: Situation) -> dict[str, object]:
    """Of everything in the market and in the seat's hand."""
    prices = land_prices(situation.game, situation.realm)
    techs = [situation.game.box.card[name] for name in situation.seen.market_techs]
    prices["techs"] = {situation.game.box.names[card]: situation.price(card) for card in techs}
    structures = structures_in(situation)
    prices["structures"] = {
        situation.game.box.names[card]: situation.price(card) for card in structures
    }
    return prices


def structures_in(situation: Situation) -> list[Card]:
    """The different structures of the hand."""
    return [card for card in dict.fromkeys(situation.hand) if card < situation.game.box.first_unit]


def route_note(
    game: CivCardGame, route: Route, bonuses: list[Bonus], said: list[int]
) -> dict[str, object]:
    """A route as plain data; `gives`, what population with a choice gives for it, if it says so."""
    steps = [game.moves.parse(step) for step in route.steps]
    splits = [step.number for step in steps if isinstance(step, Number) and step.verb == "split"]
    note: dict[str, object] = {
        "wish": game.moves.parse(route.wish),
        "on": list(route.plots),
        "verdict": route.verdict,
        "turns": route.turns,
        "steps": list(route.steps),
        "price": route.price,
        "kind": route.kind,
        "short": list(route.short),
        "why": route.why,
        "exact": route.exact,
    }
    if splits:
        note["gives"] = given(bonuses, [*said, *splits])
    return note


def moves_in(game: CivCardGame, seen: CivCardGameObservation, routes: list[Route]) -> list[Move]:
    """The different steps of all routes, but for those that are legal now: they are told anyway."""
    legal = {move.text for move in seen.legal}
    steps = dict.fromkeys([step for route in routes for step in route.steps])
    return [game.moves.parse(step) for step in steps if step not in legal]


def default_splits(game: CivCardGame, seen: CivCardGameObservation) -> list[int]:
    """What to say to the splits that are still due: what the cheapest wish that can be bought
    needs; if none can, as much as helps the nearest one.
    """
    if not is_collecting(seen):
        return []
    situation = Situation(game, seen)
    return splits_for(situation, all_routes(situation))


def splits_for(situation: Situation, routes: list[Route]) -> list[int]:
    """The same from routes that are there already."""
    chosen = nearest(routes)
    if chosen is not None and chosen.steps:
        said = [step.partition(" ") for step in chosen.steps]
        return [int(number) for verb, _space, number in said if verb == "split"]
    return shares(situation.means.due, best_bonus(situation, routes))


def best_bonus(situation: Situation, routes: list[Route]) -> list[int]:
    """By resource, what population with a choice should give."""
    means = situation.means
    chosen = nearest(routes)
    low = [0, 0, 0]
    kind = ANY if chosen is None or not chosen.kind else LETTERS.index(chosen.kind)
    price = 0 if chosen is None else chosen.price
    if chosen is not None and chosen.verdict in (NOW, NOW_WITH):
        payment = situation.answer(kind, price, chosen.why)[2]
        if payment is not None:
            return payment.given
    if kind != ANY:
        low[kind] = min(means.caps[kind], max(0, price - means.stock[kind]))
    wanted = situation.wanted(kind, price)
    return filled(low, means.caps, means.free, means.stock, wanted)


def nearest(routes: list[Route]) -> Route | None:
    """What can be had first, of equal ones the cheapest; without goods and bank before with."""
    found = [route for route in routes if route.verdict != SHORT]
    if not found:
        return None
    return min(found, key=lambda route: (route.turns, route.verdict == NOW_WITH, route.price))


def payment(
    game: CivCardGame, seen: CivCardGameObservation, plot_name: str
) -> tuple[int, int, int]:
    """What to pay for a plot of the market: food, hammers, coins, the least useful first; what has
    been said of it stays. Nothing, if there is not enough. Splits are as `default_splits` says.
    """
    if plot_name not in seen.market_plots:
        return 0, 0, 0
    situation = Situation(game, seen)
    return paid_for_plot(situation, all_routes(situation) if is_collecting(seen) else [])


def paid_for_plot(situation: Situation, routes: list[Route]) -> tuple[int, int, int]:
    """The same for any plot: they all cost as much."""
    game, seen = situation.game, situation.seen
    realm = realm_seen(game, seen, seen.seat)
    price = plot_price(game, realm)
    stock = realm.stock
    said = 0
    if seen.stage == "collect":
        stock = added(situation.means.stock, best_bonus(situation, routes))
    elif seen.stage == "pay" and seen.legal[0].text.startswith("hammers"):
        said = price - seen.left
        stock = [0, *stock[1:]]
        price = seen.left
    if sum(stock) < price:
        return 0, 0, 0
    food, hammers, coins = pay_plot(stock, price, situation.wanted(ANY, price))
    return food + said, hammers, coins


# --- attack and defence

WORTH_OF_A_UNIT: Final = 2
EACH_DAMAGE: Final = 3


def blockers(game: CivCardGame, seen: CivCardGameObservation) -> dict[str, list[dict[str, object]]]:
    """For each attacking unit in the seat's hand: what can stop it, how many copies there are, and
    how many of them the observer sees where no other hand is.
    """
    box = game.box
    found: dict[str, list[dict[str, object]]] = {}
    for name in dict.fromkeys(seen.hand):
        card = game.box.card[name]
        if game.box.first_unit <= card < game.box.first_goods and box.attacks[card]:
            found[name] = [
                {
                    "card": game.box.names[stop],
                    "copies": box.copies[stop],
                    "seen": copies_seen(game, seen, stop),
                }
                for stop in box.stops[card]
            ]
    return found


def copies_seen(game: CivCardGame, seen: CivCardGameObservation, card: Card) -> int:
    """The number of copies that lie open or in the seat's hand."""
    in_combat = [name for unit in seen.units for name in (unit.card, unit.blocker)]
    return seen.discard[card] + [*seen.hand, *in_combat].count(game.box.names[card])


def attackers(game: CivCardGame, seen: CivCardGameObservation) -> list[dict[str, object]]:
    """Those that attack the seat, one after the other: the place in the combat area, the cards of
    the hand that can stop it, the least useful first, and does it take population.
    """
    found: list[dict[str, object]] = []
    for index, unit in enumerate(seen.units):
        if unit.target != seen.seat:
            continue
        stops = sorted(game.box.stops[game.box.card[unit.card]], key=partial(worth_of_unit, game))
        damage = game.box.rows[game.box.card[unit.card]].damage
        takes = any([name == "steal_population" for name, *_ in damage])
        found.append(
            {
                "place": index,
                "card": unit.card,
                "blockers": [name for name in game.box.names_of(stops) if name in seen.hand],
                "takes_population": takes,
            }
        )
    return found


def worth_of_unit(game: CivCardGame, card: Card) -> int:
    """How much it can do in attack and defence."""
    box = game.box
    stopped = len(
        [
            other
            for other in range(game.box.first_unit, game.box.first_goods)
            if card in box.stops[other]
        ]
    )
    harm = EACH_DAMAGE * len(box.damage[card]) + box.breach[card] if box.attacks[card] else 0
    return WORTH_OF_A_UNIT + harm + stopped


def harm_of(game: CivCardGame, seen: CivCardGameObservation, card: Card) -> int:
    """What an unblocked unit would do to the observer."""
    shown = seen.table[seen.seat]
    standing = [game.box.card[name] for plot in shown.plots for name in plot.structures]
    buildings = len([other for other in standing if game.box.is_building(other)])
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
    if isinstance(move, Number):
        plot = move.number - 1
        if seen.phase == "receive":
            return 0 if plot == best_growth(realm, realm.pops) else 1
        return loss_of_population(game, realm, plot)
    if isinstance(move, Standing):
        return loss_of_structure(game, seen, realm, move)
    if isinstance(move, Named):  # sent back: what would do most harm, and cannot be blocked
        hand = [game.box.card[name] for name in seen.hand]
        stopped = [card for card in game.box.stops[move.card] if card in hand]
        return -2 * harm_of(game, seen, move.card) + (1 if stopped else 0)
    assert isinstance(move, Resource)
    return least_useful(game, seen).index(move.kind)


def loss_of_population(game: CivCardGame, realm: Realm, plot: int) -> int:
    """What it costs to win it back, a place that goes, a choice that goes."""
    price = population_price(game, realm, plot)
    if realm.pops[plot] == realm.crowd and realm.places < 2:
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
