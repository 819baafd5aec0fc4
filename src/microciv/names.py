"""The names that players use for what a study is about: cards, Wonders, deeds, players, options."""

from __future__ import annotations

import json
from typing import Final, final

from microciv.core.game import Game
from microciv.core.options import describe
from microciv.core.plain import plain
from microciv.measures import EVENTS, measure_of
from microciv.speech import number, t, tn
from microciv.texts import level_words, study_words, texts_for
from microciv.texts.words import SEATS, Texts, bare

CARDS: Final = 6  # changed cards that are named one by one, at most


@final
class Names:
    """The names in a game's texts, in the language that was current when this was made. Things
    without a name there have their internal one.
    """

    def __init__(self, game: Game) -> None:
        self._kinds = game.kinds
        self._texts = texts_for(game.name, game.options)
        self._study = study_words(game.name)
        self._named = self._texts.named(game.options)
        self._options = {info.name: info for info in describe(game.about.options)}

    def title(self, subject: tuple[str, ...]) -> str:
        """What the number with this subject is about, as a title."""
        kind, *rest = subject
        template = measure_of(subject).title or self._study.look(
            "measures", kind, rest[-1], "title"
        )
        return _capital(template.format(what=self.who(subject)))

    def mark(self, subject: tuple[str, ...]) -> str:
        """The same in fewer words, for use under a heading with the kind of number."""
        about = measure_of(subject)
        if about.what or not about.title:
            return self.title(subject)
        return _capital((about.mark or "{what}").format(what=self.who(subject)))

    def who(self, subject: tuple[str, ...]) -> str:
        """The seat, player or deed that a number is about, as it reads inside a sentence."""
        kind, what, *rest = subject
        if kind in EVENTS:
            return " ".join([self.deed(what), *[self.item(what, one) for one in rest]]).rstrip()
        if kind == "sources":
            return self._texts.source(what)
        if kind in {"deeds", "gains"}:
            return self._study.look("deeds", what) or what
        return t("seat {seat}", seat=what) if what.isdecimal() else self.player(what)

    def deed(self, event: str) -> str:
        """An event, as it reads after the word "after", such as "playing"."""
        return self._study.look("after", event) or t("“{event}”", event=bare(event))

    def item(self, event: str, item: str) -> str:
        """The card, Wonder, attribute or hand that such an event is about, such as "Cleopatra"."""
        kind = self._kinds.get(event)
        parts = [part for part in (kind.parts if kind and item else ()) if part not in SEATS]
        names = [self._texts.called(part, item, self._named) for part in parts]
        return next((name for name in names if name), item)

    def order(self, event: str) -> int:
        """The event's index among the game's events, which are declared in the order in which they
        happen.
        """
        events = list(self._kinds)
        return events.index(event) if event in self._kinds else len(events)

    def player(self, player: str) -> str:
        """The name of a player, such as "easy" or "easy (never attacks)"."""
        return player_words(player, self._study)

    def table(self, seats: int, players: tuple[str, ...]) -> str:
        """The name of a table, such as "4 seats, easy"."""
        kinds = ", ".join([self.player(player) for player in dict.fromkeys(players)])
        return tn(seats, "{n} seat, {players}", "{n} seats, {players}", players=kinds)

    def change(self, options: dict[str, object]) -> str:
        """What an arm with these options changes, in a line."""
        told = [self._option(*one) for one in options.items()]
        return "; ".join(told) or t("as the rules have it")

    def _option(self, name: str, value: object) -> str:
        value = plain(value)
        rows = value.get("rows") if isinstance(value, dict) else value
        if isinstance(rows, list) and rows and all([isinstance(row, dict) for row in rows]):
            told = [self._row(name, row) for row in rows[:CARDS] if isinstance(row, dict)]
            left = len(rows) - CARDS
            return ", ".join([*told, *([tn(left, "{n} more card", "{n} more cards")] * (left > 0))])
        info = self._options[name]
        title = self._texts.look("options", name, "title")
        if not title and info.kind == "number":
            title = self._texts.help("options", name, info.help).rstrip(".")
        parts = {"option": title or bare(name), "value": self._said(name, value)}
        usual = plain(info.default)
        if isinstance(usual, (list, dict)):
            return f"{parts['option']}: {parts['value']}"
        return t("{option}: {value} instead of {usual}", **parts, usual=self._said(name, usual))

    def _said(self, option: str, value: object) -> str:
        if isinstance(value, (list, dict)):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return number(value, None)
        return self._texts.choice(option, value)

    def _row(self, option: str, row: dict[str, object]) -> str:
        """A changed card: its name, and the columns that the row changes."""
        letters = [
            self._named[part] for part, of in self._texts.entries("named").items() if of == option
        ]
        letter = str(row.get("letter", ""))
        named = next((names[letter] for names in letters if letter in names), letter)
        own = str(row.get("name", row.get("id", "?")))
        columns = [
            f"{self._study.look('columns', column) or bare(column)} {_cell(value)}"
            for column, value in row.items()
            if column not in {"letter", "id"} and value != (named or own)
        ]
        return f"{_capital(named or self._texts.card(own))}: {', '.join(columns)}"


def player_words(player: str, words: Texts) -> str:
    """The name of a player; `words` are the game's `study_words`."""
    level, _, kept_from = player.partition(":")
    if not kept_from:
        return level_words(level)
    held = words.look("restrictions", kept_from, "title") or kept_from.replace("-", " ")
    return f"{level_words(level)} ({held})"


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value, None)
    return json.dumps(value, ensure_ascii=False)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
