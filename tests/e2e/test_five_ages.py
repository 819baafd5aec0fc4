"""5 Ages on its own board: whole matches by taps and keys, trade, war, and looking back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import (
    OVERFLOW,
    SMALL,
    UNLABELLED,
    legal,
    more,
    phase,
    play_out,
    sit_down,
    wait,
    watch_again,
)

pytestmark = pytest.mark.browser

MOST_TAPS: Final = 30
GAME: Final = "5-ages"

ASKED: Final = """() => document.querySelector('#result') ? 'over' :
    document.querySelector('.phase-trade[data-wanted="true"] .cell') ? 'trade' : null"""


class Taps:
    """A person who trades: accepts what glows, offers something in the first tick, then is done."""

    def __init__(self) -> None:
        self.count = 0
        self.swaps = 0

    def tap(self, page: Page, selector: str) -> None:
        """One tap on the first of these."""
        page.locator(selector).first.click()
        self.count += 1

    def answer(self, page: Page, _turn: int) -> None:
        """Whatever is asked; nothing while the answer before is still under way."""
        kind = phase(page)
        if not legal(page).count():
            return
        if page.locator(".targets [data-move]").count():
            self.tap(page, ".targets [data-move]")
        elif kind in ("keep", "build"):
            self.tap(page, ".hand [data-move]:not([aria-pressed='true'])")
        elif page.locator("[data-wish]").count():
            self.tap(page, "[data-wish]")
        elif page.locator(".cell[aria-pressed='true']").count() == 0 and kind == "offer":
            self.tap(page, ".cell[data-move]")
        else:
            self.tap(page, "[data-move='done']")
        self.swaps += page.locator(".happenings li:has-text('⇄'):has-text('You')").count()


@pytest.mark.parametrize(
    "size, seats, least",
    [
        pytest.param(DESKTOP, 4, 24, marks=pytest.mark.slow),
        (PHONE, 7, 30),
        pytest.param(DESKTOP, 7, 24, marks=pytest.mark.slow),
        pytest.param(PHONE, 4, 30, marks=pytest.mark.slow),
    ],
)
def test_a_whole_match_takes_few_taps_and_no_scrolling(
    site: Site,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
    seats: int,
    least: int,
):
    page = sit_down(browse(site.url, size), site.url, GAME, seats)
    seen: set[str] = set()
    taps = Taps()

    def look(kind: str) -> None:
        assert page.evaluate(OVERFLOW) == [], kind
        if kind not in seen:
            seen.add(kind)
            assert axe(page) == [], kind
            assert page.evaluate(UNLABELLED) == [], kind
            assert page.evaluate(SMALL, least) == [], kind

    play_out(page, taps.answer, look, still=True)
    assert taps.count <= MOST_TAPS
    assert taps.swaps > 0
    assert {"keep", "offer", "build"} <= seen
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator(".standings .why")).to_have_count(seats - 1)
    assert axe(page) == []
    more(page).get_by_role("button", name="See the table").click()
    expect(page.locator(".reveal [data-seat]")).to_have_count(seats)
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []


def test_a_match_is_watched_again(site: Site, browse: Open, axe: Callable[[Page], list[str]]):
    page = sit_down(browse(site.url, PHONE), site.url, GAME, 5, {"jokers": 4})
    play_out(page)
    more(page).get_by_role("button", name="See the table").click()
    watch_again(page, axe, "1", "2", "8")
    expect(page.locator(".reveal [data-seat]")).to_have_count(5)
    assert axe(page) == []
    page.set_viewport_size(DESKTOP)
    page.get_by_label("Seen by").select_option("2")
    for decision in range(8, 20):
        page.get_by_label("Decision", exact=True).fill(str(decision))
        assert page.evaluate(OVERFLOW) == [], decision


@pytest.mark.parametrize("size, jokers, seats", [(DESKTOP, 2, 4), (PHONE, 4, 3)])
def test_war_shows_who_attacks_whom(
    site: Site,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
    jokers: int,
    seats: int,
):
    page = sit_down(browse(site.url, size), site.url, GAME, seats, {"jokers": jokers})
    taps = Taps()
    seen: set[str] = set()

    def look(_kind: str) -> None:
        assert page.evaluate(OVERFLOW) == []
        for what in (".arrows", ".targets [data-move]"):
            if what not in seen and page.locator(what).count():
                seen.add(what)
                assert axe(page) == [], what
        if page.locator(".war").count():
            seen.add(".war")

    play_out(page, taps.answer, look)
    assert {".arrows", ".war"} <= seen
    assert taps.count <= MOST_TAPS + 4


def test_offers_are_ranked_withdrawn_and_sent_together(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = sit_down(browse(site.url), site.url, GAME, 3)
    wait(page)
    page.keyboard.press("1")
    page.wait_for_function(ASKED)

    page.get_by_role("switch", name="Several at once").click()
    cells = page.locator(".cell[data-move]")
    first, second = [cells.nth(at).get_attribute("data-move") or "" for at in (0, 1)]
    cells.nth(0).click()
    cells.nth(1).click()
    expect(page.get_by_text("Marked, not sent yet.")).to_be_visible()
    rows = page.locator(".ranking li")
    expect(rows).to_have_count(2)
    assert axe(page) == []
    rows.nth(1).get_by_role("button", name="Prefer more").click()
    expect(page.locator(f"[data-move='{second}'] .rank")).to_have_text("1")
    rows.nth(0).locator(".what").drag_to(rows.nth(1).locator(".what"))
    expect(page.locator(f"[data-move='{first}'] .rank")).to_have_text("1")
    page.locator(f"[data-move='{first}']").click()
    expect(page.get_by_role("button", name="Send 1 offer")).to_be_visible()
    expect(page.locator(".board")).to_have_attribute("data-wanted", "true")
    page.get_by_role("button", name="Send 1 offer").click()
    expect(page.locator(".ranking")).to_have_count(0)


def test_an_old_card_is_exchanged(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, GAME, 3)

    def answer(page: Page, turn: int) -> None:
        slots = page.locator("[data-slot]")
        if phase(page) != "build" or slots.count() == 0:
            page.locator("[data-move='pass'], .hand [data-move]").first.click()
            return
        slots.first.click()
        expect(page.get_by_text("Which card of your hand do you swap it for?")).to_be_visible()
        page.locator(".hand [data-move]").nth(0).click()
        page.locator(".hand [data-move]").nth(1).click()

    play_out(page, answer)
    page.keyboard.press("l")
    expect(page.get_by_role("dialog")).to_contain_text("You swap")


def test_with_motion_a_reveal_is_shown_and_can_be_skipped(site: Site, browse: Open):
    page = browse(site.url, motion=True)
    sit_down(page, site.url, GAME, 4)
    page.locator(".hand [data-move]").first.click()
    page.get_by_role("button", name="Skip (S)").click()
    expect(page.get_by_role("button", name="Skip (S)")).to_have_count(0)
