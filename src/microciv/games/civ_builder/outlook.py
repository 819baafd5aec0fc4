"""What is worked out for people: the melds a hand can still make, who is how far behind, what it
takes to win. Nothing in it needs more than the own hand and what lies open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from microciv.core.bags import ONE, Bag, Kind, copies_in, count, several, size
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUERORS_LIMIT,
    CONQUEST,
    CONQUEST_POINTS,
    DISASTER,
    HAND_LIMIT,
    LEADER,
    NAMES,
    ROUNDS,
    SEAFARING,
    bag_from,
    stakes,
)
from microciv.games.civ_builder.melds import Limits, limits_seen
from microciv.games.civ_builder.moves import MADE_OF

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.observation import CivBuilderObservation

Parts: TypeAlias = tuple[Kind, int, int, int, int]  # attribute, then how many of each sort
Plan: TypeAlias = tuple[int, list[Parts]]  # what it is worth, and its melds in order
Memo: TypeAlias = dict[tuple[Bag, int, Bag], Plan]

WORTH_OF_A_CARD: Final = 2  # a point and a victory point
WORTH_OF_AN_ACTION: Final = 3
NO_PLAN: Final[Plan] = (0, [])
MOST_PLANS: Final = 500  # that are kept: replays and reconnections ask for the same ones again
MOST_HANDS: Final = 5000  # that are looked at: hands of twenty cards and more have too many melds


def notes(game: CivBuilderGame, seen: CivBuilderObservation) -> dict[str, object]:
    """By name: `meld`, what the hand offers for the next meld; `plan`, the best melds still to be
    made; `gaps`, by attribute how far the best other is ahead; `race`, how far one is behind and
    what leads can still bring; `conquest` and `discard`, what an answer may begin with.
    """
    if seen.seat >= len(seen.table) or not seen.round:
        return {}
    worked_out: dict[str, object] = {"gaps": gaps(seen), "race": race(seen)}
    if seen.phase == "act" and seen.action == NAMES[CONQUEST]:
        worked_out["conquest"] = conquests(seen)
    if not game.settled.show_planner or seen.phase == "over":
        return worked_out
    limits = limits_seen(game, seen)
    worked_out["meld"] = offered(game, limits)
    worked_out["plan"] = [plain_meld(meld) for meld in planned(game, limits)]
    if seen.phase == "discard":
        worked_out["discard"] = [NAMES[kind] for kind in discards(seen)]
    return worked_out


def gaps(seen: CivBuilderObservation) -> list[int]:
    """By attribute, the best other's score less the own one: below 0 where the seat leads."""
    own = seen.table[seen.seat].scores
    return [
        max([other.scores[at] for seat, other in enumerate(seen.table) if seat != seen.seat])
        - own[at]
        for at in range(ATTRIBUTES)
    ]


def race(seen: CivBuilderObservation) -> dict[str, int]:
    """How many victory points the seat is behind the best other, and how many are still to come
    for who leads in everything.
    """
    best = max([other.points for seat, other in enumerate(seen.table) if seat != seen.seat])
    coming = 0
    if seen.phase != "over":
        counted = seen.phase in ("dump", "discard")  # this round's leads have been scored
        first = seen.round + 1 if counted else seen.round
        coming = sum([stakes(number) * ATTRIBUTES for number in range(first, ROUNDS + 1)])
    return {"behind": best - seen.table[seen.seat].points, "to_come": coming}


def conquests(seen: CivBuilderObservation) -> dict[str, list[str]]:
    """By target, the two points that change most leads, the nearest race first (UX)."""
    own = seen.table[seen.seat].scores
    found: dict[str, list[str]] = {}
    for seat, other in enumerate(seen.table):
        if seat == seen.seat:
            continue
        mine, theirs = list(own), list(other.scores)
        taken: list[str] = []
        while len(taken) < CONQUEST_POINTS and any([score > 0 for score in theirs]):
            best = max(
                [at for at in range(ATTRIBUTES) if theirs[at]],
                key=lambda at: (closeness(seen, seat, at, mine, theirs), -at),
            )
            mine[best] += 1
            theirs[best] -= 1
            taken.append(NAMES[best])
        found[str(seat)] = taken
    return found


def closeness(
    seen: CivBuilderObservation, target: int, at: Kind, mine: list[int], theirs: list[int]
) -> int:
    """How much a point here would change: 2 if it takes a lead, 1 if it shares or breaks one."""
    others = [
        other.scores[at] for seat, other in enumerate(seen.table) if seat not in (seen.seat, target)
    ]
    before, after = max([*others, theirs[at]]), max([*others, theirs[at] - 1])
    if mine[at] < before and mine[at] + 1 >= after:
        return 2 if mine[at] + 1 > after else 1
    return 1 if mine[at] == before and mine[at] + 1 > after else -abs(before - mine[at])


