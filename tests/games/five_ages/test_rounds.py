"""B.2 and B.12: five rounds, and how many cards everybody has on the way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from microciv import Match
from tests.games.five_ages.table import (
    at,
    at_war,
    build,
    deck,
    five_ages,
    lay,
    legal,
    new_match,
    no_trade,
    phase,
    random_match,
    sizes,
    tick,
    told,
)


def test_five_rounds_of_two_phases():
    """5A-07: the row opens the trade phase."""
    match, seen = new_match(3), []
    while match.to_act():
        for name in ("row", "trade", "build"):
            seen.append((at(match).round, phase(match)))
            {"row": lay, "trade": no_trade, "build": build}[name](match)
    expected = [(number, name) for number in range(1, 6) for name in ("row", "trade", "build")]
    assert (expected, "over") == (seen, phase(match))
    assert [1, 2, 3, 4, 5] == [number for number, _token in told(match, "round")]


@pytest.mark.parametrize("name", ["row", "trade", "build"])
def test_everybody_acts_at_once_and_in_secret(name: str):
    """5A-08, 5A-11, 5A-31, B-01: the order of the answers is nothing, and nobody sees one."""
    forward, backward = (five_ages(3, phase=name, round=2) for _ in range(2))
    assert [0, 1, 2] == forward.to_act()
    before = [at(forward, seat) for seat in range(3)]
    for seat in (0, 1):
        answer_first(forward, seat)
        assert before[2] == at(forward, 2)
    answer_first(forward, 2)
    for seat in (2, 1, 0):
        answer_first(backward, seat)
    assert forward.position() == backward.position()


def answer_first(match: Match, seat: int) -> None:
    """The first legal answer, finished."""
    sets = match.set_number()
    while seat in match.to_act() and match.set_number() == sets:
        moves = legal(match, seat)
        match.play(seat, "done" if "done" in moves and phase(match) == "build" else moves[0])


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("jokers", [0, 4])
def test_a_round_begins_with_three_cards_in_hand_and_one_built_for_each_before(
    seats: int, jokers: int
):
    """5A-09, INV-A5."""
    for match in random_match(seats, seats, jokers=jokers):
        seen = at(match)
        if seen.phase == "row":
            assert [(3, seen.round - 1)] * seats == sizes(match)
            assert 52 + jokers - seats * (seen.round + 2) - seen.fired == seen.deck


@dataclass
class Role:
    """Who attacks whom, and what happens to the seat that we look at."""

    seat: int
    attacks: dict[int, str]
    after_war: tuple[int, int]  # in hand and in the row
    robbed: bool = False
    rounds: tuple[int, ...] = (2, 3, 4, 5)


ROLES = {
    "not involved": Role(2, {}, (1, 2), rounds=(1, 2, 3, 4, 5)),
    "attacker, 1 Joker, hit": Role(0, {0: "W"}, (2, 1)),
    "attacker, 1 Joker, void": Role(0, {0: "W", 1: "E"}, (2, 1), rounds=(1, 2, 3, 4, 5)),
    "attacker, 1 Joker, void in round 1": Role(0, {0: "E"}, (2, 1), rounds=(1,)),
    "attacker, 2 Jokers, two hits": Role(0, {0: "both"}, (3, 0)),
    "attacker, 2 Jokers, one hit": Role(0, {0: "both", 1: "E"}, (3, 0)),
    "attacker, 2 Jokers, both void": Role(0, {0: "both", 1: "E", 3: "W"}, (3, 0)),
    "victim": Role(1, {0: "W"}, (2, 2), robbed=True),
    "attacker and victim": Role(1, {0: "W", 1: "W"}, (3, 1), robbed=True),
    "attacker in vain and victim": Role(1, {0: "W", 1: "W", 3: "E"}, (3, 1), robbed=True),
    "seat besides a war": Role(3, {0: "W"}, (1, 2)),
}
CASES = [(name, number) for name, role in ROLES.items() for number in role.rounds]


@pytest.mark.parametrize("name, number", CASES, ids=[f"{n}, round {r}" for n, r in CASES])
def test_hands_and_civilizations_count_as_the_ledger_does(name: str, number: int):
    """B.12, 5A-58, 5A-60, 5A-77, INV-A6 to INV-A10."""
    role = ROLES[name]
    match = at_war(4, number, role.attacks)
    seat, age = role.seat, at(match).past[-1]
    assert (1, 2) == (age.kept[seat], len([card for card in age.laid[seat] if card]))
    seen = at(match).table[seat]
    in_row = len([card for card in (seen.left, seen.right) if card])
    assert role.after_war == (seen.hand, in_row)
    built = number - 2 if role.robbed else number - 1
    assert (built, 56 - 4 * (number + 2) - at(match).fired) == (seen.civ, deck(match))
    no_trade(match)
    assert (4 if role.robbed else 3) == at(match).table[seat].hand
    assert (2 if role.robbed else 1) == at(match, seat).to_place
    exchange(match, seat)
    placed = [card for owner, card in told(match, "built", to=seat) if owner == seat]
    assert (2 if role.robbed else 1) == len(placed)
    seen = at(match).table[seat]
    assert (3 if number < 5 else 2, number) == (seen.hand, seen.civ)
    assert [(3 if number < 5 else 2, number)] * 4 == sizes(match)


def exchange(match: Match, seat: int) -> None:
    """Everybody builds; this seat exchanges if it can."""
    for step in ("build", "build", "replace"):
        moves = [text for text in legal(match, seat) if text.startswith(step)]
        if moves and seat in match.to_act() and phase(match) == "build":
            match.play(seat, moves[0])
    build(match)


def test_who_attacks_both_neighbours_is_never_robbed():
    """5A-78, B.12: every attack on them is mutual."""
    for others in ({}, {1: "E"}, {3: "W"}, {1: "E", 3: "W"}, {1: "W"}, {3: "E"}):
        match = at_war(4, 3, {0: "both", **others})
        assert 2 == at(match).table[0].civ


def test_a_row_that_nobody_can_trade_ends_the_phase_at_once():
    """F.3, 5A-50: all Jokers fired, nothing is left to trade."""
    match = at_war(3, 1, {0: "both", 1: "both"})
    assert ("build", 3) == (phase(match), at(match).table[2].hand)
    assert [(3, 0)] * 3 == sizes(match)


def test_a_trade_leaves_the_numbers_as_they_are():
    """5A-22, INV-A8."""
    match = five_ages(3, round=2)
    lay(match)
    before = sizes(match)
    one, other = at(match).table[0], at(match).table[1]
    tick(
        match,
        {0: f"offer {one.left} for W:{other.left}", 1: f"offer {other.left} for E:{one.left}"},
    )
    assert before == sizes(match)
    no_trade(match)
    assert [(3, 1)] * 3 == sizes(match)
