"""Special actions: what they are worth, against whom, and how."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_builder.guide_melds import UNSEEN
from microciv.bots.heuristics.civ_builder.melding import Planner
from microciv.bots.heuristics.civ_builder.worth import LATE_CARD, Outlook
from microciv.core.bags import NONE, ONE, Bag, Kind, kinds_in, size
from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    CONQUEST_POINTS,
    CULTURE,
    CULTURE_POINTS,
    DISASTER,
    ENGINEERING,
    ENGINEERING_POINTS,
    EQUESTRIAN,
    EQUESTRIAN_CARDS,
    GOVERNMENT,
    RELIGION,
    RELIGION_CARDS,
    SCIENCE,
    SEAFARING,
    SEAFARING_POINTS,
    TRADE,
    TRADE_TAKES,
)

CHOICE: Final = 1.6  # what it is worth that Science lets one choose
REFRESHED: Final = 1.0  # what Government makes of useless cards
BARGAIN: Final = 0.6  # what a card that is exchanged by force brings
ITS_CARD: Final = 1.4  # what a random card is worth to its owner
LEAST: Final = 1e-6


@final
class Actions:
    """What the special actions would be worth to one seat now; the same order as attributes."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        late = LATE_CARD / outlook.card
        self.worths: list[float] = [0.0] * ATTRIBUTES
        """Beyond the cards that they bring."""
        self.targets: dict[Kind, Seat] = {}
        """Whom to choose for those that are done to an opponent."""
        self.worths[CULTURE] = CULTURE_POINTS
        self.worths[SCIENCE] = CHOICE * (late if outlook.last else 1.0)
        self.worths[GOVERNMENT] = REFRESHED * (late if outlook.last else 1.0)
        self.worths[ENGINEERING] = ENGINEERING_POINTS
        for attribute in (CONQUEST, TRADE, RELIGION, SEAFARING, EQUESTRIAN):
            self.aim(attribute)
        for attribute in outlook.style.likes:
            self.worths[attribute] += outlook.style.love

    def aim(self, attribute: Kind) -> None:
        """Choose the opponent against whom the action is worth most."""
        worths = [(self.against(attribute, seat), -seat) for seat in self.outlook.rivals]
        most, seat = max(worths)
        self.worths[attribute] = most
        self.targets[attribute] = -seat

    def against(self, attribute: Kind, seat: Seat) -> float:
        """What the action is worth against this opponent, besides the cards that it brings."""
        outlook = self.outlook
        spite = outlook.spite[seat]
        cards = outlook.cards_of(seat)
        if attribute == CONQUEST:
            return conquest_of(outlook, seat)[0]
        if attribute == TRADE:
            return BARGAIN * min(TRADE_TAKES, cards) * (1 + spite)
        if attribute == SEAFARING:
            return min(SEAFARING_POINTS, outlook.seen.table[seat].points) * (1 + spite)
        hurt = spite * self.value_of_cards(seat)
        if attribute == RELIGION:
            missing = max(0, RELIGION_CARDS - cards)
            return hurt * min(RELIGION_CARDS, cards) - outlook.card * missing
        return hurt * min(EQUESTRIAN_CARDS, cards)

    def value_of_cards(self, seat: Seat) -> float:
        """What a card of this opponent is worth to it: less if it must be discarded anyway."""
        outlook = self.outlook
        if outlook.still_to_act(seat):
            return ITS_CARD
        if outlook.last:
            return 0.0
        return ITS_CARD * 0.9 if outlook.cards_of(seat) <= 5 else ITS_CARD * 0.4


# --- Conquest


def conquest_of(outlook: Outlook, target: Seat) -> tuple[float, list[Kind]]:
    """The two points whose change of sides is worth most, one after the other."""
    mine, theirs = outlook.scores[outlook.seat], outlook.scores[target]
    worths = [moved_worth(outlook, target, at) for at in range(ATTRIBUTES)]
    taken: list[Kind] = []
    worth = 0.0
    for _point in range(CONQUEST_POINTS):
        open_to = [(worths[at], -at) for at in range(ATTRIBUTES) if theirs[at] > 0]
        if not open_to:
            break
        most, last = max(open_to)
        worth += most
        taken.append(-last)
        mine[-last] += 1
        theirs[-last] -= 1
        worths[-last] = moved_worth(outlook, target, -last)
    for at in taken:
        mine[at] -= 1
        theirs[at] += 1
    return worth, taken


