"""Orders that people leave at a table by the day, and what nobody else learns of them."""

from __future__ import annotations

import io
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from microciv.server.logs import Line, log
from microciv.server.store.backup import back_up
from microciv.server.store.store import open_store
from tests.server import test_orders_of_five_ages as people
from tests.server.browsers import FIREFOX, browsers
from tests.server.processes import server_process
from tests.server.site import Client, Site, sealed, serving, serving_file, settings
from tests.server.visits import Order, Visits, by_the_day, leave, left, order, turn

DEAL = 7
STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: DEAL) as running:
        yield running


def three(site: Site, **options: Any) -> tuple[str, list[str]]:
    return by_the_day(site, "5-ages", 3, **options)


def first(client: Client) -> str:
    return str(client.update["legal"][0]["text"])


def answer(site: Site, table: str, token: str, *said: str) -> Any:
    """Look in, answer, with the first that is legal if it is not said, and go; what was seen."""
    client = site.join(table, token)
    told = client.play(*(said or [first(client)]), id=str(client.update["decision"]))
    assert "accepted" == told["type"], told
    client.sync()
    client.close()
    return client.update


def to_trade(site: Site, table: str, tokens: list[str]) -> None:
    for token in tokens:
        answer(site, table, token)


def rest_of_trade(*more: Order) -> list[Order]:
    return [order("trade", "pass"), *more]


def test_an_order_answers_once_the_question_is_asked(site: Site):
    table, tokens = three(site)
    cards = [move["card"] for move in site.join(table, tokens[0]).update["legal"]]
    build = order("build", *[f"build {card}" for card in cards], "done", round=1)
    told = leave(site, table, tokens[0], *rest_of_trade(build))
    assert (["trade", "build"], []) == ([one["phase"] for one in told["orders"]], told["used"])
    to_trade(site, table, tokens)  # the order answers the first step as well
    for token in tokens[1:]:
        answer(site, table, token, "pass")
    seen = site.join(table, tokens[0]).update
    assert ("build", [f"build {cards[0]}"]) == (seen["seen"]["phase"], sealed(seen))
    used = left(site, table, tokens[0])["used"]
    assert [("trade", 1, ["pass"]), ("build", 1, [f"build {cards[0]}"])] == [
        (one["phase"], one["round"], [move["text"] for move in one["moves"]]) for one in used
    ]
    assert [] == left(site, table, tokens[1])["used"]


def test_what_is_asked_already_is_asked_of_the_person(site: Site):
    table, tokens = three(site)
    to_trade(site, table, tokens)
    leave(site, table, tokens[0], order("trade", "pass"))
    seen = site.join(table, tokens[0]).update
    assert ("trade", False) == (seen["seen"]["phase"], seen["complete"])


def test_an_order_that_cannot_be_carried_out_asks_the_person(site: Site):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("trade", "withdraw"), order("trade", "pass", round=2))
    to_trade(site, table, tokens)
    seen = site.join(table, tokens[0]).update
    assert ("trade", []) == (seen["seen"]["phase"], sealed(seen))


def test_what_an_order_answered_may_be_changed_and_is_not_answered_again(site: Site):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("trade", "pass"))
    to_trade(site, table, tokens)
    ann = site.join(table, tokens[0])
    assert ["pass"] == sealed(ann.update)
    ann.take_back(id="back")
    ann.sync()
    answer(site, table, tokens[1], "pass")
    ann.sync()
    assert ([], 2) == (sealed(ann.update), ann.update["decision"])


def test_an_order_is_withdrawn_by_leaving_the_others(site: Site):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("trade", "pass"), order("trade", "done"))
    assert 1 == len(leave(site, table, tokens[0], order("trade", "done"))["orders"])
    assert [] == leave(site, table, tokens[0])["orders"]
    to_trade(site, table, tokens)
    assert not site.join(table, tokens[0]).update["complete"]


def test_what_is_over_stands_no_more(site: Site):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("build", "build AS", round=1), order("trade", "pass"))
    for token in tokens * 3:  # rows, a step of trade, building
        client = site.join(table, token)
        if not client.update["complete"]:
            said = "done" if client.update["seen"]["phase"] == "trade" else first(client)
            client.play(said, id=str(client.update["decision"]))
            client.sync()
        client.close()
    told = left(site, table, tokens[0])
    assert 2 == site.join(table, tokens[1]).update["seen"]["round"]
    assert ["trade"] == [one["phase"] for one in told["orders"]]


