"""An example of a bot: it plays its choice of moves on a small scale, by what they say they are.

microciv arena 5x --bots "random,easy,mine=cmd:python example_bot.py"
python example_bot.py http://127.0.0.1:8000/t/TABLE
"""

from __future__ import annotations

import random
import sys
from typing import Any

from microciv_client import play  # type: ignore[import-not-found]  # it lies beside this file

DULL = ("pass", "decline", "done", "stop", "end")
chance = random.Random()  # noqa: S311  # no secret


def begin(match: dict[str, Any]) -> None:
    """The same seed, the same match."""
    chance.seed(match["seed"])


def choose(question: dict[str, Any], _match: dict[str, Any]) -> str:
    """Any move that does something, each as likely; what does nothing only where nothing else is
    legal.
    """
    moves = [move for move in question["legal"] if move.get("verb") not in DULL]
    return str(chance.choice(moves or question["legal"])["text"])


def over(ending: dict[str, Any], match: dict[str, Any]) -> None:
    """Notes go to standard error."""
    place = ending["places"][match["seat"]]
    sys.stderr.write(f"match {match['match']} of {match['game']}: place {place}\n")


if __name__ == "__main__":
    play(choose, "example", begin=begin, over=over)
