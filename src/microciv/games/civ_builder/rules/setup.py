"""Setting the table: civilizations, dice, hands; and how a round is laid out (CB-01 to CB-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import AGRICULTURE, ATTRIBUTES, CIVILIZATIONS, CIVS
from microciv.games.civ_builder.events import DEALT, EXTRA, PICKED, RAN_OUT, ROLLED, ROUND, WAIVED
from microciv.games.civ_builder.moves import DRAW, PICKS, SKIP, Pick
from microciv.games.civ_builder.rules.layout import tasks_of_round
from microciv.games.civ_builder.rules.order import find_order
from microciv.games.civ_builder.rules.phases import (
    DRAW_TASK,
    PICK,
    PICK_TASK,
    ROLL_TASK,
    ROUND_TASK,
    SIXTH,
)
from microciv.games.civ_builder.rules.privileges import is_top, look_again, tell_unled
from microciv.hidden.bags import copies_in
from microciv.hidden.memory import Knowledge

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

PHASES: Final[tuple[int, ...]] = (PICK, SIXTH)
TASKS: Final[tuple[int, ...]] = (PICK_TASK, ROLL_TASK, ROUND_TASK, DRAW_TASK)

SIXTH_OR_NOT: Final[list[Move]] = [DRAW, SKIP]


def deal(state: CivBuilderState, seed: int) -> None:
    """Shuffle, and let everybody pick a civilization in random order (CB-02, CB-03)."""
    rng = state.rng = Rng(seed)
    state.deck = copies_in(state.game.sheet.deck)
    rng.shuffle(state.deck)
    state.knowledge = Knowledge(state.seats, state.game.sheet.deck)
    seats = list(range(state.seats))
    rng.shuffle(seats)
    state.order = seats
    if state.game.roll_first:
        roll(state)
    if state.game.random_civs:
        draw_civs(state)
    tasks = [] if state.game.random_civs else [Task(PICK_TASK, seat) for seat in seats]
    state.reschedule([*tasks, Task(ROLL_TASK)])
    state.proceed()


def draw_civs(state: CivBuilderState) -> None:
    """Everybody gets a civilization by chance (BA-02)."""
    civs = list(range(len(CIVS)))
    state.rng.shuffle(civs)
    for seat in range(state.seats):
        civ = civs[seat] if state.game.unique_civs else state.rng.below(len(CIVS))
        take_civ(state, seat, civ)


def legal_picks(state: CivBuilderState) -> list[Move]:
    """No civilization twice (CB-03)."""
    if not state.game.unique_civs:
        return PICKS
    return [PICKS[civ] for civ in range(len(CIVS)) if civ not in state.civs]


def pick(state: CivBuilderState, seat: Seat) -> None:
    move = state.answers[seat][0]
    assert isinstance(move, Pick)
    take_civ(state, seat, move.civ)


def take_civ(state: CivBuilderState, seat: Seat, civ: int) -> None:
    state.civs[seat] = civ
    state.tell(PICKED, seat, civ)


def roll(state: CivBuilderState) -> None:
    """A die for each attribute of everybody (CB-05)."""
    for seat in range(state.seats):
        for attribute in range(ATTRIBUTES):
            pips = 1 + state.rng.below(state.game.sheet.die)
            state.scores_in[seat * ATTRIBUTES + attribute] = pips
            state.tell(ROLLED, seat, attribute, pips)


def roll_and_deal(state: CivBuilderState) -> None:
    """The dice, the extra die of each civilization (CB-06), and five cards each (CB-08)."""
    if not state.game.roll_first:
        roll(state)
    for seat in range(state.seats):
        attribute = CIVILIZATIONS[state.civs[seat]][1]
        pips = 1 + state.rng.below(state.game.sheet.die)
        state.scores_in[seat * ATTRIBUTES + attribute] += pips
        state.tell(EXTRA, seat, attribute, pips)
    for seat in range(state.seats):
        state.draw(seat, state.game.sheet.opening_hand, DEALT)
    state.schedule([Task(ROUND_TASK)])


def begin_round(state: CivBuilderState) -> None:
    """Six phases, each finished by all before the next begins (CB-12, CB-13)."""
    state.round += 1
    state.start_scores = state.scores_in[:]
    state.tell(ROUND, state.round, state.game.sheet.stakes[state.round])
    find_order(state)
    look_again(state)
    tell_unled(state, AGRICULTURE)
    state.schedule(tasks_of_round(state.order))


def draw_cards(state: CivBuilderState, seat: Seat) -> None:
    """As many for all; a top in Agriculture, having seen them, may draw more (CB-18, CB-19)."""
    state.draw(seat, state.game.sheet.cards_drawn)
    if is_top(state, seat, AGRICULTURE):
        if state.can_draw():
            state.ask_one(SIXTH, seat)
        else:
            state.tell(RAN_OUT, seat, state.game.sheet.agriculture_privilege)


def draw_sixth(state: CivBuilderState, seat: Seat) -> None:
    if state.answers[seat][0] is DRAW:
        state.draw(seat, state.game.sheet.agriculture_privilege)
    else:
        state.tell(WAIVED, seat, AGRICULTURE)


# --- the chapter


def legal(state: CivBuilderState) -> list[Move]:
    """A civilization, or the sixth card."""
    return SIXTH_OR_NOT if state.phase == SIXTH else legal_picks(state)


def settle(state: CivBuilderState, seat: Seat) -> None:
    if state.phase == SIXTH:
        draw_sixth(state, seat)
    else:
        pick(state, seat)


def perform(state: CivBuilderState, task: Task) -> None:
    """A pick, the dice and the deal, a round, the cards of one seat."""
    kind = task.kind
    if kind == DRAW_TASK:
        draw_cards(state, task.seat)
    elif kind == ROUND_TASK:
        begin_round(state)
    elif kind == PICK_TASK:
        state.ask_one(PICK, task.seat)
    else:
        roll_and_deal(state)
