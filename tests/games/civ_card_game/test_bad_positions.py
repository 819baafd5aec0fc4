"""Positions that break a rule, and things that are none: refused by the field, never otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv import BadPosition
from tests.games.civ_card_game.table import (
    A,
    attack,
    cards,
    changed,
    do,
    document,
    land_but,
    random_match,
    row,
    table,
    techs_but,
)
from tests.games.saving import saved
from tests.games.told import OTHERS, left_in_english

TURN = document(row("Plains:1+Granary, Forest", "Corn", "3F", "Writing"), row(hand="2 Gold"))
DRAFT = document(row("Forest, Coast"), row("Plains, Plains"), row("Coast, Coast"), phase="draft",
                 revealed="Oasis, Pasture, Gold Hill")  # fmt: skip
FOUND = document(row(), row(), phase="found")
CULL = document(row(hand="3 Corn"), row(hand="3 Gold"), phase="cull")
DISCARD = document(row(hand="3 Corn"), row(), phase="discard")
ENDED = document(row(techs=techs_but()), row(), phase="over")
LAST = document(row(techs=techs_but()), row(), phase="turn", ending=True,
                options={"end_trigger": "round"})  # fmt: skip
VICTIM = document(row(techs="Code of Laws"), row(stock="2F 3C"), phase="surrender",
                  options={"steal_kinds": "victim"})  # fmt: skip
WAITING = document(row(stock="9F"), row(), options={"fresh_market": "wait"})
AT_ONCE = document(row(techs="Writing"), row(hand="Corn"), pending=["Writing"],
                   options={"steal_timing": "on_purchase"})  # fmt: skip


def fight(phase: str, *units: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A attacks B, or C, of four."""
    land = "Plains:2+Forge+City Walls, Coast:1+City Walls, Oasis+Great Wall"
    rows = [row(hand="Axemen"), row(land, "Spearmen"), row("Forest:2"), row("Pasture:1")]
    combat = {"units": list(units), **fields}
    return document(*rows, phase=phase, combat=combat)


CHARIOT: dict[str, Any] = {"card": "Chariot", "target": 1}
SWORDSMEN: dict[str, Any] = {"card": "Swordsmen", "target": 1}
CATAPULT: dict[str, Any] = {"card": "Catapult", "target": 1}
BREACH = fight("breach", CATAPULT)
REPEL = fight("repel", CHARIOT, SWORDSMEN)
BLOCK = fight("block", CHARIOT, SWORDSMEN)
BLOCKED = fight("block", {"card": "Chariot", "target": 3, "state": "attacking"},
                {**CHARIOT, "state": "blocked", "blocker": "Spearmen"})  # fmt: skip
BLOCKED["asked"] = 3
YIELD = fight("yield", SWORDSMEN)
RECEIVE = fight("receive", SWORDSMEN)
RAZE = fight("raze", SWORDSMEN, instruction=1)
VACATE = changed(fight("vacate", CHARIOT, vacating=1), {"options.overfull": "return"})
GOOD = [TURN, DRAFT, FOUND, CULL, DISCARD, ENDED, LAST, VICTIM, WAITING, AT_ONCE, BREACH, REPEL,
        BLOCK, BLOCKED, YIELD, RECEIVE, RAZE, VACATE]  # fmt: skip

ENDLESS: Any = 10**5000
NO_PHASES: list[Any] = ["war", 3, None, ["turn"], {}, ""]
NO_SEATS: list[Any] = [2, -1, None, True, "1", ENDLESS, 1.0]
NO_ROUNDS: list[Any] = [0, 10_000, -1, True, 3.0, "3", float("nan"), ENDLESS, [], {}, None]
NO_STOCK: list[Any] = [-1, 1_000_000, True, "3", 1.5, None, ENDLESS]
NO_LISTS: list[Any] = [None, 7, "Corn", {}]
NO_NAMES: list[Any] = ["corn", "2 Corn", "", None, 3, ["Corn"], {}, "🂡"]
NO_FLAGS: list[Any] = [None, 0, 1, "yes", [], {}]

