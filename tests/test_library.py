"""What who writes Python with microciv meets first: types that help, and objects that say what they
are.
"""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_overloads, get_type_hints

import pytest
from mypy import api

import microciv
from microciv import BadRecord, Game, Match, open_game
from microciv.bots import levels, make_bot
from microciv.core.errors import BadSeat
from microciv.core.options import OptionInfo, describe
from microciv.games import brought
from microciv.study.matches import Lineup

README = Path(__file__).parents[1] / "README.md"
REFERENCE = Path(__file__).parents[1] / "docs" / "reference" / "microciv.md"
TYPED = """
from microciv import Match, open_game

first: int = Match(open_game("5x")).observe(0).round
second: int = Match(open_game("5-ages")).observe(0).deck
third: int = Match(open_game("civ-card-game")).observe(0).turn
fourth: int = Match(open_game("civ-builder")).observe(0).round
any_game = Match(open_game(input())).observe(0)
"""
TYPES = {type(open_game(name)).__name__: type(open_game(name)) for name in microciv.catalogue()}
"""What annotations name that nobody imports to run."""


def types(code: str, path: Path) -> str:
    """What mypy has to say of a program that imports microciv."""
    path.write_text(code, encoding="utf-8")
    told, faults, _ = api.run(["--strict", "--no-error-summary", str(path)])
    return told + faults


def test_the_examples_of_the_readme_have_types(tmp_path: Path):
    code = doctest.script_from_examples(README.read_text(encoding="utf-8"))
    assert "observe" in code
    assert types(code, tmp_path / "readme.py") == ""


def test_a_game_named_in_the_code_shows_observations_of_its_own_type(tmp_path: Path):
    assert types(TYPED, tmp_path / "own.py") == ""
    told = types(f"{TYPED}any_game.round\n", tmp_path / "any.py")
    assert '"Observation" has no attribute "round"' in told


def test_every_game_of_ours_has_such_a_type():
    told = [get_type_hints(one, vars(microciv), TYPES) for one in get_overloads(microciv.open_game)]
    named = {get_args(hints["name"])[0]: hints["return"] for hints in told[:-1]}
    ours = [name for name in microciv.catalogue() if not brought(name)]
    assert named == {name: type(open_game(name)) for name in ours}


@pytest.mark.parametrize(
    "game",
    [
        *[open_game(name) for name in microciv.catalogue()],
        open_game("5x", seats=4, leaders=False),
        open_game("civ-builder", trade_mode="clock"),
    ],
    ids=repr,
)
def test_a_game_and_a_match_are_shown_as_they_are_made(game: Game):
    again = eval(repr(game), {"open_game": open_game})
    assert again.options == game.options
    match = Match(game, seed=7)
    dealt = eval(repr(match), {"open_game": open_game, "Match": Match})
    assert dealt.record() == match.record()
    match.play(match.to_act()[0], match.observe(match.to_act()[0]).legal[0].text)
    assert repr(match) == f"<{dealt!r}, steps played: 1>"
    assert repr(match.state) == (
        f"<{type(match.state).__name__}: decision set {match.set_number()} waits for"
        f" {match.to_act()}>"
    )


def another(info: OptionInfo) -> object:
    """A value of the option that is not its default; that itself if it has no list of others."""
    if info.kind == "number":
        return info.least if info.least != info.default else info.most
    return next((one for one in info.choices if one != info.default), info.default)


CHANGED = [
    (name, info.name, another(info))
    for name, about in microciv.catalogue().items()
    for info in describe(about.options)
    if another(info) != info.default
]


def opened(name: str, options: dict[str, object]) -> Game | None:
    """The game; None if these options need others."""
    try:
        return open_game(name, **options)
    except microciv.BadOption:
        return None


@pytest.mark.parametrize("name", microciv.catalogue())
def test_a_record_of_other_options_is_not_replayed(name: str):
    game = open_game(name)
    others = {option: opened(name, {option: value}) for of, option, value in CHANGED if of == name}
    others["seats"] = open_game(name, seats=microciv.catalogue()[name].seats[1])
    found = 0
    for option, other in others.items():
        if other is None:
            continue
        complaint = rf"options: .*\b{option} is .+ in the record, .+ in this game"
        with pytest.raises(BadRecord, match=complaint):
            microciv.replay(game, Match(other).record())
        found += 1
    assert found


def test_a_record_that_is_not_replayed_says_which_options_differ():
    record = Match(open_game("5x", wonder_f=9, seats=4)).record()
    with pytest.raises(BadRecord) as refused:
        microciv.replay(open_game("5x", leaders=False), record)
    assert str(refused.value) == (
        "options: seats is 4 in the record, 3 in this game; leaders is True in the record, False in"
        " this game; wonder_f is 9.0 in the record, 4.0 in this game"
    )
    unknown = replace(record, options={"seats": 4, "tides": 1})
    with pytest.raises(BadRecord, match=r"options\.tides: 5X has no such option"):
        microciv.replay(open_game("5x", seats=4), unknown)


def test_a_record_may_say_all_options_or_only_those_that_are_changed():
    game = open_game("5x", seats=3, wonder_f=9)
    record = Match(game).record()
    for options in ({"wonder_f": 9}, {"wonder_f": 9.0, "leaders": "on", "seats": 3}):
        again = microciv.replay(game, replace(record, options=options))
        assert again.record() == record


@pytest.mark.parametrize("name", [None, 5, ["5x"], {}, b"5x"])
def test_what_is_no_name_of_a_game_is_refused_with_the_names(name: object):
    for ask in (open_game, microciv.about):
        with pytest.raises(microciv.BadOption, match=r"no game .+; there are 5x, 5-ages, "):
            ask(name)  # type: ignore[call-overload]  # as in code without types


@pytest.mark.parametrize("name", microciv.catalogue())
@pytest.mark.parametrize("level", ["random", "easy", "hard"])
def test_a_bot_has_a_seat_at_the_table(name: str, level: str):
    game = open_game(name)
    for seat in (game.seats, -1, "0", None, True):
        with pytest.raises(BadSeat, match=rf"no seat .+; expected 0 to {game.seats - 1}"):
            make_bot(level if level in levels(name) else "random", game, seat, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", microciv.catalogue())
def test_a_lineup_has_a_level_for_each_seat(name: str):
    game = open_game(name)
    for count in (0, game.seats - 1, game.seats + 1):
        with pytest.raises(
            microciv.BadOption, match=f"levels: expected {game.seats}, .*not {count}"
        ):
            Lineup(game, ["random"] * count)


def test_the_reference_says_where_everything_is_imported_from():
    """From the package itself, unless it says otherwise."""
    page = REFERENCE.read_text(encoding="utf-8")
    for place in re.findall("^::: (.+)$", page, re.MULTILINE):
        module, _, name = place.rpartition(".")
        if module == "microciv":
            assert name in microciv.__all__
        else:
            assert f"`from {module} import {name}`" in page
