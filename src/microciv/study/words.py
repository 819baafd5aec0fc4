"""A study's answer in plain sentences, and as plain data."""

from __future__ import annotations

from typing import Final, NamedTuple

from microciv import __version__
from microciv.core.options import About
from microciv.study.findings import FAIR, UNUSED, Answer, Estimate, Finding
from microciv.study.measures import EVENTS, KINDS, SHARE, UNITS
from microciv.study.names import Names, names_of
from microciv.study.plan import Plan, player_name

ITEMS: Final = 8  # in a sentence
MOST: Final = {"wins": 6, "with": 6, "length": 3, "points": 2}  # sentences of a kind; of others 1
FACTS: Final = ("length", "points", "lead", "margin", "ties", "kings", "decided")
"""Kinds that are told even where there is nothing to compare them with."""
DULL: Final = 0.05
"""A share whose interval reaches further than this to both sides says nothing yet."""
SILENT: Final = 6  # kinds without a difference that are named


class Told(NamedTuple):
    """What is to be said of one arm at one table."""

    heading: str
    sentences: list[str]


def told(plan: Plan, answers: list[Answer], about: About) -> list[Told]:
    """The answer, sentence by sentence; of the first arm only if it is alone."""
    names = names_of(plan)
    return [
        Told(heading(plan, answer, about, names), sentences(answer, answers, names))
        for answer in answers
        if answer.alike is not None or len(plan.arms) == 1
    ]


def ending(plan: Plan, late: bool) -> list[str]:
    """What holds for all of it."""
    lines = [f"Intervals are 95 %. Played by bots, who are not people; seed {plan.seed}."]
    if late:
        lines.insert(0, f"Stopped by the clock: {plan.minutes:g} minutes were given.")
    return lines


def heading(plan: Plan, answer: Answer, about: About, names: Names) -> str:
    """The game, the table, and what the arm changes."""
    arm = next(arm for arm in plan.arms if arm.name == answer.arm)
    name = f"; {arm.name}" if len(plan.arms) > 2 else ""
    return f"{about.title}, {answer.table.name()}{name}: {names.change(arm.options)}"


def sentences(answer: Answer, answers: list[Answer], names: Names) -> list[str]:
    """First how many matches; then, kind by kind, what stands out; last, what does not."""
    count = f"{answer.matches:,}"
    first = answer.alike is None
    if answer.alike == answer.matches:
        return [f"All {count} matches are identical: these bots never meet the change."]
    lines = [f"{count} matches{'' if first else ' of each, on the same deals'}."]
    if answer.alike is not None and answer.alike >= UNUSED * answer.matches:
        lines.append(
            f"{answer.alike:,} of {count} matches are identical: these bots hardly use the change."
        )
    silent: list[str] = []
    more: list[str] = []
    for kind, findings in by_kind(answer).items():
        name, most = KINDS[kind], MOST.get(kind, 1)
        if not is_compared(answer, kind):
            told = findings[:most] if kind in FACTS else []
            lines += [fact(found, names) for found in told if is_sharp(found.found, kind)]
            continue
        clear = clearest(findings)
        grouped = groups(once([found for found in clear if is_visible(found)], names))
        lines += [
            undecided(group[0], answer, answers, names)
            if group[0].undecided
            else sentence(group, names, first=first)
            for group in grouped[:most]
        ]
        if grouped[most:]:
            more.append(f"{sum([len(group) for group in grouped[most:]])} of {name}")
        if not clear and (
            kind == "wins" or all([is_sharp(found.difference, kind) for found in findings])
        ):
            seen = least(answer, kind)
            silent.append(f"{name} (they would see {seen})" if float(seen.split()[0]) else name)
    if more:
        lines.append(f"More stands out, see “All numbers”: {', '.join(more)}.")
    if silent:
        what = "Nothing beyond its fair share" if first else "No difference"
        lines.append(f"{what} that {count} matches can see in: {', '.join(silent[:SILENT])}.")
    return lines


def by_kind(answer: Answer) -> dict[str, list[Finding]]:
    """Its findings, in the order in which kinds are told."""
    kinds: dict[str, list[Finding]] = {kind: [] for kind in UNITS}
    for found in answer.findings:
        kinds[found.subject[0]].append(found)
    return {kind: findings for kind, findings in kinds.items() if findings}


def is_compared(answer: Answer, kind: str) -> bool:
    """Is there something to hold them against: the first arm, or what is fair?"""
    return answer.alike is not None or kind in FAIR


