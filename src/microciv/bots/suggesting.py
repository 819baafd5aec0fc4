"""What is suggested to a person who is asked: what hints are made of, without their search.

It is the usual answer of the policy that advises, in a game whose bots plan complete answers with
it. Elsewhere a policy is made for playouts alone (in 5X it mixes, in 5 Ages it plays at a glance)
and only a search makes good advice of it: nothing is suggested there but what a hint says.
"""

from __future__ import annotations

from typing import final

from microciv.bots.advice import best_adviser, is_planner
from microciv.bots.answers import Answer
from microciv.bots.search import Policy
from microciv.core.game import Game
from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.core.state import Observation


@final
class Suggester:
    """Knows the observation that it is asked about, and nothing else."""

    def __init__(self, game: Game) -> None:
        best = best_adviser(game, 0, 0)
        policy = getattr(best, "policy", None)
        self._policy = policy if is_planner(best) and isinstance(policy, Policy) else None

    def suggest(self, seen: Observation) -> Answer:
        """What may well be added to the answer now, to its end; always the same where the same is
        seen. Nothing where nothing is asked, or the game has no such policy.
        """
        if self._policy is None or not seen.legal:
            return ()
        return usual_answer(self._policy, seen, Rng(0))
