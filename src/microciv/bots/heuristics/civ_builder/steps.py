"""The next step of an answer of several: what is planned and still missing, if it is legal; else
what comes nearest, for somebody else may have begun the answer.
"""

from __future__ import annotations

from microciv.bots.heuristics.civ_builder.trading import Terms
from microciv.core.bags import Bag, Kind, count, kinds_in
from microciv.core.moves import Move
from microciv.games.civ_builder.moves import DONE, FOR, GIVES, WANTS, Count, Named
from microciv.games.civ_builder.observation import CivBuilderObservation


def next_named(seen: CivBuilderObservation, moves: list[Move], planned: list[Kind]) -> Move:
    """The first planned kind that has not been named yet, then `done`."""
    left = list(planned)
    for step in seen.answer:
        if isinstance(step, Named) and step in moves and step.kind in left:
            left.remove(step.kind)
    for kind in left:
        if moves[kind] in seen.legal:
            return moves[kind]
    return DONE if DONE in seen.legal else seen.legal[0]


def next_count(counts: list[Count], parts: tuple[int, int, int, int]) -> Move:
    """How many of the sort that is asked for: the planned number, or the nearest."""
    planned = parts[counts[0].part]
    return min(counts, key=lambda move: abs(move.amount - planned))


def next_term(seen: CivBuilderObservation, terms: Terms) -> Move:
    """What else is given; `for`; what else is wanted; `done`."""
    legal = seen.legal
    if FOR in legal or any([move in GIVES for move in legal]):
        return missing(seen, GIVES, terms.given, FOR)
    return missing(seen, WANTS, terms.wanted, DONE)


def missing(seen: CivBuilderObservation, moves: list[Move], planned: Bag, end: Move) -> Move:
    """The next planned card that has not been named, or that there are no more."""
    for kind in kinds_in(planned):
        named = len([step for step in seen.answer if step is moves[kind]])
        if named < count(planned, kind) and moves[kind] in seen.legal:
            return moves[kind]
    return end if end in seen.legal else seen.legal[0]
