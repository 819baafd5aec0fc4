"""The Trade phase by offers in turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from microciv import IllegalMove, Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    answer,
    at,
    cards,
    deal_of,
    hand,
    hands,
    legal,
    phase,
    points,
    random_match,
    refusal,
    row,
    say,
    scores,
    silence,
    sizes,
    table,
    told,
)


def trading(*rows: Row, **fields: object) -> Match:
    """Seat 0 may make an offer; seats named by `row` see no hands, the last one does."""
    return table(*rows, phase="offer", **fields)


def three(mine: str, theirs: str, third: str = "9Eng", **fields: object) -> Match:
    """A table where only the third seat is top in Trade."""
    return trading(row(mine), row(theirs), ahead(third), **fields)


def test_nobody_must_trade():
    """CB-24: all may pass, and the phase is over."""
    match = three("2Cul", "2Sci")
    for seat in range(3):
        assert ("offer", [seat]) == (phase(match), match.to_act())
        say(match, "pass")
    assert ("meld", False) == (phase(match), at(match).trading)


def test_an_exchange_is_carried_out_at_once():
    """CB-24, CB-26, CB-27, BI-06: the cards change hands and can be used in the same round."""
    match = three("2Cul+Dis", "3Sci")
    say(match, "offer Cul+Dis > B : Sci", "accept")
    assert [cards("Cul+Sci"), cards("Cul+2Sci+Dis"), "9Eng"] == hands(match)
    assert [2, 4, 9] == sizes(match)
    say(match, "offer Dis > A : Cul", "accept")
    assert [cards("Sci+Dis"), cards("2Cul+2Sci")] == hands(match)[:2]
    silence(match, "meld")
    assert "meld Sci" in legal(match)


def test_only_cards_change_hands():
    """CB-25, CB-30: no points of any kind."""
    match = three("2Cul", "3Sci")
    before = [scores(match, seat) for seat in range(3)]
    say(match, "offer Cul > B : Sci", "accept")
    assert (before, [0, 0, 0]) == ([scores(match, seat) for seat in range(3)], points(match))


@pytest.mark.parametrize("line, mine", [
    ("offer Cul > B : 3Sci", "Cul+3Sci"), ("offer 2Cul > B : Sci", "Sci"),
])  # fmt: skip
def test_the_numbers_may_differ(line: str, mine: str):
    """CB-25, BA-12."""
    match = three("2Cul", "3Sci")
    say(match, line, "accept")
    assert cards(mine) == hand(match, 0)


def test_there_are_no_gifts():
    """CB-25, BA-12: at least one card in each direction."""
    match = three("2Cul", "3Sci")
    for step in ("offer B", "give Cul"):
        match.play(0, step)
    assert ["give Cul", "for"] == legal(match)
    match.play(0, "for")
    assert "done" not in legal(match)
    other = three("2Cul", "3Sci")
    other.play(0, "offer B")
    assert ["give Cul"] == legal(other)


def test_a_table_may_allow_gifts():
    """CB-25, trade_gifts=on: either side may be empty, not both."""
    match = three("2Cul", "3Sci", options={"trade_gifts": True})
    say(match, "offer Cul > B :", "accept")
    assert ["Cul", cards("Cul+3Sci")] == hands(match)[:2]
    asked = three("2Cul", "3Sci", options={"trade_gifts": True})
    for step in ("offer B", "for"):
        asked.play(0, step)
    assert "done" not in legal(asked)
    for step in ("want Sci", "done"):
        asked.play(0, step)
    say(asked, "accept")
    assert [cards("2Cul+Sci"), "2Sci"] == hands(asked)[:2]


def test_for_as_many_cards_an_empty_hand_can_trade_nothing():
    """CB-25, trade_gifts=on, trade_equal=on: nothing for nothing is no exchange."""
    options = {"trade_gifts": True, "trade_equal": True}
    match = trading(row("2Cul"), row(), ahead("2Sci"), options=options)
    assert ["offer C", "pass"] == legal(match)
    assert "B has no cards to trade (CB-25)" == refusal(match, 0, "offer B")
    say(match, "pass")
    assert ("offer", [2], [(1,)]) == (phase(match), match.to_act(), told(match, "shut_out"))


def test_with_gifts_an_empty_hand_may_beg():
    """CB-25, trade_gifts=on; without them there is nobody to trade with."""
    match = trading(row(), row("3Sci"), ahead("9Eng"), options={"trade_gifts": True})
    assert ["offer B", "offer C", "offer any", "pass"] == legal(match)
    say(match, "offer > B : Sci", "accept")
    assert ["Sci", "2Sci"] == hands(match)[:2]
    closed = three("Cul", "3Sci", order=[0, 1, 2])
    assert ["offer B", "offer C", "offer any", "pass"] == legal(closed)


@pytest.mark.parametrize("equal", [False, True])
def test_a_table_may_want_equal_numbers(equal: bool):
    """CB-25, trade_equal: as many cards each way, or as you like."""
    match = three("3Cul", "3Sci", options={"trade_equal": equal})
    for step in ("offer B", "give Cul", "give Cul", "for", "want Sci"):
        match.play(0, step)
    assert equal == ("done" not in legal(match))
    match.play(0, "want Sci")
    assert (["answer"] if equal else ["offer"]) == [phase(match)]


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_each_side_of_an_offer_is_bounded(most: int):
    """CB-25, CB-29, offer_max_cards: from one card to that many."""
    match = three("9Cul", "9Sci", options={"offer_max_cards": most})
    match.play(0, "offer B")
    for _card in range(most):
        assert "give Cul" in legal(match)
        match.play(0, "give Cul")
    assert "give Cul" not in legal(match)
    for _card in range(most):
        match.play(0, "want Sci")
    assert ("answer", [1]) == (phase(match), match.to_act())


def test_only_who_holds_everything_can_accept():
    """CB-28: the engine offers it to nobody else."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > B : 2Gov")
    assert ["decline", "counter"] == legal(match)
    assert "you do not hold all the cards that are wanted (CB-28)" == refusal(match, 1, "accept")


