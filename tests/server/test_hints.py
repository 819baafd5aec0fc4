"""Hints in casual matches, and reviews of finished ones: one seat's knowledge, a line at a time."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from microciv.core.match import Match
from microciv.games import open_game
from microciv.server.bots import hints
from microciv.server.bots.hints import Look
from microciv.server.bots.workers import pack, written
from microciv.server.store.store import open_store
from tests.server.site import PATIENCE, Client, Site, play_through, serving, settings

GAME = open_game("5x", {"seats": 3})
QUICK: dict[str, Any] = {"hint": (30, 5.0), "look": (20, 5.0), "advice_seed": 5}
ALONE = ("you", "bot:random", "bot:random")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving(open_store(str(tmp_path / "site")), settings(**QUICK)) as running:
        yield running


def asked(client: Client, **other: Any) -> Any:
    """Ask for a hint; the `hinted` or `refused` that comes back."""
    at = {"match": client.update["match"], "decision": client.update["decision"]}
    client.send(**{"type": "hint", **at, "id": "h", **other})
    return client.until(lambda message: message["type"] in ("hinted", "refused"))


def alone(site: Site, **how: Any) -> Client:
    made = site.create(*ALONE, **{"hints": None, **how})
    return site.join(made["table"], made["token"])


# --- hints


def test_who_plays_with_bots_alone_is_told_what_is_good(site: Site):
    client = alone(site)
    assert "on" == client.table["hints"]
    hint = asked(client)
    assert ("hinted", client.update["decision"], "h") == (
        hint["type"],
        hint["decision"],
        hint["id"],
    )
    legal = [move["text"] for move in client.update["legal"]]
    assert {option["move"]["text"] for option in hint["options"]} <= set(legal)
    chances = [option["chance"] for option in hint["options"]]
    assert chances == sorted(chances, reverse=True)
    assert 0.0 <= chances[-1] <= chances[0] <= 1.0
    assert {"gain", "loss"} == set(hint["options"][0]["why"])


def test_a_sealed_answer_that_may_be_changed_has_hints_too(site: Site):
    client = site.three(hints="on")[2][0]
    legal = [move["text"] for move in client.update["legal"]]
    client.play(legal[0])
    client.until(lambda message: message["type"] == "update")
    hint = asked(client)
    assert [] == hint["answer"]
    assert {option["move"]["text"] for option in hint["options"]} <= set(legal)


def test_several_people_have_no_hints_unless_the_table_says_so(site: Site):
    _, _, [client, *_] = site.three()
    assert "off" == client.table["hints"]
    refused = asked(client)
    assert ("illegal", "hints are off at this table") == (refused["code"], refused["message"])


def test_hints_can_be_switched_off(site: Site):
    client = alone(site, hints="off")
    assert "illegal" == asked(client)["code"]


@pytest.mark.parametrize("game", ["civ-card-game", "civ-builder"])
def test_what_is_suggested_can_be_sealed_and_is_for_who_may_ask_for_hints(site: Site, game: str):
    client = alone(site, game=game)
    for _ in range(3):
        while not client.update["suggested"]:
            client.next("update")
        suggested = [move["text"] for move in client.update["suggested"]]
        assert suggested[0] in [move["text"] for move in client.update["legal"]]
        assert "accepted" == client.play(*suggested)["type"]
        client.next("update")
    quiet = alone(site, game=game, hints="off")
    while not quiet.update["legal"]:
        quiet.next("update")
    assert [] == quiet.update["suggested"]


def test_hints_are_for_who_plays_and_for_the_question_that_is_open(site: Site):
    client = alone(site)
    watcher = site.join(client.table["table"], None)
    assert "not_your_seat" == asked(watcher)["code"]
    assert "stale" == asked(client, decision=99)["code"]
    assert "stale" == asked(client, match=9)["code"]


def test_only_who_asked_is_told(site: Site):
    _, _, [one, other, *_] = site.three(hints="on")
    asked(one)
    other.sync()
    assert not [frame for frame in other.frames if b'"hinted"' in frame]


def test_too_many_hints_are_refused(tmp_path: Path):
    how = settings(**QUICK, hints=(0.001, 2))
    with serving(open_store(str(tmp_path / "site")), how) as site:
        client = alone(site)
        kinds = [asked(client)["type"] for _ in range(3)]
    assert ["hinted", "hinted", "refused"] == kinds


def test_the_match_goes_on_while_a_hint_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def slow(_: Look) -> None:
        time.sleep(0.5)

    monkeypatch.setattr(hints, "hint", slow)
    with serving(open_store(str(tmp_path / "site")), settings(**QUICK)) as site:
        client = site.three(hints="on")[2][0]
        at = {"match": client.update["match"], "decision": client.update["decision"]}
        client.send(type="hint", **at, id="h")
        client.send(type="hint", **at, id="again")
        assert "too_fast" == client.until(lambda message: message["type"] == "refused")["code"]
        assert "accepted" == client.play(client.update["legal"][0]["text"])["type"]
        refused = client.until(lambda message: message["type"] == "refused")
        assert ("unavailable", "h") == (refused["code"], refused["id"])


def test_a_worker_that_advises_learns_neither_seed_nor_other_hands():
    match = Match(GAME, 0xDEADBEEFCAFE)
    look = Look("5x", written(GAME, {}), pack(match.observe(0)), (), (20, 5.0), 1)
    sent = pickle.dumps(look)
    assert (0xDEADBEEFCAFE).to_bytes(8, "little")[:6] not in sent
    for move in [*match.observe(1).legal, *match.observe(2).legal]:
        assert move.text.split()[1].encode() not in sent
    options, _ = hints.hint(look)
    assert {one.move["text"] for one in options} <= {move.text for move in match.observe(0).legal}


# --- reviews


def finished(site: Site) -> str:
    table, _, clients = site.three(leaders=False)
    play_through(clients)
    return str(table)


def lines(site: Site, table: str, seat: int = 0) -> list[Any]:
    answer = site.get(f"/api/tables/{table}/review?seat={seat}")
    assert 200 == answer.status_code, answer.text
    return [msgspec.json.decode(line) for line in answer.text.splitlines()]


def test_a_review_is_told_line_by_line_and_adds_up(site: Site):
    plan, *decisions, last = lines(site, finished(site))
    sets = [line["decision"] for line in decisions]
    first = sets[: plan["decisions"]]
    assert ("plan", 0, sorted(set(sets))) == (plan["type"], plan["seat"], first)
    again = sets[len(first) :]  # what was looked at twice, and nothing else is called costly
    assert len(again) == len(set(again))
    assert {one["decision"] for one in last["costliest"]} <= set(again)
    assert {"decision"} == {line["type"] for line in decisions}
    assert "sum" == last["type"]
    sums = last["account"]
    parts = [sums[name]["change"] for name in ("choice", "luck", "others", "mixed")]
    assert sums["end"] == pytest.approx(sums["start"] + sum(parts))
    assert len(last["costliest"]) <= 3


def test_the_decisions_of_a_review_are_steps_of_the_replay(site: Site):
    table = finished(site)
    replay = site.get(f"/api/tables/{table}/replay?seat=1").json()
    steps = {step["decision"]: step for step in replay["steps"]}
    for line in lines(site, table, 1)[1:-1]:
        assert "1" in steps[line["decision"]]["answers"]
        assert len(steps[line["decision"]]["legal"]) > 1


def test_a_review_that_was_made_is_told_again_at_once(site: Site, monkeypatch: pytest.MonkeyPatch):
    table = finished(site)
    first = lines(site, table)
    monkeypatch.setattr(hints, "weigh", None)
    assert first == lines(site, table)


def test_the_match_of_a_record_is_reviewed_as_that_of_a_table_is(site: Site):
    record = site.get(f"/api/tables/{finished(site)}/record").json()
    wish = {"record": record, "seat": 1}
    answer = site.post("/api/records/review", wish)
    plan, *_, last = [msgspec.json.decode(line) for line in answer.text.splitlines()]
    assert ("plan", 1, "sum") == (plan["type"], plan["seat"], last["type"])
    assert 404 == site.post("/api/records/review", {**wish, "seat": 9}).status_code
    begun = {**record, "moves": record["moves"][:-1]}
    refused = site.post("/api/records/review", {**wish, "record": begun})
    assert (409, "not_finished") == (refused.status_code, refused.json()["error"])


def test_there_is_no_review_before_the_end_nor_of_a_seat_that_nobody_has(site: Site):
    table, _, clients = site.three(leaders=False)
    refused = site.get(f"/api/tables/{table}/review?seat=0")
    assert (409, "not_finished") == (refused.status_code, refused.json()["error"])
    play_through(clients)
    for seat, code in (("9", 404), ("x", 400), ("", 400)):
        assert code == site.get(f"/api/tables/{table}/review?seat={seat}").status_code


def test_a_search_that_fails_is_told_and_may_be_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    table = finished(site)

    def fail(_: Look) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(hints, "weigh", fail)
        assert "broken" == lines(site, table)[-1]["type"]
    assert "sum" == lines(site, table)[-1]["type"]


def test_a_review_that_nobody_waits_for_stops_and_goes_on_where_it_was(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    table = finished(site)
    weighed: list[Look] = []
    whole = hints.weigh

    def count(look: Look) -> Any:
        weighed.append(look)
        time.sleep(0.02)
        return whole(look)

    monkeypatch.setattr(hints, "weigh", count)
    with site.http.stream("GET", f"/api/tables/{table}/review?seat=0") as answer:
        found = answer.iter_lines()
        total = msgspec.json.decode(next(found))["decisions"]
        assert "decision" == msgspec.json.decode(next(found))["type"]
    deadline = time.monotonic() + PATIENCE
    before = -1
    while before != len(weighed):  # until no more of it is worked out
        assert time.monotonic() < deadline
        before = len(weighed)
        time.sleep(0.3)
    assert len(weighed) < total
    assert "sum" == lines(site, table)[-1]["type"]
    assert len(weighed) <= total + 1  # the look that was cut off is done again


def test_a_review_waits_for_the_visitors_other_one_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole, goes_on = hints.weigh, threading.Event()

    def wait(look: Look) -> Any:
        assert goes_on.wait(PATIENCE)
        return whole(look)

    monkeypatch.setattr(hints, "weigh", wait)
    with serving(open_store(str(tmp_path / "site")), settings(**QUICK)) as site:
        address = f"/api/tables/{finished(site)}/review?seat="
        with (
            site.http.stream("GET", f"{address}0") as first,
            site.http.stream("GET", f"{address}1") as second,
        ):
            lines_of_first, lines_of_second = first.iter_lines(), second.iter_lines()
            assert '"plan"' in next(lines_of_first)
            assert {"type": "waits", "before": 1} == msgspec.json.decode(next(lines_of_second))
            goes_on.set()
            assert '"sum"' in [*lines_of_first][-1]
            plan, *_, last = lines_of_second
            assert '"plan"' in plan
            assert '"sum"' in last
