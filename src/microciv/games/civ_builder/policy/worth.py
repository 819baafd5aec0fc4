"""What points, leads, cards and a late turn are worth to a seat that wants to win, from a state.

Fitted by least squares to 65 matches of `easy` for each number of seats: the final points are
regressed on what everybody had as a round began. Two seats drift apart: leads bring leads. With
more seats, whoever stands well is robbed, so early points are soon gone, while leads, cards and a
late turn are not.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from microciv.core.moves import NOBODY, Seat
from microciv.core.policy import Assets, Reason, asset
from microciv.games.civ_builder.cards import ATTRIBUTES, CULTURE, MOST_ROUNDS, NAMES
from microciv.games.civ_builder.rules.phases import DISCARD, DUMP, POINT
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.sheet import Sheet
from microciv.hidden.bags import size

FAR: Final = 20  # a lead by more is as good
GAPS: Final = 41  # distances that are told apart
MOST_SEATS: Final = 6  # that it was fitted to

# By seats, from two; there for rounds 1 and 2, 3 and 4, 5 and 6, 7 and 8, 9, 10, 11, 12, the end.
POINTS: Final[list[list[float]]] = [
    [0.20, 0.30, 0.60, 0.75, 0.90, 0.95, 1.00, 1.00, 1.0],
    [0.05, 0.05, 0.15, 0.33, 0.65, 0.79, 0.85, 0.90, 1.0],
    [0.05, 0.07, 0.10, 0.20, 0.38, 0.55, 0.71, 0.85, 1.0],
    [0.10, 0.12, 0.13, 0.20, 0.33, 0.50, 0.65, 0.80, 1.0],
    [0.12, 0.15, 0.16, 0.20, 0.28, 0.44, 0.59, 0.76, 1.0],
]
"""What a point more is worth in the end."""
CARDS: Final[list[list[float]]] = [
    [6.00, 6.00, 6.00, 5.50, 5.00, 4.00, 3.10, 1.30, 0.0],
    [0.90, 1.20, 1.70, 1.50, 1.40, 1.40, 0.90, 0.90, 0.0],
    [0.80, 1.00, 1.05, 0.90, 0.80, 0.75, 0.80, 0.55, 0.0],
    [0.50, 0.60, 0.60, 0.60, 0.65, 0.70, 0.75, 0.60, 0.0],
    [0.25, 0.30, 0.35, 0.35, 0.45, 0.55, 0.74, 0.64, 0.0],
]
"""A card."""
LATER: Final[list[list[float]]] = [
    [0.00, 0.00, 0.00, 1.00, 1.00, 1.50, 1.50, 1.00, 0.0],
    [3.00, 4.00, 4.00, 2.50, 1.80, 1.50, 0.80, 0.90, 0.0],
    [3.00, 3.20, 2.60, 2.80, 2.90, 2.30, 1.30, 0.45, 0.0],
    [1.80, 1.80, 1.50, 1.60, 1.70, 1.40, 0.90, 0.45, 0.0],
    [0.70, 0.60, 0.60, 0.60, 0.70, 0.63, 0.60, 0.43, 0.0],
]
"""To have one's turn a seat later."""
LEADS: Final[list[list[float]]] = [
    [48.0, 43.0, 31.0, 23.5, 15.7, 12.4, 7.00, 4.40, 0.0],
    [5.00, 8.50, 13.0, 14.0, 11.8, 9.00, 6.60, 3.80, 0.0],
    [4.00, 4.60, 5.20, 7.00, 8.30, 8.00, 5.60, 2.60, 0.0],
    [2.50, 3.30, 4.20, 5.20, 6.50, 6.50, 4.80, 2.60, 0.0],
    [1.50, 2.20, 3.30, 3.80, 4.80, 5.10, 4.00, 2.50, 0.0],
]
"""To lead in an attribute."""
SPREADS: Final[list[list[float]]] = [
    [60.0, 42.0, 32.0, 21.7, 12.7, 9.10, 5.70, 3.50, 1.5],
    [19.5, 18.4, 15.8, 13.5, 10.9, 8.70, 7.30, 4.80, 1.5],
    [11.1, 10.7, 10.7, 10.0, 8.20, 7.10, 5.90, 4.40, 1.5],
    [9.20, 9.00, 8.90, 8.50, 7.50, 6.60, 5.50, 4.10, 1.5],
    [7.40, 7.30, 7.20, 7.10, 6.70, 6.10, 5.10, 3.90, 1.5],
]
"""The spread of the final points around what all of that predicts."""
COLUMN: Final[list[int]] = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8]
"""By round, from 0; the one after the last is the end."""

SHARES: Final[list[float]] = [1.15, 0.9, 1.0, 1.2, 1.0, 1.5, 0.9, 0.6, 0.7, 0.7]
"""By attribute, its lead's worth relative to the average: more if the privilege is strong."""

ASSETS: Final[list[Reason]] = [
    *[asset("points"), asset("cards"), asset("later_turn")],
    *[asset("lead", attribute=name) for name in NAMES[:ATTRIBUTES]],
]
PERCENT: Final = 100.0  # as which chances to hold a lead are counted

