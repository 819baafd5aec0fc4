"""The numbers of a study with their intervals, and which of them stand out.

Each number is a ratio of sums over matches. So a few sums over the matches are all that is needed.
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
POWER: Final = 0.8  # the probability with which "they would see" promises to detect a difference
RARE: Final = 30  # with fewer seats than this, no share of wins is reported
UNUSED: Final = 0.8  # if more of the matches are identical, bots hardly use the change
ROUNDING: Final = 1e-9  # the rounding error of sums of shares
FAIR: Final = ("wins", "with", "above", "gains")  # kinds that have a fair value
OF_SEATS: Final = ("with", "above")  # kinds about the seats to which something happened
PROPORTIONS: Final = ("wins", "with", "ties", "kings", "forced", "gains")


@final
@dataclass(frozen=True)
class Estimate:
    """A mean or a share, with its 95 % interval."""

    value: float
    half: float  # half the width of the interval
    middle: float | None = None  # the middle of the interval, if it is not the value

    @property
    def error(self) -> float:
        """The distance from the value to the end of the interval that is farther away."""
        return self.half if self.middle is None else self.half + abs(self.middle - self.value)

    @property
    def least(self) -> float:
        """The distance from 0 to the nearer end of the interval; negative if the interval contains
        0.
        """
        low, high = self.interval()
        return low if self.value > 0 else -high

    def interval(self) -> tuple[float, float]:
        """Both ends of the interval, the lower one first."""
        middle = self.value if self.middle is None else self.middle
        return middle - self.half, middle + self.half

    def plain(self) -> list[float]:
        """The value and both ends of the interval, as `--json` prints them."""
        return [self.value, *self.interval()]


@final
@dataclass(frozen=True)
class Finding:
    """One number of one arm, with what it is compared with."""

    subject: tuple[str, ...]  # "seat", "1"; "with", "revealed", "Tokugawa"; "length", "rounds"
    base: Estimate  # in the first arm; in the first arm itself, the fair value if there is one
    found: Estimate
    difference: Estimate
    p: float
    stands_out: bool
    count: int  # of matches; for numbers about seats with an event, of those seats
    undecided: bool = False  # at a table with other players the opposite was found


@final
@dataclass(frozen=True)
class Answer:
    """What was found about one arm at one table."""

    table: Table
    arm: str
    matches: int
    alike: int | None
    """How many matches are identical to those of the first arm; None for the first arm itself."""
    findings: tuple[Finding, ...]

    def smallest(self, kind: str) -> float:
        """The smallest difference that this many matches detect four times in five (`POWER`), in
        any number of this kind; 0 if there is none.
        """
        errors = [found.difference.half for found in self.findings if found.subject[0] == kind]
        return max(errors, default=0.0) * (1 + _quantile(POWER) / _quantile(1 - LEVEL / 2))

    def of(self, subject: tuple[str, ...]) -> Finding | None:
        """The finding about this subject, if there is one."""
        return next((found for found in self.findings if found.subject == subject), None)


def is_alike(table: Table) -> bool:
    """Are all players at this table the same bot?"""
    return len(set(table.players)) == 1


def fair_value(subject: tuple[str, ...], table: Table) -> float | None:
    """The value to expect if all seats and cards were equally good; None for kinds without one."""
    kind = subject[0]
    if kind == "above":
        return 0.0
    if kind == "wins" and not is_alike(table):
        return table.players.count(subject[1]) / table.seats
    return 1 / table.seats if kind in FAIR else None


def is_told(subject: tuple[str, ...], sum_of: dict[str, float]) -> bool:
    """Is the number reported? It must exist in both arms, and a number about seats with an event
    needs `RARE` of them in both, and an item.
    """
    least = RARE if subject[0] in OF_SEATS else 0
    bottoms = [sum_of["b"], sum_of.get("v", inf)]
    return min(bottoms) > 0 and min(bottoms) >= least and not (least and subject[-1] == "")


def finding_of(subject: tuple[str, ...], sum_of: dict[str, float], fair: float | None) -> Finding:
    """The ratio t / b of these sums (`findings._sums` names them), compared with the first arm's
    u / v, or with the fair value if there is no first arm to compare with.

    Variances are those of the matches' residuals (the delta method). The test against the fair
    value instead uses the variance if results were dealt at random (`findings.Rows.lots`), since
    residuals hardly vary if hardly anybody wins.
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
        # With few pairs, or differences that are all equal: at least the p of a sign test in which
        # all pairs that differ agree.
        p = max(_p(gap.value, variance, n), 2.0 ** -max(0.0, sum_of["unlike"] - 1))
    else:
        base = Estimate(share if fair is None else fair, 0.0)
        middle = None if own.middle is None else own.middle - base.value
        gap = Estimate(share - base.value, own.half, middle)
        p = _p(gap.value, sum_of.get("lot", 0.0) / (b * b), n)
    count = b if subject[0] in OF_SEATS else n
    return Finding(subject, base, own, gap, p, False, int(count))


def told_of(kinds: dict[str, list[Finding]], *, compared: bool) -> tuple[Finding, ...]:
    """All findings, in the order in which they are reported. Those that are compared, with the
    first arm (`compared`) or with a fair value, get their `stands_out`.
    """
    judged = _judged({kind: kinds[kind] for kind in kinds if compared or kind in FAIR})
    return tuple([one for kind in UNITS for one in judged.get(kind, kinds.get(kind, []))])


def _judged(kinds: dict[str, list[Finding]]) -> dict[str, list[Finding]]:
    """The findings with `stands_out` decided at a false discovery rate of 5 %: first for kinds,
    then for the findings within the selected kinds (Benjamini and Bogomolov 2014).
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
    """The answers with `undecided` set in findings that contradict each other by more than chance:
    one of them stands out, and at a table of the same size with other players the difference has
    the opposite sign. Only tables of equal players are compared, as at others it also matters who
    plays beside whom.
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
    """An estimate with Student's interval; for a proportion (`whole`) with Wilson's (1927), for the
    number of independent draws that would have this variance. So shared wins, and several cards of
    a kind in a match, are weighted correctly.
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
    """The two-sided p of a difference by Student's t, if chance has this variance."""
    if matches < 2 or abs(gap) < ROUNDING:
        return 1.0
    if variance <= 0:
        return 0.0
    error = sqrt(variance * matches / (matches - 1))
    return 2 * student_below(matches - 1, -abs(gap) / error)
