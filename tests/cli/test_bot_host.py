"""`bot-host`: programs at seats, as real processes; what they hear, and what comes of bad ones."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from microciv import open_game, read_record, replay
from microciv.cli import bot_host_child, bot_host_seat
from microciv.cli.bot_host_table import check_link
from microciv.cli.sitting import bot_seed
from microciv.clients import microciv_client
from microciv.clients.microciv_client import TableError
from microciv.core.codec import plain_event, plain_move, plain_seen
from microciv.core.errors import BadOption
from microciv.core.match import Match
from tests.server.site import sealed, serving_file

ROOT = Path(__file__).parents[2]
SEAT = ROOT / "examples" / "text_seat" / "seat.py"
PAGE = ROOT / "docs" / "text-seats.md"
THIRTY = f"{sys.executable} {SEAT}"
PATIENCE = 60.0
LINK = "http://127.0.0.1:1/t/TABLE"

LOOP = """\
import json, os, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

asked = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="ready", name="test")
    elif kind == "choose":
        asked += 1
        first = message["legal"][0]["text"]
        {choose}
    elif kind == "quit":
        break
"""


@pytest.fixture
def program(tmp_path):
    """The command of a bot that does this when it is asked the `asked`-th question."""

    def write(choose: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(LOOP.replace("{choose}", choose.replace("\n", "\n        ")))
        return f"{sys.executable} {path}"

    return write


@pytest.fixture
def talk(tmp_path, cli):
    """Let a program play one match; how it ended, and the lines said: [(">", message), …]."""

    def run(command, *arguments, game="5x"):
        path = tmp_path / "talk.log"
        result = cli("bot-host", command, game, "--log", path, "--json", *arguments)
        said = [line.split(" ", 1) for line in path.read_text().splitlines()]
        return result, [(way, json.loads(line)) for way, line in said if line.startswith("{")]

    return run


def sent(lines, kind):
    return [message for way, message in lines if way == ">" and message["type"] == kind]


# --- a program that behaves


@pytest.mark.parametrize("game", ["5x", "5-ages", "civ-builder", "civ-card-game", "goofspiel"])
def test_the_reference_client_plays_every_game(rows, game):
    (row,) = rows("bot-host", THIRTY, game, "--json", "--records", "--against", "random")
    record = read_record(row["record"])
    assert replay(open_game(game, **record.options), record).scores() == row["scores"]
    assert (row["refused"], row["absent"]) == (0, 0)
    assert row["seats"][row["seat"]] == "thirty lines"
    assert row["answers"] == len([ply for ply in record.moves if ply[0] == row["seat"]])


def test_it_hears_and_sees_what_its_seat_does_and_nothing_else(talk):
    result, lines = talk(THIRTY, "--seat", "3", "--seed", "6", "--records", game="5-ages")
    row = json.loads(result.stdout)
    record = read_record(row["record"])
    game = open_game("5-ages", **record.options)
    match, heard, questions = Match(game, 6), 0, sent(lines, "choose")
    for seat, text in record.moves:
        if seat == 2:
            question = questions.pop(0)
            seen = match.observe(2)
            assert plain_seen(seen) == question["seen"]
            assert [plain_move(move) for move in seen.legal] == question["legal"]
            news = [plain_event(game, event) for event in match.heard(2, heard)]
            assert (heard, news) == (question["since"], question["events"])
            heard += len(news)
        match.play(seat, text)
    (over,) = sent(lines, "over")
    assert plain_seen(match.observe(2)) == over["seen"]
    assert [plain_event(game, event) for event in match.heard(2, heard)] == over["events"]
    assert (match.scores(), match.places()) == (over["scores"], over["places"])
    assert questions == []


def test_a_match_is_told_with_its_options_and_a_seed_that_is_the_bots_own(talk):
    _, lines = talk(THIRTY, "--seat", "2", "--seed", "6", "--variant", "leaderless")
    (told,) = sent(lines, "match")
    assert told["options"]["leaders"] is False
    assert (told["seat"], told["seats"][1], told["unit"]) == (1, "thirty lines", 2)
    assert told["seed"] == bot_seed(6, 1) != 6
    assert "moves" not in told
    assert [message["type"] for way, message in lines if way == ">"][-2:] == ["over", "quit"]


def test_a_program_may_ask_for_the_table_of_moves(tmp_path, talk):
    path = tmp_path / "wants.py"
    path.write_text(SEAT.read_text().replace('type="ready"', 'type="ready", moves=True'))
    _, lines = talk(f"{sys.executable} {path}")
    (told,) = sent(lines, "match")
    assert [plain_move(move) for move in open_game("5x").moves.all] == told["moves"]


def test_the_same_command_plays_the_same_matches(rows):
    command = ("bot-host", THIRTY, "5x", "--count", "3", "--json", "--records", "--seats", "3")
    first, second = rows(*command), rows(*command)
    assert [row["record"] for row in first] == [row["record"] for row in second]
    assert [row["seat"] for row in first] == [0, 1, 2]


def test_a_sentence_for_people(cli):
    result = cli("bot-host", THIRTY, "5x", "--count", "2", "--against", "random,random,easy")
    assert result.exit_code == 0
    assert "% of 2 matches; an even share" in result.stdout
    assert "25.0 %" in result.stdout
    assert "Answers refused: 0; played for it by the game: 0" in result.stdout


def test_programs_sit_among_the_bots_of_match(rows):
    (row,) = rows("match", "5x", "--seats", f"bot:easy,cmd:{THIRTY},bot:random", "--json")
    assert row["seats"] == ["bot:easy", f"cmd:{THIRTY}", "bot:random"]
    again = rows(
        *("match", "5x", "--seats", f"bot:easy,cmd:{THIRTY},bot:random", "--json"),
        *("--count", "2", "--jobs", "2"),
    )
    assert again[0] == row


def test_programs_play_one_another(rows):
    (row,) = rows(
        *("bot-host", THIRTY, "5x", "--seats", "3", "--seat", "2", "--json"),
        *("--against", f"cmd:{THIRTY},easy"),
    )
    assert row["seats"] == [f"cmd:{THIRTY}", "thirty lines", "bot:easy"]


def test_the_reference_client_is_thirty_lines_of_the_standard_library():
    code = SEAT.read_text().splitlines()
    assert len(code) <= 30
    assert [line for line in code if line.startswith(("import", "from"))] == [
        "import json",
        "import random",
        "import sys",
    ]


# --- a program that does not


def test_an_illegal_move_is_refused_and_asked_again(talk, program):
    bad = 'say(id=message["id"], move="fly" if asked == 1 else first)'
    result, lines = talk(program(bad), "--seat", "1")
    (refused,) = sent(lines, "refused")
    assert refused["message"].startswith("no such move: 'fly'")
    assert refused["tries"] == 2
    first, second = sent(lines, "choose")[:2]
    assert (second["legal"], second["seen"], second["events"]) == (
        first["legal"],
        first["seen"],
        [],
    )
    assert json.loads(result.stdout)["refused"] == 1
    assert "test: refused: no such move: 'fly'" in result.stderr


def test_a_move_that_is_not_legal_now_is_refused_in_the_words_of_the_game(talk, program):
    bad = 'say(move="bid 3" if asked == 1 else first)'
    _, lines = talk(program(bad), "--seat", "1")
    assert sent(lines, "refused")[0]["message"].startswith("not now: 'bid 3'; ")


@pytest.mark.parametrize(
    "bad, complaint",
    [
        ('print("thinking…", flush=True)', "expected one JSON object a line, not 'thinking…'"),
        ('print("[1]", flush=True)', "expected a JSON object, not '[1]'"),
        ('print("[" * 60000, flush=True)', "expected one JSON object a line"),
        ("say(move=3)", 'expected {"move": "…"}, not'),
        ('say(id=message["id"] + 1, move=first)', "id: expected 1, not 2"),
    ],
)
def test_what_is_no_answer_is_refused(talk, program, bad, complaint):
    _, lines = talk(program(f"if asked == 1: {bad}\nelse: say(move=first)"), "--seat", "1")
    assert sent(lines, "refused")[0]["message"].startswith(complaint)


def test_after_three_refusals_the_game_answers(talk, program):
    bad = 'say(move="fly" if asked <= 3 else first)'
    result, lines = talk(program(bad), "--seat", "1", "--seed", "2")
    game = open_game("5x", seats=4)
    absent = game.absent(Match(game, 2).observe(0)).text
    (notice,) = sent(lines, "absent")
    assert (notice["id"], notice["move"], notice["because"]) == (3, absent, "refused")
    row = json.loads(result.stdout)
    assert (row["refused"], row["absent"]) == (3, 1)


@pytest.mark.parametrize("with_id", ["", 'id=message["id"], '])
def test_a_late_answer_is_let_go(talk, program, with_id):
    late = f'if asked == 1: time.sleep(3)\nsay({with_id}move="bid 9" if asked == 1 else first)'
    result, lines = talk(program(late), "--seat", "1", "--seconds", "2")
    notice = sent(lines, "absent")[0]
    assert (notice["id"], notice["because"]) == (1, "time")
    row = json.loads(result.stdout)
    assert (row["refused"], row["absent"]) == (0, 1)
    assert 2.0 <= row["slowest"] < PATIENCE
    assert "test: out of time: '" in result.stderr


def test_who_never_answers_is_given_up(talk, program):
    result, lines = talk(program("pass"), "--seat", "1", "--seconds", "0.05")
    assert result.exit_code == 1
    assert "error: test gave no answer to 3 questions in a row" in result.stderr
    assert len(sent(lines, "absent")) == 3
    assert result.stdout == ""


def test_who_dies_has_it_told(cli, program):
    dies = 'if asked == 3: print("woe", file=sys.stderr); sys.exit(7)\nsay(move=first)'
    result = cli("bot-host", program(dies), "5x", "--seat", "1")
    assert result.exit_code == 1
    woe, error = result.stderr.splitlines()
    assert woe == "woe"
    assert error.endswith(" ended with exit code 7")


def test_strict_runs_fail_for_a_single_fault(cli, program):
    bad = 'say(move="fly" if asked == 1 else first)'
    assert cli("bot-host", program(bad), "5x").exit_code == 0
    result = cli("bot-host", program(bad), "5x", "--strict")
    assert result.exit_code == 1
    assert "error: test: 1 answer was refused or came too late" in result.stderr
    assert "Answers refused: 1" in result.stdout


def gone(pid: int) -> bool:
    """Is the process no more? It gets a moment."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_a_program_that_will_not_end_is_ended(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(bot_host_child, "GRACE", 0.2)
    note = tmp_path / "pid"
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        "import os, signal, time\nfrom pathlib import Path\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        + SEAT.read_text()
        + f"\nPath({str(note)!r}).write_text(str(os.getpid()))\ntime.sleep(60)\n"
    )
    result = cli("bot-host", f"{sys.executable} {stubborn}", "5x")
    assert result.exit_code == 0
    assert gone(int(note.read_text()))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_ctrl_c_ends_the_program_too(program):
    """It is in the midst of thinking, and says on standard error which process it is."""
    thinks = "print(os.getpid(), file=sys.stderr, flush=True)\ntime.sleep(60)"
    words = [sys.executable, "-m", "microciv", "bot-host", program(thinks), "5x"]
    with subprocess.Popen(
        [*words, "--seconds", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as host:
        assert host.stderr is not None
        pid = int(host.stderr.readline())
        host.send_signal(signal.SIGINT)
        _, error = host.communicate(timeout=PATIENCE)
    assert (host.returncode, error) == (1, "error: stopped\n")
    assert gone(pid)


def test_no_wait_is_so_long_that_ctrl_c_goes_by(program, monkeypatch):
    """A signal between Python's last look and the wait itself is seen when that is over."""
    waits, get = list[float](), Queue.get

    def counted(queue, block=True, timeout=None):
        if timeout is not None:
            waits.append(timeout)
        return get(queue, block, timeout)

    child = bot_host_child.Child(program("pass"), print)
    monkeypatch.setattr(Queue, "get", counted)
    began = time.monotonic()
    assert child.receive(1.2) is None
    assert time.monotonic() - began >= 1.2
    child.end()
    assert len(waits) > 2
    assert max(waits) <= bot_host_child.LOOK_UP


@pytest.mark.parametrize(
    "arguments, code, complaint",
    [
        ((THIRTY,), 2, "expected a GAME"),
        ((THIRTY, "5x", "--table", "http://127.0.0.1/t/a"), 2, "expected a GAME"),
        ((THIRTY, "5x", "--records"), 2, "--records needs --json"),
        ((THIRTY, "5x", "--name", "Bot"), 2, "--name goes with --table"),
        ((THIRTY, "--table", LINK, "--seats", "3"), 2, "--seats goes with a game"),
        ((THIRTY, "--table", LINK, "--against", "easy"), 2, "--against goes with a game"),
        ((THIRTY, "--table", LINK, "--seed", "1"), 2, "--seed goes with a game"),
        ((THIRTY, "--table", LINK, "--set", "rounds=3"), 2, "--set goes with a game"),
        ((THIRTY, "5x", "--seats", "0"), 1, "seats"),
        ((THIRTY, "6x"), 1, "no game '6x'"),
        ((THIRTY, "5x", "--against", "genius"), 1, "--against: no bot 'genius' for 5x"),
        ((THIRTY, "5x", "--against", "easy,easy"), 1, "--against: expected 1 or 3 levels, not 2"),
        ((THIRTY, "5x", "--seat", "5"), 1, "--seat: expected 1 to 4, not 5"),
        ((THIRTY, "--table", "5x"), 1, "--table: expected a link like"),
        ((THIRTY, "5x", "--log", "no/such/folder"), 1, "cannot be written"),
        (("no-such-program-here", "5x"), 1, "cannot start 'no-such-program-here'"),
        (("", "5x"), 1, "expected the command of a program"),
        (("'", "5x"), 1, "not a command"),
        ((f"{sys.executable} -c ''", "5x"), 1, "ended with exit code 0"),
        ((f"{sys.executable} -c 'print(1)'", "5x"), 1, 'expected {"type": "ready"'),
    ],
)
def test_what_is_refused_says_what_was_expected(cli, arguments, code, complaint):
    result = cli("bot-host", *arguments)
    assert result.exit_code == code
    assert complaint in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""


def test_a_program_that_never_says_it_is_ready(cli, monkeypatch):
    monkeypatch.setattr(bot_host_seat, "READY_WITHIN", 0.2)
    monkeypatch.setattr(bot_host_child, "GRACE", 0.2)
    result = cli("bot-host", f"{sys.executable} -c 'import time; time.sleep(60)'", "5x")
    assert result.exit_code == 1
    assert (
        "did not say that it is ready within 0.2 seconds; is its output flushed?" in result.stderr
    )


def test_a_save_cannot_name_a_program(cli):
    result = cli("play", "5x", "--seats", f"you,cmd:{THIRTY},bot")
    assert result.exit_code == 1
    assert "seat 2: expected `you`, `bot`" in result.stderr


# --- at a table of a server


@pytest.fixture
def site(tmp_path):
    """A table's habits answer at once: what is obvious, a program is not asked."""
    with serving_file(tmp_path / "site.sqlite3", habit=(0.0, 0.0)) as site:
        yield site


@pytest.fixture
def host():
    """Start `microciv bot-host` as a process of its own."""
    started = []

    def start(command, site, table, *arguments):
        link = f"http://127.0.0.1:{site.port}/t/{table}"
        words = [sys.executable, "-m", "microciv", "bot-host", command, "--table", link, "--json"]
        started.append(
            subprocess.Popen(
                [*words, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def seated(client, name):
    """Wait until somebody of this name sits at the table."""
    while name not in [seat["name"] for seat in client.table["seats"]]:
        client.receive()


def play_alone(client):
    """Answer with the first legal move until the match is over; the others are not ours."""
    while client.update is None or client.update["places"] is None:
        update = client.update
        asked = update is not None and update["legal"] and not update["complete"]
        if asked and update["obvious"] is None:
            move = update["legal"][0]["text"]
            client.play(*sealed(update), move, id=f"{len(client.frames)}")
        client.next("update")


def test_a_program_sits_down_at_a_table_and_plays_its_matches(site, host):
    made = site.create("you", "open", "bot:random")
    ann = site.join(made["table"], made["token"])
    process = host(THIRTY, site, made["table"], "--name", "Thirty", "--count", "2")
    seated(ann, "Thirty")
    site.start(made["table"], made["token"])
    play_alone(ann)
    first = ann.update
    site.post(f"/api/tables/{made['table']}/rematch", {}, made["token"])
    ann.until(lambda message: message["type"] == "update" and message["match"] == 2)
    play_alone(ann)
    output, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, error) == (0, "")
    rows = [json.loads(line) for line in output.splitlines()]
    assert [row["match"] for row in rows] == [1, 2]
    assert [row["scores"] for row in rows] == [first["scores"], ann.update["scores"]]
    assert [(row["seat"], row["refused"], row["absent"]) for row in rows] == [(1, 0, 0)] * 2
    assert all(row["answers"] > 0 for row in rows)


def test_answers_of_several_steps_are_built_and_ctrl_c_leaves_the_table(site, host, tmp_path):
    """The host of the table watches; the server takes 20 messages a second and no more."""
    made = site.create("open", "bot:random", "bot:random", game="civ-builder")
    ann = site.join(made["table"], made["token"])
    log = tmp_path / "talk.log"
    process = host(THIRTY, site, made["table"], "--log", str(log))
    seated(ann, "thirty lines")
    site.start(made["table"], made["token"])
    for number in range(12, 100, 4):
        ann.until_decision(number)
        if asked_on(log):
            break
    process.send_signal(signal.SIGINT)
    ann.until(lambda _: ann.table["seats"][0]["kind"] == "bot")
    output, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output, error) == (1, "", "error: stopped\n")
    assert asked_on(log)


def asked_on(log: Path) -> bool:
    """Has the program been asked to go on with an answer?"""
    asked = [
        json.loads(line[2:])
        for line in log.read_text().splitlines(keepends=True)
        if line.startswith('> {"type":"choose"') and line.endswith("\n")  # it is being written
    ]
    return any(question["seen"]["answer"] for question in asked)


def test_who_dies_at_a_table_leaves_its_seat_to_a_bot(site, host, program):
    made = site.create("you", "open", "bot:random")
    ann = site.join(made["table"], made["token"])
    process = host(program("sys.exit(7)"), site, made["table"])
    seated(ann, "test")
    site.start(made["table"], made["token"])
    play_alone(ann)
    _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert error.endswith("ended with exit code 7\n")
    assert "bot" == ann.table["seats"][1]["kind"]


def test_who_is_out_of_time_at_a_table_is_answered_for(site, host, program):
    made = site.create("you", "open", "bot:random")
    ann = site.join(made["table"], made["token"])
    slow = 'if asked != 2: say(id=message["id"], move=first)'
    process = host(program(slow), site, made["table"], "--seconds", "2")
    seated(ann, "test")
    site.start(made["table"], made["token"])
    play_alone(ann)
    output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "test: out of time: '" in error
    assert json.loads(output)["absent"] == 1


def test_a_move_that_is_refused_at_a_table_is_told_with_its_clause(site, host, program):
    made = site.create("you", "open", "bot:random", leaders=False)
    ann = site.join(made["table"], made["token"])
    again = 'say(id=message["id"], move="exploit" if asked == 2 else first)'
    process = host(program(again), site, made["table"])
    seated(ann, "test")
    site.start(made["table"], made["token"])
    play_alone(ann)
    output, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, json.loads(output)["refused"]) == (0, 1)
    assert re.search(r"test: refused: not now: 'exploit'; .* \(5X-61\)\n", error)


def test_a_table_that_has_no_seat_says_so(cli, site, monkeypatch):
    made = site.create("you", "bot:random", "bot:random", late=False)
    link = f"http://127.0.0.1:{site.port}/t/"
    begun = cli("bot-host", THIRTY, "--table", link + made["table"])
    assert (
        1,
        "error: the table says: this match has begun; you can watch it, or wait for the next\n",
    ) == (
        begun.exit_code,
        begun.stderr,
    )
    nowhere = cli("bot-host", THIRTY, "--table", link + "nowhere")
    assert nowhere.exit_code == 1
    assert nowhere.stderr.startswith("error: the table says: there is no such table")


def test_a_match_that_cannot_be_continued_ends_its_program(monkeypatch):
    monkeypatch.setattr(microciv_client.Table, "_post", lambda *_: {"token": "t"})
    nobody: Any = None
    seat = microciv_client.Table("http://h/t/a", "test")
    stranded = {"type": "table", "table": {"state": "stranded"}}
    with pytest.raises(TableError, match="the table says: this match cannot be continued"):
        seat._take(nobody, stranded, None, None)


def test_a_server_that_is_not_there(cli):
    result = cli("bot-host", THIRTY, "--table", "http://127.0.0.1:9/t/abc")
    assert result.exit_code == 1
    assert "error: cannot reach http://127.0.0.1:9: " in result.stderr


@pytest.mark.parametrize(
    "link", ["file:///t/a", "http:///t/a", "http://host/a", "http://h/t/a?b/c"]
)
def test_only_links_of_tables_are_taken(link):
    if link.endswith("?b/c"):
        assert microciv_client.read_link(link) == ("http://h", "a")
        return
    with pytest.raises(BadOption, match="--table: expected a link like"):
        check_link(link)


# --- its page


def test_the_page_has_every_message_with_its_fields(talk, program):
    page = PAGE.read_text(encoding="utf-8")
    bad = 'say(move="fly" if asked <= 3 else first)'
    _, lines = talk(program(bad))
    kinds = {message["type"]: message for way, message in lines if way == ">"}
    assert set(kinds) == {"hello", "match", "choose", "refused", "absent", "over", "quit"}
    for kind, message in kinds.items():
        section = page.partition(f"### `{kind}`")[2].partition("\n##")[0]
        for name in message:
            assert name == "type" or f"`{name}`" in section, (kind, name)


def test_the_page_has_the_reference_client():
    assert SEAT.read_text(encoding="utf-8") in PAGE.read_text(encoding="utf-8")


def test_the_bounds_on_the_page_are_those_of_the_program():
    page = PAGE.read_text(encoding="utf-8")
    assert bot_host_seat.PROTOCOL == 1
    for bound in (
        f"within {bot_host_seat.READY_WITHIN:g} seconds",
        f"{bot_host_seat.SECONDS:g} seconds",
        f"at most {bot_host_child.LONGEST_LINE // 1024} KiB",
        f"{bot_host_child.GRACE:g} seconds",
        f"{microciv_client.ATTEMPTS} times",
    ):
        assert bound in page, bound
