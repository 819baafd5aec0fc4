"""What is true between any two decisions (d); positions are held against it.

What contradicts itself, the phase or the table's options is refused. What only has no history is
not: a hand of three, many technologies in round 1. It plays on like any other position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, ParamSpec, final

from microciv.core.errors import BadPosition
from microciv.core.moves import Seat
from microciv.games.civ_card_game.effects import DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.rules import combat
from microciv.games.civ_card_game.rules.menus import TECH_BOUGHT
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    BREACH,
    CULL,
    DISCARD,
    DRAFT,
    FOUND,
    OVER,
    RAZE,
    RECEIVE,
    REPEL,
    STRIKES,
    SURRENDER,
    TURN,
    VACATE,
    YIELD,
)
from microciv.games.civ_card_game.rules.turns import AFTER_THE_ROUND, AT_ONCE, is_last_round
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState

Parts = ParamSpec("Parts")
SETTING_UP: Final = (DRAFT, FOUND, CULL)
MOST_STRUCTURES: Final = 2  # on a plot (CI-06)
MOST_TOLD: Final = 10  # complaints about one document


@final
class Complaints:
    """What is wrong with a document, each with the path of its field; all is told at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, path: str, complaint: str) -> None:
        self.found.append(f"{path}: {complaint}")

    def attempt(
        self, read: Callable[Parts, None], *parts: Parts.args, **named: Parts.kwargs
    ) -> None:
        """Read a part of the document; if it cannot be read, go on with the next."""
        try:
            read(*parts, **named)
        except BadPosition as error:
            self.found.append(str(error))

    def tell(self) -> None:
        """Refuse the document, if there is anything to complain of.

        :raises BadPosition: with all complaints.
        """
        if self.found:
            more = len(self.found) - MOST_TOLD
            told = self.found[:MOST_TOLD] + ([t("and {n} more", n=more)] if more > 0 else [])
            raise BadPosition("; ".join(told))


def check(state: CivCardGameState, wrong: Complaints) -> None:
    """Complain of a table that no match can come to."""
    for seat in range(state.seats):
        check_land(state, wrong, seat)
        check_powers(state, wrong, seat)
    if state.phase in SETTING_UP:
        check_beginning(state, wrong)
    if state.phase == DRAFT:
        check_draft(state, wrong)
    elif state.revealed:
        wrong.add("revealed", t("plots lie open only while they are drafted (CC-04)"))
    if state.first and not state.game.random_dealer:
        wrong.add("first", t("expected 0: at this table the last seat deals (CC-01)"))
    check_market(state, wrong)
    check_turn(state, wrong)
    check_end(state, wrong)


# --- the table


def check_land(state: CivCardGameState, wrong: Complaints, seat: Seat) -> None:
    """The plots that all begin with at least, two structures on each at most (CI-05 to CI-07)."""
    realm = state.realms[seat]
    game = state.game
    least = game.settled.plots_dealt if state.phase == DRAFT else game.plots_each
    if len(realm.plots) < least:
        wrong.add(f"table[{seat}].plots", t("everybody has {n} plots at least (CI-05)", n=least))
    for plot, standing in enumerate(realm.structures):
        path = f"table[{seat}].plots[{plot}].structures"
        twice = [card for card in standing if standing.count(card) > 1]
        if len(standing) > MOST_STRUCTURES:
            wrong.add(path, t("a plot holds two structures at most (CI-06)"))
        if twice and not state.game.duplicates:
            wrong.add(
                path, t("{card} stands there twice (CC-50)", card=state.game.box.names[twice[0]])
            )
        if is_left_overfull(state, seat, plot):
            wrong.add(
                path,
                t(
                    "{card} would have gone back to hand (CC-49)",
                    card=state.game.box.names[standing[-1]],
                ),
            )
    if realm.acquired < realm.population():
        wrong.add(f"table[{seat}].acquired", t("expected {n} at least", n=realm.population()))


