"""What is told of matches by the day."""

from __future__ import annotations

import re
import time

import pytest

from microciv.cli.daily import due_words, hours_words


@pytest.mark.parametrize(
    "hours, words", [(1, "1 hour"), (8, "8 hours"), (24, "1 day"), (72, "3 days")]
)
def test_hours_are_days_where_they_are_whole_ones(hours: int, words: str):
    assert words == hours_words(hours)


def test_a_deadline_is_told_by_the_clock_of_this_machine():
    told = due_words(2 * 3600 + 60)
    then = time.strftime("%H:%M", time.localtime(time.time() + 2 * 3600 + 60))
    assert re.fullmatch(rf"until \w+ \d+ \w+, {then} \(2 hours left\)", told)
    assert "(1 hour left)" in due_words(3600)
    assert "(59 minutes left)" in due_words(3599)
