"""Who asks for too much is slowed, and stays slowed; the others are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from microciv.server import limits, usage
from microciv.server.fair_queue import Whose
from microciv.server.limits import Bucket, Buckets
from microciv.server.rooms.live_tables import BOTS, LiveTables
from microciv.server.rooms.rooms import Rooms
from microciv.server.store.store import open_store
from microciv.server.table.new_tables import new_table
from microciv.server.table.seating import with_chair
from microciv.server.table.tables import Chair, Table, Who, new_token
from microciv.server.usage import ADDRESSES, Meter, sharing
from microciv.server.wire.messages import NewTable, Refused, SeatPlan
from tests.server.site import Client, Site, serving_file, settings
from tests.server.test_clock import Eye

ONE = 20
"""Connections of an address that may do what one person may."""


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("microciv.server.limits.time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals are not held back."""
    monkeypatch.setattr(usage, "PENALTY", 0)


def outcome(meter: Meter, address: str, token: str | None = None) -> str:
    try:
        meter.take(address, token)
    except Refused as refused:
        return refused.code
    return "taken"


def test_a_person_an_address_and_all_together_are_metered(moment: list[float]):
    meter = Meter("pings", 1.0, 2, sharing(2 * ONE))
    assert ["taken", "taken", "too_fast"] == [outcome(meter, "home", "ann") for _ in range(3)]
    assert "too_fast" == outcome(meter, "elsewhere", "ann")
    assert ["taken", "taken", "too_fast"] == [outcome(meter, "home", "ben") for _ in range(3)]
    assert "too_fast" == outcome(meter, "home")
    moment[0] += 1
    assert ["taken", "taken", "too_fast"] == [outcome(meter, "home") for _ in range(3)]
    everybody = [outcome(meter, f"{n % ADDRESSES}") for n in range(4 * ADDRESSES)]
    assert "unavailable" == everybody[-1]
    assert 4 * ADDRESSES - 2 == everybody.count("taken")
    assert "too_fast" == outcome(meter, "home")  # who is too fast takes nothing of the others'


def test_who_asks_all_the_time_is_not_forgotten(
    moment: list[float], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "MOST_KEPT", 2)
    buckets = Buckets(0.001, 1)
    taken = [buckets.take(who) for other in "bcdef" for who in ("a", other)]
    assert [True, False, False, False, False] == taken[::2]
    assert [True] * 5 == taken[1::2]
    assert buckets.take("b")  # silent for longest, and so forgotten


def test_no_token_is_kept_that_is_longer_than_ours():
    meter = Meter("pings", 1.0, 2, sharing(ONE))
    for number in range(3):
        outcome(meter, f"{number}", "x" * 60_000 + f"{number}")
    assert [usage.LONGEST_TOKEN] == [len(token) for token in meter._persons._buckets]
    assert len(new_token()) <= usage.LONGEST_TOKEN


@pytest.fixture
def slow(tmp_path: Path, at_once: None) -> Iterator[Site]:
    """A server that a person may ask for hardly anything."""
    how: dict[str, Any] = {"messages": (0.001, 3), "hints": (0.001, 1), "connections": 3 * ONE}
    with serving_file(tmp_path / "site", **how) as site:
        yield site


def test_who_comes_back_is_as_slow_as_before(slow: Site):
    made = slow.create("you", "open", "open")
    client = slow.join(made["table"], made["token"])
    for _ in range(3):
        client.sync()
    for _ in range(2):
        client.send(type="ping")
        assert "too_fast" == client.next("refused")["code"]
        client.close()
        client = slow.join(made["table"], made["token"])
    ben = slow.join(made["table"], slow.sit(made["table"], "Ben")["token"])
    ben.sync()


def test_who_comes_back_gets_no_more_hints(slow: Site):
    made = slow.create("you", "bot:random", "bot:random", hints="on")
    asked = []
    for _ in range(2):
        client = slow.join(made["table"], made["token"])
        client.send(type="hint", match=1, decision=client.update["decision"], id="x")
        answer = client.until(lambda message: message.get("id") == "x")
        asked.append(answer.get("code", answer["type"]))
        client.close()
    assert ["hinted", "too_fast"] == asked


def test_a_record_costs_as_much_as_it_has_moves(tmp_path: Path, at_once: None):
    with serving_file(tmp_path / "site", replays=(0.001, 10)) as site:

        def ask(moves: int) -> str:
            record = {
                "game": "5x",
                "rules": 0,
                "options": {},
                "seed": "1",
                "moves": [[0, "x"]] * moves,
            }
            told: str = site.post("/api/records", {"record": record}).json()["error"]
            return told

        assert ["stranded"] * 2 + ["too_fast"] == [ask(6), ask(4), ask(1)]


def test_the_longest_record_takes_a_full_bucket():
    bucket = Bucket(0.001, 10)
    assert [True, False] == [bucket.take(500), bucket.take()]


@pytest.mark.parametrize(
    "how, method, path",
    [("reads", "GET", "/api/tables"), ("requests", "POST", "/api/held")],
)
def test_requests_are_metered_by_visitor_and_in_all(
    tmp_path: Path, at_once: None, how: str, method: str, path: str
):
    changes: dict[str, Any] = {how: (0.001, 2), "connections": ONE, "proxies": ("127.0.0.1",)}
    with serving_file(tmp_path / "site", **changes) as site:

        def ask(visitor: int) -> int:
            headers = {"x-forwarded-for": f"203.0.113.{visitor}"}
            return site.http.request(method, path, headers=headers, json={"seats": []}).status_code

        assert [200, 200, 429] == [ask(1) for _ in range(3)]
        assert [200, 200] == [ask(2) for _ in range(2)]
        told = [ask(visitor) for visitor in range(3, 3 + ADDRESSES) for _ in range(2)]
        assert 503 == told[-1]
        assert 429 == ask(1)
        assert [200, 200] == [site.get(path).status_code for path in ("/healthz", "/readyz")]
        stranger = site.http.get("/readyz", headers={"x-forwarded-for": "203.0.113.9"})
        assert ({429, 503} if how == "reads" else {200}) >= {stranger.status_code}


