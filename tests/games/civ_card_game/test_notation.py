"""Whole answers in one line: the steps that they stand for."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import IllegalMove, Match
from microciv.core.plain import plain
from tests.games.civ_card_game.table import (
    A,
    B,
    asked,
    at,
    attack,
    buying,
    do,
    new_match,
    phase,
    row,
    steps,
    stock,
    table,
)


def complaint(match: Match, line: str) -> str:
    """What is wrong with it."""
    with pytest.raises(IllegalMove) as refused:
        steps(match, line)
    return str(refused.value)


def collecting(**fields: Any) -> Match:
    """Seat 0 has population with a choice on plots 1 and 3."""
    return table(
        row("Plains:2, Forest:1, Coast:1, Grassland", "Granary, Chariot", "20F 20H 20C"), row(),
        row(), collecting=True, plots="Forest, Coast, Gem Field",
        techs="Mining, Music, Engineering", **fields,
    )  # fmt: skip


# --- Collect


@pytest.mark.parametrize("said", [[], [0], [1], [2], [1, 1], [0, 0]])
def test_a_plan_is_told_in_a_line_however_much_has_been_said(said: list[int]):
    """CC-20: also where how it goes on begins just like what was said before."""
    match = collecting()
    do(match, *[f"split {number}" for number in said])
    seen = match.observe(0)
    wishes: Any = match.game.notes(seen)["wishes"]
    routes: list[list[str]] = [wish["steps"] for wish in wishes if wish["steps"]]
    assert any(step.startswith("claim") for route in routes for step in route)
    for route in routes:
        stepwise, at_once = collecting(), collecting()
        for trial in (stepwise, at_once):
            do(trial, *[f"split {number}" for number in said])
        do(stepwise, *route)
        at_once.answer(0, match.game.line(seen, [match.game.moves.parse(step) for step in route]))
        assert stepwise.observe(0) == at_once.observe(0)


@pytest.mark.parametrize("line, expected", [
    ("collect 2 0", "split 2, split 0"), ("COLLECT 0 1", "split 0, split 1"),
    ("collect F1H1 C1", "split 1, split 0"), ("collect h2 f1", "split 0, split 1"),
    ("collect 2F 1F", "split 2, split 1"), ("collect F3 C1", None), ("split 1", "split 1"),
    ("split 1; collect 1", "split 1, split 1"), ("split 1; split 0", "split 1, split 0"),
    ("collect 1 1; bank F C; end", "split 1, split 1, bank F C, done, peace"),
])  # fmt: skip
def test_splits(line: str, expected: str | None):
    """CC-20: plot by plot, by number or as what it gives."""
    if expected is None:
        assert "plot 1: 2 population give 2 in all, F or H each" in complaint(collecting(), line)
    else:
        assert expected.split(", ") == steps(collecting(), line)


def test_collect_alone_takes_what_is_suggested():
    """CC-20: all splits that are still due."""
    match = collecting()
    whole = steps(match, "collect")
    assert ["split", "split"] == [step.split()[0] for step in whole]
    do(match, whole[0])
    assert whole[1:] == steps(match, "collect")


@pytest.mark.parametrize("line", [
    "buy mining", "populate 2", "build granary 2", "claim gem", "done", "end", "bank f h",
    "attack w chariot", "play corn",
])  # fmt: skip
def test_purchases_take_the_suggested_splits_first(line: str):
    """CC-13, CC-20."""
    match = collecting()
    first = steps(match, "collect")
    if line == "play corn":
        assert "you have no Corn in hand" in complaint(match, line)
        return
    whole = steps(match, line)
    assert first == whole[:2]
    do(match, *whole[:2])
    assert whole[2:] == steps(match, line)


@pytest.mark.parametrize("line, reason", [
    ("collect 3", "plot 1: 2 population give 2 (CC-20)"),
    ("collect 1", "say for plot 3 too what its 1 population give"),
    ("collect 1 1 1", "there is nothing to choose for '1' (CC-21)"),
    ("collect F2C1 C1", "plot 1: 2 population give 2 in all, F or H each (CC-20)"),
    ("collect F1 C1", "plot 1: 2 population give 2 in all"), ("collect x 1", "is not an amount of"),
    ("collect 99999999999 1", "plot 1: 2 population give 2 (CC-20)"),
    ("split", "write it as split 2"), ("split 9", "plot 1 has 2 of its bonus to give (CC-20)"),
])  # fmt: skip
def test_splits_that_are_none(line: str, reason: str):
    """CC-20, CC-21."""
    assert reason in complaint(collecting(), line)


def test_after_collecting_there_is_nothing_to_collect():
    """CC-13."""
    assert "you have already collected" in complaint(buying(), "collect")
    assert "you have already collected" in complaint(buying(), "bank F H; collect 1")


# --- Purchase


@pytest.mark.parametrize("line, expected", [
    ("buy Mining", "buy Mining"), ("buy min", "buy Mining"), ("BUY MINING", "buy Mining"),
    ("build Granary 2", "build Granary, on 2"), ("build granary on 1", "build Granary, on 1"),
    ("build granary forest", "build Granary, on 2"), ("build City 4", "build City Walls, on 4"),
    ("build great lib 1", "build Great Library, on 1"), ("build lib 1", "build Library, on 1"),
    ("build Granary", "build Granary"), ("populate 2", "populate 2"), ("grow 2", "populate 2"),
    ("populate forest", "populate 2"), ("populate 1 2 1", "populate 1, populate 2, populate 1"),
    ("play Corn", "play Corn"), ("play corn corn iron", "play Corn, play Corn, play Iron"),
    ("play 2 Corn", "play Corn, play Corn"),
    ("play 2corn, iron", "play Corn, play Corn, play Iron"),
    ("bank F H", "bank F H"), ("bank food coins", "bank F C"), ("bank 2 F H", "bank F H, bank F H"),
    ("bank FFF H", "bank F H"),
    ("claim Gem Field 5F 10H 5C", "claim Gem Field, food 5, hammers 10"),
    ("claim Gem Field F5H10 5C", "claim Gem Field, food 5, hammers 10"),
    ("claim gem 20F", "claim Gem Field, food 20"),
    ("claim gem 10h5f5c", "claim Gem Field, food 5, hammers 10"),
    ("play iron; bank 2 H F; build granary 1; populate 3",
     "play Iron, bank H F, bank H F, build Granary, on 1, populate 3"),
    ("; bank F H ;; ", "bank F H"),
    ("buy gem 20c", "claim Gem Field, food 0, hammers 0"), ("buy granary 1", "build Granary, on 1"),
])  # fmt: skip
def test_purchases(line: str, expected: str):
    """CC-27 to CC-43: names may be cut short, in any letters."""
    assert expected.split(", ") == steps(buying(), line)


def test_a_claim_pays_by_itself():
    """CC-37: with what is least useful, all of the price."""
    match = buying()
    do(match, *steps(match, "claim Forest"))
    assert 20 == 120 - sum(stock(match, A))


def test_a_claim_with_one_way_to_pay_has_no_more_steps():
    """CC-37: payments that leave no choice are not asked."""
    poor = table(row("", "", "5F 6H 4C"), row(), plots="Forest, Coast, Gem Field")
    assert ["claim Forest"] == steps(poor, "claim Forest")
    assert ["claim Forest"] == steps(poor, "claim Forest 5F 6H 4C")
    assert "you have 5F 6H 4C, not 6F (CC-28)" == complaint(poor, "claim Forest 6F 5H 4C")


def test_a_structure_with_one_site_needs_no_number():
    """CC-47: where it is said nevertheless, it has to be that one."""
    match = table(row("Plains, Forest+Granary, Coast+Library, Forest+Forge", "Temple", "9H"), row())
    assert ["build Temple"] == steps(match, "build Temple")
    assert ["build Temple"] == steps(match, "build temple 1")
    assert "Temple can stand on plot 1 only; leave the 3 out (CC-47)" == (
        complaint(match, "build Temple 3")
    )


def test_free_population_goes_where_it_is_asked():
    """CC-59: `grow` is the free one while that is asked, else one that is bought."""
    match = table(row("", "Hanging Gardens", "20F 20H"), row())
    whole = steps(match, "build hanging 1; grow 3; grow 3")
    assert ["build Hanging Gardens", "on 1", "grow 3", "populate 3"] == whole


@pytest.mark.parametrize("line, reason", [
    ("buy sailing", "not now: 'buy Sailing'; Sailing is not in the market"),
    ("buy m", "'m' could be Mining or Music; type more of it"),
    ("buy xyz", "'xyz' is not a card that could stand here; there is Mining, Music and"),
    ("buy", "say what: buy Mining"), ("buy mining now", "'now' after Mining means no"),
    ("build gr 2", "'gr' could be Granary or Great Library"),
    ("build temple 2", "not now: 'build Temple'; you have no Temple in hand (CC-43)"),
    ("build granary 3", "not now: 'on 3'; plot 3 has a Granary already (CC-50)"),
    ("build granary 9", "you have plots 1 to 5, and no plot 9"),
    ("build granary grassland", "'grassland' could be your plots 4 and 5; type the number"),
    ("build granary oasis", "you have no plot 'oasis'"),
    ("build granary; populate 1", "say on which plot: build granary 1"),
    ("populate", "say on which plot: populate 2"), ("populate 0", "you have plots 1 to 5"),
    ("populate 2 x", "you have no plot 'x'"), ("play gold", "you have no Gold in hand (CC-29)"),
    ("play 3 corn", "not now: 'play Corn'; you have no Corn in hand"),
    ("play 2", "a card goes after 2"), ("play", "say which goods"),
    ("play 99 corn", "1 to 9 cards"), ("play corn,", "a card goes before and after each comma"),
    ("bank F F", "the bank gives a different kind than it takes (CC-30)"),
    ("bank F", "write it as"),
    ("bank FF H", "the bank wants 3 of them, not 2 (CC-30)"),
    ("bank Fo4 H", "'Fo4' is not a resource"), ("build granary on", "say on which plot"),
    ("bank \uff12 F H", "write it as"), ("populate \uff12", "you have no plot"),
    ("claim gem \uff15F 15H", "is not an amount of resources"),
    ("claim", "say which plot: claim Forest; there is Forest, Coast and Gem Field (CC-38)"),
    ("bank X H", "'X' is not a resource"), ("bank 0 F H", "write it as bank F H"),
    ("bank 99 F H", "the bank wants 3 food for one of another kind, you have 1 (CC-30)"),
    ("bank 9999 F H", "write it as"), ("bank FFC H", "at this table the bank takes resources of"),
    ("bank FFH H", "FFH for H is not a trade that the bank makes"),
    ("claim oasis", "Oasis is not in the market; there is Forest, Coast and Gem Field (CC-38)"),
    ("claim gem 5F", "a plot costs 20 now; 5F is 5"),
    ("claim gem 41F", "you have 40F 40H 40C, not 41F (CC-28)"),
    ("claim gem 20", "'20' is not an amount of resources; write it as 5F 10H"),
    ("claim gem; end", "'hammers 0' ends this answer, and others see it; type 'end' after it"),
    ("waive", "you are purchasing"), ("waive it", "'it' after waive means nothing"),
    ("demolish 3 Granary", "structures cannot be taken down at this table (CC-51)"),
    ("demolish 3", "write it as demolish 2 Granary"), ("fight", "you are purchasing"),
    ("end -Corn", "type end alone first; you discard when you have drawn (CC-103)"),
    ("end now", "'now' after end means nothing"), ("rob F", "you are purchasing"),
    ("on 2", "you are purchasing"),
])  # fmt: skip
def test_purchases_that_are_none(line: str, reason: str):
    """CC-27 to CC-51: all or nothing, and why."""
    match = buying()
    if line.startswith("claim gem; "):
        assert "ends this answer, and others see it; type 'end' after it" in complaint(match, line)
    else:
        assert reason in complaint(match, line)
    assert () == at(match, A).answer


def test_a_mixed_trade_in_any_order():
    """CC-30, bank_mix=any."""
    match = buying(options={"bank_mix": "any"})
    assert ["bank FFC H"] == steps(match, "bank CFF H")
    assert ["bank FHH C"] * 2 == steps(match, "bank 2 hfh c")
    assert "FFFC for H" not in complaint(match, "bank FFCC H")


def test_demolition():
    """CC-51, demolish=on."""
    match = buying(options={"demolish": True})
    assert ["demolish 3 Granary"] == steps(match, "demolish 3 gran")
    assert ["demolish 3 Granary"] == steps(match, "demolish coast Granary")
    assert "no Library stands on plot 3 (CC-51)" in complaint(match, "demolish 3 library")


# --- thefts


@pytest.mark.parametrize("line, expected", [
    ("use Writing W", "use B Writing"), ("use writing b", "use B Writing"),
    ("use B Writing", "use B Writing"),
    ("use Code of Laws W FFC", "use B Code of Laws, rob F, rob F, rob C"),
    ("use code b c c f", "use B Code of Laws, rob C, rob C"), ("use Code W", "use B Code of Laws"),
    ("use b code ffc", "use B Code of Laws, rob F, rob F, rob C"),
    ("use code b; rob F", "use B Code of Laws, rob F"), ("use code c", "use C Code of Laws"),
])  # fmt: skip
def test_thefts(line: str, expected: str):
    """CC-54 to CC-56: what is taken is said as long as there is a choice; then food is left."""
    match = table(
        row("", "", "9C", "Writing, Code of Laws"),
        row("", "2 Corn", "4F 2C"),
        row("", "Corn", "1C"),
    )
    assert expected.split(", ") == steps(match, line)


@pytest.mark.parametrize("line, reason", [
    ("use Writing", "say against whom: use Writing W"), ("use Writing A", "choose another player"),
    ("use code w FFFFF", "that stock has 4F 2C (CC-56)"), ("use code w h", "that stock has 4F 2C"),
    ("use Music W", "Music has no theft to use (CC-54)"), ("use code w x", "is not a resource"),
    ("use", "say which theft, and against whom"), ("use writing w x", "is not a resource"),
    ("use zzz w", "is not a card"), ("use code w F", "Code of Laws takes 3, not 1 (CC-56)"),
    ("use code w FFFC", "Code of Laws takes 3, not 4"), ("use writing w F", "takes no resources"),
])  # fmt: skip
def test_thefts_that_are_none(line: str, reason: str):
    """CC-54 to CC-57."""
    match = table(
        row("", "", "9C", "Writing, Code of Laws, Music"),
        row("", "2 Corn", "4F 2C"),
        row("", "Corn"),
    )
    assert reason in complaint(match, line)


def test_with_two_players_nobody_need_be_named():
    """CC-55, CC-68."""
    match = table(row("", "Chariot, Axemen", "", "Writing"), row("", "Corn"))
    assert ["use B Writing"] == steps(match, "use Writing")
    assert ["done", "attack B Chariot", "fight"] == steps(match, "attack chariot")
    assert ["done", "attack B Axemen", "fight"] == steps(match, "attack e axeman")


# --- attacks and the end of a turn


@pytest.mark.parametrize("line, expected", [
    ("attack W Chariot Axemen", "done, attack B Chariot, attack B Axemen, fight"),
    ("attack w chariot e axeman", "done, attack B Chariot, attack C Axemen, fight"),
    ("attack C Chariot", "done, attack C Chariot, fight"),
    ("attack b axe, cha", "done, attack B Axemen, attack B Chariot, fight"),
    ("populate 1; attack W Chariot", "populate 1, done, attack B Chariot, fight"),
    ("end", "done, peace"), ("done", "done"), ("peace", "done, peace"),
])  # fmt: skip
def test_attacks(line: str, expected: str):
    """CC-67 to CC-70: `attack` ends Purchase and fights; `end` attacks nobody, `done` may still."""
    assert expected.split(", ") == steps(buying(), line)


def test_a_declaration_that_is_begun_goes_on():
    """CC-69."""
    match = buying()
    do(match, "done")
    assert ["attack B Chariot", "fight"] == steps(match, "attack W Chariot")
    assert ["peace"] == steps(match, "end")
    do(match, "attack B Axemen")
    assert ["attack C Chariot", "fight"] == steps(match, "attack E Chariot")
    assert ["fight"] == steps(match, "fight")
    assert "you have named attackers" in complaint(match, "end")


def test_without_attackers_the_turn_just_ends():
    """CC-78: nothing is asked of who cannot attack."""
    match = table(row("", "Archers"), row())
    assert ["done"] == steps(match, "end")
    assert "Archers do not attack (CC-69)" in complaint(match, "attack W Archers")


@pytest.mark.parametrize("line, reason", [
    ("attack", "write it as attack W Chariot Axemen"), ("attack W", "write it as attack W"),
    ("attack Chariot", "'Chariot' is not a seat; name the neighbour first"),
    ("attack W 2 Chariot", "you have 1 Chariot, not 2 (CC-69)"),
    ("attack W Swordsmen", "you have no Swordsmen in hand (CC-69)"),
    ("attack W Archers", "Archers do not attack (CC-69)"), ("attack A Chariot", "choose another"),
    ("attack W Chariot; end", "'fight' ends this answer"), ("attack W xyz", "'xyz' is not a card"),
    ("attack W Chariot E", "say what attacks seat C"), ("attack W E Chariot", "say what attacks"),
])  # fmt: skip
def test_attacks_that_are_none(line: str, reason: str):
    """CC-68, CC-69: refused before Purchase is over."""
    match = buying()
    assert reason in complaint(match, line)
    assert () == at(match, A).answer


def test_who_sits_opposite_is_no_neighbour():
    """CC-68, CC-73."""
    match = table(row("", "Chariot"), row(), row(), row())
    assert "seat C is not a neighbour of yours (CC-68)" in complaint(match, "attack C Chariot")
    assert ["done", "attack D Chariot", "fight"] == steps(match, "attack E Chariot")
    quiet = table(row("", "Chariot"), row(), options={"peace_rounds": 2})
    assert "nobody attacks in the first 2 rounds (CC-73)" in complaint(quiet, "attack W Chariot")


# --- defence


def attacked(units: str = "B Chariot, B Axemen, B Swordsmen", hand: str = "") -> Match:
    """Seat 1 may block these."""
    held = hand or "2 Spearmen, Archers, Axemen, Corn"
    return attack(units, row(), row("Forest:2+Granary", held), row())


@pytest.mark.parametrize("line, expected", [
    ("block Spearmen", "block Spearmen, pass, pass"), ("block none", "pass, pass, pass"),
    ("block pass", "pass, pass, pass"), ("block Archers", "pass, pass, block Archers"),
    ("block archers axeman", "pass, block Axemen, block Archers"),
    ("block axe arch spear", None), ("block Archers>Axemen", "pass, block Archers, pass"),
    ("block Archers > Axemen Axemen", "pass, block Archers, block Axemen"),
    ("block Archers>2", "pass, block Archers, pass"),
    ("block arch>sw", "pass, pass, block Archers"),
])  # fmt: skip
def test_blocks(line: str, expected: str | None):
    """CC-91, CC-92: each goes where it stops most, or where it is sent."""
    found = steps(attacked(), line)
    if expected is None:
        assert "block Spearmen" == found[0]
        assert {"block Axemen", "block Archers"} == set(found[1:])
    else:
        assert expected.split(", ") == found


@pytest.mark.parametrize("line, reason", [
    ("block", "write it as block Spearmen Archers"), ("block Corn", "is not a card"),
    ("block Swordsmen", "you have 0 Swordsmen, not 1 (CC-90)"),
    ("block 2 Archers", "you have 1 Archers, not 2 (CC-90)"),
    ("block 2 Spearmen", "there is no attacker for Spearmen to stop"),
    ("block Spearmen>Axemen", "Spearmen cannot stop Axemen; Archers or Axemen can (CC-91, CC-93)"),
    ("block Archers>Catapult", "'Catapult' is not a card that could stand here; there is Chariot,"),
    ("block Archers>4", "there are attackers 1 to 3"), ("block Archers>0", "there are attackers"),
    ("block Archers>2 Axemen>2", "one blocker stops Axemen already (CC-92)"),
    ("block Archers>Axemen Axemen>Axemen", "one blocker stops Axemen already (CC-92)"),
])  # fmt: skip
def test_blocks_that_are_none(line: str, reason: str):
    """CC-90 to CC-93."""
    assert reason in complaint(attacked(), line)


def test_blockers_are_shared_out_so_that_all_have_somebody_to_stop():
    """CC-91, CC-92: Archers leave the Axemen to Axemen where a Catapult is before the gates."""
    match = attacked("B Axemen, B Catapult", "Archers, Axemen")
    assert ["block Axemen", "block Archers"] == steps(match, "block Archers Axemen")
    two = attacked("B Axemen, B Axemen", "Archers, Axemen")
    assert ["pass", "block Archers"] == steps(two, "block Archers>2")
    assert ["block Archers", "block Axemen"] == steps(two, "block Archers>Axemen Axemen>Axemen")


def test_who_has_begun_to_block_goes_on_step_by_step():
    """CC-90."""
    match = attacked()
    do(match, "pass")
    assert "you have begun to answer" in complaint(match, "block Archers")
    assert ["block Archers"] != steps(match, "pass")


def test_a_hand_that_can_block_nothing_may_still_say_so():
    """CC-90: nobody is told that there was no choice."""
    match = attacked("B Chariot", "Archers")
    assert ["pass"] == steps(match, "block none")
    assert "Archers cannot stop Chariot" in complaint(match, "block Archers>Chariot")


# --- discards


def discarding() -> Match:
    """Seat 0 discards two."""
    match = table(row("", "2 Archers, Great Wall"), row(), deck="Corn, City Walls, Corn, Corn")
    do(match, "done")
    assert ("discard", A) == asked(match)
    return match


@pytest.mark.parametrize("line, expected", [
    ("end -Archers -Corn", "Archers, Corn"), ("end -corn -corn", "Corn, Corn"),
    ("discard Archers Corn", "Archers, Corn"), ("discard 2 Corn", "Corn, Corn"),
    ("-Archer -City Walls", "Archers, City Walls"), ("discard City Walls, great wall",
     "City Walls, Great Wall"), ("END -GREAT -CITY", "Great Wall, City Walls"),
    ("discard Corn", "Corn"), ("end -2 Corn", "Corn, Corn"),
])  # fmt: skip
def test_discards(line: str, expected: str):
    """CC-103."""
    assert [f"discard {card}" for card in expected.split(", ")] == steps(discarding(), line)


@pytest.mark.parametrize("line, reason", [
    ("end", "say which 2 you discard: end -City Walls -Great Wall (CC-103)"),
    ("end -Corn", "you discard 2, not 1 (CC-103)"),
    ("discard Corn Corn Archers", "you discard 2, not 3 (CC-103)"),
    ("end -Corn -Library", "you have no Library to discard (CC-103)"),
    ("end -Great -Great", "you have 1 Great Wall to discard (CC-103)"),
    ("end -xyz -Corn", "'xyz' is not a card"), ("end - -", "say which 2 you"),
    ("buy Mining", "you are discarding (CC-103)"), ("block Archers", "you are discarding (CC-103)"),
])  # fmt: skip
def test_discards_that_are_none(line: str, reason: str):
    """CC-103: as many as are due, of one's own hand."""
    assert reason in complaint(discarding(), line)


