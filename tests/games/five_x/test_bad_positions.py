"""Positions that break a rule, and things that are none: refused by the field, never otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import microciv
from microciv import BadPosition, Match
from microciv.games.five_x.cards import NAMES
from tests.games.five_x.table import SHORT, at, legal, random_match, short
from tests.games.hostile import bottomless, documents, tampered
from tests.games.told import OTHERS, left_in_english

PLAYED = {"table_0_played": "exploit", "table_1_played": "exploit", "table_2_played": "exploit"}
EXCAVATING = {**PLAYED, "phase": "dig", "table_0_played": "excavate", "table_0_pile": ["explore"]}
ALL15 = {"leader_pool": "all15"}
FULL = NAMES[:5]

BAD: list[tuple[dict[str, Any], str]] = [
    # what is not there, or not what it should be
    ({"game": None}, "game: expected"),
    ({"game": 7}, "game: expected"),
    ({"game": "6x"}, "game: no game '6x'"),
    ({"rules": 2}, "rules: expected a whole number from 1 to 1"),
    ({"rules": "1"}, "rules: expected"),
    ({"options": []}, "options: expected an object"),
    ({"options": {"seats": 4}}, "table: expected a list of 4 objects, not 3"),
    ({"options": {"seats": 2}}, "options.seats: 5X is for 3, 4, 5, 6 players"),
    ({"options": {"seats": 3.0}}, "options.seats: "),
    ({"options": {"chairs": 3}}, "options.chairs: 5X has no such option"),
    ({"options": {"leaders": "perhaps"}}, "options.leaders: expected on or off"),
    ({"options": {"leader_pool": ["gandhi"]}}, "options.leader_pool: expected at least 6"),
    ({"round": None}, "round: expected a whole number from 1 to 7, not None"),
    ({"round": 0}, "round: "), ({"round": 8}, "round: "), ({"round": -1}, "round: "),
    ({"round": True}, "round: "), ({"round": 3.0}, "round: "), ({"round": "3"}, "round: "),
    ({"round": float("nan")}, "round: "), ({"round": float("inf")}, "round: "),
    ({"round": 10**5000}, "round: "), ({"round": []}, "round: "),
    ({"round": 7, "options": {"leaders": False}}, "round: expected a whole number from 1 to 6"),
    ({"phase": "bidding"}, "phase: expected one of over, pass, select"),
    ({"phase": 3}, "phase: "), ({"phase": None}, "phase: "), ({"phase": ["bid"]}, "phase: "),
    ({"table": None}, "table: "), ({"table": {}}, "table: expected a list of 3 objects"),
    ({"table": []}, "table: expected a list of 3 objects, not 0"),
    ({"table": [{}, {}]}, "table: expected a list of 3 objects, not 2"),
    ({"table": [{}, {}, 3]}, r"table\[0\].resources: missing|table\[2\]: expected an object"),
    ({"weather": "fine"}, "weather: no such field; expected aside, game"),
    ({"table_1_mood": "fine"}, r"table\[1\].mood: no such field; expected"),
    # a seat's numbers
    ({"table_0_resources": -1}, r"table\[0\].resources: expected a whole number from 0"),
    ({"table_0_resources": 1000}, r"table\[0\].resources: "),
    ({"table_0_resources": 10**5000}, r"table\[0\].resources: .* not something endless"),
    ({"table_0_resources": 2.5}, r"table\[0\].resources: "),
    ({"table_0_resources": float("nan")}, r"table\[0\].resources: "),
    ({"table_0_resources": True}, r"table\[0\].resources: "),
    ({"table_0_resources": "5"}, r"table\[0\].resources: "),
    ({"table_0_resources": None}, r"table\[0\].resources: "),
    # cards
    ({"table_0_hand": "exploit"}, r"table\[0\].hand: expected a list"),
    ({"table_0_hand": ["exploit", 3]}, r"table\[0\].hand\[1\]: expected one of exploit, "),
    ({"table_0_hand": [*FULL, "napoleon", "gandhi"]}, r"table\[0\].hand\[5\]: expected one of"),
    ({"table_0_hand": [*FULL, "gandhi", "gandhi"]}, r"table\[0\].hand\[6\]: 'gandhi' is in the"),
    ({"table_0_hand": FULL[:4]}, r"table\[0\].hand: excavate: neither in hand, pile nor play"),
    ({"table_0_hand": FULL[1:]}, r"table\[0\].hand: exploit: neither in hand, pile nor play"),
    ({"table_0_hand": FULL}, r"table: 4 leaders|table\[0\].hand: "),
    ({"table_0_hand": [*FULL, "gandhi"]}, "table: 5 leaders in hands, piles and play, but 6"),
    ({"table_0_hand": [*FULL, "gandhi", "isabella", "suleiman"]}, r"table\[0\].hand: at most 2"),
    ({"table_0_leaders": ["exploit"]}, r"table\[0\].leaders\[0\]: expected one of elizabeth"),
    ({"table_0_leaders": ["gandhi", "isabella", "suleiman"]}, r"table\[0\].leaders: at most 2"),
    ({"table_0_leaders": ["gandhi"], "table_1_leaders": ["gandhi"]}, r"table\[1\]: gandhi is at "),
    ({"table_0_leaders": ["gandhi"], "table_1_pile": ["gandhi"]}, r"table\[1\]: gandhi is at "),
    ({"table_0_leaders": ["gandhi"], "table_0_pile": ["gandhi"]}, r"table\[0\].leaders: gandhi: "),
    ({"table_0_leaders": ["gandhi"], "table_0_hand": FULL}, r"table\[0\].leaders: "),
    ({"table_0_leaders": ["gandhi"], "options": {"leaders": False}}, r"table\[0\].leaders\[0\]: "),
    ({"table_0_hand": FULL, "table_0_pile": ["exploit"]}, r"table\[0\].hand: exploit: in hand and"),
    ({"table_0_pile": ["excavate"]}, r"table\[0\].pile: excavate always comes back"),
    ({"table_0_pile": ["exploit", "expand", "explore"]}, r"table\[0\].pile: 3 cards, but only 2"),
    ({"table_0_pile": ["exploit"], "round": 1}, r"table\[0\].pile: 1 cards, but only 0 rounds"),
    ({"table_0_pile": ["genie"]}, r"table\[0\].pile\[0\]: expected one of"),
    ({"table_0_pile": ["gandhi", "isabella"], "table_1_hand": FULL},
     r"table\[1\].hand: |table: "),
    ({"round": 1, "table_0_hand": FULL, "table_1_hand": [*FULL, "gandhi", "isabella"]},
     r"table\[0\].hand: 5 cards, but at least 7 are left"),
    # the aside
    ({"aside": ["gandhi"]}, "aside: expected the leaders at no seat"),
    ({"aside": ["gandhi", "napoleon"]}, r"aside\[1\]: expected one of"),
    ({"aside": "gandhi isabella"}, "aside: expected a list"),
    ({"aside": ["isabella", "suleiman", "gandhi"]}, "table: 5 leaders in hands, piles and play"),
    # Wonders
    ({"table_0_wonders": ["A"], "removed": ["A", "B"]}, "removed: A has been built"),
    ({"table_0_wonders": ["A"], "table_1_wonders": ["A"]}, r"table\[1\].wonders: A is at seat 0"),
    ({"table_0_wonders": ["C"]}, r"table\[0\].wonders: C is not on offer yet"),
    ({"table_0_wonders": ["G"]}, r"table\[0\].wonders: G is not on offer yet"),
    ({"table_0_wonders": ["Z"]}, r"table\[0\].wonders\[0\]: expected one of A, B"),
    ({"table_0_wonders": ["A", "A"]}, r"table\[0\].wonders\[1\]: 'A' is in the list already"),
    ({"table_0_wonders": "AB"}, r"table\[0\].wonders: expected a list"),
    ({"table_0_wonders": ["G"], "options": {"leaders": False}}, r"table\[0\].wonders\[0\]: "),
    ({"removed": ["A"]}, "removed: B is neither built nor removed"),
    ({"removed": ["A", "B", "C"]}, "removed: C is still to come in round 3"),
    ({"removed": ["A", "B", "Q"]}, r"removed\[2\]: expected one of"),
    ({"removed": {"A": 1}}, "removed: expected a list"),
    ({"aside": ["gandhi"], "options": {"leaders": False}}, r"aside\[0\]: expected none"),
    # last round, and groups
    ({"round": 1, "table_0_previous": "explore"}, r"table\[0\].previous: there is no round before"),
    ({"table_0_previous": "genie"}, r"table\[0\].previous: expected one of"),
    ({"table_0_previous": "explore", "table_0_pile": []}, r"table\[0\].pile: explore was played"),
    ({"table_0_previous": "expand", "table_0_pile": ["expand"]}, r"table\[0\].pile: expand was pl"),
    ({"table_0_previous": "explore", "table_0_hand": FULL}, r"table\[0\].hand: explore: in hand"),
    ({"table_0_previous": "explore", "table_0_played": "explore"}, r"table\[0\].played: explore "),
    ({"table_0_played": "exploit"}, r"table\[0\].played: seat 1 selects earlier or together"),
    ({"table_0_previous": "explore", "table_0_played": "exploit"}, r"table\[0\].played: seat 1 "),
    ({"table_0_previous": "isabella", "table_0_played": "expand", "table_1_played": "expand"},
     r"table\[0\].played: seat 2 selects earlier"),
    ({**PLAYED}, r"table\[0\].played: all cards are revealed"),
    ({"table_0_played": "genie"}, r"table\[0\].played: expected .* suleiman, '', not 'genie'"),
    ({"table_0_played": ["exploit"]}, r"table\[0\].played: expected one of"),
    # phases
    ({"phase": "pass"}, "phase: leaders are passed before round 1 only"),
    ({"phase": "pass", "round": 1, "options": {"leaders": False}}, "phase: leaders are passed"),
    ({"phase": "pass", "round": 1, "table_0_played": "exploit"}, r"table\[0\].played: no card is"),
    ({"phase": "pass", "round": 1, "table_0_passed": "gandhi", "table_1_leaders": ["gandhi"]},
     r"table\[0\].passed: nothing has been passed yet"),
    ({"phase": "over"}, "round: the match is over after round 7"),
    ({"phase": "over", "round": 6}, "round: the match is over after round 7"),
    ({"phase": "over", "round": 7, **PLAYED}, r"table\[0\].played: no card is in play"),
    ({"phase": "bid"}, r"table\[0\].played: expected the card of round 3"),
    ({"phase": "bid", **PLAYED}, "phase: nobody has anything to choose in phase 'bid'"),
    ({"phase": "bid", **PLAYED, "table_0_played": "expand", "table_0_resources": 0},
     "phase: nobody has anything to choose in phase 'bid'"),
    ({"phase": "bid", **PLAYED, "table_0_played": "expand", "table_0_hand": FULL},
     r"table\[0\].hand: |table: "),
    ({"phase": "dido", **PLAYED}, "phase: nobody has anything to choose in phase 'dido'"),
    ({"phase": "dido", **PLAYED, "options": ALL15, "table_0_played": "dido",
      "table_1_played": "expand"}, "phase: nobody has anything to choose in phase 'dido'"),
    ({"phase": "dido", **PLAYED, "options": ALL15, "table_0_played": "dido",
      "table_0_resources": 2}, "phase: nobody has anything to choose in phase 'dido'"),
    ({"phase": "dig", **PLAYED}, "phase: nobody has anything to choose in phase 'dig'"),
    ({"phase": "dig", **PLAYED, "table_0_played": "excavate"}, "phase: nobody has anything"),
    # bids, and who built
    ({"table_0_bid": 2}, r"table\[0\].bid: no bid is open in phase 'select'"),
    ({**EXCAVATING, "table_1_bid": 2}, r"table\[1\].bid: only Expand players bid"),
    ({**EXCAVATING, "table_1_played": "expand", "table_1_bid": -2}, r"table\[1\].bid: expected a"),
    ({**EXCAVATING, "table_1_played": "expand", "table_1_bid": True}, r"table\[1\].bid: expected"),
    ({**EXCAVATING, "table_1_played": "expand", "table_1_bid": 2}, r"table\[1\].bid: these bids"),
    ({**EXCAVATING, "table_1_played": "cleopatra", "table_1_bid": 2}, r"table\[1\].bid: expected "),
    ({**EXCAVATING, "table_1_played": "expand", "table_1_bid": 2, "table_2_played": "expand",
      "table_2_bid": 3, "table_1_wonders": ["C"]}, r"table\[1\].bid: these bids"),
    ({**EXCAVATING, "table_1_wonders": ["C"]}, r"table\[1\].wonders: C is won with Expand"),
    ({**EXCAVATING, "table_1_played": "expand", "table_1_wonders": ["D"]}, r"table\[1\].wonders: "),
    ({**EXCAVATING, "options": ALL15, "table_1_played": "dido", "table_1_wonders": ["C"],
      "table_2_played": "expand"}, r"table\[1\].wonders: C is won with Expand or built by Dido"),
    # memory
    ({"table_0_passed": "genie"}, r"table\[0\].passed: expected one of"),
    ({"table_0_passed": "gandhi"}, r"table\[0\].passed: gandhi is at no seat"),
    ({"table_0_passed": "gandhi", "table_2_leaders": ["gandhi"]}, r"table\[0\].passed: gandhi is "),
    ({"table_0_passed": "gandhi", "table_1_leaders": ["gandhi"], "table_1_passed": "gandhi"},
     r"table\[1\].passed: gandhi was passed by another seat"),
    ({"table_0_shown": ["gandhi"]}, r"table\[0\].shown: gandhi is not in hand"),
    ({"table_0_shown": ["exploit"]}, r"table\[0\].shown\[0\]: expected one of elizabeth"),
    # sealed answers
    ({"sealed": []}, "sealed: expected an object"),
    ({"sealed": {"0": "exploit"}}, "sealed.0: expected a list of moves"),
    ({"sealed": {"0": []}}, "sealed.0: expected a list of moves"),
    ({"sealed": {"0": [7]}}, "sealed.0: expected a list of moves"),
    ({"sealed": {"0": [""]}}, "sealed.0: no such move"),
    ({"sealed": {"0": ["x" * 100_000]}}, "sealed.0: expected a list of moves"),
    ({"sealed": {"0": ["genie"]}}, "sealed.0: no such move"),
    ({"sealed": {"0": ["isabella"]}}, "sealed.0: 'isabella' is not a legal answer here"),
    ({"sealed": {"0": ["bid 1"]}}, "sealed.0: 'bid 1' is not a legal answer here"),
    ({"sealed": {"0": ["exploit", "expand"]}}, "sealed.0: 'expand' is not a legal answer here"),
    ({"sealed": {"3": ["exploit"]}}, "sealed.3: no such field; expected 0, 1, 2"),
    ({"sealed": {"0": ["exploit"], "1": ["exploit"], "2": ["exploit"]}},
     "sealed: everybody has answered; leave one answer open"),
    ({"round": 7, "phase": "over", "sealed": {"0": ["exploit"]}}, "sealed.0: no such field"),
]  # fmt: skip


@pytest.mark.parametrize("changes, message", BAD, ids=[f"{n} {m}" for n, (_, m) in enumerate(BAD)])
def test_a_position_that_breaks_a_rule_is_refused_by_its_field(
    changes: dict[str, Any], message: str
):
    """INV-1 to INV-10."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(short(**changes))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_is_said_in_the_language(name: str):
    bad = [short(**changes) for changes, _ in BAD]
    assert left_in_english(name, microciv.set_up, bad) == []


