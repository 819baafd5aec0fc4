"""Who may hold which cards, from what has been seen: the memory of a perfect player (5A-39).

A *track* follows every card that was ever named to its present holder. There is one, unless cards
were stolen out of the reader's sight: then there is one for each thing that may have been stolen
and does not contradict what was seen later.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, size
from microciv.core.large import product
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import (
    ALL_ORDINARY,
    JOKER,
    JOKERS,
    NO_CARD,
    ORDINARY,
    SO_MANY_JOKERS,
)
from microciv.games.five_ages.rules.memory import Age, Attack
from microciv.games.five_ages.views.histories import (
    EXCHANGED,
    MAYBE_EXCHANGED,
    NOT_EXCHANGED,
    Change,
    Histories,
    build,
    first_world,
    fits,
    gain,
    give,
    lay,
    lose,
)

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame

UNNAMED: Final = NO_CARD  # a card that the reader never saw


@final
@mypyc_attr(acyclic=True)
class Track:
    """One way the cards may have gone."""

    def __init__(
        self, held: list[CardSet], changes: list[list[Change]], jokers: int, fired: int
    ) -> None:
        self.held = held
        """By seat, its named cards: in row, hand or civilization."""
        self.changes = changes
        """By seat, what happened to its cards."""
        self.jokers = jokers
        """How many different Jokers have had a name."""
        self.fired = fired
        """How many others were fired."""

    def clone(self) -> Track:
        return Track(
            self.held[:], [changes[:] for changes in self.changes], self.jokers, self.fired
        )

    def allows(self, seat: Seat, own: CardSet) -> bool:
        """Has the seat its own cards that are named, and nobody else one of them?"""
        return self.named() & own & ALL_ORDINARY == self.held[seat] & ALL_ORDINARY

    def named(self) -> CardSet:
        cards = EMPTY
        for pile in self.held:
            cards |= pile
        return cards


@final
@mypyc_attr(acyclic=True)
class Trail:
    """Every track of the first ages. Never changed: `after_ages` makes another."""

    def __init__(self, ages: int, found: list[Track]) -> None:
        self.ages = ages
        """How many they are."""
        self.found = found


def known(found: list[Track], seat: Seat) -> CardSet:
    """The cards that the seat has for certain, in every one of these tracks; of Jokers only how
    many, since each track numbers them in its own way.
    """
    cards = every = found[0].held[seat]
    for track in found[1:]:
        cards &= track.held[seat]
        every |= track.held[seat]
    if len(found) == 1 or every & JOKERS == EMPTY:
        return cards
    fewest = min([size(track.held[seat] & JOKERS) for track in found])
    return cards & ALL_ORDINARY | SO_MANY_JOKERS[fewest]


def suspected(found: list[Track], seat: Seat) -> CardSet:
    """The cards that the seat has in some of these tracks, but not in all."""
    if len(found) == 1:
        return EMPTY
    cards, certain = EMPTY, known(found, seat)
    for track in found:
        cards |= track.held[seat]
    if cards & JOKERS == EMPTY:
        return cards & ~certain
    most = max([size(track.held[seat] & JOKERS) for track in found])
    more = most - size(certain & JOKERS)
    return cards & ALL_ORDINARY & ~certain | SO_MANY_JOKERS[more]


def less_jokers(pile: CardSet, count: int) -> CardSet:
    """The pile with this many Jokers removed, as far as it has them."""
    left = size(pile & JOKERS) - max(0, count)
    return pile & ALL_ORDINARY | SO_MANY_JOKERS[max(0, left)]


def possible(game: FiveAgesGame, ages: list[Age], trail: Trail) -> list[Track]:
    """Every track that everybody's buildings allow, where the first ages have led so far."""
    found = after_ages(game, trail, ages).found
    if len(found) > 1:
        found = [track for track in found if can_be(game, ages, track)]
    assert found, "nothing that can have happened fits"
    return found


def can_be(game: FiveAgesGame, ages: list[Age], track: Track) -> bool:
    """Can everybody have built so that the cards have gone this way?"""
    for seat in game.everybody:
        if not Histories(game, track.changes[seat]).ways(first_world(ages, seat)):
            return False
    return True


def forgot(age: Age, seat: Seat) -> bool:
    """Has the seat forgotten what was stolen from it or by it, as it can in positions alone?"""
    return any([hit.stolen == NO_CARD and seat in (hit.seat, hit.target) for hit in age.hits()])


def leads_to(
    game: FiveAgesGame,
    ages: list[Age],
    track: Track,
    seat: Seat,
    held: CardSet,
    civ: CardSet,
    waiting: int,
) -> bool:
    """Can the seat have come to hold these cards, and to have built those?"""
    named = track.named() & ALL_ORDINARY  # only its holder can have it
    ends = Histories(game, track.changes[seat]).ends(first_world(ages, seat))
    return any([fits(world, held, civ, named, waiting) for world in ends])


def tracks(game: FiveAgesGame, ages: list[Age]) -> list[Track]:
    """Every track, whatever was built."""
    return after_ages(game, beginning(game.seats), ages).found


def beginning(seats: int) -> Trail:
    """No card has a name yet."""
    return Trail(0, [Track([EMPTY] * seats, [[] for _ in range(seats)], 0, 0)])


