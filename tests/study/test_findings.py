"""Statistics that do not flatter: what is not there is not found, what is there is sized right."""

from __future__ import annotations

from random import Random
from typing import Final

import polars as pl
import pytest
from scipy import stats

from microciv.study.chunks import FRAMES
from microciv.study.estimates import LEVEL, Answer
from microciv.study.findings import answers
from microciv.study.plan import Arm, Plan, Table
from tests.study.studies import answered, one

PLAN: Final = Plan(
    "5x", (Arm("default", {}), Arm("changed", {"wonder_a": 5})), (Table(4, ("easy",) * 4),), 10_000
)
SAFE: Final = 0.001  # how likely honest statistics fail here, by other numbers of chance
MANY: Final = pytest.mark.parametrize("studies", [60, pytest.param(200, marks=pytest.mark.slow)])
CARDS: Final = ("Caesar", "Cleopatra", "Napoleon", "Qin", "Tokugawa")


def made(
    rng: Random,
    matches: int,
    first_seat: float = 0.0,
    strong: float = 0.0,
    felt: float = 1.0,
) -> dict[str, pl.DataFrame]:
    """Rows of matches that were never played. In the second arm the first seat's chance to win is
    so much larger than a quarter, and so is that of whoever plays Qin; only in this share of the
    matches does anything change at all.
    """
    rows: dict[str, list[tuple[object, ...]]] = {name: [] for name in FRAMES}
    for match in range(matches):
        cards = rng.sample(CARDS, 4)
        usual, chance = rng.randrange(4), rng.random()
        changed = rng.random() < felt
        for arm in (0, 1):
            winner = usual
            if arm == 1 and changed:
                winner = rng.randrange(4)
                if chance < first_seat * 4 / 3:
                    winner = 0
                if "Qin" in cards and chance < strong * 4 / 3:
                    winner = cards.index("Qin")
            at = (0, arm, match)
            trace = match if winner == usual else arm + 9**9
            rows["matches"].append((*at, match, 90, 7, trace, *[None] * 9))
            for seat in range(4):
                won = 1.0 if seat == winner else 0.0
                rows["seats"].append((*at, seat, "easy", 5 + won, 1 if won else 2, won))
                rows["counts"].append((*at, seat, "revealed", cards[seat], 1))
    return {
        name: pl.DataFrame(rows[name], schema=schema, orient="row")
        for name, schema in FRAMES.items()
    }


def found(frames: dict[str, pl.DataFrame], plan: Plan = PLAN) -> list[Answer]:
    return answered(plan, frames)


@MANY
def test_a_change_that_changes_nothing_is_seldom_called_one(studies: int):
    """Of two arms that differ by chance alone: in one of 20 studies something, whatever it is, may
    stand out; so in 200 at most in 10 and what chance adds to that.
    """
    flagged = 0
    for number in range(studies):
        _, changed = found(made(Random(number), 60))
        flagged += any(finding.stands_out for finding in changed.findings)
    assert flagged <= stats.binom.ppf(1 - SAFE, studies, LEVEL)


@MANY
def test_the_interval_holds_what_is_true_nineteen_times_in_twenty(studies: int):
    true, inside = 0.06, 0
    for number in range(studies):
        gap = one(found(made(Random(number), 120, first_seat=true))[1], "wins", "1").difference
        inside += abs(gap.value - true) <= gap.error
    least, most = stats.binom.ppf([SAFE, 1 - SAFE], studies, 1 - LEVEL)
    assert least <= inside <= most


def test_an_advantage_of_the_first_seat_is_found_and_sized():
    first, changed = found(made(Random(1), 4000, first_seat=0.06))
    seat = one(changed, "wins", "1")
    assert seat.stands_out
    assert abs(seat.difference.value - 0.06) <= seat.difference.error * 1.5
    assert not one(first, "wins", "1").stands_out
    assert 0.25 == one(first, "wins", "1").base.value


def test_a_card_that_is_stronger_is_found_and_sized():
    _, changed = found(made(Random(20), 4000, strong=0.08))
    card = one(changed, "with", "revealed", "Qin")
    assert card.stands_out
    assert abs(card.difference.value - 0.08) <= card.difference.error * 1.5
    assert not one(changed, "wins", "1").stands_out
    least = changed.smallest("with")
    assert 0 < least < 0.08


