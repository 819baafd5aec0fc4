"""What players call the things that a study is about: cards, Wonders, deeds, options."""

from __future__ import annotations

import json
from typing import Final, final

from microciv.core.game import Game
from microciv.core.options import describe
from microciv.core.plain import plain
from microciv.speech import speaking
from microciv.study.measures import EVENTS, measure_of
from microciv.study.plan import Plan, is_number, player_name
from microciv.texts import texts_for
from microciv.texts.words import SEATS, bare

AS_PRINTED: Final = "as the rules have it"
CARDS: Final = 6  # changed cards that are told one by one


@final
class Names:
    """The names that a game has in its texts; what has none there goes by its bare name."""

    def __init__(self, game: Game) -> None:
        self._kinds = game.kinds
        with speaking("en"):  # as all that studies say
            self._texts = texts_for(game.name, game.options)
        self._named = self._texts.named(game.options)
        self._options = {info.name: info for info in describe(game.about.options)}

    def title(self, subject: tuple[str, ...]) -> str:
        """What a number is about."""
        return _capital(measure_of(subject).title.format(*self._parts(subject)))

    def mark(self, subject: tuple[str, ...]) -> str:
        """The same in a few words, where the kind of number stands above it."""
        return _capital(self.who(subject))

    def who(self, subject: tuple[str, ...]) -> str:
        """The seat or the player that a number is about, in a sentence."""
        return " ".join(self._parts(subject))

    def deed(self, event: str) -> str:
        """What happened, as it follows "after": "playing"."""
        return self._texts.look("after", event) or f"“{bare(event)}”"

    def item(self, event: str, item: str) -> str:
        """The card, Wonder, attribute or hand that such an event is about: "Cleopatra"."""
        kind = self._kinds.get(event)
        parts = [part for part in (kind.parts if kind and item else ()) if part not in SEATS]
        names = [self._texts.called(part, item, self._named) for part in parts]
        return next((name for name in names if name), item)

    def order(self, event: str) -> int:
        """Its place among the game's events, which stand in the order in which they happen."""
        events = list(self._kinds)
        return events.index(event) if event in self._kinds else len(events)

    def change(self, options: dict[str, object]) -> str:
        """What an arm changes, in a line."""
        return "; ".join([self._option(*one) for one in options.items()]) or AS_PRINTED

    def _parts(self, subject: tuple[str, ...]) -> list[str]:
        kind, what, *rest = subject
        if kind in EVENTS:
            return [" ".join([self.deed(what), *[self.item(what, one) for one in rest]]).rstrip()]
        if kind == "sources":
            return [self._texts.source(what)]
        return [f"seat {what}" if what.isdecimal() else player_name(what), *rest]

    def _option(self, name: str, value: object) -> str:
        value = plain(value)
        rows = value.get("rows") if isinstance(value, dict) else value
        if isinstance(rows, list) and rows and all([isinstance(row, dict) for row in rows]):
            told = [self._row(name, row) for row in rows[:CARDS] if isinstance(row, dict)]
            more = [f"{len(rows) - CARDS} more cards"] if len(rows) > CARDS else []
            return ", ".join([*told, *more])
        info = self._options[name]
        title = self._texts.look("options", name, "title")
        if not title:
            title = info.help.rstrip(".") if info.kind == "number" else bare(name)
        usual = plain(info.default)
        printed = (
            "" if isinstance(usual, (list, dict)) else f" instead of {self._said(name, usual)}"
        )
        return f"{title}: {self._said(name, value)}{printed}"

    def _said(self, option: str, value: object) -> str:
        if isinstance(value, (list, dict)):
            return json.dumps(value, ensure_ascii=False)
        return f"{value:g}" if is_number(value) else self._texts.choice(option, value)

    def _row(self, option: str, row: dict[str, object]) -> str:
        """A changed card: its name, and the columns that differ."""
        letters = [
            self._named[part] for part, of in self._texts.table("named").items() if of == option
        ]
        letter = str(row.get("letter", ""))
        named = next((names[letter] for names in letters if letter in names), letter)
        name = named or str(row.get("name", row.get("id", "?")))
        columns = [
            f"{bare(column)} {value if isinstance(value, str) else json.dumps(value)}"
            for column, value in row.items()
            if column not in {"letter", "id"} and value != name
        ]
        return f"{_capital(name)}: {', '.join(columns)}"


def names_of(plan: Plan) -> Names:
    """Those of its game, as the first arm has it."""
    return Names(plan.open(plan.arms[0], plan.tables[0]))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
