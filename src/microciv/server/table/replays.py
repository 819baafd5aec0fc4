"""What every seat saw of a match, from its record."""

from __future__ import annotations

import re
import zlib
from typing import Any, Final, final

import msgspec
from msgspec import Raw

from microciv.core.codec import fields_seen, plain, plain_event, plain_move
from microciv.core.errors import BadRecord, BadSeat, IllegalMove
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.match import Match, Record
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.orders import known_left
from microciv.core.rng import read_seed
from microciv.server.store.rows import Unfit
from microciv.server.wire.messages import Plain, encode
from microciv.server.wire.replays import LeftOrder, ReplayStep

FORMER: Final = re.compile(rb'\{"set":(?=\d+,"events":)')
"""How a step began in replays that were kept before its number was called its decision."""


def replays(
    game: Game, record: Record, names: list[str], views: list[Seat] | None = None
) -> dict[str, dict[str, object]]:
    """By seat and for a spectator, or for these `views`, its `Replay`: the match is played once
    more for all of them.

    Steps are text as soon as they are whole: collecting garbage among all that a match has shown
    would take longer than the rest.

    :raises BadRecord: if a move does not replay.
    """
    match = Match(game, read_seed(record.seed, record.generator), record.position)
    shown = Shown(match, [*range(game.seats), SPECTATOR] if views is None else views)
    agreed, by_order = None, {*record.ordered}
    for ply, (player, text) in enumerate(record.moves):
        before = match.set_number()
        if ply == record.agreed:
            agreed = before
        play(match, ply, player, text)
        shown.answers.setdefault(str(player), []).append(plain_move(game.moves.parse(text)))
        if ply in by_order and player not in shown.ordered:
            shown.ordered.append(player)
        if match.set_number() != before:
            shown.close()
            shown.open()
    shown.close()
    options = {name: value for name, value in record.options.items() if name != "seats"}
    left = left_views(game, record)
    shared = {"game": game.name, "options": plain(options), "seats": names, "left": left}
    return {
        str(seat): {**shared, "steps": steps, "agreed": agreed}
        for seat, steps in shown.steps.items()
    }


def packed(views: dict[str, Any]) -> bytes:
    """Replays by view, as they are stored with their match."""
    return zlib.compress(encode(views))


def unpacked(replay: bytes) -> dict[str, Raw]:
    """The `Replay` of each view.

    :raises Unfit: if this is no stored replay.
    """
    try:
        told = FORMER.sub(b'{"decision":', zlib.decompress(replay))
        return msgspec.json.decode(told, type=dict[str, Raw])
    except (zlib.error, msgspec.DecodeError, UnicodeError):
        raise Unfit("the replay cannot be read") from None


def left_views(game: Game, record: Record) -> list[LeftOrder]:
    """The orders that a record tells of."""
    return [
        LeftOrder(
            seat=left.seat,
            phase=left.order.phase,
            round=left.order.round,
            when=left.order.when,
            wishes=[plain_move(game.moves.parse(wish)) for wish in left.order.wishes],
            used=left.used,
        )
        for left in known_left(game, record.left)
    ]


@final
class Shown:
    """What has been shown of a match, step by step."""

    def __init__(self, match: Match, views: list[Seat]) -> None:
        self.steps: dict[Seat, list[Raw]] = {seat: [] for seat in views}
        """Those that are over, by view."""
        self.answers: dict[str, list[Plain]] = {}
        """To the decision that is open, by seat."""
        self.ordered: list[Seat] = []
        """Whose orders have given them."""
        self._match = match
        self._heard = 0
        self._open: dict[Seat, ReplayStep] = {}
        self.open()

    def open(self) -> None:
        """Begin a step with the decision that is open now."""
        match, since, self.answers, self.ordered = self._match, self._heard, {}, []
        events: dict[Heard, Plain] = {}  # most have heard the same
        for seat in self.steps:
            told = match.heard(seat, since)
            for heard in told:
                if heard not in events:
                    events[heard] = plain_event(match.game, heard)
            seen = match.observe(seat)
            self._open[seat] = ReplayStep(
                decision=match.set_number(),
                events=[events[heard] for heard in told],
                seen=fields_seen(seen),
                legal=[plain_move(move) for move in seen.legal],
                answers=self.answers,
                sources=match.game.sources(seen),
                notes=match.game.notes(seen),
                ordered=self.ordered,
            )
        self._heard = match.happened()

    def close(self) -> None:
        """End the step: all answers are there."""
        for seat, step in self._open.items():
            self.steps[seat].append(Raw(encode(step)))


def play(match: Match, ply: int, player: Seat, text: str) -> None:
    """Play the next move of a record.

    :raises BadRecord: if it does not replay.
    """
    try:
        match.play(player, text)
    except (BadSeat, IllegalMove) as error:
        raise BadRecord(f"moves[{ply}]: {error}") from None
