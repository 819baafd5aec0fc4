"""What every position of 5 Ages must obey (D): the last checks when one is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import size
from microciv.core.fields import Fields
from microciv.games.five_ages.cards import JOKERS
from microciv.games.five_ages.rules.phases import BUILD, HAND, OVER, ROW, TRADE
from microciv.games.five_ages.rules.trade import row_of
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState


def check_sizes(state: FiveAgesState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """As many cards in hands and civilizations as the round and the war leave (INV-A5 to A13)."""
    if phase == OVER and state.round != state.game.rounds:
        fields.fail(
            "round", t("the match is over after round {round} (5A-07)", round=state.game.rounds)
        )
    if is_before_war(state, phase) and state.discard:
        fields.fail("fired", t("no Joker is fired before the first war (5A-48)"))
    robbed = 0
    for seat, row in enumerate(rows):
        robbed += check_seat(state, row, seat, phase)
        if state.game.no_joker_in_civ and state.civs[seat] & JOKERS:
            row.fail("civ", t("at this table no Joker may be built (5A-72)"))
    if robbed > size(state.discard):
        fields.fail(
            "fired", t("expected {robbed} at least: as many were robbed (5A-59)", robbed=robbed)
        )


def check_seat(state: FiveAgesState, row: Fields, seat: int, phase: int) -> int:
    """One seat's cards; returns 1 if it was robbed in this round."""
    built = state.game.rounds if phase == OVER else state.round - 1
    civ, held = size(state.civs[seat]), size(state.hands[seat]) + size(row_of(state, seat))
    robbed = 1 if may_be_robbed(state, phase) and civ == built - 1 else 0
    if civ != built - robbed:
        row.fail("civ", not_built(state, phase, built, civ))
    wanted = (HAND - 1 if phase == OVER else HAND) + robbed
    if held != wanted:
        row.fail(
            "hand",
            t("expected {n} cards in hand and row (5A-77), not {held}", n=wanted, held=held)
            if phase == TRADE
            else t("expected {n} cards in hand (5A-77), not {held}", n=wanted, held=held),
        )
    if phase == TRADE and state.game.war_first and row_of(state, seat) & JOKERS:
        row.fail("row", t("a Joker has been fired before there is trade (5A-62)"))
    ordinary = size((state.hands[seat] | row_of(state, seat)) & ~JOKERS)
    if is_waged(state, phase) and ordinary < 1 + robbed:
        row.fail(
            "hand",
            t("expected an ordinary card for each of the two placed (5A-75)")
            if robbed
            else t("expected an ordinary card for the one placed (5A-75)"),
        )
    return robbed


def not_built(state: FiveAgesState, phase: int, built: int, found: int) -> str:
    """What is said of a civilization of another size."""
    if may_be_robbed(state, phase):
        return t(
            "expected {built} cards or, if robbed, {fewer} in round {round} (5A-34), not {found}",
            built=built,
            fewer=built - 1,
            round=state.round,
            found=found,
        )
    return tn(
        built,
        "expected {n} card in round {round} (5A-34), not {found}",
        "expected {n} cards in round {round} (5A-34), not {found}",
        round=state.round,
        found=found,
    )


def may_be_robbed(state: FiveAgesState, phase: int) -> bool:
    """Can a war of this round have been waged by now?"""
    game = state.game
    return is_waged(state, phase) and game.jokers > 0 and state.round > game.least_robbed


def is_before_war(state: FiveAgesState, phase: int) -> bool:
    """Is the first war still to come (5A-62)?"""
    return state.round == 1 and (phase == ROW or (phase == TRADE and not state.game.war_first))


def is_waged(state: FiveAgesState, phase: int) -> bool:
    """Is the war of this round over, and the round not?"""
    return phase == BUILD or (phase == TRADE and state.game.war_first)
