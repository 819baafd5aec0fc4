"""Nothing is cut off: every page and every game's table, in each of its moments, on phones and with
large text; names are as long as they may be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.pilot import wanted
from tests.e2e.player import play_out, sit_down
from tests.e2e.staged import USUAL, Staged

pytestmark = pytest.mark.browser

FAULTS: Final = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


class Screen(NamedTuple):
    """A window, and how large its text is."""

    width: int
    height: int
    text: int = 100


SMALLEST: Final = Screen(360, 740)
TABLET: Final = Screen(768, 1024)
LARGE: Final = Screen(390, 844, 150)
SCREENS: Final = (SMALLEST, Screen(390, 844), Screen(430, 932), TABLET, LARGE, Screen(1280, 720))
FEW: Final = (SMALLEST, TABLET, LARGE)
WHOLE: Final = (Screen(390, 844), Screen(1280, 720))
"""Where a whole table is in sight, and nothing is scrolled, unless names are very long."""

MOST: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("5x", 6, {}),
    ("5-ages", 7, {}),
    ("civ-card-game", 4, {}),
    ("civ-builder", 6, {"trade_mode": "clock"}),
]
"""With the largest number of seats."""
LEAST: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("5x", 3, {}),
    ("5-ages", 3, {"jokers": 2}),
    ("civ-card-game", 2, {}),
    ("civ-builder", 2, {}),
    ("civ-builder", 6, {}),
]
GAMES: Final = [game for game, *_ in MOST]


def faults(
    page: Page, where: str, screens: tuple[Screen, ...] = SCREENS, *, whole: bool = False
) -> list[str]:
    """What is cut off, covered or too small for a finger, and on which screens; `whole`: what is
    higher than the window, too.
    """
    found = []
    for width, height, text in screens:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "(size) => document.documentElement.style.setProperty('--size', size)", text / 100
        )
        told = json.dumps({"finger": width < 1000, "big": text > 100, "whole": whole})
        lines = page.evaluate(f"({FAULTS})({told})")
        found += [f"{where} at {width}, {text} %: {line}" for line in lines]
    return found


def too_wide(page: Page, where: str) -> list[str]:
    """On which screens with usual text a page would have to be scrolled sideways."""
    usual = tuple(screen for screen in SCREENS if screen != LARGE)
    return [line for line in faults(page, where, usual) if "px too wide" in line]


@pytest.mark.parametrize(
    "path",
    ["/", "/#about", "/t/nowhere", "/#rules/5x", *(f"/#new/{game}" for game in GAMES)],
)
def test_no_page_is_wider_than_its_window(site: Site, browse: Open, path: str):
    page = browse(site.url + path, PHONE)
    page.wait_for_load_state("networkidle")
    for summary in page.locator("summary").all():
        summary.click()
    found = too_wide(page, path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game, seats, options", MOST)
def test_no_moment_of_a_match_cuts_anything_off(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object]
):
    walk(site, browse, game, seats, options, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game, seats, options", MOST + LEAST)
def test_no_moment_of_a_match_cuts_anything_off_on_any_screen(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object]
):
    walk(site, browse, game, seats, options, SCREENS)


def walk(
    site: Site,
    browse: Open,
    game: str,
    seats: int,
    options: Mapping[str, object],
    screens: tuple[Screen, ...],
) -> None:
    """A whole match, of each kind of moment one; nothing is wrong with any."""
    staged = Staged(browse(site.url, PHONE), site.url, game, seats, options)
    found: list[str] = []
    for kind in staged.moments():
        where = " ".join(kind)
        if kind[0] == "over":
            staged.page.locator("[data-ended], #result").first.wait_for()
            staged.page.evaluate("document.querySelector('[data-ended]')?.click()")
            expect(staged.page.locator("#result")).to_be_visible()
        found += faults(staged.page, where, screens)
        if kind[0] != "over":
            staged.call(USUAL)
            found += faults(staged.page, where, WHOLE, whole=True)
    assert not found, "\n".join(found)


def test_no_drawer_is_wider_than_its_window(site: Site, browse: Open):
    page = sit_down(browse(site.url, PHONE, pilot=True), site.url, "civ-card-game", 3)
    wanted(page)
    found: list[str] = []
    for sheet in ("Log", "Rules", "Link to this table"):
        page.set_viewport_size(DESKTOP)
        page.locator(f"[aria-label='{sheet}']").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found += too_wide(page, sheet)
        page.keyboard.press("Escape")
    assert not found, "\n".join(found)


def test_no_page_before_a_match_cuts_anything_off(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    sit_down(page, site.url, "5-ages", 7, others={"kind": "open"})
    expect(page.get_by_role("button", name="Start now")).to_be_visible()
    found = faults(page, "waiting")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    found += faults(page, "a guest")
    assert not found, "\n".join(found)


def test_no_page_after_a_match_cuts_anything_off(site: Site, browse: Open):
    page = sit_down(browse(site.url, PHONE), site.url, "5x", 6)
    play_out(page)
    expect(page.locator("#result")).to_be_visible()
    found = faults(page, "result")
    path = page.url.replace("/t/", "/replay/")
    page.goto(path)
    page.get_by_label("Decision", exact=True).press("End")
    found += faults(page, "replay")
    page.goto(f"{path}#review")
    page.reload()
    expect(page.get_by_role("heading", name="What cost most")).to_be_visible()
    found += faults(page, "review")
    assert not found, "\n".join(found)
