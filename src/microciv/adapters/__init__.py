"""The games for PettingZoo, OpenSpiel and Gymnasium.

Each is a module of its own and an extra of the package (docs/environments.md). They are referees:
they hold the match and hand out what a seat may know, and nothing else.
"""

from __future__ import annotations

import warnings

from microciv.games import left_out


def missing(extra: str) -> ImportError:
    """What to say when the package that an adapter is for is not there."""
    return ImportError(f"microciv.adapters.{extra} needs more: pip install microciv[{extra}]")


def warn_of_left_out() -> None:
    """Say which games of other packages cannot be registered: the libraries would only say that
    there are none of these names.
    """
    for line in left_out():
        warnings.warn(line, stacklevel=3)
