"""CC-117, CI-17: who knows what, as things happen."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from tests.games.civ_card_game.printed import CARD
from tests.games.civ_card_game.table import (
    A,
    B,
    C,
    asked,
    at,
    attack,
    deck,
    do,
    end_turn,
    events,
    hand,
    let_through,
    phase,
    pops,
    random_match,
    redealt,
    row,
    stock,
    table,
    told,
)
from tests.games.saving import saved

PLENTY = "99F 99H 99C"
DULL = "6 Copper, 6 Furs, 3 Cattle"


def who_knows(match: Match, seat: int) -> list[str]:
    """What each seat, and a spectator, knows of the seat's hand."""
    observers = (*range(match.game.seats), SPECTATOR)
    return [", ".join(sorted(at(match, other).table[seat].known)) for other in observers]


def views(match: Match, *seats: int) -> list[object]:
    """All that these seats, and spectators, see and heard."""
    return [(at(match, seat), events(match, seat)) for seat in (*seats, SPECTATOR)]


# --- what is open


def test_what_is_public():
    """CC-117, CC-25, CA-50: land, stocks, technologies, powers, sizes, the discard pile."""
    match = table(row("Plains:2+Forge", "Corn, Iron", "3F 4C", "Writing"), row(), discard="2 Gold")
    for seat in (A, B, SPECTATOR):
        seen = at(match, seat)
        own = seen.table[A]
        assert (("Plains", 2, ("Forge",)), (3, 0, 4), ("Writing",), ("Writing",), 2) == (
            (own.plots[0].card, own.plots[0].population, own.plots[0].structures), own.stock,
            own.techs, own.powers, own.hand,
        )  # fmt: skip
        assert (2, 99, 25, 20, 118) == (
            sum(seen.discard), seen.deck, seen.plot_deck, seen.tech_deck, seen.supply,
        )  # fmt: skip


def test_hands_are_secret():
    """CC-117, CC-101, CI-17."""
    match = table(row(hand="Corn, Chariot"), row(hand="Archers"))
    assert ["Chariot, Corn", "", ""] == who_knows(match, A)
    assert ["", "Archers", ""] == who_knows(match, B)


def test_what_is_drawn_is_seen_by_who_draws():
    """CC-117: the others hear of it, card for card."""
    match = table(row(), row(), deck="Oracle, Iron, 2 Gold")
    do(match, "done")
    assert [(A, "Oracle"), (A, "Iron"), (A, "Gold"), (A, "Gold")] == told(match, "drew", to=A)
    assert [(A, None)] * 4 == told(match, "drew", to=B) == told(match, "drew")


# --- an answer that is open

TURNS: list[list[str]] = [
    ["split 1", "play Corn", "populate 2", "bank F H", "build Granary", "on 1", "claim Oasis",
     "food 3", "hammers 7"],
    ["split 0", "build Hanging Gardens", "on 2", "grow 3", "use B Code of Laws", "rob F", "rob C",
     "rob C"],
    ["split 2", "build Monastery", "on 4", "build Parthenon", "on 1", "buy Mysticism"],
    ["split 1", "build Oracle", "on 2"], ["split 1", "use C Writing"],
    ["split 1", "demolish 3 Temple", "done", "attack C Chariot", "attack B Chariot", "fight"],
    ["split 1", "done", "peace"],
]  # fmt: skip


def full_turn() -> Match:
    """A table where everything can be done."""
    land, held = "Plains:2, Forest, River Bank+Temple, Grassland", "2 Chariot, Corn, Granary"
    held += ", Oracle, Monastery, Parthenon, Hanging Gardens"
    own = row(land, held, PLENTY, "Writing, Code of Laws")
    return table(own, row("Coast:1", "Archers", "5F 5C"), row("Coast:1", "Gold", "5H"),
                 techs="Mysticism, Music, Drama", plots="Oasis, Pasture, Gold Hill",
                 collecting=True, deck=DULL, options={"demolish": True})  # fmt: skip


@pytest.mark.parametrize("steps", TURNS)
def test_others_see_the_table_as_it_was(steps: list[str]):
    """CI-17, CC-70: until a step closes the answer, and then all of it."""
    match = full_turn()
    before, document = views(match, B, C), saved(match)
    for step in steps[:-1]:
        do(match, step)
        assert before == views(match, B, C)
        assert document == {name: value for name, value in saved(match).items() if name != "sealed"}
    do(match, steps[-1])
    assert before != views(match, B, C)
    assert at(match, A).table[A].stock == at(match, B).table[A].stock


def test_the_own_view_has_the_steps_carried_out():
    """CI-17: and, beside it, what the others see."""
    match = full_turn()
    was = at(match, A).table[A]
    do(match, "split 1; play Corn; populate 2; build Granary; on 1")
    seen = at(match, A)
    assert (("Granary",), 1, 116 - 1) == (seen.table[A].plots[0].structures, pops(match, A)[1],
                                          seen.supply)  # fmt: skip
    assert seen.before is not None
    assert (was, 116, False) == (seen.before.realm, seen.before.supply, seen.before.demolished)
    assert at(match, B).table[A].stock == was.stock
    assert "Granary" not in hand(match, A)


