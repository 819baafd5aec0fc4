"""Who may hold which cards, from what has been seen: the memory of a perfect player (5A-39).

A *track* follows every card that was ever named to its present holder. There is one, unless cards
were stolen out of the reader's sight: then there is one for each thing that may have been stolen
and does not contradict what was seen later.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, plus
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import JOKER, JOKERS, NO_CARD, ORDINARY
from microciv.games.five_ages.histories import (
    BUILD_STEP,
    EXCHANGED,
    GAIN,
    GIVE,
    LAY,
    LOSE,
    MAYBE_EXCHANGED,
    NOT_EXCHANGED,
    Histories,
    Step,
    first_world,
)
from microciv.games.five_ages.memory import Age, Attack
from microciv.games.five_ages.phases import ROUNDS

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame

UNNAMED: Final = NO_CARD  # a card that the reader never saw


@final
@mypyc_attr(acyclic=True)
class Track:
    """One way the cards may have gone."""

    def __init__(self, held: list[CardSet], steps: list[list[Step]], jokers: int) -> None:
        self.held = held
        """By seat, its named cards: in row, hand or civilization."""
        self.steps = steps
        """By seat, what happened to its cards."""
        self.jokers = jokers
        """How many different Jokers were named."""

    def clone(self) -> Track:
        """A copy to follow on."""
        return Track(self.held[:], [steps[:] for steps in self.steps], self.jokers)

    def named(self) -> CardSet:
        """The named cards of all seats."""
        cards = EMPTY
        for pile in self.held:
            cards |= pile
        return cards


def known(found: list[Track], seat: Seat) -> CardSet:
    """The cards that the seat has for certain: in every one of these tracks."""
    cards = found[0].held[seat]
    for track in found:
        cards &= track.held[seat]
    return cards


def suspected(found: list[Track], seat: Seat) -> CardSet:
    """The cards that the seat has in some of these tracks, but not in all."""
    if len(found) == 1:
        return EMPTY
    cards = EMPTY
    for track in found:
        cards |= track.held[seat]
    return cards & ~known(found, seat)


def possible(game: FiveAgesGame, ages: list[Age]) -> list[Track]:
    """Every track that everybody's buildings allow."""
    found = tracks(game, ages)
    if len(found) == 1:
        return found
    return [track for track in found if weight(game, ages, track, game.everybody) > 0]


def weight(game: FiveAgesGame, ages: list[Age], track: Track, seats: list[Seat]) -> int:
    """In how many ways can these seats have built, if the cards have gone this way?"""
    ways = 1
    for seat in seats:
        if ways:
            ways *= Histories(game, track.steps[seat]).ways(first_world(ages, seat))
    return ways


def tracks(game: FiveAgesGame, ages: list[Age]) -> list[Track]:
    """Every track, whatever was built."""
    seats = game.seats
    found = [Track([EMPTY] * seats, [[] for _ in range(seats)], 0)]
    for age in ages:
        found = [after for track in found for after in after_rows(track, age)]
        if not game.war_first:
            follow_swaps(found, age)
        if age.attacks:
            found = [after for track in found for after in after_war(game, track, age)]
        if game.war_first:
            follow_swaps(found, age)
        if age.over:
            for track in found:
                follow_building(game, track, age)
    return found


def after_rows(track: Track, age: Age) -> list[Track]:
    """The rows are turned up: what somebody else holds cannot lie there."""
    found = [track]
    for seat, (left, right) in enumerate(age.laid):
        row = card_set([card for card in (left, right) if 0 <= card < ORDINARY])
        fired = len([card for card in (left, right) if card == JOKER])
        named = row & track.held[seat]
        if row & track.named() & ~named:
            return []
        if fired and track.held[seat] & JOKERS:
            found = [after for before in found for after in after_jokers(before, seat, fired)]
        for after in found:
            if len(after.steps[seat]) == 0 or after.steps[seat][-1].kind != LAY:
                after.steps[seat].append(Step(LAY, EMPTY, EMPTY, EMPTY, fired))
            step = after.steps[seat][-1]
            step.needed |= named
            step.fresh = row & ~named
            after.held[seat] |= row
    return found


