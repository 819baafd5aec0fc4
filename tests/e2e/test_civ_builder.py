"""Civ Builder on its own board: whole matches by taps and keys, trade, and looking back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from statistics import median
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as Gone

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import (
    OVERFLOW,
    SMALL,
    UNLABELLED,
    legal,
    more,
    play_out,
    sit_down,
    wait,
    watch_again,
)

pytestmark = pytest.mark.browser

MOST_TAPS: Final = 10
"""A round, without trade; the median (UX)."""
SOON: Final = 5000.0
"""Milliseconds, after which what is not there to be tapped is gone."""
MOST_TURNS: Final = 200
"""Answers within which everything has been asked."""
GAME: Final = "civ-builder"

BOARD_PHASE: Final = r"""() =>
    /phase-(\w+)/.exec(document.querySelector('.board')?.className ?? '')?.[1] ?? ''"""

ALL_AT_ONCE: Final = {"trade_mode": "clock", "trade_minutes": 1}
ONE_BY_ONE: Final = {"decline_unpayable": False}
NO_TRADE: Final = {"trade_mode": "off"}
TEN: Final = {"trade_mode": "off", "allow_7_to_10": True}


def asked(page: Page) -> str:
    """The phase that the board asks in."""
    return str(page.evaluate(BOARD_PHASE))


class Taps:
    """A person who melds what the planner says, and takes what is marked or suggested."""

    def __init__(self, offers: int = 0) -> None:
        self.by_round: Counter[str] = Counter()
        self.offers = offers
        """How many offers are still made."""

    def tap(self, page: Page, selector: str, place: int = 0) -> None:
        """One tap on one of these in the dock; none if it is gone, as others act at any moment."""
        found = re.search(r"\d+", page.locator(".strip .round").text_content() or "0")
        with suppress(Gone):
            page.locator(f".dock {selector}").nth(place).click(timeout=SOON)
            self.by_round[found[0] if found else "0"] += 1

    def answer(self, page: Page, turn: int) -> None:
        """Whatever is asked; nothing while the answer before is still under way."""
        if not legal(page).count():
            return
        kind = asked(page)
        if kind == "pick":
            page.locator(".dock [data-move]").nth(turn).click()
        elif kind == "meld":
            self.meld(page)
        elif kind == "exchange":
            if not self.can(page, "enter"):
                self.tap(page, ".both > div:first-child button")
            self.tap(page, "[data-key='enter']" if self.can(page, "enter") else "[data-key='n']")
        elif kind in ("offer", "market") and self.offers:
            self.offers -= 1
            self.offer(page)
        elif kind in ("offer", "market"):
            self.tap(page, "[data-key='n']")
        elif kind == "point" and page.locator(".dock .live").count():
            self.tap(page, ".live")
        elif page.locator(".dock .target").count():
            self.tap(page, ".target")
        elif page.locator(".dock [data-key='enter']").count():
            self.tap(page, "[data-key='enter']")
        else:
            self.tap(page, "[data-move]:not([aria-pressed='true'])")

    def meld(self, page: Page) -> None:
        """The one that is suggested, or no more, once it is found."""
        page.locator(".dock .deeds svg").first.wait_for(state="attached")
        self.tap(page, "[data-key='enter']" if self.can(page, "enter") else "[data-key='n']")

    def can(self, page: Page, key: str) -> bool:
        """Does this key choose something?"""
        return page.locator(f".dock [data-key='{key}']").count() > 0

    def offer(self, page: Page) -> None:
        """The first card for the last that there can be."""
        if page.locator(".dock [data-key='o']").count():
            self.tap(page, "[data-key='o']")
        if page.locator(".dock .shelf-row").count() == 0:
            self.tap(page, "[data-key='n']")
            return
        self.tap(page, ".shelf-row:first-child button")
        self.tap(page, ".shelf-row:last-child button:not([aria-disabled='true'])", -1)
        self.tap(page, "[data-key='enter']")
        if self.can(page, "b"):  # the card or the partner has gone meanwhile
            self.tap(page, "[data-key='b']")


class Looks:
    """What can be tapped in each phase, once; that nothing has to be scrolled, always."""

    def __init__(self, page: Page, least: int) -> None:
        self.page = page
        self.least = least
        self.seen: set[str] = set()

    def look(self, _kind: str) -> None:
        """At what is asked now."""
        kind = asked(self.page)
        assert self.page.evaluate(OVERFLOW) == [], kind
        if kind not in self.seen:
            self.seen.add(kind)
            assert self.page.evaluate(UNLABELLED) == [], kind
            assert self.page.evaluate(SMALL, self.least) == [], kind


@pytest.mark.parametrize(
    "size, seats, options, least",
    [
        pytest.param(DESKTOP, 4, NO_TRADE, 24, marks=pytest.mark.slow),
        (PHONE, 4, {**NO_TRADE, "rounds": 6}, 40),
        pytest.param(PHONE, 4, NO_TRADE, 40, marks=pytest.mark.slow),
        pytest.param(PHONE, 10, TEN, 40, marks=pytest.mark.slow),
    ],
)
def test_a_whole_match_takes_few_taps_and_no_scrolling(
    site: Site,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
    seats: int,
    options: Mapping[str, object],
    least: int,
):
    page = sit_down(browse(site.url, size), site.url, GAME, seats, options)
    taps, looks = Taps(), Looks(page, least)
    play_out(page, taps.answer, looks.look, still=True)
    assert median(taps.by_round.values()) <= MOST_TAPS
    assert {"pick", "meld", "act"} <= looks.seen
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator(".standings .sources > li")).to_have_count(seats)
    expect(page.get_by_role("img", name="Victory points by round")).to_be_visible()
    assert axe(page) == []
    more(page).get_by_role("button", name="See the table").click()
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    if size is PHONE:
        watch_again(page, axe, "1", "5", "40")


@pytest.mark.parametrize(
    "size, least, options",
    [
        (DESKTOP, 24, ONE_BY_ONE),
        (PHONE, 40, ALL_AT_ONCE),
        pytest.param(DESKTOP, 24, ALL_AT_ONCE, marks=pytest.mark.slow),
        pytest.param(PHONE, 40, ONE_BY_ONE, marks=pytest.mark.slow),
    ],
)
def test_offers_are_made_and_answered(
    site: Site, browse: Open, size: ViewportSize, least: int, options: Mapping[str, object]
):
    page = sit_down(browse(site.url, size), site.url, GAME, 3, options)
    taps, looks = Taps(offers=5), Looks(page, least)
    wanted = {"market"} if options == ALL_AT_ONCE else {"offer", "answer"}
    for _ in range(MOST_TURNS):
        if not taps.offers and wanted <= looks.seen:
            return
        assert wait(page) == "wanted"
        looks.look("")
        taps.answer(page, 0)
    raise AssertionError("it never came to that")


def test_a_meld_is_put_together_by_letters(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, GAME, 3, NO_TRADE)
    taps = Taps()
    play_until(page, taps, "meld")
    chip = page.locator(".dock .shelf [data-move^='meld']").first
    letter = (chip.get_attribute("data-kind") or "")[0]
    page.keyboard.press(letter.lower())
    expect(page.locator(".dock .preview")).to_be_visible()
    expect(page.locator(".race tr.planned")).to_have_count(1)
    page.keyboard.press("Shift+R")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.get_by_role("dialog")).to_contain_text("Victory points")


def test_a_hand_is_looked_at_from_the_head_of_its_column(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = sit_down(browse(site.url, PHONE), site.url, GAME, 3, NO_TRADE)
    play_until(page, Taps(), "meld")
    page.locator("[data-seat='1'] button").last.click()
    expect(page.get_by_role("dialog")).to_contain_text("in hand")
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.locator("button.races").click()
    expect(page.get_by_role("dialog").get_by_role("table")).to_contain_text("hand limit 7")
    assert axe(page) == []


def test_with_motion_a_scoring_is_swept_and_can_be_skipped(site: Site, browse: Open):
    page = sit_down(browse(site.url, motion=True), site.url, GAME, 2, NO_TRADE)
    taps = Taps()
    page.wait_for_selector("[data-wanted='true'] .dock [data-move]")
    for turn in range(60):
        if page.locator(".gain").count():
            break
        if page.locator("[data-wanted='true'] .dock [data-move]").count():
            taps.answer(page, turn)
        page.wait_for_timeout(50)
    expect(page.locator(".gain").first).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator(".gain")).to_have_count(0)


def play_until(page: Page, taps: Taps, phase: str) -> None:
    """Answer until the board asks in this phase."""
    turn = 0
    while True:
        page.wait_for_selector("[data-wanted='true'] .dock [data-move]")
        if asked(page) == phase:
            return
        taps.answer(page, turn)
        turn += 1
