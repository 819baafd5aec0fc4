"""War: attacks declared by the rows, which fail, and what the others steal (B.8 to B.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import Card, cards_in, minus, plus, size
from microciv.core.moves import SEAT_BIT, Seat
from microciv.games.five_ages.cards import JOKER, NO_CARD, face
from microciv.games.five_ages.events import DREW, HIT, STOLE, VOID
from microciv.games.five_ages.rules.memory import Attack, Row

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState

# Why an attack is void; reasons add up.
ANOTHER_ATTACKS: Final = 1  # 5A-53
MUTUAL: Final = 2  # 5A-54
NOTHING_BUILT: Final = 4  # 5A-55; or too little, where more is needed
REASONS: Final[dict[int, str]] = {
    ANOTHER_ATTACKS: "another_attacks",
    MUTUAL: "mutual",
    NOTHING_BUILT: "nothing_built",
}


def reason_of(words: list[str]) -> int:
    """Why an attack is void, from words."""
    reason = 0
    for number, word in REASONS.items():
        if word in words:
            reason += number
    return reason


def attacks_declared(rows: list[Row]) -> list[tuple[Seat, Seat]]:
    """Who attacks whom: a Joker on the left the left neighbour, on the right the right (5A-48)."""
    declared: list[tuple[Seat, Seat]] = []
    for seat, (left, right) in enumerate(rows):
        if left >= JOKER:
            declared.append((seat, (seat + 1) % len(rows)))
        if right >= JOKER:
            declared.append((seat, (seat - 1) % len(rows)))
    return declared


def reason_void(declared: list[tuple[Seat, Seat]], at: int, built: int, least: int) -> int:
    """Why this attack on a civilization of this many cards, which needs at least this many, fails:
    judged on all attacks as declared (5A-53 to 56); 0 for a hit.
    """
    seat, target = declared[at]
    reason = 0
    if len([1 for _other, attacked in declared if attacked == target]) > 1:
        reason += ANOTHER_ATTACKS
    if (target, seat) in declared:
        reason += MUTUAL
    if built < least:
        reason += NOTHING_BUILT
    return reason


def wage_war(state: FiveAgesState) -> None:
    """Every attack at once: Jokers are discarded (5A-59 to 61), hits steal from civilizations as
    they stood (5A-57, 66), then those who must draw do, in seat order (5A-67).
    """
    declared = attacks_declared(list(zip(state.left, state.right, strict=True)))
    if not declared:
        return
    draws = [0] * state.seats
    attacks: list[Attack] = []
    least = state.game.least_robbed
    for at, (seat, target) in enumerate(declared):
        reason = reason_void(declared, at, size(state.civs[target]), least)
        if reason:
            state.tell(VOID, seat, target, reason)
            draws[seat] += 1  # 5A-60
            attacks.append(Attack(seat, target, reason, NO_CARD))
        else:
            state.tell(HIT, seat, target)
            draws[target] += 1  # 5A-58
            attacks.append(Attack(seat, target, 0, random_card(state, target)))
    discard_jokers(state)
    for attack in attacks:
        if attack.stolen != NO_CARD:
            steal(state, attack)
    state.this_age().attacks = [
        Attack(attack.seat, attack.target, attack.reason, face(attack.stolen)) for attack in attacks
    ]
    for seat, count in enumerate(draws):
        for _draw in range(count):
            state.whisper(SEAT_BIT[seat], DREW, seat, face(state.draw(seat)))


def random_card(state: FiveAgesState, target: Seat) -> Card:
    """Any card of the civilization, each as likely (5A-57)."""
    assert state.rng is not None
    return cards_in(state.civs[target])[state.rng.below(size(state.civs[target]))]


def discard_jokers(state: FiveAgesState) -> None:
    """The Jokers of all rows leave the game (5A-61)."""
    for row in (state.left, state.right):
        for seat, card in enumerate(row):
            if card >= JOKER:
                state.discard = plus(state.discard, card)
                row[seat] = NO_CARD


def steal(state: FiveAgesState, attack: Attack) -> None:
    """Into the thief's hand; only thief and victim know the card (5A-41)."""
    both = SEAT_BIT[attack.seat] | SEAT_BIT[attack.target]
    state.civs[attack.target] = minus(state.civs[attack.target], attack.stolen)
    state.hands[attack.seat] = plus(state.hands[attack.seat], attack.stolen)
    state.whisper(both, STOLE, attack.seat, attack.target, face(attack.stolen))