def refused(client: Client, token: str | None) -> str:
    """Why a connection does not get in."""
    client.send(type="hello", token=token)
    answer = client.until(lambda message: message["type"] in ("refused", "update"))
    return str(answer.get("message", ""))


def test_so_many_matches_of_a_visitor_are_on_at_a_time(tmp_path: Path, at_once: None):
    with serving_file(tmp_path / "site", connections=ONE, matches=3) as site:
        made = [site.create("you", "bot:random", "bot:random") for _ in range(4)]
        waiting = site.create("you", "open", "open")
        here = [site.join(one["table"], one["token"]) for one in made[:3]]
        later = site.connect(made[3]["table"])
        assert "3 matches from your address are on; finish or leave one" == refused(
            later, made[3]["token"]
        )
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        answer = site.post("/api/tables", {"game": "5x", "seats": seats})
        assert (429, "too_fast") == (answer.status_code, answer.json()["error"])
        lobby = site.join(waiting["table"], waiting["token"])
        path = f"/api/tables/{waiting['table']}/start"
        assert 429 == site.post(path, {"fill": "random"}, waiting["token"]).status_code
        lobby.close()
        again = site.join(made[0]["table"], made[0]["token"])  # a second tab is no second match
        again.close()
        here[0].close()
        while refused(later, made[3]["token"]):
            pass  # the first is just going


def test_so_many_bots_play_for_a_visitor(tmp_path: Path, at_once: None):
    with serving_file(tmp_path / "site", connections=ONE, matches=2) as site:
        made = [site.create("you", *["bot:random"] * 4) for _ in range(2)]
        site.join(made[0]["table"], made[0]["token"])
        later = site.connect(made[1]["table"])
        assert "too many bots" in refused(later, made[1]["token"])


class Played:
    """A table that somebody is at, where a match is on."""

    live = "a match"
    over = False

    def __init__(self, table: Table) -> None:
        self.table = table


def test_matches_are_counted_in_all_and_until_nobody_is_there():
    live = LiveTables(settings(connections=ONE, matches=1))
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="bot")] * BOTS]
    played, _, _ = new_table(NewTable(game="5x", seats=seats), "t")
    tables = [Played(played) for _ in range(ADDRESSES)]
    for number, table in enumerate(tables):
        live.check(Whose(str(number), ""), BOTS)
        live.hold(table, Whose(str(number), ""))
    for visitor, code in (("0", "too_fast"), ("x", "unavailable")):
        with pytest.raises(Refused) as told:
            live.check(Whose(visitor, ""))
        assert code == told.value.code
    live.hold(tables[0], Whose("1", ""))
    live.release(tables[2])
    live.release(tables[2])
    for visitor in ("0", "2", "x"):
        live.check(Whose(visitor, ""), BOTS)


def test_a_bot_account_counts_by_its_address_alone():
    """It may play by the day at many tables at once."""
    wish = NewTable(game="5x", seats=[SeatPlan(kind="you"), *[SeatPlan(kind="bot")] * 2])
    table, token, _ = new_table(wish, "t", Who("ann", "her key"))
    assert Whose("home", "t", "ann") == table.whose(Whose("home", "t"), token)
    assert table.chairs[0].person is not None
    bot = Chair("person", None, replace(table.chairs[0].person, owner="Ben"))
    assert Whose("home", "t") == with_chair(table, 0, bot).whose(Whose("home", "t"), token)


def test_matches_of_a_person_are_counted_at_all_addresses():
    live = LiveTables(settings(matches=2))
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="bot")] * 2]
    played, _, _ = new_table(NewTable(game="5x", seats=seats), "t")
    here, there = Played(played), Played(played)
    at_home, away = Whose("home", "", "ann"), Whose("away", "", "ann")
    live.hold(here, at_home)
    with pytest.raises(Refused, match="too many bots play for you; finish or leave a match"):
        live.check(away, 5)
    live.hold(there, away)
    with pytest.raises(Refused, match="2 matches of yours are on; finish or leave one"):
        live.check(Whose("third", "", "ann"))
    live.check(Whose("third", "", "ann"), 2, here)  # who comes back to a match begins no other
    live.check(Whose("home", "", "ben"))
    live.release(here)
    live.check(Whose("third", "", "ann"))


@pytest.mark.anyio
async def test_the_host_is_charged_for_a_table_or_else_who_came_first(tmp_path: Path):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings())
    await rooms.open()
    seats = [SeatPlan(kind="you"), SeatPlan(kind="bot"), SeatPlan(kind="bot")]
    made = await rooms.new_table(NewTable(game="5x", seats=seats), Who("ann", "her key"))
    room = await rooms.room(made.table)
    charged = []
    for visitor, token in (("a", None), ("b", None), ("c", made.token), ("d", None)):
        eye = Eye(token)
        eye.whose = Whose(visitor, made.table)
        await room.join(eye)
        charged.append((room.bot_moves.whose.visitor, room.bot_moves.whose.person))
    assert [("a", ""), ("a", ""), ("c", "ann"), ("c", "ann")] == charged
    await rooms.close()
