"""What is asked of a seat, or of another one, in words: with the clause, and what may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from microciv.games.civ_card_game.moves import FIGHT, SEATS, Named
from microciv.games.civ_card_game.people.naming import called
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

BUYING: Final = ("done", "play", "bank", "populate", "claim", "buy", "build", "use", "demolish")
VERBS: Final[dict[str, tuple[str, ...]]] = {
    "collect": ("split",),
    "buy": BUYING,
    "place": ("on",),
    "pay": ("food", "hammers"),
    "grow": ("grow",),
    "rob": ("rob",),
    "declare": ("attack", "fight", "peace"),
    "use": ("use", "waive"),
    "draft": ("take",),
    "found": ("found",),
    "cull": ("discard",),
    "discard": ("discard",),
    "breach": ("raze",),
    "raze": ("raze",),
    "vacate": ("raze",),
    "repel": ("repel",),
    "block": ("block", "pass"),
    "yield": ("yield",),
    "receive": ("settle",),
    "surrender": ("give",),
}
"""What can be answered, by stage of a turn or phase."""


ASKED: Final[dict[str, Callable[[], str]]] = {
    "draft": lambda: t("you are taking a plot (CC-04)"),
    "found": lambda: t("you are placing your free population (CC-08)"),
    "breach": lambda: t("one of your walls goes back to hand; say which (CC-81)"),
    "repel": lambda: t("your walls send a unit back; say which (CC-85)"),
    "yield": lambda: t("you lose a population; say from which plot (CC-97)"),
    "receive": lambda: t("you have taken a population; say where it settles (CC-97)"),
    "raze": lambda: t("you lose a building; say which (CC-98)"),
    "vacate": lambda: t("a plot has too many structures; say which building leaves (CC-49)"),
    "surrender": lambda: t("you say which resources are taken (CC-56)"),
    "discard": lambda: t("you are discarding (CC-103)"),
}
"""By phase, what is asked; of the opening discards see `asking`."""


def asked_in(phase: str) -> str:
    """What is asked in this phase; of turns and blocks see `asking`."""
    return ASKED[phase]()


ASKED_IN_TURN: Final[dict[str, Callable[[], str]]] = {
    "collect": lambda: t(
        "first say what your population gives; collect takes what is suggested (CC-20)"
    ),
    "buy": lambda: t("you are purchasing; done ends that (CC-27)"),
    "place": lambda: t("first say on which plot it stands (CC-43)"),
    "pay": lambda: t("first say how the plot is paid (CC-37)"),
    "grow": lambda: t("first say where the free population goes (CC-59)"),
    "rob": lambda: t("first say what is taken (CC-56)"),
}
"""By stage of a turn, what is asked."""


def asked_in_turn(stage: str) -> str:
    """By stage of a turn; of the declaration and of thefts that cannot wait see `asking`."""
    return ASKED_IN_TURN[stage]()


def asking(seen: CivCardGameObservation) -> str:
    """What the seat is asked, and what it may do."""
    if seen.phase == "block":
        can = [move for move in seen.legal if isinstance(move, Named)]
        if can:
            return t("you are attacked: block a unit, or pass (CC-90)")
        return t("you are attacked, and hold nothing that stops this unit: pass (CC-90)")
    if seen.phase == "cull":
        return t("you are discarding {n} of your cards (CC-10)", n=seen.due)
    if seen.phase != "turn":
        return asked_in(seen.phase)
    if seen.stage == "declare":
        if FIGHT not in seen.legal:
            return t("purchases are over: attack, or peace (CC-14)")
        if len(seen.legal) > 1:
            return t("purchases are over: name another unit, or fight (CC-14)")
        return t("purchases are over: fight (CC-14)")
    if seen.stage == "use":
        if len(seen.legal) > 1:
            return t("use what you have just got, or waive it (CC-54)")
        return t("nobody can be hit by {card}: waive it (CC-54)", card=called(seen.card))
    return asked_in_turn(seen.stage)


WAITING: Final[dict[str, Callable[[str], str]]] = {
    "draft": lambda seat: t("seat {seat} takes a plot now (CC-04, CC-05)", seat=seat),
    "found": lambda seat: t("seat {seat} places the free population now (CC-08)", seat=seat),
    "cull": lambda seat: t("seat {seat} discards now (CC-10)", seat=seat),
    "turn": lambda seat: t("it is the turn of seat {seat} (CC-15)", seat=seat),
    "breach": lambda seat: t("seat {seat} says which walls fall (CC-81)", seat=seat),
    "repel": lambda seat: t("seat {seat} says which unit is sent back (CC-85)", seat=seat),
    "block": lambda seat: t("seat {seat} is attacked, and may block now (CC-90)", seat=seat),
    "yield": lambda seat: t("seat {seat} says which population is lost (CC-97)", seat=seat),
    "receive": lambda seat: t("seat {seat} says where the population settles (CC-97)", seat=seat),
    "raze": lambda seat: t("seat {seat} says which building is lost (CC-98)", seat=seat),
    "vacate": lambda seat: t("seat {seat} says which building leaves (CC-49)", seat=seat),
    "surrender": lambda seat: t("seat {seat} says which resources are given (CC-56)", seat=seat),
    "discard": lambda seat: t(
        "seat {seat} discards, and then the turn passes on (CC-103)", seat=seat
    ),
}
"""By phase, what is asked of another seat."""


def waiting(seen: CivCardGameObservation) -> str:
    """Who is asked, and what, for those who are not."""
    seat = SEATS[seen.asked[0]]
    return WAITING[seen.phase](seat)
