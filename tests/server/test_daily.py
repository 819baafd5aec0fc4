"""Matches by the day: they go on while nobody is there, and what is due is stored.

Where it runs out by itself an hour is a fifth of a second; elsewhere it is one.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest

from microciv.server.people.quiet_hours import after_quiet
from microciv.server.rooms.day_clock import DayClock
from microciv.server.store.rows import Conflict
from microciv.server.store.store import open_store
from microciv.server.wire.by_day import QuietHours
from tests.server.browsers import FIREFOX, PIXEL, browsers
from tests.server.processes import server_process
from tests.server.site import Site, serving, serving_file, settings, soon
from tests.server.spelling import offer_spelling

HOUR = 3600
SHORT = 0.2 / HOUR
LOOK = 0.05


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("slow") / "site.sqlite3"


@pytest.fixture(scope="module")
def shared(place: Path) -> Iterator[Site]:
    with serving_file(place, due=LOOK) as running:
        yield running


@pytest.fixture
def slow(shared: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    offer_spelling(monkeypatch)
    yield shared
    shared.hang_up()


@pytest.fixture
def fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    offer_spelling(monkeypatch)
    with serving_file(tmp_path / "fast.sqlite3", second=SHORT, due=LOOK) as running:
        yield running


def daily(site: Site, hours: int | None = 1, *more: str, **options: Any) -> tuple[str, list[str]]:
    """A match by the day of Ann and Ben, and perhaps bots; nobody is connected."""
    plans = [{"kind": "you"}, {"kind": "open"}, *[{"kind": kind} for kind in more]]
    wish = {"game": "spelling", "seats": plans, "name": "Ann", "pace": "daily", "hours": hours}
    made = site.post("/api/tables", {**wish, "options": {"rounds": 100, **options}}).json()
    tokens = [made["token"], site.sit(made["table"], "Ben")["token"]]
    site.start(made["table"], tokens[0])
    return made["table"], tokens


def held(site: Site, table: str, token: str) -> Any:
    [told] = site.post("/api/held", {"seats": [{"table": table, "token": token}]}).json()
    return told


def answer(site: Site, table: str, token: str) -> None:
    """Look in, answer, and go."""
    client = site.join(table, token)
    client.play("a", "stop", id=f"{client.update['decision']}")
    client.close()


def kinds(site: Site, table: str) -> list[str]:
    return [seat["kind"] for seat in site.get(f"/api/tables/{table}").json()["seats"]]


def stored(path: Path, statement: str) -> list[Any]:
    """What a statement finds or does beside the server."""
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement).fetchall()


# --- what is told


def test_a_table_by_the_day_tells_its_hours(slow: Site):
    table, tokens = daily(slow, None)
    view = slow.get(f"/api/tables/{table}").json()
    assert ("daily", 24, [], []) == (
        *(view["pace"], view["hours"]),
        *(view["wishes"], view["holidays"]),
    )
    ann = slow.join(table, tokens[0])
    if ann.countdown is None:
        ann.next("countdown")
    assert (1, 24 * HOUR * 1000) == (ann.countdown["decision"], ann.countdown["given"])
    assert 24 * HOUR - 60 < held(slow, table, tokens[1])["due"] <= 24 * HOUR


@pytest.mark.parametrize(
    "wish, code",
    [
        ({"pace": "normal", "hours": 8}, "bad_option"),
        ({"pace": "daily", "hours": 0}, "malformed"),
        ({"pace": "daily", "hours": 999}, "malformed"),
    ],
)
def test_hours_are_for_tables_by_the_day(slow: Site, wish: dict[str, Any], code: str):
    body = {"game": "spelling", "seats": [{"kind": "you"}, {"kind": "open"}], **wish}
    assert code == slow.post("/api/tables", body).json()["error"]


def test_who_is_not_connected_is_not_away(slow: Site):
    table, tokens = daily(slow)
    view = slow.get(f"/api/tables/{table}").json()
    assert (["thinking", "thinking"], False) == (
        [seat["status"] for seat in view["seats"]],
        view["paused"],
    )
    answer(slow, table, tokens[1])
    statuses = [seat["status"] for seat in slow.get(f"/api/tables/{table}").json()["seats"]]
    assert ["thinking", "locked"] == statuses


def test_nobody_hears_by_the_deadline_when_another_has_answered(slow: Site):
    table, tokens = daily(slow)
    ann = slow.join(table, tokens[0])
    if ann.countdown is None:
        ann.next("countdown")
    answer(slow, table, tokens[1])
    ann.sync()
    told = [frame for frame in ann.frames if b'"type":"countdown"' in frame]
    assert 1 == len(told)


# --- what goes on while nobody is there


def test_bots_play_while_nobody_is_there(slow: Site):
    table, tokens = daily(slow, 1, "bot")
    for number in (1, 2):
        for token in tokens:
            answer(slow, table, token)
        soon(lambda: slow.join(table, None).update["decision"] == number + 1)  # noqa: B023


def test_what_is_due_is_answered_by_the_game_and_two_in_a_row_by_a_bot(fast: Site):
    table, tokens = daily(fast, 1)
    for number in (1, 2, 3):
        client = fast.join(table, tokens[0])
        client.until_decision(number)
        client.play("b", "b", id="x")
        client.close()
        soon(lambda: held(fast, table, tokens[0])["turn"])
    soon(lambda: kinds(fast, table) == ["person", "bot"])
    ben = fast.join(table, tokens[1])
    assert "person" == ben.table["seats"][1]["kind"]


def test_a_match_that_all_have_left_waits_for_somebody(fast: Site, tmp_path: Path):
    table, tokens = daily(fast, 1)
    soon(lambda: kinds(fast, table) == ["bot", "bot"])
    soon(lambda: stored(tmp_path / "fast.sqlite3", "SELECT due FROM deadlines") == [(None,)])
    assert fast.get(f"/api/tables/{table}").json()["paused"]
    ann = fast.join(table, tokens[0])
    assert not ann.table["paused"]
    ann.next("countdown")


def test_another_match_begins_when_all_have_said_so(slow: Site):
    table, tokens = daily(slow, 1, rounds=1)
    for token in tokens:
        answer(slow, table, token)
    assert 200 == slow.post(f"/api/tables/{table}/rematch", {}, tokens[0]).status_code
    assert 1 == slow.get(f"/api/tables/{table}").json()["match"]
    assert 200 == slow.post(f"/api/tables/{table}/rematch", {}, tokens[1]).status_code
    assert (2, ["person", "person"]) == (
        slow.get(f"/api/tables/{table}").json()["match"],
        kinds(slow, table),
    )


# --- what is stored


def deadline(path: Path, table: str) -> tuple[int, int]:
    where = f"WHERE table_id = '{table}'"
    [(decision, due)] = stored(path, f"SELECT set_number, due FROM deadlines {where}")
    return decision, due


def test_a_deadline_outlives_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    path = tmp_path / "site.sqlite3"
    with serving_file(path, due=LOOK) as site:
        table, tokens = daily(site, 8)
        soon(lambda: len(stored(path, "SELECT 1 FROM deadlines")) == 1)
        before = deadline(path, table)
    with serving_file(path, due=LOOK) as site:
        ann = site.join(table, tokens[0])
        ann.sync()
        assert before == deadline(path, table)
        answer(site, table, tokens[1])
        stored(path, "UPDATE deadlines SET due = due - 8 * 3600 * 1000 - 1000")
        ann.until_decision(2)
        soon(lambda: deadline(path, table)[0] == 2)


def test_nobody_has_missed_what_was_due_while_nothing_was_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    path = tmp_path / "site.sqlite3"
    with serving_file(path, due=LOOK) as site:
        table, tokens = daily(site, 8)
        soon(lambda: len(stored(path, "SELECT 1 FROM deadlines")) == 1)
    stored(path, "UPDATE deadlines SET due = due - 10 * 3600 * 1000")
    with serving_file(path, due=LOOK) as site:
        soon(lambda: deadline(path, table)[1] > 1000 * time.time())
        told = held(site, table, tokens[0])
        assert told["turn"]
        assert HOUR - 60 < told["due"] <= HOUR


def test_a_killed_server_goes_on_with_its_deadline(tmp_path: Path):
    path = tmp_path / "site.sqlite3"
    body = {"game": "5x", "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "bot"}]}
    with server_process(str(path)) as (process, site):
        made = site.post("/api/tables", {**body, "pace": "daily", "hours": 72}).json()
        ben = site.sit(made["table"], "Ben")["token"]
        site.start(made["table"], made["token"])
        soon(lambda: len(stored(path, "SELECT 1 FROM deadlines")) == 1)
        before = deadline(path, made["table"])
        process.kill()
    with server_process(str(path)) as (_, site):
        assert 71 * HOUR < held(site, made["table"], ben)["due"] < 72 * HOUR
        assert before == deadline(path, made["table"])


@pytest.mark.postgres
def test_another_process_goes_on_with_the_deadline(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    how = settings(due=LOOK, beat=0.05, lease=0.5)

    def rows(statement: str) -> list[Any]:
        with psycopg.connect(postgres_url, autocommit=True) as database:
            cursor = database.execute(statement)
            return [] if cursor.description is None else cursor.fetchall()

    with serving(open_store(postgres_url), how) as here:
        table, tokens = daily(here, 8)
        soon(lambda: len(rows("SELECT 1 FROM deadlines")) == 1)
        before = rows("SELECT set_number, due FROM deadlines")
    with (
        serving(open_store(postgres_url), how) as one,
        serving(open_store(postgres_url), how) as other,
    ):
        assert 8 * HOUR - 60 < held(one, table, tokens[0])["due"] <= 8 * HOUR
        assert before == rows("SELECT set_number, due FROM deadlines")
        rows("UPDATE deadlines SET due = due - 8 * 3600 * 1000 - 1000")
        soon(lambda: rows("SELECT set_number FROM deadlines") == [(2,)])
        assert held(other, table, tokens[1])["turn"]
        played = rows("SELECT seat, played_by FROM entries ORDER BY ply")
        assert {(0, "absent"), (1, "absent")} == {*played}


# --- by consent


def test_the_pace_changes_when_all_agree(slow: Site):
    made = slow.create("you", "open", game="spelling", pace="none", rounds=100)
    table, tokens = made["table"], [made["token"], slow.sit(made["table"], "Ben")["token"]]
    slow.start(table, tokens[0])
    ann, ben = [slow.join(table, token) for token in tokens]
    path = f"/api/tables/{table}/wishes"
    asked = slow.post(path, {"pace": "daily", "hours": 72}, tokens[0]).json()
    assert "none" == asked["pace"]
    [wish] = asked["wishes"]
    assert ("Ann", "daily", 72, ["Ann"], ["Ben"]) == (
        *(wish["by"], wish["pace"], wish["hours"]),
        *(wish["agreed"], wish["silent"]),
    )
    ben.until(lambda _: bool(ben.table["wishes"]))
    agreed = slow.post(f"{path}/{wish['id']}", {"agree": True}, tokens[1]).json()
    assert ("daily", 72, []) == (agreed["pace"], agreed["hours"], agreed["wishes"])
    assert 72 * HOUR * 1000 == ann.next("countdown")["given"]
    back = slow.post(path, {"pace": "normal"}, tokens[1]).json()["wishes"][0]
    slow.post(f"{path}/{back['id']}", {"agree": True}, tokens[0])
    assert 45_000 == ann.next("countdown")["given"]


def test_one_no_is_enough(slow: Site):
    table, tokens = daily(slow)
    path = f"/api/tables/{table}/wishes"
    [wish] = slow.post(path, {"pace": "none"}, tokens[0]).json()["wishes"]
    said = slow.post(f"{path}/{wish['id']}", {"agree": False}, tokens[1]).json()
    assert ([], "daily") == (said["wishes"], said["pace"])
    again = slow.post(f"{path}/{wish['id']}", {"agree": True}, tokens[1])
    assert "stale" == again.json()["error"]


@pytest.mark.parametrize(
    "wish, code",
    [
        ({}, "malformed"),
        ({"pace": "none", "back": 0}, "malformed"),
        ({"pace": "daily", "hours": 1}, "illegal"),
        ({"pace": "none", "hours": 1}, "malformed"),
        ({"back": 1}, "malformed"),
        ({"back": 2**40}, "malformed"),
    ],
)
def test_what_cannot_be_asked_for(slow: Site, wish: dict[str, Any], code: str):
    table, tokens = daily(slow)
    assert code == slow.post(f"/api/tables/{table}/wishes", wish, tokens[0]).json()["error"]
    refused = slow.post(f"/api/tables/{table}/wishes", {"pace": "none"})
    assert "not_your_seat" == refused.json()["error"]


def test_nothing_is_due_before_somebody_is_back_from_holidays(slow: Site, place: Path):
    table, tokens = daily(slow)
    path, back = f"/api/tables/{table}/wishes", int(time.time()) + 5 * 24 * HOUR
    soon(lambda: held(slow, table, tokens[0])["due"] is not None)
    [wish] = slow.post(path, {"back": back}, tokens[1]).json()["wishes"]
    assert held(slow, table, tokens[0])["due"] <= HOUR
    view = slow.post(f"{path}/{wish['id']}", {"agree": True}, tokens[0]).json()
    assert [{"name": "Ben", "back": back}] == view["holidays"]
    soon(lambda: held(slow, table, tokens[0])["due"] > 4 * 24 * HOUR)
    assert 1000 * back == deadline(place, table)[1]
    assert [] == slow.post(path, {"back": 0}, tokens[1]).json()["holidays"]
    soon(lambda: held(slow, table, tokens[0])["due"] <= HOUR)


def test_who_is_replaced_by_a_bot_is_not_waited_for(slow: Site):
    table, tokens = daily(slow)
    slow.post(f"/api/tables/{table}/wishes", {"pace": "none"}, tokens[0])
    assert 200 == slow.post(f"/api/tables/{table}/leave", {}, tokens[1]).status_code
    assert "none" == slow.get(f"/api/tables/{table}").json()["pace"]


# --- quiet hours

NIGHT = QuietHours(zone="Europe/Berlin", start=22 * 60, end=8 * 60)


def berlin(text: str) -> int:
    moment = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    return round(moment.timestamp() * 1000)


@pytest.mark.parametrize(
    "due, then",
    [
        ("2026-07-01 21:59", "2026-07-01 21:59"),
        ("2026-07-01 22:00", "2026-07-02 08:00"),
        ("2026-07-02 03:00", "2026-07-02 08:00"),
        ("2026-07-02 08:00", "2026-07-02 08:00"),
        ("2026-03-28 23:00", "2026-03-29 08:00"),  # this night is an hour shorter
        ("2026-10-25 01:00", "2026-10-25 08:00"),  # and this one longer
    ],
)
def test_no_deadline_is_in_the_night(due: str, then: str):
    assert berlin(then) == after_quiet(berlin(due), [NIGHT])


def test_a_deadline_waits_for_everybody_but_not_for_ever():
    noon = QuietHours(zone="Europe/Berlin", start=8 * 60, end=9 * 60)
    assert berlin("2026-07-02 09:00") == after_quiet(berlin("2026-07-01 23:00"), [NIGHT, noon])
    day = QuietHours(zone="Europe/Berlin", start=8 * 60, end=22 * 60)
    assert berlin("2026-07-02 23:00") == after_quiet(berlin("2026-07-01 23:00"), [NIGHT, day])


def test_quiet_hours_are_mine_alone(slow: Site):
    with browsers(slow, FIREFOX, FIREFOX) as [ann, ben]:
        made = ann.create("you", "open", game="spelling", pace="daily", hours=8)
        sits = ben.sit(made["table"], "Ben")
        due = datetime.fromtimestamp(time.time() + 8 * HOUR, ZoneInfo("Asia/Tokyo"))
        minute = due.hour * 60 + due.minute
        quiet = {"zone": "Asia/Tokyo", "start": (minute - 60) % 1440, "end": (minute + 60) % 1440}
        assert quiet == ben.post("/api/me/quiet", {"quiet": quiet})["quiet"]
        assert quiet == ben.me()["quiet"]
        ann.post(f"/api/tables/{made['table']}/start", {}, made["token"])
        soon(lambda: held(slow, made["table"], made["token"])["due"] is not None)
        assert 0 <= held(slow, made["table"], sits["token"])["due"] - 9 * HOUR + 60 <= 120
        seen = slow.join(made["table"], made["token"])
        seen.sync()
        told = b"".join(seen.frames) + ann.http.get("/api/me").content
        assert b"Tokyo" not in told
        assert None is ben.post("/api/me/quiet", {"quiet": None})["quiet"]


@pytest.mark.parametrize(
    "quiet",
    [
        {"zone": "Atlantis/Capital", "start": 0, "end": 60},
        {"zone": "../etc/passwd", "start": 0, "end": 60},
        {"zone": "Europe/Berlin", "start": 60, "end": 60},
        {"zone": "Europe/Berlin", "start": 0, "end": 1200},
        {"zone": "Europe/Berlin", "start": 0, "end": 1440},
    ],
)
def test_quiet_hours_that_cannot_be(slow: Site, quiet: dict[str, Any]):
    with browsers(slow, FIREFOX) as [ann]:
        ann.create("you", "open", game="spelling")
        assert "malformed" == ann.refused("/api/me/quiet", {"quiet": quiet})


def test_quiet_hours_stay_with_a_guest_who_becomes_somebody(site: Site):
    night, noon = [
        {"zone": "Europe/Berlin", "start": start, "end": start + 60} for start in (60, 720)
    ]
    with browsers(site, FIREFOX, PIXEL, PIXEL) as [ann, phone, tablet]:
        for browser, quiet in ((ann, None), (phone, night), (tablet, noon)):
            browser.create("you", "open", "bot")
            browser.post("/api/me/quiet", {"quiet": quiet})
        for guest in (phone, tablet):
            guest.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
            # The tablet's are not taken: those that are set stand.
            assert (night, night) == (guest.me()["quiet"], ann.me()["quiet"])


def test_a_guest_without_a_key_has_no_quiet_hours(slow: Site):
    refused = slow.post("/api/me/quiet", {"quiet": None})
    assert "unknown_key" == refused.json()["error"]


def test_nothing_is_due_any_more_where_a_match_is_over(place: Path, slow: Site):
    table, tokens = daily(slow, 1, rounds=1)
    kept = f"SELECT due FROM deadlines WHERE table_id = '{table}'"
    soon(lambda: bool(stored(place, kept)))
    for token in tokens:
        answer(slow, table, token)
    soon(lambda: not stored(place, kept))
    # A deadline that stays all the same, as former versions kept them, is due once.
    stored(place, f"INSERT INTO deadlines VALUES ('{table}', 1, 1, '', 1)")
    soon(lambda: stored(place, kept) == [(None,)])


def test_who_cannot_be_woken_keeps_nobody_else_from_it(
    place: Path, slow: Site, monkeypatch: pytest.MonkeyPatch
):
    tables = [daily(slow, 1)[0] for _ in range(2)]
    sets = "SELECT DISTINCT set_number FROM deadlines WHERE table_id"
    soon(lambda: all([stored(place, f"{sets} = '{table}'") for table in tables]))
    wake = DayClock.wake

    async def woken(clock: DayClock) -> None:
        if clock._room.id == tables[0]:
            raise Conflict
        await wake(clock)

    monkeypatch.setattr(DayClock, "wake", woken)
    for number, table in enumerate(tables):
        late = HOUR * 1000 + 1000 - number
        stored(place, f"UPDATE deadlines SET due = due - {late} WHERE table_id = '{table}'")
    soon(lambda: stored(place, f"{sets} = '{tables[1]}'") == [(2,)])
    assert [(1,)] == stored(place, f"{sets} = '{tables[0]}'")


def test_a_match_that_cannot_be_played_is_looked_at_again_and_forgets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    path = tmp_path / "stranded.sqlite3"
    with serving_file(path, due=LOOK) as site:
        daily(site, 1)
        soon(lambda: bool(stored(path, "SELECT 1 FROM deadlines")))
    [before] = stored(path, "SELECT number, set_number, terms FROM deadlines")
    stored(path, "UPDATE deadlines SET due = 1")
    stored(path, "UPDATE matches SET rules = 99")  # of a microciv to come
    with serving_file(path, due=LOOK):
        soon(lambda: stored(path, "SELECT 1 FROM deadlines WHERE due > 1") == [(1,)])
    assert [before] == stored(path, "SELECT number, set_number, terms FROM deadlines")
