"""How a game's table looks at the terminal, ours or another package's."""

from __future__ import annotations

import io
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
