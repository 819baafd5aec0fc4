"""CB-10, BI-13: who knows what of hidden cards, as things happen."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    answer,
    at,
    at_round,
    cards,
    deck,
    events,
    hand,
    known,
    rest_of,
    row,
    say,
    silence,
    table,
    told,
)

A, B, C, D = 0, 1, 2, 3


def who_knows(match: Match, seat: int) -> list[str]:
    """What each seat, and a spectator, knows of the seat's hand."""
    return [known(match, seat, observer) for observer in (*range(match.game.seats), SPECTATOR)]


def blind(*hands_: str, **fields: object) -> Match:
    """A table where only the last seat, which has no cards to speak of, is top in anything."""
    rows: list[Row] = [row(held) for held in hands_]
    return table(*rows, ahead(), **fields)


def acting(action: str, *hands_: str, **fields: object) -> Match:
    """Seat 0's special action is asked, at a table where only the last seat sees hands."""
    return blind(*hands_, phase="act", action=action, **{"melds": 1, **fields})


# --- views


def test_nobody_sees_a_hand_but_its_owner_and_the_top_in_trade():
    """CB-31, BI-13."""
    match = blind("2Cul", "3Sci")
    assert ["2Cul", "", "2Cul", ""] == who_knows(match, A)
    assert ["", "3Sci", "3Sci", ""] == who_knows(match, B)


def test_what_was_seen_is_remembered_when_a_view_closes():
    """CB-31: the cards then in hand, less those that go, and nothing of those that come."""
    match = table(row("3Tra+Con"), row("2Sci", Tra=2), row("Con"), deck="Lea Dis Cul Eng Gov Equ")
    assert ["", "2Sci", "", ""] == who_knows(match, B)
    assert cards("3Tra+Con") == known(match, A, B)
    say(match, "meld Tra*3", "skip")
    assert ([(0,)], [(1,)]) == (told(match, "opened"), told(match, "closed"))
    assert ["2Sci", "2Sci", "", ""] == who_knows(match, B)
    say(match, "meld Sci*1")
    assert ["Sci", "Sci", "", ""] == who_knows(match, B)
    assert "Con" == known(match, A, B)  # seen before the view closed


def test_a_card_that_is_drawn_out_of_sight_is_not_known():
    """CB-31: what came after the view closed."""
    match = acting("Agr", "2Cul", "Con", deck="Lea Dis Eng")
    say(match, "use")
    assert [cards("2Cul+Lea+Dis+Eng"), "", cards("2Cul+Lea+Dis+Eng"), ""] == who_knows(match, A)
    assert [(0, None)] * 3 == told(match, "drew", to=B)
    assert [(0, "Lea"), (0, "Dis"), (0, "Eng")] == told(match, "drew", to=C)


def test_cards_that_are_shown_when_they_go():
    """CB-10, CB-45: a meld shows nothing of what is left."""
    match = blind("2Cul+Con", "Sci")
    say(match, "meld Cul*1")
    assert ["Con+Cul", "", "Con+Cul", ""] == who_knows(match, A)


@pytest.mark.parametrize("view", ["always", "trade_phase"])
def test_views_of_the_trade_phase(view: str):
    """CB-31, trade_view: what is seen there is remembered in the turns after it."""
    match = at_round(2, 3, 4, trade_view=view)
    silence(match, "offer")
    looker = next(seat for seat in range(3) if at(match).table[seat].sees_all)
    before = [known(match, seat, looker) for seat in range(3)]
    assert before == [hand(match, seat) for seat in range(3)]
    silence(match, "meld")
    assert before == [known(match, seat, looker) for seat in range(3)]
    assert (view == "always") == at(match).table[looker].sees_all


# --- exchanges


def test_a_private_exchange():
    """CB-24, BI-13: the two know the cards, the others their number alone."""
    match = blind("2Cul+Con", "3Sci", "Gov", phase="offer")
    say(match, "offer Cul > B : 2Sci")
    assert ["Cul", "", ""] == [known(match, A, seat) for seat in (B, C, SPECTATOR)]
    say(match, "accept")
    assert [cards("Con+Cul+2Sci"), "2Sci", "", cards("Con+Cul+2Sci"), ""] == who_knows(match, A)
    assert ["Cul", cards("Cul+Sci"), "", cards("Cul+Sci"), ""] == who_knows(match, B)
    assert [(A, B, None), (B, A, None), (B, A, None)] == told(match, "gave", to=C)
    assert [(A, B, "Cul"), (B, A, "Sci"), (B, A, "Sci")] == told(match, "gave", to=B)


def test_what_is_offered_is_there():
    """CB-28: the partner knows that, though nothing came of it; of what is wanted nobody learns."""
    match = blind("2Cul+Con", "3Sci", "Gov", phase="offer")
    say(match, "offer Cul+Con > B : 2Sci", "decline")
    assert [cards("Con+Cul"), "", ""] == [known(match, A, seat) for seat in (B, C, SPECTATOR)]
    assert ["", "", ""] == [known(match, B, seat) for seat in (A, C, SPECTATOR)]


