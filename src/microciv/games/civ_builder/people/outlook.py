"""What is worked out for people: the melds a hand can still make, who is how far behind, what it
takes to win. It uses nothing but the seat's own hand and what lies open.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUEST,
    DISASTER,
    EQUESTRIAN,
    GOVERNMENT,
    LEADER,
    NAMES,
    RELIGION,
    SEAFARING,
    TRADE,
)
from microciv.games.civ_builder.moves import MADE_OF, MOST_OPEN, Against, Named
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.rules.melds import Limits
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.rules.trade import may_be_offered
from microciv.games.civ_builder.views.limits import limits_seen
from microciv.hidden.bags import ONE, Bag, Kind, count, kinds_in, several, size

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.sheet import Sheet
    from microciv.games.civ_builder.views.observation import CivBuilderObservation

Parts: TypeAlias = tuple[Kind, int, int, int, int]  # attribute, then how many of each sort
Series: TypeAlias = tuple[int, list[Parts]]  # what it is worth, and its melds in order
Memo: TypeAlias = dict[tuple[Bag, int, Bag], Series]

WORTH_OF_AN_ACTION: Final = 3
NO_SERIES: Final[Series] = (0, [])
MOST_KEPT: Final = 500  # series: replays and reconnections ask for the same ones again
MOST_HANDS: Final = 5000  # that are looked at: hands of twenty cards and more have too many melds


def notes(game: CivBuilderGame, seen: CivBuilderObservation) -> dict[str, object]:
    """By name: `stakes`, what a lead brings in this round, `rounds`, how many there are, `card`,
    what each card of a meld `raises` its score by and its `points`, and `point`, what the top in
    Science adds to a score, for everybody. For players `meld`, what the hand offers for the next
    meld; `plan`, the best melds still to be made; `gaps`, by attribute how far the best other is
    ahead; `race`, how far one is behind and what leads can still bring; `amount`, how many cards
    or points the question is about; `conquest`, what an answer may begin with; `offers`, how many
    cards an offer may give for how many; in trade `wantable`; in the market `standing`, how many
    offers of a seat may stand at once; in an exchange `spare`.
    """
    sheet = game.sheet
    worked_out: dict[str, object] = {
        "stakes": sheet.stakes[max(1, seen.round)],
        "rounds": sheet.rounds,
        "card": {"raises": sheet.meld_raises, "points": sheet.meld_points},
        "point": sheet.science_privilege,
    }
    if seen.seat >= len(seen.table) or not seen.round:
        return worked_out
    worked_out["gaps"] = gaps(seen)
    worked_out["race"] = race(sheet, seen)
    worked_out["amount"] = amount(sheet, seen)
    worked_out["offers"] = offers(game)
    if seen.trading:
        worked_out["wantable"] = wantable(seen)
    if seen.phase == "market":
        worked_out["standing"] = MOST_OPEN
    if seen.phase == "exchange":
        worked_out["spare"] = spare(game, seen)
    if seen.phase == "act" and seen.action == NAMES[CONQUEST]:
        worked_out["conquest"] = conquests(game, seen)
    if seen.phase == "over":
        return worked_out
    limits = limits_seen(game, seen)
    worked_out["meld"] = offered(sheet, limits)
    if game.settled.show_planner:
        worked_out["plan"] = [plain_meld(meld) for meld in best_melds(game, limits)]
    return worked_out


def amount(sheet: Sheet, seen: CivBuilderObservation) -> int:
    """How many cards or points are taken, kept, or won by what is asked; 0: no such number."""
    if seen.phase == "act":
        actions = {
            NAMES[TRADE]: sheet.trade_takes,
            NAMES[RELIGION]: sheet.religion_takes,
            NAMES[EQUESTRIAN]: sheet.equestrian_discards,
            NAMES[SEAFARING]: sheet.seafaring_takes,
            NAMES[GOVERNMENT]: sheet.government_draws,
        }
        return actions.get(seen.action, 0)
    if seen.phase == "discard":
        return sheet.limit(seen.seat in seen.tops[CONQUEST])
    questions = {
        "exchange": sheet.trade_takes,
        "study": sheet.science_takes,
        "point": sheet.science_privilege,
        "dump": sheet.equestrian_privilege,
    }
    return questions.get(seen.phase, 0)


def offers(game: CivBuilderGame) -> list[tuple[int, int]]:
    numbers = range(game.most_offered + 1)
    return [
        (given, wanted)
        for given in numbers
        for wanted in numbers
        if may_be_offered(game, given, wanted)
    ]


def wantable(seen: CivBuilderObservation) -> dict[int, dict[str, int]]:
    """By partner, how many of each kind may be wanted: of a hand that is seen, what is there."""
    sees = seen.table[seen.seat].sees_all
    return {
        seat: Counter(other.known) if sees else dict.fromkeys(NAMES, other.hand)
        for seat, other in enumerate(seen.table)
        if seat != seen.seat
    }


def spare(game: CivBuilderGame, seen: CivBuilderObservation) -> list[str]:
    """The cards of the hand, what the policy would miss least first."""
    state = game.redeal(seen, Rng(0))
    assert isinstance(state, CivBuilderState)
    turn = CivBuilderPolicy(game).turn_of(state, seen.seat)
    hand = state.hands[seen.seat]
    missed = {NAMES[kind]: turn.quick(hand - ONE[kind], kind) for kind in kinds_in(hand)}
    return sorted(seen.hand, key=lambda card: missed[card])


def gaps(seen: CivBuilderObservation) -> list[int]:
    """By attribute, the best other's score minus the seat's: negative where the seat leads."""
    own = seen.table[seen.seat].scores
    return [
        max([other.scores[at] for seat, other in enumerate(seen.table) if seat != seen.seat])
        - own[at]
        for at in range(ATTRIBUTES)
    ]


def race(sheet: Sheet, seen: CivBuilderObservation) -> dict[str, int]:
    """How many victory points the seat is behind the best other, and how many are still to come
    for who leads in everything.
    """
    best = max([other.points for seat, other in enumerate(seen.table) if seat != seen.seat])
    coming = 0
    if seen.phase != "over":
        counted = seen.phase in ("dump", "discard")  # this round's leads have been scored
        first = seen.round + 1 if counted else seen.round
        coming = sum(sheet.stakes[first : sheet.rounds + 1]) * ATTRIBUTES
    return {"behind": best - seen.table[seen.seat].points, "to_come": coming}


def conquests(game: CivBuilderGame, seen: CivBuilderObservation) -> dict[str, list[str]]:
    """By target, the points that the policy would take; all, where there are no more (CB-51)."""
    found: dict[str, list[str]] = {}
    for move in seen.legal:
        if not isinstance(move, Against):
            continue
        state = game.redeal(seen, Rng(0))
        before = state.sets
        state.apply(seen.seat, move)
        if state.sets == before:
            rest = usual_answer(CivBuilderPolicy(game), state.observe(seen.seat), Rng(0))
            points = [NAMES[step.kind] for step in rest if isinstance(step, Named)]
        else:
            scores = enumerate(seen.table[move.seat].scores)
            points = [NAMES[at] for at, score in scores for _ in range(score)]
        found[str(move.seat)] = points
    return found


# --- melds


def offered(sheet: Sheet, limits: Limits) -> dict[str, object]:
    """What the hand offers for the next meld: its least size, and by how much it `grows`; how many
    natural cards it needs, how many are wild, and by attribute the most of each part and a meld to
    begin with.
    """
    return {
        "least": limits.least,
        "grows": sheet.meld_grows,
        "natural": limits.natural,
        "sea": limits.seas,
        "disaster": limits.disasters,
        "attributes": {
            NAMES[at]: {
                "most": plain_parts(limits.highs(at)),
                "first": plain_parts(largest(limits, at)),
            }
            for at in range(ATTRIBUTES)
            if limits.most(at)
        },
    }


def largest(limits: Limits, attribute: Kind) -> list[int]:
    """All cards of the attribute, with as few wild ones as they need: those first that are good for
    least.
    """
    natural, seas, disasters, leaders = limits.highs(attribute)
    missing = max(0, limits.least - natural)
    disaster = min(disasters, missing)
    leader = min(leaders, missing - disaster)
    return [natural, min(seas, missing - disaster - leader), disaster, leader]


def plain_parts(parts: list[int]) -> dict[str, int]:
    """The parts of a meld by their names."""
    return dict(zip(MADE_OF, parts, strict=True))


def plain_meld(meld: Parts) -> dict[str, object]:
    return {"attribute": NAMES[meld[0]], **plain_parts(list(meld[1:]))}


def best_melds(game: CivBuilderGame, limits: Limits) -> list[Parts]:
    """The best melds that can be made one after the other, without what actions may bring."""
    key = (limits.hand, limits.made, limits.melded, limits.disasters, limits.seas)
    melds = game.melds_ahead.get(key)
    if melds is None:
        melds = best_series(game, limits, {})[1]
        if len(game.melds_ahead) >= MOST_KEPT:
            game.melds_ahead.clear()
        game.melds_ahead[key] = melds
    return melds


def best_series(game: CivBuilderGame, limits: Limits, memo: Memo) -> Series:
    """The sequence worth most: cards count, and each meld for its action."""
    most = game.max_melds
    if (most and limits.made >= most) or size(limits.hand) < limits.least:
        return NO_SERIES
    key = (limits.hand, limits.made, limits.melded)
    if key in memo:
        return memo[key]
    if len(memo) >= MOST_HANDS:
        return NO_SERIES
    best = NO_SERIES
    of_a_card = game.sheet.meld_raises + game.sheet.meld_points
    for attribute in range(ATTRIBUTES):
        if limits.most(attribute):
            for meld in candidates(limits, attribute):
                worth, rest = best_series(game, after(game, limits, meld), memo)
                worth += sum(meld[1:]) * of_a_card + WORTH_OF_AN_ACTION
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
    return Limits(game.sheet, hand, limits.made + 1, disasters, seas, limits.natural, melded)
