"""A guest at a table of a site: whole matches, a line that breaks, talk, trade, links."""

from __future__ import annotations

import json
import random
import socket
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Empty, SimpleQueue

import pytest
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as line_to

from microciv import MicrocivError
from microciv.cli import line, seats
from microciv.cli.guest import Guest
from microciv.cli.line import Line, News, Shut, Turn
from microciv.cli.site import Link, NotAllowed, Site, read_link
from microciv.cli.typing_in import Keyboard
from microciv.server.wire.messages import Play, Problem, Refusal, Say, TableMessage, encode
from microciv.trust import hash_of
from tests.server.site import PATIENCE, play_through
from tests.server.test_dealing import REDRAWN, cheating

BOTS = ("bot:random", "bot:random")
TO_BE_COPIED = ("microciv ", "Record: ", "Seed hash", "?] ")
TRIES = 200
OPEN_MARKET = {"game": "civ-builder", "trade_mode": "clock", "civ_pick": "random"}


@pytest.fixture
def link_of(site):
    def link(table):
        return Link(f"http://127.0.0.1:{site.port}", table)

    return link


@pytest.fixture
def seat(site, link_of):
    """The link of a table with bots, and a seat of it that is kept on this machine."""

    def sit(*others, **how):
        seating = site.create("you", *(others or BOTS), **how)
        link = link_of(seating["table"])
        seats.keep(link, seating["token"])
        return link

    return sit


@pytest.fixture
def typing(monkeypatch):
    """What is typed comes from this generator, each line when it is asked for."""

    def type_from(lines):
        def line_of(_):
            text = next(lines, None)
            return "" if text is None else f"{text}\n"

        monkeypatch.setattr(Keyboard, "_line", line_of)

    return type_from


class Lines(list[ClientConnection]):
    def __init__(self):
        super().__init__()
        self.gate = threading.Event()
        self.gate.set()

    def cut(self):
        self[-1].socket.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def lines_to_site(monkeypatch):
    """The connections that guests make, to be broken, and whether they can make others."""
    made = Lines()

    def connect(*arguments, **how):
        made.gate.wait(PATIENCE)
        made.append(line_to(*arguments, **how))
        return made[-1]

    monkeypatch.setattr(line, "connect", connect)
    return made


def is_over(site, table, number=1):
    view = site.get(f"/api/tables/{table}").json()
    return (view["match"], view["state"]) == (number, "finished")


def numbers(site, table, seed):
    """Lines of numbers until the match is over, so that every question finds one that answers it;
    then no other match is wanted.
    """
    chance = random.Random(seed)
    for _ in range(3000):
        if is_over(site, table):
            break
        yield str(chance.randint(1, 6))
    yield "n"


@pytest.mark.parametrize(
    "game, options",
    [
        ("5x", {}),
        ("5-ages", {}),
        ("civ-card-game", {"max_rounds": 3}),
        ("civ-builder", {"rounds": 1}),
        ("civ-builder", {"rounds": 1, "trade_mode": "clock"}),
    ],
)
def test_a_whole_match_at_a_table_of_a_site(cli, site, seat, typing, home, game, options):
    link = seat(game=game, **options)
    typing(numbers(site, link.table, 5))
    result = cli("join", link)
    assert result.exit_code == 0, result.output[-2000:]
    assert "Another match with this company?" in result.output
    (record,) = (home / "records").glob("*.json")
    long = [
        line
        for line in result.output.splitlines()
        if len(line) > 80 and not any(word in line for word in TO_BE_COPIED)
    ]
    assert [] == long
    assert cli("verify", record).exit_code == 0


def test_who_joins_by_a_link_sits_down_and_has_the_same_seat_again(cli, site, link_of):
    host = site.create("open", *BOTS, name="Ann", talk="free")
    link = f"{link_of(host['table'])}?x=1#key".removeprefix("http://")
    watching = site.join(host["table"], host["token"])

    def begin():
        watching.until(lambda _: watching.table["seats"][0]["status"] == "ready")
        site.start(host["table"], host["token"])

    begins = threading.Thread(target=begin)
    begins.start()
    first = cli("join", link, "--name", "Ben", typed="1\n")
    begins.join()
    assert "Ben (you)" in first.output
    assert "The host begins the match" in first.output
    assert f"Come back with: microciv join {link_of(host['table'])}" in first.output
    again = cli("join", link, typed="?\nquit\n")
    assert "Which card do you play" in again.output
    assert "say WORDS" in again.output
    names = [view["name"] for view in watching.table["seats"] if view["kind"] == "person"]
    assert names == ["Ben"]