# How likely a lead is, fitted to matches of this bot: by the distance, which counts the less the
# more turns are still to come.
EVEN: Final = 0.5  # a tie shares the lead, so it counts as ahead by this much
SURE: Final = 0.15
SPREAD: Final = 1.45  # of the distance, in a round; it grows with the square root
CROWD: Final = 0.38  # with each further rival, a lead is so much less likely to last
SOON: Final = 1.3  # rounds ahead at which leads were counted for the fit
LEADS_OPEN: Final = 0  # parts of a round
LEADS_COUNTED: Final = 1
ROUND_OVER: Final = 2

GUMBEL: Final = 0.78  # sqrt(6) / pi: from a spread to the scale of a choice among several


@final
@mypyc_attr(acyclic=True)
class Worth:
    """A number that is read millions of times: compiled code reads it from a list of these three
    times as fast as from a list of numbers. Shared: do not change it.
    """

    def __init__(self, amount: float) -> None:
        self.amount = amount


@final
class Standing:
    """What every seat's points and scores are worth within a round, without its cards: the same for
    all who ask until something changes. Parts that have not changed are taken over from the one
    before. Shared: do not change it.
    """

    def __init__(self, state: CivBuilderState, ledger: Ledger, before: Standing | None) -> None:
        self.round = state.round
        self.acting = state.acting
        self.part = part_of_round(state)
        self.order = state.order[:]
        self.points = state.points[:]
        self.scores = state.scores_in[:]
        self.curves: list[list[Worth]]
        """By seat, what distances are worth to it now."""
        if before is not None and before.is_at(state):
            self.curves = before.curves
        else:
            self.curves = [curve_for(state, seat, ledger) for seat in range(state.seats)]
        self.gaps: list[int]
        if before is not None and before.scores == self.scores:
            self.gaps = before.gaps
        else:
            self.gaps = gaps_of(state)
        point = ledger.points[state.round + 1]
        self.hopes: list[float] = [point * points for points in state.points]
        """By seat."""
        add_leads(self.gaps, self.curves, self.hopes)
        self.chances = chances_of(self.hopes, ledger.scales[state.round + 1])

    def is_of(self, state: CivBuilderState) -> bool:
        """Has nothing changed since?"""
        same = self.points == state.points and self.scores == state.scores_in
        return same and self.is_at(state)

    def is_at(self, state: CivBuilderState) -> bool:
        """Are the same turns still to come in the round?"""
        if self.round != state.round or self.acting != state.acting:
            return False
        return self.part == part_of_round(state) and self.order == state.order


@final
class Ledger:
    """The weights for one number of seats, and curves made from them."""

    def __init__(self, seats: int, sheet: Sheet) -> None:
        self.seats = seats
        self.sheet = sheet
        columns = COLUMN[MOST_ROUNDS - sheet.rounds :]
        row = min(seats, MOST_SEATS) - 2
        self.points: list[float] = [POINTS[row][column] for column in columns]
        """By round, as it begins; so are the others."""
        self.cards: list[float] = [CARDS[row][column] for column in columns]
        self.later: list[float] = [LATER[row][column] for column in columns]
        self.leads: list[float] = [LEADS[row][column] for column in columns]
        self.scales: list[float] = [GUMBEL * SPREADS[row][column] for column in columns]
        self.curves: dict[int, list[Worth]] = {}
        self.standing: Standing | None = None
        """The last that was asked for."""

    def at_start(self, number: int) -> list[Worth]:
        """As the round begins, what it is worth to be so far ahead: by attribute, and there by
        distance. Shared: do not change it.
        """
        found = self.curves.get(number)
        if found is None:
            found = [Worth(amount) for amount in self.lasting(number)]
            self.curves[number] = found
        return found

    def in_round(self, number: int, turns: int) -> list[Worth]:
        """The same within a round, when this many others still have a turn before leads are counted
        in it.
        """
        key = number + 16 * (turns + 1)
        found = self.curves.get(key)
        if found is None:
            amounts = self.lasting(number + 1)
            time = sqrt(turns / (self.seats - 1))
            point = self.points[number + 1]
            for attribute in range(ATTRIBUTES):
                pays = self.sheet.stakes[number] + (
                    self.sheet.culture_privilege if attribute == CULTURE else 0
                )
                for index in range(GAPS):
                    chance = self.chance(index - FAR, time)
                    amounts[attribute * GAPS + index] += point * pays * chance
            found = [Worth(amount) for amount in amounts]
            self.curves[key] = found
        return found

    def lasting(self, number: int) -> list[float]:
        """What leads are worth as the round begins, reckoned anew."""
        lead = self.leads[number]
        found: list[float] = []
        for attribute in range(ATTRIBUTES):
            share = SHARES[attribute] * lead
            found += [share * self.chance(index - FAR, SOON) for index in range(GAPS)]
        return found

    def chance(self, gap: int, time: float) -> float:
        """How likely a seat this far ahead will lead after this many rounds."""
        shift = EVEN - CROWD * (self.seats - 2) * max(0.0, time - 0.6)
        far = (gap + shift) / (SURE + SPREAD * time)
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, far))))


