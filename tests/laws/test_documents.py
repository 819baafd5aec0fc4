"""Documents that nobody has played to: refused in one line, or positions like any other.

With MICROCIV_LAWS=long a thousand documents of each game are accepted and played to their end.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter

import pytest
from hypothesis import Phase, given, note, seed, settings
from hypothesis import strategies as st

import microciv
from microciv.core.errors import BadPosition
from microciv.core.rng import Rng
from microciv.laws.documents import Document, Known, Pick, changed, reached
from microciv.laws.laws import check_accepted
from tests.laws.cases import CASES, LONG, SEED, replayable

ACCEPTED = int(os.environ.get("MICROCIV_DOCUMENTS", "1000" if LONG else "8"))
AT_A_TIME = 500 if LONG else 20  # documents that are drawn
LEAST_SHARE = 10  # per cent that have to be accepted, or the generator proves nothing
TABLES = 1_000 if LONG else 2  # cases of a game whose positions are changed
LONGEST_COMPLAINT = 1_500  # some games tell all complaints at once
COMPLAINT = re.compile(r"[\w.\[\]']+: \S.*")

GAMES = list(dict.fromkeys([case.game for case in CASES]))


def documents_of(game: str, rng: Rng) -> list[Document]:
    """Positions of this game at several tables, to begin with."""
    cases = [case for case in CASES if case.game == game]
    order = list(range(len(cases)))
    rng.shuffle(order)
    found: list[Document] = []
    for place in order[:TABLES]:
        found += reached(cases[place].open(), rng.below(2**31))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_document_is_refused_politely_or_is_a_position(
    game: str, request: pytest.FixtureRequest
) -> None:
    """What is accepted keeps the laws to the end of the match."""
    rng = Rng(SEED)
    documents = documents_of(game, rng)
    known = Known(documents)
    counted: Counter[bool] = Counter()

    # A document is not made smaller: that takes minutes, and it is printed as it is.
    @settings(max_examples=AT_A_TIME, database=None, phases=[Phase.generate])
    @given(st.data())
    def try_some(data: st.DataObject) -> None:
        def pick(below: int) -> int:
            return data.draw(st.integers(0, below - 1))

        position = changed(documents[pick(len(documents))], known, pick)
        note(json.dumps(position))
        counted[is_accepted(position, pick)] += 1

    with replayable(request.node.nodeid, SEED):
        while counted[True] < ACCEPTED:
            seed(rng.below(2**31))(try_some)()
            share = 100 * counted[True] // counted.total()
            assert share >= LEAST_SHARE, f"{share} % of {counted.total()} documents were accepted"
    print(f"{game}: {counted[True]} of {counted.total()} documents were positions")


def is_accepted(document: Document, pick: Pick) -> bool:
    """Is it a position? Then it keeps the laws; if not, the complaint is one line with a path."""
    try:
        match = microciv.set_up(document)
    except BadPosition as refused:
        complaint = str(refused)
    else:
        check_accepted(match.game, match.state, Rng(pick(2**31)))
        return True
    assert COMPLAINT.fullmatch(complaint)
    assert len(complaint) <= LONGEST_COMPLAINT
    return False
