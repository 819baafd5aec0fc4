"""B.1 and A: players, cards, the deal."""

from __future__ import annotations

from collections import Counter

import pytest

import microciv
from microciv import SPECTATOR, BadOption
from microciv.games.five_ages.cards import NAMES, deck_of
from tests.games.five_ages.table import (
    at,
    build,
    deck,
    five_ages,
    hand,
    hands,
    in_order,
    lay,
    legal,
    new_match,
    no_trade,
    tick,
    told,
    truth,
)


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_three_to_seven_may_play(seats: int):
    """5A-01."""
    assert list(range(seats)) == new_match(seats).to_act()


@pytest.mark.parametrize("seats", [0, 1, 2, 8, 9])
def test_other_numbers_are_refused(seats: int):
    """5A-01, B-31."""
    with pytest.raises(BadOption, match=r"^seats: 5 Ages is for 3, 4, 5, 6, 7 players, not"):
        new_match(seats)


@pytest.mark.parametrize("jokers", [0, 2, 3, 4])
def test_the_deck_has_every_card_once_and_its_jokers(jokers: int):
    """5A-02, A.1, B-26: 13 ranks in 4 suits."""
    match = new_match(3, jokers=jokers)
    everywhere = [*" ".join(hands(match)).split(), *[NAMES[card] for card in rest(match)]]
    count = Counter(everywhere)
    assert jokers == count.pop("Jk", 0)
    assert {rank + suit: 1 for rank in "23456789TJQKA" for suit in "CDHS"} == count


def rest(match: microciv.Match) -> list[int]:
    state = truth(match)
    return state.deck[state.drawn :]


@pytest.mark.parametrize("jokers", [1, 5, -1])
def test_one_joker_or_five_are_refused(jokers: int):
    """5A-02."""
    with pytest.raises(BadOption, match=r"^jokers: expected one of 0, 2, 3, 4, not"):
        new_match(3, jokers=jokers)


@pytest.mark.parametrize(
    "variant, jokers", [("basic", 0), ("war-2", 2), ("war-3", 3), ("war-4", 4)]
)
def test_the_variants_say_how_many_jokers(variant: str, jokers: int):
    """5A-02, A.1, B-26: 2 suit 3 or 4 players, 3 suit 5, 4 suit 6 or 7."""
    found = next(v for v in microciv.about("5-ages").variants if v.name == variant)
    assert jokers == microciv.open_game("5-ages", **found.options).options.jokers  # type: ignore[attr-defined]


def test_the_whole_deck_is_shuffled():
    """5A-02, 5A-04: any card can come to any place, Jokers too."""
    tops = {new_match(3, seed, jokers=4).state.position()["deck"][0] for seed in range(1200)}  # type: ignore[index]
    assert set(NAMES) == tops
    held = {name for seed in range(400) for name in hands(new_match(7, seed, jokers=2))}
    assert any("Jk" in cards for cards in held)


def test_a_seed_is_a_deal():
    """INV-A15: the same seed deals the same, another another."""
    assert hands(new_match(5, 3)) == hands(new_match(5, 3))
    assert hands(new_match(5, 3)) != hands(new_match(5, 4))


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_everybody_has_one_neighbour_on_each_side(seats: int):
    """5A-03: W is the next seat clockwise, E the one before; always two persons."""
    match = new_match(seats)
    lay(match)
    for seat in range(seats):
        offered = {
            side: {text.split(":")[1] for text in legal(match, seat) if f" {side}:" in text}
            for side in "WE"
        }
        rows = [{other.left, other.right} for other in at(match).table]
        left, right = (seat + 1) % seats, (seat - 1) % seats
        assert {"W": rows[left], "E": rows[right]} == offered
        assert 3 == len({seat, left, right})


