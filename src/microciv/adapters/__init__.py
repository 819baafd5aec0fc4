"""The games for PettingZoo, OpenSpiel and Gymnasium.

Each adapter is a module and an extra of the package (docs/environments.md). Adapters are referees:
they hold the match and give each agent what its seat may know, and nothing else.
"""

from __future__ import annotations

import warnings
from numbers import Integral

from microciv.games import left_out


def missing(extra: str) -> ImportError:
    """The error for an adapter whose library is not installed; it names the extra to install."""
    return ImportError(f"microciv.adapters.{extra} needs more: pip install microciv[{extra}]")


def is_whole(value: object) -> bool:
    """Is it a whole number of any kind, NumPy's among them, and not a boolean?"""
    return isinstance(value, Integral) and not isinstance(value, bool)


def warn_of_left_out() -> None:
    """Warn about games of other packages that cannot be registered, and say why. Without this, the
    library would only report an unknown name.
    """
    for line in left_out():
        warnings.warn(line, stacklevel=3)
