"""Why a move is not allowed: in a true sentence, with its clause, from what the seat knows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from microciv import Match, Rng
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    deal_of,
    game_of,
    legal,
    phase,
    random_match,
    redealt,
    refusal,
    row,
    say,
    table,
)

ALL_SEATS = row("3Cul+Lea"), row("3Sci"), row("2Gov")
SEEING_NOBODY = row("3Cul+Lea"), row("3Sci"), ahead("2Gov")
TO_B = {"trade": {"deal": deal_of(0, 1, "Cul", "2Sci")}}
CLOCK: dict[str, Any] = {"options": {"trade_mode": "clock"}}

TOO_SMALL = "this meld needs 3 cards at least, and you have 1 (CB-36)"

REASONS: list[tuple[str, tuple[Row, ...], dict[str, Any], int, str, str]] = [
    # phase, rows, fields, seat, a move, why not
    ("sixth", ALL_SEATS, {}, 0, "pass", "you may draw a sixth card, or skip it (CB-19)"),
    ("sixth", ALL_SEATS, {}, 0, "meld Cul", "you may draw a sixth card, or skip it (CB-19)"),
    ("offer", ALL_SEATS, {}, 0, "accept", "you may make an offer, or pass (CB-24)"),
    ("offer", ALL_SEATS, {}, 0, "give Cul", "you may make an offer, or pass (CB-24)"),
    ("offer", ALL_SEATS, {}, 0, "offer A", "choose another player (CB-50)"),
    ("offer", ALL_SEATS, {}, 0, "offer D", "there are 3 seats"),
    ("offer", (row("Cul"), row(), row("Sci")), {}, 0, "offer B",
     "there is nothing to trade between you: one hand is empty (CB-25)"),
    ("offer", (row("Cul"), row(), row("Sci")), {}, 0, "offer any",
     "there is only one to trade with: name the seat"),
    ("answer", ALL_SEATS, {"asked": 1, **TO_B}, 1, "meld Sci",
     "you are answering an offer: accept, decline or counter (CB-24)"),
    ("answer", (row("3Cul"), row("Sci"), row()), {"asked": 1, **TO_B}, 1, "accept",
     "you do not hold all the cards that are wanted (CB-28)"),
    ("reply", (row("3Cul"), row("Sci"), row()), {"asked": 1, **TO_B}, 1, "accept",
     "you do not hold all the cards that are wanted (CB-28)"),
    ("reply", ALL_SEATS, {"asked": 1, **TO_B}, 1, "counter",
     "a counter-offer is accepted or declined"),
    ("reply", ALL_SEATS, {"asked": 1, **TO_B}, 1, "pass",
     "you are answering a counter-offer: accept or decline (CB-24)"),
    ("market", ALL_SEATS, CLOCK, 0, "meld Cul",
     "the market is open: offer, accept, withdraw, pass, or say ready (CB-29)"),
    ("market", ALL_SEATS, CLOCK, 0, "offer A", "choose another player (CB-50)"),
    ("meld", ALL_SEATS, {}, 0, "use", "you are melding: name an attribute, or stop (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "offer B", "you are melding: name an attribute, or stop (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "natural 1", "you are melding: name an attribute, or stop (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "meld Sci", "you have no Sci card, and a meld needs one (CB-35)"),
    ("meld", (row("3Cul+Con+2Dis"), ahead()), {"melds": 2}, 0, "meld Con",
     f"{TOO_SMALL}; Disasters are wild for the top in Religion only (CB-40)"),
    ("meld", (row("3Cul+Con"), ahead()), {"melds": 2}, 0, "meld Con",
     TOO_SMALL),
    ("act", ALL_SEATS, {"melds": 1, "action": "Cul"}, 0, "stop",
     "you may use the special action, or skip it (CB-46)"),
    ("act", ALL_SEATS, {"melds": 1, "action": "Cul"}, 0, "steal B",
     "you may use the special action, or skip it (CB-46)"),
    ("act", ALL_SEATS, {"melds": 1, "action": "Rel"}, 0, "steal A",
     "choose another player (CB-50)"),
    ("exchange", ALL_SEATS, {"melds": 1, "target": 1}, 0, "skip",
     "you are exchanging cards with a hand that you see (CB-54)"),
    ("exchange", ALL_SEATS, {"melds": 1, "target": 1}, 0, "take Con",
     "no Con is there to take"),
    ("study", ALL_SEATS, {"melds": 1}, 0, "take Dis", "no Dis is there to take"),
    ("study", ALL_SEATS, {"melds": 1}, 0, "skip",
     "you are taking two of the cards you see (CB-57)"),
    ("point", ALL_SEATS, {}, 0, "stop", "you may add a point to an attribute, or skip it (CB-69)"),
    ("dump", ALL_SEATS, {}, 0, "discard Cul", "you may dump your hand, or keep it (CB-77)"),
    ("discard", (row("9Cul"), row()), {}, 0, "keep",
     "you are discarding down to your hand limit (CB-80)"),
    ("discard", (row("9Cul"), row()), {}, 0, "discard Con", "you have no Con left to discard"),
    ("meld", ALL_SEATS, {}, 1, "stop", "seat 1 owes no answer"),
]  # fmt: skip


@pytest.mark.parametrize("name, rows, fields, seat, move, reason", REASONS)
def test_reasons(
    name: str, rows: tuple[Row, ...], fields: dict[str, Any], seat: int, move: str, reason: str
):
    """F.1: by phase, in words and with the clause."""
    match = table(*rows, phase=name, **fields)
    assert reason == refusal(match, seat, move)


def test_reasons_within_an_answer():
    """F.1: what else is expected."""
    match = table(row("3Cul+Lea"), ahead("3Sci"), melds=1)
    match.play(0, "meld Cul")
    assert refusal(match, 0, "natural 0") == (
        "expected 'natural 1' or 'natural 2' or 'natural 3': a meld needs 2 cards at least (CB-36)"
    )
    assert refusal(match, 0, "stop") == "expected 'natural 1' or 'natural 2' or 'natural 3'"
    offer = table(*SEEING_NOBODY, phase="offer")
    offer.play(0, "offer B")
    assert "you have no Con left to give" == refusal(offer, 0, "give Con")
    assert "expected 'give Cul' or 'give Lea'" == refusal(offer, 0, "want Sci")
    assert refusal(offer, 0, "done").startswith("name a card first: 'give Cul' or 'give Lea'")
    conquest = table(row("Cul"), row(Con=2, Gov=2), phase="act", action="Con", melds=1)
    conquest.play(0, "steal B")
    assert "there is no point of Sci to take (CB-52)" == refusal(conquest, 0, "point Sci")
    assert "expected 'point Con' or 'point Gov'" == refusal(conquest, 0, "skip")


def test_reasons_of_the_table():
    """CB-36, CB-38: switches are named as such."""
    match = table(row("Cul+4Con"), ahead("9Gov"), options={"repeat_attribute": False})
    say(match, "meld Cul", "skip")
    assert refusal(match, 0, "meld Cul") == "at this table Cul may be melded once a turn (CB-38)"


@pytest.mark.parametrize("text", ["offer C", "offer any"])
def test_a_fourth_offer_in_the_market(text: str):
    """CB-29: is refused because three stand, and for no other reason."""
    offers = [[deal_of(0, 1, "Cul", "Sci")] * 3, [], []]
    match = table(*ALL_SEATS, phase="market", trade={"offers": offers}, **CLOCK)
    assert "3 of your offers stand already; withdraw one (CB-29)" == refusal(match, 0, text)


def test_an_offer_to_who_is_ready():
    """CB-29: nothing is wrong with the hands."""
    match = table(*ALL_SEATS, phase="market", trade={"ready": [False, True, False]}, **CLOCK)
    assert "they are done with trade in this phase (CB-29)" == refusal(match, 0, "offer B")
    assert "there is only one to trade with: name the seat" == refusal(match, 0, "offer any")


def test_expected_moves_have_reasons():
    """F.1: every move that a person may look for and cannot make has a sentence of its own."""
    for number, match in enumerate(random_match(8, 3)):
        if number % 5 or not match.owing():
            continue
        seat = match.owing()[0]
        seen, game = at(match, seat), game_of(match)
        for move in game.expected(seen):
            if move not in seen.legal:
                reason = game.why_not(seen, move)
                assert reason
                cited = re.findall(r"CB-(\d\d)", reason)
                assert all(1 <= int(clause) <= 87 for clause in cited)


def test_reasons_never_depend_on_hidden_cards():
    """BI-13: whatever the others may hold, the reasons are the same."""
    rng = Rng(2)
    for number, match in enumerate(random_match(9, 3)):
        if number % 25 or not match.owing():
            continue
        seat = match.owing()[0]
        seen, game = match.observe(seat), match.game
        again = redealt(match, seat, rng).observe(seat)
        for move in game.moves.all[::7]:
            if move not in seen.legal:
                assert game.why_not(seen, move) == game.why_not(again, move)


def test_who_is_not_asked_is_told_so():
    """F.1."""
    match = table(*ALL_SEATS)
    move = match.game.moves.parse("stop")
    assert "nothing is asked of you now" == match.game.why_not(match.observe(1), move)
    over = table(row(), row(), phase="over", round=12)
    assert "the match is over" == over.game.why_not(over.observe(0), move)
    assert [] == match.game.expected(match.observe(1))


def meld_reason_is_true(match: Match, text: str) -> None:
    """A meld that is refused for its size is too small indeed."""
    reason = refusal(match, match.owing()[0], text)
    numbers = re.search(r"needs (\d+) cards at least, and you have (\d+)", reason)
    if numbers:
        assert int(numbers[1]) == at(match).melds + 1 > int(numbers[2])
    else:
        assert "CB-35" in reason


def test_reasons_of_melds_are_true():
    """CB-35, CB-36: on random matches."""
    for match in random_match(10, 3):
        if phase(match) == "meld" and not at(match, match.owing()[0]).answer:
            for name in ("Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"):
                if f"meld {name}" not in legal(match):
                    meld_reason_is_true(match, f"meld {name}")
