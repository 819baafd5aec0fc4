"""B.11: Jokers in hand and in civilizations."""

from __future__ import annotations

import pytest

import microciv
from microciv import Rng
from microciv.core.cards import size
from microciv.games.five_ages.cards import JOKERS, MOST_JOKERS, ORDINARY
from microciv.games.five_ages.rules.building import to_place
from microciv.games.five_ages.rules.phases import BUILD, ROW, TRADE
from microciv.games.five_ages.rules.state import FiveAgesState
from tests.games.five_ages.table import (
    at,
    build,
    civ,
    five_ages,
    hand,
    lay,
    legal,
    play_round,
    refusal,
    told,
)

JOKER_IN_CIV = ("blank", "forbidden", "wild")
FINAL = {"round": 5, "phase": "over"}


def test_a_joker_in_hand_is_worth_nothing_at_the_end():
    """5A-71, B-33."""
    match = five_ages(
        3, **FINAL, hand={0: "Jk Jk", 1: "2C 3C"}, options={"jokers": 2},
        civ={0: "AS KS QS JS 9S", 1: "AH KH QH JH 9H", 2: "AC KC QC JC 8C"},
    )  # fmt: skip
    assert [[0, 1], [2]] == match.ranking()


def test_jokers_may_be_kept_without_limit():
    """5A-71: all that a hand of three lets one keep."""
    match = five_ages(3, hand={0: "Jk 2C 3C"}, options={"jokers": 2})
    while at(match).round < 5:
        play_round(match, ["Jk"])
        assert "Jk" in hand(match, 0)


@pytest.mark.parametrize("meaning", JOKER_IN_CIV)
def test_a_joker_may_be_built_unless_the_table_forbids_it(meaning: str):
    """5A-72, B-15, joker_in_civ."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "2C 3C Jk"}, civ={0: "4C"}, deck="5C",
        options={"jokers": 2, "joker_in_civ": meaning},
    )  # fmt: skip
    if meaning == "forbidden":
        assert ["build 2C", "build 3C"] == legal(match, 0)
        why = "at this table no Joker may be built (5A-72)"
        assert why == refusal(match, 0, "build Jk")
        match.play(0, "build 2C")
        assert ["done", "replace 1:3C"] == legal(match, 0)
        assert why == refusal(match, 0, "replace 1:Jk")
    else:
        build(match, {0: "build Jk, replace 1:2C"})
        assert ("2C Jk", "3C 4C 5C") == (civ(match, 0), hand(match, 0))


def test_a_joker_may_come_out_of_a_civilization_by_exchange():
    """5A-72: and one may go in so."""
    match = five_ages(
        3, phase="build", round=3, hand={0: "2C 3C 5C", 1: "2D 3D Jk"},
        civ={0: "4C Jk", 1: "4D 6D"}, deck="7C 7D", options={"jokers": 2},
    )  # fmt: skip
    build(match, {0: "build 2C, replace 2:3C", 1: "build 2D, replace 1:Jk"})
    assert ("2C 3C 4C", "5C 7C Jk") == (civ(match, 0), hand(match, 0))
    assert ("2D 6D Jk", "3D 4D 7D") == (civ(match, 1), hand(match, 1))


def test_where_jokers_are_forbidden_a_hand_of_them_leaves_nothing_to_exchange():
    """5A-72: the answer is whole with the card placed."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "2C Jk Jk"},
        options={"jokers": 2, "joker_in_civ": "forbidden"},
    )  # fmt: skip
    match.play(0, "build 2C")
    assert [1, 2] == match.to_act()


def test_one_joker_is_like_another():
    """A.1: two of them are one move."""
    match = five_ages(3, phase="build", hand={0: "2C Jk Jk"}, options={"jokers": 4})
    assert ["build 2C", "build Jk"] == legal(match, 0)
    robbed = five_ages(
        3, phase="build", round=2, hand={0: "2C 3C Jk Jk"}, civ={0: ""},
        options={"jokers": 4}, fields={"fired": 1},
    )  # fmt: skip
    build(robbed, {0: "build Jk, build Jk"})
    assert "Jk Jk" == civ(robbed, 0)


