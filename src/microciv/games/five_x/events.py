"""What can happen in 5X. "card" parts are redacted by who knows; "wonder" is 0 for A."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

ROUND: Final = EventKind("round", round=NUMBER, wonder=NUMBER)
"""A round begins; the Wonder that it is about."""
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)
"""A leader, face down; the seat knows which (5X-10)."""
PASSED: Final = EventKind("passed", seat=SEAT, receiver=SEAT, card=CARD)
"""A leader, to the left neighbour; the two know which (5X-11)."""
REVEALED: Final = EventKind("revealed", seat=SEAT, card=CARD)
"""The seat's card of the round, group by group (5X-21)."""
EXPLOITED: Final = EventKind("exploited", seat=SEAT, amount=NUMBER, crowd=NUMBER)
"""Step 1: what the seat gets, 3 less `crowd`, the weight of the others' Exploits (5X-29)."""
HIT: Final = EventKind("hit", seat=SEAT, target=SEAT, supply=NUMBER)
"""Step 2: 1 taken from the target; `supply` is 1 if the supply paid instead (5X-35)."""
IMMUNE: Final = EventKind("immune", seat=SEAT, card=CARD)
"""An Exterminate that would have hit the seat's card takes nothing (5X-38)."""
MISSED: Final = EventKind("missed", seat=SEAT)  # the seat's Exterminate takes from nobody (5X-32)
SHUT_OUT: Final = EventKind("shut_out", seat=SEAT, minimum=NUMBER)
"""Step 3: the seat's Expand cannot bid the `minimum` (5X-42)."""
NO_BIDS: Final = EventKind("no_bids", wonder=NUMBER)  # nobody bids for the Wonder (5X-55)
BID: Final = EventKind("bid", seat=SEAT, amount=NUMBER, card=CARD)
"""A bid is opened, with the card that it was made with (5X-93)."""
WON: Final = EventKind("won", seat=SEAT, wonder=NUMBER, amount=NUMBER)
"""The highest unique bid: the seat pays it for the Wonder (5X-46)."""
TIED: Final = EventKind("tied", wonder=NUMBER)
"""No bid was unique: the Wonder goes to nobody (5X-49)."""
LOST: Final = EventKind("lost", seat=SEAT, amount=NUMBER)  # what a losing bidder pays (5X-48)
EXPLORED: Final = EventKind("explored", seat=SEAT, amount=NUMBER)
"""Step 4: income of the seat (5X-56)."""
BUILT: Final = EventKind("built", seat=SEAT, wonder=NUMBER, amount=NUMBER)
"""A Wonder built by Dido or Suleiman, for 3 (5X-82, 5X-87)."""
BLOCKED: Final = EventKind("blocked", seat=SEAT, card=CARD, target=SEAT)
"""Dido cannot build, because the target played an Expand (5X-82)."""
CANNOT_BUILD: Final = EventKind("cannot_build", seat=SEAT, card=CARD, reason=NUMBER)
"""Dido or Suleiman cannot: 1 for less than 3 resources, 2 if no Wonder is removed."""
DECLINED: Final = EventKind("declined", seat=SEAT, card=CARD)
"""Dido or Suleiman could build and does not."""
TOOK: Final = EventKind("took", seat=SEAT, card=CARD)
"""Step 5: a basic from the seat's own pile to its hand (5X-61)."""
FETCHED: Final = EventKind("fetched", seat=SEAT, owner=NUMBER, card=CARD)
"""Caesar takes a leader from the owner's pile (5X-85)."""
NO_LEADER: Final = EventKind("no_leader", seat=SEAT, card=CARD)
"""Caesar finds no leader in any pile (5X-85)."""
DUG_NOTHING: Final = EventKind("dug_nothing", seat=SEAT, card=CARD)
"""There is nothing to bring back, nor to build (5X-61)."""
GRANTED: Final = EventKind("granted", seat=SEAT, amount=NUMBER)
"""What the seat gets for Catharine (5X-86)."""
RETURNED: Final = EventKind("returned", seat=SEAT, card=CARD)
"""The card that was played is back in hand (5X-51, 5X-60)."""
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)
"""The card that was played goes onto the seat's pile (5X-69)."""
BONUS: Final = EventKind("bonus", seat=SEAT, wonder=NUMBER, amount=NUMBER)
"""What the seat gets for a Wonder that it built in this round (5X-70)."""
REMOVED: Final = EventKind("removed", wonder=NUMBER)
"""The Wonder was not built and is out of the game (5X-71)."""
SCORED: Final = EventKind("scored", seat=SEAT, halves=NUMBER, place=NUMBER)
"""At the end: victory points in halves, and the place (5X-106)."""

EVENTS: Final[list[EventKind]] = [
    *(ROUND, DEALT, PASSED, REVEALED, EXPLOITED, HIT, IMMUNE, MISSED, SHUT_OUT, NO_BIDS, BID, WON),
    *(TIED, LOST, EXPLORED, BUILT, BLOCKED, CANNOT_BUILD, DECLINED, TOOK, FETCHED, NO_LEADER),
    *(DUG_NOTHING, GRANTED, RETURNED, DISCARDED, BONUS, REMOVED, SCORED),
]

DEEDS: Final = {"attacks": [HIT]}

# Why Dido or Suleiman cannot build: the `reason` of CANNOT_BUILD.
TOO_POOR: Final = 1  # less than 3 resources (5X-82, 5X-87)
NONE_REMOVED: Final = 2  # no Wonder for Suleiman (5X-87)
