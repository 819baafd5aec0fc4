"""`study`: from a question to an answer in one command."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars as pl
import pytest

from microciv.speech import speaking
from microciv.study import rulings
from microciv.study import words as said_of
from microciv.study.plan import Arm, Plan, tables_of
from microciv.study.rulings import Choice
from tests.study.studies import english

TOWER = '[[wonders]]\nletter = "E"\npoints = 9\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to study in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tower.toml").write_text(TOWER, encoding="utf-8")
    return tmp_path


QUICK = ("--matches", "60", "--jobs", "1")


def test_one_command_one_answer(cli):
    result = cli("study", "5x", "--cards", "tower.toml", *QUICK)
    assert 0 == result.exit_code, result.output
    first, *lines = result.stdout.splitlines()
    assert first.startswith("5X, 4 seats, easy: The Taj Mahal (E): points 9")
    said = "  60 matches of each, on the same deals; a fair share of wins is 25.0 %."
    assert said in [line.rstrip() for line in lines]
    assert "Wins after winning the bid for: the Taj Mahal (E) " in " ".join(result.stdout.split())
    assert "not people; seed 0" in lines[-1]
    assert "report: study-5x-" in result.stderr
    (folder,) = Path().glob("study-5x-*")
    assert (folder / "report.html").is_file()
    assert 120 == pl.scan_parquet(folder / "matches" / "*.parquet").collect().height


def test_an_answer_can_be_about_one_thing_alone(cli):
    command = ("study", "5x", "--players", "random", *QUICK, "--into", "kept")
    whole = cli(*command).stdout
    assert "Rounds: " in whole
    assert "Wins: seat 1 " in whole
    rounds = cli(*command, "--about", "rOunds").stdout
    assert "Rounds: " in rounds
    assert "Wins: " not in rounds
    assert "Nothing of that name was measured." in cli(*command, "--about", "Caesarion").stdout


def test_the_same_command_goes_on_and_finds_the_same(cli, rows):
    command = ("study", "5x", "--set", "leader_pool=all15", "--json", "--into", "kept")
    (once,) = rows(*command, *QUICK)
    (again,) = rows(*command, *QUICK)
    assert once == again
    assert [60, 60] == [answer["matches"] for answer in once["answers"]]
    assert {"default": {}, "changed": {"leader_pool": "all15"}} == once["arms"]


@pytest.mark.parametrize(
    "words, arms",
    [
        (("--against", "default"), [{}, {"joker_in_civ": "wild"}]),
        (("--against", "war-2"), [{"jokers": 2}, {"jokers": 2, "joker_in_civ": "wild"}]),
        (
            ("--variant", "war-2", "--against", "default"),
            [{}, {"jokers": 2, "joker_in_civ": "wild"}],
        ),
    ],
)
def test_a_change_is_held_against_a_variant_or_the_default(rows, words, arms):
    command = ("study", "5-ages", "--set", "joker_in_civ=wild", "--json", "--matches", "2")
    (row,) = rows(*command, *words, "--jobs", "1", "--into", "kept")
    assert arms == [*row["arms"].values()]


def test_without_a_change_seats_are_held_against_what_is_fair(rows):
    (row,) = rows("study", "civ-builder", "--players", "random", "--seats", "2", "--json", *QUICK)
    (answer,) = row["answers"]
    wins = [found for found in answer["findings"] if found["subject"][0] == "wins"]
    assert [[0.5, 0.5, 0.5]] * 2 == [found["base"] for found in wins]
    assert pytest.approx(1) == sum(found["found"][0] for found in wins)


@pytest.mark.parametrize("words", [("goofspiel",), ("rulings", "goofspiel"), ("never", "5x")])
def test_a_game_without_easy_is_studied_by_random(cli, monkeypatch, words):
    monkeypatch.setattr("microciv.games._policies_of", lambda _about: {})
    result = cli("study", *words, "--seats", "3", "--matches", "2", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    assert "random" in result.stdout


def test_a_change_that_these_bots_never_meet_is_called_so(cli):
    result = cli("study", "5x", "--seats", "3", "--set", "allow_variant_5_6=on", *QUICK)
    assert "All 60 matches are identical: these bots never meet the change." in result.stdout


@pytest.mark.parametrize(
    "settings, why",
    [
        (["wonder_f=4"], "error: wonder_f is 4 by default: this changes nothing"),
        (["leaders=on"], "error: leaders is on by default: this changes nothing"),
        (
            ["leader_pool=by_count", "wonder_f=4.0"],
            "error: leader_pool is by_count by default: this changes nothing; wonder_f is 4 by",
        ),
    ],
)
def test_a_change_that_changes_nothing_is_refused(cli, settings, why):
    words = [word for setting in settings for word in ("--set", setting)]
    result = cli("study", "5x", *words, *QUICK)
    assert 1 == result.exit_code
    assert why in result.stderr


@pytest.mark.parametrize("words", [("--set", "jokers=2"), ("--variant", "war-2")])
def test_what_the_other_side_has_already_is_refused(cli, words):
    result = cli("study", "5-ages", *words, "--against", "war-2", *QUICK)
    assert 1 == result.exit_code
    assert "error: war-2 has it so already: this changes nothing" in result.stderr


def test_an_arm_that_changes_nothing_is_called_so_beside_others(cli, here):
    same = "[arms.same]\nset = { wonder_f = 4 }\n"
    head = 'game = "5x"\nseats = 3\nplayers = "random"\nmatches = 4\n'
    (here / "same.toml").write_text(head + same, encoding="utf-8")
    result = cli("study", "same.toml", "--jobs", "1")
    assert 1 == result.exit_code
    told = "arms.same: wonder_f is 4 by default: this changes nothing"
    assert f"same.toml, line 5: {told}" in result.stderr
    other = "[arms.other]\nset = { wonder_f = 5 }\n"
    (here / "both.toml").write_text(head + same + other, encoding="utf-8")
    result = cli("study", "both.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    assert "warning: same: wonder_f is 4 by default: this changes nothing" in result.stderr
    said = " ".join(result.stdout.split())
    assert 1 == said.count("This is the same game as that of the first arm: nothing is changed.")
    assert "never meet the change" not in said.partition("; other")[0]


def test_a_plan_with_two_tables(cli, here):
    (here / "plan.toml").write_text(
        'game = "5x"\nseats = 3\nplayers = ["random", "easy,random"]\nmatches = 20\n'
        '[arms.tower]\ncards = "tower.toml"\n',
        encoding="utf-8",
    )
    result = cli("study", "plan.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    heads = [line for line in result.stdout.splitlines() if line.startswith("5X, ")]
    assert ["5X, 3 seats, random: ", "5X, 3 seats, easy, random: "] == [
        head.partition("The Taj")[0] for head in heads
    ]
    assert Path("study-plan/study.json").exists()


def test_two_processes_find_what_one_finds(rows):
    command = ("study", "5x", "--players", "random", "--matches", "300", "--json")
    (one,) = rows(*command, "--jobs", "1", "--into", "one")
    (two,) = rows(*command, "--jobs", "2", "--into", "two")
    assert one == two


@pytest.mark.parametrize(
    "words, why",
    [
        (("6x",), "6x"),
        (("5x", "--into", ""), "expected a folder, not ''"),
        (("5x", "--seats", "7"), "expected numbers of seats (3, 4, 5, 6), not '7'"),
        (("5x", "--players", "clever"), "no bot 'clever' for 5x; there are random, easy"),
        (("5x", "--set", "seats=3"), "the numbers of seats stand in --seats"),
        (("5x", "--set", "leaders=maybe"), "leaders: expected on or off, not 'maybe'"),
        (("5x", "--cards", "none.toml"), "none.toml"),
        (("5x", "--variant", "long"), "no variant 'long'"),
        (("5x", "--against", "long"), "no variant 'long'"),
        (("plan.toml", "--against", "default"), "--against goes with a game"),
        (("5x", "--seats", "5", "--set", "leaders=off"), "5"),
        (("plan.toml", "--seats", "3"), "--seats goes with a game"),
        (("plan.toml", "--seed", "3"), "--seed goes with a game"),
        (("5x", "--seed", str(2**64)), "9223372036854775807"),
        (("5x", "--width", "nan"), "50"),
        (("5x", "--minutes", "inf"), "10080"),
    ],
)
def test_what_cannot_be_studied_is_refused(cli, here, words, why):
    (here / "plan.toml").write_text('game = "5x"', encoding="utf-8")
    result = cli("study", *words, *QUICK)
    assert result.exit_code in {1, 2}
    assert why in " ".join(result.stderr.split())
    assert not list(here.glob("study-*"))


def test_a_folder_of_another_study_is_left_alone(cli, here):
    assert 0 == cli("study", "5x", "--into", "kept", *QUICK).exit_code
    before = json.loads((here / "kept" / "study.json").read_text(encoding="utf-8"))
    result = cli("study", "5x", "--seed", "5", "--into", "kept", *QUICK)
    assert 1 == result.exit_code
    assert "holds another study" in " ".join(result.stderr.split())
    assert before == json.loads((here / "kept" / "study.json").read_text(encoding="utf-8"))


def test_without_the_extra_it_says_what_to_install(cli, monkeypatch):
    monkeypatch.delattr("microciv.study.findings", raising=False)
    monkeypatch.setitem(sys.modules, "microciv.study.findings", None)
    result = cli("study", "5x", *QUICK)
    assert 1 == result.exit_code
    assert "pip install 'microciv[study]'" in " ".join(result.stderr.split())


def test_a_plan_called_like_a_command_is_found_by_its_path(cli, here):
    (here / "run").write_text('game = "5x"\nseats = 3\nplayers = "random"', encoding="utf-8")
    for words in (("study", "./run"), ("study", "run", "run"), ("study", "--json", "./run")):
        result = cli(*words, *QUICK)
        assert 0 == result.exit_code, result.output
    assert "Missing argument" in cli("study", "run").stderr


PLAYERS = ("random", "easy,random", "medium")


@pytest.mark.parametrize("players", PLAYERS)
def test_a_row_is_the_same_match_again(cli, rows, players):
    """Every seat's points and the trace of all that happened, of bots in bulk and of others."""
    few = ("--seats", "3", "--players", players, "--matches", "4", "--seed", "7")
    studied = cli("study", "5x", *few, "--cards", "tower.toml", "--jobs", "1", "--into", "kept")
    assert 0 == studied.exit_code, studied.output
    seats = pl.scan_parquet("kept/seats/*.parquet").filter(arm=1, match=3).collect()
    (record,) = rows("study", "show", "kept", "0/changed/3", "--json")
    assert f"{10:x}" == record["seed"]
    Path("record.json").write_text(json.dumps(record), encoding="utf-8")
    (verified,) = rows("verify", "record.json", "--json")
    assert seats["points"].to_list() == verified["points"]
    assert "Match 3, seed 10" in cli("study", "show", "kept", "0/1/3").stdout


