"""Why a move is not allowed: in a true sentence, with its clause, from what the seat knows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.games.civ_builder.cards import NAMES
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

OFFERING = "you may make an offer: 'offer B' or 'offer C' or 'offer any' or 'pass' (CB-24)"
EIGHT_POINTS = " or ".join([f"'point {name}'" for name in NAMES[:8]])
TOO_SMALL = "this meld needs 3 cards at least, and you have 1 (CB-36)"

REASONS: list[tuple[str, tuple[Row, ...], dict[str, Any], int, str, str]] = [
    # phase, rows, fields, seat, a move, why not
    ("sixth", ALL_SEATS, {}, 0, "pass", "you may draw more: 'draw' or 'skip' (CB-19)"),
    ("sixth", ALL_SEATS, {}, 0, "meld Cul", "you may draw more: 'draw' or 'skip' (CB-19)"),
    ("offer", ALL_SEATS, {}, 0, "accept", OFFERING),
    ("offer", ALL_SEATS, {}, 0, "give Cul", OFFERING),
    ("offer", ALL_SEATS, {}, 0, "offer A", "choose another player (CB-24)"),
    ("offer", ALL_SEATS, {}, 0, "offer D", "there are 3 seats, A to C (CB-01)"),
    ("offer", (row("Cul"), row(), row("Sci")), {}, 0, "offer B",
     "B has no cards to trade (CB-25)"),
    ("offer", (row("Cul"), row(), row("Sci")), {}, 0, "offer any",
     "there is only one to trade with: 'offer C' (CB-25)"),
    ("answer", ALL_SEATS, {"asked": 1, **TO_B}, 1, "meld Sci",
     "you are answering an offer: 'accept' or 'decline' or 'counter' (CB-24)"),
    ("answer", (row("3Cul"), row("Sci"), row()), {"asked": 1, **TO_B}, 1, "accept",
     "you do not hold all the cards that are wanted (CB-28)"),
    ("reply", (row("3Cul"), row("Sci"), row()), {"asked": 1, **TO_B}, 1, "accept",
     "you do not hold all the cards that are wanted (CB-28)"),
    ("reply", ALL_SEATS, {"asked": 1, **TO_B}, 1, "counter",
     "a counter-offer cannot be countered: 'accept' or 'decline' (CB-24)"),
    ("reply", ALL_SEATS, {"asked": 1, **TO_B}, 1, "pass",
     "you are answering a counter-offer: 'accept' or 'decline' (CB-24)"),
    ("market", ALL_SEATS, CLOCK, 0, "meld Cul",
     "the market is open: 'offer B' or 'offer C' or 'offer any' or 'pass' or 'ready' (CB-29)"),
    ("market", ALL_SEATS, CLOCK, 0, "offer A", "choose another player (CB-24)"),
    ("meld", ALL_SEATS, {}, 0, "use", "you are melding: 'meld Cul' or 'stop' (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "offer B", "you are melding: 'meld Cul' or 'stop' (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "natural 1", "you are melding: 'meld Cul' or 'stop' (CB-33)"),
    ("meld", ALL_SEATS, {}, 0, "meld Sci",
     "you have no Science card, and a meld needs one (CB-35)"),
    ("meld", (row("3Cul+Con+2Dis"), ahead()), {"melds": 2}, 0, "meld Con",
     f"{TOO_SMALL[:-8]}: Disasters are wild only with the privilege of Religion (CB-36, CB-40)"),
    ("meld", (row("3Cul+Con"), ahead()), {"melds": 2}, 0, "meld Con",
     TOO_SMALL),
    ("act", ALL_SEATS, {"melds": 1, "action": "Cul"}, 0, "stop",
     "the special action is open: 'use' or 'skip' (CB-46)"),
    ("act", ALL_SEATS, {"melds": 1, "action": "Cul"}, 0, "steal B",
     "the special action is open: 'use' or 'skip' (CB-46)"),
    ("act", ALL_SEATS, {"melds": 1, "action": "Rel"}, 0, "steal A",
     "choose another player (CB-50)"),
    ("exchange", ALL_SEATS, {"melds": 1, "target": 1}, 0, "skip",
     "you are exchanging cards with a hand that you see: 'take Sci' or 'done' (CB-54)"),
    ("exchange", ALL_SEATS, {"melds": 1, "target": 1}, 0, "take Con",
     "no Conquest is left there to take (CB-54)"),
    ("study", ALL_SEATS, {"melds": 1}, 0, "take Dis", "no Disaster is left there to take (CB-57)"),
    ("study", ALL_SEATS, {"melds": 1}, 0, "skip",
     "you are taking 2 of the cards you see: 'take Con' (CB-57)"),
    ("point", ALL_SEATS, {}, 0, "stop",
     f"you may add 1 point to an attribute: {EIGHT_POINTS} or 3 more (CB-69)"),
    ("dump", ALL_SEATS, {}, 0, "discard Cul",
     "you may discard your hand: 'dump' or 'keep' (CB-77)"),
    ("discard", (row("9Cul"), row()), {}, 0, "keep",
     "you are discarding down to your hand limit: 'discard Cul' (CB-80)"),
    ("discard", (row("9Cul"), row()), {}, 0, "discard Con",
     "you have no Conquest to discard (CB-80)"),
]  # fmt: skip


@pytest.mark.parametrize("name, rows, fields, seat, move, reason", REASONS)
def test_reasons(
    name: str, rows: tuple[Row, ...], fields: dict[str, Any], seat: int, move: str, reason: str
):
    """F.1: by phase, in words and with the clause."""
    match = table(*rows, phase=name, **fields)
    assert reason == refusal(match, seat, move)


def test_reasons_count_as_the_table_does():
    """CB-57, CB-69, science_takes and science_privilege."""
    match = table(*ALL_SEATS, phase="study", melds=1, options={"science_takes": 3})
    assert "you are taking 3 of the cards you see: 'take Con' (CB-57)" == refusal(match, 0, "skip")
    match = table(*ALL_SEATS, phase="point", options={"science_privilege": 2})
    assert "you may add 2 points to an attribute: " in refusal(match, 0, "stop")


def test_reasons_within_an_answer():
    """F.1: what else is expected."""
    match = table(row("3Cul+Lea"), ahead("3Sci"), melds=1)
    match.play(0, "meld Cul")
    assert refusal(match, 0, "natural 0") == "a meld needs a natural Culture card (CB-35)"
    assert refusal(match, 0, "natural 4") == "you have 3 Culture (CB-34)"
    assert refusal(match, 0, "natural 9") == "you have 3 Culture (CB-34)"
    assert refusal(match, 0, "stop") == (
        "expected 'natural 1' or 'natural 2' or 'natural 3' (CB-36)"
    )
    assert refusal(match, 0, "leader 1") == refusal(match, 0, "stop")
    large = table(row("3Cul+Dis"), row("3Sci"), melds=2, options={"wild_limit": "one_each"})
    large.play(0, "meld Cul")
    assert refusal(large, 0, "natural 1") == (
        "then the meld would be too small: it needs 3 cards (CB-36)"
    )
    offer = table(*SEEING_NOBODY, phase="offer")
    offer.play(0, "offer B")
    assert "you have no Conquest to give (CB-25)" == refusal(offer, 0, "give Con")
    assert "expected 'give Cul' or 'give Lea' (CB-25)" == refusal(offer, 0, "want Sci")
    assert refusal(offer, 0, "done").startswith("expected 'give Cul' or 'give Lea'")
    conquest = table(row("Cul"), row(Con=2, Gov=2), phase="act", action="Con", melds=1)
    conquest.play(0, "steal B")
    assert "there is no point of Science to take (CB-52)" == refusal(conquest, 0, "point Sci")
    assert "expected 'point Con' or 'point Gov' (CB-51)" == refusal(conquest, 0, "skip")


def test_reasons_of_the_table():
    """CB-36, CB-38: switches are named as such."""
    match = table(row("Cul+4Con"), ahead("9Gov"), options={"repeat_attribute": False})
    say(match, "meld Cul", "skip")
    assert (
        refusal(match, 0, "meld Cul") == "at this table Culture may be melded once a turn (CB-38)"
    )


@pytest.mark.parametrize("text", ["offer C", "offer any"])
def test_a_fourth_offer_in_the_market(text: str):
    """CB-29: is refused because three stand, and for no other reason."""
    offers = [[deal_of(0, 1, "Cul", "Sci")] * 3, [], []]
    match = table(*ALL_SEATS, phase="market", trade={"offers": offers}, **CLOCK)
    assert (
        "3 of your offers already stand: 'withdraw 1' or 'withdraw 2' or 'withdraw 3' first (CB-29)"
    ) == refusal(match, 0, text)


def test_an_offer_to_who_is_ready():
    """CB-29: nothing is wrong with the hands."""
    match = table(*ALL_SEATS, phase="market", trade={"ready": [False, True, False]}, **CLOCK)
    assert "B is done with trade in this phase (CB-29)" == refusal(match, 0, "offer B")
    assert "there is only one to trade with: 'offer C' (CB-25)" == refusal(match, 0, "offer any")


EVERYBODY = (0, 1, 2, SPECTATOR)
TABLES: list[dict[str, Any]] = [
    {}, {"trade_mode": "clock"}, {"trade_gifts": True, "natural_required": False},
    {"trade_equal": True, "wild_limit": "one_each", "repeat_attribute": False},
]  # fmt: skip


@pytest.mark.parametrize("options", TABLES)
def test_every_refusal_has_a_reason_that_recommends_no_other(options: dict[str, Any]):
    """F.1: for every move of everybody, asked or not: a sentence with its clause, in which every
    move that stands in quotes can be made.
    """
    for number, match in enumerate(random_match(8, 3, **options)):
        if number % 23 and match.to_act():
            continue
        for seat in EVERYBODY:
            seen, game = at(match, seat), game_of(match)
            if seen.phase == "over":
                continue
            legal_now = [move.text for move in seen.legal] if seat in match.to_act() else []
            for move in game.moves.all:
                if move.text not in legal_now:
                    check_reason(game.why_not(seen, move), legal_now)


def check_reason(reason: str, legal_now: list[str]) -> None:
    """It ends with clauses of the ledger, and recommends what can be done."""
    cited = re.search(r"\((?:CB-\d\d, )?CB-(\d\d)\)", reason)
    assert cited, reason
    assert 1 <= int(cited[1]) <= 87, reason
    assert set(re.findall(r"'([^']*)'", reason)) <= set(legal_now), reason


RECOMMENDED: list[tuple[str, tuple[Row, ...], dict[str, Any], int, str, str]] = [
    # what a reason once said although it was refused
    ("answer", ALL_SEATS, {"trade": {"deal": deal_of(0, "any", "Cul", "Sci")}}, 1,
     "counter",
     "an offer to all cannot be countered: 'accept' or 'decline' (CB-24)"),
    ("act", ALL_SEATS, {"melds": 1, "action": "Con"}, 0, "use",
     "the special action is open: 'steal B' or 'steal C' or 'skip' (CB-46)"),
    ("market", ALL_SEATS, CLOCK, 0, "withdraw 1", "you have no standing offer 1 (CB-29)"),
    ("market", ALL_SEATS, CLOCK, 0, "accept B1", "B has no standing offer 1 (CB-29)"),
]  # fmt: skip


@pytest.mark.parametrize("name, rows, fields, seat, move, reason", RECOMMENDED)
def test_no_reason_recommends_what_it_refuses(
    name: str, rows: tuple[Row, ...], fields: dict[str, Any], seat: int, move: str, reason: str
):
    """F.1."""
    assert reason == refusal(table(*rows, phase=name, **fields), seat, move)


def test_offers_of_the_market_that_cannot_be_taken():
    """CB-24, CB-28: one's own, one for somebody else, one that asks for other cards."""
    offers = [[deal_of(0, 1, "Cul", "Sci"), deal_of(0, "any", "Cul", "2Gov")], [], []]
    match = table(*ALL_SEATS, phase="market", trade={"offers": offers}, **CLOCK)
    assert "it is your own offer (CB-24)" == refusal(match, 0, "accept A1")
    assert "offer 1 of A is for somebody else (CB-24)" == refusal(match, 2, "accept A1")
    assert "you do not hold all the cards that are wanted (CB-28)" == refusal(match, 1, "accept A2")
    assert "accept A2" in legal(match, 2)


