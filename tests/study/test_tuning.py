"""Tuning: numbers are moved until what is wanted is found, however often that is stopped."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import polars as pl
import pytest

from microciv.core.errors import BadOption, BadPlan
from microciv.files import read_cards
from microciv.games import about
from microciv.study import chunks
from microciv.study.chunks import Played
from microciv.study.plan import Plan, read_plan
from microciv.study.running import Job, Run, among, here, lasting

pytest.importorskip("optuna", reason="Optuna is not installed")

from microciv.study import moving
from microciv.study.moving import rows_of
from microciv.study.tuning import BEFORE_RACING, Race, Tuning, read_tuning

SHORT = """
game = "5x"
players = "random"
matches = 40

[tune]
trials = 10

[tune.numbers]
rounds = [1, 7]

[tune.goals]
"length rounds" = 3
"""
POOR = SHORT.replace(
    '"length rounds" = 3', '"points of a seat" = [1.9, 2.1]\n"margin of the winner" = 1'
)


CARDS = """
game = "civ-card-game"
seats = 2
players = "random"
matches = 4

[arms.default.set]
cards = [{ id = "W01", cost = 10 }, { name = "Forest", copies = 5 }]

[tune]
trials = 4

[tune.cards]
Granary = { cost = [4, 8] }
Stonehenge = { cost = [8, 12], culture = [1, 3] }

[tune.numbers]
cards_drawn = [3, 5]