BAD: list[Any] = [  # a document, changes by path, the complaint
    # what is not there, or not what it should be
    (TURN, {"game": None}, "game: expected"), (TURN, {"game": "civ"}, "game: no game 'civ'"),
    (TURN, {"rules": 2}, "rules: expected a whole number from 1 to 1"),
    (TURN, {"options": []}, "options: expected an object"),
    (TURN, {"options": {"seats": 3}}, "table: expected a list of 3 objects, not 2"),
    (TURN, {"options": {"seats": 5}}, "options.seats: "),
    (TURN, {"options": {"chairs": 2}}, "options.chairs: "),
    (TURN, {"options": {"min_price": 2}}, "options.min_price: expected one of"),
    (TURN, {"options": {"cards": [{"name": "Sword"}]}}, "options.cards: no card 'Sword'"),
    *[(TURN, {"phase": value}, "phase: expected one of over, draft, found") for value in NO_PHASES],
    *[(TURN, {"round": value}, "round: expected a whole number from 1 to 9999")
      for value in NO_ROUNDS],
    *[(TURN, {name: value}, f"{name}: expected a whole number from 0 to 1")
      for name in ("first", "turn", "asked") for value in NO_SEATS],
    (TURN, {"table": None}, "table: expected a list of 2 objects"),
    (TURN, {"table": [{}]}, "table: expected a list of 2 objects, not 1"),
    (TURN, {"table.1": 3}, r"table\[1\]: expected an object, not 3"),
    (TURN, {"weather": 1}, "weather: no such field; expected asked, "),
    (TURN, {"table.1.mood": 1}, r"table\[1\].mood: no such field; expected acquired, hand"),
    (TURN, {"combat": {}}, "combat: no such field"),
    (TURN, {"generator": [1, 2]}, "generator: expected 4 or 10 numbers"),
    # land
    *[(TURN, {"table.0.plots": value}, r"table\[0\].plots: expected a list of up to 32 plots")
      for value in NO_LISTS],
    (TURN, {"table.0.plots": [{}] * 33}, r"table\[0\].plots: expected a list of up to 32 plots"),
    (TURN, {"table.0.plots.0": 3}, r"table\[0\].plots\[0\]: expected an object"),
    (TURN, {"table.0.plots.0.colour": 3}, r"table\[0\].plots\[0\].colour: no such field"),
    *[(TURN, {"table.0.plots.0.card": value},
       r"table\[0\].plots\[0\].card: expected one of Grassland, ")
      for value in [*NO_NAMES, "Corn", "Music"]],
    (TURN, {"table.0.plots": [{"card": "Oasis"}] * 2},
     r"table\[0\].plots\[1\].card: more Oasis than the box has: 1 \(CI-01\)"),
    *[(TURN, {"table.0.plots.0.population": value},
       r"table\[0\].plots\[0\].population: expected a whole number") for value in NO_STOCK],
    (TURN, {"table.0.plots.0.structures": ["Archers"]},
     r"table\[0\].plots\[0\].structures\[0\]: expected one of Granary, "),
    (TURN, {"table.0.plots.0.structures": "Granary"},
     r"table\[0\].plots\[0\].structures: expected a list of cards"),
    (TURN, {"table.0.plots.0.structures": ["Granary", "Forge", "Market"]},
     r"table\[0\].plots\[0\].structures: a plot holds two structures at most \(CI-06\)"),
    (TURN, {"table.0.plots.0.structures": ["Granary", "Granary"]},
     r"table\[0\].plots\[0\].structures: Granary stands there twice \(CC-50\)"),
    (document(row(land_but("2 Forest")), row("Forest, Forest")), {}, r"table\[0\].plots: "),
    (document(row(", ".join(cards(land_but("Forest"))[:30])),
              row(", ".join(cards(land_but("Forest"))[30:33]))), {"market": {"plots": []}},
     "market.plots: |table"),
    # stocks, technologies, powers, hands
    *[(TURN, {"table.0.stock.F": value}, r"table\[0\].stock.F: expected a whole number from 0 to")
      for value in NO_STOCK],
    (TURN, {"table.0.stock": {"X": 1}}, r"table\[0\].stock.X: no such field; expected C, F, H"),
    (TURN, {"table.0.stock": 3}, r"table\[0\].stock: expected an object"),
    *[(TURN, {"table.0.techs": [value]}, r"table\[0\].techs\[0\]: expected one of Agriculture")
      for value in [*NO_NAMES, "Corn", "Oasis"]],
    (TURN, {"table.1.techs": ["Writing"]},
     r"table\[1\].techs\[0\]: more Writing than the box has: 1"),
    (TURN, {"table.1.powers": ["Writing"]}, r"table\[1\].powers\[0\]: expected none, not"),
    (TURN, {"table.0.powers": ["Music"]}, r"table\[0\].powers\[0\]: expected one of Writing"),
    (TURN, {"table.0.powers": ["Writing", "Writing"]}, r"table\[0\].powers"),
    *[(TURN, {"table.0.hand": [value]}, r"table\[0\].hand\[0\]: expected one of Granary, ")
      for value in [*NO_NAMES, "Music", "Oasis"]],
    *[(TURN, {"table.0.hand": value}, r"table\[0\].hand: expected a list of cards")
      for value in NO_LISTS],
    (TURN, {"table.0.hand": ["Gold", "Gold"]},
     r"table\[1\].hand\[1\]: more Gold than the box has: 3 \(CI-01\)"),
    (TURN, {"table.0.acquired": 0}, r"table\[0\].acquired: expected 1 at least"),
    (TURN, {"table.0.acquired": -1}, r"table\[0\].acquired: expected a whole number"),
    # population
    (TURN, {"table.1.plots": [{"card": "Coast", "population": 120}]},
     r"table: 121 population, of 120 \(CI-02\)"),
    (TURN, {"supply": 120}, "supply: expected a whole number from 119 to 119"),
    (TURN, {"options": {"population_supply": 0}, "supply": 7}, "supply: expected a whole number"),
    # market and piles
    (TURN, {"market.plots": ["Oasis"]}, r"market.plots: expected 3 cards, or all that are left"),
    (TURN, {"market.techs": ["Music", "Drama"]}, r"market.techs: expected 3 cards, or all"),
    (TURN, {"market.plots": ["Oasis", "Coast", "Coast", "Coast"]}, "market.plots: expected 3"),
    (TURN, {"market.techs": ["Writing"]}, r"market.techs\[0\]: more Writing than the box has"),
    (TURN, {"market.plots": ["Music"]}, r"market.plots\[0\]: expected one of Grassland"),
    (TURN, {"market.fresh_plots": 4}, "market.fresh_plots: expected a whole number from 0 to 3"),
    (TURN, {"market.fresh_techs": -1}, "market.fresh_techs: expected a whole number"),
    (TURN, {"market.units": []}, "market.units: no such field"),
    (TURN, {"market": 3}, "market: expected an object"),
    *[(TURN, {name: value}, f"{name}: expected a list of cards")
      for name in ("deck", "discard", "plot_deck", "tech_deck", "faded") for value in NO_LISTS],
    (TURN, {"deck": ["Corn"] * 6}, r"deck\[5\]: more Corn than the box has: 6"),
    (TURN, {"discard": ["Music"]}, r"discard\[0\]: expected one of Granary"),
    (TURN, {"plot_deck": ["Oasis", "Oasis"]}, r"plot_deck\[1\]: more Oasis"),
    (TURN, {"tech_deck": ["Writing"]}, r"tech_deck\[0\]: more Writing"),
    (TURN, {"faded": ["Writing"]}, r"faded\[0\]: more Writing"),
    (TURN, {"rest": "hand"}, "rest: expected one of deck, discard, not 'hand'"),
    (TURN, {"revealed": ["Oasis"]}, r"revealed: plots lie open only while they are drafted"),
    # the question of a turn
    *[(TURN, {"question": {name: value}}, f"question.{name}: expected true or false")
      for name in ("collecting", "demolished") for value in NO_FLAGS],
    *[(TURN, {name: value}, f"{name}: expected true or false")
      for name in ("tech_sold", "ending") for value in NO_FLAGS],
    (TURN, {"question": 3}, "question: expected an object"),
    (TURN, {"question.mood": 3}, "question.mood: no such field"),
    (TURN, {"question.bought": ["tech"]}, r"question.bought\[0\]: expected none"),
    (TURN, {"options": {"purchase_limit": "one_each"}, "question.bought": ["tech", "tech"]},
     r"question.bought\[1\]: 'tech' is in the list already"),
    (TURN, {"options": {"purchase_limit": "one_each"}, "question.bought": ["goods"]},
     r"question.bought\[0\]: expected one of tech, population, plot"),
    (TURN, {"question.loose": {"F": 1}}, "question.loose.F: expected a whole number from 0 to 0"),
    (TURN, {"options": {"goods_change": "lose"}, "question.loose": {"F": 4}},
     "question.loose.F: expected a whole number from 0 to 3"),
    (TURN, {"question.loose": {"X": 4}}, "question.loose.X: no such field"),
    (TURN, {"question.pending": ["Writing"]}, r"question.pending\[0\]: expected none"),
    (AT_ONCE, {"question.pending": ["Music"]}, r"question.pending\[0\]: expected one of Writing"),
    (AT_ONCE, {"question.collecting": True},
     r"question.pending: nothing is bought before Collect \(CC-13\)"),
    (TURN, {"question.due": 1}, "question.due: expected 0, not 1: it is for discards"),
    (TURN, {"drought": -1}, "drought: expected a whole number"),
    (TURN, {"statuses": {"culture": [2]}}, r"statuses.culture\[0\]: expected a whole number from"),
    (TURN, {"statuses": {"culture": [0, 0]}}, r"statuses.culture\[1\]: 0 is in the list already"),
    (TURN, {"statuses": {"wisdom": []}}, "statuses.wisdom: no such field"),
    (TURN, {"statuses": {"happiness": 1}}, "statuses.happiness: expected a list"),
    (TURN, {"asked": 1}, r"asked: it is the turn of seat 0 \(CC-15\)"),
    (DISCARD, {"asked": 1}, r"asked: it is the turn of seat 0 \(CC-15\)"),
    # the end
    (TURN, {"ending": True},
     r"ending: there are technologies to buy, or the match is over \(CC-110\)"),
    (TURN, {"phase": "over"}, r"phase: a match is over when all technologies are sold \(CI-18\)"),
    (ENDED, {"phase": "turn"}, r"market.techs: no technology is left: the match is over"),
    (TURN, {"round": 61}, r"round: expected up to 60: max_rounds \(CC-115\)"),
    (TURN, {"round": 8, "options": {"max_rounds": 7}}, "round: expected up to 7: max_rounds"),
    (LAST, {"options.end_trigger": "immediate"},
     r"ending: there are technologies to buy, or the match is over \(CC-110\)"),
    # drafts
    (DRAFT, {"asked": 1}, r"asked: expected seat 0 \(CC-05\)"),
    (DRAFT, {"turn": 0}, "turn: no such field"),
    (DRAFT, {"revealed": ["Oasis"]}, r"revealed: expected 3 plots \(CC-04\)"),
    (DRAFT, {"revealed": []}, r"revealed: expected 3 plots \(CC-04\)"),
    (DRAFT, {"revealed": ["Forest", "Forest", "Forest"]},
     r"revealed: expected different plots: there is no choice \(CC-04\)"),
    (DRAFT, {"market.plots": ["Gem Field"]}, r"market: it opens after the drafts \(CC-07\)"),
    (DRAFT, {"table.0.plots": [{"card": "Forest"}] * 4},
     r"table: in this draft everybody has 2 or 3 plots \(CC-06\)"),
    (DRAFT, {"table.2.plots": [{"card": "Forest"}] * 3},
     r"table: plots are taken in the order of seats, then backwards \(CC-05\)"),
    (DRAFT, {"table.0.plots": [{"card": "Forest"}] * 3}, r"revealed: expected 2 plots \(CC-04\)"),
    (changed(DRAFT, {"table.0.plots": [{"card": "Forest"}] * 3, "revealed": ["Oasis", "Pasture"]}),
     {"asked": 0}, r"asked: expected seat 1 \(CC-05\)"),
    # the rest of the set-up, discards
    (FOUND, {"table.0.plots": [{"card": "Coast", "population": 120}]},
     r"supply: there is no population to settle \(CC-35\)"),
    (CULL, {"table.0.hand": ["Corn"]}, r"table\[0\].hand: expected more than 2 cards"),
    (CULL, {"table.1.hand": []}, r"table\[1\].hand: expected more than 2 cards"),
    (DISCARD, {"table.0.hand": ["Corn"] * 2}, r"table\[0\].hand: expected more than 2 cards"),
    *[(DISCARD, {"question.due": due}, f"question.due: expected 2, not {due}: 2, and 1 for")
      for due in (0, 1, 3, 5)],
    *[(CULL, {"question.due": due}, f"question.due: expected 2, not {due}: the opening discards")
      for due in (0, 1, 3)],
    # thefts
    (VICTIM, {"options": {}}, r"phase: nobody surrenders anything at this table \(CC-56\)"),
    (VICTIM, {"asked": 0}, r"phase: nobody surrenders anything at this table \(CC-56\)"),
    (VICTIM, {"question.due": 2}, r"question.due: expected 3, not 2: what the card steals"),
    (VICTIM, {"table.1.stock": {"F": 2, "C": 1}}, "question.due: seat 1 has no choice: 3"),
    *[(VICTIM, {"table.0": {**row(techs=techs), **powers}},
       r"table\[0\].powers: expected a card whose theft of resources has been used \(CC-56\)")
      for techs, powers in (("Music", {}), ("Writing", {"powers": []}),
                            ("Code of Laws", {"powers": ["Code of Laws"]}))],
    (VICTIM, {"table.1.stock": {"F": 9}}, r"question.due: seat 1 has no choice: 9 in stock"),
    # combat
    (BLOCK, {"combat": 3}, "combat: expected an object"),
    (BLOCK, {"combat": {}}, "combat.units: expected the units that attack"),
    (BLOCK, {"combat.units": []}, "combat.units: expected the units that attack"),
    (BLOCK, {"combat.units": [3]}, r"combat.units\[0\]: expected an object"),
    (BLOCK, {"combat.mood": 3}, "combat.mood: no such field"),
    (BLOCK, {"combat.units.0.mood": 3}, r"combat.units\[0\].mood: no such field"),
    (BLOCK, {"combat.striking": 2}, "combat.striking: expected a whole number from 0 to 0"),
    (BLOCK, {"combat.instruction": -1}, "combat.instruction: expected a whole number"),
    (BLOCK, {"combat.sent_back": 3}, "combat.sent_back: expected a whole number from 0 to 0"),
    (BLOCK, {"combat.vacating": 9}, "combat.vacating: expected a whole number"),
    *[(BLOCK, {"combat.units.0.card": value}, r"combat.units\[0\].card: ")
      for value in [*NO_NAMES, "Music"]],
    (BLOCK, {"combat.units.0.card": "Archers"},
     r"combat.units\[0\].card: Archers does not attack \(CC-69\)"),
    (BLOCK, {"combat.units.0.card": "Corn"}, r"combat.units\[0\].card: Corn does not attack"),
    (BLOCK, {"combat.units.0.target": 2},
     r"combat.units\[0\].target: seat 2 is not a neighbour of seat 0 \(CC-68\)"),
    (BLOCK, {"combat.units.0.target": 0}, r"combat.units\[0\].target: seat 0 is not a neighbour"),
    (BLOCK, {"combat.units.0.target": 4}, r"combat.units\[0\].target: expected a whole number"),
    (BLOCK, {"combat.units.0.state": "asleep"}, r"combat.units\[0\].state: expected one of attack"),
    (BLOCK, {"combat.units.0.blocker": "Spearmen"}, r"combat.units\[0\].blocker: no such field"),
    (BLOCKED, {"combat.units.1.blocker": "Archers"},
     r"combat.units\[1\].blocker: Archers does not block Chariot \(CC-91\)"),
    (BLOCKED, {"combat.units.1.blocker": "Music"}, r"combat.units\[1\].blocker: expected one of"),
    # what has been decided in a combat, and what has not
    *[(base, {"combat.units.0.state": "unblocked"}, r"combat.units\[0\].state: expected attacking")
      for base in (BREACH, REPEL, BLOCK)],
    (REPEL, {"combat.units.1": {**CHARIOT, "state": "blocked", "blocker": "Spearmen"}},
     r"combat.units\[.\].state: expected attacking: seat 1 has not been asked"),
    (BREACH, {"combat.units": [{**CATAPULT, "state": "blocked", "blocker": "Archers"}]},
     r"combat.units\[.\].state: expected attacking: seat 1 has not been asked"),
    (BLOCKED, {"asked": 1},
     r"combat.units\[1\].state: expected attacking: seat 1 has not been asked \(CC-90\)"),
    (BLOCKED, {"combat.units.1.state": "attacking", "combat.units.1.blocker": "Spearmen"},
     r"combat.units\[1\].blocker: no such field"),
    (BLOCKED, {"combat.units.1": CHARIOT},
     r"combat.units\[1\].state: expected blocked or unblocked: seat 1 has answered"),
    *[(base, {"combat.units.0.state": "attacking"},
       r"combat.units\[0\].state: expected unblocked") for base in (YIELD, RAZE)],
    (YIELD, {"combat.units": [SWORDSMEN, {**CHARIOT, "state": "attacking"}]},
     r"combat.units\[1\].state: expected unblocked"),
    (YIELD, {"combat.units": [{**CHARIOT, "target": 3}, SWORDSMEN], "combat.striking": 1},
     r"combat.units: they strike the left neighbour first \(CC-72\)"),
    *[(base, {"combat.vacating": 1}, "combat.vacating")
      for base in (BREACH, REPEL, BLOCK, YIELD, RECEIVE, RAZE)],
    *[(base, {"combat.striking": 1}, "combat.striking") for base in (REPEL, BLOCK)],
    *[(base, {"combat.instruction": 1}, "combat.instruction") for base in (BREACH, REPEL, BLOCK)],
    *[(base, {"combat.sent_back": 1}, "combat.sent_back") for base in (BREACH, BLOCK, YIELD)],
    (BLOCK, {"asked": 3}, r"asked: seat 3 is not attacked \(CC-71\)"),
    (BLOCK, {"asked": 0}, r"asked: seat 0 is not attacked \(CC-71\)"),
    (BLOCK, {"options": {"peace_rounds": 1}}, r"round: there is peace \(CC-73\)"),
    (BLOCK, {"options": {"cards": [{"name": "Spearmen", "blocks": []},
                                   {"name": "Archers", "blocks": []},
                                   {"name": "Axemen", "blocks": []}]}},
     r"combat.units: expected a unit that some card can block \(CC-91\)"),
    (BREACH, {"combat.units.0.card": "Chariot"},
     r"phase: expected a Catapult, and City Walls to choose from \(CC-81\)"),
    (BREACH, {"table.1.plots.1.structures": []}, "phase: expected a Catapult, and City Walls"),
    (REPEL, {"combat.units": [CHARIOT, CHARIOT]},
     r"combat.units: expected different units to send back \(CC-85\)"),
    (REPEL, {"combat.units": [CHARIOT]}, "combat.units: expected different units to send back"),
    (REPEL, {"combat.sent_back": 2}, "combat.units: expected different units to send back"),
    (REPEL, {"combat.sent_back": 0}, "combat.sent_back: expected a whole number from 1"),
    (REPEL, {"table.1.plots": []}, r"phase: seat 1 has no walls \(CC-84\)"),
    # damage
    (YIELD, {"combat.units.0": {**CHARIOT, "state": "blocked", "blocker": "Spearmen"}},
     r"combat.units\[0\].state: expected unblocked: only these do damage \(CC-95\)"),
    (YIELD, {"asked": 3}, r"asked: (Swordsmen attacks seat 1 \(CC-76\)|seat 3 is not attacked)"),
    (YIELD, {"combat.units": [SWORDSMEN, {**CHARIOT, "target": 3}], "asked": 3},
     r"asked: Swordsmen attacks seat 1 \(CC-76\)"),
    (YIELD, {"combat.instruction": 1},
     r"combat.instruction: Swordsmen does something else then \(a.6\)"),
    (YIELD, {"combat.instruction": 2}, "combat.instruction: Swordsmen does something else then"),
    (YIELD, {"combat.units": [{**CATAPULT, "target": 3}], "asked": 3},
     "combat.instruction: Catapult does something else"),
    (YIELD, {"table.1.plots": [{"card": "Plains", "population": 3}]},
     r"phase: seat 1 has no choice of population \(CC-97\)"),
    (RECEIVE, {"asked": 1}, r"asked: it is the turn of seat 0 \(CC-15\)"),
    (RECEIVE, {"combat.instruction": 1}, "combat.instruction: Swordsmen does something else"),
    (RAZE, {"combat.instruction": 0}, "combat.instruction: Swordsmen does something else"),
    (RAZE, {"table.1.plots": [{"card": "Plains", "structures": ["Forge"]}]},
     r"phase: seat 1 has no choice of buildings \(CC-98\)"),
    (VACATE, {"options": {}}, r"combat.vacating: nothing has to leave this plot \(CC-49\)"),
    (VACATE, {"combat.vacating": 2},
     r"table\[1\].plots\[0\].structures: City Walls would have gone back to hand \(CC-49\)"),
    (VACATE, {"combat.vacating": 2, "table.1.plots.0.structures": []},
     "combat.vacating: nothing has to leave this plot"),
    (VACATE, {"combat.instruction": 0}, "combat.instruction: Chariot does something else then"),
    (VACATE, {"combat.vacating": 0}, "combat.vacating: expected a whole number from 1"),
    *[(VACATE, {"table.1.plots.0.structures": left}, "combat.vacating: ")
      for left in (["Pyramids", "Oracle"], ["Pyramids", "Forge"], ["Forge"])],
    (VACATE, {"table.1.plots.0.population": 3}, "combat.vacating: nothing has to leave this plot"),
    # what the table's options, or the moment, leave no room for
    (TURN, {"market.fresh_plots": 3}, r"market.fresh_plots: expected 0: at this table no card has"),
    (TURN, {"market.fresh_techs": 1}, r"market.fresh_techs: expected 0: at this table no card has"),
    (WAITING, {"market.fresh_plots": 1, "question.collecting": True},
     r"market.fresh_plots: expected 0: nothing has been bought in this turn \(CC-42\)"),
    (WAITING, {"market.fresh_techs": 1, "tech_sold": False},
     r"tech_sold: expected true: one was sold in this turn \(CC-115\)"),
    (WAITING, {"market.fresh_plots": 2, "options.purchase_limit": "one_each"},
     r"market.fresh_plots: expected 1 at most: one plot a turn \(CC-27\)"),
    (TURN, {"faded": ["Music"]}, r"faded: at this table no technology is ever removed \(CC-115\)"),
    (TURN, {"question.demolished": True},
     r"question.demolished: nothing is taken down at this table \(CC-51\)"),
    (TURN, {"statuses.culture": [0]},
     r"statuses.culture: by what is in play nobody has it \(CC-62, CC-63\)"),
    (TURN, {"options": {"dealer": "last_seat"}, "first": 1, "turn": 0},
     r"first: expected 0: at this table the last seat deals \(CC-01\)"),
    *[(base, {"question.collecting": True},
       r"question.collecting: Collect is the beginning of a turn \(CC-13\)")
      for base in (DRAFT, FOUND, CULL, DISCARD, ENDED, VICTIM, BREACH, BLOCK, RECEIVE)],
    *[(TURN, {"options": {"purchase_limit": "one_each", "goods_change": "lose", "demolish": True},
              "question": {"collecting": True, name: value}},
       rf"question.{name}: nothing is bought before Collect \(CC-13\)")
      for name, value in (("bought", ["tech"]), ("loose", {"F": 1}), ("demolished", True))],
    (AT_ONCE, {"phase": "discard", "table.0.hand": ["Corn", "Corn", "Corn"]},
     r"question.pending: a theft is used or waived before anything else \(CC-54\)"),
    (AT_ONCE, {"table.0.techs": ["Writing", "Code of Laws"],
               "question.pending": ["Writing", "Code of Laws"]},
     r"question.pending: expected one theft: that of the last purchase \(CC-54\)"),
    (AT_ONCE, {"table.0.powers": []},
     r"table\[0\].powers: expected Writing: the others are gone \(CC-54\)"),
    (AT_ONCE, {"table.1.techs": ["Code of Laws"], "table.1.powers": ["Code of Laws"]},
     r"table\[1\].powers: expected none: the others are gone \(CC-54\)"),
    (DISCARD, {"options.goods_change": "lose", "table.0.stock": {"F": 2},
               "question.loose": {"F": 2}},
     r"question.loose: what is loose is lost when Purchase ends \(CC-29\)"),
    (changed(TURN, {"options.overfull": "return"}),
     {"table.0.plots.0.structures": ["Granary", "Forge"]},
     r"table\[0\].plots\[0\].structures: Forge would have gone back to hand \(CC-49\)"),
    (document(row(), row(), phase="over", round=60), {"turn": 0},
     r"turn: expected 1: a round is played to its end \(CC-115\)"),
    # the beginning
    *[(base, {"round": 60}, r"round: expected 0: the first round begins with the first turn")
      for base in (DRAFT, FOUND, CULL)],
    *[(base, {"table.0.stock": {"F": 1}}, r"table\[0\].stock: all stocks begin at nothing")
      for base in (DRAFT, FOUND, CULL)],
    *[(base, {"table.0.techs": ["Music"]}, r"table\[0\].techs: nothing is bought before the first")
      for base in (DRAFT, FOUND, CULL)],
    *[(base, {"table.0.plots.0": {"card": "Forest", "structures": ["Forge"]}},
       r"table\[0\].plots: nothing is built before the first turn") for base in (DRAFT,)],
    *[(base, {"table.0.hand": ["Corn"]},
       r"table\[0\].hand: hands are dealt after the first population \(CC-09\)")
      for base in (DRAFT, FOUND)],
    *[(base, {"discard": ["Corn"]}, r"discard: expected none: no hand has been dealt \(CC-09\)")
      for base in (DRAFT, FOUND)],
    *[(base, {"drought": 1}, "drought: no round has been played")
      for base in (DRAFT, FOUND, CULL)],
    (CULL, {"tech_sold": True}, r"tech_sold: no round has been played"),
    (CULL, {"table.0.acquired": 3}, r"table\[0\].acquired: expected 0: none is lost yet"),
    (CULL, {"table.0.plots": [{"card": "Forest", "population": 2}]},
     r"table\[0\].plots: one population has been settled \(CC-08\)"),
    (DRAFT, {"table.0.plots.0.population": 1},
     r"table\[0\].plots: nobody settles before the drafts are over \(CC-08\)"),
    (FOUND, {"table.0.plots": [{"card": "Forest", "population": 1}]},
     r"table\[0\].plots: expected 0 population: this seat has still to settle \(CC-08\)"),
    (FOUND, {"asked": 1},
     r"table\[0\].plots: expected 1 population: this seat has settled \(CC-08\)"),
    # what the walls have done already
    (REPEL, {"combat.units": [CHARIOT, SWORDSMEN, CATAPULT]},
     r"combat.units\[2\]: Catapult would have removed City Walls of seat 1 \(CC-80\)"),
    (BLOCK, {"combat.units.1": CATAPULT},
     r"combat.units\[1\]: Catapult would have removed City Walls of seat 1 \(CC-80\)"),
    (YIELD, {"combat.units": [SWORDSMEN, CATAPULT]},
     r"combat.units\[1\]: Catapult would have removed City Walls of seat 1 \(CC-80\)"),
    (REPEL, {"combat.units": [CHARIOT, SWORDSMEN, CHARIOT], "combat.sent_back": 2},
     r"combat.sent_back: expected 1 at most \(CC-86\)"),
    # sealed answers
    (TURN, {"sealed": []}, "sealed: expected an object"),
    (TURN, {"sealed": {"0": []}}, "sealed.0: expected a list of moves"),
    (TURN, {"sealed": {"0": ["dance"]}}, "sealed.0: no such move"),
    (TURN, {"sealed": {"0": ["play Gold"]}}, "sealed.0: 'play Gold' is not a legal answer here"),
    (TURN, {"sealed": {"1": ["done"]}}, "sealed.1: no such field"),
    (TURN, {"sealed": {"0": ["done"]}}, "sealed: everybody has answered; leave one answer open"),
]  # fmt: skip


