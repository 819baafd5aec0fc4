"""Puzzles by request: what the seat saw, and what an answer is worth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from microciv.core.codec import plain, plain_move
from microciv.games import catalogue
from microciv.puzzles import asked, puzzle_of, puzzles_of
from tests.server.site import Site

GAMES = [name for name in catalogue() if puzzles_of(name)]


def look(site: Site, game: str, number: int) -> Any:
    return site.get(f"/api/puzzles/{game}/{number}").json()


def answer(site: Site, game: str, number: int, *moves: str) -> Any:
    return site.post(f"/api/puzzles/{game}/{number}", {"moves": [*moves]})


def test_the_list_has_every_puzzle(site: Site):
    told = {one["game"]: one["puzzles"] for one in site.get("/api/puzzles").json()}
    assert {*GAMES} == {*told}
    for game in GAMES:
        assert [one.id for one in puzzles_of(game)] == [one["id"] for one in told[game]]
    about = {one["name"]: one["puzzles"] for one in site.get("/api/games").json()}
    assert (len(puzzles_of("5x")), 0) == (about["5x"], about["goofspiel"])


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_what_its_seat_saw_and_nothing_else(site: Site, game: str):
    puzzle = puzzle_of(game, 1)
    match = asked(puzzle)
    seen = match.observe(puzzle.seat)
    told = look(site, game, 1)
    table, update = told["table"], told["update"]
    assert (puzzle.seat, "playing", "off") == (table["you"], table["state"], table["hints"])
    assert plain(seen.asked) == [
        one["seat"] for one in table["seats"] if one["status"] == "thinking"
    ]
    assert [plain_move(move) for move in seen.legal] == update["legal"]
    assert len(match.heard(puzzle.seat)) == len(update["events"])
    assert (False, None) == (update["complete"], update["obvious"])
    # Neither the deal nor what an answer is worth.
    assert not any([word in json.dumps(told) for word in ('"record":', '"chance":', '"easy":')])
    assert (None, None, None) == tuple(table[part] for part in ("seed", "seed_hash", "deal"))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_compared_with_all(site: Site, game: str):
    puzzle = puzzle_of(game, 1)
    sealed = [step["text"] for step in look(site, game, 1)["update"]["answer"]]
    for place, one in enumerate(puzzle.answers):
        judged = answer(site, game, 1, *sealed, one.text).json()
        assert (place, puzzle.index_of(puzzle.easy)) == (judged["place"], judged["easy"])
        assert [*sealed, one.text] == [step["text"] for step in judged["answer"]]
        assert [answer.text for answer in puzzle.answers] == [
            option["move"]["text"] for option in judged["options"]
        ]
    first = answer(site, game, 1, puzzle.best).json()["options"][0]
    assert (puzzle.answers[0].chance, {"gain", "loss"}) == (first["chance"], {*first["why"]})


def test_what_cannot_be_asked_or_answered_is_refused(site: Site):
    for path in ("5x/0", "5x/9999", "nothing/1", "goofspiel/1"):
        assert 404 == site.get(f"/api/puzzles/{path}").status_code
    assert 400 == site.get("/api/puzzles/5x/one").status_code
    refused = answer(site, "5x", 1, "nothing like it")
    assert ("illegal", "no such move: 'nothing like it'") == (
        refused.json()["error"],
        refused.json()["message"],
    )
    assert 400 == answer(site, "5x", 1).status_code
    # It stands as it was put.
    assert [] == look(site, "5x", 1)["update"]["answer"]
