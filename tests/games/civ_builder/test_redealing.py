"""Dealing again what a seat does not know gives the worlds that fit, and all of them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.core.plain import plain
from microciv.games.civ_builder.cards import NAMES, bag_from, names_of
from microciv.games.civ_builder.rules.melds import may_go_on
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.views.chances import with_meld
from microciv.hidden.bags import copies_in
from microciv.hidden.worlds import NEW, OLD
from microciv.hidden.worlds import World as Ways
from tests.games.civ_builder.histories import Histories, TooMany, World, can_meld
from tests.games.civ_builder.table import (
    Row,
    answer,
    at,
    phase,
    random_match,
    random_step,
    redealt,
    rest_of,
    row,
    say,
    seeded,
    silent_step,
    table,
    told,
    truth,
)

pytestmark = pytest.mark.heavy

WATCHER = row(Tra=9, Agr=9, Equ=9, Con=9, Sci=9)
FEW = 40  # worlds: so few are all looked for


def world_of(state: CivBuilderState) -> World:
    """How the cards lie in a state."""
    hands = tuple(tuple(sorted([NAMES[kind] for kind in copies_in(hand)])) for hand in state.hands)
    return hands, tuple([NAMES[kind] for kind in state.deck[state.drawn :]])


def small(b: str, c: str, deck: str, *, more: str = "", **fields: Any) -> Match:
    """Seat 0 holds all cards but those of B, of C, and of a small deck; D, who has none, looks on.
    The discard pile is `more`.
    """
    held = rest_of(*[text for text in (b, c, "+".join(deck.split()), more) if text])
    rows: list[Row] = [row(held, Gov=1), row(b), row(c), WATCHER]
    return table(*rows, deck=deck, discard=more, **{"phase": "meld", **fields})


def compare(match: Match, histories: Histories, rng: Rng, draws: int) -> int:
    """Every re-deal fits, and if few worlds do, all of them are found; how many fit."""
    expected = histories.now()
    seen = at(match, histories.observer)
    assert world_of(match.state) in expected  # type: ignore[arg-type]
    found = set()
    for _draw in range(draws):
        dealt = redealt(match, histories.observer, rng)
        assert dealt.observe(histories.observer) == seen
        found.add(world_of(dealt))
    assert histories.renewed or found <= expected
    if len(expected) <= FEW and len(found) < draws // 6:
        assert expected <= found
    return len(expected)


def check_bounds(match: Match, histories: Histories) -> None:
    """What the observer is told of hands and deck holds in every world."""
    seen = at(match, histories.observer)
    for hands, deck in histories.now():
        for hand, other in zip(hands, seen.table, strict=True):
            assert all(hand.count(card) >= other.known.count(card) for card in other.known)
        assert all(told_ in ("", card) for told_, card in zip(seen.top, deck, strict=False))


OPEN: dict[str, Any] = {"options": {"trade_passes": 1}}
SCRIPTS: list[tuple[str, int, Match, list[str]]] = [  # what, the observer, a table, lines
    ("a theft out of sight", 0, small("2Sci+Cul", "2Rel", "Con Con"),
     ["stop", "stop", "meld Rel*1", "steal B"]),
    ("a theft from what was seen", 0,
     small("Sci+Cul+Gov", "2Rel", "Con Con", phase="act", action="Tra", melds=1),
     ["exchange B", "done", "stop", "stop", "meld Rel*1", "steal B"]),
    ("a theft from oneself", 0, small("2Rel", "Sci+Cul", "Con Con"),
     ["stop", "meld Rel*1", "steal A"]),
    ("a private exchange", 0, small("Sci+Cul", "Rel+Con", "Eng Eng", phase="offer"),
     ["pass", "offer Sci > C : Rel", "accept"]),
    ("an exchange of two for one", 0, small("2Sci+Cul", "Rel+Con", "Eng", phase="offer"),
     ["offer Gov > B : Sci", "decline", "offer 2Sci > C : Con", "accept"]),
    ("an exchange of like for like", 0, small("Sci+Cul", "Sci+Con", "Eng", phase="offer"),
     ["pass", "offer Sci > C : Sci", "accept"]),
    ("what was offered, then stolen", 0,
     small("2Sci+Cul", "2Rel", "Con Con", phase="offer", **OPEN),
     ["pass", "offer 2Sci > A : Gov", "decline", "pass", "stop", "stop", "meld Rel*1", "steal B"]),
    ("a counter-offer", 0, small("Sci+Cul", "Rel+Con", "Eng Eng", phase="offer"),
     ["offer Gov > B : Rel", "counter Cul : Gov", "decline"]),
    ("cards drawn out of sight", 0, small("Agr+Cul", "Rel", "Con Sci Sci Eng"),
     ["stop", "meld Agr", "use"]),
    ("cards drawn from a top that one knows", 0,
     small("Agr+Cul", "Rel+Eng", "Con Tra Cul Sci Agr Rel Sea Gov",
           phase="study", melds=1),
     ["take Cul+Sea", "stop", "meld Agr", "use", "meld Rel", "steal B"]),
    ("somebody looks at the deck", 0, small("Sci+Cul", "Rel", "Con Con Tra"),
     ["stop", "meld Sci", "use", "take Con+Tra"]),
    ("and shows what was taken", 0, small("2Sci+Con", "Rel", "Con Tra Cul Eng"),
     ["stop", "meld Sci*1", "use", "take Con+Tra", "meld Con*2"]),
    ("the rest goes to the bottom", 0,
     small("Sci+Cul", "Agr", "Con Con Tra Eng", options={"science_rest": "bottom"}),
     ["stop", "meld Sci", "use", "take Con+Tra", "meld Agr", "use"]),
    ("the rest is shuffled in", 0,
     small("Agr+Cul", "Rel", "Con Tra Cul Sci", phase="act", action="Sci", melds=1,
           options={"science_rest": "shuffle"}),
     ["use", "take Con+Tra", "stop", "meld Agr", "use"]),
    ("a raid", 0, small("2Sci+Cul+Gov", "Equ+Rel", "Con"),
     ["stop", "stop", "meld Equ", "raid B"]),
    ("Trade between two others", 0, small("Tra+Cul", "Sci+Rel+Rel", "Con"),
     ["stop", "meld Tra", "exchange C", "take Sci+Rel : Cul+Rel"]),
    ("Trade takes what one knew", 0,
     small("2Cul+Tra", "Sci+Rel", "Con", phase="act", action="Tra", melds=1),
     ["exchange C", "done", "stop", "meld Tra", "exchange C", "take Sci : Cul", "stop"]),
    ("a reshuffle", 0, small("Agr+Cul", "Rel", "Con", more="Sci+Gov"),
     ["stop", "meld Agr", "use"]),
    ("old cards and new ones", 0, small("Agr+Cul", "2Rel+Tra", "Con Eng", more="Sci+Gov"),
     ["stop", "meld Agr", "use", "meld Rel*1", "steal B"]),
    ("new cards are shown", 0, small("Agr+2Cul", "2Rel", "Con", more="Sci+Cul"),
     ["stop", "meld Agr", "use", "meld Cul*2", "use"]),
    ("Government loses some and draws", 0, small("2Gov+Cul", "Rel", "Con Tra Sci Eng"),
     ["stop", "meld Gov*1", "use Cul"]),
    ("from the middle, a private exchange", 1, small("Sci", "Rel+Con", "Eng", phase="offer",
                                                     asked=2, order=[2, 1, 0, 3], **OPEN),
     ["offer Con > B : Sci", "accept"]),
]  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_a_redeal_finds_every_world_that_fits_and_no_other(
    script: tuple[str, int, Match, list[str]],
):
    """CB-10, CB-31, BI-13: against all histories, played out one by one."""
    _what, observer, start, lines = script
    match = Match(start.game, position=start.position())
    histories, rng = Histories(match, observer), Rng(7)
    for line in lines:
        say(match, line)
        histories.follow()
        check_bounds(match, histories)
    assert compare(match, histories, rng, 300) >= 1


def test_the_scripts_leave_something_open():
    """The table above is worth its while."""
    counts = []
    for _what, observer, start, lines in SCRIPTS:
        match = Match(start.game, position=start.position())
        histories = Histories(match, observer)
        for line in lines:
            say(match, line)
            histories.follow()
        counts.append(len(histories.now()))
    assert len([number for number in counts if 1 < number <= FEW]) > len(SCRIPTS) // 2


@pytest.mark.parametrize("seed", range(8))
def test_a_random_table(seed: int):
    """CB-10: thefts, exchanges, looks and reshuffles as they come, for the one with most cards."""
    match = small("2Rel+Sci+Agr+Tra", "Rel+Tra+Equ+Gov", "Con Sea", more="Eng+Dis", phase="offer",
                  generator=seeded(seed), **OPEN)  # fmt: skip
    histories, rng = Histories(match, 0), Rng(seed)
    for number in range(60):
        if at(match).round > 1 or phase(match) in ("point", "dump", "discard"):
            break
        if match.to_act()[0] == 0 and phase(match) in ("meld", "act"):
            silent_step(match)
        else:
            random_step(match, rng)
        try:
            histories.follow()
        except TooMany:
            break
        if number % 5 == seed % 5:
            check_bounds(match, histories)
            compare(match, histories, rng, 12 if len(histories.now()) > FEW else 120)


@pytest.mark.parametrize("observer", [1, 3, 4, SPECTATOR])
def test_among_several_who_are_willing(observer: int):
    """CB-24, CB-28: everybody knows that two are: whoever looks on deals them the cards wanted, and
    to nobody who has none, or is known to have others.
    """
    rows = [row(rest_of("3Sci+Cul+Rel+Eng", "Con")), row("Sci+Cul"), row("Sci+Rel"),
            row("Sci+Eng"), row(Tra=9)]  # fmt: skip
    match = table(*rows, deck="Con", phase="offer")
    histories = Histories(match, 0)
    say(match, "offer Con > any : Sci")
    for seat in (1, 2, 3):
        answer(match, seat, "accept" if seat < 3 else "decline")
    histories.follow()
    assert "choose" == phase(match)
    compare(match, histories, Rng(1), 100)
    seen = at(match, observer)
    for number in range(60):
        dealt = redealt(match, observer, Rng(number))
        assert dealt.observe(observer) == seen
        assert len(dealt.willing) >= 2
        assert all("Sci" in world_of(dealt)[0][seat] for seat in dealt.willing)


@pytest.mark.parametrize("options", [
    {}, {"trade_mode": "clock"}, {"science_rest": "bottom"}, {"science_rest": "shuffle"},
    {"trade_view": "trade_phase"}, {"privilege_ties": "none", "trade_gifts": True},
])  # fmt: skip
def test_redeals_of_whole_matches(options: dict[str, Any]):
    """CB-10, BI-01: each looks as the match does, has all cards, and plays on."""
    rng = Rng(3)
    for number, match in enumerate(random_match(6, 3, **options)):
        if number % 9 or not match.to_act():
            continue
        for seat in (number % 3, SPECTATOR):
            dealt = redealt(match, seat, rng)
            assert plain(dealt.observe(seat)) == plain(match.observe(seat))
            hands, deck = world_of(dealt)
            assert [len(hand) for hand in hands] == [other.hand for other in at(match).table]
            assert 108 == sum(map(len, hands)) + len(deck) + sum(at(match).discard)
            assert dealt.quiet
            assert dealt.asked == match.state.asked


def test_a_redeal_is_fair():
    """CB-67: an unknown card is any of those that are left, each as likely."""
    match = small("Sci", "Cul", "Rel Rel")
    rng, found = Rng(5), list[str]()
    for _draw in range(600):
        hands, _deck = world_of(redealt(match, 0, rng))
        found.append(hands[1][0])
    assert (150, 300) == pytest.approx((found.count("Sci"), found.count("Rel")), abs=45)


# What is known of a hand; how many more it has of these cards, and of those of a later shuffle;
# melds, options.
ASKED: list[tuple[str, int, str, int, str, int, dict[str, Any]]] = [
    ("", 1, "Agr Lea Sci Rel Dis Rel", 0, "", 0, {}),
    ("", 3, "Rel Sci Lea Agr Agr Agr Rel Lea Lea", 0, "", 1, {}),
    ("Sci", 2, "Rel Sci Sci Agr Rel Eng Cul Con Gov Tra Equ Equ", 0, "", 1, {}),
    ("Dis", 2, "Agr Lea Agr Agr Rel Rel Tra Sea Sea Sea Dis Dis", 0, "", 2, {}),
    ("", 3, "Con Sea Lea Con Sea Tra Rel Gov Cul Sea", 0, "", 2, {"wild_limit": "one_each"}),
    ("", 2, "Dis Lea Dis Cul Gov Gov Equ Lea", 0, "", 1, {"natural_required": False}),
    ("", 2, "Sci Agr Sci Rel Con", 2, "Sci Lea Sci Rel Agr Agr", 2, {}),
    ("Con", 1, "Sea Rel Con Rel", 3, "Con Con Sea Dis Sea Tra", 3, {}),
]


@pytest.mark.parametrize("sure, old, olds, new, news, melds, options", ASKED)
def test_hands_that_can_meld_are_as_likely_as_among_all(
    sure: str, old: int, olds: str, new: int, news: str, melds: int, options: dict[str, Any]
):
    """CB-49, CB-67: against all ways to deal the cards, each copy for itself."""
    match = table(row("9Rel"), row(), melds=melds, options=options)
    ways = product(combinations(olds.split(), old), combinations(news.split(), new))
    hands = [tuple(sorted([*sure.split(), *above, *below])) for above, below in ways]
    expected = Counter([hand for hand in hands if can_meld(at(match), hand, match)])
    assert 0 < expected.total() < len(hands)
    world = Ways(2)
    world.known[0], world.old[0], world.new[0] = bag_from(sure.split()), old, new
    world.old_pool, world.new_pool = bag_from(olds.split()), bag_from(news.split())
    world.deck = [OLD] * (len(olds.split()) - old) + [NEW] * (len(news.split()) - new)
    state, rng, draws = truth(match), Rng(11), 1500
    found = Counter[tuple[str, ...]]()
    for _draw in range(draws):
        dealt = with_meld(state, world, rng)
        assert dealt is not None
        found[tuple(sorted(names_of(dealt.known[0])))] += 1
    assert set(expected) == set(found)
    for hand, number in expected.items():
        share = number / expected.total()
        spread = (draws * share * (1 - share)) ** 0.5
        assert draws * share == pytest.approx(found[hand], abs=4.5 * spread)


def test_a_hand_that_can_meld_is_dealt_however_rare_it_is():
    """CB-49: all of them, not those without a Leader only."""
    match = small("3Agr", "Lea+Sci+Rel", "Eng Cul Con Gov Equ Tra Dis Sea", asked=1,
                  order=[1, 0, 2, 3], melds=2)  # fmt: skip
    found = {world_of(redealt(match, 0, Rng(number)))[0][1] for number in range(60)}
    assert [] == [hand for hand in found if not can_meld(at(match, 0), hand, match)]
    assert {("Agr", "Agr", "Agr"), ("Agr", "Agr", "Lea"), ("Con", "Lea", "Sea")} <= found


def test_spectators_know_what_all_know():
    """BA-42: their worlds fit, too."""
    match = small("2Agr", "Rel", "Con Con")
    say(match, "stop", "meld Agr*1", "use")
    assert [(1, None)] * 3 == told(match, "drew")
    for number in range(20):
        hands, _deck = world_of(redealt(match, SPECTATOR, Rng(number)))
        assert [len(hand) for hand in hands] == [other.hand for other in at(match).table]


@pytest.mark.parametrize("hand_, melds, options", [
    ("3Cul", 2, {}), ("Cul+Lea+2Dis", 3, {}), ("2Con+2Sea", 3, {}), ("Cul", 0, {}),
    ("2Lea+2Dis", 2, {"natural_required": False}), ("Gov+Con", 0, {"repeat_attribute": False}),
])  # fmt: skip
@pytest.mark.parametrize("reader", [1, SPECTATOR])
def test_who_is_asked_for_a_meld_can_make_one(
    hand_: str, melds: int, options: dict[str, Any], reader: int
):
    """CB-49: everybody knows that, however few hands there are in which it is so."""
    match = table(row(hand_, Rel=3, Sea=3), row("2Gov"), melds=melds, options=options)
    for seed in range(20):
        dealt = redealt(match, reader, Rng(seed))
        assert may_go_on(dealt, 0)
        assert plain(match.observe(reader)) == plain(dealt.observe(reader))
        assert plain(dealt.position()) == plain(match.game.set_up(saved_state(dealt)).position())


def saved_state(state: CivBuilderState) -> dict[str, Any]:
    """Its position as a file has it."""
    document = json.loads(json.dumps(plain(state.position())))
    assert isinstance(document, dict)
    return document


def test_who_reads_an_offer_knows_that_its_cards_are_held():
    """CB-28: also where a position tells of no past."""
    deal = {"seat": 0, "target": 1, "given": "Cul", "wanted": "Agr"}
    match = table(
        row("Cul+Sci"), row("Agr+Rel"), row("3Con"),
        round=2, phase="answer", asked=1, trade={"pass": 1, "proposed": True, "deal": deal},
    )  # fmt: skip
    for draw in range(20):
        assert "Cul" in world_of(redealt(match, 1, Rng(draw)))[0][0]
