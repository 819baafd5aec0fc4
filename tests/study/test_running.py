"""The same plan finds the same to the byte, whoever plays it and however often it was stopped."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

import microciv
from microciv.core.codec import plain_record
from microciv.core.errors import BadPlan
from microciv.core.match import Match, replay
from microciv.games import catalogue, open_game
from microciv.study import chunks, findings, running
from microciv.study.matches import Lineup
from microciv.study.plan import Arm, Plan, Table, tables_of
from microciv.study.running import Folder, Job, Study, among, here
from microciv.study.words import plain
from tests.study.studies import answered, carried_out, kept, one

SOURCES = os.pathsep.join((str(Path(microciv.__file__).parents[1]), str(Path(__file__).parents[2])))
TABLES = tables_of((3,), (("easy",), ("easy", "random")))
ARMS = (Arm("default", {}), Arm("all", {"leader_pool": "all15"}))
PLAN = Plan("5x", ARMS, TABLES, 30)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of a size that tests can play."""
    monkeypatch.setattr(chunks, "IN_BULK", 10)
    monkeypatch.setattr(running, "LEAST", 2)


def answer(study: Study) -> dict[str, object]:
    return plain(study.plan, findings.answers(study.plan, study.chunks, study.folder.rows))


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, object]]]:
    """The plan, carried out in one go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "IN_BULK", 10)
        path = tmp_path_factory.mktemp("once")
        yield path, answer(carried_out(PLAN, path))


def test_in_any_order_by_several_at_once(tmp_path: Path, once: tuple[Path, dict[str, object]]):
    study = carried_out(PLAN, tmp_path, among(lambda: ThreadPoolExecutor(4), 4))
    assert kept(once[0]) == kept(tmp_path)
    assert once[1] == answer(study)


# A program of its own, since polars reads once how many cores it may use.
READER = """
import sys
from pathlib import Path
from tests.study.test_running import PLAN, Folder, findings, plain

