"""A match at this terminal: people in turn, bots by themselves, saved after every decision."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from time import monotonic
from typing import final

from rich.text import Text

from microciv.bots import Bot, make_bot
from microciv.cli import saves, typing_in
from microciv.cli.closing import ending_of, show_end, show_next
from microciv.cli.explaining import Commands, commands, refused
from microciv.cli.finishing import Finishing, stand_ins
from microciv.cli.ladder import ladder
from microciv.cli.lesson_note import show_due
from microciv.cli.lines import is_whole, written
from microciv.cli.looks.look import Captions
from microciv.cli.prompt import LEAVING, LEAVING_SHORT, Leave, Prompt
from microciv.cli.question import last_line_of, show_answers
from microciv.cli.scene import Scene, captions, names_seen
from microciv.cli.sitting import Sitting, seated_bots
from microciv.cli.talk import Talk
from microciv.core.codec import plain_move
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.match import Match
from microciv.core.moves import NOBODY, SPECTATOR, Move, Seat
from microciv.core.state import Observation
from microciv.lessons import Learner, bot_seed
from microciv.speech import t
from microciv.trust import table_number

SKIPPING = "skip"
"""What ends a lesson."""


class Skip(Exception):
    """Somebody has had enough of a lesson."""


@final
class HotSeat(Prompt):
    """One terminal, some people, some bots. Nobody is shown what their seat may not know."""

    @staticmethod
    def commands() -> Commands:
        return (*commands(), ("quit, q", t("save and leave; so do Ctrl-C and the end of input")))

    def __init__(
        self,
        match: Match,
        sittings: tuple[Sitting, ...],
        name: str,
        told: tuple[int, ...] = (),
        learner: Learner | None = None,
        again: str = "",
    ) -> None:
        super().__init__(match.game, sittings)
        self.match = match
        self.learner = learner
        """At a table with a lesson: how far it is."""
        self.again = again or f"microciv play {match.game.name}"
        """The command for another match of the kind."""
        self.noted = ""
        """The last note of the lesson that was shown."""
        self.newly: dict[Seat, int] = {}
        """By seat, the decision set that a lesson's bot was made for."""
        self.name = name
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

    def run(self) -> None:
        """Play to the end.

        :raises MicrocivError: if it cannot be saved; the last save stays.
        :raises Leave: if somebody wants to stop.
        :raises Skip: if somebody wants no more of a lesson.
        """
        self.save()
        while self.match.to_act():
            self.answer_for_all()
            self.save()  # before anybody is shown what has happened: it stays so
            to_act = self.match.to_act()
            self.locked = [seat for seat in self.locked if seat not in to_act]
            asked = [seat for seat in to_act if seat in self.people]
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
        lesson = self.learner is not None
        saves.write(self.name, saves.Save(record, self.sittings, tuple(self.told), lesson))

    # --- answers that need no asking

    def answer_for_all(self) -> None:
        """Bots answer; so does every seat whose answer is obvious."""
        waiting = True
        while waiting:
            waiting = False
            for seat in self.match.to_act():
                if seat not in self.match.to_act():
                    continue  # the set has closed meanwhile
                waiting = self.answer_for(seat) or waiting
            if waiting and not self.people:
                self.save()

    def answer_for(self, seat: Seat) -> bool:
        """One step of an answer that no person has to give; False if a person is to be asked."""
        seen = self.match.observe(seat)
        move = self.game.obvious(seen)
        if seat in self.people:
            move = move or self.forced(seen)
        if move is not None and seat in self.people:
            said = self.texts.move(plain_move(move), self.texts.named(self.game.options))
            self.notes[seat].append(t("Answered for you: {move}. It needed no asking.", move=said))
        elif move is None and seat in self.bots:
            bot = self.bot_of(seat)
            heard = self.match.heard(seat, self.bots_heard[seat])
            self.bots_heard[seat] += len(heard)
            bot.hear(heard)
            move = bot.choose(seen)
            if self.match.agreed is None and self.learner is None:
                self.talk.intend(self.match.set_number(), seat, bot.why)
        if move is None:
            return False
        self.match.play(seat, move.text)
        return True

    def forced(self, seen: Observation) -> Move | None:
        """The one sensible answer, where nobody learns from it that there was no other: who plays
        alone is spared the question, and everybody the last step of an answer that was begun.
        """
        if not seen.answer:
            return self.game.habit(seen) if len(self.people) == 1 else None
        if len(seen.legal) > 1:
            return None
        [only] = seen.legal
        trial = copy(self.match)
        trial.play(seen.seat, only.text)
        return only if is_whole(trial, seen.seat, self.match.set_number()) else None

    def bot_of(self, seat: Seat) -> Bot:
        """Who plays the seat. A lesson's bots are new in each decision set, as on the server."""
        this = self.match.set_number()
        if self.learner is not None and self.newly.get(seat) != this:
            seed = self.match.seed
            level, number = self.sittings[seat].level, table_number(seed)
            mind = bot_seed(seed, this, seat)
            self.bots[seat] = make_bot(level, self.game, seat, mind, table_number=number)
            self.bots_heard[seat] = 0
            self.newly[seat] = this
        return self.bots[seat]

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
            self.console.print(self.look.draw(scene))
            self.console.print()
        for note in self.notes[seat]:
            self.console.print(Text(note, style="italic"))
        question = self.finishing.question(seat)
        if question and self.learner is None:
            self.console.print(Text(question, style="italic"))
        self.show_note()
        show_answers(self.console, scene, self.look)
        while True:
            try:
                typed = self.read(last_line_of(self.console, scene, self.look))
                settled = self.obey(typed, scene)
                scene = self.scene(seat)
            except MicrocivError as error:
                self.console.print(refused(str(error)))
                continue
            if settled:
                self.save()  # an answer counts, even if this fails
                return

    def obey(self, typed: str, scene: Scene) -> bool:
        if self.learner is not None and typed.strip().lower() == SKIPPING:
            raise Skip
        return super().obey(typed, scene)

    def answer(self, scene: Scene, steps: list[str]) -> None:
        """Seal a step, or all that are left; say what is locked once the answer is whole."""
        seat = scene.seat
        number = self.match.set_number()
        if not scene.observation.answer:
            self.lines = []
        sealed = self.match.answer(seat, *steps, whole=len(steps) > 1)
        self.lines.append(len(sealed))
        if is_whole(self.match, seat, number):
            moves = [*scene.observation.answer, *map(self.game.moves.parse, steps)]
            locked = t("Locked: {answer}.", answer=written(moves, scene))
            self.console.print(Text(locked, style="green"))
        self.console.print()
        self.notes[seat] = []
        self.told[seat] = self.shown[seat]
        self.locked = [*[other for other in self.locked if other != seat], seat]

    def undo(self, scene: Scene) -> bool:
        """Take back the last line of the person's answer, as long as the answer is not complete;
        what a step led to that needed no asking goes too.
        """
        sealed = [move.text for move in scene.observation.answer]
        if not sealed:
            raise MicrocivError(t("nothing to take back: what others have seen stays"))
        left = sealed[: -self.lines.pop()] if sum(self.lines) == len(sealed) else sealed[:-1]
        self.match.answer(scene.seat, *left, afresh=True)
        seen = self.match.observe(scene.seat)
        if left and (self.game.obvious(seen) or self.forced(seen)) is not None:
            self.lines = []
            return self.undo(self.scene(scene.seat))
        gone = written(scene.observation.answer[len(left) :], scene)
        self.console.print(Text(t("Taken back: {answer}.", answer=gone), style="green"))
        return True

    def finish(self, seat: Seat) -> bool:
        """Agree that bots play out the rest, or no longer; True: all people do."""
        self.console.print(Text(self.finishing.turn(seat), style="green"))
        if self.match.agreed is None:
            return False
        self.seat_bots()
        return True

    def go_back(self, seat: Seat) -> bool:
        """Take back what this seat has sealed so far, else the last other person's answer."""
        for other in (seat, *reversed(self.locked)):
            try:
                self.match.take_back(other)
            except IllegalMove:
                continue
            self.locked = [person for person in self.locked if person != other]
            told = (
                t("Your answer is taken back.")
                if other == seat
                else t("{name}'s answer is taken back.", name=self.sittings[other].name)
            )
            self.console.print(Text(told, style="green"))
            return True
        raise MicrocivError(t("nothing to take back: no answer of this question is sealed"))

    # --- what is known of the match

    def observe(self, seat: Seat) -> Observation:
        return self.match.observe(seat)

    def captions(self, seat: Seat, since: int = 0) -> Captions:
        names = names_seen(self.sittings, seat, self.texts)
        return captions(self.game, self.match.heard(seat, since), names, self.texts)

    def check(self, scene: Scene, steps: Sequence[str]) -> None:
        self.match.steps(scene.seat, *steps, whole=True)

    # --- the screen

    def hand_over(self, seat: Seat) -> None:
        """Clear away what the last person saw before the next one looks."""
        if len(self.people) > 1 and self.at_screen != seat:
            typing_in.clear(self.console)
            name = self.sittings[seat].name
            passed = t("Pass the screen to {name}, then press Enter. ", name=name)
            if self.read(passed).strip().lower() in LEAVING | {LEAVING_SHORT}:
                raise Leave
            typing_in.clear(self.console)
        self.at_screen = seat

    def show_news(self, seat: Seat) -> None:
        """The ladder of what the seat has heard since it last looked."""
        since = self.watched if seat == SPECTATOR else self.shown[seat]
        heard = self.match.heard(seat, since)
        names = names_seen(self.sittings, seat, self.texts)
        if heard:
            told = self.look.digest(self.captions(seat, since), names)
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

    def show_note(self) -> None:
        """What a lesson says now, once."""
        if self.learner is None:
            return
        self.learner.look(self.match)
        due = self.learner.due
        if due is not None and due.note.id != self.noted:
            self.noted = due.note.id
            show_due(self.console, due, len(self.learner.lesson.notes))

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
        self.console.print(self.look.draw(scene))
        show_end(self.console, scene, ending_of(self.match), self.look)
        self.show_note()
        path = saves.finish(self.name, self.match.record())
        show_next(self.console, path, viewer, self.again)
