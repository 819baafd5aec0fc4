"""What is asked of a seat, or of another one, in words: with the clause, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.games.civ_card_game.moves import FIGHT, SEATS, Named

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
ASKING: Final[dict[str, str]] = {
    "draft": "you are taking a plot (CC-04)",
    "found": "you are placing your free population (CC-08)",
    "cull": "you are discarding two of your cards (CC-10)",
    "breach": "one of your walls goes back to hand; say which (CC-81)",
    "repel": "your walls send a unit back; say which (CC-85)",
    "yield": "you lose a population; say from which plot (CC-97)",
    "receive": "you have taken a population; say where it settles (CC-97)",
    "raze": "you lose a building; say which (CC-98)",
    "vacate": "a plot has too many structures; say which building leaves (CC-49)",
    "surrender": "you say which resources are taken (CC-56)",
    "discard": "you are discarding (CC-103)",
}
"""By phase, what is asked; of turns and blocks see `asking`."""
ASKING_IN_TURN: Final[dict[str, str]] = {
    "collect": "first say what your population gives; collect takes what is suggested (CC-20)",
    "buy": "you are purchasing; done ends that (CC-27)",
    "place": "first say on which plot it stands (CC-43)",
    "pay": "first say how the plot is paid (CC-37)",
    "grow": "first say where the free population goes (CC-59)",
    "rob": "first say what is taken (CC-56)",
}
"""By stage of a turn; of the declaration and of thefts that cannot wait see `asking`."""
WAITING: Final[dict[str, str]] = {
    "draft": "{seat} takes a plot now (CC-04, CC-05)",
    "found": "{seat} places the free population now (CC-08)",
    "cull": "{seat} discards now (CC-10)",
    "turn": "it is the turn of {seat} (CC-15)",
    "breach": "{seat} says which walls fall (CC-81)",
    "repel": "{seat} says which unit is sent back (CC-85)",
    "block": "{seat} is attacked, and may block now (CC-90)",
    "yield": "{seat} says which population is lost (CC-97)",
    "receive": "{seat} says where the population settles (CC-97)",
    "raze": "{seat} says which building is lost (CC-98)",
    "vacate": "{seat} says which building leaves (CC-49)",
    "surrender": "{seat} says which resources are given (CC-56)",
    "discard": "{seat} discards, and then the turn passes on (CC-103)",
}
"""By phase, what those wait for who are not asked."""


def asking(seen: CivCardGameObservation) -> str:
    """What the seat is asked, and what it may do."""
    if seen.phase == "block":
        can = [move for move in seen.legal if isinstance(move, Named)]
        if can:
            return "you are attacked: block a unit, or pass (CC-90)"
        return "you are attacked, and hold nothing that stops this unit: pass (CC-90)"
    if seen.phase != "turn":
        return ASKING[seen.phase]
    if seen.stage == "declare":
        what = "attack, or peace"
        if FIGHT in seen.legal:
            what = "name another unit, or fight" if len(seen.legal) > 1 else "fight"
        return f"purchases are over: {what} (CC-14)"
    if seen.stage == "use":
        if len(seen.legal) > 1:
            return "use what you have just got, or waive it (CC-54)"
        return f"nobody can be hit by {seen.card}: waive it (CC-54)"
    return ASKING_IN_TURN[seen.stage]


def waiting(seen: CivCardGameObservation) -> str:
    """Who is asked, and what, for those who are not."""
    return WAITING[seen.phase].format(seat=f"seat {SEATS[seen.asked[0]]}")
