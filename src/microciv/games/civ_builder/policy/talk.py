"""What is said of an answer: nothing but what lies open once the answer does.

The terms of an offer are between two, so of those it says only whether it finds them fair; nothing
at all of answers to an offer to all, for who was willing is the proposer's to know.
"""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Reason
from microciv.games.civ_builder.cards import ATTRIBUTES, NAMES
from microciv.games.civ_builder.moves import ACCEPT, ANY, Against, Count, Named, Standing
from microciv.games.civ_builder.policy.styles import SPECIALIST, THIEF, TRADER, Style, favourites
from microciv.games.civ_builder.rules.phases import (
    ACT,
    ANSWER,
    DISCARD,
    EXCHANGE,
    MARKET,
    MELD,
    OFFER,
    POINT,
    REPLY,
)
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import Kind, kinds_in

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


def reason(state: CivBuilderState, seat: Seat, style: Style, answer: list[Move]) -> Reason:
    """Of these steps of an answer that has not been sealed yet."""
    phase, first = state.phase, answer[0]
    named = [step.kind for step in answer if isinstance(step, Named)]
    if phase == MELD and named:
        counted = sum([step.amount for step in answer if isinstance(step, Count)])
        return of_points(state, seat, style, named[0], max(counted, state.melds + 1))
    if phase == POINT and named:
        return of_points(state, seat, style, named[0], 1)
    if phase == ACT and isinstance(first, Against):
        return of_action(state, seat, style, first.seat)
    if phase == EXCHANGE:
        return of_action(state, seat, style, state.target)
    if phase in (ACT, DISCARD) and named:
        return NO_USE, {"kind": NAMES[min(named)]}
    if phase == REPLY or (phase == ANSWER and state.deal.other != ANY):
        return (FAIR if first is ACCEPT else TOO_DEAR), {}
    if phase in (OFFER, MARKET) and isinstance(first, Against):
        return of_offer(style, first.seat, answer)
    if phase == MARKET and isinstance(first, Standing) and first.seat < 0:
        deal = state.market.offers[seat][first.number]
        if deal.other == ANY:  # whose terms were open
            return NEEDS_IT, {"kind": NAMES[kinds_in(deal.given)[0]]}
    return NO_REASON


def of_points(
    state: CivBuilderState, seat: Seat, style: Style, attribute: Kind, points: int
) -> Reason:
    """Of what it is good at; of a lead that it keeps, or takes."""
    best = max(
        [
            state.scores_in[other * ATTRIBUTES + attribute]
            for other in range(state.seats)
            if other != seat
        ]
    )
    gap = state.scores_in[seat * ATTRIBUTES + attribute] - best
    if style is SPECIALIST and attribute in favourites(state, seat):
        return IS_SPECIALIST, {"attribute": NAMES[attribute]}
    if gap >= 0:
        return KEEPS_LEAD, {"attribute": NAMES[attribute]}
    return (WANTS, {"kind": NAMES[attribute]}) if gap + points >= 0 else NO_REASON


def of_action(state: CivBuilderState, seat: Seat, style: Style, target: Seat) -> Reason:
    points = state.points
    if style is THIEF:
        return IS_THIEF, {"target": target}
    if points[target] == max(points) and points[target] > points[seat]:
        return ATTACKS_LEADER, {"target": target}
    return NO_REASON


def of_offer(style: Style, target: Seat, answer: list[Move]) -> Reason:
    """The terms of one to all are for all; those of others are between two."""
    if target != ANY:
        return (IS_TRADER, {}) if style is TRADER else NO_REASON
    wanted = [step.kind for step in answer if isinstance(step, Named) and step.verb == "want"]
    return (WANTS, {"kind": NAMES[wanted[0]]}) if wanted else NO_REASON
