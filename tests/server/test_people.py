"""Who somebody is: keys, devices, and what they have played."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from microciv.server.people.code_words import WORDS
from microciv.server.people.people import People, device_of, hash_key
from microciv.server.store import people_sql, sql
from microciv.server.store.rows import Entry, Outcome, PasskeyRow, Played, TableRow
from microciv.server.store.store import open_store
from tests.conftest import empty_database
from tests.server.authenticator import Authenticator
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers, played
from tests.server.post import Post, confirm, words_in
from tests.server.site import (
    Site,
    first_choice,
    play_through,
    serving,
    serving_file,
    settings,
    soon,
)
from tests.server.test_push import DEVICE
from tests.server.visits import leave, order

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(scope="module", params=STORES)
def shared_site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            address = str(tmp_path_factory.mktemp("site") / "site.sqlite3")
        else:
            server = request.getfixturevalue("postgres_server")
            address = stack.enter_context(empty_database(server))
        yield stack.enter_context(serving(open_store(address), settings()))


def test_a_visit_leaves_nothing_and_a_seat_gives_a_key(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        ann.get("/api/games")
        assert {"known": False} == {"known": ann.me()["known"]}
        assert "" == (ann.key or "")
        answer = ann.http.post(
            "/api/tables",
            json={"game": "5x", "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]},
        )
        cookie = answer.headers["set-cookie"]
        assert len(ann.key or "") >= 43
        for part in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=34560000"):
            assert part in cookie
        assert "Secure" not in cookie
        assert [answer.json()["table"]] == ann.me()["tables"]
        assert ["Firefox on Windows"] == [one["label"] for one in ann.me()["devices"]]
        before = ann.key
        ann.create("you", "open", "open", name="Anna")
        assert (before, "Anna") == (ann.key, ann.me()["name"])


def test_over_https_the_key_is_for_https_alone(site: Site):
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}") as http:
        http.headers["origin"] = f"https://127.0.0.1:{site.port}"
        assert "Secure" in http.post("/api/me", json={}).headers["set-cookie"]


def test_a_program_gets_a_key_only_if_it_asks(site: Site):
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}") as http:
        plan = {"game": "5x", "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]}
        assert "set-cookie" not in http.post("/api/tables", json=plan).headers
        assert 201 == http.post("/api/me", json={"name": "Bot of Bea"}).status_code
        http.post("/api/tables", json=plan)
        me = http.get("/api/me").json()
        assert ("Bot of Bea", 1) == (me["name"], len(me["tables"]))


def test_a_foreign_page_can_do_nothing_with_a_key(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        ann.create("you", "open", "open")
        ann.http.headers["origin"] = "https://elsewhere.example"
        for path in ("erase", "code", "sign-out", "passkeys/options", "device"):
            assert "bad_origin" == ann.refused(f"/api/me/{path}")


def test_matches_are_listed_when_they_are_over(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        both = played(site, ann, ben)
        alone = played(site, ann)
        history = ann.get("/api/me/matches")
        assert {alone, both} == {one["table"] for one in history["matches"]}
        found = {one["table"]: one for one in history["matches"]}[both]
        assert ["Ann", "Memphis", "Ben"] == [one["name"] for one in found["company"]]
        assert [None, "easy", None] == [one["level"] for one in found["company"]]
        assert (True, 0, "", 1) == (found["kept"], found["seat"], found["variant"], found["match"])
        assert found["begun"] <= found["ended"]
        assert {"5x": 2} == history["games"]
        bots = ann.get("/api/me/matches?company=bots")
        assert ([alone], 1) == ([one["table"] for one in bots["matches"]], bots["total"])
        people = ann.get("/api/me/matches?company=people&game=5x")
        assert [both] == [one["table"] for one in people["matches"]]
        assert [] == ann.get("/api/me/matches?game=five_ages")["matches"]
        assert 1 == ben.get("/api/me/matches")["total"]
        assert 2 == ann.me()["played"]


def test_six_words_let_another_device_in_and_its_history_goes_along(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [laptop, phone]:
        open_ = laptop.create("you", "open", "open")
        earlier = played(site, phone)
        before = phone.key
        code = laptop.post("/api/me/code")
        assert 6 == len([word for word in code["words"].split() if word in WORDS])
        me = phone.post("/api/me/device", {"words": code["words"].upper().replace(" ", " - ")})
        assert before != phone.key
        assert ["Chrome on Android", "Firefox on Windows"] == [
            one["label"] for one in me["devices"]
        ]
        assert [earlier] == [one["table"] for one in laptop.get("/api/me/matches")["matches"]]
        assert [open_["table"]] == laptop.me()["tables"]
        assert "bad_code" == phone.refused("/api/me/device", {"words": code["words"]})
        # What is played on is the same person's.
        token = phone.post(f"/api/tables/{open_['table']}/mine")["token"]
        seen = site.get(f"/api/tables/{open_['table']}", token).json()
        assert ("Ann", 0, True) == (seen["me"], seen["you"], seen["host"])
        assert "Ann" == site.get(f"/api/tables/{open_['table']}", open_["token"]).json()["me"]


def test_a_code_is_good_for_ten_minutes(site: Site, monkeypatch: pytest.MonkeyPatch):
    with browsers(site, FIREFOX, PIXEL) as [laptop, phone]:
        laptop.create("you", "open", "open")
        words = laptop.post("/api/me/code")["words"]
        later = sql.now() + 601
        monkeypatch.setattr(sql, "now", lambda: later)
        assert "bad_code" == phone.refused("/api/me/device", {"words": words})


def test_codes_are_metered(tmp_path: Path):
    with (
        serving_file(tmp_path / "site", codes=(0.001, 3)) as site,
        browsers(site, PIXEL) as [phone],
    ):
        tried = [phone.refused("/api/me/device", {"words": "owl owl owl"}) for _ in range(4)]
    assert [*["bad_code"] * 3, "too_fast"] == tried


def test_a_device_that_is_signed_out_can_do_nothing_more(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [laptop, phone]:
        seating = laptop.create("you", "open", "open")
        phone.post("/api/me/device", {"words": laptop.post("/api/me/code")["words"]})
        token = phone.post(f"/api/tables/{seating['table']}/mine")["token"]
        line = site.join(seating["table"], token)
        mine = site.join(seating["table"], seating["token"])
        me = laptop.post("/api/me/sign-out", {"others": True})
        assert ["Firefox on Windows"] == [one["label"] for one in me["devices"]]
        line.closed()
        mine.sync()
        assert {"known": False} == {"known": phone.me()["known"]}
        wish = {"seats": [{"table": seating["table"], "token": token}]}
        assert ["gone"] == [one["state"] for one in site.post("/api/held", wish).json()]
        assert "illegal" == laptop.refused("/api/me/sign-out", {"device": me["devices"][0]["id"]})
        assert "not_found" == laptop.refused("/api/me/sign-out", {"device": "other"})


def test_one_is_asked_for_no_second_seat(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        seating = ann.create("you", "open", "open")
        ben = Browser(site.port)
        assert "unknown_key" == ben.refused(f"/api/tables/{seating['table']}/mine")
        ben.create("you", "open", "open", name="Ben")
        assert "not_found" == ben.refused(f"/api/tables/{seating['table']}/mine")
        ben.http.close()


def test_who_was_removed_does_not_come_back_by_the_key(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        seating = ann.create("you", "open", "open")
        ben.sit(seating["table"], "Ben")
        ann.post(f"/api/tables/{seating['table']}/remove", {"name": "Ben"}, seating["token"])
        assert "not_found" == ben.refused(f"/api/tables/{seating['table']}/mine")
        assert "removed" == ben.refused(f"/api/tables/{seating['table']}/sit", {"name": "Bea"})


@pytest.mark.parametrize("kind", STORES)
def test_who_is_erased_leaves_no_trace(kind: str, request: pytest.FixtureRequest, tmp_path: Path):
    path = str(tmp_path / "site")
    address = path if kind == "sqlite" else request.getfixturevalue("postgres_url")
    with serving(open_store(address), settings()) as site, browsers(site, FIREFOX, PIXEL) as both:
        ann, ben = both
        over = played(site, ann, ben)
        lobby = ann.create("you", "open", "open")["table"]
        running = ann.create("you", "open", "bot")
        other = ben.sit(running["table"], "Ben")
        ann.post(f"/api/tables/{running['table']}/start", {}, running["token"])
        line = site.join(running["table"], running["token"])
        seen = site.join(running["table"], other["token"])
        ann.post("/api/me/erase")
        line.closed()
        seen.until(lambda told: told["type"] == "table" and "Ann" not in json.dumps(told))
        assert ["bot", "person", "bot"] == [seat["kind"] for seat in seen.table["seats"]]
        assert "" == (ann.key or "")
        assert {"known": False} == {"known": ann.me()["known"]}
        assert 404 == site.get(f"/api/tables/{lobby}").status_code
        assert ["a player", "Memphis", "Ben"] == site.get(f"/api/tables/{over}/replay").json()[
            "seats"
        ]
        [match] = ben.get("/api/me/matches")["matches"]
        assert ["a player", "Memphis", "Ben"] == [one["name"] for one in match["company"]]


def kept_of_all(post: Post) -> list[tuple[str, str]]:
    """Every table of the database with each of its rows, as text; what is packed is unpacked."""
    catalogue = "sqlite_master WHERE type = 'table'"
    if "://" in post.address:
        catalogue = "(SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public') tables"
    names = [name for (name,) in post.rows(f"SELECT name FROM {catalogue}")]
    assert len(names) > 20
    return [
        (name, "|".join(map(_as_text, row)))
        for name in names
        for row in post.rows(f"SELECT * FROM {name}")
    ]


def _as_text(value: object) -> str:
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
        return value.decode(errors="replace")
    return str(value)


@pytest.mark.parametrize("kind", STORES)
def test_nothing_in_any_table_knows_who_is_erased(
    kind: str, post: Post, request: pytest.FixtureRequest
):
    if kind == "postgres":
        post.address = request.getfixturevalue("postgres_url")
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Zephyrine", "Ben", "Cleo"))
        zoe, ben, cleo = post.people.values()
        confirm(post, zoe, "zoe@example.org")
        zoe.post("/api/me/push", {"endpoint": f"{post.web.address}/zoe", "keys": DEVICE.keys()})
        zoe.post("/api/me/quiet", {"quiet": {"zone": "UTC", "start": 60, "end": 120}})
        zoe.post("/api/me/bots", {"name": "Zephyr's bot"})
        # Groups: one that she is in, and one that she has left, each with a tournament of hers.
        for leaves in (False, True):
            group = ben.post("/api/groups", {"title": "Friday", "name": "Ben"})["group"]
            zoe.post(f"/api/groups/{group}/join", {"name": "Zephyrine"})
            cup = {"game": "5x", "pairing": "swiss", "most": 3, "rounds": 2}
            cups, players = f"/api/groups/{group}/tournaments", ["Ben", "Zephyrine"]
            drawn = ben.post(cups, {**cup, "pace": "none", "players": players})["inside"]
            [[one]] = drawn["tournaments"][0]["drawn"]
            tokens = [each.post(f"/api/tables/{one['table']}/mine") for each in (zoe, ben)]
            host = tokens[one["names"].index("Zephyrine") == 1]
            site.start(one["table"], host["token"])
            play_through([site.join(one["table"], each["token"]) for each in tokens])
            if leaves:
                zoe.post(f"/api/groups/{group}/leave")
        # Tables: a deal of the day, one that waits, one by the day where she asks for a holiday.
        zoe.post("/api/daily", {"game": "5x", "name": "Zephyrine"})
        zoe.create("you", "open", "open", name="Zephyrine")
        post.begin()
        back = {"back": sql.now() + 3 * sql.DAY}
        zoe.post(f"/api/tables/{post.table}/wishes", back, post.tokens["Zephyrine"])
        zoe.post("/api/me/code")
        told = zoe.get("/api/me/export")["person"]
        secrets = [told["people"][0]["id"], *[one["id"] for one in (*told["keys"], *told["bots"])]]
        key = zoe.key or "?"
        secrets += [key, hash_key(key), "Zephyr", "zoe@example.org", f"{post.web.address}/zoe"]
        known = str(kept_of_all(post))
        assert [key] == [secret for secret in secrets if secret not in known]
        zoe.post("/api/me/erase")
        post.settles()
        left = [
            (secret, table, row)
            for table, row in kept_of_all(post)
            for secret in secrets
            if secret in row
        ]
        assert [] == left
        # The results of the others stay.
        for group in [one["group"] for one in ben.get("/api/groups")]:
            [left_over] = ben.get(f"/api/groups/{group}")["inside"]["tournaments"]
            assert {"Ben": 1, "a former member": 0} == {
                row["name"]: row["matches"] for row in left_over["standings"]
            }
        assert 2 == ben.get("/api/me/matches")["total"]
        assert [post.table] == cleo.me()["tables"]


def test_every_table_of_the_schema_is_told_and_erased(tmp_path: Path):
    """A table that is added later is found here, not by somebody who asks for all of theirs."""
    created = {}
    for step in sql.MIGRATIONS:
        for statement in step:
            found = re.match(r"CREATE TABLE (\w+) \((.*)\)$", statement, re.DOTALL)
            if found:
                created[found[1]] = found[2]
            added = re.match(r"ALTER TABLE (\w+) ADD COLUMN (.*)$", statement)
            if added and added[1] in created:
                created[added[1]] += f",\n{added[2]}"
    about_people = {
        name: columns
        for name, columns in created.items()
        if "REFERENCES people" in columns or name == "people"
    }
    assert {*about_people} == {*people_sql.TOLD}
    for name, columns in about_people.items():
        if name != "people":
            assert re.search(
                r"person TEXT( NOT NULL)? REFERENCES people \(id\) ON DELETE CASCADE", columns
            )
        lines = [line.split() for line in columns.replace("\n", ",").split(",") if line.split()]
        names = {line[0] for line in lines if len(line) > 1 and line[0].islower()}
        told = {*people_sql.TOLD[name], *people_sql.WITHHELD.get(name, ())}
        assert names == told, name


def test_all_that_is_stored_of_me_is_one_file(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        table = played(site, ann)
        ann.post("/api/me/code")
        answer = ann.http.get("/api/me/export")
        assert 'attachment; filename="microciv-me.json"' == answer.headers["content-disposition"]
        told = answer.json()["person"]
        assert {*people_sql.TOLD, "bots"} == {*told}
        assert [table] == [one["table_id"] for one in told["played"]]
        assert [{"table_id": table}] == told["visits"]
        assert ["device"] == [one["kind"] for one in told["codes"]]
        assert (ann.key or "") not in answer.text


def test_what_others_hold_in_a_match_in_play_is_in_no_file_of_mine(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        over = played(site, ann, ben)
        made = ann.create("you", "open", "bot", pace="daily")
        table, sits = made["table"], ben.sit(made["table"], "Ben")
        ann.post(f"/api/tables/{table}/start", {}, made["token"])
        hers, his = [site.join(table, seat["token"]) for seat in (made, sits)]
        leave(site, table, made["token"], order("bid", "bid 17", round=1))
        leave(site, table, sits["token"], order("bid", "bid 19", round=1))
        sealed_ = first_choice(hers)
        assert "accepted" == hers.play(sealed_)["type"]
        assert "accepted" == his.play(first_choice(his))["type"]
        export = ben.http.get("/api/me/export").text
        told = json.loads(export)["person"]
        assert [over] == [one["table_id"] for one in told["played"]]
        assert [table] == [one["table_id"] for one in told["orders"]]
        hand = {move["text"] for move in hers.update["legal"]} | {sealed_}
        assert ("bid 19" in export, []) == (True, [text for text in hand if text in export])
        assert "bid 17" not in export
        with zipfile.ZipFile(io.BytesIO(ben.http.get("/api/me/records").content)) as records:
            assert [f"5x-{over}-1.json"] == records.namelist()
            assert table not in records.read(records.namelist()[0]).decode()


def test_nobody_is_told_who_somebody_is(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        table = played(site, ann, ben)
        told = ann.get("/api/me/export")["person"]
        secrets = [ann.key or "", told["people"][0]["id"], told["keys"][0]["id"], "Firefox"]
        frames = [frame for client in site.clients for frame in client.frames]
        frames.append(ben.http.get(f"/api/tables/{table}").content)
        frames.append(ben.http.get(f"/api/tables/{table}/record").content)
        frames.append(ben.http.get(f"/api/tables/{table}/replay").content)
        frames.append(ben.http.get("/api/me/matches").content)
        frames.append(ben.http.get("/api/me/export").content)
        frames.append(ben.http.get("/metrics").content)
        assert len(frames) > 20
        for secret in secrets[:3]:
            assert not [frame for frame in frames if secret.encode() in frame]
        assert b"Firefox" not in frames[-2]


def test_whom_nobody_knows_has_played_nothing(site: Site):
    assert False is site.get("/api/me").json()["known"]
    answered = site.get("/api/me/matches")
    assert (200, [], 0) == (
        answered.status_code,
        answered.json()["matches"],
        answered.json()["total"],
    )


def test_keys_are_told_by_plain_words():
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15"
    told = [device_of(agent) for agent in (FIREFOX, PIXEL, mac, "", "curl/8.5.0")]
    assert [
        "Firefox on Windows",
        "Chrome on Android",
        "Safari on Mac",
        "A program",
        "A program",
    ] == told


def test_the_words_of_codes_are_told_apart():
    assert (256, 256) == (len(WORDS), len({word[:4] for word in WORDS}))
    assert [] == [word for word in WORDS if not re.fullmatch("[a-z]{3,8}", word)]


@pytest.mark.postgres
def test_two_processes_know_the_same_people(postgres_url: str):
    with ExitStack() as stack:
        one, other = [
            stack.enter_context(serving(open_store(postgres_url), settings())) for _ in range(2)
        ]
        laptop, phone = Browser(one.port), Browser(other.port, PIXEL)
        stack.callback(laptop.http.close)
        stack.callback(phone.http.close)
        table = played(one, laptop)
        open_ = laptop.create("you", "open", "open")
        mine = one.join(open_["table"], open_["token"])
        words = laptop.post("/api/me/code")["words"]
        assert [open_["table"]] == phone.post("/api/me/device", {"words": words})["tables"]
        assert [table] == [one["table"] for one in phone.get("/api/me/matches")["matches"]]
        token = phone.post(f"/api/tables/{open_['table']}/mine")["token"]
        assert "Ann" == other.get(f"/api/tables/{open_['table']}", token).json()["me"]
        phone.post("/api/me/sign-out", {"others": True})
        mine.closed()
        assert {"known": False} == {"known": laptop.me()["known"]}
        phone.post("/api/me/erase")
        soon(lambda: one.get(f"/api/tables/{open_['table']}").status_code == 404)


def test_an_operator_sees_and_erases_people(tmp_path: Path):
    path = tmp_path / "site"
    with serving_file(path) as site, browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        table = played(site, ann, ben)

        def run(*command: str) -> Any:
            found = CliRunner().invoke(app, ["admin", *command, "--database", str(path), "--json"])
            assert 0 == found.exit_code, found.output
            return json.loads(found.output)

        listed = {line["name"]: line for line in run("people")}
        assert {"Ann": (1, 0, 1), "Ben": (1, 0, 1)} == {
            name: (line["devices"], line["passkeys"], line["matches"])
            for name, line in listed.items()
        }
        assert [listed["Ben"]] == run("people", "--name", "Ben")
        person = listed["Ann"]["person"]
        assert {"erased": person, "tables": [table]} == run("erase", "--person", person, "--yes")
        assert {"known": False} == {"known": ann.me()["known"]}
        assert [table] == run("erase", "Ben", "--yes")["tables"]
        [match] = ben.get("/api/me/matches")["matches"]
        assert [] == [one["name"] for one in match["company"] if one["name"] in ("Ann", "Ben")]


def test_nothing_of_a_match_is_lost_when_a_guest_becomes_somebody_in_the_midst_of_it(site: Site):
    with browsers(site, FIREFOX, PIXEL, PIXEL) as [ann, phone, ben]:
        ann.create("you", "open", "bot")
        made = phone.create("you", "open", "bot", name="Guest")
        table, sits = made["table"], ben.sit(made["table"], "Ben")
        phone.post(f"/api/tables/{table}/start", {}, made["token"])
        clients = [site.join(table, seat["token"]) for seat in (made, sits)]
        play_through(clients, upto=3)
        former = clients[0].update
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        # The line that was open goes on, and so does the other person.
        play_through(clients)
        assert len(clients[0].update["seen"]["asked"]) == 0 < former["decision"]
        for browser in (ann, phone, ben):
            history = browser.get("/api/me/matches")
            assert [table] == [one["table"] for one in history["matches"]]
        [theirs] = ann.get("/api/me/matches")["matches"]
        [mine] = ben.get("/api/me/matches")["matches"]
        assert (0, 1) == (theirs["seat"], mine["seat"])


@pytest.mark.parametrize("kept", ["passkey", "address"])
def test_a_guest_is_kept_in_the_midst_of_a_match_on_two_devices(kept: str, post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"), kept=False)
        ann, ben = post.people.values()
        made = ann.create("you", "open", "bot")
        table, sits = made["table"], ben.sit(made["table"], "Ben")
        ann.post(f"/api/tables/{table}/start", {}, made["token"])
        clients = [site.join(table, seat["token"]) for seat in (made, sits)]
        play_through(clients, upto=3)
        passkey = Authenticator()
        assert not ann.me()["account"]
        me = passkey.make(ann) if kept == "passkey" else confirm(post, ann, "ann@example.org")
        assert (True, [table]) == (me["account"], me["tables"])
        # The line that was open goes on, and another device signs in and takes the same seat.
        with browsers(site, PIXEL) as [phone]:
            earlier = played(site, phone)
            if kept == "passkey":
                me = passkey.sign_in(phone)
            else:
                phone.post("/api/sign-in/mail", {"address": "ann@example.org"})
                soon(lambda: 2 == len(post.mails.to("ann@example.org")))
                words = words_in(post.mails.to("ann@example.org")[-1])
                me = phone.post("/api/me/device", {"words": words})
            assert (2, [table]) == (len(me["devices"]), me["tables"])
            other = site.join(table, phone.post(f"/api/tables/{table}/mine")["token"])
            clients[0].until_decision(other.update["decision"])  # the bot has gone on meanwhile
            assert clients[0].update["seen"] == other.update["seen"]
            play_through(clients, upto=5)
            other.until_decision(5)
            play_through([other, clients[1]])  # and whichever of hers answers
            clients[0].until(lambda told: told.get("seen", {}).get("phase") == "over")
            for browser in (ann, phone):
                history = browser.get("/api/me/matches")["matches"]
                assert {(table, 0), (earlier, 0)} == {
                    (one["table"], one["seat"]) for one in history
                }
        assert [(table, 1)] == [
            (one["table"], one["seat"]) for one in ben.get("/api/me/matches")["matches"]
        ]


def test_tables_of_an_account_are_kept_longer(tmp_path: Path):
    async def run() -> None:
        store = open_store(str(tmp_path / "site"))
        await store.open()
        people = People(store)
        for table in ("guests", "accounts"):
            who = (await people.begin(table, "")).who
            if table == "accounts":
                await store.run(people_sql.add_passkey(who.person, PasskeyRow("p", b"", 0), ""))
            await store.add_table(TableRow(table, 1, "playing", 0, b"{}", (who.person,)))
            await store.run(
                sql.single(
                    "INSERT INTO matches (table_id, number, game, options, names, seed)"
                    " VALUES (?, 1, '5x', '{}', '[]', '1') RETURNING 1",
                    table,
                )
            )
            seen = Played(who.person, table, 1, 0, "", "[]", 1, 3, 1, 0, 1)
            await store.append(table, 1, [Entry(0, 0, 1, ())], Outcome(b"{}", b"", (seen,)))
        left = []
        for day in (29, 31, 364, 366):
            await store.run(sql.single("UPDATE service SET seconds = ? RETURNING 1", day * sql.DAY))
            for _ in range(2):
                await store.tidy(0, set())
            left.append(sorted([row.id async for row, _ in store.every_table()]))
        assert [["accounts", "guests"], ["accounts"], ["accounts"], []] == left
        [kept] = await store.one("SELECT COUNT(*) FROM played")
        assert 2 == kept[0]
        await store.close()

    asyncio.run(run())


def test_a_guest_whom_no_key_opens_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def run() -> list[Any]:
        store = open_store(str(tmp_path / "site"))
        await store.open()
        people, left = People(store), []
        await people.begin("Ann", "")
        for day in (399, 402):
            moment = sql.now() + day * sql.DAY
            with monkeypatch.context() as later:
                later.setattr(people_sql, "now", lambda moment=moment: moment)
                await store.run(people_sql.forget_guests())
            left.append(await store.one("SELECT name FROM people"))
        await store.close()
        return left

    assert [[("Ann",)], []] == asyncio.run(run())


@pytest.mark.parametrize("path", ["/api/me/passkeys", "/api/sign-in"])
def test_what_is_no_passkey_opens_nothing(site: Site, path: str):
    with browsers(site, FIREFOX) as [ann]:
        ann.create("you", "open", "open")
        options = ann.post(f"{path}/options")["options"]
        said = base64.urlsafe_b64encode(
            json.dumps({"challenge": options["challenge"], "origin": "x"}).encode()
        ).decode()
        wishes: list[Any] = [
            {},
            {"id": 1, "response": {}},
            {"id": "x", "response": {"clientDataJSON": "!"}},
            {"id": "x", "response": {"clientDataJSON": said}},
            {"id": "x", "response": {"clientDataJSON": said}},
        ]
        for wish in wishes:
            assert "bad_passkey" == ann.refused(path, {"credential": wish})
        ann.http.headers.pop("origin")
        assert "bad_origin" == ann.refused(f"{path}/options")
