"""Immutable values: a copy is the value itself, and they can be pickled, compiled or not."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias, final

from mypy_extensions import mypyc_attr

Reduced: TypeAlias = tuple[Any, tuple[Any, ...]]  # a function that makes it again, and arguments


@mypyc_attr(allow_interpreted_subclasses=True)
class Frozen:
    """The base of frozen dataclasses. Dataclasses in its fields can be pickled with it without
    having this base.
    """

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def __copy__(self) -> Frozen:
        return self


@final
class Part:
    """Wraps a dataclass inside a value for pickling: compiled ones cannot be pickled alone."""

    def __init__(self, value: Any) -> None:  # noqa: ANN401  # of any class
        self.value = value

    def __reduce__(self) -> Reduced:
        return by_fields(self.value)


def by_fields(value: Any) -> Reduced:  # noqa: ANN401
    """A dataclass, reduced to its class and those of its fields that differ from the default."""
    parts: dict[str, Any] = {}
    for item in fields(value):
        part = getattr(value, item.name)
        if item.init and part is not item.default:
            parts[item.name] = packed(part)
    return made, (type(value), parts)


def made(kind: Any, parts: dict[str, Any]) -> Any:  # noqa: ANN401
    """An object of this class with these fields."""
    return kind(**parts)


def packed(value: Any) -> Any:  # noqa: ANN401
    """The value, with dataclasses that cannot be pickled alone wrapped as `Part`."""
    kind = type(value)
    if kind is tuple:
        return tuple([packed(item) for item in value])
    if kind is list:
        return [packed(item) for item in value]
    if kind is dict:
        return {packed(name): packed(item) for name, item in value.items()}
    if is_dataclass(kind) and kind.__reduce__ is object.__reduce__:
        return Part(value)
    return value
