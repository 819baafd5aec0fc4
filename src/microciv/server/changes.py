"""What is told of a change, and a mirror of what was told: JSON values as Python has them.

A change is an object that leads further in, by name or by the index of an item; or a list of one,
what is there now; or an empty list, where a name is gone; or a list of three, of which the first
says where in a list, the second how many items are replaced there, the third by which. So
`{"table": {"2": {"hand": [5], "pile": [4, 0, ["explore"]]}}}` changes a number, and lays a fifth
card on a pile.
"""

from __future__ import annotations

from typing import Any, Final, final

import msgspec
from msgspec import Raw

OBJECT: Final = ord("{")
LIST: Final = ord("[")
_fields: Final = msgspec.json.Decoder(dict[str, Raw]).decode
_items: Final = msgspec.json.Decoder(list[Raw]).decode


def change(before: Raw, now: Raw) -> Any:  # noqa: ANN401  # as JSON has them
    """What makes of the one value the other; an empty object if they are equal. They are texts, of
    which only what differs is read.
    """
    if before == now:
        return {}
    kind = _kind(now)
    if kind == OBJECT == _kind(before):
        old, new = _fields(before), _fields(now)
        if old.keys() == new.keys():
            return change_of_fields(old, new)
        return _change_of_names(old, new) or [now]
    if kind == LIST == _kind(before):
        return _change_of_items(_items(before), _items(now)) or [now]
    return [now]


def _change_of_items(before: list[Raw], now: list[Raw]) -> Any:  # noqa: ANN401
    """None: it is shorter to tell the whole list."""
    if _is_alike(before, now):
        pairs = enumerate(zip(before, now, strict=True))
        return {str(at): change(former, item) for at, (former, item) in pairs if former != item}
    start, end = _common(before, now), _common(before[::-1], now[::-1])
    end = min(end, len(before) - start, len(now) - start)
    return [start, len(before) - start - end, now[start : len(now) - end]] if start + end else None


def change_of_fields(before: dict[str, Raw], now: dict[str, Raw]) -> dict[str, Any]:
    """The change of an object that has the same names as before."""
    return {name: change(before[name], now[name]) for name in now if before[name] != now[name]}


def _change_of_names(before: dict[str, Raw], now: dict[str, Raw]) -> dict[str, Any] | None:
    """None: nothing stays as it is, or the names would come in another order than they do now."""
    stays = {name: value for name, value in now.items() if name in before}
    added = {name: [value] for name, value in now.items() if name not in before}
    if [*filter(now.__contains__, before), *added] != [*now]:
        return None
    if all([before[name] != value for name, value in stays.items()]):
        return None
    gone: dict[str, Any] = {name: [] for name in before if name not in now}
    return change_of_fields(before, stays) | added | gone


def _kind(text: Raw) -> int:
    return memoryview(text)[0]


def _common(before: list[Raw], now: list[Raw]) -> int:
    """With how many of the same items do they begin?"""
    count = 0
    for former, item in zip(before, now, strict=False):
        if former != item:
            break
        count += 1
    return count


def _is_alike(before: list[Raw], now: list[Raw]) -> bool:
    """Is it shorter to say what is otherwise in the items than to tell the whole list?"""
    if len(before) != len(now):
        return False
    return any([_is_similar(former, item) for former, item in zip(before, now, strict=True)])


def _is_similar(before: Raw, now: Raw) -> bool:
    """Is it so large, and so much of it as before, that the rest can be told alone?"""
    kind = _kind(now)
    if kind not in (OBJECT, LIST) or kind != _kind(before):
        return False
    if before == now:
        return True
    if kind == LIST:
        return _is_alike(_items(before), _items(now))
    old, new = _fields(before), _fields(now)
    same = [name for name, value in new.items() if name in old and old[name] == value]
    return 2 * len(same) > len(new)


def changed(value: Any, told: Any) -> Any:  # noqa: ANN401
    """The value after a change; what it shares with the former is not copied."""
    if isinstance(told, list) and len(told) == 1:
        return told[0]
    if isinstance(told, list):
        start, former, items = told
        return [*value[:start], *items, *value[start + former :]]
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
        table, seats = self._table["table"], [*self._table["table"]["seats"]]
        for place, status in message["seats"].items():
            seats[int(place)] = {**seats[int(place)], "status": status}
        return {"type": "table", "table": {**table, "seats": seats, "finish": message["finish"]}}

    def _whole_update(self, message: Any) -> Any:  # noqa: ANN401
        if message["type"] == "update":
            return message
        heard = {"from": message["from"], "events": message["events"]}
        return {**changed(self._update, message["change"]), **heard}
