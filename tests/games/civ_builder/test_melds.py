"""Melds: what makes one, how large it must be, what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import BadPosition, Match
from microciv.games.civ_builder.cards import ATTRIBUTES, NAMES
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    cards,
    discard,
    hand,
    legal,
    phase,
    points,
    refusal,
    row,
    say,
    score,
    scores,
    silence,
    silent_until_round,
    sources,
    table,
    told,
    tops,
)

NATURAL = [
    ("CB-D01", "Con"), ("CB-D02", "Tra"), ("CB-D03", "Cul"), ("CB-D04", "Sci"), ("CB-D05", "Agr"),
    ("CB-D06", "Rel"), ("CB-D07", "Sea"), ("CB-D08", "Gov"), ("CB-D09", "Equ"), ("CB-D10", "Eng"),
]  # fmt: skip
WILD = [("CB-D11", "Lea"), ("CB-D12", "Dis")]


def melds(match: Match) -> list[str]:
    """The attributes that may be melded now."""
    return [text[5:] for text in legal(match) if text.startswith("meld")]


def melds_at(*rows: Row, **fields: Any) -> list[str]:
    """The attributes that seat 0 may meld in such a position; none, if its turn is over."""
    try:
        return melds(table(*rows, **fields))
    except BadPosition as error:
        if "no legal meld" not in str(error):
            raise
        return []


@pytest.mark.parametrize("clause, name", NATURAL)
def test_nine_of_a_kind_are_natural_in_their_own_attribute_alone(clause: str, name: str):
    """CB-34, CB-35, CB-D01 to CB-D10: a hand of one card makes one meld, and nine of them too."""
    match = table(row(f"9{name}"), ahead())
    assert [name] == melds(match)
    say(match, f"meld {name}*9")
    assert {name: 9} == scores(match, 0)
    assert 9 == at(match).discard[[kind for _clause, kind in NATURAL].index(name)]


@pytest.mark.parametrize("clause, name", WILD)
def test_wild_cards_are_natural_nowhere(clause: str, name: str):
    """CB-D11, CB-D12, CB-35: nine of each, and no meld of them alone, even for who is top."""
    match = table(row(f"9{name}+Cul"), row())
    assert ["Cul"] == melds(match)
    assert [] == melds_at(row(f"9{name}"), row())


def test_a_player_may_stop_at_once():
    """CB-33, BA-16, CB-49: none is a number of melds, too."""
    match = table(row("Cul", Gov=1), row("Con"))
    say(match, "stop")
    assert ("meld", [1], [(0, 0)]) == (phase(match), match.to_act(), told(match, "stopped"))


def test_any_number_of_melds():
    """CB-33, CB-36: one card, two, three, four, while cards last."""
    match = table(row("Con+2Tra+3Cul+4Sci"), ahead("Agr"))
    for meld in ("Con", "Tra*2", "Cul*3", "Sci*4"):
        say(match, f"meld {meld}", "skip")
    assert [(0, 4)] == told(match, "stopped")
    assert {"Con": 1, "Tra": 2, "Cul": 3, "Sci": 4} == scores(match, 0)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7, 8])
def test_the_kth_meld_needs_k_cards(k: int):
    """CB-36, BA-21: also above the fifth."""
    enough = table(row(f"{k}Cul+Con"), ahead(), melds=k - 1)
    assert "Cul" in melds(enough)
    assert (k > 1) != ("Con" in melds(enough))
    short = table(row(f"{k - 1}Cul+{k}Con" if k > 1 else "Con"), ahead(), melds=k - 1)
    assert ["Con"] == melds(short)
    if k > 1:
        assert refusal(short, 0, "meld Cul").startswith(
            f"this meld needs {k} cards at least, and you have {k - 1} (CB-36)"
        )


def test_only_sizes_that_are_large_enough_are_offered():
    """CB-36, BD-09 to BD-12: from which the meld can still be made."""
    match = table(row("3Cul+2Dis+Lea", Rel=9), row(), melds=3)
    say(match, "meld Cul")
    assert ["natural 1", "natural 2", "natural 3"] == legal(match)
    match.play(0, "natural 1")
    assert ["disaster 2"] != legal(match)
    assert ("act", 4) == (phase(match), score(match, 0, "Cul"))  # 1 + 2 + the Leader: no choice
    assert [(0, "Dis", 2), (0, "Lea", 1)] == told(match, "wild")


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_meld_may_be_larger(size: int):
    """CB-37: as large as the hand allows."""
    match = table(row("5Cul"), ahead())
    say(match, f"meld Cul*{size}")
    assert size == score(match, 0, "Cul")


@pytest.mark.parametrize("repeats, names", [(True, ["Con", "Cul"]), (False, ["Con"])])
def test_the_same_attribute_again(repeats: bool, names: list[str]):
    """CB-38, BA-20, repeat_attribute: on or off."""
    match = table(row("5Cul+2Con"), ahead(), options={"repeat_attribute": repeats})
    say(match, "meld Cul*1", "skip")
    assert names == melds(match)
    if not repeats:
        assert ("Cul",) == at(match).melded
        assert refusal(match, 0, "meld Cul") == (
            "at this table Culture may be melded once a turn (CB-38)"
        )
    else:
        say(match, "meld Cul*4")
        assert 5 == score(match, 0, "Cul")


def test_an_attribute_that_was_melded_is_free_in_the_next_turn():
    """CB-38, repeat_attribute=off: once a turn, not once a match."""
    match = table(row("5Cul"), ahead("Con"), options={"repeat_attribute": False})
    say(match, "meld Cul*1", "skip")
    assert ([1], ()) == (match.to_act(), at(match).melded)
    silent_until_round(match, 2)
    silence(match, "meld")
    while match.to_act() != [0]:
        say(match, "stop")
    assert "Cul" in melds(match)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_melds_a_turn_may_be_limited(most: int):
    """CB-36, BA-21, max_melds: 0 is for no limit."""
    match = table(row("Con+2Tra+3Cul+4Sci"), ahead("Agr"), options={"max_melds": most})
    done = 0
    for meld in ("Con", "Tra*2", "Cul*3", "Sci*4"):
        if match.to_act() == [0]:
            say(match, f"meld {meld}", "skip")
            done += 1
    assert (most or 4) == done


# --- wild cards


def test_a_leader_counts_as_a_card_of_the_meld():
    """CB-39, CB-D11, CB-44: for the size and for the score."""
    match = table(row("2Tra+Lea"), ahead(), melds=2)
    say(match, "meld Tra*2+L")
    assert ({"Tra": 3}, [3, 0]) == (scores(match, 0), points(match))
    assert [(0, "Lea", 1)] == told(match, "wild")


def test_one_leader_at_most():
    """CB-34: three in hand are worth one."""
    assert [] == melds_at(row("2Tra+3Lea"), ahead(), melds=3)
    assert ["Tra"] == melds_at(row("2Tra+3Lea"), ahead(), melds=2)
    other = table(row("2Tra+3Lea+4Cul"), ahead(), melds=3)
    assert ["Cul"] == melds(other)
    assert refusal(other, 0, "meld Tra") == (
        "this meld needs 4 cards at least, and you have 3: only one Leader goes into a meld"
        " (CB-34, CB-36)"
    )


@pytest.mark.parametrize("hand_, names", [
    ("Lea", []), ("9Lea", []), ("Dis", []), ("4Dis+Lea", []), ("Sea+Lea", ["Sea"]),
])  # fmt: skip
def test_a_natural_card_is_needed(hand_: str, names: list[str]):
    """CB-35, BA-17: wild cards alone are no meld, though one is top in Religion and Seafaring."""
    assert names == melds_at(row(hand_), row())


def test_a_table_may_allow_melds_of_wild_cards():
    """CB-35, natural_required=off: a Leader alone, Disasters alone, Seafaring for Conquest."""
    match = table(row("Lea+Dis+Sea", Rel=9, Sea=9), row(), options={"natural_required": False})
    assert NAMES[:ATTRIBUTES] == melds(match)
    say(match, "meld Cul")
    assert ["disaster 0", "disaster 1"] == legal(match)
    match.play(0, "disaster 1")
    match.play(0, "leader 0")
    assert ({"Rel": 9, "Sea": 9, "Cul": 1}, "Sea+Lea") == (scores(match, 0), hand(match, 0))


def test_disasters_are_wild_for_the_top_in_religion():
    """CB-40, CB-A06, CB-D12, BA-18: any number of them, for any attribute."""
    match = table(row("Eng+4Dis", Rel=3), row(Rel=2), melds=4)
    say(match, "meld Eng")
    assert ({"Rel": 3, "Eng": 5}, [5, 0], "") == (scores(match, 0), points(match), hand(match, 0))
    assert [(0, "Dis", 4)] == told(match, "wild")


@pytest.mark.parametrize("religion, wild", [((6, 6, 2), (1, 1, 0)), ((1, 2, 2), (0, 1, 1))])
def test_every_top_in_religion_has_them(religion: tuple[int, ...], wild: tuple[int, ...]):
    """CB-40, CB-83, BS-13: a tie is no hindrance, less is."""
    for seat in range(3):
        rows = [row("Cul+Dis", Rel=religion[other]) for other in range(3)]
        match = table(*rows, asked=seat)
        say(match, "meld Cul")
        assert ("meld" if wild[seat] else "act") == phase(match)
        assert (["disaster 0", "disaster 1"] if wild[seat] else ["use", "skip"]) == legal(match)


def test_a_disaster_that_is_not_wild_cannot_be_played():
    """CB-48, CB-D12: but discarded, exchanged, stolen and given back."""
    assert [] == melds_at(row("Cul+5Dis+Gov"), ahead(), melds=1)
    assert ["Cul", "Gov"] == melds_at(row("Cul+5Dis+Gov"), ahead())


@pytest.mark.parametrize("line, gone", [("use 2Dis", 2), ("use Dis", 1)])
def test_disasters_may_be_discarded(line: str, gone: int):
    """CB-48, CB-63: by Government."""
    match = table(row("3Dis"), ahead("Cul"), phase="act", action="Gov", melds=1, deck="Con " * 9)
    say(match, line)
    assert cards(f"{3 - gone}Dis+{gone + 2}Con") == hand(match, 0)


def test_disasters_may_be_exchanged_and_given_back():
    """CB-48, CB-54: by Trade."""
    match = table(row("Cul"), ahead("2Dis+Con"), phase="act", action="Tra", melds=1)
    say(match, "exchange B", "take Dis : Cul")
    assert ("Dis", cards("Cul+Dis+Con")) == (hand(match, 0), cards(hand(match, 1)))


@pytest.mark.parametrize("attribute, wild", [
    ("Con", True), ("Tra", True), ("Cul", False), ("Sci", False), ("Agr", False), ("Rel", False),
    ("Gov", False), ("Equ", False), ("Eng", False),
])  # fmt: skip
def test_seafaring_cards_are_wild_in_trade_and_conquest(attribute: str, wild: bool):
    """CB-41, CB-A07, CB-D07, BA-18: any number, for the top in Seafaring, there alone."""
    parts = row(f"{attribute}+3Sea", Sea=3), row(Sea=2)
    assert ([attribute] if wild else []) == melds_at(*parts, melds=3)
    if wild:
        match = table(*parts, melds=2)
        say(match, f"meld {attribute}+3Sea")
        assert 4 == score(match, 0, attribute)
        assert [(0, "Sea", 3)] == told(match, "wild")


def test_seafaring_cards_are_not_wild_for_others():
    """CB-41: who is not top in Seafaring."""
    match = table(row("Con+2Tra+3Sea", Sea=2), row(Sea=3), melds=2)
    assert ["Sea"] == melds(match)
    assert refusal(match, 0, "meld Tra") == (
        "this meld needs 3 cards at least, and you have 2: Seafaring is wild only with its"
        " privilege (CB-36, CB-41)"
    )


def test_all_wild_sorts_in_one_meld():
    """CB-42, BA-18: Seafaring cards, Disasters, and still one Leader."""
    match = table(row("Con+2Sea+2Dis+2Lea", Rel=1, Sea=1), row(), melds=5)
    say(match, "meld Con+2Sea+2Dis+L")
    assert (6, "Lea") == (score(match, 0, "Con"), hand(match, 0))
    assert [(0, "Sea", 2), (0, "Dis", 2), (0, "Lea", 1)] == told(match, "wild")


@pytest.mark.parametrize("limit, size", [("none", 6), ("one_each", 4)])
def test_wild_cards_may_be_limited(limit: str, size: int):
    """CB-40, CB-41, BA-18, wild_limit: any number, or one of each."""
    match = table(
        row("Con+2Sea+2Dis+Lea", Rel=1, Sea=1), row(), melds=size - 1, options={"wild_limit": limit}
    )  # fmt: skip
    assert "Con" in melds(match)
    say(match, "meld Con")
    assert ("act", size) == (phase(match), score(match, 0, "Con"))
    larger = table(
        row("Con+2Sea+2Dis+Lea+9Cul", Rel=1, Sea=1), row(), melds=size,
        options={"wild_limit": limit},
    )  # fmt: skip
    assert "Con" not in melds(larger)


def test_a_privilege_is_judged_when_the_meld_is_announced():
    """CB-43, BA-08, BS-33: before it scores; the next one may use what it brought."""
    match = table(row("3Rel+Cul+2Dis", Rel=5), row("Cul+2Dis", Rel=7))
    assert [1] == tops(match, "Rel")
    say(match, "meld Rel*3", "skip")
    assert ([0], 8) == (tops(match, "Rel"), score(match, 0, "Rel"))
    say(match, "meld Cul+Dis", "skip")
    assert 2 == score(match, 0, "Cul")
    assert [1] == match.to_act()
    say(match, "meld Cul")
    assert ("act", 1) == (phase(match), score(match, 1, "Cul"))


def test_a_religion_meld_cannot_use_what_it_will_bring():
    """CB-43: judged before it scores."""
    assert [] == melds_at(row("3Rel+2Dis", Rel=5), row(Rel=7), melds=3)
    assert ["Rel"] == melds_at(row("3Rel+2Dis", Rel=7), row(Rel=7), melds=3)


# --- scoring


@pytest.mark.parametrize(
    "meld, size", [("Cul*1", 1), ("Cul*3", 3), ("Cul*3+L", 4), ("Cul*1+2Dis", 3)]
)
def test_score_and_points_rise_by_the_number_of_cards(meld: str, size: int):
    """CB-44, BA-19, BA-40: wild ones included; no other score changes, nor anybody else's."""
    match = table(row("3Cul+Lea+2Dis", Cul=2, Rel=4, points=7), row(Rel=3, points=5))
    say(match, f"meld {meld}")
    assert {"Cul": 2 + size, "Rel": 4} == scores(match, 0)
    assert ({"Rel": 3}, [7 + size, 5]) == (scores(match, 1), points(match))
    assert {"melds": 7 + size} == sources(match, 0)
    assert [(0, "Cul", size)] == told(match, "melded")


