"""Puzzles: from the games to one, answered on its board, judged at once, and on to the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from microciv.games import catalogue
from microciv.puzzles import asked, puzzle_of, puzzles_of
from tests.e2e.conftest import PHONE, REFUSED, Open, Site
from tests.e2e.test_daily import looked

GAMES = [name for name in catalogue() if puzzles_of(name)]
OF = f"of {len(puzzles_of('5x'))}"

pytestmark = pytest.mark.browser


def test_a_puzzle_is_answered_by_key_and_judged_at_once(
    site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(site.url)
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.get_by_text(f"0 {OF} solved")).to_be_visible()
    looked(page, axe, "puzzles")
    page.get_by_role("link", name="Puzzle 1 5 players").click()
    expect(page.get_by_text("what is best?")).to_be_visible()
    expect(page.get_by_text("Which card do you play")).to_be_visible()
    looked(page, axe, "puzzle")
    puzzle = puzzle_of("5x", 1)
    legal = [move.text for move in asked(puzzle).observe(puzzle.seat).legal]
    page.keyboard.press(str(legal.index(puzzle.easy) + 1))
    verdict = page.get_by_role("region", name="best")
    expect(verdict.get_by_role("heading")).to_have_text("Not the best: number 2 of 6.")
    expect(verdict.get_by_role("heading")).to_be_focused()
    expect(verdict.get_by_role("listitem")).to_have_count(len(puzzle.answers))
    looked(page, axe, "puzzle-missed")
    verdict.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("what is best?")).to_be_visible()
    page.keyboard.press(str(legal.index(puzzle.best) + 1))
    expect(verdict.get_by_role("heading")).to_have_text("The best answer.")
    looked(page, axe, "puzzle-best")
    # The first answer counted. The next puzzle is solved at once.
    verdict.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_text(f"Puzzle 2 {OF}")).to_be_visible()
    expect(page.get_by_text("Which card do you play")).to_be_visible()
    puzzle = puzzle_of("5x", 2)
    legal = [move.text for move in asked(puzzle).observe(puzzle.seat).legal]
    page.keyboard.press(str(legal.index(puzzle.best) + 1))
    verdict.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text(f"1 {OF} solved")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle 1 5 players missed")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle 2 3 players solved")).to_be_visible()
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.get_by_role("heading", level=2)).to_have_count(len(GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_a_link_leads_to_one_puzzle_on_a_phone(
    site: Site, browse: Open, axe: Callable[[Page], list[str]], game: str
):
    page = browse(f"{site.url}/#puzzle/{game}/1", PHONE)
    expect(page.get_by_text("what is best?")).to_be_visible()
    dock = page.get_by_role("region", name="Your decision")
    expect(dock).to_be_visible()
    looked(page, axe, f"puzzle-{game}")


@pytest.mark.console(REFUSED)
def test_a_puzzle_that_there_is_not_is_told(site: Site, browse: Open):
    page = browse(f"{site.url}/#puzzle/5x/999")
    expect(page.get_by_role("alert")).to_contain_text("5X has puzzles 1 to")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()
