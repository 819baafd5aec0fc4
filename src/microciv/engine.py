"""Which engine runs here: the compiled modules, or the same source interpreted."""

from __future__ import annotations

from typing import Literal, TypeAlias

from microciv.core import state

Engine: TypeAlias = Literal["compiled", "interpreted"]


def engine() -> Engine:
    """Which engine runs in this process."""
    return "interpreted" if (state.__file__ or "").endswith(".py") else "compiled"