print(plain(PLAN, findings.answers(PLAN, [3, 3], Folder(Path(sys.argv[1]), PLAN).rows)))
"""


@pytest.mark.parametrize("cores", ["1", "3"])
def test_any_number_of_cores_adds_up_to_the_same(once: tuple[Path, dict[str, object]], cores: str):
    """To the last bit: floats add up differently in another order."""
    said = subprocess.run(
        [sys.executable, "-c", READER, once[0]],
        env={**os.environ, "POLARS_MAX_THREADS": cores, "PYTHONPATH": SOURCES},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert str(once[1]) == said.stdout.strip()


def test_backwards(tmp_path: Path, once: tuple[Path, dict[str, object]]):
    def backwards(plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
        yield from here(plan, iter(list(jobs)[::-1]))

    assert once[1] == answer(carried_out(PLAN, tmp_path, backwards))
    assert kept(once[0]) == kept(tmp_path)


@pytest.mark.parametrize("first", [1, 2, 7])
def test_cut_into_smaller_chunks_at_the_beginning(
    tmp_path: Path, once: tuple[Path, dict[str, object]], first: int
):
    cut = replace(PLAN, first=first)
    assert once[1] == answer(carried_out(cut, tmp_path))
    count = chunks.chunk_count(cut, TABLES[0])
    spans = [chunks.span(cut, 0, number) for number in range(count)]
    assert [*range(PLAN.matches)] == [match for span in spans for match in span]
    assert [first] * min(4, count) == [len(span) for span in spans[:4]]
    assert max([len(span) for span in spans]) <= min(10, chunks.FIRST * first)


@pytest.mark.parametrize("after", [0, 1, 4])
def test_stopped_and_gone_on_with(tmp_path: Path, once: tuple[Path, dict[str, object]], after: int):
    played: list[Job] = []

    def stopped(plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
        for job in jobs:
            if len(played) == after:
                raise KeyboardInterrupt
            played.append(job)
            yield chunks.play_chunk(plan, job.table, job.number)

    with pytest.raises(KeyboardInterrupt):
        carried_out(PLAN, tmp_path, stopped)

    def rest(plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
        for job in jobs:
            assert job not in played
            yield chunks.play_chunk(plan, job.table, job.number)

    assert once[1] == answer(carried_out(PLAN, tmp_path, rest))
    assert kept(once[0]) == kept(tmp_path)


@pytest.mark.parametrize(
    "name, damage", [("counts", "cut"), ("seats", "gone"), ("matches", "empty")]
)
def test_a_chunk_that_is_damaged_is_played_again(
    tmp_path: Path, once: tuple[Path, dict[str, object]], name: str, damage: str
):
    carried_out(PLAN, tmp_path)
    file = tmp_path / name / "001-000002.parquet"
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[: -20 if damage == "cut" else 0])
    again: list[Job] = []

    def counted(plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
        for job in jobs:
            again.append(job)
            yield chunks.play_chunk(plan, job.table, job.number)

    assert once[1] == answer(carried_out(PLAN, tmp_path, counted))
    assert [Job(1, 2)] == again
    assert kept(once[0]) == kept(tmp_path)


def test_what_was_killed_while_it_wrote_leaves_nothing_that_counts(
    tmp_path: Path, once: tuple[Path, dict[str, object]]
):
    (tmp_path / "matches").mkdir(parents=True)
    half, other = [tmp_path / "matches" / f"000-000000.{pid}.new" for pid in (98, 99)]
    for file in (half, other):
        file.write_bytes(b"half")
    os.utime(half, (0, 0))
    assert once[1] == answer(carried_out(PLAN, tmp_path))
    assert not half.exists()
    assert other.exists(), "another command may be writing it"


def test_a_longer_study_goes_on_from_a_shorter_one(tmp_path: Path):
    carried_out(replace(PLAN, matches=20), tmp_path)
    before = kept(tmp_path)
    carried_out(replace(PLAN, matches=30), tmp_path)
    after = kept(tmp_path)
    assert before.items() <= after.items()
    assert len(before) < len(after)


def test_a_last_chunk_that_was_shorter_is_played_again_where_more_is_wanted(tmp_path: Path):
    carried_out(replace(PLAN, matches=15), tmp_path)
    longer = answer(carried_out(replace(PLAN, matches=20), tmp_path))
    assert longer == answer(carried_out(replace(PLAN, matches=20), tmp_path / "anew"))


def test_who_is_killed_while_a_short_chunk_is_replaced_plays_it_again(tmp_path: Path):
    carried_out(replace(PLAN, matches=15), tmp_path)
    longer = replace(PLAN, matches=20)
    wanted = answer(carried_out(longer, tmp_path / "anew"))
    for name in ("counts", "seats"):
        file = f"{name}/000-000001.parquet"
        (tmp_path / file).write_bytes((tmp_path / "anew" / file).read_bytes())
    assert wanted == answer(carried_out(longer, tmp_path))


def test_a_shorter_study_uses_the_first_matches_of_a_longer_one_and_leaves_them(tmp_path: Path):
    carried_out(PLAN, tmp_path)
    before = kept(tmp_path)
    shorter = replace(PLAN, matches=15)
    wanted = answer(carried_out(shorter, tmp_path / "anew"))
    assert wanted == answer(carried_out(shorter, tmp_path, nobody))
    assert before == {name: rows for name, rows in kept(tmp_path).items() if "anew" not in name}


def nobody(_plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
    """Nothing is left to play."""
    assert [] == list(jobs)
    yield from ()


def test_another_study_does_not_mix_with_it(tmp_path: Path):
    carried_out(replace(PLAN, matches=10), tmp_path)
    before = kept(tmp_path)
    with pytest.raises(BadPlan, match="holds another study"):
        Folder(tmp_path, replace(PLAN, seed=1))
    assert before == kept(tmp_path)


def test_a_folder_that_cannot_be(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadPlan, match="cannot keep a study here"):
        Folder(tmp_path / "file", PLAN)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(BadPlan, match="cannot keep a study here"):
        Folder(tmp_path, PLAN)


def test_it_stops_as_soon_as_the_width_is_reached(tmp_path: Path):
    study = carried_out(replace(PLAN, matches=1000, width=15.0), tmp_path)
    for done, width in zip(study.chunks, study.widths, strict=True):
        assert 2 <= done < 100
        assert width.points() <= 15
    three = among(lambda: ThreadPoolExecutor(3), 3)
    other = carried_out(replace(PLAN, matches=1000, width=15.0), tmp_path / "b", three)
    assert study.chunks == other.chunks
    assert answer(study) == answer(other)


def test_the_width_is_that_of_the_shares_that_are_told():
    """By player, where they change their seats; and of each arm, however little they differ."""
    by_player = running.Width(1, Table(2, ("easy", "random")))
    by_player.add([[[1.0, 0.0]], [[0.0, 1.0]]] * 50)
    assert 0 == by_player.points()
    alike = tables_of((2,), (("easy",),))[0]
    by_seat, of_arms = running.Width(1, alike), running.Width(2, alike)
    by_seat.add([[[1.0, 0.0]], [[0.0, 1.0]]] * 50)
    of_arms.add([[[1.0, 0.0]] * 2, [[0.0, 1.0]] * 2] * 50)
    assert 9 < by_seat.points() == of_arms.points() < 11


def test_the_width_of_a_player_with_several_seats_is_that_of_what_they_win_together():
    table = Table(4, ("easy", "hard", "easy", "hard"))
    wins = [[[1.0, 0.0, 0.0, 0.0]]] * 100  # by easy and hard in turns
    width = running.Width(1, table)
    width.add(wins)
    lineups = [table.seated(match % 4) for match in range(100)]
    at: dict[str, object] = {"table": 0, "arm": 0}
    rows: dict[str, list[dict[str, object]]] = {
        "matches": [at | {"match": match, "trace": match} for match in range(100)],
        "seats": [
            at | {"match": match, "seat": seat, "player": player, "won": wins[match][0][seat]}
            for match, lineup in enumerate(lineups)
            for seat, player in enumerate(lineup)
        ],
    }
    frames = {
        name: pl.DataFrame(rows.get(name, []), schema=schema)
        for name, schema in chunks.FRAMES.items()
    }
    (told,) = answered(Plan("5x", (Arm("default", {}),), (table,)), frames)
    assert 0.5 == one(told, "wins", "easy").found.value
    assert width.points() == pytest.approx(100 * one(told, "wins", "easy").found.error, rel=0.05)


def test_it_stops_when_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    clock = iter(range(0, 10_000, 30))
    monkeypatch.setattr(running, "monotonic", lambda: float(next(clock)))
    study = carried_out(replace(PLAN, matches=1000, minutes=2.0), tmp_path)
    assert study.late
    assert 0 < sum(study.chunks) < 12


@pytest.mark.parametrize("minutes, ended", [(2.0, True), (None, False)])
def test_when_time_is_up_nobody_waits_for_what_would_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: float | None, ended: bool
):
    clock = iter(range(0, 10_000, 30))
    monkeypatch.setattr(running, "monotonic", lambda: float(next(clock)))
    terminated: list[bool] = []

    @contextmanager
    def pool() -> Iterator[Executor]:
        with ThreadPoolExecutor(2) as threads:
            process = SimpleNamespace(terminate=lambda: terminated.append(True), join=lambda: None)
            threads._processes = {0: process}  # type: ignore[attr-defined]
            yield threads

    with running.lasting(pool) as lasting:
        study = carried_out(replace(PLAN, minutes=minutes), tmp_path, among(lasting, 2))
    assert ended == study.late == bool(terminated)


def test_time_leaves_every_table_a_chunk_in_whatever_order_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clock = iter(range(0, 10_000, 30))
    monkeypatch.setattr(running, "monotonic", lambda: float(next(clock)))

    def backwards(plan: Plan, jobs: Iterator[Job]) -> Generator[chunks.Played, None, None]:
        yield from here(plan, iter([*jobs][5::-1]))

    study = carried_out(replace(PLAN, matches=1000, minutes=0.01), tmp_path, backwards)
    assert study.late
    assert [3, 3] == study.chunks


def test_arms_share_their_deals_and_rows_say_what_a_referee_says(tmp_path: Path):
    study = carried_out(replace(PLAN, matches=10), tmp_path)
    matches = study.folder.rows("matches", 1, 1).collect()
    seats = study.folder.rows("seats", 1, 1).collect()
    for number in range(10):
        both = matches.filter(match=number)
        assert [number, number] == both["seed"].to_list()
        table = TABLES[1]
        for arm, ways in enumerate(ARMS):
            game = open_game("5x", {**ways.options, "seats": table.seats})
            ended = Lineup(game, table.seated(number)).play(number, recorded=True)
            assert ended.record is not None
            match = replay(game, ended.record)
            rows = seats.filter(match=number, arm=arm)
            assert match.places() == rows["place"].to_list()
            assert [score / game.unit for score in match.scores()] == rows["points"].to_list()
            assert table.seated(number) == rows["player"].to_list()
            assert both.filter(arm=arm)["steps"].item() == len(match.record().moves)
            assert [row["won"] for row in rows.iter_rows(named=True)] == shares(match)


def shares(match: Match) -> list[float]:
    first = match.places().count(1)
    return [1 / first if place == 1 else 0.0 for place in match.places()]


@pytest.mark.parametrize("game", catalogue())
def test_every_game_can_be_studied(tmp_path: Path, game: str):
    """And every file says what it is about."""
    seats = catalogue()[game].seats[0]
    plan = Plan(game, (Arm("default", {}),), (Table(seats, ("easy",) * seats),), 3)
    if game in {"goofspiel", "forecast"}:
        plan = replace(plan, tables=(Table(seats, ("random",) * seats),))
    study = carried_out(plan, tmp_path)
    found = findings.answers(plan, study.chunks, study.folder.rows)
    assert [3] == [one.matches for one in found]
    counts = study.folder.rows("counts", 0, 1).collect()
    assert counts.height
    about = pl.read_parquet_metadata(tmp_path / "counts" / "000-000000.parquet")
    assert f'"game": "{game}"' in about["plan"]
    record = Lineup(open_game(game, {"seats": seats}), list(plan.tables[0].players)).play(
        0, recorded=True
    )
    assert record.record is not None
    heard = replay(open_game(game, {"seats": seats}), record.record)
    assert plain_record(heard.record()) == plain_record(record.record)


def test_searching_players_are_heard_as_well(tmp_path: Path):
    plan = Plan("5x", ARMS[:1], tables_of((3,), (("medium", "easy"),)), 2)
    study = carried_out(plan, tmp_path)
    rows = study.folder.rows("seats", 0, 1).collect()
    assert ["medium", "easy", "medium", "medium", "medium", "easy"] == rows["player"].to_list()
    assert study.folder.rows("counts", 0, 1).collect().height
