"""Nothing of a match is cut off, and everybody can read and use it: every game's table in each of
its moments, and whatever can be opened there, on phones, with large text, and in all colours; names
are as long as they may be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.fits import FEW, LARGE, SCREENS, SMALLEST, WHOLE, Screen, faults
from tests.e2e.player import more
from tests.e2e.staged import OVER, SEEDS, USUAL, Kind, Staged

pytestmark = pytest.mark.browser

MOST: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("5x", 6, {}),
    ("5-ages", 7, {}),
    ("civ-card-game", 4, {}),
    ("civ-builder", 6, {"trade_mode": "clock"}),
]
"""With the largest number of seats."""
RARE: Final[dict[str, list[tuple[dict[str, object], int]]]] = {
    "civ-card-game": [({}, 43)],
    "civ-builder": [({}, 58)],
}
"""Other matches, and how they are dealt, for what is not asked in the first."""
LEAST: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("5x", 3, {}),
    ("5-ages", 3, {"jokers": 2}),
    ("civ-card-game", 2, {}),
    ("civ-builder", 2, {}),
    ("civ-builder", 6, {}),
]
OPENED: Final[dict[str, Kind]] = {
    "5x": ("select", "", "thinking"),
    "5-ages": ("trade", "", "thinking"),
    "civ-card-game": ("turn", "buy", "thinking"),
    "civ-builder": ("act", "", "thinking"),
}
"""The moment at whose table all is opened that can be."""

BUTTONS: Final = (
    "[aria-label='Log']", "[aria-label='Rules']", "[title='Link']", "[aria-label='Keys']",
    "button[aria-label^='Talk']", "[aria-label='Settings']", "[title='The sealed deal']",
)  # fmt: skip
"""Of a table; the first three have something else in every game."""

OWN_KEYS: Final = {"civ-card-game": ("v", "i", "o"), "civ-builder": ("v", "Shift+R")}
"""Of the drawers of a game; a seat has one there, too."""

THINGS: Final = ("main [data-about^='card:']", "main [data-about]:not([data-about^='card:'])")

READ: Final = """(selector) => {
    const one = document.querySelector(selector);
    const answer = one.closest('button:not([aria-disabled="true"]), a, summary, label');
    if (!answer) return one.click();
    answer.focus();
    answer.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
}"""
"""Opens what is to be read about it."""


@pytest.mark.parametrize("game, seats, options", MOST)
def test_every_moment_of_a_match_is_whole_and_accessible(
    site: Site,
    browse: Open,
    axe: Callable[..., list[str]],
    game: str,
    seats: int,
    options: Mapping[str, object],
):
    page = browse(site.url, PHONE)
    found: list[str] = []
    seen: set[Kind] = set()
    read: set[Kind] = set()
    for changed, seed in [(options, SEEDS[game]), *RARE.get(game, [])]:
        for kind, lines in walk(Staged(page, site.url, game, seats, changed, seed), FEW, seen):
            found += lines
            seen.add(kind)
            # Whoever waits or has locked sees the same with less to choose from.
            question = kind[:2] if kind[2] == "thinking" else kind[2:]
            if question not in read:
                read.add(question)
                found += in_all_colours(page, axe, " ".join(kind))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "de-DE", "es-ES"])
@pytest.mark.parametrize("game, seats, options", MOST + LEAST)
def test_no_moment_of_a_match_cuts_anything_off_on_any_screen(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object], locale: str
):
    staged = Staged(browse(site.url, PHONE, locale=locale), site.url, game, seats, options)
    found = [line for _kind, lines in walk(staged, SCREENS) for line in lines]
    assert not found, "\n".join(found)


def walk(
    staged: Staged, screens: tuple[Screen, ...], besides: Collection[Kind] = ()
) -> Iterator[tuple[Kind, list[str]]]:
    """A whole match, of each kind of moment one, and what is wrong with it."""
    page = staged.page
    for kind in staged.moments(besides):
        where = " ".join(kind)
        if kind == OVER:
            page.locator("[data-ended], #result").first.wait_for()
            page.evaluate("document.querySelector('[data-ended]')?.click()")
            expect(more(page).locator("#result")).to_be_visible()
        found = faults(page, where, screens)
        if kind != OVER:
            staged.call(USUAL)
            found += faults(page, where, WHOLE, whole=True)
        yield kind, found


def in_all_colours(page: Page, axe: Callable[..., list[str]], where: str) -> list[str]:
    """What axe finds on a phone in light, and about the colours of a desktop in dark and in those
    of the device.
    """
    page.set_viewport_size(PHONE)
    found = [f"{where}, light: {line}" for line in axe(page)]
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="dark")
    found += [f"{where}, dark: {line}" for line in axe(page, "color-contrast")]
    page.emulate_media(color_scheme="light", forced_colors="active")
    found += [f"{where}, forced: {line}" for line in axe(page, "color-contrast")]
    page.emulate_media(forced_colors="none")
    return found


@pytest.mark.parametrize("game, seats, options", MOST)
def test_nothing_that_is_opened_at_a_table_is_cut_off(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object]
):
    staged = Staged(browse(site.url, PHONE), site.url, game, seats, options)
    assert OPENED[game] in staged.moments()
    found: list[str] = []
    for name in chain(opened(staged), staged.troubles()):
        found += faults(staged.page, name, (SMALLEST, LARGE))
    assert not found, "\n".join(found)


def opened(staged: Staged) -> Iterator[str]:
    """Open whatever there is to be opened, one after the other."""
    page, game = staged.page, staged.game.name
    for name in BUTTONS if game == "5x" else BUTTONS[:3]:
        page.locator(f"nav[aria-label='Table'] {name}").click()
        yield from shown(page, name)
    page.locator("nav [aria-label='Hint']").click()
    staged.hint()
    page.get_by_role("region", name="Hint").get_by_text("%").first.wait_for()
    yield "hint"
    page.keyboard.press("Escape")
    for key in OWN_KEYS.get(game, ()):
        page.keyboard.press(key)
        yield from shown(page, key)
    if game in OWN_KEYS:
        page.locator("button[data-seat='1'], [data-seat='1'] button").first.click()
        yield from shown(page, "a seat")
    for thing in THINGS:
        page.evaluate(READ, thing)
        yield from shown(page, thing)


def shown(page: Page, name: str) -> Iterator[str]:
    """What has been opened, until it is shut again; buttons are there on a desktop."""
    top = page.locator("dialog[open], [popover]:popover-open")
    top.wait_for()
    yield name
    page.keyboard.press("Escape")
    expect(top).to_have_count(0)
    page.set_viewport_size(DESKTOP)