@pytest.mark.parametrize(
    "words, why",
    [
        (("none", "0/0/0"), "none: no study is kept here"),
        (("kept", "17"), "expected a row as TABLE/ARM/MATCH, such as 0/default/17, not '17'"),
        (("kept", "0/tower/1"), "expected a row"),
        (("kept", "1/0/0"), "no row 1/0/0; it has 1 tables from 0"),
        (("kept", "0/0/4"), "4 matches of this arm at this table"),
    ],
)
def test_a_row_that_is_not_there_is_refused(cli, words, why):
    few = ("--players", "random", "--matches", "4", "--jobs", "1", "--into", "kept")
    assert 0 == cli("study", "5x", *few).exit_code
    result = cli("study", "show", *words)
    assert 1 == result.exit_code
    assert why in " ".join(result.stderr.split())


def test_rows_that_were_cut_short_are_made_again(cli):
    command = ("study", "5x", "--players", "random", "--matches", "4", "--jobs", "1", "--into", "k")
    assert 0 == cli(*command).exit_code
    file = Path("k/matches/000-000000.parquet")
    file.write_bytes(file.read_bytes()[:100])
    result = cli("study", "show", "k", "0/0/3")
    assert 1 == result.exit_code
    told = " ".join(result.stderr.split())
    assert told.startswith("error: k: its rows cannot be read (")
    assert told.endswith("the command that made them makes them again")
    assert 0 == cli(*command).exit_code
    assert 0 == cli("study", "show", "k", "0/0/3").exit_code


