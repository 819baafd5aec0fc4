"""One seat in Gymnasium, and many matches at once."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the skip
from gymnasium.vector import AutoresetMode  # noqa: E402

from microciv import BadOption, IllegalMove, catalogue  # noqa: E402
from microciv.adapters.gymnasium import identity  # noqa: E402
from microciv.adapters.matches import Matches  # noqa: E402
from microciv.adapters.processes import SharedMatches  # noqa: E402


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
    terminated, reward, steps = False, 0.0, 0
    while not terminated and steps < 3000:
        action = random.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, terminated, truncated, info = played.step(action)
        assert not info["illegal"]
        assert not truncated
        steps += 1
    assert terminated
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
    with pytest.raises(BadOption, match="bots: expected 2 levels or functions, not 1"):
        made("5x", seats=3, bots=["easy"])
    with pytest.raises(BadOption, match="no bot 'genius'"):
        made("5x", seats=3, bots="genius")


def test_an_illegal_action_is_said_to_be_one():
    played = made("5x", seats=3, bots="random")
    observed, _ = played.reset(seed=3)
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    assert played.step(wrong)[4]["illegal"]


def always(action_of: Any) -> Any:
    """An opponent that is a function, which counts what it is asked."""

    def play(observation: Any, mask: Any) -> Any:
        play.asked += len(mask)  # type: ignore[attr-defined]
        return [action_of(np.flatnonzero(row)) for row in mask]

    play.asked = 0  # type: ignore[attr-defined]
    return play


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_many_matches_are_not_shown(mode: str):
    told = f"render_mode: many matches at once are not shown, so expected None, not '{mode}'"
    with pytest.raises(BadOption, match=told):
        Matches("5x", 2, render_mode=mode)
    with pytest.raises(BadOption, match=told):
        SharedMatches("5x", 2, processes=2, render_mode=mode)
    with pytest.raises(BadOption, match=told):
        gymnasium.make_vec(identity("5x"), num_envs=2, render_mode=mode)
    assert gymnasium.make_vec(identity("5x"), num_envs=2, render_mode=None).render_mode is None


def test_functions_play_as_opponents():
    first, last = always(lambda legal: legal[0]), always(lambda legal: legal[-1])
    played = made("5x", seats=3, seat=1, bots=[first, last])
    observed, _ = played.reset(seed=4)
    terminated = False
    while not terminated:
        observed, _reward, terminated, _truncated, _info = played.step(
            np.flatnonzero(observed["action_mask"])[0]
        )
    assert first.asked > 10
    assert last.asked > 5
    matches = Matches("5x", 3, seats=3, bots=[first, "easy"])
    seen, _ = matches.reset(seed=1)
    for _ in range(30):
        seen, *_ = matches.step(seen["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("bots", [3, None, {1: "easy"}, ("easy", "easy")])
def test_opponents_are_levels_or_functions(bots: Any):
    told = r"bots: expected a level such as 'easy', a function, or a list with one of these"
    with pytest.raises(BadOption, match=told):
        made("5x", seats=3, bots=[bots, bots])
    with pytest.raises(BadOption, match=told):
        Matches("5x", 1, seats=3, bots={1: bots})
    if bots is not None:
        with pytest.raises(BadOption, match=told):
            made("5x", seats=3, bots=bots)
    with pytest.raises(BadOption, match="bots: expected seats by their number, not 'left'"):
        Matches("5x", 1, seats=3, bots={"left": "easy"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "returned, told",
    [
        (lambda mask: None, "not None"),
        (lambda mask: 0, r"not something of shape \(\)"),
        (lambda mask: np.zeros(len(mask) + 1, int), r"not something of shape \(\d+,\)"),
        (lambda mask: np.zeros((len(mask), 1), int), r"not something of shape \(\d+, 1\)"),
        (lambda mask: mask.argmax(axis=1) + 0.5, "not of type float64"),
        (lambda mask: [[0], [0, 1]], r"not \[\[0\], \[0, 1\]\]"),
    ],
)
def test_a_function_returns_an_action_for_each_row(returned: Any, told: str):
    def checkpoint(_rows: Any, mask: Any) -> Any:
        return returned(mask)

    duty = r"bots: the function .*checkpoint is to return an action for each row, integers of shape"
    alone = made("5x", seats=3, seat=2, bots=checkpoint)
    with pytest.raises(ValueError, match=rf"{duty} \(1,\), {told}"):
        alone.reset(seed=1)
    with pytest.raises(ValueError, match=rf"{duty} \(\d+,\), {told}"):
        Matches("5x", 2, seats=3, bots=checkpoint).reset(seed=1)


@pytest.mark.parametrize("wrong", [-1, 10**6, "wait", "masked"])
def test_an_illegal_action_of_a_function_is_an_error(wrong: Any):
    def checkpoint(_rows: Any, mask: Any) -> Any:
        actions = mask.argmax(axis=1)
        last = {"wait": mask.shape[1] - 1, "masked": int(mask[-1].argmin())}
        actions[-1] = last.get(wrong, wrong)
        mask[:] = 1
        return actions

    told = r"\(2,\), each legal by its mask; -?\d+ in row 1 is not"
    with pytest.raises(IllegalMove, match=told):
        Matches("5x", 1, seats=3, bots={0: checkpoint, 2: checkpoint}).reset(seed=1)
    with pytest.raises(IllegalMove, match=r"checkpoint .* in row 0 is not"):
        made("5x", seats=3, seat=2, bots=checkpoint).reset(seed=1)


def test_functions_and_learners_play_the_same_match():
    """Whether an action comes from a learner or from a function is nothing to the match."""
    lowest = always(lambda legal: legal[0])
    settings: dict[str, Any] = {"seats": 3, "autoreset_mode": AutoresetMode.DISABLED}
    alone = Matches("civ-builder", 2, bots={1: lowest, 2: lowest}, **settings)
    together = Matches("civ-builder", 2, **settings)
    ends = []
    for matches in (alone, together):
        seen, info = matches.reset(seed=6)
        total = np.zeros(matches.num_envs)
        for _ in range(4000):
            seen, rewards, _terminated, _truncated, info = matches.step(
                seen["action_mask"].argmax(axis=1)
            )
            total += rewards
            if not info["to_act"].any():
                break
        ends.append(
            (total.reshape(2, -1)[:, 0].tolist(), [a.state.scores() for a in matches.arenas])
        )
    assert ends[0] == ends[1]


def learn_nothing(matches: Matches, rounds: int, seed: int) -> tuple[int, float, int]:
    """Random play; how many rows were over, their rewards in all, and the rows that acted."""
    random = np.random.default_rng(seed)
    over, worth, acted = 0, 0.0, 0
    _seen, info = matches.reset(seed=seed)
    for _ in range(rounds):
        rows, legal, starts = matches.legal()
        assert np.array_equal(rows, np.flatnonzero(info["to_act"]))
        actions = np.zeros(matches.num_envs, np.int64)
        actions[rows] = legal[
            starts[:-1] + (random.random(len(rows)) * np.diff(starts)).astype(int)
        ]
        acted += len(rows)
        seen, rewards, terminated, truncated, info = matches.step(actions)
        assert (matches.num_envs, matches.size) == seen["observation"].shape
        assert np.array_equal(info["to_act"], seen["action_mask"][:, :-1].any(axis=1))
        assert np.array_equal(info["to_act"], seen["action_mask"][:, -1] == 0)
        assert not info["illegal"].any()
        assert not truncated.any()
        assert np.array_equal(terminated, info.get("places", np.zeros(matches.num_envs)) > 0)
        over += int(terminated.sum())
        worth += float(rewards.sum())
    return over, worth, acted


@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
@pytest.mark.parametrize("name", ["5x", "5-ages", "civ-builder", "civ-card-game"])
def test_many_matches_are_played_at_once_and_begin_anew(name: str, mode: AutoresetMode):
    seats = catalogue()[name].seats[0]
    matches = Matches(name, 6, seats=seats, autoreset_mode=mode, copy=False)
    over, worth, acted = learn_nothing(matches, 60 if name == "5x" else 700, 9)
    assert acted > 300
    assert over % seats == 0
    assert (over > 0) == (name != "civ-card-game")
    assert over / seats == pytest.approx(worth)


def test_rows_are_what_their_seats_see():
    """And those that wait keep what they saw when they last acted."""
    matches = Matches("civ-card-game", 3, seats=3)
    seen, info = matches.reset(seed=2)
    for _ in range(40):
        before = seen["observation"]
        seen, _rewards, _terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
        for row in range(matches.num_envs):
            seat, arena = int(info["seat"][row]), matches.arenas[matches.match[row]]
            if info["to_act"][row]:
                now = matches.encoding.vector_seen(arena.state.observe(seat))
                assert np.array_equal(now, seen["observation"][row])
                legal = sorted(move.index for move in arena.state.legal(seat))
                assert legal == np.flatnonzero(seen["action_mask"][row]).tolist()
            else:
                assert np.array_equal(before[row], seen["observation"][row])


def test_a_match_that_is_over_begins_anew_with_the_next_step():
    matches = Matches("5x", 2, seats=3)
    seen, info = matches.reset(seed=1)
    terminated = np.zeros(6, bool)
    while not terminated.any():
        assert info["to_act"].any()
        seen, _rewards, terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
    assert not info["to_act"][terminated].any()
    assert (seen["action_mask"][terminated].sum(axis=1) == 1).all()
    last = seen["observation"].copy()
    seen, rewards, _terminated, _truncated, info = matches.step(np.zeros(6, int))
    assert info["to_act"][terminated].all()
    assert not rewards[terminated].any()
    assert (seen["observation"][terminated] != last[terminated]).any()


def test_with_reset_in_the_same_step_the_last_observation_is_told_beside():
    matches = Matches("5x", 2, seats=3, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, info = matches.reset(seed=1)
    terminated = np.zeros(6, bool)
    while not terminated.any():
        seen, _rewards, terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
    assert info["to_act"].all()
    assert np.array_equal(terminated, info["_final_obs"])
    for row in np.flatnonzero(terminated):
        phase = info["final_obs"][row]["observation"][:6]
        assert [1, 0, 0, 0, 0, 0] == phase.tolist()
        assert 1 != seen["observation"][row][0]


def test_who_waits_at_a_deal_sees_the_new_match():
    matches = Matches("civ-builder", 2, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, info = matches.reset(seed=1)
    first, terminated = seen["observation"], np.zeros(matches.num_envs, bool)
    assert not info["to_act"].all()
    assert first.any(axis=1).all()
    while not terminated.any():
        seen, _rewards, terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
    for row in np.flatnonzero(terminated):
        state = matches.arenas[matches.match[row]].state
        now = matches.encoding.vector(state, int(info["seat"][row]))
        assert np.array_equal(now, seen["observation"][row])
    assert np.array_equal(first, matches.reset(seed=1)[0]["observation"])


def test_how_matches_begin_anew_may_be_said_as_text():
    matches = Matches("5x", 1, seats=3, autoreset_mode="SameStep")
    assert AutoresetMode.SAME_STEP is matches.metadata["autoreset_mode"]
    seen, info = matches.reset(seed=1)
    while "final_obs" not in info:
        assert info["to_act"].any()
        seen, _rewards, _terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
    with pytest.raises(BadOption, match="expected one of NextStep, SameStep, Disabled, not 'Soon'"):
        Matches("5x", 1, autoreset_mode="Soon")


def test_some_matches_alone_are_reset_where_that_is_asked_for():
    matches = Matches("5x", 2, seats=3, autoreset_mode=AutoresetMode.DISABLED)
    seen, info = matches.reset(seed=1)
    over = np.zeros(6, bool)
    for _ in range(100):
        seen, _rewards, terminated, _truncated, info = matches.step(
            seen["action_mask"].argmax(axis=1)
        )
        over |= terminated
    assert over.all()
    assert not info["to_act"].any()
    _seen, info = matches.reset(options={"reset_mask": np.arange(6) < 3})
    assert [True] * 3 + [False] * 3 == info["to_act"].tolist()


def test_the_same_seed_plays_the_same_matches():
    first = learn_nothing(Matches("civ-builder", 3), 50, 1)
    assert first == learn_nothing(Matches("civ-builder", 3), 50, 1)


def test_the_names_in_its_help_are_those_of_today():
    for help_text in (sys.modules[identity.__module__].__doc__, identity.__doc__):
        assert identity("5x") in str(help_text)


def test_gymnasium_makes_matches_by_name():
    one = gymnasium.make_vec(identity("5x"), num_envs=8, seats=4)
    assert isinstance(one, Matches)
    assert 8 == one.count == one.num_envs
    _seen, info = one.reset(seed=3)
    assert len(set(info["seat"].tolist())) > 1
    for _ in range(20):
        seen, _rewards, _terminated, _truncated, info = one.step(one.action_space.sample())
        assert seen in one.observation_space
    everybody = gymnasium.make_vec(identity("5x"), num_envs=8, seats=4, bots=None)
    assert 2 == everybody.unwrapped.count
    with pytest.raises(BadOption, match="a match has 4 learners, and 6 is no multiple of it"):
        gymnasium.make_vec(identity("5x"), num_envs=6, seats=4, bots=None)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec(identity("5x"), num_envs=4, seats=3, seat=1, bots="random")
    )
    seen, info = counted.reset(seed=1)
    while "episode" not in info:
        seen, _rewards, _terminated, _truncated, info = counted.step(
            seen["action_mask"].argmax(axis=1)
        )
    assert {1} == set(info["seat"].tolist())


@pytest.mark.parametrize("name", catalogue())
@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_every_game_is_made_by_name_in_every_mode(name: str, mode: str):
    """Gymnasium's own vectors of single seats have the same spaces as ours."""
    rows = gymnasium.make_vec(identity(name), num_envs=2, vectorization_mode=mode)
    seen, info = rows.reset(seed=1)
    for _ in range(3):
        assert seen in rows.observation_space
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        seen, _rewards, _terminated, _truncated, info = rows.step(
            seen["action_mask"].argmax(axis=1)
        )
    rows.close()


