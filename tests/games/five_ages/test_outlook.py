"""What is worked out for people: what a civilization makes, what it can become, why a hand wins."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    random_match,
)


def notes(match: Match, seat: int) -> dict[str, Any]:
    """What the seat is told."""
    return match.game.notes(match.observe(seat))


def aims(match: Match) -> list[tuple[str, str, str, str, int, int]]:
    """Of seat 0: hand, of what, built, in hand, how many of it serve, how many are missing."""
    return [
        (
            aim["hand"], aim["of"], " ".join(aim["built"]), " ".join(aim["in_hand"]),
            aim["have"], aim["missing"],
        )
        for aim in notes(match, 0)["aims"]
    ]  # fmt: skip


def building(hand: str, civ: str, **parts: Any) -> Match:
    """Before seat 0 builds."""
    return five_ages(
        3, phase="build", round=1 + len(civ.split()), hand={0: hand}, civ={0: civ}, **parts
    )


@pytest.mark.parametrize("civ, made", [
    ("AS", {"hand": "high_card", "ranks": ["A"]}),
    ("KS KD", {"hand": "pair", "ranks": ["K"]}),
    ("KS KD 3C", {"hand": "pair", "ranks": ["K", "3"]}),
    ("KS KD 3C 3D", {"hand": "two_pair", "ranks": ["K", "3"]}),
    ("KS KD KH 3C", {"hand": "three_of_a_kind", "ranks": ["K", "3"]}),
    ("KS KD KH KC", {"hand": "four_of_a_kind", "ranks": ["K"]}),
    ("9S TS JS QS", {"hand": "high_card", "ranks": ["Q", "J", "T", "9"]}),
])  # fmt: skip
def test_what_a_civilization_makes_so_far(civ: str, made: dict[str, object]):
    """5A-37, 5A-44: the hand and the ranks that decide in it, the weightiest first."""
    assert made == notes(building("2H 4H 6D", civ), 0)["made"]


def test_nothing_is_made_of_nothing():
    """5A-37: in round 1, and of blanks."""
    assert {} == notes(building("2H 4H 6D", ""), 0)["made"]
    match = building("2H 4H 6D", "Jk", options={"jokers": 2})
    assert {"hand": "high_card", "ranks": []} == notes(match, 0)["made"]


AIMS = {
    "four to a flush, and the fifth in hand": (
        "2S 4H 6D", "9S TS KS AS", [("flush", "S", "9S TS KS AS", "2S", 5, 0)]
    ),
    "a flush and a straight": (
        "2S 7H 6S", "9S TS",
        [("flush", "S", "9S TS", "2S 6S", 4, 1), ("straight", "J", "9S TS", "7H", 3, 2),
         ("straight", "T", "9S TS", "6S 7H", 4, 1)],
    ),
    "three of a kind to four": (
        "KC 2D 3H", "KS KD", [("four_of_a_kind", "K", "KD KS", "KC", 3, 1)]
    ),
    "a wheel": ("4H 5D 9C", "AS 2C 3D", [("straight", "5", "2C 3D AS", "4H 5D", 5, 0)]),
}  # fmt: skip


@pytest.mark.parametrize("hand, civ, expected", AIMS.values(), ids=list(AIMS))
def test_hands_worth_hoping_for(hand: str, civ: str, expected: list[Any]):
    """5A-37: which cards serve and how many are missing; the nearest first."""
    found = aims(building(hand, civ))
    assert set(expected) <= set(found)
    assert sorted(aim[5] for aim in found) == [aim[5] for aim in found]
    assert len(found) <= 3


@pytest.mark.parametrize("civ", ["KD KH KS", "KC KD KH KS"])
def test_what_is_built_already_is_no_aim(civ: str):
    """5A-37: three kings are made, four may come; four are made."""
    found = [aim for aim in aims(building("2H 4H 6D", civ)) if aim[1] == "K"]
    expected = [("four_of_a_kind", "K", "KD KH KS", "", 3, 1)] if civ == "KD KH KS" else []
    assert expected == found


@pytest.mark.parametrize("low, aimed", [(True, True), (False, False)])
def test_a_wheel_is_an_aim_where_aces_may_be_low(low: bool, aimed: bool):
    """5A-44, ace_low."""
    found = aims(building("4H 5D 9C", "AS 2C 3D", options={"ace_low": low}))
    assert aimed == (("straight", "5") in {aim[:2] for aim in found})


def test_no_aim_needs_more_cards_than_can_still_be_built():
    """5A-34: five cards in all."""
    for match in random_match(3, 3, jokers=2):
        if not match.to_act():
            break
        for seat in range(3):
            seen = at(match, seat)
            for aim in notes(match, seat)["aims"]:
                spare = 6 - seen.round if aim["hand"].endswith(("kind", "house")) else 0
                assert aim["wanted"] - len(aim["built"]) <= 5 - len(seen.civ) + spare
                assert aim["missing"] == aim["wanted"] - aim["have"] >= 0


def test_no_straight_or_flush_grows_around_a_blank():
    """5A-73."""
    found = aims(building("2S 3S 4S", "Jk 5S", options={"jokers": 2}))
    assert {"flush", "straight"}.isdisjoint({aim[0] for aim in found})


def test_cards_in_the_own_row_serve_too():
    """5A-10: they may come back."""
    match = five_ages(
        3, phase="trade", round=4, hand={0: "2H"}, row={0: "2S 7D"}, civ={0: "9S TS KS"}
    )
    assert ("flush", "S", "9S TS KS", "2S", 4, 1) in aims(match)


def test_others_and_spectators_have_no_outlook():
    """5A-37: it is of one's own civilization alone."""
    assert {"rounds": 5, "exchanges": True} == notes(building("2S 4H 6D", "9S TS KS AS"), SPECTATOR)


