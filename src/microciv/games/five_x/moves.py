"""The moves of 5X: a class a kind of move, a list of all of them."""

from __future__ import annotations

from typing import Final, final

from microciv.core.cards import Card
from microciv.core.moves import Move, word
from microciv.games.five_x.cards import BASICS, CARDS, EXCAVATE, LETTERS, NAMES

HIGHEST_BID: Final = 255  # more than anybody can ever hold; see positions.MOST_RESOURCES


@final
class Pass(Move):
    """`pass gandhi`: give this leader to the left neighbour (5X-11)."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"pass {NAMES[card]}", verb="pass", card=NAMES[card])
        self.card = card


@final
class Play(Move):
    """`expand` or `gandhi`: the card for this round (5X-16)."""

    def __init__(self, card: Card) -> None:
        super().__init__(NAMES[card], verb="play", card=NAMES[card])
        self.card = card


@final
class Bid(Move):
    """`bid 2`: the sealed bid, a whole number (5X-43)."""

    def __init__(self, amount: int) -> None:
        super().__init__(f"bid {amount}", verb="bid", amount=amount)
        self.amount = amount


@final
class Build(Move):
    """`build C`: Dido pays 3 for the current Wonder (5X-82), Suleiman for a removed one (5X-87)."""

    def __init__(self, wonder: int) -> None:
        super().__init__(f"build {LETTERS[wonder]}", verb="build", wonder=LETTERS[wonder])
        self.wonder = wonder


@final
class Take(Move):
    """`take explore`: a basic from the seat's pile (5X-61)."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"take {NAMES[card]}", verb="take", card=NAMES[card])
        self.card = card


@final
class Fetch(Move):
    """`fetch erik`: Caesar's choice, a leader from any pile (5X-85)."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"fetch {NAMES[card]}", verb="fetch", card=NAMES[card])
        self.card = card


PLAYS: Final[list[Move]] = [Play(card) for card in range(CARDS)]
PASSES: Final[list[Move]] = [Pass(card) for card in range(BASICS, CARDS)]
BIDS: Final[list[Move]] = [Bid(amount) for amount in range(1, HIGHEST_BID + 1)]
BUILDS: Final[list[Move]] = [Build(wonder) for wonder in range(len(LETTERS))]
TAKES: Final[list[Move]] = [Take(card) for card in range(EXCAVATE)]
FETCHES: Final[list[Move]] = [Fetch(card) for card in range(BASICS, CARDS)]
DECLINE: Final[Move] = word("decline")  # Dido or Suleiman builds nothing

MOVES: Final[list[Move]] = [*PLAYS, *PASSES, *TAKES, *FETCHES, *BUILDS, DECLINE, *BIDS]
