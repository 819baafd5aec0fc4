"""What can happen in 5 Ages (F.5). Parts that are cards are redacted by who knows."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

ROUND: Final = EventKind(
    "round", round=NUMBER, token=SEAT
)  # a round begins; who breaks ties of trade
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # a first card (5A-04)
LAID: Final = EventKind("laid", seat=SEAT, left=CARD, right=CARD)  # a row is turned up (5A-11)
HIT: Final = EventKind("hit", seat=SEAT, target=SEAT)  # an attack succeeds (5A-56)
VOID: Final = EventKind(
    "void", seat=SEAT, target=SEAT, reason=NUMBER
)  # it fails; reason: war.REASONS
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, card=CARD)  # at random (5A-57)
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)  # after a war (5A-58, 5A-60)
TICK: Final = EventKind("tick", tick=NUMBER)  # the offers of a tick are opened
OFFERED: Final = EventKind("offered", seat=SEAT, given=CARD, wanted=CARD)  # an offer stands
OFFERED_BOTH: Final = EventKind("offered_both", seat=SEAT, target=SEAT)  # both cards for both
WITHDREW: Final = EventKind(
    "withdrew", seat=SEAT, given=CARD, wanted=CARD
)  # an offer is taken back
WITHDREW_BOTH: Final = EventKind("withdrew_both", seat=SEAT, target=SEAT)
QUIT: Final = EventKind("quit", seat=SEAT)  # done with this phase's trade
GAVE: Final = EventKind("gave", seat=SEAT, receiver=SEAT, card=CARD)  # one half of a swap (5A-15)
MISSED: Final = EventKind(
    "missed", seat=SEAT, given=CARD, wanted=CARD
)  # agreed, but a card went before
MISSED_BOTH: Final = EventKind("missed_both", seat=SEAT, target=SEAT)
LAPSED: Final = EventKind(
    "lapsed", seat=SEAT, given=CARD, wanted=CARD
)  # an offer of a card that is gone
LAPSED_BOTH: Final = EventKind("lapsed_both", seat=SEAT, target=SEAT)
UNANSWERED: Final = EventKind(
    "unanswered", seat=SEAT, target=SEAT
)  # all offers to a seat that has finished trading (B-38)
TRADE_OVER: Final = EventKind("trade_over", cause=NUMBER)  # before the last tick; see trade
RETURNED: Final = EventKind("returned", seat=SEAT, card=CARD)  # untraded, back to hand (5A-21)
BUILT: Final = EventKind("built", seat=SEAT, card=CARD)  # face-down (5A-25)
EXCHANGED: Final = EventKind("exchanged", seat=SEAT, card=CARD, replaced=CARD)  # 5A-26, 5A-40
REFILLED: Final = EventKind("refilled", seat=SEAT, card=CARD)  # at the end of a round (5A-32)
SHOWN: Final = EventKind("shown", seat=SEAT, card=CARD)  # of a civilization, at the end (5A-43)
LEFT_OVER: Final = EventKind("left_over", seat=SEAT, card=CARD)  # of a hand, if hands break ties
RANKED: Final = EventKind(
    "ranked", seat=SEAT, hand=NUMBER, place=NUMBER
)  # hand: poker.HANDS (5A-44)

EVENTS: Final[list[EventKind]] = [
    *(ROUND, DEALT, LAID, HIT, VOID, STOLE, DREW, TICK, OFFERED, OFFERED_BOTH, WITHDREW),
    *(WITHDREW_BOTH, QUIT, GAVE, MISSED, MISSED_BOTH, LAPSED, LAPSED_BOTH, UNANSWERED, TRADE_OVER),
    *(RETURNED, BUILT, EXCHANGED, REFILLED, SHOWN, LEFT_OVER, RANKED),
]

DEEDS: Final = {
    "attacks": [HIT, VOID],
    "thefts": [STOLE],
    "offers": [OFFERED, OFFERED_BOTH],
    "cards swapped": [GAVE],
}
