"""What is told of a change, and a mirror of what was told.

A change is an object that leads further in, by name or by the index of an item; or a list of one,
what is there now; or an empty list, where a name is gone; or a list of three, of which the first
says where in a list, the second how many items are replaced there, the third by which, and maybe a
fourth what changes in the list then. So
`{"table": {"2": {"hand": [5], "pile": [4, 0, ["explore"]]}}}` changes a number, and lays a fifth
card on a pile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final, TypeAlias, final

import msgspec
from msgspec import Raw

from microciv.core.plain import LEAVES, field_names

Items: TypeAlias = Sequence[object]
Fields: TypeAlias = Mapping[Any, object]
LISTS: Final = (list, tuple)
_value: Final = msgspec.json.Decoder().decode


def change(before: object, now: object) -> Any:  # noqa: ANN401  # as JSON has them
    """What makes of the one value the other, which is not equal. They are whatever can be encoded;
    a text that is encoded already is read.
    """
    if isinstance(now, LEAVES):
        return [now]
    if isinstance(before, LISTS) and isinstance(now, LISTS):
        return _change_of_items(before, now)
    if isinstance(before, dict) and isinstance(now, dict):
        if before.keys() == now.keys():
            return change_of_fields(before, now)
        return _change_of_names(before, now)
    if isinstance(before, Raw) and isinstance(now, Raw):
        return change(_value(before), _value(now))
    kind: Any = type(now)  # mypy does not take a class for hashable
    fields = _fields(kind)
    if fields is None or type(before) is not kind:
        return [now]
    names, values = fields
    pairs = zip(names, values(before), values(now), strict=True)
    return {
        name: [new] if isinstance(new, LEAVES) else change(old, new)
        for name, old, new in pairs
        if old is not new and old != new
    }


def change_of_fields(before: Fields, now: Fields) -> dict[str, Any]:
    """The change of an object that has the same names as before."""
    told: dict[str, Any] = {}
    for name, value in now.items():
        former = before[name]
        if former is not value and former != value:
            told[str(name)] = [value] if isinstance(value, LEAVES) else change(former, value)
    return told


@cache
def _fields(kind: Any) -> tuple[tuple[str, ...], Callable[[object], Any]] | None:  # noqa: ANN401
    """The names of a dataclass of several fields, and what tells their values; of others none."""
    names = field_names(kind)
    return (names, attrgetter(*names)) if len(names) > 1 else None


def _change_of_items(before: Items, now: Items) -> Any:  # noqa: ANN401
    """It is shorter to say what is otherwise in the items, as long as one of them is alike."""
    if not now or not before:
        return [now]
    if isinstance(now[0], LEAVES):
        start = _common(before, now)
        return _splice(before, now, start, _common_end(before, now, start), {})
    if len(before) == len(now):
        pairs = [*zip(before, now, strict=True)]
        told = {str(at): change(*pair) for at, pair in enumerate(pairs) if pair[0] != pair[1]}
        if len(told) < len(now) or any([*map(_is_short, told.values(), now)]):
            return told
    otherwise: dict[str, Any] = {}
    start = _alike(zip(before, now, strict=False), range(len(now)), otherwise)
    ends = zip(before[start:][::-1], now[start:][::-1], strict=False)
    end = _alike(ends, range(len(now) - 1, -1, -1), otherwise)
    return _splice(before, now, start, end, otherwise)


def _splice(
    before: Items, now: Items, start: int, end: int, otherwise: dict[str, Any]
) -> list[Any]:
    """Another middle, if `start` items and `end` items stay where they are, but for what is
    otherwise in them.
    """
    if not start + end:  # it is shorter to tell the whole list
        return [now]
    spliced = [start, len(before) - start - end, now[start : len(now) - end]]
    return [*spliced, otherwise] if otherwise else spliced


def _alike(
    pairs: Iterable[tuple[object, object]], indices: Sequence[int], otherwise: dict[str, Any]
) -> int:
    """How many pairs from the first on are of the same thing, as far as can be seen; what is
    otherwise in it is noted by its index.
    """
    count = 0
    for at, (former, item) in zip(indices, pairs, strict=False):
        if former != item:
            told = change(former, item)
            if not _is_short(told, item) or not all([isinstance(x, list) for x in told.values()]):
                break
            otherwise[str(at)] = told
        count += 1
    return count


def _is_short(told: Any, now: object) -> bool:  # noqa: ANN401
    """Does this change of a value leave half of it as it was?"""
    if not isinstance(told, dict) or isinstance(now, LISTS):
        return isinstance(told, dict)
    kind: Any = type(now)  # mypy does not take a class for hashable
    fields = now if isinstance(now, dict) else field_names(kind)
    return 2 * len(told) <= len(fields)


def _change_of_names(before: Fields, now: Fields) -> Any:  # noqa: ANN401
    """The whole, if nothing stays as it is, or the names would come in another order than now."""
    stays = {name: value for name, value in now.items() if name in before}
    added = {str(name): [value] for name, value in now.items() if name not in before}
    if [*filter(now.__contains__, before), *added] != [*now]:
        return [now]
    if all([before[name] != value for name, value in stays.items()]):
        return [now]
    gone: dict[str, Any] = {str(name): [] for name in before if name not in now}
    return change_of_fields(before, stays) | added | gone


def _common(before: Items, now: Items) -> int:
    """With how many of the same items do they begin?"""
    count = 0
    for former, item in zip(before, now, strict=False):
        if former != item:
            break
        count += 1
    return count


def _common_end(before: Items, now: Items, start: int) -> int:
    """With how many do they end, besides those?"""
    count, most = 0, min(len(before), len(now)) - start
    while count < most and before[-1 - count] == now[-1 - count]:
        count += 1
    return count


def changed(value: Any, told: Any) -> Any:  # noqa: ANN401
    """The value after a change; what it shares with the former is not copied."""
    if isinstance(told, list) and len(told) == 1:
        return told[0]
    if isinstance(told, list):
        start, former, items, *inner = told
        spliced = [*value[:start], *items, *value[start + former :]]
        return changed(spliced, inner[0]) if inner else spliced
    if isinstance(value, list):
        return [
            changed(item, told[str(at)]) if str(at) in told else item
            for at, item in enumerate(value)
        ]
    fields = {**value}
    for name, inner in told.items():
        if inner == []:
            del fields[name]
        else:
            fields[name] = changed(fields.get(name), inner)
    return fields


@final
class Mirror:
    """What a client was told last: it need not be told again."""

    def __init__(self) -> None:
        self._table: Any = None
        self._update: Any = None

    def whole(self, message: Any) -> Any:  # noqa: ANN401  # as JSON has it
        """The `table` or `update` that a `status` or `changed` stands for; others as they are.

        :raises ValueError: if it does not fit to what was told before.
        """
        try:
            match message["type"]:
                case "table" | "status":
                    self._table = self._whole_table(message)
                    return self._table
                case "update" | "changed":
                    self._update = self._whole_update(message)
                    return self._update
        except (LookupError, TypeError) as fault:
            raise ValueError("what the table has told does not fit together") from fault
        return message

    def _whole_table(self, message: Any) -> Any:  # noqa: ANN401
        if message["type"] == "table":
            return message
        return {"type": "table", "table": changed(self._table["table"], message["change"])}

    def _whole_update(self, message: Any) -> Any:  # noqa: ANN401
        if message["type"] == "update":
            return message
        heard = {"from": message["from"], "events": message.get("events", [])}
        return {**changed(self._update, message["change"]), **heard}
