"""With real matches: what a change does on common deals is what it does on others."""

from __future__ import annotations

import io
from typing import Final

import polars as pl
import pytest

from microciv.study.chunks import play_chunk
from microciv.study.findings import Answer, Finding, answers
from microciv.study.plan import Arm, Plan, tables_of

TABLE: Final = tables_of((4,), (("easy",),))


def rows(plan: Plan) -> dict[str, pl.DataFrame]:
    files = play_chunk(plan, 0, 0).files
    return {name: pl.read_parquet(io.BytesIO(data)) for name, data in files.items()}


def apart(plan: Plan, number: int) -> dict[str, pl.DataFrame]:
    """The two arms on deals that nothing else has, so that chance alone is between them."""
    frames: list[dict[str, pl.DataFrame]] = []
    for arm, ways in enumerate(plan.arms):
        seed = plan.seed + (2 * number + arm) * plan.matches
        alone = Plan(plan.game, (ways,), plan.tables, plan.matches, seed=seed)
        frames.append(
            {
                name: frame.with_columns(arm=pl.lit(arm, pl.UInt16))
                for name, frame in rows(alone).items()
            }
        )
    return {name: pl.concat([frame[name] for frame in frames]) for name in frames[0]}


def found(plan: Plan, frames: dict[str, pl.DataFrame]) -> Answer:
    _, changed = answers(plan, [1], lambda name, _table, _chunks: frames[name].lazy())
    return changed


def one(answer: Answer, *subject: str) -> Finding:
    return next(finding for finding in answer.findings if finding.subject == subject)


@pytest.mark.parametrize(
    "game, options, subject",
    [
        ("5x", {"exploit_pays": 4}, ("points", "of the winner")),
        ("5x", {"wonder_e": 10}, ("with", "won", "E")),
    ],
)
def test_a_change_is_sized_as_matches_on_other_deals_size_it(
    game: str, options: dict[str, object], subject: tuple[str, ...]
):
    """Two estimates that share no deal: their difference is within what both are unsure of."""
    plan = Plan(game, (Arm("default", {}), Arm("changed", options)), TABLE, 250)
    paired = one(found(plan, rows(plan)), *subject)
    other = one(found(plan, apart(plan, 1)), *subject)
    assert paired.stands_out
    unsure = (paired.difference.error**2 + other.difference.error**2) ** 0.5
    assert abs(paired.difference.value - other.difference.value) <= 1.5 * unsure
