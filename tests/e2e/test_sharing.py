"""Several people at one device, which is covered until the one who is named taps; and a screen
for all, with hands on phones.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.conftest import PHONE, REFUSED, Open, Site
from tests.e2e.player import OVERFLOW, choose, legal
from tests.e2e.test_device import SLOW, load_it
from tests.server.site import Site as Server
from tests.server.site import play_through

pytestmark = pytest.mark.browser

KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"
NEXT_STEP = """() =>
    (document.querySelector('[data-ended]')?.click(), document.querySelector('#result')) ? 'over' :
    document.querySelector('[data-wanted="true"] [data-move]') ? 'asked' :
    document.querySelector('[aria-describedby="pass"][aria-disabled="false"]') ? 'pass' : null"""


def sit_down(page: Page, *bots: str) -> None:
    """Ann and Ben, with bots in the other seats; the device waits for one of the two."""
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name=str(2 + len(bots)), exact=True).click()
    page.get_by_label("Seat 2").select_option("here")
    page.get_by_label("Name of seat 2").fill("Ben")
    for seat, bot in enumerate(bots, 3):
        page.get_by_label(f"Seat {seat}").select_option(bot)
    page.get_by_role("button", name="Make the table and play").click()
    # No cover yet where a bot has begun: everybody sees what it does.
    page.locator("[aria-describedby='pass']").first.wait_for(timeout=SLOW)


def covered(page: Page, name: str) -> None:
    """The whole page says whose turn it is, and nothing else."""
    expect(page.get_by_role("heading", name=f"Pass to {name}")).to_be_visible(timeout=SLOW)
    assert 0 == page.locator("[data-move]").count()
    assert name in page.title()


def me(page: Page, name: str) -> Locator:
    """The button of the one who is named, once it is alive."""
    button = page.get_by_role("button", name=f"I am {name}", exact=True)
    expect(button).to_have_attribute("aria-disabled", "false")
    return button


def hand(page: Page) -> list[str]:
    """The words of the cards that may be played now."""
    page.wait_for_function(f"() => ({NEXT_STEP})() === 'asked'")
    return [one.split("\n")[-1] for one in legal(page).all_inner_texts()]


def test_nothing_of_anybody_s_is_left_when_the_device_is_passed_on(
    browse: Open, site: Site, axe: Callable[[Page], list[str]]
):
    page = browse(f"{site.url}/#new/5x", PHONE)
    sit_down(page, "bot:easy")
    covered(page, "")
    assert ([], []) == (axe(page), page.evaluate(OVERFLOW))
    page.reload()
    covered(page, "Ann")
    me(page, "Ann")
    page.keyboard.press("Enter")
    own = hand(page)
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    legal(page).first.dblclick(delay=20)  # a hurried finger opens nothing of Ben's
    covered(page, "Ben")
    page.keyboard.press("Enter")
    covered(page, "Ben")
    everything = (page.content() + page.title() + page.evaluate(KEPT)).lower()
    assert [] == [words for words in own if words.lower() in everything]
    page.get_by_role("button", name="Back to Ann").click()
    me(page, "Ann").click()
    page.wait_for_selector("[data-move][aria-pressed='true']")
    page.get_by_role("button", name="Cover the table").click()
    covered(page, "Ben")
    me(page, "Ben").click()
    hand(page)
    legal(page).first.click()
    # What came of it is for both, without a curtain.
    expect(me(page, "Ann")).to_be_visible()
    assert page.locator("[aria-label='Who plays']").is_visible()
    assert ([], []) == (axe(page), page.evaluate(OVERFLOW))
    page.get_by_role("button", name="Link to this table").click()
    page.get_by_role("button", name="Leave for now").click()
    page.get_by_role("link", name="Continue 5X").first.click()
    covered(page, "Ann")


def play_out(page: Page) -> list[str]:
    """The match to its end; who had the device."""
    had: list[str] = []
    for turn in range(500):
        step = page.wait_for_function(NEXT_STEP, timeout=SLOW).json_value()
        if step == "over":
            return had
        if step == "asked":
            choose(page, turn)
            page.wait_for_timeout(100)
            continue
        had.append(page.locator("[aria-describedby='pass']").inner_text())
        page.locator("[aria-describedby='pass']").click()
    raise AssertionError("this match goes round in circles")


BIG: Final[ViewportSize] = {"width": 1920, "height": 1080}


def test_a_big_screen_shows_the_table_to_all_and_has_nothing_to_tap(
    browse: Open, site: Site, axe: Callable[[Page], list[str]]
):
    server = Server(site.port)
    host = server.create("you", "open", "bot:easy", name="Ann", pace="relaxed")
    table = browse(f"{site.url}/t/{host['table']}#screen", BIG)
    expect(table.get_by_role("img", name="QR code")).to_be_visible()
    expect(table.get_by_text("Scan to sit down")).to_be_visible()
    assert axe(table) == []
    ben = server.sit(host["table"], "Ben")
    expect(table.get_by_text("Ben")).to_be_visible()
    people = [server.join(host["table"], one["token"]) for one in (host, ben)]
    server.start(host["table"], host["token"])
    for person in people:
        person.next("update")
    expect(table.get_by_role("timer")).to_be_visible()
    people[0].play(people[0].update["legal"][0]["text"])
    line = table.get_by_role("listitem").filter(has_text="Ann")
    expect(line.get_by_text("has decided")).to_be_visible()
    assert ([], []) == (axe(table), table.evaluate(OVERFLOW))
    assert 0 == table.get_by_role("button").count()  # the board is for the eyes alone
    play_through(people)
    expect(table.get_by_label("Result").get_by_text("Ben")).to_be_visible()
    server.close()


@pytest.mark.console(REFUSED)
def test_a_big_screen_does_not_show_what_is_for_its_players_alone(browse: Open, site: Site):
    server = Server(site.port)
    seats = [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]
    wish = {"game": "5x", "seats": seats, "name": "Ann", "watching": "off"}
    made = server.post("/api/tables", wish).json()
    server.close()
    page = browse(f"{site.url}/t/{made['table']}#screen", BIG)
    expect(page.get_by_text("This match is for its players alone")).to_be_visible()
    assert 0 == page.locator("svg[role='img']").count()


def test_a_whole_match_and_its_rematch_are_played_by_two_people_at_one_phone(
    browse: Open, site: Site, axe: Callable[[Page], list[str]]
):
    page = browse(f"{site.url}/#new/5x", PHONE)
    sit_down(page, "bot:easy", "bot:easy")
    covered(page, "")
    had = play_out(page)
    assert {"I am Ann", "I am Ben"} == {*had}
    assert min(had.count("I am Ann"), had.count("I am Ben")) >= 7
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".ranking").get_by_text("Ben")).to_be_visible()
    assert 0 == page.locator(".ranking").get_by_text("You", exact=True).count()
    assert axe(page) == []
    page.get_by_role("button", name="Play again").click()
    covered(page, "Ann")


@pytest.mark.slow
def test_the_device_goes_round_with_the_server_gone(browse: Open, own_site: Site, built_page: Path):
    if not (built_page / "engine.json").is_file():
        pytest.skip("the engine is not built: `make page`")
    page = browse(own_site.url, PHONE)
    load_it(page)
    own_site.kill()
    page.goto(f"{own_site.url}/#new/civ-card-game")
    sit_down(page, "bot:easy")
    passed = 0
    for turn in range(60):
        step = page.wait_for_function(NEXT_STEP, timeout=SLOW).json_value()
        if step == "asked":
            choose(page, turn)
            page.wait_for_timeout(100)
            continue
        if passed == 2:
            break
        passed += 1
        page.locator("[aria-describedby='pass']").click()
    page.reload()
    covered(page, "")
