"""A guest at a table of a site: what comes from there and what is typed here, in one order."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from secrets import token_hex
from time import monotonic
from typing import Final, final

import msgspec
from rich.console import RenderableType
from rich.text import Text

from microciv.cli import saves, seats
from microciv.cli.closing import Ending, show_end, show_next
from microciv.cli.company import about_table, awaited, company_news, is_away, late_line, score_line
from microciv.cli.daily import due_words, open_wishes, to_answer
from microciv.cli.dealt import Dealt
from microciv.cli.explaining import refused
from microciv.cli.finding import numbers_in
from microciv.cli.finishing import how_to_finish
from microciv.cli.joined import Joined, beside_answers
from microciv.cli.ladder import chapters, ladder
from microciv.cli.line import Line, News, Shut, Turn
from microciv.cli.lines import written
from microciv.cli.orders import WORDS as ORDERS
from microciv.cli.orders import obey_orders
from microciv.cli.phrases import heard, phrases, read_say
from microciv.cli.printing import screen
from microciv.cli.prompt import COMMANDS, LEAVING, LEAVING_SHORT, Leave
from microciv.cli.question import last_line_of, show_answers
from microciv.cli.reading import show_rules
from microciv.cli.scene import Scene
from microciv.cli.since import since_lines
from microciv.cli.site import STALE, Ended, NotAllowed, Site
from microciv.cli.sitting import usual_level
from microciv.cli.typing_in import Keyboard, yes_or_no
from microciv.core.errors import MicrocivError
from microciv.core.rng import FAST, STRONG, read_seed
from microciv.files import write_record
from microciv.server.wire.messages import (
    Accepted,
    Countdown,
    Refusal,
    Request,
    Return,
    Said,
    Say,
    TableMessage,
    TableView,
    Update,
)
from microciv.speech import t, tn
from microciv.speech.things import person_called
from microciv.texts import texts_for
from microciv.trust import faults, findings, seed_hash

AGREED: Final = {"agree": True, "refuse": False}
"""To what somebody at the table asks for."""
LOOK_UP: Final = 0.5  # seconds between two looks at the clock
HURRY: Final = 10.0  # seconds that are left when it is said
JUST: Final = 1.0  # seconds in which a question has just become another


@final
class Guest:
    """One person at a table, or beside it."""

    def __init__(self, site: Site, table: TableView) -> None:
        self.site = site
        self.table = table
        self.console = screen()
        self.inbox: SimpleQueue[News | str | None] = SimpleQueue()
        self.keyboard = Keyboard(self.inbox)
        self.line = Line(site.link, site.token, self.inbox)
        self.joined: Joined | None = None
        self.receipts: dict[str | None, Accepted | Refusal] = {}
        self.typed: list[str | None] = []
        """Lines that are not yet obeyed."""
        self.notes: list[str] = []
        """What is to be told of the company, and what was said."""
        self.said: set[str] = set()
        """What was told already: it comes again after the line was lost."""
        self.question: Scene | None = None
        """What is asked, as it was shown."""
        self.asked_in = 0
        """In which decision set."""
        self.answered: Update | None = None
        """What was asked when it was answered last: the next update tells what comes of that."""
        self.replaced = 0.0
        """When that took the place of another question, which was not answered."""
        self.standing = ""
        """The line before what is typed, if it stands on the screen."""
        self.asks_again = False
        self.agreed_after = 0
        """The match after which the guest asked for another."""
        self.due: float | None = None
        """When the time for a decision is up."""
        self.due_of = 0
        """Which decision set that is."""
        self.is_timed = True
        """Was it said how much time there is?"""
        self.is_long = False
        """Is there so much of it that its end is to be said, too?"""
        self.locked: tuple[object, ...] = ()
        """The answer that was told to be locked, or to need no asking."""
        self.is_met = False
        """Has the line told of the table?"""
        self.promised = table.seed_hash
        self.dealt = Dealt(site.link)
        self.told_decided = False

    def run(self) -> None:
        """Play until the company parts.

        :raises Leave: if the guest wants to go.
        :raises Ended: if the table is no more, or the line is given up.
        """
        try:
            if self.table.state == "lobby":
                self.show_lobby()
            for late in self.table.late:
                if late.name == self.table.me:
                    self.print(Text(late_line(late, self.table), style="bold"))
            while True:
                if self.inbox.empty():
                    self.show()
                waited = self.is_being_dealt
                self.hear()
                if waited and not self.is_being_dealt:
                    self.show()
                while self.typed and not self.is_being_dealt:
                    self.obey(self.typed.pop(0))
        finally:
            self.line.close()

    @property
    def is_being_dealt(self) -> bool:
        """Has a match begun of which nothing is seen yet? What is typed is for that."""
        known = 0 if self.joined is None else self.joined.number
        return self.table.state == "playing" and known != self.table.match

    # --- what comes

    def hear(self) -> None:
        """Take the next thing that happens in, or nothing for a moment."""
        if self.keyboard.is_live or self.standing:
            self.keyboard.want()
        try:
            news = self.inbox.get(timeout=LOOK_UP)
        except Empty:
            self.look_at_clock()
            return
        if news is None or isinstance(news, str):
            self.typed.append(self.keyboard.taken(news))
        elif isinstance(news, Turn):
            self.turn(news)
        else:
            self.take(news)

    def turn(self, turn: Turn) -> None:
        if turn is Turn.GIVEN_UP:
            silent = t("{site} has not answered for ten minutes", site=self.site.link.site)
            raise Ended("given_up", silent)
        if turn is Turn.STRANGE:
            raise Ended("strange", str(self.site.stranger()))
        told = t("The line is lost; trying again …")
        if turn is Turn.MENDED:
            self.dealt.begin()
            told = t("The line is mended.")
        self.print(Text(told, style="yellow"))

    def take(self, message: object) -> None:
        match message:
            case TableMessage():
                self.follow(message.table)
            case Update():
                self.joined = self.joined_in(message.match)
                self.joined.take(message)
            case Countdown():
                # Within a part that has its time as a whole, it is told with new questions alone.
                self.is_timed = message.part_left > 0 and self.due is not None and self.is_timed
                self.due, self.due_of = monotonic() + message.left / 1000, message.decision
                self.is_long = message.left > 2000 * HURRY
            case Said():
                self.hear_said(message)
            case Shut():
                raise Ended(message.code, message.message)
            case Refusal() | Accepted() if self.dealt.receipt(message):
                pass
            case Refusal() | Accepted():
                self.receipts[message.id] = message
            case _:
                pass  # a pong

    def joined_in(self, match: int) -> Joined:
        """The match of this number; a new one begins."""
        if self.joined is not None and self.joined.number == match:
            return self.joined
        self.asks_again, self.question, self.locked = False, None, ()
        self.told_decided = False
        deal, self.promised = self.table.deal, self.table.seed_hash
        joined = Joined(self.table, self.deliver)
        begun = t("Match {number} of {game}", number=match, game=self.table.title)
        self.print(Text(f"\n{begun}", style="bold"))
        if deal is not None:
            self.print(Text(t("Seal {seal}", seal=deal.seal), style="dim"))
        elif self.promised is not None:
            self.print(Text(t("Seed hash {hash}", hash=self.promised), style="dim"))
        return joined

    def follow(self, table: TableView) -> None:
        before, self.table = self.table, table
        for message in self.dealt.hear(table):
            self.line.send(message)
        self.notes += company_news(before, table) if self.is_met else open_wishes(table)
        self.is_met = True
        if table.state == "stranded":
            changed = t("this match cannot be continued: its game has changed since")
            raise Ended("stranded", changed)
        if self.joined is not None and self.joined.number == table.match:
            self.joined.follow(table)

    def hear_said(self, said: Said) -> None:
        known = said.id or f"{said.match} {said.seat} {said.after} {said.key} {said.parts}"
        if known in self.said:
            return
        self.said.add(known)
        texts = texts_for(self.table.game) if self.joined is None else self.joined.texts
        line = heard(said, texts, () if self.joined is None else self.joined.names())
        if line:
            self.notes.append(line)

    def deliver(self, message: Request) -> None:
        """Send an answer and wait for its receipt, whatever comes meanwhile. One without an id is
        of a message that was not read, as this may be.

        :raises MicrocivError: if it is refused; nothing has changed.
        """
        id_ = getattr(message, "id", None)
        self.receipts.pop(None, None)
        self.line.send(message)
        while not self.receipts.keys() & {id_, None}:
            self.hear()
        receipt = self.receipts.pop(id_ if id_ in self.receipts else None)
        asked = self.joined and self.joined.update
        if isinstance(receipt, Refusal):
            while receipt.code == STALE and self.joined and self.joined.update is asked:
                self.hear()  # what is asked instead
            raise NotAllowed(receipt.code, receipt.message)

    # --- what is shown

    def print(self, *parts: RenderableType) -> None:
        """Print above the line that is typed on."""
        if self.standing:
            erasable = self.console.is_terminal and not self.console.is_dumb_terminal
            self.console.file.write("\r\x1b[K" if erasable else "\n")
            self.standing = ""
        for part in parts:
            self.console.print(part)

    def show(self) -> None:
        """All that is new, then the question if one is open."""
        joined = self.joined
        if joined is not None and joined.update is not None:
            self.show_time_out(joined)
            self.show_news(joined)
        for note in self.notes:
            self.print(Text(note, style="dim"))
        self.notes = []
        for receipt in self.receipts.values():  # of what was only said
            if isinstance(receipt, Refusal):
                self.print(refused(receipt.message))
        self.receipts = {}
        if joined is None or joined.update is None or joined.update is self.answered:
            return
        if joined.is_over:
            self.show_over(joined)
        elif joined.is_asked:
            self.ask(joined)
        else:
            self.wait(joined)
            if is_away(self.table) and not self.standing:
                self.standing = t("Press Enter to play on. ")
                self.prompt()

    def show_time_out(self, joined: Joined) -> None:
        """The question was closed before it was answered, and not as such questions are."""
        assert joined.update is not None
        if self.question is None or joined.update.decision == self.asked_in:
            return
        if self.due is not None and joined.game.silence(self.question.observation) is None:
            self.print(Text(t("The time is up: answered for you."), style="yellow"))

    def show_news(self, joined: Joined) -> None:
        """What has happened; who only watches sees the table again as something new begins."""
        news = joined.captions(joined.seen.seat, joined.shown)
        if not news:
            return
        told = joined.look.digest(news, joined.names())
        first = joined.shown == 0
        if first:
            self.show_since(joined)
        joined.shown += len(news)
        seats.keep_looked(self.site.link, joined.number, joined.shown)
        if not first or joined.is_over:
            self.print(ladder(told, joined.texts, self.console.width))
        begins = any([heading for heading, _ in chapters(told, joined.texts)])
        if self.table.you is None and not joined.is_over and (first or begins):
            self.print(joined.look.draw(joined.now()))

    def show_since(self, joined: Joined) -> None:
        """What has happened since the guest was here last."""
        match, heard = seats.looked_at(self.site.link)
        if self.table.you is None or joined.is_over or (match, heard) < (joined.number, 1):
            return
        missed = joined.look.digest(joined.captions(joined.seen.seat, heard), joined.names())
        lines = since_lines(missed, joined.texts, self.table.you)
        if lines:
            self.print(Text(t("Since you looked (`log` has it all):"), style="bold"))
            for line in lines:
                self.print(Text(f"  {line}"))

    def ask(self, joined: Joined) -> None:
        """Show the question unless it stands there, and the line to answer it on."""
        scene, before = joined.now(), self.question
        if before is None or _question(before) != _question(scene):
            if not self.goes_on(joined, before, scene):
                self.print(Text(), joined.look.draw(scene), Text())
            elif before is not None or scene.observation.answer:
                self.print(Text())
            self.show_decided(joined)
            show_answers(self.console, scene, joined.look)
            self.replaced = monotonic() if before is not None else 0.0
            self.is_timed = False
        assert joined.update is not None
        self.question, self.asked_in = scene, joined.update.decision
        self.locked = ()
        self.show_time(joined)
        if not self.standing:
            self.standing = last_line_of(self.console, scene, joined.look)
            self.prompt()

    def goes_on(self, joined: Joined, before: Scene | None, scene: Scene) -> bool:
        """Need the table not be shown again? Where a question stays open until somebody acts, not
        before the reader's own things have changed.
        """
        if joined.look.goes_on(scene):
            return True
        if before is None or before.phase != scene.phase:
            return False
        return joined.game.silence(scene.observation) is not None and _own(before) == _own(scene)

    def show_decided(self, joined: Joined) -> None:
        finish = self.table.finish
        if finish is not None and not self.told_decided:
            decided = joined.texts.phrase("decided", {"seat": finish.winner}, joined.names())
            words = f"{decided} {how_to_finish()}"
            self.print(Text(words, style="italic"))
        self.told_decided = finish is not None

    def wait(self, joined: Joined) -> None:
        """Nothing is asked: what is locked, once, and whom the table waits for."""
        before, self.question = self.question, None
        update = joined.update
        assert update is not None
        if before is not None:
            self.print()
        answer = joined.seen.answer
        sealed = (update.decision, update.obvious, *[move.text for move in answer])
        if self.locked == sealed:
            return
        self.locked = sealed
        if update.obvious is not None:
            said = joined.now().label(joined.game.moves.parse(update.obvious))
            words = t("Answered for you: {move}. It needs no asking.", move=said)
            self.print(Text(words, style="italic"))
        elif update.complete and answer:
            locked = t("Locked: {answer}.", answer=written(answer, joined.now()))
            self.print(Text(f"{locked} {awaited(self.table)}", style="green"))

    def show_over(self, joined: Joined) -> None:
        """The end, once, and whether there is to be another match."""
        if not self.asks_again:
            self.asks_again = True
            self.show_end(joined)
        if self.table.me is None:
            raise Leave
        if not self.standing and not self.is_waiting_for_next():
            self.standing = t("Another match with this company? [y/n] ")
            self.prompt()

    def is_waiting_for_next(self) -> bool:
        coming = self.table.next  # can be older than the answer, which goes another way
        if self.joined is not None and self.agreed_after == self.joined.number:
            return True
        return coming is not None and self.table.me in coming.wanted

    def show_end(self, joined: Joined) -> None:
        self._show_result(joined)
        group = seats.group_of(self.site.link)
        if group is not None:
            way = t("To the group: {command}", command=f'microciv groups show "{group}"')
            self.console.print(Text(way, style="dim"), soft_wrap=True)

    def _show_result(self, joined: Joined) -> None:
        update, table = joined.update, self.table
        assert update is not None
        assert update.places is not None
        seed = _seed_of(table)
        scene = joined.now()
        self.print(joined.look.draw(scene))
        end = Ending(update.places, update.scores, seed, table.agreed is not None)
        show_end(self.console, scene, end, joined.look)
        if seed is not None and self.promised not in (None, seed_hash(seed)):
            self.print(Text(f"! {t('This is not the seed that was promised.')}", style="red"))
        if score_line(table):
            self.print(Text(score_line(table)))
        try:
            record = self.dealt.witnessed(self.site.record(joined.number), joined.number)
            wrong = faults(record)
            for line in wrong or findings(record):
                style = "red" if wrong else "dim"
                self.print(Text(f"! {line}" if wrong else line, style=style))
            path = saves.record_path(saves.new_name(table.game))
            write_record(path, record)
        except MicrocivError as error:
            self.print(Text(f"! {error}", style="red"))
            return
        show_next(self.console, path, scene.seat)

    def show_lobby(self) -> None:
        table = self.table
        self.print(Text(table.title, style="bold"))
        for line in about_table(table):
            self.print(Text(line))
        host = next((view.name or "" for view in table.seats if view.host), "")
        if table.host:
            begins = t("`start` begins.")
        elif host:
            begins = t("{name} begins the match.", name=person_called(host))
        else:
            begins = t("The host begins the match.")
        self.print(Text(f"{begins} {t('Type ? for help at any time.')}", style="dim"))

    def show_time(self, joined: Joined) -> None:
        """How much time there is, once; it is told behind the question that it is for."""
        this = joined.update is not None and joined.update.decision == self.due_of
        if self.due is not None and this and not self.is_timed:
            self.is_timed = True
            left = max(0, round(self.due - monotonic()))
            daily = self.table.pace == "daily"
            words = due_words(left) if daily else f"{left // 60}:{left % 60:02}"
            self.print(Text(t("Time: {left}", left=words), style="dim"))

    def look_at_clock(self) -> None:
        """Say once that the time is nearly up."""
        if self.due is None or not self.is_long or self.due - monotonic() > HURRY:
            return
        self.is_long, left = False, round(self.due - monotonic())
        if self.question is not None and left > 0:
            told = tn(left, "{n} second left.", "{n} seconds left.")
            self.print(Text(told, style="yellow"))

    def prompt(self) -> None:
        self.console.print(Text(self.standing, style="bold"), end="", soft_wrap=True)
        self.console.file.flush()

    # --- what is typed

    def obey(self, line: str | None) -> None:
        """:raises Leave: if they stop, or if nothing more can be typed."""
        if line is None:
            raise Leave
        if not self.keyboard.is_live:
            self.console.print(Text(line), soft_wrap=True)  # where a person's would show
        self.standing = ""
        try:
            back = is_away(self.table) and self.joined is not None and not self.joined.is_over
            if back and self.joined is not None:
                self.deliver(Return(id=self.joined.new_id()))
            if line.strip() or not back:
                self.command(line.strip())
        except Ended:
            raise
        except MicrocivError as error:
            self.print(refused(str(error)))

    def command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word, rest, joined = word.lower(), rest.strip(), self.joined
        if word == "say":
            self.say(rest)
        elif word in {"leave", "resign"} and not rest:
            self.give_up(resign=word == "resign")
        elif word in LEAVING or (line.lower() == LEAVING_SHORT and self.question is None):
            raise Leave
        elif word in AGREED and not rest and (wish := to_answer(self.table)) is not None:
            self.site.answer_wish(wish.id, agree=AGREED[word])
        elif joined is None or joined.update is None:
            self.command_early(word, rest)
        elif word in ORDERS:
            for line_ in obey_orders(self.site, joined, word, rest):
                self.print(line_)
        elif joined.is_over and (agree := yes_or_no(word)) is not None:
            self.answer_again(joined, agree=agree)
        else:
            self.command_match(joined, line)

    def command_early(self, word: str, rest: str) -> None:
        """Before the first match."""
        if word == "start":
            self.table = self.site.start(usual_level(self.table.game))
        elif word == "rules":
            show_rules(self.console, texts_for(self.table.game), rest)
        elif word in {"?", "help", "table"}:
            self.show_lobby()
            for command, meaning in beside_answers():
                self.print(Text(f"  {command:<10} {meaning}"))
        elif word:
            raise MicrocivError(t("the match has not begun; `say`, `rules`, ? or `quit`"))

    def command_match(self, joined: Joined, line: str) -> None:
        """An answer, or a word of the match."""
        scene, word = self.question, line.partition(" ")[0].lower()
        if scene is None:
            if word not in COMMANDS and not word.startswith("?"):
                if joined.is_over:
                    raise MicrocivError(t("type y or n"))
                if line:
                    raise MicrocivError(
                        f"{t('nothing is asked of you now.')} {awaited(self.table)}"
                    )
                return
            scene = joined.now()
        elif numbers_in(line) and self.keyboard.is_live and monotonic() - self.replaced < JUST:
            raise MicrocivError(t("the question has just become another; answer it again"))
        if joined.obey(line, scene):
            self.question, self.answered = None, joined.update

    def say(self, words: str) -> None:
        joined = self.joined
        if self.table.talk == "off":
            raise MicrocivError(t("talk is off at this table"))
        texts = texts_for(self.table.game) if joined is None else joined.texts
        names = () if joined is None else joined.names()
        if not words:
            self.print(phrases(texts, names))
            return
        number = 0 if joined is None else joined.number
        said: Say = read_say(words, texts, names, self.table.talk, number)
        self.line.send(msgspec.structs.replace(said, id=token_hex(8)))

    def give_up(self, *, resign: bool) -> None:
        self.site.leave(resign=resign)
        if resign or self.joined is None:
            seats.forget(self.site.link)
        raise Leave

    def answer_again(self, joined: Joined, *, agree: bool) -> None:
        self.site.rematch(joined.number, agree=agree)
        if not agree:
            raise Leave
        self.agreed_after = joined.number
        self.table = self.site.table()
        waiting = [] if self.table.next is None else self.table.next.silent
        if waiting:
            self.print(Text(t("Waiting for {names}.", names=", ".join(waiting)), style="green"))


def _seed_of(table: TableView) -> int | None:
    generator = FAST if table.deal is None else STRONG
    return None if table.seed is None else read_seed(table.seed, generator)


def _question(scene: Scene) -> tuple[object, ...]:
    """What makes two questions the same to whoever answers them."""
    seen = scene.observation
    return seen.phase, seen.legal, seen.answer, _own(scene)


def _own(scene: Scene) -> object:
    """What the reader has, in games whose table is a row for each seat."""
    table = scene.seen.get("table")
    return table[scene.seat] if isinstance(table, list) and scene.seat < len(table) else None
