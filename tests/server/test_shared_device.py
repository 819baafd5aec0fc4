"""Several people at one device: it is there for all of them, and sees no hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from microciv.core.moves import Move
from microciv.games import about, brought, catalogue
from microciv.trust import hash_of
from tests.server.site import Client, Site, first_choice, sealed, serving_file, soon
from tests.server.spelling import Spelling, offer_spelling

GAMES = [name for name in catalogue() if not brought(name)]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    offer_spelling(monkeypatch)
    with serving_file(tmp_path / "site") as site:
        yield site


def wish(*seats: str, **how: Any) -> dict[str, Any]:
    """A table; a seat is its kind, `bot:level`, or the name of who sits at the device too."""
    plans: list[dict[str, str]] = []
    for seat in seats:
        kind, _, level = seat.partition(":")
        here = kind[:1].isupper()
        plans.append({"kind": "here", "name": seat} if here else {"kind": kind})
        if level:
            plans[-1]["level"] = level
    return {"game": "spelling", "name": "Ann", "seats": plans, **how}


def made(site: Site, *seats: str, **how: Any) -> Any:
    answer = site.post("/api/tables", wish(*seats, **how))
    assert 201 == answer.status_code, answer.text
    return answer.json()


def at_one_device(site: Site, *seats: str, **how: Any) -> tuple[Any, Client, list[Client]]:
    """What they got, the device's own connection, and one for each of its people."""
    seating = made(site, *seats, **how)
    table, tokens = seating["table"], [one["token"] for one in seating["people"]]
    device = site.join(table, seating["token"])
    return seating, device, [site.join(table, token) for token in tokens]


def go_round(people: list[Client], upto: int = 1000) -> None:
    """They answer one after the other, a step each time, until the match is over or so far."""
    while people[0].update["places"] is None and people[0].update["decision"] < upto:
        for client in people:
            client.sync()
            if client.update["legal"] and not client.update["complete"]:
                step = first_choice(client)
                client.play(*sealed(client.update), step, id=f"{len(client.frames)}")


def played(device: Client, people: list[Client]) -> None:
    go_round(people)
    device.until(lambda _: device.table["state"] == "finished")


def told(client: Client) -> list[bytes]:
    """All that was told of the match."""
    kinds = (b'{"type":"update"', b'{"type":"changed"')
    return [frame for frame in client.frames if frame.startswith(kinds)]


def known(client: Client) -> tuple[Any, list[Any]]:
    """How the match stands for this client now, and all that it has heard."""
    client.sync()
    return {**client.update, "from": 0, "events": []}, client.heard


@pytest.mark.parametrize("game", GAMES)
def test_the_device_is_told_of_a_match_what_a_stranger_is_told(site: Site, game: str):
    more = ["open"] * max(1, min(about(game).seats) - 2)
    seating = made(site, "you", "Ben", *more, game=game, talk="off")
    table, token = seating["table"], seating["token"]
    device, stranger = site.join(table, token), site.join(table, None)
    site.start(table, token, "random")
    people = [site.join(table, one["token"]) for one in seating["people"]]
    go_round(people, 8)
    # Of what changes quickly, who is slower may be told less often: in the end it is the same.
    soon(lambda: known(stranger) == known(device))
    assert len(told(device)) > 5
    own = people[0]
    assert [15, 0] == [one.update["seen"]["seat"] for one in (device, own)]


def test_each_of_them_has_a_token_and_the_device_one_that_shows_no_hand(site: Site):
    seating = made(site, "you", "Ben", "Cleo")
    names = [one["name"] for one in seating["people"]]
    tokens = {seating["token"], *[one["token"] for one in seating["people"]]}
    assert (["Ann", "Ben", "Cleo"], 4) == (names, len(tokens))
    device = site.join(seating["table"], seating["token"])
    assert (None, None, [0, 1, 2]) == tuple(device.table[part] for part in ("you", "me", "here"))
    ben = site.join(seating["table"], seating["people"][1]["token"])
    assert (1, "Ben", []) == tuple(ben.table[part] for part in ("you", "me", "here"))
    stored = device.frames + ben.frames
    assert not [token for token in tokens for frame in stored if token.encode() in frame]


