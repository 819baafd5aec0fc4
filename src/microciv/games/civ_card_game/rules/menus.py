"""What a turn's answer may say next (CD-04 to CD-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import NOBODY, Move, Seat
from microciv.games.civ_card_game.cards import COINS, FOOD, HAMMERS, RESOURCES, Card
from microciv.games.civ_card_game.moves import (
    DONE,
    FIGHT,
    MOST_PLOTS,
    MOST_POPULATION,
    PEACE,
    WAIVE,
    Bank,
    Moves,
)
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.phases import (
    BUYING,
    COLLECTING,
    DECLARING,
    GROWING,
    PAYING,
    PLACING,
    ROBBING,
)
from microciv.games.civ_card_game.rules.prices import (
    building_discount,
    most_cost,
    most_populous,
    plot_price,
    tech_discount,
    wonder_discount,
)
from microciv.games.civ_card_game.rules.realms import Realm

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.rules.state import CivCardGameState

# What may be bought once a turn, if the table says so (CA-09).
TECH_BOUGHT: Final = 1
POPULATION_BOUGHT: Final = 2
PLOT_BOUGHT: Final = 4
BOUGHT_NAMES: Final[list[tuple[int, str]]] = [
    (TECH_BOUGHT, "tech"),
    (POPULATION_BOUGHT, "population"),
    (PLOT_BOUGHT, "plot"),
]


def legal_steps(state: CivCardGameState, draft: Draft) -> list[Move]:
    """The next step of the turn's answer."""
    stage, moves = draft.stage, state.game.box.moves
    if stage == BUYING:
        return menu(state, draft)
    if stage == COLLECTING:
        return moves.splits[: draft.bonuses[0][2] + 1]
    if stage == DECLARING:
        return legal_declarations(state, draft)
    if stage == PLACING:
        return [moves.ons[plot] for plot in sites(state.game, draft.realm, draft.card)]
    if stage == PAYING:
        return legal_payments(moves, draft)
    if stage == GROWING:
        return [moves.grows[plot] for plot in draft.realm.plots_with_room()]
    if stage == ROBBING:
        return [moves.robs[kind] for kind in kinds_to_rob(state, draft)]
    return [*uses(state, draft, state.pending), WAIVE]


def menu(state: CivCardGameState, draft: Draft) -> list[Move]:
    """All that may be done in Purchase (CD-05)."""
    game, realm = state.game, draft.realm
    moves: list[Move] = [DONE]
    happy = draft.is_happy()
    add_cards(game, draft, happy, moves)
    add_trades(game, realm, moves)
    add_population(game, draft, moves)
    add_market(state, draft, happy, moves)
    if realm.powers and not game.at_once:
        moves += uses(state, draft, realm.powers)
    if game.demolish and not draft.demolished:
        standing = dict.fromkeys(realm.standing())
        moves += [game.box.moves.demolishes[plot][card] for plot, card in standing]
    return moves


def add_cards(game: CivCardGame, draft: Draft, happy: bool, moves: list[Move]) -> None:
    """Structures that can be paid and placed, and goods, of the hand."""
    realm, box = draft.realm, game.box
    cost, known = box.cost, box.moves
    first_wonder, first_unit, first_goods = box.first_wonder, box.first_unit, box.first_goods
    hammers = realm.stock[HAMMERS]
    building = most_cost(game, hammers, building_discount(game, realm, happy))
    wonder = most_cost(game, hammers, wonder_discount(game, realm, happy))
    # Often the hammers pay nothing at all.
    first = 0 if max(building, wonder) >= box.least_structure else first_goods
    last: Card = NOBODY
    room = NOT_ASKED  # until there is something to build
    for card in draft.hand:
        if card < first or card == last:
            continue
        last = card
        if card >= first_goods:
            moves.append(known.plays[card])
        elif card < first_unit and cost[card] <= (building if card < first_wonder else wonder):
            if room == NOT_ASKED:
                room = room_of(realm)
            if room == ANYTHING or (room == SOMETHING and has_site(game, realm, card)):
                moves.append(known.builds[card])


def add_trades(game: CivCardGame, realm: Realm, moves: list[Move]) -> None:
    """What the bank can be given (CC-30)."""
    stock, rate = realm.stock, realm.rate
    enough = 1 if stock[FOOD] >= rate else 0  # the bits of KIND_BIT
    enough += 2 if stock[HAMMERS] >= rate else 0
    enough += 4 if stock[COINS] >= rate else 0
    if enough:
        moves += game.box.moves.trades[enough]
    if game.mixed_bank:
        moves += legal_mixtures(game.box.moves, stock, rate)


def add_population(game: CivCardGame, draft: Draft, moves: list[Move]) -> None:
    """Plots whose next population can be paid (CC-33 to CC-35)."""
    if draft.supply == 0 or draft.bought & POPULATION_BOUGHT:
        return
    most = min(most_populous(game, draft.realm), MOST_POPULATION - 1)
    if most < 0:
        return
    populates = game.box.moves.populates
    for plot, population in enumerate(draft.realm.pops):
        if population <= most:
            moves.append(populates[plot])


