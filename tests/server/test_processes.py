"""Two processes on one PostgreSQL: a table is served by one of them, wherever its people are."""

from __future__ import annotations

import signal
import time

import psycopg
import pytest

from microciv.server.rooms.rooms import Rooms
from microciv.server.store import sql
from microciv.server.store.store import open_store
from tests.server.processes import server_process
from tests.server.site import (
    TRY_AGAIN,
    Client,
    Site,
    first_choice,
    play_through,
    sealed,
    serving,
    settings,
)
from tests.server.spelling import Spelling, offer_spelling

pytestmark = pytest.mark.postgres


def test_people_at_two_servers_play_one_match(postgres_url: str):
    how = settings(away_after=0.05)
    with (
        serving(open_store(postgres_url), how) as here,
        serving(open_store(postgres_url), how) as there,
    ):
        made = here.create("you", "open", "bot:random", leaders=False)
        ben_sits = there.sit(made["table"], "Ben")
        ann = here.join(made["table"], made["token"])
        ben = there.join(made["table"], ben_sits["token"])
        ann.until(lambda _: ann.table["seats"][1]["status"] == "ready")
        here.start(made["table"], made["token"])
        for client in (ann, ben):
            client.next("update")
        ben.play("explore")
        ann.until(lambda _: ann.table["seats"][1]["status"] == "locked")
        ben.play("exploit", id="other")
        play_through([ann, ben])
        assert ann.update["scores"] == ben.update["scores"]
        assert ann.heard == ben.heard
        record = here.get(f"/api/tables/{made['table']}/record")
        assert record.json() == there.get(f"/api/tables/{made['table']}/record").json()
        assert [1, "exploit"] in record.json()["moves"]
        for token in (made["token"], ben_sits["token"]):
            again = there.post(f"/api/tables/{made['table']}/rematch", {}, token)
            assert 200 == again.status_code
        second = ann.until(lambda m: m["type"] == "update" and m["match"] == 2)
        assert 0 == second["from"]
        ben.close()
        ann.until(lambda _: ann.table["seats"][1]["status"] == "away")


def test_a_match_goes_on_at_another_server(postgres_url: str):
    with serving(open_store(postgres_url)) as here:
        table, tokens, clients = here.three(leaders=False)
        play_through(clients, upto=2)
        clients[0].play(clients[0].update["legal"][0]["text"], id="sealed")
        steps = sealed(clients[0].next("update"))
    with serving(open_store(postgres_url)) as there:
        back = [there.join(table, token) for token in tokens]
        assert steps == sealed(back[0].update)
        play_through(back)


