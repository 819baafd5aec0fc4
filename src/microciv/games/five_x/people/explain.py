"""Why a move is not allowed, in a sentence with its clause, from what the seat knows.

What is recommended can be done: a reason names a bid, a leader or a Wonder only where it is legal.
"""

from __future__ import annotations

from typing import Final

from microciv.core.cards import Card
from microciv.core.lists import each_of
from microciv.core.moves import Move
from microciv.games.five_x.cards import (
    ACTION,
    BASICS,
    CARD,
    DIDO,
    EXCAVATE,
    EXPAND,
    LETTERS,
    NAMES,
    NO_CARD,
    SULEIMAN,
    is_leader,
)
from microciv.games.five_x.moves import (
    BIDS,
    BUILDS,
    FETCHES,
    PLAYS,
    TAKES,
    Bid,
    Build,
    Fetch,
    Pass,
    Play,
    Take,
)
from microciv.games.five_x.rules.leaders import selection_group
from microciv.games.five_x.rules.selection import LAST_GROUP
from microciv.games.five_x.sheet import Sheet
from microciv.games.five_x.views.observation import FiveXObservation, SeatSeen
from microciv.speech import t
from microciv.speech.things import card_called

BIDS_SHOWN: Final = 3  # how many bids beyond one's means a person may look for
CHOOSING: Final = ("pass", "select")
"""The phases in which not all cards of the round are open."""


def expected(seen: FiveXObservation) -> list[Move]:
    """The moves of the kind that is asked, and at any time the seat's own cards."""
    if seen.seat >= len(seen.table) or seen.phase == "over":
        return []
    own = seen.table[seen.seat]
    if seen.seat in seen.asked:
        if seen.phase == "bid":
            return BIDS[: own.resources + BIDS_SHOWN]
        if seen.phase == "dido":
            return [BUILDS[seen.round - 1]]
        if seen.phase == "dig":
            piled = [CARD[name] for other in seen.table for name in other.pile]
            fetches = [FETCHES[card - BASICS] for card in piled if is_leader(card)]
            builds = [BUILDS[number] for number in range(seen.round)]
            caesar, suleiman = own.played == "caesar", own.played == "suleiman"
            return TAKES + (fetches if caesar else []) + (builds if suleiman else [])
        if seen.phase == "pass":
            return []
    cards = {*range(BASICS), *[CARD[name] for name in own.known + own.pile]}
    if own.played:
        cards.add(CARD[own.played])
    return [PLAYS[card] for card in sorted(cards)]


def why_not(seen: FiveXObservation, move: Move, sheet: Sheet) -> str:
    if seen.phase == "over":
        return t("the match is over")
    if seen.seat >= len(seen.table):
        return t("you are watching, not playing")
    if seen.answer:
        return t("your answer is sealed (5X-25)")
    own = seen.table[seen.seat]
    if isinstance(move, Play):
        return why_not_play(seen, own, move.card)
    if isinstance(move, Pass):
        return why_not_pass(seen, own, sheet)
    if isinstance(move, Bid):
        return why_not_bid(seen, own, move.amount, sheet)
    if isinstance(move, Take):
        return why_not_take(seen, own)
    if isinstance(move, Fetch):
        return why_not_fetch(seen, own, move.card, sheet)
    if isinstance(move, Build):
        return why_not_build(seen, own, move.wonder, sheet)
    return why_not_decline(seen)


def why_not_play(seen: FiveXObservation, own: SeatSeen, card: Card) -> str:
    """A card for the round that cannot be chosen, or not yet, or no more."""
    name = NAMES[card]
    if seen.phase == "pass":
        return t("the leaders are passed before the first card is chosen (5X-11)")
    if own.played:
        return why_no_other(seen, called(own.played))
    if seen.seat not in seen.asked:
        if chooses_last(own):
            return t("after Erik you choose last of all, seeing every card (5X-23)")
        return t("you explored: you choose when the others' cards are open (5X-22)")
    if name in own.pile:
        if is_leader(card):
            return t("it is in your pile; only Caesar brings leaders back (5X-63)")
        return t("it is in your pile; Excavate brings a card back (5X-61)")
    return t("it is not in your hand (5X-26)")


def why_no_other(seen: FiveXObservation, card: str) -> str:
    """The card is chosen; and who chooses after the seat, if anybody does."""
    if seen.phase != "select":
        return t("your card of this round is {card} (5X-16)", card=card)
    if chooses_last(seen.table[seen.asked[0]]):
        return t(
            "your card of this round is {card}; Erik's player chooses now, last of all"
            " (5X-16, 5X-23)",
            card=card,
        )
    return t("your card of this round is {card}; explorers choose now (5X-16, 5X-22)", card=card)


def chooses_last(seat: SeatSeen) -> bool:
    """Was Erik its card of last round (5X-20)?"""
    return selection_group(CARD.get(seat.previous, NO_CARD)) == LAST_GROUP


