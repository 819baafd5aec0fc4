"""Options, rulings and variants: declared once, read by command line, lobby, docs and records.

An **option** is printed in the rules, a **ruling** settles what they leave open and cites its
clause, a **number** is one that the rule sheet states, a **variant** is a named set of options.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Final, TypeVar, final

from mypy_extensions import mypyc_attr

from microciv.core.errors import BadOption
from microciv.core.fields import named, shown
from microciv.core.frozen import Frozen
from microciv.core.plain import plain
from microciv.speech import t

Reader = Callable[[object], object]
MANY: Final = 8  # choices: more are told as a span
LONGEST_NAME: Final = 60  # of an option that is looked for among the others


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Options(Frozen):
    """How one game is to be played. Games subclass it and declare their own with `option`."""

    seats: int

    def check(self) -> None:
        """Refuse what single fields cannot tell is wrong.

        :raises BadOption: naming the option and what was expected.
        """


OptionsT = TypeVar("OptionsT", bound=Options)


@final
@dataclass(frozen=True)
class OptionInfo(Frozen):
    """One option as people read it."""

    name: str
    kind: str  # "option", "ruling" or "number"
    help: str
    clause: str
    default: Any  # not `object`: mypyc 2.4 cannot find that name in a dataclass
    choices: tuple[Any, ...]  # empty: see `help`
    advanced: bool  # data rather than a switch: rows of cards and the like
    least: float = 0  # of a number, as are the next two
    most: float = 0
    step: float = 0


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
    """What the lobby, `--help` and the docs say of a game, without loading its rules."""

    name: str
    title: str
    summary: str
    seats: tuple[int, ...]
    minutes: int
    options: type[Options]
    game: str  # "module:class" of its Game, loaded when first opened
    seconds: int = 45  # that people need for a decision, at a table with a clock
    seconds_of: dict[str, int] = field(default_factory=dict)  # the same, of phases that differ
    variants: tuple[Variant, ...] = ()
    policies: str = ""  # "module:name" of a dictionary of its PolicyMakers by level
    restrictions: str = ""  # "module:name" of a list of Restrictions that are worth a study
    searches: str = ""  # "module:name" of its bots that search, by level; none: untuned ones
    advisers: tuple[str, ...] = ("hard", "expert", "medium")  # levels that may advise, best first
    look: str = ""  # "module:name" of its Look in the terminal; none: the plain one
    encoding: int = 1  # version of what learners get: raised whenever moves or numbers change


def option(
    default: Any,  # noqa: ANN401  # stands in for a field of any type
    help: str,  # noqa: A002
    clause: str,
    choices: tuple[object, ...] = (),
    read: Reader | None = None,
) -> Any:  # noqa: ANN401
    """Declare an option of a game: a field of its `Options` with its words and its clause.

    `read` turns plain data (from a record, a TOML file, a request) into the field's value and
    raises ValueError saying what it expected. Without it a value is one of the `choices`, of just
    their type: 2.0 and "2" are no 2.
    """
    about = {"kind": "option", "help": help, "clause": clause, "choices": choices, "read": read}
    return field(default=default, metadata=about)


def ruling(
    default: Any,  # noqa: ANN401
    help: str,  # noqa: A002
    clause: str,
    choices: tuple[object, ...] = (),
) -> Any:  # noqa: ANN401
    """Declare how we settle what the rules leave open."""
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
    """Declare a number that the rule sheet states, and within what it may be changed.

    The game plays on at both ends; `step` is 0.5 for a number that may have a half.
    """
    about = {"kind": "number", "help": help, "clause": clause, "choices": (), "read": None}
    return field(
        default=default, metadata={**about, "span": (float(least), float(most), float(step))}
    )


def describe(options: type[Options]) -> list[OptionInfo]:
    """Every option of a game but `seats`, in the order of declaration."""
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
    """The game's options with these values; defaults for the rest.

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
    """The options that differ from their declaration, and the seats, as a record keeps them."""
    values: dict[str, object] = {}
    for item in fields(options):
        value = getattr(options, item.name)
        if item.name == "seats" or value != item.default:
            values[item.name] = plain(value)
    return values


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
    if not any([type(choice) is type(value) and choice == value for choice in choices]):
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


def _read_number(value: object, least: float, most: float, step: float) -> object:
    """An int where it goes up by ones, else a float, whatever was written: 2.0, or 2 for 2.0."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most:
        steps = value / step
        if steps == int(steps):
            if step == 1:
                return int(value)
            return float(value)
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
    """The lowest and the highest of many whole numbers without a gap, which nobody wants listed;
    (0, 0) of other choices.
    """
    if len(choices) < MANY or not all([type(choice) is int for choice in choices]):
        return 0, 0
    low, high = int(choices[0]), int(choices[-1])
    return (low, high) if list(choices) == list(range(low, high + 1)) else (0, 0)