def test_a_counter_offer_shows_what_it_gives():
    """CB-28: to the one whom it is for."""
    match = blind("2Cul+Con", "3Sci", "Gov", phase="offer")
    say(match, "offer Cul > B : Gov", "counter 2Sci : Cul")
    assert ["2Sci", "", ""] == [known(match, B, seat) for seat in (A, C, SPECTATOR)]
    terms = at(match, C).deals[0]
    assert (False, (), ()) == (terms.open, terms.given, terms.wanted)
    assert at(match, A).deals[0].open


def test_an_offer_to_all_shows_what_it_gives_to_all():
    """CB-28: spectators too; and who is willing is known to who made it."""
    match = blind("2Cul+Con", "3Sci", "Sci", phase="offer")
    say(match, "offer Cul > any : Sci")
    assert ["Cul", "Cul", "Cul"] == [known(match, A, seat) for seat in (B, C, SPECTATOR)]
    assert [True] * 5 == [at(match, seat).deals[0].open for seat in (A, B, C, D, SPECTATOR)]
    answer(match, B, "accept")
    answer(match, C, "accept")
    assert ["Sci", "Sci"] == [known(match, seat, A) for seat in (B, C)]
    assert ["", ""] == [known(match, B, seat) for seat in (C, SPECTATOR)]
    assert ((B, C), (B,), (C,), ()) == tuple(
        at(match, seat).willing for seat in (A, B, C, SPECTATOR)
    )


def test_before_all_have_answered_nothing_is_known():
    """CB-24: answers to an offer to all are sealed."""
    match = blind("2Cul+Con", "3Sci", "Sci", phase="offer")
    say(match, "offer Cul > any : Sci")
    before = [at(match, seat) for seat in (A, C, SPECTATOR)]
    answer(match, B, "accept")
    assert before == [at(match, seat) for seat in (A, C, SPECTATOR)]


def test_who_declines_shows_nothing():
    """CB-28: whether a partner lacked a card."""
    seen = []
    for theirs in ("2Sci", "2Gov"):
        match = blind("2Cul+Con", theirs, phase="offer")
        say(match, "offer Cul > B : Sci", "decline")
        seen.append((at(match, A).table, events(match, A)))
    assert seen[0] == seen[1]


# --- actions


def test_the_action_of_trade():
    """CB-54, BI-13: the hand is seen whole; the two and viewers know the cards that move."""
    match = acting("Tra", "2Cul", "2Sci+Con", "Gov")
    say(match, "exchange B")
    assert [cards("Con+2Sci"), cards("Con+2Sci"), "", cards("Con+2Sci"), ""] == who_knows(match, B)
    say(match, "take Sci+Con : 2Cul")
    assert [cards("Con+Sci"), cards("Con+Sci"), "", cards("Con+Sci"), ""] == who_knows(match, A)
    assert [cards("2Cul+Sci"), cards("2Cul+Sci"), "", cards("2Cul+Sci"), ""] == who_knows(match, B)
    assert [(A, B, None)] * 2 == told(match, "took", to=C)
    assert [(A, B, "Con"), (A, B, "Sci")] == told(match, "took", to=B)


def test_taking_nothing_shows_the_hand_all_the_same():
    """CB-54: to the one who looked."""
    match = acting("Tra", "2Cul", "2Sci+Con", "Gov")
    say(match, "exchange B", "done")
    assert [cards("Con+2Sci"), "", ""] == [known(match, B, seat) for seat in (A, C, SPECTATOR)]
    assert [] == told(match, "took", "returned")


@pytest.mark.parametrize("offered, left", [
    ("2Sci+Gov", ""), ("3Sci", "Sci"), ("2Sci", ""), ("3Sci+Gov", "Sci"),
])  # fmt: skip
def test_of_what_was_known_so_many_may_have_gone(offered: str, left: str):
    """CB-61: a theft out of sight takes two of any kind that was known."""
    match = blind("2Rel", "3Sci+2Gov", "Lea", phase="offer", asked=1, order=[1, 2, 0, 3],
                  options={"offer_max_cards": 5, "trade_passes": 1})  # fmt: skip
    say(match, f"offer {offered} > C : Lea", "decline", "pass", "pass")
    silence(match, "meld")
    say(match, "stop")
    silence(match, "meld")
    say(match, "meld Rel*1", "steal B")
    assert left == known(match, B, C)
    assert [(A, B, None)] * 2 == told(match, "stole", to=C)
    assert 5 == len(at(match, A).hand) + len(at(match, B).hand) - 1


def test_a_raid_shows_what_is_lost():
    """CB-65: face up, to all."""
    match = acting("Equ", "2Cul", "3Sci", "Gov")
    say(match, "raid B")
    assert [(A, B, "Sci")] * 3 == told(match, "lost", to=C)


