"""Others' programs: their accounts, how they are asked to tables, and what they are told."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from microciv.server.api.table_stream import TableStream
from microciv.server.store.store import open_store
from microciv.server.wire.messages import Refused
from tests.server.browsers import FIREFOX, PIXEL, browsers
from tests.server.programs import Program, invite, listening, new_bot
from tests.server.site import (
    PATIENCE,
    Site,
    play_through,
    serving,
    serving_file,
    settings,
    soon,
)

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def test_an_account_is_made_listed_and_deleted(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Ada")
        [bot] = ann.get("/api/me/bots")
        assert ("Ada", 0) == (bot["name"], bot["used"])
        assert token not in json.dumps(ann.get("/api/me/bots"))
        with listening(site, token):
            pass
        [used] = ann.get("/api/me/bots")
        assert used["used"] > 0
        assert "Ada" == ann.get("/api/me/export")["person"]["bots"][0]["name"]
        assert [] == ann.post("/api/me/bots/delete", {"bot": bot["id"]})
        assert 401 == site.get("/api/bot/events", token).status_code


def test_names_are_told_apart_on_the_whole_site(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        new_bot(ann, "Lovelace")
        ben.post("/api/me", {})
        for name in ("lovelace", "LOVELACE", "Iovelace", "Lov\u0435lace"):
            assert "taken" == ben.refused("/api/me/bots", {"name": name})


def test_nobody_has_more_than_ten(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        for number in range(10):
            new_bot(ann, f"Number {number}")
        assert "illegal" == ann.refused("/api/me/bots", {"name": "Eleven"})


def test_a_token_is_no_key_of_a_person(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, thief]:
        thief.http.cookies.set("microciv", new_bot(ann, "No key"))
        assert not thief.get("/api/me")["known"]
        assert "unknown_key" == thief.refused("/api/me/bots", {"name": "Child"})


def test_a_program_plays_a_match_by_http_alone(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Player")
        with listening(site, token) as program:
            host = invite(site, "you", "@Player", "bot:easy")
            seen = site.get(f"/api/tables/{host['table']}", host["token"]).json()
            assert ("open", "Player", "Olga") == tuple(
                seen["seats"][1][part] for part in ("kind", "name", "owner")
            )
            invited = program.next("invited")
            assert ("Ann", "5x", 3) == (invited["by"], invited["game"], invited["seats"])
            assert 200 == program.post(f"/api/tables/{host['table']}/accept").status_code
            client = site.join(host["table"], host["token"])
            match = program.next("match")
            assert (1, ["Ann", "Player (bot of Olga)", "Knossos"]) == (
                match["seat"],
                match["seats"],
            )
            _play(client, program)
            over = program.lines[-1]
            assert client.update["places"] == over["places"]
            heard = [event for line in program.lines for event in line.get("events", [])]
            replay = site.get(f"/api/tables/{host['table']}/replay?seat=1").json()
            assert heard == [event for step in replay["steps"] for event in step["events"]]
            assert match["seats"] == replay["seats"]
        assert token not in "".join(program.raw)


def _play(client: Any, program: Program) -> None:
    """A person and a program play with the first legal moves until the match is over."""
    playing = threading.Thread(target=program.play, daemon=True)
    playing.start()
    play_through([client])
    playing.join(PATIENCE)
    assert "over" == program.lines[-1]["type"]


def test_what_a_program_sees_is_what_its_seat_sees(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Seer")
        with listening(site, token) as program:
            host = invite(site, "you", "@Seer", "bot:easy")
            program.accept()
            line = program.next("choose")
            client = site.join(host["table"], token)
            assert client.update["seen"] == line["seen"]
            assert client.update["legal"] == line["legal"]
            mine = site.join(host["table"], host["token"])
            assert mine.update["seen"] != line["seen"]


def test_a_program_goes_on_where_it_was(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Comeback")
        with listening(site, token) as program:
            host = invite(site, "you", "@Comeback", "bot:easy", pauses="off")
            program.accept()
            first = program.next("choose")
        with listening(site, token, first["id"]) as again:
            line = again.next("choose")
            assert [line] == again.lines  # no `match`, which it knows
            assert (first["decision"], first["legal"]) == (line["decision"], line["legal"])
            assert (first["since"] + len(first["events"]), []) == (line["since"], line["events"])
        with listening(site, token) as afresh:
            assert "match" == afresh.until(lambda line: True)["type"]
            assert first["events"] == afresh.next("choose")["events"]
        assert "malformed" == site.get("/api/bot/events?after=nonsense", token).json()["error"]
        assert host["table"] in first["id"]


def test_an_account_has_one_stream(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Single")
        with listening(site, token) as first, listening(site, token):
            first.ended()


def test_a_program_declines(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Shy")
        with listening(site, token) as program:
            host = invite(site, "you", "@Shy", "bot:easy")
            table = program.next("invited")["table"]
            assert 200 == program.post(f"/api/tables/{table}/decline").status_code
            seat = site.get(f"/api/tables/{table}", host["token"]).json()["seats"][1]
            assert ("open", None, "") == (seat["kind"], seat["name"], seat["owner"])
            program.next("withdrawn")
            assert 404 == program.post(f"/api/tables/{table}/accept").status_code


def test_nobody_else_gets_the_seat_that_is_kept(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        new_bot(ann, "Awaited")
        host = invite(site, "you", "@Awaited", "open", listed=True)
        table = host["table"]
        assert [1] == [
            one["open"] for one in site.get("/api/tables").json() if one["table"] == table
        ]
        assert 409 == site.post(f"/api/tables/{table}/sit", {"name": "Ben", "seat": 1}).status_code
        assert 2 == site.sit(table, "Ben")["seat"]
        assert 409 == site.post(f"/api/tables/{table}/sit", {"name": "Cleo"}).status_code


def test_a_host_asks_and_takes_it_back_in_the_lobby(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Later")
        host = invite(site, "you", "open", "open")
        at = f"/api/tables/{host['table']}/seats/1"
        with listening(site, token) as program:
            ask = {"kind": "bot", "program": "later"}
            assert 200 == site.post(at, ask, host["token"]).status_code
            program.next("invited")
            assert 409 == site.post(at.replace("/1", "/2"), ask, host["token"]).status_code
            assert 200 == site.post(at, {"kind": "open"}, host["token"]).status_code
            program.next("withdrawn")
            nobody = site.post(at, {"kind": "bot", "program": "Nobody"}, host["token"])
            assert (404, True) == (nobody.status_code, "'Nobody'" in nobody.json()["message"])


def test_only_where_the_host_allows_it(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        new_bot(ann, "Unwanted")
        seats = [{"kind": "you"}, {"kind": "bot", "program": "Unwanted"}, {"kind": "bot"}]
        refused = site.post("/api/tables", {"game": "5x", "seats": seats})
        assert (422, True) == (refused.status_code, "allow" in refused.json()["message"])
        rated = {"game": "5x", "seats": seats, "programs": True, "rated": True, "pace": "normal"}
        assert 422 == site.post("/api/tables", rated).status_code


def test_a_program_that_is_removed_is_out_and_may_be_asked_again(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Outcast")
        with listening(site, token) as program:
            host = invite(site, "you", "@Outcast", "open")
            program.accept()
            at = f"/api/tables/{host['table']}"
            assert 200 == site.post(at + "/remove", {"name": "Outcast"}, host["token"]).status_code
            program.until(lambda line: line["type"] in ("left", "withdrawn"))
            assert "removed" == site.get(at, token).json()["error"]
            ask = {"kind": "bot", "program": "Outcast"}
            assert 200 == site.post(at + "/seats/1", ask, host["token"]).status_code
            program.accept()


def test_a_program_that_is_removed_before_it_hears_of_its_table_is_told(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    looked = threading.Event()

    async def too_late(*_: object) -> None:
        looked.set()
        raise Refused("removed", "")

    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Hasty")
        with listening(site, token) as program:
            host = invite(site, "you", "@Hasty", "open")
            monkeypatch.setattr(TableStream, "come", too_late)
            table = program.accept()["table"]
            assert looked.wait(PATIENCE)
            site.post(f"/api/tables/{table}/remove", {"name": "Hasty"}, host["token"])
            assert table == program.next("withdrawn")["table"]


def test_a_new_token_ends_the_old_one_and_keeps_the_seat(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        old = new_bot(ann, "Renewed")
        with listening(site, old) as program:
            host = invite(site, "you", "@Renewed", "bot:easy")
            program.accept()
            line = program.next("choose")
            [bot] = ann.get("/api/me/bots")
            new = ann.post("/api/me/bots/renew", {"bot": bot["id"]})["token"]
            assert 401 == program.answer(line).status_code
            program.ended()
        with listening(site, new) as program:
            assert 200 == program.answer(program.next("choose")).status_code
        assert site.get(f"/api/tables/{host['table']}", old).json()["you"] is None


def test_who_is_erased_takes_the_bots_along(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Orphan")
        with listening(site, token) as program:
            host = invite(site, "you", "@Orphan", "bot:easy")
            program.accept()
            client = site.join(host["table"], host["token"])
            _play(client, program)
        ann.post("/api/me/erase")
        told = [
            site.get(f"/api/tables/{host['table']}", host["token"]).text,
            site.get(f"/api/tables/{host['table']}/replay").text,
        ]
        for text in told:
            assert ("Orphan", "Olga") == tuple(
                name for name in ("Orphan", "Olga") if name not in text
            )


def test_who_signs_in_takes_the_bots_along(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, phone]:
        ann.post("/api/me", {"name": "Ann"})
        token = new_bot(phone, "Traveller's bot")
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        assert ["Traveller's bot"] == [one["name"] for one in ann.get("/api/me/bots")]
        with listening(site, token) as program:
            invite(site, "you", "@Traveller's bot", "bot:easy")
            program.accept()
            program.next("match")


@pytest.mark.parametrize("owners", [1, 2])
def test_two_accounts_of_one_owner_are_rated_by_no_match(tmp_path: Path, owners: int):
    with (
        serving_file(tmp_path / "site") as site,
        browsers(site, FIREFOX, PIXEL) as people,
    ):
        # What they are called says nothing: two are called alike, and one calls herself otherwise.
        whose = people[:owners] * (3 - owners)
        tokens = [new_bot(owner, name) for owner, name in zip(whose, ("One", "Two"), strict=True)]
        with listening(site, tokens[0]) as one, listening(site, tokens[1]) as two:
            invite(site, "@One", "@Two", "bot:easy")
            one.accept()
            if owners == 1:
                people[0].post("/api/me", {"name": "Somebody else"})
            two.accept()
            both = [threading.Thread(target=program.play) for program in (one, two)]
            for program in both:
                program.start()
            for program in both:
                program.join(PATIENCE)
        rows = site.get("/api/ladder?bots=1").json()["rows"]
        assert owners // 2 * 2 == len([row for row in rows if row["level"] is None])


def test_a_program_plays_the_next_match_too(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Again")
        with listening(site, token) as program:
            host = invite(site, "you", "@Again", "bot:easy")
            program.accept()
            client = site.join(host["table"], host["token"])
            _play(client, program)
            site.post(f"/api/tables/{host['table']}/rematch", {}, host["token"])
            assert 2 == program.next("match")["match"]
            left = program.post(f"/api/tables/{host['table']}/leave", resign=True)
            assert 200 == left.status_code
            program.next("left")


def test_bots_have_ladders_of_their_own(tmp_path: Path):
    with serving_file(tmp_path / "site") as site, browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Climber")
        with listening(site, token) as program:
            host = invite(site, "@Climber", "bot:easy", "bot:hard")
            program.accept()
            assert site.get(f"/api/tables/{host['table']}").json()["state"] != "lobby"
            program.play()
        ladder = site.get("/api/ladder?bots=1").json()
        [row] = [row for row in ladder["rows"] if row["level"] is None]
        assert ("Climber", "Olga", 1) == (row["name"], row["owner"], row["rating"]["matches"])
        assert 0 == site.get("/api/ladder").json()["total"]


def test_answers_are_refused_like_a_persons(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Clumsy")
        with listening(site, token) as program:
            host = invite(site, "you", "@Clumsy", "bot:easy")
            program.accept()
            line = program.next("choose")
            assert "illegal" == program.answer(line, "fly").json()["error"]
            assert "stale" == program.answer({**line, "decision": 99}).json()["error"]
            elsewhere = invite(site, "you", "bot:easy", "bot:easy")["table"]
            assert 409 > program.answer({**line, "table": elsewhere}).status_code >= 401
            assert (
                "bad_token"
                == site.post(
                    f"/api/tables/{host['table']}/answer",
                    {"match": 1, "decision": 1, "moves": ["fly"]},
                    "mcb_nonsense",
                ).json()["error"]
            )


@pytest.mark.parametrize("kind", STORES)
def test_accounts_survive_a_restart(kind: str, tmp_path: Path, request: pytest.FixtureRequest):
    postgres = kind == "postgres"
    where = request.getfixturevalue("postgres_url") if postgres else str(tmp_path / "site")
    with serving(open_store(where), settings()) as site, browsers(site, FIREFOX) as [ann]:
        token = new_bot(ann, "Steady")
        host = invite(site, "you", "@Steady", "bot:easy")
        with listening(site, token) as program:
            program.accept()
            line = program.next("choose")
    with serving(open_store(where), settings()) as site, listening(site, token, line["id"]) as now:
        again = now.next("choose")
        assert (line["decision"], line["legal"]) == (again["decision"], again["legal"])
        assert 200 == now.answer(again).status_code
        soon(
            lambda: site.get(f"/api/tables/{host['table']}").json()["seats"][1]["status"] != "away"
        )
