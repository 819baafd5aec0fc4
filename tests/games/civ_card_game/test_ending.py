"""When a match ends, and who wins it."""

from __future__ import annotations

import pytest

from microciv import Match, Rng
from tests.games.civ_card_game.table import (
    A,
    B,
    C,
    Row,
    again,
    asked,
    at,
    cards,
    do,
    end_turn,
    hand,
    house,
    land_but,
    new_match,
    options_of,
    phase,
    points,
    random_step,
    row,
    table,
    techs,
    techs_but,
    told,
)
from tests.games.saving import saved

OVER = "over"


def last_tech(*rows: Row, name: str = "Music", **fields: object) -> Match:
    """The market has one technology, the deck none; the last seat has all that nobody has."""
    gone = [tech for seat in rows for tech in seat["techs"]]
    rest = {**rows[-1], "techs": [*rows[-1]["techs"], *cards(techs_but(name, *gone))]}
    return table(*rows[:-1], rest, techs=name, **fields)


def test_the_last_technology_ends_the_match_at_once():
    """CC-110, CA-06, CI-18: no more purchases, no combat, no draw."""
    match = last_tech(row(hand="Chariot", stock="99F 99C"), row("Plains:1"))
    do(match, "populate 1; buy Music")
    assert (OVER, [], "Chariot", [(A,)]) == (phase(match), match.to_act(), hand(match, A),
                                             told(match, "last_tech"))  # fmt: skip
    assert ([2, 24], [], []) == (points(match), told(match, "attacked"), told(match, "drew"))


def test_everything_else_may_be_done_before():
    """CC-110: the buyer's own purchases of that turn count."""
    match = last_tech(row(hand="Pyramids", stock="6F 14H 14C"), row("Plains:1"))
    do(match, "build Pyramids; on 1; populate 1; buy Music")
    assert [3, 24] == points(match)


def test_the_last_technology_draws_nothing():
    """CC-110: Philosophy as the last one."""
    match = last_tech(row(stock="99C"), row(), name="Philosophy")
    do(match, "buy Philosophy")
    assert (OVER, "", []) == (phase(match), hand(match, A), told(match, "drew"))


@pytest.mark.parametrize("name", ["Writing", "Code of Laws"])
def test_a_theft_on_purchase_is_gone_at_the_end(name: str):
    """CC-54, CC-110, steal_timing=on_purchase: as the last technology it is never used."""
    match = last_tech(row(stock="99C"), row(hand="Archers", stock="9H"), name=name,
                      options={"steal_timing": "on_purchase"})  # fmt: skip
    do(match, f"buy {name}")
    assert (OVER, ()) == (phase(match), at(match).table[A].powers)
    assert saved(match) == saved(again(match))


def test_the_last_but_one_ends_nothing():
    """CC-110, CC-41: as long as the market has one."""
    match = table(row(stock="99C", techs=techs_but("Music", "Drama")), row(),
                  techs="Music, Drama")  # fmt: skip
    do(match, "buy Music")
    assert (("turn", A), ["Drama"]) == (asked(match), options_of(match, "buy"))


def test_the_end_after_the_turn():
    """CC-110, end_trigger=turn: Purchase, Combat and Draw go on to their end."""
    match = last_tech(row(hand="Chariot", stock="99F 99C"), row("Plains:1"), row(),
                      options={"end_trigger": "turn"})  # fmt: skip
    do(match, "buy Music")
    assert (("turn", A), True) == (asked(match), at(match).ending)
    assert saved(match) == saved(again(match))
    do(match, "populate 1; done; attack B Chariot; fight; pass; settle 1")
    assert "discard" == phase(match)
    end_turn(match)
    assert (OVER, [3, 0, 23]) == (phase(match), points(match))


@pytest.mark.parametrize("first, turn, more", [(0, 0, [1, 2]), (0, 2, []), (1, 0, []), (2, 0, [1])])
def test_the_end_after_the_round(first: int, turn: int, more: list[int]):
    """CC-110, end_trigger=round: all others of the round have their turn."""
    rows = [row(), row(), row()]
    rows[turn]["stock"] = {"C": 99}
    rows[1]["techs"] = cards(techs_but("Music"))
    match = table(*rows, techs="Music", first=first, turn=turn, options={"end_trigger": "round"})
    do(match, "buy Music")
    assert ("turn", turn) == asked(match)
    for seat in more:
        end_turn(match)
        assert ("turn", seat) == asked(match)
        assert [] == options_of(match, "buy")
    end_turn(match)
    assert OVER == phase(match)