def add_market(state: CivCardGameState, draft: Draft, happy: bool, moves: list[Move]) -> None:
    """Technologies and plots that can be paid (CC-36 to CC-42)."""
    game, realm, market = state.game, draft.realm, state.market
    stock, known = realm.stock, game.box.moves
    if not draft.bought & TECH_BOUGHT:
        techs, cost = market.techs, game.box.cost
        most = most_cost(game, stock[COINS], tech_discount(game, realm, happy))
        if most >= game.box.least_tech:
            for index in range(len(techs) - market.fresh_techs):
                card = techs[index]
                if cost[card] <= most and is_first(techs, index):
                    moves.append(known.buys[card])
    if draft.bought & PLOT_BOUGHT or len(realm.plots) == MOST_PLOTS:
        return
    if plot_price(game, realm) <= stock[FOOD] + stock[HAMMERS] + stock[COINS]:
        plots = market.plots
        for index in range(len(plots) - market.fresh_plots):
            if is_first(plots, index):
                moves.append(known.claims[plots[index]])  # noqa: PERF401


def is_first(cards: list[Card], index: int) -> bool:
    """Is it the first of its kind? Like ones are offered once."""
    for earlier in range(index):  # noqa: SIM110
        if cards[earlier] == cards[index]:
            return False
    return True


def legal_mixtures(known: Moves, stock: list[int], rate: int) -> list[Move]:
    """Payments to the bank of two kinds (CA-11)."""
    found: list[Move] = []
    for move in known.mixtures:
        assert isinstance(move, Bank)
        amounts = move.amounts
        if len(move.given) == rate and (
            amounts[FOOD] <= stock[FOOD]
            and amounts[HAMMERS] <= stock[HAMMERS]
            and amounts[COINS] <= stock[COINS]
        ):
            found.append(move)
    return found


# What a realm has room for.
NOT_ASKED: Final = -1
NOTHING: Final = 0  # no plot has a free place
SOMETHING: Final = 1
ANYTHING: Final = 2  # a plot is bare


def room_of(realm: Realm) -> int:
    """May anything be built anywhere (CC-47)?"""
    room = NOTHING
    for plot, standing in enumerate(realm.structures):
        if not standing:
            return ANYTHING
        if len(standing) < realm.places_of(plot):
            room = SOMETHING
    return room


def has_site(game: CivCardGame, realm: Realm, card: Card) -> bool:
    """Is there a plot for this structure?"""
    for plot, standing in enumerate(realm.structures):
        if len(standing) < realm.places_of(plot) and (game.duplicates or card not in standing):
            return True
    return False


def sites(game: CivCardGame, realm: Realm, card: Card) -> list[int]:
    """The plots with a free place, and none of the same name (CC-47 to CC-50)."""
    return [
        plot
        for plot, standing in enumerate(realm.structures)
        if len(standing) < realm.places_of(plot) and (game.duplicates or card not in standing)
    ]


def legal_payments(known: Moves, draft: Draft) -> list[Move]:
    """Food first, then hammers; coins are the rest (CC-37)."""
    low, high = payable(draft)
    amounts = known.hammers if draft.paid else known.foods
    return amounts[low : high + 1]


def payable(draft: Draft) -> tuple[int, int]:
    """The least and the most of the next resource."""
    stock, due = draft.realm.stock, draft.price
    for paid in draft.paid:
        due -= paid
    kind = len(draft.paid)
    later = 0
    for other in range(kind + 1, RESOURCES):
        later += stock[other]
    return max(0, due - later), min(due, stock[kind])


def uses(state: CivCardGameState, draft: Draft, powers: list[Card]) -> list[Move]:
    """Thefts against who has something that can be stolen (CC-55 to CC-57)."""
    known = state.game.box.moves
    return [
        known.use(target, card)
        for card in dict.fromkeys(powers)
        for target in state.game.victims(draft.seat)
        if can_be_robbed(state, target, card)
    ]


def can_be_robbed(state: CivCardGameState, target: Seat, card: Card) -> bool:
    """Does the target have what this power steals?"""
    box = state.game.box
    if box.card_thefts[card] and state.hands[target]:
        return True
    return box.thefts[card] > 0 and sum(state.realms[target].stock) > 0


def kinds_to_rob(state: CivCardGameState, draft: Draft) -> list[int]:
    """What the victim still has (CC-56)."""
    stock = state.realms[draft.target].stock
    return [kind for kind in range(RESOURCES) if stock[kind] > draft.robbed.count(kind)]


def attackers(game: CivCardGame, hand: list[Card]) -> list[Card]:
    """The different units of the hand that attack (CC-69)."""
    box = game.box
    units: list[Card] = []
    last: Card = NOBODY
    for card in hand:
        if box.first_unit <= card < box.first_goods and card != last and box.attacks[card]:
            units.append(card)
        last = card
    return units


def may_attack(state: CivCardGameState) -> bool:
    """Are the rounds of peace over (CC-73)?"""
    return state.round > state.game.peace_rounds


def legal_declarations(state: CivCardGameState, draft: Draft) -> list[Move]:
    """One more unit against a neighbour (CC-68), or that was all."""
    moves: list[Move] = [FIGHT] if draft.declared else [PEACE]
    units = attackers(state.game, draft.hand)
    known = state.game.box.moves
    for target in state.game.neighbours(draft.seat):
        for card in units:
            moves.append(known.attack(target, card))  # noqa: PERF401
    return moves
