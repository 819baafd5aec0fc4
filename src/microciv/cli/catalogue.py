"""`games`, `options`, `cards` and `schema`: what there is, before anything is played."""

from __future__ import annotations

import sys

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from microciv.bots import levels
from microciv.cli.explaining import cards_there, names_in
from microciv.cli.printing import json_text, say, say_json, warn_of_left_out
from microciv.cli.settings import CardsOption, GameArgument, JsonOption, open_settled
from microciv.core.codec import plain
from microciv.core.options import About, OptionInfo, describe, span
from microciv.effects import effects_of, how_measured, measured_of
from microciv.games import about as about_game
from microciv.games import catalogue
from microciv.schema import schema_of
from microciv.speech import t
from microciv.texts import Texts, data_cells, data_title, summary_of, texts_for, told_row

PARTS = ("title", "people", "action", "effect", "clause")
"""What is written of a card."""
PATCHED = "patched"


def games(as_json: JsonOption = False) -> None:
    """List the games."""
    abouts = catalogue().values()
    warn_of_left_out()
    if as_json:
        say_json([_game_row(about) for about in abouts])
        return
    grid = _columns(t("game"), t("players"), t("minutes"), t("what it is"))
    for about in abouts:
        seats = (
            f"{about.seats[0]}–{about.seats[-1]}" if len(about.seats) > 1 else str(about.seats[0])
        )
        grid.add_row(about.name, seats, str(about.minutes), Text(summary_of(about)))
    say(grid)
    say(t("Play with `microciv play GAME`; see `microciv options GAME` and `microciv cards GAME`."))


def options(game: GameArgument, as_json: JsonOption = False) -> None:
    """List a game's variants, options, rulings and numbers, with their clauses."""
    about = about_game(game)
    texts = texts_for(game)
    infos = describe(about.options)
    if as_json:
        told_as = {"variants": about.variants, "options": infos, "measured": effects_of(game)}
        say_json({"game": game, **told_as})
        return
    if about.variants:
        grid = _columns(t("variant"), t("what it is"))
        for variant in about.variants:
            grid.add_row(variant.name, Text(texts.help("variants", variant.name, variant.help)))
        say(grid)
    titles = {"option": t("Options: printed in the rules"), "ruling": t("Rulings: ours")}
    for kind, title in titles.items():
        rows = [info for info in infos if info.kind == kind]
        if rows:
            say(Text(title, style="bold"))
            say(_options_list(game, rows, texts))
    numbers = [info for info in infos if info.kind == "number"]
    if numbers:
        say(Text(t("Numbers of the rule sheet"), style="bold"))
        say(_numbers(numbers, texts))
    how = how_measured(game)
    if how:
        say(how)
    say(t("Use `--set NAME=VALUE` and `--variant NAME` with play, match and position."))


def cards(game: GameArgument, patch: CardsOption = None, as_json: JsonOption = False) -> None:
    """List a game's cards: what each does, and its clause.

    With --cards the tables are shown with the changes of that file.
    """
    about = about_game(game)
    opened = open_settled(game, cards=patch)
    texts = texts_for(game, opened.options)
    there = [name for name in cards_there(opened, texts) if name not in names_in(opened)]
    rows = [
        {"name": name, **{part: texts.look("cards", name, part) for part in PARTS}}
        for name in texts.cards()
    ]
    groups = {
        name: [told_row(texts, row) for row in group] for name, group in opened.card_data().items()
    }
    infos = describe(about.options)
    data = {info.name: plain(getattr(opened.options, info.name)) for info in infos if info.advanced}
    if as_json:
        all_data: dict[str, object] = {**data, **groups}
        say_json({"game": game, "cards": rows, "tables": all_data})
        return
    told = [row for row in rows if row["effect"] and row["name"] in there]
    if not told and not groups:
        say(t("Nothing is written about the cards of {game}.", game=about.title))
        return
    if told:
        say(_effects(told, texts))
    for name, group in groups.items():
        say(_data(name, group, texts))
    note = texts.look("tables", "note")
    if note:
        say(Text(note))
    for changed in data.values():
        if isinstance(changed, dict) and changed.get("fingerprint"):
            label = texts.label("fingerprint")
            say(Text(f"{label[:1].upper()}{label[1:]}: {changed['fingerprint']}"))


