"""What special actions are worth, and against whom."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    AGAINST_ONE,
    ATTRIBUTES,
    CONQUEST,
    CULTURE,
    ENGINEERING,
    GOVERNMENT,
    RELIGION,
    SCIENCE,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.policy.styles import Style
from microciv.games.civ_builder.policy.worth import (
    Ledger,
    index_of,
    standing_of,
)
from microciv.games.civ_builder.rules.phases import POINT
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.hidden.bags import Kind, size

# Of what a card is worth.
CHOICE: Final = 1.0  # that Science lets one choose
REFRESHED: Final = 0.7  # that Government exchanges what is of no use
BARGAIN: Final = 0.5  # by a card that is exchanged by force
ITS_CARD: Final = 1.0  # to its owner
SPARE: Final = 0.4  # to its owner, if some must be discarded anyway
LATE: Final = 0.5  # in points, in the last turn
HELD: Final = 1.3  # a card that can still be used in this round

UNKNOWN: Final = -1.0


@final
class Acts:
    """The special actions in the eyes of one seat, as the table stands."""

    def __init__(self, state: CivBuilderState, seat: Seat, ledger: Ledger, style: Style) -> None:
        self.seat: i64 = seat
        self.seats: i64 = state.seats
        self.sheet = state.game.sheet
        self.sizes: list[int] = [size(hand) for hand in state.hands]
        number = state.round + 1
        self.point = ledger.points[number]
        """What one more point is worth at the end; `card` is the same for a card."""
        self.card = ledger.cards[number] if state.round < self.sheet.rounds else LATE
        standing = standing_of(state, ledger)
        self.scores = standing.scores
        self.points = standing.points
        self.standing = standing.hopes
        self.curve = standing.curves[seat]
        self.gaps = standing.gaps[seat * ATTRIBUTES : (seat + 1) * ATTRIBUTES]
        """By attribute, how far the seat is ahead of the best other."""
        rest = max(0.01, 1.0 - standing.chances[seat])
        self.spite: list[float] = [style.spite * chance / rest for chance in standing.chances]
        """By seat, what a point that it loses is worth to us: more, the likelier it is to win."""
        self.cards: list[float] = [
            self.card * card_of(state, other, self.sizes[other]) for other in range(state.seats)
        ]
        """By seat, what one of its cards is worth to it."""
        self.likes = style.likes
        self.love = style.love * self.card
        self.worths: list[float] = [UNKNOWN] * ATTRIBUTES
        """By attribute, what its action is worth beyond the cards that it brings, once asked."""
        self.targets: list[Seat] = [NOBODY] * ATTRIBUTES
        """By attribute, against whom."""

    def worth(self, attribute: i64) -> float:
        """What its action is worth beyond the cards that it brings."""
        worth = self.worths[attribute]
        if worth == UNKNOWN:
            worth = self.plainly(attribute)
            if self.love and attribute in self.likes:
                worth += self.love
            self.worths[attribute] = worth
        return worth

    def plainly(self, attribute: Kind) -> float:
        """The same for a style that does not prefer it."""
        if attribute in AGAINST_ONE:
            return self.aim(attribute)
        if attribute == CULTURE:
            return self.point * self.sheet.culture_points
        if attribute == SCIENCE:
            return self.card * CHOICE
        if attribute == GOVERNMENT:
            return self.card * REFRESHED
        return self.point * self.sheet.engineering_points if attribute == ENGINEERING else 0.0

    def target(self, attribute: Kind) -> Seat:
        """Against whom it is worth most."""
        self.worth(attribute)
        return self.targets[attribute]

    def aim(self, attribute: Kind) -> float:
        """Choose the opponent against whom the action is worth most."""
        most, target = -1000.0, NOBODY
        for seat in range(self.seats):
            if seat != self.seat:
                worth = self.against(attribute, seat)
                if worth > most:
                    most, target = worth, seat
        self.targets[attribute] = target
        return max(0.0, most)

    def against(self, attribute: Kind, seat: Seat) -> float:
        """What the action is worth against this opponent, besides the cards that it brings."""
        spite = self.spite[seat]
        if attribute == CONQUEST:
            return self.conquest(seat)
        if attribute == SEAFARING:
            return self.point * min(self.sheet.seafaring_takes, self.points[seat]) * (1.0 + spite)
        cards = self.sizes[seat]
        if attribute == TRADE:
            return self.card * BARGAIN * min(self.sheet.trade_takes, cards) * (1.0 + spite)
        hurt = spite * self.cards[seat]
        if attribute == RELIGION:
            missing = max(0, self.sheet.religion_takes - cards)
            return hurt * min(self.sheet.religion_takes, cards) - self.card * missing
        return hurt * min(self.sheet.equestrian_discards, cards)

    # --- Conquest

    def conquest(self, target: Seat) -> float:
        """What the two best points are worth, one after the other."""
        best = second = 0.0
        index = -1
        for attribute in range(ATTRIBUTES):
            if self.scores[target * ATTRIBUTES + attribute]:
                worth = self.moved(target, attribute, 0)
                if index < 0 or worth > best:
                    best, second, index = worth, best, attribute
                elif worth > second:
                    second = worth
        if index >= 0 and self.scores[target * ATTRIBUTES + index] > 1:
            second = max(second, self.moved(target, index, 1))
        return best + second

    def moved(self, target: i64, attribute: i64, gone: i64) -> float:
        """What it is worth that another point of the attribute changes sides."""
        scores, curve, seat = self.scores, self.curve, self.seat
        others: i64 = 0
        other: i64
        for other in range(self.seats):
            if other != seat and other != target:
                score: i64 = scores[other * ATTRIBUTES + attribute]
                others = max(others, score)
        mine: i64 = scores[seat * ATTRIBUTES + attribute]
        theirs: i64 = scores[target * ATTRIBUTES + attribute]
        mine += gone
        theirs -= gone
        worth = curve[index_of(attribute, mine + 1 - max(theirs - 1, others))].amount
        worth -= curve[index_of(attribute, mine - max(theirs, others))].amount
        hurt = curve[index_of(attribute, theirs - max(mine, others))].amount
        hurt -= curve[index_of(attribute, theirs - 1 - max(mine + 1, others))].amount
        return worth + self.spite[target] * hurt


def card_of(state: CivBuilderState, seat: Seat, cards: int) -> float:
    """What one of this opponent's cards is worth to it, as a multiple of a card in the next round:
    less if some must be discarded anyway.
    """
    if state.phase < POINT:
        if state.acting == NOBODY:
            return HELD
        order = state.order
        for index in range(len(order) - 1, -1, -1):
            if order[index] == seat:
                return HELD
            if order[index] == state.acting:
                break
    if state.round == state.game.sheet.rounds:
        return 0.0
    return ITS_CARD if cards <= state.game.sheet.hand_limit else SPARE