def test_a_declaration_is_seen_by_its_maker_alone():
    """CC-70, CC-117, CI-17: nothing of it before `fight`."""
    match = full_turn()
    do(match, "split 1; done; attack C Chariot")
    assert ["declared"] == [unit.state for unit in at(match, A).units]
    assert ((), ()) == (at(match, C).units, at(match).units)
    assert 8 == at(match, C).table[A].hand
    do(match, "fight")
    assert (["Chariot"], 7) == ([unit.card for unit in at(match, C).units],
                                at(match, C).table[A].hand)  # fmt: skip


def test_peace_tells_nothing_of_the_hand():
    """CC-78, CC-101: whoever has no unit to attack with looks like who does not want to."""
    seen = []
    for held in ("Chariot", "Archers"):
        match = table(row(hand=held), row(), deck=DULL)
        do(match, "done")
        if phase(match) == "turn":
            do(match, "peace")
        seen.append(views(match, B))
    assert seen[0] == seen[1]


# --- blocks


@pytest.mark.parametrize("held", ["Spearmen, Archers", "Archers, Archers", "Corn, Catapult"])
def test_a_pass_tells_nothing(held: str):
    """CC-90, CC-117, CI-17: whatever the defender could have blocked, or not."""
    match = attack("B Chariot, B Axemen, C Chariot", row(), row("Plains:1", held), row("Coast:1"))
    while asked(match) == ("block", B):
        do(match, "pass")
    other = attack("B Chariot, B Axemen, C Chariot", row(), row("Plains:1", "2 Furs"),
                   row("Coast:1"))  # fmt: skip
    do(other, "pass")
    assert views(match, A, C) == views(other, A, C)


def test_a_block_is_seen_when_it_is_whole():
    """CC-90, CI-17: half an answer is not; then it is open before the next defender answers."""
    match = attack("B Chariot, B Axemen, C Chariot", row(), row("Plains:1", "Spearmen, Archers"),
                   row("Coast:1"))  # fmt: skip
    before = views(match, A, C)
    do(match, "block Spearmen")
    assert (before, (B, 2)) == (views(match, A, C), (match.to_act()[0], at(match).table[B].hand))
    do(match, "block Archers")
    assert ("block", C) == asked(match)
    assert ["Spearmen", "Archers", ""] == [unit.blocker for unit in at(match, C).units]


def test_only_the_defender_sees_what_could_be_blocked():
    """CC-117: which unit is in question, and with what."""
    match = attack("B Chariot, B Axemen", row(), row("Plains:1", "Archers"))
    assert (1, -1, -1) == (at(match, B).facing, at(match, A).facing, at(match).facing)
    assert [(), ()] == [at(match, seat).legal for seat in (A, SPECTATOR)]


# --- cards that are known


def test_a_stolen_card_is_seen_by_two():
    """CC-55, CI-17: thief and victim; the thief knows no more of the hand than that."""
    match = table(row(techs="Writing"), row(hand="3 Iron"), row())
    do(match, "use B Writing")
    assert ["Iron", "Iron", "", ""] == who_knows(match, A)
    assert ["", "Iron, Iron", "", ""] == who_knows(match, B)


def test_a_razed_building_is_known_to_be_in_hand():
    """CC-98, CC-117: to all, until it is built again or discarded."""
    match = attack("B Axemen", row(), row("Forest+Forge", "Corn", "20H"), deck=DULL)
    do(match, "pass")
    assert ["Forge", "Corn, Forge", "Forge"] == who_knows(match, B)
    end_turn(match)
    do(match, "build Forge; on 2")
    assert ["Forge", "Corn", "Forge"] == who_knows(match, B)  # not yet carried out
    do(match, "done")
    assert "" == who_knows(match, B)[0]


def test_breached_walls_and_repelled_units_are_known():
    """CC-79, CC-88, CA-54."""
    match = attack("B Catapult, B Chariot, B Axemen", row(hand="Iron"),
                   row("Plains:1+City Walls, Coast+Great Wall", "Gold"), row())  # fmt: skip
    do(match, "repel Chariot")
    assert ["Chariot, Iron", "Chariot", "Chariot", "Chariot"] == who_knows(match, A)
    assert ["City Walls", "City Walls, Gold", "City Walls", "City Walls"] == who_knows(match, B)


def test_a_building_that_had_to_leave_is_known():
    """CC-49, overfull=return."""
    match = attack("B Chariot", row(), row("Plains:3+Granary+Forge"), deck=DULL,
                   options={"overfull": "return"})  # fmt: skip
    do(match, "pass; settle 1; raze 1 Forge")
    assert ["Forge", "Forge", "Forge"] == who_knows(match, B)


def test_a_known_card_that_is_discarded():
    """CC-103: it is known where it is, and in the hand no more."""
    match = attack("B Chariot", row(), row("Plains:1+City Walls"), deck=DULL)
    assert "Chariot" == who_knows(match, A)[B]
    do(match, "discard Chariot; discard Copper")
    assert "" == who_knows(match, A)[B]


