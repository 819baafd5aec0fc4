"""Two processes on one PostgreSQL play one match."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import psycopg
import pytest

from microciv.server.store import Store, open_store
from tests.server.processes import server_process
from tests.server.site import Client, Site, first_choice, play_through, sealed, serving, settings
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
    """Both processes write the same place of the log; the slower one reads and tries again."""
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
                client.until_set(number)
            if clients[0].update["seen"]["phase"] == "over":
                break
            at = clients[0].update["set"]
            asked = [client for client in clients if client.update["legal"]]
            for client in asked:
                client.send(
                    type="play", match=1, set=at, moves=[first_choice(client)], id=str(number)
                )
            for client in asked:
                answer = client.until(lambda m: m["type"] in ("accepted", "refused"))
                assert "accepted" == answer["type"]
        assert "over" == clients[0].update["seen"]["phase"]


def test_one_server_is_killed_in_a_decision_set_and_the_other_goes_on(postgres_url: str):
    with serving(open_store(postgres_url), settings(rescue=0.05)) as here:
        with server_process(postgres_url) as (process, there):
            made = here.create("you", "open", "bot:random", leaders=False)
            ben_sits = there.sit(made["table"], "Ben")
            ann = here.join(made["table"], made["token"])
            ben = there.join(made["table"], ben_sits["token"])
            here.start(made["table"], made["token"])
            ben.next("update")
            assert "accepted" == ben.play("explore", id="sealed")["type"]
            process.send_signal(signal.SIGKILL)
            process.wait()
        # What Ben had sealed counts, the bot that the other server asked last answers here.
        back = here.join(made["table"], ben_sits["token"])
        assert ["explore"] == sealed(back.update)
        assert "accepted" == back.play("whatever", id="sealed")["type"]
        ann.next("update")
        play_through([ann, back])
        assert ann.heard == back.heard
        record = here.get(f"/api/tables/{made['table']}/record").json()
        assert [1, "explore"] in record["moves"][:3]


def test_lost_wake_ups_cost_time_and_no_move(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    async def deaf(
        self: Store, woken: Callable[[str], None], heard: Callable[[str, str], None]
    ) -> None:
        del self, woken, heard

    how = settings(sweep=0.02, away_after=0.05)
    stores = [open_store(postgres_url) for _ in range(2)]
    monkeypatch.setattr(type(stores[0]), "listen", deaf)
    with serving(stores[0], how) as here, serving(stores[1], how) as there:
        made = here.create("you", "open", "bot:random", leaders=False)
        ben_sits = there.sit(made["table"], "Ben")
        ann = here.join(made["table"], made["token"])
        ben = there.join(made["table"], ben_sits["token"])
        here.start(made["table"], made["token"])
        for client in (ann, ben):
            client.next("update")
        play_through([ann, ben])
        assert ann.heard == ben.heard
        there.post(f"/api/tables/{made['table']}/leave", {}, ben_sits["token"])
        ann.until(lambda _: ann.table["seats"][1]["kind"] == "bot")


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
    """Two people with a clock, each at a server of their own."""
    made = here.create("you", "open", game="spelling", pace="normal")
    ben_sits = there.sit(made["table"], "Ben")
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
        serving(open_store(postgres_url)) as elsewhere,
    ):
        table, tokens, [ann, _] = spell_at_two(here, there)
        ann.next("countdown")
        time.sleep(0.2)
        late = elsewhere.join(table, tokens[1])
        late.until(lambda _: late.countdown and late.countdown["left"] <= 45_000 - 150)


@pytest.mark.parametrize("rescue", [0.0, 0.05])
def test_when_the_time_is_up_two_servers_answer_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, rescue: float
):
    """Even if both do it at the same moment: the slower one finds its place of the log taken."""
    offer_spelling(monkeypatch)
    how = settings(second=0.2 / 45, grace=0, rescue=rescue)
    with (
        serving(open_store(postgres_url), how) as here,
        serving(open_store(postgres_url), how) as there,
    ):
        _, _, clients = spell_at_two(here, there)
        clients[0].until(lambda _: clients[0].table["paused"])
        clients[0].send(type="return")
        for client in clients:
            client.until_set(3)
            assert "over" == client.update["seen"]["phase"]
            assert [2] * 4 == [event["length"] for event in client.heard]


def test_the_clock_of_a_server_that_stops_goes_on_at_the_other(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    how = settings(second=0.2 / 45, grace=0, rescue=0.05)
    with serving(open_store(postgres_url), how) as here:
        with serving(open_store(postgres_url), how) as there:
            _, _, [ann, ben] = spell_at_two(here, there)
            ben.next("update")
            ben.play("a", "stop")
        ann.until(lambda _: ann.table["paused"])  # Ben is gone with his server, and Ann idle
        ann.send(type="return")
        ann.until_set(3)
        assert "over" == ann.update["seen"]["phase"]


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
