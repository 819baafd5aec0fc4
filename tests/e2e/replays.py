"""Matches played again, and what everybody saw of them as one number: run here and in a browser."""

from __future__ import annotations

import hashlib
import json

from microciv.core.codec import plain, plain_event, plain_move, read_record
from microciv.core.match import Match
from microciv.core.moves import SPECTATOR
from microciv.core.rng import Rng, keyed_seed, read_seed
from microciv.games import open_game
from microciv.texts import texts_for

LOOKS = 8
"""At a match: what people are told takes longer than the rules."""


def digests(records: str, random: str) -> str:
    """Those of these records (JSON), and of matches of these games (JSON) with random answers, by
    game, number of seats and seed.
    """
    found = [replayed(record) for record in json.loads(records)]
    return json.dumps(found + [at_random(*one) for one in json.loads(random)])


def replayed(data: dict[str, object]) -> str:
    record = read_record(data)
    game = open_game(record.game, record.options)
    match = Match(game, read_seed(record.seed, record.generator), record.position)
    told = hashlib.sha256(json.dumps(texts_for(game.name, game.options).plain()).encode())
    for ply, (seat, text) in enumerate(record.moves):
        if ply % (len(record.moves) // LOOKS + 1) == 0:
            look(match, told)
        match.play(seat, text)
    look(match, told)
    return told.hexdigest()


def at_random(name: str, seats: int, seed: int) -> str:
    game = open_game(name, {"seats": seats})
    dealt = keyed_seed(seed.to_bytes(32, "big")) if seed % 2 else seed
    match, rng, told = Match(game, dealt), Rng(seed), hashlib.sha256()
    number = 0
    while match.to_act():
        if match.set_number() > 2 * number:
            number = match.set_number()
            look(match, told)
        for seat in match.to_act():
            legal = match.observe(seat).legal
            match.play(seat, legal[rng.below(len(legal))].text)
    look(match, told)
    return told.hexdigest()


def look(match: Match, told: hashlib._Hash) -> None:
    """The state, and what every seat sees, has heard and may do, why not, and the notes."""
    game = match.game
    seen: list[object] = [plain(match.position()), match.scores()]
    for seat in [*range(game.seats), SPECTATOR]:
        observation = match.observe(seat)
        refused = [move for move in game.expected(observation) if move not in observation.legal]
        seen += [
            plain(observation),
            [plain_event(game, event) for event in match.heard(seat)],
            [plain_move(move) for move in observation.legal],
            [game.why_not(observation, move) for move in refused[:3]],
            game.sources(observation),
            game.notes(observation),
        ]
    told.update(json.dumps(seen, default=plain).encode())
