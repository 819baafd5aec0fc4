"""Who leaves, resigns or is removed: the name stays, and a bot plays on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.site import Client, Site, play_through


def seat(client: Client, number: int) -> Any:
    return client.table["seats"][number]


def bot_plays(client: Client, number: int) -> None:
    """Wait until the others are told so."""
    client.until(lambda _: seat(client, number)["stands_in"])
    assert "bot" == seat(client, number)["kind"]


def post(site: Site, table: str, what: str, body: Any, token: str | None) -> Any:
    return site.post(f"/api/tables/{table}/{what}", body, token)


def test_who_leaves_a_match_may_come_back(site: Site):
    table, tokens, [ann, ben, _] = site.three()
    ben.close()
    assert 200 == post(site, table, "leave", {}, tokens[1]).status_code
    bot_plays(ann, 1)
    assert ("Ben", "easy") == (seat(ann, 1)["name"], seat(ann, 1)["level"])
    site.join(table, tokens[1])
    ann.until(lambda _: seat(ann, 1)["kind"] == "person")
    assert ("Ben", False) == (seat(ann, 1)["name"], seat(ann, 1)["stands_in"])


def test_who_resigns_watches_from_then_on_and_keeps_the_name_to_the_end(site: Site):
    table, tokens, [ann, ben, cleo] = site.three(leaders=False)
    assert 200 == post(site, table, "leave", {"resign": True}, tokens[1]).status_code
    bot_plays(ann, 1)
    ben.until(lambda _: ben.table["you"] is None)
    refused = ben.play("explore")
    assert "not_your_seat" == refused["code"]
    back = site.join(table, tokens[1])
    assert (None, 15) == (back.table["you"], back.update["seen"]["seat"])
    assert "bad_token" == post(site, table, "leave", {}, tokens[1]).json()["error"]
    play_through([ann, cleo])
    assert "Ben" == seat(ann, 1)["name"]
    replay = site.get(f"/api/tables/{table}/replay").json()
    assert ["Ann", "Ben (bot plays)", "Cleo"] == replay["seats"]


def test_who_leaves_when_the_match_is_over_has_played_it(site: Site):
    """Programs do as soon as it is: no bot has played for them."""
    table, tokens, [ann, ben, cleo] = site.three(leaders=False)
    assert 200 == post(site, table, "leave", {}, tokens[2]).status_code
    bot_plays(ann, 2)
    cleo.close()
    play_through([ann, ben])
    for token in tokens[1:]:
        assert 200 == post(site, table, "leave", {}, token).status_code
    ann.until(lambda _: not any(one["status"] == "away" for one in ann.table["seats"]))
    assert [False, False, True] == [one["stands_in"] for one in ann.table["seats"]]
    assert [False, False, True] == [bool(one["level"]) for one in ann.table["seats"]]
    refused = post(site, table, "rematch", {"match": 1}, tokens[1])
    assert "bad_token" == refused.json()["error"]


def test_a_host_who_resigns_is_followed_by_the_next_person(site: Site):
    table, tokens, [_, ben, _] = site.three()
    post(site, table, "leave", {"resign": True}, tokens[0])
    ben.until(lambda _: ben.table["seats"][1]["host"])
    assert [False, True, False] == [one["host"] for one in ben.table["seats"]]


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_removed_is_told_and_does_not_come_back(site: Site, begun: bool):
    made = site.create("you", "open", "open")
    table, ann_token = made["table"], made["token"]
    token = site.sit(table, "Ben")["token"]
    if begun:
        site.start(table, ann_token, "random")
    ann, ben = site.join(table, ann_token), site.join(table, token)
    for stranger, code in ((token, "not_host"), (None, "bad_token")):
        assert code == post(site, table, "remove", {"name": "Ann"}, stranger).json()["error"]
    assert "taken" == post(site, table, "remove", {"name": "Ann"}, ann_token).json()["error"]
    assert "not_found" == post(site, table, "remove", {"name": "Eve"}, ann_token).json()["error"]
    assert 200 == post(site, table, "remove", {"name": "Ben"}, ann_token).status_code
    assert ben.closed()
    if begun:
        bot_plays(ann, 1)
        assert "Ben" == seat(ann, 1)["name"]
    else:
        ann.until(lambda _: seat(ann, 1)["kind"] == "open")
    refused = site.get(f"/api/tables/{table}", token)
    assert (403, "removed") == (refused.status_code, refused.json()["error"])
    assert "you have been removed" in refused.json()["message"]
    again = site.connect(table)
    again.send(type="hello", token=token)
    assert "removed" == again.next("refused")["code"]


def test_a_bot_plays_under_the_name_of_a_person_who_is_away(site: Site):
    table, tokens, [ann, ben, _] = site.three()
    ben.close()
    ann.until(lambda _: seat(ann, 1)["status"] == "away")
    site.post(f"/api/tables/{table}/seats/1", {"kind": "bot"}, tokens[0])
    bot_plays(ann, 1)
    assert "Ben" == seat(ann, 1)["name"]
    assert seat(ann, 0)["stands_in"] is False
