"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import Move
from microciv.games.five_ages.cards import CARD, NAMES, ORDINARY
from microciv.games.five_ages.moves import (
    ATTACK_BOTH,
    BOTH,
    BUILDS,
    DONE,
    KEEPS,
    OFFERS,
    OFFERS_OF_BOTH,
    PASS,
    PEACE,
    REPLACES,
    WITHDRAW,
    Build,
    Keep,
    Offer,
    Replace,
)
from microciv.games.five_ages.trade import neighbour

if TYPE_CHECKING:
    from microciv.games.five_ages.observation import FiveAgesObservation


def expected(seen: FiveAgesObservation) -> list[Move]:
    """The moves of the kind that is asked, with the own cards."""
    if seen.seat >= len(seen.table) or seen.seat not in seen.asked:
        return []
    own = [CARD[name] for name in dict.fromkeys(seen.hand)]
    if seen.phase == "row":
        return [KEEPS[card][attack] for card in own for attack in range(PEACE, ATTACK_BOTH + 1)]
    if seen.phase == "trade":
        return [WITHDRAW, *possible_offers(seen)]
    slots = REPLACES[: len(seen.civ)]
    return [*[BUILDS[card] for card in own], *[slot[card] for slot in slots for card in own]]


def possible_offers(seen: FiveAgesObservation) -> list[Move]:
    """Every swap of a card of the own row for one of a neighbour's."""
    own = seen.table[seen.seat]
    moves: list[Move] = []
    for side, offer_of_both in enumerate(OFFERS_OF_BOTH):
        other = seen.table[neighbour(len(seen.table), seen.seat, side)]
        moves += [
            OFFERS[side][CARD[given] * ORDINARY + CARD[wanted]]
            for given in (own.left, own.right)
            for wanted in (other.left, other.right)
            if given not in ("", "Jk") and wanted not in ("", "Jk")
        ]
        moves.append(offer_of_both)
    return moves


def why_not(seen: FiveAgesObservation, move: Move, no_joker_in_civ: bool) -> str:
    """Why `move` is not among `seen.legal`."""
    if seen.phase == "over":
        return "the match is over"
    if seen.seat not in seen.asked:
        return "nothing is asked of you now"
    if isinstance(move, Keep):
        return why_not_keep(seen, move)
    if isinstance(move, Offer):
        return why_not_offer(seen, move)
    if isinstance(move, Build):
        return why_not_build(seen, move, no_joker_in_civ)
    if isinstance(move, Replace):
        return why_not_replace(seen, move, no_joker_in_civ)
    if move is WITHDRAW and seen.phase == "trade":
        return "no offer of yours stands" if not seen.answer else "withdraw comes first (5A-24)"
    if move is DONE and seen.phase == "trade":
        return "say done first of all; after offers say pass (5A-24)"
    if move is DONE and seen.phase == "build":
        return f"place {still_to_place(seen)} first (5A-25)"
    if move is PASS and seen.phase == "build" and len(seen.answer) == seen.to_place:
        return "say done to exchange nothing (5A-26)"
    return asking(seen)


def asking(seen: FiveAgesObservation) -> str:
    """What the seat is asked."""
    return {
        "row": "you are choosing the card to keep (5A-10)",
        "trade": "you are trading (5A-15)",
        "build": "you are building (5A-25)",
    }[seen.phase]


def still_to_place(seen: FiveAgesObservation) -> str:
    """How many cards the answer lacks."""
    count = seen.to_place - len(seen.answer)
    return "a card" if count == 1 else f"{count} cards"


def why_not_keep(seen: FiveAgesObservation, move: Keep) -> str:
    """A card that cannot be kept, or not so."""
    if seen.phase != "row":
        return asking(seen)
    name = NAMES[move.card]
    if name not in seen.hand:
        return f"{name} is not in your hand"
    jokers = seen.hand.count("Jk") - (1 if name == "Jk" else 0)
    if jokers == 0:
        return "you lay no Joker, so nobody is attacked (5A-48)"
    if jokers == 1:
        return "you lay a Joker, which attacks: say attack W or attack E (5A-48)"
    return "you lay two Jokers, which attack both neighbours: say attack both (5A-50)"


def why_not_offer(seen: FiveAgesObservation, move: Offer) -> str:
    """A swap that cannot be offered."""
    if seen.phase != "trade":
        return asking(seen)
    if move in seen.answer:
        return "it is on your list already"
    own = seen.table[seen.seat]
    other = seen.table[neighbour(len(seen.table), seen.seat, move.side)]
    if other.done:
        return "that neighbour is done with trading (5A-16)"
    if move.given == BOTH:
        return "both of your cards and both of theirs must be open (5A-19)"
    given, wanted = NAMES[move.given], NAMES[move.wanted]
    if given not in (own.left, own.right):
        return f"{given} is not open in your row (5A-15)"
    return f"{wanted} is not open in that neighbour's row (5A-15)"


def why_not_build(seen: FiveAgesObservation, move: Build, no_joker_in_civ: bool) -> str:
    """A card that cannot be placed."""
    if seen.phase != "build":
        return asking(seen)
    name = NAMES[move.card]
    if name not in seen.hand:
        return f"{name} is not in your hand"
    if name == "Jk" and no_joker_in_civ:
        return "at this table no Joker may be built (5A-72)"
    if len(seen.answer) >= seen.to_place:
        return "your cards are placed; exchange one, or say done (5A-26)"
    return f"{name} is placed already"


def why_not_replace(seen: FiveAgesObservation, move: Replace, no_joker_in_civ: bool) -> str:
    """An exchange that cannot be made."""
    if seen.phase != "build":
        return asking(seen)
    if not seen.civ:
        return "there is nothing in your civilization to exchange (5A-29)"
    if len(seen.answer) < seen.to_place:
        return f"place {still_to_place(seen)} first, then exchange (5A-26)"
    if move.slot > len(seen.civ):
        return f"your civilization had {len(seen.civ)} cards before this phase (5A-26)"
    if NAMES[move.card] == "Jk" and no_joker_in_civ:
        return "at this table no Joker may be built (5A-72)"
    return f"{NAMES[move.card]} is not left in your hand"