@pytest.mark.parametrize("more, left", [("", ""), ("Corn", ""), ("Corn, Iron", "")])
def test_what_writing_takes_away_from_certainty(more: str, left: str):
    """CC-55, CI-17: a third one who knew of the Forge cannot be sure any more; thief and victim
    are.
    """
    match = attack("B Axemen", row(techs="Writing"), row("Forest+Forge", more), row(), deck=DULL)
    do(match, "pass")
    assert "Forge" == who_knows(match, B)[C]
    for _turn in range(3):
        end_turn(match)
    size = at(match).table[B].hand
    do(match, "use B Writing")
    taken = hand(match, A)
    assert (left, size - 1) == (who_knows(match, B)[C], at(match).table[B].hand)
    assert ("Forge" in taken) == ("Forge" not in who_knows(match, B)[A])
    assert "Forge" not in who_knows(match, A)[C]


def test_of_two_known_cards_one_is_left():
    """CC-55, CI-17: of two Forges that are known to be there one at least stays."""
    match = attack("B Axemen, B Axemen", row(techs="Writing"), row("Forest+Forge, Coast+Forge"),
                   row(), deck=DULL)  # fmt: skip
    let_through(match)
    do(match, "raze 1 Forge")
    assert "Forge, Forge" == who_knows(match, B)[C]
    for _turn in range(3):
        end_turn(match)
    do(match, "use B Writing")
    assert "Forge" == who_knows(match, B)[C]


def test_the_only_card_of_a_hand_is_no_secret():
    """CC-55, CI-17: where a hand was known whole, every world of a third one has it with the
    thief.
    """
    match = table(row("Plains", "Axemen", techs="Writing"), row("Forest+Forge"), row(),
                  deck="4 Copper")  # fmt: skip
    do(match, "done; attack B Axemen; fight; pass")
    document = saved(match)
    document |= {"phase": "turn", "question": {"due": 0}}
    match = table(*document["table"], **{name: document[name] for name in ("past", "deck",
                  "discard", "market", "plot_deck", "tech_deck")})  # fmt: skip
    do(match, "use B Writing")
    for number in range(10):
        state = redealt(match, C, Rng(number))
        assert ([], True) == (state.hands[B], CARD["Forge"] in state.hands[A])


def test_what_was_known_outlives_a_reshuffle():
    """CC-107, CI-17: a razed building is still in hand when the deck is renewed."""
    match = attack("B Axemen", row(), row("Forest+Forge", "Corn"), deck="4 Copper", rest="discard")
    do(match, "pass")
    assert "Forge" == who_knows(match, B)[A]
    do(match, "discard Copper; discard Copper; done")
    assert (1, True) == (len(told(match, "shuffled")), "Forge" in who_knows(match, B)[A])


def test_the_order_of_decks_is_known_to_nobody():
    """CC-117, CI-17: the same views with another order below."""
    fields: dict[str, Any] = {"plots": "Oasis, Pasture, Gold Hill", "techs": "Music, Drama, Mining"}
    first = table(row(hand="Corn"), row(), deck="Oracle, Iron", plot_deck="Forest, Coast",
                  tech_deck="Sailing, Currency", **fields)  # fmt: skip
    other = table(row(hand="Corn"), row(), deck="Iron, Oracle", plot_deck="Coast, Forest",
                  tech_deck="Currency, Sailing", **fields)  # fmt: skip
    assert deck(first) != deck(other)
    assert views(first, A, B) == views(other, A, B)


def test_the_generator_is_known_to_nobody():
    """CC-55, CI-17."""
    seen = [views(table(row(), row(), generator=Rng(seed).words()), A, B) for seed in (1, 2)]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("seats, options", [
    (2, {}), (3, {"steal_timing": "each_turn"}), (4, {"overfull": "return"}),
])  # fmt: skip
def test_what_is_known_is_true(seats: int, options: dict[str, Any]):
    """CI-17: over random matches; own hands whole, of others no more than there is."""
    for number, match in enumerate(random_match(seats, seats, **options)):
        if number % 61:
            continue
        for observer in (*range(seats), SPECTATOR):
            seen = at(match, observer)
            for seat in range(seats):
                if seat == observer:
                    continue
                mine, theirs = list(seen.table[seat].known), open_hand(match, seat)
                assert all([mine.count(card) <= theirs.count(card) for card in mine])


def open_hand(match: Match, seat: int) -> list[str]:
    """The true hand, as it is for others while an answer is open."""
    names = saved(match)["table"][seat]["hand"]
    assert isinstance(names, list)
    return names


def test_stocks_of_an_open_answer_are_those_before_it():
    """CC-117: for the others; the table of the one who answers has its own."""
    match = table(row("Plains", "Corn", "7F"), row())
    do(match, "populate 1; play Corn")
    assert ((3, 0, 0), (7, 0, 0), [1, 0, 0, 0], [0, 0, 0, 0]) == (
        stock(match, A), at(match, B).table[A].stock, pops(match, A),
        [plot.population for plot in at(match, B).table[A].plots],
    )  # fmt: skip
