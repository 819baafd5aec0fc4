"""What is remembered of like cards, against all ways in which it may have come, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from microciv.core.moves import EVERYBODY, SEAT_BIT, SPECTATOR
from microciv.core.rng import Rng
from microciv.hidden.bags import MOST, NONE, ONE, Bag, bag_of, copies_in, count, holds, less, size
from microciv.hidden.memory import (
    COME,
    DRAW,
    GIVE,
    HIDDEN,
    HOLD,
    LOOK,
    LOSE,
    SEE,
    SHUFFLED_IN,
    SWAP,
    TAKE,
    TO_TOP,
    Fact,
    Knowledge,
    Memory,
    Past,
    Told,
    read_row,
    recalled,
    row_of,
)
from microciv.hidden.world_search import find_world
from microciv.hidden.worlds import bare_world
from tests.core.like_cards import READERS, SEATS, WHOLE, Lie, Table

FEW = 5  # worlds: so few are all looked for


# --- all ways in which it may have come


def all_lies(past: Past) -> set[Lie]:
    """All that fit a past."""
    lies = set(beginnings(past))
    for fact in past.facts:
        lies = {later for lie in lies for later in after(lie, fact)}
    return lies


def beginnings(past: Past) -> Iterator[Lie]:
    """All that fit what was known at first."""
    above = past.left - size(past.fresh)
    row = [*past.deck, *[HIDDEN] * (above - len(past.deck))][:above]
    named = [card for card in past.deck if card >= 0]
    pool = less(less(WHOLE, past.fresh), past.open + bag_of(named))
    for hand in past.hands:
        pool = less(pool, hand)
    missing = [held - size(hand) for hand, held in zip(past.hands, past.sizes, strict=True)]
    for old in set(permutations(copies_in(pool))):
        left = list(old)
        hands = [
            hand + bag_of([left.pop() for _card in range(number)])
            for hand, number in zip(past.hands, missing, strict=True)
        ]
        deck = [card if card >= 0 else left.pop() for card in row]
        assert not left
        for fresh in set(permutations(copies_in(past.fresh))):
            yield tuple(hands), (*deck, *fresh)


def after(lie: Lie, fact: Told) -> Iterator[Lie]:
    """What a fact may have made of it."""
    kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
    back, number, backs = fact.back, fact.number, fact.backs
    hands, deck = lie
    if kind == DRAW:
        drawn = bag_of(deck[:number])
        if cards in (HIDDEN, drawn):
            yield changed(hands, seat, drawn), deck[number:]
    elif kind == LOSE:
        if holds(hands[seat], cards):
            yield changed(hands, seat, -cards), deck
    elif kind == COME:
        yield changed(hands, seat, cards), deck
    elif kind in (GIVE, SWAP):
        for out in parts(hands[seat], cards, number):
            for returned in parts(hands[other], back, backs):
                passed = changed(hands, seat, returned - out)
                yield changed(passed, other, out - returned), deck
    elif kind == SEE:
        yield from [lie] if hands[seat] == cards else []
    elif kind == HOLD:
        yield from [lie] if holds(hands[seat], cards) else []
    elif kind == LOOK:
        yield from [lie] if list(deck[:number]) == read_row(cards, number) else []
    else:
        yield from takes(lie, fact)


def takes(lie: Lie, fact: Told) -> Iterator[Lie]:
    """Cards of the top are taken, and the rest goes where it goes."""
    seat, rest_goes, cards, looked = fact.seat, fact.other, fact.cards, fact.back
    number = fact.number
    hands, deck = lie
    for places in combinations(range(looked), number):
        taken = bag_of([deck[place] for place in places])
        rest = [deck[place] for place in range(looked) if place not in places]
        if cards not in (HIDDEN, taken):
            continue
        later, below = changed(hands, seat, taken), deck[looked:]
        yield later, (*rest, *below) if rest_goes == TO_TOP else (*below, *rest)


def parts(hand: Bag, cards: Bag, number: int) -> set[Bag]:
    """What may have gone: the cards that are named, or any of that number."""
    if cards != HIDDEN:
        return {cards} if holds(hand, cards) else set()
    return {bag_of(part) for part in combinations(copies_in(hand), number)}


def changed(hands: tuple[Bag, ...], seat: int, cards: Bag) -> tuple[Bag, ...]:
    """The hands with more cards here."""
    return (*hands[:seat], hands[seat] + cards, *hands[seat + 1 :])


# --- the tests


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(60))
def test_what_is_remembered_holds_in_every_world_that_fits(seed: int):
    """And worlds are found that fit, all of them where they are few."""
    table, rng = Table(seed), Rng(seed)
    for _step in range(14):
        table.step()
        reader = READERS[rng.below(SEATS + 1)]
        known, past = table.knowledge.recall(reader), table.knowledge.past(reader)
        lies = all_lies(past)
        assert table.lie() in lies
        check_bounds(known, lies)
        if reader < SEATS:
            assert known.hands[reader] == table.hands[reader]
        again = recalled(past)
        assert (known.hands, known.deck) == (again.hands, again.deck)
        found = set()
        for _draw in range(60 if len(lies) <= FEW else 3):
            world = find_world(past, list(past.facts), WHOLE, rng)
            assert world is not None
            found.add((tuple(world.known), tuple(world.deck)))
        assert found <= lies
        assert len(lies) > FEW or found == lies
        sizes = [size(hand) for hand in table.hands]
        bare = bare_world(known, sizes, WHOLE, table.open, rng)
        check_bounds(known, {(tuple(bare.known), tuple(bare.deck))})
        assert WHOLE == sum(bare.known) + bag_of(bare.deck) + table.open


def check_bounds(known: Memory, lies: set[Lie]) -> None:
    """What is known is so."""
    for hands, deck in lies:
        assert len(deck) == known.left
        for hand, part in zip(hands, known.hands, strict=True):
            assert holds(hand, part)
        for card, told in zip(deck, known.deck, strict=False):
            assert told in (HIDDEN, card)


def test_cards_that_come_from_the_table_are_known():
    """Everybody knows what was taken up; a theft makes it doubtful."""
    knowledge = Knowledge(2, ONE[3] + ONE[20] * 2)
    knowledge.note(DRAW, 0, -1, ONE[3] + ONE[20], NONE, SEAT_BIT[0])
    knowledge.note(LOSE, 0, -1, ONE[20], NONE, EVERYBODY)
    knowledge.note(COME, 1, -1, ONE[20], NONE, EVERYBODY)
    assert [NONE, ONE[20]] == knowledge.recall(SPECTATOR).hands
    assert [ONE[3], ONE[20]] == knowledge.recall(0).hands
    assert knowledge.knows(SPECTATOR, 20)
    assert not knowledge.knows(SPECTATOR, 3)
    knowledge.note(SWAP, 0, 1, ONE[3], ONE[20], SEAT_BIT[0] + SEAT_BIT[1])
    assert [NONE, NONE] == knowledge.recall(SPECTATOR).hands
    assert [ONE[20], ONE[3]] == knowledge.recall(1).hands


@pytest.mark.parametrize("face_up", [NONE, ONE[30] * 2])
def test_at_a_shuffle_the_last_hidden_hand_is_all_that_is_left(face_up: Bag):
    """Cards that stay open are not among it."""
    knowledge = Knowledge(2, ONE[1] * 2 + ONE[30] * 3)
    knowledge.note(DRAW, 0, -1, ONE[1] + ONE[30] * 2, NONE, SEAT_BIT[0])
    knowledge.note(DRAW, 1, -1, ONE[1] + ONE[30], NONE, SEAT_BIT[1])
    knowledge.note(LOSE, 0, -1, ONE[30] * 2, NONE, EVERYBODY)
    knowledge.note(LOSE, 1, -1, ONE[1], NONE, EVERYBODY)
    knowledge.shuffled([1, 1], copies_in(ONE[1] + ONE[30] * 2 - face_up), copies_in(face_up))
    past = knowledge.past(0)
    assert (ONE[1], ONE[30]) == past.hands
    assert (face_up, size(past.fresh), ()) == (past.open, past.left, past.facts)
    assert (NONE, NONE) == knowledge.past(SPECTATOR).hands
    assert knowledge.knows(SPECTATOR, 1)
    world = find_world(knowledge.past(SPECTATOR), [], WHOLE, Rng(1))
    assert world is not None
    assert 2 == size(world.known[0]) + size(world.known[1])


def test_a_clone_remembers_apart():
    """What happens in one of two is not remembered in the other."""
    one = Knowledge(2, ONE[0] * 5)
    one.note(DRAW, 0, -1, ONE[0], NONE, SEAT_BIT[0])
    two = one.clone()
    two.note(DRAW, 0, -1, ONE[0], NONE, SEAT_BIT[0])
    assert (1, 2) == (len(one.facts), len(two.facts))
    assert (ONE[0], ONE[0] * 2) == (one.recall(0).hands[0], two.recall(0).hands[0])
    one.note(LOSE, 0, -1, ONE[0], NONE, EVERYBODY)
    assert (NONE, ONE[0] * 2) == (one.recall(0).hands[0], two.recall(0).hands[0])
    two.shuffled([2, 0], [0], [])
    assert (2, 0) == (len(one.facts), len(two.facts))


def test_one_seat_goes_on_remembering_and_the_others_begin():
    """As in a re-deal: the past is what one seat was told."""
    table = Table(3)
    for _step in range(12):
        table.step()
    past = table.knowledge.past(1)
    sizes = [size(hand) for hand in table.hands]
    again = Knowledge(SEATS, WHOLE)
    again.resume(1, past, table.views(), sizes, table.open)
    assert past == again.past(1)
    assert table.knowledge.recall(1).hands == again.recall(1).hands
    assert (table.hands[0], NONE) == (again.recall(0).hands[0], again.recall(0).hands[1])
    assert ((), table.open) == (again.past(0).facts, again.past(0).open)
    for both in (table.knowledge, again):
        both.note(LOSE, 0, -1, table.hands[0], NONE, EVERYBODY)
    assert table.knowledge.past(1) == again.past(1)
    assert 1 == len(again.past(0).facts)


def test_the_whole_deck_can_be_shuffled_on_its_own():
    """TAKE of no cards of none, of which the rest is shuffled in: no place is known any more."""
    knowledge = Knowledge(2, WHOLE)
    knowledge.note(LOOK, 0, 2, row_of([17, 2]), NONE, SEAT_BIT[0])
    assert [17, 2] == knowledge.recall(0).deck
    knowledge.note(TAKE, 0, SHUFFLED_IN, NONE, 0, EVERYBODY)
    assert ([], 6) == (knowledge.recall(0).deck, knowledge.recall(0).left)
    past = knowledge.past(0)
    world = find_world(past, list(past.facts), WHOLE, Rng(1))
    assert world is not None
    assert WHOLE == bag_of(world.deck)


def test_many_unknown_cards_change_hands_both_ways():
    """More of each than a digit to the base of sixteen can say."""
    whole = sum([ONE[kind] * MOST for kind in range(6)])
    knowledge = Knowledge(3, whole)
    for seat, first in ((0, 0), (1, 3)):
        cards = sum([ONE[kind] * 10 for kind in range(first, first + 3)])
        knowledge.note(DRAW, seat, -1, cards, NONE, SEAT_BIT[seat])
        knowledge.note(HOLD, seat, -1, ONE[first], NONE, EVERYBODY)
    out, back = ONE[0] * 10 + ONE[1] * 10, ONE[3] * 9 + ONE[4] * 9
    knowledge.note(SWAP, 0, 1, out, back, SEAT_BIT[0] + SEAT_BIT[1])
    past = knowledge.past(2)
    world = find_world(past, list(past.facts), whole, Rng(5))
    assert world is not None
    assert [28, 32, 0] == [size(hand) for hand in world.known]
    assert [MOST] * 6 == [count(sum(world.known) + bag_of(world.deck), kind) for kind in range(6)]


@pytest.mark.parametrize(
    "row", [[], [0], [15], [16], [39, 0], [0, 39, 15], list(range(15)), list(range(25, 40))]
)
def test_rows_are_read_as_they_were_written(row: list[int]):
    """Low kinds to the base of 16, others to that of 64."""
    assert row == read_row(row_of(row), len(row))


def test_rows_of_low_kinds_are_short():
    """As positions of old matches have them."""
    assert 1 + 2 * 16 + 11 * 256 == row_of([1, 2, 11])


def test_a_fact_is_put_into_words_once():
    """However many readers hear it; those who do not know the cards hear less."""
    fact = Fact(GIVE, 0, 1, ONE[2], NONE, SEAT_BIT[0] | SEAT_BIT[1])
    assert fact.full() is fact.full()
    assert fact.veiled() is fact.veiled()
    assert (ONE[2], HIDDEN) == (fact.full().cards, fact.veiled().cards)