def test_melded_cards_are_discarded_before_the_action():
    """CB-45, BA-23: while the action is asked they lie there."""
    match = table(row("2Eng+Lea"), ahead())
    say(match, "meld Eng*2+L")
    assert ("act", cards("2Eng+Lea"), "") == (phase(match), discard(match), hand(match, 0))


def test_melded_cards_may_come_back_in_the_same_turn():
    """CB-45, CB-47: shuffled by the draw of their own action, and used at once."""
    held = "9Con+9Tra+9Cul+9Sci+9Agr+9Rel+9Sea+9Gov+9Equ+7Eng+9Lea+9Dis"
    match = table(row("2Eng"), ahead(held))
    say(match, "meld Eng*2", "use")
    assert ("2Eng", [5, 0], 0) == (hand(match, 0), points(match), at(match).deck)
    say(match, "meld Eng*2", "use")
    assert ("2Eng", [10, 0]) == (hand(match, 0), points(match))


@pytest.mark.parametrize("line, event", [("use", "gained"), ("skip", "skipped")])
def test_the_action_may_be_used_or_left(line: str, event: str):
    """CB-46, BA-37: once, directly after its meld."""
    match = table(row("Cul+2Con"), ahead())
    say(match, "meld Cul")
    assert ("act", "Cul", ["use", "skip"]) == (phase(match), at(match).action, legal(match))
    say(match, line)
    assert (1, "meld", "") == (len(told(match, event)), phase(match), at(match).action)
    assert refusal(match, 0, "use") == "you are melding: 'meld Con' or 'stop' (CB-33)"


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("attribute, obvious", [
    ("Cul", True), ("Agr", True), ("Eng", True), ("Sci", True), ("Gov", False), ("Con", False),
    ("Tra", False), ("Rel", False), ("Sea", False), ("Equ", False),
])  # fmt: skip
def test_what_costs_nothing_may_be_taken_without_asking(attribute: str, obvious: bool, auto: bool):
    """CB-46, auto_gains: four actions; the sixth card too (CB-19)."""
    match = table(
        row("Cul"), ahead("Con"), phase="act", action=attribute, melds=1,
        options={"auto_gains": auto},
    )  # fmt: skip
    found = match.game.obvious(at(match, 0))
    assert ("use" if auto and obvious else "") == (found.text if found else "")
    assert match.game.obvious(at(match, 1)) is None
    sixth = table(row("Cul"), row("Con"), phase="sixth", options={"auto_gains": auto})
    drawn = sixth.game.obvious(at(sixth, 0))
    assert ("draw" if auto else "") == (drawn.text if drawn else "")


def test_cards_of_an_action_may_be_melded_at_once():
    """CB-47: the action is done before the next meld."""
    match = table(row("Agr"), ahead(), deck="Cul Cul Lea Con")
    say(match, "meld Agr", "use", "meld Cul*2+L")
    assert (3, 4) == (score(match, 0, "Cul"), points(match)[0])


def test_a_turn_ends_without_a_legal_meld():
    """CB-49: nobody is asked then; and an empty hand is passed over."""
    match = table(row("Cul+Con"), row(""), row("Lea+Dis"), row("Sci"))
    say(match, "meld Cul", "skip")
    assert [(0, 1), (1, 0), (2, 0)] == told(match, "stopped")
    assert [3] == match.to_act()


def test_obvious_never_depends_on_a_hand():
    """CB-49: even where only stop is left, and where one meld is."""
    for held in ("Cul", "2Cul", "Cul+Con"):
        match = table(row(held), ahead())
        assert match.game.obvious(at(match, 0)) is None
