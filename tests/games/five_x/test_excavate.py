"""B.8: Excavate, and its leaders."""

from __future__ import annotations

import pytest

from microciv import IllegalMove
from tests.games.five_x.table import (
    answer,
    asked_after,
    at,
    five_x,
    hand,
    legal,
    pile,
    random_match,
    removed,
    resources,
    round_of,
    told,
    wonders,
)

LEADERS = ["caesar", "catharine", "suleiman"]
FULL = {0: "exploit exterminate gandhi"}


def test_the_basic_goes_back_to_hand():
    """5X-60: without anything to dig for nobody is asked."""
    match = round_of("excavate exploit exploit").match
    assert (True, set()) == ("excavate" in hand(match, 0), pile(match, 0))


def test_one_basic_of_choice_comes_with_it():
    """5X-61."""
    match = asked_after("excavate exploit exploit", round=4, pile=FULL)
    assert ["take exploit", "take exterminate"] == legal(match, 0)
    answer(match, {0: "take exterminate"})
    assert {"expand", "explore", "excavate", "exterminate"} <= hand(match, 0)
    assert {"exploit", "gandhi"} == pile(match, 0)


def test_it_comes_from_the_own_pile():
    """5X-61: not from another's."""
    match = asked_after("excavate explore exploit", pile={0: "exploit", 1: "exterminate expand"})
    assert ["take exploit"] == legal(match, 0)


def test_a_basic_must_be_taken_if_there_is_one():
    """5X-62."""
    match = asked_after("excavate exploit exploit", pile={0: "exploit"})
    assert ["take exploit"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"there is a card to bring back; .* \(5X-62"):
        match.play(0, "decline")


@pytest.mark.parametrize("card", ["excavate", "catharine", "suleiman"])
def test_no_leader_can_be_dug_for(card: str):
    """5X-63."""
    match = asked_after(f"{card} exploit exploit", [2, 5, 5], round=4, pile=FULL)
    assert ["take exploit", "take exterminate"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"only Caesar fetches leaders \(5X-63\)"):
        match.play(0, "fetch gandhi")


@pytest.mark.parametrize("leader", LEADERS)
def test_a_leader_digs_and_is_discarded(leader: str):
    """5X-64, 5X-85(i), 5X-86(b), 5X-86(d), 5X-87(g), ruling A-37."""
    match = round_of(f"{leader} exploit exploit", {0: "take exploit"}, pile={0: "exploit"}).match
    assert (True, {leader}) == ("exploit" in hand(match, 0), pile(match, 0))
    assert leader not in hand(match, 0)


def test_cards_of_this_round_lie_in_no_pile_yet():
    """5X-65, 5X-85(c): neither one's own card nor another's, nor a leader for Caesar."""
    match = asked_after(
        "caesar qin suleiman exploit", [5, 5, 2, 5], pile={0: "explore", 2: "explore"}
    )
    assert (["take explore"], ["take explore"]) == (legal(match, 0), legal(match, 2))
    with pytest.raises(IllegalMove, match=r"in no pile yet \(5X-65, 5X-85\)"):
        match.play(0, "fetch qin")


def test_four_basics_can_be_dug_for():
    """5X-66: Excavate is none of them, and is never in a pile."""
    match = asked_after(
        "excavate exploit exploit", round=7, pile={0: "exploit exterminate expand explore"}
    )
    assert ["take exploit", "take exterminate", "take expand", "take explore"] == legal(match, 0)
    for match in random_match(5, 4):
        assert not any("excavate" in seat.pile for seat in at(match).table)


def test_all_who_dig_choose_at_the_same_time():
    """5X-67: and hidden from each other."""
    match = asked_after("excavate caesar exploit", pile={0: "explore", 1: "explore qin"}, round=4)
    assert (0, 1) == at(match).asked
    before = at(match, 0)
    match.play(1, "fetch qin")
    assert before == at(match, 0)
    match.play(0, "take explore")
    assert [(0, "took", "explore"), (1, "fetched", "qin")] == [
        (event["seat"], event["event"], event["card"]) for event in told(match, "took", "fetched")
    ]


