"""Set-up: the drafts, the market, the first population, the opening hands."""

from __future__ import annotations

from collections import Counter

import pytest

import microciv
from microciv import BadOption, Match
from tests.games.civ_card_game.table import (
    all_cards,
    asked,
    at,
    do,
    game_of,
    hand,
    idle,
    is_refused,
    legal,
    new_match,
    phase,
    plots,
    points,
    pops,
    row,
    stock,
    table,
    told,
    truth,
)

CULLED = {2: (25, 91, [4, 5], 4), 3: (21, 83, [4, 5, 6], 6), 4: (17, 74, [4, 5, 6, 7], 8)}


def idle_until(match: Match, *phases: str) -> None:
    """Everybody takes what comes first until one of these is asked."""
    while phase(match) not in phases:
        idle(match)


def drafters(match: Match) -> list[int]:
    """Who took a plot, in order."""
    return [int(str(seat)) for seat, _card in told(match, "took_plot")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_may_play(seats: int):
    """CC-01."""
    assert seats == new_match(seats).game.seats


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_nobody_else_may_play(seats: int):
    """CC-01."""
    with pytest.raises(BadOption, match=r"^seats: "):
        new_match(seats)


def test_the_dealer_is_drawn():
    """CC-01: anybody may be first, and so anybody last; or always the last seat deals."""
    assert {0, 1, 2} == {at(new_match(3, seed)).first for seed in range(20)}
    assert {0} == {at(new_match(3, seed, dealer="last_seat")).first for seed in range(20)}


def test_three_decks_are_shuffled():
    """CC-02: apart from each other, another order with each seed; nothing is missing."""
    states = [truth(new_match(2, seed)) for seed in range(8)]
    assert 8 == len({tuple(state.deck) for state in states})
    assert 8 == len({tuple(state.market.plot_deck) for state in states})
    assert 8 == len({tuple(state.market.tech_deck) for state in states})
    for state in states:
        decks = (state.deck, state.market.plot_deck, state.market.tech_deck)
        assert [104, 36, 24] == [len(deck) for deck in decks]
        assert len(set(state.deck) & set(state.market.plot_deck)) == 0


@pytest.mark.parametrize("seats, seed", [(2, 1), (3, 2), (4, 3)])
def test_two_plots_are_dealt_face_up(seats: int, seed: int):
    """CC-03: in seat order."""
    match = new_match(seats, seed)
    order = [(at(match).first + place) % seats for place in range(seats)]
    dealt = told(match, "dealt_plot")
    assert [seat for seat in order for _plot in range(2)] == [seat for seat, _card in dealt]
    for seat in range(seats):
        assert [card for to, card in dealt if to == seat] == plots(match, seat)


@pytest.mark.parametrize("seed", range(4))
def test_the_drafts(seed: int):
    """CC-04, CC-05, CC-06: in seat order, then backwards; each time as many plots as players, the
    last one goes without a question.
    """
    match = new_match(3, seed)
    first = at(match).first
    order = [first, (first + 1) % 3, (first + 2) % 3]
    assert 3 == len(at(match).revealed)
    idle_until(match, "found")
    taken = told(match, "took_plot")
    assert order + order[::-1] == drafters(match)
    revealed = [card for (card,) in told(match, "revealed")]
    assert 6 == len(revealed)
    assert Counter(revealed[:3]) == Counter([card for _seat, card in taken[:3]])
    assert Counter(revealed[3:]) == Counter([card for _seat, card in taken[3:]])
    assert [4, 4, 4] == [len(plots(match, seat)) for seat in range(3)]


def test_a_drafter_takes_any_plot_that_lies_open():
    """CC-04: and no other; the others stay for the next."""
    match = table(row("Forest, Coast"), row("Plains, Plains"), row("Forest, Forest"), phase="draft",
                  revealed="Oasis, Plains, Quarry Hill")  # fmt: skip
    assert ("draft", 0) == asked(match)
    assert ["take Oasis", "take Plains", "take Quarry Hill"] == legal(match)
    assert is_refused(match, "take Forest")
    do(match, "take Plains")
    assert (["Forest", "Coast", "Plains"], ("draft", 1)) == (plots(match, 0), asked(match))
    assert is_refused(match, "take Plains")
    do(match, "take Quarry Hill")
    assert ["Forest", "Forest", "Oasis"] == plots(match, 2)[:3]  # what was left


def test_the_dealer_takes_first_in_the_second_draft():
    """CC-05: the last seat, and the first player gets what is left."""
    match = table(row("Forest, Coast"), row("Plains, Plains"), phase="draft",
                  revealed="Oasis, Quarry Hill", plot_deck="Gold Hill, Marble Hill")  # fmt: skip
    do(match, "take Oasis")
    assert (("draft", 1), ("Gold Hill", "Marble Hill")) == (asked(match), at(match).revealed)
    do(match, "take Gold Hill")
    assert ["Forest", "Coast", "Oasis", "Marble Hill"] == plots(match, 0)
    assert ["Plains", "Plains", "Quarry Hill", "Gold Hill"] == plots(match, 1)


def test_plots_that_are_all_alike_are_not_asked_for():
    """CC-04: there is nothing to choose."""
    match = table(row("Forest, Coast"), row("Pasture, Coast"), phase="draft",
                  revealed="Oasis, Quarry Hill", plot_deck="Plains, Plains")  # fmt: skip
    do(match, "take Oasis")
    assert "found" == phase(match)
    assert (["Plains"], ["Plains"]) == (plots(match, 0)[3:], plots(match, 1)[3:])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_market_opens(seats: int):
    """CC-07: three plots and three technologies, after both drafts."""
    match = new_match(seats, 3)
    assert ((), ()) == (at(match).market_plots, at(match).market_techs)
    idle_until(match, "found")
    seen = at(match)
    assert (3, 3) == (len(seen.market_plots), len(seen.market_techs))
    assert (36 - 4 * seats - 3, 21) == (seen.plot_deck, seen.tech_deck)
    assert [(card,) for card in seen.market_plots] == told(match, "market_plot")


def test_everybody_settles_one_population():
    """CC-08, CA-41: free, in seat order, openly, on any plot, once the market is open."""
    match = new_match(3, 5)
    first = at(match).first
    idle_until(match, "found")
    for place, plot in enumerate([2, 4, 1]):
        seat = (first + place) % 3
        assert ("found", seat) == asked(match)
        assert ["found 1", "found 2", "found 3", "found 4"] == legal(match)
        assert 3 == len(at(match).market_techs)
        do(match, f"found {plot}")
        assert [1 if number == plot else 0 for number in range(1, 5)] == pops(match, seat)
    assert (117, [1, 1, 1]) == (at(match).supply, points(match))
    assert [(first, 2), ((first + 1) % 3, 4), ((first + 2) % 3, 1)] == told(match, "founded")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_later_players_draw_more(seats: int):
    """CC-09: 6, 7, 8, 9 cards, all before anybody discards."""
    match = new_match(seats, 6)
    first = at(match).first
    idle_until(match, "cull")
    sizes = [at(match).table[(first + place) % seats].hand for place in range(seats)]
    assert [6, 7, 8, 9][:seats] == sizes
    assert 0 == sum(at(match).discard)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_counts_after_the_opening(seats: int):
    """CC-10, CC-11, CS-01: hands of 4, 5, 6, 7; plot deck, play deck, discard pile; no stock."""
    match = new_match(seats, 7)
    first = at(match).first
    idle_until(match, "turn")
    seen = at(match)
    sizes = [seen.table[(first + place) % seats].hand for place in range(seats)]
    assert CULLED[seats] == (seen.plot_deck, seen.deck, sizes, sum(seen.discard))
    assert (21, 104) == (seen.tech_deck, sum(all_cards(match).values()))
    others = [seat for seat in range(seats) if seat != first]
    assert all((0, 0, 0) == seen.table[seat].stock for seat in others)


def test_two_cards_of_the_hand_are_discarded():
    """CC-10, CA-51: any two, in one answer, in seat order, face up; like ones too."""
    match = table(row(hand="2 Corn, Archers, 3 Iron"), row(hand="2 Gold, Axemen, 4 Furs"),
                  phase="cull")  # fmt: skip
    assert ("cull", 0) == asked(match)
    assert ["discard Archers", "discard Corn", "discard Iron"] == legal(match)
    do(match, "discard Iron")
    assert ["discard Archers", "discard Corn", "discard Iron"] == legal(match)
    do(match, "discard Iron")
    assert ("cull", 1) == asked(match)
    assert "Archers, 2 Corn, Iron" == hand(match, 0)
    assert [(0, "Iron"), (0, "Iron")] == told(match, "discarded")
    do(match, "discard Axemen; discard Gold")
    assert (("turn", 0), "4 Furs, Gold") == (asked(match), hand(match, 1))


def test_the_first_player_has_the_first_turn():
    """CC-12: seat after seat from there."""
    match = new_match(4, 8)
    first = at(match).first
    idle_until(match, "turn")
    assert (1, first, [first]) == (at(match).round, at(match).turn, match.to_act())
    while len(told(match, "turn")) < 9:
        idle(match)
    assert [(first + place) % 4 for place in range(9)] == [seat for (seat,) in told(match, "turn")]
    assert [(1,), (2,), (3,)] == told(match, "round")


def test_a_box_must_be_enough_for_the_players():
    """CC-06, CC-09: four plots for each, and the opening hands."""
    few = [{"name": name, "copies": 0} for name in ("Grassland", "Forest", "River Bank", "Plains",
                                                    "Coast", "Hill Country")]  # fmt: skip
    box = game_of(new_match(3, cards=few)).box
    assert 12 == sum(box.copies[box.first_plot :])
    with pytest.raises(BadOption, match=r"^cards: 4 players draft 16 plots, not 12"):
        new_match(4, cards=few)


def test_without_population_nobody_settles():
    """CC-08, population_supply: who finds none is not asked."""
    match = new_match(3, 9, population_supply=1)
    idle_until(match, "cull")
    assert [1] == [sum(pops(match, seat)) for seat in range(3) if sum(pops(match, seat))]
    assert 0 == at(match).supply


def test_the_game_is_in_the_catalogue():
    """CC-01: it can be opened by name."""
    game = microciv.open_game("civ-card-game", seats=4)
    assert ("civ-card-game", 4) == (game.name, game.seats)
    assert (0, 0, 0) == stock(Match(game, seed=1), 2)
