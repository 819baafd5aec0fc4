"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from microciv.games.five_ages.rules.trade import neighbour
from microciv.speech import t, tn
from microciv.speech.things import card_called

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.views.observation import FiveAgesObservation

NOT_OPEN: Final = ("", "Jk")  # what lies in a row and cannot be traded (5A-17, 5A-49)


def expected(seen: FiveAgesObservation) -> list[Move]:
    """The moves of the kind that is asked, with the seat's own cards."""
    if seen.seat >= len(seen.table) or seen.seat not in seen.asked:
        return []
    own = [CARD[name] for name in dict.fromkeys(seen.hand)]
    if seen.phase == "row":
        return [KEEPS[card][attack] for card in own for attack in range(PEACE, ATTACK_BOTH + 1)]
    if seen.phase == "trade":
        return [WITHDRAW, *possible_offers(seen)]
    slots = REPLACES[: len(seen.civ)]
    return [*[BUILDS[card] for card in own], *[slot[card] for slot in slots for card in own]]


def possible_offers(seen: FiveAgesObservation) -> list[Offer]:
    """Every swap of a card of the seat's row for one of a neighbour's."""
    own = seen.table[seen.seat]
    moves: list[Offer] = []
    for side, offer_of_both in enumerate(OFFERS_OF_BOTH):
        other = seen.table[neighbour(len(seen.table), seen.seat, side)]
        moves += [
            OFFERS[side][CARD[given] * ORDINARY + CARD[wanted]]
            for given in (own.left, own.right)
            for wanted in (other.left, other.right)
            if given not in NOT_OPEN and wanted not in NOT_OPEN
        ]
        moves.append(offer_of_both)
    return moves


def why_not(game: FiveAgesGame, seen: FiveAgesObservation, move: Move) -> str:
    if seen.phase == "over":
        return t("the match is over")
    if seen.seat >= len(seen.table):
        return t("you are watching; only players answer (5A-08)")
    if seen.seat not in seen.asked:
        return why_wait(seen)
    if is_whole(seen):
        return t("your answer is sealed (5A-08)")
    if isinstance(move, Keep):
        return why_not_keep(seen, move)
    if isinstance(move, Offer):
        return why_not_offer(seen, move)
    if isinstance(move, Build):
        return why_not_build(game, seen, move)
    if isinstance(move, Replace):
        return why_not_replace(game, seen, move)
    return why_not_word(seen, move)


def asking(seen: FiveAgesObservation) -> str:
    return {
        "row": t("you are choosing the card to keep (5A-10)"),
        "trade": t("you are trading (5A-15)"),
        "build": t("you are building (5A-25)"),
    }[seen.phase]


def why_wait(seen: FiveAgesObservation) -> str:
    """Why a seat is not asked while others are, which happens in trade alone."""
    own = seen.table[seen.seat]
    if own.done:
        return t("the others trade on; you have left the trade of this round (5A-24)")
    if own.left in NOT_OPEN and own.right in NOT_OPEN:
        return t("the others trade on; you have no open card to offer (5A-15)")
    return t("the others trade on; no neighbour is left to trade with (5A-15)")


def is_whole(seen: FiveAgesObservation) -> bool:
    """Is the seat's answer complete, so that it waits for the others?"""
    if seen.phase == "build" and len(seen.answer) == seen.to_place:
        return len(seen.legal) == 1  # nothing can be exchanged
    last = seen.answer[-1] if seen.answer else None
    return isinstance(last, (Keep, Replace)) or last is PASS or last is DONE


