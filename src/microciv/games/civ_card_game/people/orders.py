"""What may be answered beforehand, for those who play by the day: all that is asked of a seat in
the turns of others.
"""

from __future__ import annotations

from typing import Final

TERMS: Final[dict[str, list[str]]] = {
    "breach": [],
    "repel": [],
    "block": [],
    "yield": [],
    "receive": [],
    "raze": [],
    "vacate": [],
    "surrender": [],
}
