"""What a seat may be asked (f), and the tasks of a turn."""

from __future__ import annotations

from typing import Final

# Phases; 0 is "over" in every game.
OVER: Final = 0
DRAFT: Final = 1  # CD-01
FOUND: Final = 2  # CD-02: the free population
CULL: Final = 3  # CD-03: the opening discards
TURN: Final = 4  # CD-04 to CD-06: collect, purchase and declare, up to what cannot be undone
BREACH: Final = 5  # CD-07: which City Walls goes
REPEL: Final = 6  # CD-08: which unit is sent back
BLOCK: Final = 7  # CD-09
YIELD: Final = 8  # CD-10: which plot loses a population
RECEIVE: Final = 9  # CD-11: which plot gets it
RAZE: Final = 10  # CD-12: which building is lost
VACATE: Final = 11  # which structure leaves a plot that has too many (CA-19)
SURRENDER: Final = 12  # what the victim of a theft gives (CA-29)
DISCARD: Final = 13  # CD-14
PHASES: Final[list[str]] = [
    *("over", "draft", "found", "cull", "turn", "breach", "repel", "block", "yield", "receive"),
    *("raze", "vacate", "surrender", "discard"),
]

STRIKES: Final = (YIELD, RECEIVE, RAZE, VACATE)
"""While damage is done."""

# Stages of the answer in a turn.
COLLECTING: Final = 0  # population bonuses are split (CC-20)
BUYING: Final = 1
PLACING: Final = 2  # the plot of the structure that is built
PAYING: Final = 3  # what the plot that is claimed is paid with (CC-37)
GROWING: Final = 4  # the plot of a free population (CC-59)
ROBBING: Final = 5  # what is taken of a stock (CC-56)
DECLARING: Final = 6  # who attacks whom (CC-69)
WAIVING: Final = 7  # a theft that is used at once or not at all (CA-26)
STAGES: Final[list[str]] = [*("collect", "buy", "place", "pay", "grow", "rob", "declare", "use")]

# Tasks of the agenda.
DRAFT_TASK: Final = 0  # item: -1 turns plots up, a seat takes one
MARKET_TASK: Final = 1
FOUND_TASK: Final = 2  # one seat
HANDS_TASK: Final = 3
CULL_TASK: Final = 4  # one seat
TURN_TASK: Final = 5  # one seat
BUY_TASK: Final = 6  # go on purchasing
WALLS_TASK: Final = 7  # one defender: City Walls against Catapults
REPEL_TASK: Final = 8  # one defender: a unit is sent back
BLOCK_TASK: Final = 9  # one defender
CLASH_TASK: Final = 10  # blocked pairs are discarded
STRIKE_TASK: Final = 11  # one unit; item: its index in the declaration
RETREAT_TASK: Final = 12  # what is left in the combat area is discarded
DRAW_TASK: Final = 13
NEXT_TASK: Final = 14