# --- points


def test_points():
    """CC-111, CC-112: population, technologies, wonders in play; nothing else."""
    land = "Plains:4+Pyramids+Granary, Forest+Theatre, Coast:2"
    match = table(row(land, "Oracle, Colossus", "99F 99C", "Music, Drama, Writing"),
                  row("Oasis+Great Wall"))  # fmt: skip
    assert [4 + 2 + 3 + 1, 1] == points(match)
    sources = match.game.sources(at(match))
    assert {"population": 6, "techs": 3, "wonders": 1, "cards": 0} == sources[A]


def test_patched_points():
    """CC-111: `vp` of patched cards counts while it is in play."""
    granary = {"name": "Granary", "effects": [["vp", 3]]}
    match = table(row("Plains+Granary, Forest+Granary", "Granary"), row(), **house(granary))
    assert ([6, 0], 6) == (points(match), match.game.sources(at(match))[A]["cards"])


def final(a: tuple[int, int, int], b: tuple[int, int, int], c: tuple[int, int, int],
          **fields: object) -> Match:  # fmt: skip
    """A match that is over: technologies, population, wonders of three seats."""
    all_techs = cards(techs_but())
    wonders = ["Pyramids", "Oracle", "Colossus", "Stonehenge", "Parthenon", "Notre Dame",
               "Great Wall", "Sistine Chapel", "Great Library", "Great Lighthouse"]  # fmt: skip
    rows = []
    for number, population, standing in (a, b, c):
        land = ["Forest", "River Bank", "Plains"]
        built = [f"{name}+{wonders.pop()}" for name in land[:standing]]
        own = row(", ".join([f"Coast:{population}", *built, *land[standing:]]))
        own["techs"] = [all_techs.pop() for _tech in range(number)]
        rows.append(own)
    assert not all_techs
    return table(*rows, phase="over", **fields)


def test_more_technologies_break_a_tie():
    """CC-113, CS-37: 26 each; 10 technologies beat 9."""
    match = final((9, 14, 3), (10, 13, 3), (5, 10, 1))
    assert ([26, 26, 16], [[B], [A], [C]]) == (points(match), match.ranking())


def test_then_more_population():
    """CC-113, CS-37: 9 technologies each; 15 population beat 14."""
    match = final((9, 15, 2), (9, 14, 3), (6, 10, 1))
    assert ([26, 26, 17], [[A], [B], [C]]) == (points(match), match.ranking())


def test_still_tied_is_shared():
    """CC-113, CC-114, CA-08: equal in all three."""
    match = final((8, 14, 2), (8, 14, 2), (8, 10, 1))
    assert ([[A, B], [C]], [1, 1, 3]) == (match.ranking(), match.places())


def test_all_population_ever_got_may_break_ties():
    """CC-113, CC-114, CA-07, tiebreak_population=acquired."""
    match = final((8, 14, 2), (8, 14, 2), (8, 10, 1))
    document = saved(match)
    document["table"][B]["acquired"] = 17
    match = table(*document["table"], phase="over")
    assert [[A, B], [C]] == match.ranking()
    match = table(*document["table"], phase="over", options={"tiebreak_population": "acquired"})
    assert [[B], [A], [C]] == match.ranking()


def test_stolen_population_was_got_by_both():
    """CC-113, tiebreak_population=acquired: who lost it had got it once."""
    match = table(row("Plains:2", "Chariot"), row("Forest:3"), deck="6 Corn")
    do(match, "done; attack B Chariot; fight; pass; settle 1")
    assert [3, 3] == [seat.acquired for seat in at(match).table]


def test_wonders_decide_where_points_say_so():
    """CC-113, CC-114: with `vp` effects equal points may come from other things."""
    granary = {"name": "Granary", "effects": [["vp", 1]]}
    rows = [row("Plains+Granary"), row("Forest+Pyramids"), row(techs=techs_but())]
    match = table(*rows, phase="over", **house(granary))
    assert ([1, 1, 24], [[C], [B], [A]]) == (points(match), match.ranking())


