"""A match by the day: until when there is time, what people agree on, and quiet hours."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, REFUSED, Open, Site
from tests.e2e.player import OVERFLOW, legal
from tests.e2e.test_people import WIDER
from tests.e2e.test_together import LONG_NAME, set_table, sit_and_start

pytestmark = pytest.mark.browser

UNTIL = re.compile(r"until \S.*\d\d:\d\d")


def looked(page: Page, axe: Callable[[Page], list[str]], name: str) -> None:
    """Nothing is too wide, and everybody can use it; a picture is kept where one is wanted."""
    if "E2E_PICTURES" in os.environ:
        page.screenshot(path=Path(os.environ["E2E_PICTURES"]) / f"{name}.png")
    assert page.evaluate(WIDER) <= 0
    assert axe(page) == []


def test_people_play_by_the_day(site: Site, browse: Open, axe: Callable[[Page], list[str]]):
    ana = browse(site.url)
    ana.get_by_role("link", name="Make a table for friends").first.click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="3", exact=True).click()
    ana.get_by_role("button", name="By the day").click()
    ana.get_by_label("For each decision").select_option(label="3 days")
    looked(ana, axe, "new-table")
    ana.get_by_role("button", name="Make the table and get its link").click()
    link = ana.get_by_label("Link to this table").input_value()
    expect(ana.get_by_text("Play by the day, 3 days for each decision.")).to_be_visible()

    bo = browse(link, PHONE)
    bo.get_by_label("Your name").fill(LONG_NAME)
    sit_and_start(bo, ana)
    for page in (ana, bo):
        expect(page.get_by_role("timer")).to_contain_text(UNTIL)
        expect(page.get_by_role("timer")).to_contain_text("2 days left")
    looked(ana, axe, "match")
    looked(bo, axe, "match-phone")
    assert ana.evaluate(OVERFLOW) == []

    # Who has gone is not away, and is told on the front page until when there is time.
    bo.goto(site.url)
    mine = bo.get_by_role("listitem").filter(has_text="your turn")
    expect(mine).to_contain_text(UNTIL)
    looked(bo, axe, "tables-phone")
    status = ana.locator(".seat", has=ana.get_by_role("heading", name=LONG_NAME))
    expect(status.locator(".status")).not_to_have_text("away")
    legal(ana).first.click()
    expect(mine).to_contain_text("your turn")

    # A holiday, which the other agrees to, and another pace, which the other does not.
    ana.get_by_role("button", name="Link to this table").click()
    looked(ana, axe, "sheet")
    back = (datetime.now().astimezone() + timedelta(days=9)).date().isoformat()
    ana.get_by_label("A holiday: I am back on").fill(back)
    ana.get_by_role("button", name="Ask for it").click()
    ana.get_by_role("button", name="Relaxed").click()
    ana.get_by_role("button", name="Ask the others").click()
    ana.keyboard.press("Escape")
    expect(ana.get_by_text(f"{LONG_NAME} has not answered yet.")).to_have_count(2)
    looked(ana, axe, "asked")
    bo.goto(link)
    asks = bo.get_by_role("region", name="What Ana asks for")
    expect(asks).to_have_count(2)
    looked(bo, axe, "asked-phone")
    asks.filter(has_text="a relaxed clock").get_by_role("button", name="No").click()
    expect(asks).to_have_count(1)
    asks.get_by_role("button", name="Agree").click()
    expect(bo.get_by_text("Ana is away until")).to_be_visible()
    expect(ana.get_by_text("You are away until")).to_be_visible()
    expect(ana.get_by_role("timer")).to_contain_text("8 days left")
    ana.get_by_role("button", name="I am here again").click()
    expect(bo.get_by_text("Ana is away until")).to_have_count(0)
    expect(ana.get_by_role("timer")).to_contain_text("2 days left")


LONG_AGO = """() => {
    const kept = JSON.parse(localStorage.getItem('microciv.looked'));
    for (const one of Object.values(kept)) one.at -= 3600000;
    localStorage.setItem('microciv.looked', JSON.stringify(kept));
}"""


def test_who_comes_back_is_told_what_was_missed(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(site.url)
    link = set_table(ana, "Ana")
    bo = browse(link, PHONE)
    bo.get_by_label("Your name").fill("Bo")
    sit_and_start(bo, ana)
    legal(bo).first.click()
    bo.goto(site.url)
    bo.evaluate(LONG_AGO)
    legal(ana).first.click()
    ana.locator("[data-move='exploit']").click()
    bo.goto(link)
    since = bo.get_by_role("region", name="Since you looked")
    expect(since).to_contain_text("Ana passes you")
    assert 1 <= since.get_by_role("listitem").count() <= 5
    looked(bo, axe, "since-phone")
    since.get_by_role("button", name="Watch it").click()
    expect(since).to_have_count(0)
    bo.wait_for_selector("[data-move='exploit']")
    bo.reload()
    bo.wait_for_selector("[data-move='exploit']")
    expect(since).to_have_count(0)


@pytest.mark.console(REFUSED)
def test_quiet_hours_are_set_and_taken_back(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(site.url, PHONE)
    ana.get_by_role("link", name="Make a table for friends").first.click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Make the table and get its link").click()
    expect(ana.get_by_label("Link to this table")).to_be_visible()
    ana.goto(f"{site.url}/#me")
    quiet = ana.get_by_role("region", name="Quiet hours")
    expect(quiet).to_contain_text("None are set")
    quiet.get_by_label("From").fill("23:30")
    quiet.get_by_role("button", name="Set").click()
    expect(quiet).to_contain_text("Set: 23:30 to 08:00")
    looked(ana, axe, "quiet")
    ana.reload()
    expect(quiet).to_contain_text("Set: 23:30 to 08:00")
    quiet.get_by_label("to", exact=True).fill("23:30")
    quiet.get_by_role("button", name="Change").click()
    expect(quiet).to_contain_text("Quiet hours are some of the day")
    quiet.get_by_role("button", name="No quiet hours").click()
    expect(quiet).to_contain_text("None are set")
