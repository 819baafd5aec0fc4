"""What a position remembers: held against itself and against how the cards lie."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import microciv
from microciv import BadPosition, Match
from microciv.core.plain import plain
from tests.games.five_ages.table import (
    at,
    changed,
    five_ages,
    hands,
    lay,
    play_round,
    tick,
)
from tests.games.told import OTHERS, left_in_english


def story() -> Match:
    """Three players at war, in the third round, after the first tick of trade."""
    match = five_ages(
        3, options={"jokers": 2}, steals=[(0, 1)], deck="TC TD TH JC QC QD QH KC KD KH",
        hand={0: "5C 9D 9H", 1: "6C 6D Jk", 2: "7C 7D 7H"},
    )  # fmt: skip
    play_round(
        match, ["9H", "Jk", "7H"], {0: "build 9D", 1: "build 6C", 2: "build 7C"},
        {0: "offer 5C for W:6D", 1: "offer 6D for E:5C"},
    )  # fmt: skip
    play_round(
        match, ["6D", "5C attack W", "7D"],
        {0: "build TC, replace 1:6D", 1: "build 7C, done", 2: "build 7D, build JC"},
        {2: "offer 7H for W:9H", 0: "offer 9H for E:7H"},
    )  # fmt: skip
    lay(match, "QC", "QD", "QH")
    tick(match, {0: "offer 7H for W:5C", 1: "offer 5C for E:7H"})
    return match


def document_of(match: Match) -> dict[str, Any]:
    """As it is saved."""
    written = json.loads(json.dumps(plain(match.position())))
    assert isinstance(written, dict)
    return written


TRADE = document_of(story())
ENDLESS: Any = 10**5000
SWAP = {"seat": 0, "other": 1, "given": "5C", "got": "6D"}
HIT = {"seat": 1, "target": 2, "void": [], "stolen": "7C"}
NOT_HERE = "past: what is remembered does not lead to these hands and civilizations"


def test_the_story_can_be_told_again():
    """5A-39: what is changed below is good before."""
    assert TRADE == document_of(microciv.set_up(TRADE))
    assert (["5C QC", "7H QD", "QH"], 1) == (hands(story()), at(story()).fired)
    assert [[SWAP], []] == [TRADE["past"][0]["swaps"], TRADE["past"][0]["attacks"]]
    assert [HIT] == TRADE["past"][1]["attacks"]


NO_PASTS: list[Any] = [None, "long ago", {}, 7, True, ENDLESS]
NO_COUNTS: list[Any] = [None, 1, [], [1, 1], [1] * 4, "111", {}]
NO_COUNT: list[Any] = [-1, 8, None, True, "1", 1.0, ENDLESS]
NO_ROWS: list[Any] = [None, [], [["5C", "9D"]], {}, "5C 9D"]
NO_ROW: list[Any] = [None, [], ["6C"], ["6C", "6D", "6H"], "6C 6D", {"6C": 1}]
NO_CARD: list[Any] = ["10C", None, 3, ["6C"], {}, ENDLESS]
NO_LISTS: list[Any] = [None, "none", 7, {}]
NO_FLAGS: list[Any] = [None, 1, "yes"]
NO_SEATS: list[Any] = [-1, 3, None, True, "1"]
NO_BOOTY: list[Any] = ["10C", None, 7, ["7C"]]
NO_GOODS: list[Any] = ["Jk", "", None, 7, "10C"]

BAD: list[tuple[dict[str, Any], str]] = [
    # what is not there, or not what it should be
    *[({"past": value}, "past: expected a list of rounds, not ")
      for value in NO_PASTS],
    ({"past": [*TRADE["past"], TRADE["past"][2]]}, "past: expected at most 3 rounds, not 4"),
    ({"past": [None] * 3}, r"past\[0\]: expected an object, not None"),
    ({"past.1": []}, r"past\[1\]: expected an object"),
    ({"past": TRADE["past"][:2]}, r"past\[0\].round: expected a whole number from 2 to 2, not 1"),
    ({"past.0.round": 2}, r"past\[0\].round: expected a whole number from 1 to 1, not 2"),
    ({"past.0.round": True}, r"past\[0\].round: expected"),
    ({"past.0.mood": "fine"}, r"past\[0\].mood: no such field; expected attacks, built"),
    *[({f"past.0.{name}": value}, rf"past\[0\].{name}: expected 3 numbers, not ")
      for name in ("kept", "built") for value in NO_COUNTS],
    *[({f"past.0.{name}.1": value}, rf"past\[0\].{name}\[1\]: expected a number of cards, not ")
      for name in ("kept", "built") for value in NO_COUNT],
    *[({"past.0.laid": value}, r"past\[0\].laid: expected 3 rows, not ")
      for value in NO_ROWS],
    *[({"past.0.laid.1": value}, r"past\[0\].laid\[1\]: expected two cards, not ")
      for value in NO_ROW],
    *[({"past.0.laid.1.0": value}, r"past\[0\].laid\[1\]: expected a card such as 7S, TD or Jk")
      for value in NO_CARD],
    ({"past.0.laid.1.1": "six"}, r"past\[0\].laid(\[1\])?: expected a card such as"),
    *[({f"past.0.{name}": value}, rf"past\[0\].{name}: expected a list, not ")
      for name in ("attacks", "swaps", "exchanged") for value in NO_LISTS],
    ({"past.0.swaps": [3]}, r"past\[0\].swaps\[0\]: expected an object, not 3"),
    ({"past.1.attacks": [[]]}, r"past\[1\].attacks\[0\]: expected an object"),
    ({"past.0.over": False}, r"past\[0\].over: expected true in this phase"),
    ({"past.2.over": True}, r"past\[2\].over: expected false in this phase"),
    *[({"past.0.over": value}, r"past\[0\].over: expected true or false, not ")
      for value in NO_FLAGS],
    *[({"past.0.exchanged": [value]}, r"past\[0\].exchanged\[0\]: expected a whole number")
      for value in NO_SEATS],
    ({"past.0.exchanged": [1, 1]}, r"past\[0\].exchanged\[1\]: 1 is in the list already"),
    # attacks
    *[({"past.1.attacks.0.seat": value}, r"past\[1\].attacks\[0\].seat: expected a whole number")
      for value in NO_SEATS],
    ({"past.1.attacks.0.target": 1}, r"past\[1\].attacks\[0\].target: expected a neighbour"),
    ({"past.1.attacks.0.target": 3}, r"past\[1\].attacks\[0\].target: expected a whole number"),
    ({"past.1.attacks.0.void": "mutual"}, r"past\[1\].attacks\[0\].void: expected a list"),
    ({"past.1.attacks.0.void": ["luck"]}, r"past\[1\].attacks\[0\].void\[0\]: expected one of ano"),
    ({"past.1.attacks.0.void": ["mutual"]}, r"past\[1\].attacks\[0\].stolen: expected no card"),
    *[({"past.1.attacks.0.stolen": value}, r"past\[1\].attacks\[0\].stolen: expected one of 2C, 2D")
      for value in NO_BOOTY],
    ({"past.1.attacks.0.mood": "bad"}, r"past\[1\].attacks\[0\].mood: no such field"),
    # swaps
    *[({"past.0.swaps.0.seat": value}, r"past\[0\].swaps\[0\].seat: expected a whole number")
      for value in NO_SEATS],
    ({"past.0.swaps.0.other": 2}, r"past\[0\].swaps\[0\].other: expected 1, the left neigh"),
    ({"past.0.swaps.0.other": 0}, r"past\[0\].swaps\[0\].other: expected 1, the left neighbour"),
    *[({f"past.0.swaps.0.{name}": value}, rf"past\[0\].swaps\[0\].{name}: expected one of 2C, 2D")
      for name in ("given", "got") for value in NO_GOODS],
    ({"past.0.swaps.0.mood": "good"}, r"past\[0\].swaps\[0\].mood: no such field"),
    ({"past.0.swaps.0.given": "AS"}, r"past\[0\]: swaps: in round 1 a card is swapped"),
    ({"past.0.swaps.0.got": "7C"}, r"past\[0\]: swaps: in round 1 a card is swapped"),
    # what does not lead here: INV-A1, INV-A11, INV-A12
    ({"past.0.swaps": []}, NOT_HERE),
    ({"past.1.attacks.0.stolen": "7D"}, NOT_HERE),
    ({"past.1.attacks.0.stolen": "6D"}, NOT_HERE),  # which seat 0 has in hand
    ({"past.1.attacks.0.stolen": "9H"}, NOT_HERE),  # which lies in its row
    ({"past.0.laid.0.0": "AS", "past.0.swaps": []}, NOT_HERE),
    ({"past.1.laid.0.0": "7H"}, "past"),
    ({"deck": [], "table.0.hand": ["9C", "QC"]}, NOT_HERE),
]  # fmt: skip


@pytest.mark.parametrize("changes, message", BAD)
def test_a_past_that_cannot_have_been_is_refused(changes: dict[str, Any], message: str):
    """5A-36, 5A-39, INV-A11, INV-A12."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(TRADE, changes))


