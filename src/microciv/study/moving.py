"""The numbers that a tuning may vary: those of the rule sheet, and those of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from math import inf
from typing import Any, Final, TypeAlias, final

from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.options import describe
from microciv.files import heading_of
from microciv.games import about, open_game
from microciv.speech import t
from microciv.study.plan import Plan, is_number, settle, toml, toml_key

Row: TypeAlias = dict[str, Any]  # of a card, as plain data
Numbers: TypeAlias = dict[str, float]  # by the name of what varies

NAMES: Final = ("name", "letter", "id")  # columns that identify a row's card


@final
@dataclass(frozen=True)
class Moving:
    """A number that varies: its value before, and its limits."""

    name: str  # "napoleon_adds", "Granary cost"
    start: float
    least: float
    most: float
    step: float
    card: Row | None = None  # as it is before; None for a number of the rule sheet
    column: str = ""  # of the card, or the words before an effect's number


@final
class Base:
    """What all candidates start from: the first arm of a plan, with its cards."""

    def __init__(self, plan: Plan) -> None:
        self.game = plan.game
        self.sizes = tuple([table.seats for table in plan.tables])
        self.options = plan.arms[0].options
        self.cards = self._cards(self.options)
        self._readers: dict[str, Callable[[object], object]] = {
            item.name: item.metadata["read"]
            for item in fields(about(plan.game).options)
            if item.metadata.get("read") is not None
        }

    def number(self, name: str, value: object) -> Moving:
        """A number of the rule sheet that varies within a span, [lowest, highest].

        :raises BadOption: if there is no such number, or it cannot take these values; the message
            lists the numbers, or the values.
        """
        infos = {info.name: info for info in describe(about(self.game).options)}
        info = infos.get(name)
        if info is None or info.kind != "number":
            there = ", ".join([info.name for info in infos.values() if info.kind == "number"])
            raise BadOption(
                t(
                    "no such number; {name} has {numbers}",
                    name=self.game,
                    numbers=there or t("none"),
                )
            )
        least, most = span(value)
        if not info.least <= least < most <= info.most:
            raise BadOption(
                t(
                    "expected a span within [{least:g}, {most:g}], not {given}",
                    least=info.least,
                    most=info.most,
                    given=shown(value),
                )
            )
        before: Any = self.options.get(name, info.default)
        for end in (least, most):
            self.settle({**self.options, name: end})
        return Moving(name, before, least, most, info.step)

    def card(self, name: str) -> Row:
        """The card with this name, letter or id.

        :raises BadOption: if there is none; the message suggests the card with the nearest name.
        """
        for row in self.cards:
            if name in [row.get(column) for column in NAMES]:
                return row
        names = [str(row.get("name")) for row in self.cards]
        if not names:
            raise BadOption(t("no such card; {game} has no table of cards", game=self.game))
        near = [*get_close_matches(name, names, 1), *names][0]
        raise BadOption(
            t("no such card; {game} has cards such as {card!r}", game=self.game, card=near)
        )

    def card_number(self, card: Row, column: str, value: object) -> Moving:
        """A number of the card that varies within a span, [lowest, highest]: a column, or an
        effect's number, named by the words before it.

        :raises BadOption: if there is no such number, or it cannot take these values; the message
            says what is possible.
        """
        numbers = numbers_of(card)
        if column not in numbers:
            there = ", ".join([name for name, number in numbers.items() if number])
            raise BadOption(
                t("no such number; {name} has {numbers}", name=card["name"], numbers=there)
            )
        least, most = span(value)
        if least == most or not least.is_integer() or not most.is_integer():
            raise BadOption(
                t("expected the least and the most, as [1, 3], not {given}", given=shown(value))
            )
        moving = Moving(f"{card['name']} {column}", numbers[column], least, most, 1, card, column)
        for end in (least, most):
            options = self.moved((moving,), {moving.name: end})
            self.settle(options)
            now = [row for row in self._cards(options) if row["name"] == card["name"]]
            if now and end != numbers_of(now[0]).get(column):  # a card with 0 copies is not listed
                raise BadOption(
                    t("cannot be {number:g}: another column of the card decides it", number=end)
                )
        return moving

    def moved(self, moving: tuple[Moving, ...], numbers: Numbers) -> dict[str, object]:
        """The options with these numbers. Of cards they name only what differs from before.

        :raises BadOption: if a card cannot be changed.
        """
        options = dict(self.options)
        for one in moving:
            number = int(numbers[one.name]) if one.step == 1 else numbers[one.name]
            if one.card is None:
                options[one.name] = number
            elif number != one.start:
                option = self._option_of(one.card)
                options[option] = self._changed(option, options.get(option), one, int(number))
        return options

    def settle(self, options: dict[str, object]) -> None:
        """Check that the game can be played with these options, at all numbers of seats.

        :raises BadOption: if it cannot; the message says why.
        """
        settle(self.game, options, self.sizes)

    def patch(self, options: dict[str, object]) -> tuple[dict[str, object], str]:
        """These options without those for cards, and the latter as the text of a file for
        `--cards`, which is empty if there are none.
        """
        patches = {name: rows_of(options[name]) for name in self._readers if name in options}
        patches = {name: rows for name, rows in patches.items() if rows}
        lines = [f"game = {toml(self.game)}"]
        for name, rows in patches.items():
            for row in rows:
                lines += ["", f"[[{heading_of(name)}]]"]
                lines += [f"{toml_key(column)} = {toml(value)}" for column, value in row.items()]
        others = {name: value for name, value in options.items() if name not in patches}
        return others, "\n".join(lines) + "\n" if patches else ""

    def _cards(self, options: dict[str, object]) -> list[Row]:
        game = open_game(self.game, {**options, "seats": self.sizes[0]})
        return [row for rows in game.card_data().values() for row in rows if "name" in row]

    def _option_of(self, card: Row) -> str:
        """The option whose rows may be about this card.

        :raises BadOption: if there is none.
        """
        for name in self._readers:
            if self._reads(name, [card]):
                return name
        raise BadOption(t("no option of {game} has this card", game=self.game))

    def _changed(self, option: str, value: object, moving: Moving, number: int) -> list[Row]:
        """The rows of an option with the card's number changed: in its own row, which is added if
        there is none.
        """
        card = moving.card
        assert card is not None
        rows = rows_of(value)
        own = next((row for row in rows if is_about(row, card)), None)
        if own is None:
            own = self._name_of(option, card)
            rows.append(own)
        own.update(changed(card | own, moving.column, number))
        return rows

    def _name_of(self, option: str, card: Row) -> Row:
        """The shortest row that this option accepts as a name for the card."""
        for column in NAMES:
            if column in card and self._reads(option, [{column: card[column]}]):
                return {column: card[column]}
        return dict(card)

    def _reads(self, option: str, rows: list[Row]) -> bool:
        try:
            self._readers[option](rows)
        except ValueError:
            return False
        return True


def numbers_of(card: Row) -> Numbers:
    """All numbers of a card, by column; those of effects by the words before them."""
    numbers: Numbers = {}
    for column, value in card.items():
        if is_whole(value):
            numbers[column] = value
        elif isinstance(value, list):
            numbers |= {" ".join(one[:-1]): one[-1] for one in value if has_number(one)}
    return numbers


def changed(card: Row, name: str, number: int) -> Row:
    """The column of the card that has this number, with `number` in its place.

    :raises BadOption: if the card has no such number.
    """
    if name in card:
        return {name: number}
    for column, value in card.items():
        if isinstance(value, list) and name in numbers_of({column: value}):
            return {
                column: [
                    [*one[:-1], number] if has_number(one) and name == " ".join(one[:-1]) else one
                    for one in value
                ]
            }
    raise BadOption(t("{card} has no number {name!r}", card=card["name"], name=name))


def has_number(effect: object) -> bool:
    """Is it a list of words that ends with a number, such as ["income", "F", 1]?"""
    return (
        isinstance(effect, list)
        and len(effect) > 1
        and is_whole(effect[-1])
        and all([isinstance(word, str) for word in effect[:-1]])
    )


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_about(row: Row, card: Row) -> bool:
    """Is this row about this card?"""
    return any([name in row and row[name] == card.get(name) for name in NAMES])


def rows_of(value: object) -> list[Row]:
    """The rows in the value of an option for cards, as a file or a record gives it; none for any
    other option.
    """
    if isinstance(value, dict):
        value = value.get("rows")
    rows: list[Any] = value if isinstance(value, list) else []
    return [dict(row) for row in rows if isinstance(row, dict)]


def span(value: object) -> tuple[float, float]:
    """The lowest and the highest value of a span; a number alone is both.

    :raises BadOption: if the value is neither a span nor a number.
    """
    ends: list[Any] = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or not all(map(is_number, ends)) or not -inf < ends[0] <= ends[1] < inf:
        raise BadOption(
            t("expected a number, or the least and the most, not {given}", given=shown(value))
        )
    return float(ends[0]), float(ends[1])
