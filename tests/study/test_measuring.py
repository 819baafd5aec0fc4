"""Every measure, from rows and matches of which the answer is known."""

from __future__ import annotations

import io
from dataclasses import replace
from math import sqrt
from typing import Final

import goofspiel
import polars as pl
import pytest

from microciv.bots.bulk.playouts import Watch
from microciv.core.game import Game
from microciv.games import about, catalogue, open_game, policies
from microciv.measures import MEASURES
from microciv.names import Names
from microciv.study import chunks, estimates, report
from microciv.study.chunks import FRAMES
from microciv.study.estimates import Answer, Estimate, Finding, side_by_side
from microciv.study.findings import answers
from microciv.study.happened import ROUND, Counter, leads
from microciv.study.kings import Moment, after, decided, last_choices
from microciv.study.matches import Ended, Lineup
from microciv.study.plan import Arm, Plan, Table, plan_of_change
from microciv.study.small import Small
from microciv.study.words import change, clearest, estimate, sentences, told
from tests.study.studies import answered, one

NEEDS: Final = {
    "above": Game.keeps_score,
    "lead": Game.keeps_score,
    "margin": Game.keeps_score,
    "points": Game.keeps_score,
    "sources": Game.sources,
    "deeds": Game.deeds,
    "gains": Game.deeds,
}
"""What a game declares where such a measure applies, or does not."""


OF_ROUNDS: Final = {("length", "rounds"), ("lead", "changes"), ("lead", "settled")}

OF_ITEMS: Final = ("with", "above")
"""Kinds about events that name something: games of numbers alone have none."""


def frames_of(**rows: list[dict[str, object]]) -> dict[str, pl.DataFrame]:
    """Rows of one arm at the first table; columns that are not given are empty."""
    at = {"table": 0, "arm": 0}
    return {
        name: pl.DataFrame([at | row for row in rows.get(name, [])], schema=schema)
        for name, schema in FRAMES.items()
    }


def answer_of(frames: dict[str, pl.DataFrame], *players: str, arms: int = 1) -> list[Answer]:
    table = Table(len(players), players)
    plan = Plan("5x", tuple([Arm(f"arm{arm}", {}) for arm in range(arms)]), (table,))
    return answered(plan, frames)


def two_seats(*winners: int, **more: list[object]) -> dict[str, pl.DataFrame]:
    """Matches of two seats with these winners, 3 points to 1; more columns by match."""
    matches: list[dict[str, object]] = [
        {"match": match, "trace": match, **{name: values[match] for name, values in more.items()}}
        for match in range(len(winners))
    ]
    seats: list[dict[str, object]] = [
        {
            "match": match,
            "seat": seat,
            "player": "easy",
            "points": 3.0 if seat == winner else 1.0,
            "place": 1 if seat == winner else 2,
            "won": 1.0 if seat == winner else 0.0,
        }
        for match, winner in enumerate(winners)
        for seat in (0, 1)
    ]
    return frames_of(matches=matches, seats=seats)


def test_columns_of_matches_become_means_and_ratios_of_sums():
    frames = two_seats(
        *(0, 0, 1, 0),
        rounds=[6, 7, 8, 7],
        steps=[10, 20, 10, 10],
        choices=[5, 20, 10, 5],
        menus=[10, 60, 40, 10],
        largest=[4, 6, 8, 2],
        changes=[0, 1, 2, 1],
        settled=[1, 7, 4, 4],
        margin=[2.0, 2.0, 1.0, 0.0],
        again=[1.0, 0.0, None, None],
        alone=[1.0, 1.0, None, None],
        kingmaker=[1, None, 0, None],
    )
    (answer,) = answer_of(frames, "easy", "easy")
    known = {
        ("length", "rounds"): 7,
        ("length", "steps"): 12.5,
        ("length", "decisions"): 10,
        ("forced", "steps"): 10 / 50,
        ("menus", "mean"): 120 / 40,
        ("menus", "largest"): 5,
        ("lead", "changes"): 1,
        ("lead", "settled"): 4,
        ("margin", "of the winner"): 1.25,
        ("kings", "last choice"): 0.5,
        ("decided", "the deal"): 0,  # one of two ended alike, as chance would have it
        ("ties", "shared"): 0,
        ("points", "of a seat"): 2,
        ("points", "of the winner"): 3,
        ("wins", "1"): 0.75,
        ("places", "2"): 1.75,
    }
    assert known == {subject: pytest.approx(one(answer, *subject).found.value) for subject in known}
    assert (4, 2) == tuple(
        [one(answer, *subject).count for subject in (("length", "steps"), ("kings", "last choice"))]
    )


