"""A deal a day: sealed ahead, the same for all, one try, and results for who has played."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from microciv.server.api.day_deals import game_of, games, seed_of
from microciv.server.store import sql
from microciv.server.store.rows import Operation, StoreError
from microciv.server.store.store import open_store
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.site import Site, play_through, serving, settings

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
DAY = 1_795_600_000
"""A moment on 2026-11-25."""


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The site's clock, which the test may set."""
    clock = [DAY]
    monkeypatch.setattr(sql, "now", lambda: clock[0])
    return clock


def begin(browser: Browser, name: str, game: str = "5x") -> Any:
    return browser.post("/api/daily", {"game": game, "name": name})


def play(site: Site, browser: Browser, name: str) -> str:
    seating = begin(browser, name)
    play_through([site.join(seating["table"], seating["token"])])
    return str(seating["table"])


def test_every_game_has_its_turn():
    days = [date(2026, 11, number) for number in range(1, 1 + len(games()))]
    assert {*games()} == {game_of(day) for day in days}


def test_a_seed_is_of_a_day_and_a_game():
    day, other = date(2026, 11, 25), date(2026, 11, 26)
    seeds = {
        seed_of(key * 32, one, game)
        for key in ("00", "01")
        for one in (day, other)
        for game in ("5x", "5-ages")
    }
    assert 8 == len(seeds)


def test_all_play_the_same_deal_which_was_sealed_before(site: Site, noon: list[int]):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        day = ann.get("/api/daily")["day"]
        deal = next(
            one["deal"] for one in ann.get("/api/daily")["games"] if one["deal"]["game"] == "5x"
        )
        assert deal["seed"] is None
        seats = []
        for browser, name in ((ann, "Ann"), (ben, "Ben")):
            seating = begin(browser, name)
            client = site.join(seating["table"], seating["token"])
            assert (deal["seal"], day, None) == tuple(
                client.table[part] for part in ("seed_hash", "day", "again")
            )
            seats.append((client.table["you"], client.update["seen"], client.update["legal"]))
        assert seats[0] == seats[1]
        ahead = ann.get("/api/daily")["coming"][0]
        noon[0] += 24 * 3600
        tomorrow = ann.get("/api/daily")
        assert ahead == tomorrow["games"][0]["deal"]
        over = ann.get(f"/api/daily/{day}/5x")["deal"]
        assert deal["seal"] == over["seal"] == hashlib.sha256(over["seed"].encode()).hexdigest()


def test_a_person_has_one_try_on_all_devices(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, phone]:
        first = begin(ann, "Ann")
        again = begin(ann, "Ann")
        assert (first["table"], True) == (again["table"], first["token"] != again["token"])
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        assert first["table"] == begin(phone, "Ann")["table"]
        assert first["table"] != begin(ann, "Ann", "civ-builder")["table"]


def test_a_try_is_none_without_its_table(site: Site, monkeypatch: pytest.MonkeyPatch):
    def killed(row: Any, match: Any, before: Operation[None]) -> Operation[None]:
        yield from before
        raise StoreError("the power fails")

    with browsers(site, FIREFOX) as [ann]:
        ann.post("/api/me", {"name": "Ann"})
        with monkeypatch.context() as patched:
            patched.setattr(sql, "add_table", killed)
            assert 500 <= ann.http.post("/api/daily", json={"game": "5x"}).status_code
        assert {"new"} == {one["state"] for one in ann.get("/api/daily")["games"]}
        assert begin(ann, "Ann")["table"]


def test_results_are_for_who_has_played(site: Site, noon: list[int]):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        day = ann.get("/api/daily")["day"]
        path = f"/api/daily/{day}/5x"
        assert "not_finished" == ann.http.get(path).json()["error"]
        begin(ben, "Ben")
        assert "not_finished" == ben.http.get(path).json()["error"]
        table = play(site, ann, "Ann")
        told = ann.get(path)["results"]
        mine = next(one for one in told if one["you"])
        assert ("Ann", table) == (mine["name"], mine["table"])
        assert mine["place"] <= len(told)
        state = next(one for one in ann.get("/api/daily")["games"] if one["deal"]["game"] == "5x")
        assert ("played", mine["place"], len(told)) == tuple(
            state[part] for part in ("state", "place", "players")
        )
        assert "not_finished" == ben.http.get(path).json()["error"]
        noon[0] += 24 * 3600
        assert told == [{**one, "you": one["table"] == table} for one in ben.get(path)["results"]]


