"""Forecast, a game of tricks on the public engine alone: what the lobby reads of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.options import About, Options, option


@final
@dataclass(frozen=True)
class ForecastOptions(Options):
    """What a table may settle."""

    hand: int = option(7, "How many cards is everybody dealt?", "rule 1", (4, 5, 6, 7))


ABOUT: Final = About(
    name="forecast",
    title="Forecast",
    summary="Say all at once how many tricks you will take; then take just as many.",
    seats=(2, 3, 4),
    minutes=10,
    options=ForecastOptions,
    game="forecast.game:Forecast",
)
