"""The measured effect of each switch of a game: every choice against the default, on the same
deals.

Which numbers stand out is decided for all choices of a game together, at a false discovery rate of
5 %. A choice that changes nothing under the default rules is tried under each variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, final

import polars as pl

from microciv import __version__
from microciv.core.errors import BadOption
from microciv.core.options import About, OptionInfo, describe, span
from microciv.effects import Effect, Effects, Measured
from microciv.games import about, open_game
from microciv.study.chance import false_discovery
from microciv.study.estimates import LEVEL, Answer, Finding
from microciv.study.findings import SAME, answers
from microciv.study.plan import DEFAULT, Arm, Plan, Table, settle

Play = Callable[[Plan], tuple[list[int], Callable[[str, int, int], pl.LazyFrame]]]
"""Plays a plan; returns the number of chunks of each table, and a function for their rows."""

PROBE: Final = 10  # a first tenth of the matches shows whether a variant is worth the rest
KEPT: Final = 3  # at most this many effects of a choice are kept
TOLD: Final = ("wins", "with", "length")  # kinds that mean the same in every game, unlike points


@final
@dataclass(frozen=True)
class Choice:
    """A value of an option that is not its default."""

    option: str
    value: object


def choices_of(game: About) -> list[Choice]:
    """The choices of all options; of a range of numbers only its ends, the default's neighbours,
    and the numbers that variants use.
    """
    return [
        Choice(info.name, value)
        for info in describe(game.options)
        for value in worth_asking(info, game)
        if value != info.default
    ]


def worth_asking(info: OptionInfo, game: About) -> list[object]:
    low, high = span(info.choices)
    if low == high:
        return list(info.choices)
    named = {low, high, info.default - 1, info.default + 1}
    named |= {variant.options.get(info.name, low) for variant in game.variants}
    return [value for value in info.choices if value in named]


@final
@dataclass(frozen=True)
class Found:
    """What was found about a choice at a table."""

    choice: Choice
    variant: str  # the variant under which it was played; "" for the default rules
    answer: Answer
    differ: int  # matches in which anything differs
    results: int  # matches whose final ranking differs


def measure(
    game: str, table: Table, matches: int, seed: int, play: Play
) -> tuple[Effects, list[Choice]]:
    """The effects of all choices, and the choices that cannot be switched alone at this table."""
    choices = choices_of(about(game))
    found: dict[Choice, Found] = {}
    for variant, options in [("", {}), *[(one.name, one.options) for one in about(game).variants]]:
        fit = [one for one in choices if one not in found or not found[one].differ]
        fit = [one for one in fit if fits(game, table, options, one)]
        if variant:
            few = max(1, matches // PROBE)
            probe = plan_of(game, table, few, seed, options, fit) if options and fit else None
            fit = [one.choice for one in seen(probe, variant, fit, play) if one.differ]
        plan = plan_of(game, table, matches, seed, options, fit) if fit else None
        found |= {one.choice: one for one in seen(plan, variant, fit, play)}
    rows = [found[one] for one in choices if one in found]
    clear = standing_out(rows)
    opened = open_game(game, {"seats": table.seats})
    effects = Effects(
        opened.rules,
        __version__,
        f"{datetime.now(UTC):%Y-%m-%d}",
        table.seats,
        ", ".join(dict.fromkeys(table.players)),
        seed,
        tuple([measured(row, clear[index]) for index, row in enumerate(rows)]),
    )
    return effects, [one for one in choices if one not in found]


def measured(row: Found, clear: list[Finding]) -> Measured:
    """A choice's result as the game's package keeps it. If no match differs it has no effects, as
    what then differs is only how many moves were legal.
    """
    told = clear[:KEPT] if row.differ else []
    return Measured(
        row.choice.option,
        row.choice.value,
        row.variant,
        row.answer.matches,
        row.differ,
        row.results,
        round(row.answer.smallest("wins"), 5),
        tuple([effect_of(finding) for finding in told]),
    )


def fits(game: str, table: Table, options: dict[str, object], one: Choice) -> bool:
    """Can this choice be switched alone, on top of these options?"""
    if one.option in options:
        return False
    try:
        settle(game, {**options, one.option: one.value}, (table.seats,))
    except BadOption:
        return False
    return True


def plan_of(
    game: str,
    table: Table,
    matches: int,
    seed: int,
    options: dict[str, object],
    choices: list[Choice],
) -> Plan:
    """A plan with an arm for each choice, all on top of these options."""
    arms = [
        Arm(f"{one.option}-{index}", {**options, one.option: one.value})
        for index, one in enumerate(choices)
    ]
    return Plan(game, (Arm(DEFAULT, options), *arms), (table,), matches, seed=seed)


def seen(plan: Plan | None, variant: str, choices: list[Choice], play: Play) -> Iterator[Found]:
    """Play the plan, and return what was found about each choice. The arms are evaluated one by
    one, since the rows of all would not fit into memory.
    """
    if plan is None:
        return
    chunks, rows = play(plan)
    for index, one in enumerate(choices, start=1):
        pair = replace(plan, arms=(plan.arms[0], plan.arms[index]))

        def of_pair(kind: str, table: int, count: int, index: int = index) -> pl.LazyFrame:
            arm = pl.col("arm")
            both = rows(kind, table, count).filter(arm.is_in([0, index]))
            return both.with_columns(pl.min_horizontal(arm, 1).cast(pl.UInt16).alias("arm"))

        answer = answers(pair, chunks, of_pair)[1]
        ends = apart(of_pair("seats", 0, chunks[0]), ["match", "seat"], "place")
        ways = apart(of_pair("matches", 0, chunks[0]), ["match"], *SAME)
        yield Found(one, variant, answer, len(ways | ends), len(ends))


def apart(rows: pl.LazyFrame, key: list[str], *what: str) -> set[int]:
    """The matches in which any of the columns `what` differs between the two arms."""
    base = rows.filter(arm=0).select(*key, *what)
    both = rows.filter(arm=1).select(*key, *what).join(base, on=key, suffix="_base")
    differs = pl.any_horizontal([pl.col(name) != pl.col(f"{name}_base") for name in what])
    return set(both.filter(differs).select("match").collect()["match"])


def standing_out(rows: list[Found]) -> list[list[Finding]]:
    """By row, its findings that stand out among those of all rows. The largest comes first, judged
    by the nearer end of the difference's interval, relative to the larger of the two values.
    """
    found = [[one for one in row.answer.findings if one.subject[0] in TOLD] for row in rows]
    ps = [one.p for ones in found for one in ones]
    adjusted = iter(false_discovery(ps))
    clear = [[one for one in ones if next(adjusted) < LEVEL] for ones in found]
    return [sorted(ones, key=_nearer_end, reverse=True) for ones in clear]


def _nearer_end(one: Finding) -> float:
    size = max(abs(one.base.value), abs(one.found.value))
    return one.difference.least / size


def effect_of(finding: Finding) -> Effect:
    """A finding as the game's package keeps it."""
    gap = finding.difference
    numbers = [finding.base.value, finding.found.value, gap.value, gap.error]
    rounded = [round(number, 5) for number in numbers]
    return Effect(finding.subject, *rounded)
