"""The past in positions of any game: what is written is read, and what cannot be is refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microciv import BadPosition, Rng
from microciv.core.fields import Fields
from microciv.core.moves import EVERYBODY, SEAT_BIT, SPECTATOR
from microciv.hidden import chronicle
from microciv.hidden.bags import KINDS, MOST, NONE, ONE, Bag, bag_of, copies_in, holds, size
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
    Knowledge,
    Memory,
    recalled,
    row_of,
)
from microciv.hidden.world_search import find_world
from microciv.hidden.worlds import bare_world
from tests.core.like_cards import READERS, SEATS, WHOLE, Table
from tests.games.hostile import bottomless, documents, tampered

KINDS_HERE = [2, 17, 33, 39]


def written(knowledge: Knowledge) -> dict[str, Any]:
    """The past as a file has it."""
    laid: dict[str, Any] = json.loads(json.dumps(chronicle.lay_out(knowledge)))
    return laid


def read(table: Table, past: Any) -> Knowledge:
    """What is read of it at this table."""
    fields = Fields({"past": past})
    found = chronicle.read(fields, WHOLE, table.hands, table.deck, table.open, table.views())
    fields.close()
    return found


def table_after(seed: int, steps: int = 14) -> Table:
    """A table at which much has happened."""
    table = Table(seed)
    for _step in range(steps):
        table.step()
    return table


# --- what is written is read


@pytest.mark.parametrize("seed", range(40))
def test_what_is_written_is_read_again(seed: int):
    """At any moment, by every reader; what is noted later is remembered alike."""
    table = Table(seed)
    for _step in range(14):
        table.step()
        again = read(table, written(table.knowledge))
        assert written(table.knowledge) == written(again)
        for reader in READERS:
            known, told = table.knowledge.recall(reader), again.recall(reader)
            assert (known.hands, known.deck, known.left) == (told.hands, told.deck, told.left)
            assert table.knowledge.past(reader) == again.past(reader)
    again = read(table, written(table.knowledge))
    for knowledge in (table.knowledge, again):
        knowledge.note(LOSE, 1, -1, table.hands[1], NONE, EVERYBODY)
    assert [table.knowledge.recall(reader).hands for reader in READERS] == [
        again.recall(reader).hands for reader in READERS
    ]


@pytest.mark.parametrize("seed", range(20))
def test_the_past_of_a_redeal_is_read_again(seed: int):
    """One seat remembers, and of many facts it does not know the cards."""
    table = table_after(seed)
    for reader in READERS:
        past = table.knowledge.past(reader)
        again = Knowledge(SEATS, WHOLE)
        sizes = [size(hand) for hand in table.hands]
        again.resume(reader, past, table.views(), sizes, table.open)
        assert past == read(table, written(again)).past(reader)


def test_without_a_past_everybody_knows_what_it_sees():
    """As it does where a position was written by hand."""
    table = table_after(4)
    views, fields = table.views(), Fields({})
    found = chronicle.read(fields, WHOLE, table.hands, table.deck, table.open, views)
    for place, reader in enumerate(READERS):
        assert views[place].hands == found.recall(reader).hands
        past = found.past(reader)
        assert ((), table.open, len(table.deck)) == (past.facts, past.open, past.left)
    fields.close()


def test_every_card_of_the_widest_game():
    """Forty kinds of fifteen: numbers of nearly fifty digits."""
    whole = sum([ONE[kind] * MOST for kind in range(KINDS)])
    half = sum([ONE[kind] * 7 for kind in range(KINDS)])
    knowledge = Knowledge(2, whole)
    knowledge.note(DRAW, 0, -1, half, NONE, SEAT_BIT[0])
    knowledge.note(LOSE, 0, -1, half, NONE, EVERYBODY)
    knowledge.note(COME, 1, -1, ONE[39] * 7, NONE, EVERYBODY)
    row = list(range(25, 40))
    knowledge.note(LOOK, 1, 15, row_of(row), NONE, SEAT_BIT[1])
    deck = row + copies_in(whole - half - bag_of(row))
    hands = [NONE, ONE[39] * 7]
    views = [Memory(hands[:], [], len(deck), 0), Memory(hands[:], row, len(deck), 0)]
    views.append(Memory([NONE, NONE], [], len(deck), 0))
    fields = Fields({"past": written(knowledge)})
    again = chronicle.read(fields, whole, hands, deck, half - ONE[39] * 7, views)
    assert written(knowledge) == written(again)
    assert (row, ONE[39] * 7) == (again.recall(1).deck, again.recall(SPECTATOR).hands[1])


# --- what cannot be


def small() -> Table:
    """Two kinds of which two of each lie somewhere: seat 0 has laid one and taken it up again."""
    table = Table(1)
    table.hands = [ONE[17] + ONE[39], ONE[2], NONE]
    table.deck = [33, 2]
    table.open = ONE[17]
    knowledge = table.knowledge
    knowledge.note(DRAW, 0, -1, ONE[17] * 2 + ONE[39], NONE, SEAT_BIT[0])
    knowledge.note(LOSE, 0, -1, ONE[17] + ONE[39], NONE, EVERYBODY)
    knowledge.note(COME, 0, -1, ONE[39], NONE, EVERYBODY)
    knowledge.note(DRAW, 1, -1, ONE[2], NONE, SEAT_BIT[1])
    return table


def changed(past: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The past with one thing changed."""
    past = copy.deepcopy(past)
    where: Any = past
    *names, last = [int(name) if name.isdigit() else name for name in path.split(".")]
    for name in names:
        where = where[name]
    where[last] = value
    return past


