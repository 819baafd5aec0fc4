"""Groups: a link makes one, members see its tables and scores, and play tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from microciv.server.api.tournaments import Drawn, Placed, Tally, Tournament, draw, sizes_of, tally
from microciv.server.store import groups_sql, sql
from microciv.server.store.rows import Conflict, Operation
from microciv.server.store.store import open_store
from microciv.server.wire.groups import Pairing
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.site import Client, Site, play_through, serving, settings

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
NOTHING = Tally(0, 0, 0)
CUP = {"game": "5x", "pairing": "everyone", "most": 4, "rounds": 2, "pace": "none"}


def make(host: Browser, *others: tuple[Browser, str], title: str = "Friday") -> str:
    """A group of Ann's; its id."""
    group = str(host.post("/api/groups", {"title": title, "name": "Ann"})["group"])
    for other, name in others:
        other.post(f"/api/groups/{group}/join", {"name": name})
    return group


def inside(browser: Browser, group: str) -> Any:
    return browser.get(f"/api/groups/{group}")["inside"]


def play(site: Site, *seats: tuple[Browser, str]) -> None:
    """A match to its end, where these browsers have a seat."""
    clients = []
    for browser, table in seats:
        token = browser.post(f"/api/tables/{table}/mine")["token"]
        clients.append(site.join(table, token))
    play_through(clients)


def at_table(
    site: Site,
    group: str,
    people: dict[str, Browser],
    game: str,
    names: list[str],
    wish: dict[str, Any],
) -> list[Client]:
    """A match of these members, at a table of their group."""
    first, *others = names
    kinds = ["you", *["open"] * len(others)]
    made = people[first].create(*kinds, name=first, game=game, group=group, **wish)
    tokens = [made["token"], *[people[name].sit(made["table"], name)["token"] for name in others]]
    people[first].post(f"/api/tables/{made['table']}/start", {}, tokens[0])
    return [site.join(made["table"], token) for token in tokens]


# --- who is in


def test_a_link_shows_a_stranger_the_title_alone_and_lets_them_in(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann)
        seen = ben.get(f"/api/groups/{group}")
        assert {"group": group, "title": "Friday", "size": 1, "inside": None} == seen
        told = ben.post(f"/api/groups/{group}/join", {"name": "Ann"})["inside"]
        members = [(one["name"], one["host"], one["you"]) for one in told["members"]]
        assert [("Ann", True, False), ("Ann 2", False, True)] == members
        assert [("Friday", 2)] == [(one["title"], one["members"]) for one in ben.get("/api/groups")]


def test_nobody_finds_a_group_without_its_link(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann)
        assert "not_found" == ben.http.get(f"/api/groups/{'x' * 12}").json()["error"]
        assert [] == ben.get("/api/groups")
        seating = ann.create("you", "open", "open", group=group)
        assert group not in ben.http.get(f"/api/tables/{seating['table']}").text
        assert "not_found" == ben.refused(
            "/api/tables", {"game": "5x", "seats": [{"kind": "you"}] * 1, "group": group}
        )


def test_the_host_alone_renames_and_sends_away_and_who_came_next_follows(site: Site):
    with browsers(site, FIREFOX, PIXEL, FIREFOX) as [ann, ben, cleo]:
        group = make(ann, (ben, "Ben"), (cleo, "Cleo"))
        one = f"/api/groups/{group}"
        assert "not_host" == ben.refused(f"{one}/rename", {"title": "Mine"})
        assert "not_host" == ben.refused(f"{one}/leave", {"name": "Cleo"})
        assert "not_found" == ann.refused(f"{one}/leave", {"name": "Dora"})
        assert "Monday" == ann.post(f"{one}/rename", {"title": "Monday"})["title"]
        assert ["Ann", "Ben"] == [
            member["name"]
            for member in ann.post(f"{one}/leave", {"name": "Cleo"})["inside"]["members"]
        ]
        assert cleo.get(one)["inside"] is None
        ann.post(f"{one}/leave")
        assert inside(ben, group)["host"]
        ben.post(f"{one}/leave")
        assert "not_found" == ben.http.get(one).json()["error"]


