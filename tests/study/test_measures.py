"""Every number that a study finds is declared, in words that the page of studies repeats."""

from __future__ import annotations

from pathlib import Path

from microciv.measures import MEASURES, UNITS, listed

PAGE = Path(__file__).parents[2] / "docs" / "study.md"


def test_the_page_of_studies_lists_every_measure():
    assert "\n".join(listed()) in PAGE.read_text(encoding="utf-8")


def test_all_of_a_kind_have_the_same_unit():
    assert all(UNITS[measure.kind] == measure.unit for measure in MEASURES)


def test_no_two_are_the_same_and_each_has_its_definition_in_one_sentence():
    assert len(MEASURES) == len({(measure.kind, measure.what) for measure in MEASURES})
    for measure in MEASURES:
        assert measure.definition.endswith(".")
        assert ". " not in measure.definition
        assert measure.source
