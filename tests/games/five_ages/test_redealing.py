"""B.6: dealing again what a seat does not know gives the worlds that fit, and all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

import microciv
from microciv import SPECTATOR, Match, Rng
from microciv.games.five_ages.cards import names_of
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views.observation import FiveAgesObservation
from tests.games.five_ages.histories import JOKER, Piles, worlds
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    game_of,
    lay,
    legal,
    new_match,
    no_trade,
    offers,
    phase,
    random_match,
    row,
    tick,
    truth,
)
from tests.games.saving import saved

pytestmark = pytest.mark.heavy

Recollection: TypeAlias = Callable[[Match], Match]
Split: TypeAlias = tuple[tuple[frozenset[str], frozenset[str]], ...]


def redealt(match: Match, seat: int, rng: Rng) -> FiveAgesState:
    """A state that looks like the match from this seat."""
    state = match.game.redeal(match.observe(seat), rng)
    assert isinstance(state, FiveAgesState)
    return state


def split(state: FiveAgesState, seen: FiveAgesObservation) -> Split:
    """Where the cards lie that were seen once: by other seat, in hand or built."""
    named = named_cards(seen)
    return tuple(
        (
            frozenset(names_of(state.hands[seat])) & named,
            frozenset(names_of(state.civs[seat])) & named,
        )
        for seat in range(state.seats)
        if seat != seen.seat
    )


def named_cards(seen: FiveAgesObservation) -> frozenset[str]:
    """Every ordinary card that lay open, or whose theft the observer saw."""
    rows = {card for age in seen.past for row in age.laid for card in row}
    stolen = {attack.stolen for age in seen.past for attack in age.attacks}
    return frozenset(rows | stolen) - {"", JOKER}


def allowed(match: Match, seen: FiveAgesObservation) -> set[Split]:
    """The splits of all histories that fit, and bring the observer its own cards."""
    game = game_of(match)
    named = named_cards(seen)
    own = frozenset(seen.hand) & named, frozenset(seen.civ) & named
    found = worlds(
        seen, told=game.exchange_told, war_first=game.war_first, forbidden=game.no_joker_in_civ
    )
    return {
        tuple([by_name(piles) for seat, piles in enumerate(world) if seat != seen.seat])
        for world in found
        if seen.seat == SPECTATOR or own == by_name(world[seen.seat])
    }


def by_name(piles: Piles) -> tuple[frozenset[str], frozenset[str]]:
    """The named cards in hand and in the civilization, Jokers aside."""
    return frozenset(piles.hand) - {JOKER}, frozenset(piles.civ) - {JOKER}


def forgetful(match: Match) -> Match:
    """The same position, but nobody remembers what was stolen."""
    position = saved(match)
    for age in position["past"]:
        for attack in age["attacks"]:
            attack["stolen"] = ""
    return microciv.set_up(position)


HIDDEN: dict[str, Any] = {"exchange_visibility": "hidden"}
TWO_JOKERS: dict[str, Any] = {"jokers": 2}
CASES: list[tuple[int, int, int, dict[str, Any]]] = [  # seats, seed, observer, options
    (3, 1, 0, {}), (3, 2, 2, {}), (3, 3, SPECTATOR, {}), (4, 4, 1, {}),
    (3, 5, 0, HIDDEN), (3, 6, SPECTATOR, HIDDEN),
    *[(3, seed, seed % 3, {"jokers": 4}) for seed in range(5)],
    *[(3, seed, SPECTATOR, {"jokers": 4}) for seed in range(5)],
    (3, 9, 0, {"jokers": 4, "war_timing": "after_swaps"}),
    (3, 10, 1, {"jokers": 4, "war_timing": "after_swaps", "exchange_visibility": "hidden"}),
    (3, 11, 0, {"jokers": 4, "joker_in_civ": "forbidden"}),
    (4, 12, 0, {"jokers": 4}),
]  # fmt: skip
WARS: list[tuple[int, int, int, dict[str, Any]]] = [
    (3, 3, 0, {"jokers": 4}), (3, 9, 0, {"jokers": 4, "war_timing": "after_swaps"}),
]  # fmt: skip
FEW, MANY = 16, 150  # worlds: up to FEW, all must be found; up to MANY, none may be another


@pytest.mark.parametrize("seats, seed, observer, options", CASES)
def test_a_redeal_finds_every_world_that_fits_and_no_other(
    seats: int, seed: int, observer: int, options: dict[str, Any]
):
    """5A-39, 5A-41: against all histories, played out one by one."""
    compare_redeals(seats, seed, observer, options, lambda match: match)


@pytest.mark.parametrize("seats, seed, observer, options", WARS)
def test_so_it_does_for_a_seat_that_has_forgotten_what_was_stolen(
    seats: int, seed: int, observer: int, options: dict[str, Any]
):
    """5A-37, 5A-41: it still sees its own cards: who was robbed has the card no more."""
    compare_redeals(seats, seed, observer, options, forgetful)


def compare_redeals(
    seats: int, seed: int, observer: int, options: dict[str, Any], remember: Recollection
) -> None:
    """Three rounds of re-deals of what is remembered."""
    rng, compared = Rng(seed), 0
    played = new_match(seats, seed, **options)
    while at(played).round < 4:
        step(played, rng)
        match = remember(played)
        seen = at(match, observer)
        expected = allowed(match, seen)
        assert split(truth(match), seen) in expected
        if 1 < len(expected) <= MANY:
            draws = 30 * len(expected) if len(expected) <= FEW else 20
            found = {split(redealt(match, observer, rng), seen) for _draw in range(draws)}
            assert found <= expected
            if len(expected) <= FEW:
                assert expected == found
                compared += 1
    assert compared > 0


def step(match: Match, rng: Rng) -> None:
    """One phase: Jokers are fired, the first two players swap, everybody builds anything."""
    if phase(match) == "trade":
        own, other = ([card for card in row(match, seat).split() if len(card) == 2 and card != "Jk"]
                      for seat in (0, 1))  # fmt: skip
        if own and other:
            tick(
                match,
                {0: f"offer {own[0]} for W:{other[0]}", 1: f"offer {other[0]} for E:{own[0]}"},
            )
        no_trade(match)
        return
    name = phase(match)
    while phase(match) == name:
        seat = match.to_act()[0]
        moves = legal(match, seat)
        moves = [text for text in moves if "attack" in text] or moves
        match.play(seat, moves[rng.below(len(moves))])


# --- how likely


def shares(match: Match, draws: int = 800) -> dict[str, float]:
    """How often seat 0 has built what, of the cards that were seen."""
    rng, count = Rng(7), Counter[str]()
    seen = at(match, 1)
    for _draw in range(draws):
        built = split(redealt(match, 1, rng), seen)[0][1]
        count[" ".join(sorted(built))] += 1
    return {cards: times / draws for cards, times in count.items()}


def test_each_card_of_a_hand_may_have_been_built_alike():
    """5A-39: two were seen and one was not."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    lay(match, "AS")
    no_trade(match)
    build(match, {0: "build 7S"})
    assert pytest.approx({"": 1 / 3, "7S": 1 / 3, "QH": 1 / 3}, abs=0.04) == shares(match)


