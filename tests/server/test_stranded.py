"""A stored match that cannot be gone on with: all are told so, nobody is told more, and there is a
way out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from microciv.core.options import describe
from microciv.games import catalogue
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import sql
from microciv.server.store.rows import Entry, MatchRow, Outcome, TableRow
from microciv.server.store.store import Store, open_store
from microciv.server.table import new_tables, seating, tables
from microciv.server.table.live_match import LiveMatch, resume
from microciv.server.wire.messages import NewTable, SeatPlan, Sit
from microciv.trust import seed_hash
from tests.server.site import Client, Site, sealed, serving_file, settings
from tests.server.test_clock import Eye

# Forecast asks several at once in its first question only: no answer lies sealed later on.
GAMES: Final = [name for name in catalogue() if name != "forecast"]
GONE: Final = "a-game-that-is-gone"
ANSWERS: Final = 8


@dataclass(frozen=True)
class Kept:
    """A match in the midst of a decision set, as it will be stored."""

    table: tables.Table
    match: MatchRow
    log: list[Entry]
    tokens: list[str]
    after: tuple[str, ...] = ()
    """What is done to the database afterwards."""

    @property
    def secrets(self) -> list[str]:
        """What nobody may be told."""
        sealed = [text for entry in self.log[-1:] for text in entry.moves]
        return [*sealed, f"{self.match.seed:x}"]


Damage = Callable[[Kept], Kept]


def begun(game: str, id_: str) -> Kept:
    """A match of people who have answered some questions; the last answer lies sealed."""
    seats = [SeatPlan(kind="you")] + [SeatPlan(kind="open")] * (catalogue()[game].seats[0] - 1)
    table, token, _ = new_tables.new_table(NewTable(game=game, seats=seats, name="Ann"), id_)
    tokens = [token]
    while table.open():
        tokens.append(tables.new_token())
        table = seating.sit(table, Sit(name=f"P{len(tokens)}"), tokens[-1])
    table = seating.start(table, None)
    opened = table.open_game()
    match = MatchRow(id_, 1, game, table.options, table.names(), 0xFEED << 64, opened.rules)
    live = LiveMatch(opened, match)
    while live.plies < ANSWERS or live.log[-1].decision != live.decision:
        seat = live.match.to_act()[0]
        seen = live.match.observe(seat)
        live.answer(seat, (*[move.text for move in seen.answer], seen.legal[-1].text))
    return Kept(table, match, live.log, tokens)


def last(**changes: Any) -> Damage:
    """Change the last entry of the log."""
    return lambda kept: replace(kept, log=[*kept.log[:-1], replace(kept.log[-1], **changes)])


def row(**changes: Any) -> Damage:
    return lambda kept: replace(kept, match=replace(kept.match, **changes))


def after(*sql: str) -> Damage:
    return lambda kept: replace(kept, after=sql)


def illegal(kept: Kept) -> Kept:
    """A move of the game that cannot be made there."""
    game = kept.table.open_game()
    live = LiveMatch(game, kept.match)
    for entry in kept.log[:-1]:
        live.replay(entry)
    seat = kept.log[-1].seat
    legal = [*live.question(seat).legal]
    move = next(move for move in reversed(game.moves.all) if move not in legal)
    return last(moves=(move.text,))(kept)


def refused_value(kept: Kept) -> Kept:
    options = [one.name for one in describe(catalogue()[kept.table.game].options)]
    name = next((name for name in options if name != "seats"), "open_sesame")
    return row(options={name: "open sesame"})(kept)


def other_rules(by: int) -> Damage:
    return lambda kept: row(rules=(kept.match.rules or 0) + by)(kept)


def without_its_game(kept: Kept) -> Kept:
    table = msgspec.structs.replace(kept.table, game=GONE)
    return replace(row(game=GONE)(kept), table=table)


DAMAGES: Final[dict[str, Damage]] = {
    "an illegal move": illegal,
    "no move": last(moves=("open sesame",)),
    "a move of nobody": last(seat=9),
    "a move of another set": lambda kept: last(decision=kept.log[-1].decision + 1)(kept),
    "nobody agrees": last(seat=9, by="agrees"),
    "a log of no JSON": after("UPDATE entries SET moves = '[' WHERE table_id = ?"),
    "a log with a gap": after("DELETE FROM entries WHERE ply = 3 AND table_id = ?"),
    "higher rules": other_rules(1),
    "lower rules": other_rules(-1),
    "an option that is gone": row(options={"open_sesame": True}),
    "a value that is gone": refused_value,
    "a seed that is none": after("UPDATE matches SET seed = 'open sesame' WHERE table_id = ?"),
    "no row": after("DELETE FROM matches WHERE table_id = ?"),
    "a game that is gone": without_its_game,
}
ALL: Final = [(game, damage) for game in GAMES for damage in DAMAGES]


def name(*words: str) -> str:
    """The id of a table, as each test has its own."""
    return "".join([letter for letter in "".join(words) if letter.isalnum()])


async def keep(store: Store, kept: Kept) -> None:
    body = msgspec.json.encode(kept.table)
    await store.add_table(TableRow(kept.table.id, 1, "playing", 0, body), kept.match)
    await store.append(kept.table.id, 1, kept.log)
    for statement in kept.after:
        await store.run(sql.single(f"{statement} RETURNING *", kept.table.id))


def ended(kept: Kept) -> Outcome:
    """What is kept of a match that came to its end before the rules were changed."""
    live = resume(kept.table.open_game(), replace(kept.match, rules=None), kept.log)
    while not live.over:
        live.absent(live.match.to_act()[0])
    outcome = live.outcome(live.row.names)
    record = msgspec.json.decode(outcome.record)
    return replace(outcome, record=msgspec.json.encode({**record, "rules": kept.match.rules}))


@dataclass(frozen=True)
class Damaged:
    """A server on a database that has been damaged, table by table."""

    site: Site
    tables: dict[str, Kept]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    path = tmp_path_factory.mktemp("stranded") / "site.sqlite3"
    kept = {name(game): begun(game, name(game)) for game in GAMES}
    for game, damage in ALL:
        for use in ("told", "left"):
            id_ = name(game, damage, use)
            kept[id_] = DAMAGES[damage](begun(game, id_))

    kept["broken"] = begun("5x", "broken")
    kept["leaving"] = other_rules(1)(begun("5x", "leaving"))
    kept["closing"] = other_rules(1)(begun("5x", "closing"))
    kept["finished"] = other_rules(1)(begun("5x", "finished"))

    async def fill() -> None:
        store = open_store(str(path))
        await store.open()
        for one in kept.values():
            await keep(store, one)
        await store.append("finished", 1, [], ended(kept["finished"]))
        await store.append("broken", 1, [], Outcome(b"{", b"{"))
        host = tables.Person("Ann", tables.hash_token("host"))
        lobby = tables.Table("gone", GONE, {}, host, [tables.Chair("open")] * 2)
        await store.add_table(TableRow("gone", 1, "lobby", 2, msgspec.json.encode(lobby)))
        await store.add_table(TableRow("unreadable", 1, "lobby", 2, b'{"id": "open sesame"}'))
        await store.close()

    asyncio.run(fill())
    with serving_file(path) as site:
        yield Damaged(site, kept)


@pytest.fixture
def site(damaged: Damaged) -> Iterator[Site]:
    yield damaged.site
    damaged.site.hang_up()


def hello(site: Site, table: str, token: str | None) -> Client:
    """A connection that has been told all there is to be told."""
    client = site.connect(table)
    client.send(type="hello", token=token)
    client.sync()
    return client


def answers(client: Client) -> list[str]:
    """The codes with which all that a seat can want is refused."""
    at = {"match": 1, "decision": 1}
    for message in (
        {"type": "play", **at, "moves": ["x"]},
        {"type": "take_back", **at},
        {"type": "finish", "match": 1, "agree": True},
        {"type": "say", "match": 1, "phrase": "hello"},
        {"type": "hint", **at},
    ):
        client.send(**message)
    return [client.next("refused")["code"] for _ in range(5)]


@pytest.mark.parametrize("game, damage", ALL)
def test_all_are_told_that_it_cannot_be_continued_and_nobody_more(
    damaged: Damaged, site: Site, game: str, damage: str, caplog: pytest.LogCaptureFixture
):
    id_ = name(game, damage, "told")
    kept = damaged.tables[id_]
    path = f"/api/tables/{id_}"
    watcher, *players = [hello(site, id_, token) for token in (None, *kept.tokens)]
    told = [site.get(path, token) for token in (None, *kept.tokens)]
    assert {"stranded"} == {answer.json()["state"] for answer in told}
    assert {"stranded"} == {client.table["state"] for client in (watcher, *players)}
    assert {"stranded"} == {code for client in (watcher, *players) for code in answers(client)}
    for what in ("record", "replay", "review?seat=0"):
        refused = site.get(f"{path}/{what}")
        assert (409, "stranded") == (refused.status_code, refused.json()["error"])
        told.append(refused)
    heard = [frame.decode() for client in (watcher, *players) for frame in client.frames]
    for words in (*heard, *[answer.text for answer in told], caplog.text):
        assert not [secret for secret in kept.secrets if secret in words]
        assert not [token for token in kept.tokens if token in words]
    assert not [frame for frame in heard if '"type":"update"' in frame]
    logged = [(line.levelno, line.getMessage()) for line in caplog.records]
    assert [logging.ERROR] == [level for level, _ in logged], logged
    assert f"table {id_} cannot be gone on with: " in logged[0][1]


@pytest.mark.parametrize("game, damage", ALL)
def test_it_can_be_left_behind(damaged: Damaged, site: Site, game: str, damage: str):
    """By a rematch, where the game is still to be had, and by leaving the table."""
    id_ = name(game, damage, "left")
    path, kept = f"/api/tables/{id_}", damaged.tables[id_]
    clients = [hello(site, id_, token) for token in kept.tokens]
    again = None
    for token in kept.tokens:
        again = site.post(f"{path}/rematch", {"match": 1}, token)
    assert again is not None
    if kept.table.game in catalogue():
        assert 200 == again.status_code, again.text
        for client in clients:
            client.until(lambda message: message["type"] == "update")
            assert ("playing", 2, 2) == (
                client.table["state"], client.table["match"], client.update["match"]
            )  # fmt: skip
        assert 409 == site.post(f"{path}/rematch", {"match": 2}, kept.tokens[0]).status_code
        return
    assert (422, "bad_option") == (again.status_code, again.json()["error"])
    for token in kept.tokens:
        assert 200 == site.post(f"{path}/leave", {}, token).status_code
    assert 404 == site.get(path).status_code


def test_who_leaves_last_closes_the_table(damaged: Damaged, site: Site):
    kept = damaged.tables["leaving"]
    for index, token in enumerate(kept.tokens):
        assert 200 == site.get("/api/tables/leaving").status_code, index
        assert 200 == site.post("/api/tables/leaving/leave", {}, token).status_code
    assert 404 == site.get("/api/tables/leaving").status_code


def test_its_host_can_close_it_at_once_and_nobody_else(damaged: Damaged, site: Site):
    kept = damaged.tables["closing"]
    clients = [hello(site, "closing", token) for token in kept.tokens]
    for token, status in ((None, 401), (kept.tokens[1], 403)):
        assert status == site.post("/api/tables/closing/close", {}, token).status_code
    assert 200 == site.post("/api/tables/closing/close", {}, kept.tokens[0]).status_code
    assert {1001} == {client.closed() for client in clients}
    assert 404 == site.get("/api/tables/closing").status_code
    for other in ("5x", "finished"):
        refused = site.post(f"/api/tables/{other}/close", {}, damaged.tables[other].tokens[0])
        assert (409, "illegal") == (refused.status_code, refused.json()["error"])


def test_a_finished_match_of_other_rules_can_be_watched(damaged: Damaged, site: Site):
    path, kept = "/api/tables/finished", damaged.tables["finished"]
    view = site.get(path).json()
    assert ("stranded", f"{kept.match.seed:x}") == (view["state"], view["seed"])
    assert kept.match.seed is not None
    assert seed_hash(kept.match.seed) == view["seed_hash"]
    assert len(site.get(f"{path}/record").json()["moves"]) >= len(kept.log)
    assert site.get(f"{path}/replay").json()["steps"]
    refused = site.get(f"{path}/review?seat=0")
    assert (409, "stranded") == (refused.status_code, refused.json()["error"])
    assert 200 == site.post(f"{path}/rematch", {}, kept.tokens[0]).status_code


@pytest.mark.parametrize("what", ["replay", "review?seat=0"])
def test_an_outcome_that_is_damaged_is_refused(site: Site, what: str):
    refused = site.get(f"/api/tables/broken/{what}")
    assert (409, "stranded") == (refused.status_code, refused.json()["error"])


@pytest.mark.anyio
async def test_what_another_process_writes_and_nobody_can_read_strands_a_match_in_play(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    rooms = Rooms(open_store(str(tmp_path / "store")), settings())
    await rooms.open()
    kept = begun("5x", "t")
    await keep(rooms.store, kept)
    room = await rooms.room("t")
    eyes = [Eye(token) for token in (None, *kept.tokens)]
    for eye in eyes:
        await room.join(eye)
    assert {"playing"} == {eye.table["state"] for eye in eyes}
    await rooms.store.append("t", 1, [replace(kept.log[-1], ply=len(kept.log), seat=9)])
    for _ in range(2):
        room.stale = True
        await room.catch_up()
    assert {"stranded"} == {eye.table["state"] for eye in eyes}
    assert 1 == len(caplog.records)
    await rooms.close()


@pytest.mark.parametrize("game", GAMES)
def test_other_tables_go_on(damaged: Damaged, site: Site, game: str):
    id_, kept = name(game), damaged.tables[name(game)]
    clients = [site.join(id_, token) for token in kept.tokens]
    last = kept.log[-1]
    assert list(last.moves) == sealed(clients[last.seat].update)
    assert "accepted" == clients[last.seat].take_back()["type"]


def test_lobbies_that_cannot_be_read_are_not_listed_and_hurt_nobody(site: Site):
    made = site.create("you", "open", "open", listed=True)
    assert [made["table"]] == [line["table"] for line in site.get("/api/tables").json()]
    gone = site.get("/api/tables/gone").json()
    assert ("lobby", GONE) == (gone["state"], gone["title"])
    assert 422 == site.post("/api/tables/gone/start", {"fill": "easy"}, "host").status_code
    unreadable = site.get("/api/tables/unreadable")
    assert (409, "stranded") == (unreadable.status_code, unreadable.json()["error"])
    assert "open sesame" not in unreadable.text
    client = site.connect("unreadable")
    client.send(type="hello", token=None)
    assert "stranded" == client.next("refused")["code"]
