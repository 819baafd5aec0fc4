"""A study of a few hundred matches without polars, for a browser.

It plays the same matches as any other study of its plan, and finds the same numbers, except that it
does not measure deeds, king-making and what decided the match. See `findings` for what the numbers
mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from math import fsum
from typing import Final, NamedTuple, TypeAlias, final

from microciv.core.moves import SPECTATOR
from microciv.study.estimates import (
    Answer,
    Finding,
    fair_value,
    finding_of,
    is_alike,
    is_told,
    side_by_side,
    told_of,
)
from microciv.study.happened import Counter, leads, shares
from microciv.study.matches import Lineup
from microciv.study.plan import LEAST_MATCHES, Arm, Plan, Table

MEANS: Final = ("times", "sources")  # kinds for which a match without a value counts as 0
Subject: TypeAlias = tuple[str, ...]


class Cell(NamedTuple):
    """One match's part of a ratio: top, bottom, and the variance of the top by lot."""

    top: float
    bottom: float = 1.0
    lot: float = 0.0


@final
class Small:
    """A plan being played, match by match."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.played = 0
        """The number of matches played so far, of each arm at each table."""
        self._arms = [[_Played(plan, arm, table) for arm in plan.arms] for table in plan.tables]

    def play(self) -> Iterator[None]:
        """Play the remaining matches; yields after each, so that a caller may do other things."""
        for match in range(self.played, self.plan.matches):
            for arms in self._arms:
                for arm in arms:
                    arm.play(match)
                    yield
            self.played = match + 1

    def up_to(self, matches: int) -> None:
        """Set the number of matches that `play` goes up to."""
        self.plan = replace(self.plan, matches=matches)

    def so_far(self) -> Plan:
        """The plan that finds the same as the matches played so far."""
        return replace(self.plan, matches=max(LEAST_MATCHES, self.played))

    def answers(self) -> list[Answer]:
        """The findings from the matches played so far."""
        if not self.played:
            return []
        return side_by_side([answer for arms in self._arms for answer in self._of_table(arms)])

    def _of_table(self, arms: list[_Played]) -> Iterator[Answer]:
        for index, arm in enumerate(arms):
            base = arms[0] if index else None
            kinds: dict[str, list[Finding]] = {}
            for found in _compared(arm, base, self.played):
                kinds.setdefault(found.subject[0], []).append(found)
            alike = None
            if base is not None:
                pairs = zip(arm.marks[: self.played], base.marks, strict=False)
                alike = sum([own == other for own, other in pairs])
            told = told_of(kinds, compared=base is not None)
            yield Answer(arm.table, arm.arm.name, self.played, alike, told)


@final
class _Played:
    """What was measured in the matches of an arm at a table."""

    def __init__(self, plan: Plan, arm: Arm, table: Table) -> None:
        self.arm = arm
        self.table = table
        self.marks: list[tuple[int, int]] = []
        """By match, its trace and its number of steps: equal for identical matches."""
        self.cells: defaultdict[Subject, dict[int, Cell]] = defaultdict(dict)
        self._seed = plan.seed
        self._game = plan.open(arm, table)
        self._counter = Counter(self._game)
        self._lineups = [Lineup(self._game, table.seated(turn)) for turn in range(table.seats)]

    def play(self, match: int) -> None:
        if match < len(self.marks):
            return
        game, seats = self._game, self.table.seats
        lineup = self._lineups[match % seats]
        ended, state, watch = lineup.play_watched(self._seed + match)
        happened = self._counter.count(state)
        self.marks.append((happened.trace, ended.plies))
        won = shares(ended.places)
        points = [score / game.unit for score in ended.scores]
        who = [f"{seat + 1}" for seat in range(seats)]
        for name, mine in _grouped(who if is_alike(self.table) else lineup.levels):
            self._add(match, "wins", name, cell=_of_seats(won, mine))
            places = [ended.places[seat] for seat in mine]
            self._add(match, "places", name, cell=Cell(sum(places) / len(places)))
        counts: defaultdict[tuple[str, str], dict[int, int]] = defaultdict(dict)
        for (seat, event, item), count in happened.counts.items():
            counts[event, item][seat] = count
        mean = sum(points) / seats
        above = [value - mean for value in points]
        for (event, item), times in counts.items():
            had = len(times)
            self._add(match, "with", event, item, cell=_of_seats(won, times, had))
            if game.keeps_score():
                self._add(match, "above", event, item, cell=_of_seats(above, times, had))
            self._add(match, "times", event, item, cell=Cell(sum(times.values())))
        if happened.rounds is not None:
            self._add(match, "length", "rounds", cell=Cell(happened.rounds))
        self._add(match, "length", "steps", cell=Cell(ended.plies))
        self._add(match, "length", "decisions", cell=Cell(watch.choices))
        self._add(match, "menus", "mean", cell=Cell(watch.menus, watch.choices))
        self._add(match, "menus", "largest", cell=Cell(watch.largest))
        self._add(match, "forced", "steps", cell=Cell(ended.plies - watch.choices, ended.plies))
        self._add(match, "ties", "shared", cell=Cell(ended.places.count(1) > 1))
        changes, settled, margin = leads(ended, watch.scores)
        if margin is None:
            return
        if changes is not None and settled is not None:
            self._add(match, "lead", "changes", cell=Cell(changes))
            self._add(match, "lead", "settled", cell=Cell(settled))
        self._add(match, "margin", "of the winner", cell=Cell(margin))
        self._add(match, "points", "of a seat", cell=Cell(mean))
        self._add(match, "points", "of the winner", cell=Cell(points[ended.places.index(1)]))
        accounts = game.sources(state.observe(SPECTATOR))
        for source in dict.fromkeys([name for account in accounts for name in account]):
            total = sum([account.get(source, 0) for account in accounts])
            self._add(match, "sources", source, cell=Cell(total / game.unit / seats))

    def columns(
        self, subject: Subject, matches: int, names: tuple[str, str]
    ) -> dict[str, list[float]]:
        """The tops and bottoms of the first matches, by these two names."""
        none = Cell(0.0, 1.0 if subject[0] in MEANS else 0.0)
        cells = self.cells.get(subject, {})
        row = [cells.get(match, none) for match in range(matches)]
        top, bottom = names
        return {top: [cell.top for cell in row], bottom: [cell.bottom for cell in row]}

    def _add(self, match: int, *subject: str, cell: Cell) -> None:
        self.cells[subject][match] = cell


def _grouped(names: list[str]) -> Iterator[tuple[str, list[int]]]:
    for name in dict.fromkeys(names):
        yield name, [seat for seat, other in enumerate(names) if other == name]


def _of_seats(results: list[float], some: Iterable[int], bottom: float = 1.0) -> Cell:
    """The sum of these seats' results, with its variance by lot."""
    seats = len(results)
    mine = [results[seat] for seat in some]
    mean = sum(results) / seats
    spread = sum([(value - mean) ** 2 for value in results]) / (seats - 1)
    return Cell(sum(mine), bottom, (len(mine) - len(mine) ** 2 / seats) * spread)


