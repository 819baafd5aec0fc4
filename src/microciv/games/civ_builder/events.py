"""What can happen in Civ Builder. Parts that are cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import EventKind

PICKED: Final = EventKind("picked", ("seat", "civ"))  # CB-03
ROLLED: Final = EventKind("rolled", ("seat", "attribute", "pips"))  # CB-05
EXTRA: Final = EventKind("extra", ("seat", "attribute", "pips"))  # CB-06
ROUND: Final = EventKind("round", ("round", "stakes"))
TIE_ROLL: Final = EventKind("tie_roll", ("seat", "pips"))  # CB-15
ORDERED: Final = EventKind("ordered", ("seat", "place"))  # CB-14
SHUFFLED: Final = EventKind("shuffled", ("cards",))  # the discard pile is the deck (CB-21)
DEALT: Final = EventKind("dealt", ("seat", "card"))  # CB-08
DREW: Final = EventKind("drew", ("seat", "card"))
OPENED: Final = EventKind("opened", ("seat",))  # sees all hands from now on (CB-31)
CLOSED: Final = EventKind("closed", ("seat",))  # no longer
PROPOSED: Final = EventKind("proposed", ("seat", "target"))  # terms are between the two
PROPOSED_ALL: Final = EventKind("proposed_all", ("seat",))
COUNTERED: Final = EventKind("countered", ("seat", "target"))
DECLINED: Final = EventKind("declined", ("seat", "target"))
NOBODY_WILLING: Final = EventKind("nobody_willing", ("seat",))
GAVE: Final = EventKind("gave", ("seat", "receiver", "card"))  # by agreement (CB-26)
POSTED: Final = EventKind("posted", ("seat", "number"))  # an offer stands in the market
WITHDREW: Final = EventKind("withdrew", ("seat", "number"))
VOID: Final = EventKind("void", ("seat", "number"))  # its cards are gone
READY: Final = EventKind("ready", ("seat",))
TURN: Final = EventKind("turn", ("seat",))
MELDED: Final = EventKind("melded", ("seat", "attribute", "size"))  # CB-44
WILD: Final = EventKind("wild", ("seat", "kind", "amount"))  # how many of it stood for others
STOPPED: Final = EventKind("stopped", ("seat", "melds"))  # CB-49
SKIPPED: Final = EventKind("skipped", ("seat", "attribute"))  # no special action (CB-46)
ROBBED: Final = EventKind("robbed", ("seat", "target", "attribute"))  # of a point (CB-51)
SAW: Final = EventKind("saw", ("seat", "target"))  # the hand (CB-54)
TOOK: Final = EventKind("took", ("seat", "target", "card"))
RETURNED: Final = EventKind("returned", ("seat", "target", "card"))
STUDIED: Final = EventKind("studied", ("seat", "cards"))  # the top of the deck (CB-57)
LEARNED: Final = EventKind("learned", ("seat", "card"))  # taken from there
STOLE: Final = EventKind("stole", ("seat", "target", "card"))  # at random (CB-61)
PLUNDERED: Final = EventKind("plundered", ("seat", "target", "points"))  # CB-62
LOST: Final = EventKind("lost", ("seat", "target", "card"))  # to a raid (CB-65)
DISCARDED: Final = EventKind("discarded", ("seat", "card"))
GAINED: Final = EventKind("gained", ("seat", "attribute", "points"))  # by a special action
POINTED: Final = EventKind("pointed", ("seat", "attribute"))  # CB-69
LED: Final = EventKind("led", ("seat", "attribute", "points"))  # CB-72
CULTURED: Final = EventKind("cultured", ("seat", "points"))  # CB-75
DUMPED: Final = EventKind("dumped", ("seat", "cards", "points"))  # CB-77

EVENTS: Final[list[EventKind]] = [
    *(PICKED, ROLLED, EXTRA, ROUND, TIE_ROLL, ORDERED, SHUFFLED, DEALT, DREW, OPENED, CLOSED),
    *(PROPOSED, PROPOSED_ALL, COUNTERED, DECLINED, NOBODY_WILLING, GAVE, POSTED, WITHDREW, VOID),
    *(READY, TURN, MELDED, WILD, STOPPED, SKIPPED, ROBBED, SAW, TOOK, RETURNED, STUDIED, LEARNED),
    *(STOLE, PLUNDERED, LOST, DISCARDED, GAINED, POINTED, LED, CULTURED, DUMPED),
]
