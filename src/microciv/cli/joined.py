"""A match at a table of a site: what has come of it, and how its seat answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from secrets import token_hex
from typing import Any, TypeAlias, final

from rich.text import Text

from microciv.cli.company import sittings_of
from microciv.cli.explaining import Commands, commands
from microciv.cli.lines import written
from microciv.cli.looks.look import Captions
from microciv.cli.prompt import Prompt
from microciv.cli.scene import Scene, names_seen
from microciv.cli.site import STALE, NotAllowed
from microciv.core.codec import read_seen
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games import open_game
from microciv.server.wire.messages import Finish, Play, Request, TableView, TakeBack, Update
from microciv.speech import t

Deliver: TypeAlias = Callable[[Request], None]
"""Sends an answer and waits for its receipt.

:raises MicrocivError: if it is refused; nothing has changed.
"""


def beside_answers() -> Commands:
    """What can be typed at a table besides answers: to talk, and to leave."""
    return (
        ("say", t("the phrases of this game; `say 2` says the second, `say 2 ana` to Ana")),
        (f"say {t('WORDS')}", t("something in your own words, where talk is free")),
        ("orders", t("by the day: what you have left for questions to come, and what may be left")),
        (
            "order …",
            t(
                "leave something: `order bid: bid 2; bid 1`, or"
                " `order bid: if alone bid 1, else bid 3`"
            ),
        ),
        ("leave", t("give the seat up: a bot goes on, and you may come back")),
        ("resign", t("give it up for good")),
        ("quit, q", t("stop here; the seat stays yours. So do Ctrl-C and the end of input")),
    )


@final
class Joined(Prompt):
    """One match of a table, from a seat or from beside it."""

    @staticmethod
    def commands() -> Commands:
        return (*commands(), *beside_answers())

    def __init__(self, table: TableView, deliver: Deliver) -> None:
        self.table = table
        self.deliver = deliver
        self.number = table.match
        self.update: Update | None = None
        self.heard: list[dict[str, Any]] = []
        self.shown = 0
        """How many of these events the reader has been told."""
        self.begun: list[int] = []
        """How many steps were sealed before each line of the open answer, for `undo`."""
        self.run = token_hex(4)
        self.ids = count(1)
        sittings = sittings_of(table)
        super().__init__(open_game(table.game, {**table.changed, "seats": len(sittings)}), sittings)

    # --- what comes

    def follow(self, table: TableView) -> None:
        """The table has changed: who plays, and what is agreed."""
        self.table = table
        self.sittings = tuple(sittings_of(table))

    def take(self, update: Update) -> None:
        """What the seat sees from now on."""
        self.heard[update.from_ :] = update.events
        if self.update is None or self.update.decision != update.decision:
            self.begun = []
        self.update = update
        beside = {"legal": update.legal, "answer": update.answer}
        texts = {name: [move["text"] for move in moves] for name, moves in beside.items()}
        self.seen = read_seen(self.game, {**update.seen, **texts})

    @property
    def is_over(self) -> bool:
        return self.update is not None and self.update.places is not None

    @property
    def is_asked(self) -> bool:
        """Is an answer of the reader wanted? Not where it gives itself."""
        update = self.update
        if update is None or self.table.you is None or self.table.agreed is not None:
            return False
        return bool(update.legal) and not update.complete and update.obvious is None

    # --- what is known of the match

    def observe(self, seat: Seat) -> Observation:
        """What the seat sees; nothing may be answered while nothing is asked."""
        return self.seen if self.is_asked else replace(self.seen, legal=())

    def now(self) -> Scene:
        """The scene for whoever reads."""
        return self.scene(self.seen.seat)

    def names(self) -> tuple[str, ...]:
        """The players as the reader calls them."""
        seat = -1 if self.table.you is None else self.table.you
        return names_seen(self.sittings, seat, self.texts)

    def captions(self, seat: Seat, since: int = 0) -> Captions:
        names, named = self.names(), self.texts.named(self.game.options)
        return [(event, self.texts.caption(event, names, named)) for event in self.heard[since:]]

    def check(self, scene: Scene, steps: Sequence[str]) -> None:
        """An answer learns nothing new before it is complete: any world will do to try it in."""
        seat = scene.seat
        world = self.game.redeal(scene.observation, Rng(0))
        start = world.sets
        for step in steps:
            if world.sets != start or seat not in world.to_act:
                raise IllegalMove(t("the answer is complete before '{move}'", move=step))
            world.apply(seat, self.game.legal_move(world.observe(seat), step))

    # --- how it is answered

    def answer(self, scene: Scene, steps: list[str]) -> None:
        """Seal the steps behind those that are sealed already. Where a question is open only until
        somebody acts, it is asked again at once: what still can be is then answered to that.
        """
        sealed = [move.text for move in self.seen.answer]
        try:
            self._deliver_play([*sealed, *steps])
        except NotAllowed as refused:
            stays = self.game.silence(self.seen) is not None and self.is_asked
            if refused.code != STALE or not stays or self.seen.phase != scene.phase:
                raise
            self.game.legal_move(self.seen, steps[0])
            self.answer(scene, steps)
            return
        self.begun.append(len(sealed))

    def _deliver_play(self, moves: list[str]) -> None:
        update = self._update()
        self.deliver(
            Play(match=self.number, decision=update.decision, moves=moves, id=self.new_id())
        )

    def undo(self, scene: Scene) -> bool:
        sealed = [move.text for move in self.seen.answer]
        if not sealed or not self.is_asked:
            raise MicrocivError(t("nothing to take back: what others have seen stays"))
        left = self.begun.pop() if self.begun else 0
        gone = written(self.seen.answer[left:], scene)
        if left:
            self._deliver_play(sealed[:left])
        else:
            self._deliver_take_back()
        self.console.print(Text(t("Taken back: {answer}.", answer=gone), style="green"))
        return True

    def go_back(self, seat: Seat) -> bool:
        if not self.seen.answer:
            raise MicrocivError(t("nothing to take back: no answer of this question is sealed"))
        self._deliver_take_back()
        self.console.print(Text(t("Your answer is taken back."), style="green"))
        return True

    def _deliver_take_back(self) -> None:
        self.begun = []
        self.deliver(
            TakeBack(match=self.number, decision=self._update().decision, id=self.new_id())
        )

    def finish(self, seat: Seat) -> bool:
        finish = self.table.finish
        if finish is None:
            raise MicrocivError(t("not now: 'finish'; it is open who wins"))
        agree = seat not in finish.agreed
        self.deliver(Finish(match=self.number, agree=agree, id=self.new_id()))
        said = t("You agree to finish.") if agree else t("You do not agree to finish any more.")
        self.console.print(Text(said, style="green"))
        return False

    def hint(self, scene: Scene) -> None:
        if self.table.hints == "off":
            raise MicrocivError(t("hints are off at this table"))
        if not self.is_asked:
            raise MicrocivError(t("nothing is asked of you now"))
        super().hint(scene)

    def new_id(self) -> str:
        return f"{self.run}-{next(self.ids)}"

    def _update(self) -> Update:
        if self.update is None:
            raise MicrocivError(t("nothing is asked of you now"))
        return self.update
