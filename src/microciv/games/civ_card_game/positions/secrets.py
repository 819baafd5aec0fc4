"""What Civilization: The Card Game hides, for the laws."""

from __future__ import annotations

from typing import final

from microciv.core.events import HIDDEN
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, Truth, shuffled
from microciv.core.state import State
from microciv.hidden import bags
from microciv.hidden.tracking import Hands


@final
class CivCardGameSecrets(Secrets):
    """Hands, the deck, and the order in which plots and technologies come."""

    def __init__(self) -> None:
        super().__init__(length=10)

    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Cards of other hands that the seat does not know, and the deck, are mixed; plots and
        technologies will come in another order.
        """
        known = state.knowledge.recall(seat).hands
        spots: list[tuple[int, int]] = []
        cards = state.deck[state.drawn :]
        for other in range(state.seats):
            if other != seat:
                hidden = bags.copies_in(bags.bag_of(state.hands[other]) - known[other])
                spots += [(other, card) for card in hidden]
                cards += hidden
        cards = shuffled(cards, rng)
        for other, card in spots:
            state.hands[other].remove(card)
        for other, _card in spots:
            state.hands[other].append(cards.pop())
        for hand in state.hands:
            hand.sort()
        state.deck, state.drawn = cards, 0
        state.market.plot_deck = shuffled(state.market.plot_deck[state.market.plots_drawn :], rng)
        state.market.tech_deck = shuffled(state.market.tech_deck[state.market.techs_drawn :], rng)
        state.market.plots_drawn = state.market.techs_drawn = 0

    def reseed(self, state: Truth, rng: Rng) -> bool:
        """Thefts and shuffles will go otherwise."""
        state.rng = Rng(rng.below(2**31))
        return True

    def tracker(self, state: State, seat: Seat) -> Hands:
        return HandsOfCivCardGame(state, seat)


@final
class HandsOfCivCardGame(Hands):
    """Units sent back and buildings destroyed come to hand in the open."""

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        a, b, c = parts
        if name in {"dealt", "drew", "razed", "vacated", "breached"} and b != HIDDEN:
            self.hands[a][b] += 1
        elif name in {"discarded", "played", "built", "blocked"}:
            self.lose(a, b, 1)
        elif name == "attacked":
            self.lose(a, c, 1)
        elif name == "repelled":
            self.hands[b][c] += 1
        elif name == "stole_card":
            self.move(b, a, c)
