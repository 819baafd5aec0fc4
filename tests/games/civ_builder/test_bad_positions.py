"""Positions that break a rule, and things that are none: refused by the field, never otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv import BadPosition
from tests.games.civ_builder.table import (
    ahead,
    changed,
    deal_of,
    document,
    random_match,
    rest_of,
    row,
    say,
    table,
)
from tests.games.saving import saved
from tests.games.told import OTHERS, left_in_english

SHORT = document(row("2Cul"), row("2Sci"))
ACT = document(row("2Cul"), row("2Sci"), phase="act", action="Con", melds=1)
LOOK = document(row("2Cul"), row("2Sci"), phase="exchange", target=1, melds=1)
STUDY = document(row("2Cul"), row("2Sci"), phase="study", melds=1)
PICK = document(row(), row(), phase="pick", round=0)
OFFER = document(row("2Cul"), row("2Sci"), row("Con"), phase="offer")
DEAL = {"deal": deal_of(0, 1, "Cul", "Sci")}
ANSWER = document(row("2Cul"), row("2Sci"), row("Con"), phase="answer", asked=1, trade=DEAL)
CHOICE = {"deal": deal_of(0, "any", "Cul", "Sci"), "willing": [1, 2]}
CHOOSE = document(row("2Cul"), row("2Sci"), row("Sci"), phase="choose", trade=CHOICE)
CLOCK = {"trade_mode": "clock"}
MARKET = document(row("2Cul"), row("2Sci"), row("Con"), phase="market", options=CLOCK,
                  trade={"offers": [[deal_of(0, 1, "Cul", "Sci")], [], []]})  # fmt: skip
POINT = document(row(), row(), row(), phase="point")
OVER = document(row("5Cul"), row("5Sci"), phase="over", round=12)
ENDLESS: Any = 10**5000
DISCARD = document(row("9Cul"), row("9Sci", Con=1), round=12, phase="discard", asked=1)

NO_ROUNDS: list[Any] = [0, 13, -1, True, 3.0, "3", float("nan"), ENDLESS, [], {}, None]
NO_PHASES: list[Any] = ["war", 3, None, ["meld"], {}, ""]
NO_SEATS: list[Any] = [2, -1, None, True, "1", ENDLESS, 1.0]
NO_SCORES: list[Any] = [-1, 10_000, True, "3", 1.0, None, ENDLESS]
NO_CHARTS: list[Any] = [None, 7, [[]]]
NO_LISTS: list[Any] = [None, 7, "Cul", {}]
NO_CARDS: list[Any] = ["Xyz", "2", "10Cul", "2Cul3", "Cul-Sci", "C", "+Cul;", "🂡", "Cul++", "+",
                       "+Cul", "0Cul", "Cul*0", "02Cul", "\uff12Cul", "\u0662Cul", "Cul*\u00b2",
                       "\uff43ul", "Cul,Sci"]  # fmt: skip
NO_TEXTS: list[Any] = [None, 7, ["Cul"], {}, True]
NO_NAMES: list[Any] = ["cul", "2Cul", "L", "", None, 3, ["Cul"], {}]
NO_GENERATORS: list[Any] = [None, [], 7, "1234", [1, 2, 3], [1] * 5, [1, 2, 3, -1],
                            [1, 2, 3, 2**32], [1, 2, 3, True], {"0": 1}]  # fmt: skip

BAD: list[Any] = [  # a document, changes by path, the complaint
    # what is not there, or not what it should be
    (SHORT, {"game": None}, "game: expected"), (SHORT, {"game": "civ"}, "game: no game 'civ'"),
    (SHORT, {"rules": 2}, "rules: expected a whole number from 1 to 1"),
    (SHORT, {"options": []}, "options: expected an object"),
    (SHORT, {"options": {"seats": 3}}, "table: expected a list of 3 objects, not 2"),
    (SHORT, {"options": {"seats": 7}}, "options.seats: Civ Builder is for 2 to 6 players, not 7"),
    (SHORT, {"options": {"seats": 11}}, "options.seats: "),
    (SHORT, {"options": {"chairs": 2}}, "options.chairs: Civ Builder has no such option"),
    (SHORT, {"options": {"max_melds": 10}}, "options.max_melds: expected a number from"),
    *[(SHORT, {"round": value}, "round: expected a whole number from 1 to 12, not ")
      for value in NO_ROUNDS],
    *[(SHORT, {"phase": value}, "phase: expected one of over, pick, sixth") for value in NO_PHASES],
    *[(SHORT, {"asked": value}, "asked: expected a whole number from 0 to 1, not ")
      for value in NO_SEATS],
    (SHORT, {"table": None}, "table: expected a list of 2 objects"),
    (SHORT, {"table": [{}]}, "table: expected a list of 2 objects, not 1"),
    (SHORT, {"table.1": 3}, r"table\[1\]: expected an object, not 3"),
    (SHORT, {"weather": 1}, "weather: no such field; expected asked, chart, deck, discard, game"),
    (SHORT, {"table.1.mood": 1}, r"table\[1\].mood: no such field; expected civ, hand, points"),
    (SHORT, {"order": [0]}, r"order: expected each of 2 seats once \(CB-14\)"),
    (SHORT, {"order": [0, 0]}, r"order\[1\]: 0 is in the list already"),
    (SHORT, {"order": [0, 2]}, r"order\[1\]: expected a whole number from 0 to 1"),
    *[(SHORT, {"order": value}, "order: expected a list") for value in NO_LISTS],
    # seats
    (SHORT, {"table.0.civ": "rome"}, r"table\[0\].civ: expected one of middle-east"),
    (SHORT, {"table.1.civ": "middle-east"},
     r"table\[1\].civ: middle-east is somebody else's already \(CB-03\)"),
    (SHORT, {"table.1.civ": ""}, r"table\[1\].civ: missing \(CB-03\)"),
    *[(SHORT, {"table.0.scores": {"Cul": value}}, r"table\[0\].scores.Cul: expected a whole number")
      for value in NO_SCORES],
    (SHORT, {"table.0.scores": {"Lea": 1}}, r"table\[0\].scores.Lea: no such field"),
    (SHORT, {"table.0.scores": 3}, r"table\[0\].scores: expected an object"),
    (SHORT, {"table.0.started": {"Cul": -1}}, r"table\[0\].started.Cul: expected a whole number"),
    (SHORT, {"table.0.points": -1}, r"table\[0\].points: expected a whole number from 0 to 99999"),
    (SHORT, {"table.0.points": ENDLESS}, r"table\[0\].points: expected a whole number"),
    (SHORT, {"table.0.sources": {"melds": 3}},
     r"table\[0\].sources: they come to 3, not to 0 points"),
    (SHORT, {"table.0.sources": {"leads": -1}}, r"table\[0\].sources.leads: expected"),
    (SHORT, {"table.0.sources": {"gifts": 1}}, r"table\[0\].sources.gifts: no such field"),
    # cards
    *[(SHORT, {"table.0.hand": value}, r"table\[0\].hand: (.* is not a card|'10Cul')")
      for value in NO_CARDS],
    *[(SHORT, {"table.0.hand": value}, r"table\[0\].hand: expected cards such as '2Cul\+Lea', not ")
      for value in NO_TEXTS],
    (SHORT, {"table.0.hand": "9Cul+Cul"}, r"table\[0\].hand: there are 9 Cul in all \(CB-02\)"),
    (SHORT, {"table.0.hand": "2Cul+8Sci"}, r"table\[1\].hand: more Sci than the deck has: 9 in"),
    (SHORT, {"discard": "8Cul"}, "discard: more Cul than the deck has"),
    (SHORT, {"discard": 8}, "discard: expected cards such as"),
    (SHORT, {"deck": ["Cul"] * 8}, "deck: more Cul than the deck has"),
    (SHORT, {"deck": ["Cul"] * 10}, r"deck\[9\]: there are 9 Cul in all"),
    *[(SHORT, {"deck": ["Cul", value]}, r"deck\[1\]: expected one of Con, Tra")
      for value in NO_NAMES],
    *[(SHORT, {"deck": value}, "deck: expected a list of cards") for value in NO_LISTS],
    (SHORT, {"rest": "hand"}, "rest: expected one of deck, discard, not 'hand'"),
    *[(SHORT, {"generator": value}, "generator: expected 4 or 10") for value in NO_GENERATORS],
    *[(SHORT, {"chart": value}, "chart: expected a list of 0 rounds") for value in NO_CHARTS],
    (SHORT, {"round": 2, "chart": []}, "chart: expected a list of 1 round,"),
    (SHORT, {"round": 2, "chart": [[1]]}, r"chart\[0\]: expected 2 numbers, not \[1\]"),
    (SHORT, {"round": 2, "chart": [[1, -1]]}, r"chart\[0\]: expected 2 numbers"),
    (SHORT, {"round": 2, "chart": [[1, True]]}, r"chart\[0\]: expected 2 numbers"),
    # picks
    (PICK, {"round": 1}, "round: expected a whole number from 0 to 0"),
    (PICK, {"table.0.civ": "india"}, r"table\[0\].civ: expected none yet: seat 0 is picking"),
    (PICK, {"asked": 1}, r"table\[0\].civ: expected one: seat 1 is picking"),
    (PICK, {"table.1.hand": "Cul"},
     r"table\[1\].hand: no cards are dealt before the dice \(CB-08\)"),
    # turns
    (SHORT, {"turn": 3}, "turn: expected an object"),
    (SHORT, {"turn": {"melds": -1}}, "turn.melds: expected a whole number"),
    (SHORT, {"turn": {"melds": ENDLESS}}, "turn.melds: expected a whole number"),
    (SHORT, {"turn": {"action": "Con"}}, "turn.action: no such field"),
    (SHORT, {"turn": {"melded": ["Cul"]}},
     r"turn.melded: this table lets an attribute be melded again \(CB-38\)"),
    (SHORT, {"turn": {"melded": ["Lea"]}}, r"turn.melded\[0\]: expected one of Con"),
    (SHORT, {"turn": {"melds": 2}},
     r"asked: this seat has no legal meld, so its turn is over \(CB-49\)"),
    (SHORT, {"table.0.hand": "9Lea"}, "asked: this seat has no legal meld"),
    (SHORT, {"table.0.hand": ""}, "asked: this seat has no legal meld"),
    (ACT, {"turn": {"melds": 1}}, "turn.action: missing"),
    (ACT, {"turn.action": "Lea"}, "turn.action: expected one of Con"),
    (ACT, {"turn.melds": 0}, "turn.melds: expected a whole number from 1"),
    *[(LOOK, {"turn.target": value}, "turn.target: expected a whole number from 0 to 1")
      for value in NO_SEATS],
    (LOOK, {"turn.target": 0}, r"turn.target: expected another seat that has cards \(CB-54\)"),
    (LOOK, {"table.1.hand": ""}, "turn.target: expected another seat that has cards"),
    (STUDY, {"rest": "discard"}, r"deck: expected more than 2 cards to look at \(CB-57\)"),
    (STUDY, {"rest": "discard", "deck": ["Cul", "Sci"]}, "deck: expected more than 2 cards"),
    # the rest of a round
    (SHORT, {"phase": "sixth", "turn": {}}, "turn: no such field"),
    (document(row(), ahead(), phase="sixth"), {}, r"asked: expected a top in Agr \(CB-19\)"),
    (document(row("2Cul"), ahead(), phase="dump"), {}, r"asked: expected a top in Equ \(CB-77\)"),
    (document(row(), row("Cul"), phase="dump"), {},
     r"asked: expected a seat with cards to dump \(CB-77\)"),
    (document(row("5Cul"), ahead(), phase="discard"), {},
     r"asked: expected a seat with more cards than it may keep \(CB-80\)"),
    (document(row("7Cul"), row(), phase="discard"), {}, "asked: expected a seat with more cards"),
    (POINT, {"scholars": [0]}, r"scholars: expected \[1, 2\], who come later and were top in Sci"),
    (POINT, {"scholars": [2, 1]}, r"scholars: expected \[1, 2\], who .* \(CB-70\)"),
    (POINT, {"scholars": [1, 1]}, r"scholars\[1\]: 1 is in the list already"),
    *[(POINT, {"scholars": value}, "scholars: expected a list") for value in NO_LISTS],
    (SHORT, {"scholars": []}, "scholars: no such field"),
    (OVER, {"round": 11}, r"round: the match is over after round 12 \(CB-09\)"),
    (OVER, {"table.0.hand": "8Cul"},
     r"table\[0\].hand: expected 7 cards at most after the End phase \(CB-79\)"),
    (OVER, {"table.1.scores": {"Con": 1}, "table.0.hand": "6Cul"},
     r"table\[0\].hand: expected 5 cards at most after the End phase \(CB-79\)"),
    # trade
    (SHORT, {"trade": {}}, "trade: no such field"), (OFFER, {"trade": 3}, "trade: expected an obj"),
    (OFFER, {"options": {"seats": 3, "trade_mode": "off"}},
     r"phase: this table has no phase 'offer' \(CB-29\)"),
    (OFFER, {"options": {"seats": 3, **CLOCK}}, "phase: this table has no phase 'offer'"),
    (MARKET, {"options": {"seats": 3}}, r"phase: this table has no market \(CB-29\)"),
    (OFFER, {"trade": {"pass": 3}}, "trade.pass: expected a whole number from 1 to 2"),
    (OFFER, {"trade": {"proposed": 1}}, "trade.proposed: expected true or false"),
    (OFFER, {"trade": {"willing": []}}, "trade.willing: no such field"),
    (OFFER, {"trade": DEAL}, "trade.deal: no such field"),
    (OFFER, {"table.0.hand": ""}, r"asked: expected a seat that has somebody to trade with"),
    (ANSWER, {"trade": {}}, "trade.deal.seat: missing|trade.deal: "),
    (ANSWER, {"trade": {"deal": 3}}, "trade.deal: expected an object"),
    (ANSWER, {"trade.deal.seat": 3}, "trade.deal.seat: expected a whole number from 0 to 2"),
    (ANSWER, {"trade.deal.target": "all"}, "trade.deal.target: expected a whole number"),
    (ANSWER, {"trade.deal.target": 0}, "trade.deal.target: expected another seat"),
    (ANSWER, {"trade.deal.given": "3Cul"},
     r"trade.deal.given: seat 0 does not hold these cards \(CB-28\)"),
    (ANSWER, {"trade.deal.given": ""}, r"trade.deal.given: expected a card at least: there are no"),
    (ANSWER, {"trade.deal.wanted": ""}, r"trade.deal.wanted: expected a card at least"),
    (ANSWER, {"trade.deal.wanted": "4Sci"}, r"trade.deal.wanted: expected 3 cards at most"),
    (ANSWER, {"trade.deal.wanted": "Xyz"}, "trade.deal.wanted: 'Xyz' is not a card"),
    (ANSWER, {"trade.deal.price": 3}, "trade.deal.price: no such field"),
    (ANSWER, {"options": {"seats": 3, "trade_equal": True}, "trade.deal.wanted": "2Sci"},
     r"trade.deal.wanted: expected as many cards as are given \(CB-25\)"),
    (ANSWER, {"table.1.hand": ""},
     r"trade.deal.target: there is nothing to trade between these two \(CB-25\)"),
    (ANSWER, {"options": {"seats": 3, "trade_gifts": True}, "trade.deal.given": "",
              "trade.deal.wanted": ""}, "trade.deal.given: expected a card on one side at least"),
    (ANSWER, {"asked": 2}, "asked: expected seat 1, whom the offer is for"),
    (ANSWER, {"phase": "reply", "asked": 0}, "asked: expected the seat that the counter-offer is "),
    (CHOOSE, {"asked": 1}, "asked: expected the seat that made an offer to all"),
    (CHOOSE, {"trade.deal.target": 1}, "asked: expected the seat that made an offer to all"),
    (CHOOSE, {"trade.willing": [1]}, "trade.willing: expected two other seats at least"),
    (CHOOSE, {"trade.willing": [0, 1]}, "trade.willing: expected two other seats at least"),
    (CHOOSE, {"trade.willing": [1, 1]}, r"trade.willing\[1\]: 1 is in the list already"),
    (CHOOSE, {"table.2.hand": "Con"},
     r"trade.willing: seat 2 does not hold what is wanted \(CB-28\)"),
    (MARKET, {"trade.tick": 0}, "trade.tick: expected a whole number from 1 to 72"),
    (MARKET, {"trade.tick": 73}, "trade.tick: expected a whole number from 1 to 72"),
    (MARKET, {"trade.ready": [True]}, "trade.ready: expected true or false for each seat"),
    (MARKET, {"trade.ready": [1, 0, 0]}, "trade.ready: expected true or false for each seat"),
    (MARKET, {"trade.ready": [True, False, False]},
     r"trade.offers\[0\]: a seat that is ready has no offers"),
    (MARKET, {"trade.ready": [False, True, True], "trade.offers": [[], [], []]},
     "trade.ready: expected two seats at least that can trade"),
    (MARKET, {"trade.offers": [[]]}, "trade.offers: expected a list for each seat"),
    (MARKET, {"trade.offers.1": 3}, r"trade.offers\[1\]: expected up to 3 offers"),
    (MARKET, {"trade.offers.0": [deal_of(0, 1, "Cul", "Sci")] * 4},
     r"trade.offers\[0\]: expected up to 3 offers"),
    (MARKET, {"trade.offers.1": [deal_of(0, 1, "Cul", "Sci")]},
     r"trade.offers\[1\]: expected offers of this seat"),
    (MARKET, {"trade.offers.0.0": 3}, r"trade.offers\[0\]\[0\]: expected an object"),
    (MARKET, {"trade.offers.0.0.given": "Gov"}, r"trade.offers\[0\]\[0\].given: seat 0 does not"),
    (MARKET, {"trade.ready": [False, True, False]},
     r"trade.offers\[0\]\[0\]: seat 1 is ready: it is void"),
    (OFFER, {"trade": {"proposed": True}}, "trade.proposed: expected false: seat 0 is the first"),
    (ANSWER, {"trade.proposed": False}, "trade.proposed: expected true: an offer is being"),
    (ANSWER, {"trade.deal.target": "any"}, "asked: expected none: an offer to all is answered by"),
    (CHOOSE, {"trade.willing": [2, 1]}, "trade.willing: expected the seats in ascending order"),
    (document(row("Cul"), row("Sci"), phase="answer",
              trade={"deal": deal_of(0, "any", "Cul", "Sci")}),
     {}, r"trade.deal.target: expected the one seat that there is to trade with \(CB-25\)"),
    # what no match comes to
    (DISCARD, {},
     r"table\[0\].hand: expected 5 cards at most, as it comes before seat 1 \(CB-78\)"),
    (STUDY, {"deck": ["Con"] * 4, "discard": rest_of("2Cul", "2Sci", "4Con"), "rest": "discard"},
     r"discard: expected none: it is shuffled below a deck that is short \(CB-58\)"),
    (PICK, {"table.0.points": 50}, r"table\[0\].points: nobody has VP before the first round"),
    (PICK, {"table.1.scores": {"Cul": 3}},
     r"table\[1\].scores.Cul: expected 0 to 0 while one picks"),
    (PICK, {"table.1.started": {"Cul": 3}}, r"table\[1\].started: no round has begun"),
    (PICK, {"discard": "Cul"}, r"discard: nothing is discarded before the first round"),
    (PICK, {"options": {"seats": 2, "roll_first": True}},
     r"table\[0\].scores.Con: expected 1 to 6 while one picks"),
    (PICK, {"options": {"seats": 2, "civ_pick": "random"}},
     r"phase: at this table civilizations are drawn"),
    (OVER, {"chart": [[0, 0]] * 11 + [[0, 1]]}, r"chart\[11\]: expected the VP at the end"),
    (SHORT, {"round": 2, "chart": [[ENDLESS, 0]]}, r"chart\[0\]: expected 2 numbers"),
    (SHORT, {"turn": {"melds": 18}}, "turn.melds: expected a whole number from 0 to 17"),
    (SHORT, {"table.0.hand": rest_of("2Sci"), "turn": {"melds": 8}},
     r"turn.melds: 8 melds take more cards than there are \(CB-36\)"),
    (ACT, {"options": {"seats": 2, "max_melds": 1}, "turn.melds": 2},
     r"turn.melds: this table allows 1 in a turn \(CB-36\)"),
    (ACT, {"options": {"seats": 2, "repeat_attribute": False}, "turn.melded": ["Cul"]},
     r"turn.melded: expected Con among them, melded last \(CB-38\)"),
    (ACT, {"options": {"seats": 2, "repeat_attribute": False}, "turn.melded": ["Cul", "Con"]},
     r"turn.melded: expected no more than there were melds, 1 \(CB-38\)"),
    # sealed answers
    (SHORT, {"sealed": []}, "sealed: expected an object"),
    (SHORT, {"sealed": {"0": []}}, "sealed.0: expected a list of moves"),
    (SHORT, {"sealed": {"0": ["meld 99"]}}, "sealed.0: no such move"),
    (SHORT, {"sealed": {"0": ["meld Con"]}}, "sealed.0: 'meld Con' is not a legal answer here"),
    (SHORT, {"sealed": {"1": ["stop"]}}, "sealed.1: no such field"),
    (SHORT, {"sealed": {"0": ["stop"]}}, "sealed: everybody has answered; leave one answer open"),
]  # fmt: skip


@pytest.mark.parametrize("base, changes, message", BAD)
def test_a_position_that_breaks_a_rule_is_refused_by_its_field(
    base: dict[str, Any], changes: dict[str, Any], message: str
):
    """BI-01 to BI-05, BI-10, BI-15, CB-11: how the cards lie, who is asked what."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(base, changes))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_is_said_in_the_language(name: str):
    bad = [changed(base, changes) for base, changes, _ in BAD]
    bad += [changed(PAST, changes) for changes, _ in PASTS]
    assert left_in_english(name, microciv.set_up, bad) == []