NO_FACT = r"past.facts\[0\]: no fact of this table"
CARDS = r"past.facts\[0\]: expected cards"
EIGHT = r"past.facts\[0\]: expected 8 numbers"
A = ONE[17]
FACTS: list[tuple[list[Any], str]] = [
    ([COME, 0, -1, A, 0, 1, 0, 7], NO_FACT),  # not told to all
    ([COME, 0, -1, HIDDEN, 0, 1, 0, EVERYBODY], NO_FACT),
    ([COME, 0, 1, A, 0, 1, 0, EVERYBODY], NO_FACT),
    ([COME, 0, -1, A, A, 1, 1, EVERYBODY], NO_FACT),
    ([COME, 0, -1, A, 0, 2, 0, EVERYBODY], CARDS),
    ([COME, 0, -1, ONE[0], 0, 1, 0, EVERYBODY], CARDS),
    ([COME + 1, 0, -1, A, 0, 1, 0, EVERYBODY], NO_FACT),
    ([-1, 0, -1, A, 0, 1, 0, EVERYBODY], NO_FACT),
    ([DRAW, 3, -1, A, 0, 1, 0, 15], NO_FACT),
    ([DRAW, -1, -1, A, 0, 1, 0, 15], NO_FACT),
    ([DRAW, 0, -1, A, 0, 1, 0, 6], NO_FACT),  # kept from who drew
    ([DRAW, 0, -1, A, 0, 1, 0, EVERYBODY + 1], NO_FACT),
    ([DRAW, 0, -1, A, 0, 7, 0, 1], NO_FACT),
    ([DRAW, 0, -1, HIDDEN, HIDDEN, 1, 0, 1], NO_FACT),
    ([DRAW, 0, -1, A, HIDDEN, 1, 0, 1], NO_FACT),
    ([DRAW, 0, -1, A, 0, 1, 1, 1], NO_FACT),
    ([DRAW, 0, -1, A * 3, 0, 3, 0, 1], CARDS),
    ([DRAW, 0, -1, 16**KINDS - 1, 0, 1, 0, 1], CARDS),
    ([DRAW, 0, -1, 16**KINDS, 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -2, A, 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -1, True, 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -1, float("nan"), 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -1, "1", 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -1, None, 0, 1, 0, 1], EIGHT),
    ([DRAW, 0, -1, A, 0, 1, 0], EIGHT),
    ([GIVE, 0, 0, A, 0, 1, 0, EVERYBODY], NO_FACT),
    ([GIVE, 0, 3, A, 0, 1, 0, EVERYBODY], NO_FACT),
    ([GIVE, 0, 1, A, 0, 1, 0, 1], NO_FACT),
    ([SWAP, 0, 1, A, HIDDEN, 1, 1, 3], NO_FACT),
    ([SWAP, 0, 1, HIDDEN, A, 1, 1, 3], NO_FACT),
    ([SWAP, 0, 1, HIDDEN, HIDDEN, 1, 7, 3], NO_FACT),
    ([SWAP, 0, 1, A, A, 1, 2, 3], CARDS),
    ([SWAP, 0, 1, A, ONE[1], 1, 1, 3], CARDS),
    ([SEE, 0, -1, HIDDEN, 0, 1, 0, 2], NO_FACT),
    ([HOLD, 0, -1, HIDDEN, 0, 1, 0, 2], NO_FACT),
    ([LOOK, 0, 1, HIDDEN, 0, 1, 0, 2], NO_FACT),
    ([LOOK, 0, -1, row_of([17]), 0, 1, 0, 2], NO_FACT),
    ([LOOK, 0, 1, row_of([1]), 0, 1, 0, 2], CARDS),
    ([LOOK, 0, 1, 16 + KINDS, 0, 1, 0, 2], CARDS),  # a kind too many
    ([LOOK, 0, 1, 16 + 2, 0, 1, 0, 2], CARDS),  # to the wrong base
    ([LOOK, 0, 1, row_of([17, 2]), 0, 1, 0, 2], CARDS),
    ([LOOK, 0, 2, 16 ** (KINDS - 1), 0, 2, 0, 2], CARDS),
    ([TAKE, 0, 3, A, 2, 1, 2, 1], NO_FACT),
    ([TAKE, 0, TO_TOP, A, 0, 1, 0, 1], NO_FACT),  # more than were looked at
    ([TAKE, 0, TO_TOP, A, 16, 1, 16, 1], NO_FACT),
    ([TAKE, 0, TO_TOP, A, 2, 1, 1, 1], NO_FACT),
]