# --- melds


def offered(game: CivBuilderGame, limits: Limits) -> dict[str, object]:
    """What the hand offers for the next meld."""
    return {
        "least": limits.least,
        "natural": limits.natural,
        "leader": limits.leaders,
        "disaster": limits.disasters,
        "sea": limits.seas,
        "limit": game.most_wild,
        "attributes": [NAMES[at] for at in range(ATTRIBUTES) if limits.most(at)],
    }


def plain_meld(meld: Parts) -> dict[str, object]:
    """A meld by the names of its parts."""
    named: dict[str, object] = {"attribute": NAMES[meld[0]]}
    for part, name in enumerate(MADE_OF):
        named[name] = meld[part + 1]
    return named


def planned(game: CivBuilderGame, limits: Limits) -> list[Parts]:
    """The best melds that can be made one after the other, without what actions may bring."""
    key = (limits.hand, limits.least, limits.melded, limits.disasters, limits.seas)
    plan = game.plans.get(key)
    if plan is None:
        plan = best_plan(game, limits, {})[1]
        if len(game.plans) >= MOST_PLANS:
            game.plans.clear()
        game.plans[key] = plan
    return plan


def best_plan(game: CivBuilderGame, limits: Limits, memo: Memo) -> Plan:
    """The sequence worth most: cards count, and each meld for its action."""
    most = game.max_melds
    if (most and limits.least > most) or size(limits.hand) < limits.least:
        return NO_PLAN
    key = (limits.hand, limits.least, limits.melded)
    if key in memo:
        return memo[key]
    if len(memo) >= MOST_HANDS:
        return NO_PLAN
    best = NO_PLAN
    for attribute in range(ATTRIBUTES):
        if limits.most(attribute):
            for meld in candidates(limits, attribute):
                worth, rest = best_plan(game, after(game, limits, meld), memo)
                worth += sum(meld[1:]) * WORTH_OF_A_CARD + WORTH_OF_AN_ACTION
                if worth > best[0]:
                    best = (worth, [meld, *rest])
    memo[key] = best
    return best


def candidates(limits: Limits, attribute: Kind) -> list[Parts]:
    """The smallest meld of the attribute, all its own cards, and those with a Leader."""
    natural, seas, disasters, leaders = limits.highs(attribute)
    found: list[Parts] = []
    for own in sorted({natural, min(natural, limits.least)}):
        missing = max(0, limits.least - own)
        leader = min(leaders, missing)
        disaster = min(disasters, missing - leader)
        sea = missing - leader - disaster
        if sea <= seas:
            found.append((attribute, own, sea, disaster, leader))
            if leaders and not leader:
                found.append((attribute, own, sea, disaster, 1))
            if disasters > disaster:
                found.append((attribute, own, sea, disasters, leaders))
    return found


def after(game: CivBuilderGame, limits: Limits, meld: Parts) -> Limits:
    """What the hand offers once this meld is made."""
    attribute, natural, sea, disaster, leader = meld
    hand = limits.hand - several(attribute, natural) - several(SEAFARING, sea)
    hand -= several(DISASTER, disaster) + several(LEADER, leader)
    disasters = min(limits.disasters, count(hand, DISASTER))
    seas = min(limits.seas, count(hand, SEAFARING))
    melded = limits.melded if game.repeats else limits.melded + ONE[attribute]
    return Limits(hand, limits.least + 1, disasters, seas, limits.natural, melded)


def discards(seen: CivBuilderObservation) -> list[Kind]:
    """What to discard so that the cards kept make the best melds in the next round."""
    hand = bag_from(seen.hand)
    limit = CONQUERORS_LIMIT if seen.seat in seen.tops[CONQUEST] else HAND_LIMIT
    gone: list[Kind] = []
    while size(hand) > limit:
        worst = min(copies_in(hand), key=lambda kind: (keeping(hand, kind), kind))
        hand -= ONE[worst]
        gone.append(worst)
    return gone


def keeping(hand: Bag, kind: Kind) -> int:
    """How good it is to keep a card: with others of its kind, and a Leader always."""
    if kind == LEADER:
        return 20 if count(hand, LEADER) == 1 else 10
    return 0 if kind == DISASTER else count(hand, kind)