def test_who_is_erased_is_gone_from_groups(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann, (ben, "Ben"))
        assert [{"group_id": group, "name": "Ann", "number": 1}] == ann.get("/api/me/export")[
            "person"
        ]["members"]
        ann.post("/api/me/erase")
        assert [("Ben", True)] == [
            (one["name"], one["host"]) for one in inside(ben, group)["members"]
        ]


def test_a_guest_who_becomes_somebody_stays_a_member(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, phone]:
        group = make(ann)
        phone.post(f"/api/groups/{group}/join", {"name": "Phone"})
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        assert [("Ann", True, True)] == [
            (one["name"], one["host"], one["you"]) for one in inside(phone, group)["members"]
        ]


def test_who_took_part_twice_and_becomes_one_takes_part_once(site: Site):
    with browsers(site, FIREFOX, FIREFOX, PIXEL) as [ann, ben, phone]:
        group = make(ann, (ben, "Ben"), (phone, "Phone"))
        players = ["Ann", "Ben", "Phone"]
        wish = {**CUP, "game": "5x", "most": 3, "rounds": 1, "players": players}
        ann.post(f"/api/groups/{group}/tournaments", wish)
        phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
        [cup] = inside(phone, group)["tournaments"]
        assert ["Ann", "Ben"] == sorted([row["name"] for row in cup["standings"]])
        assert ["Ann", "Ben"] == sorted(cup["drawn"][0][0]["names"])


# --- its tables and scores


def test_members_see_its_tables_and_what_they_won_there(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann, (ben, "Ben"))
        seating = ann.create("you", "open", "bot", group=group)
        table = seating["table"]
        [waiting] = inside(ben, group)["tables"]
        assert (table, ["Ann"], 1, False) == tuple(
            waiting[part] for part in ("table", "names", "open", "playing")
        )
        assert 1 == ben.get("/api/groups")[0]["waiting"]
        other = ben.sit(table, "Ben")
        ann.post(f"/api/tables/{table}/start", {}, seating["token"])
        clients = [site.join(table, one["token"]) for one in (seating, other)]
        assert inside(ben, group)["tables"][0]["playing"]
        play_through(clients)
        told = inside(ben, group)
        assert [] == told["tables"]
        places = clients[0].update["places"]
        points = {
            name: round(100 * (3 - places[seat]) / 2) for seat, name in ((0, "Ann"), (1, "Ben"))
        }
        assert points == {one["name"]: one["points"] for one in told["evening"]}
        assert told["evening"] == told["ever"]
        assert [one["points"] for one in told["ever"]] == sorted(points.values(), reverse=True)
        now = sql.now()
        monkeypatch.setattr(sql, "now", lambda: now + 13 * 3600)
        told = inside(ben, group)
        assert ([], 2) == (told["evening"], len(told["ever"]))


def test_members_see_the_ladder_of_their_group(site: Site):
    with browsers(site, FIREFOX, PIXEL, FIREFOX) as [ann, ben, cleo]:
        group = make(ann, (ben, "Ben"))
        for host, guest in ((ann, ben), (cleo, ann)):
            seating = host.create("you", "open", "bot", rated=True, pace="relaxed", name="Host")
            tokens = [seating["token"], guest.sit(seating["table"], "Guest")["token"]]
            host.post(f"/api/tables/{seating['table']}/start", {}, tokens[0])
            play_through([site.join(seating["table"], token) for token in tokens])
        everybody = ann.get("/api/ladder?game=5x&seats=3")
        among = ann.get(f"/api/ladder?game=5x&seats=3&group={group}")
        assert (3, 2) == (everybody["total"], among["total"])
        assert 2 == len([row for row in among["rows"] if row["level"] is None])
        refused = cleo.http.get(f"/api/ladder?game=5x&seats=3&group={group}").json()
        assert "not_found" == refused["error"]


ELEVEN = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim"]


