"""Who may hold which cards, from what has been seen: the memory of a perfect player (5A-39).

A *track* follows every card that was ever named to its present holder. There is one, unless cards
were stolen out of the reader's sight: then there is one for each thing that may have been stolen
and does not contradict what was seen later.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import EMPTY, Card, CardSet, card_set, plus
from microciv.core.moves import NOBODY, Seat
from microciv.games.five_ages import histories
from microciv.games.five_ages.cards import CARDS, JOKER, NO_CARD, ORDINARY
from microciv.games.five_ages.histories import (
    BUILD_STEP,
    EXCHANGED,
    GAIN,
    GIVE,
    LAY,
    LOSE,
    MAYBE_EXCHANGED,
    NOT_EXCHANGED,
    Step,
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

    def __init__(self, holder: list[Seat], steps: list[list[Step]], jokers: int) -> None:
        self.holder = holder
        """By card, who has it; NOBODY if it was never named, or is gone."""
        self.steps = steps
        """By seat, what happened to its cards."""
        self.jokers = jokers
        """How many different Jokers were named."""

    def clone(self) -> Track:
        """A copy to follow on."""
        return Track(self.holder[:], [steps[:] for steps in self.steps], self.jokers)

    def held_by(self, seat: Seat) -> CardSet:
        """The named cards of a seat, in row, hand or civilization."""
        return card_set([card for card in range(CARDS) if self.holder[card] == seat])


def known(game: FiveAgesGame, ages: list[Age], seat: Seat) -> CardSet:
    """The cards that the seat has for certain, as far as a reader of these ages can tell."""
    cards = -1
    for track in possible(game, ages):
        cards &= track.held_by(seat)
    return cards


def suspected(game: FiveAgesGame, ages: list[Age], seat: Seat) -> CardSet:
    """The cards that the seat has or that were stolen from it, or the other way round."""
    cards = EMPTY
    for track in possible(game, ages):
        cards |= track.held_by(seat)
    return cards & ~known(game, ages, seat)


def possible(game: FiveAgesGame, ages: list[Age]) -> list[Track]:
    """Every track that everybody's buildings allow."""
    found = tracks(game, ages)
    if len(found) < 2:
        return found
    return [
        track
        for track in found
        if all([histories.is_possible(game, ages, track.steps[seat], seat) for seat in
                range(game.seats)])
    ]  # fmt: skip


def tracks(game: FiveAgesGame, ages: list[Age]) -> list[Track]:
    """Every track, whatever was built."""
    seats = game.seats
    found = [Track([NOBODY] * CARDS, [[] for _ in range(seats)], 0)]
    for age in ages:
        found = [after for track in found for after in after_rows(track, age)]
        if not game.war_first:
            follow_swaps(found, age)
        found = [after for track in found for after in after_war(game, track, age)]
        if game.war_first:
            follow_swaps(found, age)
        if age.over:
            for track in found:
                follow_building(game, track, age)
    return found


def after_rows(track: Track, age: Age) -> list[Track]:
    """The rows are turned up: what somebody else holds cannot lie there."""
    found = [track.clone()]
    for seat, row in enumerate(age.laid):
        cards = [card for card in row if 0 <= card < ORDINARY]
        fired = len([card for card in row if card == JOKER])
        if [card for card in cards if track.holder[card] not in (NOBODY, seat)]:
            return []
        named = card_set([card for card in cards if track.holder[card] == seat])
        fresh = card_set([card for card in cards if track.holder[card] == NOBODY])
        found = [
            after for before in found for after in after_row(before, seat, named, fresh, fired)
        ]
        for after in found:
            for card in cards:
                after.holder[card] = seat
    return found


def after_row(track: Track, seat: Seat, named: CardSet, fresh: CardSet, fired: int) -> list[Track]:
    """The Jokers that the seat fires are some that were named, or others."""
    found: list[Track] = []
    jokers = [card for card in range(JOKER, CARDS) if track.holder[card] == seat]
    for count in range(min(fired, len(jokers)) + 1):
        for gone in combinations(jokers, count):
            after = track.clone()
            for card in gone:
                after.holder[card] = NOBODY
            gone_set = card_set(list(gone))
            after.steps[seat].append(Step(LAY, named | gone_set, fresh, gone_set, fired - count))
            found.append(after)
    return found


def after_war(game: FiveAgesGame, track: Track, age: Age) -> list[Track]:
    """What was stolen, and the cards drawn for it. All thefts are from civilizations as they stood
    (5A-66), and a card that lay in the row was not in one.
    """
    found = [track]
    in_hand = card_set([card for row in age.laid for card in row if card >= 0])
    in_hand |= card_set([swap.given for swap in age.swaps] + [swap.got for swap in age.swaps])
    for attack in age.attacks:
        if attack.reason:
            for after in found:
                after.steps[attack.seat].append(Step(GAIN, EMPTY, EMPTY, EMPTY, 1))
            continue
        lost = [
            card
            for card in range(CARDS)
            if track.holder[card] == attack.target and not in_hand & plus(EMPTY, card)
        ]
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
        if track.holder[stolen] not in (NOBODY, attack.target):
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
        if gained != UNNAMED:
            after.holder[gained] = attack.seat
        found.append(after)
    return found


def follow_swaps(found: list[Track], age: Age) -> None:
    """Swaps are public (5A-36)."""
    for track in found:
        for swap in age.swaps:
            track.holder[swap.given], track.holder[swap.got] = swap.other, swap.seat
            given, got = plus(EMPTY, swap.given), plus(EMPTY, swap.got)
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
