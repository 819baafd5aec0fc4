"""The measured effects of a game's switches: kept as numbers in the game's package, and shown with
the switch as sentences in the current language. `microciv study rulings` measures them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, final

from microciv.core.options import OptionInfo
from microciv.games import about, open_game
from microciv.measures import SHARE, measure_of
from microciv.names import Names
from microciv.speech import language, number, t
from microciv.texts import texts_for
from microciv.texts.words import Texts

FILE: Final = "effects.json"


@final
@dataclass(frozen=True)
class Effect:
    """A number that a choice changes: its values before and after, and their difference."""

    subject: tuple[str, ...]  # of the finding, such as ("length", "rounds")
    was: float
    found: float
    difference: float
    error: float  # half the width of the difference's 95 % interval

    def told(self, names: Names) -> str:
        share = measure_of(self.subject).unit == SHARE
        scale, digits, unit = (100, 1, " %") if share else (1, 2, "")
        found, was, gap, error = [
            number(scale * value, digits)
            for value in (self.found, self.was, abs(self.difference), self.error)
        ]
        return t(
            "{title}: {found} (was {was}; {change})",
            title=names.title(self.subject),
            found=f"{found}{unit}",
            was=was,
            change=f"{'−' if self.difference < 0 else '+'}{gap} ± {error}",
        )


@final
@dataclass(frozen=True)
class Measured:
    """What was measured for one choice of a switch, compared with the default."""

    option: str
    choice: Any
    variant: str  # under which both were played; "" for the default rules
    matches: int  # of each
    differ: int  # how many of them differ in anything that happened
    results: int  # how many of them differ in the final ranking
    sees: float  # the smallest difference in a share of wins that would have been detected
    effects: tuple[Effect, ...]  # those that stand out, the largest first

    def told(self, names: Names, variant: str) -> str:
        """The result in sentences, without naming the choice; `variant` is the variant's name."""
        count = number(self.matches)
        if not self.differ:
            return (
                t("none of {count} matches differs with {variant}.", count=count, variant=variant)
                if variant
                else t("none of {count} matches differs.", count=count)
            )
        head = f"{self._differ(variant)}, {self._ranks()}"
        if self.effects:
            return f"{head}. {self.effects[0].told(names)}."
        seen = number(100 * self.sees, 1)
        if not round(100 * self.sees, 1):
            return t("{head}; no difference that {count} matches can see.", head=head, count=count)
        return t(
            "{head}; no difference that {count} matches can see (of wins they would see {seen}"
            " points).",
            head=head,
            count=count,
            seen=seen,
        )

    def _differ(self, variant: str) -> str:
        if self.differ == self.matches:
            return (
                t("all matches differ with {variant}", variant=variant)
                if variant
                else t("all matches differ")
            )
        share = percent(self.differ, self.matches)
        return (
            t("{share} of matches differ with {variant}", share=share, variant=variant)
            if variant
            else t("{share} of matches differ", share=share)
        )

    def _ranks(self) -> str:
        if not self.results:
            return t("none in who comes where")
        if self.results == self.matches:
            return t("all in who comes where")
        return t("{share} in who comes where", share=percent(self.results, self.matches))


@final
@dataclass(frozen=True)
class Effects:
    """What was measured for all switches of a game, and when and how."""

    rules: int  # the version of the rules
    version: str  # of microciv
    date: str
    seats: int
    players: str  # levels, separated by ", "
    seed: int  # of the first deal
    measured: tuple[Measured, ...]

    def of(self, option: str) -> list[Measured]:
        """The choices of this switch that were measured."""
        return [one for one in self.measured if one.option == option]

    def told(self, info: OptionInfo, names: Names, texts: Texts | None = None) -> str:
        """What each choice of the switch does, in sentences. Choices and variants are written as
        they are typed, or with their names in these texts.
        """
        found = self.of(info.name)
        if not found:
            return t("Not measured.")
        told = [one.told(names, _variant(one.variant, texts)) for one in found]
        if len(info.choices) == 2 and len(found) == 1:
            return told[0][0].upper() + told[0][1:]
        choices = [
            typed(one.choice) if texts is None else texts.choice(one.option, one.choice)
            for one in found
        ]
        return " ".join([f"{one}: {words}" for one, words in zip(choices, told, strict=True)])

    def how(self, names: Names) -> str:
        """How this was measured, in sentences."""
        most = max([one.matches for one in self.measured], default=0)
        players = tuple(self.players.split(", "))
        return t(
            "Measured on {date} with microciv {version}: each choice beside the default, {table},"
            " up to {most} matches of each on the same deals; intervals are 95 %. Bots are not"
            " people.",
            date=self.date,
            version=self.version,
            table=names.table(self.seats, players),
            most=number(most),
        )


@cache
def effects_of(game: str) -> Effects | None:
    """The effects in the game's package; None if nothing was measured."""
    package = package_of(game)
    if package is None or not (package / FILE).is_file():
        return None
    return effects_from(read(package / FILE))


def read(file: Traversable) -> Any:  # noqa: ANN401  # plain data
    return json.loads(file.read_text(encoding="utf-8"))


def package_of(game: str) -> Traversable | None:
    """The game's package; None if the game is a single module."""
    package = about(game).game.partition(":")[0].rpartition(".")[0]
    return resources.files(package) if package else None


def names_of(game: str) -> Names:
    """The names of a game's things, in the current language."""
    return _names(game, language())


@cache
def _names(game: str, _spoken: str) -> Names:
    return Names(open_game(game, {}))


def measured_of(game: str, info: OptionInfo, *, typed: bool = False) -> str:
    """What a switch of the game does, in sentences; "" if the game was not measured. Choices are
    written as they are typed (`typed`), or in words.
    """
    effects = effects_of(game)
    if effects is None or not info.choices:
        return ""
    return effects.told(info, names_of(game), None if typed else texts_for(game))


def how_measured(game: str) -> str:
    """How that was measured, in sentences; "" if the game was not measured."""
    effects = effects_of(game)
    return "" if effects is None else effects.how(names_of(game))


def effects_from(data: dict[str, Any]) -> Effects:
    """The effects from the data of the file that `written` makes."""
    measured = [
        Measured(**{**row, "effects": tuple([_effect(one) for one in row["effects"]])})
        for row in data["measured"]
    ]
    return Effects(**{**data, "measured": tuple(measured)})


def written(effects: Effects) -> str:
    """The text of the file for a game's package, with a line for each choice."""
    data = asdict(effects)
    rows = [json.dumps(row, ensure_ascii=False) for row in data.pop("measured")]
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = ",\n  ".join(rows)
    return f'{head},\n "measured": [\n  {lines}\n ]\n}}\n'


def percent(part: int, whole: int) -> str:
    """A share above 0 and below 1 in percent, as text that never says 0 % or 100 %."""
    share = 100 * part / whole
    if share < 1:
        return t("fewer than 1 %")
    return t("more than 99 %") if share >= 99.5 else f"{number(share)} %"


def typed(choice: object) -> str:
    """A choice as it is typed."""
    return {True: "on", False: "off"}[choice] if isinstance(choice, bool) else str(choice)


def _variant(name: str, texts: Texts | None) -> str:
    return (texts.look("variants", name, "title") if texts and name else "") or name


def _effect(row: dict[str, Any]) -> Effect:
    return Effect(**{**row, "subject": tuple(row["subject"])})
