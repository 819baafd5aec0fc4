"""A match that is being played: the referee, its log, and what each seat may be shown of it.

The log is a list of entries; each says what a seat's answer is from now on. Playing them again in
order gives this match again, sealed answers included.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias, final

from microciv.core.codec import plain_record
from microciv.core.deal import Deal
from microciv.core.errors import IllegalMove
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import NOBODY, SPECTATOR, Seat
from microciv.core.orders import Order, round_of
from microciv.core.state import Observation
from microciv.lessons import LEARNER, Learner, Lesson, said
from microciv.server.store.rows import (
    AGREES,
    ASIDE,
    FINISHES,
    ORDER,
    RETURNS,
    WITHDRAWS,
    Entry,
    MatchRow,
    Outcome,
    Unfit,
)
from microciv.server.table.orders_left import orders_left
from microciv.server.table.replays import packed, replays
from microciv.server.table.seat_views import Sights
from microciv.server.wire.messages import (
    Finish,
    LessonNote,
    Play,
    Refused,
    TakeBack,
    encode,
)
from microciv.speech import t

MOST_CHANGES: Final = 100
"""How often a seat may answer in one decision, or agree to finish; more than anybody needs."""
Act: TypeAlias = Play | TakeBack | Finish
"""What goes into the log at a person's wish."""


