"""What can happen in Civ Builder. Parts that are cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

PICKED: Final = EventKind("picked", seat=SEAT, civ=NUMBER)
"""The seat's civilization is settled (CB-03)."""
ROLLED: Final = EventKind("rolled", seat=SEAT, attribute=NUMBER, pips=NUMBER)
"""The first score in an attribute, by a die (CB-05)."""
EXTRA: Final = EventKind("extra", seat=SEAT, attribute=NUMBER, pips=NUMBER)
"""What another die adds to an attribute (CB-06)."""
ROUND: Final = EventKind("round", round=NUMBER, stakes=NUMBER)
"""A round begins; victory points for each lead in it."""
TIE_ROLL: Final = EventKind("tie_roll", seat=SEAT, pips=NUMBER)
"""A die that settles a tie for the order of the round (CB-15)."""
ORDERED: Final = EventKind("ordered", seat=SEAT, place=NUMBER)
"""The seat's place in the order of the round, from 1 (CB-14)."""
SHUFFLED: Final = EventKind("shuffled", cards=NUMBER)
"""The discard pile, of this many cards, becomes the deck (CB-21)."""
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)
"""One of the first cards; known to the seat, and to those who see all hands (CB-08)."""
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)
"""A card drawn; known to the seat, and to those who see all hands."""
OPENED: Final = EventKind("opened", seat=SEAT)  # the seat sees all hands from now on (CB-31)
CLOSED: Final = EventKind("closed", seat=SEAT)  # the seat no longer sees all hands (CB-31)
PROPOSED: Final = EventKind("proposed", seat=SEAT, target=SEAT)
"""An offer to the target; its terms are between the two (CB-24)."""
PROPOSED_ALL: Final = EventKind("proposed_all", seat=SEAT)  # an offer to all (CB-24)
COUNTERED: Final = EventKind("countered", seat=SEAT, target=SEAT)
"""The seat makes the target a counter-offer (CB-24)."""
DECLINED: Final = EventKind("declined", seat=SEAT, target=SEAT)
"""The seat declines the target's offer."""
NOBODY_WILLING: Final = EventKind("nobody_willing", seat=SEAT)  # nobody accepted the seat's offer
CHOSE_NOBODY: Final = EventKind("chose_nobody", seat=SEAT)
"""Several accepted the seat's offer to all, and it trades with none of them (CB-24)."""
GAVE: Final = EventKind("gave", seat=SEAT, receiver=SEAT, card=CARD)
"""A card changes hands by agreement; of an offer to all, everybody knows which (CB-26)."""
POSTED: Final = EventKind("posted", seat=SEAT, number=NUMBER)
"""An offer of the seat stands in the market, by its number from 1."""
WITHDREW: Final = EventKind("withdrew", seat=SEAT, number=NUMBER)
"""The seat takes an offer back from the market."""
VOID: Final = EventKind("void", seat=SEAT, number=NUMBER)
"""An offer of the market lapses: its cards are gone, or its partner is."""
READY: Final = EventKind("ready", seat=SEAT)  # the seat is done in the market
TURN: Final = EventKind("turn", seat=SEAT)  # the seat's turn in the Action phase begins
MELDED: Final = EventKind("melded", seat=SEAT, attribute=NUMBER, size=NUMBER)
"""A meld, of this many cards (CB-44)."""
WILD: Final = EventKind("wild", seat=SEAT, kind=NUMBER, amount=NUMBER)
"""How many cards of one kind stood for others in the meld."""
STOPPED: Final = EventKind("stopped", seat=SEAT, melds=NUMBER)
"""The seat's turn ends after this many melds (CB-49)."""
SKIPPED: Final = EventKind("skipped", seat=SEAT, attribute=NUMBER)
"""The seat does without its special action (CB-46)."""
ROBBED: Final = EventKind("robbed", seat=SEAT, target=SEAT, attribute=NUMBER)
"""Conquest takes a point of the attribute from the target (CB-51)."""
SAW: Final = EventKind("saw", seat=SEAT, target=SEAT)
"""Trade: the seat sees the target's hand (CB-54)."""
TOOK: Final = EventKind("took", seat=SEAT, target=SEAT, card=CARD)
"""Trade: a card taken from the target; the two know which (CB-54)."""
RETURNED: Final = EventKind("returned", seat=SEAT, target=SEAT, card=CARD)
"""Trade: a card given back to the target; the two know which (CB-54)."""
STUDIED: Final = EventKind("studied", seat=SEAT, cards=NUMBER)
"""Science: how many cards on top of the deck the seat looks at (CB-57)."""
LEARNED: Final = EventKind("learned", seat=SEAT, card=CARD)
"""Science: one of those cards, taken to hand; the seat knows which (CB-57)."""
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, card=CARD)
"""Religion: a card stolen from the target at random; the two know which (CB-61)."""
PLUNDERED: Final = EventKind("plundered", seat=SEAT, target=SEAT, points=NUMBER)
"""Seafaring takes victory points from the target (CB-62)."""
LOST: Final = EventKind("lost", seat=SEAT, target=SEAT, card=CARD)
"""Equestrian: a card of the target's hand, discarded at random (CB-65)."""
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)
"""A card discarded, by Government or above the hand limit (CB-63, CB-80)."""
GAINED: Final = EventKind("gained", seat=SEAT, attribute=NUMBER, points=NUMBER)
"""Victory points of a special action, Culture's or Engineering's."""
POINTED: Final = EventKind("pointed", seat=SEAT, attribute=NUMBER)
"""The top in Science adds a point to the attribute (CB-69)."""
LED: Final = EventKind("led", seat=SEAT, attribute=NUMBER, points=NUMBER)
"""Victory points for the lead in the attribute (CB-72)."""
CULTURED: Final = EventKind("cultured", seat=SEAT, points=NUMBER)
"""Victory points for the top in Culture (CB-75)."""
DUMPED: Final = EventKind("dumped", seat=SEAT, cards=NUMBER, points=NUMBER)
"""The top in Equestrian discards its hand for victory points (CB-77)."""

# Why nothing happened, or less than was wanted:
RAN_OUT: Final = EventKind("ran_out", seat=SEAT, cards=NUMBER)
"""Deck and discard pile are empty: this many cards cannot be drawn (CB-22)."""
SHUT_OUT: Final = EventKind("shut_out", seat=SEAT)  # the seat has nobody to trade with (CB-25)
TOO_LATE: Final = EventKind("too_late", seat=SEAT, target=SEAT)
"""The seat accepted an offer of the target that was taken, or whose cards are gone (CB-29)."""
UNPOSTED: Final = EventKind("unposted", seat=SEAT)
"""A new offer falls away: its cards went in the same tick (CB-29)."""
ENDED: Final = EventKind("ended", why=NUMBER)
"""Trade ends: 1 no offer in a pass, 2 no pass left, 3 all wait, 4 last tick, 5 no partners."""
FOUND_NOTHING: Final = EventKind("found_nothing", seat=SEAT, target=SEAT, attribute=NUMBER)
"""The target has nothing to lose to the special action (CB-50)."""
LEFT_ALL: Final = EventKind("left_all", seat=SEAT, target=SEAT)
"""Trade takes no card from the hand it saw (CB-54)."""
UNLED: Final = EventKind("unled", attribute=NUMBER)
"""Several lead, so nobody has the privilege of the attribute."""
WAIVED: Final = EventKind("waived", seat=SEAT, attribute=NUMBER)
"""The seat does without the privilege of the attribute."""
EMPTY_HANDED: Final = EventKind("empty_handed", seat=SEAT)
"""The seat has no hand to discard for victory points (CB-77)."""

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
