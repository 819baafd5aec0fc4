"""5X: what pays this round, counting what everybody can still play; and what a place is worth.

It knows the cards that lie open, every basic in hand, and the leaders that its seat has seen. It
chooses by chance among what is good, and now and then blunders, as people do, so that a mixture
never meets a fixed answer. It has no plan beyond the round, and remembers nobody.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, final

from microciv.core.cards import BIT, Card, CardSet, card_set, cards_in, holds, size
from microciv.core.game import Game
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.policy import NO_REASON, Assets, Policy, Reason, asset
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.five_x.cards import (
    ACTION,
    BASICS,
    CARDS,
    DIDO,
    EXCAVATE,
    EXPAND,
    EXPLOIT,
    EXPLORE,
    EXTERMINATE,
    QIN,
    SULEIMAN,
)
from microciv.games.five_x.moves import Bid, Build, Fetch, Pass, Play, Take
from microciv.games.five_x.policy.styles import LIKING, Style, style_of
from microciv.games.five_x.rules.leaders import is_immune
from microciv.games.five_x.rules.phases import BID, SELECT
from microciv.games.five_x.rules.state import FiveXState

LATE_CHOICE: Final = 0.8  # what seeing the others' cards is worth, in resources
BLUNDER: Final = 0.15  # the chance of a move that is worth nothing, to one that is worth 1
FINE: Final = 1_000_000
FAR: Final = 2  # decision sets that a playout goes on for at least
MOST: Final = 2  # cards of an action that are told apart in what a late chooser sees

CLASS: Final[list[CardSet]] = [
    card_set([card for card in range(CARDS) if ACTION[card] == action]) for action in range(BASICS)
]
LEADERS: Final = card_set(list(range(BASICS, CARDS)))
DIGGABLE: Final = card_set([EXPLOIT, EXTERMINATE, EXPAND, EXPLORE])

# How gladly a card is kept: the basics, then the leaders by class.
KEPT: Final[list[float]] = [
    *(1.6, 1.4, 1.9, 1.0, 0.0),
    *(1.5, 1.5, 2.0),
    *(1.9, 1.8, 1.8),
    *(1.6, 1.6, 1.8),
    *(2.0, 1.4, 1.9),
    *(1.4, 1.6, 2.1),
]
BEST_KEPT: Final = 2.5

ASSETS: Final[list[str]] = [
    *("resources", "wonder_points", "any_wonder"),
    *("exterminate", "expand", "leaders", "late_choice"),
]
HALVES: Final = 1  # which of them counts halves of points

# Fitted to who won 1,200 matches of searchers and smoothed by hand (docs/bots/5x.md).
# By rounds to come after this one: a resource, a half of a point, any Wonder at all, Exterminate
# and Expand in hand, a leader in hand, a late choice.
WORTH: Final[list[list[float]]] = [
    [0.58, 0.47, 1.40, 0.30, 2.10, 0.45, 0.00],
    [0.55, 0.45, 1.20, 0.36, 1.15, 0.33, 0.10],
    [0.48, 0.40, 0.50, 0.30, 0.75, 0.33, 0.10],
    [0.43, 0.38, 0.20, 0.22, 0.48, 0.25, 0.25],
    [0.41, 0.35, 0.10, 0.28, 0.52, 0.33, 0.30],
    [0.35, 0.30, 0.10, 0.10, 0.20, 0.20, 0.30],
    [0.35, 0.30, 0.10, 0.10, 0.20, 0.20, 0.30],
]


@final
class FiveXPolicy(Policy):
    """Plays by what pays on average this round, with or without a style by seat."""

    def __init__(self, game: Game, *, styled: bool = False) -> None:
        super().__init__(game)
        self.asset_names = [asset(name) for name in ASSETS]
        self.styled = styled
        self.styles: list[Style] = []
        """By seat, if they have any."""
        self.exploits = 0.0
        """How many of the others are likely to Exploit, as the picking seat sees it; the next two
        likewise. Gandhi's counts double once it is seen."""
        self.raids = 0.0
        """To Exterminate."""
        self.rivals = 0.0
        """To Expand."""
        self.sit_down(0)

    def sit_down(self, table_number: int) -> None:
        if self.styled:
            self.styles = [style_of(seat, table_number) for seat in range(self.seats)]

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        """At random, weighted by the square of a move's worth; sensible bids are equally likely."""
        assert isinstance(state, FiveXState)
        if state.phase == BID:
            return legal[bid_below(state, seat, legal, rng)]
        if state.phase == SELECT:
            self.reckon(state, seat)
        weights: list[float] = []
        for move in legal:
            worth = self.gain(state, seat, move)
            weights.append(BLUNDER + worth * worth if worth > 0.0 else BLUNDER)
        return legal[drawn(weights, rng)]

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        """Its style, of a card that it likes; nothing of other moves."""
        move = answer[-1]
        if not self.styles or not isinstance(move, Play):
            return NO_REASON
        style = self.styles[seat]
        return (style.name, {}) if ACTION[move.card] in style.actions else NO_REASON

    def reckon(self, state: FiveXState, seat: Seat) -> None:
        """Find the odds: certain for cards that lie open, else any card in hand is as likely, and a
        leader that the seat has not seen is any of those.
        """
        self.exploits = self.raids = self.rivals = 0.0
        zones, played = state.zones, state.played
        unseen, hidden = zones.piles[state.game.aside], 0.0
        for other in range(self.seats):
            if other == seat:
                continue
            hand, count = zones.piles[other], 0
            for leader in cards_in(hand & LEADERS):
                if not zones.known[leader] & SEAT_BIT[seat]:
                    hand ^= BIT[leader]
                    unseen |= BIT[leader]
                    count += 1
            card = played[other]
            if card >= 0:
                self.expect(BIT[card], float(state.game.sheet.weighs[card]))
            else:
                share = 1.0 / (size(hand) + count)
                hidden += share * count
                self.expect(hand, share)
        if hidden > 0.0:
            self.expect(unseen, hidden / size(unseen))

    def expect(self, cards: CardSet, share: float) -> None:
        """Each of these cards is played this often."""
        self.exploits += share * size(cards & CLASS[EXPLOIT])
        self.raids += share * size(cards & CLASS[EXTERMINATE])
        self.rivals += share * size(cards & CLASS[EXPAND])

    def gain(self, state: FiveXState, seat: Seat, move: Move) -> float:
        """What the move may bring, in resources."""
        if isinstance(move, Play):
            worth = self.worth(state, seat, move.card)
            if self.styles and ACTION[move.card] in self.styles[seat].actions:
                worth += LIKING
            return worth
        if isinstance(move, Pass):
            return BEST_KEPT - KEPT[move.card]
        if isinstance(move, (Take, Fetch)):
            return KEPT[move.card]
        if isinstance(move, Build):
            return prize(state, move.wonder) - state.game.sheet.price[state.played[seat]]
        return 0.0  # declines

    def worth(self, state: FiveXState, seat: Seat, card: Card) -> float:
        """What the card may bring this round, in resources."""
        exploits, raids, rivals = self.exploits, self.raids, self.rivals
        sheet, takes = state.game.sheet, state.game.sheet.exterminate_takes
        last, action, holding = state.is_last_round(), ACTION[card], state.resources[seat]
        if action == EXPLOIT:
            income = float(sheet.qin_takes)
            if card != QIN:
                income = max(0.0, sheet.exploit_pays - exploits)
            return income if is_immune(card) else income - takes * raids
        if action == EXTERMINATE:
            return takes * (exploits + rivals + (0.0 if card == EXTERMINATE else 0.5))
        if action == EXPLORE:
            income = sheet.explore_income(card, last) + (0.0 if last else LATE_CHOICE)
            if (
                card == DIDO
                and rivals < 1.0
                and holding >= sheet.price[DIDO] - sheet.explore_pays[DIDO]
            ):
                income += (1.0 - rivals) * (prize(state, state.current()) - sheet.price[DIDO])
            return income
        if action == EXCAVATE:
            if card == SULEIMAN and holding >= sheet.price[SULEIMAN]:
                return 6.0 - sheet.price[SULEIMAN]
            piled = size(state.pile_of(seat) & DIGGABLE)
            return 0.0 if last or not piled else 0.9 + 0.4 * piled
        least = sheet.least_bid[card]
        if not is_immune(card):
            holding -= int(takes * raids)
        if holding < least:
            return 0.0
        return (prize(state, state.current()) - least - 0.7 * rivals) / (1.0 + rivals)

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """Bids no higher than needed or than the Wonder is worth; everything else."""
        if state.phase != BID or len(legal) == 1:
            return legal
        assert isinstance(state, FiveXState)
        return legal[: highest(state, seat, legal) + 1]

    def is_far(self, state: State, start: int) -> bool:
        """A round or two on, before anybody chooses: what would follow is mostly noise."""
        if state.phase != SELECT or state.sets - start < FAR:
            return False
        assert isinstance(state, FiveXState)
        return max(state.played) < 0

    def evaluate(self, state: State) -> list[float]:
        """The victory, or what such tables came to (docs/bots/5x.md)."""
        if not state.to_act:
            return super().evaluate(state)
        assert isinstance(state, FiveXState)
        row = WORTH[min(state.game.rounds - state.round, len(WORTH) - 1)]
        total = 0.0
        chances: list[float] = []
        for seat in range(self.seats):
            chance = exp(self.outlook(state, seat, row))
            chances.append(chance)
            total += chance
        return [chance / total for chance in chances]

    def assets(self, state: State, seat: Seat) -> Assets:
        """Of a policy without styles."""
        assert isinstance(state, FiveXState)
        row = WORTH[min(state.game.rounds - state.round, len(WORTH) - 1)]
        strengths = [self.outlook(state, other, row) for other in range(self.seats)]
        units, amounts = row[:], counted(state, seat)
        units[0] *= 3.0 / state.game.sheet.resources_a_point
        amounts[HALVES] /= 2.0
        units[HALVES] *= 2.0
        return (
            amounts,
            units,
            -log(sum([exp(strengths[o]) for o in range(self.seats) if o != seat])),
        )

    def outlook(self, state: FiveXState, seat: Seat, row: list[float]) -> float:
        """What a seat has, by the weights of the round, with or without its style."""
        has = counted(state, seat)
        purse = row[0] * has[0] * (3.0 / state.game.sheet.resources_a_point)
        glory = row[1] * has[1] + row[2] * has[2]
        cards = row[3] * has[3] + row[4] * has[4] + row[5] * has[5] + row[6] * has[6]
        if not self.styles:
            return purse + glory + cards
        style = self.styles[seat]
        others = sum(state.resources) - state.resources[seat]
        own = style.purse * purse + style.glory * glory + style.cards * cards
        return own - style.envy * others

    def key(self, state: State, seat: Seat) -> int:
        """What the others have shown this round that an answer must fit to."""
        if state.phase != SELECT:
            return 0
        assert isinstance(state, FiveXState)
        seen = [0] * BASICS
        for card in state.played:
            if card >= 0:
                seen[ACTION[card]] += 1
        code = 0
        for action in (EXPLOIT, EXTERMINATE, EXPAND):
            code = code * (MOST + 1) + min(MOST, seen[action])
        return code