def test_who_writes_into_what_it_was_given_changes_nothing():
    """Unless it asked for the same arrays at every step."""
    spoilt, clean = Matches("civ-builder", 3, seats=3), Matches("civ-builder", 3, seats=3)
    given, _ = spoilt.reset(seed=4)
    seen, info = clean.reset(seed=4)
    for _ in range(30):
        actions = seen["action_mask"].argmax(axis=1)
        given["observation"][:], given["action_mask"][:] = 0.5, 1
        given, *_ = spoilt.step(actions)
        seen, _rewards, _terminated, _truncated, info = clean.step(actions)
        assert not info["illegal"].any()
        for name, rows in seen.items():
            assert np.array_equal(rows, given[name])


def test_bots_may_sit_among_the_learners():
    matches = Matches("5x", 4, seats=3, bots={0: "easy", 2: "easy"})
    _seen, info = matches.reset(seed=1)
    assert [1] * 4 == info["seat"].tolist()
    with pytest.raises(BadOption, match="nobody learns"):
        Matches("5x", 1, seats=3, bots=dict.fromkeys(range(3), "easy"))
    with pytest.raises(BadOption, match="no seat 3"):
        Matches("5x", 1, seats=3, bots={3: "easy"})
    with pytest.raises(BadOption, match="no seat 7"):
        Matches("5x", 1, seats=3, bots={7: always(min)})


