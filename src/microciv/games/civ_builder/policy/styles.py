"""What an `easy` and a `medium` of Civ Builder go for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    ATTRIBUTES,
    CIVILIZATIONS,
    CONQUEST,
    CULTURE,
    ENGINEERING,
    EQUESTRIAN,
    GOVERNMENT,
    RELIGION,
    SCIENCE,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import Kind


@final
@dataclass(frozen=True)
class Style:
    """Whose civilizations it plays, what it likes to do, how it trades. What things are
    worth to it is told in cards.
    """

    name: str
    homes: tuple[Kind, ...]  # attributes whose civilizations are its own
    likes: tuple[Kind, ...]  # attributes whose special actions it loves
    love: float  # what such an action is worth beyond what it brings
    devotion: float  # what a point in its own few attributes is worth beyond the leads it brings
    spite: float  # how much others' losses please it
    margin: float  # the least that it wants to gain in an exchange
    approaches: int  # offers that it makes in a Trade phase, counter-offers included
    counters: bool  # does it make counter-offers?


SPECIALIST: Final = Style(
    "specialist", (AGRICULTURE, ENGINEERING, GOVERNMENT), (), 0.0, 0.5, 0.8, 0.4, 2, counters=False
)
THIEF: Final = Style(
    "thief",
    (CONQUEST, RELIGION, SEAFARING, EQUESTRIAN),
    (CONQUEST, RELIGION, SEAFARING, EQUESTRIAN),
    *(1.25, 0.0, 1.4, 0.5, 1),
    counters=False,
)
TRADER: Final = Style(
    "trader", (SCIENCE, TRADE, CULTURE), (TRADE, CULTURE), *(0.6, 0.0, 0.8, 0.2, 3), counters=True
)
STYLES: Final[list[Style]] = [SPECIALIST, THIEF, TRADER]
SOBER: Final = Style("sober", (), (), 0.0, 0.0, 1.0, 0.25, 3, counters=True)
"""Without a style."""

OWN: Final = 3  # attributes that a specialist cares for


def home_of(civ: int) -> Kind:
    """The attribute that a civilization is good at."""
    return CIVILIZATIONS[civ][1]


OF_CIVS: Final[list[Style]] = [
    next(style for style in STYLES if home in style.homes) for _civ, home in CIVILIZATIONS
]


def style_of(state: CivBuilderState, seat: Seat, table: int) -> Style:
    """A seat's style: by its civilization; before it has one, by its turn among those who pick and
    the number of the table, so that a table has all three and no seat one more often.
    """
    civ = state.civs[seat]
    if civ != NOBODY:
        return OF_CIVS[civ]
    index = state.order.index(seat) if seat in state.order else seat
    return STYLES[(index + table) % len(STYLES)]


def favourites(state: CivBuilderState, seat: Seat) -> list[Kind]:
    """What the seat cares for: its civilization's attribute, and where it stood best when the
    round began.
    """
    civ = state.civs[seat]
    if civ == NOBODY:
        return []
    found = [home_of(civ)]
    scores, first = state.start_scores, seat * ATTRIBUTES
    while len(found) < OWN:
        best, most = -1, -1
        for attribute in range(ATTRIBUTES):
            score = scores[first + attribute]
            if score > most and attribute not in found:
                best, most = attribute, score
        found.append(best)
    return found