def counted(state: FiveXState, seat: Seat) -> list[float]:
    """What a seat has, in the order of the weights."""
    hand, before = state.zones.piles[seat], state.previous[seat]
    halves = wonders = 0.0
    for wonder in range(len(state.owner)):
        if state.owner[wonder] == seat:
            wonders = 1.0
            halves += state.game.wonders[wonder].halves
    return [
        float(state.resources[seat]),
        halves,
        wonders,
        1.0 if holds(hand, EXTERMINATE) else 0.0,
        1.0 if holds(hand, EXPAND) else 0.0,
        float(size(hand & LEADERS)),
        1.0 if before >= 0 and ACTION[before] == EXPLORE else 0.0,
    ]


def prize(state: FiveXState, letter: int) -> float:
    """What a Wonder is worth, in resources."""
    wonder = state.game.wonders[letter]
    return 0.5 * state.game.sheet.resources_a_point * wonder.halves + wonder.bonus


def highest(state: FiveXState, seat: Seat, legal: list[Move]) -> int:
    """The index of the highest bid that can make sense: one more than any rival has, and little
    more than the Wonder is worth.
    """
    richest = 0
    for other in state.asked:
        if other != seat:
            richest = max(richest, state.resources[other])
    limit = min(richest + 1, int(prize(state, state.current())) + 1)
    least = legal[0]
    assert isinstance(least, Bid)
    return max(0, min(limit - least.amount, len(legal) - 1))


def bid_below(state: FiveXState, seat: Seat, legal: list[Move], rng: Rng) -> int:
    """The index of some bid that can make sense."""
    if len(state.asked) == 1:
        return 0
    return rng.below(highest(state, seat, legal) + 1)


def drawn(weights: list[float], rng: Rng) -> int:
    """A random index, each as likely as its weight."""
    total = 0.0
    for weight in weights:
        total += weight
    draw = total * rng.below(FINE) / FINE
    for index in range(len(weights)):
        draw -= weights[index]
        if draw < 0.0:
            return index
    return len(weights) - 1
