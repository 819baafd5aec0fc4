"""How strong people are, a rating a game and number of seats, on the scale of the bots' leagues
(docs/ratings.md).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, NamedTuple

SCALE: Final = 400 / log(10)
"""Elo points to the unit of the model: 400 more win ten times as often, seat against seat."""
CERTAIN: Final = 1.96
"""Standard deviations on either side: 95 %."""
DRIFT: Final = 2.5
"""Standard deviation by which anybody may have changed from one match to the next."""
SETTLED: Final = 75.0
"""The spread from which on a rating is no more provisional."""
USUAL: Final = 45.0
"""The spread of people who have played for long, at which points mean what they say."""


class Standing(NamedTuple):
    """What is believed of somebody's strength."""

    points: float
    spread: float
    """Standard deviation."""
    matches: int = 0

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return CERTAIN * self.spread

    @property
    def provisional(self) -> bool:
        return self.spread > SETTLED


NEWCOMER: Final = Standing(1000.0, 150.0)
"""As strong as `easy` is, until more is known."""


def rate(standings: list[Standing], ranks: list[int]) -> list[Standing]:
    """What is believed after a match that ended in these ranks, the smallest first; equal ranks are
    ties. By Plackett and Luce's model, as Weng and Lin (2011) update it: each next rank is won with
    a chance in proportion to strength, which is how leagues are rated, too.
    """
    from openskill.models import PlackettLuce  # loaded when the first rated match ends

    # Its unit is the root of the sum of beta² + spread² of all seats, which is to be ours.
    own = SCALE**2 / len(standings)
    beta = sqrt(max(own - USUAL**2, own / 4))
    model = PlackettLuce(beta=beta, tau=DRIFT, gamma=_undamped)
    teams = [[model.rating(mu=one.points, sigma=one.spread)] for one in standings]
    return [
        Standing(found.mu, found.sigma, before.matches)
        for before, [found] in zip(standings, model.rate(teams, [*map(float, ranks)]), strict=True)
    ]


def _undamped(*_: object) -> float:
    """How fast spreads shrink: so they come to those of the errors (`bench/ratings.py`)."""
    return 1.0
