"""The example learns: a little in a moment, and the gradient is the gradient."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import numpy as np  # after the skip
from baselines import AFTER, Course, bots, equilibrium, found, ppo
from cloning import Watched, clone, words_of
from exploit import exploit
from league_five_x import MEMBERS, Chair, League
from league_five_x import train as train_in_league
from learn_five_x import Decision, End, Player, judged, measure, seconds, tables, train
from seat_five_x import Seat
from seen_five_x import inputs_of, likings
from small_policy import Batch, Policy

from microciv import Match, open_game
from microciv.adapters.encoding import Encoding
from microciv.adapters.rewards import SCORE
from microciv.bots.heuristics.five_x import learned, network
from microciv.core.codec import plain_seen
from microciv.core.policy import picked
from microciv.core.rng import Rng
from microciv.games.five_x.policy.inputs import seen_of, table_of
from microciv.games.five_x.policy.network import FIRST, MOVES, RIVAL, SECOND
from microciv.games.five_x.rules.state import FiveXState


def test_a_few_iterations_make_it_better(tmp_path: Path) -> None:
    """Against random moves, in a few seconds; the weights can be kept."""
    seated = tables(24, seats=3, bots="random")
    policy = Policy(seated[0].size, seated[0].actions, seed=4)
    shares = train(policy, Player(seated, policy, seed=3), iterations=8, decisions=1200)
    assert sum(shares[-3:]) / 3 > sum(shares[:3]) / 3 + 0.05
    policy.save(tmp_path / "weights.npz")
    again = Policy(seated[0].size, seated[0].actions)
    again.load(tmp_path / "weights.npz")
    won, wide = measure(policy, 3, "random", 60)
    assert (won, wide) == measure(again, 3, "random", 60)
    assert 0 < won < 1
    assert 0.05 < wide < 0.2


def test_what_other_processes_play_teaches_the_same() -> None:
    """By the last digit; what a match costs them is counted as well."""
    learned: list[Policy] = []
    for workers in (0, 2):
        seated = tables(4, 3, "random", workers=workers)
        policy = Policy(seated[0].size, seated[0].actions, seed=4)
        player, before = Player(seated, policy, seed=3), seconds(seated)
        train(policy, player, iterations=2, decisions=200)
        assert seconds(seated) > before
        for table in seated:
            table.close()
        learned.append(policy)
    here, there = learned
    assert all(np.array_equal(here.weights[name], there.weights[name]) for name in here.weights)
    assert measure(here, 3, "random", 9) == measure(there, 3, "random", 9, workers=3)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_network_of_expert_sees_the_same_in_rows_and_in_states(seats: int) -> None:
    """And likes every move as much: what was trained on rows plays by states."""
    game = open_game("5x", seats=seats)
    encoding, state, rng, seen = Encoding(game), game.deal(seats), Rng(seats), set[int]()
    policy, net = learned(game), network()
    outputs = {"rival": RIVAL, "first": FIRST, "second": SECOND, "move": MOVES}
    layers = {
        name: np.frombuffer(getattr(net, name), np.uint8).reshape(count, -1)
        for name, count in outputs.items()
    }
    while state.to_act:
        assert isinstance(state, FiveXState)
        seat = state.to_act[0]
        row = encoding.vector(state, seat)[None]
        table, each = inputs_of(row, seats)
        own = [*seen_of(state, seat, seat), *table_of(state, seat)]
        assert sorted(own) == np.flatnonzero(np.concatenate([each[0, 0], table[0]])).tolist()
        for offset in range(1, seats):
            rival = seen_of(state, (seat + offset) % seats, seat)
            assert sorted(rival) == np.flatnonzero(each[0, offset]).tolist()
        assert not each[0, seats:].any()
        thought = net.think(state, seat)
        counted = [net.liking(thought, move) for move in range(MOVES)]
        assert likings(layers, row, seats)[0].tolist() == counted
        seen.add(state.phase)
        state.apply(seat, picked(policy, state, seat, rng))
    assert len(seen) > 2


def test_a_league_of_earlier_selves_makes_it_better() -> None:
    """It comes to win more than its share against its own beginning; members come and go."""
    sizes = tables(1, 3, "random")[0]
    policy = Policy(sizes.size, sizes.actions, seed=4)
    league = League(policy, 2, seed=5)
    first = league.members[0]
    assert first is not policy
    seated = tables(24, 3, league.bots)
    shares = train_in_league(policy, league, Player(seated, policy, 3), 11, decisions=1200)
    assert (11, 2) == (len(shares), len(league.members))
    won, _wide = measure(policy, 3, Chair(first, 6), 150)
    assert won > 0.45
    for _ in range(MEMBERS):
        league.admit(policy)
    assert MEMBERS == len(league.members)
    assert league.members[0] is first


def test_what_was_learned_takes_a_seat(tmp_path: Path) -> None:
    """It answers a text seat's questions, and refuses a table of another size."""
    game = open_game("5x", seats=3)
    policy = Policy(Encoding(game).size, len(game.moves.all) + 1, seed=1)
    policy.save(tmp_path / "weights.npz")
    seat = Seat(game, tmp_path / "weights.npz")
    match = Match(game, seed=2)
    while match.to_act():
        seen = match.observe(match.to_act()[0])
        legal = [move.text for move in seen.legal]
        match.play(seen.seat, seat.choose(plain_seen(seen), legal))
    with pytest.raises(SystemExit, match="394 numbers"):
        Seat(open_game("5x", seats=4), tmp_path / "weights.npz")


