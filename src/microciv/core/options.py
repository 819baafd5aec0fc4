"""Options, rulings and variants: declared once, for the command line, the lobby, docs and records.

An **option** is printed in the rules. A **ruling** settles what the rules leave open, and cites its
clause. A **number** is one that the rule sheet states. A **variant** is a named set of options.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from numbers import Real
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.errors import BadOption
from microciv.core.fields import named, shown
from microciv.core.frozen import Frozen
from microciv.core.plain import plain
from microciv.speech import t

Reader = Callable[[object], object]
MANY: Final = 8  # from this many choices on, consecutive numbers are shown as a span
LONGEST_NAME: Final = 60  # characters of an unknown name that are compared with known ones


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Options(Frozen):
    """How a game is to be played. Games subclass it, and declare their options with `option`,
    `ruling` and `number`.
    """

    seats: int

    def check(self) -> None:
        """Refuse combinations of values that are each allowed.

        :raises BadOption: if they do not go together; the message names the option and says what
            was expected.
        """


@final
@dataclass(frozen=True)
class OptionInfo(Frozen):
    """The description of an option."""

    name: str
    kind: str  # "option", "ruling" or "number"
    help: str
    clause: str
    default: Any  # not `object`: mypyc 2.4 cannot find that name in a dataclass
    choices: tuple[Any, ...]  # empty for numbers, and for data that only `help` describes
    advanced: bool  # data rather than a switch: rows of cards and the like
    least: float = 0  # the lowest value of a number
    most: float = 0  # the highest value of a number
    step: float = 0  # the step between values of a number


@final
@dataclass(frozen=True)
class Variant(Frozen):
    """A named set of options."""

    name: str
    help: str
    options: dict[str, Any]


@final
@dataclass(frozen=True)
class About(Frozen):
    """What the lobby, `--help` and the docs say about a game; it is available without loading the
    rules.
    """

    name: str
    title: str
    summary: str
    seats: tuple[int, ...]
    minutes: int
    options: type[Options]
    game: str  # "module:class" of its Game, loaded when first opened
    seconds: int = 45  # that people need for a decision, at a table with a clock
    seconds_of: dict[str, int] = field(default_factory=dict)  # the same by phase, where it differs
    variants: tuple[Variant, ...] = ()
    policies: str = ""  # "module:name" of a dictionary of its PolicyMakers by level
    restrictions: str = ""  # "module:name" of a list of Restrictions that are worth a study
    searches: str = ""  # "module:name" of its bots that search, by level; "" for untuned ones
    advisers: tuple[str, ...] = ("hard", "expert", "medium")  # levels that may advise, best first
    look: str = ""  # "module:name" of its Look in the terminal; "" for the plain one
    encoding: int = 1  # version of the observation encoding; rises when moves or numbers change


def option(
    default: Any,  # noqa: ANN401  # stands in for a field of any type
    help: str,  # noqa: A002
    clause: str,
    choices: tuple[object, ...] = (),
    read: Reader | None = None,
) -> Any:  # noqa: ANN401
    """Declare an option of a game: a field of its `Options`, with its help text and its clause.

    `read` turns plain data (from a record, a TOML file, a request) into the field's value, or
    raises a ValueError that says what it expected. Without it a value must be one of the `choices`,
    and of the same type: neither 2.0 nor "2" is 2.

    :raises BadOption: if the default is none of the choices.
    """
    if read is None:
        _check_default(default, help, choices)
    about = {"kind": "option", "help": help, "clause": clause, "choices": choices, "read": read}
    return field(default=default, metadata=about)


def ruling(
    default: Any,  # noqa: ANN401
    help: str,  # noqa: A002
    clause: str,
    choices: tuple[object, ...] = (),
) -> Any:  # noqa: ANN401
    """Declare a ruling, which settles what the rules leave open: a field of a game's `Options`.

    :raises BadOption: if the default is none of the choices.
    """
    _check_default(default, help, choices)
    about = {"kind": "ruling", "help": help, "clause": clause, "choices": choices, "read": None}
    return field(default=default, metadata=about)


def number(  # a row of the rule sheet
    default: Any,  # noqa: ANN401  # as `float` the compiler would make 3 a 3.0
    help: str,  # noqa: A002
    clause: str,
    least: float,
    most: float,
    step: float = 1.0,
) -> Any:  # noqa: ANN401
    """Declare a number that the rule sheet states, with the lowest and the highest value that it
    may be changed to. Any value between must be playable. `step` is 0.5 for a number with halves.

    :raises BadOption: if it could not be changed to its own default.
    """
    try:
        _read_number(default, float(least), float(most), float(step))
    except ValueError as error:
        raise BadOption(f"the default of the number {help!r}: {error}") from None
    about = {"kind": "number", "help": help, "clause": clause, "choices": (), "read": None}
    return field(
        default=default, metadata={**about, "span": (float(least), float(most), float(step))}
    )


def _check_default(default: object, help: str, choices: tuple[object, ...]) -> None:  # noqa: A002
    """Check that an option's default is a value that it may be set to."""
    if isinstance(default, bool) or _is_among(default, choices):
        return
    there = ", ".join([repr(choice) for choice in choices]) or "none"
    raise BadOption(
        f"the default of the option {help!r}: expected one of its choices ({there}), not"
        f" {shown(default)}"
    )


