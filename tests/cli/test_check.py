"""`microciv check`: every law on anybody's game."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import goofspiel
import pytest
from typer.testing import CliRunner

from microciv.cli.check import enough
from microciv.cli.looks import generic
from microciv.cli.main import app
from microciv.core.errors import MicrocivError
from microciv.core.events import SEAT, EventKind
from microciv.games import BOARDS, LOOKS, OF_A_GAME, OF_A_STATE, open_game
from microciv.laws import LAWS, found
from microciv.laws.telling import difference
from microciv.texts import Texts, checking, texts_for

Patch = pytest.MonkeyPatch


def check(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["check", *arguments])


def share_points_with_clones(patch: Patch) -> None:
    honest = goofspiel.GoofspielState.clone

    def clone(state: goofspiel.GoofspielState) -> goofspiel.GoofspielState:
        copy = honest(state)
        copy.points = state.points
        return copy

    patch.setattr(goofspiel.GoofspielState, "clone", clone)


def test_a_sound_game_holds_at_every_number_of_seats():
    result = check("goofspiel")
    lines = result.output.splitlines()
    assert 0 == result.exit_code
    assert [f"goofspiel --seats {seats}: {len(LAWS)} laws hold" for seats in range(2, 8)] == lines


def test_without_options_every_choice_of_every_option_is_tried():
    result = check("5x", "--law", "replay")
    assert 0 == result.exit_code
    for setting in ("leaders=off", "leader_pool=all15", "montezuma_extra_target=explore"):
        assert setting in result.output
    assert "Not tried: wonder_table, which is data" in result.output


def test_a_broken_law_is_told_with_the_command_that_shows_it_again(monkeypatch: Patch):
    share_points_with_clones(monkeypatch)
    result = check("goofspiel", "--seats", "3", "--seed", "5", "--law", "clone", "--matches", "3")
    assert 1 == result.exit_code
    first, complaint, command = [line.strip() for line in result.output.splitlines()]
    assert "goofspiel --seats 3: law clone is broken, seed 5" == first
    assert ": expected " in complaint
    assert "microciv check goofspiel --seats 3 --law clone --seed 5" == command
    again = check(*shlex.split(command)[2:])
    assert result.output == again.output
    monkeypatch.undo()
    assert 0 == check(*shlex.split(command)[2:]).exit_code


@pytest.mark.interpreted
def test_a_game_that_fails_is_told_with_its_line(monkeypatch: Patch):
    def advance(state: goofspiel.GoofspielState) -> None:
        raise IndexError("no such prize")

    monkeypatch.setattr(goofspiel.GoofspielState, "advance", advance)
    result = check("goofspiel", "--seats", "2", "--law", "replay", "--json")
    told = json.loads(result.output)
    assert 1 == result.exit_code
    [broken] = told["broken"]
    assert "the game fails: IndexError: no such prize" == broken["expected"]
    assert "test_check.py:" in broken["where"]


def test_a_match_without_end_is_found(monkeypatch: Patch):
    """By the first law; the others would play just as long."""
    monkeypatch.setattr("microciv.laws.play.MOST_DECISIONS", 10)
    finding = found("replay", LAWS["replay"], open_game("goofspiel", {"seats": 2}), 1)
    assert finding is not None
    assert "the match does not end within 10 decisions" == finding.complaint
    lines = check("goofspiel", "--seats", "2", "--seed", "4").output.splitlines()
    assert "goofspiel --seats 2: law replay is broken, seed 4" == lines[0]
    assert 3 == len(lines)


@pytest.mark.interpreted
def test_an_answer_without_end_is_found(monkeypatch: Patch):
    monkeypatch.setattr(goofspiel.GoofspielState, "closes", lambda _state, _seat, _move: False)
    assert "has 1000 steps and goes on: `closes` says" in check("goofspiel", "--seats", "2").output


@pytest.mark.interpreted
def test_who_is_to_act_and_has_no_move_is_named(monkeypatch: Patch):
    """Not by the line of ours on which nothing could be chosen from."""
    monkeypatch.setattr(goofspiel.GoofspielState, "legal", lambda _state, _seat: [])
    for law in ("replay", "blind"):
        output = check("goofspiel", "--seats", "2", "--law", law).output
        assert "is to act in the phase 'bid', and `legal` gives it no move" in output


@pytest.mark.interpreted
def test_a_match_that_is_over_when_it_is_dealt_is_told(monkeypatch: Patch):
    """No law is broken where nothing happens."""
    honest = goofspiel.Goofspiel.deal

    def deal(game: goofspiel.Goofspiel, seed: int, **settings: Any) -> Any:
        state = honest(game, seed, **settings)
        state.to_act = []
        return state

    told = "goofspiel --seats 2: nobody is asked anything: the match is over when it is dealt"
    monkeypatch.setattr(goofspiel.Goofspiel, "deal", deal)
    result = check("goofspiel", "--seats", "2", "--law", "replay", "--matches", "1")
    assert 1 == result.exit_code
    assert told == result.output.splitlines()[-1]
    result = check("goofspiel", "--seats", "2", "--law", "replay", "--matches", "1", "--json")
    assert [told] == json.loads(result.output)["play"]
    assert 1 == result.exit_code


@pytest.mark.interpreted
@pytest.mark.parametrize("method", OF_A_STATE)
def test_what_a_state_lacks_is_named(monkeypatch: Patch, method: str):
    """Compiled, such a state can be made, and fails in ways that do not say why."""
    monkeypatch.delattr(goofspiel.GoofspielState, method)
    result = check("goofspiel", "--seats", "2")
    assert 1 == result.exit_code
    assert f"goofspiel: GoofspielState lacks `{method}`" == result.output.strip().partition(": ")[2]
    with pytest.raises(MicrocivError, match=f"goofspiel: GoofspielState lacks `{method}`"):
        open_game("goofspiel", {"seats": 2})


@pytest.mark.interpreted
@pytest.mark.parametrize("method", OF_A_GAME)
def test_what_a_game_lacks_is_named(monkeypatch: Patch, method: str):
    monkeypatch.delattr(goofspiel.Goofspiel, method)
    with pytest.raises(MicrocivError, match=f"goofspiel: Goofspiel lacks `{method}`"):
        open_game("goofspiel", {"seats": 2})


def test_short_matches_are_played_more_often():
    """A law looks closely at few decisions: in a single match of 26 it would see hardly one."""
    assert 5 == enough(open_game("goofspiel", {"seats": 2}), 1)
    assert 1 == enough(open_game("5-ages", {"seats": 5}), 1)


def test_numbers_are_written_as_they_are_set():
    result = check("5x", "--law", "replay", "--matches", "1")
    assert "exploit_pays=" in result.output
    assert ".0" not in result.output


def test_words_that_name_what_a_game_does_not_have_are_told(monkeypatch: Patch):
    words = {
        "events": {"won": "{seat} {seat:win|wins} {price}", "wun": "", "turned": "{prize"},
        "moves": {"bid": "Bid {amuont}"},
        "phases": {"bit": {"title": "Bid"}},
        "ladder": {"chance": ["turnd"]},
    }
    whole = Texts("goofspiel", words)
    monkeypatch.setattr(checking, "texts_for", lambda name, *_: whole if name else texts_for(""))
    result = check("goofspiel", "--seats", "2", "--law", "replay")
    assert 1 == result.exit_code
    assert [
        "[events] wun: no such event; there are turned, bid, won, wasted",
        "[phases] bit: no such phase; there are over, bid",
        "[ladder] chance: turnd: no such event; there are turned, bid, won, wasted",
        "[events] turned: cannot be read: {prize",
        "[events] won: {price}: no such part; there are prize, seat",
        "[moves] bid: {amuont}: no such part; there are amount, text, verb",
    ] == result.output.splitlines()[1:]


def test_a_look_that_cannot_be_loaded_is_told(monkeypatch: Patch):
    def own_look(game: str) -> None:
        raise AttributeError("no LOOK")

    monkeypatch.setattr("microciv.cli.check.own_look", own_look)
    result = check("goofspiel", "--seats", "2", "--law", "replay")
    assert 1 == result.exit_code
    assert "the look of goofspiel: AttributeError: no LOOK" in result.output


@pytest.mark.parametrize("part", ["draw", "remark", "ask", "digest", "results"])
def test_a_look_that_fails_in_a_match_is_told(monkeypatch: Patch, part: str):
    def fail(*_given: object) -> None:
        raise IndexError("out of range")

    look = replace(generic.LOOK, **{part: fail})  # type: ignore[arg-type]
    monkeypatch.setattr("microciv.cli.check.own_look", lambda _game: look)
    result = check("goofspiel", "--seats", "2", "--law", "replay")
    assert 1 == result.exit_code
    assert "the look of goofspiel: IndexError: out of range" in result.output


def test_a_game_that_fails_is_not_the_fault_of_its_look(monkeypatch: Patch):
    monkeypatch.setattr("microciv.cli.check.own_look", lambda _game: generic.LOOK)
    monkeypatch.setattr(goofspiel.GoofspielState, "legal", lambda *_: [])
    result = check("goofspiel", "--seats", "2", "--law", "replay")
    assert 1 == result.exit_code
    assert "law replay is broken" in result.output
    assert "the look of" not in result.output


def test_what_a_package_brings_for_a_game_that_there_is_not_is_told(monkeypatch: Patch):
    def offered(**wanted: Any) -> EntryPoints:
        points = [EntryPoint("gofspiel", f"a:{group}", group) for group in (LOOKS, BOARDS)]
        return EntryPoints(points).select(**wanted)

    monkeypatch.setattr("microciv.games.entry_points", offered)
    result = check("goofspiel", "--seats", "2", "--law", "replay")
    assert 0 == result.exit_code
    for what in ("look", "board"):
        assert f"warning: left out: the {what} for 'gofspiel' of the package a:" in result.stderr
    assert "no game 'gofspiel'; there are 5x" in result.stderr


def test_a_seat_that_captions_tell_as_a_number_is_remarked(monkeypatch: Patch):
    kinds = [EventKind("caught", seat=SEAT, liar=SEAT)]
    game = open_game("goofspiel", {"seats": 2})
    monkeypatch.setattr(game, "events", kinds)
    [line] = checking.numbered_seats(game)
    assert line.startswith("event caught: captions tell 'liar' as a number, and as seats from, ")


def test_a_game_that_says_nothing_of_what_it_hides_is_asked_to(monkeypatch: Patch):
    monkeypatch.delattr(goofspiel.Goofspiel, "secrets")
    assert "does not say what it hides" in check("goofspiel", "--law", "replay").output


@pytest.mark.parametrize("arguments, complaint", [
    (["goofspiel", "--law", "gravity"], "no law 'gravity'"),
    (["chess"], "no game 'chess'"),
    (["goofspiel", "--seats", "9"], "not 9"),
])  # fmt: skip
def test_what_cannot_be_checked_is_refused(arguments: list[str], complaint: str):
    result = check(*arguments)
    assert 1 == result.exit_code
    assert complaint in result.output


@pytest.mark.parametrize("expected, actual, told", [
    ([1, [2, 3]], [1, [2, 4]], "; at [1][1]: expected 3, not 4"),
    ({"a": (1,)}, {"a": (2,)}, "; at ['a'][0]: expected 1, not 2"),
    ([1], [1, 2], ": expected [1], not [1, 2]"),
])  # fmt: skip
def test_where_two_things_part(expected: object, actual: object, told: str):
    assert told == difference(expected, actual)
