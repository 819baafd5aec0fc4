"""Comparing complete answers by playing on from them in the same worlds.

In each world the hidden cards and the draws to come are the same for all answers, so their outcomes
differ only because of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from microciv.bots.bot import Bot
from microciv.bots.why import WORLDS, Outcome
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.policy import Policy, picked
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

SEEDS: Final = 1 << 30

Answer: TypeAlias = tuple[Move, ...]


def answer_of(bot: Bot, seen: Observation, rng: Rng) -> Answer:
    """All the steps that the bot would add to its open answer. They are asked for in a re-deal: any
    will do, since a seat learns nothing new until its answer is complete.
    """
    state = bot.game.redeal(seen, rng)
    start, answer = state.sets, seen.answer
    while state.sets == start and seen.seat in state.to_act:
        move = bot.choose(state.observe(seen.seat))
        answer = (*answer, move)
        state.apply(seen.seat, move)
    return answer[len(seen.answer) :]


def play_on(policy: Policy, state: State, start: int, rng: Rng) -> None:
    """Play on to where the policy stops (`Policy.is_far`); `start` is the number of the decision
    set in which the playout began.
    """
    while state.to_act and (state.sets == start or not policy.is_far(state, start)):
        state.apply_all([picked(policy, state, seat, rng) for seat in state.to_act])


def compared(
    game: Game,
    policy: Policy,
    seen: Observation,
    answers: Sequence[Answer],
    worlds: int,
    seed: int,
    enough: Callable[[int], bool] = lambda _: False,
) -> list[list[Outcome]]:
    """The outcomes for the seat, by answer and world. The policy completes incomplete answers.
    After each world, `enough` is called with the number of worlds so far and may end the
    comparison.
    """
    rng, seat = Rng(seed), seen.seat
    found: list[list[Outcome]] = [[] for _ in answers]
    for number in range(1, worlds + 1):
        world = game.redeal(seen, rng)
        policy.begin(world)
        fate = rng.below(SEEDS)
        known: dict[Answer, Outcome] = {}
        for outcomes, answer in zip(found, answers, strict=True):
            if answer not in known:
                state = world.clone()
                for move in answer:
                    state.apply(seat, move)
                play_on(policy, state, world.sets, Rng(fate))
                chance = policy.evaluate(state)[seat]
                known[answer] = Outcome(chance, state if number <= WORLDS else None)
            outcomes.append(known[answer])
        if enough(number):
            break
    return found


def first_apart(answer: Answer, other: Answer) -> Move:
    """The first step of an answer that the other lacks, or has less often. If both have the same
    steps, the first one that is out of order; if there is none either, the last step.
    """
    left = list(other)
    for move in answer:
        if move not in left:
            return move
        left.remove(move)
    if not left:
        for move, same in zip(answer, other, strict=True):
            if move is not same:
                return move
    return answer[-1]
