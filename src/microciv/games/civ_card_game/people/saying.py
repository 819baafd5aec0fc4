"""What several reasons say why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.lists import each_of
from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import COINS, HAMMERS, LETTERS, MOST_ON_PLOT
from microciv.games.civ_card_game.moves import SEATS, Number, Standing
from microciv.games.civ_card_game.people.naming import called
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation


def why_no_plot(seen: CivCardGameObservation, clause: str) -> str:
    return t(
        "you have plots 1 to {last} ({clause})",
        last=len(seen.table[seen.seat].plots),
        clause=clause,
    )


def why_no_room(seen: CivCardGameObservation, move: Move, clause: str) -> str:
    """No such plot, or no more can be counted there."""
    assert isinstance(move, Number)
    if move.number <= len(seen.table[seen.seat].plots):
        return t(
            "plot {plot} holds {most} population, the maximum ({clause})",
            plot=move.number,
            most=MOST_ON_PLOT,
            clause=clause,
        )
    return why_no_plot(seen, clause)


def why_not_standing(seen: CivCardGameObservation, move: Standing, clause: str) -> str:
    plots = seen.table[seen.seat].plots
    if move.plot >= len(plots):
        return why_no_plot(seen, clause)
    if move.name not in plots[move.plot].structures:
        return t(
            "no {card} stands on plot {plot} ({clause})",
            card=called(move.name),
            plot=move.plot + 1,
            clause=clause,
        )
    return ""


def why_not_target(seen: CivCardGameObservation, target: Seat, clause: str) -> str:
    if target >= len(seen.table):
        return t("there are {seats} seats ({clause})", seats=len(seen.table), clause=clause)
    return t("choose another player ({clause})", clause=clause) if target == seen.seat else ""


def why_no_more() -> str:
    return t("at this table only one of each may be bought in a turn (CC-27)")


def why_too_fresh(name: str) -> str:
    return t(
        "{name} is new in the market, and at this table waits for the next turn (CC-42)",
        name=called(name),
    )


def seats_named(owners: list[Seat]) -> str:
    """Seats in a sentence, each once."""
    return each_of([t("seat {seat}", seat=SEATS[seat]) for seat in dict.fromkeys(owners)])


def kind_word(kind: int) -> str:
    return (t("food"), t("hammers"), t("coins"))[kind]


def kind_counted(kind: int, amount: int) -> str:
    if kind == HAMMERS:
        return tn(amount, "{n} hammer", "{n} hammers")
    if kind == COINS:
        return tn(amount, "{n} coin", "{n} coins")
    return tn(amount, "{n} food", "{n} food")


def stock_of(seen: CivCardGameObservation) -> str:
    """The seat's stock: F5 H3 C0."""
    stock = seen.table[seen.seat].stock
    return " ".join([f"{LETTERS[kind]}{amount}" for kind, amount in enumerate(stock)])
