"""What bots say of their answers, at a terminal: once these are open, to each who looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from rich.text import Text

from microciv.bots import Reason
from microciv.core.moves import Seat
from microciv.speech import t
from microciv.texts import Texts


@final
class Talk:
    """The reasons of bots in the order of their answers; nothing of them is saved."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[int, Seat], Reason] = {}
        self._told: dict[Seat, int] = {}

    def intend(self, number: int, seat: Seat, why: Reason) -> None:
        """A bot's reason for its answer in this decision set, in place of that for the step before;
        nobody is told yet.
        """
        self._reasons.pop((number, seat), None)
        if why[0]:
            self._reasons[number, seat] = why

    def news(self, number: int, reader: Seat, names: Sequence[str], texts: Texts) -> list[Text]:
        """What has been said of answers before this decision set since the reader last looked."""
        opened = [
            (seat, why) for (decision, seat), why in self._reasons.items() if decision < number
        ]
        since = self._told.get(reader, 0)
        self._told[reader] = len(opened)
        lines = [
            (names[seat], texts.said(key, parts, names)) for seat, (key, parts) in opened[since:]
        ]
        told: list[tuple[str, str]] = []
        for name, words in lines:
            if words and told and told[-1][0] == name:
                told[-1] = (name, f"{told[-1][1]} {quoted(words)}")
            elif words:
                told.append((name, quoted(words)))
        return [Text(f"{name}: {words}", style="dim") for name, words in told]


def quoted(words: str) -> str:
    """What somebody says."""
    return t('"{words}"', words=words)
