"""Set-up: cards, civilizations, dice, the deal."""

from __future__ import annotations

from collections import Counter

import pytest

import microciv
from microciv import BadOption
from microciv.games.civ_builder.cards import ATTRIBUTES, CIVILIZATIONS, CIVS, NAMES
from tests.games.civ_builder.table import (
    WHOLE_DECK,
    all_cards,
    at,
    legal,
    new_match,
    phase,
    points,
    refusal,
    row,
    say,
    score,
    silence,
    silent_step,
    sizes,
    table,
    told,
    truth,
)

FAVOURED = [  # a.3
    ("CB-C01", "middle-east", "Tra"), ("CB-C02", "north-africa", "Eng"),
    ("CB-C03", "india", "Rel"), ("CB-C04", "southern-europe", "Con"),
    ("CB-C05", "mediterranean", "Sea"), ("CB-C06", "northern-europe", "Agr"),
    ("CB-C07", "china", "Gov"), ("CB-C08", "central-asia", "Equ"),
    ("CB-C09", "south-america", "Cul"), ("CB-C10", "meso-america", "Sci"),
]  # fmt: skip


def picked(match: microciv.Match) -> dict[int, str]:
    """The civilizations that were picked, by seat."""
    return {int(str(seat)): str(civ) for seat, civ in told(match, "picked")}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_may_play(seats: int):
    """CB-01: as the product is made for."""
    assert [0] * seats == points(new_match(seats))


@pytest.mark.parametrize("seats", [7, 8, 9, 10])
def test_up_to_ten_may_play_where_the_table_allows_it(seats: int):
    """CB-01, BA-01: as many as there are civilizations; else not."""
    match = new_match(seats, allow_7_to_10=True)
    silence(match, "sixth", "offer", "meld")
    assert seats == len(set(picked(match).values()))
    with pytest.raises(BadOption, match=r"^seats: Civ Builder is for 2 to 6 players"):
        new_match(seats)


@pytest.mark.parametrize("seats", [0, 1, 11, 12])
def test_nobody_else_may_play(seats: int):
    """CB-01: one alone, or more than there are civilizations."""
    with pytest.raises(BadOption, match=r"^seats: "):
        new_match(seats, allow_7_to_10=True)


@pytest.mark.parametrize("seats, seed", [(2, 1), (3, 2), (6, 3)])
def test_nine_of_each_kind_are_shared(seats: int, seed: int):
    """CB-02: one deck of 108 cards, one discard pile that is empty."""
    match = new_match(seats, seed)
    assert (108, (0,) * 12) == (at(match).deck, at(match).discard)
    assert WHOLE_DECK == all_cards(match)


def test_the_deck_is_shuffled():
    """CB-02: another order with each seed, every kind being on top some time."""
    tops = {tuple(truth(new_match(2, seed)).deck[:20]) for seed in range(30)}
    assert 30 == len(tops)
    assert set(range(12)) == {top[0] for top in tops} | {top[1] for top in tops}


def test_everybody_picks_a_civilization_that_is_free():
    """CB-03: one after the other, openly; what is gone cannot be picked again."""
    match = new_match(3, 4)
    order = list(at(match).order)
    for place, seat in enumerate(order):
        assert ([seat], 10 - place) == (match.to_act(), len(legal(match)))
        if place:
            assert refusal(match, seat, "pick india") == (
                "somebody already has this civilization (CB-03)"
            )
        say(match, ["pick india", "pick china", "pick meso-america"][place])
    assert dict(zip(order, ["india", "china", "meso-america"], strict=True)) == picked(match)
    assert {seat.civ for seat in at(match).table} == {"india", "china", "meso-america"}


def test_picks_go_in_random_order():
    """CB-03, BA-02: every seat may be first."""
    assert {0, 1, 2} == {new_match(3, seed).to_act()[0] for seed in range(20)}
    assert all(sorted(at(new_match(4, seed)).order) == [0, 1, 2, 3] for seed in range(8))


def test_a_table_may_let_two_have_one_civilization():
    """CB-03, unique_civs=off: nothing is gone."""
    match = new_match(3, 4, unique_civs=False)
    for _pick in range(3):
        assert 10 == len(legal(match))
        say(match, "pick india")
    assert {"india"} == set(picked(match).values())


@pytest.mark.parametrize("unique", [True, False])
def test_a_table_may_draw_civilizations(unique: bool):
    """CB-03, civ_pick=random: nobody is asked; unique where civilizations are."""
    twice = 0
    for seed in range(20):
        match = new_match(6, seed, civ_pick="random", unique_civs=unique)
        assert phase(match) != "pick"
        civs = list(picked(match).values())
        assert (6, True) == (len(civs), set(civs) <= set(CIVS))
        twice += len(set(civs)) < 6
    assert (twice == 0) == unique


def test_the_last_pick_is_made_where_one_civilization_is_left():
    """CB-03: with ten players a question of one option needs no asking."""
    match = new_match(10, 2, allow_7_to_10=True)
    for _pick in range(9):
        assert match.game.obvious(at(match, match.to_act()[0])) is None
        silent_step(match)
    last = match.to_act()[0]
    assert [match.game.obvious(at(match, last))] == list(at(match, last).legal)


@pytest.mark.parametrize("roll_first", [False, True])
def test_dice_are_rolled_before_or_after_the_picks(roll_first: bool):
    """CB-04, roll_first: after, so that the choice is no sum; or before, for all to see."""
    match = new_match(3, 5, roll_first=roll_first)
    assert (30 if roll_first else 0) == len(told(match, "rolled"))
    assert roll_first == any(any(seat.scores) for seat in at(match).table)
    assert [] == told(match, "extra")
    silence(match, "sixth", "offer", "meld")
    assert (30, 3) == (len(told(match, "rolled")), len(told(match, "extra")))


