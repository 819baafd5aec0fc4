"""Table talk: set phrases and words of people, and what bots say of their answers.

It binds nobody and is no part of a match: neither log nor record has it, and a restart forgets it.
"""

from __future__ import annotations

from collections import deque
from secrets import token_hex
from typing import Final, final

from microciv.bots import Reason
from microciv.core.moves import Seat
from microciv.server.limits import Bucket
from microciv.server.names import check_visible
from microciv.server.store.rows import ASIDE, Entry
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Table, is_renamed
from microciv.server.wire.messages import Refused, Said, Say
from microciv.speech import t
from microciv.texts import Texts, texts_for

LONGEST: Final = 200
"""Characters of a line."""
KEPT: Final = 100
"""Lines that are kept for those who come later."""
UNDECIDED: Final = ASIDE | {"obvious"}
"""Entries of the log that decide nothing."""
NO_ANSWER: Final[Reason] = ("no_answer", {})
"""What everybody is told when the game has answered for a bot, where nobody talks, too."""


@final
class Talk:
    """What is said at one table, in memory only: phrases and reasons during the match, words as
    long as the table is used.
    """

    def __init__(self, phrases: tuple[float, int], words: tuple[float, int]) -> None:
        self._rate, self._most = phrases
        self._words_rate = words
        self._words: deque[Said] = deque(maxlen=KEPT)
        self._writers: dict[str, Bucket] = {}
        """By hashed token."""
        self._begin(0)

    def _begin(self, match: int) -> None:
        self._match = match
        self._kept: dict[Seat, Said] = {}
        """What each seat has said last."""
        self._reasons: dict[int, tuple[Entry, Reason]] = {}
        """What bots will say of their answers once these are open, by index in the log."""
        self._buckets: dict[Seat, Bucket] = {}
        self._counts: dict[Seat, int] = {}

    def follow(self, live: LiveMatch) -> None:
        """With a new match all that was said is forgotten."""
        if live.number != self._match:
            self._begin(live.number)

    # --- people

    def speak(self, table: Table, live: LiveMatch | None, token: str | None, wish: Say) -> Said:
        """What a person says; without a match, in the lobby.

        :raises Refused: if it is not for them to talk, or not now, or not like that.
        """
        number = table.chair_of(token)
        seat = table.seat_of(number)
        if number is None or seat is None:
            raise Refused("not_your_seat", t("you watch this match; only players can talk"))
        if table.talk == "off":
            raise Refused("illegal", t("talk is off at this table"))
        if wish.match != table.match:
            raise Refused("stale", t("that was another match; say it in this one"))
        if live is not None and not wish.text:
            return self.say(live, seat, wish)
        if table.talk != "free" or wish.phrase:
            raise Refused("illegal", t("only set phrases can be said at this table"))
        text = check_visible("text", wish.text, LONGEST)
        person = table.person_of(token)
        writer = "" if person is None else person.token
        if not self._writers.setdefault(writer, Bucket(*self._words_rate)).take():
            raise Refused("too_fast", t("one line at a time; wait a moment"))
        return self.keep_words(
            Said(
                match=table.match,
                decision=0 if live is None else live.decision,
                seat=seat,
                key="",
                parts={},
                after=0 if live is None else live.heard(),
                text=text,
                name=table.name_of(number) or "",
                id=token_hex(4),
            )
        )

    def keep_words(self, said: Said) -> Said:
        """What somebody said in their own words, for those who come later."""
        self._words.append(said)
        return said

    def follow_names(self, before: Table | None, after: Table) -> None:
        """Nobody hears again what was said at a table where somebody has been erased."""
        if before is not None and is_renamed(before, after):
            self._words.clear()

    def say(self, live: LiveMatch, seat: Seat, wish: Say) -> Said:
        """What a person says.

        :raises Refused: for what is no phrase of the game, and for too many of them.
        """
        self.follow(live)
        check_phrase(texts_for(live.game.name), live.game.seats, wish)
        if self._counts.get(seat, 0) >= self._most:
            raise Refused("too_fast", t("at most {most} phrases in a match", most=self._most))
        if not self._buckets.setdefault(seat, Bucket(self._rate, 1)).take():
            raise Refused("too_fast", t("one phrase at a time; wait a moment"))
        self._counts[seat] = self._counts.get(seat, 0) + 1
        return self.keep(
            Said(
                match=live.number,
                decision=live.decision,
                seat=seat,
                key=wish.phrase,
                parts=wish.parts,
                after=live.heard(),
            )
        )

    # --- bots

    def intend(self, live: LiveMatch, entry: Entry, why: Reason, *, off: bool = False) -> None:
        """Keep what a bot says of this answer; nobody hears it while the set is open."""
        self.follow(live)
        if (NO_ANSWER, entry.seat, entry.decision) in [
            (told, other.seat, other.decision) for other, told in self._reasons.values()
        ]:
            why = NO_ANSWER  # whatever it says of the steps after
        if why == NO_ANSWER or (why[0] and not off):
            self._reasons[entry.ply] = entry, why

    def forget(self, seat: Seat) -> None:
        """Somebody else plays this seat now: nobody is to take a bot's words for theirs."""
        self._kept.pop(seat, None)
        self._reasons = {ply: told for ply, told in self._reasons.items() if told[0].seat != seat}

    def opened(self, live: LiveMatch) -> list[Said]:
        """What bots say of answers that are open by now."""
        self.follow(live)
        closed = [
            ply for ply, (entry, _) in self._reasons.items() if entry.decision != live.decision
        ]
        told = [(ply, *self._reasons.pop(ply)) for ply in sorted(closed)]
        return [
            self.keep(
                Said(
                    match=live.number,
                    decision=entry.decision,
                    seat=entry.seat,
                    key=key,
                    parts=parts,
                    after=live.heard(),
                )
            )
            for ply, entry, (key, parts) in told
            if ply == last_word(live, entry)
        ]

    # --- all

    def keep(self, said: Said) -> Said:
        """The last that this seat has said. What other processes tell may be late."""
        before = self._kept.get(said.seat)
        if before is None or said.decision >= before.decision:
            self._kept[said.seat] = said
        return said

    def fresh(self, live: LiveMatch | None) -> list[Said]:
        """What a newcomer hears: all words, and the last phrase or reason of each seat, if it was
        in this set or the one before.
        """
        if live is None:
            return [*self._words]
        self.follow(live)
        return [
            *self._words,
            *[one for one in self._kept.values() if one.decision >= live.decision - 1],
        ]


