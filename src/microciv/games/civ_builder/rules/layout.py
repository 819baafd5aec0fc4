"""What is still to be done in a round, told from the open question: how a match that was not played
from its deal goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import Seat
from microciv.games.civ_builder.rules.market import BY_OFFERS
from microciv.games.civ_builder.rules.phases import (
    ACT,
    ANSWER,
    CHOOSE,
    CLOSE_TASK,
    COUNT_TASK,
    DISCARD,
    DRAW_TASK,
    DUMP,
    DUMP_TASK,
    EXCHANGE,
    LIMIT_TASK,
    MELD,
    MELD_TASK,
    OFFER_TASK,
    PASSED_TASK,
    PICK,
    PICK_TASK,
    POINT,
    POINT_TASK,
    REPLY,
    ROLL_TASK,
    SCORE_TASK,
    SIXTH,
    STUDY,
    TRADE_TASK,
    TRADED_TASK,
    TURN_TASK,
)

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

BY_ONE_SEAT: Final[dict[int, int]] = {
    SIXTH: DRAW_TASK,
    MELD: TURN_TASK,
    ACT: TURN_TASK,
    EXCHANGE: TURN_TASK,
    STUDY: TURN_TASK,
    DUMP: DUMP_TASK,
    DISCARD: LIMIT_TASK,
}
"""By phase, the task of the round that the seat is at."""


def tasks_of_round(order: list[Seat]) -> list[Task]:
    """All that a round consists of, after the initiative (CB-12)."""
    return [
        *[Task(DRAW_TASK, seat) for seat in order],
        Task(TRADE_TASK),
        *[Task(TURN_TASK, seat) for seat in order],
        Task(SCORE_TASK),
        *[Task(DUMP_TASK, seat) for seat in order],  # all before the first limit (CB-78)
        *[Task(LIMIT_TASK, seat) for seat in order],
        Task(CLOSE_TASK),
    ]


def tasks_after(
    state: CivBuilderState, phase: int, seat: Seat, scholars: Sequence[Seat]
) -> list[Task]:
    """The agenda while the seat is asked this."""
    order = state.order
    if phase == PICK:
        rest = order[order.index(seat) + 1 :]
        return [*[Task(PICK_TASK, other) for other in rest], Task(ROLL_TASK)]
    tasks = tasks_of_round(order)
    if phase in BY_ONE_SEAT:
        rest_of_round = after(tasks, BY_ONE_SEAT[phase], seat)
        return [Task(MELD_TASK), *rest_of_round] if phase in (EXCHANGE, STUDY) else rest_of_round
    if phase == POINT:
        points = [Task(POINT_TASK, other) for other in scholars]
        return [*points, Task(COUNT_TASK), *after(tasks, SCORE_TASK, -1)]
    rest_of_round = after(tasks, TRADE_TASK, -1)
    if state.game.trade_mode != BY_OFFERS:
        return rest_of_round
    if phase in (ANSWER, REPLY, CHOOSE):
        seat = proposer(state, phase)
    rest = order[order.index(seat) + 1 :]
    offers = [Task(OFFER_TASK, other) for other in rest]
    return [*offers, Task(PASSED_TASK), Task(TRADED_TASK), *rest_of_round]


def proposer(state: CivBuilderState, phase: int) -> Seat:
    """Who made the proposal that is being answered: a counter-offer is the partner's."""
    return state.deal.other if phase == REPLY else state.deal.seat


def after(tasks: list[Task], kind: int, seat: Seat) -> list[Task]:
    index = [index for index, task in enumerate(tasks) if (task.kind, task.seat) == (kind, seat)]
    return tasks[index[0] + 1 :]
