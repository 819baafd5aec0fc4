"""The plan of a study: which game, with which changes, at which tables, by which bots.

A plan is read from a TOML file (docs/study.md), or made from command-line flags.
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
from microciv.core.options import About, differing
from microciv.core.plain import plain
from microciv.files import STANDARD_INPUT, read_cards, read_text, toml_in
from microciv.games import about as about_game
from microciv.games import open_game, players, usual_player
from microciv.names import Names
from microciv.speech import t

DEFAULT: Final = "default"
CHANGED: Final = "changed"
USUAL_MATCHES: Final = 10_000
LEAST_MATCHES: Final = 2  # a single match has no interval
MOST_MATCHES: Final = 10_000_000
MOST_WIDTH: Final = 50
MOST_MINUTES: Final = 7 * 24 * 60
SECONDS: Final = 60  # in a minute
MOST_SEED: Final = 2**63 - 1
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}", re.ASCII)
BARE: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)  # a TOML key that needs no quotes

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
    """One way to play: the options that differ from the default, as plain data, without the number
    of seats.
    """

    name: str
    options: dict[str, object]


@final
@dataclass(frozen=True)
class Table:
    """The number of seats, and the players by seat in the first match. From match to match all
    players move on by one seat.
    """

    seats: int
    players: tuple[str, ...]

    def seated(self, match: int) -> list[str]:
        """The players by seat in this match."""
        turn = match % self.seats
        return [self.players[(seat - turn) % self.seats] for seat in range(self.seats)]

    def in_bulk(self, game: str) -> bool:
        """Are all its players policies, so that its matches are played in bulk?"""
        return set(self.players) <= set(players(game))


@final
@dataclass(frozen=True)
class Plan:
    """What a study plays and when it stops. All arms are compared with the first one."""

    game: str
    arms: tuple[Arm, ...]
    tables: tuple[Table, ...]
    matches: int = USUAL_MATCHES  # of each arm at each table, at most
    width: float | None = None  # stop when all wins are known to ± this many percentage points
    minutes: float | None = None  # stop after this time
    seed: int = 0  # of the first deal; the next ones follow
    first: int | None = None  # matches in each of the first chunks, if somebody is waiting

    def open(self, arm: Arm, table: Table) -> Game:
        """The game with this arm's options, for this table's number of seats."""
        return open_game(self.game, {**arm.options, "seats": table.seats})

    def is_idle(self, arm: Arm) -> bool:
        """Is it the same game as that of the first arm, under another name?"""
        base = self.arms[0]
        return arm is not base and bool(
            idle(self.game, base.options, arm.options, self.tables[0].seats)
        )

    def idle(self) -> list[str]:
        """The arms that change nothing, a line each that says why."""
        base, seats = self.arms[0].options, self.tables[0].seats
        found = [(arm.name, idle(self.game, base, arm.options, seats)) for arm in self.arms[1:]]
        return [f"{name}: {why}" for name, why in found if why]

    def names(self) -> Names:
        """The names of the game's things, under the first arm's options, in the current
        language.
        """
        return Names(self.open(self.arms[0], self.tables[0]))

    def up_to(self, matches: int | None, width: float | None, minutes: float | None) -> Plan:
        """The same plan, in which those of these limits that are given replace its own."""
        return replace(
            self,
            matches=matches or self.matches,
            width=width or self.width,
            minutes=minutes or self.minutes,
        )

    def asked(self) -> dict[str, object]:
        """All that determines the plan's matches, as plain data. How many are played is not part of
        it, so that a study can be extended; nor is the size of its chunks.
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
        """A hash of `asked()`: plans with the same key play the same matches."""
        return hashlib.sha256(json.dumps(self.asked(), sort_keys=True).encode()).hexdigest()[:16]


def read_plan(path: Path) -> Plan:
    """Read a plan from a file.

    :raises BadPlan: if it is wrong; the message names the line and the key.
    """
    reader, given = open_plan(path)
    reader.known((), given, OF_A_PLAN)
    game = reader.one((), given, "game", _game)
    about = about_game(game)
    sizes = reader.one((), given, "seats", lambda value: _sizes(value, about), usual_seats(about))
    lineups = reader.one(
        (), given, "players", lambda value: _lineups(value, game), ((usual_player(game),),)
    )
    arms = [Arm(DEFAULT, {})]
    for name, changes in reader.one((), given, "arms", mapping, {}).items():
        arm = _read_arm(reader, path, about, sizes, name, changes)
        if name == DEFAULT:
            arms[0] = arm
        else:
            arms.append(arm)
    refuse_if_idle(reader, game, arms, sizes[0])
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


def refuse_if_idle(reader: Reader, game: str, arms: list[Arm], seats: int) -> None:
    """Check that at least one arm besides the first changes something, if there are any.

    :raises BadPlan: if none does; the error names the first of them.
    """
    base = arms[0].options
    whys = [idle(game, base, arm.options, seats) if arm.options != base else "" for arm in arms[1:]]
    if whys and all(whys):
        raise reader.refused(("arms", arms[1].name), whys[0])


