"""The levels of 5 Ages that search: sound chances, playouts by the rules, swaps that bring more."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.bots import Bot, make_bot
from microciv.bots.search import Search
from microciv.bots.searcher import SearchBudget, Searcher
from microciv.bots.slips import Slipping
from microciv.core.cards import CardSet, card_set
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.games import open_game, policies
from microciv.games.five_ages.cards import ALL_ORDINARY, CARD, pile_of
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.policy.glance import liking
from microciv.games.five_ages.policy.hands import (
    BUCKETS,
    RANKS,
    Spread,
    odds_of,
    win_chances,
)
from microciv.games.five_ages.policy.play import FiveAgesPolicy
from microciv.games.five_ages.rules.poker import FLUSH, FOUR
from microciv.games.five_ages.rules.state import FiveAgesState
from tests.bots.hurry import hurried, thinking

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (7, {}),
    (4, {"jokers": 4}),
    (5, {"jokers": 3, "joker_in_civ": "wild", "tie_break": "hand_cards"}),
    (3, {"jokers": 2, "joker_in_civ": "forbidden", "war_timing": "after_swaps"}),
    (4, {"jokers": 4, "trade_ticks": 1, "exchange_visibility": "hidden"}),
    (4, {"trade_ticks": 6, "offers_visible": "pair", "ace_low": False}),
]


def game_of(seats: int = 4, **options: object) -> FiveAgesGame:
    game = open_game("5-ages", {"seats": seats, **options})
    assert isinstance(game, FiveAgesGame)
    return game


def cards(text: str) -> CardSet:
    return pile_of(tuple(text.split()))


def spread(pile: str, coming: float, civ: str = "", builds: int = 5) -> list[float]:
    mine = cards(pile)
    alive = ALL_ORDINARY & ~mine
    odds = odds_of(coming / 40)
    return Spread(ace_low=True).of(mine, cards(civ), alive, odds, builds, 0)


def chance(found: list[float], hand: int) -> float:
    """How likely the hand is, whatever leads it."""
    return sum(found[hand * RANKS : (hand + 1) * RANKS])


# --- what cards may become


def test_chances_of_a_pile_add_up() -> None:
    rng = Rng(4)
    counter = Spread(ace_low=True)
    for number in range(200):
        deck = list(range(52))
        rng.shuffle(deck)
        mine = card_set(deck[: 3 + number % 5])
        civ = card_set(deck[: number % 5])
        alive = ALL_ORDINARY & ~mine
        found = counter.of(mine, civ, alive, odds_of(0.1), 5 - number % 5, number % 3)
        assert len(found) == BUCKETS
        assert min(found) >= 0.0
        assert sum(found) == pytest.approx(1.0)


def test_what_is_complete_is_certain() -> None:
    assert spread("9C 9D 9H 9S 2C", 0.0)[FOUR * RANKS + 7] == pytest.approx(1.0)
    assert chance(spread("2C 4C 7C 9C JC 2D 3H", 0.0), FLUSH) == pytest.approx(1.0)


def test_more_to_come_makes_more_likely() -> None:
    few, many = spread("2C 4C 7C 9C 2D", 1.0), spread("2C 4C 7C 9C 2D", 3.0)
    assert 0.0 < chance(few, FLUSH) < chance(many, FLUSH) < 1.0


def test_what_is_built_stands_in_the_way() -> None:
    """Each build phase takes one card out of a civilization."""
    free = chance(spread("2C 4C 7C 9C JC KD KH", 0.0), FLUSH)
    late = chance(spread("2C 4C 7C 9C JC KD KH", 0.0, "KD KH 2C 4C", 1), FLUSH)
    once = chance(spread("2C 4C 7C 9C JC KD KH", 0.0, "KD 7C 2C 4C", 1), FLUSH)
    assert free == pytest.approx(1.0)
    assert late == 0.0
    assert 0.5 < once < 1.0


def test_chances_to_win_add_up_and_follow_the_cards() -> None:
    piles = ["9C 9D 9H 2S", "KC 7D 4H 2C", "QC QD 4S 3C"]
    values = win_chances([spread(pile, 2.0) for pile in piles])
    assert sum(values) == pytest.approx(1.0)
    assert values[0] > values[2] > values[1]
    assert win_chances([spread("9C 9D", 1.0)] * 4) == pytest.approx([0.25] * 4)


def test_a_card_is_liked_for_its_company() -> None:
    pile = cards("9C 9D 2H 5H 6H 7H")
    alike, suited, alone = [liking(pile, CARD[name]) for name in ("9S", "6H", "KS")]
    assert alike > suited > alone
    assert liking(pile, 52) == 0.0


# --- playouts


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_searches_keep_to_the_rules(seats: int, options: dict[str, Any]) -> None:
    """At every question of a match of `random`, whatever the table has settled."""
    game = game_of(seats, **options)
    match, rng, asked = Match(game, 5), Rng(5), set[str]()
    policy = FiveAgesPolicy(game, 0.0, 0.7, 1)
    while match.to_act():
        seat = match.to_act()[0]
        seen = match.observe(seat)
        asked.add(seen.phase)
        if rng.below(3) == 0 and len(seen.legal) > 1:
            search = Search(game, seen, policy, SearchBudget(4).rule, rng.below(1000))
            search.run(4)
            verdict = search.verdict()
            assert set(verdict.moves) <= set(seen.legal)
            assert verdict.moves
            assert all(0.0 <= value <= 1.0 for value in verdict.values)
        match.play(seat, seen.legal[rng.below(len(seen.legal))].text)
    assert asked == {"row", "trade", "build"}


@pytest.mark.heavy
@pytest.mark.parametrize("level", thinking("5-ages"))
def test_levels_without_time_play_on(level: str) -> None:
    game = game_of(3, jokers=2)
    match = Match(game, 2)
    bots: list[Bot] = [hurried(level, game, seat, seat) for seat in range(3)]
    while match.to_act():
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
    assert match.ranking()


# --- answers


def world(game: FiveAgesGame, match: Match, seat: int) -> FiveAgesState:
    state = game.redeal(match.observe(seat), Rng(3))
    assert isinstance(state, FiveAgesState)
    return state


def at_trade(game: FiveAgesGame, seed: int) -> Match:
    """The first trade after two rounds of `easy`."""
    match = Match(game, seed)
    bots = [make_bot("easy", game, seat, 0) for seat in game.everybody]
    while (
        (state := match.state).phase != 2
        or not isinstance(state, FiveAgesState)
        or (state.round < 3)
    ):
        seat = match.to_act()[0]
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
    return match


def offers_of(policy: FiveAgesPolicy, match: Match, seat: int) -> list[Offer]:
    """All that the policy would have the seat offer, in order."""
    seen = match.observe(seat)
    bot = Searcher(match.game, seat, 1, policy, SearchBudget(20))
    answer: list[Move] = []
    copy = Match(match.game, 0)
    copy.state = match.state.clone()
    while seat in copy.to_act() and copy.state.sets == match.state.sets:
        answer.append(bot.choose(copy.observe(seat)))
        copy.play(seat, answer[-1].text)
    assert seen.answer == ()
    return [move for move in answer if isinstance(move, Offer)]


def test_the_last_build_is_the_best_there_is() -> None:
    game = game_of(3)
    match = Match(game, 8)
    bots = [make_bot("easy", game, seat, 0) for seat in range(3)]
    state = match.state
    while match.to_act():
        seat = match.to_act()[0]
        assert isinstance(state, FiveAgesState)
        if state.round == 5 and state.phase == 3 and not state.answers[seat]:
            policy = FiveAgesPolicy(game)
            best = policy.best_built(state.civs[seat], state.hands[seat], 1)
            bot = Searcher(game, seat, 1, policy, SearchBudget(20))
            while seat in match.to_act() and match.to_act():
                match.play(seat, bot.choose(match.observe(seat)).text)
                if not match.to_act():
                    break
            if not match.to_act():
                assert state.scores()[seat] == best
                return
        else:
            match.play(seat, bots[seat].choose(match.observe(seat)).text)
    pytest.fail("nobody built last")


def test_the_lower_levels_slip_in_trade() -> None:
    """And are asked for reasons and advice as they are without."""
    game = game_of(3)
    easy = policies("5-ages")["easy"](game)
    assert easy.slips > 0.0
    assert [game.phases[phase] for phase in easy.slip_phases] == ["trade"]
    for level, slips in (("medium", True), ("hard", False), ("expert", False)):
        bot = make_bot(level, game, 0, 0)
        assert slips == isinstance(bot, Slipping)
        assert not isinstance(bot.at_its_best(), Slipping)
