"""Why one answer is better than another: what it gains and what it loses, in a player's terms.

This is computed in the same worlds in which both answers were played on, and with the evaluation
from which their chances come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeAlias, final

from microciv.core.moves import NOBODY, Seat
from microciv.core.policy import Assets, Policy, Reason
from microciv.core.state import State

RIVALS: Final[Reason] = ("rivals", {})
"""Everything that is not the seat's own."""
CERTAIN: Final = 2.0  # a change is reported if it is this many standard errors from 0,
LEAST_CHANCE: Final = 0.004  # changes the chance to win by this much,
LEAST_AMOUNT: Final = 0.25  # and is at least this large, in the unit of the asset
WORLDS: Final = 100  # worlds that are examined; one takes about as long as evaluating it
MINOR: Final = 0.2  # a gain or loss below this fraction of the other is left out


@final
@dataclass(frozen=True)
class Outcome:
    """Where play stopped in a world, and the seat's chance to win there, from 0 to 1."""

    chance: float
    state: State | None  # kept only for the first `WORLDS`, which are all that `why` examines

    def end(self) -> State:
        """The state; only for outcomes that keep it."""
        assert self.state is not None
        return self.state


Pair: TypeAlias = tuple[Outcome, Outcome]
"""The outcomes of two answers in the same world."""


@final
@dataclass(frozen=True)
class Change:
    """How much more of an asset there is, on average, and how that changes the chance to win."""

    what: Reason  # by its name in the texts (`[assets]`)
    amount: float
    chance: float
    whose: Seat = NOBODY  # the rival that has it, if it is not the seat's own


@final
@dataclass(frozen=True)
class Why:
    """The main reason for an answer, and the main one against it; neither: too close to call."""

    gain: Change | None = None
    loss: Change | None = None


TOO_CLOSE: Final = Why()


def why(policy: Policy, seat: Seat, outcomes: Sequence[Outcome], others: Sequence[Outcome]) -> Why:
    """Why the answer with these `outcomes` is better than the one with the `others`: what it leads
    to more of, and what to less of, on average over the worlds, which must be the same for both.
    Only assets with a name are mentioned.
    """
    pairs = list(zip(outcomes[:WORLDS], others[:WORLDS], strict=True))
    rows, amounts = _differences(policy, seat, pairs)
    apart = [one.chance - other.chance for one, other in pairs]
    # Totals are chances or logarithms of odds; `slope` converts them to chances, on average.
    totals = [sum(row) for row in rows]
    squares = sum([total**2 for total in totals])
    if squares == 0.0:
        return TOO_CLOSE
    slope = sum([total * one for total, one in zip(totals, apart, strict=True)]) / squares
    changes: list[Change] = []
    for index, what in enumerate([*policy.asset_names, RIVALS]):
        added = [slope * row[index] for row in rows]
        chance, error = _mean(added)
        amount = 100.0 * chance if what is RIVALS else _mean([row[index] for row in amounts])[0]
        is_told = abs(amount) >= LEAST_AMOUNT and amount * chance > 0.0 and what[0]
        if is_told and abs(chance) >= max(LEAST_CHANCE, CERTAIN * error):
            changes.append(Change(what, amount, chance))
    found = _largest(changes)
    if (found.gain if sum(apart) > 0.0 else found.loss) is None:
        return TOO_CLOSE  # what remains would speak only for the worse answer
    return Why(_named(policy, seat, pairs, found.gain), _named(policy, seat, pairs, found.loss))


def plain_why(why: Why) -> dict[str, object]:
    """As plain data: `gain` and `loss`, each null if nothing stands out."""
    return {"gain": _plain_change(why.gain), "loss": _plain_change(why.loss)}


def _plain_change(change: Change | None) -> dict[str, object] | None:
    if change is None:
        return None
    name, parts = change.what
    return {"what": name, "parts": parts, "amount": change.amount, "whose": change.whose}


def read_why(data: Mapping[str, Any]) -> Why:
    """From the plain data of `plain_why`, which lacks the changes of the chance: they become 0."""
    return Why(_read_change(data["gain"]), _read_change(data["loss"]))


def _read_change(data: Mapping[str, Any] | None) -> Change | None:
    if data is None:
        return None
    return Change((data["what"], data["parts"]), data["amount"], 0.0, data["whose"])


def _largest(changes: list[Change]) -> Why:
    gain = max(changes, key=lambda change: change.chance, default=None)
    loss = min(changes, key=lambda change: change.chance, default=None)
    if gain is None or loss is None:
        return TOO_CLOSE
    least = MINOR * max(gain.chance, -loss.chance)
    return Why(gain if gain.chance >= least else None, loss if -loss.chance >= least else None)


def _named(policy: Policy, seat: Seat, pairs: list[Pair], told: Change | None) -> Change | None:
    """For a change that is the rivals', the rival and asset that it mostly comes from, if one
    stands out; any other change as it is.
    """
    if told is None or told.what is not RIVALS:
        return told
    most, found = 0.0, told
    for rival in [other for other in range(policy.seats) if other != seat]:
        rows, amounts = _differences(policy, rival, pairs)
        threat = _mean([policy.evaluate(other.end())[rival] for _, other in pairs])[0]
        for index, what in enumerate(policy.asset_names):
            added, error = _mean([row[index] for row in rows])
            amount = _mean([row[index] for row in amounts])[0]
            helps = added * told.chance < 0.0 and amount * added > 0.0
            told_so = helps and what[0] and abs(amount) >= LEAST_AMOUNT
            if told_so and abs(added) > CERTAIN * error and abs(added) * threat > most:
                most = abs(added) * threat
                found = Change(what, amount, told.chance, rival)
    return found


def _differences(
    policy: Policy, seat: Seat, pairs: list[Pair]
) -> tuple[list[list[float]], list[list[float]]]:
    """By world: what the difference in each asset adds, and last what the rest adds; and how large
    these differences are.
    """
    rows: list[list[float]] = []
    amounts: list[list[float]] = []
    for one, other in pairs:
        more, added = _difference(policy.assets(one.end(), seat), policy.assets(other.end(), seat))
        rows.append(added)
        amounts.append(more)
    return rows, amounts


def _difference(one: Assets, other: Assets) -> tuple[list[float], list[float]]:
    """How much more `one` has of each asset, and what that adds to its total; last the rest."""
    more: list[float] = []
    added: list[float] = []
    total = one[2] - other[2]
    for amount, unit, less, price in zip(one[0], one[1], other[0], other[1], strict=True):
        # Where there is none of an asset, its price there means nothing.
        worth = unit if less == 0.0 else price if amount == 0.0 else (unit + price) / 2.0
        more.append(amount - less)
        added.append((amount - less) * worth)
        total += amount * unit - less * price
    added.append(total - sum(added))
    more.append(0.0)
    return more, added


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    spread = sum([(value - mean) ** 2 for value in values]) / max(1, count - 1)
    return mean, sqrt(spread / count)
