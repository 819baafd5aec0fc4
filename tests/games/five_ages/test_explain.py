"""What a person may look for, and why it is not legal: from what the seat sees alone."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.games.five_ages.cards import CARD, names_of
from microciv.games.five_ages.histories import below, pick
from tests.games.five_ages.table import (
    five_ages,
    lay,
    phase,
    random_match,
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
        options={"jokers": 2, "war_timing": "after_swaps"},
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
    match = five_ages(4, phase="trade", row={0: "- -", 1: "TD 4S"})
    assert "nothing is asked of you now" == why_not(match, 0, "pass")
    assert "nothing is asked of you now" == why_not(match, SPECTATOR, "pass")


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
        for seat in match.owing():
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
    places = [state.place_of(CARD[name]) for name in ("AS", "7S", "KD")]
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
    assert (5, True) == (state.place_of(52), state.knows(2, 52))


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
