"""Positions: out of a match and back, and from a few words by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

import microciv
from microciv import SPECTATOR, BadPosition, Match
from microciv.core.plain import plain
from tests.games.five_ages.table import (
    at,
    build,
    civ,
    five_ages,
    hand,
    hands,
    lay,
    legal,
    new_match,
    no_trade,
    offers,
    phase,
    play_round,
    random_match,
    row,
    sizes,
    tick,
    told,
)

WAR: dict[str, object] = {"jokers": 4}
TABLES: list[tuple[int, dict[str, object]]] = [
    *[(seats, {}) for seats in (3, 4, 5, 6, 7)],
    *[(seats, WAR) for seats in (3, 4, 5, 6, 7)],
    (4, {"jokers": 4, "war_timing": "after_swaps"}),
    (5, {"jokers": 4, "war_timing": "after_swaps", "exchange_visibility": "hidden"}),
    (3, {"jokers": 3, "joker_in_civ": "forbidden", "exchange_visibility": "hidden"}),
    (4, {"jokers": 2, "joker_in_civ": "wild", "tie_break": "hand_cards"}),
    (3, {"trade_ticks": 6, "offers_visible": "pair"}),
    (3, {"trade_ticks": 1, "ace_low": False}),
]  # fmt: skip


def saved(match: Match) -> dict[str, Any]:
    """The document as a file has it."""
    document = json.loads(json.dumps(plain(match.position())))
    assert isinstance(document, dict)
    return document


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_position_can_be_saved_and_set_up_at_any_moment(seats: int, options: dict[str, object]):
    """F.1: through JSON, sealed answers and all; every seat sees what it saw before."""
    phases, every = set(), 2 * seats
    for seed in range(3):
        for number, match in enumerate(random_match(seed, seats, **options)):
            if number % every != seed and match.to_act():
                continue
            document = saved(match)
            other = microciv.set_up(document)
            for seat in (seed, SPECTATOR):
                assert at(match, seat) == at(other, seat)
            assert document == saved(other)
            assert match.to_act() == other.to_act()
            phases.add(phase(match))
    assert {"row", "trade", "build", "over"} == phases


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_match_goes_on_from_a_position_as_it_would_have(seats: int, options: dict[str, object]):
    """F.1: move by move to the same end: draws, thefts, ticks, silence and all."""
    for cut in range(1, 120, 41):
        moments = random_match(cut, seats, **options)
        match = [next(moments) for _ in range(cut)][-1]
        other = microciv.set_up(saved(match))
        while match.to_act():
            for seat in match.to_act():
                moves = legal(match, seat)
                assert moves == legal(other, seat)
                match.play(seat, moves[cut % len(moves)])
                other.play(seat, moves[cut % len(moves)])
        assert saved(match) == saved(other)
        assert match.scores() == other.scores()


def test_a_record_may_begin_at_a_position():
    """F.1, INV-A15: and replays from there, thefts included."""
    match = five_ages(3, round=3, hand={0: "Jk 2C 3C"}, options={"jokers": 2})
    lay(match, "3C attack W")
    record = microciv.read_record(json.loads(json.dumps(microciv.plain_record(match.record()))))
    other = microciv.replay(match.game, record)
    assert match.position() == other.position()


# --- by hand


def test_what_is_not_said_follows():
    """Seats from the table, the question, cards in table order, the token of the round."""
    match = microciv.set_up({"game": "5-ages", "round": 3, "table": [{}, {}, {}, {}]})
    assert (4, "row", [0, 1, 2, 3]) == (match.game.seats, phase(match), match.to_act())
    assert "2C 2D" == civ(match, 0)
    assert "2H 2S 3C" == hand(match, 0)
    assert [(3, 2)] * 4 == sizes(match)
    seen = at(match)
    assert (2, 52 - 20, 0, 0, ()) == (seen.token, seen.deck, seen.fired, seen.tick, seen.past)


def test_named_cards_come_first_and_the_rest_is_filled_up():
    """What one seat names is not given to another."""
    match = five_ages(3, round=2, hand={2: "2C 2D 2H"}, civ={1: "2S"}, deck="3C 3D")
    assert (["3H", "2S"], "2C 2D 2H") == ([civ(match, 0), civ(match, 1)], hand(match, 2))
    assert {"3C", "3D"}.isdisjoint(" ".join(hands(match)).split())


def test_the_deck_begins_with_the_cards_that_are_named():
    """The rest follows in table order, Jokers last."""
    match = five_ages(3, deck="AS AH AD", options={"jokers": 2})
    document = saved(match)
    assert ["AS", "AH", "AD", "4D"] == document["deck"][:4]
    assert ["AC", "Jk", "Jk"] == document["deck"][-3:]


def test_a_trade_without_rows_has_the_lowest_cards_left():
    """5A-10: two each, and one in hand."""
    match = five_ages(3, phase="trade")
    assert ["2C 2D", "2S 3C", "3H 3S"] == [row(match, seat) for seat in range(3)]
    assert ["2H", "3D", "4C"] == hands(match)
    assert (1, (1, 1, 1)) == (at(match).tick, at(match).past[-1].kept)


def test_a_trade_in_the_middle():
    """F.3: the tick, lists that stand, who is done, gaps in rows, silence."""
    match = five_ages(
        4, phase="trade", row={0: "7S -", 1: "TD 4S", 2: "- 9C", 3: "8H 3C"},
        hand={0: "AS AD"}, offers={0: "offer 7S for W:4S, offer 7S for W:TD"},
        done={3: True}, idle={1: 2}, fields={"tick": 3, "token": 3},
    )  # fmt: skip
    seen = at(match)
    assert (3, 3, 3) == (seen.tick, seen.ticks, seen.token)
    assert ["offer 7S for W:4S", "offer 7S for W:TD"] == offers(match, 0)
    assert ["7S -", "TD 4S", "- 9C", "8H 3C"] == [row(match, seat) for seat in range(4)]
    assert ([0, 1, 2], 2, True) == (match.to_act(), at(match, 1).idle, seen.table[3].done)
    tick(match, {1: "offer TD for E:7S"})
    assert "TD AD AS" == hand(match, 0)


def test_jokers_wait_in_rows_where_war_comes_after_the_swaps():
    """5A-62, war_timing: and are fired from there."""
    match = five_ages(
        3, phase="trade", round=2, row={0: "Jk 7S"}, civ={1: "KC"},
        options={"jokers": 2, "war_timing": "after_swaps"},
    )  # fmt: skip
    tick(match)
    assert [(0, 1)] == told(match, "hit")
    assert "KC" in hand(match, 0)


@pytest.mark.parametrize("name", ["trade", "build"])
def test_a_robbed_player_has_a_card_less_built_and_one_more_in_hand(name: str):
    """5A-58: the hand that is not said is filled up to four."""
    match = five_ages(
        3, phase=name, round=3, civ={1: "KC"}, options={"jokers": 2}, fields={"fired": 1}
    )
    assert [(3, 2), (4, 1), (3, 2)] == sizes(match)
    assert ([1, 2, 1], 1) == ([at(match, seat).to_place for seat in range(3)], at(match).fired)


def test_a_position_before_building():
    """5A-25: half an answer may be sealed."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "AS AD AH"}, fields={"sealed": {"0": ["build AS"]}}
    )
    assert ["build AS"] == [move.text for move in at(match, 0).answer]
    assert ["done", "replace 1:AD", "replace 1:AH"] == legal(match, 0)
    assert "AS" in hand(match, 0)


