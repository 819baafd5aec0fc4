"""Numbers of matches with their intervals, and which of them say something.

A number is a ratio of sums over matches, so that all it needs of many matches is a few sums.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, inf, sqrt
from statistics import NormalDist
from typing import Final, final

from microciv.measures import UNITS
from microciv.study.chance import false_discovery, student_below, student_quantile
from microciv.study.plan import Table

LEVEL: Final = 0.05
POWER: Final = 0.8  # how likely the smallest effect is that could have been seen
RARE: Final = 30  # seats: of less, no share of wins is told
UNUSED: Final = 0.8  # of all matches alike: the change is hardly ever felt
ROUNDING: Final = 1e-9  # of sums of shares
FAIR: Final = ("wins", "with", "above", "gains")  # kinds that have a fair value
OF_SEATS: Final = ("with", "above")  # kinds about the seats to which something happened
PROPORTIONS: Final = ("wins", "with", "ties", "kings", "forced", "gains")


@final
@dataclass(frozen=True)
class Estimate:
    """A mean, or a share, with its 95 % interval."""

    value: float
    half: float  # the width of the interval
    middle: float | None = None  # of the interval, where it is not the value

    @property
    def error(self) -> float:
        """How far the interval reaches from the value, to the side on which it reaches further."""
        return self.half if self.middle is None else self.half + abs(self.middle - self.value)

    @property
    def least(self) -> float:
        """How far it is from 0 at the least, on its side: to the nearer end of the interval, and
        less than 0 if 0 is within.
        """
        low, high = self.interval()
        return low if self.value > 0 else -high

    def interval(self) -> tuple[float, float]:
        """From where to where."""
        middle = self.value if self.middle is None else self.middle
        return middle - self.half, middle + self.half

    def plain(self) -> list[float]:
        """The value and both ends of the interval, for a program."""
        return [self.value, *self.interval()]


@final
@dataclass(frozen=True)
class Finding:
    """One number of one arm, beside what it is compared with."""

    subject: tuple[str, ...]  # "seat", "1"; "with", "revealed", "Tokugawa"; "length", "rounds"
    base: Estimate  # of the first arm, or what would be fair
    found: Estimate
    difference: Estimate
    p: float
    stands_out: bool
    count: int  # matches; of what happens to seats, the seats to which it happened
    undecided: bool = False  # other players at this table say the opposite


@final
@dataclass(frozen=True)
class Answer:
    """What was found of one arm at one table."""

    table: Table
    arm: str
    matches: int
    alike: int | None
    """Matches in which the same happened as in the first arm; None: it is the first."""
    findings: tuple[Finding, ...]

    def smallest(self, kind: str) -> float:
        """The smallest difference in numbers of this kind that this many matches find four times in
        five.
        """
        errors = [found.difference.half for found in self.findings if found.subject[0] == kind]
        return max(errors, default=0.0) * (1 + _quantile(POWER) / _quantile(1 - LEVEL / 2))

    def of(self, subject: tuple[str, ...]) -> Finding | None:
        """The number about this, if there is one."""
        return next((found for found in self.findings if found.subject == subject), None)


def is_alike(table: Table) -> bool:
    """Do all who play there play the same?"""
    return len(set(table.players)) == 1


def fair_value(subject: tuple[str, ...], table: Table) -> float | None:
    """What would be found if all were equal, where that can be said."""
    kind = subject[0]
    if kind == "above":
        return 0.0
    if kind == "wins" and not is_alike(table):
        return table.players.count(subject[1]) / table.seats
    return 1 / table.seats if kind in FAIR else None


def is_told(subject: tuple[str, ...], sum_of: dict[str, float]) -> bool:
    """Are there any, and of those to whom something happened enough, in both arms?"""
    least = RARE if subject[0] in OF_SEATS else 0
    bottoms = [sum_of["b"], sum_of.get("v", inf)]
    return min(bottoms) > 0 and min(bottoms) >= least and not (least and subject[-1] == "")


def finding_of(subject: tuple[str, ...], sum_of: dict[str, float], fair: float | None) -> Finding:
    """The ratio of the sums, beside that of the first arm, or beside what is fair; the variances
    are those of the matches' residuals (the delta method), but what is fair is tested with the
    variance by lot: where hardly anybody wins, residuals hardly vary.
    """
    t, b, n = sum_of["t"], sum_of["b"], int(sum_of["n"])
    share = t / b
    spread = (sum_of["tt"] - 2 * share * sum_of["tb"] + share * share * sum_of["bb"]) / (b * b)
    whole = subject[0] in PROPORTIONS
    own = _estimate(share, spread, n, whole=whole)
    if "v" in sum_of:
        u, v = sum_of["u"], sum_of["v"]
        was = u / v
        before = (sum_of["uu"] - 2 * was * sum_of["uv"] + was * was * sum_of["vv"]) / (v * v)
        common = (
            sum_of["tu"] - was * sum_of["tv"] - share * sum_of["bu"] + share * was * sum_of["bv"]
        ) / (b * v)
        base = _estimate(was, before, n, whole=whole)
        variance = spread + before - 2 * common
        gap = _estimate(share - was, variance, n)
        # Few pairs, or all unlike in the same way: no surer than coins that all fall alike.
        p = max(_p(gap.value, variance, n), 2.0 ** -max(0.0, sum_of["unlike"] - 1))
    else:
        base = Estimate(share if fair is None else fair, 0.0)
        middle = None if own.middle is None else own.middle - base.value
        gap = Estimate(share - base.value, own.half, middle)
        p = _p(gap.value, sum_of.get("lot", 0.0) / (b * b), n)
    count = b if subject[0] in OF_SEATS else n
    return Finding(subject, base, own, gap, p, False, int(count))


def told_of(kinds: dict[str, list[Finding]], *, compared: bool) -> tuple[Finding, ...]:
    """All of them in the order in which they are told; what is compared, with the first arm or with
    what is fair, is judged.
    """
    judged = _judged({kind: kinds[kind] for kind in kinds if compared or kind in FAIR})
    return tuple([one for kind in UNITS for one in judged.get(kind, kinds.get(kind, []))])


def _judged(kinds: dict[str, list[Finding]]) -> dict[str, list[Finding]]:
    """Which of these stand out, at a false discovery rate of 5 %: first which kinds hold anything
    at all, then in these what (Benjamini and Bogomolov 2014).
    """
    adjusted = {
        kind: false_discovery([found.p for found in findings])
        for kind, findings in kinds.items()
        if findings
    }
    if not adjusted:
        return {}
    whole = false_discovery([min(values) for values in adjusted.values()])
    bar = LEVEL * sum([value < LEVEL for value in whole]) / len(whole)
    return {
        kind: [
            replace(found, stands_out=value < bar)
            for found, value in zip(kinds[kind], values, strict=True)
        ]
        for kind, values in adjusted.items()
    }


def side_by_side(found: list[Answer]) -> list[Answer]:
    """Undecided is what stands out while other players, at a table of the same size, say the
    opposite, by more than chance. Only tables all of whose players are alike say so: at others who
    plays beside whom differs as well.
    """
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for answer in found:
        if not is_alike(answer.table):
            continue
        for finding in answer.findings:
            groups.setdefault((answer.table.seats, answer.arm, *finding.subject), []).append(
                finding
            )

    def undecided(answer: Answer, finding: Finding) -> bool:
        others = groups.get((answer.table.seats, answer.arm, *finding.subject), [])
        return is_alike(answer.table) and any(_contradict(finding, other) for other in others)

    return [
        replace(
            answer,
            findings=tuple(
                [
                    replace(finding, undecided=True) if undecided(answer, finding) else finding
                    for finding in answer.findings
                ]
            ),
        )
        for answer in found
    ]


def _contradict(one: Finding, other: Finding) -> bool:
    gaps = one.difference, other.difference
    return (
        (one.stands_out or other.stands_out)
        and gaps[0].value * gaps[1].value < 0
        and abs(gaps[0].value - gaps[1].value) > hypot(gaps[0].half, gaps[1].half)
    )


def _estimate(value: float, variance: float, matches: int, *, whole: bool = False) -> Estimate:
    """With Student's interval; of a proportion with Wilson's (1927), for as many independent
    draws as would have this variance: wins that are shared, and cards that meet in a match, count
    for what they are.
    """
    if matches < 2:
        return Estimate(value, 0.0)
    variance = max(0.0, variance) * matches / (matches - 1)
    wide = student_quantile(matches - 1, 1 - LEVEL / 2)
    rest = max(0.0, value * (1 - value))
    if not whole or variance == 0 < rest:
        return Estimate(value, wide * sqrt(variance))
    draws = rest / variance if variance > 0 else matches
    square = wide * wide
    middle = (value + square / (2 * draws)) / (1 + square / draws)
    half = wide / (1 + square / draws) * sqrt(rest / draws + square / (4 * draws * draws))
    return Estimate(value, half, middle)


def _quantile(share: float) -> float:
    return NormalDist().inv_cdf(share)


def _p(gap: float, variance: float, matches: int) -> float:
    """How likely a difference so large is by chance alone, where chance makes this variance."""
    if matches < 2 or abs(gap) < ROUNDING:
        return 1.0
    if variance <= 0:
        return 0.0
    error = sqrt(variance * matches / (matches - 1))
    return 2 * student_below(matches - 1, -abs(gap) / error)
