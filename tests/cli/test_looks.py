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
from microciv.cli.finding import numbers_of
from microciv.cli.looks import five_ages, five_x, generic, look_for
from microciv.cli.question import MANY, answers, last_line_of, name_of, show_answers
from microciv.cli.scene import Scene, scene_of
from microciv.cli.sitting import read_sittings
from microciv.core.errors import MicrocivError
from microciv.games import LOOKS, catalogue
from microciv.texts import Texts


def offered(**wanted: Any) -> EntryPoints:
    point = EntryPoint("goofspiel", "microciv.cli.looks.five_ages:LOOK", "microciv.looks")
    return EntryPoints([point]).select(**wanted)


def test_a_package_may_bring_a_look_of_its_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(looks, "entry_points", offered)
    looks.look_for.cache_clear()
    assert looks.own_look("goofspiel") is five_ages.LOOK
    assert looks.look_for("chess") is generic.LOOK
    assert looks.look_for("5x") is five_x.LOOK
    looks.look_for.cache_clear()


def failing(monkeypatch: pytest.MonkeyPatch, value: str, **parts: Any) -> Scene:
    """What a package brings fails: a scene of its game."""
    point = EntryPoint("goofspiel", value, LOOKS)
    monkeypatch.setattr(looks, "entry_points", lambda **_: EntryPoints([point]))
    monkeypatch.setattr(generic, "FAILING", replace(generic.LOOK, **parts), raising=False)
    looks.look_for.cache_clear()
    looks._warn_once.cache_clear()
    game = open_game("goofspiel", seats=2)
    return scene_of(game, Match(game, 1).observe(0), read_sittings("you,you", game.name), 80)


def test_where_the_look_of_a_package_fails_the_plain_one_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def draw(_scene: Scene) -> str:
        raise KeyError("a card of the hand")

    def meant(_scene: Scene, _typed: str) -> list[str]:
        raise MicrocivError("not now")

    where = "microciv.cli.looks.generic:FAILING"
    scene = failing(monkeypatch, where, draw=draw, meant=meant, stakes=lambda _: "all")
    look = looks.look_for("goofspiel")
    page = Console(file=io.StringIO(), width=80)
    for _ in range(2):
        page.print(look.draw(scene))
    assert "player" in page.file.getvalue()  # type: ignore[attr-defined]
    assert "all" == look.stakes(scene)
    with pytest.raises(MicrocivError, match="not now"):
        look.meant(scene, "bid")
    told = capsys.readouterr().err.splitlines()
    assert ["warning: the look of goofspiel: KeyError; see `microciv check goofspiel`"] == told
    looks.look_for.cache_clear()


@pytest.mark.parametrize("value, why", [
    ("microciv.cli.looks.generic:NONE", "AttributeError"),
    ("microciv.cli.looks.generic:draw", "TypeError"),
])  # fmt: skip
def test_a_look_that_cannot_be_loaded_leaves_the_plain_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str, why: str
):
    failing(monkeypatch, value)
    assert looks.look_for("goofspiel") is generic.LOOK
    assert why in capsys.readouterr().err
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


@pytest.mark.parametrize("width, side_by_side", [(60, 1), (90, 2), (120, 3)])
def test_many_answers_without_remarks_stand_side_by_side(width: int, side_by_side: int):
    game = open_game("civ-card-game", seats=3)
    match, rng = Match(game, 1), Random(1)
    while len((seen := match.observe(match.to_act()[0])).legal) <= MANY:
        match.play(seen.seat, rng.choice(seen.legal).text)
    scene = scene_of(game, seen, read_sittings("you,you,you", game.name), width)
    page = Console(file=io.StringIO(), width=width)
    page.print(answers(scene, replace(generic.LOOK, remark=lambda *_: "")))
    told = page.file.getvalue()  # type: ignore[attr-defined]
    numbered = zip(numbers_of(seen.legal), seen.legal, strict=True)
    assert all([f"{number}  {name_of(move, scene)}" in told for number, move in numbered])
    rows = told.splitlines()
    assert max([len(row) for row in rows]) <= width
    assert -(-len(seen.legal) // side_by_side) == len(rows)
