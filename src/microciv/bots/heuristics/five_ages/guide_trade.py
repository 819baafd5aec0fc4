"""What others lay out and offer in playouts: by what a card has in common with the other cards."""

from __future__ import annotations

from typing import Final

from microciv.core.cards import Card, CardSet, minus
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.games.five_ages.cards import JOKER, ORDINARY, RANK
from microciv.games.five_ages.moves import BOTH, PASS, PEACE, Keep, Offer
from microciv.games.five_ages.state import FiveAgesState
from microciv.games.five_ages.trade import row_of

SAME_RANK: Final = [0.0, 1.0, 2.2, 3.0]  # by how many others of the rank there are
SAME_SUIT: Final = [0.0, 0.1, 0.3, 0.7, 1.6, 1.8, 1.8, 1.8, 1.8]  # and of the suit
IN_REACH: Final = 0.06  # for a rank that could make a straight with it
HEIGHT: Final = 0.01  # a rank more
LEAST: Final = 0.05  # a gain is more than this

RANK_OF: Final[list[CardSet]] = [15 * 16 ** (card // 4) for card in range(ORDINARY)]
SUIT_OF: Final[list[CardSet]] = [
    sum([2 ** (4 * rank + card % 4) for rank in range(13)]) for card in range(ORDINARY)
]


def bits(pile: CardSet) -> int:
    """How many cards."""
    count = 0
    while pile:
        pile &= pile - 1
        count += 1
    return count


def liking(pile: CardSet, card: Card) -> float:
    """How well a card goes with the others of a pile."""
    if card >= ORDINARY:
        return 0.0
    rest = minus(pile, card)
    likes = SAME_RANK[bits(rest & RANK_OF[card])] + SAME_SUIT[min(8, bits(rest & SUIT_OF[card]))]
    return likes + HEIGHT * RANK[card]


def best_offer(state: FiveAgesState, seat: Seat, legal: list[Move]) -> Move:
    """The best offer that is a gain and stands not yet; else to pass."""
    pile = state.hands[seat] | state.civs[seat] | row_of(state, seat)
    standing = state.lists[seat]
    best, most = PASS, LEAST
    for move in legal:
        if isinstance(move, Offer) and move.given != BOTH and move not in standing:
            rest = minus(pile, move.given)
            gain = liking(rest, move.wanted) - liking(rest, move.given)
            if gain > most:
                best, most = move, gain
    return best


def loosest(state: FiveAgesState, seat: Seat, legal: list[Move], wild: bool, rng: Rng) -> Move:
    """Keep what goes best with the others; a Joker is fired when there is something to steal."""
    pile = state.hands[seat] | state.civs[seat]
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Keep)
        likes = liking(pile, move.card)
        if move.card >= JOKER:
            likes = 9.0 if wild or state.round == 1 else 0.0
        if move.attack != PEACE:
            likes += rng.below(100) * 0.001
        if likes > most:
            best, most = move, likes
    return best
