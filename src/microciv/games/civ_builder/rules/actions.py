"""The ten special actions (a.2, CB-46 to CB-68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, Move, Seat
from microciv.games.civ_builder.cards import (
    AGAINST_ONE,
    AGRICULTURE,
    ATTRIBUTES,
    CONQUEST,
    CULTURE,
    ENGINEERING,
    EQUESTRIAN,
    GOVERNMENT,
    RELIGION,
    SCIENCE,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.events import (
    DISCARDED,
    FOUND_NOTHING,
    GAINED,
    LEARNED,
    LEFT_ALL,
    LOST,
    PLUNDERED,
    RAN_OUT,
    RETURNED,
    ROBBED,
    SAW,
    SKIPPED,
    STOLE,
    STUDIED,
    TOOK,
)
from microciv.games.civ_builder.moves import (
    DISCARDS,
    DONE,
    EXCHANGES,
    POINTS,
    RAIDS,
    RETURNS,
    SKIP,
    STEALS,
    TAKES,
    USE,
    Named,
    kind_of,
    seat_of,
)
from microciv.games.civ_builder.rules.phases import ACT, EXCHANGE, MELD_TASK, STUDY
from microciv.games.civ_builder.rules.sources import FROM_ACTIONS, FROM_THEFTS
from microciv.hidden.bags import (
    NONE,
    ONE,
    Bag,
    Kind,
    at,
    bag_of,
    copies_in,
    kinds_in,
    moves_in,
    several,
    size,
)
from microciv.hidden.memory import (
    GIVE,
    LOOK,
    LOSE,
    SEE,
    SHUFFLED_IN,
    TAKE,
    TO_BOTTOM,
    row_of,
    without,
)

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

WORDS: Final[dict[Kind, list[Move]]] = {
    CONQUEST: STEALS,
    TRADE: EXCHANGES,
    RELIGION: STEALS,
    SEAFARING: STEALS,
    EQUESTRIAN: RAIDS,
}
USE_OR_SKIP: Final[list[Move]] = [USE, SKIP]


def offer_action(state: CivBuilderState, attribute: Kind) -> None:
    """After scoring, the special action of the attribute may be carried out (CB-46)."""
    state.action = attribute
    state.ask_one(ACT, state.acting)


# --- what may be answered


def legal_acts(state: CivBuilderState, seat: Seat) -> list[Move]:
    """An opponent, or to use the action, or to skip it; then the details (BD-13, 14, 18)."""
    steps = state.answers[seat]
    attribute = state.action
    if not steps:
        if attribute not in AGAINST_ONE:
            return USE_OR_SKIP
        words = WORDS[attribute]
        return [*[words[other] for other in range(state.seats) if other != seat], SKIP]
    if attribute == CONQUEST:
        left = points_left(state, steps)
        return [POINTS[at] for at in range(ATTRIBUTES) if left[at]]
    hand = state.hands[seat] - named(steps)
    return [*moves_in(hand, DISCARDS), DONE]


def closes_act(state: CivBuilderState, seat: Seat, move: Move) -> bool:
    steps = state.answers[seat]
    if move is SKIP or move is DONE:
        return True
    if state.action == CONQUEST:
        left = points_left(state, steps)
        to_take = min(state.game.sheet.conquest_takes - (len(steps) - 1), sum(left))
        return to_take == 0 or to_take == sum(left) or len([1 for at in left if at]) == 1
    if state.action == GOVERNMENT:
        return state.hands[seat] == named(steps)
    return True


def points_left(state: CivBuilderState, steps: tuple[Move, ...]) -> list[int]:
    """The target's scores without the points named already."""
    target = seat_of(steps[0])
    left = state.scores_in[target * ATTRIBUTES : (target + 1) * ATTRIBUTES]
    for step in steps[1:]:
        left[kind_of(step)] -= 1
    return left


def named(steps: tuple[Move, ...]) -> Bag:
    return bag_of([step.kind for step in steps if isinstance(step, Named)])


# --- what happens