def _is_among(value: object, choices: tuple[Any, ...]) -> bool:
    """Is it one of them, and of the same type?"""
    return any([type(choice) is type(value) and choice == value for choice in choices])


def describe(options: type[Options]) -> list[OptionInfo]:
    """The descriptions of all options except `seats`, in the order of declaration."""
    infos: list[OptionInfo] = []
    for item in fields(options):
        if item.name != "seats" and item.default is not MISSING:
            about = item.metadata
            choices = about["choices"]
            if isinstance(item.default, bool):
                choices = (True, False)
            least, most, step = about.get("span", (0.0, 0.0, 0.0))
            infos.append(
                OptionInfo(
                    item.name,
                    about["kind"],
                    about["help"],
                    about["clause"],
                    item.default,
                    choices,
                    about["read"] is not None,
                    least,
                    most,
                    step,
                )
            )
    return infos


def make_options(about: About, values: dict[str, object]) -> Options:
    """The game's options with these values, and defaults for the rest.

    :raises BadOption: for an unknown name, a wrong value or a wrong number of seats.
    """
    seats = values.get("seats", about.seats[0])
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in about.seats:
        allowed = ", ".join([str(count) for count in about.seats])
        why = t(
            "{game} is for {allowed} players, not {given}",
            game=about.title,
            allowed=allowed,
            given=shown(seats),
        )
        raise BadOption(f"seats: {why}")
    settled: dict[str, object] = {"seats": seats}
    declared = {item.name: item for item in fields(about.options)}
    for name, value in values.items():
        if name == "seats":
            continue
        if name not in declared:
            known = [other for other in declared if other != "seats"]
            raise BadOption(f"{named(name)}: {_no_option(about.title, name, known)}")
        item = declared[name]
        try:
            settled[name] = _read(item.default, item.metadata, value)
        except ValueError as error:
            raise BadOption(f"{name}: {error}") from None
        except RecursionError:
            raise BadOption(f"{name}: {t('nested too deeply')}") from None
    options = about.options(**settled)  # type: ignore[arg-type]  # each was read by its declaration
    options.check()
    return options


def _no_option(game: str, name: str, known: list[str]) -> str:
    near = get_close_matches(name[:LONGEST_NAME], known, 1)
    if near:
        return t("{game} has no such option; did you mean {near}?", game=game, near=near[0])
    return t("{game} has no such option; it has {known}", game=game, known=", ".join(known))


def changed(options: Options) -> dict[str, object]:
    """The options that differ from their defaults, and the number of seats, as plain data for a
    record.
    """
    values: dict[str, object] = {}
    for item in fields(options):
        value = getattr(options, item.name)
        if item.name == "seats" or value != item.default:
            values[item.name] = plain(value)
    return values


def differing(one: Options, other: Options) -> list[str]:
    """The names of the options whose values differ in these two, `seats` among them."""
    return [
        item.name for item in fields(one) if getattr(one, item.name) != getattr(other, item.name)
    ]


def _read(default: object, about: Any, value: object) -> object:  # noqa: ANN401
    if about["read"] is not None:
        return about["read"](value)
    if isinstance(default, bool):
        switch = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in switch:
            return switch[value.lower()]
        raise ValueError(t("expected on or off, not {given}", given=shown(value)))
    if about["kind"] == "number":
        return _read_number(value, *about["span"])
    choices = about["choices"]
    if not _is_among(value, choices):
        low, high = span(choices)
        if low < high:
            raise ValueError(
                t(
                    "expected a number from {low} to {high}, not {given}",
                    low=low,
                    high=high,
                    given=shown(value),
                )
            )
        allowed = ", ".join([str(choice) for choice in choices])
        raise ValueError(
            t("expected one of {allowed}, not {given}", allowed=allowed, given=shown(value))
        )
    return value


def as_float(value: object) -> float | None:
    """A real number of any kind as a float; None if it is not a real number, or too large for one.

    NumPy's numbers qualify too, but comparing them does not yield a plain `bool`, which compiled
    code requires.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _read_number(value: object, least: float, most: float, step: float) -> object:
    """A number of the rule sheet: an int if its step is 1, otherwise a float, however written.

    :raises ValueError: if it is out of range or between steps.
    """
    given_as = as_float(value)
    if given_as is not None and least <= given_as <= most:
        steps = given_as / step
        if steps == int(steps):
            if step == 1:
                return int(given_as)
            return given_as
    low, high, given = f"{least:g}", f"{most:g}", shown(value)
    if step == 1:
        raise ValueError(
            t(
                "expected a whole number from {low} to {high}, not {given}",
                low=low,
                high=high,
                given=given,
            )
        )
    raise ValueError(
        t(
            "expected a number in steps of {step} from {low} to {high}, not {given}",
            step=f"{step:g}",
            low=low,
            high=high,
            given=given,
        )
    )


def span(choices: tuple[Any, ...]) -> tuple[int, int]:
    """The lowest and the highest choice, if there are at least `MANY` and they are consecutive
    whole numbers; otherwise (0, 0).
    """
    if len(choices) < MANY or not all([type(choice) is int for choice in choices]):
        return 0, 0
    low, high = int(choices[0]), int(choices[-1])
    return (low, high) if list(choices) == list(range(low, high + 1)) else (0, 0)
