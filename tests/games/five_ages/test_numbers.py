"""The numbers of the rule sheet: rules, words and players follow each that is changed."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv import BadOption, BadPosition, IllegalMove
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.policy.hands import Spread, odds_of
from microciv.games.five_ages.policy.styles import FLUSH, PAIRS, fitted
from microciv.games.five_ages.rules.poker import FLUSH as FLUSH_HAND
from microciv.games.five_ages.rules.poker import HANDS, PAIR, PRINTED, poker
from microciv.study.matches import Lineup
from microciv.texts import texts_for
from tests.games.five_ages.table import build, civ, five_ages, lay, no_trade, phase, sizes


def ranking(civs: dict[int, str], **numbers: object) -> list[list[int]]:
    """Who wins with these civilizations."""
    return five_ages(3, round=5, phase="over", civ=civs, options=numbers).ranking()


def test_the_match_ends_after_the_last_age():
    """5A-07, 5A-32, 5A-43: rounds; civilizations have as many cards, and nobody draws then."""
    match = five_ages(3, round=2, options={"rounds": 2}, civ={0: "AS"})
    lay(match)
    no_trade(match)
    build(match)
    assert ("over", [(2, 2)] * 3) == (phase(match), sizes(match))
    with pytest.raises(BadPosition, match=r"^round: expected a whole number from 1 to 2"):
        five_ages(3, round=3, options={"rounds": 2})
    with pytest.raises(BadPosition, match=r"^round: the match is over after round 2 \(5A-07\)"):
        five_ages(3, round=1, phase="over", options={"rounds": 2})


def test_three_cards_make_no_flush():
    """5A-44: a pair beats three of a suit in a row."""
    table = five_ages(
        3, round=3, phase="over", options={"rounds": 3},
        civ={0: "5S 6S 7S", 1: "2S 2D 3C", 2: "AC KD 9D"},
    )  # fmt: skip
    assert [[1], [2], [0]] == table.ranking()


def test_nothing_can_be_exchanged():
    """5A-26, 5A-28: exchanges 0; the card placed is the whole answer."""
    match = five_ages(
        3, round=2, phase="build", hand={0: "AS KS QS"}, civ={0: "2C"}, options={"exchanges": 0}
    )
    match.play(0, "build AS")
    assert 0 not in match.to_act()
    match.take_back(0)
    assert ["build AS"] == [move.text for move in match.steps(0, "build AS; done")]
    with pytest.raises(IllegalMove, match=r"at this table no card is exchanged \(5A-28\)"):
        match.play(0, "replace 1:KS")
    past: list[Any] = [{"laid": [["KC", "KD"], ["QC", "QD"], ["JC", "JD"]], "exchanged": [0]}]
    document = {
        "game": "5-ages", "round": 2, "options": {"seats": 3, "exchanges": 0},
        "past": past, "table": [{}, {}, {}],
    }  # fmt: skip
    with pytest.raises(BadPosition, match=r"exchanged: nobody was told"):
        microciv.set_up(document)


@pytest.mark.parametrize("least, stolen", [(1, True), (2, False)])
def test_an_attack_needs_a_civilization_of_a_size(least: int, stolen: bool):
    """5A-55: least_robbed; in round 2 there is one card."""
    match = five_ages(
        4, round=2, hand={0: "Jk 2C 3C"}, civ={1: "AC"},
        options={"jokers": 2, "least_robbed": least},
    )  # fmt: skip
    lay(match, "3C attack W")
    assert stolen == (civ(match, 1) == "")


def test_hands_win_by_their_number():
    """5A-44: order_pair and the others; of equal numbers the printed order decides."""
    civs = {0: "2S 2D 3C 4C 6C", 1: "3S 5S 7S 9S JS", 2: "AC KD 9D 8D 7D"}
    assert [[1], [0], [2]] == ranking(civs)
    assert [[0], [1], [2]] == ranking(civs, order_pair=6)
    assert [[1], [0], [2]] == ranking(civs, order_pair=5)
    assert [[2], [1], [0]] == ranking(civs, order_high_card=9)
    assert [[0], [2], [1]] == ranking(civs, order_flush=0, order_high_card=1)


@pytest.mark.parametrize("hand", HANDS)
def test_each_hand_has_a_number(hand: str):
    """A.3: it takes its place, and the rest keep theirs."""
    at = HANDS.index(hand)
    game = microciv.open_game("5-ages", **{f"order_{hand}": 0 if at else 9})
    assert isinstance(game, FiveAgesGame)
    others = [other for other in PRINTED[1:] if other != at]
    expected = [0, at, *others] if at else [*others[:-1], 0, others[-1]]
    assert expected == game.poker().from_weakest
    with pytest.raises(BadOption, match=rf"^order_{hand}: expected a whole number from 0 to 9"):
        microciv.open_game("5-ages", **{f"order_{hand}": 10})


def test_the_outlook_follows():
    """A civilization of three has no flush to hope for."""
    for rounds, hands in ((5, ["flush"]), (3, [])):
        match = five_ages(
            3, round=2, hand={0: "4S 9S QS"}, civ={0: "2S"}, options={"rounds": rounds}
        )
        aims: Any = match.game.notes(match.observe(0))["aims"]
        assert hands == [aim["hand"] for aim in aims if aim["hand"] == "flush"]


def test_players_value_what_can_be_made():
    """`easy` collects suits for a flush alone; who counts chances has the same order of hands."""
    assert (0.0, FLUSH.ranks) == (fitted(FLUSH, list(PRINTED), 4).suits, FLUSH.ranks)
    assert PAIRS.ranks == fitted(PAIRS, list(PRINTED), 5).ranks
    weak = [0] * len(HANDS)
    weak[FLUSH_HAND] = 1
    assert fitted(PAIRS, poker(True, False, tuple(weak)).beaten, 5).suits > PAIRS.suits
    pile, alive, odds = 0b1111, 0, odds_of(0.1)  # four twos
    for size, place in ((5, 7), (3, 3)):
        spread = Spread(True, size).of(pile, 0, alive, odds, 1, 0)
        assert 1.0 == pytest.approx(spread[place * 13])
    pair_first = [*[hand for hand in PRINTED if hand != PAIR], PAIR]
    assert 1.0 == pytest.approx(Spread(True, 5, pair_first).of(pile, 0, 0, odds, 1, 0)[9 * 13])


@pytest.mark.heavy
@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("numbers", [
    {"rounds": 3}, {"exchanges": 0}, {"order_high_card": 9}, {"order_flush": 0},
    {"jokers": 3, "least_robbed": 3}, {"rounds": 1, "jokers": 4, "joker_in_civ": "wild"},
])  # fmt: skip
def test_everybody_plays_by_the_numbers(level: str, numbers: dict[str, object]):
    """A match at such a table ends."""
    game = microciv.open_game("5-ages", seats=4, **numbers)
    assert len(Lineup(game, [level] * 4).play(3).scores) == 4


def test_the_words_follow():
    """The table of hands has their numbers."""
    told = texts_for("5-ages", microciv.open_game("5-ages", rounds=4, order_pair=9).options)
    rules = "".join(section.text for section in told.sections)
    assert "Over 4 ages" in rules
    assert "| pair | 9 | two of a rank |" in rules
