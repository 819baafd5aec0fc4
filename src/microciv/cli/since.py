"""What a seat has missed, in a few lines: its own losses first."""

from __future__ import annotations

from typing import Final

from microciv.cli.ladder import is_heading, says_little
from microciv.cli.looks.look import Captions
from microciv.core.moves import Seat
from microciv.texts import Texts

MOST: Final = 5
SEATS: Final = ("seat", "target", "receiver")


def since_lines(captions: Captions, texts: Texts, mine: Seat) -> list[str]:
    """At most five lines: what the seat has lost, then what else concerns it, then the rest; of
    each kind the last, as they happened.
    """
    losses = texts.names("ladder", "losses")
    kinds: tuple[list[str], list[str], list[str]] = ([], [], [])
    for event, sentence in captions:
        kind = str(event.get("event", ""))
        if is_heading(texts, kind) or says_little(texts, event):
            continue
        loser = event["target"] if "target" in event else event.get("seat")
        concerns = mine in [event.get(part) for part in SEATS]
        at = 0 if kind in losses and loser == mine else 1 if concerns else 2
        if sentence not in kinds[at]:
            kinds[at].append(sentence)
    lines: list[str] = []
    for some in kinds:
        room = MOST - len(lines)
        lines += some[-room:] if room else []
    return lines
