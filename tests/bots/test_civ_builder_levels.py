"""The levels of Civ Builder that search: sound playouts, answers that win, and manners."""

from __future__ import annotations

from dataclasses import replace
from math import log

import pytest

from microciv.bots import make_bot
from microciv.bots.advice import best_adviser
from microciv.bots.heuristics.civ_builder.seeking import Budget, SeekingCivBuilder
from microciv.bots.player import Player
from microciv.bots.slips import Slipping, slip
from microciv.core.match import Match
from microciv.core.policy import NO_REASON
from microciv.core.rng import Rng
from microciv.games import open_game
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    CULTURE,
    ENGINEERING,
    KINDS,
    SCIENCE,
    bag_from,
)
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.policy.melds import Turn
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.policy.styles import SOBER, SPECIALIST, THIEF, favourites
from microciv.games.civ_builder.policy.talk import SENTENCES
from microciv.games.civ_builder.policy.worth import Ledger, chances_of
from microciv.games.civ_builder.rules.phases import MELD
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.search.worlds import Worlds
from microciv.games.civ_builder.views.observation import CivBuilderObservation
from microciv.hidden.bags import count, several
from tests.bots.hurry import hurried, thinking
from tests.games.civ_builder.table import row, table

CAREFUL = Budget(12, 9.0)
TABLES: list[dict[str, object]] = [
    {"seats": 2},
    {"seats": 4},
    {"seats": 3, "trade_mode": "clock", "trade_gifts": True},
    {"seats": 3, "natural_required": False, "privilege_ties": "none", "wild_limit": "one_each"},
    {"seats": 5, "repeat_attribute": False, "max_melds": 2, "roll_first": True},
    {"seats": 7, "allow_7_to_10": True, "privilege_time": "round_start", "trade_mode": "off"},
]


def game_of(**options: object) -> CivBuilderGame:
    game = open_game("civ-builder", options)
    assert isinstance(game, CivBuilderGame)
    return game


def dealt(game: CivBuilderGame, seed: int) -> CivBuilderState:
    state = game.deal(seed)
    assert isinstance(state, CivBuilderState)
    state.hush()
    return state


def at(match: Match) -> CivBuilderState:
    """The truth."""
    state = match.state
    assert isinstance(state, CivBuilderState)
    return state


def answer_of(match: Match, budget: Budget = CAREFUL) -> list[str]:
    """What a searching bot answers to the question on the table, all its steps."""
    seat = match.to_act()[0]
    bot = SeekingCivBuilder(match.game, seat, 1, budget)
    sets, steps = at(match).sets, []
    while at(match).sets == sets and seat in match.to_act():
        steps.append(bot.choose(match.observe(seat)).text)
        match.play(seat, steps[-1])
    return steps


# --- playouts


@pytest.mark.heavy
@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("wild", [0, 3])
def test_playouts_keep_to_the_rules(options: dict[str, object], wild: int) -> None:
    """Whatever the table has settled, and wherever others have led the match."""
    game = game_of(**options)
    policy, state, rng = CivBuilderPolicy(game), dealt(game, 5), Rng(5)
    asked: set[int] = set()
    while state.to_act:
        seat = state.to_act[0]
        asked.add(state.phase)
        legal = state.legal(seat)
        move = policy.pick(state, seat, legal, rng)
        menu = policy.select(state, seat, legal)
        assert move in legal
        assert menu
        assert set(menu) <= set(legal)
        assert len(menu) == len(set(menu))
        if wild and rng.below(wild) == 0:
            move = legal[rng.below(len(legal))]
        state.apply(seat, move)
        if state.round:
            assert 1.0 == pytest.approx(sum(policy.evaluate(state)))
    assert len(asked) > 5


def test_playouts_beat_chance() -> None:
    """A seat that plays as playouts do, among three that play anything."""
    game, rng = game_of(seats=4), Rng(1)
    policy = CivBuilderPolicy(game)
    for seed in range(4):
        state, own = dealt(game, seed), seed % 4
        while state.to_act:
            seat = state.to_act[0]
            legal = state.legal(seat)
            if seat == own:
                state.apply(seat, policy.pick(state, seat, legal, rng))
            else:
                state.apply(seat, legal[rng.below(len(legal))])
        assert 1 == state.places()[own]


