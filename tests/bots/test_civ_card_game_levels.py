"""The levels of Civilization: The Card Game that search: sound playouts, and answers that win."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.bots import Bot
from microciv.bots.heuristics.civ_card_game.thinking import BUDGETS, Budget, Thinker
from microciv.core.match import Match
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games import open_game
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.policy.evaluation import WEIGHTS, features
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy
from microciv.games.civ_card_game.rules.state import CivCardGameState
from tests.bots.hurry import hurried
from tests.games.civ_card_game.table import TABLES, at, row, table, techs_but

QUICK = Budget(6, 9.0, 0, 3)
CAREFUL = Budget(8, 9.0, 1, 4)


def game_of(seats: int = 3, **options: object) -> CivCardGame:
    game = open_game("civ-card-game", {"seats": seats, **options})
    assert isinstance(game, CivCardGame)
    return game


def dealt(game: CivCardGame, seed: int) -> CivCardGameState:
    state = game.deal(seed)
    assert isinstance(state, CivCardGameState)
    state.hush()
    return state


def thinker(match: Match, seat: Seat, budget: Budget) -> Thinker:
    return Thinker(match.game, seat, 1, budget)


def turn_of(match: Match, budget: Budget = CAREFUL) -> list[str]:
    """All steps of the turn, up to its last answer."""
    steps: list[str] = []
    seat = at(match).turn
    bot = thinker(match, seat, budget)
    while match.to_act() == [seat] and at(match).phase == "turn":
        steps.append(bot.choose(match.observe(seat)).text)
        match.play(seat, steps[-1])
    return steps


# --- playouts


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
@pytest.mark.parametrize("wild", [0, 4])
def test_playouts_keep_to_the_rules(seats: int, options: dict[str, Any], wild: int):
    """Whatever the table has settled, and wherever others have led the match."""
    game = game_of(seats, **options)
    policy, state, rng = CivCardGamePolicy(game), dealt(game, 5), Rng(5)
    asked: set[int] = set()
    while state.to_act:
        seat = state.to_act[0]
        asked.add(state.phase)
        legal = state.legal(seat)
        move = policy.step(state, seat)
        assert move in legal
        assert policy.select(state, seat, legal)
        assert set(policy.select(state, seat, legal)) <= set(legal)
        if wild and rng.below(wild) == 0:
            move = legal[rng.below(len(legal))]
        state.apply(seat, move)
    assert len(asked) > 4


def test_playouts_take_about_as_long_as_matches():
    rounds = []
    for seed in range(4):
        state = dealt(game_of(3), seed)
        CivCardGamePolicy(state.game).play_on(state, 10_000)
        assert not state.to_act
        rounds.append(state.round)
    assert 9 <= sum(rounds) / len(rounds) <= 19


def test_a_playout_stops_when_a_turn_begins():
    game = game_of(3)
    state = dealt(game, 1)
    CivCardGamePolicy(game).play_on(state, 7)
    assert (3, "turn") == (state.round, game.phases[state.phase])


# --- what a position is worth


def test_chances_add_up_and_follow_what_one_has():
    match = table(row("Plains:3, Forest:2", "Chariot", "5F"), row("Plains:2"), row("Plains:2"))
    policy = CivCardGamePolicy(match.game)
    values = policy.evaluate(match.game.redeal(match.observe(0), Rng(1)))
    assert 1.0 == pytest.approx(sum(values))
    assert values[0] == max(values)


def test_each_feature_has_its_weights():
    match = table(row("Plains:3"), row())
    state = match.game.redeal(match.observe(0), Rng(1))
    assert isinstance(state, CivCardGameState)
    assert {len(WEIGHTS)} == {len(features(state, seat)) for seat in range(2)}


def test_a_match_that_is_over_is_worth_what_it_is():
    game = game_of(2)
    state = dealt(game, 3)
    policy = CivCardGamePolicy(game)
    policy.play_on(state, 10_000)
    assert [1.0 if place == 1 else 0.0 for place in state.places()] == policy.evaluate(state)


# --- answers


@pytest.mark.heavy
@pytest.mark.parametrize("level", BUDGETS)
def test_levels_without_time_play_on(level: str):
    """They answer as a playout would, and every step is legal."""
    game = game_of(2)
    match = Match(game, 2)
    bots: list[Bot] = [hurried(level, game, seat, seat) for seat in range(2)]
    while match.to_act():
        (seat,) = match.to_act()
        match.play(seat, bots[seat].choose(match.observe(seat)).text)


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES[3:])
def test_whole_answers_keep_to_the_rules(seats: int, options: dict[str, Any]):
    """With every ruling, also where somebody else began."""
    game = game_of(seats, **options)
    match, rng, number = Match(game, 4), Rng(4), 0
    while match.to_act() and number < 150:
        (seat,) = match.to_act()
        number += 1
        seen = match.observe(seat)
        if rng.below(6):
            move = seen.legal[rng.below(len(seen.legal))]
        else:
            move = Thinker(game, seat, number, Budget(1, 9.0, 0, 2)).choose(seen)
        match.play(seat, move.text)


def test_the_same_seed_answers_the_same_and_goes_on_as_it_foresaw():
    match = table(row("Plains:3, Grassland:2", "Granary, Corn, Iron", "8F 9H"), row("Forest:2"))
    seen = match.observe(0)
    bots = [thinker(match, 0, QUICK) for _ in range(2)]
    first, again = [bot.choose(seen) for bot in bots]
    assert first is again
    assert bots[0].foreseen() == bots[1].foreseen()
    planned = [first, *bots[0].foreseen()]
    for move in planned:
        match.play(0, move.text)
    assert match.to_act() != [0] or not match.observe(0).answer


def test_it_advises_on_what_it_looked_at():
    match = table(row("Plains:3, Grassland:2", "Granary, Corn, Iron", "8F 9H"), row("Forest:2"))
    seen = match.observe(0)
    verdict = thinker(match, 0, QUICK).advise(seen)
    assert set(verdict.moves) <= set(seen.legal)
    assert len(verdict.moves) > 1
    assert 1.0 == sum(verdict.shares)
    assert all(0.0 <= value <= 1.0 for value in verdict.values)


# --- strength


def last_tech(own: str, theirs: str, stock: str) -> Match:
    """A seat may buy Music, the last technology."""
    rest = techs_but("Music", "Drama", "Pottery", "Mining", "Writing")
    return table(
        row(own, stock=stock, techs="Drama, Pottery"),
        row(theirs, techs="Mining, Writing"),
        row(techs=rest, plots="Forest"),
        round=14,
        collecting=False,
        techs="Music",
        tech_deck="",
    )


def test_the_last_technology_is_bought_if_that_wins():
    match = last_tech("Plains:30, Grassland:2", "Forest:9", "13F 14C")
    assert "buy Music" == turn_of(match)[-1]


def test_it_says_what_it_does():
    match = last_tech("Plains:30", "Forest:9", "14C")
    bot = thinker(match, 0, CAREFUL)
    while match.to_act():
        match.play(0, bot.choose(match.observe(0)).text)
    assert ("ends", {}) == bot.why


def test_the_last_technology_is_left_to_others_if_they_win():
    assert "buy Music" not in turn_of(last_tech("Plains:3", "Forest:50", "14C"))


def test_a_mistake_is_punished():
    """Who keeps nothing that can block loses people."""
    own = row("Plains:3", "2 Chariot, Swordsmen")
    steps = turn_of(table(own, row("Forest:6+Granary"), row("Forest:1"), collecting=False))
    assert "fight" == steps[-1]
    assert [step for step in steps if step.startswith("attack B")]
