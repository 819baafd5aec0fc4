"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from microciv.core.moves import NOBODY, Move, Seat
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
from microciv.games.civ_builder.moves import (
    ACCEPT,
    ANY,
    COUNTER,
    DISCARDS,
    GIVES,
    MELDS,
    MOST_OPEN,
    NATURALS,
    OFFERS,
    PICKS,
    SEATS,
    STOP,
    TAKES,
    WANTS,
    Against,
    Count,
    Named,
    Pick,
    Standing,
    kind_of,
)
from microciv.games.civ_builder.people.naming import joined, several
from microciv.games.civ_builder.views.limits import limits_seen, terms_seen
from microciv.hidden.bags import count

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

QUESTIONS: Final[dict[str, tuple[str, str]]] = {
    "pick": ("you are picking a civilization", "CB-03"),
    "sixth": ("you may draw more", "CB-19"),
    "offer": ("you may make an offer", "CB-24"),
    "answer": ("you are answering an offer", "CB-24"),
    "reply": ("you are answering a counter-offer", "CB-24"),
    "choose": ("you are choosing among those who accept your offer", "CB-24"),
    "market": ("the market is open", "CB-29"),
    "meld": ("you are melding", "CB-33"),
    "act": ("the special action is open", "CB-46"),
    "exchange": ("you are exchanging cards with a hand that you see", "CB-54"),
    "study": ("you are taking two of the cards you see", "CB-57"),
    "point": ("you may add a point to an attribute", "CB-69"),
    "dump": ("you may discard your hand", "CB-77"),
    "discard": ("you are discarding down to your hand limit", "CB-80"),
}
"""By phase, what the seat is asked, and the clause."""
IN_ORDER: Final[dict[str, str]] = {
    **dict.fromkeys(("meld", "act", "exchange", "study"), "CB-32"),
    "sixth": "CB-18",
    "point": "CB-70",
    "dump": "CB-78",
    "discard": "CB-78",
}
"""By phase, the clause that says whose turn it is, where that is another one."""
CARDS_OF: Final[dict[tuple[str, str], str]] = {
    ("give", "offer"): "CB-25",
    ("give", "answer"): "CB-25",
    ("give", "market"): "CB-25",
    ("discard", "act"): "CB-63",
    ("discard", "discard"): "CB-80",
    ("return", "exchange"): "CB-54",
}
"""By verb and phase, the clause about own cards that are named."""
MOST_NAMED: Final = 8


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
    if seen.phase == "over":
        return "the match is over"
    if seen.seat not in seen.asked:
        return why_wait(seen)
    if is_sealed(game, seen):
        return f"your answer is sealed, and others have still to answer ({clause_of(seen)})"
    if isinstance(move, Count) and seen.phase == "meld" and seen.answer:
        return why_not_count(game, seen, move)
    if isinstance(move, Named):
        return why_not_named(game, seen, move)
    if isinstance(move, Against):
        return why_not_against(seen, move)
    if isinstance(move, Standing):
        return why_not_standing(seen, move)
    return what_is_asked(seen) if seen.answer else why_not_word(seen, move)


def why_not_word(seen: CivBuilderObservation, move: Move) -> str:
    """A civilization, or a word that cannot be said."""
    if isinstance(move, Pick) and seen.phase == "pick":
        return "somebody already has this civilization (CB-03)"
    if move is ACCEPT and seen.phase in ("answer", "reply"):
        return "you do not hold all the cards that are wanted (CB-28)"
    if move is COUNTER and seen.phase == "reply":
        return f"a counter-offer cannot be countered: {choices(seen)} (CB-24)"
    if move is COUNTER and seen.phase == "answer":
        return f"an offer to all cannot be countered: {choices(seen)} (CB-24)"
    return what_is_asked(seen)


