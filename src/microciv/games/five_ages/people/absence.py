"""What a seat that is out of time answers (F.4): a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.five_ages.cards import CARD, JOKER
from microciv.games.five_ages.moves import DONE, PASS, Build, Keep

if TYPE_CHECKING:
    from microciv.games.five_ages.views.observation import FiveAgesObservation

PATIENCE: Final = 2  # silent ticks, then done


def absent(seen: FiveAgesObservation) -> Move:
    """Lay the two lowest ordinary cards, a Joker only if forced and then on the left; pass, after
    two silent ticks be done; build the highest ordinary card, exchange nothing.
    """
    if seen.phase == "row":
        return lowest_row(seen)
    if seen.phase == "trade":
        return DONE if seen.idle >= PATIENCE and not seen.answer else PASS
    ordinary = [move for move in seen.legal if isinstance(move, Build) and move.card < JOKER]
    return ordinary[-1] if ordinary else DONE


def lowest_row(seen: FiveAgesObservation) -> Move:
    """Keep what is not laid: a Joker if there is one, else the highest card."""
    highest = max([CARD[name] for name in seen.hand])
    keeps = [move for move in seen.legal if isinstance(move, Keep) and move.card == highest]
    return keeps[0]  # an attack to the left comes before one to the right