def test_only_own_cards_can_be_given():
    """CB-28: each as often as it is there."""
    match = three("Cul+Con", "2Sci")
    for step in ("offer B", "give Cul"):
        match.play(0, step)
    assert "you have no Culture to give (CB-25)" == refusal(match, 0, "give Cul")
    assert ["give Con", "for"] == legal(match)
    with pytest.raises(IllegalMove, match="you have 1 Culture, not 2"):
        answer(three("Cul+Con", "2Sci"), 0, "offer 2Cul > B : Sci")


def test_no_more_is_wanted_than_a_hand_has():
    """CB-28: hand sizes are public (CB-10): of one card only one is asked."""
    match = three("2Cul", "Sci")
    for step in ("offer B", "give Cul", "for", "want Gov"):
        match.play(0, step)
    assert ("answer", ("Gov",)) == (phase(match), at(match, 1).deals[0].wanted)


@pytest.mark.parametrize("passes", [1, 2, 3, 4])
def test_each_player_may_make_an_offer_in_each_pass(passes: int):
    """CB-29, trade_passes: in order, that many times, and then it is over."""
    match = three("9Cul", "9Sci", options={"trade_passes": passes}, order=[1, 2, 0], asked=1)
    offered = []
    while phase(match) == "offer":
        (seat,) = match.to_act()
        offered.append((at(match).pass_number, seat))
        other = "B" if seat == 0 else "A"
        kind = at(match, seat).hand[0]
        say(match, f"offer {kind} > {other} : {'Cul' if other == 'A' else 'Sci'}", "decline")
    assert [(number, seat) for number in range(1, passes + 1) for seat in (1, 2, 0)] == offered


def test_a_pass_in_which_all_pass_ends_the_phase():
    """CB-29: though a second one was left."""
    match = three("9Cul", "9Sci", options={"trade_passes": 4})
    say(match, "offer Cul > B : Sci", "decline", "pass", "pass")
    assert ("offer", 2, False) == (phase(match), at(match).pass_number, at(match).proposed)
    say(match, "pass", "pass", "pass")
    assert "meld" == phase(match)


def test_an_offer_may_be_declined():
    """CB-24: and nobody learns why."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > B : Sci", "decline")
    assert [(1, 0)] == told(match, "declined")
    assert ["2Cul", "2Sci", "9Eng"] == hands(match)


def test_an_offer_may_be_countered_once():
    """CB-29, BD-07: which is accepted or declined, and not countered again."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > B : Sci", "counter Sci : 2Cul")
    assert ("reply", [0], ["accept", "decline"]) == (phase(match), match.to_act(), legal(match))
    assert ("a counter-offer cannot be countered: 'accept' or 'decline' (CB-24)") == refusal(
        match, 0, "counter"
    )
    say(match, "accept")
    assert ["Sci", cards("2Cul+Sci")] == hands(match)[:2]
    assert [(1, 0)] == told(match, "countered")
    assert ("offer", [1]) == (phase(match), match.to_act())


def test_a_counter_may_want_what_is_not_there():
    """CB-28: then it can only be declined."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > B : Sci", "counter Sci : Gov")
    assert ["decline"] == legal(match)
    assert "you do not hold all the cards that are wanted (CB-28)" == refusal(match, 0, "accept")
    say(match, "decline")
    assert [(0, 1)] == told(match, "declined")


def test_an_offer_to_all_is_answered_by_all_at_once():
    """CB-24: one who is willing has it."""
    match = three("2Cul", "2Sci", "2Sci")
    say(match, "offer Cul > any : Sci")
    assert ("answer", [1, 2]) == (phase(match), match.to_act())
    assert ["accept", "decline"] == legal(match, 1)
    answer(match, 2, "accept")
    assert (["2Cul", "2Sci", "2Sci"], [1]) == (hands(match), match.to_act())
    answer(match, 1, "decline")
    assert ["Cul+Sci", "2Sci", "Cul+Sci"] == hands(match)
    assert [(0,)] == told(match, "proposed_all")


def test_among_several_the_proposer_chooses():
    """CB-24: or takes none."""
    for line, expected in (("with C", "Cul+Sci"), ("decline", "2Sci")):
        match = three("2Cul", "2Sci", "2Sci")
        say(match, "offer Cul > any : Sci")
        answer(match, 1, "accept")
        answer(match, 2, "accept")
        assert ("choose", [0], ["with B", "with C", "decline"]) == (
            phase(match), match.to_act(), legal(match),
        )  # fmt: skip
        say(match, line)
        assert [expected, "2Sci"] == [hand(match, 2), hand(match, 1)]
        nobody = [(0,)] if line == "decline" else []
        assert (nobody, []) == (told(match, "chose_nobody"), told(match, "nobody_willing"))


def test_nobody_may_be_willing():
    """CB-24: all are told."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > any : Gov")
    assert ["decline"] == legal(match, 1) == legal(match, 2)
    answer(match, 1, "decline")
    answer(match, 2, "decline")
    assert ([(0,)], "offer") == (told(match, "nobody_willing"), phase(match))


