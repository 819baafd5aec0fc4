"""B.6: who knows what, in every phase."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, Match
from microciv.core.plain import plain
from microciv.games.five_ages.cards import CARD
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    game_of,
    lay,
    new_match,
    no_trade,
    offers,
    random_match,
    steps,
    tick,
    told,
    truth,
)

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S", 3: "8H 3C"}
KEPT = {0: "AS", 1: "AC", 2: "KC", 3: "KD"}
OFFERS = {
    0: "offer QH for E:8H, offer 7S for W:TD, offer 7S for E:3C",
    1: "offer 4S for W:9C",
}


def trading(**parts: object) -> Match:
    """Four players at their first tick."""
    fields: dict[str, object] = {"row": ROWS, "hand": KEPT, **parts}
    return five_ages(4, phase="trade", **fields)


def test_the_table_is_public():
    """5A-36: rows, swaps, numbers, the deck, fired Jokers, attacks; the same for everybody."""
    match = five_ages(
        4, round=3, hand={0: "Jk 2C 3C", 1: "4C 4D 4H", 2: "5C 5D 5H"}, options={"jokers": 2}
    )
    lay(match, "3C attack W", "4C", "5C")
    tick(match, {1: "offer 4D for W:5D", 2: "offer 5D for E:4D"})
    for seat in (0, 1, 2, 3, SPECTATOR):
        seen = at(match, seat)
        assert [2, 3, 2, 1] == [other.hand for other in seen.table]
        assert [2, 1, 2, 2] == [other.civ for other in seen.table]
        assert [("", "2C"), ("", "4H"), ("", "5H")] == [
            (other.left, other.right) for other in seen.table[:3]
        ]
        assert (54 - 20 - 1, 1) == (seen.deck, seen.fired)
        age = seen.past[-1]
        assert [(0, 1, ())] == [(a.seat, a.target, a.void) for a in age.attacks]
        assert [(1, 2, "4D", "5D")] == [(s.seat, s.other, s.given, s.got) for s in age.swaps]
        assert (("Jk", "2C"), ("4D", "4H"), ("5D", "5H")) == age.laid[:3]
        assert ((1, 1, 1, 1), (2, 2, 2, 2), False) == (age.kept, age.built, age.over)


@pytest.mark.parametrize("name", ["row", "trade", "build"])
def test_hands_and_civilizations_are_the_owners(name: str):
    """5A-37: by name for the owner, by number for all others."""
    match = five_ages(3, round=3, phase=name, civ={0: "KS KD"})
    own = at(match, 0)
    assert (("KD", "KS"), own.table[0].hand) == (own.civ, len(own.hand))
    for seat in (1, 2, SPECTATOR):
        seen = at(match, seat)
        assert {"KS", "KD", *own.hand}.isdisjoint(names_in(plain(seen)))
        assert (own.table[0].hand, 2) == (seen.table[0].hand, seen.table[0].civ)
    spectator = at(match)
    assert ((), (), (), 0, 0) == (
        spectator.hand, spectator.civ, spectator.legal, spectator.to_place, spectator.idle
    )  # fmt: skip


def names_in(value: object) -> set[str]:
    """Every card that is named somewhere in plain data, also inside moves."""
    if isinstance(value, dict):
        return {name for item in value.values() for name in names_in(item)}
    if isinstance(value, list):
        return {name for item in value for name in names_in(item)}
    words = value.replace(":", " ").split() if isinstance(value, str) else []
    return {word for word in words if word in CARD}


def test_draws_are_the_owners():
    """5A-37: those of a round, those of a war."""
    match = five_ages(3, hand={0: "Jk 2C 3C"}, deck="KC KD KH KS", options={"jokers": 2})
    lay(match, "3C attack W")
    no_trade(match)
    build(match)
    assert [(0, "KC")] == told(match, "drew", to=0)
    assert [(0, None)] == told(match, "drew", to=1) == told(match, "drew")
    assert [(0, None), (1, "KH"), (2, None)] == told(match, "refilled", to=1)


def test_civilizations_stay_hidden_until_the_end():
    """5A-38: there is no move that shows one, and nothing is shown before."""
    for match in random_match(2, 3):
        if match.to_act():
            assert [(), (), ()] == [seat.shown for seat in at(match).table]
            assert [] == told(match, "shown")
        else:
            assert [5, 5, 5] == [len(seat.shown) for seat in at(match).table]


@pytest.mark.parametrize("visible", ["fact", "hidden"])
def test_that_somebody_exchanged_is_public_if_the_table_says_so(visible: str):
    """5A-40, B-07, exchange_visibility: the fact, never the cards."""
    match = five_ages(
        3, phase="build", round=2, hand={0: "AS 7S QH"}, civ={0: "3C"},
        options={"exchange_visibility": visible},
    )  # fmt: skip
    build(match, {0: "build QH, replace 1:7S"})
    for seat in (1, SPECTATOR):
        exchanged = [(0, None, None)] if visible == "fact" else []
        assert exchanged == told(match, "exchanged", to=seat)
        assert ((0,) if visible == "fact" else ()) == at(match, seat).past[-1].exchanged
    assert {"7S", "3C"} <= {*at(match, 0).hand, *at(match, 0).civ}


def test_a_hidden_exchange_looks_like_none():
    """5A-40, exchange_visibility hidden: to everybody else."""
    seen = []
    for text in ("build QH, replace 1:7S", "build QH, done"):
        match = five_ages(
            3, phase="build", round=2, hand={0: "AS 7S QH"}, civ={0: "3C"},
            options={"exchange_visibility": "hidden"},
        )  # fmt: skip
        build(match, {0: text})
        seen.append([(at(match, seat), match.heard(seat)) for seat in (1, 2, SPECTATOR)])
    assert seen[0] == seen[1]


def test_talk_shows_no_cards():
    """5A-42, B-05: nothing in the game shows a hidden card or says something of one."""
    verbs = {str(move.parts()["verb"]) for move in new_match().game.moves.all}
    assert verbs.isdisjoint({"show", "tell", "say", "promise", "reveal"})


# --- offers


def test_offers_that_stand_are_public_without_their_order():
    """5A-36, offers_visible table, F.3: own ones best first, others' as in any other order."""
    match = trading()
    tick(match, OFFERS)
    expected = ["offer 7S for W:TD", "offer 7S for E:3C", "offer QH for E:8H"]
    for seat in (1, 2, 3, SPECTATOR):
        assert expected == offers(match, 0, seat)
    assert steps(OFFERS[0]) == offers(match, 0)


