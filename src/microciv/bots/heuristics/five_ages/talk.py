"""What an `easy` says of its choice: nothing but what its style and all offers show anyway."""

from __future__ import annotations

from typing import Final

from microciv.bots.bot import NO_REASON, Reason
from microciv.bots.heuristics.five_ages.neighbours import is_offered, neighbour
from microciv.bots.heuristics.five_ages.styles import FLUSH, Style
from microciv.games.five_ages.cards import NAMES, RANK, RANKS, SUIT, SUITS
from microciv.games.five_ages.moves import ATTACK_BOTH, BOTH, PEACE, Keep, Offer
from microciv.games.five_ages.observation import FiveAgesObservation
from microciv.games.five_ages.trade import index_of

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


def of_row(seen: FiveAgesObservation, move: Keep) -> Reason:
    """Of an attack, whom; of a row in peace, nothing."""
    if move.attack == PEACE:
        return NO_REASON
    if move.attack == ATTACK_BOTH:
        return ATTACK_ALL, {}
    return ATTACK, {"target": neighbour(seen, move.attack - 1)}


def of_trade(
    seen: FiveAgesObservation, style: Style, before: list[Offer], after: list[Offer], done: bool
) -> Reason:
    """Of how its list has changed, or of what it refuses. The order of the list is its secret."""
    new = [offer for offer in after if offer not in before]
    if any([is_offered(seen, offer) for offer in new]):
        return ACCEPT, {}
    if new:
        return of_wishes(style, [offer for offer in new if offer.given != BOTH])
    refused = [
        move
        for move in (*seen.answer, *seen.legal)
        if isinstance(move, Offer) and is_offered(seen, move) and move not in after
    ]
    if refused:
        return of_refusal(seen, style, min(refused, key=index_of))
    return (NOTHING_HERE, {}) if done else NO_REASON


def of_wishes(style: Style, offers: list[Offer]) -> Reason:
    """Of what is asked for, what its style would name."""
    suits = {SUIT[offer.wanted] for offer in offers}
    ranks = {RANK[offer.wanted] for offer in offers}
    if style is FLUSH and len(suits) == 1:
        return SUIT_WANTED, {"suit": SUITS[suits.pop()]}
    if style is not FLUSH and len(ranks) == 1:
        return RANK_WANTED, {"ranks": RANKS[ranks.pop()]}
    return CARDS_WANTED, {}


def of_refusal(seen: FiveAgesObservation, style: Style, refused: Offer) -> Reason:
    """A spoiler grudges, whatever its reason is: what it remembers of thefts is its secret."""
    if style.spite == 0 or refused.given == BOTH:
        return REFUSE, {}
    return SPOIL, {"card": NAMES[refused.given], "target": neighbour(seen, refused.side)}
