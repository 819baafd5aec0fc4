"""Whole matches against bots, as people play them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from microciv.texts import texts_for
from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import OVERFLOW, SMALL, UNLABELLED, more, play_now, play_out, wait

pytestmark = pytest.mark.browser

MOST_TAPS = 12

CUT_NAMES = """(names) => {
    const title = document.querySelector('.hand li:not(.away) .card .title');
    const card = title.closest('.card').getBoundingClientRect();
    const text = document.createRange();
    const is_cut = (name) => {
        title.textContent = name;
        text.selectNodeContents(title);
        const box = text.getBoundingClientRect();
        return box.right > card.right || box.top < card.top;
    };
    return names.filter(is_cut);
}"""
"""Those that the first card of the hand would not show whole."""


@pytest.mark.parametrize(
    "size, seats, least", [pytest.param(DESKTOP, 6, 24, marks=pytest.mark.slow), (PHONE, 6, 40)]
)
def test_a_whole_match_takes_few_taps_and_no_scrolling(
    site: Site,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
    seats: int,
    least: int,
):
    page = browse(site.url, size)
    assert axe(page) == []
    seen: set[str] = set()

    def look(phase: str) -> None:
        assert page.evaluate(OVERFLOW) == [], phase
        if phase not in seen:
            seen.add(phase)
            assert axe(page) == [], phase
            assert page.evaluate(UNLABELLED) == [], phase
            assert page.evaluate(SMALL, least) == [], phase

    play_now(page, seats)
    taps = play_out(page, look=look, still=True)
    assert taps <= MOST_TAPS
    assert {"pass", "card"} <= seen
    expect(page.locator("#result")).to_be_focused()
    assert axe(page) == []


def test_a_finished_match_is_downloaded_watched_again_and_played_again(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    play_now(page, 3)
    play_out(page)

    with page.expect_download() as download:
        more(page).get_by_role("link", name="Download record").click()
    record = json.loads(download.value.path().read_text())
    assert record["game"] == "5x"
    page.get_by_text("The deal was sealed").click()
    expect(page.get_by_text(record["seed"])).to_be_visible()

    more(page).get_by_role("link", name="Watch again").click()
    scrubber = page.get_by_label("Decision", exact=True)
    expect(scrubber).to_have_value("0")
    assert axe(page) == []
    scrubber.focus()
    page.keyboard.press("End")
    expect(page.locator(".place").first).to_be_visible()
    page.get_by_label("Seen by").select_option("2")
    page.get_by_role("button", name="Step back").click()
    assert axe(page) == []

    page.get_by_role("link", name="Back to the result").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("() => !document.querySelector('#result')")
    assert wait(page) == "wanted"
    assert "pass" in (page.locator("[data-move]").first.get_attribute("data-move") or "")


def test_a_game_without_a_board_plays_on_the_plain_one(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url, PHONE)
    play_now(page, 3, "Goofspiel")
    assert axe(page) == []
    assert page.evaluate(OVERFLOW) == []
    assert play_out(page) <= 13
    assert axe(page) == []


def test_every_name_is_whole_on_a_card_of_a_phone(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    play_now(page)
    names = [texts_for("5x").card(name) for name in texts_for("5x").cards()]
    assert page.evaluate(CUT_NAMES, ["Catharine " * 9]) != []
    assert page.evaluate(CUT_NAMES, names) == []


def test_a_card_that_cannot_be_played_is_explained(site: Site, browse: Open):
    page = browse(site.url)
    play_now(page, 4)
    page.locator("[data-card='expand']").click(force=True)  # Playwright takes it for disabled
    expect(page.get_by_role("dialog", name="Expand")).to_contain_text("Bid blind")


def test_whatever_lies_on_the_table_can_be_read(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    play_now(page, 3)
    cube = page.locator("[data-about='resources']").first
    cube.hover(position={"x": 2, "y": 2})
    cube.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("make 1 VP")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    card = page.locator("[data-card='expand']")
    card.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Expand")).to_contain_text("5X-46")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    cube.click()
    page.get_by_role("button", name="Rules: The end").click()
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_focused()
    assert axe(page) == []


def test_with_motion_a_reveal_is_shown_and_can_be_skipped(site: Site, browse: Open):
    page = browse(site.url, motion=True)
    play_now(page, 3)
    page.keyboard.press("6")
    page.wait_for_selector("[data-card][aria-keyshortcuts='1'][data-move='exploit']")
    page.locator("[data-card='exploit']").click()
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
