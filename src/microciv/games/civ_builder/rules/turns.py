"""A turn of the Action phase: melds, each with its special action, until the player stops or has no
legal meld (CB-32 to CB-49).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import Move, Seat
from microciv.games.civ_builder.rules import actions, melds
from microciv.games.civ_builder.rules.phases import ACT, EXCHANGE, MELD, MELD_TASK, STUDY, TURN_TASK

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

PHASES: Final[tuple[int, ...]] = (MELD, ACT, EXCHANGE, STUDY)
TASKS: Final[tuple[int, ...]] = (MELD_TASK, TURN_TASK)


def legal(state: CivBuilderState, seat: Seat) -> list[Move]:
    phase = state.phase
    if phase == MELD:
        return melds.legal_melds(state, seat)
    if phase == ACT:
        return actions.legal_acts(state, seat)
    if phase == EXCHANGE:
        return actions.legal_exchange(state, seat)
    return actions.legal_study(state, seat)


def closes(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    phase = state.phase
    if phase == MELD:
        return melds.closes(state, seat, move)
    if phase == ACT:
        return actions.closes_act(state, seat, move)
    if phase == EXCHANGE:
        return actions.closes_exchange(state, seat)
    return actions.closes_study(state, seat)


def settle(state: CivBuilderState, seat: Seat) -> None:
    phase = state.phase
    if phase == MELD:
        melds.settle_meld(state)
    elif phase == ACT:
        actions.act(state)
    elif phase == EXCHANGE:
        actions.exchange(state)
    else:
        actions.learn(state, seat, actions.named(state.answers[seat]))


def perform(state: CivBuilderState, task: Task) -> None:
    """Begin a turn, or ask for its next meld."""
    if task.kind == MELD_TASK:
        melds.ask_meld(state)
    else:
        melds.begin_turn(state, task.seat)
