"""Writing and Code of Laws: thefts that are stored."""

from __future__ import annotations

from collections import Counter

import pytest

from microciv import SPECTATOR, Match, Rng
from tests.games.civ_card_game.table import (
    A,
    B,
    C,
    again,
    asked,
    at,
    attack,
    do,
    end_turn,
    hand,
    house,
    is_refused,
    known,
    legal,
    let_through,
    options_of,
    phase,
    row,
    stock,
    table,
    techs_but,
    told,
)
from tests.games.saving import saved

POWERS = ("Writing", "Code of Laws")


def thief(*victims: dict[str, object], techs: str = "Writing, Code of Laws",
          **fields: object) -> Match:  # fmt: skip
    """A has both powers."""
    return table(row(techs=techs, hand="Corn"), *victims, **fields)


@pytest.mark.parametrize("name, price", [("Writing", 10), ("Code of Laws", 11)])
def test_a_power_is_stored(name: str, price: int):
    """CC-54, CC-T05, CC-T11: used in the turn of its purchase, or in any later one."""
    match = table(row(stock=f"{price}C"), row(hand="Archers", stock="3H"),
                  techs="Writing, Code of Laws, Music")  # fmt: skip
    do(match, f"buy {name}")
    assert ((name,), [f"B {name}"]) == (at(match).table[0].powers, options_of(match, "use"))
    assert [(0, name)] == told(match, "stored")
    do(match, "done")
    end_turn(match)
    assert [] == options_of(match, "use")  # B's turn
    end_turn(match)
    do(match, f"use B {name}")
    while at(match, 0).stage == "rob":
        do(match, legal(match)[0])
    assert ((), []) == (at(match).table[0].powers, options_of(match, "use"))


def test_a_power_is_used_once():
    """CC-54, CA-27, CI-13: after that the technology is a technology, and 1 VP."""
    match = thief(row(hand="2 Archers", stock="9H"))
    do(match, "use B Code of Laws; use B Writing")
    assert ([], (), [2, 0]) == (options_of(match, "use"), at(match).table[0].powers, match.scores())
    do(match, "done")
    end_turn(match)
    end_turn(match)
    assert [] == options_of(match, "use")


def test_at_any_moment_of_purchase():
    """CC-54, CA-26: before and after other purchases, never once Purchase is over."""
    match = table(row(hand="Chariot", stock="6F", techs="Writing, Code of Laws"),
                  row(hand="2 Archers", stock="9H"))  # fmt: skip
    do(match, "use B Writing; populate 1; use B Code of Laws; bank H F; done")
    assert (("Archers, Chariot"), (1, 0, 0)) == (hand(match, 0), stock(match, 0))
    assert is_refused(match, "use B Writing", "use B Code of Laws")


@pytest.mark.parametrize("seed", range(3))
def test_writing_takes_a_random_card(seed: int):
    """CC-55: it moves from hand to hand; the two see it, the others that it happened."""
    match = table(row(techs="Writing", hand="Corn"), row(hand="Archers, Iron, Oracle"), row(),
                  generator=Rng(seed).words())  # fmt: skip
    do(match, "use B Writing")
    ((_thief, _victim, card),) = told(match, "stole_card", to=A)
    assert [(A, B, card)] == told(match, "stole_card", to=B)
    assert [(A, B, None)] == told(match, "stole_card", to=C) == told(match, "stole_card")
    assert str(card) in hand(match, A)
    assert str(card) not in hand(match, B)
    assert (2, 2) == (at(match).table[A].hand, at(match).table[B].hand)


def test_each_card_is_as_likely():
    """CC-55: of three Archers and an Oracle the Oracle goes in one of four."""
    found: Counter[str] = Counter()
    for seed in range(100):
        match = table(row(techs="Writing"), row(hand="3 Archers, Oracle"),
                      generator=Rng(seed).words())  # fmt: skip
        do(match, "use B Writing")
        found[hand(match, A)] += 1
    assert (75, 25) == pytest.approx((found["Archers"], found["Oracle"]), abs=15)


def test_writing_needs_a_card():
    """CC-55: who has none cannot be named."""
    match = thief(row(stock="9H"), row(hand="Archers"))
    assert ["C Writing", "B Code of Laws"] == options_of(match, "use")


def test_what_was_stolen_may_be_used_at_once():
    """CC-55: goods, for instance."""
    match = table(row(techs="Writing"), row(hand="Gold"))
    do(match, "use B Writing; play Gold")
    assert (0, 0, 3) == stock(match, 0)


# --- Code of Laws


def test_the_thief_names_the_kinds():
    """CC-56, CA-29, CS-35: C, C, F of F4 H0 C2."""
    match = thief(row(stock="4F 2C"))
    do(match, "use B Code of Laws")
    assert ("rob", 3, ["rob F", "rob C"]) == (at(match, 0).stage, at(match, 0).left, legal(match))
    do(match, "rob C; rob C")
    assert ((3, 0, 0), (1, 0, 2)) == (stock(match, B), stock(match, A))
    assert [(A, B, "C"), (A, B, "C"), (A, B, "F")] == told(match, "stole")


