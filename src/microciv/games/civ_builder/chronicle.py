"""The past in a position: what everybody may remember of hidden cards, read and held against them.

Facts and bags are numbers, as `memory` keeps them: this part is for programs. Without it everybody
knows what can be seen now, and remembers nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.bags import NONE, Bag, Kind, bag_of, copies_in, count, holds, size
from microciv.core.fields import Fields, shown
from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.games.civ_builder.cards import ALL, CARDS, COPIES, KINDS
from microciv.games.civ_builder.memory import (
    DRAW,
    FACTS,
    GIVE,
    HIDDEN,
    HOLD,
    LOOK,
    LOSE,
    RESTS,
    SEE,
    SWAP,
    TAKE,
    Base,
    Fact,
    Memory,
    Told,
    now,
    read_row,
    reader_bit,
    told,
    told_again,
)

if TYPE_CHECKING:
    from microciv.games.civ_builder.state import CivBuilderState

PARTS: Final = 8  # of a fact
MOST_FACTS: Final = 5000
NEVER_VEILED: Final = (LOSE, SEE, HOLD, LOOK)
"""Facts whose cards everybody knows, or that nobody else is told of."""


def lay_out(state: CivBuilderState) -> dict[str, object]:
    """Facts, and where each reader's begin."""
    return {
        "facts": [list(fact.full) for fact in state.facts],
        "bases": [
            {
                "hands": list(base.known.hands),
                "deck": list(base.known.deck),
                "left": base.known.left,
                "sizes": list(base.sizes),
                "fresh": base.fresh,
                "discard": base.discard,
                "since": base.since,
            }
            for base in state.bases
        ],
    }


def read(state: CivBuilderState, fields: Fields) -> None:
    """What is remembered; without it what can be seen now.

    :raises BadPosition: if it does not agree with the cards.
    """
    if not fields.has("past"):
        sizes = [size(hand) for hand in state.hands]
        state.memories = [now(state, place, 0) for place in range(state.seats + 1)]
        state.bases = [Base(known, sizes, NONE, state.discard, 0) for known in state.memories]
        return
    past = Fields(fields.raw("past"), "past")
    facts = past.raw("facts")
    if not isinstance(facts, list) or len(facts) > MOST_FACTS:
        past.fail("facts", f"expected a list of facts, not {shown(facts)}")
    state.facts = [read_fact(state, past, at, fact) for at, fact in enumerate(facts)]
    state.bases = [read_base(state, row) for row in past.objects("bases", state.seats + 1)]
    past.close()
    state.memories = [
        Memory(base.known.hands, base.known.deck, base.known.left, base.since)
        for base in state.bases
    ]
    check(state, past)


def read_fact(state: CivBuilderState, past: Fields, at: int, fact: object) -> Fact:
    """One fact."""
    name = f"facts[{at}]"
    if not isinstance(fact, list) or len(fact) != PARTS or not all(map(is_number, fact)):
        past.fail(name, f"expected {PARTS} numbers, not {shown(fact)}")
    kind, seat, other, cards, back, number, backs, audience = fact
    full: Told = (kind, seat, other, cards, back, number, backs, audience)
    seats = range(state.seats)
    fits = 0 <= kind < len(FACTS) and seat in seats and 0 <= audience <= EVERYBODY
    if fits and kind in (GIVE, SWAP):
        fits = other in seats and other != seat
    elif fits and kind == TAKE:
        fits = 0 <= other < len(RESTS) and 0 <= back <= 15
    elif fits and kind in NEVER_VEILED:
        fits = cards != HIDDEN
    fits = fits and 0 <= number <= CARDS and cards < 16**15 and back < 16**15
    fits = fits and knowers(kind, seat, other) & ~audience == 0
    if not fits:
        past.fail(name, f"no fact of this table: {shown(fact)}")
    if cards == HIDDEN or back == HIDDEN:
        return told_again(full)
    if kind == LOOK:
        fits = number <= 15 and max(read_row(cards, number), default=0) < KINDS
    else:
        fits = is_bag(cards) and size(cards) == number
    if not fits or (kind == SWAP and not is_bag(back)):
        past.fail(name, f"expected cards, not {shown(fact)}")
    return Fact(kind, seat, other, cards, back, number, audience)


def knowers(kind: int, seat: Seat, other: Seat) -> int:
    """A mask of those who know the cards of a fact in any case: all who hold them in hand, and of
    lost ones everybody.
    """
    if kind == LOSE:
        return EVERYBODY
    if kind in (GIVE, SWAP):
        return SEAT_BIT[seat] | SEAT_BIT[other]
    return SEAT_BIT[seat] if kind in (DRAW, TAKE) else 0


