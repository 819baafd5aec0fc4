"""A group's evening: a link lets friends in, tables and scores stand there, and a tournament."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, Open, Site
from tests.e2e.player import wait
from tests.e2e.test_daily import looked
from tests.e2e.test_together import LONG_NAME, sit_and_start
from tests.server.site import Site as Server
from tests.server.site import play_through

pytestmark = pytest.mark.browser


def play(port: int, *pages: Page) -> None:
    """The match at the table that these pages show is played to its end, without them."""
    server = Server(port)
    clients = []
    for page in pages:
        seats = json.loads(page.evaluate("() => localStorage.getItem('microciv.seats')"))
        [seat] = [one for one in seats if one["table"] in page.url]
        clients.append(server.join(seat["table"], seat["token"]))
    play_through(clients)
    server.close()


def test_a_group_plays_for_an_evening(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    ana = browse(own_site.url)
    ana.get_by_role("link", name="My groups").click()
    expect(ana.get_by_text("You are in no group yet")).to_be_visible()
    ana.get_by_label("What it is called").fill("Friday evening")
    ana.get_by_label("Your name").fill("Ana")
    looked(ana, axe, "groups")
    ana.get_by_role("button", name="Make it").click()
    link = ana.get_by_label("Link to this group").input_value()
    looked(ana, axe, "group-new")

    bo = browse(link, PHONE)
    expect(bo.get_by_role("heading", name="Friday evening")).to_be_visible()
    expect(bo.get_by_text("Ana")).to_have_count(0)
    bo.get_by_label("Your name").fill(LONG_NAME)
    looked(bo, axe, "group-join-phone")
    bo.get_by_role("button", name="Join").click()
    members = bo.get_by_role("region", name="Members").get_by_role("listitem")
    expect(members).to_have_count(2)

    # A table of the group, which nobody has to send a link of.
    ana.get_by_role("link", name="New table").click()
    ana.get_by_role("button", name="3", exact=True).click()
    ana.get_by_role("button", name="Make the table and get its link").click()
    waiting = bo.get_by_role("button", name="Sit down: 5X")
    expect(waiting).to_be_visible()
    looked(bo, axe, "group-table-phone")
    waiting.click()
    sit_and_start(bo, ana)
    play(own_site.port, ana, bo)
    for page in (ana, bo):
        page.get_by_role("link", name="To the group").click()
        expect(page.get_by_role("table", name="This evening").get_by_role("row")).to_have_count(3)

    # A tournament: its host draws, its tables have everybody's seat ready.
    ana.get_by_text("New tournament").click()
    ana.get_by_label("People at a table, at most").select_option("2")
    ana.get_by_label("Rounds").select_option("1")
    ana.get_by_role("button", name="No clock", exact=True).click()
    looked(ana, axe, "tournament-new")
    ana.get_by_role("button", name="Begin, and draw the first round").click()
    for page in (ana, bo):
        page.get_by_role("button", name="To my table").click()
        expect(page.get_by_label("Link to this table")).to_be_visible()
    looked(ana, axe, "tournament-table")
    looked(bo, axe, "tournament-table-phone")
    starter = ana if ana.get_by_role("button", name="Start", exact=True).count() else bo
    starter.get_by_role("button", name="Start", exact=True).click()
    for page in (ana, bo):
        assert "wanted" == wait(page)
    play(own_site.port, ana, bo)
    for page, name in ((ana, "group"), (bo, "group-phone")):
        page.get_by_role("link", name="To the group").click()
        expect(page.get_by_text("won.")).to_be_visible()
        expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(3)
        looked(page, axe, name)

    # Who leaves sees nothing of it any more.
    bo.get_by_role("button", name="Leave this group").click()
    bo.get_by_role("button", name="Yes, leave").click()
    expect(bo.get_by_text("You are in no group yet")).to_be_visible()
    expect(
        ana.get_by_text("A former member").or_(ana.get_by_text("a former member")).first
    ).to_be_visible()
