"""What a study can find: every kind of number, with its unit, its definition and its source.

A finding names its measure by its subject: the kind, and what of that kind; a measure without a
`what` stands for all of its kind, such as the wins of each seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

SHARE: Final = "share"  # from 0 to 1, told in percent
NUMBER: Final = "number"
POINTS: Final = "points"  # of the game

TAG: Final = "TAG (Gaina and others 2020)"
LUDII: Final = "Ludii (Piette and others 2020)"
BROWNE: Final = "Browne 2008"
ICC: Final = "Shrout and Fleiss 1979"
OWN: Final = "microciv"

DEEDS: Final = (
    "Attacks, thefts, offers, cards swapped and the like in a match, as the game declares them."
)


@final
@dataclass(frozen=True)
class Measure:
    """A kind of number that studies find."""

    kind: str
    what: str  # the next part of the subject, if it is always this one
    title: str  # with a {} for what `Names` makes of the parts after the kind
    unit: str
    definition: str  # one sentence
    source: str


MEASURES: Final = (
    Measure(
        "wins",
        "",
        "{} wins",
        SHARE,
        "The share of matches won, by seat or, where players differ, by player; a shared win counts"
        " in equal parts.",
        TAG,
    ),
    Measure("places", "", "Place of {}", NUMBER, "The mean place, 1 for the first.", TAG),
    Measure(
        "with",
        "",
        "Wins after {}",
        SHARE,
        "Of the seats to which an event happened with this card, Wonder, attribute or hand, the"
        " share who won; less than 30 of them are not told.",
        TAG,
    ),
    Measure(
        "above",
        "",
        "Points above the others after {}",
        POINTS,
        "How far the points of those seats are above the mean of the seats of their match.",
        TAG,
    ),
    Measure(
        "times",
        "",
        "Times a match, {}",
        NUMBER,
        "How often the event happens in a match, with this card or whatever it names.",
        LUDII,
    ),
    Measure("deeds", "", "Number of {} in a match", NUMBER, DEEDS, LUDII),
    Measure(
        "gains",
        "",
        "Part of {} {} by winners",
        SHARE,
        "Of all attacks, thefts, offers or cards swapped, the part done by winners, and the part"
        " suffered by them.",
        OWN,
    ),
    Measure("length", "rounds", "Rounds", NUMBER, "Rounds that were begun in a match.", LUDII),
    Measure("length", "steps", "Steps", NUMBER, "Moves that were made in a match.", LUDII),
    Measure(
        "length",
        "decisions",
        "Decisions",
        NUMBER,
        "Moves that were made where two or more were legal.",
        LUDII,
    ),
    Measure(
        "forced",
        "steps",
        "Steps without a choice",
        SHARE,
        "The share of moves that were made where no other was legal.",
        LUDII,
    ),
    Measure(
        "menus",
        "mean",
        "Legal moves of a decision",
        NUMBER,
        "The mean number of legal moves where there were two or more.",
        LUDII,
    ),
    Measure(
        "menus",
        "largest",
        "Legal moves of the largest decision",
        NUMBER,
        "The largest such number of a match, as a mean of the matches.",
        LUDII,
    ),
    Measure(
        "points",
        "of a seat",
        "Points of a seat",
        POINTS,
        "The mean of the seats of a match.",
        TAG,
    ),
    Measure(
        "points",
        "of the winner",
        "The winner's points",
        POINTS,
        "Those of the first place.",
        TAG,
    ),
    Measure(
        "sources",
        "",
        "Points from {}",
        POINTS,
        "The points that a seat has from this source at the end, as the game's account says.",
        TAG,
    ),
    Measure(
        "margin",
        "of the winner",
        "The winner's margin",
        POINTS,
        "The winner's points less those of the best of the others.",
        BROWNE,
    ),
    Measure(
        "ties",
        "shared",
        "Shared wins",
        SHARE,
        "The share of matches that several seats win.",
        LUDII,
    ),
    Measure(
        "lead",
        "changes",
        "Changes of the lead",
        NUMBER,
        "How often the lead passes to seats that did not hold it, seen at the end of each round.",
        BROWNE,
    ),
    Measure(
        "lead",
        "settled",
        "The round that settles it",
        NUMBER,
        "The round at whose end the winner takes, or shares, a lead that it never loses again.",
        BROWNE,
    ),
    Measure(
        "kings",
        "last choice",
        "Kingmakers",
        SHARE,
        "The share of matches, of every 47th, in which a seat wins with none of up to six moves of"
        " its last choice, played on by the same policies with the same chance, while who wins"
        " depends on which it makes; not measured where bots search.",
        OWN,
    ),
    Measure(
        "decided",
        "the deal",
        "Decided by deal and seat",
        SHARE,
        "The share of the variance of wins that deal and seat explain: the intraclass correlation"
        " (one-way ANOVA) of every 17th match with its repetition, where the bots have other"
        " chance and styles.",
        ICC,
    ),
    Measure(
        "decided",
        "the players",
        "Decided by the players",
        SHARE,
        "The share of that variance that follows from who plays, where players differ: the same"
        " correlation, of a player's wins in one match and in the next.",
        ICC,
    ),
)
UNITS: Final = {measure.kind: measure.unit for measure in MEASURES}
"""By kind, in the order in which they are told; all of a kind have the same."""

KINDS: Final = {
    "wins": "wins",
    "places": "places",
    "with": "wins by card and deed",
    "above": "points by card and deed",
    "times": "what happens how often",
    "deeds": "attacks and trade",
    "gains": "winners' part in attacks and trade",
    "length": "length",
    "forced": "steps without a choice",
    "menus": "legal moves",
    "points": "points",
    "sources": "sources of points",
    "margin": "the winner's margin",
    "ties": "shared wins",
    "lead": "the lead",
    "kings": "king-making",
    "decided": "deal and skill",
}
"""What people call all of a kind."""
EVENTS: Final = ("with", "above", "times")
"""Kinds whose subjects are an event and what it is about."""

_BY_SUBJECT: Final = {(measure.kind, measure.what): measure for measure in MEASURES}


def measure_of(subject: tuple[str, ...]) -> Measure:
    """The measure of a finding with this subject."""
    kind, what = subject[:2]
    return _BY_SUBJECT.get((kind, what)) or _BY_SUBJECT[kind, ""]


def heading_of(kind: str) -> str:
    """What stands above all of a kind."""
    return KINDS[kind].capitalize()


def table() -> list[str]:
    """All of them, as a table for docs/study.md."""
    rows = [
        f"| {(measure.kind + ' ' + measure.what).strip()} | {measure.unit} |"
        f" {measure.definition} | {measure.source} |"
        for measure in MEASURES
    ]
    return ["| measure | unit | definition | source |", "|---|---|---|---|", *rows]
