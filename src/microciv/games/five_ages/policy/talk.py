"""What is said of a choice: nothing but what its style and all offers show anyway."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Reason
from microciv.games.five_ages.cards import NAMES, RANK, RANKS, SUIT, SUITS
from microciv.games.five_ages.moves import ATTACK_BOTH, ATTACK_LEFT, BOTH, DONE, PEACE, Keep, Offer
from microciv.games.five_ages.policy.glance import is_asked, mirror_of
from microciv.games.five_ages.policy.styles import FLUSH, PLAIN, Style
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import SIDES, index_of, list_after, neighbour

# Its sentences: their names in the texts, `[reasons]`, and their parts.
ATTACK: Final = "attack"  # target: who has more to lose
ATTACK_ALL: Final = "attack_both"
ACCEPT: Final = "accept"
SUIT_WANTED: Final = "suit"  # suit: of all that it asks for now
RANK_WANTED: Final = "rank"  # ranks: the same
CARDS_WANTED: Final = "cards"  # these have neither in common
SPOIL: Final = "spoil"  # card, target: who would collect it
REFUSE: Final = "refuse"
NOTHING_HERE: Final = "done"
SENTENCES: Final = (
    *(ATTACK, ATTACK_ALL, ACCEPT, SUIT_WANTED, RANK_WANTED, CARDS_WANTED),
    *(SPOIL, REFUSE, NOTHING_HERE),
)


def of_row(state: FiveAgesState, seat: Seat, move: Keep) -> Reason:
    """Of an attack, whom; of a row in peace, nothing."""
    if move.attack == PEACE:
        return NO_REASON
    if move.attack == ATTACK_BOTH:
        return ATTACK_ALL, {}
    return ATTACK, {"target": neighbour(state.seats, seat, move.attack - ATTACK_LEFT)}


def of_trade(state: FiveAgesState, seat: Seat, style: Style, answer: list[Move]) -> Reason:
    """Of how its list changes, or of what it refuses. The order of the list is its secret."""
    if not state.game.offers_for_all:
        return NO_REASON
    before = state.lists[seat]
    after = list_after(before, tuple(answer))
    new = [offer for offer in after if offer not in before]
    if any([is_asked(state, seat, offer) for offer in new]):
        return ACCEPT, {}
    if new:
        return of_wishes(style, [offer for offer in new if offer.given != BOTH])
    refused = [offer for offer in asked_of(state, seat) if offer not in after]
    if refused:
        return of_refusal(state, seat, style, min(refused, key=index_of))
    return (NOTHING_HERE, {}) if answer[0] is DONE else NO_REASON


def asked_of(state: FiveAgesState, seat: Seat) -> list[Offer]:
    """What the neighbours would have the seat offer."""
    return [
        mirror_of(offer)
        for side in SIDES
        for offer in state.lists[neighbour(state.seats, seat, side)]
        if offer.side != side
    ]


def of_wishes(style: Style, offers: list[Offer]) -> Reason:
    """Of what is asked for, what its style would name."""
    suits = {SUIT[offer.wanted] for offer in offers}
    ranks = {RANK[offer.wanted] for offer in offers}
    if len(ranks) == 1 and style.name != FLUSH.name:
        return RANK_WANTED, {"ranks": RANKS[ranks.pop()]}
    if len(suits) == 1 and style.name in (FLUSH.name, PLAIN.name):
        return SUIT_WANTED, {"suit": SUITS[suits.pop()]}
    return CARDS_WANTED, {}


def of_refusal(state: FiveAgesState, seat: Seat, style: Style, refused: Offer) -> Reason:
    """A spoiler grudges, whatever its reason is: what it remembers of thefts is its secret."""
    if style.spite == 0 or refused.given == BOTH:
        return REFUSE, {}
    target = neighbour(state.seats, seat, refused.side)
    return SPOIL, {"card": NAMES[refused.given], "target": target}
