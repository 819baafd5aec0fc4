"""Draw and discard, the play deck and its renewal."""

from __future__ import annotations

from collections import Counter

import pytest

import microciv
from microciv import SPECTATOR, Match, Rng
from tests.games.civ_card_game.table import (
    A,
    B,
    asked,
    at,
    cards,
    deck,
    discard,
    do,
    end_turn,
    hand,
    hand_text,
    house,
    legal,
    options_of,
    row,
    standing,
    table,
    told,
)
from tests.games.saving import saved


def short(held: str, deck_: str, pile: str = "", techs: str = "", **fields: object) -> Match:
    """A's turn, with this deck and no more: B holds all other cards."""
    own = row(hand=held, techs=techs, stock="12H")
    match = table(own, row(), deck=deck_, discard=pile, **fields)
    document, number = saved(match), len(cards(deck_))
    document["table"][B]["hand"] = document["deck"][number:]
    document["deck"] = document["deck"][:number]
    del document["past"]
    return microciv.set_up(document)


def drawing(held: str, deck_: str, pile: str = "", techs: str = "", **fields: object) -> Match:
    """A's Draw step, with this deck and no more."""
    match = short(held, deck_, pile, techs, **fields)
    do(match, "done")
    assert "peace" not in legal(match)
    return match


def test_four_cards_are_drawn_and_two_discarded():
    """CC-102, CC-103: from the top; any two of the whole hand."""
    match = table(row(hand="Archers, Corn"), row(), deck="Iron, Gold, 2 Furs, Oracle")
    do(match, "done")
    assert (hand_text("Archers, Corn, Iron, Gold, 2 Furs"), ["Oracle"]) == (
        hand(match, A), deck(match)[:1],
    )  # fmt: skip
    assert ["discard " + name for name in ("Archers", "Corn", "Furs", "Iron", "Gold")] == (
        legal(match)
    )
    do(match, "discard Furs; discard Archers")
    assert (hand_text("Corn, Iron, Gold, Furs"), hand_text("Archers, Furs")) == (
        hand(match, A), discard(match),
    )  # fmt: skip
    assert ("turn", B) == asked(match)


def test_there_is_no_hand_limit():
    """CC-106: twenty cards, twenty-two after the turn."""
    match = table(row(hand="6 Archers, 6 Spearmen, 6 Axemen, 2 Corn"), row())
    do(match, "done; peace")
    end_turn(match)
    assert 22 == at(match).table[A].hand


def test_the_discard_pile_becomes_the_deck():
    """CC-107, CC-109: shuffled, when a card is needed and there is none."""
    match = drawing("Archers", "Iron", "3 Gold, 2 Furs, Oracle")
    assert ([(6,)], "", 3) == (told(match, "shuffled"), discard(match), len(deck(match)))
    drawn = [card for _seat, card in told(match, "drew", to=A)]
    assert "Iron" == drawn[0]
    assert Counter(["Gold"] * 3 + ["Furs"] * 2 + ["Oracle"]) == Counter(drawn[1:] + deck(match))


def test_a_deck_that_is_just_enough_is_not_shuffled():
    """CC-107: only when a card is needed."""
    match = drawing("Archers", "Iron, 3 Furs", "3 Gold")
    assert ([], "3 Gold", []) == (told(match, "shuffled"), discard(match), deck(match))


@pytest.mark.parametrize("held, deck_, pile, drawn, kept", [
    ("Archers", "Iron", "", 1, 0), ("3 Archers", "Iron", "", 1, 2), ("3 Archers", "", "", 0, 1),
    ("Archers", "", "", 0, 0), ("", "", "", 0, 0), ("Archers", "", "Iron, Gold", 2, 1),
])  # fmt: skip
def test_when_both_are_empty_drawing_stops(held: str, deck_: str, pile: str, drawn: int, kept: int):
    """CC-107, CC-108, CC-116: who has fewer cards than must be discarded discards all; the match
    goes on.
    """
    match = drawing(held, deck_, pile)
    assert drawn == len(told(match, "drew"))
    while asked(match) == ("discard", A):
        do(match, legal(match)[0])
    assert (kept, ("turn", B)) == (at(match).table[A].hand, asked(match))


def test_who_must_discard_all_is_not_asked():
    """CC-108: two cards with two to discard are no choice."""
    match = drawing("2 Archers", "")
    assert (("turn", B), "2 Archers", "") == (asked(match), discard(match), hand(match, A))


def test_three_must_go_with_highest_culture():
    """CC-103, CC-108: of three cards all, of four one stays."""
    match = drawing("3 Archers", "", techs="Music")
    assert (("turn", B), "3 Archers") == (asked(match), discard(match))
    match = drawing("4 Archers", "", techs="Music")
    assert (("discard", A), 3) == (asked(match), at(match, A).left)


def test_discards_are_face_up():
    """CC-109, CC-117: everybody sees them, as they are whole."""
    match = table(row(hand="Archers"), row(), deck="Iron, Gold, 2 Furs")
    do(match, "done; discard Iron")
    assert ("", []) == (discard(match), told(match, "discarded"))
    do(match, "discard Archers")
    assert hand_text("Archers, Iron") == discard(match)
    assert [(A, "Iron"), (A, "Archers")] == told(match, "discarded")
    assert at(match, B).discard == at(match, SPECTATOR).discard


def test_structures_come_back_after_a_reshuffle():
    """CC-109: a wonder that was discarded is drawn and built."""
    match = drawing("2 Archers", "", "Pyramids, Stonehenge, Great Wall, Oracle")
    assert "Pyramids" in hand(match, A)


def test_every_order_may_come():
    """CC-107: a reshuffle is a shuffle."""
    tops = set()
    for seed in range(40):
        match = drawing(
            "Archers", "", "Iron, Gold, Furs, Corn, Copper", generator=Rng(seed).words()
        )
        tops.add(deck(match)[0])
    assert {"Iron", "Gold", "Furs", "Corn", "Copper"} == tops


def test_purchases_that_draw_renew_the_deck_too():
    """CC-107, CC-58: goods that were played in the same turn come back."""
    match = short("Oracle, Gold, Iron, Furs", "Corn")
    do(match, "play Gold; play Iron; play Furs; build Oracle; on 1")
    drawn = [card for _seat, card in told(match, "drew", to=A)]
    assert ("Corn", 3, 1) == (drawn[0], len(drawn), len(deck(match)))
    assert {"Gold", "Iron", "Furs"} > set(drawn[1:])


def test_a_patched_extra_draw():
    """CC-102, CC-105: rows of a house add up, several copies too."""
    library = {"name": "Library", "effects": [["extra_draw", 3]]}
    match = table(row("Plains+Library, Forest+Library"), row(), **house(library))
    do(match, "done")
    assert (4 + 6, 2) == (at(match).table[A].hand, at(match, A).left)
    assert "1 Library, 2 Library" == standing(match, A)


def test_the_next_turn_begins_after_the_discards():
    """CC-13, CC-12: in the next seat, with its Collect."""
    match = table(row(hand="Chariot"), row("Plains:1"), deck="6 Corn")
    do(match, "done; peace; discard Corn; discard Chariot")
    assert ("turn", B, "collect") == (*asked(match), at(match, B).stage)
    assert [] == options_of(match, "populate")
