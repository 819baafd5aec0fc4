"""Positions that break a rule, and things that are none: refused by the field, never otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv import BadPosition, Match
from microciv.games.five_ages.cards import NAMES
from tests.games.five_ages.table import (
    changed,
)
from tests.games.told import OTHERS, left_in_english

SHORT: dict[str, Any] = {"game": "5-ages", "round": 3, "table": [{}, {}, {}]}
ROWS = [["7S", "QH"], ["TD", "4S"], ["9C", "2S"]]
OFFERED = "offer 7S for W:TD"
TRADE = SHORT | {"phase": "trade", "tick": 2, "table": [{"row": row} for row in ROWS]}
BUILD = SHORT | {"phase": "build"}
OVER = SHORT | {"phase": "over", "round": 5}
WAR = SHORT | {"options": {"jokers": 2}}
FORBIDDEN = SHORT | {"options": {"jokers": 2, "joker_in_civ": "forbidden"}}
HELD = ["2C", "3C", "4C"]
ALL_BUT_ONE = [name for name in NAMES[1:52] if name not in {"TD", "4S", "9C", "2S"}]
ENDLESS: Any = 10**5000
MOODS = "no such field; expected"

NO_ROUNDS: list[Any] = [0, 6, -1, True, 3.0, "3", float("nan"), float("inf"), ENDLESS, [], {}]
NO_PHASES: list[Any] = ["war", 3, None, ["row"], {}, ""]
NO_TOKENS: list[Any] = [3, -1, None, True, "1", ENDLESS]
NO_CARDS: list[Any] = ["10C", "1C", "", "2c", " 2C", "joker", 3, None, True, ["2C"], {}, ENDLESS]
NO_FIRED: list[Any] = [3, -1, None, True, "1", 1.0]
NO_WORDS: list[Any] = [2**32, -1, True, 4.0, None, "1", ENDLESS]
NO_FOURS: list[Any] = [None, [], 7, "1234", [1, 2, 3], [1] * 5, {"0": 1}]
NO_GENERATORS = NO_FOURS + [[1, 2, 3, word] for word in NO_WORDS]
NO_OPEN: list[Any] = [None, "7S QH", [], ["7S"], ["7S", "QH", "3C"], {}, 7]
NO_TICKS: list[Any] = [0, 4, None, True, "1"]
NO_FLAGS: list[Any] = [None, 0, 1, "yes", []]
NO_IDLE: list[Any] = [-1, 2, None, True, "1"]
NO_OFFERS: list[Any] = [
    "offer 7S for W:9C",
    "offer AS for W:TD",
    "pass",
    "done",
    "",
    7,
    None,
    ["x"],
    "offer 7S for W:QH",
    "offer  7S for W:TD",
    ENDLESS,
]

BAD: list[Any] = [  # a document, changes by path, the complaint
    # what is not there, or not what it should be
    (SHORT, {"game": None}, "game: expected the name of a game"),
    (SHORT, {"game": 5}, "game: expected"),
    (SHORT, {"game": "6-ages"}, "game: no game '6-ages'"),
    (SHORT, {"rules": 2}, "rules: expected a whole number from 1 to 1, not 2"),
    (SHORT, {"rules": True}, "rules: expected"),
    (SHORT, {"options": []}, "options: expected an object"),
    (SHORT, {"options": {"seats": 4}}, "table: expected a list of 4 objects, not 3"),
    (SHORT, {"options": {"seats": 2}}, "options.seats: 5 Ages is for 3, 4, 5, 6, 7 players"),
    (SHORT, {"options": {"seats": 8}}, "options.seats: 5 Ages is for 3, 4, 5, 6, 7 players"),
    (SHORT, {"options": {"seats": "3"}}, "options.seats: "),
    (SHORT, {"options": {"chairs": 3}}, "options.chairs: 5 Ages has no such option"),
    (SHORT, {"options": {"jokers": 1}}, "options.jokers: expected one of 0, 2, 3, 4"),
    (SHORT, {"options": {"jokers": [2]}}, "options.jokers: expected one of"),
    (SHORT, {"options": {"ace_low": 1}}, "options.ace_low: expected on or off"),
    (SHORT, {"options": {"tie_break": "suits"}}, "options.tie_break: expected one of shared"),
    (SHORT, {"round": None}, "round: expected a whole number from 1 to 5, not None"),
    *[(SHORT, {"round": value}, "round: expected a whole number from 1 to 5, not ")
      for value in NO_ROUNDS],
    *[(SHORT, {"phase": value}, "phase: expected one of over, row, trade, build, not ")
      for value in NO_PHASES],
    (SHORT, {"table": None}, "table: expected a list of 3 objects"),
    (SHORT, {"table": {}}, "table: expected a list of 3 objects"),
    (SHORT, {"table": []}, "table: expected a list of 3 objects, not 0"),
    (SHORT, {"table": [{}] * 8}, "table: expected a list of 3 objects, not 8"),
    (SHORT, {"table.1": 3}, r"table\[1\]: expected an object, not 3"),
    (SHORT, {"weather": "fine"}, f"weather: {MOODS} deck, fired, game, options, past"),
    (SHORT, {"table.1.mood": "fine"}, rf"table\[1\].mood: {MOODS} "),
    *[(SHORT, {"token": value}, "token: expected a whole number from 0 to 2, not ")
      for value in NO_TOKENS],
    # cards
    (SHORT, {"table.0.hand": "2C 3C 4C"}, r"table\[0\].hand: expected a list of cards, not '2C"),
    (SHORT, {"table.0.hand": None}, r"table\[0\].hand: expected a list of cards, not None"),
    (SHORT, {"table.0.hand": {"2C": 1}}, r"table\[0\].hand: expected a list of cards"),
    *[(SHORT, {"table.0.hand": ["2C", "3C", value]},
       r"table\[0\].hand\[2\]: expected a card such as 7S, TD or Jk, not ")
      for value in NO_CARDS],
    (SHORT, {"table.0.hand": ["2C", "3C", "2C"]}, r"table\[0\].hand\[2\]: 2C is somewhere else"),
    (SHORT, {"table.0.hand": HELD, "table.1.hand": HELD}, r"table\[1\].hand\[0\]: 2C is somewhere"),
    (SHORT, {"table.0.hand": HELD, "table.0.civ": ["4C", "5C"]}, r"table\[0\].hand\[2\]: 4C is "),
    (SHORT, {"table.0.hand": HELD, "deck": ["4C"]}, r"deck\[0\]: 4C is somewhere else already"),
    (SHORT, {"deck": ["2C", "3C", "2C"]}, r"deck\[2\]: 2C is somewhere else already"),
    (SHORT, {"deck": "2C"}, "deck: expected a list of cards"),
    (SHORT, {"deck": [3]}, r"deck\[0\]: expected a card such as 7S, TD or Jk, not 3"),
    (SHORT, {"deck": NAMES[:52]}, r"table\[0\].(civ|hand): expected"),
    (SHORT, {"deck": NAMES[:50]}, r"table\[[01]\].(civ|hand): expected"),
    (SHORT, {"table.0.hand": ["Jk", "2C", "3C"]}, r"table\[0\].hand\[0\]: there are no"),
    (WAR, {"table.0.hand": ["Jk", "Jk", "Jk"]}, r"table\[0\].hand\[2\]: there are no"),
    (WAR, {"table.0.hand": ["Jk", "Jk", "2C"], "fired": 1}, "fired: expected fewer: only 2 Jokers"),
    (WAR, {"table.0.civ": ["Jk", "Jk"], "deck": ["Jk"]}, r"deck\[0\]: there are no more Jokers"),
    # how many: INV-A5 to INV-A10, INV-A13
    (SHORT, {"table.0.hand": HELD[:2]}, r"table\[0\].hand: expected 3 cards in hand \(5A-77\)"),
    (SHORT, {"table.0.hand": [*HELD, "5C"]}, r"table\[0\].hand: expected 3 cards .*, not 4"),
    (SHORT, {"table.0.hand": []}, r"table\[0\].hand: expected 3 cards in hand .*, not 0"),
    (SHORT, {"table.0.civ": ["2C"]}, r"table\[0\].civ: expected 2 cards in round 3 \(5A-34\)"),
    (SHORT, {"table.0.civ": HELD}, r"table\[0\].civ: expected 2 cards in round 3 .*, not 3"),
    (SHORT, {"round": 1, "table.2.civ": ["2C"]}, r"table\[2\].civ: expected 0 cards in round 1"),
    (WAR, {"table.0.civ": ["2C"]}, r"table\[0\].civ: expected 2 cards in round 3 \(5A-34\)"),
    (WAR, {"phase": "build", "table.0.civ": []}, r"table\[0\].civ: expected 2 cards or, if rob"),
    (WAR, {"phase": "build", "fired": 1, "table.0.civ": ["2C"], "table.0.hand": HELD[1:]},
     r"table\[0\].hand: expected 4 cards in hand \(5A-77\), not 2"),
    (WAR, {"phase": "build", "table.0.civ": ["2C"]}, r"fired: expected 1 at least"),
    (WAR, {"phase": "build", "fired": 1, "table.0.civ": ["2C"], "table.1.civ": ["3C"]},
     "fired: expected 2 at least"),
    (BUILD, {"table.0.civ": ["2C"]}, r"table\[0\].civ: expected 2 cards in round 3 "),
    (WAR, {"phase": "build", "round": 1, "table.0.civ": ["2C"]}, r"table\[0\].civ: expected 0"),
    (BUILD, {"table.0.hand": HELD[:2]}, r"table\[0\].hand: expected 3 cards in hand \(5A-77\)"),
    (OVER, {"table.0.hand": HELD}, r"table\[0\].hand: expected 2 cards in hand \(5A-77\), not 3"),
    (OVER, {"table.0.civ": HELD}, r"table\[0\].civ: expected 5 cards in round 5 \(5A-34\), not 3"),
    (OVER, {"round": 4}, r"round: the match is over after round 5 \(5A-07\)"),
    (OVER, {"round": 1}, r"round: the match is over after round 5 \(5A-07\)"),
    # war
    *[(WAR, {"fired": value}, "fired: expected a whole number from 0 to 2, not ")
      for value in NO_FIRED],
    (SHORT, {"fired": 1}, "fired: expected a whole number from 0 to 0, not 1"),
    (SHORT, {"generator": [1, 2, 3, 4]}, f"generator: {MOODS}"),
    *[(WAR, {"generator": value}, r"generator: expected 4 or 10 numbers below 2\*\*32, not ")
      for value in NO_GENERATORS],
    (FORBIDDEN, {"table.0.civ": ["Jk", "2C"]}, r"table\[0\].civ: at this table no Joker"),
    (
        WAR | {"options": {"jokers": 3}},
        {"phase": "build", "table.0.hand": ["Jk", "Jk", "Jk"]}, r"table\[0\].hand: ",
    ),
    (
        WAR | {"options": {"jokers": 4}},
        {"phase": "build", "fired": 1, "table.0.civ": ["2C"], "table.0.hand": ["Jk"] * 3 + ["3C"]},
        r"table\[0\].hand: ",
    ),
    # rows
    (SHORT, {"table.0.row": ["7S", "QH"]}, r"table\[0\].row: no rows lie open in phase 'row'"),
    (BUILD, {"table.0.row": ["7S", "QH"]}, r"table\[0\].row: no rows lie open in phase 'build'"),
    (OVER, {"table.0.row": ["", ""]}, r"table\[0\].row: no rows lie open in phase 'over'"),
    *[(TRADE, {"table.0.row": value}, r"table\[0\].row: expected two cards, left and right, not ")
      for value in NO_OPEN],
    (TRADE, {"table.0.row": ["7S", "7S"]}, r"table\[0\].row\[1\]: 7S is somewhere else already"),
    (TRADE, {"table.0.row": ["7S", "4S"]}, r"table\[1\].row\[1\]: 4S is somewhere else already"),
    (TRADE, {"table.0.row": ["7S", None]}, r"table\[0\].row\[1\]: expected a card such as"),
    (TRADE, {"table.0.row": ["7S", "Jk"]}, r"table\[0\].row\[1\]: there are no more Jokers"),
    (TRADE | {"options": {"jokers": 2}}, {"table.0.row": ["7S", "Jk"]},
     r"table\[0\].row: a Joker has been fired before there is trade \(5A-62\)"),
    (TRADE, {"table.0.row": ["7S", ""], "table.0.hand": ["AS"]},
     r"table\[0\].hand: expected 3 cards in hand and row \(5A-77\), not 2"),
    (TRADE, {"table.0.hand": ["AS", "AC"]}, r"table\[0\].hand: expected 3 cards in hand and row"),
    (TRADE | {"options": {"jokers": 2}, "fired": 1},
     {"table.0.civ": ["2C"], "table.0.hand": ["AS"]}, r"table\[0\].hand: expected 4 cards in hand"),
    (TRADE, {f"table.{seat}.row": ["", ""] for seat in range(3)},
     r"phase: nobody has an open card and a neighbour to trade with \(5A-15\)"),
    (TRADE, {"table.1.row": ["", ""], "table.2.row": ["", ""]}, "phase: nobody has an open card"),
    (TRADE, {"table.0.done": True, "table.1.done": True}, "phase: nobody has an open card"),
    (
        TRADE, {"table.0": {}, "deck": ALL_BUT_ONE}, r"table\[0\].row: ",
    ),
    # offers
    *[(TRADE, {"tick": value}, "tick: expected a whole number from 1 to 3, not ")
      for value in NO_TICKS],
    (SHORT, {"tick": 1}, f"tick: {MOODS}"),
    (SHORT, {"table.0.offers": []}, rf"table\[0\].offers: {MOODS} "),
    (BUILD, {"table.0.done": False}, rf"table\[0\].done: {MOODS} "),
    (OVER, {"table.0.idle": 0}, rf"table\[0\].idle: {MOODS} "),
    *[(TRADE, {"table.0.done": value}, r"table\[0\].done: expected true or false, not ")
      for value in NO_FLAGS],
    *[(TRADE, {"table.0.idle": value}, r"table\[0\].idle: expected a whole number from 0 to 1")
      for value in NO_IDLE],
    (TRADE, {"tick": 1, "table.0.idle": 1}, r"table\[0\].idle: expected .* from 0 to 0"),
    (TRADE, {"tick": 1, "table.1.row": ["TD", ""]},
     r"table\[1\].row: only fired Jokers are gone before the first tick"),
    (TRADE | {"options": {"jokers": 2}, "fired": 1},
     {"tick": 1, "table.0.row": ["7S", ""], "table.1.row": ["", "4S"]},
     r"table\[1\].row: only fired Jokers are gone before the first tick"),
    (TRADE | {"options": {"jokers": 2, "war_timing": "after_swaps"}},
     {"round": 1, "fired": 1}, r"fired: no Joker is fired before the first war \(5A-48\)"),
    (TRADE, {"tick": 1, "table.0.done": True}, r"table\[0\].done: nobody is done before the first"),
    (TRADE, {"tick": 1, "table.0.offers": [OFFERED]}, r"table\[0\].offers: none stands before the"),
    (TRADE, {"table.0.offers": OFFERED}, r"table\[0\].offers: expected a list, not 'offer 7S"),
    (TRADE, {"table.0.offers": [OFFERED, OFFERED]}, r"table\[0\].offers\[1\]: .* is in the list"),
    *[(TRADE, {"table.0.offers": [value]}, r"table\[0\].offers\[0\]: expected one of offer 7S for ")
      for value in NO_OFFERS],
    (TRADE, {"table.0.row": ["7S", ""], "table.0.offers": ["offer both for W"]},
     r"table\[0\].offers\[0\]: expected one of "),
    (TRADE, {"table.0.done": True, "table.0.offers": [OFFERED]},
     r"table\[0\].offers\[0\]: expected none, not"),
    (TRADE, {"table.1.done": True, "table.0.offers": [OFFERED]}, r"table\[0\].offers\[0\]: expect"),
    (TRADE, {"table.0.offers": [OFFERED], "table.1.offers": ["offer TD for E:7S"]},
     r"table\[0\].offers: 'offer 7S for W:TD' is what seat 1 offers too: it would be done"),
    (TRADE, {"table.0.offers": ["offer both for E"], "table.2.offers": ["offer both for W"]},
     r"table\[0\].offers: 'offer both for E' is what seat 2 offers too"),
    # sealed answers
    (SHORT, {"sealed": []}, "sealed: expected an object"),
    (SHORT, {"sealed": {"0": "keep 2C"}}, "sealed.0: expected a list of moves"),
    (SHORT, {"sealed": {"0": []}}, "sealed.0: expected a list of moves"),
    (SHORT, {"sealed": {"0": [7]}}, "sealed.0: expected a list of moves"),
    (SHORT, {"sealed": {"0": ["x" * 100_000]}}, "sealed.0: expected a list of moves"),
    (SHORT, {"sealed": {"0": ["keep 99"]}}, "sealed.0: no such move"),
    (SHORT, {"sealed": {"0": ["keep AS"]}}, "sealed.0: 'keep AS' is not a legal answer here"),
    (SHORT, {"sealed": {"0": ["pass"]}}, "sealed.0: 'pass' is not a legal answer here"),
    (SHORT, {"sealed": {"3": ["pass"]}}, "sealed.3: no such field; expected 0, 1, 2"),
    (TRADE, {"sealed": {"0": ["pass", "pass"]}}, "sealed.0: 'pass' is not a legal answer here"),
    (TRADE, {"sealed": {"0": [OFFERED, "done"]}}, "sealed.0: 'done' is not a legal answer here"),
    (TRADE, {"sealed": {"0": ["done"], "1": ["done"], "2": ["pass"]}},
     "sealed: everybody has answered; leave one answer open"),
    (OVER, {"sealed": {"0": ["done"]}}, "sealed.0: no such field"),
]  # fmt: skip


@pytest.mark.parametrize("base, changes, message", BAD)
def test_a_position_that_breaks_a_rule_is_refused_by_its_field(
    base: dict[str, Any], changes: dict[str, Any], message: str
):
    """INV-A1 to INV-A13: how the cards lie, and how many."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(base, changes))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_is_said_in_the_language(name: str):
    bad = [changed(base, changes) for base, changes, _ in BAD]
    assert left_in_english(name, microciv.set_up, bad) == []