def test_of_fewer_all_are_taken():
    """CC-56, CS-35: of F1 H0 C1 only two, without a question."""
    match = thief(row(stock="1F 1C"))
    do(match, "use B Code of Laws")
    assert ((0, 0, 0), (1, 0, 1)) == (stock(match, B), stock(match, A))


@pytest.mark.parametrize("stock_, steps, left", [
    ("9H", [], (0, 6, 0)), ("1F 2H", [], (0, 0, 0)), ("1F 3H", ["rob F"], (0, 1, 0)),
    ("2F 2H", ["rob F", "rob F"], (0, 1, 0)), ("1F 1H 2C", ["rob C", "rob C", "rob F"], (0, 1, 0)),
    ("1F 1H 2C", ["rob F", "rob H"], (0, 0, 1)),
])  # fmt: skip
def test_what_leaves_no_choice_is_not_asked(
    stock_: str, steps: list[str], left: tuple[int, int, int]
):
    """CC-56."""
    match = thief(row(stock=stock_))
    do(match, "use B Code of Laws", *steps)
    assert (left, 3, "buy") == (stock(match, B), sum(stock(match, A)), at(match, 0).stage)


def test_who_has_nothing_is_not_named():
    """CC-56."""
    match = thief(row(hand="Archers"), row(stock="1F"))
    assert ["B Writing", "C Code of Laws"] == options_of(match, "use")


def test_the_victim_may_name_the_kinds():
    """CC-56, steal_kinds=victim: in one answer, as far as there is a choice."""
    match = thief(row(stock="4F 2C 1H"), options={"steal_kinds": "victim"})
    do(match, "use B Code of Laws")
    assert (("surrender", B), ["give F", "give H", "give C"]) == (asked(match), legal(match))
    assert (3, (4, 1, 2)) == (at(match, B).left, stock(match, B))
    assert saved(match) == saved(again(match))
    do(match, "give H; give F; give F")
    assert ((2, 0, 2), (2, 1, 0), ("turn", A)) == (stock(match, B), stock(match, A), asked(match))


def test_a_victim_without_a_choice_is_not_asked():
    """CC-56, steal_kinds=victim."""
    match = thief(row(stock="4F"), row(stock="1F 1C"), options={"steal_kinds": "victim"},
                  techs="Code of Laws")  # fmt: skip
    other = again(match)
    do(match, "use B Code of Laws")
    assert ((1, 0, 0), ("turn", A)) == (stock(match, B), asked(match))
    do(other, "use C Code of Laws")
    assert ((0, 0, 0), (1, 0, 1)) == (stock(other, C), stock(other, A))


def test_the_last_kinds_go_by_themselves():
    """CC-56, steal_kinds=victim: when only one kind is left, or all that is left."""
    match = thief(row(stock="1F 4C"), options={"steal_kinds": "victim"})
    do(match, "use B Code of Laws; give F")
    assert ((0, 0, 2), "turn") == (stock(match, B), phase(match))


# --- whom they may hit


def test_any_opponent():
    """CC-57, CA-28: of four also the one opposite."""
    rows = [row(hand="Archers", stock="1F") for _seat in range(3)]
    expected = [f"{seat} {name}" for name in POWERS for seat in "BCD"]
    assert expected == options_of(thief(*rows), "use")


def test_neighbours_alone_where_a_table_says_so():
    """CC-57, steal_scope=adjacent."""
    rows = [row(hand="Archers", stock="1F") for _seat in range(3)]
    match = thief(*rows, options={"steal_scope": "adjacent"})
    assert {"B", "D"} == {option[0] for option in options_of(match, "use")}


def test_goods_in_hand_are_safe_from_code_of_laws():
    """CC-57, CA-30: and stocks from Writing."""
    match = thief(row(hand="3 Gold", stock="3F"))
    do(match, "use B Code of Laws")
    assert ("3 Gold", (0, 0, 0)) == (hand(match, B), stock(match, B))
    match = thief(row(hand="Gold", stock="3F"))
    do(match, "use B Writing")
    assert ("", (3, 0, 0)) == (hand(match, B), stock(match, B))


# --- other timings


@pytest.mark.parametrize("name", POWERS)
def test_on_purchase(name: str):
    """CC-54, steal_timing=on_purchase: now, or never."""
    options = {"steal_timing": "on_purchase"}
    match = table(row(stock="99C"), row(hand="Archers", stock="9H"), options=options,
                  techs="Writing, Code of Laws, Music")  # fmt: skip
    do(match, f"buy {name}")
    assert ("use", name, [f"use B {name}", "waive"], []) == (
        at(match, 0).stage, at(match, 0).card, legal(match), told(match, "stored"),
    )  # fmt: skip
    assert saved(match) == saved(again(match))
    other = again(match)
    do(match, "waive")
    assert ((), [], [(0, name)]) == (at(match).table[0].powers, options_of(match, "use"),
                                     told(match, "waived"))  # fmt: skip
    do(other, f"use B {name}")
    assert ((), []) == (at(other).table[0].powers, options_of(other, "use"))
    assert (hand(other, B), stock(other, B)) in [("", (0, 9, 0)), ("Archers", (0, 6, 0))]