STRANGE: dict[str, dict[str, Any]] = {
    "5A-10 a card lies in two rows": {"past.2.laid.2.0": "9D"},
    "5A-10 a card lies in a row twice": {"past.2.laid.2": ["TH", "TH"]},
    "5A-10 a row of one card": {"past.1.laid.0": ["9H", ""], "past.1.kept.0": 2},
    "5A-12 two cards kept": {"past.2.kept": [2, 1, 1]},
    "5A-09 more built than rounds": {"past.2.built": [2, 2, 3]},
    "5A-09 less built than rounds": {"past.1.built": [1, 0, 1]},
    "5A-48 a Joker laid that attacks nobody": {"past.1.attacks": []},
    "5A-48 an attack without a Joker": {"past.2.attacks": [HIT | {"stolen": "7D"}]},
    "5A-48 an attack on the wrong side": {"past.1.attacks.0.target": 0},
    "5A-61 the same attack twice": {"past.1.attacks": [HIT, HIT]},
    "5A-55 void for no reason": {
        "past.1.attacks": [{"seat": 1, "target": 2, "void": ["mutual"], "stolen": ""}]
    },
    "5A-55 a hit in round 1": {
        "past.0.laid.1": ["Jk", "6D"], "past.0.attacks": [HIT | {"stolen": "KS"}]
    },
    "5A-15 a swap turned round": {"past.0.swaps.0": SWAP | {"given": "6D", "got": "5C"}},
    "5A-17 a swap made twice": {"past.0.swaps": [SWAP, SWAP]},
    "5A-17 a card swapped back": {
        "past.0.swaps": [SWAP, SWAP | {"given": "6D", "got": "5C"}, SWAP]
    },
    "5A-40 an exchange before anybody built": {"past.2.exchanged": [1]},
    "5A-61 more Jokers fired than are out": {"fired": 0},
    "5A-36 a swap that the open rows know nothing of": {
        "table.0.row": ["9D", "5C"], "table.0.hand": ["QC"], "table.1.row": ["TD", "7H"],
        "table.1.hand": ["QD"],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_with_a_past_is_said_in_the_language(name: str):
    bad = [changed(TRADE, changes) for changes in [*STRANGE.values(), *[row for row, _ in BAD]]]
    assert left_in_english(name, microciv.set_up, bad) == []


@pytest.mark.parametrize("changes", STRANGE.values(), ids=STRANGE)
def test_a_past_against_the_rules_is_refused(changes: dict[str, Any]):
    """5A-36: what is remembered are rows, wars and swaps that can have been."""
    with pytest.raises(BadPosition, match=r"^(past|fired|table)"):
        microciv.set_up(changed(TRADE, changes))


def test_a_joker_that_the_deck_does_not_have_was_not_laid():
    """5A-02, 5A-48."""
    match = five_ages(3, hand={0: "5C 9D 9H"})
    play_round(match, ["5C"])
    written = changed(document_of(match), {"past.0.laid.0.1": "Jk"})
    with pytest.raises(BadPosition, match=r"^past"):
        microciv.set_up(written)


def test_where_exchanges_are_hidden_none_is_remembered():
    """5A-40."""
    match = five_ages(3, options={"exchange_visibility": "hidden"})
    play_round(match)
    with pytest.raises(BadPosition, match=r"^past"):
        microciv.set_up(changed(document_of(match), {"past.0.exchanged": [0]}))


def test_a_long_list_of_thefts_is_refused_at_once():
    """5A-61: no Joker is fired twice, so there are four attacks at most."""
    written = copy.deepcopy(TRADE)
    written["past"][0]["attacks"] = [HIT | {"stolen": "Jk"}] * 2
    written["past"][1]["attacks"] = [HIT | {"stolen": "Jk"}] * 9
    with pytest.raises(BadPosition, match=r"^past"):
        microciv.set_up(written)
