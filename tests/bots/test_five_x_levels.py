"""The bots of 5X: styles, and what the search knows."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from microciv.bots import make_bot
from microciv.bots.bulk.playouts import play_policies
from microciv.bots.search import Search
from microciv.bots.search.rules import RegretMatching, Ucb
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Policy
from microciv.core.rng import Rng
from microciv.games import open_game
from microciv.games.five_x.cards import ACTION
from microciv.games.five_x.game import FiveXGame
from microciv.games.five_x.moves import Play
from microciv.games.five_x.policy.play import FiveXPolicy
from microciv.games.five_x.policy.styles import STYLES, Style, style_of
from microciv.games.five_x.rules.state import FiveXState
from microciv.texts import texts_for


@cache
def game_of(seats: int = 4, **options: object) -> FiveXGame:
    game = open_game("5x", {"seats": seats, **options})
    assert isinstance(game, FiveXGame)
    return game


@cache
def played(style: Style, matches: int = 100) -> tuple[float, list[float]]:
    """Of seat 0 with this style among three `random`: how many matches it wins, and how often it
    plays what each style likes.
    """
    game, wins, liked, cards = game_of(), 0.0, [0] * len(STYLES), 0
    policy, others = FiveXPolicy(game, styled=True), Policy(game)
    policy.sit_down(STYLES.index(style))
    for seed in range(matches):
        state, log = game.deal(seed), list[tuple[int, Seat, Move]]()
        rngs = [Rng(4 * seed + seat) for seat in range(4)]
        play_policies(state, [policy, others, others, others], rngs, log)
        for _, seat, move in log:
            if seat == 0 and isinstance(move, Play):
                cards += 1
                for place, other in enumerate(STYLES):
                    liked[place] += ACTION[move.card] in other.actions
        first = [place == 1 for place in state.places()]
        wins += first[0] / sum(first)
    return wins, [count / cards for count in liked]


# --- styles


@pytest.mark.parametrize("place", range(len(STYLES)), ids=lambda place: STYLES[place].name)
def test_each_style_plays_what_it_likes_and_wins(place: int) -> None:
    """100 matches; at random it would win 25."""
    wins, liked = played(STYLES[place])
    assert wins > 40
    assert liked[place] > max([played(style)[1][place] for style in STYLES[:place]], default=0)
    assert liked[place] > max([played(style)[1][place] for style in STYLES[place + 1 :]], default=0)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_table_has_as_many_styles_as_can_be(seats: int) -> None:
    """Whatever the table's number is; a seat's stays for the match."""
    for table in range(8):
        assert min(seats, len(STYLES)) == len({style_of(seat, table) for seat in range(seats)})


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_it_says_its_style_of_a_card_to_its_taste_and_of_nothing_else(level: str) -> None:
    """So a sentence tells no more than the card does, which lies open by then."""
    game, said = game_of(), Counter[str]()
    phrases = texts_for("5x").entries("reasons")
    for seed in range(3):
        match = Match(game, seed)
        while match.to_act():
            for seat in match.to_act():
                bot = make_bot(level, game, seat, seed, table_number=seed)
                move = bot.choose(match.observe(seat))
                style = style_of(seat, seed)
                to_taste = isinstance(move, Play) and ACTION[move.card] in style.actions
                assert bot.why == ((style.name, {}) if to_taste else NO_REASON)
                said[bot.why[0]] += 1
                match.play(seat, move.text)
    assert {style.name for style in STYLES} <= set(said)
    assert {*[style.name for style in STYLES], "no_answer"} == set(phrases)


# --- what the search knows


def state_of(game: FiveXGame, seed: int, sets: int) -> FiveXState:
    """A match of random moves, this many decision sets on."""
    state, rng = game.deal(seed), Rng(seed)
    while state.to_act and state.sets < sets:
        for seat in state.to_act[:]:
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize("styled", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_chances_add_up_and_the_end_counts_as_it_is(seats: int, styled: bool) -> None:
    game = game_of(seats)
    policy = FiveXPolicy(game, styled=styled)
    policy.sit_down(1)
    for seed in range(20):
        for sets in range(2, 14):
            chances = policy.evaluate(state_of(game, seed, sets))
            assert pytest.approx(1.0) == sum(chances)
            assert min(chances) >= 0.0
        over = state_of(game, seed, 100)
        winners = [place == 1 for place in over.places()]
        share = 1 / sum(winners)
        assert policy.evaluate(over) == [share if first else 0.0 for first in winners]


def test_who_has_more_is_more_likely_to_win() -> None:
    """A resource, a Wonder, a card."""
    game = game_of()
    policy = FiveXPolicy(game)
    state = state_of(game, 1, 2)
    before = policy.evaluate(state)[2]
    state.resources[2] += 1
    richer = policy.evaluate(state)[2]
    state.owner[0] = 2
    assert before < richer < policy.evaluate(state)[2]


def test_playouts_play_only_what_is_legal_and_look_at_no_higher_bids_than_needed() -> None:
    game, rng = game_of(6), Rng(5)
    policy, bids = FiveXPolicy(game), 0
    for seed in range(30):
        state = game.deal(seed)
        while state.to_act:
            for seat in state.to_act[:]:
                legal = state.legal(seat)
                worth_it = policy.select(state, seat, legal)
                assert worth_it
                assert set(worth_it) <= set(legal)
                if len(worth_it) < len(legal):
                    bids += 1
                    rivals = [state.resources[other] for other in state.asked if other != seat]
                    assert worth_it == legal[: len(worth_it)]
                    assert len(worth_it) <= max(rivals, default=0) + 1 or state.round < 7
                move = policy.pick(state, seat, legal, rng)
                assert move in legal
                state.apply(seat, move)
    assert bids > 10


def test_late_choosers_are_told_apart_by_what_they_see() -> None:
    """Nothing revealed is 0; one Exterminate is something else than one Expand."""
    game = game_of(3, leaders=False)
    policy, keys = FiveXPolicy(game), set()
    for card in ("exploit", "exterminate", "expand"):
        match = Match(game)
        for seat, first in enumerate(("explore", "exploit", "exploit")):
            match.play(seat, first)
        for seat in (1, 2):
            match.play(seat, "exterminate" if card == "exploit" else card)
        state = match.state
        assert [0] == state.asked
        keys.add(policy.key(state, 0))
    assert 0 == policy.key(game.deal(0), 0)
    assert 2 == len(keys - {0})


def test_the_best_card_is_found_where_there_is_one() -> None:
    """The last round, alone to choose, three others on Exploit: nothing beats Exterminate."""
    game = game_of(4, leaders=False)
    basics = ["exploit", "exterminate", "expand", "explore"]
    late = {"resources": 4, "pile": ["explore", "exploit", "expand"], "previous": "explore"}
    early = {
        "resources": 3,
        "pile": [name for name in basics if name != "exploit"],
        "played": "exploit",
    }
    document: dict[str, object] = {
        "game": "5x",
        "options": {"leaders": False, "seats": 4},
        "round": 6,
        "table": [late, early, early, early],
    }
    state = game.set_up(document)
    for rule in (Ucb(0.7), RegretMatching(0.3)):
        search = Search(game, state.observe(0), FiveXPolicy(game), rule, 1)
        search.run(300)
        assert "exterminate" == search.draw()[0].text
