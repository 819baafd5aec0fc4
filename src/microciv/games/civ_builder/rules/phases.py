"""What a seat may be asked in Civ Builder, and the tasks of a round (f)."""

from __future__ import annotations

from typing import Final

# Phases; 0 is "over" in every game.
OVER: Final = 0
PICK: Final = 1  # BD-01
SIXTH: Final = 2  # BD-02
OFFER: Final = 3  # BD-03 to BD-05
ANSWER: Final = 4  # BD-06, with the terms of a counter-offer; of all at once if all are offered
REPLY: Final = 5  # BD-07, to a counter-offer
CHOOSE: Final = 6  # among those who are willing
MARKET: Final = 7  # all at once, against the clock (BA-13)
MELD: Final = 8  # BD-08 to BD-12
ACT: Final = 9  # BD-13, BD-14, BD-18
EXCHANGE: Final = 10  # BD-15, BD-16
STUDY: Final = 11  # BD-17
POINT: Final = 12  # BD-19
DUMP: Final = 13  # BD-20
DISCARD: Final = 14  # BD-21
PHASES: Final[list[str]] = [
    *("over", "pick", "sixth", "offer", "answer", "reply", "choose", "market", "meld", "act"),
    *("exchange", "study", "point", "dump", "discard"),
]

# Tasks of the agenda.
PICK_TASK: Final = 0
ROLL_TASK: Final = 1
ROUND_TASK: Final = 2
DRAW_TASK: Final = 3  # one seat
TRADE_TASK: Final = 4
PASS_TASK: Final = 5  # a pass of offers; item: its number
OFFER_TASK: Final = 6  # one seat
PASSED_TASK: Final = 7  # after a pass
TRADED_TASK: Final = 8
TURN_TASK: Final = 9  # one seat
MELD_TASK: Final = 10  # the next meld of the turn
SCORE_TASK: Final = 11
POINT_TASK: Final = 12  # one seat
COUNT_TASK: Final = 13
DUMP_TASK: Final = 14  # one seat
LIMIT_TASK: Final = 15  # one seat
CLOSE_TASK: Final = 16
