"""It is decided: the people at the table may agree to finish, and nobody is pressed to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, Open, Site
from tests.e2e.player import OVERFLOW, legal, more, wait
from tests.e2e.test_together import set_table, sit_and_start

pytestmark = pytest.mark.browser


def test_people_agree_to_finish_or_do_not(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    own_site.kill()
    own_site.start(E2E_WINNER="1")
    ana = browse(own_site.url)
    link = set_table(ana, "Ana")
    bo = browse(link, PHONE)
    bo.get_by_label("Your name").fill("Maximiliane von Habsburg")
    sit_and_start(bo, ana)
    assert wait(bo) == "wanted"
    eve = browse(link)
    expect(eve.get_by_text("You are watching")).to_be_visible()
    expect(eve.get_by_text("Finish")).to_have_count(0)

    for page, winner in ((ana, "Maximiliane von Habsburg has"), (bo, "You have")):
        box = page.get_by_role("region", name="Finish now?")
        expect(box).to_contain_text(f"{winner} as good as won. Finish now?")
        assert page.evaluate(OVERFLOW) == []
        assert axe(page) == []

    # By keyboard, taken back, and once more; the question stays where it is.
    ana.get_by_role("button", name="Finish", exact=True).focus()
    ana.keyboard.press("Enter")
    undo = ana.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(bo.get_by_text("1 of 2 agree.")).to_be_visible()
    assert bo.evaluate(OVERFLOW) == []
    assert axe(ana) == []
    ana.keyboard.press("Enter")
    expect(bo.get_by_text("1 of 2 agree.")).to_have_count(0)
    ana.keyboard.press("Enter")
    expect(undo).to_be_visible()

    # Who says nothing plays on.
    for page in (ana, bo):
        legal(page).first.click()
    ana.wait_for_selector("[data-move='exploit']")
    expect(bo.get_by_text("1 of 2 agree.")).to_be_visible()

    bo.get_by_role("button", name="Finish", exact=True).click()
    for page in (ana, bo, eve):
        expect(page.locator("#result")).to_be_visible()
        expect(page.get_by_text("The rest was played out by agreement.")).to_be_visible()
    assert axe(bo) == []

    more(ana).get_by_role("link", name="Watch again").click()
    played_out = ana.get_by_text("The rest was played out by agreement.")
    expect(ana.get_by_role("slider", name="Decision")).to_be_visible()
    expect(played_out).to_have_count(0)
    ana.get_by_role("button", name="Step on").click()
    expect(played_out).to_be_visible()
    assert ana.evaluate(OVERFLOW) == []
    assert axe(ana) == []
