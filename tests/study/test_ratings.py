"""Ratings: known answers, and that intervals hold what they promise."""

from __future__ import annotations

from math import log10

import pytest

from microciv.core.rng import Rng
from microciv.study.ratings import Result, rate, share, solve

MANY = 4_000


def wins(one: int, other: int) -> list[Result]:
    """Matches of two, and how many of them each has won."""
    return [Result(("strong", "weak"), (0,))] * one + [Result(("strong", "weak"), (1,))] * other


def test_two_seats_are_rated_as_elo_rates_them():
    """Three wins of four are 400 log10(3) points, less the little that the prior takes."""
    strong, weak = rate(wins(3 * MANY, MANY), anchor="weak")
    assert ("strong", "weak") == (strong.level, weak.level)
    assert pytest.approx(1_000 + 400 * log10(3), abs=0.2) == strong.points
    assert 1_000 == weak.points
    assert 0 == weak.error


def test_a_table_of_four_is_worth_three_rivals():
    """One strong seat among three weak ones that wins half has three times their strength."""
    row = ("strong", "weak", "weak", "weak")
    results = [Result(row, (0,))] * MANY + [Result(row, (1,))] * MANY
    strong = rate(results, anchor="weak")[0]
    assert pytest.approx(1_000 + 400 * log10(3), abs=0.5) == strong.points


def test_shared_wins_count_in_parts():
    results = [Result(("one", "other"), (0, 1))] * 100
    one, other = rate(results, anchor="other")
    assert pytest.approx(one.points, abs=1e-6) == other.points


def test_who_never_wins_has_a_finite_rating():
    rating = next(row for row in rate(wins(50, 0), anchor="strong") if row.level == "weak")
    assert -1_500 < rating.points < 500
    assert rating.error > 200


def test_the_interval_covers_the_truth_nineteen_times_of_twenty():
    rng, covered = Rng(1), 0
    for _trial in range(200):
        results = [
            Result(("strong", "weak"), (0,) if rng.below(3) else (1,)) for _match in range(200)
        ]
        strong = next(row for row in rate(results, anchor="weak") if row.level == "strong")
        covered += abs(strong.points - 1_000 - 400 * log10(2)) <= strong.error
    assert 180 <= covered <= 199


def test_an_anchor_that_did_not_play_is_refused():
    with pytest.raises(ValueError, match="anchor: expected one of strong, weak"):
        rate(wins(1, 1), anchor="expert")


def test_shares_have_their_intervals():
    """Sixty of a hundred: 0.6, and 1.96 standard errors of 0.049."""
    found = share(wins(60, 40), "strong", "weak")
    assert found is not None
    assert (100, 0.5) == (found.matches, found.fair)
    assert pytest.approx(0.6) == found.won
    assert pytest.approx(0.0965, abs=1e-3) == found.error
    assert found.holds
    close = share(wins(55, 45), "strong", "weak")
    assert close is not None
    assert not close.holds


def test_who_wins_all_of_a_few_matches_may_win_fewer():
    few, many = share(wins(6, 0), "strong", "weak"), share(wins(1000, 0), "strong", "weak")
    assert few is not None
    assert many is not None
    assert (1.0, 1.0) == (few.won, many.won)
    assert pytest.approx(0.39, abs=0.005) == few.error
    assert pytest.approx(0.004, abs=0.0005) == many.error
    lost = share(wins(6, 0), "weak", "strong")
    assert lost is not None
    assert (0.0, few.error) == (lost.won, lost.error)
    three = [Result(("strong", "weak", "weak"), (0,)), Result(("strong", "strong", "weak"), (1,))]
    uneven = share(3 * three, "strong", "weak")
    assert uneven is not None
    assert few.error == uneven.error


def test_shares_are_of_the_two_levels_alone():
    assert share([Result(("strong", "weak", "third"), (0,))], "strong", "weak") is None


def test_uneven_tables_are_measured_against_what_is_fair():
    row = ("strong", "strong", "weak")
    found = share([Result(row, (0,)), Result(row, (1,)), Result(row, (2,))], "strong", "weak")
    assert found is not None
    assert pytest.approx(2 / 3) == found.fair
    assert pytest.approx(2 / 3) == found.won


def test_equations_are_solved():
    assert pytest.approx([1.0, 2.0]) == solve([[2.0, 1.0], [1.0, 3.0]], [4.0, 7.0])
