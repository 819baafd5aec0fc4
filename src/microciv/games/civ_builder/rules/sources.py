"""Where victory points come from (BI-09), for the list of scores."""

from __future__ import annotations

from typing import Final

FROM_MELDS: Final = 0  # CB-44
FROM_LEADS: Final = 1  # CB-72
FROM_ACTIONS: Final = 2  # CB-56, CB-66
FROM_CULTURE: Final = 3  # CB-75
FROM_DUMPS: Final = 4  # CB-77
FROM_THEFTS: Final = 5  # CB-62; below 0 for who lost more than was gained
SOURCES: Final[list[str]] = ["melds", "leads", "actions", "culture", "dumps", "thefts"]
