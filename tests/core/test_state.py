"""Ask, seal, advance."""

from __future__ import annotations

from microciv.core.events import Task
from tests.core.tiny import AMOUNTS, MINUS, PLUS, tiny


def test_a_set_closes_when_the_last_seat_has_answered() -> None:
    """Nobody's answer takes effect before."""
    state = tiny().deal(1)
    assert [0, 1] == state.to_act
    for move in (PLUS, AMOUNTS[2]):
        state.apply(0, move)
    assert [1] == state.to_act
    assert [0, 0] == state.sums
    for move in (MINUS, AMOUNTS[1]):
        state.apply(1, move)
    assert [2, -1] == state.sums
    assert [0, 1] == state.to_act


def test_an_answer_of_several_steps_stays_open_until_its_last() -> None:
    """`closes` says when an answer is whole; what is legal depends on the steps so far."""
    state = tiny().deal(1)
    state.apply(0, PLUS)
    assert [0, 1] == state.to_act
    assert (PLUS,) == state.answers[0]
    assert AMOUNTS == state.legal(0)


def test_all_may_answer_at_once() -> None:
    """A step each, in the order of who is to act; the set closes when all are whole."""
    state = tiny().deal(1)
    assert [[PLUS, MINUS], [PLUS, MINUS]] == state.legal_all()
    state.apply_all([PLUS, MINUS])
    assert [0, 1] == state.to_act
    state.apply(0, AMOUNTS[2])
    assert [AMOUNTS] == state.legal_all()
    state.apply_all([AMOUNTS[1]])
    assert [2, -1] == state.sums


def test_a_reopened_seat_owes_again_in_the_order_asked() -> None:
    """Its sealed steps are gone."""
    state = tiny(3).deal(1)
    for seat in (0, 1):
        state.apply(seat, PLUS)
        state.apply(seat, AMOUNTS[0])
    state.reopen(0)
    assert [0, 2] == state.to_act
    assert () == state.answers[0]


def test_every_set_has_its_number() -> None:
    """A stale answer can be told by it."""
    state = tiny().deal(1)
    before = state.sets
    for seat in (0, 1):
        state.apply(seat, PLUS)
        state.apply(seat, AMOUNTS[0])
    assert before + 1 == state.sets


def test_the_end_is_asking_nobody() -> None:
    """Phase 0, named "over" in every game."""
    state = tiny().deal(1)
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, state.legal(seat)[0])
    assert [] == state.asked
    assert "over" == state.observe(0).phase


def test_new_tasks_go_before_those_scheduled() -> None:
    """Questions within questions are a list of tasks."""
    state = tiny().deal(1)
    state.reschedule([Task(1)])
    state.schedule([Task(2), Task(3)])
    assert [2, 3, 1] == [task.kind for task in state.scheduled()]


def test_a_whisper_hides_marked_parts_from_others() -> None:
    """HIDDEN is -1; a spectator is nobody's confidant."""
    state = tiny().deal(1)
    own = ("dealt", (0, state.numbers[0], 0))
    assert own == state.heard(0)[0]
    assert ("dealt", (0, -1, 0)) == state.heard(1)[0]
    assert ("dealt", (0, -1, 0)) == state.heard(15)[0]


def test_a_quiet_state_hears_nothing() -> None:
    """And forgets what it had heard; the original does not."""
    state = tiny().deal(1)
    copy = state.clone()
    copy.hush()
    copy.apply(0, PLUS)
    assert [] == copy.heard(0)
    assert 2 == len(state.heard(0))


def test_a_clone_that_hears_does_not_speak_to_the_original() -> None:
    """They share the log only until one of them adds to it."""
    state = tiny().deal(1)
    copy = state.clone()
    for other in (copy, state.clone()):
        for seat in (0, 1):
            other.apply(seat, PLUS)
            other.apply(seat, AMOUNTS[1])
    assert 2 == len(state.heard(0))
    assert 4 == len(copy.heard(0))
    for seat in (0, 1):
        state.apply(seat, PLUS)
        state.apply(seat, AMOUNTS[2])
    assert ("said", (0, 1, 0)) == copy.heard(0)[2]
    assert ("said", (0, 2, 0)) == state.heard(0)[2]
