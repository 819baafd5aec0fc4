"""The ten special actions."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    NINE_EACH,
    Row,
    ahead,
    at,
    cards,
    deck,
    discard,
    hand,
    known,
    legal,
    phase,
    points,
    refusal,
    rest_of,
    row,
    say,
    scores,
    seeded,
    sizes,
    sources,
    table,
    told,
    truth,
)


def acting(action: str, *rows: Row, **fields: object) -> Match:
    """Seat 0 has made a meld, and its special action is asked."""
    return table(*rows, phase="act", action=action, **{"melds": 1, **fields})


# --- opponents


@pytest.mark.parametrize("action, verb", [
    ("Con", "steal"), ("Tra", "exchange"), ("Rel", "steal"), ("Sea", "steal"), ("Equ", "raid"),
])  # fmt: skip
def test_an_opponent_is_any_other_player(action: str, verb: str):
    """CB-50, CB-46: of the acting player's choice; or the action is left."""
    match = acting(action, row("Cul"), row(), ahead("Con"), row("Sci"), asked=2, order=[2, 0, 1, 3])
    assert [f"{verb} A", f"{verb} B", f"{verb} D", "skip"] == legal(match)
    assert "choose another player (CB-50)" == refusal(match, 2, f"{verb} C")
    assert "there are 4 seats, A to D (CB-01)" == refusal(match, 2, f"{verb} F")


@pytest.mark.parametrize("action, verb, event", [
    ("Con", "steal", None), ("Tra", "exchange", "saw"), ("Rel", "steal", None),
    ("Sea", "steal", "plundered"), ("Equ", "raid", None),
])  # fmt: skip
def test_who_has_nothing_to_lose_may_be_chosen(action: str, verb: str, event: str | None):
    """CB-50, CB-52, CB-54, CB-61, CB-62, CB-65: nothing happens then, and the turn goes on."""
    match = acting(action, row("3Cul", Cul=1), row())
    say(match, f"{verb} B")
    assert ("meld", [3, 0], [0, 0]) == (phase(match), sizes(match), points(match))
    assert ({"Cul": 1}, {}) == (scores(match, 0), scores(match, 1))
    assert (1 if event else 0) == len(told(match, event or "robbed", "stole", "lost"))


# --- Conquest


@pytest.mark.parametrize("line, mine, theirs", [
    ("steal B Sci Sci", {"Sci": 2}, {"Sci": 2, "Gov": 3}),
    ("steal B Sci Gov", {"Sci": 1, "Gov": 1}, {"Sci": 3, "Gov": 2}),
    ("steal B Gov Gov", {"Gov": 2}, {"Sci": 4, "Gov": 1}),
])  # fmt: skip
def test_conquest_takes_two_points(line: str, mine: dict[str, int], theirs: dict[str, int]):
    """CB-51, CB-53, CB-A01, BA-24: of one attribute or of two, gained in the same; no VP move."""
    match = acting("Con", row("2Cul"), row(Sci=4, Gov=3, points=9), row(Eng=1))
    say(match, line)
    assert (mine, theirs, {"Eng": 1}) == (scores(match, 0), scores(match, 1), scores(match, 2))
    assert ([0, 9, 0], 2) == (points(match), len(told(match, "robbed")))


def test_conquest_is_named_point_by_point():
    """CB-51, BD-14: attributes that have a point; the second sees the first gone."""
    match = acting("Con", row("2Cul"), row(Sci=1, Gov=3))
    match.play(0, "steal B")
    assert ["point Sci", "point Gov"] == legal(match)
    assert refusal(match, 0, "point Cul") == "there is no point of Culture to take (CB-52)"
    match.play(0, "point Sci")
    assert {"Sci": 1, "Gov": 1} == scores(match, 0)  # only Government is left: not asked


