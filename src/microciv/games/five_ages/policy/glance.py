"""Playing at a glance: by what a card has in common with the others of a pile.

All follows from the seat's own cards and from what lies open: nothing is dealt, nothing counted
out. This is how `easy` plays, and everybody in the playouts of the levels that search.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from mypy_extensions import i64

from microciv.core.cards import BIT, EMPTY, Card, CardSet, cards_in, minus, plus, size
from microciv.core.moves import Move, Seat
from microciv.games.five_ages.cards import JOKER, ORDINARY, RANK, find
from microciv.games.five_ages.moves import (
    ATTACK_LEFT,
    BOTH,
    DONE,
    LEFT,
    OFFERS,
    OFFERS_OF_BOTH,
    PASS,
    PEACE,
    RIGHT,
    WITHDRAW,
    Build,
    Keep,
    Offer,
)
from microciv.games.five_ages.policy.styles import PLAIN, Style
from microciv.games.five_ages.rules.building import hand_left, to_place
from microciv.games.five_ages.rules.poker import Poker
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import neighbour, row_of

SAME_RANK: Final = [0.0, 1.0, 2.2, 3.0]  # by how many others of the rank there are
SAME_SUIT: Final = [0.0, 0.1, 0.3, 0.7, 1.6, 1.8, 1.8, 1.8, 1.8]  # and of the suit
HEIGHT: Final = 0.01  # a rank more
KEPT: Final = 9.0  # a Joker that is too good to fire
AIM: Final = 0.05  # at the neighbour with more to lose
BUILT: Final = 2.0  # in a build, company that is built counts so much of that in hand

LEAST: Final = 0.05  # a gain is more than this
OBLIGING: Final = 0.4  # a loss that it accepts from anybody who asks
NEW_TICKS: Final = 2  # ticks in which it makes an offer of its own to each neighbour

RANK_OF: Final[list[CardSet]] = [15 * 16 ** (card // 4) for card in range(ORDINARY)]
SUIT_OF: Final[list[CardSet]] = [
    sum([2 ** (4 * rank + card % 4) for rank in range(13)]) for card in range(ORDINARY)
]


def bits(pile: i64) -> i64:
    """How many cards."""
    count: i64 = 0
    while pile:
        pile &= pile - 1
        count += 1
    return count


def liking(pile: CardSet, card: Card, style: Style = PLAIN) -> float:
    """How well a card goes with the others of a pile."""
    if card >= ORDINARY:
        return 0.0
    rest = pile & ~BIT[card]
    alike, suited = bits(rest & RANK_OF[card]), bits(rest & SUIT_OF[card])
    likes = style.ranks * SAME_RANK[alike] + style.suits * SAME_SUIT[min(8, suited)]
    return likes + HEIGHT * RANK[card]


def shown_by(state: FiveAgesState, seat: Seat) -> CardSet:
    """What everybody has seen with the seat and it has not given; of thefts nothing is known."""
    pile = EMPTY
    for age in state.ages:
        for card in age.laid[seat]:
            if 0 <= card < ORDINARY:
                pile = plus(pile, card)
        for swap in age.swaps:
            if swap.seat == seat:
                pile = plus(minus(pile, swap.given), swap.got)
            elif swap.other == seat:
                pile = plus(minus(pile, swap.got), swap.given)
    return pile & ~row_of(state, seat)


# --- rows


def loosest(state: FiveAgesState, seat: Seat, legal: list[Move], wild: bool, style: Style) -> Move:
    """Keep what goes best with the others. A Joker stays in the first round, when there is nothing
    to steal, or if it may stand for any card; else it goes at the neighbour with more to lose.
    """
    pile = state.hands[seat] | state.civs[seat]
    best, most, aim = legal[0], -1.0, PEACE
    for move in legal:
        assert isinstance(move, Keep)
        likes = liking(pile, move.card, style)
        if move.card >= JOKER and (wild or state.round <= state.game.least_robbed):
            likes = KEPT
        if move.attack != PEACE:
            aim = aim or ATTACK_LEFT + richer_side(state, seat)
            if move.attack == aim:
                likes += AIM
        if likes > most:
            best, most = move, likes
    return best


def richer_side(state: FiveAgesState, seat: Seat) -> int:
    """The side of the neighbour with more to lose, as far as can be seen."""
    left = riches(state, neighbour(state.seats, seat, LEFT))
    return RIGHT if riches(state, neighbour(state.seats, seat, RIGHT)) > left else LEFT


def riches(state: FiveAgesState, seat: Seat) -> float:
    """How far what a seat has shown has come; where too little is built nothing can be stolen."""
    if size(state.civs[seat]) < state.game.least_robbed:
        return -1.0
    pile = shown_by(state, seat)
    return sum([liking(pile, card) for card in cards_in(pile)]) + size(state.civs[seat])


# --- trade


def best_offer(state: FiveAgesState, seat: Seat, legal: list[Move], style: Style) -> Move:
    """The next step to the list that it likes. It agrees to small losses; of its own accord it
    makes one good offer to each neighbour in the first ticks, or all if nobody can answer.
    """
    answer, listed = state.answers[seat], state.lists[seat]
    before = listed
    if answer:
        made = [move for move in answer if isinstance(move, Offer)]
        listed = made if answer[0] is WITHDRAW else made + listed
    elif listed and any([gain_of(state, seat, [offer], style) < -OBLIGING for offer in listed]):
        return WITHDRAW
    best, most, even = PASS, -OBLIGING, False
    for move in legal:
        if not isinstance(move, Offer) or move in listed:
            continue
        gain = gain_of(state, seat, [move], style)
        if gain < most:
            continue
        even = True
        wants = gain > LEAST and (move in before or is_fresh(state, seat, move))
        if (wants or is_asked(state, seat, move)) and goes_with(state, seat, move, listed, style):
            best, most = move, gain
    if best is PASS and not answer and not listed and not (even and state.tick == 1):
        return DONE
    return best


def is_fresh(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
    """May it make one more offer of its own to this neighbour now?"""
    if state.game.ticks == 1:
        return True
    if state.tick > NEW_TICKS:
        return False
    for move in state.answers[seat]:
        if isinstance(move, Offer) and move.side == offer.side and not is_asked(state, seat, move):
            return False
    return True


def is_asked(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
    theirs = state.lists[neighbour(state.seats, seat, offer.side)]
    return len(theirs) > 0 and mirror_of(offer) in theirs


def mirror_of(offer: Offer) -> Offer:
    """The same swap, as the neighbour offers it."""
    side = RIGHT if offer.side == LEFT else LEFT
    if offer.given == BOTH:
        return OFFERS_OF_BOTH[side]
    return OFFERS[side][offer.wanted * ORDINARY + offer.given]


def goes_with(
    state: FiveAgesState, seat: Seat, offer: Offer, listed: list[Offer], style: Style
) -> bool:
    """Can only one of them come about, or are both together no great loss?"""
    for other in listed:
        if given_in(state, seat, offer) & given_in(state, seat, other):
            continue
        if wanted_in(state, seat, offer) & wanted_in(state, seat, other):
            continue
        if gain_of(state, seat, [offer, other], style) < -OBLIGING:
            return False
    return True


def given_in(state: FiveAgesState, seat: Seat, offer: Offer) -> CardSet:
    return row_of(state, seat) if offer.given == BOTH else BIT[offer.given]


def wanted_in(state: FiveAgesState, seat: Seat, offer: Offer) -> CardSet:
    if offer.given != BOTH:
        return BIT[offer.wanted]
    return row_of(state, neighbour(state.seats, seat, offer.side))


def gain_of(state: FiveAgesState, seat: Seat, offers: list[Offer], style: Style) -> float:
    """What is gained if all of these come about, less what is grudged."""
    given, wanted, grudge = EMPTY, EMPTY, 0.0
    for offer in offers:
        goes = given_in(state, seat, offer)
        given |= goes
        wanted |= wanted_in(state, seat, offer)
        if style.spite > 0.0:
            theirs = shown_by(state, neighbour(state.seats, seat, offer.side))
            grudge += style.spite * company(theirs, goes, PLAIN)
    rest = (state.hands[seat] | state.civs[seat] | row_of(state, seat)) & ~given
    return company(rest, wanted, style) - company(rest, given, style) - grudge


def company(pile: CardSet, more: CardSet, style: Style) -> float:
    """How well these cards go with the pile and with each other."""
    likes = 0.0
    whole = pile | more
    for card in cards_in(more):
        likes += liking(whole, card, style)
    return likes


# --- building


def best_build(
    state: FiveAgesState, seat: Seat, legal: list[Move], poker: Poker, style: Style
) -> Move:
    """Place what goes best with what is built; in the last round, what makes the best hand. Like
    many who are new to the game, it does not think of exchanging what it has built.
    """
    if legal[0] is DONE:
        return DONE
    left = hand_left(state, seat)
    civ = state.civs[seat] | state.hands[seat] & ~left
    missing = to_place(state, seat) - len(state.answers[seat])
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Build)
        card = find(left, move.card)
        if state.round == state.game.rounds:
            likes = float(strongest(poker, plus(civ, card), minus(left, card), missing - 1))
        elif card >= JOKER:
            likes = KEPT if poker.wild else 0.0
        else:
            likes = BUILT * liking(civ, card, style) + liking(left, card, style)
        if likes > most:
            best, most = move, likes
    return best


def strongest(poker: Poker, civ: CardSet, left: CardSet, missing: int) -> int:
    """The best hand that this many more cards make."""
    if missing == 0:
        return poker.strength(civ)
    best = 0
    for cards in combinations(cards_in(left), missing):
        whole = civ
        for card in cards:
            whole = plus(whole, card)
        best = max(best, poker.strength(whole))
    return best
