"""What a seat may know of a match of 5 Ages (B.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.cards import EMPTY, Card, card_set, size
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.state import Observation
from microciv.games.five_ages.cards import ALL_ORDINARY, JOKER, JOKERS, name_of, names_of
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.rules.building import to_place
from microciv.games.five_ages.rules.memory import Age, Attack
from microciv.games.five_ages.rules.phases import OVER, PHASES, TRADE
from microciv.games.five_ages.rules.trade import neighbour, row_of
from microciv.games.five_ages.rules.war import REASONS
from microciv.games.five_ages.views import whereabouts

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState


@final
@dataclass(frozen=True)
class SeatSeen:
    """One seat as the observer sees it. Cards are named as in moves: "7S", "Jk"."""

    hand: int  # how many cards are hidden in hand
    civ: int  # how many cards the civilization has
    left: str  # what lies in the row on the left, the seat's own left; "" for nothing
    right: str  # the same on its right
    offers: tuple[Offer, ...]  # that stand, as moves of that seat; one's own in order, best first
    done: bool  # with the trade of this phase
    known: tuple[str, ...]  # in hand or civilization for certain, by perfect memory (5A-39)
    suspected: tuple[str, ...]  # with this seat or with one that stole from it, or it from one
    shown: tuple[str, ...]  # the civilization, when the match is over (5A-43)
    left_over: tuple[str, ...]  # the hand then, if hands break ties (5A-45)


@final
@dataclass(frozen=True)
class AttackSeen:
    """A Joker fired."""

    seat: Seat  # who attacks
    target: Seat  # the neighbour that is attacked
    void: tuple[str, ...]  # the reasons: "another_attacks", "mutual", "nothing_built"; none: a hit
    stolen: str  # for thief and victim (5A-41); else ""


@final
@dataclass(frozen=True)
class SwapSeen:
    """One card for one card (5A-15)."""

    seat: Seat  # one of the two
    other: Seat  # its left neighbour
    given: str  # the card that `seat` gave
    got: str  # the card that it got


@final
@dataclass(frozen=True)
class AgeSeen:
    """What the observer has seen of a round."""

    round: int  # its number, from 1
    kept: tuple[int, ...]  # by seat, cards hidden in hand when the rows were turned up
    built: tuple[int, ...]  # by seat, the size of the civilization then
    laid: tuple[tuple[str, str], ...]  # by seat, the row: left, right
    attacks: tuple[AttackSeen, ...]  # of the war
    swaps: tuple[SwapSeen, ...]  # in the order they were made
    exchanged: tuple[Seat, ...]  # who exchanged a card, if that is told (5A-40)
    over: bool  # has everybody built?


@final
@dataclass(frozen=True)
class FiveAgesObservation(Observation):
    """All that one seat may know."""

    round: int  # from 1
    tick: int  # 1 ... ticks while there is trade; else 0
    ticks: int  # of trade in a round, at most
    token: Seat  # who breaks exact ties of trade in this round (F.3)
    deck: int  # how many cards it has
    fired: int  # Jokers out of the game
    hand: tuple[str, ...]  # the observer's own
    civ: tuple[str, ...]  # the observer's civilization
    to_place: int  # how many cards the observer builds in this round (5A-58)
    idle: int  # how many ticks in a row the observer has passed
    table: tuple[SeatSeen, ...]  # in seat order
    past: tuple[AgeSeen, ...]  # the rounds so far, this one last once its rows are turned up


@final
class Recalled:
    """What a seat may remember of the past, worked out once until something new is seen."""

    def __init__(self, tracks: list[whereabouts.Track], ages: list[Age]) -> None:
        self.tracks = tracks
        self._ages = ages
        self._past: tuple[AgeSeen, ...] | None = None

    def past(self) -> tuple[AgeSeen, ...]:
        """The rounds as they are told; made when somebody asks."""
        if self._past is None:
            self._past = tuple([observe_age(age) for age in self._ages])
        return self._past


NO_NAMES: Final[tuple[str, ...]] = ()


KINDS_SEEN: Final[dict[str, Any]] = {
    "table": SeatSeen,
    "past": AgeSeen,
    "attacks": AttackSeen,
    "swaps": SwapSeen,
}
"""Classes within an observation, by field."""


def observe(state: FiveAgesState, seat: Seat) -> FiveAgesObservation:
    """Written down from what the seat knows; nothing is taken away from the truth."""
    asked, answer, legal = state.view(seat)
    seated = seat < state.seats
    tracks = tracks_of(state, seat)
    return FiveAgesObservation(
        seat,
        PHASES[state.phase],
        asked,
        answer,
        legal,
        state.round,
        state.tick if state.phase == TRADE else 0,
        state.game.ticks,
        state.token,
        state.in_deck(),
        size(state.discard),
        names_of(state.hands[seat]) if seated else NO_NAMES,
        names_of(state.civs[seat]) if seated else NO_NAMES,
        to_place(state, seat) if seated else 0,
        state.idle[seat] if seated else 0,
        tuple([observe_seat(state, tracks, other, seat) for other in range(state.seats)]),
        recall(state, seat).past(),
    )


def tracks_of(state: FiveAgesState, seat: Seat) -> list[whereabouts.Track]:
    """The ways the cards may have gone, for a reader who also sees its own Jokers."""
    tracks = recall(state, seat).tracks
    if len(tracks) == 1:
        return tracks
    jokers, fired = state.game.jokers, size(state.discard)
    for other in state.game.everybody:
        fired += size(row_of(state, other) & JOKERS)
    if seat >= state.seats:
        return [track for track in tracks if whereabouts.identities(track, jokers, EMPTY, fired, 0)]
    hidden = state.hands[seat] | state.civs[seat]
    own, in_hand = hidden | (row_of(state, seat) & ALL_ORDINARY), size(hidden & JOKERS)
    fitting: list[whereabouts.Track] = []
    for track in tracks:
        unnamed = in_hand - size(track.held[seat] & JOKERS)
        if track.allows(seat, own) and whereabouts.identities(track, jokers, own, fired, unnamed):
            fitting.append(track)
    return fitting


def knows(state: FiveAgesState, seat: Seat, card: Card) -> bool:
    """Does the seat know who has the card? One Joker is as good as another."""
    known = state.discard | card_set([card for card in state.left + state.right if card >= 0])
    if seat < state.seats:
        known |= state.hands[seat] | state.civs[seat]
    tracks = tracks_of(state, seat)
    for other in range(state.seats):
        known |= whereabouts.known(tracks, other)
        if state.phase == OVER:
            known |= state.civs[other]
            known |= state.hands[other] if state.game.hands_break_ties else EMPTY
    return known & (JOKERS if card >= JOKER else card_set([card])) != EMPTY


def recall(state: FiveAgesState, seat: Seat) -> Recalled:
    """What the seat may remember; all who have seen no booty remember the same."""
    if not has_seen_booty(state, seat):
        seat = SPECTATOR
    memory = state.memory[seat]
    if not isinstance(memory, Recalled):
        ages = [age.seen_by(seat) for age in state.ages]
        tracks = whereabouts.possible(state.game, ages, trail_of(state, seat, ages))
        if ages and not ages[-1].over:
            ages[-1] = ages[-1].clone()  # it will change before somebody asks for the past
        memory = Recalled(tracks, ages)
        state.memory = state.memory[:]
        state.memory[seat] = memory
    return memory


def trail_of(state: FiveAgesState, seat: Seat, ages: list[Age]) -> whereabouts.Trail:
    """Where the ages that are over have led, for a seat that sees `ages`."""
    kept = state.trails[seat]
    trail = kept if isinstance(kept, whereabouts.Trail) else whereabouts.beginning(state.seats)
    over = [age for age in ages if age.over]
    if trail.ages < len(over):
        trail = whereabouts.after_ages(state.game, trail, over)
        state.trails = state.trails[:]
        state.trails[seat] = trail
    return trail


def has_seen_booty(state: FiveAgesState, seat: Seat) -> bool:
    for age in state.ages:
        for attack in age.attacks:
            if attack.tells(seat):
                return True
    return False


def observe_seat(
    state: FiveAgesState, tracks: list[whereabouts.Track], seat: Seat, observer: Seat
) -> SeatSeen:
    over = state.phase == OVER
    shown = row_of(state, seat)
    certain, perhaps = whereabouts.known(tracks, seat), whereabouts.suspected(tracks, seat)
    if over:
        for civ in state.civs:
            shown |= civ
        jokers = size(state.civs[seat] & JOKERS)
        perhaps = whereabouts.less_jokers(perhaps, jokers - size(certain & JOKERS))
        certain = whereabouts.less_jokers(certain, jokers)
    shown &= ALL_ORDINARY  # Jokers go by number
    return SeatSeen(
        size(state.hands[seat]),
        size(state.civs[seat]),
        name_of(state.left[seat]),
        name_of(state.right[seat]),
        tuple(offers_seen(state, seat, observer)),
        state.quitters[seat],
        names_of(certain & ~shown),
        names_of(perhaps & ~shown),
        names_of(state.civs[seat]) if over else NO_NAMES,
        names_of(state.hands[seat]) if over and state.game.hands_break_ties else NO_NAMES,
    )


def offers_seen(state: FiveAgesState, seat: Seat, observer: Seat) -> list[Offer]:
    """One's own offers in their order; another's without it, those between others perhaps not."""
    offers = state.lists[seat]
    if seat == observer or not offers:
        return offers
    seen = [
        offer
        for offer in offers
        if state.game.offers_for_all or neighbour(state.seats, seat, offer.side) == observer
    ]
    indices = sorted([offer.index for offer in seen])
    return [offer for index in indices for offer in seen if offer.index == index]


def observe_age(age: Age) -> AgeSeen:
    """An age as its reader knows it."""
    return AgeSeen(
        age.round,
        tuple(age.kept),
        tuple(age.built),
        tuple([(name_of(left), name_of(right)) for left, right in age.laid]),
        tuple([observe_attack(attack) for attack in age.attacks]),
        tuple(
            [
                SwapSeen(swap.seat, swap.other, name_of(swap.given), name_of(swap.got))
                for swap in age.swaps
            ]
        ),
        tuple(age.exchanged),
        age.over,
    )


def observe_attack(attack: Attack) -> AttackSeen:
    """An attack, with its reasons in words."""
    void = tuple([word for number, word in REASONS.items() if attack.reason & number])
    return AttackSeen(attack.seat, attack.target, void, name_of(attack.stolen))
