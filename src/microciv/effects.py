"""What every switch of a game does, as it was measured: kept beside the game, told beside the
switch. `microciv study rulings` measures it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, final

from microciv.core.options import OptionInfo
from microciv.games import about

FILE: Final = "effects.json"
PEOPLE: Final = "Bots are not people."
NOT_MEASURED: Final = "Not measured."


@final
@dataclass(frozen=True)
class Effect:
    """A number that the change moves, beside what it was, with half a 95 % interval."""

    what: str  # "Rounds"
    share: bool  # told in percent
    was: float
    found: float
    difference: float
    error: float

    def told(self) -> str:
        """In words."""
        scale, digits, unit = (100, 1, " %") if self.share else (1, 2, "")
        found, was, gap, error = [
            scale * value for value in (self.found, self.was, self.difference, self.error)
        ]
        change = f"{'−' if gap < 0 else '+'}{abs(gap):.{digits}f} ± {error:.{digits}f}"
        return f"{self.what}: {found:.{digits}f}{unit} (was {was:.{digits}f}; {change})"


@final
@dataclass(frozen=True)
class Measured:
    """A choice of a switch beside its default."""

    option: str
    choice: Any
    variant: str  # under which both were played; empty: the default rules
    matches: int
    differ: int  # of them, in anything that happened
    results: int  # of them, in who comes where
    sees: float  # the smallest difference of a share of wins that would have been seen
    effects: tuple[Effect, ...]  # that stand out, the largest first

    def told(self) -> str:
        """In a sentence, without the choice."""
        under = f" with {self.variant}" if self.variant else ""
        if not self.differ:
            return f"none of {self.matches:,} matches differs{under}."
        many = "all" if self.differ == self.matches else f"{percent(self.differ, self.matches)} of"
        places = percent(self.results, self.matches) if self.results else "none"
        head = f"{many} matches differ{under}, {places} in who comes where"
        if self.effects:
            return f"{head}. {self.effects[0].told()}."
        seen = f"{100 * self.sees:.1f}"
        of_wins = f" (of wins they would see {seen} points)" if float(seen) else ""
        return f"{head}; no difference that {self.matches:,} matches can see{of_wins}."


@final
@dataclass(frozen=True)
class Effects:
    """What was measured of a game's switches, when and how."""

    rules: int
    version: str
    date: str
    seats: int
    players: str
    seed: int
    measured: tuple[Measured, ...]

    def of(self, option: str) -> list[Measured]:
        """Every choice of this switch that was measured."""
        return [one for one in self.measured if one.option == option]

    def told(self, info: OptionInfo) -> str:
        """What the switch does, in a sentence for each of its choices."""
        found = self.of(info.name)
        if not found:
            return NOT_MEASURED
        alone = len(info.choices) == 2 and len(found) == 1
        if alone:
            sentence = found[0].told()
            return sentence[0].upper() + sentence[1:]
        return " ".join([f"{said(one.choice)}: {one.told()}" for one in found])

    def how(self) -> str:
        """How it was measured, in a sentence."""
        most = max([one.matches for one in self.measured], default=0)
        return (
            f"Measured on {self.date} with microciv {self.version}: each choice beside the"
            f" default, {self.seats} seats, {self.players}, up to {most:,} matches of each on the"
            f" same deals; intervals are 95 %. {PEOPLE}"
        )


@cache
def effects_of(game: str) -> Effects | None:
    """What the package of the game says of its switches; None if nothing was measured."""
    place = place_of(game)
    if place is None or not (place / FILE).is_file():
        return None
    return effects_from(read(place / FILE))


def read(file: Traversable) -> Any:  # noqa: ANN401  # plain data
    return json.loads(file.read_text(encoding="utf-8"))


def place_of(game: str) -> Traversable | None:
    """The package of the game; None of one that is a module alone."""
    package = about(game).game.partition(":")[0].rpartition(".")[0]
    return resources.files(package) if package else None


def measured_of(game: str, info: OptionInfo) -> str:
    """What a switch of the game does, as it was measured; empty if the game was not."""
    effects = effects_of(game)
    if effects is None or not info.choices:
        return ""
    return effects.told(info)


def effects_from(data: dict[str, Any]) -> Effects:
    """As `written` put them."""
    measured = [
        Measured(**{**row, "effects": tuple([Effect(**one) for one in row["effects"]])})
        for row in data["measured"]
    ]
    return Effects(**{**data, "measured": tuple(measured)})


def written(effects: Effects) -> str:
    """The file, with a line for each choice."""
    data = asdict(effects)
    rows = [json.dumps(row, ensure_ascii=False) for row in data.pop("measured")]
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = ",\n  ".join(rows)
    return f'{head},\n "measured": [\n  {lines}\n ]\n}}\n'


def percent(part: int, whole: int) -> str:
    """A share that is neither none nor all is told so."""
    share = 100 * part / whole
    if share < 1:
        return "fewer than 1 %"
    return f"{share:.0f} %" if share < 99.5 else ("all" if part == whole else "more than 99 %")


def said(choice: object) -> str:
    """A choice as it is typed."""
    return {True: "on", False: "off"}[choice] if isinstance(choice, bool) else str(choice)
