"""Every switch of 5 Ages: what it may be, and that the game asks it."""

from __future__ import annotations

import pytest

import microciv
from microciv import BadOption
from microciv.core.options import describe
from microciv.games.five_ages.options import FiveAgesOptions
from tests.games.five_ages.table import (
    five_ages,
    hand,
    lay,
    no_trade,
    phase,
    sizes,
    tick,
)

SWITCHES: dict[str, tuple[str, object, list[object]]] = {
    "jokers": ("option", 0, [0, 2, 3, 4]),
    "trade_ticks": ("ruling", 3, [1, 2, 3, 4, 5, 6]),
    "offers_visible": ("ruling", "table", ["table", "pair"]),
    "exchange_visibility": ("ruling", "fact", ["fact", "hidden"]),
    "war_timing": ("ruling", "before_swaps", ["before_swaps", "after_swaps"]),
    "joker_in_civ": ("ruling", "blank", ["blank", "forbidden", "wild"]),
    "ace_low": ("ruling", True, [True, False]),
    "tie_break": ("ruling", "shared", ["shared", "hand_cards"]),
    "show_memory": ("option", True, [True, False]),
    "show_outlook": ("option", True, [True, False]),
}


STRANGE: list[object] = ["perhaps", 99, None, [], 2.5]


def test_the_switches_are_those_of_the_ledger():
    """5A-02, 5A-24, 5A-36, 5A-40, 5A-45, 5A-62, 5A-72, B-03, B-07, B-10, B-15, B-16, B-18, B-26."""
    assert SWITCHES == {
        info.name: (info.kind, info.default, list(info.choices))
        for info in describe(FiveAgesOptions)
        if info.kind != "number"
    }


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_takes_its_values_and_no_others(name: str):
    """B-03, B-07, B-10, B-15, B-16, B-18, B-26: of one type, so neither 2.0 nor "2" is 2."""
    _kind, _default, values = SWITCHES[name]
    for value in values:
        game = microciv.open_game("5-ages", **{name: value})
        assert value == getattr(game.options, name)
    alike = [str(values[0]), float(values[0])] if type(values[0]) is int else []
    for strange in [*STRANGE, *alike]:
        with pytest.raises(BadOption, match=rf"^{name}: expected "):
            microciv.open_game("5-ages", **{name: strange})


@pytest.mark.parametrize("low, ranking", [(True, [[0], [1], [2]]), (False, [[1], [2], [0]])])
def test_a_wheel_wins_or_not(low: bool, ranking: list[list[int]]):
    """5A-44, B-16, ace_low."""
    match = five_ages(
        3, round=5, phase="over", options={"ace_low": low},
        civ={0: "AS 2D 3D 4D 5D", 1: "KS KD 9C 8C 7C", 2: "AC QD JD 9D 8D"},
    )  # fmt: skip
    assert ranking == match.ranking()


@pytest.mark.parametrize("meaning, ranking", [
    ("blank", [[1], [0], [2]]), ("wild", [[0], [1], [2]]),
])  # fmt: skip
def test_a_joker_in_a_civilization_is_a_blank_or_anything(meaning: str, ranking: list[list[int]]):
    """5A-72, 5A-76, B-15, joker_in_civ."""
    match = five_ages(
        3, round=5, phase="over", options={"jokers": 2, "joker_in_civ": meaning},
        civ={0: "AS KS QS JS Jk", 1: "2S 2D 3C 4C 6C", 2: "KC QD JD 9D 8D"},
    )  # fmt: skip
    assert ranking == match.ranking()


@pytest.mark.parametrize("ticks", [1, 2])
def test_with_one_tick_nobody_can_answer(ticks: int):
    """5A-24, B-03, trade_ticks: with two they can."""
    match = five_ages(
        3, phase="trade", row={0: "7S QH", 1: "TD 4S"}, hand={0: "AS", 1: "AC"},
        options={"trade_ticks": ticks},
    )  # fmt: skip
    tick(match, {0: "offer 7S for W:TD"})
    if phase(match) == "trade":
        tick(match, {1: "offer TD for E:7S"})
    assert (["7S QH AS", "TD QH AS"][ticks - 1], "build") == (hand(match, 0), phase(match))


@pytest.mark.parametrize("timing, seen", [("before_swaps", True), ("after_swaps", False)])
def test_booty_is_known_before_the_swaps_or_after(timing: str, seen: bool):
    """5A-62, B-10, war_timing: only what one knows when trading differs, not what is stolen."""
    match = five_ages(
        4, round=2, hand={0: "Jk 2C 3C"}, civ={1: "AC"}, options={"jokers": 2, "war_timing": timing}
    )
    lay(match, "3C attack W")
    assert seen == ("AC" in hand(match, 0).split())
    no_trade(match)
    assert "AC" in hand(match, 0).split()
    assert [(3, 1), (4, 0), (3, 1), (3, 1)] == sizes(match)


def test_the_variants_are_open_to_anybody():
    """A.1: the basic game first."""
    variants = microciv.about("5-ages").variants
    assert ["basic", "war-2", "war-3", "war-4"] == [variant.name for variant in variants]
    assert {} == variants[0].options