@pytest.mark.parametrize("theirs, mine, left", [
    ({"Sci": 1}, {"Sci": 1}, {}), ({}, {}, {}), ({"Sci": 1, "Eng": 1}, {"Sci": 1, "Eng": 1}, {}),
    ({"Gov": 2}, {"Gov": 2}, {}), ({"Gov": 5}, {"Gov": 2}, {"Gov": 3}),
])  # fmt: skip
def test_conquest_takes_what_there_is(
    theirs: dict[str, int], mine: dict[str, int], left: dict[str, int]
):
    """CB-52, BS-17, BA-22, BI-02: no score below 0; what leaves no choice is not asked."""
    match = acting("Con", row("2Cul"), row() | {"scores": theirs})
    say(match, "steal B")
    assert (mine, left, "meld") == (scores(match, 0), scores(match, 1), phase(match))


# --- Trade


@pytest.mark.parametrize("line, mine, theirs", [
    ("take 4Sci : 4Cul", "Cul+4Sci", "4Cul+2Gov"), ("take Gov : Cul", "4Cul+Gov", "4Sci+Gov+Cul"),
    ("done", "5Cul", "4Sci+2Gov"), ("take 2Gov : Gov+Cul", "4Cul+Gov", "4Sci+Gov+Cul"),
    ("take 2Sci : 2Sci", "5Cul", "4Sci+2Gov"),
])  # fmt: skip
def test_trade_takes_up_to_four_and_gives_as_many(line: str, mine: str, theirs: str):
    """CB-54, CB-A02, BA-25, BI-06: also cards just taken; sizes stay as they were."""
    match = acting("Tra", row("5Cul"), ahead("4Sci+2Gov"))
    say(match, "exchange B")
    assert (cards("4Sci+2Gov"), [(0, 1)]) == (known(match, 1, 0), told(match, "saw"))
    say(match, line)
    assert (cards(mine), cards(theirs)) == (hand(match, 0), hand(match, 1))
    assert ([5, 6], "meld") == (sizes(match), phase(match))


def test_trade_returns_what_there_is():
    """CB-54, BD-15, BD-16: after the fourth card no more is taken; only own cards go back."""
    match = acting("Tra", row("5Cul"), ahead("4Sci+2Gov"))
    match.play(0, "exchange B")
    assert "no Engineering is left there to take (CB-54)" == refusal(match, 0, "take Eng")
    for step in ("take Sci", "take Sci", "take Gov", "take Gov"):
        match.play(0, step)
    assert ["return Cul", "return Sci", "return Gov"] == legal(match)
    assert "you have no Engineering to return (CB-54)" == refusal(match, 0, "return Eng")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_from_a_smaller_hand_at_most_all_cards_are_taken(size: int):
    """CB-55, BS-19: then they must be given back for as many, without a word."""
    match = acting("Tra", row("3Cul"), ahead(f"{size}Sci"))
    say(match, "exchange B")
    for _card in range(size):
        assert ["take Sci", "done"] == legal(match)
        match.play(0, "take Sci")
    assert ["return Cul", "return Sci"] == legal(match)
    for _card in range(size):
        match.play(0, "return Cul")
    mine = cards(f"{3 - size}Cul+{size}Sci") if size < 3 else "3Sci"
    assert (mine, f"{size}Cul" if size > 1 else "Cul") == (hand(match, 0), hand(match, 1))


def test_a_return_without_choice_is_not_asked():
    """CB-54: where all that can be returned is of one kind."""
    match = acting("Tra", row("2Sci"), ahead("2Sci+Gov"))
    say(match, "exchange B", "take Sci", "done")
    assert ("meld", "2Sci", cards("2Sci+Gov")) == (phase(match), hand(match, 0), hand(match, 1))


def test_an_empty_hand_may_look():
    """CB-54: and gives back of what it takes."""
    match = acting("Tra", row(), ahead("2Sci+Gov"))
    say(match, "exchange B", "take 2Sci : 2Sci")
    assert ("", cards("2Sci+Gov")) == (hand(match, 0), hand(match, 1))


# --- Culture, Engineering, Agriculture


