"""Jokers look alike: what a re-deal makes of a stolen one, and of one that is fired later."""

from __future__ import annotations

import pytest

from microciv import Match
from microciv.core.moves import SPECTATOR
from microciv.core.plain import plain
from microciv.core.rng import Rng
from microciv.games import set_up
from microciv.games.five_ages.cards import JOKERS
from microciv.games.five_ages.rules.state import FiveAgesState

START = {
    "game": "5-ages",
    "round": 2,
    "phase": "row",
    "table": [
        {"civ": ["Jk"], "hand": ["2S", "2C", "3C"]},
        {"civ": ["AS"], "hand": ["Jk", "4C", "5C"]},
        {"civ": ["KS"], "hand": ["6C", "7C", "8C"]},
    ],
}
DRAWS = 400


def after_the_theft(jokers: int) -> Match:
    """Seat 1 has stolen the Joker of seat 0, and fires a Joker in the next round."""
    options = {"seats": 3, "jokers": jokers}
    match = set_up({**START, "options": options, "deck": ["2D", "3D", "4D", "5D"]})
    for answers in (
        ["keep 2C", "keep 5C attack E", "keep 7C"],
        ["done", "done", "done"],
        ["build 2C, build 3C", "build 4C, done", "build 7C, done"],
        ["keep 2S", "keep 5C attack W", "keep 8C"],
    ):
        for seat, answer in enumerate(answers):
            for text in answer.split(", "):
                match.play(seat, text)
    return match


def jokers_of_seat_1(match: Match, reader: int) -> float:
    """How often seat 1 still has a Joker when it is dealt again for the reader."""
    rng, seen, found = Rng(1), match.observe(reader), 0
    for _ in range(DRAWS):
        dealt = match.game.redeal(seen, rng)
        assert isinstance(dealt, FiveAgesState)
        assert plain(seen) == plain(dealt.observe(reader))
        found += (dealt.hands[1] | dealt.civs[1]) & JOKERS != 0
    return found / DRAWS


@pytest.mark.parametrize("reader", [0, 1, 2, SPECTATOR])
def test_when_all_jokers_are_fired_nobody_has_one(reader: int) -> None:
    """5A-61: no Joker is fired twice, so it was the stolen one."""
    match = after_the_theft(jokers=2)
    assert 0 == jokers_of_seat_1(match, reader)
    seen = plain(match.observe(reader))
    assert isinstance(seen, dict)
    assert all("Jk" not in seat["known"] + seat["suspected"] for seat in seen["table"])


def test_that_it_fired_another_joker_is_as_likely_as_drawing_it() -> None:
    """5A-74: of three Jokers the third would have to have come among few unseen cards."""
    assert 0 < jokers_of_seat_1(after_the_theft(jokers=3), 0) < 0.15


def test_a_joker_in_a_row_is_not_the_one_in_the_hand() -> None:
    """B-10: when wars come after the swaps a Joker lies open in the row while there is trade."""
    options = {"seats": 3, "jokers": 3, "war_timing": "after_swaps"}
    table = [dict(row) for row in START["table"]]  # type: ignore[attr-defined]
    table[1] = {"civ": ["AS"], "hand": ["Jk", "Jk", "5C"]}
    match = set_up({**START, "options": options, "table": table})
    for seat, text in enumerate(["keep 2C", "keep Jk attack E", "keep 7C"]):
        match.play(seat, text)
    for reader in (0, 1, 2, SPECTATOR):
        seen = match.observe(reader)
        dealt = match.game.redeal(seen, Rng(3))
        assert plain(seen) == plain(dealt.observe(reader))
