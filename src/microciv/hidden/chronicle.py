"""The field `past` of a position: what all readers may remember of hidden cards (`memory`). It is
written, read, and checked against the cards.

Facts and bags are numbers, as in `memory`: the field is for programs. Without it, each reader knows
what it sees now, and remembers nothing.
"""

from __future__ import annotations

from typing import Final, final

from microciv.core.fields import Fields, is_whole_number, shown
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Seat
from microciv.hidden.bags import KINDS, NONE, ONE, Bag, Kind, count, holds, less, size
from microciv.hidden.memory import (
    COME,
    DRAW,
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
    Knowledge,
    Memory,
    Told,
    read_row,
    reader_bit,
    row_of,
    take_in,
    told,
    told_again,
)
from microciv.speech import t

PARTS: Final = 8  # of a fact
MOST_FACTS: Final = 5000
LONGEST_ROW: Final = 15
BEYOND: Final = 16**KINDS  # above any bag and any row
VEILED: Final = (DRAW, GIVE, SWAP, TAKE)
"""Kinds of facts of which everybody hears, though perhaps without the cards."""


# --- out


def lay_out(knowledge: Knowledge) -> dict[str, object]:
    """The field `past`: the facts, and the base of each reader."""
    return {
        "facts": [fact.full().plain() for fact in knowledge.facts],
        "bases": [
            {
                "hands": list(base.known.hands),
                "deck": list(base.known.deck),
                "left": base.known.left,
                "sizes": list(base.sizes),
                "fresh": base.fresh,
                "open": base.open,
                "since": base.since,
            }
            for base in [knowledge.base(reader) for reader in range(knowledge.seats + 1)]
        ],
    }


# --- in


def read(
    fields: Fields,
    whole: Bag,
    hands: list[Bag],
    deck: list[Kind],
    face_up: Bag,
    views: list[Memory],
) -> Knowledge:
    """Read what is remembered of these cards; `whole` has all cards of the game. Without the field
    `past`, each reader knows its view: what it sees now.

    :raises BadPosition: if what is remembered does not agree with the cards or the views.
    """
    knowledge = Knowledge(len(hands), whole)
    if not fields.has("past"):
        knowledge.begin(views, [size(hand) for hand in hands], face_up)
        return knowledge
    past = fields.part("past")
    facts = past.raw("facts")
    if not isinstance(facts, list) or len(facts) > MOST_FACTS:
        past.fail("facts", t("expected a list of facts, not {given}", given=shown(facts)))
    knowledge.facts = [read_fact(past, at, fact, knowledge) for at, fact in enumerate(facts)]
    rows = past.objects("bases", knowledge.seats + 1)
    knowledge.bases = [read_base(row, knowledge) for row in rows]
    past.close()
    for reader, sees in enumerate(views):
        known = follow(past, reader, knowledge, [size(hand) for hand in hands], face_up)
        check(past, reader, known, hands, deck)
        check_view(past, reader, known, sees)
        knowledge.memories[reader] = known
    return knowledge


def read_fact(past: Fields, at: int, fact: object, knowledge: Knowledge) -> Fact:
    """Read a fact, a list of eight integers.

    :raises BadPosition: if it is not such a list, or cannot have happened at this table.
    """
    name = f"facts[{at}]"
    if not isinstance(fact, list) or len(fact) != PARTS or not all(map(is_number, fact)):
        past.fail(name, t("expected {n} numbers, not {given}", n=PARTS, given=shown(fact)))
    full = Told(*fact)
    most = size(knowledge.whole)
    if not is_of_table(full, knowledge.seats, most) or not has_second_part(full, most):
        past.fail(name, t("no fact of this table: {given}", given=shown(fact)))
    if full.cards == HIDDEN:
        return told_again(full)
    if not names_cards(full, knowledge.whole):
        past.fail(name, t("expected cards, not {given}", given=shown(fact)))
    return Fact(full.kind, full.seat, full.other, full.cards, full.back, full.audience)


def is_number(value: object) -> bool:
    """Is it a whole number that a fact or a base may have?"""
    return is_whole_number(value, HIDDEN, BEYOND - 1)


def is_of_table(fact: Told, seats: int, most: int) -> bool:
    """Is the fact possible with these seats and this many cards, and known to the right seats?"""
    kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
    number, audience = fact.number, fact.audience
    if not 0 <= kind <= COME or not 0 <= seat < seats:
        return False
    if not 0 <= number <= most or not 0 <= audience <= EVERYBODY:
        return False
    if cards == HIDDEN and kind not in VEILED:
        return False
    if kind in (GIVE, SWAP):
        fits = 0 <= other < seats and other != seat
    elif kind == TAKE:
        fits = 0 <= other < len(RESTS)
    else:
        fits = other == (number if kind == LOOK else NOBODY)
    return fits and knowers(kind, seat, other) & ~audience == 0


