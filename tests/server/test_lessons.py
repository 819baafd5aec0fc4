"""Lessons over sockets: whose they are, what stays hidden, and where they go on."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from microciv.games import catalogue
from microciv.lessons import lesson_of
from tests.server.site import Client, Site, first_choice, serving_file

GAMES = [name for name in catalogue() if lesson_of(name) is not None]


def begin(site: Site, game: str = "5x") -> Any:
    answer = site.post("/api/lessons", {"game": game, "name": "Ann"})
    assert 201 == answer.status_code, answer.text
    return answer.json()


def asked(client: Client) -> Any:
    """The update with the next decision of the learner."""
    client.until_decision(1)
    while not client.update["legal"] or client.update["complete"] or client.update["obvious"]:
        client.next("update")
    return client.update


def learn(client: Client, decisions: int) -> list[Any]:
    """Answer so often; the updates at which something was asked."""
    updates = []
    for turn in range(decisions):
        updates.append(asked(client))
        client.play(first_choice(client), id=f"{turn}")
        number = updates[-1]["decision"]
        client.until(partial(_answered, number))
    return updates


def _answered(number: int, told: Any) -> bool:
    return told["type"] == "update" and (told["decision"] > number or bool(told["answer"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_begins_with_its_first_note_and_bots_only(site: Site, game: str):
    made = begin(site, game)
    ann = site.join(made["table"], made["token"])
    taught = lesson_of(game)
    assert taught is not None
    assert (True, 0, "off", "off") == (
        ann.table["lesson"],
        ann.table["you"],
        ann.table["talk"],
        ann.table["hints"],
    )
    assert [taught.level] * (taught.seats - 1) == [
        seat["level"] for seat in ann.table["seats"] if seat["kind"] == "bot"
    ]
    note = asked(ann)["note"]
    first = taught.notes[0]
    assert (first.id, first.text, 1) == tuple([note[name] for name in ("id", "text", "number")])


def test_the_deal_of_a_lesson_is_the_same_for_all_and_not_sealed(site: Site):
    one, two = [begin(site) for _ in range(2)]
    ann, ben = [site.join(made["table"], made["token"]) for made in (one, two)]
    for client in (ann, ben):
        client.sync()
    assert ann.update["seen"] == ben.update["seen"]
    assert ann.table["seed_hash"] is None
    assert learn(ann, 4)[-1]["seen"] == learn(ben, 4)[-1]["seen"]
    assert [] == site.get("/api/tables").json()


def test_who_watches_a_lesson_reads_no_notes(site: Site):
    made = begin(site)
    ann, watcher = [site.join(made["table"], token) for token in (made["token"], None)]
    learn(ann, 3)
    assert asked(ann)["note"] is not None
    watcher.until_decision(ann.update["decision"])
    assert all(b'"note":null' in frame for frame in watcher.frames if b'"update"' in frame)


def test_other_tables_teach_nothing_and_stay_sealed(site: Site):
    made = site.create("you", "bot:easy", "bot:easy")
    ann = site.join(made["table"], made["token"])
    assert (False, None) == (ann.table["lesson"], ann.update["note"])
    assert ann.table["seed_hash"]


def test_after_a_restart_the_same_note_is_due(tmp_path: Path):
    database = tmp_path / "site.sqlite3"
    with serving_file(database) as site:
        made = begin(site)
        ann = site.join(made["table"], made["token"])
        learn(ann, 3)
        before = asked(ann)
    assert before["note"] is not None
    with serving_file(database) as site:
        ann = site.join(made["table"], made["token"])
        assert (before["decision"], before["note"]) == (ann.update["decision"], ann.update["note"])


@pytest.mark.parametrize("game", ["goofspiel", "nothing"])
def test_a_game_without_a_lesson_says_so(site: Site, game: str):
    answer = site.post("/api/lessons", {"game": game})
    assert (422, "bad_option") == (answer.status_code, answer.json()["error"])