@pytest.mark.parametrize(
    "change, why",
    [
        ({"version": "0.0.9"}, "played by microciv 0.0.9 under rules"),
        ({"rules": 0}, "under rules 0; this is"),
        ({"game": "6x"}, "6x"),
        ({"arms": 5}, "this is not what a study keeps"),
        ({"seed": 9}, "this is another match"),
    ],
)
def test_a_row_that_would_be_another_match_is_refused(cli, change, why):
    few = ("--players", "random", "--matches", "4", "--jobs", "1", "--into", "kept")
    assert 0 == cli("study", "5x", *few).exit_code
    file = Path("kept/study.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**kept, **change}), encoding="utf-8")
    result = cli("study", "show", "kept", "0/0/3")
    assert 1 == result.exit_code
    assert why in " ".join(result.stderr.split())


def test_what_if_somebody_never_expanded(cli):
    """Nobody wins at 5X without Wonders; the report begins with that."""
    result = cli("study", "never", "5x", "never-expands", "--seats", "3", *QUICK)
    assert 0 == result.exit_code, result.output
    told = " ".join(result.stdout.split())
    heading = "5X: what if one of 3 never …? The others are easy; a fair share of wins is 33.3 %"
    assert told.startswith(f"{heading} never-expands: ")
    assert "no difference" not in told
    (folder,) = Path().glob("study-never-5x-*")
    assert f"<h3>{heading}</h3><ul><li>never-expands: " in (folder / "report.html").read_text()
    assert (folder / "report.html").is_file()


@pytest.mark.parametrize(
    "arguments, why",
    [
        (("never", "5x", "never-melds"), "no restriction 'never-melds' for 5x; there are never-"),
        (("never", "5x", "--players", "hard"), "hard searches, and only random, easy can be"),
        (("never", "6x"), "no game '6x'"),
        (("rulings", "5x", "--seats", "7"), "seats: 5X is for 3, 4, 5, 6 players, not 7"),
        (("rulings", "5x", "--players", "clever"), "no bot 'clever' for 5x"),
        (("rulings", "5x", "--write", "--into", "mine.json"), "leave out --into"),
        (("rulings", "5x", "--into", "."), "--into: .: expected a file"),
        (("rulings", "5x", "--into", "none/mine.json"), "in a folder that is there"),
        (("never", "5x", "--set", "seats=3"), "the numbers of seats stand in --seats"),
    ],
)
def test_panels_are_refused_clearly(cli, arguments, why):
    result = cli("study", *arguments)
    assert 0 != result.exit_code
    assert why in " ".join(result.stderr.split())


def test_rulings_are_measured_and_written(cli, monkeypatch):
    monkeypatch.setattr(rulings, "choices_of", lambda _about: [Choice("leaders", False)])
    command = ("study", "rulings", "5x", "--seats", "3", "--into", "mine.json", *QUICK)
    result = cli(*command)
    assert 0 == result.exit_code, result.output
    told = " ".join(result.stdout.split())
    assert "leaders: All matches differ, " in told
    assert "leader_pool: Not measured." in told
    assert "Bots are not people." in told
    written = json.loads(Path("mine.json").read_text(encoding="utf-8"))
    assert ("leaders", 60, 60) == tuple(
        written["measured"][0][key] for key in ("option", "matches", "differ")
    )
    assert result.stdout == cli(*command).stdout


@pytest.mark.parametrize(
    "spoken, minutes, said",
    [
        ("en", 1, "1 minute was given"), ("en", 2, "2 minutes were given"),
        ("en", 0.5, "0.5 minutes were given"), ("de", 1, "1 Minute war vorgesehen"),
        ("de", 3, "3 Minuten waren"), ("es", 1, "había 1 minuto previsto"),
    ],
)  # fmt: skip
def test_how_many_minutes_were_given_is_said_of_one_and_of_several(spoken, minutes, said):
    arms, tables = (Arm("default", {}),), tables_of((3,), (("easy",),))
    with speaking(spoken):
        told, _ = said_of.ending(Plan("5x", arms, tables, 60, minutes=minutes), late=True)
    assert said in told


@pytest.mark.parametrize("end", [("--minutes", "0.01"), ("--width", "20")])
def test_panels_end_at_the_time_or_the_width(cli, monkeypatch, end):
    """A chunk of each table is played; four of them before the width is asked for."""
    monkeypatch.setattr("microciv.study.chunks.IN_BULK", 20)
    clock = iter(range(0, 10**6, 30))
    monkeypatch.setattr("microciv.study.running.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(rulings, "choices_of", lambda _about: [Choice("leaders", False)])
    few = ("--players", "random", "--seats", "3", "--matches", "5000", "--jobs", "1", *end)
    result = cli("study", "never", "5x", "never-expands", "--into", "kept", *few)
    assert 0 == result.exit_code, result.output
    assert ("Stopped by the clock" in result.stdout) == (end[0] == "--minutes")
    played = pl.scan_parquet("kept/matches/*.parquet").collect().height
    result = cli("study", "rulings", "5x", *few)
    assert 0 == result.exit_code, result.output
    assert "2 arms of up to 5000 matches are in " in result.stderr
    count = 20 if end[0] == "--minutes" else 80
    assert count <= played <= 5 * count
    assert ("stopped by the clock" in result.stderr) == (end[0] == "--minutes")
    assert f"up to {count} matches of each" in " ".join(result.stdout.split())


def test_without_ray_it_says_what_to_install(cli, monkeypatch):
    monkeypatch.delitem(sys.modules, "microciv.study.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    result = cli("study", "5x", "--ray", "127.0.0.1:6379", "--matches", "60")
    assert 1 == result.exit_code
    assert "pip install 'microciv[ray]'" in " ".join(result.stderr.split())


def test_jobs_and_a_cluster_are_two_places(cli):
    result = cli("study", "5x", "--ray", "127.0.0.1:6379", *QUICK)
    assert 2 == result.exit_code
    assert "leave them out beside --ray" in " ".join(result.stderr.split())


SHORT = (
    'game = "5x"\nplayers = "random"\nmatches = 40\n[tune]\ntrials = 8\n'
    '[tune.numbers]\nrounds = [1, 7]\n[tune.goals]\n"length rounds" = 3\n'
)


def test_a_tuning_ends_in_a_plan_on_fresh_deals(cli, rows, here):
    (here / "short.toml").write_text(SHORT, encoding="utf-8")
    result = cli("study", "tune", "short.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    assert "8 candidates, of which 8 played all their matches. The best:" in result.stdout
    assert "microciv play 5x --set rounds=3" in result.stdout
    assert "Rounds: 3.00 (was 7.00); wanted: 3." in result.stdout
    assert "Together they are missed by 0; before, by 16." in result.stdout
    tuned, beside = rows("study", "tune", "short.toml", "--jobs", "1", "--json")
    assert ({"rounds": 3}, 0, 8) == (tuned["numbers"], tuned["miss"], len(tuned["tried"]))
    (again,) = rows("study", "tune-short/tuned.toml", "--jobs", "1", "--json")
    assert beside == again
    assert (40, {"default": {}, "tuned": {"rounds": 3}}) == (again["seed"], again["arms"])


def test_tuned_cards_are_a_patch_that_plays(cli, rows, here):
    text = SHORT.replace(
        "[tune.numbers]\nrounds", '[tune.cards]\nA = { bonus = [0, 9] }\n"D".bonus'
    )
    text = text.replace('"length rounds" = 3', '"points of a seat" = 20')
    (here / "short.toml").write_text(text.replace("trials = 8", "trials = 5"), encoding="utf-8")
    result = cli("study", "tune", "short.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    patch = Path("tune-short/tuned-cards.toml")
    assert f"  microciv play 5x --cards {patch}\n" in result.stdout
    once = patch.read_bytes()
    (numbers, beside) = rows("study", "tune", "short.toml", "--jobs", "1", "--json")
    assert once == patch.read_bytes()
    bonus = {"A": numbers["numbers"]["the Pyramids bonus"]}
    assert bonus["A"] > 2
    (shown,) = rows("cards", "5x", "--cards", str(patch), "--json")
    assert bonus["A"] == shown["tables"]["wonders"][0]["bonus"]
    (again,) = rows("study", "tune-short/tuned.toml", "--jobs", "1", "--json")
    assert beside == again
    same = ("--seed", "40", "--players", "random", "--matches", "40", "--jobs", "1", "--json")
    (patched,) = rows("study", "5x", "--cards", str(patch), *same)
    assert [one["findings"] for one in again["answers"]] == [
        one["findings"] for one in patched["answers"]
    ]


def test_a_tuning_that_is_stopped_says_how_it_goes_on(cli, here, monkeypatch):
    (here / "short.toml").write_text(SHORT, encoding="utf-8")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr("microciv.study.running.play_chunk", stop)
        result = cli("study", "tune", "short.toml", "--jobs", "1")
    assert 1 == result.exit_code
    assert "stopped; the same command goes on" in result.stderr
    assert 0 == cli("study", "tune", "short.toml", "--jobs", "1").exit_code


def test_a_tuning_that_finds_nothing_better_says_so(cli, here):
    (here / "short.toml").write_text(SHORT.replace("= 3", "= 7"), encoding="utf-8")
    result = cli("study", "tune", "short.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    assert "no candidate did better than the game as it is" in result.stderr
    assert not Path("tune-short/tuned.toml").exists()


def test_without_optuna_it_says_what_to_install(cli, here, monkeypatch):
    (here / "short.toml").write_text(SHORT, encoding="utf-8")
    monkeypatch.delattr("microciv.study.tuning", raising=False)
    monkeypatch.delitem(sys.modules, "microciv.study.tuning", raising=False)
    monkeypatch.setitem(sys.modules, "optuna", None)
    result = cli("study", "tune", "short.toml")
    assert 1 == result.exit_code
    assert "pip install 'microciv[tune]'" in " ".join(result.stderr.split())


@pytest.mark.parametrize("name", ["de", "es"])
def test_studies_speak_the_language_of_the_terminal(cli, here, name):
    result = cli("--language", name, "study", "5x", "--cards", "tower.toml", *QUICK)
    assert 0 == result.exit_code, result.output
    told = result.stdout + result.stderr
    assert [] == english(told.replace("report.html", ""))
    never = cli("--language", name, "study", "never", "5x", "never-leads", "--seats", "3", *QUICK)
    said = [line.partition("never-leads:")[2] or line for line in never.stdout.splitlines()]
    assert [] == english("\n".join(said))
    (folder,) = Path().glob("study-5x-*")
    assert f'<html lang="{name}"' in (folder / "report.html").read_text(encoding="utf-8")
    shown = cli("--language", name, "study", "show", str(folder), "0/1/3")
    assert [] == english(shown.stdout)


@pytest.mark.parametrize(
    "words, why",
    [
        (("5x", "--players", "clever"), "kein Bot 'clever' für 5x; es gibt random, easy"),
        (("6x",), "weder ein Plan noch ein Spiel '6x'"),
        (("show", "none", "0/0/0"), "none: hier ist keine Studie gespeichert"),
        (("never", "5x", "never-melds"), "keine Einschränkung 'never-melds' für 5x"),
        (("plan.toml",), "plan.toml, Zeile 2: seats: erwartet werden Zahlen von Plätzen"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_the_language(cli, here, words, why):
    (here / "plan.toml").write_text('game = "5x"\nseats = 9\n', encoding="utf-8")
    result = cli("--language=de", "study", *words)
    assert 0 != result.exit_code
    assert why in " ".join(result.stderr.split())


def test_json_has_no_language(rows):
    command = ("study", "5x", "--players", "random", *QUICK, "--json")
    assert rows(*command, "--into", "a") == rows("--language", "de", *command, "--into", "b")
