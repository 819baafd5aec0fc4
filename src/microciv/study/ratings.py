"""Ratings with their intervals, from matches with any number of seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final, final

SCALE: Final = 400 / log(10)  # Elo points in a unit of the model
SPREAD: Final = 1_000 / SCALE  # the prior's standard deviation, in units of the model
CERTAIN: Final = 1.96  # standard errors on either side: 95 %
ROUNDS: Final = 100
SETTLED: Final = 1e-9


@final
@dataclass(frozen=True)
class Result:
    """What ratings use of a match: who played, and who won."""

    levels: tuple[str, ...]  # by seat
    winners: tuple[int, ...]  # the seats that share the first place


@final
@dataclass(frozen=True)
class Rating:
    """A level's strength in Elo points: 400 more win ten times as often, seat against seat."""

    level: str
    points: float
    error: float  # half the width of the 95 % interval; 0 for the anchor


@final
@dataclass(frozen=True)
class Share:
    """What one level won of its matches with another."""

    matches: int
    won: float  # the share of wins, from 0 to 1; a shared win counts in equal parts
    fair: float  # the share that it would have won as an equal: its share of the seats
    error: float
    """The distance from `won` to the end of its 95 % interval; if it won all or none, to the only
    end that differs from `won`.
    """

    @property
    def holds(self) -> bool:
        """Is the whole interval above the fair share?"""
        return self.won - self.error > self.fair


def rate(results: list[Result], anchor: str, points: float = 1_000) -> list[Rating]:
    """Fit the ratings of all levels; the best comes first. In the model a seat wins with a
    probability proportional to its strength (Luce 1959; with two seats this is Bradley and Terry
    1952, and so Elo). `anchor` is the level whose rating is fixed, at `points`.

    Newton's method finds the maximum of the posterior, and its curvature there gives the intervals.
    The prior, a wide normal distribution, keeps ratings finite for levels that always or never
    win.

    :raises ValueError: if the anchor has played no match.
    """
    levels = sorted({level for result in results for level in result.levels})
    if anchor not in levels:
        raise ValueError(f"anchor: expected one of {', '.join(levels) or 'no levels'}")
    free = [level for level in levels if level != anchor]
    row_of = {level: index for index, level in enumerate(free)}
    strengths = [0.0] * len(free)
    curvature: list[list[float]] = []
    for _round in range(ROUNDS):
        slope, curvature = _derivatives(results, row_of, strengths)
        stride = solve(curvature, slope)
        # From a poor start, a long stride could overshoot.
        longest = max([abs(part) for part in stride], default=0.0)
        shrink = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [value + shrink * part for value, part in zip(strengths, stride, strict=True)]
        if longest < SETTLED:
            break
    found = [Rating(anchor, points, 0.0)]
    for level, index in row_of.items():
        unit = [1.0 if other == index else 0.0 for other in range(len(free))]
        variance = solve(curvature, unit)[index]
        error = CERTAIN * SCALE * sqrt(variance)
        found.append(Rating(level, points + SCALE * strengths[index], error))
    return sorted(found, key=lambda rating: -rating.points)


def _derivatives(
    results: list[Result], row_of: dict[str, int], strengths: list[float]
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the logarithm of the posterior, and its negative second derivatives."""
    size = len(strengths)
    slope = [-value / SPREAD**2 for value in strengths]
    bends = [
        [1 / SPREAD**2 if row == column else 0.0 for column in range(size)] for row in range(size)
    ]
    for result in results:
        seats = [row_of.get(level, -1) for level in result.levels]
        powers = [exp(strengths[index]) if index >= 0 else 1.0 for index in seats]
        total = sum(powers)
        expected = [0.0] * size
        for index, power in zip(seats, powers, strict=True):
            if index >= 0:
                expected[index] += power / total
        for seat in result.winners:
            if seats[seat] >= 0:
                slope[seats[seat]] += 1 / len(result.winners)
        for row in range(size):
            slope[row] -= expected[row]
            bends[row][row] += expected[row]
            for column in range(size):
                bends[row][column] -= expected[row] * expected[column]
    return slope, bends


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive definite system of linear equations, by Gaussian elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = rows[row][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[row][column] -= factor * rows[pivot][column]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum([rows[row][column] * found[column] for column in range(row + 1, size)])
        found[row] = (rows[row][size] - known) / rows[row][row]
    return found


def share(results: list[Result], level: str, other: str) -> Share | None:
    """What `level` won of the matches that only these two levels played; None if there are none.

    The interval is that of the mean, over matches, of what was won beyond the fair share. If the
    level won all matches or none, which has no variance, it is Wilson's (1927).
    """
    pair = {level, other}
    won: list[float] = []
    gains: list[float] = []
    fair = 0.0
    for result in results:
        if set(result.levels) == pair:
            due = result.levels.count(level) / len(result.levels)
            winners = [result.levels[seat] for seat in result.winners]
            won.append(winners.count(level) / len(winners))
            gains.append(won[-1] - due)
            fair += due
    count = len(gains)
    if not count:
        return None
    mean = sum(gains) / count
    variance = sum([(gain - mean) ** 2 for gain in gains]) / max(1, count - 1)
    error = CERTAIN * sqrt(variance / count)
    if count == 1:  # a single match says nothing
        error = 1.0
    elif set(won) in ({0.0}, {1.0}):
        error = 1 - count / (count + CERTAIN**2)
    return Share(count, fair / count + mean, fair / count, error)
