"""The report of a study: a single HTML page that needs no network, with the answer, pictures and
all numbers. It is in the language that is current when it is written.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from operator import itemgetter
from string import Template
from typing import Any, Final, TypeAlias

import altair as alt
import vl_convert

from microciv import __version__
from microciv.core.options import About
from microciv.measures import NUMBER, POINTS, SHARE, UNITS, Measure, heading_of, measure_of
from microciv.names import Names
from microciv.speech import WRITTEN, language, number, t, tn
from microciv.study.estimates import Answer, Estimate, Finding
from microciv.study.plan import Plan, written
from microciv.study.words import (
    Told,
    by_kind,
    change,
    ending,
    heading,
    interval,
    is_compared,
    once,
    table_name,
    told,
)

Chart: TypeAlias = alt.LayerChart | alt.FacetChart

FEW: Final = 12  # a kind with more numbers than this is drawn as differences
MOST: Final = 20  # lines in a picture, at most
LINE: Final = 22  # pixels
SECOND: Final = 14  # pixels for each further line of a label
LABEL: Final = 26  # letters in a line of a label, if there is little room
WIDE: Final = 640  # a picture with no more pixels than this is on a phone
IS_WIDE: Final = f"containerSize()[0] > {WIDE}"
LABELS: Final = f"{IS_WIDE} ? 400 : 190"  # the highest width of labels, in pixels
WRAPPED: Final = f"{IS_WIDE} ? replace(datum.label, /\\n/g, ' ') : split(datum.label, '\\n')"
FONT: Final = "Alegreya Sans, Gill Sans, Trebuchet MS, system-ui, sans-serif"
ENDS: Final = ("low", "mean", "high")
DRAWING: Final = f"""
for (const figure of document.querySelectorAll('figure')) {{
  const chart = JSON.parse(figure.querySelector('script').textContent);
  if (figure.clientWidth <= {WIDE}) chart.height = chart.usermeta.narrow;
  const {{formatLocale}} = document.documentElement.dataset;
  const options = {{
    mode: 'vega-lite', renderer: 'svg', actions: false, formatLocale: JSON.parse(formatLocale),
  }};
  vegaEmbed(figure.querySelector('.chart'), chart, options);
}}
"""


def report(
    plan: Plan,
    answers: list[Answer],
    about: About,
    said: list[Told] | None = None,
    *,
    late: bool = False,
) -> str:
    """The page, as HTML. It begins with `said`, or by default with the answer in sentences. `late`:
    did the time limit end the study?
    """
    template = Template(files("microciv.study").joinpath("report.html").read_text("utf-8"))
    names = plan.names()
    main = [
        _header(plan, about, names),
        _answer(plan, told(plan, answers, about) if said is None else said, late),
        _levels(plan, answers, names),
        _pictures(plan, answers, about, names),
        _all_numbers(plan, answers, about, names),
        _origin(plan, answers, about),
    ]
    return template.substitute(
        language=language(),
        numbers=escape(_numbers()),
        title=escape(t("{game}: a study", game=about.title)),
        body="\n".join(main),
        script=f"<script>{_script()}</script>",
    )


def _numbers() -> str:
    """How pictures write numbers in this language, as a locale of Vega."""
    thousands, decimal, _ = WRITTEN[language()]
    written = {"decimal": decimal, "thousands": thousands, "grouping": [3], "currency": ["", ""]}
    return json.dumps(written)


@cache
def _script() -> str:
    """Vega, and the code that draws the pictures. It takes seconds to bundle."""
    return vl_convert.javascript_bundle(DRAWING)


def _header(plan: Plan, about: About, names: Names) -> str:
    changes = [arm for arm in plan.arms if arm.options] or [plan.arms[0]]
    listed = "".join(
        [
            f"<dt>{escape(arm.name)}</dt><dd>{escape(names.change(arm.options))}</dd>"
            for arm in changes
        ]
    )
    return (
        f'<header><p class="eyebrow">{escape(t("A study of"))}</p>'
        f"<h1>{escape(about.title)}</h1>"
        f"<dl>{listed}</dl></header>"
    )


def _answer(plan: Plan, said: list[Told], late: bool) -> str:
    parts = [f'<section class="answer"><h2>{escape(t("The answer"))}</h2>']
    for part in said:
        lines = "".join([f"<li>{_stressed(line)}</li>" for line in part.sentences])
        parts.append(f"<h3>{escape(part.heading)}</h3><ul>{lines}</ul>")
    notes = " ".join(ending(plan, late))
    return "".join([*parts, f'<p class="note">{escape(notes)}</p></section>'])


def _stressed(sentence: str) -> str:
    """A sentence with measured numbers in bold, and no line break between a number and its
    interval.
    """
    bold = re.sub(
        r"([+−]?[\d.,]+(?: %)?)(?= ± [\d.,]+(?: \(|[,.)]))", r"<b>\1</b>", escape(sentence)
    )
    return bold.replace(" ± ", "\u00a0±\u00a0").replace(" %", "\u00a0%")


def _levels(plan: Plan, answers: list[Answer], names: Names) -> str:
    """Tables with the same number of seats and different players, side by side: what stands out at
    one of them or more.
    """
    parts: list[str] = []
    arms = plan.arms[1:] or plan.arms
    for arm in arms:
        for seats in dict.fromkeys([table.seats for table in plan.tables]):
            beside = [
                answer
                for answer in answers
                if answer.arm == arm.name and answer.table.seats == seats
            ]
            if len(beside) > 1:
                change = names.change(arm.options)
                caption = tn(seats, "{n} seat: {change}", "{n} seats: {change}", change=change)
                parts.append(_beside(beside, caption, names))
    if not any(parts):
        return ""
    note = t(
        "Differences that stand out for one of them at least. Bots are not people: what two of them"
        " disagree on is undecided."
    )
    return (
        f"<section><h2>{escape(t('By who plays'))}</h2>"
        f'<p class="note">{escape(note)}</p>{"".join(parts)}</section>'
    )


def _beside(answers: list[Answer], caption: str, names: Names) -> str:
    found = [{one.subject: one for one in answer.findings} for answer in answers]
    clear = [one.subject for subjects in found for one in subjects.values() if one.stands_out]
    head = ["", *[table_name(answer, names) for answer in answers]]
    rows = [
        [
            names.title(subject),
            *[_gap(subjects[subject]) if subject in subjects else "" for subjects in found],
        ]
        for subject in dict.fromkeys(clear)
    ]
    return _grid(caption, head, rows) if rows else ""


def _gap(found: Finding) -> str:
    return f"{change(found)}{' ●' if found.stands_out else ''}"


def _pictures(plan: Plan, answers: list[Answer], about: About, names: Names) -> str:
    parts: list[str] = []
    for answer in answers:
        first = answer.alike is None
        if (first and len(plan.arms) > 1) or answer.alike == answer.matches:
            continue
        drawn = _drawn(answer, first, names)
        if drawn:
            parts += [f"<h3>{escape(heading(plan, answer, about, names))}</h3>", *drawn]
    if not parts:
        return ""
    note = escape(t("They need JavaScript; all their numbers are in the tables."))
    return (
        f'<section class="pictures"><h2>{escape(t("Pictures"))}</h2>'
        f'<noscript><p class="note">{note}</p></noscript>{"".join(parts)}</section>'
    )


def _drawn(answer: Answer, first: bool, names: Names) -> list[str]:
    """The figures of an answer: a kind with many numbers is drawn as differences; kinds with few,
    before and after if they are shares, otherwise as percentages of the values before.
    """
    figures: list[str] = []
    wins: list[Finding] = []
    shares: list[Finding] = []
    others: list[Finding] = []
    for kind, findings in by_kind(answer).items():
        if not is_compared(answer, kind):
            continue
        if len(findings) > FEW:
            figures.append(_differences(findings, heading_of(kind), first, names))
        elif kind == "wins":
            wins += findings
        elif UNITS[kind] == SHARE:
            shares += findings
        else:
            others += [found for found in findings if found.base.value]
    drawn = {t("Wins"): wins, t("Other shares"): shares}
    pairs = [_pairs(found, what, first, names) for what, found in drawn.items() if found]
    if others:
        figures.append(_differences(others, t("Everything else"), first, names, relative=True))
    return [*pairs[:1], *figures, *pairs[1:]]


def _before(first: bool) -> str:
    """What numbers are compared with."""
    return t("fair") if first else t("before")


def _pairs(findings: list[Finding], what: str, first: bool, names: Names) -> str:
    caption = (
        t("{what}, fair and measured, with 95 % intervals.", what=what)
        if first
        else t("{what}, before and measured, with 95 % intervals.", what=what)
    )
    labels = [names.title(found.subject) for found in findings]
    return _figure(caption, _before_and_after(findings, _before(first), names), labels, 2 * LINE)


def _differences(
    findings: list[Finding], what: str, first: bool, names: Names, *, relative: bool = False
) -> str:
    different = sorted(once(findings, names), key=lambda found: found.p)
    surest = different[:MOST]
    caption = (
        t(
            "{what}, difference from what is fair, with 95 % intervals; what stands out is red.",
            what=what,
        )
        if first
        else t(
            "{what}, difference from before, with 95 % intervals; what stands out is red.",
            what=what,
        )
    )
    if len(different) > len(surest):
        caption += " " + t(
            "The surest {most} of {all}; all are in the tables.",
            most=MOST,
            all=number(len(different)),
        )
    labels = [_label(found, names, relative=relative) for found in surest]
    return _figure(caption, _forest(surest, names, relative=relative), labels, LINE)


def _before_and_after(findings: list[Finding], before: str, names: Names) -> Chart:
    rows = [
        {"what": _wrapped(names.title(found.subject)), "when": when, **_interval(of, 100)}
        for found in findings
        for when, of in ((before, found.base), (t("measured"), found.found))
    ]
    order = [before, t("measured")]
    inks = alt.Scale(domain=order, range=["var(--soft)", "var(--red)"])
    return _intervals(rows, t("percent")).encode(
        yOffset=alt.YOffset("when:N", sort=order),
        color=alt.Color("when:N", title=None, scale=inks, legend=alt.Legend(orient="top")),
    )


def _forest(findings: list[Finding], names: Names, *, relative: bool) -> Chart:
    unit = UNITS[findings[0].subject[0]]
    if relative:
        title, scale = t("percent of what it was"), 0.0
    else:
        share = unit == SHARE
        title, scale = (t("percentage points"), 100.0) if share else (_unit(unit), 1.0)
    rows = [
        {
            "what": _wrapped(_label(found, names, relative=relative)),
            "clear": found.stands_out,
            **_interval(found.difference, scale or 100 / found.base.value),
        }
        for found in findings
    ]
    rows.sort(key=itemgetter("mean"), reverse=True)
    inks = alt.Scale(domain=[False, True], range=["var(--soft)", "var(--red)"])
    none = alt.Chart(alt.InlineData([{"none": 0}])).mark_rule(color="var(--ink)").encode(x="none:Q")
    colour = alt.Color("clear:N", scale=inks, legend=None)
    return alt.layer(none, _intervals(rows, title).encode(color=colour))


def _interval(of: Estimate, scale: float) -> dict[str, float]:
    low, high = sorted([scale * end for end in of.interval()])
    return {"mean": scale * of.value, "low": low, "high": high}


def _intervals(rows: list[dict[str, Any]], unit: str) -> Chart:
    """A line for each row: a point, and its interval."""
    base = alt.Chart(alt.InlineData(rows)).encode(
        y=alt.Y("what:N", title=None, sort=None, axis=alt.Axis(labelExpr=WRAPPED)),
        tooltip=[
            alt.Tooltip("what:N", title=t("what")),
            *[
                alt.Tooltip(f"{name}:Q", format=".2f", title=title)
                for name, title in zip(ENDS, (t("low"), t("mean"), t("high")), strict=True)
            ],
        ],
    )
    x = alt.X("low:Q", title=unit, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=6))
    return alt.layer(
        base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=60, opacity=1).encode(x="mean:Q"),
    )


def _label(found: Finding, names: Names, *, relative: bool) -> str:
    """The name of a finding; without its kind, if the caption names the kind of all."""
    return (names.title if relative else names.mark)(found.subject)


def _wrapped(label: str) -> str:
    """A label in lines that fit beside a picture on a phone. If there is room, they are drawn as a
    single line.
    """
    return "\n".join(textwrap.wrap(label, LABEL))


def _figure(caption: str, chart: Chart, labels: list[str], line: int) -> str:
    most = max([_wrapped(label).count("\n") for label in labels])
    narrow = max(line, LINE + SECOND * most)
    drawn = (
        chart.properties(
            width="container",
            height=line * len(labels),
            usermeta={"narrow": narrow * len(labels)},
            autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
            description=caption,
        )
        .configure(background="transparent", font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor="var(--ink)",
            titleColor="var(--soft)",
            gridColor="var(--rule)",
            gridOpacity=0.5,
            domain=False,
            ticks=False,
            labelFontSize=13,
            labelLineHeight=SECOND,
            labelLimit=alt.ExprRef(LABELS),
            labelPadding=8,
            titleFontSize=13,
            titleFontWeight="normal",
        )
        .configure_legend(labelColor="var(--ink)", labelFontSize=13)
    )
    spec: dict[str, Any] = drawn.to_dict()
    spec.pop("$schema")
    data = json.dumps(spec, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f"<figure><figcaption>{escape(caption)}</figcaption>"
        f'<div class="chart"></div><script type="application/json">{data}</script></figure>'
    )


def _all_numbers(plan: Plan, answers: list[Answer], about: About, names: Names) -> str:
    parts = [f'<section class="tables"><h2>{escape(t("All numbers"))}</h2>']
    for answer in answers:
        first = answer.alike is None
        parts.append(f"<h3>{escape(heading(plan, answer, about, names))}</h3>")
        parts.append(f'<p class="note">{escape(_played(answer))}</p>')
        for kind, findings in by_kind(answer).items():
            caption = f"{heading_of(kind)}, {_unit(UNITS[kind])}"
            if is_compared(answer, kind):
                head = ["", _before(first), t("measured"), t("difference"), "p", t("count")]
                clear = [found.stands_out for found in findings]
                parts.append(
                    _grid(caption, head, [_row(found, names) for found in findings], clear)
                )
            else:
                rows = [
                    [
                        names.title(found.subject),
                        _mean(found, found.found),
                        number(found.count),
                    ]
                    for found in findings
                ]
                parts.append(_grid(caption, ["", t("measured"), t("count")], rows))
    measures = dict.fromkeys(
        [measure_of(found.subject) for answer in answers for found in answer.findings]
    )
    defined = "".join(
        [
            f"<dt>{escape(_called(measure))}</dt><dd>{escape(measure.definition)}"
            f" {escape(measure.source)}. <code>{escape(measure.name)}</code></dd>"
            for measure in measures
        ]
    )
    title = escape(t("What is measured"))
    return "".join([*parts, f"<h3>{title}</h3><dl>{defined}</dl></section>"])


def _played(answer: Answer) -> str:
    """How many matches there are, and how many of them are identical to those before."""
    count = number(answer.matches)
    if answer.alike is None:
        return tn(answer.matches, "{count} match.", "{count} matches.", count=count)
    alike = number(answer.alike)
    return t("{count} matches; {alike} are the same as before.", count=count, alike=alike)


def _unit(unit: str) -> str:
    """The name of a unit."""
    return {SHARE: t("percent"), NUMBER: t("number"), POINTS: t("points")}[unit]


def _called(measure: Measure) -> str:
    """The title of a measure in the list of definitions: its own, or that of its kind."""
    return measure.title if measure.what else heading_of(measure.kind)


def _row(found: Finding, names: Names) -> list[str]:
    return [
        names.title(found.subject),
        _mean(found, found.base),
        _mean(found, found.found),
        change(found),
        f"< {number(0.001, 3)}" if found.p < 0.001 else number(found.p, 3),
        number(found.count),
    ]


def _mean(found: Finding, of: Estimate) -> str:
    """A value with its interval; a fair value has none."""
    return interval(found, of)


def _grid(caption: str, head: list[str], rows: list[list[str]], clear: Sequence[bool] = ()) -> str:
    heads = "".join([f'<th scope="col">{escape(cell)}</th>' for cell in head])
    lines: list[str] = []
    for line, (what, *cells) in enumerate(rows):
        mark = ' class="clear"' if clear and clear[line] else ""
        rest = "".join([f"<td>{escape(cell)}</td>" for cell in cells])
        lines.append(f'<tr{mark}><th scope="row">{escape(what)}</th>{rest}</tr>')
    return (
        f'<div class="box" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _origin(plan: Plan, answers: list[Answer], about: About) -> str:
    """Who played what, and how to repeat it."""
    rules = plan.open(plan.arms[0], plan.tables[0]).rules
    played = sum([answer.matches for answer in answers])
    names = plan.names()
    tables = [names.table(table.seats, table.players) for table in plan.tables]
    facts = {
        t("Game"): t("{game}, rules {rules}", game=about.title, rules=rules),
        t("Version"): f"microciv {__version__}",
        t("Players"): "; ".join(tables),
        t("Seeds"): t("from {seed}, one a match, the same in every arm", seed=plan.seed),
        t("Matches"): t("{count} in all", count=number(played)),
    }
    listed = "".join(
        [f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts.items()]
    )
    how = escape(
        t("Save this as {file} and run {command}: the same version plays the same matches.")
    ).format(file="<code>plan.toml</code>", command="<code>microciv study plan.toml</code>")
    note = t(
        "Played by bots, who are not people: ask two levels before you believe one. A difference is"
        " the mean over pairs of matches with the same deal; red is what stands out at a false"
        " discovery rate of 5 %."
    )
    return (
        f"<section><h2>{escape(t('How to repeat it'))}</h2><dl>{listed}</dl>"
        f"<p>{how}</p><pre>{escape(written(plan))}</pre></section>"
        f"<footer>{escape(note)}</footer>"
    )
