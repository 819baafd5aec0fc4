"""A board that a package brings: a match through it, and one without it when it fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, LOST, PHONE, Open, Site
from tests.e2e.player import OVERFLOW, SMALL, UNLABELLED, choose, more, play_out, sit_down, wait

pytestmark = pytest.mark.browser

OWN = ".board > .forecast"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_match_is_played_through_the_board_of_its_package(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], size: ViewportSize
):
    page = sit_down(browse(site.url, size), site.url, "forecast", 4)

    def look(phase: str) -> None:
        expect(page.locator(OWN)).to_be_visible()
        assert page.evaluate(OVERFLOW) == []
        assert page.evaluate(UNLABELLED) == []
        assert page.evaluate(SMALL, 40) == []
        if phase not in looked:
            assert axe(page) == []
            looked.add(phase)

    looked: set[str] = set()
    taps = play_out(page, look=look)
    assert taps >= 6
    assert {"forecast", "play"} == looked
    more(page).get_by_role("button", name="See the table").click()
    expect(page.locator(OWN)).to_be_visible()


def test_it_is_played_with_keys_alone(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, "forecast", 3)
    assert wait(page) == "wanted"
    page.keyboard.press("0")
    expect(page.locator(".seat .said").first).to_contain_text("of 0")
    while wait(page) == "wanted":
        page.keyboard.press("1")
        page.wait_for_timeout(20)


def break_off(route: Route) -> None:
    route.abort()


def throw(route: Route) -> None:
    broken = "export const mount = () => ({ update() { throw new Error('oh'); }, destroy() {} });"
    route.fulfill(body=broken, content_type="text/javascript")


@pytest.mark.console(LOST, "The board of this game failed")
@pytest.mark.parametrize("wrong", [break_off, throw])
def test_where_it_fails_the_plain_board_goes_on(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], wrong: Callable[[Route], None]
):
    page = browse(site.url)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.route("**/boards/forecast/*.js", wrong)
    sit_down(page, site.url, "forecast", 3)
    expect(page.get_by_role("status").filter(has_text="Nothing is lost")).to_be_visible()
    assert axe(page) == []
    assert wait(page) == "wanted"
    expect(page.locator(OWN)).to_have_count(0)
    for turn in range(3):
        choose(page, turn)
        assert wait(page) == "wanted"
    assert [line for line in said if "The board of this game failed" in line]


def test_a_replay_has_it_too(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, "forecast", 3)
    play_out(page)
    page.goto(page.url.replace("/t/", "/replay/"))
    expect(page.locator(OWN)).to_be_visible()
