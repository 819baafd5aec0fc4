"""Points as people write them: 4½, not 4.5."""

from __future__ import annotations

from fractions import Fraction

VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def points_text(score: int, unit: int) -> str:
    """A score counted in parts of a point: 9 halves are "4½"."""
    sign = "−" if score < 0 else ""
    whole, rest = divmod(abs(score), unit)
    if not rest:
        return f"{sign}{whole}"
    part = Fraction(rest, unit)
    if part in VULGAR:
        return f"{sign}{whole or ''}{VULGAR[part]}"
    return f"{sign}{whole + rest / unit:g}"
