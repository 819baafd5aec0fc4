"""Write src/microciv/bots/league.json from the leagues of docs/bots.md: the levels' ratings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "bots.md"
LEAGUE: Final = ROOT / "src" / "microciv" / "bots" / "league.json"

TABLE: Final = re.compile(r"<!-- league (\S+) -->\n(.*?)<!-- end of league \1 -->", re.DOTALL)
ROW: Final = re.compile(r"^\| (\w+) \| (-?\d+)(?: ± (\d+))? \|$", re.MULTILINE)


def leagues(page: str) -> str:
    """The ratings of that page, by game and level, each with half its 95 % interval."""
    told = {
        game: {level: [int(points), int(error or 0)] for level, points, error in ROW.findall(table)}
        for game, table in TABLE.findall(page)
    }
    return json.dumps(told, indent=2) + "\n"


if __name__ == "__main__":
    LEAGUE.write_text(leagues(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
