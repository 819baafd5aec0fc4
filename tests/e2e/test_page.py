"""The page itself: how much it weighs, and what its other screens are like."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, ViewportSize, WebSocketRoute, expect

from tests.e2e.conftest import DESKTOP, ENGINE, LOST, PHONE, REFUSED, Open, Site
from tests.e2e.player import choose, play_button, play_now, sit_down, wait

pytestmark = pytest.mark.browser

MOST_BYTES = 250_000
MOST_FILES = 40
LETTERS = """new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-move]')) return;
    window.letters = document.fonts.status;
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
"""How far they had come when there was something to tap."""
DARK = "rgb(28, 22, 17)"
RUNS = "interpreted" if ENGINE.name == "src" else "compiled"
OTHER_SERVER = {
    "version": "2.0",
    "engine": "compiled" if RUNS == "interpreted" else "interpreted",
}


@pytest.mark.parametrize(
    "game, seats",
    [("5X", 6), ("5 Ages", 7), ("Civilization: The Card Game", 4), ("Civ Builder", 6)],
)
def test_the_first_load_of_a_table_is_light(site: Site, browse: Open, game: str, seats: int):
    page = browse("about:blank")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # wants a function of its own
    page.goto(site.url)
    play_now(page, seats, game)
    page.evaluate("() => document.fonts.ready")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert len(sizes) <= MOST_FILES, sizes  # each waits for its turn
    assert [url for url in sizes if "-latin-" in url] == []  # English does with a part of each font
    assert all(url.startswith(site.url) for url in sizes)


@pytest.mark.console(REFUSED)
@pytest.mark.parametrize(
    "locale, told",
    [("en-US", "There is no such page"), ("de-DE", "gibt es nicht"), ("es-ES", "no existe")],
)
def test_an_address_of_no_page_says_so_and_leads_on(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], locale: str, told: str
):
    page = browse("about:blank", PHONE, locale=locale)
    answer = page.goto(f"{site.url}/foo/bar")
    assert answer is not None
    assert 404 == answer.status
    expect(page.get_by_role("heading", level=1)).to_contain_text(told)
    assert axe(page) == []
    page.locator("main a").click()
    expect(page.get_by_role("heading", name="5X", exact=True)).to_be_visible()
    page.goto(f"{site.url}/#foo")
    expect(page.get_by_role("heading", level=1)).to_contain_text(told)


def test_a_board_comes_with_its_letters_and_stays_while_the_table_is_told_anew(
    site: Site, browse: Open
):
    page = browse(site.url)
    page.add_init_script(LETTERS)
    sit_down(page, site.url, "5x", 3)
    assert wait(page) == "wanted"
    assert page.evaluate("() => window.letters") == "loaded"
    page.locator(".board").evaluate("(board) => { board.dataset.first = 'yes'; }")
    for turn in range(3):
        choose(page, turn)
        assert wait(page) == "wanted"
    expect(page.locator(".board[data-first]")).to_have_count(1)


@pytest.mark.console(LOST)
def test_a_board_that_cannot_be_loaded_says_so(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    page.route("**/assets/pieces-*.js", lambda route: route.abort())
    play_button(page, 4).click()
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    assert axe(page) == []
    page.unroute("**/assets/pieces-*.js")
    page.get_by_role("button", name="Reload").click()
    assert wait(page) == "wanted"


def speak_an_older_protocol(line: WebSocketRoute) -> None:
    """What the page answers has a part under a name that it no longer has."""
    server = line.connect_to_server()
    line.on_message(lambda told: server.send(str(told).replace('"decision":', '"set":')))


def test_a_page_that_is_older_than_its_server_says_so(site: Site, browse: Open):
    page = browse(site.url)
    page.route_web_socket("**/ws/tables/*", speak_an_older_protocol)
    play_now(page, 3)
    choose(page, 0)
    expect(page.get_by_role("alert")).to_contain_text("does not understand this page; reload it")
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()


@pytest.mark.console(REFUSED)
@pytest.mark.parametrize("path", ["/#about", "/#new/5x", "/t/nowhere", "/#new/nothing"])
def test_every_screen_is_accessible(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], path: str
):
    page = browse(site.url + path, PHONE)
    page.wait_for_selector("h1, [role=alert]")
    for summary in page.locator("summary").all():
        summary.click()
    assert axe(page) == []


@pytest.mark.parametrize("sheet", ["Log", "Rules", "Keys", "Link to this table", "Settings"])
def test_every_drawer_is_accessible(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], sheet: str
):
    page = browse(site.url)
    play_now(page, 3)
    page.get_by_role("button", name=sheet, exact=True).press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=sheet, exact=True)).to_be_focused()


@pytest.mark.console(LOST)
def test_settings_are_there_before_the_page_is(site: Site, browse: Open):
    page = browse(site.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("150 %").click()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == DARK
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "25.5px"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_footer_says_which_engine_runs_and_what_that_means(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], size: ViewportSize
):
    page = browse(site.url, size)
    running = page.get_by_role("button", name=f"{RUNS} engine")
    means = page.get_by_text("Bots, hints and reviews think")
    expect(means).to_be_hidden()
    running.click()
    expect(means).to_be_in_viewport()
    assert axe(page) == []
    page.route("**/api/server", lambda route: route.fulfill(json=OTHER_SERVER))
    expect(page.get_by_role("button", name=f"{OTHER_SERVER['engine']} engine")).to_be_visible()
    expect(means).to_contain_text("2.0")


@pytest.mark.console(REFUSED)
def test_a_link_that_leads_nowhere_says_so(site: Site, browse: Open):
    page = browse(f"{site.url}/t/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("gone")
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="microciv")).to_be_visible()
