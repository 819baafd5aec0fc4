"""All four games with keys alone: those that the list of keys names, and no focus left behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Site
from tests.e2e.player import phase, play_out, sit_down

pytestmark = pytest.mark.browser

# Who won takes the focus on purpose, for whoever listens, and may do so with the last key.
FOCUSED = """() =>
  document.querySelector(':focus-visible:not(#result)')?.outerHTML.slice(0, 90) ?? ''"""
KEYED = "[data-move][aria-keyshortcuts]:not([aria-disabled='true']):not([aria-pressed='true'])"


def keys_of(page: Page, selector: str) -> list[str]:
    found = page.locator(selector).evaluate_all("all => all.map((one) => one.ariaKeyShortcuts)")
    return [str(key) for key in found if key]


def of_5x(page: Page, turn: int) -> str:
    cards = keys_of(page, KEYED)
    if cards:
        return cards[turn % len(cards)]
    amounts = page.locator(".chip[data-move]").all_inner_texts()
    return amounts[0] if amounts else "1"


def of_5_ages(page: Page, turn: int) -> str:
    if phase(page) in ("keep", "build"):
        return str(turn % 3 + 1)
    cells = keys_of(page, ".cell[aria-pressed='false']")
    return cells[0] if turn % 2 and cells else "Enter"


def of_civ_builder(page: Page, _turn: int) -> str:
    if page.locator(".dock [data-key='enter']:not([disabled])").count():
        return "Enter"
    if page.locator(".dock [data-key='n']").count():
        return "n"
    free = keys_of(page, ".dock .chip[aria-pressed='false']")
    return free[0] if free else "1"


def of_civ_card_game(page: Page, turn: int) -> str:
    if page.locator(".board [data-key='enter']:not([disabled])").count():
        return "Enter"
    if page.locator(".dock [data-key='e']").count():
        return "e"
    return str(turn % 3 + 1) if phase(page) == "discard" else "1"


@pytest.mark.parametrize(
    "game, options, key_for",
    [
        ("5x", {"rounds": 4}, of_5x),
        ("5-ages", {}, of_5_ages),
        ("civ-builder", {"rounds": 3}, of_civ_builder),
        ("civ-card-game", {"max_rounds": 3}, of_civ_card_game),
    ],
)
def test_a_match_is_played_with_keys_alone(
    site: Site,
    browse: Open,
    game: str,
    options: dict[str, object],
    key_for: Callable[[Page, int], str],
):
    page = sit_down(browse(site.url), site.url, game, 3, options)
    page.wait_for_selector("[data-wanted='true']")
    for letter, title in (("l", "Log"), ("r", "Rules"), ("?", "Keys")):
        shifted = page.locator(f".tool[aria-keyshortcuts='Shift+{letter.upper()}']").count()
        page.keyboard.press(f"Shift+{letter.upper()}" if shifted else letter)
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)

    def press(page: Page, turn: int) -> None:
        page.keyboard.press(key_for(page, turn))
        assert page.evaluate(FOCUSED) == ""

    play_out(page, press)
