"""One is not many: what the terminal says of a single thing."""

import random
import re
from io import StringIO

import pytest
from rich.console import Console

from microciv import Match, open_game
from microciv.cli.ladder import ladder, log_lines
from microciv.cli.looks import look_for
from microciv.cli.question import show_answers
from microciv.cli.scene import captions, scene_of
from microciv.cli.sitting import read_sittings
from microciv.core.moves import SPECTATOR
from microciv.games import catalogue
from microciv.texts import effect_words, short_words, texts_for

GAMES = ["5x", "5-ages", "civ-builder", "civ-card-game"]
ONE_OF_MANY = re.compile(
    r"(?<![\w.,:×/½−–+-])1 (?!(?:is|was|has|less|across|plus)\b)[a-z]+s\b(?! \d|…)"
)
"""A "1", alone, before a small word in the plural."""


@pytest.mark.parametrize("game", GAMES)
def test_tables_questions_and_captions_count_as_people_do(game):
    opened = open_game(game)
    look, texts, width = look_for(game), texts_for(game), 80
    sittings = read_sittings(",".join(["Ana", "Bo", "Cy", "Di"][: opened.seats]), game)
    names = [sitting.name for sitting in sittings]
    output = StringIO()
    page = Console(file=output, width=width)
    match, chance, heard = Match(opened, 4), random.Random(4), 0
    while match.to_act():
        [seat, *_] = match.to_act()
        seen = match.observe(seat)
        if chance.random() < 0.05:
            scene = scene_of(opened, seen, sittings, chance.choice([width, 120]))
            page.print(look.draw(scene))
            page.print(look.ask(scene))
            show_answers(page, scene, look)
        news = match.heard(seat, heard)
        heard += len(news)
        told = look.digest(captions(opened, news, names, texts), names)
        page.print(ladder(told, texts, width))
        for line in log_lines(told, texts):
            page.print(line)
        match.play(seat, chance.choice(seen.legal).text)
    scene = scene_of(opened, match.observe(SPECTATOR), sittings, width)
    page.print(look.draw(scene))
    assert ONE_OF_MANY.findall(output.getvalue()) == []


@pytest.mark.parametrize("game", GAMES)
def test_words_that_count_have_one_for_a_single_thing(game):
    texts = texts_for(game)
    counting = [name for name, text in texts.entries("labels").items() if "{n}" in str(text)]
    for name in counting:
        assert not ONE_OF_MANY.search(texts.counted(name, 1)), name
        assert "{" not in texts.counted(name, 1) + texts.counted(name, 2)


@pytest.mark.parametrize("style", [short_words, effect_words])
def test_effects_with_the_number_one_speak_of_one(style):
    texts = texts_for("civ-card-game")
    vocabulary = texts.entries("effects")["full"]
    assert isinstance(vocabulary, dict)
    for name in vocabulary:
        for effect in ([name, 1], [*name.split("."), 1], [name, "C", 1]):
            said = style(texts, {"type": "tech", "effects": [effect]})
            assert not ONE_OF_MANY.search(said), said


def test_the_pattern_finds_what_it_is_for():
    assert ONE_OF_MANY.search("· 1 technologies left")
    assert not ONE_OF_MANY.search("+1 cards, 2.1 points, 1 technology, 11 points")
    assert set(GAMES) <= set(catalogue())
