"""Cards, resources and land of Civilization: The Card Game in words, and players by letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from microciv.cli.looks.frame import DOT
from microciv.cli.looks.reading import Row, is_seated, number, numbers, rows, table_of, words
from microciv.cli.scene import Scene
from microciv.core.game import Game
from microciv.speech import t
from microciv.texts import short_words

LETTERS = "ABCD"
KINDS = "FHC"
STRUCTURES = ("building", "wonder")
NAMING_SEATS = ("attack", "use")
"""What lines that name seats begin with."""


def own(scene: Scene) -> Row:
    """What the reader has, its sealed steps carried out."""
    return table_of(scene)[scene.seat]


def is_own_turn(scene: Scene) -> bool:
    """Is the reader the one whose turn it is?"""
    return number(scene.seen, "turn") == scene.seat and bool(scene.seen["round"])


def left_of(scene: Scene, seat: int, seats: int = 1) -> int:
    """The seat this many seats clockwise."""
    return (seat + seats) % len(table_of(scene))


def side(scene: Scene, seat: int) -> str:
    """W for the reader's left neighbour, E for the right one; empty for others."""
    if not is_seated(scene) or seat == scene.seat:
        return ""
    if seat == left_of(scene, scene.seat):
        return "W"
    return "E" if seat == left_of(scene, scene.seat, -1) else ""


def at_table(scene: Scene) -> list[int]:
    """The other seats clockwise from the reader, and the reader last; all for who watches."""
    count = len(table_of(scene))
    if not is_seated(scene):
        return list(range(count))
    return [left_of(scene, scene.seat, offset) for offset in range(1, count + 1)]


# --- cards and resources


@lru_cache(maxsize=8)
def cards_of(game: Game) -> dict[str, Row]:
    """Every card of the table's box, by name."""
    return {str(row["name"]): row for group in game.card_data().values() for row in group}


def card_row(scene: Scene, name: str) -> Row:
    return cards_of(scene.game).get(name, {})


def amounts(values: object, *, zeros: bool = False, sign: str = "") -> str:
    """F2 H1; what is not there is left out, unless the zeros are wanted."""
    if not isinstance(values, (list, tuple)):
        return ""
    return " ".join([
        f"{kind}{sign}{value}" for kind, value in zip(KINDS, values, strict=False) if value or zeros
    ])  # fmt: skip


def yields(scene: Scene, card: str) -> str:
    """What a plot prints, or what goods give: F2 H1."""
    row = card_row(scene, card)
    return amounts([row.get(kind) for kind in KINDS])


def does(scene: Scene, card: str) -> str:
    """What a card does, in a few words; what a plot or goods give by letters."""
    row = card_row(scene, card)
    return yields(scene, card) if row.get("type") in ("plot", "goods") else _told(scene, row)


def _told(scene: Scene, row: Row) -> str:
    return short_words(scene.texts, row) if row else ""


def damage(scene: Scene, card: str) -> str:
    """What a unit does if nobody blocks it."""
    attacks = scene.texts.look("effects", "short", "attack").partition("{damage}")[0]
    return does(scene, card).partition("; ")[0].removeprefix(attacks)


