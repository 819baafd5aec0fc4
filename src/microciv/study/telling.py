"""The findings of a study that is still being played, as data for whoever watches it."""

from __future__ import annotations

from typing import Final

from microciv.measures import UNITS, heading_of
from microciv.study import words
from microciv.study.estimates import Answer
from microciv.study.plan import CHANGED, Plan

PAUSE: Final = 0.4
"""Seconds between two reports of findings, at least."""
REST: Final = 3
"""After a report, matches are played for at least this many times as long as the report took."""


def pause_after(took: float) -> float:
    """Seconds until the next report, after one that took `took` seconds."""
    return max(PAUSE, REST * took)


def plain_answers(plan: Plan, found: list[Answer]) -> list[dict[str, object]]:
    """The answers in the form of the message `StudyFindings`, in the current language: those of the
    changed arm, or of the only one.
    """
    names = plan.names()
    alone = len(plan.arms) == 1
    return [
        {
            "table": words.table_name(answer, names),
            "matches": answer.matches,
            "alike": answer.alike,
            "sentences": words.sentences(answer, found, names),
            "findings": [
                {
                    "heading": heading_of(one.subject[0]),
                    "title": names.title(one.subject),
                    "unit": UNITS[one.subject[0]],
                    "found": one.found.plain(),
                    "beside": {
                        "base": one.base.plain(),
                        "difference": one.difference.plain(),
                    }
                    if words.is_compared(answer, one.subject[0])
                    else None,
                    "stands_out": one.stands_out,
                    "count": one.count,
                }
                for one in answer.findings
            ],
        }
        for answer in found
        if alone or answer.arm == CHANGED
    ]