def test_a_match_by_the_book():
    """CC-110, CC-113, CS-37: A buys Music in mid-turn, and B wins on technologies."""
    all_techs = cards(techs_but("Music"))
    a = row("Plains:14+Pyramids+Oracle, Forest+Colossus", stock="99C")
    b, c = row("Coast:13+Stonehenge+Great Wall, Oasis+Parthenon"), row("Forest:10+Notre Dame")
    a["techs"], b["techs"], c["techs"] = all_techs[:8], all_techs[8:18], all_techs[18:]
    match = table(a, b, c, techs="Music")
    do(match, "buy Music")
    assert ([26, 26, 16], [[B], [A], [C]], 24) == (
        points(match), match.ranking(), sum([len(techs(match, seat)) for seat in range(3)]),
    )  # fmt: skip


# --- safeguards


@pytest.mark.parametrize("max_rounds", [60, 7])
def test_the_last_round(max_rounds: int):
    """CC-115, CA-46, max_rounds: the match ends after it, and is counted the same way."""
    match = table(row("Plains:2"), row("Forest:1"), turn=1, round=max_rounds,
                  options={"max_rounds": max_rounds})  # fmt: skip
    end_turn(match)
    assert (OVER, [(max_rounds,)], [[A], [B]]) == (phase(match), told(match, "capped"),
                                                   match.ranking())  # fmt: skip


def test_no_last_round():
    """CC-115, max_rounds=0."""
    match = table(row("Plains:2"), row("Forest:1"), turn=1, round=60, options={"max_rounds": 0})
    end_turn(match)
    assert (("turn", A), 61) == (asked(match), at(match).round)


def test_the_round_before_is_not_the_last():
    """CC-115."""
    match = table(row("Plains"), row("Forest"), turn=1, round=59)
    end_turn(match)
    assert (("turn", A), 60) == (asked(match), at(match).round)


def test_a_drought():
    """CC-115, CA-46, drought_rounds: after as many rounds without one bought the cheapest
    technology goes, the first of equals, and the market is filled.
    """
    match = table(row("Forest"), row("Quarry Hill"), techs="Drama, Mining, Mysticism",
                  tech_deck="Music", options={"drought_rounds": 2})  # fmt: skip
    for _turn in range(3):
        end_turn(match)
    assert ((), 1) == (at(match).faded, at(match).drought)
    end_turn(match)
    seen = at(match)
    assert (("Mining",), ("Drama", "Mysticism", "Music"), 0) == (
        seen.faded, seen.market_techs, seen.drought,
    )  # fmt: skip
    assert ([("Mining",)], saved(match)) == (told(match, "faded"), saved(again(match)))


def test_a_sale_ends_a_drought():
    """CC-115, drought_rounds."""
    match = table(row("Forest", stock="12C"), row("Quarry Hill"), techs="Drama, Mining, Mysticism",
                  drought=1, options={"drought_rounds": 2})  # fmt: skip
    do(match, "buy Drama")
    end_turn(match)
    end_turn(match)
    assert ((), 0, False) == (at(match).faded, at(match).drought, at(match).tech_sold)


def test_a_drought_that_has_lasted():
    """CC-115, drought_rounds: in a position it may be longer than it takes."""
    match = table(row("Forest"), row("Quarry Hill"), techs="Drama, Mining, Mysticism", turn=1,
                  drought=9, options={"drought_rounds": 2})  # fmt: skip
    end_turn(match)
    assert (("Mining",), 0) == (at(match).faded, at(match).drought)


def test_a_drought_may_end_the_match():
    """CC-115, CI-18: when the last technology is removed."""
    match = table(row(techs=techs_but("Music")), row("Forest:1"), techs="Music", turn=1, drought=2,
                  options={"drought_rounds": 3})  # fmt: skip
    end_turn(match)
    assert (OVER, ("Music",), [23, 1]) == (phase(match), at(match).faded, points(match))


def test_an_empty_market_of_plots_ends_nothing():
    """CC-116."""
    match = table(row(land_but("4 Forest", "Oasis")), row("Forest, Forest, Forest, Forest"),
                  plots="Oasis")  # fmt: skip
    assert (("Oasis",), 0, "turn") == (at(match).market_plots, at(match).plot_deck, phase(match))


def test_a_match_without_technologies_to_speak_of():
    """CC-110: a house with one technology is over when it is bought."""
    gone = [{"name": name, "copies": 0} for name in cards(techs_but("Music"))]
    match = new_match(2, 3, cards=gone)
    rng = Rng(3)
    while match.to_act():
        random_step(match, rng)
    assert (OVER, 1) == (phase(match), sum([len(techs(match, seat)) for seat in (A, B)]))
