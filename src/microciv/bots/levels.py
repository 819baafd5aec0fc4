"""Levels by name: policies, and searches that play on as the best of them does.

A game needs nothing for it. How ours search is tuned in `bots/heuristics/<module of the game>`,
which `About.searches` names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from microciv.bots.bot import Bot
from microciv.bots.player import Player
from microciv.bots.searcher import SearchBudget, searcher
from microciv.bots.simple import RandomBot
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.moves import Seat
from microciv.core.policy import Clock, PolicyMaker
from microciv.games import about, best_policy, players, policies, restrictions, searches
from microciv.speech import t

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]

BUDGETS: Final = {
    "medium": SearchBudget(25, 0.1),
    "hard": SearchBudget(100, 0.3),
    "expert": SearchBudget(400, 1.0),
}
"""For games whose search nobody has tuned."""


def _makers(name: str) -> dict[str, Maker]:
    known = policies(name)
    makers: dict[str, Maker] = {level: player(maker) for level, maker in known.items()}
    makers["random"] = RandomBot
    best = best_policy(name)
    untuned: dict[str, Maker] = {level: searcher(best, budget) for level, budget in BUDGETS.items()}
    return makers | (searches(about(name)) or untuned)


def player(maker: PolicyMaker) -> Maker:
    """A maker of bots that play as a policy does."""
    return lambda game, seat, seed: Player(game, seat, seed, maker)


def levels(name: str) -> list[str]:
    """The levels a game has, the weakest first."""
    return list(_makers(name))


def advisers(name: str) -> list[str]:
    """The levels of the game whose bot may advise, the best adviser first."""
    known = levels(name)
    return [level for level in about(name).advisers if level in known]


def check_level(level: str, game: str) -> None:
    """See that there is such a bot: `easy`, or under a restriction, `easy:never-attacks`.

    :raises BadOption: saying what there is.
    """
    name, colon, restriction = level.partition(":")
    known, playing = levels(game), policies(game)
    if name not in known:
        raise BadOption(
            t(
                "no bot {name!r} for {game}; there are {levels}",
                name=name[:40],
                game=game,
                levels=", ".join(known),
            )
        )
    if colon and restriction not in restrictions(game):
        there = ", ".join(restrictions(game)) or t("none")
        raise BadOption(
            t(
                "no restriction {name!r} for {game}; there are {names}",
                name=restriction[:40],
                game=game,
                names=there,
            )
        )
    if colon and name not in playing:
        raise BadOption(
            t(
                "{name} searches, and only {names} can be restricted",
                name=name,
                names=", ".join(playing),
            )
        )


def make_bot(
    level: str,
    game: Game,
    seat: Seat,
    seed: int,
    clock: Clock | None = None,
    *,
    table_number: int = 0,
) -> Bot:
    """A bot of this level for a seat; with a clock it keeps to its level's seconds. All bots of a
    match get the same `table_number`: `trust.table_number` has it.

    :raises BadOption: if the game has no such level or restriction.
    """
    check_level(level, game.name)
    maker = _makers(game.name).get(level) or player(players(game.name)[level])
    bot = maker(game, seat, seed)
    bot.clock = clock
    bot.table_number = table_number
    return bot
