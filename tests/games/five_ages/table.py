"""Small tables for the tests of 5 Ages: laid by hand, played phase by phase.

A table is a position document as docs/games/5-ages.md describes it; seats are numbered from 0, so
that P1 of a scenario is seat 0. A seat's left neighbour (W) is the next seat.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import pytest

import microciv
from microciv import SPECTATOR, IllegalMove, Match, Rng
from microciv.core.codec import plain_event
from microciv.games.five_ages.cards import CARD, JOKER
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views.observation import FiveAgesObservation, SeatSeen

Rows: TypeAlias = Mapping[int, object]
Answers: TypeAlias = Mapping[int, str]
Event: TypeAlias = dict[str, object]

LISTS: Final = ("hand", "civ", "row")
AFTER_A_TICK: Final = ("offers", "done", "idle")
"""What cannot be before the first tick of a trade phase."""


def document(
    seats: int,
    *,
    round: int = 1,  # noqa: A002  # the field's name
    phase: str = "row",
    options: Mapping[str, object] | None = None,
    deck: str | None = None,
    steals: list[tuple[int, int]] | None = None,
    fields: Mapping[str, object] | None = None,
    **rows: Rows,
) -> dict[str, Any]:
    """A position: `rows` give fields of a seat by name, cards as one text: `hand={0: "7S QH Jk"}`,
    a gap in a row as `-`; with offers it is the second tick, if it is not said; `steals` are thefts
    to come, each the place of a card, and of how many.
    """
    table: list[dict[str, object]] = []
    for seat in range(seats):
        row: dict[str, object] = {}
        for name, values in rows.items():
            if seat in values:
                value = values[seat]
                if name in LISTS and isinstance(value, str):
                    value = ["" if card == "-" else card for card in value.split()]
                if name == "offers" and isinstance(value, str):
                    value = steps(value)
                row[name] = value
        table.append(row)
    written: dict[str, Any] = {"game": "5-ages", "options": {"seats": seats, **(options or {})}}
    written |= {"round": round, "phase": phase, "table": table, **(fields or {})}
    if phase == "trade" and any([name in rows for name in AFTER_A_TICK]):
        written.setdefault("tick", 2)
    if deck is not None:
        written["deck"] = deck.split()
    if steals is not None:
        written["generator"] = generator(steals)
    return written


def five_ages(seats: int = 3, **parts: Any) -> Match:
    """A match that goes on from such a position."""
    return microciv.set_up(document(seats, **parts))


def generator(steals: list[tuple[int, int]]) -> list[int]:
    """A generator that will pick these places, each out of a number of cards."""
    for seed in range(100_000):
        rng = Rng(seed)
        words = rng.words()
        if all([place == rng.below(count) for place, count in steals]):
            return words
    raise AssertionError(steals)


def at_war(seats: int, number: int, lays: Mapping[int, str], **options: object) -> Match:
    """A table after the reveal: who attacks whom is `W`, `E` or `both` by seat; others keep their
    lowest card. All hands and civilizations are named.
    """
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    held, built = {}, {}
    for seat in range(seats):
        jokers = {"both": 2, None: 0}.get(lays.get(seat), 1)
        held[seat] = " ".join(["Jk"] * jokers + [cards.pop(0) for _ in range(3 - jokers)])
        built[seat] = " ".join([cards.pop() for _ in range(number - 1)])
    match = five_ages(
        seats, round=number, hand=held, civ=built, options={"jokers": 4, **options}
    )  # fmt: skip
    lay(match, *[f"attack {lays[seat]}" if seat in lays else "-" for seat in range(seats)])
    return match


def new_match(seats: int = 3, seed: int = 1, **options: object) -> Match:
    """A match from its deal."""
    return Match(microciv.open_game("5-ages", seats=seats, **options), seed=seed)


def changed(good: dict[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """A copy of a document with changes by path: `table.0.hand`, `past.1.laid.2`."""
    other = copy.deepcopy(good)
    for path, value in changes.items():
        *parents, last = [int(name) if name.isdigit() else name for name in path.split(".")]
        where: Any = other
        for name in parents:
            where = where[name]
        where[last] = value
    return other


# --- playing


def steps(text: str) -> list[str]:
    """An answer of several steps."""
    return [step.strip() for step in text.split(",") if step.strip()]


def answer(match: Match, answers: Answers) -> None:
    """These seats answer so."""
    for seat, text in answers.items():
        for step in steps(text):
            match.play(seat, step)


def lay(match: Match, *keeps: str) -> None:
    """Everybody lays a row, by the card that is kept: `AS`, `7S attack W`; for `attack W` the first
    that attacks so, for `-` or nothing the first that may be laid.
    """
    for seat in match.to_act():
        text = keeps[seat] if seat < len(keeps) else "-"
        if text == "-" or text.startswith("attack"):
            ending = "" if text == "-" else text
            text = next(move for move in legal(match, seat) if move.endswith(ending))[5:]
        match.play(seat, f"keep {text}")


def tick(match: Match, answers: Answers | None = None) -> None:
    """One tick of trade: who is not named passes; offers need no `pass` at their end."""
    given = answers or {}
    for seat in match.to_act():
        text = given.get(seat, "pass")
        answer(match, {seat: text if text.endswith(("pass", "done")) else f"{text}, pass"})


def no_trade(match: Match) -> None:
    """Nobody offers anything any more."""
    while at(match).phase == "trade":
        tick(match)


def build(match: Match, answers: Answers | None = None) -> None:
    """Everybody builds: who is not named the first cards that may be, and exchanges nothing."""
    given = answers or {}
    for seat in match.to_act():
        if seat in given:
            answer(match, {seat: given[seat]})
        while seat in match.to_act() and phase(match) == "build":
            moves = legal(match, seat)
            match.play(seat, "done" if "done" in moves else moves[0])


def play_round(
    match: Match, keeps: list[str] | None = None, builds: Answers | None = None, *ticks: Answers
) -> None:
    """One whole round; what is not said is the first that is legal."""
    number = at(match).round
    lay(match, *(keeps or []))
    for answers in ticks:
        tick(match, answers)
    no_trade(match)
    build(match, builds)
    assert at(match).round == number + 1 or phase(match) == "over"


def random_match(seed: int, seats: int = 3, **options: object) -> Iterator[Match]:
    """A match of random answers, shown before each of them and at the end."""
    match = new_match(seats, seed, **options)
    rng = Rng(seed)
    while match.to_act():
        yield match
        seat = match.to_act()[rng.below(len(match.to_act()))]
        moves = match.observe(seat).legal
        match.play(seat, moves[rng.below(len(moves))].text)
    yield match


def refusal(match: Match, seat: int, text: str) -> str:
    """Why the seat may not answer so."""
    with pytest.raises(IllegalMove, match=r"^not now: ") as refused:
        match.play(seat, text)
    return str(refused.value).split("; ", 1)[1]


# --- looking


def at(match: Match, seat: int = SPECTATOR) -> FiveAgesObservation:
    """What the seat sees."""
    seen = match.observe(seat)
    assert isinstance(seen, FiveAgesObservation)
    return seen


def seat_at(match: Match, seat: int, observer: int = SPECTATOR) -> SeatSeen:
    """A seat as somebody sees it."""
    return at(match, observer).table[seat]


def truth(match: Match) -> FiveAgesState:
    """The state itself."""
    assert isinstance(match.state, FiveAgesState)
    return match.state


def game_of(match: Match) -> FiveAgesGame:
    """The rules of the match."""
    assert isinstance(match.game, FiveAgesGame)
    return match.game


def phase(match: Match) -> str:
    """What is asked."""
    return match.game.phases[match.state.phase]


def in_order(cards: str) -> str:
    """The cards by rank, then suit, as observations list them."""
    return " ".join(sorted(cards.split(), key=lambda name: CARD[name]))


def hand(match: Match, seat: int) -> str:
    """The cards in hand."""
    return " ".join(at(match, seat).hand)


def civ(match: Match, seat: int) -> str:
    """The civilization."""
    return " ".join(at(match, seat).civ)


def row(match: Match, seat: int) -> str:
    """The row, `-` for a card that has gone."""
    seen = seat_at(match, seat)
    return f"{seen.left or '-'} {seen.right or '-'}"


def hands(match: Match) -> list[str]:
    """Everybody's hand."""
    return [hand(match, seat) for seat in range(match.game.seats)]


