"""Reading plain documents: every complaint begins with the path of the field."""

from __future__ import annotations

from typing import Final, NoReturn, TypeGuard, final

from microciv.core.errors import BadPosition
from microciv.core.rng import FAST_WORDS, KEYED_WORDS, Rng
from microciv.speech import t

QUOTED: Final = 60  # characters
LARGEST_WORD: Final = 2**32 - 1  # of a generator


def shown(value: object) -> str:
    """A value as complaints quote it: short, whatever it is."""
    try:
        return repr(value)[:QUOTED]
    except (ValueError, RecursionError):  # thousands of digits, bottomless nesting
        return "something endless"


def named(name: object) -> str:
    """A name that a document gives, as complaints begin with it: plain words as they stand, others
    quoted and cut as values are.
    """
    if not isinstance(name, str) or len(name) > QUOTED:
        return shown(name)
    letters = name.replace("-", "").replace("_", "")
    return name if letters.isascii() and letters.isalnum() else shown(name)


@final
class Fields:
    """The named fields of one object of a document; `close` refuses any that nobody read."""

    def __init__(self, data: object, path: str = "") -> None:
        self.path = path
        if not isinstance(data, dict):
            raise BadPosition(
                f"{path or 'position'}: {t('expected an object, not {given}', given=shown(data))}"
            )
        self._data: dict[str, object] = data
        self._read: set[str] = set()
        self._known: set[str] = set()

    def fail(self, name: str, complaint: str) -> NoReturn:
        """Refuse the document because of this field.

        :raises BadPosition: always.
        """
        raise BadPosition(f"{self.at(name)}: {complaint}")

    def at(self, name: str) -> str:
        """The path of a field as complaints begin with it, such as `table[1].hand`."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Is the field there? Asking does not count as reading it."""
        self._known.add(name)
        return name in self._data

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """From low to high, both included; without a default it has to be there."""
        value = self._value(name, default)
        if not is_whole_number(value, low, high):
            self.fail(name, no_whole_number(low, high, value))
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; `default` if it is not there.

        :raises BadPosition: if it is anything else.
        """
        value = self._value(name, default)
        if not isinstance(value, bool):
            self.fail(name, t("expected true or false, not {given}", given=shown(value)))
        return value

    def word(self, name: str, choices: list[str], default: str | None = None) -> str:
        """One of these words; without a default it has to be there."""
        value = self._value(name, default)
        if not isinstance(value, str) or value not in choices:
            allowed = ", ".join([choice or "''" for choice in choices])
            self.fail(name, none_of(allowed, value))
        return value

    def words(self, name: str, choices: list[str], default: list[str] | None = None) -> list[str]:
        """A list of different words, each one of these."""
        value = self._value(name, default)
        if not isinstance(value, list):
            self.fail(name, no_list("", value))
        for index, word in enumerate(value):
            if not isinstance(word, str) or word not in choices:
                allowed = ", ".join(choices)
                self.fail(f"{name}[{index}]", none_of(allowed, word))
            if word in value[:index]:
                self.fail(f"{name}[{index}]", twice(repr(word)))
        return list(value)

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        """A list of different whole numbers from low to high."""
        value = self._value(name, None)
        if not isinstance(value, list):
            self.fail(name, no_list("", value))
        for index, number in enumerate(value):
            if not is_whole_number(number, low, high):
                self.fail(f"{name}[{index}]", no_whole_number(low, high, number))
            if number in value[:index]:
                self.fail(f"{name}[{index}]", twice(str(number)))
        return list(value)

    def listed(self, name: str, what: str = "") -> list[object]:
        """A list of anything, such as `cards` or `rounds`; by default an empty one."""
        value = self._value(name, [])
        if not isinstance(value, list):
            self.fail(name, no_list(what, value))
        return value

    def objects(self, name: str, count: int) -> list[Fields]:
        """A list of this many objects."""
        value = self._value(name, None)
        if not isinstance(value, list) or len(value) != count:
            found = f"{len(value)}" if isinstance(value, list) else f"{shown(value)}"
            self.fail(
                name,
                t("expected a list of {count} objects, not {given}", count=count, given=found),
            )
        return [Fields(item, f"{self.at(name)}[{index}]") for index, item in enumerate(value)]

    def part(self, name: str) -> Fields:
        """The fields of an object in this one; none if it is not there."""
        return Fields(self.raw(name), self.at(name))

    def raw(self, name: str) -> object:
        """The field as it stands, whatever it is; an empty object if it is not there."""
        return self._value(name, {})

    def close(self) -> None:
        """Refuse fields that mean nothing here."""
        for name in self._data:
            if name not in self._read:
                known = ", ".join(sorted(self._known | self._read))
                self.fail(
                    named(name),
                    t("no such field; expected {known}", known=known)
                    if known
                    else t("no such field; expected none"),
                )

    def _value(self, name: str, default: object) -> object:
        self._read.add(name)
        if name in self._data:
            return self._data[name]
        if default is None:
            self.fail(name, t("missing"))
        return default


def no_whole_number(low: int, high: int, given: object) -> str:
    """The complaint about a value that is no whole number from low to high."""
    return t(
        "expected a whole number from {low} to {high}, not {given}",
        low=low,
        high=high,
        given=shown(given),
    )


def no_list(what: str, given: object) -> str:
    """The complaint about a value that is no list of `what`: `cards`, `rounds`, or of anything."""
    if what == "cards":
        return t("expected a list of cards, not {given}", given=shown(given))
    if what == "rounds":
        return t("expected a list of rounds, not {given}", given=shown(given))
    return t("expected a list, not {given}", given=shown(given))


def none_of(allowed: str, given: object) -> str:
    """The complaint about a value that is none of those that `allowed` lists."""
    if not allowed:
        return t("expected none, not {given}", given=shown(given))
    return t("expected one of {allowed}, not {given}", allowed=allowed, given=shown(given))


def twice(given: str) -> str:
    """The complaint about an entry that a list has twice."""
    return t("{given} is in the list already", given=given)


def is_whole_number(value: object, low: int, high: int) -> TypeGuard[int]:
    """Is it a whole number from low to high?"""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def read_generator(fields: Fields) -> Rng:
    """The field `generator`, four words or the ten of a key, as a generator that goes on from them;
    without it a fresh one.
    """
    rng = Rng(0)
    if fields.has("generator"):
        words = fields.raw("generator")
        if (
            not isinstance(words, list)
            or len(words) not in (FAST_WORDS, KEYED_WORDS)
            or not all([is_whole_number(word, 0, LARGEST_WORD) for word in words])
        ):
            fields.fail(
                "generator",
                t("expected 4 or 10 numbers below 2**32, not {given}", given=shown(words)),
            )
        rng.resume([int(word) for word in words])
    return rng