@pytest.mark.parametrize("base, changes, message", BAD)
def test_a_position_that_breaks_a_rule_is_refused_by_its_field(
    base: dict[str, Any], changes: dict[str, Any], message: str
):
    """CI-01 to CI-14, CI-18: how the cards lie, who is asked what."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(base, changes))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_wrong_is_said_in_the_language(name: str):
    bad = [changed(base, changes) for base, changes, _ in BAD]
    bad += [changed(PAST, changes) for changes, _ in PASTS]
    assert left_in_english(name, microciv.set_up, bad) == []


@pytest.mark.parametrize("base", GOOD)
def test_what_is_changed_was_right_before(base: dict[str, Any]):
    """The documents that the table above spoils."""
    assert microciv.set_up(base).game.name == "civ-card-game"


def test_all_that_is_wrong_is_told_at_once():
    """CI-01 to CI-18: what cannot be read, seat by seat; then what cannot be."""
    unread = changed(TURN, {"round": 0, "table.0.hand": ["Cow"], "table.1.stock": {"F": -1}})
    with pytest.raises(BadPosition) as refused:
        microciv.set_up(unread)
    assert ["round", "table[0].hand[0]", "table[1].stock.F"] == paths(refused)
    unsound = changed(FOUND, {"round": 60, "table.0.stock": {"F": 1}, "faded": ["Music"]})
    with pytest.raises(BadPosition) as refused:
        microciv.set_up(unsound)
    assert ["round", "table[0].stock", "faded"] == paths(refused)


def test_no_more_is_told_than_anybody_reads():
    """CI-05: ten complaints, and how many more there are."""
    good = document(row(techs="Music", stock="1F", hand="Gold"), row(techs="Drama", stock="1C"),
                    phase="found", discard="Corn", faded="Mining", first=1)  # fmt: skip
    many = changed(good, {"options.dealer": "last_seat", "round": 3, "drought": 2,
                          "table.1.hand": ["Gold"], "table.1.acquired": 3,
                          "market.fresh_plots": 1})  # fmt: skip
    with pytest.raises(BadPosition, match=r"; and \d more$") as refused:
        microciv.set_up(many)
    assert 11 == len(str(refused.value).split("; "))


def paths(refused: Any) -> list[str]:
    """The fields that are complained of."""
    return [complaint.partition(": ")[0] for complaint in str(refused.value).split("; ")]


@pytest.mark.parametrize("value", [None, 3, "civ-card-game", [], [TURN], True])
def test_a_position_is_an_object(value: Any):
    with pytest.raises(BadPosition, match=r"^position: expected an object"):
        microciv.set_up(value)


@pytest.mark.parametrize("field", ["game", "table"])
def test_fields_that_must_be_there(field: str):
    short = {name: value for name, value in TURN.items() if name != field}
    with pytest.raises(BadPosition, match=rf"^{field}: "):
        microciv.set_up(short)


def test_a_game_refuses_a_position_of_other_options():
    """A position never changes the rules behind somebody's back."""
    game = microciv.open_game("civ-card-game", seats=2)
    with pytest.raises(BadPosition, match=r"^options: not those that this game was opened with"):
        game.set_up(changed(TURN, {"options": {"min_price": 1}}))


