"""What can happen in 5X. "card" parts are redacted by who knows; "wonder" is 0 for A."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

ROUND: Final = EventKind("round", round=NUMBER, wonder=NUMBER)  # a round begins; its Wonder
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # a leader, face down (5X-10)
PASSED: Final = EventKind("passed", seat=SEAT, receiver=SEAT, card=CARD)  # to the left (5X-11)
REVEALED: Final = EventKind("revealed", seat=SEAT, card=CARD)  # a card of the round (5X-21)
EXPLOITED: Final = EventKind(
    "exploited", seat=SEAT, amount=NUMBER, crowd=NUMBER
)  # 3 less the others' weight
HIT: Final = EventKind(
    "hit", seat=SEAT, target=SEAT, supply=NUMBER
)  # 1 taken; supply: 1 if it made it up
IMMUNE: Final = EventKind("immune", seat=SEAT, card=CARD)  # an Exterminate spared them (5X-38)
MISSED: Final = EventKind("missed", seat=SEAT)  # an Exterminate that takes nothing (5X-32)
SHUT_OUT: Final = EventKind("shut_out", seat=SEAT, minimum=NUMBER)  # cannot bid (5X-42)
NO_BIDS: Final = EventKind("no_bids", wonder=NUMBER)  # nobody takes part (5X-55)
BID: Final = EventKind("bid", seat=SEAT, amount=NUMBER, card=CARD)  # a bid is opened (5X-93)
WON: Final = EventKind(
    "won", seat=SEAT, wonder=NUMBER, amount=NUMBER
)  # the highest unique bid (5X-46)
TIED: Final = EventKind("tied", wonder=NUMBER)  # no bid was unique (5X-49)
LOST: Final = EventKind("lost", seat=SEAT, amount=NUMBER)  # what a losing bidder pays (5X-48)
EXPLORED: Final = EventKind("explored", seat=SEAT, amount=NUMBER)  # income of step 4 (5X-56)
BUILT: Final = EventKind(
    "built", seat=SEAT, wonder=NUMBER, amount=NUMBER
)  # by Dido or Suleiman, for 3
BLOCKED: Final = EventKind(
    "blocked", seat=SEAT, card=CARD, target=SEAT
)  # Dido, by an Expand (5X-82)
CANNOT_BUILD: Final = EventKind("cannot_build", seat=SEAT, card=CARD, reason=NUMBER)  # see below
DECLINED: Final = EventKind("declined", seat=SEAT, card=CARD)  # Dido or Suleiman does not build
TOOK: Final = EventKind("took", seat=SEAT, card=CARD)  # a basic from the seat's pile (5X-61)
FETCHED: Final = EventKind("fetched", seat=SEAT, owner=NUMBER, card=CARD)  # Caesar (5X-85)
NO_LEADER: Final = EventKind("no_leader", seat=SEAT, card=CARD)  # for Caesar, in any pile (5X-85)
DUG_NOTHING: Final = EventKind("dug_nothing", seat=SEAT, card=CARD)  # for there is nothing (5X-61)
GRANTED: Final = EventKind("granted", seat=SEAT, amount=NUMBER)  # Catharine (5X-86)
RETURNED: Final = EventKind("returned", seat=SEAT, card=CARD)  # played and back in hand
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)  # played and onto the pile
BONUS: Final = EventKind(
    "bonus", seat=SEAT, wonder=NUMBER, amount=NUMBER
)  # of a Wonder built (5X-70)
REMOVED: Final = EventKind("removed", wonder=NUMBER)  # unbuilt, out of the game (5X-71)
SCORED: Final = EventKind("scored", seat=SEAT, halves=NUMBER, place=NUMBER)  # at the end (5X-106)

EVENTS: Final[list[EventKind]] = [
    *(ROUND, DEALT, PASSED, REVEALED, EXPLOITED, HIT, IMMUNE, MISSED, SHUT_OUT, NO_BIDS, BID, WON),
    *(TIED, LOST, EXPLORED, BUILT, BLOCKED, CANNOT_BUILD, DECLINED, TOOK, FETCHED, NO_LEADER),
    *(DUG_NOTHING, GRANTED, RETURNED, DISCARDED, BONUS, REMOVED, SCORED),
]

DEEDS: Final = {"attacks": [HIT]}

# Why Dido or Suleiman cannot build: the `reason` of CANNOT_BUILD.
TOO_POOR: Final = 1  # less than 3 resources (5X-82, 5X-87)
NONE_REMOVED: Final = 2  # no Wonder for Suleiman (5X-87)
