"""Complete answers in one line: the list of offers as it shall be, `list 7S for W:4S, both for E`,
and a building with what is exchanged, `build AS; done`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.fields import shown
from microciv.core.moves import Move
from microciv.games.five_ages.moves import DONE, PASS, WITHDRAW, Build, Offer
from microciv.games.five_ages.rules.trade import list_after
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.views.observation import FiveAgesObservation

LIST: Final = "list"


def steps(game: FiveAgesGame, seen: FiveAgesObservation, line: str) -> list[str]:
    """The steps that a line stands for.

    :raises IllegalMove: if it is a list of something else than offers.
    """
    verb, _, rest = line.strip().partition(" ")
    if verb == LIST and seen.phase == "trade":
        offers = [read_offer(game, name) for name in rest.split(",") if name.strip()]
        return [move.text for move in steps_to(list(seen.table[seen.seat].offers), offers)]
    said = [step.strip() for step in line.split(";") if step.strip()] or [line]
    if said[-1] == DONE.text and closes_alone(game, seen, said[:-1]):
        said.pop()
    return said


def read_offer(game: FiveAgesGame, text: str) -> Offer:
    """An offer without its verb.

    :raises IllegalMove: if it is none.
    """
    move = game.moves.find(f"offer {text}")
    if not isinstance(move, Offer):
        raise IllegalMove(
            t("list: expected offers such as '7S for W:4S', not {text}", text=shown(text.strip()))
        )
    return move


def steps_to(before: list[Offer], wanted: list[Offer]) -> list[Move]:
    """The fewest steps that leave this list, best first (5A-24)."""
    if any([offer not in wanted for offer in before]):
        return [WITHDRAW, *wanted, PASS]
    for count in range(len(wanted) + 1):
        answer: list[Move] = [*wanted[:count], PASS]
        if list_after(before, tuple(answer)) == wanted:
            return answer
    return [*wanted, PASS]


def closes_alone(game: FiveAgesGame, seen: FiveAgesObservation, said: list[str]) -> bool:
    """Is a building over with these cards, as nothing can be exchanged (5A-28, 5A-29, 5A-68)?"""
    if seen.phase != "build" or len(said) != seen.to_place:
        return False
    left = [name for name in seen.hand if name != "Jk" or not game.no_joker_in_civ]
    for text in said:
        move = game.moves.find(text)
        name = str(move.parts()["card"]) if isinstance(move, Build) else ""
        if name not in left:
            return False
        left.remove(name)
    return not game.may_exchange or not seen.civ or not left
