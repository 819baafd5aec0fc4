"""What 5 Ages hides, for the laws."""

from __future__ import annotations

from typing import final

from microciv.core.cards import cards_in, minus, plus
from microciv.core.events import HIDDEN
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, Truth, ZonesByCard, shuffled
from microciv.core.state import State

ORDINARY = 52  # cards before the Jokers, which nobody can tell apart


@final
class FiveAgesSecrets(Secrets):
    """Hands, civilizations and the deck; a theft out of sight makes every card that its victim may
    have built doubtful.
    """

    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Cards that the seat cannot locate are mixed with others that it cannot locate: hidden
        hands and civilizations that nothing was ever told of, the deck, the order of others' lists.
        """
        for other in range(state.seats):
            if other != seat:
                order = shuffled(list(range(len(state.lists[other]))), rng)
                state.lists[other] = [state.lists[other][index] for index in order]
        if any(age.attacks for age in state.ages):
            state.deck = state.deck[: state.drawn] + shuffled(state.deck[state.drawn :], rng)
            return  # who may hold what depends on the thefts: the deck alone is free of them
        rows = {card for age in state.ages for row in age.laid for card in row}
        spots: list[tuple[Truth, int]] = [
            ("deck", at) for at in range(state.drawn, len(state.deck))
        ]
        cards = state.deck[state.drawn :]
        for other in range(state.seats):
            if other == seat:
                continue
            secret = [
                (pile, card)
                for pile in (state.hands, state.civs)
                for card in cards_in(pile[other])
                if not state.knows(seat, card)
            ]
            assert not rows & {card for _pile, card in secret}
            for pile, card in secret:
                pile[other] = minus(pile[other], card)
                spots.append((pile, other))
                cards.append(card)
        cards = shuffled(cards, rng)
        state.deck = state.deck[:]
        for (pile, at), card in zip(spots, cards, strict=True):
            if pile == "deck":
                state.deck[at] = card
            else:
                pile[at] = plus(pile[at], card)

    def reseed(self, state: Truth, rng: Rng) -> bool:
        """Thefts will be drawn otherwise."""
        if state.rng is None:
            return False
        state.rng = Rng(rng.below(2**31))
        return True

    def possible_zones(self, state: State, seat: Seat) -> ZonesByCard:
        """Who may hold each card that the seat has heard of, or claims to know."""
        where: ZonesByCard = {}
        before: ZonesByCard = {}
        in_hand: set[int] = set()  # for certain: laid or received in this round
        for event in state.log:
            kind, (a, b, c) = event.kind.name, event.seen_by(seat)
            if kind == "round":
                in_hand = set()
            elif kind == "laid":
                before = {}
                for card in (b, c):
                    where[card] = {a}
                    in_hand.add(card)
            elif kind == "gave":
                where[c] = {b}
                in_hand.add(c)
            elif kind == "stole":
                before = before or {card: set(seats) for card, seats in where.items()}
                if c != HIDDEN:
                    where[c] = {a}
                    continue
                for card, seats in before.items():
                    if b in seats and card not in in_hand and card in where:
                        where[card].add(a)
            elif kind in {"dealt", "refilled", "drew", "built"} and b != HIDDEN:
                where[b] = {a}
        claimed = [card for card in range(ORDINARY) if state.knows(seat, card)]
        return {card: seats for card, seats in where.items() if card < ORDINARY} | {
            card: {state.zone_of(card)} for card in claimed
        }
