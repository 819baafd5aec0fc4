"""What may be answered beforehand, for those who play by the day: the sixth card, trade, and all
that is asked at the end of a round.

An order says what a seat would give for what, in the steps of an offer: `give Cul` and `want Sci`,
each once for every copy of the card. This is secret: an offer that somebody else has made is only
checked for being as good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.moves import NOBODY, Move
from microciv.core.orders import Order
from microciv.games.civ_builder.cards import NAMES
from microciv.games.civ_builder.moves import (
    ACCEPT,
    ACCEPTS,
    ANY,
    COUNTER,
    DONE,
    FOR,
    OFFERS,
    Against,
    Standing,
)
from microciv.games.civ_builder.people.naming import joined, listed, seat_in
from microciv.games.civ_builder.people.notation import steps_of_terms
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.views.observation import CivBuilderObservation, DealSeen

SWAP: Final = "swap"
"""For these terms: an offer has them exactly; one that stands is taken if it is as good."""
MOST_TAKEN: Final = 30
"""Wishes of an order that takes what stands in the market; no order has more."""
TERMS: Final[dict[str, list[str]]] = {
    "sixth": [],
    "offer": [SWAP],
    "answer": [SWAP],
    "reply": [SWAP],
    "choose": [],
    "market": [SWAP],
    "point": [],
    "dump": [],
    "discard": [],
}


def holds(game: CivBuilderGame, seen: CivBuilderObservation, order: Order, move: Move) -> bool:
    """Does this step keep to the terms of the order? What trades nothing does in any case."""
    if move is ACCEPT:
        return is_as_good(seen.deals[0], order)
    if isinstance(move, Standing) and move.seat != NOBODY:
        its = (move.seat, move.number + 1)
        return any(
            [is_as_good(deal, order) for deal in seen.deals if (deal.seat, deal.number) == its]
        )
    first = seen.answer[0] if seen.answer else move
    if first is COUNTER or first in OFFERS:
        return move in offered(game, seen, order, first)[len(seen.answer) : len(seen.answer) + 1]
    return True


def is_as_good(deal: DealSeen, order: Order) -> bool:
    """Does it want nothing that would not be given, and give all that is wanted (CB-25)?"""
    given, wanted = terms_of(order)
    return Counter(deal.wanted) <= Counter(given) and Counter(wanted) <= Counter(deal.given)


def offered(
    game: CivBuilderGame, seen: CivBuilderObservation, order: Order, first: Move
) -> list[Move]:
    """All steps of the offer with these terms that begins so; none if it cannot be made."""
    other = first.seat if isinstance(first, Against) else seen.deals[0].seat
    try:
        return steps_of_terms(game, seen, other, first, *terms_of(order))
    except IllegalMove:
        return []


def terms_of(order: Order) -> tuple[list[str], list[str]]:
    """The cards that are given, and those that are wanted for them."""
    return named(order.wishes, "give"), named(order.wishes, "want")


def named(wishes: Sequence[str], verb: str) -> list[str]:
    known = {f"{verb} {name}": name for name in NAMES}
    said = [" ".join(wish.split()) for wish in wishes]  # moves may be spaced otherwise
    return [known[wish] for wish in said if wish in known]


# --- in a line


def wishes(seats: int, phase: str, line: str) -> list[str]:
    """`2Cul : Sci`, and `2Cul > B : Sci` for what is offered to B, not to all: the steps for the
    question; a line without a colon is one step.

    :raises IllegalMove: if it is no list of cards for another.
    """
    given, colon, wanted = line.partition(":")
    if not colon or SWAP not in TERMS.get(phase, []):
        return [line]
    given, arrow, whom = given.partition(">")
    gives = [f"give {name}" for name in listed(given.removeprefix("offer "))]
    wants = [f"want {name}" for name in listed(wanted)]
    if not gives or not wants:
        raise IllegalMove(t("write what you would give for what as 2Cul : Sci"))
    if phase == "offer":
        to = offers_to(seats, whom.strip() if arrow else "any")
        return [*to, *gives, FOR.text, *wants, DONE.text]
    if phase == "market":
        stands = [move.text for deals in zip(*ACCEPTS[:seats], strict=True) for move in deals]
        return [*gives, *wants, *stands[: MOST_TAKEN - len(gives) - len(wants)]]
    return [*gives, *wants, ACCEPT.text]


def offers_to(seats: int, whom: str) -> list[str]:
    """How an offer begins: to a seat, or to all; where only one can trade, to that one."""
    if whom.lower() != "any":
        return [f"offer {seat_in(whom)}"]
    return [OFFERS[ANY].text, *[move.text for move in OFFERS[:seats]]]


def wishes_line(wishes: list[str]) -> str:
    """The cards of an order in a line; empty: it is not about any."""
    given, wanted = named(wishes, "give"), named(wishes, "want")
    if not given and not wanted:
        return ""
    [whom, *_] = [wish.partition(" ")[2] for wish in wishes if wish.startswith("offer ")] or [""]
    arrow = f"> {whom} " if whom else ""
    return f"{joined(given)} {arrow}: {joined(wanted)}"
