"""Ctrl-C while bots think: it stops them there, and the process goes on.

Compiled code looks for signals in few places. One is the product of integers longer than a word;
mypyc takes what a signal raises there for a lack of memory, and ends the process.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import microciv
from microciv.bots.levels import levels
from microciv.games import catalogue

SOURCE = str(Path(microciv.__file__).parents[1])
STOPS = 60
PATIENCE = 120
"""Seconds; a stop that is lost would be waited for in vain."""
THINKERS = [
    (game, level) for game in catalogue() for level in ("easy", "hard") if level in levels(game)
]

THINKING = """
import itertools, signal, sys
from microciv import open_game
from microciv.study.matches import Lineup

def stop(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, stop)
name, level, stops = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = open_game(name)
lineup = Lineup(game, [level] * game.seats)
seeds = itertools.count()
lineup.play(next(seeds))  # imports the rest: there Python drops what a signal raises now and then
stopped = 0
for tenths in range(stops):
    try:
        signal.setitimer(signal.ITIMER_REAL, (1 + tenths) / 10_000)
        while True:
            lineup.play(next(seeds))
    except KeyboardInterrupt:
        stopped += 1
print(stopped)
"""


@pytest.mark.skipif(os.name != "posix", reason="timers as POSIX has them")
@pytest.mark.parametrize("game, level", THINKERS)
def test_who_thinks_can_be_stopped(game, level):
    done = subprocess.run(
        [sys.executable, "-c", THINKING, game, level, str(STOPS)],
        env={**os.environ, "PYTHONPATH": SOURCE}, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert f"{STOPS}\n" == done.stdout, done.stderr