def test_shared_wins_count_for_each_and_are_counted():
    frames = two_seats(0, 1)
    shared = pl.col("match") == 1
    frames["seats"] = frames["seats"].with_columns(
        won=pl.when(shared).then(0.5).otherwise(pl.col("won")),
        place=pl.when(shared).then(1).otherwise(pl.col("place")).cast(pl.UInt8),
    )
    (answer,) = answer_of(frames, "easy", "easy")
    assert 0.5 == one(answer, "ties", "shared").found.value
    assert 0.75 == one(answer, "wins", "1").found.value


def test_points_come_from_their_sources_also_where_a_match_has_none():
    frames = two_seats(0, 1)
    frames["sources"] = frames_of(
        sources=[{"match": 0, "seat": seat, "source": "wonders", "points": 2.0} for seat in (0, 1)]
    )["sources"]
    (answer,) = answer_of(frames, "easy", "easy")
    assert 1 == one(answer, "sources", "wonders").found.value


def test_deeds_are_counted_and_told_by_who_gained():
    frames = two_seats(0, 0, 1)
    deeds = [
        {"match": match, "seat": seat, "deed": "attacks", "done": done, "suffered": suffered}
        for match, seat, done, suffered in [(0, 0, 3, 0), (0, 1, 0, 3), (1, 0, 1, 2), (1, 1, 2, 1)]
    ]
    frames["deeds"] = frames_of(deeds=deeds)["deeds"]
    (answer,) = answer_of(frames, "easy", "easy")
    assert 2 == one(answer, "deeds", "attacks").found.value
    assert pytest.approx(4 / 6) == one(answer, "gains", "attacks", "done").found.value
    assert pytest.approx(2 / 6) == one(answer, "gains", "attacks", "suffered").found.value
    assert 0.5 == one(answer, "gains", "attacks", "done").base.value


def test_what_happened_is_counted_and_the_points_of_those_to_whom():
    winners = [match % 2 for match in range(100)]
    frames = two_seats(*winners, margin=[2.0] * 100)
    frames["counts"] = frames_of(
        counts=[
            {"match": match, "seat": 0, "event": "built", "item": "Pyramids", "count": 2}
            for match in range(50)
        ]
    )["counts"]
    (answer,) = answer_of(frames, "easy", "easy")
    assert 1 == one(answer, "times", "built", "Pyramids").found.value
    assert 0.5 == one(answer, "with", "built", "Pyramids").found.value
    assert 0 == one(answer, "above", "built", "Pyramids").found.value
    only_won = frames["counts"].filter(pl.col("match") % 2 == 0)
    frames["counts"] = pl.concat([only_won, only_won.with_columns(match=pl.col("match") + 50)])
    (answer,) = answer_of(frames, "easy", "easy")
    assert 1 == one(answer, "with", "built", "Pyramids").found.value
    assert 1 == one(answer, "above", "built", "Pyramids").found.value


def test_who_plays_decides_all_or_nothing():
    frames = two_seats(*[0] * 40)
    seats = frames["seats"].with_columns(
        player=pl.when(pl.col("seat") == 0).then(pl.lit("hard")).otherwise(pl.lit("easy"))
    )
    (answer,) = answer_of(frames | {"seats": seats}, "hard", "easy")
    assert 1 == one(answer, "decided", "the players").found.value
    frames = two_seats(*[0, 0, 0, 1, 1, 0, 1, 1] * 5)
    seats = frames["seats"].with_columns(player=seats["player"])
    (answer,) = answer_of(frames | {"seats": seats}, "hard", "easy")
    assert 0 == one(answer, "decided", "the players").found.value


def test_shared_wins_leave_less_to_be_decided_by_who_plays():
    frames = two_seats(*[0] * 40)
    shared = pl.col("match") % 4 > 1
    seats = frames["seats"].with_columns(
        player=pl.when(pl.col("seat") == 0).then(pl.lit("hard")).otherwise(pl.lit("easy")),
        won=pl.when(shared).then(0.5).otherwise(pl.col("won")),
    )
    (answer,) = answer_of(frames | {"seats": seats}, "hard", "easy")
    assert 1 == one(answer, "decided", "the players").found.value


