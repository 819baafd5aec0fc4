"""Write docs/games/<game>-cards.md: the card set of a game, from its data and its words."""

from __future__ import annotations

from pathlib import Path

from microciv.games import brought, catalogue, open_game
from microciv.texts import Texts, data_cells, data_title, texts_for, told_row

FOLDER = Path(__file__).parent.parent / "docs" / "games"
GAMES = [
    name for name in catalogue() if not brought(name) and texts_for(name).look("tables", "note")
]
"""Those whose words introduce such a page."""


def page(name: str) -> str:
    """All tables of the set as it is printed, and how to change them."""
    game = open_game(name, {})
    texts = texts_for(name)
    head = (
        f"# The cards of {game.about.title}\n\n"
        "<!-- Written by tools/make_card_docs.py from the card data and its words. -->\n\n"
        f"{texts.look('tables', 'note')}\n\n"
        f"What each effect means is told in [the ledger](../rules/{name}.md#a-the-cards),\n"
        f"how to put in cards of your own on [another page]({name}.md#cards-of-your-own).\n"
        f"`microciv cards {name}` prints the same, with `--cards FILE` as a file changes it.\n"
    )
    tables = [table(texts, title, rows) for title, rows in game.card_data().items()]
    return "\n".join([head, *tables])


def table(texts: Texts, name: str, rows: list[dict[str, object]]) -> str:
    """One table under its heading."""
    columns, cells = data_cells(texts, name, [told_row(texts, row) for row in rows])
    head, *body = [f"| {' | '.join(line)} |" for line in [columns, *cells]]
    rule = "|---" * len(columns) + "|"
    return "\n".join([f"## {data_title(texts, name)}", "", head, rule, *body, ""])


if __name__ == "__main__":
    for game_name in GAMES:
        (FOLDER / f"{game_name}-cards.md").write_text(page(game_name), encoding="utf-8")