def is_number(value: object) -> bool:
    """Is it a whole number?"""
    return isinstance(value, int) and not isinstance(value, bool) and value >= HIDDEN


def is_bag(value: Bag) -> bool:
    """Is it a bag of cards of the deck?"""
    return 0 <= value < 16**KINDS and holds(ALL, value)


def read_base(state: CivBuilderState, row: Fields) -> Base:
    """Where one reader's facts begin."""
    hands = numbers(row, "hands", state.seats)
    sizes = numbers(row, "sizes", state.seats)
    deck = numbers(row, "deck", None)
    left = row.number("left", 0, CARDS)
    fresh, discard = row.number("fresh", 0, ALL), row.number("discard", 0, ALL)
    since = row.number("since", 0, len(state.facts))
    row.close()
    for at, hand in enumerate(hands):
        if not is_bag(hand) or size(hand) > sizes[at]:
            row.fail(f"hands[{at}]", "expected cards of a hand of that size")
    if len(deck) > left or max(deck, default=0) >= KINDS:
        row.fail("deck", "expected kinds of cards, or -1")
    if not is_bag(fresh) or not is_bag(discard) or size(fresh) > left:
        row.fail("fresh", "expected cards of the deck")
    known = [*hands, bag_of([card for card in deck if card >= 0]), fresh, discard]
    for kind in range(KINDS):
        if sum([count(bag, kind) for bag in known]) > COPIES:
            row.fail("hands", f"there are {COPIES} cards of a kind (CB-02)")
    if sum(sizes) + left + size(discard) != CARDS:
        row.fail("sizes", f"expected {CARDS} cards in all (BI-01)")
    return Base(Memory(hands, deck, left, since), sizes, fresh, discard, since)


def numbers(row: Fields, name: str, length: int | None) -> list[int]:
    """A list of numbers."""
    value = row.raw(name)
    if not isinstance(value, list) or not all(map(is_number, value)):
        row.fail(name, f"expected a list of numbers, not {shown(value)}")
    if length is not None and len(value) != length:
        row.fail(name, f"expected {length} numbers, not {len(value)}")
    return [int(item) for item in value]


def sizes_after(state: CivBuilderState, place: int) -> list[int]:
    """How many cards each hand has after the facts of this reader."""
    base = state.bases[place]
    sizes = base.sizes[:]
    bit = reader_bit(state.seats, place)
    for kind, seat, other, _cards, _back, number, backs, _audience in told(
        state.facts, base.since, bit
    ):
        if kind in (DRAW, TAKE):
            sizes[seat] += number
        elif kind == LOSE:
            sizes[seat] -= number
        elif kind in (GIVE, SWAP):
            returned = backs if kind == SWAP else 0
            sizes[seat] += returned - number
            sizes[other] += number - returned
    return sizes


def pile_after(state: CivBuilderState, place: int) -> list[Kind]:
    """The discard pile after the facts of this reader."""
    base = state.bases[place]
    lost = [fact.full for fact in state.facts[base.since :] if fact.full[0] == LOSE]
    return sorted(
        [*copies_in(base.discard), *[kind for fact in lost for kind in copies_in(fact[3])]]
    )


def check(state: CivBuilderState, past: Fields) -> None:
    """What follows from the facts must be so."""
    deck = state.deck[state.drawn :]
    for place in range(state.seats + 1):
        known = state.recall(place if place < state.seats else 15)
        path = f"bases[{place}]"
        if sizes_after(state, place) != [size(hand) for hand in state.hands]:
            past.fail(path, "the facts lead to other sizes of hands")
        if pile_after(state, place) != copies_in(state.discard):
            past.fail(path, "the facts lead to another discard pile")
        if known.left != len(deck):
            past.fail(path, f"the facts leave {known.left} cards in the deck, not {len(deck)}")
        for seat, hand in enumerate(known.hands):
            if not holds(state.hands[seat], hand):
                past.fail(path, f"seat {seat} does not hold what is remembered of it")
        if place < state.seats and known.hands[place] != state.hands[place]:
            past.fail(path, f"seat {place} holds other cards than it remembers")
        for at, card in enumerate(known.deck):
            if card != HIDDEN and card not in deck[at : at + 1]:
                past.fail(path, f"card {at} of the deck is another than is remembered")
        sees = now(state, place, 0)
        if [hand for seat, hand in enumerate(sees.hands) if not holds(known.hands[seat], hand)]:
            past.fail(path, f"seat {place} sees hands that the facts do not tell it")
        if sees.deck != known.deck[: len(sees.deck)]:
            past.fail(path, f"seat {place} looks at cards that the facts do not tell it")
