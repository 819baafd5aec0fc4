"""Options are declared once, and refused with what was expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from microciv.core.errors import BadOption
from microciv.core.options import (
    About,
    Options,
    changed,
    describe,
    make_options,
    number,
    option,
    ruling,
)
from microciv.games import open_game
from microciv.speech import speaking


@dataclass(frozen=True)
class Choices(Options):
    wild: bool = option(False, "Are Jokers wild?", "T-1")
    ticks: int = option(3, "How many ticks?", "T-2", (1, 2, 3))
    ties: str = ruling("shared", "Who wins a tie?", "T-3", ("shared", "nobody"))
    rounds: int = number(7, "Rounds.", "T-4", 1, 9)
    bonus: float = number(0.5, "What a tile counts more.", "T-5", 0, 2, 0.5)

    def check(self) -> None:
        if self.wild and self.ticks == 1:
            raise BadOption("ticks: wild games need 2")


ABOUT = About("test", "Test", "A test.", (2, 3), 1, Choices, "nowhere:Nothing")


def test_defaults_are_as_declared() -> None:
    """And the smallest number of seats."""
    assert Choices(2) == make_options(ABOUT, {})


@pytest.mark.parametrize(
    "values, settled",
    [
        ({"wild": True}, Choices(2, wild=True)),
        ({"wild": "on"}, Choices(2, wild=True)),
        ({"wild": "No"}, Choices(2)),
        ({"ticks": 2, "seats": 3}, Choices(3, ticks=2)),
        ({"ties": "nobody"}, Choices(2, ties="nobody")),
        ({"rounds": 1.0, "bonus": 2}, Choices(2, rounds=1, bonus=2.0)),
        ({"rounds": Fraction(4, 2), "bonus": Fraction(1, 2)}, Choices(2, rounds=2, bonus=0.5)),
    ],
)
def test_values_come_from_plain_data(values: dict[str, object], settled: Choices) -> None:
    """From a record, a form or a command line."""
    assert settled == make_options(ABOUT, values)


@pytest.mark.parametrize(
    "values, complaint",
    [
        ({"seats": 7}, "seats: Test is for 2, 3 players, not 7"),
        ({"seats": True}, "seats: Test is for 2, 3 players, not True"),
        ({"tides": 1}, "tides: Test has no such option; did you mean ties?"),
        ({"wild": 2}, "wild: expected on or off, not 2"),
        ({"ticks": 4}, "ticks: expected one of 1, 2, 3, not 4"),
        ({"ticks": True}, "ticks: expected one of 1, 2, 3, not True"),
        ({"ticks": 2.0}, "ticks: expected one of 1, 2, 3, not 2.0"),
        ({"ticks": "2"}, "ticks: expected one of 1, 2, 3, not '2'"),
        ({"ticks": "２"}, "ticks: expected one of 1, 2, 3, not '２'"),  # noqa: RUF001  # a full-width 2
        ({"wild": 1.0}, "wild: expected on or off, not 1.0"),
        ({"a\nb": 1}, "'a\\nb': Test has no such option; it has wild, ticks, ties, rounds, bonus"),
        ({"ties": ["shared"]}, "ties: expected one of shared, nobody, not ['shared']"),
        ({"wild": True, "ticks": 1}, "ticks: wild games need 2"),
        ({"rounds": 10}, "rounds: expected a whole number from 1 to 9, not 10"),
        ({"rounds": True}, "rounds: expected a whole number from 1 to 9, not True"),
        ({"rounds": 1.5}, "rounds: expected a whole number from 1 to 9, not 1.5"),
        ({"bonus": 0.3}, "bonus: expected a number in steps of 0.5 from 0 to 2, not 0.3"),
        ({"rounds": 10**400}, f"rounds: expected a whole number from 1 to 9, not 1{'0' * 59}"),
        ({"rounds": 2j}, "rounds: expected a whole number from 1 to 9, not 2j"),
        (
            {"bonus": Fraction(1, 3)},
            "bonus: expected a number in steps of 0.5 from 0 to 2, not Fraction(1, 3)",
        ),
        ({"bonus": float("nan")}, "bonus: expected a number in steps of 0.5 from 0 to 2, not nan"),
    ],
)
def test_wrong_values_are_refused(values: dict[str, object], complaint: str) -> None:
    """The message begins with the option and says what it takes."""
    with pytest.raises(BadOption) as refusal:
        make_options(ABOUT, values)
    assert complaint == str(refusal.value)


@pytest.mark.parametrize(
    "declare, complaint",
    [
        (
            lambda: option(9, "How many?", "T-1", (1, 2)),
            r"the default of the option 'How many\?': expected one of its choices \(1, 2\), not 9",
        ),
        (lambda: option(2.0, "How many?", "T-1", (1, 2)), "not 2.0"),
        (lambda: option(2, "How many?", "T-1"), r"one of its choices \(none\), not 2"),
        (lambda: ruling("nobody", "Who?", "T-2", ("all",)), r"\('all'\), not 'nobody'"),
        (
            lambda: number(12, "Rounds.", "T-3", 1, 9),
            r"the default of the number 'Rounds\.': expected a whole number from 1 to 9, not 12",
        ),
        (lambda: number(0.5, "Rounds.", "T-3", 0, 9), "expected a whole number"),
    ],
)
def test_a_default_that_could_not_be_set_is_refused(
    declare: Callable[[], object], complaint: str
) -> None:
    with pytest.raises(BadOption, match=complaint):
        declare()


def test_a_record_keeps_what_differs() -> None:
    """And the seats."""
    assert {"seats": 3, "ticks": 2} == changed(Choices(3, ticks=2))


def test_every_option_describes_itself() -> None:
    """For forms, command lines and docs."""
    wild, ticks, ties, rounds, bonus = describe(Choices)
    assert ("wild", "option", "T-1", False, (True, False)) == (
        *(wild.name, wild.kind, wild.clause, wild.default, wild.choices),
    )
    assert (1, 2, 3) == ticks.choices
    assert "ruling" == ties.kind
    assert ("number", 1, 9, 1) == (rounds.kind, rounds.least, rounds.most, rounds.step)
    assert (0.5, ()) == (bonus.step, bonus.choices)


def test_what_is_wrong_with_an_option_is_said_in_german_behind_its_name():
    with speaking("de"), pytest.raises(BadOption) as caught:
        open_game("5x", {"leaders": "perhaps"})
    assert str(caught.value) == "leaders: erwartet wird on oder off, nicht 'perhaps'"
