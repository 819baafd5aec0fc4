"""Why a move of combat is not allowed: an attack, a block, what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import Move
from microciv.games.civ_card_game.moves import (
    FIGHT,
    PEACE,
    SEATS,
    Against,
    Named,
    Number,
    Standing,
    name_of,
)
from microciv.games.civ_card_game.people.asking import asking
from microciv.games.civ_card_game.people.naming import called, choices
from microciv.games.civ_card_game.people.saying import (
    why_no_plot,
    why_no_room,
    why_not_standing,
    why_not_target,
)
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation


def why_not_attack_yet(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    """In Purchase: what would still be wrong after `done`."""
    if not isinstance(move, Against):
        return asking(seen)
    if seen.round <= game.peace_rounds:
        return tn(
            game.peace_rounds,
            "at this table nobody attacks in the first round (CC-73)",
            "at this table nobody attacks in the first {n} rounds (CC-73)",
        )
    reason = why_no_attacker(game, seen, move)
    return reason or t("done comes first: attacks follow purchases (CC-13)")


def why_not_attack(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    if move is FIGHT:
        return t("name at least one unit first (CC-69)")
    if move is PEACE and game.may_change():
        return t("you have named attackers: fight, or take the answer back (CC-70)")
    if move is PEACE:
        return t("you have named attackers: fight (CC-70)")
    assert isinstance(move, Against)
    return why_no_attacker(game, seen, move)


def why_no_attacker(game: CivCardGame, seen: CivCardGameObservation, move: Against) -> str:
    """The unit or the target is none; empty if they would do."""
    name = move.name
    reason = why_not_target(seen, move.seat, "CC-69")
    if reason:
        return reason
    if move.seat not in game.neighbours(seen.seat):
        return t("seat {seat} is not a neighbour of yours (CC-68)", seat=SEATS[move.seat])
    if not game.box.attacks[move.card]:
        return t("{name} do not attack (CC-69)", name=called(name))
    if name not in seen.hand and name in declared(seen):
        return t("you have no {name} left in hand (CC-69)", name=called(name))
    return "" if name in seen.hand else t("you have no {name} in hand (CC-69)", name=called(name))


def declared(seen: CivCardGameObservation) -> list[str]:
    return [unit.card for unit in seen.units if unit.state == "declared"]


def why_not_block(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Named)
    attacker = seen.units[seen.facing].card
    stops = game.box.stops[game.box.card[attacker]]
    if move.card not in stops and stops:
        who = choices(game.box, stops, "or")
        return t(
            "{card} cannot stop {attacker}; {who} can (CC-91)",
            card=called(move.name),
            attacker=called(attacker),
            who=who,
        )
    if move.card not in stops:
        return t(
            "{card} cannot stop {attacker}; nobody can (CC-91)",
            card=called(move.name),
            attacker=called(attacker),
        )
    if name_of(move) in seen.hand:
        return t("you have no more {card} in hand (CC-92)", card=called(move.name))
    return t("you have no {card} in hand (CC-90)", card=called(move.name))


def why_not_yield(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    if move.number > len(seen.table[seen.seat].plots):
        return why_no_plot(seen, "CC-97")
    return t("nobody lives on plot {plot} (CC-97)", plot=move.number)


def why_not_settle(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    return why_no_room(seen, move, "CC-97")


def why_not_raze(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Standing)
    clause = {"breach": "CC-81", "raze": "CC-98"}.get(seen.phase, "CC-49")
    standing = why_not_standing(seen, move, clause)
    if standing:
        return standing
    name = move.name
    if game.box.is_wonder(move.card):
        return t(
            "{name} is a wonder, and stays: only buildings are lost ({clause})",
            name=called(name),
            clause=clause,
        )
    if seen.phase == "breach":
        return t(
            "{name} is not among the walls that fall ({clause})", name=called(name), clause=clause
        )
    return t(
        "it is plot {plot} that has too many structures ({clause})",
        plot=seen.vacating,
        clause=clause,
    )


def why_not_repel(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    return t("no {card} attack you (CC-85)", card=called(name_of(move)))
