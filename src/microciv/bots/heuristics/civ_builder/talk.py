"""What an `easy` says of its choice: nothing but what lies open once the choice does.

The terms of an offer are between two, so of those it says only whether it finds them fair; nothing
at all of answers to an offer to all, for who was willing is the proposer's to know.
"""

from __future__ import annotations

from typing import Final

from microciv.bots.bot import NO_REASON, Reason
from microciv.bots.heuristics.civ_builder.styles import SPECIALIST, THIEF, TRADER
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.core.bags import Kind
from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import NAMES

# Its sentences: their names in the texts, `[reasons]`, and their parts.
WANTS: Final = "wants"  # kind: of an offer to all, or of a meld on the way to a lead
TOO_DEAR: Final = "too_dear"
NEEDS_IT: Final = "needs_it"  # kind: that it had offered to all
NO_USE: Final = "no_use"  # kind: discarded
FAIR: Final = "fair"
ATTACKS_LEADER: Final = "attacks_leader"  # target
KEEPS_LEAD: Final = "keeps_lead"  # attribute
IS_SPECIALIST: Final = "specialist"  # attribute
IS_THIEF: Final = "thief"  # target
IS_TRADER: Final = "trader"
SENTENCES: Final = (
    *(WANTS, TOO_DEAR, NEEDS_IT, NO_USE, FAIR, ATTACKS_LEADER, KEEPS_LEAD),
    *(IS_SPECIALIST, IS_THIEF, IS_TRADER),
)


def of_meld(outlook: Outlook, attribute: Kind, size: int) -> Reason:
    """Of what it is good at; of a lead that it keeps, or takes."""
    gap = outlook.gaps[attribute]
    if outlook.style is SPECIALIST and attribute in outlook.own:
        return IS_SPECIALIST, {"attribute": NAMES[attribute]}
    if gap >= 0:
        return KEEPS_LEAD, {"attribute": NAMES[attribute]}
    return (WANTS, {"kind": NAMES[attribute]}) if gap + size >= 0 else NO_REASON


def of_action(outlook: Outlook, target: Seat) -> Reason:
    """Against whom, and why."""
    points = [seen.points for seen in outlook.seen.table]
    if outlook.style is THIEF:
        return IS_THIEF, {"target": target}
    if points[target] == max(points) and points[target] > points[outlook.seat]:
        return ATTACKS_LEADER, {"target": target}
    return NO_REASON


def of_point(outlook: Outlook, attribute: Kind) -> Reason:
    """Of the Science point: as of a meld of one card."""
    return of_meld(outlook, attribute, 1)


def of_discards(kind: Kind) -> Reason:
    """Of a card that everybody sees go."""
    return NO_USE, {"kind": NAMES[kind]}


def of_offer_to_all(kind: Kind) -> Reason:
    """Its terms are for all."""
    return WANTS, {"kind": NAMES[kind]}


def of_withdrawal(kind: Kind) -> Reason:
    """Of an offer to all, whose terms were open."""
    return NEEDS_IT, {"kind": NAMES[kind]}


def of_offer(outlook: Outlook) -> Reason:
    """To one player: its terms are between the two."""
    return (IS_TRADER, {}) if outlook.style is TRADER else NO_REASON


def of_answer(accepted: bool) -> Reason:
    """To an offer of one player, and everybody hears whether it was accepted."""
    return (FAIR if accepted else TOO_DEAR), {}
