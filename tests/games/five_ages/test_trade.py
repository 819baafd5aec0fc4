"""B.4: what a swap is, and what may be offered."""

from __future__ import annotations

import pytest

from microciv import BadOption, Match
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    hands,
    legal,
    new_match,
    no_trade,
    offers,
    phase,
    play_round,
    refusal,
    row,
    sizes,
    tick,
    told,
)

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S", 3: "8H 3C"}
KEPT = {0: "AS", 1: "AC", 2: "KC", 3: "KD"}


def trading(seats: int = 4, **parts: object) -> Match:
    """A table at its first tick."""
    rows = {seat: ROWS[seat] for seat in range(seats)}
    kept = {seat: KEPT[seat] for seat in range(seats)}
    fields: dict[str, object] = {"row": rows, "hand": kept, **parts}
    return five_ages(seats, phase="trade", **fields)


@pytest.mark.parametrize("seats", [3, 4])
def test_one_card_of_the_row_for_one_of_a_neighbours(seats: int):
    """5A-15, 5A-19, B-02: four swaps with each neighbour and the deal of both; no gift, nothing
    for two, no hidden card.
    """
    rows = {seat: ROWS[seat].split() for seat in range(4)}
    expected = ["pass"]
    for side, other in (("W", 1), ("E", seats - 1)):
        expected += [f"offer {own} for {side}:{card}" for own in rows[0] for card in rows[other]]
        expected.append(f"offer both for {side}")
    assert [*expected, "done"] == legal(trading(seats), 0)


def test_both_have_to_agree():
    """5A-16, B-29: an offer alone is nothing, nor are two that differ."""
    match = trading()
    tick(match, {0: "offer QH for W:4S", 1: "offer TD for E:QH, offer 4S for E:7S"})
    assert (["AS", "AC", "KC", "KD"], []) == (hands(match), told(match, "gave"))


def test_nobody_need_trade():
    """5A-16, 5A-21, B-27: refusing everybody is allowed; both cards come back."""
    match = trading()
    tick(match)
    assert "build" == phase(match)
    assert ["7S QH AS", "4S TD AC", "2S 9C KC", "3C 8H KD"] == hands(match)
    assert 8 == len(told(match, "returned"))
    assert [(0, "7S"), (0, "QH")] == told(match, "returned")[:2]


def test_a_card_that_has_changed_hands_is_out():
    """5A-17, 5A-20: of the giver's row and of what the receiver may offer."""
    match = trading()
    tick(match, {0: "offer QH for W:4S", 1: "offer 4S for E:QH"})
    assert ["7S -", "TD -", "9C 2S", "8H 3C"] == [row(match, seat) for seat in range(4)]
    assert ["4S AS", "QH AC"] == hands(match)[:2]
    for seat in range(4):
        assert not [text for text in legal(match, seat) if "QH" in text or "4S" in text]
    assert "4♠ is not open in your row (5A-15)" == refusal(match, 0, "offer 4S for E:8H")
    why = "Q♥ is not open in that neighbour's row (5A-15)"
    assert why == refusal(match, 2, "offer 9C for E:QH")


def test_both_swaps_may_be_with_the_same_neighbour():
    """5A-18: in one tick, each for itself."""
    match = trading()
    tick(match, {0: "offer QH for W:4S, offer 7S for W:TD",
                 1: "offer TD for E:7S, offer 4S for E:QH"})  # fmt: skip
    assert ["4S TD AS", "7S QH AC"] == hands(match)[:2]
    assert ["- -", "- -"] == [row(match, seat) for seat in (0, 1)]


def test_or_one_after_the_other():
    """5A-17, 5A-18: over two ticks; then there are two swaps and no third."""
    match = trading()
    tick(match, {0: "offer QH for W:4S", 1: "offer 4S for E:QH"})
    tick(match, {0: "offer 7S for E:8H", 3: "offer 8H for W:7S"})
    assert ["4S 8H AS", "QH AC", "KC", "7S KD"] == hands(match)
    assert 0 not in match.to_act()


def test_both_for_both_is_one_deal():
    """5A-19, B-04: all or nothing."""
    match = trading()
    tick(match, {0: "offer both for W", 1: "offer both for E"})
    assert ["4S TD AS", "7S QH AC"] == hands(match)[:2]
    assert 4 == len(told(match, "gave"))
    assert 2 == len(at(match).past[-1].swaps)


def test_two_singles_do_not_answer_a_deal_of_both():
    """5A-19: the mirror must be exact."""
    match = trading()
    tick(match, {0: "offer both for W", 1: "offer 4S for E:QH, offer TD for E:7S"})
    assert ["AS", "AC"] == hands(match)[:2]


def test_a_deal_of_both_needs_all_four_cards():
    """5A-19: when one of them has gone, so has the offer."""
    match = trading()
    tick(match, {0: "offer both for W, offer both for E", 1: "offer 4S for W:9C",
                 2: "offer 9C for E:4S"})  # fmt: skip
    assert ["offer both for E"] == offers(match, 0)
    why = "both of your cards and both of theirs must be open (5A-19)"
    assert why == refusal(match, 0, "offer both for W")


