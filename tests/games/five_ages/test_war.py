"""B.10: what war brings, and to whom."""

from __future__ import annotations

from collections import Counter

import pytest

from microciv import SPECTATOR, Rng
from tests.games.five_ages.table import (
    at,
    at_war,
    build,
    civ,
    events,
    five_ages,
    hand,
    hands,
    lay,
    legal,
    no_trade,
    phase,
    row,
    sizes,
    tick,
    told,
)

ONE = {0: "W"}


def test_a_theft_takes_any_card_alike():
    """5A-57, B-25: uniformly, whatever the thief or the victim would like."""
    count = Counter[str]()
    for seed in range(400):
        match = five_ages(
            4, round=5, hand={0: "Jk 2C 3C"}, civ={1: "AC AD AH AS"}, options={"jokers": 4},
            fields={"generator": Rng(seed).words()},
        )  # fmt: skip
        lay(match, "attack W")
        count[at(match, 0).past[-1].attacks[0].stolen] += 1
    assert {"AC", "AD", "AH", "AS"} == set(count)
    assert min(count.values()) > 60


def test_the_thief_has_the_card_in_hand_and_the_victim_draws_at_once():
    """5A-57, 5A-58, B-12, B-22: and places two in this round."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C", 1: "4C 4D 4H"}, civ={1: "AC AD"}, deck="KS",
        steals=[(1, 2)], options={"jokers": 2},
    )  # fmt: skip
    lay(match, "3C attack W", "4C")
    assert ("3C AD", "AC", "4C KS") == (hand(match, 0), civ(match, 1), hand(match, 1))
    assert [1, 2, 1, 1] == [at(match, seat).to_place for seat in range(4)]
    no_trade(match)
    for step in ("build 4C", "build KS", "done"):
        assert 1 in match.to_act()
        match.play(1, step)
    assert 1 not in match.to_act()


def test_the_joker_of_a_hit_is_gone_and_not_replaced():
    """5A-59, B-13: the booty takes its place."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C"}, deck="KS KH", options={"jokers": 2}, steals=[(0, 2)]
    )
    lay(match, "3C attack W")
    assert (2, 1, "- 2C") == (at(match, 0).table[0].hand, at(match).fired, row(match, 0))
    assert [1] == [seat for seat, _card in told(match, "drew")]


def test_a_void_attack_leaves_the_defender_alone():
    """5A-60: the attacker discards and draws."""
    match = five_ages(4, hand={0: "Jk 2C 3C", 1: "4C 4D 4H"}, deck="KS", options={"jokers": 2})
    lay(match, "3C attack W", "4C")
    assert ("3C KS", "4C", 1) == (hand(match, 0), hand(match, 1), at(match).fired)
    assert [(1, 0), (1, 0)] == [(row.hand, row.civ) for row in at(match).table[1:3]]


def test_a_fired_joker_never_comes_back():
    """5A-61: f ≤ J."""
    match = five_ages(3, hand={0: "Jk Jk 2C"}, options={"jokers": 2})
    lay(match, "attack both")
    assert 2 == at(match).fired
    while match.to_act():
        assert all("Jk" not in hand(match, seat) for seat in range(3))
        {"row": lay, "trade": no_trade, "build": build}[phase(match)](match)
    assert 2 == at(match).fired


def test_war_comes_before_the_first_offer():
    """5A-62, B-10, war_timing: the default."""
    match = at_war(4, 3, ONE)
    assert ("trade", 1) == (phase(match), at(match).fired)
    names = [event["event"] for event in events(match)]
    assert "tick" not in names


def test_war_may_wait_for_the_swaps():
    """5A-62, B-10, war_timing: Jokers lie in the row until then, and nobody can have them."""
    match = at_war(4, 3, ONE, war_timing="after_swaps")
    assert ("trade", 0, ()) == (phase(match), at(match).fired, at(match).past[-1].attacks)
    left = at(match).table[0].left
    assert "Jk" == left
    assert not [text for text in legal(match, 1) if "E:Jk" in text or "both for E" in text]
    own, other = at(match).table[0].right, at(match).table[1].left
    tick(match, {0: f"offer {own} for W:{other}", 1: f"offer {other} for E:{own}"})
    no_trade(match)
    names = [event["event"] for event in events(match)]
    assert names.index("gave") < names.index("hit")
    assert (1, 1) == (at(match).fired, len(at(match).past[-1].attacks))
    assert [(3, 2), (4, 1), (3, 2), (3, 2)] == sizes(match)


@pytest.mark.parametrize("timing", ["before_swaps", "after_swaps"])
def test_what_war_brings_cannot_be_traded_in_this_round(timing: str):
    """5A-63: stolen and drawn cards are in hand, not in the row."""
    match = at_war(3, 3, dict.fromkeys(range(3), "W"), war_timing=timing)
    if timing == "before_swaps":
        for seat in range(3):
            assert 3 == len(at(match, seat).hand)
            named = {text.split()[1] for text in legal(match, seat) if ":" in text}
            assert named == set(row(match, seat).split()) - {"-"}
    no_trade(match)
    assert ["- -"] * 3 == [row(match, seat) for seat in range(3)]


