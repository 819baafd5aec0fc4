"""A study without polars and SciPy says what any other says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scipy import special, stats

from microciv.study import words
from microciv.study.chance import false_discovery, student_below, student_quantile
from microciv.study.estimates import Answer
from microciv.study.findings import answers
from microciv.study.plan import plan_of_change
from microciv.study.small import Small
from tests.study.studies import carried_out

LEFT_OUT = {"deeds", "gains", "kings", "decided"}


def numbers(found: list[Answer]) -> dict[Any, list[float]]:
    return {
        (answer.table, answer.arm, answer.matches, answer.alike, one.subject): [
            *(one.base.value, one.base.error, one.found.value, one.found.error),
            *(one.difference.value, one.difference.error, one.p, one.count),
        ]
        for answer in found
        for one in answer.findings
        if one.subject[0] not in LEFT_OUT
    }


@pytest.mark.parametrize(
    "game, options, players",
    [
        ("5x", {"wonder_a": 5}, "easy"),
        ("5x", {"leaders": False}, "easy,random"),
        ("5-ages", {}, "easy"),
    ],
)
def test_a_small_study_finds_the_numbers_of_any_other(
    tmp_path: Path, game: str, options: dict[str, object], players: str
):
    plan = plan_of_change(game, options, (4,), [players], 48)
    small = Small(plan)
    for _ in small.play():
        pass
    study = carried_out(plan, tmp_path / "study")
    expected = numbers(answers(plan, study.chunks, study.folder.rows))
    actual = numbers(small.answers())
    assert {*expected} == {*actual}
    assert len(actual) > 20
    for subject, values in expected.items():
        assert pytest.approx(values, rel=1e-6, abs=1e-9) == actual[subject], subject


def test_a_small_study_is_told_as_far_as_it_is_and_goes_on_where_it_stopped():
    plan = plan_of_change("5x", {"wonder_a": 5}, (3,), ["easy"], 20)
    small = Small(plan)
    assert [] == small.answers()
    playing = small.play()
    for _ in range(15):  # in the midst of a pair
        next(playing)
    _, changed = small.answers()
    assert 7 == changed.matches
    lines = words.sentences(changed, small.answers(), plan.names())
    assert lines[0].startswith("7 matches of each, on the same deals")
    whole = Small(plan)
    for one in (small, whole):
        for _ in one.play():
            pass
    assert whole.answers() == small.answers()


def test_chance_is_what_it_is_elsewhere():
    for degrees in (1, 2, 9, 99, 9999, 10**6):
        for value in (-1e200, -1e12, -3e4, -20.0, -2.5, -0.001, -1e-300, 0.0, 0.7, 6.0, 1e9):
            expected = float(special.stdtr(degrees, value))
            assert expected == pytest.approx(student_below(degrees, value), rel=1e-8, abs=1e-280)
        for share in (0.2, 0.8, 0.975):
            expected = float(special.stdtrit(degrees, share))
            assert expected == pytest.approx(student_quantile(degrees, share), rel=1e-8)
    ps = [0.04, 0.001, 0.2, 0.03, 0.9, 0.03]
    assert [*stats.false_discovery_control(ps)] == pytest.approx(false_discovery(ps))
    assert [] == false_discovery([])
