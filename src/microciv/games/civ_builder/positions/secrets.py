"""What Civ Builder hides, for the laws."""

from __future__ import annotations

from typing import final

from microciv.core.events import HIDDEN
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, Truth, shuffled
from microciv.core.state import State
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.rules import market, trade
from microciv.games.civ_builder.views.observation import looks_at
from microciv.hidden import bags
from microciv.hidden.bags import count
from microciv.hidden.tracking import Hands


@final
class CivBuilderSecrets(Secrets):
    """Hands, the deck, and offers to others."""

    def __init__(self) -> None:
        super().__init__(length=10)

    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Cards that the seat cannot locate, in other hands and in the deck, are mixed; offers
        that it may not read are others.
        """
        recalled = state.recall(seat)
        spots: list[tuple[list[int], int, int]] = []
        kinds: list[int] = []
        state.deck = state.deck[state.drawn :]
        state.drawn = 0
        for at, kind in enumerate(state.deck):
            if at >= len(recalled.deck) or recalled.deck[at] < 0:
                spots.append((state.deck, at, kind))
                kinds.append(kind)
        for other in range(state.seats):
            if other != seat:
                for kind in bags.copies_in(state.hands[other] - recalled.hands[other]):
                    spots.append((state.hands, other, kind))
                    kinds.append(kind)
        for (where, at, kind), other_kind in zip(spots, shuffled(kinds, rng), strict=True):
            if where is state.deck:
                where[at] = other_kind
            else:
                where[at] += bags.ONE[other_kind] - bags.ONE[kind]
        standing = state.market
        offers = [
            [deal if reads(seat, deal) else other_terms(state, deal) for deal in deals]
            for deals in standing.offers
        ]
        state.market = market.Market(standing.ticks, standing.ready, offers)
        if state.deal is not trade.NO_DEAL and not reads(seat, state.deal):
            state.deal = other_terms(state, state.deal)

    def reseed(self, state: Truth, rng: Rng) -> bool:
        """Random cards and shuffles will come otherwise."""
        state.rng = Rng(rng.below(2**31))
        return True

    def tracker(self, state: State, seat: Seat) -> Hands:
        return HandsOfCivBuilder(state, seat)


def reads(seat: Seat, deal: trade.Deal) -> bool:
    return seat in (deal.seat, deal.other) or deal.other == ANY


def other_terms(state: Truth, deal: trade.Deal) -> trade.Deal:
    """Everything for nothing in particular."""
    return trade.Deal(deal.seat, deal.other, state.hands[deal.seat], bags.ONE[0])


@final
class HandsOfCivBuilder(Hands):
    """Besides, a seat looks at hands while it may."""

    def follow(self) -> None:
        """Take in what has been heard since, then look at the hands that can be seen now."""
        super().follow()
        state: Truth = self.state
        for other in range(len(self.hands)):
            if other == self.seat or looks_at(state, self.seat, other):
                self.hands[other] = [count(state.hands[other], kind) for kind in range(bags.KINDS)]

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        a, b, c = parts
        if name in {"dealt", "drew", "learned"} and b != HIDDEN:
            self.hands[a][b] += 1
        elif name == "discarded":
            self.lose(a, b, 1)
        elif name == "lost":
            self.lose(b, c, 1)
        elif name == "melded" or name == "wild":
            self.lose(a, b, c)
        elif name in {"gave", "returned"}:
            self.move(a, b, c)
        elif name in {"took", "stole"}:
            self.move(b, a, c)
