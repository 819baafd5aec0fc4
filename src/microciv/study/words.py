"""A study's answer in plain sentences, in the current language, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from microciv import __version__
from microciv.core.options import About
from microciv.measures import EVENTS, SHARE, UNITS, kind_words
from microciv.names import Names
from microciv.speech import WRITTEN, language, number, t, tn
from microciv.study.estimates import FAIR, UNUSED, Answer, Estimate, Finding
from microciv.study.plan import Plan, same_game

ITEMS: Final = 8  # items in a sentence, at most
MOST: Final = {"wins": 6, "with": 6, "length": 3, "points": 2}  # sentences by kind; for others 1
FACTS: Final = ("length", "points", "lead", "margin", "ties", "kings", "decided")
"""Kinds that are reported even if there is nothing to compare them with."""
DULL: Final = 0.05
"""Shares with an interval of ± this or more are not reported yet."""
MORE: Final = 3  # additional decimals, at most
SILENT: Final = 6  # kinds without a difference that are named, at most


class Told(NamedTuple):
    """The sentences about one arm at one table, with their heading."""

    heading: str
    sentences: list[str]


def told(plan: Plan, answers: list[Answer], about: About, only: str = "") -> list[Told]:
    """The answer in sentences, for each table and arm; the first arm is left out unless it is the
    only one. With `only`, just findings that have these words in their names.
    """
    names = plan.names()
    idle = [arm.name for arm in plan.arms if plan.is_idle(arm)]
    if only:
        answers = [narrowed(answer, only, names) for answer in answers]
    return [
        Told(
            heading(plan, answer, about, names),
            [same_game()] if answer.arm in idle else sentences(answer, answers, names),
        )
        for answer in answers
        if answer.alike is not None or len(plan.arms) == 1
    ]


def narrowed(answer: Answer, only: str, names: Names) -> Answer:
    """The answer with only those findings that have these words in their names."""
    words = only.casefold()
    named = [one for one in answer.findings if words in names.title(one.subject).casefold()]
    return replace(answer, findings=tuple(named))


def ending(plan: Plan, late: bool) -> list[str]:
    """The notes at the end of the answer: the kind of intervals, the seed, the time limit."""
    seed = t("Intervals are 95 %. Played by bots, who are not people; seed {seed}.", seed=plan.seed)
    if not late or plan.minutes is None:
        return [seed]
    given = number(plan.minutes, None)
    stopped = tn(
        1 if plan.minutes == 1 else 2,
        "Stopped by the clock: {minutes} minute was given.",
        "Stopped by the clock: {minutes} minutes were given.",
        minutes=given,
    )
    return [stopped, seed]


def heading(plan: Plan, answer: Answer, about: About, names: Names) -> str:
    """The game, the table, and what the arm changes."""
    arm = next(arm for arm in plan.arms if arm.name == answer.arm)
    name = f"; {arm.name}" if len(plan.arms) > 2 else ""
    return f"{about.title}, {table_name(answer, names)}{name}: {names.change(arm.options)}"


def listed(parts: Iterable[str]) -> str:
    """The parts joined by commas, or by semicolons in a language with decimal commas."""
    _, point, _ = WRITTEN[language()]
    return ("; " if point == "," else ", ").join(parts)


def table_name(answer: Answer, names: Names) -> str:
    return names.table(answer.table.seats, answer.table.players)


def sentences(answer: Answer, answers: list[Answer], names: Names) -> list[str]:
    """The answer about one arm: first the number of matches; then, by kind, what stands out; last,
    the kinds in which nothing does.
    """
    count = number(answer.matches)
    first = answer.alike is None
    if answer.alike == answer.matches:
        return [
            t(
                "All {count} matches are identical: these bots never meet the change.",
                count=count,
            )
        ]
    lines = _beginning(answer)
    silent: list[str] = []
    more: list[str] = []
    for kind, findings in by_kind(answer).items():
        if not is_compared(answer, kind):
            lines += facts(kind, findings, names)
            continue
        most = MOST.get(kind, 1)
        clear = clearest(findings)
        grouped = groups(once([found for found in clear if is_visible(found)], names))
        lines += [
            undecided(group[0], answer, answers, names)
            if group[0].undecided
            else sentence(group, names, first=first)
            for group in grouped[:most]
        ]
        if grouped[most:]:
            left = sum([len(group) for group in grouped[most:]])
            more.append(t("{n} of {kind}", n=number(left), kind=kind_of(findings)))
        if not clear and first and kind == "wins":
            lines.append(even(findings, answer, names))
        elif not clear and (
            kind == "wins" or all([is_sharp(found, found.difference) for found in findings])
        ):
            silent.append(would_see(answer, findings))
    return lines + _end(answer, more, silent[:SILENT])


def _beginning(answer: Answer) -> list[str]:
    """How many matches there are, and, if they are many, how many are identical in both arms."""
    count = number(answer.matches)
    if answer.alike is None:
        return [tn(answer.matches, "{count} match.", "{count} matches.", count=count)]
    due = number(100 / answer.table.seats, 1)
    lines = [
        t(
            "{count} matches of each, on the same deals; a fair share of wins is {share} %.",
            count=count,
            share=due,
        )
    ]
    if answer.alike >= UNUSED * answer.matches:
        lines.append(
            t(
                "{alike} of {count} matches are identical: these bots hardly use the change.",
                alike=number(answer.alike),
                count=count,
            )
        )
    return lines


def _end(answer: Answer, more: list[str], silent: list[str]) -> list[str]:
    """The last sentences: what else stands out, and in which kinds nothing does."""
    lines: list[str] = []
    if more:
        lines.append(t("More stands out, see “All numbers”: {kinds}.", kinds=listed(more)))
    if silent:
        parts = {"count": number(answer.matches), "kinds": listed(silent)}
        lines.append(
            t("Nothing beyond its fair share that {count} matches can see in: {kinds}.", **parts)
            if answer.alike is None
            else t("No difference that {count} matches can see in: {kinds}.", **parts)
        )
    if not answer.findings:
        lines.append(t("Nothing of that name was measured."))
    return lines


def facts(kind: str, findings: list[Finding], names: Names) -> list[str]:
    """Sentences about numbers that have nothing to be compared with, if `FACTS` has their kind."""
    told = findings[: MOST.get(kind, 1)] if kind in FACTS else []
    return [
        f"{names.title(found.subject)}: {estimate(found)}."
        for found in told
        if is_sharp(found, found.found) and is_possible(found.found, kind)
    ]


def kind_of(findings: list[Finding]) -> str:
    """The words for these findings, which are all of one kind."""
    kind, what = findings[0].subject[:2]
    if kind != "wins":
        return kind_words(kind)
    return kind_words("wins_by_seat" if what.isdecimal() else "wins_by_player")


def by_kind(answer: Answer) -> dict[str, list[Finding]]:
    """The answer's findings by kind, in the order in which kinds are reported."""
    kinds: dict[str, list[Finding]] = {kind: [] for kind in UNITS}
    for found in answer.findings:
        kinds[found.subject[0]].append(found)
    return {kind: findings for kind, findings in kinds.items() if findings}