@pytest.mark.parametrize("fact, message", FACTS)
def test_facts_that_are_none(fact: list[Any], message: str):
    """They are of this table, of its cards, and told to whom they must be."""
    table = small()
    with pytest.raises(BadPosition, match=rf"^{message}"):
        read(table, changed(written(table.knowledge), "facts.0", fact))


FIRST = [  # facts that come first, and cannot
    [COME, 0, -1, A, 0, 1, 0, EVERYBODY], [LOSE, 0, -1, A, 0, 1, 0, EVERYBODY],
    [GIVE, 0, 1, A, 0, 1, 0, 3], [SWAP, 0, 1, HIDDEN, HIDDEN, 0, 1, 3],
    [HOLD, 0, -1, A, 0, 1, 0, EVERYBODY], [SEE, 0, -1, A, 0, 1, 0, EVERYBODY],
]  # fmt: skip
LAST = [  # facts that come last, and cannot
    [LOOK, 0, 3, row_of([33, 2, 2]), 0, 3, 0, EVERYBODY], [DRAW, 2, -1, HIDDEN, 0, 3, 0, 4],
    [TAKE, 2, SHUFFLED_IN, NONE, 3, 0, 3, EVERYBODY], [COME, 2, -1, A * 2, 0, 2, 0, EVERYBODY],
    [LOOK, 0, 2, row_of([17, 17]), 0, 2, 0, EVERYBODY],
    [LOSE, 0, -1, A * 2, 0, 2, 0, EVERYBODY], [DRAW, 0, -1, A * 2, 0, 2, 0, EVERYBODY],
    [HOLD, 1, -1, A * 2, 0, 2, 0, EVERYBODY], [HOLD, 1, -1, A + ONE[2], 0, 2, 0, EVERYBODY],
]  # fmt: skip


