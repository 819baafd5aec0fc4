"""Civilization: The Card Game on its own board: whole matches, taking back, goals, and defence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, PHONE, REFUSED, Open, Site
from tests.e2e.fits import SMALLEST, WHOLE, faults
from tests.e2e.player import (
    MOVES,
    OVERFLOW,
    SMALL,
    UNLABELLED,
    legal,
    more,
    play_out,
    sit_down,
    watch_again,
)
from tests.e2e.staged import USUAL, Staged
from tests.e2e.test_screens import replay

pytestmark = pytest.mark.browser

MOST_TAPS: Final = 6
"""A turn, with all that is asked until the next one; the median."""
GAME: Final = "civ-card-game"
SHORT: Final = {"max_rounds": 12}
TWO_COME: Final = 43
"""So a match is dealt in whose last fight a seat blocks two units."""
PEACE: Final = {"max_rounds": 12, "peace_rounds": 20}

ASKED: Final = r"""() => {
    const name = document.querySelector('.board')?.className ?? '';
    const part = (what) => new RegExp(`${what}-(\\w+)`).exec(name)?.[1] ?? '';
    return [part('phase'), part('stage')].filter(Boolean).join(' ');
}"""

WANTED: Final = f"""[data-wanted="true"] {MOVES}"""


def asked(page: Page) -> str:
    """The phase that the board asks in, and the stage of a turn."""
    return str(page.evaluate(ASKED))


class Taps:
    """A person who buys what can be bought, takes what is suggested, and lives in peace."""

    def __init__(self) -> None:
        self.by_turn: Counter[int] = Counter()
        self.turn = 0
        self.last = ""

    def tap(self, found: Locator) -> None:
        """One tap."""
        found.first.click()
        self.by_turn[self.turn] += 1

    def answer(self, page: Page, _taps: int) -> None:
        """Whatever is asked; nothing while the answer before is still under way."""
        if not legal(page).count():
            return
        kind = asked(page)
        if kind.startswith("turn") and not self.last.startswith("turn"):
            self.turn += 1
        self.last = kind
        main = page.locator(".dock [data-key='enter']:not([disabled])")
        if kind == "turn collect" or kind.startswith(("discard", "cull")):
            self.tap(main)  # as soon as something is suggested
        elif kind == "turn buy":
            self.buy(page)
        elif main.count():
            self.tap(main)
        elif page.locator(".dock [data-best]").count():
            self.tap(page.locator(".dock [data-best]"))
        else:
            self.tap(page.locator(f".dock {MOVES}:not([disabled]), .draft {MOVES}"))

    def buy(self, page: Page) -> None:
        """A technology, a plot, a structure, population; then the turn is over."""
        prices = page.locator(".market .price[data-move]")
        cards = page.locator(".hand .building.can, .hand .wonder.can")
        grow = page.locator(".land .grow[data-move]")
        if prices.count():
            self.tap(prices)
        elif cards.count():
            self.tap(cards)
            self.tap(page.locator(".dock [data-buy]"))
        elif grow.count():
            self.tap(grow)
        else:
            self.tap(page.locator(".dock [data-key='e']"))


class Looks:
    """What can be tapped in each phase, once; that nothing has to be scrolled, always."""

    def __init__(self, page: Page, least: int) -> None:
        self.page = page
        self.least = least
        self.seen: set[str] = set()

    def look(self, _kind: str) -> None:
        """At what is asked now."""
        kind = asked(self.page)
        assert self.page.evaluate(OVERFLOW) == [], kind
        if kind not in self.seen:
            self.seen.add(kind)
            assert self.page.evaluate(UNLABELLED) == [], kind
            assert self.page.evaluate(SMALL, self.least) == [], kind


def play_until(page: Page, taps: Taps, reached: Callable[[], bool]) -> None:
    """Answer until this is so."""
    for turn in range(400):
        page.wait_for_selector(WANTED)
        if reached():
            return
        taps.answer(page, turn)
    raise AssertionError("it never came to that")


@pytest.mark.parametrize(
    "size, seats, options, least",
    [
        pytest.param(DESKTOP, 4, SHORT, 24, marks=pytest.mark.slow),
        (PHONE, 4, SHORT, 40),
        pytest.param(DESKTOP, 2, {}, 24, marks=pytest.mark.slow),
        pytest.param(PHONE, 3, {}, 40, marks=pytest.mark.slow),
    ],
)
def test_a_whole_match_takes_few_taps_and_no_scrolling(
    site: Site,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
    seats: int,
    options: Mapping[str, object],
    least: int,
):
    page = sit_down(browse(site.url, size), site.url, GAME, seats, options)
    taps, looks = Taps(), Looks(page, least)
    play_out(page, taps.answer, looks.look, still=True)
    del taps.by_turn[0]  # the start
    assert median(taps.by_turn.values()) <= MOST_TAPS
    assert {"draft", "found", "cull", "turn buy", "block", "discard"} <= looks.seen
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator(".standings .sources > li")).to_have_count(seats)
    assert axe(page) == []
    more(page).get_by_role("button", name="See the table").click()
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    if size is PHONE:
        watch_again(page, axe, "1", "12", "30")


def test_letters_go_through_market_hand_and_land(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, GAME, 2, PEACE)
    play_until(page, Taps(), lambda: asked(page) == "turn buy")
    page.keyboard.press("m")
    page.keyboard.press("m")
    expect(page.locator(".market .face").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".wish")).to_be_visible()
    page.keyboard.press("y")
    expect(page.locator(".hand button").first).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator(".land button").first).to_be_focused()
    page.keyboard.press("v")
    expect(page.get_by_role("dialog")).to_contain_text("Victory points")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.get_by_role("dialog")).to_contain_text("reconstruct")


def test_what_is_done_can_be_taken_back_until_cards_are_shown(site: Site, browse: Open):
    page = sit_down(browse(site.url), site.url, GAME, 2, PEACE)
    trade = page.locator(".bank .trade:not([disabled])")
    taps = Taps()
    play_until(page, taps, lambda: asked(page) == "turn buy" and trade.count() > 0)
    before = page.locator(".purse .stock").inner_text()
    trade.first.click()
    expect(page.locator(".dock [data-key='u']")).to_be_visible()
    expect(page.locator(".purse .stock")).not_to_have_text(before)
    page.keyboard.press("u")
    expect(page.locator(".purse .stock")).to_have_text(before, use_inner_text=True)
    price = page.locator(".market .price[data-move]")
    play_until(page, taps, lambda: asked(page) == "turn buy" and price.count() > 0)
    price.first.click()
    expect(page.locator(".dock .note")).to_contain_text("what you have done so far is final")


def test_a_goal_stays_pinned_and_is_bought_with_one_tap(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = sit_down(browse(site.url, PHONE), site.url, GAME, 2, PEACE)
    play_until(page, Taps(), lambda: asked(page).startswith("turn"))
    card = page.locator(".market .card:not(.plot) .face").last
    name = card.locator(".title").inner_text()
    card.click()
    page.locator(".wish [data-key='w']").click()
    expect(page.locator(".market .pinned")).to_have_count(1)
    assert axe(page) == []
    for _turn in range(60):
        page.wait_for_selector(WANTED)
        if page.locator(".wish [data-buy]").count():
            break
        first = page.locator(
            ".dock [data-key='e'], .dock [data-key='enter']:not([disabled]), .dock [data-move]"
        )
        going = page.locator(".hand [data-move^='discard']:not([aria-pressed='true'])")
        (first if first.count() else going).first.click()
        page.wait_for_timeout(30)
    page.reload()
    page.wait_for_selector(WANTED)
    expect(page.locator(".wish .name")).to_contain_text(name)
    page.locator(".wish [data-buy]").click()
    expect(page.locator(".happenings")).to_contain_text(name)
    expect(page.locator(".market .pinned")).to_have_count(0)


def test_an_attack_says_who_can_stop_it(site: Site, browse: Open, axe: Callable[[Page], list[str]]):
    page = sit_down(browse(site.url, PHONE), site.url, GAME, 3, SHORT)
    attack = page.locator(".dock [data-key='a']")
    play_until(page, Taps(), lambda: attack.count() > 0)
    attack.click()
    expect(page.locator(".attack .row")).to_have_count(2)
    page.locator(".attack .unit").first.click()
    expect(page.locator(".omens")).to_contain_text("blocked by")
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    page.locator(".dock [data-key='n']").click()
    expect(attack).to_be_visible()
    attack.click()
    page.locator(".attack .unit").first.click()
    page.locator(".attack [data-key='enter']").click()
    expect(page.locator(".happenings")).to_contain_text("You attack")


def test_two_attackers_leave_room_for_the_question_and_all_answers(site: Site, browse: Open):
    page = browse(site.url, PHONE)
    staged = Staged(page, site.url, GAME, 4, {}, TWO_COME)
    assert ("block", "", "thinking") in staged.moments()
    expect(page.get_by_role("list", name="Attackers").get_by_role("listitem")).to_have_count(2)
    for width, height, _text in (SMALLEST, *WHOLE):
        page.set_viewport_size({"width": width, "height": height})
        for one in page.locator(".dock .ask, .dock button").all():
            expect(one).to_be_in_viewport(ratio=1)
    assert faults(page, "two attackers", (SMALLEST, *WHOLE)) == []


def test_what_may_be_done_with_a_card_is_in_sight_however_long_its_words_are(
    site: Site, browse: Open
):
    page = sit_down(browse(site.url, PHONE, locale="de-DE"), site.url, GAME, 3, PEACE)
    buildings = page.locator(".hand .card.building")
    play_until(page, Taps(), lambda: asked(page) == "turn buy" and buildings.count() > 0)
    buildings.first.click()
    expect(page.locator(".dock .wish")).to_be_visible()
    for one in page.locator(".dock .ask, .wish button, .dock [data-key='e']").all():
        expect(one).to_be_in_viewport(ratio=1)
    assert page.evaluate(OVERFLOW) == []


@pytest.mark.parametrize("locale, seats", [("de-DE", 3), ("es-ES", 4)])
def test_what_ends_a_turn_is_in_sight_on_the_smallest_phone(
    site: Site, browse: Open, locale: str, seats: int
):
    page = browse(site.url, PHONE, locale=locale)
    page.set_viewport_size({"width": SMALLEST.width, "height": SMALLEST.height})
    sit_down(page, site.url, GAME, seats, SHORT)
    taps, turns = Taps(), set[str]()

    def looked() -> bool:
        kind = asked(page)
        if not kind.startswith(("turn", "found")):
            return False
        for one in page.locator(".dock .turn button, .dock .choices button").all():
            expect(one).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVERFLOW) == [], kind
        turns.add(page.locator(".strip .round").inner_text() if kind.startswith("turn") else kind)
        return len(turns) > 5

    play_until(page, taps, looked)


def test_the_round_is_said_where_no_table_says_it(site: Site, browse: Open):
    page = browse(f"{site.url}/#puzzle/{GAME}/1", PHONE)
    expect(page.locator(".strip .round")).to_have_text(re.compile(r"^Round \d+$"))
    page = browse(f"{site.url}/{replay(GAME, 3, SHORT, USUAL)}", PHONE)
    scrubber = page.get_by_label("Decision", exact=True)
    scrubber.fill(scrubber.get_attribute("max") or "")
    expect(page.locator(".strip .round")).to_be_in_viewport(ratio=1)


def test_standing_orders_answer_after_the_pause_of_a_person(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = sit_down(browse(site.url), site.url, GAME, 3, SHORT)
    play_until(page, Taps(), lambda: asked(page) == "block")
    page.keyboard.press("o")
    orders = page.get_by_role("dialog")
    orders.get_by_label("Block as suggested").check()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".soon")).to_contain_text("standing orders")
    page.wait_for_timeout(1500)
    assert asked(page) == "block"
    page.wait_for_function(f"() => !({ASKED})().startsWith('block')")


def test_a_seat_shows_all_that_is_known_of_it(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = sit_down(browse(site.url, PHONE), site.url, GAME, 4, PEACE)
    play_until(page, Taps(), lambda: asked(page) == "turn buy")
    page.locator("[data-seat='1']").click()
    expect(page.get_by_role("dialog")).to_contain_text("Next plot")
    assert axe(page) == []


def test_a_match_is_watched(site: Site, browse: Open, axe: Callable[[Page], list[str]]):
    page = sit_down(browse(site.url), site.url, GAME, 4, PEACE)
    play_until(page, Taps(), lambda: asked(page) == "turn buy")
    for size in (DESKTOP, PHONE):
        watching = browse(page.url, size)
        expect(watching.locator(".land article").first).to_be_visible()
        assert watching.locator(".dock").count() == 0
        assert watching.evaluate(OVERFLOW) == []
        assert axe(watching) == []


def test_with_motion_a_turn_is_shown_and_can_be_skipped(site: Site, browse: Open):
    page = sit_down(browse(site.url, motion=True), site.url, GAME, 2, PEACE)
    taps = Taps()
    skip = page.get_by_role("button", name="Skip")
    for turn in range(60):
        page.wait_for_selector(WANTED)
        if skip.count():
            break
        taps.answer(page, turn)
        page.wait_for_timeout(20)
    page.keyboard.press("s")
    expect(skip).to_have_count(0)


@pytest.mark.console(REFUSED)
def test_cards_of_ones_own_are_put_in_at_the_table(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(f"{site.url}/#new/{GAME}")
    page.get_by_text("Your own cards and values").click()
    text = page.get_by_label("Your own cards")
    text.fill('[[cards]]\nname = "Granary"\ncost = cheap')
    expect(page.get_by_role("alert")).to_contain_text("line 3")
    text.fill('[[cards]]\nname = "Granry"\ncost = 3')
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("[data-option='cards']")).to_contain_text("no card 'Granry'")
    assert axe(page) == []
    text.fill('[[cards]]\nname = "Granary"\ncost = 3\neffects = [["culture", 2]]')
    expect(page.locator("[data-option='cards']")).to_contain_text("One card differs: Granary")
    page.get_by_text("Options and rulings").click()
    expect(page.get_by_label("Most rounds")).to_have_attribute("type", "number")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("listitem").filter(has_text="Your own cards")).to_be_visible()
