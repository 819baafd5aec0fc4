"""B.11: who knows what."""

from __future__ import annotations

import pytest

from microciv import IllegalMove
from tests.games.five_x.table import (
    ANYBODY,
    answer,
    asked_after,
    at,
    events,
    five_x,
    hand,
    legal,
    new_match,
    random_match,
    resources,
    round_of,
    told,
)


def test_the_table_is_public():
    """5X-88: resources, piles, Wonders, hand sizes and groups; the same for everybody."""
    match = five_x(
        [1, 2, 3], round=4, pile={0: "exploit gandhi"}, wonders={1: "B"}, previous={2: "explore"}
    )
    for seat in (0, 1, 2, ANYBODY):
        seen = at(match, seat)
        assert [1, 2, 3] == [row.resources for row in seen.table]
        assert [("exploit", "gandhi"), (), ("explore",)] == [row.pile for row in seen.table]
        assert [(), ("B",), ()] == [row.wonders for row in seen.table]
        assert (("A", "C"), ("D", "E", "F", "G")) == (seen.removed, seen.stack)
        assert [5, 7, 6] == [len(row.basics) + row.leaders for row in seen.table]
        assert (0, 1) == seen.asked
        assert ["", "", "explore"] == [row.previous for row in seen.table]


def test_the_leaders_in_a_hand_are_private():
    """5X-89: by count, not by name; to others and to spectators."""
    match = five_x([3] * 3, leaders={0: "gandhi boudicca"})
    assert ("gandhi", "boudicca") == at(match, 0).table[0].known
    for seat in (1, 2, ANYBODY):
        assert ((), 2) == (at(match, seat).table[0].known, at(match, seat).table[0].leaders)


def test_a_deal_names_a_leader_to_its_holder_alone():
    """5X-89, 5X-10, 5X-13: in what is heard as well."""
    match = new_match(3)
    for seat in range(3):
        match.play(seat, legal(match, seat)[0])
    for event in events(match, 1):
        if event["event"] == "dealt":
            assert (event["seat"] == 1) == (event["card"] is not None)
        if event["event"] == "passed":
            assert (1 in {event["seat"], event["receiver"]}) == (event["card"] is not None)
    assert {None} == {event["card"] for event in told(match, "dealt", "passed")}


def test_a_chosen_card_is_private_until_its_group_is_revealed():
    """5X-89."""
    match = five_x([3] * 3, leaders={0: "gandhi"})
    before = [at(match, seat) for seat in (1, 2, ANYBODY)]
    match.play(0, "gandhi")
    assert before == [at(match, seat) for seat in (1, 2, ANYBODY)]
    assert ["gandhi"] == [move.text for move in at(match, 0).answer]


def test_a_bid_is_private_until_all_are_in():
    """5X-89, 5X-93: then they are public."""
    match = asked_after("expand expand excavate", pile={2: "explore"})
    match.play(0, "bid 4")
    assert [0, 0, 0] == [seat.bid for seat in at(match, 1).table]
    match.play(1, "bid 2")
    assert [4, 2, 0] == [seat.bid for seat in at(match, ANYBODY).table]


def test_the_basics_in_a_hand_are_known_to_all():
    """5X-90: five, less the pile and the card on the table."""
    match = five_x([3] * 3, pile={0: "exploit expand"}, leaders={0: "gandhi"})
    for seat in (0, 1, ANYBODY):
        assert ("exterminate", "explore", "excavate") == at(match, seat).table[0].basics


@pytest.mark.parametrize("show", [True, False])
def test_showing_known_hands_is_a_matter_of_display(show: bool):
    """5X-90, show_known_hands: it takes no knowledge away and changes no rule."""
    match = five_x([3] * 3, options={"show_known_hands": show})
    assert show == match.game.options.show_known_hands  # type: ignore[attr-defined]
    assert 5 == len(at(match, 1).table[0].basics)


@pytest.mark.parametrize("card", ["gandhi", "exploit"])
def test_a_hidden_card_does_not_tell_whether_it_is_a_leader(card: str):
    """5X-91: the hand that others see is the same either way until the reveal."""
    match = five_x([3] * 3, leaders={0: "gandhi"})
    match.play(0, card)
    row = at(match, 1).table[0]
    assert (5, 2) == (len(row.basics), row.leaders)


def test_resources_stand_still_while_bids_are_open():
    """5X-92."""
    match = asked_after("expand expand explore")
    match.play(0, "bid 4")
    assert [5, 5, 5] == resources(match)


def test_opened_bids_are_told_to_all():
    """5X-93: the winner's and the losers'."""
    outcome = round_of("expand expand explore", {0: "bid 4", 1: "bid 2"})
    for seat in (2, ANYBODY):
        bids = [e for e in events(outcome.match, seat) if e["event"] == "bid"]
        assert [(0, 4), (1, 2)] == [(e["seat"], e["amount"]) for e in bids]


def test_what_is_dug_fetched_and_built_is_told_to_all():
    """5X-94."""
    match = asked_after("caesar suleiman excavate", round=4, pile={2: "exploit qin"})
    answer(match, {0: "fetch qin", 1: "build A", 2: "take exploit"})
    found = told(match, "took", "fetched", "built")
    assert [("fetched", 0, "qin"), ("built", 1, "A"), ("took", 2, "exploit")] == [
        (e["event"], e["seat"], e.get("card", e.get("wonder"))) for e in found
    ]


def test_leaders_set_aside_are_never_named():
    """5X-95, ruling A-41: in no observation and no event, as long as the match goes on."""
    for match in random_match(3, 4):
        aside = set(match.position()["aside"])  # type: ignore[call-overload]
        for seat in (0, 1, 2, 3, ANYBODY):
            seen = at(match, seat)
            assert aside.isdisjoint({card for row in seen.table for card in row.known + row.pile})
            assert aside.isdisjoint(event.get("card") for event in events(match, seat))


def test_nothing_can_be_given_away():
    """5X-96: there is no move for it."""
    verbs = {str(move.parts()["verb"]) for move in new_match().game.moves.all}
    assert {"pass", "play", "bid", "build", "take", "fetch", "decline"} == verbs
    match = five_x([3] * 3)
    with pytest.raises(IllegalMove, match="no such move"):
        match.play(0, "give 1 resource")


def test_a_spectator_is_asked_nothing():
    """5X-88, 5X-89."""
    match = five_x([3] * 3, leaders={0: "gandhi"})
    seen = at(match, ANYBODY)
    assert ((), (), "", "") == (seen.legal, seen.hand, seen.passed, seen.received)
    assert {"gandhi"} <= hand(match, 0)
