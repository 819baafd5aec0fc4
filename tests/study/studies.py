"""Studies as the tests carry them out, and what is found in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import polars as pl

from microciv.study.estimates import Answer, Finding
from microciv.study.findings import answers
from microciv.study.plan import Plan
from microciv.study.running import Folder, Run, Study, here


def carried_out(plan: Plan, path: Path, run: Run = here) -> Study:
    study = Study(plan, Folder(path, plan))
    study.run(run, lambda _: None)
    return study


def kept(path: Path) -> dict[str, bytes]:
    """Every file of rows."""
    files = sorted(path.rglob("*.parquet"))
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def answered(plan: Plan, frames: dict[str, pl.DataFrame]) -> list[Answer]:
    """What is found in these rows of its only table."""
    return answers(plan, [1], lambda name, _table, _chunks: frames[name].lazy())


def one(answer: Answer, *subject: str) -> Finding:
    """The number about this, which has to be there."""
    found = answer.of(subject)
    assert found is not None, subject
    return found


ENGLISH: Final = re.compile(
    r"\b(the|and|of|with|this|from|are|is|which|each|after|wins|match|matches|seats?|players?"
    r"|points)\b",
    re.IGNORECASE,
)


def english(text: str) -> list[str]:
    """The lines in which there is still English, by words that no other language here has."""
    return [line for line in text.splitlines() if ENGLISH.search(line)]
