"""What every switch does: measured, kept beside the game, and told beside the switch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from microciv import effects as kept
from microciv.core.options import OptionInfo, describe
from microciv.effects import Effect, Effects, Measured, effects_from, effects_of, names_of
from microciv.games import about, catalogue, open_game
from microciv.speech import speaking
from microciv.study import rulings
from microciv.study.estimates import Answer, Estimate, Finding
from microciv.study.plan import Plan, Table
from microciv.study.rulings import Choice, Found, choices_of, measure
from microciv.texts import texts_for
from tests.study.studies import carried_out, english

OURS = [name for name, known in catalogue().items() if known.game.startswith("microciv.")]
ROUNDS = Effect(("length", "rounds"), 7.0, 6.0, -1.0, 0.0)
NAMES = names_of("5x")
ENDS = "in who comes where"
TOLD = "Rounds: 6.00 (was 7.00; −1.00 ± 0.00)"
UNSEEN = "no difference that 2,000 matches can see (of wins they would see 2.1 points)."
WINS = Effect(("wins", "1"), 0.25, 0.28, 0.03, 0.012)


def player(folder: Path) -> Callable[[Plan], tuple[list[int], Callable[..., pl.LazyFrame]]]:
    """Plays plans in this process."""

    def play(plan: Plan) -> tuple[list[int], Callable[..., pl.LazyFrame]]:
        study = carried_out(plan, folder / plan.key())
        return study.chunks, study.folder.rows

    return play


def only(monkeypatch: pytest.MonkeyPatch, *choices: Choice) -> None:
    monkeypatch.setattr(rulings, "choices_of", lambda _about: list(choices))


def one(option: str = "leaders", **changes: Any) -> Measured:
    measured = Measured(option, False, "", 2000, 900, 400, 0.021, (ROUNDS,))
    return replace(measured, **changes)


def info_of(game: str, name: str) -> OptionInfo:
    return next(info for info in describe(about(game).options) if info.name == name)


# --- what is measured


def test_every_choice_but_the_default_is_measured() -> None:
    five_x = choices_of(about("5x"))
    assert Choice("leaders", False) in five_x
    assert Choice("leader_pool", "all15") in five_x
    assert Choice("leader_pool", "by_count") not in five_x
    assert [] == [one for one in five_x if one.option in {"wonder_table", "starred_leaders"}]
    numbers = [info.name for info in describe(about("5x").options) if info.kind == "number"]
    assert [] == [one for one in five_x if one.option in numbers]


def test_of_long_rows_of_numbers_some_are() -> None:
    """The ends, the neighbours of the default, and what a variant uses."""
    asked = choices_of(about("civ-card-game"))
    assert [0, 12, 59, 61, 200] == [one.value for one in asked if one.option == "max_rounds"]
    assert [1, 5, 20] == [one.value for one in asked if one.option == "peace_rounds"]


def test_a_switch_that_bots_never_meet_and_one_that_changes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, Choice("leaders", False), Choice("show_known_hands", False))
    table = Table(3, ("easy",) * 3)
    effects, left = measure("5x", table, 20, 0, player(tmp_path))
    assert [] == left
    (leaders,), (shown,) = effects.of("leaders"), effects.of("show_known_hands")
    assert (20, 20) == (leaders.matches, leaders.differ)
    assert 0 < leaders.results < 20
    assert (("length", "rounds"), 7.0, 6.0, -1.0) in [
        (effect.subject, effect.was, effect.found, effect.difference) for effect in leaders.effects
    ]
    assert (0, ()) == (shown.differ, shown.effects)
    assert (open_game("5x", {}).rules, 3, "easy") == (effects.rules, effects.seats, effects.players)


def test_a_switch_of_war_is_measured_in_war(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, Choice("war_timing", "after_swaps"))
    effects, _left = measure("5-ages", Table(3, ("easy",) * 3), 60, 0, player(tmp_path))
    (timing,) = effects.measured
    assert "war-2" == timing.variant
    assert 0 < timing.differ <= timing.matches == 60


def test_what_cannot_be_switched_alone_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six without leaders want a second switch."""
    only(monkeypatch, Choice("leaders", False))
    effects, left = measure("5x", Table(6, ("easy",) * 6), 10, 0, player(tmp_path))
    assert [Choice("leaders", False)] == left
    assert () == effects.measured
    assert "Not measured." == effects.told(info_of("5x", "leaders"), NAMES)


def test_chance_is_held_down_over_the_whole_game() -> None:
    """One in twenty stands out by chance: what would alone does not among all."""

    def found(p: float) -> Found:
        gap = Estimate(0.1, 0.1)
        finding = Finding(("length", "rounds"), gap, gap, gap, p, True, 100)
        answer = Answer(Table(3, ("easy",) * 3), "arm", 100, 0, (finding,))
        return Found(Choice("leaders", False), "", answer, 100, 50)

    many = [found(0.04), *[found(0.5) for _ in range(19)]]
    assert [[]] * 20 == rulings.standing_out(many)
    assert 1 == len(rulings.standing_out([found(1e-9), *many])[0])


