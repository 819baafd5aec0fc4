"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeGuard

from microciv.core.lists import all_of, any_of
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
    DISASTERS,
    DISCARDS,
    GIVES,
    MELDS,
    MOST_OPEN,
    NATURALS,
    OFFERS,
    PICKS,
    SEAS,
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
from microciv.games.civ_builder.people.naming import called, told
from microciv.games.civ_builder.views.limits import limits_seen, terms_seen
from microciv.hidden.bags import count
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.rules.melds import Limits
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

CLAUSES: Final[dict[str, str]] = {
    "pick": "CB-03",
    "sixth": "CB-19",
    "offer": "CB-24",
    "answer": "CB-24",
    "reply": "CB-24",
    "choose": "CB-24",
    "market": "CB-29",
    "meld": "CB-33",
    "act": "CB-46",
    "exchange": "CB-54",
    "study": "CB-57",
    "point": "CB-69",
    "dump": "CB-77",
    "discard": "CB-80",
}
"""By phase, the clause of what the seat is asked."""
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
        return t("the match is over")
    if seen.seat not in seen.asked:
        return why_wait(seen)
    if is_sealed(game, seen):
        return t(
            "your answer is sealed, and others have still to answer ({clause})",
            clause=clause_of(seen),
        )
    if isinstance(move, Count) and seen.phase == "meld" and seen.answer:
        return why_not_count(game, seen, move)
    if isinstance(move, Named):
        return why_not_named(game, seen, move)
    if isinstance(move, Against):
        return why_not_against(game, seen, move)
    if isinstance(move, Standing):
        return why_not_standing(game, seen, move)
    return what_is_asked(game, seen) if seen.answer else why_not_word(game, seen, move)


def why_not_word(game: CivBuilderGame, seen: CivBuilderObservation, move: Move) -> str:
    """A civilization, or a word that cannot be said."""
    if isinstance(move, Pick) and seen.phase == "pick":
        return t("somebody already has this civilization (CB-03)")
    if move is ACCEPT and seen.phase in ("answer", "reply"):
        return t("you do not hold all the cards that are wanted (CB-28)")
    if move is COUNTER and seen.phase == "reply":
        return t("a counter-offer cannot be countered: {moves} (CB-24)", moves=choices(seen))
    if move is COUNTER and seen.phase == "answer":
        return t("an offer to all cannot be countered: {moves} (CB-24)", moves=choices(seen))
    return what_is_asked(game, seen)


def why_wait(seen: CivBuilderObservation) -> str:
    """Why nothing is asked of the seat, or of a spectator."""
    clause = IN_ORDER.get(seen.phase, clause_of(seen))
    if seen.seat >= len(seen.table):
        return tn(
            len(seen.asked),
            "spectators do not play: {seats} is to act ({clause})",
            "spectators do not play: {seats} are to act ({clause})",
            seats=letters(seen.asked),
            clause=clause,
        )
    if seen.phase == "market" and seen.ready[seen.seat]:
        return t("you are done with trade in this phase ({clause})", clause=clause)
    if seen.phase == "market":
        return t("there is nobody to trade with now ({clause})", clause=clause)
    return tn(
        len(seen.asked),
        "you are not to act now: {seats} is to act ({clause})",
        "you are not to act now: {seats} are to act ({clause})",
        seats=letters(seen.asked),
        clause=clause,
    )


def letters(seats: tuple[Seat, ...]) -> str:
    """`B`, `A, B and C`."""
    return all_of([SEATS[seat] for seat in seats])


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
    return "CB-36" if seen.answer and seen.phase == "meld" else CLAUSES[seen.phase]


