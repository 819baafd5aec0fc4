"""Bots against bots, as every experiment plays them."""

from __future__ import annotations

from typing import Final

from microciv.bots import Bot, make_bot
from microciv.core.game import Game
from microciv.core.match import Match

SEEDS: Final = 2**64  # of matches: bots draw from streams beyond them


def play(game: Game, levels: list[str], seed: int) -> Match:
    """A whole match among bots of these levels, by seat; the same seed, the same match."""
    bots = [
        make_bot(level, game, seat, (seat + 1) * SEEDS + seed) for seat, level in enumerate(levels)
    ]
    match = Match(game, seed)
    finish(match, bots)
    return match


def finish(match: Match, bots: list[Bot]) -> None:
    """Let the bots play a match to its end."""
    heard = [0] * len(bots)
    while match.owing():
        seat = match.owing()[0]
        events = match.heard(seat, heard[seat])
        heard[seat] += len(events)
        bots[seat].hear(events)
        match.play(seat, bots[seat].choose(match.observe(seat)).text)
