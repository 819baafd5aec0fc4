"""What is told of a change, and a mirror of what was told: JSON values as Python has them.

A change is an object that leads further in, by name or by the index of an item; or a list of one,
what is there now; or a list of three, of which the first says where in a list, the second how many
items are replaced there, the third by which. So `{"table": {"2": {"hand": [5], "pile": [4, 0,
["explore"]]}}}` changes a number, and lays a fifth card on a pile.
"""

from __future__ import annotations

from typing import Any, final


def change(before: Any, now: Any) -> Any:  # noqa: ANN401  # as JSON has them
    """What makes of the one value the other; an empty object if they are equal."""
    if before == now:
        return {}
    if isinstance(now, dict) and isinstance(before, dict) and before.keys() == now.keys():
        return {name: change(before[name], now[name]) for name in now if before[name] != now[name]}
    if isinstance(now, list) and isinstance(before, list) and _is_alike(before, now):
        pairs = enumerate(zip(before, now, strict=True))
        return {str(at): change(former, item) for at, (former, item) in pairs if former != item}
    if isinstance(now, list) and isinstance(before, list):
        start, end = _common(before, now), _common(before[::-1], now[::-1])
        end = min(end, len(before) - start, len(now) - start)
        if start + end:
            return [start, len(before) - start - end, now[start : len(now) - end]]
    return [now]


def _common(before: list[Any], now: list[Any]) -> int:
    """With how many of the same items do they begin?"""
    pairs = enumerate(zip(before, now, strict=False))
    others = [at for at, (former, item) in pairs if former != item]
    return others[0] if others else min(len(before), len(now))


def _is_alike(before: list[Any], now: list[Any]) -> bool:
    """Is it shorter to say what is otherwise in the items than to tell the whole list?"""
    if len(before) != len(now):
        return False
    return any([_is_similar(former, item) for former, item in zip(before, now, strict=True)])


def _is_similar(before: Any, now: Any) -> bool:  # noqa: ANN401
    """Is it so large, and so much of it as before, that the rest can be told alone?"""
    if isinstance(now, list) and isinstance(before, list):
        return before == now or _is_alike(before, now)
    if not (isinstance(now, dict) and isinstance(before, dict)):
        return False
    same = [name for name, value in now.items() if name in before and before[name] == value]
    return 2 * len(same) > len(now)


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
    return {**value, **{name: changed(value[name], inner) for name, inner in told.items()}}


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
