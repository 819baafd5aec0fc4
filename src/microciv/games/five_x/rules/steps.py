"""Step 1, Exploit, and step 2, Exterminate (B.4, B.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.games.five_x.cards import EXPLOIT, EXTERMINATE, QIN
from microciv.games.five_x.events import EXPLOITED, HIT, IMMUNE, MISSED
from microciv.games.five_x.rules.leaders import is_immune, reaches

if TYPE_CHECKING:
    from microciv.core.moves import Seat
    from microciv.games.five_x.rules.state import FiveXState


def exploit(state: FiveXState) -> None:
    """3 for each, less the weight of the other Exploit cards, never below 0 (5X-29), all together
    (5X-30); Qin's feels nothing of them (5X-75).
    """
    sheet = state.game.sheet
    crowd = state.players_of(EXPLOIT)
    total = 0
    for seat in crowd:
        total += sheet.weighs[state.played[seat]]
    for seat in crowd:
        card, others, income = state.played[seat], 0, sheet.qin_takes
        if card != QIN:
            others = total - sheet.weighs[card]
            income = max(0, sheet.exploit_pays - others)
        state.gain(seat, income)
        state.tell(EXPLOITED, seat, income, others)


def exterminate(state: FiveXState) -> None:
    """Every Exterminate card takes 1 from every target (5X-32, 33); the supply makes up what a
    target lacks (5X-35). What each can give is measured first (5X-36).
    """
    attackers = state.players_of(EXTERMINATE)
    if not attackers:
        return
    holdings = state.resources[:]
    for target in range(state.seats):
        card, left = state.played[target], holdings[target]
        for attacker in attackers:
            if attacker == target or not reaches(
                state.played[attacker], card, state.game.montezumas
            ):
                continue  # nobody takes from himself
            if is_immune(card):
                state.tell(IMMUNE, target, card)  # nothing for the attackers (5X-38)
                break
            for _ in range(state.game.sheet.exterminate_takes):
                supply = 0 if left > 0 else 1
                left -= 1
                state.gain(target, supply - 1)
                state.gain(attacker, 1)
                state.tell(HIT, attacker, target, supply)
    if not state.quiet:
        tell_who_missed(state, attackers)


def tell_who_missed(state: FiveXState, attackers: list[Seat]) -> None:
    """An Exterminate card without a target brings nothing (5X-32)."""
    for attacker in attackers:
        targets = [
            target
            for target, card in enumerate(state.played)
            if target != attacker
            and reaches(state.played[attacker], card, state.game.montezumas)
            and not is_immune(card)
        ]
        if not targets:
            state.tell(MISSED, attacker)
