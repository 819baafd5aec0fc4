"""A match at this terminal: people in turn, bots by themselves, saved after every decision."""

from __future__ import annotations

from time import monotonic
from typing import final

from rich.text import Text

from microciv.bots.advice import Adviser, Budget
from microciv.cli import saves, typing_in
from microciv.cli.closing import show_end
from microciv.cli.explaining import begins_cards, explain, help_page, told_of_line
from microciv.cli.finishing import Finishing, stand_ins
from microciv.cli.hint import show_advice
from microciv.cli.ladder import ladder, log_lines
from microciv.cli.lines import is_whole, steps_meant, steps_written, written
from microciv.cli.printing import screen
from microciv.cli.question import last_line_of, show_answers
from microciv.cli.reading import show_rules
from microciv.cli.scene import Scene, captions, names_seen, scene_of
from microciv.cli.sitting import Sitting, seated_bots
from microciv.cli.tables import look_for
from microciv.cli.talk import Talk
from microciv.core.codec import plain_move
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.match import Match
from microciv.core.moves import NOBODY, SPECTATOR, Seat
from microciv.texts import texts_for

LOG_LINES = 25
HINT = Budget(2000, 1.5)


class Leave(Exception):
    """Somebody wants to stop; the save is written."""


@final
class HotSeat:
    """One terminal, some people, some bots. Nobody is shown what their seat may not know."""

    def __init__(
        self, match: Match, sittings: tuple[Sitting, ...], name: str, told: tuple[int, ...] = ()
    ) -> None:
        self.match = match
        self.sittings = sittings
        self.name = name
        self.game = match.game
        self.texts = texts_for(match.game.name, match.game.options)
        self.look = look_for(match.game.name)
        self.console = screen()
        self.people = [seat for seat, sitting in enumerate(sittings) if sitting.is_person]
        self.finishing = Finishing(match, sittings)
        self.seat_bots()
        self.told = list(told) or [0] * len(sittings)
        """How much each seat had been shown when it last answered."""
        self.shown = self.told[:]
        """How much each seat has been shown by now."""
        self.watched = 0
        self.notes: dict[Seat, list[str]] = {seat: [] for seat in self.people}
        self.talk = Talk()
        self.locked: list[Seat] = []
        """People who have sealed an answer of the open decision set, in order."""
        self.at_screen = NOBODY
        self.lines: list[int] = []
        """How many steps each line of the open answer had, for `undo`."""
        self.pinned: dict[Seat, str] = {}
        """What people want to keep in sight."""

    def run(self) -> None:
        """Play to the end.

        :raises Leave: if somebody wants to stop.
        """
        while self.match.owing():
            self.answer_for_all()
            self.save()  # before anybody is shown what has happened: it stays so
            owing = self.match.owing()
            self.locked = [seat for seat in self.locked if seat not in owing]
            asked = [seat for seat in owing if seat in self.people]
            if asked:
                self.ask(asked[0])
            elif not self.people:
                self.show_news(SPECTATOR)
        self.close()

    def seat_bots(self) -> None:
        """The bots of this table; in all seats, if people have agreed to that."""
        sittings = list(self.sittings)
        if self.match.agreed is not None:
            sittings = stand_ins(self.sittings, self.game.name)
        plies = len(self.match.record().moves)
        self.bots = seated_bots(self.game, sittings, self.match.seed, plies)
        for bot in self.bots.values():
            bot.clock = monotonic
        self.bots_heard = dict.fromkeys(self.bots, 0)

    def save(self) -> None:
        record = self.match.record()
        saves.write(self.name, saves.Save(record, self.sittings, tuple(self.told)))

    # --- answers that need no asking

    def answer_for_all(self) -> None:
        """Bots answer; so does every seat whose answer is obvious."""
        waiting = True
        while waiting:
            waiting = False
            for seat in self.match.owing():
                if seat not in self.match.owing():
                    continue  # the set has closed meanwhile
                waiting = self.answer_for(seat) or waiting

    def answer_for(self, seat: Seat) -> bool:
        """One step of an answer that no person has to give; False if a person is to be asked."""
        seen = self.match.observe(seat)
        move = self.game.obvious(seen)
        if move is not None and seat in self.people:
            said = self.texts.move(plain_move(move), self.texts.named(self.game.options))
            self.notes[seat].append(f"Answered for you: {said}. It needed no asking.")
        elif move is None and seat in self.bots:
            bot = self.bots[seat]
            heard = self.match.heard(seat, self.bots_heard[seat])
            self.bots_heard[seat] += len(heard)
            bot.hear(heard)
            move = bot.choose(seen)
            if self.match.agreed is None:
                self.talk.intend(self.match.set_number(), seat, bot.why)
        if move is None:
            return False
        self.match.play(seat, move.text)
        return True

    # --- asking a person

    def ask(self, seat: Seat) -> None:
        """Show the seat what is new, the table and the question, until it answers. Where it only
        goes on the table stands above.
        """
        scene = self.scene(seat)
        goes_on = self.at_screen == seat and self.look.goes_on(scene)
        self.hand_over(seat)
        self.show_news(seat)
        if not goes_on:
            self.console.print(self.look.table(scene))
            self.console.print()
        for note in self.notes[seat]:
            self.console.print(Text(note, style="italic"))
        if question := self.finishing.question(seat):
            self.console.print(Text(question, style="italic"))
        show_answers(self.console, scene, self.look)
        while True:
            try:
                typed = self.read(last_line_of(self.console, scene, self.look))
                if self.obey(typed, scene):
                    return
                scene = self.scene(seat)
            except MicrocivError as error:
                self.console.print(Text(f"! {error}", style="red"))

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
        if not typed.strip():
            raise MicrocivError("type an answer, or ? for help")
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
            self.console.print(self.look.table(scene))
            show_answers(self.console, scene, self.look)
        elif command == "log":
            self.show_log(scene.seat, rest)
        elif command == "rules":
            show_rules(self.console, self.texts, rest)
        elif not rest:
            self.console.print(help_page(scene))
            advice = self.look.advice(scene)
            if advice is not None:
                self.console.print(advice)
        else:
            self.explain(rest, scene)
        return False

    def explain(self, words: str, scene: Scene) -> None:
        """A complete answer, a card, a move, or else the part of the rules that is called so.

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
                self.match.steps(scene.seat, *steps, whole=True)
            except IllegalMove as error:
                why_not = str(error)
            self.console.print(told_of_line(written(moves, scene), why_not))
            return
        words = steps[0]
        try:
            self.console.print(explain(words, scene))
        except MicrocivError:
            if refused:
                why = refused.removeprefix("not now: ")
                self.console.print(Text.assemble(("Not now", "red"), f": {why}."))
                return
            if begins_cards(words, self.game, self.texts) or self.texts.section(words) is None:
                raise
            show_rules(self.console, self.texts, words)

    def answer(self, scene: Scene, steps: list[str]) -> None:
        """Seal a step, or all that are left; keep the match; say what is locked once the answer is
        whole.
        """
        seat = scene.seat
        number = self.match.set_number()
        if not scene.observation.answer:
            self.lines = []
        sealed = self.match.answer(seat, *steps, whole=len(steps) > 1)
        self.lines.append(len(sealed))
        if is_whole(self.match, seat, number):
            moves = [*scene.observation.answer, *map(self.game.moves.parse, steps)]
            self.console.print(Text(f"Locked: {written(moves, scene)}.", style="green"))
        self.console.print()
        self.notes[seat] = []
        self.told[seat] = self.shown[seat]
        self.locked = [*[other for other in self.locked if other != seat], seat]
        self.save()

    def undo(self, scene: Scene) -> bool:
        """Take back the last line of the person's answer, as long as the answer is not complete;
        what a step led to that needed no asking goes too.
        """
        sealed = [move.text for move in scene.observation.answer]
        if not sealed:
            raise MicrocivError("nothing to take back: what others have seen stays")
        left = sealed[: -self.lines.pop()] if sum(self.lines) == len(sealed) else sealed[:-1]
        self.match.answer(scene.seat, *left, afresh=True)
        if left and self.game.obvious(self.match.observe(scene.seat)) is not None:
            self.lines = []
            return self.undo(self.scene(scene.seat))
        gone = written(scene.observation.answer[len(left) :], scene)
        self.console.print(Text(f"Taken back: {gone}.", style="green"))
        self.save()
        return True

    def finish(self, seat: Seat) -> bool:
        """Agree that bots play out the rest, or no longer; True: all people do."""
        self.console.print(Text(self.finishing.turn(seat), style="green"))
        if self.match.agreed is None:
            return False
        self.seat_bots()
        self.save()
        return True

    def hint(self, scene: Scene) -> None:
        """What a good player would answer; it sees what the seat sees."""
        advice = Adviser(self.game, HINT, clock=monotonic).advise(scene.observation)
        show_advice(self.console, scene, advice)

    def pin(self, scene: Scene, words: str) -> None:
        """Keep something in sight from now on, or nothing any more."""
        if not words:
            self.pinned.pop(scene.seat, None)
            self.console.print(Text("Nothing is pinned.", style="green"))
            return
        self.pinned[scene.seat] = self.look.pin(scene, words)
        told = self.look.pinned(self.scene(scene.seat))
        self.console.print(Text(f"Pinned: {told}.", style="green"))

    def go_back(self, seat: Seat) -> bool:
        """Take back what this seat has sealed so far, else the last other person's answer."""
        for other in (seat, *reversed(self.locked)):
            try:
                self.match.take_back(other)
            except IllegalMove:
                continue
            self.locked = [person for person in self.locked if person != other]
            whose = "Your" if other == seat else f"{self.sittings[other].name}'s"
            self.console.print(Text(f"{whose} answer is taken back.", style="green"))
            self.save()
            return True
        raise MicrocivError("nothing to take back: no answer of this question is sealed")

    # --- the screen

    def scene(self, seat: Seat) -> Scene:
        pinned = self.pinned.get(seat, "")
        seen = self.match.observe(seat)
        return scene_of(self.game, seen, self.sittings, self.console.width, pinned)

    def hand_over(self, seat: Seat) -> None:
        """Clear away what the last person saw before the next one looks."""
        if len(self.people) > 1 and self.at_screen != seat:
            typing_in.clear(self.console)
            passed = f"Pass the screen to {self.sittings[seat].name}, then press Enter. "
            if self.read(passed).strip().lower() in LEAVING:
                raise Leave
            typing_in.clear(self.console)
        self.at_screen = seat

    def show_news(self, seat: Seat) -> None:
        """The ladder of what the seat has heard since it last looked."""
        since = self.watched if seat == SPECTATOR else self.shown[seat]
        heard = self.match.heard(seat, since)
        names = names_seen(self.sittings, seat, self.texts)
        if heard:
            told = self.look.digest(captions(self.game, heard, names, self.texts), names)
            self.console.print(ladder(told, self.texts, self.console.width))
            self.console.print()
        said = self.talk.news(self.match.set_number(), seat, names, self.texts)
        for line in said:
            self.console.print(line)
        if said:
            self.console.print()
        if seat == SPECTATOR:
            self.watched += len(heard)
        else:
            self.shown[seat] += len(heard)

    def show_log(self, seat: Seat, words: str) -> None:
        if words and words != "all" and not words.isdecimal():
            raise MicrocivError("expected `log`, `log 40` or `log all`")
        names = names_seen(self.sittings, seat, self.texts)
        heard = captions(self.game, self.match.heard(seat), names, self.texts)
        lines = log_lines(self.look.digest(heard, names), self.texts)
        wanted = len(lines) if words == "all" else int(words or LOG_LINES)
        for line in lines[max(0, len(lines) - wanted) :]:
            self.console.print(line)

    def read(self, line_before: str) -> str:
        """A line from the person at the keyboard.

        :raises Leave: at the end of input.
        """
        line = typing_in.read_line(self.console, line_before)
        if line is None:
            raise Leave
        return line

    def close(self) -> None:
        """The match is over: what happened last, the table, the places, where the record is."""
        viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        if len(self.people) > 1:
            typing_in.clear(self.console)
            self.watched = min([self.shown[seat] for seat in self.people])
        self.show_news(viewer)
        scene = self.scene(viewer)
        self.console.print(self.look.table(scene))
        show_end(self.console, scene, self.match, self.look)
        path = saves.finish(self.name, self.match.record())
        self.console.print(Text(f"Record: {path}", style="dim"), soft_wrap=True)


LEAVING = frozenset({"quit", "exit"})
PINNING = frozenset({"pin", "unpin"})
COMMANDS = (
    LEAVING | PINNING | {"?", "help", "hint", "table", "log", "rules", "back", "undo", "finish"}
)
