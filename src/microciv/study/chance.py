"""Statistics without SciPy: Student's t distribution, and the false discovery rate."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist
from typing import Final

TINY: Final = 1e-300
CLOSE: Final = 1e-15  # relative error at which iterations stop
TERMS: Final = 500  # of a continued fraction: it takes about the root of the larger parameter
ROUNDS: Final = 60  # of Newton's method, which takes 3 to 6


def student_below(degrees: int, value: float) -> float:
    """The probability that Student's t with these degrees of freedom is below this value."""
    square = value * value
    rest = square / (degrees + square)
    tail = _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + square), rest) / 2
    return tail if value < 0 else 1 - tail


@lru_cache(1000)  # a study asks for the same few again and again
def student_quantile(degrees: int, share: float) -> float:
    """The value below which Student's t with these degrees of freedom is with this probability."""
    if share < 0.5:
        return -student_quantile(degrees, 1 - share)
    value = NormalDist().inv_cdf(share)
    for _ in range(ROUNDS):
        change = (share - student_below(degrees, value)) / _student_density(degrees, value)
        value += change
        if abs(change) <= CLOSE * max(1.0, abs(value)):
            break
    return value


def false_discovery(ps: list[float]) -> list[float]:
    """The adjusted p values, in the order given: of those below a level, the expected share of
    false discoveries is at most that level (Benjamini and Hochberg 1995).
    """
    adjusted = [0.0] * len(ps)
    least = 1.0
    for rank, index in reversed([*enumerate(sorted(range(len(ps)), key=ps.__getitem__), 1)]):
        least = min(least, ps[index] * len(ps) / rank)
        adjusted[index] = least
    return adjusted


def _student_density(degrees: int, value: float) -> float:
    norm = lgamma((degrees + 1) / 2) - lgamma(degrees / 2)
    power = (degrees + 1) / 2 * log(1 + value * value / degrees)
    return exp(norm - power) / sqrt(degrees * pi)


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """The regularized incomplete beta function at x, by its continued fraction and Lentz's method;
    `rest` is 1 - x.
    """
    if rest <= 0 or x <= 0:
        return 1.0 if x > 0 else 0.0
    norm = lgamma(a + b) - lgamma(a) - lgamma(b)
    # Of two numbers that add up to 1, the smaller one is the more precise.
    logs = (log(x), log1p(-x)) if x < rest else (log1p(-rest), log(rest))
    front = exp(norm + a * logs[0] + b * logs[1])
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, TERMS):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + part * d)
            c = _away(1 + part / c)
            whole *= c * d
        if abs(c * d - 1) < CLOSE:
            break
    return whole


def _away(value: float) -> float:
    """The value, or a tiny number instead of one so near 0 that dividing by it would fail."""
    return value if abs(value) > TINY else TINY
