"""What is cut off, covered or too small for a finger, on screens of all sizes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page

FAULTS: Final = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


class Screen(NamedTuple):
    """A window, and how large its text is."""

    width: int
    height: int
    text: int = 100


SMALLEST: Final = Screen(360, 740)
TABLET: Final = Screen(768, 1024)
LARGE: Final = Screen(390, 844, 150)
SCREENS: Final = (SMALLEST, Screen(390, 844), Screen(430, 932), TABLET, LARGE, Screen(1280, 720))
FEW: Final = (SMALLEST, TABLET, LARGE)
WHOLE: Final = (Screen(390, 844), Screen(1280, 720))
"""Where a whole table is in sight, and nothing is scrolled, unless names are very long."""


def faults(
    page: Page, where: str, screens: tuple[Screen, ...] = FEW, *, whole: bool = False
) -> list[str]:
    """What is wrong, and on which screens; `whole`: what is higher than the window is so, too."""
    found = []
    for width, height, text in screens:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "(size) => document.documentElement.style.setProperty('--size', size)", text / 100
        )
        told = json.dumps({"finger": width < 1000, "big": text > 100, "whole": whole})
        lines = page.evaluate(f"({FAULTS})({told})")
        found += [f"{where} at {width}, {text} %: {line}" for line in lines]
    return found


def too_wide(page: Page, where: str) -> list[str]:
    """On which screens with usual text a page would have to be scrolled sideways."""
    usual = tuple(screen for screen in SCREENS if screen != LARGE)
    return [line for line in faults(page, where, usual) if "px too wide" in line]