[tune.goals]
"length rounds" = 40
"""


def tuning_of(tmp_path: Path, text: str) -> Tuning:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return read_tuning(path, read_plan(path))


def raced(asked: Tuning, path: Path, run: Run = here) -> Race:
    race = Race(asked, path)
    race.run(run, lambda _: None)
    return race


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "IN_BULK", 10)


def test_it_moves_what_it_may_to_what_is_wanted(tmp_path: Path):
    race = raced(tuning_of(tmp_path, SHORT), tmp_path / "race")
    assert ({"rounds": 3}, 0.0) == race.best()
    first, *others = race.tried()
    assert {"numbers": {"rounds": 7}, "misses": [16.0], "played_all": True} == first
    assert 9 == len(others)


def test_a_goal_may_have_a_span_and_a_weight(tmp_path: Path):
    text = SHORT.replace("= 3", "= { wanted = [4, 5], weight = 2 }")
    misses = {
        tuple(one["numbers"].items()): one["misses"]  # type: ignore[attr-defined]
        for one in raced(tuning_of(tmp_path, text), tmp_path / "race").tried()
    }
    away = {7: 2, 6: 1, 5: 0, 4: 0, 3: 1, 2: 2, 1: 3}
    assert len(misses) > 3
    for ((_name, rounds),), miss in misses.items():
        assert [2.0 * away[rounds] ** 2] == miss


def test_what_is_fair_is_a_part_for_each_seat(tmp_path: Path):
    text = SHORT.replace('"length rounds" = 3', '"wins" = { fair = 2 }')
    race = raced(tuning_of(tmp_path, text.replace("trials = 10", "trials = 1")), tmp_path / "race")
    files = tmp_path.glob("race/candidates/*/seats/*.parquet")
    seats = pl.read_parquet(list(files)).group_by("seat").agg(pl.col("won").mean())
    away = [max(abs(100 * won - 25) - 2, 0) for won in seats["won"]]
    assert pytest.approx(sum([gap * gap for gap in away]) / 4) == race.best()[1]


def test_those_that_do_badly_play_few_matches(tmp_path: Path, small_chunks: None):
    asked = tuning_of(tmp_path, POOR)
    assert [10, 20, 40] == asked.rungs()
    tried = raced(asked, tmp_path / "race").tried()
    whole: list[list[float]] = []
    stopped = 0
    for one in tried:
        misses = one["misses"]
        assert isinstance(misses, list)
        if one["played_all"]:
            whole.append(misses)
            assert 3 == len(misses)
        else:
            stopped += 1
            assert len(whole) >= BEFORE_RACING
            assert min(misses) > median([other[len(misses) - 1] for other in whole])
    assert stopped > 0


@pytest.mark.parametrize("text", [POOR, POOR + "[tune.cards]\nB.bonus = [0, 3]\n"])
def test_what_is_stopped_goes_on_and_finds_the_same(tmp_path: Path, small_chunks: None, text: str):
    asked = tuning_of(tmp_path, text)
    once = raced(asked, tmp_path / "once")
    left = [0]

    def stopping(plan: Plan, jobs: Iterator[Job]) -> Generator[Played, None, None]:
        for played in here(plan, jobs):
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt
            yield played

    for chunks_until_then in (1, 4, 7):
        left[0] = chunks_until_then
        with pytest.raises(KeyboardInterrupt):
            raced(asked, tmp_path / "stopped", stopping)
    again = raced(asked, tmp_path / "stopped")
    assert once.tried() == again.tried()
    assert once.best() == again.best()


def test_of_two_commands_at_once_the_later_goes_on(tmp_path: Path, small_chunks: None):
    asked = tuning_of(tmp_path, POOR)
    begun: list[int] = []

    def overtaken(plan: Plan, jobs: Iterator[Job]) -> Generator[Played, None, None]:
        for played in here(plan, jobs):
            begun.append(1)
            if len(begun) == 5:
                raced(asked, tmp_path / "both")
            yield played

    with pytest.raises(BadPlan, match="both: another command has gone on with this"):
        raced(asked, tmp_path / "both", overtaken)
    once = raced(asked, tmp_path / "once")
    assert once.tried() == Race(asked, tmp_path / "both").tried()


def test_several_processes_find_what_one_finds(tmp_path: Path, small_chunks: None):
    asked = tuning_of(tmp_path, POOR)
    pools: list[int] = []

    @contextmanager
    def threads() -> Iterator[Executor]:
        pools.append(1)
        with ThreadPoolExecutor(2) as executor:
            yield executor

    with lasting(threads) as pool:
        several = raced(asked, tmp_path / "several", among(pool, 2))
    assert [1] == pools
    assert raced(asked, tmp_path / "one").tried() == several.tried()


def test_cards_move_beside_numbers_and_are_what_the_game_is_played_with(tmp_path: Path):
    asked = tuning_of(tmp_path, CARDS)
    names = ["cards_drawn", "Granary cost", "Stonehenge cost", "Stonehenge culture"]
    assert names == [one.name for one in asked.moving]
    race = raced(asked, tmp_path / "race")
    first, *others = [one["numbers"] for one in race.tried()]
    assert {"cards_drawn": 4, "Granary cost": 7, "Stonehenge cost": 10} | {
        "Stonehenge culture": 2
    } == first
    assert 3 == len(others)
    for numbers in others:
        assert isinstance(numbers, dict)
        plan = asked.candidate(numbers)
        files = [*(tmp_path / "race" / "candidates" / plan.key()).glob("matches/*.parquet")]
        assert 4 == pl.read_parquet(files).height
        game = plan.open(plan.arms[0], plan.tables[0])
        tables = game.card_data()
        (granary,) = [row for row in tables["buildings"] if row["name"] == "Granary"]
        (henge,) = [row for row in tables["wonders"] if row["name"] == "Stonehenge"]
        (forest,) = [row for row in tables["plots"] if row["name"] == "Forest"]
        assert numbers["Granary cost"] == granary["cost"]
        assert (numbers["Stonehenge cost"], [["culture", numbers["Stonehenge culture"]]]) == (
            henge["cost"],
            henge["effects"],
        )
        assert 5 == forest["copies"]


def test_a_patch_of_cards_is_what_the_candidate_has(tmp_path: Path):
    asked = tuning_of(tmp_path, CARDS)
    start = asked.start()
    base, granary = asked.plan.arms[0].options, {"name": "Granary", "cost": 5}
    assert {**base, "cards_drawn": 4} == asked.options(start)
    options = asked.options({**start, "Granary cost": 5, "Stonehenge culture": 3})
    henge = {"id": "W01", "cost": 10, "effects": [["culture", 3]]}
    forest = {"name": "Forest", "copies": 5}
    assert [henge, forest, granary] == options["cards"]
    others, text = asked.base.patch(options)
    assert {"cards_drawn": 4} == others
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert {"cards": options["cards"]} == read_cards(tmp_path / "mine.toml", about("civ-card-game"))
    assert ({"rounds": 3}, "") == asked.base.patch({"rounds": 3})


def test_several_numbers_of_a_column_and_of_a_card_of_ones_own_move(tmp_path: Path):
    mine = """[{ name = "Lighthouse Hill", type = "wonder", cost = 9, effects = [["culture", 1],
      ["income", "F", 1], ["income", "C", 2]] }]"""
    text = CARDS.replace('[{ id = "W01", cost = 10 }, { name = "Forest", copies = 5 }]', mine)
    moved = '"Lighthouse Hill" = { "income F" = [1, 3], "income C" = [1, 4] }\n'
    asked = tuning_of(tmp_path, text.replace("Granary =", moved + "Granary ="))
    start = asked.start()
    assert (1, 2) == (start["Lighthouse Hill income F"], start["Lighthouse Hill income C"])
    options = asked.options({**start, "Lighthouse Hill income F": 3, "Lighthouse Hill income C": 4})
    (row,) = rows_of(options["cards"])
    assert [["culture", 1], ["income", "F", 3], ["income", "C", 4]] == row["effects"]


def test_a_card_may_go_out_of_the_box(tmp_path: Path):
    asked = tuning_of(tmp_path, CARDS.replace("cost = [4, 8]", "copies = [0, 4]"))
    options = asked.options({**asked.start(), "Granary copies": 0})
    names = [row["name"] for row in asked.base._cards(options)]
    assert "Granary" not in names
    assert "Market" in names


def test_cards_that_are_named_by_a_letter_move(tmp_path: Path):
    text = SHORT.replace("[tune.numbers]", "[tune.cards]\nA.bonus = [0, 4]\n[tune.numbers]")
    asked = tuning_of(tmp_path, text)
    options = asked.options({**asked.start(), "the Pyramids bonus": 4})
    assert {"rounds": 7, "wonder_table": [{"letter": "A", "bonus": 4}]} == options
    assert asked.base.patch(options)[1].splitlines()[2:] == [
        "[[wonders]]", 'letter = "A"', "bonus = 4"
    ]  # fmt: skip


def test_more_trials_go_on_further(tmp_path: Path):
    text = SHORT.replace("trials = 10", "trials = 2")
    before = raced(tuning_of(tmp_path, text), tmp_path / "race").tried()
    after = raced(tuning_of(tmp_path, SHORT), tmp_path / "race").tried()
    assert before == after[:2]
    assert 10 == len(after)


def test_numbers_that_do_not_go_together_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked = tuning_of(tmp_path, SHORT)

    def settle(_game: str, options: dict[str, object], _sizes: tuple[int, ...]) -> None:
        if options["rounds"] == 3:
            raise BadOption("no 3")

    monkeypatch.setattr(moving, "settle", settle)
    race = raced(asked, tmp_path / "race")
    assert 1.0 == race.best()[1]
    assert {"numbers": {"rounds": 3}, "misses": [], "played_all": False} in race.tried()


def test_a_folder_of_another_tuning_is_left_alone(tmp_path: Path):
    Race(tuning_of(tmp_path, SHORT), tmp_path / "race")
    with pytest.raises(BadPlan, match="holds another tuning; name another folder with --into"):
        Race(tuning_of(tmp_path, SHORT.replace("= 3", "= 4")), tmp_path / "race")


def test_a_goal_about_nothing_that_happens(tmp_path: Path):
    asked = tuning_of(tmp_path, SHORT.replace("length rounds", "with revealed nobody"))
    with pytest.raises(BadPlan, match=r"in these matches there is none of: with revealed nobody"):
        raced(asked, tmp_path / "race")


@pytest.mark.parametrize(
    "old, new, line, key, why",
    [
        ("[tune]", "[tone]", 6, "tone", "no such key"),
        (SHORT[SHORT.index("[tune]") :], "", 1, "tune", "is missing"),
        ("trials", "tries", 7, "tune.tries", "there are numbers, cards, goals, trials"),
        ("trials = 10", "trials = 0", 7, "tune.trials", "expected a whole number from 1 to 10000"),
        ("rounds = [1, 7]", "", 9, "tune.numbers", "expected one at the least"),
        ("rounds = [1", "turns = [1", 10, "tune.numbers.turns", "no such number; 5x has rounds,"),
        ("[1, 7]", "[1, 8]", 10, "tune.numbers.rounds", "expected a span within [1, 7]"),
        ("[1, 7]", "[7, 1]", 10, "tune.numbers.rounds", "expected a number, or the least"),
        ("[1, 7]", "3", 10, "tune.numbers.rounds", "expected a span within [1, 7], not 3"),
        ("[1, 7]", "[1.5, 7]", 10, "tune.numbers.rounds", "expected a whole number from 1 to 7"),
        ("[1, 7]", "true", 10, "tune.numbers.rounds", "expected a number, or the least"),
        ("length rounds", "size", 13, "tune.goals.size", "the first word is one of wins, places"),
        ("= 3", "= nan", 13, "tune.goals.length rounds", "expected a number, or the least"),
        ("= 3", "= {}", 13, "tune.goals.length rounds", "expected either what is wanted, or"),
        ("= 3", "= { wants = 3 }", 13, "tune.goals.length rounds", "no such key 'wants'"),
        ("= 3", "= { fair = 3 }", 13, "tune.goals.length rounds", "nothing is fair here"),
        (
            "= 3",
            "= { wanted = 3, weight = 0 }",
            13,
            "tune.goals.length rounds",
            "weight: expected a number above 0, not 0",
        ),
        ("[tune]", "[arms.more]\n[tune]", 6, "arms.more", "a tuning has no arm but default"),
    ],
)
def test_a_bad_tuning_is_refused_at_the_line_and_the_key(
    tmp_path: Path, old: str, new: str, line: int, key: str, why: str
):
    assert old in SHORT
    with pytest.raises(BadPlan) as refused:
        tuning_of(tmp_path, SHORT.replace(old, new))
    head, _, told = str(refused.value).partition(": ")
    assert f"{tmp_path / 'plan.toml'}, line {line}" == head
    assert told.startswith(f"{key}: "), told
    assert why in told


@pytest.mark.parametrize(
    "old, new, line, key, why",
    [
        ("Granary", "Granry", 14, "tune.cards.Granry", "civ-card-game has cards such as 'Granary'"),
        ("Granary = { cost = [4, 8] }", "Granary = 4", 14, "tune.cards.Granary", "not 4"),
        ("{ cost = [4, 8] }", "{}", 14, "tune.cards.Granary", "expected one at the least"),
        ("{ cost =", "{ price =", 14, "tune.cards.Granary.price", "Granary has cost, copies"),
        ("culture", "happiness", 15, "tune.cards.Stonehenge.happiness", "copies, culture"),
        ("[4, 8]", "4", 14, "tune.cards.Granary.cost", "as [1, 3], not 4"),
        ("[4, 8]", "[4, 7.5]", 14, "tune.cards.Granary.cost", "as [1, 3], not [4, 7.5]"),
        ("[4, 8]", "[8, 4]", 14, "tune.cards.Granary.cost", "or the least and the most"),
        ("[4, 8]", "[4, inf]", 14, "tune.cards.Granary.cost", "or the least and the most"),
        ("[4, 8]", "[4, 100]", 14, "tune.cards.Granary.cost", "from 0 to 99, not 100"),
        ("{ cost =", "{ F =", 14, "tune.cards.Granary.F", "no column 'F' of type building"),
        ("[tune.cards]", "cards = 5\n[x]", 14, "x", "no such key"),
        ("cards_drawn = [3, 5]", "", 17, "tune.numbers", "expected one at the least"),
        (
            CARDS[CARDS.index("[tune.cards]") : CARDS.index("[tune.goals]")],
            "",
            10,
            "tune",
            "or cards",
        ),
    ],
)
def test_bad_cards_are_refused_at_the_line_and_the_key(
    tmp_path: Path, old: str, new: str, line: int, key: str, why: str
):
    assert old in CARDS
    with pytest.raises(BadPlan) as refused:
        tuning_of(tmp_path, CARDS.replace(old, new, 1))
    head, _, told = str(refused.value).partition(": ")
    assert told.startswith(f"{key}: "), told
    assert why in told
    assert f"{tmp_path / 'plan.toml'}, line {line}" == head


def test_a_game_without_tables_of_cards_has_none_that_move(tmp_path: Path):
    text = SHORT.replace("5x", "5-ages").replace("numbers]\nrounds =", "cards.ace]\nvalue =")
    with pytest.raises(BadPlan, match=r"tune.cards.ace: no such card; 5-ages has no table of"):
        tuning_of(tmp_path, text)
