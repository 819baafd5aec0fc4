"""What happened to hidden cards since the deck was last shuffled, and what follows for a seat.

The state keeps facts, each with a mask of those who know which cards it is about. What a seat
knows is folded from the facts as it may read them: for each hand the cards that are in it for
certain, and the cards of the deck whose places it knows (docs/decisions/0005).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.bags import NONE, Bag, Kind, bag_of, holds, less, merged, size, thinned
from microciv.core.moves import SEAT_BIT, SPECTATOR, Seat
from microciv.games.civ_builder.cards import ALL

if TYPE_CHECKING:
    from microciv.games.civ_builder.state import CivBuilderState

# Kinds of facts.
DRAW: Final = 0  # seat draws from the top of the deck
LOSE: Final = 1  # seat's cards go to the discard pile, face up
GIVE: Final = 2  # seat's cards go to the hand of other
SWAP: Final = 3  # seat's `cards` go to other, and other's `back` to seat, at once
SEE: Final = 4  # the audience sees seat's whole hand
HOLD: Final = 5  # the audience learns that seat has these cards, at least
LOOK: Final = 6  # the audience sees the top of the deck; `cards` is a row, not a bag
TAKE: Final = 7  # of the `back` top cards, seat takes these; `other` says where the rest goes
FACTS: Final = ("draw", "lose", "give", "swap", "see", "hold", "look", "take")

# Where the cards go that TAKE leaves (BA-26).
TO_TOP: Final = 0
TO_BOTTOM: Final = 1
SHUFFLED_IN: Final = 2
RESTS: Final[list[str]] = ["top", "bottom", "shuffle"]

HIDDEN: Final[Bag] = -1

Told: TypeAlias = tuple[int, Seat, int, Bag, Bag, int, int, int]
"""A fact as one reader knows it: kind, seat, other, cards, back, how many, how many back,
audience. Cards that the reader does not know are HIDDEN; their number is public.
"""


@final
@mypyc_attr(acyclic=True)
class Fact:
    """Something that happened to cards."""

    def __init__(
        self, kind: int, seat: Seat, other: int, cards: Bag, back: Bag, count: int, audience: int
    ) -> None:
        self.audience = audience
        backs = back if kind == TAKE else size(back)
        self.full: Told = (kind, seat, other, cards, back, count, backs, audience)
        hidden_back = HIDDEN if kind == SWAP else back
        self.veiled: Told = (kind, seat, other, HIDDEN, hidden_back, count, backs, audience)
        self.drops = kind in (SEE, HOLD, LOOK)
        """Is it nothing at all to whoever does not know the cards?"""


def told_again(fact: Told) -> Fact:
    """A fact of which no more is known than one reader was told."""
    kind, seat, other, _cards, _back, count, _backs, audience = fact
    again = Fact(kind, seat, other, NONE, NONE, count, audience)
    again.full = again.veiled = fact
    again.drops = False
    return again


def row_of(cards: list[Kind]) -> Bag:
    """A row of up to 15 kinds in one number, the first one lowest."""
    row = 0
    for kind in reversed(cards):
        row = row * 16 + kind
    return row


def read_row(row: Bag, count: int) -> list[Kind]:
    """The kinds of a row."""
    cards: list[Kind] = []
    for _card in range(count):
        cards.append(row & 15)
        row >>= 4
    return cards


@final
@mypyc_attr(acyclic=True)
class Memory:
    """What one reader knows for certain. Never changed once it is shared: `after` makes another."""

    def __init__(self, hands: list[Bag], deck: list[Kind], left: int, folded: int) -> None:
        self.hands = hands
        """By seat, cards that are in hand at least; its own: all."""
        self.deck = deck
        """From the top, the cards whose places it knows; HIDDEN for those between."""
        self.left = left
        """How many cards the deck has."""
        self.folded = folded
        """How many facts have been taken in."""


@final
@mypyc_attr(acyclic=True)
class Base:
    """Where a reader's facts begin: what it knew then, and what lay open."""

    def __init__(
        self, known: Memory, sizes: list[int], fresh: Bag, discard: Bag, since: int
    ) -> None:
        self.known = known
        self.sizes = sizes
        """By seat, how many cards were in hand."""
        self.fresh = fresh
        """The cards that lay shuffled at the bottom of the deck."""
        self.discard = discard
        """The discard pile."""
        self.since = since
        """How many facts there were before."""


def before_the_deal(seats: int) -> Base:
    """Nobody has seen anything, and the whole deck is shuffled."""
    known = Memory([NONE] * seats, [], size(ALL), 0)
    return Base(known, [0] * seats, ALL, NONE, 0)


def reader(seats: int, seat: Seat) -> int:
    """The place of a seat among the readers: spectators share one."""
    return min(seats, seat)


def reader_bit(seats: int, place: int) -> int:
    """The bit of the reader in masks."""
    return SEAT_BIT[place] if place < seats else SEAT_BIT[SPECTATOR]