@pytest.fixture
def rematch(cli, site, seat, typing, home):
    """Two matches of the seat at a table with bots, always the first answer: what was shown and the
    record of the second, in whose deal the terminal has a part.
    """

    def play():
        link = seat(game="5x", leaders=False)

        def lines():
            for number, answer in ((1, "y"), (2, "n")):
                for _ in range(TRIES):
                    if is_over(site, link.table, number):
                        break
                    yield "1"
                yield answer

        typing(lines())
        output = cli("join", link).output
        records = sorted((home / "records").glob("*.json"), key=lambda one: one.stat().st_mtime_ns)
        return output, records

    return play


def test_nobody_can_choose_the_deal_of_who_joins(cli, rematch):
    output, (first, second) = rematch()
    said = " ".join(output.split())
    assert "The deal fits its seal: it was made from secret numbers, the table's alone." in said
    fair = "Nobody could choose this deal: it was made from secret numbers, the table's and that of"
    assert f"{fair} seat 1." in said
    assert not any(fault in said for fault in (REDRAWN, "left out", "does not fit"))
    for record, words in ((first, "fits its seal"), (second, fair)):
        verified = cli("verify", record)
        assert (0, True) == (verified.exit_code, words in " ".join(verified.output.split()))


def test_a_site_that_draws_again_is_found_by_who_joins(cli, rematch, monkeypatch):
    def draw_again(deal):
        other = replace(deal, secret="0" * 64)
        return replace(other, seal=hash_of(other.secret))

    cheating(monkeypatch, draw_again)
    output, (_, second) = rematch()
    assert f"! {REDRAWN}" in " ".join(output.split())
    verified = cli("verify", second)
    assert (1, True) == (verified.exit_code, REDRAWN in " ".join(verified.output.split()))


def test_an_answer_is_not_lost_with_the_line(cli, site, seat, typing, lines_to_site, home):
    link = seat(game="5x")

    def lines():
        for number in range(3 * TRIES):
            if number in {1, 2, 7}:
                lines_to_site.cut()
            yield "1"

    typing(lines())
    output = cli("join", link).output
    assert output.count("The line is lost; trying again …") == 3
    assert output.count("The line is mended.") == 3
    assert "too late" not in output
    (record,) = (home / "records").glob("*.json")
    assert cli("verify", record).exit_code == 0
    token = seats.seat_at(link)
    assert site.join(link.table, token).update["seen"]["phase"] == "over"


def test_what_is_said_is_heard(cli, site, link_of, typing):
    table, tokens, (ann, _, _) = site.three(talk="free")
    seats.keep(link_of(table), tokens[1])
    ann.say("hello")

    def lines():
        yield from ("say", "say 1", "say 99", "say Good evening, all")
        ann.until(lambda message: message["type"] == "said" and message["text"])
        yield "quit"

    typing(lines())
    output = cli("join", link_of(table)).output
    assert 'Ann: "Hello!"' in output
    assert "say 2  Let me think" in output
    assert "no phrase 99" in output
    assert ["hello", "hello", ""] == [said["key"] for said in ann.said]
    assert "Good evening, all" == ann.said[-1]["text"]


@pytest.mark.parametrize("known", [True, False])
def test_what_may_not_be_said_ends_nothing(cli, seat, monkeypatch, known):
    send = Line.send

    def refuse(self, message):
        if isinstance(message, Say):
            id_ = message.id if known else None
            self._inbox.put(Refusal(code="too_fast", message="one line at a time", id=id_))
        else:
            send(self, message)

    monkeypatch.setattr(Line, "send", refuse)
    result = cli("join", seat(game="5x"), typed="say 1\n" + "table\n" * TRIES)
    assert (0, "") == (result.exit_code, result.stderr)
    assert "! one line at a time" in result.output


@pytest.mark.parametrize("turn, why, may_mend", [
    (Turn.GIVEN_UP, "has not answered for ten minutes", True),
    (Turn.STRANGE, "has another microciv", True),
    (Shut(Problem(error="blocked", message="blocked until noon")), "blocked until noon", True),
    (Shut(Problem(error="stranded", message="its game has changed")), "game has changed", False),
    (Shut(Problem(error="malformed", message="not understood")), "not understood", False),
])  # fmt: skip
def test_the_end_of_the_line_is_the_end_though_an_answer_is_on_its_way(
    cli, seat, monkeypatch, turn, why, may_mend
):
    send = Line.send

    def break_off(self, message):
        if isinstance(message, Play):
            self._inbox.put(turn)
        else:
            send(self, message)

    monkeypatch.setattr(Line, "send", break_off)
    link = seat(game="5x")
    result = cli("join", link, typed="1\n" * TRIES)
    assert (1, True) == (result.exit_code, why in result.stderr)
    assert may_mend == (f"come back with: microciv join {link}" in result.stderr)


