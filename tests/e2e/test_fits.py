"""Nothing is cut off: every page and every game's table, in each of its moments, at four widths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.pilot import play_on, wanted
from tests.e2e.player import OVERFLOW, sit_down

pytestmark = pytest.mark.browser

SMALL: Final[ViewportSize] = {"width": 320, "height": 640}
TABLET: Final[ViewportSize] = {"width": 768, "height": 1024}
SIZES: Final = (SMALL, PHONE, TABLET, DESKTOP)
WHOLE: Final = (PHONE, DESKTOP)
"""Where a whole table is in sight, and nothing is scrolled."""

STICKS_OUT: Final = """() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const scrolls = (one) => one !== null &&
        (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const out = (one) => one.getBoundingClientRect().right > innerWidth + 0.5 &&
        getComputedStyle(one).visibility === 'visible' && !scrolls(one);
    const among = over > 0 ? '*' : 'button, a, input, select, h1, h2, h3, p, li, .card, .slot';
    const found = [...document.body.querySelectorAll(among)].filter(out)
        .map((one) => one.outerHTML.slice(0, 90)).slice(0, 3);
    return over > 1 || (over > 0 && found.length) ? [`${over} px too wide`, ...found] : found;
}"""
"""Also what is clipped, so that nobody sees it, and nothing can be scrolled to it. A flying card
that is half a pixel out is rounded to one.
"""

TABLES: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("5x", 6, {}),
    ("5-ages", 3, {}),
    ("5-ages", 7, {"jokers": 2}),
    ("civ-builder", 4, {}),
    ("civ-builder", 6, {"trade_mode": "clock"}),
    ("civ-card-game", 4, {}),
    ("goofspiel", 7, {}),
    ("forecast", 4, {}),
]
GAMES: Final = list(dict.fromkeys(game for game, *_ in TABLES))
DECISIONS: Final = 40
"""After which a game has shown nearly all that it asks."""


def cut_off(page: Page, where: str, whole: tuple[ViewportSize, ...] = ()) -> list[str]:
    """At which widths something sticks out of the page, and what; in some sizes, of the window."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        over = page.evaluate(STICKS_OUT)
        if size in whole and not over:
            over = [f"{pixels} px too high" for pixels in page.evaluate(OVERFLOW)]
        found += [f"{where} at {size['width']}: {line}" for line in over]
    return found


@pytest.mark.parametrize(
    "path", ["/", "/#about", "/t/nowhere", *(f"/#new/{game}" for game in GAMES)]
)
def test_no_page_is_wider_than_its_window(site: Site, browse: Open, path: str):
    page = browse(site.url + path)
    page.wait_for_load_state("networkidle")
    for summary in page.locator("summary").all():
        summary.click()
    assert cut_off(page, path) == []


@pytest.mark.parametrize("game, seats, options", TABLES)
def test_no_table_is_wider_than_its_window_nor_higher_while_something_is_shown(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object]
):
    page = sit_down(browse(site.url, motion=True, pilot=True), site.url, game, seats, options)
    found: list[str] = []
    seen: set[tuple[str, frozenset[str]]] = set()
    for turn in range(DECISIONS):
        told = wanted(page)
        phase: str = told["seen"]["phase"]
        asked = (phase, frozenset(move.get("verb", "") for move in told["legal"]))
        if asked not in seen:
            seen.add(asked)
            found += cut_off(page, phase, WHOLE)
        if phase == "over":
            break
        play_on(page, turn)
    assert found == []


def test_no_drawer_is_wider_than_its_window(site: Site, browse: Open):
    page = sit_down(browse(site.url, pilot=True), site.url, "civ-card-game", 3)
    wanted(page)
    found: list[str] = []
    for sheet in ("Log", "Rules", "Link to this table", "The sealed deal", "Settings"):
        page.set_viewport_size(DESKTOP)
        page.locator(f"[aria-label='{sheet}'], [title='{sheet}']").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found += cut_off(page, sheet)
        page.keyboard.press("Escape")
    assert found == []
