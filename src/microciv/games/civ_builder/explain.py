"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.bags import count
from microciv.core.moves import Move
from microciv.games.civ_builder.cards import (
    CONQUEST,
    DISASTER,
    LEADER,
    NAMES,
    RELIGION,
    SEAFARING,
    TRADE,
    bag_from,
)
from microciv.games.civ_builder.melds import limits_seen
from microciv.games.civ_builder.moves import (
    ACCEPT,
    ANY,
    COUNTER,
    DISCARDS,
    DONE,
    GIVES,
    MELDS,
    MOST_OPEN,
    OFFERS,
    PICKS,
    STOP,
    TAKES,
    WANTS,
    Against,
    Count,
    Named,
    Pick,
)

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.observation import CivBuilderObservation

ASKING: Final[dict[str, str]] = {
    "pick": "you are picking a civilization (CB-03)",
    "sixth": "you may draw a sixth card, or skip it (CB-19)",
    "offer": "you may make an offer, or pass (CB-24)",
    "answer": "you are answering an offer: accept, decline or counter (CB-24)",
    "reply": "you are answering a counter-offer: accept or decline (CB-24)",
    "choose": "you are choosing among those who accept your offer (CB-24)",
    "market": "the market is open: offer, accept, withdraw, pass, or say ready (CB-29)",
    "meld": "you are melding: name an attribute, or stop (CB-33)",
    "act": "you may use the special action, or skip it (CB-46)",
    "exchange": "you are exchanging cards with a hand that you see (CB-54)",
    "study": "you are taking two of the cards you see (CB-57)",
    "point": "you may add a point to an attribute, or skip it (CB-69)",
    "dump": "you may dump your hand, or keep it (CB-77)",
    "discard": "you are discarding down to your hand limit (CB-80)",
}


def expected(seen: CivBuilderObservation) -> list[Move]:
    """The moves of the kind that is asked."""
    if seen.seat >= len(seen.table) or seen.seat not in seen.asked:
        return []
    phase = seen.phase
    if phase == "pick":
        return PICKS
    if phase == "meld":
        return [] if seen.answer else [*MELDS, STOP]
    if phase == "offer":
        return [*GIVES, *WANTS] if seen.answer else OFFERS[: len(seen.table)]
    if phase in ("answer", "reply"):
        return [ACCEPT, COUNTER]
    if phase in ("exchange", "study"):
        return TAKES
    return DISCARDS if phase == "discard" else []


def why_not(game: CivBuilderGame, seen: CivBuilderObservation, move: Move) -> str:
    """Why `move` is not among `seen.legal`."""
    if seen.phase == "over":
        return "the match is over"
    if seen.seat not in seen.asked:
        return "nothing is asked of you now"
    if isinstance(move, Pick) and seen.phase == "pick":
        return "somebody has this civilization already (CB-03)"
    if isinstance(move, Count) and seen.phase == "meld" and seen.answer:
        return f"expected {choices(seen)}: a meld needs {seen.melds + 1} cards at least (CB-36)"
    if isinstance(move, Named):
        return why_not_named(game, seen, move)
    if isinstance(move, Against):
        return why_not_against(seen, move)
    if move is ACCEPT and seen.phase in ("answer", "reply"):
        return "you do not hold all the cards that are wanted (CB-28)"
    if move is COUNTER and seen.phase == "reply":
        return "a counter-offer is accepted or declined"
    if move is DONE and seen.answer:
        return f"name a card first: {choices(seen)}"
    if seen.answer:
        return f"expected {choices(seen)}"
    return ASKING[seen.phase]


def choices(seen: CivBuilderObservation) -> str:
    """What may be answered."""
    named = [f"'{move.text}'" for move in seen.legal[:12]]
    return " or ".join(named)


def why_not_named(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    """A card or an attribute that cannot be named here."""
    name = NAMES[move.kind]
    verbs = {str(other.parts()["verb"]) for other in seen.legal}
    if move.verb == "meld" and seen.phase == "meld" and not seen.answer:
        return why_not_meld(game, seen, move)
    if move.verb not in verbs:
        return f"expected {choices(seen)}" if seen.answer else ASKING[seen.phase]
    if move.verb in ("give", "discard", "return"):
        return f"you have no {name} left to {move.verb}"
    if move.verb == "want":
        return f"nobody whom the offer is for has {name}, as you can see (CB-31)"
    if move.verb == "take":
        return f"no {name} is there to take"
    return f"there is no point of {name} to take (CB-52)"


def why_not_meld(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    """An attribute that cannot be melded now."""
    limits = limits_seen(game, seen)
    name = NAMES[move.kind]
    hand = bag_from(seen.hand)
    if game.max_melds and seen.melds >= game.max_melds:
        return f"at this table a turn has {game.max_melds} melds at most (CB-36)"
    if count(limits.melded, move.kind):
        return f"at this table {name} may be melded once a turn (CB-38)"
    if count(hand, move.kind) < limits.natural:
        return f"you have no {name} card, and a meld needs one (CB-35)"
    cards = sum(limits.highs(move.kind))
    reason = f"this meld needs {limits.least} cards at least, and you have {cards} (CB-36)"
    if count(hand, DISASTER) and seen.seat not in seen.tops[RELIGION]:
        return f"{reason}; Disasters are wild for the top in Religion only (CB-40)"
    if move.kind in (CONQUEST, TRADE) and count(hand, SEAFARING) and not limits.seas:
        return f"{reason}; Seafaring cards are wild for the top in Seafaring only (CB-41)"
    if count(hand, LEADER) > 1:
        return f"{reason}; only one Leader goes into a meld (CB-34)"
    return reason


def why_not_against(seen: CivBuilderObservation, move: Against) -> str:
    """A seat that cannot be named here."""
    verbs = {str(other.parts()["verb"]) for other in seen.legal}
    if move.verb not in verbs and not (move.verb == "offer" and seen.phase == "market"):
        return f"expected {choices(seen)}" if seen.answer else ASKING[seen.phase]
    if len([deal for deal in seen.deals if deal.number and deal.seat == seen.seat]) >= MOST_OPEN:
        return f"{MOST_OPEN} of your offers stand already; withdraw one (CB-29)"
    if move.seat == ANY:
        return "there is only one to trade with: name the seat"
    if move.seat >= len(seen.table):
        return f"there are {len(seen.table)} seats"
    if move.seat == seen.seat:
        return "choose another player (CB-50)"
    if move.verb == "with":
        return "they did not accept"
    if seen.phase == "market" and seen.ready[move.seat]:
        return "they are done with trade in this phase (CB-29)"
    return "there is nothing to trade between you: one hand is empty (CB-25)"