def is_left_overfull(state: CivCardGameState, seat: Seat, plot: int) -> bool:
    """Has the plot too many structures where one of them is sent back at once (CA-19)?"""
    game, realm = state.game, state.realms[seat]
    standing = realm.structures[plot]
    if not game.overfull_returns or len(standing) <= realm.places_of(plot):
        return False
    box = game.box
    gives_places = any([places > 1 for places in box.places[: box.first_unit]])
    if gives_places or not any([box.is_building(card) for card in standing]):
        return False  # places can go with a structure, and wonders stay
    leaving = state.vacating == plot and state.units[state.striking].target == seat
    return not leaving


def check_powers(state: CivCardGameState, wrong: Complaints, seat: Seat) -> None:
    """Where thefts work on purchase or never, none is kept (CA-26)."""
    if state.game.at_once:
        pending = state.pending if seat == state.turn else []
        if state.realms[seat].powers != pending:
            cards = ", ".join(state.game.box.names_of(pending))
            wrong.add(
                f"table[{seat}].powers",
                t("expected {cards}: the others are gone (CC-54)", cards=cards)
                if cards
                else t("expected none: the others are gone (CC-54)"),
            )


def check_market(state: CivCardGameState, wrong: Complaints) -> None:
    """Cards that have to wait have come in this turn (CC-42)."""
    market, game = state.market, state.game
    for name, fresh, no_more in (
        ("fresh_plots", market.fresh_plots, t("expected 1 at most: one plot a turn (CC-27)")),
        ("fresh_techs", market.fresh_techs, t("expected 1 at most: one tech a turn (CC-27)")),
    ):
        if fresh and not game.market_waits:
            wrong.add(f"market.{name}", t("expected 0: at this table no card has to wait (CC-42)"))
        elif fresh and (state.collecting or state.turn < 0):
            wrong.add(
                f"market.{name}", t("expected 0: nothing has been bought in this turn (CC-42)")
            )
        elif fresh > 1 and game.one_each:
            wrong.add(f"market.{name}", no_more)
    if market.faded and not game.drought_rounds:
        wrong.add("faded", t("at this table no technology is ever removed (CC-115)"))


# --- the set-up


def check_beginning(state: CivCardGameState, wrong: Complaints) -> None:
    """Nothing has happened before the first turn."""
    if state.round:
        wrong.add("round", t("expected 0: the first round begins with the first turn (CC-12)"))
    if state.drought or state.tech_sold:
        wrong.add(
            "drought" if state.drought else "tech_sold", t("no round has been played (CC-115)")
        )
    if state.phase != CULL and max(state.discard):
        wrong.add("discard", t("expected none: no hand has been dealt (CC-09)"))
    for seat in range(state.seats):
        check_beginner(state, wrong, seat)


def check_beginner(state: CivCardGameState, wrong: Complaints, seat: Seat) -> None:
    """Before the first turn nobody has anything but land, population and then a hand."""
    realm, phase, row = state.realms[seat], state.phase, f"table[{seat}]"
    if max(realm.stock):
        wrong.add(f"{row}.stock", t("all stocks begin at nothing (CC-11)"))
    if realm.techs:
        wrong.add(f"{row}.techs", t("nothing is bought before the first turn (CC-12)"))
    if realm.standing():
        wrong.add(f"{row}.plots", t("nothing is built before the first turn (CC-12)"))
    if phase != CULL and state.hands[seat]:
        wrong.add(f"{row}.hand", t("hands are dealt after the first population (CC-09)"))
    if phase == CULL and realm.population() > 1:
        wrong.add(f"{row}.plots", t("one population has been settled (CC-08)"))
    if phase == DRAFT and realm.population():
        wrong.add(f"{row}.plots", t("nobody settles before the drafts are over (CC-08)"))
    if realm.acquired > realm.population():
        wrong.add(f"{row}.acquired", t("expected {n}: none is lost yet", n=realm.population()))


