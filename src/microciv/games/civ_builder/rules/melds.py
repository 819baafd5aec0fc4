"""A turn: melds of cards, one after the other, each with its special action (CB-32 to CB-49)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import EVERYBODY, NOBODY, Move, Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    DISASTER,
    LEADER,
    RELIGION,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.events import MELDED, STOPPED, TURN, WILD
from microciv.games.civ_builder.moves import (
    COUNTS,
    DISASTERS,
    LEADERS,
    MELDS,
    NATURALS,
    SEAS,
    STOP,
    Count,
    kind_of,
)
from microciv.games.civ_builder.rules import actions
from microciv.games.civ_builder.rules.phases import MELD
from microciv.games.civ_builder.rules.privileges import is_top
from microciv.games.civ_builder.rules.sources import FROM_MELDS
from microciv.hidden.bags import NONE, Bag, Kind, count, several, size
from microciv.hidden.memory import LOSE

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState
    from microciv.games.civ_builder.sheet import Sheet

OPEN: Final = -1  # not settled yet
PARTS: Final = 4


@final
@mypyc_attr(acyclic=True)
class Limits:
    """How many cards of each sort a hand offers for melds, and how many a meld needs."""

    def __init__(
        self,
        sheet: Sheet,
        hand: Bag,
        made: int,
        disasters: int,
        seas: int,
        natural: int,
        melded: Bag,
    ) -> None:
        self.hand = hand
        self.made = made
        """How many melds the turn has had."""
        self.least = sheet.least(made)
        """The k-th meld has at least k cards (CB-36)."""
        self.leaders = min(sheet.leaders_in_meld, count(hand, LEADER))
        self.disasters = disasters
        """That are wild now (CB-40)."""
        self.seas = seas
        """That are wild in Trade and Conquest melds (CB-41)."""
        self.natural = natural
        """How many natural cards a meld needs (CB-35)."""
        self.asked_in = NOBODY
        """The decision set, if they are of the meld that is asked for now."""
        self.melded = melded
        """Attributes that may not be melded again in this turn (BA-20)."""
        self.drafted: Draft | None = None
        """The draft that was asked for last."""

    def seas_in(self, attribute: Kind) -> int:
        """Wild Seafaring cards for a meld of the attribute."""
        return self.seas if attribute in (CONQUEST, TRADE) else 0

    def highs(self, attribute: Kind) -> list[int]:
        """By part, the most of it that a meld of the attribute can have."""
        natural = count(self.hand, attribute)
        return [natural, self.seas_in(attribute), self.disasters, self.leaders]

    def draft(self, attribute: Kind, steps: tuple[Move, ...]) -> Draft:
        """The meld as far as these steps go; the first is for the attribute."""
        drafted = self.drafted
        if drafted is None or drafted.steps is not steps:
            drafted = self.drafted = Draft(self, attribute, steps)
        return drafted

    def most(self, attribute: Kind) -> int:
        """The largest meld of the attribute; 0 if there is none that is large enough."""
        natural = count(self.hand, attribute)
        if natural < self.natural or count(self.melded, attribute):
            return 0
        cards = natural + self.leaders + self.disasters + self.seas_in(attribute)
        return cards if cards >= self.least else 0


@final
@mypyc_attr(acyclic=True)
class Draft:
    """A meld as far as its steps go; parts that leave no choice are settled."""

    def __init__(self, limits: Limits, attribute: Kind, steps: tuple[Move, ...]) -> None:
        self.attribute = attribute
        self.steps = steps
        self.parts: list[int] = [OPEN, OPEN, OPEN, OPEN]
        self.open = OPEN
        """The part that is asked next; OPEN when the meld is complete."""
        self.low = 0
        self.high = 0
        highs = limits.highs(attribute)
        to_come = highs[NATURALS] + highs[SEAS] + highs[DISASTERS] + highs[LEADERS]
        cards = 0
        step = 1
        for part in range(PARTS):
            to_come -= highs[part]
            low = max(limits.natural if part == NATURALS else 0, limits.least - cards - to_come)
            if low == highs[part]:
                amount = low
            elif step < len(steps):
                chosen = steps[step]
                assert isinstance(chosen, Count)
                amount = chosen.amount
                step += 1
            else:
                self.open, self.low, self.high = part, low, highs[part]
                return
            self.parts[part] = amount
            cards += amount

    def size(self) -> int:
        """How many cards, once it is complete."""
        parts = self.parts
        return parts[NATURALS] + parts[SEAS] + parts[DISASTERS] + parts[LEADERS]

    def bag(self) -> Bag:
        return (
            several(self.attribute, self.parts[NATURALS])
            + several(SEAFARING, self.parts[SEAS])
            + several(DISASTER, self.parts[DISASTERS])
            + several(LEADER, self.parts[LEADERS])
        )


def limits_of(state: CivBuilderState, seat: Seat) -> Limits:
    """What the seat's hand offers for its next meld; privileges as they are now (CB-43)."""
    game, hand = state.game, state.hands[seat]
    disasters = count(hand, DISASTER)
    if disasters and not is_top(state, seat, RELIGION):
        disasters = 0
    seas = count(hand, SEAFARING)
    if seas and not is_top(state, seat, SEAFARING):
        seas = 0
    most = game.most_wild
    melds, melded = (state.melds, state.melded) if seat == state.acting else (0, NONE)
    disasters, seas = min(most, disasters), min(most, seas)
    return Limits(game.sheet, hand, melds, disasters, seas, game.natural, melded)


