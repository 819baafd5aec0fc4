"""The messages of reviews: lines of JSON, as they are worked out (`bots.reviews`)."""

from __future__ import annotations

from typing import TypeAlias

from microciv.server.wire.messages import MoveView, Struct, Why


class ReviewWaits(Struct, frozen=True, kw_only=True, tag="waits"):
    """The review waits for its turn: visitors take turns, and each has one worked on at a time."""

    before: int  # reviews of whose end or beginning it waits


class ReviewPlan(Struct, frozen=True, kw_only=True, tag="plan"):
    """How many decisions a review will cover: its first line, once it does not wait."""

    seat: int
    decisions: int


class ReviewedDecision(Struct, frozen=True, kw_only=True, tag="decision"):
    """A complete answer of the seat; the same set again replaces it, after a second look. Chances
    are of winning, from 0 to 1, given what the seat saw.
    """

    decision: int  # as in `ReplayStep.decision`
    phase: str
    before: float  # with the best answer
    played: float
    loss: float
    error: float  # the standard error of the loss
    clear: bool  # the loss exceeds the noise of the search


class CostlyDecision(Struct, frozen=True, kw_only=True):
    """One of the costliest decisions, by its costliest step."""

    decision: int
    better: MoveView
    played: MoveView
    hope: float  # of the better move
    chance: float  # of the one that was played
    clear: bool
    tied: bool  # another decision, not told, may have cost as much
    why: Why  # of the better move


class ReviewShare(Struct, frozen=True, kw_only=True):
    """How much something changed the chance of winning over the match, and the standard error."""

    change: float
    error: float


class ReviewAccount(Struct, frozen=True, kw_only=True):
    """The chance of winning from start to end: `start` and all shares add up to `end`."""

    start: float
    end: float
    choice: ReviewShare  # clear losses; for complete answers, the difference from default ones
    luck: ReviewShare  # draws, dice, thefts, deals
    others: ReviewShare  # what the others chose
    mixed: ReviewShare  # both at once, where they cannot be separated


class ReviewSum(Struct, frozen=True, kw_only=True, tag="sum"):
    """The last line of a review."""

    costliest: list[CostlyDecision]
    account: ReviewAccount | None


class ReviewBroken(Struct, frozen=True, kw_only=True, tag="broken"):
    """The last line of a review that failed; it may be requested again."""

    message: str


ReviewLine: TypeAlias = ReviewWaits | ReviewPlan | ReviewedDecision | ReviewSum | ReviewBroken