def test_the_game_itself_resolves_two_who_want_the_same():
    """5X-67: nobody is in another's way, as there is one Caesar, one Suleiman and one own pile."""
    match = asked_after(
        "caesar suleiman excavate", round=5, pile={0: "exploit", 1: "exploit", 2: "exploit erik"}
    )
    answer(match, {0: "fetch erik", 1: "build B", 2: "take exploit"})
    assert (True, "B", True) == (
        "erik" in hand(match, 0), wonders(match, 1), "exploit" in hand(match, 2)
    )  # fmt: skip


# --- Caesar


def test_caesar_takes_a_basic_or_a_leader_from_any_pile():
    """5X-85(a), ruling A-30: one's own included; 5X-85(b): one of them."""
    match = asked_after(
        "caesar exploit exploit", round=4, pile={0: "exploit qin", 1: "erik", 2: "dido gandhi"}
    )
    assert ["take exploit", "fetch gandhi", "fetch qin", "fetch dido", "fetch erik"] == legal(
        match, 0
    )
    answer(match, {0: "fetch dido"})
    assert ({"exploit", "qin", "caesar"}, {"gandhi", "exploit"}) == (pile(match, 0), pile(match, 2))
    assert "dido" in hand(match, 0)


def test_caesar_takes_one_thing():
    """5X-85(b)."""
    match = asked_after("caesar exploit exploit", pile={0: "exploit qin"})
    before = len(hand(match, 0))
    answer(match, {0: "take exploit"})
    assert before + 1 == len(hand(match, 0))
    assert {"qin", "caesar"} == pile(match, 0)


@pytest.mark.parametrize("seed", range(8))
def test_caesar_is_played_once_at_most(seed: int):
    """5X-85(d)."""
    *_, match = random_match(seed, 5)
    assert [e["card"] for e in told(match, "revealed")].count("caesar") <= 1


def test_what_caesar_fetches_is_open_to_all():
    """5X-85(e), 5X-94: it is known where it goes, for as long as it stays there."""
    match = round_of("caesar exploit exploit", {0: "fetch qin"}, pile={1: "qin"}).match
    assert (("qin",), ("qin",)) == (at(match).table[0].shown, at(match, 2).table[0].known)


def test_caesar_digs_if_no_leader_lies_anywhere():
    """5X-85(f): and is not asked without a basic."""
    assert ["take exploit"] == legal(asked_after("caesar exploit exploit", pile={0: "exploit"}), 0)
    match = round_of("caesar exploit exploit").match
    assert ({"caesar"}, []) == (pile(match, 0), told(match, "took", "fetched"))


def test_caesar_fetches_with_no_basic_to_dig_for():
    """5X-85(g): and must, as whoever can dig must."""
    match = asked_after("caesar exploit exploit", pile={1: "qin erik"})
    assert ["fetch qin", "fetch erik"] == legal(match, 0)
    with pytest.raises(IllegalMove, match="there is a card to bring back"):
        match.play(0, "decline")


@pytest.mark.parametrize("attacker", ["genghis", "montezuma", "boudicca"])
@pytest.mark.parametrize("leader", ["caesar", "suleiman"])
def test_caesar_and_suleiman_are_hit(leader: str, attacker: str):
    """5X-85(h), 5X-87(e)."""
    assert [-1, 1, 0] == round_of(f"{leader} {attacker} explore", round=1).brought("S2")


def test_caesar_is_discarded():
    """5X-85(i): also after fetching."""
    match = round_of("caesar exploit exploit", {0: "fetch qin"}, pile={1: "qin"}).match
    assert {"caesar"} == pile(match, 0)


def test_a_fetched_leader_goes_to_the_pile_of_whoever_plays_it():
    """5X-69, ruling A-31."""
    match = five_x([5] * 3, leaders={0: "qin"}, pile={0: "caesar"}, shown={0: "qin"},
                   options={"leader_pool": "all15"})  # fmt: skip
    for seat, card in enumerate(["qin", "exploit", "exploit"]):
        match.play(seat, card)
    assert {"caesar", "qin"} == pile(match, 0)


# --- Catharine the Great


def test_catharine_takes_one_and_digs():
    """5X-86(a), 5X-86(b): the income is hers before she chooses."""
    match = asked_after("catharine exploit exploit", pile={0: "exploit"})
    assert ("dig", 6, ["take exploit"]) == (at(match).phase, resources(match)[0], legal(match, 0))
    assert [1, 0, 0] == round_of("catharine exploit exploit").brought("S5")


