"""The reward of each seat at the end of a match."""

from __future__ import annotations

from typing import Final, TypeAlias

from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.state import State

WIN: Final = "win"
PLACES: Final = "places"
SCORE: Final = "score"
REWARDS: Final = (WIN, PLACES, SCORE)

MOST_POINTS: Final = 1000.0
"""More points than any match has; bounds the reward `score`."""

Rewards: TypeAlias = list[float]  # by seat


def check(game: Game, reward: str) -> str:
    """The name of the reward, if the game has it.

    :raises BadOption: if it does not; the message lists those that it has.
    """
    known = REWARDS if game.keeps_score() else REWARDS[:2]
    if reward not in known:
        raise BadOption(f"reward: {game.name} has {', '.join(known)}, not {reward[:40]!r}")
    return reward


def rewards_of(game: Game, state: State, reward: str, places: list[int] | None = None) -> Rewards:
    """The reward of each seat, by seat: 0 for all until the match is over.

    `win`: 1 for the winner, split equally among several winners. `places`: the fraction of
    opponents beaten, from 0 to 1; a tie counts half. `score`: the seat's points minus the mean of
    all seats. Pass `places` if they are already computed.
    """
    if state.to_act:
        return [0.0] * game.seats
    if reward == SCORE:
        points = [score / game.unit for score in state.scores()]
        mean = sum(points) / len(points)
        return [own - mean for own in points]
    places = places or state.places()
    if reward == WIN:
        winners = places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in places]
    return [_ahead(place, places) for place in places]


def _ahead(place: int, places: list[int]) -> float:
    """The fraction of opponents beaten from this place; a tie counts half."""
    behind = len([other for other in places if other > place])
    equal = places.count(place) - 1
    return (behind + equal / 2) / (len(places) - 1)


def bounds(game: Game, reward: str) -> tuple[float, float, float]:
    """The lowest and the highest reward of a seat, and the sum over all seats."""
    if reward == SCORE:
        return -MOST_POINTS, MOST_POINTS, 0.0
    return 0.0, 1.0, 1.0 if reward == WIN else game.seats / 2