@pytest.fixture
def news_of():
    """What comes of a line to a table, in a list that grows."""
    lines = []

    def dial(link, token=None):
        inbox: SimpleQueue[News | str | None] = SimpleQueue()
        lines.append(Line(link, token, inbox))
        return inbox

    yield dial
    for one in lines:
        one.close()


def test_a_greeting_that_is_not_understood_is_not_sent_again(link_of, site, lines_to_site, news_of):
    link = link_of(site.create("you", *BOTS)["table"])
    inbox = news_of(link, token="x" * 1000)
    shut = inbox.get(timeout=PATIENCE)
    assert isinstance(shut, Shut)
    assert ("malformed", True, 1) == (shut.code, "token" in shut.message, len(lines_to_site))
    with pytest.raises(Empty):
        inbox.get(timeout=line.PAUSES[0] * 2)


class Doorkeeper(BaseHTTPRequestHandler):
    """A site that lets nobody in."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = encode(Problem(error="blocked", message="your address is blocked here"))
        self.send_response(403)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_who_is_blocked_is_told_so_at_once(news_of):
    with HTTPServer(("127.0.0.1", 0), Doorkeeper) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        shut = news_of(Link(f"http://127.0.0.1:{site.server_port}", "x")).get(timeout=PATIENCE)
        site.shutdown()
    assert isinstance(shut, Shut)
    assert ("blocked", "your address is blocked here") == (shut.code, shut.message)


def test_who_is_removed_is_not_told_to_come_back(cli, site, link_of, typing):
    made = site.create("you", "open", "bot:random")
    sits = site.sit(made["table"], "Ben")
    site.start(made["table"], made["token"])
    link = link_of(made["table"])
    seats.keep(link, sits["token"])

    def lines():
        yield "table"
        site.post(f"/api/tables/{made['table']}/remove", {"name": "Ben"}, made["token"])
        yield from ["table"] * TRIES

    typing(lines())
    result = cli("join", link)
    assert (1, True) == (result.exit_code, "you have been removed" in result.stderr)
    assert "come back" not in result.stderr
    assert seats.seat_at(link) is None


@pytest.mark.parametrize("code, stays", [
    ("too_fast", True), ("unavailable", True), ("bad_host", True),
    ("bad_token", False), ("unknown_table", False),
])  # fmt: skip
def test_a_seat_is_kept_unless_it_is_no_more(cli, link_of, monkeypatch, code, stays):
    def refuse(_):
        raise NotAllowed(code, "not now")

    monkeypatch.setattr(Site, "table", refuse)
    link = link_of("x")
    seats.keep(link, "secret")
    result = cli("join", link)
    assert (1, stays) == (result.exit_code, "; come back with" in result.stderr)
    assert "not now" in result.stderr
    assert ("secret" if stays else None) == seats.seat_at(link)


def test_a_phrase_names_whom_or_what_it_is_about(cli, site, link_of, typing):
    table, tokens, (ann, _, _) = site.three(game="5-ages", talk="phrases")
    seats.keep(link_of(table), tokens[1])
    typing(iter(["say I am here", "say 1 x", "say 7 x", "say 7 spades", "quit"]))
    output = cli("join", link_of(table)).output
    assert "only set phrases can be said" in output
    assert "! say 1: type no more than the number" in output
    assert "! 'x': expected one of spades, hearts" in output
    ann.sync()
    assert [("collect_suit", {"suit": "S"})] == [(said["key"], said["parts"]) for said in ann.said]


def test_an_offer_in_the_open_market_is_accepted(cli, site, link_of, typing):
    table, tokens, (ann, ben, cleo) = site.three(**OPEN_MARKET)
    seats.keep(link_of(table), tokens[1])
    for client in (ann, ben, cleo):
        while client.update["seen"]["phase"] != "market":
            client.next("update")

    def holds(client):
        seen = client.update["seen"]
        return set(seen["table"][seen["seat"]]["known"])

    def heard():
        return [event["event"] for event in ann.heard]

    def lines():
        given, wanted = min(holds(ann) - holds(ben)), min(holds(ben) - holds(ann))
        assert ann.play(f"offer {given} > any : {wanted}")["type"] == "accepted"
        for _ in range(TRIES):
            yield "accept a1"
            ann.sync()
            if "gave" in heard():
                break
        yield "quit"

    typing(lines())
    assert cli("join", link_of(table)).exit_code == 0
    assert ["gave", "gave"] == heard()[-2:]


def test_another_match_is_asked_for_at_the_end(cli, site, seat):
    link = seat(game="5x")
    client = site.join(link.table, seats.seat_at(link))
    play_through([client])
    output = cli("join", link, typed="maybe\ny\nquit\n").output
    assert "! type y or n" in output
    assert "Match 2 of 5X" in output
    client.until(lambda _: client.table["match"] == 2)
    assert cli("join", seat(game="5x"), typed="leave\n").exit_code == 0


def test_who_finds_no_seat_watches_and_plays_the_next_match(cli, site, link_of):
    table, tokens, clients = site.three()

    def play():
        clients[0].until(lambda _: clients[0].table["late"])
        play_through(clients)
        for token in tokens:
            site.post(f"/api/tables/{table}/rematch", {}, token)

    plays = threading.Thread(target=play)
    plays.start()
    output = cli("join", link_of(table), "--name", "Dan", typed="y\n").output
    plays.join()
    assert "You watch, and play the next match." in output
    assert "Match 2 of 5X" in output
    assert "Which of your two leaders" in output or "pass to your left" in output


def test_news_older_than_the_answer_ask_for_no_other(cli, site, link_of, monkeypatch):
    table, tokens, clients = site.three()
    play_through(clients)
    seats.keep(link_of(table), tokens[0])
    answer_again = Guest.answer_again

    def others_agree():
        for token in tokens[1:]:
            site.post(f"/api/tables/{table}/rematch", {}, token)

    others = threading.Timer(1.0, others_agree)

    def overtaken(guest, joined, *, agree):
        older = TableMessage(table=guest.table)
        answer_again(guest, joined, agree=agree)
        guest.inbox.put(older)
        others.start()

    monkeypatch.setattr(Guest, "answer_again", overtaken)
    output = cli("join", link_of(table), typed="y\n").output
    others.join()
    assert output.count("Another match with this company?") == 1
    assert "Match 2 of 5X" in output


def test_a_clock_is_shown(cli, seat):
    typed = "table\n" * TRIES
    assert "Time: " in cli("join", seat(pace="relaxed"), typed=typed).output


def test_who_comes_back_is_told_what_was_missed(cli, site, seat):
    link = seat()
    assert "Since you looked" not in cli("join", link, typed="table\n" * TRIES).output
    again = cli("join", link, typed="table\n" * TRIES).output
    assert "Since you looked" not in again
    client = site.join(link.table, seats.seat_at(link))
    for number in (1, 2):
        client.until_decision(number)
        client.play(client.update["legal"][0]["text"], id=str(number))
    client.until_decision(3)
    told = cli("join", link, typed="table\n" * TRIES).output
    lines = told[told.index("Since you looked") :].splitlines()[1:]
    missed = [line for line in lines[:6] if line.startswith("  ") and line.strip()]
    assert 1 <= len(missed) <= 5


def test_a_deadline_by_the_day_is_shown(cli, seat):
    shown = cli("join", seat(pace="daily"), typed="table\n" * TRIES).output
    assert "Time: until " in shown
    assert "(23 hours left)" in shown or "(24 hours left)" in shown


def test_a_guest_agrees_to_what_another_asks_for(cli, site, link_of):
    made = site.create("you", "open", "bot:random")
    sits = site.sit(made["table"], "Ben")
    site.start(made["table"], made["token"])
    link = link_of(made["table"])
    seats.keep(link, sits["token"])
    site.post(f"/api/tables/{made['table']}/wishes", {"pace": "daily"}, made["token"])
    shown = cli("join", link, typed="table\n" * TRIES + "agree\n" + "table\n" * TRIES).output
    assert "Ann asks to play by the day, 1 day for each decision. Type agree or refuse." in shown
    assert "All agree: the table plays by the day, 1 day for each decision from now on." in shown
    assert "daily" == site.get(f"/api/tables/{made['table']}").json()["pace"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "http://127.0.0.1/",
        "ftp://127.0.0.1/t/x",
        "http:///t/x",
        "127.0.0.1:x/t/y",
        "a/t/b/c",
    ],
)
def test_what_is_no_link_is_refused(text):
    with pytest.raises(MicrocivError, match="is not a link to a table; expected"):
        read_link(text)


def test_what_cannot_be_joined_says_why(cli, site, link_of):
    assert "there is no such table" in cli("join", link_of("nowhere"), "--name", "Ben").stderr
    nobody = cli("join", "http://127.0.0.1:9/t/x", "--name", "Ben")
    assert (nobody.exit_code, "does not answer" in nobody.stderr) == (1, True)


class Stranger(BaseHTTPRequestHandler):
    """A site that is of another version."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"version": "9.9", "what": "is this?"}).encode())

    def log_message(self, *_):
        pass


def test_another_version_is_named(cli):
    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        told = cli("join", f"http://127.0.0.1:{stranger.server_port}/t/x", "--name", "Ben").stderr
        stranger.shutdown()
    assert "has another microciv, 9.9; this is" in told
