"""Reading documents of plain data, with errors that begin with the path of the field."""

from __future__ import annotations

from typing import Final, NoReturn, TypeGuard, final

from microciv.core.errors import BadPosition
from microciv.core.rng import FAST_WORDS, KEYED_WORDS, Rng
from microciv.speech import t

QUOTED: Final = 60  # characters of a value in a message, at most
LARGEST_WORD: Final = 2**32 - 1  # of a generator's state


def shown(value: object) -> str:
    """A value as messages quote it: in a few characters, whatever it is."""
    try:
        return repr(value)[:QUOTED]
    except (ValueError, RecursionError):  # thousands of digits, bottomless nesting
        return "something endless"


def named(name: object) -> str:
    """A name from a document, as messages begin with it: simple words unchanged, all others quoted
    and cut like values.
    """
    if not isinstance(name, str) or len(name) > QUOTED:
        return shown(name)
    letters = name.replace("-", "").replace("_", "")
    return name if letters.isascii() and letters.isalnum() else shown(name)


@final
class Fields:
    """The fields of an object in a document. `close` refuses fields that have not been read. All
    methods that read a field raise BadPosition if it is missing or wrong.
    """

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
        """The path of a field, with which messages begin, such as `table[1].hand`."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Is the field there? Asking does not count as reading it."""
        self._known.add(name)
        return name in self._data

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from low to high, inclusive; required unless there is a default."""
        value = self._value(name, default)
        if not is_whole_number(value, low, high):
            self.fail(name, no_whole_number(low, high, value))
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; `default` if it is not there."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            self.fail(name, t("expected true or false, not {given}", given=shown(value)))
        return value

    def word(self, name: str, choices: list[str], default: str | None = None) -> str:
        """One of these words; required unless there is a default."""
        value = self._value(name, default)
        if not isinstance(value, str) or value not in choices:
            allowed = ", ".join([choice or "''" for choice in choices])
            self.fail(name, none_of(allowed, value))
        return value

    def words(self, name: str, choices: list[str], default: list[str] | None = None) -> list[str]:
        """A list of different words from `choices`; required unless there is a default."""
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
        """A list of different whole numbers from low to high, inclusive; required."""
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
        """A list of anything; by default an empty one. `what` says in messages what it lists:
        `cards`, `rounds`, or nothing.
        """
        value = self._value(name, [])
        if not isinstance(value, list):
            self.fail(name, no_list(what, value))
        return value

    def objects(self, name: str, count: int) -> list[Fields]:
        """A list of this many objects; required."""
        value = self._value(name, None)
        if not isinstance(value, list) or len(value) != count:
            found = f"{len(value)}" if isinstance(value, list) else f"{shown(value)}"
            self.fail(
                name,
                t("expected a list of {count} objects, not {given}", count=count, given=found),
            )
        return [Fields(item, f"{self.at(name)}[{index}]") for index, item in enumerate(value)]

    def part(self, name: str) -> Fields:
        """The fields of an object in this one; no fields if it is not there."""
        return Fields(self.raw(name), self.at(name))

    def raw(self, name: str) -> object:
        """The value of the field unchecked; an empty object if it is not there."""
        return self._value(name, {})

    def close(self) -> None:
        """Refuse fields that have not been read.

        :raises BadPosition: if there is one; the message lists the known fields.
        """
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
    """The message about a value that is not a whole number from low to high."""
    return t(
        "expected a whole number from {low} to {high}, not {given}",
        low=low,
        high=high,
        given=shown(given),
    )


def no_list(what: str, given: object) -> str:
    """The message about a value that is not a list of `what`: `cards`, `rounds`, or anything."""
    if what == "cards":
        return t("expected a list of cards, not {given}", given=shown(given))
    if what == "rounds":
        return t("expected a list of rounds, not {given}", given=shown(given))
    return t("expected a list, not {given}", given=shown(given))


def none_of(allowed: str, given: object) -> str:
    """The message about a value that is none of those in the text `allowed`."""
    if not allowed:
        return t("expected none, not {given}", given=shown(given))
    return t("expected one of {allowed}, not {given}", allowed=allowed, given=shown(given))


def twice(given: str) -> str:
    """The message about an entry that is in a list twice."""
    return t("{given} is in the list already", given=given)


def is_whole_number(value: object, low: int, high: int) -> TypeGuard[int]:
    """Is it a whole number from low to high, inclusive, and not a boolean?"""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def read_generator(fields: Fields) -> Rng:
    """The generator that continues from the field `generator`, which has four words (sfc32) or ten
    (HMAC-SHA-256); without the field, one with seed 0.

    :raises BadPosition: if the field is anything else.
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