@pytest.mark.parametrize("field", ["game", "round", "table"])
def test_three_fields_must_be_there(field: str):
    document = short()
    del document[field]
    with pytest.raises(BadPosition, match=rf"^{field}: "):
        microciv.set_up(document)


@pytest.mark.parametrize("document", [None, 3, "5x", [], [SHORT], True])
def test_a_position_is_an_object(document: Any):
    with pytest.raises(BadPosition, match=r"^position: expected an object"):
        microciv.set_up(document)


def test_resources_must_be_said():
    document = short()
    document["table"][1] = {}
    with pytest.raises(BadPosition, match=r"^table\[1\].resources: missing"):
        microciv.set_up(document)


def test_a_game_refuses_a_position_of_other_options():
    """A position never changes the rules behind somebody's back."""
    game = microciv.open_game("5x", seats=3)
    with pytest.raises(BadPosition, match=r"^options: not those that this game was opened with"):
        game.set_up(short(options={"leader_pool": "all15"}))
    with pytest.raises(BadPosition, match=r"^options.seats: "):
        game.set_up(short(options={"seats": 7}))
    assert [0, 1, 2] == Match(game, position=short(options={})).to_act()


# --- anything at all

FIELDS = [
    "game", "rules", "options", "round", "phase", "table", "removed", "aside", "sealed", "seats",
    "resources", "hand", "leaders", "pile", "played", "previous", "wonders", "bid", "passed",
    "shown", "0", "1",
]  # fmt: skip
JSON = documents(FIELDS, [*NAMES, *"ABCDEFGH"])


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.booleans())
def test_garbage_is_refused_politely(document: dict[str, Any], ours: bool):
    """Nothing but BadPosition, whatever is handed in."""
    if ours:
        document = {**document, "game": "5x"}
    with pytest.raises(BadPosition):
        microciv.set_up(document)