def test_a_final_position_is_scored():
    """5A-43: without a past, too."""
    match = five_ages(3, round=5, phase="over", civ={2: "AS KS QS JS TS"})
    assert ([2], []) == (match.ranking()[0], match.to_act())
    assert "AS" in at(match, 0).table[2].shown


def test_sealed_answers_are_sealed():
    """Still hidden, still to be changed."""
    match = five_ages(
        3, hand={0: "AS AD AH"}, fields={"sealed": {"0": ["keep AS"], "2": ["keep 3C"]}},
    )  # fmt: skip
    assert ([1], ["keep AS"]) == (match.to_act(), [move.text for move in at(match, 0).answer])
    assert () == at(match, 1).past
    match.take_back(2)
    assert [1, 2] == match.to_act()
    record = microciv.replay(match.game, match.record())
    assert match.position() == record.position()


def test_options_of_the_document_take_effect():
    """F.1: those that it does not name have their defaults."""
    match = five_ages(3, options={"trade_ticks": 5, "jokers": 3})
    assert (5, 55 - 9) == (at(match).ticks, at(match).deck)
    assert {"seats": 3, "jokers": 3, "trade_ticks": 5} == saved(match)["options"]


def test_thefts_to_come_are_in_the_document():
    """5A-57, INV-A15: the generator as it stands."""
    first, second = (
        five_ages(
            4, round=5, hand={0: "Jk 2C 3C"}, civ={1: "AC AD AH AS"}, options={"jokers": 2},
            fields={"generator": words},
        )
        for words in ([1, 2, 3, 4], [2**32 - 1, 0, 0, 2**32 - 1])
    )  # fmt: skip
    assert [1, 2, 3, 4] == saved(first)["generator"]
    for match in (first, second):
        again = microciv.set_up(saved(match))
        for other in (match, again):
            lay(other, "attack W")
        assert hand(match, 0) == hand(again, 0)
    assert "generator" not in saved(five_ages(3))
    assert "fired" not in saved(five_ages(3))