def moved_worth(outlook: Outlook, target: Seat, attribute: Kind) -> float:
    """What it is worth that a point of the attribute changes sides: the own leads, and theirs."""
    seat, scores = outlook.seat, outlook.scores
    before = worth_between(outlook, target, attribute)
    scores[seat][attribute] += 1
    scores[target][attribute] -= 1
    after = worth_between(outlook, target, attribute)
    scores[seat][attribute] -= 1
    scores[target][attribute] += 1
    gain = after - before
    return gain + outlook.style.devotion if attribute in outlook.own else gain


def worth_between(outlook: Outlook, target: Seat, attribute: Kind) -> float:
    """What the attribute is worth to the seat, less what it is worth to the target."""
    own = outlook.holds(outlook.seat, attribute)
    return own - outlook.spite[target] * outlook.holds(target, attribute)


# --- cards


def study(planner: Planner, made: int, looked: list[Kind], takes: int) -> list[Kind]:
    """The cards to take of those looked at, the best first."""
    hand = planner.outlook.hand
    left = list(looked)
    taken: list[Kind] = []
    while left and len(taken) < takes:
        values = [(planner.value(hand + ONE[kind], made), -kind) for kind in sorted(set(left))]
        kind = -max(values)[1]
        hand += ONE[kind]
        left.remove(kind)
        taken.append(kind)
    return taken


def reform(planner: Planner, made: int) -> Bag:
    """What to discard for as many new cards (CB-63)."""
    hand, gone = planner.outlook.hand, NONE
    while hand:
        now = planner.value(hand + ONE[UNSEEN] * size(gone), made)
        values = [
            (planner.value(hand - ONE[kind] + ONE[UNSEEN] * (size(gone) + 1), made), kind)
            for kind in kinds_in(hand)
        ]
        most, kind = max(values)
        if most <= now + LEAST or size(gone) >= 8:
            break
        hand -= ONE[kind]
        gone += ONE[kind]
    return gone


def bargain(planner: Planner, made: int, theirs: Bag) -> tuple[Bag, Bag]:
    """What to take from a hand that lies open, and what to return: swaps one by one, as long as
    they gain (CB-54).
    """
    hand = planner.outlook.hand
    taken: Bag = NONE
    returned: Bag = NONE
    while size(taken) < min(TRADE_TAKES, size(theirs)):
        now = planner.value(hand, made)
        wanted = best_to_add(planner, made, hand, theirs - taken)
        swaps = [
            (planner.value(hand + ONE[kind] - ONE[back], made) - to_them(back, kind), -kind, -back)
            for kind in wanted
            for back in best_to_lose(planner, made, hand)
            if back != kind
        ]
        if not swaps or max(swaps)[0] <= now + LEAST:
            break
        _worth, kind, back = max(swaps)
        taken += ONE[-kind]
        returned += ONE[-back]
        hand += ONE[-kind] - ONE[-back]
    return taken, returned


def to_them(back: Kind, kind: Kind) -> float:
    """A Disaster is the best thing to leave behind; nobody is helped by it."""
    return -0.2 if back == DISASTER else (0.2 if kind == DISASTER else 0.0)


def best_to_add(planner: Planner, made: int, hand: Bag, theirs: Bag) -> list[Kind]:
    """The three kinds that the hand could use best."""
    values = [(-planner.value(hand + ONE[kind], made), kind) for kind in kinds_in(theirs)]
    return [kind for _value, kind in sorted(values)[:3]]


def best_to_lose(planner: Planner, made: int, hand: Bag) -> list[Kind]:
    """The three kinds that the hand would miss least."""
    values = [(-planner.value(hand - ONE[kind], made), kind) for kind in kinds_in(hand)]
    return [kind for _value, kind in sorted(values)[:3]]
