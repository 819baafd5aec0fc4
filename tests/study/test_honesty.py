"""With real matches: what is not there is not found, what was planted is found and sized right.

Where the truth is known because it was planted in the results of real matches, or where chance
alone is between two arms, many small studies are made, and counted. The matches are always the
same ones. `make laws` makes more studies, of more matches.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, variance
from typing import Final, NamedTuple, TypeAlias

import polars as pl
import pytest
from scipy import stats

from microciv.core.game import Game
from microciv.core.moves import SPECTATOR
from microciv.core.state import State
from microciv.games import open_game
from microciv.study.chunks import FRAMES, chunk_count, play_chunk
from microciv.study.estimates import LEVEL, Answer, Finding
from microciv.study.happened import shares
from microciv.study.matches import Ended, Lineup
from microciv.study.plan import Arm, Plan, tables_of
from tests.study.studies import answered, one

Frames: TypeAlias = dict[str, pl.DataFrame]

SAFE: Final = 0.001  # how likely an honest study fails here, if its matches were other ones
RESULT: Final = ("points", "place", "won")


def plan_of(
    game: str, seats: int, matches: int, usual: dict[str, object], change: dict[str, object]
) -> Plan:
    arms = Arm("default", usual), Arm("changed", usual | change)
    return Plan(game, arms, tables_of((seats,), (("easy",),)), matches)


def rows(plan: Plan, number: int = 0) -> Frames:
    """The rows of a study on deals that no study of another number has."""
    plan = replace(plan, seed=number * plan.matches)
    chunks = range(chunk_count(plan, plan.tables[0]))
    files = [play_chunk(plan, 0, chunk).files for chunk in chunks]
    return {
        name: pl.concat([pl.read_parquet(io.BytesIO(file[name])) for file in files])
        for name in FRAMES
    }


def found(plan: Plan, frames: Frames) -> Answer:
    """What is said of the last arm."""
    return answered(plan, frames)[-1]


def only(frames: Frames, arm: int, as_arm: int = 0) -> Frames:
    return {
        name: frame.filter(arm=arm).with_columns(arm=pl.lit(as_arm, frame.schema["arm"]))
        for name, frame in frames.items()
    }


def beside(first: Frames, second: Frames) -> Frames:
    """The first arms of two studies as the two arms of one."""
    both = only(first, 0), only(second, 0, as_arm=1)
    return {name: pl.concat([frames[name] for frames in both]) for name in first}


def by_coin(frames: Frames, rng: Random) -> Frames:
    """For each deal a coin says in which arm which of its two matches was played."""
    coins = pl.Series([rng.randrange(2) for _ in range(frames["matches"].height)], dtype=pl.UInt16)
    return {
        name: frame.with_columns(arm=frame["arm"] ^ coins.gather(frame["match"]))
        for name, frame in frames.items()
    }


def handed_on(frames: Frames, order: Callable[[pl.DataFrame], list[int]]) -> Frames:
    """The seats of each match with each other's results, in this order."""
    matches = frames["seats"].partition_by("arm", "match", maintain_order=True)
    dealt = [match.with_columns(match[order(match)].select(RESULT)) for match in matches]
    return frames | {"seats": pl.concat(dealt)}


def by_lot(frames: Frames, rng: Random) -> Frames:
    return handed_on(frames, lambda match: rng.sample(range(match.height), match.height))


# ---------------------------------------------------------------------------------------------
# What is not there


