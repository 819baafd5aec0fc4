"""A study's answer in plain sentences, and as plain data."""

from __future__ import annotations

from typing import Final

from microciv.core.options import About
from microciv.study.findings import UNUSED, Answer, Estimate, Finding
from microciv.study.plan import Plan, about_arm

MOST: Final = 8  # sentences about what stands out, for one arm at one table
SHARES: Final = ("wins", "with")  # told in percent

NAMES: Final = {
    ("points", "of a seat"): "Points of a seat",
    ("points", "of the winner"): "The winner's points",
    ("length", "rounds"): "Rounds",
    ("length", "steps"): "Steps",
}


def told(plan: Plan, answers: list[Answer], about: About) -> list[str]:
    """The answer, sentence by sentence."""
    lines: list[str] = []
    alone = len(plan.arms) == 1
    for answer in answers:
        first = answer.alike is None
        if first and not alone:
            continue
        arm = next(arm for arm in plan.arms if arm.name == answer.arm)
        lines += [f"{about.title}, {answer.table.name()}: {about_arm(arm.options)}"]
        lines += [f"  {line}" for line in _told(answer, first)]
    lines.append(f"Intervals are 95 %. Played by bots, who are not people; seed {plan.seed}.")
    return lines


def _told(answer: Answer, first: bool) -> list[str]:
    count = f"{answer.matches:,}"
    if answer.alike == answer.matches:
        return [f"All {count} matches are identical: these bots never meet the change."]
    lines = [f"{count} matches{'' if first else ' of each, on the same deals'}."]
    if answer.alike is not None and answer.alike >= UNUSED * answer.matches:
        lines.append(
            f"{answer.alike:,} of {count} matches are identical: these bots hardly use the change."
        )
    for kind in ("wins", "with", "length", "points"):
        findings = [found for found in answer.findings if found.subject[0] == kind]
        if first and kind in {"length", "points"}:
            lines += [f"{name(found)}: {estimate(found.found, kind)}." for found in findings]
            continue
        clear = [found for found in findings if found.stands_out]
        clear.sort(key=lambda found: -abs(found.difference.value) / (found.difference.error or 1))
        lines += [sentence(found, first) for found in clear[:MOST]]
        if len(clear) > MOST:
            lines.append(f"… and {len(clear) - MOST} more that stand out; --json has them all.")
        if findings and not clear:
            lines.append(_nothing(answer, kind, first))
    return lines


def _nothing(answer: Answer, kind: str, first: bool) -> str:
    least = answer.smallest(kind)
    much = f"{100 * least:.1f} points" if kind in SHARES else f"{least:.2f}"
    what = {
        "wins": "Wins: no seat or player" if first else "Wins: no difference",
        "with": "Cards and deeds: none" if first else "Cards and deeds: no difference",
        "length": "Length: no difference",
        "points": "Points: no difference",
    }[kind]
    ends = " stands out from its fair share" if first else ""
    return f"{what}{ends} that {answer.matches:,} matches can see (they would see {much})."


def sentence(found: Finding, first: bool) -> str:
    """One number in words: what it is, what it was, and how sure the difference is."""
    kind = found.subject[0]
    gap = found.difference
    points = " points" if kind in SHARES else ""
    scale = 100 if kind in SHARES else 1
    digits = 1 if kind in SHARES else 2
    change = f"{scale * gap.value:+.{digits}f} ± {scale * gap.error:.{digits}f}{points}"
    word = "fair" if first else "was"
    before = f"{scale * found.base.value:.{digits}f}"
    return f"{name(found)}: {estimate(found.found, kind)} ({word} {before}; {change})."


def estimate(value: Estimate, kind: str) -> str:
    """A mean with its interval."""
    if kind in SHARES:
        return f"{100 * value.value:.1f} % ± {100 * value.error:.1f}"
    return f"{value.value:.2f} ± {value.error:.2f}"


def name(found: Finding) -> str:
    """What a number is about."""
    kind, what, *item = found.subject
    if kind == "wins":
        return f"Seat {what} wins" if what.isdecimal() else f"{what} wins"
    if kind == "with":
        return f"Who has “{what.replace('_', ' ')}” {item[0]} wins"
    return NAMES[kind, what]


def plain(plan: Plan, answers: list[Answer]) -> dict[str, object]:
    """For a program."""
    return {
        "game": plan.game,
        "seed": plan.seed,
        "key": plan.key(),
        "arms": {arm.name: arm.options for arm in plan.arms},
        "answers": [
            {
                "seats": answer.table.seats,
                "players": list(answer.table.players),
                "arm": answer.arm,
                "matches": answer.matches,
                "identical": answer.alike,
                "findings": [
                    {
                        "subject": list(found.subject),
                        "count": found.count,
                        "base": [found.base.value, found.base.error],
                        "found": [found.found.value, found.found.error],
                        "difference": [found.difference.value, found.difference.error],
                        "p": found.p,
                        "stands_out": found.stands_out,
                    }
                    for found in answer.findings
                ],
            }
            for answer in answers
        ],
    }
