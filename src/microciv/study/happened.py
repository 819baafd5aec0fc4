"""What a study counts in one match: who won, how the lead changed, what happened to whom."""

from __future__ import annotations

import zlib
from collections import Counter as Tally
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias, final

from microciv.core.game import Game
from microciv.core.state import State
from microciv.study.matches import Ended

Key: TypeAlias = tuple[str, int, int, int]  # an event: its name and parts
Counted: TypeAlias = tuple[int, str, str]  # seat, event, item

ROUND: Final = "round"  # the name of the event that begins a round


def shares(places: list[int]) -> list[float]:
    """By seat, its share of the win, from 0 to 1; seats that win together share it equally."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def leads(ended: Ended, scores: list[list[int]]) -> tuple[int | None, int | None, float | None]:
    """How often the lead changed, the round (from 1) at whose end a winner took the lead for good,
    and the winner's margin in points. `scores`: by round and seat, the scores as each round began.

    All three are None if scores only rank what is shown at the end (`Game.keeps_score`), and the
    first two if the game has no event for rounds.
    """
    game = ended.game
    if not game.keeps_score():
        return None, None, None
    first = ended.places.index(1)
    others = ended.scores[:first] + ended.scores[first + 1 :]
    margin = (ended.scores[first] - max(others)) / game.unit
    if not scores:
        return None, None, margin
    winners = {seat for seat, place in enumerate(ended.places) if place == 1}
    leading = [
        {seat for seat, score in enumerate(row) if score == best}
        for row, best in zip(scores[1:], map(max, scores[1:]), strict=True)
    ] + [winners]
    changes, settled = 0, len(leading)
    holding = leading[0]
    for leaders in leading:
        if holding.isdisjoint(leaders):
            changes += 1
            holding = leaders
        holding = holding & leaders
    for winner in winners:
        behind = [number for number, leaders in enumerate(leading) if winner not in leaders]
        settled = min(settled, behind[-1] + 2 if behind else 1)
    return changes, settled, margin


class Happened(NamedTuple):
    """The counts of a match."""

    counts: dict[Counted, int]
    rounds: int | None  # None if the game has no event for a round
    trace: int  # a checksum of all events and the result: equal for identical matches
    done: dict[str, list[int]]  # by deed and seat, how often the seat did it
    suffered: dict[str, list[int]]  # and how often it was done to the seat


class Kept(NamedTuple):
    """What an event adds to the counts; equal events share one of these."""

    mark: bytes  # its part of the trace
    counted: Counted | None  # None if the event is not about a seat
    deeds: tuple[str, ...]
    target: int | None  # the seat that suffers them


@final
class Counter:
    """Counts the events of a game's matches by seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deeds = game.deeds()
        self.deeds_of = {
            kind.name: tuple([deed for deed, kinds in self.deeds.items() if kind in kinds])
            for kind in game.events
        }
        self.known: dict[Key, Kept] = {}

    def count(self, end: State) -> Happened:
        """The counts of a match, from the event log of its last state."""
        known, log = self.known, end.log
        keys = [(event.kind.name, event.a, event.b, event.c) for event in log]
        counts: dict[Counted, int] = {}
        done = {deed: [0] * self.game.seats for deed in self.deeds}
        suffered = {deed: [0] * self.game.seats for deed in self.deeds}
        rounds = 0 if ROUND in self.game.kinds else None
        for key, times in Tally(keys).items():
            _mark, counted, deeds, target = known.get(key) or self._learn(key)
            if counted is not None:
                counts[counted] = counts.get(counted, 0) + times
            elif rounds is not None and key[0] == ROUND:
                rounds += times
            for deed in deeds:
                done[deed][key[1]] += times
                if target is not None:
                    suffered[deed][target] += times
        # The result is part of the trace, since points may be scored without an event.
        result = repr((end.scores(), end.places())).encode()
        trace = zlib.crc32(b"".join([*[known[key][0] for key in keys], result]))
        return Happened(counts, rounds, trace, done, suffered)

    def _learn(self, key: Key) -> Kept:
        """What such an event adds. It is counted for the seat in its first part, with an item: the
        first of its parts that has a name, such as a card, a Wonder or an attribute.
        """
        name, *values = key
        kind = self.game.kinds[name]
        counted = None
        if kind.parts and kind.parts[0] == "seat":
            counted = (values[0], name, self._item(kind.parts, values))
        target = values[1] if len(kind.parts) > 1 and kind.seats[1] else None
        kept = Kept(repr(key).encode(), counted, self.deeds_of[name], target)
        self.known[key] = kept
        return kept

    def _item(self, parts: Sequence[str], values: Sequence[int]) -> str:
        for part, value in zip(parts, values, strict=False):
            text = self.game.part_text(part, value)
            if isinstance(text, str):
                return text
        return ""
