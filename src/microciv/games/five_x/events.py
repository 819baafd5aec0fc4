"""What can happen in 5X. "card" parts are redacted by who knows; "wonder" is 0 for A."""

from __future__ import annotations

from typing import Final

from microciv.core.events import EventKind

ROUND: Final = EventKind("round", ("round", "wonder"))  # a round begins; its Wonder
DEALT: Final = EventKind("dealt", ("seat", "card"))  # a leader, face down (5X-10)
PASSED: Final = EventKind("passed", ("seat", "receiver", "card"))  # to the left (5X-11)
REVEALED: Final = EventKind("revealed", ("seat", "card"))  # a card of the round (5X-21)
EXPLOITED: Final = EventKind("exploited", ("seat", "amount", "crowd"))  # 3 less the others' weight
HIT: Final = EventKind("hit", ("seat", "target", "supply"))  # 1 taken; supply: 1 if it made it up
IMMUNE: Final = EventKind("immune", ("seat", "card"))  # an Exterminate spared them (5X-38)
SHUT_OUT: Final = EventKind("shut_out", ("seat", "minimum"))  # cannot bid (5X-42)
BID: Final = EventKind("bid", ("seat", "amount", "card"))  # a bid is opened (5X-93)
WON: Final = EventKind("won", ("seat", "wonder", "amount"))  # the highest unique bid (5X-46)
TIED: Final = EventKind("tied", ("wonder",))  # no bid was unique (5X-49)
LOST: Final = EventKind("lost", ("seat", "amount"))  # what a losing bidder pays (5X-48)
EXPLORED: Final = EventKind("explored", ("seat", "amount"))  # income of step 4 (5X-56)
BUILT: Final = EventKind("built", ("seat", "wonder", "amount"))  # by Dido or Suleiman, for 3
DECLINED: Final = EventKind("declined", ("seat", "card"))  # Dido or Suleiman does not build
TOOK: Final = EventKind("took", ("seat", "card"))  # a basic from the own pile (5X-61)
FETCHED: Final = EventKind("fetched", ("seat", "owner", "card"))  # Caesar (5X-85)
GRANTED: Final = EventKind("granted", ("seat", "amount"))  # Catharine (5X-86)
RETURNED: Final = EventKind("returned", ("seat", "card"))  # played and back in hand
DISCARDED: Final = EventKind("discarded", ("seat", "card"))  # played and onto the pile
BONUS: Final = EventKind("bonus", ("seat", "wonder", "amount"))  # of a Wonder built (5X-70)
REMOVED: Final = EventKind("removed", ("wonder",))  # unbuilt, out of the game (5X-71)
SCORED: Final = EventKind("scored", ("seat", "halves", "place"))  # at the end (5X-106)

EVENTS: Final[list[EventKind]] = [
    *(ROUND, DEALT, PASSED, REVEALED, EXPLOITED, HIT, IMMUNE, SHUT_OUT, BID, WON, TIED, LOST),
    *(EXPLORED, BUILT, DECLINED, TOOK, FETCHED, GRANTED, RETURNED, DISCARDED, BONUS, REMOVED),
    SCORED,
]
