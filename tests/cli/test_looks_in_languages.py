"""Every table in every language: it fits on the screen, and no English is left on it."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console

from microciv import Match, open_game
from microciv.cli.looks import look_for
from microciv.cli.scene import captions, names_seen, scene_of
from microciv.cli.sitting import read_sittings
from microciv.speech import speaking
from microciv.texts import texts_for

GAMES = ["5x", "5-ages", "civ-builder", "civ-card-game"]
ENGLISH = re.compile(r".{0,30} (?:the|your|you|of|with|cards?|turn|plot) .{0,30}", re.IGNORECASE)
WIDTH = 80


@pytest.mark.parametrize("language", ["de", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_and_is_in_one_language(game: str, language: str):
    with speaking(language):
        told = a_match(game)
    assert [line for line in told.splitlines() if cell_len(line.rstrip()) > WIDTH] == []
    said = " ".join(told.split())
    for card in names_typed(game):
        said = said.replace(card, "")
    assert ENGLISH.findall(said) == []


def names_typed(game: str) -> list[str]:
    """Cards as answers name them, in every language."""
    rows = [row for table in open_game(game).card_data().values() for row in table]
    return sorted([str(row["name"]) for row in rows if "name" in row], key=len, reverse=True)


def a_match(game: str) -> str:
    """All that a look says of a random match, at some of its decisions and after it."""
    opened = open_game(game)
    look, texts = look_for(game), texts_for(game)
    sittings = read_sittings(",".join(["Ana", "Bo", "Cy", "Di"][: opened.seats]), game)
    page = Console(file=StringIO(), width=WIDTH)
    match, chance, heard = Match(opened, 4), Random(4), 0
    while match.to_act():
        seat = chance.choice(match.to_act())
        seen = match.observe(seat)
        scene = scene_of(opened, seen, sittings, WIDTH)
        if chance.random() < 0.1:
            page.print(look.draw(scene), look.ask(scene), look.stakes(scene))
            page.print(look.advice(scene) or "", look.menu(scene) or "")
            page.print("\n".join([look.remark(scene, move) for move in seen.legal]))
        news = match.heard(seat, heard)
        heard += len(news)
        names = names_seen(sittings, seat, texts)
        for _, sentence in look.digest(captions(opened, news, names, texts), names):
            page.print(sentence)
        match.play(seat, chance.choice(seen.legal).text)
    for seat in range(opened.seats):
        scene = scene_of(opened, match.observe(seat), sittings, WIDTH)
        page.print(look.draw(scene), "\n".join(look.results(scene, match.scores())))
    assert isinstance(page.file, StringIO)
    return page.file.getvalue()
