"""Every number that a study finds is declared, in words that the page of studies repeats."""

from __future__ import annotations

from pathlib import Path

import pytest

from microciv.study.measures import MEASURES, UNITS, measure_of, table, title_of

PAGE = Path(__file__).parents[2] / "docs" / "study.md"


def test_the_page_of_studies_lists_every_measure():
    assert "\n".join(table()) in PAGE.read_text(encoding="utf-8")


def test_all_of_a_kind_have_the_same_unit():
    assert all(UNITS[measure.kind] == measure.unit for measure in MEASURES)


def test_no_two_are_the_same_and_each_has_its_definition_in_one_sentence():
    assert len(MEASURES) == len({(measure.kind, measure.what) for measure in MEASURES})
    for measure in MEASURES:
        assert measure.definition.endswith(".")
        assert ". " not in measure.definition
        assert measure.source


@pytest.mark.parametrize(
    "subject, title",
    [
        (("wins", "3"), "Seat 3 wins"),
        (("wins", "easy"), "easy wins"),
        (("with", "took_plot", "Delta"), "Wins after “took plot Delta”"),
        (("times", "hit", ""), "“hit” in a match"),
        (("length", "rounds"), "Rounds"),
    ],
)
def test_a_subject_has_its_title(subject: tuple[str, ...], title: str):
    assert title == title_of(subject)
    assert subject[0] == measure_of(subject).kind
