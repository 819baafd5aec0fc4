"""Behaviour cloning: a policy first learns to do what bots of a level do, by their matches.

All it is given is what a learner has, too: the row and the mask of the seat that is to act, the
action that the bot chose there, and at the end the reward.
"""

from __future__ import annotations

from typing import Any, Final, final

from small_policy import Array, Batch, Learner  # isort: skip  # before NumPy

import numpy as np

from microciv.adapters.encoding import Encoding
from microciv.adapters.rewards import rewards_of
from microciv.core.game import Game
from microciv.study.matches import Lineup

LETTERS: Final = 4  # a word this short also counts letter by letter: `4C` is a rank and a suit
DECISIONS: Final = 4096  # per iteration
ROWS: Final = 256  # per gradient step
RATE: Final = 3e-3
ASKED: Final = 1024  # decisions in which a policy is compared with the bot
BEGUN: Final = 1_000_000_000  # seeds of the matches that are watched: no others have them


def words_of(game: Game) -> Array:
    """Which words the name of each action has, 1 or 0, (actions, words): `offer 3C for W:4C` has
    four, and the parts `W` and `4C` of the last; short ones also have their letters. The same word
    in another place, or after another first word, is another one.
    """
    numbers: dict[tuple[str, int, str], int] = {}
    pairs: list[tuple[int, int]] = []
    for move in game.moves.all:
        first, *others = move.text.split()
        for place, word in enumerate([first, *others]):
            parts = [word, *word.split(":"), *(word if len(word) <= LETTERS else "")]
            for part in dict.fromkeys(parts):
                at = numbers.setdefault((first, place, part), len(numbers))
                pairs.append((move.index, at))
    words = np.zeros((len(game.moves.all) + 1, len(numbers)), np.float32)
    words[tuple(np.array(pairs).T)] = 1
    return words


@final
class Watched:
    """Matches among bots, decision by decision."""

    def __init__(self, game: Game, level: str, reward: str, seed: int, scale: float = 1.0) -> None:
        self.game = game
        self.reward = reward
        self.scale = scale
        self._encoding = Encoding(game)
        self._lineup = Lineup(game, [level] * game.seats)
        self._seed = BEGUN + seed

    def batch(self, decisions: int) -> Batch:
        """At least this many decisions, of complete matches; all of them went as they should."""
        rows: list[Array] = []
        masks: list[Any] = []
        actions: list[int] = []
        results: list[float] = []
        while len(rows) < decisions:
            seats: list[int] = []
            self._seed += 1
            record = self._lineup.play(self._seed, recorded=True).record
            assert record is not None
            state = self.game.deal(self._seed)
            for seat, text in record.moves:
                move = self.game.moves.find(text)
                assert move is not None
                legal = [other.index for other in state.legal(seat)]
                if len(legal) > 1:
                    mask = np.zeros(len(self.game.moves.all) + 1, np.int8)
                    mask[legal] = 1
                    rows.append(self._encoding.vector(state, seat))
                    masks.append(mask)
                    actions.append(move.index)
                    seats.append(seat)
                state.apply(seat, move)
            worth = rewards_of(self.game, state, self.reward)
            results += [worth[seat] / self.scale for seat in seats]
        return Batch(
            np.stack(rows),
            np.stack(masks),
            np.array(actions, np.int64),
            np.zeros(len(rows), np.float32),
            np.ones(len(rows), np.float32),
            np.array(results, np.float32),
        )


def clone(policy: Learner, watched: Watched, iterations: int, decisions: int = DECISIONS) -> float:
    """What a bot did counts as better than expected, so every gradient step makes it likelier: the
    slope is that of the cross-entropy. No decision is seen twice. Returns how often at last the
    policy's likeliest action was the bot's.
    """
    random = np.random.default_rng(1)
    alike = 0.0
    for number in range(iterations):
        batch = watched.batch(decisions)
        order = random.permutation(len(batch.action))
        if number == iterations - 1:
            some = batch.rows(order[:ASKED])
            _hidden, likely, _worth = policy.think(some.observation, some.mask)
            alike = float((likely.argmax(axis=1) == some.action).mean())
        for start in range(0, len(order), ROWS):
            rows = batch.rows(order[start : start + ROWS])
            policy.learn(rows, RATE * (1 - number / iterations))
    return alike
