"""What a study asks: a game at some tables, played by these bots, with a change and without.

A plan is a TOML file (docs/study.md), or a few flags of the command line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeGuard, final

from microciv import __version__
from microciv.bots import check_level
from microciv.core.errors import BadOption, BadPlan, MicrocivError
from microciv.core.fields import is_whole_number, no_whole_number, shown
from microciv.core.game import Game
from microciv.core.options import About
from microciv.core.plain import plain
from microciv.files import STANDARD_INPUT, read_cards, read_text, toml_in
from microciv.games import about as about_game
from microciv.games import open_game, players
from microciv.names import Names
from microciv.speech import t

DEFAULT: Final = "default"
CHANGED: Final = "changed"
USUAL_MATCHES: Final = 10_000
LEAST_MATCHES: Final = 2  # one alone has no interval
MOST_MATCHES: Final = 10_000_000
MOST_WIDTH: Final = 50
MOST_MINUTES: Final = 7 * 24 * 60
SECONDS: Final = 60  # of a minute
MOST_SEED: Final = 2**63 - 1
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}", re.ASCII)
BARE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)  # a key of TOML that needs no quotes

OF_A_PLAN: Final = (
    "game",
    "seats",
    "players",
    "matches",
    "width",
    "minutes",
    "seed",
    "arms",
    "tune",
)
OF_AN_ARM: Final = ("variant", "cards", "set")


@final
@dataclass(frozen=True)
class Arm:
    """One way to play: options that are not the default, as plain data; no number of seats."""

    name: str
    options: dict[str, object]


@final
@dataclass(frozen=True)
class Table:
    """How many sit down, and who: by seat in the first match; from match to match everybody moves
    on by a seat.
    """

    seats: int
    players: tuple[str, ...]

    def seated(self, match: int) -> list[str]:
        """Who has which seat in this match."""
        turn = match % self.seats
        return [self.players[(seat - turn) % self.seats] for seat in range(self.seats)]

    def in_bulk(self, game: str) -> bool:
        """Are all its players policies?"""
        return set(self.players) <= set(players(game))


@final
@dataclass(frozen=True)
class Plan:
    """A study. The first arm is the one that the others are compared with."""

    game: str
    arms: tuple[Arm, ...]
    tables: tuple[Table, ...]
    matches: int = USUAL_MATCHES  # of each arm at each table, at the most
    width: float | None = None  # percentage points of wins, on either side, that are enough
    minutes: float | None = None
    seed: int = 0
    first: int | None = None  # matches of each of the first chunks, where somebody waits for them

    def open(self, arm: Arm, table: Table) -> Game:
        """The game as this arm has it, at this table."""
        return open_game(self.game, {**arm.options, "seats": table.seats})

    def names(self) -> Names:
        """Those of its game, as the first arm has it, in the language that is spoken."""
        return Names(self.open(self.arms[0], self.tables[0]))

    def up_to(self, matches: int | None, width: float | None, minutes: float | None) -> Plan:
        """The same plan, with what is given in place of what it says of its end itself."""
        return replace(
            self,
            matches=matches or self.matches,
            width=width or self.width,
            minutes=minutes or self.minutes,
        )

    def asked(self) -> dict[str, object]:
        """What tells matches of this plan from all others. How many are played is no part of it, so
        that a study can be made longer, nor is how they are cut into chunks.
        """
        return {
            "version": __version__,
            "game": self.game,
            "rules": self.open(self.arms[0], self.tables[0]).rules,
            "arms": [[arm.name, arm.options] for arm in self.arms],
            "tables": [[table.seats, *table.players] for table in self.tables],
            "seed": self.seed,
        }

    def key(self) -> str:
        """The same key, the same matches."""
        return hashlib.sha256(json.dumps(self.asked(), sort_keys=True).encode()).hexdigest()[:16]


def read_plan(path: Path) -> Plan:
    """A plan from a file.

    :raises BadPlan: naming the line and the key.
    """
    reader, given = open_plan(path)
    reader.known((), given, OF_A_PLAN)
    game = reader.one((), given, "game", _game)
    about = about_game(game)
    sizes = reader.one((), given, "seats", lambda value: _sizes(value, about), usual_seats(about))
    lineups = reader.one((), given, "players", lambda value: _lineups(value, game), (("easy",),))
    arms = [Arm(DEFAULT, {})]
    for name, changes in reader.one((), given, "arms", mapping, {}).items():
        arm = _read_arm(reader, path, about, sizes, name, changes)
        if name == DEFAULT:
            arms[0] = arm
        else:
            arms.append(arm)
    return Plan(
        game,
        tuple(arms),
        tables_of(sizes, lineups),
        reader.one(
            (),
            given,
            "matches",
            lambda value: whole(value, LEAST_MATCHES, MOST_MATCHES),
            USUAL_MATCHES,
        ),
        reader.one((), given, "width", lambda value: _number(value, 0.01, MOST_WIDTH), None),
        reader.one((), given, "minutes", lambda value: _number(value, 0.01, MOST_MINUTES), None),
        reader.one((), given, "seed", lambda value: whole(value, 0, MOST_SEED), 0),
    )


def open_plan(path: Path) -> tuple[Reader, dict[str, Any]]:
    """The file of a plan, and what it says.

    :raises BadPlan: if it cannot be read or is no TOML.
    """
    try:
        text = read_text(path)
        return Reader(str(path), text), toml_in(path, text)
    except MicrocivError as error:
        raise BadPlan(str(error)) from None


def _read_arm(
    reader: Reader,
    path: Path,
    about: About,
    sizes: tuple[int, ...],
    name: str,
    changes: object,
) -> Arm:
    """First the variant's options, then the cards, then what is set."""
    at = ("arms", name)
    if not NAME.fullmatch(name):
        raise reader.refused(at, t("expected a name of small letters, digits, - and _"))
    given = reader.check(at, lambda: mapping(changes))
    reader.known(at, given, OF_AN_ARM)
    options: dict[str, object] = {
        **reader.one(at, given, "variant", lambda value: _variant(value, about), {}),
        **reader.one(at, given, "cards", lambda value: _cards(value, about, path.parent), {}),
        **reader.one(at, given, "set", mapping, {}),
    }
    reader.check((*at, "set"), lambda: settle(about.name, options, sizes))
    return Arm(name, options)