def after_jokers(track: Track, seat: Seat, fired: int) -> list[Track]:
    """The Jokers that the seat fires are some that were named, or others."""
    found: list[Track] = []
    jokers = cards_in(track.held[seat] & JOKERS)
    for count in range(min(fired, len(jokers)) + 1):
        for chosen in combinations(jokers, count):
            gone = card_set(list(chosen))
            after = track.clone()
            after.held[seat] &= ~gone
            after.steps[seat].append(Step(LAY, gone, EMPTY, gone, fired - count))
            found.append(after)
    return found


def after_war(game: FiveAgesGame, track: Track, age: Age) -> list[Track]:
    """What was stolen, and the cards drawn for it. All thefts are from civilizations as they stood
    (5A-66), and a card that lay in the row was not in one.
    """
    found = [track]
    in_hand = card_set([card for row in age.laid for card in row if 0 <= card < ORDINARY])
    for attack in age.attacks:
        if attack.reason:
            for after in found:
                after.steps[attack.seat].append(Step(GAIN, EMPTY, EMPTY, EMPTY, 1))
            continue
        lost = cards_in(track.held[attack.target] & ~in_hand)
        found = [after for before in found for after in after_theft(game, before, attack, lost)]
    return found


def after_theft(game: FiveAgesGame, track: Track, attack: Attack, named: list[Card]) -> list[Track]:
    """The thief has one of the victim's named cards, or another; the victim draws (5A-58)."""
    stolen = attack.stolen
    choices = [*named, UNNAMED]
    if stolen == JOKER:
        choices = [*[card for card in named if card >= JOKER], UNNAMED]
    elif stolen != NO_CARD:
        choices = [stolen] if stolen in named else [UNNAMED]
        if holds(track.named() & ~track.held[attack.target], stolen):
            return []
    found: list[Track] = []
    for choice in choices:
        after = track.clone()
        gained = choice if stolen == NO_CARD else stolen
        if gained == JOKER and choice == UNNAMED:
            gained = JOKER + after.jokers
            after.jokers += 1
            if after.jokers > game.jokers:
                continue
        elif choice != UNNAMED:
            gained = choice
        lost_set = EMPTY if choice == UNNAMED else plus(EMPTY, choice)
        gain_set = EMPTY if gained == UNNAMED else plus(EMPTY, gained)
        after.steps[attack.target].append(Step(LOSE, lost_set, EMPTY, EMPTY, 0))
        after.steps[attack.target].append(Step(GAIN, EMPTY, EMPTY, EMPTY, 1))
        unseen = 1 if gained == UNNAMED else 0
        after.steps[attack.seat].append(Step(GAIN, gain_set, EMPTY, EMPTY, unseen))
        after.held[attack.target] &= ~lost_set
        after.held[attack.seat] |= gain_set
        found.append(after)
    return found


def follow_swaps(found: list[Track], age: Age) -> None:
    """Swaps are public (5A-36)."""
    for track in found:
        for swap in age.swaps:
            given, got = plus(EMPTY, swap.given), plus(EMPTY, swap.got)
            track.held[swap.seat] = (track.held[swap.seat] & ~given) | got
            track.held[swap.other] = (track.held[swap.other] & ~got) | given
            track.steps[swap.seat].append(Step(GIVE, given, got, EMPTY, 0))
            track.steps[swap.other].append(Step(GIVE, got, given, EMPTY, 0))


def follow_building(game: FiveAgesGame, track: Track, age: Age) -> None:
    """Everybody builds, exchanges or not, and draws a card but in the last round."""
    for seat in range(game.seats):
        exchanged = MAYBE_EXCHANGED
        if game.exchange_told:
            exchanged = EXCHANGED if seat in age.exchanged else NOT_EXCHANGED
        placed = Step(BUILD_STEP, EMPTY, EMPTY, EMPTY, age.placed_by(seat))
        placed.exchanged = exchanged
        track.steps[seat].append(placed)
        if age.round < ROUNDS:
            track.steps[seat].append(Step(GAIN, EMPTY, EMPTY, EMPTY, 1))
