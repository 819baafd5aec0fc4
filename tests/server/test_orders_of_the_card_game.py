"""The Card Game by the day: what is asked in the turns of others goes by order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from microciv.bots import Bot, make_bot
from microciv.core.codec import read_seen
from microciv.core.game import Game
from microciv.games import open_game
from tests.server.site import sealed, serving_file
from tests.server.visits import Order, Visits, by_the_day, order, ordered

SEATS = 3
OTHERS_TURNS = ("breach", "repel", "block", "yield", "receive", "raze", "vacate", "surrender")
GAME = open_game("civ-card-game", {"seats": SEATS})
UNITS = [move.text for move in GAME.moves.all if move.text.startswith("block ")]
REPELS = [move.text for move in GAME.moves.all if move.text.startswith("repel ")]


class People:
    """Each plays as a program would, by what it is told."""

    def __init__(self, game: Game = GAME) -> None:
        self.game = game
        self.bots: dict[int, Bot] = {}

    def answer(self, update: Any) -> list[str]:
        """One step more."""
        by_text = {name: [move["text"] for move in update[name]] for name in ("legal", "answer")}
        seen = read_seen(self.game, {**update["seen"], **by_text})
        bot = self.bots.setdefault(seen.seat, make_bot("easy", self.game, seen.seat, seen.seat))
        return [*sealed(update), bot.choose(seen).text]


def orders(update: Any) -> list[Order]:
    """Any unit blocks; the last plots and the first buildings are lost."""
    seen = update["seen"]
    plots = seen["table"][seen["seat"]]["plots"]
    numbers = range(len(plots), 0, -1)
    standing = [
        f"raze {number} {card}" for number in numbers for card in plots[number - 1]["structures"]
    ]
    razes = [text for text in dict.fromkeys(standing) if GAME.moves.find(text)][:30]
    told = [
        order("block", *UNITS[:29], "pass"),
        order("repel", *REPELS[:30]),
        order("yield", *[f"yield {number}" for number in numbers]),
        order("receive", *[f"settle {number}" for number in numbers]),
        order("surrender", "give F", "give H", "give C"),
    ]
    return told + [order(phase, *razes) for phase in ("breach", "raze", "vacate") if razes]


def test_a_round_takes_a_visit(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 4) as site:
        table, tokens = by_the_day(site, "civ-card-game", SEATS)
        visits = Visits(site, table, tokens)
        visits.play(People().answer, orders)
        given = ordered(site, table)
        record = site.get(f"/api/tables/{table}/record").json()
    for (_, round_), count in visits.by_round.items():
        assert round_ == 0 or count == 1
    attacks = [text for _, text in record["moves"] if text.startswith("attack ")]
    assert len(attacks) >= 3
    assert len(given) >= 3