def test_a_share_has_wilsons_interval():
    (answer,) = answer_of(two_seats(*[0] * 9, 1), "easy", "easy")
    low, high = one(answer, "wins", "1").found.interval()
    wide, share, count = 2.262157, 0.9, 9  # Student's for 10 matches; draws of the same variance
    middle = (share + wide**2 / (2 * count)) / (1 + wide**2 / count)
    half = (
        sqrt(share * (1 - share) / count + wide**2 / (4 * count**2)) * wide / (1 + wide**2 / count)
    )
    assert pytest.approx((middle - half, middle + half), abs=1e-5) == (low, high)
    assert 0 < low < high < 1


def test_the_ends_of_an_interval_that_is_longer_on_one_side_are_told_and_drawn():
    """Nobody wins more than all: the interval of 30 of 30 reaches down alone."""
    (answer,) = answer_of(two_seats(*[0] * 30), "easy", "easy")
    wins = one(answer, "wins", "1")
    low, high = wins.found.interval()
    assert high == pytest.approx(1.0)
    assert 0.8 < low < 0.9
    assert f"100.0 % ± {100 * (1 - low):.1f}" == estimate(wins)
    assert f"+50.0 ± {100 * (1 - low):.1f}" == change(wins)
    assert [1.0, low, high] == wins.found.plain()
    drawn = report._interval(wins.found, 100)
    assert {"mean": 100.0, "low": 100 * low, "high": 100 * high} == drawn
    assert low - 0.5 == pytest.approx(wins.difference.least)
    other = one(answer, "wins", "2").difference
    assert low - 0.5 == pytest.approx(other.least)
    assert 0 > Estimate(0.1, 0.2).least == pytest.approx(-0.1)
    nearer = Estimate(0.49, 0.05), Estimate(0.5, 0.1, 0.46)
    clear = [a_finding("wins", "1", wins.base, one, clear=True) for one in (wins.found,) * 2]
    some = [replace(one, difference=gap) for one, gap in zip(clear, nearer[::-1], strict=True)]
    assert [*nearer] == [one.difference for one in clearest(some)]


def test_two_levels_that_contradict_each_other_leave_it_undecided():
    frames = two_seats(*[0, 0, 0, 1] * 50)
    opposite = two_seats(*[1, 1, 1, 0] * 50)
    again = frames | {}
    lineups = (("easy", "easy"), ("hard", "hard"), ("medium", "medium"))
    plan = Plan(
        "civ-builder", (Arm("default", {}),), tuple([Table(2, players) for players in lineups])
    )
    by_table = [frames, opposite, again]
    found = answers(plan, [1, 1, 0], lambda name, table, _: by_table[table][name].lazy())
    assert all(one(answer, "wins", "1").undecided for answer in found)
    lines = told(plan, found, about("civ-builder"))[0].sentences
    assert "Seat 1 wins: by easy 75.0 % ± 6.5, by hard 25.0 % ± 6.5: undecided." in lines
    mixed = [
        replace(
            answer,
            table=Table(2, (answer.table.players[0], "random")),
            findings=tuple([replace(finding, undecided=False) for finding in answer.findings]),
        )
        for answer in found
    ]
    assert mixed == side_by_side(mixed), "other players sit there as well"
    found = answers(plan, [1, 0, 1], lambda name, table, _: by_table[table][name].lazy())
    assert not any(one(answer, "wins", "1").undecided for answer in found)


@pytest.mark.parametrize(
    "scores, end, expected",
    [
        ([[0, 0], [1, 0], [1, 2], [3, 2]], [4, 3], (2, 3, 1)),
        ([[0, 0], [1, 1], [2, 2]], [3, 1], (0, 1, 2)),  # it shared the lead from the first round on
        ([[0, 0], [2, 1], [2, 2]], [3, 4], (1, 2, 1)),
        ([[0, 0], [2, 1]], [3, 3], (0, 1, 0)),  # a shared win
    ],
)
def test_who_leads(scores: list[list[int]], end: list[int], expected: tuple[int, int, int]):
    places = [1 if score == max(end) else 2 for score in end]
    game = open_game("civ-builder", {"seats": 2})
    assert expected == leads(Ended(game, 0, end, places, 0), scores)


def test_a_kingmaker_cannot_win_but_decides_who_does():
    """Somewhere in these matches there is one; played on from the last choice, as it says."""
    game = open_game("5x", {"seats": 3})
    lineup = Lineup(game, ["random"] * 3)
    policies, seated = lineup._policies, lineup._seated
    kings = [seed for seed in range(60) if decided(game, seed, policies, seated)]
    assert 0 < len(kings) < 60
    found = 0
    for seat, moment in last_choices(game, kings[0], policies, seated).items():
        moves = moment.state.legal(seat)
        winners = {after(moment, seat, move, policies, seated) for move in moves}
        found += len(winners) > 1 and not any(seat in won for won in winners)
    assert found