def test_only_a_trade_has_rows():
    """What a phase does not have is not in its document."""
    fields = {"hand", "civ"}
    assert [fields] * 3 == [set(seat) for seat in saved(five_ages(3, phase="build"))["table"]]
    trading = saved(five_ages(3, phase="trade"))
    assert [fields | {"row", "offers", "done", "idle"}] * 3 == [set(s) for s in trading["table"]]
    assert ("tick" in trading, "tick" in saved(five_ages(3))) == (True, False)


def test_a_past_may_begin_later():
    """5A-39: what is remembered are the last rounds; who looks knows nothing of those before."""
    match = new_match(3)
    for _round in range(3):
        play_round(match)
    document = saved(match)
    later = microciv.set_up(document | {"past": document["past"][1:]})
    assert [2, 3] == [age.round for age in at(later).past]
    nothing = microciv.set_up(document | {"past": []})
    assert [(), (), ()] == [seat.known for seat in at(nothing).table]
    seats = zip(at(match).table, at(later).table, strict=True)
    assert all(set(now.known) <= set(before.known) for before, now in seats)


@pytest.mark.parametrize("name", ["row", "trade", "build", "over"])
def test_a_position_without_a_past_plays_on(name: str):
    """5A-39: whatever the phase."""
    match = five_ages(
        4, phase=name, round=5 if name == "over" else 2, options={"jokers": 4}
    )  # fmt: skip
    again = microciv.set_up(saved(match))
    assert saved(match) == saved(again)
    while again.to_act():
        {"row": lay, "trade": no_trade, "build": build}[phase(again)](again)
    assert "over" == phase(again)


FIRED_IN_ROUND_1 = {
    "no Joker can be fired before the first row": ({}, "row"),
    "a Joker in round 1, and a trade": ({"row": {0: "7S -"}, "hand": {0: "AS AH"}}, "trade"),
    "a Joker in round 1, before building": ({}, "build"),
}


@pytest.mark.parametrize("parts, name", FIRED_IN_ROUND_1.values(), ids=FIRED_IN_ROUND_1)
def test_jokers_fired_in_round_1_without_a_past(parts: dict[str, Any], name: str):
    """5A-61, 5A-70: the position is refused or saves as it was set up, then and later."""
    try:
        match = five_ages(3, phase=name, options={"jokers": 2}, fields={"fired": 1}, **parts)
    except BadPosition:
        return
    while match.to_act():
        assert saved(match) == saved(microciv.set_up(saved(match)))
        {"row": lay, "trade": no_trade, "build": build}[phase(match)](match)


@pytest.mark.parametrize("parts", [
    {"round": 3, "fired": 1, "table": [{"civ": ["AS"], "hand": ["KS", "KD"]}, {}, {}]},
    {"round": 2, "fired": 2, "table": [{"civ": [], "hand": ["KS", "KD"]}, {"row": ["", ""]}, {}]},
    {"round": 1, "tick": 2, "fired": 2, "table": [{"row": ["7S", ""]}, {"row": ["", ""]}, {}]},
])  # fmt: skip
def test_a_round_that_is_remembered_from_its_trade_on_can_be_saved(parts: dict[str, Any]):
    """5A-39, 5A-58: somebody was robbed, and whose Joker it was is forgotten."""
    match = microciv.set_up({"game": "5-ages", "phase": "trade", "options": {"jokers": 4}, **parts})
    assert saved(match) == saved(microciv.set_up(saved(match)))


def test_jokers_that_nobody_fired_are_not_out():
    """5A-61: in round 1 with every row whole, and one for each who was robbed."""
    jokers: dict[str, Any] = {"game": "5-ages", "phase": "trade", "options": {"jokers": 4}}
    with pytest.raises(BadPosition, match=r"^fired: 0 Jokers were fired in the rounds of the past"):
        microciv.set_up({**jokers, "round": 1, "fired": 1, "table": [{}, {}, {}]})
    match = microciv.set_up({
        **jokers, "round": 2, "phase": "build", "fired": 2, "table": [{"civ": []}, {"civ": []}, {}],
    })  # fmt: skip
    build(match)
    with pytest.raises(BadPosition, match=r"^fired: 2 Jokers were fired in the rounds of the past"):
        microciv.set_up({**saved(match), "fired": 1})