def packed(parts: Sequence[str], room: int, between: str = DOT) -> str:
    """Items side by side; a line is broken between two of them where that is possible."""
    lines: list[str] = []
    for part in parts:
        joined = f"{lines[-1]}{between}{part}" if lines else part
        if lines and len(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(part)
    return "\n".join(lines)


def listed(scene: Scene, cards: Iterable[object]) -> str:
    """Cards in the order they come, the same ones counted: 2 Chariot, Corn."""
    held: dict[str, int] = {}
    for card in cards:
        name = scene.texts.card(card)
        held[name] = held.get(name, 0) + 1
    return ", ".join([f"{count} {name}" if count > 1 else name for name, count in held.items()])


def plots_of(row: Row) -> list[Row]:
    return rows(row, "plots")


def plot_told(scene: Scene, row: Row, plot: int) -> str:
    """One of the reader's plots in a sentence: Plains F1 H1, 2 living there, with a Granary."""
    plots = plots_of(row)
    if not 1 <= plot <= len(plots):
        return ""
    here = plots[plot - 1]
    card = str(here["card"])
    living = f"{scene.texts.label('population')} {here['population']}"
    parts = [f"{scene.texts.card(card)} {yields(scene, card)}", living]
    standing = listed(scene, words(here, "structures"))
    return ", ".join([*parts, *([standing] if standing else [])])


# --- what is worked out


def note(scene: Scene, name: str) -> Row:
    """What the notes have by this name; empty if there is none."""
    found = scene.notes.get(name)
    return found if isinstance(found, dict) else {}


def price_of(scene: Scene, card: str) -> int | None:
    """Of a technology of the market or a structure of the hand, for the reader."""
    prices = note(scene, "prices")
    for group in ("techs", "structures"):
        section = prices.get(group)
        if isinstance(section, dict) and isinstance(section.get(card), int):
            return int(section[card])
    return None


def priced(scene: Scene, card: str) -> str:
    """With its price: Library 6H, Mining 9C, Corn F2."""
    name = scene.texts.card(card)
    price = price_of(scene, card)
    kind = card_row(scene, card).get("type")
    if price is not None:
        return f"{name} {price}{'H' if kind in STRUCTURES else 'C'}"
    return f"{name} {yields(scene, card)}" if kind == "goods" else name


def income_of(scene: Scene, seat: int) -> str:
    """What a Collect gives: F7 H4 C8, and how much by choice."""
    incomes = rows(scene.notes, "income")
    if seat >= len(incomes):
        return ""
    fixed = amounts(incomes[seat].get("fixed")) or scene.texts.label("nothing")
    free = number(incomes[seat], "free")
    return t("{fixed} +{n} free", fixed=fixed, n=free) if free else fixed


def population_prices(scene: Scene, seat: int) -> list[int]:
    """Plot by plot, what one more population costs its owner."""
    rivals = rows(scene.notes, "rivals")
    return numbers(rivals[seat], "population") if seat < len(rivals) else []


def plot_price(scene: Scene, seat: int) -> int:
    rivals = rows(scene.notes, "rivals")
    return number(rivals[seat], "plot") if seat < len(rivals) else 0


# --- players by letters


def in_letters(scene: Scene, typed: str) -> str:
    """The line with the letters of seats where it names players."""
    clauses = typed.split(";")
    return ";".join([clause_in_letters(scene, clause) for clause in clauses])


def clause_in_letters(scene: Scene, clause: str) -> str:
    """One clause; names may have blanks in them, and the first one after the verb may be cut."""
    parts = clause.split()
    if not parts or parts[0] not in NAMING_SEATS:
        return clause
    others = [seat for seat in range(len(scene.names)) if seat != scene.seat]
    told = f" {' '.join(parts[1:])} "
    for other in sorted(others, key=lambda seat: -len(scene.names[seat])):
        name = re.escape(scene.names[other].lower())
        told = re.sub(rf"(?<= ){name}(?= )", LETTERS[other].lower(), told)
    rest = told.split()
    for index in {0, len(rest) - 1} if rest else set():
        begun = seat_begun(scene, others, rest[index])
        if begun is not None:
            rest[index] = LETTERS[begun].lower()
    return " ".join([parts[0], *rest])


def seat_begun(scene: Scene, others: Sequence[int], word: str) -> int | None:
    """The one player whose name begins so, unless a card's does."""
    if len(word) < 2:
        return None
    cards = [name for name in cards_of(scene.game) if name.lower().startswith(word)]
    found = [seat for seat in others if scene.names[seat].lower().startswith(word)]
    return found[0] if len(found) == 1 and not cards else None
