"""What a device keeps: what changed, all of it or nothing, and not more and more of it."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from microciv.device import store as kept_by
from microciv.device.store import PAGE, DeviceStore, changed_pages
from tests.device.page import Disk, Page

END = 10_000

pytestmark = pytest.mark.anyio


async def test_an_answer_writes_what_it_changed_and_no_more():
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    seat = await page.join(await page.create("5x", "easy", "easy"))
    disk.writes.clear()
    await seat.play_until(2)
    assert disk.writes
    assert max([len(pages.changed) for pages in disk.writes]) <= 8 < len(disk.pages)
    assert disk.kept == page.site.rooms.store._database.serialize()  # type: ignore[attr-defined]
    await page.site.close()


async def test_nothing_is_written_when_nothing_has_changed():
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    await page.site.close()
    disk.writes.clear()
    store = DeviceStore(disk.kept, disk.keep)
    await store.open()
    await store.reach()
    await store.close()
    assert [] == disk.writes


async def test_matches_that_are_over_go_when_there_are_many_others_and_a_table_with_its_last(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(kept_by, "MOST_FINISHED", 2)
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    unfinished = await page.create("5x", "random", "random")
    over = [await play_out(page) for _ in range(3)]
    again = await page.join(over[2])
    await page.ask("POST", f"/api/tables/{over[2]['table']}/rematch", {}, over[2]["token"])
    await again.next("table")
    await again.hang_up()
    await page.site.close()
    page = Page(disk)
    await page.site.open()
    for seating, status in ((over[0], 404), (over[1], 200), (over[2], 200), (unfinished, 200)):
        assert status == (await page.ask("GET", f"/api/tables/{seating['table']}"))[0]
    replay = f"/api/tables/{over[2]['table']}/replay?match=1&seat=0"
    assert 200 == (await page.ask("GET", replay))[0]
    await page.site.close()


async def play_out(page: Page) -> Any:
    seating = await page.create("5x", "random", "random")
    seat = await page.join(seating)
    await seat.play_until(END)
    await seat.hang_up()
    return seating


async def test_results_stay_when_a_replay_has_made_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_by, "MOST_FINISHED", 1)
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    over = [await play_out(page) for _ in range(2)]
    await page.site.close()
    page = Page(disk)
    await page.site.open()
    _, history = await page.ask("GET", "/api/me/matches")
    kept = {match["table"]: match["kept"] for match in history["matches"]}
    assert {over[0]["table"]: False, over[1]["table"]: True} == kept
    await page.site.close()


async def test_what_is_tidied_away_leaves_room(monkeypatch: pytest.MonkeyPatch):
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    await play_out(page)
    await page.site.close()
    fill(disk, 3_000_000)
    monkeypatch.setattr(kept_by, "MOST_FINISHED", 0)
    page = Page(disk)
    await page.site.open()
    assert 500_000 > len(disk.kept) == PAGE * len(disk.pages)
    await page.site.close()


def fill(disk: Disk, size: int) -> None:
    """As if its match had been that long."""
    database = sqlite3.connect(":memory:")
    database.deserialize(disk.kept)
    database.execute("UPDATE matches SET replay = ?", (bytes(size),))
    database.commit()
    disk.pages = dict(changed_pages(b"", database.serialize()).changed)
    database.close()


async def test_a_match_that_somebody_watches_stays(monkeypatch: pytest.MonkeyPatch):
    page = Page(Disk())
    await page.site.open()
    seating = await page.create("5x", "random", "random")
    await (await page.join(seating)).play_until(END)
    monkeypatch.setattr(kept_by, "MOST_FINISHED", 0)
    await page.site.rooms.tidy()
    assert 200 == (await page.ask("GET", f"/api/tables/{seating['table']}/record"))[0]
    await page.site.close()


async def test_all_is_kept_where_what_was_kept_is_gone_or_another_s():
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    disk.pages, disk.strange = {0: b"of nobody"}, True
    await seat.play_until(3)
    await page.site.close()
    page = Page(disk)
    await page.site.open()
    assert seat.update["decision"] == (await page.join(seating)).update["decision"]
    await page.site.close()


async def test_where_there_is_no_room_the_match_goes_on_in_memory_until_there_is():
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    disk.full = True
    await seat.play_until(3)
    assert seat.update["decision"] >= 3
    disk.full = False
    await seat.play_until(4)  # the next answer keeps all that was not
    kept = Page(disk)
    await kept.site.open()
    assert seat.update["decision"] == (await kept.join(seating)).update["decision"]
    await kept.site.close()
    await page.site.close()


async def test_a_tab_that_is_killed_loses_no_answer_that_was_acknowledged():
    disk = Disk()
    page = Page(disk)
    await page.site.open()
    seating = await page.create("5x", "easy", "easy")
    seat = await page.join(seating)
    accepted = await seat.play(seat.update["legal"][0]["text"])
    assert "accepted" == accepted["type"]
    killed = Disk(disk.kept)  # what is written from now on comes too late
    again = Page(killed)
    await again.site.open()
    back = await again.join(seating)
    assert [step["text"] for step in back.update["answer"]] or back.update["decision"] > 1
    await again.site.close()
    await page.site.close()


def test_pages_together_are_the_database():
    before, after = bytes(3 * PAGE), bytes(PAGE) + b"\1" * PAGE
    pages = changed_pages(before, after)
    assert (2, {1: b"\1" * PAGE}, False) == (pages.total, pages.changed, pages.whole)
    assert changed_pages(b"", after).whole