def test_a_blank_can_be_stolen():
    """5A-74: the thief then holds a Joker; who saw it knows."""
    match = five_ages(
        3, round=2, hand={0: "2C 3C Jk"}, civ={1: "Jk"}, options={"jokers": 2}
    )  # fmt: skip
    lay(match, "3C attack W")
    assert ("3C Jk", "") == (hand(match, 0), civ(match, 1))
    assert [(0, 1, "Jk")] == told(match, "stole", to=1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_nobody_is_forced_to_build_a_joker(seats: int):
    """5A-75: an unrobbed player holds an ordinary card, a victim two, however the war goes; both
    bounds are met.
    """
    game = microciv.open_game("5-ages", seats=seats, jokers=MOST_JOKERS)
    least = {1: 3, 2: 4}
    for seed in range(250):
        rng = Rng(seed)
        state = game.deal(seed)
        assert isinstance(state, FiveAgesState)
        state.hush()
        stack(state, rng)
        while state.to_act:
            if state.phase == BUILD and not any(state.answers):
                for seat in range(seats):
                    ordinary = size(state.hands[seat] & ~JOKERS)
                    wanted = to_place(state, seat)
                    least[wanted] = min(least[wanted], ordinary)
            answer_warlike(state, state.to_act[0], rng)
    assert {1: 1, 2: 2} == least


def stack(state: FiveAgesState, rng: Rng) -> None:
    """Jokers to the top of the deck, more or less."""
    rest = state.deck[state.drawn :]
    jokers = [card for card in rest if card >= ORDINARY]
    others = [card for card in rest if card < ORDINARY]
    for joker in jokers:
        others.insert(rng.below(6), joker)
    state.deck = state.deck[: state.drawn] + others


def answer_warlike(state: FiveAgesState, seat: int, rng: Rng) -> None:
    """Any row, few trades, any building; Jokers are built gladly, and come out again."""
    moves = state.legal(seat)
    if state.phase == TRADE:
        moves = [move for move in moves if move.text == "done"] or moves
    elif state.phase == ROW and rng.below(2):
        moves = [move for move in moves if "attack" in move.text] or moves
    elif state.phase == BUILD and rng.below(2):
        moves = [move for move in moves if "Jk" in move.text] or moves
    state.apply(seat, moves[rng.below(len(moves))])


def test_where_jokers_are_forbidden_every_war_can_be_built_up():
    """5A-75: forbidden needs no rule besides."""
    game = microciv.open_game("5-ages", seats=3, jokers=4, joker_in_civ="forbidden")
    for seed in range(300):
        rng, state = Rng(seed), game.deal(seed)
        assert isinstance(state, FiveAgesState)
        stack(state, rng)
        while state.to_act:
            answer_warlike(state, state.to_act[0], rng)
        assert [0, 0, 0] == [size(pile & JOKERS) for pile in state.civs]


@pytest.mark.parametrize("built, hand_of_poker", [
    ("AS KS QS JS Jk", "straight_flush"),
    ("AS AH AD AC Jk", "five_of_a_kind"),
    ("AS AH Jk Jk Jk", "five_of_a_kind"),
    ("AS AH KD KC Jk", "full_house"),
    ("AS KS 9S 5S Jk", "flush"),
    ("2C 3D 4H 6S Jk", "straight"),
    ("AC 2D 4H 5S Jk", "straight"),
    ("2C 2D 4H 5S Jk", "three_of_a_kind"),
    ("2C 9D 4H KS Jk", "pair"),
])  # fmt: skip
def test_a_wild_joker_stands_for_what_makes_the_hand_best(built: str, hand_of_poker: str):
    """5A-76, joker_in_civ wild."""
    match = five_ages(
        3, phase="build", round=5, hand={0: built.split(maxsplit=1)[0] + " 8D 8H"},
        civ={0: " ".join(built.split()[1:])}, options={"jokers": 4, "joker_in_civ": "wild"},
    )  # fmt: skip
    build(match, {0: f"build {built.split(maxsplit=1)[0]}, done"})
    assert [hand_of_poker] == [name for seat, name, _place in told(match, "ranked") if seat == 0]


def test_five_of_a_kind_ranks_above_a_straight_flush():
    """5A-76."""
    match = five_ages(
        3, **FINAL, options={"jokers": 4, "joker_in_civ": "wild"},
        civ={0: "2S 2H 2D 2C Jk", 1: "AS KS QS JS TS", 2: "AC KC QC JC 9C"},
    )  # fmt: skip
    assert [[0], [1], [2]] == match.ranking()
