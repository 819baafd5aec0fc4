"""`games`, `options` and `cards`: what there is, before anything is played."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from microciv.bots import levels
from microciv.cli.printing import say, say_json
from microciv.cli.settings import CardsOption, GameArgument, JsonOption, open_settled
from microciv.core.codec import plain
from microciv.core.options import About, OptionInfo, describe
from microciv.games import about as about_game
from microciv.games import catalogue
from microciv.texts import Texts, points_text, texts_for

PARTS = ("title", "people", "action", "effect", "clause")
"""What is written of a card."""


def games(as_json: JsonOption = False) -> None:
    """List the games."""
    abouts = catalogue().values()
    if as_json:
        say_json([_game_row(about) for about in abouts])
        return
    table = _columns("game", "players", "minutes", "what it is")
    for about in abouts:
        seats = (
            f"{about.seats[0]}–{about.seats[-1]}" if len(about.seats) > 1 else str(about.seats[0])
        )
        table.add_row(about.name, seats, str(about.minutes), Text(about.summary))
    say(table)
    say("Play with `microciv play GAME`; see `microciv options GAME` and `microciv cards GAME`.")


def options(game: GameArgument, as_json: JsonOption = False) -> None:
    """List a game's variants, options and rulings, with their clauses."""
    about = about_game(game)
    texts = texts_for(game)
    infos = describe(about.options)
    if as_json:
        say_json({"game": game, "variants": about.variants, "options": infos})
        return
    if about.variants:
        table = _columns("variant", "what it is")
        for variant in about.variants:
            table.add_row(variant.name, Text(variant.help))
        say(table)
    for kind, title in (("option", "Options: printed in the rules"), ("ruling", "Rulings: ours")):
        rows = [info for info in infos if info.kind == kind]
        if rows:
            say(Text(title, style="bold"))
            say(_options_list(rows, texts))
    say("Use `--set NAME=VALUE` and `--variant NAME` with play, match and position.")


def cards(game: GameArgument, patch: CardsOption = None, as_json: JsonOption = False) -> None:
    """List a game's cards: what each of them does, and its clause.

    With --cards the tables are shown as the file changes them.
    """
    about = about_game(game)
    settled = open_settled(game, cards=patch).options
    texts = texts_for(game)
    rows = [
        {"name": name, **{part: texts.look("cards", name, part) for part in PARTS}}
        for name in texts.cards()
    ]
    infos = describe(about.options)
    data = {info.name: plain(getattr(settled, info.name)) for info in infos if info.advanced}
    if as_json:
        say_json({"game": game, "cards": rows, "tables": data})
        return
    told = [row for row in rows if row["effect"]]
    if not told:
        say(f"Nothing is written about the cards of {about.title}.")
        return
    counts = [texts.card(row["action"]) if row["action"] != row["name"] else "" for row in told]
    some = any(row["action"] not in ("", row["name"]) for row in told)
    table = _columns("card", *(["counts as"] if some else []), "effect", "clause")
    for row, other in zip(told, counts, strict=True):
        aside = [other] if some else []
        table.add_row(Text(row["title"]), *aside, Text(row["effect"]), row["clause"])
    say(table)
    wonders = data.get("wonder_table")
    if isinstance(wonders, list):
        say(_wonders(wonders, texts))


def _game_row(about: About) -> dict[str, object]:
    return {
        "name": about.name,
        "title": about.title,
        "summary": about.summary,
        "seats": list(about.seats),
        "minutes": about.minutes,
        "variants": [variant.name for variant in about.variants],
        "levels": levels(about.name),
    }


def _columns(*titles: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=False)
    for title in titles:
        table.add_column(title, no_wrap=title in {"game", "variant", "clause", "players"})
    return table


def _options_list(rows: list[OptionInfo], texts: Texts) -> Group:
    """Name and default on a line, clause beside them, and what it settles below."""
    parts: list[RenderableType] = []
    for info in rows:
        head = Table.grid(expand=True)
        head.add_column()
        head.add_column(justify="right", style="dim")
        head.add_row(Text.assemble((info.name, "bold"), f" = {_default(info, texts)}"), info.clause)
        lines = info.help
        choices = [str(choice) for choice in info.choices if not isinstance(choice, bool)]
        if choices:
            lines += f"\nOne of: {', '.join(choices)}."
        parts += [head, Padding(Text(lines), (0, 0, 0, 4))]
    return Group(*parts, Text())


def _default(info: OptionInfo, texts: Texts) -> str:
    if info.advanced and not isinstance(info.default, str):
        names = [str(item) for item in info.default] if isinstance(info.default, tuple) else []
        short = all(len(name) < 20 for name in names)
        return ", ".join(names) if short else "see `microciv cards`"
    return info.default if isinstance(info.default, str) else texts.choice(info.name, info.default)


def _wonders(rows: list[object], texts: Texts) -> Table:
    table = _columns("", texts.label("wonder"), texts.label("points"), texts.label("bonus"), "data")
    for row in rows:
        if isinstance(row, dict):
            halves = row["halves"]
            points = points_text(halves, 2) if isinstance(halves, int) else ""
            bonus = str(row["bonus"] or "–")
            table.add_row(
                str(row["letter"]), Text(str(row["name"])), points, bonus, str(row["source"])
            )
    return table
