"""What a seat may know of a match of 5X (B.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.cards import CardSet, cards_in, size
from microciv.core.moves import NOBODY, SPECTATOR, Seat
from microciv.core.state import Observation
from microciv.games.five_x.cards import ALL_BASICS, LETTERS, NAMES
from microciv.games.five_x.rules.phases import IN_STACK, PHASES, REMOVED
from microciv.games.five_x.rules.scoring import halves_of

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


@final
@dataclass(frozen=True)
class SeatSeen:
    """One seat as the observer sees it. Cards are named as in moves: "explore", "gandhi"."""

    resources: int  # how many it has
    basics: tuple[str, ...]  # in hand; public in effect (5X-90)
    leaders: int  # how many leaders are in hand; public in effect
    known: tuple[str, ...]  # those of them that the observer knows; its own: all
    shown: tuple[str, ...]  # those of them that everybody knows: Caesar fetched them (5X-94)
    pile: tuple[str, ...]  # face up (5X-88)
    played: str  # this round's card once revealed; "" before
    previous: str  # last round's card, which settles who selects when (5X-20); "" in round 1
    bid: int  # this round's bid once revealed; 0 before, or if there is none
    wonders: tuple[str, ...]  # letters of the Wonders built
    halves: int  # victory points so far, counted in halves (5X-106)


@final
@dataclass(frozen=True)
class FiveXObservation(Observation):
    """All that one seat may know."""

    round: int  # 1 ... rounds; the last one's number when the match is over
    rounds: int  # of the match
    table: tuple[SeatSeen, ...]  # in seat order
    stack: tuple[str, ...]  # letters still to come, the current Wonder first
    removed: tuple[str, ...]  # letters out of the game, face up (5X-71)
    passed: str  # the leader this seat gave to the left; "" if none (5X-13)
    received: str  # the leader it got from the right
    aside: int  # how many leaders were set aside unseen (5X-10)

    @property
    def hand(self) -> tuple[str, ...]:
        if self.seat >= len(self.table):
            return ()
        return self.table[self.seat].basics + self.table[self.seat].known


NO_CARDS: Final[tuple[str, ...]] = ()
KNOWN_NAMES: Final[dict[CardSet, tuple[str, ...]]] = {}


def names_of(pile: CardSet) -> tuple[str, ...]:
    """The names of the cards of a pile, in table order; made once a pile."""
    names = KNOWN_NAMES.get(pile)
    if names is None:
        names = tuple([NAMES[card] for card in cards_in(pile)])
        KNOWN_NAMES[pile] = names
    return names


KINDS_SEEN: Final[dict[str, Any]] = {"table": SeatSeen}
"""Classes within an observation, by field."""


def observe(state: FiveXState, seat: Seat) -> FiveXObservation:
    """Written down from what the seat knows; nothing is taken away from the truth."""
    seated = seat < state.seats
    asked, answer, legal = state.view(seat)
    received = state.passed[seat - 1] if seated else NOBODY
    return FiveXObservation(
        seat,
        PHASES[state.phase],
        asked,
        answer,
        legal,
        state.round,
        state.game.rounds,
        tuple([observe_seat(state, other, seat) for other in range(state.seats)]),
        letters_of(state, IN_STACK),
        letters_of(state, REMOVED),
        name_of(state.passed[seat]) if seated else "",
        name_of(received) if received >= 0 else "",
        size(state.zones.piles[state.game.aside]),
    )


def observe_seat(state: FiveXState, seat: Seat, observer: Seat) -> SeatSeen:
    hand = state.hand_of(seat)
    leaders = hand & ~ALL_BASICS
    known = shown = NO_CARDS
    if leaders:
        known = names_of(state.zones.named(seat, observer) & ~ALL_BASICS)
        shown = names_of(state.zones.named(seat, SPECTATOR) & ~ALL_BASICS)
    return SeatSeen(
        state.resources[seat],
        names_of(hand & ALL_BASICS),
        size(leaders),
        known,
        shown,
        names_of(state.pile_of(seat)),
        name_of(state.played[seat]),
        name_of(state.previous[seat]),
        state.bids[seat],
        letters_of(state, seat),
        halves_of(state, seat),
    )


def letters_of(state: FiveXState, whose: int) -> tuple[str, ...]:
    """The letters of the Wonders of a seat, of the stack, or out of the game."""
    if whose not in state.owner:
        return NO_CARDS
    return tuple([LETTERS[wonder] for wonder, owner in enumerate(state.owner) if owner == whose])


def name_of(card: int) -> str:
    """A card's name, "" for none."""
    return NAMES[card] if card >= 0 else ""
