"""What is kept at the end of a round, and where the Science point goes."""

from __future__ import annotations

from microciv.bots.heuristics.civ_builder.melding import Planner
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.core.bags import NONE, ONE, Bag, Kind, kinds_in, size
from microciv.games.civ_builder.cards import ATTRIBUTES, DISASTER, DUMP_POINTS


def discards(planner: Planner) -> Bag:
    """The cards above the limit that will be missed least (CB-80), Disasters first."""
    hand, gone = planner.outlook.hand, NONE
    while size(hand) > planner.outlook.limit:
        losses = [(planner.loss_of(hand, kind), kind != DISASTER, kind) for kind in kinds_in(hand)]
        kind = min(losses)[2]
        hand -= ONE[kind]
        gone += ONE[kind]
    return gone


def is_worth_a_dump(planner: Planner) -> bool:
    """Are the points worth more than the hand (CB-77)?"""
    return planner.worth_next(planner.outlook.hand) < DUMP_POINTS


def best_point(outlook: Outlook) -> Kind:
    """The attribute in which a point changes most: who gains a lead, or keeps it (CB-69)."""
    gains = [(outlook.gain(at, 1), -at) for at in range(ATTRIBUTES)]
    return -max(gains)[1]
