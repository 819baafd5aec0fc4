"""Complete answers, played on in the same worlds.

What two answers come to in one world differs by what they are and by nothing else: the cards that
are hidden and those still to come are the same for both.
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
    """The whole of what the bot would add to its answer now. Until an answer is complete its seat
    learns nothing new, so any world will do to ask on in.
    """
    state = bot.game.redeal(seen, rng)
    start, answer = state.sets, seen.answer
    while state.sets == start and seen.seat in state.to_act:
        move = bot.choose(state.observe(seen.seat))
        answer = (*answer, move)
        state.apply(seen.seat, move)
    return answer[len(seen.answer) :]


def play_on(policy: Policy, state: State, start: int, rng: Rng) -> None:
    """To where the policy stops; it began in decision set `start`."""
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
    """By answer and world, what comes of it for the seat; what an answer leaves open is played as
    the policy does. `enough` is asked after each world, of which there is one at least.
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
    """The first step of an answer that the other has not, or not as often; where both have the same
    steps, the first in another order. If there is none, its last one, with which it stops.
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