@contextmanager
def eleven(site: Site) -> Iterator[tuple[str, dict[str, Browser]]]:
    """A group of Ann's with ten others, and everybody's browser."""
    with browsers(site, *[FIREFOX] * len(ELEVEN)) as opened:
        people = dict(zip(ELEVEN, opened, strict=True))
        yield make(people["Ann"], *[(people[name], name) for name in ELEVEN[1:]]), people


def test_an_evening_of_eleven_people_at_four_tables(site: Site):
    rated = {"rated": True, "pace": "relaxed", "pauses": "off"}
    evening: dict[str, tuple[list[str], dict[str, Any]]] = {
        "5x": (ELEVEN[:4], rated),
        "5-ages": (ELEVEN[4:7], rated),
        "civ-builder": (ELEVEN[7:9], {"options": {"rounds": 2, "trade_mode": "off"}}),
        "civ-card-game": (ELEVEN[9:], {"options": {"max_rounds": 4}}),
    }
    with eleven(site) as [group, people]:
        lines = {game: at_table(site, group, people, game, *how) for game, how in evening.items()}
        told = inside(people["Kim"], group)["tables"]
        assert sorted([seated for seated, _ in evening.values()]) == sorted(
            [one["names"] for one in told if one["playing"]]
        )
        for upto in (3, 6, 1000):  # all four go on side by side
            for clients in lines.values():
                play_through(clients, upto)
        places = {
            game: dict(zip(seated, lines[game][0].update["places"], strict=False))
            for game, (seated, _) in evening.items()
        }
        points = {
            name: Placed(place, len(found)).points
            for found in places.values()
            for name, place in found.items()
        }
        told = inside(people["Ann"], group)
        assert [] == told["tables"]
        assert points == {one["name"]: one["points"] for one in told["evening"]}
        assert told["evening"] == told["ever"]
        ladders = people["Ann"].get(f"/api/ladder?group={group}")["ladders"]
        assert {"5x": (4, 4), "5-ages": (3, 3)} == {
            one["game"]: (one["seats"], one["people"]) for one in ladders
        }
        for game in ("5x", "5-ages"):
            ladder = f"/api/ladder?game={game}&seats={len(places[game])}&group={group}"
            names = [row["name"] for row in people["Ann"].get(ladder)["rows"] if row["name"]]
            assert {*places[game]} == {*names}
            assert sorted(places[game].values()) == [places[game][name] for name in names]


# --- tournaments


def tournament(pairing: Pairing, people: int, most: int) -> Tournament:
    names = [f"p{number:02}" for number in range(people)]
    return Tournament("5x", pairing, most, 9, names, "normal", 0)


def test_tables_are_few_and_even():
    assert [4, 3, 3] == sizes_of(10, 4)
    assert [2] == sizes_of(2, 4)
    assert [3, 3, 3] == sizes_of(9, 3)
    assert [3, 2] == sizes_of(5, 4)


def test_points_go_from_the_first_place_to_the_last():
    assert [100, 67, 33, 0] == [Placed(place, 4).points for place in (1, 2, 3, 4)]
    assert Tally(150, 1, 2) == tally([Placed(1, 3), Placed(2, 3)])


@pytest.mark.parametrize("people, most, rounds", [(9, 3, 4), (6, 3, 3), (10, 4, 3)])
def test_everyone_meets_everyone_about_as_often(people: int, most: int, rounds: int):
    played = tournament("everyone", people, most)
    for _ in range(rounds):
        tables = draw(played, dict.fromkeys(played.people, NOTHING), played.people)
        assert sorted(played.people) == sorted([one for table in tables for one in table])
        drawn = [Drawn("", table) for table in tables]
        played = msgspec.structs.replace(played, drawn=[*played.drawn, drawn])
    met = Counter(
        [
            pair
            for drawn in played.drawn
            for one in drawn
            for pair in combinations(sorted(one.people), 2)
        ]
    )
    assert max(met.values()) <= 2
    assert len(met) >= len([*combinations(played.people, 2)]) * 0.6


def test_in_a_swiss_round_those_meet_who_have_as_much():
    swiss = tournament("swiss", 6, 3)
    points = [0, 100, 50, 100, 0, 50]
    tallies = {name: Tally(won, 0, 1) for name, won in zip(swiss.people, points, strict=True)}
    first, second = draw(swiss, tallies, swiss.people)
    assert {"p01", "p03"} <= {*first}
    assert {"p00", "p04"} <= {*second}


