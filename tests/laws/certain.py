"""What follows for certain from all that a seat has heard, worked out from the events alone.

For most games a card lies where it was last named to the seat, unless it has been named since to
others only. In 5 Ages a theft out of sight makes every card that its victim may have built
doubtful.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from microciv.core import bags
from microciv.core.bags import count, holds
from microciv.core.events import CARD_PARTS, HIDDEN
from microciv.core.match import Match
from microciv.core.moves import SEAT_BIT, Seat
from microciv.core.state import State
from microciv.games.civ_builder.phases import EXCHANGE

Places: TypeAlias = dict[int, set[int]]  # by card, the zones where it may lie

ORDINARY = 52  # cards of 5 Ages before the Jokers, which nobody can tell apart


def last_named(match: Match, seat: Seat) -> Places:
    """The cards that were named to the seat and have not been named since to others only."""
    certain: dict[int, bool] = {}
    for event in match.state.log:
        truly = (event.a, event.b, event.c)
        for place, part in enumerate(event.kind.parts):
            if part in CARD_PARTS:
                certain[truly[place]] = event.seen_by(seat)[place] != HIDDEN
    return {card: {match.state.place_of(card)} for card, known in certain.items() if known}


def holders_of_five_ages(match: Match, seat: Seat) -> Places:
    """Who may hold each card that the seat has heard of, or claims to know."""
    where: Places = {}
    before: Places = {}
    in_hand: set[int] = set()  # for certain: laid or received in this round
    for event in match.state.log:
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
    claimed = [card for card in range(ORDINARY) if match.state.knows(seat, card)]
    return {card: seats for card, seats in where.items() if card < ORDINARY} | {
        card: {match.state.place_of(card)} for card in claimed
    }


class Hands:
    """The least that one seat must know of each hand where copies are alike, from what it hears."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.match = match
        self.seat = seat
        self.hands = [[0] * bags.KINDS for _seat in range(match.game.seats)]
        self.heard = 0

    def follow(self) -> None:
        """Take in what has been heard since."""
        log = self.match.state.log
        for at in range(self.heard, len(log)):
            self.take_in(log[at].kind.name, log[at].seen_by(self.seat))
        self.heard = len(log)

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        """One event."""
        raise NotImplementedError

    def move(self, giver: Seat, taker: Seat, kind: int) -> None:
        """A card changes hands; any kind may have gone if it is not named."""
        if kind == HIDDEN:
            self.hands[giver] = [max(0, some - 1) for some in self.hands[giver]]
            return
        self.lose(giver, kind, 1)
        self.hands[taker][kind] += 1

    def lose(self, seat: Seat, kind: int, some: int) -> None:
        """Cards are gone."""
        self.hands[seat][kind] = max(0, self.hands[seat][kind] - some)

    def check(self, dealt: State) -> None:
        """Neither the seat nor a re-deal may have forgotten, and nothing may be made up."""
        state: Any = self.match.state
        again: Any = dealt
        known = state.knowledge.recall(self.seat)
        for other, hand in enumerate(self.hands):
            assert holds(as_bag(state.hands[other]), known.hands[other])
            assert holds(as_bag(again.hands[other]), known.hands[other])
            for kind, least in enumerate(hand):
                assert count(known.hands[other], kind) >= least, f"forgotten: {kind} of {other}"
        for at, kind in enumerate(known.deck):
            if kind != HIDDEN:
                assert state.deck[state.drawn + at] == kind == again.deck[again.drawn + at]


def as_bag(hand: Any) -> int:
    """Some games keep hands as lists."""
    return hand if isinstance(hand, int) else bags.bag_of(hand)


class HandsOfCivBuilder(Hands):
    """Besides, a seat looks at hands while it may."""

    def follow(self) -> None:
        """Take in what has been heard since, then look at the hands that can be seen now."""
        super().follow()
        state: Any = self.match.state
        for other in range(len(self.hands)):
            sees = state.viewers & SEAT_BIT[self.seat]
            looks = state.phase == EXCHANGE and state.acting == self.seat and state.target == other
            if sees or looks or other == self.seat:
                self.hands[other] = [count(state.hands[other], kind) for kind in range(bags.KINDS)]

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        """One event."""
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


class HandsOfCivCardGame(Hands):
    """Units sent back and buildings destroyed come to hand in the open."""

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        """One event."""
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


CERTAIN: dict[str, Callable[[Match, Seat], Places]] = {"5-ages": holders_of_five_ages}


TRACKERS: dict[str, Callable[[Match, Seat], Hands]] = {
    "civ-builder": HandsOfCivBuilder,
    "civ-card-game": HandsOfCivCardGame,
}
"""Games whose cards have no names of their own: what follows is kept decision by decision."""


def possible_places(match: Match, seat: Seat) -> Places:
    """By card, where it may lie for all that the seat knows; only cards that it knows of."""
    return CERTAIN.get(match.game.name, last_named)(match, seat)
