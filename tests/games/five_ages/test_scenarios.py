"""Section E of the ledger: rounds with the cards of everybody after the war and at their end."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from microciv.games.five_ages.views.observation import AttackSeen
from tests.games.five_ages.table import (
    Answers,
    at,
    build,
    civ,
    civs,
    deck,
    five_ages,
    hand,
    hands,
    lay,
    new_match,
    no_trade,
    row,
    sizes,
    tick,
)


@dataclass
class Scenario:
    """A row: how the cards lie, what is played, and how they lie afterwards."""

    seats: int
    round: int
    hand: dict[int, str]
    civ: dict[int, str]
    deck: str
    keeps: list[str]
    hands: list[str]
    civs: list[str]
    left: list[int]  # how many cards the deck has: at the start, after the war, at the end
    jokers: int = 0
    steals: list[tuple[int, int]] = field(default_factory=list)
    attacks: list[str] = field(default_factory=list)
    held: list[tuple[int, int]] = field(default_factory=list)  # after the war, with the civ
    ticks: list[Answers] = field(default_factory=list)
    builds: dict[int, str] = field(default_factory=dict)


SCENARIOS = {
    "Y01 the round example, 5A-10, 5A-12, 5A-16, 5A-20, 5A-21, 5A-25, 5A-32": Scenario(
        3, 1, {0: "AS 7S QH", 1: "KC TD 4S", 2: "5H 3D 8C"}, {}, "2C 6D 6H",
        ["AS", "KC", "5H"],
        hands=["2C 4S 7S", "6D TD KC", "3D 5H 6H"], civs=["AS", "QH", "8C"], left=[43, 43, 40],
        ticks=[{0: "offer QH for W:4S", 1: "offer 4S for E:QH"}],
        builds={0: "build AS", 1: "build QH", 2: "build 8C"},
    ),
    "Y02 a hit and what is built after it, 5A-57, 5A-58, 5A-59, 5A-77": Scenario(
        4, 3, {0: "Jk 9D KD", 1: "5C JH 2H", 2: "3C 3D 3H", 3: "4C 4D 4H"},
        {0: "2C 2D", 1: "8S 8D", 2: "6C 6D", 3: "7C 7D"}, "8H AC AD AH AS",
        ["KD attack W", "2H", "3C", "4C"],
        hands=["9D KD AC", "2H 5C AD", "3D 3H AH", "4D 4H AS"],
        civs=["2C 2D 8D", "8H 8S JH", "3C 6C 6D", "4C 7C 7D"], left=[34, 33, 29],
        jokers=2, steals=[(0, 2)], attacks=["0>1"],
        held=[(3, 2), (4, 1), (3, 2), (3, 2)],
        builds={0: "build 8D, done", 1: "build 8H, build JH, done"},
    ),
    "Y03 nobody agrees, 5A-21, 5A-22, B-29": Scenario(
        3, 1, {0: "AS 7S QH", 1: "KC TD 4S", 2: "5H 3D 8C"}, {}, "2C 2D 2H",
        ["AS", "KC", "5H"],
        hands=["2C QH AS", "2D TD KC", "2H 5H 8C"], civs=["7S", "4S", "3D"], left=[43, 43, 40],
        ticks=[{0: "offer QH for W:TD", 1: "offer 4S for E:QH", 2: "offer 3D for W:QH"}],
    ),
    "Y05 a swap with each neighbour, 5A-17, 5A-18": Scenario(
        4, 1, {0: "AS 9C 4D", 1: "KC TS 3S", 2: "QC QD QS", 3: "JC TH 3H"}, {}, "2C 2D 2H 2S",
        ["AS", "KC", "QC", "JC"],
        hands=["2C TS AS", "2D 9C KC", "2H QD QS", "2S 4D JC"],
        civs=["TH", "3S", "QC", "3H"], left=[40, 40, 36],
        ticks=[{
            0: "offer 9C for W:TS, offer 4D for E:TH",
            1: "offer TS for E:9C", 3: "offer TH for W:4D",
        }],
    ),
    "Y07 an exchange, 5A-26, 5A-27, 5A-34": Scenario(
        3, 4, {0: "KH 3D 9S"}, {0: "KS KD 3C"}, "QD", ["KH", "-", "-"],
        hands=["3C 3D QD", "", ""], civs=["9S KD KH KS", "", ""],
        left=[34, 34, 31], builds={0: "build KH, replace 1:9S"},
    ),
    "Y09 four fives in the last round, 5A-26, 5A-27, 5A-32": Scenario(
        3, 5, {0: "5S 5H AD"}, {0: "5C 5D 2S AC"}, "", ["AD", "-", "-"],
        hands=["2S AD", "", ""], civs=["5C 5D 5H 5S AC", "", ""], left=[31, 31, 31],
        builds={0: "build 5S, replace 1:5H"},
    ),
    "Y13 a Joker in round 1, 5A-55, 5A-60, 5A-70, B-20": Scenario(
        4, 1, {0: "Jk 5C 9D", 1: "6C 6D 6H", 2: "7C 7D 7H", 3: "8C 8D 8H"}, {}, "2C 2D 2H 2S 3C",
        ["5C attack W", "6C", "7C", "8C"],
        hands=["2D 5C 9D", "2H 6D 6H", "2S 7D 7H", "3C 8D 8H"], civs=["2C", "6C", "7C", "8C"],
        left=[42, 41, 37], jokers=2, attacks=["0>1 nothing_built"], held=[(3, 0)] * 4,
    ),
    "Y15 two attack each other, 5A-54, 5A-60, 5A-67": Scenario(
        4, 3, {0: "Jk 5C 9D", 1: "Jk 6D 6H", 2: "7C 7D 7H", 3: "8C 8D 8H"},
        {0: "TC TD", 1: "JC JD", 2: "QC QD", 3: "KC KD"}, "2C 2D 2H 2S 3C 3D",
        ["5C attack W", "6D attack E", "7C", "8C"],
        hands=["2H 5C 9D", "2S 6D 6H", "3C 7D 7H", "3D 8D 8H"],
        civs=["2C TC TD", "2D JC JD", "7C QC QD", "8C KC KD"], left=[34, 32, 28],
        jokers=2, attacks=["0>1 mutual", "1>0 mutual"], held=[(3, 2)] * 4,
    ),
    "Y17 two Jokers and two hits, 5A-50, 5A-58, 5A-63, 5A-66, 5A-78": Scenario(
        4, 4, {0: "Jk Jk 9D", 1: "6C 6D 6H", 2: "7C 7D 7H", 3: "8C 8D 8H"},
        {0: "TC TD TH", 1: "JC JD JH", 2: "QC QD QH", 3: "KC KD KH"}, "2C 2D 2H 2S 3C 3D",
        ["9D attack both", "6C", "7C", "8C"],
        hands=["2H JD KH", "2S 6D 6H", "3C 7D 7H", "3D 8D 8H"],
        civs=["9D TC TD TH", "2C 6C JC JH", "7C QC QD QH", "2D 8C KC KD"], left=[32, 30, 26],
        jokers=4, steals=[(1, 3), (2, 3)], attacks=["0>1", "0>3"],
        held=[(3, 3), (4, 2), (3, 3), (4, 2)],
    ),
    "Y19 one mutual, one hit, 5A-54, 5A-56, B-19": Scenario(
        4, 3, {0: "Jk Jk 9D", 1: "Jk 6D 6H", 2: "7C 7D 7H", 3: "8C 8D 8H"},
        {0: "TC TD", 1: "JC JD", 2: "QC QD", 3: "KC KD"}, "2C 2D 2H 2S 3C 3D 3H",
        ["9D attack both", "6D attack E", "7C", "8C"],
        hands=["2S 9D KC", "3C 6D 6H", "3D 7D 7H", "3H 8D 8H"],
        civs=["2C TC TD", "2D JC JD", "7C QC QD", "2H 8C KD"], left=[35, 32, 28],
        jokers=3, steals=[(0, 2)], attacks=["0>1 mutual", "0>3", "1>0 mutual"],
        held=[(3, 2), (3, 2), (3, 2), (4, 1)],
    ),
    "Y21 war in round 5, 5A-58, 5A-69, B-22": Scenario(
        3, 5, {0: "Jk 5C 9D", 1: "6C 6D 6H", 2: "7C 7D 7H"},
        {0: "TC TD TH TS", 1: "JC JD JH JS", 2: "QC QD QH QS"}, "2C",
        ["5C attack W", "6C", "7C"],
        hands=["9D JS", "6D 6H", "7D 7H"],
        civs=["5C TC TD TH TS", "2C 6C JC JD JH", "7C QC QD QH QS"], left=[33, 32, 32],
        jokers=2, steals=[(3, 4)], attacks=["0>1"], held=[(3, 4), (4, 3), (3, 4)],
    ),
    "Y23 a blank is stolen, 5A-72, 5A-74, B-36": Scenario(
        3, 3, {0: "Jk 5C 9D", 1: "6C 6D 6H", 2: "7C 7D 7H"},
        {0: "TC TD", 1: "JC Jk", 2: "QC QD"}, "2C 2D 2H 2S",
        ["5C attack W", "6C", "7C"],
        hands=["2D 9D Jk", "2H 6D 6H", "2S 7D 7H"],
        civs=["5C TC TD", "2C 6C JC", "7C QC QD"], left=[39, 38, 35],
        jokers=2, steals=[(1, 2)], attacks=["0>1"], held=[(3, 2), (4, 1), (3, 2)],
    ),
    "Y25 thief and victim trade, 5A-64, B-34": Scenario(
        4, 3, {0: "Jk 9D KD", 1: "5C JH 2H", 2: "3C 3D 3H", 3: "4C 4D 4H"},
        {0: "2C 2D", 1: "8S 8D", 2: "6C 6D", 3: "7C 7D"}, "8H AC AD AH AS",
        ["KD attack W", "2H", "3C", "4C"],
        hands=["JH KD AC", "8H 9D AD", "3D 3H AH", "4D 4H AS"],
        civs=["2C 2D 8S", "2H 5C 8D", "3C 6C 6D", "4C 7C 7D"], left=[34, 33, 29],
        jokers=2, steals=[(1, 2)], attacks=["0>1"], held=[(3, 2), (4, 1), (3, 2), (3, 2)],
        ticks=[{0: "offer 9D for W:JH", 1: "offer JH for E:9D"}],
    ),
}  # fmt: skip


def attack_text(attack: AttackSeen) -> str:
    return " ".join([f"{attack.seat}>{attack.target}", *attack.void])


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_a_round_leaves_the_cards_where_the_ledger_says(scenario: Scenario):
    """5A-07, 5A-77: after the war and after the round."""
    match = five_ages(
        scenario.seats,
        round=scenario.round,
        hand=scenario.hand,
        civ=scenario.civ,
        deck=scenario.deck,
        steals=scenario.steals if scenario.jokers else None,
        options={"jokers": scenario.jokers},
    )
    decks = [deck(match)]
    lay(match, *scenario.keeps)
    assert scenario.attacks == [attack_text(attack) for attack in at(match).past[-1].attacks]
    assert len(scenario.attacks) == at(match).fired
    quiet = [(3, scenario.round - 1)] * scenario.seats
    assert (scenario.held or quiet) == sizes(match)
    decks.append(deck(match))
    for answers in scenario.ticks:
        tick(match, answers)
    no_trade(match)
    build(match, scenario.builds)
    assert scenario.left == [*decks, deck(match)]
    named = [seat for seat, cards in enumerate(scenario.civs) if cards]
    assert [scenario.civs[seat] for seat in named] == [civ(match, seat) for seat in named]
    given = [seat for seat, cards in enumerate(scenario.hands) if cards]
    assert [scenario.hands[seat] for seat in given] == [hand(match, seat) for seat in given]


def test_a_card_that_is_swapped_leaves_the_other_for_other_neighbours():
    """Y05, 5A-18: the neighbours' other row cards stay open."""
    cards = {0: "AS 9C 4D", 1: "KC TS 3S", 2: "QC QD QS", 3: "JC TH 3H"}
    match = five_ages(4, hand=cards)
    lay(match, "AS", "KC", "QC", "JC")
    both = {0: "offer 9C for W:TS, offer 4D for E:TH", 1: "offer TS for E:9C"}
    tick(match, {**both, 3: "offer TH for W:4D"})
    assert ["- -", "3S -", "QD QS", "3H -"] == [row(match, seat) for seat in range(4)]
    assert ["TH TS AS", "9C KC", "QC", "4D JC"] == hands(match)
    tick(match, {1: "offer 3S for W:QD", 2: "offer QD for E:3S, offer QS for W:3H",
                 3: "offer 3H for E:QS"})  # fmt: skip
    assert ["TH TS AS", "9C QD KC", "3H 3S QC", "4D JC QS"] == hands(match)


