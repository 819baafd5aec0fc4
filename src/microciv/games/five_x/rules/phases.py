"""What a seat may be asked in 5X, and the steps of a round."""

from __future__ import annotations

from typing import Final

from microciv.core.events import Task

# Phases; 0 is "over" in every game (F.1).
OVER: Final = 0
PASS: Final = 1
SELECT: Final = 2
BID: Final = 3
DIDO: Final = 4
DIG: Final = 5
PHASES: Final[list[str]] = ["over", "pass", "select", "bid", "dido", "dig"]

# The steps of a round, in the order of the numbers on the cards (5X-15).
EXPLOIT_STEP: Final = 1
EXTERMINATE_STEP: Final = 2
EXPAND_STEP: Final = 3
EXPLORE_STEP: Final = 4
DIDO_STEP: Final = 5
EXCAVATE_STEP: Final = 6
CLEAN_UP: Final = 7

# Whose a Wonder is, if no seat's.
IN_STACK: Final = -1
REMOVED: Final = -2


def steps_of(dido_income_first: bool) -> list[Task]:
    """A round's steps; Dido builds after her income or, by the other ruling, before it (5X-59)."""
    explore = [EXPLORE_STEP, DIDO_STEP] if dido_income_first else [DIDO_STEP, EXPLORE_STEP]
    kinds = [EXPLOIT_STEP, EXTERMINATE_STEP, EXPAND_STEP, *explore, EXCAVATE_STEP, CLEAN_UP]
    return [Task(kind) for kind in kinds]


def steps_after(steps: list[Task], phase: int) -> list[Task]:
    """What is still to be done in the round when seats are asked in this phase."""
    asking = {BID: EXPAND_STEP, DIDO: DIDO_STEP, DIG: EXCAVATE_STEP}
    if phase not in asking:
        return []
    kinds = [task.kind for task in steps]
    return steps[kinds.index(asking[phase]) + 1 :]