@pytest.mark.parametrize(
    "studies, plan",
    [
        (30, plan_of("5x", 4, 8, {}, {"exploit_pays": 4})),
        *[
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                (200, plan_of("5x", 4, 5, {}, {"exploit_pays": 4})),
                (200, plan_of("5x", 4, 20, {}, {"suleiman_may_take_current": True})),
                (200, plan_of("5x", 4, 60, {}, {"exploit_pays": 4})),
                (60, plan_of("5-ages", 3, 12, {}, {"trade_ticks": 4})),
                (40, plan_of("civ-card-game", 2, 12, {"max_rounds": 6}, {"bank_mix": "any"})),
                (40, plan_of("civ-builder", 2, 12, {"rounds": 3}, {"lead_points_early": 2})),
            )
        ],
    ],
    ids=lambda value: f"{value.game}-{value.matches}" if isinstance(value, Plan) else None,
)
def test_studies_of_what_changes_nothing_flag_no_more_than_their_level_promises(
    studies: int, plan: Plan
):
    """At a level of 5 %, something stands out in one study of twenty: where a coin says which arm
    a match belongs to, where both arms have the same rules and other deals, and where, in an arm
    alone, the results are handed out to the seats by lot.
    """
    alone = replace(plan, arms=plan.arms[:1])
    made: Counter[str] = Counter()
    flagged: Counter[str] = Counter()

    def study(what: str, plan: Plan, frames: Frames) -> None:
        made[what] += 1
        flagged[what] += any(finding.stands_out for finding in found(plan, frames).findings)

    for number in range(0, studies, 2):
        pair = [rows(plan, number), rows(plan, number + 1)]
        for both, rng in zip(pair, (Random(number), Random(number + 1)), strict=True):
            study("by coin", plan, by_coin(both, rng))
            study("by lot", alone, by_lot(only(both, 0), rng))
        study("other deals", plan, beside(*pair))
    for what, count in made.items():
        assert flagged[what] <= stats.binom.ppf(1 - SAFE, count, LEVEL), what


# ---------------------------------------------------------------------------------------------
# What was planted in results


def first_seat(_frames: Frames) -> dict[int, int]:
    return dict.fromkeys(range(10_000), 0)


def of_isabella(frames: Frames) -> dict[int, int]:
    has = frames["counts"].filter(arm=1, event="revealed", item="isabella")
    return dict(has.select("match", "seat").iter_rows())


def planted(
    frames: Frames, whom: dict[int, int], share: float, rng: Random
) -> tuple[Frames, list[float]]:
    """A second arm like the first, but that, in this share of the matches, these seats and the
    first of the winners change results; and how much more they win for it, match by match.
    """
    gains: list[float] = []

    def order(match: pl.DataFrame) -> list[int]:
        seats = list(range(match.height))
        lucky = whom.get(match["match"][0])
        if lucky is None or not match["arm"][0]:
            return seats
        winner = match["place"].to_list().index(1)
        gain = match["won"][winner] - match["won"][lucky]
        gains.append(share * gain)
        if gain > 0 and rng.random() < share:
            seats[lucky], seats[winner] = winner, lucky
        return seats

    return handed_on(frames, order), gains


@pytest.mark.parametrize(
    "subject, whom", [(("wins", "1"), first_seat), (("with", "revealed", "isabella"), of_isabella)]
)
@pytest.mark.parametrize(
    "studies, matches, share",
    [(16, 100, 0.4), pytest.param(200, 200, 0.25, marks=pytest.mark.slow)],
)
def test_an_advantage_that_was_planted_is_found_and_sized(
    subject: tuple[str, ...],
    whom: Callable[[Frames], dict[int, int]],
    studies: int,
    matches: int,
    share: float,
):
    """The first seat's, or a leader's: its interval holds the truth in nineteen studies of twenty,
    and the mean of all studies is the truth.
    """
    plan = plan_of("5x", 4, matches, {}, {})
    alone = replace(plan, arms=plan.arms[:1])
    gaps: list[Finding] = []
    gains: list[float] = []
    for number in range(studies):
        same = rows(alone, number)
        twice = beside(same, same)
        frames, gained = planted(twice, whom(twice), share, Random(number))
        gaps.append(one(found(plan, frames), *subject))
        gains += gained
    true = mean(gains)
    holding = sum([abs(gap.difference.value - true) <= gap.difference.error for gap in gaps])
    assert stats.binom.ppf(SAFE, studies, 1 - LEVEL) <= holding
    values = [gap.difference.value for gap in gaps]
    assert abs(mean(values) - true) <= 3.3 * sqrt(variance(values) / studies)
    assert sum([gap.stands_out for gap in gaps]) >= 0.9 * studies


