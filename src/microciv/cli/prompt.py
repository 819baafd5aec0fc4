"""What a person types at a question, and what comes of it, wherever the match is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import monotonic

from rich.text import Text

from microciv.bots.advice import Adviser, Budget
from microciv.cli.explaining import (
    Commands,
    begins_cards,
    explain,
    help_page,
    told_of_line,
    told_of_thing,
)
from microciv.cli.finding import matching
from microciv.cli.hint import show_advice
from microciv.cli.ladder import log_lines
from microciv.cli.lines import steps_meant, steps_written, written
from microciv.cli.looks import look_for
from microciv.cli.looks.look import Captions
from microciv.cli.printing import screen
from microciv.cli.question import show_answers
from microciv.cli.reading import show_rules
from microciv.cli.scene import Scene, names_seen, scene_of
from microciv.cli.sitting import Sitting
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.speech import t
from microciv.texts import Texts, texts_for

LOG_LINES = 25
HINT = Budget(2000, 1.5)
LEAVING = frozenset({"quit", "exit"})
LEAVING_SHORT = "q"
"""Leaves too, unless a legal answer begins so."""
PINNING = frozenset({"pin", "unpin"})
COMMANDS = (
    LEAVING | PINNING | {"?", "help", "hint", "table", "log", "rules", "back", "undo", "finish"}
)


class Leave(Exception):
    """Somebody wants to stop; nothing is lost."""


def leaves(typed: str, legal: Sequence[Move], texts: Texts) -> bool:
    """Does the letter that stands for `quit` mean that here?"""
    return typed.strip().lower() == LEAVING_SHORT and not matching(LEAVING_SHORT, legal, texts)


class Prompt(ABC):
    """What is typed, understood. A match at this terminal and one at a server's table differ in
    how an answer is given and in what is known of the match.
    """

    @staticmethod
    @abstractmethod
    def commands() -> Commands:
        """What `?` says can be typed, and what for."""

    def __init__(self, game: Game, sittings: Sequence[Sitting]) -> None:
        self.game = game
        self.sittings = tuple(sittings)
        self.texts = texts_for(game.name, game.options)
        self.look = look_for(game.name)
        self.console = screen()
        self.pinned: dict[Seat, str] = {}
        """What people want to keep in sight."""

    @abstractmethod
    def observe(self, seat: Seat) -> Observation:
        """What the seat sees now."""

    @abstractmethod
    def captions(self, seat: Seat, since: int = 0) -> Captions:
        """What the seat has heard, from the `since`-th event on."""

    @abstractmethod
    def check(self, scene: Scene, steps: Sequence[str]) -> None:
        """May the seat answer so, with these steps and no more?

        :raises IllegalMove: saying why not.
        """

    @abstractmethod
    def answer(self, scene: Scene, steps: list[str]) -> None:
        """Seal a step, or all that are left.

        :raises MicrocivError: if that is not allowed; nothing has changed.
        """

    @abstractmethod
    def undo(self, scene: Scene) -> bool:
        """Take back the last line of an answer that is not complete; True: it is asked again."""

    @abstractmethod
    def go_back(self, seat: Seat) -> bool:
        """Take a sealed answer back; True: it is asked again."""

    @abstractmethod
    def finish(self, seat: Seat) -> bool:
        """Agree that bots play out the rest, or no longer; True: they do."""

    # --- what was typed

    def obey(self, typed: str, scene: Scene) -> bool:
        """Do what was typed; True when the question is settled.

        :raises MicrocivError: if it cannot be done; nothing has changed.
        """
        command, _, rest = typed.strip().partition(" ")
        command = command.lower()
        if command.startswith("?") and command != "?":
            command, rest = "?", f"{command[1:]} {rest}".strip()
        legal = {move.text.lower() for move in scene.observation.legal}
        if typed.strip().lower() not in legal and command in COMMANDS:
            return self.command(command, rest.strip(), scene)
        if leaves(typed, scene.observation.legal, self.texts):
            raise Leave
        if not typed.strip():
            raise MicrocivError(t("type an answer, or ? for help"))
        self.answer(scene, steps_meant(typed, scene, self.look))
        return True

    def command(self, command: str, rest: str, scene: Scene) -> bool:
        """One of the words that are no moves."""
        if command in LEAVING:
            raise Leave
        if command == "back":
            return self.go_back(scene.seat)
        if command == "undo":
            return self.undo(scene)
        if command == "finish":
            return self.finish(scene.seat)
        if command == "hint":
            self.hint(scene)
            return False
        if command in PINNING:
            self.pin(scene, rest if command == "pin" else "")
            return False
        if command == "table":
            self.console.print(self.look.draw(scene))
            show_answers(self.console, scene, self.look)
        elif command == "log":
            self.show_log(scene.seat, rest)
        elif command == "rules":
            show_rules(self.console, self.texts, rest)
        elif not rest:
            self.console.print(help_page(scene, self.commands()))
            advice = self.look.advice(scene)
            if advice is not None:
                self.console.print(advice)
        else:
            self.explain(rest, scene)
        return False

    def explain(self, words: str, scene: Scene) -> None:
        """A complete answer, a card, a move, or else what lies on the table or a part of the rules.

        :raises MicrocivError: if nothing is.
        """
        refused = ""
        try:
            steps = steps_written(words, scene, self.look)
        except IllegalMove as error:
            steps, refused = [self.look.written(scene, self.texts.meant(words))], str(error)
        if len(steps) > 1:
            moves, why_not = list(map(self.game.moves.parse, steps)), ""
            try:
                self.check(scene, steps)
            except IllegalMove as error:
                why_not = str(error)
            self.console.print(told_of_line(written(moves, scene), why_not))
            return
        thing = told_of_thing(words, self.texts)
        words = steps[0]
        try:
            self.console.print(explain(words, scene))
        except MicrocivError:
            if thing is not None:
                self.console.print(thing)
                return
            if refused:
                why = refused.removeprefix(t("not now: {why}", why=""))
                self.console.print(Text.assemble((t("Not now"), "red"), f": {why}."))
                return
            if begins_cards(words, self.game, self.texts) or self.texts.section(words) is None:
                raise
            show_rules(self.console, self.texts, words)

    # --- what is shown

    def scene(self, seat: Seat) -> Scene:
        pinned = self.pinned.get(seat, "")
        seen = self.observe(seat)
        return scene_of(self.game, seen, self.sittings, self.console.width, pinned)

    def hint(self, scene: Scene) -> None:
        """What a good player would answer; it sees what the seat sees."""
        advice = Adviser(self.game, HINT, clock=monotonic).advise(scene.observation)
        show_advice(self.console, scene, advice)

    def pin(self, scene: Scene, words: str) -> None:
        """Keep something in sight from now on, or nothing any more."""
        if not words:
            self.pinned.pop(scene.seat, None)
            self.console.print(Text(t("Nothing is pinned."), style="green"))
            return
        self.pinned[scene.seat] = self.look.pin(scene, words)
        told = self.look.pinned(self.scene(scene.seat))
        self.console.print(Text(t("Pinned: {what}.", what=told), style="green"))

    def show_log(self, seat: Seat, words: str) -> None:
        if words and words != "all" and not words.isdecimal():
            raise MicrocivError(t("expected `log`, `log 40` or `log all`"))
        names = names_seen(self.sittings, seat, self.texts)
        lines = log_lines(self.look.digest(self.captions(seat), names), self.texts)
        wanted = len(lines) if words == "all" else int(words or LOG_LINES)
        for line in lines[max(0, len(lines) - wanted) :]:
            self.console.print(line)
