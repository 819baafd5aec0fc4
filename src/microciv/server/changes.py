"""What is told of a change, and a mirror of what was told: JSON values as Python has them.

A change is an object that leads further in, by name or by the index of an item, or a list of one:
what is there now. So `{"seen": {"table": {"2": {"hand": [5]}}}}` changes one number.
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
    return [now]


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
    if isinstance(told, list):
        return told[0]
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
        table, statuses = self._table["table"], message["seats"]
        pairs = zip(table["seats"], statuses, strict=True)
        seats = [{**seat, "status": status} for seat, status in pairs]
        return {"type": "table", "table": {**table, "seats": seats, "finish": message["finish"]}}

    def _whole_update(self, message: Any) -> Any:  # noqa: ANN401
        if message["type"] == "update":
            return message
        heard = {"from": message["from"], "events": message["events"]}
        return {**changed(self._update, message["change"]), **heard}
