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
from microciv.study import chunks
from microciv.study.chunks import Played
from microciv.study.plan import Plan, read_plan
from microciv.study.running import Job, Run, among, here, lasting

pytest.importorskip("optuna", reason="Optuna is not installed")

from microciv.study import tuning
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


def test_what_is_stopped_goes_on_and_finds_the_same(tmp_path: Path, small_chunks: None):
    asked = tuning_of(tmp_path, POOR)
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

    monkeypatch.setattr(tuning, "settle", settle)
    race = raced(asked, tmp_path / "race")
    assert 1.0 == race.best()[1]
    assert {"numbers": {"rounds": 3}, "misses": [], "played_all": False} in race.tried()


def test_a_folder_of_another_tuning_is_left_alone(tmp_path: Path):
    Race(tuning_of(tmp_path, SHORT), tmp_path / "race")
    with pytest.raises(BadPlan, match="holds another tuning; name another folder with --into"):
        Race(tuning_of(tmp_path, SHORT.replace("= 3", "= 4")), tmp_path / "race")


def test_a_goal_about_nothing_that_happens(tmp_path: Path):
    asked = tuning_of(tmp_path, SHORT.replace("length rounds", "with revealed nobody"))
    with pytest.raises(BadPlan, match=r"in these matches there is no with revealed nobody"):
        raced(asked, tmp_path / "race")


@pytest.mark.parametrize(
    "old, new, line, key, why",
    [
        ("[tune]", "[tone]", 6, "tone", "no such key"),
        (SHORT[SHORT.index("[tune]") :], "", 1, "tune", "is missing"),
        ("trials", "tries", 7, "tune.tries", "there are numbers, goals, trials"),
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