def test_the_device_answers_for_nobody_and_talks_for_nobody(site: Site):
    seating, device, _ = at_one_device(site, "you", "Ben")
    assert "not_your_seat" == device.play("a", "b")["code"]
    device.send(type="say", match=1, text="hello", id="s")
    assert "not_your_seat" == device.next("refused")["code"]
    assert [] == site.get(f"/api/tables/{seating['table']}").json()["here"]


def test_all_of_them_are_there_as_long_as_the_device_is(site: Site):
    seating = made(site, "you", "Ben", "Cleo")
    device = site.join(seating["table"], seating["token"])
    watcher = site.join(seating["table"], None)
    assert {"thinking"} == {seat["status"] for seat in device.table["seats"]}
    ben = site.join(seating["table"], seating["people"][1]["token"])
    device.close()  # whoever has it in hand is there with the others
    ben.sync()
    watcher.sync()
    assert {"thinking"} == {seat["status"] for seat in watcher.table["seats"]}
    ben.close()
    watcher.until(lambda _: watcher.table["paused"])
    assert {"away"} == {seat["status"] for seat in watcher.table["seats"]}


def test_they_answer_one_after_the_other_and_may_change_until_the_last_has(site: Site):
    _, device, [ann, ben] = at_one_device(site, "you", "Ben", options={"rounds": 1})
    ann.play("a", "b")
    device.until(lambda _: device.table["seats"][0]["status"] == "locked")
    assert "thinking" == device.table["seats"][1]["status"]
    ann.play("b", "a", id="again")
    ann.until(lambda _: sealed(ann.update) == ["b", "a"])
    ben.play("a", "a")
    device.until(lambda _: device.table["state"] == "finished")


def test_another_match_is_wanted_by_all_of_them_at_once(site: Site):
    seating, device, people = at_one_device(site, "you", "Ben", options={"rounds": 1})
    played(device, people)
    path = f"/api/tables/{seating['table']}/rematch"
    assert 200 == site.post(path, {}, seating["token"]).status_code
    device.until(lambda _: device.table["match"] == 2)
    assert ["Ann", "Ben"] == [seat["name"] for seat in device.table["seats"]]
    assert [0, 1] == device.table["here"]


def test_a_seat_in_the_next_match_is_asked_for_by_one_person(site: Site):
    how = {"options": {"rounds": 1}}
    seating, device, people = at_one_device(site, "you", "Ben", "bot:random", **how)
    played(device, people)
    path = f"/api/tables/{seating['table']}/rematch"
    answer = site.post(path, {"seat": 2}, seating["token"])
    assert (409, "illegal") == (answer.status_code, answer.json()["error"])


def test_with_others_by_link_the_device_s_host_begins_and_a_rematch_waits_for_them(site: Site):
    seating = made(site, "you", "Ben", "open", options={"rounds": 1})
    table, token = seating["table"], seating["token"]
    device = site.join(table, token)
    assert device.table["host"]
    cleo = site.sit(table, "Cleo")["token"]
    site.start(table, token)
    people = [site.join(table, one["token"]) for one in seating["people"]]
    people.append(site.join(table, cleo))
    played(device, people)
    assert [0, 1] == device.table["here"]
    assert 200 == site.post(f"/api/tables/{table}/rematch", {}, token).status_code
    device.until(lambda _: device.table["next"]["wanted"] == ["Ann", "Ben"])
    assert ["Cleo"] == device.table["next"]["silent"]


def test_they_leave_together_and_come_back_together(site: Site):
    seating = made(site, "you", "Ben", "bot:random", pauses="off")
    table, token = seating["table"], seating["token"]
    site.join(table, token)
    assert 200 == site.post(f"/api/tables/{table}/leave", {}, token).status_code
    kinds = [seat["kind"] for seat in site.get(f"/api/tables/{table}").json()["seats"]]
    assert ["bot", "bot", "bot"] == kinds
    device = site.join(table, token)
    assert ["person", "person", "bot"] == [seat["kind"] for seat in device.table["seats"]]