def test_a_last_choice_is_the_last_one():
    game = open_game("5x", {"seats": 3})
    lineup = Lineup(game, ["random"] * 3)
    moments = last_choices(game, 1, lineup._policies, lineup._seated)
    assert {0, 1, 2} == set(moments)
    for seat, moment in moments.items():
        assert seat in moment.state.to_act
        assert len(moment.state.legal(seat)) > 1
        assert isinstance(moment, Moment)


def test_a_watch_sees_every_step_and_every_round():
    game = open_game("5x", {"seats": 3})
    lineup = Lineup(game, ["easy"] * 3)
    ended, state, watch = lineup.play_watched(5)
    happened = Counter(game).count(state)
    assert 7 == happened.rounds == len(watch.scores)
    assert 1 == len(set(watch.scores[0]))
    played = lineup.play(5, recorded=True)
    assert played.scores == ended.scores
    assert played.record is not None
    again, choices, menus = game.deal(5), [], []
    for seat, text in played.record.moves:
        menus.append(len(again.legal(seat)))
        choices.append(menus[-1] > 1)
        move = game.moves.find(text)
        assert move is not None
        again.apply(seat, move)
    large = [count for count in menus if count > 1]
    assert (sum(choices), sum(large), max(large)) == (watch.choices, watch.menus, watch.largest)
    assert isinstance(watch, Watch)


def test_matches_that_score_otherwise_are_not_the_same_whatever_was_heard():
    """A game need not tell every point: what differs in the result alone differs."""
    game = open_game("goofspiel", {"seats": 3})
    end, other = game.deal(1), game.deal(1)
    assert isinstance(other, goofspiel.GoofspielState)
    counter = Counter(game)
    assert counter.count(end).trace == counter.count(other).trace
    other.points[0] += 1
    assert counter.count(end).trace != counter.count(other).trace


def test_a_game_that_tells_no_rounds_has_none_and_no_changes_of_the_lead():
    """No measure is zero for want of looking; the margin needs no rounds."""
    small = Small(plan_of_change("forecast", {}, (3,), ["random"], 12))
    for _ in small.play():
        pass
    told = {finding.subject for finding in small.answers()[0].findings}
    assert not told & {("length", "rounds"), ("lead", "changes"), ("lead", "settled")}
    assert {("length", "steps"), ("margin", "of the winner")} <= told