def limits_asked(state: CivBuilderState, seat: Seat) -> Limits:
    """The same for the meld that is asked for; worked out once a decision set."""
    limits = state.limits
    if limits is None or limits.asked_in != state.sets:
        limits = limits_of(state, seat)
        limits.asked_in = state.sets
        state.limits = limits
    return limits


def begin_turn(state: CivBuilderState, seat: Seat) -> None:
    """In order, each player has one turn (CB-32)."""
    state.acting = seat
    state.melds = 0
    state.melded = NONE
    state.tell(TURN, seat)
    ask_meld(state)


def ask_meld(state: CivBuilderState) -> None:
    """Ask for the next meld, if there can be one (CB-49)."""
    if may_go_on(state, state.acting):
        state.ask_one(MELD, state.acting)
    else:
        end_turn(state)


def may_go_on(state: CivBuilderState, seat: Seat) -> bool:
    most = state.game.max_melds
    if (most and state.melds >= most) or (
        size(state.hands[seat]) < state.game.sheet.least(state.melds)
    ):
        return False
    limits = limits_of(state, seat)
    for attribute in range(ATTRIBUTES):  # noqa: SIM110  # faster compiled
        if limits.most(attribute):
            return True
    return False


def end_turn(state: CivBuilderState) -> None:
    state.tell(STOPPED, state.acting, state.melds)
    state.acting = NOBODY
    state.melds = 0
    state.melded = NONE


def legal_melds(state: CivBuilderState, seat: Seat) -> list[Move]:
    """An attribute, or stop; then how many of each sort (BD-08 to BD-12)."""
    steps = state.answers[seat]
    limits = limits_asked(state, seat)
    if steps:
        draft = limits.draft(kind_of(steps[0]), steps)
        return COUNTS[draft.open][draft.low : draft.high + 1]
    moves = [MELDS[attribute] for attribute in range(ATTRIBUTES) if limits.most(attribute)]
    moves.append(STOP)
    return moves


def closes(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    if move is STOP:
        return True
    steps = state.answers[seat]
    return limits_asked(state, seat).draft(kind_of(steps[0]), steps).open == OPEN


def settle_meld(state: CivBuilderState) -> None:
    """Score the meld: points in its attribute and victory points for each of its cards (CB-44),
    which are discarded at once (CB-45).
    """
    seat = state.acting
    steps = state.answers[seat]
    if steps[0] is STOP:
        end_turn(state)
        return
    draft = limits_asked(state, seat).draft(kind_of(steps[0]), steps)
    attribute, cards = draft.attribute, draft.size()
    state.melds += 1
    if not state.game.repeats:
        state.melded += several(attribute, 1)
    state.tell(MELDED, seat, attribute, cards)
    if not state.quiet:
        for part, kind in ((SEAS, SEAFARING), (DISASTERS, DISASTER), (LEADERS, LEADER)):
            if draft.parts[part]:
                state.tell(WILD, seat, kind, draft.parts[part])
    bag = draft.bag()
    state.hands[seat] -= bag
    state.discard += bag
    state.note(LOSE, seat, -1, bag, 0, EVERYBODY)
    sheet = state.game.sheet
    state.earn(seat, cards * sheet.meld_points, FROM_MELDS)
    state.raise_score(seat, attribute, cards * sheet.meld_raises)
    actions.offer_action(state, attribute)
