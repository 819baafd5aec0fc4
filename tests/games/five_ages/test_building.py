"""B.5: building in secret, and the exchange."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR
from microciv.games.five_ages.rules.building import to_place
from microciv.games.five_ages.rules.state import FiveAgesState
from tests.games.five_ages.table import (
    at,
    build,
    civ,
    deck,
    five_ages,
    game_of,
    hand,
    in_order,
    legal,
    phase,
    refusal,
    told,
    truth,
)

CIV = "2C 2D 2H 2S"


def test_everybody_places_one_card():
    """5A-25: any card of the hand."""
    match = five_ages(3, phase="build", hand={0: "AS 7S QH"}, deck="2C")
    assert ["build 7S", "build QH", "build AS"] == legal(match, 0)
    build(match, {0: "build QH"})
    assert ("QH", "2C 7S AS") == (civ(match, 0), hand(match, 0))


def test_then_an_old_card_may_be_exchanged_for_one_from_hand():
    """5A-26, 5A-28, B-28: places count in the order in which the civilization is seen."""
    match = five_ages(3, phase="build", round=3, hand={0: "AS 7S QH"}, civ={0: "KD 3C"})
    match.play(0, "build QH")
    assert [
        "done", "replace 1:7S", "replace 1:AS", "replace 2:7S", "replace 2:AS"
    ] == legal(match, 0)  # fmt: skip
    match.play(0, "replace 2:7S")
    assert [1, 2] == match.to_act()
    build(match)
    assert ("3C 7S QH", ["KD", "AS"]) == (
        civ(match, 0),
        [c for c in hand(match, 0).split() if c in {"AS", "KD"}],
    )


def test_the_exchanged_card_goes_into_the_hand():
    """5A-27, B-06: and so the hand comes out at 3."""
    match = five_ages(3, phase="build", round=2, hand={0: "AS 7S QH"}, civ={0: "3C"}, deck="2C")
    build(match, {0: "build QH, replace 1:7S"})
    assert ("7S QH", "2C 3C AS") == (civ(match, 0), hand(match, 0))


def test_one_exchange_ends_the_answer():
    """5A-28."""
    match = five_ages(3, phase="build", round=3, hand={0: "AS 7S QH"}, civ={0: "KD 3C"})
    for step in ("build QH", "replace 2:7S"):
        match.play(0, step)
    assert "your answer is sealed; take it back first" == refusal(match, 0, "replace 1:AS")


def test_in_round_1_there_is_nothing_to_exchange():
    """5A-29: the card placed now is no target."""
    match = five_ages(3, phase="build", hand={0: "AS 7S QH"})
    match.play(0, "build QH")
    assert [1, 2] == match.to_act()


@pytest.mark.parametrize("answers, text, why", [
    ([], "build 2H", "2♥ is not in your hand (5A-25)"),
    ([], "replace 1:7S", "place a card first, then exchange (5A-26)"),
    ([], "done", "place a card first (5A-25)"),
    ([], "pass", "you are building (5A-25)"),
    ([], "keep 7S", "you are building (5A-25)"),
    ([], "offer both for W", "you are building (5A-25)"),
    ([], "withdraw", "you are building (5A-25)"),
    (["build QH"], "build 7S", "your card is placed; exchange one, or say done (5A-26)"),
    (["build QH"], "replace 3:7S", "your civilization had 2 cards before this phase (5A-26)"),
    (["build QH"], "replace 1:QH", "Q♥ is already placed, and no longer in your hand (5A-26)"),
    (["build QH"], "replace 1:2H", "2♥ is not in your hand (5A-26)"),
])  # fmt: skip
def test_another_building_is_refused(answers: list[str], text: str, why: str):
    """5A-25, 5A-26, 5A-28, 5A-29: in words, with the clause."""
    match = five_ages(3, phase="build", round=3, hand={0: "AS 7S QH"}, civ={0: "KD 3C"})
    for step in answers:
        match.play(0, step)
    assert why == refusal(match, 0, text)


def test_one_card_is_called_one():
    """5A-26."""
    match = five_ages(3, phase="build", round=2, hand={0: "AS 7S QH"}, civ={0: "KD"})
    why = "your civilization had a card before this phase (5A-26)"
    assert why == refusal(match, 0, "replace 2:AS")


def test_a_robbed_player_is_told_what_is_still_to_place():
    """5A-29, 5A-58, 5A-68: in round 2 nothing is left to exchange."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "AS 7S QH 2C"}, civ={0: ""},
        options={"jokers": 2}, fields={"fired": 1},
    )  # fmt: skip
    assert "place 2 cards first (5A-25)" in refusal(match, 0, "done")
    nothing = "you have built nothing before this phase that you could exchange (5A-26)"
    assert nothing == refusal(match, 0, "replace 1:AS")
    match.play(0, "build AS")
    assert "A♠ is already placed" in refusal(match, 0, "build AS")
    assert "place a card first (5A-25)" in refusal(match, 0, "done")
    match.play(0, "build 7S")
    assert [1, 2] == match.to_act()


def test_the_order_of_a_civilization_is_nothing():
    """5A-30: an unordered set, whatever was placed first."""
    one, other = (
        five_ages(
            3, phase="build", round=3, hand={0: "AS 7S QH 9C"}, civ={0: "KD"},
            options={"jokers": 2}, fields={"fired": 1},
        )
        for _ in range(2)
    )  # fmt: skip
    build(one, {0: "build AS, build 7S, replace 1:QH"})
    build(other, {0: "build QH, build AS, replace 1:7S"})
    assert at(one, 0).civ == at(other, 0).civ == ("7S", "QH", "AS")
    assert hand(one, 0) == hand(other, 0)


