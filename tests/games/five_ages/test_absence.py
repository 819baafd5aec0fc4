"""F.4: what a seat out of time answers, and that nothing is answered for a seat in time."""

from __future__ import annotations

import pytest

from microciv import Match, Rng
from tests.games.five_ages.table import (
    at,
    five_ages,
    legal,
    new_match,
    offers,
    phase,
    random_match,
)


def absent(match: Match, seat: int) -> str:
    """The next step of the rule."""
    return match.game.absent(match.observe(seat)).text


def silent(match: Match, seat: int) -> list[str]:
    """The whole answer of the rule, played."""
    sets, answered = match.set_number(), []
    while seat in match.to_act() and match.set_number() == sets:
        answered.append(absent(match, seat))
        match.play(seat, answered[-1])
    return answered


@pytest.mark.parametrize("cards, answer", [
    ("2C 9H AS", "keep AS"), ("2C 2D AH", "keep 2C"), ("3S 3C 2S", "keep 3S"),
    ("KC QS QD", "keep QD"), ("2H 9H AS", "keep 9H"),
    ("2C 9H Jk", "keep Jk"), ("AS Jk Jk", "keep Jk attack W"), ("Jk Jk Jk", "keep Jk attack both"),
])  # fmt: skip
def test_what_goes_best_with_the_others_is_kept(cards: str, answer: str):
    """F.4, 5A-51: company before height; Jokers are laid only if forced."""
    match = five_ages(3, hand={0: cards}, options={"jokers": 4})
    assert answer == absent(match, 0)


def test_a_forced_joker_goes_alone_and_on_the_left():
    """F.4: where it attacks the left neighbour, if that has no less to lose."""
    match = five_ages(3, round=2, hand={0: "AS Jk Jk"}, options={"jokers": 4})
    match.play(0, absent(match, 0))
    lay_rest(match)
    assert ("Jk", "AS") == at(match).past[-1].laid[0]


def lay_rest(match: Match) -> None:
    for seat in match.to_act():
        match.play(seat, legal(match, seat)[0])


def test_in_a_trade_the_answer_is_pass_and_after_two_silent_ticks_done():
    """F.4: in a row; an offer starts the count anew."""
    match = five_ages(4, phase="trade", options={"trade_ticks": 6})
    found = []
    while phase(match) == "trade":
        seat = 0
        found.append((at(match, seat).idle, absent(match, seat)))
        match.play(seat, found[-1][1])
        own, theirs = at(match).table[2].left, at(match).table[3].left
        for other in match.to_act():
            text = "pass"
            if other == 2:
                text = "withdraw" if offers(match, 2) else f"offer {own} for W:{theirs}"
            match.play(other, text)
            if text != "pass":
                match.play(other, "pass")
        if found[-1][1] == "done":
            break
    assert [(0, "pass"), (1, "pass"), (2, "done")] == found


def test_a_list_that_was_begun_is_closed():
    """F.4: pass, whatever the silence before."""
    match = five_ages(3, phase="trade", row={0: "7S QH", 1: "TD 4S"}, idle={0: 2},
                      fields={"tick": 3})  # fmt: skip
    assert "done" == absent(match, 0)
    match.play(0, "offer 7S for W:TD")
    assert "pass" == absent(match, 0)


def test_an_ordinary_card_is_built_and_nothing_exchanged():
    """F.4: the highest, where none goes with another."""
    match = five_ages(3, phase="build", round=3, hand={0: "QS AH Jk"}, options={"jokers": 2})
    assert ["build AH", "done"] == silent(match, 0)


def test_in_the_last_round_the_best_hand_is_built():
    """F.4: whatever is higher."""
    match = five_ages(3, phase="build", round=5, hand={0: "2S AH KD"}, civ={0: "2C 2D 9H 9S"})
    assert ["build 2S", "done"] == silent(match, 0)


def test_a_robbed_seat_builds_a_pair():
    """F.4, 5A-58."""
    match = five_ages(
        3, phase="build", round=3, hand={0: "AH AS KD Jk"}, civ={0: "2C"},
        options={"jokers": 3}, fields={"fired": 1},
    )  # fmt: skip
    assert ["build AH", "build AS", "done"] == silent(match, 0)


def test_an_answer_that_was_begun_is_made_whole():
    """F.4: the card placed stays placed."""
    match = five_ages(3, phase="build", round=3, hand={0: "QS AH 2D"})
    match.play(0, "build 2D")
    assert ["done"] == silent(match, 0)


@pytest.mark.parametrize("options", [
    {}, {"jokers": 4}, {"jokers": 4, "joker_in_civ": "forbidden"},
    {"jokers": 4, "war_timing": "after_swaps", "trade_ticks": 6},
])  # fmt: skip
@pytest.mark.parametrize("seats", [3, 7])
def test_a_table_where_nobody_is_there_comes_to_its_end(seats: int, options: dict[str, object]):
    """F.4: every answer of the rule is legal, and none leaves a seat without one."""
    for seed in range(6):
        match = new_match(seats, seed, **options)
        while match.to_act():
            for seat in match.to_act():
                silent(match, seat)
        assert "over" == phase(match)


def test_the_rule_follows_from_what_the_seat_sees():
    """F.4: the same answer in every world that looks the same."""
    for match in random_match(5, 3, jokers=4):
        for seat in match.to_act():
            seen = match.observe(seat)
            dealt = match.game.redeal(seen, Rng(1)).observe(seat)
            assert match.game.absent(seen) is match.game.absent(dealt)


def test_nothing_is_obvious():
    """5A-37, 5A-51: an answer given for a seat would tell that its hand left it no choice."""
    match = five_ages(3, hand={0: "Jk Jk Jk"}, options={"jokers": 4})
    assert ["keep Jk attack both"] == legal(match, 0)
    assert None is match.game.obvious(match.observe(0))
    assert [] == match.play_obvious()
