"""Positions: out of a match and back, and from a few words by hand."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

import microciv
from microciv import SPECTATOR, Match, Rng
from tests.games.civ_card_game.table import (
    TABLES,
    A,
    B,
    C,
    again,
    all_cards,
    asked,
    at,
    attack,
    deck,
    discard,
    do,
    document,
    hand,
    hand_text,
    hands,
    house,
    known,
    land,
    land_but,
    legal,
    let_through,
    options_of,
    phase,
    plots,
    points,
    pops,
    random_match,
    random_step,
    row,
    standing,
    stock,
    table,
    techs,
    techs_but,
    told,
)
from tests.games.saving import saved


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_position_can_be_saved_and_set_up_at_any_moment(seats: int, options: dict[str, Any]):
    """CI-01, CI-16: through JSON; every seat sees what it saw before."""
    phases = set()
    for number, match in enumerate(random_match(seats, seats, **options)):
        if number % 41 and phase(match) in phases:
            continue
        written = saved(match)
        other = microciv.set_up(written)
        for seat in (number % seats, SPECTATOR):
            assert at(match, seat) == at(other, seat)
        assert written == saved(other)
        assert match.to_act() == other.to_act()
        phases.add(phase(match))
    assert {"draft", "found", "cull", "turn", "block", "discard", "over"} <= phases


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_match_goes_on_from_a_position_as_it_would_have(seats: int, options: dict[str, Any]):
    """CI-16: answer by answer, draws, thefts and reshuffles and all."""
    for cut in (3, 120, 301):
        match = list(islice(random_match(cut, seats, **options), cut))[-1]
        other, rng = again(match), Rng(cut)
        for _step in range(60):
            if not match.to_act():
                break
            (seat,) = match.to_act()
            moves = legal(match)
            assert moves == legal(other)
            move = moves[rng.below(len(moves))]
            match.play(seat, move)
            other.play(seat, move)
        assert saved(match) == saved(other)


def test_a_record_may_begin_at_a_position():
    """CI-16: and replays from there."""
    match = attack("B Chariot, B Catapult", row(), row("Plains:2+City Walls", "Spearmen"))
    do(match, "block Spearmen")
    record = microciv.read_record(json.loads(json.dumps(microciv.plain_record(match.record()))))
    assert match.position() == microciv.replay(match.game, record).position()


# --- by hand


def test_what_is_not_said_follows():
    """Land is filled up, markets and decks are in the order of the set, the rest is nothing."""
    match = microciv.set_up({"game": "civ-card-game", "table": [{"hand": ["Gold"]}, {}]})
    seen = at(match)
    assert (2, ("turn", A), 1, 0, 0) == (match.game.seats, asked(match), seen.round, seen.first,
                                         seen.turn)  # fmt: skip
    assert (["Grassland"] * 4, ["Flood Plain"] * 2 + ["Forest"] * 2) == (
        plots(match, A), plots(match, B),
    )  # fmt: skip
    assert (("Forest", "Forest", "Quarry Hill"), ("Agriculture", "Mining", "Pottery")) == (
        seen.market_plots, seen.market_techs,
    )  # fmt: skip
    assert (25, 21, 103, 120) == (seen.plot_deck, seen.tech_deck, seen.deck, seen.supply)
    assert (["Gold", ""], "", [0, 0], (0, 0, 0)) == (hands(match), discard(match), points(match),
                                                     stock(match, A))  # fmt: skip
    assert ["Granary"] * 4 + ["Forge"] == deck(match)[:5]


def test_the_rest_may_be_discarded():
    """CI-01."""
    match = table(row(hand="Gold"), row(), deck="Oracle, Iron", rest="discard")
    assert (["Oracle", "Iron"], 101) == (deck(match), sum(at(match).discard))


def test_decks_begin_with_the_cards_that_are_named():
    """The rest follows in the order of the set."""
    match = table(row(stock="99C"), row(), deck="Oracle, Iron", plot_deck="Oasis, Coast",
                  tech_deck="Music, Drama")  # fmt: skip
    assert (["Oracle", "Iron", "Granary"], 104) == (deck(match)[:3], len(deck(match)))
    assert (("Oasis", "Coast", "Forest"), ("Music", "Drama", "Agriculture")) == (
        at(match).market_plots, at(match).market_techs,
    )  # fmt: skip


EVERY_FIELD: dict[str, Any] = {
    "round": 7, "first": 1, "turn": 2, "asked": 2, "supply": 120 - 9, "drought": 2,
    "tech_sold": True, "generator": [1, 2, 3, 4], "deck": "Oracle, Iron", "discard": "2 Gold",
    "plots": "Oasis, Coast, Forest", "techs": "Music, Drama, Mining", "plot_deck": "Gem Field",
    "tech_deck": "Sailing", "faded": "Mysticism",
    "statuses": {"culture": [1], "happiness": []},
    "bought": ["tech"], "loose": {"F": 2}, "demolished": True, "due": 0, "collecting": False,
    "options": {"tie_status": "incumbent", "purchase_limit": "one_each", "goods_change": "lose",
                "demolish": True, "steal_timing": "on_purchase", "drought_rounds": 9},
    "pending": ["Writing"],
}  # fmt: skip


def test_every_field():
    """A position that says everything, and is saved as it was written."""
    rows = [row("Plains:3+Parthenon+Granary, Coast:1", "Iron, Archers", "7F 8H", "Currency"),
            row("Forest:2+Sistine Chapel"),
            row("Gold Hill:3+Temple", "Gold", "4F 1C", "Writing, Code of Laws", acquired=12,
                powers=["Writing"])]  # fmt: skip
    match = table(*rows, **EVERY_FIELD)
    written = saved(match)
    given = document(*rows, **EVERY_FIELD)
    for name in ("round", "first", "turn", "asked", "supply", "drought", "tech_sold", "generator",
                 "question", "discard", "faded"):  # fmt: skip
        expected = given[name]
        if name == "question":
            expected = {**expected, "loose": {"F": 2, "H": 0, "C": 0}}
        assert expected == written[name]
    assert ["Oasis", "Coast", "Forest"] == written["market"]["plots"]
    assert (["Oracle", "Iron"], "Gem Field", "Sailing") == (
        written["deck"][:2], written["plot_deck"][0], written["tech_deck"][0],
    )  # fmt: skip
    own = written["table"][C]
    assert (12, ["Writing"], {"F": 4, "H": 0, "C": 1}, ["Gold"]) == (
        own["acquired"], own["powers"], own["stock"], own["hand"],
    )  # fmt: skip
    assert land("Gold Hill:3+Temple") == own["plots"][:1]
    assert written == saved(microciv.set_up(written))
    assert given["statuses"] == written["statuses"]  # 4 is more than 3
    assert ["use A Writing", "waive"] == legal(match)
    seen = at(match)
    assert (("Mysticism",), 2, True, True) == (
        seen.faded, seen.drought, seen.tech_sold, seen.demolished,
    )  # fmt: skip


def fighting(**fields: Any) -> Match:
    """C attacks A (its left neighbour) and B."""
    rows = [row("Plains:3+Granary+Forge, Coast:2+City Walls", "Archers"),
            row("Forest:1+Market, Oasis+City Walls, Gem Field+City Walls", "Spearmen"),
            row("Grassland")]  # fmt: skip
    return table(*rows, turn=2, **fields)


def unit(card: str, target: int = A, **more: Any) -> dict[str, Any]:
    """A unit of a document."""
    return {"card": card, "target": target, **more}


TWO = [unit("Chariot"), unit("Swordsmen")]
COMBATS: list[tuple[str, int, dict[str, Any], list[str]]] = [  # phase, asked, combat, answers
    ("breach", B, {"units": [unit("Catapult", B)]}, ["raze 2 City Walls", "raze 3 City Walls"]),
    ("repel", A, {"units": TWO}, ["repel Chariot", "repel Swordsmen"]),
    ("repel", A, {"units": [*TWO, unit("Axemen")]},
     ["repel Axemen", "repel Chariot", "repel Swordsmen"]),
    ("block", A, {"units": TWO}, ["pass", "block Archers"]),
    ("block", B, {"units": [unit("Axemen", A, state="blocked", blocker="Axemen"),
                            unit("Swordsmen", A, state="unblocked"), unit("Chariot", B)]},
     ["pass", "block Spearmen"]),
    ("yield", A, {"units": TWO}, ["yield 1", "yield 2"]),
    ("yield", A, {"units": TWO, "striking": 1}, ["yield 1", "yield 2"]),
    ("receive", C, {"units": TWO, "striking": 1}, ["settle 1", "settle 2", "settle 3", "settle 4"]),
    ("raze", A, {"units": TWO, "striking": 1, "instruction": 1},
     ["raze 1 Granary", "raze 1 Forge", "raze 2 City Walls"]),
]  # fmt: skip


@pytest.mark.parametrize("name, seat, combat, answers", COMBATS)
def test_every_question_of_a_combat(
    name: str, seat: int, combat: dict[str, Any], answers: list[str]
):
    """CC-79 to CC-100: each plays on to the end of the combat and to that of the match."""
    match = fighting(phase=name, asked=seat, combat=combat)
    assert ((name, seat), set(answers)) == (asked(match), set(legal(match)))
    assert saved(match) == saved(again(match))
    rng = Rng(4)
    for observer in (A, B, C, SPECTATOR):
        assert at(match, observer) == match.game.redeal(match.observe(observer), rng).observe(
            observer
        )
    do(match, legal(match)[-1])
    while phase(match) not in ("discard", "over"):
        let_through(match)
        if phase(match) != "discard":
            do(match, legal(match)[-1])
    assert ((), 104) == (at(match).units, sum(all_cards(match).values()))
    while match.to_act():
        random_step(match, rng)
    assert "over" == phase(match)


def test_who_is_asked_follows():
    """A position may leave it out."""
    for name, seat, combat, _answers in COMBATS[1:4]:
        match = fighting(phase=name, combat=combat)
        assert (name, seat) == asked(match)


def test_too_many_structures_in_a_position():
    """CC-49, overfull=return: the plot that has to be left, by its number."""
    rows = [row("Plains:2+Granary+Forge"), row(), row()]
    combat = {"units": [unit("Chariot")], "vacating": 1, "instruction": 1}
    match = table(*rows, turn=2, phase="vacate", combat=combat, options={"overfull": "return"})
    assert (("vacate", A), ["raze 1 Granary", "raze 1 Forge"], 1) == (
        asked(match), legal(match), at(match).vacating,
    )  # fmt: skip
    assert saved(match) == saved(again(match))
    do(match, "raze 1 Forge")
    assert ("Forge", "discard") == (hand(match, A), phase(match))


def test_population_on_its_way():
    """CI-02: while the attacker is asked where it goes one population is nowhere."""
    match = fighting(phase="receive", combat={"units": TWO})
    assert (120 - 6 - 1, [5, 1, 0]) == (at(match).supply, points(match))
    do(match, "settle 1")
    assert [5, 1, 1] == points(match)


SMALL: list[tuple[str, dict[str, Any]]] = [
    ("draft", {"revealed": "Oasis, Coast, Forest"}), ("found", {}), ("cull", {}), ("turn", {}),
    ("surrender", {"options": {"steal_kinds": "victim"}, "due": 3}), ("discard", {}),
    ("discard", {"due": 2}),
]  # fmt: skip


@pytest.mark.parametrize("name, fields", SMALL)
def test_every_other_question_from_a_few_words(name: str, fields: dict[str, Any]):
    """CC-04 to CC-10, CC-56, CC-103: each plays on to the end of the match."""
    own = "Grassland, Plains" if name == "draft" else "Grassland"
    rows = [row(own), row(), row()]
    if name not in ("draft", "found"):
        rows = [row(own, "2 Gold, Iron, Archers"), row("", "2 Corn, 2 Furs"), row("", "4 Axemen")]
    if name not in ("draft", "found", "cull"):
        rows[0] |= {"stock": {"F": 3, "C": 2}, "techs": ["Code of Laws"]}
        rows[1] |= {"stock": {"F": 3, "H": 2}}
    match = table(*rows, phase=name, **fields)
    assert name == phase(match)
    assert saved(match) == saved(again(match))
    rng = Rng(5)
    for seat in (A, B, SPECTATOR):
        assert at(match, seat) == match.game.redeal(match.observe(seat), rng).observe(seat)
    while match.to_act():
        random_step(match, rng)
    assert "over" == phase(match)


def test_a_draft_in_its_middle():
    """CC-04, CC-05: who has taken one says whose turn it is."""
    rows = [row("Grassland, Plains, Oasis"), row("Coast, Coast"), row("Forest, Forest")]
    match = table(*rows, phase="draft", revealed="Gem Field, Gold Hill", asked=1,
                  plot_deck="Pasture, Marble Hill, Plains")  # fmt: skip
    do(match, "take Gem Field")
    assert (("draft", C), 3) == (asked(match), len(at(match).revealed))
    rows = [row("Grassland, Plains, Oasis"), row("Coast, Coast, Gem Field"),
            row("Forest, Forest, Gold Hill, Pasture")]  # fmt: skip
    match = table(*rows, phase="draft", revealed="Gem Field, Marble Hill", asked=1)
    do(match, "take Marble Hill")
    assert ("found", "Gem Field") == (phase(match), plots(match, A)[3])


def test_collect_without_a_choice_is_done_at_once():
    """CC-21: a position that collects, with nothing to split."""
    match = table(row("Forest:2, Oasis, Grassland, Coast"), row(), collecting=True)
    assert ((4, 4, 3), False) == (stock(match, A), at(match, A).collecting)


def test_a_match_that_is_over():
    """CC-111: ranked as it stands; after the last round, too."""
    everything = table(row("Plains:2"), row("Forest:3"), phase="over", round=60)
    assert ([], [[B], [A]]) == (everything.to_act(), everything.ranking())
    assert saved(everything) == saved(again(everything))


def test_powers_by_default():
    """CC-54: a thief's technology has not been used, unless the position says so."""
    match = table(row(techs="Writing, Code of Laws, Music"), row())
    assert ("Writing", "Code of Laws") == at(match).table[A].powers
    match = table(row(techs="Writing, Code of Laws, Music", powers=["Code of Laws"]), row())
    assert ("Code of Laws",) == at(match).table[A].powers


