"""Things for workers to do. They import nothing: that would be at the cost of their time."""

from __future__ import annotations

import os
import time
from pathlib import Path


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "done"


def note(told: tuple[Path, int]) -> int:
    """Take a moment, and note who did it."""
    path, number = told
    with path.open("a", encoding="utf-8") as notes:
        notes.write(f"{number} {os.getpid()}\n")
    time.sleep(0.02)
    return number
