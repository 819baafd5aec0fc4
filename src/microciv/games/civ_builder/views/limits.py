"""What the rules allow, told from an observation: the limits of a meld, the terms of an offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import Move, Seat
from microciv.games.civ_builder.cards import DISASTER, RELIGION, SEAFARING, bag_from
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.rules.melds import Limits
from microciv.games.civ_builder.rules.trade import NO_HANDS, Terms
from microciv.hidden.bags import NONE, count

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.views.observation import CivBuilderObservation


def limits_seen(game: CivBuilderGame, seen: CivBuilderObservation) -> Limits:
    """Which melds its hand allows."""
    hand = bag_from(seen.hand)
    disasters = count(hand, DISASTER) if seen.seat in seen.tops[RELIGION] else 0
    seas = count(hand, SEAFARING) if seen.seat in seen.tops[SEAFARING] else 0
    most = game.most_wild
    melds, melded = (seen.melds, bag_from(seen.melded)) if seen.seat == seen.acting else (0, NONE)
    disasters, seas = min(most, disasters), min(most, seas)
    return Limits(game.sheet, hand, melds, disasters, seas, game.natural, melded)


def terms_seen(
    game: CivBuilderGame, seen: CivBuilderObservation, other: Seat, steps: tuple[Move, ...]
) -> Terms:
    """What these steps of an offer have come to."""
    asked = [other] if other != ANY else [one for one in range(game.seats) if one != seen.seat]
    most_held = max([seen.table[one].hand for one in asked])
    sees = seen.table[seen.seat].sees_all
    hands = [bag_from(seen.table[one].known) for one in asked] if sees else NO_HANDS
    terms = Terms(game, bag_from(seen.hand), most_held, hands)
    terms.take_in(steps)
    return terms
