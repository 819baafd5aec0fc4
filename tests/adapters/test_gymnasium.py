"""One seat in Gymnasium, and many matches at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the skip

from microciv import BadOption, catalogue  # noqa: E402
from microciv.adapters.gymnasium import identity  # noqa: E402
from microciv.adapters.matches import Matches  # noqa: E402


def made(name: str, **options: object) -> Any:
    return gymnasium.make(identity(name), disable_env_checker=True, **options).unwrapped


@pytest.mark.parametrize("seats", ["fewest", "most"])
@pytest.mark.parametrize("name", list(catalogue()))
def test_it_passes_their_check(name: str, seats: str):
    counts = catalogue()[name].seats
    some: dict[str, object] = {"seats": counts[0] if seats == "fewest" else counts[-1]}
    if name == "civ-builder" and seats == "most":
        some["allow_7_to_10"] = True
    check_env(made(name, bots="random", render_mode="ansi", **some))


@pytest.mark.parametrize("name", ["5x", "5-ages", "civ-builder", "civ-card-game"])
def test_a_match_against_bots_comes_to_its_end(name: str):
    played = made(name, bots="easy")
    observed, info = played.reset(seed=5)
    random = np.random.default_rng(5)
    over, reward, steps = False, 0.0, 0
    while not over and steps < 3000:
        action = random.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, over, cut, info = played.step(action)
        assert not info["illegal"]
        assert not cut
        steps += 1
    assert over
    assert (reward > 0) == (info["places"][info["seat"]] == 1)


def test_the_seat_changes_from_match_to_match_unless_it_is_named():
    anywhere, there = made("5x", seats=4), made("5x", seats=4, seat=2)
    anywhere.reset(seed=1)
    there.reset(seed=1)
    assert {0, 1, 2, 3} == {anywhere.reset()[1]["seat"] for _ in range(30)}
    assert {2} == {there.reset()[1]["seat"] for _ in range(5)}


def test_bots_may_be_of_different_levels():
    played = made("5x", seats=3, seat=1, bots=["easy", "random"])
    assert {2: "easy", 0: "random"} == played.arena.levels
    with pytest.raises(BadOption, match="bots: expected 2 levels, not 1"):
        made("5x", seats=3, bots=["easy"])
    with pytest.raises(BadOption, match="no bot 'genius'"):
        made("5x", seats=3, bots="genius")


def test_an_illegal_action_is_said_to_be_one():
    played = made("5x", seats=3, bots="random")
    observed, _ = played.reset(seed=3)
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    assert played.step(wrong)[4]["illegal"]


def learn_nothing(matches: Matches, rounds: int, seed: int) -> tuple[int, np.ndarray, int]:
    """Random play; how many matches were over, their rewards in all, and the rows seen."""
    random = np.random.default_rng(seed)
    over, rewards, rows = 0, np.zeros(matches.seats), 0
    for _ in range(rounds):
        seen = matches.observe()
        rows += len(seen.match)
        assert (len(seen.match), matches.size) == seen.observation.shape
        assert (len(seen.match), matches.actions) == seen.action_mask.shape
        assert seen.action_mask[:, :-1].any(axis=1).all()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in seen.action_mask])
        outcome = matches.step(actions)
        assert not outcome.illegal.any()
        assert np.array_equal(outcome.terminated, (outcome.places > 0).all(axis=1))
        over += int(outcome.terminated.sum())
        rewards += outcome.rewards.sum(axis=0)
    return over, rewards, rows


def test_many_matches_are_played_at_once_and_begin_anew():
    over, rewards, rows = learn_nothing(Matches("5x", 8, seed=2, seats=4), 60, 9)
    assert over > 8
    assert rows > 8 * 60
    assert over == pytest.approx(rewards.sum())


def test_the_same_seed_plays_the_same_matches():
    first = learn_nothing(Matches("civ-builder", 3, seed=4), 50, 1)
    again = learn_nothing(Matches("civ-builder", 3, seed=4), 50, 1)
    assert str(first) == str(again)


def test_bots_may_sit_among_the_learners():
    matches = Matches("5x", 4, seats=3, bots={0: "easy", 2: "easy"})
    assert {1} == set(matches.observe().seat.tolist())
    with pytest.raises(BadOption, match="nobody learns"):
        Matches("5x", 1, seats=3, bots=dict.fromkeys(range(3), "easy"))
    with pytest.raises(BadOption, match="no seat 3"):
        Matches("5x", 1, seats=3, bots={3: "easy"})


def test_an_answer_is_wanted_for_every_row():
    matches = Matches("5x", 2)
    seen = matches.observe()
    with pytest.raises(ValueError, match="expected 6 actions, not 1"):
        matches.step(np.zeros(1, np.int64))
    nonsense = matches.step(np.full(len(seen.match), matches.actions - 1))
    assert nonsense.illegal.all()
