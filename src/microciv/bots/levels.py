"""Levels by name: the game's policies, and searches that use the best of them for their playouts.

Any game has these levels without code of its own. For our games, the searches are tuned in
`bots/heuristics/<module of the game>`, which `About.searches` names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from microciv.bots.bot import Bot
from microciv.bots.player import Player
from microciv.bots.searcher import SearchBudget, searcher
from microciv.bots.simple import RandomBot
from microciv.core.errors import BadOption
from microciv.core.fields import is_whole_number
from microciv.core.game import Game
from microciv.core.moves import Seat, no_such_seat
from microciv.core.policy import Clock, PolicyMaker
from microciv.games import about, best_policy, players, policies, restrictions, searches
from microciv.speech import t

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]

BUDGETS: Final = {
    "medium": SearchBudget(25, 0.1),
    "hard": SearchBudget(100, 0.3),
    "expert": SearchBudget(400, 1.0),
}
"""The levels that search, for games whose search has not been tuned."""


def _makers(name: str) -> dict[str, Maker]:
    known = policies(name)
    makers: dict[str, Maker] = {level: player(maker) for level, maker in known.items()}
    makers["random"] = RandomBot
    best = best_policy(name)
    untuned: dict[str, Maker] = {level: searcher(best, budget) for level, budget in BUDGETS.items()}
    return makers | (searches(about(name)) or untuned)


def player(maker: PolicyMaker) -> Maker:
    """A maker of bots that play as this policy does."""
    return lambda game, seat, seed: Player(game, seat, seed, maker)


def levels(name: str) -> list[str]:
    """The levels a game has, the weakest first."""
    return list(_makers(name))


def advisers(name: str) -> list[str]:
    """The levels of the game whose bots may advise, the best adviser first."""
    known = levels(name)
    return [level for level in about(name).advisers if level in known]


def check_level(level: str, game: str) -> None:
    """Check the name of a bot: a level such as `easy`, or one with a restriction, such as
    `easy:never-attacks`.

    :raises BadOption: if the game has no such level or restriction, or the level cannot be
        restricted; the message lists what there is.
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
    """A bot of this level for a seat. With a `clock`, in seconds, it observes its level's time
    limit. All bots of a match must get the same `table_number` (`trust.table_number`).

    :raises BadOption: if the game has no such level or restriction.
    :raises BadSeat: if the game has no such seat.
    """
    check_level(level, game.name)
    if not is_whole_number(seat, 0, game.seats - 1):
        raise no_such_seat(seat, game.seats)
    maker = _makers(game.name).get(level) or player(players(game.name)[level])
    bot = maker(game, seat, seed)
    bot.clock = clock
    bot.table_number = table_number
    return bot
