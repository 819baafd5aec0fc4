"""A study's answer in plain sentences, and as plain data."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from microciv import __version__
from microciv.core.options import About
from microciv.study.estimates import FAIR, UNUSED, Answer, Estimate, Finding
from microciv.study.measures import EVENTS, KINDS, SHARE, UNITS
from microciv.study.names import Names, names_of
from microciv.study.plan import Plan, player_name

ITEMS: Final = 8  # in a sentence
MOST: Final = {"wins": 6, "with": 6, "length": 3, "points": 2}  # sentences of a kind; of others 1
FACTS: Final = ("length", "points", "lead", "margin", "ties", "kings", "decided")
"""Kinds that are told even where there is nothing to compare them with."""
DULL: Final = 0.05
"""A share whose interval reaches further than this to both sides says nothing yet."""
MORE: Final = 3  # decimals at most beyond the usual ones
SILENT: Final = 6  # kinds without a difference that are named


class Told(NamedTuple):
    """What is to be said of one arm at one table."""

    heading: str
    sentences: list[str]


def told(plan: Plan, answers: list[Answer], about: About, only: str = "") -> list[Told]:
    """The answer, sentence by sentence; of the first arm only if it is alone. `only`: of what has
    these words in its name.
    """
    names = names_of(plan)
    if only:
        answers = [narrowed(answer, only, names) for answer in answers]
    return [
        Told(heading(plan, answer, about, names), sentences(answer, answers, names))
        for answer in answers
        if answer.alike is not None or len(plan.arms) == 1
    ]


def narrowed(answer: Answer, only: str, names: Names) -> Answer:
    """With those findings alone that have these words in their names."""
    words = only.casefold()
    named = [one for one in answer.findings if words in names.title(one.subject).casefold()]
    return replace(answer, findings=tuple(named))


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
    due = f"a fair share of wins is {100 / answer.table.seats:.1f} %"
    lines = [
        f"{count} matches." if first else f"{count} matches of each, on the same deals; {due}."
    ]
    if answer.alike is not None and answer.alike >= UNUSED * answer.matches:
        lines.append(
            f"{answer.alike:,} of {count} matches are identical: these bots hardly use the change."
        )
    silent: list[str] = []
    more: list[str] = []
    for kind, findings in by_kind(answer).items():
        name, most = KINDS[kind], MOST.get(kind, 1)
        if kind == "wins":
            name += " by seat" if findings[0].subject[1].isdecimal() else " by player"
        if not is_compared(answer, kind):
            told = findings[:most] if kind in FACTS else []
            lines += [
                fact(found, names)
                for found in told
                if is_sharp(found, found.found) and is_possible(found.found, kind)
            ]
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
        if not clear and first and kind == "wins":
            lines.append(even(findings, answer, names))
        elif not clear and (
            kind == "wins" or all([is_sharp(found, found.difference) for found in findings])
        ):
            silent.append(f"{name}{would_see(answer, kind)}")
    if more:
        lines.append(f"More stands out, see “All numbers”: {', '.join(more)}.")
    if silent:
        what = "Nothing beyond its fair share" if first else "No difference"
        lines.append(f"{what} that {count} matches can see in: {', '.join(silent[:SILENT])}.")
    if not answer.findings:
        lines.append("Nothing of that name was measured.")
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


def is_sharp(found: Finding, of: Estimate) -> bool:
    """Is the interval, of more than one match, small enough to say anything?"""
    return found.count > 1 and (UNITS[found.subject[0]] != SHARE or of.error < DULL)


def is_possible(of: Estimate, kind: str) -> bool:
    """Is it no share below 0, which is noise around it?"""
    return UNITS[kind] != SHARE or of.value >= 0


def is_visible(found: Finding) -> bool:
    """Is there a difference left when it is rounded, between numbers that there can be?"""
    possible = all([is_possible(of, found.subject[0]) for of in (found.base, found.found)])
    return possible and float(value(found, abs(found.difference.value))) > 0


def clearest(findings: list[Finding]) -> list[Finding]:
    """Those that stand out, the largest first: by the nearer end of the interval."""
    clear = [found for found in findings if found.stands_out]
    clear.sort(key=lambda found: found.difference.error - abs(found.difference.value))
    return clear


def would_see(answer: Answer, kind: str) -> str:
    """The smallest difference that this many matches would probably have shown, if that is known:
    where nothing varies, it is not.
    """
    value = answer.smallest(kind)
    share = UNITS[kind] == SHARE
    seen = f"{100 * value:.1f}" if share else f"{value:.2f}"
    return f" (they would see {seen}{' points' if share else ''})" if float(seen) else ""


def even(wins: list[Finding], answer: Answer, names: Names) -> str:
    """What seats or players win, where none stands out."""
    shares = ", ".join([f"{names.who(found.subject)} {estimate(found)}" for found in wins])
    seen = would_see(answer, "wins")
    return (
        f"Wins: {shares}; none beyond its fair share that {answer.matches:,} matches can see{seen}."
    )


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
    return interval(found, found.found, percent)


def change(found: Finding) -> str:
    """The difference with its interval."""
    gap = found.difference
    if not gap.value and not gap.error:
        return "the same"
    sign = "−" if gap.value < 0 else "+"
    return sign + interval(found, replace(gap, value=abs(gap.value)))


def interval(found: Finding, of: Estimate, unit: str = "") -> str:
    """A mean of this kind and half of its interval, which is never rounded to nothing."""
    more = 0
    while of.error > 0 and not float(value(found, of.error, more)) and more < MORE:
        more += 1
    error = f" ± {value(found, of.error, more)}" if of.error else ""
    return f"{value(found, of.value, more)}{unit}{error}"


def value(found: Finding, number: float, more: int = 0) -> str:
    """In percent if it is a share; with this many more decimals than usual."""
    share = UNITS[found.subject[0]] == SHARE
    told = f"{100 * number:.{1 + more}f}" if share else f"{number:.{2 + more}f}"
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
