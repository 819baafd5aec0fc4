"""Every way to build in one phase."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, final

from microciv.core.cards import Card
from microciv.core.moves import Move
from microciv.games.five_ages.moves import BUILDS, DONE, REPLACES

NOTHING: Final = -1


@final
@dataclass(frozen=True)
class Plan:
    """Cards to place, the place of a card to exchange, NOTHING for none, and what it makes."""

    placed: tuple[Card, ...]
    out: int
    into: Card
    civ: list[Card]
    hand: list[Card]

    def step(self, done: int) -> Move:
        """The move after so many cards have been placed."""
        if done < len(self.placed):
            return BUILDS[self.placed[done]]
        return DONE if self.out == NOTHING else REPLACES[self.out][self.into]


def plans(
    civ: list[Card], hand: list[Card], placed: tuple[Card, ...], places: int, shut_out: Card
) -> list[Plan]:
    """What one build phase can make of these (5A-35), with some cards placed already; cards from
    `shut_out` on may not come in.
    """
    found: list[Plan] = []
    rest = without(hand, placed)
    fit = [card for card in rest if card < shut_out]
    for more in combinations(fit, places - len(placed)):
        whole = (*placed, *more)
        left = without(rest, more)
        found.append(Plan(whole, NOTHING, NOTHING, [*civ, *whole], left))
        for out, card in enumerate(civ):
            kept = [*civ[:out], *civ[out + 1 :], *whole]
            for into in left:
                if into < shut_out:
                    after = [*without(left, (into,)), card]
                    found.append(Plan(whole, out, into, [*kept, into], after))
    return found


def without_exchange(choices: list[Plan]) -> list[Plan]:
    """Those that only place."""
    return [plan for plan in choices if plan.out == NOTHING]


def without(hand: list[Card], cards: tuple[Card, ...]) -> list[Card]:
    """The hand less these cards."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest
