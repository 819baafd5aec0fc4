"""Why a move is refused: the true reason with its clause, for every seat, asked or not."""

from __future__ import annotations

import re

import pytest

import microciv
from microciv import Match
from microciv.games.five_x.moves import Bid
from tests.games.five_x.table import (
    ALL15,
    ANYBODY,
    WITHOUT,
    Vector,
    answer,
    asked_after,
    at,
    choose,
    five_x,
    new_match,
    random_match,
)


def why_not(match: Match, seat: int, text: str) -> str:
    """What the game says of the move."""
    return match.game.why_not(match.observe(seat), match.game.moves.parse(text))


def refused(match: Match, seat: int, text: str) -> str:
    """What the referee says of the move."""
    with pytest.raises(microciv.IllegalMove) as caught:
        match.play(seat, text)
    return str(caught.value)


# --- of every move of the table, at every moment

CLAUSE = re.compile(r"\(5X-\d+(, 5X-\d+)*\)")
MATCHES = [(3, 1, ALL15), (4, 2, {}), (5, 3, ALL15), (6, 4, ALL15), (3, 5, WITHOUT)]
HIGH = 12  # no bid beyond it is another case


@pytest.mark.parametrize("seats, seed, options", MATCHES)
def test_every_refused_move_has_a_reason_with_its_clause(
    seats: int, seed: int, options: dict[str, object]
):
    """To every seat, whether it is asked, has answered, or waits; the least bid that is named can
    be made. The law "words" looks for all that a reason recommends.
    """
    for number, match in enumerate(random_match(seed, seats, **options)):
        seen = at(match, number % seats)
        legal = [] if seen.answer else [move.text for move in seen.legal]
        for move in match.game.moves.all:
            if move.text in legal or (isinstance(move, Bid) and move.amount > HIGH):
                continue
            reason = match.game.why_not(seen, move)
            assert CLAUSE.search(reason) or reason == "the match is over"
            for least in re.findall(r"must bid at least (\d+)", reason):
                assert f"bid {least}" in legal


# --- waiting


def test_waiting_is_explained():
    """5X-16, 5X-22, 5X-23: who is not asked is told when."""
    match = five_x([3] * 3, previous={0: "explore", 1: "erik"}, options=ALL15)
    reasons = [why_not(match, seat, "exploit") for seat in range(2)]
    assert ["(5X-22)", "(5X-23)"] == [reason[-7:] for reason in reasons]
    choose(match, "expand exterminate expand")
    assert "your card of this round is Exterminate (5X-16)" == why_not(match, 1, "exploit")
    answer(match, dict.fromkeys(match.to_act(), "bid 1"))


@pytest.mark.parametrize("previous, clause", [
    ({0: "explore"}, "explorers choose now (5X-16, 5X-22)"),
    ({0: "erik"}, "Erik's player chooses now, last of all (5X-16, 5X-23)"),
])  # fmt: skip
def test_who_has_chosen_is_told_who_chooses_now(previous: dict[int, object], clause: str):
    """5X-22, 5X-23: explorers, or Erik's player alone."""
    match = five_x([3] * 3, previous=previous, options=ALL15)
    match.play(1, "exploit")
    match.play(2, "exploit")
    assert why_not(match, 1, "expand").endswith(f"Exploit; {clause}")


def test_a_sealed_answer_is_the_reason():
    """5X-25: also against what could have been chosen."""
    match = five_x([3] * 3)
    match.play(0, "exploit")
    assert {"your answer is sealed (5X-25)"} == {
        why_not(match, 0, text) for text in ("exploit", "expand", "bid 2")
    }


def test_a_spectator_and_the_end_are_explained():
    match = five_x([3] * 3)
    assert "you are watching, not playing" == why_not(match, ANYBODY, "exploit")
    over = five_x([3] * 3, round=7, phase="over")
    assert "the match is over" == why_not(over, 0, "exploit")
    assert "not now: 'exploit'; the match is over" == refused(over, 0, "exploit")


# --- a move of another question


@pytest.mark.parametrize("text, reason", [
    ("bid 1", "bids are made when all cards of the round are open (5X-44)"),
    ("take exploit", "cards come back in step 5, when all cards of the round are open (5X-61)"),
    ("fetch qin", "Caesar fetches in step 5, when all cards of the round are open (5X-85)"),
    ("build C", "Wonders are built when all cards of the round are open (5X-27)"),
    ("pass gandhi", "leaders are passed once, before round 1 (5X-11)"),
    ("decline", "nothing is offered to you: declining is for Dido and Suleiman (5X-82, 5X-87)"),
    ("qin", "it is not in your hand (5X-26)"),
])  # fmt: skip
def test_a_move_of_another_question_is_explained(text: str, reason: str):
    """5X-16."""
    assert refused(five_x([3] * 3), 0, text).endswith(f"; {reason}")


@pytest.mark.parametrize("text", ["expand", "bid 1"])
def test_before_round_1_leaders_are_passed(text: str):
    """5X-11."""
    assert re.search(r"passed before|all cards", why_not(new_match(), 0, text))


@pytest.mark.parametrize("text, clause", [
    ("pass gandhi", "5X-113"), ("fetch gandhi", "5X-113"), ("build G", "5X-114"),
])  # fmt: skip
def test_a_table_without_leaders_says_so(text: str, clause: str):
    """5X-113, 5X-114."""
    match = five_x([3] * 3, options={"leaders": False})
    assert why_not(match, 0, text).startswith("this table plays without ")
    assert why_not(match, 0, text).endswith(f"({clause})")


def test_a_mistyped_move_is_met_with_the_nearest():
    assert "did you mean 'explore' or 'exploit'" in refused(five_x([3] * 3), 0, "explor")


# --- who may not act in a step, and why


@pytest.mark.parametrize("cards, held, seat, text, reason", [
    ("expand expand exploit", [0, 5, 5], 0, "bid 1",
     "you hold 0, and Expand bids at least 1 (5X-42)"),
    ("tokugawa expand exploit", [2, 5, 5], 0, "bid 2",
     "you hold 2, and Tokugawa Ieyasu bids at least 3 (5X-42)"),
    ("tokugawa expand exploit", [4, 5, 5], 0, "bid 2",
     "with Tokugawa Ieyasu you must bid at least 3 (5X-41)"),
    ("expand expand exploit", [4, 5, 5], 0, "bid 5", "you hold 4: bid 1 to 4 (5X-43)"),
    ("expand expand exploit", [4, 5, 5], 2, "bid 1",
     "you played Exploit; only Expand players bid (5X-41)"),
    ("dido expand exploit", [4, 5, 5], 0, "build C",
     "Dido cannot build: somebody played Expand (5X-82)"),
    ("dido expand exploit", [4, 5, 5], 0, "build D",
     "Dido builds the current Wonder and no other (5X-82)"),
    ("dido exploit exploit", [2, 5, 5], 0, "build D",
     "Dido builds the current Wonder and no other (5X-82)"),
    ("dido exploit exploit", [2, 5, 5], 1, "build C",
     "you played Exploit: Expand, Dido and Suleiman build (5X-46, 5X-82, 5X-87)"),
    ("dido suleiman exploit", [2, 5, 5], 1, "build A",
     "Suleiman builds in step 5 (5X-15, 5X-87)"),
    ("dido suleiman exploit", [2, 2, 5], 1, "build A",
     "Suleiman pays 3; you hold 2 (5X-87)"),
    ("expand expand caesar", [5, 5, 5], 2, "fetch qin", "Caesar fetches in step 5 (5X-15, 5X-85)"),
    ("expand expand caesar", [5, 5, 5], 0, "build C",
     "Expand builds by the highest unique bid (5X-46)"),
])  # fmt: skip
def test_who_may_not_act_hears_why(cards: str, held: Vector, seat: int, text: str, reason: str):
    """5X-41 to 43, 5X-82, 5X-87: in the auction and at Dido's question."""
    assert reason == why_not(asked_after(cards, held), seat, text)


@pytest.mark.parametrize("cards, held, seat, text, reason", [
    ("dido excavate exploit", [1, 5, 5], 0, "build C",
     "Dido cannot build: she pays 3, and you hold 2 (5X-82)"),
    ("suleiman excavate exploit", [5, 5, 5], 0, "build C",
     "the current Wonder is not removed yet (5X-87)"),
    ("suleiman excavate exploit", [5, 5, 5], 0, "build D",
     "its round has not come: Suleiman builds what was removed (5X-87)"),
    ("suleiman excavate exploit", [5, 5, 5], 0, "decline",
     "there is a card to bring back; Suleiman declines only without one (5X-62, 5X-87)"),
    ("excavate exploit exploit", [5, 5, 5], 0, "take expand", "it is not in your pile (5X-61)"),
    ("excavate exploit exploit", [5, 5, 5], 0, "fetch qin",
     "you played Excavate; only Caesar fetches leaders (5X-63)"),
    ("caesar qin exploit", [5, 5, 5], 0, "fetch qin",
     "it was played this round and is in no pile yet (5X-65, 5X-85)"),
    ("caesar qin exploit", [5, 5, 5], 0, "fetch gandhi", "it is in no pile (5X-85)"),
    ("excavate exploit exploit", [5, 5, 5], 1, "take explore",
     "you played Exploit; only Excavate brings a card back (5X-61)"),
])  # fmt: skip
def test_who_digs_and_who_does_not_hears_why(
    cards: str, held: Vector, seat: int, text: str, reason: str
):
    """5X-61 to 65, 5X-82, 5X-85, 5X-87."""
    match = asked_after(cards, held, pile={0: "explore", 1: "explore"})
    assert ("dig", reason) == (at(match).phase, why_not(match, seat, text))


def test_dido_who_has_declined_is_told_that_her_step_is_over():
    """5X-82."""
    match = asked_after("dido excavate exploit", [5] * 3, pile={1: "explore"})
    match.play(0, "decline")
    assert "Dido builds in step 4, and that is over (5X-82)" == why_not(match, 0, "build C")


def test_what_is_built_is_built():
    """5X-120."""
    match = asked_after("suleiman exploit exploit", [5] * 3, wonders={1: "A"})
    assert "it has been built" in why_not(match, 0, "build A")
