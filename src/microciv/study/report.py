"""A study as one page that needs nothing else: the answer, pictures of it, and every number."""

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
from microciv.study.estimates import Answer, Estimate, Finding
from microciv.study.measures import SHARE, UNITS, heading_of, measure_of
from microciv.study.names import Names, names_of
from microciv.study.plan import Plan, written
from microciv.study.words import (
    by_kind,
    change,
    ending,
    heading,
    interval,
    is_compared,
    once,
    told,
)

Chart: TypeAlias = alt.LayerChart | alt.FacetChart

FEW: Final = 12  # numbers of a kind that are drawn before and after; of more, the differences
MOST: Final = 20  # lines of a picture
LINE: Final = 22  # pixels
SECOND: Final = 14  # pixels for each further line of a label
LABEL: Final = 26  # letters of a line, where there is little room
WIDE: Final = 640  # pixels of a picture: less is a phone
IS_WIDE: Final = f"containerSize()[0] > {WIDE}"
LABELS: Final = f"{IS_WIDE} ? 400 : 190"  # pixels at the most
WRAPPED: Final = f"{IS_WIDE} ? replace(datum.label, /\\n/g, ' ') : split(datum.label, '\\n')"
FONT: Final = "Alegreya Sans, Gill Sans, Trebuchet MS, system-ui, sans-serif"
ENDS: Final = ("low", "mean", "high")
DRAWING: Final = f"""
for (const figure of document.querySelectorAll('figure')) {{
  const chart = JSON.parse(figure.querySelector('script').textContent);
  if (figure.clientWidth <= {WIDE}) chart.height = chart.usermeta.narrow;
  const options = {{mode: 'vega-lite', renderer: 'svg', actions: false}};
  vegaEmbed(figure.querySelector('.chart'), chart, options);
}}
"""


def report(plan: Plan, answers: list[Answer], about: About, *, late: bool = False) -> str:
    """The page, as HTML."""
    template = Template(files("microciv.study").joinpath("report.html").read_text("utf-8"))
    names = names_of(plan)
    main = [
        _header(plan, about, names),
        _answer(plan, answers, about, late),
        _levels(plan, answers, names),
        _pictures(plan, answers, about, names),
        _tables(plan, answers, about, names),
        _origin(plan, answers, about),
    ]
    return template.substitute(
        title=escape(f"{about.title}: a study"),
        body="\n".join(main),
        script=f"<script>{_script()}</script>",
    )


@cache
def _script() -> str:
    """Vega, and what draws the pictures; it takes seconds to be put together."""
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
        f'<header><p class="eyebrow">A study of</p><h1>{escape(about.title)}</h1>'
        f"<dl>{listed}</dl></header>"
    )


def _answer(plan: Plan, answers: list[Answer], about: About, late: bool) -> str:
    parts = ['<section class="answer"><h2>The answer</h2>']
    for part in told(plan, answers, about):
        lines = "".join([f"<li>{_stressed(line)}</li>" for line in part.sentences])
        parts.append(f"<h3>{escape(part.heading)}</h3><ul>{lines}</ul>")
    notes = " ".join(ending(plan, late))
    return "".join([*parts, f'<p class="note">{escape(notes)}</p></section>'])


def _stressed(sentence: str) -> str:
    """A sentence with what was measured in bold; an interval stays on the line of its mean."""
    bold = re.sub(
        r"([+−]?[\d.,]+(?: %)?)(?= ± [\d.,]+(?: \(|[,.)]))", r"<b>\1</b>", escape(sentence)
    )
    return bold.replace(" ± ", "\u00a0±\u00a0").replace(" %", "\u00a0%")