def test_a_table_may_do_without():
    """5A-37, show_outlook: but not without the final hands."""
    match = building("2S 4H 6D", "9S TS KS AS", options={"show_outlook": False})
    assert {"rounds": 5, "exchanges": True} == notes(match, 0)
    build(match)
    assert {"rounds", "hands", "beats"} == set(notes(match, 0))


def test_notes_follow_from_what_the_seat_sees():
    """5A-37: the same in every world that looks the same."""
    rng = Rng(4)
    for number, match in enumerate(random_match(4, 3, jokers=3)):
        seat = number % 3
        seen = match.observe(seat)
        dealt = match.game.redeal(seen, rng)
        assert notes(match, seat) == match.game.notes(dealt.observe(seat))


# --- at the end

END = {
    0: "AS KS QS JS 9S", 1: "AH KH QH JH 9H", 2: "AC KC QC JC 8C", 3: "2C 2D 4C 5C 6C",
}  # fmt: skip


def ended(**parts: Any) -> Match:
    """Four hands: two equal flushes, a lower one, a pair."""
    return five_ages(4, round=5, phase="over", civ=END, **parts)


def test_final_hands_are_described_to_all():
    """5A-43, 5A-44."""
    for seat in (0, 3, SPECTATOR):
        hands = notes(ended(), seat)["hands"]
        assert {"hand": "flush", "ranks": ["A", "K", "Q", "J", "9"]} == hands[0] == hands[1]
        assert {"hand": "pair", "ranks": ["2", "6", "5", "4"]} == hands[3]


def test_what_decides_between_neighbours_of_the_ranking():
    """5A-44, 5A-45, 5A-46: nothing, a rank, the hand."""
    found = [(b["seat"], b["other"], b["by"], b["ranks"]) for b in notes(ended(), 0)["beats"]]
    assert [(0, 1, "nothing", []), (1, 2, "rank", ["9", "8"]), (2, 3, "hand", [])] == found


def test_a_rank_beats_a_blank():
    """5A-72: which has none."""
    match = five_ages(
        3, round=5, phase="over", options={"jokers": 2},
        civ={0: "AS AH KD QD Jk", 1: "AD AC KS QS 2C", 2: "KC QC JC TC 8D"},
    )  # fmt: skip
    first = notes(match, 0)["beats"][0]
    assert (1, 0, "rank", ["2", ""]) == (
        first["seat"], first["other"], first["by"], first["ranks"]
    )  # fmt: skip


def test_cards_left_in_hand_may_decide():
    """5A-45, tie_break hand_cards."""
    match = ended(hand={0: "2H 3H", 1: "2S 3D"}, options={"tie_break": "hand_cards"})
    assert "nothing" == notes(match, 0)["beats"][0]["by"]
    match = ended(hand={0: "2H 3H", 1: "2S 7D"}, options={"tie_break": "hand_cards"})
    first = notes(match, 0)["beats"][0]
    assert (1, 0, "left_over") == (first["seat"], first["other"], first["by"])


def test_the_ranking_is_that_of_the_match():
    """5A-46: as far as the order of equal hands goes."""
    for seed in range(12):
        last = list(random_match(seed, 5, tie_break="hand_cards", jokers=2))[-1]
        beats = notes(last, 0)["beats"]
        order = [beats[0]["seat"], *[beat["other"] for beat in beats]]
        assert sorted(last.places()) == [last.places()[seat] for seat in order]