def act(state: CivBuilderState) -> None:
    """Carry the action out; then comes the next meld (CB-47)."""
    seat = state.acting
    steps = state.answers[seat]
    attribute = state.action
    state.schedule([Task(MELD_TASK)])
    if steps[0] is SKIP:
        state.tell(SKIPPED, seat, attribute)
    elif attribute == CONQUEST:
        conquer(state, seat, steps)
    elif attribute == TRADE:
        look_at_hand(state, seat, seat_of(steps[0]))
    elif attribute == CULTURE:
        gain(state, seat, attribute, state.game.sheet.culture_points)
    elif attribute == SCIENCE:
        study(state, seat)
    elif attribute == AGRICULTURE:
        state.draw(seat, state.game.sheet.agriculture_draws)
    elif attribute == RELIGION:
        steal_cards(state, seat, seat_of(steps[0]))
    elif attribute == SEAFARING:
        plunder(state, seat, seat_of(steps[0]))
    elif attribute == GOVERNMENT:
        govern(state, seat, named(steps))
    elif attribute == EQUESTRIAN:
        raid(state, seat, seat_of(steps[0]))
    else:
        assert attribute == ENGINEERING
        state.draw(seat, state.game.sheet.engineering_draws)
        gain(state, seat, attribute, state.game.sheet.engineering_points)


def gain(state: CivBuilderState, seat: Seat, attribute: Kind, points: int) -> None:
    """Victory points (CB-56, CB-66)."""
    state.earn(seat, points, FROM_ACTIONS)
    state.tell(GAINED, seat, attribute, points)


def conquer(state: CivBuilderState, seat: Seat, steps: tuple[Move, ...]) -> None:
    """Two points in all move to the same attributes of the thief (CB-51); no score falls below 0,
    and what leaves no choice is not asked (CB-52).
    """
    target = seat_of(steps[0])
    stolen = [kind_of(step) for step in steps[1:]]
    left = points_left(state, steps)
    if not stolen and not any([points > 0 for points in left]):
        state.tell(FOUND_NOTHING, seat, target, CONQUEST)
    while len(stolen) < state.game.sheet.conquest_takes and any([points > 0 for points in left]):
        attribute = next_of(left)
        left[attribute] -= 1
        stolen.append(attribute)
    for attribute in stolen:
        state.tell(ROBBED, seat, target, attribute)
        state.move_point(target, seat, attribute)


def next_of(left: list[int]) -> Kind:
    """The first attribute that has a point left."""
    for attribute in range(ATTRIBUTES):
        if left[attribute]:
            return attribute
    raise ValueError(left)


def look_at_hand(state: CivBuilderState, seat: Seat, target: Seat) -> None:
    """The whole hand is seen (CB-54); an empty one leaves nothing to take."""
    state.tell(SAW, seat, target)
    if state.hands[target] == NONE:
        state.tell(FOUND_NOTHING, seat, target, TRADE)
    else:
        state.target = target
        state.note(SEE, target, -1, state.hands[target], 0, SEAT_BIT[seat])
        state.ask_one(EXCHANGE, seat)


def legal_exchange(state: CivBuilderState, seat: Seat) -> list[Move]:
    """Cards to take, up to four, or done; then as many to return (BD-15, BD-16)."""
    steps = state.answers[seat]
    taken, returned, taking = exchanged(state, steps)
    if taking:
        theirs = state.hands[state.target] - taken
        return [*moves_in(theirs, TAKES), DONE]
    return moves_in(state.hands[seat] + taken - returned, RETURNS)


def closes_exchange(state: CivBuilderState, seat: Seat) -> bool:
    """Has as much been returned as was taken, or is there no choice what?"""
    taken, returned, taking = exchanged(state, state.answers[seat])
    rest = state.hands[seat] + taken - returned
    return not taking and (size(taken) == size(returned) or len(kinds_in(rest)) == 1)


def takes(step: Move) -> bool:
    """Is it one more card that is taken?"""
    return isinstance(step, Named) and step.verb == "take"


def exchanged(state: CivBuilderState, steps: tuple[Move, ...]) -> tuple[Bag, Bag, bool]:
    """What has been taken, what returned, and whether more may be taken (CB-55)."""
    taken = returned = NONE
    most = min(state.game.sheet.trade_takes, size(state.hands[state.target]))
    taking = True
    for step in steps:
        if step is DONE:
            taking = False
        elif takes(step):
            taken += ONE[kind_of(step)]
        else:
            returned += ONE[kind_of(step)]
    return taken, returned, taking and size(taken) < most


def exchange(state: CivBuilderState) -> None:
    """Take, then give back as many, also of those just taken (CB-54)."""
    seat, target = state.acting, state.target
    taken, returned, _taking = exchanged(state, state.answers[seat])
    state.target = NOBODY
    missing = size(taken) - size(returned)
    if missing:
        returned += several(kinds_in(state.hands[seat] + taken - returned)[0], missing)
    both = SEAT_BIT[seat] | SEAT_BIT[target] | state.viewers
    if taken != NONE:
        state.pass_cards(GIVE, target, seat, taken, both)
        state.whisper_cards(both, TOOK, seat, target, taken)
        state.pass_cards(GIVE, seat, target, returned, both)
        state.whisper_cards(both, RETURNED, seat, target, returned)
    else:
        state.tell(LEFT_ALL, seat, target)


