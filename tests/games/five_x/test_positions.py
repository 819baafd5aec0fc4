"""Positions: out of a match and back, and from a few words by hand."""

from __future__ import annotations

import json

import pytest

import microciv
from microciv import BadPosition
from microciv.games.five_x.cards import NAMES
from tests.games.five_x.table import (
    ANYBODY,
    SHORT,
    answer,
    at,
    five_x,
    hand,
    legal,
    new_match,
    pass_leaders,
    pile,
    random_match,
    removed,
    resources,
    short,
    wonders,
)

TABLES: list[tuple[int, dict[str, object]]] = [
    (3, {}), (4, {}), (5, {}), (6, {}),
    (3, {"leader_pool": "all15", "expand_leader_returns": True}),
    (4, {"leader_pool": "all15", "suleiman_may_take_current": True, "dido_income_first": False}),
    (5, {"leader_pool": "by_count_plus_stars", "montezuma_extra_target": "explore"}),
    (3, {"leaders": False}), (4, {"leaders": False}),
    (6, {"leaders": False, "allow_variant_5_6": True}),
    (3, {"wonder_table": [{"letter": "A", "points": 7, "bonus": 9}]}),
]  # fmt: skip


@pytest.mark.parametrize("seats, options", TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_a_position_can_be_saved_and_set_up_at_every_moment(
    seats: int, options: dict[str, object], seed: int
):
    """F.1: through JSON, sealed answers and all; every seat sees what it saw before."""
    phases = set()
    for match in random_match(seed, seats, **options):
        document = json.loads(json.dumps(match.position()))
        other = microciv.set_up(document)
        for seat in (*range(seats), ANYBODY):
            assert at(match, seat) == at(other, seat)
        assert document == json.loads(json.dumps(other.position()))
        assert match.to_act() == other.to_act()
        phases.add(at(match).phase)
    assert {"select", "over"} <= phases


def test_a_match_goes_on_from_a_position_as_it_would_have():
    """F.1: move by move to the same end."""
    for cut in range(1, 40, 6):
        moments = random_match(cut, 4, leader_pool="all15")
        match = [next(moments) for _ in range(cut)][-1]
        other = microciv.set_up(match.position())
        while match.to_act():
            for seat in match.to_act():
                moves = legal(match, seat)
                assert moves == legal(other, seat)
                match.play(seat, moves[cut % len(moves)])
                other.play(seat, moves[cut % len(moves)])
        assert match.position() == other.position()


def test_a_record_may_begin_at_a_position():
    """F.1: and replays from there."""
    match = five_x([5, 5, 5])
    for seat in range(3):
        match.play(seat, "expand")
    record = microciv.read_record(json.loads(json.dumps(microciv.plain_record(match.record()))))
    other = microciv.replay(match.game, record)
    assert match.position() == other.position()


# --- by hand


def test_what_is_not_said_follows():
    """Seats from the table, the question, hands, Wonders gone, leaders set aside."""
    match = microciv.set_up(SHORT)
    assert (3, "select", [0, 1, 2]) == (match.game.seats, at(match).phase, match.to_act())
    assert ("AB", ("C", "D", "E", "F", "G")) == (removed(match), at(match).stack)
    dealt = [hand(match, seat) - set(NAMES[:5]) for seat in range(3)]
    assert [{"elizabeth", "gandhi"}, {"boudicca", "genghis"}, {"cleopatra", "tokugawa"}] == dealt
    assert 2 == at(match).aside


def test_named_leaders_are_in_hand_and_the_rest_is_filled_up():
    """A seat without a hand of its own has two leaders among hand, pile and table."""
    match = microciv.set_up(
        short(
            table_0_leaders=["suleiman"],
            table_1_pile=["gandhi", "isabella"],
            table_2_pile=["tokugawa"],
        )
    )
    assert [{"suleiman", "elizabeth"}, set(), {"boudicca"}] == [
        hand(match, seat) - set(NAMES[:5]) for seat in range(3)
    ]


def test_a_given_hand_is_the_whole_hand():
    """Nothing is added to it."""
    match = microciv.set_up(short(table_0_hand=[*NAMES[:5], "isabella", "suleiman"]))
    assert {*NAMES[:5], "isabella", "suleiman"} == hand(match, 0)


def test_last_rounds_card_lies_in_the_pile_by_itself():
    """5X-69: unless it came back, as Excavate does, and an Expand that won nothing."""
    match = microciv.set_up(
        short(table_0_previous="explore", table_1_previous="excavate", table_2_previous="expand")
    )
    assert [{"explore"}, set(), set()] == [pile(match, seat) for seat in range(3)]
    won = microciv.set_up(short(table_2_previous="expand", table_2_wonders=["B"]))
    assert {"expand"} == pile(won, 2)


def test_explorers_wait():
    """5X-20: in the middle of a round's choosing, with the first cards open."""
    document = short(table_0_previous="explore", table_1_played="expand", table_2_played="exploit")
    match = microciv.set_up(document)
    assert ([0], ["", "expand", "exploit"]) == (
        match.to_act(), [seat.played for seat in at(match).table]
    )  # fmt: skip
    match.play(0, "exterminate")
    assert "bid" == at(match).phase


def test_a_bidding_position():
    """5X-42: who can bid is asked; the Expand of who cannot is back in hand."""
    document = short(
        phase="bid", table_0_played="expand", table_1_played="expand", table_2_played="explore",
        table_1_resources=0,
    )  # fmt: skip
    match = microciv.set_up(document)
    assert ([0], True) == (match.to_act(), "expand" in hand(match, 1))
    answer(match, {0: "bid 2"})
    assert ("C", [3, 0, 6]) == (wonders(match, 0), resources(match))


def test_a_position_at_didos_question():
    """5X-82: her income is hers already."""
    document = short(
        phase="dido", options={"leader_pool": "all15"},
        table_0_played="dido", table_1_played="exploit", table_2_played="exploit",
    )  # fmt: skip
    match = microciv.set_up(document)
    answer(match, {0: "build C"})
    assert [2, 5, 5] == resources(match)


def test_a_digging_position():
    """5X-60: Excavate is back in hand, the auction is over, its Wonder is built."""
    document = short(
        phase="dig", table_0_played="excavate", table_0_pile=["exploit"],
        table_1_played="expand", table_1_wonders=["C"], table_1_bid=2, table_2_played="explore",
    )  # fmt: skip
    match = microciv.set_up(document)
    assert (["take exploit"], True) == (legal(match, 0), "excavate" in hand(match, 0))
    answer(match, {0: "take exploit"})
    assert ({"expand"}, "C", "AB") == (pile(match, 1), wonders(match, 1), removed(match))


def test_the_bonus_of_a_wonder_built_this_round_is_still_to_come():
    """5X-70."""
    document = short(
        round=2, phase="dig", table_0_played="excavate", table_0_pile=["exploit"],
        table_1_played="expand", table_1_wonders=["B"], table_2_played="explore",
    )  # fmt: skip
    match = microciv.set_up(document)
    answer(match, {0: "take exploit"})
    assert [5, 6, 5] == resources(match)


def test_a_final_position_is_scored():
    """X45, 5X-104."""
    match = microciv.set_up(short(round=7, phase="over", table_1_wonders=["G"]))
    assert ([2, 11, 2], [[1], [0, 2]], []) == (match.scores(), match.ranking(), match.to_act())


def test_a_position_before_the_pass():
    """5X-11."""
    match = microciv.set_up(short(round=1, phase="pass"))
    pass_leaders(match)
    assert ("elizabeth", "select") == (at(match, 0).passed, at(match).phase)


def test_sealed_answers_are_sealed():
    """Still hidden, still to be changed."""
    match = microciv.set_up(short(sealed={"0": ["exploit"], "2": ["expand"]}))
    assert ([1], ["exploit"]) == (match.to_act(), [move.text for move in at(match, 0).answer])
    assert [""] * 3 == [seat.played for seat in at(match, 1).table]
    match.take_back(2)
    assert [1, 2] == match.to_act()


@pytest.mark.parametrize("changed", [True, False])
def test_a_record_from_a_position_with_sealed_answers_replays(changed: bool):
    """INV-20: whether they stood or were taken back."""
    match = microciv.set_up(short(sealed={"0": ["exploit"]}))
    if changed:
        match.take_back(0)
        match.play(0, "exterminate")
    early = microciv.replay(match.game, match.record())
    assert match.position() == early.position()
    answer(match, {1: "exploit", 2: "exploit"})
    assert match.position() == microciv.replay(match.game, match.record()).position()
    assert 3 == len(match.record().moves)


def test_options_of_the_document_take_effect():
    """F.1: those it does not name have their defaults."""
    match = microciv.set_up(short(options={"leaders": False, "auto_min_sole_bid": False}))
    assert (6, 0) == (at(match).rounds, at(match).aside)
    for seat, card in enumerate(["expand", "exploit", "exploit"]):
        match.play(seat, card)
    assert [] == match.play_obvious()


def test_what_a_giver_knows_can_be_said():
    """5X-13, 5X-94: who passed what, and which leaders all have seen."""
    match = microciv.set_up(
        short(
            table_0_passed="gandhi",
            table_1_leaders=["gandhi"],
            table_2_leaders=["suleiman"],
            table_2_shown=["suleiman"],
        )
    )
    assert (("gandhi",), ()) == (at(match, 0).table[1].known, at(match, 2).table[1].known)
    assert ("suleiman",) == at(match, 0).table[2].known == at(match, ANYBODY).table[2].known


@pytest.mark.parametrize("phase, most", [("select", 139), ("over", 239)])
def test_what_can_be_reached_from_a_position_is_one(phase: str, most: int):
    """INV-4: resources have an upper end in a document that play never meets."""
    number = 3 if phase == "select" else 7
    document = short(round=number, phase=phase, table_0_resources=most)
    assert most == resources(microciv.set_up(document))[0]
    with pytest.raises(BadPosition, match=rf"^table\[0\].resources: expected .* to {most}, not"):
        microciv.set_up(short(round=number, phase=phase, table_0_resources=most + 1))


def test_new_matches_have_positions_too():
    """F.1: at the pass and after it."""
    match = new_match(4)
    assert "pass" == at(microciv.set_up(match.position())).phase
    pass_leaders(match)
    assert at(match, 2) == at(microciv.set_up(match.position()), 2)
