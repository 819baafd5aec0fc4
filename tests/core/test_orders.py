"""Orders: answers that a seat leaves for questions to come."""

from __future__ import annotations

import copy
import pickle

import pytest

from microciv import Match, replay
from microciv.core.codec import plain_record, read_record
from microciv.core.errors import BadRecord, IllegalMove
from microciv.core.moves import Move
from microciv.core.options import Options
from microciv.core.orders import LeftOrder, Order, check_order
from microciv.core.state import Observation
from tests.core.tiny import Tiny, TinyObservation, tiny


class Ordered(Tiny):
    """Says no more than its number, where that is the condition."""

    def order_terms(self) -> dict[str, list[str]]:
        return {"say": ["low"]}

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        assert isinstance(seen, TinyObservation)
        return not move.text.startswith("say") or int(move.text[4:]) <= seen.number


def order(*wishes: str, when: str = "", round_: int = 0, phase: str = "say") -> Order:
    return Order(phase, round_, when, wishes)


def match(seed: int = 1) -> Match:
    return Match(Ordered(Options(2)), seed)


def test_each_step_is_the_most_wanted_wish_that_is_legal():
    one = match()
    assert ["minus", "say 2"] == one.obey(0, [order("say 2", "minus", "plus")])
    assert ("minus", "say 2") == one.sealed(0)


def test_an_answer_that_does_not_become_whole_is_not_begun():
    one = match()
    assert [] == one.obey(0, [order("minus")])
    assert () == one.sealed(0)
    assert ["plus", "say 1"] == one.obey(0, [order("minus"), order("plus", "say 1")])


def test_a_condition_is_asked_of_every_step():
    one = match()
    one.state.numbers[0] = 1  # type: ignore[attr-defined]  # the state of this game
    wishes = ("plus", "say 2", "say 1")
    assert ["plus", "say 1"] == copy.copy(one).obey(0, [order(*wishes, when="low")])
    assert ["plus", "say 2"] == one.obey(0, [order(*wishes)])


@pytest.mark.parametrize("wrong", [{"phase": "other"}, {"round_": 3}])
def test_an_order_is_for_its_question_and_its_round(wrong: dict[str, object]):
    assert [] == match().obey(0, [order("plus", "say 1", **wrong)])  # type: ignore[arg-type]


def test_what_a_person_has_begun_is_theirs_to_end():
    one = match()
    one.play(0, "plus")
    assert [] == one.obey(0, [order("plus", "minus", "say 1")])


def test_the_record_tells_what_orders_gave():
    one = match()
    one.obey(0, [order("plus", "say 1")])
    one.answer(1, "minus", "say 0")
    one.answer(0, "plus", "say 0")
    assert (0, 1) == one.record().ordered
    one.obey(1, [order("plus", "say 1")])
    assert (0, 1, 6, 7) == one.record().ordered
    for again in (
        replay(one.game, one.record()),
        replay(one.game, read_record(plain_record(one.record()))),
        copy.copy(one),
    ):
        assert one.record() == again.record()
    assert one.record() == pickle.loads(pickle.dumps(one.record()))  # of ours


def test_an_answer_that_is_given_anew_is_the_seats_own():
    one = match()
    one.obey(0, [order("plus", "say 1")])
    one.answer(0, "plus", "say 1", afresh=True)
    assert () == one.record().ordered
    one.obey(1, [order("plus", "say 1")])
    assert (2, 3) == one.record().ordered


@pytest.mark.parametrize("plies", [3, [9], ["1"], [-1], [True]])
def test_a_record_names_plies_that_it_has(plies: object):
    data = plain_record(match().record())
    with pytest.raises(BadRecord, match="ordered: expected the numbers of plies, below 0"):
        read_record({**data, "ordered": plies})


LEFT = {"seat": 0, "phase": "say", "round": 2, "when": "low", "wishes": ["plus"], "used": False}


def test_a_record_tells_what_was_left():
    data = {**plain_record(match().record()), "left": [LEFT]}
    record = read_record(data)
    assert (LeftOrder(0, order("plus", when="low", round_=2), False),) == record.left
    assert data == plain_record(record)
    assert record == pickle.loads(pickle.dumps(record))  # of ours


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 15}, {"seat": "0"}, {"round": -1}, {"phase": 1}, {"when": None}, {"wishes": [1]},
     {"wishes": "plus"}, {"used": 1}],
)  # fmt: skip
def test_what_is_no_order_cannot_be_left(wrong: dict[str, object]):
    data = plain_record(match().record())
    for left in ([{**LEFT, **wrong}], [3], "left", None):
        with pytest.raises(BadRecord, match="left: expected orders, each with seat"):
            read_record({**data, "left": left})


@pytest.mark.parametrize(
    "wrong, why",
    [
        (order("say 9"), "wishes: no such move: 'say 9'"),
        (order("plus", phase="bid"), "phase: expected one of say, not 'bid'"),
        (order("plus", when="high"), "when: expected one of low, or none, not 'high'"),
    ],
)
def test_what_could_never_answer_is_refused(wrong: Order, why: str):
    with pytest.raises(IllegalMove) as told:
        check_order(match().game, wrong)
    assert why == str(told.value)


def test_a_game_without_terms_takes_no_orders():
    with pytest.raises(IllegalMove, match="Tiny takes no orders"):
        check_order(tiny(), order("plus"))