def test_a_die_for_each_attribute_of_everybody():
    """CB-05, CB-11: each once, 1 to 6, every number some time; the scores are what was rolled."""
    pips: Counter[object] = Counter()
    for seed in range(6):
        match = new_match(3, seed)
        silence(match, "sixth", "offer", "meld")
        rolled = told(match, "rolled")
        named = [(seat, attribute) for seat, attribute, _pips in rolled]
        assert [(seat, name) for seat in range(3) for name in NAMES[:ATTRIBUTES]] == named
        pips.update([rolled_pips for _seat, _attribute, rolled_pips in rolled])
        extra = {
            (seat, attribute): int(str(more)) for seat, attribute, more in told(match, "extra")
        }
        for seat, attribute, number in rolled:
            found = at(match).table[int(str(seat))].scores[NAMES.index(str(attribute))]
            assert int(str(number)) + extra.get((seat, attribute), 0) == found
    assert {1, 2, 3, 4, 5, 6} == set(pips)


@pytest.mark.parametrize("clause, civ, attribute", FAVOURED)
def test_a_civilization_has_an_extra_die(clause: str, civ: str, attribute: str):
    """CB-06, CB-C01 to CB-C10, BA-39: for its attribute alone, on top of the first; no other
    score is above 6.
    """
    favoured: set[int] = set()
    for seed in range(40):
        match = new_match(2, seed)
        seat = match.to_act()[0]
        say(match, f"pick {civ}")
        silence(match, "sixth", "offer", "meld")
        assert attribute in [name for who, name, _pips in told(match, "extra") if who == seat]
        scores = dict(zip(NAMES, at(match).table[seat].scores, strict=False))
        favoured.add(scores.pop(attribute))
        assert all(1 <= value <= 6 for value in scores.values())
    assert (True, True) == (favoured <= set(range(2, 13)), max(favoured) > 6)


def test_each_attribute_is_favoured_once():
    """CB-06: ten civilizations, ten attributes."""
    assert len(CIVILIZATIONS) == ATTRIBUTES
    assert set(range(ATTRIBUTES)) == {attribute for _name, attribute in CIVILIZATIONS}
    assert [(civ, NAMES[attribute]) for civ, attribute in CIVILIZATIONS] == [
        (civ, attribute) for _clause, civ, attribute in FAVOURED
    ]


def test_victory_points_begin_at_nothing():
    """CB-07."""
    match = new_match(4, 3)
    silence(match, "sixth", "offer", "meld")
    assert [0, 0, 0, 0] == points(match)
    assert all(not any(dict(seat.sources).values()) for seat in at(match).table)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_everybody_is_dealt_five_cards(seats: int):
    """CB-08: before the five of round 1 (BA-09)."""
    match = new_match(seats, 7)
    silence(match, "sixth", "offer", "meld")
    dealt = Counter(seat for seat, _card in told(match, "dealt"))
    assert dict.fromkeys(range(seats), 5) == dealt
    assert 5 == Counter(seat for seat, _card in told(match, "drew"))[at(match).order[0]]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_has_twelve_rounds(seats: int):
    """CB-09, BI-15: and each of them is told."""
    match = new_match(seats, 3)
    silence(match, "over")
    assert [(number, 1 + (number - 1) // 4) for number in range(1, 13)] == told(match, "round")
    assert (12, 12) == (at(match).round, len(at(match).chart))


def test_what_is_public():
    """CB-10, BA-34: scores, points, the sizes of hands and deck, the discard pile."""
    match = new_match(3, 8)
    silence(match, "discard")
    say(match, f"discard {at(match, match.to_act()[0]).hand[0]}")
    seats = [at(match, seat) for seat in range(3)]
    for seen in seats:
        assert at(match).deck == seen.deck == 108 - sum(sizes(match)) - sum(seen.discard)
        assert at(match).discard == seen.discard
        for mine, theirs in zip(seen.table, at(match).table, strict=True):
            assert (mine.scores, mine.points, mine.hand) == (
                theirs.scores, theirs.points, theirs.hand,
            )  # fmt: skip


def test_what_is_secret():
    """CB-10: hands and the order of the deck, before anybody may look (CB-31)."""
    match = new_match(3, 8)
    silence(match, "sixth", "offer", "meld")
    lookers = [seat for seat in range(3) if at(match).table[seat].sees_all]
    for seat in range(3):
        seen = at(match, seat)
        for other in range(3):
            whole = other == seat or seat in lookers
            assert len(seen.table[other].known) == (seen.table[other].hand if whole else 0)
        assert () == seen.top


def test_scores_and_points_have_no_upper_limit():
    """CB-11: whole numbers as high as they come."""
    match = table(
        row("2Cul", points=99_000, Cul=9998), row(), phase="act", action="Cul", melds=1
    )  # fmt: skip
    say(match, "use", "stop")
    assert (99_004, 9998) == (points(match)[0], score(match, 0, "Cul"))


def test_melds_go_on_above():
    """CB-11, CB-44: from 9998 to 10000 points of Culture."""
    match = table(row("2Cul", Cul=9998), row())
    say(match, "meld Cul*2", "skip")
    assert (2, 10_000) == (points(match)[0], score(match, 0, "Cul"))
