"""Another match: agreed on by all who are present; nobody else is pulled into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from microciv.server.store.store import open_store
from microciv.server.table import rematch
from microciv.server.table.tables import Chair, Person, Score, Table
from tests.server.site import Client, Site, serving, serving_file, settings
from tests.server.spelling import offer_spelling


@pytest.fixture
def spelling_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    offer_spelling(monkeypatch)
    with serving_file(tmp_path / "site") as site:
        yield site


def finished(site: Site, people: int = 2, *more: str) -> tuple[str, list[str], list[Client]]:
    """A match of people, and perhaps of bots, that is over; they share the victory."""
    made = site.create("you", *["open"] * (people - 1), *more, game="spelling", rounds=1)
    table, tokens = made["table"], [made["token"]]
    tokens += [site.sit(table, name)["token"] for name in ("Ben", "Cleo")[: people - 1]]
    if people > 1:
        site.start(table, tokens[0])
    clients = [site.join(table, token) for token in tokens]
    for client in clients:
        play(client)
    return table, tokens, clients


def play(client: Client) -> None:
    assert "accepted" == client.play("a", "b")["type"]


def over(*clients: Client) -> None:
    for client in clients:
        while client.table["next"] is None:
            client.receive()


def wish(site: Site, table: str, token: str | None, **body: Any) -> Any:
    return site.post(f"/api/tables/{table}/rematch", body, token)


def second(client: Client) -> Any:
    """The first update of the second match."""
    return client.until(lambda message: message["type"] == "update" and message["match"] == 2)


def kinds(client: Client) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in client.table["seats"]]


def test_it_begins_when_all_have_agreed_and_not_before(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    assert 200 == wish(site, table, tokens[0]).status_code
    ben.until(lambda _: ben.table["next"]["wanted"] == ["Ann"])
    assert (["Ben"], 1) == (ben.table["next"]["silent"], ben.table["match"])
    assert 200 == wish(site, table, tokens[1], match=1).status_code
    for client in (ann, ben):
        second(client)
        assert client.table["next"] is None
        assert [("person", "Ann"), ("person", "Ben")] == kinds(client)
    assert 200 == wish(site, table, tokens[0], match=1).status_code  # it has begun already
    assert 409 == wish(site, table, tokens[0], match=2).status_code


def test_who_does_not_want_it_keeps_nobody_and_may_come_back(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    wish(site, table, tokens[1], agree=False)
    ann.until(lambda _: ann.table["next"]["unwanted"] == ["Ben"])
    wish(site, table, tokens[0])
    second(ann)
    assert [("person", "Ann"), ("bot", "Ben")] == kinds(ann)
    # A line that breaks while Ben looks at the result takes him nowhere.
    ben.close()
    looking = site.join(table, tokens[1], since=2, match=1)
    ann.sync()
    assert "bot" == kinds(ann)[1][0]
    looking.close()
    site.join(table, tokens[1])
    ann.until(lambda _: kinds(ann)[1] == ("person", "Ben"))


def test_who_is_away_is_not_waited_for(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    wish(site, table, tokens[0])
    ben.close()
    second(ann)
    assert [("person", "Ann"), ("bot", "Ben")] == kinds(ann)


def test_nothing_begins_that_nobody_present_wants(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    for token in tokens:
        wish(site, table, token, agree=False)
    ann.until(lambda _: len(ann.table["next"]["unwanted"]) == 2)
    assert 1 == ann.table["match"]
    ann.close()
    ben.sync()
    assert 1 == ben.table["match"]


def test_the_host_may_begin_without_those_who_say_nothing(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    path = f"/api/tables/{table}/start"
    assert "not_host" == site.post(path, {}, tokens[1]).json()["error"]
    assert 200 == site.post(path, {}, tokens[0]).status_code
    second(ann)
    assert [("person", "Ann"), ("bot", "Ben")] == kinds(ann)


def test_the_seat_of_who_says_no_may_be_closed(spelling_site: Site):
    site = spelling_site
    table, tokens, clients = finished(site, 3)
    over(*clients)
    path = f"/api/tables/{table}/seats/2"
    assert "taken" == site.post(path, {"kind": "closed"}, tokens[0]).json()["error"]
    wish(site, table, tokens[2], agree=False)
    assert "not_host" == site.post(path, {"kind": "closed"}, tokens[1]).json()["error"]
    closed = site.post(path, {"kind": "closed"}, tokens[0])
    assert [2] == closed.json()["next"]["closed"]
    assert 3 == len([seat for seat in closed.json()["seats"] if seat["seat"] >= 0])
    for token in tokens[:2]:
        wish(site, table, token)
    second(clients[0])
    assert ["person", "person", "closed"] == [kind for kind, _ in kinds(clients[0])]


def test_not_so_many_seats_are_closed_that_it_cannot_be_played(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    wish(site, table, tokens[1], agree=False)
    refused = site.post(f"/api/tables/{table}/seats/1", {"kind": "closed"}, tokens[0])
    assert "bad_option" == refused.json()["error"]


def test_a_person_takes_the_place_of_a_bot(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann] = finished(site, 1, "bot:random", "bot:random")
    over(ann)
    for number, code in ((0, 200), (9, 404)):
        assert code == wish(site, table, tokens[0], agree=False, seat=number).status_code
    assert 200 == wish(site, table, tokens[0], seat=2).status_code
    second(ann)
    assert [("bot", "Uruk"), ("bot", "Memphis"), ("person", "Ann")] == kinds(ann)
    assert 2 == ann.table["you"]


def test_nobody_takes_the_place_of_a_person(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    assert "taken" == wish(site, table, tokens[0], seat=1).json()["error"]


def test_the_host_may_shuffle_the_seats(spelling_site: Site, monkeypatch: pytest.MonkeyPatch):
    site = spelling_site
    monkeypatch.setattr(rematch, "shuffle_chairs", lambda chairs: chairs.reverse())
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    assert "not_host" == wish(site, table, tokens[1], shuffle=True).json()["error"]
    for token, shuffle in ((tokens[0], True), (tokens[1], None)):
        assert 200 == wish(site, table, token, shuffle=shuffle).status_code
    second(ann)
    second(ben)
    assert [("person", "Ben"), ("person", "Ann")] == kinds(ann)
    assert (1, 0) == (ann.table["you"], ben.table["you"])


def test_a_score_is_kept_at_the_table(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    assert {"Ann": (1, 1), "Ben": (1, 1)} == score(ann)
    wish(site, table, tokens[1], agree=False)
    wish(site, table, tokens[0])
    second(ann)
    assert {"Ann": (1, 1), "Ben": (1, 1)} == score(ann)
    play(ann)
    over(ann)
    assert {"Ann": (2, 2), "Ben": (2, 2)} == score(ann)


def test_the_score_goes_with_the_people_and_not_with_the_chairs():
    ann, ben, cleo, dan = [Person(name, name.lower()) for name in ("Ann", "Ben", "Cleo", "Dan")]
    chairs = [
        Chair("person", None, ann),
        Chair("bot", "easy", ben, gone=True),
        Chair("bot", "easy", cleo),
        Chair("bot", "easy"),
        Chair("bot", "easy", dan, gone=True, stayed=True),
    ]
    table = Table("t", "5x", {}, ann, chairs, match=2, score={"ben": Score("Ben", 1, 1)})
    assert {
        "ann": Score("Ann", 0, 1),
        "ben": Score("Ben", 1, 2),  # who resigns has not won
        "cleo": Score("Cleo", 1, 1),
        "dan": Score("Dan", 1, 1),  # who leaves when it is over has
    } == rematch.scored(table, [4, 1, 1, 3, 1])
    assert table.score == rematch.scored(table, None)  # it was never finished


def score(client: Client) -> dict[str, tuple[int, int]]:
    return {row["name"]: (row["won"], row["played"]) for row in client.table["score"]}


def test_what_is_watched_again_is_the_last_match_that_is_over(spelling_site: Site):
    site = spelling_site
    table, tokens, [ann, ben] = finished(site)
    over(ann, ben)
    first = site.get(f"/api/tables/{table}/record").json()
    for token in tokens:
        wish(site, table, token)
    second(ann)
    assert first == site.get(f"/api/tables/{table}/record").json()
    assert ["Ann", "Ben"] == site.get(f"/api/tables/{table}/replay").json()["seats"]
    assert 409 == site.get(f"/api/tables/{table}/record?match=2").status_code


@pytest.mark.postgres
def test_people_at_two_servers_agree(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    how = settings(away_after=0.05)
    with (
        serving(open_store(postgres_url), how) as here,
        serving(open_store(postgres_url), how) as there,
    ):
        made = here.create("you", "open", game="spelling", rounds=1)
        token = there.sit(made["table"], "Ben")["token"]
        here.start(made["table"], made["token"])
        ann, ben = here.join(made["table"], made["token"]), there.join(made["table"], token)
        ann.until(lambda _: ann.table["seats"][1]["status"] != "away")
        for client in (ann, ben):
            play(client)
        over(ann, ben)
        wish(here, made["table"], made["token"])
        ben.until(lambda _: ben.table["next"]["wanted"] == ["Ann"])
        assert 1 == ben.table["match"]
        wish(there, made["table"], token)
        for client in (ann, ben):
            second(client)
            assert ["person", "person"] == [kind for kind, _ in kinds(client)]