def test_an_answer_is_wanted_for_every_row():
    matches = Matches("5x", 2, seats=3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        matches.step(np.zeros(6, np.int64))
    matches.reset(seed=1)
    with pytest.raises(ValueError, match=r"expected 6 actions, not \(1,\)"):
        matches.step(np.zeros(1, np.int64))
    assert matches.step(np.full(6, matches.actions - 1))[4]["illegal"].all()


@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_matches_in_processes_are_the_same_matches(mode: AutoresetMode):
    settings: dict[str, Any] = {"seats": 3, "autoreset_mode": mode, "bots": {2: "easy"}}
    here, there = Matches("5x", 5, **settings), SharedMatches("5x", 5, processes=2, **settings)
    try:
        seen, info = here.reset(seed=7)
        shared, told = there.reset(seed=7)
        assert (here.size, here.actions) == (there.size, there.actions)
        began, ends = there.spent, 0
        for _ in range(60):
            assert np.array_equal(here.action_masks(), there.action_masks())
            assert list(seen) == list(shared)
            assert all(np.array_equal(seen[part], shared[part]) for part in seen)
            assert set(info) == set(told)
            for part in set(info) - {"final_obs"}:
                assert np.array_equal(info[part], told[part]), part
            for one, other in zip(
                info.get("final_obs", ()), told.get("final_obs", ()), strict=True
            ):
                assert repr(one) == repr(other)
            actions = seen["action_mask"].argmax(axis=1)
            seen, rewards, terminated, truncated, info = here.step(actions)
            shared, *others, told = there.step(actions)
            for one, other in zip((rewards, terminated, truncated), others, strict=True):
                assert np.array_equal(one, other)
            ends += int(terminated.sum())
        assert ends >= 10
        assert there.spent > began > 0
        mask = np.arange(10) < 4
        for matches in (here, there):
            seen, _info = matches.reset(seed=1, options={"reset_mask": mask})
    finally:
        there.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        there.step(np.zeros(10, np.int64))


def test_a_critic_sees_what_all_see_together_if_that_is_asked_for():
    settings: Any = {"seats": 3, "bots": {1: "easy"}, "central": True}
    here, there = Matches("5x", 3, **settings), SharedMatches("5x", 3, processes=2, **settings)
    seen, _ = here.reset(seed=2)
    there.reset(seed=2)
    for _ in range(30):
        state = here.state()
        assert np.array_equal(there.state(), state)
        assert state[1] in here.state_space
        rows = state.reshape(3, 3, -1)
        assert np.array_equal(
            rows[here.match, here.seat][here.legal()[0]], seen["observation"][here.legal()[0]]
        )
        actions = seen["action_mask"].argmax(axis=1)
        seen = here.step(actions)[0]
        there.step(actions)
    there.close()
    with pytest.raises(NotImplementedError, match="central=True"):
        Matches("5x", 1).state()


def test_what_goes_wrong_in_a_process_is_said():
    with pytest.raises(BadOption, match="processes: expected 1 to 2, one for each match, not 3"):
        SharedMatches("5x", 2, processes=3)
    there = gymnasium.make_vec(identity("5x"), num_envs=4, processes=2, seats=3)
    try:
        with pytest.raises(gymnasium.error.ResetNeeded):
            there.step(np.zeros(4, np.int64))
        there.reset(seed=1)
        with pytest.raises(ValueError, match="expected 4 actions"):
            there.step(np.zeros(3, np.int64))
    finally:
        there.close()


def test_a_process_that_is_killed_closes_all():
    there = SharedMatches("5x", 2, processes=2, seats=3)
    there.reset(seed=1)
    killed = there._processes[1]
    killed.kill()
    killed.join()
    for _ in range(2):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            there.step(np.zeros(6, np.int64))
    there.close()


@pytest.mark.parametrize("wrong", ["0", 1.0, True, -1, 3])
def test_what_is_no_seat_or_no_count_is_refused_when_it_is_made(wrong: Any):
    for make in (made, lambda name, **settings: Matches(name, 2, bots="random", **settings)):
        with pytest.raises(BadOption, match=r"seat: expected 0 to 2, not"):
            make("5x", seat=wrong)
        make("5x", seat=np.int64(1))
    for count in ("3", 0, 2.0, None):
        with pytest.raises(BadOption, match="count: expected at least one match, not"):
            Matches("5x", count)  # type: ignore[arg-type]
        with pytest.raises(BadOption, match="count: expected at least one match, not"):
            SharedMatches("5x", count, processes=1)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="processes: expected 1 to 2, one for each match, not '1'"):
        SharedMatches("5x", 2, processes="1")  # type: ignore[arg-type]
