"""What happened since a seat last looked: captions with their sums, a rung a step."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from microciv.cli.tables.look import Captions
from microciv.texts import Texts
from microciv.texts.words import bare

BETWEEN = " · "
QUIET = "quiet"
TOLD = "told"  # even if its card is hidden
HEADING = "heading"
STEP = 13  # columns for the name of a step
GAP = 2


def ladder(
    captions: Captions, texts: Texts, width: int, *, headings: bool = False
) -> RenderableType:
    """The captions grouped by step, each step on a rung; what says nothing is left to the log.

    A heading with nothing below it is left out, unless all `headings` are wanted.
    """
    parts: list[RenderableType] = []
    for heading, rungs in chapters(captions, texts):
        if heading and (rungs or headings):
            parts.append(Rule(Text(heading, style="bold"), style="dim", align="left"))
        if rungs:
            table = Table(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
            table.add_column(no_wrap=True, min_width=STEP, style="bold")
            table.add_column()
            for step, lines in rungs:
                room = width - max(STEP, *[len(title) for title, _ in rungs]) - 2 * GAP
                table.add_row(step, joined(lines, room))
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
            step = str(event.get("step", "")) or texts.step_of(kind) or bare(kind).capitalize()
            rungs = found[-1][1]
            if not rungs or rungs[-1][0] != step:
                rungs.append((step, []))
            rungs[-1][1].append(sentence)
    return found


def log_lines(captions: Captions, texts: Texts) -> list[Text]:
    """Every caption, one a line, with the step that it was given; headings stand out."""
    lines: list[Text] = []
    for event, sentence in captions:
        heading = is_heading(texts, str(event.get("event", "")))
        whose = f"{event['step']}: " if "step" in event else ""
        lines.append(Text(sentence, style="bold") if heading else Text(f"  {whose}{sentence}"))
    return lines


def is_heading(texts: Texts, kind: str) -> bool:
    """Does this event begin something new?"""
    return kind in texts.names("ladder", HEADING)


def says_little(texts: Texts, event: dict[str, object]) -> bool:
    """Is the event for the log alone: a hidden card, or what everybody can see on the table?"""
    kind = str(event.get("event", ""))
    hidden = "card" in event and event["card"] is None and kind not in texts.names("ladder", TOLD)
    return hidden or kind in texts.names("ladder", QUIET)


def joined(sentences: Sequence[str], room: int) -> Text:
    """Sentences side by side; a line is broken between two of them where that is possible."""
    text = Text()
    used = 0
    for number, sentence in enumerate(sentences):
        if number and used + len(BETWEEN) + len(sentence) > room:
            text.append("\n")
            used = 0
        elif number:
            text.append(BETWEEN, style="dim")
            used += len(BETWEEN)
        text.append(sentence)
        used += len(sentence)
    return text
