"""A finished match once more: its deal, or on from one of its decisions."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from microciv.core.codec import plain, plain_record, read_record
from microciv.core.match import Match, Record, replay
from microciv.core.rng import read_seed
from microciv.games import brought, catalogue, open_game
from microciv.server.rooms import dealing
from microciv.server.settings import Settings
from microciv.server.store.rows import Outcome
from microciv.server.store.store import open_store
from microciv.server.table import seating
from microciv.server.table.live_match import LiveMatch, resume
from microciv.server.table.play_again import again as again_table
from microciv.server.wire.replays import Again
from tests.server.browsers import FIREFOX, browsers, played
from tests.server.site import Client, Site, play_through, serving, serving_file, settings

GAMES = [name for name in catalogue() if not brought(name)]


def finished(site: Site, game: str, **how: Any) -> tuple[str, Client]:
    seats = max(3, min(catalogue()[game].seats))
    made = site.create("you", *["bot"] * (seats - 1), game=game, **how)
    client = site.join(made["table"], made["token"])
    play_through([client])
    return made["table"], client


def again(site: Site, table: str, **how: Any) -> Any:
    answer = site.post(f"/api/tables/{table}/again", how)
    assert 201 == answer.status_code, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving_file(tmp_path_factory.mktemp("again") / "site") as running:
        yield running


def test_the_same_deal_is_dealt_again_and_says_so(kept: Site):
    table, client = finished(kept, "5x", leaders=False)
    record = kept.get(f"/api/tables/{table}/record").json()
    made = again(kept, table, name="Ann")
    second = kept.join(made["table"], made["token"])
    assert {"table": table, "match": 1, "decision": None} == second.table["again"]
    assert (None, None) == (second.table["deal"], second.table["seed_hash"])
    assert {"leaders": False} == second.table["changed"]
    replayed = kept.get(f"/api/tables/{table}/replay?seat=0").json()["steps"][0]
    assert replayed["legal"] == second.update["legal"]
    play_through([second])
    told = kept.get(f"/api/tables/{made['table']}/record").json()
    assert (record["seed"], record["generator"]) == (told["seed"], told["generator"])
    assert "deal" not in told
    assert client.table["deal"] is not None


def test_bots_are_as_strong_as_they_were_if_nothing_else_is_wished(kept: Site):
    bots = [{"kind": "bot", "level": level} for level in ("random", "easy")]
    made = {"game": "5x", "name": "Ann", "seats": [{"kind": "you"}, *bots]}
    place = kept.post("/api/tables", made).json()
    play_through([kept.join(place["table"], place["token"])])

    def levels(**how: Any) -> list[str | None]:
        once_more = again(kept, place["table"], **how)
        told = kept.join(once_more["table"], once_more["token"]).table
        return [seat["level"] for seat in told["seats"]]

    assert [None, "random", "easy"] == levels()
    assert [None, "easy"] == levels(seat=1, decision=1)[1:]
    assert [None, "random", "random"] == levels(level="random")


def test_a_rematch_is_dealt_as_any_other(kept: Site):
    table, _ = finished(kept, "5x")
    made = again(kept, table)
    second = kept.join(made["table"], made["token"])
    play_through([second])
    kept.post(f"/api/tables/{made['table']}/rematch", {"match": 1}, made["token"])
    second.until(lambda told: told["type"] == "update" and told["match"] == 2)
    assert None is second.table["again"]
    assert second.table["deal"] is not None


def over(game: str) -> Record:
    """A match of the fewest people, by their first legal moves."""
    opened = open_game(game, {"seats": max(3, min(catalogue()[game].seats))})
    match = Match(opened, 7)
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    return match.record()


def begun_again(record: Record, decision: int, seat: int) -> LiveMatch:
    """What the table of a match begins with that goes on from there."""
    outcome = Outcome(msgspec.json.encode(plain_record(record)), b"")
    wish = Again(decision=decision, seat=seat)
    table, _, number = again_table(wish, ("former", 1), outcome, "id", None)
    assert seat == table.seat_of(number)
    _, row = dealing.begun(seating.start(table, None), Settings(), set())
    return LiveMatch(open_game(row.game, {**row.options, "seats": len(row.names)}), row)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_any_decision_and_what_was_hidden_is_another(game: str):
    record = over(game)
    former = Match(open_game(game, {**record.options}), read_seed(record.seed, record.generator))
    moments: dict[int, Any] = {1: former.observe(0)}
    for player, text in record.moves:
        former.play(player, text)
        moments.setdefault(former.set_number(), former.observe(0))
    numbers = sorted(moments)[:-1]
    positions = set()
    for number in numbers[:: max(1, len(numbers) // 6)]:
        live = begun_again(record, number, 0)
        assert plain(moments[number]) == plain(live.observe(0))
        positions |= {json.dumps(begun_again(record, number, 0).row.position) for _ in range(4)}
        while not live.over and live.plies < 40:
            seat = live.match.to_act()[0]
            move = live.observe(seat).legal[0].text
            live.answer(seat, (*live.sealed(seat), move))
        log = live.log
        assert plain(live.observe(0)) == plain(resume(live.game, live.row, log).observe(0))
    assert len(positions) > len(numbers[:: max(1, len(numbers) // 6)])


def test_a_match_goes_on_from_a_decision_at_a_table(kept: Site):
    table, _ = finished(kept, "5x")
    steps = kept.get(f"/api/tables/{table}/replay?seat=1").json()["steps"]
    middle = steps[len(steps) // 2]
    made = again(kept, table, decision=middle["decision"], seat=1)
    client = kept.join(made["table"], made["token"])
    assert {"table": table, "match": 1, "decision": middle["decision"]} == client.table["again"]
    assert (1, None) == (client.table["you"], client.table["seed_hash"])
    play_through([client])
    told = read_record(kept.get(f"/api/tables/{made['table']}/record").json())
    assert told.position is not None
    assert not replay(open_game("5x", {**told.options}), told).to_act()
    seen = kept.get(f"/api/tables/{made['table']}/replay?seat=1").json()
    assert middle["legal"] == seen["steps"][0]["legal"]
    assert 200 == kept.get(f"/api/tables/{made['table']}/review?seat=1").status_code


def test_a_match_from_a_position_goes_on_after_a_restart(tmp_path: Path):
    path = str(tmp_path / "site")
    with serving(open_store(path), settings()) as site:
        table, _ = finished(site, "5x")
        step = site.get(f"/api/tables/{table}/replay?seat=0").json()["steps"][4]
        made = again(site, table, decision=step["decision"])
        client = site.join(made["table"], made["token"])
        play_through([client], upto=client.update["decision"] + 2)
        while not client.update["legal"] or client.update["obvious"]:
            client.next("update")
        before = client.update
    with serving(open_store(path), settings()) as site:
        client = site.join(made["table"], made["token"])
        assert [before[part] for part in ("decision", "seen", "legal")] == [
            client.update[part] for part in ("decision", "seen", "legal")
        ]
        play_through([client])
        assert 200 == site.get(f"/api/tables/{made['table']}/record").status_code


def test_what_cannot_be_played_again_is_refused(kept: Site):
    table, _ = finished(kept, "5x")
    running = kept.create("you", "bot", "bot")["table"]

    def refused(id_: str, **how: Any) -> tuple[int, str]:
        answer = kept.post(f"/api/tables/{id_}/again", how)
        return answer.status_code, answer.json()["error"]

    assert (409, "not_finished") == refused(running)
    assert (409, "not_finished") == refused(table, match=2)
    assert (404, "not_found") == refused(table, seat=3)
    last = kept.get(f"/api/tables/{table}/replay").json()["steps"][-1]["decision"]
    for wrong in (0, last, 5000):
        assert (404, "not_found") == refused(table, decision=wrong)
    assert (422, "bad_option") == refused(table, level="nobody")


def test_all_records_are_one_archive(site: Site):
    with browsers(site, FIREFOX) as [ann]:
        tables = [played(site, ann), played(site, ann)]
        answer = ann.http.get("/api/me/records")
        assert ("application/zip", 200) == (answer.headers["content-type"], answer.status_code)
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert None is archive.testzip()
            assert {f"5x-{table}-1.json" for table in tables} == {*archive.namelist()}
            for table in tables:
                record = site.get(f"/api/tables/{table}/record").content
                assert record == archive.read(f"5x-{table}-1.json")
        ann.http.cookies.clear()
        assert 401 == ann.http.get("/api/me/records").status_code