def test_what_was_better_than_expected_becomes_likelier() -> None:
    """And an action that is not legal stays impossible."""
    policy = Policy(4, 3, seed=1)
    seen = np.ones((2, 4), np.float32)
    mask = np.array([[1, 1, 0], [1, 1, 0]], np.float32)
    _hidden, before, _worth = policy.think(seen, mask)
    batch = Batch(
        seen,
        mask,
        np.array([0, 1]),
        before[[0, 1], [0, 1]],
        np.array([1.0, -1.0], np.float32),
        np.array([1.0, 1.0], np.float32),
    )
    for _ in range(5):
        policy.learn(batch, 0.01)
    _hidden, after, worth = policy.think(seen, mask)
    assert after[0, 0] > before[0, 0] + 0.01
    assert 0 == after[0, 2]
    assert worth[0] > 0


@pytest.mark.parametrize("words", [False, True])
def test_the_gradient_is_the_slope_of_the_loss(words: bool) -> None:
    """Against differences, for a few weights of every kind."""
    random = np.random.default_rng(2)
    named = random.integers(0, 2, (4, 6)).astype(np.float64) if words else None
    policy = Policy(5, 4, 2, named)
    policy.weights = {name: part.astype(np.float64) for name, part in policy.weights.items()}
    policy.weights["act"] = random.standard_normal(policy.weights["act"].shape)
    seen, mask = random.standard_normal((6, 5)), np.ones((6, 4))
    mask[:, 3] = 0
    action = random.integers(0, 3, 6)
    _hidden, likely, _worth = policy.think(seen, mask)
    taken = likely[np.arange(6), action]
    batch = Batch(seen, mask, action, taken, random.standard_normal(6), random.random(6))
    slopes = policy.slopes(batch)
    for name, slope in slopes.items():
        weight = policy.weights[name]
        for place in [tuple(random.integers(0, size) for size in weight.shape) for _ in range(4)]:
            was, step = weight[place], 1e-5
            weight[place] = was + step
            above = policy.loss(batch)
            weight[place] = was - step
            below = policy.loss(batch)
            weight[place] = was
            assert slope[place] == pytest.approx((above - below) / (2 * step), abs=2e-5)


