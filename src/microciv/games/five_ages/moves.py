"""The moves of 5 Ages: a class a kind of move, a list of all of them.

W is the left neighbour, the next seat clockwise, and E the right one: so they sit at the screen.
"""

from __future__ import annotations

from typing import Final, final

from microciv.core.cards import Card
from microciv.core.moves import Move, word
from microciv.games.five_ages.cards import JOKER, NAMES, ORDINARY

# Sides of a seat, and whom the Jokers of a row attack.
LEFT: Final = 0
RIGHT: Final = 1
SIDES: Final = ("W", "E")
PEACE: Final = 0
ATTACK_LEFT: Final = 1
ATTACK_RIGHT: Final = 2
ATTACK_BOTH: Final = 3
ATTACKS: Final = ("", *SIDES, "both")

BOTH: Final = -2  # instead of a card: both cards of the row
SLOTS: Final = 4  # the most cards of a civilization that can be exchanged


@final
class Keep(Move):
    """`keep AS`: hold this card back and lay the other two (5A-10); with a Joker among those, say
    whom it attacks: `keep AS attack W` (5A-48).
    """

    def __init__(self, card: Card, attack: int) -> None:
        name, side = NAMES[card], ATTACKS[attack]
        if attack == PEACE:
            super().__init__(f"keep {name}", verb="keep", card=name)
        else:
            super().__init__(f"keep {name} attack {side}", verb="attack", card=name, side=side)
        self.card = card
        self.attack = attack


@final
class Offer(Move):
    """`offer 7S for W:4S`: binding consent to this swap with a neighbour (5A-15); `offer both
    for W` is the deal of both cards for both, all or nothing (5A-19).
    """

    def __init__(self, side: int, given: Card, wanted: Card) -> None:
        whose = SIDES[side]
        if given == BOTH:
            super().__init__(f"offer both for {whose}", verb="offer_both", side=whose)
        else:
            gives, wants = NAMES[given], NAMES[wanted]
            text = f"offer {gives} for {whose}:{wants}"
            super().__init__(text, verb="offer", given=gives, side=whose, wanted=wants)
        self.side = side
        self.given = given
        self.wanted = wanted

    def mirrors(self, other: Offer) -> bool:
        """Is it the same swap, from the other neighbour's side?"""
        return self.given == other.wanted and self.wanted == other.given and self.side != other.side


@final
class Build(Move):
    """`build AS`: place this card in the civilization (5A-25)."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"build {NAMES[card]}", verb="build", card=NAMES[card])
        self.card = card


@final
class Replace(Move):
    """`replace 3:9H`: exchange the third card of the civilization, as it is sorted, for one from
    hand (5A-26).
    """

    def __init__(self, slot: int, card: Card) -> None:
        name = NAMES[card]
        super().__init__(f"replace {slot}:{name}", verb="replace", slot=slot, card=name)
        self.slot = slot
        self.card = card


KEEPS: Final[list[list[Move]]] = [
    [Keep(card, attack) for attack in range(len(ATTACKS))] for card in range(JOKER + 1)
]
OFFERS: Final[list[list[Offer]]] = [  # by side, then by given * 52 + wanted
    [Offer(side, given, wanted) for given in range(ORDINARY) for wanted in range(ORDINARY)]
    for side in (LEFT, RIGHT)
]
OFFERS_OF_BOTH: Final[list[Offer]] = [Offer(side, BOTH, BOTH) for side in (LEFT, RIGHT)]
BUILDS: Final[list[Move]] = [Build(card) for card in range(JOKER + 1)]
REPLACES: Final[list[list[Move]]] = [
    [Replace(slot, card) for card in range(JOKER + 1)] for slot in range(1, SLOTS + 1)
]
PASS: Final[Move] = word("pass")  # nothing more to say in this tick: the list stands
WITHDRAW: Final[Move] = word("withdraw")  # take all standing offers back
DONE: Final[Move] = word("done")  # no more offers in this round; no exchange

MOVES: Final[list[Move]] = [
    *(PASS, DONE, WITHDRAW),
    *[move for moves in KEEPS for move in moves],
    *BUILDS,
    *[move for moves in REPLACES for move in moves],
    *OFFERS_OF_BOTH,
    *[
        offer
        for offers in OFFERS
        for index, offer in enumerate(offers)
        if index // ORDINARY != index % ORDINARY
    ],
]
