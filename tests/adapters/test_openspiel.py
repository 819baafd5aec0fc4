"""The games in OpenSpiel: its own tests, its playthroughs, its search."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from microciv import BadOption, Match, open_game  # noqa: E402  # after the skip
from microciv.adapters import openspiel  # noqa: E402
from microciv.games import catalogue  # noqa: E402

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("5x", {"players": 3}),
    ("5x", {"players": 6, "leader_pool": "all15"}),
    ("5x", {"players": 4, "leaders": False}),
    ("5-ages", {"players": 3, "jokers": 2}),
    ("5-ages", {"players": 5, "trade_ticks": 1}),
    ("civ-builder", {"players": 2}),
    ("civ-builder", {"players": 4, "trade_mode": "off"}),
    ("civ-card-game", {"players": 2, "max_rounds": 6}),
    ("civ-card-game", {"players": 4, "max_rounds": 4}),
    ("goofspiel", {"players": 3}),
]
NAMES = [f"{name} {options['players']}" for name, options in GAMES]
EVERY = pytest.mark.parametrize("name, options", GAMES, ids=NAMES)


def begun(name: str, options: dict[str, Any], deal: int = 3) -> Any:
    """A state that has been dealt."""
    state = openspiel.load(name, deals=8, **options).new_initial_state()
    if state.is_chance_node():
        state.apply_action(deal)
    return state


def play_on(state: Any, random: np.random.RandomState, moves: int) -> None:
    """So many random moves."""
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(int(random.choice(state.legal_actions())))


@EVERY
def test_openspiel_finds_no_fault_in_random_matches(name: str, options: dict[str, Any]):
    game = openspiel.load(name, deals=8, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name, options",
    [
        ("5x", {"players": 4}),
        ("5-ages", {"players": 3, "jokers": 2, "trade_ticks": 1}),
        ("civ-builder", {"players": 2, "trade_mode": "off"}),
        ("civ-card-game", {"players": 2, "max_rounds": 1}),
        ("goofspiel", {"players": 3}),
    ],
    ids=["5x", "5-ages", "civ-builder", "civ-card-game", "goofspiel"],
)
def test_a_playthrough_can_be_written(name: str, options: dict[str, Any]):
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    game = str(openspiel.load(name, deals=4, **options))
    lines = playthrough_lines(game, seed=7)
    assert "IsTerminal() = True" in lines
    assert any(line.startswith("PublicObservationString() = ") for line in lines)
    assert any(line.startswith("InformationStateTensor(0).seat: ") for line in lines)
    if name == "5x":
        assert lines == playthrough_lines(game, seed=7)


@EVERY
def test_an_information_set_has_one_menu(name: str, options: dict[str, Any]):
    """Whatever worlds are dealt from what a seat knows: the same memory, the same legal moves."""
    random, state = np.random.RandomState(5), begun(name, options)
    menus: dict[str, list[int]]
    for _ in range(60):
        if state.is_terminal():
            break
        seat, menus = state.current_player(), {}
        for _world in range(3):
            world = state.resample_from_infostate(seat, random.random_sample)
            for _step in range(8):
                if world.is_terminal():
                    break
                if world.current_player() == seat:
                    legal = world.legal_actions()
                    assert menus.setdefault(world.information_state_string(seat), legal) == legal
                play_on(world, random, 1)
        play_on(state, random, 3)


@pytest.mark.parametrize("name", ["5x", "5-ages", "civ-builder", "civ-card-game", "goofspiel"])
def test_their_information_set_search_plays_a_match(name: str):
    from open_spiel.python.algorithms import ismcts, mcts

    shorter: dict[str, Any] = {"max_rounds": 3} if name == "civ-card-game" else {}
    state = begun(name, {"players": 3 if name.startswith("5") else 2, **shorter})
    random = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.0, 5, random_state=random)
    thought = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.current_player() == 0 and len(legal) > 1 and thought < 6:
            thought += 1
            action = bot.step(state)
            assert action in legal
        else:
            action = random.choice(legal)
        state.apply_action(int(action))
    assert thought > 3
    assert sum(state.returns()) == pytest.approx(1.0)


@EVERY
def test_a_resampled_state_is_the_same_to_its_seat(name: str, options: dict[str, Any]):
    state, random = begun(name, options), np.random.RandomState(4)
    for _ in range(12):
        play_on(state, random, random.randint(1, 6))
        if state.is_terminal():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.uniform)
        assert seat == other.current_player()
        assert state.information_state_string(seat) == other.information_state_string(seat)
        assert state.observation_string(seat) == other.observation_string(seat)
        assert state.observation_tensor(seat) == other.observation_tensor(seat)
        assert state.legal_actions() == other.legal_actions()
        play_on(other, random, 20)


def test_a_resample_deals_hidden_cards_anew():
    state = begun("5x", {"players": 4})
    hands = {
        state.resample_from_infostate(0, np.random.RandomState(seed).uniform).observation_string(2)
        for seed in range(8)
    }
    assert len(hands) > 1


def test_what_others_have_sealed_is_open_again_in_a_resample():
    state = begun("5x", {"players": 3, "leaders": False})
    state.apply_action(state.string_to_action("expand"))
    answers = set()
    for seed in range(20):
        again = state.resample_from_infostate(1, np.random.RandomState(seed).uniform)
        assert 1 == again.current_player()
        answers.add(again.play.state.answers[0][0].text)
    assert len(answers) > 1


@EVERY
def test_a_seat_remembers_what_it_has_heard_seen_and_done_and_nothing_else(
    name: str, options: dict[str, Any]
):
    state, random = begun(name, options), np.random.RandomState(1)
    plain = {"seats" if key == "players" else key: value for key, value in options.items()}
    match = Match(open_game(name, **plain), 3 if state.history() else 0)
    done: list[list[str]] = [[] for _ in range(match.game.seats)]
    shown: list[list[object]] = [[] for _ in range(match.game.seats)]
    for _ in range(40):
        if state.is_terminal():
            break
        seat = state.current_player()
        action = int(random.choice(state.legal_actions()))
        done[seat].append(state.action_to_string(action))
        shown[seat].append(match.state.shown(seat))
        match.play(seat, done[seat][-1])
        state.apply_action(action)
    for seat in range(match.game.seats):
        *lines, _now = state.information_state_string(seat).split("\n")
        kinds = {kind.name: len(kind.parts) for kind in match.game.events}
        heard = [
            " ".join([kind, *map(str, parts[: kinds[kind]])]) for kind, parts in match.heard(seat)
        ]
        shown[seat].append(match.state.shown(seat))
        seen = [f"shown {what}" for what in shown[seat] if what is not None]
        assert heard == [line for line in lines if not line.startswith((">", "shown "))]
        assert seen == [line for line in lines if line.startswith("shown ")]
        assert done[seat] == [line[2:] for line in lines if line.startswith(">")]


def test_nobody_is_told_of_an_answer_before_all_are_in():
    state = begun("5x", {"players": 3, "leaders": False})
    one, other = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[1])
    for seat in (1, 2):
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.observation_string(seat) == other.observation_string(seat)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_strings_of_information_states_have_perfect_recall_and_tensors_have_not():
    """Two lost bids of 1 and two of 2 cost the same, and leave the same to be known."""
    one, other = [openspiel.small_five_x().new_initial_state() for _ in range(2)]
    for state, bid in ((one, "bid 1"), (other, "bid 2")):
        for text in ("excavate", "expand", "expand", bid, bid, "take explore"):
            player = state.current_player()
            state.apply_action(state.string_to_action(player, text))
    assert one.current_player() == other.current_player() == 0
    assert one.information_state_string() != other.information_state_string()
    assert one.information_state_tensor() == other.information_state_tensor()
    assert one.information_state_tensor() == one.observation_tensor()


def test_a_copy_plays_on_by_itself():
    state = begun("5-ages", {"players": 3})
    copy = state.clone()
    play_on(copy, np.random.RandomState(0), 9)
    assert 9 == len(copy.history()) - len(state.history())
    assert str(state) != str(copy)
    again = pickle.loads(pickle.dumps(state.clone()))
    assert str(state) == str(again)


@pytest.mark.parametrize("reward", ["win", "places", "score"])
def test_returns_add_up_as_the_game_says(reward: str):
    state = begun("5x", {"players": 4, "reward": reward})
    assert [0.0] * 4 == state.returns()
    play_on(state, np.random.RandomState(6), 500)
    game = state.get_game()
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert all(game.min_utility() <= worth <= game.max_utility() for worth in state.returns())


def test_a_game_begins_at_a_position_and_says_so_in_its_name():
    match = Match(open_game("5x", seats=4), 5)
    for seat in range(4):
        match.play(seat, match.observe(seat).legal[0].text)
    game = openspiel.load("5x", position=match.position())
    again = pyspiel.load_game(str(game))
    state = again.new_initial_state()
    assert 4 == again.num_players()
    assert pyspiel.GameType.ChanceMode.DETERMINISTIC == again.get_type().chance_mode
    assert match.position() == state.play.state.position()
    assert state.information_state_string(0).startswith("begin ")


@pytest.mark.parametrize("small", [False, True])
def test_a_game_pickles_with_its_options_and_its_position(small: bool):
    game = openspiel.small_five_x(rounds=1) if small else openspiel.load("5x", players=4, deals=7)
    again = pickle.loads(pickle.dumps(game))
    assert str(game) == str(again)
    assert game.new_initial_state().legal_actions() == again.new_initial_state().legal_actions()


def test_a_game_with_nothing_left_to_chance_has_no_chance_node():
    assert not begun("5x", {"players": 3, "leaders": False}).history()
    assert begun("5x", {"players": 3}).history()


def test_options_are_parameters_and_data_is_packed():
    table = [{"letter": "A", "points": 3, "bonus": 1}]
    game = openspiel.load("5x", players=5, wonder_table=table, dido_income_first=False)
    setting = game.new_initial_state().play.setting
    assert 6 == setting.game.options.wonder_table[0].halves
    assert not setting.game.options.dido_income_first
    assert table == openspiel.unpacked(openspiel.packed(table))


@pytest.mark.parametrize(
    "options, said",
    [
        ({"players": 9}, "players, not 9"),
        ({"reward": "gold"}, "reward: 5x has win, places, score, not 'gold'"),
        ({"deals": 0}, "deals: expected a number from 1"),
        ({"encoding": 1}, "encoding: 5x has version 2 here, not 1"),
    ],
)
def test_what_is_wrong_is_said(options: dict[str, Any], said: str):
    with pytest.raises(BadOption, match=said):
        openspiel.load("5x", **options)


@pytest.mark.parametrize("name", catalogue())
def test_a_game_string_may_name_the_version_of_its_tensors(name: str):
    about = catalogue()[name]
    word = f"{openspiel.short_name(name)}(encoding={about.encoding})"
    tensors = [
        game.new_initial_state().get_game().observation_tensor_shape()
        for game in (pyspiel.load_game(word), openspiel.load(name))
    ]
    assert tensors[0] == tensors[1]
    assert about.encoding == pyspiel.load_game(word).get_parameters()["encoding"]


@pytest.mark.parametrize("search", ["step", "step_with_policy"])
@pytest.mark.parametrize("kind", ["MCTSBot", "ISMCTSBot"])
def test_a_bot_that_cannot_play_it_says_so(kind: str, search: str):
    """In C++ it would end the process; with games in C++ it plays as before."""

    def bot_for(game: Any) -> Any:
        rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
        if kind == "MCTSBot":
            return pyspiel.MCTSBot(game, rollouts, 1.0, 5, 10, False, 1, False)
        final = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return pyspiel.ISMCTSBot(1, rollouts, 1.0, 5, -1, final, False, False)

    ours = begun("5x", {"players": 3, "leaders": False})
    with pytest.raises(NotImplementedError, match=f"pyspiel.{kind} cannot search games"):
        getattr(bot_for(ours.get_game()), search)(ours)
    theirs = pyspiel.load_game("kuhn_poker" if kind == "ISMCTSBot" else "tic_tac_toe")
    state = theirs.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert getattr(bot_for(theirs), search)(state) is not None
