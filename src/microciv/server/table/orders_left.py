"""What has come of orders, told when their match is over."""

from __future__ import annotations

from copy import copy

from microciv.core.game import Game
from microciv.core.match import Match, Record
from microciv.core.moves import Seat
from microciv.core.orders import LeftOrder, Order
from microciv.core.rng import read_seed
from microciv.server.store.rows import ASIDE, ORDER, Entry


def orders_left(
    game: Game, record: Record, log: list[Entry], orders: dict[Seat, list[Order]]
) -> tuple[LeftOrder, ...]:
    """The orders of all seats, in the order in which they stood, and whether they have answered:
    the match is played once more to where orders did.
    """
    given: dict[int, dict[Seat, Entry]] = {}
    for entry in log:
        if entry.by == ORDER:
            given.setdefault(entry.decision, {})[entry.seat] = entry
        elif entry.by not in ASIDE:  # its person has answered otherwise
            given.get(entry.decision, {}).pop(entry.seat, None)
    used: set[tuple[Seat, int]] = set()
    match = Match(game, read_seed(record.seed, record.generator), record.position)
    for player, text in record.moves:
        if not given:
            break
        for entry in given.pop(match.set_number(), {}).values():
            number = _given_by(match, entry, orders.get(entry.seat, []))
            if number is not None:
                used.add((entry.seat, number))
        match.play(player, text)
    return tuple(
        [
            LeftOrder(seat, order, (seat, number) in used)
            for seat, kept in sorted(orders.items())
            for number, order in enumerate(kept)
        ]
    )


def _given_by(match: Match, entry: Entry, orders: list[Order]) -> int | None:
    """Which of these orders answers so; None: it stands no more."""
    for number, order in enumerate(orders):
        if tuple(copy(match).obey(entry.seat, [order])) == entry.moves:
            return number
    return None