def test_a_plan_parts_a_set_for_two_melds() -> None:
    """Small melds first: one Culture, then the two that are left."""
    match = table(row("3Cul"), row("2Con", Con=3), round=12)
    state = at(match)
    turn = Turn(state, 0, Ledger(2, state.game.sheet), SOBER)
    first = turn.best(state.hands[0], 0, 0)
    assert first is not None
    assert 1 == first.size


def test_hands_that_cannot_be_do_not_spoil_what_others_are_worth() -> None:
    """Nothing keeps trade from weighing terms that ask for more of a kind than is left."""
    state = at(table(row("3Con+3Eng"), row("2Con", Con=3), round=5))
    ledger = Ledger(2, state.game.sheet)
    hands = [several(kind, 2) + several((kind + 1) % KINDS, 3) for kind in range(KINDS)]
    alone = [Turn(state, 0, ledger, SOBER).value(hand, 0) for hand in hands]
    turn = Turn(state, 0, ledger, SOBER)
    for kind in range(KINDS):
        turn.value(several(kind, 10), 0)
    assert alone == [turn.value(hand, 0) for hand in hands]


def test_a_style_makes_its_actions_worth_more() -> None:
    state = at(table(row("3Con+3Eng"), row("2Con", Con=3), row("2Cul"), round=5))
    fondness = replace(SOBER, likes=THIEF.likes, love=5.0)
    ledger = Ledger(3, state.game.sheet)
    plain, fond = Turn(state, 0, ledger, SOBER), Turn(state, 0, ledger, fondness)
    assert fond.acts.worth(CONQUEST) > plain.acts.worth(CONQUEST)
    assert fond.acts.worth(ENGINEERING) == plain.acts.worth(ENGINEERING)


def test_a_specialist_cares_for_its_own_few_attributes() -> None:
    state = at(table(row("3Con+3Eng"), row("2Con", Con=3), row("2Cul"), round=5))
    ledger = Ledger(3, state.game.sheet)
    plain, devoted = Turn(state, 0, ledger, SOBER), Turn(state, 0, ledger, SPECIALIST)
    own = favourites(state, 0)
    assert 3 == len(own)
    for attribute in range(ATTRIBUTES):
        more = devoted.gain(attribute, 2) > plain.gain(attribute, 2)
        assert more == (attribute in own)


def test_chances_add_up_and_follow_hopes() -> None:
    low, high, middle = chances_of([10.0, 30.0, 20.0], 10.0)
    assert 1.0 == pytest.approx(low + middle + high)
    assert low < middle < high


def test_so_many_points_can_be_counted() -> None:
    """As where leads are worth 9 each and the match is long."""
    state = at(table(row("3Con", points=3000), row("2Con", points=2995), round=12))
    policy = CivBuilderPolicy(state.game)
    for seat, chance in enumerate(policy.evaluate(state)):
        amounts, units, rest = policy.assets(state, seat)
        total = rest + sum([one * unit for one, unit in zip(amounts, units, strict=True)])
        assert log(chance / (1.0 - chance)) == pytest.approx(total, abs=1e-9)


def worlds_of_a_meld() -> Worlds:
    """At the first meld of a match."""
    match = Match(game_of(seats=3, trade_mode="off"), 3)
    while at(match).phase != MELD:
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    seen = match.observe(match.to_act()[0])
    assert isinstance(seen, CivBuilderObservation)
    game = match.game
    assert isinstance(game, CivBuilderGame)
    return Worlds(game, seen, CivBuilderPolicy(game), 4)


def test_worlds_are_what_the_seat_sees() -> None:
    """One's own hand is the same in all of them; those of others differ."""
    worlds = worlds_of_a_meld()
    seen, seat = worlds.seen, worlds.seen.seat
    hands = []
    for number in range(4):
        state = worlds.world(number)
        assert isinstance(state, CivBuilderState)
        assert bag_from(seen.hand) == state.hands[seat]
        hands.append(state.hands[(seat + 1) % 3])
    assert len(set(hands)) > 1


@pytest.mark.parametrize("luck, wins", [(0.0, True), (0.5, False)])
def test_the_guides_way_stands_unless_another_is_surely_better(luck: float, wins: bool) -> None:
    worlds = worlds_of_a_meld()
    assert worlds.open()
    policies, other, *_rest = worlds.ways
    for number in range(8):
        policies.learn(0.4, 0.4)
        other.learn(0.5 + (luck if number % 2 else -luck), 0.4)
    assert worlds.best() is (other if wins else policies)


