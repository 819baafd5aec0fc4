"""Write docs/play/<game>.md from the rules that the page's drawer and the terminal show."""

from __future__ import annotations

from pathlib import Path

from microciv.games import about, brought, catalogue
from microciv.texts import texts_for

FOLDER = Path(__file__).parent.parent / "docs" / "play"
GAMES = [name for name in catalogue() if not brought(name)]


def page(name: str) -> str:
    """How one game is played, section by section."""
    game = about(name)
    source = f"src/microciv/texts/{name}.rules.en.toml"
    head = (
        f"# How to play {game.title}\n\n"
        f"<!-- Written by tools/make_play_docs.py from {source}. -->\n\n"
        f"{game.summary}\n"
    )
    sections = [f"## {section.title}\n\n{section.text}\n" for section in texts_for(name).sections]
    return "\n".join([head, *sections])


if __name__ == "__main__":
    for game_name in GAMES:
        (FOLDER / f"{game_name}.md").write_text(page(game_name), encoding="utf-8")