def test_a_round_of_eleven_is_played_at_tables_of_three_to_four(site: Site):
    with eleven(site) as [group, people]:
        wish = {**CUP, "rounds": 1, "players": ELEVEN}
        told = people["Ann"].post(f"/api/groups/{group}/tournaments", wish)["inside"]
        [drawn] = told["tournaments"][0]["drawn"]
        assert [4, 4, 3] == [len(one["names"]) for one in drawn]
        assert sorted(ELEVEN) == sorted([name for one in drawn for name in one["names"]])
        for one in drawn:
            host, table = people[one["names"][0]], one["table"]
            token = host.post(f"/api/tables/{table}/mine")["token"]
            host.post(f"/api/tables/{table}/start", {}, token)
        for one in drawn:
            play(site, *[(people[name], one["table"]) for name in one["names"]])
        told = inside(people["Kim"], group)
        [cup] = told["tournaments"]
        points = {
            name: Placed(place, len(one["names"])).points
            for one in cup["drawn"][0]
            for name, place in zip(one["names"], one["places"], strict=True)
        }
        assert "over" == cup["state"]
        assert points == {row["name"]: row["points"] for row in cup["standings"]}
        assert points == {row["name"]: row["points"] for row in told["evening"]}
        won = [row["points"] for row in cup["standings"]]
        assert won == sorted(won, reverse=True)


def test_a_round_goes_on_without_who_has_left_and_tables_that_are_gone(site: Site):
    with browsers(site, *[FIREFOX] * 4) as [ann, ben, cleo, dan]:
        group = make(ann, (ben, "Ben"), (cleo, "Cleo"), (dan, "Dan"))
        wish = {
            "game": "5x",
            "pairing": "everyone",
            "most": 4,
            "rounds": 2,
            "pace": "none",
            "players": ["Ann", "Ben", "Cleo", "Dan"],
        }
        cups = f"/api/groups/{group}/tournaments"
        [cup] = ann.post(cups, wish)["inside"]["tournaments"]
        table = cup["drawn"][0][0]["table"]
        for one in (ben, cleo):
            one.post(f"/api/groups/{group}/leave")
        for one in (ann, ben, cleo, dan):
            token = one.post(f"/api/tables/{table}/mine")["token"]
            one.post(f"/api/tables/{table}/leave", {"resign": True}, token)
        [cup] = inside(ann, group)["tournaments"]
        assert ("drawable", True) == (cup["state"], cup["drawn"][0][0]["gone"])
        names = [row["name"] for row in cup["standings"]]
        assert ["Ann", "Dan", "a former member", "a former member"] == sorted(names)
        told = ann.post(f"{cups}/{cup['tournament']}/next", {"round": 2})
        [cup] = told["inside"]["tournaments"]
        assert ["Ann", "Dan"] == sorted(cup["drawn"][1][0]["names"])


def test_a_round_is_drawn_with_its_tables_or_not_at_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann, (ben, "Ben"))
        cups, wish = f"/api/groups/{group}/tournaments", {**CUP, "players": ["Ann", "Ben"]}

        def broken(*_: object) -> Operation[None]:
            yield "SELECT 1", ()
            raise Conflict

        with monkeypatch.context() as patched:
            patched.setattr(groups_sql, "add_table", broken)
            assert 500 <= ann.http.post(cups, json=wish).status_code
        assert "seats" == ann.refused(cups, {**wish, "players": ["Ann", "Ann"]})
        assert [] == inside(ann, group)["tournaments"]
        [cup] = ann.post(cups, wish)["inside"]["tournaments"]
        table = cup["drawn"][0][0]["table"]
        following = f"{cups}/{cup['tournament']}/next"
        with monkeypatch.context() as patched:
            patched.setattr(groups_sql, "add_table", broken)
            ann.http.post(following, json={"round": 2, "unfinished": True})
        assert 1 == len(inside(ann, group)["tournaments"][0]["drawn"])
        # The next round does not wait for this match, which counts for nobody, however it ends.
        ann.post(following, {"round": 2, "unfinished": True})
        by_name = {"Ann": ann, "Ben": ben}
        host = by_name[cup["drawn"][0][0]["names"][0]]
        token = host.post(f"/api/tables/{table}/mine")["token"]
        host.post(f"/api/tables/{table}/start", {}, token)
        play(site, (ann, table), (ben, table))
        [cup] = inside(ann, group)["tournaments"]
        assert [0, 0] == [row["matches"] for row in cup["standings"]]
        assert (2, None) == (len(cup["drawn"]), cup["drawn"][0][0]["places"])


