"""The goal solver against all that a whole turn may do, on small tables where that can be tried."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match, Rng
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.solver.solver import Route, Situation, all_routes, solve, wishes
from microciv.games.civ_card_game.solver.ways import MOST_LOOKED
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from tests.games.civ_card_game.table import A, at, do, game_of, house, row, table, techs, truth

CHEAP: list[dict[str, Any]] = [
    {"name": "Library", "cost": 2}, {"name": "Temple", "cost": 3, "effects": [["happiness", 2]]},
    {"name": "Granary", "cost": 2, "effects": [["gain_per_plot", "C", 1]]},
    {"name": "Forge", "cost": 1, "effects": [["discount", "building", 1]]},
    {"name": "Market", "cost": 3, "effects": [["steal_resources", 2]]},
    {"name": "Monastery", "cost": 4}, {"name": "Sistine Chapel", "cost": 5},
    {"name": "Hanging Gardens", "cost": 3}, {"name": "Masonry", "cost": 2},
    {"name": "Mining", "cost": 3}, {"name": "Currency", "cost": 2},
    {"name": "Mathematics", "cost": 2}, {"name": "Code of Laws", "cost": 2},
    {"name": "Music", "cost": 5}, {"name": "Engineering", "cost": 3},
    {"name": "Calendar", "cost": 2, "effects": [["discount", "population", 4]]},
    {"name": "Sailing", "cost": 1, "effects": [["discount", "plot", 14]]},
]  # fmt: skip
STRUCTURES = ["Library", "Temple", "Granary", "Forge", "Market", "Monastery", "Sistine Chapel",
              "Hanging Gardens"]  # fmt: skip
TECHS = ["Masonry", "Mining", "Currency", "Engineering", "Mathematics", "Code of Laws", "Music",
         "Calendar", "Sailing"]  # fmt: skip
MOST_TRIED = 300
TABLES: list[dict[str, Any]] = [
    {}, {"bank_mix": "any", "demolish": True}, {"steal_timing": "on_purchase"},
    {"purchase_limit": "one_each", "tie_status": "incumbent"}, {"steal_kinds": "victim"},
    {"steal_timing": "each_turn", "mining_scope": "hammer_plots", "fresh_market": "wait"},
    {"goods_change": "lose", "duplicates_on_plot": "allow", "min_price": 1},
]  # fmt: skip


def some_of(names: list[str], number: int, rng: Rng) -> list[str]:
    """So many different ones."""
    places = list(range(len(names)))
    rng.shuffle(places)
    return [names[place] for place in places[:number]]


def small_table(rng: Rng, options: dict[str, Any]) -> Match:
    """A turn in which little can be bought, on land that is nearly full."""
    held = some_of(STRUCTURES, 1 + rng.below(3), rng)
    standing = some_of([name for name in STRUCTURES[:6] if name not in held], 3, rng)
    lands = ["Plains", "Forest", "Coast", "Grassland"]
    land = ", ".join([
        f"{ground}:{rng.below(4)}{f'+{standing[place]}' if place < 3 and rng.below(3) else ''}"
        for place, ground in enumerate(lands)
    ])  # fmt: skip
    if rng.below(2):
        held += ["Corn", "Copper", "Furs"][: rng.below(3)]
    market = some_of(TECHS, 3, rng)
    own = [name for name in ["Code of Laws"] if name not in market and rng.below(2)]
    piles = " ".join([f"{rng.below(4)}{letter}" for letter in "FHC"])
    theirs = " ".join([f"{rng.below(3)}{letter}" for letter in "FHC"])
    return table(
        row(land, ", ".join(held), piles, ", ".join(own)), row("", "", theirs),
        techs=", ".join(market), plots="Oasis, Forest, Forest", tech_deck="Pottery, Agriculture",
        options={"cards": CHEAP, **options},
    )  # fmt: skip


def reached(match: Match) -> set[str] | None:
    """All wishes of the seat that some sequence of its moves fulfils in this turn, with nothing but
    what can be seen now; None if there is too much to try.
    """
    start = at(match, A)
    named = {*start.market_techs, *start.market_plots, *start.hand}
    found: set[str] = set()
    tried: set[object] = set()
    border: list[CivCardGameState] = [truth(match).clone()]
    while border:
        state = border.pop()
        seen = state.game.observe(state, A)
        if state.to_act != [A] or seen.phase != "turn" or key_of(seen) in tried:
            continue  # also where a victim may choose: nobody knows what comes
        tried.add(key_of(seen))
        if len(tried) > MOST_TRIED:
            return None
        for move in state.legal(A):
            verb, _, rest = move.text.partition(" ")
            if verb in ("done", "attack", "peace", "fight"):
                continue
            if verb in ("buy", "claim", "build") and rest not in named:
                continue
            if verb in ("buy", "claim", "build", "populate"):
                found.add(move.text)
            after = state.clone()
            after.apply(A, move)
            border.append(after)
    return found


def key_of(seen: CivCardGameObservation) -> object:
    """What the rest of the turn depends on."""
    said = seen.answer[-3:] if seen.stage not in ("buy", "use") else ()
    asked = (seen.stage, seen.plot, seen.card, seen.left, said, seen.pending)
    return (seen.table, asked, seen.bought, seen.demolished, seen.market_techs, seen.market_plots,
            seen.loose)  # fmt: skip


@pytest.mark.parametrize("options", TABLES)
def test_a_whole_turn_can_do_no_more(options: dict[str, Any]):
    """CC-27, CC-52 to CC-59: what can be bought now is what trying everything finds; and the route
    gets it.
    """
    rng = Rng(7)
    compared = helped = exact = 0
    for _table in range(8):
        match = small_table(rng, options)
        by_trying = reached(match)
        if by_trying is None:
            continue
        game, seen = game_of(match), at(match, A)
        for route in wishes(game, seen):
            compared += 1
            now = route.verdict in ("now", "now-with")
            can = route.wish in by_trying
            assert can == now or (can and not route.exact), (route, seen.table, seen.market_techs)
            exact += route.exact
            assert route == solve(game, seen, route.wish)
            if now:
                helped += got(match, route)
    assert compared > 10
    assert exact > 0.9 * compared
    assert helped > 0


def got(match: Match, route: Route) -> bool:
    """Follow the route to its end, answer by answer; did anything else come first?"""
    match = Match(match.game, position=match.position())
    helped = False
    for _answer in range(6):
        for step in route.steps:
            match.play(A, step)
        if route.wish in route.steps:
            return helped
        helped = True
        route = solve(game_of(match), at(match, A), route.wish)
        assert route.verdict in ("now", "now-with"), route
    raise AssertionError(route)


def test_a_stored_theft_pays():
    """CC-54, CC-56: three coins of a neighbour's are as good as one's own."""
    match = table(
        row(stock="7C", techs="Code of Laws"), row(stock="3C 3F"), techs="Mysticism, Music, Drama"
    )
    route = solve(game_of(match), at(match, A), "buy Mysticism")
    assert ("now-with", 0) == (route.verdict, route.turns)
    assert ("use B Code of Laws", "rob C", "rob C", "rob C") == route.steps
    match.answer(A, *route.steps)
    assert "now" == solve(game_of(match), at(match, A), "buy Mysticism").verdict


def test_a_discount_is_bought_first():
    """CC-52: a Library, and the technology costs one less."""
    cheap = {"name": "Library", "cost": 2}
    match = table(row(hand="Library", stock="2H 8C"), row(), techs="Mysticism, Music, Drama",
                  **house(cheap))  # fmt: skip
    route = solve(game_of(match), at(match, A), "buy Mysticism")
    assert ("now-with", ("build Library", "on 1", "buy Mysticism")) == (route.verdict, route.steps)
    do(match, *route.steps)
    assert ["Mysticism"] == techs(match, A)


def test_a_place_is_made_first():
    """CC-47: a third population, and there is one."""
    land = "Plains:2+Granary, Forest+Forge, Coast+Market, Oasis+Temple"
    match = table(row(land, "Library", "10F 6H"), row())
    route = solve(game_of(match), at(match, A), "build Library")
    assert ("now-with", ("populate 1", "build Library")) == (route.verdict, route.steps)


def test_too_much_to_look_at_is_said():
    """A bound on what is looked at, and then no promise."""
    cheap = {"name": "Library", "cost": 2}
    match = table(row(hand="Library", stock="2H 8C"), row(), techs="Mysticism, Music, Drama",
                  **house(cheap))  # fmt: skip
    situation = Situation(game_of(match), at(match, A))
    situation.ways().looked = MOST_LOOKED
    route = next(route for route in all_routes(situation) if route.wish == "buy Mysticism")
    assert (False, "later") == (route.exact, route.verdict)


def test_the_greatest_turns_are_bounded():
    """Never more purses than that, and what one deed makes of those that there are."""
    hand = (
        "Library, Temple, Colosseum, Theatre, Aqueduct, Great Library, Notre Dame, Hanging Gardens"
    )
    land = "Plains:8+Granary, Coast:6, Hill Country:9+Market, Oasis:5, Pasture:7, Marble Hill:2"
    rich = row(land, f"{hand}, 2 Corn, 2 Furs, Iron", "20F 30H 40C", "Code of Laws")
    match = table(
        rich, row(stock="9F 9C"),
        techs="Mathematics, Currency, Engineering", collecting=True, options={"bank_mix": "any"},
    )  # fmt: skip
    situation = Situation(game_of(match), at(match, A))
    assert all_routes(situation)
    assert situation.ways().looked < 2 * MOST_LOOKED