@pytest.mark.parametrize("field", ["game", "round", "table"])
def test_three_fields_must_be_there(field: str):
    document = dict(SHORT)
    del document[field]
    with pytest.raises(BadPosition, match=rf"^{field}: "):
        microciv.set_up(document)


@pytest.mark.parametrize("document", [None, 3, "5-ages", [], [SHORT], True])
def test_a_position_is_an_object(document: Any):
    with pytest.raises(BadPosition, match=r"^position: expected an object"):
        microciv.set_up(document)


def test_a_number_without_end_is_no_option():
    """Nothing but BadPosition."""
    with pytest.raises(BadPosition, match=r"^options.seats: "):
        microciv.set_up({**SHORT, "options": {"seats": 10**5000}})


def test_a_game_refuses_a_position_of_other_options():
    """A position never changes the rules behind somebody's back."""
    game = microciv.open_game("5-ages", seats=3)
    with pytest.raises(BadPosition, match=r"^options: not those that this game was opened with"):
        game.set_up(changed(SHORT, {"options": {"trade_ticks": 1}}))
    with pytest.raises(BadPosition, match=r"^options.seats: "):
        game.set_up(changed(SHORT, {"options": {"seats": 9}}))
    assert [0, 1, 2] == Match(game, position=changed(SHORT, {"options": {}})).to_act()
