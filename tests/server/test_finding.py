"""Who looks for a table finds one that suits; and who watches is shown, or kept out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from microciv.server.api.durations import LEAST, Durations
from microciv.server.rooms.presence import audience
from microciv.server.store import people_sql, sql
from microciv.server.store.rows import Entry, Outcome, Played, TableRow
from microciv.server.store.store import open_store
from tests.server.site import Site, play_through, serving_file, soon


@pytest.fixture
def fresh(tmp_path: Path):
    """A site of its own: the list of tables is the same for all of a site."""
    with serving_file(tmp_path / "site.sqlite3") as site:
        yield site


def found(site: Site, query: str) -> list[str]:
    return [one["table"] for one in site.get(f"/api/tables?{query}").json()]


def test_tables_are_found_by_game_seats_pace_and_rating(fresh: Site):
    three = fresh.create("you", "open", "bot", listed=True, pace="normal")["table"]
    four = fresh.create("you", "open", "open", "bot", listed=True)["table"]
    ages = fresh.create("you", "open", "open", "open", listed=True, game="5-ages")["table"]
    fresh.create("you", "open", "open")
    assert {three, four, ages} == {*found(fresh, "")}
    assert {three, four} == {*found(fresh, "game=5x")}
    assert {four, ages} == {*found(fresh, "seats=4")}
    assert [four] == found(fresh, "game=5x&seats=4&pace=none&rated=0")
    assert [three] == found(fresh, "pace=normal")
    assert [] == found(fresh, "rated=1")
    assert 400 == fresh.get("/api/tables?seats=four").status_code
    [one] = [row for row in fresh.get("/api/tables").json() if row["table"] == four]
    assert (2, 4, 1, None, False) == tuple(
        one[part] for part in ("open", "seats", "bots", "minutes", "quick")
    )


def plan(name: str, fill: int, **how: Any) -> dict[str, Any]:
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
    return {"game": "5x", "seats": seats, "listed": True, "fill": fill, "name": name, **how}


def quick(site: Site, name: str, fill: int) -> Any:
    answer = site.post("/api/tables", plan(name, fill))
    assert 201 == answer.status_code, answer.text
    return answer.json()


def test_a_table_that_starts_by_itself_does_so_when_it_is_full(fresh: Site):
    host = quick(fresh, "Ann", 600)
    table = host["table"]
    assert [table] == found(fresh, "game=5x")
    ann = fresh.join(table, host["token"])
    assert 0 < ann.table["fills"] <= 600
    fresh.sit(table, "Ben")
    assert "lobby" == fresh.get(f"/api/tables/{table}").json()["state"]
    fresh.sit(table, "Cleo")
    view = fresh.get(f"/api/tables/{table}").json()
    assert ("playing", None) == (view["state"], view["fills"])


def test_who_looks_for_a_quick_match_makes_no_second_table(fresh: Site):
    """However late the first one is seen: the server looks once more, as it makes a table."""

    def asked(name: str, **how: Any) -> int:
        return fresh.post("/api/tables", plan(name, 600, quick=True, **how)).status_code

    assert [201, 409, 201] == [asked("Ann"), asked("Ben"), asked("Cleo", pace="blitz")]
    [table] = found(fresh, "pace=none")
    fresh.sit(table, "Ben")
    fresh.sit(table, "Dora")
    assert [201, 422] == [asked("Eve"), asked("Finn", options={"expand_leader_returns": True})]


def test_bots_take_the_open_seats_when_its_time_is_up_and_somebody_is_there(
    fresh: Site, monkeypatch: pytest.MonkeyPatch
):
    host = quick(fresh, "Ann", 600)
    left = quick(fresh, "Ben", 600)["table"]
    present = sql.now
    monkeypatch.setattr(sql, "now", lambda: present() + 601)
    assert [] == found(fresh, "")  # who waited there is gone, or would not wait any more
    ann = fresh.join(host["table"], host["token"])
    ann.until(lambda _: ann.table["state"] == "playing")
    assert ["person", "bot", "bot"] == [seat["kind"] for seat in ann.table["seats"]]
    assert "lobby" == fresh.get(f"/api/tables/{left}").json()["state"]


def test_strangers_find_it_only_while_somebody_waits_there(tmp_path: Path):
    with serving_file(tmp_path / "site", away_after=0.05) as site:
        host = quick(site, "Ann", 600)
        ann = site.join(host["table"], host["token"])
        assert [host["table"]] == found(site, "")
        ann.close()
        soon(lambda: [] == found(site, ""))
        ann = site.join(host["table"], host["token"])
        soon(lambda: [host["table"]] == found(site, ""))
        site.post(f"/api/tables/{host['table']}/leave", {}, host["token"])
        soon(lambda: [] == found(site, ""))


@pytest.mark.parametrize("fill", [0, 3601, "soon"])
def test_nobody_waits_for_ever_or_not_at_all(site: Site, fill: Any):
    plan = {"game": "5x", "seats": [{"kind": "you"}, *[{"kind": "open"}] * 2], "fill": fill}
    assert "malformed" == site.post("/api/tables", plan).json()["error"]


# --- who watches


class Eye:
    """A connection without a token."""

    token = None


def test_many_watchers_are_told_about():
    assert [0, 1, 9, 10, 10, 20, 100] == [
        audience([Eye()] * count)  # type: ignore[list-item]  # as far as it is looked at
        for count in (0, 1, 9, 10, 19, 20, 130)
    ]


def test_everybody_sees_how_many_watch(site: Site):
    table, tokens, clients = site.three()
    assert {"count": 0, "names": []} == clients[0].table["spectators"]
    eye = site.join(table, None)
    clients[0].until(lambda _: clients[0].table["spectators"]["count"] == 1)
    eye.close()
    clients[0].until(lambda _: clients[0].table["spectators"]["count"] == 0)
    view = site.get(f"/api/tables/{table}", tokens[1]).json()
    assert "on" == view["watching"]


def test_a_host_who_only_watches_is_named(site: Site):
    made = site.create("open", "open", "bot", name="Dora")
    for name in ("Ann", "Ben"):
        site.sit(made["table"], name)
    site.start(made["table"], made["token"])
    dora = site.join(made["table"], made["token"])
    soon(lambda: ["Dora"] == site.get(f"/api/tables/{made['table']}").json()["spectators"]["names"])
    dora.close()


def test_a_match_may_be_for_its_players_alone(site: Site):
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot"}]
    plan = {"game": "5x", "seats": seats, "watching": "off", "name": "Ann", "pauses": "off"}
    host = site.post("/api/tables", plan).json()
    table = host["table"]
    early = site.join(table, None)  # who is in the lobby may yet sit down
    tokens = [host["token"], site.sit(table, "Ben")["token"]]
    site.start(table, tokens[0])
    with pytest.raises(ConnectionClosed):
        early.until(lambda message: message["type"] == "update")
    late = site.connect(table)
    late.send(type="hello")
    assert "unwatched" == late.next("refused")["code"]
    clients = [site.join(table, token) for token in tokens]
    play_through(clients)
    assert clients[0].update["places"] == site.join(table, None).update["places"]


def test_who_only_watches_may_be_shown_a_match_three_decisions_later(site: Site):
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
    host = site.post(
        "/api/tables", {"game": "5x", "seats": seats, "watching": "later", "name": "Ann"}
    ).json()
    table = host["table"]
    tokens = [host["token"], *[site.sit(table, name)["token"] for name in ("Ben", "Cleo")]]
    site.start(table, tokens[0])
    clients = [site.join(table, token) for token in tokens]
    eye = site.join(table, None)
    clients[0].say("think")
    play_through(clients, upto=5)
    behind = clients[0].update["decision"] - 3
    assert (
        behind
        == eye.until_decision(behind)["decision"]
        == site.join(table, None).update["decision"]
    )
    early = [*eye.heard]
    assert 0 < len(early) < len(clients[0].heard)
    assert [] == eye.said
    play_through(clients)
    end = clients[0].update
    eye.until(lambda _: eye.update["places"] is not None)
    assert (end["places"], end["decision"]) == (eye.update["places"], eye.update["decision"])
    whole = site.join(table, None).heard
    assert (whole, early) == (eye.heard, whole[: len(early)])


# --- how long matches take


@pytest.mark.anyio
async def test_a_duration_is_the_median_of_what_people_have_played_here(tmp_path: Path):
    store = open_store(str(tmp_path / "site.sqlite3"))
    await store.open()
    try:
        await store.run(people_sql.add_person("ann", "Ann", ("key", "hash", "")))
        for number, minutes in enumerate((4, 11, 12, 13, 600), 1):
            table = f"t{number}"
            await store.add_table(TableRow(table, 1, "playing", 0, b"{}"))
            begun = sql.now() - 60 * minutes
            await store.run(
                sql.single(
                    "INSERT INTO matches (table_id, number, game, options, names, seed, begun)"
                    " VALUES (?, 1, '5x', '{}', '[]', '1', ?) RETURNING 1",
                    *(table, begun),
                )
            )
            if number == LEAST:
                assert await Durations(store).of("5x", 3) is None
            seen = Played("ann", table, 1, 0, "", "[]", 2, 3, 1, 0, 1)
            await store.append(table, 1, [Entry(0, 0, 1, ())], Outcome(b"{}", b"", (seen,)))
        durations = Durations(store)
        [three] = await durations.of_game("5x")
        assert ("5x", 3, 12, 5) == (three.game, three.seats, three.minutes, three.matches)
        assert await durations.of("5x", 4) is None
    finally:
        await store.close()
