"""Positions: the whole truth as a document, and back, checked against the invariants (d). The
format is described for people in docs/games/civ-card-game.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core import chronicle
from microciv.core.bags import bag_of
from microciv.core.fields import Fields, read_generator, shown
from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.games.civ_card_game import combat, invariants, layout
from microciv.games.civ_card_game.boxes import PLOTS_OF_A_SEAT, Box
from microciv.games.civ_card_game.cards import (
    CARD,
    CARDS,
    FIRST_PLOT,
    FIRST_TECH,
    FIRST_UNIT,
    KINDS,
    LETTERS,
    NAMES,
    Card,
    is_unit,
)
from microciv.games.civ_card_game.combat import UNDECIDED, UNSTOPPED, Unit
from microciv.games.civ_card_game.drafts import Draft
from microciv.games.civ_card_game.market import ON_OFFER
from microciv.games.civ_card_game.menus import BOUGHT_NAMES
from microciv.games.civ_card_game.moves import MOST_PLOTS, MOST_POPULATION
from microciv.games.civ_card_game.observation import bought_names
from microciv.games.civ_card_game.phases import (
    BREACH,
    CULL,
    DISCARD,
    DRAFT,
    FOUND,
    OVER,
    PHASES,
    RECEIVE,
    REPEL,
    STRIKES,
    SURRENDER,
    TURN,
    VACATE,
)
from microciv.games.civ_card_game.realms import Realm
from microciv.games.civ_card_game.setup import DEALT_PLOTS, OPENING_DISCARDS
from microciv.games.civ_card_game.turns import CARDS_DISCARDED, carry_out

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.state import CivCardGameState

SETTING_UP: Final = (DRAFT, FOUND, CULL)
MOST_STOCK: Final = 999_999
MOST_ROUNDS: Final = 9999
MOST_INSTRUCTIONS: Final = 99  # of a unit
MOST_DUE: Final = 99  # cards to discard, resources to give up
UNIT_STATES: Final[list[str]] = ["attacking", "blocked", "unblocked"]
STATUSES: Final[list[str]] = ["culture", "happiness"]


# --- out


def lay_out(state: CivCardGameState) -> dict[str, object]:
    """The document of a state."""
    own: dict[str, object] = {"round": state.round, "phase": PHASES[state.phase]}
    own["first"] = state.first
    if state.turn >= 0:
        own["turn"] = state.turn
    if state.asked:
        own["asked"] = state.asked[0]
    own["table"] = [lay_seat(state, seat) for seat in range(state.seats)]
    own["market"] = {
        "plots": names(state.market.plots),
        "techs": names(state.market.techs),
        "fresh_plots": state.market.fresh_plots,
        "fresh_techs": state.market.fresh_techs,
    }
    if state.revealed:
        own["revealed"] = names(state.revealed)
    own["plot_deck"] = names(state.market.plot_deck[state.market.plots_drawn :])
    own["tech_deck"] = names(state.market.tech_deck[state.market.techs_drawn :])
    own["faded"] = names(state.market.faded)
    own["deck"] = names(state.deck[state.drawn :])
    own["discard"] = names([card for card in range(KINDS) for _ in range(state.discard[card])])
    own["supply"] = max(0, state.supply)
    own["question"] = lay_question(state)
    if state.units:
        own["combat"] = lay_combat(state)
    own["statuses"] = {
        "culture": seats_of(state, state.cultured),
        "happiness": seats_of(state, state.happy),
    }
    own["drought"] = state.drought
    own["tech_sold"] = state.tech_sold
    own["ending"] = state.ending
    own["generator"] = state.rng.words()
    own["past"] = chronicle.lay_out(state.knowledge)
    return state.game.document(state, own)


def names(cards: list[Card]) -> list[str]:
    """Cards by name."""
    return [NAMES[card] for card in cards]


def seats_of(state: CivCardGameState, mask: int) -> list[Seat]:
    """The seats of a mask."""
    return [seat for seat in range(state.seats) if mask & SEAT_BIT[seat]]


def lay_seat(state: CivCardGameState, seat: Seat) -> dict[str, object]:
    """One seat."""
    realm = state.realms[seat]
    return {
        "plots": [
            {
                "card": NAMES[card],
                "population": realm.pops[plot],
                "structures": names(list(realm.structures[plot])),
            }
            for plot, card in enumerate(realm.plots)
        ],
        "stock": dict(zip(LETTERS, realm.stock, strict=True)),
        "techs": names(realm.techs),
        "powers": names(realm.powers),
        "acquired": realm.acquired,
        "hand": names(state.hands[seat]),
    }


def lay_question(state: CivCardGameState) -> dict[str, object]:
    """How far the turn has gone."""
    return {
        "collecting": state.collecting,
        "bought": list(bought_names(state.bought)),
        "loose": dict(zip(LETTERS, state.loose, strict=True)),
        "demolished": state.demolished,
        "pending": names(state.pending),
        "due": state.due,
    }


def lay_combat(state: CivCardGameState) -> dict[str, object]:
    """How far the combat has gone."""
    units: list[dict[str, object]] = []
    for unit in state.units:
        row: dict[str, object] = {"card": NAMES[unit.card], "target": unit.target}
        row["state"] = "attacking"
        if unit.blocker != UNDECIDED:
            row["state"] = "unblocked" if unit.blocker == UNSTOPPED else "blocked"
        if unit.blocker >= 0:
            row["blocker"] = NAMES[unit.blocker]
        units.append(row)
    return {
        "units": units,
        "striking": state.striking,
        "instruction": state.instruction,
        "vacating": state.vacating + 1,
        "sent_back": state.sent_back,
    }


# --- in


def place(game: CivCardGame, fields: Fields) -> CivCardGameState:
    """Lay a document out.

    :raises BadPosition: naming the field that breaks a rule or an invariant.
    """
    state = game.new_state()
    phase = state.phase = PHASES.index(fields.word("phase", PHASES, "turn"))
    setting_up = phase in SETTING_UP
    seats = state.seats
    state.first = fields.number("first", 0, seats - 1, 0)
    state.round = fields.number(
        "round", 0 if setting_up else 1, MOST_ROUNDS, 0 if setting_up else 1
    )
    if not setting_up:
        state.turn = fields.number("turn", 0, seats - 1, state.first)
    rows = fields.objects("table", seats)
    supply = Supply(game.box)
    for seat, row in enumerate(rows):
        place_seat(state, seat, row, supply)
    place_combat(state, fields, supply)
    place_market(state, fields, supply)
    place_decks(state, fields, supply)
    place_population(state, fields, rows)
    place_question(state, fields)
    place_end(state, fields)
    state.rng = read_generator(fields)
    place_statuses(state, fields)
    for row in rows:
        row.close()
    state.knowledge = chronicle.read(
        fields,
        game.box.whole,
        [bag_of(hand) for hand in state.hands],
        state.deck[state.drawn :],
        state.open_cards(),
        state.views(),
    )
    invariants.check(state, fields, rows, phase)
    ask(state, fields, phase)
    return state


@final
class Supply:
    """What has not been named yet of a box, by card."""

    def __init__(self, box: Box) -> None:
        self.left = box.copies[:]
        self.box = box

    def take(self, fields: Fields, name: str, value: object, first: Card, after: Card) -> Card:
        """A card of these, by its name."""
        allowed = NAMES[first:after]
        if not isinstance(value, str) or value not in allowed:
            fields.fail(name, f"expected one of {', '.join(allowed)}, not {shown(value)}")
        card = CARD[value]
        if not self.left[card]:
            fields.fail(name, f"more {value} than the box has: {self.box.copies[card]} (CI-01)")
        self.left[card] -= 1
        return card

    def pile(self, fields: Fields, name: str, first: Card, after: Card) -> list[Card]:
        """A list of cards; none if the field is not there."""
        if not fields.has(name):
            return []
        value = fields.raw(name)
        if not isinstance(value, list):
            fields.fail(name, f"expected a list of cards, not {shown(value)}")
        return [
            self.take(fields, f"{name}[{at}]", item, first, after) for at, item in enumerate(value)
        ]

    def rest(self, first: Card, after: Card) -> list[Card]:
        """All that are left of these, in the order of the set; now they are taken."""
        cards = [card for card in range(first, after) for _copy in range(self.left[card])]
        for card in cards:
            self.left[card] -= 1
        return cards


def place_seat(state: CivCardGameState, seat: Seat, row: Fields, supply: Supply) -> None:
    """Land, stock, technologies and hand of a seat."""
    realm = state.realms[seat]
    if row.has("plots"):
        value = row.raw("plots")
        if not isinstance(value, list) or len(value) > MOST_PLOTS:
            row.fail("plots", f"expected a list of up to {MOST_PLOTS} plots, not {shown(value)}")
        for plot in row.objects("plots", len(value)):
            place_plot(realm, plot, supply)
            plot.close()
    stock = Fields(row.raw("stock"), row.at("stock"))
    realm.stock = [stock.number(letter, 0, MOST_STOCK, 0) for letter in LETTERS]
    stock.close()
    realm.techs = supply.pile(row, "techs", FIRST_TECH, FIRST_PLOT)
    box = state.game.box
    owned = realm.techs + [card for _plot, card in realm.standing()]
    thefts = [card for card in owned if box.card_thefts[card] or box.thefts[card]]
    realm.powers = read_powers(row, thefts)
    realm.recount(box)
    state.hands[seat] = sorted(supply.pile(row, "hand", 0, KINDS))


def read_powers(row: Fields, thefts: list[Card]) -> list[Card]:
    """Which of these are still to be used; by default all (CI-13)."""
    if not row.has("powers"):
        return thefts
    value = row.raw("powers")
    if not isinstance(value, list):
        row.fail("powers", f"expected a list of cards, not {shown(value)}")
    left = thefts[:]
    for at, name in enumerate(value):
        if name not in names(left):
            allowed = ", ".join(names(left)) or "none"
            row.fail(f"powers[{at}]", f"expected one of {allowed}, not {shown(name)}")
        left.remove(CARD[name])
    return [CARD[name] for name in value]


def place_plot(realm: Realm, fields: Fields, supply: Supply) -> None:
    """A plot and what is on it."""
    realm.add_plot(supply.take(fields, "card", fields.raw("card"), FIRST_PLOT, CARDS))
    realm.pops[-1] = fields.number("population", 0, 2 * MOST_POPULATION, 0)
    last = len(realm.structures) - 1
    realm.replace(last, tuple(supply.pile(fields, "structures", 0, FIRST_UNIT)))


def place_combat(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    """The units that fight."""
    in_combat = state.phase in combat.PHASES
    if not in_combat:
        return
    area = Fields(fields.raw("combat"), "combat")
    value = area.raw("units")
    if not isinstance(value, list) or not value:
        area.fail("units", f"expected the units that attack, not {shown(value)}")
    state.units = [place_unit(state, unit, supply) for unit in area.objects("units", len(value))]
    strikes = state.phase in STRIKES
    last = len(state.units) - 1
    state.striking = area.number("striking", 0, last if strikes else 0, 0)
    most = MOST_INSTRUCTIONS if strikes or state.phase == BREACH else 0
    state.instruction = area.number("instruction", 0, most, 0)
    moving = state.phase in (RECEIVE, VACATE)
    target = state.realms[state.units[state.striking].target]
    low = 1 if state.phase == VACATE else 0
    plots = max(low, len(target.plots)) if moving else 0
    state.vacating = area.number("vacating", low, plots, low) - 1
    low = 1 if state.phase == REPEL else 0
    state.sent_back = area.number("sent_back", low, last + 1 if low else 0, low)
    area.close()


def place_unit(state: CivCardGameState, fields: Fields, supply: Supply) -> Unit:
    """One unit: whom it attacks, and who stands against it."""
    card = supply.take(fields, "card", fields.raw("card"), 0, KINDS)
    if not is_unit(card) or not state.game.box.attacks[card]:
        fields.fail("card", f"{NAMES[card]} does not attack (CC-69)")
    neighbours = state.game.neighbours(state.turn)
    target = fields.number("target", 0, state.seats - 1, neighbours[0])
    if target not in neighbours:
        fields.fail("target", f"seat {target} is no neighbour of seat {state.turn} (CC-68)")
    default = "unblocked" if state.phase in STRIKES else "attacking"
    status = fields.word("state", UNIT_STATES, default)
    blocker = UNDECIDED if status == "attacking" else UNSTOPPED
    if status == "blocked":
        blocker = supply.take(fields, "blocker", fields.raw("blocker"), 0, KINDS)
        if blocker not in state.game.box.stops[card]:
            fields.fail("blocker", f"{NAMES[blocker]} does not block {NAMES[card]} (CC-91)")
    fields.close()
    return Unit(card, target, blocker)


def place_market(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    """What lies open of plots and technologies, and the decks below them."""
    market = Fields(fields.raw("market"), "market")
    state.market.plots = supply.pile(market, "plots", FIRST_PLOT, CARDS)
    state.market.techs = supply.pile(market, "techs", FIRST_TECH, FIRST_PLOT)
    state.revealed = supply.pile(fields, "revealed", FIRST_PLOT, CARDS)
    state.market.faded = supply.pile(fields, "faded", FIRST_TECH, FIRST_PLOT)
    plots = supply.pile(fields, "plot_deck", FIRST_PLOT, CARDS)
    techs = supply.pile(fields, "tech_deck", FIRST_TECH, FIRST_PLOT)
    fill_land(state, supply)
    plots += supply.rest(FIRST_PLOT, CARDS)
    techs += supply.rest(FIRST_TECH, FIRST_PLOT)
    if state.phase != DRAFT:
        open_up(market, "plots", state.market.plots, plots)
        open_up(market, "techs", state.market.techs, techs)
    state.market.fresh_plots = market.number("fresh_plots", 0, len(state.market.plots), 0)
    state.market.fresh_techs = market.number("fresh_techs", 0, len(state.market.techs), 0)
    market.close()
    state.market.plot_deck, state.market.tech_deck = plots, techs


def fill_land(state: CivCardGameState, supply: Supply) -> None:
    """Plots that a document does not name make up the least that everybody has (CC-06)."""
    least = DEALT_PLOTS if state.phase == DRAFT else PLOTS_OF_A_SEAT
    for realm in state.realms:
        for card in range(FIRST_PLOT, CARDS):
            while len(realm.plots) < least and supply.left[card]:
                supply.left[card] -= 1
                realm.add_plot(card)


def open_up(market: Fields, name: str, on_offer: list[Card], deck: list[Card]) -> None:
    """Markets that are not named show the top of their deck; there are three of each (CC-41)."""
    if not market.has(name):
        on_offer += deck[:ON_OFFER]
        del deck[:ON_OFFER]
    if len(on_offer) > ON_OFFER or (len(on_offer) < ON_OFFER and deck):
        market.fail(name, f"expected {ON_OFFER} cards, or all that are left (CI-03)")


def place_decks(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    """The discard pile, the top of the play deck; the rest lies below it, or is discarded."""
    discarded = supply.pile(fields, "discard", 0, KINDS)
    state.deck = supply.pile(fields, "deck", 0, KINDS)
    rest = supply.rest(0, KINDS)
    if fields.word("rest", ["deck", "discard"], "deck") == "deck":
        state.deck += rest
    else:
        discarded += rest
    for card in discarded:
        state.discard[card] += 1


def place_population(state: CivCardGameState, fields: Fields, rows: list[Fields]) -> None:
    """The population cards that are left (CI-02)."""
    used = sum([realm.population() for realm in state.realms])
    used += 1 if state.phase == RECEIVE else 0  # the one that changes hands
    whole = state.game.population
    if whole >= 0:
        if used > whole:
            fields.fail("table", f"{used} population, of {whole} (CI-02)")
        state.supply = fields.number("supply", whole - used, whole - used, whole - used)
    else:
        fields.number("supply", 0, 0, 0)
    for realm, row in zip(state.realms, rows, strict=True):
        realm.acquired = row.number("acquired", 0, MOST_STOCK, realm.population())


def place_question(state: CivCardGameState, fields: Fields) -> None:
    """How far the turn has gone."""
    turn = Fields(fields.raw("question"), "question")
    state.collecting = flag(turn, "collecting") and state.phase == TURN
    known = [name for _bit, name in BOUGHT_NAMES]
    bought = turn.words("bought", known if state.game.one_each else [], [])
    for bit, name in BOUGHT_NAMES:
        state.bought |= bit if name in bought else 0
    loose = Fields(turn.raw("loose"), turn.at("loose"))
    most = state.realms[max(0, state.turn)].stock if state.game.goods_lost else [0, 0, 0]
    state.loose = [loose.number(letter, 0, most[kind], 0) for kind, letter in enumerate(LETTERS)]
    loose.close()
    state.demolished = flag(turn, "demolished")
    powers = names(state.realms[max(0, state.turn)].powers)
    pending = turn.words("pending", powers if state.game.at_once else [], [])
    state.pending = [CARD[name] for name in pending]
    asks = state.phase in (DISCARD, SURRENDER, CULL)
    usual = CARDS_DISCARDED if state.phase == DISCARD else OPENING_DISCARDS
    if state.phase == SURRENDER:
        usual = 1
    state.due = turn.number("due", 1, MOST_DUE, usual) if asks else turn.number("due", 0, 0, 0)
    turn.close()


def flag(fields: Fields, name: str) -> bool:
    """True or false; false if it is not there."""
    value = fields.raw(name) if fields.has(name) else False
    if not isinstance(value, bool):
        fields.fail(name, f"expected true or false, not {shown(value)}")
    return value


def place_end(state: CivCardGameState, fields: Fields) -> None:
    """How near the end is."""
    state.drought = fields.number("drought", 0, MOST_ROUNDS, 0)
    state.tech_sold = flag(fields, "tech_sold")
    state.ending = flag(fields, "ending")


def place_statuses(state: CivCardGameState, fields: Fields) -> None:
    """Who has them follows from the realms, but where a tie leaves them with who had them."""
    before = Fields(fields.raw("statuses"), "statuses")
    masks: list[int] = []
    for name in STATUSES:
        seats = before.numbers(name, 0, state.seats - 1) if before.has(name) else []
        masks.append(sum([SEAT_BIT[seat] for seat in seats]))
    before.close()
    if state.game.keeps_status:
        state.cultured, state.happy = masks
    state.watch_statuses()


def ask(state: CivCardGameState, fields: Fields, phase: int) -> None:
    """Put the question."""
    if phase == OVER:
        state.finish()
        return
    asked = fields.number("asked", 0, state.seats - 1, who_is_asked(state, phase))
    invariants.check_question(state, fields, phase, asked)
    state.plan_anew(layout.tasks_after(state, phase, asked))
    if state.collecting:
        draft = Draft(state, asked)
        if not draft.bonuses:
            carry_out(state, draft)
    state.ask_one(phase, asked)


def who_is_asked(state: CivCardGameState, phase: int) -> Seat:
    """Whom the question is for, if the document does not say."""
    if phase in SETTING_UP:
        return state.first
    if phase in (TURN, DISCARD, RECEIVE):
        return state.turn
    if phase in STRIKES:
        return state.units[state.striking].target
    if phase == SURRENDER:
        return state.game.victims(state.turn)[0]
    found = combat.defenders(state)
    return found[0] if found else NOBODY