def has_second_part(fact: Told, most: int) -> bool:
    """Is `back` right? In SWAP it has the cards that come back, hidden if those that go are; in
    TAKE the number of cards looked at; otherwise nothing.
    """
    kind, cards, back, number = fact.kind, fact.cards, fact.back, fact.number
    backs = fact.backs
    if kind == SWAP:
        return 0 <= backs <= most and (back == HIDDEN) == (cards == HIDDEN)
    if kind == TAKE:
        return number <= back <= LONGEST_ROW and backs == back
    return back == NONE and backs == 0


def knowers(kind: int, seat: Seat, other: Seat) -> int:
    """The seats that certainly know the cards of a fact, as a mask: those that have them in hand,
    or all if they lie open.
    """
    if kind in (LOSE, COME):
        return EVERYBODY
    if kind in (GIVE, SWAP):
        return SEAT_BIT[seat] | SEAT_BIT[other]
    return SEAT_BIT[seat] if kind in (DRAW, TAKE) else 0


def names_cards(fact: Told, whole: Bag) -> bool:
    """Does the game have the cards that the fact names, and are they as many as it says?"""
    kind, other, cards, back = fact.kind, fact.other, fact.cards, fact.back
    number, backs = fact.number, fact.backs
    if kind == LOOK:
        return number == other <= LONGEST_ROW and is_row(cards, number, whole)
    if kind == SWAP and (not holds(whole, back) or size(back) != backs):
        return False
    return holds(whole, cards) and size(cards) == number


def is_row(row: Bag, number: int, whole: Bag) -> bool:
    """Is it a row of this many cards of the game, in the form that `row_of` writes?"""
    cards = read_row(row, number)
    if cards and max(cards) >= KINDS:
        return False
    return row_of(cards) == row and all([count(whole, card) > 0 for card in cards])


# --- where the facts begin


def read_base(row: Fields, knowledge: Knowledge) -> Base:
    """Read the base of one reader.

    :raises BadPosition: if it does not agree with the game's cards.
    """
    whole, seats = knowledge.whole, knowledge.seats
    most = size(whole)
    hands, sizes = numbers(row, "hands", seats), numbers(row, "sizes", seats)
    deck = numbers(row, "deck", None)
    left = row.number("left", 0, most)
    fresh, face_up = row.number("fresh", 0, whole), row.number("open", 0, whole)
    since = row.number("since", 0, len(knowledge.facts))
    row.close()
    for at, hand in enumerate(hands):
        if hand == HIDDEN or not holds(whole, hand) or size(hand) > sizes[at]:
            row.fail(f"hands[{at}]", t("expected cards of a hand of that size"))
    if not holds(whole, fresh) or size(fresh) > left:
        row.fail("fresh", t("expected cards of the deck"))
    if not holds(whole, face_up):
        row.fail("open", t("expected cards of the game"))
    kinds = [card for card in deck if card != HIDDEN]
    unknown = [card for card in kinds if card >= KINDS or count(whole, card) == 0]
    if unknown or len(deck) > left - size(fresh):
        row.fail("deck", t("expected kinds of cards, or -1, for what lies above the fresh ones"))
    if not fits(whole, [*hands, fresh, face_up], kinds):
        row.fail("hands", t("with the other cards, more of a kind than there are"))
    if sum(sizes) + left + size(face_up) != most:
        row.fail("sizes", t("expected {n} cards in all", n=most))
    return Base(Memory(hands, deck, left, since), sizes, fresh, face_up, since)


def numbers(row: Fields, name: str, length: int | None) -> list[int]:
    """A list of integers, of this length if one is given.

    :raises BadPosition: if it is anything else.
    """
    value = row.raw(name)
    if not isinstance(value, list) or not all(map(is_number, value)):
        row.fail(name, t("expected a list of numbers, not {given}", given=shown(value)))
    if length is not None and len(value) != length:
        row.fail(name, t("expected {n} numbers, not {given}", n=length, given=len(value)))
    return [int(item) for item in value]


def fits(whole: Bag, bags: list[Bag], cards: list[Kind]) -> bool:
    """Does the game have all these cards together? They are subtracted one by one, since their sum
    might have more of a kind than a bag can count.
    """
    rest = whole
    for bag in bags:
        if not holds(rest, bag):
            return False
        rest -= bag
    for card in cards:
        if count(rest, card) == 0:
            return False
        rest -= ONE[card]
    return True


# --- where they lead


