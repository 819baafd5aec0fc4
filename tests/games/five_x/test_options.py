"""The options that change data, and the answers of a seat that is out of time.

The other switches are tried where their clause is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import microciv
from microciv import BadOption
from microciv.core.options import describe
from microciv.games.five_x.options import FiveXOptions
from tests.games.five_x.table import (
    asked_after,
    at,
    five_x,
    new_match,
    play_round,
    seat_at,
)

STARS = ["elizabeth", "montezuma", "cleopatra", "erik", "suleiman"]
OURS = ["qin", "montezuma", "napoleon", "erik", "caesar"]


def test_every_option_is_tried_by_a_test():
    tests = "".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
    untried = [info.name for info in describe(FiveXOptions) if info.name not in tests]
    assert [] == untried


def test_other_stars_stay_out():
    """5X-07, 5X-08, starred_leaders: those of the printed cards, if ours are wrong."""
    match = new_match(4, starred_leaders=STARS)
    position = match.position()
    dealt = [card for row in position["table"] for card in row["hand"]]  # type: ignore[attr-defined]
    assert set(STARS).isdisjoint([*dealt, *position["aside"]])  # type: ignore[misc]
    assert {"qin", "napoleon", "caesar"} <= {*dealt, *position["aside"]}  # type: ignore[misc]


@pytest.mark.parametrize("stars, complaint", [
    (OURS[:4], "expected exactly 5 leaders, not 4"),
    ([*OURS, "gandhi"], "expected exactly 5 leaders, not 6"),
    (["qin", "gandhi", "napoleon", "erik", "caesar"], "montezuma certainly has a star"),
    (["qin", "montezuma", "napoleon", "gandhi", "caesar"], "erik certainly has a star"),
    (["dido", "montezuma", "napoleon", "erik", "caesar"], "dido certainly has no star"),
    (["catharine", "montezuma", "napoleon", "erik", "qin"], "catharine certainly has no star"),
    (["genie", "montezuma", "napoleon", "erik", "qin"], "no leader 'genie'; the leaders are"),
    (["qin", "qin", "napoleon", "erik", "montezuma"], "qin is named twice"),
    (7, "expected a list of leaders, not 7"),
])  # fmt: skip
def test_stars_that_cannot_be_are_refused(stars: object, complaint: str):
    """5X-07, ruling A-33: what is certain of the stars must hold."""
    with pytest.raises(BadOption, match=rf"^starred_leaders: {complaint}"):
        microciv.open_game("5x", starred_leaders=stars)


def test_a_patched_wonder_brings_its_own_points_and_bonus():
    """5X-105, 5X-70, wonder_table: data of the printed cards; other rows stand."""
    table = [{"letter": "C", "name": "the Hanging Gardens", "points": 2, "bonus": 3}]
    options = {"wonder_table": table}
    outcome = play_round(five_x([5] * 3, options=options), "expand exploit explore", {0: "bid 2"})
    assert ([6, 8, 6], 4 + 4) == (outcome["END"], seat_at(outcome.match, 0).halves)
    rich = five_x([0] * 3, round=7, phase="over", wonders={0: "B C"}, options=options)
    assert [4 + 4, 0, 0] == rich.scores()


@pytest.mark.parametrize("row, complaint", [
    ({"letter": "H"}, "letter: expected one of A, B, C"),
    ({}, "letter: expected one of"),
    ("A", "expected a row with a letter"),
    ({"letter": "A", "worth": 3}, "Wonder A: no column 'worth'"),
    ({"letter": "A", "points": 1.25}, "Wonder A: points: expected halves"),
    ({"letter": "A", "points": 0}, "Wonder A: points: "),
    ({"letter": "A", "points": -2}, "Wonder A: points: "),
    ({"letter": "A", "points": 21}, "Wonder A: points: "),
    ({"letter": "A", "points": True}, "Wonder A: points: "),
    ({"letter": "A", "points": "3"}, "Wonder A: points: "),
    ({"letter": "A", "points": float("nan")}, "Wonder A: points: "),
    ({"letter": "A", "points": float("inf")}, "Wonder A: points: "),
    ({"letter": "A", "bonus": -1}, "Wonder A: bonus: expected a whole number from 0"),
    ({"letter": "A", "bonus": 1.0}, "Wonder A: bonus: "),
    ({"letter": "A", "bonus": 10}, "Wonder A: bonus: "),
    ({"letter": "A", "name": ""}, "Wonder A: name: expected 1 to 40 printable characters"),
    ({"letter": "A", "name": "   "}, "Wonder A: name: .* not blank, not '   '"),
    ({"letter": "A", "bonus": 10**5000}, "Wonder A: bonus: .* not something endless"),
    ({"letter": "A", "name": "a\nb"}, "Wonder A: name: "),
])  # fmt: skip
def test_a_wonder_that_cannot_be_is_refused(row: object, complaint: str):
    """5X-105, wonder_table."""
    with pytest.raises(BadOption, match=rf"^wonder_table: {complaint}"):
        microciv.open_game("5x", wonder_table=[row])


def test_a_wonder_has_one_row():
    """5X-105, wonder_table."""
    with pytest.raises(BadOption, match=r"^wonder_table: Wonder A has two rows"):
        microciv.open_game("5x", wonder_table=[{"letter": "A", "bonus": 1}] * 2)


@pytest.mark.parametrize("pool", ["most", ["gandhi", "genie"], {"gandhi": 1}, None, 15])
def test_a_pool_that_cannot_be_is_refused(pool: object):
    """5X-09, leader_pool."""
    with pytest.raises(BadOption, match=r"^leader_pool: expected one of by_count, by_count_plus"):
        microciv.open_game("5x", leader_pool=pool)


@pytest.mark.parametrize("written", ["off", "no", "false", "False", False])
def test_a_switch_can_be_written_in_words(written: object):
    """5X-113, leaders."""
    assert 6 == at(microciv.Match(microciv.open_game("5x", leaders=written))).rounds


# --- out of time


def absent(match: microciv.Match, seat: int) -> str:
    return match.game.absent(match.observe(seat)).text


def test_out_of_time_the_first_leader_is_passed():
    """F.4."""
    match = new_match(3)
    assert [at(match, seat).legal[0].text for seat in range(3)] == [
        absent(match, seat) for seat in range(3)
    ]


@pytest.mark.parametrize("piled, card", [
    ("", "explore"), ("explore", "exploit"), ("explore exploit", "exterminate"),
    ("explore exploit exterminate", "excavate"), ("explore exploit exterminate expand", "excavate"),
])  # fmt: skip
def test_out_of_time_a_harmless_card_is_played(piled: str, card: str):
    """F.4."""
    assert card == absent(five_x([3] * 3, round=7, pile={0: piled}), 0)


@pytest.mark.parametrize("card, least", [("expand", "bid 1"), ("napoleon", "bid 3")])
def test_out_of_time_the_minimum_is_bid(card: str, least: str):
    """F.4."""
    assert least == absent(asked_after(f"{card} expand explore"), 0)


def test_out_of_time_dido_does_not_build():
    """F.4."""
    assert "decline" == absent(asked_after("dido exploit exploit"), 0)


@pytest.mark.parametrize("card, piles, taken", [
    ("excavate", {0: "explore exploit"}, "take exploit"),
    ("caesar", {0: "explore", 1: "qin"}, "take explore"),
    ("caesar", {1: "qin gandhi"}, "fetch gandhi"),
    ("suleiman", {0: "explore"}, "take explore"),
    ("suleiman", {}, "decline"),
])  # fmt: skip
def test_out_of_time_the_lowest_basic_is_taken(card: str, piles: dict[int, object], taken: str):
    """F.4."""
    assert taken == absent(asked_after(f"{card} exploit exploit", pile=piles), 0)


def test_absent_seats_can_play_a_whole_match():
    """F.4: every answer is legal when it is asked for."""
    for seats in (3, 4, 5, 6):
        match = new_match(seats, leader_pool="all15")
        while match.to_act():
            for seat in match.to_act():
                match.play(seat, absent(match, seat))
        assert "over" == at(match).phase
