"""How a game's table looks at the terminal, ours or another package's."""

from __future__ import annotations

import io
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from random import Random
from typing import Any

import pytest
from rich.console import Console

from microciv import Match, open_game
from microciv.cli import looks
from microciv.cli.explaining import commands, help_page
from microciv.cli.looks import five_ages, five_x, generic, look_for
from microciv.cli.question import last_line_of, show_answers
from microciv.cli.scene import scene_of
from microciv.cli.sitting import read_sittings
from microciv.games import catalogue
from microciv.texts import Texts


def offered(**wanted: Any) -> EntryPoints:
    point = EntryPoint("goofspiel", "microciv.cli.looks.five_ages:LOOK", "microciv.looks")
    return EntryPoints([point]).select(**wanted)


def test_a_package_may_bring_a_look_of_its_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(looks, "entry_points", offered)
    looks.look_for.cache_clear()
    assert looks.look_for("goofspiel") is five_ages.LOOK
    assert looks.look_for("chess") is generic.LOOK
    assert looks.look_for("5x") is five_x.LOOK
    looks.look_for.cache_clear()


MOMENTS = 150


@pytest.mark.parametrize("seed", [2, 5])
@pytest.mark.parametrize("game", catalogue())
def test_whatever_is_played_every_screen_can_be_shown(game: str, seed: int):
    """The table, the question and all that `?` tells, also in the middle of an answer."""
    opened = open_game(game, seats=max(3, catalogue()[game].seats[0]))
    sittings = read_sittings(",".join(["you"] * opened.seats), game)
    match, rng, look = Match(opened, seed), Random(seed), look_for(game)
    page = Console(file=io.StringIO(), width=80)
    for _ in range(MOMENTS):
        if not match.to_act():
            break
        seen = match.observe(rng.choice(match.to_act()))
        scene = scene_of(opened, seen, sittings, 80)
        page.print(look.draw(scene), help_page(scene, commands()), look.advice(scene))
        show_answers(page, scene, look)
        last_line_of(page, scene, look)
        match.play(seen.seat, rng.choice(seen.legal).text)


@pytest.mark.parametrize("words, asked", [
    ({"ask": "What?", "more": "What else?"}, ["What?", "What else?"]),
    ({"ask": "What?"}, ["What?", "What?"]),
])  # fmt: skip
def test_of_an_answer_that_is_begun_the_plain_look_asks_what_else(
    words: dict[str, str], asked: list[str]
):
    game = open_game("5-ages", seats=3)
    match = Match(game, 1)
    while match.observe(0).phase != "build" or len(match.observe(0).legal) < 2:
        match.play(match.to_act()[0], match.observe(match.to_act()[0]).legal[0].text)
    seen = match.observe(0)
    told = Texts("5-ages", {"phases": {"build": words}})
    for answer, question in zip([(), seen.legal[:1]], asked, strict=True):
        scene = scene_of(
            game, replace(seen, answer=answer), read_sittings("you,bot,bot", "5-ages"), 80
        )
        assert question == generic.ask(replace(scene, texts=told))