@final
class Course:
    """What happened according to one reader's facts, followed from its base."""

    def __init__(self, base: Base, whole: Bag, folded: int) -> None:
        known = base.known
        self.whole = whole
        self.known = Memory(known.hands[:], known.deck[:], known.left, folded)
        self.sizes = base.sizes[:]
        self.open = base.open

    def go_on(self, fact: Told) -> bool:
        """Let a fact happen; False if it cannot."""
        if not self.has_cards_for(fact) or not self.has_room_for(fact):
            return False
        self.move(fact)
        take_in(self.known, fact)
        hands = self.known.hands
        if any([size(hand) > held for hand, held in zip(hands, self.sizes, strict=True)]):
            return False
        named = [card for card in self.known.deck if card != HIDDEN]
        return fits(self.whole, [*hands, self.open], named)

    def has_cards_for(self, fact: Told) -> bool:
        """Do the hands, the deck or the open cards have as many cards as the fact moves?"""
        kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        back, number, backs = fact.back, fact.number, fact.backs
        if kind in (DRAW, LOOK):
            return number <= self.known.left
        if kind == TAKE:
            return back <= self.known.left
        if kind == COME:
            return holds(self.open, cards)
        if kind == SWAP and backs > self.sizes[other]:
            return False
        return number <= self.sizes[seat]

    def has_room_for(self, fact: Told) -> bool:
        """Can the named cards, together with those known to be there, be where the fact moves
        them?
        """
        kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        back = fact.back
        if kind in (SEE, HOLD, LOOK) or cards == HIDDEN:
            return True
        if kind == LOSE:
            return holds(less(self.whole, self.open), cards)
        hands = self.known.hands
        if kind == SWAP and not holds(less(self.whole, hands[seat]), back):
            return False
        taker = other if kind in (GIVE, SWAP) else seat
        return holds(less(self.whole, hands[taker]), cards)

    def move(self, fact: Told) -> None:
        """Update the sizes of hands and the open cards, which are public."""
        kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        number, backs = fact.number, fact.backs
        if kind in (DRAW, TAKE, COME):
            self.sizes[seat] += number
        elif kind == LOSE:
            self.sizes[seat] -= number
        elif kind in (GIVE, SWAP):
            self.sizes[seat] += backs - number
            self.sizes[other] += number - backs
        if kind == LOSE:
            self.open += cards
        elif kind == COME:
            self.open -= cards


def follow(
    past: Fields, reader: int, knowledge: Knowledge, sizes: list[int], face_up: Bag
) -> Memory:
    """What a reader knows after its facts.

    :raises BadPosition: if a fact cannot have happened, or they do not lead to hands of these sizes
        and these open cards.
    """
    path = f"bases[{reader}]"
    base = knowledge.bases[reader]
    course = Course(base, knowledge.whole, len(knowledge.facts))
    for fact in told(knowledge.facts, base.since, reader_bit(knowledge.seats, reader)):
        if not course.go_on(fact):
            past.fail(path, t("this cannot have happened: {given}", given=shown(fact.plain())))
    if course.sizes != sizes:
        past.fail(path, t("the facts lead to other sizes of hands"))
    if course.open != face_up:
        past.fail(path, t("the facts lead to other open cards"))
    return course.known


def check(past: Fields, reader: int, known: Memory, hands: list[Bag], deck: list[Kind]) -> None:
    """Check that what a reader remembers is true.

    :raises BadPosition: if it is not.
    """
    path = f"bases[{reader}]"
    if known.left != len(deck):
        past.fail(
            path,
            t(
                "the facts leave {left} cards in the deck, not {there}",
                left=known.left,
                there=len(deck),
            ),
        )
    for seat, hand in enumerate(known.hands):
        if not holds(hands[seat], hand):
            past.fail(path, t("seat {seat} does not hold what is remembered of it", seat=seat))
    if reader < len(hands) and known.hands[reader] != hands[reader]:
        past.fail(path, t("seat {seat} holds other cards than it remembers", seat=reader))
    for at, card in enumerate(known.deck):
        if card != HIDDEN and card not in deck[at : at + 1]:
            past.fail(path, t("card {at} of the deck is another than is remembered", at=at))


def check_view(past: Fields, reader: int, known: Memory, sees: Memory) -> None:
    """Check that a reader knows what it sees now.

    :raises BadPosition: if it does not.
    """
    path = f"bases[{reader}]"
    if [hand for seat, hand in enumerate(sees.hands) if not holds(known.hands[seat], hand)]:
        past.fail(path, t("seat {seat} sees hands that the facts do not tell it", seat=reader))
    if sees.deck != known.deck[: len(sees.deck)]:
        past.fail(path, t("seat {seat} looks at cards that the facts do not tell it", seat=reader))