# --- what is remembered


def remembered() -> dict[str, Any]:
    """A position with a past: cards dealt, drawn, discarded."""
    moments = random_match(5, 3)
    return saved([next(moments) for _moment in range(60)][-1])


PAST = remembered()
PASTS: list[Any] = [  # changes by path, the complaint
    ({"past": 3}, "past: expected an object"), ({"past": {}}, "past.facts: |past.bases: "),
    ({"past.facts": 3}, "past.facts: expected a list of facts"),
    ({"past.facts.0": 3}, r"past.facts\[0\]: expected 8 numbers"),
    ({"past.facts.0": [9, 0, -1, 0, 0, 0, 0, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [0, 3, -1, 0, 0, 0, 0, 1]}, r"past.facts\[0\]: no fact of this table"),
    ({"past.facts.0": [8, 0, -1, -1, 0, 1, 0, 65535]}, r"past.facts\[0\]: "),
    ({"past.bases": []}, "past.bases: expected a list of 4 objects, not 0"),
    ({"past.bases.0.hands": [0]}, r"past.bases\[0\].hands: expected 3 numbers, not 1"),
    ({"past.bases.0.left": 200}, r"past.bases\[0\].left: expected a whole number from 0 to 104"),
    ({"past.bases.0.mood": 1}, r"past.bases\[0\].mood: no such field"),
    ({"past.mood": 1}, "past.mood: no such field"),
    ({"table.0.hand": []}, r"past.bases\[0\]: the facts lead to other sizes|table"),
]  # fmt: skip


@pytest.mark.parametrize("changes, message", PASTS)
def test_a_past_that_cannot_be(changes: dict[str, Any], message: str):
    """CI-17: facts are of this table, and agree with the cards."""
    with pytest.raises(BadPosition, match=rf"^(?:{message})"):
        microciv.set_up(changed(PAST, changes))


def test_a_past_must_agree_with_the_cards():
    """CI-17: who saw a building go back to hand remembers it there."""
    match = attack("B Axemen", row(), row("Plains+Forge", "Corn"), deck="6 Furs")
    do(match, "pass")
    good = saved(match)
    for other in (["Corn", "Iron"], ["Iron"]):
        place = f"deck.{good['deck'].index('Iron')}"
        with pytest.raises(BadPosition, match=r"^past.bases\[0\]: "):
            microciv.set_up(changed(good, {"table.1.hand": other, place: "Forge"}))
    assert microciv.set_up(good).to_act() == [A]


def test_cards_that_nobody_has_seen_move():
    """CI-17: without a past nothing is remembered, so any cards will do."""
    match = attack("B Axemen", row(), row("Plains+Forge", "Corn"), deck="6 Furs")
    do(match, "pass")
    good = saved(match)
    del good["past"]
    del good["deck"]
    other = microciv.set_up(changed(good, {"table.1.hand": ["Corn", "Iron"]}))
    assert table(*saved(other)["table"]).to_act() == [A]
