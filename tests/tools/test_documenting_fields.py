"""The reference shows what stands behind fields, and the words of options."""

from __future__ import annotations

import griffe

from tools.documenting_fields import Fields

SOURCE = '''
class Options:
    seats: int
    rounds: int = number(5, "How many rounds?", "X-1", 1, 9)
    ties: str = ruling("all", "Who wins ties?", "X-2", ("all", "none"))
    points: int = points("A")
    hand: int  # how many cards
    type: Any  # noqa: ANN401
    told: int  # not shown
    """Said by itself."""
'''


def test_fields_are_told_by_their_comments_or_their_declaration():
    with griffe.temporary_visited_module(
        SOURCE, extensions=griffe.load_extensions(Fields)
    ) as module:
        options = module["Options"]
        told = {
            name: field.docstring.value
            for name, field in options.members.items()
            if field.docstring is not None
        }
    assert told == {
        "rounds": "How many rounds? (X-1)",
        "ties": "Who wins ties? (X-2)",
        "hand": "How many cards.",
        "told": "Said by itself.",
    }
