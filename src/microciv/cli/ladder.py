"""What happened since a seat last looked: captions with their sums, a rung a step."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from microciv.texts import Texts

BETWEEN = " · "
QUIET = "quiet"
HEADING = "heading"
FOLLOWS = "follows"

Captions = Sequence[tuple[dict[str, object], str]]


def ladder(captions: Captions, texts: Texts) -> RenderableType:
    """The captions grouped by step, each step on a rung; what says nothing is left to the log."""
    parts: list[RenderableType] = []
    for heading, rungs in chapters(captions, texts):
        if rungs and heading:
            parts.append(Rule(Text(heading, style="bold"), style="dim", align="left"))
        if rungs:
            table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
            table.add_column(no_wrap=True, min_width=13, style="bold")
            table.add_column(overflow="fold")
            for step, lines in rungs:
                table.add_row(step, _joined(lines))
            parts.append(table)
    return Group(*parts)


def chapters(captions: Captions, texts: Texts) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Heading by heading the steps, and step by step the captions that say something."""
    found: list[tuple[str, list[tuple[str, list[str]]]]] = [("", [])]
    for event, sentence in captions:
        kind = str(event.get("event", ""))
        if is_heading(texts, kind):
            found.append((sentence, []))
        elif not says_little(texts, event):
            step = texts.step_of(kind) or _bare(kind)
            rungs = found[-1][1]
            follows = rungs and kind in texts.names("ladder", FOLLOWS)
            if not follows and (not rungs or rungs[-1][0] != step):
                rungs.append((step, []))
            rungs[-1][1].append(sentence)
    return found


def log_lines(captions: Captions, texts: Texts) -> list[Text]:
    """Every caption, one a line; headings stand out."""
    lines: list[Text] = []
    for event, sentence in captions:
        heading = is_heading(texts, str(event.get("event", "")))
        lines.append(Text(sentence, style="bold") if heading else Text(f"  {sentence}"))
    return lines


def is_heading(texts: Texts, kind: str) -> bool:
    """Does this event begin something new?"""
    return kind in texts.names("ladder", HEADING)


def says_little(texts: Texts, event: dict[str, object]) -> bool:
    """Is the event for the log alone: a hidden card, or what everybody can see on the table?"""
    hidden = "card" in event and event["card"] is None
    return hidden or str(event.get("event", "")) in texts.names("ladder", QUIET)


def _joined(lines: list[str]) -> Text:
    """The captions of one step, side by side; a line breaks between captions where it can."""
    text = Text()
    for number, line in enumerate(lines):
        if number:
            text.append(BETWEEN, style="dim")
        text.append(line.replace(" ", "\N{NO-BREAK SPACE}"))
    return text


def _bare(kind: str) -> str:
    return kind.replace("_", " ").capitalize()
