"""Matches over sockets: sealing, changing, resuming, coming back."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.core.codec import plain_event, read_record
from microciv.core.match import replay
from microciv.core.rng import read_seed
from microciv.games import open_game
from microciv.trust import seed_hash, verify
from tests.server.site import Client, Site, first_choice, play_through, sealed
from tests.server.spelling import Spelling, offer_spelling


def statuses(client: Client) -> list[str]:
    return [seat["status"] for seat in client.table["seats"]]


def test_two_people_and_bots_play_a_whole_match_and_get_its_record(site: Site):
    made = site.create("you", "open", "bot:random", "bot:easy")
    ben = site.sit(made["table"], "Ben")
    promised = None
    site.start(made["table"], made["token"])
    clients = [site.join(made["table"], token) for token in (made["token"], ben["token"])]
    promised = clients[0].table["seed_hash"]
    play_through(clients)
    record = read_record(site.get(f"/api/tables/{made['table']}/record").json())
    verify(record, promised)
    played = replay(open_game("5x", {**record.options}), record)
    for seat, client in enumerate(clients):
        heard = [plain_event(played.game, event) for event in played.heard(seat)]
        assert heard == client.heard
        assert played.scores() == client.update["scores"]
        assert played.scores() == [sum(row.values()) for row in client.update["sources"]]
    assert clients[0].update["places"] is not None
    clients[0].sync()
    assert seed_hash(read_seed(clients[0].table["seed"], record.generator)) == promised


def test_an_answer_can_be_changed_until_the_last_seat_locks(site: Site):
    _, _, [ann, ben, cleo] = site.three(leaders=False)
    assert ["thinking"] * 3 == statuses(ann)
    assert "accepted" == ann.play("expand")["type"]
    update = ann.next("update")
    assert (["expand"], 1) == (sealed(update), update["decision"])
    assert {"exploit", "explore"} <= {move["text"] for move in update["legal"]}
    ben.sync()
    assert ["locked", "thinking", "thinking"] == statuses(ben)
    assert [] == sealed(ben.update)
    assert "accepted" == ann.play("exploit", id="2")["type"]
    assert "accepted" == ann.take_back(id="3")["type"]
    assert [] == sealed(ann.next("update"))
    ben.sync()
    assert ["thinking", "thinking", "thinking"] == statuses(ben)
    for client, move in ((ann, "explore"), (ben, "explore"), (cleo, "explore")):
        client.play(move, id="4")
    revealed = [event for event in ann.until_decision(2)["events"] if event["event"] == "revealed"]
    assert [{"event": "revealed", "seat": seat, "card": "explore"} for seat in range(3)] == revealed


def test_nobody_hears_of_a_change_of_mind(site: Site):
    _, _, [ann, ben, _] = site.three()
    first, second = [move["text"] for move in ann.update["legal"][:2]]
    ann.play(first)
    ben.sync()
    before = len(ben.frames)
    ann.play(second, id="2")
    ann.play(first, id="3")
    ben.sync()
    assert [b'{"type":"pong"}'] == ben.frames[before:]


def test_the_same_id_is_answered_alike_and_not_played_twice(site: Site):
    _, _, [ann, ben, _] = site.three(leaders=False)
    assert "accepted" == ann.play("expand", id="a")["type"]
    assert "accepted" == ann.play("exploit", id="b")["type"]
    assert "accepted" == ann.play("expand", id="a")["type"]
    assert ["exploit"] == sealed(ann.next("update"))
    assert "accepted" == ben.play("explore", id="a")["type"]


def test_a_late_answer_is_stale_and_the_next_question_follows(site: Site):
    _, _, clients = site.three(leaders=False)
    play_through(clients, upto=2)
    refused = clients[0].play("explore", decision=1, id="late")
    assert ("refused", "stale", "late") == (refused["type"], refused["code"], refused["id"])
    assert 2 <= clients[0].next("update")["decision"]
    refused = clients[0].play("explore", match=7)
    assert "stale" == refused["code"]


def test_after_the_end_nothing_is_played(site: Site):
    _, _, clients = site.three(leaders=False)
    play_through(clients)
    assert "over" == clients[1].play("explore")["code"]
    assert "over" == clients[1].take_back()["code"]


def test_illegal_answers_change_nothing(site: Site):
    _, _, [ann, ben, _] = site.three()
    own = first_choice(ann)
    ann.play(own)
    for moves in (["expand"], ["bid 1"], ["nonsense"], [own, own], [own, "expand"], [""]):
        assert "illegal" == ann.play(*moves, id="bad")["code"]
    ann.sync()
    ben.sync()
    assert [own] == sealed(ann.update)
    assert "locked" == statuses(ben)[0]
    assert "illegal" == ben.take_back()["code"]


def test_why_not_is_said_for_what_a_person_may_look_for(site: Site):
    _, _, clients = site.three(leaders=False)
    play_through(clients, upto=2)
    client = clients[0]
    legal = {move["text"] for move in client.update["legal"]}
    assert client.update["why"]
    for one in client.update["why"]:
        assert "5X-" not in one["why"]
        assert one["clauses"].startswith("5X-")
        for move in one["moves"]:
            assert move["text"] not in legal
            assert {"text", "verb", "card"} == set(move)


def test_who_watches_sees_the_table_and_cannot_play(site: Site):
    table, _, clients = site.three()
    watcher = site.join(table, None)
    assert (None, 15) == (watcher.table["you"], watcher.update["seen"]["seat"])
    cards = [event["card"] for event in watcher.update["events"] if "card" in event]
    assert {None} == set(cards)
    assert "not_your_seat" == watcher.play(first_choice(clients[0]))["code"]


def test_a_token_of_another_table_is_refused_and_watching_still_works(site: Site):
    table, _, _ = site.three()
    other = site.create("you", "bot", "bot")
    client = site.connect(table)
    client.send(type="hello", token=other["token"])
    assert "bad_token" == client.next("refused")["code"]
    client.send(type="hello", token=None)
    client.next("update")


def test_an_unknown_table_is_refused_and_closed(site: Site):
    client = site.connect("nowhere")
    client.send(type="hello")
    assert "unknown_table" == client.next("refused")["code"]
    assert 1008 == client.closed()


@pytest.mark.parametrize("since", [0, 3, 8, 10_000])
def test_a_connection_resumes_from_the_last_event_heard(site: Site, since: int):
    table, tokens, clients = site.three()
    play_through(clients, upto=3)
    clients[0].sync()
    all_heard = clients[0].heard
    clients[0].close()
    back = site.connect(table)
    back.send(type="hello", token=tokens[0], since=since, match=1)
    update = back.next("update")
    known = since if since <= len(all_heard) else 0
    assert (known, all_heard[known:]) == (update["from"], update["events"])
    for name in ("decision", "seen", "legal", "answer"):
        assert clients[0].update[name] == update[name]


def test_what_was_heard_of_another_match_is_not_resumed(site: Site):
    table, tokens, _ = site.three()
    back = site.join(table, tokens[0], since=2, match=9)
    assert 0 == back.update["from"]


def test_two_tabs_show_the_same(site: Site):
    table, tokens, [ann, *_] = site.three()
    second = site.join(table, tokens[0])
    ann.play(first_choice(ann))
    ann.next("update")
    shown = second.until(lambda message: message["type"] == "update" and message["answer"])
    assert [ann.update[name] for name in ("decision", "answer", "seen")] == [
        shown[name] for name in ("decision", "answer", "seen")
    ]
    second.take_back()
    assert [] == sealed(ann.next("update"))
    second.close()
    ann.sync()
    assert "thinking" == statuses(ann)[0]


def test_a_bot_plays_for_somebody_away_until_they_are_back(site: Site):
    table, tokens, [ann, ben, cleo] = site.three(leaders=False)
    here = site.post(f"/api/tables/{table}/seats/2", {"kind": "bot"}, tokens[0])
    assert "taken" == here.json()["error"]
    cleo.close()
    ann.until(lambda message: statuses(ann)[2] == "away")
    replaced = site.post(
        f"/api/tables/{table}/seats/2", {"kind": "bot", "level": "random"}, tokens[0]
    )
    assert "bot" == replaced.json()["seats"][2]["kind"]
    ann.until(lambda message: statuses(ann)[2] == "locked")
    ann.play("explore")
    ben.play("explore")
    assert ann.until_decision(2)["decision"] >= 2
    back = site.join(table, tokens[2])
    assert ("person", 2) == (back.table["seats"][2]["kind"], back.table["you"])


def test_while_the_host_is_away_everybody_seated_may_call_a_bot(site: Site):
    table, tokens, [ann, ben, cleo] = site.three(leaders=False)
    path, bot = f"/api/tables/{table}/seats/", {"kind": "bot", "level": "random"}
    cleo.close()
    ben.until(lambda _: statuses(ben)[2] == "away")
    assert (False, "not_host") == (
        ben.table["host"], site.post(f"{path}2", bot, tokens[1]).json()["error"]
    )  # fmt: skip
    ann.close()
    ben.until(lambda _: statuses(ben)[0] == "away")
    assert ben.table["host"]
    assert "bad_token" == site.post(f"{path}2", bot, "guess").json()["error"]
    for number in (0, 2):
        assert 200 == site.post(f"{path}{number}", bot, tokens[1]).status_code
    ben.until(lambda _: statuses(ben)[0] == statuses(ben)[2] == "locked")
    back = site.join(table, tokens[0])
    ben.sync()
    assert (True, False) == (back.table["host"], ben.table["host"])
    assert ["person", "person", "bot"] == [seat["kind"] for seat in back.table["seats"]]


def test_nobody_else_gets_a_seat_that_a_bot_keeps_or_has(site: Site):
    """Whoever sat down in the middle of a match would see that seat's hand."""
    table, tokens, [ann, _, cleo] = site.three()
    cleo.close()
    ann.until(lambda _: statuses(ann)[2] == "away")
    site.post(f"/api/tables/{table}/seats/2", {"kind": "bot"}, tokens[0])
    site.post(f"/api/tables/{table}/leave", {}, tokens[1])
    for wish in ({"name": "Eve"}, {"name": "Eve", "seat": 1}, {"name": "Cleo", "seat": 2}):
        refused = site.post(f"/api/tables/{table}/sit", wish)
        assert (409, "started") == (refused.status_code, refused.json()["error"])
    for kind in ("open", "closed"):
        for number in (1, 2):
            refused = site.post(f"/api/tables/{table}/seats/{number}", {"kind": kind}, tokens[0])
            assert "started" == refused.json()["error"]
    watcher = site.join(table, None)
    assert [[], [], []] == [seat["known"] for seat in watcher.update["seen"]["table"]]


