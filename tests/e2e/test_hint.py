"""A hint while playing, and the review after the match: on a desktop by keyboard, on a phone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, REFUSED, Open, Site
from tests.e2e.player import OVERFLOW, UNLABELLED, legal, more, play_now, play_out, wait

pytestmark = pytest.mark.browser

WIDER = "() => document.documentElement.scrollWidth - innerWidth"
CHANCE = re.compile(r"\d+\s% to win")


def keep(page: Page, name: str) -> None:
    """A picture for whoever wants to look: E2E_PICTURES is the folder."""
    if "E2E_PICTURES" in os.environ:
        page.screenshot(path=str(Path(os.environ["E2E_PICTURES"]) / f"{name}.png"), full_page=True)


def test_a_hint_by_key_and_by_button_is_never_in_the_way(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page = browse(site.url, size)
        play_now(page)
        button = page.get_by_role("button", name="Hint")
        panel = page.get_by_role("region", name="Hint")
        page.keyboard.press("h")
        expect(panel).to_contain_text(CHANCE)
        expect(button).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(OVERFLOW) == []
        assert page.evaluate(UNLABELLED) == []
        assert axe(page) == []
        keep(page, f"hint-{name}")
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)

        button.click()
        expect(panel).to_contain_text(CHANCE)
        legal(page).first.click()  # the board is there to be tapped, and the hint goes with it
        expect(panel).to_have_count(0)


def test_the_review_of_a_match_tells_of_chances_and_leads_to_the_moment(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    play_now(page)
    play_out(page)
    assert wait(page) == "over"
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    more(page).get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Luck and choice")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("chance to win"))).to_be_visible()
    expect(page.get_by_text("Own choices")).to_be_visible()
    expect(page.get_by_role("heading", name="What cost most")).to_be_visible()
    page.get_by_text("As a table").click()
    assert page.get_by_role("row").count() > 3
    assert page.evaluate(UNLABELLED) == []
    assert axe(page) == []
    assert page.evaluate(WIDER) <= 0
    keep(page, "review-desktop")

    # Another seat, with its own chances.
    first = page.get_by_role("img", name=re.compile("chance to win")).get_attribute("aria-label")
    page.get_by_label("Whose").select_option(index=1)
    expect(page.get_by_role("heading", name="Luck and choice")).to_be_visible()
    other = page.get_by_role("img", name=re.compile("chance to win")).get_attribute("aria-label")
    assert first != other

    # To a moment of the replay by keyboard, and back.
    page.get_by_label("Whose").select_option(index=0)
    page.get_by_text("As a table").click()
    link = page.get_by_role("link", name="Decision 3 in the replay")
    link.focus()
    page.keyboard.press("Enter")
    slider = page.get_by_role("slider", name="Decision")
    expect(slider).to_be_visible()
    assert int(slider.input_value()) >= 2
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Luck and choice")).to_be_visible()

    phone = browse(page.url, PHONE)
    expect(phone.get_by_role("heading", name="Luck and choice")).to_be_visible()
    assert phone.evaluate(WIDER) <= 0
    assert axe(phone) == []
    keep(phone, "review-phone")


@pytest.mark.console(REFUSED)
def test_a_review_of_a_match_that_goes_on_says_so(site: Site, browse: Open):
    page = browse(site.url)
    play_now(page)
    page.goto(page.url.replace("/t/", "/replay/") + "#review")
    expect(page.get_by_text("becomes public when the match is finished")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