def check_draft(state: CivCardGameState, wrong: Complaints) -> None:
    """Everybody takes one of as many plots, then one of as many again (CC-04, CC-05)."""
    counts = [len(realm.plots) for realm in state.realms]
    dealt = state.game.settled.plots_dealt
    second = min(counts) > dealt
    base = dealt + 1 if second else dealt
    if max(counts) > base + 1:
        wrong.add(
            "table",
            t(
                "in this draft everybody has {base} or {more} plots (CC-06)",
                base=base,
                more=base + 1,
            ),
        )
    order = state.order() if not second else state.order()[::-1]
    taken = [counts[seat] - base for seat in order]
    if sorted(taken, reverse=True) != taken:
        wrong.add("table", t("plots are taken in the order of seats, then backwards (CC-05)"))
    if len(state.revealed) != state.seats - sum(taken):
        wrong.add(
            "revealed",
            tn(state.seats - sum(taken), "expected {n} plot (CC-04)", "expected {n} plots (CC-04)"),
        )
    if state.market.plots or state.market.techs:
        wrong.add("market", t("it opens after the drafts (CC-07)"))


def check_drafter(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """The next in order who has not taken one (CC-04, CC-05)."""
    counts = [len(realm.plots) for realm in state.realms]
    dealt = state.game.settled.plots_dealt
    second = min(counts) > dealt
    order = state.order()[::-1] if second else state.order()
    base = dealt + 1 if second else dealt
    waiting = [seat for seat in order if counts[seat] == base]
    if not waiting or asked != waiting[0]:
        wrong.add(
            "asked", t("expected seat {seat} (CC-05)", seat=waiting[0] if waiting else order[0])
        )
    if len(set(state.revealed)) < 2:
        wrong.add("revealed", t("expected different plots: there is no choice (CC-04)"))


def check_founders(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """Seats asked earlier have settled one, the others none (CC-08)."""
    if state.supply == 0:
        wrong.add("supply", t("there is no population to settle (CC-35)"))
    order = state.order()
    for index, seat in enumerate(order):
        settled = 1 if index < order.index(asked) else 0
        if state.realms[seat].population() != settled:
            wrong.add(
                f"table[{seat}].plots",
                t("expected 1 population: this seat has settled (CC-08)")
                if settled
                else t("expected 0 population: this seat has still to settle (CC-08)"),
            )


# --- the turn and the end


def check_turn(state: CivCardGameState, wrong: Complaints) -> None:
    """What is open in Purchase alone, and what this table does not know."""
    if state.demolished and not state.game.demolish:
        wrong.add("question.demolished", t("nothing is taken down at this table (CC-51)"))
    if state.collecting and state.phase != TURN:
        wrong.add("question.collecting", t("Collect is the beginning of a turn (CC-13)"))
    if state.collecting or state.phase in SETTING_UP:
        for name, is_so in (
            ("bought", state.bought > 0),
            ("demolished", state.demolished),
            ("pending", len(state.pending) > 0),
            ("loose", sum(state.loose) > 0),
        ):
            if is_so:
                wrong.add(f"question.{name}", t("nothing is bought before Collect (CC-13)"))
    if state.pending and state.phase != TURN:
        wrong.add("question.pending", t("a theft is used or waived before anything else (CC-54)"))
    if len(state.pending) > 1:
        wrong.add("question.pending", t("expected one theft: that of the last purchase (CC-54)"))
    if sum(state.loose) and state.phase not in (TURN, SURRENDER, OVER):
        wrong.add("question.loose", t("what is loose is lost when Purchase ends (CC-29)"))
    sold = state.ending or state.market.fresh_techs or state.bought & TECH_BOUGHT
    if sold and not state.tech_sold and state.phase not in SETTING_UP:
        wrong.add("tech_sold", t("expected true: one was sold in this turn (CC-115)"))


def check_end(state: CivCardGameState, wrong: Complaints) -> None:
    """The match is over when, and only when, nothing is left to be played (CI-18)."""
    game, phase = state.game, state.phase
    sold_out = not state.market.techs and len(state.market.tech_deck) == state.market.techs_drawn
    if phase == DRAFT:
        sold_out = False  # the market is not open yet
    if state.ending and (not sold_out or game.end_trigger == AT_ONCE):
        wrong.add("ending", t("there are technologies to buy, or the match is over (CC-110)"))
    if sold_out and phase != OVER and not state.ending:
        wrong.add("market.techs", t("no technology is left: the match is over (CI-18)"))
    if phase == OVER and not sold_out and not is_last_round(state):
        wrong.add("phase", t("a match is over when all technologies are sold (CI-18)"))
    elif phase == OVER and not (sold_out and game.end_trigger != AFTER_THE_ROUND):
        last = state.order()[-1]
        if state.turn != last:
            wrong.add(
                "turn", t("expected {last}: a round is played to its end (CC-115)", last=last)
            )
    if game.max_rounds > 0 and state.round > game.max_rounds:
        wrong.add("round", t("expected up to {n}: max_rounds (CC-115)", n=game.max_rounds))


# --- the question


def check_question(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """Complain of what cannot be asked of this seat."""
    phase = state.phase
    if phase in (TURN, DISCARD, RECEIVE) and asked != state.turn:
        wrong.add("asked", t("it is the turn of seat {seat} (CC-15)", seat=state.turn))
    if phase == DRAFT:
        check_drafter(state, wrong, asked)
    elif phase == FOUND:
        check_founders(state, wrong, asked)
    elif phase in (DISCARD, CULL):
        order = state.order()
        for seat in [asked] if phase == DISCARD else order[order.index(asked) :]:
            if len(state.hands[seat]) <= state.due:
                wrong.add(
                    f"table[{seat}].hand",
                    tn(
                        state.due,
                        "expected more than {n} card (CC-108)",
                        "expected more than {n} cards (CC-108)",
                    ),
                )
    elif phase == SURRENDER:
        check_surrender(state, wrong, asked)
    elif phase in combat.PHASES:
        check_combat(state, wrong, asked)
    if len(state.market.plots) > state.game.settled.market_size:
        wrong.add(
            "market.plots", t("expected {n} at most (CI-03)", n=state.game.settled.market_size)
        )


def check_surrender(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """A victim that has a choice, of a theft that has just been used (CA-29)."""
    if not state.game.victim_chooses or asked not in state.game.victims(state.turn):
        wrong.add("phase", t("nobody surrenders anything at this table (CC-56)"))
        return
    if not state.due:
        wrong.add(
            f"table[{state.turn}].powers",
            t("expected a card whose theft of resources has been used (CC-56)"),
        )
        return
    stock = state.realms[asked].stock
    if state.due >= sum(stock) or len([amount for amount in stock if amount]) < 2:
        wrong.add(
            "question.due",
            t("seat {seat} has no choice: {stock} in stock (CC-56)", seat=asked, stock=sum(stock)),
        )


def check_combat(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """A question that the combat can have come to."""
    phase = state.phase
    if state.round <= state.game.peace_rounds:
        wrong.add("round", t("there is peace (CC-73)"))
    own = combat.attacking(state, asked)
    if phase != RECEIVE and not own:
        wrong.add("asked", t("seat {seat} is not attacked (CC-71)", seat=asked))
        return
    check_units(state, wrong, asked)
    check_walls(state, wrong, asked)
    if phase == BREACH:
        check_breach(state, wrong, asked)
    elif phase == REPEL:
        if len(combat.repellable(state, asked)) < 2 or state.sent_back >= len(own):
            wrong.add("combat.units", t("expected different units to send back (CC-85)"))
        strength = combat.strength_of_walls(state, asked)
        if not strength:
            wrong.add("phase", t("seat {seat} has no walls (CC-84)", seat=asked))
        elif state.sent_back > strength:
            wrong.add("combat.sent_back", t("expected {n} at most (CC-86)", n=strength))
    elif phase == BLOCK:
        if not [at for at in own if state.game.box.stops[state.units[at].card]]:
            wrong.add("combat.units", t("expected a unit that some card can block (CC-91)"))
    else:
        check_damage(state, wrong, asked)


def check_breach(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """A choice of walls, and a unit that has not done all it can (CC-80, CC-81)."""
    engines = combat.engines_against(state, asked)
    if not engines or len(combat.walls_of(state, asked)) < 2:
        wrong.add("phase", t("expected a Catapult, and City Walls to choose from (CC-81)"))
    elif state.instruction >= state.game.box.breach[state.units[engines[0]].card]:
        wrong.add("combat.instruction", t("a Catapult that has done all it can is gone (CC-80)"))


def check_walls(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """After the walls part no Catapult and City Walls are left to pair (CC-80)."""
    order = combat.defenders(state)
    if state.phase == BREACH:
        order = order[: order.index(asked)]
    elif state.phase == REPEL:
        order = order[: order.index(asked) + 1]
    for seat in order:
        engines, walls = combat.engines_against(state, seat), combat.walls_of(state, seat)
        if engines and walls:
            engine, wall = (
                state.game.box.names[state.units[engines[0]].card],
                state.game.box.names[walls[0][1]],
            )
            path = f"combat.units[{engines[0]}]"
            wrong.add(
                path,
                t(
                    "{engine} would have removed {wall} of seat {seat} (CC-80)",
                    engine=engine,
                    wall=wall,
                    seat=seat,
                ),
            )


def check_units(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """How far each unit has come: blocks are settled defender by defender (CC-72, CC-77)."""
    order = combat.defenders(state)
    for at, unit in enumerate(state.units):
        target, blocker = unit.target, unit.blocker
        path = f"combat.units[{at}].state"
        if state.phase in STRIKES:
            if blocker != combat.UNSTOPPED:
                wrong.add(path, t("expected unblocked: only these do damage (CC-95)"))
        elif state.phase == BLOCK and order.index(target) < order.index(asked):
            if blocker == combat.UNDECIDED:
                wrong.add(
                    path, t("expected blocked or unblocked: seat {seat} has answered", seat=target)
                )
        elif blocker != combat.UNDECIDED:
            wrong.add(
                path, t("expected attacking: seat {seat} has not been asked (CC-90)", seat=target)
            )
    targets = [order.index(unit.target) for unit in state.units]
    if state.phase in STRIKES and targets != sorted(targets):
        wrong.add("combat.units", t("they strike the left neighbour first (CC-72)"))


def check_damage(state: CivCardGameState, wrong: Complaints, asked: Seat) -> None:
    """The unit that strikes does what is asked about."""
    phase, unit = state.phase, state.units[state.striking]
    card, target = unit.card, unit.target
    if phase != RECEIVE and asked != target:
        wrong.add(
            "asked",
            t("{card} attacks seat {seat} (CC-76)", card=state.game.box.names[card], seat=target),
        )
    realm = state.realms[target]
    if state.vacating >= 0:
        check_vacating(state, wrong, target)
    damage = state.game.box.damage[card]
    at = state.instruction - 1 if phase == VACATE else state.instruction  # it is done by then
    wanted = DESTROY_BUILDING if phase == RAZE else STEAL_POPULATION
    if not 0 <= at < len(damage) or damage[at] != wanted:
        wrong.add(
            "combat.instruction",
            t("{card} does something else then (a.6)", card=state.game.box.names[card]),
        )
    if phase == YIELD and len([number for number in realm.pops if number]) < 2:
        wrong.add("phase", t("seat {seat} has no choice of population (CC-97)", seat=target))
    if phase == RAZE and len(combat.buildings_of(state, target)) < 2:
        wrong.add("phase", t("seat {seat} has no choice of buildings (CC-98)", seat=target))


def check_vacating(state: CivCardGameState, wrong: Complaints, target: Seat) -> None:
    """A plot that has too many structures, and a choice among them (CA-19)."""
    realm, plot = state.realms[target], state.vacating
    standing = realm.structures[plot]
    if len(standing) <= realm.places_of(plot) or not state.game.overfull_returns:
        wrong.add("combat.vacating", t("nothing has to leave this plot (CC-49)"))
    buildings = {card for card in standing if state.game.box.is_building(card)}
    if state.phase == VACATE and len(buildings) < 2:
        wrong.add("combat.vacating", t("there is no choice of buildings (CA-19)"))