def after_ages(game: FiveAgesGame, trail: Trail, ages: list[Age]) -> Trail:
    """The trail once all these ages, of which it has the first ones, are followed."""
    if trail.ages == len(ages):
        return trail
    found = [track.clone() for track in trail.found]
    for age in ages[trail.ages :]:
        found = [after for track in found for after in after_rows(track, age)]
        if not game.war_first:
            follow_swaps(found, age)
        if age.attacks:
            found = [after for track in found for after in after_war(track, age)]
        if game.war_first:
            follow_swaps(found, age)
        if age.over:
            for track in found:
                follow_building(game, track, age)
        found = [track for track in found if track.jokers + track.fired <= game.jokers]
    return Trail(len(ages), found)


def after_rows(track: Track, age: Age) -> list[Track]:
    """The rows are turned up: what somebody else holds cannot lie there."""
    found = [track]
    for seat, row in enumerate(age.laid):
        cards = card_set([card for card in row if 0 <= card < ORDINARY])
        if cards & track.named() & ~track.held[seat]:
            return []
        fired = len([card for card in row if card == JOKER])
        if fired:
            found = [after for before in found for after in after_row(before, seat, cards, fired)]
            continue
        for after in found:
            held = after.held[seat]
            after.changes[seat].append(lay(cards & held, cards & ~held, EMPTY, 0))
            after.held[seat] = held | cards
    return found


def after_row(track: Track, seat: Seat, cards: CardSet, fired: int) -> list[Track]:
    """The Jokers that the seat fires are some that had a name, or others."""
    found: list[Track] = []
    jokers = cards_in(track.held[seat] & JOKERS)
    for count in range(min(fired, len(jokers)) + 1):
        for chosen in combinations(jokers, count):
            after = track.clone() if jokers else track
            held, gone = track.held[seat], card_set(list(chosen))
            after.changes[seat].append(lay(cards & held, cards & ~held, gone, fired - count))
            after.held[seat] = (held | cards) & ~gone
            after.fired += fired - count
            found.append(after)
    return found


def after_war(track: Track, age: Age) -> list[Track]:
    """What was stolen, and the cards drawn for it. All thefts are from civilizations as they stood
    (5A-66), and a card that lay in the row was not in one.
    """
    found = [track]
    in_hand = card_set([card for row in age.laid for card in row if 0 <= card < ORDINARY])
    for attack in age.attacks:
        if attack.reason:
            for after in found:
                after.changes[attack.seat].append(gain(EMPTY, 1))
            continue
        lost = cards_in(track.held[attack.target] & ~in_hand)
        found = [after for before in found for after in after_theft(before, attack, lost)]
    return found


def after_theft(track: Track, attack: Attack, named: list[Card]) -> list[Track]:
    """The thief has one of the victim's named cards, or another; the victim draws (5A-58)."""
    stolen = attack.stolen
    choices = [*named, UNNAMED]
    if stolen == JOKER:
        choices = [*[card for card in named if card >= JOKER], UNNAMED]
    elif stolen != NO_CARD:
        choices = [stolen] if stolen in named else [UNNAMED]
        if holds(track.named() & ~track.held[attack.target], stolen):
            return []
    return [follow_theft(track.clone(), attack, choice) for choice in choices]


def follow_theft(track: Track, attack: Attack, lost: Card) -> Track:
    """The victim loses this card; if it was UNNAMED and the reader saw it, it has a name now."""
    gained = lost
    if lost == UNNAMED and attack.stolen == JOKER:
        gained = JOKER + track.jokers
        track.jokers += 1
    elif lost == UNNAMED:
        gained = attack.stolen
    lost_set = EMPTY if lost == UNNAMED else card_set([lost])
    gain_set = EMPTY if gained == UNNAMED else card_set([gained])
    track.changes[attack.target] += [lose(lost_set), gain(EMPTY, 1)]
    track.changes[attack.seat].append(gain(gain_set, 1 if gained == UNNAMED else 0))
    track.held[attack.target] &= ~lost_set
    track.held[attack.seat] |= gain_set
    return track


def follow_swaps(found: list[Track], age: Age) -> None:
    """Swaps are public (5A-36)."""
    for track in found:
        for swap in age.swaps:
            given, got = card_set([swap.given]), card_set([swap.got])
            track.held[swap.seat] = (track.held[swap.seat] & ~given) | got
            track.held[swap.other] = (track.held[swap.other] & ~got) | given
            track.changes[swap.seat].append(give(given, got))
            track.changes[swap.other].append(give(got, given))


def follow_building(game: FiveAgesGame, track: Track, age: Age) -> None:
    """Everybody builds, exchanges or not, and draws a card but in the last round."""
    for seat in range(game.seats):
        exchanged = MAYBE_EXCHANGED
        if not game.may_exchange:
            exchanged = NOT_EXCHANGED
        elif game.exchange_told:
            exchanged = EXCHANGED if seat in age.exchanged else NOT_EXCHANGED
        track.changes[seat].append(build(age.placed_by(seat), exchanged))
        if age.round < game.rounds:
            track.changes[seat].append(gain(EMPTY, 1))


def identities(track: Track, jokers: int, seen: CardSet, fired: int, unnamed: int) -> int:
    """In how many ways the cards of a track can be those of the deck, as far as tracks differ in
    it: named Jokers, those fired, and the `unnamed` that the reader sees besides are some of the
    `jokers`; what has no name is any card that is left, but none that is `seen`.
    """
    pinned = size(track.named() & JOKERS) + fired + unnamed
    if pinned > jokers or unnamed < 0:
        return 0
    left = size(ALL_ORDINARY & ~(track.named() | seen)) + jokers
    ways = 1
    for joker in range(jokers):
        ways = product(ways, jokers - joker if joker < pinned else left - joker)
    return ways