def test_one_resigns_and_the_device_speaks_for_the_others(site: Site):
    seating = made(site, "you", "Ben", "Cleo")
    table, cleo = seating["table"], seating["people"][2]["token"]
    device = site.join(table, seating["token"])
    site.post(f"/api/tables/{table}/leave", {"resign": True}, cleo)
    device.until(lambda _: device.table["here"] == [0, 1])
    assert "bot" == device.table["seats"][2]["kind"]


def test_who_leaves_before_the_match_leaves_nothing_behind(site: Site):
    seating = made(site, "you", "Ben", "open")
    table, token = seating["table"], seating["token"]
    assert 200 == site.post(f"/api/tables/{table}/leave", {}, token).status_code
    assert 404 == site.get(f"/api/tables/{table}").status_code


def test_my_tables_tell_whether_anybody_at_the_device_is_asked(site: Site):
    seating = made(site, "you", "Ben", "open")
    table, token = seating["table"], seating["token"]
    cleo = site.join(table, site.sit(table, "Cleo")["token"])
    site.start(table, token)
    cleo.next("update")
    held = {"seats": [{"table": table, "token": token}]}

    def asked() -> tuple[bool, list[str]]:
        (line,) = site.post("/api/held", held).json()
        return line["turn"], [other["name"] for other in line["others"]]

    assert (True, ["Ben", "Cleo"]) == asked()
    site.join(table, seating["people"][0]["token"]).play("a", "b")
    assert (True, ["Ben", "Cleo"]) == asked()
    site.join(table, seating["people"][1]["token"]).play("a", "b")
    assert (False, ["Ben", "Cleo"]) == asked()


@pytest.mark.parametrize(
    "seats, how, word",
    [
        (["you", "Ben"], {"pace": "normal"}, "pace"),
        (["you", "B" * 90], {}, "name"),
    ],
)
def test_a_table_that_no_device_can_go_round_at_is_refused(
    site: Site, seats: list[str], how: dict[str, Any], word: str
):
    answer = site.post("/api/tables", wish(*seats, **how))
    assert 400 <= answer.status_code < 500
    assert word in answer.json()["message"]


def test_no_clock_is_agreed_on_where_a_device_goes_round(site: Site):
    seating, _, _ = at_one_device(site, "you", "Ben")
    path = f"/api/tables/{seating['table']}/wishes"
    answer = site.post(path, {"pace": "normal"}, seating["people"][0]["token"])
    assert (422, "bad_option") == (answer.status_code, answer.json()["error"])


def test_a_match_that_nobody_else_may_see_is_seen_on_the_device(site: Site):
    seating = made(site, "you", "Ben", watching="off")
    assert site.join(seating["table"], seating["token"]).update["seen"]["seat"] == 15
    stranger = site.connect(seating["table"])
    stranger.send(type="hello")
    assert "unwatched" == stranger.next("refused")["code"]


def test_the_device_lends_the_first_of_them_its_number_for_the_deal(site: Site):
    nonce = "ab" * 32
    seating = made(site, "you", "Ben", options={"rounds": 1}, hash=hash_of(nonce))
    device = site.connect(seating["table"])
    device.send(type="hello", token=seating["token"])
    device.until(lambda _: device.table is not None and device.table["deal"] is not None)
    assert device.table["deal"]["asked"]
    device.send(type="reveal", match=1, nonce=nonce, id="r")
    device.next("update")
    assert device.table["deal"]["hashes"] == [hash_of(nonce), None]


def test_what_a_hand_forces_is_asked_of_who_shares_a_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Else all would see that the device did not go there."""
    offer_spelling(monkeypatch)
    monkeypatch.setattr(Spelling, "habit", lambda _, seen: Move("a") if seen.legal else None)
    with serving_file(tmp_path / "site", habit=(0.0, 0.0)) as site:
        seating = made(site, "you", "Ben", "open")
        table = seating["table"]
        site.sit(table, "Cleo")
        site.start(table, seating["token"])
        device = site.join(table, seating["token"])
        device.until(lambda _: device.table["seats"][2]["status"] == "locked")
        assert ["thinking", "thinking"] == [one["status"] for one in device.table["seats"][:2]]