def test_an_interval_holds_what_other_seeds_would_give() -> None:
    """Of two means of as many repeats from one distribution, one is in the other's 95 % interval
    as often as that.
    """
    random = np.random.default_rng(3)
    held = 0
    for _ in range(2000):
        first, other = random.standard_normal(5), random.standard_normal(5)
        interval = found(first.tolist())
        held += abs(other.mean() - interval.mean) <= interval.wide
    assert 0.93 < held / 2000 < 0.97
    alike = found([0.0] * 5, matches=100)
    assert 0 < alike.wide < 0.02


def test_the_baselines_are_repeated_from_their_seeds() -> None:
    """A few matches of each kind; the same seed gives the same share."""
    easy = bots("5x", "easy", 30)
    assert easy(3) == easy(3)
    assert 0.1 < easy(3) < 0.6
    short = Course(1, SCORE, 3.0, decisions=100)
    assert 0 <= ppo("5x", short, 12)(2) <= 0.8


def test_a_clone_goes_on_to_learn_by_itself() -> None:
    """It wins more often than random moves do (0.1); the same seed learns the same."""
    course = replace(AFTER, iterations=1, cloned=3, decisions=300, at_once=2)
    repeat = ppo("5x", course, 60)
    share = repeat(3)
    assert share == repeat(3)
    assert share > 0.2


def test_a_clone_does_what_the_bot_does() -> None:
    """Ever more often, on decisions that it has not seen; sharper, it is surer of it."""
    game = open_game("5x", seats=3)
    policy = Policy(Encoding(game).size, len(game.moves.all) + 1, seed=1, words=words_of(game))
    watched = Watched(game, "easy", "win", seed=5)
    before = clone(policy, watched, 1, decisions=500)
    assert clone(policy, watched, 6, decisions=1500) > before + 0.1
    batch = watched.batch(100)
    assert (batch.mask[np.arange(len(batch.action)), batch.action] == 1).all()
    assert (batch.mask.sum(axis=1) > 1).all()
    _hidden, plain, _worth = policy.think(batch.observation, batch.mask)
    policy.sharpen(3.0)
    _hidden, sharp, _worth = policy.think(batch.observation, batch.mask)
    assert sharp.max(axis=1).mean() > plain.max(axis=1).mean() + 0.05
    assert (sharp.argmax(axis=1) == plain.argmax(axis=1)).all()


def test_actions_share_what_is_learned_of_their_words() -> None:
    """`build 4C` has to do with the rank, the suit and the card; with `build 4D` it shares two."""
    game = open_game("5-ages", seats=3)
    words = words_of(game)
    one, other, third = (game.moves.find(f"build {card}") for card in ("4C", "4D", "5D"))
    assert one is not None
    assert other is not None
    assert third is not None
    row, beside, far = words[one.index], words[other.index], words[third.index]
    assert (row.sum(), (row * beside).sum(), (row * far).sum()) == (4, 2, 1)
    assert len({row.tobytes() for row in words[:-1]}) == len(game.moves.all)


def test_a_decision_is_judged_by_what_follows() -> None:
    """By the end alone, or by estimates on the way, the nearest ones most."""
    none = np.zeros(0, np.float32)
    made = [Decision(none, none, 0, 1.0, worth) for worth in (0.0, 0.4, 0.8)]
    end = End(0, 0, made, 1.0)
    assert judged(end, 1.0) == [1.0, 1.0, 1.0]
    assert judged(end, 0.5) == pytest.approx([0.65, 0.9, 1.0])


def test_an_exploiter_learns_for_as_long_as_it_is_given() -> None:
    """One iteration at least; against bots that search, too."""
    rivals = tables(1, 3, "hard")
    policy = Policy(rivals[0].size, rivals[0].actions, seed=1)
    before = policy.weights["in"].copy()
    shares = exploit(policy, Player(rivals, policy, 1), 0.001, decisions=10)
    assert len(shares) == 1
    assert (policy.weights["in"] != before).any()


def test_sampling_comes_near_an_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    monkeypatch.setattr("baselines.MCCFR_ITERATIONS", 40)
    sampled = equilibrium("rounds=1", sampled=True)
    assert sampled(1) == sampled(1) < 0.9