def test_attackers_and_victims_trade_what_is_left_of_their_rows():
    """5A-64, B-34: with each other too."""
    match = at_war(4, 3, ONE)
    own, other = at(match).table[0].right, at(match).table[1].left
    tick(match, {0: f"offer {own} for W:{other}", 1: f"offer {other} for E:{own}"})
    assert [(0, 1, own), (1, 0, other)] == told(match, "gave")


def test_nobody_loses_more_than_one_card_in_a_round():
    """5A-65, INV-A12: whatever is attacked."""
    for lays in combinations_of_attacks():
        match = at_war(3, 3, lays)
        lost = Counter(a.target for a in at(match).past[-1].attacks if not a.void)
        assert max(lost.values(), default=1) == 1
        assert all(row.civ >= 1 for row in at(match).table)


def combinations_of_attacks() -> list[dict[int, str]]:
    """Every way in which three players can fire up to four Jokers."""
    found: list[dict[int, str]] = [{}]
    for seat in range(3):
        found += [{**lays, seat: side} for lays in found for side in ("W", "E", "both")]
    return [lays for lays in found if sum(1 + (side == "both") for side in lays.values()) <= 4]


def test_thefts_are_drawn_from_civilizations_as_they_stood():
    """5A-66: in a ring nobody can be robbed of what they have just stolen."""
    match = five_ages(
        3, round=2, hand={0: "Jk 2C 3C", 1: "Jk 2D 3D", 2: "Jk 2H 3H"},
        civ={0: "AC", 1: "AD", 2: "AH"}, deck="KC KD KH", options={"jokers": 3},
    )  # fmt: skip
    lay(match, "3C attack W", "3D attack W", "3H attack W")
    assert ["3C KC AD", "3D KD AH", "3H KH AC"] == hands(match)
    assert ["", "", ""] == [civ(match, seat) for seat in range(3)]


def test_draws_are_made_in_seat_order_and_those_of_one_together():
    """5A-67, B-08, B-24."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C", 1: "Jk Jk 3D", 2: "Jk 2H 3H"}, deck="KC KD KH KS",
        options={"jokers": 4},
    )  # fmt: skip
    lay(match, "3C attack W", "3D attack both", "3H attack E")
    assert [0, 1, 1, 2] == [seat for seat, _card in told(match, "drew")]
    assert ["3C KC", "3D KD KH", "3H KS"] == [hand(match, seat) for seat in range(3)]


def test_a_victim_may_exchange_too():
    """5A-68, B-23: on what is left in the civilization."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C", 1: "4C 4D 4H"}, civ={1: "AC AD"}, deck="KS 6C 6D",
        steals=[(1, 2)], options={"jokers": 2},
    )  # fmt: skip
    lay(match, "3C attack W", "4C")
    no_trade(match)
    build(match, {1: "build 4C, build 4D, replace 1:KS"})
    assert ("4C 4D KS", "4H 6D AC") == (civ(match, 1), hand(match, 1))


def test_in_round_2_a_victim_has_nothing_to_exchange():
    """5A-68: the answer is whole with the second card."""
    match = five_ages(
        4, round=2, hand={0: "Jk 2C 3C", 1: "4C 4D 4H"}, civ={1: "AC"}, options={"jokers": 2}
    )
    lay(match, "3C attack W", "4C")
    no_trade(match)
    for step in ("build 4C", "build 4D"):
        match.play(1, step)
    assert 1 not in match.to_act()


def test_victims_draw_in_round_5_though_nobody_refills():
    """5A-69."""
    match = at_war(7, 5, {6: "W"})
    no_trade(match)
    build(match)
    assert ([(0, None)], []) == (told(match, "drew"), told(match, "refilled"))
    assert [(2, 5)] * 7 == sizes(match)


def test_a_joker_in_round_1_is_a_card_from_the_deck():
    """5A-70, B-20: legal, and always void."""
    for lays in combinations_of_attacks():
        match = at_war(3, 1, lays)
        assert all("nothing_built" in attack.void for attack in at(match).past[-1].attacks)
        assert [(3, 0)] * 3 == sizes(match)


def test_war_is_public_but_for_the_cards():
    """5A-36, 5A-41, B-14: a stolen card is for thief and victim, a drawn one for who draws."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C", 1: "4C 4D 4H"}, civ={1: "AC AD"}, deck="KS",
        steals=[(1, 2)], options={"jokers": 2},
    )  # fmt: skip
    lay(match, "3C attack W", "4C")
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert [(0, 1)] == told(match, "hit", to=seat)
        stolen = "AD" if seat in (0, 1) else None
        assert [(0, 1, stolen)] == told(match, "stole", to=seat)
        assert stolen == (at(match, seat).past[-1].attacks[0].stolen or None)
        assert [(1, "KS" if seat == 1 else None)] == told(match, "drew", to=seat)
