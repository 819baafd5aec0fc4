"""A live match and its log, on a tiny game whose answers have several steps."""

from __future__ import annotations

import json

import msgspec
import pytest

from microciv.core.codec import plain
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games import open_game
from microciv.server.store.rows import MatchRow
from microciv.server.table import new_tables
from microciv.server.table.live_match import MOST_CHANGES, LiveMatch, resume
from microciv.server.table.replays import unpacked
from microciv.server.table.views import table_view
from microciv.server.wire.messages import NewTable, Refused, SeatPlan
from tests.server.spelling import Spelling, SpellingOptions, offer_spelling, spelling, told


class Whispering(Spelling):
    """As above, but everybody keeps to themselves what they have."""

    def scores_seen(self, seen: Observation, scores: list[int]) -> list[int]:
        return [score if seat == seen.seat else 0 for seat, score in enumerate(scores)]

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        return [{"words": 1} if seat == seen.seat else {} for seat in range(self.seats)]


ROW = MatchRow("t", 1, "spelling", {}, ["Ann", "Ben"], 7)


def snapshot(live: LiveMatch) -> object:
    views = [told(live, seat) for seat in (0, 1, 15)]
    return views, live.plies, [live.status(seat) for seat in (0, 1)], plain(live.match.record())


def legal(live: LiveMatch, seat: Seat) -> list[str]:
    return [str(move["text"]) for move in told(live, seat).legal]


def sealed(live: LiveMatch, seat: Seat) -> list[str]:
    return [str(move["text"]) for move in told(live, seat).answer]


def test_an_answer_is_built_step_by_step_or_at_once():
    live = LiveMatch(spelling(), ROW)
    live.answer(0, ("a",))
    assert ("thinking", ["a"]) == (live.status(0), sealed(live, 0))
    assert ["a", "b", "stop"] == legal(live, 0)
    assert [False, False] == [told(live, seat).complete for seat in (0, 15)]
    live.answer(0, ("a", "b"))
    assert told(live, 0).complete
    assert ("locked", ["a", "b"]) == (live.status(0), sealed(live, 0))
    assert ["a", "b"] == legal(live, 0)
    live.answer(0, ("b", "stop"))
    live.answer(1, ("a", "a"))
    assert 2 == live.decision
    assert ["a", "b"] == legal(live, 1)


@pytest.mark.parametrize("former", [(), ("a",), ("a", "b")])
@pytest.mark.parametrize(
    "moves", [("stop",), ("a", "x"), ("a", "stop", "a"), ("a", "b", "a", "a"), ("", "a")]
)
@pytest.mark.parametrize("last", [False, True])
def test_a_refused_answer_leaves_no_trace(
    former: tuple[str, ...], moves: tuple[str, ...], last: bool
):
    """Not even where its first steps would have closed the set."""
    live = LiveMatch(spelling(), ROW)
    if last:
        live.answer(1, ("b", "b"))
    if former and not (last and len(former) == 2):
        live.answer(0, former)
    before = snapshot(live)
    with pytest.raises(Refused) as refused:
        live.answer(0, moves)
    assert "illegal" == refused.value.code
    assert before == snapshot(live)


def test_who_is_not_asked_hears_the_reason_of_the_game():
    """With its clause."""
    game = open_game("5x", {"seats": 3, "leaders": False})
    live = LiveMatch(game, MatchRow("t", 1, "5x", {}, ["Ann", "Ben", "Cleo"], 7))
    for seat, move in enumerate(("explore", "exploit", "exploit")):
        live.answer(seat, (move,))
    with pytest.raises(Refused, match="not now: 'expand'; ") as refused:
        live.answer(0, ("expand",))
    assert "5X-22" == refused.value.clauses
    assert "5X-22" not in refused.value.message
    with pytest.raises(Refused, match="nothing to take back"):
        live.answer(0, ())


def test_only_the_reasons_of_games_have_clauses():
    told = "there is no bot 'Deep (GPT-4)'"
    assert (told, "") == (Refused("not_found", told).message, Refused("not_found", told).clauses)
    reason = Refused("illegal", "you hold 3 (5X-43); they are spent (5X-B2)")
    assert ("you hold 3; they are spent", "5X-43, 5X-B2") == (reason.message, reason.clauses)


def test_after_very_many_changes_an_answer_can_only_be_gone_on_with():
    live = LiveMatch(spelling(), ROW)
    for number in range(MOST_CHANGES):
        live.answer(0, ("ab"[number % 2],))
    for moves in ((), ("a",), ("b",), ("a", "stop")):
        with pytest.raises(Refused, match="sealed answer is final"):
            live.check_changes(0, moves)
    live.check_changes(0, ("b", "stop"))
    live.check_changes(1, ("a",))


