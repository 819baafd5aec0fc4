"""The server as people get it, but with bots that do not pause, and the same match every time.

quick_server.py PORT DATABASE; the environment variable E2E_SEED asks for another deal, "none" for
one that nobody can choose; E2E_WINNER for matches that this seat has as good as won.
"""

import os
import random
import sys
from pathlib import Path

from microciv.core.game import Game
from microciv.server.http import pages
from microciv.server.serve import run_server
from microciv.server.settings import Settings

AS_FAST_AS_IT_GOES = (1e6, 10**6)  # a fast machine reaches the limits that people do not
ASKED = os.environ.get("E2E_SEED", "5")
SEED = random.Random(ASKED).getrandbits(128)


def bot_seed(deal: int, decision_set: int, seat: int) -> int:
    """Of its own for every question, and known."""
    return (deal * 10_007 + decision_set * 101 + seat) % 2**32


PAGE = Path(__file__).parents[2] / "src" / "microciv" / "server" / "page"
"""The one page that there is: whoever builds it anew need not compile the engine anew."""


if __name__ == "__main__":
    setattr(pages, "FOLDER", PAGE)  # noqa: B010  # mypy minds assignments
    if "E2E_WINNER" in os.environ:
        winner = int(os.environ["E2E_WINNER"])
        setattr(Game, "decided", lambda *_: winner)  # noqa: B010  # mypy minds assignments
    run_server(
        Settings(
            port=int(sys.argv[1]),
            database=sys.argv[2],
            pause=(0.01, 0.02),
            moment=float(os.environ.get("E2E_MOMENT", "0")),
            away_after=0.2,
            workers=0,
            design=True,
            messages=AS_FAST_AS_IT_GOES,
            requests=AS_FAST_AS_IT_GOES,
            reads=AS_FAST_AS_IT_GOES,
            connects=AS_FAST_AS_IT_GOES,
            replays=AS_FAST_AS_IT_GOES,
            hint=(40, 20.0),
            look=(40, 20.0),
            advice_seed=1,
            seed=None if ASKED == "none" else lambda: SEED,
            bot_seed=bot_seed,
        ),
    )
