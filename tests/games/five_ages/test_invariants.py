"""Section D: what holds at every moment of random matches, in war and peace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import microciv
from microciv import Match, Rng
from microciv.core.cards import size
from microciv.games.five_ages.cards import JOKERS, deck_of
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import row_of
from tests.games.five_ages.table import (
    build,
    events,
    five_ages,
    lay,
    no_trade,
    phase,
    random_match,
    truth,
)

pytestmark = pytest.mark.heavy

LATE: dict[str, object] = {"war_timing": "after_swaps"}
TABLES: list[tuple[int, int, dict[str, object]]] = [
    *[(seats, jokers, {}) for seats in (3, 4, 5, 6, 7) for jokers in (0, 2, 4)],
    *[(seats, 4, LATE) for seats in (3, 5)],
    (4, 3, {"joker_in_civ": "forbidden", "exchange_visibility": "hidden", "trade_ticks": 1}),
]  # fmt: skip


def moments(seats: int, jokers: int, options: dict[str, object]) -> Iterator[FiveAgesState]:
    """Every decision set of some matches, and their ends: Jokers are fired, some cards traded."""
    game = microciv.open_game("5-ages", seats=seats, jokers=jokers, **options)
    for seed in range(4):
        state, rng, sets = game.deal(seed), Rng(seed), -1
        assert isinstance(state, FiveAgesState)
        while state.to_act:
            if state.sets != sets:
                sets = state.sets
                yield state
            seat = state.to_act[0]
            moves = state.legal(seat)
            attacks = [move for move in moves if "attack" in move.text]
            choices = attacks if attacks and rng.below(2) else moves
            state.apply(seat, choices[rng.below(len(choices))])
        yield state


every_table = pytest.mark.parametrize("seats, jokers, options", TABLES)


@every_table
def test_every_card_is_in_one_place(seats: int, jokers: int, options: dict[str, object]):
    """INV-A1, INV-A2, INV-A4: none twice, none lost; only Jokers are discarded."""
    for state in moments(seats, jokers, options):
        rows = [row_of(state, seat) for seat in range(seats)]
        piles = [*state.hands, *state.civs, *rows, state.discard]
        count = Counter(card for pile in piles for card in cards_of(pile))
        count.update(state.deck[state.drawn :])
        assert dict.fromkeys(deck_of(jokers), 1) == count
        assert (0, True) == (state.discard & ~JOKERS, size(state.discard) <= jokers)
        assert all(size(row) <= 2 for row in rows)


def cards_of(pile: int) -> list[int]:
    return [card for card in range(56) if pile >> card & 1]


@every_table
def test_numbers_are_those_of_the_round(seats: int, jokers: int, options: dict[str, object]):
    """INV-A5 to INV-A10, INV-A13: hands, civilizations, deck."""
    for state in moments(seats, jokers, options):
        name, number = state.game.phases[state.phase], state.round
        held = [size(state.hands[seat] | row_of(state, seat)) for seat in range(seats)]
        built = [size(civ) for civ in state.civs]
        fired = size(state.discard)
        if name == "over":
            assert ([2] * seats, [5] * seats) == (held, built)
            assert 52 + jokers - 7 * seats - fired == state.in_deck() >= 52 - 7 * seats >= 3
            continue
        assert 52 + jokers - seats * (number + 2) - fired == state.in_deck()
        if name == "row":
            assert ([3] * seats, [number - 1] * seats) == (held, built)
        else:
            assert all(h - 3 == number - 1 - b in (0, 1) for h, b in zip(held, built, strict=True))
            age = state.ages[-1]
            assert ([1] * seats, [2] * seats) == (age.kept, [len(row) for row in age.laid])


@every_table
def test_swaps_are_between_neighbours_and_no_card_is_swapped_twice(
    seats: int, jokers: int, options: dict[str, object]
):
    """INV-A3, INV-A11: and no Joker at all."""
    for state in moments(seats, jokers, options):
        for age in state.ages:
            cards = [card for swap in age.swaps for card in (swap.given, swap.got)]
            assert len(cards) == len(set(cards))
            assert all(card < 52 for card in cards)
            for swap in age.swaps:
                assert (swap.seat + 1) % seats == swap.other
                assert swap.given in age.laid[swap.seat]
                assert swap.got in age.laid[swap.other]


@every_table
def test_hits_have_one_thief_each_and_none_comes_in_round_1(
    seats: int, jokers: int, options: dict[str, object]
):
    """INV-A7, INV-A12: as many cards are drawn as Jokers are fired."""
    for state in moments(seats, jokers, options):
        drawn = [event for event in state.log if event.kind.name == "drew"]
        assert size(state.discard) == len(drawn)
        for age in state.ages:
            hits = age.hits()
            targets = [attack.target for attack in age.attacks]
            assert not (hits and age.round == 1)
            for hit in hits:
                assert 1 == targets.count(hit.target)
                assert (hit.target, hit.seat) not in [(a.seat, a.target) for a in age.attacks]


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_somebody_wins_and_ties_are_exact(seats: int):
    """INV-A14: civilizations are disjoint; equal places are equal scores."""
    for seed in range(5):
        last = list(random_match(seed, seats, jokers=2))[-1]
        state = truth(last)
        together = 0
        for pile_of_seat in state.civs:
            assert 0 == together & pile_of_seat
            together |= pile_of_seat
        assert 1 in last.places()
        strengths = [state.game.poker().strength(c) for c in state.civs]
        assert strengths == last.scores()
        assert [1 + len([s for s in strengths if s > own]) for own in strengths] == last.places()


@every_table
def test_seed_and_moves_are_the_whole_match(seats: int, jokers: int, options: dict[str, object]):
    """INV-A15: draws and thefts included."""
    played = list(random_match(9, seats, jokers=jokers, **options))[-1]
    again = microciv.replay(played.game, played.record())
    assert played.position() == again.position()
    assert [events(played, seat) for seat in range(seats)] == [
        events(again, seat) for seat in range(seats)
    ]


def test_a_copy_plays_on_alone():
    """INV-A15: thefts, ticks and the memory of this round too."""
    match = five_ages(3, round=3, hand={0: "Jk 2C 3C"}, options={"jokers": 4})
    for state in (match.state, match.state.clone()):
        other = state.clone()
        before = state.position()
        drive(Match(match.game), other)
        assert before == state.position()


def drive(match: Match, state: object) -> None:
    """Play a state to its end, every first move."""
    assert isinstance(state, FiveAgesState)
    match.state = state
    while match.to_act():
        {"row": lay, "trade": no_trade, "build": build}[phase(match)](match)
    assert "over" == phase(match)