def test_nothing_is_shown_of_a_building_but_the_exchange():
    """5A-31, 5A-40: all together, to all; the cards to the owner alone."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "AS 7S QH", 1: "AC 7C QC"}, civ={0: "3C", 1: "3D"}
    )
    build(match, {0: "build QH, replace 1:7S", 1: "build QC, done"})
    for seat in (1, 2, SPECTATOR):
        assert [(0, None)] == [parts for parts in told(match, "built", to=seat) if parts[0] == 0]
        assert [(0, None, None)] == told(match, "exchanged", to=seat)
        assert (0,) == at(match, seat).past[-1].exchanged
    assert [(0, "QH")] == [parts for parts in told(match, "built", to=0) if parts[0] == 0]
    assert [(0, "7S", "3C")] == told(match, "exchanged", to=0)


def test_nobody_learns_of_an_exchange_before_all_have_built():
    """5A-31, B-07: while answers are sealed."""
    match = five_ages(3, phase="build", round=2)
    before = [at(match, seat) for seat in (1, 2, SPECTATOR)]
    for step in (legal(match, 0)[0], "replace 1:7C"):
        match.play(0, step if step in legal(match, 0) else legal(match, 0)[1])
    assert before == [at(match, seat) for seat in (1, 2, SPECTATOR)]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_then_everybody_draws_a_card(number: int):
    """5A-32, 5A-33, B-08: in seat order from the first; it can be built in the next round."""
    match = five_ages(4, phase="build", round=number, deck="AC AD AH AS")
    left = deck(match)
    build(match)
    assert left - 4 == deck(match)
    for seat, card in enumerate(["AC", "AD", "AH", "AS"]):
        assert [(seat, card)] == [p for p in told(match, "refilled", to=seat) if p[0] == seat]
        assert card in hand(match, seat).split()
    assert [(seat, None) for seat in range(4)] == told(match, "refilled")


def test_nobody_draws_after_round_5():
    """5A-32."""
    match = five_ages(4, phase="build", round=5, deck="AC AD AH AS")
    left = deck(match)
    build(match)
    assert (left, [], [2] * 4) == (
        deck(match), told(match, "refilled"), [row.hand for row in at(match).table]
    )  # fmt: skip


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_after_the_round_there_is_a_card_for_each_round(number: int):
    """5A-34, INV-A9, INV-A10."""
    match = five_ages(3, phase="build", round=number)
    build(match)
    assert [(2 if number == 5 else 3, number)] * 3 == [
        (row.hand, row.civ) for row in at(match).table
    ]


def outcomes(state: FiveAgesState, seat: int) -> set[tuple[str, str]]:
    """Every civilization and hand that the seat can build, before the draw."""
    found = set()
    for move in state.legal(seat):
        after = state.clone()
        after.apply(seat, move)
        if seat in after.to_act:
            found |= outcomes(after, seat)
        else:
            found.add(result(after, seat))
    return found


def result(state: FiveAgesState, seat: int) -> tuple[str, str]:
    """What the sealed answer of the seat comes to."""
    seen = state.game.observe(state, seat)
    old = list(seen.civ)
    cards, built = list(seen.hand), old[:]
    for move in state.answers[seat]:
        parts = move.parts()
        if parts["verb"] == "build":
            cards.remove(str(parts["card"]))
            built.append(str(parts["card"]))
        elif parts["verb"] == "replace":
            gone = old[int(parts["slot"]) - 1]
            cards.remove(str(parts["card"]))
            built.remove(gone)
            built.append(str(parts["card"]))
            cards.append(gone)
    return in_order(" ".join(built)), in_order(" ".join(cards))


@pytest.mark.parametrize("number, robbed, count", [
    *[(number, False, 3 * number) for number in range(1, 6)],
    *[(number, True, 6 + 4 * (number - 2)) for number in range(2, 6)],
])  # fmt: skip
def test_there_are_so_many_really_different_buildings(number: int, robbed: bool, count: int):
    """5A-35: 3r of an unrobbed player, 6 + 4(r − 2) of a robbed one."""
    built = " ".join(["KC", "KD", "KH", "KS"][: number - 2 if robbed else number - 1])
    match = five_ages(
        3, phase="build", round=number, civ={0: built}, hand={0: "2C 3D 4H" + " 5S" * robbed},
        options={"jokers": 2}, fields={"fired": 1 if robbed else 0},
    )  # fmt: skip
    state = truth(match)
    assert (2 if robbed else 1) == to_place(state, 0)
    assert count == len(outcomes(state, 0))
    assert all(len(built.split()) == number for built, _hand in outcomes(state, 0))


def test_what_is_computed_here_is_what_the_game_does():
    """5A-35: the outcomes above are those of the rules."""
    match = five_ages(3, phase="build", round=3, hand={0: "AS 7S QH"}, civ={0: "KD 3C"}, deck="2C")
    match.play(0, "build QH")
    match.play(0, "replace 2:7S")
    built, held = result(truth(match), 0)
    build(match)
    assert (built, in_order(f"{held} 2C")) == (civ(match, 0), hand(match, 0))


def test_an_answer_can_be_taken_back_until_all_have_built():
    """5A-31: whole or half."""
    match = five_ages(3, phase="build", round=2, hand={0: "AS 7S QH"}, civ={0: "3C"})
    match.play(0, "build QH")
    match.take_back(0)
    assert ["build 7S", "build QH", "build AS"] == legal(match, 0)
    assert ("build", None) == (phase(match), game_of(match).obvious(at(match, 0)))
