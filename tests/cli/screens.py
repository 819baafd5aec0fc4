"""What the tests of a game's screens type and read."""

from __future__ import annotations

import json
import random

from microciv import Match, read_record

THREE = ("--seats", "Ana,Bo,Cy")


def numbers(seed, count=4000):
    """Lines of numbers, so that every question finds one that answers it."""
    chance = random.Random(seed)
    return "".join([f"{chance.choice([1, 1, 1, 2, 3, 4, 5, 8])}\n" for _ in range(count)])


def saved_moves(home):
    """The moves of the one match that is saved."""
    (path,) = (home / "saves").glob("*.json")
    return [text for _, text in read_record(json.loads(path.read_text())["record"]).moves]


def flat(screen):
    """A screen without its line ends."""
    return " ".join(screen.split())


def kinds_of_questions(game):
    """What a seat sees at the first question of each kind, in the first twelve decision sets of a
    match.
    """
    match, met = Match(game, 3), set()
    while match.to_act() and match.set_number() < 12:
        seen = match.observe(match.to_act()[0])
        kind = (seen.phase, frozenset(move.text.split()[0] for move in seen.legal))
        if kind not in met:
            met.add(kind)
            yield seen
        match.play(seen.seat, seen.legal[-1].text)
