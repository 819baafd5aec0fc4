"""What a seat may be asked in 5 Ages."""

from __future__ import annotations

from typing import Final

# Phases; 0 is "over" in every game (F.1).
OVER: Final = 0
ROW: Final = 1
TRADE: Final = 2
BUILD: Final = 3
PHASES: Final[list[str]] = ["over", "row", "trade", "build"]

MOST_ROUNDS: Final = 5  # 5A-07
HAND: Final = 3  # 5A-04, 5A-09
