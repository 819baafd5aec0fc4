"""The deal of the day: on the front page, at its table, and its results after one's own play."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, REFUSED, Open, Site

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
    expect(page.get_by_text("You came first of 1.")).to_be_visible()
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
