"""What happened since a seat last looked: captions with their sums, rung by rung."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from microciv.cli.looks.look import Captions
from microciv.texts import Texts
from microciv.texts.words import bare

BETWEEN = " · "
QUIET = "quiet"
TOLD = "told"  # even if its card is hidden
HEADING = "heading"
RUNG = 13  # columns for the name of a rung
GAP = 2


def ladder(
    captions: Captions, texts: Texts, width: int, *, headings: bool = False
) -> RenderableType:
    """The captions rung by rung; what says nothing is left to the log.

    A heading with nothing below it is left out, unless all `headings` are wanted.
    """
    parts: list[RenderableType] = []
    for heading, rungs in chapters(captions, texts):
        if heading and (rungs or headings):
            parts.append(Rule(Text(heading, style="bold"), style="dim", align="left"))
        if rungs:
            grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
            grid.add_column(no_wrap=True, min_width=RUNG, style="bold")
            grid.add_column()
            for rung, lines in rungs:
                room = width - max(RUNG, *[len(title) for title, _ in rungs]) - 2 * GAP
                grid.add_row(rung, joined(lines, room))
            parts.append(grid)
    return Group(*parts)


def chapters(captions: Captions, texts: Texts) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Heading by heading the rungs, and on each the captions that say something."""
    found: list[tuple[str, list[tuple[str, list[str]]]]] = [("", [])]
    for event, sentence in captions:
        kind = str(event.get("event", ""))
        if is_heading(texts, kind):
            found.append((sentence, []))
        elif not says_little(texts, event):
            rung = (
                str(event.get("rung", ""))
                or texts.rung_of(kind, event.get("card"))
                or bare(kind).capitalize()
            )
            rungs = found[-1][1]
            if not rungs or rungs[-1][0] != rung:
                rungs.append((rung, []))
            rungs[-1][1].append(sentence)
    return found


def log_lines(captions: Captions, texts: Texts) -> list[Text]:
    """Every caption, one a line, with the rung that it was given; headings stand out."""
    lines: list[Text] = []
    for event, sentence in captions:
        heading = is_heading(texts, str(event.get("event", "")))
        whose = f"{event['rung']}: " if "rung" in event else ""
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
