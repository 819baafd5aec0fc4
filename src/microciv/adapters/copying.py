"""How environments are copied."""

from __future__ import annotations

import copy
from typing import Self


class Independent:
    """The base of environments, whose copies play on independently. Python's shallow copy would
    share the running match: a step in one would be a step in the other.
    """

    def __copy__(self) -> Self:
        return copy.deepcopy(self)