def schema(game: GameArgument) -> None:
    """Print what a seat of a game sees as JSON Schema (draft 2020-12).

    It describes `seen`, which programs and clients of a server get with every question; `$defs`
    also has the game's moves (`Move`) and events (`Event`).
    """
    sys.stdout.write(json_text(schema_of(game), indent=2) + "\n")


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
    grid = Table(box=SIMPLE_HEAD, pad_edge=False, expand=False)
    short = {t("game"), t("variant"), t("clause"), t("players")}
    for title in titles:
        grid.add_column(title, no_wrap=title in short)
    return grid


def _options_list(game: str, rows: list[OptionInfo], texts: Texts) -> Group:
    """Name and default on a line, clause beside them, and below what it settles and does."""
    parts: list[RenderableType] = []
    for info in rows:
        head = Table.grid(expand=True)
        head.add_column()
        head.add_column(justify="right", style="dim")
        head.add_row(Text.assemble((info.name, "bold"), f" = {_default(info, texts)}"), info.clause)
        lines = texts.help("options", info.name, info.help)
        choices = [str(choice) for choice in info.choices if not isinstance(choice, bool)]
        low, high = span(info.choices)
        if low < high:
            lines += "\n" + t("A number from {low} to {high}.", low=low, high=high)
        elif choices:
            lines += "\n" + t("One of: {choices}.", choices=", ".join(choices))
        parts += [head, Padding(Text(lines), (0, 0, 0, 4))]
        measured = measured_of(game, info, typed=True)
        if measured:
            told = t("Measured: {what}", what=measured)
            parts.append(Padding(Text(told, style="dim"), (0, 0, 0, 4)))
    return Group(*parts, Text())


def _numbers(rows: list[OptionInfo], texts: Texts) -> Table:
    """A line each: the number, within what it may be changed, what it is."""
    grid = _columns(t("number"), t("from–to"), t("what it is"), t("clause"))
    for info in rows:
        head = Text.assemble((info.name, "bold"), f" = {info.default:g}")
        grid.add_row(
            head,
            f"{info.least:g}–{info.most:g}",
            Text(texts.help("options", info.name, info.help)),
            info.clause,
        )
    return grid


def _default(info: OptionInfo, texts: Texts) -> str:
    if info.advanced and not isinstance(info.default, str):
        names = [str(item) for item in info.default] if isinstance(info.default, tuple) else []
        short = bool(names) and all(len(name) < 20 for name in names)
        return ", ".join(names) if short else t("see `microciv cards`")
    return info.default if isinstance(info.default, str) else texts.choice(info.name, info.default)


def _effects(rows: list[dict[str, str]], texts: Texts) -> Table:
    """What the words say of cards: what each does, and its clause."""
    counts = [texts.card(row["action"]) if row["action"] != row["name"] else "" for row in rows]
    some = any(row["action"] not in ("", row["name"]) for row in rows)
    grid = _columns(t("card"), *([t("counts as")] if some else []), t("effect"), t("clause"))
    for row, other in zip(rows, counts, strict=True):
        aside = [other] if some else []
        grid.add_row(Text(row["title"]), *aside, Text(row["effect"]), row["clause"])
    return grid


def _data(name: str, rows: list[dict[str, object]], texts: Texts) -> Group:
    """A group of cards under its title; rows that were changed stand out."""
    columns, cells = data_cells(texts, name, rows)
    grid = _columns(*columns)
    for row, told in zip(rows, cells, strict=True):
        style = "bold" if row.get("source") == PATCHED else ""
        grid.add_row(*[Text(cell, style=style) for cell in told])
    return Group(Text(data_title(texts, name), style="bold"), grid)
