"""`hint` and `review`: what a seat could have known, and nothing else."""

from __future__ import annotations

import pytest

from microciv.bots import make_bot
from microciv.bots.advice import Budget
from microciv.core.match import Match
from microciv.files import write_record
from microciv.games import open_game

FEW = ("--iterations", "20")


def test_a_hint_is_of_legal_moves_with_chances(rows, unfinished):
    [advice] = rows("hint", unfinished, "--seat", "3", "--json", *FEW)
    [shown] = rows("show", unfinished, "--seat", "3", "--json")
    assert {option["move"] for option in advice["options"]} <= {
        move["text"] for move in shown["legal"]
    }
    chances = [option["chance"] for option in advice["options"]]
    assert chances == sorted(chances, reverse=True)
    assert 0 <= chances[-1] <= chances[0] <= 1


def played(path, game, plies):
    """The record of a match of easy bots, to its end or as far as that."""
    match = Match(game, 7)
    bots = [make_bot("easy", game, seat, seat) for seat in range(game.seats)]
    while match.to_act() and plies:
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
        plies -= 1
    write_record(path, match.record())
    return path


def test_a_hint_has_alternatives_where_the_guide_knows_one_move(rows, tmp_path):
    path = played(tmp_path / "ages.json", open_game("5-ages", {"seats": 3}), 3)
    [shown] = rows("show", path, "--seat", "1", "--json")
    [advice] = rows("hint", path, "--seat", "1", "--json", *FEW)
    assert len(shown["legal"]) > 3
    assert 3 == len({option["move"] for option in advice["options"]})


def test_a_hint_in_words_gives_chances_in_hundredths(cli, unfinished):
    result = cli("hint", unfinished, "--seat", "2", *FEW)
    assert 0 == result.exit_code
    assert "\u00a0% to win (±" in result.stdout
    reasons = [line.strip() for line in result.stdout.splitlines() if "Against the" in line]
    assert reasons or "Too close to call." in result.stdout


def test_a_hint_is_the_same_every_time_and_of_an_earlier_moment(rows, finished):
    asked = ("hint", finished, "--ply", "3", "--seat", "1", "--json", *FEW)
    assert rows(*asked) == rows(*asked)


def test_a_hint_of_a_position_follows_from_what_the_seat_sees(cli, twins):
    one, two = [cli("hint", path, "--seat", "1", *FEW).stdout for path in twins]
    assert one
    assert one == two


def test_a_position_may_come_from_standard_input(cli, twins):
    typed = twins[0].read_text()
    result = cli("hint", "-", "--seat", "1", *FEW, typed=typed)
    assert cli("hint", twins[0], "--seat", "1", *FEW).stdout == result.stdout


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--seat", "10"), "--seat: expected 1 to 3, not 10"),
        ((), "several are asked; give --seat"),
        (("--seat", "1", "--ply", "99"), "ply: expected 0 to 4, not 99"),
    ],
)
def test_a_hint_that_cannot_be_given_says_why(cli, unfinished, arguments, said):
    result = cli("hint", unfinished, *arguments)
    assert 1 == result.exit_code
    assert said in result.stderr


def test_there_is_no_hint_when_the_match_is_over_nor_of_nonsense(cli, finished, tmp_path):
    assert "the match is over" in cli("hint", finished).stderr
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text("[]")
    assert "expected a record or a position" in cli("hint", nonsense).stderr


def test_a_hint_can_be_had_while_a_match_is_played(cli, monkeypatch):
    monkeypatch.setattr("microciv.cli.prompt.HINT", Budget(20))
    result = cli("play", "5x", "--seats", "you,bot:random,bot:random", typed="hint\nquit\n")
    assert "% to win" in result.stdout


def test_a_review_has_all_choices_of_the_seat_and_adds_up(rows, finished):
    [report] = rows("review", finished, "--seat", "2", "--json", *FEW)
    assert 1 == report["seat"]
    plies = [one["ply"] for one in report["decisions"]]
    assert plies == sorted(plies)
    assert len(report["costliest"]) <= 3
    sums = report["account"]
    parts = [sums[name]["change"] for name in ("choice", "luck", "others", "mixed")]
    assert sums["end"] == pytest.approx(sums["start"] + sum(parts), abs=1e-3)
    assert sums["choice"]["change"] <= 0
    for one in report["decisions"]:
        assert one["loss"] >= 0
        assert one["clear"] <= (one["loss"] > one["error"])


def test_a_review_of_whole_turns_adds_up_and_tells_of_two_moves(rows, tmp_path):
    game = open_game("civ-card-game", {"seats": 2, "max_rounds": 2})
    path = played(tmp_path / "civ.json", game, 10_000)
    [report] = rows("review", path, "--seat", "1", "--json", *FEW)
    sums = report["account"]
    parts = [sums[name]["change"] for name in ("choice", "luck", "others", "mixed")]
    assert sums["end"] == pytest.approx(sums["start"] + sum(parts), abs=1e-3)
    assert max([len(one["answer"]) for one in report["decisions"]]) > 1
    for one in report["costliest"]:
        assert one["better"] != one["played"]
        assert one["hope"] > one["chance"]


def test_a_review_in_words_has_a_line_of_chances_and_four_bars(cli, finished):
    result = cli("review", finished, *FEW)
    assert 0 == result.exit_code
    assert [3, 3] == [result.stdout.count("Review: Seat"), result.stdout.count("Own choices")]
    assert "Luck: draws, dice, thefts" in result.stdout


def test_a_costly_decision_is_told_in_the_words_of_the_game(cli, finished):
    result = cli("review", finished, "--seat", "1", "--iterations", "200")
    told = [line for line in result.stdout.splitlines() if ". Ply " in line]
    assert 1 <= len(told) <= 3
    words = " ".join(result.stdout.split())
    assert "would have left about" in words or "may have been better" in words
    assert "{" not in result.stdout


def test_a_review_is_refused_for_a_seat_that_nobody_has(cli, finished):
    result = cli("review", finished, "--seat", "8")
    assert (1, "") == (result.exit_code, result.stdout)
    assert "--seat: expected 1 to 3, not 8" in result.stderr
