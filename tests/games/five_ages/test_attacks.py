"""B.9: which attacks fail, judged on all as they were declared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

from tests.games.five_ages.table import (
    at,
    at_war,
    build,
    deck,
    no_trade,
    sizes,
    told,
)


@dataclass
class War:
    """Who lays Jokers where, and what comes of it."""

    seats: int
    lays: dict[int, str]
    attacks: list[str]
    round: int = 3
    robbed: tuple[int, ...] = ()
    draws: dict[int, int] = field(default_factory=dict)


WARS = {
    "5A-56 one attack": War(4, {0: "W"}, ["0>1"], robbed=(1,), draws={1: 1}),
    "5A-56 to the right": War(4, {0: "E"}, ["0>3"], robbed=(3,), draws={3: 1}),
    "5A-53 two on one, from both sides, B-19": War(
        4, {0: "W", 2: "E"}, ["0>1 another_attacks", "2>1 another_attacks"], draws={0: 1, 2: 1}
    ),
    "5A-54 against each other": War(
        4, {0: "W", 1: "E"}, ["0>1 mutual", "1>0 mutual"], draws={0: 1, 1: 1}
    ),
    "5A-54 B-11 mutual, and a third on one of them: as declared, all three fail": War(
        4, {0: "W", 1: "E", 2: "E"},
        ["0>1 another_attacks mutual", "1>0 mutual", "2>1 another_attacks"],
        draws={0: 1, 1: 1, 2: 1},
    ),
    "5A-53 B-19 only the attack on the shared victim fails": War(
        5, {0: "both", 2: "E"}, ["0>1 another_attacks", "0>4", "2>1 another_attacks"],
        robbed=(4,), draws={0: 1, 2: 1, 4: 1},
    ),
    "5A-55 nothing built": War(
        4, {0: "W"}, ["0>1 nothing_built"], round=1, draws={0: 1}
    ),
    "5A-53 5A-54 5A-55 every reason at once": War(
        3, {0: "W", 1: "E", 2: "E"},
        ["0>1 another_attacks mutual nothing_built", "1>0 mutual nothing_built",
         "2>1 another_attacks nothing_built"],
        round=1, draws={0: 1, 1: 1, 2: 1},
    ),
    "5A-56 a chain": War(5, {0: "W", 1: "W"}, ["0>1", "1>2"], robbed=(1, 2), draws={1: 1, 2: 1}),
    "5A-56 5A-66 a chain of four": War(
        5, {0: "W", 1: "W", 2: "W", 3: "W"}, ["0>1", "1>2", "2>3", "3>4"],
        robbed=(1, 2, 3, 4), draws={1: 1, 2: 1, 3: 1, 4: 1},
    ),
    "5A-56 5A-66 a ring of three": War(
        3, {0: "W", 1: "W", 2: "W"}, ["0>1", "1>2", "2>0"],
        robbed=(0, 1, 2), draws={0: 1, 1: 1, 2: 1},
    ),
    "5A-56 5A-66 a ring the other way": War(
        3, {0: "E", 1: "E", 2: "E"}, ["0>2", "1>0", "2>1"],
        robbed=(0, 1, 2), draws={0: 1, 1: 1, 2: 1},
    ),
    "5A-56 a ring of four": War(
        4, {0: "E", 1: "E", 2: "E", 3: "E"}, ["0>3", "1>0", "2>1", "3>2"],
        robbed=(0, 1, 2, 3), draws={0: 1, 1: 1, 2: 1, 3: 1},
    ),
    "5A-66 thief twice": War(
        5, {0: "both"}, ["0>1", "0>4"], robbed=(1, 4), draws={1: 1, 4: 1}
    ),
    "5A-66 5A-78 thief twice, and both victims rob on": War(
        5, {0: "both", 1: "W", 4: "E"}, ["0>1", "0>4", "1>2", "4>3"],
        robbed=(1, 2, 3, 4), draws={1: 1, 2: 1, 3: 1, 4: 1},
    ),
    "5A-53 both victims of one rob the same third": War(
        4, {0: "both", 1: "W", 3: "E"},
        ["0>1", "0>3", "1>2 another_attacks", "3>2 another_attacks"],
        robbed=(1, 3), draws={1: 2, 3: 2},
    ),
    "5A-78 both neighbours strike back": War(
        4, {0: "both", 1: "E", 3: "W"}, ["0>1 mutual", "0>3 mutual", "1>0 another_attacks mutual",
                                         "3>0 another_attacks mutual"],
        draws={0: 2, 1: 1, 3: 1},
    ),
    "5A-67 two neighbours both with two Jokers": War(
        3, {0: "both", 1: "both"},
        ["0>1 mutual", "0>2 another_attacks", "1>2 another_attacks", "1>0 mutual"],
        draws={0: 2, 1: 2},
    ),
    "5A-53 three players: two on the third": War(
        3, {0: "W", 2: "E"}, ["0>1 another_attacks", "2>1 another_attacks"], draws={0: 1, 2: 1}
    ),
    "5A-56 three players: a chain beside the third": War(
        3, {0: "W", 1: "W"}, ["0>1", "1>2"], robbed=(1, 2), draws={1: 1, 2: 1}
    ),
    "5A-69 in round 5": War(7, {6: "W"}, ["6>0"], round=5, robbed=(0,), draws={0: 1}),
}  # fmt: skip


@pytest.mark.parametrize("timing", ["before_swaps", "after_swaps"])
@pytest.mark.parametrize("war", WARS.values(), ids=list(WARS))
def test_attacks_fail_or_rob_as_they_were_declared(war: War, timing: str):
    """5A-53 to 5A-67, INV-A7, INV-A12: who draws, who is robbed, what is discarded."""
    match = at_war(war.seats, war.round, war.lays, war_timing=timing)
    no_trade(match)
    attacks = at(match).past[-1].attacks
    assert war.attacks == [" ".join([f"{a.seat}>{a.target}", *a.void]) for a in attacks]
    assert len(war.attacks) == at(match).fired
    assert [
        (4, war.round - 2) if seat in war.robbed else (3, war.round - 1)
        for seat in range(war.seats)
    ] == sizes(match)
    draws = Counter(seat for seat, _card in told(match, "drew"))
    assert war.draws == draws
    assert [seat for seat in range(war.seats) for _ in range(draws[seat])] == [
        seat for seat, _card in told(match, "drew")
    ]
    before = 52 + 4 - war.seats * (war.round + 2)
    assert before - len(war.attacks) == deck(match)
    build(match)
    assert [(2 if war.round == 5 else 3, war.round)] * war.seats == sizes(match)
