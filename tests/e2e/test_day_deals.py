"""The deal of the day: on the front page, at its table, and its results after one's own play."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import DESKTOP, PHONE, REFUSED, Open, Site

WIDER = "() => document.documentElement.scrollWidth - innerWidth"

pytestmark = pytest.mark.browser


def fits(page: Page, axe: Callable[[Page], list[str]]) -> None:
    assert page.evaluate(WIDER) <= 0
    assert axe(page) == []


def end(site: Site, table: str) -> None:
    """Note that whoever plays there has ended it: the bots of the deal think for long."""
    company = json.dumps(
        [{"name": name, "level": None} for name in ("Ann", "Uruk", "Tyre", "Susa")]
    )
    with closing(sqlite3.connect(site.folder / "site.sqlite3", timeout=60)) as database:
        database.execute(
            "INSERT INTO played (person, table_id, number, seat, game, variant, company, people,"
            " place, score, unit, ended, seats)"
            " SELECT person, table_id, 1, 0, game, '', ?, 1, 2, 17, 1, 1795600000, 4"
            " FROM day_deals WHERE table_id = ?",
            (company, table),
        )
        database.commit()


def review(route: Route) -> None:
    """What a review would tell, without the time it takes."""
    costly = {
        "decision": 3,
        "better": {"text": "explore", "verb": "play", "card": "explore"},
        "played": {"text": "expand", "verb": "play", "card": "expand"},
        "hope": 0.5,
        "chance": 0.25,
        "clear": True,
        "tied": False,
        "why": {"gain": None, "loss": None},
    }
    lines = [
        {"type": "plan", "seat": 0, "decisions": 7},
        {"type": "sum", "costliest": [costly], "account": None},
    ]
    route.fulfill(body="".join([json.dumps(line) + "\n" for line in lines]))


@pytest.mark.console(REFUSED)
def test_after_ones_own_play_what_cost_most_stands_beside_the_results(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url)
    page.route("**/review?*", review)
    page.wait_for_load_state()
    begin = """(game) => fetch('/api/daily', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ game, name: 'Ann' }),
    }).then((answer) => answer.json())"""
    table = page.evaluate(begin, "5x")["table"]
    end(own_site, table)
    day = page.evaluate("() => fetch('/api/daily').then((answer) => answer.json())")["day"]
    page.goto(f"{own_site.url}/#daily/{day}/5x")
    best = page.get_by_role("region", name="What cost you most")
    expect(best).to_contain_text("“Play Explore” would have left a 50 % chance to win")
    expect(best.get_by_role("link", name="See it")).to_be_visible()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        fits(page, axe)


@pytest.mark.console(REFUSED)
def test_who_has_left_stands_below_those_who_have_finished(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url)
    card = page.get_by_role("region", name="Deal of the day")
    card.get_by_role("button", name="Play the deal").first.click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Link to this table").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.goto(own_site.url)
    expect(card).to_contain_text("You left before the end")
    fits(page, axe)
    page.get_by_role("link", name="Results of the deal").click()
    expect(page.get_by_text("You left before the end.")).to_be_visible()
    expect(page.get_by_role("list").get_by_text("left before the end")).to_be_visible()
    fits(page, axe)


@pytest.mark.console(REFUSED)
def test_the_deal_of_the_day_is_played_once_and_then_compared(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url)
    card = page.get_by_role("region", name="Deal of the day")
    expect(card).to_contain_text("Nobody has played it yet")
    fits(page, axe)
    card.get_by_role("button", name="Play the deal").first.click()
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto(own_site.url)
    expect(card).to_contain_text("In play")
    card.get_by_role("button", name="Continue the deal").first.click()
    page.wait_for_url(table)
    end(own_site, table.rpartition("/")[2])
    page.goto(own_site.url)
    page.get_by_role("link", name="Results of the deal").click()
    expect(page.get_by_text("You are the only one who has played it.")).to_be_visible()
    expect(page.get_by_role("link", name="Your costliest decisions")).to_be_visible()
    fits(page, axe)
    results = page.url
    page.set_viewport_size(PHONE)
    fits(page, axe)
    page.goto(own_site.url)
    expect(card).to_contain_text("Played; nobody else has yet")
    fits(page, axe)
    page.get_by_role("link", name="Results of the deal").click()
    expect(page).to_have_url(results)

    other = browse(results, PHONE)
    expect(other.get_by_text("Its results are for those who have played it")).to_be_visible()
    fits(other, axe)
    other.goto(own_site.url)
    card = other.get_by_role("region", name="Deal of the day")
    expect(card).to_contain_text("One has played it")