def _compared(own: _Played, base: _Played | None, matches: int) -> Iterator[Finding]:
    """All findings of an arm, compared with the first one (`base`) or with the fair value."""
    subjects = {*own.cells, *(() if base is None else base.cells)}
    for subject in sorted(subjects):
        columns = own.columns(subject, matches, ("t", "b"))
        if base is not None:
            columns |= base.columns(subject, matches, ("u", "v"))
        sum_of = _sums(columns)
        if base is None:
            cells = own.cells[subject]
            sum_of["lot"] = fsum([cells[match].lot for match in cells if match < matches])
        if is_told(subject, sum_of):
            yield finding_of(subject, sum_of, fair_value(subject, own.table))


def _sums(columns: dict[str, list[float]]) -> dict[str, float]:
    """The sums that `estimates.finding_of` needs."""
    sums = {name: fsum(column) for name, column in columns.items()}
    for one, two in combinations_with_replacement(columns, 2):
        pairs = zip(columns[one], columns[two], strict=True)
        sums[one + two] = fsum([first * second for first, second in pairs])
    sums["n"] = float(sum([bottom > 0 for bottom in columns["b"]]))
    if "v" in columns:
        rows = zip(*[columns[name] for name in "tbuv"], strict=True)
        sums["unlike"] = float(sum([(t, b) != (u, v) for t, b, u, v in rows]))
    return sums