@pytest.mark.parametrize(
    "wrong, why",
    [
        (order("row", "keep AS"), "phase: expected one of trade, build, not 'row'"),
        (order("build", "build 1X"), "wishes: no such move: 'build 1X'"),
        (order("build", "build AS", when="asked"), "when: expected none, not 'asked'"),
        (order("trade", "pass", when="rich"), "when: expected one of asked, or none, not 'rich'"),
    ],
)
def test_what_could_never_answer_is_refused(site: Site, wrong: Order, why: str):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("trade", "pass"))
    assert {"error": "illegal", "message": why} == leave(site, table, tokens[0], wrong)
    assert 1 == len(left(site, table, tokens[0])["orders"])


@pytest.mark.parametrize(
    "body",
    [
        {"match": 1, "orders": [order("trade")]},
        {"match": 1, "orders": [order("trade", *["pass"] * 31)]},
        {"match": 1, "orders": [order("trade", "pass")] * 41},
        {"match": 1, "orders": [{**order("trade", "pass"), "more": 1}]},
        {"match": 1, "orders": [order("trade", "x" * 201)]},
    ],
)
def test_what_is_no_list_of_orders_is_refused(site: Site, body: Any):
    table, tokens = three(site)
    refused = site.post(f"/api/tables/{table}/orders", body, tokens[0])
    assert (400, "malformed") == (refused.status_code, refused.json()["error"])


def test_orders_are_for_those_who_play_and_for_their_match(site: Site):
    table, tokens = three(site)
    assert (
        "not_your_seat"
        == site.post(f"/api/tables/{table}/orders", {"match": 1, "orders": []}).json()["error"]
    )
    assert "not_your_seat" == site.get(f"/api/tables/{table}/orders", "stranger").json()["error"]
    assert "stale" == leave(site, table, tokens[0], match=2)["error"]
    made = site.create("you", "open", "open", game="5-ages", pace="daily")
    assert "not_started" == leave(site, made["table"], made["token"])["error"]


def test_orders_are_for_tables_by_the_day(site: Site):
    table, tokens, _ = site.three(game="5-ages")
    assert {} == left(site, table, tokens[0])["terms"]
    told = leave(site, table, tokens[0], order("trade", "pass"))
    assert "orders are for tables by the day" == told["message"]


def test_a_bot_that_keeps_a_seat_has_no_orders(site: Site):
    table, tokens = three(site)
    leave(site, table, tokens[0], order("trade", "pass"))
    to_trade(site, table, [tokens[0]])
    site.post(f"/api/tables/{table}/leave", {}, tokens[0])
    to_trade(site, table, tokens[1:])
    site.join(table, tokens[0]).sync()
    assert [] == left(site, table, tokens[0])["used"]


# --- the replay


def test_the_replay_tells_which_orders_were_never_used(site: Site):
    table, tokens = three(site, rounds=2)
    leave(site, table, tokens[1], order("build", "build AS", round=2))
    leave(site, table, tokens[1])  # withdrawn

    def orders(update: Any) -> list[Order]:
        seen = update["seen"]
        said = {
            (0, 1): [order("trade", "withdraw", round=1), order("trade", "pass")],
            # What stands now takes the place of what stood, and of no former round.
            (0, 2): [order("trade", "pass"), order("trade", "done", round=1)],
            (2, 1): [order("trade", "withdraw")],
        }
        return said.get((seen["seat"], seen["round"]), []) if seen["phase"] == "row" else []

    Visits(site, table, tokens).play(people.answer, orders)
    whole = {"when": "", "seat": 0, "phase": "trade"}
    expected = [
        {**whole, "round": 1, "wishes": ["withdraw"], "used": False},
        {**whole, "round": 0, "wishes": ["pass"], "used": True},
        {**whole, "seat": 2, "round": 0, "wishes": ["withdraw"], "used": False},
    ]
    record = site.get(f"/api/tables/{table}/record").json()
    assert expected == record["left"]
    for replay in (
        site.get(f"/api/tables/{table}/replay?seat=1").json(),
        site.post("/api/records", {"record": record, "seat": 1}).json()["replay"],
    ):
        texts = [{**one, "wishes": [w["text"] for w in one["wishes"]]} for one in replay["left"]]
        assert expected == texts


# --- a secret