def test_science_is_seen_alone():
    """CB-57: the seven by who looks, who remembers what is left; what is taken by viewers too."""
    top = "Con Tra Cul Sci Agr Rel Sea"
    match = acting("Sci", "2Con", "Gov", deck=f"{top} Equ Eng")
    say(match, "use")
    assert tuple(top.split()) == at(match, A).looked == at(match, A).top
    assert [((), ())] * 3 == [
        (at(match, seat).looked, at(match, seat).top) for seat in (B, C, SPECTATOR)
    ]
    say(match, "take Cul+Sea")
    assert ("Con", "Tra", "Sci", "Agr", "Rel") == at(match, A).top
    assert [cards("2Con+Cul+Sea"), "", cards("2Con+Cul+Sea"), ""] == who_knows(match, A)
    assert [(A, None)] * 2 == told(match, "learned", to=B)


def test_cards_of_the_top_that_one_knows_are_known_in_the_hand_that_draws_them():
    """CB-57, CB-18: whoever looked knows what others draw."""
    top = "Con Tra Cul Sci Agr Rel Sea"
    match = acting("Sci", "2Con", "Gov", deck=f"{top} Equ Eng", order=[0, 1, 2], round=12)
    say(match, "use", "take Cul+Sea", "meld Con*2", "skip")
    assert [1] == match.to_act()
    later = acting("Sci", "2Con", "Agr", deck=f"{top} Equ Eng")
    say(later, "use", "take Cul+Sea", "stop")
    say(later, "meld Agr", "use")
    assert cards("Con+Tra+Sci") == known(later, B, A)
    assert ("Agr", "Rel") == at(later, A).top
    assert "" == known(later, B, SPECTATOR)


@pytest.mark.parametrize("rest, top", [
    ("top", ("Con", "Tra", "Sci", "Agr", "Rel")), ("bottom", ()), ("shuffle", ()),
])  # fmt: skip
def test_what_is_known_of_the_deck_by_option(rest: str, top: tuple[str, ...]):
    """CB-57, science_rest: the five on top; at the bottom, far below; nowhere."""
    match = acting("Sci", "2Con", "Gov", deck="Con Tra Cul Sci Agr Rel Sea Equ Eng",
                   options={"science_rest": rest})  # fmt: skip
    say(match, "use", "take Cul+Sea")
    seen = at(match, A)
    if rest == "bottom":
        assert ("Con", "Tra", "Sci", "Agr", "Rel") == seen.top[-5:]
        assert ({""}, seen.deck) == (set(seen.top[:-5]), len(seen.top))
        assert list(seen.top[-5:]) == deck(match)[-5:]
    else:
        assert top == seen.top


def test_the_bottom_comes_up_when_the_rest_is_drawn():
    """CB-57, science_rest=bottom: with a short deck."""
    top = "Con Tra Cul Sci Agr Rel Sea Equ"
    match = table(
        row("2Con"), row("Agr"), ahead(rest_of("2Con+Agr", "+".join(top.split()))), phase="act",
        action="Sci", melds=1, deck=top, options={"science_rest": "bottom"},
    )  # fmt: skip
    say(match, "use", "take Cul+Sea", "stop", "meld Agr", "use")
    assert ("Sci", "Agr", "Rel") == at(match, A).top
    assert cards("Con+Tra") == known(match, B, A)
    assert cards("Equ+Con+Tra") == hand(match, B)


# --- reshuffles


def test_what_was_known_of_hands_outlives_a_reshuffle():
    """CB-21: offers, looks and thefts are not forgotten."""
    held = rest_of("2Con+3Sci+Lea+9Dis")
    match = table(row("2Con"), row("3Sci"), ahead(held), phase="act", action="Tra", melds=1,
                  deck="Lea", rest="discard")  # fmt: skip
    say(match, "exchange B", "done", "stop")
    assert "3Sci" == known(match, B, A)
    say(match, "meld Sci*1", "use")
    assert 1 == len(told(match, "shuffled"))
    assert "2Sci" == known(match, B, A)


def test_a_reshuffle_tells_the_last_hand():
    """CB-21: all cards that are not in the new deck are in hands: if one alone is unknown, it is
    known now.
    """
    match = table(row("2Agr"), ahead(rest_of("2Agr+9Dis"), Tra=0), phase="act", action="Agr",
                  melds=1, discard="9Dis")  # fmt: skip
    assert "" == known(match, B, SPECTATOR)
    say(match, "use")
    assert hand(match, B) == known(match, B, A)
    assert "" == known(match, B, SPECTATOR) == known(match, A, SPECTATOR)


def test_two_unknown_hands_stay_unknown():
    """CB-21."""
    held = rest_of("2Agr+9Dis+9Con")
    match = table(row("2Agr"), ahead(held, Tra=0), row("9Con"), row(Tra=9), phase="act",
                  action="Agr", melds=1, discard="9Dis")  # fmt: skip
    say(match, "use")
    assert ["", ""] == [known(match, seat, A) for seat in (B, C)]


def test_the_discard_pile_is_remembered_by_all():
    """CB-10: what is left of a new deck can be counted."""
    match = table(row("2Agr"), ahead(rest_of("2Agr+9Dis")), phase="act", action="Agr", melds=1,
                  discard="9Dis")  # fmt: skip
    say(match, "use")
    assert "3Dis" in hand(match, A)
    assert 0 == sum(at(match).discard)