def is_compared(answer: Answer, kind: str) -> bool:
    """Is there something to compare this kind with: the first arm, or a fair value?"""
    return answer.alike is not None or kind in FAIR


def is_sharp(found: Finding, of: Estimate) -> bool:
    """Is the interval narrow enough to be reported, and from more than one match?"""
    return found.count > 1 and (UNITS[found.subject[0]] != SHARE or of.half < DULL)


def is_possible(of: Estimate, kind: str) -> bool:
    """Can the value be true? A share below 0 is noise around 0."""
    return UNITS[kind] != SHARE or of.value >= 0


def is_visible(found: Finding) -> bool:
    """Is the rounded difference other than 0, and are both values possible?"""
    possible = all([is_possible(of, found.subject[0]) for of in (found.base, found.found)])
    scale, digits = (100, 1) if UNITS[found.subject[0]] == SHARE else (1, 2)
    return possible and round(scale * abs(found.difference.value), digits) > 0


def clearest(findings: list[Finding]) -> list[Finding]:
    """The findings that stand out, the largest difference first, judged by the end of its interval
    that is nearer to 0.
    """
    clear = [found for found in findings if found.stands_out]
    clear.sort(key=lambda found: -found.difference.least)
    return clear


def seen(answer: Answer, kind: str) -> str:
    """The smallest difference that this many matches would have detected (`Answer.smallest`), as
    text; "" if it is unknown because nothing varies.
    """
    value = answer.smallest(kind)
    scale, digits = (100, 1) if UNITS[kind] == SHARE else (1, 2)
    return number(scale * value, digits) if round(scale * value, digits) else ""


def would_see(answer: Answer, findings: list[Finding]) -> str:
    """The name of a kind in which nothing stands out, with the smallest difference that would have
    been detected, if that is known.
    """
    kind, words = findings[0].subject[0], kind_of(findings)
    least = seen(answer, kind)
    if not least:
        return words
    if UNITS[kind] == SHARE:
        return t("{kind} (they would see {seen} points)", kind=words, seen=least)
    return t("{kind} (they would see {seen})", kind=words, seen=least)