def goes_on() -> str:
    """What is said of a study that could not be played to its end."""
    return t("what was played before is kept, the same command goes on")


def usual_seats(about: About) -> tuple[int, ...]:
    """Four where that is possible."""
    return (4,) if 4 in about.seats else (about.seats[0],)


def plan_of_change(
    game: str,
    options: dict[str, object],
    sizes: tuple[int, ...],
    lineups: list[str],
    matches: int = USUAL_MATCHES,
    *,
    against: dict[str, object] | None = None,
    minutes: float | None = None,
    seed: int = 0,
) -> Plan:
    """The default rules, or those `against` which it is, and beside them these options, if they
    change anything.

    :raises BadOption: for what cannot be played.
    """
    base = against or {}
    for arm in (base, options):
        settle(game, arm, sizes)
    changes = (Arm(CHANGED, options),) if options != base else ()
    tables = tables_of(sizes, tuple([read_lineup(game, text) for text in lineups]))
    arms = (Arm(DEFAULT, base), *changes)
    return Plan(game, arms, tables, matches, minutes=minutes, seed=seed)


def settle(game: str, options: dict[str, object], sizes: tuple[int, ...]) -> None:
    """See that the game can be played so at all these tables.

    :raises BadOption: saying what cannot be.
    """
    if "seats" in options:
        raise BadOption(t("seats: the numbers of seats stand in --seats, or in a plan's own key"))
    for seats in sizes:
        open_game(game, {**options, "seats": seats})


def read_lineup(game: str, text: str) -> tuple[str, ...]:
    """Bots by their levels, `easy,hard` or `easy,easy:never-attacks`; they take turns around the
    table.

    :raises BadOption: naming the levels and restrictions that there are.
    """
    names = tuple([name.strip() for name in text.split(",")])
    for name in names:
        check_level(name, game)
    return names


def tables_of(sizes: tuple[int, ...], lineups: tuple[tuple[str, ...], ...]) -> tuple[Table, ...]:
    """Every line-up at every number of seats."""
    return tuple(
        [
            Table(seats, tuple([lineup[seat % len(lineup)] for seat in range(seats)]))
            for lineup in lineups
            for seats in sizes
        ]
    )


