"""The games for PettingZoo, OpenSpiel and Gymnasium.

Each is a module of its own and an extra of the package (docs/environments.md). They are referees:
they hold the match and hand out what a seat may know, and nothing else.
"""

from __future__ import annotations


def missing(extra: str) -> ImportError:
    """What to say when the package that an adapter is for is not there."""
    return ImportError(f"microciv.adapters.{extra} needs more: pip install microciv[{extra}]")