def test_who_leaves_for_good_comes_below_those_who_have_finished(site: Site, noon: list[int]):
    noon[0] += 40 * 24 * 3600  # a deal that no other test plays
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        path = f"/api/daily/{ann.get('/api/daily')['day']}/5x"
        gone = begin(ann, "Ann")
        ann.post(f"/api/tables/{gone['table']}/leave", {"resign": True}, gone["token"])
        assert [(None, "Ann", True, False)] == [
            tuple(one[part] for part in ("place", "name", "you", "over"))
            for one in ann.get(path)["results"]
        ]
        state = next(one for one in ann.get("/api/daily")["games"] if one["deal"]["game"] == "5x")
        assert ("played", None, 0) == tuple(state[part] for part in ("state", "place", "players"))
        play(site, ben, "Ben")
        assert [(1, "Ben"), (None, "Ann")] == [
            (one["place"], one["name"]) for one in ben.get(path)["results"]
        ]


@pytest.mark.parametrize("kind", STORES)
def test_a_deal_whose_table_is_closed_is_given_up_unless_it_is_over(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    postgres = kind == "postgres"
    where = request.getfixturevalue("postgres_url") if postgres else str(tmp_path / "site")
    with (
        serving(open_store(where), settings()) as site,
        browsers(site, FIREFOX, PIXEL) as [ann, ben],
    ):
        for table in (begin(ann, "Ann")["table"], play(site, ben, "Ben")):
            words = ["admin", "close", table, "--yes", "--database", where]
            assert 0 == CliRunner().invoke(app, words).exit_code
        assert "taken" == ann.refused("/api/daily", {"game": "5x"})
        told = ben.get(f"/api/daily/{ben.get('/api/daily')['day']}/5x")["results"]
        assert [(1, True), (None, False)] == [(one["place"], one["over"]) for one in told]


def test_nobody_learns_of_results_by_watching(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        seating = begin(ann, "Ann", "civ-card-game")
        client = site.connect(seating["table"])
        client.send(type="hello", token=None)
        assert "unwatched" == client.next("refused")["code"]
        assert seating["table"] not in site.get("/api/tables").text


def test_nobody_learns_of_a_deal_by_waiting_for_the_next_match(site: Site, noon: list[int]):
    noon[0] += 60 * 24 * 3600  # a deal that no other test plays
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        seating = begin(ann, "Ann")
        path = f"/api/tables/{seating['table']}/sit"
        for wait in (False, True):
            refused = ben.http.post(path, json={"name": "Ben", "wait": wait}).json()
            assert "this match is not to be joined" == refused["message"]
        play_through([site.join(seating["table"], seating["token"])])
        assert ben.post(path, {"name": "Ben", "wait": True})["token"]


def test_a_program_without_a_key_has_no_try(site: Site):
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}") as http:
        refused = http.post("/api/daily", json={"game": "5x"})
        assert (401, "unknown_key") == (refused.status_code, refused.json()["error"])
        assert "bad_option" == http.post("/api/daily", json={"game": "goofspiel"}).json()["error"]
        assert "malformed" == http.get("/api/daily/yesterday/5x").json()["error"]
        assert "not_found" == http.get("/api/daily/2026-11-25/chess").json()["error"]


@pytest.mark.parametrize("kind", STORES)
def test_the_deals_survive_a_restart_and_guests_merge(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    postgres = kind == "postgres"
    where = request.getfixturevalue("postgres_url") if postgres else str(tmp_path / "site")
    with serving(open_store(where), settings()) as site, browsers(site, FIREFOX, PIXEL) as both:
        ann, phone = both
        sealed = ann.get("/api/daily")["coming"]
        table = begin(ann, "Ann")["table"]
        play(site, phone, "Anna")
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        assert table == begin(phone, "Ann")["table"]  # the try of the account counts
        key = ann.key
        erased = phone.get("/api/me/export")["person"]["day_deals"]
        assert [table] == [one["table_id"] for one in erased]
    with serving(open_store(where), settings()) as site, browsers(site, FIREFOX) as [ann]:
        ann.http.cookies.set("microciv", key or "")
        assert sealed == ann.get("/api/daily")["coming"]
        assert "playing" == next(
            one["state"] for one in ann.get("/api/daily")["games"] if one["deal"]["game"] == "5x"
        )
