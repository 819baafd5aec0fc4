"""Our bots against OpenSpiel's IS-MCTS, at the same seconds a decision: `... 5x` or `... 5-ages`.

`PYTHONPATH=build/compiled python bench/against_openspiel.py 5x --count 200`, after `make compiled`.
Both play through the adapter, half of the seats each, changing places from match to match. Theirs
is the Python `ismcts.ISMCTSBot`, unchanged (the C++ one cannot ask a Python game for a world that
fits). It knows no seconds but a number of simulations: before each decision it is given as many
as, at its rate so far, make up the seconds that our decisions take on average, so that both have
thought as long in the end. A match counts if one side alone has won it.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from typing import Any, Final, final

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from microciv.adapters import openspiel
from microciv.bots import Bot, make_bot
from microciv.core.rng import Rng

LEAST: Final = 2  # simulations a decision, or it has nothing to choose by
FIRST: Final = 20  # simulations of its first decision, when its rate is not known yet
EXPLORATION: Final = 1.0  # of their UCT; rewards are from 0 to 1


@final
class Side:
    """What a side has taken."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0

    def average(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(1, self.decisions)


@final
class Theirs:
    """OpenSpiel's bot, kept to the seconds that ours take."""

    def __init__(self, game: Any, seed: int) -> None:  # noqa: ANN401
        self.game = game
        self.random = np.random.RandomState(seed)
        self.side = Side()
        self.simulations = 0
        self.seconds = 0.0  # of the simulations that the rate is known from

    def choose(self, state: Any, ours: Side) -> int:  # noqa: ANN401
        """A move, by its number."""
        wanted = ours.seconds / max(1, ours.decisions) * (self.side.decisions + 1)
        left = wanted - self.side.seconds
        count = FIRST
        if self.simulations:
            count = max(LEAST, round(left * self.simulations / self.seconds))
        bot = ismcts.ISMCTSBot(
            self.game,
            mcts.RandomRolloutEvaluator(1, self.random),
            EXPLORATION,
            count,
            random_state=self.random,
        )
        start = time.perf_counter()
        move = int(bot.step(state))
        taken = time.perf_counter() - start
        self.side.decisions += 1
        self.side.seconds += taken
        # What is old counts for less: late decisions are quicker.
        self.simulations = self.simulations // 2 + count
        self.seconds = self.seconds / 2 + taken
        return move


def match(game: Any, bots: dict[int, Bot], deal: int, ours: Side, theirs: Theirs) -> list[float]:  # noqa: ANN401
    """Play one; what each seat has won."""
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(deal)
    heard = dict.fromkeys(bots, 0)
    while not state.is_terminal():
        seat = state.current_player()
        legal = state.legal_actions()
        if len(legal) == 1:
            move = legal[0]
        elif seat in bots:
            going, bot = state.play.going(), bots[seat]
            events = going.heard(seat, heard[seat])
            heard[seat] += len(events)
            bot.hear(events)
            seen = going.observe(seat)
            start = time.perf_counter()
            move = bot.choose(seen).index
            ours.seconds += time.perf_counter() - start
            ours.decisions += 1
        else:
            move = theirs.choose(state, ours)
        state.apply_action(move)
    returns: list[float] = state.returns()
    return returns


def seats_of(number: int, seats: int) -> list[int]:
    """Ours in this match: every other one, beginning with the first or the second; an odd seat out
    is ours in one match and theirs in the next.
    """
    return [seat for seat in range(seats) if (seat + number) % 2 == 0]


def main() -> None:
    """Play, and say who won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["5x", "5-ages"])
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first match's number")
    wishes = parser.parse_args()
    game = openspiel.load(wishes.game, players=wishes.seats)
    ours, theirs = Side(), Theirs(game, wishes.first)
    won = lost = 0
    for number in range(wishes.first, wishes.first + wishes.count):
        deal = Rng(number).below(openspiel.DEALS)
        own = seats_of(number, wishes.seats)
        maker = game.setting.game
        bots = {seat: make_bot(wishes.level, maker, seat, 100 * number + seat) for seat in own}
        returns = match(game, bots, deal, ours, theirs)
        winners = {seat in bots for seat in range(wishes.seats) if returns[seat] > 0.0}
        won += winners == {True}
        lost += winners == {False}
        print(line(wishes.level, won, lost, number - wishes.first + 1), flush=True)
    print(f"seconds a decision: ours {ours.average():.4f}, theirs {theirs.side.average():.4f};")
    print(f"decisions: ours {ours.decisions}, theirs {theirs.side.decisions}")


def line(level: str, won: int, lost: int, played: int) -> str:
    """How it stands."""
    decided = max(1, won + lost)
    share = won / decided
    spread = 1.96 * sqrt(share * (1 - share) / decided)
    return f"{level}: {won} of {won + lost} decided of {played}, {share:.3f} ± {spread:.3f}"


if __name__ == "__main__":
    main()
