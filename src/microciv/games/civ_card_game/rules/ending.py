"""Who wins (CC-111 to CC-114)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from microciv.games.civ_card_game.rules.realms import Realm

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState

Merit: TypeAlias = tuple[int, int, int, int]
"""Points, technologies, population, wonders: compared in this order (CC-113)."""


def merit(realm: Realm, acquired: bool) -> Merit:
    population = realm.acquired if acquired else realm.population()
    return realm.points(), len(realm.techs), population, realm.wonders


def places(state: CivCardGameState) -> list[int]:
    """Each seat's place; still equal ones share it."""
    acquired = state.game.acquired_breaks_ties
    merits = [merit(realm, acquired) for realm in state.realms]
    return [1 + len([other for other in merits if other > own]) for own in merits]