def test_what_has_been_discarded_already_counts():
    """CC-103."""
    match = discarding()
    do(match, "discard Great Wall")
    assert ["discard Corn"] == steps(match, "end -Corn")
    assert "you discard 1, not 2" in complaint(match, "end -Corn -Corn")
    assert "you have no Great Wall to discard" in complaint(match, "end -Great")


def test_the_opening_discards():
    """CC-10."""
    match = new_match(3, 1)
    while phase(match) != "cull":
        do(match, at(match, match.to_act()[0]).legal[0].text)
    first, second = at(match, match.to_act()[0]).hand[:2]
    assert [f"discard {first}", f"discard {second}"] == steps(match, f"end -{first} -{second}")
    assert "you discard 2, not 1 (CC-10)" in complaint(match, f"end -{first}")


def test_a_victim_may_give_all_at_once():
    """CC-56, steal_kinds=victim."""
    match = table(row("", "", "", "Code of Laws"), row("", "", "4F 4C"),
                  options={"steal_kinds": "victim"})  # fmt: skip
    do(match, "use B Code of Laws")
    assert ("surrender", B) == asked(match)
    assert ["give F", "give F", "give C"] == steps(match, "give FFC")
    assert ["give F"] == steps(match, "give F")


# --- other lines


@pytest.mark.parametrize(
    "line", ["", " ", "dance", "take Forest", "yield 2", "food 5", ";", "a; b"]
)
def test_other_lines_are_steps(line: str):
    """Or nothing, as the referee will say."""
    assert [line] == steps(buying(), line)