GOOD = [json.loads(json.dumps(match.position())) for match in random_match(11, 4)]


@given(st.sampled_from(GOOD), st.data())
def test_a_position_with_one_thing_changed_is_refused_or_sound(
    document: dict[str, Any], data: st.DataObject
):
    """INV-1 to INV-10: what is accepted is a position that saves and sets up again."""
    changed = tampered(document, data, JSON)
    try:
        match = microciv.set_up(changed)
    except BadPosition:
        return
    again = read_back(match)
    assert match.position() == again.position()
    assert match.to_act() or at(match).phase == "over"
    while again.to_act():
        read_back(again)
        for seat in again.to_act():
            again.play(seat, legal(again, seat)[0])
    assert at(again).phase == "over"


def read_back(match: Match) -> Match:
    """The match saved and set up again."""
    return microciv.set_up(json.loads(json.dumps(match.position())))


@pytest.mark.parametrize("option", ["leader_pool", "starred_leaders", "wonder_table"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_bottomless_option_is_refused(option: str, wrapped: bool):
    """Also as a part of what is expected there."""
    endless = bottomless()
    value = [{"letter": "A", "bonus": endless}] if wrapped else endless
    with pytest.raises(BadPosition, match=rf"^options.{option}: .* something endless"):
        microciv.set_up(short(options={option: value}))


@pytest.mark.parametrize("aside", [[], None])
def test_a_table_without_leaders_has_none_aside(aside: list[str] | None):
    """5X-113: the empty list may be written, as with leaders."""
    fields = {} if aside is None else {"aside": aside}
    assert microciv.set_up(short(options={"leaders": False}, **fields)).to_act() == [0, 1, 2]


def test_a_bottomless_document_is_refused():
    endless = bottomless()
    with pytest.raises(BadPosition, match=r"^table\[0\].hand"):
        microciv.set_up(short(table_0_hand=endless))
    with pytest.raises(BadPosition, match=r"^phase: .* something endless"):
        microciv.set_up(short(phase=endless))
