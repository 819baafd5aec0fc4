"""Forecast's own rules; the laws run over it with all other games (tests/laws)."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import BadPosition, Match, Rng, open_game


def row(hand: str, forecast: int, taken: int, void: str = "") -> dict[str, object]:
    """A seat in the middle of a match."""
    return {"hand": hand.split(), "forecast": forecast, "taken": taken, "void": list(void)}


def match(*table: dict[str, object], trick: str = "", gone: str = "") -> Match:
    """A match of four cards each that goes on from there, led by the first seat."""
    position: dict[str, object] = {
        "game": "forecast",
        "options": {"seats": len(table), "hand": 4},
        "table": list(table),
        "lead": 0,
        "trick": trick.split(),
        "gone": gone.split(),
    }
    return Match(open_game("forecast", seats=len(table), hand=4), position=position)


TWO_TRICKS = "D7 D8 D9 DT"


def test_the_highest_forecast_leads_and_nobody_sees_one_before_all_are_told() -> None:
    """Rule 2."""
    played = Match(open_game("forecast", seats=3), seed=4)
    before = played.observe(0)
    played.play(2, "forecast 5")
    assert before == played.observe(0)
    played.play(0, "forecast 5")
    played.play(1, "forecast 2")
    assert [0] == played.to_act()
    assert [5, 2, 5] == [seat.forecast for seat in played.observe(1).table]  # type: ignore[attr-defined]


def test_the_suit_that_was_led_is_followed_and_its_highest_card_takes_the_trick() -> None:
    """Rule 3: an ace of another suit does not."""
    played = match(row("S7 SK", 1, 1), row("S9 HA", 1, 1), gone=TWO_TRICKS)
    played.play(0, "play SK")
    assert ["play S9"] == [move.text for move in played.observe(1).legal]
    played.play(1, "play S9")
    played.play(0, "play S7")
    played.play(1, "play HA")
    assert [0, 11] == played.scores()


def test_who_does_not_follow_shows_that_the_suit_is_out() -> None:
    """And a re-deal knows it."""
    played = match(row("S7 SK", 1, 1), row("H9 HA", 1, 1), gone=TWO_TRICKS)
    played.play(0, "play SK")
    played.play(1, "play H9")
    seen: Any = played.observe(0)
    assert ("S",) == seen.table[1].void
    for seed in range(30):
        dealt: Any = played.game.redeal(seen, Rng(seed))
        assert not [name for name in dealt.observe(1).hand if name.startswith("S")]


def test_a_forecast_that_comes_true_counts() -> None:
    """Rule 4."""
    played = match(row("SK", 2, 1), row("S9", 2, 2), gone=f"{TWO_TRICKS} HA HK")
    played.play_obvious()
    assert [] == played.to_act()
    assert [12, 12] == played.scores()


def test_why_a_card_may_not_be_played() -> None:
    """With its rule."""
    played = match(row("S7 SK", 1, 1), row("S9 HA", 1, 1), gone=TWO_TRICKS)
    played.play(0, "play SK")
    with pytest.raises(ValueError, match=r"follow suit: S was led \(rule 3\)"):
        played.play(1, "play HA")
    with pytest.raises(ValueError, match=r"CA is not in your hand"):
        played.play(1, "play CA")


@pytest.mark.parametrize(
    "table, more, complaint",
    [
        ([row("S7 SK", 1, 1), row("S7 HA", 1, 1)], {}, "table: a card is in two places"),
        ([row("S7", 1, 1), row("S9 HA", 1, 1)], {}, r"table\[0\].hand: expected 2 cards"),
        ([row("S7 SK", 1, 1, "S"), row("S9 HA", 1, 1)], {}, r"void: the hand has a card of S"),
        ([row("S7 SK", 1, 2), row("S9 HA", 1, 1)], {}, "gone: expected 6 cards, of 3 tricks"),
        (
            [row("H7", 1, 1), row("HA H8", 1, 1)],
            {"trick": "SA", "gone": "D7 D8 D9"},
            "gone: expected 4 cards",
        ),
        (
            [row("H7", 1, 1, "S"), row("HA H8", 1, 1)],
            {"trick": "SA"},
            r"table\[0\].void: it has played SA",
        ),
    ],
)
def test_a_position_says_where_it_is_wrong(
    table: list[dict[str, object]], more: dict[str, str], complaint: str
) -> None:
    """By its field."""
    with pytest.raises(BadPosition, match=complaint):
        match(*table, **{"gone": TWO_TRICKS, **more})