def test_culture_gains_four():
    """CB-56, CB-A03."""
    match = acting("Cul", row("2Con", points=1), ahead())
    say(match, "use")
    assert ([5, 0], {"melds": 1, "actions": 4}) == (points(match), sources(match, 0))
    assert [(0, "Cul", 4)] == told(match, "gained")


def test_engineering_draws_two_and_gains_three():
    """CB-66, CB-A10."""
    match = acting("Eng", row("2Con"), ahead(), deck="Lea Dis Cul")
    say(match, "use")
    assert ([3, 0], cards("2Con+Lea+Dis")) == (points(match), hand(match, 0))
    assert {"actions": 3} == sources(match, 0)


def test_agriculture_draws_three():
    """CB-60, CB-A05."""
    match = acting("Agr", row("2Con"), ahead(), deck="Lea Dis Cul Sci")
    say(match, "use")
    assert ([0, 0], cards("2Con+Lea+Dis+Cul")) == (points(match), hand(match, 0))


# --- Science


SEVEN = "Con Tra Cul Sci Agr Rel Sea"


def test_science_looks_at_seven_and_takes_two():
    """CB-57, CB-A04, BA-26: alone; the other five stay on top in their order."""
    match = acting("Sci", row("2Con"), ahead(), deck=f"{SEVEN} Gov Equ")
    say(match, "use")
    assert ("study", tuple(SEVEN.split()), ()) == (
        phase(match), at(match, 0).looked, at(match, 1).looked,
    )  # fmt: skip
    assert [f"take {name}" for name in SEVEN.split()] == legal(match)
    say(match, "take Cul+Sea")
    assert cards("2Con+Cul+Sea") == hand(match, 0)
    assert ["Con", "Tra", "Sci", "Agr", "Rel", "Gov", "Equ"] == deck(match)[:7]
    assert [(0, 7)] == told(match, "studied")


@pytest.mark.parametrize("rest", ["top", "bottom", "shuffle"])
def test_where_the_rest_goes(rest: str):
    """CB-57, BA-26, science_rest: on top, below in its order, or shuffled in."""
    orders = set()
    for seed in range(4):
        match = acting("Sci", row("2Con"), ahead(), deck=f"{SEVEN} Gov Equ",
                       options={"science_rest": rest}, generator=seeded(seed))  # fmt: skip
        before = deck(match)
        say(match, "use", "take Cul+Sea")
        left = ["Con", "Tra", "Sci", "Agr", "Rel"]
        after = deck(match)
        assert sorted(after) == sorted([*left, *before[7:]])
        orders.add(tuple(after))
        if rest == "top":
            assert [*left, *before[7:]] == after
        elif rest == "bottom":
            assert [*before[7:], *left] == after
    assert (4 if rest == "shuffle" else 1) == len(orders)


def test_two_of_a_kind_may_be_taken():
    """CB-57: and the first of them go."""
    match = acting("Sci", row("2Con"), ahead(), deck="Con Tra Con Tra Con Tra Con Lea")
    say(match, "use", "take 2Tra")
    assert (["Con", "Con", "Con", "Tra", "Con", "Lea"], cards("2Con+2Tra")) == (
        deck(match)[:6], hand(match, 0),
    )  # fmt: skip


def short_deck(top: str, pile: str, mine: str = "2Con", **fields: object) -> Match:
    """Science with such a deck and discard pile, all other cards being in hands."""
    held = rest_of(mine, "+".join(top.split()), pile)
    return acting("Sci", row(mine), ahead(held), deck=top, discard=pile, **fields)


@pytest.mark.parametrize("left", [0, 1, 3, 6])
def test_fewer_than_seven_are_filled_up_by_the_discard_pile(left: int):
    """CB-58, BA-27: shuffled below what is left, before looking."""
    top = " ".join(["Lea"] * left)
    match = short_deck(top, "4Dis+5Eng")
    say(match, "use")
    assert (["Lea"] * left, 7) == (deck(match)[:left], len(at(match, 0).looked))
    assert ([(9,)], 9 + left, "") == (told(match, "shuffled"), at(match).deck, discard(match))
    assert set(at(match, 0).looked[left:]) <= {"Dis", "Eng"}


