"""Section E of the ledger: whole rounds with the resources after every step."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from tests.games.five_x.table import (
    Answers,
    at,
    five_x,
    hand,
    legal,
    new_match,
    pile,
    play_round,
    removed,
    wonders,
)

ALL15: dict[str, object] = {"leader_pool": "all15"}


@dataclass
class Scenario:
    """A row: where it starts, what is played, and the vectors of the steps that change."""

    start: list[int]
    cards: str
    steps: dict[str, list[int]]
    answers: list[Answers] = field(default_factory=list)
    round: int = 3
    piles: dict[int, object] = field(default_factory=dict)
    owns: dict[int, object] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)
    back: str | None = None  # seats whose card is in hand afterwards
    built: dict[int, str] = field(default_factory=dict)
    removed: str | None = None


SCENARIOS = {
    # E.1, the examples of the printed rules
    "X01 three Exploits, 5X-29": Scenario(
        [3, 3, 3], "exploit exploit exploit", {"S1": [4, 4, 4]}, round=1, back="", removed="A"
    ),
    "X02 two Exterminates, 5X-32, 5X-33, 5X-70": Scenario(
        [3, 3, 3, 3],
        "exterminate exterminate exploit expand",
        {"S1": [3, 3, 6, 3], "S2": [5, 5, 4, 1], "S3": [5, 5, 4, 0], "END": [5, 5, 4, 2]},
        [{3: "bid 1"}],
        round=1, back="", built={3: "A"}, removed="",
    ),
    "X03 the only unique bid, 5X-46, 5X-48, 5X-51": Scenario(
        [5, 5, 5], "expand expand expand", {"S3": [4, 3, 4]},
        [{0: "bid 3", 1: "bid 2", 2: "bid 3"}], back="02", built={1: "C"}, removed="AB",
    ),
    "X04 two Explores, 5X-56": Scenario(
        [3, 3, 3, 3], "explore explore exploit exterminate",
        {"S1": [3, 3, 6, 3], "S2": [3, 3, 5, 4], "S4": [4, 4, 5, 4]}, round=1, removed="A",
    ),
    "X05 Excavate takes Explore, 5X-61": Scenario(
        [3, 3, 3], "excavate exploit exploit", {"S1": [3, 5, 5]}, [{0: "take explore"}],
        round=4, piles={0: "exploit explore gandhi"}, back="0", removed="ABCD",
    ),
    # E.2, Exploit
    "X07 four Exploits, 5X-31": Scenario([3] * 4, "exploit exploit exploit exploit", {}, round=1),
    "X09 Gandhi and two plain, 5X-74": Scenario(
        [3] * 4, "gandhi exploit exploit explore", {"S1": [4, 3, 3, 3], "S4": [4, 3, 3, 4]},
        round=1,
    ),
    "X11 all three Exploit leaders, 5X-73, 5X-74, 5X-75": Scenario(
        [3] * 4, "gandhi qin elizabeth explore", {"S1": [4, 6, 3, 3], "S4": [4, 6, 3, 4]},
        round=1, options=ALL15,
    ),
    "X13 Gandhi, Qin and two plain, 5X-74, 5X-75": Scenario(
        [3] * 5, "gandhi qin exploit exploit explore",
        {"S1": [3, 6, 3, 3, 3], "S4": [3, 6, 3, 3, 4]}, round=2,
    ),
    # E.3, Exterminate
    "X15 income of step 1 is at risk, 5X-37": Scenario(
        [0, 0, 0], "exploit exterminate exterminate", {"S1": [3, 0, 0], "S2": [1, 1, 1]}, round=2
    ),
    "X17 Genghis reaches Excavate and Caesar, 5X-77": Scenario(
        [3] * 5, "genghis exploit excavate caesar explore",
        {"S1": [3, 6, 3, 3, 3], "S2": [6, 5, 2, 2, 3], "S4": [6, 5, 2, 2, 4]},
        [{2: "take explore"}], piles={2: "explore"}, back="2",
    ),
    "X19 Boudicca takes 1 from Gandhi and Isabella, 5X-34, 5X-76": Scenario(
        [3] * 4, "boudicca gandhi isabella exploit",
        {"S1": [3, 5, 3, 4], "S2": [6, 4, 2, 3], "S4": [6, 4, 4, 3]},
    ),
    # E.4, Expand
    "X21 no unique bid, 5X-49": Scenario(
        [5] * 4, "expand expand expand expand", {"S3": [4, 4, 4, 4]},
        [{0: "bid 4", 1: "bid 4", 2: "bid 3", 3: "bid 3"}], back="0123", removed="ABC",
    ),
    "X23 two leaders lose 3 each, 5X-48, 5X-54": Scenario(
        [5] * 3, "expand napoleon cleopatra", {"S3": [0, 2, 2]},
        [{0: "bid 5", 1: "bid 4", 2: "bid 4"}],
        options=ALL15, back="", built={0: "C"}, removed="AB",
    ),
    "X25 Tokugawa loses nothing, 5X-81": Scenario(
        [6] * 4, "cleopatra tokugawa expand explore", {"S3": [3, 6, 0, 6], "S4": [3, 6, 0, 7]},
        [{0: "bid 4", 1: "bid 5", 2: "bid 6"}], back="", built={2: "C"},
    ),
    "X27 a leader without its minimum, 5X-42, 5X-54": Scenario(
        [2, 3, 3], "cleopatra explore explore", {"S4": [2, 4, 4]}, back="", removed="ABC"
    ),
    "X29 an Expand without resources, 5X-42, 5X-53": Scenario(
        [1, 3, 3], "expand exterminate explore", {"S2": [0, 4, 3], "S4": [0, 4, 4]},
        back="0", removed="ABC",
    ),
    # E.5, leaders that build and fetch
    "X31 Dido builds after her income, 5X-82": Scenario(
        [2, 3, 3], "dido exploit exterminate",
        {"S1": [2, 6, 3], "S2": [2, 5, 4], "S4": [0, 5, 4], "END": [2, 5, 4]},
        [{0: "build A"}], round=1, options=ALL15, built={0: "A"}, removed="",
    ),
    "X33 a helpless Expand blocks Dido, 5X-82": Scenario(
        [5, 1, 3], "dido expand exterminate", {"S2": [5, 0, 4], "S4": [6, 0, 4]},
        round=4, options=ALL15, back="1", removed="ABCD",
    ),
    "X35 Suleiman builds the Pyramids, 5X-70, 5X-71, 5X-87": Scenario(
        [4, 3, 3], "suleiman exploit exterminate",
        {"S1": [4, 6, 3], "S2": [4, 5, 4], "S5": [1, 5, 4], "END": [3, 5, 4]},
        [{0: "build A"}], round=5, owns={1: "C"}, built={0: "A", 1: "C"}, removed="BDE",
    ),
    "X37 Caesar fetches Erik, 5X-85": Scenario(
        [3] * 4, "caesar exploit exterminate explore",
        {"S1": [3, 6, 3, 3], "S2": [3, 5, 4, 3], "S4": [3, 5, 4, 4]},
        [{0: "fetch erik"}], round=5, options=ALL15,
        piles={0: "exploit qin", 2: "erik expand"}, back="",
    ),
    # E.6b, mixed cases
    "X51 Qin is not immune, 5X-75": Scenario(
        [3] * 3, "qin exterminate exterminate", {"S1": [6, 3, 3], "S2": [4, 4, 4]},
        round=2, options=ALL15, removed="AB",
    ),
    "X53 Tokugawa spoils a bid for nothing, 5X-81": Scenario(
        [4] * 4, "tokugawa expand expand explore",
        {"S3": [4, 3, 3, 4], "S4": [4, 3, 3, 5], "END": [4, 3, 4, 5]},
        [{0: "bid 4", 1: "bid 4", 2: "bid 1"}], round=2, back="1", built={2: "B"}, removed="A",
    ),
    "X55 Dido is hit, earns, pays and gets the bonus, 5X-82": Scenario(
        [3, 3, 0, 3], "dido boudicca explore excavate",
        {"S2": [2, 4, 0, 3], "S4": [0, 4, 1, 3], "END": [1, 4, 1, 3]},
        [{0: "build B"}], round=2, back="3", built={0: "B"}, removed="A",
    ),
}  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_every_step_of_a_round_brings_what_the_ledger_says(scenario: Scenario):
    """5X-15: step by step, and the cards and Wonders afterwards."""
    match = five_x(
        scenario.start,
        scenario.cards,
        round=scenario.round,
        options=scenario.options,
        pile=scenario.piles,
        wonders=scenario.owns,
    )
    outcome = play_round(match, scenario.cards, *scenario.answers)
    expected, latest = {}, scenario.start
    for step in ("S1", "S2", "S3", "S4", "S5", "END"):
        latest = scenario.steps.get(step, latest)
        expected[step] = latest
    assert {"S0": scenario.start, **expected} == outcome.vectors
    seats = range(len(scenario.start))
    if scenario.back is not None:
        cards = scenario.cards.split()
        back = "".join(str(seat) for seat in seats if cards[seat] in hand(match, seat))
        piled = "".join(str(seat) for seat in seats if cards[seat] not in pile(match, seat))
        assert (scenario.back, scenario.back) == (back, piled)
    if scenario.removed is not None:
        assert scenario.removed == removed(match)
        assert [scenario.built.get(seat, "") for seat in seats] == [
            wonders(match, seat) for seat in seats
        ]


def test_explorers_choose_after_the_others_in_the_next_round():
    """X04, 5X-20 to 5X-22."""
    match = five_x([3] * 4, round=1)
    play_round(match, "explore explore exploit exterminate")
    assert [2, 3] == match.to_act()
    match.play(2, "expand")
    match.play(3, "exploit")
    assert [0, 1] == match.to_act()
    assert ["", "", "expand", "exploit"] == [seat.played for seat in at(match, 0).table]


def test_excavate_leaves_the_hand_of_the_example():
    """X05, 5X-61, 5X-63: Gandhi was no target."""
    match = five_x([3] * 3, round=4, pile={0: "exploit explore gandhi"}, leaders={0: "elizabeth"})
    for seat, card in enumerate(["excavate", "exploit", "exploit"]):
        match.play(seat, card)
    assert ["take exploit", "take explore"] == legal(match, 0)
    match.play(0, "take explore")
    assert {"exterminate", "expand", "explore", "excavate", "elizabeth"} == hand(match, 0)
    assert {"exploit", "gandhi"} == pile(match, 0)


def test_caesar_may_fetch_from_every_pile():
    """X37, 5X-85: an own basic, an own leader, somebody else's leader."""
    cards = "caesar exploit exterminate explore"
    match = five_x(
        [3] * 4, cards, round=5, options=ALL15, pile={0: "exploit qin", 2: "erik expand"}
    )
    for seat, card in enumerate(cards.split()):
        match.play(seat, card)
    assert ["take exploit", "fetch qin", "fetch erik"] == legal(match, 0)
    match.play(0, "fetch erik")
    assert "erik" in hand(match, 0)
    assert {"expand", "exterminate"} == pile(match, 2)
    assert {"exploit", "qin", "caesar"} == pile(match, 0)


