"""What can happen in 5 Ages (F.5). Parts that are cards are redacted by who knows."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

ROUND: Final = EventKind("round", round=NUMBER, token=SEAT)
"""A round begins; the token's seat breaks ties of trade (F.3)."""
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)
"""One of the first three cards; the seat knows which (5A-04)."""
LAID: Final = EventKind("laid", seat=SEAT, left=CARD, right=CARD)
"""A row is turned up, its left card and its right one (5A-11)."""
HIT: Final = EventKind("hit", seat=SEAT, target=SEAT)  # an attack succeeds (5A-56)
VOID: Final = EventKind("void", seat=SEAT, target=SEAT, reason=NUMBER)
"""An attack fails: 1 for another at the target, 2 if mutual, 4 for too little built; or a sum."""
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, card=CARD)
"""A card stolen from the target at random; the two know which (5A-57, 5A-41)."""
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)
"""A card drawn after a war; the seat knows which (5A-58, 5A-60)."""
TICK: Final = EventKind("tick", tick=NUMBER)  # the offers of a tick are opened
OFFERED: Final = EventKind("offered", seat=SEAT, given=CARD, wanted=CARD)
"""An offer of a swap is new; not told if offers are private (5A-36)."""
OFFERED_BOTH: Final = EventKind("offered_both", seat=SEAT, target=SEAT)
"""An offer of both cards for both of the target's is new (5A-19)."""
WITHDREW: Final = EventKind("withdrew", seat=SEAT, given=CARD, wanted=CARD)
"""An offer is taken back; not told if offers are private (5A-36)."""
WITHDREW_BOTH: Final = EventKind("withdrew_both", seat=SEAT, target=SEAT)
"""An offer of both cards for both of the target's is taken back."""
QUIT: Final = EventKind("quit", seat=SEAT)
"""The seat is done with this round's trade, and its list is cleared."""
GAVE: Final = EventKind("gave", seat=SEAT, receiver=SEAT, card=CARD)
"""One half of a swap; the other half is told next (5A-15)."""
MISSED: Final = EventKind("missed", seat=SEAT, given=CARD, wanted=CARD)
"""Both wanted this swap, but one of its cards went in another one before."""
MISSED_BOTH: Final = EventKind("missed_both", seat=SEAT, target=SEAT)
"""Both wanted to swap both cards, but one of them went in another swap before."""
LAPSED: Final = EventKind("lapsed", seat=SEAT, given=CARD, wanted=CARD)
"""An offer lapses, as one of its cards is gone; not told if offers are private."""
LAPSED_BOTH: Final = EventKind("lapsed_both", seat=SEAT, target=SEAT)
"""An offer of both cards for both of the target's lapses, as one of them is gone."""
UNANSWERED: Final = EventKind("unanswered", seat=SEAT, target=SEAT)
"""All offers to the target lapse, as it is done with trade (B-38)."""
TRADE_OVER: Final = EventKind("trade_over", cause=NUMBER)
"""Trade ends before the last tick: 1 if nothing changed in one, 2 if nobody can trade."""
RETURNED: Final = EventKind("returned", seat=SEAT, card=CARD)
"""A card that was not swapped goes back to hand (5A-21)."""
BUILT: Final = EventKind("built", seat=SEAT, card=CARD)
"""A card laid face down into the civilization; the seat knows which (5A-25)."""
EXCHANGED: Final = EventKind("exchanged", seat=SEAT, card=CARD, replaced=CARD)
"""A card for one of the civilization; the seat knows both (5A-26, 5A-40)."""
REFILLED: Final = EventKind("refilled", seat=SEAT, card=CARD)
"""A card drawn at the end of a round; the seat knows which (5A-32)."""
SHOWN: Final = EventKind("shown", seat=SEAT, card=CARD)
"""A card of the seat's civilization, at the end (5A-43)."""
LEFT_OVER: Final = EventKind("left_over", seat=SEAT, card=CARD)
"""A card of the seat's hand, at the end, if hands break ties (5A-45)."""
RANKED: Final = EventKind("ranked", seat=SEAT, hand=NUMBER, place=NUMBER)
"""At the end: the hand that the civilization makes, 0 for a high card, and the place (5A-44)."""

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
