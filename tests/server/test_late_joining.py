"""Who comes late takes a bot's seat at the next decision set, or waits for the next match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.site import (
    Client,
    Site,
    first_choice,
    is_to_act,
    play_through,
    sealed,
    serving_file,
)
from tests.server.spelling import offer_spelling

GAMES = ("5x", "5-ages", "civ-card-game", "civ-builder")


def begun(site: Site, *others: str, **how: Any) -> tuple[str, str, Client]:
    """A match of one person with bots, in which something is asked of the person."""
    made = site.create("you", *(others or ("bot:random",) * 2), **how)
    return made["table"], made["token"], site.join(made["table"], made["token"])


def come(site: Site, table: str, name: str = "Ben", **wish: Any) -> Client:
    answer = site.post(f"/api/tables/{table}/sit", {"name": name, **wish})
    assert answer.status_code == 200, answer.text
    return site.join(table, answer.json()["token"])


def refused(site: Site, table: str, token: str | None = None, **wish: Any) -> str:
    answer = site.post(f"/api/tables/{table}/sit", {"name": "Dan", **wish}, token)
    assert answer.status_code >= 400
    return str(answer.json()["error"])


def seats(client: Client) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in client.table["seats"]]


def step(client: Client) -> Any:
    """This person goes on with their answer; what the server says to it."""
    answer = sealed(client.update)
    return client.play(*answer, first_choice(client), id=f"{len(client.frames)}")


def on(client: Client) -> None:
    """This person answers until the set has closed."""
    number = client.update["decision"]
    while client.update["decision"] == number and client.update["seen"]["phase"] != "over":
        if is_to_act(client):
            step(client)
        client.next("update")


def answered(ann: Client, ben: Client) -> str:
    """What comes of the first answer of Ben's that is not too late; Ann goes on meanwhile."""
    while True:
        for client in (ann, ben):
            client.sync()
        if is_to_act(ben):
            reply = step(ben)
            if reply.get("code") != "stale":
                return str(reply.get("code", reply["type"]))
        elif is_to_act(ann):
            step(ann)


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_is_taken_at_the_next_decision_and_played_on(site: Site, game: str):
    table, _, ann = begun(site, game=game)
    ben = come(site, table, seat=2)
    number = ben.update["decision"]
    assert [{"name": "Ben", "seat": 2}] == ben.table["late"]
    assert (None, "Ben", [1]) == (ben.table["you"], ben.table["me"], ben.table["free"])
    watches = ben.update["seen"]["seat"]
    assert watches not in (0, 1, 2)
    while ben.table["you"] is None:
        on(ann)
        ben.sync()
    ann.sync()
    assert 2 == ben.table["you"] == ben.update["seen"]["seat"]
    assert ben.update["decision"] > number
    assert ("person", "Ben") == seats(ann)[2] == seats(ben)[2]
    assert [] == ann.table["late"]
    # From there on the seat's answers are Ben's, and nobody else's.
    assert "accepted" == answered(ann, ben)