@final
class LiveMatch:
    """One match of a table, as far as its log goes."""

    def __init__(self, game: Game, row: MatchRow, lesson: Lesson | None = None) -> None:
        self.game = game
        self.row = row
        self.number = row.number
        assert row.seed is not None
        self.seed = row.seed
        self.match = Match(self.game, self.seed, row.position)
        self.match.deal = row.deal
        self.log: list[Entry] = []
        self._known: set[tuple[Seat, str]] = set()
        """Answers that are in the log already, by seat and id."""
        self._opened: dict[Seat, Observation] = {}
        """What each asked seat saw when this decision opened: all that it may answer."""
        self._seen: dict[Seat, Observation] = {}
        """What each seat sees; it changes with its own answers and when the set closes, only."""
        self._sealed: dict[Seat, int] = {}
        """How often each seat has answered in this decision."""
        self.ordered: dict[int, tuple[str, int]] = {}
        """By ply, the phase and the round of the questions that orders have answered."""
        self._acted: set[Seat] = set()
        """Whose person or bot has done something in this decision."""
        self._lapsed: set[Seat] = set()
        """For whom the game has answered in this decision."""
        self._turns: dict[Seat, int] = {}
        """How often each seat has agreed to finish, or no longer, in this decision."""
        self._decided: tuple[Seat | None] | None = None
        """Who has as good as won in this decision, once somebody wants to know."""
        self._missed: dict[Seat, int] = {}
        self.pauses = True
        """Does what is played by itself take its time, as people follow?"""
        self.sharing: frozenset[Seat] = frozenset()
        """Seats whose people share a device: whoever sees it go round sees who has not had it."""
        self.ready = False
        """Have all bots made up their minds in this decision, and wait for a person?"""
        self.agreeing: frozenset[Seat] = frozenset()
        """Whose people agree that bots play out the rest, as somebody has as good as won."""
        self._winner: Seat | None = None
        """Who that is."""
        self.agreed: int | None = None
        """The decision from which bots play, as all people agree."""
        self._learner = None if lesson is None else Learner(lesson)
        self.sights = Sights(self)
        """What each seat is told."""
        self._open_decision()
        self._teach()

    # --- playing

    @property
    def deal(self) -> Deal | None:
        """What it was dealt from; the seed may be given."""
        return self.row.deal

    @property
    def plies(self) -> int:
        return len(self.log)

    @property
    def over(self) -> bool:
        return not self.match.to_act()

    @property
    def decision(self) -> int:
        return self.match.set_number()

    @property
    def open_decision(self) -> int | None:
        """The decision that waits for people; none once there are no more of them."""
        return None if self.over or self.agreed is not None else self.decision

    def observe(self, seat: Seat) -> Observation:
        """All that the seat, or a spectator, may know now."""
        if seat not in self._seen:
            self._seen[seat] = self.match.observe(seat)
        return self._seen[seat]

    def knows(self, seat: Seat, id_: str | None) -> bool:
        return id_ is not None and (seat, id_) in self._known

    def check(self, match: int, decision: int) -> None:
        """Refuse what is meant for another match or decision.

        :raises Refused: "stale" or "over".
        """
        if match == self.number and self.over:
            raise Refused("over", t("the match is over"))
        if match == self.number and self.agreed is not None:
            raise Refused("over", t("bots play out the rest, as all have agreed"))
        if (match, decision) != (self.number, self.decision):
            raise Refused("stale", t("that decision is closed; here is the next one"))

    def act(self, seat: Seat, message: Act) -> Entry | None:
        """Play what a person wants; None: there is nothing to be done.

        :raises Refused: nothing has changed.
        """
        if isinstance(message, Finish):
            return self.agree(seat, message)
        self.check(message.match, message.decision)
        lines = tuple(message.moves) if isinstance(message, Play) else ()
        self.check_changes(seat, lines)
        return self.answer(seat, lines, message.id)

    def check_changes(self, seat: Seat, lines: tuple[str, ...]) -> None:
        """Refuse the next change of mind of a seat that has had very many: the log keeps all.

        :raises Refused: "too_fast"; what is sealed stands, and can be gone on with.
        """
        if self._sealed.get(seat, 0) < MOST_CHANGES:
            return
        former = self.sealed(seat)
        try:
            steps = [step.text for step in self.match.steps(seat, *lines, afresh=True)]
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        if len(steps) <= len(former) or tuple(steps[: len(former)]) != former:
            raise Refused(
                "too_fast", t("after {most} changes the sealed answer is final", most=MOST_CHANGES)
            )

    def answer(
        self, seat: Seat, lines: tuple[str, ...], id_: str | None = None, by: str = "person"
    ) -> Entry:
        """Seal what these lines say, completely or in part, in place of the seat's former answer;
        none: take it back.

        :raises Refused: "illegal", in the words of the game; nothing has changed.
        """
        before = self.decision
        try:
            by_order = by == ORDER
            moves = tuple(self.match.answer(seat, *lines, afresh=True, by_order=by_order))
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        self._seen.pop(seat, None)
        entry = Entry(self.plies, seat, before, moves, id_, by)
        self._file(entry)
        return entry

    def obey(self, seat: Seat, orders: list[Order]) -> Entry | None:
        """Seal what these orders answer for a seat that has not begun to; None: they do not."""
        before = self.decision
        moves = tuple(self.match.obey(seat, orders))
        if not moves:
            return None
        self._seen.pop(seat, None)
        entry = Entry(self.plies, seat, before, moves, None, ORDER)
        self._file(entry)
        return entry

    def absent(self, seat: Seat, *, missed: bool = True) -> Entry:
        """Seal what the game does for a seat that is out of time, one step of it; not as `missed`
        if it had less time than others have.
        """
        move = self.game.absent(self.observe(seat))
        by = "absent" if missed else "obvious"
        return self.answer(seat, (*self.sealed(seat), move.text), None, by)

    def silence(self) -> str | None:
        """What seats say that say nothing, where a question is open only until somebody acts."""
        silence = self.game.silence(self.observe(SPECTATOR))
        return None if silence is None else silence.text

    def hush(self, decision: int) -> list[Entry]:
        """Let the others say nothing, if this decision is open only until somebody acts, and
        somebody has.
        """
        silence = self.silence() if self.decision == decision else None
        if silence is None:
            return []
        to_act = self.match.to_act()
        said = {self.sealed(seat) for seat in self._opened if seat not in to_act}
        if not said - {(silence,)}:
            return []
        return [self.answer(seat, (silence,), None, "obvious") for seat in to_act]

    def missed(self, seat: Seat) -> int:
        """How many decisions in a row, up to the last, nobody has answered for the seat in;
        none once somebody does something. Answers that need no asking do not count either way.
        """
        return 0 if seat in self._acted else self._missed.get(seat, 0)

    def chooses(self, seat: Seat) -> bool:
        """Is there, or was there, more than one answer for the seat in this decision?"""
        if seat in self._acted:
            return True
        forced = self.obvious(seat) is not None or self.habit(seat) is not None
        return seat in self.match.to_act() and not forced

    def come_back(self, seat: Seat) -> Entry | None:
        """The seat's person is there again; None: nobody was missed."""
        if not self.missed(seat):
            return None
        return self._note(Entry(self.plies, seat, self.decision, (), None, RETURNS))

    def replay(self, entry: Entry) -> None:
        """Take the next entry of the log.

        :raises Unfit: if it does not fit, which no log does that was written under these rules.
        """
        seats = [NOBODY] if entry.by == FINISHES else range(self.game.seats)
        if (entry.ply, entry.decision) != (self.plies, self.decision) or entry.seat not in seats:
            raise Unfit(f"entry {entry.ply} of its log is out of place")
        try:
            if entry.by in ASIDE:
                self._note(entry)
            else:
                self.answer(entry.seat, entry.moves, entry.id, entry.by)
        except Exception as fault:  # noqa: BLE001  # its words may quote what is sealed
            raise Unfit(
                f"entry {entry.ply} of its log does not replay ({type(fault).__name__})"
            ) from None

    def _file(self, entry: Entry) -> None:
        self.log.append(entry)
        self._sealed[entry.seat] = self._sealed.get(entry.seat, 0) + 1
        if entry.id is not None:
            self._known.add((entry.seat, entry.id))
        if entry.by == ORDER:
            asked = self._opened[entry.seat]
            self.ordered[entry.ply] = (asked.phase, round_of(asked))
        if entry.by == "absent":
            self._lapsed.add(entry.seat)
        elif entry.by != "obvious":
            self._acted.add(entry.seat)
        if self.decision != entry.decision:
            self._count_missed()
            self._open_decision()
        self._teach()

    def _teach(self) -> None:
        if self._learner is not None:
            self._learner.look(self.match)

    def _count_missed(self) -> None:
        for seat in self._acted:
            self._missed[seat] = 0
        for seat in self._lapsed - self._acted:
            self._missed[seat] = self._missed.get(seat, 0) + 1

    def _open_decision(self) -> None:
        self._seen = {}
        self._sealed = {}
        self._acted = set()
        self._lapsed = set()
        self._turns = {}
        self._decided = None
        self.ready = False
        if self.agreeing and self.decided() != self._winner:
            self.agreeing = frozenset()
        self._opened = {seat: self.observe(seat) for seat in self.match.to_act()}

    # --- finishing by agreement

    def decided(self) -> Seat | None:
        """Who has as good as won, as everybody can tell; None where nothing is left to agree on."""
        if self.over or self.agreed is not None:
            return None
        if self._decided is None:
            self._decided = (self.game.decided(self.observe(SPECTATOR)),)
        return self._decided[0]

    @property
    def hurries(self) -> bool:
        """Are bots in the midst of playing the rest out?"""
        return self.agreed is not None and not self.over and self.log[-1].by != FINISHES

    def agree(self, seat: Seat, wish: Finish) -> Entry | None:
        """The seat agrees that bots play out the rest, or no longer; None: that is so already.

        :raises Refused: if it is not decided, or was agreed on very often.
        """
        self.check(wish.match, self.decision)
        if self.decided() is None:
            raise Refused("stale", t("the winner is still open: the match goes on"))
        if wish.agree == (seat in self.agreeing):
            return None
        if self._turns.get(seat, 0) >= MOST_CHANGES:
            raise Refused(
                "too_fast", t("after {most} changes it cannot be changed again", most=MOST_CHANGES)
            )
        by = AGREES if wish.agree else WITHDRAWS
        return self._note(Entry(self.plies, seat, self.decision, (), wish.id, by))

    def finish(self) -> Entry:
        """All people agree: from here on bots play, in all seats."""
        return self._note(Entry(self.plies, NOBODY, self.decision, (), None, FINISHES))

    def _note(self, entry: Entry) -> Entry:
        self.log.append(entry)
        if entry.id is not None:
            self._known.add((entry.seat, entry.id))
        if entry.by == FINISHES:
            self.match.agree()
            self.agreed = self.decision
            return entry
        if entry.by == RETURNS:
            self._missed[entry.seat] = 0
            return entry
        self._turns[entry.seat] = self._turns.get(entry.seat, 0) + 1
        self._winner = self.decided()
        others = self.agreeing - {entry.seat}
        self.agreeing = others | {entry.seat} if entry.by == AGREES else others
        return entry

    # --- showing

    def heard(self) -> int:
        """How many events there were so far; every seat hears of each, or of a part of it."""
        return self.match.happened()

    def status(self, seat: Seat) -> Literal["thinking", "locked", "waiting"]:
        """How far the seat's answer is, and never what it is."""
        if seat not in self._opened:
            return "waiting"
        return "thinking" if seat in self.match.to_act() else "locked"

    def obvious(self, seat: Seat) -> str | None:
        """The seat's answer without alternative, while it is still to act."""
        if seat not in self.match.to_act():
            return None
        move = self.game.obvious(self.observe(seat))
        return None if move is None else move.text

    def habit(self, seat: Seat) -> str | None:
        """The one sensible answer of a seat that is still to act, where its cards may be why. Where
        nothing pauses, or a device is passed on, it is left to the seat: the time that we took, or
        that the device did not go there, would tell that it was forced.
        """
        if seat not in self.match.to_act() or not self.pauses or seat in self.sharing:
            return None
        move = self.game.habit(self.observe(seat))
        return None if move is None else move.text

    def note(self, seat: Seat) -> LessonNote | None:
        learner = self._learner
        if learner is None or learner.due is None or seat != LEARNER:
            return None
        note = said(learner.lesson.game, learner.due.note)
        return LessonNote(
            id=note.id,
            at=note.at,
            text=note.text,
            hint=note.hint if learner.due.hint else "",
            clause=note.clause,
            number=learner.due.number,
            notes=len(learner.lesson.notes),
        )

    def sealed(self, seat: Seat) -> tuple[str, ...]:
        """The steps of the seat's answer so far."""
        return self.match.sealed(seat)

    def question(self, seat: Seat) -> Observation:
        """What is asked of the seat, sealed or not: as long as it may choose, all it can choose."""
        seen = self.observe(seat)
        if seat not in self._opened or seat in self.match.to_act():
            return seen
        return self._opened[seat] if self.game.may_change() else replace(seen, legal=())

    # --- the end

    def outcome(self, names: list[str], orders: dict[Seat, list[Order]] | None = None) -> Outcome:
        """What is kept of the finished match: its record with the orders that seats have left, and
        what every seat saw, by the names that the seats have at the end.
        """
        record = self.match.record()
        if orders:
            record = replace(record, left=orders_left(self.game, record, self.log, orders))
        told = replays(self.game, record, names)
        return Outcome(encode(plain_record(record)), packed(told))


def resume(
    game: Game, row: MatchRow, entries: list[Entry], lesson: Lesson | None = None
) -> LiveMatch:
    """A match as its log left it.

    :raises Unfit: if it was written under other rules, or its log does not replay.
    """
    if row.rules not in (None, game.rules):
        raise Unfit(f"it was dealt under rules {row.rules} of {game.name}; these are {game.rules}")
    live = LiveMatch(game, row, lesson)
    for entry in entries:
        live.replay(entry)
    return live
