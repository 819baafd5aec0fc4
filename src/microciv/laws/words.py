"""What the reason for a refusal may say: one clean line that recommends only legal moves.

Any run of words that is a move of the game counts as a recommendation, and so do the moves of a
list or a span: "bid 2 to 4", "pass gandhi or erik". A move of a single word counts where it is
advice, as in "say done", but not as an ordinary word of the sentence, as in "they are done".
"""

from __future__ import annotations

import re

from microciv.core.moves import Move, MoveList
from microciv.laws.telling import holds

LONGEST_REASON = 240  # characters
LONGEST_RUN = 8  # words in a move
RAW = re.compile(r"[<>{}\[\]]|\b(None|True|False|nan)\b|\(\)|\bSPECTATOR\b")
"""What Python prints, and nobody would write for people."""
OPENING, CLOSING = "'\"(‘“", "'\")’”"
ENDING = ",;:.?!"
JOINING = {"or", "and", "to"}
ADVISING = {"say", "or", "may", "can", "must", "first", "then", "expected"}
"""A word after one of these is advice."""


def check_line(line: str) -> None:
    """Check that this is one short line, fit for people.

    :raises Broken: if it is not.
    """
    holds(line, "empty")
    holds(line == " ".join(line.split()), f"not one clean line: {line!r}")
    holds(line.isprintable(), f"not for people: {line!r}")
    holds(len(line) <= LONGEST_REASON, f"{len(line)} characters: {line}")
    holds(not RAW.search(line), f"raw: {line}")


def recommended(moves: MoveList, reason: str) -> list[Move]:
    """The moves that a reason recommends, in its order."""
    words = [Word(text) for text in reason.split()]
    found: list[Move] = []
    at = 0
    while at < len(words):
        run = run_at(moves, words, at)
        if not run or (run == 1 and not is_advice(words, at)):
            at += 1
            continue
        text = said(words[at : at + run])
        found.append(moves.parse(text))
        at += run
        head = text.rpartition(" ")[0]
        while head:
            more = alternatives(moves, head, words, at)
            if not more:
                break
            found += more
            at += 2 if words[at].text in JOINING else 1
    return found


class Word:
    """A word of a sentence, without quotation marks and punctuation."""

    def __init__(self, written: str) -> None:
        bare = written.lstrip(OPENING)
        self.quoted = bare != written
        self.text = bare.rstrip(CLOSING + ENDING)
        self.ends = self.text != bare
        self.comma = bare.endswith(",")


def said(words: list[Word]) -> str:
    """The words as text, without quotation marks and punctuation."""
    return " ".join([word.text for word in words])


def is_advice(words: list[Word], at: int) -> bool:
    """Is this word advice: is it quoted, or at the beginning of a clause, or after `ADVISING`?"""
    return words[at].quoted or at == 0 or words[at - 1].ends or words[at - 1].text in ADVISING


def run_at(moves: MoveList, words: list[Word], at: int) -> int:
    """The length in words of the longest move that begins here; 0 if there is none."""
    longest = 0
    for run in range(1, min(LONGEST_RUN, len(words) - at) + 1):
        text = said(words[at : at + run])
        if moves.find(text):
            longest = run
        if words[at + run - 1].ends:
            break
    return longest


def alternatives(moves: MoveList, head: str, words: list[Word], at: int) -> list[Move]:
    """The further moves of a list or span that began with a move: after "bid 2", those of "to 4".
    `head` is that move without its last word.
    """
    if at >= len(words):
        return []
    before, here = words[at - 1], words[at]
    joined = here.text in JOINING and at + 1 < len(words)
    if not joined and not before.comma:
        return []
    last = words[at + 1] if joined else here
    if not moves.find(f"{head} {last.text}"):
        return []
    if here.text == "to" and before.text.isdecimal() and last.text.isdecimal():
        span = range(int(before.text) + 1, int(last.text) + 1)
        holds(span, f"an empty span: {before.text} to {last.text}")
        return [moves.parse(f"{head} {number}") for number in span]
    return [moves.parse(f"{head} {last.text}")]
