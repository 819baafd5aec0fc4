"""What a person may look for, and why it is not legal: from what the seat sees alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.core.moves import Move
from microciv.games.five_ages.cards import CARD, names_of
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.views.histories import below, pick
from tests.games.five_ages.table import (
    five_ages,
    lay,
    phase,
    random_match,
    refusal,
    steps,
    truth,
)


def looked_for(match: Match, seat: int) -> list[str]:
    """The moves that a person at this seat may look for."""
    return [move.text for move in match.game.expected(match.observe(seat))]


def why_not(match: Match, seat: int, text: str) -> str:
    """Why the seat may not do that."""
    return match.game.why_not(match.observe(seat), match.game.moves.parse(text))


def test_in_a_row_every_card_and_every_attack():
    """5A-10, 5A-48."""
    match = five_ages(3, hand={0: "2C Jk Jk"}, options={"jokers": 2})
    sides = ("", " attack W", " attack E", " attack both")
    assert [f"keep {card}{side}" for card in ("2C", "Jk") for side in sides] == looked_for(match, 0)


def test_in_a_trade_every_swap_of_open_cards():
    """5A-15: and the deals of both, open or not."""
    match = five_ages(
        4, phase="trade", row={0: "7S Jk", 1: "TD -", 2: "8H 9H", 3: "Jk 3C"},
        options={"jokers": 2, "war_timing": "after_swaps"}, fields={"tick": 2},
    )  # fmt: skip
    assert [
        "withdraw", "offer 7S for W:TD", "offer both for W", "offer 7S for E:3C",
        "offer both for E",
    ] == looked_for(match, 0)  # fmt: skip


def test_in_building_every_card_for_every_place():
    """5A-25, 5A-26."""
    match = five_ages(3, phase="build", round=3, hand={0: "AS 7S QH"})
    builds = [f"build {card}" for card in ("7S", "QH", "AS")]
    places = [f"replace {slot}:{card}" for slot in (1, 2) for card in ("7S", "QH", "AS")]
    assert builds + places == looked_for(match, 0)


def test_who_is_not_asked_looks_for_nothing():
    """5A-43: nor does a spectator."""
    over = five_ages(3, round=5, phase="over")
    assert [] == looked_for(over, 0) == looked_for(five_ages(3), SPECTATOR)
    assert "the match is over" == why_not(over, 0, "build AS")
    assert "you are watching; only players answer (5A-08)" == why_not(
        five_ages(3), SPECTATOR, "pass"
    )


@pytest.mark.parametrize("parts, why", [
    ({"done": {0: True}}, "you have left the trade of this round (5A-24)"),
    ({"row": {0: "- -", 2: "TD 4S"}, "fields": {"tick": 2}},
     "you have no open card to offer (5A-15)"),
    ({"done": {1: True, 4: True}}, "no neighbour is left to trade with (5A-15)"),
])  # fmt: skip
def test_who_is_not_asked_in_trade_hears_why(parts: dict[str, Any], why: str):
    """F.1, F.3: whatever it wanted to do."""
    match = five_ages(5, phase="trade", **parts)
    assert [1, 2, 3, 4] == match.to_act() or [2, 3] == match.to_act()
    for text in ("pass", "withdraw", "build AS", "offer both for W"):
        assert f"the others trade on; {why}" == why_not(match, 0, text) == refusal(match, 0, text)


@pytest.mark.parametrize("phase_asked, answer", [
    ("row", "keep 2C"), ("trade", "pass"), ("trade", "offer 2C for W:3C, pass"),
    ("trade", "done"), ("build", "build 2C, done"), ("build", "build 2C, replace 1:2D"),
])  # fmt: skip
def test_who_has_answered_hears_that_it_is_sealed(phase_asked: str, answer: str):
    """5A-08."""
    cards: dict[str, Any] = {"hand": {0: "2C 2D 2H"}, "civ": {0: "AS"}, "round": 2}
    if phase_asked == "trade":
        cards |= {"hand": {0: "2H"}, "row": {0: "2C 2D", 1: "3C 3D"}}
    match = five_ages(3, phase=phase_asked, **cards)
    for step in steps(answer):
        assert "your answer is sealed (5A-08)" != why_not(match, 0, "replace 4:AD")
        match.play(0, step)
    assert "your answer is sealed (5A-08)" == why_not(match, 0, "replace 4:AD")


def test_no_reason_is_left_out_and_none_names_what_cannot_be_done():
    """Every move of the game, of every seat and a spectator: a clause, and words that are moves
    only where those are legal.
    """
    words = re.compile(r"\b(pass|done|withdraw)\b")
    for seed, options in enumerate(WARS):
        for number, match in enumerate(random_match(seed, 3 + seed, **options)):
            seats = [*range(match.game.seats), SPECTATOR]
            for seat in seats if number % 4 == 0 or not match.to_act() else []:
                seen = match.observe(seat)
                reasons = {match.game.why_not(seen, move) for move in refused(match, seat)}
                for why in reasons:
                    assert why == "the match is over" or re.search(r" \(5A-\d\d\)$", why), why
                    assert set(words.findall(why)) <= {move.text for move in seen.legal}, why


WARS: list[dict[str, Any]] = [
    {"jokers": 4, "joker_in_civ": "forbidden", "trade_ticks": 2},
    {"jokers": 4, "war_timing": "after_swaps"},
]  # fmt: skip


def refused(match: Match, seat: int) -> list[Move]:
    """What the seat may not do: all moves but offers, and one in 41 of those."""
    seen = match.observe(seat)
    moves = match.game.moves.all
    some = [move for move in moves if not isinstance(move, Offer) or move.index % 41 == 0]
    legal_now = set(seen.legal)
    return [move for move in [*some, *match.game.expected(seen)] if move not in legal_now]


@pytest.mark.parametrize("seats, options", [
    (3, {}), (4, {"jokers": 4}), (3, {"jokers": 4, "joker_in_civ": "forbidden"}),
    (5, {"jokers": 4, "war_timing": "after_swaps", "trade_ticks": 6}),
])  # fmt: skip
def test_everything_that_is_looked_for_is_legal_or_refused_with_its_reason(
    seats: int, options: dict[str, Any]
):
    """5A-10, 5A-15, 5A-25, 5A-26: and the reason is the same in every world that looks the same."""
    rng, reasons = Rng(2), set()
    for match in random_match(7, seats, **options):
        for seat in match.to_act():
            seen = match.observe(seat)
            legal_now = set(seen.legal)
            dealt = match.game.redeal(seen, rng).observe(seat)
            for move in match.game.expected(seen):
                if move not in legal_now:
                    why = match.game.why_not(seen, move)
                    assert why == match.game.why_not(dealt, move)
                    assert not why.startswith("not among")
                    reasons.add(why)
            if phase(match) == "row":
                kept = {move.text for move in legal_now} - set(looked_for(match, seat))
                assert set() == kept
    assert len(reasons) > 8


def test_the_place_of_a_card_is_known_to_its_owner_and_of_open_cards_to_all():
    """5A-36, 5A-37, 5A-39, 5A-43."""
    match = five_ages(
        3, phase="trade", row={0: "7S QH"}, hand={0: "AS"}, civ={0: ""}, deck="KD"
    )  # fmt: skip
    state = truth(match)
    asked = [(seat, name) for seat in (0, 1, SPECTATOR) for name in ("AS", "7S", "KD")]
    found = [state.knows(seat, CARD[name]) for seat, name in asked]
    assert [True, True, False, False, True, False, False, True, False] == found
    places = [state.zone_of(CARD[name]) for name in ("AS", "7S", "KD")]
    assert [0, 0, 3] == places


@pytest.mark.parametrize("tie_break, known", [("shared", False), ("hand_cards", True)])
def test_at_the_end_civilizations_are_known_and_hands_only_if_they_count(
    tie_break: str, known: bool
):
    """5A-43, 5A-45."""
    match = five_ages(
        3, round=5, phase="over", civ={0: "AS KS QS JS TS"}, hand={0: "2S 3S"},
        options={"tie_break": tie_break},
    )  # fmt: skip
    state = truth(match)
    assert state.knows(1, CARD["AS"])
    assert known == state.knows(1, CARD["2S"])
    dealt = match.game.redeal(match.observe(1), Rng(4))
    assert match.observe(1) == dealt.observe(1)


def test_discarded_jokers_are_known_to_be_gone():
    """5A-61: they lie face-up."""
    match = five_ages(4, options={"jokers": 2}, fields={"fired": 0}, hand={0: "Jk 2C 3C"})
    lay(match, "attack W")
    state = truth(match)
    assert ("Jk",) == names_of(state.discard)
    assert (5, True) == (state.zone_of(52), state.knows(2, 52))


def test_large_weights_are_drawn_as_small_ones_are():
    """5A-39: there may be more histories than the generator has numbers."""
    rng = Rng(5)
    for bound in (3, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**40, 2**90):
        drawn = [below(rng, bound) for _ in range(300)]
        assert all(0 <= number < bound for number in drawn)
        assert max(drawn) > bound // 2
        assert min(drawn) <= bound // 2
    heavy = [pick([2**70, 0, 2**70], rng) for _ in range(200)]
    assert {0, 2} == set(heavy)
    assert 60 < heavy.count(2) < 140