def steal_cards(state: CivBuilderState, seat: Seat, target: Seat) -> None:
    """Two random cards change hands, every card as likely (CB-61, CB-67)."""
    both = SEAT_BIT[seat] | SEAT_BIT[target] | state.viewers
    stolen = random_cards(state, target, state.game.sheet.religion_takes)
    if stolen != NONE:
        state.pass_cards(GIVE, target, seat, stolen, both)
        state.whisper_cards(both, STOLE, seat, target, stolen)
    else:
        state.tell(FOUND_NOTHING, seat, target, RELIGION)


def random_cards(state: CivBuilderState, seat: Seat, most: int) -> Bag:
    """This many cards of the hand, or all there are."""
    hand = state.hands[seat]
    chosen = NONE
    for _card in range(min(most, size(hand))):
        kind = at(hand, state.rng.below(size(hand)))
        hand -= ONE[kind]
        chosen += ONE[kind]
    return chosen


def plunder(state: CivBuilderState, seat: Seat, target: Seat) -> None:
    """Two victory points, or what there is (CB-62)."""
    points = min(state.game.sheet.seafaring_takes, state.points[target])
    state.earn(target, -points, FROM_THEFTS)
    state.earn(seat, points, FROM_THEFTS)
    state.tell(PLUNDERED, seat, target, points)


def govern(state: CivBuilderState, seat: Seat, chosen: Bag) -> None:
    """All discards come before the first draw (CB-63), so they may come back (CB-64)."""
    state.throw(seat, chosen, DISCARDED)
    state.draw(seat, size(chosen) + state.game.sheet.government_draws)


def raid(state: CivBuilderState, seat: Seat, target: Seat) -> None:
    """Three random cards of the opponent are discarded (CB-65)."""
    lost = random_cards(state, target, state.game.sheet.equestrian_discards)
    state.hands[target] -= lost
    state.discard += lost
    if lost != NONE:
        state.note(LOSE, target, -1, lost, 0, EVERYBODY)
        for kind in copies_in(lost):
            state.tell(LOST, seat, target, kind)
    else:
        state.tell(FOUND_NOTHING, seat, target, EQUESTRIAN)


def study(state: CivBuilderState, seat: Seat) -> None:
    """Look at the top seven cards; fewer, and the discard pile is shuffled below (CB-57, CB-58)."""
    if state.in_deck() < state.game.sheet.science_looks:
        state.reshuffle()
    looked = min(state.game.sheet.science_looks, state.in_deck())
    state.tell(STUDIED, seat, looked)
    if looked == 0:
        state.tell(RAN_OUT, seat, state.game.sheet.science_takes)
        return
    top = state.deck[state.drawn : state.drawn + looked]
    state.note(LOOK, seat, looked, row_of(top), 0, SEAT_BIT[seat])
    state.looked = looked
    if looked <= state.game.sheet.science_takes:
        learn(state, seat, bag_of(top))
    else:
        state.ask_one(STUDY, seat)


def legal_study(state: CivBuilderState, seat: Seat) -> list[Move]:
    """Two of the cards seen (CB-59)."""
    top = bag_of(state.deck[state.drawn : state.drawn + state.looked])
    return moves_in(top - named(state.answers[seat]), TAKES)


def closes_study(state: CivBuilderState, seat: Seat) -> bool:
    return len(state.answers[seat]) == state.game.sheet.science_takes


def learn(state: CivBuilderState, seat: Seat, taken: Bag) -> None:
    """They go to the hand; the rest lies where BA-26 says."""
    top = state.deck[state.drawn : state.drawn + state.looked]
    rest = without(top, taken)
    below = state.deck[state.drawn + state.looked :]
    rest_goes = state.game.science_rest
    if rest_goes == TO_BOTTOM:
        state.deck = below + rest
    else:
        state.deck = rest + below
    if rest_goes == SHUFFLED_IN:
        state.rng.shuffle(state.deck)
    state.drawn = 0
    state.hands[seat] += taken
    knows = SEAT_BIT[seat] | state.viewers
    state.note(TAKE, seat, rest_goes, taken, state.looked, knows)
    for kind in copies_in(taken):
        state.whisper(knows, LEARNED, seat, kind)
    state.looked = 0