@pytest.mark.parametrize(
    "base", [SHORT, ACT, LOOK, STUDY, PICK, OFFER, ANSWER, CHOOSE, MARKET, POINT, OVER]
)
def test_what_is_changed_was_right_before(base: dict[str, Any]):
    """The documents that the table above spoils."""
    assert microciv.set_up(base).game.name == "civ-builder"


@pytest.mark.parametrize("value", [None, 3, "civ-builder", [], [SHORT], True])
def test_a_position_is_an_object(value: Any):
    with pytest.raises(BadPosition, match=r"^position: expected an object"):
        microciv.set_up(value)


@pytest.mark.parametrize("field", ["game", "table", "turn"])
def test_fields_that_must_be_there(field: str):
    short = dict(SHORT)
    del short[field]
    if field == "turn":  # a turn that has just begun says nothing
        assert microciv.set_up(short).to_act() == [0]
        return
    with pytest.raises(BadPosition, match=rf"^{field}: "):
        microciv.set_up(short)


def test_a_game_refuses_a_position_of_other_options():
    """A position never changes the rules behind somebody's back."""
    game = microciv.open_game("civ-builder", seats=2)
    with pytest.raises(BadPosition, match=r"^options: not those that this game was opened with"):
        game.set_up(changed(SHORT, {"options": {"max_melds": 1}}))


