"""Where cards lie and who knows it."""

from __future__ import annotations

from microciv.core.cards import card_set, cards_in, minus, plus, size
from microciv.core.moves import EVERYBODY, SEAT_BIT
from microciv.core.rng import Rng
from microciv.core.zones import Zones, zones_from

HAND_0, HAND_1, DECK = 0, 1, 2
OWNERS = [SEAT_BIT[0], SEAT_BIT[1], 0]


def test_card_sets_are_sets() -> None:
    """Also beyond the width of a machine word."""
    cards = [0, 5, 62, 63, 64, 130]
    pile = card_set(cards)
    assert cards == cards_in(pile)
    assert len(cards) == size(pile)
    assert pile == plus(minus(pile, 63), 63)
    assert [0, 5, 62, 64, 130] == cards_in(minus(pile, 63))


def table() -> Zones:
    zones = Zones(OWNERS, 6)
    zones.put(0, HAND_0, SEAT_BIT[0])
    zones.put(1, HAND_1, SEAT_BIT[1])
    zones.put(2, HAND_1, SEAT_BIT[0] | SEAT_BIT[1])
    zones.put(3, DECK, 0)
    zones.put(4, DECK, 0)
    zones.put(5, DECK, EVERYBODY)
    return zones


def test_a_seat_names_what_it_knows_and_counts_the_rest() -> None:
    """A card shown to it stays named."""
    seen = table().observe(0)
    assert (card_set([0]), card_set([2]), card_set([5])) == seen.named
    assert (0, 1, 2) == seen.hidden


def test_a_move_says_who_knows_from_now_on() -> None:
    """Knowledge is recorded when it is gained."""
    zones = table()
    zones.move(3, DECK, HAND_0, SEAT_BIT[0])
    assert zones.has(HAND_0, 3)
    assert not zones.has(DECK, 3)
    assert card_set([]) == zones.observe(1).named[HAND_0]


def test_a_redeal_fills_the_hidden_places_with_the_unknown_cards() -> None:
    """Every fitting deal comes up; what was named stays where it is."""
    truth = table()
    seen = truth.observe(0)
    deals = set()
    for seed in range(100):
        dealt = zones_from(seen, OWNERS, 6, card_set([0, 1, 2, 3, 4]), Rng(seed), SEAT_BIT[0])
        assert card_set([0]) == dealt.piles[HAND_0]
        assert dealt.has(HAND_1, 2)
        assert dealt.has(DECK, 5)
        deals.add(tuple(dealt.piles))
        for card in (1, 3, 4):
            assert (SEAT_BIT[1] if dealt.has(HAND_1, card) else 0) == dealt.known[card]
        for card, knows in ((0, [0]), (2, [0, 1]), (5, [0])):  # not: everybody
            assert sum([SEAT_BIT[seat] for seat in knows]) == dealt.known[card]
    assert 3 == len(deals)


def test_a_clone_is_apart() -> None:
    """Moving a card in one moves it in one."""
    zones = table()
    copy = zones.clone()
    copy.move(0, HAND_0, DECK, 0)
    assert zones.has(HAND_0, 0)
    assert SEAT_BIT[0] == zones.known[0]
