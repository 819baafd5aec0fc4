"""How long does a review take? In processor time, as long as two free cores would take for it.

PYTHONPATH=build/compiled python bench/reviewing.py
"""

from __future__ import annotations

from time import process_time
from typing import Final

from microciv.bots import make_bot
from microciv.bots.advice import Adviser, Budget
from microciv.bots.bulk.playouts import bot_seed
from microciv.bots.review import Past, confirmed, doubtful, looks_at, past_of, reviewed
from microciv.core.match import Match
from microciv.games import open_game
from microciv.server.bots.hints import AT_ONCE
from microciv.server.settings import Settings
from microciv.study.matches import finish
from microciv.texts import texts_for

TABLES: Final = {"5x": 6, "5-ages": 7, "civ-card-game": 4, "civ-builder": 6}
SEED: Final = 3


def main() -> None:
    print("| game | seats | decisions | all decisions | with the second looks |")
    print("|---|---|---|---|---|")
    for name, seats in TABLES.items():
        decisions, first, both = measured(name, seats)
        print(f"| {name} | {seats} | {decisions} | {first:.1f} s | {both:.1f} s |", flush=True)


def measured(name: str, seats: int) -> tuple[int, float, float]:
    """The decisions of the first seat in a match of `easy` bots; the seconds until all have been
    weighed, and until the doubtful ones have been weighed again.
    """
    game = open_game(name, {"seats": seats})
    match = Match(game, SEED)
    finish(match, [make_bot("easy", game, seat, bot_seed(SEED, seat)) for seat in range(seats)])
    began = process_time()
    chance = frozenset(texts_for(name, game.options).names("ladder", "chance"))
    past = past_of(game, match.record(), 0, chance)
    adviser = Adviser(game, Budget(), SEED, process_time)
    adviser.budget = budget_for(past, whole=adviser.weighs_answers)
    alone = process_time() - began  # on one core, whatever there are
    done = [reviewed(adviser, one) for one in past.decisions]
    first = process_time() - began - alone
    for index in doubtful(done):
        done[index] = confirmed(adviser, done[index])
    both = process_time() - began - alone
    return len(done), alone + first / AT_ONCE, alone + both / AT_ONCE


def budget_for(past: Past, *, whole: bool) -> Budget:
    """What the server gives each look."""
    settings = Settings()
    iterations, seconds = settings.look
    looks = max(1.0, looks_at(past, whole=whole))
    return Budget(iterations, min(seconds, AT_ONCE * settings.review / looks))


if __name__ == "__main__":
    main()
