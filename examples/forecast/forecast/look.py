"""Forecast at the terminal: the trick on the table, and your hand by suits."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from forecast.game import SUITS, ForecastObservation
from microciv.cli.looks import generic
from microciv.cli.looks.look import Look
from microciv.cli.scene import Scene

SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))


def shown(card: str) -> str:
    """A card as players write it."""
    return SIGNS[card[0]] + card[1:].replace("T", "10")


def draw(scene: Scene) -> RenderableType:
    """A row for each player, with the card that lies before them; then the player's hand."""
    seen = scene.observation
    assert isinstance(seen, ForecastObservation)
    seats = len(seen.table)
    lying = {(seen.lead + place) % seats: card for place, card in enumerate(seen.trick)}
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("player", "forecast", "taken", "cards", "played", "has no"):
        table.add_column(title)
    for seat, row in enumerate(seen.table):
        name = f"{scene.names[seat]} leads" if seat == seen.lead else scene.names[seat]
        table.add_row(
            Text(name, style="bold" if seat == seen.seat else ""),
            str(row.forecast) if row.forecast >= 0 else "–",
            str(row.taken),
            str(row.cards),
            shown(lying[seat]) if seat in lying else "",
            " ".join([SIGNS[suit] for suit in row.void]),
        )
    hand = "  ".join(
        [
            " ".join([shown(card) for card in seen.hand if card[0] == suit])
            for suit in SUITS
            if any(card[0] == suit for card in seen.hand)
        ]
    )
    return Group(table, Text.assemble(("Your hand  ", "bold"), hand or "–"))


LOOK: Final[Look] = replace(generic.LOOK, draw=draw)