def test_seven_are_enough():
    """CB-58: nothing is shuffled then."""
    match = short_deck(SEVEN, "4Dis", "Con")
    say(match, "use")
    assert ([], tuple(SEVEN.split())) == (told(match, "shuffled"), at(match, 0).looked)


@pytest.mark.parametrize("top, pile, looked, gained", [
    ("Lea Dis", "Dis", 3, 2), ("Lea Dis", "", 2, 2), ("Lea", "", 1, 1), ("", "Lea", 1, 1),
    ("", "", 0, 0), ("", "Lea+Dis", 2, 2),
])  # fmt: skip
def test_what_there_is_is_looked_at(top: str, pile: str, looked: int, gained: int):
    """CB-58, CB-59, BA-38: two cards are taken if possible; two or fewer without a question."""
    match = short_deck(top, pile)
    say(match, "use")
    assert [(0, looked)] == told(match, "studied")
    if looked > 2:
        assert ("study", 3) == (phase(match), len(at(match, 0).looked))
        say(match, "take Lea+Dis")
    assert ("meld", 2 + gained, looked - gained) == (
        phase(match), sizes(match)[0], at(match).deck,
    )  # fmt: skip


def test_two_must_be_taken():
    """CB-59: there is no other word."""
    match = acting("Sci", row("2Con"), ahead(), deck=SEVEN)
    say(match, "use", "take Con")
    assert ("study", [0]) == (phase(match), match.to_act())
    assert not {"done", "skip"} & set(legal(match))
    assert refusal(match, 0, "take Con") == "no Conquest is left there to take (CB-57)"


# --- Religion, Seafaring, Equestrian


@pytest.mark.parametrize("size, stolen", [(0, 0), (1, 1), (2, 2), (3, 2), (9, 2)])
def test_religion_steals_two_random_cards(size: int, stolen: int):
    """CB-61, CB-A06, BI-07: fewer, if there are fewer."""
    match = acting("Rel", row("2Con"), ahead(f"{size}Sci" if size else ""))
    say(match, "steal B")
    assert ([2 + stolen, size - stolen], stolen) == (sizes(match), len(told(match, "stole")))


@pytest.mark.parametrize("before, taken", [(0, 0), (1, 1), (2, 2), (7, 2)])
def test_seafaring_takes_two_points(before: int, taken: int):
    """CB-62, CB-A07, BA-22, BI-07: at most what there is; sources tell of it."""
    match = acting("Sea", row("2Con", points=4), ahead(points=before), row(points=3))
    say(match, "steal B")
    assert ([4 + taken, before - taken, 3], taken) == (
        points(match), sources(match, 0).get("thefts", 0),
    )  # fmt: skip
    assert (-taken, [(0, 1, taken)]) == (
        sources(match, 1).get("thefts", 0), told(match, "plundered"),
    )  # fmt: skip


