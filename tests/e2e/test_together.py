"""Several people at one table, and everything that can happen to their connections."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import LOST, PHONE, REFUSED, Open, Site
from tests.e2e.player import OVERFLOW, choose, legal, play_now, wait

pytestmark = pytest.mark.browser

LONG_NAME = "Maximiliane von Habsburg"


def set_table(page: Page, name: str, *, listed: bool = False) -> str:
    """A table for three: the host, a person by link, and a bot. Its link."""
    page.get_by_role("link", name="Make a table for friends").first.click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="3", exact=True).click()
    if listed:
        page.get_by_role("button", name="Anybody: listed").click()
    page.get_by_role("button", name="Make the table and get its link").click()
    return page.get_by_label("Link to this table").input_value()


def sit_and_start(guest: Page, host: Page) -> None:
    """The guest takes the open seat, the host starts the match."""
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Start", exact=True).click()
    assert wait(host) == "wanted"


def test_two_people_play_by_link_and_a_third_watches(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(site.url)
    link = set_table(ana, "Ana")
    assert axe(ana) == []

    bo = browse(link, PHONE)
    bo.get_by_label("Your name").fill(LONG_NAME)
    assert axe(bo) == []
    sit_and_start(bo, ana)
    assert wait(bo) == "wanted"

    eve = browse(link)
    expect(eve.get_by_text("You are watching")).to_be_visible()
    expect(eve.locator("[data-move]")).to_have_count(0)
    assert axe(eve) == []

    # Locked is told, and never what: the other page has no word of the leader that is passed on.
    leader = (legal(ana).first.get_attribute("data-move") or "").removeprefix("pass ")
    legal(ana).first.click()
    status = bo.locator(".seat", has=bo.get_by_role("heading", name="Ana")).locator(".status")
    expect(status).to_have_text("locked")
    assert f'data-card="{leader}"' not in bo.content()

    # Tap again = change, until the last seat locks.
    legal(ana).first.click()
    legal(bo).first.click()
    for page in (ana, bo):
        page.wait_for_selector("[data-move='exploit']")

    for page, move in ((ana, "exploit"), (bo, "explore")):
        page.locator(f"[data-move='{move}']").click()
    expect(eve.locator(".ladder")).to_contain_text(re.compile(r"\bAna\b[^−]* \+\d"))
    name = ana.get_by_role("heading", name=LONG_NAME)
    expect(name).to_be_visible()

    # The other one is away; the table says so, and nothing is lost.
    bo.context.set_offline(True)
    bo.goto("about:blank")
    away = ana.locator(".seat", has=name).locator(".status")
    expect(away).to_have_text("away")


@pytest.mark.console(REFUSED)
def test_a_host_sets_cards_and_values_of_their_own(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(f"{site.url}/#new/5x", PHONE)
    page.get_by_text("Your own cards and values").click()
    page.get_by_label("Points of Wonder C").fill("2.7")
    page.get_by_label("Name of Wonder C").fill("the Hanging Gardens")
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("[data-option='wonder_table'] [role=alert]")).to_contain_text("Wonder C")
    assert axe(page) == []

    page.get_by_label("Points of Wonder C").fill("3")
    page.get_by_text("Options and rulings").click()
    page.get_by_label("Leaders in the deal").select_option("a list of your own")
    page.get_by_label("Show known hands").uncheck()
    page.get_by_label("Seat 2").select_option(label="Bot, easy")
    page.get_by_role("button", name="Make the table").click()
    assert wait(page) == "wanted"
    # What was changed is marked; what rivals hold is left to memory.
    expect(page.get_by_text("house value: changed for this table")).to_have_count(1)
    expect(page.locator(".seat:not(.mine) .letters", has_text="7 cards")).to_have_count(3)
    expect(page.locator(".mine .letters .held")).to_have_count(7)
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []


def test_a_table_with_a_clock_counts_down(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(f"{site.url}/#new/5x", PHONE)
    page.get_by_role("button", name="Relaxed").click()
    expect(page.get_by_text("90 seconds for a decision.")).to_be_visible()
    page.get_by_label("Seat 2").select_option(label="Bot, easy")
    page.get_by_role("button", name="Make the table").click()
    assert wait(page) == "wanted"
    expect(page.get_by_role("timer")).to_contain_text("is played for you")
    expect(page.get_by_role("timer")).to_contain_text("1:2")
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    legal(page).first.click()
    expect(page.get_by_role("timer")).to_be_visible()


def test_a_hint_is_said_once(site: Site, browse: Open):
    page = browse(site.url)
    play_now(page, 3)
    for _ in range(2):  # what leaders are for, and who passed which, come first
        choose(page, 0)
        wait(page)
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("button", name="Got it")).to_have_count(0)
    page.goto(site.url)
    play_now(page, 4)
    for _ in range(2):
        choose(page, 0)
        wait(page)
    expect(page.get_by_role("button", name="Got it")).to_have_count(0)


def test_listed_tables_are_in_the_lobby_and_the_host_may_fill_them(site: Site, browse: Open):
    ana = browse(site.url)
    set_table(ana, "Anastasia", listed=True)
    bo = browse(site.url)
    expect(bo.get_by_text("Anastasia’s table")).to_be_visible()
    ana.get_by_role("button", name="Start now").click()
    assert wait(ana) == "wanted"


def test_my_table_is_offered_again_in_the_lobby_until_i_leave_it(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    play_now(page, 3)
    page.goto(site.url)
    mine = page.get_by_role("region", name="Your tables")
    expect(mine).to_contain_text("Round 1 of 7, your turn")
    expect(mine).to_contain_text("with 2 easy bots · moved just now")
    assert axe(page) == []
    mine.get_by_role("button", name="Leave 5X").click()
    expect(page.get_by_role("link", name="Continue 5X")).to_have_count(0)
    mine.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Continue 5X Round 1 of 7, your turn").click()
    assert wait(page) == "wanted"
    page.get_by_role("link", name="microciv, all games").click()
    mine.get_by_role("button", name="Leave 5X").click()
    with page.expect_response("**/leave"):
        page.get_by_role("link", name="About").click()
    page.go_back()
    expect(page.get_by_role("heading", name="5X")).to_be_visible()
    expect(mine).to_have_count(0)


def test_reload_and_second_tab_come_back_to_the_same_decision(site: Site, browse: Open):
    page = browse(site.url)
    link = set_table(page, "Ana")
    other = browse(link)
    sit_and_start(other, page)
    legal(page).first.click()
    sealed = page.locator("[data-move][aria-pressed='true']").get_attribute("data-move")
    expect(page.locator(".status").first).to_have_text("locked")

    page.reload()
    expect(page.locator(f"[data-move='{sealed}'][aria-pressed='true']")).to_be_visible()
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(f"[data-move='{sealed}'][aria-pressed='true']")).to_be_visible()

    # Both tabs are one seat: what is changed in one is changed in the other.
    legal(second).first.click()
    changed = second.locator("[data-move][aria-pressed='true']").get_attribute("data-move")
    assert changed != sealed
    expect(page.locator(f"[data-move='{changed}'][aria-pressed='true']")).to_be_visible()


@pytest.mark.console(LOST)
def test_killing_the_server_loses_nothing(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url)
    link = set_table(page, "Ana")
    other = browse(link)
    sit_and_start(other, page)
    legal(page).first.click()
    sealed = page.locator("[data-move][aria-pressed='true']").get_attribute("data-move")
    expect(page.locator(".status").first).to_have_text("locked")

    own_site.kill()
    expect(page.get_by_text("You are offline. The line")).to_be_visible()
    own_site.start()
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # no need to wait
    expect(page.get_by_text("You are offline. The line")).to_have_count(0)
    expect(page.locator(f"[data-move='{sealed}'][aria-pressed='true']")).to_be_visible()

    wait(other)
    legal(other).first.click()
    page.wait_for_selector("[data-move='exploit']")
    play_until_over(page, other)

    # Another match is agreed on, and nobody is pulled off the result.
    expect(page.get_by_text("This table so far")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("You are in. Waiting for")).to_be_visible()
    expect(other.get_by_text("Ana wants another match.")).to_be_visible()
    assert axe(other) == []
    other.get_by_role("button", name="Not now").click()
    expect(page.locator("#result")).to_have_count(0)
    assert wait(page) == "wanted"
    expect(other.get_by_text("a bot plays for you")).to_be_visible()
    expect(other.locator("#result")).to_be_visible()
    expect(page.get_by_role("heading", name="(bot plays)")).to_have_count(1)
    other.get_by_role("button", name="Take my seat").click()
    expect(other.locator("#result")).to_have_count(0)
    expect(other.locator("[data-move]").first).to_be_visible()
    expect(page.get_by_role("heading", name="(bot plays)")).to_have_count(0)


def test_a_bot_plays_for_somebody_who_is_gone(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(site.url)
    bo = browse(set_table(ana, "Ana"))
    bo.get_by_label("Your name").fill("Bo")
    sit_and_start(bo, ana)
    bo.close()
    expect(ana.get_by_text("Bo is away")).to_be_visible()
    assert ana.evaluate(OVERFLOW) == []
    assert axe(ana) == []
    ana.get_by_role("button", name="Let a bot play").click()
    expect(ana.get_by_text("Bo is away")).to_have_count(0)
    play_until_over(ana)


def play_until_over(*pages: Page) -> None:
    """Both answer what they are asked until the end, which is a minute away at the most."""
    deadline = time.monotonic() + 60
    while not all(page.locator("#result").count() for page in pages):
        assert time.monotonic() < deadline, "the match does not come to its end"
        for page in pages:
            if page.locator("[data-wanted='true'] [data-move]").count():
                legal(page).first.click()
