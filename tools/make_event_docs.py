"""Write the tables of events in docs/games/<game>.md: what their kinds say of themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from microciv.games import brought, catalogue, open_game
from microciv.schema import made_from

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "games"
BEGIN: Final = "<!-- Written by tools/make_event_docs.py from events.py of the game. -->\n"
END: Final = "<!-- End of what is written. -->\n"


def games() -> list[str]:
    """Those that come with microciv."""
    return [name for name in catalogue() if not brought(name)]


def page(name: str, old: str) -> str:
    """The page of a game with its events as it declares them now."""
    before, _, rest = old.partition(BEGIN)
    _table, _, after = rest.partition(END)
    told = made_from(open_game(name, {}))["$defs"]["Event"]["oneOf"]
    lines = ["| Event | Parts | What happens |", "|---|---|---|", *[row(event) for event in told]]
    return "".join([before, BEGIN, "\n", "\n".join(lines), "\n\n", END, after])


def row(event: dict[str, Any]) -> str:
    """One kind of event."""
    parts = [part for part in event["properties"] if part != "event"]
    name = event["properties"]["event"]["const"]
    return f"| `{name}` | {', '.join(parts)} | {event['description']} |"


if __name__ == "__main__":
    for game_name in games():
        path = FOLDER / f"{game_name}.md"
        path.write_text(page(game_name, path.read_text(encoding="utf-8")), encoding="utf-8")
