"""The same work in OpenSpiel, RLCard and PettingZoo, where they are installed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from statistics import mean
from typing import Any, Final

from bench.ours import Tasks

GOOFSPIEL: Final = "goofspiel(imp_info=true,players={},num_cards=13)"
CHANCE: Final = -1
EVERYBODY: Final = -2
PASS: Final = 500  # matches that an average is taken of
SIMULATIONS: Final = {"C++": 200, "Python": 20}
EXPLORATION: Final = 2.0


def measures() -> Tasks:
    """Those of the peers that are here."""
    tasks: Tasks = {}
    pyspiel = installed("pyspiel")
    if pyspiel is not None:
        for name, text in openspiel_games().items():
            tasks.update(of_openspiel(pyspiel, pyspiel.load_game(text), f"OpenSpiel {name}"))
        tasks["OpenSpiel hearts: rl_environment"] = _rl_environment()
        tasks.update(of_search(pyspiel, pyspiel.load_game("hearts"), "OpenSpiel hearts"))
    rlcard = installed("rlcard")
    if rlcard is not None:
        for name in ("leduc-holdem", "uno"):
            tasks[f"RLCard {name}: env.step"] = _rlcard(rlcard.make(name))
    for name in ("leduc_holdem_v4", "texas_holdem_v4"):
        module = installed(f"pettingzoo.classic.{name}")
        if module is not None:
            tasks[f"PettingZoo {name}: env.step"] = _pettingzoo(module.env())
    return tasks


def installed(name: str) -> Any:  # noqa: ANN401
    """The module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


# --- OpenSpiel


def openspiel_games() -> dict[str, str]:
    """What they are called here, and there."""
    goofspiel = {f"goofspiel {seats}": GOOFSPIEL.format(seats) for seats in (4, 7)}
    return {**goofspiel, "hearts": "hearts"}


def of_openspiel(pyspiel: Any, game: Any, label: str) -> Tasks:  # noqa: ANN401  # it has no types
    """Random matches by a Python loop, and inside C++ by its uniform random bots. How many choices
    a match has is counted by the Python loop, for those inside C++ too.
    """
    choices = mean([openspiel_loop(game.new_initial_state()) for _ in range(PASS)])
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    seeds = iter(range(2**31))

    def inside() -> int:
        for _ in range(10):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(10 * choices)

    state = openspiel_midgame(game)
    return {
        f"{label}: python loop": lambda: openspiel_loop(game.new_initial_state()),
        f"{label}: own loop": inside,
        f"{label}: clone": lambda: len([state.clone() for _ in range(500)]),
    }


def openspiel_loop(state: Any) -> int:  # noqa: ANN401
    """To the end by a Python loop, random moves; decisions with a choice."""
    draw, decisions = random.random, 0
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        elif player == EVERYBODY:
            actions = []
            for seat in range(state.num_players()):
                legal = state.legal_actions(seat)
                decisions += len(legal) > 1
                actions.append(legal[int(draw() * len(legal))])
            state.apply_actions(actions)
        else:
            legal = state.legal_actions()
            decisions += len(legal) > 1
            state.apply_action(legal[int(draw() * len(legal))])
    return decisions


def _rl_environment() -> Callable[[], int]:
    """OpenSpiel's hearts, in C++, as its learners play it: with observations and legal actions."""
    module = importlib.import_module("open_spiel.python.rl_environment")
    environment = module.Environment("hearts")

    def match() -> int:
        step, choices = environment.reset(), 0
        while not step.last():
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            choices += len(legal) > 1
            step = environment.step([legal[int(random.random() * len(legal))]])
        return choices

    return match


def openspiel_midgame(game: Any, share: float = 0.5) -> Any:  # noqa: ANN401
    """A state this far through a match, counted in steps after the deal, that is somebody's choice;
    where all choose at once it is theirs.
    """
    draw = random.Random(1)
    whole, steps = game.new_initial_state(), 0
    while not whole.is_terminal():
        steps += whole.current_player() != CHANCE
        openspiel_step(whole, draw)
    state, done = game.new_initial_state(), 0
    while state.current_player() == CHANCE or done < share * steps or _is_forced(state):
        done += state.current_player() != CHANCE
        openspiel_step(state, draw)
    return state


def _is_forced(state: Any) -> bool:  # noqa: ANN401
    return state.current_player() >= 0 and len(state.legal_actions()) == 1


def openspiel_step(state: Any, draw: random.Random) -> None:  # noqa: ANN401
    """One random step."""
    if state.current_player() == EVERYBODY:
        seats = range(state.num_players())
        state.apply_actions([draw.choice(state.legal_actions(seat)) for seat in seats])
    else:
        state.apply_action(draw.choice(state.legal_actions()))


def of_search(pyspiel: Any, game: Any, label: str) -> Tasks:  # noqa: ANN401
    """Its IS-MCTS in C++ and in Python, with uniform random rollouts to the end, in simulations and
    in choices of their playouts. How many those are is counted by the Python loop, from worlds that
    look alike to who is asked.
    """
    tasks: Tasks = {}
    for where, share in (("start", 0.0), ("middle", 0.5)):
        state = openspiel_midgame(game, share)
        seat, draw = state.current_player(), random.random
        worlds = [state.resample_from_infostate(seat, draw) for _ in range(PASS)]
        choices = mean([openspiel_loop(world) for world in worlds]) - 1  # less the one searched
        for way in SIMULATIONS:
            run = _simulations(pyspiel, game, state, way)
            name = f"{label}: IS-MCTS in {way} from the {where}"
            tasks[f"{name}: iterations"] = run
            tasks[f"{name}: decisions"] = lambda run=run, choices=choices: round(run() * choices)  # type: ignore[misc]
    return tasks


def _simulations(pyspiel: Any, game: Any, state: Any, way: str) -> Callable[[], int]:  # noqa: ANN401
    count = SIMULATIONS[way]
    if way == "C++":
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, count)
    else:
        algorithms = "open_spiel.python.algorithms"
        mcts = importlib.import_module(f"{algorithms}.mcts")
        ismcts = importlib.import_module(f"{algorithms}.ismcts")
        draw = importlib.import_module("numpy").random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, draw)
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=evaluator,
            uct_c=EXPLORATION,
            max_simulations=count,
            random_state=draw,
        )

    def run() -> int:
        bot.step(state)
        return count

    return run


# --- RLCard and PettingZoo


def _rlcard(environment: Any) -> Callable[[], int]:  # noqa: ANN401
    def match() -> int:
        state, _player = environment.reset()
        choices = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            choices += len(legal) > 1
            state, _player = environment.step(random.choice(legal))
        return choices

    return match


def _pettingzoo(environment: Any) -> Callable[[], int]:  # noqa: ANN401
    def match() -> int:
        environment.reset()
        choices = 0
        for _agent in environment.agent_iter():
            seen, _reward, terminated, truncated, _info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            choices += len(legal) > 1
            environment.step(int(legal[int(random.random() * len(legal))]))
        return choices

    return match
