"""The Design screen: a change is found by its link, run, watched, kept and dropped."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from microciv.files import read_cards
from microciv.games import about
from microciv.study.plan import read_plan
from tests.e2e.conftest import DESKTOP, PATIENCE, PHONE, REFUSED, Open, Site

pytestmark = pytest.mark.browser

CHANGE = {"wonder_f": 10}
ASKED = {"seats": "3", "players": "random", "matches": "40", "set": json.dumps(CHANGE)}
SLOWLY = 2000 * PATIENCE  # what plays comes after everything else on this machine


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_shared_change_is_run_and_kept(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], tmp_path: Path, size: ViewportSize
):
    page = browse(f"{site.url}/#design/5x?{urlencode(ASKED)}", size)
    expect(page.get_by_role("heading", name="Design 5X")).to_be_visible()
    expect(page.locator("[data-option='wonder_f'] input")).to_have_value("10")
    expect(page.get_by_role("button", name="3", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("All matches are played.", exact=True)).to_be_visible(timeout=SLOWLY)
    expect(page.get_by_role("heading", name="Wins", exact=True).first).to_be_visible()
    assert fits(page)
    assert axe(page) == []

    page.reload()  # it goes on with what there is
    expect(page.get_by_text("All matches are played.", exact=True)).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the plan").click()
    saved.value.save_as(tmp_path / "plan.toml")
    plan = read_plan(tmp_path / "plan.toml")
    assert CHANGE == plan.arms[1].options

    page.get_by_role("button", name="All as printed").click()
    expect(page.get_by_role("button", name="Run without a change")).to_be_visible()


def test_a_change_is_played_and_its_cards_are_kept(site: Site, browse: Open, tmp_path: Path):
    cards = {"wonder_table": [{"letter": "E", "points": 6}]}
    asked = {**ASKED, "set": json.dumps(CHANGE | cards)}
    page = browse(f"{site.url}/#design/5x?{urlencode(asked)}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the cards").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert cards == read_cards(file, about("5x"))
    command = f"microciv play 5x --cards {file.name} --set wonder_f=10"
    expect(page.get_by_text(command)).to_be_visible()

    page.get_by_role("link", name="Play it").click()
    expect(page.locator("[data-option='wonder_f'] input")).to_have_value("10")
    expect(page.get_by_label("Points of Wonder E")).to_have_value("6")
    page.get_by_label("Seat 2").select_option("bot:easy")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_text("Wonders changed").first).to_be_visible()


def test_a_player_is_held_back(site: Site, browse: Open):
    page = browse(f"{site.url}/#design/5x?{urlencode({**ASKED, 'one': 'never-expands'})}")
    page.get_by_label("What somebody never does").select_option(label="Never plays Explore")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(
        page.get_by_role("heading", name="3 seats, random (never explores), random")
    ).to_be_visible(timeout=SLOWLY)
    expect(page.get_by_text("All matches are played.", exact=True)).to_be_visible(timeout=SLOWLY)
    assert "one=never-explores" in page.url


@pytest.mark.console(REFUSED)
def test_what_cannot_be_played_is_told_at_its_field(site: Site, browse: Open):
    asked = {**ASKED, "set": json.dumps({"wonder_f": 1000})}
    page = browse(f"{site.url}/#design/5x?{urlencode(asked)}")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-option='wonder_f'] [role=alert]")).to_contain_text("expected")


@pytest.mark.console(REFUSED)
def test_what_a_link_says_in_vain_is_told_and_another_study_of_this_browser_gives_way(
    site: Site, browse: Open
):
    long = {**ASKED, "matches": "20000"}
    first = browse(f"{site.url}/#design/5x?{urlencode(long)}&nothing=1")
    expect(first.get_by_role("alert")).to_contain_text("nothing=1")
    first.get_by_role("button", name="Run", exact=True).click()
    expect(first.get_by_text("of 20,000 matches")).to_be_visible(timeout=SLOWLY)
    first.get_by_role("button", name="Stop", exact=True).click()
    first.get_by_role("button", name="Go on to 20,000 matches").click()
    expect(first.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    second = first.context.new_page()
    second.goto(f"{site.url}/#design/5x?{urlencode({**ASKED, 'seats': '4'})}")
    second.get_by_role("button", name="Run", exact=True).click()
    second.get_by_role("button", name="Stop it and run this").click()
    expect(second.get_by_text("All matches are played.", exact=True)).to_be_visible(timeout=SLOWLY)
    expect(first.get_by_role("alert").filter(has_text="gone")).to_be_visible(timeout=SLOWLY)


def test_the_front_page_leads_there_and_a_rule_is_found(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    page.get_by_role("link", name="Design: change a rule").click()
    page.get_by_role("link", name="5X", exact=True).click()
    page.get_by_label("Find a rule").fill("no such rule")
    expect(page.get_by_text("No rule is called")).to_be_visible()
    page.get_by_label("Find a rule").fill("exploit")
    expect(page.locator("[data-option='exploit_pays']")).to_be_visible()
    assert fits(page)