def test_powers_of_like_structures():
    """CI-13, CC-54: each copy has its own."""
    library = {"name": "Library", "effects": [["steal_card", 1]]}
    match = table(row("", "2 Library", "20H"), row("", "3 Archers"), **house(library))
    do(match, "build Library; on 1; build Library; on 2; use B Library")
    assert (("Library",), ["B Library"]) == (at(match).table[A].powers, options_of(match, "use"))
    match = table(row("", "2 Library", "20H"), row("", "3 Archers"), **house(library))
    do(match, "build Library; on 1")
    do(match, "build Library; on 2; done")
    assert ("Library", "Library") == at(match).table[A].powers
    assert saved(match) == saved(again(match))


def test_sealed_steps():
    """CI-16, CI-17: an answer that is half given stands in the position, hidden from the others."""
    match = table(row("Plains", "Granary, Corn", "9F 9H"), row(),
                  sealed={"0": ["play Corn", "build Granary"]})  # fmt: skip
    assert (["on 1", "on 2", "on 3", "on 4"], ["play Corn", "build Granary"]) == (
        legal(match), [move.text for move in at(match, A).answer],
    )  # fmt: skip
    assert ((11, 9, 0), (9, 9, 0)) == (stock(match, A), at(match, B).table[A].stock)
    assert saved(match) == saved(again(match))
    do(match, "on 2; done")
    assert ("2 Granary", hand_text("Corn")) == (standing(match, A), discard(match))


