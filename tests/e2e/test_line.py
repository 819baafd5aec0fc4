"""What is shown of an answer is what the server has of it, in every game."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import LOST, Open, Site
from tests.e2e.pilot import wanted
from tests.e2e.player import legal, sit_down

pytestmark = pytest.mark.browser

ARRIVED: Final = """(set) => {
    const { update } = window.pilot;
    return update && (update.answer.length > 0 || update.decision > set);
}"""


@pytest.mark.console(LOST)
@pytest.mark.parametrize("game", ["5-ages", "civ-card-game", "goofspiel"])
def test_an_answer_is_sending_until_the_server_has_it_and_outlives_a_lost_line(
    site: Site, browse: Open, game: str
):
    page = browse("about:blank", pilot=True)
    page.clock.install()
    page.goto(site.url)
    sit_down(page, site.url, game, 3)
    asked = wanted(page)["decision"]
    page.evaluate("pilot.held = true")
    legal(page).first.click()
    dock = page.get_by_label("Your decision")
    expect(dock).to_contain_text(re.compile("sending", re.IGNORECASE))
    expect(dock).not_to_contain_text(re.compile("locked|sealed", re.IGNORECASE))

    page.evaluate("() => { pilot.cut = true; window.dispatchEvent(new Event('offline')); }")
    lost = page.get_by_role("alert")
    expect(lost).to_contain_text("You are offline")  # at once, as the page's own clock stands
    expect(lost).to_contain_text("not sent yet")
    expect(dock).to_contain_text(re.compile("not sent yet", re.IGNORECASE))
    expect(dock).not_to_contain_text(re.compile("locked|sealed", re.IGNORECASE))
    page.clock.run_for(10_000)
    expect(lost).to_contain_text("You are offline")

    page.evaluate("() => { pilot.update = null; pilot.held = pilot.cut = false; }")
    page.clock.run_for(10_000)
    expect(lost).to_have_count(0)
    page.wait_for_function(ARRIVED, arg=asked)
    expect(dock).not_to_contain_text(re.compile("sending|not sent", re.IGNORECASE))
