"""The measures of studies: every kind of number, with its unit, definition and source.

The subject of a finding begins with its measure's `kind` and `what`. A measure without a `what` is
for all findings of its kind, such as the wins of each seat. The words are in
`texts/core.study.en.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.texts import study_words

SHARE: Final = "share"  # from 0 to 1, shown in percent
NUMBER: Final = "number"
POINTS: Final = "points"  # of the game

TAG: Final = "TAG (Gaina et al. 2020)"
LUDII: Final = "Ludii (Piette et al. 2020)"
BROWNE: Final = "Browne 2008"
ICC: Final = "Shrout & Fleiss 1979"
OWN: Final = "microciv"


@final
@dataclass(frozen=True)
class Measure:
    """A kind of number that studies find."""

    kind: str
    what: str  # the second part of the subject; "" if findings of the kind differ in it
    unit: str
    source: str

    @property
    def title(self) -> str:
        """Its title, in the current language; `names.Names` replaces its `{what}`."""
        return self._word("title")

    @property
    def mark(self) -> str:
        """A shorter title, for use under a heading with the kind; "" if `{what}` alone will do."""
        return self._word("mark")

    @property
    def definition(self) -> str:
        """What it measures, in one sentence."""
        return self._word("definition")

    @property
    def name(self) -> str:
        """Its internal name, such as "length rounds"."""
        return f"{self.kind} {self.what}".strip()

    def _word(self, word: str) -> str:
        return study_words("").look("measures", *filter(None, (self.kind, self.what)), word)


MEASURES: Final = (
    Measure("wins", "", SHARE, TAG),
    Measure("places", "", NUMBER, TAG),
    Measure("with", "", SHARE, TAG),
    Measure("above", "", POINTS, TAG),
    Measure("times", "", NUMBER, LUDII),
    Measure("deeds", "", NUMBER, LUDII),
    Measure("gains", "", SHARE, OWN),
    Measure("length", "rounds", NUMBER, LUDII),
    Measure("length", "steps", NUMBER, LUDII),
    Measure("length", "decisions", NUMBER, LUDII),
    Measure("forced", "steps", SHARE, LUDII),
    Measure("menus", "mean", NUMBER, LUDII),
    Measure("menus", "largest", NUMBER, LUDII),
    Measure("points", "of a seat", POINTS, TAG),
    Measure("points", "of the winner", POINTS, TAG),
    Measure("sources", "", POINTS, TAG),
    Measure("margin", "of the winner", POINTS, BROWNE),
    Measure("ties", "shared", SHARE, LUDII),
    Measure("lead", "changes", NUMBER, BROWNE),
    Measure("lead", "settled", NUMBER, BROWNE),
    Measure("kings", "last choice", SHARE, OWN),
    Measure("decided", "the deal", SHARE, ICC),
    Measure("decided", "the players", SHARE, ICC),
)
UNITS: Final = {measure.kind: measure.unit for measure in MEASURES}
"""The unit of each kind, in the order in which kinds are reported; all measures of a kind have the
same unit.
"""

EVENTS: Final = ("with", "above", "times")
"""The kinds whose subjects continue with an event and what it is about."""

_BY_SUBJECT: Final = {(measure.kind, measure.what): measure for measure in MEASURES}


def measure_of(subject: tuple[str, ...]) -> Measure:
    """The measure of a finding with this subject."""
    kind, what = subject[:2]
    return _BY_SUBJECT.get((kind, what)) or _BY_SUBJECT[kind, ""]


def kind_words(kind: str) -> str:
    """The name of a kind, as it reads inside a sentence."""
    return study_words("").look("kinds", kind)


def heading_of(kind: str) -> str:
    """The name of a kind as a heading."""
    words = kind_words(kind)
    return words[:1].upper() + words[1:]


def listed() -> list[str]:
    """All measures as the lines of the table in docs/study.md."""
    rows = [
        f"| {measure.name} | {measure.unit} | {measure.definition} | {measure.source} |"
        for measure in MEASURES
    ]
    return ["| measure | unit | definition | source |", "|---|---|---|---|", *rows]