def told(facts: list[Fact], since: int, bit: int) -> list[Told]:
    """The facts as the reader with this bit knows them."""
    heard: list[Told] = []
    for fact in facts[since:]:
        if fact.audience & bit:
            heard.append(fact.full)
        elif not fact.drops:
            heard.append(fact.veiled)
    return heard


def after(memory: Memory, facts: list[Fact], bit: int) -> Memory:
    """The memory with all facts taken in that it has not yet."""
    new = Memory(memory.hands[:], memory.deck[:], memory.left, len(facts))
    for fact in told(facts, memory.folded, bit):
        take_in(new, fact)
    return new


def take_in(memory: Memory, fact: Told) -> None:
    """Learn one fact."""
    kind, seat, other, cards, back, count, backs, _audience = fact
    hands = memory.hands
    if kind == DRAW:
        top = memory.deck[:count]
        hands[seat] += cards if cards != HIDDEN else bag_of([card for card in top if card >= 0])
        memory.deck = memory.deck[count:]
        memory.left -= count
    elif kind == LOSE:
        hands[seat] = less(hands[seat], cards)
    elif kind == GIVE:
        hands[seat] = minus(hands[seat], cards, count)
        hands[other] += cards if cards != HIDDEN else NONE
    elif kind == SWAP:
        rest, others_rest = minus(hands[seat], cards, count), minus(hands[other], back, backs)
        hands[seat] = rest + (back if back != HIDDEN else NONE)
        hands[other] = others_rest + (cards if cards != HIDDEN else NONE)
    elif kind == SEE:
        hands[seat] = cards
    elif kind == HOLD:
        hands[seat] = merged(hands[seat], cards)
    elif kind == LOOK:
        memory.deck = read_row(cards, count) + memory.deck[count:]
    else:
        take(memory, fact)


def minus(hand: Bag, cards: Bag, count: int) -> Bag:
    """What is in the hand for certain without these cards; of unknown ones any may have gone."""
    return thinned(hand, count) if cards == HIDDEN else less(hand, cards)


def take(memory: Memory, fact: Told) -> None:
    """Some of the top cards are taken; where the others are is known to whoever saw both."""
    _kind, seat, rest_goes, cards, _back, count, looked, _audience = fact
    top, below = memory.deck[:looked], memory.deck[looked:]
    seen = len(top) == looked and min(top) >= 0
    if cards != HIDDEN:
        memory.hands[seat] += cards
    if cards != HIDDEN and seen:
        rest = without(top, cards)
    else:
        rest = [HIDDEN] * (looked - count)
    memory.left -= count
    if rest_goes == TO_TOP:
        memory.deck = trimmed(rest + below)
    elif rest_goes == SHUFFLED_IN:
        memory.deck = []
    else:
        gap = memory.left - len(rest) - len(below)
        memory.deck = trimmed(below + [HIDDEN] * gap + rest)


def without(top: list[Kind], cards: Bag) -> list[Kind]:
    """The row without these cards, the first ones of each kind."""
    rest: list[Kind] = []
    for kind in top:
        if holds(cards, bag_of([kind])):
            cards = less(cards, bag_of([kind]))
        else:
            rest.append(kind)
    return rest


def trimmed(deck: list[Kind]) -> list[Kind]:
    """Without the unknown end."""
    while deck and deck[-1] == HIDDEN:
        deck.pop()
    return deck


def at_shuffle(memory: Memory, sizes: list[int], discard: Bag) -> Memory:
    """What is known once the discard pile lies shuffled below what is left of the deck. All other
    cards are in hands then: if only one hand has cards that are not known, they are known now.
    """
    hands = memory.hands[:]
    hidden = memory.left - len([card for card in memory.deck if card >= 0])
    open_hands = [seat for seat, held in enumerate(sizes) if size(hands[seat]) < held]
    if hidden == 0 and len(open_hands) == 1:
        rest = less(ALL, discard)
        for hand in hands:
            rest = less(rest, hand)
        hands[open_hands[0]] += less(rest, bag_of([card for card in memory.deck if card >= 0]))
    return Memory(hands, memory.deck, memory.left + size(discard), 0)


def now(state: CivBuilderState, place: int, folded: int) -> Memory:
    """What a reader sees at this moment, remembering nothing: its own hand, all hands if it may
    look at them, a hand and cards of the deck that it looks at.
    """
    hands: list[Bag] = [NONE] * state.seats
    deck: list[Kind] = []
    if place < state.seats:
        hands[place] = state.hands[place]
        if state.viewers & SEAT_BIT[place]:
            hands = state.hands[:]
        if place == state.acting:
            deck = state.deck[state.drawn : state.drawn + state.looked]
            if state.target >= 0:
                hands[state.target] = state.hands[state.target]
    return Memory(hands, deck, state.in_deck(), folded)
