"""`? NAME`: whatever lies on the table can be asked for, in the words that the page has for it."""

import pytest

import microciv
from microciv.cli.explaining import cards_there, explain, told_of_thing
from microciv.cli.finding import numbers_of
from microciv.cli.scene import nameless, scene_of
from microciv.core.match import Match
from tests.cli.screens import kinds_of_questions

GAMES = ["5x", "5-ages", "civ-card-game", "civ-builder"]


@pytest.mark.parametrize("name", GAMES)
def test_every_card_and_every_thing_on_the_table_can_be_asked_for(name):
    game = microciv.open_game(name)
    scene = scene_of(game, Match(game, 1).observe(0), nameless(game), 80)
    texts = scene.texts
    for card in cards_there(game, texts):
        title, _, told = explain(texts.card(card), scene).plain.partition(": ")
        assert title.startswith(texts.card(card))
        assert told.count(" ") > 1
    for thing in texts.entries("about"):
        for words in (thing, texts.look("about", thing, "title")):
            found = told_of_thing(words, texts)
            assert found is not None
            assert texts.look("about", thing, "text") in found.plain


@pytest.mark.parametrize("name", [*GAMES, "goofspiel"])
def test_a_number_asks_for_the_answer_with_that_number(name):
    """At each kind of question; amounts and plots keep theirs."""
    game = microciv.open_game(name)
    for seen in kinds_of_questions(game):
        scene = scene_of(game, seen, nameless(game), 80)
        for number, move in zip(numbers_of(seen.legal), seen.legal, strict=True):
            assert f"Allowed now: '{move.text}'" in explain(str(number), scene).plain


def test_a_number_that_no_answer_has_is_no_amount_of_another_question(cli):
    alone = ("play", "5x", "--seed", "7", "--seats", "you,bot:random,bot:random")
    output = cli(*alone, typed="1\n? 1\n? 9\n").output
    assert "Exploit: Take 3" in output
    assert "Allowed now: 'exploit' – Play Exploit." in output
    assert "! no answer has this number; expected 1 to 7" in output


def test_a_number_is_the_amount_where_amounts_are_explained(cli):
    output = cli("play", "goofspiel", "--seed", "7", typed="13\n? 2\n? 13\n? 99\n").output
    assert "Allowed now: 'bid 2' – Bid 2." in output
    assert "Not now: 'bid 13'; " in output
    assert "! 'bid 99' is not a move; expected 'bid 1' to 'bid 12'" in output
