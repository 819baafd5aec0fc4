"""Who is how likely to win, judged where a playout stops."""

from __future__ import annotations

from math import exp
from typing import Final

from microciv.bots.heuristics.civ_card_game.guide_worth import Eye, Taste
from microciv.core.moves import SEAT_BIT
from microciv.games.civ_card_game.cards import FIRST_GOODS, FIRST_UNIT, RESOURCES
from microciv.games.civ_card_game.effects import DISCOUNT, EXTRA_DRAW
from microciv.games.civ_card_game.realms import fixed_income
from microciv.games.civ_card_game.state import CivCardGameState

SPREAD: Final = 2.0  # points that make a match likely, at the end
SPREAD_OF_A_TURN: Final = 0.35  # more of them, for each turn to come
TASTE: Final = Taste()


def chances(state: CivCardGameState) -> list[float]:
    """Each seat's chance to win, by what its realm will come to."""
    eye = Eye(state, state.turn, state.realms[state.turn], state.hands[state.turn], TASTE)
    spread = SPREAD + SPREAD_OF_A_TURN * eye.turns
    worths = [prospect(state, seat, eye) / spread for seat in range(state.seats)]
    highest = max(worths)
    powers = [exp(worth - highest) for worth in worths]
    total = sum(powers)
    return [power / total for power in powers]


def prospect(state: CivCardGameState, seat: int, eye: Eye) -> float:
    """The points that the seat may expect."""
    realm, box = state.realms[seat], eye.box
    income = fixed_income(realm, box)
    flow = float(income[0] + income[1] + income[2] + realm.population())
    if state.happy & SEAT_BIT[seat]:
        flow += 1.3
    if state.cultured & SEAT_BIT[seat]:
        flow += 0.9
    for target in range(5):
        flow += 0.7 * realm.sums[DISCOUNT + target]
    flow += 1.5 * realm.sums[EXTRA_DRAW]
    stock = float(realm.stock[0] + realm.stock[1] + realm.stock[2])
    goods = 0.0
    for card in state.hands[seat]:
        if card >= FIRST_GOODS:
            yields = box.yields[card]
            for kind in range(RESOURCES):
                goods += yields[kind]
        elif card < FIRST_UNIT:
            goods += 2.0
        else:
            goods += 1.0
    return realm.points() + flow * eye.stream + (stock + goods) * eye.now
