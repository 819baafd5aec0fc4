"""How does somebody do who follows every suggestion? One seat does, `easy` bots play the others.

Where the page suggests something (`Update.suggested`), the follower takes it; where it suggests
nothing, it asks for a hint and takes the best. A pair of it and an opponent counts 1 if it comes in
before the opponent, and half if they share a place.

    PYTHONPATH=build/compiled python bench/following.py --count 200
"""

from __future__ import annotations

import argparse
from math import sqrt
from typing import Final, NamedTuple, final

from microciv.bots import Bot, make_bot
from microciv.bots.advice import Adviser, Budget
from microciv.bots.bulk.playouts import bot_seed
from microciv.bots.suggesting import suggested
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games import open_game
from microciv.study.matches import finish
from microciv.trust import table_number

TABLES: Final = {
    "5x": (3, 4),
    "5-ages": (3, 4),
    "civ-card-game": (2, 3, 4),
    "civ-builder": (2, 3, 4),
}
HINT: Final = Budget(400)  # a person's has up to 3000, in 1.5 seconds


@final
class Follower(Bot):
    """Has no judgement of its own."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        super().__init__(game, seat, seed)
        self._adviser = Adviser(game, HINT, seed)
        self._taken: list[Move] = []
        self._next: list[Move] = []
        """The rest of the answer that was suggested."""

    def choose(self, seen: Observation) -> Move:
        if list(seen.answer) != self._taken or not self._next or self._next[0] not in seen.legal:
            self._next = self._suggested(seen)
        self._taken = [*seen.answer, self._next.pop(0)]
        return self._taken[-1]

    def _suggested(self, seen: Observation) -> list[Move]:
        if len(seen.legal) == 1:
            return [seen.legal[0]]
        steps = suggested(self.game, seen)
        return list(steps) or [self._adviser.advise(seen).options[0].move]


class Score(NamedTuple):
    won: float  # pairs
    pairs: int
    first: int  # matches in which nobody was before it

    def share(self) -> float:
        return self.won / self.pairs

    def plus(self, other: Score) -> Score:
        return Score(self.won + other.won, self.pairs + other.pairs, self.first + other.first)


def played(game: Game, seed: int) -> Score:
    """One match; the follower's seat goes round."""
    own, number = seed % game.seats, table_number(seed)
    seated: list[Bot] = [
        make_bot("easy", game, seat, bot_seed(seed, seat), table_number=number)
        for seat in range(game.seats)
    ]
    seated[own] = Follower(game, own, seed)
    match = Match(game, seed)
    finish(match, seated)
    places = match.places()
    others = [place for seat, place in enumerate(places) if seat != own]
    won = sum([1.0 if places[own] < place else 0.5 * (places[own] == place) for place in others])
    return Score(won, len(others), int(places[own] == 1))


def followed(name: str, seats: int, count: int, first: int = 0) -> Score:
    game = open_game(name, {"seats": seats})
    score = Score(0.0, 0, 0)
    for seed in range(first, first + count):
        score = score.plus(played(game, seed))
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(TABLES))
    parser.add_argument("--count", type=int, default=200, help="matches of each game")
    asked = parser.parse_args()
    print("| game | seats | matches | ahead of an `easy` | first | fair |")
    print("|---|---|---|---|---|---|")
    for name in asked.games:
        tables = TABLES[name]
        for seats in tables:
            count = -(-asked.count // len(tables))
            score = followed(name, seats, count)
            error = 196 * sqrt(score.share() * (1 - score.share()) / count)
            won = f"{100 * score.share():.0f} % ± {error:.0f}"
            first = f"{100 * score.first / count:.0f} %"
            print(
                f"| {name} | {seats} | {count} | {won} | {first} | {100 / seats:.0f} % |",
                flush=True,
            )


if __name__ == "__main__":
    main()
