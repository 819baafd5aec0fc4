"""What every seat saw of a match, from its record."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw

from microciv.core.codec import fields_seen, plain, plain_event, plain_move
from microciv.core.errors import BadRecord, BadSeat, IllegalMove
from microciv.core.game import Game
from microciv.core.match import Match, Record
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.rng import read_seed
from microciv.server.messages import Plain, encode
from microciv.server.replay_messages import ReplayStep

_step: Final = msgspec.json.Decoder(dict[str, Raw])


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
    views = [*range(game.seats), SPECTATOR] if views is None else views
    steps: dict[Seat, list[Raw]] = {seat: [] for seat in views}
    answers: dict[str, list[Plain]] = {}
    current = {seat: _shown(match, seat, 0) for seat in views}
    heard = match.happened()
    agreed = None

    def close() -> None:
        for seat, step in current.items():
            steps[seat].append(Raw(encode({**step, "answers": answers})))

    for ply, (player, text) in enumerate(record.moves):
        before = match.set_number()
        if ply == record.agreed:
            agreed = before
        play(match, ply, player, text)
        answers.setdefault(str(player), []).append(plain_move(game.moves.parse(text)))
        if match.set_number() != before:
            close()
            answers = {}
            current = {seat: _shown(match, seat, heard) for seat in views}
            heard = match.happened()
    close()
    options = {name: value for name, value in record.options.items() if name != "seats"}
    shared = {"game": game.name, "options": plain(options), "seats": names}
    return {str(seat): {**shared, "steps": steps[seat], "agreed": agreed} for seat in views}


def play(match: Match, ply: int, player: Seat, text: str) -> None:
    """Play the next move of a record.

    :raises BadRecord: if it does not replay.
    """
    try:
        match.play(player, text)
    except (BadSeat, IllegalMove) as error:
        raise BadRecord(f"moves[{ply}]: {error}") from None


def _shown(match: Match, seat: Seat, since: int) -> dict[str, Raw]:
    """What the seat sees as a decision set opens, and has heard from the `since`-th event on: a
    `ReplayStep`, whose answers come later.
    """
    seen = match.observe(seat)
    step = ReplayStep(
        set=match.set_number(),
        events=[plain_event(match.game, event) for event in match.heard(seat, since)],
        seen=fields_seen(seen),
        legal=[plain_move(move) for move in seen.legal],
        answers={},
        sources=match.game.sources(seen),
        notes=match.game.notes(seen),
    )
    return _step.decode(encode(step))
