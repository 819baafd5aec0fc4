"""Are ratings what they say? People of known strength play, and are rated from nothing.

A line says, after a number of matches each: the root of the mean squared error, the mean of the
spread that ratings admit, the error in such spreads (1: as wide as it says), and how far apart
people are rated in proportion to how far they are.
"""

from __future__ import annotations

import argparse
from math import exp, sqrt
from random import Random
from statistics import fmean
from typing import Final

from microciv.server.ratings import NEWCOMER, SCALE, SETTLED, Standing, rate

AFTER: Final = (10, 20, 40, 100)


def order_of(seats: list[int], strengths: list[float], chance: Random) -> list[int]:
    """Who comes first, second and so on, each in proportion to strength among those left."""
    left, order = [*seats], []
    while left:
        [one] = chance.choices(left, [exp(strengths[other] / SCALE) for other in left])
        left.remove(one)
        order.append(one)
    return order


def line(matches: int, standings: list[Standing], strengths: list[float]) -> str:
    """How ratings fare."""
    pairs = [*zip(standings, strengths, strict=True)]
    error = sqrt(fmean([(one.points - true) ** 2 for one, true in pairs]))
    score = sqrt(fmean([((one.points - true) / one.spread) ** 2 for one, true in pairs]))
    middle, centre = fmean(strengths), fmean([one.points for one in standings])
    along = fmean([(one.points - centre) * (true - middle) for one, true in pairs])
    slope = along / fmean([(true - middle) ** 2 for true in strengths])
    settled = len([one for one in standings if one.spread <= SETTLED]) / len(standings)
    spread = fmean([one.spread for one in standings])
    return (
        f"{matches:4} matches: error {error:4.0f}, spread {spread:4.0f}, in spreads {score:.2f},"
        f" slope {slope:.2f}, {settled:4.0%} settled"
    )


def main() -> None:
    """Rate people of normally distributed strength, by number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--apart", type=float, default=200.0, help="their standard deviation")
    people, apart = vars(parser.parse_args()).values()
    for seats in (2, 3, 4, 6, 7):
        print(f"{seats} seats")
        chance = Random(5)
        strengths = [chance.gauss(NEWCOMER.points, apart) for _ in range(people)]
        standings = [NEWCOMER] * people
        for number in range(1, AFTER[-1] * people // seats + 1):
            order = order_of(chance.sample(range(people), seats), strengths, chance)
            after = rate([standings[one] for one in order], [*range(seats)])
            for one, found in zip(order, after, strict=True):
                standings[one] = found
            for matches in AFTER:
                if number == matches * people // seats:
                    print(line(matches, standings, strengths))


if __name__ == "__main__":
    main()