def test_before_that_the_bots_answer_stands_and_nothing_of_the_seat_is_seen(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    table, _, ann = begun(site, "bot:random", game="spelling")
    while ann.table["seats"][1]["status"] != "locked":
        ann.next("table")
    watcher = site.join(table, None)
    watched = watcher.update
    ben = come(site, table)
    assert watched == ben.update
    assert "not_your_seat" == ben.play("a", "stop")["code"]
    ann.play("a", "stop")
    ben.until(lambda message: message["type"] == "update" and message["seen"]["seat"] == 1)
    assert 2 == ben.update["decision"]
    assert "accepted" == ben.play("a", "stop")["type"]


def test_two_late_persons_get_two_seats_and_a_third_none(site: Site):
    table, _, ann = begun(site)
    ben, cleo = come(site, table), come(site, table, "Cleo")
    assert [1, 2] == [late["seat"] for late in cleo.table["late"]]
    assert "taken" == refused(site, table, seat=1) or not cleo.table["free"]
    assert "started" == refused(site, table)
    while ben.table["you"] is None or cleo.table["you"] is None:
        on(ann)
        ben.sync()
        cleo.sync()
    assert (1, 2) == (ben.table["you"], cleo.table["you"])


def test_two_who_want_the_same_seat_do_not_both_get_it(site: Site):
    table, _, _ = begun(site)
    come(site, table, seat=2)
    assert "taken" == refused(site, table, seat=2)
    assert "taken" == refused(site, table, seat=0)


def test_where_the_host_does_not_want_it_who_comes_late_waits_for_the_next_match(site: Site):
    seats = [{"kind": "you"}, {"kind": "bot", "level": "random"}, {"kind": "bot"}]
    wish = {"game": "5x", "seats": seats, "late": False}
    made = site.post("/api/tables", wish).json()
    ann = site.join(made["table"], made["token"])
    assert [] == ann.table["free"]
    assert "started" == refused(site, made["table"])
    ben = come(site, made["table"], wait=True)
    assert [{"name": "Ben", "seat": None}] == ben.table["late"]


def test_a_token_that_is_known_or_unknown_takes_no_further_seat(site: Site):
    table, token, _ = begun(site)
    assert "taken" == refused(site, table, token)
    assert "bad_token" == refused(site, table, "x" * 43)
    ben = site.post(f"/api/tables/{table}/sit", {"name": "Ben"}).json()["token"]
    assert "taken" == refused(site, table, ben)
    assert 200 == site.post(f"/api/tables/{table}/remove", {"name": "Ben"}, token).status_code
    assert "removed" == refused(site, table, ben)


def test_who_goes_before_the_seat_is_free_leaves_it_to_the_bot(site: Site):
    table, _, ann = begun(site)
    token = site.post(f"/api/tables/{table}/sit", {"name": "Ben"}).json()["token"]
    assert 200 == site.post(f"/api/tables/{table}/leave", {}, token).status_code
    # Nobody waits for who is away when the seat is to be had.
    assert 200 == site.post(f"/api/tables/{table}/sit", {"name": "Cleo"}).status_code
    for _ in range(2):
        on(ann)
    assert ["person", "bot", "bot"] == [kind for kind, _ in seats(ann)]
    assert [{"name": "Cleo", "seat": 1}] == ann.table["late"]


def test_a_restart_keeps_who_waits_for_a_seat(tmp_path: Path):
    with serving_file(tmp_path / "site") as site:
        table, token, _ = begun(site)
        late = site.post(f"/api/tables/{table}/sit", {"name": "Ben"}).json()["token"]
    with serving_file(tmp_path / "site") as site:
        ann, ben = site.join(table, token), site.join(table, late)
        assert [{"name": "Ben", "seat": 1}] == ben.table["late"]
        while ben.table["you"] is None:
            on(ann)
            ben.sync()
    with serving_file(tmp_path / "site") as site:
        ben = site.join(table, late)
        assert (1, 1) == (ben.table["you"], ben.update["seen"]["seat"])


def test_result_and_replay_say_from_when_a_person_played(site: Site):
    table, _, ann = begun(site)
    ben = come(site, table)
    while ben.table["you"] is None:
        on(ann)
        ben.sync()
    ann.sync()
    since = ben.table["seats"][1]["since"]
    assert ann.table["seats"][0]["since"] is None  # who was there from the beginning
    assert since == ben.update["seen"]["round"]
    play_through([ann, ben])
    ann.sync()
    assert since == ann.table["seats"][1]["since"]
    replay = site.get(f"/api/tables/{table}/replay").json()
    assert f"Ben (from round {since})" == replay["seats"][1]


def test_who_waits_is_asked_for_the_next_match_and_gets_a_seat_of_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    table, tokens, [ann, ben] = site.people(2, game="spelling", rounds=1)
    assert "started" == refused(site, table)
    answer = site.post(f"/api/tables/{table}/sit", {"name": "Dan", "wait": True}).json()
    dan = site.join(table, answer["token"])
    for client in (ann, ben):
        client.play("a", "stop")
    dan.until(lambda _: dan.table["state"] == "finished")
    assert ["Ann", "Ben", "Dan"] == sorted(dan.table["next"]["silent"])
    for token in (*tokens, answer["token"]):
        assert 200 == site.post(f"/api/tables/{table}/rematch", {}, token).status_code
    dan.until(lambda _: dan.table["match"] == 2)
    assert ["Ann", "Ben", "Dan"] == [name for _, name in seats(dan)]
    assert 2 == dan.table["you"]


def test_who_connects_after_the_decision_has_closed_is_let_in_at_the_next(site: Site):
    table, _, ann = begun(site)
    seating = site.post(f"/api/tables/{table}/sit", {"name": "Ben"}).json()
    on(ann)
    ben = site.join(table, seating["token"])
    assert None is ben.table["you"]
    on(ann)
    ben.until(lambda message: message["type"] == "update" and message["seen"]["seat"] == 1)
    assert 1 == ben.table["you"]
