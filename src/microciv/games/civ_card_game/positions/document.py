"""Positions: the complete truth as a document, and back, checked against the invariants (d). The
format is described for people in docs/games/civ-card-game.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.fields import Fields, none_of, read_generator, shown
from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.games.civ_card_game.boxes import Box
from microciv.games.civ_card_game.cards import LETTERS, MOST_ON_PLOT, Card
from microciv.games.civ_card_game.effects import DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.moves import MOST_PLOTS
from microciv.games.civ_card_game.positions import invariants
from microciv.games.civ_card_game.positions.invariants import SETTING_UP, Complaints
from microciv.games.civ_card_game.positions.thefts import set_up_due, set_up_powers, thefts_of
from microciv.games.civ_card_game.rules import combat, layout
from microciv.games.civ_card_game.rules.combat import UNDECIDED, UNSTOPPED, Unit
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.menus import BOUGHT_NAMES, TECH_BOUGHT
from microciv.games.civ_card_game.rules.phases import (
    BREACH,
    DISCARD,
    DRAFT,
    OVER,
    PHASES,
    RAZE,
    RECEIVE,
    REPEL,
    STRIKES,
    SURRENDER,
    TURN,
    VACATE,
)
from microciv.games.civ_card_game.rules.realms import MOST_ACQUIRED, MOST_STOCK, Realm
from microciv.games.civ_card_game.rules.turns import LAST_ROUND, carry_out
from microciv.games.civ_card_game.views.observation import bought_names
from microciv.hidden import chronicle
from microciv.hidden.bags import bag_of
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.rules.state import CivCardGameState

MOST_INSTRUCTIONS: Final = 99  # of a unit
UNIT_STATES: Final[list[str]] = ["attacking", "blocked", "unblocked"]
STATUSES: Final[list[str]] = ["culture", "happiness"]


# --- out


def lay_out(state: CivCardGameState) -> dict[str, object]:
    box = state.game.box
    own: dict[str, object] = {"round": state.round, "phase": PHASES[state.phase]}
    own["first"] = state.first
    if state.turn >= 0:
        own["turn"] = state.turn
    if state.asked:
        own["asked"] = state.asked[0]
    own["table"] = [lay_seat(state, seat) for seat in range(state.seats)]
    own["market"] = {
        "plots": names(box, state.market.plots),
        "techs": names(box, state.market.techs),
        "fresh_plots": state.market.fresh_plots,
        "fresh_techs": state.market.fresh_techs,
    }
    if state.revealed:
        own["revealed"] = names(box, state.revealed)
    own["plot_deck"] = names(box, state.market.plot_deck[state.market.plots_drawn :])
    own["tech_deck"] = names(box, state.market.tech_deck[state.market.techs_drawn :])
    own["faded"] = names(box, state.market.faded)
    own["deck"] = names(box, state.deck[state.drawn :])
    own["discard"] = names(
        box, [card for card in range(box.first_tech) for _ in range(state.discard[card])]
    )
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


def names(box: Box, cards: list[Card]) -> list[str]:
    return list(box.names_of(cards))


def seats_of(state: CivCardGameState, mask: int) -> list[Seat]:
    return [seat for seat in range(state.seats) if mask & SEAT_BIT[seat]]


def lay_seat(state: CivCardGameState, seat: Seat) -> dict[str, object]:
    box = state.game.box
    realm = state.realms[seat]
    return {
        "plots": [
            {
                "card": box.names[card],
                "population": realm.pops[plot],
                "structures": names(box, list(realm.structures[plot])),
            }
            for plot, card in enumerate(realm.plots)
        ],
        "stock": dict(zip(LETTERS, realm.stock, strict=True)),
        "techs": names(box, realm.techs),
        "powers": names(box, realm.powers),
        "acquired": realm.acquired,
        "hand": names(box, state.hands[seat]),
    }


def lay_question(state: CivCardGameState) -> dict[str, object]:
    box = state.game.box
    return {
        "collecting": state.collecting,
        "bought": list(bought_names(state.bought)),
        "loose": dict(zip(LETTERS, state.loose, strict=True)),
        "demolished": state.demolished,
        "pending": names(box, state.pending),
        "due": state.due,
    }


def lay_combat(state: CivCardGameState) -> dict[str, object]:
    box = state.game.box
    units: list[dict[str, object]] = []
    for unit in state.units:
        row: dict[str, object] = {"card": box.names[unit.card], "target": unit.target}
        row["state"] = "attacking"
        if unit.blocker != UNDECIDED:
            row["state"] = "unblocked" if unit.blocker == UNSTOPPED else "blocked"
        if unit.blocker >= 0:
            row["blocker"] = box.names[unit.blocker]
        units.append(row)
    return {
        "units": units,
        "striking": state.striking,
        "instruction": state.instruction,
        "vacating": state.vacating + 1,
        "sent_back": state.sent_back,
    }


# --- in


def read_position(game: CivCardGame, fields: Fields) -> CivCardGameState:
    """Lay a document out.

    :raises BadPosition: naming the fields that break a rule or an invariant, all of one kind of
        them at once: what cannot be read, then what cannot be.
    """
    state = game.new_state()
    state.phase = PHASES.index(fields.word("phase", PHASES, "turn"))
    rows = fields.objects("table", state.seats)
    supply = Supply(game.box)
    wrong = Complaints()
    wrong.attempt(set_up_round, state, fields)
    for seat, row in enumerate(rows):
        wrong.attempt(set_up_seat, state, seat, row, supply)
    wrong.tell()
    for read in (set_up_combat, set_up_market, set_up_decks):
        wrong.attempt(read, state, fields, supply)
    wrong.tell()
    wrong.attempt(set_up_population, state, fields, rows)
    wrong.attempt(set_up_statuses, state, fields)
    wrong.attempt(set_up_question, state, fields, rows)
    wrong.attempt(set_up_end, state, fields)
    for row in rows:
        wrong.attempt(row.close)
    wrong.tell()
    state.rng = read_generator(fields)
    state.knowledge = chronicle.read(
        fields,
        game.box.whole,
        [bag_of(hand) for hand in state.hands],
        state.deck[state.drawn :],
        state.open_cards(),
        state.views(),
    )
    invariants.check(state, wrong)
    wrong.tell()
    ask(state, fields)
    return state


def set_up_round(state: CivCardGameState, fields: Fields) -> None:
    setting_up = state.phase in SETTING_UP
    least = 0 if setting_up else 1
    state.round = fields.number("round", least, LAST_ROUND, least)
    state.first = fields.number("first", 0, state.seats - 1, 0)
    if not setting_up:
        usual = state.order()[-1] if state.phase == OVER else state.first
        state.turn = fields.number("turn", 0, state.seats - 1, usual)


@final
class Supply:
    """What has not been named yet of a box, by card."""

    def __init__(self, box: Box) -> None:
        self.left = box.copies[:]
        self.box = box

    def take(self, fields: Fields, name: str, value: object, first: Card, after: Card) -> Card:
        """A card of these, by its name."""
        allowed = self.box.names[first:after]
        if not isinstance(value, str) or value not in allowed:
            fields.fail(name, none_of(", ".join(allowed), value))
        card = self.box.card[value]
        if not self.left[card]:
            fields.fail(
                name,
                t(
                    "more {card} than the box has: {copies} (CI-01)",
                    card=value,
                    copies=self.box.copies[card],
                ),
            )
        self.left[card] -= 1
        return card

    def pile(self, fields: Fields, name: str, first: Card, after: Card) -> list[Card]:
        """A list of cards; none if the field is not there."""
        return [
            self.take(fields, f"{name}[{at}]", item, first, after)
            for at, item in enumerate(fields.listed(name, "cards"))
        ]

    def rest(self, first: Card, after: Card) -> list[Card]:
        """All that are left of these, in the order of the set; now they are taken."""
        cards = [card for card in range(first, after) for _copy in range(self.left[card])]
        for card in cards:
            self.left[card] -= 1
        return cards


def set_up_seat(state: CivCardGameState, seat: Seat, row: Fields, supply: Supply) -> None:
    """Land, stock, technologies and hand of a seat."""
    box = state.game.box
    realm = state.realms[seat]
    if row.has("plots"):
        value = row.raw("plots")
        if not isinstance(value, list) or len(value) > MOST_PLOTS:
            row.fail(
                "plots",
                t(
                    "expected a list of up to {n} plots, not {given}",
                    n=MOST_PLOTS,
                    given=shown(value),
                ),
            )
        for plot in row.objects("plots", len(value)):
            set_up_plot(realm, plot, supply)
            plot.close()
    stock = row.part("stock")
    realm.stock = [stock.number(letter, 0, MOST_STOCK, 0) for letter in LETTERS]
    stock.close()
    realm.techs = supply.pile(row, "techs", box.first_tech, box.first_plot)
    realm.recount(box)
    state.hands[seat] = sorted(supply.pile(row, "hand", 0, box.first_tech))


def set_up_plot(realm: Realm, fields: Fields, supply: Supply) -> None:
    box = supply.box
    realm.add_plot(supply.take(fields, "card", fields.raw("card"), box.first_plot, box.size))
    realm.populate(len(realm.pops) - 1, fields.number("population", 0, MOST_ON_PLOT, 0))
    last = len(realm.structures) - 1
    realm.replace(last, tuple(supply.pile(fields, "structures", 0, box.first_unit)))


def set_up_combat(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    if state.phase not in combat.PHASES:
        return
    area = fields.part("combat")
    value = area.raw("units")
    if not isinstance(value, list) or not value:
        area.fail("units", t("expected the units that attack, not {given}", given=shown(value)))
    state.units = [set_up_unit(state, unit, supply) for unit in area.objects("units", len(value))]
    strikes = state.phase in STRIKES
    last = len(state.units) - 1
    state.striking = area.number("striking", 0, last if strikes else 0, 0)
    most = MOST_INSTRUCTIONS if strikes or state.phase == BREACH else 0
    usual = usual_instruction(state) if strikes else 0
    state.instruction = area.number("instruction", 0, most, usual)
    moving = state.phase in (RECEIVE, VACATE)
    target = state.realms[state.units[state.striking].target]
    low = 1 if state.phase == VACATE else 0
    plots = max(low, len(target.plots)) if moving else 0
    state.vacating = area.number("vacating", low, plots, low) - 1
    low = 1 if state.phase == REPEL else 0
    state.sent_back = area.number("sent_back", low, last + 1 if low else 0, low)
    area.close()


def usual_instruction(state: CivCardGameState) -> int:
    """The first instruction of the unit that strikes which leads to the question."""
    box = state.game.box
    wanted = DESTROY_BUILDING if state.phase == RAZE else STEAL_POPULATION
    damage = box.damage[state.units[state.striking].card]
    at = damage.index(wanted) if wanted in damage else 0
    return at + 1 if state.phase == VACATE else at


def set_up_unit(state: CivCardGameState, fields: Fields, supply: Supply) -> Unit:
    """One unit: whom it attacks, and who stands against it."""
    box = state.game.box
    card = supply.take(fields, "card", fields.raw("card"), 0, box.first_tech)
    if not box.is_unit(card) or not box.attacks[card]:
        fields.fail("card", t("{card} does not attack (CC-69)", card=box.names[card]))
    neighbours = state.game.neighbours(state.turn)
    target = fields.number("target", 0, state.seats - 1, neighbours[0])
    if target not in neighbours:
        fields.fail(
            "target",
            t(
                "seat {seat} is not a neighbour of seat {turn} (CC-68)",
                seat=target,
                turn=state.turn,
            ),
        )
    default = "unblocked" if state.phase in STRIKES else "attacking"
    status = fields.word("state", UNIT_STATES, default)
    blocker = UNDECIDED if status == "attacking" else UNSTOPPED
    if status == "blocked":
        blocker = supply.take(fields, "blocker", fields.raw("blocker"), 0, box.first_tech)
        if blocker not in box.stops[card]:
            fields.fail(
                "blocker",
                t(
                    "{blocker} does not block {card} (CC-91)",
                    blocker=box.names[blocker],
                    card=box.names[card],
                ),
            )
    fields.close()
    return Unit(card, target, blocker)


def set_up_market(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    """What lies open of plots and technologies, and the decks below them."""
    box = state.game.box
    market = fields.part("market")
    state.market.plots = supply.pile(market, "plots", box.first_plot, box.size)
    state.market.techs = supply.pile(market, "techs", box.first_tech, box.first_plot)
    state.revealed = supply.pile(fields, "revealed", box.first_plot, box.size)
    state.market.faded = supply.pile(fields, "faded", box.first_tech, box.first_plot)
    plots = supply.pile(fields, "plot_deck", box.first_plot, box.size)
    techs = supply.pile(fields, "tech_deck", box.first_tech, box.first_plot)
    fill_land(state, supply)
    plots += supply.rest(box.first_plot, box.size)
    techs += supply.rest(box.first_tech, box.first_plot)
    if state.phase != DRAFT:
        open_up(market, "plots", state.market.plots, plots, state.game.settled.market_size)
        open_up(market, "techs", state.market.techs, techs, state.game.settled.market_size)
    state.market.fresh_plots = market.number("fresh_plots", 0, len(state.market.plots), 0)
    state.market.fresh_techs = market.number("fresh_techs", 0, len(state.market.techs), 0)
    market.close()
    state.market.plot_deck, state.market.tech_deck = plots, techs


def fill_land(state: CivCardGameState, supply: Supply) -> None:
    """Plots that a document does not name make up the least that everybody has (CC-06)."""
    box = state.game.box
    game = state.game
    least = game.settled.plots_dealt if state.phase == DRAFT else game.plots_each
    for realm in state.realms:
        for card in range(box.first_plot, box.size):
            while len(realm.plots) < least and supply.left[card]:
                supply.left[card] -= 1
                realm.add_plot(card)


def open_up(market: Fields, name: str, on_offer: list[Card], deck: list[Card], size: int) -> None:
    """Markets that are not named show the top of their deck, this many of each (CC-41)."""
    if not market.has(name):
        on_offer += deck[:size]
        del deck[:size]
    if len(on_offer) > size or (len(on_offer) < size and deck):
        market.fail(name, t("expected {n} cards, or all that are left (CI-03)", n=size))


def set_up_decks(state: CivCardGameState, fields: Fields, supply: Supply) -> None:
    """The discard pile, the top of the play deck; the rest lies below it, or is discarded."""
    box = state.game.box
    discarded = supply.pile(fields, "discard", 0, box.first_tech)
    state.deck = supply.pile(fields, "deck", 0, box.first_tech)
    rest = supply.rest(0, box.first_tech)
    if fields.word("rest", ["deck", "discard"], "deck") == "deck":
        state.deck += rest
    else:
        discarded += rest
    for card in discarded:
        state.discard[card] += 1


def set_up_population(state: CivCardGameState, fields: Fields, rows: list[Fields]) -> None:
    """The population cards that are left (CI-02)."""
    used = sum([realm.population() for realm in state.realms])
    used += 1 if state.phase == RECEIVE else 0  # the one that changes hands
    whole = state.game.population
    if whole >= 0:
        if used > whole:
            fields.fail("table", t("{used} population, of {whole} (CI-02)", used=used, whole=whole))
        state.supply = fields.number("supply", whole - used, whole - used, whole - used)
    else:
        fields.number("supply", 0, 0, 0)
    for realm, row in zip(state.realms, rows, strict=True):
        realm.acquired = row.number("acquired", 0, MOST_ACQUIRED, realm.population())


def set_up_question(state: CivCardGameState, fields: Fields, rows: list[Fields]) -> None:
    box = state.game.box
    game, turn = state.game, fields.part("question")
    state.collecting = turn.flag("collecting")
    known = [name for _bit, name in BOUGHT_NAMES]
    bought = turn.words("bought", known if game.one_each else [], [])
    for bit, name in BOUGHT_NAMES:
        state.bought |= bit if name in bought else 0
    loose = turn.part("loose")
    most = state.realms[max(0, state.turn)].stock if game.goods_lost else [0, 0, 0]
    state.loose = [loose.number(letter, 0, most[kind], 0) for kind, letter in enumerate(LETTERS)]
    loose.close()
    state.demolished = turn.flag("demolished")
    thefts = names(box, thefts_of(state, max(0, state.turn)))
    pending = turn.words("pending", thefts if game.at_once else [], [])
    state.pending = [box.card[name] for name in pending]
    for seat, row in enumerate(rows):
        set_up_powers(state, seat, row)
    state.due = set_up_due(state, turn)
    turn.close()


def set_up_end(state: CivCardGameState, fields: Fields) -> None:
    state.drought = fields.number("drought", 0, LAST_ROUND, 0)
    state.ending = fields.flag("ending")
    sold = state.ending or state.market.fresh_techs > 0 or state.bought & TECH_BOUGHT > 0
    state.tech_sold = fields.flag("tech_sold", sold)


def set_up_statuses(state: CivCardGameState, fields: Fields) -> None:
    """The holders follow from the realms, except where a tie leaves them with the last ones."""
    before = fields.part("statuses")
    given: dict[str, int] = {}
    for name in STATUSES:
        if before.has(name):
            given[name] = sum([SEAT_BIT[seat] for seat in before.numbers(name, 0, state.seats - 1)])
    before.close()
    if state.game.keeps_status:
        state.cultured, state.happy = [given.get(name, 0) for name in STATUSES]
    state.watch_statuses()
    for name, mask in zip(STATUSES, (state.cultured, state.happy), strict=True):
        if given.get(name, mask) != mask:
            who = ", ".join([str(seat) for seat in seats_of(state, mask)])
            before.fail(
                name,
                t("by what is in play it is {seats} who has it (CC-62, CC-63)", seats=who)
                if who
                else t("by what is in play nobody has it (CC-62, CC-63)"),
            )


def ask(state: CivCardGameState, fields: Fields) -> None:
    """Put the question.

    :raises BadPosition: if it cannot be asked of this seat.
    """
    phase = state.phase
    if phase == OVER:
        state.finish()
        return
    asked = fields.number("asked", 0, state.seats - 1, who_is_asked(state, phase))
    wrong = Complaints()
    invariants.check_question(state, wrong, asked)
    wrong.tell()
    state.reschedule(layout.tasks_after(state, phase, asked))
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
