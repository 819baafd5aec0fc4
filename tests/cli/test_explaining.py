"""`? NAME`: whatever lies on the table can be asked for, in the words that the page has for it."""

import pytest

import microciv
from microciv.cli.explaining import cards_there, explain, told_of_thing
from microciv.cli.scene import nameless, scene_of
from microciv.core.match import Match

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
