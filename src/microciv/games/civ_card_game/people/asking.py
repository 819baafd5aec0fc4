"""What is asked of a seat, or of another one, in words: with the clause, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.games.civ_card_game.moves import FIGHT, SEATS, Named
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


def asked_in(phase: str) -> str:
    """What is asked in this phase; of turns and blocks see `asking`."""
    return {
        "draft": t("you are taking a plot (CC-04)"),
        "found": t("you are placing your free population (CC-08)"),
        "cull": t("you are discarding two of your cards (CC-10)"),
        "breach": t("one of your walls goes back to hand; say which (CC-81)"),
        "repel": t("your walls send a unit back; say which (CC-85)"),
        "yield": t("you lose a population; say from which plot (CC-97)"),
        "receive": t("you have taken a population; say where it settles (CC-97)"),
        "raze": t("you lose a building; say which (CC-98)"),
        "vacate": t("a plot has too many structures; say which building leaves (CC-49)"),
        "surrender": t("you say which resources are taken (CC-56)"),
        "discard": t("you are discarding (CC-103)"),
    }[phase]


def asked_in_turn(stage: str) -> str:
    """By stage of a turn; of the declaration and of thefts that cannot wait see `asking`."""
    return {
        "collect": t(
            "first say what your population gives; collect takes what is suggested (CC-20)"
        ),
        "buy": t("you are purchasing; done ends that (CC-27)"),
        "place": t("first say on which plot it stands (CC-43)"),
        "pay": t("first say how the plot is paid (CC-37)"),
        "grow": t("first say where the free population goes (CC-59)"),
        "rob": t("first say what is taken (CC-56)"),
    }[stage]


def asking(seen: CivCardGameObservation) -> str:
    """What the seat is asked, and what it may do."""
    if seen.phase == "block":
        can = [move for move in seen.legal if isinstance(move, Named)]
        if can:
            return t("you are attacked: block a unit, or pass (CC-90)")
        return t("you are attacked, and hold nothing that stops this unit: pass (CC-90)")
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
        return t("nobody can be hit by {card}: waive it (CC-54)", card=seen.card)
    return asked_in_turn(seen.stage)


def waiting(seen: CivCardGameObservation) -> str:
    """Who is asked, and what, for those who are not."""
    seat = SEATS[seen.asked[0]]
    return {
        "draft": t("seat {seat} takes a plot now (CC-04, CC-05)", seat=seat),
        "found": t("seat {seat} places the free population now (CC-08)", seat=seat),
        "cull": t("seat {seat} discards now (CC-10)", seat=seat),
        "turn": t("it is the turn of seat {seat} (CC-15)", seat=seat),
        "breach": t("seat {seat} says which walls fall (CC-81)", seat=seat),
        "repel": t("seat {seat} says which unit is sent back (CC-85)", seat=seat),
        "block": t("seat {seat} is attacked, and may block now (CC-90)", seat=seat),
        "yield": t("seat {seat} says which population is lost (CC-97)", seat=seat),
        "receive": t("seat {seat} says where the population settles (CC-97)", seat=seat),
        "raze": t("seat {seat} says which building is lost (CC-98)", seat=seat),
        "vacate": t("seat {seat} says which building leaves (CC-49)", seat=seat),
        "surrender": t("seat {seat} says which resources are given (CC-56)", seat=seat),
        "discard": t("seat {seat} discards, and then the turn passes on (CC-103)", seat=seat),
    }[seen.phase]