def civs(match: Match) -> list[str]:
    """Everybody's civilization."""
    return [civ(match, seat) for seat in range(match.game.seats)]


def offers(match: Match, seat: int, observer: int | None = None) -> list[str]:
    """The offers of a seat that stand, as it lists them itself or as another sees them."""
    seen = seat_at(match, seat, seat if observer is None else observer)
    return [offer.text for offer in seen.offers]


def sizes(match: Match) -> list[tuple[int, int]]:
    """By seat, how many cards are held (in hand and row), and built."""
    return [
        (seat.hand + len([card for card in (seat.left, seat.right) if card]), seat.civ)
        for seat in at(match).table
    ]


def legal(match: Match, seat: int) -> list[str]:
    """What the seat may answer."""
    return [move.text for move in at(match, seat).legal]


def events(match: Match, seat: int = SPECTATOR) -> list[Event]:
    """All that a seat heard."""
    return [plain_event(match.game, heard) for heard in match.heard(seat)]


def told(match: Match, *names: str, to: int = SPECTATOR) -> list[tuple[object, ...]]:
    """The parts of the events of these kinds."""
    return [
        tuple(value for part, value in event.items() if part != "event")
        for event in events(match, to)
        if event["event"] in names
    ]


def deck(match: Match) -> int:
    """How many cards the deck has."""
    return at(match).deck


def pile(names: str) -> int:
    """A set of cards by name, Jokers one after the other."""
    cards, jokers = 0, 0
    for name in names.split():
        cards |= 1 << (CARD[name] + (jokers if name == "Jk" else 0))
        jokers += name == "Jk"
    assert cards >> (JOKER + jokers) == 0
    return cards
