"""Every number of a rule sheet at both ends of its span: matches end, deal again and replay."""

from __future__ import annotations

import pytest

from microciv.core.game import Game
from microciv.core.match import replay
from microciv.core.options import describe
from microciv.games import about, catalogue, open_game
from microciv.laws import LAWS
from microciv.study.matches import Lineup
from tests.laws.cases import SEED, replayable

NEEDED: dict[str, dict[str, object]] = {"rounds_without_leaders": {"leaders": False}}
"""What must be set for a number to matter."""
LAW_NAMES = tuple(LAWS)
ENDS = [
    (game, info.name, end)
    for game in catalogue()
    for info in describe(about(game).options)
    if info.kind == "number"
    for end in dict.fromkeys([info.least, info.most])
    if end != info.default
]


@pytest.mark.heavy
@pytest.mark.parametrize("name, number, end", ENDS)
def test_a_number_may_be_at_an_end_of_its_span(
    name: str, number: str, end: float, request: pytest.FixtureRequest
) -> None:
    """One law after another on a random match, in turn; and `easy` plays one that replays."""
    place = ENDS.index((name, number, end))
    law = LAW_NAMES[(place + SEED // 1_000) % len(LAW_NAMES)]
    game = open_game(name, {number: end, **NEEDED.get(number, {})})
    with replayable(request.node.nodeid, SEED):
        LAWS[law](game, SEED)
        check_easy(game)


@pytest.mark.heavy
@pytest.mark.parametrize("law", LAW_NAMES)
@pytest.mark.parametrize("side", ["least", "most"])
@pytest.mark.parametrize("name", dict.fromkeys([name for name, _number, _end in ENDS]))
def test_all_numbers_may_be_at_their_ends(
    name: str, side: str, law: str, request: pytest.FixtureRequest
) -> None:
    """The poorest and the richest table, with as many seats as there are."""
    infos = [info for info in describe(about(name).options) if info.kind == "number"]
    game = open_game(name, {info.name: getattr(info, side) for info in infos})
    with replayable(request.node.nodeid, SEED):
        LAWS[law](game, SEED)
        check_easy(game)


def check_easy(game: Game) -> None:
    """A match of `easy` players ends, and its record repeats it."""
    played = Lineup(game, ["easy"] * game.seats).play(SEED, recorded=True)
    assert played.record is not None
    assert played.scores == replay(game, played.record).scores()