def test_two_new_cards_tell_that_one_of_the_first_was_built():
    """5A-39: exactly; the card that was kept lies in the second row."""
    match = five_ages(3, hand={0: "AS 7S QH"}, deck="9C")
    lay(match, "AS")
    no_trade(match)
    build(match, {0: "build 7S"})
    lay(match, "QH")
    assert pytest.approx({"7S": 0.5, "QH": 0.5}, abs=0.04) == shares(match)


def test_an_old_card_in_the_row_was_not_built():
    """5A-39: so the other was, or the one that nobody saw; a row of one old card and one new."""
    match = five_ages(3, hand={0: "AS 7S QH"}, deck="9C")
    lay(match, "AS")
    no_trade(match)
    build(match, {0: "build 7S"})
    lay(match, "AS")
    assert "9C QH" == row(match, 0)
    assert pytest.approx({"": 1 / 3, "7S": 2 / 3}, abs=0.04) == shares(match)


@pytest.mark.parametrize("visible, both", [("fact", False), ("hidden", True)])
def test_a_hidden_exchange_leaves_more_open(visible: str, both: bool):
    """5A-40, 5A-39: without one, 7S and QH cannot both be built in one round."""
    match = five_ages(
        3, hand={0: "AS 7S QH"}, deck="9C TC JC", options={"exchange_visibility": visible}
    )
    for kept, built in (("AS", "AS"), ("9C", "7S, done")):
        lay(match, kept)
        no_trade(match)
        build(match, {0: f"build {built}"})
    found = shares(match, 300)
    assert both == ("7S QH" in found)
    assert {"7S", "QH"} <= set(found)