def test_reasons_never_depend_on_hidden_cards():
    """BI-13: whatever the others may hold, the reasons are the same."""
    rng = Rng(2)
    for number, match in enumerate(random_match(9, 3)):
        if number % 25 or not match.to_act():
            continue
        seat = match.to_act()[0]
        seen, game = match.observe(seat), match.game
        again = redealt(match, seat, rng).observe(seat)
        for move in game.moves.all[::7]:
            if move not in seen.legal:
                assert game.why_not(seen, move) == game.why_not(again, move)


def test_who_is_not_asked_is_told_so():
    """F.1."""
    match = table(*ALL_SEATS)
    move = match.game.moves.parse("stop")
    assert "you are not to act now: A is to act (CB-32)" == match.game.why_not(
        match.observe(1), move
    )
    over = table(row(), row(), phase="over", round=12)
    assert "the match is over" == over.game.why_not(over.observe(0), move)
    assert [] == match.game.expected(match.observe(1))


def meld_reason_is_true(match: Match, text: str) -> None:
    """A meld that is refused for its size is too small indeed."""
    reason = refusal(match, match.to_act()[0], text)
    numbers = re.search(r"needs (\d+) cards? at least, and you have (\d+)", reason)
    if numbers:
        assert int(numbers[1]) == at(match).melds + 1 > int(numbers[2])
    else:
        assert "CB-35" in reason


def test_reasons_of_melds_are_true():
    """CB-35, CB-36: on random matches."""
    for match in random_match(10, 3):
        if phase(match) == "meld" and not at(match, match.to_act()[0]).answer:
            for name in ("Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"):
                if f"meld {name}" not in legal(match):
                    meld_reason_is_true(match, f"meld {name}")
