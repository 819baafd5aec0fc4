"""What an `easy` of Civ Builder goes for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.bags import Kind
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
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
from microciv.games.civ_builder.observation import CivBuilderObservation


@final
@dataclass(frozen=True)
class Style:
    """A taste: whose civilizations it plays, what it likes to do, how it trades."""

    name: str
    homes: tuple[Kind, ...]  # attributes whose civilizations are its own, the dearest first
    likes: tuple[Kind, ...]  # attributes whose special actions it loves
    love: float  # what such an action is worth beyond what it brings
    devotion: float  # what a point in its own few attributes is worth beyond the leads it brings
    spite: float  # how much others' losses please it
    margin: float  # the least that it wants to gain in an exchange
    approaches: int  # offers that it makes in a Trade phase, counter-offers included
    counters: bool  # does it make counter-offers?


SPECIALIST: Final = Style(
    "specialist", (AGRICULTURE, ENGINEERING, GOVERNMENT), (), 0.0, 0.8, 0.8, 0.6, 2, counters=False
)
THIEF: Final = Style(
    "thief",
    (CONQUEST, RELIGION, SEAFARING, EQUESTRIAN),
    (CONQUEST, RELIGION, SEAFARING, EQUESTRIAN),
    *(2.0, 0.0, 1.4, 0.8, 1),
    counters=False,
)
TRADER: Final = Style(
    "trader",
    (SCIENCE, TRADE, CULTURE),
    (TRADE, CULTURE),
    *(1.0, 0.0, 0.8, 0.3, 3),
    counters=True,
)
STYLES: Final = (SPECIALIST, THIEF, TRADER)

OWN: Final = 3  # attributes that a specialist cares for


def home_of(civ: str) -> Kind:
    """The attribute that a civilization is good at."""
    return dict(CIVILIZATIONS)[civ]


def style_of(seen: CivBuilderObservation) -> Style:
    """A seat's style: by its civilization; before it has one, by its place among those who pick, so
    that a table has all three.

    A bot is made anew for every question, with a new seed, so its style follows from what stays.
    """
    civ = seen.table[seen.seat].civ
    if civ:
        home = home_of(civ)
        return next(style for style in STYLES if home in style.homes)
    place = seen.order.index(seen.seat) if seen.seat in seen.order else seen.seat
    return STYLES[(place + seen.order[0]) % len(STYLES)]


def favourites(seen: CivBuilderObservation) -> list[Kind]:
    """What the seat cares for: its civilization's attribute, and where it stood best when the
    round began.
    """
    civ = seen.table[seen.seat].civ
    if not civ:
        return []
    home = home_of(civ)
    first = seen.seat * len(CIVILIZATIONS)
    scores = seen.round_scores[first : first + len(CIVILIZATIONS)]
    others = [at for at in range(len(scores)) if at != home]
    others.sort(key=lambda at: -scores[at])
    return [home, *others[: OWN - 1]]
