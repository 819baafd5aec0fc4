"""B.12: hands, over random matches."""

from __future__ import annotations

import pytest

from tests.games.five_x.table import ALL15, RANDOM, at, five_x, hand, random_match, round_of

BASICS = {"exploit", "exterminate", "expand", "explore", "excavate"}


def starts(seats: int, seed: int, options: dict[str, object]) -> list[list[set[str]]]:
    """Everybody's hand at the start of each round, and at the end."""
    found: list[list[set[str]]] = []
    number = 0
    for match in random_match(seed, seats, **options):
        seen = at(match)
        begins = seen.phase == "select" and seen.round != number
        if begins or seen.phase == "over":
            number = seen.round
            found.append([hand(match, seat) for seat in range(seats)])
    return found


@pytest.mark.parametrize("cards, answers, table, change", [
    ("excavate", "take exploit", {"pile": {0: "exploit"}}, 1),
    ("excavate", "", {}, 0),
    ("excavate", "", {"pile": {0: "qin"}}, 0),
    ("expand", "", {"held": [0, 5, 5]}, 0),
    ("expand", "bid 1", {}, -1),
    ("suleiman", "take exploit", {"pile": {0: "exploit"}}, 0),
    ("catharine", "", {}, -1),
    ("caesar", "fetch qin", {"pile": {1: "qin"}}, 0),
    ("caesar", "fetch qin", {"pile": {0: "qin"}}, 0),
    ("suleiman", "build A", {}, -1),
    ("exploit", "", {}, -1), ("exterminate", "", {}, -1), ("explore", "", {}, -1),
    ("gandhi", "", {}, -1), ("erik", "", {}, -1), ("cleopatra", "bid 3", {}, -1),
])  # fmt: skip
def test_a_round_changes_a_hand_by_what_was_played(
    cards: str, answers: str, table: dict[str, object], change: int
):
    """5X-97."""
    held, rest = table.get("held"), {k: v for k, v in table.items() if k != "held"}
    before = five_x([5] * 3, cards, options=ALL15, **rest)  # type: ignore[arg-type]
    given = [{0: answers}] if answers else []
    outcome = round_of(f"{cards} explore explore", *given, held=held, **rest)  # type: ignore[arg-type]
    assert change == len(hand(outcome.match, 0)) - len(hand(before, 0))


def test_a_losing_expand_changes_nothing():
    """5X-97."""
    match = round_of("expand expand explore", {0: "bid 2", 1: "bid 2"}).match
    assert [7, 7, 6] == [len(hand(match, seat)) for seat in range(3)]


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_hands_shrink_by_one_a_round_at_most(seats: int, seed: int, options: dict[str, object]):
    """5X-98, INV-8: at least 8 − r cards, without leaders 6 − r; at most 7 and 5."""
    first = 5 if "leaders" in options else 7
    for number, hands in enumerate(starts(seats, seed, options)):
        for cards in hands:
            assert max(1, first - number) <= len(cards) <= first


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_excavate_is_in_every_hand_when_a_round_begins(
    seats: int, seed: int, options: dict[str, object]
):
    """5X-99, 5X-66, INV-5, INV-18."""
    for hands in starts(seats, seed, options):
        assert all("excavate" in cards for cards in hands)


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_no_hand_has_more_than_two_leaders(seats: int, seed: int, options: dict[str, object]):
    """5X-100, INV-6."""
    most = 0
    for match in random_match(seed, seats, **options):
        most = max(most, *[len(hand(match, seat) - BASICS) for seat in range(seats)])
    assert most == (0 if "leaders" in options else 2)


def test_a_hand_has_no_limit_but_its_cards():
    """5X-101: after seven rounds of digging all seven are still in hand."""
    match = round_of("excavate excavate excavate", round=7).match
    assert [7, 7, 7] == [len(hand(match, seat)) for seat in range(3)]
