"""What a study found, and how sure that is.

Every number has its 95 % interval. Arms play the same deals, so a difference is that of pairs of
matches. Where many things are compared at once, those that stand out are held to a false discovery
rate of 5 % (Benjamini and Hochberg 1995); what is inside the noise is not ranked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Final, final

import polars as pl
from scipy import stats

from microciv.study.chunks import FRAMES
from microciv.study.plan import Plan, Table

LEVEL: Final = 0.05
POWER: Final = 0.8  # how likely the smallest effect is that could have been seen
RARE: Final = 30  # seats: of less, no share of wins is told
UNUSED: Final = 0.8  # of all matches alike: the change is hardly ever felt


@final
@dataclass(frozen=True)
class Estimate:
    """A mean and half the width of its 95 % interval."""

    value: float
    error: float


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
    count: int  # matches, or for "with" the seats to which it happened


@final
@dataclass(frozen=True)
class Answer:
    """What was found of one arm at one table."""

    table: Table
    arm: str
    matches: int
    alike: (
        int | None
    )  # matches in which the same happened as in the first arm; None: it is the first
    findings: tuple[Finding, ...]

    def smallest(self, kind: str) -> float:
        """The smallest difference in numbers of this kind that so many matches find four times in
        five.
        """
        errors = [found.difference.error for found in self.findings if found.subject[0] == kind]
        return max(errors, default=0.0) * (1 + _quantile(POWER) / _quantile(1 - LEVEL / 2))


def answers(
    plan: Plan, chunks: list[int], rows: Callable[[str, int, int], pl.LazyFrame]
) -> list[Answer]:
    """What these chunks of each table say, table by table and arm by arm."""
    found: list[Answer] = []
    for place, table in enumerate(plan.tables):
        if chunks[place]:
            frames = {name: rows(name, place, chunks[place]).collect() for name in FRAMES}
            found += _of_table(plan, table, frames)
    return found


def _of_table(plan: Plan, table: Table, frames: dict[str, pl.DataFrame]) -> list[Answer]:
    matches = [frames["matches"].filter(arm=arm) for arm in range(len(plan.arms))]
    wins = [_wins(frames["seats"].filter(arm=arm), table) for arm in range(len(plan.arms))]
    shares = [
        _with(frames["counts"].filter(arm=arm), frames["seats"].filter(arm=arm))
        for arm in range(len(plan.arms))
    ]
    lengths = [_lengths(played) for played in matches]
    points = [_points(frames["seats"].filter(arm=arm)) for arm in range(len(plan.arms))]
    found: list[Answer] = []
    for place, arm in enumerate(plan.arms):
        first = place == 0
        alike = None
        if not first:
            same = (
                matches[place]
                .join(matches[0], maintain_order="left", on="match")
                .filter(pl.col("trace") == pl.col("trace_right"))
            )
            alike = same.height
        findings = [
            *_paired("wins", None if first else wins[0], wins[place], _fair(table)),
            *_ratios(None if first else shares[0], shares[place], 1 / table.seats),
            *_paired("length", None if first else lengths[0], lengths[place], {}),
            *_paired("points", None if first else points[0], points[place], {}),
        ]
        found.append(Answer(table, arm.name, matches[place].height, alike, tuple(findings)))
    return found


def _fair(table: Table) -> dict[str, float]:
    """What equals would win."""
    if _alike(table):
        return {str(seat + 1): 1 / table.seats for seat in range(table.seats)}
    return {name: table.players.count(name) / table.seats for name in table.players}


def _alike(table: Table) -> bool:
    return len(set(table.players)) == 1


def _wins(seats: pl.DataFrame, table: Table) -> pl.DataFrame:
    """By match, what each seat won; where players differ, what each of them did."""
    who = (pl.col("seat") + 1).cast(pl.String) if _alike(table) else pl.col("player")
    return seats.group_by("match", who.alias("what"), maintain_order=True).agg(
        pl.col("won").sum().alias("value")
    )


def _points(seats: pl.DataFrame) -> pl.DataFrame:
    """By match, the points of a seat on average, and of the winner."""
    best = pl.col("points").filter(pl.col("place") == 1).first()
    wide = seats.group_by("match", maintain_order=True).agg(
        pl.col("points").mean().alias("of a seat"), best.alias("of the winner")
    )
    return _long(wide)


def _lengths(matches: pl.DataFrame) -> pl.DataFrame:
    return _long(matches.select("match", "rounds", "steps"))


def _long(wide: pl.DataFrame) -> pl.DataFrame:
    names = [name for name in wide.columns if name != "match"]
    return wide.with_columns(pl.col(names).cast(pl.Float64)).unpivot(
        names, index="match", variable_name="what", value_name="value"
    )


def _paired(
    kind: str,
    base: pl.DataFrame | None,
    found: pl.DataFrame,
    fair: dict[str, float],
) -> list[Finding]:
    """Means over matches: of an arm beside the first one, pair by pair, or beside what is fair."""
    alone = found.group_by("what", maintain_order=True).agg(
        pl.len().alias("n"),
        pl.col("value").mean().alias("mean"),
        pl.col("value").std().alias("std"),
    )
    rows = {row["what"]: row for row in alone.iter_rows(named=True)}
    before: dict[str, dict[str, float]] = {}
    if base is not None:
        pairs = (
            found.join(base, maintain_order="left", on=["match", "what"], suffix="_base")
            .group_by("what", maintain_order=True)
            .agg(
                pl.col("value_base").mean().alias("mean"),
                pl.col("value_base").std().alias("std"),
                (pl.col("value") - pl.col("value_base")).mean().alias("gap"),
                (pl.col("value") - pl.col("value_base")).std().alias("gap_std"),
            )
        )
        before = {row["what"]: row for row in pairs.iter_rows(named=True)}
    findings: list[Finding] = []
    for what in sorted(rows):
        count = int(rows[what]["n"])
        own = _estimate(rows[what]["mean"], rows[what]["std"], count)
        if base is None:
            due = Estimate(fair.get(what, own.value), 0.0)
            gap = Estimate(own.value - due.value, own.error)
        else:
            due = _estimate(before[what]["mean"], before[what]["std"], count)
            gap = _estimate(before[what]["gap"], before[what]["gap_std"], count)
        findings.append(Finding((kind, what), due, own, gap, _p(gap), False, count))
    compared = base is not None or bool(fair)
    return _judged(findings) if compared else findings


def _with(counts: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """By match, event and item: to how many seats it happened, and what they won."""
    return (
        counts.filter(pl.col("item") != "")
        .join(seats.select("match", "seat", "won"), maintain_order="left", on=["match", "seat"])
        .group_by("event", "item", "match", maintain_order=True)
        .agg(pl.len().cast(pl.Float64).alias("had"), pl.col("won").sum())
    )


def _ratios(base: pl.DataFrame | None, found: pl.DataFrame, fair: float) -> list[Finding]:
    """The share of wins of those to whom something happened: a ratio of sums over matches, its
    interval from the matches' residuals (the delta method).
    """
    own = _residuals(found)
    joined = own if base is None else _gaps(own, _residuals(base))
    findings: list[Finding] = []
    for row in joined.sort("event", "item").iter_rows(named=True):
        if row["had"] < RARE or (base is not None and row["had_base"] < RARE):
            continue
        value = Estimate(row["share"], _around(row["spread"]))
        if base is None:
            due, gap = Estimate(fair, 0.0), Estimate(row["share"] - fair, value.error)
        else:
            due = Estimate(row["share_base"], _around(row["spread_base"]))
            gap = Estimate(row["share"] - row["share_base"], _around(row["spread_gap"]))
        subject = ("with", row["event"], row["item"])
        findings.append(Finding(subject, due, value, gap, _p(gap), False, int(row["had"])))
    return _judged(findings)


def _residuals(frame: pl.DataFrame) -> pl.DataFrame:
    """By event and item: seats, share of wins, its variance, and the residuals by match."""
    key = ["event", "item"]
    sums = frame.group_by(key, maintain_order=True).agg(
        pl.col("had").sum().alias("total"), pl.col("won").sum().alias("sum")
    )
    with_share = frame.join(sums, maintain_order="left", on=key).with_columns(
        (pl.col("sum") / pl.col("total")).alias("share")
    )
    residual = (pl.col("won") - pl.col("share") * pl.col("had")) / pl.col("total")
    return (
        with_share.with_columns(residual.alias("residual"))
        .group_by(key, maintain_order=True)
        .agg(
            pl.col("total").first().alias("had"),
            pl.col("share").first(),
            pl.col("residual").pow(2).sum().alias("spread"),
            pl.col("match"),
            pl.col("residual"),
        )
    )


def _gaps(own: pl.DataFrame, base: pl.DataFrame) -> pl.DataFrame:
    """The two arms beside each other, with the variance of their difference over common deals."""
    key = ["event", "item"]
    long = [
        frame.select(*key, "match", "residual").explode("match", "residual")
        for frame in (own, base)
    ]
    spread = (
        long[0]
        .join(
            long[1],
            maintain_order="left",
            on=[*key, "match"],
            how="full",
            coalesce=True,
            suffix="_base",
        )
        .with_columns(pl.col("residual", "residual_base").fill_null(0.0))
        .group_by(key, maintain_order=True)
        .agg((pl.col("residual") - pl.col("residual_base")).pow(2).sum().alias("spread_gap"))
    )
    return (
        own.drop("match", "residual")
        .join(base.drop("match", "residual"), maintain_order="left", on=key, suffix="_base")
        .join(spread, maintain_order="left", on=key)
    )


def _judged(findings: list[Finding]) -> list[Finding]:
    """Which of these stand out, at a false discovery rate of 5 %."""
    if not findings:
        return []
    adjusted = stats.false_discovery_control([found.p for found in findings])
    return [
        Finding(
            found.subject,
            found.base,
            found.found,
            found.difference,
            found.p,
            bool(value < LEVEL),
            found.count,
        )
        for found, value in zip(findings, adjusted, strict=True)
    ]


def _estimate(mean: float, std: float | None, count: int) -> Estimate:
    if std is None or isnan(std) or count < 2:
        return Estimate(mean, 0.0)
    return Estimate(mean, float(stats.t.ppf(1 - LEVEL / 2, count - 1)) * std / sqrt(count))


def _around(variance: float) -> float:
    return _quantile(1 - LEVEL / 2) * sqrt(variance)


def _quantile(share: float) -> float:
    return float(stats.norm.ppf(share))


def _p(gap: Estimate) -> float:
    """How likely a difference so large is by chance alone."""
    if gap.error == 0:
        return 1.0 if gap.value == 0 else 0.0
    return float(2 * stats.norm.sf(abs(gap.value) / gap.error * _quantile(1 - LEVEL / 2)))
