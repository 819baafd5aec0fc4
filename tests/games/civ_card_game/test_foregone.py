"""Is it decided? Who is named; and when nobody may be: the end is far, or the lead too small."""

from __future__ import annotations

from typing import Any, Final

import pytest

from microciv import SPECTATOR
from microciv.bots.levels import make_bot
from tests.games.civ_card_game.table import Row, at, new_match, row, table, techs_but

AHEAD: Final = row("Forest:5, Forest:5")  # 10 points
FAR_AHEAD: Final = row("Forest:9, Forest:9")
LAST: Final[dict[str, Any]] = {"options": {"max_rounds": 3}, "round": 3}
"""Each seat has a turn left; seat 0, whose turn it is, has had its Collect."""


def named(*rows: Row, **fields: Any) -> int | None:
    """Who is said to win at this table."""
    match = table(*rows, **fields)
    return match.game.decided(at(match))


# --- how big a lead must be


def test_a_lead_that_is_enough_for_the_turns_to_come():
    """For two turns 3 points, 2 for each of them, and 1 for all that the rival's land gives."""
    assert 0 == named(AHEAD, row("Forest:2"), **LAST)
    assert named(AHEAD, row("Forest:3"), **LAST) is None
    assert 1 == named(row("Forest:2"), AHEAD, **LAST)
    assert 0 == named(AHEAD, row("Forest:4"), **LAST, first=0, turn=1)  # one turn


def test_a_tie_is_never_decided():
    """Whatever would break it."""
    assert named(AHEAD, row("Forest:10"), **LAST) is None
    assert named(AHEAD, row("Forest:10"), row("Forest:1"), **LAST) is None


def test_what_the_rival_can_spend_counts():
    """A point for twenty resources; the leader's own do not matter."""
    assert 0 == named(AHEAD, row("Forest:1", stock="29F"), **LAST)
    assert named(AHEAD, row("Forest:1", stock="31F"), **LAST) is None
    assert named(row("Forest:5, Forest:5", stock="99C"), row("Forest:3"), **LAST) is None


def test_the_lead_over_every_rival_counts():
    """All three turns, and the best of the others."""
    assert 0 == named(FAR_AHEAD, row("Forest:2"), row("Forest:6"), **LAST)
    assert named(FAR_AHEAD, row("Forest:2"), row("Forest:12"), **LAST) is None


# --- how near the end must be


@pytest.mark.parametrize("number, winner", [(1, None), (2, 0), (3, 0)])
def test_the_last_two_rounds(number: int, winner: int | None):
    """By the limit of rounds."""
    rows = [FAR_AHEAD, row("Forest:1")]
    assert winner == named(*rows, options={"max_rounds": 3}, round=number)
    assert named(*rows, options={"max_rounds": 0}, round=number) is None


def paid(own: str, others: str, plots: str = "Forest:1", **fields: Any) -> int | None:
    """Whether the last two technologies, 26 coins, can be paid with these stocks."""
    ahead = row("Forest:9, Forest:9", stock=own, techs=techs_but("Music", "Drama"))
    return named(ahead, row(plots, stock=others), techs="Music, Drama", **fields)


def test_the_last_technologies_can_be_paid():
    """With coins of all seats, in stock or still to come; nothing else is reckoned as coins."""
    assert 0 == paid("26C", "") == paid("20C", "9C")
    assert paid("10C", "9C") is None
    assert paid("10C 99F 99H", "9C") is None
    assert 0 == paid("10C", "9C", "Gem Field, Gem Field")
    assert 0 == paid("10C", "9C", "Coast:3, Coast:3")  # by choice


def test_technologies_in_the_deck_are_to_be_paid_as_well():
    """The most expensive that can lie there."""
    techs = techs_but("Music", "Drama", "Mysticism", "Engineering")
    own = row("Forest:9, Forest:9", stock="35C", techs=techs)
    market = "Music, Drama, Mysticism"
    rest = row("Forest:1", techs="Engineering")
    assert 0 == named(own, rest, techs=market)
    assert named(own, row("Forest:1"), techs=market, tech_deck="Engineering") is None


def test_the_round_may_have_to_be_played_to_its_end():
    """Then its turns count, though the technologies are paid before."""
    near = "Forest:9, Forest:9, Grassland:9, Grassland:5"  # 32 points against 40
    assert 0 == paid("26C", "", near)
    assert paid("26C", "", near, options={"end_trigger": "round"}) is None


def test_nobody_is_named_while_the_table_is_set():
    """Nor when the match is over."""
    match = new_match(2)
    assert match.game.decided(at(match)) is None
    over = table(FAR_AHEAD, row("Forest:1"), phase="over", **LAST)
    assert over.game.decided(at(over)) is None


# --- whole matches


@pytest.mark.parametrize("seats, seed", [(2, 14), (3, 31)])
def test_whom_it_names_wins(seats: int, seed: int):
    """Two matches in which it speaks before the last turn."""
    match = new_match(seats, seed)
    easy = [make_bot("easy", match.game, seat, seed) for seat in range(seats)]
    bots = [bot.at_its_best() for bot in easy]  # without slips
    told: dict[tuple[int, int], int] = {}
    while match.to_act():
        seen = at(match, SPECTATOR)
        winner = match.game.decided(seen)
        if winner is not None:
            told[seen.round, seen.turn] = winner
        for seat in match.to_act():
            match.play(seat, bots[seat].choose(match.observe(seat)).text)
    assert set(told.values()) == set(match.ranking()[0])
    assert len(told) > 1
