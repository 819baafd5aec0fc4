"""The page in other languages: nothing is left in English or cut off, and one tap changes it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, REFUSED, Open, Site
from tests.e2e.fits import SMALLEST, Screen, faults
from tests.e2e.peopled import peopled
from tests.e2e.player import choose, sit_down, wait
from tests.e2e.staged import USUAL
from tests.e2e.test_design import SLOWLY
from tests.e2e.test_fits import MOST
from tests.e2e.test_screens import PAGES, replay, visited

pytestmark = pytest.mark.browser

LOCALES: Final = ("de-AT", "es-MX")
TABLES: Final = [
    pytest.param(*table, locale, marks=() if (at + side) % 2 else pytest.mark.slow)
    for at, table in enumerate(MOST)
    for side, locale in enumerate(LOCALES)
]
"""Every game in one of the languages, and in the other where there is time."""
SMALL: Final = (SMALLEST, Screen(1280, 720))
ENGLISH: Final = """() => {
    const words = /\\b(the|and|your|you|of|with|this|from|are|who|which|every|each)\\b/i;
    const names = /Civilization: The Card Game|Hammurabi of Mesopotamia/g;
    const left = new Set();
    const look = (text, one) => {
        if (!text || one.closest('code, noscript, pre, script, style, [lang]:not(html)')) return;
        const told = text.replace(names, '').trim();
        if (words.test(told)) left.add(told.replace(/\\s+/g, ' ').slice(0, 90));
    };
    for (const one of document.body.querySelectorAll('*')) {
        for (const node of one.childNodes) if (node.nodeType === 3) look(node.data, one);
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-now']) {
            look(one.getAttribute(name), one);
        }
    }
    look(document.title, document.body);
    return [...left];
}"""
"""What is still said in English, by words that neither language has."""


def english(page: Page, where: str) -> list[str]:
    return [f"{where}: {text}" for text in page.evaluate(ENGLISH)]


@pytest.mark.console(REFUSED)
@pytest.mark.parametrize("locale", LOCALES)
def test_no_page_is_left_in_english(site: Site, browse: Open, locale: str):
    page = browse(site.url, PHONE, locale=locale)
    page.get_by_role("list").first.wait_for()
    assert page.evaluate("() => document.documentElement.lang") == locale[:2]
    found = english(page, "front page") + faults(page, "front page", SMALL)
    peopled(page)
    for path in PAGES:
        if path == "about":
            continue  # licences are English
        found += english(visited(page, path), path) + faults(page, path, SMALL)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game, seats, options, locale", TABLES)
def test_no_table_is_left_in_english(
    site: Site, browse: Open, game: str, seats: int, options: dict[str, object], locale: str
):
    page = browse(f"{site.url}/{replay(game, seats, options, USUAL)}", PHONE, locale=locale)
    scrubber = page.locator("input[type=range]")
    last = int(scrubber.get_attribute("max") or "")
    found: list[str] = []
    for decision in (last // 4, last // 2, last * 3 // 4, last):
        scrubber.fill(str(decision))
        found += english(page, f"decision {decision}") + faults(page, f"decision {decision}", SMALL)
    sit_down(page, site.url, game, seats, options)
    for turn in range(6):
        if wait(page) != "wanted":
            break
        found += english(page, f"answer {turn}") + faults(page, f"answer {turn}", SMALL)
        choose(page, turn)
    assert not found, "\n".join(found)


def test_no_study_is_left_in_english(site: Site, browse: Open):
    asked = {"seats": "3", "players": "random", "matches": "40", "set": '{"wonder_f": 10}'}
    page = browse(f"{site.url}/#design/5x?{urlencode(asked)}", PHONE, locale="de-AT")
    page.locator("form .deeds button.strong").click()
    page.get_by_role("heading", name="3 Plätze, Zufall").wait_for(timeout=SLOWLY)
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert not english(page, "study")


def test_the_language_is_changed_in_the_midst_of_a_match(site: Site, browse: Open):
    page = browse(site.url, DESKTOP)
    sit_down(page, site.url, "5x", 3)
    assert wait(page) == "wanted"
    expect(page.get_by_text("Which leader do you pass")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Español", exact=True).click()
    expect(page.get_by_text("¿Qué líder", exact=False).first).to_be_visible()
    assert wait(page) == "wanted"
    choose(page, 0)
    page.get_by_role("button", name="Ajustes").click()
    page.get_by_text("Deutsch", exact=True).click()
    expect(page.get_by_role("button", name="Einstellungen")).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "de"


TURNED: Final = """() => {
    const controls = [...document.querySelectorAll('button, a[href], input, select, summary')];
    const inside = (one) => {
        const { left, right } = one.getBoundingClientRect();
        return one.checkVisibility() && right > left && left >= 0 && right <= innerWidth;
    };
    const seen = controls.filter(inside);
    document.documentElement.dir = 'rtl';
    const lost = seen.filter((one) => one.isConnected && !inside(one)).map((one) => one.outerHTML);
    const wide = document.documentElement.scrollWidth - innerWidth;
    return [seen.length, [...lost, ...(wide > 0 ? [`${wide} px too wide`] : [])]];
}"""
"""Turns the page round: how many controls were in sight, and what was lost of it."""


def turned(page: Page, where: str) -> list[str]:
    """What is wrong with a page whose lines begin on the right."""
    page.set_viewport_size(PHONE)
    page.evaluate("() => (document.documentElement.dir = 'ltr')")
    controls, lost = page.evaluate(TURNED)
    assert controls > 3
    assert page.evaluate("() => getComputedStyle(document.body).direction") == "rtl"
    wrong = faults(page, where, (Screen(PHONE["width"], PHONE["height"]),))
    return [*[f"{where}: lost: {one}" for one in lost], *wrong]


def test_the_front_page_may_begin_on_the_right(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    page.get_by_role("list").first.wait_for()
    found = turned(page, "front page")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game, seats, options", MOST)
def test_tables_may_begin_on_the_right(
    site: Site, browse: Open, game: str, seats: int, options: dict[str, object]
):
    page = browse(site.url, PHONE)
    sit_down(page, site.url, game, seats, options)
    found: list[str] = []
    for turn in range(4):
        if wait(page) != "wanted":
            break
        found += turned(page, f"answer {turn}")
        choose(page, turn)
    assert not found, "\n".join(found)