def test_deeds_have_a_seat_and_whom_they_are_done_to():
    """Of every kind that a game declares, the first part is a seat; what is done to somebody has
    the other as the second.
    """
    for name in catalogue():
        game = open_game(name, {"seats": about(name).seats[0]})
        for kinds in game.deeds().values():
            assert all(kind in game.events and kind.seats[0] for kind in kinds)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_measure_is_found_for_every_game_to_which_it_applies(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(chunks, "IN_BULK", 4)
    monkeypatch.setattr(chunks, "REPEATED", 1)
    monkeypatch.setattr(estimates, "RARE", 1)
    seats = about(name).seats[0]
    known = list(policies(name))
    lineup = (known[0], *[known[-1]] * (seats - 1))
    plan = Plan(name, (Arm("default", {}),), (Table(seats, lineup),), 4)
    played = chunks.play_chunk(plan, 0, 0)
    frames = {name: pl.read_parquet(io.BytesIO(data)) for name, data in played.files.items()}
    (answer,) = answers(plan, [1], lambda name, *_: frames[name].lazy())
    game = type(plan.open(plan.arms[0], plan.tables[0]))
    tells_rounds = ROUND in plan.open(plan.arms[0], plan.tables[0]).kinds
    found = {(finding.subject[0], finding.subject[1]) for finding in answer.findings}
    for measure in MEASURES:
        declared = NEEDS.get(measure.kind)
        own = declared is not None and getattr(game, declared.__name__) is not declared
        applies = own != (declared is Game.keeps_score) if declared else True
        applies &= (measure.kind, measure.what) not in OF_ROUNDS or tells_rounds
        applies &= measure.what != "the players" or len(set(lineup)) > 1
        applies &= measure.kind not in OF_ITEMS or any(frames["counts"]["item"] != "")
        there = [one for one in found if one[0] == measure.kind and measure.what in ("", one[1])]
        assert applies == bool(there), measure


def test_a_game_in_which_nothing_happens_to_a_seat_can_be_studied(
    monkeypatch: pytest.MonkeyPatch,
):
    count = Counter.count
    monkeypatch.setattr(
        Counter, "count", lambda counter, end: count(counter, end)._replace(counts={})
    )
    plan = Plan("5x", (Arm("default", {}), Arm("same", {})), (Table(3, ("random",) * 3),), 4)
    files = chunks.play_chunk(plan, 0, 0).files
    frames = {name: pl.read_parquet(io.BytesIO(data)) for name, data in files.items()}
    assert frames["counts"].is_empty()
    for answer in answers(plan, [1], lambda name, *_: frames[name].lazy()):
        assert answer.of(("length", "rounds"))


def test_what_is_too_coarse_or_too_small_to_say_anything_is_not_told():
    def lines(error: float, change: float) -> str:
        base, gap = Estimate(0.4, error), Estimate(change, 0.0001)
        wins = Finding(("wins", "1"), base, base, gap, 0.0, stands_out=True, count=9)
        king = Finding(
            ("kings", "last choice"),
            base,
            base,
            Estimate(0.0, error),
            1.0,
            stands_out=False,
            count=9,
        )
        answer = Answer(Table(2, ("easy", "easy")), "changed", 9, 0, (wins, king))
        names = Names(open_game("5x", {}))
        return " ".join(sentences(answer, [answer], names))

    assert "Seat 1 wins" in lines(0.01, 0.01)
    assert "king-making (they would see" in lines(0.01, 0.01)
    assert "king-making" not in lines(0.1, 0.01)
    assert "Seat 1 wins" not in lines(0.1, 0.0001)


def test_matches_are_identical_where_the_same_happened_in_as_many_steps():
    first = two_seats(0, 1, 0, steps=[9, 9, 9])
    other = two_seats(0, 1, 0, steps=[9, 9, 8])
    frames = {
        name: pl.concat([rows, other[name].with_columns(arm=pl.lit(1, rows.schema["arm"]))])
        for name, rows in first.items()
    }
    (_, changed) = answer_of(frames, "easy", "easy", arms=2)
    assert 2 == changed.alike


def spoken(*findings: Finding, alike: int | None = 0, matches: int = 90) -> str:
    answer = Answer(Table(2, ("easy", "easy")), "changed", matches, alike, findings)
    return " ".join(sentences(answer, [answer], Names(open_game("5x", {}))))


def a_finding(subject: str, what: str, base: Estimate, found: Estimate, *, clear: bool) -> Finding:
    gap = Estimate(found.value - base.value, found.error)
    return Finding((subject, what), base, found, gap, 0.5, clear, 90)


def test_seats_that_none_of_stands_out_are_told_at_once_with_what_could_have_been_seen():
    fair = Estimate(0.5, 0.0)
    wins = [
        a_finding("wins", seat, fair, Estimate(share, 0.02), clear=False)
        for seat, share in (("1", 0.51), ("2", 0.49))
    ]
    assert spoken(*wins, alike=None) == (
        "90 matches. Wins: seat 1 51.0 % ± 2.0, seat 2 49.0 % ± 2.0; none beyond its fair share"
        " that 90 matches can see (they would see 2.9 points)."
    )
    assert "in: wins by seat (they would see 2.9 points)." in spoken(*wins)
    shared = [a_finding("wins", seat, fair, fair, clear=False) for seat in "12"]
    assert spoken(*shared, alike=None).endswith(
        "Wins: seat 1 50.0 %, seat 2 50.0 %; none beyond its fair share that 90 matches can see."
    )


def test_an_interval_is_not_rounded_to_nothing_and_a_share_below_0_is_not_told():
    more = a_finding("length", "rounds", Estimate(7.0, 0.0), Estimate(7.0561, 0.0041), clear=True)
    assert "Rounds: 7.056 ± 0.004 (was 7.00, +0.056 ± 0.004)." in spoken(more)
    assert "the same" == change(replace(more, difference=Estimate(0.0, 0.0)))
    deal = a_finding("decided", "the deal", Estimate(-0.03, 0.02), Estimate(0.01, 0.02), clear=True)
    assert "Decided" not in spoken(deal)
    assert "Decided" not in spoken(
        a_finding("decided", "the deal", deal.base, deal.base, clear=False), alike=None
    )


def test_the_largest_is_told_first_by_the_nearer_end_of_its_interval():
    was = Estimate(7.0, 0.0)
    rounds = a_finding("length", "rounds", was, Estimate(8.0, 0.9), clear=True)
    steps = a_finding("length", "steps", was, Estimate(6.5, 0.1), clear=True)
    told_of = spoken(rounds, steps)
    assert 0 < told_of.index("Steps:") < told_of.index("Rounds:")
