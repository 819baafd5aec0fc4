"""The site on a device: what a server tells, without one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from microciv.device.site import SETTINGS
from microciv.device.store import DeviceStore
from microciv.games import brought, catalogue
from microciv.puzzles import puzzle_of
from microciv.server.store.rows import StoreError
from microciv.server.store.store import open_store
from tests.device.page import SEEDED, BrowserLoop, Disk, Page
from tests.server.site import AT_ONCE, Client, serving

END = 10_000
PATIENCE = 60
SETTINGS_AT_ONCE = replace(AT_ONCE, table_id=SETTINGS.table_id)

pytestmark = pytest.mark.anyio


async def test_a_match_on_a_device_is_the_match_that_a_server_would_have_dealt(tmp_path: Path):
    page = Page(Disk())
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    await seat.play_until(END)
    here = [
        (await page.ask("GET", f"/api/tables/{seating['table']}/{what}"))[1]
        for what in ("record", "replay?seat=0", "replay?seat=15")
    ]
    await page.site.close()
    with serving(open_store(str(tmp_path / "site")), SEEDED) as site:
        host = site.create("you", "bot:easy", "bot:easy")
        play_alone(site.join(host["table"], host["token"]))
        there = [
            site.get(f"/api/tables/{host['table']}/{what}").json()
            for what in ("record", "replay?seat=0", "replay?seat=15")
        ]
    assert there == here


def play_alone(client: Client) -> None:
    while client.update["places"] is None:
        if client.update["legal"] and not client.update["complete"]:
            sealed = [step["text"] for step in client.update["answer"]]
            id_ = f"{client.update['decision']}-{len(sealed)}"
            client.play(*sealed, client.update["legal"][0]["text"], id=id_)
        client.next("update")


@pytest.mark.parametrize("game", [name for name in catalogue() if not brought(name)])
async def test_a_match_goes_on_from_what_was_kept_when_the_page_was_killed(game: str):
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    seating = await page.create(game, "easy", "easy")
    seat = await page.join(seating)
    await seat.play_until(3)
    before, seen = disk.kept, seat.update
    await page.site.close()
    again = Page(Disk(before))  # nothing was written while the page died
    await again.site.open()
    seat = await again.join(seating)
    assert [seen[part] for part in ("decision", "seen", "legal")] == [
        seat.update[part] for part in ("decision", "seen", "legal")
    ]
    await again.site.close()


@pytest.mark.parametrize("anyio_backend", [("asyncio", {"loop_factory": BrowserLoop})])
@pytest.mark.parametrize("game", ["5x", "5-ages"])
async def test_bots_answer_after_their_moment_by_the_clock_of_a_browser(game: str):
    page = Page(Disk(), replace(SEEDED, moment=0.01))
    await page.site.open()
    seating = await page.create(game, "random", "random")
    async with asyncio.timeout(PATIENCE):
        await (await page.join(seating)).play_until(END)
    await page.site.close()


async def test_what_needs_a_server_s_words_is_refused_in_them():
    page = Page(Disk())
    await page.site.open()
    assert (404, "not_found") == told(await page.ask("GET", "/api/nothing"))
    assert (404, "unknown_table") == told(await page.ask("GET", "/api/tables/0nothing"))
    assert (400, "malformed") == told(await page.ask("POST", "/api/tables", {"gaem": "5x"}))
    unknown = {"game": "7x", "seats": [{"kind": "you"}]}
    assert (422, "bad_option") == told(await page.ask("POST", "/api/tables", unknown))
    await page.site.close()


def told(answer: Any) -> tuple[int, str]:
    return answer[0], answer[1]["error"]


async def test_hints_and_a_review_are_worked_out_where_the_bots_think():
    page = Page(Disk())
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    await seat.send(type="hint", match=1, decision=seat.update["decision"], id="h")
    assert (await seat.next("hinted", "refused"))["options"]
    await seat.play_until(END)
    status, _ = await page.ask("GET", f"/api/tables/{seating['table']}/review?seat=0")
    assert (200, "plan", "sum") == (status, page.grown[0]["type"], page.grown[-1]["type"])
    await page.site.close()


async def test_a_finished_match_is_played_once_more_with_its_deal():
    page = Page(Disk(), SETTINGS_AT_ONCE)
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    dealt = seat.update["seen"]
    await seat.play_until(END)
    status, again = await page.ask("POST", f"/api/tables/{seating['table']}/again", {"seat": 0})
    assert (201, "0") == (status, again["table"][0])
    assert dealt == (await page.join(again)).update["seen"]
    await page.site.close()


async def test_what_was_played_on_a_device_is_told_with_its_results():
    page = Page(Disk())
    await page.site.open()
    assert 0 == (await page.ask("GET", "/api/me/matches"))[1]["total"]
    seating = await page.create("5x", "random", "easy")
    seat = await page.join(seating)
    await seat.play_until(END)
    _, history = await page.ask("GET", "/api/me/matches?game=5x&company=bots")
    match = history["matches"][0]
    expected = (seating["table"], 1, "5x", seat.update["places"][0], seat.update["scores"][0], True)
    told = (match[part] for part in ("table", "match", "game", "place", "score", "kept"))
    assert expected == tuple(told)
    assert ["Ann", None] == [match["company"][0][part] for part in ("name", "level")]
    assert {"5x": 1} == history["games"]
    await page.site.close()


async def test_a_store_that_cannot_be_read_says_so():
    store = DeviceStore(b"no database at all", Disk().keep)
    with pytest.raises(StoreError, match="what this device has kept cannot be used"):
        await store.open()


def test_the_id_of_a_table_tells_that_it_is_on_a_device():
    assert SETTINGS.table_id is not None
    assert "0" == SETTINGS.table_id()[0]


async def test_puzzles_are_the_same_on_a_device():
    page = Page(Disk())
    await page.site.open()
    puzzle = puzzle_of("5x", 1)
    status, told = await page.ask("GET", "/api/puzzles/5x/1")
    assert (200, puzzle.id) == (status, told["id"])
    status, judged = await page.ask("POST", "/api/puzzles/5x/1", {"moves": [puzzle.best]})
    assert (200, 0) == (status, judged["place"])
    await page.site.close()
