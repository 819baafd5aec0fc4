"""What is true between any two decisions (d); positions are held against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from microciv.core.errors import BadPosition
from microciv.core.fields import Fields
from microciv.core.moves import Seat
from microciv.games.civ_card_game import combat
from microciv.games.civ_card_game.boxes import PLOTS_OF_A_SEAT
from microciv.games.civ_card_game.cards import NAMES, is_building
from microciv.games.civ_card_game.effects import DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.market import ON_OFFER
from microciv.games.civ_card_game.phases import (
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
from microciv.games.civ_card_game.setup import DEALT_PLOTS
from microciv.games.civ_card_game.turns import AT_ONCE

if TYPE_CHECKING:
    from microciv.games.civ_card_game.state import CivCardGameState

MOST_STRUCTURES: Final = 2  # on a plot (CI-06)


def check(state: CivCardGameState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """Refuse a table that no match can come to.

    :raises BadPosition: naming the field.
    """
    for seat, row in enumerate(rows):
        check_land(state, seat, row, phase)
    if phase == DRAFT:
        check_draft(state, fields)
    elif state.revealed:
        fields.fail("revealed", "plots lie open only while they are drafted (CC-04)")
    sold_out = not state.market.techs and len(state.market.tech_deck) == state.market.techs_drawn
    if state.ending and (not sold_out or state.game.end_trigger == AT_ONCE):
        fields.fail("ending", "there are technologies to buy, or the match is over (CC-110)")
    if state.collecting and state.pending:
        fields.fail("question.pending", "nothing is bought before Collect (CC-13)")
    if sold_out and phase != OVER and not state.ending:
        fields.fail("market.techs", "no technology is left: the match is over (CI-18)")
    capped = state.round == state.game.max_rounds
    if phase == OVER and not sold_out and not capped:
        fields.fail("phase", "a match is over when all technologies are sold (CI-18)")
    if state.game.max_rounds > 0 and state.round > state.game.max_rounds:
        fields.fail("round", f"expected up to {state.game.max_rounds}: max_rounds (CC-115)")


def check_land(state: CivCardGameState, seat: Seat, row: Fields, phase: int) -> None:
    """Four plots at least, two structures on each at most (CI-05 to CI-07)."""
    realm = state.realms[seat]
    least = DEALT_PLOTS if phase == DRAFT else PLOTS_OF_A_SEAT
    if len(realm.plots) < least:
        row.fail("plots", f"everybody has {least} plots at least (CI-05)")
    for plot, standing in enumerate(realm.structures):
        path = f"plots[{plot}].structures"
        if len(standing) > MOST_STRUCTURES:
            row.fail(path, "a plot holds two structures at most (CI-06)")
        if len(set(standing)) < len(standing) and not state.game.duplicates:
            row.fail(path, f"{NAMES[standing[0]]} stands there twice (CC-50)")
    if realm.acquired < realm.population():
        row.fail("acquired", f"expected {realm.population()} at least")


def check_draft(state: CivCardGameState, fields: Fields) -> None:
    """Everybody takes one of as many plots, then one of as many again (CC-04, CC-05)."""
    counts = [len(realm.plots) for realm in state.realms]
    second = min(counts) > DEALT_PLOTS
    base = DEALT_PLOTS + 1 if second else DEALT_PLOTS
    if max(counts) > base + 1:
        fields.fail("table", f"in this draft everybody has {base} or {base + 1} plots (CC-06)")
    order = state.order() if not second else state.order()[::-1]
    taken = [counts[seat] - base for seat in order]
    if sorted(taken, reverse=True) != taken:
        fields.fail("table", "plots are taken in the order of seats, then backwards (CC-05)")
    if len(state.revealed) != state.seats - sum(taken):
        fields.fail("revealed", f"expected {state.seats - sum(taken)} plots (CC-04)")
    if state.market.plots or state.market.techs:
        fields.fail("market", "it opens after the drafts (CC-07)")


def check_question(state: CivCardGameState, fields: Fields, phase: int, asked: Seat) -> None:
    """Can this be asked of this seat?

    :raises BadPosition: naming the field.
    """
    if phase in (TURN, DISCARD, RECEIVE) and asked != state.turn:
        fields.fail("asked", f"it is the turn of seat {state.turn} (CC-15)")
    if phase == DRAFT:
        check_drafter(state, fields, asked)
    elif phase in (DISCARD, CULL):
        order = state.order()
        for seat in [asked] if phase == DISCARD else order[order.index(asked) :]:
            if len(state.hands[seat]) <= state.due:
                complaint = f"expected more than {state.due} cards (CC-108)"
                refuse(fields, f"table[{seat}].hand", complaint)
    elif phase == FOUND and state.supply == 0:
        fields.fail("supply", "there is no population to settle (CC-35)")
    elif phase == SURRENDER:
        check_surrender(state, fields, asked)
    elif phase in combat.PHASES:
        check_combat(state, fields, phase, asked)
    if state.market.plots and len(state.market.plots) > ON_OFFER:
        fields.fail("market.plots", f"expected {ON_OFFER} at most (CI-03)")


def refuse(fields: Fields, path: str, complaint: str) -> NoReturn:
    """Refuse a field somewhere in the document.

    :raises BadPosition: always.
    """
    raise BadPosition(f"{fields.at(path)}: {complaint}")


def check_drafter(state: CivCardGameState, fields: Fields, asked: Seat) -> None:
    """The next in order who has not taken one (CC-04, CC-05)."""
    counts = [len(realm.plots) for realm in state.realms]
    second = min(counts) > DEALT_PLOTS
    order = state.order()[::-1] if second else state.order()
    base = DEALT_PLOTS + 1 if second else DEALT_PLOTS
    waiting = [seat for seat in order if counts[seat] == base]
    if not waiting or asked != waiting[0]:
        fields.fail("asked", f"expected seat {waiting[0] if waiting else order[0]} (CC-05)")
    if len(set(state.revealed)) < 2:
        fields.fail("revealed", "expected different plots: there is no choice (CC-04)")


def check_surrender(state: CivCardGameState, fields: Fields, asked: Seat) -> None:
    """A victim that has a choice (CA-29)."""
    if not state.game.victim_chooses or asked not in state.game.victims(state.turn):
        fields.fail("phase", "nobody surrenders anything at this table (CC-56)")
    stock = state.realms[asked].stock
    if state.due >= sum(stock) or len([amount for amount in stock if amount]) < 2:
        fields.fail("question.due", f"seat {asked} has no choice: {sum(stock)} in stock (CC-56)")


def check_combat(state: CivCardGameState, fields: Fields, phase: int, asked: Seat) -> None:
    """A question that the combat can have come to."""
    box = state.game.box
    if state.round <= state.game.peace_rounds:
        fields.fail("round", "there is peace (CC-73)")
    own = combat.attacking(state, asked)
    if phase != RECEIVE and not own:
        fields.fail("asked", f"seat {asked} is not attacked (CC-71)")
    check_units(state, fields, phase, asked)
    kinds = set(combat.repellable(state, asked))
    if phase == BREACH:
        engines = combat.engines_against(state, asked)
        if not engines or len(combat.walls_of(state, asked)) < 2:
            fields.fail("phase", "expected a Catapult, and City Walls to choose from (CC-81)")
        if state.instruction >= box.breach[state.units[engines[0]].card]:
            fields.fail("combat.instruction", "a Catapult that has done all it can is gone (CC-80)")
    elif phase == REPEL:
        if len(kinds) < 2 or state.sent_back >= len(own):
            fields.fail("combat.units", "expected different units to send back (CC-85)")
        if not [card for _plot, card in state.realms[asked].standing() if box.bounces[card]]:
            fields.fail("phase", f"seat {asked} has no walls (CC-84)")
    elif phase == BLOCK:
        if not [place for place in own if box.stops[state.units[place].card]]:
            fields.fail("combat.units", "expected a unit that some card can block (CC-91)")
    else:
        check_damage(state, fields, phase, asked)


def check_units(state: CivCardGameState, fields: Fields, phase: int, asked: Seat) -> None:
    """How far each unit has come: blocks are settled defender by defender (CC-72, CC-77)."""
    order = combat.defenders(state)
    for at, unit in enumerate(state.units):
        target, blocker = unit.target, unit.blocker
        path = f"combat.units[{at}].state"
        if phase in STRIKES:
            if blocker != combat.UNSTOPPED:
                refuse(fields, path, "expected unblocked: only these do damage (CC-95)")
        elif phase == BLOCK and order.index(target) < order.index(asked):
            if blocker == combat.UNDECIDED:
                refuse(fields, path, f"expected blocked or unblocked: seat {target} has answered")
        elif blocker != combat.UNDECIDED:
            refuse(fields, path, f"expected attacking: seat {target} has not been asked (CC-90)")
    targets = [order.index(unit.target) for unit in state.units]
    if phase in STRIKES and targets != sorted(targets):
        fields.fail("combat.units", "they strike the left neighbour first (CC-72)")


def check_damage(state: CivCardGameState, fields: Fields, phase: int, asked: Seat) -> None:
    """The unit that strikes does what is asked about."""
    unit = state.units[state.striking]
    card, target = unit.card, unit.target
    if phase != RECEIVE and asked != target:
        fields.fail("asked", f"{NAMES[card]} attacks seat {target} (CC-76)")
    realm = state.realms[target]
    if state.vacating >= 0:
        check_vacating(state, fields, target)
    if phase == VACATE:
        return
    damage = state.game.box.damage[card]
    wanted = DESTROY_BUILDING if phase == RAZE else STEAL_POPULATION
    if state.instruction >= len(damage) or damage[state.instruction] != wanted:
        fields.fail("combat.instruction", f"{NAMES[card]} does something else then (a.6)")
    if phase == YIELD and len([number for number in realm.pops if number]) < 2:
        fields.fail("phase", f"seat {target} has no choice of population (CC-97)")
    if phase == RAZE and len(combat.buildings_of(state, target)) < 2:
        fields.fail("phase", f"seat {target} has no choice of buildings (CC-98)")


def check_vacating(state: CivCardGameState, fields: Fields, target: Seat) -> None:
    """A plot that has too many structures, and a choice among them (CA-19)."""
    realm, plot = state.realms[target], state.vacating
    standing = realm.structures[plot]
    if len(standing) <= realm.places_of(plot) or not state.game.overfull_returns:
        fields.fail("combat.vacating", "nothing has to leave this plot (CC-49)")
    buildings = {card for card in standing if is_building(card)}
    if state.phase == VACATE and len(buildings) < 2:
        fields.fail("combat.vacating", "there is no choice of buildings (CA-19)")
