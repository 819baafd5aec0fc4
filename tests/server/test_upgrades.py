"""A database of any version that there has been is brought to this one, and its match goes on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

import msgspec
import pytest

from microciv.server import sql
from microciv.server.store import Store, open_store
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
        entry = (table.id, 1, one.ply, one.seat, one.set, json.dumps(one.moves), one.id, one.by)
        rows.append((f"entries ({columns})", entry))
    for into, values in rows:
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
        owing = [client for client in clients if client.update["legal"]]
        for client in owing:
            client.sync()
            if not client.update["answer"]:
                assert "accepted" == client.play(first_choice(client))["type"]
        for client in clients:
            client.until_set(last.set + 1)