def _levels(plan: Plan, answers: list[Answer], names: Names) -> str:
    """Tables of as many seats but other players, beside each other: what stands out at one of them
    at least.
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
                parts.append(_beside(beside, f"{seats} seats: {names.change(arm.options)}", names))
    if not any(parts):
        return ""
    return (
        '<section><h2>By who plays</h2><p class="note">Differences that stand out for one of them'
        " at least. Bots are not people: what two of them disagree on is undecided.</p>"
        f"{''.join(parts)}</section>"
    )


def _beside(answers: list[Answer], caption: str, names: Names) -> str:
    found = [{one.subject: one for one in answer.findings} for answer in answers]
    clear = [one.subject for subjects in found for one in subjects.values() if one.stands_out]
    head = ["", *[answer.table.name() for answer in answers]]
    rows = [
        [
            names.title(subject),
            *[_gap(subjects[subject]) if subject in subjects else "" for subjects in found],
        ]
        for subject in dict.fromkeys(clear)
    ]
    return _table(caption, head, rows) if rows else ""


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
    return (
        '<section class="pictures"><h2>Pictures</h2><noscript><p class="note">They need'
        " JavaScript; all their numbers are in the tables.</p></noscript>"
        f"{''.join(parts)}</section>"
    )


def _drawn(answer: Answer, first: bool, names: Names) -> list[str]:
    """Of a kind with many numbers the differences; few shares before and after; the few others in
    percent of what they were.
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
    before = "fair" if first else "before"
    drawn = {"Wins": wins, "Other shares": shares}
    pairs = [_pairs(found, what, before, names) for what, found in drawn.items() if found]
    if others:
        figures.append(_differences(others, "Everything else", first, names, relative=True))
    return [*pairs[:1], *figures, *pairs[1:]]


def _pairs(findings: list[Finding], what: str, before: str, names: Names) -> str:
    caption = f"{what}, {before} and measured, with 95 % intervals."
    labels = [names.title(found.subject) for found in findings]
    return _figure(caption, _before_and_after(findings, before, names), labels, 2 * LINE)


def _differences(
    findings: list[Finding], what: str, first: bool, names: Names, *, relative: bool = False
) -> str:
    different = sorted(once(findings, names), key=lambda found: found.p)
    surest = different[:MOST]
    than = "what is fair" if first else "before"
    left_out = len(different) - len(surest)
    rest = f" The surest {MOST} of {len(different)}; all are in the tables." if left_out else ""
    caption = f"{what}, difference from {than}, with 95 % intervals; what stands out is red.{rest}"
    labels = [_label(found, names, relative=relative) for found in surest]
    return _figure(caption, _forest(surest, names, relative=relative), labels, LINE)


def _before_and_after(findings: list[Finding], before: str, names: Names) -> Chart:
    rows = [
        {"what": _wrapped(names.title(found.subject)), "when": when, **_interval(of, 100)}
        for found in findings
        for when, of in ((before, found.base), ("measured", found.found))
    ]
    order = [before, "measured"]
    inks = alt.Scale(domain=order, range=["var(--soft)", "var(--red)"])
    return _intervals(rows, "percent").encode(
        yOffset=alt.YOffset("when:N", sort=order),
        color=alt.Color("when:N", title=None, scale=inks, legend=alt.Legend(orient="top")),
    )


def _forest(findings: list[Finding], names: Names, *, relative: bool) -> Chart:
    unit = UNITS[findings[0].subject[0]]
    if relative:
        title, scale = "percent of what it was", 0.0
    else:
        title, scale = ("percentage points", 100.0) if unit == SHARE else (unit, 1.0)
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
    mean, error = scale * of.value, abs(scale) * of.error
    return {"mean": mean, "low": mean - error, "high": mean + error}


def _intervals(rows: list[dict[str, Any]], unit: str) -> Chart:
    """A line for each row: a point, and its interval."""
    base = alt.Chart(alt.InlineData(rows)).encode(
        y=alt.Y("what:N", title=None, sort=None, axis=alt.Axis(labelExpr=WRAPPED)),
        tooltip=["what:N", *[alt.Tooltip(f"{name}:Q", format=".2f") for name in ENDS]],
    )
    x = alt.X("low:Q", title=unit, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=6))
    return alt.layer(
        base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=60, opacity=1).encode(x="mean:Q"),
    )