def what_ben_gets(
    path: Path, game: str, said: list[str], *orders: Order
) -> tuple[list[bytes], list[str]]:
    """All that Ben is sent until Ann has answered, whatever she leaves; and what is logged."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Line("json"))
    log.addHandler(handler)
    changes = settings(seed=lambda: DEAL, table_id=lambda: "sametable")
    try:
        with serving(open_store(str(path)), changes) as site:
            table, tokens = by_the_day(site, game, 3, **HOW[game])
            ben = site.join(table, tokens[1])
            leave(site, table, tokens[0], *orders)
            leave(site, table, tokens[0], order("nothing", "build XX"))
            [asked, *_] = [token for token in tokens if turn(site, table, token)]
            answer(site, table, asked, *said)
            ben.sync()
            got = [*ben.frames]
            paths = [f"/api/tables/{table}{end}" for end in ("", "/orders", "/record", "/replay")]
            got += [site.get(path_, tokens[1]).content for path_ in paths]
            shown = site.get("/api/held").content + site.get("/metrics").content
            assert b"QH" not in shown
    finally:
        log.removeHandler(handler)
    return [frame for frame in got if b"countdown" not in frame], written.getvalue().splitlines()


SWAP = ("give Cul", "give Equ", "want Sea", "want Gov")
HOW: dict[str, dict[str, Any]] = {"5-ages": {}, "civ-builder": {"civ_pick": "random"}}


@pytest.mark.parametrize(
    "game, said, some",
    [
        ("5-ages", [],
         [order("trade", "offer QH for W:4S", "pass", when="asked"), order("build", "build QH")]),
        ("civ-builder", ["pass"],
         [order("answer", *SWAP, "accept", when="swap"), order("answer", "decline")]),
    ],
)  # fmt: skip
def test_nobody_hears_that_another_has_left_orders(
    tmp_path: Path, game: str, said: list[str], some: list[Order]
):
    without, _ = what_ben_gets(tmp_path / "one.sqlite3", game, said)
    with_, logged = what_ben_gets(tmp_path / "other.sqlite3", game, said, *some)
    assert without == with_
    words = ("QH", "build", "Equ", "decline")
    assert [] == [line for line in logged if any([word in line for word in words])]


# --- what is stored


@pytest.fixture(params=STORES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "site.sqlite3")
    return str(request.getfixturevalue("postgres_url"))


def test_orders_outlive_the_server(address: str):
    with serving(open_store(address), settings()) as site:
        table, tokens = three(site)
        leave(site, table, tokens[0], order("trade", "done"))
        kept = leave(site, table, tokens[0], order("trade", "pass"))
    with serving(open_store(address), settings()) as site:
        assert kept == left(site, table, tokens[0])
        to_trade(site, table, tokens)
        assert ["pass"] == sealed(site.join(table, tokens[0]).update)
    with serving(open_store(address), settings()) as site:
        [used] = left(site, table, tokens[0])["used"]
        assert ("trade", 1) == (used["phase"], used["round"])


def test_orders_outlive_a_kill(tmp_path: Path):
    path = str(tmp_path / "site.sqlite3")
    with server_process(path) as (process, site):
        table, tokens = three(site)
        kept = leave(site, table, tokens[0], order("trade", "pass"))
        process.kill()
    with server_process(path) as (_, site):
        assert kept == left(site, table, tokens[0])
        to_trade(site, table, tokens)
        assert ["pass"] == sealed(site.join(table, tokens[0]).update)


def test_orders_go_with_a_backup(tmp_path: Path):
    path, copy = tmp_path / "site.sqlite3", tmp_path / "copy.sqlite3"
    with serving_file(path) as site:
        table, tokens = three(site)
        kept = leave(site, table, tokens[0], order("trade", "pass"))
        back_up(str(path), str(copy))
    with serving_file(copy) as site:
        assert kept == left(site, table, tokens[0])


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        [[count]] = database.execute("SELECT COUNT(*) FROM orders").fetchall()
    return int(count)


def erase(path: Path, table: str) -> None:
    """As a server does with a table that nobody comes back to."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM tables WHERE id = ?", (table,))


@pytest.mark.parametrize("erased", ["table", "person"])
def test_orders_are_erased_with_their_table_and_their_person(tmp_path: Path, erased: str):
    path = tmp_path / "site.sqlite3"
    with serving_file(path) as site, browsers(site, FIREFOX) as [ann]:
        seats = [{"kind": kind} for kind in ("you", "open", "open")]
        wish = {"game": "5-ages", "seats": seats, "pace": "daily", "name": "Ann"}
        made = ann.post("/api/tables", wish)
        table, token = made["table"], made["token"]
        for name in ("Ben", "Cleo"):
            site.sit(table, name)
        site.start(table, token)
        leave(site, table, token, order("trade", "pass"))
        assert 1 == rows(path)
        told = ann.get("/api/me/export")["person"]["orders"]
        assert [(table, 1)] == [(one["table_id"], one["number"]) for one in told]
        if erased == "person":
            ann.post("/api/me/erase")
        else:
            erase(path, table)
        assert 0 == rows(path)