ASKED: Final[dict[str, Callable[[str, str], str]]] = {
    "pick": lambda moves, clause: t(
        "you are picking a civilization: {moves} ({clause})", moves=moves, clause=clause
    ),
    "sixth": lambda moves, clause: t(
        "you may draw more: {moves} ({clause})", moves=moves, clause=clause
    ),
    "offer": lambda moves, clause: t(
        "you may make an offer: {moves} ({clause})", moves=moves, clause=clause
    ),
    "answer": lambda moves, clause: t(
        "you are answering an offer: {moves} ({clause})", moves=moves, clause=clause
    ),
    "reply": lambda moves, clause: t(
        "you are answering a counter-offer: {moves} ({clause})", moves=moves, clause=clause
    ),
    "choose": lambda moves, clause: t(
        "you are choosing among those who accept your offer: {moves} ({clause})",
        moves=moves,
        clause=clause,
    ),
    "market": lambda moves, clause: t(
        "the market is open: {moves} ({clause})", moves=moves, clause=clause
    ),
    "meld": lambda moves, clause: t(
        "you are melding: {moves} ({clause})", moves=moves, clause=clause
    ),
    "act": lambda moves, clause: t(
        "the special action is open: {moves} ({clause})", moves=moves, clause=clause
    ),
    "exchange": lambda moves, clause: t(
        "you are exchanging cards with a hand that you see: {moves} ({clause})",
        moves=moves,
        clause=clause,
    ),
    "dump": lambda moves, clause: t(
        "you may discard your hand: {moves} ({clause})", moves=moves, clause=clause
    ),
    "discard": lambda moves, clause: t(
        "you are discarding down to your hand limit: {moves} ({clause})", moves=moves, clause=clause
    ),
}
"""By phase, the question, with what can be answered to it; of Science see `what_is_asked`."""


def what_is_asked(game: CivBuilderGame, seen: CivBuilderObservation) -> str:
    """The question, with what can be answered to it."""
    moves, clause = choices(seen), clause_of(seen)
    if seen.answer:
        return t("expected {moves} ({clause})", moves=moves, clause=clause)
    if seen.phase == "study":
        return t(
            "you are taking {n} of the cards you see: {moves} ({clause})",
            n=game.sheet.science_takes,
            moves=moves,
            clause=clause,
        )
    if seen.phase == "point":
        return tn(
            game.sheet.science_privilege,
            "you may add {n} point to an attribute: {moves} ({clause})",
            "you may add {n} points to an attribute: {moves} ({clause})",
            moves=moves,
            clause=clause,
        )
    return ASKED[seen.phase](moves, clause)


def choices(seen: CivBuilderObservation) -> str:
    named = [f"'{move.text}'" for move in seen.legal[:MOST_NAMED]]
    more = len(seen.legal) - len(named)
    return any_of([*named, t("{more} more", more=more)] if more else named)


def verbs_of(seen: CivBuilderObservation) -> set[str]:
    return {str(move.parts()["verb"]) for move in seen.legal}


# --- cards and attributes