@final
class Reader:
    """Reads the keys of a plan, and refuses one at its line."""

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        self.text = text

    def known(self, at: tuple[str, ...], given: dict[str, Any], keys: tuple[str, ...]) -> None:
        """See that a table has no other keys than these.

        :raises BadPlan: naming the line of one, and the keys that there are.
        """
        for key in given:
            if key not in keys:
                raise self.refused(
                    (*at, key), t("no such key; there are {keys}", keys=", ".join(keys))
                )

    def one(
        self,
        at: tuple[str, ...],
        given: dict[str, Any],
        key: str,
        read: Callable[[Any], Any],
        usual: Any = ...,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """The value of a key, as `read` makes it; `usual` where it is not given.

        :raises BadPlan: if it cannot be read, or is missing and there is no usual value.
        """
        if key not in given:
            if usual is ...:
                raise self.refused((*at, key), t("is missing"))
            return usual
        return self.check((*at, key), lambda: read(given[key]))

    def check(self, at: tuple[str, ...], read: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What `read` returns.

        :raises BadPlan: where it raises BadOption or ValueError.
        """
        try:
            return read()
        except (BadOption, ValueError) as error:
            raise self.refused(at, str(error)) from None

    def refused(self, at: tuple[str, ...], why: str) -> BadPlan:
        """The error about the key at this path of keys, with its line."""
        where = t("{file}, line {line}", file=self.where, line=line_of(self.text, at))
        return BadPlan(f"{where}: {'.'.join(at)}: {why}")


def line_of(text: str, at: tuple[str, ...]) -> int:
    """The line of a TOML file on which this key stands; of the last part of it that is there."""
    found, deepest = 1, 0
    header: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if words.startswith("["):
            header = _parts(words.strip("[] "))
            depth = _shared(header, at)
        else:
            depth = _shared((*header, *_parts(words.partition("=")[0])), at)
        if depth > deepest:
            found, deepest = number, depth
    return found


def _parts(key: str) -> tuple[str, ...]:
    return tuple([part.strip(" \"'") for part in key.split(".")])


def _shared(key: tuple[str, ...], at: tuple[str, ...]) -> int:
    depth = 0
    for one, other in zip(key, at, strict=False):
        if one != other:
            break
        depth += 1
    return depth


def _game(value: object) -> str:
    if not isinstance(value, str):
        raise BadOption(t("expected the name of a game, not {given}", given=shown(value)))
    return about_game(value).name


def _sizes(value: object, about: About) -> tuple[int, ...]:
    sizes = value if isinstance(value, list) else [value]
    for size in sizes:
        if type(size) is not int or size not in about.seats:
            there = ", ".join([str(count) for count in about.seats])
            raise BadOption(
                t(
                    "expected numbers of seats ({seats}), not {given}",
                    seats=there,
                    given=shown(size),
                )
            )
    if not sizes:
        raise BadOption(t("expected a number of seats at the least"))
    return tuple(dict.fromkeys(sizes))


def _lineups(value: object, game: str) -> tuple[tuple[str, ...], ...]:
    texts: list[object] = value if isinstance(value, list) else [value]
    lineups: dict[tuple[str, ...], None] = {}
    for text in texts:
        if not isinstance(text, str):
            raise BadOption(
                t("expected bots such as 'easy' or 'easy,hard', not {given}", given=shown(text))
            )
        lineups[read_lineup(game, text)] = None
    if not lineups:
        raise BadOption(t("expected one line-up at the least, such as 'easy'"))
    return tuple(lineups)


def _variant(value: object, about: About) -> dict[str, object]:
    for variant in about.variants:
        if variant.name == value:
            return dict(variant.options)
    there = ", ".join([variant.name for variant in about.variants]) or t("none")
    raise BadOption(t("expected a variant ({names}), not {given}", names=there, given=shown(value)))


def _cards(value: object, about: About, beside: Path) -> dict[str, object]:
    if not isinstance(value, str) or value == STANDARD_INPUT:
        raise BadOption(t("expected the name of a file, not {given}", given=shown(value)))
    return dict(read_cards(beside / value, about))


def mapping(value: object) -> dict[str, Any]:
    """The value, if it is a table.

    :raises BadOption: if it is not.
    """
    if not isinstance(value, dict):
        raise BadOption(t("expected a table, not {given}", given=shown(value)))
    return value


def whole(value: object, least: int, most: int) -> int:
    """The value, if it is a whole number from the least to the most.

    :raises BadOption: if it is not.
    """
    if not is_whole_number(value, least, most):
        raise BadOption(no_whole_number(least, most, value))
    return value


def is_number(value: object) -> TypeGuard[float]:
    """Is it one, and no truth value?"""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: object, least: float, most: float) -> float:
    if not is_number(value) or not least <= value <= most:
        raise BadOption(
            t(
                "expected a number from {low} to {high}, not {given}",
                low=least,
                high=most,
                given=shown(value),
            )
        )
    return float(value)


def written(plan: Plan) -> str:
    """The plan as the file that `read_plan` reads; with all changes in it, cards too."""
    sizes = dict.fromkeys([table.seats for table in plan.tables])
    widest = [table.players for table in plan.tables if table.seats == max(sizes)]
    keys: dict[str, object] = {
        "game": plan.game,
        "seats": list(sizes),
        "players": [",".join(_turn(players)) for players in widest],
        "matches": plan.matches,
        "width": plan.width,
        "minutes": plan.minutes,
        "seed": plan.seed,
    }
    lines = [f"{key} = {toml(value)}" for key, value in keys.items() if value is not None]
    for arm in plan.arms:
        if arm.options or arm.name != DEFAULT:
            lines += ["", f"[arms.{arm.name}.set]"]
            lines += [f"{toml_key(name)} = {toml(value)}" for name, value in arm.options.items()]
    return "\n".join(lines) + "\n"


def _turn(players: tuple[str, ...]) -> tuple[str, ...]:
    """The shortest line-up that, repeated, seats them so."""
    return next(
        players[:length]
        for length in range(1, len(players) + 1)
        if all(player == players[seat % length] for seat, player in enumerate(players))
    )


def toml(value: object) -> str:
    """A value on one line; a text of JSON is one of TOML, but for one letter."""
    value = plain(value)
    if isinstance(value, dict):
        return (
            "{ "
            + ", ".join([f"{toml_key(key)} = {toml(one)}" for key, one in value.items()])
            + " }"
        )
    if isinstance(value, list):
        return "[" + ", ".join([toml(one) for one in value]) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(name: str) -> str:
    """A key, in quotes if it needs them."""
    return name if BARE.fullmatch(name) else toml(name)