def index_of(attribute: i64, gap: i64) -> i64:
    """Where a curve has the attribute and the distance."""
    if gap < -FAR:
        gap = -FAR
    elif gap > FAR:
        gap = FAR
    return attribute * GAPS + FAR + gap


def part_of_round(state: CivBuilderState) -> int:
    """Before leads are counted in the round, from then on, and when it is over."""
    if state.round == 0 or state.phase == DUMP or state.phase == DISCARD:
        return ROUND_OVER
    return LEADS_COUNTED if state.phase >= POINT else LEADS_OPEN


def curve_for(state: CivBuilderState, seat: Seat, ledger: Ledger) -> list[Worth]:
    """What distances are worth to the seat now."""
    if part_of_round(state) == ROUND_OVER:
        return ledger.at_start(state.round + 1)
    return ledger.in_round(state.round, turns_of_others(state, seat))


def turns_of_others(state: CivBuilderState, seat: Seat) -> int:
    """How many others have still a turn before leads are counted, the one that is on included."""
    if state.phase >= POINT:
        return 0
    acting = state.acting
    if acting == NOBODY:
        return state.seats - 1
    order = state.order
    left = 0
    for index in range(len(order) - 1, -1, -1):
        other = order[index]
        if other != seat:
            left += 1
        if other == acting:
            break
    return left


def standing_of(state: CivBuilderState, ledger: Ledger) -> Standing:
    standing = ledger.standing
    if standing is None or not standing.is_of(state):
        standing = ledger.standing = Standing(state, ledger, standing)
    return standing


def hopes_at_start(state: CivBuilderState, ledger: Ledger) -> list[float]:
    """What every seat has as a round begins, cards and turn included."""
    number = state.round
    point, card = ledger.points[number], ledger.cards[number]
    found: list[float] = [
        point * state.points[seat] + card * size(state.hands[seat]) for seat in range(state.seats)
    ]
    later, order = ledger.later[number], state.order
    for at in range(len(order)):
        found[order[at]] += later * at
    add_leads(gaps_of(state), [ledger.at_start(number)] * state.seats, found)
    return found


def assets_of(state: CivBuilderState, seat: Seat, ledger: Ledger) -> Assets:
    """What a seat's odds are made of as a round begins, or when all is over: in points of the end,
    as are its hopes, by how far off that may be.
    """
    number = state.round if state.to_act else len(ledger.points) - 1
    scale, lead = ledger.scales[number], ledger.leads[number]
    hopes = hopes_at_start(state, ledger) if state.to_act else [float(one) for one in state.points]
    others = [hopes[other] / scale for other in range(state.seats) if other != seat]
    most = max(others)  # apart from the rest: many points are more than `exp` can take
    rivals = most + log(sum([exp(other - most) for other in others]))
    amounts = [float(state.points[seat]), float(size(state.hands[seat])), 0.0]
    amounts[2] = float(state.order.index(seat)) if seat in state.order else 0.0
    units = [ledger.points[number], ledger.cards[number], ledger.later[number]]
    gaps, curve = gaps_of(state), ledger.at_start(number)
    for attribute in range(ATTRIBUTES):
        share = SHARES[attribute] * lead
        gain = curve[index_of(attribute, gaps[seat * ATTRIBUTES + attribute])].amount
        amounts.append(PERCENT * gain / share if share > 0.0 else 0.0)
        units.append(share / PERCENT)
    return amounts, [unit / scale for unit in units], -rivals


def gaps_of(state: CivBuilderState) -> list[int]:
    """By seat, and there by attribute, how far it is ahead of the best other."""
    scores, seats = state.scores_in, state.seats
    gaps = scores[:]
    attribute: i64
    for attribute in range(ATTRIBUTES):
        best: i64 = -1
        second: i64 = -1
        index = attribute
        for _seat in range(seats):
            score: i64 = scores[index]
            if score > best:
                best, second = score, best
            elif score > second:
                second = score
            index += ATTRIBUTES
        index = attribute
        for _seat in range(seats):
            score = scores[index]
            gaps[index] = score - (best if score < best else second)
            index += ATTRIBUTES
    return gaps


def add_leads(gaps: list[int], curves: list[list[Worth]], found: list[float]) -> None:
    """What the distances are worth, to each seat by its curve."""
    index: i64 = 0
    attribute: i64
    for seat in range(len(found)):
        total, curve = found[seat], curves[seat]
        for attribute in range(ATTRIBUTES):
            total += curve[index_of(attribute, gaps[index])].amount
            index += 1
        found[seat] = total


def chances_of(hopes: list[float], scale: float) -> list[float]:
    """How likely each seat is to win, given what each may hope for."""
    most = hopes[0]
    for hope in hopes:
        most = max(most, hope)
    found: list[float] = []
    total = 0.0
    for hope in hopes:
        weight = exp((hope - most) / scale)
        found.append(weight)
        total += weight
    return [weight / total for weight in found]
