"""What can happen in Civ Builder. Parts that are cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

PICKED: Final = EventKind("picked", seat=SEAT, civ=NUMBER)  # CB-03
ROLLED: Final = EventKind("rolled", seat=SEAT, attribute=NUMBER, pips=NUMBER)  # CB-05
EXTRA: Final = EventKind("extra", seat=SEAT, attribute=NUMBER, pips=NUMBER)  # CB-06
ROUND: Final = EventKind("round", round=NUMBER, stakes=NUMBER)
TIE_ROLL: Final = EventKind("tie_roll", seat=SEAT, pips=NUMBER)  # CB-15
ORDERED: Final = EventKind("ordered", seat=SEAT, place=NUMBER)  # CB-14
SHUFFLED: Final = EventKind("shuffled", cards=NUMBER)  # the discard pile is the deck (CB-21)
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # CB-08
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)
OPENED: Final = EventKind("opened", seat=SEAT)  # sees all hands from now on (CB-31)
CLOSED: Final = EventKind("closed", seat=SEAT)  # no longer
PROPOSED: Final = EventKind("proposed", seat=SEAT, target=SEAT)  # terms are between the two
PROPOSED_ALL: Final = EventKind("proposed_all", seat=SEAT)
COUNTERED: Final = EventKind("countered", seat=SEAT, target=SEAT)
DECLINED: Final = EventKind("declined", seat=SEAT, target=SEAT)
NOBODY_WILLING: Final = EventKind("nobody_willing", seat=SEAT)
CHOSE_NOBODY: Final = EventKind("chose_nobody", seat=SEAT)  # of several who accepted (CB-24)
GAVE: Final = EventKind("gave", seat=SEAT, receiver=SEAT, card=CARD)  # by agreement (CB-26)
POSTED: Final = EventKind("posted", seat=SEAT, number=NUMBER)  # an offer stands in the market
WITHDREW: Final = EventKind("withdrew", seat=SEAT, number=NUMBER)
VOID: Final = EventKind("void", seat=SEAT, number=NUMBER)  # its cards are gone, or its partner is
READY: Final = EventKind("ready", seat=SEAT)
TURN: Final = EventKind("turn", seat=SEAT)
MELDED: Final = EventKind("melded", seat=SEAT, attribute=NUMBER, size=NUMBER)  # CB-44
WILD: Final = EventKind(
    "wild", seat=SEAT, kind=NUMBER, amount=NUMBER
)  # how many of it stood for others
STOPPED: Final = EventKind("stopped", seat=SEAT, melds=NUMBER)  # CB-49
SKIPPED: Final = EventKind("skipped", seat=SEAT, attribute=NUMBER)  # no special action (CB-46)
ROBBED: Final = EventKind("robbed", seat=SEAT, target=SEAT, attribute=NUMBER)  # of a point (CB-51)
SAW: Final = EventKind("saw", seat=SEAT, target=SEAT)  # the hand (CB-54)
TOOK: Final = EventKind("took", seat=SEAT, target=SEAT, card=CARD)
RETURNED: Final = EventKind("returned", seat=SEAT, target=SEAT, card=CARD)
STUDIED: Final = EventKind("studied", seat=SEAT, cards=NUMBER)  # the top of the deck (CB-57)
LEARNED: Final = EventKind("learned", seat=SEAT, card=CARD)  # taken from there
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, card=CARD)  # at random (CB-61)
PLUNDERED: Final = EventKind("plundered", seat=SEAT, target=SEAT, points=NUMBER)  # CB-62
LOST: Final = EventKind("lost", seat=SEAT, target=SEAT, card=CARD)  # to a raid (CB-65)
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)
GAINED: Final = EventKind(
    "gained", seat=SEAT, attribute=NUMBER, points=NUMBER
)  # by a special action
POINTED: Final = EventKind("pointed", seat=SEAT, attribute=NUMBER)  # CB-69
LED: Final = EventKind("led", seat=SEAT, attribute=NUMBER, points=NUMBER)  # CB-72
CULTURED: Final = EventKind("cultured", seat=SEAT, points=NUMBER)  # CB-75
DUMPED: Final = EventKind("dumped", seat=SEAT, cards=NUMBER, points=NUMBER)  # CB-77

# Why nothing happened, or less than was wanted:
RAN_OUT: Final = EventKind("ran_out", seat=SEAT, cards=NUMBER)  # how many cannot be drawn (CB-22)
SHUT_OUT: Final = EventKind("shut_out", seat=SEAT)  # from trade: there is no partner (CB-25)
TOO_LATE: Final = EventKind("too_late", seat=SEAT, target=SEAT)  # to accept: taken, or void (CB-29)
UNPOSTED: Final = EventKind("unposted", seat=SEAT)  # its cards went in the same tick (CB-29)
ENDED: Final = EventKind("ended", why=NUMBER)  # the Trade phase: `trade` has the reasons
FOUND_NOTHING: Final = EventKind("found_nothing", seat=SEAT, target=SEAT, attribute=NUMBER)  # CB-50
LEFT_ALL: Final = EventKind("left_all", seat=SEAT, target=SEAT)  # took no card of the hand (CB-54)
UNLED: Final = EventKind("unled", attribute=NUMBER)  # several lead: nobody has the privilege
WAIVED: Final = EventKind("waived", seat=SEAT, attribute=NUMBER)  # does without the privilege
EMPTY_HANDED: Final = EventKind("empty_handed", seat=SEAT)  # no hand to give up (CB-77)

EVENTS: Final[list[EventKind]] = [
    *(PICKED, ROLLED, EXTRA, ROUND, TIE_ROLL, ORDERED, SHUFFLED, DEALT, DREW, OPENED, CLOSED),
    *(PROPOSED, PROPOSED_ALL, COUNTERED, DECLINED, NOBODY_WILLING, CHOSE_NOBODY, GAVE, POSTED),
    *(WITHDREW, VOID, READY, TURN, MELDED, WILD, STOPPED, SKIPPED, ROBBED, SAW, TOOK, RETURNED),
    *(STUDIED, LEARNED, STOLE, PLUNDERED, LOST, DISCARDED, GAINED, POINTED, LED, CULTURED, DUMPED),
    *(RAN_OUT, SHUT_OUT, TOO_LATE, UNPOSTED, ENDED, FOUND_NOTHING, LEFT_ALL, UNLED, WAIVED),
    EMPTY_HANDED,
]

DEEDS: Final = {
    "raids": [LOST],
    "thefts": [ROBBED, TOOK, STOLE, PLUNDERED],
    "offers": [PROPOSED, PROPOSED_ALL, COUNTERED, POSTED],
    "cards swapped": [GAVE],
}
