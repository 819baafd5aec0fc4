"""The Score phase and the End phase (CB-69 to CB-82)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import Move, Seat
from microciv.games.civ_builder.cards import ATTRIBUTES, CONQUEST, CULTURE, EQUESTRIAN, SCIENCE
from microciv.games.civ_builder.events import (
    CULTURED,
    DISCARDED,
    DUMPED,
    EMPTY_HANDED,
    LED,
    POINTED,
    WAIVED,
)
from microciv.games.civ_builder.moves import DISCARDS, DUMP, KEEP, POINTS, SKIP, kind_of
from microciv.games.civ_builder.rules.actions import named
from microciv.games.civ_builder.rules.phases import (
    COUNT_TASK,
    DISCARD,
    DUMP_TASK,
    LIMIT_TASK,
    POINT,
    POINT_TASK,
    ROUND_TASK,
    SCORE_TASK,
)
from microciv.games.civ_builder.rules.phases import DUMP as DUMP_PHASE
from microciv.games.civ_builder.rules.privileges import is_top, leaders, tell_unled, tops
from microciv.games.civ_builder.rules.sources import FROM_CULTURE, FROM_DUMPS, FROM_LEADS
from microciv.hidden.bags import NONE, moves_in, size

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

POINT_OR_NONE: Final[list[Move]] = [*POINTS, SKIP]
DUMP_OR_KEEP: Final[list[Move]] = [DUMP, KEEP]


def begin_scoring(state: CivBuilderState) -> None:
    """All who are top in Science now may add a point, in order (CB-69, CB-70)."""
    scholars = tops(state, SCIENCE)
    tell_unled(state, SCIENCE)
    tasks = [Task(POINT_TASK, seat) for seat in state.order if seat in scholars]
    state.schedule([*tasks, Task(COUNT_TASK)])


def ask_point(state: CivBuilderState, seat: Seat) -> None:
    state.ask_one(POINT, seat)


def add_point(state: CivBuilderState, seat: Seat) -> None:
    """Points in any own attribute, which brings no victory points by itself (CB-71)."""
    move = state.answers[seat][0]
    if move is SKIP:
        state.tell(WAIVED, seat, SCIENCE)
    else:
        state.tell(POINTED, seat, kind_of(move))
        state.raise_score(seat, kind_of(move), state.game.sheet.science_privilege)


def count_leads(state: CivBuilderState) -> None:
    """Every top gains the stakes, tied or not, also at 0 (CB-72 to CB-74); then Culture (CB-75)."""
    points = state.game.sheet.stakes[state.round]
    for attribute in range(ATTRIBUTES):
        for seat in leaders(state.scores_in, attribute):
            state.earn(seat, points, FROM_LEADS)
            state.tell(LED, seat, attribute, points)
    for seat in tops(state, CULTURE):
        state.earn(seat, state.game.sheet.culture_privilege, FROM_CULTURE)
        state.tell(CULTURED, seat, state.game.sheet.culture_privilege)
    for attribute in (CULTURE, EQUESTRIAN, CONQUEST):
        tell_unled(state, attribute)


def ask_dump(state: CivBuilderState, seat: Seat) -> None:
    """A top in Equestrian may discard the whole hand (CB-77); there must be one (BA-31)."""
    if not is_top(state, seat, EQUESTRIAN):
        return
    if state.hands[seat] == NONE and not state.game.empty_dump:
        state.tell(EMPTY_HANDED, seat)
    else:
        state.ask_one(DUMP_PHASE, seat)


def dump(state: CivBuilderState, seat: Seat) -> None:
    """All or nothing."""
    if state.answers[seat][0] is KEEP:
        state.tell(WAIVED, seat, EQUESTRIAN)
        return
    cards = state.hands[seat]
    state.tell(DUMPED, seat, size(cards), state.game.sheet.equestrian_privilege)
    state.throw(seat, cards, DISCARDED)
    state.earn(seat, state.game.sheet.equestrian_privilege, FROM_DUMPS)


def hand_limit(state: CivBuilderState, seat: Seat) -> int:
    """How many cards the seat may keep (CB-79)."""
    return state.game.sheet.limit(is_top(state, seat, CONQUEST))


def ask_discards(state: CivBuilderState, seat: Seat) -> None:
    """The owner chooses what is above the limit, and no more (CB-80)."""
    if size(state.hands[seat]) > hand_limit(state, seat):
        state.ask_one(DISCARD, seat)


def legal_discards(state: CivBuilderState, seat: Seat) -> list[Move]:
    """Any card that is still in hand."""
    hand = state.hands[seat] - named(state.answers[seat])
    return moves_in(hand, DISCARDS)


def closes_discards(state: CivBuilderState, seat: Seat) -> bool:
    steps = state.answers[seat]
    return size(state.hands[seat]) - len(steps) == hand_limit(state, seat)


def discard(state: CivBuilderState, seat: Seat) -> None:
    state.throw(seat, named(state.answers[seat]), DISCARDED)


def close_round(state: CivBuilderState) -> None:
    """Twelve rounds (CB-09), the End phase of the last one included (CB-81)."""
    state.chart = [*state.chart, tuple(state.points)]
    if state.round == state.game.sheet.rounds:
        state.finish()
    else:
        state.schedule([Task(ROUND_TASK)])


def places(state: CivBuilderState) -> list[int]:
    """By victory points; equal ones share a place, or are parted as BA-33 is ruled (CB-82)."""
    keys: list[tuple[int, int]] = []
    for seat in range(state.seats):
        second = 0
        if state.game.final_tie == "initiative" and state.order:
            second = -state.order.index(seat)
        elif state.game.final_tie == "scores":
            second = sum(state.scores_in[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES])
        keys.append((state.points[seat], second))
    return [1 + len([other for other in keys if other > key]) for key in keys]


# --- the chapter


def legal(state: CivBuilderState, seat: Seat) -> list[Move]:
    phase = state.phase
    if phase == DISCARD:
        return legal_discards(state, seat)
    return POINT_OR_NONE if phase == POINT else DUMP_OR_KEEP


def settle(state: CivBuilderState, seat: Seat) -> None:
    phase = state.phase
    if phase == DISCARD:
        discard(state, seat)
    elif phase == POINT:
        add_point(state, seat)
    else:
        dump(state, seat)


def perform(state: CivBuilderState, task: Task) -> None:
    """The Score phase and the End phase, a question at a time."""
    kind, seat = task.kind, task.seat
    if kind == LIMIT_TASK:
        ask_discards(state, seat)
    elif kind == DUMP_TASK:
        ask_dump(state, seat)
    elif kind == POINT_TASK:
        ask_point(state, seat)
    elif kind == SCORE_TASK:
        begin_scoring(state)
    elif kind == COUNT_TASK:
        count_leads(state)
    else:
        close_round(state)