def test_a_table_of_explorers_chooses_together_and_sees_nothing():
    """X39, 5X-24."""
    match = five_x([3] * 3, round=2, previous=dict.fromkeys(range(3), "explore"))
    assert [0, 1, 2] == match.to_act()
    assert ["", "", ""] == [seat.played for seat in at(match, 1).table]


@pytest.mark.parametrize("seats, pool, aside", [(6, 15, 3), (5, 13, 3), (4, 10, 2), (3, 8, 2)])
def test_the_pools_are_as_large_as_printed(seats: int, pool: int, aside: int):
    """X41, 5X-05 to 5X-08, 5X-10."""
    match = new_match(seats)
    dealt = sum(seat.leaders for seat in at(match).table)
    assert (pool, aside) == (dealt + at(match).aside, at(match).aside)


def test_a_hand_of_excavate_alone_is_forced_and_grows_again():
    """X43, 5X-97, 5X-99."""
    match = new_match(3, leaders=False)
    for card, answers in (
        ("exploit", []),
        ("exterminate", []),
        ("expand", [{0: "bid 1"}]),
        ("explore", []),
    ):
        play_round(match, f"{card} excavate excavate", *answers)
    for seat in (1, 2):
        match.play(seat, "excavate")
    assert {"excavate"} == hand(match, 0)
    assert "excavate" == match.game.obvious(at(match, 0)).text  # type: ignore[union-attr]
    match.play(0, "excavate")
    match.play(0, "take expand")
    assert {"excavate", "expand"} == hand(match, 0)