def test_of_three_players_everybody_neighbours_everybody():
    """5A-03."""
    match = new_match(3)
    lay(match)
    for seat in range(3):
        wanted = {text.split(":")[1] for text in legal(match, seat) if ":" in text}
        others = [row for other, row in enumerate(at(match).table) if other != seat]
        assert {card for row in others for card in (row.left, row.right)} == wanted


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_three_hidden_cards_each(seats: int):
    """5A-04: the owner knows them, nobody else."""
    match = new_match(seats, jokers=2)
    assert [3] * seats == [row.hand for row in at(match).table]
    for seat in range(seats):
        own = [str(card) for owner, card in told(match, "dealt", to=seat) if owner == seat]
        assert hand(match, seat) == in_order(" ".join(own))
        others = [card for owner, card in told(match, "dealt", to=seat) if owner != seat]
        assert [None] * 3 * (seats - 1) == others
    assert {None} == {card for _seat, card in told(match, "dealt", to=SPECTATOR)}


def test_nothing_is_built_at_first_and_the_size_of_the_deck_is_public():
    """5A-05."""
    match = new_match(4, jokers=3)
    for seat in (0, 3, SPECTATOR):
        seen = at(match, seat)
        assert ([0] * 4, 55 - 12) == ([row.civ for row in seen.table], seen.deck)
        assert () == seen.civ


def test_nobody_begins():
    """5A-06, 5A-08: everybody is asked at once, and the first token is anybody's."""
    tokens = Counter(at(new_match(4, seed)).token for seed in range(200))
    assert {0, 1, 2, 3} == set(tokens)
    assert min(tokens.values()) > 30


def test_a_table_turned_round_plays_the_same():
    """5A-06, 5A-30: seats are nothing but places in the circle; nor is the order of a pile."""
    cards = ["AS 7S QH", "KC TD 4S", "5H 3D 8C", "2C 9S JD"]
    answers = [
        "offer QH for W:4S",
        "offer 4S for E:QH, offer TD for W:3D",
        "offer 3D for E:TD",
        "pass",
    ]
    found = []
    for turn in range(4):
        seats = [(seat + turn) % 4 for seat in range(4)]
        match = five_ages(
            4, hand={seats[seat]: cards[seat] for seat in range(4)}, fields={"token": turn}
        )  # fmt: skip
        keeps = {seats[seat]: f"keep {cards[seat].split()[0]}" for seat in range(4)}
        for seat in range(4):
            match.play(seat, keeps[seat])
        tick(match, {seats[seat]: answers[seat] for seat in range(4)})
        found.append([hand(match, seats[seat]) for seat in range(4)])
    assert [["4S AS", "3D QH KC", "5H TD", "2C"]] * 4 == found


DECKS = {
    3: [43, 40, 37, 34, 31, 31],
    4: [40, 36, 32, 28, 24, 24],
    5: [37, 32, 27, 22, 17, 17],
    6: [34, 28, 22, 16, 10, 10],
    7: [31, 24, 17, 10, 3, 3],
}


@pytest.mark.parametrize("seats", DECKS)
def test_the_deck_shrinks_as_the_ledger_counts(seats: int):
    """A.2, 5A-05, 5A-32, INV-A13: after the deal, after each round; 7 cards a player in all."""
    match = new_match(seats)
    found = [deck(match)]
    while match.to_act():
        lay(match)
        no_trade(match)
        build(match)
        found.append(deck(match))
    assert DECKS[seats] == found
    assert 7 * seats == 52 - found[-1]
    assert [(2, 5)] * seats == [(row.hand, row.civ) for row in at(match).table]


def test_the_deck_is_in_table_order_before_the_shuffle():
    """A.1: by rank, then suit, the Jokers last; 52 + J."""
    assert ["2C", "2D", "2H", "2S", "3C"] == [NAMES[card] for card in deck_of(0)[:5]]
    assert ["AS", "Jk", "Jk"] == [NAMES[card] for card in deck_of(2)[51:]]
    assert 56 == len(deck_of(4))
