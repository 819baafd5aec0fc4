"""F.3: which of the offers that meet are carried out, one by one and against another reading."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import pytest

from microciv import Match, Rng
from microciv.games.five_ages.cards import NO_CARD, ORDINARY
from microciv.games.five_ages.moves import BOTH, LEFT, Offer
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import all_open, offers_of, settle
from tests.games.five_ages.table import (
    five_ages,
    hands,
    phase,
    tick,
    truth,
)

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S", 3: "8H 3C"}
KEPT = {0: "AS", 1: "AC", 2: "KC", 3: "KD"}
FILLERS = {  # offers that nobody mirrors push an offer down its list
    0: ["offer 7S for W:TD", "offer 7S for E:3C", "offer 7S for E:8H"],
    1: ["offer TD for W:2S", "offer TD for W:9C", "offer 4S for W:9C"],
    3: ["offer 3C for E:9C", "offer 3C for E:2S", "offer 8H for E:9C"],
}
LEFT_EDGE = {0: "offer QH for W:4S", 1: "offer 4S for E:QH"}
RIGHT_EDGE = {0: "offer QH for E:8H", 3: "offer 8H for W:QH"}


def trading(token: int) -> Match:
    """Four players at their first tick."""
    return five_ages(4, phase="trade", row=ROWS, hand=KEPT, fields={"token": token})


def with_ranks(seat: int, ranks: dict[str, int]) -> str:
    """A list with these offers at these places, from 1."""
    texts, fillers = {place: text for text, place in ranks.items()}, iter(FILLERS[seat])
    return ", ".join([texts.get(place) or next(fillers) for place in range(1, max(texts) + 1)])


KEYS = {  # ranks of the left meeting at seats 0 and 1, of the right one at 0 and 3; who goes first
    "worst rank 3 before 4, against sum and token": (3, (3, 3), (1, 4), "left"),
    "worst rank 3 before 4, the other way": (0, (1, 4), (3, 3), "right"),
    "worst rank 2 before 3, with equal sums": (3, (2, 2), (1, 3), "left"),
    "worst rank 2 before 3, with equal sums, the other way": (0, (1, 3), (2, 2), "right"),
    "sum 4 before 5, against the token": (3, (1, 3), (2, 3), "left"),
    "sum 4 before 5, the other way": (0, (2, 3), (1, 3), "right"),
    "distance: token 0 meets its left edge first": (0, (1, 2), (2, 1), "left"),
    "distance from token 1": (1, (1, 2), (2, 1), "right"),
    "distance from token 2": (2, (1, 2), (2, 1), "right"),
    "distance from token 3": (3, (1, 2), (2, 1), "right"),
    "distance, with the ranks turned": (0, (2, 1), (1, 2), "left"),
    "distance, with the ranks turned, from token 3": (3, (2, 1), (1, 2), "right"),
}


@pytest.mark.parametrize("token, left, right, first", KEYS.values(), ids=list(KEYS))
def test_the_best_key_goes_first(
    token: int, left: tuple[int, int], right: tuple[int, int], first: str
):
    """5A-24, B-30, Y38: worst rank, sum, distance: each decides alone; the other meeting falls."""
    match = trading(token)
    tick(match, {
        0: with_ranks(0, {LEFT_EDGE[0]: left[0], RIGHT_EDGE[0]: right[0]}),
        1: with_ranks(1, {LEFT_EDGE[1]: left[1]}),
        3: with_ranks(3, {RIGHT_EDGE[3]: right[1]}),
    })  # fmt: skip
    outcome = ["4S AS", "QH AC", "KC", "KD"] if first == "left" else ["8H AS", "AC", "KC", "QH KD"]
    assert outcome == hands(match)


@pytest.mark.parametrize("token, card", [(0, "QH"), (1, "7S"), (2, "QH"), (3, "QH")])
def test_on_one_edge_the_nearer_end_decides(token: int, card: str):
    """5A-24, B-30: whoever is met first, going clockwise from the token seat; itself first of all.

    Both meetings share the 4; seat 0 would rather give its queen, seat 1 rather have the 7.
    """
    match = trading(token)
    tick(match, {
        0: "offer QH for W:4S, offer 7S for W:4S", 1: "offer 4S for E:7S, offer 4S for E:QH",
    })  # fmt: skip
    assert f"{card} AC" == hands(match)[1]


@pytest.mark.parametrize("token, card", [(0, "QH"), (1, "7S"), (2, "7S"), (3, "7S")])
def test_on_the_edge_behind_seat_0_too(token: int, card: str):
    """5A-24, B-30: of seats 3 and 0, seat 0 is the far end unless it has the token."""
    match = trading(token)
    tick(match, {
        0: "offer QH for E:8H, offer 7S for E:8H", 3: "offer 8H for W:7S, offer 8H for W:QH",
    })  # fmt: skip
    assert f"{card} KD" == hands(match)[3]


DOUBLES = {
    "the deal of both is wanted more": (
        "offer both for W, offer 7S for W:4S", "offer both for E, offer 4S for E:7S",
        ["4S TD AS", "7S QH AC"],
    ),
    "the single is wanted more": (
        "offer 7S for W:4S, offer both for W", "offer 4S for E:7S, offer both for E",
        ["4S AS", "7S AC"],
    ),
    "two singles with all four cards before the deal": (
        "offer 7S for W:4S, offer QH for W:TD, offer both for W",
        "offer 4S for E:7S, offer TD for E:QH, offer both for E",
        ["4S TD AS", "7S QH AC"],
    ),
    "one wants the deal, one the single: the nearer end decides": (
        "offer both for W, offer 7S for W:4S", "offer 4S for E:7S, offer both for E",
        ["4S TD AS", "7S QH AC"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("first, second, outcome", DOUBLES.values(), ids=list(DOUBLES))
def test_deals_of_both_and_singles_are_ranked_alike(first: str, second: str, outcome: list[str]):
    """5A-19, B-04: entries like any other."""
    match = trading(0)
    tick(match, {0: first, 1: second})
    assert outcome == hands(match)[:2]


def test_what_stands_and_what_is_new_make_one_list():
    """F.3: ranks count in the list at the close of the tick, new offers on top."""
    match = trading(3)
    tick(match, {0: LEFT_EDGE[0], 1: FILLERS[1][0], 3: FILLERS[3][0]})
    tick(match, {0: RIGHT_EDGE[0], 1: LEFT_EDGE[1], 3: RIGHT_EDGE[3]})
    assert ["8H AS", "AC", "KC", "QH KD"] == hands(match)


def test_every_set_of_swaps_can_be_brought_about():
    """F.3, complete: the players concerned list just those entries."""
    match = trading(2)
    tick(match, {
        0: "offer 7S for W:4S, offer QH for E:3C", 1: "offer 4S for E:7S, offer TD for W:9C",
        2: "offer 9C for E:TD, offer 2S for W:8H", 3: "offer 8H for E:2S, offer 3C for W:QH",
    })  # fmt: skip
    assert ["3C 4S AS", "7S 9C AC", "8H TD KC", "2S QH KD"] == hands(match)
    assert "build" == phase(match)


# --- another reading of the same text


class Entry(NamedTuple):
    """What one player would give to whom for what."""

    giver: int
    receiver: int
    given: frozenset[int]
    wanted: frozenset[int]


def entry_of(rows: list[list[int]], seat: int, offer: Offer) -> Entry:
    """An offer in other words."""
    other = (seat + (1 if offer.side == LEFT else -1)) % len(rows)
    if offer.given == BOTH:
        return Entry(seat, other, frozenset(rows[seat]), frozenset(rows[other]))
    return Entry(seat, other, frozenset([offer.given]), frozenset([offer.wanted]))


def carried_out(lists: list[list[Entry]], token: int) -> list[tuple[Entry, Entry]]:
    """Meetings in the order in which they are carried out, by the words of the ledger."""
    seats = len(lists)
    walk = [(token + step) % seats for step in range(seats)]
    meetings = []
    for seat in range(seats):
        left = (seat + 1) % seats
        for entry in lists[seat]:
            mirror = Entry(left, seat, entry.wanted, entry.given)
            if entry.receiver == left and mirror in lists[left]:
                ranks = {seat: 1 + lists[seat].index(entry), left: 1 + lists[left].index(mirror)}
                nearer = next(other for other in walk if other in (seat, left))
                key = (max(ranks.values()), sum(ranks.values()), walk.index(seat), ranks[nearer])
                meetings.append((key, entry, mirror))
    done = []
    while meetings:
        best = min(meetings, key=lambda meeting: meeting[0])
        assert 1 == [key for key, _entry, _mirror in meetings].count(best[0])
        used = best[1].given | best[1].wanted
        done.append(best[1:])
        meetings = [m for m in meetings if not used & (m[1].given | m[1].wanted)]
    return done


def random_table(seats: int, rng: Rng) -> FiveAgesState:
    """Rows with gaps and random lists, none of which has been carried out yet."""
    state = truth(TABLES[seats]).clone()
    state.token = rng.below(seats)
    for row in (state.left, state.right):
        for seat in range(seats):
            if rng.below(8) == 0:
                row[seat] = NO_CARD if rng.below(2) else ORDINARY
    cards = all_open(state)
    for seat in range(seats):
        menu = offers_of(state, seat, cards)
        order = list(range(len(menu)))
        rng.shuffle(order)
        state.lists[seat] = [menu[place] for place in order[: rng.below(len(menu) + 1)]]
    return state


TABLES = {
    seats: five_ages(
        seats, phase="trade", options={"jokers": 4, "war_timing": "after_swaps"},
        row={seat: f"{rank}S {rank}H" for seat, rank in enumerate("23456789"[:seats])},
    )
    for seats in (3, 4, 5, 6, 7)
}  # fmt: skip


@pytest.mark.parametrize("seats", TABLES)
def test_meetings_are_settled_as_another_reading_of_the_ledger_settles_them(seats: int):
    """5A-16, 5A-17, 5A-24, INV-A11: on thousands of random lists, and what is left of them."""
    rng, swaps = Rng(seats), count()
    for _table in range(1500):
        state = random_table(seats, rng)
        rows = [
            [card for card in row if 0 <= card < ORDINARY]
            for row in zip(state.left, state.right, strict=True)
        ]
        held = [set(at_hand(state, seat)) for seat in range(seats)]
        lists = [
            [entry_of(rows, seat, offer) for offer in offers]
            for seat, offers in enumerate(state.lists)
        ]
        done = carried_out(lists, state.token)
        words = [dict(zip(own, state.lists[seat], strict=True)) for seat, own in enumerate(lists)]
        assert bool(done) == settle(state)
        for entry, _mirror in done:
            held[entry.receiver] |= entry.given
            held[entry.giver] |= entry.wanted
            next(swaps)
        assert held == [set(at_hand(state, seat)) for seat in range(seats)]
        gone = {card for entry, _mirror in done for card in entry.given | entry.wanted}
        standing = [
            [words[seat][e] for e in own if not gone & (e.given | e.wanted)]
            for seat, own in enumerate(lists)
        ]
        assert standing == state.lists
    assert next(swaps) > 1500


def at_hand(state: FiveAgesState, seat: int) -> list[int]:
    """The cards in hand, by number."""
    return [card for card in range(ORDINARY) if state.hands[seat] >> card & 1]
