"""A lesson in a browser: from the front page, beside the things, to a real match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from microciv.games import catalogue
from microciv.lessons import lesson_of
from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import OVERFLOW, choose, wait

pytestmark = pytest.mark.browser

ON_IT: Final = """() => {
    const [note, thing] = ['[data-note]', '[data-lesson=hand]']
        .map((one) => document.querySelector(one).getBoundingClientRect());
    return note.bottom > thing.top && note.top < thing.bottom
        && note.right > thing.left && note.left < thing.right;
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_lesson_is_told_beside_the_things_and_gone_on_with(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], size: ViewportSize
):
    taught = lesson_of("5x")
    assert taught is not None
    page = browse(site.url, size)
    page.get_by_role("link", name="Learn").first.click()
    note = page.get_by_role("complementary", name="Lesson")
    expect(note).to_contain_text(taught.notes[0].text)
    wait(page)
    page.wait_for_function(f"() => !({ON_IT})()")  # it has been measured
    assert [] == page.evaluate(OVERFLOW)
    assert [] == axe(page)
    page.locator(f"[data-move='{taught.notes[0].move}']").click()
    expect(note).to_contain_text(taught.notes[1].text)
    page.goto(f"{site.url}/#learn/5x")  # the one that waits
    expect(note).to_contain_text(taught.notes[1].text)
    page.get_by_role("button", name="Put the note away").click()
    expect(note).to_have_count(0)
    page.get_by_role("button", name="Note", exact=True).click()
    expect(note).to_be_visible()


HIGH: Final = 55
"""What stands above a table, where one line is enough."""
WRAPPED: Final = """() => [...document.querySelectorAll('header .heading, header .word')]
    .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const lines = [...range.getClientRects()].filter((box) => box.width > 1);
        return new Set(lines.map((box) => Math.round(box.top / 8))).size > 1;
    })
    .map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("locale", ["de-DE", "es-ES"])
@pytest.mark.parametrize("game", [name for name in catalogue() if lesson_of(name)])
def test_above_a_lesson_nothing_takes_a_second_line(
    site: Site, browse: Open, game: str, locale: str
):
    page = browse(f"{site.url}/#learn/{game}", PHONE, locale=locale)
    wait(page)
    for put_away in (False, True):
        if put_away:
            page.locator("[data-note] button").click()
        for width, height in ((360, 740), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert put_away or [] == page.evaluate(WRAPPED), width
            box = page.get_by_role("banner").bounding_box()
            assert box is not None
            assert box["height"] <= HIGH, width


COVERED: Final = """(opening) => {
    const note = document.querySelector('[data-note]').getBoundingClientRect();
    return [...document.querySelectorAll('main *')]
        .filter((one) => !one.childElementCount && one.textContent.trim().startsWith(opening))
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width && note.bottom > box.top && note.top < box.bottom
            && note.right > box.left && note.left < box.right).length;
}"""


@pytest.mark.parametrize("game", [name for name in catalogue() if lesson_of(name)])
def test_a_note_does_not_lie_on_the_introduction(site: Site, browse: Open, game: str):
    page = browse(f"{site.url}/#learn/{game}")
    wait(page)
    expect(page.get_by_role("complementary", name="Lesson")).to_be_visible()
    told = page.request.get(f"{site.url}/api/games/{game}/texts").json()
    opening = " ".join(told["rules"][0]["text"].split()[:3])
    assert 0 == page.evaluate(COVERED, opening), opening


def test_skipping_leads_to_a_real_match(site: Site, browse: Open):
    page = browse(f"{site.url}/#learn/5x")
    wait(page)
    page.get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("button", name="Play a real match against easy bots").click()
    expect(page.get_by_text("sealed: ")).to_be_visible()
    wait(page)
    choose(page, 0)
    expect(page.get_by_role("complementary", name="Lesson")).to_have_count(0)
    page.goto(site.url)
    expect(page.get_by_text("the lesson of 5X")).to_have_count(0)