def _label(found: Finding, names: Names, *, relative: bool) -> str:
    """Without the kind of number, where all are of the kind that the caption names."""
    return (names.title if relative else names.mark)(found.subject)


def _wrapped(label: str) -> str:
    """In lines that fit beside a picture on a phone; where there is room, they are drawn as one."""
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


def _tables(plan: Plan, answers: list[Answer], about: About, names: Names) -> str:
    parts = ['<section class="tables"><h2>All numbers</h2>']
    for answer in answers:
        first = answer.alike is None
        alike = "" if first else f"; {answer.alike:,} are the same as before"
        parts.append(f"<h3>{escape(heading(plan, answer, about, names))}</h3>")
        parts.append(f'<p class="note">{answer.matches:,} matches{alike}.</p>')
        for kind, findings in by_kind(answer).items():
            unit = "percent" if UNITS[kind] == SHARE else UNITS[kind]
            caption = f"{heading_of(kind)}, {unit}"
            if is_compared(answer, kind):
                head = ["", "fair" if first else "before", "measured", "difference", "p", "count"]
                clear = [found.stands_out for found in findings]
                parts.append(
                    _table(caption, head, [_row(found, names) for found in findings], clear)
                )
            else:
                rows = [
                    [names.title(found.subject), _mean(found, found.found), f"{found.count:,}"]
                    for found in findings
                ]
                parts.append(_table(caption, ["", "measured", "count"], rows))
    measures = dict.fromkeys(
        [measure_of(found.subject) for answer in answers for found in answer.findings]
    )
    defined = "".join(
        [
            f"<dt>{escape(f'{measure.kind} {measure.what}'.strip())}</dt>"
            f"<dd>{escape(measure.definition)} {escape(measure.source)}.</dd>"
            for measure in measures
        ]
    )
    return "".join([*parts, f"<h3>What is measured</h3><dl>{defined}</dl></section>"])


def _row(found: Finding, names: Names) -> list[str]:
    return [
        names.title(found.subject),
        _mean(found, found.base),
        _mean(found, found.found),
        change(found),
        "< 0.001" if found.p < 0.001 else f"{found.p:.3f}",
        f"{found.count:,}",
    ]


def _mean(found: Finding, of: Estimate) -> str:
    """What is fair is known; what was measured has an interval."""
    return interval(found, of)


def _table(caption: str, head: list[str], rows: list[list[str]], clear: Sequence[bool] = ()) -> str:
    heads = "".join([f'<th scope="col">{escape(cell)}</th>' for cell in head])
    lines: list[str] = []
    for number, (what, *cells) in enumerate(rows):
        mark = ' class="clear"' if clear and clear[number] else ""
        rest = "".join([f"<td>{escape(cell)}</td>" for cell in cells])
        lines.append(f'<tr{mark}><th scope="row">{escape(what)}</th>{rest}</tr>')
    return (
        f'<div class="box" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _origin(plan: Plan, answers: list[Answer], about: About) -> str:
    """Who played what, and how to play it again."""
    rules = plan.open(plan.arms[0], plan.tables[0]).rules
    played = sum([answer.matches for answer in answers])
    facts = {
        "Game": f"{about.title}, rules {rules}",
        "Version": f"microciv {__version__}",
        "Players": "; ".join([table.name() for table in plan.tables]),
        "Seeds": f"from {plan.seed}, one a match, the same in every arm",
        "Matches": f"{played:,} in all",
    }
    listed = "".join([f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items()])
    return (
        f"<section><h2>How to repeat it</h2><dl>{listed}</dl>"
        "<p>Save this as <code>plan.toml</code> and run <code>microciv study plan.toml</code>:"
        f" the same version plays the same matches.</p><pre>{escape(written(plan))}</pre></section>"
        "<footer>Played by bots, who are not people: ask two levels before you believe one."
        " A difference is the mean over pairs of matches with the same deal; red is what stands out"
        " at a false discovery rate of 5 %.</footer>"
    )