def why_not_word(seen: FiveAgesObservation, move: Move) -> str:
    if seen.phase == "trade" and move is WITHDRAW:
        if not seen.table[seen.seat].offers:
            return t("you have no standing offer (5A-24)")
        if WITHDRAW in seen.answer:
            return t("your offers are already withdrawn (5A-24)")
        return t("take back your standing offers before you make new ones (5A-24)")
    if seen.phase == "trade" and move is DONE:
        return t("you have begun this answer; end it with pass (5A-24)")
    if seen.phase == "build" and move is DONE:
        return tn(
            still_to_place(seen),
            "place a card first (5A-25)",
            "place {n} cards first (5A-25)",
        )
    if seen.phase == "build" and move is PASS and len(seen.answer) == seen.to_place:
        return t("say done to exchange nothing (5A-26)")
    return asking(seen)


def still_to_place(seen: FiveAgesObservation) -> int:
    """How many cards the answer lacks."""
    return seen.to_place - len(seen.answer)


def why_not_keep(seen: FiveAgesObservation, move: Keep) -> str:
    if seen.phase != "row":
        return asking(seen)
    name = NAMES[move.card]
    if name not in seen.hand:
        return t("{name} is not in your hand (5A-10)", name=called(name))
    jokers = seen.hand.count("Jk") - (1 if name == "Jk" else 0)
    if jokers == 0:
        return t("you lay no Joker, so nobody is attacked (5A-48)")
    if jokers == 1:
        return t("you lay a Joker, which attacks: say attack W or attack E (5A-48)")
    return t("you lay two Jokers, which attack both neighbours: say attack both (5A-50)")


def why_not_offer(seen: FiveAgesObservation, move: Offer) -> str:
    if seen.phase != "trade":
        return asking(seen)
    if move in seen.answer:
        return t("you have already offered that in this answer (5A-24)")
    own = seen.table[seen.seat]
    other = seen.table[neighbour(len(seen.table), seen.seat, move.side)]
    if other.done:
        return t("that neighbour has left the trade of this round (5A-24)")
    if move.given == BOTH:
        return t("both of your cards and both of theirs must be open (5A-19)")
    given, wanted = NAMES[move.given], NAMES[move.wanted]
    if given not in (own.left, own.right):
        return t("{given} is not open in your row (5A-15)", given=called(given))
    return t("{wanted} is not open in that neighbour's row (5A-15)", wanted=called(wanted))


def why_not_build(game: FiveAgesGame, seen: FiveAgesObservation, move: Build) -> str:
    if seen.phase != "build":
        return asking(seen)
    name = NAMES[move.card]
    if name not in seen.hand:
        return t("{name} is not in your hand (5A-25)", name=called(name))
    if name == "Jk" and game.no_joker_in_civ:
        return t("at this table no Joker may be built (5A-72)")
    if len(seen.answer) >= seen.to_place:
        return tn(
            seen.to_place,
            "your card is placed; exchange one, or say done (5A-26)",
            "your cards are placed; exchange one, or say done (5A-26)",
        )
    return t("{name} is already placed (5A-25)", name=called(name))


def why_not_replace(game: FiveAgesGame, seen: FiveAgesObservation, move: Replace) -> str:
    """An exchange that cannot be made; what would still forbid it later comes first."""
    if seen.phase != "build":
        return asking(seen)
    name, built = NAMES[move.card], len(seen.civ)
    if not game.may_exchange:
        return t("at this table no card is exchanged (5A-28)")
    if built == 0:
        return t("you have built nothing before this phase that you could exchange (5A-26)")
    if move.slot > built:
        return tn(
            built,
            "your civilization had a card before this phase (5A-26)",
            "your civilization had {n} cards before this phase (5A-26)",
        )
    if name not in seen.hand:
        return t("{name} is not in your hand (5A-26)", name=called(name))
    if name == "Jk" and game.no_joker_in_civ:
        return t("at this table no Joker may be built (5A-72)")
    if len(seen.answer) < seen.to_place:
        return tn(
            still_to_place(seen),
            "place a card first, then exchange (5A-26)",
            "place {n} cards first, then exchange (5A-26)",
        )
    return t("{name} is already placed, and no longer in your hand (5A-26)", name=called(name))


def called(name: str) -> str:
    return card_called("5-ages", name)