def test_an_answer_of_several_steps_comes_one_by_one_or_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    made = site.create("you", "bot:random", "open", game="spelling")
    ben_sits = site.sit(made["table"], "Ben")
    site.start(made["table"], made["token"])
    ann, ben = [site.join(made["table"], token) for token in (made["token"], ben_sits["token"])]
    assert "accepted" == ann.play("a", id="1")["type"]
    update = ann.next("update")
    assert (["a"], False) == (sealed(update), update["complete"])
    assert ["a", "b", "stop"] == [move["text"] for move in update["legal"]]
    assert {"letters": [{"text": "a"}]} == update["notes"]
    ben.sync()
    assert ["thinking", "thinking"] == [statuses(ben)[seat] for seat in (0, 2)]
    assert "accepted" == ann.play("a", "stop", id="2")["type"]
    assert ann.next("update")["complete"]
    ben.until(lambda _: statuses(ben)[0] == "locked")
    assert "illegal" == ben.play("a", "b", "stop", id="3")["code"]
    assert "accepted" == ben.play("a", "b", id="4")["type"]
    assert {"event": "spelt", "seat": 2, "length": 2} in ann.until_decision(2)["events"]


def test_an_answer_may_be_one_line_that_the_game_spells_out(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    made = site.create("you", "bot:random", "open", game="spelling")
    ben_sits = site.sit(made["table"], "Ben")
    site.start(made["table"], made["token"])
    ann, ben = [site.join(made["table"], token) for token in (made["token"], ben_sits["token"])]
    assert "accepted" == ann.play("word b", id="1")["type"]
    update = ann.next("update")
    assert (["b", "stop"], True) == (sealed(update), update["complete"])
    for number, line in enumerate(("word", "word c", "word aba")):
        refused = ann.play(line, id=f"wrong {number}")
        assert ("refused", "illegal") == (refused["type"], refused["code"])
    ann.close()
    again = site.join(made["table"], made["token"])
    assert ["b", "stop"] == sealed(again.update)
    assert "accepted" == ben.play("word ab", id="2")["type"]
    assert {"event": "spelt", "seat": 0, "length": 2} in again.until_decision(2)["events"]


def test_a_move_is_that_step_whatever_a_line_like_it_would_mean(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    """Pages seal step by step; what a person means by typing a word alone is for lines."""
    offer_spelling(monkeypatch)
    monkeypatch.setattr(Spelling, "steps", lambda _game, _seen, _line: ["b", "stop"])
    made = site.create("you", "bot:random", "open", game="spelling")
    site.sit(made["table"], "Ben")
    site.start(made["table"], made["token"])
    ann = site.join(made["table"], made["token"])
    assert "accepted" == ann.play("a", id="1")["type"]
    assert ["a"] == sealed(ann.next("update"))
    assert "accepted" == ann.play("A", id="2")["type"]
    assert ["b", "stop"] == sealed(ann.next("update"))


def test_a_locked_answer_of_somebody_away_stays_locked(site: Site):
    _, _, [ann, ben, _] = site.three(leaders=False)
    ben.play("explore")
    ben.close()
    ann.until(lambda message: statuses(ann)[1] == "locked")
    ann.sync()
    assert "locked" == statuses(ann)[1]


def test_bots_alone_play_to_the_end_for_whoever_watches(site: Site):
    made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
    assert -1 == made["seat"]
    watcher = site.join(made["table"], None)
    while watcher.update["seen"]["phase"] != "over":
        watcher.next("update")
    replayed: Any = site.get(f"/api/tables/{made['table']}/replay").json()
    assert "over" == replayed["steps"][-1]["seen"]["phase"]
    assert watcher.heard == [event for step in replayed["steps"] for event in step["events"]]


def test_a_replay_shows_what_that_seat_saw(site: Site):
    table, _, clients = site.three()
    play_through(clients)
    for seat, client in enumerate(clients):
        steps = site.get(f"/api/tables/{table}/replay?seat={seat}").json()["steps"]
        assert client.heard == [event for step in steps for event in step["events"]]
        assert client.update["seen"] == steps[-1]["seen"]
        assert {"0", "1", "2"} == set(steps[0]["answers"])
    assert 404 == site.get(f"/api/tables/{table}/replay?seat=7").status_code
    assert 400 == site.get(f"/api/tables/{table}/replay?seat=x").status_code
