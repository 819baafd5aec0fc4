"""F.3: sealed ticks, the lists that stand, and when trading ends."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, BadPosition, Match
from microciv.games.five_ages.moves import OFFERS_OF_BOTH, Offer
from microciv.games.five_ages.rules.trade import list_after
from tests.games.five_ages.table import (
    answer,
    at,
    build,
    five_ages,
    hands,
    lay,
    legal,
    no_trade,
    offers,
    phase,
    refusal,
    steps,
    tick,
    told,
)

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S", 3: "8H 3C"}
KEPT = {0: "AS", 1: "AC", 2: "KC", 3: "KD"}
A, B, C = "offer 7S for W:TD", "offer 7S for W:4S", "offer QH for E:8H"


def trading(**parts: object) -> Match:
    """Four players at their first tick."""
    fields: dict[str, object] = {"row": ROWS, "hand": KEPT, **parts}
    return five_ages(4, phase="trade", **fields)


LISTS: list[tuple[list[str], str, list[str]]] = [
    ([], "pass", []),
    ([A, B], "pass", [A, B]),
    ([], f"{A}, {B}, pass", [A, B]),
    ([A], f"{B}, pass", [B, A]),
    ([A, B], f"{C}, pass", [C, A, B]),
    ([A, B], f"{B}, pass", [B, A]),
    ([A, B, C], f"{C}, {A}, pass", [C, A, B]),
    ([A, B], "withdraw, pass", []),
    ([A, B], f"withdraw, {C}, pass", [C]),
    ([A, B], f"withdraw, {B}, {A}, pass", [B, A]),
    ([A, B], "done", []),
]


@pytest.mark.parametrize("before, text, after", LISTS, ids=[f"{b} {t}" for b, t, _ in LISTS])
def test_an_answer_changes_a_list(before: list[str], text: str, after: list[str]):
    """5A-24, F.3: new offers on top in their order, best first; pass leaves it; withdraw and done
    clear it.
    """
    match = trading(offers={0: ", ".join(before)})
    assert before == offers(match, 0)
    tick(match, {0: text, 3: "offer 3C for W:7S"})
    assert after == offers(match, 0)


@pytest.mark.parametrize("before, text, after", LISTS, ids=[f"{b} {t}" for b, t, _ in LISTS])
def test_the_list_after_an_answer_is_that_of_the_table(
    before: list[str], text: str, after: list[str]
):
    """5A-24: by itself."""
    moves = trading().game.moves
    standing = [move for move in map(moves.parse, before) if isinstance(move, Offer)]
    answered = tuple(moves.parse(step) for step in steps(text))
    assert after == [offer.text for offer in list_after(standing, answered)]


def test_withdraw_is_for_lists_that_stand_and_comes_first():
    """5A-24: it takes back all; what was meant to stay is offered again."""
    match = trading(offers={0: A})
    assert "withdraw" in legal(match, 0)
    assert "withdraw" not in legal(match, 1)
    assert "you have no standing offer (5A-24)" == refusal(match, 1, "withdraw")
    match.play(1, "offer TD for W:9C")
    assert "you have no standing offer (5A-24)" == refusal(match, 1, "withdraw")
    match.play(0, B)
    first = "take back your standing offers before you make new ones (5A-24)"
    assert first == refusal(match, 0, "withdraw")
    match.take_back(0)
    match.play(0, "withdraw")
    assert "your offers are already withdrawn (5A-24)" == refusal(match, 0, "withdraw")
    assert A in legal(match, 0)
    match.play(0, A)
    assert A not in legal(match, 0)


def test_an_answer_needs_its_pass():
    """F.3: an open list is no answer yet."""
    match = trading()
    match.play(0, A)
    assert 0 in match.to_act()
    match.play(0, "pass")
    assert 0 not in match.to_act()
    match.take_back(0)
    assert 0 in match.to_act()


def test_what_others_answer_is_sealed():
    """5A-08, F.3: until the tick closes."""
    match = trading()
    before = [at(match, seat) for seat in (1, 2, 3, SPECTATOR)]
    answer(match, {0: f"{A}, pass"})
    assert before == [at(match, seat) for seat in (1, 2, 3, SPECTATOR)]
    assert ([], [A, "pass"]) == (offers(match, 0), [move.text for move in at(match, 0).answer])


def test_an_offer_stands_until_it_is_taken_back():
    """F.3: it is consent in every later tick."""
    match = trading(options={"trade_ticks": 4})
    tick(match, {0: A})
    tick(match, {3: "offer 8H for E:9C"})
    assert [A] == offers(match, 0)
    tick(match, {1: "offer TD for E:7S"})
    assert ["TD AS", "7S AC"] == hands(match)[:2]


def test_an_offer_taken_back_in_the_same_tick_is_no_consent():
    """5A-16: sealed ticks decide together."""
    match = trading()
    tick(match, {0: A})
    tick(match, {0: "withdraw", 1: "offer TD for E:7S"})
    assert (["AS", "AC"], [], ["offer TD for E:7S"]) == (
        hands(match)[:2], offers(match, 0), offers(match, 1)
    )  # fmt: skip


def test_a_swap_strikes_the_offers_that_name_its_cards():
    """F.3, Y39: the rest of the lists closes up, order kept; also those of others."""
    match = trading(offers={2: "offer 9C for E:TD, offer 2S for E:4S, offer 9C for W:3C"})
    tick(match, {0: f"offer QH for W:4S, {A}, {C}", 1: "offer TD for E:7S, offer 4S for W:9C"})
    assert ["TD AS", "7S AC"] == hands(match)[:2]
    assert ["offer QH for W:4S", C] == offers(match, 0)
    assert ["offer 4S for W:9C"] == offers(match, 1)
    assert ["offer 2S for E:4S", "offer 9C for W:3C"] == offers(match, 2)


def test_the_last_tick_ends_the_phase():
    """F.3: whatever was offered."""
    match = trading(fields={"tick": 3})
    tick(match, {0: A})
    assert ("build", []) == (phase(match), offers(match, 0))


def test_a_tick_that_changes_nothing_ends_the_phase():
    """F.3: nothing carried out and no list changed; standing offers included."""
    match = trading(offers={0: A})
    tick(match)
    assert "build" == phase(match)


def test_offering_again_what_stands_changes_nothing():
    """F.3: the same list in the same order."""
    match = trading(offers={0: f"{A}, {C}"})
    tick(match, {0: A})
    assert "build" == phase(match)


def test_another_order_is_a_change():
    """F.3: the list is another."""
    match = trading(offers={0: f"{A}, {C}"})
    tick(match, {0: C})
    assert ("trade", 3, [C, A]) == (phase(match), at(match).tick, offers(match, 0))


def test_the_phase_ends_when_everybody_is_done():
    """F.3."""
    match = trading()
    tick(match, dict.fromkeys(range(4), "done"))
    assert "build" == phase(match)
    assert [(seat,) for seat in range(4)] == told(match, "quit")


@pytest.mark.parametrize("seats, rows", [
    (3, {0: "7S QH", 1: "- -", 2: "- -"}),
    (4, {0: "7S QH", 1: "- -", 2: "9C -", 3: "- -"}),
    (3, {0: "- -", 1: "- -", 2: "- -"}),
])  # fmt: skip
def test_there_is_no_trade_without_two_neighbours_with_open_cards(seats: int, rows: dict[int, str]):
    """F.3: the last swap ends the phase."""
    cards = [rank + suit for rank in "5JA" for suit in "CDHS"]
    held = {seat: " ".join(cards.pop() for _ in range(1 + rows[seat].split().count("-")))
            for seat in range(seats)}  # fmt: skip
    with pytest.raises(BadPosition, match="phase: nobody has an open card and a neighbour"):
        five_ages(seats, phase="trade", row=rows, hand=held, fields={"tick": 2})


def test_swaps_that_leave_nothing_to_trade_end_the_phase():
    """F.3."""
    match = trading()
    deals = {seat: f"offer both for {side}" for seat, side in enumerate("WEWE")}
    tick(match, deals)
    assert "build" == phase(match)
    assert [] == told(match, "returned")


def test_only_who_can_trade_is_asked():
    """F.1: an open card and an open neighbour."""
    match = trading()
    tick(match, {0: "offer both for W", 1: "offer both for E"})
    assert [2, 3] == match.to_act()


def test_who_is_done_is_not_asked_again():
    """F.3: the list is cleared, and offers to them go, for nobody will answer."""
    match = trading(offers={0: f"{A}, {C}", 1: "offer TD for W:9C"})
    tick(match, {1: "done"})
    assert ([0, 2, 3], [C], []) == (match.to_act(), offers(match, 0), offers(match, 1))
    assert [False, True, False, False] == [seat.done for seat in at(match).table]


def test_who_has_no_neighbour_left_is_not_asked():
    """F.3: both neighbours are done."""
    match = trading()
    tick(match, {1: "done", 3: "done", 0: C})
    assert "build" == phase(match)


def test_leaving_with_an_empty_list_changes_no_list():
    """F.3: the phase ends after a tick in which no list changed."""
    match = trading()
    tick(match, {1: "done"})
    assert "build" == phase(match)


def test_silence_is_counted_by_seat():
    """F.4: ticks in a row in which the answer began with pass."""
    match = trading(options={"trade_ticks": 6})
    found = []
    for text in (A, "pass", "pass", "withdraw", "pass"):
        tick(match, {0: text, 2: "withdraw" if offers(match, 2) else "offer 9C for W:8H"})
        found.append((at(match, 0).idle, at(match, 1).idle))
    assert [(0, 1), (1, 2), (2, 3), (0, 4), (1, 5)] == found


def test_a_round_forgets_the_lists_of_the_one_before():
    """F.3: and who was done."""
    match = trading()
    tick(match, {0: A, 1: "done"})
    no_trade(match)
    build(match)
    lay(match)
    assert ([[], []], [False] * 4, 1) == (
        [offers(match, 0), offers(match, 1)], [seat.done for seat in at(match).table],
        at(match).tick,
    )  # fmt: skip
    assert [0, 0] == [at(match, seat).idle for seat in (0, 1)]


def test_the_clock_of_a_tick_is_short():
    """F.3: 20 to 30 seconds; other decisions take longer."""
    game = trading().game
    assert 20 <= game.seconds("trade") <= 30 < game.seconds("row") == game.seconds("build")


def test_a_deal_of_both_mirrors_the_other_side():
    """F.3: a meeting is an entry and its exact mirror."""
    left, right = OFFERS_OF_BOTH
    assert (True, False) == (left.mirrors(right), left.mirrors(left))
    moves = trading().game.moves
    one, other = moves.parse("offer 7S for W:TD"), moves.parse("offer TD for E:7S")
    same_side, another = moves.parse("offer TD for W:7S"), moves.parse("offer TD for E:QH")
    assert isinstance(one, Offer)
    found = [one.mirrors(o) for o in (other, same_side, another, left) if isinstance(o, Offer)]
    assert [True, False, False, False] == found