# ---------------------------------------------------------------------------------------------
# What was planted in rules


def above_with_isabella(game: Game, ended: Ended, state: State) -> float | None:
    """How far whoever reveals Isabella is above the mean."""
    for event in state.log:
        if event.kind.name == "revealed" and game.part_text("card", event.b) == "isabella":
            return (ended.scores[event.a] - mean(ended.scores)) / game.unit
    return None


def wins_with_wonder_e(game: Game, ended: Ended, state: State) -> float | None:
    """What whoever wins the auction of Wonder E has of the victory."""
    for event in state.log:
        if event.kind.name == "won" and game.part_text("wonder", event.b) == "E":
            return shares(ended.places)[event.a]
    return None


def from_actions(game: Game, _ended: Ended, state: State) -> float:
    """What a seat gains by special actions, Culture's among them."""
    return mean([account["actions"] for account in game.sources(state.observe(SPECTATOR))])


def of_the_winner(game: Game, ended: Ended, _state: State) -> float:
    return max(ended.scores) / game.unit


Measure: TypeAlias = Callable[[Game, Ended, State], float | None]


class Measured(NamedTuple):
    """A mean and its variance."""

    value: float
    variance: float


def measured(plan: Plan, arm: Arm, measure: Measure) -> Measured:
    """Without rows and without statistics of studies, on deals of its own."""
    table = plan.tables[0]
    game = open_game(plan.game, {**arm.options, "seats": table.seats})
    lineup = Lineup(game, list(table.players))
    place = 1 + plan.arms.index(arm)
    values: list[float] = []
    for seed in range(place * plan.matches, (place + 1) * plan.matches):
        ended, state, _watch = lineup.play_watched(seed)
        value = measure(game, ended, state)
        if value is not None:
            values.append(value)
    return Measured(mean(values), variance(values) / len(values))


@pytest.mark.parametrize(
    "plan, subject, measure",
    [
        (
            plan_of("5x", 4, 250, {}, {"isabella_pays": 5}),
            ("above", "revealed", "isabella"),
            above_with_isabella,
        ),
        (plan_of("5x", 4, 250, {}, {"wonder_e": 10}), ("with", "won", "E"), wins_with_wonder_e),
        (
            plan_of(
                "civ-builder", 2, 30, {"rounds": 4, "trade_mode": "off"}, {"culture_points": 7}
            ),
            ("sources", "actions"),
            from_actions,
        ),
        *[
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                (
                    plan_of("5x", 4, 5000, {}, {"isabella_pays": 3}),
                    ("above", "revealed", "isabella"),
                    above_with_isabella,
                ),
                (
                    plan_of("5x", 4, 5000, {}, {"wonder_f": 5}),
                    ("points", "of the winner"),
                    of_the_winner,
                ),
                (
                    plan_of("civ-builder", 3, 250, {}, {"culture_points": 5}),
                    ("sources", "actions"),
                    from_actions,
                ),
            )
        ],
    ],
)
def test_a_change_of_rules_is_sized_as_plain_matches_on_other_deals_size_it(
    plan: Plan, subject: tuple[str, ...], measure: Measure
):
    """A leader who brings more, a meld that is worth more."""
    gap = one(found(plan, rows(plan)), *subject)
    without, changed = [measured(plan, arm, measure) for arm in plan.arms]
    unsure = sqrt((gap.difference.error / 1.96) ** 2 + without.variance + changed.variance)
    assert gap.stands_out
    assert abs(gap.difference.value - (changed.value - without.value)) <= 3.3 * unsure