def test_who_did_not_accept_cannot_be_chosen():
    """CB-28."""
    match = trading(row("2Cul"), row("2Sci"), row("2Sci"), ahead("Gov"))
    say(match, "offer Cul > any : Sci")
    for seat, line in ((1, "accept"), (2, "accept"), (3, "decline")):
        answer(match, seat, line)
    assert "D did not accept (CB-28)" == refusal(match, 0, "with D")


def test_an_offer_to_all_needs_two():
    """CB-24: with one partner it is named."""
    match = trading(row("2Cul"), ahead("2Sci"))
    assert ["offer B", "pass"] == legal(match)
    assert "there is only one to trade with: 'offer B' (CB-25)" == refusal(match, 0, "offer any")


def test_empty_hands_have_nothing_to_trade():
    """CB-25: who has none is not asked, and nobody offers to it."""
    match = trading(row("2Cul"), row(), ahead("2Sci"))
    assert ["offer C", "pass"] == legal(match)
    assert "B has no cards to trade (CB-25)" == (refusal(match, 0, "offer B"))
    say(match, "pass")
    assert ("offer", [2]) == (phase(match), match.to_act())


@pytest.mark.parametrize("phase_", ["meld", "act", "point", "dump"])
def test_there_are_no_exchanges_outside_the_phase(phase_: str):
    """CB-30, BA-43: no offer is legal elsewhere."""
    fields = {"melds": 1, "action": "Cul"} if phase_ == "act" else {}
    match = table(row("2Cul"), row("2Sci"), phase=phase_, **fields)
    assert not [text for text in legal(match) if text.startswith("offer")]
    assert "nothing to trade" not in refusal(match, 0, "offer B")


def test_who_sees_all_hands_asks_for_what_is_there():
    """CB-31, BD-05: types really held, as often as they are."""
    match = trading(ahead("2Cul"), row("Sci+2Gov"), row("Eng"))
    match.play(0, "offer B")
    match.play(0, "give Cul")
    match.play(0, "for")
    assert ["want Sci", "want Gov"] == legal(match)
    assert refusal(match, 0, "want Eng") == (
        "nobody who gets the offer has Engineering, as you can see (CB-31)"
    )
    match.play(0, "want Sci")
    assert ["want Gov", "done"] == legal(match)


def test_of_all_it_asks_for_what_one_of_them_has():
    """CB-31, BD-05: an offer to all wants no cards that are in two hands."""
    match = trading(ahead("2Cul"), row("Sci+2Gov"), row("Eng"))
    match.play(0, "offer any")
    match.play(0, "give Cul")
    match.play(0, "for")
    assert ["want Sci", "want Gov", "want Eng"] == legal(match)
    match.play(0, "want Eng")
    assert "answer" == phase(match)  # nobody has Engineering and another card


def test_who_sees_nothing_may_ask_for_anything():
    """CB-28, BD-05: all twelve types."""
    match = three("2Cul", "2Sci")
    for step in ("offer B", "give Cul", "for"):
        match.play(0, step)
    assert 12 == len(legal(match))


def test_a_counter_ends_the_offer():
    """CB-26: what was offered first is void."""
    match = three("2Cul", "2Sci")
    say(match, "offer Cul > B : Sci", "counter 2Sci : Cul", "decline")
    assert ["2Cul", "2Sci"] == hands(match)[:2]


def test_a_position_of_an_answer():
    """CB-28: from a document."""
    match = table(row("2Cul"), row("2Sci"), ahead(), phase="answer", asked=1,
                  trade={"deal": deal_of(0, 1, "Cul", "2Sci")})  # fmt: skip
    assert ["accept", "decline", "counter"] == legal(match)
    say(match, "accept")
    assert [cards("Cul+2Sci"), "Cul"] == hands(match)[:2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_at_most_so_many_offers(seats: int):
    """CB-29: passes × players × 2; the phase always ends."""
    offers: dict[int, int] = {}
    for match in random_match(seats, seats):
        offers[at(match).round] = len(told(match, "proposed", "proposed_all", "countered"))
    counts = [0, *[offers[number] for number in sorted(offers)]]
    assert all(later - now <= 2 * seats * 2 for now, later in pairwise(counts))
