"""A deal that nobody can choose, as a player sees it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from microciv.files import read_record
from microciv.trust import faults, findings
from tests.e2e.conftest import Open, Site
from tests.e2e.player import more, play_now, play_out, wait

pytestmark = pytest.mark.browser


def test_the_page_checks_the_deal_by_itself_and_its_record_can_be_verified(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    own_site.kill()
    own_site.start(E2E_SEED="none")
    page = browse(own_site.url)
    play_now(page, 3)
    page.reload()
    play_out(page)
    page.get_by_text("Nobody could choose this deal: checked").click()
    expect(page.get_by_text("and yours. Everything fits.")).to_be_visible()
    assert axe(page) == []
    with page.expect_download() as download:
        more(page).get_by_role("link", name="Download record").click()
    record = read_record(download.value.path())
    assert [] == faults(record)
    assert "your number is in it" in findings(record)[-1]
    # The next match is dealt from numbers of its own.
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("() => !document.querySelector('#result')")
    assert wait(page) == "wanted"
    page.evaluate(
        """() => {
            const deals = JSON.parse(localStorage.getItem('microciv.deals'));
            for (const kept of Object.values(deals).flat())
                if (kept.match === 2) kept.seal = '0'.repeat(64);
            localStorage.setItem('microciv.deals', JSON.stringify(deals));
        }"""
    )
    play_out(page)
    expect(page.get_by_role("alert")).to_contain_text("This deal is not what was promised.")
