"""What a study found, and how certain that is.

Every number has its 95 % interval. Arms play the same deals, so a difference is the mean over pairs
of matches. Of many numbers compared at once, those that stand out are selected at a false discovery
rate of 5 % (Benjamini and Hochberg 1995); the rest are not ranked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final, TypeAlias, final

import numpy as np
import numpy.typing as npt
import polars as pl

from microciv.study.chunks import FRAMES
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
from microciv.study.plan import Plan, Table

Column: TypeAlias = npt.NDArray[np.float64]

BASE: Final = " of the first arm"
SAME: Final = ("trace", "steps")  # matches that agree in these columns count as identical
ENDS: Final = ("of a seat", "of the winner")  # whose points
ALL_MATCHES: Final = {"b", "bb", "v", "vv", "bv", "n"}
"""The sums (see `_sums`) that equal the number of matches if a kind has no bottom."""


@final
@dataclass(frozen=True)
class Rows:
    """What is compared, in a row for each match and each value of the key: the columns of one or
    more kinds of numbers. A kind is a ratio of sums `top / bottom`; without a bottom it is a mean
    over all matches, and a match without a row counts as 0.
    """

    frame: pl.DataFrame
    key: tuple[str, ...]
    kinds: dict[str, tuple[str, str | None]]
    lots: dict[str, str] = field(default_factory=dict)
    """By kind with a fair value, the column with the variance that `top` would have in a match if
    its results were dealt to its seats at random (Mantel and Haenszel 1959).
    """


def answers(
    plan: Plan, chunks: list[int], rows: Callable[[str, int, int], pl.LazyFrame]
) -> list[Answer]:
    """The findings from the first chunks of each table (`chunks` has their numbers), table by table
    and arm by arm. `rows` gets a name of `FRAMES`, the index of a table and a number of chunks, and
    returns the rows.
    """
    found: list[Answer] = []
    for index, table in enumerate(plan.tables):
        if chunks[index]:
            frames = {name: rows(name, index, chunks[index]) for name in FRAMES}
            found += _of_table(plan, table, frames)
    return side_by_side(found)


def _of_table(plan: Plan, table: Table, frames: dict[str, pl.LazyFrame]) -> list[Answer]:
    first: list[Rows] = []
    found: list[Answer] = []
    matches = frames["matches"].select("arm", "match", *SAME).collect()
    base = matches.filter(arm=0)
    for index, arm in enumerate(plan.arms):
        own = matches.filter(arm=index)
        of_arm = {name: frame.filter(arm=index) for name, frame in frames.items()}
        rows = _measured(table, of_arm)
        alike = None
        if index:
            alike = own.join(base, on=["match", *SAME]).height
        kinds: dict[str, list[Finding]] = {}
        for number, measured in enumerate(rows):
            beside = first[number] if index else None
            for kind, findings in _compared(measured, beside, own.height, table).items():
                kinds.setdefault(kind, []).extend(findings)
        in_order = told_of(kinds, compared=index > 0)
        found.append(Answer(table, arm.name, own.height, alike, in_order))
        first = first or rows
    return found


def _measured(table: Table, frames: dict[str, pl.LazyFrame]) -> list[Rows]:
    """Everything that is measured in one arm."""
    matches = frames["matches"].collect()
    seats = frames["seats"].collect()
    who = (pl.col("seat") + 1).cast(pl.String) if is_alike(table) else pl.col("player")
    by_who = (
        seats.with_columns(_spread("won"))
        .group_by("match", who.alias("what"), maintain_order=True)
        .agg(
            pl.col("won").sum(),
            pl.col("place").mean(),
            pl.lit(1.0).alias("one"),
            _by_lot("won", pl.len(), pl.len(), table),
        )
    )
    of_matches = [
        _long(matches, "length", {"rounds": "rounds", "steps": "steps", "choices": "decisions"}),
        _long(matches, "menus", {"menus": "mean"}, "choices"),
        _long(matches, "menus", {"largest": "largest"}),
        _long(
            matches.with_columns(forced=pl.col("steps") - pl.col("choices")),
            "forced",
            {"forced": "steps"},
            "steps",
        ),
        _long(matches, "lead", {"changes": "changes", "settled": "settled"}),
        _long(matches, "margin", {"margin": "of the winner"}),
        _long(matches, "kings", {"kingmaker": "last choice"}),
    ]
    ends = seats.group_by("match", maintain_order=True).agg(
        pl.col("points").mean().alias(ENDS[0]),
        pl.col("points").filter(pl.col("place") == 1).first().alias(ENDS[1]),
        ((pl.col("place") == 1).sum() > 1).alias("shared"),
    )
    keeps_score = bool(matches["margin"].count())
    due = 1 / table.seats
    repeated = matches.drop_nulls("again").with_columns(
        again=pl.col("again") - due, alone=pl.col("alone") - due
    )
    return [
        Rows(
            by_who,
            ("what",),
            {"wins": ("won", "one"), "places": ("place", "one")},
            {"wins": "won by lot"},
        ),
        _happened(frames["counts"], seats, table, points=keeps_score),
        Rows(_sources(frames["sources"], table), ("what",), {"sources": ("points", None)}),
        *_deeds(frames["deeds"], seats, table),
        *of_matches,
        *([_long(ends, "points", {name: name for name in ENDS})] if keeps_score else []),
        _long(ends, "ties", {"shared": "shared"}),
        _long(repeated, "decided", {"again": "the deal"}, "alone"),
        *([] if is_alike(table) else [_skill(seats, table)]),
    ]


def _spread(result: str) -> pl.Expr:
    """The variance of a column over the seats of a match."""
    value = pl.col(result)
    squares = (value - value.mean()).pow(2).sum()
    return (squares / (pl.len() - 1)).over("match").alias(f"{result} spread")


def _by_lot(result: str, total: pl.Expr, squares: pl.Expr, table: Table) -> pl.Expr:
    """The variance of the sum of weights times results over the seats of a match, if the results
    were dealt to the seats at random. `total` is the sum of the weights, `squares` that of their
    squares.
    """
    drawn = (squares - total * total / table.seats) * pl.col(f"{result} spread").first()
    return drawn.alias(f"{result} by lot")


def _long(wide: pl.DataFrame, kind: str, names: dict[str, str], bottom: str | None = None) -> Rows:
    """These columns in long form, with a row for each match in which they have a value."""
    below = pl.lit(1.0) if bottom is None else pl.col(bottom).cast(pl.Float64)
    columns = [pl.col(old).cast(pl.Float64).alias(new) for old, new in names.items()]
    frame = (
        wide.select("match", below.alias("bottom"), *columns)
        .unpivot(list(names.values()), index=["match", "bottom"], variable_name="what")
        .drop_nulls("value")
    )
    return Rows(frame, ("what",), {kind: ("value", "bottom")})


def _happened(counts: pl.LazyFrame, seats: pl.DataFrame, table: Table, *, points: bool) -> Rows:
    """By match, event and item: how often the event happened, to how many seats, what they won, and
    how far their points were above the mean of the match, if `points` mean more than a ranking.
    """
    above = pl.col("points") - pl.col("points").mean().over("match")
    frame = (
        counts.select("match", "seat", "event", "item", "count")
        .join(
            seats.lazy().select(
                "match",
                "seat",
                "won",
                above.alias("above"),
                _spread("won"),
                _spread("points").alias("above spread"),
            ),
            on=["match", "seat"],
            maintain_order="left",
        )
        .group_by("event", "item", "match", maintain_order=True)
        .agg(
            pl.col("count").sum().cast(pl.Float64).alias("times"),
            pl.len().cast(pl.Float64).alias("had"),
            pl.col("won", "above").sum(),
            *[_by_lot(result, pl.len(), pl.len(), table) for result in ("won", "above")],
        )
        .collect()
    )
    kinds = {"with": ("won", "had"), "above": ("above", "had"), "times": ("times", None)}
    if not points:
        del kinds["above"]
    return Rows(frame, ("event", "item"), kinds, {"with": "won by lot", "above": "above by lot"})


def _sources(sources: pl.LazyFrame, table: Table) -> pl.DataFrame:
    """By match, the mean points of a seat from each source."""
    return (
        sources.group_by("match", pl.col("source").alias("what"), maintain_order=True)
        .agg(pl.col("points").sum() / table.seats)
        .collect()
    )


def _deeds(deeds: pl.LazyFrame, seats: pl.DataFrame, table: Table) -> list[Rows]:
    """How many deeds there are in a match, and the part of them that winners do and suffer."""
    won = seats.lazy().select("match", "seat", "won", _spread("won"))
    by_match = (
        deeds.join(won, on=["match", "seat"], maintain_order="left")
        .with_columns(pl.col("done", "suffered").cast(pl.Float64))
        .group_by("match", pl.col("deed").alias("what"), maintain_order=True)
    )
    sides = [
        by_match.agg(
            times.sum().alias("all"),
            (times * pl.col("won")).sum().alias("won"),
            _by_lot("won", times.sum(), (times * times).sum(), table),
        )
        .with_columns(side=pl.lit(side))
        .collect()
        for side, times in [(side, pl.col(side)) for side in ("done", "suffered")]
    ]
    gains = Rows(
        pl.concat(sides), ("what", "side"), {"gains": ("won", "all")}, {"gains": "won by lot"}
    )
    return [Rows(sides[0], ("what",), {"deeds": ("all", None)}), gains]


def _skill(seats: pl.DataFrame, table: Table) -> Rows:
    """By pairs of consecutive matches, the intraclass correlation of a player's wins: `again` is
    what each player won in one match times what it won in the other, summed; `alone` is the mean
    square of what seats won. Both are less what is due to chance.
    """
    due = 1 / table.seats
    in_pairs = seats.with_columns(match=pl.col("match") // 2, turn=pl.col("match") % 2).filter(
        pl.col("turn").n_unique().over("match") == 2
    )
    again = (
        in_pairs.group_by("match", "player", "turn", maintain_order=True)
        .agg(pl.col("won").sum(), pl.len().alias("seats"))
        .group_by("match", "player", maintain_order=True)
        .agg(pl.col("won").product() / pl.col("seats").first())
        .group_by("match", maintain_order=True)
        .agg((pl.col("won").sum() - due).alias("again"))
    )
    alone = in_pairs.group_by("match", maintain_order=True).agg(
        (pl.col("won").pow(2).sum() / 2 - due).alias("alone")
    )
    both = again.join(alone, on="match", maintain_order="left")
    return _long(both, "decided", {"again": "the players"}, "alone")


def _compared(own: Rows, base: Rows | None, matches: int, table: Table) -> dict[str, list[Finding]]:
    """The findings from these rows, by kind: an arm compared with the first one (`base`), or with
    the fair value.
    """
    if own.frame.is_empty() and (base is None or base.frame.is_empty()):
        return {}
    key = list(own.key)
    frame = own.frame
    if base is not None:
        frame = frame.join(
            base.frame,
            on=[*key, "match"],
            how="full",
            coalesce=True,
            suffix=BASE,
            maintain_order="left_right",
        ).fill_null(0.0)
    found: dict[str, list[Finding]] = {kind: [] for kind in own.kinds}
    for rows in frame.sort(*key, "match").partition_by(key, maintain_order=True):
        thing = rows.select(key).row(0)
        for kind, (top, bottom) in own.kinds.items():
            sum_of = _sums(rows, top, bottom, own.lots.get(kind), paired=base is not None)
            if bottom is None:  # matches without a row count too
                sum_of |= dict.fromkeys(ALL_MATCHES & sum_of.keys(), float(matches))
            subject = (kind, *thing)
            if is_told(subject, sum_of):
                found[kind].append(finding_of(subject, sum_of, fair_value(subject, table)))
    return found


def _sums(
    rows: pl.DataFrame, top: str, bottom: str | None, lot: str | None, *, paired: bool
) -> dict[str, float]:
    """Sums over matches: `t` of the top and `b` of the bottom, if `paired` also `u` and `v`, the
    first arm's top and bottom; the sums of products of any two of these, such as `tt` and `tb`;
    `n`, the number of matches whose bottom is above 0; if `paired`, `unlike`, the number of pairs
    that differ; otherwise `lot`, the variance by lot, if there is one.

    NumPy always adds in the same order, so a sum of floats is the same to the last bit; the order
    of polars depends on the number of cores.
    """

    def column(name: str | None, suffix: str = "") -> Column:
        return np.ones(rows.height) if name is None else rows[name + suffix].to_numpy()

    parts = {"t": column(top), "b": column(bottom)}
    if paired:
        parts |= {"u": column(top, BASE), "v": column(bottom, BASE)}
    sums = {name: float(part.sum()) for name, part in parts.items()}
    for first, second in combinations_with_replacement(parts, 2):
        sums[first + second] = float((parts[first] * parts[second]).sum())
    sums["n"] = float((parts["b"] > 0).sum())
    if paired:
        unlike = (parts["t"] != parts["u"]) | (parts["b"] != parts["v"])
        sums["unlike"] = float(unlike.sum())
    elif lot is not None:
        sums["lot"] = float(column(lot).sum())
    return sums