def test_people_at_two_servers_agree_to_finish(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    """Whichever writes it first, bots play out the rest, once."""
    offer_spelling(monkeypatch)
    monkeypatch.setattr(Spelling, "decided", lambda *_: 0)
    with serving(open_store(postgres_url)) as here, serving(open_store(postgres_url)) as there:
        made = here.create("you", "open", game="spelling", rounds=2)
        token = there.sit(made["table"], "Ben")["token"]
        here.start(made["table"], made["token"])
        clients = [here.join(made["table"], made["token"]), there.join(made["table"], token)]
        for client in clients:
            client.send(type="finish", match=1, agree=True, id="f")
        for client in clients:
            client.until(lambda m: m["type"] == "update" and m["places"] is not None)
        record = here.get(f"/api/tables/{made['table']}/record").json()
        assert 0 == record["agreed"]


def test_answers_that_come_at_once_at_two_servers_all_count(postgres_url: str):
    how = settings(pause=(3600.0, 3600.0))  # nothing is answered by itself
    with (
        serving(open_store(postgres_url), how) as here,
        serving(open_store(postgres_url), how) as there,
    ):
        made = here.create("you", "open", "open", leaders=False)
        tokens = [made["token"], *[there.sit(made["table"], name)["token"] for name in ("B", "C")]]
        here.start(made["table"], tokens[0])
        sites = (here, there, there)
        clients = [
            site.join(made["table"], token) for site, token in zip(sites, tokens, strict=True)
        ]
        for number in range(1, 40):
            for client in clients:
                client.until_decision(number)
            if clients[0].update["seen"]["phase"] == "over":
                break
            at = clients[0].update["decision"]
            asked = [client for client in clients if client.update["legal"]]
            for client in asked:
                client.send(
                    type="play", match=1, decision=at, moves=[first_choice(client)], id=str(number)
                )
            for client in asked:
                answer = client.until(lambda m: m["type"] in ("accepted", "refused"))
                assert "accepted" == answer["type"]
        assert "over" == clients[0].update["seen"]["phase"]


def test_one_server_is_killed_and_the_other_goes_on_within_seconds(postgres_url: str):
    """Nothing is lost that was acknowledged; what bots owe they answer at the other."""
    with serving(open_store(postgres_url), settings(beat=0.1, lease=2.0)) as here:
        with server_process(postgres_url) as (process, there):
            made = there.create("you", "open", "bot:random", leaders=False)
            ben_sits = there.sit(made["table"], "Ben")
            tokens = [made["token"], ben_sits["token"]]
            ann, ben = [here.join(made["table"], token) for token in tokens]  # passed on
            here.start(made["table"], made["token"])
            for client in (ann, ben):
                client.until_decision(1)
            assert "accepted" == ben.play("explore", id="sealed")["type"]
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed = time.monotonic()
            assert [TRY_AGAIN] * 2 == [ann.closed(), ben.closed()]
            ann, ben = [here.back(made["table"], token) for token in tokens]
            assert time.monotonic() - killed < 2.0 + 6.0
        assert ["explore"] == sealed(ben.update)
        assert "accepted" == ben.play("whatever", id="sealed")["type"]
        play_through([ann, ben])
        assert ann.heard == ben.heard
        record = here.get(f"/api/tables/{made['table']}/record").json()
        assert [1, "explore"] in record["moves"][:3]


def test_a_server_that_stops_in_order_is_followed_at_once(postgres_url: str):
    with serving(open_store(postgres_url)) as here:
        with serving(open_store(postgres_url)) as there:
            table, tokens, _ = there.three(leaders=False)
            passed_on = here.join(table, tokens[0])
            assert "accepted" == passed_on.play(first_choice(passed_on))["type"]
            passed_on.sync()
            answer = sealed(passed_on.update)
        stopped = time.monotonic()
        assert TRY_AGAIN == passed_on.closed()
        back = [here.back(table, token) for token in tokens]
        assert time.monotonic() - stopped < settings().lease - 1.0
        assert answer == sealed(back[0].update)
        play_through(back, upto=3)


def test_who_was_passed_on_comes_back_although_the_server_closed_before_its_rooms_did(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    async def nothing(rooms: Rooms) -> None:
        """What uvicorn says of itself is all that the other server hears."""

    with serving(open_store(postgres_url)) as here:
        monkeypatch.setattr(Rooms, "hand_over", nothing)
        with serving(open_store(postgres_url)) as there:
            table, tokens, _ = there.three(leaders=False)
            passed_on = here.join(table, tokens[0])
        assert TRY_AGAIN == passed_on.closed()


def test_a_server_that_was_frozen_writes_nothing_and_lets_its_people_go(postgres_url: str):
    how = settings(beat=0.1, lease=2.0)
    with (
        serving(open_store(postgres_url), how) as here,
        server_process(postgres_url) as (process, there),
    ):
        table, tokens, clients = there.three(leaders=False)
        process.send_signal(signal.SIGSTOP)
        frozen = time.monotonic()
        clients[0].send(
            type="play", match=1, decision=1, moves=[first_choice(clients[0])], id="late"
        )
        try:
            back = [here.back(table, token) for token in tokens]
            assert time.monotonic() - frozen < 2.0 + 6.0
            assert "accepted" == back[0].play(back[0].update["legal"][1]["text"])["type"]
            back[0].sync()
            counts = sealed(back[0].update)
            time.sleep(max(0.0, frozen + 5.5 - time.monotonic()))  # by its own lease
        finally:
            process.send_signal(signal.SIGCONT)
        assert {TRY_AGAIN} == {client.closed() for client in clients}
        again = there.back(table, tokens[0])  # and is passed on
        assert counts == sealed(again.update)
        play_through(back, upto=4)
        assert 4 == there.back(table, tokens[0]).until_decision(4)["decision"]


def test_when_the_database_cuts_its_connections_the_match_goes_on(postgres_url: str):
    with (
        serving(open_store(postgres_url)) as here,
        serving(open_store(postgres_url)) as there,
    ):
        made = here.create("you", "open", "open", leaders=False)
        tokens = [made["token"], *[there.sit(made["table"], name)["token"] for name in ("B", "C")]]
        here.start(made["table"], tokens[0])
        sites = (here, there, there)
        clients = [
            site.join(made["table"], token) for site, token in zip(sites, tokens, strict=True)
        ]
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        play_through(clients, upto=4)


def spell_at_two(here: Site, there: Site) -> tuple[str, list[str], list[Client]]:
    """Two people with a clock, each at a server of their own; the first one serves the table."""
    made = here.create("you", "open", game="spelling", pace="normal")
    ben_sits = here.sit(made["table"], "Ben")
    tokens = [made["token"], ben_sits["token"]]
    clients = [
        site.join(made["table"], token) for site, token in zip((here, there), tokens, strict=True)
    ]
    here.start(made["table"], made["token"])
    return made["table"], tokens, clients


def test_servers_count_down_alike(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    with (
        serving(open_store(postgres_url)) as here,
        serving(open_store(postgres_url)) as there,
    ):
        table, tokens, [ann, _] = spell_at_two(here, there)
        ann.next("countdown")
        time.sleep(0.2)
        late = there.join(table, tokens[1])
        late.until(lambda _: late.countdown and late.countdown["left"] <= 45_000 - 150)


def test_when_the_time_is_up_one_server_answers(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    how = settings(second=0.2 / 45, grace=0)
    with (
        serving(open_store(postgres_url), how) as here,
        serving(open_store(postgres_url), how) as there,
    ):
        _, _, clients = spell_at_two(here, there)
        clients[0].until(lambda _: clients[0].table["paused"])
        clients[0].send(type="return")
        for client in clients:
            client.until_decision(3)
            assert "over" == client.update["seen"]["phase"]
            assert [2] * 4 == [event["length"] for event in client.heard]


@pytest.mark.parametrize("apart", [-20, 20])
def test_what_was_left_of_the_time_is_left_at_the_server_that_follows(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, apart: int
):
    """Whatever its own clock says; and what was left of a part that has a limit as a whole."""
    offer_spelling(monkeypatch)
    monkeypatch.setattr(Spelling, "stretch", lambda _game, _seen: (7, 60))
    with serving(open_store(postgres_url)) as here:
        with serving(open_store(postgres_url)) as there:
            table, tokens, clients = spell_at_two(there, here)
            assert 45_000 - 1000 < clients[0].next("countdown")["left"] <= 45_000
            time.sleep(1.0)
        wrong = sql.now() + apart
        monkeypatch.setattr(sql, "now", lambda: wrong)
        monkeypatch.setattr("time.time", lambda: float(wrong))
        back = here.back(table, tokens[0])
        back.until(lambda _: back.countdown and 40_000 < back.countdown["left"] <= 45_000 - 950)
        assert 55_000 < back.countdown["part_left"] <= 60_000 - 950


def test_nobody_gains_or_loses_where_the_clocks_of_two_servers_are_apart(postgres_url: str):
    """Neither at a table with a clock, nor by the day, nor before bots take the open seats."""
    begun = time.monotonic()
    with server_process(postgres_url, apart=10) as (process, here):
        live = here.create("you", "bot:random", "bot:random", pace="relaxed")
        daily = here.create("you", "bot:random", "bot:random", pace="daily")
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        wish = {"game": "5x", "seats": seats, "listed": True, "fill": 600}
        open_ = here.post("/api/tables", wish).json()
        clocks = []
        for made in (live, daily):
            client = here.join(made["table"], made["token"])
            clocks.append(client.countdown or client.next("countdown"))
        process.terminate()
        with server_process(postgres_url, apart=-10) as (_, there):
            left = []
            for made in (live, daily):
                back = there.back(made["table"], made["token"])
                left.append((back.countdown or back.next("countdown"))["left"])
            filled = there.get(f"/api/tables/{open_['table']}").json()["fills"]
            passed = 1000 * (time.monotonic() - begun)
    for before, after in zip([one["left"] for one in clocks], left, strict=True):
        assert before - passed - 1000 <= after <= before + 1000
    assert 600_000 - passed - 1000 <= 1000 * filled <= 600_000


def test_nobody_loses_the_time_in_which_nobody_served_the_table(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    lost = settings(beat=3600.0)  # it says once that it is there
    with serving(open_store(postgres_url), lost) as there:
        made = there.create("you", "open", game="spelling", pace="normal")
        ben_sits = there.sit(made["table"], "Ben")
        ann = there.join(made["table"], made["token"])
        there.start(made["table"], made["token"])
        ann.next("countdown")
        ann.sync()
        time.sleep(1.0)
        with serving(open_store(postgres_url), settings(beat=0.1, lease=0.5)) as here:
            back = here.back(made["table"], ben_sits["token"])
            back.until(lambda _: back.countdown is not None)
            time.sleep(0.1)
            newcomer = here.join(made["table"], None)
            newcomer.until(lambda _: newcomer.countdown is not None)
            assert 45_000 - 1000 < newcomer.countdown["left"] <= 45_000


def test_who_leaves_at_one_server_is_dismissed_at_the_other(postgres_url: str):
    with (
        serving(open_store(postgres_url)) as here,
        serving(open_store(postgres_url)) as there,
    ):
        made = here.create("you", "open", "open")
        ben_sits = there.sit(made["table"], "Ben")
        ben = there.join(made["table"], ben_sits["token"])
        watcher = there.join(made["table"], None)
        here.post(f"/api/tables/{made['table']}/seats/1", {"kind": "closed"}, made["token"])
        assert 1001 == ben.closed()
        here.post(f"/api/tables/{made['table']}/leave", {}, made["token"])
        assert 1001 == watcher.closed()