def test_without_a_past_what_can_be_seen_now_is_known():
    """CI-17: own hands, and nothing else."""
    match = table(row(hand="2 Corn"), row(hand="Archers"))
    assert ["2 Corn", "", ""] == [known(match, A, seat) for seat in (A, B, SPECTATOR)]


def test_a_past_is_kept():
    """CI-17: what was razed is known to be in hand, and still is after a save."""
    match = attack("B Axemen", row(), row("Plains+Forge", "Corn"), deck="6 Furs")
    do(match, "pass")
    other = again(match)
    assert ["Forge", "Forge"] == [known(other, B, seat) for seat in (A, SPECTATOR)]
    assert (1, []) == (len(told(match, "razed")), told(other, "razed"))


def test_great_numbers():
    """CI-02, CI-03: a plot may hold many, a seat almost all plots and technologies."""
    rows = [row("Oasis:200", techs=techs_but("Music"), stock="9999F"),
            row(land_but("Oasis", "4 Forest"))]  # fmt: skip
    match = table(*rows, options={"population_supply": 0})
    assert ([200, 0, 0, 0], 31, 23, (9999, 0, 0)) == (
        pops(match, A), len(plots(match, B)), len(techs(match, A)), stock(match, A),
    )  # fmt: skip
    assert saved(match) == saved(again(match))