def even(wins: list[Finding], answer: Answer, names: Names) -> str:
    """A sentence about the wins of all seats or players, if none stands out."""
    parts = {
        "shares": listed([f"{names.who(found.subject)} {estimate(found)}" for found in wins]),
        "count": number(answer.matches),
    }
    least = seen(answer, "wins")
    if not least:
        return t(
            "Wins: {shares}; none beyond its fair share that {count} matches can see.", **parts
        )
    return t(
        "Wins: {shares}; none beyond its fair share that {count} matches can see (they would see"
        " {seen} points).",
        **parts,
        seen=least,
    )


def once(findings: list[Finding], names: Names) -> list[Finding]:
    """The findings without repetitions: if two events give the same numbers for a card, as when
    whoever discards it has played it, only the earlier event's are kept.
    """
    alike: dict[object, list[Finding]] = {}
    for found in findings:
        same = found.subject
        if same[0] in EVENTS:
            same = (same[0], *same[2:])
        alike.setdefault((same, found.found, found.base), []).append(found)
    return [min(some, key=lambda found: names.order(found.subject[1])) for some in alike.values()]


def groups(findings: list[Finding]) -> list[list[Finding]]:
    """The findings, grouped by sentence: the items of an event together, all others alone."""
    found: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        subject = finding.subject
        together = subject[0] in EVENTS and not finding.undecided
        found.setdefault(subject[:2] if together else subject, []).append(finding)
    return list(found.values())


def sentence(group: list[Finding], names: Names, *, first: bool) -> str:
    """A sentence with the numbers of a group, before and after, and their intervals."""
    subject = group[0].subject
    together = subject[0] in EVENTS
    title = names.title((*subject[:2], "") if together else subject)
    if first:
        fair = value(group[0], group[0].base.value)
        title = t("{title} (fair: {value})", title=title, value=fair)
    numbers = [
        f"{names.item(*found.subject[1:])} {told_of(found, first)}".lstrip()
        if together
        else told_of(found, first)
        for found in group[:ITEMS]
    ]
    if len(group) > ITEMS:
        numbers.append(t("and {n} more", n=len(group) - ITEMS))
    return f"{title}: {listed(numbers)}."


def told_of(found: Finding, first: bool) -> str:
    """A number with its interval; unless this is the `first` arm, also its value before, and the
    difference.
    """
    mean = estimate(found)
    if first:
        return mean
    was = value(found, found.base.value)
    return t("{mean} (was {was}, {change})", mean=mean, was=was, change=change(found))


def undecided(found: Finding, answer: Answer, answers: list[Answer], names: Names) -> str:
    """A sentence about a number on which tables with different players contradict each other."""
    said: dict[str, str] = {}
    for other in answers:
        same = other.table.seats == answer.table.seats and other.arm == answer.arm
        theirs = other.of(found.subject) if same else None
        if theirs is not None:
            players = ", ".join([names.player(one) for one in dict.fromkeys(other.table.players)])
            gap = "" if answer.alike is None else f" ({change(theirs)})"
            said[players] = t("by {players} {mean}", players=players, mean=estimate(theirs) + gap)
    title = names.title(found.subject)
    return t("{title}: {said}: undecided.", title=title, said=listed(said.values()))


def estimate(found: Finding) -> str:
    """The number found, with its interval."""
    percent = " %" if UNITS[found.subject[0]] == SHARE else ""
    return interval(found, found.found, percent)


def change(found: Finding) -> str:
    """The difference with its interval."""
    gap = found.difference
    if not gap.value and not gap.error:
        return t("the same")
    sign = "−" if gap.value < 0 else "+"
    return sign + interval(found, Estimate(abs(gap.value), gap.error))


def interval(found: Finding, of: Estimate, unit: str = "") -> str:
    """A number and the ± of its interval, in the unit of this finding, with enough decimals that
    the ± is not rounded to 0.
    """
    share = UNITS[found.subject[0]] == SHARE
    scale, usual = (100, 1) if share else (1, 2)
    more = 0
    while of.error > 0 and not round(scale * of.error, usual + more) and more < MORE:
        more += 1
    error = f" ± {value(found, of.error, more)}" if of.error else ""
    return f"{value(found, of.value, more)}{unit}{error}"


def value(found: Finding, mean: float, more: int = 0) -> str:
    """A number as text, in percent if this finding is a share, with this many decimals more than
    usual.
    """
    share = UNITS[found.subject[0]] == SHARE
    return number(100 * mean, 1 + more) if share else number(mean, 2 + more)


def plain(plan: Plan, answers: list[Answer], *, late: bool = False) -> dict[str, object]:
    """The answers as plain data, as `--json` prints them."""
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
                        "base": found.base.plain(),
                        "found": found.found.plain(),
                        "difference": found.difference.plain(),
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