def is_sharp(of: Estimate, kind: str) -> bool:
    """Is the interval small enough to say anything?"""
    return UNITS[kind] != SHARE or of.error < DULL


def is_visible(found: Finding) -> bool:
    """Is there a difference left when it is rounded?"""
    return float(value(found, abs(found.difference.value))) > 0


def clearest(findings: list[Finding]) -> list[Finding]:
    """Those that stand out, the surest first."""
    clear = [found for found in findings if found.stands_out]
    clear.sort(key=lambda found: -abs(found.difference.value) / (found.difference.error or 1))
    return clear


def least(answer: Answer, kind: str) -> str:
    """The smallest difference that so many matches would probably have shown."""
    value = answer.smallest(kind)
    return f"{100 * value:.1f} points" if UNITS[kind] == SHARE else f"{value:.2f}"


def once(findings: list[Finding], names: Names) -> list[Finding]:
    """Without those that say the same of a card twice: whoever discards it has played it. What
    happens first is told.
    """
    alike: dict[object, list[Finding]] = {}
    for found in findings:
        same = found.subject
        if same[0] in EVENTS:
            same = (same[0], *same[2:])
        alike.setdefault((same, found.found, found.base), []).append(found)
    return [min(some, key=lambda found: names.order(found.subject[1])) for some in alike.values()]


def groups(findings: list[Finding]) -> list[list[Finding]]:
    """What is told in a sentence: items of an event, or else one finding."""
    found: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        subject = finding.subject
        together = subject[0] in EVENTS and not finding.undecided
        found.setdefault(subject[:2] if together else subject, []).append(finding)
    return list(found.values())


def sentence(group: list[Finding], names: Names, *, first: bool) -> str:
    """Numbers in words: what they are, what they were, and how sure the differences are."""
    subject = group[0].subject
    together = subject[0] in EVENTS
    title = names.title((*subject[:2], "") if together else subject)
    if first:
        title += f" (fair: {value(group[0], group[0].base.value)})"
    numbers = [
        f"{names.item(*found.subject[1:])} {told_of(found, first)}".lstrip()
        if together
        else told_of(found, first)
        for found in group[:ITEMS]
    ]
    if len(group) > ITEMS:
        numbers.append(f"and {len(group) - ITEMS} more")
    return f"{title}: {', '.join(numbers)}."


def told_of(found: Finding, first: bool) -> str:
    """A mean; what it was, and the difference."""
    was = "" if first else f" (was {value(found, found.base.value)}, {change(found)})"
    return f"{estimate(found)}{was}"


def undecided(found: Finding, answer: Answer, answers: list[Answer], names: Names) -> str:
    """A number in which tables that differ in their players contradict each other."""
    said: dict[str, str] = {}
    for other in answers:
        same = other.table.seats == answer.table.seats and other.arm == answer.arm
        theirs = other.of(found.subject) if same else None
        if theirs is not None:
            players = ", ".join([player_name(one) for one in dict.fromkeys(other.table.players)])
            gap = "" if answer.alike is None else f" ({change(theirs)})"
            said[players] = f"by {players} {estimate(theirs)}{gap}"
    return f"{names.title(found.subject)}: {', '.join(said.values())}: undecided."


def fact(found: Finding, names: Names) -> str:
    """A number that there is nothing to compare with."""
    return f"{names.title(found.subject)}: {estimate(found)}."


def estimate(found: Finding) -> str:
    """A mean with its interval."""
    percent = " %" if UNITS[found.subject[0]] == SHARE else ""
    return f"{value(found, found.found.value)}{percent} ± {value(found, found.found.error)}"


def change(found: Finding) -> str:
    """The difference with its interval."""
    gap = found.difference
    sign = "−" if gap.value < 0 else "+"
    return f"{sign}{value(found, abs(gap.value))} ± {value(found, gap.error)}"


def value(found: Finding, number: float) -> str:
    """In percent if it is a share."""
    told = f"{100 * number:.1f}" if UNITS[found.subject[0]] == SHARE else f"{number:.2f}"
    return told.replace("-", "−")


def plain(plan: Plan, answers: list[Answer], *, late: bool = False) -> dict[str, object]:
    """For a program."""
    return {
        "game": plan.game,
        "seed": plan.seed,
        "key": plan.key(),
        "version": __version__,
        "late": late,
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
                        "undecided": found.undecided,
                    }
                    for found in answer.findings
                ],
            }
            for answer in answers
        ],
    }
