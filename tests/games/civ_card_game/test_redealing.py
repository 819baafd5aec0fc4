"""Dealing again what a seat does not know gives the worlds that fit, and all of them."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.core.plain import plain
from microciv.games.civ_card_game.rules.state import CivCardGameState
from tests.games.civ_card_game.histories import Histories, TooMany, World
from tests.games.civ_card_game.printed import KINDS, NAMES
from tests.games.civ_card_game.table import (
    A,
    B,
    C,
    asked,
    at,
    cards,
    do,
    game_of,
    house,
    idle,
    new_match,
    phase,
    random_match,
    random_step,
    redealt,
    rest_of,
    row,
    table,
    told,
    truth,
)

pytestmark = pytest.mark.heavy

FEW = 40  # worlds: so few are all looked for
LIBRARY = {"name": "Library", "effects": [["steal_card", 1]]}


def world_of(state: CivCardGameState, but: int = SPECTATOR) -> World:
    """How the cards lie in a state, one hand left out."""
    hands = tuple(
        () if seat == but else tuple(sorted([NAMES[card] for card in hand]))
        for seat, hand in enumerate(state.hands)
    )
    return hands, tuple([NAMES[card] for card in state.deck[state.drawn :]])


def small(b: str, c: str, deck: str, *, more: str = "", own: str = "", land: str = "",
          lands: str = "", **fields: Any) -> Match:  # fmt: skip
    """A holds all cards but those of B, of C, of a small deck, and of a discard pile; and of the
    structures that stand on the land of B and of C.
    """
    box = game_of(new_match(2, **{name: value for name, value in fields.get("options", {}).items()
                                  if name == "cards"})).box  # fmt: skip
    standing = [name for text in (land, lands) for name in text.replace(", ", "+").split("+")
                if name in NAMES[:KINDS]]  # fmt: skip
    gone = ", ".join([text for text in (b, c, deck, more, *standing) if text])
    held = rest_of([NAMES[card] for card in box.deck(0, KINDS)], gone)
    a = row(own, held, techs="Writing")
    rows = [a, row(land, b, "60F 60H", "Philosophy"), row(lands, c, "60H")]
    return table(*rows, deck=deck, discard=more, **{"turn": B, **fields})


def play(match: Match, line: str) -> None:
    """Steps; or what does as little as it can, three times: `idle 3`."""
    word, _, number = line.partition(" ")
    if word == "idle":
        for _step in range(int(number)):
            idle(match)
    else:
        do(match, line)


def compare(match: Match, histories: Histories, rng: Rng, draws: int) -> int:
    """Every re-deal fits, and if few worlds do, all of them are found; how many fit."""
    expected = histories.worlds
    seen = at(match, histories.observer)
    assert world_of(truth(match), histories.observer) in expected
    found = set[World]()
    for number in range(1000):
        if number >= draws and (len(expected) > FEW or expected <= found):
            break
        dealt = redealt(match, histories.observer, rng)
        assert dealt.observe(histories.observer) == seen
        found.add(world_of(dealt, histories.observer))
    assert histories.renewed or found <= expected
    assert len(expected) > FEW or expected <= found
    return len(expected)


def check_bounds(match: Match, histories: Histories) -> None:
    """What the observer is told of hands holds in every world."""
    seen = at(match, histories.observer)
    for hands, deck in histories.worlds:
        assert len(deck) == seen.deck
        for seat, (hand, other) in enumerate(zip(hands, seen.table, strict=True)):
            if seat == histories.observer:
                continue
            assert len(hand) == other.hand
            assert all([hand.count(card) >= other.known.count(card) for card in other.known])


MINE: dict[str, Any] = {"options": {"cards": [LIBRARY]}}
FIGHT = "done; attack B Chariot; attack C Axemen; fight"
SCRIPTS: list[tuple[str, int, Match, list[str]]] = [  # what, the observer, a table, lines
    ("cards drawn out of sight", A, small("Iron", "Corn, Gold", "3 Furs, Iron, Corn"),
     ["done", "idle 2"]),
    ("cards played and built", A, small("Iron, Granary", "Corn, Granary", "2 Furs, Iron, Corn"),
     ["play Iron; build Granary; on 1; done", "idle 2"]),
    ("cards of Philosophy, and what is done with them", A,
     small("Oracle", "Corn", "Corn, Iron, 4 Corn"),
     ["build Oracle; on 1", "play Iron; play Corn; done"]),
    ("a theft out of sight", A,
     small("Library", "Corn, 2 Gold", "3 Furs, Iron", **MINE),
     ["build Library; on 1; use C Library", "done", "idle 2"]),
    ("a theft from oneself", A, small("Library", "Corn, 2 Gold", "3 Furs, Iron", **MINE),
     ["build Library; on 1; use A Library", "done"]),
    ("a theft of what was seen", A,
     small("Library, Spearmen", "Furs", "4 Furs, Corn", land="Coast:1", lands="Forest+Forge",
           turn=A, **MINE),
     [FIGHT, "pass", "pass", "settle 1", "idle 2", "build Library; on 1; use C Library"]),
    ("a theft to and fro", A,
     small("Library, Corn", "Library, Gold", "4 Furs", **MINE),
     ["build Library; on 1; use C Library; done", "idle 2"]),
    ("blocks, and who passes", A,
     small("Spearmen, Corn", "Archers, Axemen", "2 Furs, 2 Iron", turn=A, land="Coast:1",
           lands="Forest+Forge"),
     [FIGHT, "block Spearmen", "pass"]),
    ("walls that go and walls that stay", A,
     small("Corn, Gold", "Iron, Spearmen", "2 Furs", turn=A,
           land="Coast:1+City Walls", lands="Forest:1+Great Wall"),
     ["done; attack B Catapult; attack B Chariot; attack C Chariot; attack C Axemen; fight",
      "repel Axemen", "pass", "block Spearmen", "settle 1"]),
    ("a building that has to leave", A,
     small("Corn, Gold", "Iron", "4 Furs", turn=A, land="Coast:3+Forge+Market", lands="Forest",
           options={"overfull": "return"}),
     ["done; attack B Chariot; fight", "pass", "settle 1", "raze 1 Market", "idle 2",
      "split 0; build Market; on 2; done", "idle 2"]),
    ("a reshuffle", A, small("Iron", "Corn, Gold", "2 Furs", more="2 Copper, Oracle"),
     ["done", "idle 2"]),
    ("a reshuffle, and a theft after it", A,
     small("Library", "Corn, Gold", "Furs", more="3 Copper, Oracle", **MINE),
     ["build Library; on 1; done", "idle 1"]),
    ("a known card in a deck that was renewed", A,
     small("Iron", "Corn", "2 Furs", more="2 Copper, Oracle", turn=A, lands="Forest+Forge"),
     ["done; attack C Axemen; fight", "pass"]),
]  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_a_redeal_finds_every_world_that_fits_and_no_other(
    script: tuple[str, int, Match, list[str]],
):
    """CC-117, CI-17: against all histories, played out one by one."""
    _what, observer, start, lines = script
    match = Match(start.game, position=start.position())
    histories, rng = Histories(match, observer), Rng(7)
    for line in lines:
        play(match, line)
        histories.follow()
        check_bounds(match, histories)
    assert compare(match, histories, rng, 60) >= 1


def test_the_scripts_leave_something_open():
    """The table above is worth its while."""
    counts = []
    for _what, observer, start, lines in SCRIPTS:
        match = Match(start.game, position=start.position())
        histories = Histories(match, observer)
        for line in lines:
            play(match, line)
            histories.follow()
        counts.append(len(histories.worlds))
    assert len([number for number in counts if 1 < number <= FEW]) > len(SCRIPTS) // 2


@pytest.mark.parametrize("seed", range(6))
def test_a_random_table(seed: int):
    """CC-117: draws, thefts, combats and reshuffles as they come, for the one with most cards."""
    match = small("Library, Corn", "Library, Corn", "2 Corn, 2 Furs", more="Copper, 2 Iron",
                  land="Coast:2+Forge", lands="Forest:2+Market+Granary",
                  generator=Rng(seed).words(), **MINE)  # fmt: skip
    histories, rng = Histories(match, A), Rng(seed)
    for number in range(60):
        if match.to_act()[0] == A and phase(match) == "discard":
            idle(match)
        else:
            random_step(match, rng)
        try:
            histories.follow()
        except TooMany:
            break
        if number % 4 == seed % 4:
            check_bounds(match, histories)
            compare(match, histories, rng, 12)


@pytest.mark.parametrize("seats, options", [
    (2, {}), (3, {"steal_timing": "each_turn", "steal_kinds": "victim"}),
    (4, {"overfull": "return", "bounce": "per_wall"}), (3, {"cards": [LIBRARY], "demolish": True}),
    (2, {"steal_timing": "on_purchase", "goods_change": "lose", "tie_status": "incumbent"}),
])  # fmt: skip
def test_redeals_of_whole_matches(seats: int, options: dict[str, Any]):
    """CI-01, CC-117: each looks as the match does, has all cards, and plays on."""
    rng = Rng(3)
    for number, match in enumerate(random_match(6, seats, **options)):
        if number % 31 or not match.to_act():
            continue
        for seat in (number % seats, SPECTATOR):
            dealt = redealt(match, seat, rng)
            assert plain(dealt.observe(seat)) == plain(match.observe(seat))
            hands, deck = world_of(dealt)
            assert [len(hand) for hand in hands] == [len(hand) for hand in truth(match).hands]
            assert len(deck) == at(match).deck
            assert (True, match.state.asked) == (dealt.quiet, dealt.asked)


def test_markets_to_come_are_dealt_anew():
    """CC-117: plots and technologies that nobody has seen, in random order, and no others."""
    match = new_match(3, 4)
    while phase(match) != "turn":
        idle(match)
    orders = set()
    for number in range(10):
        dealt = redealt(match, B, Rng(number))
        state = truth(match)
        for name in ("plot", "tech"):
            mine = getattr(dealt.market, f"{name}_deck")[getattr(dealt.market, f"{name}s_drawn") :]
            true = getattr(state.market, f"{name}_deck")[getattr(state.market, f"{name}s_drawn") :]
            assert sorted(mine) == sorted(true)
            orders.add(tuple(mine))
    assert 20 == len(orders)


def test_a_redeal_is_fair():
    """CC-55: an unknown card is any of those that are left, each as likely."""
    match = small("Corn", "", "Gold, Gold")
    rng, found = Rng(5), list[str]()
    for _draw in range(600):
        hands, _deck = world_of(redealt(match, A, rng))
        found.append(hands[B][0])
    assert (200, 400) == pytest.approx((found.count("Corn"), found.count("Gold")), abs=45)


def test_a_theft_takes_each_card_as_likely_in_redeals_too():
    """CC-55: of three cards that were known the thief has each in a third of the worlds."""
    match = table(row("Plains", "3 Axemen"), row("Forest", "Library", "6H"),
                  row("Coast+Forge, Oasis+Market, Grassland+Granary"), deck="4 Copper, 4 Furs",
                  **house(LIBRARY))  # fmt: skip
    do(match, "done; attack C Axemen; attack C Axemen; attack C Axemen; fight; pass")
    do(match, "raze 1 Forge; raze 2 Market; discard Copper; discard Copper")
    do(match, "build Library; on 1; use C Library")
    assert ([None], ("turn", B)) == ([card for *_seats, card in told(match, "stole_card", to=A)],
                                     asked(match))  # fmt: skip
    found = []
    for number in range(300):
        hands, _deck = world_of(redealt(match, A, Rng(number)))
        assert 2 == len(hands[C])
        (stolen,) = set(cards("Forge, Market, Granary")) - set(hands[C])
        assert stolen in hands[B]
        found.append(stolen)
    assert [100] * 3 == pytest.approx([found.count(name) for name in sorted(set(found))], abs=32)


def test_spectators_know_what_all_know():
    """CC-117: their worlds fit, too."""
    match = small("Iron", "Corn, Gold", "3 Furs, Iron, Corn")
    do(match, "done")
    assert [(B, None)] * 4 == told(match, "drew")
    for number in range(20):
        hands, _deck = world_of(redealt(match, SPECTATOR, Rng(number)))
        assert [len(hand) for hand in hands] == [other.hand for other in at(match).table]