def open_plan(path: Path) -> tuple[Reader, dict[str, Any]]:
    """A reader for the file of a plan, and the file's data.

    :raises BadPlan: if the file cannot be read or is not TOML.
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
    """An arm: the variant's options, overridden by its cards, overridden by `set`."""
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
    """The end of every message about a study that had to stop early."""
    return t("what was played before is kept, the same command goes on")


def usual_seats(about: About) -> tuple[int, ...]:
    """The default numbers of seats: 4, or the lowest that the game has."""
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
    """A plan made from flags: an arm with the default rules, or with the options `against`, and one
    with these options, if they differ.

    :raises BadOption: for options that cannot be played, or that change nothing.
    """
    base = against or {}
    for arm in (base, options):
        settle(game, arm, sizes)
    if options != base and (why := idle(game, base, options, sizes[0])):
        raise BadOption(why)
    changes = (Arm(CHANGED, options),) if options != base else ()
    tables = tables_of(sizes, tuple([read_lineup(game, text) for text in lineups]))
    arms = (Arm(DEFAULT, base), *changes)
    return Plan(game, arms, tables, matches, minutes=minutes, seed=seed)


def settle(game: str, options: dict[str, object], sizes: tuple[int, ...]) -> None:
    """Check that the game can be played with these options at all these numbers of seats.

    :raises BadOption: if it cannot; the message says why.
    """
    if "seats" in options:
        raise BadOption(t("seats: the numbers of seats stand in --seats, or in a plan's own key"))
    for seats in sizes:
        open_game(game, {**options, "seats": seats})


def idle(game: str, base: dict[str, object], options: dict[str, object], seats: int) -> str:
    """Why these options change nothing of the game with the options `base`; "" if they do."""
    try:
        before, after = [
            open_game(game, {**arm, "seats": seats}).options for arm in (base, options)
        ]
    except BadOption:
        return ""  # what is wrong with them is told where they are read
    if differing(before, after):
        return ""
    same = [
        t(
            "{option} is {value} by default: this changes nothing",
            option=name,
            value=_as_set(getattr(after, name)),
        )
        for name in options
        if name not in base
    ]
    return "; ".join(same) or same_game()


def same_game() -> str:
    """What is said of an arm that changes nothing."""
    return t("This is the same game as that of the first arm: nothing is changed.")


def _as_set(value: object) -> str:
    """A value as --set reads it, if it is a simple one."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return value if isinstance(value, str) else shown(value)


def read_lineup(game: str, text: str) -> tuple[str, ...]:
    """The levels in a text such as `easy,hard` or `easy,easy:never-attacks`.

    :raises BadOption: for an unknown level or restriction; the message lists those that there are.
    """
    names = tuple([name.strip() for name in text.split(",")])
    for name in names:
        check_level(name, game)
    return names


def tables_of(sizes: tuple[int, ...], lineups: tuple[tuple[str, ...], ...]) -> tuple[Table, ...]:
    """Every line-up at every number of seats; its levels are repeated around the table."""
    return tuple(
        [
            Table(seats, tuple([lineup[seat % len(lineup)] for seat in range(seats)]))
            for lineup in lineups
            for seats in sizes
        ]
    )


@final
class Reader:
    """Reads the keys of a plan; its errors name the line."""

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        self.text = text

    def known(self, at: tuple[str, ...], given: dict[str, Any], keys: tuple[str, ...]) -> None:
        """Check that the TOML table at this path has no keys other than these.

        :raises BadPlan: for an unknown key; the message names its line, and the known keys.
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
        """The value of a key, converted by `read`; `usual` if the key is missing.

        :raises BadPlan: if `read` refuses it, or it is missing and there is no `usual`.
        """
        if key not in given:
            if usual is ...:
                raise self.refused((*at, key), t("is missing"))
            return usual
        return self.check((*at, key), lambda: read(given[key]))

    def check(self, at: tuple[str, ...], read: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What `read` returns.

        :raises BadPlan: instead of its BadOption or ValueError, with the line.
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
    """The number of the line in a TOML text that has the key at this path, or the longest beginning
    of the path that is there.
    """
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
    """Is it a number, and not a boolean?"""
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
    """The plan as a TOML text for `read_plan`. It contains all changes, those of cards too."""
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
    """The shortest line-up that gives these players when repeated around the table."""
    return next(
        players[:length]
        for length in range(1, len(players) + 1)
        if all(player == players[seat % length] for seat, player in enumerate(players))
    )


def toml(value: object) -> str:
    """A value in TOML, on one line. Strings are those of JSON, except that TOML escapes DEL."""
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
    """A TOML key, in quotes if necessary."""
    return name if BARE.fullmatch(name) else toml(name)