def final(held: list[int], owns: dict[int, object]) -> list[list[int]]:
    match = five_x(held, round=7, phase="over", wonders=owns)
    return [match.scores(), *match.ranking()]


def test_the_earliest_wonder_breaks_a_tie():
    """X45, 5X-107, 5X-108, 5X-111."""
    expected = [[9, 9, 9, 8], [0], [2], [1], [3]]
    assert expected == final([6, 0, 4, 14], {0: "C", 1: "G", 2: "E"})


def test_a_wonder_beats_none():
    """X47, 5X-109."""
    assert [[8, 8, 6], [1], [0], [2]] == final([12, 0, 11], {1: "F"})


def test_all_wonders_are_worth_21():
    """X49, 5X-105, 5X-106."""
    assert [[42, 0, 0], [0], [1, 2]] == final([2, 2, 2], {0: "A B C D E F G"})


GOLDEN = [
    ("exploit expand expand", [{1: "bid 2", 2: "bid 1"}],
     {"S1": [6, 3, 3], "S3": [6, 1, 2], "END": [6, 3, 2]}),
    ("expand explore exploit", [{0: "bid 2"}],
     {"S1": [6, 3, 5], "S3": [4, 3, 5], "S4": [4, 4, 5], "END": [5, 4, 5]}),
    ("exterminate exploit excavate", [{2: "take exploit"}],
     {"S1": [5, 7, 5], "S2": [6, 6, 5]}),
    ("explore excavate expand", [{2: "bid 4"}, {1: "take expand"}],
     {"S3": [6, 6, 1], "S4": [7, 6, 1]}),
    ("excavate expand exterminate", [{1: "bid 1"}, {0: "take explore"}],
     {"S2": [7, 5, 2], "S3": [7, 4, 2]}),
    ("explore exterminate explore", [], {"S4": [10, 4, 5]}),
]  # fmt: skip
ORDERS = [[0, 1, 2], [0, 1, 2], [0, 2], [0, 1, 2], [1, 2], [0, 1, 2]]


def test_the_golden_match_without_leaders():
    """E.8, 5X-114, 5X-115, 5X-116: six rounds, step by step, with the score."""
    match = new_match(3, leaders=False)
    latest = [3, 3, 3]
    for (cards, answers, steps), first in zip(GOLDEN, ORDERS, strict=True):
        assert first == match.to_act()
        outcome = play_round(match, cards, *answers)
        for step in ("S1", "S2", "S3", "S4", "S5", "END"):
            latest = steps.get(step, latest)
            assert latest == outcome[step]
    assert ("B", "AE", "D", "CF") == (*[wonders(match, seat) for seat in range(3)], removed(match))
    assert [10, 12, 8] == match.scores()
    assert [[1], [0], [2]] == match.ranking()