def test_what_is_received_goes_to_the_hand_at_once():
    """5A-20: also what a deal of both brings."""
    match = trading()
    tick(match, {0: "offer both for W", 1: "offer both for E"})
    assert ("trade", "4S TD AS") == (phase(match), hands(match)[0])


def test_after_trading_everybody_holds_three_cards():
    """5A-22, INV-A4, INV-A8: of which 0, 1 or 2 are received."""
    match = trading()
    tick(match, {0: "offer QH for W:4S", 1: "offer 4S for E:QH, offer TD for W:9C",
                 2: "offer 9C for E:TD"})  # fmt: skip
    no_trade(match)
    assert [(3, 0)] * 4 == sizes(match)
    assert ["- -"] * 4 == [row(match, seat) for seat in range(4)]
    received = [0] * 4
    for _giver, seat, _card in told(match, "gave"):
        received[int(str(seat))] += 1
    assert [1, 2, 1, 0] == received


def test_nothing_binds_beyond_the_round():
    """5A-23, 5A-42, B-05: offers do not outlast their phase, and there is no other promise."""
    match = trading()
    tick(match, {0: "offer QH for W:4S"})
    no_trade(match)
    build(match)
    assert [[], [], [], []] == [offers(match, seat) for seat in range(4)]
    verbs = {str(move.parts()["verb"]) for move in match.game.moves.all}
    assert {"keep", "attack", "offer", "offer_both", "build", "replace", "pass", "done",
            "withdraw"} == verbs  # fmt: skip


REJECTED = [
    # Y43
    ("offer AS for W:TD", "A♠ is not open in your row (5A-15)"),
    ("offer 7S for W:AC", "A♣ is not open in that neighbour's row (5A-15)"),
    ("offer 7S for W:9C", "9♣ is not open in that neighbour's row (5A-15)"),
    ("offer 7S for E:9C", "9♣ is not open in that neighbour's row (5A-15)"),
    ("offer 7S for E:TD", "10♦ is not open in that neighbour's row (5A-15)"),
    ("offer TD for W:7S", "10♦ is not open in your row (5A-15)"),
    ("offer 7S for W:QH", "Q♥ is not open in that neighbour's row (5A-15)"),
    ("withdraw", "you have no standing offer (5A-24)"),
    ("keep 7S", "you are trading (5A-15)"),
    ("build 7S", "you are trading (5A-15)"),
    ("replace 1:7S", "you are trading (5A-15)"),
]


@pytest.mark.parametrize("text, why", REJECTED, ids=[f"Y43 {text}" for text, _why in REJECTED])
def test_other_offers_are_rejected(text: str, why: str):
    """5A-15, Y43: hidden cards, cards of no neighbour, moves of another phase."""
    assert why == refusal(trading(), 0, text)


def test_an_offer_cannot_be_on_the_list_twice():
    """F.3: no repeats; nor can it be withdrawn or done after it was made."""
    match = trading()
    match.play(0, "offer 7S for W:TD")
    assert "you have already offered that in this answer (5A-24)" == refusal(
        match, 0, "offer 7S for W:TD"
    )
    assert "you have begun this answer; end it with pass (5A-24)" == refusal(match, 0, "done")
    assert set(legal(match, 0)).isdisjoint({"offer 7S for W:TD", "done", "withdraw"})


def test_who_is_done_gets_no_offers_and_makes_none():
    """5A-16, Y43."""
    match = trading()
    tick(match, {1: "done", 0: "offer 7S for E:8H"})
    assert "that neighbour has left the trade of this round (5A-24)" == refusal(
        match, 0, "offer 7S for W:TD"
    )
    assert "that neighbour has left the trade of this round (5A-24)" == refusal(
        match, 0, "offer both for W"
    )
    assert 1 not in match.to_act()


@pytest.mark.parametrize("ticks", [1, 2, 3, 4, 5, 6])
def test_a_trade_phase_has_at_most_so_many_ticks(ticks: int):
    """5A-24, B-03, trade_ticks: T, as long as something changes."""
    match = trading(options={"trade_ticks": ticks})
    seen = []
    while phase(match) == "trade":
        seen.append((at(match).tick, at(match).ticks))
        standing = offers(match, 0)
        tick(match, {0: "withdraw" if standing else "offer 7S for W:TD"})
    assert [(number, ticks) for number in range(1, ticks + 1)] == seen


@pytest.mark.parametrize("ticks", [0, 7, -1])
def test_other_numbers_of_ticks_are_refused(ticks: int):
    """5A-24, trade_ticks."""
    with pytest.raises(BadOption, match=r"^trade_ticks: expected one of 1, 2, 3, 4, 5, 6, not"):
        new_match(3, trade_ticks=ticks)


def test_the_token_moves_a_seat_each_round():
    """5A-24, F.3: from a seat that the seed names."""
    for seed in range(8):
        match = new_match(4, seed)
        tokens = []
        while match.to_act():
            tokens.append(at(match).token)
            play_round(match)
        assert [(tokens[0] + number) % 4 for number in range(5)] == tokens
        assert tokens == [token for _round, token in told(match, "round")]