def test_the_largest_effect_is_told_first_not_the_surest() -> None:
    """Steps that are surely 0.02 of 46 fewer say less than wins that are 1 to 3 points fewer."""

    def found(subject: str, was: float, gap: float, error: float) -> Finding:
        ends = Estimate(was, 0.0), Estimate(was + gap, 0.0)
        return Finding((subject, "x"), *ends, Estimate(gap, error), 1e-9, True, 100)

    steps, wins = found("length", 45.8, -0.02, 0.004), found("wins", 0.25, -0.02, 0.01)
    answer = Answer(Table(3, ("easy",) * 3), "arm", 100, 0, (steps, wins))
    row = Found(Choice("leaders", False), "", answer, 100, 50)
    assert [[wins, steps]] == rulings.standing_out([row])


# --- how it is told


@pytest.mark.parametrize(
    "measured, words",
    [
        (one(differ=0, results=0, effects=()), "None of 2,000 matches differs."),
        (
            one(variant="war-2", differ=2000, results=1999),
            f"All matches differ with war-2, more than 99 % {ENDS}. {TOLD}.",
        ),
        (one(effects=(WINS, ROUNDS)), f"45 % of matches differ, 20 % {ENDS}. {WINS.told(NAMES)}."),
        (
            one(differ=1, results=0, effects=()),
            f"Fewer than 1 % of matches differ, none {ENDS}; {UNSEEN}",
        ),
    ],
)
def test_the_words_follow_the_data(measured: Measured, words: str) -> None:
    effects = Effects(1, "0.1", "2026-11-23", 4, "easy", 0, (measured,))
    assert words == effects.told(info_of("5x", "leaders"), NAMES)


def test_shares_are_told_in_percent() -> None:
    assert "Seat 1 wins: 28.0 % (was 25.0; +3.0 ± 1.2)" == WINS.told(NAMES)


def test_of_several_choices_each_has_its_sentence() -> None:
    pools = ("by_count_plus_stars", "all15")
    measured = [one("leader_pool", choice=pool, differ=0, results=0, effects=()) for pool in pools]
    effects = Effects(1, "0.1", "2026-11-23", 4, "easy", 0, tuple(measured))
    assert (
        "by_count_plus_stars: none of 2,000 matches differs. all15: none of 2,000 matches differs."
        == effects.told(info_of("5x", "leader_pool"), NAMES)
    )


def test_what_was_written_is_read(tmp_path: Path) -> None:
    effects = Effects(1, "0.1", "2026-11-23", 4, "easy", 0, (one(), one(effects=(WINS,))))
    (tmp_path / "effects.json").write_text(kept.written(effects), encoding="utf-8")
    assert effects == effects_from(kept.read(tmp_path / "effects.json"))


# --- what is kept


@pytest.mark.parametrize("game", OURS)
def test_every_switch_has_been_measured_by_these_rules(game: str) -> None:
    """Rules that have changed are measured again: `microciv study rulings GAME --write`."""
    effects = effects_of(game)
    assert effects is not None
    assert open_game(game, {}).rules == effects.rules
    there = choices_of(about(game))
    found = [Choice(one.option, one.choice) for one in effects.measured]
    assert [] == [choice for choice in found if choice not in there]
    for info in describe(about(game).options):
        if info.choices and not effects.of(info.name):
            assert "Not measured." == kept.measured_of(game, info)


@pytest.mark.parametrize("game", OURS)
def test_what_is_kept_makes_sense(game: str) -> None:
    effects = effects_of(game)
    assert effects is not None
    assert effects.seats in about(game).seats
    variants = ["", *[variant.name for variant in about(game).variants]]
    for measured in effects.measured:
        assert 0 <= measured.results <= measured.differ <= measured.matches
        assert measured.variant in variants
        assert measured.differ or not measured.effects
        for effect in measured.effects:
            assert abs(effect.difference) >= effect.error
            assert abs(effect.found - effect.was - effect.difference) < 0.001


def test_a_game_that_nobody_measured_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    info = info_of("5x", "leaders")
    monkeypatch.setattr(kept, "effects_of", lambda _game: None)
    assert "" == kept.measured_of("5x", info)


def test_a_game_in_a_single_module_has_no_place_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = replace(about("5x"), game="goofspiel:Goofspiel")
    monkeypatch.setattr(kept, "about", lambda _game: alone)
    assert kept.package_of("goofspiel") is None


def test_a_table_of_cards_is_no_switch() -> None:
    assert "" == kept.measured_of("5x", info_of("5x", "wonder_table"))


@pytest.mark.parametrize("name", ["de", "es"])
@pytest.mark.parametrize("game", OURS)
def test_what_switches_do_is_told_in_other_languages(game: str, name: str) -> None:
    with speaking(name):
        told = [kept.measured_of(game, info) for info in describe(about(game).options)]
        told.append(kept.how_measured(game))
    assert [] == english("\n".join(told).replace("microciv", ""))
    assert all(words == words.strip() for words in told)
    assert any("," in words for words in told)


def test_choices_and_variants_are_told_as_they_are_typed_or_in_words() -> None:
    pools = [
        one("leader_pool", choice=pool, differ=0, effects=()) for pool in ("all15", "by_count")
    ]
    effects = Effects(1, "0.1", "2026-11-23", 4, "easy", 0, tuple(pools))
    with speaking("de"):
        typed = effects.told(info_of("5x", "leader_pool"), NAMES)
        words = effects.told(info_of("5x", "leader_pool"), NAMES, texts_for("5x"))
    assert typed.startswith("all15: keine von 2.000 Partien")
    assert not words.startswith("all15")
