"""Search: it finds what is best, mixes where it must, and keeps to its bounds."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.bots.search import Search, Verdict
from microciv.bots.search import search as searching
from microciv.bots.search.rules import RegretMatching, Rule, Ucb
from microciv.bots.searcher import SearchBudget, Searcher, searcher
from microciv.core.match import Match
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.games import open_game
from tests.bots.hurry import Hurry
from tests.bots.matrix import MOVES, Matrix, Payoffs, Referee

RULES: list[Rule] = [Ucb(), Ucb(temperature=0.25), RegretMatching(0.15)]
NAMES = ["ucb", "tempered", "regret"]
PENNIES: Payoffs = [[1.0, 0.0], [0.0, 1.0]]
# Matching in `a` is worth only half: seat 0 should play it in two of three, seat 1 in two of three.
LOPSIDED: Payoffs = [[0.5, 0.0], [0.0, 1.0]]
DOMINATED: Payoffs = [[0.6, 0.7], [0.2, 0.1], [0.5, 0.4]]


def searched(game: Matrix, rule: Rule, seat: int = 0, worlds: int = 2_000) -> Search:
    """What a search finds."""
    search = Search(game, game.deal(0).observe(seat), Referee(game), rule, seed=3)
    search.run(worlds)
    return search


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_a_dominating_move_is_found(rule: Rule):
    found = searched(Matrix(DOMINATED), rule).verdict()
    assert MOVES[0] is found.moves[0]
    assert found.shares[0] > 0.95
    assert found.values[0] == max(found.values)
    assert pytest.approx(0.65, abs=0.1) == found.value()


@pytest.mark.parametrize("payoffs, share", [(PENNIES, 1 / 2), (LOPSIDED, 2 / 3)])
@pytest.mark.parametrize("seat", [0, 1])
def test_regret_matching_mixes_as_the_equilibrium_does(payoffs: Payoffs, share: float, seat: int):
    found = searched(Matrix(payoffs), RegretMatching(0.05), seat, 8_000).verdict()
    assert pytest.approx(share, abs=0.08) == found.shares[0]
    assert pytest.approx(1.0) == sum(found.shares)


def test_ucb_settles_on_one_move():
    found = searched(Matrix(PENNIES), Ucb()).verdict()
    assert [0.0, 1.0] == sorted(found.shares)


def test_ucb_with_a_temperature_mixes_what_it_has_tried():
    """The warmer, the more; at 1 each move as often as it was tried."""
    warm = searched(Matrix(PENNIES), Ucb(temperature=1.0)).verdict()
    tried = [visits / sum(warm.visits) for visits in warm.visits]
    assert pytest.approx(tried) == warm.shares
    cool = searched(Matrix(PENNIES), Ucb(temperature=0.25)).verdict()
    assert cool.visits == warm.visits
    powers = [share**4 for share in warm.shares]
    assert pytest.approx([power / sum(powers) for power in powers]) == cool.shares
    assert max(warm.shares) <= max(cool.shares) < 1.0


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_an_answer_of_steps_is_planned_as_a_whole(rule: Rule):
    """Twice `a`, then the best of three."""
    payoffs = [[0.0], [1.0], [0.0]]
    search = searched(Matrix(payoffs, length=3), rule)
    assert [MOVES[0], MOVES[0], MOVES[1]] == search.draw()


def test_who_has_thought_about_an_answer_does_not_think_again():
    """One more world a step is dealt to say why in."""
    game = Matrix([[0.0], [1.0], [0.0]], length=3)
    bot = Searcher(game, 0, 5, Referee(game), SearchBudget(2_000))
    match = Match(game)
    for _step in range(3):
        match.play(0, bot.choose(match.observe(0)).text)
    assert 2_000 + 3 == game.deals
    assert ["a", "a", "b"] == [move.text for move in match.state.answers[0]]


def test_a_change_of_mind_is_thought_about_again():
    """The answer was taken back: what was planned for it is forgotten."""
    game = Matrix([[0.0], [1.0], [0.0]], length=3)
    bot = Searcher(game, 0, 5, Referee(game), SearchBudget(500))
    match = Match(game)
    match.play(0, bot.choose(match.observe(0)).text)
    match.take_back(0)
    match.play(0, "c")
    bot.choose(match.observe(0))
    assert 1_000 + 2 == game.deals


def test_what_is_forced_needs_no_thought():
    """But for a world to say why in."""
    game = Matrix([[1.0]])
    bot = Searcher(game, 0, 5, Referee(game), SearchBudget(500))
    assert MOVES[0] is bot.choose(game.deal(0).observe(0))
    assert 1 == game.deals


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_the_same_seed_and_worlds_find_the_same(rule: Rule):
    game = open_game("5x", {"seats": 4})
    seen = game.deal(3).observe(1)

    def verdict(seed: int) -> Verdict:
        search = Search(game, seen, Policy(game), rule, seed)
        search.run(60)
        return search.verdict()

    once, again, other = verdict(1), verdict(1), verdict(2)
    assert (once.visits, once.values, once.shares) == (again.visits, again.values, again.shares)
    assert once.values != other.values


def test_it_can_be_stopped_at_any_time():
    """Sixty worlds in one go or in many are the same."""
    game = open_game("5x", {"seats": 3})
    seen = game.deal(3).observe(0)
    whole, parts = [Search(game, seen, Policy(game), Ucb(), 1) for _ in range(2)]
    whole.run(60)
    for worlds in (1, 9, 20, 30):
        parts.run(worlds)
    assert whole.verdict().visits == parts.verdict().visits
    assert 60 == parts.iterations == sum(parts.verdict().visits)


def test_a_clock_ends_it_before_its_time():
    game = open_game("5x", {"seats": 3})
    bot = Searcher(game, 0, 1, Policy(game), SearchBudget(10_000, seconds=2.0))
    bot.clock = Hurry()
    assert bot.advise(game.deal(3).observe(0)).iterations < 100


@pytest.mark.interpreted
def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch):
    """When there are enough nodes the trees go on learning, and grow no more."""
    monkeypatch.setattr(searching, "MOST_NODES", 20)
    game = open_game("5x", {"seats": 3})
    search = Search(game, game.deal(3).observe(0), Policy(game), Ucb(), 1)
    search.run(100)
    assert 20 == search.nodes
    assert 100 == sum(search.verdict().visits)


def test_a_search_sees_only_what_is_dealt_from_the_observation():
    """It holds a game and an observation, and asks the game for nothing but re-deals."""
    game = open_game("5x", {"seats": 3})
    match = Match(game, 3)
    dealt: list[Any] = []

    class Watched(Policy):
        """Notes the states that it is shown."""

        def evaluate(self, state: Any) -> list[float]:
            dealt.append(state)
            return super().evaluate(state)

    search = Search(game, match.observe(0), Watched(game), Ucb(), 1)
    before = match.position()
    search.run(5)
    assert 5 == len(dealt)
    assert all(state is not match.state for state in dealt)
    assert before == match.position()


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_shares_of_what_was_never_tried_are_still_shares(rule: Rule):
    """Before the first world."""
    search = searched(Matrix(DOMINATED), rule, worlds=0)
    assert pytest.approx(1.0) == sum(search.verdict().shares)
    assert search.draw()[0] in MOVES


def test_more_worlds_play_better_than_random():
    """Half of the seats each, plain search against random moves in 5X."""
    game = open_game("5x", {"seats": 4})
    maker = searcher(Policy, SearchBudget(25))
    won = 0.0
    for seed in range(6):
        match, rng = Match(game, seed), Rng(seed)
        bots = {seat: maker(game, seat, seed) for seat in (seed % 2, seed % 2 + 2)}
        while match.to_act():
            seat = match.to_act()[0]
            seen = match.observe(seat)
            move = (
                bots[seat].choose(seen) if seat in bots else seen.legal[rng.below(len(seen.legal))]
            )
            match.play(seat, move.text)
        first = match.ranking()[0]
        won += len([seat for seat in first if seat in bots]) / len(first)
    assert won >= 4