def test_ways_that_fall_behind_are_given_up() -> None:
    worlds = worlds_of_a_meld()
    assert worlds.open()
    while worlds.compare(16):
        pass
    assert 1 <= len(worlds.alive) <= len(worlds.ways)
    assert worlds.ways[0] in worlds.alive
    assert worlds.looks == sum([way.looks for way in worlds.ways]) < 16 * len(worlds.ways)


# --- answers


def test_it_melds_what_wins_in_the_last_turn() -> None:
    """Two points behind: three cards of one attribute are worth more than one of another."""
    match = table(row("3Cul+Agr", points=100), row(points=103), round=12, order=[1, 0], asked=0)
    answer_of(match)
    while match.to_act():
        answer_of(match)
    assert [0] == match.ranking()[0]


def test_in_the_last_round_everything_is_played() -> None:
    match = table(row("Agr+2Cul+3Sci"), row(), round=12, order=[1, 0], asked=0)
    while match.to_act():
        answer_of(match)
    assert [0, 0] == [count(at(match).hands[0], kind) for kind in (CULTURE, SCIENCE)]


def test_it_steals_from_whom_it_races() -> None:
    """In the last turn, points are taken from the leader and not from who is far behind."""
    match = table(
        *(row("Sea", points=100), row(points=103), row(points=40)),
        round=12,
        order=[1, 2, 0],
        asked=0,
    )
    answer_of(match)
    assert ["steal B"] == answer_of(match)


def test_the_same_seed_and_worlds_find_the_same() -> None:
    """Also a bot that is made anew for each step."""
    match = Match(game_of(seats=3), 7)
    bots = [SeekingCivBuilder(match.game, seat, 5, Budget(3, 9.0)) for seat in range(3)]
    again = [SeekingCivBuilder(match.game, seat, 5, Budget(3, 9.0)) for seat in range(3)]
    for _step in range(30):
        seat = match.to_act()[0]
        seen = match.observe(seat)
        move = bots[seat].choose(seen)
        assert move is again[seat].choose(seen)
        match.play(seat, move.text)


def test_it_advises_on_every_question() -> None:
    """What it advises is legal, and adds up."""
    match = Match(game_of(seats=3), 2)
    bot = SeekingCivBuilder(match.game, 0, 5, Budget(2, 9.0))
    for _step in range(40):
        seat = match.to_act()[0]
        seen = match.observe(seat)
        verdict = bot.advise(seen)
        assert verdict.moves
        assert set(verdict.moves) <= set(seen.legal)
        assert 1.0 == pytest.approx(sum(verdict.shares))
        assert 0.0 <= verdict.value() <= 1.0
        match.play(seat, verdict.moves[verdict.shares.index(1.0)].text)


@pytest.mark.heavy
@pytest.mark.parametrize("level", thinking("civ-builder"))
@pytest.mark.parametrize("options", TABLES[2:5], ids=str)
def test_levels_play_on_every_table_and_say_why(level: str, options: dict[str, object]) -> None:
    """In a hurry; only legal moves, and of reasons only those that have words."""
    game = game_of(**options)
    match = Match(game, 3)
    bots = [hurried(level, game, seat, seat) for seat in range(game.seats)]
    reasons: set[str] = set()
    while match.to_act() and at(match).round < 2:
        for seat in match.to_act():
            move = bots[seat].choose(match.observe(seat))
            reasons.add(bots[seat].why[0])
            match.play(seat, move.text)
    assert reasons <= {*SENTENCES, NO_REASON[0]}
    assert len(reasons) > 1


def test_a_slip_follows_from_what_is_seen() -> None:
    """It is any step, and never within an answer."""
    seen = worlds_of_a_meld().seen
    assert slip(seen, 0.0) is None
    step = slip(seen, 1.0)
    assert step in seen.legal
    assert step is slip(seen, 1.0)
    assert slip(replace(seen, answer=(step,)), 1.0) is None


def test_levels_are_there() -> None:
    assert ["medium", "hard", "expert"] == thinking("civ-builder")
    assert isinstance(make_bot("expert", game_of(seats=2), 0, 0), SeekingCivBuilder)
    assert isinstance(make_bot("easy", game_of(seats=2), 0, 0), Player)
    for level in ("medium", "hard"):
        assert isinstance(make_bot(level, game_of(seats=2), 0, 0), Slipping)


def test_who_slips_advises_without_its_slips() -> None:
    assert isinstance(best_adviser(game_of(seats=2), 0, 0), SeekingCivBuilder)