# --- what is remembered


def remembered() -> dict[str, Any]:
    """A position of round 1 with a past: cards dealt, drawn, offered, seen."""
    moments = [next(MOMENTS) for _moment in range(40)]
    return saved(moments[-1])


MOMENTS = random_match(5, 3)
PAST = remembered()
PASTS: list[Any] = [  # changes by path, the complaint
    ({"past": 3}, "past: expected an object"), ({"past": {}}, "past.facts: |past.bases: missing"),
    ({"past.facts": 3}, "past.facts: expected a list of facts"),
    ({"past.facts": [[0] * 8] * 5001}, "past.facts: expected a list of facts"),
    ({"past.facts.0": 3}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": [0] * 7}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": ["0"] * 8}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": [True] * 8}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": [-2] * 8}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": [8, 0, -1, 0, 0, 0, 0, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [0, 3, -1, 0, 0, 0, 0, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [0, 0, -1, 0, 0, 0, 0, 2**16]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [0, 0, -1, 16**20, 0, 1, 0, 1]}, r"past.facts\[0\]: expected cards"),
    ({"past.facts.0": [2, 0, 0, 1, 0, 1, 0, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [3, 0, 7, 1, 1, 1, 1, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [0, 0, -1, 10, 0, 10, 0, 1]}, r"past.facts\[0\]: expected cards"),
    ({"past.facts.0": [0, 0, -1, 1, 0, 2, 0, 1]}, r"past.facts\[0\]: expected cards"),
    ({"past.facts.0": [6, 0, 1, 13, 0, 1, 0, 1]}, r"past.facts\[0\]: expected cards"),
    ({"past.facts.0": [6, 0, 16, 1, 0, 16, 0, 1]}, r"past.facts\[0\]: expected cards"),
    ({"past.facts.0.7": 0}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0.5": 4}, r"past.facts\[0\]: expected cards"),
    ({"past.bases": []}, "past.bases: expected a list of 4 objects, not 0"),
    ({"past.bases.0.hands": [0]}, r"past.bases\[0\].hands: expected 3 numbers, not 1"),
    ({"past.bases.0.hands": 3}, r"past.bases\[0\].hands: expected a list of numbers"),
    ({"past.bases.0.hands": [1, 0, 0]}, r"past.bases\[0\].hands\[0\]: expected cards of a hand"),
    ({"past.bases.0.hands": [-1, 0, 0]}, r"past.bases\[0\].hands\[0\]: expected cards of a hand"),
    ({"past.bases.0.sizes": [1, 0, 0]}, r"past.bases\[0\].sizes: expected 108 cards in all"),
    ({"past.bases.0.left": 7}, r"past.bases\[0\].(fresh|sizes): "),
    ({"past.bases.0.left": 109}, r"past.bases\[0\].left: expected a whole number from 0 to 108"),
    ({"past.bases.0.deck": [12]}, r"past.bases\[0\].deck: expected kinds of cards"),
    ({"past.bases.0.deck": [0] * 109}, r"past.bases\[0\].deck: expected kinds of cards"),
    ({"past.bases.0.fresh": -1}, r"past.bases\[0\].fresh: expected a whole number"),
    ({"past.bases.0.fresh": 15}, r"past.bases\[0\].fresh: expected cards of the deck"),
    ({"past.bases.0.since": 999}, r"past.bases\[0\].since: expected a whole number"),
    ({"past.bases.0.mood": 1}, r"past.bases\[0\].mood: no such field"),
    ({"past.mood": 1}, "past.mood: no such field"),
]  # fmt: skip


@pytest.mark.parametrize("changes, message", PASTS)
def test_a_past_that_cannot_be(changes: dict[str, Any], message: str):
    """CB-10: facts are of this table, and agree with the cards."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(PAST, changes))


def test_a_past_must_agree_with_the_cards():
    """CB-10: who remembers a hand remembers what it is."""
    match = table(row("2Cul+Con"), ahead("3Sci"))
    say(match, "meld Con")
    good = saved(match)
    assert microciv.set_up(good).to_act() == [0]
    place = f"deck.{good['deck'].index('Eng')}"
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: seat 0 does not hold what"):
        microciv.set_up(changed(good, {"table.0.hand": "Cul+Eng", place: "Cul"}))
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other sizes"):
        microciv.set_up(changed(good, {"table.0.hand": "2Cul+Con", "discard": ""}))
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other sizes"):
        microciv.set_up(changed(good, {"table.0.hand": "Cul"}))


def test_cards_of_the_deck_that_are_remembered():
    """CB-57: the five that Science left, in their order."""
    match = table(row("2Cul+2Con"), row("3Sci"), phase="act", action="Sci", melds=1,
                  deck="Con Tra Cul Sci Agr Rel Sea Gov")  # fmt: skip
    say(match, "use", "take Con+Tra")
    good = saved(match)
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: card 1 of the deck is another"):
        microciv.set_up(changed(good, {"deck.1": "Gov", "deck.5": "Sci"}))


def test_a_look_at_more_cards_than_there_are():
    """CB-58: a fact of seven cards at a deck of three."""
    match = table(row("2Cul+2Con"), row("3Sci"), deck="Con Tra Cul", rest="discard")
    good = saved(match)
    seen = sum([kind * 16**place for place, kind in enumerate([0, 1, 2, 3, 4, 5, 6])])
    fact = [6, 0, 7, seen, 0, 7, 0, 1]
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: this cannot have happened: \[6"):
        microciv.set_up(changed(good, {"past.facts": [fact]}))


@pytest.mark.parametrize("fact", [
    [1, 0, -1, 16**2, 0, 1, 0, 65535], [0, 1, -1, -1, 0, 1, 0, 2], [2, 1, 0, -1, 0, 1, 0, 3],
    [3, 1, 0, -1, -1, 1, 2, 3],
])  # fmt: skip
def test_facts_must_agree_with_the_sizes_of_hands(fact: list[int]):
    """CB-10: draws, losses and exchanges are counted."""
    match = table(row("3Cul"), ahead("3Sci"))
    assert microciv.set_up(saved(match)).to_act() == [0]
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other sizes of"):
        microciv.set_up(changed(saved(match), {"past.facts": [fact]}))


@pytest.mark.parametrize("fact", [
    [1, 0, -1, 16**2, 0, 1, 0, 7], [0, 1, -1, -1, 0, 1, 0, 1], [2, 1, 0, -1, 0, 1, 0, 1],
    [3, 1, 0, -1, -1, 1, 2, 2],
])  # fmt: skip
def test_who_holds_cards_knows_them(fact: list[int]):
    """CB-10: no fact is kept from those whose cards it is about."""
    match = table(row("3Cul"), ahead("3Sci"))
    with pytest.raises(BadPosition, match=r"^past.facts\[0\]: no fact of this table"):
        microciv.set_up(changed(saved(match), {"past.facts": [fact]}))


def test_facts_must_agree_with_the_discard_pile():
    """CB-10: what is lost lies there, and was in the hand before."""
    match = table(row("3Cul"), ahead("3Sci"))
    say(match, "meld Cul*1")
    good = saved(match)
    (fact,) = good["past"]["facts"]
    other, place = [*fact[:3], 16**3, *fact[4:]], f"deck.{good['deck'].index('Con')}"
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: this cannot have happened: \[1"):
        microciv.set_up(changed(good, {"past.facts.0": other}))
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other open cards"):
        microciv.set_up(changed(good, {"discard": "Con", place: "Cul"}))


@pytest.mark.parametrize("kind", [1, 4, 5, 6])
def test_facts_that_are_never_veiled(kind: int):
    """CB-10: a loss is open; what is seen, held or looked at is told or not told at all."""
    match = table(row("2Cul+2Con"), row("3Sci"))
    fact = [kind, 1, -1, -1, 0, 1, 0, 1]
    with pytest.raises(BadPosition, match=r"^past.(facts|bases)"):
        microciv.set_up(changed(saved(match), {"past.facts": [fact]}))