def why_not_pass(seen: FiveXObservation, own: SeatSeen, sheet: Sheet) -> str:
    if not sheet.leaders:
        return t("this table plays without leaders (5X-113)")
    if seen.phase != "pass":
        return t("leaders are passed once, before round 1 (5X-11)")
    return t(
        "you were dealt {cards}, and pass one of them (5X-11)",
        cards=each_of([called(name) for name in own.known]),
    )


def why_not_bid(seen: FiveXObservation, own: SeatSeen, amount: int, sheet: Sheet) -> str:
    if seen.phase in CHOOSING:
        return t("bids are made when all cards of the round are open (5X-44)")
    if action_of(own) != EXPAND:
        return t("you played {card}; only Expand players bid (5X-41)", card=called(own.played))
    if seen.phase != "bid":
        return t("this round's auction is over (5X-15)")
    least = sheet.least_bid[CARD[own.played]]
    if own.resources < least:
        return t(
            "you hold {held}, and {card} bids at least {least} (5X-42)",
            held=own.resources,
            card=called(own.played),
            least=least,
        )
    if amount < least:
        return t(
            "with {card} you must bid at least {least} (5X-41)",
            card=called(own.played),
            least=least,
        )
    if least == own.resources:
        return t("you hold {held}: bid {least} (5X-43)", held=own.resources, least=least)
    return t("you hold {held}: bid {least} to {held} (5X-43)", held=own.resources, least=least)


def why_not_take(seen: FiveXObservation, own: SeatSeen) -> str:
    if seen.phase in CHOOSING:
        return t("cards come back in step 5, when all cards of the round are open (5X-61)")
    if action_of(own) != EXCAVATE:
        return t(
            "you played {card}; only Excavate brings a card back (5X-61)", card=called(own.played)
        )
    if seen.phase != "dig":
        return t("cards come back in step 5 (5X-15, 5X-61)")
    return t("it is not in your pile (5X-61)")


def why_not_fetch(seen: FiveXObservation, own: SeatSeen, card: Card, sheet: Sheet) -> str:
    if not sheet.leaders:
        return t("this table plays without leaders (5X-113)")
    if seen.phase in CHOOSING:
        return t("Caesar fetches in step 5, when all cards of the round are open (5X-85)")
    if own.played != "caesar":
        return t("you played {card}; only Caesar fetches leaders (5X-63)", card=called(own.played))
    if seen.phase != "dig":
        return t("Caesar fetches in step 5 (5X-15, 5X-85)")
    if NAMES[card] in [seat.played for seat in seen.table]:
        return t("it was played this round and is in no pile yet (5X-65, 5X-85)")
    return t("it is in no pile (5X-85)")


def why_not_build(seen: FiveXObservation, own: SeatSeen, wonder: int, sheet: Sheet) -> str:
    letter = LETTERS[wonder]
    if wonder >= seen.rounds:
        return t("this table plays without Wonder {letter} (5X-114)", letter=letter)
    if any([letter in seat.wonders for seat in seen.table]):
        return t("it has been built; a Wonder never changes its owner (5X-120)")
    if seen.phase in CHOOSING:
        return t("Wonders are built when all cards of the round are open (5X-27)")
    if own.played == "dido":
        return why_not_dido(seen, own, wonder, sheet.price[DIDO])
    if own.played == "suleiman":
        return why_not_suleiman(seen, own, wonder, sheet.price[SULEIMAN])
    if action_of(own) == EXPAND:
        return t("Expand builds by the highest unique bid (5X-46)")
    return t(
        "you played {card}: Expand, Dido and Suleiman build (5X-46, 5X-82, 5X-87)",
        card=called(own.played),
    )


def why_not_dido(seen: FiveXObservation, own: SeatSeen, wonder: int, price: int) -> str:
    if wonder != seen.round - 1:
        return t("Dido builds the current Wonder and no other (5X-82)")
    if any([action_of(seat) == EXPAND for seat in seen.table]):
        return t("Dido cannot build: somebody played Expand (5X-82)")
    if own.resources < price:
        return t(
            "Dido cannot build: she pays {price}, and you hold {held} (5X-82)",
            price=price,
            held=own.resources,
        )
    return t("Dido builds in step 4, and that is over (5X-82)")


def why_not_suleiman(seen: FiveXObservation, own: SeatSeen, wonder: int, price: int) -> str:
    if wonder >= seen.round:
        return t("its round has not come: Suleiman builds what was removed (5X-87)")
    if own.resources < price:
        return t("Suleiman pays {price}; you hold {held} (5X-87)", price=price, held=own.resources)
    if seen.phase != "dig":
        return t("Suleiman builds in step 5 (5X-15, 5X-87)")
    return t("the current Wonder is not removed yet (5X-87)")


def why_not_decline(seen: FiveXObservation) -> str:
    if seen.phase == "dig" and seen.seat in seen.asked:
        return t("there is a card to bring back; Suleiman declines only without one (5X-62, 5X-87)")
    return t("nothing is offered to you: declining is for Dido and Suleiman (5X-82, 5X-87)")


def action_of(own: SeatSeen) -> Card:
    return ACTION[CARD[own.played]]


def called(name: str) -> str:
    return card_called("5x", name)
