"""Every illegal move of everybody has a reason with its clause, and none of them sends to another
refusal.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from microciv import SPECTATOR, Match, Rng
from microciv.core.moves import Move
from microciv.games.civ_card_game.people import explain
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from tests.games.civ_card_game.table import TABLES, at, game_of, random_match

CLAUSE = re.compile(r"\((?:[^()]*, )?CC-\d+\)$")
TO_DO = {  # words of a reason that send to a move, and the verb of the move
    r"\bdone\b (?:ends|comes)": "done", r"\bor pass\b|: pass\b": "pass",
    r"\bor peace\b": "peace", r"\bor fight\b|: fight\b": "fight",
    r"\bor waive\b|: waive\b": "waive", r"\battack, or": "attack", r"name another unit": "attack",
    r"\bblock a unit": "block", r"\buse what you": "use", r"food comes first": "food",
    r"hammers come now": "hammers", r"collect takes": "split", r"on which plot it stands": "on",
    r"where the free population goes": "grow", r"first say what is taken": "rob",
}  # fmt: skip


def check_reasons(match: Match, seat: int, moves: list[Move]) -> None:
    """Of all these moves, to this seat."""
    seen = at(match, seat)
    verbs = {move.text.split(" ")[0] for move in seen.legal}
    told: dict[str, str] = {}
    for move in moves:
        if move not in seen.legal:
            told[explain.why_not(game_of(match), seen, move)] = move.text
    for reason, move_text in told.items():
        assert CLAUSE.search(reason), (move_text, reason)
        for words, verb in TO_DO.items():
            assert not re.search(words, reason) or verb in verbs, (move_text, reason, verbs)


def some_of_each(match: Match, seen: CivCardGameObservation, rng: Rng) -> list[Move]:
    """Moves of all verbs, and those that a person may look for."""
    moves = match.game.moves.all
    return [
        *explain.expected(game_of(match), seen),
        *[moves[number] for number in range(rng.below(7), len(moves), 7)],
    ]


@pytest.mark.parametrize("seats, options", TABLES)
def test_every_refusal_is_told_why(seats: int, options: dict[str, Any]):
    """Asked or not, watching, or when the match is over; whatever is named to be done is legal."""
    rng = Rng(seats)
    for number, match in enumerate(random_match(seats + 1, seats, **options)):
        if number % 29 == 0 or not match.to_act():
            for seat in [*range(seats), SPECTATOR]:
                check_reasons(match, seat, some_of_each(match, at(match, seat), rng))
