"""Every law on every case. MICROCIV_LAWS=long runs each on many more matches."""

from __future__ import annotations

import os

import pytest

from microciv.core.options import describe
from microciv.core.rng import keyed_seed
from microciv.games import catalogue, open_game
from microciv.laws import LAWS
from microciv.laws.play import is_long
from tests.laws.cases import CASES, COMPILED, LONG, SEED, Case, replayable

MATCHES = int(os.environ.get("MICROCIV_MATCHES", "250" if LONG else "0"))
PARTS = 1 if COMPILED or MATCHES else 12
"""The compiled run plays every law on every case, and tests/test_parity.py shows that both play
alike. Interpreted, a twelfth is played, another one every day; beside a compiled run, of that only
the law that is about Python's own objects."""
DAY = SEED // 1_000

CHECKED = [
    pytest.param(case, law, marks=() if law == "copies" else pytest.mark.heavy, id=f"{case}-{law}")
    for number, case in enumerate(CASES)
    for place, law in enumerate(LAWS)
    if (number + place + DAY) % PARTS == 0
]


def matches(case: Case) -> int:
    """How many matches of a case are played; those of some games are long."""
    return MATCHES or (1 if is_long(case.open()) else 2)


@pytest.mark.parametrize("case, law", CHECKED)
def test_law(case: Case, law: str, request: pytest.FixtureRequest) -> None:
    """The law holds on random matches."""
    game = case.open()
    for seed in range(SEED, SEED + matches(case)):
        with replayable(request.node.nodeid, seed):
            LAWS[law](game, seed)


def test_every_game_and_every_option_has_a_case() -> None:
    """A game or an option that joins the catalogue is under the laws from its first day; numbers
    are in test_numbers.py.
    """
    varied = {case.game: {"seats"} for case in CASES}
    for case in CASES:
        varied[case.game] |= set(case.options)
    declared = {
        name: {"seats", *[info.name for info in describe(about.options) if info.kind != "number"]}
        for name, about in catalogue().items()
    }
    assert declared == varied


@pytest.mark.parametrize("name", [*catalogue()])
@pytest.mark.parametrize("law", ["replay", "clone", "redeal", "position"])
def test_laws_hold_of_what_tables_are_dealt_from(name: str, law: str) -> None:
    """The strong generator deals a match that is played, copied, set up and re-dealt as any."""
    LAWS[law](open_game(name, {}), keyed_seed(bytes(range(32))))