def last_word(live: LiveMatch, entry: Entry) -> int:
    """Where in the log the seat has decided last in the set of this entry, somehow or other; steps
    that need no asking decide nothing.
    """
    return max(
        [
            other.ply
            for other in live.log
            if (other.seat, other.decision) == (entry.seat, entry.decision)
            and other.by not in UNDECIDED
        ]
    )


def check_phrase(texts: Texts, seats: int, wish: Say) -> None:
    """Only what the game's texts have can be said, with parts that they name.

    :raises Refused: "illegal", saying what was expected.
    """
    phrases = list(texts.entries("talk"))
    if wish.phrase not in phrases:
        raise Refused("illegal", t("phrase: expected one of {names}", names=", ".join(phrases)))
    parts = texts.parts_of_talk(wish.phrase)
    if set(wish.parts) != set(parts):
        if not parts:
            raise Refused("illegal", t("parts of '{phrase}': expected none", phrase=wish.phrase))
        names = ", ".join(parts)
        raise Refused(
            "illegal", t("parts of '{phrase}': expected {names}", phrase=wish.phrase, names=names)
        )
    for part in parts:
        choices = texts.choices_of(part, seats)
        if not any([_same(wish.parts[part], choice) for choice in choices]):
            known = ", ".join([str(choice) for choice in choices])
            raise Refused("illegal", t("{part}: expected one of {known}", part=part, known=known))


def _same(one: str | int, other: str | int) -> bool:
    return type(one) is type(other) and one == other