def test_bots_are_shown_as_locked_together(monkeypatch: pytest.MonkeyPatch):
    """Whose answer has fewer steps is no business of the table."""
    offer_spelling(monkeypatch)
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="bot", level="random")] * 2]
    table, token, _ = new_tables.new_table(NewTable(game="spelling", seats=seats), "t")
    live = LiveMatch(table.open_game(), MatchRow("t", 1, "spelling", {}, table.names(), 7))

    def statuses() -> list[str]:
        return [seat.status for seat in table_view(table, live, {table.host.token}, token).seats]

    live.answer(0, ("a", "b"))
    live.answer(1, ("a", "b"), by="bot random")
    live.answer(2, ("a",), by="bot random")
    assert ["locked", "thinking", "thinking"] == statuses()
    live.answer(0, ())
    live.answer(2, ("a", "b"), by="bot random")
    assert ["thinking", "locked", "locked"] == statuses()


def test_without_changes_a_sealed_answer_stands():
    live = LiveMatch(spelling(changes=False), ROW)
    live.answer(0, ("a",))
    live.answer(0, ("b", "stop"))
    before = snapshot(live)
    assert [] == legal(live, 0)
    for moves in (("a", "a"), ()):
        with pytest.raises(Refused, match="cannot be changed"):
            live.answer(0, moves)
    assert before == snapshot(live)


def test_the_log_gives_the_match_again_at_every_ply():
    live = LiveMatch(spelling(), ROW)
    words = ["a", "b b", "", "b a", "a stop", "b"]
    steps = [(seat, tuple(words[n].split())) for n, seat in enumerate((0, 1, 1, 0, 1, 1))]
    for number, (seat, moves) in enumerate(steps):
        live.answer(seat, moves, str(number))
        again = resume(spelling(), ROW, live.log)
        assert snapshot(live) == snapshot(again)
        assert all(again.knows(steps[n][0], str(n)) for n in range(number + 1))
    assert not live.knows(0, "1")


def test_every_phase_of_a_match_comes_back_from_its_log():
    """As after kill -9: the same sealed answers, choices, events and seals, whatever was asked."""
    rng, phases = Rng(5), set()
    game = open_game("5x", {"seats": 3, "leader_pool": "all15"})
    for seed in range(8):
        row = MatchRow("t", 1, "5x", {}, ["Ann", "Ben", "Cleo"], seed)
        live = LiveMatch(game, row)
        while not live.over:
            phases.add(live.match.observe(0).phase)
            asked = live.match.observe(0).asked
            seat = asked[rng.below(len(asked))]
            seen = live.match.observe(seat)
            if seen.answer and rng.below(3) == 0:
                live.answer(seat, ())
            else:
                legal = told(live, seat).legal
                texts = [str(move["text"]) for move in legal]
                rare = "dido" in texts and rng.below(2) == 0
                live.answer(seat, ("dido" if rare else texts[rng.below(len(texts))],))
            again = resume(game, row, live.log)
            for view in (0, 1, 2, 15):
                assert told(live, view) == told(again, view)
            assert [live.status(n) for n in range(3)] == [again.status(n) for n in range(3)]
    assert {"pass", "select", "bid", "dido", "dig"} <= phases


def test_points_are_told_as_far_as_the_game_says_that_a_seat_may_know():
    live = LiveMatch(Whispering(SpellingOptions(2)), ROW)
    for seat in (0, 1):
        live.answer(seat, ("a", "b"))
    assert [[2, 0], [0, 2], [0, 0]] == [told(live, seat).scores for seat in (0, 1, 15)]
    assert [{"words": 1}, {}] == told(live, 0).sources
    open_live = LiveMatch(spelling(), ROW)
    assert ([0, 0], [{}, {}]) == (told(open_live, 1).scores, told(open_live, 1).sources)


def test_what_is_worked_out_for_a_seat_goes_to_that_seat_alone():
    live = LiveMatch(spelling(), ROW)
    live.answer(0, ("a",))
    assert [{"letters": [{"text": "a"}]}, {"letters": []}, {}] == [
        told(live, seat).notes for seat in (0, 1, 15)
    ]


def test_the_end_is_shown_with_places_and_kept_from_every_view():
    live = LiveMatch(spelling(), ROW)
    for word in (("a", "b"), ("b", "stop")):
        live.answer(1, word)
        live.answer(0, word)
    live = LiveMatch(spelling(), ROW)
    for moves in ((("a", "b"), ("a", "stop")), (("a", "a"), ("b", "b"))):
        for seat, word in enumerate(moves):
            live.answer(seat, word)
    update = told(live, 0)
    assert (True, [4, 4], [1, 1]) == (live.over, update.scores, update.places)
    kept = live.outcome(live.row.names)
    assert "7" == json.loads(kept.record)["seed"]
    views = {seat: msgspec.json.decode(view) for seat, view in unpacked(kept.replay).items()}
    assert ["0", "1", "15"] == list(views)
    steps = views["1"]["steps"]
    assert [{"0": ["a", "b"], "1": ["a", "stop"]}, {"0": ["a", "a"], "1": ["b", "b"]}, {}] == [
        {seat: [move["text"] for move in moves] for seat, moves in step["answers"].items()}
        for step in steps
    ]
    assert [{"letters": []}, {"letters": []}, {}] == [step["notes"] for step in steps]
    for refused, (match, decision) in {"over": (1, 3), "stale": (2, 1)}.items():
        with pytest.raises(Refused) as error:
            live.check(match, decision)
        assert refused == error.value.code
