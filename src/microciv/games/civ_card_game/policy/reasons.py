"""What is said of an answer: nothing but what lies open once the answer does."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Reason
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.moves import DONE, FIGHT, PEACE, Against, Named, Number
from microciv.games.civ_card_game.rules.combat import front
from microciv.games.civ_card_game.rules.phases import BLOCK, CULL, DISCARD, TURN
from microciv.games.civ_card_game.rules.purchases import drafted
from microciv.games.civ_card_game.rules.state import CivCardGameState

# The sentences: their names in the texts, `[reasons]`, and their parts.
GROWS: Final = "grows"
NEEDS_LAND: Final = "needs_land"
LEARNS: Final = "learns"  # card
BUILDS: Final = "builds"  # card
MARVEL: Final = "marvel"  # card
SAVES: Final = "saves"
ENDS: Final = "ends"
STEALS: Final = "steals"  # target
RAIDS: Final = "raids"  # target
ATTACKS_LEADER: Final = "attacks_leader"  # target
DEFENDS: Final = "defends"  # card: that it stops
NO_USE: Final = "no_use"  # card: a wonder that is discarded
SENTENCES: Final = (
    *(GROWS, NEEDS_LAND, LEARNS, BUILDS, MARVEL, SAVES, ENDS, STEALS, RAIDS, ATTACKS_LEADER),
    *(DEFENDS, NO_USE),
)


def reason_of(state: CivCardGameState, seat: Seat, answer: list[Move], *, builds: bool) -> Reason:
    """Of an answer as it is meant: what the state has of it, the next step, and those meant to
    follow. Who `builds` would rather speak of that.
    """
    phase, box = state.phase, state.game.box
    if phase == TURN:
        return of_turn(state, seat, answer, builds)
    if phase == BLOCK:
        index, _options = front(state, seat)
        if isinstance(answer[len(state.answers[seat])], Named):
            return DEFENDS, {"card": box.names[state.units[index].card]}
    elif phase in (CULL, DISCARD):
        for move in answer:
            if isinstance(move, Named) and box.is_wonder(move.card):
                return NO_USE, {"card": box.names[move.card]}
    return NO_REASON


def of_turn(state: CivCardGameState, seat: Seat, answer: list[Move], builds: bool) -> Reason:
    """Of the answer in a turn that the last of these steps may close."""
    move = answer[-1]
    if move is FIGHT:
        attack = answer[-2]
        assert isinstance(attack, Against)
        return of_attack(state, seat, attack.seat)
    if move is DONE or move is PEACE:
        return of_purchases(state, answer, builds)
    # A claim may still be paid, and a structure put up.
    for step in reversed(answer):
        if isinstance(step, Against):
            return NO_REASON if step.verb == "attack" else (STEALS, {"target": step.seat})
        if isinstance(step, Named):
            said = of_card(state, step.card)
            if step is move or said[0]:
                return said
    return NO_REASON


def of_card(state: CivCardGameState, card: Card) -> Reason:
    box, market = state.game.box, state.market
    parts: dict[str, str | int] = {"card": box.names[card]}
    if card >= box.first_plot:
        return NEEDS_LAND, {}
    if card >= box.first_tech:
        return (ENDS, {}) if len(market.techs) + market.techs_left() == 1 else (LEARNS, parts)
    if card < box.first_wonder:
        return BUILDS, parts
    return (MARVEL, parts) if card < box.first_unit else NO_REASON


def of_purchases(state: CivCardGameState, answer: list[Move], builds: bool) -> Reason:
    first_unit = state.game.box.first_unit
    built = [step.card for step in answer if isinstance(step, Named) and step.card < first_unit]
    grown = [1 for step in answer if isinstance(step, Number) and step.verb == "populate"]
    if built and (builds or not grown):
        return of_card(state, max(built))
    return (GROWS, {}) if grown else (SAVES, {})


def of_attack(state: CivCardGameState, seat: Seat, target: Seat) -> Reason:
    theirs, own = state.realms[target].points(), drafted(state, seat).realm.points()
    most = max([realm.points() for realm in state.realms])
    leads = theirs == most and theirs > own
    return ATTACKS_LEADER if leads else RAIDS, {"target": target}
