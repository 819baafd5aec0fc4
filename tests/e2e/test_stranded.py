"""A match whose game was changed while the server was down: what people see, and where they go."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import LOST, PHONE, Open, Site
from tests.e2e.player import OVERFLOW, play_now, wait

pytestmark = pytest.mark.browser


def change_the_rules(site: Site) -> None:
    """Of all matches there are, as an upgrade does."""
    site.kill()
    with closing(sqlite3.connect(site.folder / "site.sqlite3")) as database, database:
        database.execute("UPDATE matches SET rules = rules + 1")
    site.start()


@pytest.mark.console(LOST)
def test_a_stranded_match_says_so_and_has_a_way_out(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url, PHONE)
    play_now(page, 3)
    change_the_rules(own_site)
    heading = page.get_by_role("heading", name="This match cannot be continued")
    expect(heading).to_be_visible()  # the page comes back by itself
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    page.get_by_role("button", name="Play again").click()
    assert wait(page) == "wanted"
    change_the_rules(own_site)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="microciv")).to_be_visible()
    gone = browse(own_site.url)
    assert gone.evaluate("() => fetch('/api/tables').then((answer) => answer.json())") == []
