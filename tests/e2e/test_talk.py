"""Table talk: phrases that people choose, and what bots say of their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import OVERFLOW, play_now, wait
from tests.e2e.staged import OVER, Staged
from tests.e2e.test_together import set_table, sit_and_start

pytestmark = pytest.mark.browser

CITIES: Final = ["Ana", "Nineveh", "Memphis", "Mycenae", "Knossos", "Harappa", "Anyang"]
"""As long as names of bots are."""


CUT: Final = """() => [...document.querySelectorAll('.speech')]
    .filter((one) => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth)
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "es-ES"])
@pytest.mark.parametrize("game, seats", [("5x", 6), ("5-ages", 7), ("civ-card-game", 4)])
def test_what_bots_say_is_whole_on_a_desktop(
    site: Site, browse: Open, game: str, seats: int, locale: str
):
    page = browse(site.url, DESKTOP, locale=locale)
    staged = Staged(page, site.url, game, seats, {})
    found: set[str] = set()
    for at, _kind in enumerate(staged.moments([OVER])):
        if at % 4 == 3:
            staged.call(CITIES)
            expect(page.locator(".speech").first).to_be_visible()
            found.update(page.evaluate(CUT))
    assert not found, "\n".join(found)


def test_a_phrase_is_heard_by_the_others_and_muted_at_will(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(site.url)
    bo = browse(set_table(ana, "Ana"), PHONE)
    bo.get_by_label("Your name").fill("Bo")
    sit_and_start(bo, ana)
    assert wait(bo) == "wanted"

    ana.get_by_role("button", name="Talk").click()
    panel = ana.get_by_role("dialog", name="Talk")
    line = panel.get_by_label("Write to the table")
    expect(line).to_be_focused()
    assert axe(ana) == []
    ana.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    ana.get_by_role("button", name="Talk").click()
    expect(line).to_be_focused()
    panel.get_by_role("button", name="Let me think").focus()
    ana.keyboard.press("Enter")
    expect(panel).to_be_hidden()

    seat = bo.locator(".seat", has=bo.get_by_role("heading", name="Ana"))
    expect(seat.locator(".speech")).to_have_text("Let me think …")
    expect(bo.get_by_role("status").filter(has_text="Ana: Let me think …")).to_have_count(1)
    assert bo.evaluate(OVERFLOW) == []
    assert axe(bo) == []
    bo.get_by_role("button", name="Log").click()
    expect(bo.locator(".said")).to_have_text("Ana: “Let me think …”")
    bo.keyboard.press("Escape")

    # Words of one's own, marked until they are read, and told again to who comes back.
    ana.get_by_role("button", name="Talk").click()
    expect(line).to_be_focused()
    ana.keyboard.type("Who wants tea?")
    ana.keyboard.press("Enter")
    expect(panel.get_by_role("log")).to_have_text("You Who wants tea?")
    expect(line).to_have_value("")
    expect(seat.locator(".speech")).to_have_text("Who wants tea?")
    bo.reload()
    bo.get_by_role("button", name="Talk (1 new)").click()
    expect(bo.get_by_role("log")).to_have_text("Ana Who wants tea?")
    expect(bo.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    assert bo.evaluate(OVERFLOW) == []
    assert axe(bo) == []
    bo.get_by_label("Mute Ana").check()
    expect(bo.get_by_role("log")).to_have_count(0)
    expect(bo.locator(".speech")).to_have_count(0)
    bo.get_by_label("Mute Ana").uncheck()

    bo.get_by_label("Mute the table").check()
    assert bo.evaluate(OVERFLOW) == []
    assert axe(bo) == []
    bo.keyboard.press("Escape")
    expect(bo.locator(".speech")).to_have_count(0)


def test_bots_say_why_and_people_name_what_they_collect(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    play_now(page, 3, "5 Ages")
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("button", name="I collect a suit …").click()
    expect(page.get_by_role("button", name="Spades", exact=True)).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".me .speech")).to_have_text("I collect spades.")
    expect(page.get_by_role("button", name="Talk")).not_to_be_focused()

    spoken = page.locator("[data-seat]:not(.me) .speech")
    page.locator("[data-wanted='true'] [data-move]").first.click()
    for _ in range(3):
        if spoken.count():
            break
        assert wait(page) == "wanted"
        page.get_by_role("button", name="Skip this step").click()
        page.wait_for_timeout(500)
    expect(spoken.first).to_be_visible()
    assert axe(page) == []


def test_a_table_may_be_without_talk(site: Site, browse: Open):
    page = browse(f"{site.url}/#new/5-ages")
    page.get_by_role("group", name="Table talk").get_by_role("button", name="Silence").click()
    page.get_by_label("Seat 2").select_option(label="Bot, easy")
    page.get_by_role("button", name="Make the table").click()
    assert wait(page) == "wanted"
    expect(page.get_by_role("button", name="Talk")).to_have_count(0)
