"""What a seat knows of a match of Civilization: The Card Game in numbers (docs/environments.md).

Of its own turn a seat sees the table as its sealed steps leave it, and what is due has come in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import MOST, Features
from microciv.core.moves import NOBODY, Move, Seat
from microciv.games.civ_card_game.cards import RESOURCES, Card, take_out
from microciv.games.civ_card_game.moves import Named, Resource
from microciv.games.civ_card_game.rules import combat, purchases
from microciv.games.civ_card_game.rules.combat import UNDECIDED, UNSTOPPED
from microciv.games.civ_card_game.rules.drafts import NO_CARD, Draft
from microciv.games.civ_card_game.rules.menus import BOUGHT_NAMES
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    COLLECTING,
    PAYING,
    ROBBING,
    STAGES,
    STRIKES,
    TURN,
    WAIVING,
)
from microciv.games.civ_card_game.rules.realms import BARE, Realm, Structures
from microciv.games.civ_card_game.views.observation import OF_A_CARD, left, plot_asked

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.rules.state import CivCardGameState

FIGHTING: Final[list[str]] = ["declared", "attacking", "blocked", "unblocked"]
DECLARED: Final = 0
ATTACKING: Final = 1
BLOCKED: Final = 2
UNBLOCKED: Final = 3

OWN_PLOTS: Final = 10
"""Plots of a realm that are told apart; matches hardly ever see more."""
FIGHTERS: Final = 8
COPIES: Final = 6
MOST_ROUNDS: Final = 60
MOST_PLOTS: Final = 40
MOST_DECK: Final = 100
MOST_LEFT: Final = 20
MOST_STOCK: Final = 30
RICH: Final = 120
MOST_POINTS: Final = 30
MOST_LIKED: Final = 20
MOST_POPULATION: Final = 120
MOST_ON_PLOT: Final = 10
MOST_PLACES: Final = 4
MOST_RATE: Final = 6
MOST_HAND: Final = 15

OF_ROUND: Final = f"the round, of {MOST_ROUNDS}"
OF_LEFT: Final = f"still to be split, paid and so on; in all; of {MOST_LEFT}; collects?"
OF_SAID: Final = (
    "food, hammers and coins: what is collected, paid, robbed or surrendered, as far as it is"
    f" said; of {MOST_STOCK}"
)
OF_GIVEN_UP: Final = f"cards that its answer discards, of {COPIES} each"
OF_LOOSE: Final = f"food, hammers and coins that will be lost, of {MOST_STOCK}"
OF_REVEALED: Final = f"plots to draft, of {COPIES} each"
OF_MARKET_PLOTS: Final = f"of {COPIES} each; how many are fresh"
OF_MARKET_TECHS: Final = f"a place each; how many are fresh, of {COPIES}"
OF_DISCARD: Final = f"the discard pile, of {COPIES} each"
OF_SUPPLY: Final = f"population cards, of {MOST_POPULATION}; below 0 without a limit"
OF_END: Final = f"rounds without a technology bought, of {MOST_LEFT}; one bought; match ending?"
OF_UNITS: Final = (
    "which unit; by seat from the observer: against it? declared, attacking, blocked, unblocked;"
    " by which unit, in the observer's open answer too"
)
OF_DAMAGE: Final = (
    f"instructions carried out; own plot that is too full; units to send back; of {MOST_LEFT}"
)
OF_STOCK: Final = f"food, hammers, coins, of {MOST_STOCK}; of {RICH}"
OF_STANDING: Final = (
    f"culture and happiness of {MOST_LIKED}; points, population, wonders, population ever got, of"
    f" {MOST_POINTS}; the bank's rate, of {MOST_RATE}"
)
OF_HAND: Final = f"cards in hand, of {MOST_HAND}"
OF_KNOWN: Final = f"cards in hand that the observer knows, of {COPIES} each"
OF_PLOT: Final = (
    f"which plot; population of {MOST_ON_PLOT}; structures it may hold, of {MOST_PLACES};"
    " structures on it, of 2 each"
)


# Parts of a row that stay the same while answers are sealed, an observer's own.
TABLE: Final = 0
OTHERS: Final = 1
# And until a realm gets or loses a card or population; its seat is added.
REALM: Final = 2


def encode(state: CivCardGameState, seat: Seat, features: Features) -> None:
    """Cards are in the order of the set."""
    draft = None
    if state.phase == TURN and seat in state.asked:
        draft = purchases.drafted(state, seat)
    struck = state.striking if state.units and state.phase in STRIKES else NOBODY
    features.head(state, seat, len(state.game.phases))
    encode_question(state, draft, seat, struck, features)
    encode_combat(state, draft, seat, struck, features)
    if not features.again(features.own(TABLE)):
        outer = features.begin()
        encode_table(state, features)
        features.keep(features.own(TABLE), outer)
    order = features.order()
    first = 0
    if seat < state.seats:
        first = 1
        realm = state.realms[seat] if draft is None else draft.realm
        hand = state.hands[seat] if draft is None else draft.hand
        features.block("known", OF_KNOWN, 0)
        features.cards(hand, state.game.box.first_tech, COPIES)
        encode_seat(state, seat, realm, len(hand), 0, features)
    if features.again(features.own(OTHERS)):
        return
    outer = features.begin()
    known = state.knowledge.recall(seat).hands
    for offset in range(first, state.seats):
        other = order[offset]
        features.block("known", OF_KNOWN, offset)
        features.bag(known[other], state.game.box.first_tech, COPIES)
        encode_seat(state, other, state.realms[other], len(state.hands[other]), offset, features)
    features.keep(features.own(OTHERS), outer)


def encode_question(
    state: CivCardGameState, draft: Draft | None, seat: Seat, struck: int, features: Features
) -> None:
    """What is asked, and what is said of it so far."""
    box = state.game.box
    features.block("stage", "of its turn: collect, buy, place, pay, grow, rob, declare, use")
    features.one(NOBODY if draft is None else draft.stage, len(STAGES))
    features.block("plot", "own plot that the question is about")
    features.one(plot_asked(draft) - 1, OWN_PLOTS)
    features.block("card", "card that the question is about")
    features.one(card_asked(state, draft, struck), box.size)
    features.block("left", OF_LEFT)
    features.part(left(state, draft, seat), MOST_LEFT)
    features.part(state.due, MOST_LEFT)
    features.flag(state.collecting)
    features.block("said", OF_SAID)
    features.parts(said(draft, features.answer), MOST_STOCK)
    features.block("victim", "by seat from the observer: does it rob this one?")
    features.whose(draft.target if draft is not None and draft.stage == ROBBING else NOBODY)
    features.block("given up", OF_GIVEN_UP)
    features.cards(given_up(state, draft, features.answer), box.first_tech, COPIES)
    features.block("bought", "may not be bought again in this turn: tech, population, plot")
    bought = state.bought if draft is None else draft.bought
    for bit, _name in BOUGHT_NAMES:
        features.flag(bought & bit != 0)
    features.block("loose", OF_LOOSE)
    features.parts(state.loose if draft is None else draft.loose, MOST_STOCK)
    features.block("demolished", "has a structure been taken down in this turn?")
    features.flag(state.demolished if draft is None else draft.demolished)
    features.block("supply", OF_SUPPLY)
    features.part(state.supply if draft is None else draft.supply, MOST_POPULATION)
    features.block("culture", "by seat from the observer: Highest Culture")
    features.among(state.cultured if draft is None else draft.cultured)
    features.block("happiness", "by seat from the observer: Highest Happiness")
    features.among(state.happy if draft is None else draft.happy)
    features.block("pending", "thefts to be used now or never")
    features.cards(state.pending, box.size, 1)


def card_asked(state: CivCardGameState, draft: Draft | None, struck: int) -> Card:
    """What is placed, paid, used or growing; the unit that strikes."""
    if draft is None:
        return state.units[struck].card if struck >= 0 else NO_CARD
    if draft.stage == WAIVING:
        return state.pending[0]
    return draft.card if draft.stage in OF_A_CARD else NO_CARD


def said(draft: Draft | None, answer: tuple[Move, ...]) -> list[int]:
    """The resources that the open answer is about, as far as it goes."""
    amounts = [0] * RESOURCES
    if draft is None:
        for move in answer:
            if isinstance(move, Resource):
                amounts[move.kind] += 1
    elif draft.stage == COLLECTING:
        return draft.income
    elif draft.stage == PAYING:
        for kind, amount in enumerate(draft.paid):
            amounts[kind] = amount
    elif draft.stage == ROBBING:
        for kind in draft.robbed:
            amounts[kind] += 1
    return amounts


def given_up(state: CivCardGameState, draft: Draft | None, answer: tuple[Move, ...]) -> list[Card]:
    """The cards that the open answer discards: outside of a turn they are still in hand."""
    if draft is not None or state.phase == BLOCK:
        return []
    return [move.card for move in answer if isinstance(move, Named)]


def encode_table(state: CivCardGameState, features: Features) -> None:
    """The round, what lies open on the table, and what is left of the decks."""
    features.block("round", OF_ROUND)
    features.part(state.round, MOST_ROUNDS)
    features.block("first", "by seat from the observer: does it go first?")
    features.whose(state.first)
    features.block("turn", "by seat from the observer: is it its turn?")
    features.whose(state.turn)
    encode_market(state, features)
    features.part(state.in_deck(), MOST_DECK)
    features.block("discard", OF_DISCARD)
    features.parts(state.discard, COPIES)
    features.block("end", OF_END)
    features.part(state.drought, MOST_LEFT)
    features.flag(state.tech_sold)
    features.flag(state.ending)


def encode_market(state: CivCardGameState, features: Features) -> None:
    """Plots and technologies."""
    box, market = state.game.box, state.market
    plots, techs = len(box.plots), len(box.techs)
    features.block("revealed", OF_REVEALED)
    features.cards(state.revealed, plots, COPIES, box.first_plot)
    features.block("market plots", OF_MARKET_PLOTS)
    features.cards(market.plots, plots, COPIES, box.first_plot)
    features.part(market.fresh_plots, COPIES)
    features.block("market techs", OF_MARKET_TECHS)
    features.cards(market.techs, techs, most_of_a_tech(box), box.first_tech)
    features.part(market.fresh_techs, COPIES)
    features.block("faded", "technologies that were removed")
    features.cards(market.faded, techs, most_of_a_tech(box), box.first_tech)
    if features.is_watched():
        features.block(
            "decks", f"plots of {MOST_PLOTS}, technologies of {techs}, cards of {MOST_DECK}"
        )
    features.part(market.plots_left(), MOST_PLOTS)
    features.part(market.techs_left(), min(MOST, box.all_techs))


def encode_combat(
    state: CivCardGameState, draft: Draft | None, seat: Seat, struck: int, features: Features
) -> None:
    """The combat area, in the order of declaration; who declares sees its own units as well."""
    fighting = len(state.units) if draft is None else len(draft.declared)
    if fighting or features.is_watched():
        encode_units(state, draft, seat, struck, fighting, features)
    else:
        features.nothing(FIGHTERS * (a_fighter(state) + 2))
    features.block("damage", OF_DAMAGE)
    features.part(state.instruction, MOST_LEFT)
    features.part(state.vacating + 1, MOST_LEFT)
    features.part(state.sent_back, MOST_LEFT)


def a_fighter(state: CivCardGameState) -> int:
    """How many numbers a unit has."""
    return 2 * len(state.game.box.units) + state.seats + len(FIGHTING)


def encode_units(
    state: CivCardGameState,
    draft: Draft | None,
    seat: Seat,
    struck: int,
    fighting: int,
    features: Features,
) -> None:
    asked = state.phase == BLOCK and seat in state.asked
    blocks = own_blocks(state, seat) if asked else {}
    for index in range(FIGHTERS):
        features.block("unit", OF_UNITS, number=index + 1)
        if index >= fighting:
            features.nothing(a_fighter(state))
        elif draft is not None:
            target, card = draft.declared[index]
            encode_unit(state, card, target, DECLARED, NO_CARD, features)
        else:
            unit = state.units[index]
            blocker, what = unit.blocker, BLOCKED
            if blocker == UNDECIDED:
                blocker, what = blocks.get(index, NO_CARD), ATTACKING
            elif blocker == UNSTOPPED:
                blocker, what = NO_CARD, UNBLOCKED
            encode_unit(state, unit.card, unit.target, what, blocker, features)
    features.block("facing", "the unit that the observer may block")
    features.one(combat.front(state, seat)[0] if asked else NOBODY, FIGHTERS)
    features.block("striking", "the unit whose damage is being done")
    features.one(struck, FIGHTERS)


def encode_unit(
    state: CivCardGameState,
    card: Card,
    target: Seat,
    what: int,
    blocker: Card,
    features: Features,
) -> None:
    box = state.game.box
    features.one(card - box.first_unit, len(box.units))
    features.whose(target)
    features.one(what, len(FIGHTING))
    features.one(blocker - box.first_unit if blocker >= 0 else NO_CARD, len(box.units))


def own_blocks(state: CivCardGameState, seat: Seat) -> dict[int, Card]:
    """By index of the unit, the blocker that the observer's open answer names, as `front` reads
    it.
    """
    blocks: dict[int, Card] = {}
    hand, answer, asked = state.hands[seat], state.answers[seat], 0
    for index in combat.attacking(state, seat):
        if asked < len(answer) and combat.blockers(state, index, hand):
            move = answer[asked]
            asked += 1
            if isinstance(move, Named):
                blocks[index] = move.card
                hand = hand[:]
                take_out(hand, move.card)
    return blocks


def encode_seat(
    state: CivCardGameState,
    seat: Seat,
    realm: Realm,
    hand: int,
    offset: int,
    features: Features,
) -> None:
    """What everybody sees of a seat."""
    box = state.game.box
    features.block("stock", OF_STOCK, offset)
    features.parts(realm.stock, MOST_STOCK)
    features.parts(realm.stock, RICH)
    encode_realm(box, seat, realm, offset, features)
    features.block("hand", OF_HAND, offset)
    features.part(hand, MOST_HAND)


def encode_realm(box: Box, seat: Seat, realm: Realm, offset: int, features: Features) -> None:
    """All but the stock, which changes more often."""
    sources: list[object] = [
        realm.plots, realm.pops, realm.structures, realm.techs, realm.powers,
    ]  # fmt: skip
    if features.unchanged(REALM + seat, sources):
        return
    outer = features.begin()
    encode_techs(box, realm, offset, features)
    features.block("standing", OF_STANDING, offset)
    features.part(realm.culture(), MOST_LIKED)
    features.part(realm.happiness(), MOST_LIKED)
    features.part(realm.points(), MOST_POINTS)
    features.part(realm.population(), MOST_POINTS)
    features.part(realm.wonders, MOST_POINTS)
    features.part(realm.acquired, MOST_POINTS)
    features.part(realm.rate, MOST_RATE)
    encode_plots(box, realm, offset, features)
    features.keep(REALM + seat, outer, sources)


def encode_techs(box: Box, realm: Realm, offset: int, features: Features) -> None:
    """Technologies, and thefts that are still to be used."""
    features.block("techs", "technologies", offset)
    features.cards(realm.techs, len(box.techs), most_of_a_tech(box), box.first_tech)
    features.block("powers", "cards whose theft is still to be used", offset)
    features.cards(realm.powers, box.size, 1)


def encode_plots(box: Box, realm: Realm, offset: int, features: Features) -> None:
    """Padded to `OWN_PLOTS` plots."""
    if features.is_watched():
        for plot in range(OWN_PLOTS):
            features.block("plot", OF_PLOT, offset, plot + 1)
            encode_plot(box, NO_CARD, 0, 0, BARE, features)
        return
    owned = min(OWN_PLOTS, len(realm.plots))
    for plot in range(owned):
        encode_plot(
            box,
            realm.plots[plot],
            realm.pops[plot],
            realm.places_of(plot),
            realm.structures[plot],
            features,
        )
    features.nothing((OWN_PLOTS - owned) * (len(box.plots) + 2 + box.first_unit))


def encode_plot(
    box: Box, card: Card, population: int, places: int, standing: Structures, features: Features
) -> None:
    features.one(card - box.first_plot if card >= 0 else NO_CARD, len(box.plots))
    features.part(population, MOST_ON_PLOT)
    features.part(places, MOST_PLACES)
    if standing:
        features.cards(list(standing), box.first_unit, 2)
    else:
        features.nothing(box.first_unit, 2)


def most_of_a_tech(box: Box) -> int:
    return min(MOST, box.most_of_a_tech)