def test_who_is_not_asked_has_no_lines():
    """A line is a step, which the referee refuses."""
    assert ["collect"] == steps(buying(), "collect", B)


HOSTILE = [
    "collect", "collect ;", "collect -1", "collect 1e9", "collect F9999999999", "collect ² ²",
    "collect " + "1 " * 500, "buy", "buy ;", "buy \0", "buy 🂡", "buy ß", "buy " + "x" * 5000,
    "build", "build Granary ²", "build Granary 99999999999999", "build Granary on", "build on on",
    "populate ²", "populate -1", "populate " + "9" * 5000, "populate 1;;;;", "grow", "play 0 Corn",
    "play +", "play ,", "play 2*", "bank", "bank F", "bank 2", "bank ² F H", "bank  H",
    "bank FFFFFFFFFFFFFFFFFFFFFFFF H", "bank FHC F", "claim", "claim 5F", "claim Forest ²F",
    "claim Forest 99999999999F", "claim Forest -5F", "claim Forest F", "claim Forest 0F 0H 0C",
    "use", "use B", "use B B", "use W W W", "use Code of Laws B " + "F" * 999, "rob", "rob X",
    "attack", "attack W W E E", "attack W 0 Chariot", "attack W 10 Chariot", "attack W ²Chariot",
    "attack " + "W Chariot " * 300, "done done", "end end", "peace peace", "fight", "waive", "on",
    "demolish", "demolish 1", "demolish ² Granary", "demolish 1 ²", "block", "block >", "block >>",
    "block Archers>", "block >Axemen", "block Archers>²", "block Archers>Axemen>Axemen",
    "block 0 Archers", "block " + "Archers " * 300, "block none none", "end -", "end --", "-", "--",
    "discard", "discard -", "discard 0 Corn", "discard 99999 Corn", "give", "give ²",
    "give F F F F F F",
    ";", ";;;", "bank F H;" * 300, "a;" * 500, "on ²", "split ²", "split 99999999999999999",
    "attack\tW\tChariot", "build Granary\n2", "İ", "build İ",
]  # fmt: skip


