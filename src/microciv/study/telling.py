"""What a study has found so far, for whoever watches it."""

from __future__ import annotations

from typing import Final

from microciv.measures import UNITS, heading_of
from microciv.study import words
from microciv.study.estimates import Answer
from microciv.study.plan import CHANGED, Plan

PAUSE: Final = 0.4
"""Seconds at the least between two tellings."""
REST: Final = 3
"""How many times as long as a telling took it is played before the next."""


def pause_after(took: float) -> float:
    """Seconds from a telling, which took some itself, to the next."""
    return max(PAUSE, REST * took)


def plain_answers(plan: Plan, found: list[Answer]) -> list[dict[str, object]]:
    """The answers as `StudyFindings` has them, in the language that is spoken: of what is changed,
    or of the only arm.
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
