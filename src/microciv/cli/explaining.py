"""`?`: what moves and cards do and why they are not allowed now; whatever else is on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from microciv.cli.finding import find_any, matching, numbered
from microciv.cli.scene import Scene
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.moves import Move, choices
from microciv.games import open_game
from microciv.speech import t
from microciv.texts import Texts, clauses_apart, data_cells, effect_at, row_of

Commands: TypeAlias = Sequence[tuple[str, str]]
"""What can be typed, and what for."""


def commands() -> Commands:
    """What can be typed at every question."""
    return (
        ("1, 2, …", t("the answer with this number; where amounts or plots are asked, that one")),
        ("1 3", t("several answers of one list, where an answer has several steps")),
        (t("NAME"), t("the answer by its name, or the beginning of it")),
        ("?", t("this help")),
        (f"? {t('NAME')}", t("what a card, move or number is; why it is not allowed")),
        ("hint", t("which answers are good, as far as your seat can tell")),
        ("table", t("the table again")),
        ("log, log 40, log all", t("what has happened")),
        (f"rules, rules {t('NAME')}", t("the rules, or a section of them")),
        ("undo", t("take your last line back, before the answer is complete")),
        ("back", t("take the last sealed answer back, while others still think")),
        ("finish", t("once it is clear who wins: let bots play out the rest; again: do not")),
    )


def help_page(scene: Scene, commands: Commands) -> RenderableType:
    """What can be typed, and what is asked."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for command, meaning in commands:
        grid.add_row(command, meaning)
    if scene.observation.legal:
        grid.add_row(t("expected now"), choices(scene.observation.legal))
    return grid


def explain(words: str, scene: Scene) -> Text:
    """A card or a move, or the answer with a number: what it does, and whether it is allowed now.

    :raises MicrocivError: if nothing of the game is called so.
    """
    words = scene.texts.meant(words)
    is_number = words.isdecimal() and bool(scene.observation.legal)
    card = None if is_number else card_meant(words, scene)
    try:
        move: Move | None = (
            numbered(int(words), scene.game, scene.observation)
            if is_number
            else find_any(words, scene.game, scene.observation, scene.texts)
        )
    except MicrocivError:
        move = None
        if card is None:
            raise
    text = Text()
    if move is not None and card is None:
        card = str(move.parts().get("card", "")) or None
    if card is not None:
        text.append_text(_card(card, scene))
    if move is None:
        return text
    if len(text):
        text.append("\n")
    if move in scene.observation.legal:
        text.append(t("Allowed now: '{move}'", move=move.text), style="green")
        text.append(f" – {scene.label(move)}.")
    else:
        why = scene.game.why_not(scene.observation, move)
        text.append(t("Not now: '{move}'", move=move.text), style="red")
        text.append(f"; {why}.")
    return text


def refused(why: str) -> Text:
    """What was typed is not done; `?` tells the clause as well."""
    return Text(f"! {clauses_apart(why)[0]}", style="red")


def told_of_line(line: str, why_not: str) -> Text:
    """A complete answer, and whether it is allowed now."""
    if why_not:
        return Text.assemble((t("Not now: '{move}'", move=line), "red"), f"; {why_not}.")
    return Text.assemble((t("Allowed now: '{move}'", move=line), "green"), ".")


def card_meant(words: str, scene: Scene) -> str | None:
    """The one card whose name or title begins so."""
    texts = scene.texts
    for name in cards_there(scene.game, texts):
        if words in {name.lower(), texts.card(name).lower()}:
            return name
    begun = begins_cards(words, scene.game, texts)
    if len(begun) == 1 and not matching(words, scene.observation.legal, texts)[1:]:
        return begun[0]
    return None


def cards_there(game: Game, texts: Texts) -> list[str]:
    """All cards of a table: those of its data, and those that only the game's words tell of. What
    the table has taken out of the printed set is not there.
    """
    data = names_in(game)
    printed = names_in(open_game(game.name, {}))
    return [*data, *[name for name in texts.cards() if name not in data + printed]]


def names_in(game: Game) -> list[str]:
    """The names of all rows of card data."""
    return [
        str(row["name"]) for group in game.card_data().values() for row in group if "name" in row
    ]


def begins_cards(words: str, game: Game, texts: Texts) -> list[str]:
    """The cards whose name or title begins so."""
    return [
        name
        for name in cards_there(game, texts)
        if words and (name.lower().startswith(words) or texts.card(name).lower().startswith(words))
    ]


def told_of_thing(words: str, texts: Texts) -> Text | None:
    """What lies on the table besides cards, by its name, its title or the first words of that."""
    words = words.strip().lower()
    titles = {name: texts.look("about", name, "title") for name in texts.entries("about")}
    exact = [name for name, title in titles.items() if words in {name, title.lower()}]
    begun = [name for name, title in titles.items() if title.lower().startswith(f"{words} ")]
    if not exact + begun:
        return None
    [name, *_] = exact + begun
    section = texts.look("about", name, "section")
    text = Text.assemble((titles[name], "bold"), f": {texts.look('about', name, 'text')}")
    return text.append(f" [rules {section}]" if section else "", style="dim")


def _numbers(group: str, row: Mapping[str, object], texts: Texts) -> str:
    """What the data of a card say besides its name, column by column."""
    if not row:
        return ""
    columns, [cells] = data_cells(texts, group, [row])
    plain = {str(row["name"]), str(row.get("source"))}
    pairs = zip(columns, cells, strict=True)
    return ", ".join([f"{column} {cell}" for column, cell in pairs if column and cell not in plain])


def _card(card: str, scene: Scene) -> Text:
    texts = scene.texts
    group, row = row_of(scene.game.card_data(), card)
    text = Text(texts.card(card), style="bold")
    details = [texts.look("cards", card, "people")]
    action = texts.look("cards", card, "action")
    if action and action != card:
        details.append(t("counts as {card}", card=texts.card(action)))
    clause = texts.look("cards", card, "clause")
    told = ", ".join([detail for detail in details if detail])
    if told:
        text.append(f" ({told})", style="not bold")
    effect = (
        effect_at(texts, scene.game.card_data(), card)
        or texts.look("about", str(row.get("type", "card")), "text")
        or _numbers(group, row, texts)
    )
    if effect:
        text.append(f": {effect}", style="not bold")
    if clause:
        text.append(f" [{clause}]", style="dim not bold")
    source = texts.look("about", str(row.get("source", "")), "text")
    if source:
        text.append(f" {source}", style="dim not bold")
    return text