def hostile_tables() -> list[Match]:
    """A question of every sort."""
    theft = table(row("", "", "9C", "Code of Laws"), row("", "2 Corn", "4F 2C"))
    do(theft, "use B Code of Laws")
    gardens = table(row("", "Hanging Gardens", "20H"), row())
    do(gardens, "build Hanging Gardens", "on 1")
    placing = buying()
    do(placing, "build Granary")
    paying = buying()
    do(paying, "claim Forest")
    declaring = buying()
    do(declaring, "done")
    struck = attacked("B Swordsmen", "Corn")
    do(struck, "pass")
    victim = table(row("", "", "", "Code of Laws"), row("", "", "4F 4C"),
                   options={"steal_kinds": "victim"})  # fmt: skip
    do(victim, "use B Code of Laws")
    waiving = table(row("", "", "20C"), row("", "Corn"), techs="Writing, Music, Drama",
                    options={"steal_timing": "on_purchase"})  # fmt: skip
    do(waiving, "buy Writing")
    return [
        *(buying(), collecting(), theft, gardens, placing, paying, declaring, struck, victim),
        *(waiving, attacked(), discarding(), new_match(2)),
    ]


@pytest.mark.parametrize("number", range(13))
def test_hostile_lines(number: int):
    """Whatever is typed, it is steps or an IllegalMove."""
    match = hostile_tables()[number]
    for line in HOSTILE:
        try:
            found = steps(match, line)
        except IllegalMove:
            continue
        assert all([isinstance(step, str) for step in found])


def test_lines_need_nothing_that_the_seat_does_not_know():
    """CC-117: they are tried on a table that is dealt anew, and leave the true one alone."""
    match = buying()
    before = plain(match.position())
    steps(match, "claim Forest")
    steps(match, "attack W Chariot E Axemen")
    assert before == plain(match.position())