@pytest.mark.parametrize("attacker", ["exterminate", "genghis", "montezuma", "boudicca"])
def test_catharine_is_immune_to_all(attacker: str):
    """5X-86(c)."""
    assert [0, 0, 0] == round_of(f"catharine {attacker} explore").brought("S2")


# --- Suleiman


def test_suleiman_digs_or_builds_a_wonder_removed_before():
    """5X-87(a): one or the other, and must dig if he does not build."""
    match = asked_after("suleiman exploit exploit", round=4, pile={0: "exploit"}, wonders={1: "B"})
    assert ["take exploit", "build A", "build C"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"it has been built; .* \(5X-120\)"):
        match.play(0, "build B")
    answer(match, {0: "build C"})
    assert ("C", {"exploit", "suleiman"}, "AD") == (
        wonders(match, 0),
        pile(match, 0),
        removed(match),
    )
    assert 2 == resources(match)[0]


@pytest.mark.parametrize("held, offered", [(2, False), (3, True)])
def test_the_bonus_is_too_late_to_pay_with(held: int, offered: bool):
    """5X-87(b): A would bring 2."""
    match = asked_after("suleiman exploit exploit", [held, 5, 5], pile={0: "exploit"})
    assert offered == ("build A" in legal(match, 0))
    if offered:
        answer(match, {0: "build A"})
        assert [(0, "A", 2)] == [
            (event["seat"], event["wonder"], event["amount"]) for event in told(match, "bonus")
        ]
        assert 2 == resources(match)[0]


def test_the_current_wonder_is_out_of_suleimans_reach():
    """5X-87(c), ruling A-16: it is removed in clean-up, not before."""
    match = asked_after("suleiman exploit exploit")
    assert ["decline", "build A", "build B"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"the current Wonder is not removed yet \(5X-87\)"):
        match.play(0, "build C")


def test_by_ruling_suleiman_builds_the_current_wonder_if_nobody_has():
    """5X-87(c), suleiman_may_take_current on."""
    options = {"suleiman_may_take_current": True}
    match = asked_after("suleiman exploit exploit", round=2, options=options)
    assert ["decline", "build A", "build B"] == legal(match, 0)
    answer(match, {0: "build B"})
    assert ("B", "A", 3) == (wonders(match, 0), removed(match), resources(match)[0])
    match = asked_after("suleiman exploit expand", round=2, options=options)
    answer(match, {2: "bid 1"})
    assert ["decline", "build A"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"it has been built"):
        match.play(0, "build B")


def test_suleiman_digs_only_with_less_than_three():
    """5X-87(d)."""
    match = asked_after("suleiman exploit exploit", [2, 5, 5], pile={0: "exploit"})
    assert ["take exploit"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"Suleiman pays 3; you hold 2 \(5X-87\)"):
        match.play(0, "build A")
    assert 4 == at(round_of("suleiman exploit exploit", held=[2, 5, 5]).match).round


def test_suleiman_digs_only_if_no_wonder_is_removed():
    """5X-87(d)."""
    match = asked_after("suleiman exploit exploit", pile={0: "exploit"}, wonders={1: "A B"})
    assert ["take exploit"] == legal(match, 0)
    assert 2 == at(round_of("suleiman exploit exploit", round=1).match).round


def test_a_raid_can_bring_suleiman_below_three():
    """5X-87(e)."""
    match = asked_after("suleiman genghis exploit", [3, 5, 5])
    assert "select" == at(match).phase
    match = asked_after("suleiman exterminate exploit", [3, 5, 5])
    assert "dig" == at(match).phase


def test_suleimans_wonder_counts_in_full():
    """5X-87(f): points and tie-break."""
    match = round_of("suleiman exploit exploit", {0: "build A"}, held=[3, 0, 0], round=7).match
    assert (3, ("A",)) == (match.scores()[0], at(match).table[0].wonders)
    assert [[0], [1, 2]] == match.ranking()


def test_suleiman_without_a_basic_may_decline():
    """5X-87(a), ruling A-12: he need not pay."""
    match = asked_after("suleiman exploit exploit")
    answer(match, {0: "decline"})
    assert (5, "", {"suleiman"}) == (resources(match)[0], wonders(match, 0), pile(match, 0))
