"""A study's report as people open it: from a file, in any size, by day, by night and on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from microciv.games import about
from microciv.study.report import report
from tests.e2e.conftest import DESKTOP, PHONE, Open
from tests.e2e.fits import too_wide
from tests.study.test_findings import PLAN, found, made

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("report") / "report.html"
    answers = found(made(Random(20), 300, strong=0.3))
    file.write_text(report(PLAN, answers, about("5x")), encoding="utf-8")
    return file.as_uri()


def ink(page: Page) -> str:
    """Of the first mark of the first picture."""
    mark = page.locator(".chart .mark-rule line").first
    return str(mark.evaluate("one => getComputedStyle(one).stroke"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_its_pictures_are_drawn_and_nothing_is_too_wide(
    browse: Open, axe: Callable[[Page], list[str]], address: str, size
):
    page = browse(address, size)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.reload()
    figures = page.locator("figure")
    for number in range(figures.count()):
        expect(figures.nth(number).locator("svg")).to_be_visible()
        assert figures.nth(number).locator(".mark-symbol path").count() > 1
    assert figures.count() > 1
    labels = page.locator(".chart text").all_text_contents()
    assert [] == [label for label in labels if "…" in label]
    assert [] == said
    assert [] == axe(page)
    assert [] == too_wide(page, "report")


def test_by_night_and_on_paper_it_has_other_inks(browse: Open, address: str):
    page = browse(address)
    expect(page.locator("figure svg").first).to_be_visible()
    day = ink(page)
    page.emulate_media(color_scheme="dark")
    assert day != ink(page)
    page.emulate_media(color_scheme="dark", media="print")
    assert day == ink(page)


def test_without_scripts_it_has_its_sentences_and_tables(chromium: Browser, address: str):
    page = chromium.new_page(java_script_enabled=False)
    page.goto(address)
    expect(page.get_by_text("Wins after playing: Qin").first).to_be_visible()
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.get_by_role("table").first).to_be_visible()
    page.close()
