"""Rated tables: what they ask, whose rating they change, and who is told."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from microciv.bots.strength import strengths
from microciv.server.people.people import People, erase
from microciv.server.ratings import NEWCOMER, USUAL, Standing, rate
from microciv.server.store import people_sql, ratings_sql
from microciv.server.store.backup import back_up
from microciv.server.store.rows import Rated, RatedSeat
from microciv.server.store.store import Store, open_store
from microciv.server.table.tables import hash_token
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.processes import server_process
from tests.server.site import PATIENCE, Client, Site, play_through, serving_file

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
SEATS = ("you", "open", "bot")


@contextmanager
def three(site: Site) -> Iterator[list[Browser]]:
    with browsers(site, FIREFOX, PIXEL, FIREFOX) as found:
        yield found


def rated(ann: Browser, *kinds: str, **more: Any) -> Any:
    return ann.create(
        *(kinds or SEATS), **{"rated": True, "pace": "relaxed", "pauses": "off", **more}
    )


def begun(site: Site, ann: Browser, ben: Browser) -> tuple[str, list[str], list[Client]]:
    """A rated match of Ann and Ben with a bot: table, tokens, connections."""
    host = rated(ann)
    table = host["table"]
    tokens = [host["token"], ben.sit(table, "Ben")["token"]]
    ann.post(f"/api/tables/{table}/start", {}, tokens[0])
    return table, tokens, [site.join(table, token) for token in tokens]


# --- the numbers


def test_who_wins_gains_who_loses_loses_and_a_tie_of_equals_moves_nobody():
    first, second, third = rate([NEWCOMER] * 3, [1, 2, 3])
    assert first.points > second.points > third.points
    assert 3000 == pytest.approx(first.points + second.points + third.points)
    assert [1000.0] * 3 == pytest.approx([one.points for one in rate([NEWCOMER] * 3, [1, 1, 1])])
    assert all([one.spread < NEWCOMER.spread for one in (first, second, third)])


def test_seats_have_no_order():
    standings = [Standing(900, 50), Standing(1100, 200), Standing(1000, 120), Standing(1300, 80)]
    ranks = [2, 1, 2, 5]
    expected = dict(zip(standings, rate(standings, ranks), strict=True))
    for order in permutations(range(4)):
        found = rate([standings[seat] for seat in order], [ranks[seat] for seat in order])
        for seat, after in zip(order, found, strict=True):
            assert expected[standings[seat]].points == pytest.approx(after.points)
            assert expected[standings[seat]].spread == pytest.approx(after.spread)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_scale_is_that_of_the_leagues(seats: int):
    """400 points more win ten times as often: then they are worth what is won like that."""
    strong, others = Standing(1400, USUAL), [Standing(1000, USUAL)] * (seats - 1)
    chance = 10 / (10 + seats - 1)
    won = rate([strong, *others], [1, *[2] * (seats - 1)])[0].points - 1400
    lost = rate([strong, *others], [2, 1, *[2] * (seats - 2)])[0].points - 1400
    assert won > 0 > lost
    if seats == 2:  # more than two who tie weigh less in this model
        assert 0 == pytest.approx(chance * won + (1 - chance) * lost, abs=0.05)


def test_a_rating_is_provisional_for_some_twenty_matches():
    one = NEWCOMER
    matches = 0
    while one.provisional:
        matches += 1
        ranks = [*range(1, 5)] if matches % 2 else [*range(4, 0, -1)]
        one = rate([one, *[Standing(1000, 10)] * 3], ranks)[0]
    assert 8 <= matches <= 30


# --- what a rated table asks


@pytest.mark.parametrize(
    "wish, words",
    [
        ({"pace": "none"}, "clock"),
        ({"hints": "on"}, "no hints"),
        ({"options": {"leaders": False}}, "usual rules"),
        ({"program": True}, "programs"),
        ({"seats": [{"kind": "you"}, *[{"kind": "bot"}] * 2]}, "2 people"),
    ],
)
def test_a_rated_table_is_fair_to_all(site: Site, wish: dict[str, Any], words: str):
    plan = {"game": "5x", "seats": [{"kind": kind} for kind in SEATS], "name": "Ann"}
    with browsers(site, FIREFOX) as [ann]:
        answer = ann.http.post(
            "/api/tables", json={**plan, "rated": True, "pace": "normal", **wish}
        )
        assert (422, "bad_option") == (answer.status_code, answer.json()["error"])
        assert words in answer.json()["message"]


def test_who_has_no_key_watches_and_nobody_plays_against_themselves(site: Site):
    plan = {"game": "5x", "seats": [{"kind": kind} for kind in SEATS], "pace": "normal"}
    assert "unknown_key" == site.post("/api/tables", {**plan, "rated": True}).json()["error"]
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        seating = rated(ann)
        table = seating["table"]
        path = f"/api/tables/{table}/sit"
        assert "unknown_key" == site.post(path, {"name": "Eve"}).json()["error"]
        assert "taken" == ann.refused(path, {"name": "Bea"})
        assert "bad_option" == ben.refused(path, {"name": "Ben", "program": True})
        refused = site.post(f"/api/tables/{table}/start", {"fill": "easy"}, seating["token"])
        assert "seats" == refused.json()["error"]
        ben.sit(table, "Ben")
        view = site.get(f"/api/tables/{table}").json()
        assert (True, "off", []) == (view["rated"], view["hints"], view["free"])


def test_nobody_is_removed_from_a_rated_match_and_nobody_comes_late(site: Site):
    with three(site) as [ann, ben, cleo]:
        table, tokens, clients = begun(site, ann, ben)
        refused = site.post(f"/api/tables/{table}/remove", {"name": "Ben"}, tokens[0])
        assert "illegal" == refused.json()["error"]
        clients[1].close()  # whose line is lost is not given to a bot either
        refused = site.post(f"/api/tables/{table}/seats/1", {"kind": "bot"}, tokens[0])
        assert "illegal" == refused.json()["error"]
        assert "started" == cleo.refused(f"/api/tables/{table}/sit", {"name": "Cleo"})


# --- what comes of it


def test_a_rated_match_changes_the_ratings_of_its_people(site: Site):
    with three(site) as [ann, ben, cleo]:
        table, tokens, clients = begun(site, ann, ben)
        play_through(clients)
        places = clients[0].update["places"]
        changes = cleo.get(f"/api/tables/{table}/ratings")
        assert [0, 1] == [one["seat"] for one in changes]
        gains = [one["after"] - one["before"] for one in changes]
        assert (places[0] < places[1]) == (gains[0] > gains[1]) or places[0] == places[1]
        [mine] = ann.get("/api/me/ratings")
        assert ("5x", 3, None, 1) == (
            *(mine[part] for part in ("game", "seats", "place")),
            mine["rating"]["matches"],
        )
        assert changes[0]["after"] == mine["rating"]["points"]
        [match] = ann.get("/api/me/matches")["matches"]
        assert [1000.0, changes[0]["after"]] == match["rating"]
        assert 1 == len(ann.get("/api/me/export")["person"]["ratings"])
        ladder = cleo.get("/api/ladder?game=5x&seats=3")
        assert {"Ann", "Ben"} <= {row["name"] for row in ladder["rows"]}
        assert [*strengths("5x")] == [row["level"] for row in ladder["rows"] if row["level"]]
        assert [] == cleo.get("/api/me/ratings")
        told = json.dumps([ladder, changes])
        ids = [one.get("/api/me/export")["person"]["people"][0]["id"] for one in (ann, ben)]
        for secret in (ann.key, ben.key, *tokens, *map(hash_token, tokens), *ids):
            assert str(secret) not in told


def test_who_left_is_last_and_who_came_back_is_not(site: Site):
    with three(site) as [ann, ben, _]:
        table, tokens, [one, other] = begun(site, ann, ben)
        other.close()
        site.post(f"/api/tables/{table}/leave", {}, tokens[1])
        one.until(lambda _: one.table["seats"][1]["stands_in"])
        back = site.join(table, tokens[1])
        play_through([one, back])
        assert not one.table["seats"][1]["stands_in"]
        fair = ann.get(f"/api/tables/{table}/ratings")
        assert (one.update["places"][1] == 1) == (fair[1]["after"] > fair[1]["before"])

        table, tokens, [one, other] = begun(site, ann, ben)
        other.close()
        site.post(f"/api/tables/{table}/leave", {"resign": True}, tokens[1])
        play_through([one])
        changes = ann.get(f"/api/tables/{table}/ratings")
        assert changes[1]["after"] < changes[1]["before"]
        assert changes[0]["after"] > changes[1]["after"]


def test_a_table_without_ratings_changes_none(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        seating = ann.create("you", "bot", "bot")
        play_through([site.join(seating["table"], seating["token"])])
        assert [] == ann.get(f"/api/tables/{seating['table']}/ratings")
        assert [None] == [one["rating"] for one in ann.get("/api/me/matches")["matches"]]


@pytest.mark.parametrize("query", ["game=ludo", "game=5x&seats=9", "game=5x&first=x"])
def test_a_ladder_that_is_not_there_is_refused(site: Site, query: str):
    assert site.get(f"/api/ladder?{query}").status_code in (400, 404)


# --- in the store


@pytest.fixture(params=STORES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "site.sqlite3")
    return str(request.getfixturevalue("postgres_url"))


def won(table: str, *people: str) -> Rated:
    """A match that these have ended in this order."""
    seats = [
        RatedSeat(seat, seat + 1, person, person.title(), NEWCOMER)
        for seat, person in enumerate(people)
    ]
    return Rated(table, 1, "5x", len(seats), tuple(seats))


async def known(store: Store, *names: str) -> None:
    for name in names:
        await store.run(people_sql.add_person(name, name, (f"key-{name}", f"hash-{name}", "")))


async def standing(store: Store, person: str) -> Standing:
    [(_, _, found)] = await store.run(ratings_sql.ratings_of(person))
    return found


@pytest.mark.anyio
async def test_matches_that_end_at_once_count_both_and_who_is_erased_is_off_the_ladder(
    address: str,
):
    store = open_store(address)
    await store.open()
    other = open_store(address) if store.shared else store
    if store.shared:
        await other.open()
    try:
        await known(store, "ann", "ben", "cleo")
        ends = [("ann", "ben", "cleo"), ("ben", "cleo", "ann"), ("cleo", "ann", "ben")] * 4
        await asyncio.gather(
            *[
                (store, other)[number % 2].run(ratings_sql.rate_match(won(str(number), *order), 1))
                for number, order in enumerate(ends)
            ]
        )
        assert [12] * 3 == [(await standing(store, one)).matches for one in ("ann", "ben", "cleo")]
        await erase(store, "ben")
        rungs = await store.run(ratings_sql.ladder("5x", 3, 0, 10, ratings_sql.Among()))
        assert {"Ann", "Cleo"} == {rung.name for rung in rungs}
        # Who has been erased in the meantime changes nothing for the others.
        await store.run(ratings_sql.rate_match(won("late", "ann", "ben", "cleo"), 1))
        assert 13 == (await standing(store, "ann")).matches
        assert [] == await store.run(ratings_sql.ratings_of("ben"))
    finally:
        await store.close()
        if store.shared:
            await other.close()


@pytest.mark.anyio
async def test_of_two_ratings_of_one_person_the_one_from_more_matches_stays(address: str):
    store = open_store(address)
    await store.open()
    try:
        await known(store, "ann", "ben", "guest", "other")
        for number in range(2):
            await store.run(ratings_sql.rate_match(won(str(number), "guest", "ben"), 1))
        await store.run(ratings_sql.rate_match(won("a", "ben", "ann"), 1))
        await store.run(ratings_sql.rate_match(won("b", "ben", "other"), 1))
        best = await standing(store, "guest")
        people = People(store)
        who = await people.known(None)
        assert who is None
        await store.run(people_sql.merge("guest", "ann", bytes))
        assert best == await standing(store, "ann")
        await store.run(people_sql.merge("other", "ann", bytes))
        assert best == await standing(store, "ann")
    finally:
        await store.close()


def test_accounts_and_ratings_outlive_kill_9_and_come_back_from_a_backup(tmp_path: Path):
    database = tmp_path / "site.sqlite3"
    with server_process(str(database)) as (process, site):
        with three(site) as people:
            host = rated(people[0], "you", "open", "open")
            table, names = host["table"], ("Ben", "Cleo")
            guests = [one.sit(table, name) for one, name in zip(people[1:], names, strict=True)]
            site.start(table, host["token"])
            play_through([site.join(table, one["token"]) for one in (host, *guests)])
            told = [one.get("/api/me/export") for one in people]
            keys = [one.key for one in people]
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    back_up(str(database), str(tmp_path / "copy"))
    for path in (database, tmp_path / "copy"):
        with serving_file(path) as site, three(site) as people:
            for one, key in zip(people, keys, strict=True):
                one.http.cookies.set("microciv", str(key))
            assert told == [one.get("/api/me/export") for one in people]
            assert 3 == len(people[0].get(f"/api/tables/{table}/ratings"))
            assert 3 == people[0].get("/api/ladder?game=5x")["total"]
