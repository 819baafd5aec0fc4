"""`puzzle`: one decision of a real match, and how the answer compares with all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from microciv.cli.explaining import Commands, commands, refused
from microciv.cli.hint import hint_reason, hundredths
from microciv.cli.looks.look import Captions
from microciv.cli.printing import screen
from microciv.cli.prompt import Leave, Prompt
from microciv.cli.question import last_line_of, name_of, show_answers
from microciv.cli.scene import Scene, captions, names_seen
from microciv.cli.sitting import Sitting
from microciv.cli.typing_in import read_line
from microciv.core.errors import MicrocivError
from microciv.core.moves import Seat
from microciv.core.state import Observation
from microciv.games import about, catalogue
from microciv.puzzles import LEVEL, Puzzle, Weighed, answered, asked, puzzle_of, puzzles_of
from microciv.speech import t
from microciv.texts import texts_for

NOT_HERE: Final = ("hint", "undo", "back", "finish")


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Name of a game; by default the first of `microciv games`."
        ),
    ] = None,
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="Which of its puzzles.", min=1)
    ] = 1,
) -> None:
    """Find the best answer to one decision of a real match among bots.

    The table is shown as the seat saw it. Your answer is judged at once, beside all other answers.
    In every puzzle an easy bot would miss the best answer.
    """
    known = about(game or next(iter(catalogue())))
    wanted = puzzle_of(known.name, number)
    page = screen()
    last = len(puzzles_of(known.name))
    title = t("{game}, puzzle {number} of {last}", game=known.title, number=number, last=last)
    page.print(Text(title, "bold"))
    solving = Solving(wanted)
    try:
        solving.run()
    except (Leave, KeyboardInterrupt):
        page.print()
        return
    if number < last:
        following = t("The next: {command}", command=f"microciv puzzle {known.name} {number + 1}")
        page.print(Text(following, style="dim"))


@final
class Solving(Prompt):
    """One question at this terminal."""

    @staticmethod
    def commands() -> Commands:
        return (
            *[row for row in commands() if row[0] not in NOT_HERE],
            ("quit, q", t("leave; so do Ctrl-C and the end of input")),
        )

    def __init__(self, puzzle: Puzzle) -> None:
        self.match = asked(puzzle)
        level = texts_for(self.match.game.name).look("levels", LEVEL).partition(":")[0]
        bots = [f"{level} {seat + 1}" for seat in range(self.match.game.seats)]
        super().__init__(self.match.game, [Sitting("bot", name, LEVEL) for name in bots])
        self.puzzle = puzzle
        self.found: Weighed | None = None

    def run(self) -> None:
        """Ask until there is an answer, and judge it.

        :raises Leave: if somebody wants to stop.
        """
        scene = self.scene(self.puzzle.seat)
        self.console.print(self.look.draw(scene))
        self.console.print()
        self.console.print(Text(self.texts.phrase("puzzle_task", {}), style="italic"))
        show_answers(self.console, scene, self.look)
        while self.found is None:
            typed = read_line(self.console, last_line_of(self.console, scene, self.look))
            if typed is None:
                raise Leave
            try:
                self.obey(typed, scene)
                scene = self.scene(self.puzzle.seat)
            except MicrocivError as error:
                self.console.print(refused(str(error)))
        show_verdict(self.console, scene, self.puzzle, self.found)

    def observe(self, seat: Seat) -> Observation:
        return self.match.observe(seat)

    def captions(self, seat: Seat, since: int = 0) -> Captions:
        names = names_seen(self.sittings, seat, self.texts)
        return captions(self.game, self.match.heard(seat, since), names, self.texts)

    def check(self, scene: Scene, steps: Sequence[str]) -> None:
        self.match.steps(scene.seat, *steps, whole=True)

    def answer(self, scene: Scene, steps: list[str]) -> None:
        self.found = answered(self.puzzle, self.match, steps)

    def hint(self, scene: Scene) -> None:
        raise MicrocivError(t("a puzzle has no hints: it is one decision, and nothing goes on"))

    def undo(self, scene: Scene) -> bool:
        raise MicrocivError(t("a puzzle has no undo: it is one decision, and nothing goes on"))

    def go_back(self, seat: Seat) -> bool:
        raise MicrocivError(t("a puzzle has no way back: it is one decision, and nothing goes on"))

    def finish(self, seat: Seat) -> bool:
        raise MicrocivError(t("a puzzle has no end: it is one decision, and nothing goes on"))


def show_verdict(page: Console, scene: Scene, puzzle: Puzzle, found: Weighed) -> None:
    """Was it the best, and how do all answers compare?"""
    texts, index = scene.texts, puzzle.index_of(found.text)
    page.print()
    said = {"nth": index + 1, "all": len(puzzle.answers)}
    words = texts.phrase("puzzle_other" if index else "puzzle_best", said)
    page.print(Text(words, style="bold red" if index else "bold green"))
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(no_wrap=True)
    for one in puzzle.answers:
        name = name_of(scene.game.moves.parse(one.text), scene)
        remark = {puzzle.easy: "puzzle_easy", found.text: "puzzle_yours"}.get(one.text)
        told = f"{name} ({texts.phrase(remark, {})})" if remark else name
        chance = texts.phrase("chance", {"chance": hundredths(one.chance)})
        grid.add_row(Text(told, style="bold" if one is found else ""), chance)
        best = puzzle.answers[0]
        reason = hint_reason(scene, one.why, best.chance, is_best=one is best)
        grid.add_row(Text(reason, style="dim"), "")
    page.print(grid)