def test_a_stolen_joker_is_fired_in_the_next_round():
    """Y23, 5A-74, 5A-61: f stays within J."""
    match = five_ages(
        3, round=3, hand={0: "Jk 5C 9D", 1: "6C 6D 6H"}, civ={1: "JC Jk"}, steals=[(1, 2), (0, 3)],
        options={"jokers": 2},
    )  # fmt: skip
    lay(match, "5C attack W", "6C")
    assert "5C Jk" == hand(match, 0)
    no_trade(match)
    build(match, {0: "build 9D, done"})
    lay(match, "5C attack E")
    assert (2, ["0>2"]) == (at(match).fired, [attack_text(a) for a in at(match).past[-1].attacks])


@pytest.mark.parametrize("seats", [2, 8])
def test_two_or_eight_players_are_refused(seats: int):
    """Y11, 5A-01."""
    with pytest.raises(ValueError, match="5 Ages is for 3, 4, 5, 6, 7 players"):
        new_match(seats)


ENDS = {
    "Y27 no straight around the corner, 5A-44": (
        ["QS KD AC 2H 3S", "AH QD KC 2D 3H", "2C 2S 4C 5C 6C"], [[2], [0, 1]]
    ),
    "Y29 an exact tie, 5A-45": (
        ["AS TS 8S 4S 2S", "AH TH 8H 4H 2H", "KC QC JC TD 3C"], [[0, 1], [2]]
    ),
    "Y31 blanks are the lowest kickers, 5A-72": (
        ["AS AH Jk Jk 9D", "AD AC 9S 3D 2C", "KC QC JC TD 8C"], [[1], [0], [2]]
    ),
    "Y33 no full house with a blank, 5A-73": (
        ["7S 7H 7D 2C Jk", "8S 8H 8D 4C 3D", "KC QC JC TD 8C"], [[1], [0], [2]]
    ),
    "near Y33: a full house without one, 5A-73": (
        ["7S 7H 7D 2C 2D", "8S 8H 8D 4C 3D", "KC QC JC TD 8C"], [[0], [1], [2]]
    ),
    "near Y31: the blank against a two, 5A-72": (
        ["AS AH KD QD Jk", "AD AC KS QS 2C", "KC QC JC TD 8C"], [[1], [0], [2]]
    ),
}  # fmt: skip


@pytest.mark.parametrize("built, ranking", ENDS.values(), ids=list(ENDS))
def test_the_best_hand_wins(built: list[str], ranking: list[list[int]]):
    """5A-43, 5A-44, 5A-46."""
    match = five_ages(
        3, round=5, phase="over", civ=dict(enumerate(built)), options={"jokers": 2}
    )  # fmt: skip
    assert ranking == match.ranking()


def test_civilizations_stay_as_they_were_in_peace():
    """Y07: only who builds changes them."""
    match = five_ages(3, round=4, civ={0: "KS KD 3C"})
    before = civs(match)
    lay(match)
    no_trade(match)
    assert before == civs(match)