@pytest.mark.parametrize("fact", FIRST)
def test_facts_that_cannot_be_the_first(fact: list[Any]):
    """Nobody holds a card yet, and none lies open."""
    table = small()
    past = written(table.knowledge)
    past["facts"].insert(0, fact)
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: this cannot have happened: \["):
        read(table, past)


@pytest.mark.parametrize("fact", LAST)
def test_facts_that_cannot_be_the_last(fact: list[Any]):
    """There are no such cards where it says, or they are somewhere else."""
    table = small()
    past = written(table.knowledge)
    past["facts"].append(fact)
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: this cannot have happened: \["):
        read(table, past)


def test_facts_must_lead_to_the_open_cards():
    """What was lost lies open, if it has not come back."""
    table = small()
    past = written(table.knowledge)
    assert read(table, past).recall(SPECTATOR).hands == [ONE[39], NONE, NONE]
    table.open, table.deck = ONE[2], [33, 17]
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other open cards"):
        read(table, past)


def test_facts_must_lead_to_the_hands_and_the_deck():
    """How many cards there are, and which, as far as anybody knows."""
    past = written(small().knowledge)
    table = small()
    table.hands[2], table.deck = ONE[33], [2]
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts lead to other sizes"):
        read(table, past)
    table = small()
    table.deck.pop()
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: the facts leave 2 cards in the deck"):
        read(table, past)
    table = small()
    table.hands[0], table.deck = ONE[17] + ONE[33], [39, 2]
    with pytest.raises(BadPosition, match=r"^past.bases\[0\]: seat 0 does not hold what is rem"):
        read(table, past)
    table = small()
    table.hands[1], table.deck = ONE[33], [2, 2]
    with pytest.raises(BadPosition, match=r"^past.bases\[1\]: seat 1 does not hold what is rem"):
        read(table, past)
    table = small()
    past["bases"][1].update(hands=[ONE[39], NONE, NONE], fresh=NONE, open=A, since=4)
    past["bases"][1].update(sizes=[2, 1, 0], left=2)
    with pytest.raises(BadPosition, match=r"^past.bases\[1\]: seat 1 holds other cards than it"):
        read(table, past)


def test_what_is_seen_is_remembered():
    """Hands and cards of the deck that lie before somebody's eyes now."""
    table = small()
    past = written(table.knowledge)
    for sees, message in (
        (Memory([ONE[17] + ONE[39], ONE[2], NONE], [], 2, 0), "seat 0 sees hands that the facts"),
        (Memory([ONE[17] + ONE[39], NONE, NONE], [33], 2, 0), "seat 0 looks at cards that the f"),
    ):
        views = [sees, *table.views()[1:]]
        with pytest.raises(BadPosition, match=rf"^past.bases\[0\]: {message}"):
            chronicle.read(
                Fields({"past": past}), WHOLE, table.hands, table.deck, table.open, views
            )


FRESH = r"past.bases\[3\].fresh: expected cards of the deck"
BASES: list[tuple[str, Any, str]] = [
    ("facts", {}, "past.facts: expected a list of facts"),
    ("facts", [[0] * 8] * 5001, "past.facts: expected a list of facts"),
    ("bases", [], "past.bases: expected a list of 4 objects, not 0"),
    ("bases.3", 3, r"past.bases\[3\]: expected an object"),
    ("bases.3.hands", [0, 0], r"past.bases\[3\].hands: expected 3 numbers, not 2"),
    ("bases.3.hands", [A, 0, 0], r"past.bases\[3\].hands\[0\]: expected cards of a hand"),
    ("bases.3.hands", [HIDDEN, 0, 0], r"past.bases\[3\].hands\[0\]: expected cards of a hand"),
    ("bases.3.sizes", [1, 0, 0], r"past.bases\[3\].sizes: expected 6 cards in all"),
    ("bases.3.sizes", [1, -1, 0], r"past.bases\[3\].hands\[1\]: expected cards of a hand"),
    ("bases.3.left", 7, r"past.bases\[3\].left: expected a whole number from 0 to 6"),
    ("bases.3.left", 5, FRESH),
    ("bases.3.fresh", 1, FRESH),
    ("bases.3.fresh", NONE, ""),
    ("bases.3.open", 1, r"past.bases\[3\].open: expected cards of the game"),
    ("bases.3.open", A, r"past.bases\[3\].hands: with the other cards, more of a kind"),
    ("bases.3.open", None, r"past.bases\[3\].open: expected a whole number"),
    ("bases.3.deck", [17], r"past.bases\[3\].deck: expected kinds of cards"),
    ("bases.3.since", 5, r"past.bases\[3\].since: expected a whole number from 0 to 4"),
    ("bases.3.mood", 5, r"past.bases\[3\].mood: no such field"),
    ("mood", 5, "past.mood: no such field"),
]


@pytest.mark.parametrize("path, value, message", BASES)
def test_beginnings_that_cannot_be(path: str, value: Any, message: str):
    """All cards are somewhere, once; an empty message: it can be."""
    table = small()
    past = changed(written(table.knowledge), path, value)
    if message:
        with pytest.raises(BadPosition, match=rf"^{message}"):
            read(table, past)
    else:
        read(table, past)


def test_what_has_no_end_is_refused():
    """Thousands of digits, thousands of lists in each other, in the place of anything."""
    table = small()
    past = written(table.knowledge)
    for endless in (10**5000, -(10**5000), bottomless(), [10**5000], [[10**5000]]):
        for place in ["facts", "facts.0", *[f"facts.0.{part}" for part in range(8)], "bases"]:
            with pytest.raises(BadPosition, match=r"^past.(facts|bases)"):
                read(table, changed(past, place, endless))
        for place in [
            "0",
            "0.hands",
            "0.sizes",
            "0.deck",
            "0.left",
            "0.fresh",
            "0.open",
            "0.since",
        ]:
            with pytest.raises(BadPosition, match=r"^past.bases\[0\]"):
                read(table, changed(past, f"bases.{place}", endless))


@pytest.mark.parametrize("deck", [[17, 17, 17], [16], [40], [64], [2] * 6, [-1] * 7])
def test_decks_that_cannot_be(deck: list[int]):
    """More of a kind than there are, kinds of no card, more cards than there were."""
    table = small()
    past = changed(written(table.knowledge), "bases.3.fresh", NONE)
    with pytest.raises(BadPosition, match=r"^past.bases\[3\].(deck|hands): "):
        read(table, changed(past, "bases.3.deck", deck))


def test_known_cards_lie_above_those_shuffled_last():
    """Nobody has seen those in the new deck."""
    table = small()
    past = written(table.knowledge)
    past["bases"][3].update(fresh=ONE[33] + ONE[2], deck=[17, 17, 39, 2])
    assert [A + ONE[39], ONE[2], NONE] == read(table, past).recall(SPECTATOR).hands
    past["bases"][3].update(deck=[17, 17, 39, 2, -1])
    with pytest.raises(BadPosition, match=r"^past.bases\[3\].deck: "):
        read(table, past)


# --- documents of any kind


PASTS = [(seed, table_after(seed, 9)) for seed in range(30)]
NUMBERS = (
    st.integers(-2, 20)
    | st.sampled_from([ONE[kind] * copies for kind in KINDS_HERE for copies in (1, 2)])
    | st.lists(st.sampled_from(KINDS_HERE), max_size=4).map(bag_of)
    | st.lists(st.sampled_from(KINDS_HERE), max_size=3).map(row_of)
    | st.just(EVERYBODY)
)
JSON = documents(["facts", "bases", "hands", "deck", "left", "open"], ["", "2"])


@given(st.sampled_from(PASTS), st.data())
def test_a_past_with_one_thing_changed_is_refused_or_sound(
    good: tuple[int, Table], data: st.DataObject
):
    """What is accepted is true, is written again as it was, and can be dealt again."""
    seed, table = good
    past = tampered(written(table.knowledge), data, NUMBERS | JSON)
    try:
        found = read(table, past)
    except BadPosition:
        return
    assert past == written(found)
    check(table, found, Rng(seed))


@given(st.sampled_from(PASTS), st.lists(st.lists(NUMBERS, min_size=8, max_size=8), max_size=3))
def test_facts_of_any_numbers_are_refused_or_sound(good: tuple[int, Table], facts: list[list[int]]):
    """Before all others, or after them."""
    seed, table = good
    past = written(table.knowledge)
    before = {**past, "facts": facts + past["facts"]}
    after = {**past, "facts": past["facts"] + facts}
    for changed_past in (before, after):
        try:
            found = read(table, changed_past)
        except BadPosition:
            continue
        check(table, found, Rng(seed))


def check(table: Table, found: Knowledge, rng: Rng) -> None:
    """What is known is so, and a re-deal has the same cards."""
    sizes = [size(hand) for hand in table.hands]
    for reader in READERS:
        known, past = found.recall(reader), found.past(reader)
        for hand, part in zip(table.hands, known.hands, strict=True):
            assert holds(hand, part)
        assert recalled(past).hands == known.hands
        world = find_world(past, list(past.facts), WHOLE, rng)
        if world is None:
            world = bare_world(known, sizes, WHOLE, table.open, rng)
        assert sizes == [size(hand) for hand in world.known]
        assert WHOLE == all_cards(world.known, world.deck) + table.open


def all_cards(hands: list[Bag], deck: list[int]) -> Bag:
    """The cards in hands and in the deck."""
    return sum(hands) + bag_of(deck)