def test_on_purchase_with_nobody_to_rob():
    """CC-54, steal_timing=on_purchase: it is gone."""
    match = table(row(stock="99C"), row(), options={"steal_timing": "on_purchase"},
                  techs="Writing, Code of Laws, Music")  # fmt: skip
    do(match, "buy Writing")
    assert ["waive"] == legal(match)
    do(match, "waive")
    assert ("buy", ()) == (at(match, 0).stage, at(match).table[0].powers)


def test_each_turn():
    """CC-54, CA-27, steal_timing=each_turn: once in every own turn, and not saved up."""
    match = table(row(techs="Code of Laws"), row(stock="30F"), deck="6 Copper, 6 Furs, 6 Corn",
                  options={"steal_timing": "each_turn"})  # fmt: skip
    do(match, "use B Code of Laws")
    assert [] == options_of(match, "use")
    for taken in (3, 6):
        assert taken == len(told(match, "stole"))
        do(match, "done")
        end_turn(match)
        end_turn(match)
        do(match, "use B Code of Laws")
        while at(match, 0).stage == "rob":
            do(match, "rob F")
    do(match, "done")
    end_turn(match)
    end_turn(match)  # not used in this turn
    do(match, "done")
    end_turn(match)
    end_turn(match)
    assert ("Code of Laws",) == at(match).table[0].powers


# --- patched powers

LIBRARY = {"name": "Library", "effects": [["steal_card", 1]]}


def test_more_than_one_card():
    """CC-55: two random cards, or all there are; a building may have a power too."""
    library = {**LIBRARY, "effects": [["steal_card", 2]]}
    for held, stolen in (("3 Archers", "2 Archers"), ("Iron", "Iron")):
        match = table(row(hand="Library", stock="6H"), row(hand=held), **house(library))
        do(match, "build Library; on 1; use B Library")
        assert stolen == hand(match, A)


def test_cards_and_resources_at_once():
    """CC-55, CC-56: a technology that steals both, from who has either."""
    laws = {"name": "Writing", "effects": [["steal_card", 1], ["steal_resources", 2]]}
    match = table(row(techs="Writing"), row(hand="Iron"), row(stock="5F 1H"), row(),
                  **house(laws))  # fmt: skip
    assert ["B Writing", "C Writing"] == options_of(match, "use")
    other = again(match)
    do(match, "use B Writing")
    assert ("Iron", (0, 0, 0)) == (hand(match, A), stock(match, A))
    do(other, "use C Writing; rob F; rob F")
    assert ("", (2, 0, 0)) == (hand(other, A), stock(other, A))


@pytest.mark.parametrize("left", [0, 1])
def test_a_power_goes_with_its_building(left: int):
    """CC-54, CI-13: what a building does ends when it leaves play, its stored theft too; another
    Library keeps its own.
    """
    plots = "Plains+Library" + ", Forest+Library" * left
    powers = ["Library"] * (1 + left)
    match = attack("B Axemen", row(), row(plots, powers=powers), deck="6 Corn", **house(LIBRARY))
    let_through(match)
    if left:
        do(match, "raze 1 Library")
    assert (("Library",) * left, "Library") == (at(match).table[B].powers, hand(match, B))
    assert saved(match) == saved(again(match))


def test_a_power_goes_when_its_building_is_taken_down():
    """CC-51, CI-13, demolish=on."""
    match = table(row("Plains+Library", powers=["Library"]), row(hand="2 Iron"),
                  **house(LIBRARY, demolish=True))  # fmt: skip
    assert ["B Library"] == options_of(match, "use")
    do(match, "demolish 1 Library")
    assert ([], ()) == (options_of(match, "use"), at(match, A).table[A].powers)


def test_a_building_that_is_built_anew_has_a_new_power():
    """CC-54, CC-98: used once for each time that it is built."""
    match = attack("B Axemen", row(hand="2 Iron"), row("Plains+Library", stock="6H", powers=[]),
                   deck="6 Corn", **house(LIBRARY))  # fmt: skip
    do(match, "pass")
    end_turn(match)
    do(match, "build Library; on 1")
    assert ("Library",) == at(match, B).table[B].powers


def test_a_stolen_card_is_known_to_two():
    """CC-55, CI-17: also to redeals; all others know that one card moved."""
    match = table(row(techs="Writing"), row(hand="Oracle"), row())
    do(match, "use B Writing")
    assert ["Oracle", "Oracle", "", ""] == [known(match, A, seat) for seat in (A, B, C, SPECTATOR)]


def test_the_last_technology_may_be_a_theft():
    """CC-110, CC-54: with the end after the turn it may still be used."""
    match = table(row(stock="9C", techs=techs_but("Code of Laws")), row(stock="3F"),
                  techs="Code of Laws", options={"end_trigger": "turn"})  # fmt: skip
    do(match, "buy Code of Laws; use B Code of Laws")
    assert ((3, 0, 0), True) == (stock(match, A), at(match).ending)
