"""The referee."""

from __future__ import annotations

import pytest

from microciv.core.errors import BadRecord, IllegalMove
from microciv.core.match import Match, Record, replay
from tests.core.tiny import tiny


def test_a_move_that_does_not_exist_is_refused_with_the_nearest() -> None:
    """The message helps to type it right."""
    with pytest.raises(IllegalMove, match=r"no such move: 'say 22'; did you mean 'say 2'"):
        Match(tiny()).play(0, "say 22")


def test_a_move_that_is_not_legal_now_is_refused_with_a_reason() -> None:
    """And nothing has changed."""
    match = Match(tiny())
    with pytest.raises(IllegalMove, match=r"not now: 'say 1'; not among 'plus', 'minus'"):
        match.play(0, "say 1")
    assert [0, 1] == match.owing()
    assert () == match.record().moves


def test_a_seat_that_owes_nothing_is_refused() -> None:
    """It has answered, or it does not exist."""
    match = Match(tiny())
    match.play(0, "plus")
    match.play(0, "say 1")
    for seat in (0, 2, -1):
        with pytest.raises(IllegalMove, match=f"seat {seat} owes no answer"):
            match.play(seat, "plus")


def test_nobody_plays_after_the_end() -> None:
    """The match is over."""
    match = Match(tiny())
    finish(match)
    with pytest.raises(IllegalMove, match="the match is over"):
        match.play(0, "plus")


def test_a_take_back_takes_back_all_steps() -> None:
    """Whole answers and half ones; not what was never given."""
    match = Match(tiny())
    match.play(0, "plus")
    match.take_back(0)
    match.play(0, "minus")
    match.play(0, "say 2")
    match.take_back(0)
    assert [0, 1] == match.owing()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.take_back(0)


def test_a_record_has_closed_sets_in_seat_order_and_open_answers_last() -> None:
    """Who was first is nobody's business."""
    match = Match(tiny())
    for seat in (1, 0):
        match.play(seat, "plus")
        match.play(seat, "say 1")
    match.play(1, "minus")
    moves = ((0, "plus"), (0, "say 1"), (1, "plus"), (1, "say 1"), (1, "minus"))
    assert moves == match.record().moves


def test_a_record_replays_to_any_ply() -> None:
    """Half an answer included."""
    match = Match(tiny(), seed=5)
    finish(match)
    again = replay(tiny(), match.record(), plies=5)
    assert match.record().moves[:5] == again.record().moves
    assert match.scores() == replay(tiny(), match.record()).scores()


@pytest.mark.parametrize(
    "game, rules, moves, complaint",
    [
        ("other", 1, (), "game: expected 'tiny', not 'other'"),
        ("tiny", 2, (), "rules: written under version 2; this is 1"),
        ("tiny", 1, ((0, "jump"),), r"moves\[0\]: no such move: 'jump'"),
        ("tiny", 1, ((0, "plus"), (0, "plus")), r"moves\[1\]: not now: 'plus'"),
    ],
)
def test_a_record_that_does_not_replay_says_where(
    game: str, rules: int, moves: tuple[tuple[int, str], ...], complaint: str
) -> None:
    """The ply, and what was expected there."""
    with pytest.raises(BadRecord, match=complaint):
        replay(tiny(), Record(game, rules, {"seats": 2}, "0", moves))


def test_a_match_can_begin_at_a_position() -> None:
    """Its record keeps the position and replays from there; what was sealed are moves."""
    position: dict[str, object] = {"numbers": [4, 7], "sums": []}
    match = Match(tiny(), position={**position, "sealed": {"1": ["plus"]}})
    assert ((1, "plus"),) == match.record().moves
    finish(match)
    assert position == match.record().position
    assert match.scores() == replay(tiny(), match.record()).scores()


def test_what_is_played_out_by_agreement_is_in_the_record() -> None:
    """From the open decision set on; what was sealed in it stands."""
    match = Match(tiny())
    for seat in (0, 1):
        match.play(seat, "plus")
        match.play(seat, "say 1")
    match.play(1, "minus")
    assert match.record().agreed is None
    match.agree()
    assert 4 == match.record().agreed
    assert match.record() == replay(tiny(), match.record()).record()
    finish(match)
    assert match.record() == replay(tiny(), match.record()).record()
    assert [4, None] == [replay(tiny(), match.record(), plies).agreed for plies in (4, 3)]
    with pytest.raises(IllegalMove, match="the match is over"):
        match.agree()


def test_the_ranking_shares_equal_places() -> None:
    """First to last, a list a place."""
    match = Match(tiny(3))
    match.state.numbers = [4, 7, 4]  # type: ignore[attr-defined]  # the game's own
    assert [[1], [0, 2]] == match.ranking()
    assert [2, 1, 2] == match.places()


def finish(match: Match) -> None:
    """Play to the end."""
    while match.owing():
        seat = match.owing()[0]
        match.play(seat, match.observe(seat).legal[0].text)
