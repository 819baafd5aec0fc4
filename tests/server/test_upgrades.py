"""A database of any version that there has been is brought to this one, and its match goes on."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import Final

import msgspec
import pytest

from microciv.server.api.tournaments import Drawn, Tournament
from microciv.server.people.people import hash_key
from microciv.server.store import sql
from microciv.server.store.people_sql import TOLD
from microciv.server.store.rows import Unfit
from microciv.server.store.store import Store, open_store
from microciv.server.table.replays import packed, unpacked
from microciv.server.table.tables import Given, Latecomer, Person, Plans
from tests.server.browsers import FIREFOX, browsers
from tests.server.site import first_choice, sealed, serving, settings
from tests.server.test_stranded import Kept, begun

STEPS: Final = (
    *("f35d16389c5f", "a843be1cf606", "098769793deb", "e975149cd82d"),
    *("3a487445dc7d", "da9a8ac6fcd0", "084910f9640c", "4b870f843edb"),
    *("8e5f3c0c8a7d", "f43ded4ec598", "f8154b88fc1d", "740f4607176c"),
    *("4ee3ca7a2580", "2ce57a16c161", "ba1c65cfe9f9"),
    *("dd358d7f9841", "796328651d58", "2bd33e780a41", "477f64deea46"),
    *("a8a26a11f8f5", "e474288a067e", "bc20d804ffb3"),
)
"""The steps that there have been, by their digests: a new one is added here, none is changed."""
STORES: Final = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def test_no_step_has_changed_that_databases_have_taken():
    digests = [hashlib.sha256("\n".join(step).encode()).hexdigest() for step in sql.MIGRATIONS]
    assert [*STEPS] == [digest[:12] for digest in digests]


async def keep_as_before(store: Store, kept: Kept) -> None:
    """Store a match as the first version did: later ones only have more columns."""
    table, match = kept.table, kept.match
    rows: list[tuple[str, tuple[object, ...]]] = [
        (
            "tables (id, version, state, open_seats, body, changed)",
            (table.id, 1, "playing", 0, msgspec.json.encode(table), 5),
        ),
        (
            "matches (table_id, number, game, options, names, seed)",
            (
                table.id,
                1,
                match.game,
                *map(json.dumps, (match.options, match.names)),
                f"{match.seed:x}",
            ),
        ),
    ]
    columns = "table_id, number, ply, seat, set_number, moves, answer_id, played_by"
    for one in kept.log:
        entry = (
            table.id,
            1,
            one.ply,
            one.seat,
            one.decision,
            json.dumps(one.moves),
            one.id,
            one.by,
        )
        rows.append((f"entries ({columns})", entry))
    for into, values in rows:
        await put(store, into, values)


async def put(store: Store, into: str, values: Collection[object]) -> None:
    """A row into a table and its columns."""
    marks = ", ".join(["?"] * len(values))
    await store.run(sql.single(f"INSERT INTO {into} VALUES ({marks}) RETURNING 1", *values))


@pytest.mark.anyio
@pytest.mark.parametrize("version", range(1, len(STEPS)))
@pytest.mark.parametrize("kind", STORES)
async def test_a_match_of_a_former_version_goes_on(
    kind: str,
    version: int,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    if kind == "sqlite":
        address = str(tmp_path / "site.sqlite3")
    else:
        address = request.getfixturevalue("postgres_url")
    kept = begun("5x", "former")
    with monkeypatch.context() as before:
        before.setattr(sql, "MIGRATIONS", sql.MIGRATIONS[:version])
        store = open_store(address)
        await store.open()
        await keep_as_before(store, kept)
        await store.close()
    with serving(open_store(address), settings()) as site:
        clients = [site.join("former", token) for token in kept.tokens]
        last = kept.log[-1]
        assert [*last.moves] == sealed(clients[last.seat].update)
        to_act = [client for client in clients if client.update["legal"]]
        for client in to_act:
            client.sync()
            if not client.update["answer"]:
                assert "accepted" == client.play(first_choice(client))["type"]
        for client in clients:
            client.until_decision(last.decision + 1)


FAR: Final = 9_000_000_000_000
"""A moment, in milliseconds, at which nothing is due yet."""
PAST: Final = {"table_id": "over", "number": 1}
CUP: Final = Tournament("5x", "swiss", 3, 2, ["ann", "ben"], "none", 0, [[Drawn("over", ["ann"])]])
ROWS: Final[list[tuple[str, dict[int, dict[str, object]]]]] = [
    (
        "people",
        {
            11: {"id": "ann", "made": 1, "name": "Ann"},
            15: {"zone": "UTC", "quiet_from": 60, "quiet_to": 120},
            21: {"language": "de"},
        },
    ),
    (
        "keys",
        {
            11: {
                "id": "k",
                "person": "ann",
                "hash": hash_key("key"),
                "label": "",
                "made": 1,
                "seen": FAR,
            }
        },
    ),
    ("people", {16: {"id": "bot", "made": 2, "name": "Bea", "owner": "ann", "looks": "bea"}}),
    (
        "keys",
        {16: {"id": "b", "person": "bot", "hash": "h", "label": "", "made": 1, "seen": FAR}},
    ),
    (
        "passkeys",
        {
            11: {"id": "p", "person": "ann", "public": b"public", "signs": 3}
            | {"label": "", "made": 1, "seen": 0}
        },
    ),
    ("visits", {11: {"person": "ann", "table_id": "former"}}),
    (
        "played",
        {
            11: {**PAST, "person": "ann", "seat": 0, "game": "5x", "variant": "", "people": 2}
            | {"company": "[]", "place": 1, "score": 20, "unit": 2, "begun": 100, "ended": 200},
            13: {"rating_before": 1000.0, "rating": 1010.0, "spread": 140.0},
            14: {"seats": 3},
            19: {"group_id": "friday"},
        },
    ),
    (
        "ratings",
        {
            13: {"person": "ann", "game": "5x", "seats": 3, "points": 1010.0, "spread": 140.0}
            | {"matches": 1, "provisional": 1, "name": "Ann", "rated": 200}
        },
    ),
    (
        "deadlines",
        {15: {"table_id": "former", "number": 1, "set_number": 1, "terms": "", "due": FAR}},
    ),
    (
        "day_deals",
        {
            17: {"day": "2026-01-01", "game": "5x", "person": "ann", "table_id": "over"},
            22: {"gone": 1},
        },
    ),
    (
        "addresses",
        {
            18: {"address": "ann@example.org", "person": "ann"}
            | {"confirmed": 1, "wanted": 0, "mailed": 5}
        },
    ),
    (
        "pushes",
        {
            18: {"endpoint": "https://push.example/ann", "person": "ann", "key_id": "k"}
            | {"public": "public", "auth": "auth", "made": 1}
        },
    ),
    ("hooks", {18: {"table_id": "former", "person": "ann", "url": "https://hook.example"}}),
    ("groups", {19: {"id": "friday", "title": "Friday", "made": 1}}),
    ("members", {19: {"group_id": "friday", "person": "ann", "name": "Ann", "number": 1}}),
    (
        "tournaments",
        {
            19: {"id": "cup", "group_id": "friday", "version": 0, "made": 1}
            | {"body": msgspec.json.encode(CUP).decode()}
        },
    ),
    (
        "orders",
        {20: {"table_id": "former", "number": 1, "holder": "h", "person": "ann", "body": "[]"}},
    ),
]
"""What is kept of people, by the version from which on there is such a row or column."""


def rows_of(version: int) -> list[tuple[str, dict[str, object]]]:
    """What there is to be kept in this version."""
    return [
        (
            table,
            {
                column: value
                for since, some in columns.items()
                if since <= version
                for column, value in some.items()
            },
        )
        for table, columns in ROWS
        if min(columns) <= version
    ]


def test_whatever_is_told_to_people_is_put_into_former_versions():
    known: dict[str, set[str]] = {}
    for table, row in rows_of(len(STEPS)):
        known.setdefault(table, set()).update(row)
    # Codes and notices are of minutes, and are not missed.
    told = {name: {*columns} for name, columns in TOLD.items() if name not in ("codes", "notices")}
    assert {} == {
        table: columns - known[table] for table, columns in told.items() if columns - known[table]
    }


@pytest.mark.anyio
@pytest.mark.parametrize("version", range(11, len(STEPS)))
@pytest.mark.parametrize("kind", STORES)
async def test_what_a_former_version_kept_of_people_is_there(
    kind: str,
    version: int,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    sqlite = kind == "sqlite"
    address = str(tmp_path / "site.sqlite3") if sqlite else request.getfixturevalue("postgres_url")
    with monkeypatch.context() as before:
        before.setattr(sql, "MIGRATIONS", sql.MIGRATIONS[:version])
        store = open_store(address)
        await store.open()
        await keep_as_before(store, begun("5x", "former"))
        for table, row in rows_of(version):
            await put(store, f"{table} ({', '.join(row)})", row.values())
        await store.close()
    store = open_store(address)
    await store.open()
    for table, row in rows_of(version):
        where = " AND ".join([f"{column} = ?" for column in row])
        found = sql.single(f"SELECT {', '.join(row)} FROM {table} WHERE {where}", *row.values())
        assert [tuple(row.values())] == await store.run(found), table
    await store.close()
    with serving(open_store(address), settings()) as site, browsers(site, FIREFOX) as [ann]:
        ann.http.cookies.set("microciv", "key")
        ann.http.headers["accept-language"] = "de"
        me, told = ann.me(), ann.get("/api/me/export")["person"]
        assert ("Ann", True, 1, 1) == (
            me["name"],
            me["account"],
            me["played"],
            len(ann.get("/api/me/matches")["matches"]),
        )
        for table, row in rows_of(version):
            if table in TOLD and "bot" not in (row.get("id"), row.get("person")):
                [one] = told[table]
                same = {*one} & {*row} - {"company"}
                assert {column: row[column] for column in same} == {
                    column: one[column] for column in same
                }
        assert version < 13 or 1 == len(ann.get("/api/me/ratings"))
        assert version < 15 or {"zone": "UTC", "start": 60, "end": 120} == me["quiet"]
        assert version < 16 or ["Bea"] == [one["name"] for one in ann.get("/api/me/bots")]
        assert version < 18 or ("ann@example.org", False, True) == (
            me["address"],
            me["mails"],
            me["push"],
        )
        if version >= 19:
            inside = ann.get("/api/groups/friday")["inside"]
            [cup] = inside["tournaments"]
            assert (["Ann"], [[1]]) == (
                [one["name"] for one in inside["members"]],
                [one["places"] for one in cup["drawn"][0]],
            )


def test_former_replays_and_tables_say_set_instead_of_decision():
    step = {"decision": 1, "events": ['{"set":1,"events":'], "seen": {}}
    now = packed({"0": {"steps": [step]}})
    former = zlib.compress(zlib.decompress(now).replace(b'"decision"', b'"set"'))
    assert now != former
    assert unpacked(now) == unpacked(former)
    table = b'{"table": "t", "match": 1, "seed": "ff", "set": 3}'
    assert Given("t", 1, "ff", 3) == msgspec.json.decode(table, type=Given)
    with pytest.raises(Unfit, match="cannot be read"):
        unpacked(b"no replay")


def test_tables_are_stored_with_places_instead_of_chairs():
    ann = Person("Ann", "a")
    late = msgspec.json.encode(Latecomer(ann, 1, 2))
    assert {"place": 1, "set": 2}.items() <= msgspec.json.decode(late).items()
    assert Latecomer(ann, 1, 2) == msgspec.json.decode(late, type=Latecomer)
    plans = msgspec.json.encode(Plans(chairs={"a": 1}))
    assert {"a": 1} == msgspec.json.decode(plans)["places"]
    assert Plans(chairs={"a": 1}) == msgspec.json.decode(plans, type=Plans)