def why_wait(seen: CivBuilderObservation) -> str:
    """Why nothing is asked of the seat, or of a spectator."""
    clause = IN_ORDER.get(seen.phase, clause_of(seen))
    if seen.seat >= len(seen.table):
        return f"spectators do not play: {letters(seen.asked)} to act ({clause})"
    if seen.phase == "market" and seen.ready[seen.seat]:
        return f"you are done with trade in this phase ({clause})"
    if seen.phase == "market":
        return f"there is nobody to trade with now ({clause})"
    return f"you are not to act now: {letters(seen.asked)} to act ({clause})"


def letters(seats: tuple[Seat, ...]) -> str:
    """`B is`, `A, B and C are`."""
    named = [SEATS[seat] for seat in seats]
    if len(named) == 1:
        return f"{named[0]} is"
    return f"{', '.join(named[:-1])} and {named[-1]} are"


def is_sealed(game: CivBuilderGame, seen: CivBuilderObservation) -> bool:
    """Is the answer complete, where several are asked at once?"""
    if not seen.answer or len(seen.asked) == 1:
        return False
    first = seen.answer[0]
    if seen.phase == "market" and isinstance(first, Against):
        return terms_seen(game, seen, first.seat, seen.answer).done
    return True


def clause_of(seen: CivBuilderObservation) -> str:
    """What is asked says this clause."""
    if seen.answer and seen.phase in ("offer", "answer", "market"):
        return "CB-25"
    if seen.answer and seen.phase == "act":
        return "CB-51" if seen.action == NAMES[CONQUEST] else "CB-63"
    return "CB-36" if seen.answer and seen.phase == "meld" else QUESTIONS[seen.phase][1]


def what_is_asked(seen: CivBuilderObservation) -> str:
    """The question, with what can be answered to it."""
    asked = "expected" if seen.answer else f"{QUESTIONS[seen.phase][0]}:"
    return f"{asked} {choices(seen)} ({clause_of(seen)})"


def choices(seen: CivBuilderObservation) -> str:
    named = [f"'{move.text}'" for move in seen.legal[:MOST_NAMED]]
    more = len(seen.legal) - len(named)
    return " or ".join([*named, f"{more} more"] if more else named)


def verbs_of(seen: CivBuilderObservation) -> set[str]:
    return {str(move.parts()["verb"]) for move in seen.legal}


# --- cards and attributes