@pytest.mark.parametrize("size, lost", [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_equestrian_discards_three_random_cards(size: int, lost: int):
    """CB-65, CB-A09, BS-21: fewer, if there are fewer; face up."""
    match = acting("Equ", row("2Con"), ahead(f"{size}Sci" if size else ""))
    say(match, "raid B")
    assert ([2, size - lost], [(0, 1, "Sci")] * lost) == (sizes(match), told(match, "lost"))
    assert at(match).discard[3] == lost


@pytest.mark.parametrize("action, line", [("Rel", "steal B"), ("Equ", "raid B")])
def test_every_card_is_as_likely(action: str, line: str):
    """CB-67: not every kind: of nine cards eight Science go three times in four or more."""
    number = 2 if action == "Rel" else 3
    draws, leaders = 400, 0
    for seed in range(draws):
        match = acting(action, row("2Con"), ahead("8Sci+Lea"), generator=seeded(seed))
        say(match, line)
        leaders += hand(match, 1).count("Lea") == 0
    share = number / 9
    assert comb(8, number - 1) / comb(9, number) == pytest.approx(share)
    assert abs(leaders / draws - share) < 0.08


def test_two_of_a_kind_can_be_stolen():
    """CB-67: cards, drawn without putting back."""
    found: Counter[str] = Counter()
    for seed in range(200):
        match = acting("Rel", row(), ahead("2Sci+Lea+Dis"), generator=seeded(seed))
        say(match, "steal B")
        found[hand(match, 0)] += 1
    assert {"2Sci", "Sci+Lea", "Sci+Dis", "Lea+Dis"} == set(found)
    assert found["Sci+Lea"] > found["Lea+Dis"]


# --- Government


@pytest.mark.parametrize("line, gone", [
    (("use", "done"), ""), (("use Con",), "Con"), (("use 2Con",), "2Con"),
    (("use 3Con+Dis",), "3Con+Dis"), (("use 2Con+Dis",), "2Con+Dis"),
])  # fmt: skip
def test_government_discards_x_and_draws_two_more(line: tuple[str, ...], gone: str):
    """CB-63, CB-A08, BA-28: from none to the whole hand; two cards more in the end."""
    match = acting("Gov", row("3Con+Dis"), ahead(), deck="Cul " * 7)
    say(match, *line)
    assert (6, cards(gone) if gone else "") == (sizes(match)[0], discard(match))
    assert ([0, 0], "meld") == (points(match), phase(match))


def test_all_discards_are_chosen_before_the_first_draw():
    """CB-63, BD-18: nothing is drawn while they are named."""
    match = acting("Gov", row("2Con+Dis"), ahead())
    for step in ("use", "discard Con", "discard Dis"):
        match.play(0, step)
    assert (["discard Con", "done"], [3, 0], "") == (legal(match), sizes(match), discard(match))
    assert "you have no Disaster to discard (CB-63)" == refusal(match, 0, "discard Dis")
    match.play(0, "discard Con")
    assert [5, 0] == sizes(match)  # the whole hand: nothing is left to be asked


def test_what_government_discards_may_come_back():
    """CB-64: if the deck has to be renewed."""
    match = acting("Gov", row("2Con+Dis"), ahead(rest_of("2Con+Dis+Lea")), deck="Lea")
    say(match, "use 2Con")
    assert (cards("2Con+Dis+Lea"), 0, [(2,)]) == (
        hand(match, 0), at(match).deck, told(match, "shuffled"),
    )  # fmt: skip


def test_an_empty_hand_may_govern():
    """CB-63: nothing to discard, two to draw."""
    match = acting("Gov", row(), ahead(), deck="Lea Dis Cul")
    say(match, "use")
    assert cards("Lea+Dis") == hand(match, 0)


@pytest.mark.parametrize("action, drawn", [("Agr", 3), ("Eng", 2), ("Gov", 2)])
def test_draws_of_actions_renew_the_deck(action: str, drawn: int):
    """CB-68: by CB-21, and by CB-22 where nothing is left."""
    for pile, expected in (("9Dis", drawn), ("", 1)):
        held = rest_of("Con+Lea", pile) if pile else rest_of("Con+Lea")
        match = acting(action, row("Con"), ahead(held), deck="Lea", discard=pile)
        say(match, *(["use", "done"] if action == "Gov" else ["use"]))
        assert 1 + expected == sizes(match)[0]


def test_actions_do_not_touch_other_scores():
    """CB-53, BI-08: only Conquest moves points of attributes."""
    for action, line in [("Cul", "use"), ("Agr", "use"), ("Eng", "use"), ("Rel", "steal B"),
                         ("Sea", "steal B"), ("Equ", "raid B")]:  # fmt: skip
        match = acting(action, row("9Con", Cul=1), row("9Sci", Sci=5, points=9))
        say(match, line)
        assert ({"Cul": 1}, {"Sci": 5}) == (scores(match, 0), scores(match, 1))


def test_the_whole_deck_can_be_in_hands():
    """CB-22: a table of the tests."""
    match = acting("Cul", row(NINE_EACH), ahead())
    assert ([108, 0], 0) == (sizes(match), len(truth(match).deck))
