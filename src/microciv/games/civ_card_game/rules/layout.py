"""What is still to be done, from the question that is open: how a match goes on that was not
played from its deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.events import Task
from microciv.core.moves import Seat
from microciv.games.civ_card_game.rules.combat import PHASES as COMBAT
from microciv.games.civ_card_game.rules.combat import defenders, tasks_of_combat
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    BLOCK_TASK,
    BREACH,
    BUY_TASK,
    CULL,
    CULL_TASK,
    DISCARD,
    DRAFT,
    FOUND,
    FOUND_TASK,
    NEXT_TASK,
    REPEL,
    REPEL_TASK,
    STRIKE_TASK,
    SURRENDER,
    WALLS_TASK,
)
from microciv.games.civ_card_game.rules.setup import tasks_of_setup

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState


def tasks_after(state: CivCardGameState, phase: int, seat: Seat) -> list[Task]:
    """The agenda while the seat is asked this."""
    if phase == DRAFT:
        fewest = min([len(realm.plots) for realm in state.realms])
        second = fewest > state.game.settled.plots_dealt
        index = state.order().index(seat)
        done = 2 * state.seats - index if second else index + 1
        return tasks_of_setup(state.order())[done:]
    if phase == FOUND:
        return after(tasks_of_setup(state.order()), FOUND_TASK, seat)
    if phase == CULL:
        return after(tasks_of_setup(state.order()), CULL_TASK, seat)
    if phase == DISCARD:
        return [Task(NEXT_TASK)]
    if phase == SURRENDER:
        return [Task(BUY_TASK)]
    return rest_of_combat(state, phase, seat) if phase in COMBAT else []


def rest_of_combat(state: CivCardGameState, phase: int, seat: Seat) -> list[Task]:
    """The parts that follow; walls and damage go on where they were interrupted."""
    tasks = tasks_of_combat(defenders(state))
    if phase == BREACH:
        return [Task(WALLS_TASK, seat), *after(tasks, WALLS_TASK, seat)]
    if phase == REPEL:
        return after(tasks, REPEL_TASK, seat)
    if phase == BLOCK:
        return after(tasks, BLOCK_TASK, seat)
    return [Task(STRIKE_TASK), *after(tasks, STRIKE_TASK, -1)]


def after(tasks: list[Task], kind: int, seat: Seat) -> list[Task]:
    """What follows the task of this kind and seat."""
    for index, task in enumerate(tasks):
        if (task.kind, task.seat) == (kind, seat):
            return tasks[index + 1 :]
    return tasks