# --- what stays


@pytest.mark.parametrize("options", [{}, {"jokers": 4}, {"jokers": 4, **HIDDEN}])
@pytest.mark.parametrize("seats", [3, 5])
def test_a_redeal_keeps_what_the_seat_knows(seats: int, options: dict[str, Any]):
    """5A-37, 5A-39: own cards, named cards with their holders, all numbers."""
    rng = Rng(seats)
    for number, match in enumerate(random_match(seats, seats, **options)):
        if number % 3:
            continue
        seat = [*range(seats), SPECTATOR][number // 3 % (seats + 1)]
        seen, state = at(match, seat), redealt(match, seat, rng)
        assert seen == state.observe(seat)
        for other, row_of in enumerate(seen.table):
            held = names_of(state.hands[other] | state.civs[other])
            assert set(row_of.known) <= set(held)
        everything = [*state.deck, *[card for card in range(52 + 4) if state.discard >> card & 1]]
        assert len(everything) == seen.deck + seen.fired


@pytest.mark.parametrize("built, kept", [("AS", "QH"), ("QH", "AS")])
@pytest.mark.parametrize("reader", [0, 1, 2, SPECTATOR])
def test_whoever_forgets_what_was_stolen_still_sees_its_own_cards(
    built: str, kept: str, reader: int
):
    """5A-37, 5A-41: QH lay open before. The victim that has it was not robbed of it, and the thief
    that has it took it.
    """
    match = five_ages(3, hand={0: "Jk 2C 3C", 1: "AS 7S QH"}, deck="9C TC JC", options=TWO_JOKERS)
    lay(match, "Jk", "AS")
    no_trade(match)
    build(match, {1: f"build {built}"})
    lay(match, "attack W", kept)
    match, rng = forgetful(match), Rng(1)
    seen = at(match, reader)
    for _draw in range(20):
        assert seen == redealt(match, reader, rng).observe(reader)


@pytest.mark.parametrize("name", ["row", "trade", "build", "over"])
@pytest.mark.parametrize("timing", ["before_swaps", "after_swaps"])
def test_a_position_without_a_past_can_be_dealt_again(name: str, timing: str):
    """5A-39: nothing is known but its own cards and what lies open."""
    match = five_ages(
        4, phase=name, round=5 if name == "over" else 3,
        options={"jokers": 4, "war_timing": timing}, fields={"fired": 1},
    )  # fmt: skip
    rng, held = Rng(3), set()
    for seat in (0, 2, SPECTATOR):
        for _draw in range(40):
            state = redealt(match, seat, rng)
            assert at(match, seat) == state.observe(seat)
            held.add(names_of(state.hands[1]))
    assert len(held) > 30


def test_a_redeal_draws_its_own_thefts():
    """5A-57: a fresh generator; the match's own is not in the observation."""
    match = five_ages(
        4, round=5, hand={0: "Jk 2C 3C"}, civ={1: "AC AD AH AS"}, options={"jokers": 2}
    )
    rng, stolen = Rng(1), set()
    for _draw in range(60):
        state = redealt(match, 1, rng)
        if any("attack W" in move.text for move in state.legal(0)):
            words = state.rng
            assert words is not None
            stolen.add(tuple(words.words()))
    assert len(stolen) > 1


def test_sealed_answers_of_others_are_open_again():
    """5A-08: one's own stands."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    match.play(0, "keep AS")
    match.play(1, legal(match, 1)[0])
    state = redealt(match, 0, Rng(1))
    assert ([1, 2], ["keep AS"]) == (state.to_act, [move.text for move in state.answers[0]])
    assert [0, 2] == redealt(match, 1, Rng(1)).to_act
    assert [0, 1, 2] == redealt(match, SPECTATOR, Rng(1)).to_act


def test_the_order_of_others_lists_is_any():
    """F.3: it is private; its own list stays as it is."""
    match = five_ages(
        4, phase="trade", row={0: "7S QH", 1: "TD 4S"},
        offers={0: "offer QH for W:4S, offer 7S for W:TD, offer 7S for W:4S"},
    )  # fmt: skip
    rng = Rng(2)
    orders = {tuple(o.text for o in redealt(match, 1, rng).lists[0]) for _draw in range(100)}
    own = {tuple(o.text for o in redealt(match, 0, rng).lists[0]) for _draw in range(20)}
    assert (6, {tuple(offers(match, 0))}) == (len(orders), own)
