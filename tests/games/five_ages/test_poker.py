"""A.3 and B.11: the order of poker hands, with blanks and wild Jokers."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from microciv import Rng
from microciv.games.five_ages.cards import CARD, JOKER, RANKS
from microciv.games.five_ages.rules.poker import HANDS, Poker, poker
from tests.games.five_ages.table import (
    pile,
)

PLAIN = poker(ace_low=True, wild=False)
HIGH_ACES = poker(ace_low=False, wild=False)
WILD = poker(ace_low=True, wild=True)

ORDER = [  # from the best
    ("AS KS QS JS TS", "straight_flush"),
    ("KH QH JH TH 9H", "straight_flush"),
    ("6C 5C 4C 3C 2C", "straight_flush"),
    ("5D 4D 3D 2D AD", "straight_flush"),
    ("AS AH AD AC KS", "four_of_a_kind"),
    ("AS AH AD AC 2S", "four_of_a_kind"),
    ("2S 2H 2D 2C AS", "four_of_a_kind"),
    ("2S 2H 2D 2C KS", "four_of_a_kind"),
    ("2S 2H 2D 2C Jk", "four_of_a_kind"),
    ("AS AH AD KC KS", "full_house"),
    ("AS AH AD 2C 2S", "full_house"),
    ("KS KH KD AC AS", "full_house"),
    ("2S 2H 2D 3C 3S", "full_house"),
    ("AS KS QS JS 9S", "flush"),
    ("AS KS QS JS 8S", "flush"),
    ("AH 6H 4H 3H 2H", "flush"),
    ("KS QS JS TS 8S", "flush"),
    ("7C 5C 4C 3C 2C", "flush"),
    ("AS KH QS JS TS", "straight"),
    ("KS QH JS TS 9S", "straight"),
    ("6S 5H 4S 3S 2S", "straight"),
    ("5S 4H 3S 2S AS", "straight"),
    ("AS AH AD KC QS", "three_of_a_kind"),
    ("AS AH AD KC Jk", "three_of_a_kind"),
    ("AS AH AD QC JS", "three_of_a_kind"),
    ("AS AH AD 2C Jk", "three_of_a_kind"),
    ("AS AH AD Jk Jk", "three_of_a_kind"),
    ("2S 2H 2D AC KS", "three_of_a_kind"),
    ("AS AH KD KC QS", "two_pair"),
    ("AS AH KD KC 2S", "two_pair"),
    ("AS AH KD KC Jk", "two_pair"),
    ("AS AH QD QC KS", "two_pair"),
    ("KS KH QD QC AS", "two_pair"),
    ("3S 3H 2D 2C 4S", "two_pair"),
    ("AS AH KD QC JS", "pair"),
    ("AS AH KD QC 2S", "pair"),
    ("AS AH KD QC Jk", "pair"),
    ("AS AH 9D Jk Jk", "pair"),
    ("AS AH Jk Jk Jk", "pair"),
    ("KS KH AD QC JS", "pair"),
    ("2S 2H 5D 4C 3S", "pair"),
    ("AS KH QS JS 9S", "high_card"),
    ("AS KH QS JS Jk", "high_card"),
    ("AS 6H 4S 3S 2S", "high_card"),
    ("AS 2H Jk Jk Jk", "high_card"),
    ("AS Jk Jk Jk Jk", "high_card"),
    ("KS QH JS TS 8S", "high_card"),
    ("7S 5H 4S 3S 2S", "high_card"),
    ("7S 5H 4S 3S Jk", "high_card"),
    ("2S Jk Jk Jk Jk", "high_card"),
]


@pytest.mark.parametrize("cards, name", ORDER, ids=[cards for cards, _name in ORDER])
def test_a_hand_has_its_name(cards: str, name: str):
    """5A-44, 5A-72, 5A-73, B-16."""
    assert name == HANDS[PLAIN.hand(PLAIN.strength(pile(cards)))]


@pytest.mark.parametrize("better, worse", [*pairwise([cards for cards, _ in ORDER])])
def test_a_hand_beats_the_next(better: str, worse: str):
    """5A-44, 5A-72, A.3: a blank is below a 2 as a kicker."""
    assert PLAIN.strength(pile(better)) > PLAIN.strength(pile(worse))


@pytest.mark.parametrize("cards, other", [
    ("AS KH QS JS 9S", "AD KC QD JD 9D"), ("AS KS QS JS 9S", "AD KD QD JD 9D"),
    ("AS AH KD KC QS", "AD AC KS KH QD"), ("5S 4H 3S 2S AS", "5D 4C 3D 2D AD"),
    ("AS AH AD KC Jk", "AS AC AD KH Jk"),
])  # fmt: skip
def test_suits_never_break_ties(cards: str, other: str):
    """5A-45, B-17, A.3."""
    assert PLAIN.strength(pile(cards)) == PLAIN.strength(pile(other))


@pytest.mark.parametrize("cards", ["QS KH AS 2H 3S", "KS AH 2S 3H 4S", "JS QH KS AH 2S",
                                   "4S 5H 6S 7H 9S", "QS KS AS 2S 3S"])  # fmt: skip
def test_there_is_no_straight_around_the_corner(cards: str):
    """5A-44, A.3: aces are high, or low in A-2-3-4-5."""
    assert HANDS[PLAIN.hand(PLAIN.strength(pile(cards)))] in {"high_card", "flush"}


@pytest.mark.parametrize("cards, low, high", [
    ("AS 2H 3S 4S 5S", "straight", "high_card"), ("AS 2S 3S 4S 5S", "straight_flush", "flush"),
])  # fmt: skip
def test_aces_are_low_unless_the_table_says_otherwise(cards: str, low: str, high: str):
    """5A-44, B-16, ace_low: then it is the lowest of the aces."""
    found = [HANDS[table.hand(table.strength(pile(cards)))] for table in (PLAIN, HIGH_ACES)]
    assert [low, high] == found
    beaten = {"high_card": "KS QH JS TS 8S", "flush": "KS QS JS TS 8S"}[high]
    better = {"high_card": "AS 6H 4S 3S 2S", "flush": "AS 6S 4S 3S 2S"}[high]
    strengths = [HIGH_ACES.strength(pile(hand)) for hand in (beaten, cards, better)]
    assert sorted(strengths) == strengths


def test_but_for_that_straight_the_order_is_the_same():
    """B-16, ace_low."""
    hands = [
        pile(" ".join(RANKS[rank] + suit for rank, suit in zip(ranks, "SHSHS", strict=True)))
        for ranks in combinations(range(13), 5)
        if set(ranks) != {12, 0, 1, 2, 3}
    ]
    orders = [sorted(hands, key=table.strength) for table in (PLAIN, HIGH_ACES)]
    assert orders[0] == orders[1]


def key_by_definition(ranks: tuple[int, ...]) -> tuple[int, list[int]]:
    """Of at most four cards, whose rest are blanks: the hand by its definition, and its ranks."""
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    counts = [count for count, _rank in groups]
    hand = {4: 7, 3: 3, 2: 2 if counts.count(2) == 2 else 1, 1: 0}[counts[0]]
    return hand, [rank for _count, rank in groups] + [-1] * (5 - len(groups))


def test_hands_with_blanks_are_ordered_by_the_definition():
    """5A-72, 5A-73: all of them, among each other; no straight, no flush, no full house."""
    hands = [
        ranks for count in (1, 2, 3, 4) for ranks in combinations_with_replacement(range(13), count)
    ]
    keys = [key_by_definition(ranks) for ranks in hands]
    strengths = [PLAIN.strength(with_blanks(ranks)) for ranks in hands]
    assert [key for key, _ in sorted(zip(keys, strengths, strict=True))] == sorted(keys)
    by_strength = sorted(zip(strengths, keys, strict=True), key=lambda pair: pair[0])
    assert sorted(keys) == [key for _strength, key in by_strength]
    assert len({*strengths}) == len({(hand, *ranks) for hand, ranks in keys})


def with_blanks(ranks: tuple[int, ...]) -> int:
    """Cards of these ranks, in the fewest suits, and Jokers."""
    cards = [RANKS[rank] + "SHDC"[ranks[:at].count(rank)] for at, rank in enumerate(ranks)]
    return pile(" ".join(cards + ["Jk"] * min(4, 5 - len(ranks))))


def test_blanks_are_just_below_hands_with_a_two():
    """5A-72: the kicker that a blank is not."""
    for ranks in combinations(range(1, 13), 4):
        blank, two = with_blanks(ranks), with_blanks((0, *ranks))
        if 12 not in ranks or ranks[:3] != (1, 2, 3):
            assert PLAIN.strength(blank) < PLAIN.strength(two)


def test_no_card_at_all_is_no_hand():
    """5A-72: neither is a civilization of blanks alone."""
    assert (0, 0) == (PLAIN.strength(0), PLAIN.strength(pile("Jk Jk Jk Jk")))
    assert PLAIN.strength(pile("2C")) > 0


# --- wild Jokers


def best_by_trying(table: Poker, cards: tuple[int, ...]) -> int:
    """Every card for every Joker; five of a kind besides."""
    missing = 5 - len(cards)
    own = sum(1 << card for card in cards)
    rest = [1 << card for card in range(52) if card not in cards]
    best = max(table.strength(own | sum(added)) for added in combinations(rest, missing))
    ranks = {card // 4 for card in cards}
    if len(ranks) == 1:
        best = max(best, five_of(table, ranks.pop()))
    return best


def five_of(table: Poker, rank: int) -> int:
    """The strength of five of a kind."""
    return table.keys.index((HANDS.index("five_of_a_kind"), rank))


@pytest.mark.parametrize("jokers, hands", [(1, 500), (2, 60), (3, 5)])
def test_wild_jokers_stand_for_the_best_cards(jokers: int, hands: int):
    """5A-76, joker_in_civ wild: as trying every card finds."""
    rng, deck = Rng(jokers), list(range(52))
    samples = []
    for _sample in range(hands):
        rng.shuffle(deck)
        samples.append(tuple(deck[: 5 - jokers]))
    samples += [tuple(range(4 * rank, 4 * rank + 5 - jokers)) for rank in (0, 12)]
    for cards in samples:
        civ = sum(1 << card for card in cards) | sum(1 << (JOKER + at) for at in range(jokers))
        assert best_by_trying(WILD, cards) == WILD.strength(civ)


def test_four_wild_jokers_make_five_of_a_kind():
    """5A-76: of whatever the fifth card is."""
    for rank in range(13):
        civ = 1 << (4 * rank) | sum(1 << (JOKER + at) for at in range(4))
        assert five_of(WILD, rank) == WILD.strength(civ)


def test_wild_jokers_change_nothing_without_jokers():
    """5A-76: and five aces beat all."""
    cards = [pile(text) for text, _name in ORDER if "Jk" not in text]
    assert [WILD.keys[WILD.strength(civ)] for civ in cards] == [
        PLAIN.keys[PLAIN.strength(civ)] for civ in cards
    ]
    assert len(WILD.keys) - 1 == five_of(WILD, 12)
    assert "five_of_a_kind" not in {HANDS[key[0]] for key in PLAIN.keys}
    assert CARD["AS"] == 51


def test_a_civilization_that_still_grows_has_a_hand_too():
    """5A-37: for its owner's outlook; a wild Joker pairs what there is."""
    assert ["high_card", "pair", "three_of_a_kind", "two_pair"] == [
        HANDS[PLAIN.hand(PLAIN.strength(pile(cards)))]
        for cards in ("AS", "AS AH", "AS AH AD", "AS AH KS KD")
    ]
    assert ["pair", "three_of_a_kind", "high_card"] == [
        HANDS[table.hand(table.strength(pile(cards)))]
        for table, cards in ((WILD, "AS Jk"), (WILD, "AS AH Jk"), (PLAIN, "AS Jk"))
    ]
