"""Nothing is cut off outside of a match either: pages, forms, drawers, what looks back; names are
as long as they may be.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from microciv import open_game
from microciv.core.codec import plain_record
from microciv.core.match import Match
from microciv.core.rng import Rng
from tests.e2e.conftest import PHONE, REFUSED, Open, Site
from tests.e2e.fits import LARGE, SMALLEST, WHOLE, faults
from tests.e2e.peopled import peopled
from tests.e2e.player import play_out, sit_down, wait
from tests.e2e.staged import NAMES, USUAL
from tests.e2e.test_fits import MOST

pytestmark = pytest.mark.browser

GAMES: Final = [game for game, *_ in MOST]
SMALL: Final = (SMALLEST, LARGE)
PAGES: Final = (
    "about", "device", "device/cinnamon grasshopper", "offline", "me", "matches", "ladder/5x/6",
    "new/nothing", "design", "position/civ-builder", *(f"new/{game}" for game in GAMES),
    *(f"design/{game}" for game in GAMES),
)  # fmt: skip


@pytest.mark.console(REFUSED)
def test_no_page_cuts_anything_off(site: Site, browse: Open):
    page = browse(f"{site.url}/#device", PHONE)
    found: list[str] = []
    peopled(page)
    for path in PAGES:
        found += faults(visited(page, path), path)
    page.get_by_label("Find a rule").fill("population")
    found += faults(page, "a rule that is looked for", SMALL)
    visited(page, "me").get_by_role("button", name="Show six words").click()
    page.get_by_role("img", name="QR code").wait_for()
    page.get_by_role("button", name="Erase me").click()
    found += faults(page, "six words", SMALL)
    assert not found, "\n".join(found)


@pytest.mark.console(REFUSED)
def test_the_front_page_cuts_nothing_off(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    page.get_by_role("list").first.wait_for()
    found = faults(page, "new here")
    peopled(page)
    page.reload()
    page.get_by_text("You lead", exact=False).or_(page.get_by_text("Finished (")).first.wait_for()
    everything_open(page)
    found += faults(page, "much to do")
    page.get_by_role("button", name="How it is played").first.click()
    page.get_by_role("dialog").wait_for()
    found += faults(page, "rules", SMALL)
    assert not found, "\n".join(found)


def test_no_table_before_a_match_cuts_anything_off(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    sit_down(page, site.url, "civ-builder", 10, {"allow_7_to_10": True}, {"kind": "open"})
    expect(page.get_by_role("button", name="Start now")).to_be_visible()
    everything_open(page)
    page.get_by_role("img", name="QR code").wait_for()
    page.get_by_label("Write to the table").fill("W" * 200)
    page.get_by_label("Write to the table").press("Enter")
    expect(page.get_by_text("W" * 200)).to_be_visible()
    found = faults(page, "a host")
    guest = browse(page.url, PHONE)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    everything_open(guest)
    found += faults(guest, "a guest")
    page.get_by_role("button", name="Start now").click()
    guest.get_by_label("Your name").fill(NAMES[1])
    expect(guest.get_by_role("button", name="Take it")).to_be_visible()
    found += faults(guest, "late")
    guest.get_by_role("button", name="Take it").click()
    expect(guest.get_by_role("button", name="Only watch")).to_be_visible()
    found += faults(guest, "in time")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_cuts_anything_off(site: Site, browse: Open, game: str):
    page = browse(f"{site.url}/#learn/{game}", PHONE)
    page.get_by_role("complementary", name="Lesson").wait_for()
    assert wait(page) == "wanted"
    found = faults(page, game)
    page.get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("button", name="Play a real match").wait_for()
    found += faults(page, f"{game}, skipped")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game, seats, options", MOST)
def test_no_replay_cuts_anything_off(
    site: Site, browse: Open, game: str, seats: int, options: Mapping[str, object]
):
    page = browse(f"{site.url}/{replay(game, seats, options, NAMES)}", PHONE)
    scrubber = page.get_by_label("Decision", exact=True)
    last = int(scrubber.get_attribute("max") or "")
    page.get_by_label("Seen by").select_option("2")
    found: list[str] = []
    for decision in (last * 2 // 3, last):
        scrubber.fill(str(decision))
        found += faults(page, f"decision {decision}")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this replay")).to_be_visible()
    found += faults(page, "share", SMALL)
    # With usual names nothing has to be scrolled.
    page.goto(f"{site.url}/{replay(game, seats, options, USUAL)}")
    page.reload()
    for decision in (last // 3, last * 2 // 3, last):
        scrubber.fill(str(decision))
        found += faults(page, f"decision {decision}", WHOLE, whole=True)
    assert not found, "\n".join(found)


def replay(game: str, seats: int, options: Mapping[str, object], names: list[str]) -> str:
    """A link that carries a match with random answers."""
    match, rng = Match(open_game(game, seats=seats, **options), seed=17), Rng(17)
    while match.to_act():
        for seat in match.to_act():
            legal = match.observe(seat).legal
            match.play(seat, legal[rng.below(len(legal))].text)
    shared = {"record": plain_record(match.record()), "names": names[:seats]}
    packed = zlib.compress(json.dumps(shared).encode())
    return "#r=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_no_review_cuts_anything_off(site: Site, browse: Open):
    page = sit_down(browse(site.url, PHONE), site.url, "5x", 6)
    play_out(page)
    page.goto(page.url.replace("/t/", "/replay/") + "#review")
    expect(page.get_by_role("heading", name="What cost most")).to_be_visible()
    everything_open(page)
    found = faults(page, "review")
    costliest = page.get_by_role("link", name="See it: number 1")
    words = page.get_by_role("listitem").filter(has=costliest).locator("p").all_inner_texts()
    costliest.click()
    expect(page.get_by_label("Seen by")).to_be_visible()
    expect(page.get_by_text(" ".join(words))).to_be_visible()
    found += faults(page, "what cost most, in the replay")
    page.get_by_role("button", name="Step on").click()
    expect(page.get_by_text(words[0])).to_have_count(0)
    assert not found, "\n".join(found)


def visited(page: Page, path: str) -> Page:
    """This screen with everything on it unfolded."""
    page.evaluate(
        "(path) => { document.querySelector('main').dataset.left = ''; location.hash = path; }",
        path,
    )
    page.locator("main:not([data-left])").wait_for()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Unrolling")).to_have_count(0)
    everything_open(page)
    return page


def everything_open(page: Page) -> None:
    page.evaluate(
        "() => document.querySelectorAll('details').forEach((one) => { one.open = true })"
    )
