"""The pages written from the program say what the program says."""

from pathlib import Path

import pytest

from microciv.cli.hotseat import HotSeat
from microciv.cli.joined import Joined
from microciv.cli.main import COMMANDS
from tools import make_card_docs, make_cli_docs, make_event_docs, make_play_docs

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_the_command_line_is_current():
    assert (DOCS / "cli.md").read_text() == make_cli_docs.page(), "run `make docs`"


@pytest.mark.parametrize("game", make_play_docs.GAMES)
def test_the_rules_for_people_are_current(game):
    assert (DOCS / "play" / f"{game}.md").read_text() == make_play_docs.page(game), (
        "run `make docs`"
    )


@pytest.mark.parametrize("game", make_card_docs.GAMES)
def test_the_pages_of_the_card_sets_are_current(game):
    page = DOCS / "games" / f"{game}-cards.md"
    assert page.read_text(encoding="utf-8") == make_card_docs.page(game), "run `make docs`"


@pytest.mark.interpreted
@pytest.mark.parametrize("game", make_event_docs.games())
def test_the_events_of_a_game_are_told_as_it_declares_them(game):
    page = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    assert make_event_docs.page(game, page) == page, "run `make docs`"


def test_every_command_has_an_example():
    assert set(make_cli_docs.EXAMPLES) == set(COMMANDS)


def test_what_can_be_typed_is_on_the_terminals_page():
    page = (DOCS / "play" / "terminal.md").read_text()
    for words, _ in dict.fromkeys([*HotSeat.commands()[1:], *Joined.commands()[1:]]):
        for word in words.split(", "):
            assert f"`{word}`" in page
