"""Dealing again what a seat does not know, so that it agrees with all that the seat has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.rules.combat import UNDECIDED, UNSTOPPED, Unit
from microciv.games.civ_card_game.rules.layout import tasks_after
from microciv.games.civ_card_game.rules.menus import BOUGHT_NAMES
from microciv.games.civ_card_game.rules.phases import OVER, PHASES
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.views.observation import CivCardGameObservation, UnitSeen
from microciv.games.civ_card_game.views.sight import realm_of
from microciv.hidden.bags import copies_in
from microciv.hidden.memory import recalled
from microciv.hidden.world_search import find_world
from microciv.hidden.worlds import bare_world

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame


def redeal(game: CivCardGame, seen: CivCardGameObservation, rng: Rng) -> CivCardGameState:
    state = CivCardGameState(game)
    state.quiet = True
    state.rng = Rng(rng.below(2**31))
    lay_table(state, seen)
    lay_decks(state, seen, rng)
    phase = PHASES.index(seen.phase)
    lay_question(state, seen)
    if phase == OVER:
        state.finish()
    else:
        state.reschedule(tasks_after(state, phase, seen.asked[0]))
        state.ask_again(phase, seen)
    return state


def lay_table(state: CivCardGameState, seen: CivCardGameObservation) -> None:
    """All that lies open; the observer's own realm as the others see it."""
    box = state.game.box
    state.round = seen.round
    state.first = seen.first
    state.turn = seen.turn
    rows = list(seen.table)
    if seen.before is not None:
        rows[seen.seat] = seen.before.realm
    state.realms = [realm_of(row, box) for row in rows]
    state.revealed = box.cards_of(seen.revealed)
    state.market.plots = box.cards_of(seen.market_plots)
    state.market.techs = box.cards_of(seen.market_techs)
    state.market.fresh_plots = seen.fresh_plots
    state.market.fresh_techs = seen.fresh_techs
    state.market.faded = box.cards_of(seen.faded)
    state.discard = list(seen.discard)
    state.drought = seen.drought
    state.tech_sold = seen.tech_sold
    state.ending = seen.ending


def mask_of(seats: tuple[Seat, ...]) -> int:
    mask = 0
    for seat in seats:
        mask |= SEAT_BIT[seat]
    return mask


def lay_decks(state: CivCardGameState, seen: CivCardGameObservation, rng: Rng) -> None:
    """The plots and technologies that nobody has seen, shuffled; hands and deck in a way that
    agrees with all that happened to them.
    """
    box = state.game.box
    gone = [card for realm in state.realms for card in [*realm.plots, *realm.techs]]
    gone += [*state.revealed, *state.market.plots, *state.market.techs, *state.market.faded]
    state.market.plot_deck = rest_of(box.deck(box.first_plot, box.size), gone, rng)
    state.market.tech_deck = rest_of(box.deck(box.first_tech, box.first_plot), gone, rng)
    past = seen.past
    world = find_world(past, list(past.facts), box.whole, rng)
    lay_units(state, seen)
    if world is None:
        sizes = [row.hand for row in seen.table]
        if seen.before is not None:
            sizes[seen.seat] = seen.before.realm.hand
        world = bare_world(recalled(past), sizes, box.whole, state.open_cards(), rng)
    state.hands = [copies_in(hand) for hand in world.known]
    state.deck = world.deck
    sizes = [len(hand) for hand in state.hands]
    state.knowledge.resume(seen.seat, past, state.views(), sizes, state.open_cards())


def rest_of(deck: list[Card], gone: list[Card], rng: Rng) -> list[Card]:
    """What is still in a deck, in random order."""
    for card in gone:
        if card in deck:
            deck.remove(card)
    rng.shuffle(deck)
    return deck


def lay_units(state: CivCardGameState, seen: CivCardGameObservation) -> None:
    """The combat area; units that only the observer has declared are still in its hand."""
    box = state.game.box
    state.units = [
        Unit(box.card[unit.card], unit.target, blocker_of(box, unit))
        for unit in seen.units
        if unit.state != "declared"
    ]


def blocker_of(box: Box, unit: UnitSeen) -> Card:
    if unit.blocker:
        return box.card[unit.blocker]
    return UNSTOPPED if unit.state == "unblocked" else UNDECIDED


def lay_question(state: CivCardGameState, seen: CivCardGameObservation) -> None:
    """How far the turn or the combat has gone."""
    state.collecting = seen.collecting
    start = seen if seen.before is None else seen.before
    state.cultured = mask_of(start.highest_culture)
    state.happy = mask_of(start.highest_happiness)
    state.supply = start.supply
    for bit, name in BOUGHT_NAMES:
        state.bought |= bit if name in start.bought else 0
    state.loose = list(start.loose)
    state.demolished = start.demolished
    state.pending = state.game.box.cards_of(seen.pending)
    state.due = seen.due
    state.instruction = seen.instruction
    state.vacating = seen.vacating - 1
    state.sent_back = seen.sent_back
    state.striking = max(0, seen.striking)