@pytest.mark.parametrize("kind", STORES)
def test_a_tournament_is_drawn_played_and_won(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
):
    where = (
        str(tmp_path / "site.sqlite3")
        if kind == "sqlite"
        else request.getfixturevalue("postgres_url")
    )
    with serving(open_store(where), settings()) as site, browsers(site, *[FIREFOX] * 4) as people:
        ann, ben, cleo, dan = people
        group = make(ann, (ben, "Ben"), (cleo, "Cleo"), (dan, "Dan"))
        names = ["Ann", "Ben", "Cleo", "Dan"]
        cups = f"/api/groups/{group}/tournaments"
        wish = {"game": "5x", "pairing": "swiss", "most": 2, "rounds": 2, "players": names}
        assert "not_host" == ben.refused(cups, wish)
        assert "bad_option" == ann.refused(cups, {**wish, "most": 7})
        assert "not_found" == ann.refused(cups, {**wish, "players": ["Ann", "Zoe"]})
        [cup] = ann.post(cups, wish)["inside"]["tournaments"]
        assert ("playing", [4, 0]) == (
            cup["state"],
            [len(names), sum([one["points"] for one in cup["standings"]])],
        )
        [tables] = cup["drawn"]
        assert names == sorted([name for one in tables for name in one["names"]])
        following = f"{cups}/{cup['tournament']}/next"
        assert "not_finished" == ann.refused(following, {"round": 2})
        by_name = dict(zip(names, people, strict=True))
        for one in tables:
            host = by_name[one["names"][0]]
            token = host.post(f"/api/tables/{one['table']}/mine")["token"]
            host.post(f"/api/tables/{one['table']}/start", {}, token)
            play(site, *[(by_name[name], one["table"]) for name in one["names"]])
        cup = inside(ben, group)["tournaments"][0]
        assert "drawable" == cup["state"]
        for one in cup["drawn"][0]:
            for name, place in zip(one["names"], one["places"], strict=True):
                [mine] = [row for row in cup["standings"] if row["name"] == name]
                assert (1, round(100 * (3 - place) / 2)) == (mine["matches"], mine["points"])
        assert [row["place"] for row in cup["standings"]] == sorted(
            [row["place"] for row in cup["standings"]]
        )
        for _ in range(2):  # asked for twice, it is drawn once
            cup = ann.post(following, {"round": 2})["inside"]["tournaments"][0]
        assert ("playing", 2) == (cup["state"], len(cup["drawn"]))
        first, second = ([{*one["names"]} for one in drawn] for drawn in cup["drawn"])
        assert not [pair for pair in second if pair in first]
        assert "illegal" == ann.refused(following, {"round": 3, "unfinished": True})
        assert [] == ann.post(f"{cups}/{cup['tournament']}/end")["inside"]["tournaments"]


def test_a_tournament_by_the_day_begins_at_once(site: Site):
    with browsers(site, FIREFOX, PIXEL) as [ann, ben]:
        group = make(ann, (ben, "Ben"))
        wish = {
            "game": "5x",
            "pairing": "everyone",
            "most": 3,
            "rounds": 1,
            "players": ["Ann", "Ben"],
        }
        told = ann.post(f"/api/groups/{group}/tournaments", {**wish, "pace": "daily", "hours": 12})
        [table] = told["inside"]["tables"]
        assert (True, "daily", 12) == (table["playing"], table["pace"], table["hours"])
        assert [table["table"]] == ben.me()["tables"]
