"""Plans: what they say, and at which line they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from microciv.core.errors import BadPlan
from microciv.games import catalogue
from microciv.study.plan import Arm, Plan, Table, line_of, read_plan, tables_of

WHOLE = """
game = "5x"
seats = [3, 4]
players = ["easy", "easy,random"]
matches = 2000
width = 1
minutes = 0.5
seed = 7

[arms.default]
variant = "leaders"

[arms.tower]
cards = "tower.toml"
set = { leader_pool = "all15" }
"""


def plan_of(tmp_path: Path, text: str) -> Plan:
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    (tmp_path / "tower.toml").write_text('[[wonders]]\nletter = "F"\npoints = 5\n', "utf-8")
    return read_plan(tmp_path / "plan.toml")


def test_a_whole_plan(tmp_path: Path):
    plan = plan_of(tmp_path, WHOLE)
    assert ("5x", 2000, 1.0, 0.5, 7) == (
        plan.game, plan.matches, plan.width, plan.minutes, plan.seed
    )  # fmt: skip
    assert ["default", "tower"] == [arm.name for arm in plan.arms]
    assert {} == plan.arms[0].options
    assert {"wonder_table", "leader_pool"} == set(plan.arms[1].options)
    assert [
        Table(3, ("easy",) * 3),
        Table(4, ("easy",) * 4),
        Table(3, ("easy", "random", "easy")),
        Table(4, ("easy", "random", "easy", "random")),
    ] == list(plan.tables)


@pytest.mark.parametrize("game", catalogue())
def test_a_plan_may_say_no_more_than_the_game(tmp_path: Path, game: str):
    plan = plan_of(tmp_path, f'game = "{game}"')
    assert [Arm("default", {})] == list(plan.arms)
    assert 1 == len(plan.tables)
    assert plan.tables[0].seats in catalogue()[game].seats


@pytest.mark.parametrize(
    "text, line, key, why",
    [
        ("", 1, "game", "is missing"),
        ("game = 5", 1, "game", "expected the name of a game, not 5"),
        ('game = "6x"', 1, "game", "no game '6x'"),
        ('game = "5x"\nmatch = 5', 2, "match", "no such key"),
        (
            'game = "5x"\nseats = [4, 7]',
            2,
            "seats",
            "expected numbers of seats (3, 4, 5, 6), not 7",
        ),
        ('game = "5x"\nseats = []', 2, "seats", "expected a number of seats at the least"),
        ('game = "5x"\nseats = true', 2, "seats", "not True"),
        ('game = "5x"\nplayers = "clever"', 2, "players", "no bot 'clever' for 5x"),
        (
            'game = "5x"\nplayers = "easy:never-trades"',
            2,
            "players",
            "no restriction 'never-trades' for 5x; there are never-exploits, never-attacks",
        ),
        (
            'game = "5x"\nplayers = "hard:never-attacks"',
            2,
            "players",
            "hard searches, and only random, easy can be restricted",
        ),
        ('game = "5x"\nplayers = []', 2, "players", "expected one line-up"),
        ('game = "5x"\nplayers = [4]', 2, "players", "expected bots such as 'easy'"),
        ('game = "5x"\n\nmatches = 0', 3, "matches", "from 2 to 10000000, not 0"),
        ('game = "5x"\nmatches = 1.5', 2, "matches", "not 1.5"),
        ('game = "5x"\nwidth = 0', 2, "width", "from 0.01 to 50, not 0"),
        ('game = "5x"\nminutes = "5"', 2, "minutes", "not '5'"),
        ('game = "5x"\nseed = -1', 2, "seed", "not -1"),
        ('game = "5x"\narms = 5', 2, "arms", "expected a table, not 5"),
        ('game = "5x"\n[arms]\nbig = 5', 3, "arms.big", "expected a table, not 5"),
        ('game = "5x"\n[arms.Big]', 2, "arms.Big", "small letters"),
        ('game = "5x"\n[arms.big]\nsets = {}', 3, "arms.big.sets", "variant, cards, set"),
        ('game = "5x"\n[arms.big]\nvariant = "x"', 3, "arms.big.variant", "leaders, leaderless"),
        ('game = "5x"\n[arms.big]\ncards = "no.toml"', 3, "arms.big.cards", "no.toml"),
        ('game = "5x"\n[arms.big]\ncards = 1', 3, "arms.big.cards", "the name of a file, not 1"),
        ('game = "5x"\nseats = 3.0', 2, "seats", "(3, 4, 5, 6), not 3.0"),
        ('game = "5x"\n[arms.big]\ncards = "-"', 3, "arms.big.cards", "the name of a file"),
        ('game = "5x"\n[arms.big.set]\nseats = 3', 2, "arms.big.set", "or in a plan's own key"),
        ('game = "5x"\n[arms.big]\nset = 1', 3, "arms.big.set", "expected a table, not 1"),
        ('game = "5x"\n[arms.big.set]\nleader = 1', 2, "arms.big.set", "leader"),
        (
            'game = "5x"\nseats = [4, 5]\n[arms.big.set]\nleaders = false',
            3,
            "arms.big.set",
            "5",
        ),
    ],
)
def test_a_bad_plan_is_refused_at_the_line_and_the_key(
    tmp_path: Path, text: str, line: int, key: str, why: str
):
    with pytest.raises(BadPlan) as refused:
        plan_of(tmp_path, text)
    head, _, told = str(refused.value).partition(": ")
    assert f"{tmp_path / 'plan.toml'}, line {line}" == head
    assert told.startswith(f"{key}: "), told
    assert why in told


@pytest.mark.parametrize(
    "text, why",
    [
        (b"game = ", "not TOML"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"game = " + b"[" * 5000, "not TOML that we read: nested too deeply"),
        (b"#" * 5_000_001, "larger than 5 MB"),
        (None, "cannot be read: no such file or directory"),
    ],
)
def test_what_is_no_plan_at_all(tmp_path: Path, text: bytes | None, why: str):
    path = tmp_path / "plan.toml"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(BadPlan, match=rf"plan\.toml: {why}"):
        read_plan(path)


def test_a_game_without_easy_is_played_by_random(tmp_path: Path):
    assert ("random", "random") == plan_of(tmp_path, 'game = "goofspiel"').tables[0].players[:2]


def test_a_folder_is_no_plan(tmp_path: Path):
    with pytest.raises(BadPlan, match=f"{tmp_path}: cannot be read: is a directory"):
        read_plan(tmp_path)


def test_a_plan_may_begin_with_a_byte_order_mark(tmp_path: Path):
    (tmp_path / "plan.toml").write_text('game = "5x"', encoding="utf-8-sig")
    assert "5x" == read_plan(tmp_path / "plan.toml").game


def test_the_line_of_a_key():
    text = 'a = 1\n\n[arms.one]\nset = { b = 1 }\n[arms."two"]\nset.c = 2\n'
    assert 1 == line_of(text, ("a",))
    assert 4 == line_of(text, ("arms", "one", "set", "b"))
    assert 5 == line_of(text, ("arms", "two"))
    assert 6 == line_of(text, ("arms", "two", "set", "c"))


def test_everybody_moves_on_by_a_seat_from_match_to_match():
    table = tables_of((3,), (("easy", "random"),))[0]
    assert ["easy", "random", "easy"] == table.seated(0)
    assert ["easy", "easy", "random"] == table.seated(1)
    assert ["random", "easy", "easy"] == table.seated(2)
    assert table.seated(0) == table.seated(3)


def test_how_many_are_played_is_no_part_of_the_key(tmp_path: Path):
    keys = [
        plan_of(tmp_path, text).key()
        for text in (
            'game = "5x"',
            'game = "5x"\nmatches = 5\nwidth = 2\nminutes = 1',
            'game = "5x"\nseed = 1',
            'game = "5x"\nseats = 3',
            'game = "5x"\n[arms.all]\nset = { leader_pool = "all15" }',
        )
    ]
    assert keys[0] == keys[1]
    assert 4 == len(set(keys))
