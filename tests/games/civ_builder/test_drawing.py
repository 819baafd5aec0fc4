"""The Draw phase, and a deck that runs out."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    at_round,
    cards,
    deck,
    discard,
    hand,
    legal,
    new_match,
    phase,
    points,
    rest_of,
    row,
    say,
    seeded,
    silence,
    silent_step,
    sizes,
    table,
    told,
    tops,
)

SHUT = {"trade_mode": "off"}


def to_the_draw(*rows: Row, **fields: object) -> Match:
    """The Draw phase of round 2; whoever could dump a hand at the end of round 1 keeps it."""
    match = table(*rows, phase="dump", **fields)
    say(match, "keep")
    while at(match).round == 1 and match.to_act():
        silent_step(match)
    return match


def test_everybody_draws_five_in_order():
    """CB-18: from the top of the deck."""
    match = to_the_draw(
        row("Cul", Gov=1, Equ=1), row("Cul", Gov=3), row("Cul", Gov=2, Agr=9),
        deck="Con Tra Cul Sci Agr Rel Sea Gov Equ Eng Lea Dis Dis Dis Dis", options=SHUT,
    )  # fmt: skip
    assert (1, 2, 0) == at(match).order
    assert (["sixth"], [2]) == ([phase(match)], match.to_act())
    assert cards("Cul+Con+Tra+Cul+Sci+Agr") == hand(match, 1)
    assert cards("Cul+Rel+Sea+Gov+Equ+Eng") == hand(match, 2)
    say(match, "skip")
    assert cards("Cul+Lea+4Dis") == hand(match, 0)


def test_round_1_is_a_normal_round():
    """CB-18, CB-23, BA-09: five dealt and five drawn; no limit before the End phase."""
    for seed in range(4):
        match = new_match(3, seed)
        silence(match, "offer")
        assert [10 + (seat in tops(match, "Agr")) for seat in range(3)] == sizes(match)


def test_a_top_in_agriculture_may_draw_a_sixth():
    """CB-19, CB-A05, BA-10: having seen the five; or may not."""
    for line, size in (("draw", 7), ("skip", 6)):
        match = to_the_draw(row("Cul", Equ=1, Agr=2), row("", Gov=1), options=SHUT)
        assert (["draw", "skip"], [0]) == (legal(match), match.to_act())
        assert 6 == len(at(match, 0).hand)
        say(match, line)
        assert size == sizes(match)[0]


def test_nobody_else_may():
    """CB-19: a score that somebody exceeds is not enough."""
    match = to_the_draw(row("Cul", Equ=1, Agr=2), row("", Gov=1, Agr=3), options=SHUT)
    assert ("sixth", [1]) == (phase(match), match.to_act())
    say(match, "draw")
    assert ("meld", [6, 6]) == (phase(match), sizes(match))


def test_several_tops_in_agriculture_may_all():
    """CB-20, BA-04: each after its own five."""
    match = to_the_draw(row("Cul", Equ=1), row("Cul"), row("Cul", Agr=0), options=SHUT)
    for seat in at(match).order:
        assert ("sixth", [seat]) == (phase(match), match.to_act())
        say(match, "draw")
    assert [7, 7, 7] == sizes(match)


@pytest.mark.parametrize("ties, asked", [("all", [0, 2]), ("none", []), ("order", [2])])
def test_tied_tops_by_option(ties: str, asked: list[int]):
    """CB-20, CB-83, privilege_ties: all, nobody, or the first in order."""
    match = to_the_draw(
        row("Cul", Equ=1, Agr=5, Gov=1), row("Cul", Agr=4), row("Cul", Agr=5, Gov=2),
        options={"privilege_ties": ties, **SHUT},
    )  # fmt: skip
    found = []
    while phase(match) == "sixth":
        found += match.to_act()
        say(match, "skip")
    assert sorted(found) == asked


def test_a_deck_that_runs_out_is_renewed_at_once():
    """CB-21, BS-07: three cards, the discard pile of 40 is shuffled, two more."""
    pile = "9Con+9Tra+9Cul+9Sci+4Agr"
    match = table(
        row("Agr"), row(rest_of("Agr", pile, "Eng+Lea+Dis")), phase="sixth", discard=pile,
        deck="Eng Lea Dis", options=SHUT,
    )  # fmt: skip
    before = at(match, 1).hand
    say(match, "skip")
    drawn = list(at(match, 1).hand)
    for card in before:
        drawn.remove(card)
    assert (5, {"Eng", "Lea", "Dis"} - set(drawn)) == (len(drawn), set())
    assert (38, "", [(40,)]) == (at(match).deck, discard(match), told(match, "shuffled"))


def test_the_new_deck_is_the_old_discard_pile():
    """CB-21: all of it and nothing else, in another order each time."""
    orders = set()
    for seed in range(5):
        match = table(
            row("Agr"), ahead(rest_of("Agr+5Cul+4Con")), phase="act", action="Agr", melds=1,
            rest="discard", discard="5Cul+4Con", generator=seeded(seed),
        )  # fmt: skip
        say(match, "use")
        assert (6, "") == (at(match).deck, discard(match))
        assert cards("5Cul+4Con+Agr") == cards("+".join([*deck(match), hand(match, 0)]))
        orders.add(tuple(deck(match)))
    assert len(orders) > 1


def test_when_both_are_empty_drawing_ends():
    """CB-22, BA-11: what there is, and nothing later."""
    match = table(
        row("Con"), ahead(rest_of("Con+2Cul")), phase="act", action="Agr", melds=1, deck="Cul",
        rest="discard",
    )  # fmt: skip
    say(match, "use")
    assert (cards("Con+2Cul"), 0, "") == (hand(match, 0), at(match).deck, discard(match))
    say(match, "stop")
    assert (cards("Con+2Cul"), "meld") == (hand(match, 0), phase(match))


def test_nothing_at_all_can_be_drawn():
    """CB-22, CB-68: an action that draws is used in vain, points apart."""
    match = table(row("Con"), ahead(rest_of("Con")), phase="act", action="Eng", melds=1)
    say(match, "use")
    assert (["Con"], [3, 0]) == ([hand(match, 0)], points(match))
    assert [] == told(match, "shuffled", "drew")


@pytest.mark.parametrize("left, asked", [("", False), ("Sci", True)])
def test_no_sixth_card_is_offered_where_there_is_none(left: str, asked: bool):
    """CB-19, CB-22: the five were the last cards; with one in the discard pile there is a sixth."""
    match = table(
        row(""), row(rest_of("5Cul", left) if left else rest_of("5Cul")), phase="sixth",
        deck="Cul Cul Cul Cul Cul", discard=left, options=SHUT,
    )  # fmt: skip
    say(match, "skip")
    assert ("sixth" if asked else "meld") == phase(match)


def test_reshuffles_within_one_draw():
    """CB-21: as often as must be: a deck of one, a pile of one, then nothing."""
    match = table(
        row(""), ahead(rest_of("Cul+Con")), phase="act", action="Agr", melds=1, deck="Cul",
        discard="Con",
    )  # fmt: skip
    say(match, "use")
    assert (cards("Con+Cul"), 1) == (hand(match, 0), len(told(match, "shuffled")))


@pytest.mark.parametrize("seats", [2, 5])
def test_there_is_no_hand_limit_before_the_end(seats: int):
    """CB-23: hands only shrink to their limit when the round ends."""
    match = at_round(2, seats)
    silence(match, "meld")
    assert all(size > 5 for size in sizes(match))