def why_not_named(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    name = called(move.kind)
    if move.verb == "meld" and seen.phase == "meld" and not seen.answer:
        return why_not_meld(game, seen, move)
    if move.verb not in verbs_of(seen):
        return what_is_asked(game, seen)
    if (move.verb, seen.phase) in CARDS_OF:
        return why_none_left(move.verb, name, CARDS_OF[move.verb, seen.phase])
    if move.verb == "want":
        return why_not_want(game, seen, NAMES[move.kind])
    if move.verb == "take":
        clause = "CB-57" if seen.phase == "study" else "CB-54"
        return t("no {name} is left there to take ({clause})", name=name, clause=clause)
    return t("there is no point of {name} to take (CB-52)", name=name)


def why_none_left(verb: str, name: str, clause: str) -> str:
    if verb == "give":
        return t("you have no {name} to give ({clause})", name=name, clause=clause)
    if verb == "discard":
        return t("you have no {name} to discard ({clause})", name=name, clause=clause)
    return t("you have no {name} to return ({clause})", name=name, clause=clause)


def why_not_want(game: CivBuilderGame, seen: CivBuilderObservation, name: str) -> str:
    wanted = [*[NAMES[move.kind] for move in seen.answer if is_want(move)], name]
    if game.equal:
        return t(
            "nobody who gets the offer has {cards} and as many cards as you give,"
            " as you can see (CB-31)",
            cards=told(wanted),
        )
    return t("nobody who gets the offer has {cards}, as you can see (CB-31)", cards=told(wanted))


def is_want(move: Move) -> TypeGuard[Named]:
    return isinstance(move, Named) and move.verb == "want"


# --- melds


def why_not_meld(game: CivBuilderGame, seen: CivBuilderObservation, move: Named) -> str:
    limits = limits_seen(game, seen)
    name = called(move.kind)
    hand = bag_from(seen.hand)
    if count(limits.melded, move.kind):
        return t("at this table {name} may be melded once a turn (CB-38)", name=name)
    if count(hand, move.kind) < limits.natural:
        return t("you have no {name} card, and a meld needs one (CB-35)", name=name)
    return why_too_small(game, seen, move, limits)


def why_too_small(
    game: CivBuilderGame, seen: CivBuilderObservation, move: Named, limits: Limits
) -> str:
    """How many cards the meld needs; and why cards of the hand that can be wild do not make it
    larger, if not all do.
    """
    hand, held = bag_from(seen.hand), sum(limits.highs(move.kind))
    if count(hand, DISASTER) and seen.seat not in seen.tops[RELIGION]:
        return tn(
            limits.least,
            "this meld needs {n} card at least, and you have {held}: Disasters are wild only with"
            " the privilege of Religion (CB-36, CB-40)",
            "this meld needs {n} cards at least, and you have {held}: Disasters are wild only with"
            " the privilege of Religion (CB-36, CB-40)",
            held=held,
        )
    if move.kind in (CONQUEST, TRADE) and count(hand, SEAFARING) and not limits.seas:
        return tn(
            limits.least,
            "this meld needs {n} card at least, and you have {held}: Seafaring is wild only with"
            " its privilege (CB-36, CB-41)",
            "this meld needs {n} cards at least, and you have {held}: Seafaring is wild only with"
            " its privilege (CB-36, CB-41)",
            held=held,
        )
    if count(hand, LEADER) and not game.sheet.leaders_in_meld:
        return tn(
            limits.least,
            "this meld needs {n} card at least, and you have {held}: at this table no Leader goes"
            " into a meld (CB-34, CB-36)",
            "this meld needs {n} cards at least, and you have {held}: at this table no Leader goes"
            " into a meld (CB-34, CB-36)",
            held=held,
        )
    if count(hand, LEADER) > 1:
        return tn(
            limits.least,
            "this meld needs {n} card at least, and you have {held}: only one Leader goes into a"
            " meld (CB-34, CB-36)",
            "this meld needs {n} cards at least, and you have {held}: only one Leader goes into a"
            " meld (CB-34, CB-36)",
            held=held,
        )
    return tn(
        limits.least,
        "this meld needs {n} card at least, and you have {held} (CB-36)",
        "this meld needs {n} cards at least, and you have {held} (CB-36)",
        held=held,
    )


def why_not_wild(seen: CivBuilderObservation, attribute: int, part: int, most: int) -> str:
    """Why this many Seafaring cards or Disasters cannot be in a meld of the attribute."""
    kind, top, clause = {
        SEAS: (SEAFARING, SEAFARING, "CB-41"), DISASTERS: (DISASTER, RELIGION, "CB-40"),
    }[part]  # fmt: skip
    card = called(kind)
    if seen.seat not in seen.tops[top]:
        return t(
            "{card} is wild for who has the privilege of {top} only ({clause})",
            card=card,
            top=called(top),
            clause=clause,
        )
    if most == 0:
        return t(
            "{card} is not a card for a {attribute} meld:"
            " it is wild in Trade and Conquest ({clause})",
            card=card,
            attribute=called(attribute),
            clause=clause,
        )
    return t(
        "at this table {most} {card} may be wild in a meld, no more ({clause})",
        most=most,
        card=card,
        clause=clause,
    )


def why_not_count(game: CivBuilderGame, seen: CivBuilderObservation, move: Count) -> str:
    """A number of cards of a sort that is not asked, too large or too small."""
    asked = seen.legal[0]
    assert isinstance(asked, Count)
    if move.part != asked.part:
        return what_is_asked(game, seen)
    limits, hand = limits_seen(game, seen), bag_from(seen.hand)
    attribute = kind_of(seen.answer[0])
    if move.amount < asked.amount:
        if move.part == NATURALS and asked.amount == limits.natural:
            return t("a meld needs a natural {attribute} card (CB-35)", attribute=called(attribute))
        return tn(
            limits.least,
            "then the meld would be too small: it needs {n} card (CB-36)",
            "then the meld would be too small: it needs {n} cards (CB-36)",
        )
    kind = (attribute, SEAFARING, DISASTER, LEADER)[move.part]
    held = count(hand, kind)
    if move.amount > held:
        return t(
            "you have {held} {card} ({clause})",
            held=held,
            card=called(kind),
            clause=CLAUSES_OF_PARTS[move.part],
        )
    return t(
        "at this table one {card} is wild in a meld ({clause})",
        card=called(kind),
        clause=CLAUSES_OF_PARTS[move.part],
    )


CLAUSES_OF_PARTS: Final = ("CB-34", "CB-41", "CB-40", "CB-34")


# --- seats and offers


def why_not_against(game: CivBuilderGame, seen: CivBuilderObservation, move: Against) -> str:
    offers = move.verb == "offer" and seen.phase in ("offer", "market") and not seen.answer
    if not offers and move.verb not in verbs_of(seen):
        return what_is_asked(game, seen)
    if offers and own_offers(seen) >= MOST_OPEN:
        taken_back = any_of([f"'{other.text}'" for other in seen.legal if is_withdrawal(other)])
        return t(
            "{most} of your offers already stand: {taken_back} first (CB-29)",
            most=MOST_OPEN,
            taken_back=taken_back,
        )
    if move.seat == ANY:
        (only,) = [other.text for other in seen.legal if isinstance(other, Against)]
        return t("there is only one to trade with: '{only}' (CB-25)", only=only)
    if move.seat >= len(seen.table):
        return t(
            "there are {seats} seats, A to {last} (CB-01)",
            seats=len(seen.table),
            last=SEATS[len(seen.table) - 1],
        )
    if move.seat == seen.seat:
        clause = "CB-24" if offers else "CB-50"
        return t("choose another player ({clause})", clause=clause)
    if move.verb == "with":
        return t("{seat} did not accept (CB-28)", seat=SEATS[move.seat])
    if seen.phase == "market" and seen.ready[move.seat]:
        return t("{seat} is done with trade in this phase (CB-29)", seat=SEATS[move.seat])
    return t("{seat} has no cards to trade (CB-25)", seat=SEATS[move.seat])


def own_offers(seen: CivBuilderObservation) -> int:
    return len([deal for deal in seen.deals if deal.number and deal.seat == seen.seat])


def is_withdrawal(move: Move) -> bool:
    return isinstance(move, Standing) and move.seat == NOBODY


def why_not_standing(game: CivBuilderGame, seen: CivBuilderObservation, move: Standing) -> str:
    if seen.phase != "market" or seen.answer:
        return what_is_asked(game, seen)
    number = move.number + 1
    if is_withdrawal(move):
        return t("you have no standing offer {number} (CB-29)", number=number)
    deals = [deal for deal in seen.deals if (deal.seat, deal.number) == (move.seat, number)]
    if not deals:
        return t(
            "{seat} has no standing offer {number} (CB-29)", seat=SEATS[move.seat], number=number
        )
    if move.seat == seen.seat:
        return t("it is your own offer (CB-24)")
    if not deals[0].open:
        return t(
            "offer {number} of {seat} is for somebody else (CB-24)",
            number=number,
            seat=SEATS[move.seat],
        )
    return t("you do not hold all the cards that are wanted (CB-28)")
