"""The league: who sits where, whose results count, and that it can be stopped at any time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import microciv
from microciv.cli.contest import play_contest
from microciv.cli.league_folder import Head, LeagueFolder
from microciv.cli.main import app
from microciv.cli.sitting import read_sittings
from microciv.core.errors import BadRecord, MicrocivError
from microciv.games import open_game
from microciv.study.league import fixtures, seating

RUN = CliRunner()
SOURCE = str(Path(microciv.__file__).parents[1])
PATIENCE = 60.0
WEAK = ("league", "5x", "--bots", "random,easy", "--seats", "3,4", "--matches", "2")

FIRST = """\
import json, os, sys, time

number = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "first"}), flush=True)
    elif message["type"] == "choose":
        number += 1
        move = message["legal"][0]["text"]
        FAULT
        print(json.dumps({"move": move}), flush=True)
    elif message["type"] == "quit":
        break
"""
"""A program that answers with the first legal move."""


@pytest.fixture
def program(tmp_path: Path):
    """The command of such a program, with a fault before it answers."""

    def write(fault: str = "pass", name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(FIRST.replace("FAULT", fault))
        return f"{sys.executable} {path}"

    return write


@pytest.fixture
def client(tmp_path: Path):
    """The command of a client of a server that answers with the first legal move, with a fault."""

    def write(fault: str = "pass") -> str:
        source = Path(SOURCE) / "microciv" / "clients" / "microciv_client.py"
        (tmp_path / "microciv_client.py").write_text(source.read_text())
        path = tmp_path / "client.py"
        path.write_text(
            "import os, sys, time\nfrom microciv_client import play\nnumber = 0\n"
            "def choose(question, match):\n    global number\n    number += 1\n"
            f"    {fault}\n    return question['legal'][0]['text']\nplay(choose, 'first')\n"
        )
        return f"{sys.executable} {path}"

    return write


def league(tmp_path: Path, *arguments: str) -> Any:
    """What a league says to programs."""
    words = ["league", "5x", "--seats", "3", "--out", str(tmp_path / "out"), "--json", *arguments]
    ran = RUN.invoke(app, words)
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def rows(tmp_path: Path) -> list[Any]:
    text = (tmp_path / "out" / "matches.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_everybody_sits_everywhere_equally_often(seats: int):
    places: Counter[tuple[int, str]] = Counter()
    for number in range(2 * seats * 2):
        for seat, level in enumerate(seating(seats, "a", "b", number)):
            places[seat, level] += 1
    assert {2 * seats} == set(places.values())


def test_every_pair_meets_at_every_table():
    found = fixtures(["random", "easy", "medium"], [3, 4], 2)
    assert 2 * 2 * 3 == len(found) == len(set(found))
    pairs = {frozenset(row.bots) for row in found[:6]}
    assert 3 == len(pairs), "a league that is stopped early has seen something of each pair"


def test_a_match_is_always_the_same(program, client):
    game = open_game("5x", {"seats": 3})
    for seats in (
        "bot:easy,bot:random,bot:easy",
        f"cmd:{program()},bot:easy,bot:random",
        f"link:{client()},bot:easy,cmd:{program()}",
    ):
        sittings = read_sittings(seats, "5x", programs=True)
        one, other = [play_contest(game, sittings, 7, 60.0, recorded=True) for _ in range(2)]
        assert one.end.record is not None
        assert one.end.record == other.end.record
        assert not one.lost


def test_where_a_match_is_played_changes_nothing_of_its_deal(program, client):
    """The same moves by lines and by a link lead to the same end."""
    game = open_game("5x", {"seats": 3})
    lines = ",".join([f"cmd:{program()}"] * 3)
    link = ",".join([f"link:{client()}"] * 2 + [f"cmd:{program()}"])
    ends = [
        play_contest(game, read_sittings(seats, "5x", programs=True), 11, 60.0).end
        for seats in (lines, link)
    ]
    assert ends[0].scores == ends[1].scores


@pytest.mark.parametrize(
    "game, arguments, tables",
    [
        ("5x", [], [3, 5, 6]),
        ("5x", ["--set", "seats=4"], [4]),
        ("5-ages", [], [3, 5, 7]),
        ("civ-builder", [], [2, 4, 6]),
        ("civ-builder", ["--set", "allow_7_to_10=true"], [2, 6, 10]),
        ("5x", ["--cards", "-"], [3, 5, 6]),
        ("civ-card-game", [], [2, 3, 4]),
    ],
)
def test_if_nothing_is_said_tables_are_small_middle_and_large(
    tmp_path: Path, game: str, arguments: list[str], tables: list[int]
):
    words = ["league", game, "--bots", "random,easy", "--matches", "2", *arguments]
    cards = '[[wonders]]\nletter = "E"\npoints = 9\n' if "-" in arguments else ""
    ran = RUN.invoke(app, [*words, "--json", "--out", str(tmp_path / "x")], input=cards)
    assert 0 == ran.exit_code, ran.output
    told = [row["seats"] for row in json.loads(ran.stdout)["shares"]]
    assert [*tables, None] == told or tables == told
    assert ("wonder_table" in (tmp_path / "x" / "league.json").read_text()) == bool(cards)


# --- resuming


def test_it_goes_on_where_it_was_stopped(tmp_path: Path):
    out = tmp_path / "out"
    command = [*WEAK, "--out", str(out)]
    assert 0 == RUN.invoke(app, command).exit_code
    store = out / "matches.jsonl"
    lines = store.read_text().splitlines()
    assert 4 == len(lines)
    # Stopped in the middle of writing the last line: that match alone is played again.
    changed = json.loads(lines[0])
    changed["row"]["winners"] = [0, 1, 2]
    kept = [json.dumps(changed), *lines[1:3]]
    store.write_text("\n".join(kept) + "\n" + lines[3][:20])
    assert 0 == RUN.invoke(app, command).exit_code
    assert [*kept, lines[3]] == store.read_text().splitlines()
    more = RUN.invoke(app, [*command, "--bots", "x=bot:random"])
    assert 0 == more.exit_code, more.output
    assert [*kept, lines[3]] == store.read_text().splitlines()[:4]
    assert len(store.read_text().splitlines()) == 2 * 2 * 3


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_league_that_is_killed_loses_and_counts_nothing_twice(tmp_path: Path, program, jobs: str):
    bots = f"random,mine=cmd:{program()}"
    words = (
        "arena",
        "5x",
        "--bots",
        bots,
        "--seats",
        "3",
        "--jobs",
        jobs,
        "--out",
        "out",
        "--json",
    )
    command = [sys.executable, "-m", "microciv", *words, "--matches"]
    env = {**os.environ, "PYTHONPATH": SOURCE}
    store = tmp_path / "out" / "matches.jsonl"
    with subprocess.Popen(
        [*command, "1000"], cwd=tmp_path, env=env, stdout=subprocess.DEVNULL
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not store.exists() or store.read_text().count("\n") < 3:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.kill()
    before = store.read_text().splitlines(keepends=True)
    whole = [line for line in before if line.endswith("\n")]
    count = len(whole) + 2
    again = subprocess.run(
        [*command, str(count)], cwd=tmp_path, env=env, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert json.loads(again.stdout)["matches"] == count
    lines = store.read_text().splitlines(keepends=True)
    assert whole == lines[: len(whole)]
    seeds = [json.loads(line)["seed"] for line in lines]
    assert len(seeds) == len(set(seeds)), "one pair, one table: a seed a match"


def test_two_leagues_do_not_share_a_folder(tmp_path: Path):
    if sys.platform == "win32":
        pytest.skip("not noticed there")
    head = Head("5x", 1, {}, 5.0, {"easy": "bot:easy", "random": "bot:random"})
    with (
        LeagueFolder(tmp_path / "out", head),
        pytest.raises(MicrocivError, match="another league is writing into it"),
    ):
        LeagueFolder(tmp_path / "out", head)
    with LeagueFolder(tmp_path / "out", head) as folder:
        assert folder.found == {}


def test_a_league_that_was_stopped_as_it_began_is_played(tmp_path: Path):
    head = Head("5x", 1, {}, 5.0, {"easy": "bot:easy", "random": "bot:random"})
    for name in ("matches.jsonl", ".league.json.a1b2c3"):
        (tmp_path / name).write_text("")
    with LeagueFolder(tmp_path, head) as folder:
        assert folder.found == {}
    (tmp_path / "league.json").unlink()
    (tmp_path / "matches.jsonl").write_text("{}\n")
    with pytest.raises(BadRecord, match="expected a folder of a league, or an empty one"):
        LeagueFolder(tmp_path, head)


# --- programs


def test_programs_are_rated_beside_levels(tmp_path: Path, program, client):
    bots = f"easy,lines=cmd:{program()},link=link:{client()}"
    report = league(tmp_path, "--bots", bots, "--matches", "2")
    assert {"easy", "lines", "link"} == {row["bot"] for row in report["ratings"]}
    assert [("lines", 0, 0), ("link", 0, 0)] == [
        (row["bot"], row["lost"], row["absent"]) for row in report["programs"]
    ]
    assert all([row["answers"] > 10 for row in report["programs"]])
    assert [("lines", "easy"), ("link", "easy"), ("link", "lines")] == [
        (row["bot"], row["over"]) for row in report["shares"]
    ]


DIES = "if number == 3: print('out of ideas', file=sys.stderr, flush=True); os._exit(7)"


@pytest.mark.parametrize("kind", ["cmd", "link"])
def test_who_dies_loses_and_is_reported_with_its_last_words(tmp_path, program, client, kind):
    command = (program if kind == "cmd" else client)(DIES)
    words = ("--bots", f"random,mine={kind}:{command}", "--matches", "2")
    report = league(tmp_path, *words)
    found = rows(tmp_path)
    for row in found:
        mine = [seat for seat, name in enumerate(row["bots"]) if name == "mine"]
        assert sorted(row["row"]["lost"]) == [str(seat) for seat in mine]
        assert not set(mine) & set(row["row"]["winners"])
        for loss in row["row"]["lost"].values():
            assert loss["why"].endswith("ended with exit code 7")
            assert "out of ideas" in loss["tail"]
    seats = sum([row["bots"].count("mine") for row in found])
    (told,) = report["programs"]
    assert (told["bot"], told["lost"]) == ("mine", seats)
    (share,) = report["shares"]
    assert share["won"] == 0
    said = RUN.invoke(app, ["arena", "5x", "--seats", "3", "--out", str(tmp_path / "out"), *words])
    assert "ended with exit code 7" in said.output
    assert "| out of ideas" in said.output
    assert rows(tmp_path) == found, "nothing is played again"


@pytest.mark.parametrize("kind", ["cmd", "link"])
def test_time_outs_count_for_who_had_them(tmp_path, program, client, kind):
    write, seconds, late = (program, "1.5", 2.3) if kind == "cmd" else (client, "0.7", 3.1)
    bots = f"random,mine={kind}:{write(f'time.sleep({late} * (number == 2))')}"
    report = league(tmp_path, "--bots", bots, "--matches", "2", "--seconds", seconds, "--jobs", "2")
    (told,) = report["programs"]
    seats = sum([row["bots"].count("mine") for row in rows(tmp_path)])
    assert seats <= told["absent"] <= 2 * seats
    assert told["lost"] == 0


def test_where_all_are_lost_nobody_wins(tmp_path: Path, program):
    dies, too = program(DIES), program(DIES, "other.py")
    report = league(tmp_path, "--bots", f"a=cmd:{dies},b=cmd:{too}", "--matches", "2")
    assert [[]] * 2 == [row["row"]["winners"] for row in rows(tmp_path)]
    assert (report["matches"], report["ratings"], report["shares"]) == (2, [], [])
    assert [3, 3] == [row["lost"] for row in report["programs"]]


def test_a_client_that_never_sits_down_is_lost(tmp_path: Path):
    path = tmp_path / "gone.py"
    path.write_text("import sys\nsys.exit('no idea what to do with ' + sys.argv[1][:7])\n")
    report = league(tmp_path, "--bots", f"random,x=link:{sys.executable} {path}", "--matches", "2")
    (told,) = report["programs"]
    assert told["lost"] == sum([row["bots"].count("x") for row in rows(tmp_path)])
    losses = [loss for row in rows(tmp_path) for loss in row["row"]["lost"].values()]
    assert {("no idea what to do with http://",)} == {tuple(loss["tail"]) for loss in losses}


# --- its report


def test_the_report_for_programs(tmp_path: Path):
    ran = RUN.invoke(app, [*WEAK, "--out", str(tmp_path / "x"), "--json"])
    report = json.loads(ran.stdout)
    assert 4 == report["matches"]
    assert {"random", "easy"} == {row["bot"] for row in report["ratings"]}
    assert [3, 4, None] == [row["seats"] for row in report["shares"]]


def test_options_are_played(tmp_path: Path):
    out = ["--out", str(tmp_path / "x")]
    plain = RUN.invoke(app, [*WEAK, *out, "--variant", "leaderless"])
    assert plain.exit_code == 0, plain.output
    refused = RUN.invoke(app, [*WEAK, *out])
    assert refused.exit_code == 1
    assert "its options: {'leaders': False}, and not {}" in " ".join(refused.output.split())


def test_the_tables_have_their_place_on_a_page(tmp_path: Path):
    page, out = tmp_path / "bots.md", tmp_path / "x"
    page.write_text("# Bots\n\nBefore.\n")
    command = [*WEAK, "--out", str(out), "--write", str(page)]
    assert 0 == RUN.invoke(app, command).exit_code
    first = page.read_text()
    assert first.startswith("# Bots\n\nBefore.\n\n<!-- league 5x -->\n| 5X | rating |")
    page.write_text(first + "After.\n")
    assert 0 == RUN.invoke(app, command).exit_code
    assert first + "After.\n" == page.read_text()


def test_a_page_that_cannot_be_read_is_refused_before_anything_is_played(tmp_path: Path):
    page, out = tmp_path / "bots.md", tmp_path / "x"
    page.write_bytes(b"\xff")
    ran = RUN.invoke(app, [*WEAK, "--out", str(out), "--write", str(page)])
    assert 1 == ran.exit_code
    assert "not UTF-8 text" in " ".join(ran.output.split())
    assert not out.exists()
    assert b"\xff" == page.read_bytes()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--seats", "9"], "expected numbers of seats"),
        (["--seats", "three"], "expected numbers of seats"),
        (["--seats", "²"], "expected numbers of seats"),
        (["--seats", "3" * 5000], "expected numbers of seats"),
        (["--seats", "3", "--set", "seats=4"], "4 are set, but 3 are named in --seats"),
        (["--set", "seats=9"], "expected numbers of seats"),
        (["--write", "not/there/page.md"], "expected a file, in a folder that is there"),
        (["--bots", "easy,genius"], "no bot 'genius' for 5x; there are random, easy"),
        (["--bots", "easy"], "expected two or more of"),
        (["--bots", "easy,random,x=bot:easy,x=bot:random"], "two bots are called 'x'"),
        (["--bots", "easy,random=cmd:./bot"], "characters that is not a level"),
    ],
)
def test_bad_wishes_are_refused(tmp_path: Path, arguments: list[str], message: str):
    ran = RUN.invoke(app, ["league", "5x", *arguments, "--out", str(tmp_path / "x")])
    assert 1 == ran.exit_code
    assert message in " ".join(ran.output.split())
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("kind", ["cmd", "link"])
def test_a_program_that_cannot_be_started_is_named_before_it_loses(tmp_path: Path, kind: str):
    bots = f"easy,mine={kind}:./nowhere"
    ran = RUN.invoke(app, ["league", "5x", "--bots", bots, "--out", str(tmp_path / "x")])
    assert 1 == ran.exit_code
    assert "mine: cannot start './nowhere'" in " ".join(ran.output.split())


HEAD = '{"game":"5x","rules":1,"options":{},"seconds":5.0,"bots":{"easy":"cmd:./it"},"version":2}'


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("league.json", "", "this is not a league"),
        ("league.json", "a diary", "this is not a league"),
        ("diary.txt", "a diary", "expected a folder of a league, or an empty one"),
        ("league.json", HEAD.replace("5x", "5-ages"), "its game: '5-ages', and not '5x'"),
        ("league.json", HEAD, "easy is 'cmd:./it' there"),
    ],
)
def test_other_folders_are_left_alone(tmp_path: Path, name: str, text: str, message: str):
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_text(text)
    ran = RUN.invoke(app, [*WEAK, "--out", str(out)])
    assert 1 == ran.exit_code
    assert message in " ".join(ran.output.split())
    assert [out / name] == [*out.iterdir()]
    assert text == (out / name).read_text()


@pytest.mark.parametrize(
    "line, message",
    [
        ("{}", "line 5 is no result"),
        ('{"seed":1,"bots":["a","b"],"row":{"winners":[5],"places":[1,2],"scores":[1,2],"plies":1}}',
         "line 5: no such winners"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: str, message: str):
    out = tmp_path / "out"
    RUN.invoke(app, [*WEAK, "--out", str(out)])
    store = out / "matches.jsonl"
    store.write_text(store.read_text() + line + "\n")
    ran = RUN.invoke(app, [*WEAK, "--out", str(out)])
    assert 1 == ran.exit_code
    assert message in " ".join(ran.output.split())