def test_another_order_is_not_seen():
    """5A-36, F.3: until the game is over."""
    seen = []
    for text in (OFFERS[0], ", ".join(reversed(steps(OFFERS[0])))):
        match = trading()
        tick(match, {0: text})
        seen.append([(at(match, seat), match.heard(seat)) for seat in (1, 2, 3, SPECTATOR)])
    assert seen[0] == seen[1]


def test_offers_may_be_seen_by_the_two_concerned_alone():
    """5A-36, offers_visible pair."""
    match = trading(options={"offers_visible": "pair"})
    tick(match, OFFERS)
    assert steps(OFFERS[0]) == offers(match, 0)
    assert ["offer 7S for W:TD"] == offers(match, 0, 1)
    assert [] == offers(match, 0, 2) == offers(match, 0, SPECTATOR)
    assert ["offer 7S for E:3C", "offer QH for E:8H"] == offers(match, 0, 3)
    assert (["offer 4S for W:9C"], []) == (offers(match, 1, 2), offers(match, 1, 0))


@pytest.mark.parametrize("visible", ["table", "pair"])
def test_new_and_withdrawn_offers_are_told_where_all_may_see_them(visible: str):
    """F.5, offers_visible: in no order of their owner's."""
    match = trading(options={"offers_visible": visible})
    tick(match, {0: OFFERS[0] + ", offer both for W"})
    tick(match, {0: "withdraw, offer 7S for W:TD"})
    made = [(0, "7S", "TD"), (0, "7S", "3C"), (0, "QH", "8H")]
    gone = [(0, "7S", "3C"), (0, "QH", "8H")]
    for seat in (0, 1, 2, SPECTATOR):
        all_see = visible == "table"
        assert (made if all_see else []) == told(match, "offered", to=seat)
        assert (gone if all_see else []) == told(match, "withdrew", to=seat)
        assert ([(0, 1)] if all_see else []) == told(match, "offered_both", to=seat)
        assert ([(0, 1)] if all_see else []) == told(match, "withdrew_both", to=seat)


def test_swaps_and_returned_cards_are_told_to_all():
    """5A-36, F.5: by name, whatever the offers."""
    match = trading(options={"offers_visible": "pair"})
    tick(match, {0: "offer QH for E:8H", 3: "offer 8H for W:QH"})
    no_trade(match)
    for seat in (1, SPECTATOR):
        assert [(3, 0, "8H"), (0, 3, "QH")] == told(match, "gave", to=seat)
        assert [(0, "7S"), (1, "TD"), (1, "4S")] == told(match, "returned", to=seat)[:3]
        assert [(1,), (2,)] == told(match, "tick", to=seat)


# --- all together


@pytest.mark.parametrize("options", [
    {}, {"jokers": 4}, {"jokers": 4, "war_timing": "after_swaps"},
    {"jokers": 3, "exchange_visibility": "hidden", "offers_visible": "pair"},
])  # fmt: skip
@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_sees_a_card_that_never_was_open(seats: int, options: dict[str, object]):
    """5A-12, 5A-36, 5A-37, 5A-41: but one's own, and one's booty and losses."""
    for match in random_match(seats, seats, **options):
        state = truth(match)
        if not match.to_act():
            break
        laid = {card for age in at(match).past for row in age.laid for card in row}
        for seat in (*range(seats), SPECTATOR):
            seen = at(match, seat)
            thefts = {a.stolen for age in seen.past for a in age.attacks}
            own = {*seen.hand, *seen.civ}
            assert names_in(plain(seen)) - {""} <= laid | thefts | own
            real = [a for age in state.ages for a in age.attacks]
            shown = [a for age in seen.past for a in age.attacks]
            for attack, what in zip(real, shown, strict=True):
                party = seat in (attack.seat, attack.target) and attack.reason == 0
                assert party == (what.stolen != "")


def test_memory_is_worked_out_whether_it_is_shown_or_not():
    """5A-39, show_memory, show_outlook: matters of display that change no knowledge."""
    match = trading(options={"show_memory": False})
    tick(match)
    build(match)
    assert ("7S", "QH") == at(match, 1).table[0].known
    assert (False, True) == (
        game_of(match).settled.show_memory, game_of(match).settled.show_outlook
    )  # fmt: skip