def why_not_named(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    name = NAMES[move.kind]
    if move.verb == "meld" and seen.phase == "meld" and not seen.answer:
        return why_not_meld(game, seen, move)
    if move.verb not in verbs_of(seen):
        return what_is_asked(seen)
    if (move.verb, seen.phase) in CARDS_OF:
        return f"you have no {name} left to {move.verb} ({CARDS_OF[move.verb, seen.phase]})"
    if move.verb == "want":
        return why_not_want(game, seen, name)
    if move.verb == "take":
        clause = "CB-57" if seen.phase == "study" else "CB-54"
        return f"no {name} is left there to take ({clause})"
    return f"there is no point of {name} to take (CB-52)"


def why_not_want(game: CivBuilderGame, seen: CivBuilderObservation, name: str) -> str:
    wanted = [*[NAMES[move.kind] for move in seen.answer if is_want(move)], name]
    also = " and as many cards as you give" if game.equal else ""
    return f"nobody who gets the offer has {joined(wanted)}{also}, as you can see (CB-31)"


def is_want(move: Move) -> TypeGuard[Named]:
    return isinstance(move, Named) and move.verb == "want"


# --- melds


def why_not_meld(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    limits = limits_seen(game, seen)
    name = NAMES[move.kind]
    hand = bag_from(seen.hand)
    if count(limits.melded, move.kind):
        return f"at this table {name} may be melded once a turn (CB-38)"
    if count(hand, move.kind) < limits.natural:
        return f"you have no {name} card, and a meld needs one (CB-35)"
    cards = sum(limits.highs(move.kind))
    least = several(limits.least, "card")
    reason = f"this meld needs {least} at least, and you have {cards} (CB-36)"
    if count(hand, DISASTER) and seen.seat not in seen.tops[RELIGION]:
        return f"{reason}; Disasters are wild only with the privilege of Religion (CB-40)"
    if move.kind in (CONQUEST, TRADE) and count(hand, SEAFARING) and not limits.seas:
        return f"{reason}; Seafaring is wild only with its privilege (CB-41)"
    if count(hand, LEADER) and not game.sheet.leaders_in_meld:
        return f"{reason}; at this table no Leader goes into a meld (CB-34)"
    if count(hand, LEADER) > 1:
        return f"{reason}; only one Leader goes into a meld (CB-34)"
    return reason


def why_not_count(game: CivBuilderGame, seen: CivBuilderObservation, move: Count) -> str:
    """A number of cards of a sort that is not asked, too large or too small."""
    asked = seen.legal[0]
    assert isinstance(asked, Count)
    if move.part != asked.part:
        return what_is_asked(seen)
    limits, hand = limits_seen(game, seen), bag_from(seen.hand)
    attribute = kind_of(seen.answer[0])
    if move.amount < asked.amount:
        if move.part == NATURALS and asked.amount == limits.natural:
            return f"a meld needs a natural {NAMES[attribute]} card (CB-35)"
        return f"then the meld would be too small: it needs {several(limits.least, 'card')} (CB-36)"
    kind = (attribute, SEAFARING, DISASTER, LEADER)[move.part]
    held = count(hand, kind)
    if move.amount > held:
        return f"you have {held} {NAMES[kind]} ({CLAUSES_OF_PARTS[move.part]})"
    return f"at this table one {NAMES[kind]} is wild in a meld ({CLAUSES_OF_PARTS[move.part]})"


CLAUSES_OF_PARTS: Final = ("CB-34", "CB-41", "CB-40", "CB-34")


# --- seats and offers


def why_not_against(seen: CivBuilderObservation, move: Against) -> str:
    offers = move.verb == "offer" and seen.phase in ("offer", "market") and not seen.answer
    if not offers and move.verb not in verbs_of(seen):
        return what_is_asked(seen)
    if offers and own_offers(seen) >= MOST_OPEN:
        taken_back = " or ".join(
            [f"'{other.text}'" for other in seen.legal if is_withdrawal(other)]
        )
        return f"{MOST_OPEN} of your offers already stand: {taken_back} first (CB-29)"
    if move.seat == ANY:
        (only,) = [other.text for other in seen.legal if isinstance(other, Against)]
        return f"there is only one to trade with: '{only}' (CB-25)"
    if move.seat >= len(seen.table):
        return f"there are {len(seen.table)} seats, A to {SEATS[len(seen.table) - 1]} (CB-01)"
    if move.seat == seen.seat:
        return f"choose another player ({'CB-24' if offers else 'CB-50'})"
    if move.verb == "with":
        return f"{SEATS[move.seat]} did not accept (CB-28)"
    if seen.phase == "market" and seen.ready[move.seat]:
        return f"{SEATS[move.seat]} is done with trade in this phase (CB-29)"
    return f"{SEATS[move.seat]} has no cards to trade (CB-25)"


def own_offers(seen: CivBuilderObservation) -> int:
    return len([deal for deal in seen.deals if deal.number and deal.seat == seen.seat])


def is_withdrawal(move: Move) -> bool:
    return isinstance(move, Standing) and move.seat == NOBODY


def why_not_standing(seen: CivBuilderObservation, move: Standing) -> str:
    if seen.phase != "market" or seen.answer:
        return what_is_asked(seen)
    number = move.number + 1
    if is_withdrawal(move):
        return f"you have no standing offer {number} (CB-29)"
    deals = [deal for deal in seen.deals if (deal.seat, deal.number) == (move.seat, number)]
    if not deals:
        return f"{SEATS[move.seat]} has no standing offer {number} (CB-29)"
    if move.seat == seen.seat:
        return "it is your own offer (CB-24)"
    if not deals[0].open:
        return f"offer {number} of {SEATS[move.seat]} is for somebody else (CB-24)"
    return "you do not hold all the cards that are wanted (CB-28)"
