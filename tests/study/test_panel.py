"""What if somebody never …: each restriction as one player among others without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from microciv.core.errors import BadOption
from microciv.games import about, restrictions
from microciv.speech import speaking
from microciv.study import findings, panel
from microciv.study.estimates import Answer, Estimate, Finding
from microciv.study.plan import Arm, Plan, Table
from tests.study.studies import carried_out, english

OVERLAP = "Where intervals overlap, nothing is said of the order."


def answer(name: str, wins: float, p: float, seats: int = 4) -> Answer:
    """One that an old player of 5X might give."""
    player = f"easy:{name}"
    gap = Estimate(wins - 1 / seats, 0.02)
    found = Finding(
        ("wins", player), Estimate(1 / seats, 0.0), Estimate(wins, 0.02), gap, p, p < 0.05, 900
    )
    return Answer(Table(seats, (player, *["easy"] * (seats - 1))), "default", 900, None, (found,))


def test_one_player_at_each_table_is_restricted() -> None:
    tables = panel.tables_of("5x", [], "easy", (3, 4))
    assert 2 * len(restrictions("5x")) == len(tables)
    assert Table(3, ("easy:never-exploits", "easy", "easy")) == tables[0]
    assert Table(4, ("easy:bids-least", "easy", "easy", "easy")) == tables[-1]


@pytest.mark.parametrize(
    "name, level, why",
    [
        ("never-melds", "easy", "no restriction 'never-melds' for 5x; there are never-exploits"),
        ("never-leads", "hard", "hard searches, and only random, easy can be restricted"),
        ("never-leads", "genius", "no bot 'genius' for 5x"),
    ],
)
def test_what_cannot_be_asked_is_refused(name: str, level: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        panel.tables_of("5x", [name], level, (3,))


def test_a_game_without_restrictions_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "restrictions", lambda _game: {})
    with pytest.raises(BadOption, match="5x declares no restrictions"):
        panel.tables_of("5x", [], "easy", (3,))


def test_what_stands_out_stands_in_order_and_the_rest_is_not_ranked() -> None:
    """Alone, 0.04 would stand out; among five it is what chance does."""
    answers = [
        answer("never-leads", 0.27, 0.04),
        answer("never-attacks", 0.20, 1e-6),
        answer("bids-least", 0.25, 0.9),
        answer("never-expands", 0.02, 1e-60),
        answer("never-explores", 0.24, 0.4),
    ]
    (told,) = panel.told(answers, about("5x"))
    assert told.heading.startswith("5X: what if one of 4 never …? The others are easy; ")
    assert [
        "never-expands",
        "never-attacks",
        "Where intervals overlap, nothing is said of the order.",
        "never-leads",
        "bids-least",
    ] == [line.partition(":")[0] for line in told.sentences][:5]
    assert told.sentences[0] == (
        "never-expands: 2.0 % ± 2.0 (−23.0 ± 2.0 points). Never plays Expand, and so never bids."
    )
    assert "no difference that 900 matches can see" in told.sentences[3]


def test_numbers_of_seats_have_a_panel_each() -> None:
    answers = [answer("never-leads", 0.2, 1e-9, seats) for seats in (3, 4)]
    assert ["one of 3", "one of 4"] == [
        told.heading[len("5X: what if ") :][:8] for told in panel.told(answers, about("5x"))
    ]


def test_who_never_expands_hardly_wins(tmp_path: Path) -> None:
    """Wonders are points; 60 matches show it."""
    tables = tuple(panel.tables_of("5x", ["never-expands"], "easy", (3,)))
    plan = Plan("5x", (Arm("default", {}),), tables, 60)
    study = carried_out(plan, tmp_path)
    (row,) = panel.rows_of(findings.answers(plan, study.chunks, study.folder.rows))
    assert row.stands_out
    assert row.wins.found.value < 0.1
    assert pytest.approx(1 / 3) == row.wins.base.value


@pytest.mark.parametrize("name", ["de", "es"])
@pytest.mark.parametrize("game", ["5x", "5-ages", "civ-builder", "civ-card-game"])
def test_it_is_told_in_other_languages(game: str, name: str) -> None:
    wins = [(0.2, 1e-9), (0.1, 1e-9), (0.25, 0.9)]
    answers = [
        answer(one, *(wins[place] if place < len(wins) else (0.24, 0.8)))
        for place, one in enumerate(restrictions(game))
    ]
    with speaking(name):
        (told,) = panel.told(answers, about(game))
    lines = [line.partition(":")[2] for line in told.sentences]
    assert len(lines) == len(answers) + 1
    assert [] == english("\n".join([told.heading.removeprefix(about(game).title), *lines]))
