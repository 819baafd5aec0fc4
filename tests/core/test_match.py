"""The referee."""

from __future__ import annotations

import pytest

from microciv.core.errors import BadRecord, BadSeat, IllegalMove
from microciv.core.fields import shown
from microciv.core.match import Match, Record, replay
from microciv.core.moves import SPECTATOR
from tests.core.tiny import tiny


def test_a_move_that_does_not_exist_is_refused_with_the_nearest_that_could_be_made() -> None:
    """Letters are compared in either case; nothing is proposed that would be refused."""
    match = Match(tiny())
    with pytest.raises(IllegalMove, match=r"no such move: 'PLUSS'; did you mean 'plus'\?"):
        match.play(0, "PLUSS")
    with pytest.raises(IllegalMove, match=r"no such move: 'say 22'$"):
        match.play(0, "say 22")
    match.play(0, "plus")
    with pytest.raises(IllegalMove, match=r"did you mean 'say 2' or 'say 1' or 'say 0'\?"):
        match.play(0, "say 22")


def test_a_move_that_is_not_legal_now_is_refused_with_a_reason() -> None:
    """And nothing has changed."""
    match = Match(tiny())
    with pytest.raises(IllegalMove, match=r"not now: 'say 1'; expected 'plus' or 'minus'"):
        match.play(0, "say 1")
    assert [0, 1] == match.to_act()
    assert () == match.record().moves


def test_a_seat_that_owes_nothing_is_refused() -> None:
    """It has answered, or only watches."""
    match = Match(tiny())
    match.answer(0, "+1")
    with pytest.raises(IllegalMove, match="your answer is sealed; take it back first"):
        match.play(0, "plus")
    with pytest.raises(IllegalMove, match="you are not to act now"):
        match.play(SPECTATOR, "plus")


@pytest.mark.parametrize("seat", [2, -1, 14, "0", 0.0, True, None, [0], "\n" * 9999])
def test_a_seat_that_does_not_exist_is_refused_by_name(seat: object) -> None:
    """Of whatever type it is, and by every door."""
    match = Match(tiny())
    for ask in (
        match.observe,
        match.heard,
        match.sealed,
        match.take_back,
        lambda seat: match.play(seat, "plus"),
        lambda seat: match.answer(seat, "+1"),
        lambda seat: match.steps(seat, "+1"),
    ):
        with pytest.raises(BadSeat) as refusal:
            ask(seat)
        assert f"there is no seat {shown(seat)}; expected 0 to 1" == str(refusal.value)


def test_a_spectator_seals_nothing() -> None:
    match = Match(tiny())
    match.play(1, "plus")
    assert [(), ("plus",), ()] == [match.sealed(seat) for seat in (0, 1, SPECTATOR)]


def test_a_line_is_sealed_as_a_whole() -> None:
    """The steps that it stands for, or the one that it is."""
    match = Match(tiny())
    assert ["plus", "say 2"] == match.answer(0, "+2")
    assert ["minus"] == match.answer(1, "minus")
    assert ["say 0"] == match.answer(1, "say 0")
    assert ((0, "plus"), (0, "say 2"), (1, "minus"), (1, "say 0")) == match.record().moves


@pytest.mark.parametrize(
    "lines, complaint",
    [
        (("+3",), "no such move: 'say 3'; did you mean 'say 2' or 'say 1' or 'say 0'?"),
        (("plus", "minus"), "not now: 'minus'; expected 'say 0', 'say 1' or 'say 2'"),
        (("+1", "+1"), "the answer ends with 'say 1'; leave '+1' out"),
        (("plus", "say 1", "say 2"), "the answer ends with 'say 1'; leave 'say 2' out"),
        (("plus", ""), "no such move: ''"),
    ],
)
@pytest.mark.parametrize("others", [(), ("-2",)])
def test_a_line_that_cannot_be_as_a_whole_is_nothing(
    others: tuple[str, ...], lines: tuple[str, ...], complaint: str
) -> None:
    """Also where its first steps would have closed the set."""
    match = Match(tiny())
    for line in others:
        match.answer(1, line)
    before = (match.record(), match.position(), match.heard(0))
    for afresh in (False, True):
        with pytest.raises(IllegalMove) as refusal:
            match.answer(0, *lines, afresh=afresh)
        assert complaint == str(refusal.value)
    assert before == (match.record(), match.position(), match.heard(0))


def test_an_answer_that_has_to_be_whole_is_refused_by_halves() -> None:
    """Steps alone may be sealed one by one."""
    match = Match(tiny())
    with pytest.raises(IllegalMove, match="the answer goes on after 'plus'; expected 'say 0'"):
        match.answer(0, "plus", whole=True)
    assert ["plus"] == match.answer(0, "plus")
    assert ["say 1"] == match.answer(0, "say 1", whole=True)


def test_an_answer_can_take_the_place_of_the_last_one() -> None:
    """Whole or in part; no line takes it back; what is refused leaves the last one."""
    match = Match(tiny())
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.answer(0, afresh=True)
    match.answer(0, "+2", afresh=True)
    match.answer(0, "minus", afresh=True)
    assert ((0, "minus"),) == match.record().moves
    with pytest.raises(IllegalMove, match="no such move"):
        match.answer(0, "+9", afresh=True)
    assert ((0, "minus"),) == match.record().moves
    match.answer(0, afresh=True)
    assert () == match.record().moves


def test_the_steps_of_a_line_can_be_asked_for() -> None:
    """Nothing has changed then."""
    match = Match(tiny())
    assert ["plus", "say 2"] == [step.text for step in match.steps(0, "+2")]
    assert () == match.record().moves


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
    assert [0, 1] == match.to_act()
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
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
