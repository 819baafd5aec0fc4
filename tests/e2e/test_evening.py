"""One evening: three people at a table with bots, and all that happens to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, Open, Site
from tests.e2e.player import OVERFLOW, legal, more
from tests.e2e.test_hint import keep
from tests.e2e.test_together import play_until_over

pytestmark = pytest.mark.browser

SHORT = urlencode({"set": '{"rounds": 2}'})


def test_friends_spend_an_evening(site: Site, browse: Open, axe: Callable[[Page], list[str]]):
    def look(page: Page, name: str) -> None:
        """It fits, and everybody can use it."""
        keep(page, f"evening-{name}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert [] == axe(page), name

    # Ana makes the table, and shows its link as a picture.
    ana = browse(f"{site.url}/#new/5x?{SHORT}")
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="4", exact=True).click()
    ana.get_by_label("Seat 3").select_option("open")
    ana.get_by_role("button", name=re.compile("Make the table")).click()
    link = ana.get_by_label("Link to this table").input_value()
    ana.get_by_text("QR code").click()
    expect(ana.get_by_role("img", name="QR code of the link")).to_be_visible()
    look(ana, "1-host")

    # Ben sits down; so does somebody whom Ana sends away.
    ben, mallory, cleo = browse(link, PHONE, pilot=True), browse(link), browse(link, PHONE)
    for page, name in ((ben, "Ben"), (mallory, "Mallory")):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").click()
    look(ben, "2-guest")
    unwanted = ana.get_by_role("listitem").filter(has_text="Mallory")
    unwanted.get_by_role("button", name="Remove").click()
    unwanted.get_by_role("button", name="Yes, remove").click()
    expect(mallory.get_by_role("alert")).to_contain_text("removed")
    ana.get_by_label("Write to the table").fill("Who wants tea?")
    ana.keyboard.press("Enter")
    expect(ben.get_by_text("Who wants tea?")).to_be_visible()
    ana.get_by_role("button", name="Start now, bots fill the open seats").click()

    # Cleo comes late, and takes the seat of a bot at the next decision.
    cleo.get_by_label("Your name").fill("Cleo")
    look(cleo, "3-late")
    cleo.get_by_role("button", name="Take it").click()
    expect(cleo.get_by_text("seat at the next decision")).to_be_visible()

    # Ben loses the line with his answer under way; it goes out when the line is back.
    legal(ben).first.wait_for()
    ben.evaluate("pilot.held = true")
    legal(ben).first.click()
    dock = ben.get_by_label("Your decision")
    expect(dock).to_contain_text(re.compile("sending", re.IGNORECASE))
    ben.evaluate("() => { pilot.cut = true; window.dispatchEvent(new Event('offline')); }")
    expect(ben.get_by_role("alert")).to_contain_text("not sent yet")
    look(ben, "4-offline")
    ben.evaluate(
        "() => { pilot.held = pilot.cut = false; pilot.line.dispatchEvent(new Event('close')); }"
    )
    expect(ben.get_by_text("You are offline")).to_have_count(0)
    expect(dock).not_to_contain_text(re.compile("sending|not sent", re.IGNORECASE))
    legal(ana).first.click()
    legal(cleo).first.wait_for()
    look(cleo, "5-seated")

    # Ben hears no more of Ana, and resigns; a bot plays on under his name.
    ben.get_by_role("button", name="Talk").click()
    ben.get_by_label("Mute Ana").check()
    expect(ben.get_by_role("log")).to_have_count(0)
    look(ben, "6-talk")
    ben.keyboard.press("Escape")
    ben.get_by_role("button", name="Link to this table").click()
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("button", name="Yes, resign").click()
    expect(ana.get_by_role("heading", name="Ben (bot plays)")).to_be_visible()
    play_until_over(ana, cleo)
    for page, name in ((ana, "7-result"), (cleo, "8-result-phone")):
        expect(page.locator("#result")).to_contain_text("Ben (bot plays)")
        look(page, name)
    result = ana.url

    # Another match for who wants one, with the score of the evening.
    ana.get_by_role("button", name="Play again").click()
    expect(cleo.get_by_text("Ana wants another match.")).to_be_visible()
    look(cleo, "9-again")
    cleo.get_by_role("button", name="Play again").click()
    expect(ana.locator("#result")).to_have_count(0)
    play_until_over(ana, cleo)
    score = ana.locator(".score")
    expect(score).to_contain_text(re.compile(r"You \d\s?of 2"))
    expect(score).to_contain_text(re.compile(r"Cleo \d\s?of 2"))
    look(ana, "10-score")

    # The match in which Ben resigned, once more.
    more(ana).get_by_role("link", name="Watch again").wait_for()
    path = result.replace("/t/", "/replay/")
    cleo.goto(f"{path}#match/1")
    expect(cleo.get_by_role("heading", name="Ben (bot plays)")).to_be_visible()
    assert [] == cleo.evaluate(OVERFLOW)
    look(cleo, "11-replay")
    ana.goto(f"{path}#match/1/review")
    expect(ana.get_by_role("heading", name="Luck and choice")).to_be_visible()
    expect(ana.get_by_role("option", name="Ben (bot plays)")).to_be_attached()
    look(ana, "12-review")