def test_a_card_that_is_too_strong_is_found_with_one_arm_alone():
    frames = made(Random(3), 4000, strong=0.1)
    alone = {
        name: frame.filter(arm=1).with_columns(arm=pl.lit(0, pl.UInt16))
        for name, frame in frames.items()
    }
    only = Plan("5x", PLAN.arms[:1], PLAN.tables, 4000)
    (answer,) = found(alone, only)
    assert ["Qin"] == [
        finding.subject[2]
        for finding in answer.findings
        if finding.stands_out and finding.subject[0] == "with" and finding.difference.value > 0
    ]


@pytest.mark.parametrize("felt", [0.0, 0.1])
def test_a_change_that_is_never_or_hardly_felt_says_so(felt: float):
    _, changed = found(made(Random(4), 500, first_seat=0.1, felt=felt))
    assert changed.alike is not None
    assert changed.alike == 500 if not felt else 400 < changed.alike < 500
    if not felt:
        assert not any(finding.stands_out for finding in changed.findings)


def test_pairs_on_common_deals_are_surer_than_two_samples():
    _, changed = found(made(Random(5), 1000, first_seat=0.1, felt=0.1))
    seat = one(changed, "wins", "1")
    assert seat.difference.error < 0.6 * seat.found.error


def test_where_players_differ_it_is_they_who_are_compared():
    table = Table(4, ("easy", "hard", "hard", "hard"))
    frames = made(Random(6), 200)
    hard = (pl.col("seat") > 0).cast(pl.Int32)
    frames["seats"] = frames["seats"].with_columns(
        pl.when(hard == 1).then(pl.lit("hard")).otherwise(pl.lit("easy")).alias("player")
    )
    first, _ = found(frames, Plan("5x", PLAN.arms, (table,), 200))
    assert [0.25, 0.75] == [one(first, "wins", name).base.value for name in ("easy", "hard")]
    shares = [one(first, "wins", name).found.value for name in ("easy", "hard")]
    assert pytest.approx(1) == sum(shares)


def test_what_happened_to_too_few_is_not_told():
    frames = made(Random(7), 200)
    rare = frames["counts"]["match"] < 5
    frames["counts"] = frames["counts"].with_columns(
        pl.when(rare).then(pl.lit("Erik")).otherwise(pl.col("item")).alias("item")
    )
    first, changed = found(frames)
    for answer in (first, changed):
        subjects = [finding.subject for finding in answer.findings]
        assert ("times", "revealed", "Erik") in subjects
        assert not {("with", "revealed", "Erik"), ("above", "revealed", "Erik")} & {*subjects}


@pytest.mark.parametrize("pairs, stand_out", [(2, False), (6, False), (20, True)])
def test_pairs_that_all_differ_alike_are_no_surer_than_as_many_coins(pairs: int, stand_out: bool):
    frames = made(Random(8), pairs)
    longer = pl.col("rounds") + pl.col("arm").cast(pl.UInt32)
    frames["matches"] = frames["matches"].with_columns(longer)
    rounds = one(found(frames)[1], "length", "rounds")
    assert (1.0, 0.0) == (rounds.difference.value, rounds.difference.error)
    assert 2.0 ** (1 - pairs) == rounds.p
    assert stand_out == rounds.stands_out


def test_a_seat_that_never_wins_a_few_matches_is_no_proof():
    frames = made(Random(9), 8)
    last = frames["seats"]["seat"] == 3
    frames["seats"] = frames["seats"].with_columns(
        won=pl.when(last).then(0.0).when(pl.col("seat") == 0).then(1.0).otherwise(0.0)
    )
    first, _ = found(frames)
    seat = one(first, "wins", "4")
    assert -0.25 == seat.difference.value
    assert seat.difference.error > 0
    assert 0.1 < seat.p < 0.2  # chance does it in one of ten such studies, or makes it win them all
    assert one(first, "wins", "1").stands_out


def test_what_all_seats_of_a_match_have_says_nothing_of_who_wins():
    frames = made(Random(10), 200)
    all_had = frames["counts"].with_columns(event=pl.lit("dealt"), item=pl.lit("Caesar"))
    frames["counts"] = pl.concat([frames["counts"], all_had])
    first, _ = found(frames)
    assert 1.0 == one(first, "with", "dealt", "Caesar").p


def test_a_table_of_which_nothing_has_been_played_is_left_out():
    assert [] == answers(PLAN, [0], lambda *_: pl.LazyFrame())
